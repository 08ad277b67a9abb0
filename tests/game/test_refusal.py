"""The sentences of refusals are true in the state at hand."""

import pytest

import ventnor as vt
from tests.kit.scenario import HOTEL, Table, scenario
from ventnor.action import to_record
from ventnor.kernel import codes
from ventnor.kernel.legal import refuse
from ventnor.kernel.reasons import LAWFUL
from ventnor.notation import parse_action
from ventnor.refusal import Refusal, refusal_of
from ventnor.words.sentence import Teller


def refusal(table: Table, text: str, by: int) -> Refusal:
    """Return why an action is refused."""
    table.finish_layout()
    act = parse_action(text)
    code = refuse(table.s, table.t, to_record(act, by))
    assert code != LAWFUL, f"{text} is lawful"
    return refusal_of(code, table.s, table.t, act, by, table.edition, ())


def reason(table: Table, text: str, by: int) -> str:
    """Return the sentence of a refusal."""
    return refusal(table, text, by).reason


def check(table: Table, text: str, by: int, name: str, sentence: str) -> None:
    """Check the name and the sentence of a reason."""
    found = refusal(table, text, by)
    assert (found.because.name, found.reason) == (name, sentence)


def market() -> Table:
    """Return a table where seats 0 and 2 have things to deal with; it is seat 1's turn."""
    table = scenario("classic", seats=4).deeds("reading", "electric", owner=0).group("light-blue", owner=0)
    return table.deeds("vermont", "b-and-o", owner=2).token(1, on="jail").to_act(1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("offer 2 give vermont get 10", "Vermont Avenue is not seat 0's."),
        ("offer 2 give 10 get reading", "Reading Railroad is not seat 2's."),
        ("offer 2 give 9000 get vermont", "Seat 0 has $1,500, not $9,000."),
        ("offer 2 give reading get 9000", "Seat 2 has $1,500, not $9,000."),
        ("offer 2 give chance-card get 10", "Seat 0 does not hold that jail card."),
        ("offer 2 give 10 get chest-card", "Seat 2 does not hold that jail card."),
        ("offer 2 give reading get debt 50", "There is no debt to settle with this deal."),
        ("offer 0 give reading get 10", "Nobody can deal with himself."),
    ],
)
def test_a_deal_is_told_whose_part_is_wrong(text: str, sentence: str) -> None:
    assert reason(market(), text, 0) == sentence


def test_a_deal_with_buildings_on_the_group_names_the_deed() -> None:
    table = scenario("classic", seats=3).group("light-blue", owner=0).houses("oriental", 1).to_act(1)
    sentence = reason(table, "offer 2 give vermont get 10", 0)
    assert sentence == "Sell the buildings on Oriental Avenue before Vermont Avenue changes hands."


LOTS = {"oriental": 1, "vermont": 2, "connecticut": 1}
FOUR = {"oriental": 4, "vermont": 4, "connecticut": 3}


@pytest.mark.parametrize(
    ("houses", "text", "sentence"),
    [
        (
            LOTS,
            "build vermont",
            "Build on Oriental Avenue and Connecticut Avenue first: Vermont Avenue has more buildings.",
        ),
        (LOTS, "sell oriental", "Oriental Avenue has fewer buildings than Vermont Avenue: sell there first."),
        (
            FOUR,
            "build oriental",
            "Every lot of the group needs 4 houses before one gets a hotel: build on Connecticut Avenue first.",
        ),
        (
            {"vermont": 1},
            "mortgage oriental",
            "Sell the buildings on Vermont Avenue first.",
        ),
    ],
)
def test_who_builds_or_sells_is_told_which_lot_comes_first(houses: dict[str, int], text: str, sentence: str) -> None:
    table = scenario("classic", seats=3).group("light-blue", owner=0)
    for lot, count in houses.items():
        table.houses(lot, count)
    assert reason(table.to_act(0), text, 0) == sentence


@pytest.mark.parametrize(
    ("edition", "sentence"),
    [
        ("1935", "Sell the buildings on Oriental Avenue first."),
        ("modern", "Sell the buildings on Oriental Avenue and Vermont Avenue first."),
    ],
)
def test_only_buildings_that_stand_in_the_way_of_a_mortgage_are_named(edition: str, sentence: str) -> None:
    table = scenario(edition, seats=3).group("light-blue", owner=0).houses("oriental", 1).houses("vermont", 1)
    assert reason(table.to_act(0), "mortgage oriental", 0) == sentence


def test_who_may_not_build_is_told_what_is_missing_or_mortgaged() -> None:
    table = scenario("classic", seats=3).deeds("oriental", owner=0).deeds("vermont", owner=1).to_act(0)
    missing = "The light blue group is not complete without Vermont Avenue and Connecticut Avenue."
    assert reason(table, "build oriental", 0) == missing
    table = scenario("classic", seats=3).group("light-blue", owner=0).mortgage("vermont").to_act(0)
    assert reason(table, "build oriental", 0) == "Lift the mortgage on Vermont Avenue first."
    assert reason(table, "build vermont", 0) == "Vermont Avenue is mortgaged: lift its mortgage first."


def test_a_receiver_without_the_interest_is_named() -> None:
    table = market().mortgage("reading").cash(2, 5)
    assert reason(table, "offer 2 give reading get 3", 0) == (
        "Seat 2 would have only $2 left to pay $10 of interest on mortgaged deeds."
    )


def test_a_debtor_is_told_that_the_debt_would_be_out_of_reach() -> None:
    table = scenario("classic", seats=3).deeds("boardwalk", owner=2).deeds("reading", owner=0).cash(0, 10)
    table.token(0, on="short-line").to_act(0).do("roll", "roll 1 3").do("ask-rent boardwalk from 0", by=2)
    assert reason(table, "offer 1 give reading get 5", 0) == (
        "Seat 0 owes $50, and this deal would leave seat 0 able to raise too little."
    )
    assert reason(table, "offer 2 give reading get debt 60", 0) == "Seat 0 owes seat 2 $50, not $60."
    assert reason(table, "offer 0 give debt 60 get reading", 2) == "Seat 0 owes seat 2 $50, not $60."


def test_a_debt_to_each_is_told_by_the_share_of_the_creditor() -> None:
    table = (
        scenario("classic", seats=4).deeds("reading", "short-line", owner=0).cash(0, 10).token(0, on="marvin-gardens")
    )
    table.to_act(0).do("roll", "roll 3 4").draw("chance", "pay-each").awaits("debt", 0)
    assert reason(table, "offer 2 give reading get debt 60", 0) == "Seat 0 owes seat 2 $50, not $60."
    table.do("offer 2 give reading get debt 40", by=0).do("accept 1", by=2)
    assert reason(table, "offer 2 give short-line get debt 60", 0) == "Seat 0 owes seat 2 $10, not $60."
    assert reason(table, "offer 0 give debt 60 get short-line", 3) == "Seat 0 owes seat 3 $50, not $60."


def test_a_rent_that_nobody_asked_for_is_not_given_away() -> None:
    table = scenario("classic").group("light-blue", owner=1).houses("light-blue", 4).deeds("reading", owner=0)
    table.cash(0, 350).to_act(0).do("roll 2 4").allows("offer 0 give 1 get reading", by=1)
    sentence = reason(table, "offer 0 give 1 get reading", by=2)
    assert sentence == "After this deal one side could not pay all that it owes or may have to pay."


def test_debtors_are_told_whose_debt_comes_first() -> None:
    """Three owe seat 0 by a card, each more than it has."""
    table = scenario("anniversary", seats=4).cash(1, 1).cash(2, 1).cash(3, 1)
    table.token(0, on="st-charles").to_act(0).do("roll", "roll 2 4").draw("chest", "collect-each")
    table.awaits("debt")
    assert reason(table, "bankrupt", 2) == "The older debt of seat 1 comes first."


def test_nature_and_the_clock_are_told_what_is_under_way() -> None:
    game = vt.Game("anniversary", 3, variant="timed", nature="manual")
    refusal = game.why_not(vt.Hour())
    assert refusal is not None
    assert refusal.reason == "Wait: a deed is being dealt."
    refusal = market_game().why_not(vt.Throw(1, 2), by=0)
    assert refusal is not None
    assert refusal.reason == "Players don't do `throw`: dice, cards and dealt deeds come from nature."


def market_game() -> vt.Game:
    """Return any game under way."""
    return vt.Game("classic", 2, nature="manual")


def test_1935_sells_no_group_at_once() -> None:
    table = scenario("1935", seats=3).group("light-blue", owner=0).houses("oriental", 1).to_act(1)
    assert reason(table, "sell-group light-blue", 0) == "In this edition buildings are sold one at a time."


def test_hotels_come_down_to_no_more_houses_than_there_are() -> None:
    table = scenario("classic", seats=3).group("light-blue", owner=0).houses("light-blue", 5).stock(houses=3).to_act(1)
    sentence = "At most 3 houses can stay on the light blue group: its lots hold no more, or the Bank has too few."
    assert reason(table, "sell-group light-blue to 4", 0) == sentence


def test_a_game_from_a_position_without_names_speaks_of_seats() -> None:
    game = vt.Game("classic", 2, seed=1)
    again = vt.Game.from_position(game.position)
    assert again.names == game.names == ()


# --- reasons that were once untrue ------------------------------------------------------------------------------------


def auction(bid: int = 0) -> Table:
    """Seat 0 has declined Baltic Avenue; seat 1 has bid. Seat 2 stands on Oriental Avenue, which is seat 0's."""
    table = scenario("classic", seats=4).deeds("oriental", "reading", owner=0).deeds("vermont", owner=1)
    table.token(0, on="go").to_act(0).do("roll 1 2", "decline")
    return table.do(f"bid {bid}", by=1) if bid else table


def test_a_debt_that_waits_for_an_auction_is_told_so() -> None:
    table = scenario("classic", seats=3).deeds("oriental", owner=0).houses("oriental", 0).deeds("b-and-o", owner=2)
    table.cash(1, 3).token(1, on="go").to_act(1).do("roll 2 4").do("end-turn", by=1)
    table.token(2, on="go").do("roll 1 2", by=2).do("decline", by=2).do("ask-rent oriental from 1", by=0)
    sentence = "The debt of $6 is not due before the auction is over."
    check(table, "bankrupt", 1, "debt-not-due", sentence)
    check(table, "pay", 1, "debt-not-due", sentence)


def test_a_debt_that_is_due_waits_for_the_estate_of_another() -> None:
    table = scenario("classic", seats=4).deeds("oriental", owner=0).deeds("b-and-o", owner=2).cash(1, 3)
    table.token(1, on="go").to_act(1).do("roll 2 4").do("ask-rent oriental from 1", by=0).awaits("debt", 1)
    table.do("resign", by=2).awaits("bid")
    check(table, "bankrupt", 1, "auction-before-debt", "Finish the auction first: debts wait until it is over.")


@pytest.mark.parametrize("verb", ["offer 1 give reading get 1200", "counter 1 give reading get 1200"])
def test_a_deal_that_would_spend_a_bid_names_the_bidder(verb: str) -> None:
    table = auction(bid=500)
    if verb.startswith("counter"):
        table.do("offer 0 give vermont get 10", by=1)
    check(table, verb, 0, "deal-spends-bid", "Seat 1 has bid $500 in the auction and must keep that cash.")


COUNTERS = [
    ("give vermont get 10", "give-own", "Vermont Avenue is not seat 0's."),
    ("give 10 get reading", "give-own", "Reading Railroad is not seat 2's."),
    ("give 9000 get vermont", "cash-short", "Seat 0 has $1,500, not $9,000."),
    ("give reading get 9000", "cash-short", "Seat 2 has $1,500, not $9,000."),
    ("give 10 get chest-card", "jail-card-not-held", "Seat 2 does not hold that jail card."),
    ("give 5 vermont get 10 b-and-o", "cash-both-ways", "Only one side of a deal can pay cash."),
    ("give 5 get nothing", "gift-or-loan", "Cash for nothing would be a gift or a loan."),
    ("give nothing get nothing", "no-property-in-deal", "A deal needs at least one deed or jail card."),
    ("give reading get debt 5", "no-debt-in-kind", "There is no debt to settle with this deal."),
]


@pytest.mark.parametrize(("terms", "name", "sentence"), COUNTERS, ids=[name for _, name, _ in COUNTERS])
def test_a_counter_is_told_the_same_as_an_offer(terms: str, name: str, sentence: str) -> None:
    table = market().do("offer 0 give b-and-o get 10", by=2)
    check(table, f"offer 2 {terms}", 0, name, sentence)
    check(table, f"counter 1 {terms}", 0, name, sentence)


def test_an_offer_that_stands_for_another_is_told_so() -> None:
    table = market().do("offer 0 give b-and-o get 10", by=2)
    check(table, "accept 7", 0, "no-such-offer", "That offer is not open: it may have been answered or taken back.")
    for verb in ("accept 1", "reject 1", "counter 1 give nothing get b-and-o"):
        check(table, verb, 1, "offer-to-another", "That offer was made to another player.")
    check(table, "withdraw 1", 0, "offer-of-another", "That offer was made by another player.")


def test_1935_building_waits_for_a_mortgaged_lot_of_the_group() -> None:
    table = scenario("1935", seats=3).group("light-blue", owner=0).houses("oriental", 1).houses("vermont", 1)
    table.mortgage("connecticut").to_act(0)
    check(
        table,
        "build oriental",
        0,
        "lift-to-build",
        "Lift the mortgage on Connecticut Avenue first: building must be even, and a mortgaged lot counts as empty.",
    )
    table = scenario("1935", seats=3).group("light-blue", owner=0).houses("oriental", 1).mortgage("connecticut")
    sentence = "Build on Vermont Avenue first: Oriental Avenue has more buildings."
    check(table.to_act(0), "build oriental", 0, "build-evenly", sentence)
    table = scenario("1935", seats=3).group("light-blue", owner=0).houses("oriental", 4).houses("vermont", 4)
    needs = "Every lot of the group needs its houses before one gets a hotel"
    sentence = f"{needs}: lift the mortgage on Connecticut Avenue first."
    check(table.mortgage("connecticut").to_act(0), "build oriental", 0, "lift-before-hotel", sentence)


def call() -> Table:
    """Return a table where seat 0 has asked for the last house, which seat 2 has room for as well; seat 2 is asked."""
    table = scenario("classic", seats=4).group("light-blue", owner=0).group("purple", owner=2)
    return table.stock(houses=1).to_act(1).do("build oriental", by=0)


def test_a_throw_waits_for_a_building_call() -> None:
    sentence = "Seat 2 must say how many buildings to take first."
    check(call(), "roll", 1, "want-first", sentence)
    check(call(), "end-turn", 1, "want-first", sentence)


def test_who_is_not_asked_in_a_call_is_told_why() -> None:
    table = call()
    check(table, "want 1", 0, "anothers-wish", "Seat 2 is asked now.")
    check(table, "want 1", 1, "no-room", "Seat 1 has no room for what is left.")
    check(table, "want 9", 2, "wish-too-large", "There is room for 8 and no more.")
    check(table, "build oriental", 0, "call-open", "A building call is open: nobody builds outside it.")
    table.do("want 0", by=2)
    check(table, "want 1", 2, "wish-said", "Seat 2 has already said how many.")


def test_who_asked_for_no_building_takes_no_part_in_its_auction() -> None:
    table = scenario("classic", seats=4).group("light-blue", owner=0).group("purple", owner=2).group("pink", owner=3)
    table.stock(houses=1).to_act(1).do("build oriental", by=0).do("want 0", by=2).do("want 1", by=3).do("want 1", by=0)
    sentence = "Only players who asked for a building and have room for it take part in this auction."
    check(table, "bid 5", 2, "not-in-auction", sentence)


@pytest.mark.parametrize("edition", ["classic", "official", "modern", "anniversary"])
def test_reason_and_rule_are_not_the_same_sentence(edition: str) -> None:
    table = scenario(edition).jail(0, 1).to_act(0).do("roll 5 5").awaits("end", 0)
    found = refusal(table, "roll", 0)
    assert (found.because.name, found.clause) == ("freed-by-doubles", "jail.doubles-no-second")
    assert found.reason == "Seat 0 left Jail with these doubles."
    assert found.reason not in found.rule


RAISING = "The hour has struck: buildings are sold and deeds mortgaged only to pay a debt."
HOUR = [
    ("build oriental", "hour-ends-building", "The hour has struck: nobody builds any more."),
    (
        "mortgage reading",
        "hour-ends-raising",
        "The hour has struck: buildings are sold and deeds mortgaged only to pay a debt.",
    ),
    ("lift electric", "hour-ends-lifting", "The hour has struck: no mortgage is lifted any more."),
    ("offer 1 give reading get 10", "hour-ends-deals", "The hour has struck: there are no more deals."),
    ("resign", "hour-ends-resigning", "The hour has struck: the last move is played out, and nobody gives up."),
]


@pytest.mark.parametrize(("text", "name", "sentence"), HOUR, ids=[text for text, _, _ in HOUR])
def test_after_the_hour_each_action_is_told_what_has_ended(text: str, name: str, sentence: str) -> None:
    table = scenario("anniversary", "timed").group("light-blue", owner=0).deeds("reading", "electric", owner=0)
    table.mortgage("electric").to_act(0).do("roll 1 2", "hour")
    check(table, text, 0, name, sentence)


def test_a_card_that_was_seen_does_not_come_up() -> None:
    table = scenario("classic").token(0, on="go").seen("chance", 3).to_act(0).do("roll 3 4")
    check(table, "draw chance 3", codes.NATURE, "card-seen", "That card has already been drawn since the shuffle.")
    check(table, "draw chest 3", codes.NATURE, "no-card-due", "No card of that deck is due now.")


def test_the_short_game_counts_three_houses() -> None:
    table = scenario("anniversary", "short").group("light-blue", owner=0).to_act(0)
    table.houses("oriental", 3).houses("vermont", 3).houses("connecticut", 2)
    found = refusal(table, "build oriental", 0)
    assert found.clause == "short.three-houses"
    assert found.reason == (
        "Every lot of the group needs 3 houses before one gets a hotel: build on Connecticut Avenue first."
    )
    table.houses("light-blue", HOTEL)
    found = refusal(table, "build oriental", 0)
    assert (found.clause, found.reason) == ("short.three-houses", "Oriental Avenue already has a hotel.")


def test_the_modern_group_is_called_brown() -> None:
    table = scenario("modern").deeds("baltic", owner=0).to_act(0)
    sentence = "The brown group is not complete without Mediterranean Avenue."
    check(table, "build baltic", 0, "group-incomplete", sentence)
    check(table, "sell-group purple", 0, "not-own-group", "Seat 0 does not own the whole brown group.")


@pytest.mark.parametrize(
    ("houses", "what"), [(0, "houses left: wait until some come"), (4, "hotels left: wait until one comes")]
)
def test_who_waits_for_buildings_is_told_to_wait(houses: int, what: str) -> None:
    table = scenario("classic").group("light-blue", owner=0).houses("light-blue", houses).stock(houses=0, hotels=0)
    check(table.to_act(0), "build oriental", 0, "bank-has-none", f"The Bank has no {what} back.")


def test_who_resigns_from_a_debt_that_could_be_paid_is_not_said_to_be_unable_to() -> None:
    table = scenario("classic").deeds("oriental", owner=0).deeds("reading", owner=1).cash(1, 3)
    table.token(1, on="go").to_act(1).do("roll 2 4").do("ask-rent oriental from 1", by=0)
    check(table, "bankrupt", 1, "debt-can-be-raised", "The debt of $6 can still be paid by selling and mortgaging.")
    table.do("resign", by=1)
    sentence = [Teller().event(event.to_json()) for event in table.events]
    assert sentence[:2] == ["Seat 1 gives up.", "Seat 1 is bankrupt, owing seat 0 $6, and leaves the game."]


@pytest.mark.parametrize(
    ("text", "name", "sentence"),
    [
        ("bid 5", "no-auction", "There is no auction now."),
        ("want 1", "no-call", "No building call asks for wishes now."),
        ("tax flat", "no-tax", "There is no tax to choose for this player."),
        ("take-chance", "no-choice", "There is no card choice to make for this player."),
        ("keep reading", "not-received", "Reading Railroad is not a deed just received."),
        ("build reading", "only-lots", "Buildings go on colour lots only."),
        ("pay", "owes-nothing", "Seat 0 owes nothing."),
        ("offer 5 give reading get 10", "no-such-partner", "There is no player at that seat."),
    ],
)
def test_what_is_not_under_way_is_named(text: str, name: str, sentence: str) -> None:
    check(market(), text, 0, name, sentence)


def test_only_the_buyer_answers_an_offered_deed_and_nobody_resigns_meanwhile() -> None:
    table = scenario("classic", seats=3).token(1, on="go").to_act(1).do("roll 2 4").awaits("buy", 1)
    check(table, "buy", 0, "offered-to-another", "Oriental Avenue is offered to seat 1.")
    sentence = "Finish what is open first: players resign only between throws."
    check(table, "resign", 0, "resign-between-throws", sentence)


def test_a_debtor_is_told_what_may_be_bid() -> None:
    table = scenario("classic", seats=3).group("pink", owner=0).houses("pink", HOTEL).deeds("reading", owner=1)
    table.deeds("baltic", owner=2).cash(1, 700).token(1, on="oriental").to_act(1).do("roll 2 3")
    table.do("ask-rent st-charles from 1", by=0).do("resign", by=2).awaits("bid")
    check(table, "bid 1", 1, "debt-before-bid", "Seat 1 owes $750 and bids only cash beyond that.")


def test_who_sits_in_jail_is_told_what_cannot_be_done_there() -> None:
    table = scenario("classic", seats=3, no_rent_in_jail=True).deeds("oriental", owner=0).jail(0)
    table.token(1, on="go").to_act(1)
    check(table, "pay-fine", 0, "fine-not-now", "The fine can be paid only on your own turn, before you throw.")
    sentence = "Seat 0 is in Jail: by this table's house rule nobody collects rent there."
    check(table.do("roll 2 4"), "ask-rent oriental from 1", 0, "no-rent-in-jail", sentence)


def test_where_a_building_of_a_call_cannot_go_is_told() -> None:
    table = scenario("classic", seats=3).group("light-blue", "green", owner=0).group("purple", owner=2)
    table.stock(houses=1).to_act(1).do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0)
    table.do("bid 99", by=0).do("pass", by=2)
    sentence = "A building won for $99 goes onto a lot whose house price is at most twice that."
    check(table, "build pacific", 0, "lot-above-bid", sentence)
    table = scenario("classic", seats=3).group("light-blue", owner=0).group("purple", "pink", owner=2)
    table.houses("purple", 4).stock(houses=3).to_act(1)
    table.do("build oriental", by=0).do("want 1", by=2).do("want 1", by=0).awaits("place", 2)
    check(table, "build baltic", 2, "call-for-others", "This building call is for houses.")


def test_a_group_without_a_hotel_is_not_brought_down() -> None:
    table = scenario("classic", seats=3).group("light-blue", owner=0).houses("light-blue", 4).to_act(1)
    check(table, "sell-group light-blue", 0, "no-hotel-in-group", "There is no hotel on the light blue group.")


def test_a_receiver_keeps_cash_for_the_interest_on_the_other_deeds() -> None:
    table = scenario("classic", seats=3).deeds("boardwalk", "baltic", owner=0).mortgage("boardwalk", "baltic")
    table.cash(2, 33 + 19).to_act(1).do("offer 2 give boardwalk baltic get nothing", by=0).do("accept 1", by=2)
    sentence = "Lifting the mortgage on Baltic Avenue leaves too little for the interest on the other deeds received."
    check(table, "lift baltic", 2, "lift-leaves-too-little", sentence)
