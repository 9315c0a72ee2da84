"""`mojo-table console`: the real bot in a terminal, and the runner of scripts."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from bot.local import real_bot, transcript

if TYPE_CHECKING:
    from bot.local.console import Console
    from bot.local.fed_dice import FedDice

WRONG, UNUSABLE = 1, 2
"""Exit codes: a step had an error; the script, the extra or the database could not be used at all."""

WELCOME = """The real bot, without Discord. A line is a command (/play), or one of
  as NAME     in #channel     dice 4 2 6     click "Button"     choose "Option"     submit field:text
  complete /command option:te     attach FILE /command     advance 3h     state     quit
"""
FIRST = ("as gm", "in #tomb")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `mojo-table console`."""
    parser.add_argument("--script", metavar="FILE", help="run the lines of a file (- for standard input) and end")
    parser.add_argument("--json", action="store_true", help="one JSON object a step instead of text")
    parser.add_argument("--database", metavar="URL", help="keep everything in this database instead of a passing one")


def run(args: argparse.Namespace) -> int:
    """Run a script or a conversation. 0: no step had an error (a refusal is none); 1: one had; 2: it never started."""
    try:
        lines, folder = _lines(args.script)
    except OSError as problem:
        return _say(f"The script cannot be read: {problem}")
    with suppress(KeyboardInterrupt), tempfile.TemporaryDirectory(prefix="mojo-table-") as passing:
        url = args.database or f"sqlite+aiosqlite:///{passing}/console.db"
        now = datetime.now(UTC) if args.database else None
        try:
            make_bot = real_bot.maker(url, Path(passing))
            return asyncio.run(_play(make_bot, lines, folder, args.json, now))
        except ModuleNotFoundError as problem:
            if (problem.name or "").partition(".")[0] != "simcord":
                raise
            return _say(real_bot.MISSING)
    return 130


async def _play(
    make_bot: Callable[[FedDice], Any], lines: TextIO | None, folder: Path, as_json: bool, now: datetime | None
) -> int:
    from bot.local.console import Console

    console = Console(make_bot, files=folder, now=now)
    try:
        await console.__aenter__()
    except Exception as problem:
        return _say(f"The bot did not start: {type(problem).__name__}: {problem}")
    wrong = False
    try:
        for line in _typed(console) if lines is None else lines:
            if console.is_step(line):
                step = await console.step(line)
                wrong |= step["error"] is not None
                _show(step, as_json, typed=lines is None)
        last = await console.finish()
        if last is not None:
            wrong = True
            _show(last, as_json)
    finally:
        await console.__aexit__(None, None, None)
    return WRONG if wrong else 0


def _lines(script: str | None) -> tuple[TextIO | None, Path]:
    """Where the lines come from (None: somebody types them) and the folder that `attach` looks in."""
    if script is None and sys.stdin.isatty():
        return None, Path()
    if script in (None, "-"):
        return sys.stdin, Path()
    path = Path(str(script))
    return path.open(encoding="utf-8"), path.parent


def _typed(console: Console) -> Iterator[str]:
    with suppress(ImportError):
        import readline  # noqa: F401  (gives `input` a history)
    sys.stdout.write(WELCOME)
    yield from FIRST
    while True:
        try:
            line = input(transcript.prompt(console.hands.who, console.hands.where())).strip()
        except (EOFError, KeyboardInterrupt):
            sys.stdout.write("\n")
            return
        if line in ("quit", "exit"):
            return
        yield line


def _show(step: dict[str, Any], as_json: bool, typed: bool = False) -> None:
    if as_json:
        text = json.dumps(step, ensure_ascii=False) + "\n"
    else:
        text = transcript.readable(step)
        if typed:  # the line stands there already
            text = text.partition("\n")[2]
    sys.stdout.write(text)
    sys.stdout.flush()


def _say(message: str) -> int:
    sys.stderr.write(message + "\n")
    return UNUSABLE
