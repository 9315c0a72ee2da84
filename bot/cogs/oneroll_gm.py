"""`/ore-gm`: what a GM of One-Roll asks, declares, finishes and gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import Played, act
from bot.asking import Interaction
from bot.cards.card import Card
from bot.cards.result import result_card
from bot.cogs.combat import suggest_fighter
from bot.cogs.oneroll import ACTION, Choice, action_of, suggest_kind, suggest_skill
from bot.options import group
from bot.options import who as suggest_who
from bot.options import whom as suggest_whom
from bot.panels.oneroll.checks import result
from bot.panels.oneroll.declare import nonce
from bot.shown import Shown
from mechanics.game import CHAIR
from mechanics.games.oneroll.moves import Ask, Award, Bonus, Day, DeclareMany, Defaults, Revive

if TYPE_CHECKING:
    from bot.app import MojoTable


def privately(played: Played) -> Card:
    """What came of it, for the GM who did it."""
    return result_card(played.caller)


class OneRollGm(commands.Cog):
    """The GM's commands."""

    gm = group("ore-gm", "One-Roll: what the GM asks, declares and gives", "oneroll")

    @gm.command(description="Ask named people for a test; they press Roll (GM)")
    @app_commands.describe(
        who="Whom; several with commas, or a range such as g1-g6",
        skill="Which skill",
        kind="Its type",
        target="The height that is needed; any set when left out",
        note="What it is for",
    )
    @app_commands.autocomplete(who=suggest_whom, skill=suggest_skill, kind=suggest_kind)
    async def ask(
        self, interaction: Interaction, who: str, skill: str, kind: str = "", target: int = 1, note: str = ""
    ) -> None:
        """Ask for tests."""
        await act(interaction, lambda t: Ask(CHAIR, t.whom(who), skill, kind, target, note), result)

    @gm.command(description="Declare the same for many at once (GM)")
    @app_commands.describe(
        who="Who; several with commas, or a range such as g1-g6",
        action="What",
        skill="With which skill; Brawl or Dodge when left out",
        target="Whom",
    )
    @app_commands.choices(action=ACTION)
    @app_commands.autocomplete(who=suggest_whom, skill=suggest_skill, target=suggest_fighter)
    async def declare(
        self, interaction: Interaction, who: str, action: Choice, skill: str = "", target: str = ""
    ) -> None:
        """Declare for many."""

        def make(table: Shown) -> DeclareMany:
            whom = table.whom(who)
            return DeclareMany(CHAIR, whom, action_of(table, whom[0], action.value, skill, target), nonce())

        await act(interaction, make, privately, private=True)

    @gm.command(description="Finish what waits in the round: passes, sets as they lie, all that resolves (GM)")
    async def default(self, interaction: Interaction) -> None:
        """Finish what waits."""
        await act(interaction, lambda _: Defaults(CHAIR), result)

    @gm.command(description="Bonus dice for this round (GM)")
    @app_commands.describe(who="Who; several with commas, or a range", dice="How many, or fewer with a number below 0")
    @app_commands.autocomplete(who=suggest_whom)
    async def bonus(self, interaction: Interaction, who: str, dice: int) -> None:
        """Give bonus dice."""
        await act(interaction, lambda t: Bonus(CHAIR, t.whom(who), dice), result)

    @gm.command(description="Days pass: whoever has shock rolls to heal (GM)")
    @app_commands.describe(days="How many; one when left out")
    async def day(self, interaction: Interaction, days: int = 1) -> None:
        """Let days pass."""
        await act(interaction, lambda _: Day(CHAIR, days), result)

    @gm.command(description="Points for stats and skills, or some taken with a number below 0 (GM)")
    @app_commands.describe(who="To whom; several with commas, or a range", points="How many")
    @app_commands.autocomplete(who=suggest_whom)
    async def award(self, interaction: Interaction, who: str, points: int) -> None:
        """Give points."""
        await act(interaction, lambda t: Award(CHAIR, t.whom(who), points), result)

    @gm.command(description="Somebody dead is not (GM)")
    @app_commands.describe(who="Whom")
    @app_commands.autocomplete(who=suggest_who)
    async def revive(self, interaction: Interaction, who: str) -> None:
        """Bring somebody back."""
        await act(interaction, lambda t: Revive(CHAIR, t.who(who)), result)


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(OneRollGm())
