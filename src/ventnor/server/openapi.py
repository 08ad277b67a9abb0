"""The HTTP routes: one list, from which the server is put together and the OpenAPI document written."""

import json
from dataclasses import dataclass
from typing import Final, Literal, cast

from ventnor.server.protocol import MOST_ASKED
from ventnor.server.schema import DEFS, definitions
from ventnor.words.kind import Json

Who = Literal["anybody", "watcher", "seat"]
COMPONENTS: Final = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class Route:
    """A route: who may ask, what is sent and what comes back."""

    method: Literal["GET", "POST"]
    path: str
    name: str
    """The method of `Api` that serves it."""
    summary: str
    gives: str
    """The type of the answer, or a media type where it is none of ours."""
    takes: str = ""
    status: int = 200
    who: Who = "anybody"
    refuses: tuple[int, ...] = ()
    query: tuple[str, ...] = ()


ROUTES: Final = (
    Route(
        "GET",
        "/api/tables",
        "list_tables",
        "The open tables; or the one of a code and those of some ids, as far as there are such.",
        "Lobby",
        query=("code", "id"),
    ),
    Route("POST", "/api/tables", "make_table", "Make a table.", "Made", "NewTable", 201, refuses=(400, 409, 413)),
    Route("GET", "/api/tables/{table}", "see_table", "A table.", "Table", refuses=(401, 404)),
    Route(
        "POST",
        "/api/tables/{table}/seats",
        "take_seat",
        "Take a seat.",
        "Seated",
        "Join",
        201,
        refuses=(400, 404, 409, 413),
    ),
    Route(
        "POST",
        "/api/tables/{table}/tokens",
        "make_token",
        "A further secret of one's seat.",
        "Seated",
        "NewToken",
        201,
        who="seat",
        refuses=(400, 401, 403, 404, 413),
    ),
    Route(
        "POST",
        "/api/tables/{table}/commands",
        "command",
        "Give a command.",
        "Answer",
        "AnyCommand",
        who="seat",
        refuses=(400, 401, 404, 413),
    ),
    Route(
        "GET",
        "/api/tables/{table}/events",
        "stream",
        "What happens, a `welcome` and then `events`, a line each.",
        "application/x-ndjson",
        who="watcher",
        refuses=(400, 401, 403, 404),
        query=("seen", "follow"),
    ),
    Route(
        "GET",
        "/api/tables/{table}/plies/{ply}",
        "ply",
        "A finished game as it stood after a ply.",
        "PlyView",
        who="watcher",
        refuses=(400, 401, 403, 404, 409),
    ),
    Route(
        "GET",
        "/api/tables/{table}/record.{kind}",
        "record",
        "A finished game, whole: `json` or `replay`.",
        "Record",
        who="watcher",
        refuses=(401, 403, 404, 409),
    ),
    Route(
        "GET",
        "/api/codes/{code}",
        "find_table",
        "The table of a code, before its game begins.",
        "Table",
        refuses=(404,),
    ),
    Route("GET", "/api/schema.json", "schema", "The types of the wire as JSON Schema.", "application/json"),
    Route("GET", "/api/openapi.json", "openapi", "This document.", "application/json"),
    Route("GET", "/version", "version", "Which server this is.", "Version"),
    Route("GET", "/healthz", "health", "Whether the server can do its work.", "Health", refuses=(503,)),
    Route("GET", "/metrics", "metrics", "Counters, for Prometheus.", "text/plain"),
    Route(
        "POST",
        "/api/replays",
        "replay_record",
        "The game of a replay file, and what each of its plies brought.",
        "FileRecord",
        "ReplayFile",
        refuses=(400, 413),
    ),
    Route(
        "POST",
        "/api/replays/{ply}",
        "replay",
        "The game of a replay file as it stood after a ply; past the last ply, as it ended.",
        "FileView",
        "ReplayFile",
        refuses=(400, 413),
    ),
)


def document(version: str, base_path: str = "") -> dict[str, Json]:
    """The OpenAPI document."""
    paths: dict[str, dict[str, Json]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route)
    found = json.dumps(definitions()).replace(DEFS, COMPONENTS)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ventnor", "version": version, "description": "Tables of a Ventnor server."},
        "servers": [{"url": base_path or "/"}],
        "paths": cast("dict[str, Json]", paths),
        "components": {
            "schemas": cast("dict[str, Json]", json.loads(found)),
            "securitySchemes": {"secret": {"type": "http", "scheme": "bearer"}},
        },
    }


def operation(route: Route) -> dict[str, Json]:
    """One route."""
    parameters: list[Json] = []
    for name in ("table", "ply", "kind", "code"):
        if f"{{{name}}}" in route.path:
            kinds: dict[str, Json] = {
                "table": {"type": "string", "minLength": 1, "maxLength": 40, "pattern": "^[a-z0-9]+$"},
                "ply": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
                "kind": {"enum": ["json", "replay"]},
                "code": {"type": "string", "minLength": 1, "maxLength": 20, "pattern": "^[A-Za-z0-9-]+$"},
            }
            parameters.append({"name": name, "in": "path", "required": True, "schema": kinds[name]})
    for name in route.query:
        queries: dict[str, Json] = {
            "seen": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
            "follow": {"enum": ["0", "1"]},
            "code": {"type": "string", "maxLength": 20},
            "id": {"type": "array", "items": {"type": "string", "maxLength": 40}, "maxItems": MOST_ASKED},
        }
        parameters.append({"name": name, "in": "query", "required": False, "schema": queries[name]})
    responses: dict[str, Json] = {str(route.status): {"description": route.summary, "content": content_of(route)}}
    problem: Json = {"application/json": {"schema": {"$ref": f"{COMPONENTS}Problem"}}}
    if route.path.startswith("/api/") and not route.path.endswith(".json"):
        for status in (*route.refuses, 403, 429, 503):
            responses.setdefault(str(status), {"description": "Not done.", "content": problem})
    elif 503 in route.refuses:
        responses["503"] = {"description": "Not now.", "content": content_of(route)}
    made: dict[str, Json] = {
        "operationId": route.name,
        "summary": route.summary,
        "parameters": parameters,
        "responses": responses,
    }
    if route.takes:
        schema: Json = {"$ref": f"{COMPONENTS}{route.takes}"}
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if "{table}" in route.path:
        made["security"] = [{"secret": []}] if route.who == "seat" else [{}, {"secret": []}]
    return made


def content_of(route: Route) -> Json:
    """What comes back."""
    if "/" in route.gives:
        return {route.gives: {}}
    content: dict[str, Json] = {"application/json": {"schema": {"$ref": f"{COMPONENTS}{route.gives}"}}}
    if route.name == "record":
        content["text/plain"] = {"schema": {"type": "string"}}
    return content
