"""Positions: defaults, round trips, refused positions and their error messages."""

import random
import tomllib
from collections.abc import Mapping
from typing import Any, cast

import pytest

from tests.properties.wandering import start, wander
from ventnor import event
from ventnor.game import Game
from ventnor.kernel import codes
from ventnor.notation import BadPosition, Heading, canonical_text, digest, position_of, read_position
from ventnor.rulebook.board import board
from ventnor.rulebook.option import Options
from ventnor.words.kind import Json

EVENING = """
edition = "official"
turn = 1
turn_number = 31
starter = 0
doubles = 1
dice = [4, 4]

seats = [
    { name = "Ann", cash = 210, space = "oriental", jail_cards = ["chance"] },
    { name = "Bob", cash = 35, space = "jail", jail_turn = 2 },
    { name = "Cat", cash = 0, bankrupt = true },
]
claims = [{ owner = 0, payer = 1, deed = "vermont", amount = 90, turn = 30 }]
offers = [{ number = 4, proposer = 0, recipient = 1, give = { deeds = ["baltic"] }, get = { cash = 20 } }]

[deeds]
baltic = { owner = 0, mortgaged = true }
oriental = { owner = 0, houses = 2 }
vermont = { owner = 0, houses = 2 }
connecticut = { owner = 0, houses = 1 }
boardwalk = { owner = 1 }

[decks]
chance = { seen = [3, 11] }
"""

AUCTION = """
edition = "modern"
seats = [{ cash = 500 }, { cash = 300 }, { cash = 90 }]

[awaiting]
phase = "end"
interrupts = [{ kind = "auction", seat = 1, item = "short-line", bidder = 1, bid = 40, passed = [2] }]
"""


PLAIN = "seats = [{}, {}]"


def read_text(text: str, **changes: object) -> dict[str, object]:
    """Return a position written in TOML, with other values for some of its fields."""
    return {**tomllib.loads(text), **changes}


def problems_of(position: Mapping[str, object]) -> list[str]:
    """Return what is wrong with a position."""
    with pytest.raises(BadPosition) as caught:
        read_position(position)
    return caught.value.problems


def test_what_is_left_out_is_as_at_the_start() -> None:
    heading, state = read_position(read_text(PLAIN))
    assert (state.awaits, state.awaited, state.turns) == (codes.W_THROW, 0, 1)
    assert [state.cash[seat] for seat in range(2)] == [1500, 1500]
    assert (state.houses_left, state.hotels_left) == (32, 12)
    assert position_of(state, heading) == {"edition": "official", "seats": [{}, {}]}


def test_a_position_says_it_all() -> None:
    heading, state = read_position(read_text(EVENING))
    assert heading.names == ("Ann", "Bob", "Cat")
    assert (state.turn, state.turns, state.doubles, state.die1, state.die2) == (1, 31, 1, 4, 4)
    assert sum(state.cash[account] for account in range(10)) == 0
    assert (state.owner[6], state.houses[6], state.mortgaged[3]) == (0, 2, 1)
    assert state.houses_left == 27
    assert (state.jail_card[0], state.jail_card[1]) == (0, codes.BANK)
    assert (state.claims[0].space, state.claims[0].amount) == (8, 90)
    assert (state.offers[0][1].give, state.offers[0][1].mortgaged, state.offer_number) == (8, 8, 4)
    assert (state.bankruptcies, state.awaits, state.awaited) == (1, codes.W_THROW, 1)
    again = position_of(state, heading)
    assert read_position(again)[0] == heading
    assert bytes(read_position(again)[1]) == bytes(state)


def test_the_kernel_says_what_an_interrupted_game_waits_for() -> None:
    heading, state = read_position(read_text(AUCTION))
    assert (state.awaits, state.awaited) == (codes.W_BID, 0)
    awaiting = cast("dict[str, Json]", position_of(state, heading)["awaiting"])
    assert (awaiting["what"], awaiting["who"]) == ("bid", 0)


def test_a_new_game_of_every_sort_can_be_written_and_read() -> None:
    for heading in (
        Heading("1935", "short", names=("a", "b", "c")),
        Heading("anniversary", "timed"),
        Heading("classic", options=Options(free_parking_pot="seeded", rounds=20)),
    ):
        state = start(heading.tables, 3)
        position = position_of(state, heading)
        assert bytes(read_position(position)[1]) == bytes(state)
        assert read_position(position)[0].options == heading.options


FAULTS: list[tuple[Mapping[str, object], str]] = [
    ({"edition": "1936"}, "edition: expected an edition, not '1936'"),
    ({"variant": "short"}, "variant: the edition official has no variant 'short'"),
    ({"options": {"no_auction": True}}, "no_auction: is not a house rule"),
    ({"options": {"decks": [1]}}, "options.'decks': expected a house rule, not a list"),
    ({"options": {"no_auctions": True, "auction_floor": 50}}, "options: The house rules no_auctions and auction_floor"),
    ({"sets": []}, "'sets': is not a field here; did you mean seats?"),
    ({"seats": [{}]}, "seats: 1 players; this game is for 2 to 8"),
    ({"seats": []}, "seats: expected a list of seats, 1 to 8 of them, not 0"),
    ({"seats": [{"cash": -5}, {}]}, "seats[0].cash: expected a sum"),
    ({"seats": [{"cash": True}, {}]}, "seats[0].cash: expected a sum"),
    ({"seats": [{"cash": 10**9}, {}]}, "all cash together"),
    ({"seats": [{"space": "go-to-jail"}, {}]}, "seats[0].space: whoever lands there is in Jail"),
    ({"seats": [{"jail_turn": 1}, {}]}, "seats[0].jail_turn: the token is not in Jail"),
    ({"seats": [{"space": "jail", "jail_turn": 4}, {}]}, "more than 3 turns"),
    ({"seats": [{"jail_cards": ["chest"]}, {"jail_cards": ["chest"]}]}, "the chest card is already held"),
    ({"seats": [{}, {"bankrupt": True, "cash": 0}]}, "one player is left, so the game is over"),
    ({"seats": [{}, {}, {"bankrupt": True}]}, "seats[2].cash: a bankrupt has none"),
    ({"turn": 5}, "turn: there is no seat 5"),
    ({"turn_number": 0}, "turn_number: turns are counted from 1"),
    ({"doubles": 4}, "doubles: 3 in succession lead to Jail"),
    ({"dice": [3]}, "dice: expected a list of dice, 2 of them, not 1"),
    ({"hour": True}, "hour: this game has no agreed hour"),
    ({"pot": 5}, "pot: nothing lies on Free Parking"),
    ({"winners": [0]}, "winners: the game is not over"),
    ({"dealt": 3}, "dealt: 0 deeds are dealt"),
    ({"opening": {"best": 7, "leaders": [0]}}, "opening: the throws for the start are over"),
    ({"deeds": {"orientl": {"owner": 0}}}, "deeds: expected a deed, not 'orientl'; did you mean oriental?"),
    ({"deeds": {"oriental": {"owner": 3}}}, "deeds.oriental.owner: there is no seat 3"),
    ({"deeds": {"oriental": {"mortgaged": True}}}, "deeds.oriental: is the Bank's"),
    ({"deeds": {"reading": {"owner": 0, "houses": 1}}}, "deeds.reading.houses: is not a lot"),
    ({"deeds": {"oriental": {"owner": 0, "houses": 1}}}, "does not have the whole light-blue group"),
    ({"deeds": {"boardwalk": {"owner": 0, "houses": 2}, "park-place": {"owner": 0}}}, "not built on evenly"),
    (
        {"deeds": {"boardwalk": {"owner": 0, "houses": 1}, "park-place": {"owner": 0, "mortgaged": True}}},
        "a lot of the dark-blue group is mortgaged",
    ),
    ({"deeds": {"boardwalk": {"owner": 0, "houses": 1, "mortgaged": True}}}, "is mortgaged, so it has no"),
    ({"decks": {"chance": {"seen": [3, 5, 3]}}}, "decks.chance.seen: card 3 is there twice"),
    ({"decks": {"chance": {"held": [3]}}}, "decks.chance.held: the players hold no chance card"),
    ({"claims": [{"owner": 0, "payer": 0, "deed": "oriental", "amount": 6}]}, "must be two players"),
    ({"claims": [{"owner": 0, "payer": 1, "deed": "oriental"}]}, "either an amount or a factor"),
    ({"claims": [{"owner": 0, "payer": 1, "deed": "oriental", "amount": 6, "turn": 9}]}, "its time has run out"),
    ({"debts": [{"debtor": 2, "creditor": "bank", "amount": 5, "cause": "fine"}]}, "debts[0].debtor: must be"),
    ({"debts": [{"debtor": 0, "creditor": 0, "amount": 5, "cause": "rent"}]}, "debts[0].creditor: must be another"),
    ({"debts": [{"debtor": 0, "creditor": "bank", "amount": 5, "cause": "luck"}]}, "debts[0].cause: expected"),
    ({"debts": [{"debtor": 0, "creditor": "bank", "amount": 5, "cause": "fine"}]}, "would go on by itself"),
    (
        {"offers": [{"number": 1, "proposer": 0, "recipient": 1, "give": {"deeds": ["baltic"]}, "get": {}}]},
        "offers (number 1): could not be carried out",
    ),
    ({"awaiting": {"phase": "lunch"}}, "awaiting.phase: expected a phase, not 'lunch'"),
    ({"awaiting": {"phase": "over"}}, "ended: must say how the game ended"),
    ({"awaiting": {"what": "bid"}}, "awaiting.what: the game waits for throw here, not for bid"),
    ({"awaiting": {"who": 1}}, "awaiting.who: the game waits for 0 here, not for 1"),
    ({"awaiting": {"interrupts": [{"kind": "nap"}]}}, "interrupts[0].kind: expected an interruption, not 'nap'"),
    ({"awaiting": {"interrupts": [{"kind": "buy", "seat": 0}]}}, "awaiting.interrupts[0].deed: is missing"),
    (
        {
            "deeds": {"baltic": {"owner": 0}, "mediterranean": {"owner": 0}},
            "awaiting": {"interrupts": [
                {"kind": "tax", "seat": 0, "space": "income-tax"}, {"kind": "call", "seat": 0, "building": "house"}
            ]},
        },
        "awaiting: the game would wait for seat 0, who may do nothing here",
    ),
    (
        {"awaiting": {"interrupts": [{"kind": "auction", "seat": 0, "item": "house"}]}},
        "awaiting.interrupts[0]: a building is auctioned in a call for it",
    ),
    (
        {"awaiting": {"interrupts": [{"kind": "auction", "seat": 0, "item": "reading", "bidder": 1, "bid": 1501}]}},
        "the bidder must be in the game and have the sum",
    ),
    (
        {"awaiting": {"interrupts": [{"kind": "auction", "seat": 0, "item": deed} for deed in ("reading", "reading")]}},
        "awaiting.interrupts[1]: there is one auction of a deed or a jail card at a time",
    ),
    (
        {"awaiting": {"interrupts": [{"kind": "buy", "seat": 0, "deed": deed} for deed in ("reading", "baltic")]}},
        "awaiting.interrupts[1]: there is one option to buy at a time",
    ),
    (
        {
            "deeds": {"baltic": {"owner": 1}, "mediterranean": {"owner": 1}},
            "awaiting": {"interrupts": [
                {"kind": "auction", "seat": 0, "item": "reading", "bidder": 1, "bid": 800},
                {"kind": "call", "seat": 1, "building": "house", "want": [0, 1]},
                {"kind": "auction", "seat": 0, "item": "house", "bidder": 1, "bid": 800},
            ]},
        },
        "awaiting.interrupts[2]: the bidder must be in the game and have the sum",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "said"), FAULTS, ids=[said for _, said in FAULTS])
def test_what_cannot_arise_is_refused(changes: Mapping[str, object], said: str) -> None:
    problems = problems_of(read_text(PLAIN, **changes))
    assert any(said in problem for problem in problems), problems


@pytest.mark.parametrize("nothing", [None, 5, "x", []])
def test_what_is_no_mapping_is_refused(nothing: Any) -> None:
    assert problems_of(nothing)[0].startswith("expected a mapping")


def test_what_one_edition_forbids_another_allows() -> None:
    position: dict[str, object] = {
        "seats": [{}, {}, {}],
        "deeds": {"boardwalk": {"owner": 0, "houses": 1}, "park-place": {"owner": 0, "mortgaged": True}},
    }
    read_position({"edition": "1935", **position})
    assert problems_of({"edition": "classic", **position})


def test_more_buildings_than_there_are() -> None:
    groups = [group for group in board().groups if group.slug in {"light-blue", "pink", "orange"}]
    lots = [board().spaces[space].slug for group in groups for space in group.spaces]
    assert problems_of(read_text(PLAIN, deeds={slug: {"owner": 0, "houses": 4} for slug in lots})) == [
        "deeds: 36 houses stand on the board, but there are only 32"
    ]


def test_everything_that_is_wrong_is_said_at_once() -> None:
    problems = problems_of(
        read_text(
            EVENING,
            turn=7,
            doubles="two",
            decks={"chance": {"seen": [99, 98]}, "luck": {}},
            debts=[{"debtor": 2, "creditor": 1, "amount": 5, "cause": "card"}],
            deeds={"oriental": {"owner": 0, "houses": 2}, "boardwalk": {"owner": 2}},
        )
    )
    assert [problem.partition(": ")[0] for problem in problems] == [
        "doubles",
        "decks.chance.seen[0]",
        "decks.chance.seen[1]",
        "decks",
        "turn",
        "deeds.boardwalk.owner",
        "deeds.oriental.houses",
        "debts[0].debtor",
        "offers (number 4)",
    ]


def test_what_follows_from_an_unreadable_part_is_not_said() -> None:
    deeds = {slug: {"owner": 0, "houses": 1} for slug in ("oriental", "vermont", "boardwalk")}
    assert problems_of(read_text(PLAIN, deeds={**deeds, "connecticut": {"owner": "Ann"}})) == [
        "deeds.connecticut.owner: expected a seat from 0 to 7, not 'Ann'",
        "deeds.boardwalk.houses: its owner does not have the whole dark-blue group",
    ]


def test_a_digest_is_the_same_everywhere() -> None:
    heading, state = read_position(read_text(EVENING))
    position = position_of(state, heading)
    assert digest(position) == "859067de02debb1d"
    assert canonical_text(position).startswith('{"claims":[{"amount":90,"deed":"vermont"')
    assert digest(position_of(state, Heading(names=("x", "y", "z")))) == digest(position)
    state.cash[0] += 1
    state.cash[codes.BANK] -= 1
    assert digest(position_of(state, heading)) != digest(position)


ODDITIES: tuple[object, ...] = (
    None, True, False, 0, 1, -1, 3, 8, 10**30, 1.5, float("nan"), "", "go", "oriental", "bank", "chance", "each", [],
    [0], ["baltic"], [1, 1], {}, {"owner": 0}, {"kind": "call"}, {"kind": "estate", "seat": 0}, b"x", object(), {1: 2},
)  # fmt: skip


def scrambled(position: object, chance: random.Random) -> object:
    """Return a position with something in it changed."""
    if chance.random() < 0.15:
        return chance.choice(ODDITIES)
    if isinstance(position, dict) and position:
        fields = cast("dict[object, object]", dict(position))  # pyright: ignore[reportUnknownArgumentType]
        key = chance.choice(list(fields))
        if chance.random() < 0.15:
            fields[chance.choice(("owner", "houses", "seats", "turn", "baltic", 7))] = chance.choice(ODDITIES)
        elif chance.random() < 0.15:
            del fields[key]
        else:
            fields[key] = scrambled(fields[key], chance)
        return fields
    if isinstance(position, list) and position:
        items = cast("list[object]", list(position))  # pyright: ignore[reportUnknownArgumentType]
        place = chance.randrange(len(items))
        if chance.random() < 0.3:
            items.insert(place, items[-1])
        else:
            items[place] = scrambled(items[place], chance)
        return items
    if isinstance(position, int) and chance.random() < 0.7:
        return position + chance.choice((-1, 1, 2, 50))
    return chance.choice(ODDITIES)


@pytest.mark.slow
@pytest.mark.parametrize(
    "count", [pytest.param(10_000, id="10,000"), pytest.param(100_000, id="100,000", marks=pytest.mark.long)]
)
def test_any_mapping_is_a_position_or_a_bad_one(count: int) -> None:
    chance = random.Random(count)
    known: list[Mapping[str, object]] = [read_text(EVENING), read_text(AUCTION)]
    for edition in ("1935", "official", "modern"):
        heading = Heading(edition)
        known += [position_of(s, heading) for s, _ in wander(start(heading.tables, 4), heading.tables, count, 400)][::4]
    read = 0
    for _ in range(count):
        position = chance.choice(known)
        for _ in range(chance.randrange(1, 4)):
            changed = scrambled(position, chance)
            position = cast("dict[str, object]", changed) if isinstance(changed, dict) else position
        try:
            heading, state = read_position(position)
        except BadPosition:
            continue
        read += 1
        assert bytes(read_position(position_of(state, heading))[1]) == bytes(state)
    assert 0.02 < read / count < 0.9


def test_an_auction_may_be_written_as_before_0_2() -> None:
    auction = {"kind": "auction", "seat": 0, "item": "oriental", "bidder": 1, "bid": 40}
    older = {"lot" if key == "item" else key: value for key, value in auction.items()}
    sheet = {"edition": "official", "seats": [{"space": "oriental"}, {}], "dice": [1, 5]}
    found = [
        Game.from_position({**sheet, "awaiting": {"phase": "end", "interrupts": [each]}}) for each in (auction, older)
    ]
    assert found[0].position == found[1].position
    assert '"lot":"oriental"' in canonical_text(found[0].position)  # so digests of older replays stay the same


def test_an_event_may_be_written_as_before_0_2() -> None:
    won = event.AuctionWon(1, "oriental", 40)
    assert event.from_json({"event": "auction-won", "seat": 1, "lot": "oriental", "amount": 40}) == won
