"""Clan in the bot: what is secret, Features and weapons, asking and resting, making and keeping characters."""

from __future__ import annotations

import json
import re

import pytest

from bot.cards import clan as cards
from bot.rules import read
from tests.bot.test_clan import PIT, fight, pit, public

# -- secrets -----------------------------------------------------------------------------------------------------------

SECRET = "Umbrarts"


async def test_who_hides_is_nowhere(table):
    await pit(table)
    await fight(table, ("Brakka", 2), ("Mote", 1))
    lines = ("as gm", "dice 12", f'/combat add what:"{SECRET} 6/2/1 fang 1d4" hidden:true', "dice 1")
    seen = [await table.do(line) for line in lines]
    for line in (
        "/combat next", "/combat next", 'click "My turn"', 'choose "Brakka"', 'click "Attack"', 'click "Keep"',
        f"/clan move who:{SECRET}", f"/clan check ability:kick dc:30 who:{SECRET}",
        f"/clan-gm weapon who:{SECRET} name:claw dice:2d8", f"/clan hurt amount:3 who:{SECRET}",
        f"/clan-gm ask who:{SECRET} ability:bad",
    ):  # fmt: skip
        seen.append(await table.step(line))
    for step in seen:
        for reply in step["replies"]:
            if reply["visible_to"] == "all":
                assert SECRET not in json.dumps(reply), step["input"]
    await table.do("dice system")
    for who in ("player1", "stranger"):
        for line in (
            "state", "/combat status", 'click "More"', 'click "My turn"', "/play", "/record log count:25",
            "/campaign show", "/character list", "/clan features", f"/clan attack target:{SECRET}",
            f"/character sheet who:{SECRET}", f"/clan maneuver intent:hold target:{SECRET}",
            "complete /clan attack target:u", f"complete /clan attack target:Brakka who:{SECRET} with:",
            "complete /clan-gm ask who:u", f"/clan-gm kill who:{SECRET}", "/record why",
        ):  # fmt: skip
            step = await table.do(f"as {who}", line)
            told = {k: step[k] for k in ("replies", "choices", "state", "facts")}
            assert SECRET not in json.dumps(told).replace(f'"input": "{line}"', ""), line
            refusal = json.dumps(step["refusal"]) if step["refusal"] else ""
            assert SECRET not in refusal, line


async def test_a_secret_check_is_between_two(table):
    await pit(table)
    step = await table.do("as player1", f"/clan check ability:kick dc:12 secret:true note:{SECRET}")
    assert [r["visible_to"] for r in step["replies"]] == [["player1"]]
    assert (await table.state())["scene"]["pending"] == []
    assert SECRET not in json.dumps(await table.do("as player2", "/record log"))
    assert SECRET in json.dumps(await table.do("as gm", "/record log"))


async def test_players_see_of_a_creature_how_it_is_and_no_more(table):
    await pit(table)
    await fight(table, ("Brakka", 9), ("Gnarl 3/5/1 claw 1d10", 4))
    step = await table.do("as player1", "dice 8 4", "/clan attack target:Gnarl with:unarmed")
    assert any("Gnarl takes 8 damage: hurt." in t and "/17" not in t for t in public(step))
    text = await table.text("/character sheet who:Gnarl")
    assert text.splitlines() == ["Gnarl", "hurt"]
    assert await table.state("Gnarl") == {"name": "Gnarl", "health": "hurt"}
    await table.do("as gm", "/combat next", "dice 2", "/clan attack target:Brakka who:Gnarl")
    waits = await table.text("as player1", "/combat status")
    assert "6" not in waits.split("Waits for")[1].split("\n")[0]
    step = await table.do("as gm", "dice 3", "/clan luck count:1")
    assert "Luck 6" not in json.dumps(public(step)) and "left)" not in json.dumps(step["replies"])
    await table.do("/campaign setting name:creature_health value:numbers")
    assert (await table.state("Gnarl"))["hp"] == 9
    assert "9/17" in await table.text("as player1", "/character sheet who:Gnarl")


# -- Features, weapons -------------------------------------------------------------------------------------------------


async def test_buying_shows_the_price_in_points_and_luck_first(table):
    await pit(table)
    await table.do('/clan-gm feature name:Hide price:5 text:"Like a wall [armor +2, bad +1]"')
    text = await table.text("as player1", "/clan buy feature:hide")
    assert "Feature Points 12 → 7, Luck 6/6 → 3/3." in text
    assert "Bad Ass 3 → 4, Armor 9 → 12, most hit points 15 → 16." in text
    assert (await table.state("Brakka"))["fp_unspent"] == 12
    await table.do('click "Back"', 'choose "Hide"')
    await table.do("as gm", "/clan-gm feature name:Hide price:6")
    assert (await table.refused("as player1", 'click "Confirm"'))[0] == "stale"
    await table.do("/clan buy feature:hide", "together", 'click "Confirm"', 'click "Confirm"', "end")
    sheet = await table.state("Brakka")
    assert [sheet[k] for k in ("fp_unspent", "luck_now", "armor", "hp", "hp_max")] == [6, 3, 12, 15, 16]
    assert (await table.refused("/clan buy feature:hide"))[0] == "STATE"
    assert (await table.refused("/clan buy feature:past"))[0] == "FUNDS"
    assert (await table.refused("/clan buy feature:nothing"))[0] == "UNKNOWN"
    assert (await table.refused("/clan buy feature:hide who:Mote"))[0] == "not-yours"
    await table.do("as gm", "/clan-gm feature name:Hide who:Brakka act:take")
    assert (await table.state("Brakka"))["fp_unspent"] == 12


async def test_a_weapon_is_proposed_and_the_gm_has_the_word(table):
    await pit(table)
    step = await table.do("as player1", "/play", 'click "Weapon"', "submit name:axe dice:1d6")
    assert public(step) == ["Brakka would like axe, 1d6: a GM confirms it"]
    assert (await table.refused('click "Confirm"'))[0] == "not-gm"
    assert (await table.refused('click "Drop"'))[0] == "not-gm"
    assert (await table.refused("/play", 'click "Weapon"', "submit name:axe dice:1d7"))[0] == "RANGE"
    await table.do("restart", "as gm", 'click "Confirm"')
    assert (await table.state("Brakka"))["weapons"] == "axe 1d6"
    await table.do("as player1", "/character sheet", 'click "Weapon"', "submit name:maul dice:3d8")
    await table.do("as gm", 'click "Drop"')
    assert (await table.state("Brakka"))["weapons"] == "axe 1d6"
    assert (await table.refused("as player1", '/character edit field:weapons value:"maul 3d8"'))[0] == "OWNER"
    await table.do("as gm", "/campaign ruling name:weapons_need_gm value:off", "as player1")
    await table.do("/play", 'click "Weapon"', "submit name:maul dice:3d8")
    assert (await table.state("Brakka"))["weapons"] == "axe 1d6, maul 3d8"
    await table.do('/character edit field:weapons value:"axe 1d6, sling 1d4"')
    assert (await table.state("Brakka"))["weapons"] == "axe 1d6, sling 1d4"


# -- asked, resting ----------------------------------------------------------------------------------------------------


async def test_whom_the_gm_asks(table):
    await pit(table)
    step = await table.do('/clan-gm ask who:"Brakka, Mote" ability:bad dc:9 note:"a *tremor*"')
    assert set(step["replies"][0]["pings"]) == {"player1", "player2"}
    assert "Brakka and Mote: Bad Ass check, 9 or more" in step["replies"][0]["text"]
    assert (await table.refused("as stranger", 'click "Roll"'))[0] == "not-yours"
    await table.do("as player2", "dice 7", 'click "Roll"')
    assert (await table.refused('click "Roll"'))[0] == "not-yours"
    await table.do("as player1", "/play", "dice 6", 'click "Roll what was asked"')
    assert (await table.refused('click "Roll" copy:2'))[0] == "stale"


async def test_the_gm_rests_everybody_from_the_panel(table):
    await pit(table)
    await table.do("/clan hurt amount:20 who:Mote", "/clan hurt amount:3 who:Brakka", "/play")
    step = await table.do('click "Full rest for all"')
    assert "Mote: 1/14" in public(step)[0] and "Brakka: 15/15" in public(step)[0]
    assert (await table.refused('click "Full rest for all"'))[0] == "stale"
    assert (await table.refused("as player1", "/clan-gm rest who:Brakka"))[0] == "not-gm"


async def test_marking_by_hand_is_the_gms_unless_the_table_says_otherwise(table):
    await pit(table)
    assert (await table.refused("as player1", "/clan hurt amount:1"))[0] == "not-gm"
    step = await table.do("/play")
    assert "Hurt" not in [b["label"] for b in step["replies"][0]["buttons"]]
    await table.do("as gm", "/campaign setting name:owners_mark value:on", "as player1", "/play", 'click "Hurt"')
    await table.do("submit amount:4", "/play", 'click "Heal"', "submit amount:1")
    assert (await table.state("Brakka"))["hp"] == 12
    assert (await table.refused("/play", 'click "Hurt"', "submit amount:many"))[0] == "bad-value"


# -- making and keeping ------------------------------------------------------------------------------------------------


async def test_a_character_is_made_in_nine_presses_and_one_form(table):
    await table.do("as gm", "in #tomb", PIT, "as player1")
    steps = await table.play(
        """
        /character create
        click "Type it"
        submit name:Nell clan:Night
        choose "Kick Ass 6"
        choose "Kick Ass 5"
        restart
        choose "Bad Ass 1"
        click "Done"
        """
    )
    for step in steps[:-1]:
        assert all(r["visible_to"] == ["player1"] for r in step["replies"]), step
    state = await table.state("Nell")
    assert [state[k] for k in ("kick", "bad", "smart", "hp", "armor", "clan")] == [5, 1, 3, 13, 7, "Night"]
    assert (await table.refused("/character create", 'click "Type it"', 'submit scores:"7/1/1"'))[0] == "RANGE"
    await table.do("/character create", 'click "Type it"')
    assert (await table.refused('submit scores:"4/4/2"'))[0] == "RULE"
    step = await table.do("/character create", 'choose "Kick Ass 4"')
    assert "1 too many" in step["replies"][0]["text"]
    assert [b["disabled"] for b in step["replies"][0]["buttons"]] == [False, True, False]


async def test_dead_from_the_start_only_when_it_is_said_twice(table):
    await table.do("as gm", "in #tomb", PIT, "as player1", "/character create name:Nil", 'choose "Kick Ass 6"')
    step = await table.do('choose "Bad Ass 0"', 'click "Done"')
    assert step["replies"][0]["text"].startswith("Dead from the start?")
    await table.do('click "Back"', 'click "Done"', 'click "Yes"')
    assert (await table.state("Nil"))["reason"] == "zero-score"
    assert (await table.refused("as gm", "/clan-gm revive who:Nil"))[0] == "RULE"
    assert "Nil is dead." in await table.text("as player1", "/play")


async def test_a_sheet_fits_a_phone(table):
    await pit(table)
    clan = "x" * 80
    await table.do("/character edit who:Brakka field:level value:99")
    await table.do(f"/character edit who:Brakka field:clan value:{clan}")
    weapons = ", ".join(f"a weapon of a very long name {chr(97 + n)} 10d12+20" for n in range(12))
    await table.do(f'/character edit who:Brakka field:weapons value:"{weapons}"')
    for n in range(20):
        name, text = f"A Feature of many words {n}", "It does much. " * 20
        await table.do(f'/clan-gm feature name:"{name}" price:3 text:"{text}[smart +1]"')
        await table.do(f'/clan-gm feature name:"{name}" who:Brakka price:3')
    await fight(table, ("Mote", 9), ("Brakka", 4))
    await table.do("dice 12 1", "/clan maneuver intent:hold target:Brakka who:Mote", "/clan-gm narrate")
    for page in cards.pages():
        text = await table.text("as player1", f"/character sheet page:{page}")
        lines = [-(-len(line) // 40) for line in text.split("\n")]
        assert 8 < sum(lines) <= 22, text
    assert "held by Mote" in await table.text("/character sheet")


async def test_a_character_as_a_file(table):
    await pit(table)
    await table.do("/clan-gm weapon who:Brakka name:axe dice:1d6", "as player1", "/character export")
    data = table.world.sent_file("character.json", table.world.person("player1").id)
    (table.folder / "kept.json").write_bytes(data)
    await table.do("as stranger", "/character import file:kept.json")
    assert (await table.state("Brakka (stranger)"))["weapons"] == "axe 1d6"
    good = json.loads(data)
    for field, value, said in (
        ("kick", 9, "Kick"), ("kick", "x", "kick"), ("hp", 99, "Hit points"), ("status", "asleep", "status"),
        ("level", 0, "level"), ("weapons", [{"name": "axe", "dice": "1d7"}], "1d7"), ("luck_spent", -1, "Luck"),
        ("smart", 0, "9|Nine|points"),
    ):  # fmt: skip
        bad = good | {"sheet": good["sheet"] | {"name": "Bad", field: value}}
        (table.folder / "bad.json").write_text(json.dumps(bad))
        before = await table.rows()
        _, message = await table.refused("as player2", "/character import file:bad.json")
        assert re.search(said, message), (field, message)
        assert await table.rows() == before


async def test_creatures_are_kept_copied_and_carried_over(table):
    await pit(table)
    await table.do("/creature new name:Ogre", 'submit line:"Ogre 6/2/1 maul 1d8, unarmed 1d6, level 2"')
    text = await table.text("/creature show name:Ogre")
    assert "14/14 · Armor 8 · Luck 9/9" in text and "maul 1d8+6" in text and "unarmed 1d6+6" in text
    await table.do("/creature edit name:Ogre field:hp value:5", "/creature copy name:Ogre as:Ettin", "/creature export")
    data = table.world.sent_file("creatures.json", table.world.person("gm").id)
    (table.folder / "zoo.json").write_bytes(data)
    await table.do("in #hall", PIT, "/creature import file:zoo.json")
    assert (await table.state("Ettin"))["weapons"] == "maul 1d8"
    assert (await table.refused("/creature new name:Rat", 'submit line:"Rat 9/0/0"'))[0] in ("RANGE", "RULE")
    assert (await table.refused("/creature new name:Rat", 'submit line:"Rat of no numbers"'))[0] == "RANGE"
    await table.do("/campaign ruling name:npc_free_build value:on", "/creature new name:Giant")
    await table.do('submit line:"Giant 12/12/12"')
    assert (await table.state("Giant"))["armor"] == 18


async def test_the_record_tells_and_takes_back(table):
    await pit(table)
    await table.do("as player1", "dice 3", "/clan attack target:Mote", "dice 12 2", 'click "Luck +1"', "dice system")
    log = await table.text("/record log")
    assert "Brakka uses 1 Luck: attack on Mote" in log
    await table.do("as gm", "/record undo")
    assert (await table.state("Mote"))["hp"] == 14 and (await table.state("Brakka"))["luck_spent"] == 0
    await table.do("as player1", "/play", "dice 11 1", 'click "Luck +1"')
    assert (await table.state("Mote"))["hp"] == 9


@pytest.mark.parametrize("line", ["/clan features", "/clan check ability:kick", "/clan-gm narrate", "/clan keep"])
async def test_in_a_campaign_of_another_game_it_names_the_right_one(table, line):
    await table.campaign()
    assert (await table.refused("as gm", line))[0] == "wrong-game"


async def test_the_evening_tells_luck(table):
    await pit(table)
    await table.do("/session start", "as player1", 'click "I\'m here"', "as gm")
    step = await table.do('click "Begin"')
    assert any("Luck: Brakka 6, Mote 6" in text for text in public(step))
    assert "Mote (player2 · away): 14/14, Luck 6/6" in await table.text("/campaign show")


def test_every_rule_can_be_looked_up():
    with open("docs/rules/clan.md", encoding="utf-8") as page:
        ids = [rule.id for rule in read("clan", page.read())]
    numbers = {"GEN": 1, "ABL": 3, "LVL": 1, "FP": 3, "FEA": 1, "LUCK": 5, "CHK": 2, "NAT": 1, "ARM": 1, "HP": 2}
    numbers |= {"UNC": 1, "REST": 1, "ACT": 1, "ATK": 2, "DMG": 1, "WPN": 1, "RNG": 1, "MAN": 2, "KILL": 1}
    numbers |= {"SURV": 1, "ORD": 1}
    assert len(ids) == len(set(ids))
    assert set(ids) == {f"CLAN-{k}-{n:02}" for k, most in numbers.items() for n in range(1, most + 1)}
