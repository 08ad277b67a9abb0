"""Compares the answers of kernel and referee to the same actions in the same positions, and counts them.

Pairs of position and action come from wild games. For answers seen too seldom, special positions are set up.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator

from tests.game.positions import ALL_HOUSES
from tests.kit.attempts import Attempt, anything, attempt_of, business, change_one, each_kind
from tests.kit.wild import LAYOUTS, Scene, live_seats, wild_game
from tests.properties.refusals import HELD, LAWFUL, OVER, RECEIVED, REFUSALS
from ventnor.action import (
    BY_CODE,
    Accept,
    Bankrupt,
    Build,
    Buy,
    Decline,
    Lift,
    Pass,
    Pay,
    PayFine,
    Sell,
    SellGroup,
    Tax,
)
from ventnor.awaiting import WAITS
from ventnor.kernel import codes, layout
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.legal import bound_by, refuse
from ventnor.kernel.mortgage import is_received
from ventnor.kernel.reasons import NAMES, clause_of
from ventnor.notation import Heading, format_action, position_of, read_position
from ventnor.referee import why_not
from ventnor.referee.position import Position
from ventnor.referee.waiting import waits_for
from ventnor.rulebook.board import board
from ventnor.rulebook.edition import rows
from ventnor.rulebook.option import Options
from ventnor.words.kind import Json

LEAST = 20
"""How often every answer must have occurred."""

HOUSE_RULES = (
    Options(uneven_building=True),
    Options(auction_floor=50),
    Options(rounds=2),
    Options(deeds_dealt=2),
    Options(unlimited_buildings=True),
    Options(immediate_rent=True, no_auctions=True),
    Options(decks="1935"),
    Options(no_rent_in_jail=True),
)
GAMES = [
    *(Heading(edition, variant) for edition, variant in rows()),
    *(Heading(edition, variant) for edition, variant in rows() if variant),
    *(Heading("official", options=options) for options in HOUSE_RULES),
    *(Heading(edition, options=Options(rounds=2)) for edition in ("1935", "modern")),
]
RARE = frozenset(
    {codes.W_CHOICE, codes.W_TAX, codes.W_PLACE, codes.W_LAST_RENT, codes.W_BUY, codes.W_DEBT, codes.W_BID}
)


class Comparison:
    """The answers of kernel and referee so far, with counts of each refusal."""

    def __init__(self) -> None:
        self.table: Counter[tuple[str, str]] = Counter()
        self.reasons: Counter[str] = Counter()
        self.changed = 0
        self.missing = dict.fromkeys(sorted(REFUSALS | LAWFUL))

    @property
    def pairs(self) -> int:
        """Return how many pairs of position and action were compared."""
        return self.table.total()

    def put(self, s: State, t: Tables, heading: Heading, attempts: Iterable[Attempt], *, seldom: bool = False) -> None:
        """Put attempts to both; with `seldom` only those whose answer has not been seen often enough."""
        position: dict[str, Json] = {}
        for attempt in attempts:
            record = attempt.record
            code = refuse(s, t, record)
            clause, reason = codes.CLAUSE_IDS[clause_of(t, code)], NAMES.get(code, "")
            found = attempt.action.name, clause + occasion(s, t, record, clause)
            if seldom and found not in self.missing:
                continue
            position = position or position_of(s, heading)
            said = why_not(position, attempt.actor, attempt.action) or ("", "")
            assert said == (clause, reason), (
                f"{format_action(attempt.action)} by {attempt.actor}: the law says {clause or 'yes'} ({reason}), "
                f"the referee {said[0] or 'yes'} ({said[1]})\n{json.dumps(position)}"
            )
            self.table[found] += 1
            if reason:
                self.reasons[reason] += 1
            if self.table[found] >= LEAST:
                self.missing.pop(found, None)
        if position:
            waits = waits_for(Position(position))
            who = s.awaited if s.awaited < s.players else None
            assert waits == (WAITS[s.awaits], who), f"the referee waits for {waits}\n{json.dumps(position)}"

    def play(self, rng: random.Random, heading: Heading, layout: str, share: float, *, sharp: bool) -> None:
        """Compare at a share of the moments of a wild game, and after its end. `sharp`: at a sharp table."""
        game = wild_game(rng, heading.edition, heading.variant, heading.options, layout=layout)
        s, t = State(), Tables()
        for s, t, act in game:
            s.sharp = sharp
            scene = Scene(s, t, rng)
            if (BY_CODE[act.kind].name, "") in self.missing:
                self.put(s, t, heading, [attempt_of(act)])
            # Dice are thrown in every turn, and there is little to be said about them.
            if rng.random() < (share / 3 if s.awaits == codes.W_DICE else share):
                lawful = attempt_of(act)
                tried = business(scene)
                other = lawful if refuse(s, t, tried.record) else tried
                changed = [change_one(rng, s, each) for each in 4 * (lawful, other)]
                self.changed += len(changed)
                self.put(s, t, heading, [lawful, tried, anything(rng, s), *changed])
            if is_rare(s):
                for seat in {*expected(s), rng.choice(live_seats(s))}:
                    self.seek(scene, heading, seat)
            elif rng.random() < 0.1:
                self.seek(scene, heading, rng.choice(live_seats(s)))
        for seat in range(s.players):
            self.seek(Scene(s, t, rng), heading, seat)

    def seek(self, scene: Scene, heading: Heading, seat: int) -> None:
        """Have a player try everything by which an answer could occur that has been seen too seldom."""
        s = scene.s
        duty = codes.CLAUSE_IDS[clause_of(scene.t, bound_by(s, seat))] + HELD
        names = dict.fromkeys(
            name
            for name, clause in self.missing
            if clause.endswith(OVER) == (s.phase == codes.P_OVER) and (clause == duty or not clause.endswith(HELD))
        )
        self.put(s, scene.t, heading, each_kind(scene, seat, names), seldom=True)

    def answers(self, name: str) -> str:
        """Return what was said of a kind of action, and how often."""
        counts = [(clause or "lawful", n) for (kind, clause), n in sorted(self.table.items()) if kind == name]
        return ", ".join(f"{clause} {n:,}" for clause, n in counts)


def occasion(s: State, t: Tables, act: layout.Action, clause: str) -> str:
    """Return when a refusal occurs: after the end, while the player must answer, or over a received deed."""
    if s.phase == codes.P_OVER:
        return OVER
    if clause == "mortgage.transfer" and act.kind == codes.A_LIFT and is_received(s, act.seat, act.space):
        return RECEIVED
    held = clause and act.seat < s.players and codes.CLAUSE_IDS[clause_of(t, bound_by(s, act.seat))] == clause
    return HELD if held else ""


def is_rare(s: State) -> bool:
    """Return whether it is a moment that does not come often."""
    if s.awaits in RARE or s.houses_left == 0 or s.hotels_left == 0:
        return True
    if s.awaits == codes.W_RECEIVE and s.frames[s.depth - 1].mask.bit_count() > 1:
        return True
    pending = any(s.frames[i].kind in RARE for i in range(s.depth))
    return pending or (s.awaits == codes.W_END and s.die1 == s.die2)


def expected(s: State) -> list[int]:
    """Return the players of whom something is expected, or who have bid."""
    frames = [s.frames[i] for i in range(s.depth)]
    seats = {s.awaited, *(frame.seat for frame in frames), *(frame.bidder for frame in frames)}
    seats |= {s.debts[i].debtor for i in range(s.debt_count)}
    return [seat for seat in live_seats(s) if seat in seats]


def staged() -> Iterator[tuple[dict[str, object], list[Attempt]]]:
    """Yield positions too rare to wait for, each in as many forms as refusals must occur."""
    deeds = [space for space in board().properties if space.slug != "boardwalk"][:LEAST]
    for number, space in enumerate(deeds):
        slug, other = space.slug, deeds[number - 1]
        # An offer in kind has outlived the debt it was made for, as the next one to the same creditor is as large;
        # that debt does not fall due while an auction runs.
        debt: dict[str, object] = {"debtor": 0, "creditor": 1, "amount": 100, "cause": "rent", "space": "boardwalk"}
        yield (
            {
                "seats": [{"cash": 0}, {}, {}],
                "turn": 2,
                "deeds": {slug: {"owner": 0}},
                "debts": [debt],
                "offers": [
                    {"number": 1, "proposer": 0, "recipient": 1, "give": {"deeds": [slug]}, "get": {"debt": 50}}
                ],
                "awaiting": {"phase": "end", "interrupts": [{"kind": "auction", "seat": 2, "item": "boardwalk"}]},
            },
            [Attempt(1, Accept(1)), Attempt(0, Pay()), Attempt(0, Bankrupt())],
        )
        # A price and a fine that are a dollar too much, and a fine that comes a turn too late.
        yield (
            {
                "seats": [{"cash": space.price - 1}, {}],
                "awaiting": {"phase": "end", "interrupts": [{"kind": "buy", "seat": 0, "deed": slug}]},
            },
            [Attempt(0, Buy())],
        )
        for cash, turn in ((49, 1), (1500, 3)):
            jailed = {"cash": cash, "space": "jail", "jail_turn": turn}
            yield {"edition": "classic", "seats": [jailed, {}]}, [Attempt(0, PayFine())]
        # A hotel waits for the mortgaged lot of its group.
        lots = [each.slug for each in board().properties if each.group == "light-blue"]
        built: dict[str, object] = {each: {"owner": 0, "houses": 4} for each in lots[:-1]}
        built[lots[-1]] = {"owner": 0, "mortgaged": True}
        yield {"edition": "1935", "seats": [{}, {}, {}], "deeds": built}, [Attempt(0, Build(lots[0]))]
        # Two mortgaged deeds have been received: the cash reaches for lifting one, and not for the 10% on the other.
        yield (
            {
                "seats": [{"cash": space.mortgage + -(-space.mortgage // 10) + number % 3}, {}],
                "deeds": {each.slug: {"owner": 0, "mortgaged": True} for each in (space, other)},
                "awaiting": {"interrupts": [{"kind": "receive", "seat": 0, "deeds": [slug, other.slug]}]},
            },
            [Attempt(0, Lift(slug))],
        )
        # A tax is to be chosen, and another player owes a debt that comes first.
        yield (
            {
                "seats": [{"space": "income-tax"}, {"cash": number}, {}],
                "deeds": {slug: {"owner": 1}},
                "debts": [{**debt, "debtor": 1, "creditor": 2, "due": True}],
                "awaiting": {"phase": "end", "interrupts": [{"kind": "tax", "seat": 0, "space": "income-tax"}]},
            },
            [Attempt(0, Tax("flat"))],
        )
        # Who cannot pay is owed a debt by somebody who has not paid it yet.
        yield (
            {
                "seats": [{"cash": number}, {}, {"cash": 50}],
                "turn": 2,
                "deeds": {slug: {"owner": 2}},
                "debts": [
                    {**debt, "debtor": 0, "creditor": 1, "due": True},
                    {**debt, "debtor": 2, "creditor": 0, "amount": 55, "due": True},
                ],
            },
            [Attempt(0, Bankrupt())],
        )
        # Two bid for the last house while somebody else owes a debt.
        yield (
            {
                "seats": [{"cash": 500 + number}, {}, {"cash": 10}],
                "turn": 2,
                "deeds": ALL_HOUSES,
                "debts": [{**debt, "debtor": 2, "creditor": 1, "due": True}],
                "awaiting": {
                    "phase": "end",
                    "interrupts": [
                        {"kind": "call", "seat": 0, "building": "house", "said": [0, 1, 2], "want": [1, 1]},
                        {"kind": "auction", "seat": 0, "item": "house"},
                    ],
                },
            },
            [Attempt(2, Pass())],
        )
        # Who has made an offer is to choose by a card.
        yield (
            {
                "edition": "1935",
                "seats": [{"space": "chest-1"}, {"cash": number}, {}],
                "deeds": {slug: {"owner": 0}},
                "offers": [{"number": 1, "proposer": 0, "recipient": 1, "give": {"deeds": [slug]}, "get": {}}],
                "awaiting": {"phase": "end", "interrupts": [{"kind": "choice", "seat": 0, "amount": 10}]},
            },
            [Attempt(1, Accept(1))],
        )
        # An option is open beneath what somebody else is to choose, as only a position written by hand has it.
        for edition, choice in (("official", "tax"), ("1935", "choice")):
            about = {"space": "income-tax"} if choice == "tax" else {"amount": 10}
            yield (
                {
                    "edition": edition,
                    "seats": [{"cash": 1000 + number}, {}, {}],
                    "awaiting": {
                        "phase": "end",
                        "interrupts": [{"kind": "buy", "seat": 0, "deed": slug}, {"kind": choice, "seat": 1, **about}],
                    },
                },
                [Attempt(0, Buy()), Attempt(0, Decline())],
            )
        # A building has been won and is yet to be placed, and a debt that fell due before waits for that: by hand too,
        # as in a game such a debt is settled before a building goes on the block.
        owners = {"light-blue": 0, "pink": 1}
        yield (
            {
                "seats": [{}, {}, {"cash": number}],
                "deeds": {
                    each.slug: {"owner": owners[each.group]} for each in board().properties if each.group in owners
                },
                "debts": [{"debtor": 2, "creditor": "bank", "amount": 50, "cause": "fine", "due": True}],
                "awaiting": {
                    "phase": "end",
                    "interrupts": [
                        {
                            "kind": "call",
                            "seat": 0,
                            "building": "house",
                            "stage": "won",
                            "winner": 0,
                            "bid": 25,
                            "said": [0, 1],
                            "want": [1, 1],
                        }
                    ],
                },
            },
            [Attempt(2, Bankrupt())],
        )
        # Who leads for a hotel has others on another group.
        houses = {"light-blue": (0, 4), "pink": (0, 5), "orange": (1, 4)}
        yield (
            {
                "seats": [{}, {}, {"cash": number}],
                "deeds": {
                    each.slug: {"owner": houses[each.group][0], "houses": houses[each.group][1]}
                    for each in board().properties
                    if each.group in houses
                },
                "awaiting": {
                    "interrupts": [
                        {"kind": "call", "seat": 1, "building": "hotel", "said": [0, 1], "want": [1, 3]},
                        {"kind": "auction", "seat": 0, "item": "hotel", "bidder": 0, "bid": number + 1},
                    ]
                },
            },
            [Attempt(0, SellGroup("pink")), Attempt(0, Sell("oriental"))],
        )


def compare(games: int, share: float, first: int = 0) -> Comparison:
    """Compare games of every edition, variant and some house rules; play up to as many again for missing cases.

    `first` is the number by which the first game is shuffled; the others follow it.
    """
    comparison = Comparison()
    for position, attempts in staged():
        heading, s = read_position(position)
        comparison.put(s, heading.tables, heading, attempts)
    for number in range(2 * games):
        heading = GAMES[number % len(GAMES)]
        layout = LAYOUTS[number // len(GAMES) % len(LAYOUTS)]
        if number >= games:
            if not comparison.missing:
                break
            wanted = list(comparison.missing)[number % len(comparison.missing)]
            heading, layout = place_of(*wanted, heading, layout)
        rng, sharp = random.Random(first + number), number // len(GAMES) % 2 == 1
        comparison.play(rng, heading, layout, share if number < games else share / 10, sharp=sharp)
    return comparison


def place_of(name: str, clause: str, heading: Heading, layout: str) -> tuple[Heading, str]:
    """Return where to look for a refusal that has been seen too seldom."""
    if clause.startswith("cards.pay-or-chance"):
        return Heading("1935"), "choice"
    if clause.startswith(("short1935", "timed")):
        return (Heading("1935", "short") if clause.startswith("short1935") else Heading("anniversary", "timed")), layout
    if clause.startswith("short."):
        return Heading("anniversary", "short"), "heirs"
    if clause.startswith("tax"):
        return Heading("official"), "choice"
    if name == "lift":
        return heading, "poor"
    if (name, clause) == ("ask-rent", "house-rules.optional"):
        return Heading("official", options=Options(no_rent_in_jail=True)), layout
    if clause.startswith("house-rules"):
        return Heading("official", options=Options(rounds=2)), layout
    if clause.startswith("shortage") or name.startswith("sell"):
        return heading, "last hotels" if name.startswith("sell") else "shortage"
    if name in {"buy", "decline"}:
        return heading, "option"
    return heading, layout
