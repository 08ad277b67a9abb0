"""The rows of a batch: in memory while they are few, otherwise in an unnamed temporary file."""

import os
import tempfile
import weakref
from collections.abc import Iterator
from typing import IO, Any, Final

import numpy as np

from ventnor.batch.column import Array, Records

ROOM: Final = 16 * 2**20
"""Bytes of rows that stay in memory."""
PIECE: Final = 2**16
"""Rows that are read at a time."""


class Rows:
    """Records of one kind, which can be added at the end and read from the beginning."""

    def __init__(self, kind: np.dtype[np.void]) -> None:
        self.kind = kind
        self._count = 0
        self._held: list[Records] = []
        self._file: IO[bytes] | None = None

    def __len__(self) -> int:
        return self._count

    def append(self, rows: Records) -> None:
        """Add rows at the end."""
        self._count += len(rows)
        if not self.kind.itemsize:
            return
        if self._file is None and self._count * self.kind.itemsize > ROOM:
            self._file = tempfile.TemporaryFile(prefix="ventnor-batch-")  # noqa: SIM115  (it lives as long as the rows)
            weakref.finalize(self, self._file.close)
            for each in self._held:
                self._file.write(each.tobytes())
            self._held = []
        if self._file is None:
            self._held.append(rows)
        else:
            self._file.seek(0, os.SEEK_END)
            self._file.write(rows.tobytes())

    def pieces(self) -> Iterator[Records]:
        """Yield all rows in order, some at a time."""
        if not self.kind.itemsize:
            for start in range(0, self._count, PIECE):
                yield np.empty(min(PIECE, self._count - start), dtype=self.kind)
        elif self._file is None:
            if self._held:
                self._held = [np.concatenate(self._held)]
            for each in self._held:
                for start in range(0, len(each), PIECE):
                    yield each[start : start + PIECE]
        else:
            size = self.kind.itemsize
            for start in range(0, self._count, PIECE):
                self._file.seek(start * size)
                yield np.frombuffer(self._file.read(min(PIECE, self._count - start) * size), dtype=self.kind)

    def field(self, name: str) -> Array:
        """Return one field of all rows."""
        kind: Any = self.kind[name]
        found = np.empty((self._count, *kind.shape), dtype=kind.base)
        start = 0
        for piece in self.pieces():
            found[start : start + len(piece)] = piece[name]
            start += len(piece)
        return found
