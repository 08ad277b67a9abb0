"""The choices of a player as a numbered list: the game's menu, with what each choice costs or brings now.

The sums come from the events that a choice would bring (`Game.preview`). At Income Tax nothing is previewed, because
nobody adds up before choosing (§tax.income).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ventnor.action import (
    Accept,
    Action,
    Bankrupt,
    Build,
    Offer,
    Reject,
    Resign,
    Tax,
    Withdraw,
)
from ventnor.awaiting import AwaitingTax, AwaitingThrow
from ventnor.game import Game
from ventnor.notation.menu import MENU_FIELDS, menu_fields
from ventnor.refusal import IllegalAction
from ventnor.words.kind import Json
from ventnor.words.sentence import Teller

LATER: Final = frozenset({"property", "leave"})
"""The roles of rarer actions, which are listed last."""
RAISING: Final = frozenset({"debt", "receive"})
"""Waits in which those actions are the ones needed."""


@dataclass(frozen=True)
class Choices:
    """A seat's menu in the order in which it is shown; `main` of them at first sight."""

    actions: tuple[Action, ...]
    main: int


def choices_of(game: Game, seat: int) -> Choices:
    """Return the seat's choices, likeliest first."""
    menu = game.menu(seat)
    raising = game.awaiting.kind in RAISING and game.to_act == seat
    rest = [action for action in menu if (isinstance(action, Resign) if raising else comes_later(action))]
    first = [action for action in menu if action not in rest]
    return Choices((*first, *rest), len(first))


def comes_later(action: Action) -> bool:
    """Return whether an action is listed last: it takes something away or back."""
    return isinstance(action, Withdraw | Bankrupt) or (action.role in LATER and not isinstance(action, Build))


def words_of(game: Game, teller: Teller, seat: int, action: Action) -> str:
    """Return the words of a choice."""
    return teller.tell("menu", action.name, fields_of(game, seat, action))


def fields_of(game: Game, seat: int, action: Action) -> Mapping[str, Json]:
    """Return the fields for the words of a choice."""
    fields: dict[str, Json] = {}
    awaiting = game.awaiting
    if isinstance(action, Tax) and isinstance(awaiting, AwaitingTax):
        fields = {"amount": awaiting.amount, "percent": awaiting.percent}
    elif isinstance(action, Accept | Reject | Withdraw):
        fields = offer_fields(game, seat, action.number)
    elif type(action) in MENU_FIELDS:
        try:
            return menu_fields(action, game.preview([action], by=seat).events)
        except IllegalAction:
            pass
    return {**action.to_json(), **fields}


def offer_fields(game: Game, seat: int, number: int) -> dict[str, Json]:
    """Return the terms of an offer that stands."""
    for offer in game.view(seat).offers:
        if offer.number == number:
            terms = offer.to_json()
            return {name: terms[name] for name in ("proposer", "give", "get")}
    return {}


def effects_of(game: Game, teller: Teller, seat: int, action: Action) -> list[str]:
    """Return the easily overlooked effects of a deal: sets made and broken, interest, that it cannot be accepted."""
    try:
        preview = game.preview([action], by=seat)
    except IllegalAction:
        return []
    if isinstance(action, Offer) or action.name == "counter":
        if preview.accepted is None:
            return [teller.tell("effect", "unacceptable", {})]
        preview = preview.accepted
    lines: list[str] = []
    before, after = preview.before, preview.after
    for seat_number in range(game.players):
        who: dict[str, Json] = {"seat": seat_number}
        made = [group for group in after.sets[seat_number] if group not in before.sets[seat_number]]
        lost = [group for group in before.sets[seat_number] if group not in after.sets[seat_number]]
        lines += [teller.tell("effect", "set-made", {**who, "group": group}) for group in made]
        lines += [teller.tell("effect", "set-lost", {**who, "group": group}) for group in lost]
        due = after.interest[seat_number] - before.interest[seat_number]
        if due > 0:
            lines.append(teller.tell("effect", "interest", {**who, "amount": due}))
    return lines


def question_of(game: Game, teller: Teller) -> str:
    """Return what the game waits for, in a sentence."""
    awaiting = game.awaiting
    fields: dict[str, Json] = awaiting.to_json()
    if isinstance(awaiting, AwaitingThrow):
        fields |= {"opening": awaiting.purpose == "opening", "jail": game.jail_turn[awaiting.seat] > 0}
    return teller.tell("question", awaiting.kind, fields)
