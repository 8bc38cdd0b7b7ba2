"""One connection to the server: bytes are sent as they are, answers are read by HTTP's framing.

Ended: the connection has ended (within an answer, if one has begun). Silent: nothing arrived in time. The caller judges
both, and TooLong, an answer of which enough was read. Nonsense: an answer that is not HTTP.
"""

import contextlib
import socket
import struct
import time
import zlib
from dataclasses import dataclass

MOST_BODY_BYTES = 2 << 20


class Ended(Exception):
    pass


class Silent(Exception):
    pass


class Nonsense(Exception):
    pass


class TooLong(Exception):
    pass


@dataclass
class Answer:
    status: int
    headers: dict
    body: bytes
    whole: bool = True  # else the connection ended within the body

    @property
    def closes(self):
        return not self.whole or self.headers.get("connection") == "close"

    def content(self):
        """The body without its coding; None if Python does not support the coding."""
        coding = self.headers.get("content-encoding")
        return zlib.decompress(self.body, 31) if coding == "gzip" else None if coding else self.body


class Wire:
    def __init__(self, port, patience):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=patience)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.patience, self.read_ahead = patience, b""

    def send(self, data):
        """If the server does not read the rest, that is not an error: it has answered, or ended the connection."""
        with contextlib.suppress(ConnectionError):
            self.socket.sendall(data)

    def answer(self, method=b"GET"):
        """The next answer, of a request with this method."""
        head = self._until(b"\r\n\r\n")
        lines = head[:-4].split(b"\r\n")
        words = lines[0].split(b" ", 2)
        if words[0] != b"HTTP/1.1" or len(words) != 3 or not words[1].isdigit() or len(words[1]) != 3:
            raise Nonsense(f"no status line: {lines[0][:200]!r}")
        if words[1] == b"100":
            return self.answer(method)
        headers = {}
        for line in lines[1:]:
            name, colon, value = line.partition(b":")
            if not colon or not name or b" " in name:
                raise Nonsense(f"no header: {line[:200]!r}")
            headers[name.decode("latin-1").lower()] = value.strip().decode("latin-1")
        answer = Answer(int(words[1]), headers, b"")
        if method == b"HEAD" or answer.status == 204:
            return answer
        try:
            answer.body = self._body(headers)
        except Ended:
            answer.whole = False
        return answer

    def all(self, quiet):
        """All bytes up to the end of the connection. After `quiet` seconds without data our side of it is closed."""
        got, until, closed = self.read_ahead, time.monotonic() + self.patience, False
        self.read_ahead = b""
        while time.monotonic() < until:
            self.socket.settimeout(self.patience if closed else quiet)
            try:
                piece = self.socket.recv(1 << 16)
            except TimeoutError:
                if closed:
                    break
                with contextlib.suppress(OSError):
                    self.socket.shutdown(socket.SHUT_WR)
                closed = True
                continue
            except ConnectionError:
                return got
            if not piece:
                return got
            got += piece
        raise Silent(f"no end of the connection after {self.patience} s; it gave {got[:200]!r}")

    def leave(self, by_reset=False):
        if by_reset:
            with contextlib.suppress(OSError):
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def _body(self, headers):
        if headers.get("transfer-encoding") == "chunked":
            body = b""
            while True:
                line = self._until(b"\r\n")
                try:
                    size = int(line, 16)
                except ValueError:
                    raise Nonsense(f"no size of a chunk: {line[:100]!r}") from None
                piece = self._take(size + 2)
                if not piece.endswith(b"\r\n"):
                    raise Nonsense(f"a chunk ends with {piece[-2:]!r}")
                if size == 0:
                    return body
                body += piece[:-2]
                if len(body) > MOST_BODY_BYTES:
                    raise TooLong
        if "content-length" in headers:
            return self._take(int(headers["content-length"]))
        return self._take(1 << 40, may_end=True)

    def _until(self, end):
        while end not in self.read_ahead:
            if len(self.read_ahead) > 1 << 20:
                raise Nonsense(f"no {end!r} in a megabyte")
            self._receive()
        found, self.read_ahead = self.read_ahead[:(at := self.read_ahead.index(end) + len(end))], self.read_ahead[at:]
        return found

    def _take(self, size, may_end=False):
        try:
            while len(self.read_ahead) < size:
                if len(self.read_ahead) > MOST_BODY_BYTES:
                    raise TooLong
                self._receive()
        except Ended:
            if not may_end:
                raise
        taken, self.read_ahead = self.read_ahead[:size], self.read_ahead[size:]
        return taken

    def _receive(self):
        self.socket.settimeout(self.patience)
        try:
            piece = self.socket.recv(1 << 18)
        except TimeoutError:
            raise Silent(f"nothing for {self.patience} s, behind {self.read_ahead[-200:]!r}") from None
        except ConnectionError as error:
            raise Ended(str(error)) from None
        if not piece:
            raise Ended("the end of the connection")
        self.read_ahead += piece
