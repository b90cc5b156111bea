"""Everything a user can do wrong: one sentence, the right exit code, nothing printed."""
import os
import signal
import subprocess
import unittest

from harness import CLI, DONE, UNAVAILABLE, USAGE, Case, run


class Errors(Case):
    def test_unknown_words_name_the_nearest(self):
        for words, nearest in (
            (["pln"], "plan"),
            (["rum"], "run"),
            (["plan", "--blok", "4"], "--block"),
            (["plan", "--op", "hadmard"], "hadamard"),
            (["plan", "--grid", "cel"], "ceil"),
            (["plan", "--map", "x=rows"], "x=row"),
            (["plan", "--break", "barier-1"], "barrier-1"),
            (["run", "--backend", "cuba"], "cuda"),
            (["run", "--kernel", "hadamard/k1_scaler"], "hadamard/k1_scalar"),
            (["run", "--a", "randm:1"], "random"),
            (["run", "--host-memory", "pined"], "pinned"),
            (["plan", "--n", "7", "--device", "h20"], "h200"),
            (["check", "--backend", "simd"], "simt"),
            (["check", "--kernel", "cpu_ijj"], "cpu_ijk"),
            (["figure", "covrage", "-o", "x.svg"], "coverage"),
            (["figure", "coverage", "-o", "x.svg", "--theme", "drak"], "dark"),
            (["figure", "coverage", "-o", "x.svg", "--language", "zh_TW"], "zh_CN"),
        ):
            with self.subTest(words=words):
                self.refuses(USAGE, nearest, *words)

    def test_command_line(self):
        for words, part in (
            ([], "command"),
            ([], "lesson"),
            (["run", "--n", "7", "--kernel", ""], "kernel"),
            (["run", "--a", "", "--b", ""], "A: "),
            (["figure", "coverage", "--n", "7", "--block", "4", "-o", "x.svg", "--thread", "2:0"], "2 × 1 blocks"),
            (["figure", "coverage", "--n", "7", "--block", "4", "-o", "x.svg", "--thread", "0:4"], "4 × 1 threads"),
            (["figure", "formula", "--n", "7", "--block", "4", "-o", "x.svg", "--thread", "0,1:0"], "block (0, 1)"),
            (["plan", "--n"], "--n"),
            (["run", "--n", "7", "--device", "9"], "this run is on cpu, simt alone; add --backend cuda"),
            (["sweep", "--sizes", "8,16", "--device", "GPU-1", "--backend", "cpu"], "chooses a GPU"),
            (["worker", "--language", "fr"], "known are en, zh_CN"),
            (["plan", "--n", "--block", "4"], "--n"),
            (["plan", "--n", "7", "--n", "8"], "twice"),
            (["plan", "--json=yes"], "--json"),
            (["plan", "stray"], "stray"),
            (["plan", "-x"], "-x"),
            (["check", "--launches", "3", "--kernel", "matmul/k1_naive"], "leave --kernel or --launches out"),
            (["figure"], "kind"),
            (["figure", "coverage"], "-o"),
            (["figure", "coverage", "-o", "x.gif"], "gif"),
            (["figure", "coverage", "-o", "x.svg", "--size", "960"], "960x600"),
            (["figure", "coverage", "-o", "x.svg", "--scale", "0"], "--scale"),
            (["figure", "coverage", "-o", "x.svg", "--thread", "1"], "1:3"),
            (["figure", "coverage", "-o", "x.svg", "--thread", ":"], "1:3"),
            (["figure", "coverage", "-o", "x.svg", "--thread", "1:"], "1:3"),
            (["figure", "coverage", "-o", "x.svg", "--thread", "1,2,3:0"], "1:3"),
            (["sweep"], "--sizes"),
            (["worker", "--max-line", "x"], "--max-line"),
        ):
            with self.subTest(words=words):
                self.refuses(USAGE, part, *words)

    def test_numbers(self):
        for words, part in (
            (["--n", "seven"], "seven"),
            (["--n", "-1"], "-1"),
            (["--n", "1.5"], "1.5"),
            (["--n", "99999999999999999999"], "99999999999999999999"),
            (["--n", "99999999999999999999"], "9223372036854775807"),
            (["--n", "7", "--block", "4x"], "4x"),
            (["--n", "7", "--grid", "x4", "--block", "2x2"], "x4"),
            (["--n", ""], "--n"),
            (["--n", "7", "--block", "x"], "--block"),
            (["--n", "7", "--block", "4x4x4"], "4x4x4"),
            (["--n", "7", "--block", "-4"], "-4"),
            (["--n", "7", "--grid", "2x2", "--block", "4"], "2x2"),
            (["--n", "7", "--repeats", "0"], "--repeats"),
            (["--n", "7", "--threads", "99999"], "--threads"),
            (["--n", "7", "--index-bits", "48"], "48"),
            (["--m", "7"], "--n"),
            (["--n", "7", "--k", "3"], "--k"),
            (["--op", "matmul", "--n", "3"], "--m"),
        ):
            with self.subTest(words=words):
                self.refuses(USAGE, part, "plan", *words)

    def test_shapes(self):
        self.refuses(USAGE, "k", "run", "--op", "matmul", "--a", "[1 2 3]", "--b", "[1 2; 3 4]")
        self.refuses(USAGE, "3", "run", "--a", "[1 2 3]", "--b", "[1 2]")
        self.refuses(USAGE, "5", "run", "--a", "[1 2 3]", "--b", "ones", "--n", 5)

    def test_sizes_beyond_memory(self):
        self.refuses(USAGE, "", "run", "--m", 1 << 31, "--n", 1 << 31, "--block", "16x16", "--backend", "cpu")
        self.refuses(USAGE, "", "run", "--m", 1 << 20, "--n", 1 << 23, "--block", "16x16", "--backend", "cpu")

    def test_kernels_that_do_not_fit(self):
        self.refuses(USAGE, "matmul/k1_naive", "run", "--n", 7, "--kernel", "matmul/k1_naive")
        self.refuses(USAGE, "square", "run", "--op", "matmul", "--m", 8, "--n", 8, "--k", 8, "--block", "8x4",
                     "--kernel", "matmul/k3_shared_tile")
        self.refuses(USAGE, "barrier-1", "run", "--n", 7, "--break", "barrier-1")
        # Of two things that are wrong, the one that no other block could mend.
        self.refuses(USAGE, "no line that the fault leading-dimension", "run", "--n", 7, "--block", 4, "--kernel",
                     "hadamard/k2_float4", "--break", "leading-dimension")

    def test_files(self):
        broken = self.write("broken.npy", b"\x93NUMPY\x01\x00\x76\x00{'descr': '<f4'")
        half = self.write("half.json", '{"schema":"gridscope.spec/1","op"')
        newer = self.write("newer.json", '{"schema":"gridscope.spec/99"}')
        for words, part in (
            (["--a", self.path("none.npy")], "none.npy"),
            (["--a", self.path("none.npy")], "check the name"),
            (["--a", self.directory], "name a file in it"),
            (["--spec", self.directory], "name a file in it"),
            (["--a", broken], ""),
            (["--spec", self.path("none.json")], "none.json"),
            (["--spec", half], ""),
            (["--spec", newer], "99"),
        ):
            with self.subTest(words=words):
                self.refuses(USAGE, part, "run", *words)

    def test_long_words_are_cut_at_a_character(self):
        """A sentence is UTF-8 whatever stands in the file that it is about."""
        for text in ('{"%s":1}', '{"op":"%s"}', '{"schema":"%s"}', '{"grid":"%s"}', '{"m":"%s"}', '{"a":[["%s"]]}'):
            for shift in range(3):
                spec = self.write("spec.json", text % ("x" * shift + "矩阵" * 20))
                with self.subTest(text=text, shift=shift):
                    self.assertIn("矩阵", self.refuses(USAGE, "", "plan", "--spec", spec))

    @unittest.skipIf(os.geteuid() == 0, "root reads everything")
    def test_unreadable_file(self):
        path = self.write("closed.csv", "1,2")
        os.chmod(path, 0)
        self.refuses(USAGE, "closed.csv", "run", "--a", path)

    def test_full_disk(self):
        """What was computed is printed all the same, and no half file is left."""
        limit = ["prlimit", f"--fsize={1 << 12}"]
        for words, printed in (
            (["run", "--n", 100000, "--backend", "cpu", "--repeats", 1, "--output", self.path("x.npy")], b"hadamard"),
            (["run", "--n", 100000, "--backend", "cpu", "--repeats", 1, "--output", self.path("x.csv")], b"hadamard"),
            (["run", "--n", 7, "--backend", "cpu", "--report", self.path("x.json")], b"hadamard"),
            (["figure", "coverage", "--n", 7, "--block", 4, "-o", self.path("x.svg")], b""),
        ):
            with self.subTest(words=words):
                done = subprocess.run(limit + [CLI] + [str(word) for word in words], capture_output=True, timeout=60,
                                      preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
                self.assertEqual(done.returncode, USAGE, done.stderr)
                self.assertIn(printed, done.stdout)
                self.assertIn(b"File too large", done.stderr)
                self.assertEqual(os.listdir(self.directory), [])

    def test_places_that_cannot_be_written(self):
        nowhere = self.path("no/such/place.json")
        self.refuses(USAGE, "place.json", "plan", "--n", 7, "--save", nowhere)
        self.refuses(USAGE, "place.json", "run", "--n", 7, "--backend", "cpu", "--repeats", 1, "--report", nowhere)
        self.refuses(USAGE, "place.gif", "run", "--n", 7, "--backend", "cpu", "--repeats", 1, "--output",
                     self.path("place.gif"))
        self.refuses(USAGE, "place.svg", "figure", "coverage", "--n", 7, "-o", self.path("no/such/place.svg"))

    def test_files_without_an_end(self):
        """Read to a bound and no further: not until memory is full."""
        limit = ["prlimit", f"--as={8 << 30}"]
        for words in (["lesson", "/dev/zero"], ["sweep", "--sizes", "8", "--backend", "cpu", "--resume", "/dev/zero"],
                      ["figure", "--batch", "/dev/zero"], ["run", "--spec", "/dev/zero"]):
            with self.subTest(words=words):
                done = subprocess.run(limit + [CLI, *words], capture_output=True, check=False)
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""), done.stderr)
                self.assertIn("smaller file", done.stderr.decode())

    def test_standard_input_twice(self):
        self.refuses(USAGE, "once", "run", "--a", "-", "--b", "-", stdin=b"1 2")

    def test_sweep_sizes(self):
        for sizes, part in (("8:4:x2", "empty"), ("0:4:x2", "0"), ("1:4:x1", "factor"), ("1:4:2", "2"), ("4,2", "rise"),
                            ("", ""), ("a", "a"), ("1:2:3:4", "parts"), ("1:1000000:+1", "too many")):
            with self.subTest(sizes=sizes):
                self.refuses(USAGE, part, "sweep", "--sizes", sizes, "--backend", "cpu")
        self.refuses(USAGE, "--n", "sweep", "--sizes", "8:16:x2", "--n", 7)
        self.refuses(USAGE, "generators", "sweep", "--sizes", "8:16:x2", "--a", "[1 2]")

    def test_damaged_report(self):
        damaged = self.write("report.json", '{"schema":"gridscope.report/1"}')
        self.refuses(USAGE, "", "figure", "timing", "--report", damaged, "-o", self.path("x.svg"))
        self.refuses(USAGE, "spec", "figure", "crossover", "--report", damaged, "-o", self.path("x.svg"))
        self.assertFalse(os.path.exists(self.path("x.svg")))

    def test_check_of_what_is_not_here(self):
        done = run("check", "--backend", "cuda")
        if done.returncode == DONE:
            self.skipTest("there is a GPU")
        self.assertEqual(done.returncode, UNAVAILABLE)


if __name__ == "__main__":
    unittest.main()
