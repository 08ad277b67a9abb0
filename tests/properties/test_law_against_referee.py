"""The kernel's law and the referee's, on the same positions: the same verdict and the same clause.

`REFUSALS` says which clauses can refuse which kind of action, `UNREACHABLE` which of them never do in a game and why.
The comparison fails when they disagree, when a refusal occurs that is not listed, or one that is listed too seldom.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from tests.kit.attempts import Attempt, anything, attempt_of, business, change_one, each_kind
from tests.kit.wild import LAYOUTS, Scene, live_seats, wild_game
from ventnor.action import BY_CODE, BY_NAME, Accept
from ventnor.awaiting import WAITS
from ventnor.kernel import codes
from ventnor.kernel.layout import State, Tables
from ventnor.kernel.legal import refuse
from ventnor.notation import Heading, format_action, position_of, read_position
from ventnor.referee import why_not
from ventnor.referee.table import Table
from ventnor.referee.waiting import waits_for
from ventnor.rulebook.edition import rows
from ventnor.rulebook.option import Options
from ventnor.words.kind import Json
from ventnor.words.vocabulary import DEED

LEAST = 20
"""How often every refusal must have occurred."""

HOUSE_RULES = (
    Options(uneven_building=True),
    Options(auction_floor=50),
    Options(rounds=2),
    Options(deeds_dealt=2),
    Options(unlimited_buildings=True),
    Options(immediate_rent=True, no_auctions=True),
    Options(decks="1935"),
)
GAMES = [
    *(Heading(edition, variant) for edition, variant in rows()),
    *(Heading(edition, variant) for edition, variant in rows() if variant),
    *(Heading("official", options=options) for options in HOUSE_RULES),
    *(Heading(edition, options=Options(rounds=2)) for edition in ("1935", "modern")),
]

BEGINNINGS = (*LAYOUTS, "option", "hotels")

# --- which clauses can refuse what ------------------------------------------------------------------------------------

ENDS = ("win.last", "short.second-bankruptcy", "house-rules.optional", "short1935.hour", "timed.hour")
"""By which a game is over: after it nobody does anything. The hour also forbids much while the last move is played."""
DUTIES = ("tax.income", "cards.pay-or-chance", "mortgage.transfer", "shortage.auction")
"""By which a player is held to an answer."""
FIRST = ("buy.option", "auction.course", "debt.raise", "start.throw", "start.left", "move.doubles")
"""What comes before a throw and before the end of a turn, beside what holds a player to an answer."""
TERMS = (
    "trade.shape",
    "trade.no-loans",
    "trade.property",
    "trade.buildings-first",
    "cards.jail-free",
    "trade.offers",
    "debt.in-kind",
    "auction.settle",
    "debt.raise",
)
"""What can be wrong with a deal, beside the hour and what stands among the duties."""
OWN: dict[str, tuple[str, ...]] = {
    "roll": (*FIRST, "jail.doubles-no-second"),
    "end-turn": (*FIRST, "jail.third", "move.total"),
    "buy": ("buy.option", "auction.course", "debt.raise"),
    "decline": ("buy.option", "auction.course", "debt.raise"),
    "pay-fine": ("jail.fine",),
    "use-card": ("jail.card",),
    "bid": ("auction.course", "debt.raise", "auction.opening", "auction.settle"),
    "pass": ("auction.course", "debt.raise"),
    "build": (
        "debt.raise",
        "houses.group",
        "houses.mortgaged",
        "hotels.exchange",
        "short.three-houses",
        "houses.even",
        "shortage.wait",
        "houses.any-time",
        "auction.settle",
    ),
    "sell": ("sell.buildings", "sell.even", "sell.hotels"),
    "sell-group": ("sell.buildings", "sell.hotels"),
    "mortgage": ("mortgage.take", "mortgage.buildings-first"),
    "lift": ("mortgage.lift", "debt.raise", "auction.settle"),
    "ask-rent": ("rent.ask",),
    "pay": ("debt.raise",),
    "bankrupt": ("debt.raise", "auction.settle", "debt.order"),
    "resign": ("bankrupt.resign",),
    "offer": TERMS,
    "counter": TERMS,
    "accept": TERMS,
    "reject": ("trade.offers",),
    "withdraw": ("trade.offers",),
    "throw": ("move.total",),
    "draw": ("cards.draw",),
    "deal": ("setup.equipment", "short1935.deal", "short.deal"),
}
REFUSALS: set[tuple[str, str]] = {
    (name, clause)
    for name, made in BY_NAME.items()
    for clause in ("act.when", *ENDS, *(DUTIES if made.actor == "seat" else ()), *OWN.get(name, ()))
}
LAWFUL = {(name, "") for name in BY_NAME if name != "done"}
LAPSED = "an offer in which that has come about has lapsed, and does not stand"
UNREACHABLE: dict[tuple[str, str], str] = {
    ("accept", "trade.shape"): "the shape of an offer was judged when it was made",
    ("accept", "trade.no-loans"): "the shape of an offer was judged when it was made",
    ("accept", "trade.property"): LAPSED,
    ("accept", "trade.buildings-first"): LAPSED,
    ("accept", "cards.jail-free"): LAPSED,
}

# --- comparing --------------------------------------------------------------------------------------------------------

RARE = frozenset(
    {codes.W_CHOICE, codes.W_TAX, codes.W_PLACE, codes.W_LAST_RENT, codes.W_BUY, codes.W_DEBT, codes.W_BID}
)


class Comparison:
    """What kernel and referee have said so far, and how often they have refused what."""

    def __init__(self) -> None:
        self.table: Counter[tuple[str, str]] = Counter()
        self.changed = 0
        self.missing = dict.fromkeys(sorted((REFUSALS | LAWFUL) - UNREACHABLE.keys()))

    @property
    def pairs(self) -> int:
        """How many pairs of position and action were compared."""
        return self.table.total()

    def put(self, s: State, t: Tables, heading: Heading, attempts: Iterable[Attempt], *, seldom: bool = False) -> None:
        """Put attempts to both; with `seldom` only those whose refusal has not been seen often enough."""
        position: dict[str, Json] = {}
        for attempt in attempts:
            clause = codes.CLAUSE_IDS[refuse(s, t, attempt.record)]
            found = attempt.action.name, clause
            if seldom and found not in self.missing:
                continue
            position = position or position_of(s, heading)
            said = why_not(position, attempt.actor, attempt.action) or ""
            assert said == clause, (
                f"{format_action(attempt.action)} by {attempt.actor}: the law says {clause or 'yes'}, "
                f"the referee {said or 'yes'}\n{json.dumps(position)}"
            )
            self.table[found] += 1
            if self.table[found] >= LEAST:
                self.missing.pop(found, None)
        if position:
            waits = waits_for(Table(position))
            who = s.awaited if s.awaited < s.players else None
            assert waits == (WAITS[s.awaits], who), f"the referee waits for {waits}\n{json.dumps(position)}"

    def play(self, rng: random.Random, heading: Heading, layout: str, share: float) -> None:
        """Compare at a share of the moments of a wild game, and after its end."""
        game = wild_game(rng, heading.edition, heading.variant, heading.options, layout=layout)
        s, t = State(), Tables()
        for s, t, act in game:
            scene = Scene(s, t, rng)
            if (BY_CODE[act.kind].name, "") in self.missing:
                self.put(s, t, heading, [attempt_of(act)])
            if rng.random() < share:
                lawful = attempt_of(act)
                tried = business(scene)
                other = lawful if refuse(s, t, tried.record) else tried
                changed = [change_one(rng, s, each) for each in (lawful, lawful, other, other)]
                self.changed += len(changed)
                self.put(s, t, heading, [lawful, tried, anything(rng, s), *changed])
            if is_rare(s):
                for seat in expected(s):
                    self.seek(scene, heading, seat)
            elif rng.random() < 0.1:
                self.seek(scene, heading, rng.choice(live_seats(s)))
        for seat in range(s.players):
            self.seek(Scene(s, t, rng), heading, seat)

    def seek(self, scene: Scene, heading: Heading, seat: int) -> None:
        """Have a player try everything by which a refusal could occur that has been seen too seldom."""
        names = dict.fromkeys(name for name, _ in self.missing)
        self.put(scene.s, scene.t, heading, each_kind(scene, seat, names), seldom=True)

    def report(self) -> list[str]:
        """The table of counts, a line for each kind of action."""
        lines: list[str] = []
        for name in BY_NAME:
            counts = [(clause or "lawful", n) for (kind, clause), n in sorted(self.table.items()) if kind == name]
            lines.append(f"{name}: " + ", ".join(f"{clause} {n}" for clause, n in counts))
        return lines


def is_rare(s: State) -> bool:
    """Whether it is a moment that does not come often."""
    bare = s.houses_left == 0 or s.hotels_left == 0
    return s.awaits in RARE or bare or (s.awaits == codes.W_END and s.die1 == s.die2)


def expected(s: State) -> list[int]:
    """The players of whom something is expected, or who have bid."""
    frames = [s.frames[i] for i in range(s.depth)]
    seats = {s.awaited, *(frame.seat for frame in frames), *(frame.bidder for frame in frames)}
    seats |= {s.debts[i].debtor for i in range(s.debt_count)}
    return [seat for seat in live_seats(s) if seat in seats]


def put_unpayable_offers(comparison: Comparison) -> None:
    """An offer in kind outlives the debt it was made for when the next one to the same creditor is as large.

    That debt has not fallen due while an auction runs: too rare a moment to wait for.
    """
    for slug in list(DEED.numbers)[:LEAST]:
        debt = {"debtor": 0, "creditor": 1, "amount": 100, "cause": "rent", "space": "boardwalk"}
        offer = {"number": 1, "proposer": 0, "recipient": 1, "give": {"deeds": [slug]}, "get": {"debt": 50}}
        heading, s = read_position(
            {
                "seats": [{"cash": 0}, {}, {}],
                "turn": 2,
                "deeds": {slug: {"owner": 0}},
                "debts": [debt],
                "offers": [offer],
                "awaiting": {"phase": "end", "interrupts": [{"kind": "auction", "seat": 2, "lot": "boardwalk"}]},
            }
        )
        comparison.put(s, heading.tables, heading, [Attempt(1, Accept(1))])


def compare(games: int, share: float) -> Comparison:
    """So many games, each begun in another way, of every edition, variant and some house rules."""
    comparison = Comparison()
    put_unpayable_offers(comparison)
    for number in range(games):
        heading = GAMES[number % len(GAMES)]
        layout = BEGINNINGS[number // len(GAMES) % len(BEGINNINGS)]
        comparison.play(random.Random(number), heading, layout, share)
    return comparison


def check(comparison: Comparison, pairs: int, record: Callable[[str, object], None]) -> None:
    """Enough was compared, every refusal that can occur did, and no other."""
    for line in comparison.report():
        print(line)
        record("refusals", line)
    record("pairs of position and action", comparison.pairs)
    assert comparison.pairs >= pairs
    assert comparison.changed >= comparison.pairs // 2
    refusals = {found for found in comparison.table if found[1]}
    assert not refusals - REFUSALS, "refusals that nobody has listed"
    assert not refusals & UNREACHABLE.keys(), "refusals that were thought impossible"
    assert not comparison.missing, "answers that occurred too seldom"


@pytest.mark.slow
def test_the_law_and_the_referee_agree(record_property: Callable[[str, object], None]) -> None:
    check(compare(games=700, share=0.06), 50_000, record_property)


@pytest.mark.long
def test_the_law_and_the_referee_agree_at_length(record_property: Callable[[str, object], None]) -> None:
    check(compare(games=20_000, share=0.1), 2_000_000, record_property)
