"""Batches in files: the recipe, the runs and the sums as JSON, and the records.

`.npz` needs nothing but NumPy (which reads it, too) and holds the records as they are. `.parquet` and `.arrow` hold the
flat table of `to_arrow`, so that other programs can read it, and the JSON beside its columns. All are written and read
some games at a time. A digest detects a file that has changed.
"""

import hashlib
import io
import json
import tokenize
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import numpy as np
from numpy.lib import format as npy

from ventnor.batch import frame
from ventnor.batch.column import COLUMNS, Records, cells, chosen, kind_of
from ventnor.batch.extra import MissingPackage, need
from ventnor.batch.recipe import Recipe, Run
from ventnor.batch.rows import PIECE, Rows
from ventnor.batch.sums import Sums
from ventnor.kernel.codes import BANK

if TYPE_CHECKING:
    from ventnor.batch.games import Batch

FORMAT: Final = 2
ABOUT: Final = "ventnor.json"
ROWS: Final = "rows.npy"
DAMAGE: Final = (
    LookupError, TypeError, ValueError, EOFError, OSError, MemoryError, NotImplementedError, OverflowError,
    AttributeError, SyntaxError, SystemError, tokenize.TokenError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""The errors of readers for a truncated or changed file."""


class BadBatchFile(ValueError):
    """A file that is not a batch, or that cannot be written or read here."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path = path
        self.why = why


def save(batch: "Batch", path: Path) -> None:
    """Write a batch atomically."""
    write = writer_of(path)
    draft = path.with_name(f"{path.name}.part")
    try:
        write(batch, draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def load(path: Path) -> "Batch":
    """Read a batch."""
    from ventnor.batch.games import Batch

    read = reader_of(path)
    try:
        about, pieces = read(path)
        if about["format"] != FORMAT:
            raise BadBatchFile(path, f"is a batch of format {about['format']}, and only {FORMAT} is known here")
        recipe = Recipe.from_json(about["recipe"])
        columns = chosen(about["columns"])
        rows = Rows(kind_of(columns, len(recipe.bots)))
        for piece in pieces(rows.kind):
            rows.append(piece)
        runs, sums = [Run(**each) for each in about["runs"]], Sums.from_json(about["sums"])
        if not len(rows) == sums.games == sum(run.count for run in runs):
            raise BadBatchFile(path, f"has {len(rows)} games, and should have {sums.games}")
        if about["digest"] != digest(about, rows):
            raise BadBatchFile(path, "was changed since it was written")
        return Batch(recipe, runs, columns, rows, sums, about["asked"])
    except (FileNotFoundError, IsADirectoryError, PermissionError, BadBatchFile, MissingPackage):
        raise
    except DAMAGE as error:
        raise BadBatchFile(path, f"is not a readable batch: {error}") from error


def about_json(batch: "Batch") -> str:
    """Return everything about a batch but its records, as JSON."""
    about = {
        "format": FORMAT,
        "recipe": batch.recipe.to_json(),
        "runs": [{"seed": run.seed, "first": run.first, "count": run.count} for run in batch.runs],
        "columns": list(batch.columns),
        "asked": batch.asked,
        "sums": batch.sums.to_json(),
    }
    return json.dumps({**about, "digest": digest(about, batch.records)})


def digest(about: Mapping[str, Any], rows: Rows) -> str:
    """Return the SHA-256 of a file's JSON (without the digest) and records."""
    said = {name: each for name, each in about.items() if name != "digest"}
    found = hashlib.sha256(json.dumps(said, sort_keys=True).encode())
    for piece in rows.pieces():
        found.update(piece.tobytes())
    return found.hexdigest()


Pieces = Callable[[np.dtype[np.void]], Iterator[Records]]
Writer = Callable[["Batch", Path], None]
Reader = Callable[[Path], tuple[Mapping[str, Any], Pieces]]


def writer_of(path: Path) -> Writer:
    """Return the function that writes a file of this name."""
    found = {".npz": write_npz, ".parquet": write_parquet, ".arrow": write_arrow}.get(path.suffix.lower())
    if found is None:
        raise BadBatchFile(path, "the name of a batch ends in .npz, .parquet or .arrow")
    return found


def reader_of(path: Path) -> Reader:
    """Return the function that reads a file of this name."""
    found = {".npz": read_npz, ".parquet": read_parquet, ".arrow": read_arrow}.get(path.suffix.lower())
    if found is None:
        raise BadBatchFile(path, "the name of a batch ends in .npz, .parquet or .arrow")
    return found


# ── NumPy ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_npz(batch: "Batch", path: Path) -> None:
    """Write a zip of the JSON and of an array of records."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(ABOUT, about_json(batch))
        with archive.open(ROWS, "w", force_zip64=True) as file:
            header: dict[str, Any] = {
                "descr": npy.dtype_to_descr(batch.records.kind),
                "fortran_order": False,
                "shape": (len(batch),),
            }
            npy.write_array_header_2_0(file, header)
            for piece in batch.records.pieces():
                file.write(piece.tobytes())


def read_npz(path: Path) -> tuple[Mapping[str, Any], Pieces]:
    """Read a file that `write_npz` wrote."""
    with zipfile.ZipFile(path) as archive:
        about = json.loads(archive.read(ABOUT))

    def pieces(kind: np.dtype[np.void]) -> Iterator[Records]:
        with zipfile.ZipFile(path) as archive, archive.open(ROWS) as file:
            npy.read_magic(file)
            shape, _, found = npy.read_array_header_2_0(file, max_header_size=2**16)
            if found != kind:
                raise BadBatchFile(path, "has other columns than it says")
            left = shape[0]
            while left:
                count = min(PIECE, left)
                yield np.frombuffer(read_whole(file, count * kind.itemsize), dtype=kind, count=count)
                left -= count

    return about, pieces


def read_whole(file: IO[bytes], size: int) -> bytes:
    """Read exactly this many bytes. Raises `EOFError`."""
    found = io.BytesIO()
    while found.tell() < size:
        some = file.read(size - found.tell())
        if not some:
            raise EOFError("it ends too soon")
        found.write(some)
    return found.getvalue()


# ── Parquet and Arrow ───────────────────────────────────────────────────────────────────────────────────────────────


def write_parquet(batch: "Batch", path: Path) -> None:
    """Write a Parquet file."""
    parquet = need("pyarrow.parquet", "a file of Parquet", "data")
    schema = frame.schema_of(batch, about_json(batch).encode())
    with parquet.ParquetWriter(path, schema, compression="zstd") as file:
        for piece in frame.arrow_pieces(batch):
            file.write_batch(piece)


def write_arrow(batch: "Batch", path: Path) -> None:
    """Write an Arrow file (version 2 of Feather)."""
    ipc = need("pyarrow.ipc", "a file of Arrow", "data")
    schema = frame.schema_of(batch, about_json(batch).encode())
    options = ipc.IpcWriteOptions(compression="zstd")
    with ipc.new_file(str(path), schema, options=options) as file:
        for piece in frame.arrow_pieces(batch):
            file.write_batch(piece)


def read_parquet(path: Path) -> tuple[Mapping[str, Any], Pieces]:
    """Read a file that `write_parquet` wrote."""
    parquet = need("pyarrow.parquet", "a file of Parquet", "data")
    with path.open("rb"):
        file = parquet.ParquetFile(path)
    about = about_of(path, file.schema_arrow)
    return about, lambda kind: map(rebuilt(about, kind), file.iter_batches(PIECE))


def read_arrow(path: Path) -> tuple[Mapping[str, Any], Pieces]:
    """Read a file that `write_arrow` wrote."""
    ipc = need("pyarrow.ipc", "a file of Arrow", "data")
    with path.open("rb"):
        file = ipc.open_file(str(path))
    about = about_of(path, file.schema)
    pieces = (file.get_batch(number) for number in range(file.num_record_batches))
    return about, lambda kind: map(rebuilt(about, kind), pieces)


def about_of(path: Path, schema: Any) -> Mapping[str, Any]:
    """Return the JSON stored beside the columns."""
    found: bytes | None = dict(schema.metadata or {}).get(b"ventnor")
    if not found:
        raise BadBatchFile(path, "is a table, but no batch: the recipe is missing")
    return json.loads(found)


def rebuilt(about: Mapping[str, Any], kind: np.dtype[np.void]) -> Callable[[Any], Records]:
    """Make records of the rows of a flat table."""
    columns = [name for name in COLUMNS if name in about["columns"]]
    wanted = [cell for cell in cells(columns, len(about["recipe"]["bots"])) if cell.name != "winner"]

    def rebuild(piece: Any) -> Records:
        rows = np.zeros(piece.num_rows, kind)
        for cell in wanted:
            numbers = frame.from_arrow(cell, piece.column(cell.name))
            if numbers.dtype.kind not in "iu":
                raise ValueError(f"{cell.name} is not a column of whole numbers")
            if cell.seat is None:
                rows[cell.field] = numbers
            else:
                # For players who have not retired the table has nulls, and the records have no cause and the Bank.
                usual = {"cause": 0, "creditor": BANK}.get(cell.field)
                rows[cell.field][:, cell.seat] = numbers if usual is None else np.where(numbers < 0, usual, numbers)
        return rows

    return rebuild
