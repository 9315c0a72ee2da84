"""Checks, asked for or not, and checks to survive; Luck on what is open (CLAN-CHK, -SURV, -LUCK-03, -LUCK-04)."""

from __future__ import annotations

from typing import NamedTuple

from mechanics.facts import Noted
from mechanics.game import Id, Refused
from mechanics.games.clan.dice import D12
from mechanics.games.clan.features import ABILITIES, Feature, key, within
from mechanics.games.clan.moves import AnswerAsk, Ask, Check, Keep, Luck, Narrate, Survive
from mechanics.games.clan.pending import Open, Parts, Placing, Requested, Side
from mechanics.games.clan.play import ClanStep, awake, can_pay, cost_of, in_round, living, named, pay
from mechanics.games.clan.play.order import add_to_order, place, tell_order
from mechanics.games.clan.play.rolls import (
    can_spend,
    first,
    lock,
    lock_those_of,
    made,
    mine,
    settle,
    spend,
    tell,
    throw,
    waits_for,
    with_dice,
    words,
)
from mechanics.games.clan.sheet import Sheet

HARDEST = 40
"""The highest DC (CLAN-CHK-01)."""
FURTHEST_BONUS = 20
NOTE_LENGTH = 200


class Planned(NamedTuple):
    """A check that may be made: what is added to the d12, the DC, what it costs, a text to print."""

    parts: Parts
    dc: int | None
    cost: int = 0
    text: str = ""


def ability_named(text: str) -> str:
    """kick, bad, smart or none, any case; else `UNKNOWN` (CLAN-CHK-01)."""
    ability = key(text)
    if ability not in (*ABILITIES, "none"):
        raise Refused("UNKNOWN", "There is no such ability.", "kick, bad, smart or none")
    return ability


def added(sheet: Sheet, ability: str, bonus: int = 0) -> Parts:
    """What is added to the d12 of a check."""
    parts = [(ability, sheet.score(ability))] if ability != "none" else []
    parts += [(label, n) for label, n in (("Features", sheet.added("check")), ("bonus", bonus)) if n]
    return tuple(parts)


def dc_of(feature: Feature, owner: Sheet) -> int:
    """The DC of a Feature's checks as it is now, 1 to 40; `UNKNOWN` if it has none (CLAN-CHK-02)."""
    dc = feature.mods.dc
    if dc is None:
        raise Refused("UNKNOWN", f"{feature.name} has no DC of its own.", "type one")
    more = 0 if not dc.of else owner.armor if dc.of == "armor" else owner.score(dc.of)
    return max(1, min(HARDEST, dc.base + more))


def dc_typed(dc: int | None) -> int | None:
    """A DC as typed, 1 to 40 (CLAN-CHK-01)."""
    return None if dc is None else within(dc, 1, HARDEST, "A DC")


def note_typed(text: str) -> str:
    """A short text that is shown with a roll."""
    if len(text) > NOTE_LENGTH:
        raise Refused("RANGE", f"That note has {len(text)} characters.", f"up to {NOTE_LENGTH}")
    return text.strip()


def _label(ability: str, note: str) -> str:
    return f"{'d12' if ability == 'none' else ability.capitalize() + ' check'}{f', {note}' if note else ''}"


# -- a check -----------------------------------------------------------------------------------------------------------


def check(step: ClanStep, move: Check) -> None:
    """d12 + ability, against a DC or none; in a fight 1 action (CLAN-CHK-01, CLAN-ACT-01)."""
    i = move.actor
    plan = first(step, i, lambda: _plan(step, move))
    if plan is not None:
        pay(step, i, plan.cost)
        to = (Id(step.caller.user),) if move.secret else ()
        if plan.text:
            step.say(Noted(rule="CLAN-FEA-01", to=to, text=plan.text))
        _roll(step, i, ability_named(move.ability), plan, move.luck, move.note.strip(), to)


def _plan(step: ClanStep, move: Check) -> Planned:
    sheet, ability = awake(step, move.actor), ability_named(move.ability)
    dc = dc_typed(move.dc)
    bonus = within(move.bonus, -FURTHEST_BONUS, FURTHEST_BONUS, "A bonus")
    note_typed(move.note)
    text = ""
    if move.feature:
        owner = living(step, move.of or move.actor)
        feature = next((f for f in owner.features if key(f.name) == key(move.feature)), None)
        if feature is None:
            raise Refused("UNKNOWN", f"{owner.name} has no such Feature.", "/clan features shows them")
        text = f"{feature.name}: {feature.text}" if feature.text else ""
        if dc is None or (feature.mods.dc is not None and not step.caller.gm):  # what a GM types wins
            dc = dc_of(feature, owner)
    can_spend(sheet, move.luck)
    cost = cost_of(step, move.cost, 1) if in_round(step, move.actor) else 0
    if in_round(step, move.actor):
        can_pay(step, move.actor, cost)
    return Planned(added(sheet, ability, bonus), dc, cost, text)


def _roll(step: ClanStep, i: Id, ability: str, plan: Planned, luck: int, note: str, to: tuple[Id, ...] = ()) -> None:
    spend(step, i, luck)
    side = Side(i, throw(step, 1 + luck), plan.parts)
    made(step, Open("check", _label(ability, note), side, goal=plan.dc), to)


def ask(step: ClanStep, move: Ask) -> None:
    """The GM asks; each of them rolls when they like."""
    ability, dc, note = ability_named(move.ability), dc_typed(move.dc), note_typed(move.note)
    who = named(move.who)
    for i in who:
        living(step, i)
    against = f" against {dc}" if dc is not None else ""
    for i in who:
        step.open((i,), Requested(i, ability, dc, note), f"{_label(ability, note)}{against}", blocks=False)


def answer_ask(step: ClanStep, move: AnswerAsk) -> None:
    """Whoever was asked rolls."""
    i = move.actor
    p, what = step.top(Requested, i, move.pending)

    def ready() -> Planned:
        sheet = awake(step, i)
        can_spend(sheet, move.luck)
        return Planned(added(sheet, what.ability), what.dc)

    plan = first(step, i, ready)
    step.close(p)
    if plan is not None:
        _roll(step, i, what.ability, plan, move.luck, what.note)


def survive(step: ClanStep, move: Survive) -> None:
    """d12 + Armor against the GM's DC, for each of them (CLAN-SURV-01)."""
    dc = within(move.dc, 1, HARDEST, "A DC")
    who = named(move.who)
    for i in who:
        living(step, i)
    lock_those_of(step, who)
    for i in who:
        sheet = step.sheet(i)
        if not sheet.dead:
            side = Side(i, throw(step), (("Armor", sheet.armor),))
            made(step, Open("survive", "Survive Check", side, goal=dc))


# -- Luck after the roll -----------------------------------------------------------------------------------------------


def luck(step: ClanStep, move: Luck) -> None:
    """One more d12 for each Luck, on an open roll or on the roll for turn order (CLAN-LUCK-03, CLAN-ORD-01)."""
    i = move.actor
    sheet = living(step, i)
    p = mine(step, i, move.pending)
    fight = step.scene.fight
    if p is None and not (fight is not None and fight.phase == "setup" and i in fight.seats):
        raise Refused("STATE", f"No roll of {sheet.name}'s is open.", "Luck goes on a roll before it is told")
    can_spend(sheet, move.count, least=1)
    spend(step, i, move.count)
    dice = throw(step, move.count)
    if p is None or isinstance(p.what, Placing):
        add_to_order(step, i, dice)
        tell_order(step, i)
        if p is not None and (not step.sheet(i).luck_now or D12 in dice):
            place(step, i)
        return
    assert isinstance(p.what, Open)
    now = with_dice(p.what, i, dice)
    _tell_luck(step, now, i, move.count)
    tell(step, now)
    by = waits_for(step, now)
    if by:
        step.update(p, what=now, by=by)
    else:
        step.close(p)
        settle(step, now)


def _tell_luck(step: ClanStep, o: Open, i: Id, count: int) -> None:
    what, others = words(o)
    text, who = f"{{0}} uses {count} Luck: {what}.", (i, *others)
    if o.a.who != i:
        text, who = f"{{0}} uses {count} Luck against {{1}}.", (i, o.a.who)
    step.say(Noted(rule="CLAN-LUCK-03", text=text, about=who))


def keep(step: ClanStep, move: Keep) -> None:
    """The roll is kept as it is: it locks (CLAN-LUCK-04)."""
    i = move.actor
    p = mine(step, i, move.pending)
    if p is None:
        raise Refused("STATE", "Nothing is open here.", "the newest card shows what is true now")
    if i not in p.by:
        raise Refused("not-yours", "That roll waits for somebody else.", "the card says for whom")
    if isinstance(p.what, Placing):
        place(step, i)
    else:
        lock(step, p)


def narrate(step: ClanStep, move: Narrate) -> None:
    """The GM tells it as story: it locks (CLAN-LUCK-04)."""
    waiting = step.scene.pending
    some = [waiting[move.pending]] if move.pending is not None else list(reversed(waiting.values()))
    p = next((p for p in some if isinstance(p.what, Open | Placing)), None)
    if p is None:
        raise Refused("STATE", "No roll is open here.", "the newest card shows what is true now")
    if isinstance(p.what, Placing):
        place(step, p.what.who)
    else:
        lock(step, p)
