"""Dragonhead's cards."""

from bot.cards.dragonhead.results import begun, evening, result
from bot.cards.dragonhead.sheets import draft, glance, pages, sheet

__all__ = ["begun", "draft", "evening", "glance", "pages", "result", "sheet"]
