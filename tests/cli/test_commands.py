"""Help, version, devices, check, sweep and figure."""
import json
import os
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as xml

from harness import CLI, DONE, USAGE, Case, run

COMMANDS = ("plan", "run", "sweep", "roofs", "figure", "check", "lesson", "devices", "worker")


class Help(Case):
    def test_general(self):
        text = self.ok("--help")
        for command in COMMANDS:
            self.assertIn(command, text)
        self.assertEqual(self.ok("-h"), text)
        self.assertRegex(self.ok("--version"), r"^gridscope \d+\.\d+\.\d+\n$")

    def test_of_each_command(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                text = self.ok(command, "--help")
                self.assertIn(f"Usage: gridscope-cli {command}", text)
                self.assertEqual(self.ok(command, "-h"), text)
                self.assertLessEqual(max(map(len, text.splitlines())), 140)


    def test_examples_work_as_they_stand(self):
        path = os.path.dirname(CLI) + os.pathsep + os.environ["PATH"]
        for command in COMMANDS:
            section = self.ok(command, "--help").partition("\nExamples:\n")[2].partition("\n\n")[0]
            examples = [line.strip() for line in section.splitlines()]
            self.assertTrue(examples, command)
            for example in examples:
                with self.subTest(example=example):
                    self.assertTrue(example.startswith(f"gridscope-cli {command}"))
                    if command == "roofs":
                        continue  # measuring takes seconds, and has its own test
                    done = subprocess.run(["bash", "-c", example], cwd=self.directory, capture_output=True, check=False,
                                          env={**os.environ, "PATH": path})
                    self.assertEqual(done.returncode, DONE, done.stderr.decode())


class Devices(Case):
    def test_document(self):
        devices = self.document("devices")
        self.assertEqual(devices["schema"], "gridscope.devices/1")
        self.assertTrue(devices["cpu"])
        self.assertTrue(devices["gpus"] or devices["no_gpu"])

    def test_text(self):
        text = self.ok("devices")
        self.assertIn("cpu", text)
        self.assertIn("gpu", text)


class Check(Case):
    def test_all_on_a_processor(self):
        done = run("check", "--backend", "cpu,simt", "--json")
        document = json.loads(done.stdout)
        failures = [row for row in document["rows"] if row["status"] == "failed"]
        self.assertEqual((done.returncode, failures), (0, []))
        self.assertEqual(document["failed"], 0)
        kernels = {row["kernel"] for row in document["rows"] if row["status"] == "ok"}
        self.assertLessEqual({"cpu_ijk", "cpu_packed", "matmul/k3_shared_tile", "hadamard/k1_scalar"}, kernels)
        for row in document["rows"]:
            if row["status"] == "unavailable":
                self.assertTrue(row["reason"])
                continue
            self.assertEqual(row["passed"], row["shapes"])
            self.assertLessEqual(row["bound_fraction"], 1)

    def test_launches(self):
        document = json.loads(self.ok("check", "--launches", "60", "--seed", "7", "--backend", "simt", "--json"))
        (tally,) = document["backends"]
        self.assertEqual((tally["backend"], tally["differ"], document["disputes"]), ("simt", 0, []))
        self.assertEqual(tally["agree"] + tally["refused"], 60)
        self.assertGreater(tally["agree"], 50)
        again = self.ok("check", "--launches", "60", "--seed", "7", "--backend", "simt", "--json")
        self.assertEqual(json.loads(again), document)
        self.assertIn("60 random launches from seed 7",
                      self.ok("check", "--launches", "60", "--seed", "7", "--backend", "simt"))
        self.refuses(USAGE, "count what a launch does", "check", "--launches", "3", "--backend", "cpu")
        self.refuses(USAGE, "--launches", "check", "--launches", "0")
        self.refuses(USAGE, "--seed", "check", "--seed", "3")

    def test_table(self):
        text = self.ok("check", "--backend", "cpu", "--kernel", "cpu_ijk")
        self.assertIn("cpu_ijk", text)
        self.refuses(USAGE, "kernel", "check", "--backend", "blas", "--kernel", "cpu_ijk")


class Sweep(Case):
    def sweep(self, *words):
        text = self.ok("sweep", "--json", *words)
        return [json.loads(line) for line in text.splitlines()]

    def test_lines(self):
        lines = self.sweep("--op", "matmul", "--sizes", "8:32:x2", "--backend", "cpu",
                           "--kernel", "cpu_ijk,cpu_packed", "--repeats", 3)
        self.assertEqual([line["schema"] for line in lines],
                         ["gridscope.report/1"] * 3 + ["gridscope.crossover/1"])
        self.assertEqual([line["spec"]["n"] for line in lines[:-1]], [8, 16, 32])
        last = lines[-1]
        self.assertEqual([len(series["points"]) for series in last["series"]], [3, 3])
        self.assertEqual(len(last["crossings"]), 1)

    def test_vectors_and_squares(self):
        lines = self.sweep("--sizes", "5,9", "--block", 4, "--backend", "cpu", "--repeats", 1)
        self.assertEqual([(line["plan"]["m"], line["plan"]["n"]) for line in lines[:-1]], [(1, 5), (1, 9)])
        lines = self.sweep("--sizes", "5:9:+4", "--block", "4x4", "--backend", "cpu", "--repeats", 1)
        self.assertEqual([(line["plan"]["m"], line["plan"]["n"]) for line in lines[:-1]], [(5, 5), (9, 9)])

    def test_missing_backend_ends_its_line(self):
        if "gpus" in json.loads(self.ok("devices", "--json")) and json.loads(self.ok("devices", "--json"))["gpus"]:
            self.skipTest("there is a GPU")
        last = self.sweep("--sizes", "4:8:x2", "--block", 4, "--backend", "cpu,cuda", "--repeats", 1)[-1]
        by_backend = {series["backend"]: series for series in last["series"]}
        self.assertTrue(by_backend["cuda"]["ended"])
        self.assertEqual(len(by_backend["cpu"]["points"]), 2)

    def test_sizes_beyond_memory_are_skipped(self):
        last = self.sweep("--sizes", "4,4000000000000", "--block", 256, "--backend", "cpu", "--repeats", 1)[-1]
        self.assertEqual([skip["size"] for skip in last["skipped"]], [4000000000000])

    def test_text(self):
        text = self.ok("sweep", "--op", "matmul", "--sizes", "8:16:x2", "--backend", "cpu", "--kernel",
                       "cpu_ijk,cpu_blocked", "--repeats", 2)
        self.assertIn("cpu_blocked", text)

    def test_goes_on_where_it_was_stopped(self):
        words = ("--op", "matmul", "--backend", "cpu", "--kernel", "cpu_ijk,cpu_blocked", "--repeats", 2)
        lines = self.ok("sweep", "--json", "--sizes", "8:16:x2", *words).splitlines(keepends=True)
        stopped = self.write("sweep.jsonl", "".join(lines[:-1]) + lines[-1][:20])
        again = self.sweep("--sizes", "8:32:x2", "--resume", stopped, *words)
        self.assertEqual([line["spec"]["n"] for line in again[:-1]], [32], "only what was missing is run")
        self.assertEqual([[point["size"] for point in series["points"]] for series in again[-1]["series"]],
                         [[8, 16, 32]] * 2)
        done = self.write("done.json", json.dumps(again[-1]))
        self.assertEqual(self.sweep("--sizes", "8:32:x2", "--resume", done, *words), again[-1:])
        self.refuses(USAGE, "of matmul matrices, not of hadamard vectors", "sweep", "--sizes", "8", "--resume", done)
        self.refuses(USAGE, "done.csv", "sweep", "--sizes", "8", "--resume", self.write("done.csv", "a,b\n"), *words)
        recorded = self.write("recorded.json", json.dumps({**again[-1], "recorded": "2026-11-30T12:24:16Z"}))
        self.refuses(USAGE, "was recorded 2026-11-30", "sweep", "--sizes", "8", "--resume", recorded, *words)

    def test_is_saved(self):
        path = self.path("sweep.csv")
        self.ok("sweep", "--op", "matmul", "--sizes", "4,8", "--backend", "cpu", "--repeats", 1, "--output", path)
        with open(path, encoding="ascii") as file:
            rows = [line.split(",") for line in file.read().splitlines()]
        self.assertEqual(rows[0][:4], ["backend", "kernel", "size", "compute_ns"])
        self.assertEqual([row[2] for row in rows[1:]], ["4", "8"])


class Roofs(Case):
    def test_are_measured_read_and_drawn(self):
        roofs = self.document("roofs", "--threads", 1)
        self.assertEqual(roofs["schema"], "gridscope.roofs/1")
        processor = roofs["roofs"][0]
        self.assertFalse(processor["gpu"])
        self.assertGreater(processor["fma_gflops"], 0)
        self.assertGreater(processor["copy_gbytes_per_s"], 0)
        known = self.write("roofs.json", json.dumps({"schema": "gridscope.roofs/1", "roofs": [
            {"name": "Slow One", "gpu": False, "copy_gbytes_per_s": 1e-9, "fma_gflops": 1}]}))
        report = self.path("report.json")
        self.ok("run", "--op", "hadamard", "--n", 1000, "--backend", "cpu", "--repeats", 1, "--report", report)
        self.refuses(USAGE, "run --roofs", "figure", "roofline", "--report", report, "-o", self.path("r.svg"))
        self.ok("figure", "roofline", "--report", report, "--roofs", known, "-o", self.path("r.svg"), "--alt",
                self.path("alt.txt"))
        with open(self.path("alt.txt"), encoding="utf-8") as file:
            self.assertIn("hadamard/cpu_vectorised 1×1000 on Slow One: 0.0833 operations per byte, so memory bounds it",
                          file.read())
        self.refuses(USAGE, "timing", "figure", "timing", "--report", report, "--roofs", known, "-o", self.path("t.svg"))
        damaged = self.write("damaged.json", '{"schema":"gridscope.roofs/1","roofs":[{"name":"a","fma_gflops":"fast"}]}')
        self.refuses(USAGE, "roofs[0].fma_gflops", "figure", "roofline", "--report", report, "--roofs", damaged, "-o",
                     self.path("r.svg"))

    def test_stay_in_the_report(self):
        report = self.path("report.json")
        self.ok("run", "--n", 1000, "--backend", "cpu", "--repeats", 1, "--threads", 1, "--roofs", "--report", report)
        self.ok("figure", "roofline", "--report", report, "-o", self.path("r.svg"))


class Figure(Case):
    def test_formats(self):
        for name, magic in (("c.svg", b"<?xml"), ("c.png", b"\x89PNG"), ("c.pdf", b"%PDF")):
            with self.subTest(name=name):
                path = self.path(name)
                self.ok("figure", "coverage", "--n", 7, "--block", 4, "-o", path)
                with open(path, "rb") as file:
                    self.assertTrue(file.read().startswith(magic))

    def test_same_input_same_bytes(self):
        report = self.path("report.json")
        self.ok("run", "--n", 1000, "--backend", "cpu", "--repeats", 3, "--report", report)
        for kind, source in (("coverage", ["--m", 13, "--n", 21, "--block", "8x4"]), ("timing", ["--report", report])):
            for ending in ("svg", "png", "pdf"):
                with self.subTest(kind=kind, ending=ending):
                    contents = []
                    for name, zone in (("one", "UTC"), ("two", "Asia/Shanghai")):
                        path = self.path(f"{name}.{ending}")
                        self.ok("figure", kind, *source, "--caption", "-o", path, env={**os.environ, "TZ": zone})
                        with open(path, "rb") as file:
                            contents.append(file.read())
                    self.assertEqual(contents[0], contents[1])

    def test_alt_text_and_language(self):
        alt = self.path("alt.txt")
        picture = self.path("c.svg")
        self.ok("figure", "coverage", "--n", 7, "--block", 4, "-o", picture, "--alt", alt)
        with open(alt, encoding="utf-8") as file:
            self.assertIn("7", file.read())
        xml.parse(picture)

    def test_size_and_scale(self):
        path = self.path("c.png")
        self.ok("figure", "coverage", "--n", 7, "--block", 4, "--size", "400x300", "--scale", 2, "-o", path)
        with open(path, "rb") as file:
            header = file.read(24)
        self.assertEqual((int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")), (800, 600))

    def test_failure_keeps_the_old_picture(self):
        path = self.write("old.svg", "old")
        self.refuses(USAGE, "", "figure", "timing", "--report", self.path("none.json"), "-o", path)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "old")


class ManPages(Case):
    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_render_without_complaint(self):
        for name in ("gridscope-cli.1", "gridscope.1"):
            with self.subTest(name=name):
                path = os.path.join(os.environ["GRIDSCOPE_SOURCE"], "docs", name)
                done = subprocess.run(["groff", "-mandoc", "-Tutf8", "-ww", path], capture_output=True, check=True)
                self.assertEqual(done.stderr, b"")

    def test_name_every_option(self):
        path = os.path.join(os.environ["GRIDSCOPE_SOURCE"], "docs", "gridscope-cli.1")
        with open(path, encoding="utf-8") as file:
            page = file.read()
        for command in COMMANDS:
            self.assertIn(f".It Cm {command}\n", page)
            for option in re.findall(r"^ +(?:-., )?--([a-z0-9-]+)", self.ok(command, "--help"), re.MULTILINE):
                if option != "help":
                    self.assertRegex(page, rf"Fl -{option}(?![\w-])", f"{command} --{option}")

    def test_name_every_view(self):
        """The views that --window can draw stand in the help and in the page."""
        complaint = self.refuses(USAGE, "known are", "figure", "unheard-of", "--window", "-o", self.path("w.png"))
        path = os.path.join(os.environ["GRIDSCOPE_SOURCE"], "docs", "gridscope-cli.1")
        with open(path, encoding="utf-8") as file:
            views_of_page = file.read().split("The kind is a view:")[1].split("Draws the window")[0]
        views_of_help = self.ok("figure", "--help").split("KIND is a view:")[1].split("Examples:")[0]
        for view in re.search("known are (.*)\\.", complaint).group(1).split(", "):
            if view != "matrix":  # the figure's name of the view called numbers
                self.assertIn(view, views_of_help)
                self.assertIn(view, views_of_page)


if __name__ == "__main__":
    unittest.main()
