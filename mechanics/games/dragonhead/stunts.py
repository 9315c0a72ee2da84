"""Actions with a table of their own (DH-ACT-06)."""

from __future__ import annotations

from typing import NamedTuple

CLIMB = {
    "1": "is up and over",
    "H": "slips, hangs on and rolls once more",
    "F": "falls from half the height",
    "C": "falls from the full height",
}
"""Climbing, by successes or how it fails."""


class Stunt(NamedTuple):
    """The ability that a stunt is made with, and its rows."""

    ability: str
    rows: dict[str, str]


STUNTS = {"climb": Stunt("dexterity", CLIMB)}
"""What can be done by a table, by name."""


def fallen(key: str, feet: int) -> int:
    """How many feet a climber falls from this height, by the row that counts (DH-ACT-06)."""
    return {"F": feet // 2, "C": feet}.get(key, 0)
