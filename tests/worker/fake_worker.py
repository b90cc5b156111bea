#!/usr/bin/python3
"""A worker that misbehaves on purpose; its first argument says how.

It is started through the client's command prefix, so the words of the real
command follow and are not looked at.
"""
import json
import os
import signal
import sys


def answer(request, **members):
    print(json.dumps({"id": request["id"], **members}), flush=True)


def environment(cpu):
    return {"cpu": cpu, "cpu_threads": 1, "blas": None, "version": "0", "gpus": [], "no_gpu": "none"}


def answer_with_id(request):
    """Says which process this is, and refuses to run anything."""
    if request["method"] == "run":
        answer(request, error={"code": "unsupported", "message": "This one runs nothing."})
    else:
        answer(request, result=environment(str(os.getpid())))


def main():
    how = sys.argv[1]
    seen = 0
    for line in sys.stdin:
        seen += 1
        request = json.loads(line)
        if how == "pid":
            answer_with_id(request)
        elif how == "counts":
            answer(request, result=environment(str(seen)))
        elif how in ("leaves", "leaves-at-once"):
            # As after a failure on the GPU: the first request is answered, and no other is any more.
            if seen > 1:
                sys.exit(0)
            answer(request, result=environment(str(os.getpid())), leaving=True)
            if how == "leaves-at-once":
                sys.exit(0)
        elif how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif how == "exit":
            print("no route to host", file=sys.stderr, flush=True)
            sys.exit(3)
        elif how == "garbage":
            print("this is no JSON", flush=True)
        elif how == "neither":
            answer(request, nonsense=1)
        elif how == "refuse":
            answer(request, error={"code": "input", "message": "Not like this."})
        elif how == "unread":
            print(json.dumps({"id": None, "error": {"code": "protocol", "message": "The line is too long."}}), flush=True)
        elif how == "wordless":
            answer(request, error={"code": "input", "message": 7})
        elif how == "deaf":
            answer(request, progress={"backend": "cpu", "phase": "compute", "fraction": 0.5})
        elif how == "obedient":
            if request["method"] == "cancel":
                answer(request, result={"cancelled": True})
                print(json.dumps({"id": busy, "error": {"code": "cancelled", "message": "Stopped."}}), flush=True)
            else:
                busy = request["id"]
                answer(request, progress={"backend": "cpu", "phase": "compute", "fraction": 0.5})
        elif how == "stays":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            answer_with_id(request)
    while how == "stays":
        signal.pause()


main()
