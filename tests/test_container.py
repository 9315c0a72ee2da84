"""The container's files: a clean Dockerfile, a health check that tells living from dead, a true page of hosting."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot import run
from bot.app import MojoTable, build
from bot.exits import MEANING, Exit
from bot.settings import Settings
from storage.unit import Store
from tests.bot.table import new_console

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
HOSTING = (ROOT / "docs" / "hosting.md").read_text()


def test_hadolint_finds_nothing() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    found = subprocess.run([hadolint, "--no-color", ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


def test_hadolint_would_find_something(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("FROM debian\nRUN cd /tmp\n")
    hadolint = Path(sys.executable).with_name("hadolint")
    assert subprocess.run([hadolint, tmp_path / "Dockerfile"], capture_output=True, check=False).returncode == 1


def test_what_is_copied_is_there_and_let_in() -> None:
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {
        source
        for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
        for source in line.split()[:-1]
    }
    assert copied == let_in
    assert all((ROOT / source).exists() for source in copied)


def healthy(data: Path) -> bool:
    """What the image's health check says of a data folder."""
    said = re.search(r"^HEALTHCHECK .*\\\n\s+CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert said is not None
    command = json.loads(said.group(1))
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data)}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def test_the_health_check_looks_at_the_age_of_the_sign_of_life(tmp_path: Path) -> None:
    assert not healthy(tmp_path)
    (tmp_path / "alive").touch()
    assert healthy(tmp_path)
    for seconds, alive in ((run.BEAT_SECONDS * 2, True), (200, False)):
        moment = time.time() - seconds
        os.utime(tmp_path / "alive", (moment, moment))
        assert healthy(tmp_path) is alive


async def gives_a_sign(bot: MojoTable, data: Path) -> bool:
    """Whether the bot's sign of life appears while the loop turns, for a second at most."""
    sign = (data / "alive").exists
    task, end = asyncio.create_task(run.beat(bot)), time.monotonic() + 1
    while not sign() and time.monotonic() < end:
        assert not task.done()
        await asyncio.sleep(0)
    task.cancel()
    return sign()


async def test_a_bot_at_work_gives_a_sign_of_life(tmp_path: Path) -> None:
    async with new_console(tmp_path) as console:
        assert await gives_a_sign(console.bot, tmp_path)
    assert healthy(tmp_path)


async def test_a_bot_without_discord_or_without_database_gives_none(tmp_path: Path) -> None:
    waiting = build(Settings(data_dir=tmp_path))
    assert not await gives_a_sign(waiting, tmp_path)
    async with new_console(tmp_path) as console:
        real, console.bot.store = console.bot.store, Store(f"postgresql+asyncpg://mojo@/mojo?host={tmp_path}")
        assert not await gives_a_sign(console.bot, tmp_path)
        console.bot.store = real


def test_the_page_names_every_exit_code_and_which_of_them_starting_again_may_mend() -> None:
    assert [int(code) for code in re.findall(r"^\| (\d+) \|", HOSTING, re.MULTILINE)] == sorted(MEANING)
    prevented = re.search(r"^\s+RestartPreventExitStatus=(.*)$", HOSTING, re.MULTILINE)
    assert prevented is not None
    mended = {Exit.STOPPED, Exit.CRASHED, Exit.NO_DISCORD}
    assert [int(code) for code in prevented.group(1).split()] == sorted(set(MEANING) - mended)


@pytest.mark.parametrize("name", ["10001", "/data"])
def test_the_page_tells_the_user_id_and_the_folder(name: str) -> None:
    assert name in HOSTING and name in DOCKERFILE
