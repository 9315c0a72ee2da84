"""Commands are uploaded only when they differ from what Discord lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

if TYPE_CHECKING:
    from bot.app import MojoTable

_OPTION = ("type", "name", "description", "required", "min_value", "max_value", "min_length", "max_length")


def _option(data: dict[str, Any]) -> dict[str, Any]:
    kept = {k: data[k] for k in _OPTION if data.get(k) is not None}
    kept["required"] = bool(data.get("required"))
    kept["autocomplete"] = bool(data.get("autocomplete"))
    kept["choices"] = [(c["name"], c["value"]) for c in data.get("choices") or []]
    kept["options"] = [_option(o) for o in data.get("options") or []]
    kept["channel_types"] = sorted(int(t) for t in data.get("channel_types") or [])
    return kept


def _command(data: dict[str, Any]) -> dict[str, Any]:
    """What counts of a command, in one form for ours and for Discord's."""
    rights = data.get("default_member_permissions")
    return {
        "name": data["name"],
        "type": int(data.get("type", 1)),
        "description": data.get("description", ""),
        "options": [_option(o) for o in data.get("options") or []],
        "rights": None if rights is None else str(rights),
        "contexts": sorted(data.get("contexts") or []),
        "installs": sorted(data.get("integration_types") or [0]),
        "nsfw": bool(data.get("nsfw")),
    }


async def commands_if_changed(bot: MojoTable) -> bool:
    """Upload all commands if Discord lists others; True when it was needed."""
    ours = [c.to_dict(bot.tree) for c in bot.tree.get_commands()]
    try:
        theirs: list[Any] = list(await bot.http.get_global_commands(bot.application_id or 0))
    except discord.HTTPException:
        theirs = []
    if sorted(map(_command, ours), key=_name) == sorted(map(_command, theirs), key=_name):
        return False
    await bot.tree.sync()
    return True


def _name(command: dict[str, Any]) -> str:
    name: str = command["name"]
    return name
