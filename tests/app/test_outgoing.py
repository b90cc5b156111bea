"""What leaves the window as pictures: through the clipboard in both formats, and by drag."""

import base64
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

from gridscope_app import DEADLINE_S, AppTest, Outside, extents, read_clipboard, wait_for

SPEC = {"op": "hadamard", "m": 13, "n": 21, "block": [8, 4], "guard": False}


def press(*words):
    subprocess.run(["xdotool", *words], check=True)


class Outgoing(AppTest):
    def start_plane(self):
        app = self.start(SPEC)
        app.wait_verdict("75 write out of bounds")
        return app

    def test_picture_in_both_formats(self):
        self.start_plane().key("shift+ctrl+c")
        png = base64.b64decode(wait_for(lambda: read_clipboard("image/png"), "pixels on the clipboard"))
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertGreaterEqual(int.from_bytes(png[16:20], "big"), 1200, "two pixels for each point")
        drawing = ElementTree.fromstring(base64.b64decode(read_clipboard("image/svg+xml")))
        self.assertTrue(drawing.tag.endswith("svg"))
        self.assertIn("384", " ".join(drawing.itertext()), "the picture's numbers, in words")

    def test_drag_into_another_program(self):
        app = self.start_plane()
        wait_for(lambda: app.resize(1100, 700) == (1100, 700), "room beside the window")
        box = extents(app.find("push button", "Copy picture"))
        x, y = app.on_screen(box.x + box.width // 2, box.y + box.height // 2)
        with Outside("drop", "1140", "40") as other:
            press("mousemove", "--sync", str(x), str(y), "mousedown", "1")
            for i in range(1, 21):
                press("mousemove", str(x + i * (1200 - x) // 20), str(y + i * (70 - y) // 20))
            # Let go only over what has seen it, as a person does.
            wait_for(lambda: press("mousemove_relative", "1", "0", "mousemove_relative", "--", "-1", "0")
                     or other.says(0.2) == "over", "the picture over the other program")
            press("mouseup", "1")
            address = other.says(DEADLINE_S)
            self.assertTrue(address.startswith("file:///") and address.endswith("/coverage.png"), address)
            with open(address[len("file://"):], "rb") as file:
                self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")


if __name__ == "__main__":
    unittest.main(verbosity=2)
