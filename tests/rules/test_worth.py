"""Equal worth at the end of a short or timed game, or of the last round."""

from tests.kit.clause_mark import clause
from tests.kit.scenario import Table, scenario
from ventnor.event import GameEnded


def last_round(edition: str) -> Table:
    """Return a game of one round, whose last turn is being played by seat 0."""
    return scenario(edition, rounds=1).to_act(1).token(0, on="jail")


def play_out(table: Table) -> Table:
    """Play everybody's turn of the round, in which nothing happens."""
    for seat in (1, 2, 0):
        table.token(seat, on="jail").do("roll 4 6").do("end-turn")
    return table


@clause("worth.tie")
def test_those_who_tie_share_the_win(edition):
    table = play_out(last_round(edition)).expect(GameEnded(winners=(0, 1, 2), how="rounds"))
    assert table.winners == [0, 1, 2]


@clause("worth.tie")
def test_only_those_who_tie_for_the_most(edition):
    table = play_out(last_round(edition).cash(1, 1499).cash(0, 1300).deeds("reading", owner=0))
    table.expect(GameEnded(winners=(0, 2), how="rounds"))
    assert table.winners == [0, 2]


@clause("worth.tie")
def test_a_dollar_more_wins_alone(edition):
    assert play_out(last_round(edition).cash(2, 1501)).winners == [2]


@clause("1935:worth.tie")
def test_a_tie_at_the_hour_of_1935_is_shared():
    table = scenario("1935", "short").cash(2, 1400).to_act(1).do("hour")
    assert table.winners == [0, 1]


@clause("anniversary:worth.tie")
def test_a_tie_in_the_short_games_of_the_anniversary_is_shared():
    timed = scenario("anniversary", "timed").cash(2, 1400).to_act(1).do("hour")
    assert timed.winners == [0, 1]
    short = scenario("anniversary", "short", seats=4).retire(3).to_act(1).do("resign", by=2)
    assert short.winners == [0, 1]
