"""Every button and menu is a press: its id says which one and what it is about, so it outlives restarts."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

from bot.cards.card import Button, Pick
from bot.text import cut
from mechanics.game import Refused

if TYPE_CHECKING:
    from bot.app import MojoTable

Pressed = Callable[["discord.Interaction[MojoTable]", tuple[str, ...]], Awaitable[None]]

PRESSES: dict[str, Pressed] = {}
"""What each verb does; filled by `press`."""
FORMS: dict[str, Pressed] = {}
"""What each submitted form does; filled by `form`."""

_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def press(verb: str) -> Callable[[Pressed], Pressed]:
    """Register what pressing buttons of this verb does. The function gets the ids that the button carries."""

    def keep(function: Pressed) -> Pressed:
        PRESSES[verb] = function
        return function

    return keep


def form(verb: str) -> Callable[[Pressed], Pressed]:
    """Register what submitting forms of this verb does. The fields are read with `fields`."""

    def keep(function: Pressed) -> Pressed:
        FORMS[verb] = function
        return function

    return keep


def form_id(verb: str, *args: str) -> str:
    """The custom id of a form, `mf:verb:args`."""
    return ":".join(("mf", verb, *args))


REMEMBERED = 500
"""How many refused forms are remembered, until the next start, so that nothing need be typed again."""


def _key(interaction: discord.Interaction[Any], form_id: str) -> tuple[int | None, int, str]:
    return interaction.guild_id, interaction.user.id, form_id


def remember(interaction: discord.Interaction[Any]) -> None:
    """Keep what was typed into a submitted form, for when the same person opens the same form again."""
    data: Any = interaction.data or {}
    kept = interaction.client.typed
    kept[_key(interaction, str(data.get("custom_id", "")))] = fields(interaction)
    if len(kept) > REMEMBERED:
        del kept[next(iter(kept))]


def forget(interaction: discord.Interaction[Any]) -> None:
    """What was typed has done its work: the next form begins empty."""
    data: Any = interaction.data or {}
    interaction.client.typed.pop(_key(interaction, str(data.get("custom_id", ""))), None)


def filled_in(interaction: discord.Interaction[Any], modal: ui.Modal) -> ui.Modal:
    """The form with what was refused of this person before; what it brings itself stays."""
    typed = interaction.client.typed.get(_key(interaction, modal.custom_id), {})
    for item in modal.walk_children():
        if isinstance(item, ui.TextInput) and not item.default and (text := typed.get(item.custom_id)):
            item.default = text
    return modal


def fields(interaction: discord.Interaction[Any]) -> dict[str, str]:
    """What was typed into a submitted form, and what was chosen there (several with commas), by field."""
    found: dict[str, str] = {}

    def walk(parts: list[dict[str, Any]]) -> None:
        for part in parts:
            if "value" in part and "custom_id" in part:
                found[part["custom_id"]] = part["value"]
            elif "values" in part and "custom_id" in part:
                found[part["custom_id"]] = ", ".join(part["values"])
            walk(part.get("components", []))
            if inner := part.get("component"):
                walk([inner])

    data: Any = interaction.data or {}
    walk(data.get("components", []))
    return found


def whole_number(text: str, what: str = "number", empty: int | None = None) -> int:
    """The whole number in a form's field, which is called `what`; `empty` where nothing is there.

    Refused `bad-value` for anything else.
    """
    bare = text.strip()
    if not bare and empty is not None:
        return empty
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", bare):
        raise Refused("bad-value", f"The {what} is no whole number.", "for example 3")
    return int(bare)


class _Pressed(ui.DynamicItem[Any], template="never"):
    """What buttons and menus share. discord.py only logs what fails here; the bot's `pressed` catches and answers."""

    verb: str
    args: tuple[str, ...]

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what this verb does; unknown verbs are answered as stale."""
        await interaction.client.pressed(interaction, PRESSES.get(self.verb), self.args)


class Press(_Pressed, template=r"mt:(?P<verb>[a-z-]+)(?P<args>(?::[^:]*)*)"):
    """The one kind of button."""

    def __init__(self, button: Button) -> None:
        self.verb = button.verb
        self.args = button.args
        super().__init__(
            ui.Button(
                label=cut(button.label, 80),
                style=_STYLES[button.style],
                disabled=button.disabled,
                custom_id=":".join(("mt", button.verb, *button.args)),
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as it was sent, read back from its id."""
        return cls(Button("-", match["verb"], _args(match)))


class Menu(_Pressed, template=r"mm:(?P<verb>[a-z-]+)(?P<args>(?::[^:]*)*)"):
    """The one kind of menu; its press gets the chosen value as the last of its ids."""

    def __init__(self, pick: Pick) -> None:
        self.verb = pick.verb
        self.args = pick.args
        super().__init__(
            ui.Select(
                placeholder=cut(pick.label, 150),
                custom_id=":".join(("mm", pick.verb, *pick.args)),
                options=[
                    discord.SelectOption(label=cut(label, 100), value=value, default=value == pick.chosen)
                    for label, value in pick.options[:25]
                ],
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu as it was sent, read back from its id, with what was chosen."""
        data: Any = interaction.data or {}
        values = tuple(data.get("values") or ())
        menu = cls(Pick("-", match["verb"], _args(match), (("-", "-"),)))
        menu.args = (*menu.args, *values[:1])
        return menu


def _args(match: re.Match[str]) -> tuple[str, ...]:
    return tuple(match["args"].split(":")[1:])


def claimed(custom_id: str) -> bool:
    """Whether discord.py hands a component of this id to `Press` or `Menu`; it drops others in silence."""
    return any(kind.__discord_ui_compiled_template__.fullmatch(custom_id) for kind in (Press, Menu))
