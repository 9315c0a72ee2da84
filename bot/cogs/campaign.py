"""`/campaign`: making one, where it is played, who is GM."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.action import Answer, Result, act, answer, delivered_before, everybody, found, play_in, view_table
from bot.asking import Interaction, asking_of, place_of
from bot.cards.campaign import choose_campaign_card, founded_card, list_card, party_card
from bot.cards.card import Card, File
from bot.cards.result import result_card
from bot.cards.rulings import choices_card, lines_of
from bot.files import text_of
from bot.looking import look, look_at, played_here
from bot.options import Choices, choices, group
from bot.press import press
from bot.shown import Place, Shown
from bot.text import escape
from mechanics.campaign import Archive, Bind, Found, MakeGm, TakeOver
from mechanics.game import CHAIR, SELF, Move, Refusal, Refused
from mechanics.games.all import GAMES
from mechanics.keeping import SetRuling, SetSetting
from mechanics.library import SIZE, with_gm
from mechanics.library import read as read_campaign
from mechanics.state import parts_of

if TYPE_CHECKING:
    from bot.app import MojoTable


class Campaign(commands.Cog):
    """Campaigns of a server."""

    campaign = group("campaign", "Campaigns: make one, bind channels, name GMs")

    @campaign.command(description="Make a campaign, played in this channel")
    @app_commands.describe(name="What it is called", game="Which game is played")
    @app_commands.choices(game=choices(*(g.name for g in GAMES.values())))
    async def create(self, interaction: Interaction, name: str, game: app_commands.Choice[str]) -> None:
        """Found a campaign."""
        key = next(key for key, g in GAMES.items() if g.name == game.name)
        await found_here(interaction, name, key)

    @campaign.command(description="The campaigns of this server")
    async def list(self, interaction: Interaction) -> None:
        """List campaigns."""

        async def work() -> Result:
            bot, place = interaction.client, place_of(interaction)
            async with bot.store.read() as unit:
                heads = await unit.campaigns.of_server(place.guild)
                tables = [await look_at(bot, unit, head, place, asking_of(interaction)) for head in heads]
            return list_card(tables)

        await answer(interaction, work, private=True)

    @campaign.command(description="The party at a glance")
    async def show(self, interaction: Interaction) -> None:
        """Show the party."""
        await view_table(interaction, everybody(party_card), private=False)

    @campaign.command(description="Play the campaign in this channel too, or no longer")
    @app_commands.describe(act="Bind or release this channel; in a forum post, the whole forum")
    @app_commands.choices(act=choices("bind", "release"))
    async def here(self, interaction: Interaction, act: app_commands.Choice[str] | None = None) -> None:
        """Bind or release a channel."""
        if act is not None and act.value == "release":
            await _release(interaction)
        else:
            await _bind(interaction, None)

    @campaign.command(description="Name a GM, or take one away")
    @app_commands.describe(who="A member or a role", act="Add or remove")
    @app_commands.choices(act=choices("add", "remove"))
    async def gm(
        self, interaction: Interaction, who: discord.Member | discord.Role, act: app_commands.Choice[str] | None = None
    ) -> None:
        """Add or remove a GM."""
        remove = act is not None and act.value == "remove"
        key = f"role:{who.id}" if isinstance(who, discord.Role) else str(who.id)
        title = who.name if isinstance(who, discord.Role) else who.display_name
        move = MakeGm(actor=CHAIR, who=key, title=title, remove=remove)
        await _act(interaction, move)

    @campaign.command(description="Become GM of the campaign here (needs Manage Server)")
    async def takeover(self, interaction: Interaction) -> None:
        """Take a campaign over."""
        await _act(interaction, TakeOver(actor=SELF), manages=interaction.permissions.manage_guild)

    @campaign.command(description="The rulings of the game at this table, or choose one (GM)")
    @app_commands.describe(name="Which ruling", value="What it is from now on, or default")
    async def ruling(self, interaction: Interaction, name: str | None = None, value: str | None = None) -> None:
        """List or choose rulings."""
        if name is None or value is None:
            await view_table(interaction, lambda table: choices_card(table, name, "ruling"))
            return
        await _choose(interaction, SetRuling(actor=CHAIR, name=name, value=value))

    @campaign.command(description="How the bot behaves at this table, or choose it (GM)")
    @app_commands.describe(name="Which setting", value="What it is from now on, or default")
    async def setting(self, interaction: Interaction, name: str | None = None, value: str | None = None) -> None:
        """List or choose settings."""
        if name is None or value is None:
            await view_table(interaction, lambda table: choices_card(table, name, "setting"))
            return
        await _choose(interaction, SetSetting(actor=CHAIR, name=name, value=value))

    @ruling.autocomplete("name")
    async def _ruling(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggest(interaction, typed, "ruling")

    @setting.autocomplete("name")
    async def _setting(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggest(interaction, typed, "setting")

    @campaign.command(description="Put the campaign away, or take one out again (GM)")
    @app_commands.describe(act="Archive the one played here, or restore one of yours")
    @app_commands.choices(act=choices("archive", "restore"))
    async def archive(self, interaction: Interaction, act: app_commands.Choice[str] | None = None) -> None:
        """Archive or restore."""
        if act is not None and act.value == "restore":
            await _restore(interaction, None)
        else:
            await _choose(interaction, Archive(actor=CHAIR))

    @campaign.command(description="The whole campaign as a file (GM)")
    async def export(self, interaction: Interaction) -> None:
        """Export the campaign."""

        async def work() -> Result:
            bot, place = interaction.client, place_of(interaction)
            async with bot.store.read() as unit:
                head = await played_here(unit, place)
                table = await look_at(bot, unit, head, place, asking_of(interaction))
                if not table.viewer.gm:
                    raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
                data = await unit.library.dump(head, parts_of(table.game.state), table.game.moves)
            words = ("Sheets, rulings, tables and the record; private notes and unfinished characters stay here.",)
            return Card(escape(table.state.campaign.name), words, file=File("campaign.json", data))

        await answer(interaction, work, private=True)

    @campaign.command(name="import", description="A campaign from a file (needs Manage Server)")
    @app_commands.describe(file="A file made by /campaign export")
    async def import_(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Import a campaign; whoever imports it is GM."""

        async def work() -> Result:
            if not interaction.permissions.manage_guild:
                raise Refused("not-allowed", "Importing a campaign takes Manage Server.", "ask somebody who may")
            text = await text_of(file, SIZE)
            document = await asyncio.to_thread(read_campaign, text.encode(), GAMES)
            user, name = str(interaction.user.id), interaction.user.display_name
            mine = with_gm(document, user, name)
            place = place_of(interaction)
            async with interaction.client.store.write() as unit:
                head = await delivered_before(unit, place, interaction.id)
                if head is None:
                    head = await unit.library.restore(place.guild, mine, interaction.id)
            words = (f"**{escape(head.name)}** is here, and you are its GM.", "`/campaign here` plays it in a channel.")
            return Card("Imported", words)

        await answer(interaction, work, private=True)


async def _choose(interaction: Interaction, move: Move) -> None:
    await act(interaction, lambda _: move, lambda played: result_card(played.everybody))


async def _suggest(interaction: Interaction, typed: str, what: str) -> Choices:
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if isinstance(table, Refusal):
        return []
    names = [line.name for line in lines_of(table, what) if typed.strip().casefold() in line.name]
    return [app_commands.Choice(name=n, value=n) for n in names[:25]]


async def _restore(interaction: Interaction, campaign: int | None, update: bool = False) -> None:
    """Take a campaign out again; asked which where there are several."""
    bot, place, asking = interaction.client, place_of(interaction), asking_of(interaction)

    async def work() -> Result:
        async with bot.store.read() as unit:
            again = await delivered_before(unit, place, interaction.id)
            heads = [again] if again else [h for h in await unit.campaigns.of_server(place.guild) if h.archived]
            tables = [await look_at(bot, unit, head, place, asking) for head in heads]
        mine = [t for t in tables if t.viewer.gm and campaign in (None, t.campaign)]
        if not mine:
            raise Refused("unknown", "None of your campaigns is put away here.", "/campaign list shows all")
        if len(mine) > 1:
            return Answer(
                choose_campaign_card(mine, "campaign-restore", "Which campaign is taken out again?"), private=True
            )
        move = Archive(actor=CHAIR, restore=True)
        at = Place(place.guild, place.channel)
        played = await play_in(bot, mine[0].campaign, at, asking, lambda _: move, interaction.id)
        if isinstance(played, Refusal):
            return played
        told = result_card(played.everybody)
        return Answer(told, told) if update else told

    await answer(interaction, work, update=update)


@press("campaign-restore")
async def restore_chosen(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The campaign to take out again was chosen."""
    await _restore(interaction, int(args[0]), update=True)


async def _act(interaction: Interaction, move: MakeGm | TakeOver, manages: bool = False) -> None:
    await act(interaction, lambda _: move, lambda played: result_card(played.everybody), manages=manages)


async def found_here(interaction: Interaction, name: str, game: str) -> None:
    """Make a campaign in this channel, if the caller may."""
    channel, rights = interaction.channel, interaction.permissions
    opened = isinstance(channel, discord.Thread) and channel.owner_id == interaction.user.id
    asking = asking_of(interaction, rights.manage_guild or rights.manage_channels or opened)
    place = place_of(interaction)
    move = Found(actor=SELF, title=name, game=game, channel=str(place.channel))

    async def work() -> Result:
        played = await found(interaction.client, place, asking, move, interaction.id)
        if isinstance(played, Refusal):
            return played
        return founded_card(played.everybody)

    await answer(interaction, work)


def _spot(interaction: Interaction) -> str:
    """What is bound here: a forum as a whole, else the channel or thread itself."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread) and isinstance(channel.parent, discord.ForumChannel):
        return str(channel.parent_id)
    return str(interaction.channel_id)


async def _release(interaction: Interaction) -> None:
    def make(shown: Shown) -> Bind:
        own, spot = str(interaction.channel_id), _spot(interaction)
        channel = own if own in shown.state.campaign.channels else spot
        return Bind(actor=CHAIR, channel=channel, release=True)

    await act(interaction, make, lambda played: result_card(played.everybody))


async def _bind(interaction: Interaction, campaign: int | None, update: bool = False) -> None:
    """Bind this channel to the one campaign of which the caller is GM; asked which where there are several."""
    bot, place, asking = interaction.client, place_of(interaction), asking_of(interaction)

    async def work() -> Result:
        async with bot.store.read() as unit:
            here = await unit.campaigns.bound(place.guild, place.channel, None)
            heads = [here] if here else await unit.campaigns.of_server(place.guild)
            tables = [await look_at(bot, unit, head, place, asking) for head in heads if not head.archived]
        mine = [t for t in tables if t.viewer.gm and campaign in (None, t.campaign)]
        if here and not mine:
            raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
        if not mine:
            raise Refused("no-campaign", "You are GM of no campaign in this server.", "/campaign create makes one")
        if len(mine) > 1:
            return Answer(choose_campaign_card(mine, "campaign-bind", "Which campaign is played here?"), private=True)
        move = Bind(actor=CHAIR, channel=_spot(interaction))
        at = Place(place.guild, place.channel)
        played = await play_in(bot, mine[0].campaign, at, asking, lambda _: move, interaction.id)
        if isinstance(played, Refusal):
            return played
        told = result_card(played.everybody)
        return Answer(told, told) if update else told

    await answer(interaction, work, update=update)


@press("campaign-bind")
async def bind_chosen(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The campaign to bind was chosen."""
    await _bind(interaction, int(args[0]), update=True)


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Campaign())
