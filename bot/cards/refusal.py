"""A refusal as a private card: why, and what would be accepted."""

from __future__ import annotations

from bot.cards.card import Card
from bot.text import escape
from mechanics.game import Refusal


def refusal_card(refusal: Refusal) -> Card:
    """One sentence, and a hint below it. A message of several lines (a caret under a text) keeps its columns."""
    if "\n" in refusal.message:
        return Card(lines=("```\n" + refusal.message.replace("```", "'''") + "\n```",), tone="bad")
    hint = (escape(refusal.hint[0].upper() + refusal.hint[1:]) + ".",) if refusal.hint else ()
    return Card(lines=(escape(refusal.message),), small=hint, tone="bad")
