"""From a score to dice, from dice to a strength, from a strength to a word: pure (DH-DICE, DH-ACT-02 to -05)."""

from __future__ import annotations

import csv
import difflib
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from itertools import groupby
from typing import Literal, NamedTuple

from msgspec import Struct

from mechanics.dice import Dice
from mechanics.game import Refused

FURTHEST = 10_000
"""The bound of every number that no rule bounds closer, either way (the ledger's general refusal)."""
TRIES = {"no": (0, 0), "hard": (1, 4), "harder": (2, 8), "hardest": (3, 12)}
"""Try Hard's levels: points of wear, and the faces of the extra die (DH-ACT-03)."""
LETTERS = {"p": "piercing", "s": "sharp", "m": "mixed", "b": "blunt", "i": "impact"}
"""The letter behind a roll, and the type of its damage (DH-TRACK-01)."""

_LONGEST = 200
_SIDES, _COUNT, _TERMS = 1000, 100, 10
_HUNDRED = 100


def one_of(text: str, names: Iterable[str], what: str) -> str:
    """The name that a text means, blanks at the ends and case aside; else `UNKNOWN` with the closest one."""
    wanted, known = text.strip().casefold(), list(names)
    if wanted in known:
        return wanted
    close = difflib.get_close_matches(wanted, known, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}?" if close else f"one of {', '.join(known)}"
    raise Refused("UNKNOWN", f"There is no {what} called {text.strip()[:40] or 'nothing'}.", hint)


def within(number: int, low: int, high: int, what: str) -> int:
    """The number itself if it lies in low..high, else `RANGE` naming what it is."""
    if not low <= number <= high:
        raise Refused("RANGE", f"{what} cannot be {number}.", f"a whole number from {low:,} to {high:,}")
    return number


# -- rolls -------------------------------------------------------------------------------------------------------------


class Roll(Struct, frozen=True):
    """Dice added up and a constant: `terms` are (count, sides), `letter` the type of damage, if any (DH-DICE-01)."""

    terms: tuple[tuple[int, int], ...] = ()
    bonus: int = 0
    letter: str = ""

    @property
    def faces(self) -> tuple[int, ...]:
        """The sides of every die, left to right."""
        return tuple(sides for count, sides in self.terms for _ in range(count))

    @property
    def best(self) -> int:
        """The greatest total that can be thrown."""
        return sum(count * sides for count, sides in self.terms) + self.bonus

    @property
    def text(self) -> str:
        """As it is written on a sheet: `1d8+1s`; the constant alone where there are no dice."""
        words = "+".join(f"{count}d{sides}" for count, sides in self.terms)
        tail = f"{self.bonus:+d}" if words and self.bonus else "" if words else str(self.bonus)
        return words + tail + self.letter


_DICE = re.compile(r"\+?([0-9]*)d([0-9]+)")
_NUMBER = re.compile(r"[+-]?[0-9]+")


def parse_roll(text: str) -> Roll:
    """A roll as sheets and tables write it: dice and constants added, perhaps a letter behind (DH-DICE-01).

    Blanks and case do not matter; d00 is the percentile, d100. Refuses `RANGE` quoting the bad part.
    """
    plain = "".join(text.split()).casefold()
    letter = plain[-1] if plain[-1:] in LETTERS and plain[:-1] else ""
    plain = plain.removesuffix(letter)
    if not plain or len(plain) > _LONGEST:
        raise _bad_roll(text, "nothing to roll" if not plain else "too long")
    parts = [p for p in re.split(r"(?=[+-])", plain) if p]
    if len(parts) > _TERMS:
        raise _bad_roll(plain, f"more than {_TERMS} terms")
    terms: list[tuple[int, int]] = []
    bonus = 0
    for part in parts:
        if dice := _DICE.fullmatch(part):
            count = int(dice[1] or 1)
            sides = _HUNDRED if dice[2] == "00" else int(dice[2])
            if not (1 <= count <= _COUNT and 1 <= sides <= _SIDES):
                raise _bad_roll(part, f"1 to {_COUNT} dice of 1 to {_SIDES} sides")
            terms.append((count, sides))
        elif _NUMBER.fullmatch(part):
            bonus += int(part)
            if abs(int(part)) > FURTHEST or abs(bonus) > FURTHEST:
                raise _bad_roll(part, f"constants within {FURTHEST:,}")
        else:
            raise _bad_roll(part, "not a die or a number")
    return Roll(tuple(terms), bonus, letter)


def _bad_roll(part: str, why: str) -> Refused:
    shown = part.strip()[:40] or " "
    return Refused("RANGE", f'"{shown}" cannot be rolled: {why}.', "for example 2d8+1d6+1 or 1d8+1s")


def percentile(tens: int, ones: int) -> int:
    """A d00 (0, 10 .. 90) and a d10 (0 .. 9) thrown together: 1..100, as 00 with 0 is 100 (DH-DICE-02)."""
    return _tens(tens) + _ones(ones) or 100


def tens_alone(face: int) -> int:
    """A d00 by itself: 10..100, as 00 counts 100 (DH-DICE-03)."""
    return _tens(face) or 100


def ones_alone(face: int) -> int:
    """A d10 that shows 0..9 by itself: 1..10, as 0 counts 10 (DH-DICE-03)."""
    return _ones(face) or 10


def _tens(face: int) -> int:
    if face not in range(0, 100, 10):
        raise Refused("RANGE", f"A d00 cannot show {face}.", "00, 10, 20 and so on up to 90")
    return face


def _ones(face: int) -> int:
    if face not in range(10):
        raise Refused("RANGE", f"A d10 beside a d00 cannot show {face}.", "0 to 9")
    return face


# -- the Dice Table ----------------------------------------------------------------------------------------------------


def read_table(text: str) -> tuple[dict[int, str], tuple[str, ...]]:
    """A Dice Table's lines `score,roll` (further columns do not matter) as rows, and warnings (DH-DICE-05).

    Refuses `RANGE` for a row that does not parse, a score given twice, a gap, no row at all. Warns where score 10 is
    not 1d10 or the best total is not the score.
    """
    rows: dict[int, str] = {}
    warnings = []
    for line in csv.reader(text.strip().splitlines()):
        if len(line) < 2 or line[0].strip().casefold() == "score":
            continue
        score = line[0].strip()
        if not _NUMBER.fullmatch(score) or abs(int(score)) > FURTHEST:
            raise Refused("RANGE", f'"{score[:40]}" is no score.', "a whole number, then a comma and its roll")
        if int(score) in rows:
            raise Refused("RANGE", f"Score {score} is there twice.", "one row for each score")
        roll = parse_roll(line[1])
        rows[int(score)] = roll.text
        if int(score) == 10 and roll != Roll(((1, 10),)):
            warnings.append(f"Score 10 is {roll.text}, and 1d10 in the rules.")
        if roll.best != max(int(score), 0):
            warnings.append(f"The best total of score {score}, {roll.text}, is {roll.best}.")
    if not rows:
        raise Refused("RANGE", "The table has no row.", "lines such as 10,1d10")
    if missing := sorted(set(range(min(rows), max(rows))) - set(rows)):
        raise Refused("RANGE", f"Score {missing[0]} is missing.", "every score from the lowest to the highest")
    return rows, tuple(warnings)


DICE_TABLE, _ = read_table(files(__package__).joinpath("data/dice_table.csv").read_text(encoding="utf-8"))
"""The table we ship: ours, but for score 10, as the printed one is not public (DH-DICE-05)."""
_ROWS = {score: parse_roll(text) for score, text in DICE_TABLE.items()}
STEADY = {20: "2d10", 21: "2d10+1", 24: "2d12", 25: "2d12+1"}
"""The rows by which the steady table differs: two dice where one flat d20 would make more fail (DH-DICE-05)."""


def dice_for(score: int, own: Mapping[int, str] | None = None) -> Roll:
    """What a score rolls; `own` are rows that the table's people put in place of ours (DH-DICE-05).

    Below 1 there are no dice and the total is 0; each full 100 is 1d100 beside the row of the rest. `RANGE` beyond
    10,000.
    """
    within(score, -FURTHEST, FURTHEST, "A score")
    if own and score in own:
        return parse_roll(own[score])
    if score < _HUNDRED:
        return _ROWS.get(score, Roll())
    more, left = divmod(score, _HUNDRED)
    rest = dice_for(left, own) if left else Roll()
    hundreds = more + sum(count for count, sides in rest.terms if sides == _HUNDRED)
    return Roll(((hundreds, _HUNDRED), *(t for t in rest.terms if t[1] != _HUNDRED)), rest.bonus)


# -- throwing and judging ----------------------------------------------------------------------------------------------


def one_set(dice: Dice, faces: tuple[int, ...], plus: int) -> tuple[int, bool]:
    """One whole throw: its strength, and False for a crash, which thus ranks below a plain 1 (DH-ACT-05).

    Two or more dice that all show 1 are snake-eyes: strength 1 whatever `plus` is. A total is never below 0.
    """
    thrown = [face for sides, equal in groupby(faces) for face in dice.draw(len(list(equal)), sides)]
    if len(thrown) > 1 and set(thrown) == {1}:
        return 1, False
    return max(0, sum(thrown) + plus), True


class Rung(NamedTuple):
    """A difficulty: how many sets are thrown, and which of them counts (DH-ACT-02)."""

    name: str
    sets: int
    keep: Literal["best", "worst"]


LADDER = (
    Rung("easy", 2, "best"),
    Rung("normal", 1, "best"),
    Rung("hard", 2, "worst"),
    Rung("heavy", 3, "worst"),
    Rung("herculean", 4, "worst"),
)
"""The difficulties from the easiest to the hardest."""


def ladder(difficulty: str, shift: int = 0) -> Rung:
    """The rung `shift` rungs harder (easier below 0) than the named one, never beyond either end (DH-ACT-02)."""
    names = [rung.name for rung in LADDER]
    at = names.index(one_of(difficulty, names, "difficulty")) + within(shift, -FURTHEST, FURTHEST, "A shift")
    return LADDER[min(max(at, 0), len(LADDER) - 1)]


class Success(NamedTuple):
    """How good a strength is: its word, the successes (0 when it fails), its key in action tables (DH-ACT-04, -06)."""

    word: str
    number: int
    key: str


_FAILS = {"C": Success("crash", 0, "C"), "F": Success("full fail", 0, "F"), "H": Success("half fail", 0, "H")}
_WORDS = {1: "single success", 2: "double success", 3: "triple success"}


def success(strength: int, crash: bool = False, fourth: int = 21) -> Success:
    """What a strength comes to: 1-4 full fail, 5-8 half fail, then a success for every 4 points (DH-ACT-04).

    `fourth` is where the fourth success begins (a ruling), each further one 4 points on.
    """
    if crash or strength < 9:
        return _FAILS["C" if crash else "F" if strength < 5 else "H"]
    number = (strength - fourth) // 4 + 4 if strength >= fourth else min(3, (strength - 5) // 4)
    return Success(_WORDS.get(number, f"{number} successes"), number, str(number))
