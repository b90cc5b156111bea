"""The laboratory: roofs, and the runs of the session."""

import unittest

from gridscope_app import AppTest, wait_for

SWEEP = {"op": "matmul", "m": 64, "n": 64, "k": 64, "block": [8, 8], "kernel": ["cpu_ijk", "cpu_blocked"],
         "backend": ["cpu"], "repeats": 3}
PAGES = ["Coverage", "Timing", "Numbers", "Memory", "Schedule", "Crossover",
         "Roofline", "Occupancy", "Kernel", "History"]


class Lab(AppTest):
    def turn_to(self, title):
        """Another page, by keyboard: the tabs do not all have room."""
        self.app.key(*["ctrl+Next"] * PAGES.index(title))
        wait_for(lambda: self.app.front_page() == title, f"{title} in front")

    def open_page(self, title, spec):
        self.start(spec)
        self.turn_to(title)
        return self.app

    def run_and_wait(self):
        self.app.key("F5")
        wait_for(lambda: self.app.is_sensitive("Run") and not self.app.is_sensitive("Stop"), "the run to end")

    def wait_labels(self, page, *parts):
        def all_there():
            labels = self.app.labels(self.app.page(page))
            return all(any(part in label for label in labels) for part in parts)

        wait_for(all_there, " ".join(parts))

    def test_runs_are_kept_named_and_compared(self):
        app = self.open_page("History", SWEEP)
        app.find_text("No Runs Yet")
        self.run_and_wait()
        app.wait_verdict("times as long as")
        self.run_and_wait()
        self.wait_labels("GsHistoryPage", "2 runs, newest first", "95 % interval")
        entry = next(app.nodes("text", "Name of the run"))
        app.click(entry)
        app.key("ctrl+a")
        app.type("before the change")
        app.key("Return")
        app.wait_verdict("“before the change”")
        app.screenshot("history")

    def test_roofs_are_measured(self):
        app = self.open_page("Roofline", SWEEP)
        self.run_and_wait()
        app.wait_verdict("Measure this machine")
        app.click(app.find("push button", "Measure This Machine"))
        app.wait_verdict("operations per byte")
        self.wait_labels("GsRooflinePage", "matmul/cpu_ijk 64×64", "The roof allows")
        app.screenshot("roofline")


if __name__ == "__main__":
    unittest.main(verbosity=2)
