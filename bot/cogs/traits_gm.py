"""`/traits-gm`: what a GM of Traits asks, gives and writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import act
from bot.asking import Interaction, asking_of, place_of
from bot.cards.result import result_card
from bot.cogs.traits import TRAIT, Choice
from bot.looking import look
from bot.options import Choices, choices, group, suggested
from bot.options import who as suggest_who
from bot.options import whom as suggest_whom
from bot.panels.traits.challenge import told
from bot.shown import Shown
from mechanics.game import CHAIR, Drop, Move, Refusal, Refused
from mechanics.games.traits.moves import (
    Ask,
    Award,
    CloseDiscipline,
    DeleteAbility,
    DeleteDiscipline,
    OpenDiscipline,
    Revive,
    SaveAbility,
    SaveDiscipline,
    SetFlag,
)
from mechanics.games.traits.pending import Challenged
from mechanics.games.traits.rulings import Rulings

if TYPE_CHECKING:
    from bot.app import MojoTable

ROLE = choices("attack body", "attack projectile", "defence", "dodge body", "dodge projectile", "general", "order")
FLAG = choices("stays up", "extra dodges", "extra abilities")


async def _rulings(interaction: Interaction) -> Rulings | None:
    """The lists, while a GM is still typing."""
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if isinstance(table, Refusal) or not table.viewer.gm or not isinstance(table.state.rulings, Rulings):
        return None
    return table.state.rulings


async def suggest_listed(interaction: Interaction, typed: str) -> Choices:
    """Complete an ability of the general list, for GMs."""
    found = await _rulings(interaction)
    return suggested([e.name for e in found.catalogue.values()], typed) if found is not None else []


async def suggest_discipline(interaction: Interaction, typed: str) -> Choices:
    """Complete a discipline, for GMs."""
    found = await _rulings(interaction)
    lists = found.disciplines.value if found is not None else None
    return suggested([d.name for d in lists.values()], typed) if lists else []


async def _privately(interaction: Interaction, move: Move) -> None:
    await act(interaction, lambda _: move, lambda played: result_card(played.caller), private=True)


class TraitsGm(commands.Cog):
    """The GM's commands."""

    gm = group("traits-gm", "Traits: what the GM asks, gives and writes", "traits")

    @gm.command(description="Ask named people for a challenge against a number (GM)")
    @app_commands.describe(
        who="Whom, several with commas", trait="On which trait", vs="More than this wins", note="What it is for"
    )
    @app_commands.choices(trait=TRAIT)
    @app_commands.autocomplete(who=suggest_whom)
    async def ask(self, interaction: Interaction, who: str, trait: Choice, vs: int, note: str = "") -> None:
        """Ask."""
        await act(interaction, lambda table: Ask(CHAIR, table.whom(who), trait.value, vs, note), told)

    @gm.command(description="Give EXP, or take some back with a number below 0 (GM)")
    @app_commands.describe(who="To whom, several with commas", exp="How much")
    @app_commands.autocomplete(who=suggest_whom)
    async def award(self, interaction: Interaction, who: str, exp: int) -> None:
        """Give EXP."""
        await act(interaction, lambda table: Award(CHAIR, table.whom(who), exp), told)

    @gm.command(description="Write an ability of the general list (GM)")
    @app_commands.describe(
        name="What it is called",
        trait="What it is added to",
        role="What it is for",
        prices="What rating 1, 2, ... costs in all, such as 1 3 6; or none",
        act="Save or delete",
    )
    @app_commands.choices(trait=[*TRAIT, *choices("none")], role=ROLE, act=choices("save", "delete"))
    @app_commands.autocomplete(name=suggest_listed)
    async def ability(
        self,
        interaction: Interaction,
        name: str,
        trait: Choice | None = None,
        role: Choice | None = None,
        prices: str = "",
        act: Choice | None = None,
    ) -> None:
        """Save or delete an ability."""
        if act is not None and act.value == "delete":
            await _privately(interaction, DeleteAbility(CHAIR, name))
            return
        on, what = trait.value if trait else "", role.value if role else ""
        await _privately(interaction, SaveAbility(CHAIR, name, on, what, prices))

    @gm.command(description="Write a discipline, or open it to somebody (GM)")
    @app_commands.describe(
        name="What it is called",
        abilities="Its abilities with their levels, such as Small Talk 2, Hard Bargain 4",
        who="To whom it opens or closes, several with commas",
        doing="What to do; save where abilities are named, else open",
    )
    @app_commands.rename(doing="act")
    @app_commands.choices(doing=choices("save", "open", "close", "delete"))
    @app_commands.autocomplete(name=suggest_discipline, who=suggest_whom)
    async def discipline(
        self,
        interaction: Interaction,
        name: str,
        abilities: str = "",
        who: str | None = None,
        doing: Choice | None = None,
    ) -> None:
        """Save, open, close or delete a discipline."""
        what = doing.value if doing else "save" if abilities or not who else "open"

        def make(table: Shown) -> Move:
            some = table.whom(who) if who else ()
            match what:
                case "open":
                    return OpenDiscipline(CHAIR, name, some)
                case "close":
                    return CloseDiscipline(CHAIR, name, some)
                case "delete":
                    return DeleteDiscipline(CHAIR, name)
            return SaveDiscipline(CHAIR, name, abilities, some)

        await act(interaction, make, lambda played: result_card(played.caller), private=True)

    @gm.command(description="A power of somebody says otherwise (GM)")
    @app_commands.describe(who="Whose", flag="What it says otherwise", value="On or off, or how many more")
    @app_commands.choices(flag=FLAG)
    @app_commands.autocomplete(who=suggest_who)
    async def flag(self, interaction: Interaction, who: str, flag: Choice, value: str) -> None:
        """Set a flag."""
        await act(
            interaction,
            lambda table: SetFlag(CHAIR, table.who(who), flag.value, value),
            lambda played: result_card(played.caller),
            private=True,
        )

    @gm.command(description="Drop the open challenge; it costs nobody anything (GM)")
    async def cancel(self, interaction: Interaction) -> None:
        """Drop the newest challenge."""

        def make(table: Shown) -> Drop:
            waiting = [p for p in table.state.scene.pending.values() if isinstance(p.what, Challenged)]
            if not waiting:
                raise Refused("STATE", "No challenge is open here.", "/traits challenge opens one")
            return Drop(CHAIR, waiting[-1].id)

        await act(interaction, make, told)

    @gm.command(description="Bring a dead character back, at 0 hit points (GM)")
    @app_commands.describe(who="Whom")
    @app_commands.autocomplete(who=suggest_who)
    async def revive(self, interaction: Interaction, who: str) -> None:
        """Bring somebody back."""
        await act(interaction, lambda table: Revive(CHAIR, table.who(who)), told)


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(TraitsGm())
