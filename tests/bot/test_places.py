"""Servers, channels, threads, forums: whose campaign is played where; what is of another server is unknown."""

from tests.bot.table import CREATE


async def test_a_button_of_another_server_is_unknown_there(table):
    await table.evening()
    await table.do("as player1", "dice 4", "/dh check ability:luck")
    tomb = table.world.written(table.console.hands.at().id)[-1]
    fudge = tomb.components[0]["components"][1]["components"][0]["custom_id"]
    await table.do("dice system", "as gm", "in Other/#hall", CREATE.replace("The Tomb", "Elsewhere"))
    panel = table.world.written(table.console.hands.at().id)[-1]
    button = panel.components[0]["components"][1]["components"][0]
    before = await table.rows()
    for custom_id in (
        fudge,
        "mt:sheet-mine:401",
        "mt:dh-check:401:luck:normal:no",
        "mt:dh-finish:401",
        "mt:dh-drop:401",
    ):
        button["custom_id"] = custom_id
        code, message = await table.refused("as player1", 'click "My panel"')
        assert code in ("stale", "unknown"), custom_id
        assert "Marsha" not in message
    assert await table.rows() == before


async def test_a_character_id_of_another_server_is_unknown(table):
    await table.evening()
    rows = (await table.rows())["character"]
    ids = [row[1] for row in rows]
    await table.do("as gm", "in Other/#hall", CREATE.replace("The Tomb", "Elsewhere"))
    for i in [*ids, "Marsha", "Marsha (player1)"]:
        for line in (
            "/character sheet who:",
            "/dh check ability:luck who:",
            "/dh hurt amount:1 who:",
            "/record log who:",
        ):
            code, message = await table.refused(f'{line}"{i}"')
            assert code == "unknown", (line, i)
            assert "Marsha" not in message
    step = await table.do("complete /character sheet who:mar")
    assert step["choices"] == []
    assert "Tomb" not in await table.text("/campaign list")
    await table.character("player1", "Rita")
    assert (await table.state())["sheets"].keys() == {"Rita"}


async def test_a_campaign_of_another_server_cannot_be_bound(table):
    await table.campaign()
    await table.do("in #hall", '/campaign create name:"Second" game:dragonhead', "in #third")
    step = await table.do("/campaign here")
    assert {b["label"] for b in step["replies"][0]["buttons"]} == {"The Tomb", "Second"}
    panel = table.world.written(table.console.hands.at().id)[-1]
    theirs = panel.components[0]["components"][1]["components"][0]["custom_id"]
    await table.do("in Other/#hall", CREATE, "in #a", CREATE.replace("Tomb", "Tower"))
    await table.do("in Other/#b", CREATE.replace("Tomb", "Other"), "in Other/#c", "/campaign here")
    panel = table.world.written(table.console.hands.at().id)[-1]
    button = panel.components[0]["components"][1]["components"][0]
    label, button["custom_id"] = button["label"], theirs
    code, _ = await table.refused(f'click "{label}"')
    assert code == "no-campaign"


async def test_here_with_several_campaigns_asks_which(table):
    await table.campaign()
    await table.do("in #hall", '/campaign create name:"Second" game:dragonhead', "in #third")
    step = await table.do("/campaign here")
    assert step["replies"][0]["visible_to"] == ["gm"], "only whoever asked has to choose"
    step = await table.do('click "Second"')
    assert [(r["visible_to"], r["edited"]) for r in step["replies"]] == [(["gm"], True), ("all", False)]
    assert (await table.state())["campaign"]["name"] == "Second"
    code, _ = await table.refused("/campaign here")
    assert code == "already-bound"
    step = await table.do("/campaign here act:release")
    assert step["replies"][0]["visible_to"] == "all"
    assert (await table.state())["campaign"] is None
    code, _ = await table.refused("/campaign here act:release")
    assert code == "no-campaign"


async def test_a_thread_uses_its_parents_campaign_until_it_has_its_own(table):
    await table.evening()
    await table.do("as player1", "in #tomb/side")
    assert "Marsha" in await table.text("/character sheet")
    assert (await table.state())["campaign"]["name"] == "The Tomb"
    await table.do('/campaign create name:"Own" game:dragonhead')
    assert (await table.state())["campaign"]["name"] == "Own"
    await table.do("in #tomb")
    assert (await table.state())["campaign"]["name"] == "The Tomb"


async def test_a_roll_in_a_thread_is_open_there_only(table):
    await table.evening()
    await table.do("as player1", "in #tomb/side", "dice 4", "/dh check ability:luck", "in #tomb")
    assert (await table.state())["scene"]["pending"] == []
    await table.do("in #tomb/side")
    assert len((await table.state())["scene"]["pending"]) == 1
    await table.do("dice 7", 'click "Fudge"')
    assert (await table.pools())["player1"] == 11


async def test_whoever_opened_a_thread_may_make_a_campaign_in_it(table):
    await table.do("as ann", "in #tomb/anns")
    code, _ = await table.refused("as bo", CREATE)
    assert code == "not-allowed"
    await table.do("as ann", CREATE)
    assert (await table.state())["campaign"]["gms"] == ["ann"]


async def test_manage_channels_is_enough_to_make_one(table):
    await table.do("as ann with manage_channels", "in #tomb", CREATE)
    assert (await table.state())["campaign"]["gms"] == ["ann"]


async def test_a_forum_is_bound_as_a_whole(table):
    await table.campaign()
    await table.do("in ?board/first", "/campaign here", "as player1", "in ?board/second")
    assert (await table.state())["campaign"]["name"] == "The Tomb"
    await table.character("player1", "Marsha")
    await table.do("in #tomb")
    assert (await table.state())["sheets"].keys() == {"Marsha"}
    await table.do("as gm", "in ?board/second", "/campaign here act:release")
    assert (await table.state())["campaign"] is None
    await table.do("in ?board/first")
    assert (await table.state())["campaign"] is None


async def test_two_campaigns_of_one_server_know_nothing_of_each_other(table):
    await table.evening()
    await table.do("as gm", "in #hall", '/campaign create name:"Second" game:dragonhead')
    assert (await table.state())["sheets"] == {}
    code, _ = await table.refused("/character sheet who:Marsha")
    assert code == "unknown"
    await table.do("/session start")
    assert (await table.state())["session"]["number"] == 1
    text = await table.text("/campaign list")
    assert "The Tomb" in text
    assert "Second" in text
    assert "#tomb" in text


async def test_the_chair_is_a_gms(table):
    await table.evening()
    await table.do("as player1", "dice 4", "/dh check ability:luck", "dice system")
    code, _ = await table.refused("/dh check ability:luck who:Santo")
    assert code == "not-yours"
    await table.do("as gm", "/campaign gm who:@player1", "as player1", "dice 5", "/dh check ability:luck who:Santo")
    await table.do("as gm", "dice system", "/campaign gm who:@player1 act:remove")
    code, _ = await table.refused("as player1", "/dh check ability:luck who:Santo")
    assert code == "not-yours"


async def test_a_role_may_be_gm(table):
    await table.evening()
    await table.do("as gm", "/campaign gm who:@Keepers")
    assert (await table.state())["campaign"]["gms"] == ["gm", "Keepers"]
    guild = table.world.server()
    guild.create_role("Keepers") if "Keepers" not in guild.roles else None
    code, _ = await table.refused("as keeper", "/dh hurt amount:1 who:Marsha")
    assert code == "not-yours"
    keeper = table.world.person("keeper")
    table.world.backend.add_member_role(guild.id, keeper.id, guild.roles["Keepers"].id)
    await table.do("/dh hurt amount:1 who:Marsha", "/campaign gm who:@player2")
    assert "Keepers" in await table.text("/campaign list")
    await table.do("/campaign gm who:@Keepers act:remove")
    code, _ = await table.refused("/dh hurt amount:1 who:Marsha")
    assert code == "not-yours"


async def test_the_last_gm_stays(table):
    await table.campaign()
    code, _ = await table.refused("/campaign gm who:@gm act:remove")
    assert code == "not-allowed"
    code, _ = await table.refused("/campaign gm who:@player1 act:remove")
    assert code == "unknown"
    code, _ = await table.refused("/campaign gm who:@gm")
    assert code == "already-in"


async def test_takeover_is_announced_and_recorded(table):
    await table.campaign()
    step = await table.do("as boss with manage_guild", "/campaign takeover")
    assert step["replies"][0]["visible_to"] == "all"
    assert "boss takes the campaign over" in step["replies"][0]["text"]
    assert (await table.state())["campaign"]["gms"] == ["gm", "boss"]
    assert "take over" in await table.text("/record log")
    code, _ = await table.refused("/campaign takeover")
    assert code == "already-in"
