"""Bots at a table: which of them decides next, and what it does.

A bot is asked when the game waits for it, when an offer to it stands, and before a throw when something of its concern
has changed. Here are only the kernel's own bots, by name.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from ventnor.bots import POLICIES
from ventnor.dice import FastChance
from ventnor.game import random_seed
from ventnor.kernel import codes, layout
from ventnor.kernel.legal import awaits_nature, refuse
from ventnor.kernel.menu import blank_action
from ventnor.kernel.scheduler import MOST_ACTS, MOST_OFFERS
from ventnor.rulebook.reason import because
from ventnor.server.denial import Denied
from ventnor.server.protocol import Code

if TYPE_CHECKING:
    from ventnor.server.sitting import Sitting

LOG: Final = logging.getLogger("ventnor.server.bot")
NOTICE: Final = 2.0
"""Seconds that a bot waits before it throws at a sharp table, whether or not somebody could ask for rent."""


def check_bot(name: str) -> str:
    """The name of a bot. Raises `Denied` if there is none such."""
    if name not in POLICIES:
        raise Denied(Code.BAD_TABLE, because("no-bot", bots=", ".join(sorted(POLICIES))))
    return name


class Bots:
    """The bots of one table, as long as this server runs it."""

    def __init__(self) -> None:
        self._draws = FastChance(random_seed()).record
        self._memory = [layout.Memory() for _ in range(codes.SEATS)]
        self._played: set[int] = set()
        self._answered = [0] * codes.SEATS
        self._offers = [0] * codes.SEATS
        self._acts = 0
        self._thrown = -1

    def who_acts(self, sitting: Sitting) -> int | None:
        """The bot that decides now, if one does."""
        game = sitting.game
        if game is None or not sitting.is_going_on:
            return None
        s, _, _ = game.records
        if awaits_nature(s):
            return None
        bots = [seat for seat, place in enumerate(sitting.state.places) if place.is_played_by_bot and not s.out[seat]]
        for seat in set(bots) - self._played:
            # Whoever had the seat may have mortgaged and dealt: what a bot remembers of it is no longer true.
            self._memory[seat] = layout.Memory()
        self._played = set(bots)
        if s.offer_count:
            for seat in bots:
                if self._offer_to(s, seat):
                    return seat
        if s.awaits == codes.W_THROW and s.phase != codes.P_OPENING:
            for seat in bots:
                if seat != s.awaited and sitting.woken >> seat & 1:
                    return seat
        return s.awaited if s.awaited in bots else None

    def _offer_to(self, s: layout.State, seat: int) -> int:
        numbers = (s.offers[other][seat].number for other in range(s.players))
        return min((number for number in numbers if number > self._answered[seat]), default=0)

    def due(self, sitting: Sitting, seat: int, since: float) -> float:
        """When it acts: at its pace, and with a throw not before people have had time to ask for their rent."""
        setting = sitting.setting
        game = sitting.game
        assert game is not None
        s, _, _ = game.records
        people = [place for place in sitting.state.places if place.kind == "person" and not place.away]
        if s.awaited != seat or s.awaits not in {codes.W_THROW, codes.W_END} or not people:
            return since + setting.pace
        if setting.manner == "sharp":
            return since + max(setting.pace, min(setting.grace, NOTICE))
        owners = {s.claims[index].owner for index in range(s.claim_count)}
        waits = any(not sitting.state.places[owner].is_played_by_bot for owner in owners)
        return since + (max(setting.pace, setting.grace) if waits else setting.pace)

    def act(self, sitting: Sitting, seat: int, now: float) -> bool:
        """Have a bot decide; whether it did anything."""
        game = sitting.game
        assert game is not None
        s, t, _ = game.records
        if self._thrown != sitting.thrown:
            self._thrown = sitting.thrown
            self._offers = [0] * codes.SEATS
            self._acts = 0
        place = sitting.state.places[seat]
        memory = self._memory[seat]
        memory.offers_left = MOST_OFFERS - self._offers[seat]
        offer = self._offer_to(s, seat) if s.offer_count else 0
        a = layout.Action()
        POLICIES[place.bot](s, t, seat, memory, self._draws, a)
        if offer:
            self._answered[seat] = offer
            if a.kind == codes.A_DONE:
                blank_action(a, codes.A_REJECT, seat)
                a.number = offer
        elif s.awaited != seat:
            self._acts += 1
            if a.kind == codes.A_DONE or self._acts > MOST_ACTS:
                sitting.woken &= ~(1 << seat)
                return False
        if a.kind in {codes.A_OFFER, codes.A_COUNTER}:
            self._offers[seat] += 1
        if refuse(s, t, a) != codes.C_NONE:
            LOG.error("a bot chose what is not lawful", extra={"data": {"table": sitting.id[-6:], "bot": place.bot}})
            if s.awaited != seat:
                sitting.woken &= ~(1 << seat)
                return False
            sitting.act(game.menu(seat)[0], seat, now, cause=place.bot)
            return True
        sitting.do(a, now, cause=place.bot)
        return True
