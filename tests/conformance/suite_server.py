"""Both sides of HTTP for a suite: a client of the tested server, and a web server of the suite's documents."""

import http.client
import http.server
import threading
import urllib.parse

from same_data import Failed

UPDATE = {"Content-Type": "application/sparql-update"}
ENDINGS = {".jsonld": "application/ld+json", ".json": "application/json", ".html": "text/html", ".jldt": "application/jldTest"}


class Server:
    """Requests to the tested server over one connection."""

    def __init__(self, url):
        self.connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=60)

    def send(self, method, path, body=None, headers=None, **parameters):
        """(status, body)"""
        self.connection.request(method, f"/{path}?{urllib.parse.urlencode(parameters)}", body, headers or {})
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def expect(self, *words, **more):
        """The body of an answer that is no error."""
        status, body = self.send(*words, **more)
        if status >= 300:
            raise Failed(f"{words[0]} has status {status}: {body.decode(errors='replace')}")
        return body

    def expect_error(self, answer, code, statuses=range(400, 500)):
        status, body = answer
        if status not in statuses or code not in body.decode():
            raise Failed(f"status {status}, expected the error '{code}': {body.decode(errors='replace')[:500]}")

    def put(self, text, media_type, target):
        return self.send("PUT", "data", text, {"Content-Type": media_type}, **target)

    def update(self, text):
        return self.send("POST", "update", text.encode(), UPDATE)

    def load(self, iri):
        self.expect("POST", "update", f"LOAD <{iri}>".encode(), UPDATE)

    def clear(self):
        self.expect("POST", "update", b"DROP ALL", UPDATE)

    def close(self):
        self.connection.close()


class Documents:
    """Serves the files of a suite. The answer for the input of a test has the headers that its options demand."""

    def __init__(self):
        self.folder, self.test = None, {}
        place = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                status, headers, body = place.answer(self.path.lstrip("/"))
                self.send_response(status)
                for name, value in [*headers, ("Content-Length", len(body))]:
                    self.send_header(name, str(value))
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def serve(self, folder, test):
        """`test` may be empty."""
        self.folder, self.test = folder, test

    def answer(self, name):
        """(status, headers, body)"""
        is_input = name == self.test.get("input")
        option = self.test.get("option", {}) if is_input else {}
        if "redirectTo" in option:
            return option["httpStatus"], [("Location", f"/{option['redirectTo']}")], b""
        file = self.folder / name
        # Tests use only the headers of HTML pages, and the shared folder does not have the pages: an empty one is sent.
        is_page = is_input and file.suffix == ".html"
        links = option.get("httpLink", [])
        headers = [("Content-Type", option.get("contentType", ENDINGS.get(file.suffix, "text/plain"))),
                   *(("Link", link) for link in ([links] if isinstance(links, str) else links))]
        return 200 if file.is_file() or is_page else 404, headers, file.read_bytes() if file.is_file() else b""

    def close(self):
        self.server.shutdown()
        self.server.server_close()
