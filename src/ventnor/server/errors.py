"""The error for a refused command or request."""

from typing import Final

from ventnor.refusal import Refusal
from ventnor.server.protocol import Because, Code, Problem, Refused
from ventnor.words.reason import Reason
from ventnor.words.sentence import Teller

TELLER: Final = Teller()


class Denied(Exception):
    """A refused command or request. Nothing has changed."""

    def __init__(self, code: Code, *reasons: Reason, refusal: Refusal | None = None) -> None:
        self.code = code
        self.why = refusal.reason if refusal else " ".join(map(TELLER.reason, reasons))
        self.because = tuple(map(because_of, reasons))
        self.refusal = refusal
        super().__init__(self.why)

    @classmethod
    def by_law(cls, refusal: Refusal) -> "Denied":
        """Return the law's refusal, if the law refused."""
        return cls(Code.ILLEGAL, refusal.because, refusal=refusal)

    def problem(self, command: str = "") -> Problem:
        """Return the error as a message that answers no command."""
        return Problem(self.code, self.why, command, self.because)

    def refused(self, command: str) -> Refused:
        """Return the error as the answer to a command."""
        return Refused(command, self.code, self.why, self.because)


def because_of(reason: Reason) -> Because:
    """Return a reason as a wire type."""
    return Because(reason.name, dict(reason.fields))  # pyright: ignore[reportArgumentType]  # JSON, as its test sees
