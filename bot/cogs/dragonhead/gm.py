"""`/dh-gm`: what a Dragonhead DM asks, opens and gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import act, view_table
from bot.asking import Interaction
from bot.cards.dragonhead.asking import ask_card, closed_card, contest_card, hidden_card
from bot.cogs.dragonhead.rolls import ABILITY, RUNG, Choice, result
from bot.options import choices, group
from bot.options import who as suggest_who
from bot.options import whom as suggest_whom
from bot.press import press
from bot.shown import Shown
from mechanics.campaign import active
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.dragonhead.moves import (
    AcceptStory,
    AnswerAsk,
    Ask,
    Award,
    CloseContest,
    Contest,
    Enter,
    RefuseStory,
    Revive,
    ShiftAsk,
)
from mechanics.games.dragonhead.pending import Requested
from mechanics.state import Pending

if TYPE_CHECKING:
    from bot.app import MojoTable


class Dm(commands.Cog):
    """The DM's commands."""

    dm = group("dh-gm", "Dragonhead: what the DM asks, opens and gives", "dragonhead")

    @dm.command(description="Ask named people for a check; they press Roll (GM)")
    @app_commands.describe(
        who="Whom, several with commas",
        ability="Which ability",
        difficulty="How hard it is; normal when left out",
        save="A saving throw",
        note="What it is for",
    )
    @app_commands.choices(ability=ABILITY, difficulty=RUNG)
    @app_commands.autocomplete(who=suggest_whom)
    async def ask(
        self,
        interaction: Interaction,
        who: str,
        ability: Choice,
        difficulty: Choice | None = None,
        save: bool = False,
        note: str = "",
    ) -> None:
        """Ask for checks."""

        def make(table: Shown) -> Ask:
            rung = difficulty.value if difficulty else "normal"
            return Ask(who=table.whom(who), ability=ability.value, difficulty=rung, save=save, note=note)

        await act(interaction, make, lambda played: ask_card(played.everybody))

    @dm.command(description="Open a competition: everybody makes the same roll (GM)")
    @app_commands.describe(kind="Single or teams", ability="Which ability", difficulty="How hard it is")
    @app_commands.choices(kind=choices("single", "teams"), ability=ABILITY, difficulty=RUNG)
    async def contest(
        self, interaction: Interaction, kind: Choice, ability: Choice, difficulty: Choice | None = None
    ) -> None:
        """Open a competition."""
        rung = difficulty.value if difficulty else "normal"
        move = Contest(kind=kind.value, ability=ability.value, difficulty=rung)
        await act(interaction, lambda _: move, lambda played: contest_card(played.everybody))

    @dm.command(description="Give XP, or take some with a number below 0 (GM)")
    @app_commands.describe(who="To whom, several with commas", xp="How much", note="What for")
    @app_commands.autocomplete(who=suggest_whom)
    async def award(self, interaction: Interaction, who: str, xp: int, note: str = "") -> None:
        """Give XP."""
        await act(interaction, lambda table: Award(who=table.whom(who), xp=xp, note=note), result)

    @dm.command(description="Bring a dead character back (GM)")
    @app_commands.describe(who="Whom")
    @app_commands.autocomplete(who=suggest_who)
    async def revive(self, interaction: Interaction, who: str) -> None:
        """Bring somebody back."""
        await act(interaction, lambda table: Revive(who=table.who(who)), result)

    @dm.command(description="Every secret roll again (GM)")
    async def hidden(self, interaction: Interaction) -> None:
        """List what is hidden."""
        await view_table(interaction, hidden_card)


# -- asked -------------------------------------------------------------------------------------------------------------


def _asked(table: Shown, entry: str) -> list[Pending[Requested]]:
    """The open requests of the entry that asked."""
    waiting = table.state.scene.pending.values()
    return [p for p in waiting if isinstance(p.what, Requested) and p.id // 100 == int(entry)]


def _mine(table: Shown, entry: str) -> Pending[Requested]:
    """The request that this presser may answer: their own, or for a GM the only one left."""
    names, asked = table.state.campaign.names, _asked(table, entry)
    own = [p for p in asked if p.what.who in names and names[p.what.who].owner == table.viewer.user]
    if own:
        return own[0]
    if not asked:
        raise Refused("stale", "Everybody who was asked has rolled.", "the newest card shows what is true now")
    if not table.viewer.gm:
        whom = ", ".join(names[p.what.who].name for p in asked if p.what.who in names)
        raise Refused("not-yours", f"That was asked of {whom}.", "wait until you are asked")
    return asked[0]


def _answer(tries: str) -> object:
    async def pressed(interaction: Interaction, args: tuple[str, ...]) -> None:
        def make(table: Shown) -> AnswerAsk:
            waiting = _mine(table, args[0])
            return AnswerAsk(actor=waiting.what.who, pending=waiting.id, rev=waiting.rev, tries=tries)

        await act(interaction, make, result)

    return pressed


press("dh-ask-roll")(_answer("no"))  # type: ignore[arg-type]
press("dh-ask-try")(_answer("hard"))  # type: ignore[arg-type]


@press("dh-ask-shift")
async def shift(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Before anybody threw: harder, or easier."""

    def make(table: Shown) -> ShiftAsk:
        asked = _asked(table, args[0])
        if not asked:
            raise Refused("stale", "Everybody who was asked has rolled.", "the newest card shows what is true now")
        return ShiftAsk(pending=asked[0].id, rev=asked[0].rev, by=int(args[1]))

    await act(interaction, make, lambda played: ask_card(played.everybody, int(args[0])), update=True)


# -- competitions ------------------------------------------------------------------------------------------------------


@press("dh-enter")
async def enter(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Enter a competition, for a team or alone."""
    pending, team = int(args[0]), args[1]

    def make(table: Shown) -> Enter:
        return Enter(actor=active(table.state.campaign, table.viewer.user), pending=pending, team=team)

    await act(interaction, make, result)


@press("dh-close")
async def close(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The competition is over."""
    pending = int(args[0])
    await act(interaction, lambda _: CloseContest(pending=pending), lambda played: closed_card(played.everybody))


# -- stories -----------------------------------------------------------------------------------------------------------


@press("dh-accept")
async def accept(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The DM accepts a story."""
    pending, rev = map(int, args)
    await act(interaction, lambda _: AcceptStory(actor=CHAIR, pending=pending, rev=rev), result, update=True)


@press("dh-refuse")
async def refuse_story(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The DM refuses a story; everybody gets their mojos back."""
    pending, rev = map(int, args)
    await act(interaction, lambda _: RefuseStory(actor=CHAIR, pending=pending, rev=rev), result, update=True)


__all__ = ["Id"]


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Dm())
