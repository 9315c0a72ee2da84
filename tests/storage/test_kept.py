"""Databases that earlier versions of the program left behind are opened, brought up to date, and played on."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from bot.local.console import Console
from bot.local.real_bot import maker

KEPT = sorted((Path(__file__).parent / "kept").glob("*.db.gz"))


def unpacked(kept: Path, folder: Path) -> Path:
    """The database in a file of its own."""
    file = folder / "table.db"
    file.write_bytes(gzip.decompress(kept.read_bytes()))
    return file


def test_there_are_some() -> None:
    assert [p.name for p in KEPT] == ["first-evening.db.gz", "whole-heart.db.gz"]


@pytest.mark.parametrize("kept", KEPT, ids=lambda p: p.name)
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
