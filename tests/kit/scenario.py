"""A table laid out by hand and played by a script. The tests of the rules use it.

    table = scenario("classic").deeds("oriental", owner=0).token(1, on="go").to_act(1)
    table.do("roll 2 4")                          # the seat takes the dice, and nature throws what the script says
    table.do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))

It uses the kernel directly. The law checks every action first, and nothing happens that the script does not name: no
rent is asked for, no turn ended, no card drawn. After every action the books must balance.
"""

from dataclasses import fields

from ventnor import action, event
from ventnor.action import BaseAction, Roll, Throw
from ventnor.awaiting import WAITS as WAIT_WORDS
from ventnor.event import Event, Happening
from ventnor.kernel import codes
from ventnor.kernel.entry import enter_menu, enter_refuse, enter_set_up, enter_settle, enter_step
from ventnor.kernel.layout import Menu, Sink, State, Tables
from ventnor.kernel.ledger import count_holdings
from ventnor.kernel.reasons import LAWFUL, NAMES, clause_of
from ventnor.notation import Heading, format_action, parse_action, position_of
from ventnor.referee import why_not
from ventnor.rulebook.board import board
from ventnor.rulebook.card import Card, decks
from ventnor.rulebook.option import Options
from ventnor.rulebook.setting import settings
from ventnor.tables import tables

SPACES = {space.slug: space.index for space in board().spaces}
SLUGS = {index: slug for slug, index in SPACES.items()}
GROUPS = {group.slug: tuple(SLUGS[index] for index in group.spaces) for group in board().groups}
DECKS = {"chance": codes.CHANCE, "chest": codes.CHEST}
HOTEL = codes.HOTEL

WAITS = {word: number for number, word in WAIT_WORDS.items()}
ENDINGS = {
    codes.END_LAST: "last",
    codes.END_BANKRUPTCIES: "bankruptcies",
    codes.END_HOUR: "hour",
    codes.END_ROUNDS: "rounds",
}
ACTORS = {"nature": codes.NATURE, "clock": codes.CLOCK}


def scenario(edition: str, variant: str = "", seats: int = 3, **options: object) -> "Table":
    """Return a new game of an edition, with house rules by name. Three seats suit every edition."""
    return Table(edition, variant, seats, Options.from_mapping(options))


class Table:
    """A game in the middle of a scenario. Methods that build or play return the table itself."""

    def __init__(self, edition: str, variant: str, seats: int, options: Options) -> None:
        self.edition = edition
        self.heading = Heading(edition, variant, options=options)
        self.stocked = False
        """Whether the Bank's stock was set by hand: a position does not say so, and the referee counts what stands."""
        self.t: Tables = tables(edition, variant, options)
        # §setup.players: a table that the edition does not know cannot be laid out.
        assert self.t.players_min <= seats <= self.t.players_max, f"{edition} is not for {seats} players"
        self.seats = seats
        self.decks = decks(settings(edition, variant, options).decks)
        self.s = State()
        self.e = Sink(capacity=codes.EVENTS)
        self.states, self.tables, self.sinks = [self.s], [self.t], [self.e]
        enter_set_up(self.states, self.tables, self.sinks, seats)
        self.laid_out = True
        self.script: list[str] = []

    # --- laying out -------------------------------------------------------------------------------------------------

    def changed(self) -> "Table":
        """Note that the record was changed by hand."""
        self.laid_out = False
        return self

    def finish_layout(self) -> None:
        """Work out what follows from what was laid out by hand."""
        if not self.laid_out:
            count_holdings(self.s, self.t)
            self.e.count = 0
            enter_settle(self.states, self.tables, self.sinks)
            self.laid_out = True
            self.check_books()

    def deeds(self, *slugs: str, owner: int) -> "Table":
        """Give deeds to a seat."""
        for slug in slugs:
            self.s.owner[SPACES[slug]] = owner
        return self.changed()

    def group(self, *names: str, owner: int) -> "Table":
        """Give all deeds of some groups to an owner."""
        return self.deeds(*(slug for name in names for slug in GROUPS[name]), owner=owner)

    def mortgage(self, *slugs: str) -> "Table":
        """Mortgage deeds."""
        for slug in slugs:
            assert self.s.owner[SPACES[slug]] != codes.BANK, f"nobody owns {slug}"
            self.s.mortgaged[SPACES[slug]] = 1
        return self.changed()

    def houses(self, slug: str, count: int) -> "Table":
        """Put houses (or `HOTEL`) on a lot, or on every lot of a group. They come out of the stock."""
        for name in GROUPS.get(slug, (slug,)):
            space = SPACES[name]
            assert self.s.owner[space] != codes.BANK, f"nobody owns {name}"
            for was, sign in ((self.s.houses[space], 1), (count, -1)):
                if was == HOTEL:
                    self.s.hotels_left += sign
                else:
                    self.s.houses_left += sign * was
            self.s.houses[space] = count
        return self.changed()

    def stock(self, houses: int | None = None, hotels: int | None = None) -> "Table":
        """Set what the Bank has left, whatever stands on the board."""
        self.s.houses_left = self.s.houses_left if houses is None else houses
        self.s.hotels_left = self.s.hotels_left if hotels is None else hotels
        self.stocked = True
        return self.changed()

    def cash(self, seat: int, amount: int) -> "Table":
        """Set the cash of a seat; the Bank has the rest."""
        self.s.cash[codes.BANK] += self.s.cash[seat] - amount
        self.s.cash[seat] = amount
        return self.changed()

    def token(self, seat: int, on: str) -> "Table":
        """Put a token on a space."""
        self.s.space[seat] = SPACES[on]
        return self.changed()

    def jail(self, seat: int, turn: int = 1) -> "Table":
        """Put a seat in Jail, with this turn there to come."""
        self.s.jail_turn[seat] = turn
        return self.token(seat, on="jail")

    def jail_card(self, deck: str, seat: int) -> "Table":
        """Give a jail card to a seat."""
        number = DECKS[deck]
        self.s.unseen[number] &= ~(1 << self.t.jail_free[number])
        self.s.jail_card[number] = seat
        return self.changed()

    def retire(self, *seats: int) -> "Table":
        """Retire seats, as if bankrupt long ago."""
        for seat in seats:
            self.cash(seat, 0)
            self.s.out[seat] = 1
            self.s.bankruptcies += 1
        return self.changed()

    def lapped(self, *seats: int) -> "Table":
        """Note that seats have been around the board."""
        for seat in seats:
            self.s.lapped |= 1 << seat
        return self.changed()

    def sharp(self) -> "Table":
        """Make the table sharp: nobody is reminded of a rent."""
        self.s.sharp = 1
        return self.changed()

    def to_act(self, seat: int) -> "Table":
        """Skip the opening: it is this seat's turn, with its throw to make."""
        self.s.phase = codes.P_THROW
        self.s.turn = self.s.starter = seat
        self.s.turns = 1
        self.s.doubles = self.s.contenders = self.s.best = self.s.leaders = 0
        return self.changed()

    # --- playing ----------------------------------------------------------------------------------------------------

    def actor(self, act: BaseAction, by: int | None) -> int:
        """Return who acts: as the script says, else nature or the clock if it is theirs, else whom the game awaits."""
        return by if by is not None else ACTORS.get(act.actor, self.s.awaited)

    def do(self, *texts: str, by: int | None = None) -> "Table":
        """Do these things, one after another. A throw stands for the seat's taking the dice as well."""
        self.finish_layout()
        self.e.count = 0
        for text in texts:
            self.script.append(text if by is None else f"{text} (by {by})")
            act = parse_action(text)
            if isinstance(act, Throw):
                if self.s.awaits == codes.W_THROW:
                    self.apply(Roll(), self.s.awaited if by is None else by)
                self.apply(act, codes.NATURE)
            else:
                self.apply(act, self.actor(act, by))
        return self

    def apply(self, act: BaseAction, seat: int) -> None:
        """Apply one action, if the law allows it."""
        record = [action.to_record(act, seat)]
        refused = enter_refuse(self.states, self.tables, record)
        assert refused == LAWFUL, self.story(
            f'"{format_action(act)}" by {seat} is refused: {NAMES[refused]}; the game {self.waiting()}'
        )
        enter_step(self.states, self.tables, self.sinks, record)
        self.check_books()

    def draw(self, deck: str, kind: str, **figures: object) -> "Table":
        """Let nature draw the card of this kind and these figures from a deck."""
        return self.do(f"draw {deck} {self.card(deck, kind, **figures).id}")

    def card(self, deck: str, kind: str, **figures: object) -> Card:
        """Return the first card of this kind and with these figures that could come up."""
        for card in self.decks.deck(deck):
            if card.kind == kind and all(getattr(card, name) == value for name, value in figures.items()):
                return card
        raise AssertionError(f"there is no {kind} {figures} in {deck} of {self.decks.era}")

    def has_card(self, deck: str, kind: str, **figures: object) -> bool:
        """Return whether the deck has such a card at all."""
        try:
            return bool(self.card(deck, kind, **figures))
        except AssertionError:
            return False

    def seen(self, deck: str, *cards: int) -> "Table":
        """Put drawn cards, in this order, under the deck."""
        number = DECKS[deck]
        for card in cards:
            self.s.unseen[number] &= ~(1 << card)
            self.s.under[number][self.s.under_count[number]] = card
            self.s.under_count[number] += 1
        return self.changed()

    def refuses(self, text: str, by: int | None = None, clause: str = "") -> "Table":
        """Assert that the law refuses it by this clause, with every byte of the record unchanged."""
        self.finish_layout()
        act = parse_action(text)
        seat = self.actor(act, by)
        record = [action.to_record(act, seat)]
        before = bytes(self.s)
        code = enter_refuse(self.states, self.tables, record)
        found = codes.CLAUSE_IDS[clause_of(self.t, code)]
        assert found, self.story(f'"{text}" by {seat} should be refused, but is lawful')
        assert found == clause, self.story(f'"{text}" by {seat} is refused by {found}, not by {clause}')
        assert bytes(self.s) == before, self.story(f'refusing "{text}" changed the record')
        if self.stocked:
            return self
        # The referee, which reads the position by itself, gives the same clause for the same reason.
        actor = {codes.NATURE: "nature", codes.CLOCK: "clock"}.get(seat, seat)
        verdict = why_not(position_of(self.s, self.heading), actor, act)
        assert verdict == (found, NAMES[code]), self.story(f'"{text}" by {seat}: {NAMES[code]}, the referee {verdict}')
        return self

    def allows(self, text: str, by: int | None = None) -> "Table":
        """Assert that the law allows it, without doing it."""
        self.finish_layout()
        act = parse_action(text)
        seat = self.actor(act, by)
        refused = enter_refuse(self.states, self.tables, [action.to_record(act, seat)])
        assert refused == LAWFUL, self.story(f'"{text}" by {seat} is refused: {NAMES[refused]}')
        return self

    def menu(self, seat: int) -> list[str]:
        """Return the finite list of what a seat may do now, as texts."""
        self.finish_layout()
        menus = [Menu()]
        enter_menu(self.states, self.tables, menus, seat)
        records = [menus[0].actions[number] for number in range(menus[0].count)]
        return [format_action(action.from_record(record)) for record in records]

    # --- looking ----------------------------------------------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        """Return the events since the script's last action."""
        assert self.e.count < codes.EVENTS, "more happened than the record of events holds"
        return [event.from_record(self.e.events[number]) for number in range(self.e.count)]

    def expect(self, *expected: Event) -> "Table":
        """Assert that these events happened, in this order, among others. One without a clause fits any clause."""
        happened = self.events
        rest = iter(happened)
        for wanted in expected:
            assert any(alike(wanted, found) for found in rest), self.story(
                f"expected {wanted}\nhappened " + "\n         ".join(str(found) for found in happened)
            )
        return self

    def expect_none(self, kind: type[Happening], **figures: object) -> "Table":
        """Assert that no event of this kind, and with these figures, happened."""
        for found in self.events:
            if isinstance(found, kind) and all(getattr(found, name) == value for name, value in figures.items()):
                raise AssertionError(self.story(f"expected no {kind.__name__} {figures}, but there is {found}"))
        return self

    def awaits(self, what: str, seat: int | None = None) -> "Table":
        """Assert that the game waits for this, and for this seat."""
        self.finish_layout()
        assert WAIT_WORDS[self.s.awaits] == what, self.story(f"expected a wait for {what}; the game {self.waiting()}")
        assert seat is None or self.s.awaited == seat, self.story(
            f"expected a wait for {what} of {seat}; the game {self.waiting()}"
        )
        return self

    def waiting(self) -> str:
        """Return what the game waits for, in words."""
        return f"waits for {WAIT_WORDS[self.s.awaits]} of {self.s.awaited}"

    def cash_of(self, seat: int) -> int:
        """Return what a seat has in cash."""
        return self.s.cash[seat]

    @property
    def cash_of_all(self) -> list[int]:
        """Return what each seat has in cash."""
        return [self.s.cash[seat] for seat in range(self.seats)]

    @property
    def bank(self) -> int:
        """Return what the Bank has gained since the start, less what it has paid."""
        return self.s.cash[codes.BANK]

    @property
    def pot(self) -> int:
        """Return what lies on Free Parking."""
        return self.s.cash[codes.POT]

    def space_of(self, seat: int) -> str:
        """Return where a token stands."""
        return SLUGS[self.s.space[seat]]

    def turn_in_jail(self, seat: int) -> int:
        """Return the number of a seat's next turn in Jail; 0 if it is free."""
        return self.s.jail_turn[seat]

    def owner_of(self, slug: str) -> int | None:
        """Return who owns a deed; None for the Bank."""
        owner = self.s.owner[SPACES[slug]]
        return None if owner == codes.BANK else owner

    def deeds_of(self, seat: int) -> list[str]:
        """Return the deeds of a seat in the order of the board."""
        return [slug for slug, space in SPACES.items() if self.s.owner[space] == seat and self.t.group[space] < 15]

    def houses_on(self, slug: str) -> int:
        """Return the houses on a lot; `HOTEL` for a hotel."""
        return self.s.houses[SPACES[slug]]

    def houses_of(self, group: str) -> list[int]:
        """Return the houses on each lot of a group."""
        return [self.houses_on(slug) for slug in GROUPS[group]]

    def is_mortgaged(self, slug: str) -> bool:
        """Return whether a deed is mortgaged."""
        return bool(self.s.mortgaged[SPACES[slug]])

    @property
    def houses_left(self) -> int:
        """Return the houses in the Bank."""
        return self.s.houses_left

    @property
    def hotels_left(self) -> int:
        """Return the hotels in the Bank."""
        return self.s.hotels_left

    def holder_of(self, deck: str) -> int | None:
        """Return who holds the jail card of a deck; None while it lies there."""
        holder = self.s.jail_card[DECKS[deck]]
        return None if holder == codes.BANK else holder

    def bottom_of(self, deck: str) -> int:
        """Return the card that lies undermost in a deck."""
        number = DECKS[deck]
        assert self.s.under_count[number], f"nothing has gone under {deck} yet"
        place = (self.s.under_head[number] + self.s.under_count[number] - 1) % codes.CARDS
        return self.s.under[number][place]

    def is_out(self, seat: int) -> bool:
        """Return whether a seat has retired."""
        return bool(self.s.out[seat])

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.s.phase == codes.P_OVER

    @property
    def how(self) -> str:
        """Return how the game ended; empty while it goes on."""
        return ENDINGS.get(self.s.ended, "")

    @property
    def winners(self) -> list[int]:
        """Return who won."""
        return [seat for seat in range(self.seats) if self.s.winners & (1 << seat)]

    # --- checking ---------------------------------------------------------------------------------------------------

    def check_books(self) -> None:
        """Check the invariants of a game."""
        s = self.s
        assert sum(s.cash) == 0, self.story("the accounts do not add up to nothing")
        assert all(s.cash[seat] >= 0 for seat in range(self.seats)), self.story("a player has less than no cash")
        assert 0 <= s.depth <= codes.FRAMES, self.story("frames out of bounds")
        assert s.houses_left >= 0, self.story("the Bank has fewer houses than none")
        assert s.hotels_left >= 0, self.story("the Bank has fewer hotels than none")
        for seat in range(self.seats):
            assert not s.out[seat] or not s.cash[seat] or s.depth, self.story("who retired still has cash")
        if self.over:
            waiting = (s.depth, s.debt_count, s.claim_count, s.offer_count)
            assert waiting == (0, 0, 0, 0), self.story("something still waits after the end")

    def story(self, what: str) -> str:
        """Return a failure, with the script that led to it."""
        return what + "".join(f"\n  after {line}" for line in self.script[-12:])


def alike(wanted: Event, found: Event) -> bool:
    """Return whether an event is the one expected, whose clause counts only if it is given."""
    return type(wanted) is type(found) and all(
        getattr(wanted, each.name) == getattr(found, each.name)
        for each in fields(wanted)
        if each.name != "clause" or wanted.clause
    )
