"""What a reader sees of a message: plain text in reading order, buttons, menus, files. Works on Discord's own JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Protocol

ROW, BUTTON, TEXT, THUMBNAIL, GALLERY, FILE = 1, 2, 10, 11, 12, 13
SELECTS = {3: "string", 5: "user", 6: "role", 7: "mentionable", 8: "channel"}
NameOf = Callable[[str, int], str]
"""From a kind of mention (`@`, `@&`, `#`) and an id to what is shown for it."""

_TOKEN = re.compile(
    r"""
      ```(?:[\w+-]*\n)?(?P<block>[\s\S]*?)```
    | (?P<ticks>`+)(?P<code>[\s\S]*?[^`])(?P=ticks)(?!`)
    | \\(?P<escaped>[^0-9A-Za-z\s])
    | <(?P<kind>@[!&]?|\#)(?P<id>\d+)>
    | <t:(?P<time>-?\d+)(?::[tTdDfFsSR])?>
    | <a?:(?P<emoji>\w+):\d+>
    | </(?P<command>[^:>]+):\d+>
    | \[(?P<link>(?:\\.|[^\]\\])+)\]\(<?https?://[^)\s]+>?\)
    | \*\*(?P<bold>(?:\\[\s\S]|[^\\])+?)\*\*(?!\*)
    | __(?P<under>(?:\\[\s\S]|[^\\])+?)__(?!_)
    | ~~(?P<struck>(?=\S)(?:\\[\s\S]|[^\\])*?\S)~~
    | \|\|(?P<spoiler>(?:\\[\s\S]|[^\\])+?)\|\|
    | \*(?P<star>(?=[^\s*])(?:\\[\s\S]|[^\\*])*?[^\s*\\])\*(?!\*)
    | \b_(?P<line>(?:\\[\s\S]|[^\\_])+?)_\b
    """,
    re.VERBOSE,
)
_HEADING = re.compile(r"(?P<block>```[\s\S]*?```)|^(?:\#{1,3}|-\#|>>>|>)[ ]+", re.MULTILINE)
_INNER = ("link", "bold", "under", "struck", "spoiler", "star", "line")


class Shown(Protocol):
    """The parts of a message that a client draws."""

    content: str
    embeds: list[dict[str, Any]]
    components: list[dict[str, Any]]
    attachments: list[dict[str, Any]]


def plain(text: str, name_of: NameOf) -> str:
    """Discord's markdown as it reads on the screen: no markers, no backslashes, mentions as names, times as times."""

    def shown(m: re.Match[str]) -> str:
        if m["escaped"] is not None:
            return m["escaped"]
        if m["block"] is not None:
            return m["block"].strip("\n")
        if m["code"] is not None:
            return m["code"].strip() if m["code"].strip() else m["code"]
        if m["id"] is not None:
            return name_of(m["kind"].replace("!", ""), int(m["id"]))
        if m["time"] is not None:
            return f"{datetime.fromtimestamp(int(m['time']), UTC):%Y-%m-%d %H:%M} UTC"
        if m["emoji"] is not None:
            return f":{m['emoji']}:"
        if m["command"] is not None:
            return f"/{m['command']}"
        return inline(next(m[part] for part in _INNER if m[part] is not None))

    def inline(part: str) -> str:
        return _TOKEN.sub(shown, part)

    return inline(_HEADING.sub(lambda m: m["block"] or "", text))


def walk(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component in reading order: a part, what is inside it, then what hangs beside it."""
    for part in components:
        yield part
        yield from walk(part.get("components") or ())
        for beside in ("accessory", "component"):
            if part.get(beside):
                yield from walk([part[beside]])


def text(message: Shown, name_of: NameOf) -> str:
    """All that a reader sees, in order, a picture as `[picture: its description]`."""
    parts = [message.content]
    for embed in message.embeds:
        parts += [(embed.get("author") or {}).get("name", ""), embed.get("title", ""), embed.get("description", "")]
        parts += [f"{field['name']}: {field['value']}" for field in embed.get("fields") or ()]
        parts.append((embed.get("footer") or {}).get("text", ""))
    parts = [plain(part, name_of) for part in parts if part]
    for part in walk(message.components):
        if part["type"] == TEXT:
            parts.append(plain(part["content"], name_of))
        elif part["type"] == GALLERY:
            parts += [f"[picture: {item.get('description') or ''}]" for item in part["items"]]
        elif part["type"] == THUMBNAIL:
            parts.append(f"[picture: {part.get('description') or ''}]")
    return "\n".join(part for part in parts if part)


def label(button: Mapping[str, Any]) -> str:
    """A button's words, or its emoji if it has none."""
    return button.get("label") or (button.get("emoji") or {}).get("name") or ""


def buttons(message: Shown) -> list[dict[str, Any]]:
    """Every button in reading order: `label`, `disabled`."""
    found = (part for part in walk(message.components) if part["type"] == BUTTON)
    return [{"label": label(part), "disabled": bool(part.get("disabled"))} for part in found]


def selects(message: Shown) -> list[dict[str, Any]]:
    """Every menu in reading order: `placeholder`, `options` by shown name, those `chosen` beforehand, `disabled`."""
    found = []
    for part in walk(message.components):
        if part["type"] in SELECTS:
            listed = part.get("options") or []
            found.append(
                {
                    "placeholder": part.get("placeholder") or "",
                    "options": [option["label"] for option in listed],
                    "chosen": [option["label"] for option in listed if option.get("default")],
                    "disabled": bool(part.get("disabled")),
                }
            )
    return found


def files(message: Shown) -> list[dict[str, Any]]:
    """Every file: `name`, `alt` (its description, or that of the picture it is shown as)."""
    described: dict[str, str | None] = {}
    for part in walk(message.components):
        for item in part["items"] if part["type"] == GALLERY else [part] if part["type"] == THUMBNAIL else []:
            described[item["media"]["url"].rsplit("/", 1)[-1]] = item.get("description")
    return [
        {"name": file["filename"], "alt": file.get("description") or described.get(file["filename"])}
        for file in message.attachments
    ]


def form(modal: Mapping[str, Any]) -> dict[str, Any]:
    """An open form: `title`, `fields`, each `name` (as `submit` takes it) `label kind required max value options`."""
    titles = {part["component"]["custom_id"]: part["label"] for part in walk(modal["components"]) if part["type"] == 18}
    fields = []
    for part in walk(modal["components"]):
        if part.get("custom_id"):
            kind = FIELDS.get(part["type"], "other")
            fields.append(
                {
                    "name": part["custom_id"],
                    "label": titles.get(part["custom_id"]) or part.get("label") or "",
                    "kind": kind,
                    "required": bool(part.get("required", kind == "text" or kind in SELECTS.values())),
                    "max": part.get("max_length") or part.get("max_values"),
                    "value": part.get("value"),
                    "options": [option["label"] for option in part.get("options") or ()],
                }
            )
    return {"title": modal["title"], "fields": fields}


FIELDS = {4: "text", **SELECTS, 19: "file", 21: "radio", 22: "checkboxes", 23: "checkbox"}
