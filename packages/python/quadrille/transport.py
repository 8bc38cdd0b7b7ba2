"""Requests to a server over HTTP or HTTPS, and the bodies of their answers."""

import base64
import collections
import http.client
import io
import select
import socket
import ssl
import urllib.parse
from typing import Any, BinaryIO, Deque, Dict, Iterable, Mapping, NamedTuple, Optional, Tuple, Union

from .errors import QuadrilleError

DEFAULT_PORT = 3756
BUFFER_BYTES = 1 << 18
MOST_MESSAGE_BYTES = 1 << 16
SECONDS_TO_CONNECT = 30.0
SECONDS_OF_GRACE = 15.0  # what the server gets beyond the time limit of a request, to tell about it

Content = Union[bytes, BinaryIO, None]
Parameters = Iterable[Tuple[str, Optional[str]]]


class Address:
    """The parts of a server's address: scheme, host, port, and the path of the database."""

    def __init__(self, url: str, database: Optional[str]) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"the address of a server is like http://localhost:{DEFAULT_PORT}, not {url!r}")
        if parts.username is not None or parts.query or parts.fragment:
            raise ValueError("the address of a server has no user, '?' or '#'; give connect() user and password")
        path = parts.path.rstrip("/")
        for ending in ("/sparql", "/query"):  # the address that other clients want
            if path.endswith(ending):
                path = path[:-len(ending)]
        self.scheme, self.host = parts.scheme, parts.hostname
        # the usual ports of HTTP if the address has none, as in browsers
        self.port = parts.port or (443 if parts.scheme == "https" else 80)
        self.path = path + (f"/{urllib.parse.quote(database, safe='')}" if database else "")

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.path}"


def credentials(token: Optional[str], user: Optional[str], password: Optional[str]) -> Dict[str, str]:
    """The headers for a token, or for a name and a password."""
    if token is not None:
        if user is not None:
            raise ValueError("connect() takes a token, or user and password")
        return {"Authorization": f"Bearer {token.strip()}"}
    if user is None:
        return {}
    pair = f"{user}:{password or ''}".encode()
    return {"Authorization": "Basic " + base64.b64encode(pair).decode()}


def is_stale(connection: http.client.HTTPConnection) -> bool:
    """Whether the server has closed an idle connection: then its socket has something to read."""
    if connection.sock is None:
        return True
    poll = select.poll()
    poll.register(connection.sock, select.POLLIN)
    return bool(poll.poll(0))


class Message(NamedTuple):
    """What a request sends."""

    method: str
    target: str
    content: Content
    headers: Dict[str, str]
    can_be_repeated: bool


class Transport:
    """Sends requests to one database. Several threads may use it at the same time: each request has its own connection.

    A connection whose answer has been read to its end is kept for later requests.
    """

    def __init__(self, address: Address, headers: Mapping[str, str], context: Optional[ssl.SSLContext]) -> None:
        self.address = address
        self._headers = dict(headers)
        self._context = context
        self._idle: Deque[http.client.HTTPConnection] = collections.deque()
        self.is_closed = False

    def request(self, method: str, path: str, parameters: Parameters = (), content: Content = None,
                headers: Optional[Mapping[str, str]] = None, timeout: Optional[float] = None,
                text: Optional[str] = None) -> "Body":
        """The body of the answer; QuadrilleError if the server answers with an error, or not at all.

        `timeout` is the time limit that the request has at the server, in seconds. `text` is the query or update, for
        messages. A parameter without a value is only a name, as in ?default.
        """
        target = self.address.path + path
        pairs = [urllib.parse.quote(name, safe="") + ("" if value is None else "=" + urllib.parse.quote(value, safe=""))
                 for name, value in parameters]
        if pairs:
            target += "?" + "&".join(pairs)
        body = self._sent(Message(method, target, content, {**self._headers, **(headers or {})}, path == "/query"),
                          None if timeout is None else timeout + SECONDS_OF_GRACE)
        if body.status < 300:
            return body
        with body:
            message = io.BufferedReader(body).read(MOST_MESSAGE_BYTES).decode(errors="replace").strip()
        raise QuadrilleError(message or f"status {body.status}", body.status, text)

    def _sent(self, message: "Message", timeout: Optional[float]) -> "Body":
        """The answer's body, or an error that explains why there is none."""
        try:
            idle = self._idle_connection()
            if idle is not None:
                try:
                    return self._exchange(idle, message, timeout)
                except ConnectionError:
                    if not message.can_be_repeated:
                        raise
                    # the server has closed the connection just now, as it does when it is idle
            return self._exchange(self._connected(), message, timeout)
        except socket.timeout:
            raise QuadrilleError(f"{self.address} has sent no answer for {timeout:g} s") from None
        except (OSError, http.client.HTTPException) as error:
            raise QuadrilleError(f"no answer from {self.address}: {error or type(error).__name__}") from error

    def _exchange(self, connection: http.client.HTTPConnection, message: "Message", timeout: Optional[float]) -> "Body":
        """Sends the message, and reads the head of the answer. The socket gives up after `timeout` seconds without a byte."""
        connection.sock.settimeout(timeout)
        is_whole = True
        try:
            try:
                connection.request(message.method, message.target, message.content, message.headers)
            except (BrokenPipeError, ConnectionResetError):
                is_whole = False  # a server that refuses a long body answers before it has read all
            response = connection.getresponse()
        except BaseException:
            connection.close()
            raise
        return Body(self, connection, response, is_whole)

    def _idle_connection(self) -> Optional[http.client.HTTPConnection]:
        if self.is_closed:
            raise QuadrilleError("the connection is closed")
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return None
            if not is_stale(connection):
                return connection
            connection.close()

    def _connected(self) -> http.client.HTTPConnection:
        host, port = self.address.host, self.address.port
        connection: http.client.HTTPConnection
        if self.address.scheme == "https":
            connection = http.client.HTTPSConnection(host, port, timeout=SECONDS_TO_CONNECT, context=self._context)
        else:
            connection = http.client.HTTPConnection(host, port, timeout=SECONDS_TO_CONNECT)
        try:
            connection.connect()
        except ssl.SSLCertVerificationError as error:
            raise QuadrilleError(f"the certificate of {self.address} is not trusted: {error.verify_message}; connect(..., "
                                 "cafile=FILE) names the certificate of its authority") from error
        except (OSError, http.client.HTTPException) as error:
            raise QuadrilleError(f"cannot reach {self.address}: {error}; is the server running?") from error
        return connection

    def keep(self, connection: http.client.HTTPConnection) -> None:
        """Takes a connection whose answer has ended."""
        if self.is_closed or connection.sock is None:
            connection.close()
        else:
            self._idle.append(connection)

    def close(self) -> None:
        self.is_closed = True
        for connection in list(self._idle):
            connection.close()


class Body(io.RawIOBase):
    """The bytes of an answer while they arrive. An answer that is cut off is a QuadrilleError, never a short body.

    close() before the end also ends the connection, and so the query.
    """

    def __init__(self, transport: Transport, connection: http.client.HTTPConnection, response: http.client.HTTPResponse,
                 can_be_kept: bool) -> None:
        super().__init__()
        self._transport = transport
        self._connection: Optional[http.client.HTTPConnection] = connection
        self._response = response
        self._remaining = response.length
        self._can_be_kept = can_be_kept
        self.status = response.status
        self.media_type = (response.getheader("Content-Type") or "").partition(";")[0]
        self.encoding = response.getheader("Content-Encoding") or "identity"

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._connection is None:
            return 0
        try:
            count = self._next(memoryview(buffer).cast("B"))
        except socket.timeout:
            raise self._cut_off(f"the server has sent no byte for {self._connection.sock.gettimeout():g} s") from None
        except (OSError, http.client.HTTPException) as error:
            raise self._cut_off("the time limit was reached, the request was ended, or the server has stopped") from error
        if count == 0 and self._remaining:
            raise self._cut_off("the server has stopped")
        if count == 0 or self._remaining == 0:
            self._end()
        return count

    def _next(self, buffer: memoryview) -> int:
        if self._remaining is not None:
            count = self._response.readinto(buffer)
            self._remaining -= count
            return count
        data = self._response.read1(len(buffer))  # what has arrived: readinto() would wait until the buffer is full
        buffer[:len(data)] = data
        return len(data)

    def _cut_off(self, reason: str) -> QuadrilleError:
        self.close()
        return QuadrilleError(f"the answer was cut off: {reason}")

    def _end(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self._response.close()
            if self._can_be_kept:
                self._transport.keep(connection)
            else:
                connection.close()

    def close(self) -> None:
        connection, self._connection = getattr(self, "_connection", None), None
        if connection is not None:
            self._response.close()
            connection.close()
        super().close()


def buffered(body: Body) -> io.BufferedReader:
    return io.BufferedReader(body, BUFFER_BYTES)
