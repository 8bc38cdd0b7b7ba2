"""Drivers that are programs: they read calls and write results as lines of JSON.

{"call": "select", "arguments": [...]}     the call of a method of claims.Driver
{"result": ...}, {"error": "..."}          the answer to it; the error is what the client's user reads
"""

import json
import subprocess
import threading

from claims import ClientError
from program import die_with_the_test, patience


class DriverProcess:
    def __init__(self, *words, environment=None):
        self.process = subprocess.Popen([*map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
                                        preexec_fn=die_with_the_test, text=True, encoding="utf-8")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(60)
        self.process.stdin.close()
        self.process.stdout.close()

    def __getattr__(self, name):
        return lambda *arguments: self.called(name, arguments)

    def connect(self, url, token, timeout):
        self.called("connect", (url, token, timeout))

    def called(self, name, arguments):
        self.process.stdin.write(json.dumps({"call": name, "arguments": arguments}) + "\n")
        self.process.stdin.flush()
        bound = threading.Timer(patience(60), self.process.kill)
        bound.start()
        line = self.process.stdout.readline()
        bound.cancel()
        assert line, f"{name}{str(arguments)[:200]}: the client gave no answer; status {self.process.wait(60)}"
        answer = json.loads(line)
        if "error" in answer:
            raise ClientError(answer["error"])
        return RESULTS.get(name, lambda result: result)(answer["result"])


def rows_of(result):
    return [{name: tuple(term) for name, term in row.items()} for row in result]


def triples_of(result):
    return [tuple(map(tuple, triple)) for triple in result]


RESULTS = {"select": rows_of, "construct": triples_of, "describe": triples_of, "get": triples_of, "total": tuple}
