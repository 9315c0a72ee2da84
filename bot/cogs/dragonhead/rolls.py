"""`/dh`: checks, saves, challenges, any dice, stunts, and the buttons of their cards."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord import app_commands

from bot.action import Played, act
from bot.asking import Interaction
from bot.cards import dragonhead
from bot.cards.card import Card
from bot.options import choices, chosen, group
from bot.options import who as suggest_who
from bot.press import press
from bot.shown import Shown
from mechanics.game import Id, Refused
from mechanics.games.dragonhead.moves import AnswerVersus, BreakTie, Check, RevealRoll, Roll, Save, Stunt, Versus
from mechanics.games.dragonhead.pending import Challenged, Covered, Thrown

if TYPE_CHECKING:
    from bot.app import MojoTable

Choice = app_commands.Choice[str]

ABILITY = choices("Muscle", "Constitution", "Dexterity", "Intellect", "Wisdom", "Charisma", "Spirit", "Magic", "Luck")
RUNG = choices("easy", "normal", "hard", "heavy", "herculean")
TRY = choices("no", "hard", "harder", "hardest")
BONUS = choices("none", "half", "full")


dh = group("dh", "Dragonhead: checks, saves, challenges, wear and tear", "dragonhead")


async def secretly(played: Played) -> Card:
    """The card of a secret roll, for whoever made it."""
    return await asyncio.to_thread(dragonhead.result, played.caller)


async def result(played: Played) -> Card:
    """The card of a move, drawn beside the loop: its chances take a moment."""
    return await asyncio.to_thread(dragonhead.result, played.everybody)


@dh.command(description="Test an ability")
@app_commands.describe(
    ability="Which ability",
    difficulty="How hard it is; normal when left out",
    rise="Mojos for Rise Above, 2 points of score each",
    bonus="How much of the class level helps",
    mod="Added to the score",
    shift="Rungs harder (+) or easier (-)",
    note="What it is for",
    secret="Only you and the GM see it",
    who="Whose; your character when left out",
)
@app_commands.describe(tries="Wear for an extra die")
@app_commands.rename(tries="try")
@app_commands.choices(ability=ABILITY, difficulty=RUNG, tries=TRY, bonus=BONUS)
@app_commands.autocomplete(who=suggest_who)
async def check(
    interaction: Interaction,
    ability: Choice,
    difficulty: Choice | None = None,
    tries: Choice | None = None,
    rise: int = 0,
    bonus: Choice | None = None,
    mod: int = 0,
    shift: int = 0,
    note: str = "",
    secret: bool = False,
    who: str | None = None,
) -> None:
    """Make a check."""

    def make(table: Shown) -> Check:
        return Check(
            actor=table.who(who),
            ability=ability.value,
            difficulty=chosen(difficulty, "normal"),
            tries=chosen(tries, "no"),
            rise=rise,
            bonus=chosen(bonus, "none"),
            mod=mod,
            shift=shift,
            note=note,
            secret=secret,
        )

    await act(interaction, make, secretly if secret else result, private=secret)


@dh.command(description="Any dice; may be fudged while a session runs")
@app_commands.describe(dice="What to throw, such as 1d8+1s", note="What it is for", secret="Only you and the GM see it")
async def roll(interaction: Interaction, dice: str, note: str = "", secret: bool = False) -> None:
    """Throw any dice."""

    def make(table: Shown) -> Roll:
        return Roll(actor=table.actor(), dice=dice, note=note, secret=secret)

    await act(interaction, make, secretly if secret else result, private=secret)


@dh.command(description="Something daring, with a table of what comes of it")
@app_commands.describe(
    what="What is tried",
    difficulty="How hard it is; normal when left out",
    height="In feet, where it counts",
    who="Whose; your character when left out",
)
@app_commands.describe(tries="Wear for an extra die")
@app_commands.rename(tries="try")
@app_commands.choices(what=choices("climb"), difficulty=RUNG, tries=TRY)
@app_commands.autocomplete(who=suggest_who)
async def stunt(
    interaction: Interaction,
    what: Choice,
    difficulty: Choice | None = None,
    tries: Choice | None = None,
    height: int | None = None,
    who: str | None = None,
) -> None:
    """Try a stunt."""

    def make(table: Shown) -> Stunt:
        return Stunt(
            actor=table.who(who),
            what=what.value,
            difficulty=chosen(difficulty, "normal"),
            tries=chosen(tries, "no"),
            height=height,
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
            difficulty=chosen(difficulty, "normal"),
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
            difficulty=chosen(difficulty, "normal"),
            tries=chosen(tries, "no"),
        )

    await act(interaction, make, result)


@press("dh-answer")
async def answer_versus(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The one who was challenged rolls."""
    pending, rev = map(int, args)

    def make(table: Shown) -> AnswerVersus:
        waiting = table.state.scene.pending.get(pending)
        actor = waiting.what.who if waiting and isinstance(waiting.what, Challenged) else Id("me")
        return AnswerVersus(actor=actor, pending=pending, rev=rev)

    await act(interaction, make, result)


@press("dh-reveal")
async def reveal(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A secret roll is shown to everybody."""
    pending, rev = map(int, args)

    def make(table: Shown) -> RevealRoll:
        waiting = table.state.scene.pending.get(pending)
        if waiting is None or not isinstance(waiting.what, Covered):
            raise Refused("stale", "That roll is no secret any more.", "the newest card shows what is true now")
        sealed = waiting.what.roll.value
        actor = sealed.who if sealed is not None and not table.viewer.gm else Id("gm")
        return RevealRoll(actor=actor, pending=pending, rev=rev)

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
    bot.tree.add_command(dh)
