"""The panel of a turn, and outside a fight of a spell, a thing or a command: what, to whom, with what, one button."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from discord import ui
from msgspec.structs import replace

from bot.action import Answer, Played, Result, act, ask, view_table
from bot.asking import Interaction
from bot.cards import delve as cards
from bot.cards.card import Button, Card, Pick
from bot.cards.delve.chances import likely, why_not
from bot.cards.delve.results import GIVE_UP
from bot.cards.delve.sheets import helpless
from bot.cards.delve.waiting import first_answer, waiting_card
from bot.panels.delve import deeds
from bot.panels.delve.deeds import Deed
from bot.press import fields, form, form_id, press
from bot.shown import Shown
from bot.text import cut, escape, listed, plural
from bot.turns import turn_told
from mechanics.facts import name_of
from mechanics.game import CHAIR, Id, Move
from mechanics.games.delve.moves import Attack, Cast, Command, Feat, SpendLuck, Walk
from mechanics.games.delve.sheet import Sheet
from mechanics.tracking import NextTurn

STEP = 5
"""The shortest way that a button walks, in feet."""
NAMED = 10
"""How many targets a panel names."""
PANEL = Button("My panel", "panel")


# -- drawing -----------------------------------------------------------------------------------------------------------


def turn(table: Shown, who: Id) -> Card:
    """What waits for this fighter; else the panel of their turn; else what they wait for."""
    if (waiting := waits_for(table, who)) is not None:
        return waiting
    fight = table.state.scene.fight
    if fight is None or not fight.round:
        return Card("The fight has not begun", ("A GM begins it.",), (), (PANEL,), "open")
    if who not in fight.now:
        up = ", ".join(escape(cut(name_of(i, table.state), 24)) for i in fight.now[:4]) or "nobody"
        words = "has had the turn" if who in (i for g in fight.done for i in g) else "is not up yet"
        return Card(f"{escape(name_of(who, table.state))} {words}", (f"Up: {up}.",), (), (PANEL,), "open")
    return deed_panel(table, deeds.proposed(table, who))


def waits_for(table: Shown, who: Id) -> Card | None:
    """The newest decision that keeps somebody from going on, with its answers."""
    found = [p for p in table.state.scene.pending.values() if who in p.by and p.blocks]
    return waiting_card(table, found[-1]) if found else None


def after(table: Shown, who: Id) -> Card:
    """What a private panel shows once something was done from it."""
    if (waiting := waits_for(table, who)) is not None:
        return waiting
    blocking = [p for p in table.state.scene.pending.values() if p.blocks]
    if table.viewer.gm and blocking:
        return waiting_card(table, blocking[-1])
    entry = table.state.campaign.names.get(who)
    creatures = hands(table, who) if entry is None or entry.owner == CHAIR else []
    able = [i for i in (who, *creatures) if (b := deeds.budget_of(table, i)) is not None and b.action]
    if able or (entry is not None and deeds.budget_of(table, who) is not None):
        return deed_panel(table, deeds.proposed(table, able[0] if able else who))
    if entry is not None and who in table.state.sheets and deeds.whats(table, who):
        return deed_panel(table, deeds.proposed(table, who))
    return Card("Done", ("The channel sees what came of it.",), (), (PANEL,), "open")


def hands(table: Shown, who: Id) -> list[Id]:
    """Fighters whom this viewer plays and who are up, for a menu: one's own, or the chair's."""
    fight, names = table.state.scene.fight, table.state.campaign.names
    owner = CHAIR if who == CHAIR else names[who].owner if who in names else ""
    if fight is None or not fight.round or who not in (*fight.now, CHAIR):
        return [who]
    return [i for i in fight.now if i in names and names[i].owner == owner][: deeds.OPTIONS]


def deed_panel(table: Shown, deed: Deed) -> Card:
    """The menus with the chance beside each choice, and the buttons that do it."""
    deed = deeds.aimed(table, deed)
    it = cards.gone(table, deed.who)
    found = deeds.whats(table, deed.who)
    budget = deeds.budget_of(table, deed.who)
    if it.abilities and it.status != "up":
        ending = _moving(table, deed.who, it, 0, first_answer(table, deed.who) != "")[-1:] if budget is not None else []
        return Card(escape(it.name), (helpless(table, deed.who),), (), (*ending, PANEL), "open")
    if not found:
        return Card(escape(it.name), ("There is nothing to do like this now.",), (), (PANEL,), "open")
    if deed.what not in [value for _, value in found]:
        deed = deeds.proposed(table, deed.who, found[0][1])
    waits = first_answer(table, deed.who)
    why = waits or deeds.refused(table, deed)
    lines = [_line(table, deed)]
    lines += [escape(why)] if why else []
    lines += ["Giving the spell up miscasts it."] if it.casting is not None else []
    if budget is not None:
        luck = f", {it.luck_now} Luck" if it.abilities else ""
        lines.append(f"Left: {plural(budget.action, 'action')}, {budget.feet} feet{luck}.")
    buttons = [*_go(table, deed, why), *_casting(it, deed.who, bool(waits))]
    if budget is not None:
        buttons += _moving(table, deed.who, it, budget.feet, bool(waits))
    small = ("Only you see this; what comes of it is for everybody.",)
    title = f"{escape(it.name)}: what will you do?"
    return Card(title, tuple(lines), small, tuple(buttons), "open", picks=_picks(table, deed, found))


def _line(table: Shown, deed: Deed) -> str:
    aims = deeds.aims(table, deed)
    whom = listed([escape(name_of(i, table.state)) for i in aims[:NAMED]])
    whom += f" and {len(aims) - NAMED} more" if len(aims) > NAMED else ""
    words = f"**{escape(deeds.title(table, deed))}**" + (f" on {whom}" if whom else "")
    chosen = next((label for label, value in deeds.withs(table, deed) if value == deed.choice), "")
    return words + (f", {escape(chosen.partition(':')[0].lower())}" if chosen else "")


def _picks(table: Shown, deed: Deed, found: deeds.Choices) -> tuple[Pick, ...]:
    args, picks = deed.ids, list[Pick]()
    if len(mine := hands(table, deed.who)) > 1:
        names = tuple((cut(name_of(i, table.state), 80), str(i)) for i in mine)
        picks.append(Pick("Who", "delve-who", args, names, deed.who))
    picks.append(Pick("What", "delve-what", args, found, deed.what))
    _, high = deeds.bounds(cards.gone(table, deed.who), deed)
    if (able := deeds.targets(table, deed)[: deeds.OPTIONS]) and high:
        options = tuple((_target(table, deed, i, high), str(i)) for i in able)
        chosen = deed.targets[0] if high == 1 and deed.targets else ""
        label = "Whom" if high == 1 else f"Whom: up to {high}, {len(deed.targets)} chosen"
        picks.append(Pick(label, "delve-whom", args, options, chosen))
    if len(arms := deeds.withs(table, deed)) > 1:
        picks.append(Pick("How", "delve-how", args, arms, deed.choice))
    return tuple(picks)


def _target(table: Shown, deed: Deed, i: Id, high: int) -> str:
    name = cut(name_of(i, table.state), 60)
    if high > 1:
        return f"Leave {name} out" if i in deed.targets else f"And {name}"
    if deed.kind == "attack":
        chance = likely(table, deed.who, deeds.move_of(table, replace(deed, targets=(i,))))
        return f"{name}:{chance}{' to avoid it' if deeds.enemy(table, deed.who) else ''}" if chance else name
    return name


def _go(table: Shown, deed: Deed, why: str) -> list[Button]:
    """The button that does it, and the same with a point of Luck in it where there is a roll."""
    args, it = (*deed.ids, str(table.newest)), cards.gone(table, deed.who)
    if deed.kind == "feat":
        return [Button("Say what you dare", "delve-feat", (deed.who,), "success", bool(why))]
    move = deeds.move_of(table, deed)
    chance = likely(table, deed.who, move) if not why and deed.kind != "use" else ""
    label = deed.kind.capitalize() if deed.kind != "aid" else "First aid"
    if deeds.goes_on(it, deed):
        label = "Try again"
    if isinstance(move, Attack) and chance and deeds.enemy(table, deed.who):
        chance = f"{chance} to avoid it"
    buttons = [Button(f"{label}:{chance}" if chance else label, "delve-go", args, "success", bool(why))]
    if isinstance(move, Attack | Cast | Command) and it.luck_now and not why:
        plus = deeds.move_of(table, deed, plus5=True)
        buttons.append(Button(f"With +5:{likely(table, deed.who, plus)}", "delve-go-plus", args))
    return buttons


def _casting(it: Sheet, who: Id, blocked: bool) -> list[Button]:
    if it.casting is None:
        return []
    return [Button(GIVE_UP, "delve-give-up", (who, str(it.casting.tries)), "danger", blocked)]


def _moving(table: Shown, who: Id, it: Sheet, feet: int, blocked: bool) -> list[Button]:
    """Walk some or all of it, what Luck buys in a turn, and the end of the turn."""
    now, budget = str(table.newest), deeds.budget_of(table, who)
    buttons = [
        Button(f"Walk {n}", "delve-walk", (who, str(n), now), disabled=blocked or n > feet)
        for n in sorted({STEP, max(STEP, feet)})
    ]
    if it.abilities:
        for label, on in (("1 Luck: an action", "action"), ("1 Luck: 25 feet", "move")):
            grey = bool(why_not(table, who, SpendLuck(who, on)))
            buttons.append(Button(label, "delve-luck", (who, on, now), disabled=grey))
    gives_up = it.casting is not None and budget is not None and not budget.tried
    label = "End turn, give the spell up" if gives_up else "End turn"
    fight = table.state.scene.fight
    ids = (who, str(fight.turn if fight is not None else 0), now)
    return [*buttons, Button(label, "delve-done", ids, "danger" if gives_up else "primary", blocked)]


# -- presses: choosing -------------------------------------------------------------------------------------------------


async def _show(interaction: Interaction, change: Callable[[Shown], Deed], update: bool = True) -> None:
    def card(table: Shown) -> Card:
        return deed_panel(table, change(table))

    await view_table(interaction, lambda table: asyncio.to_thread(card, table), update=update)


@press("delve-turn")
async def my_turn(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The panel of a turn, from `/play`."""
    await view_table(interaction, lambda table: asyncio.to_thread(turn, table, Id(args[0])))


@press("delve-deed")
async def open_deed(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A spell, a thing, first aid, a command, from `/play`."""

    def change(table: Shown) -> Deed:
        return deeds.proposed(table, Id(args[0]), args[1])

    await _show(interaction, change, update=False)


@press("delve-who")
async def pick_who(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another of one's fighters."""
    await _show(interaction, lambda table: deeds.proposed(table, Id(args[4])))


@press("delve-what")
async def pick_what(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Something else."""
    await _show(interaction, lambda table: deeds.proposed(table, Id(args[0]), args[4]))


@press("delve-whom")
async def pick_whom(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another target; of several one more, or one fewer."""
    deed, chosen = deeds.read(args), Id(args[4])

    def change(table: Shown) -> Deed:
        _, high = deeds.bounds(cards.gone(table, deed.who), deed)
        if high <= 1:
            return replace(deed, targets=(chosen,))
        if chosen in deed.targets:
            return replace(deed, targets=tuple(i for i in deed.targets if i != chosen))
        return replace(deed, targets=(*deed.targets[: high - 1], chosen))

    await _show(interaction, change)


@press("delve-how")
async def pick_how(interaction: Interaction, args: tuple[str, ...]) -> None:
    """With something else."""
    await _show(interaction, lambda _: replace(deeds.read(args), choice=args[4]))


# -- presses: doing ----------------------------------------------------------------------------------------------------


async def done(
    interaction: Interaction,
    who: Id,
    make: Callable[[Shown], Move],
    seen: int,
    then: Callable[[Shown, Id], Card] = after,
) -> None:
    """Do it: the panel shows what can be done next (`then`), the channel what came of it."""

    async def card(played: Played) -> Answer:
        panel = await asyncio.to_thread(then, played.caller, who)
        return Answer(panel, await result(played) if played.everybody.facts else None)

    await act(interaction, make, card, private=True, update=True, seen=seen)


async def _go_deed(interaction: Interaction, args: tuple[str, ...], plus5: bool) -> None:
    deed = deeds.read(args)
    await done(interaction, deed.who, lambda table: deeds.move_of(table, deed, plus5), int(args[4]))


@press("delve-go")
async def go(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Do what the panel shows."""
    await _go_deed(interaction, args, plus5=False)


@press("delve-go-plus")
async def go_plus(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The same with 1 Luck in it."""
    await _go_deed(interaction, args, plus5=True)


@press("delve-walk")
async def walk(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Walk."""
    await done(interaction, Id(args[0]), lambda _: Walk(Id(args[0]), int(args[1])), int(args[2]))


@press("delve-luck")
async def luck(interaction: Interaction, args: tuple[str, ...]) -> None:
    """1 Luck for an action, or for feet."""
    await done(interaction, Id(args[0]), lambda _: SpendLuck(Id(args[0]), args[1]), int(args[2]))


@press("delve-done")
async def end_turn(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The turn is over; the channel is told who is up, and what a new round brings."""
    who = Id(args[0])

    async def card(played: Played) -> Result:
        panel = Card("Your turn is over", ("The card in the channel shows who is up.",), (), (PANEL,), "open")
        public = await turn_told(interaction.guild, played, tell=True)
        if public is None and played.everybody.facts:
            public = await asyncio.to_thread(cards.result, played.everybody)
        return Answer(panel, public)

    move = NextTurn(who, turn=int(args[1]))
    await act(interaction, lambda _: move, card, private=True, update=True, turns=False, seen=int(args[2]))


class Daring(ui.Modal, title="A daring feat"):
    """What somebody dares."""

    what = ui.Label(text="What you dare", component=ui.TextInput[ui.Modal](custom_id="what", max_length=200))
    ability = ui.Label(
        text="With which ability",
        description="str con dex int wis cha; the GM may choose another",
        component=ui.TextInput[ui.Modal](custom_id="ability", required=False, max_length=20),
    )


@press("delve-feat")
async def open_feat(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form of a feat."""
    await ask(interaction, Daring(custom_id=form_id("delve-feat", *args)))


@form("delve-feat")
async def dare(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The GM has to say against what."""
    typed = fields(interaction)
    move = Feat(Id(args[0]), typed.get("what", ""), typed.get("ability", "").strip())
    await act(interaction, lambda _: move, told)


async def result(played: Played) -> Card:
    """The card of a move, for everybody."""
    return await asyncio.to_thread(cards.result, played.everybody)


async def told(played: Played) -> Result:
    """What the channel may know of it; what nobody else may know is for the caller alone."""
    if played.everybody.facts:
        return await result(played)
    return Answer(await asyncio.to_thread(cards.result, played.caller), private=True)
