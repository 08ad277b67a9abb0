"""The command `ventnor play`: whole games, saving and resuming, and answers to mistakes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import PlayedGame, play, sensible, ventnor
from ventnor.action import MalformedAction
from ventnor.cli import main
from ventnor.cli.common.arguments import BadArguments
from ventnor.cli.terminal.parser import find_deed, notation_of
from ventnor.notation import AmbiguousName
from ventnor.replay import Replay
from ventnor.rulebook.board import board
from ventnor.rulebook.edition import EDITIONS

ESCAPE = "\x1b"


@pytest.fixture(autouse=True)
def _own_state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("NO_COLOR", raising=False)


# ── Whole games ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_whole_game_is_played_to_the_last_player(monkeypatch, tmp_path):
    file = tmp_path / "night.replay"
    played = play(monkeypatch, sensible, "--seats", "Ann,random", "--seed", "1", "--save", str(file), most=3000)
    assert played.status == 0
    assert re.search(r"^(Ann|Ada) wins\.$", played.text, re.MULTILINE)
    replay = Replay.load(file)
    replay.verify()
    assert replay.game_at().over


def test_a_whole_game_comes_through_a_pipe(tmp_path):
    done = ventnor(
        "play", "--seats", "Ann,Bob,cautious", "--option", "rounds=2", "--seed", "4", "--save", "night.replay",
        typed="1\n" * 300, folder=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert re.search(r"^\w+( and \w+)* wins?\.$", done.stdout, re.MULTILINE)
    assert ESCAPE not in done.stdout
    assert ventnor("replay", "verify", "night.replay", folder=tmp_path).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("--edition", "1935", "--seats", "Ann,Bob,builder"),
        ("--edition", "1935", "--variant", "short", "--hour", "40t", "--seats", "Ann,Bob,random"),
        ("--edition", "anniversary", "--variant", "short"),
        ("--edition", "anniversary", "--variant", "timed", "--hour", "60t"),
        ("--edition", "classic", "--seats", "Ann,Bob", "--ask-rent", "manual"),
        ("--edition", "modern", "--seats", "Ann,tycoon,random"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("how", [(), ("--plain",)], ids=["drawn", "plain"])
def test_every_game_can_be_played_and_fits_80_columns(monkeypatch, words, how):
    rounds = () if "--variant" in words else ("--option", "rounds=8")
    played = play(monkeypatch, sensible, *words, *rounds, *how, "--seed", "11")
    assert played.status == 0
    assert "Continue with" in played.text or re.search(r" wins?\.$", played.text, re.MULTILINE)
    if not how:
        drawn = [line for line in played.text.splitlines() if not line.startswith(("Continue", "The game is saved in"))]
        assert max(map(len, drawn)) <= 80


def test_the_agreed_hour_ends_a_short_game(monkeypatch):
    words = ("--edition", "1935", "--variant", "short", "--seats", "Ann,Bob,cautious", "--seed", "2")
    played = play(monkeypatch, sensible, *words, "--hour", "9t")
    assert "The agreed hour strikes." in played.text
    assert re.search(r"^\w+( and \w+)* wins?\.$", played.text, re.MULTILINE)
    by_hand = play(monkeypatch, "\n\nhour\nundo\nhour\n\n" + "1\n" * 20, *words)
    assert "The hour strikes in 60 minutes" in by_hand.text
    assert "Taken back." in by_hand.text
    assert "The agreed hour strikes." in by_hand.text


def test_without_arguments_it_asks_and_enter_takes_what_is_usual(monkeypatch):
    played = play(monkeypatch, "\n\n\n\n")
    assert "Which rulebook?" in played.text
    assert "The official rulebook" in played.text
    assert "Cash: Ann $1,500, Ada $1,500, Bram $1,500, Cleo $1,500" in played.text


def test_the_questions_are_asked_until_they_are_answered(monkeypatch):
    played = play(monkeypatch, "9\n1935 short\nAnn,ann\nAnn,Bob\n0\n1\n\n")
    assert "Type a number from 1 to 8" in played.text
    assert "two players are called" in played.text
    assert "Type a number from 1 to 5" in played.text
    assert "The New Short Game of 1935" in played.text
    assert "Ann, Bob" not in played.text


def test_bots_alone_need_nobody(monkeypatch):
    played = play(monkeypatch, "", "--seats", "cautious,random", "--option", "rounds=3", "--seed", "3")
    assert played.status == 0
    assert re.search(r" wins?\.$", played.text, re.MULTILINE)


# ── Saving and going on ─────────────────────────────────────────────────────────────────────────────────────────────

TYPED = ["1"] * 60


@pytest.mark.parametrize("seats", ["Ann,Bob,cautious,random", "Ann,tycoon,builder"])
@pytest.mark.parametrize("rent", ["auto", "manual"])
@pytest.mark.parametrize("stop", [1, 7, 23, 41])
def test_a_game_gone_on_with_is_the_game_that_was_not_interrupted(monkeypatch, tmp_path, seats, rent, stop):
    whole, parted = tmp_path / "whole.replay", tmp_path / "parted.replay"
    words = ("--seats", seats, "--seed", "21", "--ask-rent", rent)
    play(monkeypatch, "\n".join(TYPED), *words, "--save", str(whole))
    first = play(monkeypatch, "\n".join(TYPED[:stop]), *words, "--save", str(parted))
    assert f"Continue with: ventnor play --resume {parted}" in first.text
    before = Replay.load(parted)
    second = play(monkeypatch, "\n".join(TYPED[stop:]), "--resume", str(parted), "--ask-rent", rent)
    assert f"The game continues from ply {len(before)}." in second.text
    assert parted.read_text() == whole.read_text()


def test_two_games_begun_in_one_second_are_two_files(monkeypatch, tmp_path):
    monkeypatch.setattr("time.strftime", lambda _: "2026-01-01-120000")
    for seats in ("Ann,Bob", "Cid,Dot", "Eve,Fay"):
        play(monkeypatch, "\n\n", "--seats", seats, "--seed", "5")
    kept = {Replay.load(file).heading.names for file in (tmp_path / "state").rglob("*.replay")}
    assert kept == {("Ann", "Bob"), ("Cid", "Dot"), ("Eve", "Fay")}


def test_the_game_played_last_can_be_gone_on_with(monkeypatch):
    play(monkeypatch, "\n\n", "--seats", "Ann,Bob", "--seed", "5")
    play(monkeypatch, "", "--seats", "random,random", "--option", "rounds=1", "--seed", "5")
    played = play(monkeypatch, "", "--resume")
    assert "The game continues from ply" in played.text


def test_quit_saves_elsewhere_or_throws_away(monkeypatch, tmp_path):
    file = tmp_path / "mine.replay"
    played = play(monkeypatch, f"\nquit\n{file}\n", "--seats", "Ann,Bob", "--seed", "5")
    assert played.status == 0
    assert f"The game is saved in {file}." in played.text
    Replay.load(file).verify()
    assert not list((tmp_path / "state").rglob("*.replay"))
    play(monkeypatch, "\nquit\ndiscard\n", "--seats", "Ann,Bob", "--seed", "5")
    assert not list((tmp_path / "state").rglob("*.replay"))


def test_an_interruption_saves_the_game(monkeypatch, tmp_path):
    def stop(_: str) -> str:
        raise KeyboardInterrupt

    played = play(monkeypatch, stop, "--seats", "Ann,Bob", "--save", str(tmp_path / "night.replay"))
    assert played.status == 130
    assert "Continue with: ventnor play --resume" in played.text
    Replay.load(tmp_path / "night.replay").verify()


def test_a_folder_that_cannot_be_written_to_is_reported_once(monkeypatch, tmp_path):
    (tmp_path / "state").write_text("no folder")
    played = play(monkeypatch, "\n\n\n\n", "--seats", "Ann,Bob", "--seed", "5")
    assert played.text.count("could not be saved") == 1


def test_a_file_that_cannot_be_written_does_not_become_the_games_file(monkeypatch, tmp_path):
    file = tmp_path / "night.replay"
    lines = "\n\nsave /dev/null/x.replay\nresign!\n"
    played = play(monkeypatch, lines, "--seats", "Ann,Bob", "--seed", "5", "--save", str(file))
    assert f"The game is saved in {file}" in played.text
    assert Replay.load(file).game_at().over


def test_no_game_is_written_over_another(monkeypatch, tmp_path):
    first, second = tmp_path / "first.replay", tmp_path / "second.replay"
    play(monkeypatch, "\nquit\n\n", "--seats", "Ann,Bob", "--seed", "5", "--save", str(first))
    kept = first.read_bytes()
    with pytest.raises(BadArguments, match="this file already exists"):
        play(monkeypatch, "", "--seats", "Cid,Dot", "--seed", "6", "--save", str(first))
    lines = f"\nsave {first}\nquit\n\n"
    played = play(monkeypatch, lines, "--seats", "Cid,Dot", "--seed", "6", "--save", str(second))
    assert "the file already exists" in played.text
    assert first.read_bytes() == kept
    assert Replay.load(second).heading.names == ("Cid", "Dot")


def test_who_leaves_a_game_that_cannot_be_kept_is_told_so(monkeypatch, tmp_path):
    played = play(monkeypatch, "\nquit\n\n", "--seats", "Ann,Bob", "--seed", "5", "--save", str(tmp_path))
    assert "The game was not saved" in played.text
    assert "Continue with" not in played.text


def test_bytes_that_are_no_text_are_a_typing_mistake(tmp_path):
    words = ["play", "--plain", "--seats", "Ann,Bob", "--save", str(tmp_path / "night.replay")]
    command = [sys.executable, "-P", "-m", "ventnor", *words]
    done = subprocess.run(command, input=b"\xff\xfe\n", capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"Unknown command" in done.stdout


# ── What is typed ───────────────────────────────────────────────────────────────────────────────────────────────────


def typed(monkeypatch, *lines: str, words: tuple[str, ...] = ()) -> PlayedGame:
    """Return a game of two people after their opening throws, with these lines typed."""
    seats = () if "--seats" in words else ("--seats", "Ann,Bob")
    return play(monkeypatch, "\n".join(["", "", *lines, ""]), *seats, "--seed", "5", *words)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("?", "Choosing"),
        ("help", "also accept 5"),
        ("board", "Boardw"),
        ("deeds", "Ann $1,500"),
        ("deeds bob", "Bob $1,500"),
        ("deed oriental", "for sale at $100"),
        ("deed nowhere", "There is no deed"),
        ("offers", "No offer stands."),
        ("log", "plays first"),
        ("log 2", "plays first"),
        ("rule rent.ask", "until the second player following throws"),
        ("rule jail", "clauses"),
        ("rule xyzzy", "no clause is called 'xyzzy'"),
        ("rule", "Name a rule"),
        ("who", "0 Ann, at the keyboard"),
        ("where", "Ann: GO"),
        ("cash", "Bob: $1,500"),
        ("more", "Give up the game"),
        ("undo", "cannot be undone"),
        ("pause", "stops before every throw"),
        ("why", "Ask about an action"),
        ("why buy", "§buy.option"),
        ("why not buy?", "§buy.option"),
        ("why roll", "may do that now"),
        ("why xyzzy", "Cannot read that"),
        ("buy", "Not now: No deed is for sale now. (§buy.option)"),
        ("bid 5", "There is no auction"),
        ("roll 3 4", "§act.when"),
        ("done", "§act.when"),
        ("build oriental", "§houses.group"),
        ("build", "Cannot read that"),
        ("bid lots", "Cannot read that"),
        ("buid oriental", "Did you mean build"),
        ("xyzzy", "Unknown command"),
        ("77", "Choose a number from 1 to 2."),
        ("hour", "has no time limit"),
        ("nobody: roll", "There is no player 'nobody'"),
        ("as nobody", "There is no player"),
        ("as", "Name a player"),
        ("as bob", "Bob acts now."),
        ("save /dev/null/x.replay", "could not be saved"),
        ("save .", "could not be saved"),
        ("save ~nobody-at-all/x", "could not be saved"),
        ("save", "The game is saved in"),
        ("7" * 5000, "Choose a number from 1 to 2."),
        ("bid " + "7" * 5000, "Cannot read that"),
        ("log " + "7" * 5000, "throws"),
    ],
)
def test_a_line_has_its_answer(monkeypatch, line, answer):
    played = typed(monkeypatch, line)
    assert played.status == 0
    assert answer in " ".join(played.text.split()) or answer in played.text


def test_cash_is_told_in_notes_at_first_as_the_rulebook_deals_them(monkeypatch):
    played = play(monkeypatch, "cash\n", "--edition", "1935", "--seats", "A,B,C,D,E,F,G")
    assert played.text.count("1 x $500, 6 x $100, 4 x $50, 3 x $20, 10 x $10, 7 x $5, 5 x $1") == 6
    assert played.text.count("3 x $500\n") == 1
    played = typed(monkeypatch, "cash", words=("--option", "starting_cash=787"))
    assert "1 x $500, 2 x $100, 1 x $50, 1 x $20, 1 x $10, 1 x $5, 2 x $1" in played.text


@pytest.mark.parametrize(("limit", "limited"), [("false", True), ("true", False)])
def test_stock_of_the_bank_is_told_where_it_has_an_end(monkeypatch, limit, limited):
    played = typed(monkeypatch, "where", "board", words=("--option", f"unlimited_buildings={limit}"))
    assert ("The Bank has 32 houses and 12 hotels." in played.text) == limited
    assert ("The Bank never runs out of houses and hotels." in played.text) == (not limited)
    assert ("Bank: 32 houses, 12 hotels" in played.text) == limited


def test_what_is_typed_out_is_said_back_and_can_be_taken_back(monkeypatch):
    played = typed(monkeypatch, "resign", "undo", "resign", "who", "resign", "")
    assert played.text.count("→") == 3
    assert played.text.count("Taken back.") == 2
    assert "0 Ann, at the keyboard" in played.text
    assert "wins." in played.text


def test_an_exclamation_mark_does_it_at_once(monkeypatch):
    played = typed(monkeypatch, "resign!")
    assert "→" not in played.text
    assert "wins." in played.text


def test_anybody_at_the_keyboard_may_act_and_bots_decide_alone(monkeypatch):
    played = typed(monkeypatch, "1: resign!")
    assert "Bob gives up." in played.text
    played = typed(monkeypatch, "ada: roll", words=("--seats", "Ann,Bob,cautious"))
    assert "Ada is a bot: you cannot act for it." in played.text


def test_a_deal_is_offered_by_name_and_accepted_by_the_other(monkeypatch):
    def typist(new: str) -> str:
        asked = new.splitlines()[-1] if new else ""
        if "Enter: leave it open" in asked or "→ " in new:
            return "1\n" if "leave it open" in asked else "\n"
        if "is for sale" in new:
            return "1\n"
        bought = re.search(r"(Ann|Bob) buys (\w+) \w+ for", new)
        if bought and "may end it" in new:
            other = "Bob" if bought[1] == "Ann" else "Ann"
            return f"offer {other} give {bought[2].lower()} for 11\n"
        return "\n" if "accepts" not in new else ""

    played = play(monkeypatch, typist, "--seats", "Ann,Bob", "--seed", "6")
    assert re.search(r"→ (Ann|Bob): Offer (Ann|Bob) \w+ Avenue for \$11\.", played.text)
    assert "accepts" in played.text


def test_who_is_out_of_an_auction_is_not_asked_again(monkeypatch):
    def typist(new: str) -> str:
        if "wins" in new or "Nobody bids" in new:
            return ""
        if "for auction" in new:
            return "out\n"
        return "2\n" if "is for sale" in new else "\n"

    played = play(monkeypatch, typist, "--seats", "Ann,cautious,cautious", "--seed", "5")
    assert "Ann> out" in played.text
    assert played.text.count("Ann may bid") == 1
    assert "wins" in played.text


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("offer Bob give Oriental Avenue and $100 for verm", "offer 1 give oriental 100 get vermont"),
        ("trade 1 give reading get nothing", "offer 1 give reading get nothing"),
        ("unmortgage medi", "lift mediterranean"),
        ("ask rent connecticut from bob", "ask-rent connecticut from 1"),
        ("bid $120", "bid 120"),
        ("bid $1,200", "bid 1200"),
        ("sell-group light", "sell-group light-blue"),
        ("sell-group the light blue group to 4", "sell-group light-blue to 4"),
        ("sell-group brown", "sell-group purple"),
        ("sell-group the dark blue group", "sell-group dark-blue"),
        ("build pennsylvania", "build pennsylvania"),
        ("build Pennsylvania Avenue", "build pennsylvania"),
        ("mortgage Pennsylvania Railroad", "mortgage pennsylvania-rr"),
        ("mortgage penn rr", "mortgage pennsylvania-rr"),
        ("lift short line", "lift short-line"),
        ("build st. charles place", "build st-charles"),
        ("mortgage B. & O. Railroad", "mortgage b-and-o"),
        ("mortgage b&o", "mortgage b-and-o"),
        ("build carolina", "build north-carolina"),
        (
            "offer Bob give Short Line, B. & O. Railroad and $1,500 for St. James Place.",
            "offer 1 give short-line b-and-o 1500 get st-james",
        ),
        ("offer Bob give 20 get community chest jail card", "offer 1 give 20 get chest-card"),
        ("ask rent Pennsylvania Railroad from Bob", "ask-rent pennsylvania-rr from 1"),
        ("throw", "roll"),
        ("end", "end-turn"),
    ],
)
def test_short_forms_are_understood(text, notation):
    assert notation_of(text, ["Ann", "Bob"]) == notation


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("build st", ("st-charles", "st-james", "states")),
        ("mortgage p", ("pacific", "park-place", "pennsylvania", "pennsylvania-rr")),
        ("sell-group blue", ("dark-blue", "light-blue")),
    ],
)
def test_a_short_form_that_fits_several_names_them(text, candidates):
    with pytest.raises(AmbiguousName, match=" or ") as caught:
        notation_of(text, ["Ann", "Bob"])
    assert set(caught.value.candidates) == set(candidates)
    assert isinstance(caught.value, MalformedAction)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_printed_name_of_a_deed_or_group_can_be_typed(edition):
    for space in board(edition).properties:
        assert notation_of(f"mortgage {space.name}", []) == f"mortgage {space.slug}"
        assert find_deed(space.name) == find_deed(space.slug) == space.slug
    for group in board(edition).groups:
        assert notation_of(f"sell-group {group.name}", []) == f"sell-group {group.slug}"


def test_with_rent_asked_by_hand_its_owner_is_told_and_must_ask(monkeypatch):
    played = play(
        monkeypatch, sensible, "--seats", "Ann,Bob", "--ask-rent", "manual", "--option", "rounds=12", "--seed", "3"
    )
    assert re.search(r"if asked in\s+time", played.text)
    assert re.search(r"\d Ask (Ann|Bob) for \$\d+ rent for", played.text)
    assert re.search(r"(Ann|Bob) asks (Ann|Bob) for the rent of", " ".join(played.text.split()))


def test_a_game_can_stop_before_the_throws_of_bots(monkeypatch):
    played = typed(monkeypatch, "pause", *["1"] * 8, words=("--seats", "Ann,cautious"))
    assert "Enter: go on" in played.text


# ── What is shown ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_plain_prints_neither_colours_nor_drawings(monkeypatch, tmp_path):
    played = play(monkeypatch, sensible, "--plain", "--option", "rounds=3", "--seats", "Ann,cautious", colour=True)
    assert ESCAPE not in played.text
    assert played.text.isascii()
    done = ventnor("play", "--plain", "--seats", "Ann,cautious", typed="\n" * 30 + "board\nwhere\n", folder=tmp_path)
    assert ESCAPE not in done.stdout
    assert "GO" in done.stdout


def test_colours_are_there_where_they_can_be(monkeypatch):
    assert ESCAPE in play(monkeypatch, "\n\n", "--seats", "Ann,Bob", colour=True).text


def test_the_choice_of_tax_is_blind(monkeypatch):
    seen: list[str] = []

    def typist(new: str) -> str:
        if "chooses how to pay the tax" in new:
            seen.append(new[new.index("chooses how to pay the tax") :])
            seen.append(new)
            return "board\n" if len(seen) < 3 else "why tax percent\n" if len(seen) < 5 else ""
        if len(seen) in {2, 4}:
            seen.append(new)
            return "deeds\n" if len(seen) < 5 else ""
        return sensible(new)

    for seed in range(40):
        play(monkeypatch, typist, "--edition", "classic", "--seats", "Ann,Bob", "--seed", str(seed))
        if seen:
            break
    choices = seen[0]
    assert "1 Pay $200" in choices
    assert "2 Pay 10%" in choices
    assert "worth" not in "".join(seen).lower()
    assert set(re.findall(r"\$\d+", choices.split("Cash:")[1].split("1 Pay")[1])) == {"$200"}


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (120, 40), (200, 60), (60, 20)])
def test_the_board_fits_the_terminal(monkeypatch, width, height):
    played = play(monkeypatch, "\n\nboard\n", "--seats", "Ann,Bob,cautious", "--seed", "5", width=width, height=height)
    shown = [line for line in played.text.splitlines() if "│" in line or "─" in line]
    if width < 78:
        assert not shown
        assert "Boardwalk; for sale at $400" in played.text
    else:
        assert max(map(len, shown)) <= width
        assert min(map(len, shown)) == max(map(len, shown))


# ── Mistakes on the command line ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("--edition", "1936"), "there is no edition '1936'"),
        (("--edition", "modern", "--variant", "short"), "has no variant 'short'"),
        (("--seats", "Ann"), "is for 2 to 8 players, not 1"),
        (("--edition", "1935", "--seats", "Ann,Bob"), "is for 3 to 7 players, not 2"),
        (("--seats", "Ann,,Bob"), "a seat is empty"),
        (("--seats", "Ann,ann"), "two players are called"),
        (("--seats", "Ann,cautius"), "is 'cautius' the bot cautious?"),
        (("--seats", "Ann,Bob=clever"), "unknown bot 'clever'"),
        (("--seats", "Ann,2nd"), "must begin with a letter"),
        (("--seats", "Ann," + "B" * 30), "1 to 16 letters"),
        (("--seed", "luck"), "--seed must be a number"),
        (("--seed", "9" * 30), "--seed must be a number"),
        (("--option", "pot"), "write a house rule as NAME=VALUE"),
        (("--option", "rounds=-1"), "must be from 0 to 10000, not -1"),
        (("--option", "rounds=" + "9" * 5000), "must be a whole number"),
        (("--seed", "9" * 5000), "--seed must be a number"),
        (("--option", "pot=1"), "is not a house rule"),
        (("--option", "rounds=many"), "must be a whole number"),
        (("--ask-rent", "never"), "--ask-rent must be auto or manual"),
        (("--hour", "soon", "--edition", "1935", "--variant", "short"), "--hour must be a time"),
        (("--hour", "45m", "--edition", "modern"), "has no time limit"),
        (("--resume", "nowhere.replay"), "nowhere.replay: No such file"),
        (("--resume",), "there is no unfinished game"),
        (("--resume", "notes.txt"), "notes.txt: line 1: a replay begins with"),
        (("--resume", "notes.txt", "--seed", "3"), "leave out --edition"),
        (("--resume", "over.replay"), "is over"),
        (("--resume", "wrong.replay"), "ply 2"),
        (("--boards",), "--boards"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_a_mistake_is_answered_with_a_sentence(tmp_path, capsys, monkeypatch, words, answer):
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("milk, eggs")
    if "over.replay" in words:
        play(monkeypatch, "", "--seats", "random,random", "--option", "rounds=1", "--save", "over.replay")
    if "wrong.replay" in words:
        play(monkeypatch, "\n\n", "--seats", "Ann,Bob", "--save", "night.replay")
        Path("wrong.replay").write_text(re.sub(r"(?m)^2 .*", "2 0 buy", Path("night.replay").read_text()))
    assert main(["play", *words]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("ventnor")
    assert answer in complaint
    assert "Traceback" not in complaint


def test_nothing_to_read_begins_no_game(tmp_path):
    done = ventnor("play", folder=tmp_path)
    assert done.returncode == 0
    assert "No game was started." in done.stdout
    assert done.stderr == ""


def test_a_bot_of_your_own_sits_down(monkeypatch, tmp_path) -> None:
    (tmp_path / "lazy.py").write_text(
        "import ventnor as vt\n\n\ndef lazy(view):\n    return vt.Done() if view.window else view.legal[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "own.replay"
    seats = ("--seats", "lazy.py:lazy,Cleo=lazy.py:lazy", "--option", "rounds=2", "--seed", "3", "--save", str(file))
    played = play(monkeypatch, "", *seats)
    assert "Cleo" in played.text
    assert 'seat 1 "Cleo" lazy.py:lazy' in file.read_text()
    replay = Replay.load(file)
    replay.verify()
    assert replay.game_at().over


@pytest.mark.parametrize(
    ("seats", "answer"),
    [
        ("Ann,none.py:bot", "there is no file none.py"),
        ("Ann,x=no_such_module:bot", "no_such_module cannot be imported"),
    ],
)
def test_a_bot_of_your_own_that_cannot_be_loaded_is_named(capsys, seats, answer) -> None:
    assert main(["play", "--seats", seats]) == 2
    assert answer in capsys.readouterr().err
