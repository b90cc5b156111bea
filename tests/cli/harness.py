"""What every test of the command line needs."""
import json
import os
import subprocess
import tempfile
import unittest

CLI = os.environ["GRIDSCOPE_CLI"]
SOURCE = os.environ["GRIDSCOPE_SOURCE"]

DONE, INTERNAL, USAGE, VERIFICATION, UNAVAILABLE, FAILED, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130


def run(*words, stdin=None, env=None, cwd=None):
    """Runs gridscope-cli to its end; text in, text out."""
    return subprocess.run([CLI, *map(str, words)], input=stdin if stdin is not None else b"",
                          capture_output=True, env=env, cwd=cwd, check=False)


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return self.path(name)

    def ok(self, *words, **options):
        done = run(*words, **options)
        self.assertEqual(done.returncode, DONE, done.stderr.decode())
        return done.stdout.decode()

    def document(self, *words, **options):
        """The one JSON document of a command that succeeds."""
        return json.loads(self.ok(*words, "--json", **options))

    def refuses(self, status, part, *words, **options):
        """The command fails with @status and one sentence that has @part; it prints nothing else."""
        done = run(*words, **options)
        message = done.stderr.decode().replace("\u202f", "")  # groups of digits, for people
        self.assertEqual(done.returncode, status, message)
        self.assertEqual(done.stdout, b"")
        self.assertIn(part, message)
        lines = message.splitlines()
        self.assertEqual(len(lines), 1, message)
        self.assertTrue(lines[0].startswith("gridscope-cli: "), message)
        self.assertTrue(lines[0].endswith((".", "?")), message)
        return message

    def values(self, *words, **options):
        """The output of the first result of a run on the CPU."""
        report = self.document("run", "--backend", "cpu", "--repeats", 1, *words, **options)
        return report["results"][0]["output"]["values"]
