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


if __name__ == "__main__":
    unittest.main()
