"""Golden playthroughs: each as stored, and together they cover every game and every clause.

`python dev/golden.py` writes them anew from their scripts.
"""

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest

import ventnor.kernel
from tests.golden.playthrough import FOLDER, Script, golden_games, golden_path, scripts, write_playthrough
from ventnor import action, event
from ventnor.kernel import codes
from ventnor.kernel.layout import Sink, State
from ventnor.kernel.legal import refuse
from ventnor.kernel.reasons import LAWFUL
from ventnor.kernel.step import step
from ventnor.rulebook.card import DECKS, decks
from ventnor.rulebook.clause import clauses
from ventnor.rulebook.edition import Era, rows
from ventnor.rulebook.setting import settings
from ventnor.tables import tables

CITATION = re.compile(r"§([a-z][a-z0-9-]*\.[a-z-]+[a-z])")
CITED = re.compile(r"^  (?:event|refuse) .* §(\S+)$", re.MULTILINE)
EVENT = re.compile(r"^  event  (\w+)", re.MULTILINE)
CARD = re.compile(r"^  event  CardDrawn  seat \d  deck (\w+)  card \d+ \(([a-z-]+)", re.MULTILINE)
SCRIPTS = scripts()
TEXTS = {script.name: golden_path(script).read_text(encoding="utf-8") for script in SCRIPTS}
ERAS: tuple[Era, ...] = get_args(Era)


@dataclass(frozen=True)
class Shown:
    """A clause that no event and no refusal cites, and the lines of a playthrough that show it."""

    clause: str
    game: str
    how: str
    pattern: str


ANY = r"(?:.*\n)*?"
"""Any lines, as few as will do."""

SHOWN = (
    Shown("setup.players", "classic", "eight sit down", r"^# classic, 8 players$"),
    Shown("setup.players", "1935", "seven sit down", r"^# 1935, 7 players$"),
    Shown("setup.players", "modern", "six sit down", r"^# modern, 6 players$"),
    Shown("setup.cash", "classic", "everybody begins with 1500", r"^ply 1  seat 0  cash( 1500){8}  on go$"),
    Shown("setup.cash", "modern", "everybody begins with 1500", r"^ply 1  seat 0  cash( 1500){6}  on go$"),
    Shown("setup.banker", "official-shortest", "the Banker's seat throws first", r"^ply 1  seat 0 "),
    Shown(
        "bank.never-broke",
        "official-house-rules",
        "the Bank fills the pot a second time, and pays it out again",
        rf"PotCollected  seat 1  amount 700$\n{ANY}.*PotCollected  seat 2  amount 500$",
    ),
    Shown(
        "move.three-doubles",
        "classic",
        "the third doubles do not move the token but send it to Jail",
        r"Threw  seat 5  die1 1  die2 1$\n.*Jailed  seat 5  how doubles$",
    ),
    Shown(
        "go.twice",
        "1935",
        "the salary for passing GO, then that for the card drawn beyond it",
        rf"SalaryPaid  seat 3  amount 200$\n{ANY}.*\(advance go\)$\n.*\n.*SalaryPaid  seat 3  amount 200$",
    ),
    Shown(
        "go.once", "official-cards", "reaching GO pays", r"origin pacific  space go$\n.*SalaryPaid  seat 0  amount 200$"
    ),
    Shown(
        "go.once",
        "classic-estate",
        "one salary for passing",
        r"space income-tax$\n.*SalaryPaid  seat 0  amount 200$\n  digest",
    ),
    Shown(
        "go.twice",
        "modern-cards",
        "the salary for passing GO, then that for the card drawn beyond it",
        r"\(advance go\)$\n.*SalaryPaid  seat 0  amount 200$\n.*\n.*SalaryPaid  seat 0  amount 200$",
    ),
    Shown("go.once", "official-cards", "leaving GO does not", r"Moved  seat 0  origin go  space chance-1$\n  digest"),
    Shown(
        "auction.bidders",
        "classic",
        "who declined bids, and gets it",
        rf"Declined  seat 4  deed oriental$\n{ANY}.*BidMade  seat 4  amount 70$\n{ANY}.*AuctionWon  seat 4 ",
    ),
    Shown("rent.monopoly", "classic-estate", "twice 6", r"RentFellDue  owner 1  payer 2  deed oriental  amount 12$"),
    Shown(
        "rent.monopoly-mortgaged",
        "classic-estate",
        "twice 6, though Connecticut Avenue is mortgaged",
        rf"owns oriental, vermont, connecticut \(mortgaged\), states$\n{ANY}.*deed oriental  amount 12$",
    ),
    Shown(
        "rent.monopoly-mortgaged",
        "modern-bankruptcy",
        "20 alone, since Indiana Avenue is mortgaged",
        rf"owns kentucky, indiana \(mortgaged\), illinois,{ANY}.*deed illinois  amount 20$",
    ),
    Shown("rent.railroads", "1935-cards", "one railroad", r"RentPaid  payer 1  owner 2  deed reading  amount 25$"),
    Shown("rent.railroads", "official-cards", "three", r"RentPaid  payer 2  owner 0  deed b-and-o  amount 100$"),
    Shown("rent.railroads", "official-cards", "all four", r"RentPaid  payer 1  owner 0  deed short-line  amount 200$"),
    Shown(
        "rent.fixed",
        "anniversary",
        "the payer has moved on before the rent is asked for",
        rf"payer 3  deed pennsylvania  amount (\d+)$\n{ANY}.*Moved  seat 3 {ANY}"
        r".*RentAsked  owner 2  payer 3  deed pennsylvania  amount \1$",
    ),
    Shown("tax.to-bank", "modern", "a tax goes to the Bank", r"Paid  seat 1  to bank  amount 200  cause tax$"),
    Shown("tax.to-bank", "modern-bankruptcy", "Free Parking gives nothing", r"space free-parking$\n  digest"),
    Shown(
        "jail.direct",
        "classic",
        "no salary on the way",
        r"space go-to-jail$\n.*Jailed  seat 3  how space$\n.*TurnEnded",
    ),
    Shown("jail.visiting", "classic", "no penalty", r"Moved  seat 4  origin oriental  space jail$\n  digest"),
    Shown(
        "jail.business",
        "modern-cards",
        "a rent is collected from Jail",
        r"^#   seat 2  cash 300  in Jail, turn 3 "
        rf"{ANY}ply 16  seat 2 .* on jail$\n{ANY}  apply  ask-rent {ANY}.*RentPaid  payer 1  owner 2 ",
    ),
    Shown(
        "trade.mix",
        "official-cards",
        "property, cash and a jail card for property, accepted",
        rf"give oriental 50 chest-card  get short-line$\n{ANY}.*DealMade  number 1  proposer 0  recipient 2$\n"
        r".*DeedPassed.*\n.*DeedPassed.*\n.*CashPassed.*\n.*JailCardPassed.*\n",
    ),
    Shown(
        "trade.no-promises",
        "official-cards",
        "what was agreed passes in the same ply, and nothing is left to be done",
        r"DealMade  number 2 .*\n.*deed water-works$\n.*deed virginia$\n  digest",
    ),
    Shown("mortgage.rounding", "classic-heir", "17.50 and 20", r"creditor bank  amount 38  cause interest$"),
    Shown("mortgage.rounding", "official-heirs", "17.50 among them", r"creditor bank  amount 94  cause interest$"),
    Shown("mortgage.rounding", "official-cards", "251.30", r"choice percent$\n.*amount 252  cause tax$"),
    Shown("worth.tie", "anniversary-timed", "two share the win", r"GameEnded  winners \d \d  how hour$"),
    Shown("cards.decks", "1935-cards", "a card that only the decks of 1935 have", r"card 3 \(back-to baltic\)$"),
    Shown("deeds.figures", "1935", "a price", r"Bought  seat 3  deed boardwalk  amount 400$"),
    Shown("deeds.figures", "modern-cards", "a rent", r"RentFellDue  owner 0  payer 1  deed boardwalk  amount 2000$"),
    Shown(
        "deeds.public",
        "1935-estate",
        "who owns what is told at the start",
        r"^#   seat 3 .* owns tennessee \(mortgaged\)",
    ),
)


def cited(text: str) -> set[str]:
    """Return the clauses that events and refusals cite."""
    return set(CITED.findall(text))


def bare(text: str) -> str:
    """Return a playthrough without the clauses at the ends of its lines."""
    return re.sub(r" +§\S+$", "", text, flags=re.MULTILINE)


def era_of(script: Script) -> Era:
    """Return the decks of a script's game."""
    game = script.new_game()
    return settings(game.edition, game.variant, game.options).decks


def spoken_by_the_kernel() -> set[str]:
    """Return the clauses whose codes the kernel uses, in events or in refusals."""
    used: set[str] = set()
    for path in Path(ventnor.kernel.__path__[0]).glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    found = {codes.CLAUSE_IDS[number] for name, number in vars(codes).items() if name.startswith("C_") and name in used}
    # These come from the tables: by which clause deeds are dealt, an hour ends the game and a hotel is built.
    games = [tables(name, variant) for name, variant in rows() if variant]
    return found | {codes.CLAUSE_IDS[code] for t in games for code in (t.deal_clause, t.hour_clause, t.hotel_clause)}


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.name for script in SCRIPTS])
def test_a_playthrough_is_as_it_was(script: Script) -> None:
    kept = golden_path(script).read_text(encoding="utf-8")
    assert write_playthrough(script) == kept, "python dev/golden.py writes it anew; say in the commit why it differs"


def test_every_playthrough_has_its_script() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {script.name for script in SCRIPTS}


def test_they_cover_all_games_and_two_to_eight_players() -> None:
    games = list(golden_games())
    assert {(game.edition, game.variant) for game in games} == set(rows())
    assert {game.players for game in games} == set(range(2, 9))


def test_each_game_is_played_to_its_end() -> None:
    ended = {
        (script.heading["edition"], script.heading.get("variant", ""))
        for script in SCRIPTS
        if "\nover: won by " in TEXTS[script.name]
    }
    assert ended == set(rows())


def test_every_kind_of_event_occurs() -> None:
    found = {name for text in TEXTS.values() for name in EVENT.findall(text)}
    assert {made.__name__ for made in event.BY_NAME.values()} - found == set()


def test_every_kind_of_action_is_taken() -> None:
    taken = {action.BY_CODE[each.kind] for game in golden_games() for each in game.actions}
    # `done` ends a bot's window; the law refuses it to everybody.
    assert set(action.BY_CODE.values()) - {action.Done} - taken == set()


def test_every_kind_of_card_of_every_deck_is_drawn() -> None:
    drawn = {(era_of(script), deck, kind) for script in SCRIPTS for deck, kind in CARD.findall(TEXTS[script.name])}
    assert {(era, deck, card.kind) for era in ERAS for deck in DECKS for card in decks(era).deck(deck)} - drawn == set()


def test_events_and_refusals_cite_every_clause_by_which_the_game_speaks() -> None:
    assert spoken_by_the_kernel() - {"", "capacity"} - cited("".join(TEXTS.values())) == set()


def test_every_clause_that_players_can_be_held_to_is_shown() -> None:
    found = cited("".join(TEXTS.values()))
    assert found & {each.clause for each in SHOWN} == set(), "cited by now: it needs no place in the list"
    assert {clause.id for clause in clauses() if clause.enforced} - found - {each.clause for each in SHOWN} == set()


@pytest.mark.parametrize("shown", SHOWN, ids=[f"{each.clause}-{each.game}" for each in SHOWN])
def test_what_no_event_cites_is_shown_all_the_same(shown: Shown) -> None:
    assert re.search(shown.pattern, bare(TEXTS[shown.game]), re.MULTILINE), shown.how


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.name for script in SCRIPTS])
def test_a_heading_names_no_clause_that_its_section_does_not_show(script: Script) -> None:
    unenforced = {clause.id for clause in clauses() if not clause.enforced}
    shown = {each.clause for each in SHOWN if each.game == script.name}
    for section in TEXTS[script.name].split("\n== ")[1:]:
        heading, _, body = section.partition("\n")
        promised = set(CITATION.findall(heading)) - shown - unenforced
        assert promised - cited(body) == set(), heading


def test_the_actions_of_a_playthrough_lead_to_its_end() -> None:
    for game in golden_games():
        s, e = State.from_buffer_copy(game.start), Sink()
        for each in game.actions:
            assert refuse(s, game.tables, each) == LAWFUL, game.name
            step(s, game.tables, e, each)
