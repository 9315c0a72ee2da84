"""Hit points: damage, healing, what becomes of whom, and coming back from the dead (TRAIT-HP)."""

from __future__ import annotations

from mechanics.facts import Noted
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.traits.catalogue import FURTHEST, within
from mechanics.games.traits.moves import Heal, Hurt, Revive
from mechanics.games.traits.play import TraitsStep, finished, living
from mechanics.games.traits.sheet import Sheet

_FALLEN = {
    "wounded": "{0} is wounded: all traits are halved.",
    "unconscious": "{0} is unconscious.",
    "bleeding": "{0} is bleeding out.",
    "dead": "{0} dies.",
}
_RISEN = {
    "fine": "{0} is well again.",
    "wounded": "{0} is on the feet again, wounded: all traits are halved.",
    "unconscious": "{0} no longer bleeds, and is unconscious.",
}


def tell_condition(step: TraitsStep, i: Id, before: Sheet) -> None:
    """Tell what has become of somebody, if another word is true of them than before (TRAIT-HP-03, -04)."""
    after = step.sheet(i)
    if after.condition != before.condition:
        words = _FALLEN if after.hp < before.hp or after.dead else _RISEN
        rule = "TRAIT-HP-03" if after.condition == "wounded" else "TRAIT-HP-04"
        if text := words.get(after.condition):
            step.say(Noted(rule=rule, text=text, about=(i,)))


def wound(step: TraitsStep, i: Id, amount: int, rule: str = "TRAIT-HP-02") -> None:
    """Take hit points, down to just dead (TRAIT-HP-02)."""
    before = step.sheet(i)
    step.say(Noted(rule=rule, text=f"{{0}} takes {amount}.", about=(i,)))
    step.set(i, rule, hp=max(-before.hp_max - 1, before.hp - amount))
    tell_condition(step, i, before)


def hurt(step: TraitsStep, move: Hurt) -> None:
    """Damage marked by hand, 0 to 99."""
    living(step, move.actor)
    wound(step, move.actor, within(move.amount, 0, FURTHEST, "Damage"))


def heal(step: TraitsStep, move: Heal) -> None:
    """Healing, 1 to 99; what is over is lost (TRAIT-HP-05)."""
    before = living(step, move.actor)
    amount = within(move.amount, 1, FURTHEST, "Healing")
    step.say(Noted(rule="TRAIT-HP-05", text=f"{{0}} is healed by {amount}.", about=(move.actor,)))
    step.set(move.actor, "TRAIT-HP-05", hp=min(before.hp_max, before.hp + amount))
    tell_condition(step, move.actor, before)


def revive(step: TraitsStep, move: Revive) -> None:
    """The dead come back at 0 hit points (TRAIT-HP-05)."""
    if move.who == CHAIR:
        raise Refused("UNKNOWN", "Nobody is named.", "the dead character")
    sheet = finished(step, move.who)
    if not sheet.dead:
        raise Refused("STATE", f"{sheet.name} is not dead.", "/traits heal heals the living")
    step.set(move.who, "TRAIT-HP-05", hp=0)
    step.say(Noted(rule="TRAIT-HP-05", text="{0} lives again, at 0 hit points.", about=(move.who,)))
