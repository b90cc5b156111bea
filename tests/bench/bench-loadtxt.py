"""A 1000 × 1000 CSV read here and by numpy.loadtxt, in one run: the ratio."""

import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

REPEATS = 7

a = np.random.default_rng(1).normal(size=(1000, 1000))


def loadtxt_s(path):
    start = time.perf_counter()
    np.loadtxt(path, delimiter=",", dtype=np.float32)
    return time.perf_counter() - start


def import_s(path):
    """The median of a few imports in one process, so that its start does not count."""
    output = subprocess.run([sys.argv[1], "csv", path], capture_output=True, text=True, check=True).stdout
    return statistics.median(map(float, output.split()))


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "a.csv")
    for name, fmt in (("float32, shortest", None), ("savetxt %.18e", "%.18e")):
        if fmt is None:
            with open(path, "w") as file:
                for row in a.astype(np.float32):
                    file.write(",".join(map(str, row)) + "\n")
        else:
            np.savetxt(path, a, delimiter=",", fmt=fmt)
        n_bytes = os.path.getsize(path)
        # Turn about, so that a busy machine slows both sides alike.
        pairs = [(loadtxt_s(path), import_s(path)) for _ in range(REPEATS)]
        ratios = sorted(numpy_s / ours_s for numpy_s, ours_s in pairs)
        ours_s = statistics.median(ours for _, ours in pairs)
        print("csv 1000x1000 %s: numpy.loadtxt / import = %.1f (%.1f to %.1f); import %.0f MB/s"
              % (name, statistics.median(ratios), ratios[0], ratios[-1], n_bytes / ours_s * 1e-6))
