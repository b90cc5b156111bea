"""The Chinese catalogue against the sources: every text is in it, and nothing else."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import pseudo

SOURCE = Path(os.environ["GRIDSCOPE_SOURCE"])
CATALOGUE = SOURCE / "po" / "zh_CN.po"


# What reports an error, in what a window is made of.
REPORTING = re.compile(r"\b(?:g_set_error|g_set_error_literal|g_error_new|g_error_new_literal|g_prefix_error"
                       r"|g_task_return_new_error|gs_set_unknown_word_error) \(")
STRING = r'"(?:[^"\\]|\\.)*"'
MARKED = re.compile(rf"\b(?:_|N_|g_dngettext|strlen) \((?:GETTEXT_PACKAGE,|PRI[a-zA-Z0-9]+|,|{STRING}|\s)+")
# Words of the command line's options, and what the window tells the command line that asked for its picture.
NEVER_IN_A_WINDOW = {"src/figure/gs-figure.c", "src/figure/gs-theme.c", "src/app/gs-window-picture.c"}


def call_at(text, start):
    """The call that begins there, up to its closing bracket; brackets in strings are none."""
    depth = 0
    for token in re.finditer(rf"{STRING}|[()]", text[start:]):
        depth += {"(": 1, ")": -1}.get(token.group(), 0)
        if depth == 0:
            return text[start:start + token.end()]
    return text[start:]


def entries(which, catalogue):
    """The entries that an option of msgattrib picks, one string each, without the header."""
    done = subprocess.run(["msgattrib", which, "--no-wrap", catalogue], capture_output=True, text=True, check=True)
    return [entry for entry in done.stdout.split("\n\n") if entry and "Project-Id-Version" not in entry]


class Translations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        template = Path(cls.folder.name, "gridscope.pot")
        cls.merged = Path(cls.folder.name, "zh_CN.po")
        pseudo.write_template(template)
        subprocess.run(["msgmerge", "--quiet", "--no-fuzzy-matching", CATALOGUE, template, "-o", cls.merged], check=True)

    def test_each_text_has_its_chinese(self):
        self.assertEqual(entries("--untranslated", self.merged), [])

    def test_no_text_is_left_over(self):
        self.assertEqual(entries("--only-obsolete", self.merged), [])

    def test_formats_agree(self):
        subprocess.run(["msgfmt", "--check", "-o", os.devnull, CATALOGUE], check=True)

    def test_sources_with_texts_are_listed(self):
        listed = {line for line in (SOURCE / "po" / "POTFILES").read_text(encoding="utf-8").splitlines()
                  if line and not line.startswith("#")}
        with_texts = {str(path.relative_to(SOURCE)) for path in SOURCE.glob("src/*/*.[ch]")
                      if re.search(r'(?<![\w"])(?:_|N_|C_|NC_|g_dngettext) \(\s*["G]', path.read_text(encoding="utf-8"))}
        with_texts |= {str(path.relative_to(SOURCE)) for path in SOURCE.glob("ui/*.ui")
                       if 'translatable="yes"' in path.read_text(encoding="utf-8")}
        with_texts |= {str(path.relative_to(SOURCE)) for path in SOURCE.glob("data/lessons/*.xml")}
        self.assertEqual(sorted(listed ^ with_texts), [])

    def test_errors_that_a_window_shows_are_translated(self):
        cases = [
            ('g_set_error (error, A, B, "It (x) broke: %s.", a);', ["It (x) broke: ."]),
            ('g_set_error (error, A, B, _ ("It (x) broke: %" PRId64 " of "\n "%s."), n, a);', []),
            ('g_set_error (error, A, B, /* Translators: "such a" thing. */ _ ("Broken: %s"), a);', []),
            ('g_prefix_error (error, "%s%s", a, _ (": "));', []),
            ('gs_set_unknown_word_error (error, "method", a, known);', ["method"]),
            ('g_set_error (error, A, B, g_dngettext (GETTEXT_PACKAGE, "%d row", "%d rows", n), n);', []),
        ]
        for text, plain in cases:
            with self.subTest(text):
                self.assertEqual(list(self.plain_words(text)), plain)
        for path in sorted(SOURCE.glob("src/*/*.[ch]")):
            name = str(path.relative_to(SOURCE))
            if name not in NEVER_IN_A_WINDOW and not name.startswith("src/cli/"):
                with self.subTest(name):
                    self.assertEqual(list(self.plain_words(path.read_text(encoding="utf-8"))), [])

    @staticmethod
    def plain_words(text):
        """The texts of errors that are the same in every language, without what a format stands for."""
        text = re.sub(rf"({STRING})|/\*.*?\*/", lambda part: part.group(1) or "", text, flags=re.S)
        for found in REPORTING.finditer(text):
            for plain in re.findall(STRING, MARKED.sub("", call_at(text, found.start()))):
                words = re.sub(r"%[-+ #0-9.*]*(?:[hlz]*[a-zA-Z])?", "", plain[1:-1])
                if re.search(r"[A-Za-z]{2}", words):
                    yield words


if __name__ == "__main__":
    unittest.main()
