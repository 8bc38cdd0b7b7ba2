"""The reasoners, each with its installation and its program."""

import json
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from process import PeerError, run  # noqa: E402


class Reasoner:
    """`separate`: the program reasons while it loads. A second run only loads, and the difference is the reasoning."""

    def __init__(self, name, configuration, rules, separate=False):
        self.name, self.configuration, self.rules, self.separate = name, configuration, rules, separate

    def home(self, place):
        return place / self.name

    def measure(self, place, rules, query, files, memory_gb, seconds):
        """Figures of one run."""
        if rules not in self.rules:
            raise PeerError(f"{self.name} has no rules {rules}, but {', '.join(self.rules)}")
        figures = self.once(place, rules, query, files, memory_gb, seconds)
        if self.separate:
            plain = self.once(place, "none", query, files, memory_gb, seconds)
            figures["reason_seconds"] = figures["load_seconds"] - plain["load_seconds"]
            figures["load_seconds"] = plain["load_seconds"]
            figures["inferred"] = figures.pop("triples") - plain["triples"]
        figures["first_answer_seconds"] = figures["load_seconds"] + figures["reason_seconds"] + figures["answer_seconds"]
        return {"name": self.name, "version": self.version(place), **figures}

    def once(self, place, rules, query, files, memory_gb, seconds):
        log, output = place / f"{self.name}-reason.log", place / f"{self.name}-reason.json"
        run([*self.words(place, memory_gb), rules, query, *files], log, seconds, output=output)
        return json.loads(output.read_text().splitlines()[-1])


class PythonReasoner(Reasoner):
    def __init__(self, package, program, configuration, rules, separate=False):
        super().__init__(package, configuration, rules, separate)
        self.program = program

    def install(self, place):
        home = self.home(place)
        if not (home / "installed").exists():
            run([sys.executable, "-m", "venv", home], place / f"{self.name}-install.log")
            run([home / "bin/pip", "install", "--quiet", "--retries", "1", self.name], place / f"{self.name}-install.log")
            (home / "installed").touch()

    def version(self, place):
        words = [self.home(place) / "bin/python", "-c",
                 f"import importlib.metadata as known; print(known.version('{self.name}'))"]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()

    def words(self, place, memory_gb):
        return ["prlimit", f"--as={memory_gb << 30}", self.home(place) / "bin/python", "-B", HERE / self.program]


class JavaReasoner(Reasoner):
    def __init__(self, name, program, version, configuration, rules, separate=False):
        super().__init__(name, configuration, rules, separate)
        self.program, self.known_version = program, version

    def home(self, place):
        return place / "java"

    def install(self, place):
        for program, package in (("javac", "default-jdk-headless"), ("mvn", "maven")):
            if not shutil.which(program):
                raise PeerError(f"{self.name} needs {program}: install the package {package}")
        home, log = self.home(place), place / f"{self.name}-install.log"
        if not (home / "jars").exists():
            run(["mvn", "--batch-mode", "--quiet", "-f", HERE / "pom.xml", "dependency:copy-dependencies",
                 f"-DoutputDirectory={home / 'loading'}"], log, 1200)
            (home / "loading").rename(home / "jars")
        run(["javac", "-cp", f"{home}/jars/*", "-d", home / "classes", HERE / f"{self.program}.java"], log)

    def version(self, place):
        return self.known_version

    def words(self, place, memory_gb):
        home = self.home(place)
        return ["java", f"-Xmx{memory_gb}g", "-cp", f"{home}/classes:{home}/jars/*", self.program]


REASONERS = [
    PythonReasoner("sparq-rdf", "sparq_reasoner.py", "`Graph.reason`, profiles rdfs and owl", ["rdfs", "owl-rl"]),
    PythonReasoner("reasonable", "reasonable_reasoner.py", "`PyReasoner.reason`; no queries", ["owl-rl"]),
    PythonReasoner("nemo-python", "nemo_reasoner.py", "the rules of inferencer/rules, in its language", ["rdfs", "owl-rl"],
                   separate=True),
    JavaReasoner("jena", "JenaReasoner", "5.2.0", "rdfs: streaming RDFS into a graph in memory; owl-rl: OWL Micro",
                 ["rdfs", "owl-rl"]),
    JavaReasoner("rdf4j", "Rdf4jReasoner", "5.1.0", "MemoryStore with SchemaCachingRDFSInferencer", ["rdfs"],
                 separate=True),
]
