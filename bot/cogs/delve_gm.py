"""`/delve-gm`: what a GM of Delve asks, plays, gives and decrees."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.asking import Interaction
from bot.cogs.combat import fighter, suggest_fighter
from bot.cogs.delve import DIFFICULTY, SIX, Choice, play
from bot.options import choices, chosen, group
from bot.options import who as suggest_who
from bot.options import whom as suggest_whom
from bot.shown import Shown
from mechanics.game import CHAIR, Move, Refused
from mechanics.games.delve import moves as m

if TYPE_CHECKING:
    from bot.app import MojoTable

KIND = choices("melee weapon", "ranged weapon", "armor", "ration", "spell", "treasure", "gear")
USES = choices("free", "session", "single")
SEVERAL = re.compile(r"(?P<count>[0-9]{1,2}) ?x (?P<thing>.+)", re.IGNORECASE)
"""Several of one thing."""
RETAINER = re.compile(r".*\S\s+[0-9]{1,3}\s.*\blife\s+[0-9]{1,3}\b.*", re.IGNORECASE)
"""A stat line in place of a thing: a retainer is hired for the coins that are taken."""
SHADOW = "shadow"
"""What a living shadow fled with, in place of a thing: it is given back."""


def award_of(table: Shown, who: str, coins: int, item: str, kind: str, uses: str) -> Move:
    """Coins and things, several as `3x ration`; a stat line with Life hires, `shadow` gives back what one took."""
    if not kind and RETAINER.fullmatch(item):
        if coins > 0:
            raise Refused("RANGE", "A retainer costs coins.", "coins: the price below 0, such as -60")
        return m.Hire(who=table.who(who), line=item, price=-coins)
    if not kind and item.strip().casefold() == SHADOW and not coins:
        return m.GiveBack(who=table.who(who))
    several = SEVERAL.fullmatch(item.strip())
    count, thing = (int(several["count"]), several["thing"]) if several else (1, item)
    return m.Award(CHAIR, table.whom(who), coins, thing, kind, uses or "free", count)


class DelveGm(commands.Cog):
    """The GM's commands."""

    gm = group("delve-gm", "Delve: what the GM asks, plays and gives", "delve")

    @gm.command(description="Ask named people for a roll; they press Roll (GM)")
    @app_commands.describe(
        who="Whom; several with commas, or all",
        ability="Which ability",
        difficulty="How hard; moderate when nothing is said",
        tn="The number to beat instead",
        note="What it is for",
    )
    @app_commands.choices(ability=SIX, difficulty=DIFFICULTY)
    @app_commands.autocomplete(who=suggest_whom)
    async def ask(
        self,
        interaction: Interaction,
        who: str,
        ability: Choice,
        difficulty: Choice | None = None,
        tn: int | None = None,
        note: str = "",
    ) -> None:
        """Ask."""
        await play(interaction, lambda t: m.Ask(CHAIR, t.whom(who), ability.value, chosen(difficulty), tn, note))

    @gm.command(description="An enemy attacks; its target presses Defend (GM)")
    @app_commands.describe(enemy="Which enemy", target="Whom", magic="By magic: Counterspell may answer it")
    @app_commands.autocomplete(enemy=suggest_fighter, target=suggest_fighter)
    async def attack(self, interaction: Interaction, enemy: str, target: str, magic: bool = False) -> None:
        """Attack with an enemy."""

        def make(table: Shown) -> Move:
            if not table.viewer.gm:
                raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
            return m.Attack(fighter(table, enemy), fighter(table, target), magic=magic)

        await play(interaction, make)

    @gm.command(description="Give coins or a thing, or hire a retainer (GM)")
    @app_commands.describe(
        who="To whom; several with commas, or all",
        coins="How many; below 0 takes some",
        item="A thing, potion (1d6), 3x ration; or a retainer, guard 1 life 4; or shadow: it gives back",
        kind="What kind of thing",
        uses="How often it can be used",
    )
    @app_commands.choices(kind=KIND, uses=USES)
    @app_commands.autocomplete(who=suggest_whom)
    async def award(
        self,
        interaction: Interaction,
        who: str,
        coins: int = 0,
        item: str = "",
        kind: Choice | None = None,
        uses: Choice | None = None,
    ) -> None:
        """Give."""
        await play(interaction, lambda t: award_of(t, who, coins, item, chosen(kind), chosen(uses)))

    @gm.command(description="Somebody takes a wound: an ability goes down by 1 (GM)")
    @app_commands.describe(who="Whom")
    @app_commands.autocomplete(who=suggest_who)
    async def wound(self, interaction: Interaction, who: str) -> None:
        """Wound."""
        await play(interaction, lambda t: m.Wound(who=t.who(who)))

    @gm.command(description="Somebody dies (GM)")
    @app_commands.describe(who="Whom")
    @app_commands.autocomplete(who=suggest_who)
    async def kill(self, interaction: Interaction, who: str) -> None:
        """Kill."""
        await play(interaction, lambda t: m.Kill(who=fighter(t, who)))

    @gm.command(description="Somebody is brought back, with Life 1 (GM)")
    @app_commands.describe(who="Whom")
    @app_commands.autocomplete(who=suggest_who)
    async def revive(self, interaction: Interaction, who: str) -> None:
        """Revive."""
        await play(interaction, lambda t: m.Revive(who=fighter(t, who)))

    @gm.command(description="Outside a fight a turn passes: clocks run (GM)")
    async def tick(self, interaction: Interaction) -> None:
        """Let a turn pass."""
        await play(interaction, lambda _: m.Tick())

    @gm.command(description="Your word on a feat or a miscast that waits (GM)")
    @app_commands.describe(tn="What the feat has to beat", no="Not possible; nothing comes of it")
    async def decide(self, interaction: Interaction, tn: int | None = None, no: bool = False) -> None:
        """Decide."""
        await play(interaction, lambda _: m.Decide(tn=tn, no=no))


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(DelveGm())
