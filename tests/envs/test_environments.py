"""The environments: the checkers of PettingZoo and Gymnasium, the encoding, and that all forms play the same games."""

import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import ventnor as vt
from ventnor import envs
from ventnor.action import to_record
from ventnor.envs.episodes import LENGTH
from ventnor.envs.layout import (
    ASKED_OFFER,
    M_ACCEPT,
    M_BID,
    M_BUILD,
    M_BUY,
    M_KEEP,
    M_OFFER,
    M_PASS,
    M_SELL_DOWN,
    M_SELL_GROUP,
    M_WANT,
    Observation,
)
from ventnor.envs.menu import decode
from ventnor.envs.observe import observe
from ventnor.kernel.codes import W_BID, W_BUY, W_THROW
from ventnor.kernel.layout import Action
from ventnor.kernel.legal import refuse
from ventnor.notation.position import Heading
from ventnor.rulebook.edition import EDITIONS, rows

ROOT = Path(__file__).parents[2]
FAMILIES = {W_BUY: [M_BUY], W_BID: [M_PASS, *range(M_BID, M_WANT)]}


def pick(mask: Any, rng: np.random.Generator) -> int:
    """Return a random action that the mask allows."""
    return int(rng.choice(np.flatnonzero(mask)))


def play(games: envs.Episodes, steps: int, seed: int) -> str:
    """Return a digest of all that random play over so many steps shows."""
    games.reset([seed + i for i in range(games.count)])
    rng, seen = np.random.default_rng(seed), hashlib.sha256()
    for _ in range(steps):
        games.step(np.array([pick(mask, rng) for mask in games.mask]))
        seen.update(games.flat.tobytes() + games.mask.tobytes() + games.results.tobytes())
    return seen.hexdigest()


# --- the checkers of others -----------------------------------------------------------------------------------------
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("edition", EDITIONS)
def test_pettingzoo_finds_nothing_wrong(edition: str) -> None:
    api_test(envs.VentnorAEC(3, edition=edition, cap=30, compiled=False), num_cycles=300)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_finds_the_games_repeatable() -> None:
    seed_test(lambda: envs.VentnorAEC(2, cap=10, compiled=False), num_cycles=60)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("edition", EDITIONS)
def test_gymnasium_finds_nothing_wrong(edition: str) -> None:
    made = gymnasium.make(f"ventnor/{edition}-v{envs.VERSION}", bots=["cautious"] * 2, cap=20, compiled=False)
    check_env(made.unwrapped, skip_render_check=True)


# --- random masked play ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("edition", "variant"), rows())
@pytest.mark.parametrize("players", [2, 8])
def test_random_play_never_runs_out_of_lawful_actions(edition: str, variant: str, players: int) -> None:
    rules = Heading(edition, variant).tables
    seats = min(max(players, rules.players_min), rules.players_max)
    games = envs.Episodes(2, [None] * seats, edition=edition, variant=variant, cap=40, compiled=False)
    play(games, 150, 1)


def test_encode_and_decode_are_inverse() -> None:
    groups = ["oriental", "vermont", "connecticut"], ["st-james", "tennessee", "new-york"], ["reading", "b-and-o"]
    deeds = {deed: {"owner": seat} for seat, group in enumerate(groups) for deed in group}
    position = {"seats": [{"cash": 1500}] * 3, "deeds": deeds}
    games = envs.Episodes(1, [None] * 3, position=position, cap=200, compiled=False)
    games.reset([5])
    rng, met = np.random.default_rng(5), set[int]()
    for _ in range(200):
        if not games.episodes[0].done:
            for number in np.flatnonzero(games.mask[0]).tolist():
                assert games.number_of(games.action_of(number)) == number
                met.add(number)
        games.step(np.array([pick(games.mask[0], rng)]))
    assert len(met) > 40
    again = envs.flat_of(envs.fields_of(games.flat))
    assert again.tobytes() == games.flat.tobytes()
    assert again.shape == (1, LENGTH)


def test_the_mask_says_what_the_law_says() -> None:
    games = envs.Episodes(1, [None] * 3, cap=200, compiled=False)
    games.reset([8])
    rng = np.random.default_rng(8)
    for _ in range(200):
        if games.episodes[0].done:
            break
        seat = games.episodes[0].seat
        for number in np.flatnonzero(games.mask[0]).tolist():
            action = games.action_of(number)
            if not isinstance(action, vt.Done):
                assert refuse(games.states[0], games.tables[0], to_record(action, seat)) == 0, action
        games.step(np.array([pick(games.mask[0], rng)]))


def test_before_a_throw_the_menu_leaves_out_nothing_lawful_that_it_could_offer() -> None:
    deeds: dict[str, Any] = {name: {"owner": 0} for name in ("oriental", "vermont", "connecticut", "reading")}
    deeds |= {name: {"owner": 1, "mortgaged": name == "states"} for name in ("st-charles", "states", "virginia")}
    deeds |= {name: {"owner": 2, "houses": 5} for name in ("st-james", "tennessee", "new-york")}
    position = {"seats": [{"cash": 400}, {"cash": 900}, {"cash": 300}], "deeds": deeds, "turn": 0}
    games = envs.Episodes(1, [None] * 3, position=position, cap=200, compiled=False)
    games.reset([3])
    rng, met, action = np.random.default_rng(3), 0, Action()
    families = [*range(M_BUILD, M_KEEP), *range(M_SELL_GROUP, M_SELL_DOWN), *range(M_OFFER, envs.ACTIONS)]
    for _ in range(150):
        s, t, c, seat = games.states[0], games.tables[0], games.cursors[0], games.episodes[0].seat
        if s.awaits == W_THROW and not s.offer_count:
            for number in families:
                if number < M_OFFER or c.memory[seat].offers_left:
                    decode(s, t, c, seat, number, action)
                    lawful = refuse(s, t, action) == 0
                    assert bool(games.mask[0][number]) == lawful, number
                    met += lawful
        games.step(np.array([pick(games.mask[0], rng)]))
    assert met > 300


def test_answers_bids_and_purchases_are_offered_just_when_the_law_allows_them() -> None:
    position = {"seats": [{"cash": 2}, {"cash": 130}, {"cash": 500}], "turn": 0}
    games = envs.Episodes(1, [None] * 3, position=position, compiled=False)
    rng, action = np.random.default_rng(4), Action()
    met: dict[int, set[bool]] = {}
    for seed in range(3):
        games.reset([seed])
        for _ in range(250):
            s, t, c, seat = games.states[0], games.tables[0], games.cursors[0], games.episodes[0].seat
            asked = envs.fields_of(games.flat)[0]["asked"]
            numbers = [M_ACCEPT] if asked == ASKED_OFFER else FAMILIES.get(s.awaits, [])
            for number in numbers:
                decode(s, t, c, seat, number, action)
                lawful = refuse(s, t, action) == 0
                assert bool(games.mask[0][number]) == lawful, (number, seed)
                met.setdefault(number, set()).add(lawful)
            games.step(np.array([pick(games.mask[0], rng)]))
    assert all(met[number] == {True, False} for number in [M_BUY, *range(M_BID + 1, M_WANT)])
    assert True in met[M_ACCEPT]


# --- what a seat observes -------------------------------------------------------------------------------------------
def test_an_observation_is_relative_to_its_seat() -> None:
    position = {"seats": [{"cash": 100}, {"cash": 200}, {"cash": 300}], "deeds": {"oriental": {"owner": 2}}, "turn": 1}
    games = envs.Episodes(1, [None] * 3, position=position, compiled=False)
    games.reset([1])
    seen = envs.fields_of(games.flat)[0]
    seat = games.episodes[0].seat
    assert seen["cash"][:3].tolist() == [100 * (1 + (seat + i) % 3) for i in range(3)]
    assert seen["owner"].tolist().count((2 - seat) % 3) == 1
    assert seen["awaited"] == (1 - seat) % 3


def test_unasked_rents_do_not_change_an_observation() -> None:
    games = envs.Episodes(1, [None] * 2, compiled=False)
    games.reset([1])
    s, t, c = games.states[0], games.tables[0], games.cursors[0]
    before, after = Observation(), Observation()
    observe(s, t, c, 0, before)
    s.claim_count = 1
    s.claims[0].owner, s.claims[0].payer, s.claims[0].space, s.claims[0].amount = 1, 0, 6, 30
    observe(s, t, c, 0, after)
    assert bytes(before) == bytes(after)


# --- decisions ------------------------------------------------------------------------------------------------------
def test_a_structured_action_makes_any_deal() -> None:
    position = {"seats": [{"cash": 900}, {"cash": 300}], "deeds": {"oriental": {"owner": 1}}, "turn": 0}
    env = envs.VentnorAEC(2, position=position, compiled=False)
    env.reset(seed=1)
    while env.agent_selection != "seat_0":
        env.step(12)
    env.step(vt.parse_action("offer 1 give 137 get oriental"))
    assert env.agent_selection == "seat_1"
    seen = envs.fields_of(env.observe("seat_1")["observation"][None])[0]
    assert (seen["deal_cash"], seen["proposer"], seen["deal"].tolist().count(-1)) == (137, 1, 1)
    env.step(14)
    assert env.games.states[0].owner[6] == 0


def test_a_refused_action_changes_nothing() -> None:
    env = envs.VentnorAEC(2, compiled=False)
    env.reset(seed=1)
    before = bytes(env.games.states)
    for wrong in (1, -1, envs.ACTIONS + 5, vt.Buy()):
        with pytest.raises(envs.BadChoice, match="not allowed now"):
            env.step(wrong)
    assert bytes(env.games.states) == before


def test_bad_requests_say_what_is_wrong() -> None:
    with pytest.raises(envs.BadEnvironment, match="leave one seat None"):
        envs.Episodes(1, ["random", "random"])
    with pytest.raises(envs.BadEnvironment, match="seat is a whole number"):
        envs.VentnorEnv(["random"], seat=2)
    with pytest.raises(envs.BadEnvironment, match="observations must be"):
        envs.VentnorVectorEnv(2, observations=np.zeros((2, 3), np.int32), compiled=False)


def test_rewards_are_win_or_loss_and_only_a_cap_truncates() -> None:
    env = envs.VentnorEnv(["cautious", "builder"], cap=30, compiled=False)
    seen, _ = env.reset(seed=3)
    rng, total, over = np.random.default_rng(3), 0.0, False
    while not over:
        seen, reward, terminated, truncated, _ = env.step(pick(seen["action_mask"], rng))
        total += reward
        over = terminated or truncated
        assert not truncated or env.games.outcomes[0].throws >= 30
    assert total == (0 if truncated else -1 if not env.games.outcomes[0].winners & 1 else 1)


# --- all forms play the same games ----------------------------------------------------------------------------------
def test_a_vector_plays_what_single_environments_play() -> None:
    many = envs.VentnorVectorEnv(3, [None, "cautious", "random"], cap=15, compiled=False)
    singles = [envs.VentnorEnv(["cautious", "random"], cap=15, compiled=False) for _ in range(3)]
    seen, _ = many.reset(seed=11)
    ones = [env.reset(seed=11 + i)[0] for i, env in enumerate(singles)]
    over = [False] * 3
    rng = np.random.default_rng(11)
    for _ in range(200):
        actions = [pick(mask, rng) for mask in seen["action_mask"]]
        seen, rewards, terminated, truncated, _ = many.step(np.array(actions))
        for i, env in enumerate(singles):
            if over[i]:
                ones[i], over[i] = env.reset()[0], False
                assert rewards[i] == 0
            else:
                ones[i], reward, end, cut, _ = env.step(actions[i])
                assert (reward, end, cut) == (rewards[i], terminated[i], truncated[i])
                over[i] = end or cut
            assert ones[i]["observation"].tobytes() == seen["observation"][i].tobytes()
            assert ones[i]["action_mask"].tobytes() == seen["action_mask"][i].tobytes()


def test_buffers_of_the_caller_are_written_to() -> None:
    mine, masks = np.zeros((2, LENGTH), np.int32), np.zeros((2, envs.ACTIONS), np.int8)
    env = envs.VentnorVectorEnv(2, observations=mine, masks=masks, compiled=False)
    seen, _ = env.reset(seed=1)
    assert seen["observation"] is mine
    assert seen["action_mask"] is masks
    assert mine.any()
    assert masks.any(axis=1).all()


PROGRAM = """
import sys; sys.path.insert(0, {where!r})
from tests.envs.test_environments import *
print(play(envs.Episodes(2, [None, "random"], cap=20, compiled=False), 60, 4))
"""


def test_processes_and_threads_play_the_same_games() -> None:
    def one(_: int) -> str:
        return play(envs.Episodes(2, [None, "random"], cap=20, compiled=False), 60, 4)

    with ThreadPoolExecutor(3) as pool:
        found = set(pool.map(one, range(3)))
    asked = [sys.executable, "-c", PROGRAM.format(where=str(ROOT))]
    found.add(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())
    assert len(found) == 1


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_compiled_environments_play_what_interpreted_ones_play(edition: str) -> None:
    bots = [None, "tycoon", None]
    found = {play(envs.Episodes(3, bots, edition=edition, cap=60, compiled=each), 250, 6) for each in (True, False)}
    assert len(found) == 1


@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_million_random_steps(edition: str) -> None:
    games = envs.Episodes(500, [None] * 4, edition=edition, compiled=True)
    games.reset(range(500))
    rng = np.random.default_rng(1)
    for _ in range(2000):
        assert games.mask.any(axis=1).all()
        games.step(np.argmax(games.mask * rng.random(games.mask.shape), axis=1))
