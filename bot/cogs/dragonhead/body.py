"""`/dh`: wear and tear, rest and sleep, and who is DM."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.action import act
from bot.asking import Interaction
from bot.cogs.dragonhead.rolls import Choice, dh, result
from bot.options import choices, chosen
from bot.options import who as suggest_who
from bot.shown import Shown
from mechanics.game import CHAIR, SELF
from mechanics.games.dragonhead.moves import ChooseDm, Heal, Hurt, Rest, Sleep

if TYPE_CHECKING:
    from bot.app import MojoTable

TYPE = choices("piercing", "sharp", "mixed", "blunt", "impact", "none")


@dh.command(description="Mark damage (after AC or DC)")
@app_commands.describe(
    amount="Points of damage", type="What kind; none is wear alone", scar="What is torn is scarred", who="Whose"
)
@app_commands.choices(type=TYPE)
@app_commands.autocomplete(who=suggest_who)
async def hurt(
    interaction: Interaction,
    amount: int,
    type: Choice | None = None,
    scar: bool = False,
    who: str | None = None,
) -> None:
    """Mark damage."""

    def make(table: Shown) -> Hurt:
        return Hurt(actor=table.who(who), amount=amount, type=chosen(type, "none"), scar=scar)

    await act(interaction, make, result)


@dh.command(description="Mark healing")
@app_commands.describe(amount="Points of healing", type="What kind; none erases wear alone", who="Whose")
@app_commands.choices(type=TYPE)
@app_commands.autocomplete(who=suggest_who)
async def heal(interaction: Interaction, amount: int, type: Choice | None = None, who: str | None = None) -> None:
    """Mark healing."""

    def make(table: Shown) -> Heal:
        return Heal(actor=table.who(who), amount=amount, type=chosen(type, "none"))

    await act(interaction, make, result)


@dh.command(description="A minute of rest: a Constitution save erases wear")
@app_commands.describe(who="Whose; your character when left out")
@app_commands.autocomplete(who=suggest_who)
async def rest(interaction: Interaction, who: str | None = None) -> None:
    """Rest."""
    await act(interaction, lambda table: Rest(actor=table.who(who)), result)


@dh.command(description="Eight hours of sleep")
@app_commands.describe(
    kind="A night", safe="In a safe place; yes when left out", armour="In armour; no when left out", who="Whose"
)
@app_commands.choices(kind=choices("night"))
@app_commands.autocomplete(who=suggest_who)
async def sleep(
    interaction: Interaction,
    kind: Choice | None = None,
    safe: bool = True,
    armour: bool = False,
    who: str | None = None,
) -> None:
    """Sleep."""

    def make(table: Shown) -> Sleep:
        return Sleep(actor=table.who(who), kind=chosen(kind, "night"), safe=safe, armour=armour)

    await act(interaction, make, result)


@dh.command(name="choose-dm", description="Everybody here rolls 1d20; the highest alone is DM from then on")
async def choose_dm(interaction: Interaction) -> None:
    """Choose a DM."""

    def make(table: Shown) -> ChooseDm:
        campaign, session = table.state.campaign, table.state.session
        users = session.present if session is not None and session.present else tuple(campaign.people)
        return ChooseDm(actor=CHAIR if table.viewer.gm else SELF, users=users)

    await act(interaction, make, result)


async def setup(bot: MojoTable) -> None:
    """Nothing to register: the commands hang on `/dh`."""
