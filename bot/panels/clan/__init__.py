"""Clan's panels: what is about to be done, Luck on open rolls, purchases, weapons, a new character."""

from bot.panels.clan import buying, luck, weapons  # registers their presses
from bot.panels.clan.doing import chair, turn
from bot.panels.clan.making import new_draft
from bot.panels.clan.play import buttons, gm_buttons

__all__ = ["buttons", "buying", "chair", "gm_buttons", "luck", "new_draft", "turn", "weapons"]
