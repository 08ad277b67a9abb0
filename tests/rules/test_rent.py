"""Rent: what it comes to, that it must be asked for in time, and by which state of the deed it is reckoned."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import (
    AuctionOpened,
    AuctionWon,
    DebtArose,
    Paid,
    RentAsked,
    RentFellDue,
    RentLapsed,
    RentPaid,
    Threw,
    WentBankrupt,
)
from ventnor.view import View


def visit(edition: str, seats: int = 3, **options: object) -> Table:
    """Return a table where seat 1 stands on GO and throws; seat 0 is the owner of whatever is laid out."""
    return scenario(edition, seats=seats, **options).token(1, on="go").to_act(1)


def with_nearest(edition: str) -> Table:
    """Return the same, with cards to the nearest railroad and utility, which 1935 has by option only."""
    return visit(edition, **({"decks": "classic"} if edition == "1935" else {}))


# --- what it comes to -----------------------------------------------------------------------------------------------


@clause("rent.due")
@pytest.mark.parametrize(("houses", "rent"), [(1, 70), (2, 200), (3, 550), (4, 750), (HOTEL, 950)])
def test_the_owner_collects_what_the_deed_lists_for_its_buildings(edition, houses, rent):
    table = visit(edition).group("orange", owner=0).houses("orange", houses).token(1, on="st-charles")
    table.do("roll 2 3").expect(RentFellDue(owner=0, payer=1, deed="st-james", amount=rent, clause="rent.due"))
    table.do("ask-rent st-james from 1", by=0).expect(RentPaid(payer=1, owner=0, deed="st-james", amount=rent))
    assert table.cash_of_all == [1500 + rent, 1500 - rent, 1500]


@clause("rent.due")
def test_a_single_bare_lot_pays_its_bare_rent(edition):
    table = visit(edition).deeds("oriental", owner=0)
    table.do("roll 2 4").do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6)).awaits("end", 1)
    assert table.cash_of_all == [1500 + 6, 1500 - 6, 1500]


@clause("rent.due")
def test_rent_is_due_where_a_card_leads_to(edition):
    table = visit(edition).deeds("st-charles", owner=0)
    table.do("roll 3 4").draw("chance", "advance", to="st-charles").do("ask-rent st-charles from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="st-charles", amount=10))


@clause("rent.due")
def test_nothing_happens_on_ones_own_property(edition):
    table = visit(edition).deeds("oriental", owner=1)
    table.do("roll 2 4").expect_none(RentFellDue).awaits("end", 1)
    table.refuses("ask-rent oriental from 1", by=1, clause="rent.ask")
    assert table.cash_of_all == [1500, 1500, 1500]


@clause("rent.mortgaged")
def test_a_mortgaged_property_earns_nothing(edition):
    table = visit(edition).deeds("oriental", owner=0).mortgage("oriental")
    table.do("roll 2 4").expect_none(RentFellDue).awaits("end", 1)
    table.refuses("ask-rent oriental from 1", by=0, clause="rent.mortgaged")
    table.refuses("ask-rent oriental from 1", by=2, clause="rent.ask")  # not this player's at all


@clause("rent.mortgaged")
@pytest.mark.parametrize("deed", ["reading", "electric"])
def test_a_mortgaged_railroad_or_utility_earns_nothing(edition, deed):
    table = visit(edition).deeds(deed, owner=0).mortgage(deed).token(1, on="go" if deed == "reading" else "chance-1")
    table.do("roll 2 3").expect_none(RentFellDue).refuses(f"ask-rent {deed} from 1", by=0, clause="rent.mortgaged")


@clause("rent.mortgaged")
def test_rent_is_still_due_on_the_other_properties_of_the_group(edition):
    table = visit(edition).deeds("oriental", "vermont", owner=0).mortgage("oriental")
    table.do("roll 5 3").do("ask-rent vermont from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="vermont", amount=6))


@clause("rent.monopoly")
def test_a_complete_group_pays_double_on_its_bare_lots(edition):
    table = visit(edition).group("light-blue", owner=0)
    table.do("roll 4 5").do("ask-rent connecticut from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="connecticut", amount=2 * 8))


@clause("rent.monopoly")
def test_a_bare_lot_pays_double_also_while_its_neighbours_have_houses(edition):
    table = visit(edition).group("light-blue", owner=0).houses("oriental", 1).houses("vermont", 1)
    table.do("roll 4 5").do("ask-rent connecticut from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="connecticut", amount=2 * 8))


@clause("rent.monopoly")
def test_a_lot_with_a_house_is_not_doubled(edition):
    table = visit(edition).group("light-blue", owner=0).houses("oriental", 1)
    table.do("roll 2 4").do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=30))


@clause("rent.monopoly")
@pytest.mark.parametrize("third", [None, 2])
def test_two_lots_of_three_are_not_a_group(edition, third):
    table = visit(edition).deeds("oriental", "vermont", owner=0)
    if third is not None:
        table.deeds("connecticut", owner=third)
    table.do("roll 2 4").do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))


@clause("rent.monopoly-mortgaged")
@pytest.mark.parametrize(
    ("edition", "times"), [("1935", 2), ("classic", 2), ("anniversary", 2), ("official", 2), ("modern", 1)]
)
def test_a_mortgaged_neighbour_does_not_end_double_rent_except_in_modern(edition, times):
    table = visit(edition).group("light-blue", owner=0).mortgage("vermont")
    table.do("roll 2 4").do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=times * 6))


@clause("rent.monopoly-mortgaged")
def test_a_mortgage_in_another_group_changes_nothing(edition):
    table = visit(edition).group("light-blue", "purple", owner=0).mortgage("baltic", "mediterranean")
    table.do("roll 2 4").do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=2 * 6))


@clause("rent.railroads")
@pytest.mark.parametrize(("held", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_railroads_pay_by_how_many_the_owner_holds(edition, held, rent):
    roads = ("reading", "pennsylvania-rr", "b-and-o", "short-line")
    table = visit(edition).deeds(*roads[held:], owner=2).deeds(*roads[:held], owner=0)
    table.do("roll 2 3").do("ask-rent reading from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="reading", amount=rent))


@clause("rent.railroads")
def test_a_mortgaged_railroad_counts_as_held(edition):
    table = visit(edition).deeds("reading", "short-line", owner=0).mortgage("short-line")
    table.do("roll 2 3").do("ask-rent reading from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="reading", amount=50))


@clause("rent.utilities")
@pytest.mark.parametrize(
    ("edition", "again"),
    [("1935", False), ("classic", False), ("anniversary", False), ("official", False), ("modern", True)],
)
@pytest.mark.parametrize(("held", "times"), [(("electric",), 4), (("electric", "water-works"), 10)])
@pytest.mark.parametrize("mortgaged", [False, True])
def test_a_utility_costs_four_or_ten_times_the_throw(edition, again, held, times, mortgaged):
    table = visit(edition).deeds(*held, owner=0).token(1, on="income-tax")
    if mortgaged and len(held) == 2:
        table.mortgage("water-works")  # it counts as held all the same
    table.do("roll 3 5")
    if again:
        table.expect(RentFellDue(owner=0, payer=1, deed="electric", amount=0, factor=times))
        table.do("ask-rent electric from 1", by=0).awaits("dice").do("roll 1 2")
        table.expect(Threw(seat=1, die1=1, die2=2, clause="rent.utilities"))
        rent = times * (1 + 2)
    else:
        table.expect(RentFellDue(owner=0, payer=1, deed="electric", amount=times * (3 + 5)))
        table.do("ask-rent electric from 1", by=0)
        rent = times * (3 + 5)
    table.expect(RentPaid(payer=1, owner=0, deed="electric", amount=rent)).awaits("end", 1)


@clause("modern:rent.utilities")
def test_the_throw_for_the_rent_counts_for_nothing_else():
    table = visit("modern").deeds("electric", owner=0).deeds("oriental", owner=2).token(1, on="go")
    table.do("roll 3 3").do("roll 2 4").do("ask-rent electric from 1", by=0).do("roll 5 5")
    table.expect(RentPaid(payer=1, owner=0, deed="electric", amount=4 * (5 + 5))).expect_none(RentLapsed)
    # The doubles of the rent bring no further throw and no third doubles; the claim for Oriental still stands.
    table.awaits("end", 1).do("ask-rent oriental from 1", by=2)
    table.expect(RentPaid(payer=1, owner=2, deed="oriental", amount=6))
    assert table.space_of(1) == "electric"


# --- that it must be asked for --------------------------------------------------------------------------------------


@clause("rent.ask")
def test_rent_that_nobody_asks_for_is_not_paid(edition):
    table = visit(edition).deeds("oriental", owner=0)
    table.do("roll 2 4").expect_none(RentPaid).do("end-turn").expect_none(RentPaid)
    assert table.cash_of_all == [1500, 1500, 1500]


@clause("rent.ask")
@pytest.mark.parametrize(
    ("edition", "turns"), [("1935", 2), ("classic", 2), ("anniversary", 2), ("official", 2), ("modern", 1)]
)
def test_the_claim_ends_with_the_first_throw_of_the_turn_that_comes_so_many_turns_later(edition, turns):
    table = visit(edition, seats=5).deeds("oriental", owner=0)
    for seat in (2, 3, 4):
        table.token(seat, on="jail")
    table.do("roll 2 4").do("end-turn")
    for seat in range(2, 2 + turns):
        # Up to the throw of each of these turns the rent may be asked for.
        table.awaits("throw", seat).allows("ask-rent oriental from 1", by=0).expect_none(RentLapsed)
        table.do("roll 5 5")  # from Jail to Free Parking: nothing happens
        if seat < 1 + turns:
            table.allows("ask-rent oriental from 1", by=0).do("roll 6 4")  # to Go to Jail: the turn is over
            table.expect_none(RentLapsed)
    table.expect(RentLapsed(owner=0, payer=1, deed="oriental", clause="rent.ask"))
    table.refuses("ask-rent oriental from 1", by=0, clause="rent.ask")


@clause("rent.ask")
def test_asked_for_at_the_last_moment_it_is_paid_at_once_whoever_plays(edition):
    table = visit(edition, seats=4).deeds("oriental", owner=0).token(2, on="jail")
    table.do("roll 2 4").do("end-turn")
    if edition != "modern":
        table.do("roll 4 6").do("end-turn").awaits("throw", 3)
    table.do("ask-rent oriental from 1", by=0)
    table.expect(
        RentAsked(owner=0, payer=1, deed="oriental", amount=6),
        RentPaid(payer=1, owner=0, deed="oriental", amount=6),
    )


@clause("rent.ask")
def test_the_payers_own_further_throws_do_not_end_the_claim(edition):
    table = visit(edition).deeds("oriental", owner=0)
    table.do("roll 3 3").do("roll 2 2").expect_none(RentLapsed).do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))


@clause("rent.ask")
@pytest.mark.parametrize(
    ("edition", "throwers"), [("1935", 2), ("classic", 2), ("anniversary", 2), ("official", 2), ("modern", 1)]
)
def test_players_who_retired_are_not_counted(edition, throwers):
    table = visit(edition, seats=5).deeds("oriental", owner=0).retire(2)
    table.token(3, on="jail").token(4, on="jail").do("roll 2 4").do("end-turn")
    for seat in (3, 4)[: throwers - 1]:
        table.awaits("throw", seat).do("roll 4 6").do("end-turn")
    table.awaits("throw", 2 + throwers).allows("ask-rent oriental from 1", by=0)
    table.do("roll 4 6").refuses("ask-rent oriental from 1", by=0, clause="rent.ask")


@clause("rent.ask")
@pytest.mark.parametrize(
    ("edition", "last"), [("1935", 1), ("classic", 1), ("anniversary", 1), ("official", 1), ("modern", 0)]
)
def test_with_two_players_the_next_turn_but_one_is_the_payers_own(edition, last):
    table = visit(edition).retire(2).deeds("oriental", owner=0).token(0, on="jail")
    table.do("roll 2 4").do("end-turn").awaits("throw", 0)
    if last == 1:
        table.do("roll 4 6").allows("ask-rent oriental from 1", by=0).do("end-turn").awaits("throw", 1)
    table.allows("ask-rent oriental from 1", by=0)
    table.do("roll 1 3" if last == 1 else "roll 4 6").expect(RentLapsed(owner=0, payer=1, deed="oriental"))


@clause("rent.ask")
def test_only_the_owner_asks_and_only_once(edition):
    table = visit(edition).deeds("oriental", owner=0).do("roll 2 4")
    table.refuses("ask-rent oriental from 1", by=2, clause="rent.ask")
    table.refuses("ask-rent oriental from 1", by=1, clause="rent.ask")
    table.refuses("ask-rent oriental from 2", by=0, clause="rent.ask")
    table.refuses("ask-rent vermont from 1", by=0, clause="rent.ask")
    table.do("ask-rent oriental from 1", by=0).refuses("ask-rent oriental from 1", by=0, clause="rent.ask")


@clause("rent.ask")
def test_only_the_owner_the_payer_and_spectators_see_a_rent_and_at_a_sharp_table_nobody(edition):
    table = visit(edition, seats=4).deeds("oriental", owner=0).deeds("vermont", owner=2)
    table.do("roll 3 3").do("roll 1 1")
    seen_by = {0: ["oriental"], 1: ["oriental", "vermont"], 2: ["vermont"], 3: [], None: ["oriental", "vermont"]}
    for seat, seen in seen_by.items():
        view = View(table.s, table.t, edition=edition, seat=seat)
        assert [claim.deed for claim in view.claims] == seen
        assert View(table.s, table.t, edition=edition, seat=seat, table="sharp").claims == ()


@clause("rent.ask")
def test_only_rent_has_to_be_asked_for(edition):
    table = visit(edition).token(1, on="boardwalk").deeds("oriental", owner=0)
    table.do("roll 1 2").draw("chest", "pay", amount=100)
    table.expect(Paid(seat=1, to="bank", amount=100, cause="card"))
    assert table.cash_of(1) == 1500 + 200 - 100


@clause("rent.ask")
def test_an_unasked_claim_dies_with_the_bankruptcy_of_either_side(edition):
    table = visit(edition, seats=4).deeds("oriental", owner=0).do("roll 2 4")
    table.do("resign", by=0).expect(WentBankrupt(seat=0, creditor="bank", amount=0))
    for _ in range(3):
        table.do("pass")  # nobody wants Oriental
    table.refuses("ask-rent oriental from 1", by=0, clause="act.when")
    assert table.s.claim_count == 0
    # The payer is bankrupt to another owner, who takes everything.
    table = visit(edition, seats=4).deeds("oriental", owner=0).group("light-blue", owner=0).group("pink", owner=2)
    table.houses("pink", HOTEL).cash(1, 0).do("roll 3 3").do("roll 1 4").do("ask-rent st-charles from 1", by=2)
    table.do("bankrupt", by=1).expect(WentBankrupt(seat=1, creditor=2, amount=750))
    table.refuses("ask-rent oriental from 1", by=0, clause="rent.ask")
    assert table.s.claim_count == 0


@clause("1935:rent.ask", "classic:rent.ask", "anniversary:rent.ask", "official:rent.ask")
def test_each_of_several_claims_has_its_own_time(edition):
    table = (
        visit(edition, seats=5).deeds("oriental", owner=0).do("roll 2 4").do("end-turn").do("roll 2 4").do("end-turn")
    )
    table.allows("ask-rent oriental from 1", by=0).token(3, on="jail").do("roll 4 6")
    table.expect(RentLapsed(owner=0, payer=1, deed="oriental")).expect_none(RentLapsed, payer=2).do("end-turn")
    table.allows("ask-rent oriental from 2", by=0).token(4, on="jail").do("roll 4 6")
    table.expect(RentLapsed(owner=0, payer=2, deed="oriental"))


@clause("rent.ask")
def test_several_claims_lapse_together(edition):
    table = visit(edition, seats=5).deeds("oriental", owner=0).deeds("vermont", owner=2).do("roll 3 3").do("roll 1 1")
    table.deeds("st-charles", owner=3).do("roll 1 2").do("end-turn")
    for seat in (2, 3) if edition != "modern" else (2,):
        table.token(seat, on="jail").awaits("throw", seat).do("roll 4 6")
        if seat == 2 and edition != "modern":
            table.do("end-turn")
    table.expect(
        RentLapsed(owner=0, payer=1, deed="oriental"),
        RentLapsed(owner=2, payer=1, deed="vermont"),
        RentLapsed(owner=3, payer=1, deed="st-charles"),
    )


@clause("rent.ask")
def test_claims_are_asked_for_in_any_order(edition):
    # By doubles onto a lot, then by a card to a utility: the one has a sum, the other waits for a throw.
    table = with_nearest(edition).deeds("electric", owner=2).deeds("mediterranean", owner=0).token(1, on="boardwalk")
    table.do("roll 1 1").do("roll 2 4").draw("chance", "nearest-utility")
    table.do("ask-rent mediterranean from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="mediterranean", amount=2))
    table.do("ask-rent electric from 1", by=2).awaits("dice").do("roll 3 4")
    table.expect(RentPaid(payer=1, owner=2, deed="electric", amount=10 * 7))


# --- by which state it is reckoned ----------------------------------------------------------------------------------


@clause("rent.fixed")
def test_building_after_the_landing_changes_nothing(edition):
    table = visit(edition).group("light-blue", owner=0)
    table.do("roll 2 4").do("build oriental", by=0).do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=2 * 6))


@clause("rent.fixed")
def test_selling_a_house_after_the_landing_changes_nothing(edition):
    table = visit(edition).group("light-blue", owner=0).houses("oriental", 1)
    table.do("roll 2 4").do("sell oriental", by=0).do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=30))


@clause("rent.fixed")
def test_mortgaging_after_the_landing_changes_nothing(edition):
    table = visit(edition).deeds("oriental", owner=0)
    table.do("roll 2 4").do("mortgage oriental", by=0).do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))


@clause("rent.fixed")
def test_lifting_after_the_landing_earns_nothing(edition):
    table = visit(edition).deeds("oriental", owner=0).mortgage("oriental")
    table.do("roll 2 4").do("lift oriental", by=0).refuses("ask-rent oriental from 1", by=0, clause="rent.ask")


@clause("rent.fixed")
def test_who_owned_it_on_landing_collects_though_it_was_sold_since(edition):
    table = visit(edition).deeds("oriental", owner=0)
    table.do("roll 2 4").do("offer 2 give oriental get 100", by=0).do("accept 1", by=2)
    table.refuses("ask-rent oriental from 1", by=2, clause="rent.ask").do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))


@clause("rent.fixed")
def test_buying_the_deed_itself_does_not_settle_the_rent(edition):
    table = visit(edition).deeds("oriental", owner=0)
    table.do("roll 2 4").do("offer 1 give oriental get 100", by=0).do("accept 1", by=1)
    table.do("ask-rent oriental from 1", by=0).expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))


@clause("rent.fixed")
def test_the_payers_moving_on_changes_nothing(edition):
    table = visit(edition).deeds("oriental", owner=0).deeds("vermont", owner=1)
    table.do("roll 3 3").do("roll 1 1").do("roll 6 6").awaits("throw", 2)
    assert table.turn_in_jail(1) == 1  # three doubles: on to Jail
    table.do("ask-rent oriental from 1", by=0).expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))


@clause("rent.fixed")
def test_a_throw_for_a_utility_is_fixed_though_the_payer_throws_again(edition):
    table = visit(edition).deeds("electric", owner=0).do("roll 6 6").do("roll 3 5").do("ask-rent electric from 1", by=0)
    if edition == "modern":
        table.do("roll 6 6")
    table.expect(RentPaid(payer=1, owner=0, deed="electric", amount=4 * (6 + 6)))


@clause("rent.fixed")
def test_nothing_is_owed_on_a_deed_that_was_unowned_on_landing(edition):
    table = visit(edition).do("roll 2 4").do("decline").do("bid 10", by=0).do("pass", by=1).do("pass", by=2)
    table.expect(AuctionWon(seat=0, item="oriental", amount=10))
    table.refuses("ask-rent oriental from 1", by=0, clause="rent.ask").awaits("end", 1)


# --- the cards to the nearest ---------------------------------------------------------------------------------------


@clause("rent.nearest")
@pytest.mark.parametrize(("held", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_the_card_to_the_nearest_railroad_doubles_the_rent(edition, held, rent):
    roads = ("pennsylvania-rr", "reading", "b-and-o", "short-line")[:held]
    table = with_nearest(edition).deeds(*roads, owner=0)
    table.do("roll 3 4").draw("chance", "nearest-railroad").expect_none(RentPaid)
    table.expect(RentFellDue(owner=0, payer=1, deed="pennsylvania-rr", amount=2 * rent, clause="rent.nearest"))
    table.do("ask-rent pennsylvania-rr from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="pennsylvania-rr", amount=2 * rent)).awaits("end", 1)


@clause("rent.nearest")
@pytest.mark.parametrize("held", [("electric",), ("electric", "water-works")])
def test_the_card_to_the_nearest_utility_costs_ten_times_a_fresh_throw(edition, held):
    table = with_nearest(edition).deeds(*held, owner=0).do("roll 3 4").draw("chance", "nearest-utility")
    assert table.space_of(1) == "electric"
    table.do("ask-rent electric from 1", by=0).awaits("dice").do("roll 2 2")
    table.expect(RentPaid(payer=1, owner=0, deed="electric", amount=10 * (2 + 2))).awaits("end", 1)


@clause("rent.nearest")
@pytest.mark.parametrize(
    ("start", "kind", "end"),
    [
        ("go", "nearest-railroad", "pennsylvania-rr"),
        ("pennsylvania-rr", "nearest-railroad", "b-and-o"),
        ("marvin-gardens", "nearest-railroad", "reading"),
        ("pennsylvania-rr", "nearest-utility", "water-works"),
        ("marvin-gardens", "nearest-utility", "electric"),
    ],
)
def test_the_nearest_is_the_next_one_forward(edition, start, kind, end):
    table = with_nearest(edition).token(1, on=start).do("roll 3 4").draw("chance", kind)
    assert table.space_of(1) == end
    assert table.cash_of(1) == 1500 + (200 if start == "marvin-gardens" else 0)  # passing GO on the way pays
    table.awaits("buy", 1)


@clause("rent.nearest")
@pytest.mark.parametrize(("kind", "deed"), [("nearest-railroad", "pennsylvania-rr"), ("nearest-utility", "electric")])
def test_the_nearest_costs_nothing_if_mortgaged_or_ones_own(edition, kind, deed):
    table = with_nearest(edition).deeds(deed, owner=0).mortgage(deed).do("roll 3 4").draw("chance", kind)
    table.expect_none(RentFellDue).awaits("end", 1)
    table = with_nearest(edition).deeds(deed, owner=1).do("roll 3 4").draw("chance", kind)
    table.expect_none(RentFellDue).awaits("end", 1)


@clause("rent.nearest")
@pytest.mark.parametrize(
    ("kind", "deed", "price"), [("nearest-railroad", "pennsylvania-rr", 200), ("nearest-utility", "electric", 150)]
)
def test_the_nearest_may_be_bought_or_is_auctioned(edition, kind, deed, price):
    table = with_nearest(edition).do("roll 3 4").draw("chance", kind).do("buy")
    assert table.owner_of(deed) == 1
    assert table.cash_of(1) == 1500 - price
    table = with_nearest(edition).do("roll 3 4").draw("chance", kind).do("decline")
    table.expect(AuctionOpened(item=deed)).awaits("bid")


@clause("rent.nearest")
def test_a_throw_reaches_a_railroad_for_the_simple_rent(edition):
    table = with_nearest(edition).deeds("pennsylvania-rr", owner=0).token(1, on="chance-1")
    table.do("roll 3 5").do("ask-rent pennsylvania-rr from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="pennsylvania-rr", amount=25))


@clause("1935:rent.nearest")
def test_the_decks_of_1935_have_no_card_to_the_nearest():
    table = visit("1935")
    kinds = {card.kind for deck in ("chance", "chest") for card in table.decks.deck(deck)}
    assert not {"nearest-railroad", "nearest-utility"} & kinds


@clause("rent.ask")
def test_a_rent_asked_for_in_an_auction_is_in_time_and_paid_after_it(edition):
    table = visit(edition).deeds("oriental", owner=0).cash(1, 5)
    table.do("roll 3 3").do("roll 1 1").do("decline").do("ask-rent oriental from 1", by=0)
    table.expect_none(RentPaid).expect_none(DebtArose).awaits("bid")
    table.do("pass").do("pass").do("pass")
    table.expect(DebtArose(debtor=1, creditor=0, amount=6, cause="rent")).awaits("debt", 1)


@clause("rent.ask")
def test_a_claim_of_others_outlives_a_bankruptcy(edition):
    table = scenario(edition, seats=4).deeds("oriental", owner=0).token(1, on="go").to_act(1).do("roll 2 4")
    table.do("resign", by=3).do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))


@clause("rent.ask")
def test_a_rent_that_another_may_be_asked_for_does_not_bind_a_deal(edition):
    table = (
        scenario(edition, seats=4).group("light-blue", owner=2).houses("light-blue", HOTEL).deeds("electric", owner=1)
    )
    table.cash(1, 0).token(0, on="go").to_act(0).do("roll 2 4", "end-turn").awaits("throw", 1)
    table.allows("offer 3 give electric get nothing", by=1)


@clause("anniversary:rent.ask")
@pytest.mark.parametrize("throw", ["roll 2 4", "roll 3 3"])
def test_at_a_sharp_table_the_hour_asks_everybody_who_has_not_moved(edition, throw):
    # The timed game is the anniversary's. Seat 2 has no rent to ask for, and is asked like the owner.
    table = scenario(edition, "timed").sharp().deeds("oriental", owner=0).token(1, on="go").to_act(1)
    table.do(throw, "hour").awaits("last-rent", 2).do("pass").awaits("last-rent", 0)
    table.do("ask-rent oriental from 1").expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))


@clause("1935:rent.ask", "anniversary:rent.ask")
@pytest.mark.parametrize(("edition", "variant"), [("1935", "short"), ("anniversary", "timed")])
def test_after_the_hour_everybody_sees_the_rent_that_the_game_waits_for_and_no_other(edition, variant):
    table = scenario(edition, variant, seats=4).deeds("oriental", owner=0).deeds("vermont", owner=2)
    table.token(1, on="go").to_act(1).do("roll 3 3").do("roll 1 1").do("hour").awaits("last-rent", 0)
    for seat, seen in {0: ["oriental"], 2: ["oriental", "vermont"], 3: ["oriental"]}.items():
        view = View(table.s, table.t, edition=edition, variant=variant, seat=seat)
        assert [claim.deed for claim in view.claims] == seen
    table.do("pass").awaits("last-rent", 2)
    view = View(table.s, table.t, edition=edition, variant=variant, seat=3)
    assert [claim.deed for claim in view.claims] == ["vermont"]
