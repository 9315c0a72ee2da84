"""Cards of `/roll` and `/odds`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from bot.cards.card import Card
from bot.text import cut, escape, percent

DICE_SHOWN = 1_500
"""The most characters of single dice on a card; what does not fit is counted."""
ROWS = 12
"""How many rows a table of chances has at most; wider ones are gathered."""
BAR = 10
"""The width of a bar, in characters."""


def roll_card(name: str, plan: Any, rolled: Any, note: str) -> Card:
    """Each result with its total first, then as many dice as fit."""
    rolls: Sequence[Any] = rolled if isinstance(rolled, list) else [rolled]
    each = DICE_SHOWN // len(rolls)
    lines = [f"**{_total(r)}**  {r.show(each)}" for r in rolls]
    small = [escape(cut(t, 300)) for t in (plan.label, note) if t]
    return Card(f"{escape(cut(name, 40))} rolls {escape(cut(plan.text, 60))}", tuple(lines), tuple(small))


def _total(roll: Any) -> str:
    return str(roll.total)


def odds_card(plan: Any, odds: Any, target: int | None) -> Card:
    """Mean and range, the chance to reach the target, and the distribution as text."""
    lines = [f"Mean **{_decimal(odds.mean)}**, from {_end(odds.min)} to {_end(odds.max)}"]
    if target is not None:
        chance = odds.at_least(target)
        lines.append(f"{target} or more: **{percent(chance)}** ({_exact(chance)})")
    lines.append(_table(odds.total))
    small = [f"Cut off below a chance of {float(odds.left_over):.0e}."] if odds.left_over else []
    return Card(f"Odds of {escape(cut(plan.text, 60))}", tuple(lines), tuple(small))


def _end(value: int | None) -> str:
    return "without end" if value is None else str(value)


def _decimal(value: Fraction) -> str:
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def _exact(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}" if chance.denominator < 10**7 else f"{float(chance) * 100:.4f} %"


def _table(total: dict[int, Fraction]) -> str:
    """One row a value, or a range of values, with its chance and a bar."""
    values = sorted(total)
    step = -(-len(values) // ROWS)
    rows = []
    for n in range(0, len(values), step):
        part = values[n : n + step]
        chance = sum((total[v] for v in part), Fraction(0))
        rows.append((f"{part[0]}" if len(part) == 1 else f"{part[0]} to {part[-1]}", chance))
    most = max(chance for _, chance in rows)
    wide = max(len(name) for name, _ in rows)
    lines = [f"{name:>{wide}} {percent(c):>5} {'#' * max(1, round(c / most * BAR))}"[:34] for name, c in rows]
    return "```\n" + "\n".join(lines) + "\n```"
