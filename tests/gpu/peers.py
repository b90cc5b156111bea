#!/usr/bin/env python3
"""What other programs take for the same work on this GPU: PyTorch's elementwise
product, and CuPy from ordinary memory to ordinary memory.

Usage: peers.py [OUT.json]. Peers that are not installed are left out, and said so.
Device times are taken as bench-gpu takes them: CUDA events, the L2 flushed before
each launch and nothing left in it to be written back, the median of 20. End-to-end times are host times, the median of 7.
"""
import json
import statistics
import subprocess
import sys
import time

N_EVENTS = 20
N_HOST = 7


def torch_rates():
    import torch

    flush = torch.empty(1 << 26, dtype=torch.int32, device="cuda")
    clean = torch.zeros(1 << 26, dtype=torch.float32, device="cuda")
    rows = []
    for n in (1 << 26, 1 << 27, 1 << 28):
        a, b = (torch.rand(n, device="cuda") for _ in range(2))
        c = torch.empty_like(a)
        samples = []
        for i in range(N_EVENTS + 3):
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            flush.zero_()
            clean.sum()
            start.record()
            torch.mul(a, b, out=c)
            end.record()
            end.synchronize()
            if i >= 3:
                samples.append(start.elapsed_time(end) * 1e3)
        median_us = statistics.median(samples)
        rows.append({"elements": n, "us": median_us, "gbytes_per_s": 12e-3 * n / median_us})
    return {"version": torch.__version__, "mul": rows}


def host_median_ms(work):
    samples = []
    for i in range(N_HOST + 2):
        start = time.perf_counter()
        work()
        if i >= 2:
            samples.append((time.perf_counter() - start) * 1e3)
    return statistics.median(samples)


def cupy_times():
    import cupy
    import numpy

    a, b = (numpy.random.default_rng(seed).random((4096, 4096), dtype=numpy.float32) for seed in (1, 2))
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import cupy, numpy; print(cupy.asnumpy(cupy.asarray(numpy.ones(7,"
                    " numpy.float32)) * cupy.asarray(numpy.ones(7, numpy.float32))))"],
                   check=True, stdout=subprocess.DEVNULL)
    first_ms = (time.perf_counter() - start) * 1e3
    return {
        "version": cupy.__version__,
        "hadamard_4096_end_to_end_ms": host_median_ms(lambda: cupy.asnumpy(cupy.asarray(a) * cupy.asarray(b))),
        "product_4096_end_to_end_ms": host_median_ms(lambda: cupy.asnumpy(cupy.asarray(a) @ cupy.asarray(b))),
        "process_to_first_result_ms": first_ms,
    }


def main():
    report = {"schema": "gridscope.gpu-peers/1"}
    for name, measure in (("torch", torch_rates), ("cupy", cupy_times)):
        try:
            report[name] = measure()
        except ImportError as error:
            report[name] = None
            print(f"{name}: not there ({error})")
    text = json.dumps(report, indent=1)
    print(text)
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            file.write(text + "\n")


if __name__ == "__main__":
    main()
