"""Lessons and their answer sheets."""
import os
import unittest

from harness import SOURCE, USAGE, Case

LESSONS = os.path.join(SOURCE, "data", "lessons")

WRONG = """<lesson id="wrong"><title>Wrong</title>
<step view="coverage"><heading>H</heading><text>T</text>
<spec>{"op":"hadamard","n":7,"blok":[4]}</spec></step></lesson>"""

FOLLOWS_SPEC = """<lesson id="own"><title>Own</title><vary name="n" choose="7 9 10 13"/>
<step view="coverage"><heading>H</heading><text>T</text>
<spec>{"op":"hadamard","n":$n,"block":[4],"backend":["cpu"]}</spec>
<question kind="number" truth="plan.idle"><prompt>{spec.n} elements?</prompt><reveal>R</reveal></question></step></lesson>"""


class Lesson(Case):
    def test_list(self):
        listed = [line.split()[0] for line in self.ok("lesson").splitlines()]
        self.assertEqual(len(listed), len(os.listdir(LESSONS)))
        self.assertEqual(listed[0], "thread-number")

    def test_sheet_follows_the_student(self):
        """Against ⌈n / 4⌉ · 4 − n, worked out here."""
        path = self.write("own.xml", FOLLOWS_SPEC)
        sheet = self.document("lesson", path, "--seeds", "0:40")
        self.assertEqual((sheet["schema"], sheet["lesson"], len(sheet["rows"])), ("gridscope.lesson-sheet/1", "own", 41))
        sizes = set()
        for seed, row in enumerate(sheet["rows"]):
            n = int(row["question"].split()[0])
            sizes.add(n)
            self.assertEqual((row["seed"], row["step"], row["answer"]), (seed, 1, str(-n % 4)))
        self.assertEqual(sizes, {7, 9, 10, 13})

    def test_text_is_a_table(self):
        lines = self.ok("lesson", "ceiling", "--seeds", "1:2").splitlines()
        self.assertEqual(lines[0], "student\tstep\tanswer\tquestion")
        self.assertEqual({len(line.split("\t")) for line in lines}, {4})
        self.assertEqual([line.split("\t")[:2] for line in lines[1:]],
                         [["1", "1"], ["1", "2"], ["1", "3"], ["2", "1"], ["2", "2"], ["2", "3"]])

    def test_a_run_gives_the_truth(self):
        rows = self.document("lesson", "hadamard-is-not-the-product")["rows"]
        self.assertEqual([row["answer"] for row in rows[:2]], ["12", "22"])

    def test_mistakes(self):
        wrong = self.write("wrong.xml", WRONG)
        self.refuses(USAGE, "line 3", "lesson", wrong)
        self.refuses(USAGE, "ceiling", "lesson", "cieling")
        self.refuses(USAGE, "3 to 1", "lesson", "ceiling", "--seeds", "3:1")
        self.refuses(USAGE, "0 to 5000", "lesson", "ceiling", "--seeds", "0:5000")
        self.refuses(USAGE, "one", "lesson", "ceiling", "--seeds", "one")


if __name__ == "__main__":
    unittest.main()
