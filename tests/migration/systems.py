"""The systems that data come from: each loads files, answers queries, and exports everything by its own means.

    with Fuseki(place, folder) as system:    Missing if it is not installed, with the reason
        system.load([files])
        system.ask(query)                    -> an answer in SPARQL's JSON (SELECT, ASK) or Turtle (CONSTRUCT)
        system.export()                      -> the files, as the system writes them

`place` is the folder of bench/peers (build/peers), where `bench/peers/peers install` puts programs. The exports are those that
docs/migration.md and its pages show. `union`: the default graph of its queries is the union of all graphs.
"""

import gzip
import http.client
import os
import shutil
import sys
import urllib.parse
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench/peers"))

import fuseki  # noqa: E402
import oxigraph  # noqa: E402
import virtuoso  # noqa: E402
from process import PeerError, Running, free_port, run  # noqa: E402

from pages import here_document  # noqa: E402

JSON = "application/sparql-results+json"
MEMORY_BYTES = 1 << 30
SECONDS = 600


class Missing(Exception):
    """The system is not installed; the text names what is missing."""


def request(port, method, path, body=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise PeerError(f"{method} {path}: status {answer.status}: {content[:500].decode(errors='replace')}")
        return content
    finally:
        connection.close()


class System:
    name = ""
    page = ""        # its page in docs/
    union = False
    differs = {}     # {name of a query: why its answer is another one, as the page says}
    cannot = {}      # {part of a query of the page: why the system here gives no answer, or another one}

    def __init__(self, place, folder):
        self.place = Path(place)
        self.folder = Path(folder)
        self.server = None

    def __enter__(self):
        self.prepare()
        return self

    def __exit__(self, *_):
        self.stop()

    def prepare(self):
        """Raises Missing if the system is not installed."""

    def stop(self):
        if self.server:
            self.server.stop()
            self.server = None

    def version(self):
        raise NotImplementedError

    def load(self, files):
        raise NotImplementedError

    def ask(self, query, accept=JSON):
        raise NotImplementedError

    def export(self):
        raise NotImplementedError

    def peer(self, kind):
        """The peer of bench/peers, if it is installed."""
        peer = kind(self.place, MEMORY_BYTES, SECONDS)
        if not self.is_installed(peer):
            raise Missing(f"{self.name} is not in {self.place}: bench/peers/peers install --only {self.name.lower()}")
        return peer

    def is_installed(self, peer):
        return peer.home.exists()

    def form(self, path, query, accept, others=()):
        return request(self.port, "POST", path, urllib.parse.urlencode([("query", query), *others]),
                       {"Content-Type": "application/x-www-form-urlencoded", "Accept": accept})


class OxigraphEngine(System):
    """The engine of Oxigraph in this process: the Python package pyoxigraph."""
    name = "pyoxigraph"
    page = "migration-oxigraph.md"
    cannot = {"geof:": "the package has no GeoSPARQL"}

    def prepare(self):
        try:
            import pyoxigraph
        except ImportError:
            raise Missing("pyoxigraph is not installed: ./test installs it in build/venv") from None
        self.package = pyoxigraph
        self.store = pyoxigraph.Store()

    def version(self):
        return f"pyoxigraph {self.package.__version__}"

    def load(self, files):
        for file in files:
            self.store.bulk_load(path=str(file))

    def ask(self, query, accept=JSON):
        answer = self.store.query(query)
        if isinstance(answer, self.package.QueryTriples):
            return answer.serialize(format=self.package.RdfFormat.TURTLE)
        return answer.serialize(format=self.package.QueryResultsFormat.JSON)

    def export(self):
        file = self.folder / "oxigraph.nq"
        self.store.dump(str(file), format=self.package.RdfFormat.N_QUADS)
        return [file]


class Oxigraph(System):
    """The server of Oxigraph."""
    name = "Oxigraph"
    page = "migration-oxigraph.md"
    cannot = {"geof:": "the data have no geometries"}

    def prepare(self):
        self.program = self.peer(oxigraph.Oxigraph)

    def version(self):
        return self.program.version()

    def load(self, files):
        self.database = self.folder / "oxigraph"
        words = [word for file in files for word in ("--file", file)]
        run([self.program.words, "load", "--location", self.database, *words], self.program.log("load"), SECONDS)
        self.port = free_port()
        self.server = Running([self.program.words, "serve-read-only", "--location", self.database, "--bind",
                               f"127.0.0.1:{self.port}"], self.program.log("serve"), SECONDS)
        self.server.await_answer(f"http://127.0.0.1:{self.port}/query")

    def ask(self, query, accept=JSON):
        return self.form("/query", query, accept)

    def export(self):
        self.stop()
        file = self.folder / "oxigraph.nq"
        run([self.program.words, "dump", "--location", self.database, "--file", file], self.program.log("dump"), SECONDS)
        return [file]


class Fuseki(System):
    """Apache Jena Fuseki with TDB2 and a text index; exported by tdb2.tdbdump and by HTTP, which must be as long."""
    name = "Fuseki"
    page = "migration-fuseki.md"
    CONFIGURATION = """PREFIX : <#>
PREFIX fuseki: <http://jena.apache.org/fuseki#>
PREFIX tdb2: <http://jena.apache.org/2016/tdb#>
PREFIX text: <http://jena.apache.org/text#>
[] a fuseki:Service ; fuseki:name "ds" ; fuseki:dataset :dataset ;
   fuseki:endpoint [ fuseki:operation fuseki:query ; fuseki:name "query" ] , [ fuseki:operation fuseki:gsp-r ; fuseki:name "data" ] .
:dataset a text:TextDataset ; text:dataset [ a tdb2:DatasetTDB2 ; tdb2:location "{database}" ] ; text:index :index .
:index a text:TextIndexLucene ; text:directory "{database}-text" ; text:entityMap :map .
:map a text:EntityMap ; text:entityField "uri" ; text:defaultField "text" ;
   text:map ( [ text:field "text" ; text:predicate <http://example.org/text> ] ) .
"""

    def prepare(self):
        self.program = self.peer(fuseki.Fuseki)

    def is_installed(self, peer):
        return bool(shutil.which("java")) and peer.jar.exists()

    def version(self):
        return self.program.version()

    def load(self, files):
        self.database = self.folder / "fuseki"
        configuration = self.folder / "configuration.ttl"
        configuration.write_text(self.CONFIGURATION.format(database=self.database))
        run(self.program.java("tdb2.tdbloader", f"--loc={self.database}", *files), self.program.log("load"), SECONDS)
        run(self.program.java("jena.textindexer", f"--desc={configuration}"), self.program.log("load"), SECONDS)
        self.port = free_port()
        main = "org.apache.jena.fuseki.main.cmds.FusekiMainCmd"
        self.server = Running(self.program.java(main, "--localhost", "--port", self.port, f"--config={configuration}"),
                              self.program.log("serve"), SECONDS, folder=self.program.home)
        self.server.await_answer(f"http://127.0.0.1:{self.port}/ds/query")

    def ask(self, query, accept=JSON):
        return self.form("/ds/query", query, accept)

    def export(self):
        served = request(self.port, "GET", "/ds/data", headers={"Accept": "application/n-quads"})
        self.stop()
        dumped = self.folder / "fuseki.nq"
        run(self.program.java("tdb2.tdbdump", f"--loc={self.database}"), self.program.log("dump"), SECONDS, output=dumped)
        if len(served.splitlines()) != len(dumped.read_bytes().splitlines()):
            raise PeerError("the dumps of Fuseki by HTTP and by tdb2.tdbdump have different numbers of quads")
        file = self.folder / "fuseki.nq.gz"
        file.write_bytes(gzip.compress(dumped.read_bytes()))
        return [file]


class Virtuoso(System):
    """Virtuoso. What has no graph in the files goes into the graph virtuoso.GRAPH; queries name the graphs of the data."""
    name = "Virtuoso"
    page = "migration-virtuoso.md"
    differs = {"path of one or more": "it has a row for each path"}
    cannot = {"DEFINE": "it has no rule set", "SELECT ?c COUNT(?x)": "its column has a name that is no variable"}
    union = True

    def prepare(self):
        self.program = self.peer(virtuoso.Virtuoso)

    def is_installed(self, peer):
        return bool(shutil.which("virtuoso-t") and shutil.which("isql-vt"))

    def version(self):
        return self.program.version()

    def sql(self, *words):
        """Runs isql with these words, a file or exec=... Its status is 0 after errors, too."""
        said = self.folder / "isql.txt"
        run(["isql-vt", f"127.0.0.1:{self.sql_port}", "dba", "dba", "VERBOSE=OFF", *words], self.program.log("sql"), SECONDS,
            output=said)
        if "*** Error" in said.read_text():
            raise PeerError(f"isql-vt {' '.join(words)}: {said.read_text()}")

    def load(self, files):
        home = self.folder / "virtuoso"
        home.mkdir()
        folder = Path(files[0]).parent
        self.port = free_port()
        self.server, self.sql_port = self.program.start(home, self.port, f"{folder}, {self.folder}")
        self.server.await_answer(f"http://127.0.0.1:{self.port}/sparql")
        for file in files:
            self.sql(f"exec=ld_dir('{folder}', '{file.name}', '{virtuoso.GRAPH}');")
        self.sql("exec=DB.DBA.RDF_OBJ_FT_RULE_ADD(null, null, 'All'); rdf_loader_run(); DB.DBA.VT_INC_INDEX_DB_DBA_RDF_OBJ(); checkpoint;")

    def ask(self, query, accept=JSON):
        graphs = [] if "FROM" in query else [("default-graph-uri", graph) for graph in self.graphs()]
        answer = self.form("/sparql", query, accept, graphs + [("named-graph-uri", graph) for _, graph in graphs])
        return answer.replace(b'"typed-literal"', b'"literal"').replace(b'"nodeID://', b'"')  # JSON of a draft of the standard

    def graphs(self):
        return [virtuoso.GRAPH, "http://example.org/north", "http://example.org/south"]

    def export(self):
        """By the procedure of the page, which leaves out the graphs of the system itself."""
        procedure = self.folder / "dump.sql"
        procedure.write_text(here_document("dump.sql", self.page))
        self.sql(str(procedure))
        file = self.folder / "virtuoso.nq"
        self.sql(f"exec=DUMP_QUADS('{file}');")
        return [file]


class Blazegraph(System):
    """Blazegraph, the jar com.blazegraph:blazegraph-jar of Maven, with a namespace of quads.

    It is made for Java 8. Later ones look for its files in the module of java.lang.String, so they are put there.
    """
    name = "Blazegraph"
    page = "migration-blazegraph.md"
    cannot = {"wikibase:": "only the Wikidata Query Service has it", "gas:service": "its depths have the type xsd:int"}
    union = True
    VERSION = "2.1.5"
    PROPERTIES = """com.bigdata.journal.AbstractJournal.file={folder}/blazegraph.jnl
com.bigdata.rdf.store.AbstractTripleStore.quads=true
com.bigdata.rdf.store.AbstractTripleStore.statementIdentifiers=false
com.bigdata.rdf.store.AbstractTripleStore.axiomsClass=com.bigdata.rdf.axioms.NoAxioms
com.bigdata.rdf.store.AbstractTripleStore.textIndex=true
com.bigdata.rdf.sail.truthMaintenance=false
"""

    def prepare(self):
        self.jar = self.place / f"blazegraph/blazegraph-jar-{self.VERSION}.jar"
        if not (shutil.which("java") and self.jar.exists()):
            raise Missing(f"{self.jar} is missing: mvn dependency:copy -Dartifact=com.blazegraph:blazegraph-jar:{self.VERSION}:jar "
                          f"-DoutputDirectory={self.jar.parent}")

    def version(self):
        return f"Blazegraph {self.VERSION}"

    def load(self, files):
        properties = self.folder / "RWStore.properties"
        properties.write_text(self.PROPERTIES.format(folder=self.folder))
        pages = self.folder / "pages"
        with zipfile.ZipFile(self.jar) as jar:
            jar.extractall(pages, [name for name in jar.namelist() if name.startswith("war/") or name == "jetty.xml"])
        self.port = free_port()
        opened = [f"--add-opens=java.base/java.{package}=ALL-UNNAMED" for package in ("lang", "util")]
        settings = [f"-Djetty.port={self.port}", "-Djetty.host=127.0.0.1", "-Djetty.start.timeout=100",
                    f"-Dbigdata.propertyFile={properties}"]
        self.server = Running(["java", "-Xmx1g", "--patch-module", f"java.base={pages}", *opened, *settings, "-jar", self.jar],
                              self.folder / "blazegraph.log", SECONDS, folder=self.folder)
        self.server.await_answer(f"http://127.0.0.1:{self.port}/blazegraph/sparql")
        for file in files:
            kind = "text/plain" if file.suffix == ".nt" else "text/x-nquads"
            request(self.port, "POST", "/blazegraph/namespace/kb/sparql", file.read_bytes(), {"Content-Type": kind})

    def ask(self, query, accept=JSON):
        return self.form("/blazegraph/namespace/kb/sparql", query, accept)

    def export(self):
        content = request(self.port, "GET", "/blazegraph/namespace/kb/sparql?GETSTMTS&includeInferred=false",
                          headers={"Accept": "text/x-nquads"})
        file = self.folder / "blazegraph.nq"
        file.write_bytes(content)
        return [file]


SYSTEMS = [OxigraphEngine, Oxigraph, Fuseki, Virtuoso, Blazegraph]
PLACE = os.environ.get("QUADRILLE_TEST_PEERS", str(ROOT / "build/peers"))
