"""A worker sends one case after another and judges the answers."""

import collections
import json
import re
import threading

import seeds
from cases import LAST_REQUEST, framed
from wire import Ended, Nonsense, Silent, TooLong, Wire

EXPECTED = {200, 201, 204, 400, 401, 403, 404, 405, 406, 408, 413, 414, 415, 421, 429, 431, 501, 502, 503, 507}
STATUS = re.compile(rb"(?:^|\n)HTTP/1\.1 (\d{3}) ")
CASES_BETWEEN_RESETS = 1000
QUIET_SECONDS = 0.05  # then a client that has sent any bytes ends its side
KEPT_OPEN = 4  # connections with half a request in them


class Failure(Exception):
    pass


def judge(answer):
    """Faults that no answer may have."""
    if answer.status not in EXPECTED:
        raise Failure(f"status {answer.status}: {answer.body[:500]!r}")
    if answer.whole and answer.status == 200 and answer.headers.get("content-type", "").startswith("application/sparql-results+json"):
        content = answer.content()
        if content:
            try:
                json.loads(content.decode())
            except ValueError as error:
                raise Failure(f"no JSON: {error}; {content[:500]!r}") from None


class Worker:
    """`shared` has port, patience, services, statuses (a Counter), recent (a deque of the last cases of all) and lock."""

    def __init__(self, number, cases, shared):
        self.number, self.cases, self.shared = number, cases, shared
        self.wire, self.half_open, self.done = None, collections.deque(), 0

    def run(self, go_on):
        while go_on():
            if self.number == 0 and self.done % CASES_BETWEEN_RESETS == 0:
                self.reset()
            self.try_case(self.cases.next())
            self.done += 1
        self.close()

    def close(self):
        for wire in [self.wire, *self.half_open]:
            if wire:
                wire.leave()
        self.wire = None
        self.half_open.clear()

    def reset(self):
        """Restores the data, which updates keep extending."""
        self.try_case(framed(b"PUT", b"/data", b"application/n-quads", seeds.BASE))

    def try_case(self, case):
        with self.shared.lock:
            self.shared.recent.append(case)
        self.shared.services.answers[self.number] = case.service
        try:
            {"framed": self.send_framed, "unframed": self.send_unframed, "cut": self.send_cut}[case.way](case)
        except TooLong:
            self.leave()
        except (Failure, Nonsense, Silent, OSError) as error:
            raise Failure(f"{type(error).__name__}: {error}\ncase: {case.way} {case.data[:3000]!r}\nservice: {case.service[:2000]!r}") from error

    def count(self, answer):
        with self.shared.lock:
            self.shared.statuses[answer] += 1

    # --- ways ---

    def send_framed(self, case):
        fresh = self.wire is None
        self.wire = self.wire or Wire(self.shared.port, self.shared.patience)
        self.wire.send(case.data)
        for number, method in enumerate(case.methods):
            try:
                answer = self.wire.answer(method)
            except Ended as error:
                self.leave()
                if number == 0 and not fresh:  # it had been closed before
                    return self.send_framed(case)
                raise Failure(f"no answer to request {number + 1} of {len(case.methods)}: {error}") from None
            self.count(answer.status if answer.whole else "cut off")
            judge(answer)
            if answer.closes:
                return self.leave()

    def send_unframed(self, case):
        wire = Wire(self.shared.port, self.shared.patience)
        try:
            wire.send(case.data + LAST_REQUEST)
            got = wire.all(QUIET_SECONDS)
        finally:
            wire.leave()
        if got and not got.startswith(b"HTTP/1.1 "):
            raise Failure(f"no answer begins so: {got[:200]!r}")
        for status in map(int, STATUS.findall(got)):
            self.count(status)
            if status not in EXPECTED | {100}:
                raise Failure(f"status {status}: {got[:1000]!r}")
        if not got:
            self.count("no answer")

    def send_cut(self, case):
        wire = Wire(self.shared.port, self.shared.patience)
        wire.send(case.data)
        self.count("left")
        if self.cases.random.random() < 0.1:
            self.half_open.append(wire)
            if len(self.half_open) <= KEPT_OPEN:
                return
            wire = self.half_open.popleft()
        wire.leave(by_reset=self.cases.random.random() < 0.5)

    def leave(self):
        if self.wire:
            self.wire.leave()
        self.wire = None


class Shared:
    def __init__(self, port, patience, services):
        self.port, self.patience, self.services = port, patience, services
        self.statuses, self.recent, self.lock = collections.Counter(), collections.deque(maxlen=64), threading.Lock()
