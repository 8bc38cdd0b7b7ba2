"""The real data sets from the files as they were published (Turtle, RDF/XML, TriG) instead of the merged file.

The quads of the syntaxes must equal the lines of the merged file, and the answers must be the same.
"""

import shutil
import subprocess
import tarfile
from functools import partial

from endpoint import Endpoint
from expectations import read_expectations
from judge import wrong_answers
from published import DATA_SETS
from shared_data import Skipped, shared_file

ARCHIVES = {"qudt": "qudt-original-ttl", "fibo": "fibo-original-rdfxml", "nanopub": "nanopub-original-trig"}


def unpack(archive, folder):
    zstd = shutil.which("zstd")
    if zstd is None:
        raise Skipped("there is no program zstd here, which unpacks the files")
    plain = folder / "original.tar"
    subprocess.run([zstd, "-dq", archive, "-o", plain], check=True)
    with tarfile.open(plain) as files:
        files.extractall(folder / "original")
    return folder / "original"


def test(name, given, database, folder):
    published, _, quads = DATA_SETS[name]
    archive = shared_file(given.shared, published, f"{ARCHIVES[name]}.tar.zst")
    expectations = read_expectations(name, shared_file(given.shared, published))
    database.build(unpack(archive, folder))
    yield from database.wrong_number(quads)
    with Endpoint(database) as endpoint:
        yield from wrong_answers(endpoint, expectations)


TESTS = {f"{name}-original": partial(test, name) for name in ARCHIVES}
