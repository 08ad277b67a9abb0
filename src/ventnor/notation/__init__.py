"""Actions and positions as text and plain mappings, both ways.

Reading returns a value or raises a typed error that says what was expected. It does not check whether an action is
lawful.
"""

from ventnor.notation.action import format_action, parse_action
from ventnor.notation.name import AmbiguousName
from ventnor.notation.position import BadPosition, Heading, canonical_text, digest, position_of, read_position
from ventnor.notation.schema import schema

__all__ = [
    "AmbiguousName",
    "BadPosition",
    "Heading",
    "canonical_text",
    "digest",
    "format_action",
    "parse_action",
    "position_of",
    "read_position",
    "schema",
]
