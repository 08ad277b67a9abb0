"""Sentences: a template for every event and action, each of which can be filled in; errors name what is missing."""

from itertools import product

import pytest

from ventnor import action, event
from ventnor.rulebook.source import load
from ventnor.words.kind import Flag, Kind, Number, Several, Words
from ventnor.words.sentence import PACKAGE, MissingField, MissingTemplate, Teller, Template, templates

PEOPLE = Teller(["Ann", "Bob", "Cay"])


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"event": "threw", "seat": 0, "die1": 3, "die2": 4}, "Ann throws 3 and 4."),
        ({"event": "threw", "seat": 0, "die1": 3, "die2": 3}, "Ann throws doubles: 3 and 3."),
        (
            {"event": "rent-paid", "payer": 1, "owner": 0, "deed": "oriental", "amount": 12},
            "Bob pays Ann $12 rent for Oriental Avenue.",
        ),
        (
            {"event": "moved", "seat": 2, "origin": "chance-3", "space": "chest-3", "backward": True},
            "Cay moves back from Chance to Community Chest.",
        ),
        ({"event": "auction-opened", "item": "house"}, "A house is put up for auction."),
        ({"event": "auction-opened", "item": "boardwalk"}, "Boardwalk is put up for auction."),
        (
            {"event": "auction-won", "seat": 0, "item": "chest-card", "amount": 9},
            "Ann wins the Community Chest jail card for $9.",
        ),
        ({"event": "paid", "seat": 0, "to": "bank", "amount": 75, "cause": "tax"}, "Ann pays the Bank $75 tax."),
        ({"event": "paid", "seat": 0, "to": 2, "amount": 50, "cause": "card"}, "Ann pays Cay $50."),
        (
            {"event": "rent-asked", "owner": 0, "payer": 1, "deed": "electric", "amount": 0, "factor": 10},
            "Ann asks Bob for the rent of Electric Company: 10 times a throw.",
        ),
        (
            {"event": "rent-fell-due", "owner": 0, "payer": 1, "deed": "electric", "amount": 0, "factor": 4},
            "Bob owes Ann the rent of Electric Company, 4 times a throw, if asked in time.",
        ),
        (
            {
                "event": "rent-fell-due",
                "owner": 0,
                "payer": 1,
                "deed": "oriental",
                "amount": 6,
                "clause": "house-rules.optional",
            },
            "Bob owes Ann $6 for Oriental Avenue.",
        ),
        (
            {"event": "house-built", "seat": 0, "deed": "states", "amount": 0},
            "Ann puts the house won at auction on States Avenue.",
        ),
        (
            {"event": "house-built", "seat": 0, "deed": "states", "amount": 100},
            "Ann builds a house on States Avenue for $100.",
        ),
        (
            {
                "event": "offered",
                "number": 4,
                "proposer": 0,
                "recipient": 1,
                "give": {"deeds": ["baltic", "oriental"], "cash": 100},
                "get": {"jail_cards": ["chance"], "debt": 90},
            },
            "Ann offers Bob Baltic Avenue, Oriental Avenue and $100 for the Chance jail card and $90 of the debt.",
        ),
        ({"event": "offered", "number": 4, "proposer": 0, "recipient": 1}, "Ann offers Bob a deal."),
        (
            {"event": "game-ended", "winners": [0, 2], "how": "hour"},
            "The hour ends the game. The richest: Ann and Cay.",
        ),
        (
            {"event": "card-drawn", "seat": 1, "deck": "chance", "card": 8},
            "Bob draws from Chance: Move three spaces backward.",
        ),
        ({"event": "jail-stayed", "seat": 0, "turns": 1}, "Ann stays in Jail, after one turn."),
        ({"event": "jail-stayed", "seat": 0, "turns": 2}, "Ann stays in Jail, after 2 turns."),
    ],
)
def test_events(fields, words):
    assert PEOPLE.event(fields) == words


def test_actions():
    assert PEOPLE.action({"do": "bid", "amount": 120}) == "Bid $120"
    assert PEOPLE.action({"do": "sell-group", "group": "light-blue"}) == "Sell all buildings of the light blue group"
    down = {"do": "sell-group", "group": "light-blue", "houses": 4}
    assert PEOPLE.action(down) == "Sell the hotels of the light blue group down to 4 houses"
    assert PEOPLE.action({**down, "houses": 1}) == "Sell the hotels of the light blue group down to 1 house"
    assert PEOPLE.action({"do": "offer", "to": 2, "give": {}, "get": {"deeds": ["vermont"]}}) == (
        "Offer Cay nothing for Vermont Avenue"
    )


def test_the_edition_and_the_decks_matter():
    drawn = {"event": "card-drawn", "seat": 1, "deck": "chance", "card": 13}
    assert Teller(edition_name="official").event(drawn) == (
        "Seat 1 draws from Chance: The parish asks for its share. Pay the Bank $15."
    )
    assert Teller(edition_name="official", era="2008").event(drawn).endswith("You drove too fast. Pay the Bank $15.")
    sold = {"event": "group-sold", "seat": 0, "group": "purple", "amount": 50}
    assert "the brown group" in Teller(edition_name="modern").event(sold)


def test_errors_name_what_is_missing():
    with pytest.raises(MissingTemplate, match="no sentence in 'en' for the event 'sneezed'"):
        PEOPLE.event({"event": "sneezed"})
    with pytest.raises(MissingTemplate, match="'xx'"):
        Teller(language="xx").event({"event": "hour-struck"})
    with pytest.raises(MissingField, match="the field 'amount' is not given"):
        PEOPLE.event({"event": "bid", "seat": 1})
    with pytest.raises(MissingField, match="the field 'seat' cannot be shown: 7"):
        PEOPLE.event({"event": "passed", "seat": 7})
    with pytest.raises(MissingField, match="has no format 'shouting'"):
        PEOPLE.fill(Template("{seat:shouting}"), {"seat": 1})


def test_money_given_as_a_format():
    assert PEOPLE.fill(Template("{x:money} and {y:space}"), {"x": 5, "y": "go"}) == "$5 and GO"
    assert [PEOPLE.fill(Template("{amount}"), {"amount": sum_}) for sum_ in (999, 1500, 1234567, -1500)] == [
        "$999",
        "$1,500",
        "$1,234,567",
        "-$1,500",
    ]


def samples(kind: Kind) -> list[object]:
    """Return some values of a kind: all words of a short list, both ends of a number."""
    if isinstance(kind, Flag):
        return [True, False]
    if isinstance(kind, Number):
        return [kind.low, min(kind.low + 1, kind.high), min(kind.high, 7)]
    if isinstance(kind, Words):
        words: list[object] = list(kind.numbers)
        return words if len(words) <= 6 else words[:2] + words[-4:]
    if isinstance(kind, Several):
        return [[], samples(kind.kind)[:3]]
    return [action.Terms(deeds=("oriental",), cash=5), action.Terms()]


def tellings(kind, made) -> list[dict[str, object]]:
    """Return fields for an event or action: all combinations that can choose a template, one value for the rest."""
    found = templates("en", kind).get(made.name, ())
    deciding = {name for template in found for name in (*template.when, *template.same)}
    choices = [
        [(part.name, part.kind.to_json(value)) for value in samples(part.kind)[: None if part.name in deciding else 1]]
        for part in made.parts
        if part.name != "clause"
    ]
    return [dict(combination) for combination in product(*choices)]


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        *(pytest.param("event", made, id=f"event {name}") for name, made in event.BY_NAME.items()),
        *(pytest.param("action", made, id=f"action {name}") for name, made in action.BY_NAME.items()),
    ],
)
def test_every_event_and_action_can_be_told_whatever_its_fields(kind, made):
    known = {part.name for part in made.parts}
    for template in templates("en", kind).get(made.name, ()):
        assert {name for name, _ in template.fields} <= known
        assert {*template.when, *template.has, *template.same} <= known
    teller = Teller([f"P{seat}" for seat in range(8)])
    for fields in tellings(kind, made):
        words = teller.tell(kind, made.name, fields)
        assert words.endswith((".", "?")) == (kind == "event" or made.name == "draw")
        assert "{" not in words


def test_there_is_no_template_for_what_does_not_exist():
    assert set(templates("en", "event")) == set(event.BY_NAME)
    assert set(templates("en", "action")) == set(action.BY_NAME)


def test_every_format_is_one_the_teller_knows():
    assert set(load("sentences", PACKAGE)["formats"].values()) <= set(PEOPLE.formats)
