"""Games of players who do anything lawful, for tests that need states of every sort."""

import random
from collections.abc import Iterator

from ventnor.action import Hour, Offer, Terms, to_record
from ventnor.kernel import codes
from ventnor.kernel.chance import act_for_nature, seed_chance
from ventnor.kernel.layout import Action, Chance, Menu, Sink, State, Tables
from ventnor.kernel.legal import refuse
from ventnor.kernel.menu import list_menu
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.start import set_up
from ventnor.kernel.step import settle, step
from ventnor.words.vocabulary import DEED

ENDINGS = {codes.A_RESIGN, codes.A_BANKRUPT}


def start(t: Tables, players: int) -> State:
    """Return a new game."""
    s, e = State(), Sink()
    set_up(s, t, e, players)
    settle(s, t, e)
    return s


def wander(s: State, t: Tables, seed: int, plies: int) -> Iterator[tuple[State, Sink]]:
    """Return the states of a game after every action, with the events of that action in the sink."""
    dice = random.Random(seed)
    e, menu, chance = Sink(), Menu(), Chance()
    seed_chance(chance, seed, 0)
    e.capacity = codes.EVENTS
    for _ in range(plies):
        yield s, e
        if s.phase == codes.P_OVER:
            return
        e.count = 0
        step(s, t, e, pick(s, t, menu, chance, dice))


def pick(s: State, t: Tables, menu: Menu, chance: Chance, dice: random.Random) -> Action:
    """Return a lawful action: mostly an answer to the wait, now and then an offer or another player's action."""
    a = Action()
    if s.awaited == codes.NATURE:
        act_for_nature(s, t, chance, a)
        return a
    if dice.random() < 0.1:
        a = random_offer(s, dice)
        if refuse(s, t, a) == LAWFUL:
            return a
    if t.hour and s.turns > 20 and dice.random() < 0.05:
        a = to_record(Hour(), codes.CLOCK)
        if refuse(s, t, a) == LAWFUL:
            return a
    seat = dice.randrange(s.players) if dice.random() < 0.2 else s.awaited
    for who in (seat, s.awaited):
        list_menu(s, t, menu, who)
        found = [menu.actions[i] for i in range(menu.count)]
        wanted = [each for each in found if each.kind not in ENDINGS or dice.random() < 0.002] or found
        if wanted:
            # The head of the menu is what moves the game on.
            chosen = wanted[min(int(dice.expovariate(0.4)), len(wanted) - 1)]
            return Action.from_buffer_copy(chosen)
    raise AssertionError(f"seat {s.awaited} has nothing to do while the game waits for {s.awaits}")


def random_offer(s: State, dice: random.Random) -> Action:
    """Return a deed for cash or for another deed, as often as not between players who have them."""
    proposer, recipient = dice.sample(range(s.players), 2)
    mine = [slug for slug, space in DEED.numbers.items() if s.owner[space] == proposer]
    theirs = [slug for slug, space in DEED.numbers.items() if s.owner[space] == recipient]
    give = Terms(deeds=tuple(dice.sample(mine, min(len(mine), dice.randrange(3)))))
    get = Terms(
        deeds=tuple(dice.sample(theirs, min(len(theirs), dice.randrange(3)))), cash=dice.choice((0, 0, 20, 100))
    )
    return to_record(Offer(recipient, give, get), proposer)
