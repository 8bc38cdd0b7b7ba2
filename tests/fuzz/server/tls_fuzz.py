#!/usr/bin/env python3
"""Sends damaged TLS to a real server: handshakes and records that are cut, changed, repeated, or arrive in small parts.

    tests/fuzz/server/tls_fuzz.py --seconds 12
    tests/fuzz/server/tls_fuzz.py --seconds 600 --seed 7

| case | sent | expected |
| --- | --- | --- |
| parts | a good conversation, in parts of any size | a whole answer and close_notify |
| cut | the start of a conversation, then the end or a reset | nothing |
| changed | a conversation with changed, lost or repeated bytes of a handshake, or of the records after it | no answer to the changed request |
| junk | any bytes, before, in or after the handshake; plain HTTP; headers of records with any type and length | the end of the connection |
| leaves | a good request for a long answer, of which little is taken | nothing |

Meanwhile other requests are answered. The server lives, reports nothing, and has as many descriptors afterwards as after the warm-up.
"""

import argparse
import collections
import contextlib
import os
import pathlib
import random
import socket
import ssl
import struct
import sys
import tempfile
import threading
import time

os.environ["QUADRILLE_TEST_TLS"] = "1"
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "commands"))
import program  # noqa: E402
import seeds  # noqa: E402
from program import build, patience, serving  # noqa: E402
from server_fuzz import TROUBLE, WARM_UP  # noqa: E402
from sparql_client import health  # noqa: E402
from transport import tls_context  # noqa: E402
from vitals import look  # noqa: E402

WORKERS = 4
ANSWER_SECONDS = 20  # for one case, on an idle machine
SLACK = 2  # descriptors, of connections that just end
TLS_TYPES = (20, 21, 22, 23, 24, 0, 255)
HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
LONG = b"GET /sparql?query=SELECT%20*%20%7B%3Fa%20%3Fb%20%3Fc.%20%3Fd%20%3Fe%20%3Ff%7D HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Failure(Exception):
    pass


class Client:
    """A client of TLS whose bytes the case moves itself."""

    def __init__(self, port, seconds, context):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=seconds)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.received, self.outgoing, server_hostname="localhost")

    def send(self, data):
        with contextlib.suppress(ConnectionError):
            self.socket.sendall(data)

    def step(self, action, send):
        """Does `action` of TLS, as far as received bytes are needed; `send` moves the bytes of this side."""
        while True:
            try:
                return action()
            except ssl.SSLWantReadError:
                send(self.outgoing.read())
                if not (data := self.socket.recv(1 << 16)):
                    self.received.write_eof()
                self.received.write(data)

    def handshake(self, send=None):
        self.step(self.tls.do_handshake, send or self.send)
        (send or self.send)(self.outgoing.read())

    def sealed(self, plain):
        self.tls.write(plain)
        return self.outgoing.read()

    def answer(self):
        """(all bytes up to the end, True if the end is close_notify)"""
        whole = b""
        try:
            while data := self.step(lambda: self.tls.read(1 << 16), self.send):
                whole += data
            return whole, True
        except ssl.SSLZeroReturnError:
            return whole, True
        except (ssl.SSLError, ConnectionError):
            return whole, False

    def drain(self):
        """Takes bytes until the connection ends."""
        with contextlib.suppress(ConnectionError):
            while self.socket.recv(1 << 16):
                pass

    def reset(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def close(self):
        self.socket.close()


class Worker:
    def __init__(self, number, seed, port, seconds):
        self.random = random.Random(f"{seed}/{number}")
        self.port, self.seconds, self.done = port, seconds, collections.Counter()
        self.context = tls_context()
        self.older = tls_context()
        self.older.maximum_version = ssl.TLSVersion.TLSv1_2
        self.cases = [self.parts] * 3 + [self.cut] * 3 + [self.changed] * 4 + [self.junk] * 3 + [self.leaves]

    def run(self, goes_on):
        while goes_on():
            case = self.random.choice(self.cases)
            client = Client(self.port, self.seconds, self.random.choice((self.context, self.context, self.older)))
            try:
                case(client)
            except TimeoutError:
                raise Failure(f"{case.__name__}: the server neither answers nor ends the connection") from None
            finally:
                client.close()
            self.done[case.__name__] += 1

    def in_parts(self, client):
        """Sends in parts of any size, sometimes byte by byte."""
        most = self.random.choice((1, 5, 50, 5000))

        def send(data):
            while data:
                size = self.random.randint(1, most)
                client.send(data[:size])
                data = data[size:]

        return send

    def parts(self, client):
        send = self.in_parts(client)
        client.handshake(send)
        middle = self.random.randrange(len(HEALTH))
        send(client.sealed(HEALTH[:middle] or HEALTH) + (client.sealed(HEALTH[middle:]) if middle else b""))
        answer, is_whole = client.answer()
        if not answer.startswith(b"HTTP/1.1 200 ") or not answer.endswith(b"}") or not is_whole:
            raise Failure(f"parts: {answer[:300]!r}, close_notify: {is_whole}")

    def cut(self, client):
        left = self.random.randrange(1200)

        def send(data):
            nonlocal left
            client.send(data[:left])
            left -= len(data)
            if left <= 0:
                raise EOFError

        with contextlib.suppress(EOFError, ssl.SSLError, ConnectionError):
            client.handshake(send)
            send(client.sealed(HEALTH))
        ending = self.random.choice((client.reset, lambda: client.socket.shutdown(socket.SHUT_WR), lambda: None))
        with contextlib.suppress(OSError):
            ending()

    def damaged(self, data):
        data = bytearray(data)
        for _ in range(self.random.choice((1, 1, 1, 3, 10))):
            at, kind = self.random.randrange(len(data) or 1), self.random.randrange(4)
            if kind == 0 and data:
                data[at] ^= 1 << self.random.randrange(8)
            elif kind == 1:
                data[at:at] = self.random.randbytes(self.random.randint(1, 8))
            elif kind == 2:
                del data[at:at + self.random.randint(1, 8)]
            else:
                data[at:at] = data[at:at + self.random.randint(1, 64)]
        return bytes(data)

    def changed(self, client):
        in_handshake = self.random.random() < 0.6
        try:
            if in_handshake:
                client.send(self.damaged(self.hello(client)))
            else:
                client.handshake()
                sealed = client.sealed(HEALTH)
                if (damaged := self.damaged(sealed)).startswith(sealed):
                    return  # something follows the good request
                client.send(damaged)
            client.socket.shutdown(socket.SHUT_WR)
            if in_handshake:
                return client.drain()
            answer, _ = client.answer()
        except (ssl.SSLError, ConnectionError):
            return
        except OSError as error:
            if isinstance(error, TimeoutError):
                raise
            return
        if answer:
            raise Failure(f"changed: the server has answered a damaged record: {answer[:300]!r}")

    def hello(self, client):
        with contextlib.suppress(ssl.SSLWantReadError):
            client.tls.do_handshake()
        return client.outgoing.read()

    def junk(self, client):
        junk = self.random.choice((
            lambda: self.random.randbytes(self.random.choice((1, 5, 100, 20_000))),
            lambda: b"".join(self.record() for _ in range(self.random.randint(1, 40))),
            lambda: self.damaged(HEALTH) * self.random.choice((1, 1000)),
        ))()
        before = self.random.random()
        with contextlib.suppress(ConnectionError, ssl.SSLError):
            if before < 0.5:
                client.send(junk)
            elif before < 0.7:
                client.send(self.hello(client) + junk)
            else:
                client.handshake()
                client.send(junk)
        with contextlib.suppress(OSError):
            client.socket.shutdown(socket.SHUT_WR)
        client.drain()

    def record(self):
        """A record with any type and length, which may have fewer bytes than it says."""
        size = self.random.choice((0, 0, 1, 100, 16384, 16640, 65535))
        body = self.random.randbytes(min(size, self.random.choice((0, 1, 100, 20_000))))
        return struct.pack(">BHH", self.random.choice(TLS_TYPES), self.random.choice((0x0301, 0x0303, 0x0304, 0, 0xFFFF)), size) + body

    def leaves(self, client):
        client.handshake()
        client.send(client.sealed(LONG))
        client.socket.recv(self.random.choice((1, 1000, 1 << 16)))
        if self.random.random() < 0.5:
            client.reset()


class Fuzzing:
    def __init__(self, server, seed):
        self.server, self.failures = server, []
        self.workers = [Worker(number, seed, server.port, patience(ANSWER_SECONDS)) for number in range(WORKERS)]

    def run_part(self, seconds):
        until = time.monotonic() + seconds
        threads = [threading.Thread(target=self.run_worker, args=(worker, until)) for worker in self.workers]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            self.look_after_the_server()
            time.sleep(0.3)

    def run_worker(self, worker, until):
        try:
            worker.run(lambda: not self.failures and time.monotonic() < until)
        except Failure as failure:
            self.failures.append(str(failure))
        except Exception as error:  # a bug of this program
            self.failures.append(repr(error))
            raise

    def look_after_the_server(self):
        try:
            if (status := health(self.server, timeout=patience(10)).status) != 200:
                self.failures.append(f"/health: status {status}")
        except OSError as error:
            self.failures.append(f"/health: {error!r}")
        if self.server.process.poll() is not None:
            self.failures.append(f"the server has ended with status {self.server.process.returncode}")

    def descriptors(self, most):
        """Waits for some seconds until there are at most `most`."""
        until = time.monotonic() + patience(5)
        while (found := look(self.server).descriptors) > most and time.monotonic() < until:
            time.sleep(0.2)
        return found


def fuzz(server, seconds, seed):
    fuzzing = Fuzzing(server, seed)
    idle = look(server).descriptors
    fuzzing.run_part(WARM_UP * seconds)
    before = after = 0
    if not fuzzing.failures:
        before = fuzzing.descriptors(idle + SLACK)
        fuzzing.run_part((1 - WARM_UP) * seconds)
    if not fuzzing.failures:
        after = fuzzing.descriptors(max(before, idle + SLACK))
        if after > max(before, idle + SLACK):
            fuzzing.failures.append(f"descriptors: {idle} at the start, {before} after the warm-up, {after} at the end")
    done = sum((worker.done for worker in fuzzing.workers), collections.Counter())
    print(f"{done.total()} cases: {dict(sorted(done.items()))}; descriptors: {before} after the warm-up, {after} at the end")
    fuzzing.failures += [line for line in server.errors.splitlines() if any(word in line for word in TROUBLE)]
    if fuzzing.failures:
        print("\n\n".join(fuzzing.failures), f"\nthe server's own words:\n{server.errors[-3000:]}")
    return not fuzzing.failures


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "little"), help="of the cases (default: any)")
    words.add_argument("--seconds", type=float, default=60, help="how long cases are sent (default: %(default)s)")
    options = words.parse_args()
    seconds = options.seconds * float(os.environ.get("QUADRILLE_TEST_TIMES", 1))
    print(f"seed {options.seed}", flush=True)
    program.LONGEST_LIFE_SECONDS = 1e6
    with tempfile.TemporaryDirectory(prefix="quadrille-fuzz-") as folder:
        data = pathlib.Path(folder, "base.nq")
        data.write_bytes(seeds.BASE)
        build(pathlib.Path(folder, "db"), data)
        with serving(pathlib.Path(folder, "db"), options=["--timeout", "2", "--memory", "512M"]) as server:
            good = fuzz(server, seconds, options.seed)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
