"""Rows looked up: by thresholds in any order, or by how good an action was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from mechanics.game import Refused

V = TypeVar("V")


def check_rows(rows: Sequence[tuple[int, V]]) -> None:
    """Refuses `RANGE` for a threshold table without rows, or with the same threshold twice (DH-BASE-05)."""
    if not rows:
        raise Refused("RANGE", "The table has no row.", "a number and what begins there")
    seen: set[int] = set()
    for low, _ in rows:
        if not isinstance(low, int) or isinstance(low, bool):
            raise Refused("RANGE", f"A row cannot begin at {low}.", "a whole number")
        if low in seen:
            raise Refused("RANGE", f"Two rows begin at {low}.", "each number once")
        seen.add(low)


def look_up(rows: Sequence[tuple[int, V]], rolled: int) -> V | None:
    """What the row says that begins at the greatest number not above the roll; None below them all (DH-BASE-05).

    The order of the rows does not matter. Refuses as `check_rows`.
    """
    check_rows(rows)
    reached = [row for row in rows if row[0] <= rolled]
    return max(reached, key=lambda row: row[0])[1] if reached else None


class Row(NamedTuple):
    """The row of an action table that counts: its key there, and what it says (None: the GM decides)."""

    key: str
    text: str | None


def look_up_action(rows: Mapping[str, str], how: str) -> Row:
    """The row for how good an action was: a number of successes as text, H half fail, F full fail, C crash (DH-ACT-06).

    The greatest number not above the successes counts; fewer than the lowest number is H. Without C a crash reads F.
    """
    if how.isdecimal():
        reached = [key for key in rows if key.isdecimal() and int(key) <= int(how)]
        how = max(reached, key=int) if reached else "H"
    elif how == "C" and "C" not in rows:
        how = "F"
    return Row(how, rows.get(how))
