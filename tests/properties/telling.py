"""Hypothesis strategies that make actions and events out of the kinds of their fields."""

from typing import TypeVar, cast

from hypothesis import strategies as st

from ventnor.action import BY_NAME as ACTIONS
from ventnor.action import Action, Terms, TermsKind
from ventnor.event import BY_NAME as EVENTS
from ventnor.event import Event
from ventnor.words.kind import Flag, Kind, Number, Several, Words
from ventnor.words.model import Model, Part, build
from ventnor.words.vocabulary import PARTY, SEAT

Thing = TypeVar("Thing", bound=Model)


def values_of(kind: Kind) -> st.SearchStrategy[object]:
    """Return any value of a kind."""
    if kind is PARTY:
        return st.one_of(values_of(SEAT), st.sampled_from(sorted(PARTY.numbers)))
    if isinstance(kind, Number):
        return st.integers(kind.low, kind.high)
    if isinstance(kind, Words):
        return st.sampled_from(list(kind.numbers))
    if isinstance(kind, Flag):
        return st.booleans()
    if isinstance(kind, Several):
        return st.lists(values_of(kind.kind), unique=True).map(tuple)
    assert isinstance(kind, TermsKind)
    return (
        things(Terms)
        if kind.sign > 0
        else things(Terms).map(lambda terms: Terms(terms.deeds, terms.cash, terms.jail_cards))
    )


def kept(part: Part) -> st.SearchStrategy[object]:
    """Return any value of a field that its place in a record has room for."""
    if isinstance(part.kind, Number) and part.place in {"x", "y"}:
        return st.integers(part.kind.low, min(part.kind.high, 2**15 - 1))
    return values_of(part.kind)


def things(made: type[Thing]) -> st.SearchStrategy[Thing]:
    """Return any thing of this class."""
    return st.fixed_dictionaries({part.name: kept(part) for part in made.parts}).map(lambda values: build(made, values))


def actions() -> st.SearchStrategy[Action]:
    """Return any action."""
    return cast("st.SearchStrategy[Action]", st.sampled_from(list(ACTIONS.values())).flatmap(things))


def events() -> st.SearchStrategy[Event]:
    """Return any event."""
    return cast("st.SearchStrategy[Event]", st.sampled_from(list(EVENTS.values())).flatmap(things))
