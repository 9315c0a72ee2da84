"""A creature's numbers are the GM's; players read its health as a word, wherever they look."""

from __future__ import annotations

from tests.bot.table import CREATE, Table

GOBLIN = 'submit line:"goblin hp 6 stun 3 ac 1d4 hit 1d6s"'


async def _met(table: Table) -> None:
    await table.do("as gm", "in #tomb", CREATE, "/creature new name:goblin", GOBLIN)
    await table.do("as player1", "/character create name:Marsha", 'click "Done"')
    await table.do("as gm", "/dh hurt amount:2 type:sharp who:goblin")


async def test_players_read_a_word(table: Table) -> None:
    await _met(table)
    seen = await table.do("as player1", "state goblin")
    assert seen["state"] == {"name": "goblin", "health": "hurt"}
    assert (await table.text("/character sheet who:goblin")).splitlines() == ["goblin", "hurt"]
    log = await table.text("/record log")
    assert "goblin takes 2 sharp" in log
    assert "wear" not in log.split("goblin takes")[1].splitlines()[0]
    hurt = await table.do("as gm", "/dh hurt amount:1 who:goblin")
    (public,) = [r for r in hurt["replies"] if r["visible_to"] == "all"]
    assert "badly hurt" in public["text"]
    assert "wear" not in public["text"]
    assert public["files"] == []


async def test_the_gm_and_a_setting_read_numbers(table: Table) -> None:
    await _met(table)
    assert (await table.do("as gm", "state goblin"))["state"]["wear"] == 2
    await table.do("/campaign setting name:creature_health value:numbers")
    assert (await table.do("as player1", "state goblin"))["state"]["wear"] == 2
    assert "wear 2" in await table.text("/character sheet who:goblin page:combat")
