"""Who begins, and that the turn passes to the left."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import Table, scenario
from ventnor.event import DeedDealt, Moved, Started, Threw, TurnBegan, TurnEnded


@clause("start.throw")
@pytest.mark.parametrize(
    ("throws", "first"),
    [
        (("roll 1 2", "roll 6 5", "roll 4 4", "roll 5 5"), 1),
        (("roll 6 6", "roll 6 5", "roll 5 5", "roll 1 1"), 0),
        (("roll 1 1", "roll 1 2", "roll 2 2", "roll 2 3"), 3),
    ],
)
def test_each_throws_from_the_banker_on_and_the_highest_total_plays_first(edition, throws, first):
    table = scenario(edition, seats=4)
    for seat, throw in enumerate(throws):
        table.awaits("throw", seat).do(throw)
    table.expect(Threw(seat=3, die1=int(throws[3][5]), die2=int(throws[3][7])), Started(seat=first))
    table.expect(TurnBegan(seat=first, turn=1)).awaits("throw", first)


@clause("start.throw")
def test_the_throw_for_the_start_moves_nobody_and_its_doubles_count_for_nothing(edition):
    table = scenario(edition).do("roll 6 6").expect_none(Moved).awaits("throw", 1).do("roll 5 5").do("roll 4 4")
    assert [table.space_of(seat) for seat in range(3)] == ["go"] * 3
    # Seat 0 plays first: the doubles that decided it are not among the three that lead to Jail.
    table.deeds("oriental", "vermont", owner=0).do("roll 3 3").do("roll 1 1").awaits("throw", 0)


@clause("start.throw")
def test_only_those_who_tie_for_the_highest_throw_again_in_seat_order_until_one_leads(edition):
    table = scenario(edition, seats=5)
    for throw in ("roll 1 2", "roll 5 4", "roll 6 3", "roll 4 4", "roll 4 5"):
        table.do(throw)
    table.expect_none(Started)
    for seat, throw in ((1, "roll 1 1"), (2, "roll 3 3"), (4, "roll 2 4")):
        table.awaits("throw", seat).do(throw)
    table.expect_none(Started)  # two still tie
    table.awaits("throw", 2).do("roll 6 6").awaits("throw", 4).do("roll 6 5")
    table.expect(Started(seat=2)).awaits("throw", 2)


@clause("start.throw")
def test_deeds_are_dealt_and_paid_for_before_the_throw_for_the_start(edition):
    table = scenario(edition, deeds_dealt=1).awaits("deal").refuses("roll", by=0, clause="act.when")
    table.do("deal 0 oriental").expect(DeedDealt(seat=0, deed="oriental", amount=100))
    table.awaits("deal").do("deal 1 baltic").do("deal 2 boardwalk").awaits("throw", 0)
    assert table.cash_of_all == [1500 - 100, 1500 - 60, 1500 - 400]


def pass_on(table: Table, seat: int) -> None:
    """Play a turn in which nothing happens."""
    table.token(seat, on="jail").awaits("throw", seat).do("roll 4 6").awaits("end", seat).do("end-turn")


@clause("start.left")
def test_the_turn_passes_to_the_left_round_the_table(edition):
    table = scenario(edition, seats=4).to_act(2)
    for seat in (2, 3, 0, 1):
        pass_on(table, seat)
        table.expect(TurnEnded(seat=seat), TurnBegan(seat=(seat + 1) % 4, turn=table.s.turns))
    table.awaits("throw", 2)


@clause("start.left")
def test_the_turn_passes_over_those_who_retired(edition):
    table = scenario(edition, seats=5).retire(2, 3).to_act(1)
    for seat in (1, 4, 0):
        pass_on(table, seat)
    table.awaits("throw", 1)


@clause("start.left")
def test_nobody_throws_or_ends_the_turn_of_another(edition):
    table = scenario(edition).token(1, on="jail").to_act(1)
    for seat in (0, 2):
        table.refuses("roll", by=seat, clause="start.left").refuses("end-turn", by=seat, clause="start.left")
    table.do("roll 4 6")
    for seat in (0, 2):
        table.refuses("roll", by=seat, clause="start.left").refuses("end-turn", by=seat, clause="start.left")


@clause("start.left")
def test_a_turn_ends_when_its_player_says_so(edition):
    table = scenario(edition).token(1, on="jail").to_act(1).do("roll 4 6").expect_none(TurnEnded).awaits("end", 1)
    table.do("end-turn").expect(TurnEnded(seat=1)).awaits("throw", 2)


@clause("start.left")
def test_a_game_from_its_first_throw(edition):
    # Nothing is laid out by hand: who throws highest begins, buys, and collects from the next who comes by.
    table = scenario(edition).do("roll 1 2").do("roll 5 6").do("roll 2 2").awaits("throw", 1)
    table.do("roll 1 2").do("buy").do("end-turn").do("roll 1 2").do("ask-rent baltic from 2", by=1)
    assert table.cash_of_all == [1500, 1500 - 60 + 4, 1500 - 4]
    table.do("end-turn").do("roll 2 3").do("buy").do("end-turn").awaits("throw", 1)
    assert table.owner_of("reading") == 0


@clause("start.throw")
def test_nobody_throws_for_the_start_out_of_turn(edition):
    scenario(edition).refuses("roll", by=1, clause="start.throw").do("roll 1 2").refuses(
        "roll", by=0, clause="start.throw"
    )
