"""The simulated Discord: what it takes from simcord, its ids, its clock, and that it can be kept."""

import inspect
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import simcord
from simcord.backend import Backend
from simcord.builders import ChannelHandle, GuildHandle

import bot
from bot.local import keep
from bot.local.console import Console
from bot.local.language import Place
from bot.local.world import NamedIds, World
from tests.bot.local.tinybot import TinyBot


def test_the_inner_names_of_simcord_exist():
    world = World(TinyBot())
    for name in ("_settle_internal", "_begin_operation", "_move_clock"):
        assert callable(getattr(simcord.Env, name))
    for name in ("_operation_depth", "_virtual_time", "_guilds", "_errors"):
        assert hasattr(world, name)
    backend = Backend()
    for name in (
        "_reserved_ids",
        "subscribers",
        "transcript",
        "http_requests",
        "faults",
        "users",
        "guilds",
        "channels",
        "messages",
        "interactions",
        "interaction_tokens",
        "cdn",
        "bot_user",
    ):
        assert hasattr(backend, name)
    for name in (
        "emit",
        "snowflake",
        "reserve_id",
        "advance_clock",
        "get_dm_channel",
        "create_thread",
        "announce_thread_create",
        "create_message",
        "delete_message",
        "set_overwrite",
        "add_member_role",
        "compute_permissions",
        "find_command",
        "visible_commands",
    ):
        assert callable(getattr(Backend, name))
    assert "idle" in inspect.signature(simcord.Env._settle_internal).parameters
    guild = world.server()
    assert isinstance(guild, GuildHandle) and guild._guild.owner_id
    assert isinstance(world.channel(Place("", "tomb")), ChannelHandle)
    assert world.channel(Place("", "tomb"))._channel.name == "tomb"


def test_only_the_world_imports_simcord():
    folder = Path(bot.__file__).parent
    importers = [
        p.name for p in folder.rglob("*.py") if "import simcord" in (t := p.read_text()) or "from simcord" in t
    ]
    assert importers == ["world.py"]


def test_ids_derive_from_names_in_whatever_order():
    ids = []
    for order in ((0, 1, 2, 3), (3, 2, 1, 0)):
        world = World(TinyBot())
        made = {
            0: lambda w=world: w.channel(Place("", "tomb", False, "side")).id,
            1: lambda w=world: w.person("player1").id,
            2: lambda w=world: w.server("Other").id,
            3: lambda w=world: w.direct("player1").id,
        }
        ids.append({n: made[n]() for n in order})
    assert ids[0] == ids[1]
    assert len(set(ids[0].values())) == 4
    assert all(0 < i < 2**63 for i in ids[0].values())


def test_things_of_one_name_have_ids_of_their_own():
    backend = NamedIds()
    first = backend.id_of("person", "x")
    with backend.named("person", "x"):
        assert backend.snowflake() == first
    assert backend.id_of("person", "x") == first + 1
    assert backend.snowflake() != first


async def test_on_a_kept_database_interaction_ids_do_not_repeat():
    now = datetime(2027, 5, 1, 12, tzinfo=UTC)
    seen = []
    for moment in (now, now + timedelta(seconds=1)):
        async with Console(TinyBot, now=moment) as console:
            for line in ("as gm", "in #tomb", "/dh bad", "/dh bad"):
                assert (await console.step(line))["error"] is None
            seen += [i.id for i in console.world.interactions(0)]
            assert console.world.now() >= moment
    assert len(set(seen)) == 4


async def test_live_the_clock_follows_the_wall():
    async with Console(TinyBot) as console:
        console.world.live = True
        await console.step("as gm")
        await console.step("/dh bad")
        assert abs((datetime.now(UTC) - console.world.now()).total_seconds()) < 5


async def test_a_kept_world_has_its_messages_and_buttons(tmp_path):
    rows: dict[int, tuple[int, int]] = {}
    path = tmp_path / "play.world"
    async with Console(lambda dice: TinyBot(dice, rows)) as console:
        for line in ("as gm", "in #tomb", "dice 4", "/dh check ability:raw-might dice:1"):
            assert (await console.step(line))["error"] is None
        keep.save(console.world, path)
        assert (await console.step("dice 2"))["error"] is None
        assert (await console.step('click "Fudge"'))["error"] is None  # saving has not cut the bot off

    world = World(TinyBot(None, rows), backend=keep.load(path))
    await world.start()
    async with Console(TinyBot, world=world) as console:
        for line in ("as gm", "in #tomb"):
            await console.step(line)
        step = await console.step('click "Fudge"')
        assert step["refusal"]["code"] == "stale"  # the old button works, and the numbers have moved on since
        assert len(world.servers()) == 1
    await world.bot.close()
    await world.shutdown()


async def test_what_is_too_old_to_be_answered_is_not_kept(tmp_path):
    async with Console(TinyBot) as console:
        for line in ("as gm", "/dh bad", "advance 16m", "/dh bad"):
            await console.step(line)
        keep.save(console.world, tmp_path / "play.world")
        assert len(console.world.interactions(0)) == 1
        assert (await console.step('click "Silent"'))["error"]["message"] == "the bot did not answer"


def test_a_world_of_other_versions_is_not_read(tmp_path):
    path = tmp_path / "play.world"
    keep.save(World(TinyBot()), path)
    assert isinstance(keep.load(path), NamedIds)
    header, _, data = path.read_bytes().partition(b"\n")
    path.write_bytes(header.replace(b"simcord", b"simcord 0.") + b"\n" + data)
    with pytest.raises(ValueError, match="other versions"):
        keep.load(path)
    path.write_bytes(header + b"\n" + data[:50])
    with pytest.raises(Exception):  # noqa: B017  (whatever pickle says of half a file)
        keep.load(path)
    assert [p.name for p in tmp_path.iterdir()] == ["play.world"]


async def test_a_step_takes_milliseconds():
    async with Console(TinyBot) as console:
        await console.step("as gm")
        await console.step("/dh bad")
        began = datetime.now(UTC)
        for _ in range(20):
            assert (await console.step("/dh bad"))["error"] is None
        assert datetime.now(UTC) - began < timedelta(seconds=1)  # 50 ms a step is what simcord takes by itself
