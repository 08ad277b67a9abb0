"""The wire types as one JSON Schema: those of `protocol.py` and the library's models in them.

Other languages generate their types from it. `python -m ventnor.server.schema` prints it.
"""

import json
import sys
from functools import cache
from typing import Final, cast

from msgspec.json import schema_components

from ventnor import awaiting
from ventnor.notation.schema import schema as words
from ventnor.server import protocol
from ventnor.server.insight import types
from ventnor.view import CallView, ClaimView, DebtView, DeckView, DeedView, EstateView, OfferView, SeatView
from ventnor.words.kind import Json
from ventnor.words.model import Model, model_schema

DEFS: Final = "#/$defs/"
VIEW_MODELS: Final[dict[str, type[Model]]] = {
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
    types.ReviewMessage,
    types.ChancesNow,
    types.AskCoach,
    types.CoachAnswer,
)
NAMED: Final = {
    0: "ClientMessage",
    1: "ServerMessage",
    2: "AnyEntry",
    13: "AnyCommand",
    14: "Answer",
    18: "ReviewMessage",
    21: "CoachAnswer",
}


@cache
def definitions() -> dict[str, Json]:
    """Return every type by name. The server's have their Python names, the library's names such as `event.moved`."""
    roots, components = schema_components(ROOTS, ref_template=DEFS + "{name}")
    theirs = cast("dict[str, Json]", words()["$defs"])
    ours = cast("dict[str, Json]", components)
    named = {name: cast(Json, roots[index]) for index, name in NAMED.items()}
    views: dict[str, Json] = {f"view.{name}": model_schema(made) for name, made in VIEW_MODELS.items()}
    code: dict[str, Json] = {}
    return {
        **{name: refer(each) for name, each in {**ours, **named, **code}.items()},
        **views,
        **{f"awaiting.{kind}": each for kind, each in awaiting.schemas().items()},
        "awaiting": {"oneOf": [{"$ref": f"{DEFS}awaiting.{kind}"} for kind in awaiting.BY_KIND]},
        **{name: each for name, each in theirs.items() if name != "position"},
    }


def refer(node: Json) -> Json:
    """Return the schema with references to the library's models."""
    if isinstance(node, list):
        return [refer(each) for each in node]
    if not isinstance(node, dict):
        return node
    name = node.get("x-model")
    if isinstance(name, str):
        return {"$ref": f"{DEFS}view.{name}" if name in VIEW_MODELS else f"{DEFS}{name}"}
    return {key: refer(each) for key, each in node.items()}


def schema() -> dict[str, Json]:
    """Return the document. A value is valid if client or server may send it over the WebSocket."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The wire of a ventnor server",
        "protocol": protocol.PROTOCOL,
        "anyOf": [{"$ref": f"{DEFS}ClientMessage"}, {"$ref": f"{DEFS}ServerMessage"}],
        "$defs": definitions(),
    }


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=2)
