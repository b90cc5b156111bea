"""What a screen reader reads aloud: names of all that the keyboard comes to, and what the window says by itself."""

import os
import re
import subprocess
import unittest

from gridscope_app import AppTest, Atspi, GLib, has_state, text_of, wait_for

VIEWS = ("Coverage", "Timing", "Numbers", "Memory", "Schedule", "Crossover", "Roofline", "Occupancy", "Kernel", "History")

# A widget without a name goes by its type; one with a mnemonic may go by its underscore.
NO_NAME = re.compile(r"^(Gtk|Adw|Gs)[A-Z]\w+|(^|\W)_\w")
# What the keyboard stops at, and what is read on the way to it. At what only scrolls it stops where nothing in it can be
# reached: test_keyboard.py looks at those.
SPOKEN = {"push button", "check box", "radio button", "page tab", "text", "spin button", "combo box", "image", "list item",
          "list", "table", "table row", "panel", "scroll pane", "slider", "status bar", "heading", "frame", "menu"}

# What a view without a run says it would show, and what to do for it.
EMPTY = {"Timing": "Run (F5) to see where the time goes", "Numbers": "Run (F5) to see A, B and the results",
         "Memory": "Choose Simulated GPU at the left and run (F5)", "Schedule": "Only a real GPU schedules blocks: choose GPU",
         "Crossover": "Start a sweep to see", "Roofline": "Measure this machine to see",
         "Occupancy": "Warps on a multiprocessor over block size", "Kernel": "Run the simulated GPU to see what each line does",
         "History": "run something (F5), or open a recording"}


class Speech(AppTest):
    maxDiff = None

    def listen(self):
        """Collects what the window says from now on: its new names, as a screen reader gets them."""
        said = []

        def named(event):
            try:
                if event.source.get_role_name() == "frame" and event.any_data:
                    said.append(event.any_data)
            except GLib.Error:
                pass  # of a program that is not on the bus yet

        listener = Atspi.EventListener.new(named)
        listener.register("object:property-change:accessible-name")
        self.addCleanup(listener.deregister, "object:property-change:accessible-name")
        return said

    def wait_said(self, said, part):
        """Waits until something with the part was said, and gives it; what was said before it is forgotten."""
        def found():
            while GLib.MainContext.default().iteration(False):
                pass
            for i, sentence in enumerate(said):
                if part in sentence:
                    del said[: i + 1]
                    return sentence
            return None

        try:
            return wait_for(found, f"“{part}” to be said")
        except AssertionError as error:
            raise AssertionError(f"{error}; said was {said}") from None

    def start_settled(self, spec=None):
        """A new window greets first, and what comes about meanwhile waits. From then on a label is its name: see
        gs-announce.c."""
        said = self.listen()
        app = self.start(spec)
        wait_for(lambda: next(app.nodes("frame")).get_relation_set(), "the window to have greeted")
        self.assertEqual(next(app.nodes("frame")).get_name(), "Gridscope")
        return app, said

    def test_everything_has_a_name(self):
        app, _ = self.start_settled({"op": "hadamard", "m": 1, "n": 7, "block": [4], "backend": ["cpu", "simt"]})
        app.run_and_wait()
        nameless = set()
        for view in VIEWS:
            app.show_view(view)
            for node in app.nodes():
                focusable = has_state(node, Atspi.StateType.FOCUSABLE)
                name, role = node.get_name(), node.get_role_name()
                if role in SPOKEN and (NO_NAME.search(name) or (focusable and not name and role != "scroll pane")):
                    nameless.add((role, name))
        self.assertEqual(nameless, set())

    def test_views_without_a_run_say_what_they_would_show(self):
        app, said = self.start_settled()
        for view, part in EMPTY.items():
            with self.subTest(view=view):
                app.key("ctrl+Next")
                self.assertIn(part, self.wait_said(said, f"{view}. "))
                self.assertIn(part, app.verdict())

    def test_source_can_be_asked_for_its_looks(self):
        """A screen reader asks for the colours of the text at the cursor, of which GTK makes a crash."""
        app, _ = self.start_settled()
        app.show_view("Kernel")
        source = wait_for(lambda: app.find("text", "Source of the kernel"), "the source")
        wait_for(lambda: "gs_hadamard_k1_scalar" in text_of(source), "the kernel")
        end, at, n_runs = Atspi.Text.get_character_count(source), 0, 0
        while at < end:
            _, _, at = Atspi.Text.get_attribute_run(source, at, True)
            n_runs += 1
        self.assertGreater(n_runs, 10, "the source is coloured")
        self.assertIsNone(app.process.poll())

    def test_wrong_field_is_said_once(self):
        """As the description of what has the keyboard, and not by the window as well; and what Escape puts back."""
        app, said = self.start_settled()
        told = []
        listener = Atspi.EventListener.new(lambda event: told.append(event.any_data))
        listener.register("object:property-change:accessible-description")
        self.addCleanup(listener.deregister, "object:property-change:accessible-description")
        app.type_into(app.find("text", "n"), "many")
        self.wait_said(told, "n “many” is not a whole number")
        app.key("Escape")
        self.wait_said(said, "Back to 7.")
        self.assertFalse([sentence for sentence in said + told if "many" in sentence])

    def test_wrong_launch_is_said_once(self):
        """By the field and as the verdict."""
        app, said = self.start_settled()
        app.type_into(app.find("spin button", "Block x"), "5000", "Return")
        self.wait_said(said, "A block of 5000 threads")
        app.key("ctrl+z")
        self.wait_said(said, "every element is written once")
        self.assertFalse([sentence for sentence in said if "5000" in sentence])

    def test_runs_are_compared(self):
        """Two runs: which one each control is of, whether they are like, and how they compare."""
        app, said = self.start_settled({"op": "hadamard", "m": 1, "n": 7, "block": [4], "backend": ["cpu"]})
        app.run_and_wait()
        app.key("alt+1")
        wait_for(lambda: has_state(app.find("radio button", "Add"), Atspi.StateType.CHECKED), "Add to be on")
        app.run_and_wait()
        app.show_view("History")
        verdict = self.wait_said(said, "History. ")
        self.assertIn("Not like with like", verdict)
        self.assertRegex(verdict, "times as long as|not told apart")
        for name in ("A, run 1", "B, run 2", "Pin run 1"):
            self.assertTrue(next(app.nodes("check box", name), None) or next(app.nodes("radio button", name), None), name)
        self.assertIsNotNone(next(app.nodes("text", "Name of run 2"), None))
        app.click(app.find("push button", "Show run 1"))
        self.wait_said(said, "Run 1 is shown in all views.")

    def test_rows_of_tables(self):
        """Each row is called by its headings and its words."""
        app, _ = self.start_settled({"op": "hadamard", "m": 1, "n": 7, "block": [4], "backend": ["simt"]})
        app.run_and_wait()
        for view, table, row in (("Timing", "Statistics of the warm repeats", r"Result: Simulated GPU.*; n: —; Minimum: —"),
                                 ("Occupancy", "Occupancy by block size", r"Threads per block: 64; Blocks: \d+; Warps: ")):
            with self.subTest(view=view):
                app.show_view(view)
                rows = wait_for(lambda table=table: [node.get_name() for node in app.nodes(within=app.find(name=table))
                                                     if node.get_role_name() in ("table row", "list item")],
                                f"the rows of {table}")
                self.assertTrue(any(re.match(row, name) for name in rows), rows)

    def test_choices_tell_which_is_on(self):
        app, _ = self.start_settled()
        for name, checked in (("Hadamard", True), ("Add", False)):
            node = app.find("radio button", name)
            self.assertEqual(has_state(node, Atspi.StateType.CHECKED), checked, name)
        app.key("alt+1")
        wait_for(lambda: has_state(app.find("radio button", "Add"), Atspi.StateType.CHECKED), "Add to be on")
        self.assertTrue(has_state(app.find("push button", "Spec pane"), Atspi.StateType.EXPANDED))
        self.assertIn("Views", [node.get_name() for node in app.nodes("page tab list", showing=False)])

    def test_drop_downs_tell_what_is_chosen(self):
        app, _ = self.start_settled({"op": "matmul", "m": 8, "n": 8, "k": 8, "block": [4, 4]})
        combo = app.find("combo box", "Kernel")
        button = next(app.nodes("push button", within=combo))
        before = button.get_description()
        self.assertIn("k1", before)
        app.choose_from(combo, "matmul / k2 coalesced")

        wait_for(lambda: "k2 coalesced" in button.get_description(), "the other kernel to be told")

    def test_lesson_is_read(self):
        """Each step, and whether the answer was right."""
        app, said = self.start_settled()
        app.key("ctrl+l")
        app.wait_focus(role="list item")
        app.key("Return")
        self.assertIn("Step 1 of 4: One thread for one element. Two rows of 7 numbers",
                      self.wait_said(said, "The thread number. Step 1"))
        app.wait_focus("Next")
        app.key("Next")
        self.assertNotIn("`", self.wait_said(said, "Step 2 of 4: Blocks and threads."))
        entry = app.wait_focus(role="text")
        app.type_over(entry, "6", "Return")
        self.wait_said(said, "✗ Not quite. i = 1 · 4 + 1 = 5.")
        app.key("Next")
        self.wait_said(said, "Step 3 of 4")
        entry = wait_for(lambda: next((n for n in app.nodes("text") if n.get_name().startswith("How many blocks of 2")),
                                      None), "the next question")
        app.type_over(entry, "4", "Return")
        self.wait_said(said, "✓ Right.")

    def test_picture_and_guard(self):
        """Arrows tell the thread's story, and a change of the launch the verdict, as the description of the picture."""
        app, said = self.start_settled()
        app.wait_focus("Coverage of the output by the grid of blocks")
        app.key("Right")
        self.assertIn("i = blockIdx.x·blockDim.x + threadIdx.x = 0·4 + 0 = 0", self.wait_said(said, "Block 0, thread 0; "))
        app.key("End")
        told = []
        listener = Atspi.EventListener.new(lambda event: told.append(event.any_data))
        listener.register("object:property-change:accessible-description")
        self.addCleanup(listener.deregister, "object:property-change:accessible-description")
        app.key("ctrl+g")
        self.wait_said(told, "No guard: ")
        app.click(app.find("radio button", "Add"))
        app.key("ctrl+g")
        self.wait_said(said, "1 is stopped by the guard")

    def test_views_and_runs(self):
        """A view says its name and verdict; a run that it has ended, and each time."""
        app, said = self.start_settled({"op": "hadamard", "m": 1, "n": 7, "block": [4], "backend": ["cpu"]})
        app.key("F5")
        self.assertIn("bit for bit", self.wait_said(said, "The run has ended."))
        app.key("F5")
        self.assertIn("bit for bit", self.wait_said(said, "The run has ended."))
        app.key("ctrl+Next")
        self.assertIn("median of", self.wait_said(said, "Timing. "))

    def test_wrong_cell_is_said(self):
        app, said = self.start_settled()
        app.click(app.find("push button", "Edit A"))
        app.click(app.find("push button", "Cells…"))
        window = wait_for(lambda: next(app.nodes("frame", "Matrix A"), None), "the sheet in a window of its own")
        sheet = wait_for(lambda: subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^Matrix A$"], capture_output=True,
                                                text=True, check=False).stdout.split(), "the window of the sheet")
        app.focus_window(sheet[-1])
        # It greets, too, before it says anything else.
        wait_for(window.get_relation_set, "the sheet to have greeted")
        app.type("abc")
        app.key("Return")
        self.wait_said(said, "“abc” is not a number")

    def test_lessons_are_one_stop(self):
        """Arrows go through the lessons, Tab past them."""
        app, _ = self.start_settled()
        app.key("ctrl+l")
        first = app.wait_focus(role="list item")
        app.key("Down")
        app.wait_focus(role="list item")
        wait_for(lambda: not has_state(first, Atspi.StateType.FOCUSED), "the second lesson")
        app.key("Tab")
        app.wait_focus("Student’s number")

    def test_views_are_one_stop(self):
        """Tab comes to the view in front, whichever that is, and from it past the others."""
        app, _ = self.start_settled()
        app.resize(1240, 760)
        # From the picture, then from the header.
        for view, key in (("Timing", "F6"), ("Memory", "shift+F6")):
            with self.subTest(view=view):
                app.show_view(view)
                app.key(key)
                app.wait_focus("Copy picture")
                for name in ("Spec pane", "Run", "Lessons", view, "Main menu"):
                    app.key("Tab")
                    app.wait_focus(name)
                app.key("shift+Tab")
                app.wait_focus(view)
                app.key("shift+Tab")
                app.wait_focus("Lessons")
        app.key("Tab")
        app.wait_focus("Memory")
        app.key("Right")
        app.wait_focus("Schedule")

    def test_presenter_mode_is_said(self):
        app, said = self.start_settled()
        app.key("F11")
        self.wait_said(said, "Presenter mode. Escape ends it.")
        app.key("Escape")
        self.wait_said(said, "Presenter mode has ended.")

    def test_recording_is_said_to_be_one(self):
        app, said = self.start_settled()
        recording = os.path.join(os.environ["GRIDSCOPE_SOURCE"], "data", "recordings", "h200-hadamard-unguarded.json")
        subprocess.run([os.environ["GRIDSCOPE_APP"], recording], env=app.environment, check=True, timeout=60)
        self.assertIn("not measured on this machine", self.wait_said(said, "Recorded on NVIDIA H200, "))

    def test_values_of_a_file_are_said(self):
        """What was read, or what is wrong with it: the window that asks where the values go has little else to say."""
        app, said = self.start_settled()
        for name, text, words in (("table.csv", "1,2,3\n4,5,6\n", "2 × 3 values; CSV"),
                                  ("ragged.csv", "1,2,3\n4\n", "ragged.csv: row 1 has 1 number where row 0 has 3")):
            with self.subTest(name=name):
                path = os.path.join(app.home.name, name)
                with open(path, "w", encoding="ascii") as file:
                    file.write(text)
                subprocess.run([os.environ["GRIDSCOPE_APP"], path], env=app.environment, check=True, timeout=60)
                window = wait_for(lambda: subprocess.run(["xdotool", "search", "--onlyvisible", "--name", f"^{name}$"],
                                                         capture_output=True, text=True, check=False).stdout.split(), name)
                app.focus_window(window[-1])
                self.wait_said(said, words)
                app.key("Escape")
                wait_for(lambda: name not in app.windows(), "the window to close")
                app.focus_window(app.window)

    def test_row_of_the_guard_tells_whether_it_is_on(self):
        app, _ = self.start_settled()
        row = wait_for(lambda: app.find("list item", "Guard i < size"), "the row of the guard")
        self.assertEqual(row.get_description(), "on")
        app.key("ctrl+g")
        wait_for(lambda: row.get_description() == "off", "the row to tell that it is off")

    def test_parts_by_key(self):
        """F6 goes round the parts of the window, both ways."""
        app, _ = self.start_settled()
        app.wait_focus("Coverage of the output by the grid of blocks")
        for key, name in (("F6", "Copy picture"), ("F6", "Spec pane"), ("F6", "Add"),
                          ("F6", "Coverage of the output by the grid of blocks"), ("shift+F6", "Add"),
                          ("shift+F6", "Spec pane")):
            app.key(key)
            app.wait_focus(name)

    def test_stopped_sweep_is_told_from_one_that_ended(self):
        app, said = self.start_settled({"op": "matmul", "m": 64, "n": 64, "k": 64, "block": [8, 8], "backend": ["cpu"]})
        app.show_view("Crossover")
        app.type_into(app.find("text", "To size to"), "4096")
        app.click(app.find("push button", "Start Sweep"))
        app.wait_focus("Stop Sweep")
        app.key("Escape")
        self.wait_said(said, "The sweep was stopped; it can be continued.")

    def test_start_of_a_sweep_keeps_the_keyboard(self):
        """It goes from Start to Stop, which comes in its place, and back; and the end is said."""
        app, said = self.start_settled({"op": "hadamard", "m": 1, "n": 7, "block": [4], "backend": ["cpu"]})
        app.show_view("Crossover")
        start = app.find("push button", "Start Sweep")
        app.click(start)
        self.wait_said(said, "The sweep has ended.")
        app.wait_focus("Start Sweep")


if __name__ == "__main__":
    unittest.main(verbosity=2)
