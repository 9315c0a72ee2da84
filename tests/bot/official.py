"""The official schema of what Discord takes, where its file lies beside this repository.

It is no part of the repository. Without it the tests pass, and the last lines of a run say that it was left out.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

FILE = Path(__file__).resolve().parents[3] / "shared" / "discord" / "discord-openapi-subset.json"

_CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}
_ROUTES = (
    ("PUT", r"/applications/\d+/(?:guilds/\d+/)?commands", "ApplicationCommandUpdateRequest"),
    ("POST", r"/channels/\d+/messages", "MessageCreateRequest"),
    ("PATCH", r"/channels/\d+/messages/\d+", "MessageEditRequestPartial"),
    ("POST", r"/webhooks/\d+/[^/]+", "IncomingWebhookRequestPartial"),
    ("PATCH", r"/webhooks/\d+/[^/]+/messages/(?:@original|\d+)", "IncomingWebhookUpdateRequestPartial"),
)


@cache
def _validator(name: str) -> jsonschema_rs.Draft202012Validator:
    document = json.loads(FILE.read_text())
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    )


def _schema(method: str, path: str, body: Any) -> str | None:
    if re.fullmatch(r"/interactions/\d+/[^/]+/callback", path):
        return _CALLBACKS[body["type"]]
    return next((name for verb, route, name in _ROUTES if verb == method and re.fullmatch(route, path)), None)


def _sent(body: Any) -> Any:
    """The body as JSON has it. Some ids are numbers here and typed text there: a new attachment's, those of people
    who may be notified. Discord takes them."""
    plain = json.loads(json.dumps(body))

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            for attachment in part.get("attachments") or []:
                attachment["id"] = str(attachment["id"])
            if mentions := part.get("allowed_mentions"):
                mentions["users"] = [str(user) for user in mentions.get("users") or []]
            for value in part.values():
                walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)

    walk(plain)
    return plain


def request(method: str, path: str, body: Any) -> list[str]:
    """What the official schema says against a request of the bot; nothing: []."""
    if body is None or not FILE.exists() or (name := _schema(method, path, body)) is None:
        return []
    bodies = _sent(body) if isinstance(body, list) else [_sent(body)]
    found = []
    for one in bodies:
        for error in _validator(name).iter_errors(one):
            found.append(f"{name} {'/'.join(map(str, error.instance_path))}: {error.message[:200]}")
    return found
