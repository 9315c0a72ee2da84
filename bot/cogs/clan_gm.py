"""`/clan-gm`: what a GM of Clan asks, tells, gives and writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import act
from bot.asking import Interaction
from bot.cards.result import result_card
from bot.cogs.clan import ABILITY, Choice, suggest_feature
from bot.options import choices, group
from bot.options import who as suggest_who
from bot.options import whom as suggest_whom
from bot.panels.clan.doing import told
from bot.shown import Shown
from mechanics.game import CHAIR, Move
from mechanics.games.clan.moves import (
    Ask,
    Award,
    DeleteFeature,
    GiveFeature,
    GiveWeapon,
    Kill,
    Narrate,
    Rest,
    Revive,
    SaveFeature,
    Survive,
    TakeFeature,
)

if TYPE_CHECKING:
    from bot.app import MojoTable


class ClanGm(commands.Cog):
    """The GM's commands."""

    gm = group("clan-gm", "Clan: what the GM asks, tells, gives and writes", "clan")

    @gm.command(description="Ask named people for a check; they press Roll (GM)")
    @app_commands.describe(
        who="Whom, several with commas",
        ability="Kick, Bad or Smart Ass, or none",
        dc="To be met; no verdict when left out",
        note="What it is for",
    )
    @app_commands.choices(ability=ABILITY)
    @app_commands.autocomplete(who=suggest_whom)
    async def ask(
        self, interaction: Interaction, who: str, ability: Choice, dc: int | None = None, note: str = ""
    ) -> None:
        """Ask."""
        await act(interaction, lambda table: Ask(CHAIR, table.whom(who), ability.value, dc, note), told)

    @gm.command(description="Tell the open roll as story: it stands as it is (GM)")
    async def narrate(self, interaction: Interaction) -> None:
        """Lock the newest open roll."""
        await act(interaction, lambda _: Narrate(CHAIR), told)

    @gm.command(description="Write a Feature, give it or take it away (GM)")
    @app_commands.describe(
        name="What it is called",
        price="In Feature Points; what a gift costs, nothing when left out",
        text="What it does; in brackets what the bot is to know: Thick hide [armor +2, hp_max +1]",
        who="To whom it is given, from whom it is taken; several with commas",
        doing="What to do; give where somebody is named, else save",
    )
    @app_commands.rename(doing="act")
    @app_commands.choices(doing=choices("save", "give", "take", "delete"))
    @app_commands.autocomplete(name=suggest_feature, who=suggest_whom)
    async def feature(
        self,
        interaction: Interaction,
        name: str,
        price: int | None = None,
        text: str = "",
        who: str | None = None,
        doing: Choice | None = None,
    ) -> None:
        """Save, give, take or delete a Feature."""
        what = doing.value if doing else "give" if who else "save"

        def make(table: Shown) -> Move:
            match what:
                case "give":
                    return GiveFeature(CHAIR, name, table.whom(who) if who else (), price)
                case "take":
                    return TakeFeature(CHAIR, name, table.whom(who) if who else ())
                case "delete":
                    return DeleteFeature(CHAIR, name)
            return SaveFeature(CHAIR, name, price, text)

        await act(interaction, make, lambda played: result_card(played.caller), private=True)

    @gm.command(description="Give somebody a weapon, or other dice for one (GM)")
    @app_commands.describe(who="Whom", name="The weapon", dice="Its dice, such as 1d6; none takes it away")
    @app_commands.autocomplete(who=suggest_who)
    async def weapon(self, interaction: Interaction, who: str, name: str, dice: str) -> None:
        """Give a weapon."""
        await act(
            interaction,
            lambda table: GiveWeapon(CHAIR, table.who(who), name, dice),
            lambda played: result_card(played.caller),
            private=True,
        )

    @gm.command(description="A full rest: Luck is renewed, the unconscious wake (GM)")
    @app_commands.describe(who="Who, several with commas, or all", kind="How; sleep when left out")
    @app_commands.choices(kind=choices("sleep", "quiet", "gm"))
    @app_commands.autocomplete(who=suggest_whom)
    async def rest(self, interaction: Interaction, who: str, kind: Choice | None = None) -> None:
        """Give a full rest."""
        how = kind.value if kind else "sleep"
        await act(interaction, lambda table: Rest(CHAIR, table.whom(who), how), told)

    @gm.command(description="A Survive Check: d12 and Armor against your DC (GM)")
    @app_commands.describe(who="Who, several with commas", dc="To be met")
    @app_commands.autocomplete(who=suggest_whom)
    async def survive(self, interaction: Interaction, who: str, dc: int) -> None:
        """Make a Survive Check."""
        await act(interaction, lambda table: Survive(CHAIR, table.whom(who), dc), told)

    @gm.command(description="One level more: six Feature Points (GM)")
    @app_commands.describe(who="Who, several with commas, or all")
    @app_commands.autocomplete(who=suggest_whom)
    async def award(self, interaction: Interaction, who: str) -> None:
        """Give a level."""
        await act(interaction, lambda table: Award(CHAIR, table.whom(who)), told)

    @gm.command(description="Somebody dies (GM)")
    @app_commands.describe(who="Who")
    @app_commands.autocomplete(who=suggest_who)
    async def kill(self, interaction: Interaction, who: str) -> None:
        """Let somebody die."""
        await act(interaction, lambda table: Kill(CHAIR, table.who(who)), told)

    @gm.command(description="Bring somebody dead back, at 1 hit point (GM)")
    @app_commands.describe(who="Whom")
    @app_commands.autocomplete(who=suggest_who)
    async def revive(self, interaction: Interaction, who: str) -> None:
        """Bring somebody back."""
        await act(interaction, lambda table: Revive(CHAIR, table.who(who)), told)


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(ClanGm())
