"""The event loop's steps: 500 actions of the real bot on a simulated Discord, and the CPU time of the longest step.

    python benchmarks/loop.py            (needs the `test` extra; some ten seconds)

A step is one callback that the loop runs: until it ends, nobody else is served. What the simulated Discord does on the
bot's own task (checking and copying what is sent) is part of the figure, so the bot alone takes less. Exit code 1 if
the bar of 10 ms is missed.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from asyncio import events
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bot.local import real_bot  # noqa: E402
from bot.local.console import Console  # noqa: E402
from bot.run import keep_for_good  # noqa: E402

BAR_MS = 10.0
ACTIONS = 500
PLAYERS = [f"player{n}" for n in range(1, 6)]
BEGIN = [
    "as gm",
    "in #tomb",
    '/campaign create name:"The Tomb" game:dragonhead',
    *(
        line
        for player in PLAYERS
        for line in (f"as {player}", f"/character create name:{player.title()}", 'click "Roll scores"', 'click "Done"')
    ),
    "as gm",
    "/session start",
    *(line for player in PLAYERS for line in (f"as {player}", 'click "I\'m here"')),
    "as gm",
    'click "Begin"',
]
ROUND = [
    '/dh check ability:dexterity difficulty:hard try:harder note:"over the wall"',
    'click "Fudge"',
    "/play",
    'click "Check"',
    'choose "Difficulty: hard"',
    'click "Roll"',
    "/dh save ability:luck",
    "/dh hurt amount:2 type:sharp",
    "/character sheet",
    'click "Combat"',
    "/dh heal amount:2 type:sharp",
    "/roll dice:8d10mw",
    "/odds dice:10d6kh5 target:20",
    "/mojo show",
    "/record log count:25",
    "complete /character sheet who:pl",
    "/character list",
    "/session status",
]

say = print
steps: list[tuple[float, str]] = []


def measured() -> None:
    """From now on every step of every loop is timed."""
    run = events.Handle._run

    def timed(handle: Any) -> None:
        callback = handle._callback
        begun = time.thread_time()
        run(handle)
        spent = (time.thread_time() - begun) * 1000
        if spent > 1:
            task = getattr(callback, "__self__", None)
            coro = task.get_coro() if isinstance(task, asyncio.Task) else None
            steps.append((spent, getattr(coro or callback, "__qualname__", repr(callback))))

    events.Handle._run = timed  # type: ignore[method-assign]


async def play() -> int:
    """The actions; how many were made."""
    done = 0
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/loop.db"
        async with Console(real_bot.maker(url, Path(folder))) as console:
            for line in BEGIN:
                await console.step(line)
            keep_for_good()
            measured()
            while done < ACTIONS:
                await console.step(f"as {PLAYERS[done % len(PLAYERS)]}")
                backend = console.world.backend  # the simulated Discord remembers all that was ever sent: not ours
                for kept in (backend.transcript, backend.http_requests):
                    kept.clear()
                for line in ROUND:
                    step = await console.step(line)
                    if step["error"] and step["error"]["kind"] == "bot":
                        raise RuntimeError(step)
                    done += step["error"] is None
    return done


def main() -> int:
    """Print the longest steps."""
    done = asyncio.run(play())
    steps.sort(reverse=True)
    longest = steps[0][0] if steps else 0.0
    say(f"{done} actions; longest step {longest:.1f} ms of CPU (bar {BAR_MS:.0f} ms)")
    for spent, what in steps[:10]:
        say(f"  {spent:5.1f} ms  {what}")
    return int(longest > BAR_MS)


if __name__ == "__main__":
    raise SystemExit(main())
