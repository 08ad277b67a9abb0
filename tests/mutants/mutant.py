"""A mutant: one rule of one clause, played wrongly on purpose."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Mutant:
    """A change that breaks a clause in some editions. A scenario of the clause must notice it in each of them."""

    name: str
    """Where it is and what it changes: stable as long as the code reads the same."""
    clause: str
    editions: tuple[str, ...]
    apply: Callable[[], None] = field(compare=False, repr=False)
    """Makes the change, in a process that ends with it."""
    neighbours: frozenset[str] = frozenset()
    """The other clauses that the same function cites: a line of code seldom serves one rule alone."""

    def __str__(self) -> str:
        return f"§{self.clause}  {self.name}"
