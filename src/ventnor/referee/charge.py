"""How a law is written down: charges in their order, each with the clause that it would break.

A charge is yielded as (whether it holds, the clause). They are asked for one by one, so that each may rely on those
before it not to hold.
"""

from collections.abc import Iterator
from typing import TypeAlias

Charges: TypeAlias = Iterator[tuple[bool, str]]


def first_of(charges: Charges) -> str | None:
    """The clause of the first charge that holds."""
    return next((clause for holds, clause in charges if holds), None)
