"""Where the program is run must not matter: locale, display, pipes, signals."""
import json
import os
import signal
import subprocess
import time
import unittest

from harness import CLI, DONE, INTERNAL, INTERRUPTED, USAGE, Case, run

LONG = ["run", "--op", "matmul", "--m", "6000", "--n", "6000", "--k", "6000", "--backend", "cpu", "--kernel", "cpu_ijk",
        "--threads", "1", "--repeats", "1000", "--json"]


class Locale(Case):
    def test_comma_locale_changes_no_byte(self):
        locale = self.path("de_DE.UTF-8")
        made = subprocess.run(["localedef", "-c", "-i", "de_DE", "-f", "UTF-8", locale], capture_output=True, check=False)
        if not os.path.isdir(locale):
            self.skipTest("localedef made no locale: " + made.stderr.decode())
        comma = {**os.environ, "LOCPATH": self.directory, "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de:zh_CN"}
        # The premise: C's own printf writes commas there.
        shown = subprocess.run(["printf", "%.1f", "0,5"], env=comma, capture_output=True, check=False)
        self.assertEqual(shown.stdout, b"0,5")
        plain = {**os.environ, "LC_ALL": "C"}
        picture = self.path("c.svg")
        for words in (
            ["plan", "--m", "13", "--n", "21", "--block", "8x4", "--json"],
            ["plan", "--n", "7", "--block", "256"],
            ["plan", "--n", "7", "--block", "2048", "--json"],
            ["plan", "--n", "seven"],
            ["plan", "--a", "[1 2; 3]"],
            ["devices"],
            ["check", "--backend", "cpu", "--kernel", "cpu_ijk", "--json"],
            ["figure", "coverage", "--m", "13", "--n", "21", "--block", "8x4", "--caption", "-o", picture],
        ):
            with self.subTest(words=words):
                results = []
                for env in (plain, comma):
                    done = run(*words, env=env)
                    drawn = b""
                    if words[0] == "figure":
                        with open(picture, "rb") as file:
                            drawn = file.read()
                    results.append((done.returncode, done.stdout, done.stderr, drawn))
                self.assertEqual(results[0], results[1])
        for env in (plain, comma):
            done = run("run", "--a", "[1.5 2.25]", "--b", "[1 1]", "--backend", "cpu", "--repeats", "1", "--json", env=env)
            self.assertEqual(json.loads(done.stdout)["results"][0]["output"]["values"], [[1.5, 2.25]])


class Pipes(Case):
    def test_closed_standard_output(self):
        done = subprocess.run(["sh", "-c", '"$0" plan --n 7 --json >&-', CLI], capture_output=True, check=False)
        self.assertEqual(done.returncode, INTERNAL)
        self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([CLI, "plan", "--n", "7", "--json"], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, INTERNAL)
        self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_what_is_no_file_is_named_and_not_replaced(self):
        """A pipe that somebody may be reading, and a device, under the names that are asked for."""
        run_words = ["run", "--n", "7", "--backend", "cpu", "--repeats", "1"]
        for name, words in (
            ("c.svg", ["figure", "coverage", "--n", "7", "-o"]),
            ("c.png", ["figure", "coverage", "--n", "7", "-o"]),
            ("c.npy", [*run_words, "--output"]),
            ("c.csv", [*run_words, "--output"]),
            ("spec.json", ["plan", "--n", "7", "--save"]),
            ("sweep.json", ["sweep", "--op", "add", "--sizes", "4:8:x2", "--backend", "cpu", "--repeats", "1", "--output"]),
        ):
            for kind in ("pipe", "device"):
                with self.subTest(name=name, kind=kind):
                    path = self.path(kind + "-" + name)
                    if kind == "pipe":
                        os.mkfifo(path)
                    else:
                        os.symlink("/dev/full", path)
                    before = os.lstat(path).st_ino
                    done = run(*words, path)
                    self.assertEqual(done.returncode, USAGE)
                    self.assertEqual(len(done.stderr.splitlines()), 1)
                    self.assertIn(f"{path} is a pipe or a device".encode(), done.stderr)
                    self.assertEqual(os.lstat(path).st_ino, before)

    def test_reader_that_left(self):
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, "wb") as gone:
            done = subprocess.run([CLI, "plan", "--n", "7", "--json"], stdout=gone, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, INTERNAL)

    def test_reader_that_takes_its_time(self):
        """A pipe whose writers do not wait (O_NONBLOCK), as those of event loops: the document is whole."""
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        process = subprocess.Popen([CLI, "lesson", "ceiling", "--seeds", "0:900", "--json"], stdout=writing)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            time.sleep(0.5)
            document = pipe.read()
        self.assertEqual(process.wait(), DONE)
        self.assertGreater(len(document), 65536)
        self.assertEqual(len(json.loads(document)["rows"]), 901 * 3)

    def test_closed_output_reaches_no_file(self):
        path = self.path("spec.json")
        subprocess.run(["sh", "-c", '"$0" plan --n 7 --json --save "$1" >&-', CLI, path], capture_output=True, check=False)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(json.load(file)["n"], 7)


class Signals(Case):
    @staticmethod
    def catches_interrupts(pid):
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            caught = next(line for line in file if line.startswith("SigCgt:")).split()[1]
        return int(caught, 16) & 1 << (signal.SIGINT - 1)

    def interrupted(self, words, env=None):
        # Its own group, and the signal's default action, as a shell would start it.
        process = subprocess.Popen([CLI, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, **(env or {})},
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        # The program is at work once it catches the signal.
        while process.poll() is None and not self.catches_interrupts(process.pid):
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
        return process.returncode, out, err.decode()

    def test_interrupted_run(self):
        status, out, err = self.interrupted(LONG)
        self.assertEqual((status, out), (INTERRUPTED, b""), err)
        self.assertEqual(len(err.splitlines()), 1)

    def test_interrupted_sweep_leaves_whole_lines(self):
        status, out, err = self.interrupted(["sweep", "--op", "matmul", "--sizes", "8,16,6000", "--backend", "cpu",
                                             "--kernel", "cpu_ijk", "--threads", "1", "--repeats", "100", "--json"])
        self.assertEqual(status, INTERRUPTED, err)
        for line in out.splitlines():
            self.assertEqual(json.loads(line)["schema"], "gridscope.report/1")


    def test_interrupted_list_of_figures(self):
        """What was drawn stays, what was being drawn leaves nothing, and all is drawn later."""
        slow = {"figure": "timing", "op": "matmul", "m": 4000, "n": 4000, "k": 4000, "backend": "cpu",
                "kernel": "cpu_ijk", "threads": 1, "repeats": 100}
        figures = [{"figure": "coverage", "output": "quick.svg", "n": 7, "block": 4},
                   {**slow, "output": "slow.svg"}]
        path = self.write("figures.json", json.dumps({"schema": "gridscope.figures/1", "figures": figures}))
        temporary = self.path("temporary")
        os.mkdir(temporary)
        for check in ([], ["--check"]):
            status, out, err = self.interrupted(["figure", "--batch", path, *check], env={"TMPDIR": temporary})
            self.assertEqual((status, out), (INTERRUPTED, b""), err)
            self.assertEqual(len(err.splitlines()), 1)
            self.assertEqual(os.listdir(temporary), [])
            self.assertFalse(os.path.exists(self.path("slow.svg")))


class Display(Case):
    def test_none_is_needed(self):
        env = {key: value for key, value in os.environ.items()
               if key not in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "HOME")}
        done = run("figure", "coverage", "--n", "7", "--block", "4", "-o", self.path("c.png"), env=env)
        self.assertEqual(done.returncode, DONE, done.stderr)

    def test_no_gtk_inside(self):
        done = subprocess.run(["ldd", CLI], capture_output=True, check=True)
        self.assertNotIn(b"libgtk", done.stdout)
        self.assertNotIn(b"libadwaita", done.stdout)


if __name__ == "__main__":
    unittest.main()
