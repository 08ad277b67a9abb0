"""Whole games between bots from outside and the kernel's own."""

import pytest

import ventnor as vt
from tests.game.playing import random_bot
from ventnor.game import EditionName, VariantName
from ventnor.kernel import layout, policies
from ventnor.kernel.batch import play_games
from ventnor.rulebook.edition import rows
from ventnor.tables import tables


@pytest.mark.parametrize(("edition", "variant"), rows())
def test_a_game_of_every_kind_goes_to_its_end_or_its_cap(edition: EditionName, variant: VariantName) -> None:
    bots = [random_bot(1), "random", "cautious", random_bot(2)]
    played = vt.play(bots, edition=edition, seed=5, variant=variant, cap=150, hour_at=120)
    assert played.outcome.how in {"last", "bankruptcies", "hour", "cap"}
    assert sorted(each.seat for each in played.outcome.standings) == [0, 1, 2, 3]
    if not played.game.over:
        assert played.game.engine.state.throws >= 150
    causes = {(ply.actor, ply.cause) for ply in played.game.log}
    assert {(0, "dice man"), (1, "random"), (2, "cautious"), (3, "dice man"), ("nature", "nature")} <= causes
    played.replay.verify()


def test_the_same_seeds_give_the_same_game() -> None:
    first, second = (vt.play([random_bot(3), "random", "cautious"], seed=9, cap=60).replay for _ in range(2))
    assert first.dumps() == second.dumps()


@pytest.mark.parametrize(("edition", "variant"), [("1935", "short"), ("official", ""), ("modern", "")])
def test_a_game_of_the_kernels_bots_is_the_first_of_a_batch(edition: EditionName, variant: VariantName) -> None:
    played = vt.play(["cautious", "random", "cautious"], edition=edition, seed=4, variant=variant, cap=200, hour_at=90)
    final = bytes(played.game.engine.state)
    blank, state, results = (layout.array_of(each, 1) for each in (layout.State, layout.State, layout.Result))
    table = layout.array_of(layout.Tables, 1)
    table[0] = tables(edition, variant)
    sink, cursor, chance, action = (
        layout.array_of(each, 2) for each in (layout.Sink, layout.Cursor, layout.Chance, layout.Action)
    )
    nothing = (layout.array_of(layout.State, 0), layout.array_of(layout.State, 0), layout.array_of(layout.Action, 0))
    bots = (policies.cautious, policies.random, policies.cautious)
    records = state, blank, table, sink, cursor, chance, action
    assert play_games(*records, bots, results, *nothing, 3, 4, 0, 1, 200, 90, 1, 1, 0, 0) == 0
    assert bytes(state[0]) == final
    assert results[0].plies == played.game.ply


def test_functions_are_bots_and_windows_may_be_left_alone() -> None:
    asked: list[bool] = []

    def first(view: vt.View) -> vt.Action:
        asked.append(view.window)
        assert view.window == (view.to_act != view.seat)
        assert (view.legal[0] == vt.Done()) == view.window
        return view.legal[0]

    played = vt.play([first, first, "cautious"], seed=2, cap=60)
    assert True in asked
    assert False in asked
    assert {ply.cause for ply in played.game.log if ply.actor == 0} <= {"first", "auto"}


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(vt.UnknownBot, match="random, cautious, builder, easy, medium, tycoon"):
        vt.play(["cautius", "random"])
    with pytest.raises(vt.UnknownBot):
        vt.play([3, "random"])  # pyright: ignore[reportArgumentType]


def test_verified_dice_can_be_computed_again_after_the_game() -> None:
    seed, nonces = b"a seed nobody can guess", [b"ann", b"ben"]
    played = vt.play(["cautious", "cautious"], dice=vt.FairChance(seed, nonces), cap=40)
    text = played.replay.dumps()
    replay = vt.Replay.loads(text)
    replay.verify_dice(seed)
    with pytest.raises(vt.ReplayDiffers, match="published"):
        replay.verify_dice(b"another seed of the game")
    throw = next(line for line in text.splitlines() if " nature roll " in line)
    number, _, _, die1, die2, _ = throw.split()
    loaded = vt.Replay.loads(text.replace(throw, f"{number} nature roll {die2} {7 - int(die1)}"))
    with pytest.raises(vt.ReplayDiffers, match="not those of the seed") as caught:
        loaded.verify_dice(seed)
    assert caught.value.ply == int(number)
