"""Write docs/commands.md from the commands that the bot registers: `python docs/make_commands.py`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from discord import app_commands

from bot.app import COGS, MojoTable, build
from bot.settings import Settings

PAGE = Path(__file__).with_name("commands.md")

HEAD = """# The commands

Made by `python docs/make_commands.py` from the commands that the bot registers; a test compares the two, so edit the
commands, not this page. Options in (brackets) may be left out.
"""


async def page() -> str:
    """The whole page."""
    bot = build(Settings(_env_file=None))  # type: ignore[call-arg]
    for cog in COGS:
        await bot.load_extension(cog)
    found = [c for c in bot.tree.get_commands() if isinstance(c, app_commands.Command | app_commands.Group)]
    return HEAD + "".join(line + "\n" for command in found for line in _top(command))


Any_Command = app_commands.Command[MojoTable, ..., None] | app_commands.Group


def _top(command: Any_Command) -> Iterator[str]:
    yield f"\n## /{command.name}"
    contexts = command.allowed_contexts
    where = " Also in direct messages." if contexts is not None and contexts.dm_channel else ""
    yield f"\n{command.description}.{where}"
    if isinstance(command, app_commands.Group):
        for each in command.commands:
            yield f"\n### /{each.qualified_name}"
            yield f"\n{each.description}."
            if isinstance(each, app_commands.Command):
                yield from _options(each)
    else:
        yield from _options(command)


def _options(command: app_commands.Command[MojoTable, ..., None]) -> Iterator[str]:
    if command.parameters:
        yield ""
    for option in command.parameters:
        name = f"`{option.display_name}`" if option.required else f"(`{option.display_name}`)"
        choices = f": {', '.join(choice.name for choice in option.choices)}" if option.choices else ""
        yield f"- {name} {option.description}{choices}"


if __name__ == "__main__":
    PAGE.write_text(asyncio.run(page()), encoding="utf-8")
