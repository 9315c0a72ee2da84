"""Campaigns as rows: found by server and channel, loaded in parts, saved part by part."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import event, text

from mechanics.campaign import Name, Person, Plan, Session
from mechanics.game import Id
from mechanics.state import Pending, Scene
from storage.campaigns import Head, Loaded
from storage.codec import decode
from storage.errors import Bound, Conflict
from storage.unit import Store
from tests.storage.tiny import (
    GUILD,
    HALL,
    MARA,
    MAX,
    ORC,
    PARTS,
    THREAD,
    TOMB,
    Dodge,
    Pick,
    Rulings,
    Sheet,
    Tiny,
    busy_table,
    table,
)


async def create(store: Store, state: Tiny, guild: int = GUILD) -> Head:
    async with store.write() as unit:
        return await unit.campaigns.create(guild, state, HALL)


async def load(store: Store, channel: int = HALL, ids: Any = None) -> Loaded:
    async with store.read() as unit:
        head = await unit.campaigns.bound(GUILD, channel, HALL)
        assert head is not None
        return await unit.campaigns.load(head, PARTS, channel, ids)


async def save(store: Store, loaded: Loaded, new: Tiny) -> None:
    async with store.write() as unit:
        await unit.campaigns.save(loaded, new)


async def rows(store: Store, query: str) -> list[tuple[Any, ...]]:
    async with store._reading.connect() as connection:
        return [tuple(row) for row in await connection.execute(text(query))]


async def versions(store: Store) -> dict[str, int]:
    query = """SELECT 'campaign', version FROM campaign UNION ALL SELECT id, version FROM character
               UNION ALL SELECT 'session', version FROM session UNION ALL SELECT 'scene', version FROM scene"""
    return {str(name): version for name, version in await rows(store, query)}


# -- finding


async def test_a_channel_leads_to_its_campaign_in_its_own_server_only(store: Store) -> None:
    head = await create(store, table("The Tomb", HALL))
    assert head == Head(head.id, GUILD, "The Tomb", "tiny", 0, 1)
    async with store.read() as unit:
        assert await unit.campaigns.bound(GUILD, HALL, None) == head
        assert await unit.campaigns.bound(GUILD - 1, HALL, None) is None
        assert await unit.campaigns.bound(GUILD, TOMB, None) is None
        assert await unit.campaigns.get(head.id, GUILD) == head
        assert await unit.campaigns.get(head.id, GUILD - 1) is None
        assert await unit.campaigns.get(head.id + 1, GUILD) is None


async def test_a_thread_uses_its_own_campaign_before_its_parents(store: Store) -> None:
    hall = await create(store, table("The Hall", HALL))
    async with store.read() as unit:
        assert await unit.campaigns.bound(GUILD, THREAD, HALL) == hall
    own = await create(store, table("The Thread", THREAD))
    async with store.read() as unit:
        assert await unit.campaigns.bound(GUILD, THREAD, HALL) == own
        assert await unit.campaigns.bound(GUILD, HALL, None) == hall
        assert await unit.campaigns.bound(GUILD, THREAD - 1, HALL) == hall


async def test_the_campaigns_of_a_server_come_oldest_first(store: Store) -> None:
    made = [await create(store, table(name)) for name in ("Zoo", "Ark")]
    await create(store, table("Elsewhere"), GUILD - 1)
    async with store.read() as unit:
        assert await unit.campaigns.of_server(GUILD) == made
        assert await unit.campaigns.of_server(5) == []


# -- reading back


async def test_every_part_comes_back_as_it_was(store: Store) -> None:
    state = busy_table(HALL, TOMB)
    head = await create(store, state)
    loaded = await load(store)
    assert loaded.state == state
    assert loaded.head == head
    assert list(loaded.state.scene.pending) == [31, 12]
    assert list(loaded.state.sheets) == [MARA, ORC]
    assert type(loaded.state.scene.pending[31].what) is Pick
    assert type(loaded.state.scene.pending[12].what) is Dodge


async def test_another_channel_has_its_own_scene(store: Store) -> None:
    await create(store, busy_table(HALL, TOMB))
    loaded = await load(store, TOMB)
    assert loaded.state.scene == Scene()
    assert loaded.state.session is not None
    there = Scene(pending={90: Pending(90, 9, (MARA,), Dodge(1))})
    await save(store, loaded, replace(loaded.state, scene=there))
    assert (await load(store, TOMB)).state.scene == there
    assert (await load(store, HALL)).state.scene == busy_table().scene


async def test_only_the_sheets_that_are_named_come_and_those_of_the_scene(store: Store) -> None:
    state = busy_table(HALL)
    more = {Id(f"x{i}"): Sheet(f"X{i}", "2", i) for i in range(3)}
    await create(store, replace(state, sheets={**state.sheets, **more}))
    assert list((await load(store, HALL, [])).state.sheets) == [MARA, ORC]
    assert list((await load(store, HALL, ["x2", "nobody", "c2"])).state.sheets) == [MARA, ORC, "x2"]
    assert list((await load(store, TOMB, ["x1"])).state.sheets) == ["x1"]
    assert list((await load(store, TOMB, [])).state.sheets) == []
    assert list((await load(store, TOMB)).state.sheets) == [MARA, ORC, "x0", "x1", "x2"]


async def test_a_seat_alone_brings_its_sheet(store: Store) -> None:
    state = busy_table(HALL)
    await create(store, replace(state, scene=replace(state.scene, pending={})))
    assert list((await load(store, HALL, [])).state.sheets) == [ORC]


async def test_rulings_that_were_never_stored_are_the_games_own(store: Store) -> None:
    await create(store, busy_table(HALL))
    assert (await load(store)).state.rulings == Rulings(4)
    async with store._writing.begin() as connection:
        await connection.execute(text("UPDATE campaign SET rulings = NULL"))
    assert (await load(store)).state.rulings == Rulings(3)


async def test_a_campaign_that_is_gone_cannot_be_loaded(store: Store) -> None:
    head = await create(store, table("Brief", HALL))
    async with store.write() as unit:
        await unit.campaigns.delete(replace(head, guild_id=GUILD - 1))
        assert await unit.campaigns.get(head.id, GUILD) is not None
        await unit.campaigns.delete(head)
    async with store.read() as unit:
        with pytest.raises(Conflict):
            await unit.campaigns.load(head, PARTS, HALL)
    again = await create(store, table("Brief", HALL))
    assert again.id > head.id


async def test_reading_takes_few_statements(store: Store) -> None:
    await create(store, busy_table(HALL))
    said: list[str] = []

    def hear(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        said.append(statement)

    event.listen(store._reading.sync_engine, "before_cursor_execute", hear)
    await load(store)
    event.remove(store._reading.sync_engine, "before_cursor_execute", hear)
    assert len([s for s in said if s.startswith("SELECT")]) == 4, "whose channel it is, its parts, sheets, other fights"


# -- writing


async def test_what_did_not_change_is_not_written(store: Store) -> None:
    await create(store, busy_table(HALL))
    before = await versions(store)
    assert before == {"campaign": 1, MARA: 1, ORC: 1, "session": 1, "scene": 1}
    loaded = await load(store)
    await save(store, loaded, loaded.state)
    assert await versions(store) == before
    same = replace(loaded.state, sheets={MARA: Sheet("Mara", "2"), ORC: Sheet("ÖRC", "gm", 9)}, rulings=Rulings(4))
    await save(store, loaded, same)
    assert await versions(store) == before


CHANGES: dict[str, Any] = {
    "campaign": lambda s: replace(s, campaign=replace(s.campaign, sessions=8)),
    "rulings": lambda s: replace(s, rulings=Rulings(1)),
    MARA: lambda s: replace(s, sheets={**s.sheets, MARA: Sheet("Mara", "2", 1)}),
    "session": lambda s: replace(s, session=replace(s.session, lobby=False)),
    "scene": lambda s: replace(s, scene=replace(s.scene, fight=None)),
}


@pytest.mark.parametrize("part", CHANGES)
async def test_what_changed_is_written_alone_and_only_once(store: Store, part: str) -> None:
    await create(store, busy_table(HALL))
    loaded = await load(store)
    new = CHANGES[part](loaded.state)
    await save(store, loaded, new)
    row = "campaign" if part == "rulings" else part
    assert await versions(store) == {"campaign": 1, MARA: 1, ORC: 1, "session": 1, "scene": 1} | {row: 2}
    assert (await load(store)).state == new
    other = CHANGES[part](replace(loaded.state, sheets={**loaded.state.sheets, ORC: Sheet("ÖRC", "gm", 0)}))
    with pytest.raises(Conflict):
        await save(store, loaded, other)
    assert (await load(store)).state == new, "a conflict must leave nothing behind"
    after = await load(store)
    await save(store, after, loaded.state)
    assert (await load(store)).state == loaded.state
    assert (await versions(store))[row] == 3


async def test_the_order_of_decisions_is_a_change(store: Store) -> None:
    await create(store, busy_table(HALL))
    loaded = await load(store)
    turned = dict(reversed(loaded.state.scene.pending.items()))
    await save(store, loaded, replace(loaded.state, scene=replace(loaded.state.scene, pending=turned)))
    assert list((await load(store)).state.scene.pending) == [12, 31]


async def test_two_who_make_the_same_row_conflict(store: Store) -> None:
    await create(store, table("The Tomb", HALL))
    loaded = await load(store)
    scene = replace(loaded.state, scene=Scene(pending={1: Pending(1, 1, (MARA,), Dodge(1))}))
    sheet = replace(loaded.state, sheets={MARA: Sheet("Mara", "2")})
    for new in (scene, sheet):
        await save(store, loaded, new)
        with pytest.raises(Conflict):
            await save(store, loaded, new)


async def test_a_sheet_that_is_gone_is_deleted(store: Store) -> None:
    state = busy_table(HALL)
    await create(store, state)
    loaded = await load(store)
    names = {ORC: state.campaign.names[ORC]}
    gone = replace(loaded.state, campaign=replace(state.campaign, names=names), sheets={ORC: state.sheets[ORC]})
    await save(store, loaded, gone)
    assert (await load(store)).state == gone
    with pytest.raises(Conflict):
        await save(store, loaded, replace(loaded.state, sheets={ORC: state.sheets[ORC]}))


async def test_a_sheet_written_meanwhile_is_not_deleted(store: Store) -> None:
    await create(store, busy_table(HALL))
    loaded = await load(store)
    await save(store, loaded, CHANGES[MARA](loaded.state))
    with pytest.raises(Conflict):
        await save(store, loaded, replace(loaded.state, sheets={ORC: loaded.state.sheets[ORC]}))
    assert (await load(store)).state.sheets[MARA] == Sheet("Mara", "2", 1)


# -- what is kept beside the values


async def test_characters_have_their_columns(store: Store) -> None:
    head = await create(store, busy_table(HALL))
    query = "SELECT campaign_id, guild_id, id, owner, name, name_key, kind, retired FROM character ORDER BY id"
    orc = (head.id, GUILD, "c1", "gm", "ÖRC", "örc", "npc", False)
    assert await rows(store, query) == [orc, (head.id, GUILD, "c2", "2", "Mara", "mara", "pc", False)]
    loaded = await load(store, HALL)
    renamed = {MARA: Name("Marsha", "3", "pc", retired=True), ORC: loaded.state.campaign.names[ORC]}
    await save(store, loaded, replace(loaded.state, campaign=replace(loaded.state.campaign, names=renamed)))
    assert await rows(store, query) == [orc, (head.id, GUILD, "c2", "3", "Marsha", "marsha", "pc", True)]
    assert (await versions(store)) == {"campaign": 2, MARA: 2, ORC: 1, "session": 1, "scene": 1}


async def test_a_name_changed_without_its_sheet_loaded_reaches_the_columns(store: Store) -> None:
    await create(store, busy_table(HALL))
    loaded = await load(store, TOMB, [])
    assert loaded.state.sheets == {}
    names = {**loaded.state.campaign.names, ORC: Name("Ogre", "gm", "npc", retired=True)}
    await save(store, loaded, replace(loaded.state, campaign=replace(loaded.state.campaign, names=names)))
    query = "SELECT name, name_key, retired FROM character ORDER BY id"
    assert await rows(store, query) == [("Ogre", "ogre", True), ("Mara", "mara", False)]


async def test_members_follow_people_and_gms(store: Store) -> None:
    await create(store, table("The Tomb", HALL))
    query = "SELECT user_id, name, gm FROM membership ORDER BY user_id"
    assert await rows(store, query) == [("1", "Grit", True), ("2", "Pia", False), ("role:7", "", True)]
    loaded = await load(store)
    people = {"2": Person("Pia!"), "4": Person("Dan")}
    await save(store, loaded, replace(loaded.state, campaign=replace(loaded.state.campaign, gms=("2",), people=people)))
    assert await rows(store, query) == [("2", "Pia!", True), ("4", "Dan", False)]


async def test_channels_are_bound_and_released(store: Store) -> None:
    first = await create(store, table("First", HALL))
    loaded = await load(store)
    moved = replace(loaded.state.campaign, channels=(str(TOMB), str(THREAD)))
    await save(store, loaded, replace(loaded.state, campaign=moved))
    async with store.read() as unit:
        assert await unit.campaigns.bound(GUILD, HALL, None) is None
        assert await unit.campaigns.bound(GUILD, TOMB, None) == replace(first, version=2)
        assert await unit.campaigns.bound(GUILD, THREAD, None) == replace(first, version=2)
    second = await create(store, table("Second", HALL))
    async with store.read() as unit:
        assert await unit.campaigns.bound(GUILD, HALL, None) == second


async def test_a_channel_has_one_running_campaign(store: Store) -> None:
    first = await create(store, table("First", HALL))
    with pytest.raises(Bound) as caught:
        await create(store, table("Second", TOMB, HALL))
    assert caught.value.channel_id == HALL
    async with store.read() as unit:
        assert await unit.campaigns.of_server(GUILD) == [first]
        assert await unit.campaigns.bound(GUILD, TOMB, None) is None
    await create(store, table("Third", TOMB))
    loaded = await load(store)
    with pytest.raises(Bound):
        await save(
            store,
            loaded,
            replace(loaded.state, campaign=replace(loaded.state.campaign, channels=(str(HALL), str(TOMB)))),
        )


async def test_an_archived_campaign_frees_its_channels_and_takes_them_back(store: Store) -> None:
    first = await create(store, table("First", HALL, TOMB))
    away = await archive(store, first, True)
    assert away == replace(first, archived=True, version=2)
    async with store.read() as unit:
        assert await unit.campaigns.bound(GUILD, HALL, None) is None
        loaded = await unit.campaigns.load(away, PARTS, HALL)
    assert loaded.state.campaign.channels == (str(HALL), str(TOMB))
    await save(store, loaded, replace(loaded.state, campaign=replace(loaded.state.campaign, channels=(str(THREAD),))))
    second = await create(store, table("Second", THREAD))
    with pytest.raises(Bound):
        await archive(store, first, False)
    async with store.read() as unit:
        assert await unit.campaigns.get(first.id, GUILD) == replace(away, version=3)
    await archive(store, second, True)
    back = await archive(store, first, False)
    assert back == replace(away, archived=False, version=4)
    async with store.read() as unit:
        assert await unit.campaigns.bound(GUILD, THREAD, None) == back
        assert await unit.campaigns.bound(GUILD, HALL, None) is None


async def archive(store: Store, head: Head, archived: bool) -> Head:
    async with store.write() as unit:
        loaded = await unit.campaigns.load(head, PARTS, HALL)
        await unit.campaigns.save(
            loaded, replace(loaded.state, campaign=replace(loaded.state.campaign, archived=archived))
        )
    async with store.read() as unit:
        found = await unit.campaigns.get(head.id, head.guild_id)
    assert found is not None
    return found


async def test_the_sheets_that_were_kept_come_back_and_are_written_alone(store: Store) -> None:
    head = await create(store, busy_table(HALL))
    loaded = await load(store)
    assert loaded.state.snapshot == {} and loaded.snapshot == 0
    kept = replace(loaded.state, snapshot={MARA: Sheet("Mara", "2", 5)})
    before = await versions(store)
    await save(store, loaded, kept)
    with pytest.raises(Conflict):
        await save(store, loaded, kept)
    assert await versions(store) == before
    again = await load(store)
    assert (again.state, again.snapshot) == (kept, 1)
    await save(store, again, replace(again.state, snapshot={ORC: Sheet("ÖRC", "gm", 1)}))
    with pytest.raises(Conflict):
        await save(store, again, replace(again.state, snapshot={}))
    last = await load(store)
    assert (last.state.snapshot, last.snapshot) == ({ORC: Sheet("ÖRC", "gm", 1)}, 2)
    await save(store, last, replace(last.state, snapshot={}))
    assert (await load(store)).state.snapshot == {}
    async with store.write() as unit:
        await unit.campaigns.delete(head)
    assert await rows(store, "SELECT * FROM snapshot") == []


async def test_a_campaign_may_be_made_with_kept_sheets_and_archived(store: Store) -> None:
    state = busy_table(HALL)
    state = replace(state, campaign=replace(state.campaign, archived=True), snapshot={MARA: Sheet("Mara", "2", 1)})
    head = await create(store, state)
    async with store.read() as unit:
        assert head.archived and await unit.campaigns.get(head.id, GUILD) == head
        assert await unit.campaigns.bound(GUILD, HALL, None) is None
        assert (await unit.campaigns.load(head, PARTS, HALL)).state == state


async def test_a_scene_to_create_needs_its_channel(store: Store) -> None:
    async with store.write() as unit:
        with pytest.raises(ValueError, match="channel"):
            await unit.campaigns.create(GUILD, busy_table())
        head = await unit.campaigns.create(GUILD, table())
        assert await unit.campaigns.get(head.id, GUILD) == head


# -- evenings


async def test_an_evening_that_ends_is_kept_and_may_come_back(store: Store) -> None:
    await create(store, busy_table(HALL))
    query = "SELECT number, open, lobby, opened_at, reminded, version FROM session ORDER BY number"
    assert await rows(store, query) == [(3, True, True, 1_700_000_000, False, 1)]
    running = await load(store)
    ended = replace(running.state, session=None)
    await save(store, running, ended)
    assert await rows(store, query) == [(3, False, True, 1_700_000_000, False, 2)]
    loaded = await load(store)
    assert loaded.state.session is None
    await save(store, loaded, running.state)  # its end is taken back
    assert await rows(store, query) == [(3, True, True, 1_700_000_000, False, 3)]
    assert (await load(store)).state == running.state
    next_one = replace(running.state, session=Session(4, MAX, False, reminded=True))
    with pytest.raises(Conflict):
        await save(store, running, next_one)
    await save(store, await load(store), next_one)
    assert await rows(store, query) == [
        (3, False, True, 1_700_000_000, False, 4),
        (4, True, False, MAX, True, 1),
    ]


async def test_two_evenings_are_never_open_at_once(store: Store) -> None:
    await create(store, table("The Tomb", HALL))
    loaded = await load(store)
    await save(store, loaded, replace(loaded.state, session=Session(1, 50, True)))
    with pytest.raises(Conflict):
        await save(store, loaded, replace(loaded.state, session=Session(2, 60, True)))


async def test_the_clock_finds_every_evening_that_is_not_over(store: Store) -> None:
    late = await create(store, replace(table("Late", HALL), session=Session(2, 900, False, reminded=True)))
    soon = await create(store, replace(table("Soon", TOMB), session=Session(1, 100, True)), GUILD - 1)
    await create(store, table("None", THREAD))
    async with store.read() as unit:
        found = await unit.campaigns.open_sessions()
    assert [(s.head, s.number, s.opened_at, s.lobby, s.reminded) for s in found] == [
        (soon, 1, 100, True, False),
        (late, 2, 900, False, True),
    ]
    async with store.write() as unit:
        await unit.servers.left(GUILD - 1, 5)
    await archive(store, late, True)
    async with store.write() as unit:
        assert await unit.campaigns.open_sessions() == []
        await unit.servers.seen(GUILD - 1)
        assert [s.head for s in await unit.campaigns.open_sessions()] == [soon]


async def test_the_clock_finds_every_planned_evening_that_nobody_is_reminded_of(store: Store) -> None:
    def planning(name: str, channel: int, plan: Plan) -> Tiny:
        state = table(name, channel)
        return replace(state, campaign=replace(state.campaign, plan=plan))

    late = await create(store, planning("Late", HALL, Plan(900, "bring dice", "Europe/Berlin", {"7": "yes"})))
    await create(store, planning("Told", THREAD, Plan(700, reminded=True)))
    soon = await create(store, planning("Soon", TOMB, Plan(100)), GUILD - 1)
    async with store.read() as unit:
        assert await unit.campaigns.planned() == [(soon, 100), (late, 900)]
    loaded = await load(store)
    assert loaded.state.campaign.plan == Plan(900, "bring dice", "Europe/Berlin", {"7": "yes"})
    await save(store, loaded, planning("Late", HALL, Plan(950)))
    async with store.write() as unit:
        assert [at for _, at in await unit.campaigns.planned()] == [100, 950]
        await unit.servers.left(GUILD - 1, 5)
        assert [at for _, at in await unit.campaigns.planned()] == [950]
        await unit.servers.seen(GUILD - 1)
    await save(store, await load(store), planning("Late", HALL, Plan(950, reminded=True)))
    await archive(store, soon, True)
    async with store.read() as unit:
        assert await unit.campaigns.planned() == []


async def test_who_fights_in_another_channel_is_known(store: Store) -> None:
    await create(store, busy_table(HALL, TOMB))
    assert (await load(store)).state.elsewhere == ()
    there = await load(store, TOMB)
    assert there.state.elsewhere == (ORC,)
    assert there.state.scene.fight is None
    begun = await load(store)
    assert begun.state.scene.fight is not None
    gathering = replace(begun.state.scene.fight, round=0)
    await save(store, begun, replace(begun.state, scene=replace(begun.state.scene, fight=gathering)))
    assert (await load(store, TOMB)).state.elsewhere == (), "a fight that only gathers costs nobody a turn"


async def test_the_clock_finds_where_something_waits_that_lasts_only_so_long(store: Store) -> None:
    def waiting(name: str, channel: int, what: Pick, lasts: int) -> Tiny:
        opened = Pending(31, 3, (MARA,), what, lasts=lasts)
        return replace(table(name, channel), scene=Scene(pending={31: opened}))

    await create(store, waiting("For ever", HALL, Pick(('"lasts":9',)), 0))
    soon = await create(store, waiting("Soon", TOMB, Pick(("axe",)), 60), GUILD - 1)
    async with store.write() as unit:
        ((head, channel, data),) = await unit.campaigns.timed()
        assert (head, channel, decode(data, PARTS.scene).pending[31].lasts) == (soon, HALL, 60)
        await unit.servers.left(GUILD - 1, 5)
        assert await unit.campaigns.timed() == []
        await unit.servers.seen(GUILD - 1)
        assert len(await unit.campaigns.timed()) == 1
    await archive(store, soon, True)
    async with store.read() as unit:
        assert await unit.campaigns.timed() == []


# -- servers


async def test_a_server_that_was_left_can_be_tidied_away(store: Store) -> None:
    await create(store, busy_table(HALL))
    other = await create(store, table("Other", TOMB), 5)
    async with store.write() as unit:
        await unit.servers.left(GUILD, 1_000)
        await unit.servers.left(77, 1)
        assert await unit.servers.left_before(1_000) == []
        assert await unit.servers.left_before(1_001) == [GUILD]
        await unit.servers.delete(GUILD)
    for name in ("character", "session", "scene"):
        assert await rows(store, f"SELECT count(*) FROM {name}") == [(0,)]
    assert await rows(store, "SELECT campaign_id, channel_id FROM binding") == [(other.id, TOMB)]
    assert await rows(store, "SELECT DISTINCT campaign_id FROM membership") == [(other.id,)]
    async with store.read() as unit:
        assert await unit.campaigns.of_server(GUILD) == []
        assert await unit.campaigns.of_server(5) == [other]


async def test_a_campaign_in_a_server_means_the_bot_is_there(store: Store) -> None:
    async with store.write() as unit:
        await unit.servers.seen(GUILD)
        await unit.servers.left(GUILD, 10)
        await unit.campaigns.create(GUILD, table())
        assert await unit.servers.left_before(MAX) == []
