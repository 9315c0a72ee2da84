"""A table on which the small game with fights is played."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.action import play
from bot.asking import Asking
from bot.cards import games as cards
from bot.cogs import campaign
from bot.panels import games as panels
from bot.shown import Place
from mechanics.characters import export
from mechanics.game import Id, Move
from mechanics.games.all import GAMES
from tests.bot.fray import CARDS, FRAY, PANELS, Sheet
from tests.bot.table import Table, new_console


class FrayTable(Table):
    """Console lines, with short ways to begin a fight."""

    async def begun(self, *players: tuple[str, str, int], foes: str = "") -> None:
        """A campaign in #tomb made by gm, one fighter each (who, name, quick), and a fight that has begun."""
        await self.gathered(*players, foes=foes)
        await self.do("as gm", "/combat begin")

    async def gathered(self, *players: tuple[str, str, int], foes: str = "") -> None:
        """The same before it begins."""
        await self.do("as gm", "in #tomb", '/campaign create name:"The Tomb" game:fray')
        for who, name, quick in players:
            await self.fighter(who, name, quick)
        await self.do("as gm", "/combat start")
        for who, _, _ in players:
            await self.do(f"as {who}", 'click "Join"')
        if foes:
            await self.do("as gm", f'/combat add what:"{foes}"')

    async def fighter(self, who: str, name: str, quick: int = 0, hp: int = 10) -> None:
        """Somebody's fighter, from a file."""
        path = self.folder / "fighter.json"
        path.write_text(export(Sheet(name, "x", hp, hp, quick), FRAY))
        await self.do(f"as {who}", "/character import file:fighter.json")

    async def make(self, who: str, move: Move, *, settled: bool = True) -> Any:
        """A move of the game that has no command here; unless `settled`, the live cards are not waited for."""
        at = self.console.hands.at()
        person = self.world.person(who)
        gm = who == "gm"
        parent = at._channel.parent_id if at._channel.is_thread else None
        with self.world.time_context():
            made = await play(
                self.bot, Place(at.guild.id, at.id, parent), Asking(str(person.id), who, clock=gm), lambda _: move, None
            )
            if settled:
                await self.fresh()
        return made

    async def fresh(self) -> None:
        """Until every live card shows what is true."""
        live = self.bot.live
        while tasks := [*live._looking.values(), *live._under_way]:
            await asyncio.gather(*tasks)
        await self.world.settle()

    async def id_of(self, name: str) -> Id:
        """A character's or creature's id."""
        rows = (await self.rows())["character"]
        return Id(next(row[1] for row in rows if row[4] == name))

    def cards(self) -> list[Any]:
        """The bot's messages here that everybody sees, oldest first."""
        return [m for m in self.world.written(self.console.hands.at().id) if not m.is_ephemeral]

    async def up(self) -> list[str]:
        """Who is up, as gm's stored state says."""
        who, self.console.hands.who = self.console.hands.who, "gm"
        try:
            return list((await self.state())["scene"]["fight"]["now"])
        finally:
            self.console.hands.who = who


@asynccontextmanager
async def fray(folder: Path, patch: pytest.MonkeyPatch, game: Any = FRAY) -> AsyncIterator[FrayTable]:
    """The real bot with the small game beside its own; what it sends is within Discord's limits."""
    patch.setitem(GAMES, "fray", game)
    patch.setitem(cards._GAMES, "fray", CARDS)
    patch.setitem(panels._GAMES, "fray", PANELS)
    patch.delitem(sys.modules, campaign.__name__)  # its choices of a game are made when it is read
    async with new_console(folder) as console:
        table = FrayTable(console, folder)
        yield table
        assert table.check() == []
