"""Dice that people verify, computed again by hand; and that both generators give every answer its chance."""

import hashlib
import hmac
from collections import Counter

import pytest

import ventnor as vt
from ventnor.action import to_record
from ventnor.dice import answers
from ventnor.kernel import codes, layout

SEED = bytes(range(32))
NONCES = (b"ann", b"", b"ben")


def words_by_hand(count: int) -> list[int]:
    """Return the stream as `docs/dice.md` has it."""
    prefix = b"\x00\x00\x00\x03ann" + b"\x00\x00\x00\x00" + b"\x00\x00\x00\x03ben"
    stream = b"".join(
        hmac.new(SEED, prefix + counter.to_bytes(8, "big"), hashlib.sha256).digest() for counter in range(count)
    )
    return [int.from_bytes(stream[at : at + 4], "big") for at in range(0, 4 * count, 4)]


def test_the_words_of_the_stream() -> None:
    chance = vt.FairChance(SEED, NONCES)
    assert [chance.next_word() for _ in range(40)] == words_by_hand(40)
    assert words_by_hand(2) == [0x8E7C4771, 0x7950FA2C]


def test_words_past_the_last_whole_multiple_are_skipped() -> None:
    chance = vt.FairChance(SEED, NONCES)
    bound = 3_000_000_000
    kept = [word for word in words_by_hand(60) if word < bound]
    assert len(kept) < 60
    assert [chance.below(bound) for _ in kept] == kept


def test_the_first_throws_of_a_game() -> None:
    game = vt.Game("modern", players=2, dice=vt.FairChance(SEED, NONCES))
    for _ in range(2):
        game.apply(vt.Roll())
    expected = [vt.Throw(word % 36 // 6 + 1, word % 36 % 6 + 1) for word in words_by_hand(2)]
    assert [ply.action for ply in game.log if ply.actor == "nature"] == expected
    assert game.seed is None


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert vt.FairChance(SEED).commitment == hashlib.sha256(SEED).hexdigest()
    assert vt.FairChance(SEED, [b"a", b"b"]).next_word() != vt.FairChance(SEED, [b"ab"]).next_word()


def test_a_seed_that_could_be_guessed_is_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        vt.FairChance(b"short")
    with pytest.raises(ValueError, match="seed"):
        vt.FastChance(-1)


def waiting(kind: int) -> tuple[layout.State, layout.Tables]:
    game = vt.Game("official", players=3, nature="manual")
    engine = game.copy().engine
    s, t = engine.state, engine.tables
    s.depth = 1
    s.awaits = s.frames[0].kind = kind
    return s, t


@pytest.mark.parametrize("made", [vt.FastChance(7), vt.FairChance(SEED, NONCES)], ids=["fast", "fair"])
@pytest.mark.parametrize("kind", [codes.W_DICE, codes.W_CARD, codes.W_DEAL], ids=["dice", "card", "deal"])
def test_every_answer_comes_as_often_as_the_other(made: vt.FastChance | vt.FairChance, kind: int) -> None:
    s, t = waiting(kind)
    s.unseen[0] = 0b1010_0000_0000_0111
    possible = [bytes(to_record(each, codes.NATURE)) for each in answers(s)]
    assert len(possible) == {codes.W_DICE: 36, codes.W_CARD: 5, codes.W_DEAL: 28}[kind]
    rounds = 400 * len(possible)
    counts = Counter(bytes(made.answer(s, t)) for _ in range(rounds))
    assert set(counts) == set(possible)
    chi_squared = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert chi_squared < len(possible) + 6 * len(possible) ** 0.5 * 1.5


def test_a_deck_gone_round_comes_in_its_order_and_draws_nothing() -> None:
    s, t = waiting(codes.W_CARD)
    s.unseen[0] = 0
    s.under[0][3] = 9
    s.under_head[0] = 3
    chance = vt.FairChance(SEED, NONCES)
    drawn = chance.answer(s, t)
    assert (drawn.kind, drawn.x, drawn.y) == (codes.A_DRAW, 0, 9)
    assert chance.next_word() == words_by_hand(1)[0]
