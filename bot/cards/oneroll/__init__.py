"""One-Roll's cards."""

from bot.cards.oneroll.pools import odds_card, pool_card
from bot.cards.oneroll.results import begun, evening, result
from bot.cards.oneroll.sheets import (
    attacks,
    body_card,
    body_picture,
    creature_page,
    draft,
    fields,
    fighter,
    glance,
    gone,
    pages,
    sheet,
    stat_line,
)
from bot.cards.oneroll.story import story

__all__ = [
    "attacks",
    "begun",
    "body_card",
    "body_picture",
    "creature_page",
    "draft",
    "evening",
    "fields",
    "fighter",
    "glance",
    "gone",
    "odds_card",
    "pages",
    "pool_card",
    "result",
    "sheet",
    "stat_line",
    "story",
]
