"""Reading any text as a replay returns a replay or raises a typed error."""

import re
from random import Random

import pytest

import ventnor as vt
from tests.game.playing import random_game

PIECES = [
    *("ventnor replay 1\n", "rules 1\n", "edition modern\n", "edition 1935\n", "variant short\n", "table sharp\n"),
    *('seat 0 "" seat\n', 'seat 1 "a" random\n', 'seat 2 "" -\n', "seed 99999999999999999999\n", "seed 3\n", "\n"),
    *('options {"rounds":3}\n', 'options {"rounds":[]}\n', "options []\n", 'options {"decks":{}}\n', "position {}\n"),
    *('position {"seats":[{},{}],"turn":9}\n', 'position {"seats":[{},{}],"edition":"modern"}\n', "nonce zz\n"),
    *("commitment 00ff\n", "1 0 roll\n", "1 nature roll 3 4\n", "2 1 offer 0 give baltic get nothing #00000000\n"),
    *("end 0 0000000000000000\n", "end 1 ffffffffffffffff\n", "1 0 bid 99999999999 (x)\n", "(", ")", "#", " ", '"'),
    *("{", "[" * 50, "\x00", "\ud800", "é", "1e999", "NaN", "-1", "%zz", "\r\n", "\u2028", "9" * 5000),
]


def mangled(rng: Random, text: str) -> str:
    """Return a text with a thing or a few changed, so that some of them can still be read."""
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        at = rng.randrange(len(text) + 1)
        lines = text.split("\n")
        row = rng.randrange(len(lines))
        kind = rng.randrange(8)
        if kind == 0:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + rng.randint(1, 30) :]
        elif kind == 2:
            text = text[:at] + chr(rng.choice([rng.randrange(32, 127), rng.randrange(0x500)])) + text[at + 1 :]
        elif kind == 3:
            rng.shuffle(lines)
            text = "\n".join(lines)
        elif kind == 4:
            text = "\n".join(lines[:row])
        elif kind == 5:
            lines[row] = "".join(str(rng.randrange(7)) if each.isdigit() else each for each in lines[row])
            text = "\n".join(lines)
        elif kind == 6:
            words = lines[row].split(" ")
            other = rng.choice(lines).split(" ")
            lines[row] = " ".join([*words[:2], *other[2:]])
            text = "\n".join(lines)
        else:
            text = re.sub(r" #[0-9a-f]{8}", "", text) if rng.random() < 0.5 else text[:at]
    return text


def read_or_refuse(text: str) -> vt.Replay | vt.BadReplay:
    """Return the replay or the typed error of a text. Any other exception fails the test."""
    try:
        return vt.Replay.loads(text)
    except vt.BadReplay as error:
        return error


def find_difference(replay: vt.Replay) -> vt.ReplayDiffers | None:
    """Return the error of `verify`, if there is one."""
    try:
        return replay.verify()
    except vt.ReplayDiffers as error:
        return error


def late_game() -> vt.Game:
    """Return a game whose replay begins with a position in the middle of things."""
    game = vt.Game.from_position(random_game(3, 150, "official", 3).position, seed=3)
    for _ in range(8):
        game.apply(game.legal_actions[0])
    return game


def try_many(count: int) -> tuple[int, int]:
    """Read this many texts; return how many were replays, and how many of those were true."""
    rng = Random(count)
    games = [random_game(1, 12, "modern", 3), random_game(2, 12, "1935", 3), late_game()]
    sources = [game.replay.dumps() for game in games]
    whole = {source.rstrip("\n") for source in sources}
    loaded = verified = 0
    for _ in range(count):
        if rng.random() < 0.3:
            text = "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 20)))
        else:
            text = mangled(rng, rng.choice(sources))
        replay = read_or_refuse(text)
        if isinstance(replay, vt.BadReplay):
            assert replay.why
            assert 0 <= replay.line <= text.count("\n") + 1
            continue
        loaded += 1
        assert vt.Replay.loads(replay.dumps()).lines == replay.lines
        difference = find_difference(replay)
        if difference is None:
            assert text.rstrip("\n") in whole, "a changed text was taken for the true one"
            verified += 1
        else:
            assert 0 <= difference.ply <= len(replay)
    return loaded, verified


@pytest.mark.slow
def test_ten_thousand_mangled_texts() -> None:
    loaded, verified = try_many(10_000)
    assert loaded > 500
    assert verified


@pytest.mark.long
def test_a_hundred_thousand_mangled_texts() -> None:
    loaded, verified = try_many(100_000)
    assert loaded > 5_000
    assert verified
