"""Reads the data files of this package. Each is read once, when first asked for; it knows nothing of what they say."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load(name: str) -> dict[str, Any]:
    """The contents of `data/<name>.toml`."""
    text = files("ventnor.rulebook").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
