"""The documentation's pictures, gallery, links and commands are those of this program."""
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CLI = os.environ["GRIDSCOPE_CLI"]
SOURCE = os.environ["GRIDSCOPE_SOURCE"]
DOCS = os.path.join(SOURCE, "docs")
WINDOWS = os.path.join(DOCS, "windows.json")
LISTS = [os.path.join(DOCS, "figures.json"), os.path.join(DOCS, "guide", "zh_CN", "figures.json"),
         os.path.join(DOCS, "example", "figures.json"), WINDOWS]
APP = os.path.join(os.path.dirname(CLI), "..", "app", "gridscope")
MAX_BYTES = 8 << 20


def drawing_libraries(path):
    """As "drawn_with" has them; None where the window program, which knows its own, cannot be had."""
    cairo, pango = ctypes.CDLL("libcairo.so.2"), ctypes.CDLL("libpango-1.0.so.0")
    cairo.cairo_version_string.restype = pango.pango_version_string.restype = ctypes.c_char_p
    text = f"cairo {cairo.cairo_version_string().decode()}, pango {pango.pango_version_string().decode()}"
    if path != WINDOWS:
        return text
    if not os.path.exists(APP) or not shutil.which("Xvfb"):
        return None
    return text + ", " + subprocess.run([APP, "--libraries"], capture_output=True, text=True, check=True).stdout.strip()


def pages():
    for directory, _, names in os.walk(SOURCE):
        if "/build" in directory or "/." in directory[len(SOURCE):]:
            continue
        yield from (os.path.join(directory, name) for name in names if name.endswith(".md"))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Pictures(unittest.TestCase):
    def test_are_current(self):
        for path in LISTS:
            drawn_with = json.loads(read(path))["drawn_with"]
            with self.subTest(path=path), tempfile.TemporaryDirectory() as directory:
                if drawn_with != drawing_libraries(path):
                    self.skipTest(f"drawn with {drawn_with}; here are {drawing_libraries(path)}")
                keep = os.environ.get("GRIDSCOPE_DIFFERENCES", directory)
                done = subprocess.run([CLI, "figure", "--batch", path, "--check", "--differences", keep],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr + "Run ./dev docs and look at them.")

    def test_are_small_and_each_is_used(self):
        text = "".join(map(read, pages()))
        total = 0
        for path in LISTS:
            for figure in json.loads(read(path))["figures"]:
                total += os.path.getsize(os.path.join(os.path.dirname(path), figure["output"]))
                self.assertIn(figure["output"], text)
        self.assertLess(total, MAX_BYTES)

    def test_the_chinese_guide_shows_chinese_pictures(self):
        for page in pages():
            if "zh_CN" in page:
                for target in re.findall(r"!\[[^]]*\]\(([^)]+)\)", read(page)):
                    self.assertIn("images/zh_CN/", target, page)

    def test_both_languages_have_the_same_pages_with_the_same_pictures(self):
        guide = os.path.join(DOCS, "guide")
        names = sorted(name for name in os.listdir(guide) if name.endswith(".md"))
        self.assertEqual(names, sorted(name for name in os.listdir(os.path.join(guide, "zh_CN")) if name.endswith(".md")))
        for name in names:
            english, chinese = (re.findall(r"!\[[^]]*\]\((?:\.\./)+images/(?:zh_CN/)?([^)]+)\)", read(os.path.join(guide, *parts, name)))
                                for parts in ((), ("zh_CN",)))
            self.assertEqual(sorted(english), sorted(chinese), name)

    def test_the_gallery_has_thirty(self):
        self.assertEqual(read(os.path.join(DOCS, "gallery.md")).count("\n!["), 30)

    def test_gallery_is_current(self):
        done = subprocess.run([sys.executable, os.path.join(DOCS, "make-gallery.py"), "--check", DOCS,
                               os.path.join(DOCS, "gallery.md")], check=False)
        self.assertEqual(done.returncode, 0, "Run ./dev docs.")


class Example(unittest.TestCase):
    @unittest.skipUnless(shutil.which("pandoc"), "no pandoc")
    def test_builds_from_nothing(self):
        with tempfile.TemporaryDirectory() as directory:
            example = os.path.join(directory, "docs", "example")
            shutil.copytree(os.path.join(DOCS, "example"), example,
                            ignore=shutil.ignore_patterns("images", "*.drawn", "last-block.html"))
            os.makedirs(os.path.join(directory, "data", "recordings"))
            shutil.copy(os.path.join(SOURCE, "data", "recordings", "h200-hadamard-seed.json"),
                        os.path.join(directory, "data", "recordings"))
            done = subprocess.run([os.path.join(example, "build")], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("5 of 5 figures drawn", done.stdout)
            pictures = re.findall(r'<img[^>]* src="([^"]+)"', read(os.path.join(example, "last-block.html")), re.DOTALL)
            self.assertEqual(len(pictures), 5)
            for picture in pictures:
                self.assertTrue(os.path.exists(os.path.join(example, picture)), picture)


class Text(unittest.TestCase):
    def test_links_lead_somewhere(self):
        for page in pages():
            for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", read(page)):
                if "://" not in target:
                    path = os.path.join(os.path.dirname(page), target)
                    self.assertTrue(os.path.exists(path), f"{page}: {target}")

    def test_options_exist(self):
        """Every option that a page gives to gridscope-cli is one of that command."""
        helps = {}
        n_lines = 0
        for page in pages():
            for line in re.findall(r"^    gridscope-cli .*$", read(page), re.MULTILINE):
                words = line.split()
                if len(words) < 2 or not words[1].isalpha() or not words[1].islower():
                    continue
                command = words[1]
                if command not in helps:
                    helps[command] = subprocess.run([CLI, command, "--help"], capture_output=True, text=True,
                                                    check=True).stdout.split()
                n_lines += 1
                for option in re.findall(r" (--[a-z-]+)", line.split("#")[0]):
                    self.assertIn(option, helps[command], f"{page}: {line}")
        self.assertGreater(n_lines, 20)


if __name__ == "__main__":
    unittest.main()
