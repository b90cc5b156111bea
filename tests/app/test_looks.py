"""Small screens, large type, dark and high contrast: everything stays inside, and a picture of each is kept."""

import subprocess
import sys
import unittest
from pathlib import Path

from gridscope_app import AppTest, extents, wait_for

SPEC = {"op": "hadamard", "m": 13, "n": 21, "block": [8, 4], "guard": False}
SMALL = (1024, 600)


class Looks(AppTest):
    def set_text_scale(self, percent):
        manager = subprocess.Popen([sys.executable, str(Path(__file__).with_name("xsettings.py")),
                                    f"Xft/DPI={96 * 1024 * percent // 100}"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(manager.stdout.close)
        self.addCleanup(manager.wait)
        self.addCleanup(manager.kill)
        self.assertEqual(manager.stdout.readline().strip(), "ready")

    def outside(self):
        """What must be reached without scrolling and does not lie within the window."""
        app = self.app
        frame = app.frame()
        parts = [(name, extents(app.find(role, name)))
                 for role, name in (("push button", "Run"), ("push button", "Main menu"), ("push button", "Play"),
                                    ("image", "Coverage of the output by the grid of blocks"))]
        parts.append(("the verdict", extents(next(app.nodes("status bar")))))
        return [name for name, box in parts if box.x < 0 or box.y < 0 or box.x + box.width > frame.width + 1
                or box.y + box.height > frame.height + 1]

    def look(self, picture, size=SMALL, env=None):
        app = self.start(SPEC, env=env)
        app.wait_verdict("75 write out of bounds")
        wait_for(lambda: app.resize(*size) == size, f"a window of {size[0]} × {size[1]}")
        # Not at once: the new size comes before all is laid out anew.
        wait_for(lambda: not self.outside(), "all within the window", 20)
        app.screenshot(picture)

    def test_small_window(self):
        self.look("small")

    def test_double_type_in_a_small_window(self):
        self.set_text_scale(200)
        self.look("double-type")

    def test_dark(self):
        self.look("dark", env={"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})

    def test_high_contrast(self):
        self.look("high-contrast", env={"ADW_DEBUG_HIGH_CONTRAST": "1"})


if __name__ == "__main__":
    unittest.main(verbosity=2)
