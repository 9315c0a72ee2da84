"""A fighter's panel: what to do in this round, which set for which action; and a GM's, for many at once."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from msgspec.structs import replace

from bot.action import Played, act, view_table
from bot.asking import Interaction
from bot.cards.card import Button, Card, Pick
from bot.cards.oneroll import gone
from bot.panels.oneroll import plan
from bot.panels.oneroll.sets import after_roll
from bot.press import press
from bot.shown import Shown
from bot.text import cut, escape, listed, plural
from mechanics.facts import name_of
from mechanics.game import CHAIR, Id, Move, Refused
from mechanics.games.oneroll.fight import Budget
from mechanics.games.oneroll.moves import Action, Declare, DeclareMany
from mechanics.games.oneroll.pending import Declaring
from mechanics.games.oneroll.sheet import Sheet
from mechanics.offers import judge

NAMED = 6
"""How many fighters a sentence names."""


def nonce() -> str:
    """A random text that keeps a sealed declaration from being guessed."""
    return secrets.token_hex(8)


# -- whose turn it is --------------------------------------------------------------------------------------------------


def turn(table: Shown, who: Id) -> Card:
    """What this fighter may do now: declare, put sets on actions, or go on."""
    fight = table.state.scene.fight
    if fight is None:
        raise Refused("no-fight", "There is no fight here.", "the GM starts one with /combat start")
    sheet = gone(table, who)
    if fight.phase == "declare" and (waiting := declaring(table)) is not None and who in fight.seats:
        mine = fight.seats[who].budget
        if mine.actions is not None:
            return _told(table, who, "What you do is revealed.", mine.actions)
        if not sheet.able or (who not in fight.now and mine.declared is None):
            return Card(escape(sheet.name), ("Takes no part in this round.", waits(table)), buttons=_creatures(table))
        sealed = mine.declared.value if mine.declared is not None else None
        return declare_panel(table, who, waiting, sealed.actions if sealed is not None else plan.usual(table, who))
    return after_roll(table, who, _creatures(table))


def declaring(table: Shown) -> int | None:
    """The decision that waits for declarations."""
    return next((p.id for p in table.state.scene.pending.values() if isinstance(p.what, Declaring)), None)


def waits(table: Shown) -> str:
    """For whom the round waits."""
    fight = table.state.scene.fight
    names = [escape(cut(name_of(i, table.state), 24)) for i in fight.now] if fight is not None else []
    more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
    return f"Waits for {listed([*names[:NAMED], *more])}." if names else "Waits for nobody."


def _told(table: Shown, who: Id, said: str, actions: tuple[Action, ...]) -> Card:
    words = listed([escape(plan.words(table, a)) for a in actions]) or "pass"
    return Card(escape(name_of(who, table.state)), (said, f"**{words}**", waits(table)), buttons=_creatures(table))


def _creatures(table: Shown) -> tuple[Button, ...]:
    """A GM who also plays a character comes from there to the creatures."""
    fight = table.state.scene.fight
    theirs = fight is not None and any(_chairs(table, i) for i in fight.now)
    return (Button("Creatures", "ore-chair"),) if table.viewer.gm and theirs else ()


def _chairs(table: Shown, i: Id) -> bool:
    return i in table.state.sheets and table.state.sheets[i].owner == CHAIR


# -- one fighter's declaration -----------------------------------------------------------------------------------------


def declare_panel(table: Shown, who: Id, waiting: int, actions: tuple[Action, ...]) -> Card:
    """The actions so far, the last of them in menus, their exact chances, and Lock in."""
    fight, sheet = table.state.scene.fight, gone(table, who)
    assert fight is not None
    mine: Budget = fight.seats[who].budget if who in fight.seats else Budget()
    actions = actions[: plan.ACTIONS]
    args = (who, str(waiting), plan.written(actions))
    lines = plan.lines(table, sheet, actions, mine.bonus)
    if mine.bonus:
        lines.append(f"The GM gave {mine.bonus:+d} dice for this round.")
    move = Declare(who, actions, "", waiting, waiting // 100)
    why = judge(table.game, table.state, table.viewer, move).refusal
    if why is not None:
        lines.append(escape(why.message))
    if mine.declared is not None:
        lines.append("You are locked in; Lock in again changes it, until it is revealed.")
    last = actions[-1] if actions else None
    more = last is not None and last.kind != "assist" and len(actions) < plan.ACTIONS
    buttons = (
        Button("Lock in", "ore-lock", args, "success", why is not None),
        Button("Add an action", "ore-add", args, disabled=not more),
        Button("Take one back", "ore-less", args, disabled=len(actions) < 2),
        Button("Pass", "ore-pass", args[:2]),
        *_creatures(table),
    )
    small = ("Only you see this; the card in the channel says that you are in, and no more.",)
    title = f"{escape(sheet.name)}: what will you do in round {fight.round}?"
    return Card(title, tuple(lines), small, buttons, "open", picks=_picks(table, who, sheet, mine.bonus, actions, args))


def _picks(
    table: Shown, who: Id, sheet: Sheet, bonus: int, actions: tuple[Action, ...], args: tuple[str, ...]
) -> tuple[Pick, ...]:
    if not actions:
        return ()
    *before, last = actions
    what = plan.written([last]).partition(".")[0]
    found = [Pick("What", "ore-what", args, plan.whats(sheet, before, bonus), what)]
    targets = plan.others(table, who)[: plan.OPTIONS]
    if last.kind in ("attack", "assist") and targets:
        options = tuple((f"{cut(name_of(i, table.state), 60)}", str(i)) for i in targets)
        found.append(Pick("Target", "ore-target", args, options, last.target or ""))
    called = table.state.rulings.called_shot and last.kind == "attack" and len(actions) == 1
    if called:
        chosen = str(plan.CALLS.index(last.call)) if last.call else "-"
        found.append(Pick("A place", "ore-call", args, plan.calls(sheet, actions, bonus), chosen))
    return tuple(found)


Change = Callable[[Shown, Sheet, tuple[Action, ...]], tuple[Action, ...]]


async def _change(interaction: Interaction, args: tuple[str, ...], change: Change) -> None:
    """The same panel with other actions."""
    who, waiting, text = Id(args[0]), int(args[1]), args[2]

    def card(table: Shown) -> Card:
        if declaring(table) != waiting:
            raise Refused("stale", "That round's declarations are over.", "My turn shows what can be done now")
        sheet = gone(table, who)
        return declare_panel(table, who, waiting, change(table, sheet, plan.read(sheet, text)))

    await view_table(interaction, lambda table: asyncio.to_thread(card, table), update=True)


@press("ore-what")
async def pick_what(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another action in place of the last."""

    def change(table: Shown, sheet: Sheet, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        new = replace(plan.choice(sheet, args[-1]), target=actions[-1].target if actions else None)
        new = plan.aimed(new, plan.others(table, Id(args[0])))
        return (new,) if new.kind == "assist" else (*actions[:-1], new)

    await _change(interaction, args, change)


@press("ore-target")
async def pick_target(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another target of the last action."""
    await _change(interaction, args, lambda _, __, actions: (*actions[:-1], replace(actions[-1], target=Id(args[-1]))))


@press("ore-call")
async def pick_call(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A place that is called, or none."""
    call = plan.CALLS[int(args[-1])] if args[-1].isdecimal() else ""
    await _change(interaction, args, lambda _, __, actions: (*actions[:-1], replace(actions[-1], call=call)))


@press("ore-add")
async def add_action(interaction: Interaction, args: tuple[str, ...]) -> None:
    """One action more: a dodge, or an attack for who dodges already."""

    def change(table: Shown, sheet: Sheet, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        kept = tuple(replace(a, call="") for a in actions)
        if any(a.kind == "dodge" for a in actions):
            return (*kept, plan.usual(table, Id(args[0]))[0])
        return (*kept, Action("dodge", "dodge"))

    await _change(interaction, args, change)


@press("ore-less")
async def less(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The last action is taken back."""
    await _change(interaction, args, lambda _, __, actions: actions[:-1] or actions)


@press("ore-lock")
async def lock(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Declare what the panel shows."""
    who, waiting, text = Id(args[0]), int(args[1]), args[2]

    def make(table: Shown) -> Move:
        actions = plan.read(gone(table, who), text)
        return Declare(who, actions, nonce(), waiting, waiting // 100)

    await act(interaction, make, lambda played: locked_card(played, who), private=True, update=True)


@press("ore-pass")
async def pass_(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Do nothing in this round."""
    who, waiting = Id(args[0]), int(args[1])
    move = Declare(who, (), nonce(), waiting, waiting // 100)
    await act(interaction, lambda _: move, lambda played: locked_card(played, who), private=True, update=True)


@press("ore-turn")
async def my_turn(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A fighter's panel, from `/play`."""
    await view_table(interaction, lambda table: asyncio.to_thread(turn, table, Id(args[0])))


def locked_card(played: Played, who: Id) -> Card:
    """One is in: what one will do, and whom the round waits for. After the roll, what it came to."""
    table = played.caller
    fight = table.state.scene.fight
    if fight is None or who not in fight.seats or fight.phase != "declare":
        return turn(table, who) if fight is not None else Card("The fight is over")
    mine = fight.seats[who].budget
    sealed = mine.declared.value if mine.declared is not None else None
    said = "You are locked in."
    if mine.seal:
        said += f" Seal `{mine.seal}`, nonce `{sealed.nonce if sealed else ''}`: both are shown at the reveal."
    card = _told(table, who, said, sealed.actions if sealed is not None else ())
    change = Button("Change it", "ore-turn", (who,)) if mine.actions is None else None
    return replace(card, buttons=((change,) if change else ()) + card.buttons)


# -- a GM's creatures --------------------------------------------------------------------------------------------------


def families(table: Shown) -> list[list[Id]]:
    """Creatures that have still to declare, those of one stat line together, the largest family first."""
    fight, found = table.state.scene.fight, dict[object, list[Id]]()
    for i in fight.now if fight is not None else ():
        if _chairs(table, i):
            it = table.state.sheets[i]
            alike = (tuple(it.stats.items()), tuple(it.skills.items()), tuple(it.damage.items()))
            found.setdefault(alike, []).append(i)
    return sorted(found.values(), key=lambda f: -len(f))


def chair(table: Shown, chosen: str = "", text: str = "") -> Card:
    """A GM declares the same for many creatures: all of one stat line, all that wait, or one."""
    fight = table.state.scene.fight
    if fight is None:
        raise Refused("no-fight", "There is no fight here.", "/combat start gathers one")
    waiting, groups = declaring(table), families(table)
    if fight.phase != "declare" or waiting is None:
        return after_roll(table, None, ())
    if not groups:
        finish = Button("The others pass", "ore-rest")
        return Card("Your creatures are in", (waits(table),), buttons=(finish,) if fight.now else ())
    whom = _whom(groups, chosen)
    sheet = gone(table, whom[0])
    action = (plan.read(sheet, text) or plan.usual(table, whom[0]))[0]
    action = plan.aimed(action, [i for i in plan.others(table, whom[0]) if i not in whom])
    value = chosen if chosen and _whom(groups, chosen) == whom else f"f-{whom[0]}"
    args = (str(waiting), value, plan.written([action]))
    move = DeclareMany(CHAIR, whom, (action,), "", waiting, waiting // 100)
    why = judge(table.game, table.state, table.viewer, move).refusal
    n = sum(map(len, groups))
    lines = [f"Still to declare: {plural(n, 'creature')}. For **{len(whom)}** of them now:"]
    lines += plan.lines(table, sheet, (action,), 0)
    lines += [escape(why.message)] if why is not None else []
    picks = [
        Pick("Who", "ore-chair-who", args, _whoms(table, groups), value),
        Pick("What", "ore-chair-what", args, plan.whats(sheet, (), 0), args[2].partition(".")[0]),
    ]
    targets = [i for i in plan.others(table, whom[0]) if i not in whom][: plan.OPTIONS]
    if action.kind in ("attack", "assist") and targets:
        options = tuple((cut(name_of(i, table.state), 60), str(i)) for i in targets)
        picks.append(Pick("Target", "ore-chair-target", args, options, action.target or ""))
    buttons = (
        Button(f"Lock in {len(whom)}", "ore-chair-lock", args, "success", why is not None),
        Button(f"Pass for {len(whom)}", "ore-chair-pass", args[:2]),
    )
    return Card(f"Your creatures in round {fight.round}", tuple(lines), (), buttons, "open", picks=tuple(picks))


def _whom(groups: list[list[Id]], chosen: str) -> tuple[Id, ...]:
    """Whom an option of the first menu means; without one, the largest family."""
    everybody = [i for g in groups for i in g]
    if chosen == "all":
        return tuple(everybody)
    kind, _, first = chosen.partition("-")
    if kind == "o" and first in everybody:
        return (Id(first),)
    return tuple(next((g for g in groups if first in g), groups[0]))


def _whoms(table: Shown, groups: list[list[Id]]) -> tuple[tuple[str, str], ...]:
    def name(i: Id) -> str:
        return cut(name_of(i, table.state), 40)

    found = []
    for g in groups:
        words = name(g[0]) if len(g) == 1 else f"{name(g[0])} to {name(g[-1])} ({len(g)})"
        found.append((words, f"f-{g[0]}"))
    if len(groups) > 1:
        found.insert(0, (f"All {sum(map(len, groups))}", "all"))
    found += [(f"{name(i)} alone", f"o-{i}") for g in groups if len(g) > 1 for i in g]
    return tuple(found[: plan.OPTIONS])


async def _chair(interaction: Interaction, chosen: str, text: str, update: bool = True) -> None:
    await view_table(interaction, lambda table: asyncio.to_thread(chair, table, chosen, text), update=update)


@press("ore-chair")
async def open_chair(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The GM's panel."""
    await _chair(interaction, "", "", update=False)


@press("ore-chair-who")
async def chair_who(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Other creatures; what they do is proposed anew."""
    await _chair(interaction, args[3], "")


@press("ore-chair-what")
async def chair_what(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another action for them."""
    _, target, *_ = (*args[2].split("."), "")
    await _chair(interaction, args[1], f"{args[3]}.{target}.")


@press("ore-chair-target")
async def chair_target(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another target for them."""
    what = args[2].partition(".")[0]
    await _chair(interaction, args[1], f"{what}.{args[3]}.")


def _many(args: tuple[str, ...], passing: bool) -> Callable[[Shown], Move]:
    def make(table: Shown) -> Move:
        groups, waiting = families(table), int(args[0])
        if declaring(table) != waiting or not groups:
            raise Refused("stale", "That has moved on since this button was made.", "My turn shows what is true now")
        whom = _whom(groups, args[1])
        actions = () if passing else plan.read(gone(table, whom[0]), args[2])
        return DeclareMany(CHAIR, whom, actions, nonce(), waiting, waiting // 100)

    return make


async def _next_chair(played: Played) -> Card:
    if played.state.scene.fight is None:
        return Card("The fight is over")
    return await asyncio.to_thread(chair, played.caller)


@press("ore-chair-lock")
async def chair_lock(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Declare for them; the panel goes on with those who are left."""
    await act(interaction, _many(args, False), _next_chair, private=True, update=True)


@press("ore-chair-pass")
async def chair_pass(interaction: Interaction, args: tuple[str, ...]) -> None:
    """They pass."""
    await act(interaction, _many(args, True), _next_chair, private=True, update=True)
