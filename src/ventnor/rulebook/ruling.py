"""Rulings: questions that a rulebook leaves open, and our answers, with the house rule that chooses another reading.

Every clause with a `silent` field has at least one.
"""

from dataclasses import dataclass
from functools import cache

from ventnor.rulebook.edition import EDITIONS
from ventnor.rulebook.source import load


@dataclass(frozen=True)
class Ruling:
    """One question and our answer."""

    clause: str
    editions: tuple[str, ...]
    """The editions it is about."""
    question: str
    answer: str
    switch: str = ""
    """The house rule that chooses another common reading; empty if there is none."""


@cache
def rulings() -> tuple[Ruling, ...]:
    """Return all rulings, in the order of the file."""
    return tuple(
        Ruling(
            clause=entry["clause"],
            editions=EDITIONS if entry["editions"] == "all" else tuple(entry["editions"]),
            question=entry["question"],
            answer=entry["answer"],
            switch=entry.get("switch", ""),
        )
        for entry in load("rulings")["ruling"]
    )


def rulings_on(clause: str, edition: str = "") -> tuple[Ruling, ...]:
    """Return the rulings that belong to a clause; with an edition, those that are about it."""
    return tuple(each for each in rulings() if each.clause == clause and (not edition or edition in each.editions))
