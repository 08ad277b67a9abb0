"""Money in notes: any sum in an edition's bills, and the start as each rulebook deals it.

Clause: §setup.cash. Notes are for showing only: in play money is a number, and the Bank never lacks a note.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from ventnor.rulebook.edition import edition

Notes: TypeAlias = tuple[tuple[int, int], ...]
"""Notes as (value, count), dearest first, without values of which there are none."""

VALUES: Final = (500, 100, 50, 20, 10, 5, 1)
"""The notes that every edition knows."""


class NoteShortage(ValueError):
    """The sum cannot be made up of the notes there are."""


def total(notes: Notes) -> int:
    """Return what the notes are worth together."""
    return sum(value * count for value, count in notes)


def in_notes(amount: int) -> Notes:
    """Return a sum in the fewest notes."""
    if amount < 0:
        raise ValueError(f"there are no notes for ${amount:,}")
    found: list[tuple[int, int]] = []
    for value in VALUES:
        count, amount = divmod(amount, value)
        if count:
            found.append((value, count))
    return tuple(found)


def from_stock(amount: int, stock: Mapping[int, int]) -> Notes:
    """Return a sum in the fewest notes of a limited stock. Raises `NoteShortage` if it cannot be made up of them."""
    nothing: dict[int, int] = {}
    best: list[dict[int, int] | None] = [nothing, *([None] * amount)]
    for value in VALUES:
        # Each note of this value may extend any sum reached so far. Going down from the top uses it only once.
        for _ in range(min(stock.get(value, 0), amount // value)):
            for sum_ in range(amount, value - 1, -1):
                before = best[sum_ - value]
                if before is None:
                    continue
                now = best[sum_]
                if now is None or sum(before.values()) + 1 < sum(now.values()):
                    best[sum_] = {**before, value: before.get(value, 0) + 1}
    found = best[amount]
    if found is None:
        raise NoteShortage(f"${amount:,} cannot be made up of the notes that are left")
    return tuple((value, found[value]) for value in VALUES if value in found)


def starting_notes(edition_name: str, players: int) -> tuple[Notes, ...]:
    """Return the notes that each seat is dealt, in seat order.

    §1935:setup.cash: of seven players one waits, and takes the $1500 in whatever notes suit the Bank. The last seat
    waits, and gets the fewest notes of those that are left; where the box would fall short for the others the Bank
    makes the notes it lacks.
    """
    book = edition(edition_name)
    alike = players if book.dealt is None else min(players, book.dealt)
    left = {value: max(0, count - alike * dict(book.notes).get(value, 0)) for value, count in book.stock}
    return (book.notes,) * alike + tuple(from_stock(total(book.notes), left) for _ in range(alike, players))


def words(notes: Notes) -> str:
    """Return notes as people count them out: "2 x $500, 1 x $20", or "nothing"."""
    return ", ".join(f"{count} x ${value}" for value, count in notes) or "nothing"
