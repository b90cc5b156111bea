"""Every text of every view is translated and has room for a longer one, from left to right and from right to left."""

import re
import tempfile
import unittest

import pseudo
from gridscope_app import AppTest, extents, is_in_front, wait_for

SPEC = {"op": "matmul", "m": 5, "n": 6, "k": 7, "block": [4, 4], "guard": False, "backend": ["cpu", "simt"], "repeats": 3}

# Names and code are the same in every language.
NAMES = re.compile(r"""
    \b(?:CPU|GPU|GPUs|NVIDIA|OpenBLAS|BLAS|cuBLAS|CUDA|Gridscope|MAD|ULP|NaN|FMA|float32|float64|[kKMGT]i?B|[kMGTP]?FLOP)\b
  | \b(?:NVIDIA|GeForce|Quadro|Tesla|RTX|Jetson)\b.* | \w+/k\d\w* | \b\w*_\w+ | \bk\d\s\w+
  | \b\w+Idx\b(?:\.\w)? | \b\w+Dim\b(?:\.\w)?
  | \w+\ /\ k\d.* | \bC\w*\ =\ .* | ^(?:Minimize|Maximize|Close|GtkLabel)$ | .*;$
  | (?:row|col|column|index|size|blocks?|i)\s*[<·=].* | \b(?:row|col)\b
""", re.VERBOSE)

PAGES = ["GsCoveragePage", "GsTimingPage", "GsNumbersPage", "GsMemoryPage", "GsSchedulePage", "GsCrossoverPage",
         "GsRooflinePage", "GsOccupancyPage", "GsKernelPage", "GsHistoryPage"]
SPOKEN = {"label", "push button", "toggle button", "check box", "page tab", "text", "image", "status bar", "heading",
          "combo box", "spin button"}


class Languages(AppTest):
    def start_in(self, right_to_left=False):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return self.start(SPEC, env=pseudo.make(folder.name, right_to_left))

    def spoken(self, node, others, panes=0):
        """What is under the node, without what has no size and the views that are not in front: role, name, rectangle,
        and in how many scrolled panes it stands."""
        name, role = node.get_name() or "", node.get_role_name()
        if name in others:
            return
        box = extents(node) if "Component" in node.get_interfaces() else None
        if box is not None and (box.width <= 0 or box.height <= 0):
            return
        if role in SPOKEN and name:
            yield role, name, box, panes
        for i in range(node.get_child_count()):
            child = node.get_child_at_index(i)
            if child is not None:
                yield from self.spoken(child, others, panes + (role in ("scroll pane", "tree table")))

    def check(self, view):
        app = self.app
        frame = app.frame()
        # After the first view the pane at the left has been seen.
        others = set(PAGES) - {PAGES[view]} | ({"GsSpecPane"} if view > 0 else set())
        seen = list(self.spoken(app.node, others))
        # The tabs give way to a list where they are too wide, but keep their places.
        tabs = {name for role, name, *_ in seen if role == "page tab"}
        escaped, outside = set(), set()
        for _, name, box, panes in seen:
            left = NAMES.sub("", re.sub(r"⟦.*⟧", "", name, flags=re.S))
            if re.search(r"[A-Za-z]{3}", left):
                escaped.add(name)
            # A pane in a pane is a table or an equation, which scrolls in itself.
            scrolled_to = box.y + box.height < 0 or box.y > frame.height or panes > 1
            if not (scrolled_to or name in tabs) and (box.x < -1 or box.x + box.width > frame.width + 1):
                outside.add(name)
        self.assertEqual(escaped, set(), "not translated")
        self.assertEqual(outside, set(), "not inside the window")

    def look_at_all(self, name):
        app = self.app
        wait_for(lambda: app.resize(1280, 760) == (1280, 760), "a window as wide as the screen")
        spin = next(app.nodes("spin button"))
        tabs = list(app.nodes("page tab", showing=False))
        app.run_and_wait(*(pseudo.translate(word).replace("_", "") for word in ("_Run", "_Stop")))
        for view in range(len(PAGES)):
            page = app.page(PAGES[view])
            wait_for(lambda node=page: extents(node).width > 400, f"{PAGES[view]} laid out")
            with self.subTest(view=PAGES[view]):
                wait_for(lambda: 0 <= extents(spin).x < 1280, "the spec pane in its place", 5)
                app.screenshot(f"{name}-{view}")
                self.check(view)
            app.key("ctrl+Next")
            following = tabs[(view + 1) % len(PAGES)]
            wait_for(lambda tab=following: is_in_front(tab), "the next view in front")
        return spin

    def test_every_view(self):
        self.start_in()
        self.look_at_all("pseudo")

    def test_right_to_left(self):
        app = self.start_in(right_to_left=True)
        spin = self.look_at_all("right-to-left")
        self.assertGreater(extents(spin).x, app.frame().width / 2, "the spec pane is at the right")


if __name__ == "__main__":
    unittest.main(verbosity=2)
