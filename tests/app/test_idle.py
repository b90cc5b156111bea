"""A program that nobody touches does nothing: no frame is drawn, no thread wakes up, in no view."""

import contextlib
import os
import time
import unittest

from gridscope_app import AppTest, wait_for

SPEC = {"op": "matmul", "m": 6, "n": 7, "k": 5, "block": [4, 4], "backend": ["cpu", "simt"], "repeats": 3}
VIEWS = ["Coverage", "Timing", "Numbers", "Memory", "Schedule", "Crossover", "Roofline", "Occupancy", "Kernel", "History"]

# A clock of frames that was left running wakes the program sixty times in a second.
SECOND_S = 1.0
MAX_WAKEUPS = 5


def wakeups(pid):
    """How often each thread of a process has gone to sleep so far; each time something woke it before. A thread that
    ends while they are read, as idle threads of a pool do, has none."""
    counts = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(
            f"/proc/{pid}/task/{thread}/status", encoding="ascii"
        ) as status:
            counts[thread] = next(int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt_switches"))
    return counts


def rise(before, after):
    """By how much the counts rose, thread by thread: what a thread that has ended counted is gone, and takes nothing
    from the others. One that began counts from nothing."""
    return sum(count - before.get(thread, 0) for thread, count in after.items())


class Idle(AppTest):
    def wait_rest(self, what):
        """For a second in which neither the program nor its worker is woken. Asked of the system: a question on the
        accessibility bus would wake it."""
        pids = [self.app.process.pid, *self.app.workers()]

        def rests():
            before = [wakeups(pid) for pid in pids]
            time.sleep(SECOND_S)
            return sum(rise(then, wakeups(pid)) for pid, then in zip(pids, before)) <= MAX_WAKEUPS

        wait_for(rests, f"a second of rest {what}")

    def test_every_view(self):
        app = self.start(SPEC)
        app.run_and_wait()
        for name in VIEWS:
            app.show_view(name)
            self.wait_rest(f"in {name}")

    def test_after_something_moved(self):
        app = self.start({"op": "hadamard", "m": 1, "n": 3200, "block": [32]})
        app.click(app.find("image", "Coverage of the output by the grid of blocks"))
        app.key("space")
        app.find("push button", "Pause")
        app.key("space")
        app.find("push button", "Play")
        self.wait_rest("after threads were played")
        app.key("shift+ctrl+c")
        app.find_text("Picture copied.")
        self.wait_rest("after a notice")
        app.key("F11")
        self.wait_rest("in presenter mode")


if __name__ == "__main__":
    unittest.main(verbosity=2)
