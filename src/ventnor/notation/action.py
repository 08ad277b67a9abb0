"""Actions as text: `bid 120`, `ask-rent oriental from 1`, `offer 2 give oriental 100 get vermont chest-card`.

The word, then the fields in their order. White space and letter case do not matter; everything else does. An offer
that asks nothing for something says so: `offer 2 give oriental get nothing`.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar, cast

from ventnor.action import BY_NAME, Act, Action, MalformedAction, Roll, Terms, TermsKind, Throw
from ventnor.words.kind import LARGEST_SUM, Malformed, Number, Words, show, suggestion
from ventnor.words.told import Part, build
from ventnor.words.vocabulary import list_deeds

Item = TypeVar("Item")

# Where the text is not simply the name and then the fields.
LEADING: Mapping[str, str] = {"payer": "from", "give": "give", "get": "get"}
SPOKEN: Mapping[type[Act], str] = {Throw: "roll"}

CARD_WORDS: Mapping[str, str] = {"chance-card": "chance", "chest-card": "chest"}
CASH = Number("a sum of at least $1", 1, LARGEST_SUM)
THING = Words("a deed, a sum or a jail card", lambda: [*list_deeds(), *((word, -1) for word in CARD_WORDS)])
NOTHING = "nothing"


def format_action(action: Action) -> str:
    """The text of an action."""
    words = [SPOKEN.get(type(action), action.name)]
    for part in action.parts:
        value: object = getattr(action, part.name)
        words += [LEADING[part.name]] if part.name in LEADING else []
        words += terms_words(value) if isinstance(value, Terms) else [part.kind.write(value)]
    return " ".join(words)


def terms_words(terms: Terms) -> list[str]:
    """The words for a side of a deal: deeds, cash, jail cards, debt."""
    words = [
        *terms.deeds,
        *([str(terms.cash)] if terms.cash else []),
        *(f"{deck}-card" for deck in terms.jail_cards),
        *(["debt", str(terms.debt)] if terms.debt else []),
    ]
    return words or [NOTHING]


def parse_action(text: str) -> Action:
    """The action that a text stands for. Raises `MalformedAction`, which says what was expected and where."""
    words = Reader(text.lower().split())
    word = words.take("an action")
    made = Throw if word == Roll.name and words.left else BY_NAME.get(word)
    if made is None or (made is Throw and word != SPOKEN[Throw]):
        known = [name for name in BY_NAME if name != Throw.name]
        raise words.error("do", f"expected an action, not {show(word)}{suggestion(word, known)}")
    values: dict[str, object] = {}
    for part in made.parts:
        if part.name in LEADING:
            words.skip(part.name, LEADING[part.name])
        if isinstance(part.kind, TermsKind):
            values[part.name] = read_terms(words, part.name, part.kind)
        else:
            values[part.name] = words.read(part)
    if words.left:
        raise words.error("", f"expected nothing after {show(words.last)}, not {show(words.take(''))}")
    return cast(Action, build(made, values))


class Reader:
    """The words of a text, one after another. It counts them, so that errors can say where they are."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.taken = 0

    @property
    def left(self) -> int:
        """How many words there still are."""
        return len(self.words) - self.taken

    @property
    def last(self) -> str:
        """The word taken last."""
        return self.words[self.taken - 1]

    @property
    def next(self) -> str:
        """The word that comes next, or nothing."""
        return self.words[self.taken] if self.left else ""

    def error(self, field: str, why: str) -> MalformedAction:
        """An error about the word taken last."""
        return MalformedAction(field, f"word {self.taken}: {why}")

    def take(self, expected: str, field: str = "do") -> str:
        """The next word."""
        if not self.left:
            raise MalformedAction(field, f"word {self.taken + 1}: expected {expected}, but the text ends")
        self.taken += 1
        return self.last

    def skip(self, field: str, word: str) -> None:
        """Passes over a word that must stand here."""
        found = self.take(f'"{word}"', field)
        if found != word:
            raise self.error(field, f'expected "{word}", not {show(found)}')

    def read(self, part: Part) -> object:
        """The next word, as the value of a field."""
        return self.attempt(part.name, part.kind.read, self.take(part.kind.what, part.name))

    def attempt(self, field: str, read: Callable[[str], Item], word: str) -> Item:
        """What the word last taken means."""
        try:
            return read(word)
        except Malformed as error:
            raise self.error(field, error.why) from None


def read_terms(words: Reader, side: str, kind: TermsKind) -> Terms:
    """A side of a deal: everything up to the next side, in any order, each thing once."""
    if words.next == NOTHING:
        words.skip(side, NOTHING)
        return Terms()
    deeds: list[str] = []
    cards: list[str] = []
    sums: dict[str, int] = {}
    while not (deeds or cards or sums) or (words.left and words.next != LEADING["get"]):
        word = words.take(f'{THING.what}, or "{NOTHING}"', side)
        if word[0].isdigit():
            read_sum(words, sums, side, "cash", word)
        elif word == "debt" and kind.with_debt:
            read_sum(words, sums, side, "debt", words.take(CASH.what, f"{side}.debt"))
        else:
            words.attempt(side, THING.read, word)
            things, thing = (cards, CARD_WORDS[word]) if word in CARD_WORDS else (deeds, word)
            if thing in things:
                raise words.error(side, f"{word} is named twice")
            things.append(thing)
    return build(Terms, {"deeds": deeds, "jail_cards": cards, **sums})


def read_sum(words: Reader, sums: dict[str, int], side: str, name: str, word: str) -> None:
    """The cash or the debt of a side of a deal."""
    if name in sums:
        raise words.error(f"{side}.{name}", f"{name} is named twice")
    sums[name] = words.attempt(f"{side}.{name}", CASH.read, word)
