"""A person's first game as a policy: he buys what he can, accepts what helps him, and makes no offers."""

from ventnor.bots.builder import answer_offer, offer_from
from ventnor.kernel.codes import BANK
from ventnor.kernel.layout import Action, Chance, Memory, State, Tables
from ventnor.kernel.legal import bound_by
from ventnor.kernel.policies import cautious
from ventnor.kernel.reasons import LAWFUL

HELPS = 100  # per cent of his strength that a deal must leave


def newcomer(s: State, t: Tables, seat: int, memory: Memory, chance: Chance, a: Action) -> None:
    """Play as `cautious`, and accept an offer that leaves him no weaker."""
    if s.offer_count:
        other = offer_from(s, seat)
        if other != BANK and bound_by(s, seat) == LAWFUL:
            answer_offer(s, t, seat, other, HELPS, memory, a)
            return
    cautious(s, t, seat, memory, chance, a)
