"""A resting policy gets no window until deeds of its seat change hands, and then gets one."""

from itertools import pairwise

from ventnor.batch import simulate
from ventnor.kernel.codes import A_DONE, SPACES, W_THROW
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.policies import cautious


def windows_of(rests: int) -> list[tuple[int, int]]:
    """Return the windows of three seats in a game: the seat, and its deeds as bits."""
    found: list[tuple[int, int]] = []

    def sleeper(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
        cautious(s, t, seat, memory, chance, a)
        if s.awaits == W_THROW and s.awaited != seat and a.kind == A_DONE:
            found.append((seat, sum(1 << space for space in range(SPACES) if s.owner[space] == seat)))
        memory.rests = rests

    simulate(1, [sleeper] * 3, seed=4, cap=120, compiled=False, threads=1)
    return found


def test_a_resting_seat_gets_a_window_only_after_its_deeds_changed() -> None:
    awake, resting = windows_of(0), windows_of(1)
    assert 0 < len(resting) < len(awake) // 2
    for seat in range(3):
        deeds = [held for who, held in resting if who == seat]
        assert len(deeds) > 1
        assert all(before != after for before, after in pairwise(deeds))
