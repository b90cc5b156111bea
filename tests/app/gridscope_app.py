"""Starts the real program and works it by keys and clicks, looking at what assistive technology sees.

Everything waits for a state with a deadline; nothing sleeps for a fixed time and hopes.
"""

import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

DEADLINE_S = float(os.environ.get("GS_TEST_DEADLINE_S", "90"))
ARTIFACTS = os.environ.get("GS_TEST_ARTIFACTS")


def keep_picture(name):
    if ARTIFACTS:
        os.makedirs(ARTIFACTS, exist_ok=True)
        subprocess.run(["import", "-window", "root", os.path.join(ARTIFACTS, name + ".png")], check=False)


def wait_for(condition, what, deadline_s=DEADLINE_S):
    """Calls condition() until it gives something true, and gives that. What it looks for need not be there yet, and may go
    away while it is being looked at."""
    end = time.monotonic() + deadline_s
    while True:
        try:
            value = condition()
        except (GLib.Error, LookupError, StopIteration, FileNotFoundError, ProcessLookupError):
            value = None
        if value:
            return value
        if time.monotonic() > end:
            keep_picture("failed-" + re.sub(r"\W+", "-", what))
            raise AssertionError(f"{what}: not within {deadline_s:g} s")
        time.sleep(0.05)


def walk(node, showing=False):
    """The node and all under it; with showing, nothing that has no size on screen."""
    if node is None:
        return
    if showing and not is_showing(node):
        return
    yield node
    for i in range(node.get_child_count()):
        yield from walk(node.get_child_at_index(i), showing)


def extents(node):
    """Where the node is in its window; LookupError if it has gone."""
    box = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
    if box is None:
        raise LookupError("a widget that has gone has no place")
    return box


def is_showing(node):
    """GTK 4.8 gives no widget the state SHOWING; what is on screen has a size. The program as a whole cannot be asked."""
    try:
        box = extents(node)
    except GLib.Error:
        return True
    except LookupError:
        return False
    return box.width > 0 and box.height > 0


def has_state(node, state):
    return node.get_state_set().contains(state)


def is_in_front(tab):
    return any(has_state(tab, state)
               for state in (Atspi.StateType.SELECTED, Atspi.StateType.CHECKED, Atspi.StateType.PRESSED))


def text_of(node):
    return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))


class App:
    """The program, running. Without @looks nothing is asked of it on the accessibility bus, which libatspi does not
    survive for one program after another."""

    def __init__(self, *arguments, env=None, looks=True):
        environment = dict(os.environ)
        environment.update({
            "GSK_RENDERER": "cairo",
            "GSETTINGS_BACKEND": "memory",
            "GTK_A11Y": "atspi",
            "G_DEBUG": "fatal-criticals",
        })
        environment.pop("GTK_THEME", None)
        # What one run leaves behind is no business of the next.
        self.environment = environment
        self.home = tempfile.TemporaryDirectory()
        for name in ("CACHE", "CONFIG", "DATA", "STATE"):
            environment[f"XDG_{name}_HOME"] = os.path.join(self.home.name, name.lower())
        environment["HOME"] = self.home.name
        environment.update(env or {})
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([os.environ["GRIDSCOPE_APP"], *arguments], env=environment, stderr=self.log,
                                        cwd=self.home.name)
        try:
            self._begin()
            if looks:
                self._look(arguments)
        except BaseException:
            # Left behind, it would take what the next test opens.
            self.process.kill()
            self.process.wait()
            raise

    def _begin(self):
        self.window = wait_for(self._find_x_window, "a window of the program")
        subprocess.run(["xdotool", "windowmove", self.window, "0", "0"], check=True)
        self.focus_window(self.window)

    def _look(self, arguments):
        self.node = wait_for(self._find_application, "the program on the accessibility bus")
        if arguments:
            # Read in another thread, with a bar of progress meanwhile.
            wait_for(lambda: not any(self.nodes("progress bar")), "the document to be open")

    def _find_x_window(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the program ended with {self.process.returncode}")
        found = subprocess.run(["xdotool", "search", "--all", "--onlyvisible", "--pid", str(self.process.pid), "--name",
                                "Gridscope$"], capture_output=True, text=True, check=False).stdout.split()
        return found[-1] if found else None

    def _find_application(self):
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(i)
            if child is not None and child.get_process_id() == self.process.pid and child.get_child_count() > 0:
                # What libatspi remembers is of before, and it does not always survive to forget it
                # (atspi_accessible_clear_cache() calls itself until the stack ends).
                child.set_cache_mask(Atspi.Cache.NONE)
                return child
        return None

    def resize(self, width, height):
        """Asks for a size, frame included, and gives the size that the window took."""
        subprocess.run(["xdotool", "windowsize", "--sync", self.window, str(width), str(height)], check=True, timeout=10)
        return self.size()

    def size(self):
        geometry = subprocess.run(["xdotool", "getwindowgeometry", "--shell", self.window],
                                  capture_output=True, text=True, check=True).stdout
        size = dict(line.split("=") for line in geometry.split())
        return int(size["WIDTH"]), int(size["HEIGHT"])

    def focus_window(self, window):
        """A window that is only just there cannot take it yet."""
        wait_for(lambda: subprocess.run(["xdotool", "windowfocus", "--sync", window], check=False, timeout=10,
                                        capture_output=True).returncode == 0, "the keyboard at a window")

    # Looking.

    def nodes(self, role=None, name=None, showing=True, within=None):
        """GTK 4.8 does not tell which page of a stack is in front: look within one."""
        for node in walk(within or self.node, showing):
            if role is not None and node.get_role_name() != role:
                continue
            if name is not None and node.get_name() != name:
                continue
            yield node

    def find(self, role=None, name=None, deadline_s=DEADLINE_S):
        return wait_for(lambda: next(self.nodes(role, name), None), f"a showing {role or 'widget'} “{name}”", deadline_s)

    def find_text(self, part, deadline_s=DEADLINE_S):
        """A showing label that contains the text."""
        return wait_for(lambda: next((n for n in self.nodes("label") if part in n.get_name()), None),
                        f"a label with “{part}”", deadline_s)

    def labels(self, within=None):
        return [node.get_name() for node in self.nodes("label", within=within)]

    def page(self, type_name):
        return wait_for(lambda: next(self.nodes("filler", type_name), None), f"the page {type_name}")

    def front_page(self):
        for tab in self.nodes("page tab", showing=False):
            if is_in_front(tab):
                return tab.get_name()
        return None

    def show_view(self, name):
        """By keyboard: there is not always room for the tabs."""
        for _ in range(12):
            front = self.front_page()
            if front == name:
                return
            self.key("ctrl+Next")
            wait_for(lambda: self.front_page() != front, "the next view")
        raise AssertionError(f"no view “{name}”")

    def is_sensitive(self, name):
        """Whether the first button of that name can be pressed."""
        return has_state(next(self.nodes("push button", name, showing=False)), Atspi.StateType.SENSITIVE)

    def verdict(self):
        """The lowest status of the main window; others say what a page or a card is about."""
        bars = list(self.nodes("status bar", within=next(self.nodes("frame"), None)))
        return max(bars, key=lambda bar: extents(bar).y).get_name() if bars else ""

    def find_status(self, part):
        return wait_for(lambda: next((n for n in self.nodes("status bar") if part in n.get_name()), None),
                        f"a status with “{part}”")

    def wait_verdict(self, part):
        return wait_for(lambda: part in (verdict := self.verdict()) and verdict, f"a verdict with “{part}”")

    # Doing.

    def key(self, *keys):
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], check=True)

    def type(self, text):
        subprocess.run(["xdotool", "type", "--clearmodifiers", "--delay", "5", text], check=True)

    def click(self, node):
        self._scroll_to(node)
        box = self.settle(node)
        self.click_at(box.x + box.width // 2, box.y + box.height // 2)

    def settle(self, node):
        """Waits until the widget has stopped moving, and gives where it is."""
        seen = []

        def still():
            box = extents(node)
            seen.append((box.x, box.y, box.width, box.height))
            return box.width > 0 and seen[-1:] == seen[-2:-1] and box

        return wait_for(still, f"{node.get_name()} at rest")

    def type_into(self, node, text, *keys):
        """Puts the text in place of what is there, then those keys; nothing is sent before the widget that takes it is
        seen to have the keyboard, nor the keys before the text is there."""
        self.click(node)
        self.type_over(wait_for(lambda: self._focused_in(node) and node, f"the keyboard at {node.get_name()}"), text, *keys)

    def type_over(self, node, text, *keys):
        """The same where the widget has the keyboard already."""
        self.key("ctrl+a", "Delete")
        wait_for(lambda: text_of(node) == "", f"{node.get_name()} empty")
        self.type(text)
        wait_for(lambda: text_of(node) == text, f"“{text}” in {node.get_name()}")
        if keys:
            self.key(*keys)

    def _focused_in(self, node):
        """What has the keyboard at or in the node."""
        return next((part for part in self.nodes(showing=False, within=node) if has_state(part, Atspi.StateType.FOCUSED)),
                    None)

    def wait_focus(self, name=None, role=None):
        """Waits until a widget of that name or role has the keyboard, and gives it."""
        def there():
            node = next((node for node in self.nodes() if has_state(node, Atspi.StateType.FOCUSED)), None)
            return node is not None and name in (None, node.get_name()) and role in (None, node.get_role_name()) and node

        return wait_for(there, f"the keyboard at {name or role}")

    def frame(self):
        """Where the main window's contents are."""
        return wait_for(lambda: extents(next(self.nodes("frame"))), "the window's frame")

    def _scroll_to(self, node):
        """Turns the wheel over the spec pane until the widget is in view."""
        frame = self.frame()

        def in_view():
            box = extents(node)
            if box.y + box.height > frame.height - 56:
                button = "5"
            elif box.y < 0:
                button = "4"
            else:
                return True
            subprocess.run(["xdotool", "mousemove", "--sync", "12", "400", "click", "--repeat", "3", "--delay", "1", button],
                           check=True)
            return False

        wait_for(in_view, f"{node.get_name()} in view")

    def click_at(self, x, y):
        """At a point of the window, whose own frame lies outside of it."""
        self.point_at(x, y, "click", "1")

    def point_at(self, x, y, *words):
        """Puts the pointer there, and does then what the words tell xdotool. It comes from beside: where a list closes over a
        pointer that rests, GTK 4.8 takes no click of it before it moves."""
        x, y = self.on_screen(x, y)
        subprocess.run(["xdotool", "mousemove", "--sync", str(x + 7), str(y + 2), "mousemove", "--sync", str(x), str(y), *words],
                       check=True)

    def on_screen(self, x, y):
        """Where on the screen a point of the window is."""
        frame = self.frame()
        geometry = subprocess.run(["xdotool", "getwindowgeometry", "--shell", self.window],
                                  capture_output=True, text=True, check=True).stdout
        size = dict(line.split("=") for line in geometry.split())
        return (x + int(size["X"]) + (int(size["WIDTH"]) - frame.width) // 2,
                y + int(size["Y"]) + (int(size["HEIGHT"]) - frame.height) // 2)

    def choose_from(self, combo, choice):
        """Chooses in a drop-down by keys: none is sent before the list has the keyboard."""
        def chosen_row():
            rows = [row for row in self.nodes("list item", showing=False, within=combo)
                    if has_state(row, Atspi.StateType.FOCUSED)]
            return rows[0] if rows else None

        def names(node):
            return [label.get_name() for label in self.nodes("label", showing=False, within=node)]

        def open_list():
            """A list that is just closing takes a click for itself."""
            self.click(combo)
            try:
                return wait_for(chosen_row, f"the keyboard in the list of {combo.get_name()}", DEADLINE_S / 4)
            except AssertionError:
                return None

        wait_for(open_list, f"the list of {combo.get_name()}")
        self.key("Home")
        choices = names(next(self.nodes("list", showing=False, within=combo)))
        for earlier, later in zip(choices, choices[1:]):
            wait_for(lambda: names(chosen_row()) == [earlier], f"{earlier} in {combo.get_name()}")
            if earlier == choice:
                break
            self.key("Down")
            wait_for(lambda: names(chosen_row()) == [later], f"{later} in {combo.get_name()}")
        self.key("Return")
        wait_for(lambda: choice in names(next(self.nodes("push button", showing=False, within=combo))),
                 f"{choice} chosen in {combo.get_name()}")
        wait_for(lambda: chosen_row() is None, f"the list of {combo.get_name()} to close")

    def run_and_wait(self, run="Run", stop="Stop", start=None):
        """Runs by key what is on screen, or calls start() for it, and waits for the end. That it began is told by an event: a short run may be over
        before anybody looks, and one that has not begun looks like one that has ended."""
        begun = []
        listener = Atspi.EventListener.new(lambda event: begun.append(event.source.get_name() == run and not event.detail1))
        listener.register("object:state-changed:sensitive")

        def has_begun():
            while GLib.MainContext.default().iteration(False):
                pass
            return any(begun)

        if start:
            start()
        else:
            self.key("F5")
        wait_for(has_begun, "the run to begin")
        listener.deregister("object:state-changed:sensitive")
        wait_for(lambda: self.is_sensitive(run) and not self.is_sensitive(stop), "the run to end")

    def focus(self, node):
        Atspi.Component.grab_focus(node)
        wait_for(lambda: has_state(node, Atspi.StateType.FOCUSED), f"focus on {node.get_name()}")

    def screenshot(self, name):
        keep_picture(name)

    def find_dialog_window(self, title="Print"):
        """The X window of one of GTK's dialogs, if it is there."""
        found = subprocess.run(["xdotool", "search", "--all", "--onlyvisible", "--pid", str(self.process.pid), "--name",
                                f"^{title}$"], capture_output=True, text=True, check=False).stdout.split()
        return found[-1] if found else None

    def windows(self):
        """Titles of the program's windows on screen."""
        found = subprocess.run(["xdotool", "search", "--all", "--onlyvisible", "--pid", str(self.process.pid), "--name", ".",
                                "getwindowname", "%@"], capture_output=True, text=True, check=False)
        return found.stdout.split("\n")

    def workers(self):
        """Process ids of the program's workers."""
        path = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        with open(path, encoding="ascii") as children:
            return [int(word) for word in children.read().split()]

    def close_if_open(self):
        """For tests in which a person closes it."""
        if self.process.poll() is None:
            self.close()
        else:
            self.home.cleanup()
            self.log.close()

    def quit(self):
        """As a person does: what is open is kept."""
        self.key("ctrl+q")
        self.process.wait(DEADLINE_S)
        self._finish()

    def crash(self):
        self.process.kill()
        self.process.wait()
        self._finish()

    def close(self):
        if self.process.returncode is not None and self.log.closed:
            return
        if self.process.poll() is not None:
            self.log.seek(0)
            raise AssertionError(f"the program ended by itself with {self.process.returncode}: {self.log.read()}")
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._finish()

    def _finish(self):
        self.home.cleanup()
        self.log.seek(0)
        said = self.log.read()
        self.log.close()
        for word in ("CRITICAL", "Theme parser", "Failed to set text"):
            if word in said:
                raise AssertionError(f"the program complained: {said}")


def read_clipboard(*mime):
    """The text that another program would paste, or in that MIME type the base64 of the bytes; None if there is none."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "outside.py")
    pasted = subprocess.run([sys.executable, script, "paste", *mime], stdout=subprocess.PIPE, text=True, check=True, timeout=60)
    return json.loads(pasted.stdout)


class Outside:
    """Another program beside the one under test, which has something for it: see outside.py."""

    def __init__(self, *arguments):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "outside.py")
        self.process = subprocess.Popen([sys.executable, script, *arguments], stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def says(self, within_s):
        """The next thing that it says, "" when it says nothing in that time."""
        there, _, _ = select.select([self.process.stdout], [], [], within_s)
        return self.process.stdout.readline().strip() if there else ""

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class AppTest(unittest.TestCase):
    """A program of its own for each test, started with a spec."""

    def start(self, spec=None, env=None):
        """Gives the program, with spec (a dictionary of spec keys; None: the seed example) on screen."""
        paths = [self.write_json(".json", {"schema": "gridscope.spec/1", **spec})] if spec else []
        app = self.start_with(*paths, env=env)
        for path in paths:
            # Refused, it would leave the seed example, and many a test content with that.
            self.assertNotIn(path, app.verdict())
        return app

    def write_json(self, suffix, document):
        """Gives the name of a file with the document, which goes with the test."""
        return self.write_text(suffix, json.dumps(document))

    def write_text(self, suffix, text):
        with tempfile.NamedTemporaryFile("w", suffix=suffix, delete=False, encoding="utf-8") as file:
            file.write(text)
        self.addCleanup(os.unlink, file.name)
        return file.name

    def start_with(self, *arguments, env=None):
        self.app = App(*arguments, env=env)
        self.addCleanup(self.app.close)
        return self.app
