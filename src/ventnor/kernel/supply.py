"""Marks for the compiled twin: what it must know of a function beyond its code.

Some supply memory that compiled policies work on: blank records and numbers of their own, and rows that all of them
share. Interpreted, a supplier is an ordinary function. The twin cannot compile it: it reads here what to put in its
place. Others are called from many places and must not be inlined in each. Nothing here decides a rule.
"""

from typing import Any, NamedTuple


class Blank(NamedTuple):
    """A new row of so many records, or of floats where no record is named. All are zero."""

    size: int
    item: Any = None


class Shared(NamedTuple):
    """A row of so many floats that belongs to the process, by the name under which the twin has been lent it."""

    name: str
    size: int


class AtAddresses(NamedTuple):
    """The policies at a row of addresses. Numba takes 20 µs to pass eight compiled policies as arguments."""


class Stead(NamedTuple):
    """Another function, which is compiled instead, because interpreted code is faster in another way."""

    function: Any


def supplies(supply: Blank | Shared | AtAddresses | Stead) -> Any:
    """Mark a function as one that the compiled twin replaces by this supply."""

    def mark(function: Any) -> Any:
        function.supply = supply
        return function

    return mark


def apart(function: Any) -> Any:
    """Mark a function that the compiled twin calls instead of inlining it: it is called from too many places."""
    function.apart = True
    return function
