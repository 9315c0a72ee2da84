"""The form of a new character."""

from __future__ import annotations

from discord import ui

from bot.action import ask
from bot.asking import Interaction
from bot.panels.draft import change_draft, drop_draft, finish_draft
from bot.press import fields, form, form_id, press
from mechanics.game import Id, Move
from mechanics.games.traits.moves import (
    Choose,
    Describe,
    DropDraft,
    Finish,
    NewDraft,
)


def new_draft(title: str) -> Move:
    """Begin a character."""
    return NewDraft(title=title)


class Describing(ui.Modal, title="A new character"):
    """The one form of a character."""

    name = ui.Label(text="Name", component=ui.TextInput[ui.Modal](custom_id="name", required=False, max_length=200))
    traits = ui.Label(
        text="Traits",
        description="Physical/Mental/Social; left empty they stay",
        component=ui.TextInput[ui.Modal](custom_id="traits", required=False, placeholder="1/1/1"),
    )
    abilities = ui.Label(
        text="Abilities",
        description="Of the general list, with ratings, dmg what a weapon does; none takes all back",
        component=ui.TextInput[ui.Modal](custom_id="abilities", required=False, placeholder="Sword Attack 1 dmg 2"),
    )


@press("traits-type")
async def open_form(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form."""
    await ask(interaction, Describing(custom_id=form_id("traits-type", *args)))


@form("traits-type")
async def typed(interaction: Interaction, args: tuple[str, ...]) -> None:
    """What was typed about a new character."""
    found = fields(interaction)
    words = (found.get("name", ""), found.get("traits", ""), found.get("abilities", ""))
    await change_draft(interaction, Describe(Id(args[0]), *words))


@press("traits-draft-trait")
async def choose_trait(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A trait is this from now on."""
    await change_draft(interaction, Choose(Id(args[0]), args[1], int(args[2])))


@press("traits-draft-ability")
async def choose_ability(interaction: Interaction, args: tuple[str, ...]) -> None:
    """An ability is this from now on."""
    name, _, rating = args[1].rpartition("=")
    await change_draft(interaction, Choose(Id(args[0]), name or "-", int(rating) if rating.isdecimal() else 1))


@press("traits-finish")
async def finish(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The draft becomes a character; the channel is told."""
    await finish_draft(interaction, Finish(actor=Id(args[0])))


@press("traits-drop")
async def drop(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The draft is thrown away."""
    await drop_draft(interaction, DropDraft(actor=Id(args[0])))
