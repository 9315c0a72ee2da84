"""The bot put together. `build` has no side effects; the database and the commands come in `setup_hook`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import action, eyes, upload
from bot.clock import Reminders
from bot.live import Live
from bot.press import FORMS, Menu, Press, Pressed, claimed, remember
from bot.settings import Settings
from bot.timeouts import Timeouts
from mechanics.dice import Dice, SystemDice
from mechanics.facts import Fact
from mechanics.game import Refusal
from mechanics.record import Entry
from storage.unit import Store

if TYPE_CHECKING:
    from discord import Interaction

COGS = (
    "bot.cogs.play",
    "bot.cogs.dice",
    "bot.cogs.saved",
    "bot.cogs.campaign",
    "bot.cogs.character",
    "bot.cogs.creature",
    "bot.cogs.session",
    "bot.cogs.combat",
    "bot.cogs.record",
    "bot.cogs.table",
    "bot.cogs.rules",
    "bot.cogs.help",
    "bot.cogs.dragonhead.rolls",
    "bot.cogs.dragonhead.body",
    "bot.cogs.dragonhead.gm",
    "bot.cogs.dragonhead.mojo",
    "bot.cogs.delve",
    "bot.cogs.delve_gm",
    "bot.cogs.traits",
    "bot.cogs.traits_gm",
    "bot.cogs.oneroll",
    "bot.cogs.oneroll_gm",
    "bot.cogs.clan",
    "bot.cogs.clan_gm",
)
"""One a topic, in the order of commands.md."""

Observer = Callable[[int, Entry | Refusal], None]


class Tree(app_commands.CommandTree["MojoTable"]):
    """The commands; a fault in one is logged and answered."""

    async def on_error(
        self, interaction: discord.Interaction[MojoTable], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer what a command raised."""
        cause = getattr(error, "original", error)
        if interaction.type is discord.InteractionType.autocomplete:
            action.log.error("fault", exc_info=cause, interaction=interaction.id)
            return
        await action.fault(interaction, cause)


class MojoTable(commands.Bot):
    """The bot: store, dice, clock, what watches stored actions, and the messages that keep themselves fresh."""

    def __init__(self, settings: Settings, dice: Dice, clock: Callable[[], datetime]) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.settings = settings
        self.dice = dice
        self.clock = clock
        self.store = Store(settings.database)
        self.observers: list[Observer] = []
        self.patience = action.PATIENCE
        self.live = Live(self, settings.live_delay)
        self.reminders = Reminders(self)
        self.timeouts = Timeouts(self)
        self.uploaded: bool | None = None
        self.typed: dict[tuple[int | None, int, str], dict[str, str]] = {}
        self._locks: dict[int, asyncio.Lock] = {}

    def lock(self, campaign: int) -> asyncio.Lock:
        """The lock that lets one action at a time change a campaign."""
        return self._locks.setdefault(campaign, asyncio.Lock())

    def now(self) -> int:
        """The time, in seconds since 1970, UTC."""
        return int(self.clock().timestamp())

    async def setup_hook(self) -> None:
        """Open the database, register commands and buttons, upload the commands if Discord lists others."""
        await self.store.start()
        for cog in COGS:
            await import_module(cog).setup(self)  # an extension would be read and compiled anew for each bot
        self.add_dynamic_items(Press, Menu)
        self.uploaded = await upload.commands_if_changed(self)
        await self.reminders.start()
        await self.timeouts.start()

    async def close(self) -> None:
        """Stop: timers first, then the connection, then the database."""
        self.reminders.stop()
        self.timeouts.stop()
        await self.live.stop()
        await super().close()
        await self.store.close()

    async def pressed(self, interaction: Interaction[Any], function: Pressed | None, args: tuple[str, ...]) -> None:
        """A button was pressed."""
        await action.handle(interaction, function, args)

    async def on_interaction(self, interaction: Interaction[Any]) -> None:
        """Answer forms, and whatever else discord.py would drop in silence: components and forms that nobody claims."""
        data: Any = interaction.data or {}
        verb, *args = str(data.get("custom_id", "")).split(":")
        if interaction.type is discord.InteractionType.modal_submit:
            remember(interaction)
            name = args.pop(0) if args else ""
            await action.handle(interaction, FORMS.get(name) if verb == "mf" else None, tuple(args))
        elif interaction.type is discord.InteractionType.component and not claimed(str(data.get("custom_id", ""))):
            await action.handle(interaction, None, ())

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log what an event listener raised."""
        action.log.exception("fault", event_name=event_method)

    # -- what the console asks

    async def seen(
        self, guild_id: int | None, channel_id: int, user: int, gm_rights: bool, name: str | None
    ) -> dict[str, Any]:
        """The stored numbers through somebody's eyes; see `bot.eyes`."""
        return await eyes.seen(self, guild_id or 0, channel_id, str(user), name)

    async def sees(
        self, guild_id: int | None, channel_id: int, user: int, gm_rights: bool, facts: tuple[Fact, ...]
    ) -> list[dict[str, Any]]:
        """Those of the facts that somebody may read."""
        return await eyes.sees(self, guild_id or 0, channel_id, str(user), facts)


def build(settings: Settings, *, dice: Dice | None = None, clock: Callable[[], datetime] | None = None) -> MojoTable:
    """The bot, not yet started."""
    return MojoTable(settings, dice or SystemDice(), clock or discord.utils.utcnow)
