"""The referee: a second reading of the law, from a written position, in the order of `docs/law.md`.

It knows the rulebook and nothing of how games run. `why_not` returns the clause that forbids an action and
the reason, or None.
"""

from ventnor.referee.verdict import why_not

__all__ = ["why_not"]
