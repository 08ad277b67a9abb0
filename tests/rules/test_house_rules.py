"""House rules: none by default, each as its own words say, and nothing else changed."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import (
    AuctionFailed,
    AuctionOpened,
    CallOpened,
    Declined,
    DeedDealt,
    GameEnded,
    HotelBuilt,
    Paid,
    PotCollected,
    RentAsked,
    RentFellDue,
    RentLapsed,
    RentPaid,
    SalaryPaid,
    WorthCounted,
)


def play(edition: str, on: str = "go", seats: int = 3, **options: object) -> Table:
    """Return a table where seat 1 stands on a space and throws."""
    return scenario(edition, seats=seats, **options).token(1, on=on).to_act(1)


def pass_on(table: Table, seat: int) -> None:
    """Play a turn in which nothing happens."""
    table.token(seat, on="jail").do("roll 4 6").do("end-turn")


@clause("house-rules.optional")
def test_by_default_there_are_none(edition):
    table = play(edition, on="pacific").do("roll 3 4").do("end-turn").token(2, on="jail").do("roll 4 6")
    table.expect_none(PotCollected)  # no pot on Free Parking
    table = play(edition, on="short-line").do("roll 2 3")  # no double salary
    table.expect(SalaryPaid(seat=1, amount=200, clause="go.salary"))
    table = play(edition).do("roll 2 4").awaits("buy", 1)  # no first lap
    table.do("decline").awaits("bid").allows("bid 1", by=0)  # auctions, and no floor
    table = play(edition).deeds("oriental", owner=0).jail(0).do("roll 2 4").expect_none(RentPaid)  # no immediate rent
    table.allows("ask-rent oriental from 1", by=0)  # rent in Jail
    table = play(edition).group("purple", owner=0).do("build baltic", by=0)
    table.refuses("build baltic", by=0, clause="houses.even").stock(houses=0)
    table.refuses("build mediterranean", by=0, clause="shortage.wait")
    assert scenario(edition).cash_of_all == [1500] * 3


# --- Free Parking -----------------------------------------------------------------------------------------------------


@clause("house-rules.optional")
@pytest.mark.parametrize(("pot", "seed"), [("pot", 0), ("seeded", 500)])
def test_the_pot_on_free_parking_holds_taxes_fines_and_penalties(edition, pot, seed):
    table = play(edition, on="pacific", seats=4, free_parking_pot=pot)
    assert table.pot == seed
    tax = 100 if edition == "modern" else 75
    by = "house-rules.optional"
    table.do("roll 3 4").expect(Paid(seat=1, to="pot", amount=tax, cause="tax", clause=by)).do("end-turn")
    table.jail(2).do("pay-fine").expect(Paid(seat=2, to="pot", amount=50, cause="fine", clause=by)).token(2, on="jail")
    table.do("roll 3 4").draw("chest", "pay", amount=100).do("end-turn")
    table.jail(3, turn=3).do("roll 4 6")  # the fine, and on to Free Parking by the throw
    table.expect(Paid(seat=3, to="pot", amount=50, cause="fine", clause=by))
    taken = seed + tax + 50 + 100 + 50
    table.expect(PotCollected(seat=3, amount=taken, clause=by))
    assert table.cash_of(3) == 1500 - 50 + taken
    assert table.pot == seed
    assert sum(table.cash_of_all) == 4 * 1500 + seed


@clause("house-rules.optional")
@pytest.mark.parametrize("pot", ["pot", "seeded"])
def test_prices_buildings_and_interest_stay_out_of_the_pot(edition, pot):
    table = play(edition, free_parking_pot=pot).group("purple", owner=1).deeds("reading", owner=1).mortgage("reading")
    before = table.pot
    table.do("build baltic").do("lift reading").do("roll 2 4").do("buy")
    assert table.pot == before


@clause("house-rules.optional")
@pytest.mark.parametrize(("on", "throw"), [("go", "roll 4 6"), ("short-line", "roll 2 3"), ("atlantic", "roll 1 3")])
def test_the_pot_is_taken_on_free_parking_only(edition, on, throw):
    table = play(edition, on=on, free_parking_pot="seeded").do(throw).expect_none(PotCollected)
    assert table.pot == 500


@clause("house-rules.optional")
def test_an_empty_pot_gives_nothing(edition):
    table = play(edition, on="jail", free_parking_pot="pot").do("roll 4 6").expect_none(PotCollected)
    assert table.cash_of(1) == 1500


# --- salary, auctions, rent -------------------------------------------------------------------------------------------


@clause("house-rules.optional")
def test_double_salary_is_for_stopping_on_go_only(edition):
    table = play(edition, on="short-line", double_salary=True).do("roll 2 3")
    table.expect(SalaryPaid(seat=1, amount=400, clause="house-rules.optional"))
    assert table.cash_of(1) == 1500 + 400
    play(edition, double_salary=True).do("roll 3 4").draw("chance", "advance", to="go").expect(
        SalaryPaid(seat=1, amount=400)
    )
    play(edition, on="boardwalk", double_salary=True).do("roll 1 3").expect(
        SalaryPaid(seat=1, amount=200, clause="go.salary")
    )


@clause("house-rules.optional")
def test_without_auctions_a_property_declined_stays_with_the_bank(edition):
    table = play(edition, no_auctions=True).do("roll 2 4").do("decline").expect_none(AuctionOpened).awaits("end", 1)
    table.expect(Declined(seat=1, deed="oriental", clause="house-rules.optional"))
    assert table.owner_of("oriental") is None
    table.do("end-turn").do("roll 2 4").awaits("buy", 2)


@clause("house-rules.optional")
def test_without_auctions_estates_and_scarce_buildings_are_auctioned_all_the_same(edition):
    table = (
        play(edition, no_auctions=True).deeds("baltic", owner=2).do("resign", by=2).expect(AuctionOpened(item="baltic"))
    )
    table = play(edition, no_auctions=True).group("light-blue", owner=0).group("purple", owner=2).stock(houses=1)
    table.do("build oriental", by=0).do("want 1").do("want 1").expect(AuctionOpened(item="house"))


@clause("house-rules.optional")
@pytest.mark.parametrize(
    ("percent", "on", "least"), [(50, "go", 50), (100, "go", 100), (1, "go", 1), (33, "income-tax", 47), (75, "go", 75)]
)
def test_the_auction_of_a_deed_opens_at_the_floor(edition, percent, on, least):
    table = play(edition, on=on, auction_floor=percent).do("roll 2 4" if on == "go" else "roll 2 5").do("decline")
    if least > 1:
        table.refuses(f"bid {least - 1}", by=0, clause="auction.opening")
    table.do(f"bid {least}", by=0).do(f"bid {least + 1}", by=2).do("pass", by=0).do("pass", by=1)
    assert table.cash_of(2) == 1500 - (least + 1)


@clause("house-rules.optional")
def test_without_a_bid_at_the_floor_the_deed_stays_with_the_bank(edition):
    table = play(edition, auction_floor=50).do("roll 2 4").do("decline").do("pass").do("pass").do("pass")
    table.expect(AuctionFailed(item="oriental"))
    assert table.owner_of("oriental") is None


@clause("house-rules.optional")
def test_the_floor_is_for_deeds_only(edition):
    table = play(edition, auction_floor=100).group("light-blue", owner=0).group("purple", owner=2).stock(houses=1)
    table.do("build oriental", by=0).do("want 1").do("want 1").refuses("bid 24", by=0, clause="shortage.auction")
    table.allows("bid 25", by=0)


@clause("house-rules.optional")
def test_an_owner_in_jail_collects_no_rent_where_the_table_says_so(edition):
    table = play(edition, no_rent_in_jail=True).deeds("oriental", owner=0).jail(0).do("roll 2 4")
    table.expect_none(RentFellDue).refuses("ask-rent oriental from 1", by=0, clause="house-rules.optional")
    table = play(edition, no_rent_in_jail=True).deeds("oriental", owner=0).token(0, on="jail").do("roll 2 4")
    table.expect(RentFellDue(owner=0, payer=1, deed="oriental", amount=6))  # a visitor does


@clause("house-rules.optional")
def test_an_owner_sent_to_jail_before_asking_loses_the_rent_where_the_table_says_so(edition):
    table = play(edition, no_rent_in_jail=True).deeds("oriental", owner=2).token(2, on="atlantic")
    table.do("roll 2 4").allows("ask-rent oriental from 1", by=2).do("end-turn").do("roll 1 3")
    # In modern the owner's own throw has ended the time to ask before that.
    by = "rent.ask" if edition == "modern" else "house-rules.optional"
    table.expect(RentLapsed(owner=2, payer=1, deed="oriental", clause=by))
    table.refuses("ask-rent oriental from 1", by=2, clause="house-rules.optional")


@clause("house-rules.optional")
def test_without_that_house_rule_an_owner_sent_to_jail_may_still_ask(edition):
    table = play(edition).deeds("oriental", owner=2).token(2, on="atlantic").do("roll 2 4").do("end-turn")
    table.do("roll 1 3")
    if edition != "modern":
        table.expect_none(RentLapsed).allows("ask-rent oriental from 1", by=2)


@clause("house-rules.optional")
def test_what_others_owe_and_what_was_asked_for_before_jail_stays(edition):
    table = play(edition, no_rent_in_jail=True).deeds("oriental", owner=0).deeds("vermont", owner=2)
    table.token(2, on="atlantic").cash(1, 0).do("roll 2 4").do("ask-rent oriental from 1", by=0)
    assert table.s.debts[0].amount == 6
    # The claim of an owner who stays free outlives another's going to Jail.
    table = play(edition, no_rent_in_jail=True).deeds("oriental", owner=0).token(2, on="atlantic")
    table.do("roll 2 4").do("end-turn").do("roll 1 3")
    if edition != "modern":
        table.expect_none(RentLapsed).allows("ask-rent oriental from 1", by=0)


@clause("house-rules.optional")
def test_immediate_rent_is_paid_unasked(edition):
    table = play(edition, immediate_rent=True).deeds("oriental", owner=0).do("roll 2 4")
    table.expect(
        RentFellDue(owner=0, payer=1, deed="oriental", amount=6, clause="house-rules.optional"),
        RentPaid(payer=1, owner=0, deed="oriental", amount=6),
    )
    table.expect_none(RentAsked).awaits("end", 1).refuses("ask-rent oriental from 1", by=0, clause="rent.ask")


@clause("house-rules.optional")
def test_immediate_rent_that_needs_a_throw_is_thrown_for_at_once(edition):
    table = play(edition, immediate_rent=True, decks="classic").deeds("electric", owner=0).do("roll 3 4")
    table.draw("chance", "nearest-utility").awaits("dice").do("roll 1 2")
    table.expect(RentPaid(payer=1, owner=0, deed="electric", amount=10 * 3)).awaits("end", 1)


# --- buildings --------------------------------------------------------------------------------------------------------


@clause("house-rules.optional")
def test_unlimited_buildings_never_run_out_and_are_never_called(edition):
    table = play(edition, unlimited_buildings=True).group("light-blue", owner=0).group("purple", owner=2)
    table.stock(houses=0, hotels=0).do("build oriental", by=0).expect_none(CallOpened)
    assert table.houses_on("oriental") == 1
    table.houses("purple", 4).stock(houses=0, hotels=0).do("build baltic", by=2)
    table.expect(HotelBuilt(seat=2, deed="baltic", amount=50))
    assert (table.houses_left, table.hotels_left) == (0, 0)


@clause("house-rules.optional")
def test_with_unlimited_buildings_a_hotel_is_sold_whatever_the_bank_has(edition):
    table = play(edition, unlimited_buildings=True).group("purple", owner=0).houses("purple", HOTEL)
    table.stock(houses=0, hotels=0).do("sell baltic", by=0)
    assert table.houses_on("baltic") == (0 if edition == "1935" else 4)


@clause("house-rules.optional")
def test_uneven_building_lets_one_lot_have_everything(edition):
    table = play(edition, uneven_building=True).group("light-blue", owner=0)
    for _ in range(4):
        table.do("build vermont", by=0)
    table.do("build vermont", by=0).expect(HotelBuilt(seat=0, deed="vermont", amount=50))
    assert table.houses_of("light-blue") == [0, HOTEL, 0]
    table.refuses("build vermont", by=0, clause="hotels.exchange")


@clause("house-rules.optional")
def test_uneven_building_is_undone_in_any_order(edition):
    table = play(edition, uneven_building=True).group("light-blue", owner=0).houses("light-blue", 3)
    table.do("sell vermont", by=0).do("sell vermont", by=0).do("sell vermont", by=0)
    assert table.houses_of("light-blue") == [3, 0, 3]


# --- the start and the end --------------------------------------------------------------------------------------------


@clause("house-rules.optional")
@pytest.mark.parametrize("cash", [1, 800, 100_000])
def test_players_start_with_the_cash_agreed_on(edition, cash):
    assert scenario(edition, starting_cash=cash).cash_of_all == [cash] * 3


@clause("house-rules.optional")
@pytest.mark.parametrize("count", [1, 3])
def test_so_many_deeds_are_dealt_and_paid_for(edition, count):
    rounds = [
        [("oriental", 100), ("vermont", 100), ("states", 140)],
        [("reading", 200), ("short-line", 200), ("b-and-o", 200)],
        [("electric", 150), ("water-works", 150), ("ventnor", 260)],
    ][:count]
    table = scenario(edition, deeds_dealt=count)
    for deal in rounds:
        for seat, (deed, price) in enumerate(deal):
            table.awaits("deal").do(f"deal {seat} {deed}").expect(DeedDealt(seat=seat, deed=deed, amount=price))
    table.awaits("throw", 0)
    assert table.cash_of_all == [1500 - sum(deal[seat][1] for deal in rounds) for seat in range(3)]


@clause("house-rules.optional")
@pytest.mark.parametrize("rounds", [1, 2])
def test_after_the_last_round_the_richest_wins(edition, rounds):
    table = play(edition, rounds=rounds).cash(2, 1400).deeds("electric", owner=2).mortgage("electric")
    for _ in range(rounds):
        assert not table.over
        for seat in (1, 2, 0):
            pass_on(table, seat)
    table.expect(
        WorthCounted(seat=0, amount=1500), WorthCounted(seat=1, amount=1500), WorthCounted(seat=2, amount=1400 + 75)
    ).expect(GameEnded(winners=(0, 1), how="rounds", clause="house-rules.optional"))
    table.refuses("roll", by=1, clause="house-rules.optional")


@clause("house-rules.optional")
@pytest.mark.parametrize("asked", [True, False])
def test_a_rent_of_the_last_turn_is_asked_for_before_it_is_ended_or_never(edition, asked):
    table = play(edition, rounds=1).deeds("oriental", owner=2)
    pass_on(table, 1)
    pass_on(table, 2)
    table.token(0, on="go").do("roll 2 4")
    if asked:
        table.do("ask-rent oriental from 0", by=2)
    table.do("end-turn", by=0)
    assert table.how == "rounds"
    assert table.cash_of(2) == 1500 + (6 if asked else 0)


@clause("house-rules.optional")
def test_rounds_are_counted_from_whoever_began(edition):
    table = scenario(edition, rounds=1).do("roll 1 2").do("roll 1 3").do("roll 6 6").awaits("throw", 2)
    pass_on(table, 2)
    pass_on(table, 0)
    assert not table.over
    pass_on(table, 1)
    assert table.how == "rounds"


@clause("house-rules.optional")
def test_a_round_is_over_when_the_turn_would_come_past_who_began(edition):
    table = play(edition, rounds=1, seats=4)
    pass_on(table, 1)
    table.do("resign", by=1).awaits("throw", 2)  # who began has retired
    for seat in (2, 3):
        pass_on(table, seat)
    assert not table.over
    pass_on(table, 0)
    assert table.how == "rounds"


@clause("house-rules.optional")
def test_before_the_first_lap_nobody_buys_and_nothing_is_auctioned(edition):
    table = play(edition, first_lap=True).do("roll 2 4").expect_none(AuctionOpened).awaits("end", 1)
    table.refuses("buy", by=1, clause="buy.option")
    assert table.owner_of("oriental") is None
    table = play(edition, first_lap=True).lapped(1).do("roll 2 4").awaits("buy", 1)
    # Another's auction is open to who is still on the way round.
    table.do("decline").do("bid 1", by=2).do("pass", "pass")
    assert table.owner_of("oriental") == 2


@clause("house-rules.optional")
@pytest.mark.parametrize("way", ["dice", "card"])
def test_the_first_lap_is_done_with_the_first_salary(edition, way):
    if way == "dice":
        table = play(edition, on="boardwalk", first_lap=True).do("roll 1 3").awaits("buy", 1)
    else:
        table = (
            play(edition, on="marvin-gardens", first_lap=True).do("roll 3 4").draw("chance", "advance", to="reading")
        )
    table.awaits("buy", 1)


@clause("house-rules.optional")
@pytest.mark.parametrize(("decks", "fine", "birthday"), [("1935", 12, 0), ("classic", 15, 50), ("2008", 15, 10)])
def test_another_pair_of_decks_may_lie_on_the_board(edition, decks, fine, birthday):
    table = play(edition, decks=decks).do("roll 3 4").draw("chance", "pay", amount=fine)
    assert table.cash_of(1) == 1500 - fine
    assert table.has_card("chest", "collect-each", amount=birthday) is (birthday > 0)


@clause("modern:house-rules.optional")
def test_doubles_out_of_jail_throw_again_by_option():
    for option, wait in ((False, "end"), (True, "throw")):
        table = scenario("modern", jail_doubles_again=option).jail(1).deeds("virginia", owner=1).to_act(1)
        table.do("roll 2 2").awaits(wait, 1)


@clause("house-rules.optional")
def test_who_goes_to_jail_takes_nobody_elses_rent_with_him(edition):
    table = play(edition, no_rent_in_jail=True).deeds("atlantic", owner=2).token(1, on="illinois")
    table.do("roll 1 1", "roll 1 3").do("ask-rent atlantic from 1", by=2)
    table.expect(RentPaid(payer=1, owner=2, deed="atlantic", amount=22))
