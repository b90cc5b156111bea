"""The page on file formats against what the program writes: every key of every document is named in it."""
import glob
import json
import os
import re
import subprocess
import tempfile
import unittest

CLI = os.environ["GRIDSCOPE_CLI"]
SOURCE = os.environ["GRIDSCOPE_SOURCE"]
PAGES = [os.path.join(SOURCE, "docs", "guide", folder, "11-formats.md") for folder in ("", "zh_CN")]
# Where the heading is none of a schema, its place among those of the page: it is translated.
PROFILES, WORKER = -3, -2


def sections(path):
    """The words that a page names in each of its sections, by heading, in order."""
    with open(path, encoding="utf-8") as file:
        parts = re.split(r"^## (.+)$", file.read(), flags=re.MULTILINE)[1:]
    return {heading: {word for code in re.findall(r"`([^`]+)`", text) for word in re.findall(r"\w+", code)}
            for heading, text in zip(parts[::2], parts[1::2])}


def load(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


def run(*words, stdin=None):
    done = subprocess.run([CLI, *words], input=stdin, capture_output=True, text=True, check=False)
    try:
        return [json.loads(done.stdout)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in done.stdout.splitlines()]


def made_here():
    """One document of every kind that a command writes."""
    yield from run("plan", "--json", "--n", "7", "--block", "4", "--no-guard")
    yield from run("plan", "--json", "--op", "matmul", "--m", "8", "--n", "8", "--k", "8", "--block", "64x64")
    yield from run("run", "--json", "--m", "5", "--n", "6", "--block", "4x4", "--backend", "cpu,simt,cuda", "--no-guard")
    yield from run("run", "--json", "--op", "matmul", "--m", "6", "--n", "6", "--k", "6", "--block", "4x4", "--backend", "simt",
                   "--kernel", "matmul/k3_shared_tile", "--break", "barrier-1")
    yield from run("sweep", "--json", "--op", "matmul", "--sizes", "2,4,8000000000", "--backend", "cpu",
                   "--kernel", "cpu_ijk,cpu_packed", "--repeats", "1")
    yield from run("devices", "--json")
    yield from run("check", "--json", "--backend", "cpu,cuda", "--kernel", "cpu_scalar")
    yield from run("check", "--launches", "1", "--json")
    yield from run("lesson", "ceiling", "--json")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "spec.json")
        run("plan", "--json", "--a", "[1 2]", "--b", "[3 4]", "--save", path)
        yield from load(path)


def kept():
    """Recordings, lists of figures and a session that are in the source."""
    for pattern in ("data/recordings/*.json", "docs/reports/*.json", "docs/figures.json", "docs/example/figures.json",
                    "tests/fuzz/corpus/session/run"):
        for path in glob.glob(os.path.join(SOURCE, pattern)):
            yield from load(path)


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.documents = [*made_here(), *kept()]

    def check(self, value, names, page, where):
        """Every key of value is in names; a document in a document has a section of its own."""
        if isinstance(value, list):
            for item in value:
                self.check(item, names, page, where)
            return
        if not isinstance(value, dict):
            return
        if "schema" in value:
            self.assertIn(value["schema"], page)
            names, where = page[value["schema"]] | {"schema"}, value["schema"]
        for key, item in value.items():
            self.assertIn(key, names, f"{where} has “{key}”")
            inner = {"limits": list(page.values())[PROFILES], "roofs": page["gridscope.roofs/1"]}.get(key, names)
            # A figure's members are options, which the help of the command says.
            if where != "gridscope.figures/1":
                self.check(item, inner, page, f"{where} {key}")

    def test_every_key_is_named(self):
        for path in PAGES:
            page = sections(path)
            for document in self.documents:
                with self.subTest(path, schema=document.get("schema")):
                    self.check(document, set(), page, "")

    def test_profiles(self):
        for path in PAGES:
            names = list(sections(path).values())[PROFILES]
            for profile in glob.glob(os.path.join(SOURCE, "data", "profiles", "*.json")):
                self.check(load(profile), names, {"gridscope.roofs/1": set(), "": names, " ": names, "  ": names}, profile)

    def test_worker(self):
        requests = [{"id": 1, "method": "ping"}, {"id": 2, "method": "cancel", "params": {"id": 9}}, {"id": 3, "method": "pong"},
                    {"id": 4, "method": "run", "params": {"op": "add", "n": 4, "backend": ["cpu"], "repeats": 1}}]
        answers = run("worker", stdin="".join(json.dumps(request) + "\n" for request in requests))
        self.assertGreaterEqual(len(answers), len(requests))
        for path in PAGES:
            page = sections(path)
            names = list(page.values())[WORKER]
            for line in [*requests, *answers]:
                # What is inside of params and of a result is a document of another section.
                for key, item in line.items():
                    self.assertIn(key, names)
                    if key in ("progress", "error"):
                        self.check({k: v for k, v in item.items() if k != "report"}, names, page, key)

    def test_every_schema_has_a_section(self):
        written = set()
        for path in glob.glob(os.path.join(SOURCE, "src", "*", "*.c")):
            with open(path, encoding="utf-8") as file:
                written |= set(re.findall(r"\"(gridscope\.[a-z-]+/\d+)\"", file.read()))
        self.assertGreater(len(written), 10)
        for path in PAGES:
            self.assertEqual({name for name in sections(path) if name.startswith("gridscope.")}, written)

    def test_history_and_session(self):
        """Only the window writes them."""
        for path in PAGES:
            page = sections(path)
            self.assertLessEqual({"runs", "title", "pinned", "report"}, page["gridscope.history/1"])
            self.assertLessEqual({"page", "pane", "thread", "runs", "title", "pinned", "texts"}, page["gridscope.session/1"])


if __name__ == "__main__":
    unittest.main()
