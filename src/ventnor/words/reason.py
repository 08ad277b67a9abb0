"""Reasons for a refusal, as data: the name of a sentence and the fields that fill it in.

The law's sentences are in `data/law.toml`, the server's in `data/server.toml`. A client can
show them in its own language and with the players' names.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason by name, with its fields as JSON has them."""

    name: str
    fields: Mapping[str, object]


def because(name: str, **fields: object) -> Reason:
    """Return a reason. A field that is None is left out."""
    return Reason(name, {key: value for key, value in fields.items() if value is not None})
