"""The peers of the graph measurements: where each comes from, and the command that measures it.

A peer has a name, install() and measure(edges, options, json_path), which writes {"name", "version", "kernels"}.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "peers"))
from process import PeerError, run  # noqa: E402

KERNELS = ["bfs", "sssp", "wcc", "pagerank", "betweenness", "triangles", "closeness", "scc", "kcore", "louvain", "leiden"]
PATIENCE = 3600  # seconds for an installation, and for all kernels of a peer


def urgent(words):
    """The command in a session of its own, which the scheduler puts before other work on this machine."""
    if os.geteuid() != 0:
        return words
    return ["setsid", "--wait", "sh", "-c", 'echo -20 2>/dev/null >/proc/self/autogroup; exec "$@"', "sh", *words]


class PythonLibrary:
    """From PyPI, in a virtual environment."""

    def __init__(self, name, module, requirement, place):
        self.name, self.module, self.requirement, self.place = name, module, requirement, pathlib.Path(place)
        self.python = self.place / "venv/bin/python"

    def install(self):
        log = self.place / "install.log"
        if not self.python.exists():
            run([sys.executable, "-m", "venv", self.place / "venv"], log, PATIENCE)
        run([self.python, "-m", "pip", "install", "--quiet", "numpy", self.requirement], log, PATIENCE)

    def measure(self, edges, options, path):
        words = [self.python, "-B", HERE / "measure_peer.py", self.module, edges, "--json", path,
                 "--only", ",".join(options.only), "--trials", options.trials, "--threads", options.threads,
                 "--tolerance", options.tolerance, "--seconds", options.seconds]
        run(urgent(words), self.place / f"{self.module}.log", PATIENCE, environment={"OMP_NUM_THREADS": str(options.threads)})


class GraphTool(PythonLibrary):
    """The Debian package python3-graph-tool, for Debian's own Python."""

    def __init__(self, place):
        super().__init__("graph-tool", "graph_tool", None, place)
        self.python = pathlib.Path("/usr/bin/python3")

    def install(self):
        try:
            run([self.python, "-c", "import graph_tool"], self.place / "install.log", 120)
        except PeerError:
            raise PeerError("Python has no module graph_tool; install the package python3-graph-tool") from None


class Program:
    """A small program of ours that calls a library and prints a line of JSON for each kernel."""

    def run_and_keep(self, words, path, version):
        lines = path.with_suffix(".lines")
        problem = None
        try:
            run(urgent(words), path.with_suffix(".log"), PATIENCE, output=lines)
        except PeerError as error:  # the kernels before it count
            problem = str(error)
        rows = [json.loads(line) for line in lines.read_text().splitlines()]
        record = {"name": self.name, "version": version, "kernels": {row.pop("kernel"): row for row in rows}}
        path.write_text(json.dumps(record if problem is None else {**record, "problem": problem}, indent=2))


class GraphCrate(Program):
    """The crate `graph`, by cargo."""

    name = "graph (crate)"

    def __init__(self, place):
        self.place = pathlib.Path(place)

    def install(self):
        if not shutil.which("cargo"):
            raise PeerError("there is no cargo")
        source = self.place / "crate-source"  # cargo writes beside it
        shutil.copytree(HERE / "crate", source, dirs_exist_ok=True)
        run(["cargo", "build", "--release", "--quiet", "--manifest-path", source / "Cargo.toml"],
            self.place / "install.log", PATIENCE, environment={"CARGO_TARGET_DIR": str(self.place / "crate")})

    def measure(self, edges, options, path):
        words = [self.place / "crate/release/graph-peer", edges, ",".join(options.only), options.trials, options.threads,
                 options.tolerance, options.seconds]
        self.run_and_keep(words, path, "0.3.2")


class BoostParallel(Program):
    """Boost's parallel graphs: the Debian packages libboost-graph-parallel-dev and libboost-mpi-dev, over Open MPI."""

    name = "Boost (parallel)"

    def __init__(self, place):
        self.place = pathlib.Path(place)
        self.program = self.place / "boost-parallel"

    def install(self):
        if not shutil.which("mpicxx.openmpi"):
            raise PeerError("there is no mpicxx.openmpi; install libboost-graph-parallel-dev and libboost-mpi-dev")
        source = HERE / "boost/boost_parallel.cpp"
        if not self.program.exists() or self.program.stat().st_mtime < source.stat().st_mtime:
            run(["mpicxx.openmpi", "-O3", "-std=c++17", "-w", source, "-o", self.program, "-lboost_graph_parallel",
                 "-lboost_mpi", "-lboost_serialization"], self.place / "install.log", PATIENCE)

    def measure(self, edges, options, path):
        words = ["mpiexec.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", options.threads,
                 *urgent([self.program, edges, ",".join(options.only), options.trials, options.tolerance, options.seconds])]
        version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libboost-mpi-dev"], capture_output=True,
                                 text=True, check=False).stdout
        self.run_and_keep(words, path, version or "unknown")


def all_libraries(place):
    place = pathlib.Path(place).resolve()
    place.mkdir(parents=True, exist_ok=True)
    return [PythonLibrary("NetworKit", "networkit", "networkit", place),
            PythonLibrary("igraph", "igraph", "igraph", place),
            GraphTool(place),
            PythonLibrary("Kuzu", "kuzu", "kuzu==0.11.3", place),
            GraphCrate(place),
            BoostParallel(place)]
