"""Exact odds of where tokens stop, and what properties earn from that.

`landing` gives the share of throws that end on each space in the long run, `next_throw` the same for one throw from a
given space, `returns` what every deed earns and when it has paid for itself. All three read the settings, the board and
the decks of an edition; none of them plays a game. What is modelled and what is not stands in `docs/odds.md`.
"""

from ventnor.odds.chain import JailPlan
from ventnor.odds.landing import Landing, LandingRow, NextRow, NextThrow, Per, Routes, landing, next_throw
from ventnor.odds.returns import Return, group_returns, returns

__all__ = [
    "JailPlan",
    "Landing",
    "LandingRow",
    "NextRow",
    "NextThrow",
    "Per",
    "Return",
    "Routes",
    "group_returns",
    "landing",
    "next_throw",
    "returns",
]
