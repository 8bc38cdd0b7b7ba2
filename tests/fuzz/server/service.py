"""Services for queries: each worker has one, and sets the bytes of its answer."""

import contextlib
import re
import socketserver
import threading

LENGTH = re.compile(rb"Content-Length: (\d+)\r\n", re.I)


class Services:
    """answers[n] is sent for the path /n; then the connection ends."""

    def __init__(self):
        self.answers = {}
        services = self

        class Handler(socketserver.BaseRequestHandler):
            timeout = 10

            def handle(self):
                self.request.settimeout(10)
                with contextlib.suppress(OSError, AttributeError, ValueError):
                    head = b""
                    while b"\r\n\r\n" not in head:
                        if not (piece := self.request.recv(1 << 16)):
                            return
                        head += piece
                    head, _, body = head.partition(b"\r\n\r\n")
                    left = int(LENGTH.search(head + b"\r\n")[1]) - len(body)
                    while left > 0 and (piece := self.request.recv(min(left, 1 << 16))):
                        left -= len(piece)
                    number = head.split(b" ")[1].lstrip(b"/").partition(b"?")[0]
                    self.request.sendall(services.answers.get(int(number), b""))

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, number):
        return f"http://127.0.0.1:{self.server.server_address[1]}/{number}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
