"""Actions and events survive round trips through text, JSON and the kernel's records."""

import json

from hypothesis import given

from tests.properties.telling import actions, events
from ventnor import action, event
from ventnor.action import Action
from ventnor.event import Event
from ventnor.kernel import layout
from ventnor.notation import format_action, parse_action
from ventnor.words.model import store


@given(actions())
def test_an_action_survives_text_json_and_record(given_action: Action) -> None:
    assert parse_action(format_action(given_action)) == given_action
    assert action.from_json(json.loads(json.dumps(given_action.to_json()))) == given_action
    record = action.to_record(given_action, seat=3)
    assert action.from_record(record) == given_action
    assert record.seat == 3


@given(events())
def test_an_event_survives_json_and_record(given_event: Event) -> None:
    assert event.from_json(json.loads(json.dumps(given_event.to_json()))) == given_event
    record = layout.Event(kind=given_event.code)
    store(given_event, record)
    read = event.from_record(record)
    terms = {key: value for key, value in given_event.to_json().items() if key in {"give", "get"}}
    assert event.from_json({**read.to_json(), **terms}) == given_event
