"""Chance and Community Chest: which cards there are, what each does, and how they go round."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.event import (
    CardDrawn,
    CardKept,
    CardReturned,
    Collected,
    DebtArose,
    JailCardPassed,
    Jailed,
    Moved,
    Paid,
    RentFellDue,
    SalaryPaid,
)

ERAS = {"1935": "1935", "classic": "classic", "anniversary": "classic", "official": "classic", "modern": "2008"}
DECKS = {
    ("1935", "chance"): (
        ("jail-free",),
        ("repairs", 40, 115),
        ("repairs", 25, 100),
        ("advance", "boardwalk"),
        ("advance", "illinois"),
        ("advance", "st-charles"),
        ("advance", "reading"),
        ("advance", "go"),
        ("jail",),
        ("back", 3),
        ("collect", 100),
        ("collect", 50),
        ("collect", 150),
        ("pay", 12),
        ("pay", 150),
        ("pay", 15),
    ),
    ("1935", "chest"): (
        ("advance", "go"),
        ("jail",),
        ("jail-free",),
        ("back-to", "baltic"),
        ("pay-or-chance", 10),
        ("collect", 11),
        ("collect", 45),
        ("collect", 50),
        ("collect", 100),
        ("collect", 20),
        ("collect", 100),
        ("collect", 25),
        ("collect", 200),
        ("pay", 50),
        ("pay", 100),
        ("pay", 50),
    ),
    ("classic", "chance"): (
        ("advance", "go"),
        ("advance", "illinois"),
        ("advance", "st-charles"),
        ("advance", "reading"),
        ("advance", "boardwalk"),
        ("nearest-railroad",),
        ("nearest-railroad",),
        ("nearest-utility",),
        ("back", 3),
        ("jail",),
        ("jail-free",),
        ("repairs", 25, 100),
        ("pay-each", 50),
        ("pay", 15),
        ("collect", 50),
        ("collect", 150),
    ),
    ("classic", "chest"): (
        ("advance", "go"),
        ("jail",),
        ("jail-free",),
        ("collect", 200),
        ("collect", 100),
        ("collect", 100),
        ("collect", 100),
        ("collect", 45),
        ("collect", 25),
        ("collect", 20),
        ("collect", 10),
        ("collect-each", 50),
        ("pay", 50),
        ("pay", 100),
        ("pay", 150),
        ("repairs", 40, 115),
    ),
    ("2008", "chance"): (
        ("advance", "go"),
        ("advance", "illinois"),
        ("advance", "st-charles"),
        ("advance", "reading"),
        ("advance", "boardwalk"),
        ("nearest-railroad",),
        ("nearest-railroad",),
        ("nearest-utility",),
        ("back", 3),
        ("jail",),
        ("jail-free",),
        ("repairs", 25, 100),
        ("pay-each", 50),
        ("pay", 15),
        ("collect", 50),
        ("collect", 150),
    ),
    ("2008", "chest"): (
        ("advance", "go"),
        ("jail",),
        ("jail-free",),
        ("collect", 200),
        ("collect", 100),
        ("collect", 100),
        ("collect", 100),
        ("collect", 50),
        ("collect", 25),
        ("collect", 20),
        ("collect", 10),
        ("collect-each", 10),
        ("pay", 50),
        ("pay", 100),
        ("pay", 50),
        ("repairs", 40, 115),
    ),
}
"""Every card by its effect and its figures, as the boxes of each time held them."""


def drawing(edition: str, deck: str, on: str = "", **options: object) -> Table:
    """Return a table where seat 1 has landed on the first space of a deck, seven beyond GO or Jail."""
    table = scenario(edition, seats=4, **options).token(1, on=on or ("go" if deck == "chance" else "jail"))
    return table.to_act(1).do("roll 3 4").awaits("card")


# --- which cards ------------------------------------------------------------------------------------------------------


@clause("cards.decks")
@pytest.mark.parametrize("deck", ["chance", "chest"])
@pytest.mark.parametrize("card", range(16))
def test_each_card_of_the_editions_decks_does_what_it_says(edition, deck, card):
    effect, *figures = DECKS[ERAS[edition], deck][card]
    table = scenario(edition, seats=4).token(1, on="go" if deck == "chance" else "jail").to_act(1)
    table.group("purple", owner=1).houses("baltic", HOTEL).houses("mediterranean", 4).do("roll 3 4")
    space = table.space_of(1)
    table.do(f"draw {deck} {card}").expect(CardDrawn(seat=1, deck=deck, card=card))
    cash, others, where = 1500, 1500, space
    if effect in {"advance", "back-to", "back", "nearest-railroad", "nearest-utility"}:
        where = {"back": "income-tax", "nearest-railroad": "pennsylvania-rr", "nearest-utility": "electric"}.get(
            effect, str(figures[0]) if figures else ""
        )
        cash += 200 if effect == "advance" and where in {"go", "reading"} else 0
        if effect == "back" and edition == "modern":
            cash -= 200  # Income Tax, which modern asks for without a choice
    elif effect == "jail":
        where = "jail"
        assert table.turn_in_jail(1) == 1
    elif effect == "jail-free":
        assert table.holder_of(deck) == 1
    elif effect == "collect":
        cash += int(figures[0])
    elif effect == "pay":
        cash -= int(figures[0])
    elif effect == "collect-each":
        cash, others = cash + 3 * int(figures[0]), others - int(figures[0])
    elif effect == "pay-each":
        cash, others = cash - 3 * int(figures[0]), others + int(figures[0])
    elif effect == "repairs":
        cash -= 4 * int(figures[0]) + int(figures[1])  # a hotel is no houses
    else:
        assert effect == "pay-or-chance"
        table.awaits("choice", 1).do("pay-ten")
        cash -= int(figures[0])
    assert table.cash_of_all == [others, cash, others, others]
    assert table.space_of(1) == where


@clause("1935:cards.decks")
def test_a_box_of_1935_may_hold_the_classic_decks_by_option():
    table = drawing("1935", "chance", decks="classic").draw("chance", "pay-each")
    assert table.cash_of_all == [1550, 1500 - 3 * 50, 1550, 1550]


# --- drawing ----------------------------------------------------------------------------------------------------------


@clause("cards.draw")
@pytest.mark.parametrize(
    ("on", "throw", "deck"),
    [
        ("go", "roll 3 4", "chance"),
        ("pennsylvania-rr", "roll 3 4", "chance"),
        ("marvin-gardens", "roll 3 4", "chance"),
        ("boardwalk", "roll 1 2", "chest"),
        ("jail", "roll 3 4", "chest"),
        ("atlantic", "roll 3 4", "chest"),
    ],
)
def test_landing_on_a_card_space_draws_from_its_deck(edition, on, throw, deck):
    table = scenario(edition).token(1, on=on).to_act(1).do(throw).awaits("card")
    other = "chest" if deck == "chance" else "chance"
    table.refuses(f"draw {other} 5", clause="cards.draw").draw(deck, "collect", amount=50 if deck == "chance" else 100)
    table.awaits("end", 1)


@clause("cards.draw")
def test_no_card_is_drawn_elsewhere(edition):
    scenario(edition).to_act(1).refuses("draw chance 5", clause="cards.draw")
    scenario(edition).to_act(1).do("roll 2 4").refuses("draw chest 5", clause="cards.draw")


@clause("cards.draw")
def test_what_the_card_says_is_done_at_once(edition):
    table = drawing(edition, "chance").draw("chance", "collect", amount=150)
    table.expect(CardDrawn(seat=1, deck="chance", card=table.bottom_of("chance")), Collected(seat=1, amount=150))
    assert table.cash_of(1) == 1500 + 150


@clause("cards.draw")
@pytest.mark.parametrize("deck", ["chance", "chest"])
def test_the_card_goes_to_the_bottom_and_does_not_come_up_before_all_the_others(edition, deck):
    table = drawing(edition, deck)
    card = table.card(deck, "jail").id
    table.do(f"draw {deck} {card}")
    assert table.bottom_of(deck) == card
    others = [number for number in range(16) if number not in {card, table.t.jail_free[0 if deck == "chance" else 1]}]
    table = drawing(edition, deck).seen(deck, card).refuses(f"draw {deck} {card}", clause="cards.draw")
    table.seen(deck, *others)
    # The jail card alone has not been seen: it must be it. Then the first card comes again.
    for number in (card, *others):
        table.refuses(f"draw {deck} {number}", clause="cards.draw")
    table.draw(deck, "jail-free")


@clause("cards.draw")
@pytest.mark.parametrize("deck", ["chance", "chest"])
def test_once_gone_round_the_cards_come_in_the_order_in_which_they_went_under(edition, deck):
    table = drawing(edition, deck)
    order = [table.card(deck, "jail").id, *(number for number in range(16) if number != table.card(deck, "jail").id)]
    table.seen(deck, *order)
    for number in order[1:]:
        table.refuses(f"draw {deck} {number}", clause="cards.draw")
    table.do(f"draw {deck} {order[0]}").expect(Jailed(seat=1, how="card"))
    table.token(2, on="go" if deck == "chance" else "jail").do("roll 3 4")
    table.refuses(f"draw {deck} {order[0]}", clause="cards.draw").do(f"draw {deck} {order[1]}")


@clause("cards.draw")
def test_a_move_by_a_card_lets_the_new_space_take_effect(edition):
    table = drawing(edition, "chance", on="marvin-gardens").draw("chance", "back", spaces=3).awaits("card")
    assert table.space_of(1) == "chest-3"  # another card
    table.draw("chest", "collect", amount=100).awaits("end", 1)
    table = drawing(edition, "chance").deeds("boardwalk", owner=0).draw("chance", "advance", to="boardwalk")
    table.expect(RentFellDue(owner=0, payer=1, deed="boardwalk", amount=50))


@clause("cards.draw")
def test_a_penalty_beyond_the_cash_is_a_debt_to_the_bank(edition):
    table = scenario(edition).cash(1, 20).deeds("boardwalk", owner=1).token(1, on="jail").to_act(1).do("roll 3 4")
    table.draw("chest", "pay", amount=100)
    table.expect(DebtArose(debtor=1, creditor="bank", amount=100, cause="card")).awaits("debt", 1)


@clause("cards.draw")
def test_repairs_cost_nothing_without_buildings(edition):
    table = drawing(edition, "chance").draw("chance", "repairs", house=25).expect_none(Paid).awaits("end", 1)
    assert table.cash_of(1) == 1500


@clause("cards.draw")
def test_only_those_still_in_the_game_pay_or_are_paid_by_a_card(edition):
    table = scenario(edition, seats=4, decks="classic").retire(2).token(1, on="jail").to_act(1).do("roll 3 4")
    table.draw("chest", "collect-each")
    assert table.cash_of_all == [1450, 1600, 0, 1450]
    table = scenario(edition, seats=4, decks="classic").retire(2).to_act(1).do("roll 3 4").draw("chance", "pay-each")
    assert table.cash_of_all == [1550, 1400, 0, 1550]


# --- the jail card ----------------------------------------------------------------------------------------------------


@clause("cards.jail-free")
@pytest.mark.parametrize("deck", ["chance", "chest"])
def test_the_jail_card_is_kept_until_used_and_then_goes_under_its_own_deck(edition, deck):
    table = drawing(edition, deck).draw(deck, "jail-free").expect(CardKept(seat=1, deck=deck)).awaits("end", 1)
    card = table.card(deck, "jail-free").id
    assert table.holder_of(deck) == 1
    # While it is held nobody draws it.
    table.do("end-turn").token(2, on="go" if deck == "chance" else "jail").do("roll 3 4")
    table.refuses(f"draw {deck} {card}", clause="cards.draw").draw(deck, "jail")
    for seat in (3, 0):
        table.token(seat, on="jail").do("roll 4 6").do("end-turn")
    table.jail(1).do(f"use-card {deck}").expect(CardReturned(seat=1, deck=deck, clause="cards.jail-free"))
    assert table.holder_of(deck) is None
    assert table.bottom_of(deck) == card


@clause("cards.jail-free")
def test_each_deck_has_its_own(edition):
    table = scenario(edition).jail_card("chance", 1).jail_card("chest", 1).jail(1).to_act(1).do("use-card chest")
    assert (table.holder_of("chance"), table.holder_of("chest")) == (1, None)
    assert table.bottom_of("chest") == table.card("chest", "jail-free").id


@clause("cards.jail-free")
@pytest.mark.parametrize("price", [1, 1500])
def test_it_may_be_sold_to_another_player_at_any_price_and_time_and_sold_on(edition, price):
    table = scenario(edition, seats=4).jail_card("chance", 0).token(1, on="jail").to_act(1)
    table.do(f"offer 2 give chance-card get {price}", by=0).do("accept 1", by=2)
    table.expect(JailCardPassed(giver=0, receiver=2, deck="chance", clause="cards.jail-free"))
    assert table.cash_of_all == [1500 + price, 1500, 1500 - price, 1500]
    table.do("roll 1 3").awaits("buy", 1).do("offer 3 give chance-card get 5", by=2).do("accept 2", by=3)
    assert table.holder_of("chance") == 3


@clause("cards.jail-free")
def test_nobody_sells_a_jail_card_that_he_has_not(edition):
    table = scenario(edition).jail_card("chance", 0).to_act(1)
    table.refuses("offer 0 give chance-card get 5", by=1, clause="cards.jail-free")
    table.refuses("offer 2 give chest-card get 5", by=0, clause="cards.jail-free")
    table.refuses("offer 2 give 5 get chance-card", by=0, clause="cards.jail-free")


# --- a fine or a Chance -----------------------------------------------------------------------------------------------


def choosing(edition: str, on: str = "jail", throw: str = "roll 3 4", cash: int = 1500) -> Table:
    """Return a table where seat 1 has drawn the card of 1935 that offers a choice; other editions have it by option."""
    table = scenario(edition, decks="1935").cash(1, cash).token(1, on=on).to_act(1).do(throw)
    return table.draw("chest", "pay-or-chance").awaits("choice", 1)


@clause("cards.pay-or-chance")
def test_the_player_may_pay_ten_dollars(edition):
    table = choosing(edition).do("pay-ten").expect(Paid(seat=1, to="bank", amount=10, cause="card")).awaits("end", 1)
    assert table.cash_of(1) == 1500 - 10


@clause("cards.pay-or-chance")
def test_or_draw_a_chance_card_which_is_done_at_once(edition):
    table = choosing(edition).do("take-chance").expect_none(Paid).awaits("card")
    table.refuses("draw chest 5", clause="cards.draw").draw("chance", "collect", amount=150).awaits("end", 1)
    assert table.cash_of(1) == 1500 + 150


@clause("cards.pay-or-chance")
def test_it_is_chosen_at_once_by_the_drawer(edition):
    table = choosing(edition).refuses("end-turn", by=1, clause="cards.pay-or-chance")
    table.refuses("pay-ten", by=2, clause="cards.pay-or-chance")
    table.refuses("take-chance", by=0, clause="cards.pay-or-chance")
    scenario(edition).to_act(1).refuses("pay-ten", by=1, clause="cards.pay-or-chance")


@clause("cards.pay-or-chance")
@pytest.mark.parametrize("cash", [0, 9, 10])
def test_it_is_chosen_freely_whatever_the_cash(edition, cash):
    choosing(edition, cash=cash).allows("take-chance").allows("pay-ten")
    table = choosing(edition, cash=cash).do("pay-ten")
    if cash < 10:
        table.expect(DebtArose(debtor=1, creditor="bank", amount=10, cause="card")).awaits("debt", 1)
    else:
        assert table.cash_of(1) == 0


@clause("cards.pay-or-chance")
@pytest.mark.parametrize(
    ("on", "throw", "end"),
    [("boardwalk", "roll 1 2", "boardwalk"), ("jail", "roll 3 4", "virginia"), ("atlantic", "roll 3 4", "jail")],
)
def test_the_chance_card_acts_from_the_space_where_the_token_stands(edition, on, throw, end):
    table = choosing(edition, on=on, throw=throw).do("take-chance").draw("chance", "back", spaces=3)
    if end == "jail":
        table.expect(
            Moved(seat=1, origin="chest-3", space="go-to-jail", backward=True, clause="cards.draw"),
            Jailed(seat=1, how="space"),
        )
        assert table.turn_in_jail(1) == 1
    else:
        table.expect_none(SalaryPaid).awaits("buy", 1)
    assert table.space_of(1) == end


@clause("cards.pay-or-chance")
def test_the_card_is_in_the_decks_of_1935_only(edition):
    assert scenario(edition).has_card("chest", "pay-or-chance") is (edition == "1935")


@clause("cards.decks")
def test_a_card_seen_does_not_come_again_before_the_others(edition):
    table = scenario(edition).seen("chance", 3, 5).token(1, on="go").to_act(1).do("roll 3 4")
    table.refuses("draw chance 3", clause="cards.draw").refuses("draw chance 5", clause="cards.draw")
    table.allows("draw chance 4")


@clause("cards.decks")
def test_once_all_are_seen_the_order_is_known(edition):
    order = [11, *(card for card in range(16) if card != 11)]
    table = scenario(edition).seen("chance", *order).token(1, on="go").to_act(1).do("roll 3 4")
    table.refuses("draw chance 0", clause="cards.draw").allows("draw chance 11")


@clause("cards.decks")
def test_repairs_are_paid_for_ones_own_buildings_only(edition):
    table = scenario(edition).group("purple", owner=0).houses("purple", 2).group("dark-blue", owner=1)
    table.houses("dark-blue", 1).token(1, on="go").to_act(1).do("roll 3 4").draw("chance", "repairs", house=25)
    table.expect(Paid(seat=1, to="bank", amount=2 * 25, cause="card"))


@clause("cards.pay-or-chance")
def test_a_debt_waits_for_the_choice_of_its_debtor_and_for_nobody_elses(edition):
    table = scenario(edition, decks="1935").deeds("oriental", owner=0).cash(1, 0)
    table.token(1, on="go").to_act(1).do("roll 1 1").draw("chest", "pay-or-chance").awaits("choice", 1)
    table.refuses("mortgage oriental", by=1, clause="cards.pay-or-chance").do("take-chance").awaits("card")
    table = scenario(edition, decks="1935").deeds("oriental", owner=0).token(2, on="go").to_act(2)
    table.do("roll 2 4").do("end-turn").token(0, on="boardwalk").do("roll 1 2")
    table.draw("chest", "pay-or-chance").awaits("choice", 0)


@clause("cards.draw")
def test_a_card_drawn_without_passing_go_pays_no_salary(edition):
    table = scenario(edition).token(1, on="jail").to_act(1).do("roll 3 4").draw("chest", "collect")
    table.expect_none(SalaryPaid)


@clause("cards.draw")
def test_a_salary_that_waits_for_the_card_is_paid_before_the_card_is_obeyed(edition):
    table = (
        scenario(edition, salary_before_jail="lost")
        .token(1, on="boardwalk")
        .to_act(1)
        .do("roll 1 2")
        .expect_none(SalaryPaid)
    )
    card = table.card("chest", "collect")
    table.draw("chest", "collect").expect(
        SalaryPaid(seat=1, amount=200, clause="go.salary"),
        Collected(seat=1, amount=card.amount),
    )
    assert table.cash_of(1) == 1500 + 200 + card.amount
