"""Traits' panels: a turn, a challenge and its answer, a purchase, the form of a new character."""

from bot.panels.traits import reply  # registers the presses of an answer
from bot.panels.traits.challenge import turn
from bot.panels.traits.making import new_draft
from bot.panels.traits.play import buttons

__all__ = ["buttons", "new_draft", "reply", "turn"]
