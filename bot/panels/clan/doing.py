"""The panel of what is about to be done: what, to whom, with what, each with its exact chance, and one button."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from discord import ui

from bot.action import Answer, Played, Result, act, ask, view_table
from bot.asking import Interaction
from bot.cards import clan as cards
from bot.cards.card import Button, Card, Pick
from bot.cards.clan.rolls import open_parts
from bot.cards.clan.sheets import armed
from bot.cards.clan.words import SCORES, state_words
from bot.panels.clan.plan import (
    ARMED,
    NONE,
    ROLLS,
    WHATS,
    Chances,
    Plan,
    first_plan,
    known_features,
    move_of,
    read,
    refusal_of,
    settled,
    sheet_of,
    targets,
    token,
    weapon_of,
    whats,
    with_chance,
)
from bot.press import fields, form, form_id, press, whole_number
from bot.shown import Shown
from bot.text import cut, escape, percent, plural
from mechanics.facts import name_of
from mechanics.game import Id, Refused
from mechanics.games.clan.moves import Act
from mechanics.games.clan.pending import Open, Requested

DISTANCES = (0, 10, 20, 30, 40, 50, 60)
"""Distances of the menu, in feet; others are typed."""
DCS = (6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20)
"""DCs of the menu; others are typed."""


# -- the panel ---------------------------------------------------------------------------------------------------------


def panel(table: Shown, plan: Plan) -> Card:
    """The plan as it stands: menus, its chance, what the rules forbid with the reason, and one button that does it."""
    who, sheet = Id(plan.who), sheet_of(table, plan.who)
    if sheet.owner != table.viewer.user and not table.viewer.gm:
        raise Refused("not-yours", f"{sheet.name} is not yours to play.", "/character list shows yours")
    plan, fight = settled(table, plan), table.state.scene.fight
    up = fight is not None and who in fight.now
    chances = Chances(table)
    why, now = refusal_of(table, plan), chances.of(plan)
    reasons: dict[str, list[str]] = {}
    picks = [_what_pick(table, plan, chances, reasons)]
    picks += _pick_target(table, plan, chances)
    picks += _check_picks(table, plan, chances) if plan.what == "check" else _weapon_picks(table, plan, chances)
    lines = [_state(table, who)]
    lines.append(escape(_title(table, plan)) + (f": **{percent(now)}**" if now is not None else ""))
    if why is not None:
        lines.append(escape(why.message))
    waiting_lines, waiting = _waiting(table, who)
    lines += waiting_lines
    turn = str(fight.turn) if fight is not None else ""
    name = WHATS[plan.what][0]
    go = Button(with_chance(name, now), "clan-d-go", (*plan.args, turn, str(table.newest)), "success", why is not None)
    over = up and fight is not None and not fight.seats[who].budget.actions and why is not None
    made = [*waiting, *([] if over else [go]), *_luck_buttons(table, plan, chances, why is None)]
    if up:
        made.append(Button("End turn", "fight-done", (who, turn), "primary" if over else "secondary"))
    grey = [f"{', '.join(names)}: {said}" for said, names in reasons.items() if why is None or said != why.message]
    small = ("Only you see this.", *map(escape, grey[:5]))
    title = "Nothing left this turn" if over else f"{escape(sheet.name)}: {name}"
    return Card(title, tuple(lines), small, tuple(made), "open", picks=tuple(picks))


def _state(table: Shown, who: Id) -> str:
    fight, sheet = table.state.scene.fight, sheet_of(table, who)
    left = f" · **{plural(fight.seats[who].budget.actions, 'action')}** left" if fight and who in fight.now else ""
    return f"{state_words(table, who)} · Luck {sheet.luck_now}{left}"


def _title(table: Shown, plan: Plan) -> str:
    """What is about to be done, in words, not escaped."""
    target = cut(name_of(Id(plan.target), table.state), 40) if plan.target != NONE else "nobody"
    if plan.target == plan.who:
        target = "whoever it is that holds"
    luck = f", {plan.luck} Luck" if plan.luck else ""
    match plan.what:
        case "attack":
            far = f" from {plan.feet} feet" if plan.feet else ""
            return f"{target} with {cut(weapon_of(table, plan), 40)}{far}{luck}"
        case "kill":
            return f"{target} with {cut(weapon_of(table, plan), 40)}{luck}"
        case "check":
            known = next((k for k in known_features(table, plan.who) if k.token == plan.feature), None)
            named = f", {cut(known.feature.name, 40)}" if known is not None else ""
            goal = f" against {plan.dc}" if plan.dc else ""
            return f"{SCORES.get(plan.ability, 'Plain d12')}{goal}{named}{luck}"
        case "walk":
            feet = table.state.rulings.move_feet
            return f"up to {feet} feet" if feet else "as far as the GM says"
        case "other":
            return "you say what, and what it costs"
    return f"{target}{luck}"


def _what_pick(table: Shown, plan: Plan, chances: Chances, reasons: dict[str, list[str]]) -> Pick:
    """What may be done with what it costs; what may not be done is put down under its reason."""
    options = []
    counted = table.state.scene.fight is not None and table.state.scene.fight.round > 0
    for one in whats(table, plan):
        name, cost = WHATS[one.what]
        why = refusal_of(table, one)
        words = f"{name} ({cost})" if counted else name
        if why is not None:
            reasons.setdefault(why.message, []).append(name)
            options.append((f"{words}: not now", one.what))
        else:
            options.append((with_chance(words, chances.of(one)), one.what))
    return Pick("What", "clan-d-what", plan.args, tuple(options), plan.what)


def _pick_target(table: Shown, plan: Plan, chances: Chances) -> list[Pick]:
    if plan.what in ("walk", "other", "check"):
        return []
    options = []
    for n, i in enumerate(targets(table, plan.who, plan.what)):
        found = chances.of(plan._replace(target=i)) if n < 10 else None
        label = f"{cut(name_of(i, table.state), 50)}, {state_words(table, i)}"
        if i == plan.who:
            label = "whoever it is that holds"
        options.append((with_chance(label, found), str(i)))
    return [Pick("Whom", "clan-d-target", plan.args, tuple(options or [("nobody", NONE)]), plan.target)]


def _weapon_picks(table: Shown, plan: Plan, chances: Chances) -> list[Pick]:
    if plan.what not in ARMED:
        return []
    options = []
    for n, (name, dice) in enumerate(armed(sheet_of(table, plan.who), table.state.rulings)[:25]):
        found = chances.of(plan._replace(weapon=token(name))) if plan.what == "kill" and n < 5 else None
        options.append((with_chance(f"{cut(name, 50)}, {dice}", found), token(name)))
    unique = tuple({value: (label, value) for label, value in options}.values())
    picks = [Pick("With", "clan-d-weapon", plan.args, unique, plan.weapon)]
    if plan.what == "attack":
        far = tuple(
            (with_chance(f"{n} feet away" if n else "within reach", chances.of(plan._replace(feet=n))), str(n))
            for n in sorted({*DISTANCES, plan.feet})
        )
        picks.append(Pick("From how far", "clan-d-feet", plan.args, far, str(plan.feet)))
    return picks


def _check_picks(table: Shown, plan: Plan, chances: Chances) -> list[Pick]:
    sheet = sheet_of(table, plan.who)
    found = [(f"{SCORES[a]} {sheet.score(a)}", a) for a in SCORES] + [("None of them", "none")]
    scores = tuple((with_chance(words, chances.of(plan._replace(ability=a))), a) for words, a in found)
    dcs = [("No DC: the GM judges the total", "0")]
    dcs += [
        (with_chance(f"DC {n}", chances.of(plan._replace(dc=n, feature=NONE))), str(n))
        for n in sorted({*DCS, *([plan.dc] if plan.dc else [])})
    ]
    picks = [
        Pick("With which score", "clan-d-ability", plan.args, scores, plan.ability),
        Pick("Against", "clan-d-dc", plan.args, tuple(dcs), str(plan.dc)),
    ]
    known = known_features(table, plan.who)[:24]
    if known:
        options = [("No Feature", NONE)]
        for k in known:
            whose = f" of {cut(name_of(k.owner, table.state), 30)}" if k.owner != plan.who else ""
            label = f"{cut(k.feature.name, 40)}{whose}"
            found_now = chances.of(plan._replace(feature=k.token))
            options.append((with_chance(label, found_now) if k.feature.mods.dc is not None else label, k.token))
        picks.append(Pick("Feature", "clan-d-feature", plan.args, tuple(options), plan.feature))
    return picks


def _luck_buttons(table: Shown, plan: Plan, chances: Chances, allowed: bool) -> list[Button]:
    """Luck declared with the roll, one more a press, and none again."""
    left = sheet_of(table, plan.who).luck_now
    if plan.what not in ROLLS or not (left and allowed):
        return []
    made = []
    if plan.luck < left:
        more = plan._replace(luck=plan.luck + 1)
        then, before = chances.of(more), chances.of(plan)
        words = f": {percent(before)} → {percent(then)}" if then is not None and before is not None else ""
        made.append(Button(f"With {more.luck} Luck{words} ({left} left)", "clan-d-luck", more.args))
    if plan.luck:
        made.append(Button("Without Luck", "clan-d-luck", plan._replace(luck=0).args))
    return made


def _waiting(table: Shown, who: Id) -> tuple[list[str], list[Button]]:
    """What waits for this one: an open roll of theirs, with its Luck; what the GM asked."""
    lines, made = list[str](), list[Button]()
    for p in table.state.scene.pending.values():
        if isinstance(p.what, Open) and who in p.by:
            lines, made = open_parts(table, p)
        elif isinstance(p.what, Requested) and p.what.who == who:
            made.append(Button("Roll what was asked", "clan-ask", (str(p.id // 100),), "primary"))
    return lines, made


def turn(table: Shown, who: Id) -> Card:
    """The panel of a fighter's turn."""
    return panel(table, first_plan(table, who))


def chair(table: Shown) -> Card:
    """A GM's panel: the turn of whoever is up."""
    fight = table.state.scene.fight
    if fight is None or not fight.now:
        raise Refused("STATE", "Nobody is up here.", "/combat status shows the fight")
    return turn(table, fight.now[0])


# -- presses -----------------------------------------------------------------------------------------------------------


async def _show(interaction: Interaction, plan: Plan, update: bool = True) -> None:
    await view_table(interaction, lambda table: asyncio.to_thread(panel, table, plan), update=update)


@press("clan-do")
async def open_panel(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel: the turn, or outside a fight what the button names."""

    def card(table: Shown) -> Card:
        plan = first_plan(table, Id(args[0]))
        return panel(table, plan._replace(what=args[1]) if len(args) > 1 else plan)

    await view_table(interaction, lambda table: asyncio.to_thread(card, table))


def _changes(change: Callable[[Plan, str], Plan]) -> Callable[[Interaction, tuple[str, ...]], object]:
    async def pick(interaction: Interaction, args: tuple[str, ...]) -> None:
        """Another choice of this menu."""
        await _show(interaction, change(read(args), args[9]))

    return pick


for _verb, _change in (
    ("what", lambda p, v: p._replace(what=v, luck=0)),
    ("target", lambda p, v: p._replace(target=v)),
    ("weapon", lambda p, v: p._replace(weapon=v)),
    ("feet", lambda p, v: p._replace(feet=int(v))),
    ("ability", lambda p, v: p._replace(ability=v)),
    ("dc", lambda p, v: p._replace(dc=int(v))),
    ("feature", lambda p, v: p._replace(feature=v)),
):
    press(f"clan-d-{_verb}")(_changes(_change))  # type: ignore[arg-type]


@press("clan-d-luck")
async def declare_luck(interaction: Interaction, args: tuple[str, ...]) -> None:
    """So much Luck with the roll."""
    await _show(interaction, read(args))


@press("clan-d-go")
async def go(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Do what the panel shows."""
    plan, turn, seen = read(args), int(args[9]) if args[9] else None, int(args[10])
    if plan.what == "other":
        await ask(interaction, Doing(custom_id=form_id("clan-other", plan.who, args[9])))
        return
    await act(
        interaction,
        lambda table: move_of(table, plan, turn),
        lambda played: after(played, plan),
        private=True,
        update=True,
        seen=seen,
    )


async def after(played: Played, plan: Plan) -> Result:
    """The panel as it is now, for the next action; and the result for everybody."""
    table, who = played.caller, Id(plan.who)
    fight = table.state.scene.fight
    public = cards.result(played.everybody) if played.everybody.facts else None
    over = who not in table.state.sheets or (fight is not None and fight.round > 0 and who not in fight.now)
    if over:
        return Answer(cards.result(table), public)
    left = fight.seats[who].budget.actions if fight is not None and who in fight.now else 3
    again = plan._replace(luck=0)
    if WHATS[plan.what][1] > left:
        again = first_plan(table, who)
    return Answer(await asyncio.to_thread(panel, table, again), public)


class Doing(ui.Modal, title="Something else"):
    """Anything else that is done in a turn."""

    what = ui.Label(text="What is done", component=ui.TextInput[ui.Modal](custom_id="what", max_length=200))
    cost = ui.Label(
        text="Actions",
        description="What it costs, 0 to 3",
        component=ui.TextInput[ui.Modal](custom_id="cost", default="1", max_length=5),
    )


@form("clan-other")
async def other(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Do something else."""
    typed, turn = fields(interaction), int(args[1]) if args[1] else None
    move_args = (typed.get("what", ""), typed.get("cost", ""))
    await act(
        interaction,
        lambda _: Act(Id(args[0]), move_args[0], whole_number(move_args[1], "cost"), turn),
        lambda played: cards.result(played.everybody),
    )


def told(played: Played) -> Result:
    """What the channel may know of it; what nobody else may know is for the caller alone."""
    if played.everybody.facts:
        return cards.result(played.everybody)
    return Answer(cards.result(played.caller), private=True)
