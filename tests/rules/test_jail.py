"""Jail: how a player gets there, what it costs to get out, and what may be done meanwhile."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import Table, scenario
from ventnor.event import (
    AuctionWon,
    CardReturned,
    DealMade,
    DebtArose,
    HouseBuilt,
    HouseSold,
    Jailed,
    JailLeft,
    JailStayed,
    Moved,
    Paid,
    RentPaid,
    SalaryPaid,
    TurnEnded,
    WentBankrupt,
)

OLD_AND_MODERN = [("1935", False), ("classic", False), ("anniversary", False), ("official", False), ("modern", True)]


def play(edition: str, on: str, **options: object) -> Table:
    """Return a table where seat 1 stands on a space and throws."""
    return scenario(edition, **options).token(1, on=on).to_act(1)


def prison(edition: str, turn: int, **options: object) -> Table:
    """Return a table where seat 1 is in Jail, with this turn there before it."""
    return scenario(edition, **options).jail(1, turn=turn).to_act(1)


def assert_jailed(table: Table, how: str) -> None:
    """Assert that seat 1 has just been sent to Jail and seat 2 throws next."""
    table.expect(Jailed(seat=1, how=how)).expect_none(SalaryPaid).awaits("throw", 2)
    assert table.space_of(1) == "jail"
    assert table.turn_in_jail(1) == 1


# --- into Jail --------------------------------------------------------------------------------------------------------


@clause("jail.sent")
def test_landing_on_go_to_jail_sends_to_jail(edition):
    table = play(edition, on="atlantic").do("roll 1 3")
    assert_jailed(table, "space")
    assert table.cash_of(1) == 1500


@clause("jail.sent")
@pytest.mark.parametrize(("deck", "on"), [("chance", "go"), ("chest", "jail")])
def test_a_card_of_either_deck_sends_to_jail(edition, deck, on):
    table = play(edition, on=on).do("roll 3 4").draw(deck, "jail")
    assert_jailed(table, "card")
    assert table.cash_of(1) == 1500


@clause("jail.sent")
def test_three_doubles_in_succession_send_to_jail(edition):
    table = play(edition, on="go").deeds("vermont", "st-james", owner=1)
    table.do("roll 4 4").do("roll 4 4").expect_none(Jailed).awaits("throw", 1).do("roll 1 1")
    assert_jailed(table, "doubles")


@clause("jail.direct")
@pytest.mark.parametrize(("deck", "on"), [("chance", "marvin-gardens"), ("chest", "atlantic")])
def test_the_way_into_jail_earns_no_salary_though_it_leads_past_go(edition, deck, on):
    table = play(edition, on=on).do("roll 3 4").draw(deck, "jail")
    assert_jailed(table, "card")
    assert table.cash_of(1) == 1500


@clause("jail.direct")
def test_three_doubles_that_would_pass_go_earn_no_salary(edition):
    table = play(edition, on="pacific").deeds("short-line", "park-place", owner=1)
    table.do("roll 2 2").do("roll 1 1").do("roll 2 2")
    assert_jailed(table, "doubles")
    assert table.cash_of(1) == 1500


PAST_GO = [("roll 1 2", "chest"), ("roll 2 6", "chance")]


@clause("jail.direct")
@pytest.mark.parametrize(("throw", "deck"), PAST_GO)
def test_a_card_to_jail_costs_the_salary_of_the_same_move_in_modern_only(edition, throw, deck):
    table = play(edition, on="boardwalk").do(throw).draw(deck, "jail")
    assert table.cash_of(1) == 1500 + (0 if edition == "modern" else 200)
    assert table.space_of(1) == "jail"


@clause("modern:jail.direct")
@pytest.mark.parametrize(("throw", "deck"), PAST_GO)
def test_in_modern_the_salary_waits_for_the_card_and_is_paid_before_the_card_acts(edition, throw, deck):
    table = play(edition, on="boardwalk").cash(1, 0).do(throw).expect_none(SalaryPaid)
    kind = "pay" if deck == "chest" else "repairs"
    table.draw(deck, kind).expect(SalaryPaid(seat=1, amount=200, clause="go.salary"))
    table.expect_none(DebtArose).awaits("end", 1)
    table = play(edition, on="boardwalk").do(throw).draw(deck, "jail-free")
    assert table.cash_of(1) == 1500 + 200


@clause("jail.direct")
@pytest.mark.parametrize(("throw", "deck"), PAST_GO)
@pytest.mark.parametrize(("reading", "salary"), [("kept", 200), ("lost", 0)])
def test_a_table_may_choose_the_other_reading(edition, throw, deck, reading, salary):
    table = play(edition, on="boardwalk", salary_before_jail=reading).do(throw).draw(deck, "jail")
    assert table.cash_of(1) == 1500 + salary


@clause("modern:jail.direct")
def test_in_modern_a_salary_of_an_earlier_throw_of_the_turn_is_kept(edition):
    table = play(edition, on="short-line").deeds("baltic", owner=1).do("roll 4 4").do("roll 2 2").draw("chance", "jail")
    assert table.cash_of(1) == 1500 + 200
    # Three doubles send to Jail from where the token stands: the salary of the second throw is kept.
    table = play(edition, on="pacific").deeds("park-place", "mediterranean", owner=1)
    table.do("roll 3 3").do("roll 2 2").do("roll 1 1")
    assert table.space_of(1) == "jail"
    assert table.cash_of(1) == 1500 + 200


@clause("jail.turn-ends")
def test_doubles_onto_go_to_jail_give_no_further_throw(edition):
    table = play(edition, on="atlantic").do("roll 2 2")
    table.expect(Jailed(seat=1, how="space"), TurnEnded(seat=1, clause="jail.turn-ends"))
    table.awaits("throw", 2).refuses("roll", by=1, clause="start.left")


@clause("jail.turn-ends")
@pytest.mark.parametrize(("deck", "on"), [("chance", "virginia"), ("chest", "connecticut")])
def test_a_card_to_jail_after_doubles_gives_no_further_throw(edition, deck, on):
    table = play(edition, on=on).do("roll 4 4").draw(deck, "jail")
    table.expect(Jailed(seat=1, how="card"), TurnEnded(seat=1)).awaits("throw", 2)


@clause("jail.turn-ends")
def test_three_doubles_give_no_further_throw(edition):
    table = play(edition, on="go").deeds("vermont", "st-james", owner=1)
    table.do("roll 4 4").do("roll 4 4").do("roll 6 6").awaits("throw", 2)


@clause("jail.visiting")
def test_reaching_the_jail_space_by_a_throw_is_a_visit_only(edition):
    table = play(edition, on="go").do("roll 4 6").expect_none(Jailed).awaits("end", 1)
    assert table.turn_in_jail(1) == 0
    assert table.cash_of(1) == 1500
    table.do("end-turn").deeds("states", owner=1).token(2, on="jail").token(0, on="jail")
    table.do("roll 4 6").do("end-turn").do("roll 4 6").do("end-turn").awaits("throw", 1)
    table.refuses("pay-fine", by=1, clause="jail.fine").do("roll 1 2").awaits("end", 1)
    assert table.space_of(1) == "states"  # moved ahead as usual, without doubles and without a fine
    assert table.cash_of(1) == 1500


@clause("jail.visiting")
def test_doubles_onto_the_jail_space_give_another_throw(edition):
    table = play(edition, on="go").do("roll 5 5").awaits("throw", 1)
    assert table.turn_in_jail(1) == 0


# --- out of Jail ------------------------------------------------------------------------------------------------------


@clause("jail.doubles")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_doubles_on_any_of_three_turns_free_the_player_who_moves_at_once(edition, turn):
    table = prison(edition, turn).deeds("virginia", owner=0).do("roll 2 2")
    table.expect(
        JailLeft(seat=1, how="doubles", clause="jail.doubles"),
        Moved(seat=1, origin="jail", space="virginia"),
    ).expect_none(Paid)
    assert table.turn_in_jail(1) == 0
    assert table.cash_of(1) == 1500
    table.do("ask-rent virginia from 1", by=0).expect(RentPaid(payer=1, owner=0, deed="virginia", amount=12))


@clause("jail.doubles")
@pytest.mark.parametrize("turn", [1, 2])
def test_without_doubles_the_player_stays(edition, turn):
    table = prison(edition, turn).do("roll 1 3").expect(JailStayed(seat=1, turns=turn)).awaits("end", 1)
    assert table.space_of(1) == "jail"
    assert table.turn_in_jail(1) == turn + 1
    assert table.cash_of(1) == 1500


@clause("jail.doubles-no-second")
@pytest.mark.parametrize(
    ("edition", "again"),
    [("1935", True), ("classic", False), ("anniversary", False), ("official", False), ("modern", False)],
)
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_doubles_out_of_jail_give_a_second_throw_in_1935_only(edition, again, turn):
    table = prison(edition, turn).deeds("virginia", owner=1).do("roll 2 2")
    table.awaits("throw" if again else "end", 1)
    if not again:
        table.refuses("roll", by=1, clause="jail.doubles-no-second")


@clause("1935:jail.doubles-no-second")
def test_doubles_out_of_jail_are_the_first_of_three():
    table = prison("1935", 1).deeds("virginia", "st-james", owner=1)
    table.do("roll 2 2").do("roll 1 1").awaits("throw", 1).do("roll 5 5").expect(Jailed(seat=1, how="doubles"))


@clause("modern:jail.doubles-no-second")
def test_the_other_reading_of_modern_is_an_option():
    table = prison("modern", 1, jail_doubles_again=True).deeds("virginia", owner=1).do("roll 2 2").awaits("throw", 1)
    assert table.turn_in_jail(1) == 0


@clause("jail.fine")
@pytest.mark.parametrize("turn", [1, 2])
def test_the_fine_before_the_throw_frees_the_player_on_the_first_two_turns(edition, turn):
    table = prison(edition, turn).deeds("virginia", owner=1).do("pay-fine")
    fine = Paid(seat=1, to="bank", amount=50, cause="fine", clause="jail.fine")
    table.expect(fine, JailLeft(seat=1, how="fine")).awaits("throw", 1)
    assert table.cash_of(1) == 1500 - 50
    table.refuses("pay-fine", clause="jail.fine").do("roll 1 3").awaits("end", 1)
    assert table.space_of(1) == "virginia"
    assert table.cash_of(1) == 1500 - 50


@clause("jail.fine")
@pytest.mark.parametrize(("edition", "third"), OLD_AND_MODERN)
def test_on_the_third_turn_the_fine_may_be_paid_before_the_throw_in_modern_only(edition, third):
    table = prison(edition, 3)
    if third:
        table.do("pay-fine").awaits("throw", 1)
        assert table.cash_of(1) == 1500 - 50
    else:
        table.refuses("pay-fine", clause="jail.fine")


@clause("jail.fine")
def test_the_fine_is_fifty_dollars_in_cash(edition):
    prison(edition, 1).cash(1, 49).refuses("pay-fine", clause="jail.fine")
    table = prison(edition, 1).cash(1, 50).do("pay-fine")
    assert table.cash_of(1) == 0


@clause("jail.fine")
def test_the_fine_is_paid_before_the_throw_and_on_ones_own_turn(edition):
    table = prison(edition, 1).jail(2).do("roll 1 3").refuses("pay-fine", by=1, clause="jail.fine")
    table.refuses("pay-fine", by=2, clause="jail.fine")
    table.do("end-turn").allows("pay-fine", by=2).refuses("pay-fine", by=1, clause="jail.fine")


@clause("jail.fine")
def test_after_the_fine_doubles_are_ordinary_ones(edition):
    table = prison(edition, 2).deeds("virginia", "st-james", owner=1).do("pay-fine")
    table.do("roll 2 2").awaits("throw", 1).do("roll 1 1").awaits("throw", 1).do("roll 3 3")
    table.expect(Jailed(seat=1, how="doubles"))


@clause("jail.card")
@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("deck", ["chance", "chest"])
def test_the_card_frees_the_player_before_the_throw_of_any_turn(edition, turn, deck):
    table = prison(edition, turn).deeds("virginia", owner=1).jail_card(deck, 1).do(f"use-card {deck}")
    table.expect(CardReturned(seat=1, deck=deck), JailLeft(seat=1, how="card")).awaits("throw", 1)
    assert table.holder_of(deck) is None
    table.do("roll 2 2").awaits("throw", 1)  # as usual, doubles included
    assert table.space_of(1) == "virginia"
    assert table.cash_of(1) == 1500


@clause("jail.card")
def test_a_card_bought_from_another_player_on_the_spot_frees_too(edition):
    table = prison(edition, 3).jail_card("chance", 2).refuses("use-card chance", clause="jail.card")
    table.do("offer 2 give 30 get chance-card").do("accept 1", by=2).do("use-card chance").awaits("throw", 1)
    assert table.turn_in_jail(1) == 0
    assert table.cash_of_all == [1500, 1500 - 30, 1500 + 30]


@clause("jail.card")
def test_the_card_is_never_played_after_the_throw(edition):
    table = prison(edition, 1).jail_card("chance", 1).do("roll 1 3").refuses("use-card chance", clause="jail.card")
    # Not instead of the fine of the third turn either.
    table = prison(edition, 3).jail_card("chance", 1).cash(1, 20).deeds("baltic", owner=1).do("roll 1 3")
    table.awaits("debt", 1).refuses("use-card chance", clause="jail.card")


@clause("jail.card")
def test_the_card_is_played_on_ones_own_turn_by_its_holder_and_in_jail_only(edition):
    table = prison(edition, 1).jail_card("chance", 1).jail(2).jail_card("chest", 2)
    table.refuses("use-card chest", by=2, clause="jail.card").refuses("use-card chest", by=1, clause="jail.card")
    table.do("use-card chance").jail_card("chance", 1).refuses("use-card chance", by=1, clause="jail.card")


@clause("jail.third")
def test_the_third_throw_without_doubles_costs_the_fine_and_moves_the_token(edition):
    table = prison(edition, 3).deeds("virginia", owner=1).do("roll 1 3")
    table.expect(
        Paid(seat=1, to="bank", amount=50, cause="fine", clause="jail.third"),
        JailLeft(seat=1, how="fine", clause="jail.third"),
        Moved(seat=1, origin="jail", space="virginia"),
    ).awaits("end", 1)
    assert table.cash_of(1) == 1500 - 50
    assert table.turn_in_jail(1) == 0


@clause("jail.third")
def test_who_lacks_the_fine_raises_it_and_then_moves_by_that_throw(edition):
    table = prison(edition, 3).cash(1, 49).deeds("virginia", "baltic", owner=1).do("roll 1 3")
    table.expect(DebtArose(debtor=1, creditor="bank", amount=50, cause="fine")).awaits("debt", 1)
    assert table.space_of(1) == "jail"
    table.refuses("bankrupt", clause="debt.raise").do("mortgage baltic").do("pay").awaits("end", 1)
    assert table.space_of(1) == "virginia"
    assert table.cash_of(1) == 49 + 30 - 50


@clause("jail.third")
def test_who_cannot_raise_the_fine_is_bankrupt_to_the_bank_and_does_not_move(edition):
    table = prison(edition, 3).cash(1, 49).do("roll 1 3").do("bankrupt")
    table.expect(WentBankrupt(seat=1, creditor="bank", amount=50)).expect_none(Moved).awaits("throw", 2)


@clause("jail.third")
def test_doubles_on_the_third_turn_cost_nothing(edition):
    table = prison(edition, 3).cash(1, 0).deeds("virginia", owner=1).do("roll 2 2").expect_none(Paid)
    assert table.space_of(1) == "virginia"


@clause("jail.third")
def test_every_turn_in_jail_has_a_throw(edition):
    for turn in (1, 2, 3):
        prison(edition, turn).refuses("end-turn", clause="jail.third")


@clause("jail.third")
def test_the_turns_are_counted_from_the_sending(edition):
    table = play(edition, on="atlantic").deeds("virginia", owner=1).do("roll 1 3")
    for turn in (1, 2):
        for _ in (2, 0):
            table.token(2, on="jail").token(0, on="jail").do("roll 4 6").do("end-turn")
        table.do("roll 1 3").expect(JailStayed(seat=1, turns=turn)).do("end-turn")
    for _ in (2, 0):
        table.token(2, on="jail").token(0, on="jail").do("roll 4 6").do("end-turn")
    table.do("roll 1 3").expect(Paid(seat=1, to="bank", amount=50, cause="fine"))
    assert table.space_of(1) == "virginia"


# --- business in Jail -------------------------------------------------------------------------------------------------


@clause("jail.business")
def test_a_player_in_jail_collects_rent(edition):
    table = play(edition, on="go").deeds("oriental", owner=0).jail(0)
    table.do("roll 2 4").do("ask-rent oriental from 1", by=0)
    table.expect(RentPaid(payer=1, owner=0, deed="oriental", amount=6))


@clause("jail.business")
def test_a_player_in_jail_bids(edition):
    table = play(edition, on="go").jail(0).do("roll 2 4").do("decline").do("bid 5", by=0).do("pass", by=1)
    table.do("pass", by=2).expect(AuctionWon(seat=0, item="oriental", amount=5))


@clause("jail.business")
def test_a_player_in_jail_builds_sells_mortgages_and_lifts(edition):
    table = prison(edition, 1).group("light-blue", owner=1).deeds("reading", owner=1).do("build oriental")
    table.expect(HouseBuilt(seat=1, deed="oriental", amount=50)).do("sell oriental")
    table.expect(HouseSold(seat=1, deed="oriental", amount=25))
    table.do("mortgage reading").do("lift reading")
    assert table.cash_of(1) == 1500 - 50 + 25 + 100 - 110


@clause("jail.business")
def test_a_player_in_jail_buys_and_sells_property(edition):
    table = prison(edition, 1).deeds("reading", owner=1).deeds("baltic", owner=2)
    table.do("offer 2 give reading get baltic 10").do("accept 1", by=2)
    table.expect(DealMade(number=1, proposer=1, recipient=2))
    assert table.owner_of("baltic") == 1
    assert table.owner_of("reading") == 2


@clause(
    "classic:jail.doubles-no-second",
    "anniversary:jail.doubles-no-second",
    "official:jail.doubles-no-second",
    "modern:jail.doubles-no-second",
)
def test_the_refusal_of_a_second_throw_names_the_doubles_that_freed(edition):
    table = scenario(edition).jail(1).to_act(1).do("roll 5 5").awaits("end", 1)
    table.refuses("roll", by=1, clause="jail.doubles-no-second")
    table = scenario(edition).token(1, on="jail").to_act(1).do("roll 4 6").awaits("end", 1)
    table.refuses("roll", by=1, clause="move.doubles")


@clause("modern:jail.direct")
def test_in_decks_that_let_a_player_draw_a_chance_card_instead_of_a_fine_the_salary_is_paid_before_that_choice():
    table = scenario("modern", decks="1935").token(1, on="luxury-tax").to_act(1)
    table.do("roll 1 3").draw("chest", "pay-or-chance").expect(SalaryPaid(seat=1, amount=200))
    table.do("take-chance").draw("chance", "jail").expect(Jailed(seat=1, how="card"))
