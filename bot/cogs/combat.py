"""`/combat`: fights, from their gathering to their end. Registered once a game that is offered has fights."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.action import Answer, Played, Result, act, answer, play, view_table
from bot.asking import Interaction, asking_of, no_campaign, place_of
from bot.cards.card import Card
from bot.cards.fight import fight_of, more_card, old_copy, over_card, players_up
from bot.cards.games import cards_of, story_of
from bot.cards.result import result_card
from bot.cogs.creature import library, suggest_creature
from bot.live import fight_now, link
from bot.looking import look
from bot.options import Choices, choices, group
from bot.options import who as suggest_who
from bot.panels.games import chair_panel, turn_panel
from bot.panels.play import panel
from bot.press import press
from bot.shown import EVERYBODY, Shown, again
from bot.text import cut
from bot.turns import turn_told
from mechanics.campaign import active, find, fold, label
from mechanics.facts import name_of
from mechanics.game import CHAIR, Id, Move, Refusal, Refused
from mechanics.games.all import GAMES
from mechanics.tracking import (
    AddToFight,
    BackTurn,
    BeginFight,
    EndFight,
    Hide,
    JoinFight,
    NextTurn,
    RemoveFromFight,
    Reorder,
    Reveal,
    SetEffect,
    StartFight,
)

if TYPE_CHECKING:
    from bot.app import MojoTable

Make = Callable[[Shown], Move]
Choice = app_commands.Choice[str]


# -- whom a text means -------------------------------------------------------------------------------------------------


def fighter(table: Shown, text: str) -> Id:
    """Whom of the fight here a typed text means (an id, a name, `Zoë (player1)`), else whom of the campaign."""
    fight, campaign = table.state.scene.fight, table.state.campaign
    seated = [i for i in fight.seats if i in campaign.names] if fight is not None else []
    hits = [i for i in seated if text == i]
    hits = hits or [i for i in seated if fold(text) in (fold(campaign.names[i].name), fold(label(campaign, i)))]
    return hits[0] if len(hits) == 1 else find(campaign, table.viewer, text)


def fighters(table: Shown, text: str) -> tuple[Id, ...]:
    """Several, separated by commas."""
    named = [part for part in (p.strip() for p in text.split(",")) if part]
    if not named:
        raise Refused("unknown", "No name was given.", "names separated by commas")
    return tuple(fighter(table, name) for name in named)


def mine(table: Shown) -> Id | None:
    """The viewer's own fighter: who is up, else the one they play, else any of theirs."""
    fight, names = table.state.scene.fight, table.state.campaign.names
    seats = list(fight.seats) if fight is not None else []
    theirs = [i for i in seats if i in names and names[i].owner == table.viewer.user]
    if up := [i for i in theirs if fight is not None and i in fight.now]:
        return up[0]
    try:
        played = active(table.state.campaign, table.viewer.user)
    except Refused:
        played = None
    return played if played in theirs else next(iter(theirs), None)


def next_turn(table: Shown, turn: int | None = None) -> NextTurn:
    """A GM passes on for all who are up, a player for their own fighter."""
    if table.viewer.gm:
        return NextTurn(actor=CHAIR, turn=turn)
    fight = fight_of(table)
    actor = mine(table) or next(iter(fight.now or fight.seats), None)
    if actor is None:
        raise Refused("not-gm", "Only who is up, or a GM, may do that.", "/combat status shows who is up")
    return NextTurn(actor=actor, turn=turn)


async def suggest_fighter(interaction: Interaction, typed: str) -> Choices:
    """Complete the last of several fighters of the fight here, as the caller may see them."""
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if isinstance(table, Refusal) or table.state.scene.fight is None:
        return []
    *before, last = typed.split(",")
    head = "".join(f"{part.strip()}, " for part in before)
    campaign = table.state.campaign
    names = [
        campaign.names[i].name if campaign.names[i].owner in (CHAIR, table.viewer.user) else label(campaign, i)
        for i in table.state.scene.fight.seats
        if i in campaign.names
    ]
    found = [head + name for name in dict.fromkeys(names) if fold(last) in fold(name)]
    return [app_commands.Choice(name=text, value=text) for text in found if len(text) <= 100][:25]


def creature_or_line(table: Shown, what: str, count: int, hidden: bool, side: str) -> AddToFight:
    """A creature of the library, or else a stat line in the game's words."""
    if not table.viewer.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    for i, name in library(table).items():
        if what == i or fold(what) == fold(name):
            return AddToFight(actor=CHAIR, who=(i,), count=count, hidden=hidden, side=side)
    if not any(letter.isdigit() for letter in what):
        example = cards_of(table.game.key).stat_line()
        raise Refused("unknown", f"There is no creature called {cut(what, 40)}.", f"/creature list, or as {example}")
    return AddToFight(actor=CHAIR, what=what, count=count, hidden=hidden, side=side)


# -- answers -----------------------------------------------------------------------------------------------------------


def told(played: Played) -> Result:
    """What the channel may know of it; what nobody else may know is for the caller alone."""
    if played.everybody.facts:
        return result_card(played.everybody)
    return Answer(result_card(played.caller), private=True)


async def _tracker(interaction: Interaction, played: Played) -> Answer:
    """The live card, and beside it whose turn it is, which notifies them."""
    card = await fight_now(interaction.client, played.everybody)
    turn = await turn_told(interaction.guild, played, tell=story_of(played.game.key) is None)
    shown = played.everybody
    creatures = shown.state.scene.fight is not None and shown.state.scene.fight.now and not players_up(shown)
    worth = turn is not None and (turn.pings or turn.lines or creatures)
    return Answer(card, turn if worth else None)


async def _turn(interaction: Interaction, played: Played) -> Result:
    """Whose turn it is now; where the live card is out of reach, that card anew."""
    place = place_of(interaction)
    async with interaction.client.store.read() as unit:
        posted = await unit.live.get(played.campaign, place.channel, "fight")
    if posted is None:
        return await _tracker(interaction, played)
    turn = await turn_told(interaction.guild, played, tell=True)
    return turn if turn is not None else told(played)


class Combat(commands.Cog):
    """Fights."""

    combat = group("combat", "Fights: gather, take turns, end")

    @combat.command(description="A fight gathers here (GM)")
    @app_commands.describe(surprise="Who is surprised")
    @app_commands.choices(surprise=choices("nobody", "players", "creatures"))
    async def start(self, interaction: Interaction, surprise: Choice | None = None) -> None:
        """Start a fight; its card keeps itself fresh."""
        move = StartFight(actor=CHAIR, surprise=surprise.value if surprise else "nobody")

        async def card(played: Played) -> Result:
            before = over_card(played.everybody)
            await interaction.client.live.leave(played.campaign, played.place.channel, "fight", before)
            return await fight_now(interaction.client, played.everybody)

        await act(interaction, lambda _: move, card, turns=False)

    @combat.command(description="Join the fight")
    @app_commands.describe(who="Who joins; your active character when left out")
    @app_commands.autocomplete(who=suggest_who)
    async def join(self, interaction: Interaction, who: str | None = None) -> None:
        """Join."""
        await act(interaction, lambda table: JoinFight(actor=table.who(who)), told)

    @combat.command(description="Add creatures to the fight (GM)")
    @app_commands.describe(
        what="A creature of yours, or one stat line",
        count="How many of them",
        hidden="The players cannot know of them",
        side="On whose side they are",
    )
    @app_commands.choices(side=choices("creatures", "players"))
    @app_commands.autocomplete(what=suggest_creature)
    async def add(
        self, interaction: Interaction, what: str, count: int = 1, hidden: bool = False, side: Choice | None = None
    ) -> None:
        """Add creatures."""
        on = side.value if side else "creatures"

        def card(played: Played) -> Result:
            return result_card(played.caller) if hidden else told(played)

        await act(interaction, lambda t: creature_or_line(t, what, count, hidden, on), card, private=hidden)

    @combat.command(description="The first round begins (GM)")
    async def begin(self, interaction: Interaction) -> None:
        """Begin; the live card is posted anew."""
        move = BeginFight(actor=CHAIR)
        await act(interaction, lambda _: move, lambda played: _tracker(interaction, played), turns=False)

    @combat.command(description="The turn is over")
    async def next(self, interaction: Interaction) -> None:
        """End the turn."""
        await act(interaction, next_turn, lambda played: _turn(interaction, played), turns=False)

    @combat.command(description="Give the turn back, one step (GM)")
    async def back(self, interaction: Interaction) -> None:
        """Go one step back."""
        move = BackTurn(actor=CHAIR)

        async def card(played: Played) -> Result:
            return told(played) if not played.everybody.facts else await _turn(interaction, played)

        await act(interaction, lambda _: move, card, turns=False)

    @combat.command(description="Move somebody in the order (GM)")
    @app_commands.describe(who="Who", place="Their place from now on; 1 is first")
    @app_commands.autocomplete(who=suggest_fighter)
    async def order(self, interaction: Interaction, who: str, place: int) -> None:
        """Reorder."""
        await act(interaction, lambda t: Reorder(actor=CHAIR, who=fighter(t, who), place=place), told)

    @combat.command(description="Hide fighters from the players (GM)")
    @app_commands.describe(who="Who; several with commas")
    @app_commands.autocomplete(who=suggest_fighter)
    async def hide(self, interaction: Interaction, who: str) -> None:
        """Hide."""
        await act(
            interaction,
            lambda t: Hide(actor=CHAIR, who=fighters(t, who)),
            lambda played: result_card(played.caller),
            private=True,
            turns=False,
        )

    @combat.command(description="Let hidden fighters be seen (GM)")
    @app_commands.describe(who="Who; several with commas")
    @app_commands.autocomplete(who=suggest_fighter)
    async def reveal(self, interaction: Interaction, who: str) -> None:
        """Reveal."""
        await act(interaction, lambda t: Reveal(actor=CHAIR, who=fighters(t, who)), told)

    @combat.command(description="Lay an effect on somebody, or end it")
    @app_commands.describe(
        who="On whom; several with commas",
        name="What it is called",
        rounds="For how many rounds, this one counted; to the end of the fight when left out",
        ending="Add or end",
    )
    @app_commands.choices(ending=choices("add", "end"))
    @app_commands.autocomplete(who=suggest_fighter)
    @app_commands.rename(ending="act")
    async def effect(
        self, interaction: Interaction, who: str, name: str, rounds: int | None = None, ending: Choice | None = None
    ) -> None:
        """Lay or end an effect."""
        end = ending is not None and ending.value == "end"

        def make(table: Shown) -> Move:
            actor = CHAIR if table.viewer.gm else mine(table) or table.who(None)
            return SetEffect(actor=actor, who=fighters(table, who), name=name, rounds=rounds, end=end)

        await act(interaction, make, told)

    @combat.command(description="Take fighters out of the fight (GM)")
    @app_commands.describe(who="Who; several with commas")
    @app_commands.autocomplete(who=suggest_fighter)
    async def remove(self, interaction: Interaction, who: str) -> None:
        """Remove."""
        await act(interaction, lambda t: RemoveFromFight(actor=CHAIR, who=fighters(t, who)), told)

    @combat.command(description="The fight's card, posted anew")
    async def status(self, interaction: Interaction) -> None:
        """Post the card anew; it is the live one from now on."""

        async def card(table: Shown) -> Result:
            fight_of(table)
            return await fight_now(interaction.client, again(table, EVERYBODY))

        await view_table(interaction, card, private=False)

    @combat.command(description="The fight is over (GM)")
    async def end(self, interaction: Interaction) -> None:
        """End the fight; its card says so by itself."""
        await act(interaction, lambda _: EndFight(actor=CHAIR), told)

    # -- channels that go

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Fights in a channel that is deleted are over."""
        await self.bot.live.channel_gone(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Fights in a thread that is deleted are over."""
        await self.bot.live.channel_gone(thread.guild_id, thread.thread_id)

    def __init__(self, bot: MojoTable) -> None:
        self.bot = bot


# -- buttons -----------------------------------------------------------------------------------------------------------


async def _pressed(interaction: Interaction, make: Make) -> None:
    """A button of the live card. On an old copy nothing moves: it says where the live one is."""
    bot, place = interaction.client, place_of(interaction)
    message = interaction.message.id if interaction.message is not None else 0
    live = message

    async def work() -> Result:
        nonlocal live
        async with bot.store.read() as unit:
            head = await unit.campaigns.bound(place.guild, place.channel, place.parent)
            live = (await unit.live.get(head.id, place.channel, "fight") if head is not None else None) or message
        if head is None:
            return no_campaign()
        if live != message:
            table = await look(bot, place, asking_of(interaction))
            up = "" if isinstance(table, Refusal) else _who_is_up(table)
            hint = f"the live card: {link(place.guild, place.channel, live)}"
            raise Refused("stale", f"This is an old copy of the card. {up}".strip(), hint)
        played = await play(bot, place, asking_of(interaction), make, interaction.id)
        return played if isinstance(played, Refusal) else await _tracker(interaction, played)

    await answer(interaction, work, update=True)
    if live != message:
        await bot.live.retire(place.channel, message, old_copy(link(place.guild, place.channel, live)))


def _who_is_up(table: Shown) -> str:
    fight = table.state.scene.fight
    up = [cut(name_of(i, table.state), 40) for i in (fight.now if fight is not None else ())]
    return f"{', '.join(up[:4])} {'are' if len(up) > 1 else 'is'} up." if up else ""


@press("fight-join")
async def _join(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Join, with the character one plays."""
    await _pressed(interaction, lambda table: JoinFight(actor=table.who(None)))


@press("fight-begin")
async def _begin(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Begin."""
    await _pressed(interaction, lambda _: BeginFight(actor=CHAIR))


@press("fight-next")
async def _next(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The turn that the card shows is over."""
    await _pressed(interaction, lambda table: next_turn(table, int(args[0])))


@press("fight-done")
async def _done(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The turn that a private panel shows is over; the channel is told who is up."""

    async def card(played: Played) -> Result:
        up = await turn_told(interaction.guild, played, tell=True)
        return Answer(Card("The turn is over", ("**My turn** on the card of the fight opens the next one.",)), up)

    def make(table: Shown) -> NextTurn:
        return NextTurn(actor=CHAIR if table.viewer.gm else Id(args[0]), turn=int(args[1]))

    await act(interaction, make, card, private=True, update=True, turns=False)


@press("fight-turn")
async def _my_turn(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The game's panel of a turn; for a game without one, what can be done here and now."""

    def card(table: Shown) -> Card:
        turn, chair, who = turn_panel(table.game.key), chair_panel(table.game.key), mine(table)
        fight, names = table.state.scene.fight, table.state.campaign.names
        up = fight.now if fight is not None else ()
        creatures = who not in up and any(i in names and names[i].owner == CHAIR for i in up)
        if (who is None or creatures) and chair is not None and table.viewer.gm:
            return chair(table)
        return turn(table, who) if turn is not None and who is not None else panel(table)

    await view_table(interaction, lambda table: asyncio.to_thread(card, table))


@press("fight-more")
async def _more(interaction: Interaction, args: tuple[str, ...]) -> None:
    """All of it, privately."""
    await view_table(interaction, lambda table: more_card(table, int(args[0])))


@press("fight-page")
async def _page(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another page of it."""
    await view_table(interaction, lambda table: more_card(table, int(args[0])), update=True)


async def setup(bot: MojoTable) -> None:
    """Register, if any game that is offered has fights."""
    if any(game.fights is not None for game in GAMES.values()):
        await bot.add_cog(Combat(bot))
