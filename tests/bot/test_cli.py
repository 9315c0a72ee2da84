"""The command `mojo-table`: exit codes, the one line on standard error, and a start on a stand-in Discord."""

import argparse
import asyncio
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

import aiohttp
import discord
import pytest
from aiohttp.test_utils import TestServer
from pydantic import ValidationError

from bot import cli
from bot.exits import MEANING, Exit, fault
from bot.settings import Settings
from docs.make_commands import page
from storage.errors import Bound, Busy, StoreError
from tests.bot.loopback import APP, Discord

ROOT = Path(__file__).parents[2]
TOKEN = "MTAwMDAw.AbCdEf.not-a-token-that-anybody-has"

ON_LOOPBACK = """
import sys, discord, discord.gateway, discord.utils, yarl
url = sys.argv.pop(1)
discord.http.Route.BASE = url + "/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1) + "/gateway")
discord.utils._ActiveDecompressionContext = discord.utils._ZlibDecompressionContext
from bot.cli import main
sys.exit(main())
"""


def environment(folder: Path, **variables: str) -> dict[str, str]:
    """The machine's variables without ours, and these."""
    kept = {k: v for k, v in os.environ.items() if k.lower() not in Settings.model_fields}
    return kept | {"PYTHONPATH": str(ROOT), "DATA_DIR": str(folder / "data")} | variables


def mojo_table(folder: Path, *arguments: str, code: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    start = ["-c", code] if code else ["-m", "bot.cli"]
    return subprocess.run(
        [sys.executable, *start, *arguments],
        cwd=folder,
        env=environment(folder, **variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )


def one_line(text: str) -> str:
    assert text.count("\n") == 1 and text.endswith("\n"), text
    return text[:-1]


# -- faults of a start -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["run", "invite"])
@pytest.mark.parametrize("variables", [{}, {"DISCORD_TOKEN": ""}, {"DISCORD_TOKEN": "  "}])
def test_no_token(tmp_path, monkeypatch, capsys, command, variables):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cli.main([command]) == 78
    said = capsys.readouterr()
    assert said.out == ""
    assert one_line(said.err).startswith("There is no token. Set DISCORD_TOKEN")


def test_no_token_as_a_program(tmp_path):
    ended = mojo_table(tmp_path, "run")
    assert (ended.returncode, ended.stdout) == (78, "")
    assert one_line(ended.stderr).startswith("There is no token. Set DISCORD_TOKEN")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("LOG_LEVEL", "loud", "LOG_LEVEL: Input should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("LIVE_DELAY", "soon", "LIVE_DELAY: Input should be a valid number"),
        ("LIVE_DELAY", "-1", "LIVE_DELAY: Input should be greater than or equal to 0"),
        ("LIVE_DELAY", "61", "LIVE_DELAY: Input should be less than or equal to 60"),
        ("DATABASE_URL", "mysql://me:hush@host/x", "DATABASE_URL: begin it with sqlite+aiosqlite:/// or postgresql"),
        ("DATABASE_URL", "data.db", "DATABASE_URL: begin it with"),
    ],
)
@pytest.mark.parametrize("command", ["run", "migrate"])
def test_a_variable_that_cannot_be_used(tmp_path, monkeypatch, capsys, command, name, value, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv(name, value)
    assert cli.main([command]) == 78
    told = capsys.readouterr()
    assert said in one_line(told.err)
    assert TOKEN not in told.err and "hush" not in told.err


def test_the_console_reads_them_too(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOG_LEVEL", "loud")
    assert cli.main(["console"]) == 78
    assert "LOG_LEVEL: " in one_line(capsys.readouterr().err)


def test_the_folder_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    ended = mojo_table(tmp_path, "run", DISCORD_TOKEN=TOKEN, DATA_DIR=str(tmp_path / "file" / "data"))
    assert (ended.returncode, ended.stdout) == (73, "")
    line = one_line(ended.stderr)
    folder = str(tmp_path / "file" / "data")
    assert folder in line and f"user id {os.getuid()}" in line and f"chown -R {os.getuid()} {folder}" in line


def test_a_database_of_a_newer_version(tmp_path, monkeypatch, capsys):
    file = tmp_path / "data" / "mojo-table.db"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    assert cli.main(["migrate"]) == 0
    assert capsys.readouterr() == (f"The database {file} is up to date.\n", "")
    with sqlite3.connect(file) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    assert cli.main(["migrate"]) == 65
    assert "newer version of Mojo Table" in one_line(capsys.readouterr().err)
    ended = mojo_table(tmp_path, "run", DISCORD_TOKEN=TOKEN)
    assert (ended.returncode, ended.stdout) == (65, "")
    assert "newer version of Mojo Table" in one_line(ended.stderr)


def test_a_copy_is_made_put_back_and_looked_through(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    file, copy = tmp_path / "data" / "mojo-table.db", tmp_path / "copy.db"
    assert cli.main(["check"]) == 69  # there is none yet
    assert cli.main(["migrate"]) == 0
    assert cli.main(["backup", str(copy)]) == 0
    file.unlink()
    assert cli.main(["restore", str(copy)]) == 0
    capsys.readouterr()
    assert cli.main(["check"]) == 0
    assert capsys.readouterr() == (f"{file} is in order.\n", "")
    with sqlite3.connect(file) as database:
        database.execute("INSERT INTO server (guild_id) VALUES (1)")
        database.execute("INSERT INTO campaign VALUES (1, 1, 'Tomb', 'dragonhead', 0, 3, x'', x'', 1, NULL)")
    database.close()
    assert cli.main(["check"]) == 69
    assert one_line(capsys.readouterr().err) == "Campaign 1 counts 3 entries, its record has 0 up to 0."
    assert cli.main(["backup", str(copy)]) == 73
    assert one_line(capsys.readouterr().err).startswith(f"{copy} exists already.")


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mojo-table.db").write_text("no database at all" * 100)
    ended = mojo_table(tmp_path, "run", DISCORD_TOKEN=TOKEN)
    assert ended.returncode == 69
    assert "no usable SQLite database" in one_line(ended.stderr)


@pytest.mark.parametrize("command", ["play", "console"])
def test_without_the_offline_extra(tmp_path, monkeypatch, capsys, command):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "simcord", None)
    assert cli.main([command]) == 72
    assert one_line(capsys.readouterr().err) == "This needs the offline extra: pip install 'mojo-table[play]'"
    assert list(tmp_path.iterdir()) == []


def test_the_offline_parts_are_not_needed_to_run(tmp_path):
    code = "import sys; sys.modules['simcord'] = None\nfrom bot.cli import main; sys.exit(main())"
    assert mojo_table(tmp_path, "run", code=code).returncode == 78


def test_a_wrong_command_line(tmp_path, capsys):
    for line in ([], ["walk"], ["run", "--fast"]):
        with pytest.raises(SystemExit) as ended:
            cli.main(line)
        assert ended.value.code == 2


def response(status: int):
    return argparse.Namespace(status=status, reason="No")


class Closed:
    close_code = None


def closed(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(Closed(), shard_id=None, code=code)  # type: ignore[arg-type]


def wrong_settings() -> ValidationError:
    with pytest.raises(ValidationError) as caught:
        Settings(_env_file=None, log_level="loud", live_delay="x")
    return caught.value


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (wrong_settings(), 78, "LOG_LEVEL: "),
        (StoreError("newer", "Too new."), 65, "Too new."),
        (StoreError("unreachable", "Away."), 69, "Away."),
        (StoreError("unwritable", "Not yours."), 73, "Not yours."),
        (discord.LoginFailure("Improper token"), 77, "set DISCORD_TOKEN"),
        (closed(4004), 77, "set DISCORD_TOKEN"),
        (discord.PrivilegedIntentsRequired(None), 76, "Privileged Gateway Intents"),
        (closed(4013), 76, "Privileged Gateway Intents"),
        (closed(4014), 76, "Privileged Gateway Intents"),
        (discord.GatewayNotFound(), 75, "Discord cannot be reached"),
        (discord.DiscordServerError(response(503), "busy\nnow"), 75, "busy now"),
        (discord.HTTPException(response(429), "slow down"), 75, "slow down"),
        (aiohttp.ServerDisconnectedError("gone"), 75, "(gone)"),
        (TimeoutError(), 75, "(TimeoutError)"),
    ],
)
def test_what_a_host_can_mend_has_a_code_and_one_line(error, code, said):
    told = fault(error)
    assert told is not None
    assert told[0] == code
    assert said in told[1] and "\n" not in told[1]


@pytest.mark.parametrize(
    "error",
    [
        KeyError("x"),
        OSError("disk"),
        Busy(),
        Bound(1),
        closed(4000),
        discord.HTTPException(response(400), "bad"),
        discord.Forbidden(response(403), "no"),
    ],
)
def test_other_faults_are_crashes(error):
    assert fault(error) is None


def test_every_exit_code_means_one_thing_and_stands_in_help_and_readme(capsys):
    assert {int(code) for code in Exit} == {0, 1, 2, 65, 69, 72, 73, 75, 76, 77, 78} == {int(c) for c in MEANING}
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    help_text, readme = capsys.readouterr().out, (ROOT / "README.md").read_text()
    for code, meaning in MEANING.items():
        assert f" {int(code)}  {meaning}\n" in help_text
        assert f"| {int(code)} | {meaning} |\n" in readme


# -- settings ----------------------------------------------------------------------------------------------------------


def test_settings_of_the_environment(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", f" {TOKEN}\n")
    monkeypatch.setenv("DATA_DIR", "/srv/mojo")
    monkeypatch.setenv("LOG_LEVEL", "warning")
    monkeypatch.setenv("DATABASE_URL", "")
    settings = Settings(_env_file=None)
    assert (settings.token, settings.log_level) == (TOKEN, "WARNING")
    assert settings.database == "sqlite+aiosqlite:////srv/mojo/mojo-table.db"
    assert settings.database_shown == "/srv/mojo/mojo-table.db"
    assert TOKEN not in repr(settings)


def test_a_database_is_shown_without_its_password(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://mojo:hush@db:5432/table")
    assert Settings(_env_file=None).database_shown == "postgresql at db:5432/table"


def test_every_variable_stands_in_readme_and_example():
    example, readme = (ROOT / ".env.example").read_text(), (ROOT / "README.md").read_text()
    for name in Settings.model_fields:
        assert re.search(rf"^#?{name.upper()}=", example, re.MULTILINE)
        assert f"| `{name.upper()}` |" in readme


# -- a stand-in Discord ------------------------------------------------------------------------------------------------


@asynccontextmanager
async def standing_in(world: Discord):
    """The address of a running stand-in."""
    async with TestServer(world.application(), host="127.0.0.1") as server:
        yield str(server.make_url("")).rstrip("/")


async def start(folder: Path, url: str, *arguments: str, token: str = TOKEN, **variables: str):
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        ON_LOOPBACK,
        url,
        *arguments,
        cwd=folder,
        env=environment(folder, DISCORD_TOKEN=token, **variables),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def ended(process) -> tuple[int, str, str]:
    out, err = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode, out.decode(), err.decode()


def parts(line: str) -> dict[str, str]:
    """The fields of a line of the log."""
    return dict(part.partition("=")[::2] for part in shlex.split(line))


async def test_a_wrong_token(tmp_path):
    async with standing_in(Discord("another")) as url:
        for command in ("run", "invite"):
            code, out, err = await ended(await start(tmp_path, url, command))
            assert (code, out) == (77, "")
            assert one_line(err).startswith("Discord refuses the token")
            assert TOKEN not in err


@pytest.mark.parametrize(("close_code", "code"), [(4014, 76), (4004, 77)])
async def test_refused_at_the_gateway(tmp_path, close_code, code):
    async with standing_in(Discord(TOKEN, close_code)) as url:
        got, out, err = await ended(await start(tmp_path, url, "run", LOG_LEVEL="DEBUG"))
    assert (got, out) == (code, "")
    assert one_line(err).startswith("Discord ")


async def test_nobody_answers(tmp_path):
    async with standing_in(Discord(TOKEN)) as url:
        pass
    code, out, err = await ended(await start(tmp_path, url, "run"))
    assert (code, out) == (75, "")
    assert one_line(err).startswith("Discord cannot be reached")


async def test_it_starts_and_stops(tmp_path):
    """The line at the start says all that it should; the signal ends it in time; next time nothing is uploaded."""
    world = Discord(TOKEN)
    async with standing_in(world) as url:
        for commands, name in (("uploaded", signal.SIGTERM), ("unchanged", signal.SIGINT)):
            process = await start(tmp_path, url, "run", LOG_LEVEL="DEBUG")
            ready = await asyncio.wait_for(process.stdout.readline(), 60)
            asked = time.monotonic()
            process.send_signal(name)
            code, out, err = await ended(process)
            assert time.monotonic() - asked < 5
            assert (code, err) == (0, "")
            told = parts(ready.decode())
            assert {k: told[k] for k in ("level", "event", "name", "servers", "commands", "database", "version")} == {
                "level": "info",
                "event": "ready",
                "name": "Mojo",
                "servers": "0",
                "commands": commands,
                "database": str(tmp_path / "data" / "mojo-table.db"),
                "version": version("mojo-table"),
            }
            invited(told["invite"])
            assert parts(one_line(out))["event"] == "stopped"
            assert TOKEN not in ready.decode() + out
    assert world.uploads == 1
    assert [i["intents"] for i in world.identified] == [1, 1]  # guilds, and nothing else


async def test_the_link_that_invites(tmp_path):
    async with standing_in(Discord(TOKEN)) as url:
        code, out, err = await ended(await start(tmp_path, url, "invite"))
    assert (code, err) == (0, "")
    invited(one_line(out))
    assert not (tmp_path / "data").exists()


def invited(link: str) -> None:
    """The link asks for these permissions (bits of Discord's list) and scopes, and nothing more."""
    view, send, in_threads, attach, embed = 1 << 10, 1 << 11, 1 << 38, 1 << 15, 1 << 14
    assert link.startswith("https://discord.com/oauth2/authorize?")
    assert dict(p.partition("=")[::2] for p in link.partition("?")[2].split("&")) == {
        "client_id": str(APP),
        "scope": "bot+applications.commands",
        "permissions": str(view | send | in_threads | attach | embed),
    }


async def test_a_crash_is_one_line_of_the_log_without_the_token(tmp_path):
    """Discord rejects the upload: a fault of the program, told whole in the log."""
    code = ON_LOOPBACK.replace(
        "from bot.cli import main",
        "from bot import upload\nasync def broken(bot): raise RuntimeError(f'two\\nlines {bot.http.token}')\n"
        "upload.commands_if_changed = broken\nfrom bot.cli import main",
    )
    async with standing_in(Discord(TOKEN)) as url:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            code,
            url,
            "run",
            cwd=tmp_path,
            env=environment(tmp_path, DISCORD_TOKEN=TOKEN),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        got, out, err = await ended(process)
    assert (got, err) == (1, "")
    line = one_line(out)
    assert "event=crashed" in line and "level=error" in line
    assert "RuntimeError: two\\\\nlines [token]" in line or "RuntimeError: two\\nlines [token]" in line


# -- pages that must be true -------------------------------------------------------------------------------------------


async def test_the_page_of_commands_is_what_the_bot_registers():
    assert (ROOT / "docs" / "commands.md").read_text() == await page(), "python docs/make_commands.py writes it anew"


def test_the_script_of_the_readme_runs(tmp_path, monkeypatch, capsys):
    blocks = re.findall(r"(?:^    .*\n)+", (ROOT / "README.md").read_text(), re.MULTILINE)
    script = next(b for b in blocks if b.startswith("    as gm\n"))
    (tmp_path / "scene").write_text("".join(line.strip() + "\n" for line in script.splitlines()))
    monkeypatch.chdir(tmp_path)
    assert cli.main(["console", "--script", "scene"]) == 0
    assert "6" in capsys.readouterr().out


def test_the_lock_holds_what_the_project_asks_for():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [w for group in (project["dependencies"], *project["optional-dependencies"].values()) for w in group]
    lock = {line.partition(" ;")[0] for line in (ROOT / "requirements.lock").read_text().splitlines()}
    for asked in wanted:
        name, _, number = re.sub(r"\[.*?\]", "", asked).partition("==")
        assert f"{name.lower().replace('.', '-')}=={number}" in lock
