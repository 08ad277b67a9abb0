"""A table set up at a position of one's choice, spoken to by a real page over an intercepted socket.

The game behind it is the library's own, and what the page is shown is made by the server's own functions; only the
store, the clocks and the bots are left out. Scenes that a game seldom comes to can so be looked at and played on.
"""

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from ventnor import action as actions
from ventnor.game import Game
from ventnor.notation import format_action, parse_action
from ventnor.refusal import IllegalAction
from ventnor.server.sight import see_choices, see_game, see_hand, see_preview

NAMES = ("Robin", "Agnes", "Bruno", "Celia", "Dmitri", "Edda", "Farid", "Gwen")
START = 1_790_000_000.0


class PreparedTable:
    """A table whose seat 0 is the page's. Others act by `do`."""

    id = "prepared"

    def __init__(self, position: Mapping[str, Any], mine: Sequence[int] = (0,), manner: str = "attentive", **more: Any):
        seats = [{"name": NAMES[index], **seat} for index, seat in enumerate(position["seats"])]
        self.game = Game.from_position({**position, "seats": seats}, seed=7, ask_rent="manual", table=manner)  # pyright: ignore[reportArgumentType]
        self.mine, self.manner, self.more = tuple(mine), manner, more
        self.entries: list[dict[str, Any]] = []
        self.sockets: list[WebSocketRoute] = []
        self.heard: list[dict[str, Any]] = []

    def open(self, page: Page, url: str) -> None:
        """Lets the page sit down."""
        page.route(f"**/api/tables/{self.id}", lambda route: route.fulfill(json=self.table()))
        page.route_web_socket(f"**/api/tables/{self.id}/socket", self.connect)
        page.add_init_script(
            "localStorage.setItem('ventnor.seats', JSON.stringify([{table: 'prepared', seat: 0, "
            "token: 'x'.repeat(32), name: 'Robin', title: '', at: 0}]))"
        )
        page.goto(f"{url}#/t/{self.id}")
        page.wait_for_selector(".board")

    def connect(self, socket: WebSocketRoute) -> None:
        """A page opens a socket."""
        self.sockets.append(socket)
        socket.on_message(lambda text: self.hear(socket, json.loads(text)))

    def hear(self, socket: WebSocketRoute, message: dict[str, Any]) -> None:
        """Answers a message as a server would."""
        self.heard.append(message)
        kind = message["type"]
        if kind == "hello":
            fresh = [entry for entry in self.entries if entry["seq"] > message.get("seen", 0)]
            self.send(
                socket,
                {
                    "type": "welcome",
                    "protocol": 1,
                    "version": "0",
                    "mine": self.mine,
                    "host": True,
                    "table": self.table(),
                    **self.now(fresh),
                },
            )
            return
        answer: dict[str, Any] = {"id": message["id"]}
        try:
            answer |= self.answer(kind, message)
        except IllegalAction as error:
            answer |= {
                "type": "refused",
                "code": "illegal",
                "why": str(error.why),
                "ply": self.game.ply,
                "clause": error.clause,
                "rule": "",
                "allowed": [],
                "missed": [],
            }
        self.send(socket, answer)

    def answer(self, kind: str, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a command."""
        ply = self.game.ply
        if kind == "ping":
            return {"type": "pong", "now": time.time()}
        if kind == "act":
            self.apply(actions.from_json(message["action"]), message["seat"])
            return {"type": "done", "first": 1, "last": len(self.entries), "table": None}
        if kind == "preview":
            found = self.game.preview([actions.from_json(each) for each in message["actions"]], by=message["seat"])
            return {"type": "previewed", "ply": ply, "preview": see_preview(found)}
        if kind == "why-not":
            why = self.game.why_not(actions.from_json(message["action"]), by=message["seat"])
            told = None if why is None else {"clause": why.clause, "reason": why.why, "rule": "", "allowed": []}
            return {"type": "explained", "ply": ply, "why_not": told}
        if kind == "plan":
            seat = message["seat"]
            steps: list[actions.Action] = []
            trial = self.game.copy(nature="manual")
            while trial.cash[seat] < (trial.awaiting.amount or 0):
                found = next(
                    (each for each in trial.menu(seat) if isinstance(each, actions.Mortgage | actions.Sell)), None
                )
                if found is None:
                    break
                steps.append(found)
                trial.apply(found, seat)
            enough = trial.cash[seat] >= (trial.awaiting.amount or 0)
            choices = tuple(choice for each in steps for choice in see_choices(self.game, seat, [each]))
            return {"type": "planned", "ply": ply, "steps": choices, "enough": enough}
        return {"type": "done", "first": 0, "last": 0, "table": None}

    def do(self, text: str, by: int) -> None:
        """Somebody else acts."""
        self.game.nature = "manual"
        self.apply(parse_action(text), by)
        self.game.nature = "auto"

    def apply(self, action: actions.Action, by: int) -> None:
        """Carries out an action and tells everybody."""
        first = self.game.ply
        self.game.apply(action, None if isinstance(action, actions.Throw) else by)
        fresh: list[dict[str, Any]] = []
        for ply in list(self.game.log)[first:]:
            entry = {
                "type": "ply",
                "seq": len(self.entries) + 1,
                "at": START,
                "ply": ply.number,
                "actor": by,
                "cause": "seat",
                "action": ply.action.to_json(),
                "text": format_action(ply.action),
                "events": [event.to_json() for event in ply.events],
                "digest": "",
                "command": "",
            }
            self.entries.append(entry)
            fresh.append(entry)
        for socket in self.sockets:
            self.send(socket, {"type": "events", "table": self.table() if self.game.over else None, **self.now(fresh)})

    def drop(self) -> None:
        """The line goes dead."""
        for socket in self.sockets:
            socket.close()
        self.sockets.clear()

    def send(self, socket: WebSocketRoute, message: Mapping[str, Any]) -> None:
        """Sends a message."""
        socket.send(msgspec.json.encode(message).decode())

    def now(self, fresh: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """What happened and how the game stands."""
        return {
            "entries": fresh,
            "view": see_game(self.game, self.game.ply),
            "hands": [see_hand(self.game, seat) for seat in self.mine],
            "clocks": {"now": time.time(), "timers": [], "hammer": None, "hour": None, **self.more.get("clocks", {})},
        }

    def table(self) -> dict[str, Any]:
        """The table as everybody may know it."""
        outcome = self.game.outcome
        standings = (
            []
            if outcome is None
            else [
                {
                    "place": each.place,
                    "seat": each.seat,
                    "name": each.name,
                    "worth": each.worth,
                    "cash": each.cash,
                    "retired": each.retired,
                }
                for each in outcome.standings
            ]
        )
        return {
            "id": self.id,
            "title": "",
            "edition": self.game.edition,
            "variant": self.game.variant,
            "options": {},
            "manner": self.manner,
            "seats": [
                {
                    "seat": seat,
                    "name": name,
                    "kind": "person" if seat in self.mine else "bot",
                    "bot": "",
                    "away": False,
                    "online": True,
                    "muted": False,
                    "host": seat == 0,
                    "always_ask": False,
                    "nonce": "",
                }
                for seat, name in enumerate(self.game.names)
            ],
            "status": "over" if self.game.over else "playing",
            "open": False,
            "spectators": True,
            "clock": {"bank": 0, "increment": 0, "auction": 0, "hour": 0},
            "absence": {"policy": "wait", "after": 0, "bot": ""},
            "pace": 0,
            "created": START,
            "began": START,
            "seq": len(self.entries),
            "ply": self.game.ply,
            "fairness": {"commitment": "00", "nonces": [], "seed": None},
            "rematch": None,
            "version": "0",
            "rules": 1,
            "outcome": None
            if outcome is None
            else {"winners": outcome.winners, "how": outcome.how, "standings": standings},
        }
