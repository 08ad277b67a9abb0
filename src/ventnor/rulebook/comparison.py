"""What changed between two games: rules played differently, rules only worded differently, rules that only one states.

The words are the clauses' own. They are listed in the rulebook's order, from the older game to the newer.
"""

from dataclasses import dataclass
from functools import cached_property

from ventnor.rulebook.clause import Clause, Family, clauses, families
from ventnor.rulebook.edition import REGULAR, Variant, edition, rows


@dataclass(frozen=True)
class ComparedGame:
    """One of the two games that are compared."""

    edition: str
    variant: str = REGULAR

    @property
    def called(self) -> str:
        """Return its name within a sentence."""
        book = edition(self.edition)
        if self.variant == REGULAR:
            return book.called
        title = book.variant(self.variant).title
        return title[:1].lower() + title[1:]

    @property
    def briefly(self) -> str:
        """Return its short name, for a sentence that has already named another game."""
        return edition(self.edition).briefly if self.variant == REGULAR else self.called


@dataclass(frozen=True)
class Change:
    """A clause that the two games do not have in the same words."""

    clause: Clause
    before: str
    after: str


@dataclass(frozen=True)
class RulesComparison:
    """Two games side by side."""

    old: ComparedGame
    new: ComparedGame

    @cached_property
    def shared(self) -> tuple[Clause, ...]:
        """Return the clauses that are rules of both."""
        return tuple(each for each in clauses() if belongs(each, self.old) and belongs(each, self.new))

    @cached_property
    def _changes(self) -> tuple[Change, ...]:
        return tuple(
            Change(each, said(each, self.old), said(each, self.new))
            for each in self.shared
            if each.says and said(each, self.old) != said(each, self.new)
        )

    @cached_property
    def changed(self) -> tuple[Change, ...]:
        """Return the clauses played differently."""
        return tuple(each for each in self._changes if not self._is_alike(each.clause))

    @cached_property
    def reworded(self) -> tuple[Change, ...]:
        """Return the clauses worded differently but played alike."""
        return tuple(each for each in self._changes if self._is_alike(each.clause))

    def _is_alike(self, clause: Clause) -> bool:
        return clause.plays_alike(self.old.edition, self.new.edition)

    def stated_only_by(self, side: ComparedGame) -> tuple[Clause, ...]:
        """Return the clauses of both games that this game's rulebook states and the other's leaves open."""
        other = self.new if side == self.old else self.old
        differing = {each.clause.id for each in self._changes}
        return tuple(
            each
            for each in self.shared
            if each.kind(side.edition) != "silent" and each.kind(other.edition) == "silent" and each.id not in differing
        )

    def stated_in_part_by(self, side: ComparedGame) -> tuple[Clause, ...]:
        """Return the clauses that this game's rulebook states in part and the other's in full."""
        other = self.new if side == self.old else self.old
        differing = {each.clause.id for each in self._changes}
        return tuple(
            each
            for each in self.shared
            if each.kind(side.edition) == "part" and each.kind(other.edition) == "stated" and each.id not in differing
        )

    def variants_of(self, side: ComparedGame) -> tuple[Variant, ...]:
        """Return the short games of this side's rulebook, where two rulebooks are compared."""
        return edition(side.edition).variants if self.old.edition != self.new.edition else ()

    def only_in(self, side: ComparedGame) -> tuple[Clause, ...]:
        """Return the rules of a short game that the other game has not."""
        other = self.new if side == self.old else self.old
        return tuple(each for each in clauses() if belongs(each, side) and not belongs(each, other))

    def by_family(self, changes: tuple[Change, ...]) -> tuple[tuple[Family, tuple[Change, ...]], ...]:
        """Return the changes by family."""
        grouped = [(home, tuple(each for each in changes if each.clause.family == home.name)) for home in families()]
        return tuple((home, found) for home, found in grouped if found)

    def story(self, change: Change) -> str:
        """Return what changed, in one or more sentences."""
        ways = f"{change.clause.way(self.old.edition)} > {change.clause.way(self.new.edition)}"
        text = change.clause.change.get(ways)
        if text is None:
            return f"In {self.old.called}, {change.before}. In {self.new.briefly}, {change.after}."
        names = {"{old}": self.old.called, "{new}": self.new.called}
        names |= {key.title(): capitalised(name) for key, name in names.items()}
        for key, name in names.items():
            text = text.replace(key, name)
        return text


def belongs(clause: Clause, side: ComparedGame) -> bool:
    """Return whether the clause is a rule of this game."""
    return clause.belongs_to(side.edition, side.variant)


def said(clause: Clause, side: ComparedGame) -> str:
    """Return what a game plays by, as the end of a sentence."""
    return clause.says.get(side.edition, clause.says.get("others", ""))


def compare(one: ComparedGame, other: ComparedGame) -> RulesComparison:
    """Return two games side by side, the older first; of one edition, its regular game first."""
    old, new = sorted((one, other), key=lambda side: rows().index((side.edition, side.variant)))
    return RulesComparison(old, new)


def capitalised(words: str) -> str:
    """Return the words with a capital letter at the front."""
    return words[:1].upper() + words[1:]
