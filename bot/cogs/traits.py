"""`/traits`: challenges and their answers, burning, steps, buying, damage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import act, view_table
from bot.asking import Interaction
from bot.cards import traits as cards
from bot.cards.card import Card
from bot.options import Choices, choices, group, subject, suggested
from bot.options import who as suggest_who
from bot.panels.traits.buying import buy_panel, for_sale
from bot.panels.traits.challenge import commit, told
from bot.shown import Shown
from mechanics.campaign import active
from mechanics.game import Id, Refused
from mechanics.games.traits.moves import Burn, Challenge, Defend, Heal, Hurt, Walk
from mechanics.games.traits.pending import Challenged
from mechanics.games.traits.sheet import Sheet

if TYPE_CHECKING:
    from bot.app import MojoTable

Choice = app_commands.Choice[str]

TRAIT = choices("physical", "mental", "social")
KIND = choices("body", "projectile", "other")


async def suggest_ability(interaction: Interaction, typed: str) -> Choices:
    """Complete an ability that the character owns, of disciplines only for who may see them."""
    found = await subject(interaction, Sheet)
    if found is None:
        return []
    sheet = found[2]
    known = cards.known_disciplines(sheet)
    return suggested([a.name for a in sheet.abilities] + [x.name for x in (known.learnt if known else ())], typed)


async def suggest_purchase(interaction: Interaction, typed: str) -> Choices:
    """Complete what the character may buy: nothing of a list that is not open to it."""
    found = await subject(interaction, Sheet)
    return suggested(for_sale(*found[:2]), typed) if found is not None else []


class Traits(commands.Cog):
    """Challenges, burning, steps, buying, damage."""

    traits = group("traits", "Traits: challenges, burning, steps, buying", "traits")

    @traits.command(description="Challenge somebody; they answer before anything is shown")
    @app_commands.describe(
        trait="On which trait",
        target="Whom",
        ability="What you add; one, unless a power allows more",
        burn="Burn a point to double the trait",
        damage="What a won attack does; that of the ability when left out",
        kind="Close, ranged, or neither; follows from the ability when left out",
        who="Who challenges; your character when left out",
    )
    @app_commands.choices(trait=TRAIT, kind=KIND)
    @app_commands.autocomplete(target=suggest_who, ability=suggest_ability, who=suggest_who)
    async def challenge(
        self,
        interaction: Interaction,
        trait: Choice,
        target: str,
        ability: str = "",
        burn: bool = False,
        damage: int | None = None,
        kind: Choice | None = None,
        who: str | None = None,
    ) -> None:
        """Challenge."""
        what = kind.value if kind is not None else ""

        def make(table: Shown) -> Challenge:
            return Challenge(table.who(who), table.who(target), trait.value, ability, burn, damage, what)

        await commit(interaction, make)

    @traits.command(description="Answer a challenge: then both sides are shown")
    @app_commands.describe(
        ability="What you add", burn="Burn a point to double the trait", who="Who defends; whoever it waits for"
    )
    @app_commands.autocomplete(ability=suggest_ability, who=suggest_who)
    async def defend(
        self, interaction: Interaction, ability: str = "", burn: bool = False, who: str | None = None
    ) -> None:
        """Defend."""

        def make(table: Shown) -> Defend:
            target = table.who(who) if who else _challenged(table)
            newest = [p for p in table.state.scene.pending.values() if _waits_for(p.what, target)]
            if not newest:
                return Defend(target, ability, burn)
            return Defend(target, ability, burn, newest[-1].id, newest[-1].rev)

        await commit(interaction, make)

    @traits.command(description="Burn points as the price of a power; nothing is doubled")
    @app_commands.describe(trait="Which trait", points="How many", who="Whose; your character when left out")
    @app_commands.choices(trait=TRAIT)
    @app_commands.autocomplete(who=suggest_who)
    async def burn(self, interaction: Interaction, trait: Choice, points: int, who: str | None = None) -> None:
        """Burn points."""
        await act(interaction, lambda table: Burn(table.who(who), trait.value, points), told)

    @traits.command(description="Take steps in your turn of a fight")
    @app_commands.describe(steps="How many", who="Who; your character when left out")
    @app_commands.autocomplete(who=suggest_who)
    async def move(self, interaction: Interaction, steps: int, who: str | None = None) -> None:
        """Take steps."""
        await act(interaction, lambda table: Walk(table.who(who), steps), told)

    @traits.command(description="Buy a trait level or an ability: the price first")
    @app_commands.describe(
        what="A trait or an ability", to="Up to which level; the next when left out", who="Who; your character"
    )
    @app_commands.autocomplete(what=suggest_purchase, who=suggest_who)
    async def buy(self, interaction: Interaction, what: str, to: int | None = None, who: str | None = None) -> None:
        """Show the price, to be confirmed."""
        await view_table(interaction, lambda table: buy_panel(table, table.who(who), what or "-", to))

    @traits.command(description="The general list, and the disciplines that are open to you")
    async def abilities(self, interaction: Interaction) -> None:
        """Show the lists."""

        def card(table: Shown) -> Card:
            try:
                who = active(table.state.campaign, table.viewer.user)
            except Refused:
                who = None
            return cards.abilities_card(table, who)

        await view_table(interaction, card)

    @traits.command(description="Mark damage (GM; owners where the table lets them)")
    @app_commands.describe(amount="Hit points lost", who="Whose; your character when left out")
    @app_commands.autocomplete(who=suggest_who)
    async def hurt(self, interaction: Interaction, amount: int, who: str | None = None) -> None:
        """Mark damage."""
        await act(interaction, lambda table: Hurt(table.who(who), amount), told)

    @traits.command(description="Mark healing (GM; owners where the table lets them)")
    @app_commands.describe(amount="Hit points back", who="Whose; your character when left out")
    @app_commands.autocomplete(who=suggest_who)
    async def heal(self, interaction: Interaction, amount: int, who: str | None = None) -> None:
        """Mark healing."""
        await act(interaction, lambda table: Heal(table.who(who), amount), told)


def _waits_for(what: object, target: Id) -> bool:
    return isinstance(what, Challenged) and what.target == target


def _challenged(table: Shown) -> Id:
    """Whom the newest challenge waits for that the caller may answer; else the character they play."""
    names = table.state.campaign.names
    waiting = [p.what for p in table.state.scene.pending.values() if isinstance(p.what, Challenged)]
    own = [w.target for w in waiting if w.target in names and names[w.target].owner == table.viewer.user]
    if own:
        return own[-1]
    return waiting[-1].target if waiting and table.viewer.gm else table.who(None)


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Traits())
