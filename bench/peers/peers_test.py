#!/usr/bin/env python3
"""Tests without real peers: programs with a bounded life, loading once, and a whole measurement with a stand-in.

QUADRILLE_BIN names the folder of the programs. The stand-in for a peer uses pyoxigraph, if that is installed.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from all_peers import PEERS, add_peer_options, chosen_peers  # noqa: E402
from peer import Peer  # noqa: E402
from process import PeerError, Running, free_port, run  # noqa: E402
from quadrille_server import QuadrilleServer  # noqa: E402
import targets  # noqa: E402

BIN = pathlib.Path(os.environ.get("QUADRILLE_BIN") or ROOT / "build/release/bin")
UB = "http://swat.cse.lehigh.edu/onto/univ-bench.owl#"

try:
    import pyoxigraph
except ImportError:
    pyoxigraph = None


class WithFolder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)


class Programs(WithFolder):
    def test_run_tells_what_a_program_said_when_it_failed(self):
        log = self.folder / "log"
        self.assertGreater(run(["sh", "-c", "echo fine"], log), 0)
        with self.assertRaisesRegex(PeerError, "status 3.*(?s:.*)no such data"):
            run(["sh", "-c", "echo no such data >&2; exit 3"], log)
        with self.assertRaisesRegex(PeerError, "cannot be started"):
            run(["/no/such/program"], log)
        with self.assertRaisesRegex(PeerError, "not done in 0.2 s"):
            run(["sleep", "30"], log, 0.2)

    def test_a_server_ends_with_its_block_and_after_its_time(self):
        with Running(["sleep", "60"], self.folder / "log", 60) as server:
            self.assertIsNone(server.process.poll())
            self.assertGreater(server.memory_bytes(), 0)
        self.assertIsNotNone(server.process.poll())
        late = Running(["sleep", "60"], self.folder / "log", 0.2)
        self.assertIsNotNone(late.process.wait(20))
        late.stop()

    def test_a_server_that_ends_at_once_is_told(self):
        with Running(["sh", "-c", "echo port taken; exit 1"], self.folder / "log", 60) as server:
            with self.assertRaisesRegex(PeerError, "port taken"):
                server.await_answer(f"http://127.0.0.1:{free_port()}/", 20)


class CountingPeer(Peer):
    name = "Counting"
    loads = 0

    def version(self):
        return "7"

    def load_into(self, folder, data):
        self.loads += 1
        (folder / "db").write_bytes(b"x" * 10000)
        return 1.5


class Peers(WithFolder):
    def test_load_once_for_each_file(self):
        data = self.folder / "data.nt"
        data.write_text("<a:a> <a:b> <a:c> .\n")
        peer = CountingPeer(self.folder / "place", 1 << 30)
        _, record = peer.load("one", data)
        self.assertEqual(record["seconds"], 1.5)
        self.assertGreaterEqual(record["disk_bytes"], 10000)
        peer.load("one", data)
        self.assertEqual(peer.loads, 1)
        data.write_text("<a:a> <a:b> <a:d> .\n<a:a> <a:b> <a:e> .\n")
        peer.load("one", data)
        self.assertEqual(peer.loads, 2)

    def test_are_chosen_by_name(self):
        parser = argparse.ArgumentParser()
        add_peer_options(parser)
        options = ["--place", str(self.folder)]
        self.assertEqual(len(chosen_peers(parser.parse_args(options))), len(PEERS))
        chosen = chosen_peers(parser.parse_args([*options, "--only", "virtuoso, Oxigraph", "--memory", "2"]))
        self.assertEqual([peer.name for peer in chosen], ["Oxigraph", "Virtuoso"])
        self.assertEqual(chosen[0].memory_bytes, 2 << 30)
        with self.assertRaisesRegex(SystemExit, "mysql"):
            chosen_peers(parser.parse_args([*options, "--only", "mysql"]))

    def test_say_how_they_are_configured(self):
        listed = subprocess.run([ROOT / "bench/peers/peers", "list"], capture_output=True, text=True, check=True).stdout
        for peer in PEERS:
            self.assertIn(peer.name.lower(), listed)
            self.assertTrue(peer.configuration and peer.path.startswith("/"))


class Targets(unittest.TestCase):
    def test_each_configuration_is_held_against_each(self):
        one, two = {"name": "Quadrille, 1 image", "role": "server"}, {"name": "Quadrille, 2 images", "role": "server"}
        peer = {"name": "Oxigraph", "role": "peer", "queries_per_second": 50000, "p99_ms": 1, "factor": None}

        def answers(*factors):
            return [{"factor": factor} for factor in factors]

        results = {
            "lubm": {"servers": [one, two, peer], "queries": [{"query": "q1", "answers": answers(0.5, 1.5, None)},
                                                              {"query": "q2", "answers": answers(12, 8, None)}]},
            "lookups": {"servers": [{**one, "queries_per_second": 21000, "p99_ms": 3.5, "factor": 2}, peer]},
            "bsbm-16": {"servers": [{**one, "factor": 6}]},
            "first": {"q1": {one["name"]: [3, 1]}},
            "csr-1": {"images": 1, "queries": [{"query": "q6", "one_image_ms": 30, "loop_ms": 10, "all_images_ms": None}]},
            "csr-2": {"images": 2, "queries": [{"query": "q6", "one_image_ms": 30, "loop_ms": 10, "all_images_ms": 20}]},
            "memory": {"lubm100": {one["name"]: 150, "Oxigraph": 1000}}, "database_bytes": 100}
        reached = [[row.measured[name][1] for name in sorted(row.measured)] for row in targets.rows(results)]
        self.assertEqual(reached, [[False, True], [True, False], [True], [False], [True], [False], [True], [False], [True]])
        told = targets.to_markdown(results)
        self.assertIn("| LUBM q2, times the best peer | 10 | 12.00 | 8.00 ✗ |", told)
        self.assertIn("| reached | | 5 of 8 | 1 of 3 |", told)


class StandIn:
    """A SPARQL endpoint over a store in memory."""

    def __init__(self, data):
        store = pyoxigraph.Store()
        store.bulk_load(path=str(data), format=pyoxigraph.RdfFormat.N_TRIPLES)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                text = self.rfile.read(int(self.headers["Content-Length"])).decode()
                if self.headers["Content-Type"] == "application/x-www-form-urlencoded":
                    text = urllib.parse.parse_qs(text)["query"][0]
                answer = store.query(text).serialize(format=pyoxigraph.QueryResultsFormat.TSV)
                self.send_response(200)
                self.send_header("Content-Type", "text/tab-separated-values")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/query"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@unittest.skipUnless((BIN / "quadrille-bench").exists(), "the programs are not built")
class Measurements(WithFolder):
    def university(self):
        data, database = self.folder / "data.nt", self.folder / "db"
        run([BIN / "quadrille-bench", "lubm", "generate", "--universities", "1", "--output", data], self.folder / "log")
        run([BIN / "quadrille", "build", "--db", database, data], self.folder / "log")
        return data, database

    @unittest.skipUnless(pyoxigraph, "pyoxigraph is not installed")
    def test_another_engine_gives_the_same_rows(self):
        data, database = self.university()
        stand_in = StandIn(data)
        self.addCleanup(stand_in.stop)
        queries = self.folder / "queries"
        queries.mkdir()
        (queries / "heads.rq").write_text(f"SELECT ?h ?d {{ ?h <{UB}headOf> ?d }}")
        (queries / "count.rq").write_text(f"SELECT (COUNT(*) AS ?n) {{ ?s <{UB}takesCourse> ?c }}")
        (queries / "none.rq").write_text("SELECT ?s { ?s <no:such> ?o }")
        own = QuadrilleServer(BIN / "quadrille", self.folder, 1)
        port = free_port()
        with own.serving(database, port):
            out = self.folder / "all.json"
            run([BIN / "quadrille-bench", "query", "--server", f"http://127.0.0.1:{port}", "--peer",
                 f"stand-in={stand_in.url}", "--rounds", "2", "--json", out, queries], self.folder / "log")
        all_of_it = json.loads(out.read_text())
        self.assertEqual(all_of_it["remarks"], [])
        self.assertEqual([query["answers"][1]["rows"] for query in all_of_it["queries"]], [1, 15, 0])

    def test_measure_queries_goes_the_whole_way(self):
        data, database = self.university()
        shared = self.folder / "shared"
        (shared / "bench/lubm").mkdir(parents=True)
        (shared / "bench/lubm/q1.rq").write_text(f"SELECT ?h ?d {{ ?h <{UB}headOf> ?d }}")
        (shared / "bench/lubm/expected.json").write_text('{"1": {"q1": 15}}')
        out = self.folder / "out"
        ended = subprocess.run([ROOT / "scripts/measure-queries", "--db", database, "--data", data, "--universities", "1",
                                "--parts", "lubm,first", "--no-peers", "--quick", "--bin", BIN, "--out", out],
                               capture_output=True, text=True, timeout=240, stdin=subprocess.DEVNULL,
                               env={**os.environ, "QUADRILLE_SHARED": str(shared)}, check=False)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        results = json.loads((out / "results.json").read_text())
        names = ["Quadrille, 1 image", "Quadrille, 2 images", "Quadrille, 2 groups", "Quadrille, 1 % changed"]
        self.assertEqual([server["name"] for server in results["lubm"]["servers"]], names)
        self.assertEqual([server["name"] for server in results["lookups"]["servers"]], names)
        self.assertEqual(list(results["first"]["q1"]), names[:3])
        self.assertGreater(results["memory"]["lubm1"]["Quadrille, 2 images"], 0)
        self.assertIn("| q1 | 15 |", (out / "results.md").read_text())
        self.assertTrue((out / "lubm.svg").stat().st_size)
        time.sleep(0.2)
        left = subprocess.run(["pgrep", "-f", f"serve --db {database}"], capture_output=True, text=True, check=False)
        self.assertEqual(left.stdout, "")


if __name__ == "__main__":
    unittest.main()
