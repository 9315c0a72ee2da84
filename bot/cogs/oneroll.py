"""`/ore`: pools, checks, contests, what is done in a fight, bodies. `roll` and `odds` need no campaign."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import Played, Result, act, answer, play, view_table
from bot.asking import Interaction, asking_of, place_of
from bot.cards import oneroll as cards
from bot.cards.card import Card
from bot.cogs.combat import fighter, suggest_fighter
from bot.looking import look
from bot.options import Choices, choices, chosen, group, subject
from bot.options import who as suggest_who
from bot.panels.oneroll.checks import result
from bot.panels.oneroll.declare import locked_card, nonce
from bot.panels.oneroll.sets import after
from bot.shown import EVERYBODY, Shown, again
from bot.text import cut
from mechanics.campaign import active
from mechanics.game import SELF, Id, Move, Refusal, Refused
from mechanics.games.oneroll import pools
from mechanics.games.oneroll.moves import Action, Assign, Assist, Check, Contest, Declare, Heal, Hurt, RollPool
from mechanics.games.oneroll.sheet import Sheet
from mechanics.games.oneroll.skills import SKILLS, skill_of, title_of

if TYPE_CHECKING:
    from bot.app import MojoTable

Choice = app_commands.Choice[str]

PLACE = choices("head", "torso", "left arm", "right arm", "left leg", "right leg")
STAT = choices("body", "coordination", "sense", "brains", "command", "cool")
ACTION = choices("attack", "dodge", "assist", "other", "pass")
ONE_MORE = re.compile(r"(?P<skill>.+?)\s+on\s+(?P<target>.+)", re.IGNORECASE | re.DOTALL)


# -- suggestions -------------------------------------------------------------------------------------------------------


async def _sheet(interaction: Interaction) -> Sheet | None:
    """The sheet of whom the command is about, as the caller may see it."""
    found = await subject(interaction, Sheet)
    return found[2] if found else None


async def suggest_skill(interaction: Interaction, typed: str) -> Choices:
    """Complete a skill: those of the character first, with their dice, then the others of the rules."""
    sheet = await _sheet(interaction)
    own = sorted(sheet.skills, key=lambda key: -sheet.pool(key)) if sheet is not None else []
    found = [(f"{title_of(key)}: {sheet.pool(key)} dice" if sheet else title_of(key), key) for key in own]
    found += [(skill.name, key) for key, skill in SKILLS.items() if key not in own]
    wanted = typed.strip().casefold().replace("_", " ")
    fitting = [(words, value) for words, value in found if wanted in words.casefold() or wanted == value.casefold()]
    return [app_commands.Choice(name=cut(words, 100), value=value) for words, value in fitting[:25]]


async def suggest_kind(interaction: Interaction, typed: str) -> Choices:
    """Complete the type of a typed skill: those on the sheet, and those of the rules."""
    sheet = await _sheet(interaction)
    own = [key.partition("/")[2] for key in sheet.skills if "/" in key] if sheet is not None else []
    found = dict.fromkeys([*own, *(t for skill in SKILLS.values() for t in skill.types)])
    return [app_commands.Choice(name=t, value=t) for t in found if typed.strip().casefold() in t.casefold()][:25]


# -- anywhere ----------------------------------------------------------------------------------------------------------


async def thrown(interaction: Interaction, pool: int, note: str, secret: bool) -> Result:
    """A pool, thrown on the record where One-Roll is played, and else as it is."""
    client, place, asking = interaction.client, place_of(interaction), asking_of(interaction)
    table = await look(client, place, asking)
    if not isinstance(table, Refusal):
        try:
            who = active(table.state.campaign, table.viewer.user)
        except Refused:
            who = SELF
        move = RollPool(who, pool, note, secret)
        played = await play(client, place, asking, lambda _: move, interaction.id)
        if isinstance(played, Refusal):
            return played
        name = interaction.user.display_name if who == SELF else table.state.campaign.names[who].name
        return cards.pool_card(name, pool, played.entry.faces, note)
    if not 1 <= pool <= pools.MOST:
        raise Refused("RANGE", f"A pool of {pool} dice cannot be rolled.", f"1 to {pools.MOST}")
    return cards.pool_card(interaction.user.display_name, pool, client.dice.draw(pool, pools.MOST), note)


# -- fights ------------------------------------------------------------------------------------------------------------


def action_of(table: Shown, who: Id, kind: str, skill: str, target: str, call: str = "") -> tuple[Action, ...]:
    """The action that is typed; a pass is none. Help lends as many dice as the helper's rating."""
    if kind == "pass":
        return ()
    to = fighter(table, target) if target else None
    sheet: Sheet | None = table.state.sheets.get(who)
    dice = sheet.skill(skill_of(skill)) if kind == "assist" and skill and sheet is not None else 0
    return (Action(kind, skill, target=to, dice=dice, call=call),)


def also_of(table: Shown, text: str) -> tuple[Action, ...]:
    """Further actions, with commas: `dodge`, `brawl on Bruno`, or a skill alone."""
    found = []
    for part in (p.strip() for p in text.split(",")):
        if not part:
            continue
        if part.casefold() == "dodge":
            found.append(Action("dodge"))
        elif attack := ONE_MORE.fullmatch(part):
            found.append(Action("attack", attack["skill"], target=fighter(table, attack["target"])))
        else:
            found.append(Action("other", part))
    return tuple(found)


class OneRoll(commands.Cog):
    """Pools and what is done with them."""

    ore = group("ore", "One-Roll: pools, checks, fights, bodies", "oneroll", anywhere=True)

    @ore.command(description="Throw a pool of ten-sided dice, anywhere")
    @app_commands.describe(pool="How many dice", note="Shown with the result", secret="Only you and the GM see it")
    async def roll(self, interaction: Interaction, pool: int, note: str = "", secret: bool = False) -> None:
        """Throw a pool."""
        await answer(interaction, lambda: thrown(interaction, pool, note, secret), private=secret)

    @ore.command(description="Test a skill: any set succeeds, or one high enough")
    @app_commands.describe(
        skill="Which skill",
        kind="Its type, such as German",
        target="The height that is needed; any set when left out",
        stat="Another stat than the skill's own",
        bonus="Dice more or fewer",
        actions="How many things at once",
        note="What it is for",
        secret="Only you and the GM see it",
        who="Whose; your character when left out",
    )
    @app_commands.choices(stat=STAT)
    @app_commands.autocomplete(skill=suggest_skill, kind=suggest_kind, who=suggest_who)
    async def check(
        self,
        interaction: Interaction,
        skill: str,
        kind: str = "",
        target: int = 1,
        stat: Choice | None = None,
        bonus: int = 0,
        actions: int = 1,
        note: str = "",
        secret: bool = False,
        who: str | None = None,
    ) -> None:
        """Make a check."""

        def make(table: Shown) -> Check:
            return Check(table.who(who), skill, kind, target, chosen(stat), bonus, actions, note, secret)

        def secretly(played: Played) -> Card:
            return cards.result(played.caller)

        await act(interaction, make, secretly if secret else result, private=secret)

    @ore.command(description="Contest with somebody; they answer with a skill of theirs")
    @app_commands.describe(
        target="With whom",
        skill="Your skill",
        kind="Its type",
        order="Who acts first, not who wins",
        who="Whose; your character when left out",
    )
    @app_commands.autocomplete(target=suggest_who, skill=suggest_skill, kind=suggest_kind, who=suggest_who)
    async def contest(
        self,
        interaction: Interaction,
        target: str,
        skill: str,
        kind: str = "",
        order: bool = False,
        who: str | None = None,
    ) -> None:
        """Begin a contest."""
        await act(interaction, lambda t: Contest(t.who(who), t.who(target), skill, kind, order), result)

    @ore.command(description="Lend dice for somebody's next test with a skill")
    @app_commands.describe(
        target="To whom", skill="Which skill", dice="How many, up to your rating", who="Who helps; you when left out"
    )
    @app_commands.autocomplete(target=suggest_who, skill=suggest_skill, who=suggest_who)
    async def assist(
        self, interaction: Interaction, target: str, skill: str, dice: int, who: str | None = None
    ) -> None:
        """Lend dice."""
        await act(interaction, lambda t: Assist(t.who(who), t.who(target), skill, dice), result)

    @ore.command(description="What you do in this round of the fight; only you see it")
    @app_commands.describe(
        action="What",
        skill="With which skill; Brawl or Dodge when left out",
        target="Whom",
        also="More at once, such as: dodge, pistol on Bruno",
        call="The place that a shot is called at",
        who="Who; your character when left out",
    )
    @app_commands.choices(action=ACTION, call=PLACE)
    @app_commands.autocomplete(skill=suggest_skill, target=suggest_fighter, who=suggest_who)
    async def declare(
        self,
        interaction: Interaction,
        action: Choice,
        skill: str = "",
        target: str = "",
        also: str = "",
        call: Choice | None = None,
        who: str | None = None,
    ) -> None:
        """Declare."""

        def make(table: Shown) -> Declare:
            actor = table.who(who)
            actions = action_of(table, actor, action.value, skill, target, chosen(call)) + also_of(table, also)
            return Declare(actor, actions, nonce())

        await act(interaction, make, lambda played: locked_card(played, _actor(played)), private=True)

    @ore.command(description="Which set for which action, after the roll; only you see it")
    @app_commands.describe(
        set="The set, such as 3x8; several with commas, in the order of the actions",
        action="For which action: 1 is the first",
        who="Who; your character when left out",
    )
    @app_commands.autocomplete(who=suggest_who)
    async def assign(
        self, interaction: Interaction, set: str, action: int | None = None, who: str | None = None
    ) -> None:
        """Put sets on actions."""

        def make(table: Shown) -> Assign:
            sets = tuple(part.strip() for part in set.split(","))
            if action is not None:
                if not 1 <= action <= pools.ACTIONS:
                    raise Refused("RANGE", f"There is no action {action}.", f"1 to {pools.ACTIONS}")
                sets = ("",) * (action - 1) + sets
            return Assign(table.who(who), sets)

        await act(interaction, make, lambda played: after(played, _actor(played)), private=True)

    @ore.command(description="A body with its boxes")
    @app_commands.describe(who="Whose; your character's when left out", share="Show it to everybody")
    @app_commands.autocomplete(who=suggest_who)
    async def body(self, interaction: Interaction, who: str | None = None, share: bool = False) -> None:
        """Show a body."""

        def card(table: Shown) -> Card:
            i = table.who(who)
            return cards.body_card(again(table, EVERYBODY) if share else table, i)

        await view_table(interaction, card, private=not share)

    @ore.command(description="The exact chances of a pool, anywhere")
    @app_commands.describe(
        pool="How many dice", height="A height to reach", sets="How many sets", actions="How many actions at once"
    )
    async def odds(
        self,
        interaction: Interaction,
        pool: int,
        height: int | None = None,
        sets: int | None = None,
        actions: int | None = None,
    ) -> None:
        """Work odds out, beside the loop."""
        await answer(interaction, lambda: asyncio.to_thread(cards.odds_card, pool, height, sets, actions), private=True)

    @ore.command(description="Mark damage by hand")
    @app_commands.describe(
        where="Where", shock="Points of shock", killing="Points of killing", who="On whom; you when left out"
    )
    @app_commands.choices(where=PLACE)
    @app_commands.autocomplete(who=suggest_who)
    async def hurt(
        self, interaction: Interaction, where: Choice, shock: int = 0, killing: int = 0, who: str | None = None
    ) -> None:
        """Mark damage."""
        await act(interaction, lambda t: Hurt(t.who(who), where.value, shock, killing), result)

    @ore.command(description="Take marks away by hand")
    @app_commands.describe(
        where="Where; left out, shock goes from the head, the torso, then the limbs",
        shock="Points of shock",
        killing="Points of killing",
        who="Of whom; you when left out",
    )
    @app_commands.choices(where=PLACE)
    @app_commands.autocomplete(who=suggest_who)
    async def heal(
        self,
        interaction: Interaction,
        where: Choice | None = None,
        shock: int = 0,
        killing: int = 0,
        who: str | None = None,
    ) -> None:
        """Heal."""
        await act(interaction, lambda t: Heal(t.who(who), chosen(where), shock, killing), result)


def _actor(played: Played) -> Id:
    """In whose name the move was made."""
    move: Move = played.entry.move
    return move.actor


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(OneRoll())
