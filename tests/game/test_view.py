"""Views: what a seat may see, and what it may not."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ventnor as vt
from tests.game.playing import random_game
from ventnor.game import EditionName
from ventnor.rulebook.edition import EDITIONS
from ventnor.view import CallView, EstateView, TableManner

RENT_DUE = {
    "seats": [{"cash": 1500, "space": "go"}, {"cash": 1500}, {"cash": 1500}],
    "deeds": {"baltic": {"owner": 1}, "mediterranean": {"owner": 1}},
}


def with_a_rent_due(table: TableManner) -> vt.Game:
    """Return a game where seat 0 has stopped on seat 1's property, and nobody has asked for the rent."""
    game = vt.Game.from_position(RENT_DUE, nature="manual", ask_rent="manual", table=table)
    game.apply(vt.Throw(1, 2))
    return game


def test_at_an_attentive_table_a_claim_is_seen_by_both_sides_and_by_nobody_else() -> None:
    game = with_a_rent_due("attentive")
    claim = game.view(1).claims[0]
    assert (claim.owner, claim.payer, claim.deed, claim.amount) == (1, 0, "baltic", 2 * 4)
    assert game.view(0).claims == (claim,)
    assert game.view(2).claims == ()
    assert game.view(None).claims == (claim,)
    assert vt.AskRent("baltic", 0) in game.view(1).legal


def test_at_a_sharp_table_nothing_gives_a_rent_away_but_asking_is_lawful() -> None:
    game = with_a_rent_due("sharp")
    for seat in (0, 1, 2, None):
        view = game.view(seat)
        assert view.claims == ()
        assert "ask-rent" not in {action.name for action in view.legal}
    assert "ask-rent" not in {action.name for action in game.legal_actions_of(1)}
    assert vt.AskRent("baltic", 0) in game.legal_actions_of(1)
    quiet = vt.Game.from_position(RENT_DUE, nature="manual", ask_rent="manual", table="sharp")
    quiet.apply(vt.Throw(1, 2))
    quiet.apply(vt.AskRent("baltic", 0), by=1)
    asked, unasked = quiet.view(1).to_json(), game.view(1).to_json()
    assert {key for key in asked if asked[key] != unasked[key]} == {"seats", "ply"}  # the cash, and nothing else


def after_the_hour(table: TableManner, due: bool) -> vt.Game:
    """Return a game where seat 0 has moved, the hour has struck, and seat 2 may have a rent to ask for."""
    position: dict[str, object] = {
        "edition": "anniversary",
        "variant": "timed",
        "seats": [{"space": "oriental"}, {}, {}],
        "deeds": {"oriental": {"owner": 2}},
        "claims": [{"owner": 2, "payer": 0, "deed": "oriental", "amount": 6}] if due else [],
        "dice": [2, 4],
        "awaiting": {"phase": "end"},
    }
    game = vt.Game.from_position(position, nature="manual", ask_rent="manual", table=table)
    game.apply(vt.Hour())
    return game


def test_at_a_sharp_table_the_hour_reminds_nobody_of_a_rent() -> None:
    due, none = after_the_hour("sharp", True), after_the_hour("sharp", False)
    assert due.awaiting == none.awaiting == vt.AwaitingLastRent(1)
    for asked in (1, 2):
        assert due.to_act == none.to_act == asked
        for seat in (0, 1, 2, None):
            assert due.view(seat).to_json() == none.view(seat).to_json()
        for seat in (0, 1, 2):
            assert tuple(due.legal_actions_of(seat)) == tuple(none.legal_actions_of(seat))
        assert tuple(due.legal_actions_of(asked)) == (vt.Pass(),)
        seen = [[event for event in game.apply(vt.Pass()) if game.view(2).tells(event)] for game in (due, none)]
        assert seen[0] == seen[1]
    assert due.over
    assert none.over


def test_at_a_sharp_table_a_rent_noticed_after_the_hour_is_paid() -> None:
    game = after_the_hour("sharp", True)
    assert vt.AskRent("oriental", 0) in game.legal_actions_of(2)
    game.apply(vt.AskRent("oriental", 0), by=2)
    assert game.cash[2] == 1506
    again = vt.Game.from_position(game.position, nature="manual", ask_rent="manual", table="sharp")
    assert again.awaiting == game.awaiting == vt.AwaitingLastRent(1)


def test_a_position_after_the_hour_at_a_sharp_table_goes_on_as_one() -> None:
    game = after_the_hour("sharp", True)
    again = vt.Game.from_position(game.position, nature="manual", ask_rent="manual")
    assert again.table == "sharp"
    assert again.view(2).claims == ()
    assert "ask-rent" not in {action.name for action in again.legal_actions_of(2)}


def test_at_an_attentive_table_only_owners_are_asked_after_the_hour() -> None:
    assert after_the_hour("attentive", False).over
    game = after_the_hour("attentive", True)
    assert game.awaiting == vt.AwaitingLastRent(2, "oriental", 6, 0)
    assert tuple(game.legal_actions_of(2)) == (vt.AskRent("oriental", 0), vt.Pass())


def test_a_position_after_the_hour_may_be_taken_to_a_sharp_table() -> None:
    game = after_the_hour("attentive", True)
    sharp = vt.Game.from_position(game.position, nature="manual", ask_rent="manual", table="sharp")
    assert sharp.awaiting == vt.AwaitingLastRent(1)
    assert sharp.view(1).claims == ()


def test_events_about_a_waiting_rent_are_told_to_whom_it_concerns() -> None:
    attentive, sharp = with_a_rent_due("attentive"), with_a_rent_due("sharp")
    events = attentive.log[-1].events
    seen = {seat: [event.name for event in events if attentive.view(seat).tells(event)] for seat in (0, 1, 2)}
    assert "rent-fell-due" in seen[0]
    assert seen[0] == seen[1] == [event.name for event in events]
    assert "rent-fell-due" not in seen[2]
    assert seen[2] == [event.name for event in events if sharp.view(1).tells(event)]


def test_a_view_stands_still() -> None:
    game = vt.Game("modern", players=2, seed=3)
    view = game.view(0)
    before = view.to_json()
    late = game.view(0)
    for _ in range(12):
        game.apply(game.legal_actions[0])
    assert view.to_json() == before == late.to_json()
    assert game.view(0) != view
    with pytest.raises(AttributeError, match="read-only"):
        view.ply = 3


def test_a_view_tells_the_table() -> None:
    deeds = {"oriental": {"owner": 0}, "vermont": {"owner": 0}, "connecticut": {"owner": 0, "houses": 1}}
    deeds |= {"electric": {"owner": 1}, "reading": {"owner": 1}, "short-line": {"owner": 1, "mortgaged": True}}
    position = {"seats": [{"name": "Ann"}, {"name": "Ben", "jail_cards": ["chance"]}], "deeds": deeds}
    view = vt.Game.from_position(position, nature="manual").view(0)
    assert view.me.name == "Ann"
    assert view.me.sets == ("light-blue",)
    assert view.seats[1].deeds == ("reading", "electric", "short-line")
    assert (view.me.near, view.seats[1].near) == ((), ("water-works",))
    assert view.deeds["oriental"].rent == 2 * 6
    assert view.deeds["connecticut"].rent == 40
    assert view.deeds["reading"].rent == 50
    assert view.deeds["short-line"].rent == 0
    assert (view.deeds["electric"].rent, view.deeds["electric"].times) == (0, 4)
    assert view.deeds["baltic"].owner is None
    assert (view.decks["chance"].unseen, view.decks["chance"].holder) == (15, 1)
    assert view.houses_left == 31
    assert view.to_act == 0
    with pytest.raises(ValueError, match="no seat"):
        _ = vt.Game(seed=1).view(None).me


def test_bank_that_never_runs_out_of_buildings_has_no_number_of_them() -> None:
    game = vt.Game(seed=1, options=vt.Options(unlimited_buildings=True))
    for shown in (game, game.view(0)):
        assert (shown.houses_left, shown.hotels_left) == (None, None)


def test_a_view_tells_which_deeds_would_complete_a_group() -> None:
    deeds = {"oriental": 0, "vermont": 0, "connecticut": 1, "reading": 0, "short-line": 0, "b-and-o": 0, "baltic": 1}
    position = {"seats": [{}, {}], "deeds": {deed: {"owner": owner} for deed, owner in deeds.items()}}
    game = vt.Game.from_position(position, nature="manual")
    # It counts whether the Bank or a rival has the missing deed; two deeds short is not near.
    assert [seat.near for seat in game.view().seats] == [("connecticut", "pennsylvania-rr"), ("mediterranean",)]
    game.apply(vt.Offer(1, vt.Terms(cash=1), vt.Terms(deeds=("connecticut",))), by=0)
    game.apply(vt.Accept(1), by=1)
    assert [(seat.sets, seat.near) for seat in game.view().seats] == [
        (("light-blue",), ("pennsylvania-rr",)),
        ((), ("mediterranean",)),
    ]


def test_a_throw_tells_what_may_come_of_it() -> None:
    game = vt.Game(nature="manual", players=2)
    assert game.awaiting == vt.AwaitingThrow(0, "opening")
    game.apply(vt.Roll())
    assert game.awaiting == vt.AwaitingDice(0, "opening")
    # From GO to Jail, just visiting, and on to Free Parking.
    game = vt.Game.from_position({"seats": [{"space": "go"}, {}]}, nature="manual")
    assert game.awaiting == vt.AwaitingThrow(0, "move")
    game.apply(vt.Throw(5, 5))
    assert game.awaiting == vt.AwaitingThrow(0, "move")
    game.apply(vt.Throw(5, 5))
    assert game.awaiting == vt.AwaitingThrow(0, "move", doubles_jail=True)
    game.apply(vt.Throw(1, 1))
    assert game.jail_turn[0] > 0


def test_a_throw_and_a_purchase_tell_what_house_rules_make_of_them() -> None:
    options = {"immediate_rent": True, "first_lap": True, "no_auctions": True}
    position = {"seats": [{"space": "boardwalk"}, {}], "options": options}
    game = vt.Game.from_position(position, nature="manual")
    assert game.awaiting == vt.AwaitingThrow(0, "move", cannot_buy=True, rent_at_once=True)
    game.apply(vt.Throw(1, 3))
    assert game.awaiting == vt.AwaitingBuy(0, deed="baltic", price=60, otherwise="bank")


def test_an_auction_tells_who_takes_part_and_who_has_yet_to_answer() -> None:
    position = {"seats": [{"cash": 300, "space": "marvin-gardens"}, {"cash": 40}, {"cash": 500}, {"cash": 80}]}
    game = vt.Game.from_position(position, nature="manual")
    game.apply(vt.Throw(1, 4))
    game.apply(vt.Decline())
    assert (game.awaiting.bidders, game.awaiting.silent, game.awaiting.unable) == ((0, 1, 2, 3), (0, 1, 2, 3), ())
    game.apply(vt.Bid(60), by=2)
    game.apply(vt.Pass(), by=3)
    assert (game.awaiting.bidder, game.awaiting.silent, game.awaiting.unable) == (2, (0, 1), (1,))
    # Who has bid everything cannot raise it.
    game.apply(vt.Bid(300), by=0)
    assert (game.awaiting.silent, game.awaiting.unable) == ((1, 2, 3), (0, 1, 3))


def test_only_those_who_want_one_bid_for_a_building() -> None:
    """§shortage.auction: a building is auctioned among those in the call who want one."""
    lots = {
        **{lot: {"owner": 1, "houses": 4} for lot in ("st-james", "tennessee", "new-york")},
        **{lot: {"owner": 3, "houses": 4} for lot in ("kentucky", "indiana", "illinois")},
        **{lot: {"owner": 0, "houses": 2} for lot in ("oriental", "vermont", "connecticut")},
        **{lot: {"owner": 2} for lot in ("mediterranean", "baltic")},
    }
    game = vt.Game.from_position({"seats": [{}, {}, {}, {}], "deeds": lots}, nature="manual")
    assert game.view().call is None
    game.apply(vt.Build("baltic"), by=2)
    assert game.view().call == CallView("house", 2, (), (0, 0, 0, 0))
    game.apply(vt.Want(3))
    assert game.view().call == CallView("house", 2, (0,), (3, 0, 0, 0))
    game.apply(vt.Want(2))
    assert game.view().call == CallView("house", 2, (0, 2), (3, 0, 2, 0))
    assert (game.awaiting.item, game.awaiting.bidders) == ("house", (0, 2))


def test_an_estate_tells_what_is_still_to_be_auctioned() -> None:
    seats = [{"cash": 30, "space": "go", "jail_cards": ["chest"]}, {}, {}]
    deeds = {deed: {"owner": 0, "mortgaged": True} for deed in ("reading", "oriental")}
    game = vt.Game.from_position({"edition": "1935", "seats": seats, "deeds": deeds}, nature="manual")
    game.apply(vt.Throw(1, 3))
    game.apply(vt.Tax("flat"))
    assert game.view().estate is None
    assert game.awaiting.missing == 200 - 30
    game.apply(vt.Bankrupt())
    for item, estate in (
        ("reading", EstateView(0, ("oriental",), ("chest",))),
        ("oriental", EstateView(0, (), ("chest",))),
        ("chest-card", EstateView(0)),
    ):
        assert (game.awaiting.item, game.view().estate) == (item, estate)
        game.apply(vt.Pass())
        game.apply(vt.Pass())
    assert game.view().estate is None


def test_at_the_blind_choice_nothing_gives_a_worth() -> None:
    deeds = {"baltic": {"owner": 0}, "oriental": {"owner": 0, "mortgaged": True}}
    position = {"edition": "classic", "seats": [{"cash": 5678}, {"cash": 1500}], "deeds": deeds}
    game = vt.Game.from_position(position, nature="manual")
    game.apply(vt.Throw(2, 2))
    assert game.awaiting == vt.AwaitingTax(0, amount=200, percent=10)
    assert list(game.legal_actions) == [vt.Tax("flat"), vt.Tax("percent")]
    worth = 5678 + 60 + 100
    shown = json.dumps(game.view(0).to_json())
    assert str(worth) not in shown
    assert str((worth + 9) // 10) not in shown
    with pytest.raises(vt.IllegalAction, match=r"tax\.income"):
        game.preview([vt.Tax("percent")])
    with pytest.raises(vt.IllegalAction, match=r"tax\.income"):
        game.lawful_order([vt.Tax("percent"), vt.Roll()])
    assert game.preview([vt.Tax("flat")]).after.cash == (5678 - 200, 1500)


@settings(max_examples=30)
@given(seed=st.integers(0, 300), plies=st.integers(0, 150), edition=st.sampled_from(EDITIONS))
def test_every_view_of_every_game_can_be_written_as_json(seed: int, plies: int, edition: EditionName) -> None:
    game = random_game(seed, plies, edition)
    for seat in (*range(game.players), None):
        view = game.view(seat)
        assert json.loads(json.dumps(view.to_json())) == view.to_json()
        assert view.legal == (() if seat is None else tuple(game.legal_actions_of(seat)))
        assert view.awaiting == game.awaiting
        assert tuple(each.cash for each in view.seats) == game.cash


@settings(max_examples=15)
@given(seed=st.integers(0, 300))
def test_the_rent_a_view_shows_is_the_rent_that_falls_due(seed: int) -> None:
    game = random_game(seed, 150)
    rng = Random(seed)
    for _ in range(60):
        if game.over:
            return
        shown = game.view(None).deeds
        for event in game.apply(rng.choice(list(game.legal_actions)[:2])):
            if isinstance(event, vt.RentFellDue) and event.clause == "rent.due" and not event.factor:
                by_card = any(isinstance(each, vt.CardDrawn) for each in game.log[-1].events)
                deed = shown[event.deed]
                assert by_card or deed.times or event.amount == deed.rent
