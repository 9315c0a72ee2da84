"""Lookup tables on cards."""

from __future__ import annotations

from bot.cards.card import Card
from bot.cards.result import actor, told
from bot.shown import Shown
from bot.text import cut, escape, plural
from mechanics.facts import Rolled
from mechanics.lookups import find_table

ROWS = 40
"""How many rows one card shows."""


def tables_card(shown: Shown) -> Card:
    """Which tables there are."""
    tables = shown.state.campaign.tables
    lines = [f"**{escape(name)}** · {escape(t.die)} · {plural(len(t.rows), 'row')}" for name, t in tables.items()]
    return Card("Tables", tuple(lines) or ("There are none yet; `/table create` writes one.",))


def table_card(shown: Shown, name: str) -> Card:
    """One table, in the order of its rows' beginnings."""
    kept = find_table(shown.state.campaign.tables, name)
    table = shown.state.campaign.tables[kept]
    rows = sorted(table.rows)
    lines = [f"`{low}` {escape(cut(text, 80))}" for low, text in rows[:ROWS]]
    more = (f"and {len(rows) - ROWS} more",) if len(rows) > ROWS else ()
    return Card(f"{escape(kept)} · {escape(table.die)}", (*lines, *more))


def rolled_card(shown: Shown) -> Card:
    """What was rolled, and what the table says."""
    rolled = next((f for f in shown.facts if isinstance(f, Rolled)), None)
    if rolled is None:
        return Card(escape(actor(shown)), told(shown))
    total = "" if rolled.sum.total is None else f"{rolled.sum.total}: "
    return Card(f"{escape(actor(shown))} rolls on {escape(rolled.label)}", (f"{total}**{escape(rolled.verdict)}**",))
