"""What is done in a turn: attacks, maneuvers, kills, moving, anything else (CLAN-ACT, -ATK, -RNG, -MAN, -KILL)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from mechanics.campaign import clean
from mechanics.facts import Noted, typed
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.clan.dice import RANGE_DIE, read_dice
from mechanics.games.clan.features import key, within
from mechanics.games.clan.moves import Act, Attack, Fumble, KillCheck, Maneuver, Walk
from mechanics.games.clan.pending import Fumbled, Open, Parts, Side
from mechanics.games.clan.play import (
    ACTIONS,
    ClanStep,
    Did,
    awake,
    can_pay,
    cost_of,
    did,
    finished,
    hidden,
    living,
    pay,
)
from mechanics.games.clan.play.holds import holder_of, holds, is_held, release
from mechanics.games.clan.play.rolls import can_spend, damage, first, made, manage, pool, spend, throw
from mechanics.games.clan.sheet import Sheet

ATTACK, MANEUVER, KILL, MOVE = 2, 2, 1, 1
"""What these cost in actions (CLAN-ACT-01)."""
FARTHEST = 600
"""Feet of the farthest attack (CLAN-RNG-01)."""
FEET_A_DIE = 10
INTENTS = ("hold", "move", "escape", "let go")
WHAT_LENGTH = 200


class Strike(NamedTuple):
    """What somebody strikes with, and the dice of its damage (CLAN-DMG-01)."""

    name: str
    dice: str


def strike_with(step: ClanStep, sheet: Sheet, text: str) -> Strike:
    """A weapon by name, "" the first one. One of the body, or anything else that is named, does unarmed damage."""
    unarmed = sheet.unarmed(step.state.rulings.unarmed_dice)
    weapons = sheet.all_weapons
    if not text.strip():
        weapon = weapons[0] if weapons else None
    else:
        weapon = next((w for w in weapons if key(w.name) == key(text)), None)
        if weapon is None:
            name = clean(text, "weapon")
            return Strike("unarmed" if key(name) in ("unarmed", "none") else name, unarmed)
    if weapon is None:
        return Strike("unarmed", unarmed)
    return Strike(weapon.name, unarmed if weapon.from_feature else weapon.dice)


def range_dice(feet: int, rounding: str) -> int:
    """How many d4s a distance takes off an attack (CLAN-RNG-01)."""
    return -(-feet // FEET_A_DIE) if rounding == "up" else feet // FEET_A_DIE


def _aimed(step: ClanStep, i: Id, target: Id) -> Sheet:
    """The sheet of whom something is done to; `RULE` for oneself, `UNKNOWN` outside the fight, `STATE` for the dead."""
    if i == target:
        raise Refused("RULE", "Nobody does that to themselves.", "somebody else")
    sheet, fight = finished(step, target), step.scene.fight
    if fight is not None and fight.round and target not in fight.seats:
        raise Refused("UNKNOWN", f"{sheet.name} is not in the fight here.", "/combat status shows who is")
    return living(step, target)


# -- attack ------------------------------------------------------------------------------------------------------------


class Aim(NamedTuple):
    """An attack that may be made."""

    strike: Strike
    parts: Parts
    power: Parts
    armor: int


def attack(step: ClanStep, move: Attack) -> None:
    """d12 + Kick Ass - range dice must be higher than the Armor (CLAN-ATK-01)."""
    i, target = move.actor, move.target
    aim = first(step, i, lambda: _aim(step, move))
    if aim is None:
        return
    pay(step, i, ATTACK)
    did(step, i, Did("attack", target, move.weapon, move.feet))
    far = f" from {move.feet} feet away" if move.feet else ""
    step.say(Noted(rule="CLAN-ATK-01", text=f"{{0}} attacks {{1}}{far}: {typed(aim.strike.name)}.", about=(i, target)))
    if move.feet:
        step.say(Noted(rule="CLAN-RNG-01", to=(CHAIR,), text="Is there a sensible way to reach that far?"))
    spend(step, i, move.luck)
    dice = throw(step, 1 + move.luck)
    parts, others = aim.parts, ()
    if n := range_dice(move.feet, step.state.rulings.range_rounding):
        minus, others = pool(step, n, RANGE_DIE)  # type: ignore[assignment]
        parts = (*parts, (f"range {n}d{RANGE_DIE}", -minus))
    side = Side(i, dice, parts, others)
    made(step, Open("attack", "attack", side, None, aim.armor, target, aim.strike.dice, aim.power))


def _aim(step: ClanStep, move: Attack) -> Aim:
    sheet = awake(step, move.actor)
    can_pay(step, move.actor, ATTACK)
    target = _aimed(step, move.actor, move.target)
    if not target.able:
        raise Refused("STATE", f"{target.name} is unconscious.", "/clan kill")
    within(move.feet, 0, FARTHEST, "A distance")
    can_spend(sheet, move.luck)
    parts: Parts = (("kick", sheet.score("kick")),)
    more, harder = sheet.added("attack"), sheet.added("damage")
    return Aim(
        strike_with(step, sheet, move.weapon),
        (*parts, ("Features", more)) if more else parts,
        (*parts, ("Features", harder)) if harder else parts,
        target.armor,
    )


def fumble(step: ClanStep, move: Fumble) -> None:
    """The GM says whom a natural 1 hurts, or nobody (CLAN-ATK-02)."""
    p, what = step.top(Fumbled, None, move.pending)
    if move.who is not None:
        living(step, move.who)
    step.close(p)
    if move.who is None:
        step.say(Noted(rule="CLAN-ATK-02", text="Nobody is hurt by {0}'s fumble.", about=(what.who,)))
    elif what.who in step.state.sheets:
        damage(step, what.who, move.who, what.strike, what.power)


# -- maneuver ----------------------------------------------------------------------------------------------------------


def intent_named(text: str) -> str:
    """hold, move, escape or let go; else `UNKNOWN` (CLAN-MAN-01, -02)."""
    intent = key(text).replace("-", " ").replace("_", " ")
    if intent not in INTENTS:
        raise Refused("UNKNOWN", "There is no such maneuver.", ", ".join(INTENTS))
    return intent


def maneuver(step: ClanStep, move: Maneuver) -> None:
    """d12 + Kick Ass must be higher than d12 + Bad Ass; the unconscious do not resist (CLAN-MAN-01).

    Who gets free of oneself gets free of whoever holds them, who may be hidden (CLAN-MAN-02).
    """
    i, other, intent = move.actor, move.target, intent_named(move.intent)
    if intent == "let go":
        if not holds(step, i, other):
            raise Refused("STATE", f"{step.sheet(i).name} does not hold {step.sheet(other).name}.", "who is held")
        step.say(Noted(rule="CLAN-MAN-02", text="{0} lets go of {1}.", about=(i, other)))
        release(step, lambda e: e.by == i and e.on == other)
        return
    if intent == "escape" and other == i:
        holder = holder_of(step, i)
        if holder is None:
            _slip(step, move)
            return
        other = holder
        move = replace(move, target=other)
    cost = first(step, i, lambda: _may_try(step, move, intent))
    if cost is None:
        return
    pay(step, i, cost)
    if intent in ("hold", "move"):
        did(step, i, Did(intent, other))
    spend(step, i, move.luck)
    actor, resister = step.sheet(i), step.sheet(other)
    if not resister.able:
        manage(step, intent, i, other)
        return
    words = {"hold": "{0} tries to hold {1}.", "move": "{0} tries to move {1}.", "escape": "{0} struggles with {1}."}
    step.say(Noted(rule="CLAN-MAN-01", text=words[intent], about=(i, other)))
    if intent == "escape" and hidden(step, (other,)):
        step.say(Noted(rule="CLAN-MAN-01", text="{0} struggles to get free.", about=(i,)))
    a = Side(i, throw(step, 1 + move.luck), (("kick", actor.score("kick")),))
    b = Side(other, throw(step), (("bad", resister.score("bad")),))
    made(step, Open("maneuver", intent, a, b, intent=intent))


def _slip(step: ClanStep, move: Maneuver) -> None:
    """Get free of a hold that is nobody's: there is no roll."""
    i = move.actor
    sheet, cost = awake(step, i), cost_of(step, move.cost, MANEUVER)
    can_pay(step, i, cost)
    can_spend(sheet, move.luck)
    pay(step, i, cost)
    release(step, lambda e: e.on == i and e.by is None)


def _may_try(step: ClanStep, move: Maneuver, intent: str) -> int:
    sheet = awake(step, move.actor)
    cost = cost_of(step, move.cost, MANEUVER)
    can_pay(step, move.actor, cost)
    other = _aimed(step, move.actor, move.target)
    if intent == "escape" and not holds(step, move.target, move.actor):
        raise Refused("STATE", f"{other.name} does not hold {sheet.name}.", "whoever does")
    if intent == "hold" and holds(step, move.actor, move.target):
        raise Refused("STATE", f"{sheet.name} holds {other.name} already.", "move, or another one")
    can_spend(sheet, move.luck)
    if not other.able and move.luck:
        raise Refused("RULE", f"{other.name} does not resist: there is no roll.", "no Luck")
    return cost


# -- kill --------------------------------------------------------------------------------------------------------------


def kill_check(step: ClanStep, move: KillCheck) -> None:
    """d12 + weapon dice + Kick Ass must be higher than the victim's d12 + Armor (CLAN-KILL-01)."""
    i, other = move.actor, move.target
    strike = first(step, i, lambda: _may_kill(step, move))
    if strike is None:
        return
    pay(step, i, KILL)
    did(step, i, Did("kill", other, move.weapon))
    spend(step, i, move.luck)
    step.say(Noted(rule="CLAN-KILL-01", text=f"{{0}} would kill {{1}}: {typed(strike.name)}.", about=(i, other)))
    killer, victim = step.sheet(i), step.sheet(other)
    own, dice = throw(step, 1 + move.luck), read_dice(strike.dice)
    value, others = pool(step, dice.n, dice.faces)
    a = Side(i, own, ((strike.dice, value + dice.added), ("kick", killer.score("kick"))), others)
    b = Side(other, throw(step), (("Armor", victim.armor),))
    made(step, Open("kill", "Kill Check", a, b))


def _may_kill(step: ClanStep, move: KillCheck) -> Strike:
    sheet = awake(step, move.actor)
    can_pay(step, move.actor, KILL)
    other = _aimed(step, move.actor, move.target)
    if other.able:
        raise Refused("STATE", f"{other.name} is not unconscious.", "attack instead")
    can_spend(sheet, move.luck)
    return strike_with(step, sheet, move.weapon)


# -- move, and anything else -------------------------------------------------------------------------------------------


def walk(step: ClanStep, move: Walk) -> None:
    """1 action; not for who is held, and nobody is held by who moves away (CLAN-ACT-01, CLAN-MAN-02)."""
    i = move.actor
    sheet = awake(step, i)
    can_pay(step, i, MOVE)
    if is_held(step, i):
        raise Refused("STATE", f"{sheet.name} is held.", "/clan maneuver intent:escape")
    pay(step, i, MOVE)
    feet = step.state.rulings.move_feet
    far = f", up to {feet} feet" if feet else ""
    step.say(Noted(rule="CLAN-ACT-01", text=f"{{0}} moves{far}.", about=(i,)))
    release(step, lambda e: e.by == i)


def act(step: ClanStep, move: Act) -> None:
    """Anything else, for 0 to 3 actions; `RANGE` (CLAN-ACT-01)."""
    i, what = move.actor, " ".join(move.what.split())
    awake(step, i)
    if not what or len(what) > WHAT_LENGTH:
        raise Refused("RANGE", "Say what is done, in a few words.", f"up to {WHAT_LENGTH} characters")
    cost = within(move.cost, 0, ACTIONS, "A cost")
    can_pay(step, i, cost)
    pay(step, i, cost)
    step.say(Noted(rule="CLAN-ACT-01", text=f"{{0}}: {typed(what)}", about=(i,)))
