"""What leaves the window as pictures: through the clipboard in both formats, by drag, and on paper."""

import base64
import json
import os
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

from gridscope_app import DEADLINE_S, AppTest, Atspi, Outside, extents, has_state, read_clipboard, wait_for

SPEC = {"op": "hadamard", "m": 13, "n": 21, "block": [8, 4], "guard": False}


def press(*words):
    subprocess.run(["xdotool", *words], check=True)


class Outgoing(AppTest):
    def start_plane(self):
        app = self.start(SPEC)
        app.wait_verdict("75 write out of bounds")
        return app

    def test_picture_in_both_formats(self):
        self.start_plane().key("shift+ctrl+c")
        png = base64.b64decode(wait_for(lambda: read_clipboard("image/png"), "pixels on the clipboard"))
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertGreaterEqual(int.from_bytes(png[16:20], "big"), 1200, "two pixels for each point")
        drawing = ElementTree.fromstring(base64.b64decode(read_clipboard("image/svg+xml")))
        self.assertTrue(drawing.tag.endswith("svg"))
        self.assertIn("384", " ".join(drawing.itertext()), "the picture's numbers, in words")

    def drag_over_another_program(self, app, other):
        """Drags the picture from its button until a window at (1140, 40) has seen it."""
        box = wait_for(lambda: extents(app.find("push button", "Copy picture")), "the button’s place")
        x, y = app.on_screen(box.x + box.width // 2, box.y + box.height // 2)
        press("mousemove", "--sync", str(x), str(y), "mousedown", "1")
        for i in range(1, 21):
            press("mousemove", str(x + i * (1200 - x) // 20), str(y + i * (70 - y) // 20))
        # Let go only over what has seen it, as a person does.
        wait_for(lambda: press("mousemove_relative", "1", "0", "mousemove_relative", "--", "-1", "0")
                 or other.says(0.2) == "over", "the picture over the other program")

    def start_beside_another_program(self):
        app = self.start_plane()
        wait_for(lambda: app.resize(1100, 700) == (1100, 700), "room beside the window")
        return app

    def test_drag_into_another_program(self):
        app = self.start_beside_another_program()
        with Outside("drop", "1140", "40") as other:
            self.drag_over_another_program(app, other)
            press("mouseup", "1")
            address = other.says(DEADLINE_S)
            self.assertTrue(address.startswith("file:///") and address.endswith("/coverage.png"), address)
            with open(address[len("file://"):], "rb") as file:
                self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")

    def test_own_picture_is_no_matrix(self):
        """It would come to a card as a file, and be read as one of numbers."""
        app = self.start_beside_another_program()
        card = wait_for(lambda: extents(app.find(name="Edit B")), "the card’s place")
        x, y = app.on_screen(card.x - 60, card.y + 20)
        with Outside("drop", "1140", "40") as other:
            self.drag_over_another_program(app, other)
            for i in range(1, 21):
                press("mousemove", str(1200 + i * (x - 1200) // 20), str(70 + i * (y - 70) // 20))
                if i > 16:
                    app.labels()  # the window has seen the pointer when it answers
            press("mouseup", "1")
        # What the picture opened would stand before the card now.
        path = self.write_text(".txt", "1 2 3\n4 5 6\n")
        with Outside("drag-file", path, "1190", "20"):
            press("mousemove", "--sync", "1230", "50", "mousedown", "1")
            for i in range(1, 21):
                press("mousemove", str(1230 + i * (x - 1230) // 20), str(50 + i * (y - 50) // 20))
            press("mouseup", "1")
            app.find_text("2 × 3 values")
        self.assertFalse([name for name in app.labels() if "coverage.png" in name])


class Exported(AppTest):
    """Into a file that is chosen in GTK's dialog."""

    def choose_file(self, title, name):
        app, path = self.app, os.path.join(self.app.home.name, name)
        app.focus_window(wait_for(lambda: app.find_dialog_window(title), f"the dialog “{title}”"))
        app.wait_focus(role="text")
        app.key("ctrl+a")
        app.type(path)
        app.key("Return")
        wait_for(lambda: title not in app.windows(), "the dialog to close")
        app.focus_window(app.window)
        return path

    def test_picture(self):
        """As each kind of file, with what the picture is said inside; what cannot be one is said."""
        app = self.start(SPEC)
        app.wait_verdict("75 write out of bounds")
        for name, start in (("c.png", b"\x89PNG"), ("c.svg", b"<?xml"), ("c.pdf", b"%PDF")):
            with self.subTest(name=name):
                app.key("ctrl+e")
                path = self.choose_file("Export Picture", name)
                app.find_text("Picture saved.")
                with open(path, "rb") as file:
                    self.assertTrue(file.read().startswith(start))
        app.key("ctrl+e")
        self.choose_file("Export Picture", "c.bmp")
        app.wait_verdict("“c.bmp” does not say in which format to draw")

    def test_picture_that_waits_is_written_at_the_end(self):
        """Behind a file that never ends."""
        app = self.start(SPEC)
        app.wait_verdict("75 write out of bounds")
        slow = os.path.join(app.home.name, "slow.json")
        os.mkfifo(slow)
        subprocess.run([os.environ["GRIDSCOPE_APP"], slow], env=app.environment, check=True, timeout=60)
        app.find("progress bar")
        app.key("ctrl+e")
        path = self.choose_file("Export Picture", "c.svg")
        self.assertFalse(os.path.exists(path))
        app.key("ctrl+q")
        self.assertEqual(app.process.wait(30), 0)
        self.assertTrue(os.path.exists(path))
        app.close_if_open()

    def test_runs(self):
        app = self.start({**SPEC, "guard": True, "backend": ["cpu"]})
        app.run_and_wait()
        app.show_view("History")
        app.click(app.find("push button", "Export"))
        app.click(app.find("menu item", "Export CSV…"))
        path = self.choose_file("Export Runs", "runs.csv")
        app.find_text("Exported.")
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.assertGreater(len(lines), 1)
        self.assertIn("hadamard,13,21", lines[1])


def recording(name):
    with open(os.path.join(os.environ["GRIDSCOPE_SOURCE"], "data", "recordings", name + ".json"), encoding="utf-8") as file:
        return json.load(file)


def text_of_pdf(path):
    """None while it is not whole."""
    done = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


@unittest.skipUnless(shutil.which("pdftotext"), "no pdftotext")
class Printed(AppTest):
    # What stands on the paper of each view that draws.
    VIEWS = {
        "Coverage": "Output C, 7 elements, under a grid of 2 blocks of 4 threads",
        "Timing": "The same launch, timed three ways",
        "Numbers": "C = A ∘ B (GPU), 1 × 7",
        "Memory": "Upload A, B: 56 B",
        "Schedule": "Blocks on multiprocessors over time, NVIDIA H200",
        "Crossover": "time over length, NVIDIA H200",
        "Roofline": "hadamard/k1_scalar 1×7, 0.0023 % of its roof",
        "Occupancy": "Warps on a multiprocessor over block size",
    }

    def focused_role(self, dialog):
        return next((node.get_role_name() for node in self.app.nodes(showing=False, within=dialog)
                     if has_state(node, Atspi.StateType.FOCUSED)), None)

    def print_to_file(self):
        """As a person does in GTK's dialog; gives the words on the page."""
        app, path = self.app, os.path.join(self.app.home.name, "output.pdf")
        app.key("ctrl+p")
        dialog = app.find("dialog", "Print")
        app.focus_window(wait_for(app.find_dialog_window, "the window of the dialog"))
        wait_for(lambda: list(app.nodes("label", "Print to File", within=dialog)), "a printer")
        wait_for(lambda: self.focused_role(dialog), "the keyboard in the dialog")
        app.key("Tab")
        wait_for(lambda: self.focused_role(dialog) == "table row", "the keyboard at the printers")
        app.key("Down")
        wait_for(lambda: any(has_state(node, Atspi.StateType.SENSITIVE)
                             for node in app.nodes("push button", "_Print Print", within=dialog)), "a printer to be chosen")
        app.key("alt+p")
        text = wait_for(lambda: os.path.exists(path) and text_of_pdf(path), "the page")
        wait_for(lambda: "Print" not in app.windows(), "the dialog to close")
        app.focus_window(app.window)
        os.unlink(path)
        return text

    def test_each_view(self):
        report = recording("h200-hadamard-seed")
        report["environment"]["roofs"] = recording("h200-roofline-hadamard")["environment"]["roofs"]
        session = {"schema": "gridscope.session/1", "spec": report["spec"], "reports": [report],
                   "sweep": recording("h200-sweep-hadamard")}
        app = self.start_with(self.write_json(".gridscope", session))
        for view, words in self.VIEWS.items():
            app.show_view(view)
            text = self.print_to_file()
            self.assertIn(words, text, view)
            self.assertIn("Gridscope 0", text, f"the caption of {view}")

    def test_nothing_to_print(self):
        """A view that waits for something says for what; one that never draws says so."""
        app = self.start(SPEC)
        app.wait_verdict("75 write out of bounds")
        app.show_view("Crossover")
        app.key("ctrl+p")
        app.find_text("There is nothing to print yet. Start a sweep")
        app.show_view("History")
        app.key("ctrl+p")
        app.find_text("This view has no picture")
        self.assertNotIn("Print", app.windows())


if __name__ == "__main__":
    unittest.main(verbosity=2)
