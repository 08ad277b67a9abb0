"""Plies as they are sent: actions and events of the kernel as JSON. Each is worked out once and remembered."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import cast

from ventnor.action import Counter, Offer
from ventnor.event import Countered, Event, Offered
from ventnor.event import from_record as event_from_record
from ventnor.kernel import codes, layout
from ventnor.log import EVENT_SIZE
from ventnor.notation import format_action
from ventnor.server.protocol import ActionJson, EventJson
from ventnor.view import action_of


@lru_cache(maxsize=16_384)
def write_action(record: bytes) -> tuple[ActionJson, str]:
    """Return an action and its text."""
    action = action_of(record)
    return cast(ActionJson, action.to_json()), format_action(action)


def write_events(record: bytes, events: bytes) -> tuple[EventJson, ...]:
    """Return what an action brought."""
    parts = (events[at : at + EVENT_SIZE] for at in range(0, len(events), EVENT_SIZE))
    if record[0] not in {codes.A_OFFER, codes.A_COUNTER}:
        return tuple(map(write_event, parts))
    action = action_of(record)
    assert isinstance(action, Offer | Counter)
    found: list[EventJson] = []
    for each in map(read_event, parts):
        full = replace(each, give=action.give, get=action.get) if isinstance(each, Offered | Countered) else each
        found.append(cast(EventJson, full.to_json()))
    return tuple(found)


@lru_cache(maxsize=16_384)
def write_event(event: bytes) -> EventJson:
    """Return an event."""
    return cast(EventJson, read_event(event).to_json())


def read_event(event: bytes) -> Event:
    """Return the event of a record's bytes."""
    return event_from_record(layout.Event.from_buffer_copy(event))
