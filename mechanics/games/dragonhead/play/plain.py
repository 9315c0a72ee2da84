"""Plain dice in place of an ability's: any text of the dice notation, or a sheet's `1d8+1s` (DH-DICE-01)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.branching import TooMany
from mechanics.dice import Dice, DiceError, RecordedDice, parse
from mechanics.facts import Die, Rolled, Sum
from mechanics.game import Refused
from mechanics.games.dragonhead.pending import Thrown
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.scores import LETTERS


class _PlainDice:
    """A throw of any dice text: the total, and why it stopped short if it did. Counts its odds as the text's own."""

    def __call__(self, dice: Dice, text: str) -> tuple[int, str]:
        try:
            return parse(text).rolls(dice)[0].total, ""
        except DiceError as error:  # after a throw nothing is refused: the dice ran out, or were divided by 0
            return 0, "cap reached" if error.code == "too_many_dice" else error.message

    def exact(self, text: str) -> tuple[dict[tuple[int, str], int], int]:
        try:
            odds = parse(text).odds()
        except DiceError:
            raise TooMany from None
        if odds.left_over:
            raise TooMany
        return {(total, ""): ways for total, ways in odds.weights.items()}, odds.whole


plain_dice = _PlainDice()


def throw_plain(step: DragonheadStep, roll: Thrown, rule: str) -> Thrown:
    """Throw plain dice, which have no score, no difficulty and no snake-eyes (DH-DICE-01)."""
    text, letter = split_letter(roll.dice)
    (thrown,) = step.roll(plain_dice, text)
    total, stopped = thrown.value
    plan = parse(text)
    shown: tuple[Die, ...] = ()
    verdict = stopped or (LETTERS[letter] if letter else "")
    if thrown.faces and not stopped:
        shown = tuple(Die(d.faces, int(d.value), d.kept) for d in plan.rolls(RecordedDice(thrown.faces))[0].dice)
    if plan.compares and not stopped:
        verdict = "holds" if total else "does not hold"
    parts = ((roll.dice, total),)
    step.say(Rolled(rule=rule, label=roll.label, sum=Sum(roll.who, parts, total, shown), verdict=verdict))
    return replace(roll, sets=(*roll.sets, (thrown.faces,)), parts=parts, strength=total, verdict=verdict)


def split_letter(text: str) -> tuple[str, str]:
    """A dice text and the letter of damage behind it, as sheets write it: `1d8+1s` (DH-DICE-01).

    Refuses `bad-value` with the dice notation's own words, also for a text of several results.
    """
    plain, letter = text.strip(), ""
    try:
        plan = parse(plain)
    except DiceError as error:
        letter = plain[-1:].casefold()
        try:
            if letter not in LETTERS:
                raise error
            plain = plain[:-1].strip()
            plan = parse(plain)
        except DiceError:
            raise Refused("bad-value", error.message, error.hint or "such as 2d6+1, or 1d8+1s") from None
    if plan.repeat > 1:
        raise Refused("bad-value", "Here one result is rolled at a time.", "such as 2d6+1")
    return plain, letter
