"""Every switch that breaks a launch: its count in the plan, its finding in the emulator, its words in the figure."""
import json
import os
import unittest

from harness import DONE, USAGE, VERIFICATION, Case, run

SHEET = ("--op", "hadamard", "--m", 13, "--n", 21, "--block", "8x4")
NAIVE = ("--op", "matmul", "--m", 3, "--n", 5, "--k", 2, "--block", "4x4", "--kernel", "matmul/k1_naive")
TILED = ("--op", "matmul", "--m", 13, "--n", 21, "--k", 20, "--block", "8x8", "--kernel", "matmul/k3_shared_tile")

# Name, launch, what breaks it, counts of the plan, findings of the emulator (a number, or True for some), a part
# of the figure's words.
SWITCHES = (
    ("guard off", SHEET, ("--no-guard",), {"out_of_bounds": 75, "aliased": 36, "duplicated": 36},
     {"out_of_bounds": 3 * 75, "written_twice": 36, "races": True}, "Turn the guard on."),
    ("floor grid", SHEET, ("--grid", "floor"), {"missed": 81}, {"unwritten": 81}, "Round the grid up."),
    ("grid too small", SHEET, ("--grid", "2x2"), {"missed": 273 - 128}, {"unwritten": 145}, "Make the grid larger."),
    ("one block for many", SHEET, ("--grid", "1"), {"missed": 273 - 32}, {"unwritten": 241}, "Make the grid larger."),
    ("axes swapped", SHEET, ("--break", "swapped-axes"), {"missed": 65, "idle": 176}, {"unwritten": 65},
     "made for the other mapping"),
    ("barrier 1", TILED, ("--break", "barrier-1"), {"unsettled": 273, "missed": 0}, {"races": True},
     "Barrier 1 is missing: 273 elements"),
    ("barrier 2", TILED, ("--break", "barrier-2"), {"unsettled": 273, "missed": 0}, {"races": True},
     "Barrier 2 is missing: 273 elements"),
    ("tile edge", TILED, ("--break", "tile-edge"), {"unsettled": 273, "missed": 0}, {"uninitialised_reads": True},
     "past the edge"),
    ("leading dimension", NAIVE, ("--break", "leading-dimension"), {"duplicated": 4, "missed": 4},
     {"written_twice": 4, "unwritten": 4}, "The rows are m apart"),
)
# More accesses than the simulated GPU runs.
LARGE = ("--op", "matmul", "--m", 2048, "--n", 2048, "--k", 2048, "--block", "16x16", "--kernel", "matmul/k1_naive",
         "--backend", "simt")
# Larger than anything that can be run here.
WIDE = ("--op", "hadamard", "--m", 262144, "--n", 8960, "--block", "16x16", "--index-bits", 32)


class Faults(Case):
    def traced(self, *words):
        done = run("run", "--backend", "simt", "--json", *words)
        self.assertIn(done.returncode, (DONE, VERIFICATION), done.stderr)
        (result,) = json.loads(done.stdout)["results"]
        return result

    def words_of(self, name, *words):
        alt = self.path(name + ".txt")
        self.ok("figure", "coverage", "-o", self.path(name + ".png"), "--alt", alt, *words)
        with open(alt, encoding="utf-8") as file, open(self.path(name + ".png"), "rb") as picture:
            return file.read(), picture.read()

    def test_each_switch(self):
        for name, launch, broken, planned, found, words in SWITCHES:
            with self.subTest(name):
                whole, plan = self.document("plan", *launch), self.document("plan", *launch, *broken)
                for key, value in planned.items():
                    self.assertEqual(plan.get(key, 0), value, key)
                self.assertEqual([whole.get(key, 0) for key in ("missed", "duplicated", "out_of_bounds", "unsettled")],
                                 [0, 0, 0, 0])
                result = self.traced(*launch, *broken)
                for key, value in found.items():
                    total = result["trace"][key]["total"]
                    self.assertTrue(total if value is True else total == value, f"{key}: {total}")
                    self.assertGreater(len(result["trace"][key]["entries"]), 0)
                clean = self.traced(*launch)["trace"]
                self.assertEqual([clean[key]["total"] for key in found], [0] * len(found))
                (said, picture), (_, healthy) = self.words_of("broken", *launch, *broken), self.words_of("whole", *launch)
                self.assertIn(words, said)
                self.assertNotEqual(picture, healthy)

    def test_narrow_index(self):
        plan = self.document("plan", *WIDE)
        self.assertGreater(plan["out_of_bounds"], 0)
        self.assertLess(plan["first_out_of_bounds"]["index"], 0)
        self.assertIn("Use 64-bit indices.", self.words_of("narrow", *WIDE)[0])

    def test_too_large_to_run(self):
        """The sentence says the limit, and what can be had instead."""
        message = self.refuses(USAGE, "the simulated GPU runs at most 4e+09", "run", *LARGE)
        self.assertIn("the plan, whose counts are exact at any size", message)
        self.assertIn("“sample blocks”, at most 3813 of 16384", message)
        self.refuses(USAGE, "at most 3813 of 16384", "run", *LARGE, "--sample-blocks", 3814)

    def test_sample_of_blocks(self):
        """A sample is run, says so, claims no whole output, and is the same every time."""
        (result,) = self.document("run", *LARGE, "--sample-blocks", 6)["results"]
        trace = result["trace"]
        self.assertEqual((trace["blocks"], trace["blocks_run"], trace["blocks_traced"]), (16384, 6, 6))
        # Two loads of A and B per step of k, and one store, by each of the 256 threads.
        self.assertEqual(trace["accesses"]["global_reads"], 6 * 256 * 2 * 2048)
        self.assertEqual(trace["accesses"]["global_writes"], 6 * 256)
        self.assertTrue(result["verify"]["pass"])
        self.assertEqual(result["verify"]["checked"], 6 * 256)
        self.assertNotIn("output", result)
        self.assertTrue(any("Only a sample of the blocks was run, 6 of 16384" in note for note in result["notes"]), result["notes"])
        (again,) = self.document("run", *LARGE, "--sample-blocks", 6, "--threads", 1)["results"]
        self.assertEqual(again["trace"], trace)
        self.assertEqual(again["verify"], result["verify"])

    def test_sample_finds_faults(self):
        (result,) = self.results_of_wrong(*TILED, "--sample-blocks", 4, "--break", "barrier-1")
        self.assertGreater(result["trace"]["races"]["total"], 0)
        self.assertFalse(result["verify"]["pass"])

    def results_of_wrong(self, *words):
        done = run("run", "--backend", "simt", "--json", *words)
        self.assertEqual(done.returncode, VERIFICATION, done.stderr)
        return json.loads(done.stdout)["results"]

    def test_no_file_of_a_sample(self):
        name = self.path("c.npy")
        done = run("run", *TILED, "--backend", "simt", "--sample-blocks", 2, "--output", name)
        self.assertEqual(done.returncode, USAGE)
        self.assertIn(b"only a sample of the blocks was run", done.stderr)
        self.assertFalse(os.path.exists(name))

    def test_wrong_values_of_the_edge(self):
        self.assertFalse(self.traced(*TILED, "--break", "tile-edge")["verify"]["pass"])


if __name__ == "__main__":
    unittest.main()
