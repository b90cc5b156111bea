"""Time from the start of the program to its first frame, beside GTK's own widget factory.

Both are started in turn, and the ratio is the median of the pairs.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 7
LIMIT_S = 30.0


def is_drawn():
    """Whether the middle of the screen is no longer the black of an empty one."""
    pixel = subprocess.run(["import", "-window", "root", "-crop", "1x1+400+300", "-depth", "8", "txt:-"],
                           capture_output=True, text=True, check=False).stdout
    return "#" in pixel and "#000000" not in pixel


def first_frame_s(command):
    with tempfile.TemporaryDirectory() as home:
        env = dict(os.environ, GSK_RENDERER="cairo", GSETTINGS_BACKEND="memory")
        env.update({f"XDG_{name}_HOME": home for name in ("CACHE", "CONFIG", "DATA", "STATE")})
        start = time.monotonic()
        process = subprocess.Popen([command], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not is_drawn():
            if process.poll() is not None or time.monotonic() - start > LIMIT_S:
                sys.exit(f"{command} showed no frame")
        elapsed = time.monotonic() - start
        process.terminate()
        process.wait()
    while is_drawn():
        pass
    return elapsed


def main():
    peer = shutil.which("gtk4-widget-factory")
    first_frame_s(os.environ["GRIDSCOPE_APP"])  # once each to warm the caches
    if peer is None:
        ours = [first_frame_s(os.environ["GRIDSCOPE_APP"]) for _ in range(ROUNDS)]
        print(f"gridscope: first frame after {statistics.median(ours):.2f} s; gtk4-widget-factory is not here")
        return
    first_frame_s(peer)
    pairs = [(first_frame_s(os.environ["GRIDSCOPE_APP"]), first_frame_s(peer)) for _ in range(ROUNDS)]
    print(f"gridscope: first frame after {statistics.median(a for a, _ in pairs):.2f} s, "
          f"gtk4-widget-factory {statistics.median(b for _, b in pairs):.2f} s, "
          f"ratio {statistics.median(a / b for a, b in pairs):.2f} (at most 1.2)")


if __name__ == "__main__":
    main()
