"""`/clan`: checks, what is done in a turn, Luck on open rolls, Features, damage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import act, view_table
from bot.asking import Interaction, asking_of, place_of
from bot.cards import clan as cards
from bot.cards.card import Card
from bot.cards.clan.sheets import features_card
from bot.looking import look
from bot.options import MOST, Choices, choices, group, subject, suggested
from bot.options import who as suggest_who
from bot.panels.clan.buying import buy_panel
from bot.panels.clan.doing import told
from bot.panels.clan.luck import roller, waiting
from bot.panels.clan.plan import weapons
from bot.shown import Shown
from bot.text import cut
from mechanics.campaign import active
from mechanics.game import Id, Refusal, Refused
from mechanics.games.clan.features import key
from mechanics.games.clan.moves import Act, Attack, Check, Heal, Hurt, Keep, KillCheck, Luck, Maneuver, Walk
from mechanics.games.clan.rulings import Rulings
from mechanics.games.clan.sheet import Sheet

if TYPE_CHECKING:
    from bot.app import MojoTable

Choice = app_commands.Choice[str]

ABILITY = choices("kick", "bad", "smart", "none")
INTENT = choices("hold", "move", "escape", "let go")


# -- suggestions -------------------------------------------------------------------------------------------------------


async def suggest_weapon(interaction: Interaction, typed: str) -> Choices:
    """Complete a weapon of the character, unarmed among them."""
    found = await subject(interaction, Sheet)
    if found is None or not (found[2].owner == found[0].viewer.user or found[0].viewer.gm):
        return []
    return suggested(weapons(found[0], found[1]), typed)


async def suggest_feature(interaction: Interaction, typed: str) -> Choices:
    """Complete a Feature that is sold, with its price."""
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if isinstance(table, Refusal) or not isinstance(table.state.rulings, Rulings):
        return []
    sold = [e for e in table.state.rulings.catalogue.values() if key(typed) in key(e.name)]
    return [app_commands.Choice(name=f"{cut(e.name, 80)}: {e.price}", value=cut(e.name, 100)) for e in sold[:MOST]]


class Clan(commands.Cog):
    """Checks, turns, Luck, Features, damage."""

    clan = group("clan", "Clan: checks, turns, Luck, Features", "clan")

    # -- rolls

    @clan.command(description="Roll a d12 and a score, perhaps against a DC")
    @app_commands.describe(
        ability="Kick, Bad or Smart Ass, or none",
        dc="To be met; no verdict when left out",
        bonus="Added to the roll, or taken off",
        luck="How much Luck goes with it: a d12 more for each",
        note="Shown with the result",
        secret="Only you and the GM see it",
        who="Whose; your character when left out",
    )
    @app_commands.choices(ability=ABILITY)
    @app_commands.autocomplete(who=suggest_who)
    async def check(
        self,
        interaction: Interaction,
        ability: Choice,
        dc: int | None = None,
        bonus: int = 0,
        luck: int = 0,
        note: str = "",
        secret: bool = False,
        who: str | None = None,
    ) -> None:
        """Make a check."""

        def make(table: Shown) -> Check:
            return Check(table.who(who), ability.value, dc, bonus, luck, note, secret)

        if secret:
            await act(interaction, make, lambda played: cards.result(played.caller), private=True)
        else:
            await act(interaction, make, told)

    @clan.command(description="Attack somebody")
    @app_commands.describe(
        target="Whom",
        feet="How far away they are; a d4 off for each ten feet",
        luck="How much Luck goes with it",
        who="Who attacks; your character when left out",
        weapon="With what; the first weapon when left out",
    )
    @app_commands.rename(weapon="with")
    @app_commands.autocomplete(target=suggest_who, weapon=suggest_weapon, who=suggest_who)
    async def attack(
        self,
        interaction: Interaction,
        target: str,
        weapon: str = "",
        feet: int = 0,
        luck: int = 0,
        who: str | None = None,
    ) -> None:
        """Attack."""
        await act(interaction, lambda table: Attack(table.who(who), table.who(target), weapon, feet, luck), told)

    @clan.command(description="Hold, push or pull somebody, get free, let go")
    @app_commands.describe(
        intent="What is tried", target="Whom", luck="How much Luck goes with it", who="Who; your character"
    )
    @app_commands.choices(intent=INTENT)
    @app_commands.autocomplete(target=suggest_who, who=suggest_who)
    async def maneuver(
        self, interaction: Interaction, intent: Choice, target: str, luck: int = 0, who: str | None = None
    ) -> None:
        """Try a maneuver."""
        await act(interaction, lambda table: Maneuver(table.who(who), intent.value, table.who(target), luck), told)

    @clan.command(description="Kill somebody who is unconscious")
    @app_commands.describe(
        target="Whom",
        luck="How much Luck goes with it",
        who="Who; your character when left out",
        weapon="With what; the first weapon when left out",
    )
    @app_commands.rename(weapon="with")
    @app_commands.autocomplete(target=suggest_who, weapon=suggest_weapon, who=suggest_who)
    async def kill(
        self, interaction: Interaction, target: str, weapon: str = "", luck: int = 0, who: str | None = None
    ) -> None:
        """Make a Kill Check."""
        await act(interaction, lambda table: KillCheck(table.who(who), table.who(target), weapon, luck), told)

    # -- other actions

    @clan.command(description="Move, for one action")
    @app_commands.describe(who="Who; your character when left out")
    @app_commands.autocomplete(who=suggest_who)
    async def move(self, interaction: Interaction, who: str | None = None) -> None:
        """Move."""
        await act(interaction, lambda table: Walk(table.who(who)), told)

    @clan.command(description="Do anything else in your turn")
    @app_commands.describe(what="What is done", cost="How many actions it takes; 1 when left out", who="Who")
    @app_commands.autocomplete(who=suggest_who)
    async def act(self, interaction: Interaction, what: str, cost: int = 1, who: str | None = None) -> None:
        """Do something else."""
        await act(interaction, lambda table: Act(table.who(who), what, cost), told)

    # -- Luck

    @clan.command(description="Use Luck on your open roll, or on the turn order")
    @app_commands.describe(count="How much: a d12 more for each")
    async def luck(self, interaction: Interaction, count: int) -> None:
        """Use Luck."""
        await act(interaction, lambda table: Luck(roller(table), count), told)

    @clan.command(description="Keep your open roll as it is")
    async def keep(self, interaction: Interaction) -> None:
        """Keep a roll."""

        def make(table: Shown) -> Keep:
            p = waiting(table)
            return Keep(roller(table), p.id, p.rev)

        await act(interaction, make, told)

    # -- Features

    @clan.command(description="The Features that are sold, with their prices")
    async def features(self, interaction: Interaction) -> None:
        """Show the list."""

        def card(table: Shown) -> Card:
            try:
                who: Id | None = active(table.state.campaign, table.viewer.user)
            except Refused:
                who = None
            return features_card(table, who)

        await view_table(interaction, card)

    @clan.command(description="Buy a Feature: the price first")
    @app_commands.describe(feature="Which one", who="Who; your character when left out")
    @app_commands.autocomplete(feature=suggest_feature, who=suggest_who)
    async def buy(self, interaction: Interaction, feature: str, who: str | None = None) -> None:
        """Show the price, to be confirmed."""
        await view_table(interaction, lambda table: buy_panel(table, table.who(who), feature or "-"))

    # -- by hand

    @clan.command(description="Mark damage (GM; owners where the table lets them)")
    @app_commands.describe(amount="Hit points lost", who="Whose; your character when left out")
    @app_commands.autocomplete(who=suggest_who)
    async def hurt(self, interaction: Interaction, amount: int, who: str | None = None) -> None:
        """Mark damage."""
        await act(interaction, lambda table: Hurt(table.who(who), amount), told)

    @clan.command(description="Mark healing (GM; owners where the table lets them)")
    @app_commands.describe(amount="Hit points back", who="Whose; your character when left out")
    @app_commands.autocomplete(who=suggest_who)
    async def heal(self, interaction: Interaction, amount: int, who: str | None = None) -> None:
        """Mark healing."""
        await act(interaction, lambda table: Heal(table.who(who), amount), told)


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Clan())
