"""The constants that decide a plan are in one table, query/plan/cost/costs.hpp, each with what measures it."""

import re

TABLE = "query/plan/cost/costs.hpp"
BENCHMARK = "bench/cost/cost_command.cpp"
ROOMS = ("query/plan/", "query/index/", "query/joins/", "server/engine/query_service")
WITHOUT_LITERALS = ("query/plan/",)  # rooms that only decide

# Constants of these rooms that decide no plan, by file.
OTHERS = {
    "query/index/cardinality.hpp": {"kMostEstimatedRows"},  # a bound of all estimates
    "query/index/edge_lookup.cpp": {"kNode", "kPredicate", "kEnd"},  # names
    "query/index/key_packing.cpp": {"kMostEscapes"},  # the form of a message
    "query/index/search_lookup.cpp": {"kRowsAtATime"},  # between looks at the deadline
    "query/joins/multiway_join.cpp": {"kMuchLonger", "kFewBits", "kStepsBetweenLooks", "kFar", "kNear"},  # of its loops
    "query/joins/owner_matches.cpp": {"kBytes"},  # memory
    "query/plan/logical/plan_watch.cpp": {"kOperatorBytes"},  # memory
    "query/plan/logical/plan_watch.hpp": {"kMostDeep", "kSeenTogether", "kMostJoined", "kMostColumns"},  # errors
    "query/plan/order/join_order_cache.cpp": {"kTable"},  # a marker
    "query/plan/order/join_order_cache.hpp": {"kMost"},  # memory
    "query/plan/physical/placed.cpp": {"kCellsBetweenLooks"},  # at the deadline
}

NUMBER = r"(?:\d[\d']*(?:\.\d+)?(?:e\d+)?)"
DECLARED = re.compile(r"constexpr\s+[\w:]+\s+(k[A-Z]\w*\s*=[^;]*);")
NAMED = re.compile(r"\b(k[A-Z]\w*)\s*=([^,]*)")
LITERAL = re.compile(rf"(?:[<>]=?|[*/%])\s*({NUMBER})(?![\w.])|(?<![\w.'])({NUMBER})\s*[*/%]")
CODE = re.compile(r'//[^\n]*|"(?:[^"\\\n]|\\.)*"|#\s*include[^\n]*')
CONSTANT = re.compile(r"(?m)^(?://[^\n]*\n)?inline constexpr [\w:]+ (k\w+)[^;]*;[^\n]*")  # with its comments
REASON = re.compile(r"\[((?:fact|not measured): [^\]]+|guess|margin|limit|[a-z-]+)\]")


def code_of(text):
    """The text without comments, strings and includes, on the same lines."""
    return CODE.sub("", text)


def is_structural(number):
    """0, 1, 2 and the like count things that the code itself has: both sides, three parts of a cycle."""
    return float(number.replace("'", "")) in (0, 1, 2, 3, 4)


def misplaced(file, name, text):
    for found in DECLARED.finditer(text):
        for constant, value in NAMED.findall(found[1]):
            has_number = any(number not in ("0", "1") for number in re.findall(rf"(?<![\w.'])({NUMBER})", value))
            if has_number and constant not in OTHERS.get(name, ()):
                yield f"{file}:{text.count(chr(10), 0, found.start()) + 1}: {constant} belongs in {TABLE}"
    if name.startswith(WITHOUT_LITERALS):
        for number, line in enumerate(text.split("\n"), 1):
            for literal in LITERAL.finditer(line):
                if "constexpr" not in line and not is_structural(literal[1] or literal[2]):
                    yield f"{file}:{number}: {literal[0].strip()} is a number without a name; it belongs in {TABLE}"


def unmeasured(tree, table):
    benchmark = next((tree.text(file) for file in tree.files if file.as_posix() == BENCHMARK), "")
    for constant in CONSTANT.finditer(tree.text(table)):
        reason, name = REASON.search(constant[0]), constant[1]
        if not reason:
            yield f"{table}: {name} says neither what measures it nor why nothing does"
        elif re.fullmatch(r"[a-z-]+", reason[1]) and reason[1] not in ("guess", "margin", "limit"):
            if f'"{reason[1]}"' not in benchmark:
                yield f"{table}: {name} is not measured: {BENCHMARK} has no subject {reason[1]}"


def violations(tree):
    for file in tree.sources():
        name = file.as_posix()
        if name == TABLE:
            yield from unmeasured(tree, file)
        elif name.startswith(ROOMS) and not file.stem.endswith("_test") and "testing" not in file.parts:
            yield from misplaced(file, name, code_of(tree.text(file)))
