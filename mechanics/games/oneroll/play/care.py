"""Bodies hurt and healed: by blows, by hand, after a fight, day by day (section 4)."""

from __future__ import annotations

from mechanics.facts import Noted
from mechanics.game import Id, Refused
from mechanics.games.oneroll import body
from mechanics.games.oneroll.moves import Award, Day, Heal, Hurt, Recover, Revive
from mechanics.games.oneroll.play import OneRollStep
from mechanics.games.oneroll.play.checks import pool_name, roll_sets
from mechanics.games.oneroll.sheet import Sheet

DAYS = 30
"""The most days that pass at once."""
FURTHEST = 1_000
"""The most points that are awarded at once."""

FALLEN = {
    "dead": "{0} dies.",
    "out": "{0} passes out.",
    "weak": f"{{0}}'s Body and Coordination are lowered by {body.LOWERED}.",
}


def wound(step: OneRollStep, i: Id, place: str, killing: int, shock: int) -> None:
    """Mark a blow and tell what comes of it (ORE-DMG-02 to -04)."""
    before = step.sheet(i)
    blow = body.strike(before.boxes, place, killing, shock, step.state.rulings.overflow)
    dead = any(body.all_killing(blow.boxes, p) for p in blow.marked if p in body.HEAL_FIRST)
    step.set(i, "ORE-DMG-02", boxes=blow.boxes, dead=before.dead or dead)
    after = step.sheet(i)
    if len(blow.marked) > 1:
        step.say(Noted(rule="ORE-DMG-03", text="What the limb cannot hold goes to {0}'s torso.", about=(i,)))
    if lost := blow.lost_killing + blow.lost_shock:
        step.say(Noted(rule="ORE-DMG-03", text=f"{lost} more finds no box.", about=(i,)))
    for limb in set(body.useless(after.boxes)) - set(body.useless(before.boxes)):
        text = f"{{0}} cannot use the {body.words(limb)} until it is healed."
        step.say(Noted(rule="ORE-DMG-04", text=text, about=(i,)))
    if after.condition != before.condition and after.condition in FALLEN:
        step.say(Noted(rule="ORE-DMG-04", text=FALLEN[after.condition], about=(i,)))


def _living(step: OneRollStep, i: Id) -> Sheet:
    sheet = step.sheet(i)
    if sheet.draft:
        raise Refused("STATE", "That character is not finished yet.", "finish it first")
    if sheet.dead:
        raise Refused("STATE", f"{sheet.name} is dead.", "/ore-gm revive first")
    return sheet


def hurt(step: OneRollStep, move: Hurt) -> None:
    """Damage by hand; refused `STATE` for the dead, `RANGE`, `UNKNOWN` for the place (ORE-DMG-02)."""
    _living(step, move.actor)
    place = body.named_place(move.where)
    body.points(move.killing, move.shock)
    wound(step, move.actor, place, move.killing, move.shock)


def heal(step: OneRollStep, move: Heal) -> None:
    """Healing by hand, killing only where a place is named (ORE-HEAL-03)."""
    sheet = _living(step, move.actor)
    body.points(move.killing, move.shock)
    if move.where:
        boxes = body.heal(sheet.boxes, body.named_place(move.where), move.shock, move.killing)
    elif move.killing:
        raise Refused("UNKNOWN", "Killing damage heals in one place.", "name the place")
    else:
        boxes = body.mend(sheet.boxes, move.shock)
    _mended(step, move.actor, boxes, "ORE-HEAL-03")


def _mended(step: OneRollStep, i: Id, boxes: dict[str, body.Box], rule: str) -> None:
    before = step.sheet(i)
    step.set(i, rule, boxes=boxes)
    after = step.sheet(i)
    if after == before:
        step.say(Noted(rule=rule, text="Nothing of {0}'s is there to heal.", about=(i,)))
    elif before.condition == "out" and after.able:
        step.say(Noted(rule="ORE-DMG-04", text="{0} wakes.", about=(i,)))


def fight_over(step: OneRollStep) -> None:
    """Half of the shock of everybody in it goes (ORE-HEAL-01)."""
    for i in step.fight.seats:
        sheet = step.sheet(i)
        if not sheet.dead and body.total(sheet.boxes).shock:
            _mended(step, i, body.after_fight(sheet.boxes, step.state.rulings.heal_shock), "ORE-HEAL-01")


# -- days --------------------------------------------------------------------------------------------------------------


def recover(step: OneRollStep, move: Recover) -> None:
    """Today's roll, by hand, so that the owner may say where it heals; once a day (ORE-HEAL-02)."""
    sheet = _living(step, move.actor)
    order = tuple(body.named_place(text) for text in move.order)
    if sheet.rested:
        raise Refused("STATE", f"{sheet.name} has rolled for today.", "the GM lets the next day come")
    if step.scene.fight is not None and move.actor in step.scene.fight.seats:
        raise Refused("STATE", f"{sheet.name} is in a fight.", "after the fight")
    if not body.total(sheet.boxes).shock:
        raise Refused("STATE", f"{sheet.name} has no shock to heal.", "nothing to do")
    _roll_day(step, move.actor, order)


def _roll_day(step: OneRollStep, i: Id, order: tuple[str, ...] = ()) -> None:
    sheet = step.sheet(i)
    found = roll_sets(step, i, sheet.pool("health"), pool_name("health"), "ORE-HEAL-02")
    healed = found[0].width if found else 0
    step.set(i, "ORE-HEAL-02", rested=True)
    if healed:
        _mended(step, i, body.mend(sheet.boxes, healed, order), "ORE-HEAL-02")


def day(step: OneRollStep, move: Day) -> None:
    """Days pass; each who has shock and has not rolled for the day rolls (ORE-HEAL-02)."""
    if not 1 <= move.days <= DAYS:
        raise Refused("RANGE", f"{move.days} days cannot pass at once.", f"1 to {DAYS}")
    if step.scene.fight is not None:
        raise Refused("STATE", "A fight is on here.", "/combat end first")
    names = step.state.campaign.names
    for n in range(move.days):
        for i, sheet in tuple(step.state.sheets.items()):
            if sheet.draft or sheet.dead or (i in names and names[i].retired):
                continue
            if body.total(sheet.boxes).shock and not sheet.rested:
                _roll_day(step, i)
            if step.sheet(i).rested:
                step.set(i, "ORE-HEAL-02", rested=False)
        step.say(Noted(rule="ORE-HEAL-02", text="A day passes." if not n else "Another day passes."))


# -- the GM's word -----------------------------------------------------------------------------------------------------


def award(step: OneRollStep, move: Award) -> None:
    """Points for stats and skills; refused `RANGE`, `FUNDS` when taking more than there are."""
    if not move.who or len(set(move.who)) != len(move.who):
        raise Refused("UNKNOWN", "Name who gets them, each once.", "one or more characters")
    if not 1 <= abs(move.points) <= FURTHEST:
        raise Refused("RANGE", f"{move.points} points cannot be given.", f"up to {FURTHEST}, or below 0 to take")
    for i in move.who:
        sheet = step.sheet(i)
        if sheet.points + move.points < 0:
            raise Refused("FUNDS", f"{sheet.name} has {sheet.points} points.", "no more than that")
        step.set(i, "ORE-SHEET-01", points=sheet.points + move.points)


def revive(step: OneRollStep, move: Revive) -> None:
    """Somebody is not dead after all; their boxes stay (ORE-HEAL-03)."""
    sheet = step.sheet(move.who)
    if not sheet.dead:
        raise Refused("STATE", f"{sheet.name} is not dead.", "nothing to do")
    step.set(move.who, "ORE-HEAL-03", dead=False)
    step.say(Noted(rule="ORE-HEAL-03", text="{0} lives.", about=(move.who,)))
