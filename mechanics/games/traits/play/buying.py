"""Experience given and spent (TRAIT-EXP-01, TRAIT-COST-02, TRAIT-ABIL-03, TRAIT-DISC-02)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from mechanics.facts import Changed, Noted
from mechanics.game import Id, Refused
from mechanics.games.traits.catalogue import Entry, key, within
from mechanics.games.traits.moves import Award, Buy
from mechanics.games.traits.play import TraitsStep, finished, living
from mechanics.games.traits.prices import Quote, quote
from mechanics.games.traits.sheet import Ability, Learnt, Sheet, mastery
from mechanics.state import Sealed

MOST_EXP = 1000
"""The most EXP of one award (TRAIT-EXP-01)."""


def buy(step: TraitsStep, move: Buy) -> None:
    """Spend EXP, out of fights. What is bought of a discipline is told to the buyer alone (TRAIT-DISC-01)."""
    i, fight = move.actor, step.scene.fight
    sheet = living(step, i)
    if fight is not None and i in fight.seats:
        raise Refused("STATE", f"{sheet.name} is in a fight.", "buy when it is over")
    wanted = quote(step.state.rulings, sheet, move.what, move.to)
    if wanted.price > sheet.exp_free:
        raise Refused(
            "FUNDS", f"That costs {wanted.price} EXP; {sheet.name} has {sheet.exp_free} to spend.", "a GM awards EXP"
        )
    told = len(step.facts)
    rule = {"trait": "TRAIT-COST-02", "ability": "TRAIT-ABIL-03", "discipline": "TRAIT-DISC-02"}[wanted.kind]
    step.say(Noted(rule=rule, text=f"{{0}} buys {words(wanted)} for {wanted.price} EXP.", about=(i,)))
    spent = {"exp_spent": sheet.exp_spent + wanted.price}
    if wanted.kind == "trait":
        step.set(i, rule, **spent, **raised(sheet, wanted.name, wanted.target))
    elif wanted.entry is not None:
        step.set(i, rule, **spent, abilities=with_ability(sheet.abilities, wanted.entry, wanted.target))
    else:
        known = mastery(sheet)
        learnt = (*known.learnt, Learnt(wanted.name, wanted.discipline, wanted.target))
        step.set(i, rule, **spent, disciplines=Sealed(i, replace(known, learnt=learnt)))
        step.say(Changed(rule=rule, who=i, gauge="disciplines", before="", after=words(wanted)))
        step.facts[told:] = [replace(f, to=(i,)) for f in step.facts[told:]]


def words(wanted: Quote) -> str:
    """What is bought: `Physical 4`, `Sword Attack 2`, `Small Talk (level 2)`."""
    if wanted.kind == "discipline":
        return f"{wanted.name} (level {wanted.target})"
    return f"{wanted.name.capitalize() if wanted.kind == 'trait' else wanted.name} {wanted.target}"


def raised(sheet: Sheet, trait: str, target: int) -> dict[str, Any]:
    """The fields of a sheet with another level of a trait. Who is unhurt stays so; others keep what they have."""
    fields: dict[str, Any] = {trait: target}
    if trait == "physical":
        fields["hp"] = target if sheet.hp == sheet.hp_max else max(-target - 1, min(sheet.hp, target))
    if (gone := sheet.burned.get(trait, 0)) > target:
        fields["burned"] = {**sheet.burned, trait: min(gone, target)}
    return fields


def with_ability(owned: tuple[Ability, ...], entry: Entry, rating: int, damage: int = 0) -> tuple[Ability, ...]:
    """Owned abilities with this one at a rating; 0 is without it. What is owned keeps its damage."""
    old = next((a for a in owned if key(a.name) == key(entry.name)), None)
    if old is None:
        return (*owned, Ability(entry.name, entry.trait, rating, entry.role, damage)) if rating else owned
    if rating == 0:
        return tuple(a for a in owned if a is not old)
    return tuple(replace(a, rating=rating) if a is old else a for a in owned)


def award(step: TraitsStep, move: Award) -> None:
    """Give EXP, 1 to 1000, to each; or correct it downwards, never below what is spent."""
    if not move.who:
        raise Refused("UNKNOWN", "Nobody is named.", "one or more characters")
    if move.exp == 0:
        raise Refused("RANGE", "An award of 0 is none.", f"1 to {MOST_EXP}, or below 0 to take back")
    within(move.exp, -MOST_EXP, MOST_EXP, "An award")
    for i in dict.fromkeys(move.who):
        _award(step, i, move.exp)


def _award(step: TraitsStep, i: Id, exp: int) -> None:
    sheet = finished(step, i)
    if sheet.exp_free + exp < 0:
        raise Refused("FUNDS", f"{sheet.name} has {sheet.exp_free} free EXP.", f"take back at most {sheet.exp_free}")
    text = f"{{0}} gets {exp} EXP." if exp > 0 else f"{{0}} loses {-exp} EXP."
    step.say(Noted(rule="TRAIT-EXP-01", text=text, about=(i,)))
    step.set(i, "TRAIT-EXP-01", exp_earned=sheet.exp_earned + exp)
