"""A table to test on: the real bot on a fresh database among simulated people, played by console lines."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import text

from bot.local import real_bot
from bot.local.console import Console, Step
from tests.bot import lint, official

CREATE = '/campaign create name:"The Tomb" game:dragonhead'
TYPED = 'submit name:"{name}" abilities:"{abilities}" hp:{hp} class_level:"{class_level}"'
TENS = "10 10 10 10 10 10 10 10 10"

SHARED_CODES = """no-campaign wrong-game not-gm not-yours unknown ambiguous stale no-session session-open no-fight
    fight-running too-few already-in already-bound name-taken nothing-to-undo waiting not-allowed bad-value too-long
    too-many-cases busy"""
GAME_CODES = "RANGE UNKNOWN FUNDS STATE RULE OWNER"
CODES = {*SHARED_CODES.split(), *GAME_CODES.split()}


class Table:
    """Console lines in, steps out. `check` (after every test) names all that was wrong with what the bot sent."""

    def __init__(self, console: Console, folder: Path) -> None:
        self.console = console
        self.folder = folder
        """Where `file:` options look."""
        self.steps: list[Step] = []
        self.delivered_again: list[int] = []
        """Interactions that a test delivered twice: their second answer is refused by Discord."""

    @property
    def bot(self) -> Any:
        """The running bot."""
        return self.console.bot

    @property
    def world(self) -> Any:
        """The simulated Discord."""
        return self.console.world

    async def step(self, line: str) -> Step:
        """One line, whatever comes of it."""
        step = await self.console.step(line)
        self.steps.append(step)
        return step

    async def do(self, *lines: str) -> Step:
        """Lines that must all be possible (a refusal is). The last one's step."""
        for line in lines:
            step = await self.step(line)
            assert step["error"] is None, step
        return step

    async def play(self, script: str) -> list[Step]:
        """A script, line by line; every line must be possible."""
        return [await self.do(line) for line in script.splitlines() if self.console.is_step(line)]

    async def refused(self, *lines: str) -> tuple[str, str]:
        """The code and sentence with which the last line is refused: in one private answer, with nothing told."""
        step = await self.do(*lines)
        assert step["refusal"] is not None, step
        new = [r for r in step["replies"] if not r["edited"]]
        assert [r["visible_to"] for r in new] == [[step["who"]]], step["replies"]
        assert step["facts"] == []
        assert step["refusal"]["message"] in new[0]["text"]
        return step["refusal"]["code"], step["refusal"]["message"]

    async def text(self, *lines: str) -> str:
        """What the last line's answer says."""
        step = await self.do(*lines)
        assert step["replies"], step
        said: str = step["replies"][0]["text"]
        return said

    async def state(self, name: str = "") -> Any:
        """The stored numbers through the eyes of whoever acts."""
        return (await self.do(f"state {name}".strip()))["state"]

    # -- ways to begin

    async def campaign(self) -> None:
        """A campaign in #tomb, made by gm."""
        await self.do("as gm", "in #tomb", CREATE)

    async def character(
        self, who: str, name: str, abilities: str = TENS, hp: int = 10, class_level: str = "Warlord 4"
    ) -> None:
        """A finished character of somebody."""
        filled = TYPED.format(name=name, abilities=abilities, hp=hp, class_level=class_level)
        await self.do(f"as {who}", "/character create", 'click "Type scores"', filled, 'click "Done"')

    async def evening(self, *, mojos: str = "4 2 6 1 1 1 3 3 3") -> None:
        """The campaign, Marsha of player1 and Santo of player2, and a session with 12, 3 and (gm) 9 mojos."""
        await self.campaign()
        await self.character("player1", "Marsha")
        await self.character("player2", "Santo")
        await self.play(
            f"""
            as gm
            /session start
            as player1
            click "I'm here"
            as player2
            click "I'm here"
            as gm
            dice {mojos}
            click "Begin"
            dice system
            """
        )

    async def pools(self) -> dict[str, int]:
        """Everybody's mojos."""
        session = (await self.state())["session"]
        found: dict[str, int] = session["pool"]
        return found

    # -- looking under it

    async def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every stored row of the tables that moves change, and of the record."""
        found = {}
        async with self.bot.store.read() as unit:
            connection = unit.campaigns._connection
            for name in ("campaign", "binding", "membership", "character", "session", "scene", "record"):
                rows = await connection.execute(text(f"SELECT * FROM {name}"))
                found[name] = sorted((tuple(row) for row in rows), key=repr)
        return found

    async def entries(self) -> int:
        """How many entries all records have."""
        return len((await self.rows())["record"])

    async def again(self, event: int = -1) -> Step:
        """Deliver an interaction a second time (the newest, or further back), as Discord may do."""
        sent = [
            (kind, what)
            for _, kind, what in self.world.backend.transcript
            if _ == "GATEWAY" and kind == "INTERACTION_CREATE"
        ]
        kind, payload = sent[event]
        self.delivered_again.append(int(payload["id"]))
        self.world.backend.emit(kind, payload)
        with self.world.time_context():
            await self.world.settle()
        step = self.console.blank("delivered again") | {"replies": self.console._changes()}
        self.steps.append(step)
        return step

    def answers(self) -> list[Any]:
        """What the bot answered to interactions, refused by Discord or not, oldest first."""
        sent = self.world.backend.http_requests
        return [s.json for s in sent if lint.answered(s.path) is not None]

    # -- what must hold after every test

    def check(self) -> list[str]:
        """Everything that was wrong: faults of the bot, limits broken, interactions not answered exactly once."""
        found = [f"{s['input']}: {s['error']}" for s in self.steps if s["error"] and s["error"]["kind"] == "bot"]
        for step in self.steps:
            for reply in step["replies"]:
                if "Something went wrong" in reply["text"]:
                    found.append(f"{step['input']}: {reply['text']}")
            refusal = step["refusal"]
            if (
                refusal
                and refusal["code"] not in CODES
                and not step["input"].startswith(("/roll ", "/odds ", "/saved add ", "end"))
            ):
                found.append(f"{step['input']}: no known code {refusal['code']}")
        backend = self.world.backend
        answers: dict[int, int] = {}
        for sent in backend.http_requests:
            wrongs = lint.request(sent.method, sent.path, sent.json)
            for wrong in [*wrongs, *official.request(sent.method, sent.path, sent.json)]:
                found.append(f"{sent.method} {sent.path}: {wrong}: {json.dumps(sent.json)[:300]}")
            if (i := lint.answered(sent.path)) is not None:
                answers[i] = answers.get(i, 0) + 1
        for i, interaction in backend.interactions.items():
            expected = 1 + self.delivered_again.count(i)
            if answers.get(i, 0) != expected or interaction.loading:
                found.append(f"interaction {i} ({interaction.command_name}) was answered {answers.get(i, 0)} times")
        store = self.bot._connection._view_store
        kept = [*store._views.values(), *store._synced_message_views.values(), *store._modals.values()]
        found += [f"kept: {view}" for view in kept if view]
        return found


def new_console(folder: Path, now: datetime | None = None) -> Console:
    """A console on the real bot with a database in this folder; `now` must be later than what is there already."""
    return Console(real_bot.maker(f"sqlite+aiosqlite:///{folder / 'table.db'}", folder), files=folder, now=now)
