"""The HTTP routes: one list. `app.py` builds the application from it and `openapi.py` the OpenAPI document."""

from dataclasses import dataclass
from typing import Final, Literal

Who = Literal["anybody", "watcher", "seat"]
Part = Literal["tables", "insight"]


@dataclass(frozen=True, slots=True)
class Route:
    """A route: its method and path, handler, body and answer."""

    method: Literal["GET", "POST"]
    path: str
    name: str
    """The method that serves it: of `Handlers`, or of `InsightHandlers` for the part `insight`."""
    summary: str
    gives: str
    """The type of the answer, or a media type."""
    takes: str = ""
    status: int = 200
    who: Who = "anybody"
    refuses: tuple[int, ...] = ()
    query: tuple[str, ...] = ()
    part: Part = "tables"


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
        "GET",
        "/api/tables/{table}/link.svg",
        "table_link",
        "The table's address as a QR code, without any secret.",
        "image/svg+xml",
        refuses=(401, 404),
    ),
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
        "Create another secret for a seat.",
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
        "Stream a `welcome` and then `events`, a line each.",
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
        "/api/tables/{table}/review",
        "review",
        "The review of a finished game: how far it is, a line each, and then the review.",
        "application/x-ndjson",
        who="watcher",
        refuses=(401, 403, 404, 409),
        part="insight",
    ),
    Route(
        "GET",
        "/api/tables/{table}/review.html",
        "review_page",
        "The review of a finished game as a page that needs nothing else.",
        "text/html",
        who="watcher",
        refuses=(401, 403, 404, 409),
        part="insight",
    ),
    Route(
        "GET",
        "/api/tables/{table}/chances",
        "chances",
        "The win chances of a finished game after every ply, in the same way.",
        "application/x-ndjson",
        who="watcher",
        refuses=(401, 403, 404, 409),
        part="insight",
    ),
    Route(
        "GET",
        "/api/tables/{table}/chances/now",
        "chances_now",
        "The win chances of a running game, where the table shows them.",
        "ChancesNow",
        who="watcher",
        refuses=(401, 403, 404, 409),
        part="insight",
    ),
    Route(
        "POST",
        "/api/tables/{table}/coach",
        "coach",
        "What the coach would do, or how good the last move was; at tables against bots only.",
        "CoachAnswer",
        "AskCoach",
        who="seat",
        refuses=(400, 401, 404, 409, 413),
        part="insight",
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
    Route("GET", "/healthz", "health", "Whether the server can read and write its store.", "Health", refuses=(503,)),
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
        "/api/replays/review",
        "review_file",
        "The review of a replay file, as that of a table.",
        "application/x-ndjson",
        "ReplayFile",
        refuses=(400, 413),
        part="insight",
    ),
    Route(
        "POST",
        "/api/replays/review.html",
        "review_page_file",
        "The review of a replay file as a page that needs nothing else.",
        "text/html",
        "ReplayFile",
        refuses=(400, 413),
        part="insight",
    ),
    Route(
        "POST",
        "/api/replays/chances",
        "chances_file",
        "The win chances of a replay file, in the same way.",
        "application/x-ndjson",
        "ReplayFile",
        refuses=(400, 413),
        part="insight",
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
