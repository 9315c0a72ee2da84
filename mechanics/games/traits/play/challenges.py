"""Challenges: what each side throws, when it is shown, who wins, and what burning costs (TRAIT-CHAL, TRAIT-BURN)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec.structs import replace

from mechanics.challenges import compare
from mechanics.facts import Compared, Noted, Rolled, Sum
from mechanics.game import Id, Refused
from mechanics.games.traits.catalogue import FURTHEST, key, meant, trait_named, within
from mechanics.games.traits.moves import AnswerAsk, Ask, Burn, Challenge, Defend, Oppose
from mechanics.games.traits.pending import Challenged, Requested
from mechanics.games.traits.play import TraitsStep, awake, finished, in_round, living, on_turn
from mechanics.games.traits.play.health import wound
from mechanics.games.traits.sheet import Halving, Sheet, current, discipline_level, inforce, mastery
from mechanics.state import Sealed

Side = Literal["start", "answer"]
KINDS = ("body", "projectile", "other")
"""What an attack is, for the dodges (TRAIT-DODGE-01)."""
NOTE_LENGTH = 200


class Added(NamedTuple):
    """An ability that is added to a trait: its name, how much, what it is for, the damage that it does."""

    name: str
    bonus: int
    role: str
    damage: int


# -- what a side throws ------------------------------------------------------------------------------------------------


def added(sheet: Sheet, text: str, trait: str, side: Side) -> tuple[Added, ...]:
    """The abilities that a text names, if this side may add them to this trait (TRAIT-ABIL-01, -02, -04).

    Refuses `RULE` for too many, one of another trait or side; `UNKNOWN` for what is not owned.
    """
    names = [part.strip() for part in text.split(",") if part.strip()]
    if len(names) > 1 + sheet.extra_abilities:
        raise Refused("RULE", "Those are too many abilities for one challenge.", f"at most {1 + sheet.extra_abilities}")
    found = tuple(_owned(sheet, name) for name in names)
    if len({one.name for one, _ in found}) < len(found):
        raise Refused("RULE", "An ability is added once.", "name each once")
    for one, of in found:
        if one.role == "order":
            raise Refused("RULE", f"{one.name} only decides who acts first.", "another ability, or none")
        if of not in ("", trait):
            raise Refused("RULE", f"{one.name} goes with {of.capitalize()}, not {trait.capitalize()}.", "another one")
        if side == "answer" and one.role.startswith("attack"):
            raise Refused("RULE", f"{one.name} is for attacking.", "a defence, a dodge, or none")
        if side == "start" and one.role.startswith(("dodge", "defence")):
            raise Refused("RULE", f"{one.name} is for defending.", "an attack, another ability, or none")
    return tuple(one for one, _ in found)


def _owned(sheet: Sheet, text: str) -> tuple[Added, str]:
    """An ability of this sheet, and the trait that it is tied to ("": any). A discipline's adds its level."""
    general = meant(text, ((a.name, a) for a in sheet.abilities))
    if general is not None:
        return Added(general.name, general.rating, general.role, general.damage), general.trait
    learnt = meant(text, ((x.name, x) for x in mastery(sheet).learnt))
    if learnt is not None:
        return Added(learnt.name, discipline_level(sheet, learnt.discipline), "general", 0), ""
    raise Refused("UNKNOWN", f"{sheet.name} has no such ability.", "one on the sheet, or none")


def may_burn(sheet: Sheet, trait: str) -> None:
    """Refuses `FUNDS` when nothing is left of the trait (TRAIT-BURN-03)."""
    if current(sheet, trait) < 1:
        raise Refused("FUNDS", f"{sheet.name} has no {trait.capitalize()} left to burn.", "it comes back next session")


def total_of(i: Id, sheet: Sheet, halving: Halving, trait: str, extra: tuple[Added, ...], burn: bool) -> Sum:
    """A side's total with its parts: what is left, halved by a wound, doubled by a burn, abilities (TRAIT-HP-03)."""
    number = inforce(sheet, trait, halving)
    first = (f"{trait}, burned: 2 x {number}", 2 * number) if burn else (trait, number)
    parts = (first, *((one.name, one.bonus) for one in extra))
    return Sum(i, parts, sum(n for _, n in parts))


def _thrown(step: TraitsStep, i: Id, trait: str, extra: tuple[Added, ...], burn: bool) -> Sum:
    return total_of(i, step.sheet(i), step.state.rulings.halving, trait, extra, burn)


def pay(step: TraitsStep, i: Id, trait: str, points: int, rule: str) -> None:
    """Burn points of a trait; hit points stay (TRAIT-BURN-01, TRAIT-HP-01)."""
    burned = step.sheet(i).burned
    step.set(i, rule, burned={**burned, trait: burned.get(trait, 0) + points})


# -- a challenge -------------------------------------------------------------------------------------------------------


def challenge(step: TraitsStep, move: Challenge) -> None:
    """Commit the attacker's side. The helpless are thrown against at once (TRAIT-CHAL-03), others answer first."""
    i, target = move.actor, move.target
    trait = trait_named(move.trait)
    sheet = awake(step, i)
    if target == i:
        raise Refused("RULE", "Nobody challenges themselves.", "somebody else")
    living(step, target)
    fighting = in_round(step)
    if fighting:
        on_turn(step, i)
        if step.fight.seats[i].budget.attacked:
            raise Refused("STATE", f"{sheet.name} has made the challenge of this turn.", "/combat next ends the turn")
    extra = added(sheet, move.ability, trait, "start")
    damage = move.damage if move.damage is not None else max((one.damage for one in extra), default=0)
    within(damage, 0, FURTHEST, "Damage")
    kind = _kind(move.kind, extra, trait)
    if move.burn:
        may_burn(sheet, trait)
    names = tuple(one.name for one in extra)
    made = Challenged(i, target, trait, names, Sealed(i, move.burn), damage, kind)
    step.say(Noted(rule="TRAIT-CHAL-01", text=_announced(made), about=(i, target)))
    if not step.sheet(target).conscious:
        step.say(Noted(rule="TRAIT-CHAL-03", text="{0} is helpless.", about=(target,)))
        _resolve(step, made, (), False, fighting)
    else:
        step.open((target,), made, "how to defend", blocks=fighting)


def _kind(text: str, extra: tuple[Added, ...], trait: str) -> str:
    kind = key(text)
    if not kind:
        if any(one.role == "attack_projectile" for one in extra):
            return "projectile"
        return "body" if trait == "physical" else "other"
    if kind not in KINDS:
        raise Refused("UNKNOWN", "There is no such kind of challenge.", ", ".join(KINDS))
    return kind


def _announced(made: Challenged) -> str:
    """What everybody hears before the answer: who, the trait, the ability; neither totals nor burns (TRAIT-CHAL-04)."""
    using = f" with {' and '.join(made.abilities)}" if made.abilities else ""
    ranged = ", from afar" if made.kind == "projectile" else ""
    harm = f", for {made.damage} damage" if made.damage else ""
    return f"{{0}} challenges {{1}}: {made.trait.capitalize()}{using}{ranged}{harm}."


def oppose(step: TraitsStep, move: Oppose) -> None:
    """The GM has a challenge answered on another trait than it is made on, or on the same again; `STATE` if it is."""
    pending, made = step.top(Challenged, None, move.pending)
    trait = trait_named(move.trait)
    if trait == made.answered_on:
        raise Refused("STATE", f"It is answered on {trait.capitalize()} already.", "another trait")
    step.update(pending, what=replace(made, against="" if trait == made.trait else trait))
    text = f"{{0}} answers {{1}} on {trait.capitalize()}."
    step.say(Noted(rule="TRAIT-CHAL-01", text=text, about=(made.target, made.attacker)))


def defend(step: TraitsStep, move: Defend) -> None:
    """Answer: both sides are shown. A refused answer leaves the challenge open (TRAIT-DODGE-01)."""
    pending, made = step.top(Challenged, move.actor, move.pending)
    sheet, fighting = finished(step, move.actor), in_round(step)
    extra: tuple[Added, ...] = ()
    if sheet.conscious:
        extra = added(sheet, move.ability, made.answered_on, "answer")
        _may_dodge(step, move.actor, made, extra)
        if move.burn:
            may_burn(sheet, made.answered_on)
    elif move.ability.strip() or move.burn:
        raise Refused("STATE", f"{sheet.name} is helpless.", "neither ability nor burn")
    step.close(pending)
    _resolve(step, made, extra, move.burn, pending.blocks and fighting)


def _may_dodge(step: TraitsStep, i: Id, made: Challenged, extra: tuple[Added, ...]) -> None:
    """Refuses a dodge of the wrong kind (`RULE`), and one more than a round has (`STATE`) (TRAIT-DODGE-01)."""
    dodges = [one for one in extra if one.role.startswith("dodge")]
    for one in dodges:
        if one.role != f"dodge_{made.kind}":
            kind = {"body": "a close attack", "projectile": "a ranged one"}.get(made.kind, "neither close nor ranged")
            raise Refused("RULE", f"{one.name} does not help: this is {kind}.", "another defence, or none")
    if dodges and in_round(step) and i in step.fight.seats:
        left = 1 + step.sheet(i).extra_dodges - step.fight.seats[i].budget.dodges
        if len(dodges) > left:
            raise Refused("STATE", f"{step.sheet(i).name} has no dodge left in this round.", "another defence, or none")


def _resolve(step: TraitsStep, made: Challenged, extra: tuple[Added, ...], burn: bool, spends: bool) -> None:
    """Compare both sides, charge burns, dodges and the turn's challenge, and do the damage of a won attack."""
    i, target, trait = made.attacker, made.target, made.trait
    burns = made.burn.open() and current(step.sheet(i), trait) > 0
    a = _thrown(step, i, trait, _still_owned(step.sheet(i), made.abilities), burns)
    helpless = Sum(target, (("helpless", 0),), 0)
    b = _thrown(step, target, made.answered_on, extra, burn) if step.sheet(target).conscious else helpless
    verdict, by = compare(a.total or 0, b.total or 0)
    step.say(Compared(rule="TRAIT-CHAL-01", a=a, b=b, verdict=verdict, by=by))
    if verdict == "tie":
        step.say(Noted(rule="TRAIT-CHAL-01", text="Even: {0}, who defends, wins.", about=(target,)))
    for who, on, doubled in ((i, trait, burns), (target, made.answered_on, burn)):
        if doubled:
            pay(step, who, on, 1, "TRAIT-BURN-01")
    seats = step.fight.seats if in_round(step) else {}
    if spends and i in seats:
        step.budget(i, attacked=True)
    dodges = sum(one.role.startswith("dodge") for one in extra)
    if dodges and target in seats:
        step.budget(target, dodges=seats[target].budget.dodges + dodges)
    if verdict == "a" and made.damage and not step.sheet(target).dead:
        wound(step, target, made.damage, "TRAIT-CHAL-02")


def _still_owned(sheet: Sheet, names: tuple[str, ...]) -> tuple[Added, ...]:
    """The committed abilities, at what they are now; one that the GM took away meanwhile no longer helps."""
    found = []
    for name in names:
        try:
            found.append(_owned(sheet, name)[0])
        except Refused:
            continue
    return tuple(found)


# -- asked for ---------------------------------------------------------------------------------------------------------


def ask(step: TraitsStep, move: Ask) -> None:
    """Each of those named is asked, by themselves. `RANGE` for a number below 0 or above 99."""
    trait, vs = trait_named(move.trait), within(move.vs, 0, FURTHEST, "The number to beat")
    if not move.who:
        raise Refused("UNKNOWN", "Nobody is named who could be asked.", "one or more characters")
    if len(move.note) > NOTE_LENGTH:
        raise Refused("RANGE", f"That note has {len(move.note)} characters.", f"up to {NOTE_LENGTH}")
    for i in dict.fromkeys(move.who):
        awake(step, i)
        step.open((i,), Requested(i, trait, vs, move.note), f"{trait.capitalize()}, more than {vs}", blocks=False)
    if move.note:
        step.say(Noted(text=move.note))


def answer_ask(step: TraitsStep, move: AnswerAsk) -> None:
    """Throw against the number: more than it wins, as against a defender (TRAIT-CHAL-01)."""
    pending, asked = step.top(Requested, move.actor, move.pending)
    sheet = awake(step, move.actor)
    extra = added(sheet, move.ability, asked.trait, "start")
    if move.burn:
        may_burn(sheet, asked.trait)
    step.close(pending)
    total = _thrown(step, move.actor, asked.trait, extra, move.burn)
    verdict = "wins" if (total.total or 0) > asked.vs else "does not win"
    label = asked.trait.capitalize()
    step.say(Rolled(rule="TRAIT-CHAL-01", label=label, sum=total, against=asked.vs, verdict=verdict))
    if move.burn:
        pay(step, move.actor, asked.trait, 1, "TRAIT-BURN-01")


# -- a power's price ---------------------------------------------------------------------------------------------------


def burn(step: TraitsStep, move: Burn) -> None:
    """Burn points outside a challenge (TRAIT-BURN-05). `RANGE` below 1, `FUNDS` for more than is left."""
    trait, sheet = trait_named(move.trait), living(step, move.actor)
    if move.points < 1:
        raise Refused("RANGE", f"{move.points} points cannot be burned.", "1 or more")
    left = current(sheet, trait)
    if move.points > left:
        raise Refused("FUNDS", f"{sheet.name} has {left} {trait.capitalize()} left.", f"up to {left}")
    points = f"{move.points} point{'s' if move.points > 1 else ''}"
    step.say(Noted(rule="TRAIT-BURN-05", text=f"{{0}} burns {points} of {trait.capitalize()}.", about=(move.actor,)))
    pay(step, move.actor, trait, move.points, "TRAIT-BURN-05")
