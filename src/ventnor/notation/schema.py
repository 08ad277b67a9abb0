"""The JSON Schema of everything the project writes as JSON: one document, made from the definitions themselves."""

from ventnor import action, event
from ventnor.notation.sheet import PositionSheet
from ventnor.words.kind import Json
from ventnor.words.model import model_schema
from ventnor.words.vocabulary import NAMED


def schema() -> dict[str, Json]:
    """Return the document. A value is valid if it is an action, an event or a position."""
    actions = action.schemas()
    terms = actions.pop("terms")
    events = event.schemas()
    definitions: dict[str, Json] = {
        **{kind.ref: kind.schema() for kind in NAMED},
        "terms": terms,
        **{f"action.{name}": each for name, each in actions.items()},
        **{f"event.{name}": each for name, each in events.items()},
        "action": {"oneOf": [{"$ref": f"#/$defs/action.{name}"} for name in actions]},
        "event": {"oneOf": [{"$ref": f"#/$defs/event.{name}"} for name in events]},
        "position": model_schema(PositionSheet),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Actions, events and positions of ventnor",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("action", "event", "position")],
        "$defs": definitions,
    }
