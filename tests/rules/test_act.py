"""Who may act while the game waits for somebody."""

import pytest

from tests.kit.clause_mark import clause
from tests.kit.scenario import Table, scenario
from ventnor.event import HouseBuilt, RentPaid

WAITS = ["throw", "buy", "bid", "debt", "end", "choice", "receive"]
BUSINESS = [
    "sell oriental",
    "mortgage b-and-o",
    "lift baltic",
    "build vermont",
    "offer 0 give b-and-o get 10",
    "ask-rent states from 1",
]


def waiting(edition: str, wait: str) -> Table:
    """Seat 1 has landed on a lot of seat 2 by doubles and thrown again; now the game waits for something."""
    table = scenario(edition, seats=4, decks="1935").token(1, on="connecticut").to_act(1)
    table.group("light-blue", owner=2).houses("oriental", 1).deeds("b-and-o", "baltic", "states", owner=2)
    table.mortgage("baltic").deeds("marvin-gardens", owner=3).mortgage("marvin-gardens").do("roll 2 2")
    if wait in {"buy", "bid"}:
        table.do("roll 1 2").awaits("buy", 1)
        if wait == "bid":
            table.do("decline")
    elif wait == "debt":
        table.cash(1, 0).deeds("boardwalk", owner=1).do("roll 1 3").draw("chest", "pay", amount=100)
    elif wait == "choice":
        table.do("roll 1 3").draw("chest", "pay-or-chance")
    elif wait == "end":
        table.do("roll 3 4")
    elif wait == "receive":
        table.do("offer 1 give marvin-gardens get nothing", by=3).do("accept 1", by=1)
    return table


@clause("act.when")
@pytest.mark.parametrize("wait", WAITS)
def test_whenever_the_game_waits_a_bystander_may_do_business(edition, wait):
    table = waiting(edition, wait).awaits(wait)
    for act in BUSINESS:
        table.allows(act, by=2)


@clause("act.when")
def test_a_bystander_may_do_business_while_another_chooses_a_tax(edition):
    # Modern has no choice of tax: there the tax is paid at once, and the game waits for the end of the turn.
    table = scenario(edition).group("light-blue", owner=2).houses("oriental", 1).deeds("b-and-o", "baltic", owner=2)
    table.mortgage("baltic").to_act(1).do("roll 1 3").awaits("end" if edition == "modern" else "tax", 1)
    for act in BUSINESS[:-1]:
        table.allows(act, by=2)


@clause("act.when")
@pytest.mark.parametrize("act", [*BUSINESS, "roll", "resign", "end-turn"])
def test_nobody_acts_between_taking_the_dice_and_what_they_show(edition, act):
    table = waiting(edition, "throw").do("roll").awaits("dice")
    table.refuses(act, by=2, clause="act.when").refuses("roll", by=1, clause="act.when")


@clause("act.when")
@pytest.mark.parametrize("act", [*BUSINESS, "resign"])
def test_nobody_acts_between_landing_on_a_card_space_and_the_card(edition, act):
    table = waiting(edition, "throw").do("roll 1 3").awaits("card")
    table.refuses(act, by=2, clause="act.when").refuses("end-turn", by=1, clause="act.when")


@clause("act.when")
def test_nobody_acts_while_the_throw_for_a_rent_is_out(edition):
    table = scenario(edition, decks="classic").deeds("electric", owner=0).deeds("baltic", owner=2).to_act(1)
    table.do("roll 3 4").draw("chance", "nearest-utility").do("ask-rent electric from 1", by=0).awaits("dice")
    table.refuses("mortgage baltic", by=2, clause="act.when").do("roll 1 2").allows("mortgage baltic", by=2)


@clause("act.when")
def test_who_retired_does_not_act(edition):
    table = scenario(edition).retire(2).to_act(1)
    for act in ("roll", "offer 0 give nothing get baltic", "resign", "pass"):
        table.refuses(act, by=2, clause="act.when")


@clause("act.when")
def test_who_does_not_sit_at_the_table_does_not_act(edition):
    scenario(edition).to_act(1).refuses("roll", by=3, clause="act.when").refuses("resign", by=7, clause="act.when")


@clause("act.when")
def test_only_nature_throws_draws_and_deals(edition):
    table = scenario(edition).to_act(1).do("roll").refuses("roll 1 2", by=1, clause="act.when").do("roll 3 4")
    table.refuses("draw chance 0", by=1, clause="act.when").refuses("deal 1 baltic", by=1, clause="act.when")


@clause("act.when")
def test_acts_take_effect_in_the_order_in_which_they_arrive(edition):
    # Seat 2 builds before or after seat 1 lands: the rent is that of the moment.
    before = scenario(edition).group("light-blue", owner=2).token(1, on="go").to_act(1)
    before.do("build oriental", by=2).expect(HouseBuilt(seat=2, deed="oriental", amount=50)).do("roll 2 4")
    before.do("ask-rent oriental from 1", by=2).expect(RentPaid(payer=1, owner=2, deed="oriental", amount=30))
    after = scenario(edition).group("light-blue", owner=2).token(1, on="go").to_act(1).do("roll 2 4")
    after.do("build oriental", by=2).do("ask-rent oriental from 1", by=2)
    after.expect(RentPaid(payer=1, owner=2, deed="oriental", amount=2 * 6))


@clause("act.when")
@pytest.mark.parametrize(
    ("wait", "clause_of_answer"), [("choice", "cards.pay-or-chance"), ("receive", "mortgage.transfer")]
)
def test_who_has_a_choice_to_make_answers_it_before_any_other_act(edition, wait, clause_of_answer):
    table = waiting(edition, wait).deeds("short-line", owner=1)
    for act in ("mortgage short-line", "offer 2 give short-line get 10", "roll", "resign", "end-turn"):
        table.refuses(act, by=1, clause=clause_of_answer)
    # Nor does a deal with that player close meanwhile.
    table.do("offer 1 give b-and-o get 10", by=2)
    table.refuses(f"accept {table.s.offer_number}", by=1, clause=clause_of_answer)


@clause("act.when")
def test_no_offer_of_a_player_who_has_a_choice_to_make_is_accepted(edition):
    table = scenario(edition, decks="1935").deeds("short-line", owner=1).token(1, on="states").to_act(1)
    table.do("offer 2 give short-line get 10").do("roll 1 3").draw("chest", "pay-or-chance")
    table.refuses("accept 1", by=2, clause="cards.pay-or-chance").do("pay-ten").allows("accept 1", by=2)


@clause("act.when")
def test_an_empty_chair_does_nothing_and_no_player_strikes_the_hour(edition):
    table = scenario(edition).to_act(1)
    table.refuses("roll", by=3, clause="act.when").refuses("roll", by=7, clause="act.when")
    table.refuses("hour", by=1, clause="act.when")
