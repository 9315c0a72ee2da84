"""Who asks, where, and by which command: what is known of an interaction before any table is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from msgspec import Struct

from bot.shown import Place
from mechanics.campaign import Campaign, is_gm
from mechanics.game import Caller, Refusal
from mechanics.games.all import GAMES

if TYPE_CHECKING:
    from bot.app import MojoTable

Interaction = discord.Interaction["MojoTable"]

GM_DO = "gm-do"
"""The press of a command in the GM's menu, whose id holds the command's name (`bot.panels.gm`)."""
OWN_WORDS: dict[str, str] = {}
"""Of the words that begin a game's own commands and its buttons' verbs, `ore`, the game; filled by `options.group`."""


class Asking(Struct, frozen=True):
    """Who asks, before any campaign is known: the person, their roles, whether they have the server right that this
    move needs. `clock` is the bot's own clock, which may do what a GM may. `command` is the command that was typed,
    `ore check`, or what begins a button's verb, `ore`. `seen` is the newest entry that the pressed panel knew: if the
    same person has done something since, the press is stale.
    """

    user: str
    name: str
    roles: tuple[str, ...] = ()
    manages: bool = False
    clock: bool = False
    command: str = ""
    seen: int | None = None

    def caller(self, campaign: Campaign) -> Caller:
        """The person's rights in a campaign."""
        gm = self.clock or is_gm(campaign, self.user, self.roles)
        return Caller(self.user, gm, self.name, self.manages)


def place_of(interaction: Interaction) -> Place:
    """Where this happens."""
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
    return Place(interaction.guild_id or 0, interaction.channel_id or 0, parent)


def asking_of(interaction: Interaction, manages: bool = False, seen: int | None = None) -> Asking:
    """Who asks. `manages`: whether they have the server right that this very move needs; `seen` as in `Asking`."""
    user = interaction.user
    roles = tuple(str(r.id) for r in user.roles) if isinstance(user, discord.Member) else ()
    if seen is None:
        seen = _seen_by(interaction)
    return Asking(str(user.id), user.display_name, roles, manages, command=_command_of(interaction), seen=seen)


def _command_of(interaction: Interaction) -> str:
    """The command that was typed or is pressed in the GM's menu, `ore check`; else what begins a verb, `ore`."""
    if interaction.command is not None:
        return interaction.command.qualified_name
    data: Any = interaction.data or {}
    verb, *args = [*str(data.get("custom_id", "")).split(":")[1:], ""]
    return args[0] if verb == GM_DO else verb.partition("-")[0]


def _seen_by(interaction: Interaction) -> int | None:
    """The newest entry that a button of the GM's menu knew, of one that is pressed once."""
    data: Any = interaction.data or {}
    _, verb, _, *seen = [*str(data.get("custom_id", "")).split(":"), "", ""]
    return int(seen[0]) if verb == GM_DO and seen and seen[0].isdecimal() else None


def no_campaign() -> Refusal:
    """Nothing is played in this channel."""
    return Refusal("no-campaign", "No campaign is played in this channel.", "/campaign create makes one here")


def wrong_game(bot: MojoTable, played: str, command: str) -> Refusal | None:
    """Why a command or button of another game than the one played here does nothing, naming the right command."""
    root, _, verb = command.partition(" ")
    word, _, twin = root.partition("-")
    meant = OWN_WORDS.get(root) or OWN_WORDS.get(word)
    if meant is None or meant == played:
        return None
    ours = [w for w, game in OWN_WORDS.items() if game == played and w.partition("-")[2] == twin]
    groups = [bot.tree.get_command(w) for w in ours]
    found = [g.get_command(verb) for g in groups if isinstance(g, discord.app_commands.Group) and verb]
    right = next((f"/{c.qualified_name}" for c in found if c is not None), "/play")
    name = GAMES[meant].name if meant in GAMES else meant
    return Refusal("wrong-game", f"{GAMES[played].name} is played here, not {name}.", f"{right} is the command here")
