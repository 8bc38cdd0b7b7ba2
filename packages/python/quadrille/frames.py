"""Answers as tables of Arrow, and from there data frames of pandas and Polars.

The server's TSV has each cell as a term in Turtle, without line ends and tabs in it. pyarrow splits it into columns of terms;
then each column gets a type by its own cells, a column at a time (columns.py).
"""

from typing import TYPE_CHECKING, BinaryIO, List, Sequence

from .arrow import Kernels, needed
from .columns import Column, in_n_triples, typed

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

CHUNK_BYTES = 1 << 22


def read_terms(kernels: Kernels, columns: Sequence[str], lines: BinaryIO) -> "pyarrow.Table":
    """The rest of an answer in TSV: a table of terms, in chunks that end with whole lines however long these are."""
    arrow, csv = kernels.arrow, kernels.csv
    places = [str(place) for place in range(len(columns))]
    parse = csv.ParseOptions(delimiter="\t", quote_char=False, double_quote=False, escape_char=False,
                             newlines_in_values=False, ignore_empty_lines=False)
    convert = csv.ConvertOptions(column_types={place: arrow.string() for place in places}, null_values=[""],
                                 strings_can_be_null=True)
    tables = [arrow.table({place: arrow.array([], arrow.string()) for place in places})]
    while columns:
        chunk = lines.read(CHUNK_BYTES)
        if not chunk:
            break
        if not chunk.endswith(b"\n"):
            chunk += lines.readline()
        read = csv.ReadOptions(column_names=places, block_size=len(chunk) + 1, use_threads=False)
        tables.append(csv.read_csv(arrow.BufferReader(chunk), read, parse, convert))
    return arrow.concat_tables(tables)


def arrow_table(columns: Sequence[str], lines: BinaryIO, terms: bool) -> "pyarrow.Table":
    """The rest of an answer as a table; `terms`: each cell as its term in N-Triples."""
    kernels = Kernels()
    read = read_terms(kernels, columns, lines)
    made: List[Column] = []
    for name, cells in zip(columns, read.columns):
        made += [Column(name, in_n_triples(kernels, cells), "term")] if terms else typed(kernels, name, cells)
    fields = [kernels.arrow.field(column.name, column.cells.type, metadata={"rdf": column.rdf}) for column in made]
    return kernels.arrow.table([column.cells for column in made], schema=kernels.arrow.schema(fields))


def pandas_frame(table: "pyarrow.Table") -> "pandas.DataFrame":
    """The table as a data frame of pandas: frame.attrs["rdf"] has what the cells are.

    Numbers and booleans of a column with unbound cells have pandas' nullable types, because its usual types would make them floats
    or objects.
    """
    pandas, arrow = needed("pandas"), needed("pyarrow")
    nullable = {arrow.int64(): pandas.Int64Dtype(), arrow.bool_(): pandas.BooleanDtype(),
                arrow.float64(): pandas.Float64Dtype(), arrow.float32(): pandas.Float32Dtype()}
    columns = {place: cells.to_pandas(types_mapper=nullable.get if cells.null_count else None)
               for place, cells in enumerate(table.columns)}
    frame = pandas.DataFrame(columns)
    frame.columns = table.column_names
    frame.attrs["rdf"] = {field.name: field.metadata[b"rdf"].decode() for field in table.schema}
    return frame


def polars_frame(table: "pyarrow.Table") -> "polars.DataFrame":
    """The table as a data frame of Polars. Its decimals have 38 digits, so columns with longer ones are texts."""
    polars, arrow = needed("polars"), needed("pyarrow")
    for place, field in enumerate(table.schema):
        if arrow.types.is_decimal256(field.type):
            table = table.set_column(place, field.name, table.column(place).cast(arrow.string()))
    return polars.from_arrow(table)
