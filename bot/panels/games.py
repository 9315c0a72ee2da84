"""Which module has which game's panels. All of them have the same functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bot.cards.card import Button, Card
from bot.panels import clan, delve, dragonhead, oneroll, traits
from bot.shown import Shown
from mechanics.game import Id, Move


class GamePanels(Protocol):
    """What the shared panel asks of a game's."""

    def new_draft(self, title: str) -> Move:
        """The move that begins a character."""

    def buttons(self, table: Shown, who: Id) -> tuple[tuple[Button, ...], tuple[str, ...]]:
        """What a character may do now, and, of what is grey, why."""


_GAMES: dict[str, GamePanels] = {
    "dragonhead": dragonhead,
    "clan": clan,
    "delve": delve,
    "traits": traits,
    "oneroll": oneroll,
}


def panels_of(key: str) -> GamePanels:
    """The panel module of a game."""
    return _GAMES[key]


class TurnPanel(Protocol):
    """A game's panel of a fighter's turn: what may be done, presets, the exact chance, one button."""

    def __call__(self, table: Shown, who: Id) -> Card: ...


def turn_panel(key: str) -> TurnPanel | None:
    """The function `turn` of a game's panel module, if it has one."""
    found: TurnPanel | None = getattr(_GAMES[key], "turn", None)
    return found


class ChairPanel(Protocol):
    """A game's panel of what a GM does in a fight for creatures: many at once."""

    def __call__(self, table: Shown) -> Card: ...


def chair_panel(key: str) -> ChairPanel | None:
    """The function `chair` of a game's panel module, if it has one."""
    found: ChairPanel | None = getattr(_GAMES[key], "chair", None)
    return found


def gm_buttons(table: Shown) -> tuple[Button, ...]:
    """What a game's `gm_buttons` offers a GM on the panel of `/play`, whoever they play; nothing without one."""
    found: Callable[[Shown], tuple[Button, ...]] | None = getattr(_GAMES[table.game.key], "gm_buttons", None)
    return found(table) if found is not None else ()
