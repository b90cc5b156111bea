"""Several GPUs: which one is chosen, remembered, used and named, on a driver made for the test."""

import json
import os
import tempfile
import unittest

from gridscope_app import App, AppTest, wait_for

A, B, TWIN = "Test GPU A (0000:3b:00.0)", "Test GPU B (0000:af:00.0)", "Test GPU B (0000:d8:00.0)"
FIRST_A, FIRST_B = f"The first: {A}", f"The first: {B}"
UUID_A = "GPU-10111213-1415-1617-1819-1a1b1c1d1e1f"
UUID_B = "GPU-40414243-4445-4647-4849-4a4b4c4d4e4f"
MISSING_B = f"Not here: Test GPU B ({UUID_B})"
# What runs first, and a GPU beside it.
SPEC = {"op": "hadamard", "m": 1, "n": 1000, "block": [256], "backend": ["cpu", "cuda"], "repeats": 3}


class Gpus(AppTest):
    def setUp(self):
        """A home that outlives the program, with settings in a file."""
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)
        self.env = {f"XDG_{name}_HOME": os.path.join(self.home.name, name.lower())
                    for name in ("CACHE", "CONFIG", "DATA", "STATE")}
        self.env.update({"HOME": self.home.name, "GSETTINGS_BACKEND": "keyfile",
                         "GRIDSCOPE_CLI": os.environ["GS_FAKE_GPUS_CLI"]})
        folder = os.path.join(self.env["XDG_CONFIG_HOME"], "glib-2.0", "settings")
        os.makedirs(folder)
        self.settings = os.path.join(folder, "keyfile")

    def open(self, gpus, spec=None, view="coverage", **env):
        """Starts the program where these GPUs are, a letter each, with that view in front."""
        if not os.path.exists(self.settings):
            # The first start would begin with the welcome.
            with open(self.settings, "w", encoding="utf-8") as file:
                file.write(f"[org/gridscope/Gridscope]\nwelcomed=true\nlast-view='{view}'\n")
        arguments = [self.write_json(".json", {"schema": "gridscope.spec/1", **spec})] if spec else []
        self.app = App(*arguments, env={**self.env, "GS_FAKE_GPUS": gpus, **env})
        self.addCleanup(self.app.close_if_open)
        return self.app

    def leave(self):
        self.app.key("ctrl+q")
        self.assertEqual(self.app.process.wait(30), 0)

    def combo(self):
        return self.app.find("combo box", "GPU")

    def shown(self):
        """The words of the list of GPUs while it is closed; none without a list."""
        combo = next(self.app.nodes("combo box", "GPU"), None)
        if combo is None:
            return []
        button = next(self.app.nodes("push button", showing=False, within=combo), None)
        return [label.get_name() for label in self.app.nodes("label", showing=False, within=button)] if button else []

    def wait_chosen(self, title):
        wait_for(lambda: title in self.shown(), f"{title} in the list")

    def kept_uuid(self):
        with open(self.settings, encoding="utf-8") as file:
            return next((line.strip() for line in file if line.startswith("gpu=")), "")

    def no_complaint(self):
        return not [label for label in self.app.labels() if "is not here" in label]

    def choose(self, title):
        """Gives what is remembered of it."""
        before = self.kept_uuid()
        self.app.choose_from(self.combo(), title)
        return wait_for(lambda: self.kept_uuid() != before and self.kept_uuid(), "another GPU in the settings")

    def test_one_is_named_and_not_chosen(self):
        app = self.open("abc", SPEC, CUDA_VISIBLE_DEVICES="1")
        app.find_text(UUID_B)
        self.assertIn("Test GPU B", app.labels())
        self.assertEqual(self.shown(), [])

    def test_choice_sets_limits_and_is_undone(self):
        app = self.open("ab", {**SPEC, "block": [1024]})
        self.wait_chosen(FIRST_A)
        app.key("alt+u")
        app.wait_focus(role="list item")
        app.key("Escape")
        self.assertIn(UUID_B, self.choose(B))
        app.find_text(UUID_B)
        app.wait_verdict("512")  # so many threads it allows in a block
        app.key("ctrl+z")
        self.wait_chosen(FIRST_A)
        app.find_text(UUID_A)
        wait_for(lambda: "512" not in app.verdict(), "the limits of the first")
        app.key("ctrl+shift+z")
        self.wait_chosen(B)
        app.wait_verdict("512")

    def test_runs_tell_which_card(self):
        app = self.open("cb", SPEC, "history")
        self.wait_chosen(f"The first: {TWIN}")
        app.run_and_wait()
        self.choose(B)
        app.run_and_wait()
        page = app.page("GsHistoryPage")
        # Both have one name.
        wait_for(lambda: all(any(f"GPU: 0000:{pci}:00.0" in label for label in app.labels(page)) for pci in ("af", "d8")),
                 "both cards in the list of runs")
        app.screenshot("gpus-history")

    def test_old_run_is_of_the_card_before(self):
        app = self.open("ab", SPEC, "timing")
        self.wait_chosen(FIRST_A)
        app.run_and_wait()
        wait_for(lambda: "From the run before" not in app.verdict(), "what was run")
        # The same card by another name.
        self.choose(A)
        self.assertNotIn("From the run before", app.verdict())
        self.choose(B)
        app.wait_verdict("From the run before the change")

    def test_choice_stays_when_numbers_change(self):
        self.open("ab")
        self.wait_chosen(FIRST_A)
        self.choose(B)
        self.leave()
        with open(os.path.join(self.env["XDG_STATE_HOME"], "gridscope", "last.gridscope"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["spec"]["device"], UUID_B)
        # A spec that names none is run there too.
        self.open("cba", SPEC)
        self.wait_chosen(B)
        self.app.find_text(UUID_B)

    def test_missing_card_is_named_and_replaced(self):
        self.open("ab", view="timing")
        self.wait_chosen(FIRST_A)
        self.choose(B)
        self.leave()
        app = self.open("a", SPEC)
        self.wait_chosen(MISSING_B)
        said = app.find_text("is not here").get_name()
        for part in ("Test GPU B", UUID_B, f"{A} is used instead", "Choose another"):
            self.assertIn(part, said)
        self.assertIn(UUID_B, self.combo().get_description())
        self.assertIn(said, app.verdict())
        app.screenshot("gpus-missing")
        app.run_and_wait()
        for sentence in ("There is no GPU", "From the run before"):
            self.assertNotIn(sentence, app.verdict())
        self.assertIn(UUID_B, self.kept_uuid())
        self.leave()
        # It is back: nothing was lost.
        self.open("ab")
        self.wait_chosen(B)
        self.assertTrue(self.no_complaint())

    def test_run_that_waited_is_on_a_card_that_is_there(self):
        """Asked for before the worker has said which there are."""
        go = os.path.join(self.home.name, "go")
        wait = """'until [ -e "$0" ]; do sleep 0.05; done; shift; exec "$GRIDSCOPE_CLI" "$@"'"""
        with open(self.settings, "w", encoding="utf-8") as file:
            file.write("[org/gridscope/Gridscope]\nwelcomed=true\nlast-view='timing'\n"
                       f"gpu=('{UUID_B}', 'Test GPU B')\nworker-prefix=['sh', '-c', {wait}, '{go}']\n")
        app = self.open("a", SPEC)
        app.key("F5")
        wait_for(lambda: app.is_sensitive("Stop"), "the run to wait")
        with open(go, "w", encoding="utf-8"):
            pass
        wait_for(lambda: app.is_sensitive("Run"), "the run to end")
        self.assertIn("GPU", app.verdict())
        self.assertNotIn("There is no GPU", app.verdict())

    def test_missing_card_is_given_up(self):
        app = self.open("abc", {**SPEC, "device": UUID_A}, CUDA_VISIBLE_DEVICES="2,1")
        self.wait_chosen(f"Not here: {UUID_A}")
        said = app.find_text("is not here").get_name()
        self.assertIn("CUDA_VISIBLE_DEVICES, which is “2,1”", said)
        self.assertIn(f"{TWIN} is used instead", said)
        self.assertIn(UUID_B, self.choose(B))
        wait_for(self.no_complaint, "no complaint")
        app.key("ctrl+z")
        app.find_text("is not here")

    def test_views_are_about_the_card(self):
        app = self.open("ab", SPEC, "occupancy")
        self.wait_chosen(FIRST_A)
        page = app.page("GsOccupancyPage")
        wait_for(lambda: A in app.labels(page), "the first in the list of devices")
        self.choose(B)
        wait_for(lambda: B in app.labels(page), "the other in the list of devices")
        app.wait_verdict("Test GPU B")

    def test_roofs_are_of_the_card(self):
        app = self.open("ab", {**SPEC, "device": UUID_B}, "roofline")
        self.wait_chosen(B)
        app.run_and_wait()
        app.wait_verdict("Measure this machine")
        app.click(app.find("push button", "Measure This Machine"))
        app.wait_verdict("operations per byte")
        app.screenshot("gpus-roofline")
        self.choose(A)
        app.wait_verdict("Measure this machine")
        app.key("ctrl+z")
        app.wait_verdict("operations per byte")


if __name__ == "__main__":
    unittest.main()
