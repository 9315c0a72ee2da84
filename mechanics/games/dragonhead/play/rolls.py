"""One roll from an ability: what is thrown, the throw itself, and keeping it open for Fudge (DH-ACT-01)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from mechanics.facts import Changed, Die, Noted, Rolled, Sum
from mechanics.game import Id, Refused
from mechanics.games.dragonhead.create import finished
from mechanics.games.dragonhead.pending import Covered, Thrown, What
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.play.plain import throw_plain
from mechanics.games.dragonhead.play.pools import charge, payer, session_number
from mechanics.games.dragonhead.play.track import mark
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.scores import (
    FURTHEST,
    STEADY,
    TRIES,
    Roll,
    Rung,
    dice_for,
    ladder,
    one_of,
    one_set,
    success,
    within,
)
from mechanics.games.dragonhead.sheet import ABILITIES, BONUSES, Sheet, ability, class_bonus, value
from mechanics.games.dragonhead.stunts import STUNTS, fallen
from mechanics.games.dragonhead.track import exert
from mechanics.state import Pending
from mechanics.tables import look_up_action

CRASH = "crash"
"""The verdict of snake-eyes (DH-ACT-05)."""
MODIFIER = 100
"""How far a check's other modifiers may go, either way (DH-ACT-01)."""
RISE = 2
"""What one mojo of Rise Above adds to the score (DH-MOJO-07)."""
OPEN_ROLLS = 20
"""How many open rolls a scene keeps; the oldest is closed without a word."""
NOTE_LENGTH = 200
"""The longest note on a roll, in characters."""
_TRY_WORDS = {"hard": "Try Hard", "harder": "Try Harder", "hardest": "Try Hardest"}


class Declared(Struct, frozen=True):
    """A roll about to be made: all refusals are behind it, mojos for it are paid. What is told follows the throw."""

    roll: Thrown
    score: Rolled
    paid: tuple[Changed, ...] = ()


def declare(
    step: DragonheadStep,
    who: Id,
    named: str,
    *,
    save: bool = False,
    difficulty: str = "normal",
    shift: int = 0,
    tries: str = "no",
    rise: int = 0,
    bonus: str = "none",
    mod: int = 0,
    note: str = "",
) -> Declared:
    """Work out what is thrown (DH-ACT-01, steps 1-4), refusing what the rules do, and pay Rise Above (DH-MOJO-07)."""
    sheet, key = fit_to_roll(step, who, save), ability(named)
    rung, tries = _rung(step, sheet, difficulty, shift), one_of(tries, TRIES, "way of trying")
    if save and tries != "no":
        raise Refused("RULE", "Nobody can try hard at a saving throw.", "leave Try Hard out")
    short_note(note)
    within(mod, -MODIFIER, MODIFIER, "A modifier")
    within(rise, 0, FURTHEST, "Rise Above")
    parts = [(ABILITIES[key], value(sheet, key))]
    if one_of(bonus, BONUSES, "class bonus") != "none":
        if not sheet.classes:
            raise Refused("UNKNOWN", f"{sheet.name} has no class level that could help.", "bonus none")
        parts.append(class_bonus(sheet, bonus, rule=step.state.rulings.class_bonus))
    parts += [("Rise Above", RISE * rise)] * (rise > 0) + [("modifier", mod)] * (mod != 0)
    score = sum(points for _, points in parts)
    dice = dice_for(score, table_of(step.state.rulings))
    user = payer(step, sheet.owner)
    return Declared(
        Thrown(
            session=session_number(step),
            who=who,
            owner=sheet.owner,
            rule="DH-ACT-07" if save else "DH-ACT-01",
            label=f"{rung.name.capitalize()} {ABILITIES[key]} {'save' if save else 'check'}",
            ability=ABILITIES[key].casefold(),
            score=score,
            difficulty=rung.name,
            tries=tries,
            note=note,
        ),
        Rolled(rule="DH-DICE-05", label="score", sum=Sum(who, tuple(parts), score), verdict=dice.text),
        charge(step, rise, {user: rise}, "DH-MOJO-07") if rise else (),
    )


def fit_to_roll(step: DragonheadStep, who: Id, save: bool = False) -> Sheet:
    """The sheet; refused `STATE` for the unfinished, the dead and, but for a save, the unconscious (DH-ACT-07)."""
    sheet = finished(step, who)
    if sheet.track.dead or (sheet.track.unconscious and not save):
        hint = (
            "only mojos or the DM bring the dead back"
            if sheet.track.dead
            else "the unconscious still make saving throws"
        )
        raise Refused("STATE", f"{sheet.name} is {sheet.track.label}.", hint)
    return sheet


def _rung(step: DragonheadStep, sheet: Sheet, difficulty: str, shift: int) -> Rung:
    """The difficulty with what lies on the character (DH-HEAL-05) and the shift, added up or step by step (ruling)."""
    shifts = (*(c.shift for c in sheet.conditions if c.shift), shift)
    if step.state.rulings.shifts == "sum":
        return ladder(difficulty, sum(shifts))
    rung = ladder(difficulty)
    for each in shifts:
        rung = ladder(rung.name, each)
    return rung


def short_note(note: str) -> str:
    """The note itself, refused `too-long`."""
    if len(note) > NOTE_LENGTH:
        raise Refused("too-long", f"That note has {len(note)} characters.", f"up to {NOTE_LENGTH} characters")
    return note


def table_of(rulings: Rulings) -> dict[int, str]:
    """The rows in which this campaign's Dice Table differs from the standard one (DH-DICE-05)."""
    return rulings.dice_table if rulings.dice_set == "standard" else {**STEADY, **rulings.dice_table}


def throw(step: DragonheadStep, roll: Thrown, rule: str) -> Thrown:
    """Throw the whole roll, every set of its difficulty, keep the one that counts, and tell it (steps 5-8)."""
    if roll.dice:
        return throw_plain(step, roll, rule)
    dice = dice_for(roll.score, table_of(step.state.rulings))
    rung, extra = ladder(roll.difficulty), TRIES[roll.tries][1]
    faces = (*dice.faces, extra) if extra else dice.faces
    throws = step.roll(one_set, faces, dice.bonus, n=rung.sets, keep=rung.keep)
    kept = (max if rung.keep == "best" else min)(throws, key=lambda t: t.value)
    total, whole = kept.value
    word = success(total, not whole, step.state.rulings.fourth_success).word
    rolled = replace(
        roll,
        sets=(*roll.sets, tuple(t.faces for t in throws)),
        parts=_parts(dice, roll.tries, kept.faces, total) if whole else (("snake-eyes", 1),),
        strength=total,
        verdict=word,
    )
    shown = tuple(Die(s, f, t is kept) for t in throws for s, f in zip(faces, t.faces, strict=False))
    step.say(Rolled(rule=rule, label=roll.label, sum=Sum(roll.who, rolled.parts, total, shown), verdict=word))
    return rolled


def _parts(dice: Roll, tries: str, faces: tuple[int, ...], total: int) -> tuple[tuple[str, int], ...]:
    """How the kept set adds up, term by term. While odds are worked out no faces are known: the total alone."""
    terms = [(count, f"{count if count > 1 else ''}d{sides}") for count, sides in dice.terms]
    if extra := TRIES[tries][1]:
        terms.append((1, f"{_TRY_WORDS[tries]} d{extra}"))
    if len(faces) < len(terms):
        return (("strength", total),)
    parts, at = [], 0
    for count, name in terms:
        parts.append((name, sum(faces[at : at + count])))
        at += count
    return (*parts, ("bonus", dice.bonus)) if dice.bonus else tuple(parts)


def first_throw(step: DragonheadStep, declared: Declared) -> Thrown:
    """Tell the score, throw, and take what trying hard and rising above cost (step 9, DH-ACT-03)."""
    step.say(declared.score)
    roll = throw(step, declared.roll, declared.roll.rule)
    if wear := TRIES[roll.tries][0]:
        mark(step, roll.who, "DH-ACT-03", exert(step.sheet(roll.who).track, wear))
    for fact in declared.paid:
        step.say(fact)
    if roll.note:
        step.say(Noted(text=roll.note))
    return roll


def tell_crash(step: DragonheadStep, *rolls: Thrown) -> None:
    """Snake-eyes: what goes wrong is the DM's to say (DH-ACT-05, DH-ACT-11)."""
    for roll in rolls:
        if roll.verdict == CRASH:
            step.say(Noted(rule="DH-ACT-05", text="The DM says what goes wrong.", about=(roll.who,)))


def tell_stunt(step: DragonheadStep, roll: Thrown) -> None:
    """Tell the row of a stunt's table that counts, and how far a climber falls, if the height is known."""
    if not roll.stunt:
        return
    how = success(roll.strength, roll.verdict == CRASH, step.state.rulings.fourth_success)
    row = look_up_action(STUNTS[roll.stunt].rows, how.key)
    feet = fallen(row.key, roll.height)
    text = f"{{0}} {row.text or 'is for the DM to judge'}{f': {feet} feet' if feet else ''}."
    step.say(Noted(rule="DH-ACT-06", text=text, about=(roll.who,)))


def keep_open(step: DragonheadStep, roll: Thrown) -> Pending[What] | None:
    """Keep a roll open for Fudge while a session runs, for its tie or competition. Snake-eyes never (DH-MOJO-06)."""
    if not roll.contest and (roll.verdict == CRASH or not (roll.session or is_tied(roll))):
        return None
    make_room(step)
    return step.open((roll.who,), roll, "", blocks=False)


def make_room(step: DragonheadStep) -> None:
    """Make room for one more open roll: only rolls that nothing else hangs on are closed."""
    waiting = step.scene.pending

    def free(what: What) -> bool:
        return isinstance(what, Covered) or (isinstance(what, Thrown) and not (what.rest or what.contest in waiting))

    rolls = [p for p in waiting.values() if free(p.what)]
    for old in rolls[: max(0, len(rolls) + 1 - OPEN_ROLLS)]:
        step.close(old)


def is_tied(roll: Thrown) -> bool:
    """Whether this roll waits for its tie to be broken."""
    facing = roll.versus
    if facing is None or facing.other is None or facing.settled:
        return False
    return roll.strength == facing.other.total and roll.verdict != CRASH and not facing.crash
