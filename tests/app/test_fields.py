"""What is typed wrong is never run past: Run says which field it is and puts the keyboard there."""

import subprocess
import unittest

from gi.repository import Atspi
from gridscope_app import AppTest, extents, has_state, text_of, wait_for

SMALL = {"op": "hadamard", "m": 2, "n": 3, "block": [4], "backend": ["cpu"], "repeats": 3}


def pressed(button):
    """Whether it comes to be, within a moment."""
    try:
        return wait_for(lambda: has_state(button, Atspi.StateType.PRESSED), "pressed", 10)
    except AssertionError:
        return False


class Fields(AppTest):
    def type_wrong(self, role, name, text):
        field = self.app.find(role, name)
        self.app.type_into(field, text)
        return field

    def type_repeats(self, text):
        """By its key: it lies below what is in view."""
        self.app.key("alt+r")
        field = self.app.wait_focus("Repeats")
        self.app.type_over(field, text)
        return field

    def refused(self, sentence, field):
        """F5 says the sentence, with the keyboard in the field, and runs nothing."""
        def said():
            # The notice goes by itself: on a busy machine before it is looked for.
            self.app.key("F5")
            return any(("Not run. " + sentence) in label for label in self.app.labels())

        wait_for(said, "Not run. " + sentence)
        self.app.wait_focus(field)
        self.assertTrue(self.app.is_sensitive("Run"))

    def test_a_size_that_is_none(self):
        app = self.start(SMALL)
        field = self.type_wrong("text", "n", "7x")
        app.key("Tab")
        self.refused("n “7x” is not a whole number", "n")
        app.screenshot("size-refused")
        self.assertEqual(text_of(field), "7x")
        # Escape puts back what counts.
        app.key("Escape")
        wait_for(lambda: text_of(field) == "7", "the size that counts")
        app.run_and_wait()
        app.show_view("History")
        app.find_text("1 run, newest first")

    def test_two_wrong_sizes_are_said_one_after_the_other(self):
        app = self.start(SMALL)
        m = self.type_wrong("text", "m", "a")
        self.type_wrong("text", "n", "b")
        self.refused("m “a” is not a whole number", "m")
        app.type_over(m, "5")
        app.find_text("n “b” is not a whole number")
        self.refused("n “b” is not a whole number", "n")

    def test_undo_takes_back_what_was_typed_wrong(self):
        app = self.start(SMALL)
        app.key("ctrl+g")
        app.wait_verdict("out of bounds")
        field = self.type_wrong("text", "n", "many")
        app.key("ctrl+z")
        wait_for(lambda: text_of(field) == "3", "the size that counts")
        app.wait_verdict("out of bounds")
        app.key("ctrl+z")
        app.wait_verdict("stopped by the guard")

    def test_what_is_hidden_keeps_nobody_from_running(self):
        app = self.start({**SMALL, "op": "matmul", "k": 4, "block": [4, 4]})
        self.type_wrong("text", "k", "x")
        self.refused("k “x” is not a whole number", "k")
        app.key("alt+2")
        wait_for(lambda: not list(app.nodes("text", "k")), "k gone")
        self.assertFalse([label for label in app.labels() if "k “x”" in label and "Not run" not in label])
        app.run_and_wait()
        app.key("alt+3")
        field = app.find("text", "k")
        self.assertEqual(text_of(field), "4")

    def test_a_block_beyond_what_can_be_typed(self):
        app = self.start(SMALL)
        field = self.type_wrong("spin button", "Block x", "99999")
        app.key("Tab")
        self.refused("Block x is 99\u202f999; the most is 65\u202f536.", "Block x")
        app.screenshot("block-refused")
        self.assertEqual(text_of(field), "99999")
        # The last digit was one too many.
        app.key("Escape")
        wait_for(lambda: text_of(field) == "9999", "the block that counts")
        app.key("ctrl+z")
        wait_for(lambda: text_of(field) == "4", "the block before")

    def test_a_block_no_device_allows(self):
        app = self.start(SMALL)
        self.type_wrong("spin button", "Block x", "2048")
        app.key("Tab")
        self.refused("A block of 2048 threads is more than the 1024 a device allows", "Block x")

    def test_what_was_just_typed_is_what_runs(self):
        """Without leaving the field."""
        app = self.start(SMALL)
        self.type_wrong("spin button", "Block x", "64")
        app.wait_verdict("64 threads")
        field = self.type_repeats("")
        self.refused("Repeats is empty", "Repeats")
        app.type_over(field, "5")
        app.run_and_wait()
        app.show_view("Timing")
        app.find_text("5")

    def unfold_a(self):
        """With values in both matrices: the button of the card of A and its editor."""
        app = self.start({**SMALL, "n": 2, "a": [[1, 2], [3, 4]], "b": [[5, 6], [7, 8]]})
        app.find_text("2 × 2 typed")
        button = app.find(name="Edit A")
        for _ in range(3):
            app.click(button)
            if pressed(button):
                break
        editor = app.find("text", "Values of A")
        wait_for(lambda: extents(editor).height > 20, "the card to unfold")
        return app, button, editor

    def test_values_just_typed_are_what_runs(self):
        """The values are read in the background; F5 comes while they are."""
        app, _, editor = self.unfold_a()
        app.type_into(editor, "")

        def type_and_run(text):
            subprocess.run(["xdotool", "type", "--delay", "0", "--args", "1", text, "key", "F5"], check=True)

        type_and_run("[9 2; 3")
        app.find_text("bracket is never closed")
        type_and_run(" 4]")
        app.show_view("Numbers")
        page = app.page("GsNumbersPage")
        wait_for(lambda: "45" in app.labels(page), "the product with what was typed last")
        # What was not finished was refused.
        app.show_view("History")
        app.find_text("1 run, newest first")

    def test_values_that_are_none_in_a_folded_card(self):
        app, button, editor = self.unfold_a()
        app.type_into(editor, "[1 2; 3]")
        app.find_text("Row 1")
        app.click(button)
        wait_for(lambda: not list(app.nodes("text", "Values of A")), "the card folded")
        self.refused("Values of A: Row 1 has", "Values of A")
        app.key("Escape")
        wait_for(lambda: "4" in text_of(editor), "the values that count")
        app.run_and_wait()

    def test_a_sweep_is_refused_too(self):
        app = self.start(SMALL)
        self.type_repeats("20000")
        app.show_view("Crossover")
        app.click(app.find("push button", "Start Sweep"))
        app.find_text("Not run. Repeats is 20\u202f000; the most is 10\u202f000.")
        app.wait_focus("Repeats")
        self.assertTrue(app.is_sensitive("Start Sweep"))


if __name__ == "__main__":
    unittest.main()
