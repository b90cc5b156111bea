"""The window by Tab alone, what is told to those who do not see it, and without anything that moves."""

import os
import tempfile
import unittest

from gridscope_app import AppTest, Atspi, GLib, extents, has_state, wait_for

VIEWS = ("Coverage", "Timing", "Numbers", "Memory", "Schedule", "Crossover", "Roofline", "Occupancy", "Kernel", "History")


class Keyboard(AppTest):
    def focus_after(self, key, last):
        """What has the keyboard once the key has moved it on."""
        def moved():
            node = next((node for node in self.app.nodes() if has_state(node, Atspi.StateType.FOCUSED)), None)
            return node is not None and node != last and node

        self.app.key(key)
        return wait_for(moved, f"{key} to leave {last.get_name() if last else 'the window'}", 20)

    def test_starts_in_the_picture(self):
        """Arrows and Space are for it from the first moment on."""
        self.start().wait_focus("Coverage of the output by the grid of blocks")

    def test_tab_leaves_every_view(self):
        """Backwards from the first widget are that of the verdict and then what is last in the view; from there Tab must
        come back to the first. Each on the way has a name."""
        app = self.start()
        app.resize(1240, 760)
        first = self.focus_after("Tab", None)
        while first.get_name() != "Spec pane":
            first = self.focus_after("Tab", first)
        for view in VIEWS:
            app.show_view(view)
            path = [first]
            for key in ["shift+Tab"] * 3:
                path.append(self.focus_after(key, path[-1]))
            while path[-1] != first and len(path) < 16:
                path.append(self.focus_after("Tab", path[-1]))
            names = [node.get_name() for node in path]
            with self.subTest(view=view):
                self.assertEqual(names[1], "Copy picture")
                self.assertEqual(names[-2:], ["Copy picture", "Spec pane"])
                self.assertTrue(all(names), names)

    def test_end_of_a_run_is_told(self):
        """The verdict is a status, and the bus tells that it has changed: nobody need look for it."""
        app = self.start()
        # GTK 4.8 tells only of what has been looked at before.
        wait_for(app.verdict, "the verdict before the run")
        app.show_view("Numbers")
        told = []
        listener = Atspi.EventListener.new(lambda event: told.append(event.source))
        listener.register("object:property-change")
        self.addCleanup(listener.deregister, "object:property-change")
        app.run_and_wait()
        verdict = app.wait_verdict("bit for bit")

        def arrived():
            while GLib.MainContext.default().iteration(False):
                pass
            return any((node.get_role_name(), node.get_name()) == ("status bar", verdict) for node in told)

        wait_for(arrived, "the bus to tell the verdict")

    def test_without_animations(self):
        """Drop-downs in a pane that scrolls, and a launch that plays, where nothing may move by itself."""
        config = tempfile.TemporaryDirectory()
        self.addCleanup(config.cleanup)
        os.mkdir(os.path.join(config.name, "gtk-4.0"))
        with open(os.path.join(config.name, "gtk-4.0", "settings.ini"), "w", encoding="ascii") as settings:
            settings.write("[Settings]\ngtk-enable-animations=0\n")
        app = self.start({"op": "hadamard", "m": 1, "n": 96, "block": [32]}, {"XDG_CONFIG_HOME": config.name})
        app.click(app.find("image", "Coverage of the output by the grid of blocks"))
        app.key("space")
        app.find("push button", "Pause")
        app.find("push button", "Play")
        app.find_text("all 3 warps")
        for name in ("A", "B"):
            app.click(app.find(name=f"Edit {name}"))
            combo = app.find("combo box", f"Content of {name}")
            wait_for(lambda combo=combo: extents(combo).height > 20, "the card to unfold")
            app.choose_from(combo, "Typed values")
            app.find("text", f"Values of {name}")


if __name__ == "__main__":
    unittest.main(verbosity=2)
