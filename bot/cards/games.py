"""Which module draws which game's cards. All of them have the same functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.cards import clan, delve, dragonhead, oneroll, traits
from bot.cards.card import Button, Card
from bot.shown import Shown
from mechanics.game import Id


class GameCards(Protocol):
    """What shared cards ask of a game's."""

    def evening(self, shown: Shown) -> tuple[str, ...]:
        """What each has this evening: lines of the session's card."""

    def begun(self, shown: Shown) -> tuple[str, ...]:
        """What the opening rolls of an evening came to."""

    def glance(self, shown: Shown, who: Id) -> str:
        """A character's state in a few words."""

    def sheet(self, shown: Shown, who: Id, page: str) -> Card:
        """A character's sheet, within 22 lines of a phone."""

    def result(self, shown: Shown) -> Card:
        """What one of the game's moves came to."""

    def pages(self) -> tuple[str, ...]:
        """The names of a sheet's pages, the first one first."""

    def fighter(self, shown: Shown, who: Id) -> str:
        """A fighter's health on a tracker, in at most 16 characters; see `bot.cards.health`."""

    def fields(self) -> tuple[str, ...]:
        """The fields of a sheet that can be edited by hand."""

    def attacks(self, shown: Shown, who: Id) -> tuple[tuple[str, str], ...]:
        """A character's attacks: the name, and the dice that `/roll` takes."""

    def creature_page(self) -> str:
        """The page of a sheet that tells most of a creature."""

    def stat_line(self) -> str:
        """A stat line as an example."""

    def draft(self, shown: Shown, who: Id) -> Card:
        """The guided form of a character that is not finished."""


_GAMES: dict[str, GameCards] = {
    "dragonhead": dragonhead,
    "clan": clan,
    "delve": delve,
    "traits": traits,
    "oneroll": oneroll,
}


def cards_of(key: str) -> GameCards:
    """The card module of a game."""
    return _GAMES[key]


class Story(Protocol):
    """What the live card of a fight tells of the present round, where a game has its round told there."""

    def __call__(self, shown: Shown, entries: Sequence[Shown]) -> tuple[str, ...]: ...


def story_of(key: str) -> Story | None:
    """The function `story` of a game's card module, if it has one."""
    found: Story | None = getattr(_GAMES[key], "story", None)
    return found


class Tracked(Protocol):
    """What the live card of a fight shows of this game besides: lines below who is up, and buttons of its own."""

    def __call__(self, shown: Shown) -> tuple[tuple[str, ...], tuple[Button, ...]]: ...


def tracked(shown: Shown) -> tuple[tuple[str, ...], tuple[Button, ...]]:
    """What the function `tracked` of a game's card module adds to the live card; nothing without one."""
    found: Tracked | None = getattr(_GAMES[shown.game.key], "tracked", None)
    return found(shown) if found is not None else ((), ())
