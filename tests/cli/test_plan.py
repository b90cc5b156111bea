"""Launches and what they cover: counts of the contract, end to end."""
import json
import unittest

from harness import USAGE, Case, run

GROUP = "\u202f"  # between groups of three digits, for people


class Plan(Case):
    def counts(self, command, **expected):
        plan = self.document("plan", *command.split())
        self.assertEqual({key: plan[key] for key in expected}, expected, command)
        return plan

    def test_document_of_the_contract(self):
        plan = self.document("plan", "--op", "hadamard", "--n", 7, "--block", 4)
        expected = {"schema": "gridscope.plan/1", "op": "hadamard", "m": 1, "n": 7, "k": 0, "elements": 7,
                    "block": [4, 1, 1], "grid": [2, 1, 1], "grid_rule": "ceil", "guard": True, "map": "x=column",
                    "index_bits": 64, "threads": 8, "blocks": 2, "warps": 2, "active": 7, "idle": 1,
                    "out_of_bounds": 0, "aliased": 0, "missed": 0, "duplicated": 0, "first_missed": None,
                    "first_out_of_bounds": None, "valid": True, "launches": True, "problems": []}
        self.assertEqual({key: plan[key] for key in expected}, expected)

    def test_seven_elements_one_block(self):
        self.counts("--n 7 --block 256", grid=[1, 1, 1], active=7, idle=249, missed=0)
        plan = self.counts("--n 7 --block 256 --no-guard", active=7, out_of_bounds=249)
        first = plan["first_out_of_bounds"]
        self.assertEqual((first["block"][:2], first["thread"][:2], first["index"]), ([0, 0], [7, 0], 7))
        self.counts("--n 7 --block 256 --grid floor", blocks=0, missed=7, launches=False, valid=True)

    def test_seven_elements_blocks_of_four(self):
        plan = self.counts("--n 7 --block 4 --grid floor", blocks=1, missed=3, active=4)
        self.assertEqual(plan["first_missed"], 4)
        self.counts("--n 7 --block 4 --no-guard", out_of_bounds=1, active=7)
        self.counts("--n 7 --block 4 --grid 1", grid=[1, 1, 1], missed=3)

    def test_nothing_to_do(self):
        self.counts("--n 0 --block 256", elements=0, launches=False, valid=True)
        self.counts("--op matmul --m 0 --k 3 --n 2 --block 16x16", elements=0, launches=False)
        self.counts("--op matmul --m 3 --k 0 --n 4 --block 16x16", elements=12, launches=True)

    def test_ragged_matrix(self):
        matrix = "--m 13 --n 21 --block 8x4"
        self.counts(matrix, grid=[3, 4, 1], threads=384, active=273, idle=111)
        self.counts(matrix + " --no-guard", active=273, out_of_bounds=75, aliased=36, duplicated=36)
        self.counts(matrix + " --map x=row", grid=[2, 6, 1])

    def refused(self, command, code, part):
        done = run("plan", *command.split(), "--json")
        self.assertEqual(done.returncode, USAGE)
        message = done.stderr.decode().replace(GROUP, "")
        self.assertIn(part, message)
        self.assertEqual(len(message.splitlines()), 1)
        plan = json.loads(done.stdout)
        self.assertFalse(plan["valid"])
        self.assertIn(code, [problem["code"] for problem in plan["problems"]])
        return plan

    def test_grid_too_tall(self):
        plan = self.refused("--m 262144 --n 64 --block 16x4", "grid-y-too-large", "65535")
        problem = [p for p in plan["problems"] if p["code"] == "grid-y-too-large"][0]
        self.assertEqual((problem["value"], problem["limit"]), (65536, 65535))
        self.counts("--m 262144 --n 64 --block 16x8", valid=True)

    def test_block_too_large(self):
        self.refused("--m 64 --n 64 --block 32x33", "block-too-large", "1056")
        self.counts("--m 64 --n 64 --block 32x32", valid=True)
        self.refused("--n 7 --block 1025", "block-too-large", "1025")
        self.refused("--n 7 --block 0", "block-empty", "0")

    def test_thirty_two_bit_index(self):
        big = "--m 262144 --n 8960 --block 32x8"
        self.counts(big + " --index-bits 64", out_of_bounds=0, aliased=0, missed=0)
        plan = self.document("plan", *big.split(), "--index-bits", "32")
        self.assertGreater(plan["out_of_bounds"], 0)
        self.assertGreater(plan["missed"], 0)
        self.counts(f"--n {2**31} --block 512 --index-bits 32", out_of_bounds=0, missed=0)
        self.counts(f"--n {2**31 + 512} --block 512 --index-bits 32", out_of_bounds=512, missed=512)

    def test_exact_at_any_size(self):
        n = 2147483647 * 1024 - 5
        self.counts(f"--n {n} --block 1024", elements=n, active=n, idle=5, threads=n + 5)
        plan = self.refused(f"--n {10**18 + 7} --block 1024", "grid-x-too-large", "2147483647")
        self.assertEqual((plan["elements"], plan["active"], plan["idle"]), (10**18 + 7, 10**18 + 7, 1017))

    def test_profile_as_device(self):
        plan = self.document("plan", "--n", 7, "--block", 4, "--device", "t4")
        self.assertTrue(plan["valid"])

    def test_text_for_people(self):
        text = self.ok("plan", "--n", 7, "--block", 4)
        self.assertIn("active", text)
        self.assertIn("7", text)

    def test_spec_saved_and_loaded(self):
        path = self.path("spec.json")
        first = self.document("plan", "--m", 13, "--n", 21, "--block", "8x4", "--no-guard", "--save", path)
        self.assertEqual(self.document("plan", "--spec", path), first)
        over = self.document("plan", "--spec", path, "--block", "16x16")
        self.assertEqual((over["block"], over["guard"]), ([16, 16, 1], False))


if __name__ == "__main__":
    unittest.main()
