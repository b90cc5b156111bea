"""Says what accessibility sees of a program, as a line of JSON for each line that asks: look.py PID, then WIDTH HEIGHT

For the program's window of about that size: "views", the tabs in front; "widgets", role and middle of what can be worked,
in the window's own coordinates, which end at its frame, not at its shadow; "frame", the size of that. In a process of its
own, because libatspi does not always survive to look at what is just going away; and one that stays, as a screen reader
does, because GTK tells each new one of every widget there is.
"""

import json
import sys

import gi

from gridscope_app import Atspi, extents, has_state, is_in_front, walk

# What can be pressed, chosen or typed into.
ROLES = {"push button", "toggle button", "check box", "radio button", "combo box", "spin button", "text", "list item",
         "page tab", "image", "switch"}


def look(program, width, height):
    frames = [program.get_child_at_index(i) for i in range(program.get_child_count())]
    frame = min(frames, key=lambda node: abs(extents(node).width - width) + abs(extents(node).height - height))
    seen = {"views": [], "widgets": [], "frame": [extents(frame).width, extents(frame).height]}
    try:
        for node in walk(frame):
            if node.get_role_name() == "page tab" and is_in_front(node):
                seen["views"].append(node.get_name())
        for node in walk(frame, showing=True):
            if node.get_role_name() in ROLES and has_state(node, Atspi.StateType.SENSITIVE):
                box = extents(node)
                seen["widgets"].append((node.get_role_name(), box.x + box.width // 2, box.y + box.height // 2))
    except (gi.repository.GLib.Error, LookupError, AttributeError):
        pass  # gone while it was being looked at; the rest was seen
    return seen


def main(pid):
    desktop = Atspi.get_desktop(0)
    programs = [desktop.get_child_at_index(i) for i in range(desktop.get_child_count())]
    program = next(node for node in programs if node is not None and node.get_process_id() == pid)
    # What it remembers is of before.
    program.set_cache_mask(Atspi.Cache.NONE)
    for line in sys.stdin:
        print(json.dumps(look(program, *map(int, line.split()))), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
