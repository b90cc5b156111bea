"""Random clicks and keys: no crash, no complaint, no frozen frame, no memory that only grows.

GS_MONKEY_MINUTES (0.75) says how long, GS_MONKEY_SEED which clicks and keys; the same seed gives the same ones. With
GS_MONKEY_VERBOSE each batch is printed, so that what went wrong can be done again by hand.
"""

import collections
import json
import os
import re
import resource
import select
import subprocess
import sys
import time
import unittest

from gridscope_app import App, keep_picture
from monkey import Files, Monkey

MINUTES = float(os.environ.get("GS_MONKEY_MINUTES", "0.75"))
SEED = int(os.environ.get("GS_MONKEY_SEED", "1"))
VERBOSE = "GS_MONKEY_VERBOSE" in os.environ

# A turn of the main loop may compute so long: 100 ms on a machine of its own, more where others slow it down. The
# clock, which runs on while others have the processor, only tells a loop that waits for something.
COMPUTE_MS = float(os.environ.get("GS_MONKEY_COMPUTE_MS", "250"))
CLOCK_MS = 10000
ANSWER_S = 60
NAME, PATH = "org.gridscope.Gridscope", "/org/gridscope/Gridscope"
MEMORY_LIMIT = 16 << 30

# Memory of a program that has run for so long has been through everything once. From then on what it holds at its
# lowest in one stretch of time is held against the stretch before.
SETTLED_MINUTES = 5
GROWTH_MIB = 120

# A run so long comes to every view and window.
COMPLETE_MINUTES = 10
VIEWS = {"Coverage", "Timing", "Numbers", "Memory", "Schedule", "Crossover", "Roofline", "Occupancy", "Kernel", "History"}
WINDOWS = {"Matrix", "Pasted Values", "Preferences", "About", "Open", "Save", "Shortcuts"}

# What GTK 4.8 says of itself; where the calls are told, never what the program called itself: presses it loses count of when a popover opens under
# the pointer, Tab in a table whose row has just gone, a popover (and the box in it, which is then 2 smaller than
# nothing) where a dragged window has left the screen, the list
# and the places of its file chooser, a question on the accessibility bus about what is just going away, Return in a
# menu of which no row has the keyboard, a cursor that blinks on into a selection or in a window that is just being
# closed and holds the keyboard no more, a view that goes while it still
# glides to where it was scrolled to (gtk_adjustment_enable_animation() forgets the handler before it ends it). What
# makes it draw a button once before that has its place was not found; nothing is seen of it, and the next frame is
# whole.
NOT_OURS = ("Broken accounting of active state", "gtk_root_get_focus: assertion", "gdk_monitor_get_geometry: assertion",
            "attempt to allocate GtkPopoverContent", "with width -2 and height -2", "attempt to allocate GtkScrolledWindow", "gtk_tree_sortable_",
            "g_file_equal: assertion", "gtk_widget_get_parent: assertion", "gtk_accessible_get_at_context: assertion",
            "gtk_widget_is_ancestor: assertion", "unexpected blinking selection", "did not receive a focus-out event",
            "g_signal_handler_disconnect: assertion 'handler_id > 0'", "gdk_frame_clock_idle_end_updating: assertion", "without a current allocation")

FOREIGN_NAMES = ("Open", "Save", "Export", "Print")
# Long turns in these are those of the dialogs.
FOREIGN_CALLS = ("gtk_file_chooser", "gtk_print_")


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
            # By name alone some of GTK's own dialogs, which get the program's, would be main windows.
            parent = subprocess.run(["xprop", "-id", window, "WM_TRANSIENT_FOR"], capture_output=True, text=True,
                                    check=False).stdout
            (dialogs if "window id" in parent else main).append((window, box))
    return main, dialogs


def resident_mib(pid):
    with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize() / 2**20


def complaints(log):
    """The lines that complain, but for GTK's own. After a critical one stand the calls that led to it, the innermost
    first: those of the log, of the function that complains, and of who called that."""
    said = []
    for line, calls in re.findall(r"^(.*(?:CRITICAL|WARNING|ERROR).*)\n((?:/.*\n)*)", log, re.MULTILINE):
        function = re.search(r": (\w+): assertion", line)
        callers = [call for call in calls.splitlines()
                   if not re.search(r"/(loop-watch|libglib-2\.0|libgobject-2\.0)\.so", call)
                   and not (function and f"({function.group(1)}+" in call)]
        by_program = bool(callers) and "/gridscope(" in callers[0]
        if by_program or not any(word in line for word in NOT_OURS):
            said.append(line)
    return said


class Turn(collections.namedtuple("Turn", ["clock_ms", "compute_ms", "calls"])):
    """One turn of the main loop; the calls are those in which it was found, the innermost first."""

    def is_foreign(self):
        return any(word in line for line in self.calls for word in FOREIGN_CALLS)

    def __str__(self):
        """With functions of the program by name and line."""
        said = [f"{self.compute_ms} ms computing in {self.clock_ms} ms"]
        for line in self.calls:
            place = re.match(r"(.*/gridscope)\((\w*)\+(0x[0-9a-f]+)\)", line)
            if place and not place.group(2):
                done = subprocess.run(["addr2line", "-sfpe", place.group(1), place.group(3)], capture_output=True, text=True,
                                      check=False)
                line = done.stdout.strip() or line
            said.append("    " + re.sub(r"\[0x[0-9a-f]+\]$", "", line))
        return "\n".join(said)


class Looker:
    """Asks look.py, which is started anew when it did not survive."""

    def __init__(self, pid):
        self.pid, self.process = pid, None

    def start(self):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "look.py")
        self.process = subprocess.Popen([sys.executable, script, str(self.pid)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def look(self, box):
        """Of the window of about that box; None: there is nothing to be seen of it now."""
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(f"{box[2]} {box[3]}\n")
            self.process.stdin.flush()
            if select.select([self.process.stdout], [], [], ANSWER_S)[0]:
                return json.loads(self.process.stdout.readline())
        except (BrokenPipeError, ValueError):
            pass
        self.end()
        return None

    def end(self):
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


class MonkeyTest(unittest.TestCase):
    def start(self):
        self.app = App(env={
            "LD_PRELOAD": os.environ["GS_LOOP_WATCH_LIBRARY"],
            "GS_LOOP_WATCH": self.watch,
            "G_DEBUG": "",
        }, looks=False)
        self.looker = Looker(self.app.process.pid)
        self.n_starts += 1
        self.watched = self.read_watch(0)[1]
        self.started = time.monotonic()
        self.lowest, self.stretch = [], None

    def read_watch(self, offset):
        """The turns that took too long from there on, and where the file ends."""
        turns, calls = [], []
        try:
            with open(self.watch, encoding="utf-8") as file:
                file.seek(offset)
                for line in file:
                    if re.fullmatch(r"\d+ \d+\n", line):
                        turns.append(Turn(*map(int, line.split()), calls))
                        calls = []
                    else:
                        calls.append(line.strip())
                return turns, file.tell()
        except FileNotFoundError:
            return [], 0

    def end(self):
        """Of one program: closed by the monkey, or at the end."""
        app = self.app
        self.looker.end()
        self.note_turns()
        code = app.process.poll()
        app.log.seek(0)
        said = complaints(app.log.read() + "\n")
        if code is None:
            app.process.terminate()
            app.process.wait(30)
        app.home.cleanup()
        if VERBOSE:
            app.log.seek(0)
            print(app.log.read(), flush=True)
        app.log.close()
        self.assertIn(code, (None, 0), f"the program ended with {code}: {said}")
        self.assertEqual(said, [])

    def note_turns(self):
        turns, self.watched = self.read_watch(self.watched)
        self.turns += turns
        if VERBOSE:
            for turn in turns:
                print(turn, flush=True)

    def check_answers(self):
        """A main loop that stands still for good has no turn that ends, and no complaint to make."""
        call = ["gdbus", "call", "--session", "--timeout", str(ANSWER_S), "--dest", NAME, "--object-path", PATH, "--method",
                "org.gtk.Actions.List"]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            # One that is just ending has given up its name already.
            try:
                self.app.process.wait(ANSWER_S)
            except subprocess.TimeoutExpired:
                self.fail(f"the program does not answer: {done.stderr}")

    def check_memory(self):
        minutes = (time.monotonic() - self.started) / 60
        stretch = int(minutes / SETTLED_MINUTES)
        resident = resident_mib(self.app.process.pid)
        if stretch != self.stretch:
            self.lowest.append(resident)
            self.stretch = stretch
        self.lowest[-1] = min(self.lowest[-1], resident)
        if len(self.lowest) > 3:
            # The one before the last is complete.
            self.assertLess(self.lowest[-2] - self.lowest[1], GROWTH_MIB, f"MiB after {minutes:.0f} minutes: {self.lowest}")

    def look(self, box):
        """Notes the view in front, and gives what can be worked in the window that has the keyboard: role and middle."""
        said = self.looker.look(box)
        if said is None:
            return [], (0, 0)
        self.seen.update(said["views"])
        return said["widgets"], said["frame"]

    def widgets(self, box):
        """The same within the X window, whose shadow lies about the frame."""
        found, (width, height) = self.look(box)
        return [(role, x + (box[2] - width) // 2, y + (box[3] - height) // 2) for role, x, y in found]

    def open_file(self):
        """As a double click does: the program that runs gets it."""
        path = self.monkey.rng.choice(self.files.paths)
        if VERBOSE:
            print("file", path, flush=True)
        subprocess.run([os.environ["GRIDSCOPE_APP"], path], env=self.app.environment, check=False, capture_output=True,
                       timeout=60)

    def next_words(self, main, dialogs):
        """For the window that is on top."""
        monkey, rng = self.monkey, self.monkey.rng
        window, box = dialogs[-1] if dialogs else rng.choice(main)
        name = window_name(window)
        self.in_dialog = self.in_dialog + 1 if dialogs else 0
        if dialogs:
            self.seen.add(name)
        # Without a window manager a dragged title bar moves the window itself, off the screen too.
        words = ["windowmove", window, "0", "0", "windowfocus", window]
        deed = rng.random()
        if len(main) > 2 and not dialogs:
            words += ["key", "Escape", "key", "Escape", "key", "ctrl+w"]  # one may be the shortcuts
        elif self.in_dialog > (6 if name.startswith("Matrix") else 3) or (dialogs and name.startswith(FOREIGN_NAMES)):
            words += ["key", "Escape", "key", "Escape", *(["key", "ctrl+w"] if name.startswith("Matrix") else [])]
        elif deed < 0.15:
            words += monkey.widget(self.widgets(box), (0, 0, *box[2:]))
        elif deed < 0.30 and not dialogs:
            words += monkey.way()
        elif deed < 0.34 and not dialogs:
            self.open_file()
        else:
            words += monkey.wild((0, 0, *box[2:]))
        return words

    def work(self):
        """One batch."""
        main, dialogs = windows(self.app.process.pid)
        if self.app.process.poll() is not None or not main + dialogs:
            self.end()
            self.start()
            return
        words = self.next_words(main, dialogs)
        if VERBOSE:
            print(time.strftime("%H:%M:%S"), *words, flush=True)
        subprocess.run(["xdotool", *words], check=False, capture_output=True, timeout=60)
        if self.app.process.poll() is None:
            self.check_answers()
        if self.app.process.poll() is None:
            self.note_turns()
            self.check_memory()

    def test_monkey(self):
        # A size with many digits is a matter for an error, not for the machine.
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
        self.monkey, self.files = Monkey(SEED), Files()
        self.addCleanup(self.files.close)
        self.watch = os.path.join(os.environ.get("GS_TEST_ARTIFACTS", "/tmp"), f"loop-watch-{os.getpid()}")
        os.makedirs(os.path.dirname(self.watch), exist_ok=True)
        self.turns, self.in_dialog, n_batches, self.n_starts, self.seen = [], 0, 0, 0, set()
        self.start()
        end = time.monotonic() + 60 * MINUTES
        while time.monotonic() < end:
            self.work()
            n_batches += 1
        self.end()
        os.unlink(self.watch)
        keep_picture("monkey")
        long = [turn for turn in self.turns
                if (turn.compute_ms > COMPUTE_MS and not turn.is_foreign()) or turn.clock_ms > CLOCK_MS]
        print(f"seed {SEED}: {n_batches} batches, {self.n_starts} starts, {len(self.turns)} turns over 100 ms on the clock, "
              f"{len(long)} of the program's own; lowest memory {[round(mib) for mib in self.lowest]} MiB; "
              f"seen {sorted(self.seen)}")
        self.assertEqual([str(turn) for turn in long], [], "\n".join(str(turn) for turn in long[:20]))
        if MINUTES >= COMPLETE_MINUTES:
            self.assertEqual(VIEWS - self.seen, set())
            self.assertEqual({word for word in WINDOWS if not any(name.startswith(word) for name in self.seen)}, set())


if __name__ == "__main__":
    unittest.main(verbosity=2)
