"""What a random hand does with the program: keys and clicks anywhere, and now and then a way on purpose, to a view, a
lesson, a menu, a widget or with a file, since a blind hand seldom finds those."""

import os
import random
import tempfile

# Not Control+W and Control+Q: a program that ends has nothing to show about its memory.
KEYS = (["Tab"] * 6 + ["shift+Tab"] * 2 + ["Up", "Down", "Left", "Right"] * 3 + ["space", "Return"] * 3 + ["Escape"] * 3
        + ["F5"] * 3 + ["ctrl+Next"] * 4 + ["Next", "Prior", "Home", "End", "ctrl+Home", "ctrl+End"]
        + ["F9", "F10", "F11", "ctrl+l", "ctrl+z", "ctrl+z", "ctrl+shift+z", "alt+1", "alt+2", "alt+3", "ctrl+g"]
        + ["ctrl+n", "ctrl+o", "ctrl+s", "ctrl+e", "ctrl+p", "ctrl+comma", "ctrl+shift+c", "ctrl+shift+t", "ctrl+question"]
        + ["ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x", "Delete", "BackSpace", "plus", "minus", "comma", "period", "Menu"]
        + [str(digit) for digit in range(10)] + ["a", "e", "n", "x", "semicolon", "bracketleft", "bracketright"])

# These open dialogs of GTK's own, which are not on trial: they are shown and closed again.
FOREIGN_KEYS = {"ctrl+o", "ctrl+s", "ctrl+e", "ctrl+p"}

TYPED_ROLES = {"spin button", "text"}
TYPED = ["7", "64", "1000", "2048", "0", "-3", "2147483648", "1e9", "16x16", "abc", "", "1,5", "1/3", "[1 2; 3 4]",
         "[1 2; 3", "random:5", "nan inf -0", "64:1024:x2"]

N_LESSONS = 14
N_MENU_ITEMS = 18
# Where the buttons of the title bar are that end the window, from its upper right corner.
CLOSE_PX = (64, 52)
# Nothing is dragged from a title bar: without a window manager GDK moves the window itself, and the program ends with an
# error of the display when that window goes meanwhile.
TITLE_PX = 60


class Files:
    """Files that people bring, good and bad, for one test."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        data = os.path.join(os.environ["GRIDSCOPE_SOURCE"], "data")
        self.paths = [os.path.join(data, kind, name) for kind in ("recordings", "lessons")
                      for name in sorted(os.listdir(os.path.join(data, kind))) if name.endswith((".json", ".xml"))]
        for name, text in (("spec.json", '{"schema":"gridscope.spec/1","op":"matmul","m":60,"n":50,"k":40,'
                                         '"block":[8,8],"backend":["cpu","simt"],"repeats":3}'),
                           ("large.json", '{"schema":"gridscope.spec/1","op":"hadamard","m":60000,"n":70000}'),
                           ("cut.json", '{"schema":"gridscope.spec/1","op":'), ("table.csv", "1,2,3\n4,5,6\n"),
                           ("ragged.csv", "1,2,3\n4\n"), ("wide.tsv", "\t".join("0.125" for _ in range(3000)) + "\n"),
                           ("product.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 1 5\n3 2 -1\n"),
                           ("noise.npy", "\x93NUMPY, not"), ("lesson.xml", "<lesson><step></lesson>")):
            path = os.path.join(self.folder.name, name)
            with open(path, "w", encoding="latin-1") as file:
                file.write(text)
            self.paths.append(path)
        self.paths.append(os.path.join(self.folder.name, "not-there.json"))

    def close(self):
        self.folder.cleanup()


class Monkey:
    """Says what to do next, as words for xdotool; the same seed says the same."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def point(self, box, may_close):
        """A place in a window; but seldom where it is closed, since that ends the program or a dialog just opened."""
        x0, y0, width, height = box
        while True:
            x, y = self.rng.randrange(max(width, 1)), self.rng.randrange(max(height, 1))
            if may_close or x < width - CLOSE_PX[0] or y > CLOSE_PX[1] or height <= CLOSE_PX[1]:
                return [str(x0 + x), str(y0 + y)]

    def wild(self, box):
        """About a dozen things to do within a window."""
        rng, words = self.rng, []
        may_close = rng.random() < 0.02
        for _ in range(12):
            point, deed = self.point(box, may_close), rng.random()
            if deed < 0.45:
                key = rng.choice(KEYS)
                words += ["key", "--clearmodifiers", key]
                if key in FOREIGN_KEYS:
                    break
            elif deed < 0.80:
                words += ["mousemove", *point, "click", "1"]
            elif deed < 0.84:
                words += ["mousemove", *point, "click", "3"]
            elif deed < 0.88:
                words += ["mousemove", *point, "click", "--repeat", "2", "--delay", "20", "1"]
            elif deed < 0.95:
                words += ["mousemove", *point, "click", "--repeat", "3", "--delay", "5", rng.choice(["4", "5"])]
            elif int(point[1]) < TITLE_PX:
                continue
            else:
                words += ["mousemove", *point, "mousedown", "1", "mousemove", *self.point(box, may_close), "mouseup", "1"]
        return words

    def keys(self, *names):
        return ["key", "--clearmodifiers", "--delay", "15", *names]

    def way(self):
        """To another view, into a lesson, through the menu, or a run and its end."""
        rng = self.rng
        return rng.choice([
            lambda: self.keys("Escape", *["ctrl+Next"] * rng.randrange(1, 10)),
            lambda: self.keys("Escape", "ctrl+l") + ["sleep", "0.2"]
            + self.keys(*["Down"] * rng.randrange(N_LESSONS), "Return", *["Next"] * rng.randrange(5)),
            lambda: self.keys("Escape", "F10") + ["sleep", "0.2"] + self.keys(*["Down"] * rng.randrange(N_MENU_ITEMS), "Return"),
            # The submenus with recordings: chosen a second time within.
            lambda: self.keys("Escape", "F10") + ["sleep", "0.2"] + self.keys("Down", "Down", "Down", "Return")
            + ["sleep", "0.2"] + self.keys(*["Down"] * rng.randrange(1, N_LESSONS), "Return"),
            lambda: self.keys("F5") + ["sleep", str(rng.choice([0.0, 0.05, 0.5]))] + self.keys(rng.choice(["Escape", "F5", "ctrl+z"])),
        ])()

    def widget(self, nodes, box):
        """To one of those widgets, given with its role and middle: pressed, and typed into where that can be done."""
        inside = [(role, x, y) for role, x, y in nodes if 0 <= x < box[2] and 0 <= y < box[3]]
        if not inside:
            return self.wild(box)
        role, x, y = self.rng.choice(inside)
        words = ["mousemove", str(box[0] + x), str(box[1] + y), "click", "1"]
        if role in TYPED_ROLES:
            words += self.keys("ctrl+a") + ["type", "--clearmodifiers", "--delay", "5", self.rng.choice(TYPED)]
            words += self.keys(self.rng.choice(["Tab", "Return", "Escape"]))
        return words
