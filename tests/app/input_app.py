"""What the tests of matrices coming into the window share."""

import os
import subprocess
import tempfile

from gridscope_app import AppTest, Outside, extents, wait_for

PREVIEW = "^(Pasted Values|.*[.]np[yz])$"  # the title of the window that asks before values are taken


def npy_bytes(shape, values):
    """A float64 array as .npy 1.0, written by hand."""
    import struct
    header = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }" % shape
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("latin-1")
            + struct.pack("<%dd" % len(values), *values))


class InputTest(AppTest):
    """A folder for files, a home that outlives the program, and other programs that give it something."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        # What one start leaves, the next one finds.
        self.home = {f"XDG_{name}_HOME": os.path.join(self.folder, name.lower())
                     for name in ("CACHE", "CONFIG", "DATA", "STATE")}

    def write(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def x_windows(self, title):
        return subprocess.run(["xdotool", "search", "--onlyvisible", "--name", title],
                              capture_output=True, text=True, check=False).stdout.split()

    def focus_window(self, title="Gridscope$"):
        """There is no window manager that would."""
        def focus():
            found = self.x_windows(title)
            return found and subprocess.run(["xdotool", "windowfocus", "--sync", found[-1]], check=False,
                                            capture_output=True).returncode == 0

        wait_for(focus, f"focus on “{title}”")

    def summaries(self):
        """What stands in the cards of A and B: "2 × 3 typed"."""
        words = ("typed", "seed", ".npy", ".npz")
        return sorted({name for name in self.app.labels() if name.endswith(words) or "seed " in name})

    def state(self):
        """What a step of undo changes."""
        return self.app.front_page(), self.app.labels(self.app.page("GsSpecPane"))

    def paste_on_window(self, text, expected, kind="copy"):
        with Outside(kind, text):
            self.focus_window()
            self.app.key("ctrl+v")
            self.app.find_text(expected)
        self.focus_window(PREVIEW)

    def drop(self, kind, what, x, y):
        """Drags something from another program to a point of the window."""
        with Outside(kind, what, "1190", "20"):
            moves = [["mousemove", str(1230 - i * (1230 - x) // 20), str(50 - i * (50 - y) // 20)] for i in range(21)]
            subprocess.run(["xdotool", "mousemove", "1230", "50", "mousedown", "1"], check=True)
            for move in moves:
                subprocess.run(["xdotool", *move], check=True)
            subprocess.run(["xdotool", "mouseup", "1"], check=True)
            self.app.find_text("values")
        self.focus_window(PREVIEW)

    def wait_closed(self):
        """Asked of the display: GTK 4.8 can stumble over a question about a window that is just going."""
        wait_for(lambda: not self.x_windows(PREVIEW), "the preview to close")
        self.focus_window()

    def in_sheet(self, role=None, name=None):
        """Of the window of the sheet alone: the tree of the main window is large."""
        for i in range(self.app.node.get_child_count()):
            window = self.app.node.get_child_at_index(i)
            if window is not None and window.get_name().startswith("Matrix "):
                yield from self.app.nodes(role, name, within=window)

    def find_cell(self, part):
        """The line under the sheet, which says where the cursor is or what is selected, and what is wrong."""
        wait_for(lambda: any(part in node.get_name() for node in self.in_sheet()), f"“{part}” under the sheet")

    def open_sheet(self, name):
        """Opens the sheet of A or B from its card."""
        button = next(self.app.nodes("push button", "Cells…", showing=False), None)
        if button is None or extents(button).height <= 20:
            self.app.click(self.app.find(name=f"Edit {name}"))
            button = self.app.find("push button", "Cells…")
            wait_for(lambda: extents(button).height > 20, "the card to unfold")
        self.app.click(button)
        self.focus_window(f"^Matrix {name}$")
        return wait_for(lambda: self.sheet(), "the sheet")

    def sheet(self):
        """Named after the matrix and the cell under the cursor."""
        return next((node for node in self.in_sheet("table") if ", row " in node.get_name()), None)
