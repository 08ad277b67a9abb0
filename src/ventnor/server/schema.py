"""The wire types as one JSON Schema: those of `protocol.py`, and in them the library's own words.

Other languages generate their types from it; `python -m ventnor.server.schema` prints it.
"""

import json
import sys
from functools import cache
from typing import Final, cast

from msgspec.json import schema_components

from ventnor.awaiting import Awaiting
from ventnor.notation.schema import schema as words
from ventnor.server import protocol
from ventnor.view import CallView, ClaimView, DebtView, DeckView, DeedView, EstateView, OfferView, SeatView
from ventnor.words.kind import Json
from ventnor.words.told import Told, told_schema

DEFS: Final = "#/$defs/"
TOLD: Final[dict[str, type[Told]]] = {
    "awaiting": Awaiting,
    "player": SeatView,
    "deed": DeedView,
    "deck": DeckView,
    "offer": OfferView,
    "debt": DebtView,
    "claim": ClaimView,
    "call": CallView,
    "estate": EstateView,
}
ROOTS: Final = (
    protocol.ClientMessage,
    protocol.ServerMessage,
    protocol.AnyEntry,
    protocol.NewTable,
    protocol.Join,
    protocol.NewToken,
    protocol.Seated,
    protocol.Made,
    protocol.Lobby,
    protocol.Version,
    protocol.Health,
    protocol.PlyView,
    protocol.Record,
    protocol.AnyCommand,
    protocol.Answer,
    protocol.ReplayFile,
    protocol.FileView,
    protocol.FileRecord,
)
NAMED: Final = {0: "ClientMessage", 1: "ServerMessage", 2: "AnyEntry", 13: "AnyCommand", 14: "Answer"}


@cache
def definitions() -> dict[str, Json]:
    """Every type by name: Python's names for the server's own, the library's as `action`, `event.moved` and so on."""
    roots, components = schema_components(ROOTS, ref_template=DEFS + "{name}")
    theirs = cast("dict[str, Json]", words()["$defs"])
    ours = cast("dict[str, Json]", components)
    named = {name: cast(Json, roots[index]) for index, name in NAMED.items()}
    told: dict[str, Json] = {f"view.{name}": told_schema(made) for name, made in TOLD.items()}
    code: dict[str, Json] = {}
    return {
        **{name: refer(each) for name, each in {**ours, **named, **code}.items()},
        **told,
        **{name: each for name, each in theirs.items() if name != "position"},
    }


def refer(node: Json) -> Json:
    """The schema with every thing of the library named by reference."""
    if isinstance(node, list):
        return [refer(each) for each in node]
    if not isinstance(node, dict):
        return node
    name = node.get("x-told")
    if isinstance(name, str):
        return {"$ref": f"{DEFS}view.{name}" if name in TOLD else f"{DEFS}{name}"}
    return {key: refer(each) for key, each in node.items()}


def schema() -> dict[str, Json]:
    """The document. A value is valid if a client or the server may send it over the WebSocket."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The wire of a ventnor server",
        "protocol": protocol.PROTOCOL,
        "anyOf": [{"$ref": f"{DEFS}ClientMessage"}, {"$ref": f"{DEFS}ServerMessage"}],
        "$defs": definitions(),
    }


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=2)
