"""Charges: the form in which the referee writes the law, each with the clause it would break and the reason.

A charge is yielded as (whether it holds, the clause, the reason). Charges are evaluated one by one, so each may rely
on the earlier ones not to hold. Reasons have the names of their sentences.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

Charges: TypeAlias = Iterator[tuple[bool, str, str]]


class Verdict(NamedTuple):
    """Why an action is refused."""

    clause: str
    reason: str


def charge(holds: bool, verdict: Verdict) -> tuple[bool, str, str]:
    """Return a charge by its verdict."""
    return holds, verdict.clause, verdict.reason


def first_of(charges: Charges) -> Verdict | None:
    """Return the verdict of the first charge that holds."""
    return next((Verdict(clause, reason) for holds, clause, reason in charges if holds), None)
