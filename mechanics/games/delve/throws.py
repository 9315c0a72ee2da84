"""Throws of several dice, as named chances, and dice as they are typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from mechanics.dice import Dice
from mechanics.facts import Die
from mechanics.game import Refused

if TYPE_CHECKING:
    from mechanics.games.delve.play import DelveStep

MOST = 20
"""The most dice of a throw that is typed."""
FACES = 100
"""The most faces of a die that is typed."""
_TYPED = re.compile(r"(?:([0-9]{0,3})d([0-9]{1,3}))?\s*([+-]?\s*[0-9]{1,4})?", re.IGNORECASE)


class Harm(Struct, frozen=True):
    """So many dice of so many faces and a number: damage or healing. `dice` 0 is the number alone."""

    dice: int = 0
    faces: int = 6
    plus: int = 0

    def __str__(self) -> str:
        if not self.dice:
            return str(self.plus)
        return f"{self.dice}d{self.faces}" + (f"{self.plus:+d}" if self.plus else "")


def harm_of(text: str) -> Harm:
    """Dice as typed, `2d6+1`, `d6` or `3`. Refuses `RANGE`."""
    match = _TYPED.fullmatch(text.strip())
    if match is None or not text.strip() or (match[2] and match[3] and match[3].strip()[0] not in "+-"):
        raise Refused("RANGE", f'"{text.strip()[:40]}" is no dice.', "such as 2d6+1, or a number")
    dice = int(match[1] or 1) if match[2] else 0
    faces = int(match[2]) if match[2] else 6
    if (match[2] and not 1 <= dice <= MOST) or not 2 <= faces <= FACES:
        raise Refused("RANGE", f"{text.strip()[:40]} is not thrown.", f"1 to {MOST} dice of 2 to {FACES} faces")
    return Harm(dice, faces, int("".join((match[3] or "0").split())))


def added(dice: Dice, n: int, faces: int) -> int:
    """The sum of n dice."""
    return sum(dice.draw(n, faces))


def _ways(n: int, faces: int) -> tuple[dict[int, int], int]:
    ways = {0: 1}
    for _ in range(n):
        after: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, faces + 1):
                after[total + face] = after.get(total + face, 0) + count
        ways = after
    return ways, faces**n


added.exact = _ways  # type: ignore[attr-defined]


def throw(step: DelveStep, harm: Harm) -> tuple[int, tuple[Die, ...]]:
    """Throw: the sum with what is added, and the dice as they lay (none when odds are worked out)."""
    if not harm.dice:
        return harm.plus, ()
    (thrown,) = step.roll(added, harm.dice, harm.faces)
    return thrown.value + harm.plus, tuple(Die(harm.faces, face) for face in thrown.faces)


def parts_of(harm: Harm, total: int) -> tuple[tuple[str, int], ...]:
    """How such a sum came to be, for a fact."""
    if not harm.dice:
        return (("fixed", harm.plus),)
    dice = ((f"{harm.dice}d{harm.faces}", total - harm.plus),)
    return (*dice, ("added", harm.plus)) if harm.plus else dice


def another(dice: Dice, barred: frozenset[int]) -> int:
    """A d20 thrown until it shows a number that is not barred (DELVE-MISC-01, 13). Some number must be free."""
    while True:
        (face,) = dice.draw(1, 20)
        if face not in barred:
            return face


def _free(barred: frozenset[int]) -> tuple[dict[int, int], int]:
    free = {face: 1 for face in range(1, 21) if face not in barred}
    return free, len(free)


another.exact = _free  # type: ignore[attr-defined]
