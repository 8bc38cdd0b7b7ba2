#!/usr/bin/env python3
"""The site of the manual: its navigation has each page of docs/, its links lead somewhere, and it asks no other origin for
anything, also in Chromium, where the search finds a heading: on a server below a path, and as files.

Needs build/site-tools (scripts/build-site --tools), and for Chromium what tests/web needs; without them these tests are skipped.
"""

import functools
import html.parser
import http.server
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
INSTALLED, WANTED = ROOT / "build/site-tools/requirements.txt", DOCS / "site/requirements.txt"
NODE = os.environ.get("QUADRILLE_TEST_NODE", "node")
SPACE = pathlib.Path(os.environ.get("QUADRILLE_TEST_WEB") or ROOT / "build/release/web/space")
CHROMIUM = os.environ.get("QUADRILLE_TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
LONGEST_SECONDS = 300


def needs(condition, reason):
    """Skips a test; with QUADRILLE_REQUIRE_SHARED it runs, and fails."""
    return unittest.skipUnless(condition or os.environ.get("QUADRILLE_REQUIRE_SHARED"), reason)


class Navigation(unittest.TestCase):
    def test_it_has_each_page_once(self):
        settings = (ROOT / "mkdocs.yml").read_text()
        listed = re.findall(r"^ +- (?:[^:\n]+: )?(\S+\.md)$", settings.partition("\nnav:\n")[2], re.M)
        pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")} - {"site/README.md"}
        self.assertEqual(sorted(pages - set(listed)), [], "pages that `nav` of mkdocs.yml does not list")
        self.assertEqual(sorted(set(listed) - pages), [], "pages that `nav` of mkdocs.yml lists, and docs/ does not have")
        self.assertEqual(len(listed), len(set(listed)), "a page is listed twice")


class References(html.parser.HTMLParser):
    """What a page links to, what it loads, and its anchors."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loaded, self.anchors = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors |= {given.get("id"), given.get("name")}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("canonical", "prev", "next"):
            self.loaded.append(given["href"])
        elif given.get("src"):
            self.loaded.append(given["src"])


@needs(INSTALLED.exists() and INSTALLED.read_bytes() == WANTED.read_bytes(), "the generator of the site is not installed: scripts/build-site --tools")
class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-site-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.site = cls.folder / "below/manual"
        subprocess.run([sys.executable, "-B", ROOT / "scripts/build-site", cls.site], check=True, timeout=LONGEST_SECONDS)
        cls.pages = {page: References(page.read_text()) for page in cls.site.rglob("*.html") if page.name != "404.html"}

    def test_there_is_a_page_for_each_page(self):
        wanted = {page.relative_to(DOCS).with_suffix(".html") for page in DOCS.rglob("*.md")} - {pathlib.Path("site/README.html")}
        wanted = {page.with_name("index.html") if page.stem == "README" else page for page in wanted}
        self.assertEqual({page.relative_to(self.site) for page in self.pages}, wanted)

    def test_nothing_comes_from_another_origin(self):
        for page, references in self.pages.items():
            for address in references.loaded:
                self.assertFalse(urllib.parse.urlsplit(address).netloc, f"{page.name} loads {address}")
                self.assertTrue((page.parent / address).exists() or address.startswith("data:"), f"{page.name} loads {address}")
        for style in self.site.rglob("*.css"):
            self.assertEqual(re.findall(r"url\([\"']?(?:https?:)?//|@import", style.read_text()), [], style)

    def test_links_lead_somewhere(self):
        for page, references in self.pages.items():
            for address in references.links:
                parts = urllib.parse.urlsplit(address)
                if parts.scheme or parts.netloc:
                    continue
                target = (page.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else page
                target = target / "index.html" if target.is_dir() and target in {other.parent for other in self.pages} else target
                self.assertTrue(target.exists(), f"{page.name}: {address}")
                if parts.fragment and target in self.pages:
                    self.assertIn(urllib.parse.unquote(parts.fragment), self.pages[target].anchors, f"{page.name}: {address}")

    @needs(CHROMIUM and (SPACE / "node_modules").is_dir(), "Chromium is not installed, or the workbench is not built")
    def test_search_in_chromium(self):
        handler = functools.partial(Quiet, directory=self.folder)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            addresses = [f"http://127.0.0.1:{server.server_port}/below/manual/index.html", f"file://{self.site}/index.html"]
            ended = subprocess.run([NODE, ROOT / "tests/docs/site_in_browser.mjs", "damping", "algorithms.html#pagerank", *addresses],
                                   cwd=SPACE, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LONGEST_SECONDS,
                                   env={**os.environ, "QUADRILLE_TEST_CHROMIUM": CHROMIUM})
            server.shutdown()
        self.assertEqual(ended.returncode, 0, ended.stdout[-5000:])


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


if __name__ == "__main__":
    unittest.main()
