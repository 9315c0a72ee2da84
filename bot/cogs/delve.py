"""`/delve`: rolls and Luck, what is done in a fight, spells, things, rest, levels."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.action import Answer, Played, act, view_table
from bot.asking import Interaction
from bot.cards import delve as cards
from bot.cards.card import Card
from bot.cards.delve.waiting import weapons
from bot.cogs.combat import fighter, suggest_fighter
from bot.options import Choices, choices, chosen, group, subject, suggested
from bot.options import who as suggest_who
from bot.panels.delve import deeds
from bot.panels.delve.turn import told
from bot.shown import Shown
from mechanics.campaign import active, fold
from mechanics.game import Id, Move, Refused
from mechanics.games.delve import moves as m
from mechanics.games.delve.pending import Defence, Roll
from mechanics.games.delve.sheet import Sheet
from mechanics.games.delve.spells import CURES, ELEMENTS, NAMES

if TYPE_CHECKING:
    from bot.app import MojoTable

Choice = app_commands.Choice[str]

SIX = choices("str", "con", "dex", "int", "wis", "cha")
DIFFICULTY = choices("easy", "moderate", "challenging", "difficult")
DISMISS = "dismiss"
"""What is chosen for a demon that is to go."""


# -- suggestions -------------------------------------------------------------------------------------------------------


async def _sheet(interaction: Interaction) -> Sheet | None:
    """The sheet of whom the command is about, for who may see all of it."""
    found = await subject(interaction, Sheet)
    return found[2] if found and (found[2].owner == found[0].viewer.user or found[0].viewer.gm) else None


async def suggest_weapon(interaction: Interaction, typed: str) -> Choices:
    """Complete a weapon carried; bare hands are always there."""
    it = await _sheet(interaction)
    return suggested(weapons(it), typed) if it is not None and it.abilities else []


async def suggest_spell(interaction: Interaction, typed: str) -> Choices:
    """Complete a spell that is carried."""
    it = await _sheet(interaction)
    return suggested((x.spell for x in it.items if x.spell), typed) if it is not None else []


async def suggest_any_spell(interaction: Interaction, typed: str) -> Choices:
    """Complete one of the twenty."""
    return suggested(NAMES.values(), typed)


async def suggest_item(interaction: Interaction, typed: str) -> Choices:
    """Complete a thing carried."""
    it = await _sheet(interaction)
    return suggested((x.name for x in it.items), typed) if it is not None else []


async def suggest_choice(interaction: Interaction, typed: str) -> Choices:
    """Complete what a spell needs: an element, what a touch does, how a finger's damage is shared."""
    return suggested((*ELEMENTS, *CURES, "split", DISMISS), typed)


# -- what waits --------------------------------------------------------------------------------------------------------


def newest(table: Shown, kind: type[Any], who: str | None = None) -> tuple[Id, int | None, int | None]:
    """For whom a decision of this kind waits that the caller may answer, its id and version; else their character."""
    names, found = table.state.campaign.names, list(table.state.scene.pending.values())
    waits = [p for p in found if isinstance(p.what, kind)]
    if who:
        wanted = table.who(who)
        waits = [p for p in waits if p.what.who == wanted]
        return (wanted, waits[-1].id, waits[-1].rev) if waits else (wanted, None, None)
    own = [p for p in waits if p.what.who in names and names[p.what.who].owner == table.viewer.user]
    if p := next(iter(reversed(own or (waits if table.viewer.gm else []))), None):
        return p.what.who, p.id, p.rev
    if waits and not own:  # somebody else's: the rules say whose
        return waits[-1].what.who, waits[-1].id, waits[-1].rev
    return table.who(None), None, None


def aimed_at(table: Shown, text: str) -> tuple[Id, ...]:
    """Targets with commas, those of the fight first; ranges such as `Rat 1-8`, `all`."""
    found: list[Id] = []
    for part in text.split(",") if text.replace(",", "").strip() else [text]:
        try:
            found.append(fighter(table, part.strip()))
        except Refused:
            found += table.whom(part.strip())
    return tuple(found)


def cast_of(table: Shown, who: Id, spell: str, target: str, choice: str, plus5: bool) -> Move:
    """A try at a spell; a demon that is named as its target is told something instead: `dismiss`, or what it does."""
    targets = aimed_at(table, target) if target else ()
    if len(targets) == 1 and targets[0] in deeds.demons(table) and fold(spell) == fold("Summon demon"):
        go = fold(choice) == DISMISS
        return m.Command(who, targets[0], "" if go else choice, go, plus5)
    return m.Cast(who, spell, targets, choice, plus5)


async def play(interaction: Interaction, make: Callable[[Shown], Move]) -> None:
    """Make a move and show what came of it to everybody who may know of it."""
    await act(interaction, make, told)


class Delve(commands.Cog):
    """What players do."""

    delve = group("delve", "Delve: rolls and Luck, fights, spells, things", "delve")

    @delve.command(description="An ability roll: d20 and ability must beat a number")
    @app_commands.describe(
        ability="Which ability",
        difficulty="How hard; moderate when nothing is said",
        tn="The number to beat instead",
        bonus="Added to the roll",
        plus5="Put 1 Luck into it: 5 more",
        note="What it is for",
        secret="Only you and the GM see it",
        who="Who rolls; your character when left out",
    )
    @app_commands.choices(ability=SIX, difficulty=DIFFICULTY)
    @app_commands.autocomplete(who=suggest_who)
    async def check(
        self,
        interaction: Interaction,
        ability: Choice,
        difficulty: Choice | None = None,
        tn: int | None = None,
        bonus: int = 0,
        plus5: bool = False,
        note: str = "",
        secret: bool = False,
        who: str | None = None,
    ) -> None:
        """Roll."""

        def make(table: Shown) -> Move:
            i = table.who(who)
            return m.Check(i, ability.value, chosen(difficulty), tn, bonus, plus5, note, secret)

        async def card(played: Played) -> Card:
            return await asyncio.to_thread(cards.result, played.caller if secret else played.everybody)

        await act(interaction, make, card, private=secret)

    @delve.command(description="Attack an enemy in your side's turn")
    @app_commands.describe(target="Whom", plus5="Put 1 Luck into it: 5 more", who="Who attacks; your character")
    @app_commands.describe(weapon="With what; your first whole weapon when left out")
    @app_commands.rename(weapon="with")
    @app_commands.autocomplete(target=suggest_fighter, weapon=suggest_weapon, who=suggest_who)
    async def attack(
        self, interaction: Interaction, target: str, weapon: str = "", plus5: bool = False, who: str | None = None
    ) -> None:
        """Attack."""
        await play(interaction, lambda t: m.Attack(t.who(who), fighter(t, target), weapon, plus5))

    @delve.command(description="Defend against the attack that waits")
    @app_commands.describe(plus5="Put 1 Luck into it: 5 more", who="Who defends; whoever it waits for")
    @app_commands.autocomplete(who=suggest_who)
    async def defend(self, interaction: Interaction, plus5: bool = False, who: str | None = None) -> None:
        """Defend."""

        def make(table: Shown) -> Move:
            i, pending, rev = newest(table, Defence, who)
            return m.Defend(i, plus5, pending, rev)

        await play(interaction, make)

    @delve.command(description="Try a spell out of a thing you carry; tell a demon what to do")
    @app_commands.describe(
        spell="Which one, or the thing that holds it",
        target="At whom; several with commas",
        choice="Element; heal, poison, curse; points each; rounds dead; split; a place; a demon's task",
        plus5="Put 1 Luck into it: 5 more",
        who="Who casts; your character when left out",
    )
    @app_commands.autocomplete(spell=suggest_spell, target=suggest_fighter, choice=suggest_choice, who=suggest_who)
    async def cast(
        self,
        interaction: Interaction,
        spell: str,
        target: str = "",
        choice: str = "",
        plus5: bool = False,
        who: str | None = None,
    ) -> None:
        """Cast."""
        await play(interaction, lambda t: cast_of(t, t.who(who), spell, target, choice, plus5))

    @delve.command(description="Dare something; the GM says against what")
    @app_commands.describe(what="What you dare", ability="With which ability", who="Who; your character when left out")
    @app_commands.choices(ability=SIX)
    @app_commands.autocomplete(who=suggest_who)
    async def feat(
        self, interaction: Interaction, what: str, ability: Choice | None = None, who: str | None = None
    ) -> None:
        """Dare."""
        await play(interaction, lambda t: m.Feat(t.who(who), what, chosen(ability)))

    @delve.command(description="Walk in your side's turn")
    @app_commands.describe(feet="How far, in feet", who="Who; your character when left out")
    @app_commands.autocomplete(who=suggest_who)
    async def move(self, interaction: Interaction, feet: int, who: str | None = None) -> None:
        """Walk."""
        await play(interaction, lambda t: m.Walk(t.who(who), feet))

    @delve.command(description="The action for 25 feet more")
    @app_commands.describe(who="Who; your character when left out")
    @app_commands.autocomplete(who=suggest_who)
    async def dash(self, interaction: Interaction, who: str | None = None) -> None:
        """Dash."""
        await play(interaction, lambda t: m.Dash(t.who(who)))

    @delve.command(description="Use a thing you carry")
    @app_commands.describe(item="Which one", target="On whom; yourself when left out", who="Who; your character")
    @app_commands.autocomplete(item=suggest_item, target=suggest_who, who=suggest_who)
    async def use(self, interaction: Interaction, item: str, target: str | None = None, who: str | None = None) -> None:
        """Use a thing."""
        await play(interaction, lambda t: m.UseItem(t.who(who), item, fighter(t, target) if target else None))

    @delve.command(description="First aid for somebody dying")
    @app_commands.describe(target="For whom", who="Who helps; your character when left out")
    @app_commands.autocomplete(target=suggest_who, who=suggest_who)
    async def aid(self, interaction: Interaction, target: str, who: str | None = None) -> None:
        """Help."""
        await play(interaction, lambda t: m.Aid(t.who(who), fighter(t, target)))

    @delve.command(description="Spend 1 Luck")
    @app_commands.describe(on="On what", item="Which spent thing can be used again")
    @app_commands.rename(on="for")
    @app_commands.choices(on=choices("reroll", "+5", "action", "move", "item"))
    @app_commands.autocomplete(item=suggest_item)
    async def luck(self, interaction: Interaction, on: Choice, item: str = "") -> None:
        """Spend Luck."""

        def make(table: Shown) -> Move:
            if on.value in ("reroll", "+5"):
                i, pending, rev = newest(table, Roll)
                return (m.Reroll if on.value == "reroll" else m.Plus5)(i, pending, rev)
            return m.SpendLuck(table.who(None), on.value, item)

        await play(interaction, make)

    @delve.command(description="Let your failed roll stand")
    async def accept(self, interaction: Interaction) -> None:
        """Accept."""

        def make(table: Shown) -> Move:
            return m.Accept(*newest(table, Roll))

        await play(interaction, make)

    @delve.command(description="Your ten slots; drop or give a thing")
    @app_commands.describe(doing="What to do; list when left out", item="Which thing", target="To whom", who="Whose")
    @app_commands.rename(doing="act")
    @app_commands.choices(doing=choices("list", "drop", "give"))
    @app_commands.autocomplete(item=suggest_item, target=suggest_who, who=suggest_who)
    async def gear(
        self,
        interaction: Interaction,
        doing: Choice | None = None,
        item: str = "",
        target: str | None = None,
        who: str | None = None,
    ) -> None:
        """List, drop or give."""
        what = chosen(doing) or "list"
        if what == "list":
            await view_table(interaction, lambda table: own_gear(table, table.who(who)))
        elif what == "drop":
            move = lambda t: m.DropItem(t.who(who), item)  # noqa: E731
            await act(interaction, move, lambda played: cards.result(played.caller), private=True)
        else:
            await play(interaction, lambda t: m.GiveItem(t.who(who), item, _taker(t, target)))

    @delve.command(description="A safe night and a ration: 1 Life back")
    @app_commands.describe(who="Who rests; your character when left out")
    @app_commands.autocomplete(who=suggest_who)
    async def rest(self, interaction: Interaction, who: str | None = None) -> None:
        """Rest."""
        await play(interaction, lambda t: m.Rest(t.who(who)))

    @delve.command(description="Buy the next level")
    @app_commands.describe(ability="Which ability gains a point", who="Who; your character when left out")
    @app_commands.choices(ability=SIX)
    @app_commands.autocomplete(who=suggest_who)
    async def buy(self, interaction: Interaction, ability: Choice, who: str | None = None) -> None:
        """Level up."""
        await play(interaction, lambda t: m.Buy(t.who(who), ability.value))

    @delve.command(description="The twenty spells with their numbers")
    @app_commands.describe(spell="One of them at all levels")
    @app_commands.autocomplete(spell=suggest_any_spell)
    async def spells(self, interaction: Interaction, spell: str = "") -> None:
        """List the spells."""

        def card(table: Shown) -> Card:
            try:
                level = table.state.sheets[active(table.state.campaign, table.viewer.user)].level
            except Refused:
                level = 1
            return cards.spell_card(spell, level) if spell.strip() else cards.spells_card(level)

        await view_table(interaction, card)

    @delve.command(description="Mark damage (GM; owners where the table lets them)")
    @app_commands.describe(amount="Life lost", who="Whose; your character when left out")
    @app_commands.autocomplete(who=suggest_who)
    async def hurt(self, interaction: Interaction, amount: int, who: str | None = None) -> None:
        """Mark damage."""
        await play(interaction, lambda t: m.Hurt(t.who(who), amount))

    @delve.command(description="Mark healing (GM; owners where the table lets them)")
    @app_commands.describe(amount="Life back", who="Whose; your character when left out")
    @app_commands.autocomplete(who=suggest_who)
    async def heal(self, interaction: Interaction, amount: int, who: str | None = None) -> None:
        """Mark healing."""
        await play(interaction, lambda t: m.Heal(t.who(who), amount))


def own_gear(table: Shown, who: Id) -> Card | Answer:
    """What is carried, for its owner and GMs."""
    it = cards.gone(table, who)
    if it.owner != table.viewer.user and not table.viewer.gm:
        raise Refused("not-yours", f"What {it.name} carries is not yours to see.", "/character list shows yours")
    return cards.gear_card(table, who)


def _taker(table: Shown, target: str | None) -> Id:
    if not target:
        raise Refused("UNKNOWN", "Nobody is named who gets it.", "target: another character")
    return fighter(table, target)


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Delve())
