"""The guide in both languages: the same pages with the same commands and tables."""
import os
import re
import unittest
from pathlib import Path

GUIDE = Path(os.environ["GRIDSCOPE_SOURCE"], "docs", "guide")


def commands(text):
    """The indented lines of a page, in the language of none."""
    return [line.replace(" --language zh_CN", "") for line in re.findall(r"^    (gridscope-cli .*)$", text, re.MULTILINE)]


class Guide(unittest.TestCase):
    def setUp(self):
        self.pages = {path.name: (path.read_text(encoding="utf-8"), (GUIDE / "zh_CN" / path.name).read_text(encoding="utf-8"))
                      for path in GUIDE.glob("*.md")}
        self.assertEqual(set(self.pages), {path.name for path in (GUIDE / "zh_CN").glob("*.md")})

    def test_commands(self):
        for name, (english, chinese) in self.pages.items():
            with self.subTest(page=name):
                self.assertEqual(commands(english), commands(chinese))

    def test_options_that_are_spoken_of(self):
        for name, (english, chinese) in self.pages.items():
            with self.subTest(page=name):
                spoken = [set(re.findall(r"`(--[a-z-]+)", text)) for text in (english, chinese)]
                self.assertEqual(spoken[0], spoken[1])

    def test_headings_and_rows(self):
        for name, texts in self.pages.items():
            with self.subTest(page=name):
                counts = [(len(re.findall(r"^#+ ", text, re.MULTILINE)), len(re.findall(r"^\|", text, re.MULTILINE)),
                           len(re.findall(r"^(?:- |\d+\. )", text, re.MULTILINE))) for text in texts]
                self.assertEqual(counts[0], counts[1])


if __name__ == "__main__":
    unittest.main()
