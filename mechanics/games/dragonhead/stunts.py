"""Actions with a table of their own (DH-ACT-06)."""

from __future__ import annotations

CLIMB = {
    "1": "is up and over",
    "H": "slips, hangs on and rolls once more",
    "F": "falls from half the height",
    "C": "falls from the full height",
}
"""Climbing, by successes or how it fails."""


def fallen(key: str, feet: int) -> int:
    """How many feet a climber falls from this height, by the row that counts (DH-ACT-06)."""
    return {"F": feet // 2, "C": feet}.get(key, 0)
