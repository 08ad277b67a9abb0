"""A bot for a Ventnor server over a WebSocket, with the package `websockets`: it takes the first thing on its menu.

    python first_choice_socket.py http://127.0.0.1:8935 TABLE NAME

A socket gets the whole view once and then only what changes. `merge` is all that it takes to keep up.
"""

import json
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect

Json = dict[str, Any]


def merge(shown: Any, changes: list[list[Any]]) -> Any:
    """Return what is shown after some changes. What was shown before stays as it is."""
    for path, value, *splice in changes:
        shown = put(shown, path, value, splice)
    return shown


def put(part: Any, path: list[str | int], value: Any, splice: list[int]) -> Any:
    """Return a copy of a part in which the value stands at the path."""
    if path:
        made = part.copy()
        key, rest = path[0], path[1:]
        # Fields at their defaults are left out, so a field may be new.
        made[key] = put(part[key] if rest or splice else None, rest, value, splice)
        return made
    if splice:
        start, drop = splice
        return [*part[:start], *value, *part[start + drop :]]
    return value


def main(server: str, table: str, name: str) -> None:
    """Sit down and play."""
    address = f"{server}/api/tables/{table}"
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(f"{address}/seats", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        seated = json.load(answer)
    seat, token, seen, over = seated["seat"], seated["token"], 0, False
    while not over:
        with connect(f"{address}/socket".replace("http", "ws", 1), max_size=None, proxy=None) as socket:
            socket.send(json.dumps({"type": "hello", "protocol": 3, "tokens": [token], "seen": seen}))
            shown: Json = {}
            base = 0
            for text in socket:
                message = json.loads(text)
                if message["type"] == "welcome":
                    shown = {"view": message["view"], "hands": message["hands"]}
                    base = message["table"]["seq"]
                elif message["type"] == "changes":
                    if message["base"] != base:
                        break  # something was missed: connect again and get the whole view
                    shown = merge(shown, message["changes"])
                else:
                    continue
                if message["entries"]:
                    base = seen = message["entries"][-1]["seq"]
                view = shown["view"]
                if view is not None and view["over"]:
                    print("the winners:", view["winners"])
                    over = True
                    break
                if view is not None and view["awaiting"].get("seat") == seat:
                    choice = shown["hands"][0]["legal"][0]
                    # The id makes it safe to send again: the same id is the same command.
                    command = {"type": "act", "id": f"ply-{view['ply']}", "seat": seat, "ply": view["ply"]}
                    socket.send(json.dumps(command | {"action": choice["action"]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
