#!/usr/bin/env python3
"""`quadrille demo`: makes and serves its database, prints commands that work, and uses the database again."""

import contextlib
import os
import re
import signal
import subprocess
import time
import unittest

from program import LONGEST_LIFE_SECONDS, PROGRAM, Case, children_of, die_with_the_test, for_images, patience, run


class Demo:
    """The running command; `text` is its standard output up to the end of what to try."""

    def __init__(self, folder, *words, images):
        self.process = subprocess.Popen([PROGRAM, "demo", *words, "--port", "0", "--images", str(images)], cwd=folder,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        preexec_fn=die_with_the_test)
        self.text = self._read_until("/sparql\n")

    def _read_until(self, end):
        text, until = b"", time.monotonic() + LONGEST_LIFE_SECONDS
        while not text.decode(errors="replace").rstrip(" ").endswith(end + "\n"):
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more or time.monotonic() > until:
                raise AssertionError(f"the demo ended early:\n{text.decode(errors='replace')}")
            text += more
        return text.decode()

    def commands(self):
        return [line for line in self.text.splitlines() if line.startswith(("quadrille query", "curl"))]


@contextlib.contextmanager
def demo(folder, *words, images=1):
    shown = Demo(folder, *words, images=images)
    try:
        yield shown
    finally:
        shown.process.kill()
        shown.process.wait()
        shown.process.stdout.close()


@for_images(1, 2)
class TheDemo(Case):
    def test_from_nothing_to_answers_and_again(self):
        folder = self.folder / f"images-{self.images}"
        folder.mkdir()
        with demo(folder, images=self.images) as first:
            self.assertIn("Making the database quadrille-demo", first.text)
            self.answers(first, folder)
            again = run("demo", folder=folder)
            self.assertEqual(again.status, 0, again.errors)
            self.assertEqual(*(set(re.findall(r"http://127\S+", text)) for text in (again.text, first.text)))
            first.process.send_signal(signal.SIGINT)
            self.assertEqual(first.process.wait(patience(10)), 0)
        made = (folder / "quadrille-demo/manifest.json").stat()
        with demo(folder, images=self.images) as second:
            self.assertNotIn("Making", second.text)
            self.answers(second, folder)
        self.assertEqual((folder / "quadrille-demo/manifest.json").stat().st_mtime_ns, made.st_mtime_ns)

    def answers(self, shown, folder):
        """Runs the printed commands in a shell: each query has the number of answers that its comment names."""
        expected = [int(number) for number in re.findall(r"^# LUBM \d+: .* \((\d+)\)$", shown.text, re.MULTILINE)]
        self.assertEqual(expected, [4, 6, 5916])
        commands = shown.commands()
        self.assertEqual(len(commands), 4)
        for command, count in zip(commands, expected + [5916]):
            quiet = command.replace("curl ", "curl -sS --fail ", 1)
            ended = subprocess.run(["bash", "-c", f'quadrille() {{ "{PROGRAM}" "$@"; }}; {quiet}'], capture_output=True,
                                   cwd=folder, timeout=60)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertEqual(len(ended.stdout.splitlines()) - 1, count, command)


class Folders(Case):
    def test_a_folder_of_the_users_choice(self):
        with demo(self.folder, "it's here", images=1) as shown:
            self.assertTrue((self.folder / "it's here/manifest.json").exists())
            ended = subprocess.run(["bash", "-c", f'quadrille() {{ "{PROGRAM}" "$@"; }}; {shown.commands()[0]}'],
                                   capture_output=True, timeout=60)
            self.assertEqual(len(ended.stdout.splitlines()), 5, ended.stderr)

    def test_the_build_fails(self):
        (self.folder / "file").write_text("no folder")
        ended = run("demo", self.folder / "file")
        self.assertEqual(ended.status, 1, ended.errors)
        self.assertIn("file", ended.errors)

    def test_control_c_during_the_build_leaves_no_process_and_no_half_of_a_database(self):
        process = subprocess.Popen([PROGRAM, "demo", self.folder / "early", "--port", "0"], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, preexec_fn=die_with_the_test)
        with process:
            until = time.monotonic() + patience(20)
            while not children_of(process.pid) and time.monotonic() < until:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            self.assertIn(process.wait(patience(20)), (0, 1))
        self.assertEqual(children_of(process.pid), [])
        if (self.folder / "early/manifest.json").exists():
            self.assertSays(run("check", "--db", self.folder / "early"), 0)
        with demo(self.folder, "early") as shown:
            self.assertEqual(len(shown.commands()), 4)


if __name__ == "__main__":
    unittest.main()
