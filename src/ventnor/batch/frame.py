"""Batches as tables of Apache Arrow, pandas and polars, which come with the extra `data`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ventnor.batch.column import FlatColumn, Records
from ventnor.batch.extra import need

if TYPE_CHECKING:
    from ventnor.batch.games import Batch


def to_arrow(batch: "Batch") -> Any:
    """Return all games as one table."""
    arrow = need("pyarrow", "a table of Arrow", "data")
    return arrow.Table.from_batches(list(arrow_pieces(batch)), schema=schema_of(batch))


def to_pandas(batch: "Batch") -> Any:
    """Return all games as one frame. Columns of whole numbers stay whole when values are missing."""
    pandas = need("pandas", "a frame of pandas", "data")
    arrow = need("pyarrow", "a frame of pandas", "data")
    kinds = {
        arrow.int8(): pandas.Int8Dtype(),
        arrow.int16(): pandas.Int16Dtype(),
        arrow.int32(): pandas.Int32Dtype(),
        arrow.int64(): pandas.Int64Dtype(),
    }
    return to_arrow(batch).to_pandas(types_mapper=kinds.get)


def to_polars(batch: "Batch") -> Any:
    """Return all games as one frame."""
    polars = need("polars", "a frame of polars", "data")
    return polars.from_arrow(to_arrow(batch))


def schema_of(batch: "Batch", about: bytes = b"") -> Any:
    """Return the names and types of the columns; `about` is stored in the file with them."""
    arrow = need("pyarrow", "a table of Arrow", "data")
    fields = [arrow.field("seed", arrow.int64(), nullable=False), arrow.field("game", arrow.int64(), nullable=False)]
    for cell in batch.cells():
        kind = arrow.dictionary(arrow.int8(), arrow.string()) if cell.words is not None else number_kind(batch, cell)
        fields.append(arrow.field(cell.name, kind, nullable=cell.nothing is not None))
    return arrow.schema(fields, metadata={"ventnor": about} if about else None)


def number_kind(batch: "Batch", cell: FlatColumn) -> Any:
    """Return the type of a column of numbers."""
    arrow = need("pyarrow", "a table of Arrow", "data")
    return arrow.from_numpy_dtype(cell.numbers(np.zeros(0, batch.records.kind)).dtype)


def arrow_pieces(batch: "Batch") -> Iterator[Any]:
    """Yield all games, some at a time."""
    arrow = need("pyarrow", "a table of Arrow", "data")
    schema = schema_of(batch)
    for seed, game, rows in batch.numbered():
        columns = [arrow.array(seed), arrow.array(game), *(arrow_column(cell, rows) for cell in batch.cells())]
        yield arrow.RecordBatch.from_arrays(columns, schema=schema)


def arrow_column(cell: FlatColumn, rows: Records) -> Any:
    """Return one column of some games."""
    arrow = need("pyarrow", "a table of Arrow", "data")
    numbers = np.ascontiguousarray(cell.numbers(rows))
    missing = numbers == cell.nothing if cell.nothing is not None else None
    if cell.words is None:
        return arrow.array(numbers, mask=missing)
    codes = sorted(cell.words)
    places = np.searchsorted(codes, numbers).astype(np.int8)
    return arrow.DictionaryArray.from_arrays(
        arrow.array(places, mask=missing), arrow.array([cell.words[code] for code in codes])
    )


def from_arrow(cell: FlatColumn, column: Any) -> Any:
    """Return the numbers of one column, as `FlatColumn.numbers` gave them."""
    arrow = need("pyarrow.compute", "a table of Arrow", "data")
    if cell.words is not None:
        codes = {word: code for code, word in cell.words.items()}
        found = column.dictionary.to_pylist()
        numbers = np.array([codes[word] for word in found] or [0], np.int64)
        places = arrow.fill_null(column.indices, 0).to_numpy(zero_copy_only=False)
        values = numbers[places]
        if cell.nothing is not None:
            values = np.where(column.is_null().to_numpy(zero_copy_only=False), cell.nothing, values)
        return values
    if cell.nothing is not None:
        column = arrow.fill_null(column, cell.nothing)
    return column.to_numpy(zero_copy_only=False)
