"""One-Roll's panels: a check, a round's declaration, the sets after the roll, a new character."""

from bot.panels.oneroll.checks import buttons
from bot.panels.oneroll.declare import chair, turn
from bot.panels.oneroll.making import new_draft

__all__ = ["buttons", "chair", "new_draft", "turn"]
