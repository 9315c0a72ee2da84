"""The console and the browser table on the real bot: one database from run to run, the same ids, no repeated result."""

import argparse
import json

from bot.local import browser, real_bot, script
from bot.local.console import Console

CREATE = '/campaign create name:"The Tomb" game:dragonhead'


def run(capsys, tmp_path, *lines: str) -> list[dict]:
    (tmp_path / "scene.txt").write_text("\n".join(lines))
    parser = argparse.ArgumentParser()
    script.add_arguments(parser)
    url = f"sqlite+aiosqlite:///{tmp_path / 'kept.db'}"
    args = parser.parse_args(["--script", str(tmp_path / "scene.txt"), "--json", "--database", url])
    assert script.run(args) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_kept_database_finds_its_campaign_again(capsys, tmp_path):
    made = run(capsys, tmp_path, "as gm", "in #tomb", CREATE)[-1]
    assert made["refusal"] is None
    assert made["facts"]
    first, second = run(capsys, tmp_path, "as player1", "in Other/#hall", "in #tomb", "state", "as gm", CREATE)[3::2]
    assert first["state"]["campaign"]["name"] == "The Tomb"
    assert first["state"]["campaign"]["gms"] == ["gm"]
    assert second["refusal"]["code"] == "already-bound"


async def test_two_at_once_found_one_campaign(tmp_path):
    make_bot = real_bot.maker(f"sqlite+aiosqlite:///{tmp_path / 'x.db'}", tmp_path)
    async with Console(make_bot) as console:
        for line in ("as gm", "in #tomb", "together", CREATE, CREATE):
            assert (await console.step(line))["error"] is None
        step = await console.step("end")
        assert step["error"] is None
        assert step["refusal"]["code"] == "already-bound"
        assert len(step["facts"]) >= 1


async def test_the_sample_campaign_stands_on_a_fresh_table_and_is_kept(tmp_path, capsys):
    make_bot = real_bot.maker(f"sqlite+aiosqlite:///{tmp_path / 'play.db'}", tmp_path)
    table = await browser.open_table(make_bot, tmp_path)
    tomb = table.server.channels["tomb"]
    gm = table.world.person("gm")
    state = await table.world.bot.seen(table.server.id, tomb.id, gm.id, True, None)
    assert state["campaign"]["name"] == "The Tomb"
    assert capsys.readouterr().err == ""
    await table.world.bot.close()
    await table.world.shutdown()
