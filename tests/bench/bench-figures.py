"""The command line's figures against their targets: whole processes, from start to written file.

Processor time (user and system) is what counts; wall time depends on what else the machine does."""
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

CLI = sys.argv[1]
PLANE = ("--m", "13", "--n", "21", "--block", "8x4", "--no-guard")
LARGE = ("--m", "65536", "--n", "65536", "--block", "16x16")


def measure(words, repeats):
    """Medians of processor and wall seconds of the command."""
    processor, wall = [], []
    for _ in range(repeats):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([CLI, "figure", *words], check=True, stdout=subprocess.DEVNULL)
        wall.append(time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(processor), statistics.median(wall)


def line(name, seconds, target):
    processor, wall = seconds
    print(f"{name:44} processor {processor:6.3f} s  wall {wall:6.3f} s  target {target}")


def batch(directory, n):
    """A list of n different figures."""
    figures = [{"figure": ("coverage", "formula", "occupancy")[i % 3], "output": f"{i}.{('svg', 'png', 'pdf')[i % 7 % 3]}",
                "m": 13 + i, "n": 21 + 3 * i, "block": "8x4", "caption": True} for i in range(n)]
    path = os.path.join(directory, "figures.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schema": "gridscope.figures/1", "figures": figures}, file)
    return path


def main():
    with tempfile.TemporaryDirectory() as directory:
        svg, png = os.path.join(directory, "a.svg"), os.path.join(directory, "a.png")
        line("coverage of 13 x 21 as SVG", measure(("coverage", *PLANE, "-o", svg), 31), "<= 0.030 s")
        line("coverage of 65536 x 65536, PNG 3200 x 2000",
             measure(("coverage", *LARGE, "--size", "1600x1000", "--scale", "2", "-o", png), 7), "<= 0.5 s")
        path = batch(directory, 40)
        times = []
        for _ in range(3):
            if os.path.exists(path + ".drawn"):
                os.remove(path + ".drawn")
            times.append(measure(("--batch", path), 1))
        line(f"list of 40 on {os.cpu_count()} processors", min(times, key=lambda pair: pair[1]), "<= 5 s wall")
        line("the same list when all is current", measure(("--batch", path), 3), "")
        for size in (7, 1003, 65536, 10**9):
            subprocess.run([CLI, "figure", "coverage", "--m", str(size), "--n", str(size), "--block", "16x16", "--grid",
                            "ceil", "-o", svg], check=True)
            print(f"coverage of {size} x {size} as SVG: {os.path.getsize(svg)} bytes, target <= 300000")


main()
