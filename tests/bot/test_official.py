"""The official schema is really asked, where it is there; without it nothing is claimed."""

from __future__ import annotations

import json
from typing import Any

from tests.bot import official

CALLBACK = "/interactions/1/token/callback"


def body(**button: Any) -> dict[str, Any]:
    """A message with one button in a row."""
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Fudge", "custom_id": "mt:x"} | button]}
    return {"type": 4, "data": {"flags": 32768, "components": [{"type": 17, "components": [row]}]}}


def test_a_good_message_passes() -> None:
    assert official.request("POST", CALLBACK, body()) == []


def test_wrong_ones_are_named_where_the_schema_is_there() -> None:
    wrong = [
        body(label="x" * 81),
        body(custom_id="x" * 101),
        body(style=99),
        {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": "x"}]}},
        {"type": 9, "data": {"title": "x" * 46, "custom_id": "mf:x", "components": []}},
    ]
    found = [bool(official.request("POST", CALLBACK, w)) for w in wrong]
    assert found == [official.FILE.exists()] * len(wrong)


def test_a_command_without_a_name_is_wrong() -> None:
    path = "/applications/1/commands"
    listed = [{"name": "roll", "description": "Throw dice", "type": 1, "options": []}]
    assert official.request("PUT", path, listed) == []
    del listed[0]["name"]
    assert bool(official.request("PUT", path, listed)) == official.FILE.exists()


def test_a_new_attachment_may_have_a_number_as_its_id() -> None:
    sent = body()
    sent["data"]["attachments"] = [{"id": 0, "filename": "track.png"}]
    before = json.dumps(sent)
    assert official.request("POST", CALLBACK, sent) == []
    assert json.dumps(sent) == before
