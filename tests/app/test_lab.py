"""The laboratory: timing, sweeps, roofs, schedules, and the runs of the session."""

import json
import os
import subprocess
import unittest

from gridscope_app import AppTest, Atspi, extents, has_state, read_clipboard, wait_for

SWEEP = {"op": "matmul", "m": 64, "n": 64, "k": 64, "block": [8, 8], "kernel": ["cpu_ijk", "cpu_blocked"],
         "backend": ["cpu"], "repeats": 3}
PAGES = ["Coverage", "Timing", "Numbers", "Memory", "Schedule", "Crossover",
         "Roofline", "Occupancy", "Kernel", "History"]
RECORDINGS = os.path.join(os.environ["GRIDSCOPE_SOURCE"], "data", "recordings")
# What the schedule keeps free about its plot, in pixels.
LEFT, TOP, RIGHT, BOTTOM = 64, 66, 20, 70


class Lab(AppTest):
    def turn_to(self, title):
        """Another page, by keyboard: the tabs do not all have room."""
        self.app.key(*["ctrl+Next"] * PAGES.index(title))
        wait_for(lambda: self.app.front_page() == title, f"{title} in front")

    def open_page(self, title, spec):
        self.start(spec)
        self.turn_to(title)
        return self.app

    def open_recording(self, title, name):
        """Gives the recording; the program has it open with that page in front."""
        path = os.path.join(RECORDINGS, name + ".json")
        self.start_with(path)
        self.app.find_status("Recorded on NVIDIA H200")
        self.app.show_view(title)
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def wait_labels(self, page, *parts):
        def all_there():
            labels = self.app.labels(self.app.page(page))
            return all(any(part in label for label in labels) for part in parts)

        wait_for(all_there, " ".join(parts))

    def test_runs_are_kept_named_and_compared(self):
        app = self.open_page("History", SWEEP)
        app.find_text("No Runs Yet")
        app.run_and_wait()
        wait_for(lambda: any(said in app.verdict() for said in ("times as long as", "told apart")), "two compared")
        app.run_and_wait()
        self.wait_labels("GsHistoryPage", "2 runs, newest first", "95 % interval")
        app.type_into(next(app.nodes("text", "Name of run 2")), "before the change", "Return")
        app.wait_verdict("“before the change”")
        app.screenshot("history")

    def test_unlike_runs_are_not_compared_without_a_word(self):
        app = self.open_page("History", SWEEP)
        app.run_and_wait()
        app.type_into(app.find("text", "n"), "9", "Return")
        app.run_and_wait()
        said = app.wait_verdict("Not like with like: size ")
        self.assertIn("run 1,", said)
        self.assertIn("run 2,", said)
        app.screenshot("history-unlike")
        # Two of the same name, and of the same work.
        app.run_and_wait()
        app.wait_verdict("run 3,")
        self.assertNotIn("Not like", app.verdict())
        page = app.page("GsHistoryPage")
        self.assertLessEqual({"1", "2", "3"}, set(app.labels(page)))

    def test_roofs_are_measured(self):
        app = self.open_page("Roofline", SWEEP)
        app.run_and_wait()
        app.wait_verdict("Measure this machine")
        button = app.find("push button", "Measure This Machine")
        box = app.settle(button)
        # Work like a run: nothing else is measured beside it, and it can be stopped.
        app.run_and_wait(start=lambda: app.point_at(box.x + box.width // 2, box.y + box.height // 2, "click", "1", "key",
                                                    "Escape"))
        self.assertIn("Measure this machine", app.verdict())
        app.click(button)
        app.wait_verdict("operations per byte")
        self.wait_labels("GsRooflinePage", "matmul/cpu_ijk 64×64", "The roof allows")
        app.screenshot("roofline")

    def test_lanes_have_room_for_larger_words(self):
        app = self.open_page("Timing", {**SWEEP, "op": "hadamard", "k": 0, "kernel": ["cpu_scalar", "cpu_streaming"]})
        app.run_and_wait()

        def height():
            page = app.page("GsTimingPage")
            return max((extents(node).height for node in app.nodes(within=page) if node.get_role_name() in ("image", "icon")),
                       default=0)

        usual = wait_for(height, "the lanes")
        app.key("F11")
        wait_for(lambda: height() > usual, "lanes that are higher in presenter mode")
        app.key("F11")
        wait_for(lambda: height() == usual, "lanes as high as before")

    def test_sweep_is_stopped_and_goes_on(self):
        app = self.open_page("Crossover", {**SWEEP, "repeats": 100})
        self.set_entry("To size", "8")
        self.find_problem("The range is reversed: 32 is more than 8")
        self.assertFalse(app.is_sensitive("Start Sweep"))
        self.set_entry("To size", "x")
        self.find_problem("“To” is “x”")
        self.set_entry("To size", "1024")
        wait_for(lambda: app.is_sensitive("Start Sweep"), "a sweep that can be started")
        app.click(app.find("push button", "Start Sweep"))
        app.wait_verdict("So far")
        app.click(app.find("push button", "Stop Sweep"))
        app.find("push button", "Continue")
        self.assertTrue(app.is_sensitive("Run"))
        self.wait_labels("GsCrossoverPage", "CPU naive", "CPU blocked", "32")
        app.screenshot("crossover")

    def find_problem(self, part):
        page = self.app.page("GsCrossoverPage")
        wait_for(lambda: any(part in (node.get_name() or "") for node in self.app.nodes(within=page)), part)

    def set_entry(self, name, text):
        app = self.app
        app.type_into(wait_for(lambda: next((n for n in app.nodes("text") if n.get_name().startswith(name)), None), name),
                      text)

    def test_pitfalls_of_a_recording(self):
        self.open_recording("Timing", "h200-hadamard-4096")
        app = self.app
        picture = self.picture("float32")
        for part in ("GPU, first run", "The launch returns after 4.91", "After 2048 launches the queue is full"):
            self.assertIn(part, picture.get_description())
        app.wait_verdict("move data over the bus")
        self.assertIn("Upload", picture.get_description())
        app.click(app.find("check box", "data already on the device"))
        wait_for(lambda: "Upload" not in self.picture("float32").get_description(), "no uploads")
        self.wait_labels("GsTimingPage", "Minimum", "MAD", "95 %", "drift", "steady")
        app.screenshot("timing-recorded")

    def write_report(self, results):
        """A report as a run writes it, with these results."""
        spec = {"op": "matmul", "m": 8, "n": 8, "k": 8, "block": [8, 8], "backend": ["cpu"]}
        return self.write_json(".json", {"schema": "gridscope.report/1", "spec": spec, "results": results})

    def timed_result(self, kernel, samples_ns, **stats):
        phases = [{"name": "compute", "ns": round(stats["median_ns"]), "clock": "host", "state": "measured"}]
        return {"backend": "cpu", "kernel": kernel, "status": "ok", "timed": True, "phases": phases, "phases_first": phases,
                "compute": {"n": len(samples_ns), "samples_ns": samples_ns, **stats}}

    def test_flags_shares_and_the_table_as_text(self):
        steady = self.timed_result("cpu_ijk", [100.0] * 9, min_ns=100, median_ns=100, mad_ns=0, p95_ns=100, drift=False)
        rising = self.timed_result("cpu_ikj", [50.0 + 10 * i for i in range(9)],
                                   min_ns=50, median_ns=90, mad_ns=20, p95_ns=130, drift=True)
        failed = {"backend": "cpu", "kernel": "cpu_blocked", "status": "failed", "error": "The test broke it."}
        app = self.start_with(self.write_report([steady, rising, failed]))
        app.show_view("Timing")
        self.wait_labels("GsTimingPage", "steady", "drift, noisy")
        self.assertIn("The test broke it.", self.picture("8").get_description())
        app.key("ctrl+shift+t")
        table = wait_for(lambda: "drift" in (read_clipboard() or "") and read_clipboard(), "the table on the clipboard")
        rows = [line.split("\t") for line in table.splitlines()]
        self.assertEqual(rows[0], ["result", "n", "min_ns", "median_ns", "mad_ns", "p95_ns", "drift", "noisy"])
        self.assertEqual(rows[1][1:], ["9", "100", "100", "0", "100", "no", "no"])
        self.assertEqual(rows[2][1:], ["9", "50", "90", "20", "130", "yes", "yes"])
        self.assertEqual(rows[3][1:], [""] * 7)
        self.assertNotIn("100 %", self.picture("8").get_description())
        app.click(app.find(None, "share of each lane"))
        wait_for(lambda: "Each lane is its own 100 %" in self.picture("8").get_description(), "shares of the lanes")
        app.screenshot("timing-shares")

    def test_damaged_recordings_change_nothing(self):
        whole = os.path.join(RECORDINGS, "h200-hadamard-seed.json")
        with open(whole, encoding="utf-8") as file:
            text = file.read()
        app = self.start_with(self.write_text(".json", text[:len(text) // 2]))
        wait_for(lambda: app.is_sensitive("Run"), "a window to work in")
        self.assertFalse(any("Recorded on" in node.get_name() for node in app.nodes("status bar")))
        app.show_view("Timing")
        app.find_text("Nothing Timed Yet")

    def test_pinned_host_memory_is_chosen_and_undone(self):
        app = self.start(SWEEP)
        check = app.find("check box", "Pinned host memory")
        self.assertFalse(has_state(check, Atspi.StateType.CHECKED))
        app.click(check)
        wait_for(lambda: self.is_checked("Pinned host memory"), "pinned memory")
        app.key("ctrl+z")
        wait_for(lambda: not self.is_checked("Pinned host memory"), "ordinary memory again")
        app.key("ctrl+shift+z")
        wait_for(lambda: self.is_checked("Pinned host memory"), "pinned memory again")

    def is_checked(self, name):
        return has_state(next(self.app.nodes("check box", name, showing=False)), Atspi.StateType.CHECKED)

    def test_schedule_of_every_kernel(self):
        self.open_recording("Schedule", "h200-matmul-1000x1003")
        app = self.app
        naive = app.wait_verdict("132 multiprocessors")
        app.choose_from(app.find("combo box", "Blocks of"), "GPU, k3 shared tile")
        shared = wait_for(lambda: app.verdict() != naive and app.verdict(), "the schedule of another kernel")
        self.assertIn("132 multiprocessors", shared)
        app.screenshot("schedule-kernel")

    def picture(self, part):
        return wait_for(lambda: next((node for node in self.app.nodes("image") if part in (node.get_name() or "")), None),
                        f"the picture of {part}")

    def test_schedule_is_zoomed(self):
        self.open_recording("Schedule", "h200-hadamard-unguarded")
        app = self.app
        app.wait_verdict("132 multiprocessors")
        picture = self.picture("Blocks on multiprocessors")
        box = app.settle(picture)
        self.assertFalse(self.is_zoomed())
        app.click_at(box.x + 10, box.y + 10)
        app.key("plus", "plus", "Right")
        wait_for(self.is_zoomed, "a part of the launch")
        app.key("0")
        wait_for(lambda: not self.is_zoomed(), "the whole launch")
        subprocess.run(["xdotool", "mousemove", "--sync", str(box.x + box.width // 2), str(box.y + box.height // 2),
                        "click", "4"], check=True)
        wait_for(self.is_zoomed, "a part of the launch by wheel")
        app.screenshot("schedule-zoomed")

    def is_zoomed(self):
        return has_state(next(self.app.nodes("push button", "Show the whole launch")), Atspi.StateType.SENSITIVE)

    def test_rows_change_as_one_of_them_is_clicked(self):
        """What was typed is taken as the keyboard leaves its field, on its way to a row that this changes."""
        app = self.app = self.start({"op": "hadamard", "m": 1, "n": 1000, "block": [256], "backend": ["cpu"]})
        app.show_view("Occupancy")

        def rows():
            found = [node for node in app.nodes(within=app.find(name="Occupancy by block size"))
                     if node.get_role_name() in ("table row", "list item")]
            return [row for row in found if 60 < extents(row).y < app.frame().height - 100]

        app.type_into(app.find("spin button", "Registers per thread"), "200")
        before = app.verdict()
        box = app.settle(wait_for(lambda: rows() and rows()[-1], "a row of the table on screen"))
        app.click_at(box.x + 40, box.y + box.height // 2)
        wait_for(lambda: app.verdict() != before, "the number that was typed to count")

    def test_schedule_and_coverage_point_at_each_other(self):
        report = self.open_recording("Schedule", "h200-hadamard-unguarded")
        app = self.app
        blocks = next(result["schedule"] for result in report["results"] if result.get("schedule"))["blocks"]
        box = app.settle(self.picture("Blocks on multiprocessors"))
        # In the middle of a block's time, on the lane of its multiprocessor.
        last_ns = max(block[4] for block in blocks)
        lanes = max(block[2] for block in blocks) + 1
        x, y, sm, start_ns, end_ns = blocks[7]
        app.click_at(
            box.x + LEFT + round((box.width - LEFT - RIGHT) * (start_ns + end_ns) / 2 / last_ns),
            box.y + TOP + int((box.height - TOP - BOTTOM) * (sm + 0.5) / lanes))
        app.wait_verdict(f"Block ({x}, {y}) ran on multiprocessor {sm}, ")
        self.assertEqual(self.selected_row(), f"({x}, {y})")
        app.screenshot("schedule-block")
        app.show_view("Coverage")
        self.wait_labels("GsCoveragePage", f"({x}, {y})")
        app.screenshot("schedule-block-in-coverage")
        # And back, from a cell near the corner of the first block.
        page = app.settle(app.page("GsCoveragePage"))
        app.click_at(page.x + 110, page.y + 140)
        wait_for(lambda: self.inspected_block() != f"({x}, {y})", "another block")
        chosen = self.inspected_block()
        app.show_view("Schedule")
        app.wait_verdict(f"Block {chosen} ran on multiprocessor ")
        self.assertEqual(self.selected_row(), chosen)
        app.screenshot("schedule-block-from-coverage")

    def inspected_block(self):
        labels = self.app.labels(self.app.page("GsCoveragePage"))
        return labels[labels.index("block") + 1]

    def selected_row(self):
        """The first cell of the row that is chosen; None: none is."""
        for role in ("table row", "list item"):
            for row in self.app.nodes(role):
                if has_state(row, Atspi.StateType.SELECTED):
                    return self.app.labels(row)[0]
        return None


if __name__ == "__main__":
    unittest.main(verbosity=2)
