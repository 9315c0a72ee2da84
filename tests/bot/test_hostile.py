"""Every option of every command, and every field of every form, with values nobody hoped for: one answer each.

The commands and options are read from the tree. Table.check holds the rest: no fault, no limit broken, one answer.
"""

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from tests.bot.table import Table, new_console
from tests.bot.test_tree import COMMANDS

COMMAND_NAMES = [
    re.match(r"/((?:(?:campaign|character|creature|session|dh|dh-gm|mojo|record|saved|table) )?[a-z-]+)", line)[1]
    for line in COMMANDS.split("\n")[1:-1]
    if not line.startswith(("/combat", "/ore", "/traits", "/clan", "/delve"))  # those have pages of their own
]

TEXTS = [
    "",
    " ",
    "x" * 6000,
    "x " * 3000,
    "9" * 400,
    "-1",
    "401",
    "gm",
    "me",
    "role:1",
    "None",
    "@everyone @here <@&1387534817052249558> <#1> </play:1>",
    "``` **a** __b__ ||c|| ~~d~~ [e](https://example.org) > f\n# g\n- h",
    "`" * 300,
    "\\" * 500,
    "*" * 5000,
    "\u202eabc\u202d \u200b\u2066x\u2069",
    "مرحبا שלום",
    "Zoe\u0308" + "\u0301" * 400,
    "👩‍👩‍👧‍👦" * 200,
    "\u0000\u0001\u001b[31m",
    "\ufffd\uffff\U0010ffff",
    "\n" * 2000,
    "{0}{1}{__class__}%s%d$(id)'; DROP TABLE campaign; --",
    "," * 1000,
    "Marsha, " * 200,
    "1,2;3|4",
    "٣٤",
    "1d6",
    "2d6 # " + "@everyone",
    "((((((((((1d6))))))))))" * 20,
    "1000d1000000",
    "20x50d100",
    "1d6e6",
    "1d1000000r>1",
]
WHOLE = [0, 1, -1, 2, 25, 26, 100, 101, -100, -101, 1000, 10**6, 2**31, -(2**31), 2**53 - 1, -(2**53 - 1)]
FINE = {
    "dice": "1d6", "name": "Rita", "game": "dragonhead", "ability": "luck", "amount": "1", "on": "divine-wind",
    "topic": "dice", "field": "hp", "value": "9", "user": "@player2", "file": "fine.json",
    "when": "in 3h", "what": "climb", "kind": "single", "xp": "5",
}  # fmt: skip
FINE_IN = {"campaign gm who": "@player2", "character give who": "Marsha"}
FINE_IN |= {f"dh-gm {what} who": "Marsha" for what in ("ask", "award", "revive")}
FINE_IN |= {f"creature {what} name": "Orc" for what in ("show", "copy", "edit", "delete")}
FINE_IN |= {f"table {what} name": "Doors" for what in ("roll", "show", "delete")}
ORC = "goblin hp 6 stun 3 ac 1d4 hit 1d6s"
FILES = {
    "empty.json": b"",
    "text.txt": b"not json at all",
    "binary.json": bytes(range(256)) * 10,
    "large.json": b" " * 2_100_000,
    "long.json": b"[" + b"{}," * 40_000 + b"{}]",
    "deep.json": b"[" * 20_000,
    "deeper.json": b'{"a":' * 20_000,
    "wrong.json": b'{"format": 1, "game": "chess", "sheet": {}}',
    "odd.json": b'{"format": 1, "game": "dragonhead", "sheet": {"name": 7}}',
    "future.json": b'{"format": 99999999999999999999, "game": "dragonhead", "sheet": {}}',
    "rows.txt": b"1 Stuck\n4 @everyone\n9 **Open**",
    "half.json": b'\xff\xfe{"format": 1}',
    "null.json": b"null",
}


def quoted(value: object) -> str:
    text = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'


def values(option) -> list[object]:
    if option.choices:
        return [c.value for c in option.choices]
    return {
        "string": TEXTS,
        "integer": WHOLE,
        "boolean": ["true", "false"],
        "user": ["@player1", "@stranger", "@gm"],
        "attachment": [*FILES, "fine.json"],
        "mentionable": ["@player1", "@stranger", "@gm", "@Keepers"],
    }[option.type.name]


async def hostile_table(table) -> None:
    """An evening with an open roll, somebody's draft, another server with a campaign, and a channel with none."""
    await table.evening()
    await table.do("as player2", "/character create name:Draft", "as gm", "in Other/#hall")
    await table.do('/campaign create name:"Elsewhere" game:dragonhead', "in #tomb")
    await table.do("as gm")
    orc = b'{"format": 1, "game": "dragonhead", "sheet": {"name": "Orc", "owner": "gm", "hp": 6, "stun": 3}}'
    (table.folder / "orc.json").write_bytes(orc)
    await table.do("/creature import file:orc.json")
    await table.do("/table create name:Doors die:1d6", 'submit rows:"1 Stuck\\n4 Open"')
    await table.do("as player1", "/dh hurt amount:3 type:sharp", "/dh check ability:luck", "/character export")
    kept = table.world.sent_file("character.json", table.world.person("player1").id)
    for name, data in {**FILES, "fine.json": kept}.items():
        (table.folder / name).write_bytes(data)


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> Path:
    """That table's folder, made once; ids derive from names, so that another world finds everything again."""
    folder = tmp_path_factory.mktemp("hostile")

    async def prepare() -> None:
        async with new_console(folder) as console:
            await hostile_table(Table(console, folder))

    asyncio.run(prepare())
    return folder


@pytest_asyncio.fixture
async def table(kept: Path, tmp_path: Path) -> AsyncIterator[Table]:
    """A copy of that table, a day later."""
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    async with new_console(tmp_path, now=datetime(2026, 1, 2, tzinfo=UTC)) as console:
        table = Table(console, tmp_path)
        await table.do("as gm", "in #tomb")
        yield table
        assert table.check() == []


async def one(table, line: str) -> None:
    """A line gets exactly one answer (the console asks for suggestions first, as a client does).

    What no client would send, as simcord says, does not count as a line.
    """
    step = await table.step(line)
    if step["error"] is not None and step["error"]["kind"] == "script":
        assert step["replies"] == [], step
        return
    assert step["error"] is None, (line[:200], step["error"])
    assert "Something went wrong" not in str(step["replies"]), line[:200]


@pytest.mark.parametrize("name", COMMAND_NAMES)
async def test_every_option_with_every_value(table, name):
    for who in ("stranger", "player1", "gm"):
        await table.do(f"as {who}")
        await every_option(table, name)
    await table.do("as gm", "in #hall", '/campaign create name:"After all" game:dragonhead')


async def every_option(table, name: str) -> None:
    command = table.bot.tree.get_command(name.split()[0])
    for word in name.split()[1:]:
        command = command.get_command(word)
    needed = {
        o.display_name: FINE_IN.get(f"{name} {o.display_name}") or FINE[o.display_name]
        for o in command.parameters
        if o.required
    }
    await one(table, f"/{name} " + " ".join(f"{k}:{quoted(v)}" for k, v in needed.items()))
    for option in command.parameters:
        others = " ".join(f"{k}:{quoted(v)}" for k, v in needed.items() if k != option.display_name)
        for value in values(option):
            await one(table, f"/{name} {others} {option.display_name}:{quoted(value)}".replace("  ", " ", 1))
            forget(table)


def forget(table) -> None:
    """The simulation looks through all that was ever written, at each step: less to look through."""
    for channel in table.world.backend.messages.values():
        channel.clear()


FORMS = {
    "character": ("as player2", "/character create", 'click "Type scores"'),
    "hurt": ("as player1", "/play", 'click "Hurt"'),
    "heal": ("as player1", "/play", 'click "Heal"'),
    "campaign": ("as gm", "in #hall", "/play", 'click "Make one"'),
    "creature": ("as gm", "/creature new name:Wolf"),
    "table": ("as gm", "/table create name:Windows"),
    "note": ("as player1", "/character note"),
}
FILLED = {"amount": "1", "name": "Rita", "line": ORC, "rows": "1 x"}


@pytest.mark.parametrize("name", FORMS)
async def test_every_field_of_every_form_with_every_value(table, name):
    form = (await table.do(*FORMS[name]))["form"]
    for field in form["fields"]:
        for value in [*TEXTS, *WHOLE]:
            text = str(value)[: field["max"] or 4000]
            if not text and field["required"]:
                continue
            needed = {f["name"]: FILLED[f["name"]] for f in form["fields"] if f["required"]}
            line = "submit " + " ".join(f"{k}:{quoted(v)}" for k, v in (needed | {field["name"]: text}).items())
            await one(table, line)
            await table.step(f"in #hall{len(table.steps)}" if name == "campaign" else "in #tomb")
            forget(table)
            for again in FORMS[name][-2:]:
                step = await table.step(again)
                assert step["error"] is None, step
            assert step["form"], step
