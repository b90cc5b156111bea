"""The coverage view: threads and elements by keys and mouse, the mini-map, and launches being played."""

import subprocess
import unittest

from gridscope_app import AppTest, Atspi, has_state, wait_for

IMAGE = "Coverage of the output by the grid of blocks"
SHEET = {"op": "hadamard", "m": 13, "n": 21, "block": [8, 4], "guard": False}
TILED = {"op": "matmul", "m": 6, "n": 7, "k": 10, "block": [4, 4], "kernel": ["matmul/k3_shared_tile"],
         "a": "iota", "b": "ones"}


class Coverage(AppTest):
    def begin(self, spec):
        app = self.start(spec)
        self.image = app.find("image", IMAGE)
        app.click(self.image)
        return app

    def press(self, keys, part):
        self.app.key(*keys.split())
        self.app.find_text(part)

    def wait_description(self, *parts):
        def said():
            text = self.image.get_description()
            return all(part in text for part in parts) and text

        return wait_for(said, "a description with " + " ".join(parts))

    def test_keys_move_by_thread_and_block(self):
        self.begin(SHEET)
        for keys, part in (("ctrl+Home", "writes C[0][0]"), ("Right", "writes C[0][1]"), ("Down", "writes C[1][1]"),
                           ("ctrl+Down", "writes C[5][1]"), ("ctrl+Right", "writes C[5][9]"), ("Left", "writes C[5][8]"),
                           ("Up", "writes C[4][8]"), ("Home", "writes C[4][0]"), ("ctrl+Up", "writes C[0][0]"),
                           ("End", "index 23 is C[1][2]"), ("ctrl+End", "out of bounds: it writes"),
                           ("ctrl+Left", "out of bounds: it writes")):
            with self.subTest(keys=keys):
                self.press(keys, part)

    def test_pinned_threads_are_undone(self):
        """Walking from thread to thread is one change; another view is another."""
        app = self.begin({"op": "hadamard", "m": 2, "n": 7, "block": [4]})
        # What the pointer is over shows while nothing is pinned.
        subprocess.run(["xdotool", "mousemove", "1270", "790"], check=True)
        self.press("ctrl+Home", "writes C[0][0]")
        self.press("Right", "writes C[0][1]")
        app.key("ctrl+Next")
        wait_for(lambda: app.front_page() == "Timing", "the next view")
        app.key("ctrl+z")
        wait_for(lambda: app.front_page() == "Coverage", "the view that was")
        app.find_text("writes C[0][1]")
        app.key("ctrl+z")
        app.find_text("Click a cell, or move with the arrow keys")
        app.key("ctrl+shift+z")
        app.find_text("writes C[0][1]")

    def test_from_thread_to_element_and_back(self):
        """An aliased thread leads to the element it spoils, and that to both who write it."""
        app = self.begin(SHEET)
        self.press("ctrl+Home End", "index 23 is C[1][2]")
        app.screenshot("aliased-arrow")
        self.press("e", "writes C[1][2]")
        app.find_text("also written by block (2, 0), thread (7, 0)")
        app.screenshot("written-twice-arrow")
        self.press("g", "index 23 is C[1][2]")
        app.click(app.find("push button", "To Its Element"))
        app.find_text("writes C[1][2]")

    def test_an_element_of_a_wrong_stride_names_its_writers(self):
        self.begin({"op": "matmul", "m": 3, "n": 5, "k": 2, "block": [8, 4], "guard": False, "break": ["leading-dimension"],
                    "kernel": ["matmul/k1_naive"]})
        # A fault that comes with the file is in sight, to be taken out again.
        fault = self.app.find(name="Wrong leading dimension")
        self.assertTrue(has_state(fault, Atspi.StateType.CHECKED))
        self.press("ctrl+Home Down", "Element C[1][0]")
        self.app.find_text("Written by block (0, 0), thread (5, 0)")
        self.app.screenshot("wrong-stride-arrows")

    def test_a_missed_element(self):
        self.begin({"op": "hadamard", "m": 1, "n": 7, "block": [4], "grid": "floor"})
        self.press("ctrl+End", "No thread writes this element.")

    def test_minimap_steers(self):
        app = self.begin({"op": "hadamard", "m": 1000, "n": 1003, "block": [16, 16]})
        self.press("ctrl+Home", "writes C[0][0]")
        app.key("plus", "plus", "plus", "plus")
        box = app.settle(self.image)
        app.screenshot("minimap-before")
        # The lower right of the map, which stands in the lower right of the plot.
        app.click_at(box.x + box.width * 93 // 100, box.y + box.height * 85 // 100)
        app.screenshot("minimap-after")
        app.click_at(box.x + box.width // 2, box.y + box.height // 2)
        app.find_text("(62, ")

    def test_threads_by_mouse(self):
        app = self.begin({"op": "hadamard", "m": 2, "n": 2, "block": [2, 2]})
        box = app.settle(self.image)
        app.click_at(box.x + box.width // 2 - 24, box.y + box.height // 2 - 40)
        app.find_text("writes C[0][0]")

    def test_pointer_goes_from_a_thread_to_what_is_said_of_it(self):
        """What is said goes while the pointer is on its way to it."""
        app = self.start({"op": "hadamard", "m": 2, "n": 2, "block": [2, 2]})
        self.image = app.find("image", IMAGE)
        box = app.settle(self.image)
        app.point_at(box.x + box.width // 2 - 24, box.y + box.height // 2 - 40)
        said = app.settle(app.find_text("writes C[0][0]"))
        app.point_at(said.x + said.width // 2, said.y + said.height // 2)
        app.find_text("Click a cell")

    def test_tiled_product_step_by_step(self):
        app = self.begin(TILED)
        self.press("ctrl+Home", "writes C[0][0]")
        self.press("period", "step 1 of")
        self.wait_description("tile 1 of 3: warp 1 of 1 loads its part of A and B")
        self.press("period", "step 2 of")
        self.wait_description("barrier 1 opens")
        app.key("period", "period", "period")
        self.wait_description("k-loop, product 3 of 4", "sum = 1 + 2·1 = 3 after 3 of 10 terms")
        app.screenshot("tiles")
        self.press("comma", "step 4 of")
        self.wait_description("sum = 0 + 1·1 = 1 after 2 of 10 terms")
        app.key("period", "period", "period")
        self.wait_description("barrier 2 opens", "sum = 6 after 4 of 10 terms")

    def test_tiled_product_without_a_barrier(self):
        app = self.begin({**TILED, "m": 20, "n": 20, "block": [8, 8], "break": ["barrier-1"]})
        self.press("ctrl+Home", "writes C[0][0]")
        self.press("period period period", "step 3 of")
        self.wait_description("goes on alone through its k-loop", "depends on which warp is faster")
        app.screenshot("tiles-no-barrier")

    def test_play_runs_to_its_end(self):
        app = self.begin({"op": "hadamard", "m": 1, "n": 1600, "block": [32]})
        app.find_text("all 50 warps")
        app.key("space")
        app.find("push button", "Pause")
        app.find_text(" of 50")
        app.find("push button", "Play")
        app.find_text("all 50 warps")

    def test_a_few_warps_are_there_to_be_watched(self):
        """How long is for the test of the pace; here that it can be paused before the end, stepped on, and begun again."""
        app = self.begin({"op": "hadamard", "m": 1, "n": 64, "block": [32]})
        for _ in range(2):
            app.find_text("all 2 warps")
            app.key("space")
            app.find_text(" of 2")
            app.key("space")
            app.find("push button", "Play")
            label = app.find_text(" of 2")
            app.screenshot("few-warps")
            app.key(*["period"] * (2 - int(label.get_name().split()[1])))


if __name__ == "__main__":
    unittest.main(verbosity=2)
