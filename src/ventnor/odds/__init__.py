"""Exact odds of where tokens come to rest, and what properties earn by them.

`landing` gives the share of throws that end on each space in the long run, `next_throw` the same for one throw from a
given space, `returns` what every deed earns and when it has paid for itself. All three read the settings, the board and
the decks of an edition; none of them plays a game. What is modelled and what is not stands in `docs/odds.md`.
"""

from ventnor.odds.chain import JailPlan
from ventnor.odds.landing import Landing, NextRow, NextThrow, Per, Routes, Row, landing, next_throw
from ventnor.odds.returns import Return, group_returns, returns

__all__ = [
    "JailPlan",
    "Landing",
    "NextRow",
    "NextThrow",
    "Per",
    "Return",
    "Routes",
    "Row",
    "group_returns",
    "landing",
    "next_throw",
    "returns",
]
