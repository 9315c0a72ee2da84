"""`/dh`: checks, saves, challenges, wear and tear, and the buttons of their cards."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import Interaction, Played, act
from bot.cards import dragonhead
from bot.cards.card import Card
from bot.options import choices, group
from bot.options import who as suggest_who
from bot.press import press
from bot.shown import Shown
from mechanics.game import Id
from mechanics.games.dragonhead.moves import AnswerVersus, BreakTie, Check, Heal, Hurt, Save, Versus
from mechanics.games.dragonhead.pending import Challenged, Thrown

if TYPE_CHECKING:
    from bot.app import MojoTable

Choice = app_commands.Choice[str]

ABILITY = choices("Muscle", "Constitution", "Dexterity", "Intellect", "Wisdom", "Charisma", "Spirit", "Magic", "Luck")
RUNG = choices("easy", "normal", "hard", "heavy", "herculean")
TRY = choices("no", "hard", "harder", "hardest")
BONUS = choices("none", "half", "full")
TYPE = choices("piercing", "sharp", "mixed", "blunt", "impact", "none")


async def result(played: Played) -> Card:
    """The card of a move, drawn beside the loop: its chances take a moment."""
    return await asyncio.to_thread(dragonhead.result, played.everybody)


class Rolls(commands.Cog):
    """Rolls and damage."""

    dh = group("dh", "Dragonhead: checks, saves, challenges, wear and tear")

    @dh.command(description="Test an ability")
    @app_commands.describe(
        ability="Which ability",
        difficulty="How hard it is; normal when left out",
        rise="Mojos for Rise Above, 2 points of score each",
        bonus="How much of the class level helps",
        mod="Added to the score",
        shift="Rungs harder (+) or easier (-)",
        note="What it is for",
        who="Whose; your character when left out",
    )
    @app_commands.describe(tries="Wear for an extra die")
    @app_commands.rename(tries="try")
    @app_commands.choices(ability=ABILITY, difficulty=RUNG, tries=TRY, bonus=BONUS)
    @app_commands.autocomplete(who=suggest_who)
    async def check(
        self,
        interaction: Interaction,
        ability: Choice,
        difficulty: Choice | None = None,
        tries: Choice | None = None,
        rise: int = 0,
        bonus: Choice | None = None,
        mod: int = 0,
        shift: int = 0,
        note: str = "",
        who: str | None = None,
    ) -> None:
        """Make a check."""

        def make(table: Shown) -> Check:
            return Check(
                actor=table.who(who),
                ability=ability.value,
                difficulty=_value(difficulty, "normal"),
                tries=_value(tries, "no"),
                rise=rise,
                bonus=_value(bonus, "none"),
                mod=mod,
                shift=shift,
                note=note,
            )

        await act(interaction, make, result)

    @dh.command(description="A saving throw")
    @app_commands.describe(
        ability="Which ability",
        difficulty="How hard it is; normal when left out",
        shift="Rungs harder (+) or easier (-)",
        vs="A strength to beat",
        rise="Mojos for Rise Above, 2 points of score each",
        who="Whose; your character when left out",
    )
    @app_commands.choices(ability=ABILITY, difficulty=RUNG)
    @app_commands.autocomplete(who=suggest_who)
    async def save(
        self,
        interaction: Interaction,
        ability: Choice,
        difficulty: Choice | None = None,
        shift: int = 0,
        vs: int | None = None,
        rise: int = 0,
        who: str | None = None,
    ) -> None:
        """Make a saving throw."""

        def make(table: Shown) -> Save:
            return Save(
                actor=table.who(who),
                ability=ability.value,
                difficulty=_value(difficulty, "normal"),
                shift=shift,
                vs=vs,
                rise=rise,
            )

        await act(interaction, make, result)

    @dh.command(description="A challenge: against a strength, or against somebody")
    @app_commands.describe(
        ability="Which ability",
        vs="A strength to beat",
        target="Somebody who answers with the same ability",
        difficulty="How hard it is; normal when left out",
        who="Whose; your character when left out",
    )
    @app_commands.describe(tries="Wear for an extra die")
    @app_commands.rename(tries="try")
    @app_commands.choices(ability=ABILITY, difficulty=RUNG, tries=TRY)
    @app_commands.autocomplete(who=suggest_who, target=suggest_who)
    async def versus(
        self,
        interaction: Interaction,
        ability: Choice,
        vs: int | None = None,
        target: str | None = None,
        difficulty: Choice | None = None,
        tries: Choice | None = None,
        who: str | None = None,
    ) -> None:
        """Make a challenge."""

        def make(table: Shown) -> Versus:
            return Versus(
                actor=table.who(who),
                ability=ability.value,
                vs=vs,
                target=table.who(target) if target else None,
                difficulty=_value(difficulty, "normal"),
                tries=_value(tries, "no"),
            )

        await act(interaction, make, result)

    @dh.command(description="Mark damage (after AC or DC)")
    @app_commands.describe(
        amount="Points of damage", type="What kind; none is wear alone", scar="What is torn is scarred", who="Whose"
    )
    @app_commands.choices(type=TYPE)
    @app_commands.autocomplete(who=suggest_who)
    async def hurt(
        self,
        interaction: Interaction,
        amount: int,
        type: Choice | None = None,
        scar: bool = False,
        who: str | None = None,
    ) -> None:
        """Mark damage."""

        def make(table: Shown) -> Hurt:
            return Hurt(actor=table.who(who), amount=amount, type=_value(type, "none"), scar=scar)

        await act(interaction, make, result)

    @dh.command(description="Mark healing")
    @app_commands.describe(amount="Points of healing", type="What kind; none erases wear alone", who="Whose")
    @app_commands.choices(type=TYPE)
    @app_commands.autocomplete(who=suggest_who)
    async def heal(
        self, interaction: Interaction, amount: int, type: Choice | None = None, who: str | None = None
    ) -> None:
        """Mark healing."""

        def make(table: Shown) -> Heal:
            return Heal(actor=table.who(who), amount=amount, type=_value(type, "none"))

        await act(interaction, make, result)


def _value(choice: Choice | None, default: str) -> str:
    return choice.value if choice is not None else default


@press("dh-answer")
async def answer_versus(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The one who was challenged rolls."""
    pending, rev = map(int, args)

    def make(table: Shown) -> AnswerVersus:
        waiting = table.state.scene.pending.get(pending)
        actor = waiting.what.who if waiting and isinstance(waiting.what, Challenged) else Id("me")
        return AnswerVersus(actor=actor, pending=pending, rev=rev)

    await act(interaction, make, result)


@press("dh-tie")
async def break_tie(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Break a tie: either side, or a GM."""
    pending, rev = map(int, args)

    def make(table: Shown) -> BreakTie:
        waiting = table.state.scene.pending.get(pending)
        sides = []
        if waiting is not None and isinstance(waiting.what, Thrown):
            sides = [waiting.what.who] + ([waiting.what.versus.who] if waiting.what.versus else [])
        names = table.state.campaign.names
        own = [i for i in sides if i in names and names[i].owner == table.viewer.user]
        actor = own[0] if own else Id("gm") if table.viewer.gm or not sides else sides[0]
        return BreakTie(actor=actor, pending=pending, rev=rev)

    await act(interaction, make, result, update=True)


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Rolls())
