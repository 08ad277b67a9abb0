"""A position for every kind of decision that a game can wait for."""

from typing import Any, Final

SEATS: Final = 3


def position(
    edition: str = "official", *, seats: dict[int, dict[str, Any]] | None = None, **more: Any
) -> dict[str, Any]:
    """Return a position of three players; `seats` says what differs for some of them."""
    return {"edition": edition, "seats": [(seats or {}).get(seat, {}) for seat in range(SEATS)], **more}


def interrupted(edition: str, interrupt: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a position in the middle of seat 0's move, with one interruption."""
    return position(edition, awaiting={"phase": "end", "interrupts": [interrupt]}, **{"dice": [1, 2], **more})


def owned(*deeds: str, owner: int, **more: Any) -> dict[str, Any]:
    """Return deeds of one owner."""
    return {deed: {"owner": owner, **more} for deed in deeds}


LIGHT_BLUE: Final = ("oriental", "vermont", "connecticut")
PURPLE: Final = ("mediterranean", "baltic")
PINK: Final = ("st-charles", "states", "virginia")
TWO_BUILDERS: Final = {**owned(*LIGHT_BLUE, owner=0), **owned(*PINK, owner=1)}
ALL_HOUSES: Final = {
    **owned(*LIGHT_BLUE, owner=0, houses=0),
    **owned(*PINK, owner=1, houses=0),
    **owned("st-james", "tennessee", "new-york", "kentucky", "indiana", "illinois", owner=2, houses=4),
    **owned("atlantic", "ventnor", owner=2, houses=2),
    **owned("marvin-gardens", owner=2, houses=3),
}

DECISIONS: Final[dict[str, dict[str, Any]]] = {
    "opening": position(awaiting={"phase": "opening"}),
    "throw": position(),
    "jail": position(seats={0: {"space": "jail", "jail_turn": 2}}),
    "buy": interrupted("official", {"kind": "buy", "seat": 0, "deed": "oriental"}, seats={0: {"space": "oriental"}}),
    "bid": interrupted(
        "official",
        {"kind": "auction", "seat": 0, "item": "oriental", "bidder": 1, "bid": 40},
        seats={0: {"space": "oriental"}},
    ),
    "tax": interrupted(
        "classic", {"kind": "tax", "seat": 0, "space": "income-tax"}, seats={0: {"space": "income-tax"}}
    ),
    "choice": interrupted("1935", {"kind": "choice", "seat": 0, "amount": 10}, seats={0: {"space": "chest-1"}}),
    "want": position(
        deeds=ALL_HOUSES,
        awaiting={"phase": "throw", "interrupts": [{"kind": "call", "seat": 0, "building": "house", "want": [1]}]},
    ),
    "place": position(
        deeds=ALL_HOUSES,
        awaiting={
            "phase": "throw",
            "interrupts": [
                {
                    "kind": "call",
                    "seat": 0,
                    "building": "house",
                    "stage": "won",
                    "winner": 1,
                    "bid": 100,
                    "said": [0, 1, 2],
                    "want": [0, 1],
                }
            ],
        },
    ),
    "receive": position(
        deeds=owned("oriental", owner=1, mortgaged=True),
        awaiting={"phase": "throw", "interrupts": [{"kind": "receive", "seat": 1, "deeds": ["oriental"]}]},
    ),
    "debt": position(
        seats={0: {"cash": 10, "space": "luxury-tax"}},
        deeds=owned("oriental", owner=0),
        debts=[{"debtor": 0, "creditor": "bank", "amount": 75, "cause": "tax", "space": "luxury-tax", "due": True}],
        dice=[1, 2],
        awaiting={"phase": "end"},
    ),
    "end": position(dice=[1, 2], awaiting={"phase": "end"}),
    "last-rent": position(
        "anniversary",
        variant="timed",
        hour=True,
        seats={0: {"space": "oriental"}},
        deeds=owned("oriental", owner=1),
        claims=[{"owner": 1, "payer": 0, "deed": "oriental", "amount": 6}],
        dice=[1, 2],
        awaiting={"phase": "end"},
    ),
}
"""A position for each kind of decision. Seat 0 has the turn; in some, another seat decides."""
