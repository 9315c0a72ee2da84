"""Cards of `/roll` and `/odds`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bot.cards.card import Card
from bot.pictures import Bars
from bot.text import cut, escape, percent
from mechanics.dice import Odds, Plan, Roll
from storage.saved import SavedRoll

DICE_SHOWN = 1_500
"""The most characters of single dice on a card; what does not fit is counted."""
ROWS = 12
"""How many rows a table of chances has at most; wider ones are gathered."""
DRAWN = 60
"""How many bars a picture of chances has at most."""
BAR = 10
"""The width of a bar, in characters."""


def roll_card(name: str, plan: Plan, rolls: Sequence[Roll], note: str) -> Card:
    """Each result with its total first, then as many dice as fit."""
    each = DICE_SHOWN // len(rolls)
    lines = [_bold(roll.show(each), str(roll.total)) for roll in rolls]
    small = [escape(cut(t, 300)) for t in (plan.label, note, plan.hint) if t]
    return Card(f"{escape(cut(name, 40))} rolls {escape(cut(plan.text, 60))}", tuple(lines), tuple(small))


def _bold(shown: str, total: str) -> str:
    """The same text with the total in bold. Typed labels are escaped; dropped dice stay struck out."""
    text = escape(shown).replace("\\~\\~\\[", "~~[").replace("\\]\\~\\~", "]~~")
    return f"**{total}**{text.removeprefix(total)}" if text.startswith(total) else text


def odds_card(plan: Plan, odds: Odds, target: int | None) -> Card:
    """Mean, range, the chance to reach the target, the distribution as text; of a comparison, how often it holds."""
    lines = []
    if plan.compares:
        lines.append(f"It holds: **{percent(odds.true)}** ({_exact(odds.true)})")
    else:
        lines.append(f"Mean **{_decimal(odds.mean)}**, from {_end(odds.min)} to {_end(odds.max)}")
    if target is not None:
        chance = odds.at_least(target)
        lines.append(f"{target} or more: **{percent(chance)}** ({_exact(chance)})")
    if not plan.compares:
        lines.append(_table(odds.total))
    small = [f"Cut off below a chance of {float(odds.left_over):.0e}."] if odds.left_over else []
    title = f"Odds of {escape(cut(plan.text, 60))}"
    return Card(title, tuple(lines), tuple(small), picture=_picture(plan, odds, target))


def _end(value: int | None) -> str:
    return "without end" if value is None else str(value)


def _decimal(value: Fraction) -> str:
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def _exact(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}" if chance.denominator < 10**7 else f"{float(chance) * 100:.4f} %"


def _rows(total: dict[int, Fraction], most: int) -> list[tuple[int, int, Fraction]]:
    """Values, or ranges of them, with their chances. What is rarer than 1 in 200 at an end is one row."""
    values = sorted(total)
    if len(values) <= most:
        return [(v, v, total[v]) for v in values]
    low, high = _tail(values, total), len(values) - _tail(values[::-1], total)
    middle = values[low:high]
    step = -(-len(middle) // most)
    parts = [values[:low], *(middle[n : n + step] for n in range(0, len(middle), step)), values[high:]]
    return [(part[0], part[-1], sum((total[v] for v in part), Fraction(0))) for part in parts if part]


def _table(total: dict[int, Fraction]) -> str:
    """The distribution as text: a line a value or a range, its chance, a bar."""
    rows = [(str(a) if a == b else f"{a} to {b}", chance) for a, b, chance in _rows(total, ROWS)]
    most = max(chance for _, chance in rows)
    wide = max(len(name) for name, _ in rows)
    lines = [f"{name:>{wide}} {percent(c):>5} {'#' * max(1, round(c / most * BAR))}"[:34] for name, c in rows]
    return "```\n" + "\n".join(lines) + "\n```"


def _picture(plan: Plan, odds: Odds, target: int | None) -> Bars | None:
    """The distribution drawn, unless there is nothing to see in it."""
    if plan.compares or len(odds.total) < 2:
        return None
    rows = tuple((low, high, float(chance)) for low, high, chance in _rows(odds.total, DRAWN))
    words = f"Odds of {plan.text}: mean {_decimal(odds.mean)}, from {_end(odds.min)} to {_end(odds.max)}"
    if target is not None:
        words += f"; {target} or more: {percent(odds.at_least(target))}"
    return Bars(rows, target, words)


def _tail(values: Sequence[int], total: dict[int, Fraction]) -> int:
    """How many values at this end are together rarer than 1 in 200."""
    seen, count = Fraction(0), 0
    for value in values:
        seen += total[value]
        if seen >= Fraction(1, 200):
            break
        count += 1
    return count


def saved_card(rolls: Sequence[SavedRoll]) -> Card:
    """A person's saved dice."""
    lines = tuple(f"**{escape(r.name)}**: {escape(r.dice)}" for r in rolls)
    return Card("Your saved dice", lines or ("None yet; `/saved add` keeps some.",))
