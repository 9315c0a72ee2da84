"""A refusal as a private card: why, and what would be accepted."""

from __future__ import annotations

from bot.cards.card import Card
from bot.text import escape
from mechanics.game import Refusal


class DrawnRefusal(Refusal, frozen=True):
    """A refusal of a text, drawn with a caret under what is wrong, in columns."""

    drawing: str = ""


def refusal_card(refusal: Refusal) -> Card:
    """One sentence, and a hint below it; or the drawing."""
    if isinstance(refusal, DrawnRefusal):
        return Card(lines=("```\n" + refusal.drawing.replace("```", "'''") + "\n```",), tone="bad")
    hint = (escape(refusal.hint[0].upper() + refusal.hint[1:]) + ".",) if refusal.hint else ()
    return Card(lines=(escape(refusal.message),), small=hint, tone="bad")
