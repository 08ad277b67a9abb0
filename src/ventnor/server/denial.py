"""A command that is not carried out, and why."""

from typing import Final

from ventnor.refusal import Refusal
from ventnor.rulebook.reason import Reason
from ventnor.rulebook.sentence import Teller
from ventnor.server.protocol import Because, Code, Problem, Refused

TELLER: Final = Teller()


class Denied(Exception):
    """Something asked for that is not done. Nothing has changed."""

    def __init__(self, code: Code, *reasons: Reason, refusal: Refusal | None = None) -> None:
        self.code = code
        self.why = refusal.reason if refusal else " ".join(map(TELLER.reason, reasons))
        self.because = tuple(map(because_of, reasons))
        self.refusal = refusal
        super().__init__(self.why)

    @classmethod
    def by_law(cls, refusal: Refusal) -> "Denied":
        """What the rulebook forbids."""
        return cls(Code.ILLEGAL, refusal.because, refusal=refusal)

    def problem(self, command: str = "") -> Problem:
        """Told outside a table, or of a command that could not be read."""
        return Problem(self.code, self.why, command, self.because)

    def refused(self, command: str) -> Refused:
        """Told as the answer to a command."""
        return Refused(command, self.code, self.why, self.because)


def because_of(reason: Reason) -> Because:
    """A reason as it is sent."""
    return Because(reason.name, dict(reason.fields))  # pyright: ignore[reportArgumentType]  # JSON, as its test sees
