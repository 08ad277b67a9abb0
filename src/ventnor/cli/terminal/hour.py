"""The agreed hour of a game that has one: a time of day, so many minutes from now, or so many throws."""

import re
import time
from dataclasses import dataclass
from datetime import datetime, timedelta

SPAN = re.compile(r"(?:(?P<hours>\d{1,2})h)?(?:(?P<minutes>\d{1,3})m?)?")
THROWS = re.compile(r"(?P<throws>[1-9]\d{0,5})t")
OF_DAY = re.compile(r"(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)")


class BadHour(ValueError):
    """An hour that cannot be read."""


@dataclass(frozen=True)
class HourLimit:
    """When the clock strikes: in so many minutes, or after so many throws."""

    minutes: float = 0
    throws: int = 0
    said: str = ""

    @property
    def deadline(self) -> float | None:
        """Return the end by the monotonic clock; None if throws are counted."""
        return None if self.throws else time.monotonic() + 60 * self.minutes

    def __str__(self) -> str:
        return self.said or f"in {self.minutes:.0f} minutes"


def read_hour(text: str) -> HourLimit:
    """Read a time such as 45m, 1h30m, 22:15 or 200t. Raises `BadHour`."""
    plain = text.strip().lower()
    if found := THROWS.fullmatch(plain):
        return HourLimit(throws=int(found["throws"]), said=f"after {found['throws']} throws")
    if found := OF_DAY.fullmatch(plain):
        now = datetime.now().astimezone()
        then = now.replace(hour=int(found["hour"]), minute=int(found["minute"]), second=0, microsecond=0)
        then += timedelta(days=1) if then <= now else timedelta()
        return HourLimit(minutes=(then - now).total_seconds() / 60, said=f"at {text.strip()}")
    found = SPAN.fullmatch(plain)
    minutes = int(found["hours"] or 0) * 60 + int(found["minutes"] or 0) if found else 0
    if not minutes:
        raise BadHour(f"--hour must be a time such as 45m, 1h30m or 22:15, or 200t for 200 throws; not {text!r}")
    return HourLimit(minutes=minutes)
