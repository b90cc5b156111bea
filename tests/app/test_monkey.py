"""Random clicks and keys: no crash, no complaint, no frozen frame, no memory that only grows.

GS_MONKEY_MINUTES (0.75) says how long, GS_MONKEY_SEED which clicks and keys; the same seed gives the same ones. With
GS_MONKEY_VERBOSE each batch is printed, so that what went wrong can be done again by hand.
"""

import os
import random
import resource
import subprocess
import time
import unittest

from gridscope_app import App, keep_picture

MINUTES = float(os.environ.get("GS_MONKEY_MINUTES", "0.75"))
SEED = int(os.environ.get("GS_MONKEY_SEED", "1"))
VERBOSE = "GS_MONKEY_VERBOSE" in os.environ

# A turn of the main loop may compute so long: 100 ms on a machine of its own, more where others slow it down. The
# clock, which runs on while others have the processor, only tells a loop that waits for something.
COMPUTE_MS = float(os.environ.get("GS_MONKEY_COMPUTE_MS", "250"))
CLOCK_MS = 10000
MEMORY_LIMIT = 16 << 30
GROWTH_MIB = 120

# What GTK 4.8 says of itself, with nothing of ours on the stack: presses it loses count of when a popover opens under
# the pointer, Tab in a table whose row has just gone, a popover where a dragged window has left the screen, the list
# and the places of its file chooser.
NOT_OURS = ("Broken accounting of active state", "gtk_root_get_focus: assertion", "gdk_monitor_get_geometry: assertion",
            "attempt to allocate GtkPopoverContent", "attempt to allocate GtkScrolledWindow", "gtk_tree_sortable_",
            "g_file_equal: assertion")

# Not the key of the shortcuts window: some time after it was worked with the pointer, GTK 4.8 follows a widget of it
# that is gone, in its own bookkeeping of where the pointer is, and ends the program.
KEYS = (["Tab"] * 6 + ["shift+Tab"] * 2 + ["Up", "Down", "Left", "Right"] * 3 + ["space", "Return"] * 3 + ["Escape"] * 3
        + ["F5"] * 3 + ["ctrl+Next"] * 4 + ["Next", "Prior", "Home", "End", "ctrl+Home", "ctrl+End"]
        + ["F9", "F10", "F11", "ctrl+l", "ctrl+z", "ctrl+z", "ctrl+shift+z", "alt+1", "alt+2", "alt+3", "ctrl+g"]
        + ["ctrl+n", "ctrl+o", "ctrl+s", "ctrl+e", "ctrl+p", "ctrl+comma", "ctrl+shift+c", "ctrl+shift+t"]
        + ["ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x", "Delete", "BackSpace", "plus", "minus", "comma", "period", "menu"]
        + [str(digit) for digit in range(10)] + ["a", "e", "n", "x", "semicolon", "bracketleft", "bracketright"])

# These open dialogs of GTK's own, which are not on trial: they are shown and closed again.
FOREIGN_KEYS = {"ctrl+o", "ctrl+s", "ctrl+e", "ctrl+p"}
FOREIGN_NAMES = ("Open", "Save", "Export", "Print", "Shortcuts")


class Monkey:
    def __init__(self, rng):
        self.rng = rng

    def batch(self, box):
        """About a dozen things to do within a window, as words for xdotool."""
        x0, y0, width, height = box
        words = []
        for _ in range(12):
            point = [str(x0 + self.rng.randrange(max(width, 1))), str(y0 + self.rng.randrange(max(height, 1)))]
            deed = self.rng.random()
            if deed < 0.45:
                key = self.rng.choice(KEYS)
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
                words += ["mousemove", *point, "click", "--repeat", "3", "--delay", "5", self.rng.choice(["4", "5"])]
            else:
                end = [str(x0 + self.rng.randrange(max(width, 1))), str(y0 + self.rng.randrange(max(height, 1)))]
                words += ["mousemove", *point, "mousedown", "1", "mousemove", *end, "mouseup", "1"]
        return words


def window_name(window):
    return subprocess.run(["xdotool", "getwindowname", window], capture_output=True, text=True, check=False).stdout.strip()


def windows(pid):
    """The program's windows on screen with their rectangles: main ones, and dialogs. No menus, which have no name."""
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(pid)],
                           capture_output=True, text=True, check=False).stdout.split()
    main, dialogs = [], []
    for window in found:
        name = window_name(window)
        geometry = subprocess.run(["xdotool", "getwindowgeometry", "--shell", window],
                                  capture_output=True, text=True, check=False).stdout
        size = dict(line.split("=") for line in geometry.split())
        if name and int(size.get("WIDTH", 0)) > 1:
            box = tuple(int(size[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))
            (main if name.endswith("Gridscope") else dialogs).append((window, box))
    return main, dialogs


def resident_mib(pid):
    with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize() / 2**20


class MonkeyTest(unittest.TestCase):
    def start(self):
        self.app = App(env={
            "LD_PRELOAD": os.environ["GS_LOOP_WATCH_LIBRARY"],
            "GS_LOOP_WATCH": self.watch,
            "G_DEBUG": "",
        })
        self.watched = self.seen = self.read_watch(0)[1]
        self.started = time.monotonic()
        self.resident = None

    def read_watch(self, offset):
        """The turns that took too long from there on, and where the file ends."""
        try:
            with open(self.watch, encoding="ascii") as file:
                file.seek(offset)
                return [tuple(map(int, line.split())) for line in file], file.tell()
        except FileNotFoundError:
            return [], 0

    def end(self):
        """Of one program: closed by the monkey, or at the end."""
        app = self.app
        turns, _ = self.read_watch(self.watched)
        self.turns += turns
        code = app.process.poll()
        app.log.seek(0)
        said = [line for line in app.log.read().splitlines()
                if any(word in line for word in ("CRITICAL", "WARNING", "ERROR"))
                and not any(word in line for word in NOT_OURS)]
        if code is None:
            app.process.terminate()
            app.process.wait(30)
        app.home.cleanup()
        app.log.close()
        self.assertIn(code, (None, 0), f"the program ended with {code}: {said}")
        self.assertEqual(said, [])

    def check_memory(self):
        """After a minute everything has been shown once."""
        pid = self.app.process.pid
        if time.monotonic() - self.started < 30:
            return
        if self.resident is None:
            self.resident = resident_mib(pid)
        grown = resident_mib(pid) - self.resident
        minutes = (time.monotonic() - self.started) / 60
        self.assertLess(grown, GROWTH_MIB * max(1, minutes / 10), f"MiB after {minutes:.1f} minutes")

    def test_monkey(self):
        # A size with many digits is a matter for an error, not for the machine.
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
        rng = random.Random(SEED)
        monkey = Monkey(rng)
        self.watch = os.path.join(os.environ.get("GS_TEST_ARTIFACTS", "/tmp"), f"loop-watch-{os.getpid()}")
        os.makedirs(os.path.dirname(self.watch), exist_ok=True)
        self.turns, in_dialog, n_batches, n_starts = [], 0, 0, 1
        self.start()
        end = time.monotonic() + 60 * MINUTES
        while time.monotonic() < end:
            main, dialogs = windows(self.app.process.pid)
            if self.app.process.poll() is not None or not main + dialogs:
                self.end()
                self.start()
                n_starts += 1
                continue
            window, box = dialogs[-1] if dialogs else rng.choice(main)
            in_dialog = in_dialog + 1 if dialogs else 0
            # Without a window manager a dragged title bar moves the window itself, off the screen too.
            words = ["windowmove", window, "0", "0", "windowfocus", window]
            if len(main) > 2 and not dialogs:
                words += ["key", "Escape", "key", "Escape", "key", "ctrl+w"]  # one may be the shortcuts
            elif in_dialog > 3 or (dialogs and window_name(window).startswith(FOREIGN_NAMES)):
                words += ["key", "Escape", "key", "Escape"]
            else:
                words += monkey.batch((0, 0, *box[2:]))
            if VERBOSE:
                print(" ".join(words), flush=True)
            subprocess.run(["xdotool", *words], check=False, capture_output=True, timeout=60)
            n_batches += 1
            if VERBOSE:
                turns, self.seen = self.read_watch(self.seen)
                for turn in turns:
                    print(f"  a turn of {turn[0]} ms, {turn[1]} of them computing", flush=True)
            self.check_memory()
        self.end()
        os.unlink(self.watch)
        keep_picture("monkey")
        long = [turn for turn in self.turns if turn[1] > COMPUTE_MS or turn[0] > CLOCK_MS]
        print(f"seed {SEED}: {n_batches} batches, {n_starts} starts, {len(self.turns)} turns over 100 ms on the clock, "
              f"{len(long)} of the program's own: {long[:20]}")
        self.assertEqual(long, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
