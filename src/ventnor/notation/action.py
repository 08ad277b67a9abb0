"""Actions as text: `bid 120`, `ask-rent oriental from 1`, `offer 2 give oriental 100 get vermont chest-card`.

The word, then the fields in their order, without those at their default (`sell-group orange`, but
`sell-group orange to 4`: four houses stay). White space and letter case do not matter. A deed, group, deck or card may
also be called by its printed name (`build B. & O. Railroad`, `sell-group brown`). An offer that asks for nothing
says so: `offer 2 give oriental get nothing`.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING
from typing import TypeVar, cast

from ventnor.action import BY_NAME, Action, BaseAction, MalformedAction, Roll, Terms, TermsKind, Throw
from ventnor.notation.name import Named, read_card, read_name
from ventnor.rulebook.edition import Era
from ventnor.words.kind import LARGEST_SUM, Kind, Malformed, Number, Words, show, suggestion
from ventnor.words.model import Part, build
from ventnor.words.vocabulary import CARD, DECK, DEED, GROUP, list_deeds

Item = TypeVar("Item")

# Where the text is not simply the name and then the fields.
LEADING: Mapping[str, str] = {"payer": "from", "give": "give", "get": "get", "houses": "to"}
SPOKEN: Mapping[type[BaseAction], str] = {Throw: "roll"}

CARD_WORDS: Mapping[str, str] = {"chance-card": "chance", "chest-card": "chest"}
CASH = Number("a sum of at least $1", 1, LARGEST_SUM)
THING = Words("a deed, a sum or a jail card", lambda: [*list_deeds(), *((word, -1) for word in CARD_WORDS)])
NOTHING = "nothing"
NAMED: Mapping[Kind, Named] = {DEED: "deed", GROUP: "group", DECK: "deck", THING: "thing"}
"""The kinds of words that have printed names."""


def format_action(action: Action) -> str:
    """Return the text of an action."""
    words = [SPOKEN.get(type(action), action.name)]
    for part in action.parts:
        value: object = getattr(action, part.name)
        if value == part.default:
            continue
        words += [LEADING[part.name]] if part.name in LEADING else []
        words += terms_words(value) if isinstance(value, Terms) else [part.kind.write(value)]
    return " ".join(words)


def terms_words(terms: Terms) -> list[str]:
    """Return the words for a side of a deal: deeds, cash, jail cards, debt."""
    words = [
        *terms.deeds,
        *([str(terms.cash)] if terms.cash else []),
        *(f"{deck}-card" for deck in terms.jail_cards),
        *(["debt", str(terms.debt)] if terms.debt else []),
    ]
    return words or [NOTHING]


def parse_action(text: str, decks: Era | None = None, board: str = "") -> Action:
    """Return the action that a text stands for. `decks` says which cards are meant where one is called by its title.

    `board`: another board (`Options.board`), whose names are read, too. Raises `MalformedAction`, which says what was
    expected and where.
    """
    words = ActionReader(text.lower().split(), board)
    word = words.take("an action")
    made = Throw if word == Roll.name and words.left else BY_NAME.get(word)
    if made is None or (made is Throw and word != SPOKEN[Throw]):
        known = [name for name in BY_NAME if name != Throw.name]
        raise words.error("do", f"expected an action, not {show(word)}{suggestion(word, known)}")
    values: dict[str, object] = {}
    for part in made.parts:
        if part.default is not MISSING and not words.left:
            continue
        if part.name in LEADING:
            words.skip(part.name, LEADING[part.name])
        if isinstance(part.kind, TermsKind):
            values[part.name] = read_terms(words, part.name)
        elif part.kind is CARD:
            values[part.name] = words.read_card(part, str(values["deck"]), decks)
        else:
            values[part.name] = words.read(part)
    if words.left:
        raise words.error("", f"expected nothing after {show(words.last)}, not {show(words.take(''))}")
    return cast(Action, build(made, values))


class ActionReader:
    """The words of a text, one after another. It counts them, so that errors can say where they are."""

    def __init__(self, words: list[str], board: str = "") -> None:
        self.words = words
        self.board = board
        self.taken = 0

    @property
    def left(self) -> int:
        """Return how many words there still are."""
        return len(self.words) - self.taken

    @property
    def last(self) -> str:
        """Return the word taken last."""
        return self.words[self.taken - 1]

    @property
    def next(self) -> str:
        """Return the word that comes next, or nothing."""
        return self.words[self.taken] if self.left else ""

    def error(self, field: str, why: str) -> MalformedAction:
        """Return an error about the word taken last."""
        return MalformedAction(field, f"word {self.taken}: {why}")

    def take(self, expected: str, field: str = "do") -> str:
        """Return the next word."""
        if not self.left:
            raise MalformedAction(field, f"word {self.taken + 1}: expected {expected}, but the text ends")
        self.taken += 1
        return self.last

    def skip(self, field: str, word: str) -> None:
        """Skip a word that must stand here."""
        found = self.take(f'"{word}"', field)
        if found != word:
            raise self.error(field, f'expected "{word}", not {show(found)}')

    def read(self, part: Part) -> object:
        """Read the next word, or a name of several words, as the value of a field."""
        word = self.take_name(NAMED[part.kind], part.kind.what, part.name) if part.kind in NAMED else ""
        return self.attempt(part.name, part.kind.read, word or self.take(part.kind.what, part.name))

    def take_name(self, kind: Named, expected: str, field: str) -> str:
        """Take the longest printed name that comes next, as the notation's word; else one word as it is."""
        found, count = read_name(kind, self.words[self.taken :], self.board)
        if not found:
            return self.take(expected, field)
        self.taken += count
        return found

    def read_card(self, part: Part, deck: str, decks: Era | None) -> object:
        """Read a card's number, or its title, which takes all words that are left."""
        if self.left and not self.next[0].isdigit():
            number = read_card(deck, self.words[self.taken :], decks, self.board)
            if number is not None:
                self.taken = len(self.words)
                return number
        return self.read(part)

    def attempt(self, field: str, read: Callable[[str], Item], word: str) -> Item:
        """Return what the word last taken means."""
        try:
            return read(word)
        except Malformed as error:
            raise self.error(field, error.why) from None


def read_terms(words: ActionReader, side: str) -> Terms:
    """Return a side of a deal: everything up to the next side, in any order, each thing once."""
    if words.next == NOTHING:
        words.skip(side, NOTHING)
        return Terms()
    deeds: list[str] = []
    cards: list[str] = []
    sums: dict[str, int] = {}
    while not (deeds or cards or sums) or (words.left and words.next != LEADING["get"]):
        word = words.take_name("thing", f'{THING.what}, or "{NOTHING}"', side)
        if word[0].isdigit():
            read_sum(words, sums, side, "cash", word)
        elif word == "debt":
            read_sum(words, sums, side, "debt", words.take(CASH.what, f"{side}.debt"))
        else:
            words.attempt(side, THING.read, word)
            things, thing = (cards, CARD_WORDS[word]) if word in CARD_WORDS else (deeds, word)
            if thing in things:
                raise words.error(side, f"{word} is named twice")
            things.append(thing)
    return build(Terms, {"deeds": deeds, "jail_cards": cards, **sums})


def read_sum(words: ActionReader, sums: dict[str, int], side: str, name: str, word: str) -> None:
    """Read the cash or the debt of one side of a deal."""
    if name in sums:
        raise words.error(f"{side}.{name}", f"{name} is named twice")
    sums[name] = words.attempt(f"{side}.{name}", CASH.read, word)
