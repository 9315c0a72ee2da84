"""What lasts only so long is settled where its campaign is played, and nowhere else."""

WAITING = """
as gm
in #pit
/campaign create name:"Pit" game:clan
/campaign ruling name:luck_window_seconds value:60
as player2
/character create name:Bolin
click "Type it"
submit scores:"2/2/5"
click "Done"
dice 2
/clan check ability:kick dc:9
as gm
"""


async def test_an_imported_campaign_says_nothing_in_the_channels_it_came_from(table):
    await table.play(WAITING)
    export = (await table.do("/campaign export"))["replies"][0]["files"][0]
    await table.do("/clan keep", "in Elsewhere/#lobby", f"attach {export['name']} /campaign import")
    rows = await table.rows()
    step = await table.do("advance 100s")
    again = await table.do("restart")
    assert not step["replies"] and not again["replies"]
    assert await table.rows() == rows


async def test_in_a_released_channel_nothing_is_said(table):
    await table.play(WAITING)
    await table.do("/campaign here act:release", '/campaign create name:"Other" game:delve')
    assert not (await table.do("advance 70s"))["replies"]


async def test_in_a_thread_it_is_settled_in_time(table):
    await table.play(WAITING)
    await table.do("/clan keep", "in #pit/deep", "as player2", "dice 2", "/clan check ability:kick dc:9", "restart")
    told = (await table.do("advance 70s"))["replies"]
    assert [r["channel"] for r in told if "The time for it was over." in r["text"]] == ["#pit/deep"], told
