"""The object people use: applying, refusing, copying, and what follows by itself."""

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ventnor as vt
from tests.game.playing import random_game, state_bytes
from tests.properties.telling import actions
from ventnor.game import EditionName
from ventnor.kernel.reasons import R_TOO_MUCH_OPEN
from ventnor.rulebook.edition import EDITIONS

TO_BUY = {"seats": [{"cash": 1500}, {"cash": 1500}], "edition": "official", "turn": 0}


def two(**seats: object) -> vt.Game:
    """Return two players, seat 0 to throw, everything by hand."""
    return vt.Game.from_position({**TO_BUY, **seats}, nature="manual", ask_rent="manual")


def test_every_edition_has_its_name_in_the_type() -> None:
    assert get_args(EditionName) == EDITIONS


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = random_game(7, 120), random_game(7, 120)
    assert [ply.text for ply in first.log] == [ply.text for ply in second.log]
    assert state_bytes(first) == state_bytes(second)
    assert [ply.text for ply in random_game(8, 120).log] != [ply.text for ply in first.log]


def test_without_a_seed_games_differ() -> None:
    seeds = {vt.Game().seed for _ in range(5)}
    assert len(seeds) == 5
    assert None not in seeds


def test_nature_answers_by_itself_until_a_player_is_awaited() -> None:
    game = vt.Game("modern", players=3, seed=7)
    events = game.apply(vt.Roll())
    assert [type(event) for event in events] == [vt.Threw]
    assert [ply.actor for ply in game.log] == [0, "nature"]
    assert [ply.cause for ply in game.log] == ["seat", "nature"]
    assert game.to_act == 1
    assert game.awaiting == vt.AwaitingThrow(1, "opening")


def test_deeds_are_dealt_before_a_short_game_begins() -> None:
    game = vt.Game("anniversary", players=3, seed=7, variant="short")
    assert [ply.action.name for ply in game.log] == ["deal"] * 6
    assert game.awaiting.kind == "throw"


def test_with_manual_nature_the_caller_throws_and_draws() -> None:
    game = two()
    game.apply_text("roll")
    assert game.awaiting == vt.AwaitingDice(0, "move")
    assert game.to_act is None
    assert game.actors == ()
    game.apply_text("roll 3 4")
    assert game.awaiting == vt.AwaitingCard(0, deck="chance")
    assert vt.Draw("chance", 3) in game.legal_actions
    assert len(game.legal_actions) == 16
    game.apply_text("draw chance 3")
    assert [ply.actor for ply in game.log] == [0, "nature", "nature"]


def test_a_throw_by_hand_means_the_roll_too() -> None:
    game = two()
    events = game.apply(vt.Throw(1, 2))
    assert [ply.text for ply in game.log] == ["roll", "roll 1 2"]
    assert events[0] == vt.Threw(0, 1, 2, clause="move.total")
    assert game.awaiting == vt.AwaitingBuy(0, deed="baltic", price=60, otherwise="auction")
    assert list(game.legal_actions)[:2] == [vt.Buy(), vt.Decline()]


def test_where_nature_is_awaited_the_menu_is_all_it_can_answer() -> None:
    game = two()
    game.apply(vt.Roll())
    assert list(game.legal_actions) == [vt.Throw(one, other) for one in range(1, 7) for other in range(1, 7)]


def test_rent_is_asked_for_by_itself_unless_told_otherwise() -> None:
    position = {**TO_BUY, "deeds": {"baltic": {"owner": 1}}}
    by_itself = vt.Game.from_position(position, nature="manual")
    by_itself.apply(vt.Throw(1, 2))
    asked = by_itself.log[-1]
    assert (asked.actor, asked.cause, asked.action) == (1, "auto", vt.AskRent("baltic", 0))
    assert by_itself.cash == (1496, 1504)
    by_hand = vt.Game.from_position(position, nature="manual", ask_rent="manual")
    by_hand.apply(vt.Throw(1, 2))
    assert by_hand.cash == (1500, 1500)
    by_hand.apply(vt.AskRent("baltic", 0), by=1)
    assert by_hand.cash == (1496, 1504)


def test_what_the_table_shows() -> None:
    deeds = {"oriental": {"owner": 1, "mortgaged": True}}
    deeds |= {"park-place": {"owner": 0, "houses": 4}, "boardwalk": {"owner": 0, "houses": 5}}
    seats = [{"cash": 900, "space": "jail", "jail_turn": 2, "jail_cards": ["chest"]}, {"cash": 50}]
    game = two(deeds=deeds, seats=seats)
    assert game.cash == (900, 50)
    assert game.space == ("jail", "go")
    assert game.jail_cards == (("chest",), ())
    assert game.jail_turn == (2, 0)
    assert game.owner("oriental") == 1
    assert game.owner("baltic") is None
    assert game.mortgaged("oriental")
    assert (game.houses("park-place"), game.houses("boardwalk"), game.houses("oriental")) == (4, 5, 0)
    assert (game.houses_left, game.hotels_left) == (28, 11)
    assert (game.to_act, game.actors, game.over, game.outcome) == (0, (0, 1), False, None)
    with pytest.raises(ValueError, match="no deed 'go'"):
        game.owner("go")


def test_numbers_of_players_and_names_are_checked() -> None:
    with pytest.raises(vt.WrongPlayers, match="2 to 6 players, not 8"):
        vt.Game("modern", players=8)
    with pytest.raises(vt.WrongPlayers, match="3 names, not 2"):
        vt.Game(players=3, names=["Ann", "Ben"])
    with pytest.raises(vt.WrongPlayers, match="no seat 4"):
        vt.Game(players=4, seed=1).view(4)


@pytest.mark.parametrize(
    ("manner", "said"),
    [
        ({"nature": "mannual"}, "nature is auto or manual, not 'mannual'"),
        ({"ask_rent": "never"}, "ask_rent is auto or manual, not 'never'"),
        ({"table": "blunt"}, "table is attentive or sharp, not 'blunt'"),
    ],
)
def test_a_way_to_play_that_there_is_not_is_refused(manner: dict[str, Any], said: str) -> None:
    with pytest.raises(vt.BadManner, match=said):
        vt.Game(**manner)
    with pytest.raises(vt.BadManner, match=said):
        vt.Game.from_position(vt.Game(seed=1).position, **manner)


# --- the law --------------------------------------------------------------------------------------------------------
@settings(max_examples=60)
@given(seed=st.integers(0, 400), plies=st.integers(0, 150), tried=st.lists(actions(), min_size=20, max_size=20))
def test_a_refusal_changes_no_byte_and_says_why(seed: int, plies: int, tried: list[vt.Action]) -> None:
    game = random_game(seed, plies)
    before, logged = state_bytes(game), game.ply
    for number, action in enumerate(tried):
        seat = number % 4
        refusal = game.why_not(action, by=seat) if action.actor == "seat" else game.why_not(action)
        legal = action in (game.legal_actions_of(seat) if action.actor == "seat" else game.legal_actions)
        assert legal == (refusal is None)
        if refusal is None:
            continue
        with pytest.raises(vt.IllegalAction) as caught:
            game.apply(action, by=seat if action.actor == "seat" else None)
        assert (caught.value.clause, caught.value.why) == (refusal.clause, refusal.why)
        assert refusal.reason.endswith((".", "!"))
        assert refusal.rule or refusal.clause == "capacity"
        assert all(each in game.legal_actions_of(seat) for each in caught.value.allowed)
        assert (state_bytes(game), game.ply) == (before, logged)


@settings(max_examples=40)
@given(seed=st.integers(0, 400), plies=st.integers(0, 200))
def test_the_menu_is_lawful_for_every_seat(seed: int, plies: int) -> None:
    game = random_game(seed, plies)
    for seat in range(game.players):
        menu = game.legal_actions_of(seat)
        assert all(action in menu for action in menu)
        assert len(menu) == len(list(menu))
        assert bool(menu) == (len(menu) > 0)
        if seat not in game.actors:
            assert not menu
    if not game.over:
        assert game.legal_actions


def test_legal_actions_always_speak_of_the_game_as_it_is() -> None:
    game = vt.Game("modern", players=2, seed=3)
    legal = game.legal_actions
    assert repr(legal) == "<LegalActions: roll>"
    assert vt.Buy() not in legal
    while game.awaiting.kind != "buy":
        game.apply(legal[0])
    assert vt.Buy() in legal
    assert vt.Roll() not in legal
    assert vt.Buy() not in game.legal_actions_of(1 - (game.to_act or 0))
    assert "buy" not in legal  # words are no actions


def test_a_refusal_names_clause_figures_and_what_is_allowed() -> None:
    game = two(seats=[{"cash": 59}, {"cash": 1500}])
    game.apply(vt.Throw(1, 2))
    with pytest.raises(vt.IllegalAction) as caught:
        game.apply(vt.Buy())
    assert caught.value.clause == "buy.option"
    assert caught.value.why.startswith("Baltic Avenue costs $60, but there is only $59. Landing on")
    assert caught.value.allowed[0] == vt.Decline()
    assert str(caught.value).startswith("buy: Baltic Avenue")


def test_who_acts_must_be_a_seat_and_actions_must_be_actions() -> None:
    game = two()
    with pytest.raises(vt.MalformedAction):
        game.apply(vt.Roll(), by=9)
    with pytest.raises(vt.MalformedAction):
        game.apply(vt.Roll(), by="0")  # pyright: ignore[reportArgumentType]
    with pytest.raises(vt.MalformedAction):
        game.apply("roll")  # pyright: ignore[reportArgumentType]
    with pytest.raises(vt.MalformedAction):
        game.apply_text("rol")
    with pytest.raises(vt.IllegalAction, match=r"act\.when"):
        game.apply(vt.Roll(), by=5)
    with pytest.raises(vt.IllegalAction, match=r"act\.when"):
        game.apply(vt.Throw(1, 2), by=0)
    assert game.ply == 0


def test_a_full_record_is_an_error_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game = two()

    def full(*_: object) -> int:
        return R_TOO_MUCH_OPEN

    monkeypatch.setattr("ventnor.engine.refuse", full)
    with pytest.raises(vt.RecordFull) as caught:
        game.apply(vt.Roll())
    assert caught.value.clause == "capacity"
    assert game.ply == 0


def test_after_the_end_nothing_is_allowed() -> None:
    game = two()
    game.apply(vt.Resign())
    assert game.over
    assert game.to_act is None
    assert game.awaiting == vt.AwaitingNothing()
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.how) == ((1,), "last")
    assert [(each.place, each.seat, each.worth, each.retired) for each in game.outcome.standings] == [
        (1, 1, 1500, False),
        (2, 0, 0, True),
    ]
    with pytest.raises(vt.IllegalAction, match=r"win\.last"):
        game.apply(vt.Roll(), by=1)


@pytest.mark.parametrize("edition", ["1935", "classic", "anniversary", "official"])
def test_nothing_gives_the_worth_away_while_income_tax_is_chosen(edition: str) -> None:
    seats = [{"cash": 900}, {"cash": 1000}, {"cash": 0, "bankrupt": True}, {"cash": 4000}]
    interrupts = [{"kind": "tax", "seat": 1, "space": "income-tax"}]
    seats[1]["space"] = "income-tax"
    game = vt.Game.from_position(
        {"edition": edition, "seats": seats, "turn": 1, "awaiting": {"phase": "end", "interrupts": interrupts}}
    )
    found = game.standings().standings
    assert [each.worth for each in found] == [None] * 4
    # Not by a ranking either: all who are still in the game share the first place.
    assert [(each.place, each.seat) for each in found] == [(1, 0), (1, 1), (1, 3), (4, 2)]
    game.apply(vt.Tax("percent"))
    assert [(each.place, each.seat, each.worth) for each in game.standings().standings] == [
        (1, 3, 4000), (2, 0, 900), (2, 1, 900), (4, 2, 0),
    ]  # fmt: skip


# --- copies ---------------------------------------------------------------------------------------------------------
@settings(max_examples=25)
@given(seed=st.integers(0, 200), plies=st.integers(0, 120), more=st.integers(1, 30))
def test_copies_are_independent(seed: int, plies: int, more: int) -> None:
    game = random_game(seed, plies)
    copy = game.copy(seed=1)
    before, logged, digest = state_bytes(game), game.ply, game.digest
    assert (state_bytes(copy), copy.ply, copy.digest) == (before, logged, digest)
    for _ in range(more):
        if not copy.over:
            copy.apply(next(iter(copy.legal_actions)))
    assert (state_bytes(game), game.ply, game.digest) == (before, logged, digest)
    assert [ply.text for ply in copy.log][:logged] == [ply.text for ply in game.log]


def test_a_copy_without_a_seed_has_no_future() -> None:
    game = vt.Game("modern", players=2, seed=3)
    copy = game.copy()
    with pytest.raises(vt.NoFuture, match=r"copy\(seed="):
        copy.apply(vt.Roll())
    assert (state_bytes(copy), copy.ply) == (state_bytes(game), game.ply)
    assert copy.legal_actions[0] == vt.Roll()
    by_hand = game.copy(nature="manual")
    by_hand.apply(vt.Throw(3, 4))
    assert by_hand.ply == 2


def test_a_copy_does_not_share_the_dice() -> None:
    game, other = random_game(5, 40), random_game(5, 40)
    copy = game.copy(seed=99)
    for _ in range(10):
        copy.apply(copy.legal_actions[0])
    game.apply(game.legal_actions[0])
    other.apply(other.legal_actions[0])
    assert state_bytes(game) == state_bytes(other)


# --- positions and the log ------------------------------------------------------------------------------------------
@settings(max_examples=25)
@given(seed=st.integers(0, 400), plies=st.integers(0, 200), edition=st.sampled_from(EDITIONS))
def test_a_position_gives_the_game_back(seed: int, plies: int, edition: EditionName) -> None:
    game = random_game(seed, plies, edition)
    again = vt.Game.from_position(game.position)
    assert again.position == game.position
    assert again.digest == game.digest
    assert list(again.legal_actions) == list(game.legal_actions)
    assert not again.is_from_start


def test_the_log_tells_what_was_done_and_what_happened() -> None:
    game = two(deeds={"baltic": {"owner": 0}})
    game.apply_text("offer 1 give baltic get 100")
    offered = game.log[0]
    assert offered.number == 1
    terms = vt.Terms(deeds=("baltic",)), vt.Terms(cash=100)
    assert offered.events == (vt.Offered(1, 0, 1, *terms, clause="trade.any-time"),)
    first = game.digest
    game.apply_text("accept 1", by=1, cause="tycoon")
    assert (game.log[1].actor, game.log[1].cause) == (1, "tycoon")
    assert offered.digest == first
    assert game.log[1].digest == game.digest != first


def test_repr_says_what_is_going_on() -> None:
    game = two()
    game.apply(vt.Throw(1, 2))
    assert repr(game) == "<Game official, ply 2, cash 1500 1500, awaiting buy 0 baltic 60 auction>"
    assert repr(game.log[1]) == "<ply 2: nature roll 1 2>"
