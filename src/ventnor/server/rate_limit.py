"""Rate limits: token buckets, by any key, and for commands by seat and by address."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ventnor.server.role import Grants

MOST_KEYS: Final = 20_000
SMALLEST_BURST: Final = 6
"""Smallest burst of commands, however low the rate."""
HOUSEHOLD: Final = 4
"""An address may send as many commands as this many seats: a family shares one router."""


class Bucket:
    """A token bucket: a burst, and a rate a second."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._left = most
        self._at = time.monotonic()

    def take(self, cost: float = 1) -> bool:
        """Take permits, all or none. Return whether there were enough."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class Buckets:
    """A bucket for each key. The least recently used are dropped."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, cost: float = 1) -> bool:
        """Take permits for the key, all or none. Return whether there were enough."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._most)
            if len(self._buckets) > MOST_KEYS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(cost)


class CommandLimits:
    """Limits of commands for a seat and for an address, over all connections."""

    def __init__(self, rate: float) -> None:
        burst = self._burst = max(3 * rate, SMALLEST_BURST)
        self._seats = Buckets(rate, burst)
        self._addresses = Buckets(HOUSEHOLD * rate, HOUSEHOLD * burst)

    def take(self, address: str, table: str, grants: Grants, cost: float = 1) -> bool:
        """Take permits. Return False if there are too few for the address, or too few for one of the seats."""
        cost = min(cost, self._burst)
        if not self._addresses.take(address, cost):
            return False
        return all(self._seats.take(f"{table}:{seat}", cost) for seat in {each.seat for each in grants})
