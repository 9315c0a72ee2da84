"""The stored numbers as one person may see them, as plain JSON with names in place of ids."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from bot.asking import Asking, no_campaign
from bot.cards.games import cards_of
from bot.looking import look
from bot.shown import Place, Shown, readable
from mechanics.campaign import find
from mechanics.facts import Fact
from mechanics.game import Id, Refusal, Refused
from mechanics.view import numbers_shown

if TYPE_CHECKING:
    from bot.app import MojoTable


async def _shown(bot: MojoTable, guild: int, channel: int, user: str) -> Shown | Refusal:
    found = bot.get_guild(guild)
    here = found.get_channel_or_thread(channel) if found else None
    parent = getattr(here, "parent_id", None)
    return await look(bot, Place(guild, channel, parent), Asking(user, ""))


async def seen(bot: MojoTable, guild: int, channel: int, user: str, name: str | None) -> dict[str, Any]:
    """`{campaign, session, scene, sheets: {name: gauges}}`, or one character's gauges. Raises `Refused`."""
    shown = await _shown(bot, guild, channel, user)
    if isinstance(shown, Refusal):
        if name is None and shown == no_campaign():
            return {"campaign": None, "session": None, "scene": None, "sheets": {}}
        raise Refused(shown.code, shown.message, shown.hint)
    state, names = shown.state, _names(shown)
    if name is not None:
        sheet: dict[str, Any] = _sheet(shown, find(state.campaign, shown.viewer, name))
        return sheet
    session = None
    if state.session is not None:
        session = msgspec.to_builtins(state.session)
        more = session.pop("more") or {}
        session |= more | (state.session.more.gauges() if state.session.more is not None else {})
    campaign = msgspec.to_builtins(state.campaign)
    scene = msgspec.to_builtins(state.scene, str_keys=True)
    scene["pending"] = [{**msgspec.to_builtins(p), "kind": type(p.what).__name__} for p in state.scene.pending.values()]
    sheets = {names.get(i, i): _sheet(shown, i) for i in state.sheets}
    return {
        "campaign": _named(campaign, names),
        "session": _named(session, names),
        "scene": _named(scene, names),
        "sheets": sheets,
    }


async def sees(bot: MojoTable, guild: int, channel: int, user: str, facts: Iterable[Fact]) -> list[dict[str, Any]]:
    """The facts that this person may read, as JSON."""
    shown = await _shown(bot, guild, channel, user)
    if isinstance(shown, Refusal):
        return []
    theirs = readable(shown.state.campaign, shown.viewer, facts)
    found: list[dict[str, Any]] = [_named(msgspec.to_builtins(f), _names(shown)) for f in theirs]
    return found


def _sheet(shown: Shown, i: Id) -> dict[str, Any]:
    """A sheet's gauges; of a creature whose numbers are not for this viewer, its health in a word."""
    sheet = shown.state.sheets[i]
    if not numbers_shown(shown.state.campaign, shown.viewer, i):
        return {"name": sheet.name, "health": cards_of(shown.game.key).fighter(shown, i)}
    return {"name": sheet.name, **sheet.gauges()}


def _names(shown: Shown) -> dict[str, str]:
    campaign = shown.state.campaign
    people: dict[str, str] = {user: person.name for user, person in campaign.people.items()}
    return people | {i: entry.name for i, entry in campaign.names.items()}


def _named(value: Any, names: dict[str, str]) -> Any:
    """The same JSON with names for ids. Two of one name in one dict keep their ids."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list | tuple):
        return [_named(v, names) for v in value]
    if isinstance(value, dict):
        taken = [names.get(k, k) for k in value]
        return {
            (names.get(k, k) if taken.count(names.get(k, k)) == 1 else k): _named(v, names) for k, v in value.items()
        }
    return value
