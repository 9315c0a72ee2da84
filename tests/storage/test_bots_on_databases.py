"""The whole bot on each kind of database, and two bots at once on one of PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from bot.action import Played, play
from bot.app import build
from bot.asking import Asking
from bot.local import real_bot
from bot.local.console import Console
from bot.settings import Settings
from bot.shown import Place
from mechanics.game import Refusal
from mechanics.games.dragonhead.moves import Hurt
from storage.backup import backup, check
from tests.bot.table import Table
from tests.storage.postgres import run
from tests.storage.test_postgresql import CUT_OFF

CHECK = '/dh check ability:dexterity note:"over the wall"'


@pytest.fixture
async def table(url: str, tmp_path: Path) -> AsyncIterator[Table]:
    """The real bot on this database."""
    async with Console(real_bot.maker(url, tmp_path), files=tmp_path) as console:
        table = Table(console, tmp_path)
        yield table
        assert table.check() == []


async def test_an_evening_with_fudge_undo_redo_and_a_restart(table: Table) -> None:
    await table.evening()
    await table.do("as player1", "dice 4", CHECK, "restart", "dice 7")
    assert "7: half fail" in await table.text('click "Fudge"')
    assert await table.pools() == {"player1": 11, "player2": 3, "gm": 9}
    before = await table.entries()
    await table.do("as gm", "/record undo")
    assert await table.pools() == {"player1": 12, "player2": 3, "gm": 9}
    await table.do("/record redo")
    assert await table.pools() == {"player1": 11, "player2": 3, "gm": 9}
    assert await table.entries() == before + 2
    assert (await table.refused("as player2", "/record undo"))[0] == "not-gm"


async def test_a_press_delivered_twice_and_two_presses_at_once_store_one_entry(table: Table) -> None:
    await table.evening()
    await table.do("as player1", "dice 4", CHECK, "dice system")
    before = await table.entries()
    await table.do("together", 'click "Fudge"', 'click "Fudge"', "end")
    assert await table.entries() == before + 1
    assert (await table.pools())["player1"] == 11
    await table.again(-2)
    assert await table.entries() == before + 1


async def test_a_channel_belongs_to_one_campaign_and_names_to_one_owner(table: Table) -> None:
    await table.campaign()
    assert (await table.refused("in #tomb", '/campaign create name:"Another" game:dragonhead'))[0] == "already-bound"
    await table.character("player1", "Zoë")
    await table.character("player2", "Zoë")
    assert (await table.refused("as gm", "/character sheet who:Zoë"))[0] == "ambiguous"
    for owner in ("player1", "player2"):
        await table.do(f'/character sheet who:"Zoë ({owner})"')


async def test_a_lost_connection_is_no_answer_lost(postgres_url: str, tmp_path: Path) -> None:
    async with Console(real_bot.maker(postgres_url, tmp_path), files=tmp_path) as console:
        table = Table(console, tmp_path)
        await table.evening()
        await table.do("as player1", "dice 4")
        await run(postgres_url, CUT_OFF)
        assert "4: full fail" in await table.text(CHECK)
        assert table.check() == []


async def test_twenty_players_are_hurt_in_one_second_while_a_backup_runs(tmp_path: Path) -> None:
    """O23: the last of them waits for all. Measured in the processor's time, since the machine may be busy."""
    file = tmp_path / "table.db"
    url = f"sqlite+aiosqlite:///{file}"
    players = [f"player{i}" for i in range(20)]
    async with Console(real_bot.maker(url, tmp_path), files=tmp_path) as console:
        table = Table(console, tmp_path)
        await table.campaign()
        for player in players:
            await table.character(player, f"N{player}", hp=20)
        newest = max((await table.rows())["record"], key=lambda row: row[1])  # campaign, n, guild, channel, ...

        async def hurt(player: str, number: int) -> Played | Refusal:
            asking, place = Asking(str(table.world.person(player).id), player), Place(newest[2], newest[3])
            return await play(
                table.bot, place, asking, lambda shown: Hurt(actor=shown.who(f"N{player}"), amount=1), number
            )

        copying = asyncio.create_task(asyncio.to_thread(backup, url, tmp_path / "copy.db"))
        begun = time.process_time()
        done = await asyncio.gather(*(hurt(player, 1_000 + i) for i, player in enumerate(players)))
        assert time.process_time() - begun < 2
        assert all(isinstance(each, Played) for each in done)
        await copying
        sheets = (await table.do("as gm", "state"))["state"]["sheets"]
        assert [sheets[f"N{player}"]["wear"] for player in players] == [1] * 20
        assert await table.entries() == newest[1] + 20
    assert check(url) == [] and check(f"sqlite+aiosqlite:///{tmp_path / 'copy.db'}") == []


class Meddled:
    """The bot's dice, while whose throw another bot stores an action, so many times."""

    def __init__(self, dice: Any, meddle: Callable[[], Coroutine[Any, Any, None]], times: int) -> None:
        self.dice, self.meddle, self.times = dice, meddle, times

    def draw(self, n: int, faces: int) -> list[int]:
        if self.times > 0:
            self.times -= 1
            thread = Thread(target=lambda: asyncio.run(self.meddle()))
            thread.start()
            thread.join()
        drawn: list[int] = self.dice.draw(n, faces)
        return drawn


@pytest.mark.parametrize("times", [1, 2])
async def test_a_conflict_is_tried_once_more_with_fresh_dice_then_busy(table: Table, url: str, times: int) -> None:
    await table.evening()
    newest = max((await table.rows())["record"], key=lambda row: row[1])  # campaign, n, guild, channel, ...
    player = str(table.world.person("player2").id)
    hurt = count(1_000)

    async def meddle() -> None:
        other = build(Settings(database_url=url))
        await other.store.start()
        move, place = lambda shown: Hurt(actor=shown.who("Santo"), amount=1), Place(newest[2], newest[3])
        done = await play(other, place, Asking(player, "player2"), move, next(hurt))
        assert isinstance(done, Played)
        await other.store.close()

    table.bot.dice = Meddled(table.console.dice, meddle, times)
    await table.do("as player1", "dice 4 7")
    if times == 1:
        assert "7: half fail" in await table.text(CHECK)
    else:
        assert (await table.refused(CHECK))[0] == "busy"
    assert table.console.dice.left == ()
    assert await table.entries() == newest[1] + 2
    assert (await table.state("Santo"))["wear"] == times


BOT = """
import asyncio, json, sys
from bot.action import play
from bot.asking import Asking
from bot.app import build
from bot.settings import Settings
from bot.shown import Place
from mechanics.game import Refusal
from mechanics.game import Refusal
from mechanics.games.dragonhead.moves import Check, Hurt

url, who, first, times, guild, channel = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])

async def main():
    bot = build(Settings(database_url=url))
    await bot.store.start()
    print("ready", flush=True)
    sys.stdin.readline()

    async def act(number):
        def move(shown):
            actor = shown.who("Marsha")
            return Hurt(actor=actor, amount=1) if number % 2 else Check(actor=actor, ability="dexterity")
        return await play(bot, Place(guild, channel), Asking(who, who), move, number)

    told = []
    for number in range(first, first + times):
        result = await act(number)
        told.append([number, result.code if isinstance(result, Refusal) else result.entry.n])
    print(json.dumps(told), flush=True)
    await bot.live.stop()
    await bot.store.close()

asyncio.run(main())
"""


def two_bots(url: str, who: int, guild: int, channel: int, times: int) -> list[tuple[int, Any]]:
    """What two bots in processes of their own answered to actions in one campaign: interaction, entry or refusal."""
    root = Path(__file__).parents[2]
    bots = [
        subprocess.Popen(
            [sys.executable, "-c", BOT, url, *map(str, (who, first, times, guild, channel))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,
        )
        for first in (1_000, 2_000)
    ]
    for bot in bots:
        assert bot.stdout is not None and bot.stdout.readline() == "ready\n"
    for bot in bots:
        assert bot.stdin is not None
        bot.stdin.write("go\n")
        bot.stdin.flush()
    answers = [json.loads(bot.communicate(timeout=60)[0].splitlines()[-1]) for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0]
    return [(number, told) for answer in answers for number, told in answer]


async def test_two_bots_on_one_campaign_lose_and_double_nothing(postgres_url: str, tmp_path: Path) -> None:
    times = 25
    async with Console(real_bot.maker(postgres_url, tmp_path), files=tmp_path) as console:
        table = Table(console, tmp_path)
        await table.campaign()
        await table.character("player1", "Marsha", hp=99)
        before = await table.entries()
        newest = max((await table.rows())["record"], key=lambda row: row[1])  # campaign, n, guild, channel, ...
        told = two_bots(postgres_url, table.world.person("player1").id, newest[2], newest[3], times)
        stored = {number: n for number, n in told if isinstance(n, int)}
        assert {n for _, n in told if not isinstance(n, int)} <= {"busy"}
        assert sorted(stored.values()) == list(range(before + 1, before + 1 + len(stored)))
        assert await table.entries() == before + len(stored)
        hurt = sum(number % 2 for number in stored)
        assert (await table.do("as player1", "state Marsha"))["state"]["wear"] == hurt
        assert len(stored) >= times
