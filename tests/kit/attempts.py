"""Actions that players might try in a state: lawful ones, lawful ones with one argument changed, and random ones."""

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple, cast

from tests.kit.wild import BUSINESS, Scene, bits_of, deeds_of, fill_terms, live_seats
from ventnor.action import BY_NAME, Action, BaseAction, MalformedAction, Terms, TermsKind, from_record, to_record
from ventnor.kernel import codes, layout
from ventnor.kernel.layout import State
from ventnor.words.kind import Kind, Number, Several, Words
from ventnor.words.model import build
from ventnor.words.vocabulary import DEED, GROUP, OFFER_NUMBER

ACTORS = {codes.NATURE: "nature", codes.CLOCK: "clock"}


class Attempt(NamedTuple):
    """An action, and the number of the seat that tries it; nature and the clock have numbers too."""

    seat: int
    action: Action

    @property
    def actor(self) -> int | str:
        """Return who tries it, in words."""
        return ACTORS.get(self.seat, self.seat)

    @property
    def record(self) -> layout.Action:
        """Return the kernel's record of it."""
        return to_record(self.action, self.seat)


def attempt_of(record: layout.Action) -> Attempt:
    """Return the attempt that a record of the kernel stands for."""
    return Attempt(record.seat, from_record(record))


def change_one(rng: random.Random, s: State, attempt: Attempt) -> Attempt:
    """Return the attempt with another actor, or with one argument changed."""
    action = attempt.action
    parts = [part for part in action.parts if part.place]
    changed = action
    if parts and rng.random() >= 0.15:
        part = rng.choice(parts)
        value = another_value(rng, s, part.kind, getattr(action, part.name))
        with suppress(MalformedAction):  # a deal settles a debt of one party: with this value there may be no action
            changed = cast(Action, replace(action, **{part.name: value}))
    # A value chosen at random may be the one it was.
    return Attempt(another_seat(rng, s, attempt.seat) if changed == action else attempt.seat, changed)


def another_seat(rng: random.Random, s: State, seat: int) -> int:
    """Return another player most of the time, else nature, the clock, or an empty seat."""
    others = [other for other in range(s.players) if other != seat]
    strangers = [other for other in (min(s.players, codes.SEATS - 1), codes.NATURE, codes.CLOCK) if other != seat]
    return rng.choice(others if rng.random() < 0.8 else strangers)


def another_value(rng: random.Random, s: State, kind: Kind, value: object) -> object:
    """Return a value of the same kind, close to this one as often as not."""
    if isinstance(kind, TermsKind):
        return another_terms(rng, s, cast(Terms, value), with_debt=kind.sign > 0)
    if isinstance(kind, Several):
        given = list(cast("tuple[object, ...]", value))
        if given and rng.random() < 0.4:
            given.remove(rng.choice(given))
            return tuple(given)
        return tuple({*given, any_value(rng, s, kind.kind)})
    if isinstance(kind, Number):
        number = cast(int, value)
        wanted = rng.choice(
            (number - 1, number + 1, number + 2, 2 * number, rng.randrange(60), rng.choice(list(s.cash)))
        )
        return wanted if kind.low <= wanted <= kind.high and wanted != number else any_value(rng, s, kind)
    return any_value(rng, s, kind)


def any_value(rng: random.Random, s: State, kind: Kind) -> object:
    """Return any value of a kind."""
    if isinstance(kind, TermsKind):
        return another_terms(rng, s, Terms(), with_debt=kind.sign > 0)
    if isinstance(kind, Several):
        return tuple({any_value(rng, s, kind.kind) for _ in range(rng.randrange(3))})
    if kind is OFFER_NUMBER and s.offer_count and rng.random() < 0.8:
        return rng.choice([o.number for row in s.offers for o in row if o.number])
    if isinstance(kind, Number):
        return rng.randint(kind.low, min(kind.high, rng.choice((4, s.offer_number or 1, 300, 3000)) + kind.low))
    assert isinstance(kind, Words)
    received = s.frames[s.depth - 1].mask if s.awaits == codes.W_RECEIVE else 0
    if kind is DEED and received and rng.random() < 0.5:
        return kind.value(rng.choice(bits_of(received)))
    if kind is DEED and rng.random() < 0.7:
        owned = [slug for slug, space in DEED.numbers.items() if s.owner[space] != codes.BANK]
        return rng.choice(owned or list(kind.numbers))
    return rng.choice(list(kind.numbers))


def another_terms(rng: random.Random, s: State, terms: Terms, *, with_debt: bool) -> Terms:
    """Return one side of a deal with one of its parts changed."""
    parts = [part for part in Terms.parts if with_debt or part.name != "debt"]
    part = rng.choice(parts)
    return replace(terms, **{part.name: another_value(rng, s, part.kind, getattr(terms, part.name))})


def anything(rng: random.Random, s: State, made: type[BaseAction] | None = None) -> Attempt:
    """Return any action, or any of one kind, by an actor who could do it."""
    made = made or rng.choice(list(BY_NAME.values()))
    action = cast(Action, build(made, {part.name: any_value(rng, s, part.kind) for part in made.parts}))
    return Attempt(fitting_seat(rng, s, made), action)


def fitting_seat(rng: random.Random, s: State, made: type[BaseAction]) -> int:
    """Return nature, the clock, whom the game waits for, or any player."""
    if made.actor != "seat" and rng.random() < 0.9:
        return codes.NATURE if made.actor == "nature" else codes.CLOCK
    if s.awaited < s.players and rng.random() < 0.4:
        return s.awaited
    return rng.choice(live_seats(s)) if rng.random() < 0.9 else rng.randrange(s.players)


def each_kind(scene: Scene, seat: int, names: Iterable[str]) -> Iterator[Attempt]:
    """Return an action of each of these kinds, by one player or by an actor who could do it."""
    for name in names:
        if name in {"offer", "counter"}:
            yield deal(scene, seat, name)
            continue
        attempt = anything(scene.rng, scene.s, BY_NAME[name])
        if attempt.action.actor == "seat":
            own = own_business(scene, seat, name) if scene.rng.random() < 0.6 else {}
            attempt = Attempt(seat, cast(Action, replace(attempt.action, **own)))
        yield attempt


def own_business(scene: Scene, seat: int, name: str) -> dict[str, object]:
    """Return sensible arguments of an action, such as the player's own deed or an offer made to the player."""
    s, rng = scene.s, scene.rng
    deeds = deeds_of(s, seat)
    if name in {"build", "sell", "mortgage", "lift"} and deeds:
        lots = [space for space in deeds if s.houses[space]]
        return {"deed": DEED.value(rng.choice(lots if lots and rng.random() < 0.5 else deeds))}
    if name == "sell-group" and deeds:
        return {"group": GROUP.value(scene.t.group[rng.choice(deeds)]), "houses": rng.choice((0, rng.randrange(14)))}
    numbers = [row[seat].number for row in s.offers if row[seat].number]
    return {"number": rng.choice(numbers)} if name in {"accept", "reject"} and numbers else {}


def deal(scene: Scene, seat: int, name: str) -> Attempt:
    """Return an offer to somebody, or a counter to an offer made to the player; at times with one thing changed."""
    s, rng = scene.s, scene.rng
    other, number = rng.choice(live_seats(s)), 1
    if name == "counter":
        made = [(proposer, s.offers[proposer][seat].number) for proposer in range(s.players)]
        other, number = rng.choice([each for each in made if each[1]] or [(other, number)])
    kind = codes.A_OFFER if name == "offer" else codes.A_COUNTER
    attempt = attempt_of(fill_terms(scene, layout.Action(kind=kind, seat=seat, other=other, number=number), other))
    return attempt if rng.random() < 0.5 else change_one(rng, s, attempt)


def business(scene: Scene) -> Attempt:
    """Return an action of a wild player, lawful about half of the time."""
    while True:
        found = scene.rng.choice(BUSINESS)(scene, scene.rng.choice(live_seats(scene.s)))
        if found is not None:
            return attempt_of(found)
