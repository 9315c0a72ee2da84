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
    return Card(lines=(escape(refusal.message),), small=(_sentence(refusal.hint),) if refusal.hint else (), tone="bad")


def _sentence(hint: str) -> str:
    words = escape(hint[0].upper() + hint[1:])
    return words if words.endswith((".", "?", "!")) else f"{words}."
