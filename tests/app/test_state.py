"""What a person left is there again, one program serves all windows, and files come to it from outside."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import unittest

from gridscope_app import App, AppTest, extents, wait_for

RECORDINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "recordings")
NAME, PATH = "org.gridscope.Gridscope", "/org/gridscope/Gridscope"


class State(AppTest):
    def setUp(self):
        """A home that outlives the program, with settings in a file."""
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)
        self.env = {f"XDG_{name}_HOME": os.path.join(self.home.name, name.lower())
                    for name in ("CACHE", "CONFIG", "DATA", "STATE")}
        self.env.update({"HOME": self.home.name, "GSETTINGS_BACKEND": "keyfile"})

    def open(self, *arguments):
        self.app = App(*arguments, env=self.env)
        self.addCleanup(self.app.close_if_open)
        return self.app

    def leave(self):
        """As a person does, who closes the window."""
        self.app.key("ctrl+w")
        self.assertEqual(self.app.process.wait(30), 0)

    def spec_file(self, n):
        path = os.path.join(self.home.name, f"spec-{n}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schema": "gridscope.spec/1", "op": "hadamard", "n": n, "block": [4]}, file)
        return path

    def windows(self):
        return subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "Gridscope$"],
                              capture_output=True, text=True, check=False).stdout.split()

    def test_first_start_and_what_was_left(self):
        app = self.open()
        welcome = app.find("push button", "Start the First Lesson")
        app.screenshot("welcome")
        self.assertTrue(welcome)
        app.focus_window(self.dialog())
        app.key("Escape")
        wait_for(lambda: not list(app.nodes("push button", "Start the First Lesson")), "the welcome to go")
        app.window = self.windows()[-1]  # the welcome may have been the one that was found first
        app.focus_window(app.window)
        wait_for(lambda: app.resize(1100, 700) == (1100, 700), "another size")
        app.key("ctrl+g", "ctrl+Next", "ctrl+Next", "F9")
        wait_for(lambda: app.front_page() == "Numbers", "the numbers in front")
        self.leave()

        app = self.open()
        wait_for(lambda: app.front_page() == "Numbers", "the numbers in front again")
        self.assertEqual(list(app.nodes("push button", "Start the First Lesson")), [])
        wait_for(lambda: app.size() == (1100, 700), "the size it had")
        spin = next(app.nodes("spin button", showing=False))
        self.assertFalse(0 <= extents(spin).x < 1100 and extents(spin).width > 0, "the pane stays away")
        app.key("ctrl+Prior", "ctrl+Prior")
        app.wait_verdict("No guard")

    def dialog(self):
        return wait_for(lambda: next(iter(subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "Welcome"], capture_output=True, text=True,
            check=False).stdout.split()), None), "the welcome as a window")

    def test_one_program(self):
        """A second start hands its file to the first, as a double click does."""
        app = self.open(self.spec_file(9))
        app.wait_verdict("⌈9 / 4⌉ = 3 blocks")
        second = subprocess.run([os.environ["GRIDSCOPE_APP"], self.spec_file(13)], env={**os.environ, **self.env}, timeout=60,
                                check=False)
        self.assertEqual(second.returncode, 0)
        app.wait_verdict("⌈13 / 4⌉ = 4 blocks")
        self.assertEqual(len(self.windows()), 1)

    def install(self):
        """What an installation has for the desktop, in the person's own folder; gives the environment for it."""
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data")
        data = self.env["XDG_DATA_HOME"]
        program = os.environ["GRIDSCOPE_APP"]
        for folder, name, old, new in (
                ("applications", NAME + ".desktop", "Exec=gridscope", "Exec=" + program),
                ("mime/packages", NAME + ".xml", "", ""),
                ("dbus-1/services", NAME + ".service", "@bindir@/gridscope", program)):
            file_name = {".xml": NAME + ".mime.xml", ".service": NAME + ".service.in"}.get(os.path.splitext(name)[1], name)
            with open(os.path.join(source, file_name), encoding="utf-8") as file:
                text = file.read()
            self.assertIn(old, text)
            os.makedirs(os.path.join(data, folder), exist_ok=True)
            with open(os.path.join(data, folder, name), "w", encoding="utf-8") as file:
                file.write(text.replace(old, new) if old else text)
        subprocess.run(["update-mime-database", os.path.join(data, "mime")], check=True, capture_output=True)
        subprocess.run(["update-desktop-database", os.path.join(data, "applications")], check=True, capture_output=True)
        return {**os.environ, **self.env, "GSK_RENDERER": "cairo"}

    def session_file(self, n):
        path = os.path.join(self.home.name, f"session-{n}.gridscope")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schema": "gridscope.session/1",
                       "spec": {"schema": "gridscope.spec/1", "op": "hadamard", "n": n, "block": [4]}}, file)
        return path

    @unittest.skipUnless(all(map(shutil.which, ("gio", "update-mime-database", "update-desktop-database"))),
                         "the tools of the desktop are not here")
    def test_double_click(self):
        """As a file manager opens a session: by its type, in the program that runs, or in one that the bus starts."""
        env = self.install()
        kind = subprocess.run(["gio", "info", "-a", "standard::content-type", self.session_file(21)], env=env, check=True,
                              capture_output=True, text=True).stdout
        self.assertIn("application/x-gridscope-session+json", kind)
        app = self.open(self.spec_file(9))
        app.wait_verdict("⌈9 / 4⌉ = 3 blocks")
        subprocess.run(["gio", "open", self.session_file(21)], env=env, check=True, timeout=60)
        app.wait_verdict("⌈21 / 4⌉ = 6 blocks")
        self.assertEqual(self.titles("session-21.gridscope – Gridscope"), [app.window])
        app.close()

        session = subprocess.Popen(["dbus-run-session", "--", "sh", "-c", 'gio open "$1" && cat', "sh", self.session_file(22)],
                                   env=env, stdin=subprocess.PIPE)
        # The program ends by itself some time after its bus has: the next test must not find its window.
        self.addCleanup(wait_for, lambda: not self.titles(opened), "the program that lost its bus to end")
        self.addCleanup(session.wait)
        self.addCleanup(session.stdin.close)
        opened = "session-22.gridscope – Gridscope"
        wait_for(lambda: self.titles(opened), "the window that the bus starts")

    def titles(self, title):
        return subprocess.run(["xdotool", "search", "--onlyvisible", "--name", f"^{title}$"],
                              capture_output=True, text=True, check=False).stdout.split()

    def test_several_windows(self):
        app = self.open(self.spec_file(9))
        app.key("ctrl+n")
        both = wait_for(lambda: len(self.windows()) == 2 and self.windows(), "a second window")
        other = next(window for window in both if window != app.window)
        app.focus_window(other)
        app.key("ctrl+w")
        wait_for(lambda: self.windows() == [app.window], "one window to be left")
        app.wait_verdict("⌈9 / 4⌉ = 3 blocks")

    def test_ends_while_gtk_asks(self):
        """For a file or a printer: that waits for an answer, which nobody gives any more."""
        for title, key in (("Print", "ctrl+p"), ("Save Session", "ctrl+s")):
            with self.subTest(title=title):
                app = self.open(self.spec_file(9))
                app.key(key)
                app.focus_window(wait_for(lambda title=title: app.find_dialog_window(title), title))
                app.wait_focus()
                subprocess.run(["gdbus", "call", "--session", "--dest", NAME, "--object-path", PATH, "--method",
                                "org.gtk.Actions.Activate", "quit", "[]", "{}"], capture_output=True, check=True)
                self.assertEqual(app.process.wait(30), 0)

    def test_session_takes_no_run_away(self):
        """It comes in the window that is there while nothing was measured in it, and else in another."""
        self.prefer()
        app = self.open(self.spec_file(9))
        app.run_and_wait()
        app.show_view("History")
        app.find_text("1 run, newest first")
        for n in (21, 23):
            subprocess.run([os.environ["GRIDSCOPE_APP"], self.session_file(n)], env={**os.environ, **self.env}, timeout=60,
                           check=True)
            opened = wait_for(lambda n=n: self.titles(f"session-{n}.gridscope – Gridscope"), "the session in a window")
            self.assertNotIn(app.window, opened)
            app.focus_window(app.window)
        app.find_text("1 run, newest first")

    def test_end_while_a_window_comes(self):
        """It is built, and not on screen yet."""
        app = self.open(self.spec_file(9))
        app.wait_verdict("⌈9 / 4⌉ = 3 blocks")
        app.key("ctrl+n", "ctrl+q")
        self.assertEqual(app.process.wait(30), 0)

    def prefer(self, *lines):
        """Settings of a person who has been welcomed."""
        folder = os.path.join(self.env["XDG_CONFIG_HOME"], "glib-2.0", "settings")
        os.makedirs(folder)
        with open(os.path.join(folder, "keyfile"), "w", encoding="utf-8") as file:
            file.write("\n".join(["[org/gridscope/Gridscope]", "welcomed=true", *lines, ""]))

    def kept_aside(self, *parts):
        """Whether there are so many files with these parts."""
        folder = os.path.join(self.env["XDG_STATE_HOME"], "gridscope")
        texts = []
        for name in os.listdir(folder) if os.path.isdir(folder) else ():
            if name.startswith("autosave-") and os.path.isfile(os.path.join(folder, name)):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    texts.append(file.read())
        return len(texts) == len(parts) and all(any(part in text for text in texts) for part in parts)

    def test_all_windows_come_back(self):
        self.prefer()
        app = self.open(self.spec_file(9))
        app.wait_verdict("⌈9 / 4⌉ = 3 blocks")
        app.key("ctrl+n")
        both = wait_for(lambda: len(self.windows()) == 2 and self.windows(), "a second window")
        app.focus_window(next(window for window in both if window != app.window))
        app.key("ctrl+g")
        app.find_status("No guard")
        wait_for(lambda: self.kept_aside('"n": 9', '"guard": false'), "both windows to be kept aside")
        app.process.kill()
        app.process.wait()

        app = self.open()
        wait_for(lambda: len(self.windows()) == 2, "both windows")
        app.find_status("⌈9 / 4⌉ = 3 blocks")
        app.find_status("No guard")
        wait_for(lambda: self.kept_aside('"n": 9', '"guard": false'), "both windows to be kept aside again")

        # And killed before it was: what was left behind counts until then.
        app.crash()
        app = self.open()
        app.find_status("⌈9 / 4⌉ = 3 blocks")
        app.crash()
        app = self.open()
        app.find_status("⌈9 / 4⌉ = 3 blocks")
        app.find_status("No guard")

    def test_number_given_again(self):
        """That a program has the number of the one that ended does not mean that it still runs."""
        self.prefer()
        app = self.open(self.spec_file(9))
        wait_for(lambda: self.kept_aside('"n": 9'), "the window to be kept aside")
        app.crash()
        folder = os.path.join(self.env["XDG_STATE_HOME"], "gridscope")
        os.rename(os.path.join(folder, f"autosave-{app.process.pid}-0.gridscope"),
                  os.path.join(folder, f"autosave-{os.getpid()}-0.gridscope"))
        app = self.open()
        app.wait_verdict("⌈9 / 4⌉ = 3 blocks")

    def test_what_cannot_be_read_is_not_thrown_away(self):
        self.prefer()
        folder = os.path.join(self.env["XDG_STATE_HOME"], "gridscope")
        os.makedirs(folder)
        ended = subprocess.Popen(["true"])
        ended.wait()
        with open(os.path.join(folder, f"autosave-{ended.pid}-0.gridscope"), "w", encoding="utf-8") as file:
            file.write('{"schema": "gridscope.session/1", "spec": {"n": 9')
        app = self.open()
        app.find_status("cannot be read")
        self.assertIn(f"unreadable-{ended.pid}-0.gridscope", os.listdir(folder))

    def test_measured_elsewhere(self):
        """Not only runs go where the words before the worker's command lead, and a failure is forgotten with its sweep."""
        log = os.path.join(self.home.name, "workers")
        self.prefer("last-view='crossover'",
                    """worker-prefix=['sh', '-c', 'echo $$ >>"$0"; shift; exec "$GRIDSCOPE_CLI" "$@"', '%s']""" % log)

        def workers():
            with open(log, encoding="ascii") as file:
                return [int(line) for line in file]

        app = self.open(self.spec_file(9))
        wait_for(lambda: len(workers()) == 1, "the worker of the window")
        wait_for(lambda: app.is_sensitive("Start Sweep"), "a sweep that can be started")
        app.click(app.find("push button", "Start Sweep"))
        wait_for(lambda: len(workers()) == 2, "the worker of the sweep")
        os.kill(workers()[1], signal.SIGKILL)
        app.wait_verdict("worker")
        subprocess.run([os.environ["GRIDSCOPE_APP"], os.path.join(RECORDINGS, "h200-sweep-hadamard.json")],
                       env={**os.environ, **self.env}, timeout=60, check=True)
        wait_for(lambda: "worker" not in app.verdict(), "the verdict about the sweep that was opened")

    def test_bus_activation(self):
        """Started by the bus it has no window until it is asked for one."""
        process = subprocess.Popen([os.environ["GRIDSCOPE_APP"], "--gapplication-service"],
                                   env={**os.environ, **self.env, "GSK_RENDERER": "cairo"})
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        uri = "file://" + self.spec_file(17)
        call = ["gdbus", "call", "--session", "--timeout", "30", "--dest", NAME, "--object-path", PATH, "--method",
                "org.freedesktop.Application.Open", f"['{uri}']", "{}"]
        wait_for(lambda: subprocess.run(["gdbus", "wait", "--session", "--timeout", "1", NAME], check=False,
                                        capture_output=True).returncode == 0, "the program on the bus")
        self.assertEqual(self.windows(), [])
        subprocess.run(call, check=True, capture_output=True)
        wait_for(lambda: len(self.windows()) == 1, "a window")


if __name__ == "__main__":
    unittest.main(verbosity=2)
