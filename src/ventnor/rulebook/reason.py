"""Why something is not done, as data: the name of a sentence, and what fills it in.

The law, a table's settings and the server give reasons; their sentences stand under `reason` in `data/sentences.toml`,
so that every program can tell them in its own language and with the names of those who play.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason by name, with its fields as JSON has them."""

    name: str
    fields: Mapping[str, object]


def because(name: str, **fields: object) -> Reason:
    """A reason. A field that is None is left out."""
    return Reason(name, {key: value for key, value in fields.items() if value is not None})
