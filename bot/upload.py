"""Commands are uploaded only when they differ from what Discord lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import discord

if TYPE_CHECKING:
    from bot.app import MojoTable

_SIMPLE = ("type", "name", "description", "min_value", "max_value", "min_length", "max_length")
_FLAGS = ("required", "autocomplete")
_ENTRY_POINT = 4
"""The command that opens an activity is Discord's own, not ours."""


async def commands_if_changed(bot: MojoTable) -> bool:
    """Upload all commands if Discord lists others, or does not say; True when that was needed."""
    ours = [c.to_dict(bot.tree) for c in bot.tree.get_commands()]
    try:
        listed: list[Any] = list(await bot.http.get_global_commands(bot.application_id or 0))
    except discord.HTTPException:
        listed = []
    if same(ours, listed):
        return False
    await bot.tree.sync()
    return True


def same(ours: Iterable[Mapping[str, Any]], listed: Iterable[Mapping[str, Any]]) -> bool:
    """Whether Discord lists our commands as they are. It leaves out what is false or empty, and adds ids and versions.

    The order of commands is nothing; that of subcommands, options and choices is what people see.
    """
    listed = [c for c in listed if c.get("type", 1) != _ENTRY_POINT]
    return sorted(map(_command, ours), key=_key) == sorted(map(_command, listed), key=_key)


def _command(data: Mapping[str, Any]) -> dict[str, Any]:
    rights = data.get("default_member_permissions")
    return {
        "name": data["name"],
        "type": data.get("type", 1),
        "description": data.get("description") or "",
        "options": [_option(o) for o in data.get("options") or ()],
        "rights": None if rights is None else str(rights),
        "contexts": sorted(data.get("contexts") or ()),
        "installs": sorted(data.get("integration_types") or (0,)),
        "nsfw": bool(data.get("nsfw")),
    }


def _option(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **{k: data.get(k) for k in _SIMPLE},
        **{k: bool(data.get(k)) for k in _FLAGS},
        "choices": [(c["name"], c["value"]) for c in data.get("choices") or ()],
        "options": [_option(o) for o in data.get("options") or ()],
        "channel_types": sorted(data.get("channel_types") or ()),
    }


def _key(command: dict[str, Any]) -> tuple[str, int]:
    return command["name"], command["type"]
