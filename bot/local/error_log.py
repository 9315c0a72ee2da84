"""The bot's log while it runs without Discord: errors are collected, so that none passes unseen."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from typing import Any

import structlog


class ErrorLog(logging.Handler):
    """Keeps what is logged as an error, by the bot or by discord.py, whose views fail in silence otherwise."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        message = record.getMessage()
        self.messages.append(f"{message} ({type(error).__name__}: {error})" if error else message)


@contextmanager
def listening(handler: logging.Handler) -> Iterator[None]:
    """Everything logged meanwhile goes through the standard library, and so to this handler."""
    before = structlog.get_config()
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, _to_standard],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        structlog.configure(**before)


def _to_standard(logger: Any, method: str, event: MutableMapping[str, Any]) -> tuple[tuple[str], Mapping[str, Any]]:
    exc_info, words = event.pop("exc_info", None), str(event.pop("event", ""))
    details = " ".join(f"{key}={value}" for key, value in event.items())
    return (f"{words} {details}".strip(),), {"exc_info": exc_info}
