"""Actions and events as values: what they refuse to hold, their JSON, their schema, the kernel's records of them."""

import json
from collections.abc import Mapping
from typing import cast

import pytest

from ventnor import action, event
from ventnor.action import Bid, Deal, MalformedAction, Offer, Roll, Terms, Throw, Want
from ventnor.event import AuctionWon, GameEnded, MalformedEvent, Moved, Offered, Paid, RentPaid, Threw
from ventnor.kernel import codes, layout
from ventnor.notation import schema


def code_names(prefix: str) -> set[int]:
    """Return the kernel's numbers of this block."""
    return {value for name, value in vars(codes).items() if name.startswith(prefix) and isinstance(value, int)}


def test_every_code_of_the_kernel_has_its_class() -> None:
    assert set(action.BY_CODE) == code_names("A_")
    assert set(event.BY_CODE) == code_names("E_")
    assert len(action.BY_NAME) == len(action.BY_CODE)
    assert len(event.BY_NAME) == len(event.BY_CODE)


@pytest.mark.parametrize(
    ("made", "fields", "at_fault"),
    [
        (Bid, {"amount": -1}, "amount"),
        (Bid, {"amount": 2**31}, "amount"),
        (Bid, {"amount": 10**5000}, "amount"),
        (Bid, {"amount": True}, "amount"),
        (Bid, {"amount": 1.0}, "amount"),
        (Bid, {"amount": "5"}, "amount"),
        (Want, {"count": 128}, "count"),
        (Throw, {"die1": 0, "die2": 6}, "die1"),
        (Deal, {"seat": 8, "deed": "oriental"}, "seat"),
        (Deal, {"seat": 0, "deed": "chance-1"}, "deed"),
        (Terms, {"deeds": ("vermont", "vermont")}, "deeds"),
        (Terms, {"deeds": "vermont"}, "deeds"),
        (Terms, {"jail_cards": ("chance", "luck")}, "jail_cards"),
        (Offer, {"to": 1, "give": Terms(debt=5), "get": Terms(debt=5)}, "give.debt"),
        (Offer, {"to": 1, "give": None, "get": Terms()}, "give"),
    ],
)
def test_what_cannot_fit_is_refused_with_the_field_at_fault(
    made: type[action.BaseAction], fields: Mapping[str, object], at_fault: str
) -> None:
    with pytest.raises(MalformedAction) as caught:
        made(**fields)
    assert caught.value.field == at_fault


def test_deeds_of_a_deal_stand_in_the_order_of_the_board() -> None:
    assert Terms(("boardwalk", "baltic")) == Terms(("baltic", "boardwalk"))


@pytest.mark.parametrize(
    ("mapping", "at_fault"),
    [
        ({}, "do"),
        ({"do": "fly"}, "do"),
        ({"do": ["bid"]}, "do"),
        ({"do": "bid"}, "amount"),
        ({"do": "bid", "amount": 5, "sum": 5}, "'sum'"),
        ({"do": "offer", "to": 1, "give": 5, "get": {}}, "give"),
        ({"do": "offer", "to": 1, "give": {"deeds": ["orientl"]}, "get": {}}, "give.deeds"),
        ({"do": "offer", "to": 1, "give": {"gold": 1}, "get": {}}, "give.'gold'"),
    ],
)
def test_json_that_is_no_action_is_refused(mapping: Mapping[str, object], at_fault: str) -> None:
    with pytest.raises(MalformedAction) as caught:
        action.from_json(mapping)
    assert caught.value.field == at_fault


def test_json_of_an_offer_leaves_out_what_is_empty() -> None:
    offer = Offer(2, give=Terms(("oriental",), 100), get=Terms(("vermont",), jail_cards=("chest",)))
    assert offer.to_json() == {
        "do": "offer",
        "to": 2,
        "give": {"deeds": ["oriental"], "cash": 100},
        "get": {"deeds": ["vermont"], "jail_cards": ["chest"]},
    }


def test_an_action_fills_the_record_of_the_kernel() -> None:
    offer = Offer(2, give=Terms(("mediterranean", "baltic"), 7, ("chest",)), get=Terms(debt=90))
    record = action.to_record(offer, seat=1)
    assert (record.kind, record.seat, record.other) == (codes.A_OFFER, 1, 2)
    assert (record.give, record.give_cash, record.give_cards) == (0b1010, 7, 0b10)
    assert (record.get, record.get_cash, record.get_cards, record.debt) == (0, 0, 0, 90)


@pytest.mark.parametrize("seat", [-1, 10])
def test_nobody_acts_who_is_no_seat(seat: int) -> None:
    with pytest.raises(MalformedAction):
        action.to_record(Roll(), seat)


@pytest.mark.parametrize("record", [layout.Action(kind=99), layout.Action(kind=codes.A_BUILD, space=0)])
def test_a_record_that_means_nothing_is_refused(record: layout.Action) -> None:
    with pytest.raises(MalformedAction):
        action.from_record(record)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (
            {"kind": codes.E_THREW, "seat": 1, "x": 3, "y": 4, "clause": codes.C_MOVE_TOTAL},
            Threw(1, 3, 4, clause="move.total"),
        ),
        ({"kind": codes.E_MOVED, "x": 7, "space": 4, "y": 1}, Moved(0, "chance-1", "income-tax", backward=True)),
        (
            {"kind": codes.E_RENT_PAID, "seat": 1, "other": 2, "space": 6, "amount": 6},
            RentPaid(payer=1, owner=2, deed="oriental", amount=6),
        ),
        (
            {"kind": codes.E_AUCTION_WON, "seat": 2, "x": codes.B_CARD, "y": 1, "amount": 5},
            AuctionWon(2, "chest-card", 5),
        ),
        ({"kind": codes.E_AUCTION_WON, "x": codes.B_HOUSE, "amount": 5}, AuctionWon(0, "house", 5)),
        (
            {"kind": codes.E_PAID, "seat": 1, "other": codes.BANK, "amount": 75, "x": codes.D_TAX},
            Paid(1, "bank", 75, "tax"),
        ),
        ({"kind": codes.E_GAME_ENDED, "mask": 0b101, "x": codes.END_HOUR}, GameEnded((0, 2), "hour")),
        ({"kind": codes.E_OFFERED, "seat": 1, "other": 2, "amount": 5}, Offered(5, 1, 2)),
    ],
)
def test_an_event_is_read_from_the_record_of_the_kernel(record: Mapping[str, int], expected: event.Event) -> None:
    assert event.from_record(layout.Event(**record)) == expected


def test_an_event_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(MalformedEvent):
        event.from_record(layout.Event(kind=codes.E_THREW, x=7, y=1))
    with pytest.raises(MalformedEvent):
        event.from_json({"event": "threw", "seat": 0, "die1": 1})


def test_the_schema_names_every_action_and_event_and_resolves() -> None:
    document = schema()
    definitions = cast("dict[str, object]", document["$defs"])
    assert {name for name in definitions if name.startswith("action.")} == {f"action.{name}" for name in action.BY_NAME}
    assert {name for name in definitions if name.startswith("event.")} == {f"event.{name}" for name in event.BY_NAME}
    text = json.dumps(document)
    for piece in text.split('"$ref": "#/$defs/')[1:]:
        assert piece.partition('"')[0] in definitions


@pytest.mark.parametrize(
    ("stored", "meant"),
    [
        ({"do": "build", "space": "oriental"}, action.Build("oriental")),
        ({"do": "ask-rent", "space": "baltic", "payer": 2}, action.AskRent("baltic", 2)),
        ({"do": "deal", "seat": 1, "space": "reading"}, action.Deal(1, "reading")),
    ],
)
def test_actions_stored_with_a_space_are_read_as_actions_with_a_deed(
    stored: Mapping[str, object], meant: action.Action
) -> None:
    assert action.from_json(stored) == meant
    assert "space" not in meant.to_json()


def test_an_action_without_a_deed_has_no_space_either() -> None:
    with pytest.raises(action.MalformedAction, match="space"):
        action.from_json({"do": "roll", "space": "oriental"})
