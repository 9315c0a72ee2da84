"""A step of the console as people read it."""

from __future__ import annotations

from typing import Any


def prompt(who: str | None, channel: str) -> str:
    """Who acts where, as it stands before a line."""
    return f"{who or 'nobody'} {channel}> "


def readable(step: dict[str, Any]) -> str:
    """The line and what came of it, as indented text ending in a newline."""
    lines = [prompt(step["who"], step["channel"]) + step["input"]]
    for reply in step["replies"]:
        lines += _reply(reply, step["channel"])
    if form := step["form"]:
        lines.append(f"    form: {form['title']}")
        for field in form["fields"]:
            needed = "" if field["required"] else ", may be left out"
            filled = f", now {field['value']}" if field["value"] else ""
            lines.append(f"      {field['name']}: {field['label']} ({field['kind']}{needed}{filled})")
    if step["choices"] is not None:
        lines.append(f"    suggested: {', '.join(choice['name'] for choice in step['choices']) or 'nothing'}")
    if step["state"] is not None:
        lines += [f"    {line}" for line in _tree(step["state"])]
    if refusal := step["refusal"]:
        hint = f" {refusal['hint']}" if refusal["hint"] else ""
        lines.append(f"    refused ({refusal['code']}): {refusal['message']}{hint}")
    if error := step["error"]:
        lines.append(f"    ERROR ({error['kind']}): {error['message']}")
    return "\n".join(lines) + "\n"


def _reply(reply: dict[str, Any], here: str) -> list[str]:
    notes = []
    if reply["channel"] != here:
        notes.append(f"in {reply['channel']}")
    if reply["visible_to"] != "all":
        notes.append(f"only {', '.join(reply['visible_to']) or 'nobody'}")
    if reply["edited"]:
        notes.append("changed")
    if reply["pings"]:
        notes.append(f"pings {', '.join(reply['pings'])}")
    lines = [f"  ({'; '.join(notes)})"] if notes else []
    lines += [f"  | {line}" for line in reply["text"].split("\n") if reply["text"]]
    if reply["buttons"]:
        shown = (f"({b['label']})" if b["disabled"] else f"[{b['label']}]" for b in reply["buttons"])
        lines.append(f"  {' '.join(shown)}")
    for menu in reply["selects"]:
        options = (f"*{o}" if o in menu["chosen"] else o for o in menu["options"])
        lines.append(f"  <{menu['placeholder'] or 'choose'}: {' / '.join(options)}>")
    lines += [f"  file {file['name']}" + (f": {file['alt']}" if file["alt"] else "") for file in reply["files"]]
    return lines or ["  | (nothing to read)"]


def _tree(value: Any, indent: str = "") -> list[str]:
    if not isinstance(value, dict):
        return [f"{indent}{value}"]
    lines = []
    for key, inner in value.items():
        if isinstance(inner, dict) and inner:
            lines += [f"{indent}{key}:", *_tree(inner, indent + "  ")]
        else:
            lines.append(f"{indent}{key}: {inner}")
    return lines
