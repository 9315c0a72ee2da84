"""Traits' panels: a turn, a challenge and its answer, a purchase, the form of a new character."""

from bot.panels.traits.challenge import turn
from bot.panels.traits.making import new_draft
from bot.panels.traits.play import buttons
from bot.panels.traits.reply import chair, gm_buttons

__all__ = ["buttons", "chair", "gm_buttons", "new_draft", "turn"]
