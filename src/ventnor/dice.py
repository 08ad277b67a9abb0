"""Chance: the possible results of dice and cards, and the two generators that choose among them.

`FastChance` is the generator of batches. `FairChance` makes verifiable dice: HMAC-SHA256 in counter mode, specified in
`docs/dice.md`, so that anybody can compute every throw of a game again. Both choose each answer with
the same probability. Nothing here changes a game.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, Protocol, cast

from ventnor.action import Deal, Draw, Throw, to_record
from ventnor.kernel import codes, layout
from ventnor.kernel.chance import act_for_nature, seed_chance
from ventnor.words.vocabulary import DECK, DEED, OneDeck

LARGEST_SEED: Final = 2**62 - 1
WORD_SPAN: Final = 2**32
THROWS: Final = tuple(Throw(both // 6 + 1, both % 6 + 1) for both in range(36))


class Nature(Protocol):
    """A generator for nature: it makes the throw, draw or deal that the game waits for."""

    def answer(self, s: layout.State, t: layout.Tables, /) -> layout.Action:
        """Return nature's next action."""
        ...


def answers(s: layout.State) -> tuple[Throw | Draw | Deal, ...]:
    """Return nature's possible actions, all equally likely, in a fixed order; empty if the game waits for a seat."""
    if s.awaits == codes.W_DICE:
        return THROWS
    if s.awaits == codes.W_CARD:
        deck = s.frames[s.depth - 1].what
        name = cast(OneDeck, DECK.value(deck))
        unseen = s.unseen[deck]
        if not unseen:
            # §cards.draw: all cards were seen since the shuffle, so their order is known.
            return (Draw(name, s.under[deck][s.under_head[deck]]),)
        return tuple(Draw(name, card) for card in range(codes.CARDS) if unseen >> card & 1)
    if s.awaits == codes.W_DEAL:
        left = [slug for slug, space in DEED.numbers.items() if s.owner[space] == codes.BANK]
        return tuple(Deal(s.dealt % s.players, slug) for slug in left)
    return ()


class FastChance:
    """The generator of batches. The same seed and stream give the same game, on every machine."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        if not 0 <= seed <= LARGEST_SEED:
            raise ValueError(f"a seed is a number from 0 to 2**62 - 1, not {seed}")
        self.seed = seed
        self.record = layout.Chance()
        seed_chance(self.record, seed, stream)

    def answer(self, s: layout.State, t: layout.Tables, /) -> layout.Action:
        """Return nature's next action."""
        a = layout.Action()
        act_for_nature(s, t, self.record, a)
        return a


class FairChance:
    """Verifiable dice: determined by a secret seed, whose hash is published first, and a nonce of each player."""

    def __init__(self, seed: bytes, nonces: Sequence[bytes] = ()) -> None:
        if len(seed) < 16:
            raise ValueError("a seed that nobody can guess has at least 16 bytes")
        self.seed = seed
        self.nonces = tuple(nonces)
        self.counter = 0
        # Each nonce is preceded by its length: no two lists of nonces make the same message.
        self._message = b"".join(len(nonce).to_bytes(4, "big") + nonce for nonce in self.nonces)
        self._words: list[int] = []

    @property
    def commitment(self) -> str:
        """Return the SHA-256 of the seed, published before the first throw."""
        return sha256(self.seed).hexdigest()

    def next_word(self) -> int:
        """Return the next 32 bits of the stream."""
        if not self._words:
            self._draw_block()
        return self._words.pop()

    def _draw_block(self) -> None:
        """Add the next words of the stream. They are kept in reverse order."""
        message = self._message + self.counter.to_bytes(8, "big")
        block = hmac.digest(self.seed, message, "sha256")
        self.counter += 1
        self._words[:0] = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, all equally likely: words past the last whole multiple are skipped."""
        limit = WORD_SPAN - WORD_SPAN % bound
        word = self.next_word()
        while word >= limit:
            word = self.next_word()
        return word % bound

    def answer(self, s: layout.State, _: layout.Tables, /) -> layout.Action:
        """Return nature's next action. If only one is possible, no word is used."""
        possible = answers(s)
        chosen = possible[0] if len(possible) == 1 else possible[self.below(len(possible))]
        return to_record(chosen, codes.NATURE)
