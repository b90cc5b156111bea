"""Many figures from one list: drawn once, left alone while current, compared."""
import base64
import json
import os
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as xml

from harness import DONE, UNAVAILABLE, USAGE, VERIFICATION, Case, run

LIST = {
    "schema": "gridscope.figures/1",
    "common": {"caption": True, "size": "480x320"},
    "figures": [
        {"figure": "coverage", "output": "out/line.png", "n": 7, "block": 4, "no-guard": True, "alt": "out/line.txt"},
        {"figure": "coverage", "output": "out/plane.svg", "m": 13, "n": 21, "block": "8x4", "caption": False},
        {"figure": "formula", "output": "out/formula.pdf", "n": 7, "block": 4, "thread": "1:3"},
        {"figure": "matrix", "output": "out/numbers.png", "report": "report.json"},
    ],
}


class Figures(Case):
    def setUp(self):
        super().setUp()
        self.write_list(LIST)
        self.ok("run", "--op", "matmul", "--a", "[1 2; 3 4]", "--b", "[5 6; 7 8]", "--block", "2x2", "--backend", "cpu",
                "--repeats", 1, "--report", self.path("report.json"))

    def write_list(self, document):
        self.list = self.write("figures.json", document if isinstance(document, str) else json.dumps(document))

    def draw(self, **options):
        return self.ok("figure", "--batch", self.list, **options)

    def check(self, **options):
        done = run("figure", "--batch", self.list, "--check", "--differences", self.path("differences"), **options)
        return done.returncode, done.stdout.decode()

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()


class Drawing(Figures):
    def test_each_is_what_its_own_command_draws(self):
        self.assertIn("4 of 4 figures drawn", self.draw())
        self.ok("figure", "coverage", "--n", 7, "--block", 4, "--no-guard", "--size", "480x320", "--caption",
                "-o", self.path("alone.png"))
        self.assertEqual(self.read("out/line.png"), self.read("alone.png"))
        self.ok("figure", "coverage", "--m", 13, "--n", 21, "--block", "8x4", "--size", "480x320",
                "-o", self.path("alone.svg"))
        self.assertEqual(self.read("out/plane.svg"), self.read("alone.svg"), "false takes an option of common back")

    def test_alt_states_the_numbers_of_the_verdict(self):
        self.draw()
        plan = self.document("plan", "--n", 7, "--block", 4, "--no-guard")
        text = self.read("out/line.txt").decode()
        for number in (plan["threads"], plan["out_of_bounds"], plan["elements"]):
            self.assertIn(str(number), text)

    def test_same_bytes_whatever_surrounds(self):
        self.draw()
        names = ("line.png", "line.txt", "plane.svg", "formula.pdf", "numbers.png")
        first = [self.read("out/" + name) for name in names]
        for change in ({"TZ": "Pacific/Kiritimati"}, {"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "zh_CN"},
                       {"DISPLAY": ":77"}, {"HOME": "/nonexistent"},
                       # The system's own rules for fonts, which are otherwise not read.
                       {"FONTCONFIG_FILE": "/etc/fonts/fonts.conf"}):
            with self.subTest(change=change):
                os.remove(self.path("figures.json.drawn"))
                self.draw(env={**os.environ, **change})
                self.assertEqual([self.read("out/" + name) for name in names], first)

    @unittest.skipUnless(shutil.which("pdfinfo"), "no pdfinfo")
    def test_a_pdf_says_what_it_shows_and_when_it_was_recorded(self):
        recording = os.path.join(os.environ["GRIDSCOPE_SOURCE"], "data", "recordings", "h200-matmul-small.json")
        with open(recording, encoding="utf-8") as file:
            recorded = json.load(file)["environment"]["recorded"]
        for words, date in ((("coverage", "--n", 7, "--block", 4), "2000-01-01"),
                            (("timing", "--report", recording), recorded[:10])):
            self.ok("figure", *words, "-o", self.path("a.pdf"), "--alt", self.path("a.txt"))
            text = subprocess.run(["pdfinfo", "-isodates", self.path("a.pdf")], capture_output=True, check=True).stdout.decode()
            self.assertRegex(text, f"CreationDate: +{date}")
            self.assertIn(self.read("a.txt").decode().strip(), text)

    def test_only_what_changed_is_drawn_again(self):
        self.draw()
        self.assertEqual(self.draw(), "0 of 4 figures drawn\n")
        changed = json.loads(json.dumps(LIST))
        changed["figures"][1]["block"] = "4x4"
        self.write_list(changed)
        self.assertEqual(self.draw(), "drawn out/plane.svg\n1 of 4 figures drawn\n")
        self.write("out/line.png", "spoilt")
        self.assertEqual(self.draw(), "drawn out/line.png\n1 of 4 figures drawn\n")
        os.remove(self.path("out/formula.pdf"))
        self.assertEqual(self.draw(), "drawn out/formula.pdf\n1 of 4 figures drawn\n")
        self.ok("run", "--op", "matmul", "--a", "[1 2; 3 4]", "--b", "[5 6; 7 9]", "--block", "2x2", "--backend",
                "cpu", "--repeats", 1, "--report", self.path("report.json"))
        self.assertEqual(self.draw(), "drawn out/numbers.png\n1 of 4 figures drawn\n")
        self.assertEqual(self.draw(), "0 of 4 figures drawn\n")

    def test_paths_are_those_of_the_list(self):
        inside, outside = self.path("out"), self.path("elsewhere")
        os.mkdir(outside)
        self.ok("figure", "--batch", "../figures.json", cwd=outside)
        self.assertEqual(sorted(os.listdir(inside)),
                         ["formula.pdf", "line.png", "line.txt", "numbers.png", "plane.svg"])
        self.assertEqual(os.listdir(outside), [])


class Checking(Figures):
    def test_current(self):
        self.draw()
        self.assertEqual(self.check(), (DONE, "4 of 4 figures are current\n"))
        self.assertFalse(os.path.exists(self.path("differences")))

    def test_says_what_differs_and_shows_it(self):
        self.draw()
        changed = json.loads(json.dumps(LIST))
        changed["figures"][0]["block"] = 2
        changed["figures"][1]["no-guard"] = True
        self.write_list(changed)
        os.remove(self.path("out/formula.pdf"))
        before = self.read("out/line.png")
        status, text = self.check()
        self.assertEqual(status, VERIFICATION)
        self.assertIn("differs out/line.png; see " + self.path("differences/out-line.png.png"), text)
        self.assertIn("differs out/line.txt", text)
        self.assertIn("differs out/plane.svg", text)
        self.assertIn("missing out/formula.pdf", text)
        self.assertIn("1 of 4 figures are current", text)
        self.assertEqual(self.read("out/line.png"), before, "a check writes no picture of the list")
        # Three panels, the last with red where the first two are not the same.
        import gi
        gi.require_version("GdkPixbuf", "2.0")
        from gi.repository import GdkPixbuf
        picture = GdkPixbuf.Pixbuf.new_from_file(self.path("differences/out-line.png.png"))
        self.assertEqual((picture.get_width(), picture.get_height()), (3 * 480, 320))
        bytes_, stride, n = picture.get_pixels(), picture.get_rowstride(), picture.get_n_channels()

        def at(x, y):
            return tuple(bytes_[y * stride + x * n:y * stride + x * n + 3])

        red = wrong = 0
        for y in range(320):
            for x in range(480):
                marked = at(960 + x, y) == (0xd0, 0, 0)
                red += marked
                wrong += marked != (at(x, y) != at(480 + x, y))
        self.assertGreater(red, 100)
        self.assertEqual(wrong, 0)

    def test_names_the_libraries_when_they_are_others(self):
        self.write_list({**LIST, "drawn_with": "cairo 0.1, pango 0.2"})
        self.draw()
        self.assertEqual(self.check(), (DONE, "4 of 4 figures are current\n"))
        self.write("out/line.txt", "other words\n")
        status, text = self.check()
        self.assertEqual(status, VERIFICATION)
        self.assertIn("note: drawn with cairo 0.1, pango 0.2; here are cairo ", text)


class Errors(Figures):
    def figure(self, **members):
        self.write_list({"schema": "gridscope.figures/1", "figures": [LIST["figures"][1], members]})

    def test_of_the_document(self):
        for document, part in (
                ("[1, 2", "line 1"),
                ([], "gridscope.figures/1"),
                ({"schema": "gridscope.report/1"}, "gridscope.figures/1"),
                ({"schema": {}}, "gridscope.figures/1"),
                ({"schema": "gridscope.figures/1", "figurs": []}, "did you mean “figures”?"),
                ({"schema": "gridscope.figures/1"}, "must be an array"),
                ({"schema": "gridscope.figures/1", "figures": [], "common": 3}, "an object")):
            with self.subTest(document=document):
                self.write_list(document if isinstance(document, str) else json.dumps(document))
                self.refuses(USAGE, part, "figure", "--batch", self.list)

    def test_of_a_figure_before_anything_is_drawn(self):
        good = {"figure": "coverage", "output": "out/a.png", "n": 7}
        for members, part in (
                ({**good, "blok": 4}, "did you mean “--block”?"),
                ({**good, "no-gard": False}, "did you mean “--no-guard”?"),
                ({**good, "figure": "coverge"}, "did you mean “coverage”?"),
                ({"figure": "coverage"}, "“output” is missing"),
                ({"output": "a.png"}, "“figure” is missing"),
                ({**good, "output": 4}, "“output” must be text"),
                ({**good, "block": [8, 4]}, "“block” must be text"),
                ({**good, "n": True}, "--n needs a value"),
                ({**good, "caption": "yes"}, "takes no value"),
                ({**good, "check": True}, "“check” is not for one figure"),
                ({**good, "output": "out/plane.svg"}, "named twice"),
                ({**good, "output": "./out/../out//plane.svg"}, "named twice")):
            with self.subTest(members=members):
                self.figure(**members)
                message = self.refuses(USAGE, part, "figure", "--batch", self.list)
                self.assertIn("figures[1]", message)
                self.assertFalse(os.path.exists(self.path("out")))

    def test_of_drawing_name_the_figure_and_spare_the_rest(self):
        self.figure(figure="timing", output="out/a.png", report="nowhere.json")
        self.refuses(USAGE, "figures[1] (out/a.png): ", "figure", "--batch", self.list)
        self.assertTrue(self.read("out/plane.svg"))
        temporary = self.path("temporary")
        os.mkdir(temporary)
        self.refuses(USAGE, "figures[1]", "figure", "--batch", self.list, "--check",
                     env={**os.environ, "TMPDIR": temporary})
        self.assertEqual(os.listdir(temporary), [])

    def test_of_the_command_line(self):
        for words in (("coverage", "--batch", self.list), ("--batch", self.list, "--n", 7)):
            self.refuses(USAGE, "--check and --differences only", "figure", *words)
        self.refuses(USAGE, "--batch", "figure", "coverage", "--n", 7, "--check", "-o", "a.png")


class Styles(Case):
    """What the options of a figure's look do to its file."""

    def draw(self, name, *words):
        self.ok("figure", "coverage", "--n", 7, "--block", 4, "--size", "480x200", *words, "-o", self.path(name))
        return self.path(name)

    def test_scale_and_transparency(self):
        import gi
        gi.require_version("GdkPixbuf", "2.0")
        from gi.repository import GdkPixbuf
        plain = GdkPixbuf.Pixbuf.new_from_file(self.draw("plain.png"))
        clear = GdkPixbuf.Pixbuf.new_from_file(self.draw("clear.png", "--transparent", "--scale", 2.5))
        self.assertEqual((plain.get_width(), plain.get_height()), (480, 200))
        self.assertEqual((clear.get_width(), clear.get_height()), (1200, 500))
        self.assertFalse(plain.get_has_alpha() and plain.get_pixels()[3] < 255)
        self.assertEqual(clear.get_pixels()[3], 0)

    def test_themes_differ(self):
        bytes_ = set()
        for theme in ("light", "dark", "contrast"):
            with open(self.draw(theme + ".svg", "--theme", theme), "rb") as file:
                bytes_.add(file.read())
        self.assertEqual(len(bytes_), 3)

    @unittest.skipUnless(shutil.which("pdffonts"), "no pdffonts")
    def test_outlined_text_needs_no_font(self):
        for words, expected in (((), True), (("--outline-text",), False)):
            listed = subprocess.run(["pdffonts", self.draw("a.pdf", *words)], capture_output=True, check=True).stdout
            self.assertEqual(len(listed.splitlines()) > 2, expected)
            with open(self.draw("a.svg", *words), "rb") as file:
                self.assertNotIn(b"<text", file.read())


class Window(Case):
    """What is refused before any window is opened."""

    def test_refusals(self):
        good = ("figure", "coverage", "--window", "-o", self.path("a.png"))
        for words, part in (
                (("--caption",), "leave one of the two out"),
                (("--play", 3), "leave one of the two out"),
                (("--scale", 1.5), "a whole number of pixels"),
                (("--size", "9000x400"), "at most 4096"),
                (("--session", "a.gridscope", "--report", "b.json"), "leave one out"),
                (("--session", self.path("nowhere.gridscope")), "nowhere.gridscope")):
            with self.subTest(words=words):
                self.refuses(USAGE, part, *good, *words)
        self.refuses(USAGE, "did you mean “kernel”?", "figure", "kernl", "--window", "-o", "a.png")
        self.refuses(USAGE, "end the name of its output in .png", "figure", "timing", "--window", "-o", "a.svg")
        self.refuses(USAGE, "--session is for --window", "figure", "coverage", "--session", "a.gridscope", "-o", "a.png")

    def test_what_is_missing_is_named(self):
        words = ("figure", "coverage", "--window", "-o", self.path("a.png"))
        empty = {**os.environ, "PATH": self.path("nothing"), "GRIDSCOPE_APP": "/bin/true"}
        self.refuses(UNAVAILABLE, "need Xvfb", *words, env=empty)


class Play(Case):
    """A coverage being played."""

    WORDS = ("coverage", "--m", 6, "--n", 70, "--block", "32x4", "--size", "480x320")

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_frames_go_from_nothing_to_the_whole(self):
        warps = self.document("plan", "--m", 6, "--n", 70, "--block", "32x4")["warps"]
        self.ok("figure", *self.WORDS, "--frames", self.path("play"), "-o", self.path("whole.png"))
        names = sorted(os.listdir(self.path("play")))
        self.assertEqual(names, [f"{i:03}.png" for i in range(warps + 1)])
        frames = [self.read("play/" + name) for name in names]
        self.assertEqual(frames[-1], self.read("whole.png"))
        self.assertEqual(len(set(frames)), len(frames), "every warp shows")

    def test_formats(self):
        self.ok("figure", *self.WORDS, "--frames", self.path("play"), "--format", "svg")
        self.assertTrue(self.read("play/000.svg").startswith(b"<?xml"))
        self.refuses(USAGE, "did you mean “svg”?", "figure", *self.WORDS, "--frames", self.path("play"),
                     "--format", "svgz")

    def test_many_warps_are_played_in_steps(self):
        self.ok("figure", "coverage", "--m", 65536, "--n", 65536, "--block", "32x8", "--size", "200x200",
                "--frames", self.path("play"))
        names = sorted(os.listdir(self.path("play")))
        self.assertEqual((len(names), names[-1]), (121, "120.png"))

    def test_animation_holds_the_frames_and_needs_nothing_else(self):
        self.ok("figure", *self.WORDS, "--frames", self.path("play"))
        self.ok("figure", *self.WORDS, "--animate", "-o", self.path("play.svg"), "--alt", self.path("play.txt"))
        tree = xml.parse(self.path("play.svg")).getroot()
        svg = "{http://www.w3.org/2000/svg}"
        self.assertEqual(tree.find(svg + "desc").text + "\n", self.read("play.txt").decode())
        images = tree.findall(svg + "image")
        for i, image in enumerate(images):
            head, data = image.get("{http://www.w3.org/1999/xlink}href").split(",")
            self.assertEqual(head, "data:image/png;base64")
            self.assertEqual(base64.b64decode(data), self.read(f"play/{i:03}.png"))
        self.assertEqual(len(images), len(os.listdir(self.path("play"))))
        self.assertIn("prefers-reduced-motion", tree.find(svg + "style").text)
        before = self.read("play.svg")
        self.ok("figure", *self.WORDS, "--animate", "-o", self.path("play.svg"),
                env={**os.environ, "LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo"})
        self.assertEqual(self.read("play.svg"), before)

    def test_one_frame_shows_at_any_time_the_last_one_longest(self):
        self.ok("figure", *self.WORDS, "--animate", "-o", self.path("play.svg"))
        svg = "{http://www.w3.org/2000/svg}"
        tree = xml.parse(self.path("play.svg")).getroot()
        style = tree.find(svg + "style").text
        whole = int(re.search(r"animation: frame (\d+)ms step-end infinite", style).group(1))
        shown = [float(re.search(rf"@keyframes {name} .* ([\d.]+)%, to", style).group(1)) / 100 * whole
                 for name in ("frame", "last")]
        delays = [int(image.get("style").split()[1].removesuffix("ms")) for image in tree.findall(svg + "image")]
        self.assertLess(max(delays), 0)
        seen = []
        for time in range(50, whole, 100):
            visible = [i for i, delay in enumerate(delays)
                       if (time - delay) % whole < shown[i == len(delays) - 1]]
            self.assertEqual(len(visible), 1, time)
            seen += visible
        self.assertEqual(seen, sorted(seen))
        self.assertEqual(set(seen), set(range(len(delays))))
        self.assertEqual(max(set(seen), key=seen.count), len(delays) - 1)

    @unittest.skipUnless(shutil.which("rsvg-convert"), "no rsvg-convert")
    def test_a_reader_that_does_not_animate_shows_the_whole(self):
        self.ok("figure", *self.WORDS, "--animate", "-o", self.path("play.svg"))
        self.ok("figure", *self.WORDS, "-o", self.path("whole.png"))
        subprocess.run(["rsvg-convert", self.path("play.svg"), "--width", "480", "-o", self.path("play.png")], check=True)
        import gi
        gi.require_version("GdkPixbuf", "2.0")
        from gi.repository import GdkPixbuf
        shown, whole = (GdkPixbuf.Pixbuf.new_from_file(self.path(name)) for name in ("play.png", "whole.png"))
        self.assertEqual((shown.get_width(), shown.get_height()), (480, 320))
        pairs = zip(shown.get_pixels()[::shown.get_n_channels()], whole.get_pixels()[::whole.get_n_channels()])
        self.assertLess(sum(abs(a - b) for a, b in pairs) / (480 * 320), 3)

    def test_what_does_not_move(self):
        self.refuses(USAGE, "end its name in .svg", "figure", *self.WORDS, "--animate", "-o", self.path("play.png"))
        self.refuses(USAGE, "Only the coverage", "figure", "formula", "--n", 7, "--block", 4, "--animate", "-o",
                     self.path("play.svg"))
        self.refuses(USAGE, "Only the coverage", "figure", "coverage", "--m", 64, "--n", 64, "--block", "64x32",
                     "--frames", self.path("play"))


if __name__ == "__main__":
    unittest.main()
