"""The type of a column of terms, by its cells:

    the cells of a column                       the column
    IRIs                                        string
    xsd:string                                  string
    xsd:integer and types derived from it       int64; decimal128 or decimal256 without fraction if a number is too large
    xsd:decimal, or decimals and integers       decimal128 or decimal256 with the digits of the longest fraction
    xsd:double, xsd:float                       float64, float32
    xsd:boolean                                 bool
    xsd:dateTime without zones                  timestamp without zone
    xsd:dateTime with zones                     timestamp in UTC; a column NAME@zone has the zones, if one is not UTC
    xsd:date, xsd:time without zones            date32, time64
    strings with languages                      string; a column NAME@lang has the languages, null for plain strings
    one other datatype, or values that the      string, with the texts of the values
      types above cannot hold
    no cell at all                              null
    everything else: a mixture                  string, with terms in N-Triples

Unbound cells are null. The metadata of a field, {"rdf": ...}, has what the cells are: iri, term, language, zone, or a datatype.
"""

from typing import Any, List, NamedTuple, Optional

from .arrow import Kernels
from .terms import LANGUAGE_STRING, XSD, bare_datatype, unescaped

DERIVED_INTEGERS = {XSD + name for name in (
    "integer", "long", "int", "short", "byte", "nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger",
    "unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte")}
# Numbers without quotes.
BARE = {XSD + "integer": r"[+-]?[0-9]+", XSD + "decimal": r"[+-]?[0-9]*\.[0-9]+",
        XSD + "double": r"[+-]?[0-9]*\.?[0-9]*[eE][+-]?[0-9]+"}

# The texts of the values that Arrow's conversions read exactly, as regular expressions of RE2.
SHAPES = {XSD + "decimal": r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$",
          XSD + "double": r"^([+-]?(([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|INF)|NaN)$",
          XSD + "boolean": r"^(true|false|1|0)$",
          XSD + "dateTime": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})?$",
          XSD + "date": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
          XSD + "time": r"^[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?$",
          **{datatype: r"^[+-]?[0-9]+$" for datatype in DERIVED_INTEGERS}}
SHAPES[XSD + "float"] = SHAPES[XSD + "double"]
ZONE = r"(?P<zone>Z|[+-][0-9]{2}:[0-9]{2})$"


class Column(NamedTuple):
    name: str
    cells: Any
    rdf: str


def typed(kernels: Kernels, name: str, cells: Any) -> List[Column]:
    """The column of these terms, and its companion if it has one."""
    compute = kernels.compute
    first = next((cell.as_py() for cell in compute.drop_null(cells[:1000]) or compute.drop_null(cells)), None)
    if first is None:
        return [Column(name, kernels.arrow.nulls(len(cells)), "unbound")]
    if first[0] == "<" and kernels.all(compute.starts_with(cells, "<")):
        return [Column(name, unescaped_cells(kernels, compute.utf8_slice_codeunits(cells, 1, -1)), "iri")]
    if first[0] in "<_":
        return [Column(name, in_n_triples(kernels, cells), "term")]
    if first[0] == '"' and not first.endswith(">"):
        found = strings(kernels, name, cells)
    else:
        found = of_one_datatype(kernels, name, cells, datatype_of(first))
    return found or [Column(name, in_n_triples(kernels, cells), "term")]


def datatype_of(term: str) -> str:
    return unescaped(term[term.rindex('"') + 4:-1]) if term[0] == '"' else bare_datatype(term)


def strings(kernels: Kernels, name: str, cells: Any) -> Optional[List[Column]]:
    """Plain strings and those with languages; None if other terms are among them."""
    compute = kernels.compute
    quoted = compute.starts_with(cells, '"')
    plain = compute.ends_with(cells, '"')
    if kernels.all(compute.and_(quoted, plain)):
        return [Column(name, unescaped_cells(kernels, compute.utf8_slice_codeunits(cells, 1, -1)), XSD + "string")]
    parts = compute.extract_regex(cells, r'(?s)^"(?P<text>.*)"(?:@(?P<language>[A-Za-z0-9-]+))?$')
    if compute.count(parts).as_py() != compute.count(cells).as_py():
        return None
    text, language = (compute.struct_field(parts, part) for part in (0, 1))
    language = compute.if_else(compute.equal(language, ""), None, language)
    return [Column(name, unescaped_cells(kernels, text), LANGUAGE_STRING), Column(name + "@lang", language, "language")]


def of_one_datatype(kernels: Kernels, name: str, cells: Any, datatype: str) -> Optional[List[Column]]:
    """The column of the values of one datatype; of decimals, if there are decimals and integers; None for a mixture."""
    compute = kernels.compute
    for candidate in (datatype, XSD + "decimal") if datatype == XSD + "integer" else (datatype,):
        suffix = f'"^^<{candidate}>'
        quoted = compute.and_(compute.starts_with(cells, '"'), compute.ends_with(cells, suffix))
        if not kernels.all(compute.or_(quoted, bare_cells(kernels, cells, candidate))):
            continue
        if not kernels.any(quoted):  # the server leaves the quotes out only where the text is as it must be
            return values(kernels, name, cells, candidate)
        inner = compute.utf8_slice_codeunits(cells, 1, -len(suffix))
        texts = compute.if_else(quoted, unescaped_cells(kernels, inner), cells)
        if candidate in SHAPES and kernels.all(compute.match_substring_regex(texts, SHAPES[candidate])):
            return values(kernels, name, texts, candidate)
        return [Column(name, texts, candidate)]
    return None


def bare_cells(kernels: Kernels, cells: Any, datatype: str) -> Any:
    """Which cells are numbers without quotes of this datatype; integers count as decimals, for they are decimals."""
    if datatype not in BARE:
        return kernels.arrow.scalar(False)
    shape = rf"{BARE[XSD + 'integer']}|{BARE[datatype]}" if datatype == XSD + "decimal" else BARE[datatype]
    return kernels.compute.match_substring_regex(cells, f"^({shape})$")


def values(kernels: Kernels, name: str, texts: Any, datatype: str) -> List[Column]:
    """The column of the values with these texts, which have the shape of the datatype."""
    try:
        return converted(kernels, name, texts, datatype)
    except kernels.arrow.ArrowInvalid:  # beyond each type
        return [Column(name, texts, datatype)]


def converted(kernels: Kernels, name: str, texts: Any, datatype: str) -> List[Column]:
    arrow, compute = kernels.arrow, kernels.compute
    if datatype == XSD + "dateTime":
        return times(kernels, name, texts)
    if datatype in DERIVED_INTEGERS:
        cells = integers(kernels, texts)
    elif datatype == XSD + "decimal":
        cells = decimals(kernels, texts)
    elif datatype == XSD + "boolean":
        cells = compute.is_in(texts, value_set=arrow.array(["true", "1"]))
        cells = compute.if_else(compute.is_valid(texts), cells, None)
    elif datatype == XSD + "time":
        day = compute.binary_join_element_wise("1970-01-01T", texts, "")
        made = timestamps(kernels, day, None)
        cells = made.cast(arrow.time64(made.type.unit))
    else:
        cells = texts.cast({XSD + "double": arrow.float64(), XSD + "float": arrow.float32(), XSD + "date": arrow.date32()}[datatype])
    return [Column(name, cells, datatype)]


def timestamps(kernels: Kernels, texts: Any, zone: Optional[str]) -> Any:
    """Timestamps of microseconds, or of nanoseconds if the texts have such fractions. These are for the years from 1678 to 2261; older
    versions of Arrow convert others to wrong times."""
    arrow, compute = kernels.arrow, kernels.compute
    try:
        return texts.cast(arrow.timestamp("us", zone))
    except arrow.ArrowInvalid:
        if not kernels.all(compute.and_(compute.greater(texts, "1678"), compute.less(texts, "2262"))):
            raise
        return texts.cast(arrow.timestamp("ns", zone))


def integers(kernels: Kernels, texts: Any) -> Any:
    try:
        return kernels.compute.ascii_ltrim(texts, "+").cast(kernels.arrow.int64())
    except kernels.arrow.ArrowInvalid:
        return decimals(kernels, texts)


def decimals(kernels: Kernels, texts: Any) -> Any:
    """Decimals with the digits of the longest fraction. Arrow converts a text with too many digits to a wrong number, so they are
    counted first."""
    compute, arrow = kernels.compute, kernels.arrow
    digits = compute.ascii_ltrim(texts, "+-")
    point = compute.find_substring(digits, ".")
    length = compute.binary_length(digits)
    has_point = compute.greater_equal(point, 0)
    fraction = compute.if_else(has_point, compute.subtract(compute.subtract(length, point), 1), 0)
    scale = compute.max(fraction).as_py()
    all_digits = scale + compute.max(compute.if_else(has_point, point, length)).as_py()
    if all_digits > 76:
        raise arrow.ArrowInvalid(f"{all_digits} digits")
    one = arrow.decimal128(38, scale) if all_digits <= 38 else arrow.decimal256(76, scale)
    return compute.ascii_ltrim(texts, "+").cast(one)


def times(kernels: Kernels, name: str, texts: Any) -> List[Column]:
    """Timestamps; the texts if some have zones and some do not."""
    compute, datatype = kernels.compute, XSD + "dateTime"
    zoned = compute.match_substring_regex(texts, ZONE)
    if not kernels.any(zoned):
        return [Column(name, timestamps(kernels, texts, None), datatype)]
    if not kernels.all(zoned):
        return [Column(name, texts, datatype)]
    columns = [Column(name, timestamps(kernels, texts, "UTC"), datatype)]
    if not kernels.all(compute.ends_with(texts, "Z")):
        zones = compute.struct_field(compute.extract_regex(texts, ZONE), 0)
        columns.append(Column(name + "@zone", zones, "zone"))
    return columns


# --- texts of cells ---


def unescaped_cells(kernels: Kernels, cells: Any) -> Any:
    """The cells without the escapes of Turtle."""
    compute = kernels.compute
    escaped = compute.match_substring(cells, "\\")
    if not kernels.any(escaped):
        return cells
    found = compute.filter(cells, compute.fill_null(escaped, False))
    replacements = kernels.arrow.array([unescaped(cell) for cell in found.to_pylist()], kernels.arrow.string())
    return compute.replace_with_mask(cells.combine_chunks(), compute.fill_null(escaped, False).combine_chunks(), replacements)


def in_n_triples(kernels: Kernels, cells: Any) -> Any:
    """Terms of TSV as terms of N-Triples, which has no bare numbers."""
    compute = kernels.compute
    for datatype, shape in BARE.items():
        cells = compute.replace_substring_regex(cells, f"^({shape})$", rf'"\1"^^<{datatype}>')
    return cells
