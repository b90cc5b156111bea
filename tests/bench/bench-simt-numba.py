"""The tiled product of matmul.cu in Numba's CUDA simulator, for comparison with
bench-simt. Prints one line of seconds; says so when Numba is not there.

usage: bench-simt-numba.py [SIZE]   (64 by default; a multiple of 16)
"""

import os
import sys
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

try:
    import numpy as np
    from numba import cuda, float32
except ImportError:
    print("Numba is not installed for this Python, so there is nothing to compare with.")
    sys.exit(0)

T = 16


@cuda.jit
def shared_tile(a, b, c):
    tile_a = cuda.shared.array((T, T), float32)
    tile_b = cuda.shared.array((T, T), float32)
    column, row = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = np.float32(0)
    for first in range(0, a.shape[1], T):
        tile_a[ty, tx] = a[row, first + tx]
        tile_b[ty, tx] = b[first + ty, column]
        cuda.syncthreads()
        for p in range(T):
            total += tile_a[ty, p] * tile_b[p, tx]
        cuda.syncthreads()
    c[row, column] = total


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 64
    random = np.random.default_rng(1)
    a = random.uniform(-1, 1, (size, size)).astype(np.float32)
    b = random.uniform(-1, 1, (size, size)).astype(np.float32)
    c = np.zeros((size, size), np.float32)
    start = time.perf_counter()
    shared_tile[(size // T, size // T), (T, T)](a, b, c)
    seconds = time.perf_counter() - start
    assert np.allclose(c, a @ b, atol=1e-4)
    print(f"Numba's simulator, shared tile, {size}^3: {seconds:.3f} s")


main()
