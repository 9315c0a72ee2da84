"""The browser table over real loopback HTTP: lobby, places, keeping, port, strangers."""

import argparse
import asyncio
import re
import signal
import socket
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.local import browser, keep, sample
from tests.bot.local.tinybot import TinyBot


@pytest.fixture
def rows(monkeypatch):
    monkeypatch.setattr(
        sample, "LINES", ("as gm", "in #tomb", "/dh check ability:raw-might", "in #tomb/crypt", "/dh bad")
    )
    return {}


@asynccontextmanager
async def table(data: Path, rows, capsys, *, port=18400, fresh=False):
    """The table open in this process; gives its address."""

    def make_bot(dice):
        (data / "play.db").touch()  # the real bot makes its database when it starts
        return TinyBot(dice, rows)

    stop = asyncio.Event()
    serving = asyncio.create_task(browser.serve(make_bot, data, port, fresh, stop))
    said = ""
    while "Ctrl-C" not in said and not serving.done():
        await asyncio.wait([serving], timeout=0.01)
        said += capsys.readouterr().out
    try:
        yield re.search(r"http://\S+", said)[0]
    finally:
        stop.set()
        await serving


async def get(session, url, **more):
    async with session.get(url, allow_redirects=False, **more) as answer:
        return answer.status, await answer.text(), answer.headers.get("Location", "")


async def channels(session, address) -> dict[str, str]:
    _, page, _ = await get(session, address)
    return {shown: link for link, shown in re.findall(r'<a href="([^"]+)"[^>]*>([^<]+)</a>', page)}


async def shown(session, url) -> dict:
    """What the page at this address gets to draw."""
    address, _, capability = url.partition("#")
    headers = {"X-Simcord-Capability": capability}
    async with session.post(f"{address}api/pages", json={}, headers=headers) as answer:
        assert answer.status == 200
        return await answer.json()


async def test_the_lobby_leads_to_channels_threads_and_people(tmp_path, rows, capsys):
    async with table(tmp_path, rows, capsys) as address, aiohttp.ClientSession() as session:
        links = await channels(session, address)
        others = [f"#{channel}" for channel in sample.CHANNELS[1:]]
        assert list(links) == ["#tomb", "crypt", *others, *sample.PEOPLE]
        urls = []
        for name, text in (("#tomb", "gm rolls"), ("crypt", "bad buttons"), ("player1", "")):
            status, _, url = await get(session, address.rstrip("/") + links[name])
            assert status == 303
            assert re.match(r"http://127\.0\.0\.1:\d+/#", url)
            assert text in str(await shown(session, url))
            urls.append(url)
        with pytest.raises(aiohttp.ClientConnectionError):
            await shown(session, urls[0])  # one place at a time


async def test_the_page_tells_how_to_begin(tmp_path, rows, capsys):
    async with table(tmp_path, rows, capsys) as address, aiohttp.ClientSession() as session:
        status, page, _ = await get(session, address)
        assert status == 200
        assert 'name="viewport" content="width=device-width' in page
        assert len(sample.EXAMPLES) == 3
        assert all(line in page for line, _ in sample.EXAMPLES)
        assert (await get(session, f"{address}open/1"))[0] == 404
        assert (await get(session, f"{address}person/nobody"))[0] == 404


async def test_strangers_are_refused(tmp_path, rows, capsys):
    async with table(tmp_path, rows, capsys) as address, aiohttp.ClientSession() as session:
        assert (await get(session, address, headers={"Host": "evil.example:18400"}))[0] == 403
        link = (await channels(session, address))["#tomb"]
        status, _, _ = await get(session, address.rstrip("/") + link, headers={"Sec-Fetch-Site": "cross-site"})
        assert status == 403
        assert address.startswith("http://127.0.0.1:")


async def test_the_next_free_port_is_taken(tmp_path, rows, capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 18440))
        taken.listen()
        async with table(tmp_path, rows, capsys, port=18440) as address:
            assert address == "http://127.0.0.1:18441/"


async def test_a_second_table_on_the_same_folder_is_refused(tmp_path, rows, capsys):
    async with table(tmp_path, rows, capsys) as address:
        with pytest.raises(OSError, match=r"another mojo-table play has .* open"):
            await browser.serve(lambda dice: TinyBot(dice, rows), tmp_path, 18400, True)
        assert address and not list(tmp_path.glob("*.old")), "the open table is left alone"
    async with table(tmp_path, rows, capsys) as address:
        assert address


async def test_everything_is_there_at_the_next_start(tmp_path, rows, capsys):
    async with table(tmp_path, rows, capsys):
        pass
    assert sorted(p.name for p in tmp_path.iterdir()) == ["play.db", "play.lock", "play.world"]
    assert len(rows) == 1
    async with table(tmp_path, rows, capsys) as address, aiohttp.ClientSession() as session:
        links = await channels(session, address)
        assert "crypt" in links
        _, _, url = await get(session, address.rstrip("/") + links["#tomb"])
        assert "gm rolls" in str(await shown(session, url))
        assert [version for version, _ in rows.values()] == [1]  # the sample is not played again


async def test_a_world_that_cannot_be_read_is_told_and_begun_anew(tmp_path, rows, capsys):
    async with table(tmp_path, rows, capsys):
        pass
    (tmp_path / "play.world").write_bytes(b"nonsense")
    async with table(tmp_path, rows, capsys) as address, aiohttp.ClientSession() as session:
        _, page, _ = await get(session, address)
        assert "could not be read (other versions wrote it)" in page
        others = [f"#{channel}" for channel in sample.CHANNELS[1:]]
        assert list(await channels(session, address)) == ["#tomb", *others, *sample.PEOPLE]


async def test_a_fresh_table_sets_the_old_one_aside(tmp_path, rows, capsys):
    async with table(tmp_path, rows, capsys):
        pass
    async with table(tmp_path, rows, capsys, fresh=True):
        assert "play.db.old" in [p.name for p in tmp_path.iterdir()]
    assert [version for version, _ in rows.values()] == [2]  # the sample was played again


async def test_what_the_sample_gets_wrong_is_told(tmp_path, rows, capsys, monkeypatch):
    monkeypatch.setattr(sample, "LINES", ("as gm", "/nothing"))

    def make_bot(dice):
        return TinyBot(dice, rows)

    opened = await browser.open_table(make_bot, tmp_path)
    assert "The sample campaign: /nothing: there is no /nothing here" in capsys.readouterr().err
    assert opened.world.live
    await opened.world.bot.close()
    await opened.world.shutdown()


def test_options():
    parser = argparse.ArgumentParser()
    browser.add_arguments(parser)
    args = parser.parse_args([])
    assert (args.port, args.data, args.fresh) == (8080, Path("mojo-table-data"), False)
    args = parser.parse_args(["--port", "9000", "--data", "x", "--fresh"])
    assert (args.port, args.data, args.fresh) == (9000, Path("x"), True)


async def test_what_the_channels_show_is_kept_while_the_table_is_open(tmp_path, rows, capsys, monkeypatch):
    monkeypatch.setattr(browser, "SAVE_SECONDS", 0.01)
    saved, save = asyncio.Event(), keep.save

    def noted(world, path):
        save(world, path)
        saved.set()

    monkeypatch.setattr(keep, "save", noted)
    async with table(tmp_path, rows, capsys):
        await asyncio.wait_for(saved.wait(), 5)
        assert keep.load(tmp_path / "play.world").messages


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(tmp_path, sign):
    program = (
        "import asyncio, sys; from pathlib import Path; from bot.local import browser, sample\n"
        "from tests.bot.local.tinybot import TinyBot\n"
        "sample.LINES = ('as gm', 'in #tomb', '/dh bad')\n"
        "asyncio.run(browser.serve(TinyBot, Path(sys.argv[1]), 18480, False))\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert "Ctrl-C ends it" in running.stdout.readline()
    running.send_signal(sign)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out, err) == (0, f"The table is kept in {tmp_path}.\n", "")
    assert keep.load(tmp_path / "play.world").messages
