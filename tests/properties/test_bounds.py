"""The records have fixed bounds: play does not reach them, and where it would, the law says so."""

import random

import pytest

import ventnor as vt
from tests.kit.scenario import SPACES, Table, scenario
from tests.kit.wild import LAYOUTS, wild_game
from ventnor.action import to_record
from ventnor.kernel import codes
from ventnor.kernel.legal import refuse
from ventnor.kernel.reasons import clause_of
from ventnor.notation import parse_action
from ventnor.rulebook.edition import rows


def crowd(table: Table, frames: int) -> Table:
    """Stack this many interruptions."""
    s = table.s
    for i in range(frames):
        s.frames[i].kind = codes.W_BUY
        s.frames[i].space = SPACES["baltic"]
    s.depth = frames
    s.awaits, s.awaited = codes.W_BUY, 0
    return table


def verdict(table: Table, text: str, seat: int) -> str:
    """Return what the law says."""
    return codes.CLAUSE_IDS[clause_of(table.t, refuse(table.s, table.t, to_record(parse_action(text), seat)))]


def test_a_full_stack_of_interruptions_refuses_what_would_add_to_it() -> None:
    table = scenario("official").group("light-blue", owner=1).deeds("boardwalk", owner=2).to_act(0)
    table.do("offer 1 give boardwalk get nothing", by=2)
    crowd(table, codes.FRAMES)
    assert verdict(table, "accept 1", 1) == "capacity"
    assert verdict(table, "build oriental", 1) == "capacity"
    crowd(table, codes.FRAMES - 2)
    assert verdict(table, "accept 1", 1) == ""


def test_a_full_queue_of_debts_refuses_another_rent() -> None:
    table = scenario("official").deeds("oriental", owner=0).token(1, on="go").to_act(1)
    table.do("roll 2 4")
    s = table.s
    s.debt_count = codes.DEBTS
    assert verdict(table, "ask-rent oriental from 1", 0) == "capacity"
    s.debt_count = 0
    assert verdict(table, "ask-rent oriental from 1", 0) == ""


def overflow(position: dict[str, object], action: vt.Action, by: int | None, fill: str, count: int) -> None:
    """Fill a record up, and do an action that needs one place more: a typed error, and nothing has changed."""
    game = vt.Game.from_position(position, nature="manual", ask_rent="manual")
    s = game.engine.state
    if fill == "depth":
        for i in range(count):
            s.frames[i].kind = codes.W_BUY
            s.frames[i].space = SPACES["baltic"]
    setattr(s, fill, count)
    before, ply = bytes(s), game.ply
    with pytest.raises(vt.RecordFull) as caught:
        game.engine.do(to_record(action, codes.NATURE if by is None else by))
    assert caught.value.clause == "capacity"
    assert caught.value.refusal.because.name == "too-much-open"
    assert (bytes(s), game.ply) == (before, ply)
    # The same with one place free.
    setattr(s, fill, count - 1)
    game.engine.do(to_record(action, codes.NATURE if by is None else by))


def test_a_claim_too_many_is_a_typed_error() -> None:
    overflow(throwing({"deeds": {"oriental": {"owner": 1}}}), vt.Throw(2, 4), None, "claim_count", codes.CLAIMS)


def test_a_debt_too_many_is_a_typed_error() -> None:
    overflow(throwing({"seats": [{"space": "short-line"}, {}]}), vt.Throw(1, 2), None, "debt_count", codes.DEBTS)


def test_an_interruption_too_many_is_a_typed_error() -> None:
    debt = {"debtor": 1, "creditor": "bank", "amount": 50, "cause": "fine", "due": True}
    position = {"edition": "official", "seats": [{}, {"cash": 0}, {}], "debts": [debt]}
    overflow(position, vt.Bankrupt(), 1, "depth", codes.FRAMES)


def throwing(position: dict[str, object]) -> dict[str, object]:
    """Return a position in which seat 0 has taken the dice."""
    game = vt.Game.from_position({"edition": "official", "seats": [{}, {}], **position}, nature="manual")
    game.apply(vt.Roll())
    return game.position


@pytest.mark.slow
def test_wild_play_stays_well_within_the_bounds() -> None:
    rng = random.Random("bounds")
    frames = claims = debts = 0
    for edition, variant in rows():
        for layout in LAYOUTS:
            for state, _, _ in wild_game(rng, edition, variant, layout=layout, players=0, cap=150):
                frames = max(frames, state.depth)
                if layout == "start":  # the others lay claims out by hand
                    claims = max(claims, state.claim_count)
                debts = max(debts, state.debt_count)
    assert 3 <= frames <= codes.FRAMES - 3
    assert 1 <= claims <= codes.CLAIMS - 2
    assert 2 <= debts <= codes.DEBTS - 2
