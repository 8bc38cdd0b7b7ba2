#!/usr/bin/env python3
"""SPARQLWrapper."""

import unittest

from fetched import require_packages

require_packages("SPARQLWrapper")

from claims import Claims
from program import Case
from sparqlwrapper_driver import SparqlWrapperDriver


class Wrapper(Claims, Case):
    without = ("put", "add", "get", "delete")
    many_rows = 1_000_000

    @classmethod
    def make_driver(cls):
        return SparqlWrapperDriver(cls.servers.authority)


if __name__ == "__main__":
    unittest.main()
