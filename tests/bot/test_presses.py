"""Buttons: whose they are, pressed twice, pressed at once, delivered again, of an earlier state of things."""

import asyncio

CHECK = '/dh check ability:dexterity note:"over the wall"'


async def test_a_strangers_fudge_is_refused_and_costs_nobody_anything(table):
    await table.evening()
    await table.do("as player1", "dice 4", CHECK)
    before = await table.pools()
    code, message = await table.refused("as player2", 'click "Fudge"')
    assert code == "not-yours"
    assert "player1" in message
    assert "Marsha" in message
    assert await table.pools() == before == {"player1": 12, "player2": 3, "gm": 9}


async def test_a_gm_may_press_fudge_and_the_owner_pays(table):
    await table.evening()
    await table.do("as player1", "dice 4", CHECK, "as gm", "dice 7")
    text = await table.text('click "Fudge"')
    assert "gm presses for player1, who pays." in text
    assert await table.pools() == {"player1": 11, "player2": 3, "gm": 9}


async def test_two_fudges_at_once_throw_once(table):
    await table.evening()
    await table.do("as player1", "dice 4", CHECK, "dice 7", "together", 'click "Fudge"', 'click "Fudge"')
    step = await table.do("end")
    assert step["refusal"]["code"] == "stale"
    (told,) = [r for r in step["replies"] if r["visible_to"] != "all"]
    assert told["visible_to"] == ["player1"]
    assert table.console.dice.left == ()
    assert await table.pools() == {"player1": 11, "player2": 3, "gm": 9}


async def test_without_the_lock_two_fudges_at_once_are_noticed(table):
    """The proof that the test above can fail: each action gets a lock of its own."""
    await table.evening()
    await table.do("as player1", "dice 4", CHECK, "dice 7 6 5 4 3")
    table.bot.lock = lambda campaign: asyncio.Lock()
    step = await table.do("together", 'click "Fudge"', 'click "Fudge"', "end")
    assert len(table.console.dice.left) < 4, "dice were drawn for both presses"
    assert step["refusal"]["code"] == "stale"
    assert await table.pools() == {"player1": 11, "player2": 3, "gm": 9}, "the versions of the rows hold even so"


async def test_two_begins_at_once_roll_once(table):
    await table.campaign()
    await table.character("player1", "Marsha")
    await table.do("as gm", "/session start", "as player1", 'click "I\'m here"', "as gm", "dice 1 2 3 4 5 6 1 2 3 4")
    step = await table.do("together", 'click "Begin"', 'click "Begin"', "end")
    assert step["refusal"]["code"] == "session-open"
    assert table.console.dice.left == ()
    assert await table.pools() == {"player1": 15, "gm": 16}


async def test_two_im_here_at_once_join_once(table):
    await table.campaign()
    await table.character("player1", "Marsha")
    await table.do("as gm", "/session start", "as player1")
    step = await table.do("together", 'click "I\'m here"', 'click "I\'m here"', "end")
    assert step["refusal"]["code"] == "already-in"
    assert (await table.state())["session"]["present"] == ["player1"]


async def test_two_people_join_at_once(table):
    await table.campaign()
    await table.do("as gm", "/session start")
    step = await table.do("together", "as ann", 'click "I\'m here"', "as bo", 'click "I\'m here"', "end")
    assert step["refusal"] is None
    assert sorted((await table.state())["session"]["present"]) == ["ann", "bo"]


async def test_the_same_press_delivered_twice_gets_the_first_result(table):
    await table.evening()
    await table.do("as player1", "dice 4", CHECK, "dice 7", 'click "Fudge"')
    before = await table.rows()
    await table.again()
    first, second = table.answers()[-2:]
    assert first == second
    assert "Fudges left for this roll: 2." in str(first)
    assert await table.rows() == before
    assert await table.pools() == {"player1": 11, "player2": 3, "gm": 9}


async def test_the_check_panel_begins_with_what_was_chosen_last(table):
    await table.evening()
    await table.do("as player1", "/play")
    shown = (await table.do('click "Check"'))["replies"][0]
    assert [m["chosen"][0].split(":")[0] for m in shown["selects"]] == ["Dexterity 10", "Difficulty", "Try"]
    await table.do("/dh check ability:luck difficulty:hard try:harder", "/play")
    shown = (await table.do('click "Check"'))["replies"][0]
    assert [m["chosen"][0] for m in shown["selects"]] == ["Luck 10", "Difficulty: hard", "Try: harder"]
