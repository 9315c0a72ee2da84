"""The real bot with settings for a table without Discord."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog

if TYPE_CHECKING:
    from bot.local.fed_dice import FedDice

MISSING = "This needs the offline extra: pip install 'mojo-table[play]'"


def maker(database_url: str, data_dir: Path) -> Callable[[FedDice], Any]:
    """A function that builds the bot on this database, its dice given; trackers are refreshed at once."""
    from bot.app import build
    from bot.settings import Settings

    settings = Settings(database_url=database_url, data_dir=data_dir, live_delay=0.0)
    return lambda dice: build(settings, dice=dice)


def log_errors_only() -> None:
    """Send the bot's log through the standard library, errors only: the standard output belongs to the console."""
    logging.getLogger().setLevel(logging.ERROR)
    structlog.configure(
        processors=[
            structlog.stdlib.add_log_level,
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
