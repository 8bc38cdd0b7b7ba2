#!/usr/bin/env python3
"""The commands of docs/cluster.md for Slurm, as they are printed there but for the sizes, on two hosts with Debian's Slurm.

Exit status: 0 all as expected, 1 a fault, 77 such hosts or Slurm are not available here.
"""

import argparse
import http.client
import json
import os
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

from slurm import Slurm  # noqa: E402
from two_hosts import Skipped, TwoHosts, enter_network_of, wait_until  # noqa: E402

COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
TRIPLES = 1000


def printed_commands():
    """The lines of docs/cluster.md that begin with srun, as words: two hosts, as many images as cores here, our files."""
    text = (ROOT / "docs/cluster.md").read_text()
    for line in re.findall(r"(?m)^srun .*", text):
        line = re.sub(r"-N \d+ --ntasks-per-node=\d+", f"-N 2 --ntasks-per-node={min(2, os.cpu_count())}", line)
        line = line.replace("/shared/lubm", str(hosts.folder / "lubm")).replace("/shared/data", str(hosts.folder / "data"))
        yield [given.quadrille if word == "quadrille" else word for word in line.split()]


class UnderSlurm(unittest.TestCase):
    def test_the_printed_commands(self):
        data = hosts.folder / "data"
        data.mkdir()
        (data / "numbers.nt").write_text("".join(f"<urn:{n}> <urn:is> <urn:{n + 1}> .\n" for n in range(TRIPLES)))
        build, serve = printed_commands()
        built = slurm.run(*build)
        self.assertEqual(built.status, 0, built.errors + slurm.said())
        info = slurm.run(given.quadrille, "info", "--db", hosts.folder / "lubm")
        self.assertIn(f"quads            {TRIPLES} ", info.output)
        with slurm.start(*serve, "--port", "0") as command:
            def address():
                return re.search(r"http://([\d.]+):(\d+)/sparql", command.errors)
            self.assertTrue(wait_until(address, 60), command.errors + slurm.said())
            for host in hosts.hosts:
                self.assertEqual(len(host.images()), min(2, os.cpu_count()), host.processes())
            self.assertEqual(self.count(int(address()[2])), str(TRIPLES))
            cancelled = slurm.run("scancel", "--signal=TERM", "--name=quadrille")
            self.assertEqual(cancelled.status, 0, cancelled.errors)
            self.assertEqual(command.wait(30), 0, command.errors)
        for host in hosts.hosts:
            self.assertTrue(wait_until(lambda: not host.images(), 10), host.processes())

    def count(self, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("POST", "/sparql", COUNT, {"Content-Type": "application/sparql-query"})
        answer = connection.getresponse()
        body = answer.read()
        self.assertEqual(answer.status, 200, body)
        connection.close()
        return json.loads(body)["results"]["bindings"][0]["n"]["value"]


def main():
    global hosts, slurm, given
    parser = argparse.ArgumentParser()
    parser.add_argument("--quadrille", default=str(ROOT / "build/release/bin/quadrille"))
    given, rest = parser.parse_known_args()
    try:
        with TwoHosts() as hosts, Slurm(hosts) as slurm:
            enter_network_of(hosts.hosts[0])
            return 0 if unittest.main(argv=[sys.argv[0], *rest], exit=False).result.wasSuccessful() else 1
    except Skipped as reason:
        print(f"skipped: {reason}")
        return 77


if __name__ == "__main__":
    sys.exit(main())
