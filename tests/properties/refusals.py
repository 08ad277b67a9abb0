"""Which clauses can refuse which kind of action, and which of them never do in a game, and why.

A refusal is told apart by its occasion: after the end of the game, by what holds a player to an answer, or else.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from ventnor import kernel
from ventnor.action import BY_CODE, BY_NAME
from ventnor.kernel import codes, reasons
from ventnor.rulebook.edition import rows
from ventnor.tables import tables

ENDS = ("win.last", "short.second-bankruptcy", "house-rules.optional", "short1935.hour", "timed.hour")
"""By which a game is over."""
DUTIES = ("tax.income", "cards.pay-or-chance", "mortgage.transfer", "shortage.auction")
"""By which a player is held to an answer."""
HOUR = ("short1935.hour", "timed.hour")
"""By which little may be done while the last move is played."""
FIRST = ("buy.option", "auction.course", "debt.raise", *DUTIES, *HOUR, "start.throw", "start.left", "move.doubles")
"""What comes before a throw, and before the end of a turn."""
OPTION = ("buy.option", "auction.course", "debt.raise", *DUTIES)
TERMS = (
    *HOUR,
    "trade.shape",
    "trade.no-loans",
    "trade.property",
    "trade.buildings-first",
    "shortage.auction",
    "cards.jail-free",
    "trade.offers",
    "debt.in-kind",
    "mortgage.transfer",
    "auction.settle",
    "debt.raise",
)
"""What can be wrong with a deal."""
OVER, HELD, RECEIVED = " (over)", " (held)", " (received)"
"""After the end; by what holds the player to an answer; over a deed just received."""
OWN: dict[str, tuple[str, ...]] = {
    "roll": (*FIRST, "jail.doubles-no-second"),
    "end-turn": (*FIRST, "jail.third", "move.total"),
    "buy": OPTION,
    "decline": OPTION,
    "tax": ("tax.income",),
    "pay-ten": ("cards.pay-or-chance",),
    "take-chance": ("cards.pay-or-chance",),
    "pay-fine": ("jail.fine",),
    "use-card": ("jail.card",),
    "bid": ("auction.course", "debt.raise", "shortage.auction", "auction.opening", "auction.settle"),
    "pass": ("auction.course", "debt.raise", "shortage.auction"),
    "want": ("shortage.auction",),
    "build": (
        *HOUR,
        "debt.raise",
        "houses.group",
        "houses.mortgaged",
        "hotels.exchange",
        "short.three-houses",
        "houses.even",
        "shortage.auction",
        "shortage.wait",
        "houses.any-time",
        "auction.settle",
    ),
    "sell": (*HOUR, "sell.buildings", "sell.even", "sell.hotels", "shortage.auction"),
    "sell-group": (*HOUR, "sell.buildings", "sell.hotels", "shortage.auction"),
    "mortgage": (*HOUR, "mortgage.take", "mortgage.buildings-first", "shortage.auction"),
    "lift": (*HOUR, "mortgage.lift", "debt.raise", "mortgage.transfer" + RECEIVED, "auction.settle"),
    "keep": ("mortgage.transfer",),
    "ask-rent": ("rent.mortgaged", "rent.ask", "house-rules.optional"),
    "pay": ("debt.raise",),
    "bankrupt": ("debt.raise", "auction.settle", "mortgage.transfer", "shortage.auction", "debt.order"),
    "resign": (*HOUR, "bankrupt.resign"),
    "offer": TERMS,
    "counter": tuple(clause for clause in TERMS if clause not in HOUR),
    "accept": ("trade.offers", *DUTIES, "debt.in-kind", "auction.settle", "debt.raise"),
    "reject": ("trade.offers",),
    "withdraw": ("trade.offers",),
    "throw": ("move.total",),
    "draw": ("cards.draw",),
    "deal": ("setup.equipment", "short1935.deal", "short.deal", "timed.hour"),
    "hour": ("win.last", *HOUR),
}
"""The law of each kind of action by itself."""
REFUSALS: set[tuple[str, str]] = {
    (name, clause)
    for name, made in BY_NAME.items()
    for clause in (
        "act.when",
        *OWN.get(name, ()),
        *(each + OVER for each in ENDS),
        *(each + HELD for each in DUTIES if made.actor == "seat"),
    )
}
"""Every refusal that can occur."""
LAWFUL = {(name, "") for name in BY_NAME if name != "done"}

VOID = "at the hour every offer becomes void, and none is made after it"
LAPSED = "an offer in which that has come about has lapsed, and does not stand"
SHAPE = "the shape of an offer was judged when it was made, and with a player who retires it lapses"
STILL = "an open option interrupts the turn: meanwhile no throw, end of the turn or last rent is awaited"
UNREACHABLE: dict[tuple[str, str], str] = {
    ("roll", "jail.third"): "who has yet to throw in Jail may throw",
    ("roll", "move.total"): "who has yet to throw may throw",
    ("end-turn", "jail.doubles-no-second"): "who has thrown doubles out of Jail may end the turn",
    **{
        (name, clause): STILL
        for name in ("buy", "decline")
        for clause in (*FIRST, "jail.doubles-no-second", "jail.third", "move.total")
        if clause not in OPTION
    },
    **{("counter", clause): VOID for clause in HOUR},
    **{("accept", clause): VOID for clause in HOUR},
    ("accept", "trade.shape"): SHAPE,
    ("accept", "trade.no-loans"): SHAPE,
    ("accept", "trade.property"): LAPSED,
    ("accept", "trade.buildings-first"): LAPSED,
    ("accept", "cards.jail-free"): LAPSED,
    **{
        (name, "win.last"): "in a game without an hour none strikes"
        for name, clauses in OWN.items()
        if name in {"buy", "decline", "counter", "accept"} or (name not in {"deal", "hour"} and "timed.hour" in clauses)
    },
}
"""The clauses that the code names for a kind of action but never answers in a game, and why."""

UNCOMPARED = {
    "too-much-open": "the referee has no records that could be full; `test_bounds` fills them",
    "tax-is-blind": "a preview refuses what the law allows",
}
"""Reasons that the comparison does not come across, and why."""

# --- what the law names -----------------------------------------------------------------------------------------------


def named_by_the_law() -> set[tuple[str, str]]:
    """Return the clauses that the kernel's source names for each kind of action, beside what concerns all actions.

    Read off what `refuse` and the functions it calls return. Not a clause: that a record is full.
    """
    found: set[tuple[str, str]] = set()
    for code, made in BY_CODE.items():
        kind = next(name for name, value in vars(codes).items() if name.startswith("A_") and value == code)
        branches = (each for each in functions()["refuse"].body if kinds_in(each))
        for name in answers(branches, kind):
            found |= {(made.name, clause) for clause in clauses_of(name)}
    return {each for each in found if each[1] not in {"", "act.when", "capacity"}}


@cache
def functions() -> dict[str, ast.FunctionDef]:
    """Return the functions of the kernel."""
    found: dict[str, ast.FunctionDef] = {}
    for path in sorted(Path(str(kernel.__file__)).parent.glob("*.py")):
        found |= {each.name: each for each in ast.parse(path.read_text()).body if isinstance(each, ast.FunctionDef)}
    return found


def kinds_in(statement: ast.stmt) -> set[str]:
    """Return the kinds of action that a condition asks for."""
    if not isinstance(statement, ast.If):
        return set()
    names = {each.id for each in ast.walk(statement.test) if isinstance(each, ast.Name)}
    return {name for name in names if name.startswith("A_")}


def answers(statements: Iterable[ast.stmt], kind: str) -> Iterator[str]:
    """Yield the clauses, and the table fields that hold one, that may be returned for a kind of action."""
    for statement in statements:
        kinds = kinds_in(statement)
        if isinstance(statement, ast.If | ast.For) and (not kinds or kind in kinds):
            yield from answers(statement.body, kind)
            if kinds and isinstance(statement.body[-1], ast.Return):
                return
        if isinstance(statement, ast.If):
            yield from answers(statement.orelse, kind)
        is_clause = isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "reason"
        if is_clause or isinstance(statement, ast.Return):
            yield from names_in(statement, kind)


def names_in(statement: ast.stmt, kind: str) -> Iterator[str]:
    """Return the clauses that a statement names, and those of the functions that it asks."""
    for each in ast.walk(statement):
        if isinstance(each, ast.Name) and each.id.startswith("R_"):
            yield each.id
        elif isinstance(each, ast.Call) and isinstance(each.func, ast.Name):
            yield from answers(functions()[each.func.id].body, kind)


def clauses_of(name: str) -> set[str]:
    """Return the clause of a reason, or those that it has in one game or another."""
    reason = getattr(reasons, name)
    return {codes.CLAUSE_IDS[reasons.clause_of(tables(*row), reason)] for row in rows()}
