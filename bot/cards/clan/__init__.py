"""Clan's cards: what a move came to, open rolls with their Luck, the sheet on a phone, Features and prices."""

from bot.cards.clan.results import result
from bot.cards.clan.rolls import tracked
from bot.cards.clan.sheets import (
    attacks,
    begun,
    creature_page,
    draft,
    evening,
    fields,
    fighter,
    glance,
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
    "glance",
    "pages",
    "result",
    "sheet",
    "stat_line",
    "tracked",
]
