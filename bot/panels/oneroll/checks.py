"""Checks, contests and help about to be made, with their exact chances; what a GM asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from discord import ui

from bot.action import Answer, Played, act, ask, view_table
from bot.asking import Interaction
from bot.cards import oneroll as cards
from bot.cards.card import Button, Card, Pick
from bot.panels.oneroll.plan import OPTIONS, token
from bot.press import fields, form, form_id, press, whole_number
from bot.shown import Shown
from bot.text import cut, escape, percent
from mechanics.facts import name_of
from mechanics.game import CHAIR, Force, Id, Move, Refused
from mechanics.games.oneroll import chances, pools
from mechanics.games.oneroll.moves import (
    AnswerAsk,
    AnswerContest,
    Assist,
    Check,
    Choose,
    Contest,
    Heal,
    Hurt,
    Recover,
)
from mechanics.games.oneroll.pending import Asked, Assigning, Choosing, Contesting, Declaring, Helping
from mechanics.games.oneroll.sheet import Sheet
from mechanics.games.oneroll.skills import SKILLS, STATS, stat_for, title_of
from mechanics.offers import judge

MULTI = 3
"""How many actions at once the panel offers; more are typed (ORE-MULTI-01)."""


async def result(played: Played) -> Card:
    """The card of a move, for everybody."""
    return cards.result(played.everybody)


# -- /play -------------------------------------------------------------------------------------------------------------


def buttons(table: Shown, who: Id) -> tuple[tuple[Button, ...], tuple[str, ...]]:
    """Answer what waits, Check, Contest, Help, Hurt, Heal, the day's healing; greyed with the reason."""
    made: list[Button] = []
    reasons: list[str] = []
    for p in table.state.scene.pending.values():
        ids = (str(p.id), str(p.rev))
        match p.what:
            case Declaring() | Assigning() if who in p.by:
                made.append(Button("My turn", "ore-turn", (who,), "success"))
            case Asked() if who in p.by:
                made.append(Button("Roll", "ore-ask", ids, "success"))
            case Contesting(target=target) if target == who:
                made.append(Button("Answer", "ore-answer", ids, "success"))
    made = made[-2:]
    best = skills(cards.gone(table, who))[0]
    foe = next(iter(_others(table, who)), None)
    tries: tuple[tuple[str, str, tuple[str, ...], Move | None], ...] = (
        ("Check", "ore-check", (who, token(best), "1", "1"), Check(who, *parted(best))),
        ("Contest", "ore-contest", (who,), Contest(who, foe, *parted(best)) if foe else None),
        ("Help", "ore-help", (who,), None),
        ("Hurt", "ore-mark", (who, "hurt"), Hurt(who, "torso", 1)),
        ("Heal", "ore-mark", (who, "heal"), Heal(who, "", 1)),
        ("Heal for today", "ore-recover", (who, str(table.newest)), Recover(who)),
    )
    for label, verb, args, move in tries:
        why = judge(table.game, table.state, table.viewer, move).refusal if move is not None else None
        made.append(Button(label, verb, args, "primary" if label == "Check" else "secondary", why is not None))
        if why is not None:
            reasons.append(f"{label}: {escape(why.message)}")
    return tuple(made), tuple(reasons)


def skills(sheet: Sheet) -> list[str]:
    """Skills as a menu offers them: those with a rating, the largest pool first; then others that need no type."""
    known = sorted((key for key, n in sheet.skills.items() if n), key=lambda key: (-sheet.pool(key), key))
    rest = [key for key, skill in SKILLS.items() if key not in known and not skill.typed]
    return [*known, *sorted(rest, key=lambda key: -sheet.pool(key))][:OPTIONS]


def skill_in(sheet: Sheet, short: str) -> str:
    """The skill that a button's id means; refused `stale` when the sheet has it no more."""
    found = next((key for key in (*sheet.skills, *SKILLS) if token(key) == short), None)
    if found is None:
        raise Refused("stale", "That skill is not on the sheet any more.", "open the panel anew")
    return found


def parted(skill: str) -> tuple[str, str]:
    """A skill's key as a move takes it: the skill, and its type."""
    name, _, kind = skill.partition("/")
    return name, kind


def _menu(sheet: Sheet, label: Callable[[str], str] | None = None) -> tuple[tuple[str, str], ...]:
    words = label or (lambda key: f"{title_of(key)}: {sheet.pool(key)} dice")
    return tuple((words(key), token(key)) for key in skills(sheet))


def _others(table: Shown, who: Id) -> list[Id]:
    """Other characters that may be meant: those of players, and for a GM the creatures."""
    names, fight = table.state.campaign.names, table.state.scene.fight
    seated = fight.seats if fight is not None else {}
    found = [
        i
        for i, n in names.items()
        if i != who and i in table.state.sheets and n.kind != "draft" and not n.retired and table.state.sheets[i].able
    ]
    return sorted(found, key=lambda i: i not in seated)[:OPTIONS]


# -- a check -----------------------------------------------------------------------------------------------------------


def check_panel(table: Shown, who: Id, skill: str, target: int, actions: int) -> Card:
    """Skill, height, how many actions at once, the exact chance of each, and one button that rolls."""
    sheet = cards.gone(table, who)
    args = (who, token(skill), str(target), str(actions))
    stat, own = stat_for(skill), sheet.pool(skill)
    helps = [p.what for p in table.state.scene.pending.values() if isinstance(p.what, Helping)]
    lent = sum(pools.lent(own, [h.dice for h in helps if h.leader == who and h.skill.casefold() == skill.casefold()]))

    def likely(k: int, height: int) -> str:
        n = pools.dice_in(0, own, lent=lent, actions=k)
        return percent(chances.enough_sets(n, k, height))

    n = pools.dice_in(0, own, lent=lent, actions=actions)
    lowered = f" - {sheet.penalty(stat)} (torso filled)" if sheet.penalty(stat) else ""
    more = f" + {lent} lent" if lent else ""
    summed = f"{STATS[stat]} {sheet.stat(stat)}{lowered} + {title_of(skill)} {sheet.skill(skill)}{more}"
    lines = [escape(f"{sheet.name}: {summed}: {n} dice")]
    goal = "all of them succeed" if actions > 1 else f"a set of height {target} or more" if target > 1 else "a set"
    lines.append(f"{goal[0].upper()}{goal[1:]}: **{likely(actions, target)}**")
    if table.state.rulings.called_shot:
        lines.append(f"A called shot in a fight would hit {percent(chances.called(n))}.")
    heights = tuple(
        (f"Any set: {likely(actions, 1)}" if h == 1 else f"Height {h} or more: {likely(actions, h)}", str(h))
        for h in range(1, pools.MOST + 1)
    )
    several = tuple(
        (f"One action: {likely(1, target)}" if k == 1 else f"{k} actions, all succeed: {likely(k, target)}", str(k))
        for k in range(1, MULTI + 1)
    )
    picks = (
        Pick("Skill", "ore-check-skill", args, _menu(sheet), token(skill)),
        Pick("Height", "ore-check-height", args, heights, str(target)),
        Pick("Actions", "ore-check-actions", args, several, str(actions)),
    )
    why = judge(table.game, table.state, table.viewer, _check(who, skill, target, actions)).refusal
    lines += [escape(why.message)] if why is not None else []
    go = (Button("Roll", "ore-check-go", (*args, str(table.newest)), "success", why is not None),)
    title = f"{escape(title_of(skill))} check"
    return Card(title, tuple(lines), ("Only you see this; the roll is for everybody.",), go, "open", picks=picks)


def _check(who: Id, skill: str, target: int, actions: int) -> Check:
    name, kind = parted(skill)
    return Check(who, name, kind, target, actions=actions)


async def _show_check(interaction: Interaction, args: tuple[str, ...], update: bool = True) -> None:
    who, skill, target, actions = Id(args[0]), args[1], int(args[2]), int(args[3])

    def card(table: Shown) -> Card:
        return check_panel(table, who, skill_in(cards.gone(table, who), skill), target, actions)

    await view_table(interaction, lambda table: asyncio.to_thread(card, table), update=update)


@press("ore-check")
async def open_check(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of a check."""
    await _show_check(interaction, args, update=False)


@press("ore-check-skill")
async def pick_skill(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another skill."""
    await _show_check(interaction, (args[0], args[4], args[2], args[3]))


@press("ore-check-height")
async def pick_height(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another height."""
    await _show_check(interaction, (args[0], args[1], args[4], args[3]))


@press("ore-check-actions")
async def pick_actions(interaction: Interaction, args: tuple[str, ...]) -> None:
    """More or fewer actions at once."""
    await _show_check(interaction, (args[0], args[1], args[2], args[4]))


@press("ore-check-go")
async def go_check(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Make the check that the panel shows, once; the panel is there for another."""
    who, target, actions = Id(args[0]), int(args[2]), int(args[3])

    def make(table: Shown) -> Check:
        return _check(who, skill_in(cards.gone(table, who), args[1]), target, actions)

    async def card(played: Played) -> Answer:
        skill = skill_in(cards.gone(played.caller, who), args[1])
        panel = await asyncio.to_thread(check_panel, played.caller, who, skill, target, actions)
        return Answer(panel, await result(played))

    await act(interaction, make, card, update=True, private=True, seen=int(args[4]))


@press("ore-choose")
async def choose(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Which of several sets is used."""
    pending, rev = int(args[0]), int(args[1])

    def make(table: Shown) -> Choose:
        waiting = table.state.scene.pending.get(pending)
        who = waiting.what.who if waiting is not None and isinstance(waiting.what, Choosing) else CHAIR
        if waiting is None:
            raise Refused("stale", "That is settled already.", "the newest card shows what is true now")
        return Choose(who, args[2], pending, rev)

    await act(interaction, make, result)


# -- asked, contested, helped ------------------------------------------------------------------------------------------


@press("ore-ask")
async def roll_asked(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Whoever was asked rolls; a GM for the first who has not."""
    pending, rev = int(args[0]), int(args[1])

    def make(table: Shown) -> AnswerAsk:
        names, waiting = table.state.campaign.names, table.state.scene.pending.get(pending)
        if waiting is None:
            raise Refused("stale", "Everybody who was asked has rolled.", "the newest card shows what is true now")
        own = [i for i in waiting.by if i in names and names[i].owner == table.viewer.user]
        if not own and not table.viewer.gm:
            whom = ", ".join(names[i].name for i in waiting.by if i in names)
            raise Refused("not-yours", f"That was asked of {whom}.", "wait until you are asked")
        return AnswerAsk((own or list(waiting.by))[0], pending, rev)

    await act(interaction, make, result)


def _contest(table: Shown, pending: int, rev: int) -> Contesting:
    waiting = table.state.scene.pending.get(pending)
    if waiting is None or waiting.rev != rev or not isinstance(waiting.what, Contesting):
        raise Refused("stale", "That contest is settled.", "the newest card shows what is true now")
    names, target = table.state.campaign.names, waiting.what.target
    if not table.viewer.gm and (target not in names or names[target].owner != table.viewer.user):
        raise Refused("not-yours", f"That waits for {name_of(target, table.state)}.", "they answer, or a GM")
    return waiting.what


def answer_panel(table: Shown, pending: int, rev: int, skill: str = "") -> Card:
    """The other side of a contest chooses a skill."""
    what = _contest(table, pending, rev)
    sheet = cards.gone(table, what.target)
    chosen = skill_in(sheet, skill) if skill else skills(sheet)[0]
    args = (str(pending), str(rev), token(chosen))
    against = f"{name_of(what.by, table.state)} has {what.dice} dice of {title_of(what.skill)}."
    n = sheet.pool(chosen)
    lines = (
        escape(against),
        f"You: {escape(title_of(chosen))}, {n} dice, a set **{percent(chances.any_set(n))}**",
        "Who acts first: the wider set." if what.order else "The highest set wins.",
    )
    pick = Pick("With which skill", "ore-answer-skill", args, _menu(sheet), token(chosen))
    button = Button("Roll", "ore-answer-go", args, "success")
    return Card(f"{escape(sheet.name)} answers", lines, (), (button,), "open", picks=(pick,))


@press("ore-answer")
async def open_answer(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Answer a contest."""
    await view_table(interaction, lambda table: asyncio.to_thread(answer_panel, table, int(args[0]), int(args[1])))


@press("ore-answer-skill")
async def pick_answer(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another skill."""
    await view_table(
        interaction,
        lambda table: asyncio.to_thread(answer_panel, table, int(args[0]), int(args[1]), args[3]),
        update=True,
    )


@press("ore-answer-go")
async def go_answer(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Both sides roll."""
    pending, rev = int(args[0]), int(args[1])

    def make(table: Shown) -> AnswerContest:
        what = _contest(table, pending, rev)
        return AnswerContest(what.target, *parted(skill_in(cards.gone(table, what.target), args[2])), pending, rev)

    await act(interaction, make, result)


@press("ore-force")
async def force(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A GM answers for somebody, with the skill of the one who began."""
    await act(interaction, lambda _: Force(CHAIR, int(args[0]), int(args[1])), result)


def contest_panel(table: Shown, who: Id, target: str = "", skill: str = "", order: str = "wins") -> Card:
    """Against whom, with which skill, and whether it is about winning or about who is first."""
    sheet, found = cards.gone(table, who), _others(table, who)
    if not found:
        raise Refused("unknown", "There is nobody to contest with.", "/character list shows who is")
    to = Id(target) if target in found else found[0]
    chosen = skill_in(sheet, skill) if skill else skills(sheet)[0]
    args = (who, to, token(chosen), order)
    n = sheet.pool(chosen)
    lines = (f"{escape(title_of(chosen))}, {n} dice: a set **{percent(chances.any_set(n))}**",)
    picks = (
        Pick("Against", "ore-contest-to", args, _folk(table, found), to),
        Pick("Skill", "ore-contest-skill", args, _menu(sheet), token(chosen)),
        Pick("What for", "ore-contest-for", args, (("Only one can win", "wins"), ("Who acts first", "order")), order),
    )
    button = Button("Begin", "ore-contest-go", (*args, str(table.newest)), "success")
    small = ("The other side answers with a skill of its own; then both roll.",)
    return Card(f"{escape(sheet.name)}: a contest", lines, small, (button,), "open", picks=picks)


def _folk(table: Shown, found: list[Id]) -> tuple[tuple[str, str], ...]:
    return tuple((cut(name_of(i, table.state), 60), str(i)) for i in found)


@press("ore-contest")
async def open_contest(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of a contest."""
    await view_table(interaction, lambda table: asyncio.to_thread(contest_panel, table, Id(args[0])))


def _pick_contest(verb: str, at: int) -> None:
    @press(verb)
    async def pick(interaction: Interaction, args: tuple[str, ...]) -> None:
        values = [*args[1:at], args[4], *args[at + 1 : 4]]
        await view_table(
            interaction, lambda table: asyncio.to_thread(contest_panel, table, Id(args[0]), *values), update=True
        )


_pick_contest("ore-contest-to", 1)
_pick_contest("ore-contest-skill", 2)
_pick_contest("ore-contest-for", 3)


@press("ore-contest-go")
async def go_contest(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Begin the contest; it waits for the other side."""

    def make(table: Shown) -> Contest:
        name, kind = parted(skill_in(cards.gone(table, Id(args[0])), args[2]))
        return Contest(Id(args[0]), Id(args[1]), name, kind, args[3] == "order")

    await act(interaction, make, result, seen=int(args[4]))


def help_panel(table: Shown, who: Id, target: str = "", skill: str = "", dice: int = 0) -> Card:
    """Whom to help, with which skill, and how many dice are lent."""
    sheet, found = cards.gone(table, who), _others(table, who)
    known = [key for key in skills(sheet) if sheet.skill(key)]
    if not found or not known:
        raise Refused("RULE", f"{sheet.name} has nobody to help, or no skill.", "a skill of 1 or more")
    to = Id(target) if target in found else found[0]
    chosen = next((key for key in known if token(key) == skill), known[0])
    most = sheet.skill(chosen)
    dice = dice if 1 <= dice <= most else most
    args = (who, to, token(chosen), str(dice))
    theirs = cards.gone(table, to).pool(chosen)
    with_it = min(pools.MOST, theirs + dice)
    better = f"{percent(chances.any_set(theirs))} → {percent(chances.any_set(with_it))}"
    lines = [
        f"{escape(name_of(to, table.state))}'s next {escape(title_of(chosen))}: {theirs} → {with_it} dice, {better}"
    ]
    why = judge(table.game, table.state, table.viewer, Assist(who, to, chosen, dice)).refusal
    lines += [escape(why.message)] if why is not None else []
    picks = (
        Pick("Whom", "ore-help-to", args, _folk(table, found), to),
        Pick("Skill", "ore-help-skill", args, tuple((title_of(k), token(k)) for k in known), token(chosen)),
        Pick("Dice", "ore-help-dice", args, tuple((f"Lend {n}", str(n)) for n in range(1, most + 1)), str(dice)),
    )
    button = Button("Lend them", "ore-help-go", (*args, str(table.newest)), "success", why is not None)
    small = ("Who lends dice shares what comes of it.",)
    return Card(f"{escape(sheet.name)} helps", tuple(lines), small, (button,), "open", picks=picks)


@press("ore-help")
async def open_help(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of help."""
    await view_table(interaction, lambda table: asyncio.to_thread(help_panel, table, Id(args[0])))


def _pick_help(verb: str, at: int) -> None:
    @press(verb)
    async def pick(interaction: Interaction, args: tuple[str, ...]) -> None:
        values = [*args[1:at], args[4], *args[at + 1 : 4]]
        target, skill, dice = values[0], values[1], values[2]
        await view_table(
            interaction, lambda table: help_panel(table, Id(args[0]), target, skill, int(dice)), update=True
        )


_pick_help("ore-help-to", 1)
_pick_help("ore-help-skill", 2)
_pick_help("ore-help-dice", 3)


@press("ore-help-go")
async def go_help(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Lend the dice."""

    def make(table: Shown) -> Assist:
        return Assist(Id(args[0]), Id(args[1]), skill_in(cards.gone(table, Id(args[0])), args[2]), int(args[3]))

    await act(interaction, make, result, seen=int(args[4]))


# -- bodies ------------------------------------------------------------------------------------------------------------


class Marking(ui.Modal, title="Shock and killing"):
    """Damage or healing, marked by hand."""

    where = ui.Label(
        text="Place",
        description="Head, torso, left arm ... Empty when healing: shock where it heals first",
        component=ui.TextInput[ui.Modal](custom_id="where", required=False, max_length=20),
    )
    shock = ui.Label(text="Shock", component=ui.TextInput[ui.Modal](custom_id="shock", required=False, max_length=10))
    killing = ui.Label(
        text="Killing", component=ui.TextInput[ui.Modal](custom_id="killing", required=False, max_length=10)
    )


@press("ore-mark")
async def open_marking(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form for damage or healing."""
    await ask(interaction, Marking(custom_id=form_id("ore-mark", *args)))


@form("ore-mark")
async def mark(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Mark damage or healing."""
    typed, who = fields(interaction), Id(args[0])

    def whole(field: str) -> int:
        return whole_number(typed.get(field, "").strip() or "0", field)

    def make(table: Shown) -> Move:
        where = typed.get("where", "").strip()
        if args[1] == "heal":
            return Heal(who, where, whole("shock"), whole("killing"))
        return Hurt(who, where, whole("shock"), whole("killing"))

    await act(interaction, make, result)


@press("ore-recover")
async def recover(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Today's healing roll."""
    await act(interaction, lambda _: Recover(Id(args[0])), result, seen=int(args[1]))
