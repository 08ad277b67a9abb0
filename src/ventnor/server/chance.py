"""The dice of a table: the library's verifiable dice, which also count the used words of their stream."""

from collections.abc import Sequence
from typing import Final

from ventnor.dice import FairChance

WORDS: Final = 8
"""Words in a block of the stream."""


class CountedChance(FairChance):
    """Verifiable dice that can continue from a stored count."""

    def __init__(self, seed: bytes, nonces: Sequence[bytes] = (), drawn: int = 0) -> None:
        super().__init__(seed, nonces)
        self.counter = drawn // WORDS
        self.drawn = drawn - drawn % WORDS
        """Words used so far."""
        for _ in range(drawn % WORDS):
            self.next_word()

    def next_word(self) -> int:
        """Return the next 32 bits of the stream."""
        self.drawn += 1
        return super().next_word()

    def ahead(self, count: int) -> Sequence[int]:
        """Return the next words of the stream without using them."""
        while len(self._words) < count:
            self._draw_block()
        return self._words[: -count - 1 : -1]

    def skip(self, count: int) -> None:
        """Use so many words."""
        if count:
            self.drawn += count
            del self._words[-count:]
