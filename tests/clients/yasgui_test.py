#!/usr/bin/env python3
"""YASGUI in Chromium, from another origin."""

import functools
import http.server
import os
import shutil
import threading
import unittest

from claims import Claims
from driver_process import DriverProcess
from fetched import HERE, folder_of, node_program, require
from program import Case
from servers import GUARDED

FOLDER, NODE = folder_of("node"), node_program()
CHROMIUM = os.environ.get("QUADRILLE_TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
require(CHROMIUM, "Chromium is not installed: scripts/install-dependencies --browser")


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Yasgui(Claims, Case):
    without = ("put", "add", "get", "delete", "select_within")

    @classmethod
    def prepare(cls):
        pages = cls.folder / "pages"
        pages.mkdir()
        build = FOLDER / "node_modules/@zazuko/yasgui/build"
        for file in (HERE / "node/yasgui.html", build / "yasgui.min.js", build / "yasgui.min.css"):
            shutil.copy(file, pages)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=pages))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.origin = f"http://localhost:{server.server_port}"
        cls.options = ("--allow-origin", cls.origin)
        super().prepare()

    @classmethod
    def make_driver(cls):
        for source in (HERE / "node").glob("*.mjs"):
            shutil.copy(source, cls.folder)
        (cls.folder / "node_modules").symlink_to(FOLDER / "node_modules")
        return cls.enterClassContext(DriverProcess(NODE, cls.folder / "yasgui.mjs", cls.origin, CHROMIUM))


    def test_the_token_is_stored_in_the_browser(self):
        self.connect(GUARDED)
        self.driver.ask("ASK {}")
        self.assertIn(self.servers.token, self.driver.storage())


if __name__ == "__main__":
    unittest.main()
