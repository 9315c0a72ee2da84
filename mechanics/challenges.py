"""Two sides compared: the greater number wins, and equal numbers are a tie."""

from __future__ import annotations

from typing import Literal

Verdict = Literal["a", "b", "tie"]


def compare(a: int, b: int) -> tuple[Verdict, int]:
    """Who is ahead, "a", "b" or "tie", and by how much (never below 0)."""
    if a == b:
        return "tie", 0
    return ("a", a - b) if a > b else ("b", b - a)
