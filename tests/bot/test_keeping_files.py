"""`/campaign export` and `/campaign import`: what comes back is what went, once, without what was private."""

import json

from tests.bot.test_stored import EVENING

SECRET = "xyzzyplugh"


async def exported(table) -> dict:
    """The campaign played in #tomb as its file; `kept.json` holds it too."""
    await table.do("as gm", "in #tomb", "/campaign export")
    gm = next(ident for ident, name in table.world.people().items() if name == "gm")
    data = table.world.sent_file("campaign.json", gm)
    assert data is not None
    (table.folder / "kept.json").write_bytes(data)
    return json.loads(data)


async def test_a_campaign_comes_back_as_it_went(table):
    await table.play(f"{EVENING}\n/dh hurt amount:3\n/character note\nsubmit text:{SECRET}")
    document = await exported(table)
    assert SECRET not in json.dumps(document)
    sheet = await table.text("as player1", "/character sheet")
    step = await table.do("as gm with manage_guild", "in #hall", "/campaign import file:kept.json")
    assert step["refusal"] is None
    assert [r["visible_to"] for r in step["replies"]] == [["gm"]]
    await table.do("as gm", "in #tomb", "/campaign here act:release", "in #hall", "/campaign here")
    step = await table.do('click "The Tomb (2)"')
    assert step["refusal"] is None, step
    again = await table.text("as player1", "/character sheet")
    assert again == sheet


async def test_it_is_imported_once_however_often_it_is_delivered(table):
    await table.play(EVENING)
    await exported(table)
    await table.do("as gm with manage_guild", "/campaign import file:kept.json")
    before, answer = await table.rows(), table.answers()[-1]
    assert len(before["campaign"]) == 2
    await table.again(-1)
    assert await table.rows() == before
    assert table.answers()[-1] == answer


async def test_who_may_not(table):
    await table.play(EVENING)
    await exported(table)
    before = await table.rows()
    assert (await table.refused("as player1", "/campaign export"))[0] == "not-gm"
    assert (await table.refused("as stranger", "/campaign import file:kept.json"))[0] == "not-allowed"
    assert await table.rows() == before
