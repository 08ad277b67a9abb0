"""The published table of landings, and the method it was made by, written anew and apart from `ventnor.odds`.

The method keeps 41 states: the spaces, and being in Jail. It does not remember how many doubles were thrown before;
instead it is told, for each space, which share of the throws from there follows two doubles. Its author counted those
shares in a simulation of 32 thousand million throws, so that his figures carry the error of that count.
"""

import csv
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np

from ventnor.odds.chain import Array

THROWS_COUNTED = 32e9
LEAVE = "leave_at_once_pct"
STAY = "stay_as_long_as_possible_pct"
JAILED = 40
DICE = list(product(range(1, 7), repeat=2))


@dataclass(frozen=True)
class Published:
    """One row as printed."""

    place: int
    name: str
    printed: str


def published(column: str) -> list[Published]:
    """Return a column of the table, in the order of the board, in Jail after Jail."""
    with (Path(__file__).parent / "landings_published.csv").open(encoding="utf-8") as file:
        return [
            Published(JAILED if row["square"] == "10J" else int(row["square"]), row["name"], row[column])
            for row in csv.DictReader(file)
        ]


def settle(space: int) -> dict[int, Fraction]:
    """Return where a token rests that has reached a space, with the classic decks."""
    sixteenth = Fraction(1, 16)
    if space == 30:
        return {JAILED: Fraction(1)}
    if space in {2, 17, 33}:
        return {0: sixteenth, JAILED: sixteenth, space: 14 * sixteenth}
    if space in {7, 22, 36}:
        railroad, utility = {7: (15, 12), 22: (25, 28), 36: (5, 12)}[space]
        rests: dict[int, Fraction] = {space: 6 * sixteenth}
        for there in (0, 5, 11, 24, 39, JAILED, railroad, railroad, utility):
            rests[there] = rests.get(there, Fraction(0)) + sixteenth
        for there, part in settle(space - 3).items():
            rests[there] = rests.get(there, Fraction(0)) + sixteenth * part
        return rests
    return {space: Fraction(1)}


SETTLED = [{place: float(part) for place, part in settle(space).items()} for space in range(40)]


def landings(after_doubles: Array, *, stay: bool) -> Array:
    """Return the share of each place in per cent, given the share of throws from each space that follows two doubles.

    Who stays in Jail throws for doubles twice. Doubles free him and give another throw, as the first of three; on the
    third turn he has left before he throws.
    """
    chain = np.zeros((43, 43))
    for space in range(40):
        for one, two in DICE:
            jailed = after_doubles[space] if one == two else 0.0
            chain[space, JAILED] += jailed / 36
            for place, part in SETTLED[(space + one + two) % 40].items():
                chain[space, place] += part * (1 - jailed) / 36
    for turn in range(3):
        for one, two in DICE:
            if stay and turn < 2 and one != two:
                chain[JAILED + turn, JAILED + turn + 1] += 1 / 36
            else:
                for place, part in SETTLED[10 + one + two].items():
                    chain[JAILED + turn, place] += part / 36
    equations = chain.T - np.eye(43)
    equations[-1] = 1
    shares = np.maximum(np.linalg.solve(equations, np.eye(43)[-1]), 0)
    return 100 * np.append(shares[:JAILED], shares[JAILED:].sum())
