"""Apache Jena Fuseki, the jar org.apache.jena:jena-fuseki-server of Maven, which needs no other files.

A TDB2 database made by `tdb2.tdbloader --loader=parallel`, with statistics for the optimizer (`tdb2.tdbstats`); served
without updates. The heap gets half of the memory, the rest is for the files that TDB2 maps. Requests are not logged.
Needs Java 17 (Debian and Ubuntu: default-jre-headless) and mvn.
"""

import shutil

from peer import Peer
from process import PeerError, Running, run

VERSION = "5.6.0"

LOGGING = """status = error
appender.out.type = Console
appender.out.name = out
appender.out.layout.type = PatternLayout
rootLogger.level = warn
rootLogger.appenderRef.out.ref = out
"""


class Fuseki(Peer):
    name = "Fuseki"
    path = "/ds/query"
    configuration = ("TDB2 by `tdb2.tdbloader --loader=parallel`, with `tdb2.tdbstats`; a heap of half the memory given; "
                     "no log of requests")

    @property
    def jar(self):
        return self.home / f"jena-fuseki-server-{VERSION}.jar"

    def install(self):
        if not shutil.which("java"):
            raise PeerError("Fuseki needs Java 17: install the package default-jre-headless")
        if self.jar.exists():
            return
        if not shutil.which("mvn"):
            raise PeerError("Fuseki comes by Maven: install the package maven")
        self.home.mkdir(parents=True, exist_ok=True)
        run(["mvn", "--batch-mode", "--quiet", "dependency:copy",
             f"-Dartifact=org.apache.jena:jena-fuseki-server:{VERSION}:jar", f"-DoutputDirectory={self.home}"],
            self.log("install"), 1200)

    def version(self):
        return f"Apache Jena Fuseki {VERSION}"

    def java(self, *words):
        logging = self.home / "logging.properties"
        logging.write_text(LOGGING)
        heap = max(512, self.memory_bytes // 2 >> 20)
        return ["java", f"-Xmx{heap}m", f"-Dlog4j2.configurationFile={logging}", "-cp", self.jar, *words]

    def load_into(self, folder, data):
        database = folder / "db"
        seconds = run(self.java("tdb2.tdbloader", "--loader=parallel", f"--loc={database}", data), self.log("load"),
                      self.seconds)
        statistics = folder / "stats.opt"
        seconds += run(self.java("tdb2.tdbstats", f"--loc={database}"), self.log("load"), self.seconds, output=statistics)
        shutil.move(statistics, database / "Data-0001/stats.opt")
        return seconds

    def serve(self, folder, port):
        main = "org.apache.jena.fuseki.main.cmds.FusekiMainCmd"
        return Running(self.java(main, "--localhost", "--port", port, "--tdb2", f"--loc={folder / 'db'}", "/ds"),
                       self.log("serve"), self.seconds, folder=self.home)
