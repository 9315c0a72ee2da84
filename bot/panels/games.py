"""Which module has which game's panels. All of them have the same functions."""

from __future__ import annotations

from typing import Protocol

from bot.cards.card import Button
from bot.panels import dragonhead
from bot.shown import Shown
from mechanics.game import Id, Move


class GamePanels(Protocol):
    """What the shared panel asks of a game's."""

    def new_draft(self, title: str) -> Move:
        """The move that begins a character."""

    def buttons(self, table: Shown, who: Id) -> tuple[tuple[Button, ...], tuple[str, ...]]:
        """What a character may do now, and, of what is grey, why."""


_GAMES: dict[str, GamePanels] = {"dragonhead": dragonhead}


def panels_of(key: str) -> GamePanels:
    """The panel module of a game."""
    return _GAMES[key]
