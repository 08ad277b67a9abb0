"""Why a bot turned down an offer: by its own strength, and by what the other side gains."""

from typing import Final

from ventnor.bots.strength import holding, strength, strength_of, throws_ahead
from ventnor.game import Game
from ventnor.kernel.codes import A_REJECT, COLOURS
from ventnor.kernel.layout import Action, Memory, Offer, State
from ventnor.server.errors import because_of
from ventnor.server.protocol import Because
from ventnor.words.reason import Reason, because
from ventnor.words.vocabulary import GROUP

NEVER_DEALS: Final = "cautious"
"""The bot that turns down every offer."""
LOOK_AT_THEMSELVES: Final = frozenset({"builder", "easy", "medium"})
"""Bots that do not mind what the other side gains."""
BY_CHANCE: Final = "random"
"""The bot that decides by chance."""


def why_turned_down(game: Game, bot: str, record: Action) -> Because | None:
    """Return why a bot is about to turn down an offer, or None if it is about to do something else."""
    if record.kind != A_REJECT:
        return None
    s = game.engine.state
    proposer = next((each for each in range(s.players) if s.offers[each][record.seat].number == record.number), None)
    return None if proposer is None else because_of(reason(game, bot, record.seat, proposer))


def reason(game: Game, bot: str, seat: int, proposer: int) -> Reason:
    """Return why a bot in this seat turns down what the proposer offers it."""
    if bot == NEVER_DEALS:
        return because("never-deals", seat=seat)
    if bot == BY_CHANCE:
        return because("decides-by-chance", seat=seat)
    s, t = game.engine.state, game.engine.tables
    offer = s.offers[proposer][seat]
    mine, then = holding(s, t, seat, 0, 0), holding(s, t, seat, offer.get, offer.give)
    broken = first_group(mine[3] & ~then[3])
    if broken:
        return because("breaks-own-group", seat=seat, group=broken)
    throws = throws_ahead(s, t, Memory())
    gained = strength_of(s, t, then, cash_after(s, seat, offer), throws) - strength(s, t, seat, throws)
    if gained < 0:
        return because("gives-too-much", seat=seat)
    theirs, after = holding(s, t, proposer, 0, 0), holding(s, t, proposer, offer.give, offer.get)
    completed = first_group(after[3] & ~theirs[3])
    if completed and bot not in LOOK_AT_THEMSELVES:
        return because("completes-your-group", proposer=proposer, group=completed)
    return because("gains-too-little", seat=seat)


def cash_after(s: State, seat: int, offer: Offer) -> int:
    """Return the cash that the recipient of an offer would have after the deal."""
    return s.cash[seat] + offer.give_cash - offer.get_cash + abs(offer.debt)


def first_group(mask: int) -> str:
    """Return the first of the colour groups in a mask; empty if there is none."""
    return next((slug for slug, group in GROUP.numbers.items() if group < COLOURS and mask & (1 << group)), "")
