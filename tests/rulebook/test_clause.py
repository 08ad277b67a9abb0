"""The clause list: complete, consistent, and resolvable for every clause in every edition."""

import pytest

from ventnor.rulebook.clause import MissingCell, UnknownClause, cells, clause, clauses, families
from ventnor.rulebook.edition import EDITIONS, UnknownVariant
from ventnor.rulebook.option import options
from ventnor.rulebook.ruling import rulings, rulings_on


def test_ids_are_unique_and_each_has_a_family():
    ids = [each.id for each in clauses()]
    assert len(ids) == len(set(ids)) == 93
    assert len({(each.family, each.title) for each in clauses()}) == 93
    assert all(4 <= len(each.title) <= 45 and each.title[0].isupper() for each in clauses())
    assert {each.family for each in clauses()} == {each.name for each in families()}


def test_there_is_a_cell_for_every_clause_and_edition_and_one_for_a_clause_of_a_short_game():
    short = [each for each in clauses() if each.family in {"short1935", "short", "timed"}]
    assert len(cells()) == (len(clauses()) - len(short)) * len(EDITIONS) + len(short)
    assert {(cell.edition, cell.variant) for cell in cells() if cell.variant} == {
        ("1935", "short"),
        ("anniversary", "short"),
        ("anniversary", "timed"),
    }


@pytest.mark.parametrize("cell", cells(), ids=str)
def test_every_cell_resolves_to_a_sentence(cell):
    words = cell.wording
    assert words[0].isupper() or words[0] in "$1234567890'\""
    assert words.rstrip("\")'").endswith(".")
    assert cell.kind in {"stated", "part", "differs", "silent"}


@pytest.mark.parametrize("cell", [cell for cell in cells() if cell.kind in {"silent", "part"}], ids=str)
def test_what_a_rulebook_does_not_state_in_full_has_a_ruling_that_is_about_its_edition(cell):
    assert cell.clause.silent
    assert rulings_on(cell.clause.id, cell.edition)


def test_every_silent_field_is_answered_by_a_ruling():
    assert [each.id for each in clauses() if each.silent and not rulings_on(each.id)] == []


@pytest.mark.parametrize("ruling", rulings(), ids=lambda ruling: f"{ruling.clause}: {ruling.question}")
def test_rulings_are_about_clauses_editions_and_switches_that_exist(ruling):
    assert clause(ruling.clause)
    assert set(ruling.editions) <= set(EDITIONS)
    assert ruling.question.endswith("?")
    assert ruling.answer.endswith(".")
    assert not ruling.switch or ruling.switch in {option.name for option in options()}


def test_fields_name_only_editions_that_exist():
    for each in clauses():
        assert set(each.editions) <= set(EDITIONS)
        assert set(each.differs) <= set(EDITIONS)
        assert set(each.part) <= set(EDITIONS) - set(each.editions) - set(each.differs), each.id
        assert all(words and not words.endswith(".") for words in each.part.values())
        assert set(each.says) <= {*EDITIONS, "others"}


@pytest.mark.parametrize("each", [each for each in clauses() if each.says], ids=lambda each: each.id)
def test_what_editions_say_fits_into_a_sentence_and_leaves_none_out(each):
    assert "others" in each.says or set(each.says) == set(EDITIONS)
    for words in each.says.values():
        assert not words.endswith(".")
        assert words[0].islower() or words.startswith(("Income", "Luxury"))


def test_a_clause_in_which_editions_differ_says_what_each_plays_by():
    assert [each.id for each in clauses() if each.differs and not each.says] == []


def test_only_etiquette_cannot_be_enforced():
    assert {each.id for each in clauses() if not each.enforced} == {"etiquette.turns", "etiquette.silence"}


@pytest.mark.parametrize(
    ("name", "edition", "kind"),
    [
        ("setup.players", "1935", "differs"),
        ("setup.players", "official", "silent"),
        ("rent.ask", "classic", "differs"),
        ("rent.mortgaged", "classic", "stated"),
        ("rent.mortgaged", "1935", "part"),
        ("rent.mortgaged", "modern", "part"),
        ("cards.jail-free", "1935", "part"),
        ("cards.jail-free", "modern", "part"),
        ("mortgage.take", "1935", "part"),
        ("mortgage.lift", "1935", "part"),
        ("mortgage.lift", "modern", "part"),
        ("tax.to-bank", "1935", "part"),
        ("auction.bidders", "modern", "part"),
        ("mortgage.transfer", "modern", "stated"),
        ("win.last", "modern", "stated"),
    ],
)
def test_kinds(name, edition, kind):
    assert clause(name).kind(edition) == kind


def test_a_clause_of_a_short_game_belongs_to_that_game_only():
    assert clause("short.deal").cell("anniversary", "short").variant == "short"
    with pytest.raises(MissingCell, match=r"short\.deal does not belong to the game anniversary timed"):
        clause("short.deal").cell("anniversary", "timed")
    with pytest.raises(UnknownVariant):
        clause("rent.due").cell("classic", "short")


def test_an_unknown_clause_is_answered_with_the_nearest():
    with pytest.raises(UnknownClause) as caught:
        clause("rent.mortgage")
    assert caught.value.suggestions[0] == "rent.mortgaged"


@pytest.mark.parametrize(
    ("name", "edition", "words"),
    [
        (
            "tax.income",
            "official",
            "the printed price of every property, mortgaged or not, and the cost of the buildings",
        ),
        ("mortgage.transfer", "1935", "pays the 10% again for lifting it later"),
        ("mortgage.transfer", "anniversary", "pays the 10% again for lifting it later"),
        ("sell.buildings", "classic", "sold to the Bank only, at any time"),
        ("sell.buildings", "modern", "sold to the Bank only, at any time"),
        ("hotels.exchange", "1935", "costs the price on the deed"),
        ("hotels.exchange", "modern", "one hotel a lot"),
        ("bankrupt.to-player", "official", "all other cash, the jail cards and the deeds"),
        ("bankrupt.to-player", "modern", "all the cash so raised, the deeds, mortgaged, and the jail cards"),
        ("win.last", "1935", "becomes the wealthiest player"),
        ("win.last", "classic", "becomes the wealthiest player by buying, renting and selling"),
        ("win.last", "modern", "make every other player bankrupt"),
        ("setup.banker", "classic", "here the program is the Bank"),
        ("setup.banker", "modern", "here the program is the Bank"),
        ("etiquette.turns", "classic", "players build and trade at any time"),
        ("etiquette.turns", "anniversary", "the law stays 'at any time'"),
    ],
)
def test_the_rule_of_an_edition_says_what_is_enforced(name, edition, words):
    assert words in clause(name).wording(edition).replace("to become the", "becomes the")


@pytest.mark.parametrize("each", clauses(), ids=lambda each: each.id)
def test_what_the_program_does_stands_in_no_rulebooks_text(each):
    assert not {"program", "screen", "table options"} & set(each.text.split())
    assert "(Offered" not in each.text
