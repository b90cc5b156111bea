"""Matrices into the window as people bring them: dragged, pasted, typed; and everything back after the end."""

import json
import os
import unittest
import zipfile

from gridscope_app import extents, wait_for
from input_app import InputTest, npy_bytes

BLOCK = "1,5\t2\t3\r\n4\t5,25\t6\r\n"  # as a spreadsheet with a decimal comma gives it


class Input(InputTest):
    def test_drag_paste_type_undo_close_reopen(self):
        """The journey that the program is for."""
        path = self.write("weights.npy", npy_bytes((2, 3), [0.5, 1.25, -2, 3, 1 / 3, 7]))
        app = self.start({"op": "hadamard", "m": 2, "n": 3, "a": "ones", "b": "zeros", "backend": ["cpu"], "repeats": 3},
                         env=self.home)
        app.find_text("2 × 3 zeros")

        self.drop("drag-file", path, 600, 300)
        app.find_text("NumPy .npy 1.0 <f8")
        app.find_text("1 of 6 values is not the same number as float32")
        app.screenshot("drop-preview")
        app.key("Return")
        self.wait_closed()
        app.find_text("2 × 3 weights.npy")

        self.paste_on_window(BLOCK, "TSV, decimal comma")
        app.key("alt+b")
        self.wait_closed()
        app.find_text("2 × 3 typed")

        app.click(app.find(name="Edit A"))
        editor = app.find("text", "Values of A")
        wait_for(lambda: extents(editor).height > 20, "the card to unfold")
        app.type_into(editor, "[9 8 7; 6 5 4]")
        wait_for(lambda: len([name for name in app.labels() if name == "2 × 3 typed"]) == 2, "the typed literal")
        app.run_and_wait()
        app.show_view("Numbers")
        page = app.page("GsNumbersPage")
        wait_for(lambda: {"13.5", "16", "21", "24", "26.25"} <= set(app.labels(page)), "the product of both")

        # All of it undone, the view included, then done again.
        for summary, gone in (("2 × 3 weights.npy", None), ("2 × 3 zeros", None), ("2 × 3 ones", "2 × 3 weights.npy")):
            for _ in range(3):
                before = self.state()
                app.key("ctrl+z")
                wait_for(lambda before=before: self.state() != before, "a step back")
                if summary in app.labels():
                    break
            app.find_text(summary)
            self.assertNotIn(gone, app.labels())
        wait_for(lambda: app.front_page() == "Coverage", "the view that was")
        for _ in range(5):
            app.key("ctrl+shift+z")
        wait_for(lambda: len([name for name in app.labels() if name == "2 × 3 typed"]) == 2, "all done again")
        app.show_view("Numbers")
        verdict = app.wait_verdict("bit for bit")
        app.quit()

        app = self.start(env=self.home)
        wait_for(lambda: len([name for name in app.labels() if name == "2 × 3 typed"]) == 2, "what was there")
        self.assertEqual(app.front_page(), "Numbers")
        page = app.page("GsNumbersPage")
        wait_for(lambda: {"13.5", "16", "21", "24", "26.25"} <= set(app.labels(page)), "the finished run")
        self.assertEqual(app.verdict(), verdict)
        app.screenshot("reopened")

    def test_killed_program_leaves_nothing_lost(self):
        app = self.start({"op": "add", "m": 1, "n": 2, "a": "ones", "b": "ones", "backend": ["cpu"], "repeats": 3},
                         env=self.home)
        app.find_text("1 × 2 ones")
        app.run_and_wait()
        self.paste_on_window("[[1.5, 2.5], [3.5, -0.0]]", "2 × 2 values")
        app.key("Return")
        self.wait_closed()
        app.find_text("2 × 2 typed")
        state = os.path.join(self.home["XDG_STATE_HOME"], "gridscope")

        def kept_aside():
            for name in os.listdir(state) if os.path.isdir(state) else ():
                if name.startswith("autosave-"):
                    with open(os.path.join(state, name), encoding="utf-8") as file:
                        session = json.load(file)
                    if session["spec"]["a"] == [[1.5, 2.5], [3.5, 0]] and session["reports"]:
                        return session
            return None

        session = wait_for(kept_aside, "the autosave")
        # A title that nobody gave would be of the language of this window.
        self.assertEqual(session["view"]["runs"], [{"pinned": False}])
        app.crash()
        app = self.start(env=self.home)
        app.find_text("2 × 2 typed")
        app.find_text("ended unexpectedly")
        app.key("ctrl+z")
        wait_for(lambda: "2 × 2 typed" not in app.labels(), "undo of the restored values")

    def test_questions_before_values_are_taken(self):
        path = os.path.join(self.folder, "two.npz")
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("bias.npy", npy_bytes((1, 3), [1, 2, 3]))
            archive.writestr("weights.npy", npy_bytes((3, 2), [1, 2, 3, 4, 5, 6]))
        app = self.start()
        before = self.summaries()

        # What is wrong is said, and changes nothing.
        self.paste_on_window("1 2\n3 4 5\n", "Row 1 has 3 numbers where row 0 has 2")
        app.key("Escape")
        self.wait_closed()
        self.assertEqual(self.summaries(), before)

        # A comma that can be two things.
        self.paste_on_window("1,234", "can mean 1.234 (decimal comma)")
        self.assertFalse(app.is_sensitive("Use as A"))
        app.screenshot("comma-question")
        app.click(app.find(name="Decimal comma"))
        app.find_text("1 × 1 values")
        app.click(app.find(name="Decimal point"))
        app.find_text("1 × 2 values")
        app.key("Return")
        self.wait_closed()
        app.find_text("1 × 2 typed")

        # Several arrays.
        self.drop("drag-file", path, 600, 300)
        app.find_text("1 × 3 values")
        app.screenshot("array-choice")
        app.choose_from(app.find("combo box", "Array"), "weights")
        app.find_text("3 × 2 values")
        app.key("alt+b")
        self.wait_closed()
        app.find_text("3 × 2 two.npz")

        # Text on a card is meant for its matrix.
        box = extents(app.find(name="Edit B"))
        self.drop("drag-text", "| 1 | 2 |\n|---|---|\n| 3 | 4 |\n| 5 | 7 |\n", box.x - 60, box.y + 20)
        app.find_text("Markdown table")
        app.key("Return")
        self.wait_closed()
        app.find_text("3 × 2 typed")

    def test_several_files_at_once(self):
        first = self.write("first.npy", npy_bytes((2, 3), [1, 2, 3, 4, 5, 6]))
        second = self.write("second.npy", npy_bytes((3, 2), [1, 2, 3, 4, 5, 6]))
        both = first + "\n" + second
        app = self.start({"op": "matmul", "m": 2, "n": 2, "k": 3})

        # Pasted where neither is meant: one for A, then one for B.
        self.paste_on_window(both, "2 × 3 values", kind="copy-files")
        app.key("Return")
        app.find_text("3 × 2 values")
        self.focus_window("^second[.]npy$")
        app.key("Return")
        self.wait_closed()
        app.find_text("2 × 3 first.npy")
        app.find_text("3 × 2 second.npy")

        # On a card they are meant for its matrix, which takes one.
        box = extents(app.find(name="Edit B"))
        self.drop("drag-file", both, box.x - 60, box.y + 20)
        app.find_text("This is the first of 2 files and the only one taken here; paste or drop them outside the cards of "
                      "A and B to be asked about one after the other.")
        app.screenshot("several-files")
        app.key("Return")
        self.wait_closed()
        app.find_text("2 × 3 first.npy")
        self.assertNotIn("3 × 2 second.npy", app.labels())

    def test_what_is_wrong_with_a_file_is_said_in_chinese(self):
        """Places and numbers as in English, in a sentence of the other language."""
        good = npy_bytes((2, 3), [1, 2, 3, 4, 5, 6])
        files = (
            ("cut.npy", good[:-8], "文件在偏移 168 处被截断：2 × 3 个 <f8 元素还需要 8 个字节"),
            ("complex.npy", good.replace(b"<f8", b"<c8"), "其中是复数（<c8）；请改存实数"),
            ("ragged.csv", b"1,2\n3,4,5\n", "第 1 行有 3 个数，而第 0 行有 2 个；各行必须一样长（行从 0 数起）"),
            ("word.tsv", "1\t2\n3\tabc\n".encode(), "第 1 行第 1 列（从 0 数起）：“abc”不是数"),
            ("outside.mtx", b"%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 5\n",
             "第 3 行：第 3 行第 1 列在 2 × 2 之外（从 1 数起）"),
            ("open.txt", b"[[1, 2], [3, 4]", "第 1 行第 1 列：这个括号没有闭合"),
            ("broken.npz", b"PK\x03\x04 and no more", "它不是完整的 .npz 归档"),
        )
        paths = [self.write(name, data) for name, data, _ in files]
        app = self.start_with(*paths, env={"LANGUAGE": "zh_CN", "LC_ALL": "C.UTF-8"})
        for name, _, sentence in files:
            said = app.find_text(sentence).get_name()
            self.assertTrue(said.startswith(os.path.join(self.folder, name) + "：") or said.startswith(name + "："), said)
            app.screenshot("chinese-" + name)
            self.focus_window("^" + name.replace(".", "[.]") + "$")
            app.key("Escape")
            wait_for(lambda name=name: not self.x_windows("^" + name.replace(".", "[.]") + "$"), f"{name} to close")


if __name__ == "__main__":
    unittest.main()
