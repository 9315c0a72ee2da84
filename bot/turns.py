"""Whose turn it is, told to whoever is up: the one thing in a fight that notifies anybody."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord

from bot.cards.card import Card
from bot.cards.fight import players_up, turn_card
from bot.cards.games import story_of
from mechanics.facts import Turned

if TYPE_CHECKING:
    from bot.action import Played

MOST = 20
"""How many people one turn notifies: a whole side may be up at once."""


async def turn_told(guild: discord.Guild | None, played: Played, *, tell: bool) -> Card | None:
    """The card that says who is up after a move by which the turn passed on; None after any other.

    Whoever is up is notified (setting `turn_ping`), unless they have left the server; where the live card tells the
    round, only those for whom something waits. `tell`: the card also says what happened meanwhile; without, it is None
    when there is nobody to notify.
    """
    shown = played.everybody
    if not any(isinstance(fact, Turned) for fact in played.entry.facts):
        return None
    up, away = list(players_up(shown))[:MOST], set[str]()
    if not shown.state.campaign.settings.turn_ping:
        up = []
    elif story_of(shown.game.key) is not None:
        waits = {i for p in shown.state.scene.pending.values() if p.blocks for i in p.by}
        up = [user for user, fighters in players_up(shown).items() if waits.intersection(fighters)][:MOST]
    if guild is not None:
        found = await asyncio.gather(*(_here(guild, user) for user in up))
        away = {user for user, here in zip(up, found, strict=True) if not here}
    if not (up or tell):
        return None
    return turn_card(shown, [user for user in up if user not in away], away, tell=tell)


async def _here(guild: discord.Guild, user: str) -> bool:
    """Whether somebody is still in the server; yes when Discord does not say."""
    try:
        await guild.fetch_member(int(user))
    except discord.NotFound:
        return False
    except discord.HTTPException:
        return True
    return True
