"""The routes answer as the OpenAPI document says, to any request."""

import logging

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.kit import WAIT, running

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
"""The server may also refuse requests that fit the schema, because a schema cannot say everything."""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_every_route_answers_as_documented(caplog: pytest.LogCaptureFixture) -> None:
    with running() as house, caplog.at_level(logging.ERROR, "ventnor.server"):
        made = house.make({"kind": "bot"}, {"kind": "bot"}, options={"rounds": 1})
        table, host = made["table"]["id"], made["seats"][0]["token"]
        with house.sit(table, host) as watcher:
            watcher.ask("start")
            if not any(each["type"] == "ended" for each in watcher.entries):
                watcher.until("ended")
        base = str(house.client.base_url).rstrip("/")
        schema = schemathesis.openapi.from_url(f"{base}/api/openapi.json")
        asked = 0
        for found in schema.get_all_operations():
            operation = found.ok()

            @settings(
                max_examples=15,
                deadline=None,
                database=None,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy())
            def ask(case: schemathesis.Case) -> None:
                nonlocal asked
                asked += 1
                if "table" in case.path_parameters:
                    case.path_parameters["table"] = table if asked % 2 else "nosuchtable"
                if case.path.endswith("/events"):
                    case.query = {**(case.query or {}), "follow": "0"}
                case.call_and_validate(base_url=base, checks=CHECKS, timeout=WAIT)

            ask()
        assert asked > 60
        assert house.registry.metrics.errors == 0
        assert not [each for each in caplog.records if each.exc_info]
