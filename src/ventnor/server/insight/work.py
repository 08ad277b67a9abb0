"""What the worker processes do: functions of texts that return JSON. Long ones call `report` with their progress."""

import json
from collections.abc import Callable
from typing import Any, Final

from msgspec.json import encode

from ventnor import warm
from ventnor.replay import Replay
from ventnor.study.advice import NothingToDecide, advise
from ventnor.study.chances import BlindChoice
from ventnor.study.review import judge_ply, position_chances, review

Report = Callable[[int, int], None]
SHOWN: Final = 3
"""The number of suggestions sent."""
ROLLOUTS: Final = 288
"""Rollouts of each of the best few suggestions."""


def review_game(report: Report, text: str) -> bytes:
    """Return the review of a replay file."""
    replay = Replay.loads(text)
    warm.twin(wait=True)
    return encode(review(replay, progress=report).to_json())


def chances_of_game(report: Report, text: str) -> bytes:
    """Return the chances and the luck of a replay file, without its decisions."""
    replay = Replay.loads(text)
    warm.twin(wait=True)
    return encode(review(replay, decisions=False, progress=report).to_json())


def chances_of_position(_: Report, position: str) -> bytes:
    """Return each seat's chance; null where somebody chooses how to pay the income tax."""
    try:
        return encode(position_chances(json.loads(position)))
    except BlindChoice:
        return b"null"


def suggestions(_: Report, position: str, seat: int) -> bytes:
    """Return what a seat can do, best first; an empty list where it has no choice."""
    try:
        found = advise(json.loads(position), seat, rollouts=ROLLOUTS)
    except (NothingToDecide, BlindChoice):
        return b"[]"
    return encode([each.to_json() for each in found.candidates[:SHOWN]])


def judgement(_: Report, text: str, ply: int) -> bytes:
    """Return how good the decision of a ply was; null where it was none."""
    found = judge_ply(Replay.loads(text), ply)
    plain: dict[str, Any] | None = None if found is None else vars(found)
    return encode(plain)
