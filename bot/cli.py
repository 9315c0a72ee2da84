"""The command `mojo-table`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from bot.exits import MEANING, NO_TOKEN, Exit, fault
from bot.local import browser, real_bot, script
from bot.settings import Settings

EXIT_CODES = "exit codes:\n" + "\n".join(f"  {code:>2}  {meaning}" for code, meaning in MEANING.items())

Command = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code. A fault that whoever hosts the bot can mend is one line on standard error."""
    args = _parser().parse_args(arguments)
    command: Command = args.command
    try:
        return command(args)
    except KeyboardInterrupt:
        return Exit.STOPPED
    except Exception as error:
        told = fault(error)
        if told is None:
            raise
        return _say(*told)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mojo-table",
        description="A Discord bot that runs whole sessions of small tabletop games.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=version("mojo-table"))
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def add(name: str, words: str, command: Command) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
        added.set_defaults(command=command)
        return added

    add("run", "run the bot on Discord", _run)
    browser.add_arguments(add("play", "play in a browser on this machine, without Discord", _offline(browser.run)))
    script.add_arguments(add("console", "play in a terminal, or run a script, without Discord", _offline(script.run)))
    add("migrate", "make the database, or bring its tables up to date, and end", _migrate)
    files = (
        ("backup", "copy the SQLite database into a file that does not exist yet; the bot may run", _backup),
        ("restore", "put a copy back in place of all that the SQLite database holds; stop the bot first", _restore),
    )
    for name, words, command in files:
        add(name, words, command).add_argument("file", type=Path, metavar="FILE")
    add("check", "look through the SQLite database for damage", _check)
    add("invite", "ask Discord who the bot is and print the link that invites it", _invite)
    return parser


def _run(args: argparse.Namespace) -> int:
    from bot import run

    settings = Settings()
    if not settings.token:
        return _say(Exit.SETTINGS, NO_TOKEN)
    try:
        run.run(settings)
    except Exception as error:
        if fault(error):
            raise
        run.log.error("crashed", exc_info=error)
        return Exit.CRASHED
    return Exit.STOPPED


def _offline(command: Command) -> Command:
    def run(args: argparse.Namespace) -> int:
        return command(args) if find_spec("simcord") else _say(Exit.NO_EXTRA, real_bot.MISSING)

    return run


def _migrate(args: argparse.Namespace) -> int:
    from storage.unit import Store

    settings = Settings()

    async def bring_up_to_date() -> None:
        store = Store(settings.database)
        await store.start()
        await store.close()

    asyncio.run(bring_up_to_date())
    sys.stdout.write(f"The database {settings.database_shown} is up to date.\n")
    return Exit.STOPPED


def _backup(args: argparse.Namespace) -> int:
    from storage import backup

    settings = Settings()
    backup.backup(settings.database, args.file)
    sys.stdout.write(f"{settings.database_shown} is copied to {args.file}.\n")
    return Exit.STOPPED


def _restore(args: argparse.Namespace) -> int:
    from storage import backup

    settings = Settings()
    backup.restore(settings.database, args.file)
    sys.stdout.write(f"{settings.database_shown} holds now what was in {args.file}.\n")
    return Exit.STOPPED


def _check(args: argparse.Namespace) -> int:
    from storage import backup

    settings = Settings()
    if problems := backup.check(settings.database):
        return _say(Exit.UNREACHABLE, "\n".join(problems))
    sys.stdout.write(f"{settings.database_shown} is in order.\n")
    return Exit.STOPPED


def _invite(args: argparse.Namespace) -> int:
    import discord

    from bot import run

    token = Settings().token
    if not token:
        return _say(Exit.SETTINGS, NO_TOKEN)

    async def ask() -> int:
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(token)
            return client.application_id or 0

    sys.stdout.write(run.invite(asyncio.run(ask())) + "\n")
    return Exit.STOPPED


def _say(code: Exit, line: str) -> int:
    sys.stderr.write(line + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
