"""A weapon that a player would like, and the GM's word on it."""

from __future__ import annotations

from discord import ui

from bot.action import act, ask
from bot.asking import Interaction
from bot.panels.clan.doing import told
from bot.press import fields, form, form_id, press
from mechanics.game import CHAIR, Drop, Force, Id
from mechanics.games.clan.moves import ProposeWeapon


class Weapon(ui.Modal, title="A weapon"):
    """A weapon and its dice."""

    name = ui.Label(text="Weapon", component=ui.TextInput[ui.Modal](custom_id="name", max_length=80))
    dice = ui.Label(
        text="Dice",
        description="Such as 1d6; above 6 is very destructive",
        component=ui.TextInput[ui.Modal](custom_id="dice", default="1d6", max_length=20),
    )


@press("clan-weapon")
async def open_weapon(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form of a weapon."""
    await ask(interaction, Weapon(custom_id=form_id("clan-weapon", *args)))


@form("clan-weapon")
async def propose(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Propose it; where no GM has to confirm, it is there."""
    typed = fields(interaction)
    move = ProposeWeapon(Id(args[0]), typed.get("name", ""), typed.get("dice", ""))
    await act(interaction, lambda _: move, told)


@press("clan-confirm")
async def confirm(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The GM confirms it."""
    await act(interaction, lambda _: Force(CHAIR, int(args[0]), int(args[1])), told, update=True)


@press("clan-drop-weapon")
async def drop_weapon(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The GM does not."""
    await act(interaction, lambda _: Drop(CHAIR, int(args[0]), int(args[1])), told, update=True)
