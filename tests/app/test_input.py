"""Matrices into the window as people bring them: dragged, pasted, typed; and everything back after the end."""

import os
import subprocess
import tempfile
import unittest
import zipfile

from gridscope_app import AppTest, Outside, extents, wait_for

PREVIEW = "^(Pasted Values|.*[.]np[yz])$"  # the title of the window that asks before values are taken
BLOCK = "1,5\t2\t3\r\n4\t5,25\t6\r\n"  # as a spreadsheet with a decimal comma gives it


def npy_bytes(shape, values):
    """A float64 array as .npy 1.0, written by hand."""
    import struct
    header = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }" % shape
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("latin-1")
            + struct.pack("<%dd" % len(values), *values))


class Input(AppTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        # What one start leaves, the next one finds.
        self.home = {f"XDG_{name}_HOME": os.path.join(self.folder, name.lower())
                     for name in ("CACHE", "CONFIG", "DATA", "STATE")}

    def write(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def x_windows(self, title):
        return subprocess.run(["xdotool", "search", "--onlyvisible", "--name", title],
                              capture_output=True, text=True, check=False).stdout.split()

    def focus_window(self, title="Gridscope$"):
        """There is no window manager that would."""
        def focus():
            found = self.x_windows(title)
            return found and subprocess.run(["xdotool", "windowfocus", "--sync", found[-1]], check=False,
                                            capture_output=True).returncode == 0

        wait_for(focus, f"focus on “{title}”")

    def summaries(self):
        """What stands in the cards of A and B: "2 × 3 typed"."""
        words = ("typed", "seed", ".npy", ".npz")
        return sorted({name for name in self.app.labels() if name.endswith(words) or "seed " in name})

    def state(self):
        """What a step of undo changes."""
        return self.app.front_page(), self.app.labels(self.app.page("GsSpecPane"))

    def paste_on_window(self, text, expected):
        with Outside("copy", text):
            self.focus_window()
            self.app.key("ctrl+v")
            self.app.find_text(expected)
        self.focus_window(PREVIEW)

    def drop(self, kind, what, x, y):
        """Drags something from another program to a point of the window."""
        with Outside(kind, what, "1190", "20"):
            moves = [["mousemove", str(1230 - i * (1230 - x) // 20), str(50 - i * (50 - y) // 20)] for i in range(21)]
            subprocess.run(["xdotool", "mousemove", "1230", "50", "mousedown", "1"], check=True)
            for move in moves:
                subprocess.run(["xdotool", *move], check=True)
            subprocess.run(["xdotool", "mouseup", "1"], check=True)
            self.app.find_text("values")
        self.focus_window(PREVIEW)

    def wait_closed(self):
        """Asked of the display: GTK 4.8 can stumble over a question about a window that is just going."""
        wait_for(lambda: not self.x_windows(PREVIEW), "the preview to close")
        self.focus_window()

    def test_drag_paste_type_undo_close_reopen(self):
        """The journey that the program is for."""
        path = self.write("weights.npy", npy_bytes((2, 3), [0.5, 1.25, -2, 3, 1 / 3, 7]))
        app = self.start({"op": "hadamard", "m": 2, "n": 3, "a": "ones", "b": "zeros", "backend": ["cpu"], "repeats": 3},
                         env=self.home)
        app.find_text("2 × 3 zeros")

        self.drop("drag-file", path, 600, 300)
        app.find_text("NumPy .npy 1.0 <f8")
        app.find_text("1 of 6 values is not the same number as float32")
        app.screenshot("drop-preview")
        app.key("Return")
        self.wait_closed()
        app.find_text("2 × 3 weights.npy")

        self.paste_on_window(BLOCK, "TSV, decimal comma")
        app.key("alt+b")
        self.wait_closed()
        app.find_text("2 × 3 typed")

        app.click(app.find(name="Edit A"))
        editor = app.find("text", "Values of A")
        wait_for(lambda: extents(editor).height > 20, "the card to unfold")
        app.type_into(editor, "[9 8 7; 6 5 4]")
        wait_for(lambda: len([name for name in app.labels() if name == "2 × 3 typed"]) == 2, "the typed literal")
        app.run_and_wait()
        app.show_view("Numbers")
        page = app.page("GsNumbersPage")
        wait_for(lambda: {"13.5", "16", "21", "24", "26.25"} <= set(app.labels(page)), "the product of both")

        # All of it undone, the view included, then done again.
        for summary, gone in (("2 × 3 weights.npy", None), ("2 × 3 zeros", None), ("2 × 3 ones", "2 × 3 weights.npy")):
            for _ in range(3):
                before = self.state()
                app.key("ctrl+z")
                wait_for(lambda before=before: self.state() != before, "a step back")
                if summary in app.labels():
                    break
            app.find_text(summary)
            self.assertNotIn(gone, app.labels())
        wait_for(lambda: app.front_page() == "Coverage", "the view that was")
        for _ in range(5):
            app.key("ctrl+shift+z")
        wait_for(lambda: len([name for name in app.labels() if name == "2 × 3 typed"]) == 2, "all done again")
        app.show_view("Numbers")
        verdict = app.wait_verdict("bit for bit")
        app.quit()

        app = self.start(env=self.home)
        wait_for(lambda: len([name for name in app.labels() if name == "2 × 3 typed"]) == 2, "what was there")
        self.assertEqual(app.front_page(), "Numbers")
        page = app.page("GsNumbersPage")
        wait_for(lambda: {"13.5", "16", "21", "24", "26.25"} <= set(app.labels(page)), "the finished run")
        self.assertEqual(app.verdict(), verdict)
        app.screenshot("reopened")

    def test_killed_program_leaves_nothing_lost(self):
        app = self.start({"op": "add", "m": 1, "n": 2, "a": "ones", "b": "ones", "backend": ["cpu"], "repeats": 3},
                         env=self.home)
        app.find_text("1 × 2 ones")
        app.run_and_wait()
        self.paste_on_window("[[1.5, 2.5], [3.5, -0.0]]", "2 × 2 values")
        app.key("Return")
        self.wait_closed()
        app.find_text("2 × 2 typed")
        state = os.path.join(self.home["XDG_STATE_HOME"], "gridscope")

        def kept_aside():
            for name in os.listdir(state) if os.path.isdir(state) else ():
                if name.startswith("autosave-"):
                    with open(os.path.join(state, name), encoding="utf-8") as file:
                        text = file.read()
                    return "3.5" in text and '"reports"' in text
            return False

        wait_for(kept_aside, "the autosave")
        app.crash()
        app = self.start(env=self.home)
        app.find_text("2 × 2 typed")
        app.find_text("ended unexpectedly")
        app.key("ctrl+z")
        wait_for(lambda: "2 × 2 typed" not in app.labels(), "undo of the restored values")

    def find_cell(self, part):
        """The line under the sheet, which says where the cursor is or what is selected."""
        wait_for(lambda: any(part in node.get_name() for node in self.app.nodes(showing=False)),
                 f"“{part}” under the sheet")

    def test_sheet_of_cells(self):
        app = self.start({"op": "hadamard", "m": 2, "n": 3, "a": "zeros", "b": "ones", "backend": ["cpu"]})
        app.click(app.find(name="Edit A"))
        button = app.find("push button", "Cells…")
        wait_for(lambda: extents(button).height > 20, "the card to unfold")
        app.click(button)
        self.focus_window("^Matrix A$")
        self.find_cell("A[0, 0] = 0")
        app.key("1", "Tab", "2", "Tab", "minus", "0", "Return")
        self.find_cell("A[1, 2] = 0")
        app.key("Up")
        self.find_cell("A[0, 2] = -0")

        # A range copied as a spreadsheet has it, to another place.
        app.key("ctrl+Home", "shift+Right")
        self.find_cell("1 × 2 selected from row 0, column 0")
        app.key("ctrl+c", "Down", "Home", "ctrl+v")
        self.find_cell("1 × 2 selected from row 1, column 0")
        app.key("Home", "Right")
        self.find_cell("A[1, 1] = 2")

        # Wrong text stays with its reason, and spoils nothing.
        app.key("a", "b", "c", "Return", "Up", "Up", "Down")
        wait_for(lambda: any("“abc” is not a number; type one" in node.get_name() for node in app.nodes(showing=False)),
                 "what is wrong with it")
        app.screenshot("sheet-wrong")
        app.key("7", "Return")
        app.key("ctrl+Home", "Down", "Right")
        self.find_cell("A[1, 1] = 7")
        app.key("ctrl+z")
        self.find_cell("A[1, 1] = 2")
        app.key("ctrl+z")
        self.find_cell("A[1, 1] = 0")
        app.key("ctrl+a", "Delete", "ctrl+End")
        self.find_cell("A[1, 2] = 0")
        app.key("ctrl+z", "ctrl+Home")
        self.find_cell("A[0, 0] = 1")

    def test_questions_before_values_are_taken(self):
        path = os.path.join(self.folder, "two.npz")
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("bias.npy", npy_bytes((1, 3), [1, 2, 3]))
            archive.writestr("weights.npy", npy_bytes((3, 2), [1, 2, 3, 4, 5, 6]))
        app = self.start()
        before = self.summaries()

        # What is wrong is said, and changes nothing.
        self.paste_on_window("1 2\n3 4 5\n", "row 2 has 3 numbers where row 1 has 2")
        app.key("Escape")
        self.wait_closed()
        self.assertEqual(self.summaries(), before)

        # A comma that can be two things.
        self.paste_on_window("1,234", "can mean 1.234 (decimal comma)")
        self.assertFalse(app.is_sensitive("Use as A"))
        app.screenshot("comma-question")
        app.click(app.find(name="Decimal comma"))
        app.find_text("1 × 1 values")
        app.click(app.find(name="Decimal point"))
        app.find_text("1 × 2 values")
        app.key("Return")
        self.wait_closed()
        app.find_text("1 × 2 typed")

        # Several arrays.
        self.drop("drag-file", path, 600, 300)
        app.find_text("1 × 3 values")
        app.screenshot("array-choice")
        app.choose_from(app.find("combo box", "Array"), "weights")
        app.find_text("3 × 2 values")
        app.key("alt+b")
        self.wait_closed()
        app.find_text("3 × 2 two.npz")

        # Text on a card is meant for its matrix.
        box = extents(app.find(name="Edit B"))
        self.drop("drag-text", "| 1 | 2 |\n|---|---|\n| 3 | 4 |\n| 5 | 7 |\n", box.x - 60, box.y + 20)
        app.find_text("Markdown table")
        app.key("Return")
        self.wait_closed()
        app.find_text("3 × 2 typed")


if __name__ == "__main__":
    unittest.main()
