"""A database made with `quadrille build`, and the outputs of `quadrille info` and `quadrille dump` for it."""

import json
import os
import subprocess

TIME_LIMIT_S = 300
MEMORY = "2G"  # for all images together: several of these tests may run at once

# Settings for Open MPI: root may start programs, and more processes than there are cores.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1"}


class Database:
    def __init__(self, quadrille, folder, images):
        self.quadrille, self.folder, self.images = quadrille, folder, images

    def build(self, *files):
        self._run("build", "--images", str(self.images), "--memory", MEMORY, *files)

    def quads(self):
        """Number of distinct quads, all graphs together."""
        counts = json.loads(self._run("info", "--json"))["quads"]
        return counts["default_graph"] + counts["named_graphs"]

    def wrong_number(self, wanted):
        """A text if the number of distinct quads is wrong."""
        found = self.quads()
        if found != wanted:
            yield f"quads: expected {wanted}, found {found}"

    def dump(self, syntax):
        """All lines, in the order of the output. Syntax: nt for the default graph, nq for all."""
        return self._run("dump", "--images", str(self.images), "--format", syntax).splitlines()

    def _run(self, command, *words):
        """Standard output of a command that must succeed within the limit (`timeout` ends it with all its images)."""
        ended = subprocess.run(
            ["timeout", "--kill-after=10", str(TIME_LIMIT_S), self.quadrille, command, "--db", self.folder, *words],
            stdin=subprocess.DEVNULL, capture_output=True, env=ENVIRONMENT)
        if ended.returncode != 0:
            said = ended.stderr.decode(errors="replace")
            raise RuntimeError(f"quadrille {command} ended with {ended.returncode}:\n{said}")
        return ended.stdout
