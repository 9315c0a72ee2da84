"""Rulings and settings: what a table may choose, what it chose, and what each decides."""

from __future__ import annotations

from bot.cards.card import Card
from bot.shown import Shown
from bot.text import cut, escape
from mechanics.rulings import RulingLine, listed
from mechanics.typed import named

_WORDS = {"text": "the text says so", "ours": "our ruling", "": ""}


def lines_of(table: Shown, what: str) -> tuple[RulingLine, ...]:
    """All rulings, or all settings, of a campaign."""
    return listed(table.state.rulings if what == "ruling" else table.state.campaign.settings)


def choices_card(table: Shown, name: str | None, what: str) -> Card:
    """All of them with defaults and rule ids, or one with what it accepts."""
    lines = {line.name: line for line in lines_of(table, what)}
    if name is not None:
        line = lines[named(name, lines, what)]
        how = f"`/campaign {what} name:{line.name} value:` {line.accepts}, or default"
        rule = f"{line.rule}, {_WORDS[line.by]}. " if line.rule else ""
        return Card(
            line.name, (f"**{escape(line.value)}** · {escape(line.what)}", f"{rule}Default {line.default}."), (how,)
        )
    rows = [
        f"`{line.name}` **{escape(cut(line.value, 40))}**"
        + ("" if line.value == line.default else f" (default {escape(cut(line.default, 30))})")
        + f" · {escape(line.what)}"
        + (f" · {line.rule}, {_WORDS[line.by]}" if line.rule else "")
        for line in lines.values()
    ]
    return Card(f"{what.capitalize()}s of this table", tuple(rows), (f"A GM chooses: /campaign {what} name value.",))
