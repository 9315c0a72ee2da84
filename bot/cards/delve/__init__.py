"""Delve's cards."""

from bot.cards.delve.lists import gear_card, spell_card, spells_card
from bot.cards.delve.results import result
from bot.cards.delve.sheets import (
    attacks,
    begun,
    creature_page,
    draft,
    evening,
    fields,
    fighter,
    glance,
    gone,
    pages,
    sheet,
    stat_line,
)

__all__ = [
    "attacks",
    "begun",
    "creature_page",
    "draft",
    "evening",
    "fields",
    "fighter",
    "gear_card",
    "glance",
    "gone",
    "pages",
    "result",
    "sheet",
    "spell_card",
    "spells_card",
    "stat_line",
]
