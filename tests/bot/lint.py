"""Discord's limits, held against everything the bot sends. Each function names what is wrong; nothing: []."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

V2 = 1 << 15
ROW, BUTTON, SELECT, TEXT_INPUT, TEXT, LABEL = 1, 2, 3, 4, 10, 18
SELECTS = (3, 5, 6, 7, 8)
LINK = 5
NAME = re.compile(r"[a-z0-9_-]{1,32}")


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component with the nested ones."""
    for part in components:
        yield part
        yield from walk(part.get("components") or [])
        for beside in ("accessory", "component"):
            if part.get(beside):
                yield from walk([part[beside]])


def _long(what: str, text: str | None, most: int, least: int = 1) -> list[str]:
    size = len(text or "")
    return [] if least <= size <= most else [f"{what} has {size} characters, not {least} to {most}"]


def message(body: dict[str, Any]) -> list[str]:
    """A message as it is created or edited."""
    parts = body.get("components") or []
    every = list(walk(parts))
    found = _components(every)
    found += _long("content", body.get("content"), 2_000, 0)
    embeds = body.get("embeds") or []
    found += [f"{len(embeds)} embeds"] if len(embeds) > 10 else []
    v2 = bool(int(body.get("flags") or 0) & V2) or any(p["type"] in (TEXT, 17) for p in every)
    if v2:
        found += [f"{len(every)} components"] if len(every) > 40 else []
        text = sum(len(p.get("content") or "") for p in every if p["type"] == TEXT)
        found += [f"{text} characters of text"] if text > 4_000 else []
        found += ["a message of components has content or embeds"] if body.get("content") or embeds else []
    elif len(parts) > 5:
        found.append(f"{len(parts)} rows")
    mentions = body.get("allowed_mentions")
    if mentions is None or mentions.get("parse") or mentions.get("roles"):
        found.append(f"may mention more than named people: {mentions}")
    return found


def _components(every: list[dict[str, Any]]) -> list[str]:
    found: list[str] = []
    ids = [p["custom_id"] for p in every if p.get("custom_id") is not None]
    found += [f"custom id {i!r} twice" for i in dict.fromkeys(ids) if ids.count(i) > 1]
    for i in ids:
        found += _long(f"custom id {i!r}", i, 100)
    for part in every:
        kind = part["type"]
        if kind == ROW:
            inside = [p["type"] for p in part.get("components") or []]
            buttons = inside.count(BUTTON)
            if not inside or buttons > 5 or (buttons and buttons != len(inside)) or (not buttons and len(inside) > 1):
                found.append(f"a row of {inside}")
        elif kind == BUTTON:
            found += _long("a button's label", part.get("label"), 80, 0 if part.get("emoji") else 1)
            if bool(part.get("url")) != (part.get("style") == LINK) or bool(part.get("custom_id")) == bool(
                part.get("url")
            ):
                found.append(f"the button {part.get('label')!r} has not exactly one of id and link")
        elif kind == SELECT:
            found += _menu(part)
        elif kind == TEXT:
            found += _long("a text", part.get("content"), 4_000)
    return found


def _menu(part: dict[str, Any]) -> list[str]:
    options = part.get("options") or []
    found = [] if 1 <= len(options) <= 25 else [f"a menu of {len(options)} options"]
    values = [o["value"] for o in options]
    found += ["two options of one value"] if len(set(values)) < len(values) else []
    chosen = sum(bool(o.get("default")) for o in options)
    found += [f"{chosen} options chosen beforehand"] if chosen > part.get("max_values", 1) else []
    found += _long("a menu's placeholder", part.get("placeholder"), 150, 0)
    for option in options:
        found += _long("an option's label", option.get("label"), 100)
        found += _long("an option's value", option.get("value"), 100)
        found += _long("an option's description", option.get("description"), 100, 0)
    return found


def form(body: dict[str, Any]) -> list[str]:
    """A form that is opened."""
    parts = body.get("components") or []
    found = [] if 1 <= len(parts) <= 5 else [f"a form of {len(parts)} fields"]
    found += _long("a form's title", body.get("title"), 45)
    found += _long("a form's id", body.get("custom_id"), 100)
    every = list(walk(parts))
    ids = [p["custom_id"] for p in every if p.get("custom_id") is not None]
    found += ["two fields of one id"] if len(set(ids)) < len(ids) else []
    for part in every:
        if part["type"] == LABEL:
            found += _long("a field's label", part.get("label"), 45)
            found += _long("a field's description", part.get("description"), 100, 0)
        elif part["type"] == TEXT_INPUT:
            found += _long("a field's id", part.get("custom_id"), 100)
            found += _long("a field's placeholder", part.get("placeholder"), 100, 0)
            found += _long("a field's value", part.get("value"), 4_000, 0)
            if not 1 <= int(part.get("max_length") or 4_000) <= 4_000:
                found.append(f"a field takes up to {part['max_length']}")
        elif part["type"] == SELECT:
            found += _menu(part)
    return found


def suggestions(choices: list[dict[str, Any]]) -> list[str]:
    """What is suggested while somebody types."""
    found = [f"{len(choices)} suggestions"] if len(choices) > 25 else []
    for choice in choices:
        found += _long("a suggestion", choice.get("name"), 100)
        if isinstance(choice.get("value"), str):
            found += _long("a suggestion's value", choice["value"], 100)
    return found


def commands(listed: list[dict[str, Any]]) -> list[str]:
    """The commands as they are uploaded."""
    names = [c["name"] for c in listed]
    found = [f"{len(listed)} commands"] if len(listed) > 100 else []
    found += ["two commands of one name"] if len(set(names)) < len(names) else []
    for command in listed:
        size = _size(command)
        found += [f"/{command['name']} has {size} characters"] if size > 4_000 else []
        found += _level(command, f"/{command['name']}")
    return found


def _size(part: dict[str, Any]) -> int:
    own = len(part["name"]) + len(part.get("description") or "")
    choices = sum(len(c["name"]) + len(str(c["value"])) for c in part.get("choices") or [])
    return own + choices + sum(_size(o) for o in part.get("options") or [])


def _level(part: dict[str, Any], where: str) -> list[str]:
    found = [] if NAME.fullmatch(part["name"]) else [f"{where}: the name"]
    found += [f"{where}: {p}" for p in _long("the description", part.get("description"), 100)]
    options, choices = part.get("options") or [], part.get("choices") or []
    found += [f"{where}: {len(options)} options"] if len(options) > 25 else []
    found += [f"{where}: {len(choices)} choices"] if len(choices) > 25 else []
    for choice in choices:
        found += [f"{where}: {p}" for p in _long("a choice", choice["name"], 100)]
        found += [f"{where}: {p}" for p in _long("a choice's value", str(choice["value"]), 100)]
    needed = [bool(o.get("required")) for o in options]
    found += (
        [f"{where}: an option that is needed stands behind one that is not"]
        if needed != sorted(needed, reverse=True)
        else []
    )
    names = [o["name"] for o in options]
    found += [f"{where}: two options of one name"] if len(set(names)) < len(names) else []
    for option in options:
        found += _level(option, f"{where} {option['name']}")
    return found


_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_MESSAGE = re.compile(r"/(?:webhooks/\d+/[^/]+(?:/messages/(?:@original|\d+))?|channels/\d+/messages(?:/\d+)?)")
_COMMANDS = re.compile(r"/applications/\d+/(?:guilds/\d+/)?commands")


def answered(path: str) -> int | None:
    """The interaction that a request answers, if it does."""
    found = _CALLBACK.fullmatch(path)
    return int(found[1]) if found else None


def request(method: str, path: str, body: Any) -> list[str]:
    """One request of the bot to Discord."""
    if answered(path) is not None:
        data = body.get("data") or {}
        kind = body["type"]
        if kind == 8:
            return suggestions(data.get("choices") or [])
        if kind == 9:
            return form(data)
        return message(data) if kind in (4, 7) else []
    if method in ("POST", "PATCH") and _MESSAGE.fullmatch(path):
        return message(body or {})
    if method == "PUT" and _COMMANDS.fullmatch(path):
        return commands(body)
    return []
