"""The record as rows: every entry once, and which of them stand."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

import mechanics.record as rules
from mechanics.campaign import Redo, StartSession, Undo
from mechanics.facts import Changed, Noted, Rolled, Sum
from mechanics.game import CHAIR, SELF, Caller, Drop, Force, Id
from mechanics.record import Entry, Patch
from storage.campaigns import Head
from storage.errors import Conflict
from storage.unit import Store, Unit
from tests.storage.tiny import GUILD, HALL, MARA, MAX, MOVES, ORC, PARTS, Hit, Rest, busy_table, entry, table


@pytest.fixture
async def head(store: Store) -> Head:
    async with store.write() as unit:
        await unit.campaigns.create(GUILD, table("Another"))
        return await unit.campaigns.create(GUILD, table("The Tomb", HALL))


async def append(store: Store, head: Head, entry: Entry, interaction: int | None = None) -> None:
    async with store.write() as unit:
        await unit.record.append(head, entry, GUILD, interaction)


FULL = Entry(
    1,
    Caller("1", gm=True, name="Grit"),
    Hit(MARA, target=ORC),
    (6, 1),
    (Rolled(label="hit", sum=Sum(MARA, (("d6", 6),), 6)), Changed(who=ORC, gauge="hp", before=9, after=3)),
    (Patch(("sheets", "c1", "hp"), 9, 3),),
    None,
    str(HALL),
    1_700_000_000,
)


async def test_an_entry_comes_back_as_it_was(store: Store, head: Head) -> None:
    await append(store, head, FULL)
    async with store.read() as unit:
        assert await unit.record.entry(head.id, 1, MOVES) == FULL
        assert type(await unit.record.entry(head.id, 1, MOVES)) is Entry
        assert await unit.record.entry(head.id, 2, MOVES) is None
        assert await unit.record.entry(head.id - 1, 1, MOVES) is None
        found = await unit.campaigns.get(head.id, GUILD)
    assert found == replace(head, entries=1)


async def test_shared_moves_are_read_beside_the_games_own(store: Store, head: Head) -> None:
    moves = [StartSession(CHAIR, at=5), Rest(MARA, hours=2), Force(CHAIR, pending=12, rev=3), Drop(CHAIR)]
    for n, move in enumerate(moves, 1):
        await append(store, head, entry(n, move))
    async with store.read() as unit:
        assert [e.move for e in await unit.record.since(head.id, 1, MOVES)] == moves
        assert [e.n for e in await unit.record.since(head.id, 3, MOVES)] == [3, 4]
        assert await unit.record.since(head.id, 5, MOVES) == []


async def test_an_entry_must_be_the_next_one(store: Store, head: Head) -> None:
    await append(store, head, entry(1))
    for n in (1, 3, 0):
        with pytest.raises(Conflict):
            await append(store, head, entry(n))
    with pytest.raises(Conflict):
        async with store.write() as unit:
            await unit.record.append(head, entry(2), GUILD - 1)
    async with store.read() as unit:
        assert [e.n for e in await unit.record.page(head.id, 9, moves=MOVES)] == [1]


async def test_an_interaction_is_recorded_once(store: Store, head: Head) -> None:
    await append(store, head, entry(1), MAX)
    await append(store, head, entry(2))
    await append(store, head, entry(3))
    with pytest.raises(Conflict):
        await append(store, head, entry(4), MAX)
    async with store.read() as unit:
        assert await unit.record.by_interaction(MAX, MOVES) == (head.id, entry(1))
        assert await unit.record.by_interaction(MAX - 1, MOVES) is None
        assert await unit.record.newest_live(head.id) == (3, 3)


async def test_a_refused_entry_takes_the_saved_parts_with_it(store: Store) -> None:
    async with store.write() as unit:
        head = await unit.campaigns.create(GUILD, busy_table(HALL), HALL)
        await unit.record.append(head, entry(1), GUILD, 40)
    with pytest.raises(Conflict):
        async with store.write() as unit:
            loaded = await unit.campaigns.load(head, PARTS, HALL)
            await unit.campaigns.save(loaded, replace(loaded.state, session=None))
            await unit.record.append(loaded.head, entry(2), GUILD, 40)
    async with store.read() as unit:
        assert (await unit.campaigns.load(head, PARTS, HALL)).state == busy_table(HALL)


async def test_a_page_is_newest_first_and_may_be_one_persons(store: Store, head: Head) -> None:
    for n in range(1, 8):
        await append(store, head, entry(n, user="2" if n % 3 == 0 else "1"))
    async with store.read() as unit:

        async def page(count: int, user: str | None = None, before: int | None = None) -> list[int]:
            return [e.n for e in await unit.record.page(head.id, count, user, before=before, moves=MOVES)]

        assert await page(3) == [7, 6, 5]
        assert await page(9, "2") == [6, 3]
        assert await page(1, "2", before=6) == [3]
        assert await page(2, before=5) == [4, 3]
        assert await page(2, "3") == []
        assert await unit.record.page(head.id - 1, 9, moves=MOVES) == []


# -- which entries stand


async def standing(unit: Unit, head: Head) -> tuple[tuple[int, int] | None, int | None]:
    return await unit.record.newest_live(head.id), await unit.record.newest_undone(head.id)


async def test_undo_and_redo_settle_what_stands(store: Store, head: Head) -> None:
    async with store.write() as unit:
        assert await standing(unit, head) == (None, None)
        for line, expected in [
            (entry(1), ((1, 1), None)),
            (entry(2), ((2, 2), None)),
            (entry(3), ((3, 3), None)),
            (entry(4, Undo(SELF), undoes=3), ((2, 2), 3)),
            (entry(5, Undo(SELF), undoes=1), ((2, 2), 1)),
            (entry(6, Redo(SELF), undoes=3), ((3, 6), 1)),
            (entry(7, Redo(SELF), undoes=1), ((1, 7), None)),
            (entry(8, Undo(SELF), undoes=1), ((3, 6), 1)),
            (entry(9), ((9, 9), 1)),
            (entry(10, Undo(SELF), undoes=3), ((9, 9), 3)),
        ]:
            await unit.record.append(head, line, GUILD)
            assert await standing(unit, head) == expected, line.n


async def test_what_stands_is_what_the_rules_say(store: Store, head: Head) -> None:
    chance = random.Random(3)
    past: list[Entry] = []
    async with store.write() as unit:
        for n in range(1, 90):
            stands = list(rules.standing(past))
            taken = [e.n for e in past if e.undoes is None and e.n not in stands]
            match chance.choice("mmuur"):
                case "u" if stands:
                    line = entry(n, Undo(SELF), undoes=chance.choice(stands))
                case "r" if taken:
                    line = entry(n, Redo(SELF), undoes=chance.choice(taken))
                case _:
                    line = entry(n)
            past.append(line)
            await unit.record.append(head, line, GUILD)
            newest = rules.newest(past)
            expected = None if newest is None else (newest, rules.standing(past)[newest].n)
            assert await standing(unit, head) == (expected, rules.newest_undone(past))


async def test_a_thousand_actions_of_a_fight_stay_under_four_megabytes(store: Store, head: Head) -> None:
    who = [Id(f"c{i}") for i in range(1, 6)]
    seats = {i: {"side": "party", "budget": {"actions": 2, "feet": 30}, "hidden": False} for i in who}
    patch = (
        *(Patch(("sheets", who[1], gauge), 10, 7) for gauge in ("hp", "wounds", "life")),
        Patch(("scene", "fight", "seats", who[0], "budget", "actions"), 2, 1),
        Patch(("scene", "pending", "4711"), {"id": 4711, "what": {"type": "Roll", "seats": seats}}, rules.GONE),
    )
    facts = (
        *(Rolled(rule="DH-HIT-01", label="attack", sum=Sum(who[0], (("d10", 7), ("str", 2)), 9)) for _ in range(2)),
        *(Changed(rule="DH-HIT-02", who=who[1], gauge=gauge, before=10, after=7) for gauge in ("hp", "wounds", "life")),
        Noted(text="{0} hits {1} hard.", about=(who[0], who[1])),
    )
    async with store.write() as unit:
        for n in range(1, 1_001):
            line = replace(entry(n, Hit(who[0], target=who[1])), facts=facts, patch=patch)
            await unit.record.append(head, line, GUILD, MAX - n)
        assert len(await unit.record.since(head.id, 1, MOVES)) == 1_000
    if store._sqlite:
        size = store._file.stat().st_size + store._file.with_name(store._file.name + "-wal").stat().st_size
        async with store.read() as unit:
            pages = (await unit.record._connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        assert 400_000 < pages * 4096 <= size and pages * 4096 < 4_000_000


# -- drafts and live messages


async def test_a_draft_is_kept_until_it_is_forgotten(store: Store, head: Head) -> None:
    async with store.write() as unit:
        assert await unit.drafts.get(head.id, "2", "character") is None
        await unit.drafts.put(head.id, "2", "character", b"one", MAX)
        await unit.drafts.put(head.id, "2", "character", b"two", 6)
        await unit.drafts.put(head.id, "3", "character", b"hers", 6)
        await unit.drafts.put(head.id, "2", "creature", b"beast", 6)
    async with store.write() as unit:
        assert await unit.drafts.get(head.id, "2", "character") == b"two"
        assert await unit.drafts.get(head.id - 1, "2", "character") is None
        await unit.drafts.delete(head.id, "2", "character")
        await unit.drafts.delete(head.id, "2", "character")
        assert await unit.drafts.get(head.id, "2", "character") is None
        assert await unit.drafts.get(head.id, "3", "character") == b"hers"
        assert await unit.drafts.get(head.id, "2", "creature") == b"beast"


async def test_a_live_message_is_found_again(store: Store, head: Head) -> None:
    async with store.write() as unit:
        assert await unit.live.get(head.id, HALL, "fight") is None
        await unit.live.put(head.id, HALL, "fight", 10)
        await unit.live.put(head.id, HALL, "fight", MAX)
        await unit.live.put(head.id, HALL, "lobby", 12)
        await unit.live.put(head.id, 5, "fight", 13)
        await unit.live.put(head.id - 1, HALL, "fight", 14)
    async with store.write() as unit:
        assert await unit.live.get(head.id, HALL, "fight") == MAX
        cards = [(c.campaign_id, c.channel_id, c.kind, c.message_id) for c in await unit.live.of_campaign(head.id)]
        assert cards == [
            (head.id, 5, "fight", 13),
            (head.id, HALL, "fight", MAX),
            (head.id, HALL, "lobby", 12),
        ]
        await unit.live.delete(head.id, HALL, "fight")
        assert await unit.live.get(head.id, HALL, "fight") is None
        assert await unit.live.get(head.id, HALL, "lobby") == 12
        assert await unit.live.get(head.id - 1, HALL, "fight") == 14
