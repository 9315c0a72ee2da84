"""What a spell does when it has been cast (DELVE-SPELL-01)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.facts import Rolled, Sum
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.delve.moves import Split
from mechanics.games.delve.pending import Splitting, ToCast
from mechanics.games.delve.play import FROZEN, DelveStep, note
from mechanics.games.delve.play.allies import join, life_dice
from mechanics.games.delve.play.life import hurt, lower, mend, rise
from mechanics.games.delve.sheet import Item, Sheet
from mechanics.games.delve.spells import Spell, spell_of
from mechanics.games.delve.throws import Harm, parts_of, throw
from mechanics.state import Effect

RULE = "DELVE-SPELL-01"
OAK_ROUNDS = 6
OAK = "oak armor"
ON_CASTER = ("Truesight", "Counterspell", "Dwimmer", "Mimic", "Ward", "Wildshape", "Wildwords")
"""Spells that run on the board for their rounds, and no more."""


def last_round(step: DelveStep, rounds: int) -> int:
    """The last round of what is cast now for so many; outside a fight counted from the first round to come."""
    now = step.scene.fight.round if step.scene.fight is not None else 0
    return max(now, 1) + rounds - 1


def lay(step: DelveStep, name: str, by: Id, on: Id, rounds: int, ends_on: tuple[str, ...] = ()) -> None:
    """A spell runs for its rounds, on the board of a fight; without one the table keeps count."""
    fight = step.scene.fight
    if fight is None or on not in fight.seats:
        note(step, RULE, f"{name} on {{0}} for {rounds} rounds.", on)
        return
    last = last_round(step, rounds)
    kept = tuple(e for e in fight.effects if not (e.name == name and e.on == on))
    step.set_fight(effects=(*kept, Effect(name, on, by, last, frozenset(ends_on))))
    note(step, RULE, f"{name} on {{0}} to the end of round {last}.", on)


def goes_off(step: DelveStep, i: Id, goal: ToCast) -> None:
    """The spell does what it does, with the numbers of the caster's level."""
    sheet = step.sheet(i)
    spell = spell_of(goal.spell, goal.choice)
    at = spell.at(sheet.level)
    told_numbers(step, i, spell, sheet)
    targets = tuple(t for t in goal.targets if t in step.state.sheets)
    match goal.spell:
        case name if name in ON_CASTER:
            lay(step, name, i, i, at["rounds"])
        case "Blessing":
            for t, points in zip(goal.targets, goal.numbers, strict=True):
                if t in targets:
                    step.set(t, RULE, gift=step.sheet(t).gift + points)
        case "Doppelganger":
            last = last_round(step, at["rounds"])
            clone = Sheet(f"Double of {sheet.name}", sheet.owner, sheet.level, life=sheet.life, life_max=sheet.life)
            join(step, i, _summoned(clone, until=last))
        case "Elemental bolt":
            _bolt(step, i, goal.choice, targets, at)
        case "Exploding finger":
            _finger(step, i, goal, targets, at["dice"])
        case "Friendship":
            for t in targets:
                lay(step, "Friendship", i, t, goal.numbers[0])
        case "Invisibility":
            for t in targets or (i,):
                lay(step, "Invisibility", i, t, at["rounds"], ("attack", "hurt"))
        case "Oakskin":
            oak = Item(OAK, "armor", temporary=True, until=last_round(step, OAK_ROUNDS))
            step.set(i, RULE, items=(*sheet.items, *(oak,) * at["pieces"]))
        case "Raise dead":
            for _ in range(at["count"]):
                life = life_dice(step, i, 1)
                join(step, i, _summoned(Sheet("Skeleton", sheet.owner, life=life, life_max=life)))
        case "Rekindle":
            for t in targets:
                if step.sheet(t).status == "dead":
                    rise(step, t, RULE)
                    for j in (t, i):
                        lower(step, j, RULE, *step.sheet(j).abilities)
        case "Healing touch":
            _touch(step, i, goal.choice, (targets or (i,))[0], at["added"])
        case "Summon demon":
            life = life_dice(step, i, at["level"])
            demon = Sheet("Demon", CHAIR, at["level"], life=life, life_max=life, conditions=("demon",))
            join(step, i, _summoned(demon))


def told_numbers(step: DelveStep, i: Id, spell: Spell, sheet: Sheet) -> None:
    """Tell the spell's numbers at this level, as the table's rulings read them."""
    words = spell.words(sheet.level)
    if spell.choice == "earth" and step.state.rulings.earth_area == "side":
        words = f"one square, side {5 * spell.at(sheet.level)['squares']} feet"
    if spell.name == "Exploding finger":
        words = f"damage {_finger_harm(step, spell.at(sheet.level)['dice'])}"
    note(step, RULE, f"{spell.name}{f', {spell.choice}' if spell.choice else ''}: {spell.what}; {words}.", i)


def without_targets(step: DelveStep, i: Id, number_name: str) -> None:
    """A spell that goes off by itself: on its caster where it needs no target, else the GM says at whom."""
    spell = spell_of(number_name, "fire")
    if spell.name in (*ON_CASTER, "Doppelganger", "Oakskin", "Raise dead", "Summon demon"):
        goes_off(step, i, ToCast(spell.name, "", "", ()))
    else:
        told_numbers(step, i, spell, step.sheet(i))
        note(step, RULE, "The GM says at whom it goes off.")


def _summoned(ally: Sheet, until: int | None = None) -> Sheet:
    return replace(ally, summoned=True, until=until)


def _bolt(step: DelveStep, i: Id, element: str, targets: tuple[Id, ...], at: dict[str, int]) -> None:
    if element == "fire":
        damage = _thrown(step, i, Harm(1), "fire")
        for t in targets:
            hurt(step, t, damage, RULE)
    elif element == "ice":
        for t in targets:
            lay(step, FROZEN, i, t, at["turns"])


def _thrown(step: DelveStep, i: Id, harm: Harm, label: str) -> int:
    total, dice = throw(step, harm)
    step.say(Rolled(rule=RULE, label=label, sum=Sum(i, parts_of(harm, total), total, dice)))
    return total


def _touch(step: DelveStep, i: Id, choice: str, target: Id, added: int) -> None:
    if choice == "heal":
        mend(step, target, _thrown(step, i, Harm(1, plus=added), "healing"), RULE)
        return
    sheet = step.sheet(target)
    left = tuple(c for c in sheet.conditions if choice not in c.casefold())
    note(step, RULE, "{0} is cured of poison." if choice == "poison" else "A curse is lifted from {0}.", target)
    if left != sheet.conditions:
        step.set(target, RULE, conditions=left)


# -- the exploding finger ----------------------------------------------------------------------------------------------


def _finger_harm(step: DelveStep, dice: int) -> Harm:
    return Harm(dice) if step.state.rulings.finger_dice == "dice" else Harm(dice - 3, plus=3)


def _finger(step: DelveStep, i: Id, goal: ToCast, targets: tuple[Id, ...], dice: int) -> None:
    step.set(i, RULE, fingers=max(0, step.sheet(i).fingers - 1))
    total = _thrown(step, i, _finger_harm(step, dice), "explosion")
    if goal.choice == "split" and len(targets) > 1:
        step.open((i,), Splitting(i, total, targets), f"{total} damage to share out: how much for whom?")
    else:
        _share(step, targets, even(total, len(targets)))


def even(total: int, n: int) -> tuple[int, ...]:
    """A total shared out in whole points, the remainder to the first ones."""
    return tuple(total // n + (k < total % n) for k in range(n)) if n else ()


def _share(step: DelveStep, targets: tuple[Id, ...], shares: tuple[int, ...]) -> None:
    for t, share in zip(targets, shares, strict=True):
        if t in step.state.sheets and share:
            hurt(step, t, share, RULE)


def split(step: DelveStep, move: Split) -> None:
    """The caster shares the damage out; refused `RANGE` unless all of it goes to the targets in whole points."""
    waiting, what = step.top(Splitting, move.actor, move.pending)
    shares = move.shares or even(what.total, len(what.targets))
    if len(shares) != len(what.targets) or min(shares) < 0 or sum(shares) != what.total:
        raise Refused("RANGE", f"{what.total} has to be shared out over {len(what.targets)}.", "a number for each")
    step.close(waiting)
    _share(step, what.targets, shares)
