"""The form of a new character."""

from __future__ import annotations

from discord import ui

from bot.action import act, ask, view_table
from bot.asking import Interaction
from bot.cards import delve as cards
from bot.cards.card import Card
from bot.panels.draft import change_draft, drop_draft, finish_draft
from bot.press import fields, form, form_id, press
from bot.shown import Shown
from mechanics.game import Id, Move
from mechanics.games.delve.moves import DropDraft, Finish, NewDraft, TypeSheet


def new_draft(title: str) -> Move:
    """Begin a character."""
    return NewDraft(title=title)


class Describing(ui.Modal, title="A new character"):
    """The one form of a character."""

    name = ui.Label(text="Name", component=ui.TextInput[ui.Modal](custom_id="name", required=False, max_length=200))
    abilities = ui.Label(
        text="Abilities",
        description="STR CON DEX INT WIS CHA, six points in all; left empty they stay",
        component=ui.TextInput[ui.Modal](custom_id="abilities", required=False, placeholder="2 1 1 0 0 2"),
    )


@press("delve-type")
async def open_form(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form."""
    await ask(interaction, Describing(custom_id=form_id("delve-type", *args)))


@form("delve-type")
async def typed(interaction: Interaction, args: tuple[str, ...]) -> None:
    """What was typed about a new character."""
    found = fields(interaction)
    await change_draft(interaction, TypeSheet(Id(args[0]), found.get("name", ""), found.get("abilities", "")))


@press("delve-spread")
async def spread(interaction: Interaction, args: tuple[str, ...]) -> None:
    """All six points at once."""
    await change_draft(interaction, TypeSheet(Id(args[0]), abilities=args[1].replace("-", " ")))


@press("delve-point-from")
async def take_from(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Where the next point is taken from."""
    await view_table(interaction, lambda table: _known(table, args[0], args[1]), update=True)


def _known(table: Shown, who: str, taken: str) -> Card:
    cards.gone(table, who)
    return cards.draft(table, Id(who), taken)


@press("delve-point-to")
async def put_on(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A point moves from one ability to another."""
    who, source, to = Id(args[0]), args[1], args[2]

    def make(table: Shown) -> TypeSheet:
        scores = dict(cards.gone(table, who).abilities)
        scores[source] -= 1
        scores[to] += 1
        return TypeSheet(who, abilities=" ".join(map(str, scores.values())))

    await act(interaction, make, lambda played: cards.draft(played.caller, who, source), private=True, update=True)


@press("delve-finish")
async def finish(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The draft becomes a character; the channel is told."""
    await finish_draft(interaction, Finish(actor=Id(args[0])))


@press("delve-drop")
async def drop(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The draft is thrown away."""
    await drop_draft(interaction, DropDraft(actor=Id(args[0])))
