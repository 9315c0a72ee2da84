"""Whole campaigns out of the database and into another server, with their record."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from mechanics.campaign import Redo, Undo
from mechanics.game import CHAIR, SELF
from mechanics.library import read
from mechanics.state import Pending, Scene
from storage.campaigns import Head
from storage.errors import Conflict
from storage.unit import Store
from tests.storage.tiny import GUILD, HALL, MARA, MAX, MOVES, PARTS, TOMB, Dodge, Rest, Sheet, Tiny, busy_table, entry

GAMES: Any = {"tiny": SimpleNamespace(key="tiny", name="Tiny", state=Tiny, moves=MOVES)}


async def told(store: Store) -> Head:
    """A busy campaign of two channels, with kept sheets and a record in which entries were taken back."""
    state = replace(busy_table(HALL, TOMB), snapshot={MARA: Sheet("Mara", "2", 1)})
    async with store.write() as unit:
        head = await unit.campaigns.create(GUILD, state, HALL)
        loaded = await unit.campaigns.load(head, PARTS, TOMB)
        there = Scene(pending={90: Pending(90, 9, (MARA,), Dodge(1))})
        await unit.campaigns.save(loaded, replace(loaded.state, scene=there))
        for line in (
            entry(1),
            entry(2, Rest(SELF, 3)),
            entry(3, Rest(SELF), place=TOMB),
            entry(4, Undo(CHAIR), undoes=3),
            entry(5, Undo(CHAIR), undoes=2),
            entry(6, Redo(CHAIR), undoes=2),
            replace(entry(7), place=""),
        ):
            await unit.record.append(head, line, GUILD, interaction_id=line.n)
        head = await unit.campaigns.get(head.id, GUILD) or head
    return head


async def dump(store: Store, head: Head) -> bytes:
    async with store.read() as unit:
        return await unit.library.dump(head, PARTS, MOVES)


async def test_a_campaign_moves_to_another_server(store: Store) -> None:
    head = await told(store)
    data = await dump(store, head)
    document = read(data, GAMES)
    assert set(document.scenes) == {str(HALL), str(TOMB)}
    async with store.write() as unit:
        new = await unit.library.restore(5, document)
    async with store.read() as unit:
        assert await unit.campaigns.get(new.id, 5) == new and new.entries == 7
        assert await unit.campaigns.bound(5, HALL, TOMB) is None
        assert (await unit.campaigns.bound(GUILD, HALL, None) or new).id == head.id
        for channel in (HALL, TOMB, 17):
            here = await unit.campaigns.load(new, PARTS, channel)
            before = await unit.campaigns.load(head, PARTS, channel)
            assert here.state == replace(before.state, campaign=replace(before.state.campaign, channels=()))
        assert await unit.record.since(new.id, 1, MOVES) == await unit.record.since(head.id, 1, MOVES)
        assert await unit.record.newest_live(new.id) == await unit.record.newest_live(head.id) == (7, 7)
        assert await unit.record.newest_undone(new.id) == await unit.record.newest_undone(head.id) == 3
        assert await unit.record.by_interaction(7, MOVES) == (head.id, replace(entry(7), place=""))
    assert await dump(store, new) == data


async def test_the_record_goes_on_where_it_stopped(store: Store) -> None:
    document = read(await dump(store, await told(store)), GAMES)
    async with store.write() as unit:
        new = await unit.library.restore(GUILD, document)
        await unit.record.append(new, entry(8, Undo(CHAIR), undoes=7), GUILD)
        assert await unit.record.newest_live(new.id) == (2, 6)
        assert await unit.record.newest_undone(new.id) == 7
        with pytest.raises(Conflict):
            await unit.record.append(new, entry(8), GUILD)
        loaded = await unit.campaigns.load(new, PARTS, HALL)
        played = replace(loaded.state, campaign=replace(loaded.state.campaign, channels=(str(MAX - 9),)))
        await unit.campaigns.save(loaded, played)
        assert (await unit.campaigns.bound(GUILD, MAX - 9, None) or document) != document


async def test_a_campaign_with_neither_record_nor_scenes(store: Store) -> None:
    async with store.write() as unit:
        head = await unit.campaigns.create(GUILD, replace(busy_table(), scene=Scene(), session=None))
    data = await dump(store, head)
    async with store.write() as unit:
        new = await unit.library.restore(GUILD, read(data, GAMES))
        assert new.entries == 0 and await unit.record.since(new.id, 1, MOVES) == []


async def test_a_campaign_that_is_gone_makes_no_file(store: Store) -> None:
    head = await told(store)
    async with store.write() as unit:
        await unit.campaigns.delete(head)
    with pytest.raises(Conflict):
        await dump(store, head)
