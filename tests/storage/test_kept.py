"""Databases that earlier versions of the program left behind are opened, brought up to date, and played on."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from bot.local.console import Console
from bot.local.real_bot import maker

FIGHTS = "five-games.db.gz"
KEPT = sorted((Path(__file__).parent / "kept").glob("*.db.gz"))


def unpacked(kept: Path, folder: Path) -> Path:
    """The database in a file of its own."""
    file = folder / "table.db"
    file.write_bytes(gzip.decompress(kept.read_bytes()))
    return file


def test_there_are_some() -> None:
    assert [p.name for p in KEPT] == ["first-evening.db.gz", "five-games.db.gz", "whole-heart.db.gz"]


@pytest.mark.parametrize("kept", [p for p in KEPT if p.name != FIGHTS], ids=lambda p: p.name)
async def test_a_kept_database_is_played_on(kept: Path, tmp_path: Path) -> None:
    """Its people, sheets, open rolls, session, record and drafts are all still there."""
    file = unpacked(kept, tmp_path)
    async with Console(maker(f"sqlite+aiosqlite:///{file}", tmp_path)) as console:

        async def do(line: str) -> dict[str, object]:
            step = await console.step(line)
            assert step["error"] is None, (line, step["error"])
            return step

        for line in ("as gm", "as player2", "as player1", "in #tomb"):
            await do(line)
        state = (await do("state"))["state"]
        assert isinstance(state, dict)
        assert {"Marsha", "Santo", "Zoe"} == set(state["sheets"])
        assert state["sheets"]["Marsha"]["dex"] == 14
        assert state["session"]["number"] == 1
        pool = state["session"]["pool"]["player1"]
        thrown = [p for p in state["scene"]["pending"] if p["kind"] == "Thrown"]
        assert [(p["what"]["who"], p["what"]["strength"], p["what"]["fudges_used"]) for p in thrown] == [
            ("Marsha", 9, 1)
        ]
        await do("dice 9")
        checked = await do("/dh check ability:luck")
        assert checked["refusal"] is None
        await do("dice 5")
        await do('click "Fudge"')
        after = (await do("state"))["state"]
        assert isinstance(after, dict)
        assert after["session"]["pool"]["player1"] == pool - 1
        await do("dice system")
        await do("/character create")
        await do('click "Done"')
        await do("as gm")
        for _ in range(12):
            undone = await do("/record undo")
            assert undone["refusal"] is None
        assert (await do("/record redo"))["refusal"] is None


async def test_fights_of_five_games_go_on_where_they_stood(tmp_path: Path) -> None:
    """Open rolls, a sealed burn, turns and creatures of a kept database: the old decisions are settled by new moves."""
    file = unpacked(Path(__file__).parent / "kept" / FIGHTS, tmp_path)
    async with Console(maker(f"sqlite+aiosqlite:///{file}", tmp_path)) as console:

        async def do(*lines: str) -> dict[str, Any]:
            for line in lines:
                step = await console.step(line)
                assert step["error"] is None and step["refusal"] is None, (line, step["error"], step["refusal"])
            return dict(step)

        await do("as gm", "as player1", "as player2", "in #burrow", "dice 11 3", "/clan luck count:1", "dice system")
        state = (await do("as gm", "state"))["state"]
        assert state["sheets"]["Rat 2"]["hp"] == 16 - (3 + 3), "Bad Ass 4: 16; the sling 3 and Kick Ass 3"
        assert (await do("state Moss"))["state"]["luck_spent"] == 1
        await do("as player2", "/combat next")

        await do("in #vault", "as player1", "dice 19 4", "/delve luck for:reroll", "dice system")
        state = (await do("as gm", "state"))["state"]
        assert state["sheets"]["Skeleton 1"]["status"] == "down", "Life 5; the sword 4 and Strength 2"
        assert (await do("state Asha"))["state"]["luck"] == 1

        await do("in #ring", "as gm", "/traits defend who:Guard")
        state = (await do("state"))["state"]
        assert (state["sheets"]["Ines"]["burned"], state["sheets"]["Guard"]["hp"]) == (1, 1)

        await do("in #tavern", "as player1", "/ore declare action:dodge", "as player2", "/ore declare action:pass")
        assert (await do("state"))["state"]["scene"]["fight"]["phase"] != "declare"
        await do("in #tomb", "as player1", "/record why")
        for place in ("#burrow", "#vault", "#ring", "#tavern", "#tomb"):
            assert (await do(f"in {place}", "as gm", "/record undo"))["replies"]
