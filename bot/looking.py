"""Looking at a table without changing it, as the one who asks may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.asking import Asking, no_campaign, wrong_game
from bot.shown import Place, Shown, shown
from mechanics.game import Refusal, Refused
from mechanics.games.all import GAMES
from mechanics.state import parts_of
from storage.campaigns import Head
from storage.unit import Unit

if TYPE_CHECKING:
    from bot.app import MojoTable

OWN = 12
"""How many of their newest moves are looked through for what somebody chose last."""


async def look(bot: MojoTable, place: Place, asking: Asking, *, own: bool = False) -> Shown | Refusal:
    """The table that is played here, as the caller may see it; `own`: with their newest moves."""
    async with bot.store.read() as unit:
        head = await unit.campaigns.bound(place.guild, place.channel, place.parent)
        if head is None:
            return no_campaign()
        if (wrong := wrong_game(bot, head.game, asking.command)) is not None:
            return wrong
        table = await look_at(bot, unit, head, place, asking)
        if own:
            page = await unit.record.page(head.id, OWN, asking.user, moves=table.game.moves)
            table = replace(table, own=tuple(entry.move for entry in page))
        return table


async def played_here(unit: Unit, place: Place) -> Head:
    """The campaign of this channel; refused `no-campaign` without one."""
    head = await unit.campaigns.bound(place.guild, place.channel, place.parent)
    if head is None:
        none = no_campaign()
        raise Refused(none.code, none.message, none.hint)
    return head


async def look_at(bot: MojoTable, unit: Unit, head: Head, place: Place, asking: Asking) -> Shown:
    """A campaign, as the caller may see it."""
    game = GAMES[head.game]
    loaded = await unit.campaigns.load(head, parts_of(game.state), place.channel)
    caller = asking.caller(loaded.state.campaign)
    return shown(head.id, game, place, caller, loaded.state, bot.now(), newest=head.entries)


async def look_back(
    bot: MojoTable, unit: Unit, head: Head, place: Place, asking: Asking, count: int
) -> tuple[Shown, list[Shown]]:
    """The table, and the newest entries of its record, newest first, as the caller may see them."""
    game = GAMES[head.game]
    loaded = await unit.campaigns.load(head, parts_of(game.state), place.channel)
    page = await unit.record.page(head.id, count, moves=game.moves)
    caller, now = asking.caller(loaded.state.campaign), bot.now()
    table = shown(head.id, game, place, caller, loaded.state, now)
    return table, [shown(head.id, game, place, caller, loaded.state, now, entry) for entry in page]


async def look_at_entry(bot: MojoTable, unit: Unit, head: Head, place: Place, asking: Asking, n: int) -> Shown | None:
    """The table with one entry of its record, as the caller may see them; None if there is no such entry."""
    table = await look_at(bot, unit, head, place, asking)
    entry = await unit.record.entry(head.id, n, table.game.moves)
    if entry is None:
        return None
    return shown(head.id, table.game, place, table.viewer, table.state, table.now, entry)
