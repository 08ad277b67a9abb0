"""The pages that people at a table can look at: the board, deeds, offers, the log, a rule.

They change nothing and never add up what a player is worth (§tax.income).
"""

from collections.abc import Callable
from typing import Final

from rich.text import Text

from ventnor.cli.terminal.board import LEAST_WIDTH, TALL, Drawing, Ring
from ventnor.cli.terminal.colours import group_letter, group_mark, seat_mark, with_names
from ventnor.cli.terminal.ledger import short_of_one
from ventnor.cli.terminal.parser import find_deed, find_seat
from ventnor.cli.terminal.screen import Screen
from ventnor.cli.terminal.seating import TableSeat
from ventnor.cli.terminal.story import Story
from ventnor.game import Game
from ventnor.log import Ply
from ventnor.notation import AmbiguousName
from ventnor.rulebook import notes
from ventnor.rulebook.board import Space
from ventnor.view import DeedView, OfferView, View
from ventnor.words.sentence import money

HOTEL: Final = 5
LOG_LINES: Final = 15
HIGH: Final = 30

HELP: Final = (
    ("Choosing", ""),
    ("3", "do choice 3; Enter throws or ends the turn"),
    ("more", "all choices: mortgages, sales, giving up"),
    ("bid 120", "any other sum; out: pass until it is sold"),
    ("build oriental", "also sell, mortgage, lift, keep"),
    ("ask-rent oriental from 2", "if rent must be asked for"),
    ("offer Bob give oriental 100 get vermont", "deeds, sums, chance-card; get debt 90: pay a debt"),
    ("counter 5 give … get …", "also accept 5, reject 5, withdraw 5"),
    ("bid 120!", "with ! it is done without asking"),
    ("2: bid 90, or: as Bob", "another player at the keyboard acts"),
    ("Looking", ""),
    ("board, offers", "the board; what is offered to whom"),
    ("deeds, deeds Bob", "who owns what; deed oriental: one deed with its rents"),
    ("who, where, cash", "the players, their spaces, their money in notes"),
    ("log, log 50", "what happened lately"),
    ("hint", "what you can do, best first, and why"),
    ("why buy", "may I do it? If not, which rule forbids it?"),
    ("rule rent.ask, rule jail", "a rule, or all rules of a family"),
    ("The table", ""),
    ("pause", "stop before each throw of a bot, or no longer"),
    ("hour", "let the hour strike, in a game with a time limit"),
    ("save FILE, quit", "the game is saved anyway: ventnor play --resume"),
)


class Pages:
    """Pages about a game under way."""

    def __init__(self, game: Game, seats: tuple[TableSeat, ...], screen: Screen, story: Story) -> None:
        self.game = game
        self.seats = seats
        self.screen = screen
        self.teller = story.teller
        self.story = Story(game)
        self.commands: dict[str, Callable[[str], None]] = {
            "board": self.board,
            "deeds": self.deeds,
            "deed": self.deed,
            "offers": self.offers,
            "log": self.log,
            "rule": self.rule,
            "rules": self.rule,
            "who": self.who,
            "where": self.where,
            "cash": self.cash,
        }

    @property
    def is_tall(self) -> bool:
        """Return whether there is room for the board at every question."""
        return self.screen.height >= TALL

    @property
    def is_high(self) -> bool:
        """Return whether there is room for more than a few lines below the board."""
        return self.screen.height >= HIGH

    def help(self) -> None:
        """Print what can be typed."""
        for left, right in HELP:
            if not right:
                self.screen.line(left, style="bold")
            elif self.screen.plain:
                self.screen.line(f"{left}: {right}")
            else:
                self.screen.pair(left, right, 24)

    # --- the board ----------------------------------------------------------------------------------------------------
    def board(self, _: str) -> None:
        """Print the board, drawn, or in words if there is no room or the output is plain."""
        view = self.game.view()
        width = self.screen.console.width
        if self.screen.plain or width < LEAST_WIDTH:
            for space in self.teller.board.spaces:
                self.screen.line(self.describe(view, space))
            return
        ring = Ring.fitting(width, self.screen.height)
        for line in Drawing(view, ring, self.stage(ring)).lines():
            self.screen.line(line)

    def stage(self, ring: Ring) -> list[Text]:
        """Return the latest events, for the middle of a tall board."""
        room = ring.rows - self.game.players - 3
        lines: list[Text] = []
        sentences = [words for each in self.story.tell(list(self.game.log[-40:])) for words in each.sentences]
        for words in reversed(sentences):
            more = with_names(words, self.screen.names).wrap(self.screen.console, ring.middle - 2)
            if len(lines) + len(more) > room:
                break
            lines = [*(Text.assemble(" ", line) for line in more), *lines]
        return lines

    def describe(self, view: View, space: Space) -> str:
        """Return a space in words: who stands there, who holds it, what it costs."""
        here = [self.seats[seat.seat].name for seat in view.seats if seat.space == space.slug and not seat.retired]
        words = [space.name]
        if space.is_property:
            words.append(self.holding(view.deeds[space.slug]))
        if here:
            words.append(f"here: {', '.join(here)}")
        return "; ".join(words)

    def holding(self, deed: DeedView) -> str:
        """Return who holds a deed and what stands on it."""
        if deed.owner is None:
            return f"for sale at {money(deed.price)}"
        words = [f"{self.seats[deed.owner].name}'s"]
        if deed.mortgaged:
            words.append("mortgaged")
        elif deed.houses:
            words.append("a hotel" if deed.houses == HOTEL else f"{deed.houses} house{'s' if deed.houses > 1 else ''}")
        if deed.rent or deed.times:
            words.append(f"rent {money(deed.rent)}" if deed.rent else f"rent {deed.times} times a throw")
        return ", ".join(words)

    # --- deeds --------------------------------------------------------------------------------------------------------
    def deeds(self, text: str) -> None:
        """Print who holds which deeds, of one player or of all."""
        view = self.game.view()
        wanted = find_seat(text, [seat.name for seat in self.seats]) if text else None
        if text and wanted is None:
            self.deed(text)
            return
        for seat in view.seats if wanted is None else [view.seats[wanted]]:
            if seat.retired:
                continue
            self.heading(seat.seat, f"{money(seat.cash)}{self.cards(seat.jail_cards)}")
            for group in self.teller.board.groups:
                held = [view.deeds[deed] for deed in seat.deeds if view.deeds[deed].group == group.slug]
                if held:
                    sign = " (whole)" if group.slug in seat.sets else f" ({len(held)} of {len(group.spaces)})"
                    named = "; ".join(self.deed_in_short(deed) for deed in held)
                    self.screen.say(f"{group_letter(group.slug, group.name)} {group.name}{sign}: {named}", 2, hang=4)
        for seat, group, missing in short_of_one(view):
            owner = view.deeds[missing].owner
            whose = "the Bank has it" if owner is None else f"{self.seats[owner].name} has it"
            if wanted in {None, seat}:
                called = self.teller.board.group(group).name
                self.screen.say(
                    f"{self.seats[seat].name} lacks only {self.teller.space(missing)} for {called}: {whose}."
                )

    def heading(self, seat: int, words: str) -> None:
        """Print a player's name above a list."""
        name = self.seats[seat].name
        if self.screen.plain:
            self.screen.line(f"{name}: {words}")
        else:
            self.screen.line(Text.assemble(seat_mark(seat), f" {name} ", words))

    def cards(self, decks: tuple[str, ...]) -> str:
        """Return the jail cards that somebody holds."""
        return (
            f", {self.teller.list_of([self.teller.words[f'{deck}-card'] for deck in decks], 'nothing')}"
            if decks
            else ""
        )

    def deed_in_short(self, deed: DeedView) -> str:
        """Return a deed in a list: its name and what stands on it."""
        name = self.teller.space(deed.deed)
        state = self.holding(deed).partition(", ")[2]
        return f"{name} ({state})" if state else name

    def deed(self, text: str) -> None:
        """Print one Title Deed with its figures."""
        try:
            slug = find_deed(text, self.game.options.board) if text else None
        except AmbiguousName as error:
            self.screen.say(f"{error.why}.")
            return
        if slug is None:
            self.screen.say(f"There is no deed {text!r}." if text else "Name a deed, such as: deed oriental")
            return
        self.on_offer(slug)
        self.screen.say(f"Now: {self.holding(self.game.view().deeds[slug])}.", 2)

    def on_offer(self, slug: str) -> None:
        """Print the figures of a deed, and who holds the rest of its group."""
        if slug not in {each.slug for each in self.teller.board.properties}:
            return
        space = self.teller.board.space(slug)
        group = self.teller.board.group(space.group)
        head = f" {space.name}, {group.name}: {money(space.price)}, mortgage {money(space.mortgage)}"
        head += f", house {money(space.house_price)}" if space.house_price else ""
        self.screen.line(
            head.strip() if self.screen.plain else Text.assemble("  ", group_mark(space.group, group.name), head)
        )
        if space.kind == "lot":
            houses = " ".join(money(rent) for rent in space.rents[1:5])
            rents = f"rent {money(space.rents[0])}; with houses {houses}; with a hotel {money(space.rents[5])}"
        elif space.kind == "railroad":
            rents = f"rent by railroads held: {' '.join(money(rent) for rent in space.rents)}"
        else:
            rents = f"rent by utilities held: {' or '.join(f'{times} times' for times in space.rents)} the throw"
        self.screen.say(rents, 4)
        view = self.game.view()
        others = [self.teller.board.spaces[number] for number in group.spaces if number != space.index]
        owners = [(each.name, view.deeds[each.slug].owner) for each in others]
        held = ", ".join(f"{name} {'Bank' if who is None else self.seats[who].name}" for name, who in owners)
        self.screen.say(f"the others: {held}", 4, hang=2)

    # --- offers, log, rules -------------------------------------------------------------------------------------------
    def offers(self, _: str) -> None:
        """Print the open offers."""
        standing = self.game.view().offers
        for offer in standing:
            self.screen.say(self.offer(offer))
        if not standing:
            self.screen.say("No offer stands.")

    def offer(self, offer: OfferView) -> str:
        """Return an offer in words."""
        sentence = self.teller.tell("event", "offered", offer.to_json())
        return f"Offer {offer.number}: {sentence}"

    def log(self, text: str) -> None:
        """Print what happened lately."""
        count = int(text) if text.isdecimal() else LOG_LINES
        paragraphs = self.story.tell(list[Ply](self.game.log[-20 * max(count, 1) :]))
        for paragraph in paragraphs[-count:] if count else []:
            self.screen.tell(paragraph.seat, paragraph.text)

    def rule(self, text: str) -> None:
        """Print a rule as this game has it."""
        from ventnor.cli.rules.clause import show_clauses
        from ventnor.cli.rules.page import Page
        from ventnor.cli.rules.query import NothingFound, find_clauses
        from ventnor.rulebook.comparison import ComparedGame

        if not text:
            self.screen.say("Name a rule or a word, such as: rule rent.ask, rule jail")
            return
        try:
            found = find_clauses(text)
            show_clauses(Page(self.screen.console), found, ComparedGame(self.game.edition, self.game.variant), False)
        except NothingFound as error:
            self.screen.say(f"{error}".replace("`ventnor rules` lists them all.", ""))

    # --- players ------------------------------------------------------------------------------------------------------
    def who(self, _: str) -> None:
        """Print the players."""
        for number, seat in enumerate(self.seats):
            kind = "at the keyboard" if seat.is_person else f"a {seat.bot} bot"
            marks = [", retired"] if self.game.retired[number] else []
            marks += [", whose turn it is"] if self.game.turn == number and self.game.turn_number else []
            self.screen.say(f"{number} {seat.name}, {kind}{''.join(marks)}")

    def where(self, _: str) -> None:
        """Print where everybody stands."""
        view = self.game.view()
        for seat in view.seats:
            if not seat.retired:
                jail = f", in Jail, turn {seat.jail_turn}" if seat.jail_turn else ""
                self.screen.say(f"{self.seats[seat.seat].name}: {self.teller.space(seat.space)}{jail}")
        if view.houses_left is None:
            self.screen.say("The Bank never runs out of houses and hotels.")
        else:
            self.screen.say(f"The Bank has {view.houses_left} houses and {view.hotels_left} hotels.")

    def cash(self, _: str) -> None:
        """Print everybody's cash, also as notes."""
        for seat in self.game.view().seats:
            state = "retired" if seat.retired else f"{money(seat.cash)}{self.cards(seat.jail_cards)}"
            self.screen.say(f"{self.seats[seat.seat].name}: {state}")
            if seat.cash:
                self.screen.say(notes.words(self.purse(seat.seat, seat.cash)), 2)

    def purse(self, seat: int, cash: int) -> notes.Notes:
        """Return the notes of a seat: those dealt (§setup.cash), after the first turn the fewest that make the sum."""
        dealt = notes.starting_notes(self.game.edition, self.game.players)[seat]
        return dealt if self.game.turn_number == 0 and notes.total(dealt) == cash else notes.in_notes(cash)

    def purses(self) -> None:
        """Print everybody's cash on a line."""
        view = self.game.view()
        parts = [f"{self.seats[seat.seat].name} {money(seat.cash)}" for seat in view.seats if not seat.retired]
        self.screen.say(f"Cash: {', '.join(parts)}")
