"""The real bot with settings for a table without Discord."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.local.fed_dice import FedDice

MISSING = "This needs the offline extra: pip install 'mojo-table[play]'"


def maker(database_url: str, data_dir: Path) -> Callable[[FedDice], Any]:
    """A function that builds the bot on this database, its dice given; trackers are refreshed at once."""
    from bot.app import build
    from bot.settings import Settings

    settings = Settings(database_url=database_url, data_dir=data_dir, live_delay=0.0)
    return lambda dice: build(settings, dice=dice)
