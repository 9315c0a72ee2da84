"""What several commands share: options that are completed, fixed choices, and where commands may be used."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from discord import app_commands

from bot.asking import OWN_WORDS, Interaction, asking_of, place_of
from bot.looking import look
from bot.shown import Shown
from bot.text import cut
from mechanics.campaign import fold, label
from mechanics.game import Id, Refusal, Refused

S = TypeVar("S")
Choices = list[app_commands.Choice[str]]

IN_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
SERVER_INSTALL = app_commands.AppInstallationType(guild=True, user=False)
ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
BOTH_INSTALLS = app_commands.AppInstallationType(guild=True, user=True)

MOST = 25
"""How many suggestions Discord takes."""


def group(name: str, description: str, game: str = "", anywhere: bool = False) -> app_commands.Group:
    """A command with subcommands, for servers only unless `anywhere`. `game`: it is that game's own."""
    if game:
        OWN_WORDS[name] = game
    return app_commands.Group(
        name=name,
        description=description,
        allowed_contexts=ANYWHERE if anywhere else IN_SERVERS,
        allowed_installs=BOTH_INSTALLS if anywhere else SERVER_INSTALL,
    )


def choices(*names: str) -> list[app_commands.Choice[str]]:
    """Fixed choices; a value is its name in lower case with `-` for blanks."""
    return [app_commands.Choice(name=n, value=n.lower().replace(" ", "-")) for n in names]


async def who(interaction: Interaction, typed: str) -> Choices:
    """Complete one character: living ones, matched anywhere without regard to case, the caller's own first."""
    table = await _table(interaction)
    if table is None:
        return []
    return [app_commands.Choice(name=cut(words, 100), value=i) for i, words in _matching(table, typed)]


async def whom(interaction: Interaction, typed: str) -> Choices:
    """Complete the last of several characters, separated by commas."""
    table = await _table(interaction)
    if table is None:
        return []
    *before, last = typed.split(",")
    head = "".join(f"{b.strip()}, " for b in before)
    found = [head + words for _, words in _matching(table, last)]
    return [app_commands.Choice(name=words, value=words) for words in found if len(words) <= 100]


def chosen(choice: app_commands.Choice[str] | None, default: str = "") -> str:
    """A fixed choice's value, the default when it is left out."""
    return choice.value if choice is not None else default


def suggested(names: Iterable[str], typed: str) -> Choices:
    """Those names, each once, that have the typed text in them."""
    found = [name for name in dict.fromkeys(names) if fold(typed) in fold(name)]
    return [app_commands.Choice(name=cut(name, 100), value=cut(name, 100)) for name in found[:MOST]]


async def subject(interaction: Interaction, kind: type[S]) -> tuple[Shown, Id, S] | None:
    """The table, and whom a command that is being typed is about: `who`, else the caller's character, with the sheet.

    None where there is nobody with a sheet of this kind.
    """
    table = await _table(interaction)
    if table is None:
        return None
    try:
        who = table.who(getattr(interaction.namespace, "who", None) or None)
    except Refused:
        return None
    sheet = table.state.sheets.get(who)
    return (table, who, sheet) if isinstance(sheet, kind) else None


async def _table(interaction: Interaction) -> Shown | None:
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    return None if isinstance(table, Refusal) else table


def _matching(table: Shown, typed: str) -> list[tuple[Id, str]]:
    """At most 25 characters with the words that name them: the name alone for one's own, else with the owner."""
    campaign, mine = table.state.campaign, table.viewer.user
    living = {i: n for i, n in campaign.names.items() if n.kind != "draft" and not n.retired}
    found = [i for i in living if fold(typed) in fold(label(campaign, i))]
    found.sort(
        key=lambda i: (living[i].owner != mine, not fold(living[i].name).startswith(fold(typed)), fold(living[i].name))
    )
    return [(i, living[i].name if living[i].owner == mine else label(campaign, i)) for i in found[:MOST]]
