"""The dice of Clan: the d12 of every roll, dice of weapons, the d4s of a distance (CLAN-LUCK-03, -WPN-01, -RNG-01)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from mechanics.game import Refused

D12 = 12
RANGE_DIE = 4
FACES = (2, 3, 4, 6, 8, 10, 12)
"""How many faces a weapon's dice may have (CLAN-WPN-01)."""
MOST = 10
"""The most dice of a weapon."""
MOST_ADDED = 20
"""The most that a weapon adds to its dice."""
DESTRUCTIVE = 6
"""A weapon that can do more than this is a very destructive one."""
_DICE = re.compile(r"([0-9]{1,3})d([0-9]{1,3})(?:\s*\+\s*([0-9]{1,3}))?")


class WeaponDice(NamedTuple):
    """`NdS+K`."""

    n: int
    faces: int
    added: int = 0

    def __str__(self) -> str:
        return f"{self.n}d{self.faces}" + (f"+{self.added}" if self.added else "")

    @property
    def top(self) -> int:
        """The highest that they can show."""
        return self.n * self.faces + self.added


def read_dice(text: str) -> WeaponDice:
    """Dice as typed, `1d6` or `2d4+1`; `RANGE` for anything that no weapon has (CLAN-WPN-01)."""
    match = _DICE.fullmatch(text.strip().casefold())
    if match is not None:
        dice = WeaponDice(int(match[1]), int(match[2]), int(match[3] or 0))
        if 1 <= dice.n <= MOST and dice.faces in FACES and dice.added <= MOST_ADDED:
            return dice
    faces = ", ".join(f"d{f}" for f in FACES)
    raise Refused("RANGE", f'No weapon has the dice "{text.strip()[:40]}".', f"such as 1d6 or 2d4+1; {faces}")


def d12(dice: Any) -> int:
    """One d12. A named chance, of which the highest is kept: each Luck is one more (CLAN-LUCK-03)."""
    (face,) = dice.draw(1, D12)
    return int(face)


class _Total:
    """The total of n dice, a named chance that counts its own odds: 60 d4s have too many leaves to walk."""

    def __call__(self, dice: Any, n: int, faces: int) -> int:
        return sum(dice.draw(n, faces)) if n else 0

    def exact(self, n: int, faces: int) -> tuple[dict[int, int], int]:
        """In how many ways each total falls, and of how many."""
        return _ways(n, faces), faces**n


total = _Total()


@cache
def _ways(n: int, faces: int) -> dict[int, int]:
    ways = {0: 1}
    for _ in range(n):
        more: dict[int, int] = {}
        for value, count in ways.items():
            for face in range(1, faces + 1):
                more[value + face] = more.get(value + face, 0) + count
        ways = more
    return ways
