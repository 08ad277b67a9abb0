"""The OpenAPI document, written from the list of routes."""

import json
from typing import Final, cast

from ventnor.server.protocol import MOST_ASKED
from ventnor.server.routes import ROUTES, Route
from ventnor.server.schema import DEFS, definitions
from ventnor.words.kind import Json

COMPONENTS: Final = "#/components/schemas/"


def document(version: str, base_path: str = "") -> dict[str, Json]:
    """Return the OpenAPI document."""
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
    """Return the operation of one route."""
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
    """Return the responses of a route."""
    if "/" in route.gives:
        return {route.gives: {}}
    content: dict[str, Json] = {"application/json": {"schema": {"$ref": f"{COMPONENTS}{route.gives}"}}}
    if route.name == "record":
        content["text/plain"] = {"schema": {"type": "string"}}
    return content
