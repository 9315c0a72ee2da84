"""`mojo-table run`: the bot on Discord, from its start to the signal that ends it, and its log."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from importlib.metadata import version
from typing import Any, TextIO

import discord
import structlog

from bot.app import MojoTable, build
from bot.settings import Settings
from storage.errors import Busy

STOP_SECONDS = 4.0
"""How long the end may take; containers are killed some seconds after the signal."""

BEAT_SECONDS = 30.0
"""How often the file `alive` in the data folder is touched; a health check looks at its age."""

PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True, embed_links=True
)
"""All that the bot asks for in a server."""

log = structlog.get_logger("mojo-table")


def invite(application: int) -> str:
    """The link with which somebody who manages a server brings the bot there."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))


async def serve(settings: Settings) -> None:
    """Run the bot until SIGTERM or SIGINT, then stop within `STOP_SECONDS`. Raises what keeps it from running."""
    stop = _on_signals()
    bot = build(settings)
    _announce(bot)
    running = asyncio.create_task(_start(bot, settings.token))
    asked = asyncio.create_task(stop.wait())
    beating = asyncio.create_task(beat(bot))
    try:
        await asyncio.wait({running, asked}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
    finally:
        for task in (running, asked, beating):
            task.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await asyncio.gather(running, asked, beating, return_exceptions=True)
                await bot.close()
    log.info("stopped")


async def _start(bot: MojoTable, token: str) -> None:
    await bot.store.start()  # before Discord is asked for anything: a wrong folder is told even without a network
    await bot.start(token)


async def beat(bot: MojoTable) -> None:
    """Touch the file `alive` in the data folder (if there is one) while the bot has its servers from Discord, its loop
    turns and its database answers. Whether Discord is away meanwhile does not count: a restart would not help.
    """
    while True:
        if bot.is_ready():
            with suppress(Busy, OSError):
                async with bot.store.read() as unit:
                    await unit.servers.left_before(0)
                (bot.settings.data_dir / "alive").touch()
        await asyncio.sleep(BEAT_SECONDS)


def _announce(bot: MojoTable) -> None:
    """One line when the bot is there for the first time; with no server yet, also how it comes into one."""

    async def on_ready() -> None:
        bot.remove_listener(on_ready)
        log.info(
            "ready",
            name=str(bot.user),
            servers=len(bot.guilds),
            commands="uploaded" if bot.uploaded else "unchanged",
            database=bot.settings.database_shown,
            version=version("mojo-table"),
            **({} if bot.guilds else {"invite": invite(bot.application_id or 0)}),
        )
        keep_for_good()

    bot.add_listener(on_ready)


def keep_for_good() -> None:
    """What is there after the start stays. Unless the garbage collector is told so, it now and then looks through all
    of it again, and nobody is answered for a tenth of a second.
    """
    gc.collect()
    gc.freeze()


def _on_signals() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C ends the loop by itself
            loop.add_signal_handler(name, stop.set)
    return stop


# -- the log -----------------------------------------------------------------------------------------------------------


def log_to(out: TextIO, level: str, secret: str) -> None:
    """Log everything, discord.py's words too, as one line an event; the secret never gets there.

    discord.py is heard from warnings on, and never in detail: its details are what people write.
    """
    lowest = logging.getLevelNamesMapping()[level]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(key_order=("time", "level", "event")),
            _hiding(secret),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(lowest),
        logger_factory=structlog.PrintLoggerFactory(out),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=max(lowest, logging.WARNING), handlers=[_ToStructlog()], force=True)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # it never speaks


class _ToStructlog(logging.Handler):
    """What is logged through the standard library goes the same way."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        log.log(record.levelno, record.getMessage(), logger=record.name, **({"exc_info": error} if error else {}))


def _hiding(secret: str) -> Callable[[Any, str, MutableMapping[str, Any]], str]:
    def hide(logger: Any, method: str, event: MutableMapping[str, Any]) -> str:
        line = str(event)  # the renderer before this one made text of it
        return line.replace(secret, "[token]") if secret else line

    return hide


def run(settings: Settings) -> None:
    """Log to standard output and run the bot."""
    log_to(sys.stdout, settings.log_level, settings.token)
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(settings))
