#!/usr/bin/env python3
"""Node.js: Comunica and sparql-http-client."""

import os
import shutil
import unittest

from claims import Claims
from driver_process import DriverProcess
from fetched import HERE, folder_of, node_program
from program import Case
from servers import PLAIN

FOLDER, NODE = folder_of("node"), node_program()


class NodeClaims(Claims):
    @classmethod
    def make_driver(cls):
        for source in (HERE / "node").glob("*.mjs"):  # a module finds packages from its own folder
            shutil.copy(source, cls.folder)
        (cls.folder / "node_modules").symlink_to(FOLDER / "node_modules")
        return cls.enterClassContext(DriverProcess(
            NODE, cls.folder / cls.program, environment={**os.environ, "NODE_EXTRA_CA_CERTS": str(cls.servers.authority)}))


class SparqlHttpClient(NodeClaims, Case):
    program = "sparql_http_client.mjs"
    many_rows = 1_000_000
    without = ("delete", "select_within")

    def test_rows_without_values_are_lost(self):
        self.connect(PLAIN)
        self.assertEqual(self.driver.select("SELECT ?x { OPTIONAL { <urn:no> <urn:no> ?x } }"), [])


class Comunica(NodeClaims, Case):
    program = "comunica.mjs"
    parses_queries = True
    label_prefix = "bc_0_"
    many_rows = 1_000_000
    without = ("put", "add", "get", "delete", "select_within")


if __name__ == "__main__":
    unittest.main()
