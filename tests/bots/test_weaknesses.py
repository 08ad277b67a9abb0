"""Positions in which `tycoon-2026` errs and `tycoon` does not: debts, bids, counters, sales, leaders, the clock."""

import pytest

from tests.kit.scenario import SPACES, Table, scenario
from ventnor.bots import policy_named
from ventnor.bots.dealing import all_but, share
from ventnor.bots.strength import strength, throws_ahead
from ventnor.kernel import codes
from ventnor.kernel.codes import A_ACCEPT, A_BID, A_COUNTER, A_OFFER, A_PASS, A_REJECT
from ventnor.kernel.layout import Action, Chance, Memory

NAMES = ("tycoon-2026", "tycoon")


def asked(table: Table, seat: int = 0, bot: str = "tycoon", memory: Memory | None = None) -> Action:
    """Return what a bot in this seat does."""
    a = Action()
    table.finish_layout()
    policy_named(bot)(table.s, table.t, seat, memory or Memory(offers_left=3), Chance(), a)
    return a


def bits(*slugs: str) -> int:
    """Return deeds as bits."""
    return sum(1 << SPACES[slug] for slug in slugs)


def answers(table: Table, offer: str) -> list[int]:
    """Return what the frozen bot and today's answer in seat 0 to an offer of seat 1."""
    table.do(f"offer 0 {offer}", by=1)
    return [asked(table, bot=bot).kind for bot in NAMES]


def split(seats: int = 4) -> Table:
    """Return a table in mid-game where each seat has a thousand dollars."""
    table = scenario("official", seats=seats)
    for seat in range(seats):
        table.cash(seat, 1000)
    return table.to_act(2)


# --- debts ----------------------------------------------------------------------------------------------------------


def in_debt() -> Table:
    """Return a table where seat 0 owes 200, has 20 and Park Place, which raises 175."""
    table = scenario("official", seats=3).deeds("park-place", owner=0).group("orange", owner=2).houses("orange", 2)
    table.cash(0, 20).cash(1, 1000).token(0, on="st-charles").to_act(0)
    return table.do("roll 2 3").do("ask-rent st-james from 0", by=2).awaits("debt", 0)


def test_it_sells_a_deed_rather_than_go_bankrupt() -> None:
    table = in_debt()
    assert asked(table, bot="tycoon-2026").kind == codes.A_BANKRUPT
    a = asked(table)
    assert (a.kind, a.give) == (A_OFFER, bits("park-place"))
    assert a.get_cash >= 180
    table.do(f"offer {a.other} give park-place get {a.get_cash}")
    assert asked(table, a.other).kind == A_ACCEPT


def test_it_does_not_propose_the_same_sale_for_ever() -> None:
    table, memory = in_debt(), Memory(offers_left=3)
    kinds = [asked(table, memory=memory).kind for _ in range(4)]
    assert kinds[0] == A_OFFER
    assert kinds[-1] == codes.A_BANKRUPT


# --- bids -----------------------------------------------------------------------------------------------------------


def highest_bid(bot: str, cash: int) -> int:
    """Return the most that a bot bids for its third orange against one that always bids a dollar more."""
    table = scenario("official", seats=3).deeds("st-james", "tennessee", owner=0).deeds("boardwalk", owner=1)
    table.cash(0, cash).cash(1, 5000).token(2, on="states").to_act(2)
    table.do("roll 1 5").do("decline").awaits("bid", 0)
    memory = Memory(offers_left=3)
    highest = 0
    while (a := asked(table, 0, bot, memory)).kind == A_BID:
        highest = a.amount
        table.do(f"bid {highest}").do(f"bid {highest + 1}", by=1)
        while table.s.awaits == codes.W_BID and table.s.awaited != 0:
            table.do("pass")
    assert a.kind == A_PASS
    return highest


def test_its_limit_in_an_auction_leaves_it_money_to_build() -> None:
    assert highest_bid("tycoon-2026", 1500) > 1300
    assert 500 <= highest_bid("tycoon", 1500) <= 1100


# --- counters and sales ---------------------------------------------------------------------------------------------


def reds_for_oranges() -> Table:
    """Return a table where a swap of New York for Illinois gives seats 0 and 1 a set each."""
    table = (
        split().deeds("st-james", "tennessee", "illinois", owner=0).deeds("new-york", "kentucky", "indiana", owner=1)
    )
    return table.deeds("pacific", owner=2).deeds("boardwalk", owner=3)


def asks_and_accepts(bot: str) -> tuple[int, int]:
    """Return what a bot asks in its counter to a silly offer, and the least that it accepts."""
    table = reds_for_oranges().do("offer 0 give new-york get illinois 700", by=1)
    a = asked(table, bot=bot)
    assert (a.kind, a.give, a.get) == (A_COUNTER, bits("illinois"), bits("new-york"))
    asks = a.get_cash - a.give_cash
    for cash in range(-690, 700, 10):
        words = f"give new-york {cash} get illinois" if cash > 0 else f"give new-york get illinois {-cash or ''}"
        table.do(f"offer 0 {words}", by=1)
        if asked(table, bot=bot, memory=Memory()).kind == A_ACCEPT:
            return asks, cash
    raise AssertionError("it accepts no price")


def test_a_silly_offer_does_not_bring_out_its_reserve_price() -> None:
    asks, accepts = asks_and_accepts("tycoon-2026")
    assert asks - accepts < 10
    asks, accepts = asks_and_accepts("tycoon")
    assert asks - accepts >= 30


def test_it_holds_no_fire_sale_when_short_of_cash() -> None:
    table = split().group("orange", owner=0).deeds("reading", "b-and-o", owner=0).cash(0, 20)
    table.deeds("boardwalk", owner=1).deeds("indiana", owner=2).deeds("pacific", owner=3)
    assert answers(table, "give 199 get reading") == [A_ACCEPT, A_REJECT]


def test_it_gives_no_set_away_for_a_trinket() -> None:
    table = split().deeds("marvin-gardens", "kentucky", owner=0).deeds("pacific", owner=2)
    table.deeds("atlantic", "ventnor", "connecticut", owner=1).deeds("illinois", owner=3)
    assert answers(table, "give connecticut 275 get marvin-gardens")[1] != A_ACCEPT
    # Here Connecticut completes a set, too, but a cheap one; and whoever gets the yellows can build at once.
    table = split().deeds("marvin-gardens", "oriental", "vermont", owner=0).deeds("pacific", owner=2)
    table.deeds("atlantic", "ventnor", "connecticut", owner=1).cash(1, 1500).deeds("illinois", owner=3)
    assert answers(table, "give connecticut 275 get marvin-gardens") == [A_ACCEPT, A_COUNTER]


def test_it_sells_the_leader_no_second_set_for_pocket_money() -> None:
    table = split().deeds("kentucky", owner=0).cash(0, 150).group("orange", owner=1).houses("orange", 3)
    table.deeds("illinois", "indiana", owner=1).deeds("pacific", owner=2).deeds("boardwalk", owner=3)
    assert answers(table, "give 300 get kentucky") == [A_ACCEPT, A_REJECT]


# --- the Bank's houses, the clock ------------------------------------------------------------------------------------


def offered_illinois(houses: int = 32, throws_left: int = 0, variant: str = "") -> list[bool]:
    """Return whether the frozen bot and today's pay 500 for their third red."""
    table = scenario("anniversary" if variant else "official", variant, seats=4)
    for seat in range(4):
        table.cash(seat, 1000)
    table.deeds("kentucky", "indiana", owner=0).deeds("illinois", owner=1).deeds("boardwalk", owner=2)
    table.deeds("pacific", owner=3).stock(houses=houses).to_act(2)
    table.do("offer 0 give illinois get 500", by=1)
    return [asked(table, bot=bot, memory=Memory(throws_left=throws_left)).kind == A_ACCEPT for bot in NAMES]


def test_a_set_is_worth_little_while_the_bank_has_no_houses() -> None:
    assert offered_illinois() == [True, True]
    assert offered_illinois(houses=0) == [True, False]


def test_a_set_is_worth_little_shortly_before_the_clock_strikes() -> None:
    assert offered_illinois(throws_left=400, variant="timed") == [True, True]
    assert offered_illinois(throws_left=4, variant="timed") == [True, False]


# --- proposals ------------------------------------------------------------------------------------------------------


def sold_out(seats: int = 4) -> Table:
    """Return a table where the Bank has no deed left and nobody has a set: the last two seats share all but a few."""
    table = split(seats).group("purple", "pink", "red", "green", "utilities", owner=seats - 1)
    table.group("light-blue", "orange", "yellow", "dark-blue", "railroads", owner=seats - 2)
    return table.deeds("baltic", "states", "indiana", "pacific", "electric", owner=seats - 2).deeds(
        "oriental", "tennessee", "ventnor", "park-place", "reading", owner=seats - 1
    )


def proposed(table: Table) -> list[Action]:
    """Return what the frozen bot and today's do in seat 0 on their turn, knowing the others as shrewd."""
    table.to_act(0)
    found: list[Action] = []
    for bot, shrewd in zip(NAMES, (0xFF, 0xAAAA), strict=True):
        memory = Memory(offers_left=3)
        memory.words[3] = shrewd
        found.append(asked(table, bot=bot, memory=memory))
    return found


def test_it_proposes_the_fourth_railroad() -> None:
    table = sold_out().deeds("reading", "pennsylvania-rr", "b-and-o", owner=0).deeds("short-line", "kentucky", owner=1)
    before, now = proposed(table)
    assert before.kind != A_OFFER
    assert (now.kind, now.other) == (A_OFFER, 1)
    assert (now.get | now.give) & bits("short-line", "reading")


def test_it_proposes_the_other_utility() -> None:
    table = sold_out().deeds("electric", owner=0).deeds("water-works", owner=1)
    before, now = proposed(table)
    assert before.kind != A_OFFER
    assert now.kind == A_OFFER
    assert (now.get | now.give) & bits("water-works", "electric")


def test_it_sells_deeds_to_build_on_a_bare_set() -> None:
    table = sold_out().group("pink", owner=0).deeds("marvin-gardens", owner=0).cash(0, 60)
    before, now = proposed(table)
    assert before.kind != A_OFFER
    assert now.kind == A_OFFER
    assert now.get_cash >= 200
    assert (now.give, now.get) == (bits("marvin-gardens"), 0)


def test_it_proposes_to_gather_a_group_that_is_split_among_three() -> None:
    table = sold_out().deeds("st-james", "kentucky", owner=0).deeds("tennessee", "illinois", owner=1)
    before, now = proposed(table)
    assert before.kind != A_OFFER
    assert now.kind == A_OFFER
    assert (now.get | now.give) & bits("st-james", "tennessee", "kentucky", "illinois")


def test_two_alone_deal() -> None:
    table = scenario("official", seats=2).cash(0, 1000).cash(1, 1000)
    table.deeds("st-james", "tennessee", "kentucky", owner=0).deeds("new-york", "indiana", "illinois", owner=1)
    before, now = proposed(table)
    assert before.kind != A_OFFER
    assert now.kind == A_OFFER
    words = f"give kentucky get new-york {now.get_cash}" if now.get_cash else "give kentucky get new-york"
    table.do(f"offer 1 {words}" if not now.give_cash else f"offer 1 give kentucky {now.give_cash} get new-york")
    assert asked(table, 1).kind == A_ACCEPT


# --- the price of a deal --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_it_asks_for_its_part_of_what_both_gain(seat: int) -> None:
    # Illinois gives seat 1 the reds. What it barely accepts for it gains it no less than it gains the buyer.
    table = split().deeds("illinois", "boardwalk", owner=0).deeds("kentucky", "indiana", owner=seat)
    for other in {1, 2, 3} - {seat}:
        table.deeds(("pacific", "ventnor", "atlantic")[other - 1], owner=other)
    table.to_act(seat).finish_layout()

    def shares() -> tuple[int, int]:
        throws = throws_ahead(table.s, table.t, Memory())
        mine, theirs = (strength(table.s, table.t, each, throws) for each in (0, seat))
        rest = all_but(table.s, table.t, 0, seat, throws)
        return share(mine, theirs, rest), share(theirs, mine, rest)

    before = shares()
    prices: list[int] = []
    for cash in range(300, 1000, 10):
        table.do(f"offer 0 give {cash} get illinois", by=seat)
        a = asked(table, memory=Memory())
        if a.kind == A_ACCEPT:
            prices.append(cash)
            table.do(f"accept {a.number}", by=0)
            break
    assert prices
    after = shares()
    assert after[0] - before[0] >= after[1] - before[1]
