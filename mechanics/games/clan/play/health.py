"""Hit points: losing them, getting them back, full rests, death (CLAN-HP, -UNC, -REST)."""

from __future__ import annotations

from typing import Any

from mechanics.facts import Noted
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.clan.features import within
from mechanics.games.clan.moves import Heal, Hurt, Kill, Rest, Revive
from mechanics.games.clan.play import ClanStep, finished, in_round, living, named
from mechanics.games.clan.rulings import Rulings
from mechanics.games.clan.sheet import Sheet

MOST = 999
"""The most hit points that are marked at once (CLAN-HP-02)."""
KINDS = {"sleep": "8 hours of sleep", "quiet": "10 quiet hours", "gm": "as the GM says"}
"""How a full rest is taken (CLAN-REST-01)."""


def wound(step: ClanStep, i: Id, amount: int, rule: str = "CLAN-HP-02") -> None:
    """Take hit points, down to 0: unconscious. Whoever is there already stays as they are."""
    before = step.sheet(i)
    if before.hp == 0:
        step.say(Noted(rule=rule, text=f"{{0}} is down already: {amount} damage changes nothing.", about=(i,)))
        return
    hp = max(0, before.hp - amount)
    step.say(Noted(rule=rule, text=f"{{0}} takes {amount} damage.", about=(i,)))
    step.set(i, rule, hp=hp, status="ok" if hp else "unconscious")
    if not hp:
        step.say(Noted(rule="CLAN-UNC-01", text="{0} is unconscious.", about=(i,)))


def die(step: ClanStep, i: Id, reason: str, rule: str) -> None:
    """Somebody is dead from now on."""
    step.set(i, rule, hp=0, status="dead", reason=reason)
    step.say(Noted(rule=rule, text="{0} is dead.", about=(i,)))


def hurt(step: ClanStep, move: Hurt) -> None:
    """Damage marked by hand, 1 to 999."""
    living(step, move.actor)
    wound(step, move.actor, within(move.amount, 1, MOST, "Damage"))


def heal(step: ClanStep, move: Heal) -> None:
    """Healing, 1 to 999; what is over is lost, and from 0 it wakes (CLAN-HP-02)."""
    before = living(step, move.actor)
    amount = within(move.amount, 1, MOST, "Healing")
    step.say(Noted(rule="CLAN-HP-02", text=f"{{0}} is healed by {amount}.", about=(move.actor,)))
    step.set(move.actor, "CLAN-HP-02", hp=min(before.hp_max, before.hp + amount), status="ok")
    if not before.able:
        step.say(Noted(rule="CLAN-HP-02", text="{0} wakes.", about=(move.actor,)))


# -- full rest ---------------------------------------------------------------------------------------------------------


def resting(step: ClanStep, move: Rest) -> tuple[Id, ...]:
    """Who rests: all named but the dead among several. Refuses `UNKNOWN`, `STATE` (CLAN-REST-01)."""
    if move.kind not in KINDS:
        raise Refused("UNKNOWN", "There is no such rest.", ", ".join(KINDS))
    who = named(move.who)
    for i in who:
        sheet = living(step, i) if len(who) == 1 else finished(step, i)
        if (in_round(step, i) or i in step.state.elsewhere) and move.kind != "gm":
            raise Refused("STATE", f"{sheet.name} is in a fight.", "after it, or kind gm")
    alive = tuple(i for i in who if not step.sheet(i).dead)
    if not alive:
        raise Refused("STATE", "They are all dead.", "somebody alive")
    return alive


def rested(sheet: Sheet, heals: str) -> dict[str, Any]:
    """What a full rest makes of a sheet: Luck is renewed, who was unconscious wakes at 1 (CLAN-REST-01, -LUCK-05)."""
    if not sheet.able:
        return {"luck_spent": 0, "hp": 1, "status": "ok"}
    hp = {"full": sheet.hp_max, "one": min(sheet.hp_max, sheet.hp + 1), "none": sheet.hp}[heals]
    return {"luck_spent": 0, "hp": hp}


def rest(step: ClanStep, who: tuple[Id, ...], kind: str) -> None:
    """Each of them has had a full rest."""
    rulings: Rulings = step.state.rulings
    for i in who:
        if step.sheet(i).dead:
            continue
        step.say(Noted(rule="CLAN-REST-01", text=f"{{0}} has had a full rest: {KINDS[kind]}.", about=(i,)))
        step.set(i, "CLAN-REST-01", **rested(step.sheet(i), rulings.rest_heals))


# -- life and death by the GM's word -----------------------------------------------------------------------------------


def kill(step: ClanStep, move: Kill) -> None:
    """The GM says so; `STATE` for the dead."""
    if move.who == CHAIR:
        raise Refused("UNKNOWN", "Nobody is named.", "a character")
    living(step, move.who)
    die(step, move.who, "the GM said so", "CLAN-GEN-01")


def revive(step: ClanStep, move: Revive) -> None:
    """The dead come back at 1 hit point, but not who was built with a score of 0 (CLAN-ABL-02)."""
    if move.who == CHAIR:
        raise Refused("UNKNOWN", "Nobody is named.", "a dead character")
    sheet = finished(step, move.who)
    if not sheet.dead:
        raise Refused("STATE", f"{sheet.name} is not dead.", "/clan heal heals the living")
    if sheet.reason == ZERO:
        raise Refused("RULE", f"{sheet.name} was built with a score of 0 and stays dead.", "another character")
    step.set(move.who, "CLAN-GEN-01", hp=1, status="ok", reason="")
    step.say(Noted(rule="CLAN-GEN-01", text="{0} lives again, at 1 hit point.", about=(move.who,)))


ZERO = "zero-score"
"""Why somebody is dead who was built with a score of 0 (CLAN-ABL-02)."""
