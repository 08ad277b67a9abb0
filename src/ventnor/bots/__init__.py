"""The bots by name: `random` and `cautious` of the kernel, `builder` and `tycoon` of this package.

All are policies: functions over the kernel's records, the same interpreted and compiled. Each has a page under
`docs/bots/` on how it plays.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ventnor.bots.builder import builder
from ventnor.bots.tycoon import tycoon
from ventnor.kernel.batch import Policy
from ventnor.kernel.policies import cautious, random
from ventnor.words.kind import show

KEPT: Final[tuple[Policy, ...]] = (builder, tycoon)
"""The policies of this package, which are compiled once and kept."""

POLICIES: Final[Mapping[str, Policy]] = MappingProxyType(
    {"random": random, "cautious": cautious, "builder": builder, "tycoon": tycoon}
)
"""All bots, weakest first."""


class UnknownBot(ValueError):
    """No bot has this name."""

    def __init__(self, name: object) -> None:
        super().__init__(f"unknown bot {show(name)} (known: {', '.join(POLICIES)})")


def policy_named(name: str) -> Policy:
    """Return the policy of the bot of this name."""
    if name not in POLICIES:
        raise UnknownBot(name)
    return POLICIES[name]
