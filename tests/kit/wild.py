"""Players who do anything lawful at any time, in games that begin anywhere: for tests that need states of every sort.

    for state, tables, act in wild_game(random.Random(7), "classic", counts=counts):
        ...                                       # the state before the act; the act is lawful

The state is the game's own and changes with the next step: copy what is to be kept. `counts` counts rare
events (`OCCURRENCES`).
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from ventnor.kernel import codes
from ventnor.kernel.auction import least_bid
from ventnor.kernel.chance import act_for_nature, seed_chance
from ventnor.kernel.debt import first_debt, owed_to
from ventnor.kernel.houses import room_for
from ventnor.kernel.layout import Action, Chance, Menu, Sink, State, Tables
from ventnor.kernel.ledger import any_building, count_holdings, push_frame, put_under
from ventnor.kernel.legal import refuse
from ventnor.kernel.menu import list_menu
from ventnor.kernel.reasons import LAWFUL, R_HOTEL_NEEDS_HOUSES, R_NO_RENT
from ventnor.kernel.sell import most_to_stay
from ventnor.kernel.start import set_up
from ventnor.kernel.step import settle, step
from ventnor.kernel.trade import refuse_offer, write_offer
from ventnor.rulebook.option import Options
from ventnor.tables import tables

OCCURRENCES = (
    "estate auction",
    "building call",
    "heir in debt",
    "part payment in kind",
    "bankruptcy to several players",
    "rent asked during an auction",
    "rent asked too late",
    "hour in mid-move",
    "counter-offer",
    "offer void because something changed",
    "hotel step blocked by lack of houses",
)
LAYOUTS = ("start", "middle", "shortage", "hotels", "last hotels", "poor", "heirs", "owing each", "choice", "option")

Proposal = Callable[["Scene", int], Action | None]


def wild_game(
    rng: random.Random,
    edition: str,
    variant: str = "",
    options: Options | None = None,
    *,
    layout: str = "start",
    players: int = 0,
    cap: int = 400,
    counts: Counter[str] | None = None,
) -> Iterator[tuple[State, Tables, Action]]:
    """Return the plies of a game, until it is over or so many have been played."""
    wild = Wild(rng, tables(edition, variant, options), layout, players, Counter() if counts is None else counts)
    for ply in count():
        if wild.s.phase == codes.P_OVER or ply == cap:
            return
        act = wild.choose()
        yield wild.s, wild.t, act
        wild.carry_out(act)
        if wild.e.full:
            return  # an engine refuses what its record has no room for, with `RecordFull`


def act_of(kind: int, seat: int, **fields: int) -> Action:
    """Return an action of the kernel."""
    return Action(kind=kind, seat=seat, **fields)


@dataclass
class Scene:
    """A moment of a game, and the chance by which somebody does something in it."""

    s: State
    t: Tables
    rng: random.Random

    def allows(self, act: Action) -> bool:
        """Return whether the law does."""
        return refuse(self.s, self.t, act) == LAWFUL


class Wild(Scene):
    """A game among wild players."""

    def __init__(self, rng: random.Random, t: Tables, layout: str, players: int, counts: Counter[str]) -> None:
        super().__init__(State(), t, rng)
        self.e = Sink()
        self.counts = counts
        self.chance = Chance()
        self.menu = Menu()
        self.lapsed: list[tuple[int, int, int]] = []
        self.awaited_for = 0
        seed_chance(self.chance, rng.getrandbits(60), 0)
        fewest = 4 if layout in {"heirs", "owing each"} else t.players_min
        set_up(self.s, t, self.e, players or rng.randint(fewest, 5))
        lay_out(self.s, t, rng, layout)
        if layout != "start":
            leave_offers(self)
        self.e.capacity = codes.EVENTS
        settle(self.s, t, self.e)

    # --- choosing ---------------------------------------------------------------------------------------------------

    def choose(self) -> Action:
        """Return a lawful action."""
        s = self.s
        if s.awaits in {codes.W_DICE, codes.W_CARD, codes.W_DEAL}:
            act = Action()
            act_for_nature(s, self.t, self.chance, act)
            return act
        self.try_the_unlawful()
        if (
            self.t.hour
            and s.turns
            and self.rng.random() < (0.02 if s.depth or s.debt_count or s.claim_count else 0.002)
        ):
            hour = act_of(codes.A_HOUR, codes.CLOCK)
            if self.allows(hour):
                return hour
        # The longer the game waits for somebody, the likelier that one answers.
        patience = 0.5 + self.awaited_for / 40
        for _ in range(6):
            seat = s.awaited if self.rng.random() < patience else self.rng.choice(live_seats(s))
            proposal = answer if seat == s.awaited and self.rng.random() < patience else self.rng.choice(BUSINESS)
            act = proposal(self, seat)
            if act is not None and self.allows(act):
                return act
        return self.any_answer()

    def any_answer(self) -> Action:
        """Return an action of the awaited seat's menu that moves the game on."""
        list_menu(self.s, self.t, self.menu, self.s.awaited)
        found = [self.menu.actions[i] for i in range(self.menu.count)]
        assert found, f"seat {self.s.awaited} can do nothing while the game waits for {self.s.awaits}"
        if self.s.awaits == codes.W_DEBT:
            return Action.from_buffer_copy(self.rng.choice(found))
        return Action.from_buffer_copy(found[0])

    def try_the_unlawful(self) -> None:
        """Try now and then to ask for a rent too late, or for houses that the Bank does not have."""
        s, t = self.s, self.t
        if self.lapsed and self.rng.random() < 0.1:
            owner, space, payer = self.lapsed.pop()
            act = act_of(codes.A_ASK_RENT, owner, space=space, other=payer)
            self.counts["rent asked too late"] += refuse(s, t, act) == R_NO_RENT
        if self.rng.random() < 0.02 and s.houses_left < t.houses_per_hotel:
            for space in range(codes.SPACES):
                if s.houses[space] == codes.HOTEL:
                    act = act_of(codes.A_SELL, s.owner[space], space=space)
                    self.counts["hotel step blocked by lack of houses"] += refuse(s, t, act) == R_HOTEL_NEEDS_HOUSES
                    return

    # --- carrying out -----------------------------------------------------------------------------------------------

    def carry_out(self, act: Action) -> None:
        """Do it, and count its events."""
        s, e = self.s, self.e
        auction = any(s.frames[i].kind == codes.W_BID for i in range(s.depth))
        mid_move = bool(s.depth or s.debt_count) and s.phase not in {codes.P_OPENING, codes.P_DEAL}
        waited = s.awaits, s.awaited, s.throws
        e.count = 0
        step(s, self.t, e, act)
        self.awaited_for = self.awaited_for + 1 if waited == (s.awaits, s.awaited, s.throws) else 0
        if act.kind == codes.A_HOUR:
            self.counts["hour in mid-move"] += mid_move
        for i in range(e.count):
            self.count_event(act, e.events[i].kind, i, auction)

    def count_event(self, act: Action, kind: int, index: int, auction: bool) -> None:
        """Count one of the events that tests wait for."""
        event = self.e.events[index]
        name = ""
        if kind == codes.E_ESTATE_OPENED:
            name = "estate auction"
        elif kind == codes.E_CALL_OPENED:
            name = "building call"
        elif kind == codes.E_DEBT_AROSE and event.x == codes.D_INTEREST:
            name = "heir in debt"
        elif kind == codes.E_PAID_IN_KIND and first_debt(self.s, event.seat) >= 0:
            name = "part payment in kind"
        elif kind == codes.E_BANKRUPT and event.other == codes.EACH:
            name = "bankruptcy to several players"
        elif kind == codes.E_RENT_ASKED and auction:
            name = "rent asked during an auction"
        elif kind == codes.E_COUNTERED:
            name = "counter-offer"
        elif kind == codes.E_OFFER_LAPSED and act.kind != codes.A_HOUR and self.s.phase != codes.P_OVER:
            name = "offer void because something changed"
        elif kind == codes.E_RENT_LAPSED:
            self.lapsed.append((event.seat, event.space, event.other))
        if name:
            self.counts[name] += 1


# --- what anybody may try at any time ---------------------------------------------------------------------------------


def live_seats(s: State) -> list[int]:
    """Return the players still in the game."""
    return [seat for seat in range(s.players) if not s.out[seat]]


def bits_of(mask: int) -> list[int]:
    """Return the numbers that a set of bits holds."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def deeds_of(s: State, seat: int) -> list[int]:
    """Return the deeds of a seat."""
    return [space for space in range(codes.SPACES) if s.owner[space] == seat]


def on_a_deed(kind: int) -> Proposal:
    """Return an action on some deed of one's own."""

    def propose(scene: Scene, seat: int) -> Action | None:
        deeds = deeds_of(scene.s, seat)
        return act_of(kind, seat, space=scene.rng.choice(deeds)) if deeds else None

    return propose


mortgage = on_a_deed(codes.A_MORTGAGE)
lift = on_a_deed(codes.A_LIFT)


def build(scene: Scene, seat: int) -> Action | None:
    """Build on a lot of a complete group, if there is one."""
    s, t = scene.s, scene.t
    groups = [group for group in range(codes.COLOURS) if s.holds[seat][group] == t.group_size[group]]
    lots = [t.lots[group][i] for group in groups for i in range(t.group_size[group])]
    return act_of(codes.A_BUILD, seat, space=scene.rng.choice(lots)) if lots else None


def sell(scene: Scene, seat: int) -> Action | None:
    """Return a building, or all of a group."""
    s, t = scene.s, scene.t
    lots = [space for space in deeds_of(s, seat) if s.houses[space]]
    if not lots:
        return None
    lot = scene.rng.choice(lots)
    if scene.rng.random() < 0.2:
        most = most_to_stay(s, t, t.group[lot])
        return act_of(codes.A_SELL_GROUP, seat, x=t.group[lot], amount=scene.rng.choice((0, most, most // 2, most + 1)))
    return act_of(codes.A_SELL, seat, space=lot)


def bid(scene: Scene, seat: int) -> Action | None:
    """Return a little more, or all there is."""
    s, rng = scene.s, scene.rng
    if s.awaits != codes.W_BID:
        return None
    least = least_bid(s, scene.t, seat)
    amount = rng.choice((least, least + rng.randrange(30), max(least, s.cash[seat] - rng.randrange(5))))
    return act_of(codes.A_BID, seat, amount=amount)


def let_go(scene: Scene, seat: int) -> Action | None:
    """Pass."""
    return act_of(codes.A_PASS, seat)


def ask_rent(scene: Scene, seat: int) -> Action | None:
    """Ask for a rent, whoever owns it."""
    if not scene.s.claim_count:
        return None
    claim = scene.s.claims[scene.rng.randrange(scene.s.claim_count)]
    return act_of(codes.A_ASK_RENT, claim.owner, space=claim.space, other=claim.payer)


def settle_up(scene: Scene, seat: int) -> Action | None:
    """Pay, or be bankrupt."""
    return act_of(scene.rng.choice((codes.A_PAY, codes.A_BANKRUPT)), seat)


def resign(scene: Scene, seat: int) -> Action | None:
    """Resign, rarely."""
    return act_of(codes.A_RESIGN, seat) if scene.rng.random() < 0.03 else None


def some(rng: random.Random, things: Sequence[int], most: int) -> int:
    """Return a set of bits with at most so many of these."""
    chosen = rng.sample(list(things), min(len(things), rng.randint(0, most)))
    return sum(1 << thing for thing in chosen)


def fill_terms(scene: Scene, act: Action, other: int) -> Action:
    """Fill in terms: deeds, cards and cash of both parties that could change hands."""
    s, t, rng = scene.s, scene.t, scene.rng
    sides = [
        [space for space in deeds_of(s, seat) if not any_building(s, t, t.group[space])] for seat in (act.seat, other)
    ]
    act.give = some(rng, sides[0], 2)
    act.get = some(rng, sides[1], 2)
    act.give_cards = some(rng, [deck for deck in range(2) if s.jail_card[deck] == act.seat], 1)
    act.get_cards = some(rng, [deck for deck in range(2) if s.jail_card[deck] == other], 1)
    cash = rng.choice((0, 0, 1, 20, 100))
    if rng.random() < 0.5 and (act.get or act.get_cards):
        act.give_cash = min(cash, s.cash[act.seat])
    elif act.give or act.give_cards:
        act.get_cash = min(cash, s.cash[other])
    return act


def offer(scene: Scene, seat: int) -> Action | None:
    """Make an offer to anybody."""
    other = scene.rng.choice(live_seats(scene.s))
    return fill_terms(scene, act_of(codes.A_OFFER, seat, other=other), other)


def answer_offer(scene: Scene, seat: int) -> Action | None:
    """Accept, counter, reject or withdraw one that stands."""
    s, rng = scene.s, scene.rng
    open_offers = [(a, b) for a in range(s.players) for b in range(s.players) if s.offers[a][b].number]
    if not open_offers:
        return None
    proposer, other = rng.choice(open_offers)
    number = s.offers[proposer][other].number
    kind = rng.choice((codes.A_ACCEPT, codes.A_ACCEPT, codes.A_COUNTER, codes.A_REJECT, codes.A_WITHDRAW))
    act = act_of(kind, proposer if kind == codes.A_WITHDRAW else other, number=number)
    return fill_terms(scene, act, proposer) if kind == codes.A_COUNTER else act


def pay_in_kind(scene: Scene, seat: int) -> Action | None:
    """Return a deed for part of a debt, proposed by the debtor or a creditor, and the other's acceptance of it."""
    s, rng = scene.s, scene.rng
    index = first_debt(s, seat)
    creditors = [other for other in range(s.players) if index >= 0 and owed_to(s, index, other)]
    if not creditors:
        return None
    creditor = rng.choice(creditors)
    for proposer, other in ((seat, creditor), (creditor, seat)):
        number = s.offers[proposer][other].number
        if number and rng.random() < 0.7:
            return act_of(codes.A_ACCEPT, other, number=number)
    deeds = [space for space in deeds_of(s, seat) if not any_building(s, scene.t, scene.t.group[space])]
    wanted, settled = some(rng, deeds, 2), rng.randint(1, owed_to(s, index, creditor))
    if rng.random() < 0.3:
        return act_of(codes.A_OFFER, creditor, other=seat, get=wanted, debt=-settled)
    act = act_of(codes.A_OFFER, seat, other=creditor, give=wanted, debt=settled)
    if rng.random() < 0.3:
        act.give_cash = min(rng.choice((1, 10, 50)), s.cash[seat])
    return act


def answer(scene: Scene, seat: int) -> Action | None:
    """Return an answer to what the game waits for, sometimes a wrong one."""
    s, rng = scene.s, scene.rng
    if s.awaits == codes.W_THROW and s.jail_turn[seat]:
        kind = rng.choice((codes.A_ROLL, codes.A_ROLL, codes.A_PAY_FINE, codes.A_USE_CARD))
        return act_of(kind, seat, x=rng.randrange(2) if kind == codes.A_USE_CARD else 0)
    if s.awaits == codes.W_TAX:
        return act_of(codes.A_TAX, seat, x=rng.randrange(2))
    if s.awaits == codes.W_WANT:
        room = room_for(s, scene.t, seat, s.frames[s.depth - 1].what)
        return act_of(codes.A_WANT, seat, amount=rng.choice((0, 1, room, rng.randint(0, room))))
    if s.awaits == codes.W_RECEIVE:
        deeds = bits_of(s.frames[s.depth - 1].mask)
        return act_of(rng.choice((codes.A_KEEP, codes.A_LIFT)), seat, space=rng.choice(deeds))
    return rng.choice(ANSWERS[s.awaits])(scene, seat)


def plainly(kind: int) -> Proposal:
    """Return an action that has no arguments."""
    return lambda scene, seat: act_of(kind, seat)


ANSWERS: dict[int, tuple[Proposal, ...]] = {
    codes.W_THROW: (plainly(codes.A_ROLL),),
    codes.W_END: (plainly(codes.A_END_TURN),),
    codes.W_BUY: (plainly(codes.A_BUY), plainly(codes.A_DECLINE)),
    codes.W_CHOICE: (plainly(codes.A_PAY_TEN), plainly(codes.A_TAKE_CHANCE)),
    codes.W_BID: (bid, bid, let_go),
    codes.W_PLACE: (build, build, build, let_go),
    codes.W_LAST_RENT: (ask_rent, let_go),
    codes.W_DEBT: (settle_up, settle_up, mortgage, sell, pay_in_kind, pay_in_kind),
}
BUSINESS: tuple[Proposal, ...] = (
    build,
    build,
    sell,
    mortgage,
    lift,
    bid,
    ask_rent,
    ask_rent,
    offer,
    offer,
    answer_offer,
    answer_offer,
    answer_offer,
    pay_in_kind,
    resign,
)


# --- where a game begins ----------------------------------------------------------------------------------------------


INCOME_TAX = 4
WHOLE = {"shortage": 0.9, "hotels": 0.9, "last hotels": 1.0, "option": 0.8}
"""The share of groups that are in one hand."""
MORTGAGED = {"poor": 0.8, "heirs": 0.95, "owing each": 0.8, "shortage": 0.05}
"""The share of deeds that are mortgaged."""


def lay_out(s: State, t: Tables, rng: random.Random, layout: str) -> None:
    """Fill the record of a new game by hand, so that the books still balance."""
    if layout == "start":
        return
    s.phase = codes.P_THROW
    s.dealt = s.players * t.deeds_dealt
    s.contenders = s.best = s.leaders = 0
    s.turn = s.starter = rng.randrange(s.players)
    s.turns = rng.randint(1, 9)
    retire_some(s, t, rng)
    seats = live_seats(s)
    for seat in seats:
        most = {"poor": 60, "heirs": 2, "owing each": 30}.get(layout, rng.choice((40, 400, 1500)))
        take_cash(s, seat, rng.randint(0, most))
        s.space[seat] = rng.choice([space for space in range(codes.SPACES) if t.kind[space] != codes.S_GO_TO_JAIL])
        if s.space[seat] == codes.JAIL or rng.random() < 0.2:
            s.space[seat] = codes.JAIL
            s.jail_turn[seat] = rng.randint(0, t.jail_turns)
        s.lapped |= rng.randrange(2) << seat
    deal_groups(s, t, rng, seats, whole=WHOLE.get(layout, 0.6))
    put_up(s, t, rng, layout)
    for space in range(codes.SPACES):
        bare = s.owner[space] < codes.BANK and not any_building(s, t, t.group[space])
        s.mortgaged[space] = bare and rng.random() < MORTGAGED.get(layout, 0.25)
    stack_decks(s, t, rng, seats)
    if layout == "owing each":
        draw_next(s, t, rng, (codes.K_PAY_EACH,)) or draw_next(s, t, rng, (codes.K_COLLECT_EACH,))
    elif layout == "choice" and not draw_next(s, t, rng, (codes.K_PAY_OR_CHANCE,)) and t.tax_percent:
        interrupt(s, codes.W_TAX, space=INCOME_TAX)
    elif layout == "option":
        unowned = [space for space in range(codes.SPACES) if t.price[space] and s.owner[space] == codes.BANK]
        if unowned:
            interrupt(s, codes.W_BUY, space=rng.choice(unowned))
    if not t.immediate_rent:
        claim_rents(s, t, rng, most=6 if layout == "heirs" else 3)


def leave_offers(scene: Scene) -> None:
    """Leave open offers, made by anybody."""
    for seat in live_seats(scene.s):
        act = offer(scene, seat)
        if act is not None and refuse_offer(scene.s, scene.t, act) == LAWFUL:
            write_offer(scene.s, act, act.other)


def take_cash(s: State, seat: int, amount: int) -> None:
    """Set the cash of a seat; the Bank takes or gives the difference."""
    s.cash[codes.BANK] += s.cash[seat] - amount
    s.cash[seat] = amount


def retire_some(s: State, t: Tables, rng: random.Random) -> None:
    """Retire one of several players, sometimes."""
    if s.players > 3 and rng.random() < 0.2 and t.ends_at_bankruptcy != 1:
        seat = (s.turn + 1) % s.players
        take_cash(s, seat, 0)
        s.out[seat] = 1
        s.bankruptcies = 1


def deal_groups(s: State, t: Tables, rng: random.Random, seats: list[int], whole: float) -> None:
    """Give groups to one seat, or scatter them."""
    for group in range(codes.GROUPS):
        one = rng.choice(seats)
        in_one_hand = rng.random() < whole
        for i in range(t.group_size[group]):
            s.owner[t.lots[group][i]] = one if in_one_hand else rng.choice([*seats, codes.BANK])
    count_holdings(s, t)


def put_up(s: State, t: Tables, rng: random.Random, layout: str) -> None:
    """Put up buildings as evenly as the law demands; many where they are to be scarce."""
    most = t.houses_per_hotel
    few = (0, 0, most - 1, most)
    levels = {"shortage": few, "option": few, "hotels": (most, most + 1, most + 1)}.get(layout, range(most + 2))
    for group in rng.sample(range(codes.COLOURS), codes.COLOURS):
        lots = [t.lots[group][i] for i in range(t.group_size[group])]
        if s.owner[lots[0]] == codes.BANK or len({s.owner[lot] for lot in lots}) > 1:
            continue
        level = rng.choice(levels)
        standing = [max(0, level - (rng.random() < 0.2)) for _ in lots]
        if layout == "last hotels":
            # All but a few hotels stand, and the other groups are ready for theirs.
            standing = [most + 1 if s.hotels_left > len(lots) else most for _ in lots]
        hotels = sum(each > most for each in standing)
        houses = sum(each for each in standing if each <= most)
        if t.unlimited_buildings or (hotels <= s.hotels_left and houses <= s.houses_left):
            for lot, each in zip(lots, standing, strict=True):
                s.houses[lot] = codes.HOTEL if each > most else each
            s.hotels_left -= 0 if t.unlimited_buildings else hotels
            s.houses_left -= 0 if t.unlimited_buildings else houses


def stack_decks(s: State, t: Tables, rng: random.Random, seats: list[int]) -> None:
    """Mark some cards as seen, and give jail cards to somebody."""
    for deck in range(2):
        cards = rng.sample(range(codes.CARDS), codes.CARDS)
        if rng.random() < 0.4:
            s.jail_card[deck] = rng.choice(seats)
            s.unseen[deck] &= ~(1 << t.jail_free[deck])
            cards.remove(t.jail_free[deck])
        for card in cards[: rng.choice((0, 5, codes.CARDS))]:
            s.unseen[deck] &= ~(1 << card)
            put_under(s, deck, card)


def claim_rents(s: State, t: Tables, rng: random.Random, most: int) -> None:
    """Leave rents of any amount that nobody has asked for yet."""
    owned = [space for space in range(codes.SPACES) if t.price[space] and s.owner[space] != codes.BANK]
    for space in rng.sample(owned, min(len(owned), rng.randint(0, most))):
        if live_seats(s) != [s.owner[space]]:
            payer = rng.choice([seat for seat in live_seats(s) if seat != s.owner[space]])
            claim = s.claims[s.claim_count]
            claim.owner, claim.payer, claim.space, claim.turn = s.owner[space], payer, space, s.turns
            claim.factor = rng.choice((4, 10)) if t.group[space] == codes.UTILITIES else 0
            claim.amount = 0 if claim.factor else rng.choice((2, 50, 200, 1000))
            s.claim_count += 1


def draw_next(s: State, t: Tables, rng: random.Random, kinds: tuple[int, ...]) -> bool:
    """Put a card of one of these kinds next for the seat on turn; return False if there is none."""
    found = [(deck, card) for deck in range(2) for card in range(codes.CARDS) if t.card_kind[deck][card] in kinds]
    if not found:
        return False
    deck, card = rng.choice(found)
    s.unseen[deck] = 1 << card
    s.under_head[deck] = s.under_count[deck] = 0
    for other in rng.sample(range(codes.CARDS), codes.CARDS):
        if other != card and (other != t.jail_free[deck] or s.jail_card[deck] == codes.BANK):
            put_under(s, deck, other)
    kind = codes.S_CHEST if deck == codes.CHEST else codes.S_CHANCE
    spaces = [space for space in range(codes.SPACES) if t.kind[space] == kind]
    interrupt(s, codes.W_CARD, rng.choice(spaces), what=deck)
    return True


def interrupt(s: State, kind: int, space: int, what: int = 0) -> None:
    """Interrupt the turn with a frame of this kind, as if the seat on turn had thrown and come to this space."""
    s.phase = codes.P_END
    s.die1, s.die2 = 3, 4
    s.jail_turn[s.turn] = 0
    s.space[s.turn] = space
    push_frame(s, Sink(), kind, s.turn)
    s.frames[0].what = what
    s.frames[0].space = 0 if kind == codes.W_CARD else space
