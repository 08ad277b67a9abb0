"""The text of actions: reading, writing, and errors."""

import random

import pytest

from ventnor.action import (
    BY_NAME,
    Accept,
    Action,
    AskRent,
    Bankrupt,
    Bid,
    Build,
    Buy,
    Counter,
    Deal,
    Decline,
    Done,
    Draw,
    EndTurn,
    Hour,
    Keep,
    Lift,
    MalformedAction,
    Mortgage,
    Offer,
    Pass,
    Pay,
    PayFine,
    PayTen,
    Reject,
    Resign,
    Roll,
    Sell,
    SellGroup,
    TakeChance,
    Tax,
    Terms,
    Throw,
    UseCard,
    Want,
    Withdraw,
)
from ventnor.notation import format_action, parse_action

TEXTS: list[tuple[str, Action]] = [
    ("roll", Roll()),
    ("buy", Buy()),
    ("decline", Decline()),
    ("bid 120", Bid(120)),
    ("pass", Pass()),
    ("build oriental", Build("oriental")),
    ("sell oriental", Sell("oriental")),
    ("sell-group light-blue", SellGroup("light-blue")),
    ("sell-group light-blue to 4", SellGroup("light-blue", 4)),
    ("mortgage baltic", Mortgage("baltic")),
    ("lift baltic", Lift("baltic")),
    ("keep baltic", Keep("baltic")),
    ("ask-rent oriental from 1", AskRent("oriental", payer=1)),
    ("pay-fine", PayFine()),
    ("use-card chance", UseCard("chance")),
    ("tax flat", Tax("flat")),
    ("tax percent", Tax("percent")),
    ("pay", Pay()),
    ("bankrupt", Bankrupt()),
    ("resign", Resign()),
    ("end-turn", EndTurn()),
    ("done", Done()),
    (
        "offer 2 give oriental 100 get vermont chest-card",
        Offer(2, give=Terms(("oriental",), 100), get=Terms(("vermont",), jail_cards=("chest",))),
    ),
    ("offer 1 give vermont get debt 90", Offer(1, give=Terms(("vermont",)), get=Terms(debt=90))),
    ("offer 1 give vermont get nothing", Offer(1, give=Terms(("vermont",)), get=Terms())),
    (
        "counter 5 give reading b-and-o get 7 chance-card chest-card",
        Counter(5, give=Terms(("reading", "b-and-o")), get=Terms(cash=7, jail_cards=("chance", "chest"))),
    ),
    ("accept 5", Accept(5)),
    ("reject 5", Reject(5)),
    ("withdraw 5", Withdraw(5)),
    ("want 3", Want(3)),
    ("pay-ten", PayTen()),
    ("take-chance", TakeChance()),
    ("roll 3 4", Throw(3, 4)),
    ("draw chance 7", Draw("chance", 7)),
    ("deal 2 oriental", Deal(2, "oriental")),
    ("hour", Hour()),
]


def test_every_action_has_a_text_here() -> None:
    assert {type(action) for _, action in TEXTS} == set(BY_NAME.values())


@pytest.mark.parametrize(("text", "action"), TEXTS, ids=[text for text, _ in TEXTS])
def test_an_action_is_read_and_written(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert format_action(action) == text


@pytest.mark.parametrize("text", ["  BID   120 ", "bid\t120\n", "Bid 120"])
def test_white_space_and_letter_case_do_not_matter(text: str) -> None:
    assert parse_action(text) == Bid(120)


def test_the_things_of_a_deal_may_stand_in_any_order() -> None:
    given = parse_action("offer 2 give 100 chance-card vermont oriental get 5 states")
    assert format_action(given) == "offer 2 give oriental vermont 100 chance-card get states 5"


@pytest.mark.parametrize(
    ("text", "field", "said"),
    [
        ("", "do", "word 1: expected an action, but the text ends"),
        ("byu", "do", "did you mean buy?"),
        ("throw 3 4", "do", "word 1: expected an action, not 'throw'"),
        ("buy it", "", "word 2: expected nothing after 'buy', not 'it'"),
        ("bid", "amount", "word 2: expected a sum in whole dollars, but the text ends"),
        ("bid -5", "amount", "not '-5'"),
        ("bid 0120", "amount", "not '0120'"),
        ("bid 4294967296", "amount", "not 4294967296"),
        ("bid " + "9" * 5000, "amount", "…'"),
        ("bid ٣", "amount", "not '٣'"),  # a digit to Python, not to us
        ("build orientl", "deed", "word 2: expected a deed, not 'orientl'; did you mean oriental?"),
        ("build go", "deed", "expected a deed"),
        ("sell-group blue", "group", "expected a group"),
        ("sell-group light-blue 4", "houses", 'expected "to"'),
        ("sell-group light-blue to", "houses", "expected a number"),
        ("ask-rent oriental 1", "payer", "word 3: expected \"from\", not '1'"),
        ("ask-rent oriental from 8", "payer", "a seat from 0 to 7"),
        ("tax none", "choice", "one of flat, percent"),
        ("roll 3", "die2", "word 3"),
        ("roll 3 7", "die2", "a die from 1 to 6"),
        ("draw chance 16", "card", "a card from 0 to 15"),
        ("accept 0", "number", "the number of an offer"),
        ("want 100", "count", "from 0 to 99"),
        ("offer 2 give get vermont", "give", "word 4: expected a deed, a sum or a jail card, not 'get'"),
        ("offer 2 give oriental", "get", 'word 5: expected "get"'),
        ("offer 2 give oriental get", "get", "but the text ends"),
        ("offer 2 give vermnt get 5", "give", "did you mean vermont?"),
        ("offer 2 give vermont get vermont 5 vermont", "get", "word 8: vermont is named twice"),
        ("offer 2 give 5 6 get vermont", "give.cash", "word 5: cash is named twice"),
        ("offer 2 give 0 get vermont", "give.cash", "at least $1"),
        ("offer 2 give debt 5 get debt 5", "give.debt", "of one party"),
        ("offer 2 give vermont get debt", "get.debt", "but the text ends"),
        ("offer 2 give vermont get nothing 5", "", "expected nothing after 'nothing'"),
    ],
)
def test_an_error_says_what_was_expected_and_where(text: str, field: str, said: str) -> None:
    with pytest.raises(MalformedAction) as caught:
        parse_action(text)
    assert caught.value.field == field
    assert said in caught.value.why


WORDS = [*sorted({word for text, _ in TEXTS for word in text.split()}), "go", "9", "-1", "0", "ﬁne", "²", "\x00", "💵"]


def scrambled(chance: random.Random) -> str:
    """Return a text near to a readable one, or far from it."""
    words = chance.choice(TEXTS)[0].split() if chance.random() < 0.7 else chance.choices(WORDS, k=chance.randrange(9))
    for _ in range(chance.randrange(3)):
        where = chance.randrange(len(words) + 1)
        words[where : where + chance.randrange(2)] = chance.choices(WORDS, k=chance.randrange(3))
    text = " ".join(words)
    if text and chance.random() < 0.3:
        where = chance.randrange(len(text))
        text = text[:where] + chr(chance.choice((chance.randrange(128), chance.randrange(0xD800)))) + text[where + 1 :]
    return text


@pytest.mark.parametrize(
    "count", [pytest.param(10_000, id="10,000"), pytest.param(100_000, id="100,000", marks=pytest.mark.long)]
)
def test_any_text_is_an_action_or_malformed(count: int) -> None:
    chance = random.Random(count)
    read = 0
    for _ in range(count):
        text = scrambled(chance)
        try:
            action = parse_action(text)
        except MalformedAction:
            continue
        read += 1
        assert parse_action(format_action(action)) == action, text
    assert 0.1 < read / count < 0.9  # otherwise it tries too little of the one or the other
