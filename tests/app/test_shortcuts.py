"""The shortcuts window names every key of the program, and no other."""
import os
import re
import unittest
import xml.etree.ElementTree as xml

SOURCE = os.environ["GRIDSCOPE_SOURCE"]

# Second keys for the same thing; one of them is enough in the window.
ALTERNATIVES = {"<Control>Return", "<Control>y", "<Control>F1"}


def read(*parts):
    with open(os.path.join(SOURCE, *parts), encoding="utf-8") as file:
        return file.read()


def plain(key):
    """One spelling: modifiers in order, letters small."""
    modifiers = sorted(word.lower() for word in re.findall(r"<(\w+)>", key))
    return "".join(f"<{word}>" for word in modifiers) + re.sub(r"<\w+>", "", key).lower()


class Shortcuts(unittest.TestCase):
    def setUp(self):
        table = re.search(r"accelerators\[\] = \{(.*?)\n\};", read("src", "app", "gs-application.c"), re.S).group(1)
        self.keys = {key: action for action, keys in re.findall(r'\{ "([\w.:-]+)", \{ (.*?) \} \}', table)
                     for key in re.findall(r'"([^"]+)"', keys)}
        rows = xml.fromstring(read("ui", "gs-shortcuts.ui")).iter("object")
        rows = [row for row in rows if row.get("class") == "GtkShortcutsShortcut"]
        self.shown = set()
        for row in rows:
            for entry in row.iter("property"):
                if entry.get("name") == "accelerator":
                    self.shown.update(plain(key) for key in entry.text.split())
                elif entry.get("name") == "action-name":
                    self.shown.update(plain(key) for key, action in self.keys.items() if action == entry.text)

    def test_every_key_is_shown(self):
        self.assertGreater(len(self.keys), 20)
        missing = {key: action for key, action in self.keys.items()
                   if key not in ALTERNATIVES and plain(key) not in self.shown}
        self.assertEqual(missing, {})

    def test_no_key_twice(self):
        table = read("src", "app", "gs-application.c")
        keys = [plain(key) for key in re.findall(r'"((?:<\w+>)+\w+|F\d+|Escape)"', table)]
        self.assertEqual(len(keys), len(set(keys)))


if __name__ == "__main__":
    unittest.main()
