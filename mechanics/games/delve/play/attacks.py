"""Attacks: weapons, reach, what it takes to hit, and what a hit does (DELVE-ATK)."""

from __future__ import annotations

from mechanics.facts import Rolled, Sum, typed
from mechanics.game import Id, Refused
from mechanics.games.delve.moves import Attack, Reach, Skip, Strike
from mechanics.games.delve.pending import Counter, Defence, Roll, ToHit
from mechanics.games.delve.play import Budget, DelveStep, More, act, fire, may_act, not_casting, note, on_turn
from mechanics.games.delve.play.life import hurt
from mechanics.games.delve.play.rolls import afford, go_on, roll
from mechanics.games.delve.rulings import Rulings
from mechanics.games.delve.sheet import Item, Sheet, changed, place_of
from mechanics.games.delve.throws import Harm, harm_of, parts_of, throw
from mechanics.state import Fight

CRITICAL = 6
"""What a critical hit adds (DELVE-ATK-02)."""
UNARMED = "unarmed"
WEAPONS = ("melee", "ranged", "improvised")


def level_damage(level: int, mode: str) -> Harm:
    """What an enemy or ally of a level deals (DELVE-DEF-02)."""
    if mode == "flat":
        return Harm(plus=level)
    if mode == "d6half":
        return Harm((level + 1) // 2)
    return Harm(1, plus=level - 1)


def damage_of(sheet: Sheet, mode: str) -> Harm:
    """What a creature deals: its own dice, or those of its level (DELVE-DEF-02)."""
    return harm_of(sheet.damage) if sheet.damage else level_damage(sheet.level, mode)


def tn_of(sheet: Sheet, rulings: Rulings) -> int:
    """What an attack on somebody has to beat (DELVE-ATK-01)."""
    if sheet.tn is not None:
        return sheet.tn
    return 10 + sheet.level if rulings.attack_tn == "level" else rulings.fixed_tn


def attack(step: DelveStep, move: Attack) -> None:
    """An attack: a character or ally rolls to hit, an enemy makes its target defend (DELVE-ATK, DELVE-DEF-01)."""
    on_turn(step, move.actor)
    sheet = may_act(step, move.actor)
    not_casting(sheet)
    seats = step.fight.seats
    if move.target not in seats or seats[move.target].side == seats[move.actor].side:
        raise Refused("UNKNOWN", "That is no enemy in this fight.", "one of the other side")
    target = step.sheet(move.target)
    if target.status != "up":
        raise Refused("STATE", f"{target.name} is down.", "one who is up")
    last = (move.target, move.weapon)
    if sheet.abilities or seats[move.actor].side == "players":
        blow, ability = _blow(step, sheet, move.actor, move.target, move.weapon)
        if move.plus5:
            afford(step, move.actor)
        act(step, move.actor, last=last)
        _swing(step, move.actor, blow, ability, target, move.plus5)
        return
    act(step, move.actor, last=last)
    fire(step, move.actor, "attack")
    note(step, "DELVE-DEF-01", "{0} attacks {1}.", move.actor, move.target)
    harm = damage_of(sheet, step.state.rulings.enemy_damage)
    waits = Defence(move.target, move.actor, 10 + sheet.level, harm, move.magic)
    step.open((move.target,), waits, "an attack comes: Defend")


def _swing(step: DelveStep, i: Id, blow: ToHit, ability: str, target: Sheet, plus5: bool) -> None:
    fire(step, i, "attack")
    note(step, "DELVE-ATK-02" if ability != "wis" else "DELVE-ATK-03", "{0} attacks {1}.", i, blow.target)
    roll(step, i, ability, tn_of(target, step.state.rulings), blow, plus5)


def _blow(step: DelveStep, sheet: Sheet, i: Id, target: Id, weapon: str) -> tuple[ToHit, str]:
    """What is swung at whom, and the ability it takes."""
    item = weapon_of(sheet, weapon) if sheet.abilities else None
    _in_reach(step, i, target, item.kind if item else "melee")
    harm, ability = blow_of(sheet, item, step.state.rulings)
    return ToHit(target, item.name if item else "", harm), ability


def blow_of(sheet: Sheet, item: Item | None, rulings: Rulings) -> tuple[Harm, str]:
    """What a hit with this deals (None: bare hands, or a creature's own attack), and the ability to hit.

    DELVE-ATK-02, DELVE-ATK-03, DELVE-ALLY-01.
    """
    if not sheet.abilities:
        return damage_of(sheet, rulings.enemy_damage), "str"
    if item is None:
        return Harm(plus=1 + sheet.bonus("str")), "str"
    if item.kind == "ranged":
        return Harm(1), "wis"
    return (Harm(1, 3) if item.kind == "improvised" else Harm(1, plus=sheet.bonus("str"))), "str"


def weapon_of(sheet: Sheet, name: str) -> Item | None:
    """The weapon of this name, the first whole one if none is named; None: bare hands.

    Refuses `UNKNOWN`, `RULE` for what is no weapon, `STATE` for a broken one.
    """
    if not name:
        return next((item for item in sheet.items if item.kind in WEAPONS and item.usable), None)
    if name.strip().casefold() == UNARMED:
        return None
    k = place_of(sheet.items, name)
    if k is None:
        raise Refused("UNKNOWN", f"{sheet.name} carries no {name.strip()[:40]}.", "a weapon carried, or unarmed")
    item = sheet.items[k]
    if item.kind not in WEAPONS:
        raise Refused("RULE", f"{item.name} is no weapon.", "a weapon carried, or unarmed")
    if not item.usable:
        raise Refused("STATE", f"{item.name} is {'broken' if item.broken else 'spent'}.", "another one, or unarmed")
    return item


def _in_reach(step: DelveStep, i: Id, target: Id, kind: str) -> None:
    """With strict reach melee needs the GM's mark, ranged its absence (DELVE-ATK-03); without, people see to it."""
    if not step.state.rulings.strict_reach:
        return
    near = adjacent(step.fight, i, target)
    if near == (kind == "ranged"):
        word = "adjacent" if near else "not adjacent"
        raise Refused("STATE", f"They are {word}.", "melee strikes the adjacent, ranged weapons the distant")


def _pair(one: Id, other: Id) -> tuple[Id, Id]:
    first, second = sorted((one, other))
    return first, second


def adjacent(fight: Fight[Budget, More], one: Id, other: Id) -> bool:
    """Whether the GM has marked these two as adjacent (DELVE-ATK-03)."""
    return _pair(one, other) in fight.more.adjacent


def reach(step: DelveStep, move: Reach) -> None:
    """The GM marks who is adjacent to whom (DELVE-ATK-03)."""
    fight = step.fight
    if move.one == move.other or not {move.one, move.other} <= set(fight.seats):
        raise Refused("UNKNOWN", "Name two who fight here.", "two of the fight")
    pairs, pair = fight.more.adjacent, _pair(move.one, move.other)
    if (pair in pairs) != move.apart:
        raise Refused("STATE", "That is so already.", "another pair")
    kept = tuple(p for p in pairs if p != pair) if move.apart else (*pairs, pair)
    step.set_fight(more=type(fight.more)(kept))
    note(step, "DELVE-ATK-03", "{0} and {1} are " + ("apart." if move.apart else "adjacent."), *pair)


@go_on.register(ToHit)
def _hit(goal: ToHit, step: DelveStep, made: Roll, verdict: str) -> None:
    if verdict == "critical fail":
        _break(step, made.who, goal.weapon)
    if not verdict.endswith("success") or step.scene.fight is None or goal.target not in step.fight.seats:
        return
    thrown, dice = throw(step, goal.harm)
    extra = CRITICAL if verdict == "critical success" else 0
    total = max(1, thrown + extra)
    parts = parts_of(goal.harm, thrown) + ((("critical", extra),) if extra else ())
    step.say(Rolled(rule="DELVE-ATK-02", label="damage", sum=Sum(made.who, parts, total, dice)))
    hurt(step, goal.target, total, "DELVE-LIFE-01")


def _break(step: DelveStep, i: Id, weapon: str) -> None:
    items = step.sheet(i).items
    k = place_of(items, weapon) if weapon else None
    if k is not None and not items[k].broken:
        step.set(i, "DELVE-ATK-02", items=changed(items, k, broken=True))
        note(step, "DELVE-ATK-02", f"{{0}}'s {typed(items[k].name)} breaks.", i)


# -- the counterattack -------------------------------------------------------------------------------------------------


def open_counter(step: DelveStep, i: Id, enemy: Id) -> None:
    """A critical defence: one free attack, if the enemy is there to be seen and up (DELVE-DEF-01)."""
    if _there(step, enemy):
        step.open((i,), Counter(i, enemy), "a counterattack? Counter or Skip")


def _there(step: DelveStep, enemy: Id) -> bool:
    fight = step.scene.fight
    seat = fight.seats.get(enemy) if fight is not None else None
    return seat is not None and not seat.hidden and step.sheet(enemy).status == "up"


def strike(step: DelveStep, move: Strike) -> None:
    """The counterattack: no action, and a critical one gives no other (DELVE-DEF-01)."""
    waiting, counter = step.top(Counter, move.actor, move.pending)
    if not _there(step, counter.enemy):
        raise Refused("STATE", "That enemy is not there to be struck any more.", "Skip")
    blow, ability = _blow(step, step.sheet(counter.who), counter.who, counter.enemy, move.weapon)
    if move.plus5:
        afford(step, counter.who)
    step.close(waiting)
    _swing(step, counter.who, blow, ability, step.sheet(counter.enemy), move.plus5)


def skip(step: DelveStep, move: Skip) -> None:
    """No counterattack."""
    waiting, counter = step.top(Counter, move.actor, move.pending)
    step.close(waiting)
    note(step, "DELVE-DEF-01", "{0} does not strike back.", counter.who)
