"""The fields that a menu shows of an action: its own, and sums that depend on the position.

The sums come from the events that the action would bring (`Game.preview` returns them), so none is worked out twice.
Income Tax is left out on purpose: a player chooses how to pay it without knowing what either way comes to.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from ventnor import event
from ventnor.action import (
    Action,
    AskRent,
    Bankrupt,
    BaseAction,
    Build,
    Buy,
    Decline,
    Keep,
    Lift,
    Mortgage,
    Pay,
    PayFine,
    PayTen,
    Sell,
    SellGroup,
)
from ventnor.event import Event, Happening
from ventnor.words.kind import Json

FieldNames = Mapping[str, str]
"""Names of fields for a menu, and the field of the event that each comes from."""

AMOUNT: Final[FieldNames] = {"amount": "amount"}
MENU_FIELDS: Final[Mapping[type[BaseAction], Mapping[type[Happening], FieldNames]]] = {
    Buy: {event.Bought: {"deed": "deed", "amount": "amount"}},
    Decline: {event.Declined: {"deed": "deed"}},
    Build: {event.HouseBuilt: AMOUNT, event.HotelBuilt: AMOUNT, event.CallOpened: {"building": "building"}},
    Sell: {event.HouseSold: AMOUNT, event.HotelSold: AMOUNT},
    SellGroup: {event.GroupSold: AMOUNT},
    Mortgage: {event.Mortgaged: AMOUNT},
    Lift: {event.Lifted: AMOUNT},
    Keep: {event.Kept: AMOUNT},
    AskRent: {event.RentAsked: {"amount": "amount", "factor": "factor"}},
    PayFine: {event.Paid: AMOUNT},
    PayTen: {event.Paid: AMOUNT, event.DebtArose: AMOUNT},
    Pay: {
        event.Paid: {"creditor": "to", "amount": "amount"},
        event.RentPaid: {"creditor": "owner", "amount": "amount"},
    },
    Bankrupt: {event.WentBankrupt: {"creditor": "creditor", "amount": "amount"}},
}
IMPLIED: Final[Mapping[type[Happening], Mapping[str, Json]]] = {
    event.HouseBuilt: {"building": "house"},
    event.HotelBuilt: {"building": "hotel"},
    event.HouseSold: {"building": "house"},
    event.HotelSold: {"building": "hotel"},
    event.CallOpened: {"call": True},
}


def menu_fields(action: Action, events: Iterable[Event]) -> dict[str, Json]:
    """Return the fields of an action for a sentence of the menu, given the events that it would bring."""
    wanted = MENU_FIELDS.get(type(action), {})
    found: dict[str, Json] = {}
    for each in events:
        if type(each) in wanted:
            fields = each.to_json()
            found = {name: fields[source] for name, source in wanted[type(each)].items() if source in fields}
            if found.get("amount") == 0:
                del found["amount"]  # a throw decides it
            found |= IMPLIED.get(type(each), {})
            break
    return {**action.to_json(), **found}
