"""Golden playthroughs: each as it is kept, and all of them together over every game and every clause.

`python dev/golden.py` writes them anew from their scripts.
"""

import ast
import re
from pathlib import Path

import pytest

import ventnor.kernel
from tests.golden.playthrough import FOLDER, Script, golden_games, golden_path, scripts, write_playthrough
from ventnor.kernel import codes
from ventnor.kernel.layout import Sink, State
from ventnor.kernel.legal import refuse
from ventnor.kernel.step import step
from ventnor.rulebook.clause import clauses
from ventnor.rulebook.edition import EDITIONS, edition
from ventnor.tables import tables

CITATION = re.compile(r"§([a-z][a-z0-9-]*\.[a-z-]+[a-z])")
TOLD = re.compile(r"  (?:event|refuse) .* §(?P<clause>\S+)$")
SCRIPTS = scripts()


def spoken_by_the_kernel() -> set[str]:
    """The clauses whose codes the kernel uses: in what it tells, or in what it refuses."""
    used: set[str] = set()
    for path in Path(ventnor.kernel.__path__[0]).glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    found = {codes.CLAUSE_IDS[number] for name, number in vars(codes).items() if name.startswith("C_") and name in used}
    # These come from the tables: by which clause deeds are dealt, and by which an hour ends the game.
    return found | {codes.CLAUSE_IDS[tables(name).deal_clause] for name in EDITIONS}


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.name for script in SCRIPTS])
def test_a_playthrough_is_as_it_was(script: Script) -> None:
    kept = golden_path(script).read_text(encoding="utf-8")
    assert write_playthrough(script) == kept, "python dev/golden.py writes it anew; say in the commit why it differs"


def test_every_playthrough_has_its_script() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {script.name for script in SCRIPTS}


def test_they_cover_all_eight_games_and_two_to_eight_players() -> None:
    games = list(golden_games())
    rows = {(name, "") for name in EDITIONS}
    rows |= {(name, variant.name) for name in EDITIONS for variant in edition(name).variants}
    assert {(game.edition, game.variant) for game in games} == rows
    assert len(rows) == 8
    assert {game.players for game in games} == set(range(2, 9))


def test_events_and_refusals_cite_every_clause_by_which_the_game_speaks() -> None:
    cited = {
        found["clause"]
        for path in FOLDER.glob("*.txt")
        for line in path.read_text(encoding="utf-8").splitlines()
        if (found := TOLD.match(line))
    }
    assert spoken_by_the_kernel() - {"", "capacity"} - cited == set()


def test_every_clause_that_players_can_be_held_to_occurs() -> None:
    cited = {name for path in FOLDER.glob("*.txt") for name in CITATION.findall(path.read_text(encoding="utf-8"))}
    assert {clause.id for clause in clauses() if clause.enforced} - cited == set()


def test_the_actions_of_a_playthrough_lead_to_its_end() -> None:
    for game in golden_games():
        s, e = State.from_buffer_copy(game.start), Sink()
        for action in game.actions:
            assert refuse(s, game.tables, action) == codes.C_NONE, game.name
            step(s, game.tables, e, action)
