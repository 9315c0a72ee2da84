"""What a GM does, without typing: each command of the game's `-gm` group is a button, and its options are a form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import AppCommandOptionType, app_commands, ui

from bot.action import ask, refuse, view_table
from bot.asking import OWN_WORDS, Interaction, asking_of, place_of
from bot.cards.card import Button, Card
from bot.looking import look
from bot.options import MOST
from bot.options import who as suggest_who
from bot.options import whom as suggest_whom
from bot.press import fields, form, form_id, press, whole_number
from bot.shown import Shown
from bot.text import cut, escape
from mechanics.game import Refusal, Refused

Typed = app_commands.Command[Any, ..., Any]

MARKS = ("hurt", "heal")
"""What marks damage and healing by hand, in all games."""
FIGHT = {"start": "Start a fight", "add": "Add to the fight", "end": "End the fight"}
"""What a GM does with `/combat` beside the live card, and how its buttons are called."""
ROWS = 5
"""How many fields Discord takes in a form: the first options of a command are those."""


def commands_of(tree: app_commands.CommandTree[Any], game: str) -> list[Typed]:
    """The commands of a game that only a GM uses, as they are listed, and those that mark damage and healing."""
    words = [word for word, of in OWN_WORDS.items() if of == game]
    marks = [tree.get_command(word) for word in words if not word.endswith("-gm")]
    groups = [tree.get_command(word) for word in words if word.endswith("-gm")]
    found = [c for g in groups if isinstance(g, app_commands.Group) for c in g.commands]
    found += [c for g in marks if isinstance(g, app_commands.Group) for c in g.commands if c.name in MARKS]
    return [c for c in found if isinstance(c, app_commands.Command)]


def fight_commands(tree: app_commands.CommandTree[Any], table: Shown) -> list[Typed]:
    """What a GM may do about the fight here: begin one, or bring somebody in and end it."""
    combat = tree.get_command("combat")
    if not isinstance(combat, app_commands.Group) or table.game.fights is None:
        return []
    names = ("start",) if table.state.scene.fight is None else ("add", "end")
    found = [combat.get_command(name) for name in names]
    return [c for c in found if isinstance(c, app_commands.Command)]


def _command(interaction: Interaction, name: str) -> Typed:
    """A command by its whole name; refused `stale` where there is none any more."""
    group, _, verb = name.partition(" ")
    found = interaction.client.tree.get_command(group)
    command = found.get_command(verb) if isinstance(found, app_commands.Group) else None
    if not isinstance(command, app_commands.Command):
        raise Refused("stale", "That is done otherwise now.", "/play shows what can be done now")
    return command


def _may(table: Shown) -> None:
    if not table.viewer.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")


@press("gm")
async def open_menu(interaction: Interaction, args: tuple[str, ...]) -> None:
    """What a GM does in this game."""

    def card(table: Shown) -> Card:
        _may(table)
        tree = interaction.client.tree
        found = [*fight_commands(tree, table), *commands_of(tree, table.game.key)]
        lines = tuple(f"**{_title(c)}**: {escape(c.description.removesuffix(' (GM)'))}" for c in found)
        once = {c.name: () if c.parameters else (str(table.newest),) for c in found}
        buttons = tuple(Button(_title(c), "gm-do", (c.qualified_name, *once[c.name])) for c in found)
        return Card(f"The GM of {table.game.name}", lines, ("Only you see this.",), buttons, "open")

    await view_table(interaction, card)


def _title(command: Typed) -> str:
    known = FIGHT if command.parent is not None and command.parent.name == "combat" else {}
    return known.get(command.name, command.name.capitalize())


@press("gm-do")
async def open_form(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The options of a command as a form. A command without any is done at once, and once: its button has `seen`."""
    command = _command(interaction, args[0])
    if not command.parameters:
        await _call(interaction, command, {})
        return
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if isinstance(table, Refusal):
        await refuse(interaction, table)
        return
    _may(table)
    modal = ui.Modal(title=cut(f"/{command.qualified_name}", 45), custom_id=form_id("gm-do", args[0]))
    for parameter in command.parameters[:ROWS]:
        field = await _field(interaction, command, parameter)
        words = cut(str(parameter.description), 100)
        modal.add_item(ui.Label(text=parameter.display_name.capitalize(), description=words, component=field))
    await ask(interaction, modal)


async def _field(interaction: Interaction, command: Typed, parameter: app_commands.Parameter) -> ui.Item[Any]:
    name, required = parameter.display_name, parameter.required
    if parameter.choices:
        return _select(name, required, [(c.name, str(c.value)) for c in parameter.choices])
    if parameter.type is AppCommandOptionType.boolean:
        return _select(name, required, [("yes", "yes"), ("no", "no")])
    completes = _completion(command, parameter)
    offered = await completes(interaction, "") if completes else []
    if completes in (suggest_who, suggest_whom) and 0 < len(offered) < MOST:
        options = [(o.name, str(o.value)) for o in offered]
        if completes is suggest_whom:
            return _select(name, required, [("All characters", "all"), *options], len(options))
        return _select(name, required, options)
    such = ", ".join(str(o.name) for o in offered[:3])
    return ui.TextInput(custom_id=name, required=required, placeholder=cut(such, 100) or None, max_length=1000)


def _completion(
    command: Typed, parameter: app_commands.Parameter
) -> Callable[[Interaction, str], Awaitable[list[app_commands.Choice[str]]]] | None:
    """The function that completes an option: the library tells only whether there is one."""
    return command._params[parameter.name].autocomplete if parameter.autocomplete else None


def _select(name: str, required: bool, options: list[tuple[str, str]], several: int = 1) -> ui.Select[Any]:
    shown = [discord.SelectOption(label=cut(words, 100), value=value) for words, value in options]
    return ui.Select(custom_id=name, required=required, options=shown, min_values=int(required), max_values=several)


@form("gm-do")
async def submitted(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Do it, as if it had been typed."""
    command, typed = _command(interaction, args[0]), fields(interaction)
    values = {p.name: _value(p, typed[p.display_name].strip()) for p in command.parameters if typed.get(p.display_name)}
    await _call(interaction, command, values)


def _value(parameter: app_commands.Parameter, text: str) -> object:
    """What an option is given for what stands in its field; refused `bad-value` for no number, or one out of reach."""
    match parameter.type:
        case _ if parameter.choices:
            return next((c for c in parameter.choices if str(c.value) == text), None)
        case AppCommandOptionType.boolean:
            return text == "yes"
        case AppCommandOptionType.integer:
            number = whole_number(text, parameter.display_name)
            low, high = parameter.min_value, parameter.max_value
            if (low is not None and number < low) or (high is not None and number > high):
                said = f"{parameter.display_name.capitalize()} cannot be {number}."
                raise Refused("bad-value", said, f"{low} to {high}")
            return number
    return text


async def _call(interaction: Interaction, command: Typed, values: dict[str, object]) -> None:
    function: Any = command.callback
    await function(command.binding, interaction, **values)
