"""Whole lessons by keyboard alone, followed by what a screen reader is told."""

import os
import unittest

from gridscope_app import AppTest, extents, wait_for

VEILED = "First your own answer"


LESSON = """<lesson id="own">
  <title>Of one's own</title>
  <summary>A lesson from a file.</summary>
  <step view="{view}"{highlight}>
    <heading>From a file</heading>
    <text>{{plan.threads}} threads start.</text>
    <spec>{{"op":"hadamard","n":{n},"block":[4]}}</spec>
  </step>
</lesson>
"""


def lesson(view="coverage", highlight="", n="9"):
    return LESSON.format(view=view, highlight=f' highlight="{highlight}"' if highlight else "", n=n)


class Lessons(AppTest):
    def open(self, number, heading):
        """A program with the lesson at that place of the menu."""
        app = self.start()
        app.key("ctrl+l")
        app.wait_focus(role="list item")
        app.key(*["Down"] * (number - 1), "Return")
        self.heading(heading)
        return app

    def answer(self, text):
        """Types into the entry that has the keyboard, over what is there."""
        self.app.type_over(self.app.wait_focus(role="text"), text, "Return")

    def heading(self, text):
        return self.app.find("heading", text)

    def status(self, part):
        """What is announced: the verdict, and what the card says of an answer."""
        return wait_for(lambda: next((node for node in self.app.nodes("status bar") if part in node.get_name()), None),
                        f"a status with “{part}”")

    def test_number(self):
        app = self.open(1, "One thread for one element")
        self.status("7 work, 1 is stopped by the guard")
        app.key("Return")
        self.heading("Blocks and threads")
        self.app.wait_focus("Which element i does this thread take?")
        self.assertFalse([text for text in app.labels() if "= 5" in text], "the answer, before it was given")
        self.answer("six")
        self.status("is no number")
        self.answer("4")
        self.status("Not quite. i = 1 · 4 + 1 = 5")
        self.answer("5")
        self.status("Right. i = 1 · 4 + 1 = 5")
        app.screenshot("lesson-answered")

    def test_steps_by_page_keys(self):
        app = self.open(1, "One thread for one element")
        app.key("Page_Down", "Page_Down")
        self.heading("Change the block")
        self.status(VEILED)
        self.answer("4")
        self.status("Right.")
        self.status("⌈7 / 2⌉ = 4 blocks")
        app.key("Page_Up")
        self.heading("Blocks and threads")
        self.status(VEILED)
        app.key("Page_Down")
        self.status("Right.")
        app.key("ctrl+z")
        app.find_text("You changed the launch")

    def test_from_lesson_to_lesson(self):
        """Page Down stops at the last step; the button there goes on to the next lesson."""
        app = self.open(1, "One thread for one element")
        app.key("Page_Down", "Page_Down", "Page_Down", "Page_Down")
        self.heading("Warps")
        app.click(app.find(name="Next Lesson"))
        self.heading("Whole blocks only")
        self.app.wait_focus("How many threads start?")

    def test_from_choices_to_a_step_without(self):
        app = self.open(4, "N / B as written")
        app.key("Page_Down")
        self.heading("Smaller than one block")
        app.key("Page_Down")
        self.heading("Round up")

    def test_run_and_choice(self):
        """The simulated GPU runs by itself, and the truth comes from its run."""
        app = self.open(8, "Everyone for himself")
        app.key("Page_Down", "Page_Down")
        self.heading("Take out the first barrier")
        wait_for(lambda: not any("has not ended yet" in text for text in app.labels()), "the run to end")
        self.app.wait_focus("Yes: two threads, one cell, no barrier between")
        app.key("space")
        self.status("Right. It found")

    def test_read_the_verdict(self):
        """The inputs are there before the answer, what comes out only after it."""
        app = self.open(6, "Element by element")
        numbers = app.page("GsNumbersPage")
        wait_for(lambda: app.labels(numbers).count("?") == 4, "four elements to be guessed")
        self.status(VEILED)
        self.assertTrue({"1", "2", "5", "6"} <= set(app.labels(numbers)))
        self.assertNotIn("12", app.labels(numbers))
        self.answer("12")
        self.status("Right. 2 · 6 = 12.")
        self.status("bit for bit")
        wait_for(lambda: "12" in app.labels(numbers), "the result")

    def test_menu_marks(self):
        """The open lesson, and one that was worked through, if only by looking at the answers."""
        app = self.open(14, "Just fits")
        for heading in ("Two blocks more", "64 bits"):
            app.click(app.find("push button", "Show the Answer"))
            app.key("Page_Down")
            self.heading(heading)
        self.mark("32-bit indices, open")
        app.click(app.find("push button", "Show the Answer"))
        app.click(app.find("push button", "Close the lesson"))
        self.mark("32-bit indices, ✓ finished")
        app.screenshot("lesson-marks")

    def mark(self, name):
        app = self.app
        app.key("ctrl+l")
        app.find("list item", name)
        app.key("Escape")
        wait_for(lambda: not list(app.nodes("list item", name)), "the menu to close")

    def test_answer_sheet(self):
        """For the teacher: what is right for each student; Escape leads back."""
        app = self.open(2, "Whole blocks only")
        app.key("ctrl+l")
        app.wait_focus(role="list item")
        app.key("End")
        app.wait_focus("32-bit indices")
        for name in ("Student’s number", "Open a Lesson File…", "Answer Sheet…"):
            app.key("Tab")
            app.wait_focus(name)
        app.key("space")
        wait_for(lambda: "Answers: Why ⌈N / B⌉" in app.windows(), "the sheet")
        app.key("Escape")
        wait_for(lambda: "Answers: Why ⌈N / B⌉" not in app.windows(), "the sheet to close")
        app.key("Page_Down")
        self.heading("A whole block for a few")

    def test_presenter(self):
        app = self.open(6, "Element by element")
        usual = extents(app.find("label", "Step 1 of 4")).width
        app.key("F11")
        wait_for(lambda: extents(app.find("label", "Step 1 of 4")).width > 1.4 * usual, "large type")
        app.key("Page_Down")
        self.heading("Row times column")
        app.screenshot("presenter")
        app.key("Escape")
        wait_for(lambda: extents(app.find("label", "Step 2 of 4")).width < 1.4 * usual, "the usual type")


class LessonFiles(AppTest):
    # What is wrong with a file, and what the window has to say of it beside its name.
    BROKEN = {
        "not whole": ('<lesson id="own"><title>A</title>', "line 1"),
        "an unknown view": (lesson(view="coverag"), "the nearest is coverage"),
        "a spec that is none": (lesson(n="nine"), "line 7"),
        "a line that the kernel does not have": (lesson(view="kernel", highlight="line no such line"), "no such line"),
    }

    def test_broken(self):
        """One sentence in the place of the verdict, with the file and the place; the launch stays, and goes on."""
        for name, (text, part) in self.BROKEN.items():
            with self.subTest(name):
                path = self.write_text(".xml", text)
                app = self.start_with(path)
                self.assertIn(part, app.wait_verdict(os.path.basename(path)))
                self.assertFalse(list(app.nodes("push button", "Close the lesson")))
                app.key("ctrl+Next", "ctrl+Prior")
                app.run_and_wait()
                app.wait_verdict("7 work, 1 is stopped by the guard")
                app.close()

    def test_sound(self):
        app = self.start_with(self.write_text(".xml", lesson()))
        app.find("heading", "From a file")
        app.find_text("12 threads start.")


if __name__ == "__main__":
    unittest.main(verbosity=2)
