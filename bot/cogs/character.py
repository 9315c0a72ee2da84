"""`/character`: making one, its sheet, which one is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.action import Result, act, answer, ask, play, refuse, view_table
from bot.action import act as make_move
from bot.asking import Interaction, asking_of, place_of
from bot.cards.card import Card, File
from bot.cards.character import characters_card, sheet_card
from bot.cards.games import cards_of
from bot.cards.result import result_card
from bot.files import text_of
from bot.looking import look
from bot.options import Choices, choices, group
from bot.options import who as suggest_who
from bot.panels.games import panels_of
from bot.press import fields, form, form_id, press
from bot.shown import EVERYBODY, Shown, again
from bot.text import escape
from mechanics.campaign import Use, find
from mechanics.characters import export as exported
from mechanics.game import CHAIR, Id, Refusal, Refused
from mechanics.keeping import EditField, Give, ImportCharacter, Note, Retire
from mechanics.offers import judge

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
                shared = sheet_card(again(table, EVERYBODY), i, chosen or names[0])
                return Card(shared.title, shared.lines, shared.small, picture=shared.picture)
            return sheet_card(table, i, chosen or names[0])

        await view_table(interaction, card, private=not share)

    @sheet.autocomplete("page")
    async def _page(self, interaction: Interaction, typed: str) -> Choices:
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

    @character.command(description="Change a field of a sheet by hand")
    @app_commands.describe(field="Which field", value="What it is from now on, or default", who="Whose")
    @app_commands.autocomplete(who=suggest_who)
    async def edit(self, interaction: Interaction, field: str, value: str, who: str | None = None) -> None:
        """Edit a field."""

        def make(table: Shown) -> EditField:
            i = table.who(who)
            return EditField(actor=CHAIR if table.viewer.gm else i, who=i, field=field, value=value)

        await act(interaction, make, lambda played: result_card(played.everybody))

    @edit.autocomplete("field")
    async def _field(self, interaction: Interaction, typed: str) -> Choices:
        table = await look(interaction.client, place_of(interaction), asking_of(interaction))
        if isinstance(table, Refusal):
            return []
        wanted = typed.strip().casefold().replace(" ", "_")
        names = [n for n in cards_of(table.game.key).fields() if wanted in n.casefold()]
        return [app_commands.Choice(name=n, value=n) for n in names[:25]]

    @character.command(description="Note something that only you can read")
    @app_commands.describe(who="About which of your characters")
    @app_commands.autocomplete(who=suggest_who)
    async def note(self, interaction: Interaction, who: str | None = None) -> None:
        """Open the note."""
        table = await look(interaction.client, place_of(interaction), asking_of(interaction))
        if isinstance(table, Refusal):
            await refuse(interaction, table)
            return
        try:
            i = table.who(who)
        except Refused as refused:
            await refuse(interaction, refused.refusal)
            return
        refusal = judge(table.game, table.state, table.viewer, Note(actor=i, text="a note")).refusal
        if refusal is not None:  # nobody types what could not be kept
            await refuse(interaction, refusal)
            return
        modal = Noting(custom_id=form_id("note", i))
        kept = table.state.campaign.notes.get(i)
        modal.text.component.default = kept.value if kept is not None else None  # type: ignore[attr-defined]
        await ask(interaction, modal)

    @character.command(description="Give a character to somebody, for good or for this session (GM)")
    @app_commands.describe(who="Which character", user="To whom", until="For how long")
    @app_commands.choices(until=choices("for good", "this session"))
    @app_commands.autocomplete(who=suggest_who)
    async def give(
        self, interaction: Interaction, who: str, user: discord.Member, until: app_commands.Choice[str] | None = None
    ) -> None:
        """Give or lend a character."""
        lent = until is not None and until.value == "this-session"

        def make(table: Shown) -> Give:
            to, name = str(user.id), user.display_name
            return Give(actor=CHAIR, who=table.who(who), user=to, name=name, until="session" if lent else "good")

        await act(interaction, make, lambda played: result_card(played.everybody))

    @character.command(description="A character is dead or gone, or comes back")
    @app_commands.describe(who="Which character", act="Retire or return")
    @app_commands.choices(act=choices("retire", "return"))
    @app_commands.autocomplete(who=suggest_who)
    async def retire(
        self, interaction: Interaction, who: str | None = None, act: app_commands.Choice[str] | None = None
    ) -> None:
        """Retire a character, or bring it back."""
        back = act is not None and act.value == "return"

        def make(table: Shown) -> Retire:
            if back and who:
                return Retire(actor=find(table.state.campaign, table.viewer, who, retired=True), back=True)
            return Retire(actor=table.who(who), back=back)

        await make_move(interaction, make, lambda played: result_card(played.everybody))

    @character.command(description="A character as a file")
    @app_commands.describe(who="Which character")
    @app_commands.autocomplete(who=suggest_who)
    async def export(self, interaction: Interaction, who: str | None = None) -> None:
        """Export a character."""

        def card(table: Shown) -> Card:
            i = table.who(who)
            sheet = table.state.sheets[i]
            if sheet.owner != table.viewer.user and not table.viewer.gm:
                raise Refused("not-yours", "Only its owner, or a GM, takes a copy of a character.", "ask them")
            file = File("character.json", exported(sheet, table.game).encode())
            return Card(escape(sheet.name), ("The file can be imported into another campaign.",), file=file)

        await view_table(interaction, card)

    @character.command(name="import", description="A character from a file; it is yours")
    @app_commands.describe(file="A file made by /character export")
    async def import_(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Import a character."""

        async def work() -> Result:
            text = await text_of(file)
            asking, place = asking_of(interaction), place_of(interaction)
            move = ImportCharacter(sheet=text)
            played = await play(interaction.client, place, asking, lambda _: move, interaction.id)
            return played if isinstance(played, Refusal) else result_card(played.caller)

        await answer(interaction, work, private=True)


class Noting(ui.Modal, title="A private note"):
    """What only its writer reads."""

    text = ui.Label(
        text="Note",
        description="Only you can read it, a GM neither. Empty takes it away.",
        component=ui.TextInput[ui.Modal](
            custom_id="text", style=discord.TextStyle.paragraph, required=False, max_length=1500
        ),
    )


@form("note")
async def noted(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Keep the note."""
    move = Note(actor=Id(args[0]), text=fields(interaction).get("text", ""))
    await act(interaction, lambda _: move, lambda played: result_card(played.caller), private=True)


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
        table.sheet(who)
        return sheet_card(table, Id(who), page if page in cards.pages() else cards.pages()[0])

    return card


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Character())
