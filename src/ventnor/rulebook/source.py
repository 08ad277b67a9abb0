"""Read the TOML files under `data/` in this package and in `ventnor.words`. Each is read once, on first use."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load(name: str, package: str = "ventnor.rulebook") -> dict[str, Any]:
    """Return the contents of `data/<name>.toml` of a package."""
    text = files(package).joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
