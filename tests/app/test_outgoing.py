"""What leaves the window: pictures and tables through the clipboard, a picture by drag, a page on paper, the system report."""

import base64
import os
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

from gridscope_app import AppTest, Outside, extents, wait_for

SPEC = {"op": "hadamard", "m": 13, "n": 21, "block": [8, 4], "guard": False}


class Outgoing(AppTest):
    def pasted(self, mime):
        with Outside("paste", mime) as other:
            return base64.b64decode(other.line())

    def start_plane(self):
        app = self.start(SPEC)
        app.wait_verdict("75 write out of bounds")
        return app

    def test_picture_in_both_formats(self):
        app = self.start_plane()
        app.key("shift+ctrl+c")
        app.find_text("Picture copied.")
        png = self.pasted("image/png")
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertGreaterEqual(int.from_bytes(png[16:20], "big"), 1200, "two pixels for each point")
        svg = ElementTree.fromstring(self.pasted("image/svg+xml"))
        self.assertTrue(svg.tag.endswith("svg"))
        self.assertIn("384", " ".join(svg.itertext()), "the picture's numbers, in words")

    def test_table(self):
        app = self.start_plane()
        app.key("shift+ctrl+t")
        app.find_text("Table copied.")
        rows = dict(line.split("\t") for line in self.pasted("text/plain;charset=utf-8").decode().splitlines())
        self.assertEqual((rows["threads"], rows["out of bounds"], rows["aliased"]), ("384", "75", "36"))

    def test_nothing_to_take(self):
        app = self.start_plane()
        app.show_view("Timing")
        app.key("shift+ctrl+c")
        app.find_text("There is nothing to copy yet: run first (F5).")
        app.key("ctrl+p")
        app.find_text("There is nothing to print yet: run first (F5).")

    def test_drag_into_another_program(self):
        app = self.start_plane()
        wait_for(lambda: app.resize(1100, 700) == (1100, 700), "room beside the window")
        button = app.find("push button", "Copy picture")
        with Outside("drop", "1140", "40") as other:
            app.drag(button, 1200, 70)
            uri = other.line()
            self.assertTrue(uri.startswith("file:///") and uri.endswith("/coverage.png"), uri)
            with open(uri[len("file://"):], "rb") as file:
                self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")

    def test_system_report(self):
        app = self.start_plane()
        app.key("F10")
        app.click(app.find("menu item", "About Gridscope"))
        app.click(app.find("list item", "Troubleshooting"))
        app.click(app.find("list item", "Debugging Information"))
        wait_for(lambda: any("libadwaita" in text for text in self.texts()), "the report")
        app.click(app.find("push button", "Copy Text"))
        report = self.pasted("text/plain;charset=utf-8").decode()
        for part in ("Gridscope: ", "System: ", "GTK: ", "CPU: ", "BLAS: ", "GPU: "):
            self.assertIn(part, report)


if __name__ == "__main__":
    unittest.main(verbosity=2)
