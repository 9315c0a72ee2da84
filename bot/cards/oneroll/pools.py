"""Pools without a table: what was thrown, and the exact chances."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cards.card import Card
from bot.text import block, cut, escape, percent, plural
from mechanics.game import Refused
from mechanics.games.oneroll import chances
from mechanics.games.oneroll.pools import ACTIONS, MOST, find


def pool_card(name: str, pool: int, faces: Sequence[int], note: str) -> Card:
    """A pool that was thrown with no table: its sets and its loose dice."""
    found = find(faces)
    sets = ", ".join(map(str, found.sets))
    lines = [f"{plural(pool, 'die', 'dice')}: {' '.join(map(str, faces))}"]
    lines.append(f"**{sets}**" if sets else "No set.")
    if found.loose:
        lines.append(f"Loose: {' '.join(map(str, found.loose))}")
    title = escape(name) + (f": {escape(cut(note, 200))}" if note else "")
    return Card(title, tuple(lines), tone="good" if sets else "bad")


def odds_card(pool: int, height: int | None = None, sets: int | None = None, actions: int | None = None) -> Card:
    """The exact chances of a pool: any set, how wide, and what was asked for. Refuses `RANGE` (ORE-PROB-01)."""
    asked = (("A pool", pool, MOST), ("A height", height, MOST), ("Sets", sets, MOST), ("Actions", actions, ACTIONS))
    for what, n, most in asked:
        if n is not None and not 1 <= n <= most:
            raise Refused("RANGE", f"{what} of {n} cannot be.", f"1 to {most}")
    least = height or 1
    high = f", {least} or more high" if least > 1 else ""
    lines = [f"A set{high}: **{percent(chances.any_set(pool, least))}**"]
    if sets is not None:
        lines.append(f"{plural(sets, 'set')} or more{high}: **{percent(chances.enough_sets(pool, sets, least))}**")
    for k in (actions,) if actions is not None else (2, 3):
        n = max(0, pool - (k - 1))
        lines.append(
            f"{plural(k, 'action')} at once, {plural(n, 'die', 'dice')}, all succeed{high}:"
            f" **{percent(chances.enough_sets(n, k, least))}**"
        )
    lines.append(f"A called shot hits: **{percent(chances.called(pool))}**")
    rows = [f"{'none' if w == 1 else w:>5}{percent(chances.widest(pool, w)):>9}" for w in range(1, pool + 1)]
    lines += ["How wide the widest set is:", block(["width   chance", *rows])]
    return Card(f"A pool of {plural(pool, 'die', 'dice')}", tuple(lines))
