"""The wire types: every example of the documentation is one, and the schema says what the types say."""

import json
import re
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest

from ventnor.server import protocol
from ventnor.server.insight import types
from ventnor.server.schema import schema

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_an_example_of_the_documentation_is_what_it_says(name: str, text: str) -> None:
    msgspec.json.decode(text, type=getattr(types if hasattr(types, name) else protocol, name))
    document = {**schema(), "anyOf": [{"$ref": f"#/$defs/{name}"}]}
    jsonschema_rs.validator_for(document).validate(json.loads(text))


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 9


def test_every_reference_of_the_schema_leads_somewhere() -> None:
    text = json.dumps(schema())
    assert set(re.findall(r'"#/\$defs/([^"]+)"', text)) <= set(schema()["$defs"])  # pyright: ignore[reportArgumentType]
    assert "x-model" not in text


def test_every_command_and_message_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for made in (*protocol.AnyCommand.__args__, *protocol.ServerMessage.__args__, *protocol.AnyEntry.__args__):
        tag = made.__struct_config__.tag
        assert f"`{tag}`" in page, tag


@pytest.mark.parametrize(
    "text",
    [
        b"{}",
        b"[]",
        b'{"type":"act"}',
        b'{"type":"act","id":"a","seat":8,"ply":0}',
        b'{"type":"act","id":"a b","seat":0,"ply":0}',
        b'{"type":"act","id":"a","seat":0,"ply":-1}',
        b'{"type":"chat","id":"a","seat":0,"text":""}',
        b'{"type":"start","id":"a","extra":1}',
        b'{"type":"act","id":"a","seat":0,"ply":0,"action":{"do":{"a":{"b":{}}}}}',
    ],
)
def test_what_is_no_command_is_not_read(text: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=protocol.ClientMessage)
