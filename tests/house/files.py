"""Each file is in its place: the root has only listed files, every source is built, only tests are called *_test."""

import re

# The files at the root, besides the rooms (arrows.py) and the folders below.
ROOT_FILES = {".clang-format", ".clang-tidy", ".dockerignore", ".editorconfig", ".gitignore", "ARCHITECTURE.md", "CHANGELOG.md", "CMakeLists.txt",
              "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "README.md", "mkdocs.yml", "run", "test"}
ROOT_FOLDERS = {".ci", "analytics", "base", "bench", "cmake", "dictionary", "docker", "docs", "inferencer", "loader", "lubm", "packages", "parser", "pgas", "quadstore",
                "query", "scripts", "server", "tests", "web"}

IS_TEST = re.compile(r"\b(TEST|TEST_F|TEST_P|TYPED_TEST)\(")


def listing(tree, file):
    """The CMakeLists.txt that names a source: of its folder, or of the nearest one above that has one."""
    for folder in file.parents:
        candidate = folder / "CMakeLists.txt"
        if candidate in tree.listings:
            return candidate
    return None


def is_listed(tree, file):
    candidate = listing(tree, file)
    if file.as_posix() in tree.modules:
        return True
    if candidate is None:
        return False
    name = re.escape(file.relative_to(candidate.parent).as_posix())
    text = tree.text(candidate)
    if re.search(rf"(?<![\w/.]){name}(?![\w/])", text):
        return True
    # NAME_fuzzer.cpp and the like, which a function makes of a name
    return any(re.search(rf"\b{file.stem[:-len(ending)]}\b", text) and f"${{name}}{ending}.cpp" in text
               for ending in ("_fuzzer",) if file.stem.endswith(ending))


def violations(tree):
    tree.modules = "".join(tree.text(file) for file in tree.files if file.suffix == ".cmake")
    tree.listings = {file for file in tree.files if file.name == "CMakeLists.txt"}
    for file in tree.files:
        if len(file.parts) == 1 and file.name not in ROOT_FILES:
            yield f"{file}: lies at the root, which has listed files alone (tests/house/files.py)"
        elif len(file.parts) > 1 and file.parts[0] not in ROOT_FOLDERS:
            yield f"{file}: {file.parts[0]}/ is no folder of the design (tests/house/files.py)"
    for file in tree.sources():
        if file.stem.endswith("_test") and (file.suffix != ".cpp" or not IS_TEST.search(tree.text(file))):
            yield f"{file}: only tests are called *_test"
        if file.suffix == ".cpp" and not is_listed(tree, file):
            yield f"{file}: no CMakeLists.txt builds it"
