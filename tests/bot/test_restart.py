"""A restart: old buttons, forms, lobbies and drafts go on; what was closed meanwhile is refused, privately."""

import pytest

CHECK = '/dh check ability:dexterity note:"over the wall"'


async def test_an_old_fudge_button_works_after_a_restart(table):
    await table.evening()
    await table.do("as player1", "dice 4", CHECK, "restart", "dice 7")
    step = await table.do('click "Fudge"')
    assert "7: half fail" in step["replies"][0]["text"]
    assert step["replies"][0]["edited"]
    assert await table.pools() == {"player1": 11, "player2": 3, "gm": 9}


async def test_a_roll_closed_meanwhile_is_refused_privately(table):
    await table.evening()
    await table.do("as player1", "dice 4", CHECK, "as gm", "/session end", "restart")
    code, _ = await table.refused("as player1", 'click "Fudge"')
    assert code == "stale"


async def test_a_lobby_goes_on(table):
    await table.campaign()
    await table.character("player1", "Marsha")
    await table.do("as gm", "/session start", "as player1", 'click "I\'m here"', "restart")
    await table.do("as player2", 'click "I\'m here"', "as gm", "dice 4 2 6 1 1 1 3 3 3", 'click "Begin"')
    assert await table.pools() == {"player1": 12, "player2": 3, "gm": 9}
    step = await table.do("as player1", "dice 4", CHECK, "dice 7", 'click "Fudge"')
    assert any("player1 11" in r["text"] and r["edited"] for r in step["replies"]), "the evening's card is fresh"


async def test_a_draft_goes_on(table):
    await table.campaign()
    await table.do("as player1", "/character create name:Marsha", 'click "Roll scores"')
    scores = (await table.state())["sheets"]["Marsha"]
    await table.do("restart", 'click "Type scores"', "submit hp:12", 'click "Done"')
    after = await table.state("Marsha")
    assert after["hp"] == 12
    assert [after[k] for k in ("mus", "con", "luc")] == [scores[k] for k in ("mus", "con", "luc")]
    assert not after["draft"]


async def test_a_draft_is_taken_up_again_by_the_command(table):
    await table.campaign()
    await table.do("as player1", "/character create name:Marsha", "restart")
    assert "Marsha" in await table.text("/character create name:Other")
    assert await table.entries() == 2


async def test_a_form_that_was_open_is_answered(table):
    await table.campaign()
    await table.do("as player1", "/character create", 'click "Type scores"', "restart")
    step = await table.do('submit name:Marsha abilities:"10 10 8 10 10 10 10 10 10" hp:9')
    assert step["refusal"] is None
    assert "Marsha" in step["replies"][0]["text"]
    await table.do('click "Done"')
    assert (await table.state("Marsha"))["hp"] == 9


async def test_the_form_of_a_campaign_and_of_a_mark_are_answered_after_a_restart(table):
    await table.do("as gm", "in #tomb", "/play", 'click "Make one: Dragonhead"', "restart", 'submit name:"The Tomb"')
    assert (await table.state())["campaign"]["name"] == "The Tomb"
    await table.character("player1", "Marsha")
    await table.do("/play", 'click "Hurt"', "restart", "submit amount:3 type:sharp")
    assert (await table.state("Marsha"))["wear"] == 3


async def test_the_same_form_sent_twice_gets_the_first_result(table):
    await table.campaign()
    await table.do("as player1", "/character create", 'click "Type scores"', "submit name:Marsha hp:9")
    before = await table.rows()
    await table.again()
    assert await table.rows() == before


@pytest.mark.parametrize(
    "custom_id", ["mt:gone:1", "mt:GONE", "of-another-bot", "mt:dh-fudge:99:99", "mt:sheet-mine:99"]
)
async def test_a_button_of_an_earlier_time_is_answered(table, custom_id):
    await table.campaign()
    (message,) = table.world.written(table.console.hands.at().id)
    message.components[0]["components"][1]["components"][0]["custom_id"] = custom_id
    code, _ = await table.refused("as player1", 'click "My panel"')
    assert code == "stale"


async def test_a_fresh_bot_uploads_nothing_when_nothing_changed(table):
    assert table.bot.uploaded is True
    await table.do("as gm", "restart")
    assert table.bot.uploaded is False
