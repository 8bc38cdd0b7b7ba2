#!/usr/bin/env python3
"""Java: Jena's RDFConnection and RDF4J's SPARQLRepository."""

import shutil
import subprocess
import unittest

from claims import Claims
from driver_process import DriverProcess
from fetched import HERE, folder_of, require
from program import Case
from servers import PLAIN
from terms import IS, in_language, subject_of, typed

JARS = f"{folder_of('java')}/*"
require(shutil.which("javac"), "Java is not installed: scripts/install-dependencies --clients")


class JavaClaims(Claims):
    without = ()
    many_rows = 1_000_000

    @classmethod
    def make_driver(cls):
        sources = [HERE / "java/Driver.java", HERE / f"java/{cls.program}.java"]
        subprocess.run(["javac", "-cp", JARS, "-d", cls.folder / "classes", *sources], check=True)
        store = cls.folder / "authorities.p12"
        subprocess.run(["keytool", "-importcert", "-noprompt", "-alias", "quadrille", "-file", cls.servers.authority,
                        "-keystore", store, "-storepass", "changeit"], check=True, capture_output=True)
        return cls.enterClassContext(DriverProcess(
            "java", "-Xmx512m", f"-Djavax.net.ssl.trustStore={store}", "-Djavax.net.ssl.trustStorePassword=changeit",
            "-cp", f"{cls.folder}/classes:{JARS}", cls.program))


class Jena(JavaClaims, Case):
    program = "JenaDriver"
    # Jena writes language tags in their usual case.
    changes = {subject_of(in_language(text, language.lower())): in_language(text, language)
               for text, language in (("colour", "en-GB"), ("\u4e2d\u6587", "zh-Hant-TW"))}


class Rdf4j(JavaClaims, Case):
    program = "Rdf4jDriver"

    def test_blank_nodes_of_two_requests_are_two(self):
        self.connect(PLAIN)
        for name in ("one", "two"):
            self.driver.add(self.graph, [(("blank", "x"), ("iri", IS), typed(name, "string"))])
        self.assertEqual(len(self.servers.terms(PLAIN, self.graph)), 2)


if __name__ == "__main__":
    unittest.main()
