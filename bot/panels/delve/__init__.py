"""Delve's panels: a check, a turn, the answers to what waits, gear, a level, the GM's own, a new character."""

from bot.panels.delve.chair import chair, gm_buttons
from bot.panels.delve.checks import buttons
from bot.panels.delve.gear import gear_panel
from bot.panels.delve.making import new_draft
from bot.panels.delve.turn import turn

__all__ = ["buttons", "chair", "gear_panel", "gm_buttons", "new_draft", "turn"]
