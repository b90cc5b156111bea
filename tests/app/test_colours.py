"""The colours of the source of a kernel: every word can be read on every ground that it may stand on."""

import itertools
import pathlib
import re
import unittest
import xml.etree.ElementTree as ElementTree

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "data" / "styles"
LEAST = {"gridscope-light": 4.5, "gridscope-dark": 4.5, "gridscope-contrast": 7, "gridscope-contrast-dark": 7}
# On these stands no word of the source.
NUMBERS = {"line-numbers", "current-line-number"}


def parse(color):
    """Red, green, blue from 0 to 255, and how much it covers."""
    match = re.fullmatch(r"#rgba\((\d+),(\d+),(\d+),([\d.]+)\)", color)
    if match:
        return [int(part) for part in match.groups()[:3]], float(match.group(4))
    return [int(color[i : i + 2], 16) for i in (1, 3, 5)], 1.0


def over(color, ground):
    parts, alpha = parse(color)
    return [alpha * part + (1 - alpha) * below for part, below in zip(parts, ground)]


def luminance(parts):
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (p / 255 for p in parts)]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(a, b):
    """As the Web Content Accessibility Guidelines 2.1 define it."""
    dark, bright = sorted((luminance(a), luminance(b)))
    return (bright + 0.05) / (dark + 0.05)


class Colours(unittest.TestCase):
    def test_the_measure(self):
        self.assertAlmostEqual(contrast([0, 0, 0], [255, 255, 255]), 21)
        self.assertAlmostEqual(contrast([0x76] * 3, [255] * 3), 4.54, 2)

    def test_every_word_can_be_read(self):
        for name, least in LEAST.items():
            scheme = ElementTree.parse(FOLDER / f"{name}.xml").getroot()
            self.assertEqual(scheme.get("id"), name)
            styles = {style.get("name"): style for style in scheme.iter("style")}
            paper = parse(styles["text"].get("background"))[0]
            grounds = [paper, parse(styles["current-line"].get("background"))[0]]
            marks = [style.get("background") for key, style in styles.items() if key.startswith("gridscope:")]
            self.assertEqual(len(marks), 3)
            grounds += [over(mark, ground) for mark, ground in itertools.product(marks, grounds)]
            words = {key: style.get("foreground") for key, style in styles.items() if style.get("foreground")}
            self.assertIn("def:comment", words)
            for key, color in words.items():
                for ground in grounds[:2] if key in NUMBERS else grounds:
                    with self.subTest(scheme=name, style=key, ground=ground):
                        self.assertGreaterEqual(contrast(parse(color)[0], ground), least)


if __name__ == "__main__":
    unittest.main(verbosity=2)
