"""`/creature`: the GM's creatures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import discord
from discord import app_commands, ui
from discord.ext import commands
from msgspec.structs import replace

from bot.action import Result, act, answer, ask, play, refuse, view_table
from bot.asking import Interaction, asking_of, place_of
from bot.cards.card import Card, File
from bot.cards.creature import creatures_card
from bot.cards.games import cards_of
from bot.cards.result import result_card
from bot.files import text_of
from bot.looking import look, look_at
from bot.options import Choices, group
from bot.press import fields, form, form_id
from bot.shown import Place, Shown
from bot.text import cut, listed
from mechanics.campaign import NAME_LENGTH, fold
from mechanics.characters import export as exported
from mechanics.game import CHAIR, Id, Move, Refusal, Refused
from mechanics.keeping import EditField
from mechanics.tracking import CopyCreature, DeleteCreature, ImportCreatures, MakeCreature

if TYPE_CHECKING:
    from bot.app import MojoTable


def library(table: Shown) -> dict[Id, str]:
    """The GM's creatures by id, as this viewer may know of them."""
    names = table.state.campaign.names
    return {i: n.name for i, n in names.items() if n.kind == "npc" and not n.retired}


def known(table: Shown, text: str) -> Id | None:
    """The creature of the library that is meant, by its id or its name."""
    return next((i for i, name in library(table).items() if text == i or fold(name) == fold(text)), None)


def creature(table: Shown, text: str) -> Id:
    """The creature that is meant; refused `not-gm` for players, `unknown` otherwise."""
    if not table.viewer.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    if (found := known(table, text)) is None:
        raise Refused("unknown", "There is no creature of that name.", "/creature list shows them")
    return found


async def suggest_creature(interaction: Interaction, typed: str) -> Choices:
    """Complete the name of a creature, for GMs."""
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if isinstance(table, Refusal) or not table.viewer.gm:
        return []
    found = [(i, n) for i, n in library(table).items() if fold(typed) in fold(n)]
    return [app_commands.Choice(name=n[:100], value=i) for i, n in found[:25]]


class Other(NamedTuple):
    """A creature of another campaign: what a choice holds, what it shows, that campaign's table, the creature there."""

    value: str
    words: str
    table: Shown
    who: Id

    def meant(self, text: str) -> bool:
        """Whether a typed option means this one."""
        return text == self.value or fold(text) in (fold(self.words), fold(library(self.table)[self.who]))


async def others(interaction: Interaction, here: Shown) -> list[Other]:
    """The creatures of this game's other campaigns in this server of which the caller is GM."""
    bot, place, found = interaction.client, place_of(interaction), list[Other]()
    async with bot.store.read() as unit:
        for head in await unit.campaigns.of_server(place.guild):
            if head.id == here.campaign or head.game != here.game.key:
                continue
            table = await look_at(bot, unit, head, Place(place.guild, 0), asking_of(interaction))
            if table.viewer.gm:
                found += [Other(f"{head.id}/{i}", f"{n} ({head.name})", table, i) for i, n in library(table).items()]
    return found


async def suggest_copied(interaction: Interaction, typed: str) -> Choices:
    """Complete the name of a creature here, then of the caller's other campaigns of this game."""
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if isinstance(table, Refusal) or not table.viewer.gm:
        return []
    found = [(str(i), n) for i, n in library(table).items()]
    found += [(other.value, other.words) for other in await others(interaction, table)]
    fitting = [(value, words) for value, words in found if fold(typed) in fold(words)]
    return [app_commands.Choice(name=cut(words, 100), value=value) for value, words in fitting[:25]]


async def _of_another(interaction: Interaction, name: str, title: str) -> str:
    """The file of a creature that is meant in another campaign; "" where it is one of here, or of nowhere."""
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if isinstance(table, Refusal) or not table.viewer.gm or known(table, name) is not None:
        return ""
    found = [other for other in await others(interaction, table) if other.meant(name)]
    if len(found) > 1:
        several = listed([other.words for other in found[:5]], "or")
        raise Refused("ambiguous", "Several campaigns have a creature of that name.", cut(several, 200))
    if not found:
        return ""
    sheet = found[0].table.state.sheets[found[0].who]
    return exported(replace(sheet, name=title) if title else sheet, table.game)


class Creature(commands.Cog):
    """Creatures."""

    creature = group("creature", "The GM's creatures")

    @creature.command(description="Make a creature from one stat line (GM)")
    @app_commands.describe(name="What it is called")
    async def new(self, interaction: Interaction, name: str) -> None:
        """Ask for the stat line."""

        table = await look(interaction.client, place_of(interaction), asking_of(interaction))
        if isinstance(table, Refusal):
            await refuse(interaction, table)
            return
        if not table.viewer.gm:
            await refuse(interaction, Refusal("not-gm", "Only a GM of this campaign may do that.", "ask a GM"))
            return
        modal = StatLine(custom_id=form_id("creature", name[: NAME_LENGTH + 1]))
        modal.line.component.placeholder = cards_of(table.game.key).stat_line()  # type: ignore[attr-defined]
        await ask(interaction, modal)

    @creature.command(description="All creatures (GM)")
    async def list(self, interaction: Interaction) -> None:
        """List creatures."""
        await view_table(interaction, creatures_card)

    @creature.command(description="A creature's sheet (GM)")
    @app_commands.describe(name="Which one")
    @app_commands.autocomplete(name=suggest_creature)
    async def show(self, interaction: Interaction, name: str) -> None:
        """Show a creature."""

        def card(table: Shown) -> Card:
            cards = cards_of(table.game.key)
            return cards.sheet(table, creature(table, name), cards.creature_page())

        await view_table(interaction, card)

    @creature.command(description="The same creature again, also of another campaign here (GM)")
    @app_commands.describe(name="Which one")
    @app_commands.describe(title="What the copy is called; numbered when left out")
    @app_commands.rename(title="as")
    @app_commands.autocomplete(name=suggest_copied)
    async def copy(self, interaction: Interaction, name: str, title: str = "") -> None:
        """Copy a creature: one of this campaign, else one of the caller's other campaigns of this game."""

        async def work() -> Result:
            sheet = await _of_another(interaction, name, title)
            if sheet:
                return await _played(interaction, lambda _: ImportCreatures(actor=CHAIR, sheets=sheet))
            return await _played(interaction, lambda t: CopyCreature(actor=CHAIR, who=creature(t, name), title=title))

        await answer(interaction, work, private=True)

    @creature.command(description="Change a number of a creature (GM)")
    @app_commands.describe(name="Which one", field="Which field of its sheet", value="What it is from now on")
    @app_commands.autocomplete(name=suggest_creature)
    async def edit(self, interaction: Interaction, name: str, field: str, value: str) -> None:
        """Edit a creature."""
        await _make(interaction, lambda t: EditField(actor=CHAIR, who=creature(t, name), field=field, value=value))

    @creature.command(description="Throw a creature out of the library (GM)")
    @app_commands.describe(name="Which one")
    @app_commands.autocomplete(name=suggest_creature)
    async def delete(self, interaction: Interaction, name: str) -> None:
        """Delete a creature."""
        await _make(interaction, lambda t: DeleteCreature(actor=CHAIR, who=creature(t, name)))

    @creature.command(description="All creatures as a file (GM)")
    async def export(self, interaction: Interaction) -> None:
        """Export the library."""

        def card(table: Shown) -> Card:
            if not table.viewer.gm:
                raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
            sheets = [exported(table.state.sheets[i], table.game) for i in library(table)]
            data = ("[" + ",\n".join(sheets) + "]\n").encode()
            return Card("Creatures", (f"{len(sheets)} in one file.",), file=File("creatures.json", data))

        await view_table(interaction, card)

    @creature.command(name="import", description="A creature, or several, from a file (GM)")
    @app_commands.describe(file="A file made by an export")
    async def import_(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Import creatures."""

        async def work() -> Result:
            text = await text_of(file)
            return await _played(interaction, lambda _: ImportCreatures(actor=CHAIR, sheets=text))

        await answer(interaction, work, private=True)


class StatLine(ui.Modal, title="A creature"):
    """One stat line."""

    line = ui.Label(text="Stat line", component=ui.TextInput[ui.Modal](custom_id="line", max_length=300))


@form("creature")
async def typed_line(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The stat line that was typed."""
    line = fields(interaction).get("line", "")
    await _make(interaction, lambda _: MakeCreature(actor=CHAIR, what=line, title=":".join(args)))


async def _played(interaction: Interaction, make: Callable[[Shown], Move]) -> Result:
    played = await play(interaction.client, place_of(interaction), asking_of(interaction), make, interaction.id)
    return played if isinstance(played, Refusal) else result_card(played.caller)


async def _make(interaction: Interaction, make: Callable[[Shown], Move]) -> None:
    await act(interaction, make, lambda played: result_card(played.caller), private=True)


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Creature())
