"""The dialogue with the people at the keyboard: it asks questions and carries out what they type.

A typed line is the number of a choice, an action in notation, or a command that shows something. A typed action is
repeated in words and can be taken back. An unlawful one is answered with its reason and clause. It decides no rule.
"""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from ventnor.action import (
    BY_NAME,
    Accept,
    Action,
    Bankrupt,
    Counter,
    EndTurn,
    MalformedAction,
    Offer,
    Pass,
    Reject,
    Resign,
    Roll,
)
from ventnor.awaiting import AwaitingBid, AwaitingBuy
from ventnor.cli.terminal.choices import Choices, choices_of, effects_of, question_of, words_of
from ventnor.cli.terminal.pages import Pages
from ventnor.cli.terminal.parser import find_seat, looks_like_action, notation_of, read_typed_action
from ventnor.cli.terminal.screen import MOST_COLUMNS, Keyboard, Screen
from ventnor.cli.terminal.story import Story
from ventnor.cli.terminal.table import AskAgain, Decision, Table, Why
from ventnor.refusal import Refusal

BIG: Final = (Bankrupt, Resign, Accept, Offer, Counter)
"""Actions that are confirmed, however they were chosen."""
AT_A_STROKE: Final = (Roll, EndTurn)
"""The actions that an empty line does."""
YES: Final = frozenset({"", "y", "yes", "ok", "do it"})
NO: Final = frozenset({"n", "no", "undo", "back", "u"})
FEW_LINES: Final = 4
MANY_LINES: Final = 9
"""How many lines of choices are shown at first: on a low screen below the board, and elsewhere."""


class Quit(Exception):
    """A player wants to leave the table."""


class LeaveIt:
    """The answer that does nothing."""


Answer = Decision | LeaveIt | None
"""The result of a line: a decision, the decision to do nothing, or nothing yet."""


@dataclass
class PromptContext:
    """The parts of the table that the dialogue uses."""

    table: Table
    screen: Screen
    keyboard: Keyboard
    story: Story
    pages: Pages
    save: Callable[[str], None]
    """Saves the game and says so: in the named file, or in the game's own."""
    keep: Callable[[], None]
    """Saves the game without a message."""


class Prompt:
    """Asks people what they want to do."""

    def __init__(self, context: PromptContext) -> None:
        self.context = context
        self.screen = context.screen
        self.table = context.table
        self.game = context.table.game
        self.teller = context.story.teller
        self.names = [seat.name for seat in context.table.seats]
        self.board = context.table.game.options.board
        self.seat = 0
        self.why: Why = "turn"
        self.choices = Choices((), 0)
        self.waiting: list[str] = []
        self.drawn_at = -1
        self.item = ""
        """The item for sale at the last question."""
        self.out: set[int] = set()
        """The seats that pass until it is sold."""
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.context.pages.help(),
            "more": lambda _: self.show_choices(everything=True),
            "menu": lambda _: self.show_choices(),
            "why": self.explain,
            "hint": self.hint,
            "as": self.speak_as,
            "pause": self.toggle_pause,
            "save": self.context.save,
            "undo": lambda _: self.screen.say(
                "There is nothing to undo. Actions that were carried out cannot be undone."
            ),
            **self.context.pages.commands,
        }

    # --- asking -------------------------------------------------------------------------------------------------------
    def decide(self, seat: int, why: Why) -> Decision | None:
        """Return a person's decision; None to do nothing. Raises `Quit` and `EOFError`."""
        awaiting = self.game.awaiting
        if not isinstance(awaiting, AwaitingBid) or awaiting.item != self.item:
            self.out.clear()
        elif why == "turn" and seat in self.out and self.game.is_legal(Pass(), seat):
            return Decision(seat, Pass())
        self.tell()
        self.context.keep()
        self.why = why
        self.address(seat)
        self.show_situation()
        while True:
            text = self.waiting.pop() if self.waiting else self.context.keyboard.read(f"{self.names[self.seat]}> ")
            if self.table.clock_strikes():
                self.screen.say("Too late: the hour struck first.")
                raise AskAgain
            answer = self.answer(text)
            if isinstance(answer, Decision):
                return answer
            if isinstance(answer, LeaveIt):
                return None

    def tell(self) -> None:
        """Print what happened since the last time."""
        for paragraph in self.context.story.go_on():
            self.screen.tell(paragraph.seat, paragraph.text)

    def address(self, seat: int) -> None:
        """Ask another player from now on."""
        self.seat = seat
        found = choices_of(self.game, seat)
        if self.why == "offer":
            answers = [action for action in found.actions if isinstance(action, Accept | Reject)]
            others = [action for action in found.actions if action not in answers]
            found = Choices((*answers, *others), found.main)
        self.choices = found

    def show_situation(self) -> None:
        """Print the position and the choices."""
        awaiting = self.game.awaiting
        begins = self.why == "turn" and awaiting.kind == "throw" and self.game.turn_number > 0
        wants_board = begins or (self.context.pages.is_tall and awaiting.kind != "end")
        if not self.screen.plain and wants_board and self.drawn_at != self.game.ply:
            self.drawn_at = self.game.ply
            self.context.pages.board("")
        else:
            self.screen.line()
        if self.why == "offer":
            self.show_offer()
        elif self.why == "turn":
            self.screen.say(question_of(self.game, self.teller), style="bold")
            if self.drawn_at != self.game.ply and awaiting.kind != "end":
                self.context.pages.purses()
            item = ""
            if isinstance(awaiting, AwaitingBuy):
                item = awaiting.deed
            elif isinstance(awaiting, AwaitingBid):
                item = awaiting.item
            if item and item != self.item:
                self.context.pages.on_offer(item)
            self.item = item
        elif self.why == "window":
            self.screen.say(f"{self.names[self.seat]} may act before the next throw.", style="bold")
        else:
            self.screen.say(f"Before the throw: {question_of(self.game, self.teller)}", style="bold")
        self.show_choices()

    def show_offer(self) -> None:
        """Print the offer that waits for an answer, and what it would change."""
        first = self.choices.actions[:1]
        for offer in self.game.view(self.seat).offers:
            if first and isinstance(first[0], Accept | Reject) and offer.number == first[0].number:
                self.screen.say(self.context.pages.offer(offer), style="bold")
                for line in effects_of(self.game, self.teller, self.seat, Accept(offer.number)):
                    self.screen.say(line, 2)
        self.context.pages.purses()

    def words(self, action: Action) -> str:
        """Return the words of a choice. Answers to an offer that was just shown do not repeat its terms."""
        if self.why == "offer" and isinstance(action, Accept | Reject):
            return self.teller.action(action.to_json())
        return words_of(self.game, self.teller, self.seat, action)

    def show_choices(self, *, everything: bool = False) -> None:
        """Print the numbered choices."""
        actions = self.choices.actions
        low = self.drawn_at == self.game.ply and not self.context.pages.is_high
        lines = len(actions) if everything else FEW_LINES if low else MANY_LINES
        shown = len(actions) if everything else min(self.choices.main, MOST_COLUMNS * lines)
        entries = [f"{number} {self.words(action)}" for number, action in enumerate(actions[:shown], 1)]
        shown = self.screen.columns(entries, lines)
        hints: list[str] = []
        if self.why != "turn":
            hints.append("Enter: leave it open" if self.why == "offer" else "Enter: go on")
            if self.why == "offer" and actions and isinstance(actions[0], Accept | Reject):
                hints.append(f"counter {actions[0].number} give … get …")
        elif actions and isinstance(actions[0], AT_A_STROKE):
            hints.append("Enter: 1")
        if shown < len(actions):
            hints.append(f"more: all {len(actions)} choices")
        self.screen.line(self.screen.between.join([*hints, "?: help"]), style="dim")

    # --- what was typed -----------------------------------------------------------------------------------------------
    def answer(self, text: str) -> Answer:
        """Return the result of a line."""
        head, colon, rest = text.partition(":")
        if colon and " " not in head.strip():
            return self.answer_for(head, rest.strip())
        word, _, rest = text.partition(" ")
        word = word.lower()
        if not text:
            return self.answer_nothing()
        if word.isdecimal() and not rest:
            return self.choose(int(word))
        if word in {"?", "h"}:
            word = "help"
        if word in {"quit", "exit", "q"}:
            raise Quit
        if word == "hour":
            return self.strike()
        if word == "out":
            return self.stay_out()
        if word in self.commands:
            self.commands[word](rest.strip())
            return None
        return self.act(text)

    def answer_for(self, who: str, text: str) -> Answer:
        """Return a line that somebody else at the keyboard typed."""
        seat = self.find_person(who)
        if seat is None:
            return None
        before = self.seat
        self.address(seat)
        answer = self.answer(text) if text else None
        if not isinstance(answer, Decision):
            self.address(before)
        return None if isinstance(answer, LeaveIt) else answer

    def answer_nothing(self) -> Answer:
        """Return an empty line."""
        if self.why != "turn":
            return LeaveIt()
        first = self.choices.actions[:1]
        if first and isinstance(first[0], AT_A_STROKE):
            return Decision(self.seat, first[0])
        self.screen.say("Type the number of a choice, or ? for help.")
        return None

    def choose(self, number: int) -> Answer:
        """Return a choice by its number."""
        if not 1 <= number <= len(self.choices.actions):
            last = len(self.choices.actions)
            self.screen.say(f"Choose a number from 1 to {last}." if last else "There is nothing to choose.")
            return None
        action = self.choices.actions[number - 1]
        return self.settle(action, typed=False)

    def act(self, text: str) -> Answer:
        """Return an action in words."""
        sure = text.endswith("!")
        word = text.split(maxsplit=1)[0].rstrip("!").lower()
        try:
            action = read_typed_action(text.rstrip("! "), self.names, self.board)
        except MalformedAction as error:
            if looks_like_action(word):
                self.screen.say(f"Cannot read that: {error}.")
            else:
                near = get_close_matches(word, [*BY_NAME, *self.commands, "quit"], n=2, cutoff=0.6)
                hint = f"Did you mean {' or '.join(near)}?" if near else "Type ? for help."
                self.screen.say(f"Unknown command {word!r}. {hint}")
            return None
        return self.settle(action, typed=len(text.split()) > 1, sure=sure)

    def settle(self, action: Action, *, typed: bool, sure: bool = False) -> Answer:
        """Refuse an action with its reason, or ask for confirmation if needed and return the decision."""
        refusal = self.game.why_not(action, by=self.seat)
        if refusal is not None:
            self.refuse(refusal)
            return None
        if not sure and (typed or isinstance(action, BIG)) and not self.confirm(action):
            return None
        return Decision(self.seat, action)

    def confirm(self, action: Action) -> bool:
        """Repeat an action in words and ask for confirmation. Another line replaces it."""
        self.screen.say(
            f"{self.screen.arrow} {self.names[self.seat]}: {words_of(self.game, self.teller, self.seat, action)}.",
            style="bold",
        )
        if isinstance(action, Offer | Counter | Accept):
            for line in effects_of(self.game, self.teller, self.seat, action):
                self.screen.say(line, 2)
        text = self.context.keyboard.read("Enter: do it. undo: cancel> ")
        if text.lower() in YES:
            return True
        self.screen.say("Taken back.")
        if text.lower() not in NO:
            self.waiting.append(text)
        return False

    def refuse(self, refusal: Refusal) -> None:
        """Print why an action is refused, its clause, and what is allowed instead."""
        self.screen.say(f"Not now: {self.teller.reason(refusal.because, self.seat)} (§{refusal.clause})")
        if refusal.rule:
            self.screen.say(refusal.rule, 2, style="dim")
        allowed = [words_of(self.game, self.teller, self.seat, action) for action in refusal.allowed[:4]]
        if allowed:
            self.screen.say(f"Allowed: {'; '.join(allowed)}{'; and more' if len(refusal.allowed) > 4 else ''}.", 2)

    # --- commands -----------------------------------------------------------------------------------------------------
    def explain(self, text: str) -> None:
        """Print why the named action may not be done."""
        text = text.removeprefix("not ").strip().rstrip("?")
        if not text:
            self.screen.say("Ask about an action, such as: why buy, why build oriental")
            return
        try:
            action = read_typed_action(text, self.names, self.board)
        except MalformedAction as error:
            self.screen.say(f"Cannot read that: {error}.")
            return
        refusal = self.game.why_not(action, by=self.seat)
        if refusal is None:
            self.screen.say(f"{self.names[self.seat]} may do that now: {notation_of(text, self.names)}")
        else:
            self.refuse(refusal)

    def hint(self, _: str) -> None:
        """Print what the seat can do, best first, with reasons."""
        from ventnor.cli.advise import HINTS, text
        from ventnor.study.advice import NothingToDecide, advise
        from ventnor.study.chances import BlindChoice

        try:
            found = advise(self.game, self.seat, seconds=0.5)
        except (NothingToDecide, BlindChoice) as error:
            self.screen.say(f"No hint: {error}.")
            return
        for line in text(found, self.names, HINTS, self.screen.console.width).splitlines():
            self.screen.line(line)

    def speak_as(self, who: str) -> None:
        """Let another player at the keyboard act next."""
        if not who:
            self.screen.say("Name a player, such as: as Bob")
            return
        seat = self.find_person(who)
        if seat is not None:
            self.address(seat)
            self.screen.say(f"{self.names[seat]} acts now.")
            self.show_choices()

    def find_person(self, who: str) -> int | None:
        """Return the seat of a person at the keyboard, or print that there is none."""
        seat = find_seat(who, self.names)
        if seat is None:
            self.screen.say(f"There is no player {who.strip()!r}. Players: {', '.join(self.names)}.")
        elif not self.table.seats[seat].is_person:
            self.screen.say(f"{self.names[seat]} is a bot: you cannot act for it.")
        elif self.game.retired[seat]:
            self.screen.say(f"{self.names[seat]} is out of the game.")
        else:
            return seat
        return None

    def toggle_pause(self, _: str) -> None:
        """Stop before the throws of bots, or no longer."""
        self.table.pauses = not self.table.pauses
        stops = "stops before every throw of a bot" if self.table.pauses else "no longer stops before throws of bots"
        self.screen.say(f"The game {stops}.")

    def stay_out(self) -> Answer:
        """Pass now and on every later bid for the same lot."""
        answer = self.settle(Pass(), typed=False)
        if answer is not None and self.game.awaiting.kind == "bid":
            self.out.add(self.seat)
        return answer

    def strike(self) -> Answer:
        """Let the hour strike."""
        if self.table.stroke is None:
            self.screen.say("This game has no time limit, or its hour has struck.")
            return None
        self.screen.say(f"{self.screen.arrow} The hour strikes: the game ends.", style="bold")
        if self.context.keyboard.read("Enter: do it. undo: cancel> ").lower() not in YES:
            self.screen.say("Taken back.")
            return None
        self.table.deadline = 0.0
        raise AskAgain
