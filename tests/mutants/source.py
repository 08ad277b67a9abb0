"""Mutants of the kernel's code: the statements that a citation stands over, each broken in one way.

A comment that cites a clause speaks of the statement after it, and of the condition under which that is reached where
the comment opens a branch; a docstring that cites one speaks of the whole function. A mutant skips a branch or always
takes it, leaves a part of a condition out, shifts a comparison or a number by one, or leaves a statement out.

Some changes are not made. What only keeps records inside their bounds, tells of events, counts or wakes players is no
rule. A branch for one kind of thing (a kind of space, card, frame or phase) is skipped, but not taken for all the
others, whose rules stand elsewhere. What the tables switch off in an edition cannot go wrong there, and the switches
themselves have mutants of their own (`figures`).
"""

import ast
import copy
import importlib
import inspect
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import CodeType, FunctionType, ModuleType
from typing import TypeGuard

from tests.kit.clause_mark import editions_of
from tests.mutants.mutant import Mutant
from ventnor.kernel.layout import Tables
from ventnor.rulebook import clause as rules
from ventnor.tables import tables

MODULES = (
    "start",
    "move",
    "buy",
    "auction",
    "rent",
    "tax",
    "cards",
    "jail",
    "houses",
    "shortage",
    "build",
    "sell",
    "mortgage",
    "trade",
    "debt",
    "bankrupt",
    "finish",
    "legal",
    "step",
)
CITATION = re.compile(r"§(?:(?P<edition>\w+):)?(?P<clause>[a-z][\w-]*\.[a-z][\w-]*\w)")
BOUNDS = frozenset({"SPACES", "COLOURS", "CARDS", "FRAMES", "DEBTS", "CLAIMS", "SEATS", "MENU", "players"})
KIND = re.compile(r"(K|S|A|W|P|B|T|D|J|BY|CALL|END|TAX)_[A-Z]|NO_GROUP")
PLACES = frozenset({"depth", "debt_count", "claim_count"})
SILENT = frozenset({"emit", "emit_mask", "touch", "touch_all"})


@dataclass(frozen=True)
class Cited:
    """A clause cited over some statements of a function, for one edition or for all."""

    clause: str
    edition: str
    function: str
    nodes: tuple[ast.AST, ...]

    @property
    def editions(self) -> tuple[str, ...]:
        """Return the editions that the citation speaks of."""
        every = editions_of(rules.clause(self.clause))
        return (self.edition,) if self.edition else every


@dataclass(frozen=True)
class Edit:
    """A node of a function and what takes its place."""

    node: ast.AST
    replacement: ast.AST

    @property
    def words(self) -> str:
        """Return both in a line."""
        return f"{shown(self.node)} → {shown(self.replacement)}"


def shown(node: ast.AST) -> str:
    """Return a node as text on one line, a compound statement by its head."""
    if isinstance(node, ast.Pass):
        return "nothing"
    return ast.unparse(node).splitlines()[0]


def source_mutants() -> list[Mutant]:
    """Return every mutant of the kernel's code, in the order of the code; each change once a clause."""
    found: dict[tuple[str, str], Mutant] = {}
    for name in MODULES:
        module = importlib.import_module(f"ventnor.kernel.{name}")
        text = inspect.getsource(module)
        tree = ast.parse(text)
        every_citation = list(citations(text, tree))
        for cited in every_citation:
            others = frozenset(each.clause for each in every_citation if each.function == cited.function)
            counts: dict[str, int] = {}
            for edit in edits_of(cited):
                editions = tuple(each for each in cited.editions if can_matter(edit, tree, cited, each))
                if not editions:
                    continue
                label = f"{name}.{cited.function}: {edit.words}"
                key = (cited.clause, f"{label}@{getattr(edit.node, 'lineno', 0)}.{getattr(edit.node, 'col_offset', 0)}")
                counts[label] = counts.get(label, 0) + 1
                if counts[label] > 1:
                    label += f" (the {counts[label]}th)"
                if key in found:
                    every = {*found[key].editions, *editions}
                    ordered = tuple(each for each in editions_of(rules.clause(cited.clause)) if each in every)
                    found[key] = replace(found[key], editions=ordered)
                    continue
                change = swapping(module, tree, cited.function, edit)
                found[key] = Mutant(label, cited.clause, editions, change, others - {cited.clause})
    return list(found.values())


# --- what a citation speaks of ----------------------------------------------------------------------------------------


def citations(text: str, tree: ast.Module) -> Iterator[Cited]:
    """Return the clauses cited over statements of a module."""
    comments = {
        token.start[0]: token.string
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
    }
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        docstring = ast.get_docstring(function) or ""
        body = function.body[1:] if docstring else function.body
        for clause, edition in cited_in(docstring):
            yield Cited(clause, edition, function.name, tuple(body))
        statements = [node for node in ast.walk(function) if isinstance(node, ast.stmt) and node is not function]
        for line, comment in comments.items():
            if function.lineno < line <= (function.end_lineno or 0):
                below = [node for node in statements if node.lineno > line]
                if below:
                    first = min(below, key=lambda node: (node.lineno, node.col_offset))
                    nodes = (first, *opened_by(function, first, line))
                    for clause, edition in cited_in(comment):
                        yield Cited(clause, edition, function.name, nodes)


def cited_in(text: str) -> list[tuple[str, str]]:
    """Return the clauses that a comment cites, with their editions."""
    return [(found["clause"], found["edition"] or "") for found in CITATION.finditer(text)]


def opened_by(function: ast.FunctionDef, first: ast.stmt, line: int) -> list[ast.AST]:
    """Return the condition whose branch a comment opens."""
    for node in ast.walk(function):
        if isinstance(node, ast.If) and node.body[0] is first and node.lineno < line:
            return [node.test]
    return []


# --- what may go wrong with it ----------------------------------------------------------------------------------------


def edits_of(cited: Cited) -> Iterator[Edit]:
    """Return the changes to what a citation speaks of."""
    for node in cited.nodes:
        if isinstance(node, ast.stmt):
            yield from edits_of_statement(node, deep=True)
        elif isinstance(node, ast.expr):
            # What the comment says is said of what happens then: the branch may be missing.
            yield Edit(node, ast.Constant(False))


def edits_of_statement(node: ast.stmt, *, deep: bool) -> Iterator[Edit]:
    """Return the changes to a statement; to those inside it too, but not to what is inside those."""
    if isinstance(node, ast.If | ast.While):
        yield from edits_of_condition(node.test)
        if deep:
            for inner in node.body:
                yield from edits_of_statement(inner, deep=False)
    elif isinstance(node, ast.For):
        if deep:
            for inner in node.body:
                yield from edits_of_statement(inner, deep=True)
    elif isinstance(node, ast.Return):
        yield from edits_of_return(node)
    elif isinstance(node, ast.Assign | ast.AugAssign):
        yield from edits_of_assignment(node)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = node.value.func
        if not (isinstance(called, ast.Name) and called.id in SILENT):
            yield Edit(node, ast.Pass())
            yield from edits_inside(node.value)


def edits_of_return(node: ast.Return) -> Iterator[Edit]:
    """Return edits of a return value. A clause that refuses stays: the branch that leads to it is edited."""
    value = node.value
    if value is None or is_clause(value):
        return
    if isinstance(value, ast.Compare | ast.BoolOp):
        yield from edits_of_condition(value)
    elif isinstance(value, ast.Constant) and isinstance(value.value, bool):
        yield Edit(value, ast.Constant(not value.value))
    elif not isinstance(value, ast.Call):
        yield Edit(value, shifted(value, 1))
        yield Edit(value, shifted(value, -1))


def is_clause(value: ast.expr) -> bool:
    """Return whether a value is the code of a clause or of a reason."""
    if isinstance(value, ast.Attribute):
        return value.attr.endswith("_clause")
    return isinstance(value, ast.Name) and (value.id.startswith(("C_", "R_")) or value.id in {"clause", "reason"})


def edits_of_assignment(node: ast.Assign | ast.AugAssign) -> Iterator[Edit]:
    """Return a statement left out, or a value that is off by one."""
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    if is_of_sink(target):
        return
    if isinstance(target, ast.Name) and isinstance(node, ast.Assign):
        if isinstance(node.value, ast.BoolOp | ast.Compare):
            yield from edits_of_condition(node.value)
        elif isinstance(node.value, ast.BinOp):
            yield Edit(node.value, shifted(node.value, 1))
            yield Edit(node.value, shifted(node.value, -1))
        else:
            yield from edits_inside(node.value)
    else:
        yield Edit(node, ast.Pass())
        yield from edits_inside(node.value)


def is_of_sink(target: ast.expr) -> bool:
    """Return whether a statement only counts or emits, in the sink `e`."""
    while isinstance(target, ast.Subscript | ast.Attribute):
        target = target.value
    return isinstance(target, ast.Name) and target.id == "e"


def edits_of_condition(test: ast.expr) -> Iterator[Edit]:
    """Return edits of a condition: always, never, a part left out, and edits inside it."""
    yield Edit(test, ast.Constant(False))
    if not tells_kinds_apart(test):
        yield Edit(test, ast.Constant(True))
    for node in ast.walk(test):
        if isinstance(node, ast.BoolOp):
            for part in node.values:
                always = isinstance(node.op, ast.And)
                if not keeps_bounds(part) and not is_switch(part) and not (always and tells_kinds_apart(part)):
                    yield Edit(part, ast.Constant(always))
    yield from edits_inside(test)


def edits_inside(expression: ast.expr) -> Iterator[Edit]:
    """Return edits that shift comparisons and numbers by one."""
    for node in ast.walk(expression):
        if isinstance(node, ast.Compare) and not keeps_bounds(node) and not tells_kinds_apart(node):
            yield from shifts_of(node)
        elif is_sum(node):
            for side in (node.left, node.right):
                if isinstance(side, ast.Constant) and isinstance(side.value, int):
                    yield Edit(side, ast.Constant(side.value + 1))
                    yield Edit(side, ast.Constant(side.value - 1))


def is_sum(node: ast.AST) -> TypeGuard[ast.BinOp]:
    """Return whether two numbers are reckoned with, not the place of a frame in its stack."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.FloorDiv):
        return False
    return not (isinstance(node.left, ast.Attribute) and node.left.attr in PLACES)


def shifts_of(node: ast.Compare) -> Iterator[Edit]:
    """Return a comparison with its neighbour: `<` with `<=`, `==` with `!=`."""
    others: dict[type[ast.cmpop], ast.cmpop] = {
        ast.Lt: ast.LtE(),
        ast.LtE: ast.Lt(),
        ast.Gt: ast.GtE(),
        ast.GtE: ast.Gt(),
        ast.Eq: ast.NotEq(),
        ast.NotEq: ast.Eq(),
    }
    other = others.get(type(node.ops[0]))
    if other is not None:
        yield Edit(node, ast.Compare(node.left, [other], node.comparators))


def shifted(value: ast.expr, by: int) -> ast.expr:
    """Return a value and one more, or one less."""
    if isinstance(value, ast.Constant) and isinstance(value.value, int):
        return ast.Constant(value.value + by)
    return ast.BinOp(value, ast.Add() if by > 0 else ast.Sub(), ast.Constant(1))


def keeps_bounds(node: ast.expr) -> bool:
    """Return whether a comparison only guards an index or a sum, against values that notation cannot express."""
    if isinstance(node, ast.BoolOp):
        return all(keeps_bounds(part) for part in node.values)
    if not isinstance(node, ast.Compare):
        return False
    last = node.comparators[-1]
    if isinstance(node.ops[0], ast.Lt) and isinstance(last, ast.Constant) and last.value == 0:
        return True
    if (
        isinstance(node.left, ast.Attribute)
        and node.left.attr in {"x", "y"}
        and isinstance(node.ops[0], ast.Gt | ast.Lt)
    ):
        return True
    names = {each.id for each in ast.walk(last) if isinstance(each, ast.Name)}
    names |= {each.attr for each in ast.walk(last) if isinstance(each, ast.Attribute)}
    return isinstance(node.ops[-1], ast.GtE | ast.Gt | ast.Lt) and bool(names & BOUNDS)


def tells_kinds_apart(node: ast.AST) -> bool:
    """Return whether a condition asks which of several kinds a thing is."""
    if isinstance(node, ast.BoolOp):
        return any(tells_kinds_apart(part) for part in node.values)
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return isinstance(node, ast.Compare) and any(KIND.match(name) for name in names)


def is_switch(node: ast.expr) -> bool:
    """Return whether a condition is a switch of the tables and nothing else."""
    if isinstance(node, ast.UnaryOp):
        return is_switch(node.operand)
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "t"


# --- what an edition switches off -------------------------------------------------------------------------------------


def can_matter(edit: Edit, tree: ast.Module, cited: Cited, edition: str) -> bool:
    """Return whether an edition's game can reach the edit, and whether the edit can make a difference there."""
    t = tables(edition, rules.family(rules.clause(cited.clause).family).variant)
    function = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == cited.function)
    for test, taken in conditions_around(function, edit.node):
        if decided(test, t) is not None and decided(test, t) != taken:
            return False
    if isinstance(edit.node, ast.expr) and isinstance(edit.replacement, ast.Constant):
        return decided(edit.node, t) is not edit.replacement.value
    return True


def conditions_around(function: ast.FunctionDef, node: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
    """Return the conditions under which a node of a function is reached, as far as branches show them."""
    for branch in ast.walk(function):
        if isinstance(branch, ast.If):
            if any(each is node for part in branch.body for each in ast.walk(part)):
                yield branch.test, True
            if any(each is node for part in branch.orelse for each in ast.walk(part)):
                yield branch.test, False
        elif isinstance(branch, ast.BoolOp):
            # In `a and b` it is `a` that decides whether `b` is asked, and the other way round whether it counts.
            for place, part in enumerate(branch.values):
                if any(each is node for each in ast.walk(part)):
                    for other in (*branch.values[:place], *branch.values[place + 1 :]):
                        yield other, isinstance(branch.op, ast.And)


def decided(test: ast.expr, t: Tables) -> bool | None:
    """Return what the tables alone say to a condition; None where it depends on the game."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = decided(test.operand, t)
        return None if inner is None else not inner
    if isinstance(test, ast.BoolOp):
        parts = [decided(part, t) for part in test.values]
        ends = isinstance(test.op, ast.Or)
        if ends in parts:
            return ends
        return None if None in parts else not ends
    if is_switch(test) and isinstance(test, ast.Attribute):
        return bool(getattr(t, test.attr))
    return None


# --- making the change ------------------------------------------------------------------------------------------------


def swapping(module: ModuleType, tree: ast.Module, function: str, edit: Edit) -> Callable[[], None]:
    """Return what puts the changed function in the place of the one that everybody has imported."""

    def swap() -> None:
        target = getattr(module, function)
        assert isinstance(target, FunctionType)
        target.__code__ = code_of(tree, function, edit, module.__file__ or function)

    return swap


def code_of(tree: ast.Module, function: str, edit: Edit, path: str) -> CodeType:
    """Return the code of a function with one node replaced."""
    whole = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
    memo: dict[int, object] = {id(edit.node): copy.deepcopy(edit.replacement)}
    changed = copy.deepcopy(whole, memo)
    if isinstance(edit.replacement, ast.Pass | ast.Constant):
        ast.copy_location(memo[id(edit.node)], edit.node)  # pyright: ignore[reportArgumentType]
    made = ast.fix_missing_locations(ast.Module([changed], []))
    for constant in compile(made, path, "exec", flags=0, dont_inherit=True).co_consts:
        if isinstance(constant, CodeType) and constant.co_name == function:
            return constant
    raise AssertionError(f"{function} has no code")
