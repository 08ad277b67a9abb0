"""The floor of the engine's speed: bare dice and moves on the same records, compiled the same way."""

from ventnor.kernel.chance import below, seed_chance
from ventnor.kernel.layout import Chance, Row, State


def throw_and_move(states: Row[State], chances: Row[Chance], count: int) -> int:
    """Throw so many times and move four tokens round the board, and nothing else."""
    s = states[0]
    c = chances[0]
    seed_chance(c, 7, 0)
    seat = 0
    for _ in range(count):
        both = below(c, 36)
        space = s.space[seat] + both // 6 + both % 6 + 2
        if space >= 40:
            space -= 40
            s.cash[seat] += 200
        s.space[seat] = space
        seat += 1
        if seat == 4:
            seat = 0
    return s.space[0]
