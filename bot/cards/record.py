"""The record in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cards.card import Card
from bot.cards.result import actor, told, verb
from bot.shown import Shown
from bot.text import cut, escape
from mechanics.facts import about
from mechanics.game import Id
from mechanics.record import Entry, standing


def log_card(entries: Sequence[Shown], since: Sequence[Entry], only: Id | None, count: int) -> Card:
    """The newest entries, newest first: number, time, who, what happened. Entries taken back are struck out."""
    stands = standing(since)
    undone = {e.n for e in since if e.undoes is None} - stands.keys()
    lines = []
    for entry in entries:
        concerns = (entry.move is not None and entry.move.actor == only) or any(only in about(f) for f in entry.facts)
        if not entry.facts or (only is not None and not concerns):
            continue
        what = cut("; ".join(told(entry)), 150)
        words = f"`{entry.n}` <t:{entry.at}:t> **{escape(actor(entry))}**, {verb(entry)}: {what}"
        lines.append(f"~~{words}~~ (taken back)" if entry.n in undone else words)
    return Card("The record", tuple(lines[:count]) or ("Nothing yet.",), ("Newest first.",))


def undone_card(table: Shown) -> Card:
    """What was taken back, and what is true again."""
    return Card("Taken back", told(table), ("`/record redo` puts it in force again.",), tone="open")


def redone_card(table: Shown) -> Card:
    """What is in force again."""
    return Card("In force again", told(table), (), tone="open")
