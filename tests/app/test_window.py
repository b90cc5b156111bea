"""The main job, as a person does it: type two matrices, run, read the result."""

import os
import signal
import unittest

from gridscope_app import AppTest, extents, text_of, wait_for

# A product that takes minutes, on the CPU alone.
LONG = {"op": "matmul", "m": 1500, "n": 1500, "k": 1500, "backend": ["cpu"], "repeats": 5000}


class Window(AppTest):
    def choose(self, name, content):
        """Opens the card of A or B and chooses what is in it."""
        app = self.app
        if not list(app.nodes("combo box", f"Content of {name}")):
            app.click(app.find(name=f"Edit {name}"))
        combo = app.find("combo box", f"Content of {name}")
        wait_for(lambda: extents(combo).height > 20, "the card to unfold")
        app.choose_from(combo, content)

    def values_of(self, name):
        """The editor of A or B."""
        app = self.app
        if not list(app.nodes("text", f"Values of {name}")):
            self.choose(name, "Typed values")
        return app.find("text", f"Values of {name}")

    def set_values(self, name, text, summary):
        self.app.type_into(self.values_of(name), text)
        # That of A may say of its own values what is waited for here.
        n_typed = 1 if name == "A" else 2
        wait_for(lambda: self.app.labels().count(summary) >= n_typed, f"{name} as {summary}")

    def set_spin(self, name, value):
        self.app.type_into(self.app.find("spin button", name), str(value), "Tab")

    def wait_idle(self):
        wait_for(lambda: self.app.is_sensitive("Run") and not self.app.is_sensitive("Stop"), "the run to end")

    def start_long_run(self):
        app = self.start(LONG)
        app.key("F5")
        wait_for(lambda: app.is_sensitive("Stop"), "the run to start")
        wait_for(app.workers, "a worker")
        return app

    def wait_values(self, *values):
        page = self.app.page("GsNumbersPage")
        wait_for(lambda: set(values) <= set(self.app.labels(page)), " ".join(values))

    def test_seed_example(self):
        app = self.start()
        self.set_values("A", "[1 2; 3 4]", "2 × 2 typed")
        self.set_values("B", "[5 6; 7 8]", "2 × 2 typed")
        app.show_view("Numbers")
        app.run_and_wait()
        self.wait_values("5", "12", "21", "32")
        app.screenshot("hadamard")
        app.wait_verdict("bit for bit")

        app.key("alt+3")
        app.wait_verdict("before the change")
        app.run_and_wait()
        self.wait_values("19", "22", "43", "50")
        app.screenshot("matmul")
        app.wait_verdict("within the rounding bound")

    def test_changed_launch_is_planned_at_once(self):
        app = self.start()
        app.wait_verdict("⌈7 / 4⌉ = 2 blocks of 4 threads = 8 threads: 7 work, 1 is stopped")
        self.set_spin("Block x", 256)
        app.wait_verdict("249")
        app.key("ctrl+g")
        app.wait_verdict("out of bounds")
        app.screenshot("guard-off")
        app.key("ctrl+z", "ctrl+z")
        app.wait_verdict("⌈7 / 4⌉ = 2 blocks of 4 threads")

    def test_wrong_matrix_says_so_and_stays(self):
        app = self.start()
        editor = self.values_of("A")
        app.type_into(editor, "[1 2; 3]")
        app.find_text("Row 1")
        self.assertEqual(text_of(editor), "[1 2; 3]")
        app.screenshot("wrong-matrix")
        self.set_values("A", "[1 2; 3 4]", "2 × 2 typed")
        self.assertFalse([name for name in app.labels() if "Row 1" in name])

    def test_wrong_size_says_so_and_stays(self):
        app = self.start()
        entry = app.find("text", "m")
        app.type_into(entry, "seven")
        app.find_text("is not a whole number")
        app.key("ctrl+g")
        app.wait_verdict("out of bounds")
        self.assertEqual(text_of(entry), "seven")

    def test_block_too_large_cannot_run(self):
        app = self.start()
        self.set_spin("Block x", 2048)
        app.find_text("1024")
        app.key("F5")
        app.find_text("Not run. A block of 2048 threads")
        self.assertTrue(app.is_sensitive("Run") and not app.is_sensitive("Stop"))
        app.key("ctrl+z")
        app.wait_verdict("2 blocks of 4 threads")
        app.run_and_wait()

    def test_stop(self):
        app = self.start_long_run()
        app.key("Escape")
        self.wait_idle()
        app.find_text("Stopped")

    def test_killed_worker_is_replaced(self):
        app = self.start_long_run()
        for worker in app.workers():
            os.kill(worker, signal.SIGKILL)
        self.wait_idle()
        app.wait_verdict("started again")
        app.screenshot("worker-died")
        self.set_values("A", "[1 2; 3 4]", "2 × 2 typed")
        self.set_values("B", "[5 6; 7 8]", "2 × 2 typed")
        app.show_view("Numbers")
        app.run_and_wait()
        self.wait_values("19", "22", "43", "50")

        # A run that fails leaves none of them behind; they stay in the history.
        app.key("ctrl+z", "ctrl+z", "ctrl+z")  # the view, B and A
        app.show_view("Numbers")
        app.wait_verdict("From the run before the change")
        # A source beside which nothing of the run stands is of no run.
        app.show_view("Kernel")
        wait_for(lambda: app.verdict() and "From the run before" not in app.verdict(), "what is said of the source alone")
        app.key("F5")
        wait_for(lambda: app.is_sensitive("Stop"), "the long run to begin")
        for worker in app.workers():
            os.kill(worker, signal.SIGKILL)
        self.wait_idle()
        app.wait_verdict("started again")
        app.show_view("Numbers")
        self.assertNotIn("50", app.labels(app.page("GsNumbersPage")))
        app.screenshot("worker-died-again")
        app.show_view("History")
        self.assertIn("1", app.labels(app.page("GsHistoryPage")))

    def test_threads_by_keyboard(self):
        app = self.start({"op": "hadamard", "m": 13, "n": 21, "block": [8, 4], "guard": False})
        app.click(app.find("image", "Coverage of the output by the grid of blocks"))
        app.key("ctrl+Home")
        app.find_text("writes C[0][0]")
        app.key("ctrl+Right", "ctrl+Right", "Right", "Right", "Right", "Right", "Right", "Right", "Down")
        app.find_text("another thread")
        app.screenshot("aliased")
        app.click(app.find("push button", "Go There"))
        app.find_text("also written by")
        app.key("ctrl+End")
        app.find_text("out of bounds: it writes")

    def test_keys_after_a_submenu(self):
        """A menu that is left from its submenu must give the keyboard back."""
        app = self.start()
        front = app.front_page()
        app.key("F10")
        app.wait_focus("New Window")
        for name in ("Open…", "Open Recent", "Open Recording"):
            app.key("Down")
            app.wait_focus(name)
        app.key("Return")
        app.find("menu item", "Hadamard product, seed example")
        app.key("Escape")
        app.wait_focus("Main menu")
        app.key("ctrl+Next")
        wait_for(lambda: app.front_page() != front, "the next view")

    def test_views_by_keyboard(self):
        """Ctrl+Page Down goes once around, and a name leads to each."""
        app = self.start()
        # Not asked of the tabs: they may have no room.
        names = ["Coverage", "Timing", "Numbers", "Memory", "Schedule", "Crossover", "Roofline", "Occupancy", "Kernel",
                 "History"]
        for name in names[1:] + names[:1]:
            app.key("ctrl+Next")
            wait_for(lambda name=name: app.front_page() == name, f"{name} in front")


if __name__ == "__main__":
    unittest.main(verbosity=2)
