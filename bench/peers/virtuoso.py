"""Virtuoso Open Source 7, from the distribution's package virtuoso-opensource-7.

Its bulk loader (ld_dir, rdf_loader_run, checkpoint) into one graph, which the endpoint's address names. NumberOfBuffers
and MaxDirtyBuffers are set for the memory as its documentation advises (85 and 62 a MB); no limits on rows and times; two
threads a query, for two cores. The package's own database and service are not changed.
"""

import os
import shutil
import subprocess

from peer import Peer
from process import PeerError, Running, free_port, run

GRAPH = "urn:data"

CONFIGURATION = """[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
FileExtend = 200
MaxCheckpointRemap = 2000
Striping = 0
TempStorage = TempDatabase

[TempDatabase]
DatabaseFile = virtuoso-temp.db
TransactionFile = virtuoso-temp.trx
MaxCheckpointRemap = 2000
Striping = 0

[Parameters]
ServerPort = 127.0.0.1:{sql_port}
DisableUnixSocket = 1
MaxClientConnections = 40
CheckpointInterval = 0
CaseMode = 2
DirsAllowed = {data_folder}
NumberOfBuffers = {buffers}
MaxDirtyBuffers = {dirty}
MaxQueryMem = {query_memory}M
VectorSize = 1000
MaxVectorSize = 1000000
ThreadsPerQuery = {threads}
AsyncQueueMaxThreads = 10

[HTTPServer]
ServerPort = 127.0.0.1:{port}
ServerRoot = .
MaxClientConnections = 40
ServerThreads = 40
MaxKeepAlives = 40
KeepAliveTimeout = 600

[SPARQL]
ResultSetMaxRows = 0
MaxQueryCostEstimationTime = 0
MaxQueryExecutionTime = 0

[Client]
SQL_QUERY_TIMEOUT = 0
SQL_TXN_TIMEOUT = 0
"""


class Virtuoso(Peer):
    name = "Virtuoso"
    path = f"/sparql?default-graph-uri={GRAPH.replace(':', '%3A')}#form"
    configuration = ("bulk loader into one graph, which the endpoint's address names; 85 buffers a MB of memory, 62 of them "
                     "dirty at most; two threads a query; no limits on rows")

    def install(self):
        if shutil.which("virtuoso-t") and shutil.which("isql-vt"):
            return
        if os.geteuid() != 0:
            raise PeerError("Virtuoso comes by apt: as root, `apt-get install virtuoso-opensource-7`")
        run(["apt-get", "install", "--yes", "--no-install-recommends", "virtuoso-opensource-7"], self.log("install"),
            1200, environment={"DEBIAN_FRONTEND": "noninteractive"})

    def version(self):
        try:
            said = subprocess.run(["virtuoso-t", "-?"], capture_output=True, text=True, timeout=60, check=False)
        except OSError as error:
            raise PeerError(f"virtuoso-t does not run: {error}") from None
        for line in (said.stdout + said.stderr).splitlines():
            if "Version" in line:
                return line.strip()
        return "Virtuoso"

    def start(self, folder, port, data_folder):
        megabytes = self.memory_bytes >> 20
        sql_port = free_port()
        (folder / "virtuoso.ini").write_text(CONFIGURATION.format(
            port=port, sql_port=sql_port, data_folder=data_folder, buffers=megabytes * 85, dirty=megabytes * 62,
            query_memory=max(256, megabytes // 4), threads=os.cpu_count() or 2))
        server = Running(["virtuoso-t", "-f", "-c", "virtuoso.ini"], self.log("serve"), self.seconds, folder=folder)
        return server, sql_port

    def load_into(self, folder, data):
        port = free_port()
        server, sql_port = self.start(folder, port, data.parent)
        with server:
            server.await_answer(f"http://127.0.0.1:{port}/sparql")
            words = (f"ld_dir('{data.parent}', '{data.name}', '{GRAPH}'); rdf_loader_run(); checkpoint;"
                     "select ll_error from DB.DBA.load_list where ll_error is not null;")
            output = folder / "loaded.txt"
            seconds = run(["isql-vt", f"127.0.0.1:{sql_port}", "dba", "dba", "VERBOSE=OFF", f"exec={words}"],
                          self.log("load"), self.seconds, output=output)
        (folder / "virtuoso.lck").unlink(missing_ok=True)
        return seconds

    def serve(self, folder, port):
        return self.start(folder, port, folder)[0]
