"""A running `quadrille serve`, queried over HTTP by one client with one connection."""

import http.client
import re
import subprocess
import tempfile
import time
import urllib.parse

from database import ENVIRONMENT, MEMORY

START_LIMIT_S = 60
LIFE_LIMIT_S = 900  # `timeout` ends a server whose test has been killed
QUERY_LIMIT_S = 100
END_LIMIT_S = 30
ACCEPT = "application/sparql-results+json, application/n-triples"  # SELECT and ASK; CONSTRUCT and DESCRIBE


class Endpoint:
    """with Endpoint(database) as endpoint: the server runs within the block, and must end normally."""

    def __init__(self, database, images=None, group_size=None):
        self.database, self.images = database, images or database.images
        self.environment = ENVIRONMENT | ({"QUADRILLE_GROUP_SIZE": str(group_size)} if group_size else {})

    def __enter__(self):
        self.log = tempfile.TemporaryFile("w+")
        self.server = subprocess.Popen(
            ["timeout", "--foreground", "--kill-after=10", str(LIFE_LIMIT_S), self.database.quadrille, "serve", "--db",
             self.database.folder, "--images", str(self.images), "--port", "0", "--memory", MEMORY,
             "--timeout", str(QUERY_LIMIT_S)],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=self.environment)
        try:
            self.port = self._announced_port()
        except BaseException:
            self._end()
            self.log.close()
            raise
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=QUERY_LIMIT_S + 20)
        return self

    def __exit__(self, kind, error, trace):
        self.connection.close()
        status = self._end()
        said = self.said()
        self.log.close()
        if kind is None and status != 0:
            raise RuntimeError(f"quadrille serve ended with {status}:\n{said}")

    def ask(self, query):
        """(HTTP status, content type, body) of one query, sent as a form."""
        form = urllib.parse.urlencode({"query": query})
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": ACCEPT}
        try:
            self.connection.request("POST", "/sparql", form, headers)
            answer = self.connection.getresponse()
            return answer.status, answer.headers.get_content_type(), answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()  # the next question opens another
            raise

    def is_alive(self):
        return self.server.poll() is None

    def said(self):
        self.log.seek(0)
        return self.log.read()

    def _announced_port(self):
        deadline = time.monotonic() + START_LIMIT_S
        while time.monotonic() < deadline and self.is_alive():
            found = re.search(r"http://127\.0\.0\.1:(\d+)/sparql", self.said())
            if found:
                return int(found.group(1))
            time.sleep(0.02)
        raise RuntimeError(f"quadrille serve does not serve after {START_LIMIT_S} s or has ended:\n{self.said()}")

    def _end(self):
        """The exit status. `timeout` passes the signal on, once (without --foreground twice: to its group as well)."""
        self.server.terminate()
        try:
            return self.server.wait(END_LIMIT_S)
        except subprocess.TimeoutExpired:
            self.server.kill()
            return "no end within the limit"
