"""`mojo-table play`: the real bot in a browser, with sample people at one screen. Reachable from this computer only."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from aiohttp import web

from bot.local import language, lobby, real_bot, sample
from bot.local.error_log import listening

if TYPE_CHECKING:
    from bot.local.world import World

HOST = "127.0.0.1"
PORT = 8080
DATA = Path("mojo-table-data")
TRIED = 50
SAVE_SECONDS = 20.0
UNUSABLE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `mojo-table play`."""
    parser.add_argument("--port", type=int, default=PORT, help="of the page; the next free one if it is taken")
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR", help="where the table is kept")
    parser.add_argument("--fresh", action="store_true", help="begin a new table; the old one is set aside as *.old")


def run(args: argparse.Namespace) -> int:
    """Open the table and serve it until Ctrl-C. 0: ended by the user; 2: it could not start."""
    try:
        args.data.mkdir(parents=True, exist_ok=True)
        database = args.data / "play.db"
        make_bot = real_bot.maker(f"sqlite+aiosqlite:///{database.absolute()}", args.data)
        with listening(_to_terminal()):
            asyncio.run(serve(make_bot, args.data, args.port, args.fresh))
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] != "simcord":
            raise
        return _say(real_bot.MISSING)
    except OSError as problem:
        return _say(f"The table could not be opened: {problem}")
    return 0


async def serve(
    make_bot: Callable[[Any], Any], data: Path, port: int, fresh: bool, stop: asyncio.Event | None = None
) -> None:
    """Open the table kept in `data` (its files: play.db, play.world), serve it until `stop` is set, and keep it."""
    with closing(_hold(data)):
        await _serve(make_bot, data, port, fresh, stop)


def _hold(data: Path) -> sqlite3.Connection:
    """Keep the folder for this process, as long as the connection is open; `OSError` while another process has it."""
    held = sqlite3.connect(data / "play.lock", timeout=0, isolation_level=None)
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as problem:
        held.close()
        if "locked" not in str(problem):
            raise OSError(f"{data}: {problem}") from None
        raise OSError(f"another mojo-table play has {data} open; end it, or name another folder with --data") from None
    return held


async def _serve(
    make_bot: Callable[[Any], Any], data: Path, port: int, fresh: bool, stop: asyncio.Event | None
) -> None:
    from bot.local import keep

    if fresh:
        _set_aside(data)
    table = await open_table(make_bot, data)
    stop = stop or _on_signals()
    saver = asyncio.create_task(_keep_saving(table, data))
    try:
        with table.world.time_context():
            runner, port = await _listen(table.application(), port)
            sys.stdout.write(f"Mojo Table is open at http://{HOST}:{port}/  (Ctrl-C ends it)\n")
            sys.stdout.flush()
            try:
                await stop.wait()
            finally:
                await table.close_view()
                await runner.cleanup()
    finally:
        saver.cancel()
        await table.world.bot.close()
        keep.save(table.world, data / "play.world")
        await table.world.shutdown()
    sys.stdout.write(f"The table is kept in {data}.\n")


async def open_table(make_bot: Callable[[Any], Any], data: Path) -> Table:
    """The running bot among the sample people; a table without a database begins with the sample campaign."""
    from bot.local import keep
    from bot.local.console import Console
    from bot.local.fed_dice import FedDice
    from bot.local.world import World

    kept, notice, new = None, "", not (data / "play.db").exists()
    if not new:
        try:
            kept = keep.load(data / "play.world")
        except Exception as problem:  # whatever is wrong with the file, the table opens
            notice = f"The channels of last time could not be read ({problem}), so they are empty. Campaigns are kept."
            sys.stderr.write(notice + "\n")
    dice = FedDice()
    world = World(make_bot(dice), now=datetime.now(UTC), backend=kept)
    table = Table(world, notice)
    await world.start()
    if new:
        async with Console(make_bot, world=world, dice=dice) as console:
            for line in sample.LINES:
                step = await console.step(line)
                for trouble in filter(None, (step["error"], step["refusal"])):
                    sys.stderr.write(f"The sample campaign: {line}: {trouble['message']}\n")
    world.live = True
    return table


class Table:
    """The world, the sample people in it, and the one place that is looked at."""

    def __init__(self, world: World, notice: str = "") -> None:
        self.world, self.notice = world, notice
        self._view: Any = None
        self._turn = asyncio.Lock()
        world.grant("gm", ("manage_guild",))
        self.server = world.server()
        for channel in sample.CHANNELS:
            world.channel(language.Place("", channel))
        for person in sample.PEOPLE:
            world.member(self.server, person)

    def application(self) -> web.Application:
        """The lobby: `/`, `/open/{channel id}` and `/person/{name}`."""
        app = web.Application(middlewares=[_from_here])
        app.add_routes(
            [
                web.get("/", self._lobby),
                web.get("/open/{channel}", self._open),
                web.get("/person/{name}", self._person),
            ]
        )
        return app

    async def close_view(self) -> None:
        """Close the place that is looked at."""
        if self._view is not None:
            await self._view.close()
            self._view = None

    async def view(self, channel: Any, viewers: list[Any]) -> str:
        """Look at another place; its address. Whatever was open before is closed."""
        async with self._turn:
            await self.close_view()
            self._view = self.world.preview(channel, viewers=viewers, layout="channel")
            await self._view.__aenter__()
            return str(self._view.url)

    async def _lobby(self, request: web.Request) -> web.Response:
        channels = []
        for name, channel in self.server.channels.items():
            threads = [(f"{t.name}", f"/open/{t.id}") for t in channel.threads]
            channels.append((f"#{name}", f"/open/{channel.id}", threads))
        people = [(name, f"/person/{quote(name)}") for name in sample.PEOPLE]
        return web.Response(text=lobby.page(channels, people, self.notice), content_type="text/html")

    async def _open(self, request: web.Request) -> web.Response:
        places = [place for c in self.server.channels.values() for place in (c, *c.threads)]
        place = next((place for place in places if str(place.id) == request.match_info["channel"]), None)
        if place is None:
            raise web.HTTPNotFound(text="There is no such channel any more.")
        viewers = [self.world.member(self.server, name) for name in sample.PEOPLE]
        raise web.HTTPSeeOther(await self.view(place, viewers))

    async def _person(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in sample.PEOPLE:
            raise web.HTTPNotFound(text="There is nobody of that name.")
        raise web.HTTPSeeOther(await self.view(self.world.direct(name), [self.world.person(name)]))


@web.middleware
async def _from_here(request: web.Request, handler: Callable[[web.Request], Any]) -> web.StreamResponse:
    """Refuse what another site sends a browser to: a foreign name for this address, or a link on a foreign page."""
    host = request.headers.get("Host", "").rpartition(":")[0]
    if host not in (HOST, "localhost") or request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise web.HTTPForbidden(text="Open this page by its own address.")
    response: web.StreamResponse = await handler(request)
    return response


async def _listen(app: web.Application, port: int) -> tuple[web.AppRunner, int]:
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    free = _free_port(port)
    await web.TCPSite(runner, HOST, free).start()
    return runner, free


def _free_port(port: int) -> int:
    for candidate in range(port, min(port + TRIED, 65536)):
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((HOST, candidate))
            return candidate
    raise OSError(f"no free port from {port} on")


async def _keep_saving(table: Table, data: Path) -> None:
    """Write the world now and then, so that a crash loses little of what the channels show."""
    from bot.local import keep

    seen = -1
    while True:
        await asyncio.sleep(SAVE_SECONDS)
        newest = max(table.world.backend.interactions, default=0)
        if newest != seen:
            seen = newest
            keep.save(table.world, data / "play.world")


def _on_signals() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(
            NotImplementedError
        ):  # Windows has no signal handlers in the loop; Ctrl-C ends it there by itself
            loop.add_signal_handler(name, stop.set)
    return stop


def _set_aside(data: Path) -> None:
    for path in (*data.glob("play.db*"), data / "play.world"):
        if path.exists() and path.suffix != ".old":
            path.replace(path.with_name(path.name + ".old"))


def _to_terminal() -> logging.Handler:
    handler = logging.StreamHandler()
    handler.setLevel(logging.ERROR)
    return handler


def _say(message: str) -> int:
    sys.stderr.write(message + "\n")
    return UNUSABLE
