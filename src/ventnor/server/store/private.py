"""Files that hold secrets: only their owner may read them."""

import os
from pathlib import Path
from typing import IO, Any


def open_private(path: Path, mode: str) -> IO[Any]:
    """Open a file; if it does not exist, create it readable and writable by its owner alone (mode 0600)."""
    encoding, newline = (None, None) if "b" in mode else ("utf-8", "\n")
    return open(path, mode, encoding=encoding, newline=newline, opener=lambda name, flags: os.open(name, flags, 0o600))
