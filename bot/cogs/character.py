"""`/character`: making one, its sheet, which one is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import Interaction, Result, act, answer, asking_of, look, place_of, play, view_table
from bot.cards.card import Card
from bot.cards.character import characters_card
from bot.cards.games import cards_of
from bot.cards.result import result_card
from bot.options import group
from bot.options import who as suggest_who
from bot.panels.games import panels_of
from bot.press import press
from bot.shown import EVERYBODY, Shown, again
from mechanics.campaign import Use
from mechanics.game import Id, Refusal, Refused

if TYPE_CHECKING:
    from bot.app import MojoTable


class Character(commands.Cog):
    """Characters."""

    character = group("character", "Characters: make one, see its sheet, choose whom you play")

    @character.command(description="Make a character; takes up one that you began")
    @app_commands.describe(name="Its name; can be typed later")
    async def create(self, interaction: Interaction, name: str = "") -> None:
        """Begin or go on with a draft."""
        await begin_character(interaction, name)

    @character.command(description="A character's sheet")
    @app_commands.describe(who="Whose; yours when left out", share="Show it to everybody", page="Which page")
    @app_commands.autocomplete(who=suggest_who)
    async def sheet(
        self, interaction: Interaction, who: str | None = None, share: bool = False, page: str | None = None
    ) -> None:
        """Show a sheet."""

        def card(table: Shown) -> Card:
            i, names = table.who(who), cards_of(table.game.key).pages()
            chosen = next((p for p in names if page and p.startswith(page.strip().casefold())), None)
            if page and chosen is None:
                raise Refused("unknown", "A sheet has no such page.", ", ".join(names))
            if share:
                shared = cards_of(table.game.key).sheet(again(table, EVERYBODY), i, chosen or names[0])
                return Card(shared.title, shared.lines, shared.small, picture=shared.picture)
            return cards_of(table.game.key).sheet(table, i, chosen or names[0])

        await view_table(interaction, card, private=not share)

    @sheet.autocomplete("page")
    async def _page(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        table = await look(interaction.client, place_of(interaction), asking_of(interaction))
        if isinstance(table, Refusal):
            return []
        names = [p for p in cards_of(table.game.key).pages() if typed.casefold() in p]
        return [app_commands.Choice(name=p, value=p) for p in names]

    @character.command(description="Choose the character you play")
    @app_commands.describe(who="One of yours; left out, it says which one it is")
    @app_commands.autocomplete(who=suggest_who)
    async def use(self, interaction: Interaction, who: str | None = None) -> None:
        """Choose the active character."""
        if who is None:
            await view_table(interaction, characters_card)
        else:
            await act(
                interaction,
                lambda table: Use(actor=table.who(who)),
                lambda played: result_card(played.caller),
                private=True,
            )

    @character.command(description="Who is in this campaign")
    async def list(self, interaction: Interaction) -> None:
        """List the characters."""
        await view_table(interaction, characters_card)


async def begin_character(interaction: Interaction, name: str, update: bool = False) -> None:
    """Show the draft that the caller has, or begin one."""

    async def work() -> Result:
        bot, place, asking = interaction.client, place_of(interaction), asking_of(interaction)
        table = await look(bot, place, asking)
        if isinstance(table, Refusal):
            raise Refused(table.code, table.message, table.hint)
        if (own := drafted(table)) is None:
            move = panels_of(table.game.key).new_draft(name)
            played = await play(bot, place, asking, lambda _: move, interaction.id)
            if isinstance(played, Refusal):
                return played
            table = played.caller
            own = drafted(table)
        if own is None:
            raise Refused("stale", "That character was finished meanwhile.", "/character sheet shows it")
        return cards_of(table.game.key).draft(table, own)

    await answer(interaction, work, private=True, update=update)


def drafted(table: Shown) -> Id | None:
    """The viewer's character in the making."""
    names = table.state.campaign.names
    return next((i for i, n in names.items() if n.kind == "draft" and n.owner == table.viewer.user), None)


@press("sheet")
async def turn_page(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another page of a sheet."""
    await view_table(interaction, _page_of(*args), update=True)


@press("sheet-mine")
async def open_sheet(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A sheet, from a panel."""
    await view_table(interaction, _page_of(args[0], None))


def _page_of(who: str, page: str | None) -> Callable[[Shown], Card]:
    def card(table: Shown) -> Card:
        cards = cards_of(table.game.key)
        if Id(who) not in table.state.sheets:
            raise Refused("stale", "That character is no longer here.", "/character list shows who is")
        return cards.sheet(table, Id(who), page if page in cards.pages() else cards.pages()[0])

    return card


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Character())
