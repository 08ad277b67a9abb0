"""Throwing and moving: by the total of two dice, again after doubles, and to Jail after the third."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import Table, scenario
from ventnor.event import AuctionOpened, Bought, Jailed, Moved, Paid, RentFellDue, SalaryPaid, Threw


def play(edition: str, on: str = "go", seats: int = 3, **options: object) -> Table:
    """Return a table where seat 1 stands on a space and throws."""
    return scenario(edition, seats=seats, **options).token(1, on=on).to_act(1)


@clause("move.total")
@pytest.mark.parametrize(
    ("on", "throw", "end"),
    [
        ("go", "roll 1 2", "baltic"),
        ("go", "roll 4 6", "jail"),
        ("jail", "roll 4 6", "free-parking"),
        ("oriental", "roll 5 6", "chest-2"),
        ("boardwalk", "roll 6 5", "jail"),
        ("short-line", "roll 4 1", "go"),
    ],
)
def test_the_token_moves_by_the_total_of_both_dice_in_the_direction_of_the_arrow(edition, on, throw, end):
    table = play(edition, on=on).do(throw).expect(Moved(seat=1, origin=on, space=end, clause="move.total"))
    assert table.space_of(1) == end


@clause("move.total")
def test_the_space_reached_takes_effect_and_no_other(edition):
    table = play(edition, on="income-tax").deeds("reading", "oriental", "vermont", owner=0)
    table.do("roll 3 1").expect(RentFellDue(owner=0, payer=1, deed="vermont", amount=6))
    table.expect_none(RentFellDue, deed="oriental").awaits("end", 1)


@clause("move.total")
def test_the_dice_fall_only_when_a_player_has_taken_them(edition):
    table = play(edition).refuses("roll 1 2", clause="move.total").do("roll").allows("roll 1 2").do("roll 2 4")
    table.awaits("buy", 1).refuses("roll 1 2", clause="move.total")


@clause("move.total")
def test_tokens_may_share_a_space(edition):
    table = play(edition, on="jail").token(0, on="free-parking").token(2, on="free-parking").do("roll 4 6")
    assert [table.space_of(seat) for seat in range(3)] == ["free-parking"] * 3
    assert table.cash_of_all == [1500] * 3


@clause("move.doubles")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_after_doubles_the_same_player_throws_again(edition, die):
    table = play(edition, on="jail").group("pink", "orange", owner=1).deeds("electric", owner=1)
    if die == 6:
        table.token(1, on="vermont")
    table.do(f"roll {die} {die}").awaits("throw", 1)


@clause("move.doubles")
def test_without_doubles_there_is_one_throw_a_turn(edition):
    play(edition, on="jail").do("roll 4 6").awaits("end", 1).refuses("roll", by=1, clause="move.doubles")


@clause("move.doubles")
def test_after_doubles_the_second_throw_must_be_made(edition):
    play(edition, on="jail").do("roll 5 5").refuses("end-turn", clause="move.doubles")


@clause("move.doubles")
def test_the_purchase_and_the_auction_come_before_the_second_throw(edition):
    table = play(edition).do("roll 3 3").awaits("buy", 1).refuses("roll", by=1, clause="buy.option")
    table.do("buy").expect(Bought(seat=1, deed="oriental", amount=100)).awaits("throw", 1)
    table = play(edition).do("roll 3 3").do("decline").expect(AuctionOpened(item="oriental"))
    table.refuses("roll", by=1, clause="auction.course").do("pass").do("pass").do("pass").awaits("throw", 1)


@clause("move.doubles")
def test_a_card_and_a_choice_come_before_the_second_throw(edition):
    table = play(edition, on="states", decks="1935").do("roll 2 2").refuses("roll", by=1, clause="act.when")
    table.draw("chest", "pay-or-chance").refuses("roll", by=1, clause="cards.pay-or-chance")
    table.do("pay-ten").awaits("throw", 1)


@clause("move.doubles")
def test_a_debt_comes_before_the_second_throw(edition):
    table = play(edition, on="pennsylvania").cash(1, 0).deeds("baltic", "boardwalk", owner=1).do("roll 2 2")
    table.awaits("debt", 1).refuses("roll", by=1, clause="debt.raise").do("mortgage boardwalk").do("pay")
    table.awaits("throw", 1)


@clause("move.doubles")
@pytest.mark.parametrize("way", ["pay-fine", "use-card chance"])
def test_doubles_after_buying_oneself_free_are_the_first_of_three(edition, way):
    table = scenario(edition).jail(1).jail_card("chance", 1).group("pink", "orange", owner=1).to_act(1)
    table.do(way).do("roll 2 2").awaits("throw", 1).do("roll 1 1").awaits("throw", 1)
    table.do("roll 2 2").expect(Jailed(seat=1, how="doubles"))


@clause("move.doubles")
def test_doubles_count_within_one_turn_only(edition):
    table = play(edition, on="jail").group("pink", "orange", owner=1).token(2, on="jail").token(0, on="jail")
    table.do("roll 2 2").do("roll 1 1").do("roll 1 2").do("end-turn")
    for _ in (2, 0):
        table.do("roll 4 6").do("end-turn")
    table.token(1, on="jail").do("roll 2 2").expect_none(Jailed).awaits("throw", 1)


@clause("move.three-doubles")
def test_the_third_doubles_do_not_move_the_token_but_send_it_to_jail(edition):
    table = play(edition, on="jail").deeds("virginia", "st-james", owner=1).deeds("tennessee", owner=0)
    table.do("roll 2 2").do("roll 1 1").expect_none(Jailed).do("roll 1 1")
    table.expect(Threw(seat=1, die1=1, die2=1), Jailed(seat=1, how="doubles"))
    table.expect_none(Moved).expect_none(RentFellDue).awaits("throw", 2)
    assert table.space_of(1) == "jail"
    assert table.turn_in_jail(1) == 1


@clause("move.three-doubles")
def test_two_doubles_and_another_throw_send_nobody_to_jail(edition):
    table = play(edition, on="jail").deeds("virginia", "st-james", "new-york", owner=1)
    table.do("roll 2 2").do("roll 1 1").do("roll 1 2").expect_none(Jailed).awaits("end", 1)
    assert table.space_of(1) == "new-york"


@clause("move.three-doubles")
def test_the_third_doubles_earn_no_salary_and_pay_no_tax(edition):
    table = play(edition, on="b-and-o").deeds("marvin-gardens", "short-line", owner=1)
    table.do("roll 2 2").do("roll 3 3").do("roll 5 5").expect_none(SalaryPaid).expect_none(Paid)
    assert table.cash_of(1) == 1500


@clause("move.total")
def test_no_dice_fall_that_nobody_has_taken(edition):
    table = scenario(edition).token(1, on="go").to_act(1).refuses("roll 1 2", clause="move.total").do("roll 2 4")
    table.awaits("buy", 1).refuses("roll 1 2", clause="move.total")
