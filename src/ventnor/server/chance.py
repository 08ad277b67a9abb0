"""The dice of a table: those of the library that people can verify, which also know how far they have come."""

from collections.abc import Sequence
from typing import Final

from ventnor.dice import FairChance

WORDS: Final = 8
"""In a block of the stream."""


class CountedChance(FairChance):
    """Dice that can be put away and taken up again."""

    def __init__(self, seed: bytes, nonces: Sequence[bytes] = (), drawn: int = 0) -> None:
        super().__init__(seed, nonces)
        self.counter = drawn // WORDS
        self.drawn = drawn - drawn % WORDS
        """Words taken from the stream so far."""
        for _ in range(drawn % WORDS):
            self.next_word()

    def next_word(self) -> int:
        """The next 32 bits of the stream."""
        self.drawn += 1
        return super().next_word()
