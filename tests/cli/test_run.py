"""Runs: right numbers on every backend of a processor, and what the report holds."""
import json
import math
import unittest

import numpy

from harness import DONE, UNAVAILABLE, USAGE, VERIFICATION, Case, run

A, B = "[1 2; 3 4]", "[5 6; 7 8]"


class Run(Case):
    def test_seed_examples_everywhere(self):
        for op, expected in (("hadamard", [[5, 12], [21, 32]]), ("matmul", [[19, 22], [43, 50]]),
                             ("add", [[6, 8], [10, 12]])):
            report = self.document("run", "--op", op, "--a", A, "--b", B, "--block", "16x16",
                                   "--backend", "cpu,blas,simt", "--repeats", 2)
            self.assertEqual(report["failed"], 0)
            done = 0
            for result in report["results"]:
                with self.subTest(op=op, backend=result["backend"]):
                    if result["status"] == "ok":
                        self.assertEqual(result["output"]["values"], expected)
                        self.assertTrue(result["verify"]["pass"])
                        done += 1
                    else:
                        self.assertEqual(result["backend"], "blas")
            self.assertGreaterEqual(done, 2)

    def test_keys_of_the_contract(self):
        report = self.document("run", "--n", 1000, "--backend", "cpu", "--repeats", 5)
        self.assertEqual(report["schema"], "gridscope.report/1")
        self.assertLessEqual({"spec", "plan", "environment", "results", "failed"}, set(report))
        self.assertLessEqual({"cpu", "gpus", "version"}, set(report["environment"]))
        result = report["results"][0]
        self.assertLessEqual({"backend", "kernel", "status", "phases", "compute", "rates", "verify", "output"}, set(result))
        self.assertLessEqual({"n", "min_ns", "median_ns", "mad_ns", "p95_ns", "drift", "samples_ns"},
                             set(result["compute"]))
        self.assertEqual(result["compute"]["n"], 5)
        self.assertEqual(len(result["compute"]["samples_ns"]), 5)
        self.assertLessEqual({"reference", "pass", "max_abs", "bound_fraction", "worst", "max_ulp", "nan"},
                             set(result["verify"]))
        self.assertEqual(result["verify"]["reference"], "float64")
        for phase in result["phases"]:
            self.assertLessEqual({"name", "ns", "clock", "state"}, set(phase))

    def test_trace_of_the_emulator(self):
        report = self.document("run", "--n", 7, "--block", 4, "--backend", "simt", "--repeats", 1)
        trace = report["results"][0]["trace"]
        self.assertEqual((trace["accesses"]["global_reads"], trace["accesses"]["global_writes"]), (14, 7))

    def test_three_different_sizes(self):
        """Squares hide swapped leading dimensions: every kernel at 2 × 3 × 5, and at sizes that fill no tile."""
        a = "[1 2 3 4 5; 6 7 8 9 10]"
        b = "[1 2 3; 4 5 6; 7 8 9; 10 11 12; 13 14 15]"
        self.assertEqual(self.values("--op", "matmul", "--a", a, "--b", b), [[135, 150, 165], [310, 350, 390]])
        report = self.document("run", "--op", "matmul", "--a", a, "--b", b, "--backend", "cpu,blas,simt", "--repeats", 1,
                               "--block", "16x16")
        for result in report["results"]:
            with self.subTest(kernel=result["kernel"]):
                if result["status"] == "ok":
                    self.assertEqual(result["output"]["values"], [[135, 150, 165], [310, 350, 390]])

    def test_empty(self):
        self.assertEqual(self.values("--n", 0), [[]])
        self.assertEqual(self.values("--op", "matmul", "--m", 2, "--k", 0, "--n", 3), [[0, 0, 0], [0, 0, 0]])
        self.assertEqual(self.values("--op", "matmul", "--m", 0, "--k", 2, "--n", 3), [])

    def test_not_a_number_and_infinity(self):
        self.assertEqual(self.values("--a", "[NaN Inf -Inf 0]", "--b", "[1 2 3 4]"),
                         [["NaN", "Infinity", "-Infinity", 0]])
        self.assertEqual(self.values("--a", "[0 1]", "--b", "[Inf 1]"), [["NaN", 1]])
        # Where a NaN comes from is said, and only where there is one.
        done = run("run", "--op", "matmul", "--a", "[0 1; 2 3]", "--b", "[Inf 1; 1 1]", "--backend", "cpu", "--repeats", 1,
                   "--block", "2x2")
        self.assertIn("1 element is NaN, as it must be: 0 · ∞", done.stdout.decode())
        done = run("run", "--a", A, "--b", B, "--backend", "cpu", "--repeats", 1)
        self.assertNotIn("NaN", done.stdout.decode())

    def test_cancellation_is_judged_by_its_bound(self):
        """1e8 + 1 − 1e8: as wrong as float32 is, relative to the result, and right."""
        report = self.document("run", "--op", "matmul", "--a", "[1e8 1 -1e8]", "--b", "[1; 1; 1]", "--backend", "cpu,simt",
                               "--repeats", 1, "--block", "4x4")
        for result in report["results"]:
            with self.subTest(backend=result["backend"]):
                self.assertTrue(result["verify"]["pass"])
                self.assertLess(result["verify"]["bound_fraction"], 1)

    def test_floats_read_back_to_the_same_bits(self):
        path = self.path("c.npy")
        values = self.values("--n", 1000, "--op", "add", "--b", "zeros", "--output", path)
        self.assertEqual(numpy.array(values, dtype=numpy.float32).tobytes(), numpy.load(path).tobytes())

    def test_same_seed_same_numbers(self):
        first = self.values("--n", 50, "--a", "normal:3")
        self.assertEqual(first, self.values("--n", 50, "--a", "normal:3"))
        self.assertNotEqual(first, self.values("--n", 50, "--a", "normal:4"))

    def test_missing_backend(self):
        alone = run("run", "--n", 7, "--backend", "cuda", "--json")
        if alone.returncode == DONE:
            self.skipTest("there is a GPU")
        self.assertEqual(alone.returncode, UNAVAILABLE)
        self.assertEqual(alone.stdout, b"")
        self.assertEqual(len(alone.stderr.splitlines()), 1)
        report = self.document("run", "--n", 7, "--backend", "cpu,cuda")
        self.assertEqual([r["status"] for r in report["results"]], ["ok", "unavailable"])
        self.assertTrue(report["results"][1]["reason"])
        self.assertEqual(report["failed"], 0)

    def test_invalid_launch_is_refused_before_running(self):
        self.refuses(USAGE, "1024", "run", "--n", 7, "--block", 2048)
        self.refuses(USAGE, "65535", "run", "--m", 262144, "--n", 64, "--block", "16x4")

    def test_nothing_launched_is_no_result(self):
        done = run("run", "--n", 7, "--block", 256, "--grid", "floor", "--backend", "cpu,simt", "--json")
        simt = json.loads(done.stdout)["results"][1]
        self.assertEqual(simt["status"], "not-computed")
        self.assertNotIn("output", {key for key, value in simt.items() if value is not None})

    def test_missing_tail_fails_verification(self):
        done = run("run", "--n", 7, "--block", 4, "--grid", "floor", "--backend", "simt", "--json")
        self.assertEqual(done.returncode, VERIFICATION)
        report = json.loads(done.stdout)
        self.assertEqual(report["failed"], 1)
        self.assertFalse(report["results"][0]["verify"]["pass"])

    def test_missing_barrier_is_a_race(self):
        done = run("run", "--op", "matmul", "--m", 8, "--n", 8, "--k", 8, "--block", "4x4", "--backend", "simt",
                   "--kernel", "matmul/k3_shared_tile", "--break", "barrier-1", "--json")
        self.assertIn(done.returncode, (DONE, VERIFICATION), done.stderr)
        races = json.loads(done.stdout)["results"][0]["trace"]["races"]
        self.assertGreater(races["total"], 0)

    def test_output_files(self):
        for name in ("c.npy", "c.csv", "c.tsv", "c.mtx", "c.txt"):
            with self.subTest(name=name):
                path = self.path(name)
                self.ok("run", "--a", A, "--b", B, "--backend", "cpu", "--repeats", 1, "--output", path)
                self.assertEqual(self.values("--a", path, "--b", "ones"), [[5, 12], [21, 32]])

    def test_saved_report(self):
        path = self.path("report.json")
        self.ok("run", "--n", 7, "--backend", "cpu", "--repeats", 1, "--report", path)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(json.load(file)["schema"], "gridscope.report/1")

    def test_table_for_people(self):
        text = self.ok("run", "--a", A, "--b", B, "--backend", "cpu,simt", "--repeats", 2)
        self.assertIn("[5 12; 21 32]", text)
        self.assertIn("simt", text)
        self.assertIn("exact", text)

    def test_judged_by_the_sum_of_magnitudes(self):
        rows = ";".join(["1e8 1 -1e8"] * 3)
        report = self.document("run", "--op", "matmul", "--a", f"[{rows}]", "--b", "[1;1;1]", "--backend", "cpu",
                               "--repeats", 1)
        verify = report["results"][0]["verify"]
        self.assertTrue(verify["pass"])
        self.assertLessEqual(verify["bound_fraction"], 1)
        self.assertTrue(math.isfinite(verify["max_abs"]))


if __name__ == "__main__":
    unittest.main()
