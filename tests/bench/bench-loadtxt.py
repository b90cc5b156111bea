"""A 1000 × 1000 CSV read here and by numpy.loadtxt, in one run: the ratio."""

import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

a = np.random.default_rng(1).normal(size=(1000, 1000))
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
        numpy_s = []
        for _ in range(3):
            start = time.perf_counter()
            np.loadtxt(path, delimiter=",", dtype=np.float32)
            numpy_s.append(time.perf_counter() - start)
        output = subprocess.run([sys.argv[1], "csv", path], capture_output=True, text=True, check=True).stdout
        ours_s = statistics.median(map(float, output.split()))
        print("csv 1000x1000 %s: numpy.loadtxt / import = %.1f; import %.0f MB/s"
              % (name, statistics.median(numpy_s) / ours_s, n_bytes / ours_s * 1e-6))
