"""A bot for a Ventnor server in Python, without any package: it takes the first thing on its menu.

    python first_choice.py http://127.0.0.1:8935 TABLE NAME

It joins the table, follows the event stream and plays until the game is over. Put your own thoughts into `choose`.
"""

import json
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def call(url: str, body: Json | None = None, token: str = "") -> Any:
    """Ask the server something; the open answer."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60)


def follow(table: str, token: str) -> Iterator[Json]:
    """What happens at the table, message by message; when the line breaks, from where it broke."""
    seen = 0
    while True:
        try:
            with call(f"{table}/events?seen={seen}", token=token) as stream:
                for line in stream:
                    if line.strip():
                        message = json.loads(line)
                        for entry in message.get("entries", ()):
                            seen = entry["seq"]
                        yield message
        except OSError as error:
            print(f"connecting again: {error}", file=sys.stderr)


def choose(view: Json, legal: list[Json]) -> Json:
    """The action to take, of those on the menu."""
    print(f"ply {view['ply']}: {legal[0]['text']}")
    return legal[0]["action"]


def main(server: str, table: str, name: str) -> None:
    """Sit down and play."""
    table = f"{server}/api/tables/{table}"
    seated = json.load(call(f"{table}/seats", {"name": name}))
    seat, token = seated["seat"], seated["token"]
    for message in follow(table, token):
        view = message.get("view")
        if view is None:
            continue
        if view["over"]:
            print("the winners:", view["winners"])
            return
        if view["awaiting"].get("seat") == seat:
            legal = message["hands"][0]["legal"]
            # The id makes it safe to send again: the same id is the same command.
            command = {"type": "act", "id": f"ply-{view['ply']}", "seat": seat, "ply": view["ply"]}
            answer = json.load(call(f"{table}/commands", command | {"action": choose(view, legal)}, token))
            if answer["type"] == "refused":
                print(f"refused: {answer['why']}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
