"""Dragonhead's cards."""

from bot.cards.dragonhead.results import begun, evening, fighter, open_card, result
from bot.cards.dragonhead.sheets import attacks, creature_page, draft, fields, glance, pages, sheet, stat_line

__all__ = [
    "attacks",
    "begun",
    "creature_page",
    "draft",
    "evening",
    "fields",
    "fighter",
    "glance",
    "open_card",
    "pages",
    "result",
    "sheet",
    "stat_line",
]
