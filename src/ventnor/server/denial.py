"""A command that is not carried out, and why."""

from ventnor.refusal import Refusal
from ventnor.server.protocol import Code


class Denied(Exception):
    """Something asked for that is not done. Nothing has changed."""

    def __init__(self, code: Code, why: str, refusal: Refusal | None = None) -> None:
        super().__init__(why)
        self.code = code
        self.why = why
        self.refusal = refusal
