"""The sheet of cells: every way to change a matrix in it, with keys and mouse, all of it undone by name."""

import subprocess
import unittest

from gi.repository import Atspi
from gridscope_app import Outside, extents, has_state, wait_for
from input_app import InputTest


class Sheet(InputTest):
    def start_sheet(self, m, n, a="zeros"):
        self.app = self.start({"op": "hadamard", "m": m, "n": n, "a": a, "b": "ones", "backend": ["cpu"]}, env=self.home)
        self.open_sheet("A")
        self.find_cell("A[0, 0] = ")

    def step(self, *keys, undo=None, cell=None):
        """Keys, then what the button for undo is called and what stands under the sheet."""
        if keys:
            self.app.key(*keys)
        if undo:
            wait_for(lambda: next(self.in_sheet("push button", f"Undo {undo}"), None), f"“Undo {undo}”")
        if cell:
            self.find_cell(cell)

    def expect_cells(self, **cells):
        """r0c1="2": the value of row 0, column 1, looked up with the arrow keys."""
        for name, value in cells.items():
            row, column = (int(part) for part in name[1:].split("c"))
            self.app.key("ctrl+Home", *["Down"] * row, *["Right"] * column)
            self.find_cell(f"A[{row}, {column}] = {value}")

    def mouse(self, node, dx, dy, *commands):
        """At a point of the node in the window of the sheet, from its upper left."""
        window = self.x_windows("^Matrix A$")[-1]
        shell = subprocess.run(["xdotool", "getwindowgeometry", "--shell", window], capture_output=True, text=True,
                               check=True).stdout
        size = dict(line.split("=") for line in shell.split())
        frame = extents(next(self.in_sheet("frame", "Matrix A")))
        x = int(size["X"]) + (int(size["WIDTH"]) - frame.width) // 2 + extents(node).x + dx
        y = int(size["Y"]) + (int(size["HEIGHT"]) - frame.height) // 2 + extents(node).y + dy
        subprocess.run(["xdotool", "mousemove", "--sync", str(x), str(y), *commands], check=True)

    def click(self, role, name):
        node = wait_for(lambda: next(self.in_sheet(role, name), None), f"“{name}” beside the sheet")
        self.mouse(node, extents(node).width // 3, extents(node).height // 2, "click", "1")

    def menu(self, mnemonic, letter):
        """A menu of the bar and what is in it, by their letters."""
        self.app.key(mnemonic)
        wait_for(lambda: next(self.in_sheet("menu"), None), "the menu")
        self.app.key(letter)
        wait_for(lambda: not list(self.in_sheet("menu")), "the menu to close")

    def test_tab_goes_from_row_to_row_and_keeps_nobody(self):
        self.start_sheet(2, 2)
        self.step("1", "Tab", cell="A[0, 1] = 0")
        self.step("2", "Tab", cell="A[1, 0] = 0")
        self.step("3", "shift+Tab", cell="A[0, 1] = 2")
        self.step("shift+Tab", cell="A[0, 0] = 1")
        self.step("Tab", "Tab", "Tab", cell="A[1, 1] = 0")
        # Out of the last cell, and out of the middle of typing.
        in_sheet = self.app.wait_focus(role="table")
        self.app.key("Tab")
        wait_for(lambda: not has_state(in_sheet, Atspi.StateType.FOCUSED), "the keyboard beside the sheet")
        self.app.key("shift+Tab")
        wait_for(lambda: has_state(in_sheet, Atspi.StateType.FOCUSED), "the keyboard in the sheet again")
        self.step("ctrl+Home", "7")
        wait_for(lambda: not has_state(in_sheet, Atspi.StateType.FOCUSED), "typing")
        self.app.key("ctrl+Tab")
        self.find_cell("A[0, 0] = 7")
        self.assertFalse(has_state(in_sheet, Atspi.StateType.FOCUSED))

    def test_every_change_and_back(self):
        self.start_sheet(3, 4)
        # Typing goes along with Tab, down with Enter, and on with the arrows.
        self.step("1", "Tab", "2", "Tab", "3", "Return", cell="A[1, 2] = 0")
        self.step("4", "Left", "5", "Up", undo="Edit A", cell="A[0, 1] = 2")
        self.expect_cells(r0c0="1", r0c1="2", r0c2="3", r1c2="4", r1c1="5")

        # A dragged range is cut, and pasted elsewhere.
        self.mouse(self.sheet(), 60, 40, "mousedown", "1")
        self.mouse(self.sheet(), 180, 70, "mouseup", "1")
        self.find_cell("2 × 2 selected from row 0, column 0")
        self.step("ctrl+x", undo="Cut from A")
        self.step("ctrl+End", "Up", "Left", "ctrl+v", undo="Paste into A", cell="2 × 2 selected from row 1, column 2")
        self.app.screenshot("sheet-pasted")
        self.expect_cells(r0c0="0", r1c2="1", r1c3="2", r2c3="5")

        # A block that is larger than the room makes the matrix grow; a header takes its whole row.
        self.step("ctrl+End", "ctrl+v", undo="Paste into A", cell="2 × 2 selected from row 2, column 3")
        self.expect_cells(r3c4="5")
        self.mouse(self.sheet(), 8, 40, "click", "1")
        self.find_cell("1 × 5 selected from row 0, column 0")

        # Everything that the two menus offer, on what is selected.
        self.menu("alt+f", "0")
        self.step(undo="Fill A")
        self.expect_cells(r0c0="0", r0c4="4")
        self.step("ctrl+a", cell="4 × 5 selected")
        self.menu("alt+f", "i")
        self.expect_cells(r2c2="1", r2c3="0")
        self.menu("alt+c", "a")
        self.step(undo="Insert Rows in A")
        self.expect_cells(r2c2="0", r3c2="1")
        self.menu("alt+c", "r")
        self.step(undo="Insert Columns in A")
        self.expect_cells(r4c4="1")
        self.menu("alt+c", "c")
        self.step(undo="Delete Columns of A")
        self.step("ctrl+End", cell="A[4, 4] = 0")
        self.menu("alt+c", "t")
        self.step(undo="Transpose A")
        self.expect_cells(r2c3="1")
        self.click("text", "Value")
        self.app.key("ctrl+a", "0", "period", "5")
        self.menu("alt+f", "v")
        self.step(undo="Fill A")
        self.click("spin button", "Rows")
        self.app.key("ctrl+a", "2")
        self.click("push button", "Resize")
        self.step(undo="Resize A")
        self.app.screenshot("sheet-resized")

        # All of it is taken back, each by its name.
        self.mouse(self.sheet(), 60, 40, "click", "1")
        for name in ("Resize A", "Fill A", "Transpose A", "Delete Columns of A", "Insert Columns in A", "Insert Rows in A",
                     "Fill A", "Fill A", "Paste into A", "Paste into A", "Cut from A", *["Edit A"] * 5):
            self.step(undo=name)
            self.app.key("ctrl+z")
        self.step(undo=None, cell="= 0")
        wait_for(lambda: next(self.in_sheet("push button", "Undo Open Spec"), None), "nothing to undo")
        self.app.find_text("3 × 4 zeros")

    def test_wrong_text_is_never_lost(self):
        self.start_sheet(2, 3)
        self.step(*"abc", "Return", undo="Edit A")
        # One stays in the cell and reads why.
        self.find_cell("A[0, 0] = 0")
        self.find_cell("“abc” is not a number; type one")
        self.app.screenshot("sheet-wrong")
        self.menu("alt+c", "a")
        self.step("ctrl+End", "x", "space", "y")
        self.app.key("ctrl+w")
        wait_for(lambda: not self.x_windows("^Matrix A$"), "the sheet to close")
        self.focus_window()
        self.app.find_text("2 cells of A hold no numbers, the first “abc” in row 1, column 0")
        self.app.screenshot("card-wrong")
        self.app.quit()

        self.app = self.start(env=self.home)
        self.app.find_text("2 cells of A hold no numbers, the first “abc” in row 1, column 0")
        self.open_sheet("A")
        self.step("ctrl+End")
        self.find_cell("“x y” is not a number")
        self.step(*"7", "Return", undo="Edit A")
        self.step("ctrl+Home", "Down")
        self.find_cell("“abc” is not a number; type one")
        self.step("Delete", undo="Clear Cells of A")
        wait_for(lambda: not any("of A hold" in label for label in self.app.labels()), "the card to be content")
        self.step("ctrl+z", "ctrl+z")
        self.app.find_text("2 cells of A hold no numbers")

    def test_comma_is_asked_about(self):
        self.start_sheet(2, 2)
        self.step(*["2", "comma", "5"], "Return")
        self.expect_cells(r0c0="2.5")
        self.step(*["1", "comma", "2", "3", "4"], "Return")
        self.find_cell("say what the comma is")
        self.app.screenshot("sheet-comma")
        self.click("radio button", "Decimal point")
        self.find_cell("A[0, 0] = 1234")
        wait_for(lambda: not list(self.in_sheet("radio button", "Decimal point")), "the question to go")
        with Outside("copy", "1,234\t7"):
            self.focus_window("^Matrix A$")
            self.step("ctrl+v")
            self.find_cell("can mean 1.234 (decimal comma)")
            self.click("radio button", "Decimal comma")
            self.step(undo="Paste into A", cell="1 × 2 selected")
        self.expect_cells(r0c0="1.234", r0c1="7")

    def test_many_values_are_made_beside_the_window(self):
        """The sheet comes with the keyboard when they are there, and a change of them is one of few."""
        self.start_sheet(600, 700, "normal")
        self.step("5", "Return", undo="Edit A", cell="A[1, 0] = ")
        self.expect_cells(r0c0="5")

    def test_sheet_is_left_while_its_values_are_made(self):
        app = self.app = self.start({"op": "hadamard", "m": 16384, "n": 16384, "a": "normal", "b": "ones",
                                     "backend": ["cpu"]}, env=self.home)
        app.click(app.find(name="Edit A"))
        button = app.find("push button", "Cells…")
        wait_for(lambda: extents(button).height > 20, "the card to unfold")
        app.click(button)
        self.focus_window("^Matrix A$")
        self.find_cell("16\u202f384 values…")
        app.screenshot("sheet-making")
        app.key("ctrl+w")
        wait_for(lambda: not self.x_windows("^Matrix A$"), "the sheet to close")

    def test_too_many_values_are_not_changed(self):
        self.start_sheet(2050, 2048, "iota")
        self.step("5", "Return")
        self.find_cell("elements that can be changed in a sheet")


if __name__ == "__main__":
    unittest.main()
