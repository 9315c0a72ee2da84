"""A new character: three menus or one form; every step can be gone back to."""

from __future__ import annotations

from discord import ui

from bot.action import ask, view_table
from bot.asking import Interaction, asking_of, place_of
from bot.cards import clan as cards
from bot.cards.card import Card
from bot.cards.clan.sheets import dead_from_the_start
from bot.looking import look
from bot.panels.clan.plan import sheet_of
from bot.panels.draft import change_draft, drop_draft, finish_draft
from bot.press import fields, form, form_id, press
from bot.shown import Shown
from mechanics.game import Id, Move, Refusal, Refused
from mechanics.games.clan.moves import Choose, Describe, DropDraft, Finish, NewDraft
from mechanics.offers import judge


def new_draft(title: str) -> Move:
    """Begin a character."""
    return NewDraft(title=title)


class Describing(ui.Modal, title="A new character"):
    """The one form of a character."""

    name = ui.Label(text="Name", component=ui.TextInput[ui.Modal](custom_id="name", required=False, max_length=200))
    scores = ui.Label(
        text="Scores",
        description="Kick/Bad/Smart, nine points in all; left empty they stay",
        component=ui.TextInput[ui.Modal](custom_id="scores", required=False, placeholder="4/3/2"),
    )
    clan = ui.Label(
        text="Clan",
        description="What its Features are called together; none takes it away",
        component=ui.TextInput[ui.Modal](custom_id="clan", required=False, max_length=100),
    )


@press("clan-type")
async def open_form(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form."""
    await ask(interaction, Describing(custom_id=form_id("clan-type", *args)))


@form("clan-type")
async def typed(interaction: Interaction, args: tuple[str, ...]) -> None:
    """What was typed about a new character."""
    found = fields(interaction)
    words = (found.get("name", ""), found.get("scores", ""), found.get("clan", ""))
    await change_draft(interaction, Describe(Id(args[0]), *words))


@press("clan-score")
async def choose_score(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A score is set."""
    await change_draft(interaction, Choose(Id(args[0]), args[1], int(args[2])))


def _still(table: Shown, who: Id) -> Id:
    if not sheet_of(table, who).draft:
        raise Refused("stale", "That character is finished.", "/character sheet shows it")
    return who


@press("clan-draft")
async def back(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Back to all of it."""
    await view_table(interaction, lambda table: cards.draft(table, _still(table, Id(args[0]))), update=True)


@press("clan-finish")
async def finish(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The draft becomes a character; one with a score of 0 only after a question (CLAN-ABL-02)."""
    who = Id(args[0])
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if not isinstance(table, Refusal) and who in table.state.sheets:
        plain = judge(table.game, table.state, table.viewer, Finish(who)).refusal
        if plain is not None and judge(table.game, table.state, table.viewer, Finish(who, True)).refusal is None:

            def question(seen: Shown) -> Card:
                return dead_from_the_start(seen, _still(seen, who))

            await view_table(interaction, question, update=True)
            return
    await finish_draft(interaction, Finish(who))


@press("clan-finish-go")
async def finish_dead(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Dead from the start, as was said."""
    await finish_draft(interaction, Finish(Id(args[0]), True))


@press("clan-drop")
async def drop(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The draft is thrown away."""
    await drop_draft(interaction, DropDraft(Id(args[0])))
