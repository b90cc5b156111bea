"""Pictures of the window itself, drawn by the command line under a display of its own."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402

CLI = os.environ["GRIDSCOPE_CLI"]
SOURCE = os.environ["GRIDSCOPE_SOURCE"]
PLANE = ("--m", "13", "--n", "21", "--block", "8x4", "--no-guard")


def run(*words, env=None):
    return subprocess.run([CLI, *words], capture_output=True, text=True, check=False, env=env)


def displays():
    """The displays of this machine that answer or once did."""
    return {name for name in os.listdir("/tmp/.X11-unix")} if os.path.isdir("/tmp/.X11-unix") else set()


@unittest.skipUnless(shutil.which("Xvfb"), "no Xvfb")
class Pictures(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def path(self, name):
        return os.path.join(self.directory, name)

    def draw(self, name, *words, env=None):
        """The picture's pixels and what its alt text says."""
        done = run("figure", *words, "--window", "-o", self.path(name), "--alt", self.path(name + ".txt"), env=env)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.path(name + ".txt"), encoding="utf-8") as file:
            return GdkPixbuf.Pixbuf.new_from_file(self.path(name)), file.read()

    def bytes(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def lightness(self, picture):
        pixels = picture.get_pixels()
        return sum(pixels[1::4 * 97]) / len(pixels[1::4 * 97])

    def test_same_bytes_whatever_surrounds_and_nothing_is_left(self):
        before = displays()
        words = ("coverage", *PLANE, "--size", "1040x660")
        picture, text = self.draw("a.png", *words)
        self.assertEqual((picture.get_width(), picture.get_height()), (1040, 660))
        for number in ("384", "273", "75", "36"):
            self.assertIn(number, text)
        self.assertTrue(text.startswith("Gridscope, Coverage: "))
        self.assertIn(text.strip().encode(), self.bytes("a.png"), "the words are inside the picture")
        environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
        environment |= {"TZ": "Asia/Tokyo", "LC_ALL": "C", "LANGUAGE": "zh_CN", "GTK_THEME": "Adwaita:dark",
                        "HOME": "/nonexistent", "GDK_SCALE": "2"}
        self.draw("b.png", *words, env=environment)
        self.assertEqual(self.bytes("a.png"), self.bytes("b.png"))
        self.assertEqual(displays() - before, set())

    def test_theme_language_scale_and_thread_show(self):
        light, english = self.draw("light.png", "coverage", *PLANE, "--size", "900x600", "--thread", "2,1:6,2")
        dark, chinese = self.draw("dark.png", "coverage", *PLANE, "--size", "900x600", "--scale", "2", "--theme",
                                  "dark", "--language", "zh_CN")
        self.assertEqual((dark.get_width(), dark.get_height()), (1800, 1200))
        self.assertGreater(self.lightness(light), 160)
        self.assertLess(self.lightness(dark), 90)
        self.assertNotEqual(english, chinese)
        self.assertIn("384", chinese)
        self.draw("unpinned.png", "coverage", *PLANE, "--size", "900x600")
        self.assertNotEqual(self.bytes("light.png"), self.bytes("unpinned.png"))

    def test_a_report_and_the_session_that_holds_it_look_the_same(self):
        report = os.path.join(SOURCE, "docs", "reports", "simt-race.json")
        with open(report, encoding="utf-8") as file:
            document = json.load(file)
        session = self.path("race.gridscope")
        with open(session, "w", encoding="utf-8") as file:
            json.dump({"schema": "gridscope.session/1", "spec": document["spec"], "reports": [document],
                       "view": {"page": "numbers", "pane": False}}, file)
        _, text = self.draw("report.png", "kernel", "--report", report)
        self.assertIn("matmul/k3_shared_tile", text)
        _, without_pane = self.draw("session.png", "kernel", "--session", session)
        self.assertEqual(without_pane, text)
        self.assertNotEqual(self.bytes("report.png"), self.bytes("session.png"), "the pane is hidden in the session")

    def test_lists_draw_windows_and_figures_side_by_side(self):
        path = self.path("figures.json")
        window = {"figure": "kernel", "window": True, "output": "window.png", "size": "800x500", "caption": False}
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schema": "gridscope.figures/1", "common": {"caption": True, "n": 7, "block": 4}, "figures": [
                window, {"figure": "coverage", "output": "figure.svg"}]}, file)
        self.assertIn("2 of 2 figures drawn", run("figure", "--batch", path).stdout)
        self.assertEqual(run("figure", "--batch", path).stdout, "0 of 2 figures drawn\n")
        done = run("figure", "--batch", path, "--check")
        self.assertEqual((done.returncode, done.stdout), (0, "2 of 2 figures are current\n"))


if __name__ == "__main__":
    unittest.main()
