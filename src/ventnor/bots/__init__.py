"""The bots by name: `random` and `cautious` of the kernel, the others of this package; and the levels of opponents.

All are policies: functions over the kernel's records, the same interpreted and compiled. Each has a page under
`docs/bots/` on how it plays.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ventnor.bots.builder import builder
from ventnor.bots.levels import easy, medium
from ventnor.bots.magnate import magnate
from ventnor.bots.tycoon import tycoon
from ventnor.bots.tycoon_2026.tycoon import tycoon_2026
from ventnor.kernel.batch import Policy
from ventnor.kernel.policies import cautious, random
from ventnor.words.kind import show

KEPT: Final[tuple[Policy, ...]] = (builder, easy, medium, tycoon, magnate, tycoon_2026)
"""The policies of this package, which are compiled once and kept."""

POLICIES: Final[Mapping[str, Policy]] = MappingProxyType(
    {
        "random": random,
        "cautious": cautious,
        "builder": builder,
        "easy": easy,
        "medium": medium,
        "tycoon": tycoon,
        "magnate": magnate,
    }
)
"""The bots that people and batches choose from, weakest first."""

SLOW: Final = frozenset({magnate})
"""Policies for which interpreted code is too slow at a table: `batch.quick` has them decide compiled."""

YARDSTICKS: Final[Mapping[str, Policy]] = MappingProxyType({"tycoon-2026": tycoon_2026})
"""Frozen bots, against which others are measured. Batches and tournaments know them; tables of people do not."""

LEVELS: Final[Mapping[str, str]] = MappingProxyType(
    {"easy": "easy", "medium": "medium", "hard": "tycoon", "magnate": "magnate"}
)
"""The bot of each level that people choose."""


class UnknownBot(ValueError):
    """No bot has this name."""

    def __init__(self, name: object) -> None:
        super().__init__(f"unknown bot {show(name)} (known: {', '.join([*POLICIES, *YARDSTICKS])})")


def policy_named(name: str) -> Policy:
    """Return the policy of the bot of this name."""
    found = POLICIES.get(name) or YARDSTICKS.get(name)
    if found is None:
        raise UnknownBot(name)
    return found
