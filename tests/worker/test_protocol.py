"""The worker's protocol, spoken to the real worker over pipes."""
import json
import os
import signal
import subprocess
import unittest

CLI = os.environ["GRIDSCOPE_CLI"]
SEED = {"op": "hadamard", "a": [[1, 2], [3, 4]], "b": [[5, 6], [7, 8]], "m": 2, "n": 2, "block": [4],
        "backend": ["cpu"], "repeats": 1}
# Long enough that nothing finishes it before it is stopped.
LONG = {"op": "matmul", "m": 6000, "n": 6000, "k": 6000, "block": [16, 16], "backend": ["cpu"],
        "kernel": ["cpu_ijk"], "threads": 1, "repeats": 1000}


class Worker:
    def __init__(self, *options, cli=CLI, env=None):
        self.process = subprocess.Popen([cli, "worker", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env={**os.environ, **(env or {})})

    def send(self, request):
        text = request if isinstance(request, bytes) else json.dumps(request).encode()
        self.process.stdin.write(text + b"\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise EOFError(self.process.stderr.read().decode())
        return json.loads(line)

    def answer(self, request_id):
        """The next line that ends the request; progress is passed over."""
        while True:
            line = self.read()
            if line["id"] == request_id and "progress" not in line:
                return line

    def ask(self, request):
        self.send(request)
        return self.answer(request["id"])

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass


class Protocol(unittest.TestCase):
    def test_methods(self):
        with Worker() as worker:
            self.assertEqual(worker.ask({"id": 1, "method": "ping"}), {"id": 1, "result": {"pong": True}})
            plan = worker.ask({"id": 2, "method": "plan", "params": {"n": 7, "m": 1, "block": [256]}})["result"]
            self.assertEqual((plan["schema"], plan["idle"]), ("gridscope.plan/1", 249))
            report = worker.ask({"id": "three", "method": "run", "params": SEED})["result"]
            self.assertEqual(report["results"][0]["output"]["values"], [[5, 12], [21, 32]])
            devices = worker.ask({"id": 4, "method": "devices"})["result"]
            self.assertGreater(devices["cpu_threads"], 0)

    def test_failure_on_the_gpu_is_the_last_answer(self):
        run = {**SEED, "backend": ["cuda"]}
        for call, leaving in (("", None), ("cuLaunchKernel", True)):
            with self.subTest(call), Worker(cli=os.environ["GS_FAKE_GPUS_CLI"], env={"GS_FAKE_GPUS_FAIL": call}) as worker:
                answer = worker.ask({"id": 1, "method": "run", "params": run})
                self.assertEqual(answer["result"]["results"][0]["status"], "failed" if leaving else "ok")
                self.assertEqual(answer.get("leaving"), leaving)
                if leaving:
                    self.assertEqual(worker.process.wait(60), 0)

    def test_malformed_lines(self):
        cases = [
            (b"{", None, "not a JSON document"),
            (b"[]", None, "JSON object"),
            (b"null", None, "JSON object"),
            (b'{"id":5}', 5, "method"),
            (b'{"id":6,"method":"rum"}', 6, "run"),
            (b'{"id":7,"method":"run","param":{}}', 7, "params"),
            (b'{"id":8,"method":"run","params":[]}', 8, "params"),
            (b'{"id":9,"method":"run","params":{"blok":[4]}}', 9, "block"),
            (b'{"id":[1],"method":"ping","x":1}', None, "id"),
            (b"\xff\xfe", None, "not a JSON document"),
            (b'{"id":10,"method":"ping"}{"id":11,"method":"ping"}', None, "not a JSON document"),
            (b"[" * 100000, None, "not a JSON document"),
        ]
        with Worker() as worker:
            for text, request_id, part in cases:
                with self.subTest(text=text[:60]):
                    worker.send(text)
                    line = worker.read()
                    self.assertEqual(line["id"], request_id)
                    self.assertIn(part, line["error"]["message"])
            self.assertIn("result", worker.ask({"id": 1, "method": "ping"}))

    def test_blank_lines_are_no_requests(self):
        with Worker() as worker:
            worker.send(b"\n \r\n")
            self.assertEqual(worker.ask({"id": 1, "method": "ping"})["id"], 1)

    def test_engine_errors_are_answers(self):
        cases = [
            ({**SEED, "block": [2048]}, "1024"),
            ({**SEED, "m": 3}, "3"),
            ({"m": 1 << 40, "n": 1 << 40}, ""),
        ]
        with Worker() as worker:
            for params, part in cases:
                with self.subTest(params=params):
                    error = worker.ask({"id": 1, "method": "run", "params": params})["error"]
                    self.assertIn(part, error["message"])
                    self.assertTrue(error["code"])
            self.assertIn("result", worker.ask({"id": 2, "method": "run", "params": SEED}))

    def test_long_line_is_bounded(self):
        with Worker("--max-line", "1000") as worker:
            worker.send(b'{"id":1,"method":"ping","params":{"x":"' + b"x" * 5_000_000 + b'"}}')
            self.assertIn("1000 bytes", worker.read()["error"]["message"])
            self.assertIn("result", worker.ask({"id": 2, "method": "ping"}))

    def test_two_requests_in_one_go(self):
        with Worker() as worker:
            worker.send(json.dumps({"id": 1, "method": "run", "params": SEED}).encode() + b"\n"
                        + json.dumps({"id": 2, "method": "plan", "params": SEED}).encode())
            self.assertIn("results", worker.answer(1)["result"])
            self.assertIn("active", worker.answer(2)["result"])

    def test_ping_while_busy_then_cancel(self):
        with Worker() as worker:
            worker.send({"id": 1, "method": "run", "params": LONG})
            self.assertIn("result", worker.ask({"id": 2, "method": "ping"}))
            worker.send({"id": 3, "method": "cancel", "params": {"id": 1}})
            answers = [worker.read() for _ in range(1)]
            while {line["id"] for line in answers if "progress" not in line} != {1, 3}:
                answers.append(worker.read())
            ended = {line["id"]: line for line in answers if "progress" not in line}
            self.assertEqual(ended[3]["result"], {"cancelled": True})
            self.assertEqual(ended[1]["error"]["code"], "cancelled")
            self.assertIn("result", worker.ask({"id": 4, "method": "run", "params": SEED}))

    def test_cancel_reaches_the_queue(self):
        with Worker() as worker:
            worker.send({"id": 1, "method": "run", "params": LONG})
            worker.send({"id": 2, "method": "run", "params": LONG})
            worker.send({"id": 3, "method": "cancel"})
            ended = {}
            while len(ended) < 3:
                line = worker.read()
                if "progress" not in line:
                    ended[line["id"]] = line
            self.assertEqual(ended[1]["error"]["code"], "cancelled")
            self.assertEqual(ended[2]["error"]["code"], "cancelled")

    def test_cancel_of_nothing(self):
        with Worker() as worker:
            self.assertEqual(worker.ask({"id": 1, "method": "cancel"})["result"], {"cancelled": False})

    def test_progress_comes_before_the_result(self):
        params = {**LONG, "m": 700, "n": 700, "k": 700, "repeats": 2}
        with Worker() as worker:
            worker.send({"id": 1, "method": "run", "params": params})
            lines = [worker.read()]
            while "progress" in lines[-1]:
                lines.append(worker.read())
            self.assertIn("result", lines[-1])
            for line in lines[:-1]:
                self.assertGreaterEqual(line["progress"]["fraction"], 0)
                self.assertLessEqual(line["progress"]["fraction"], 1)
                self.assertTrue(line["progress"]["phase"])

    def test_sweep(self):
        params = {"op": "matmul", "m": 8, "n": 8, "k": 8, "block": [16, 16], "backend": ["cpu"],
                  "kernel": ["cpu_ijk", "cpu_blocked"], "repeats": 2, "sizes": "8:32:x2"}
        with Worker() as worker:
            worker.send({"id": 1, "method": "sweep", "params": params})
            sizes = []
            line = worker.read()
            while "progress" in line:
                if "report" in line["progress"]:
                    sizes.append(line["progress"]["report"]["spec"]["n"])
                line = worker.read()
            self.assertEqual(sizes, [8, 16, 32])
            self.assertEqual(line["result"]["schema"], "gridscope.crossover/1")
            del params["sizes"]
            self.assertIn("sizes", worker.ask({"id": 2, "method": "sweep", "params": params})["error"]["message"])

    def test_end_of_input_finishes_the_work(self):
        text = json.dumps({"id": 1, "method": "run", "params": SEED})
        done = subprocess.run([CLI, "worker"], input=text.encode(), capture_output=True, check=True)
        self.assertIn("result", json.loads(done.stdout.splitlines()[-1]))

    def test_leaves_when_nobody_reads(self):
        with Worker() as worker:
            worker.send({"id": 1, "method": "run", "params": LONG})
            worker.process.stdout.close()
            self.assertEqual(worker.process.wait(), 0)
            worker.process.stdout = open(os.devnull, "rb")

    def test_answers_that_cannot_be_written(self):
        for where in (">/dev/full", ">&-"):
            with self.subTest(where=where):
                done = subprocess.run(["sh", "-c", f'"$0" worker {where}', CLI], input=b'{"id":1,"method":"ping"}\n',
                                      capture_output=True, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr.decode(), r"^gridscope-cli: [A-Z].*[.]\n$")

    def test_language_of_sentences(self):
        sweep = {"op": "matmul", "m": 8, "n": 8, "k": 8, "backend": ["cpu"]}
        cases = [
            (b"{", "The line is not a JSON document: line 1, column 2: the text ends where a key in double quotes is expected",
             "该行不是 JSON 文档：第 1 行第 2 列：文本已结束，但这里应是双引号中的键"),
            (b"[]", "A request is a JSON object with id, method and params.", "请求是带有 id、method 和 params 的 JSON 对象。"),
            (b"{}", 'A request needs a "method": plan, run, sweep, devices, roofs, cancel or ping.',
             '请求需要 "method"：plan、run、sweep、devices、roofs、cancel 或 ping。'),
            (b'{"method":"rum"}', "Unknown method “rum”; did you mean “run”?", "未知的方法“rum”；是否想用“run”？"),
            (b'{"param":{}}', "Unknown key of a request “param”; did you mean “params”?",
             "未知的请求键“param”；是否想用“params”？"),
            (b'{"method":"run","params":[]}', 'The "params" of a request are an object: a spec.',
             '请求的 "params" 必须是一个对象，即 spec。'),
            ({"method": "sweep", "params": sweep}, 'A sweep needs "sizes" beside the spec, such as "64:8192:x2".',
             '扫描除了 spec 还需要 "sizes"，例如 "64:8192:x2"。'),
            ({"method": "run", "params": {**SEED, "backend": ["cuba"]}},
             "backend: Unknown backend “cuba”; did you mean “cuda”?", "backend：未知的后端“cuba”；是否想用“cuda”？"),
            (b" " * 300 + b"x", "The line is longer than 256 bytes; give large operands by generator, or raise --max-line.",
             "该行超过 256 字节；请用生成器给出较大的操作数，或调高 --max-line。"),
        ]
        for language in (None, "en", "zh_CN"):
            # Whatever the locale of the caller is: only the option speaks.
            options = ["--language", language] if language else []
            with Worker("--max-line", "256", *options, env={"LANG": "C.UTF-8", "LANGUAGE": "zh_CN"}) as worker:
                for request, english, chinese in cases:
                    with self.subTest(language=language, english=english):
                        worker.send(request)
                        self.assertEqual(worker.read()["error"]["message"], chinese if language == "zh_CN" else english)

    def test_requests_behind_a_failure_on_the_gpu(self):
        cases = [
            ([], "The worker starts anew after a failure on the GPU; send the request again."),
            (["--language", "zh_CN"], "GPU 出错，工作进程将重新启动；请重新发送该请求。"),
        ]
        for options, message in cases:
            with self.subTest(options), Worker(*options, cli=os.environ["GS_FAKE_GPUS_CLI"],
                                               env={"GS_FAKE_GPUS_FAIL": "cuLaunchKernel"}) as worker:
                # The first keeps the others in the queue until all of them are there.
                worker.send({"id": 1, "method": "run", "params": LONG})
                worker.send({"id": 2, "method": "run", "params": {**SEED, "backend": ["cuda"]}})
                worker.send({"id": 3, "method": "run", "params": SEED})
                self.assertIn("result", worker.ask({"id": 4, "method": "ping"}))
                worker.send({"id": 5, "method": "cancel", "params": {"id": 1}})
                self.assertTrue(worker.answer(2)["leaving"])
                refused = worker.answer(3)
                self.assertEqual((refused["error"]["message"], refused["leaving"]), (message, True))

    def test_killed_worker_says_nothing_half(self):
        with Worker() as worker:
            worker.send({"id": 1, "method": "run", "params": LONG})
            worker.process.send_signal(signal.SIGKILL)
            rest = worker.process.stdout.read()
            for line in rest.splitlines():
                json.loads(line)


if __name__ == "__main__":
    unittest.main()
