"""One-Roll in the bot: private declarations, a round told on one card, a crowd, guided characters, pools anywhere."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import product
from typing import Any

import pytest

from bot.cards import oneroll as cards
from bot.panels.oneroll.plan import token
from bot.pictures import Body, draw
from bot.rules import read
from mechanics.games.oneroll.skills import SKILLS
from tests.bot.table import CREATE

WAR = '/campaign create name:"War" game:one-roll'
ADA = ("player1", "Ada", "1 1 1 1 3 3", "pistol 3")
GWEN = ("player1", "Gwen", "1 1 1 1 4 2", "pistol 5, dodge 3")
COLE = ("player1", "Cole", "1 1 1 1 3 4", "dodge 3")
FINN = ("player2", "Finn", "3 1 1 1 1 3", "brawl 2")


async def war(table, *folk: tuple[str, str, str, str], rulings: tuple[str, ...] = ()) -> None:
    """A campaign in #tomb and finished characters: who, name, stats, skills."""
    await table.do("as gm", "in #tomb", WAR)
    for ruling in rulings:
        name, value = ruling.split(":")
        await table.do(f"/campaign ruling name:{name} value:{value}")
    for who, name, stats, skills in folk:
        await table.do(f"as {who}", f"/character create name:{name}", 'click "Type it"')
        await table.do(f'submit stats:"{stats}" skills:"{skills}"', 'click "Done"')


async def fight(table, *lines: str, order: tuple[str, ...]) -> None:
    """A fight of these, in this order of joining: a name of a character, or a stat line."""
    await table.do("as gm", "/combat start", *lines)
    for who in order:
        await table.do(f'/combat add what:"{who}"' if " " in who else f"/combat join who:{who}")
    await table.do("/combat begin")


def card(step: Any) -> str:
    """What the live card says after a step."""
    found = [r["text"] for r in step["replies"] if r["visible_to"] == "all" and "is up · " in r["text"]]
    return found[-1]


async def live(table) -> str:
    """The live card, posted anew."""
    return (await table.text("/combat status")).removesuffix("\n")


# -- transcripts -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-CBT-01")
async def test_sealed_declarations_and_a_round_told_on_one_card(table):
    await war(table, ADA, rulings=("declare:sealed",))
    await fight(table, order=("Ada", "Bruno body 3 brawl 4 sense 2"))
    step = await table.do("/ore-gm declare who:Bruno action:attack skill:brawl target:Ada")
    assert [r["visible_to"] for r in step["replies"]] == [["gm"], "all"]
    assert "fresh, in" in card(step)
    assert "Brawl" not in card(step)
    step = await table.do(
        "as player1", "dice 4 4 4 9 9 1 2 2 8 8 8 10 5", "/ore declare action:attack skill:pistol target:Bruno"
    )
    told = card(step)
    for words, who in (("Brawl on Ada", "Bruno"), ("Pistol on Bruno", "Ada")):
        (line,) = [x for x in told.split("\n") if x.startswith(f"{who}: {words}")]
        seal, nonce = line.removesuffix(".").split("Seal ")[1].split(", nonce ")
        assert seal == sha256(f"{nonce} {words}".encode()).hexdigest()[:8]
    assert told.index("Bruno: Brawl on Ada") < told.index("Ada: Pistol on Bruno")
    assert "Ada, Coordination + Pistol, 6 dice: 3x4, 2x9 · loose 1" in told
    assert "Bruno, Body + Brawl, 7 dice: 3x8, 2x2 · loose 10 5" in told
    await table.do("/ore assign set:3x4", "as gm", "dice system", 'click "My turn"', 'click "Widest first"')
    told = card(await table.do('click "Next"'))
    assert "1. Bruno's 3x8 resolves: equally wide, higher. Bruno's 3x8 hits Ada: torso, 3 shock." in told
    assert "Ada loses a die from 2x9: broken." in told
    assert (await table.state("Ada"))["torso"] == "3/0"
    told = card(await table.do('click "Next"'))
    assert "1. Bruno's 3x8" in told and "2. Ada's 3x4 resolves: the last set." in told
    assert "Round 1 · round end" in told
    assert (await table.state("Bruno"))["left_arm"] == "1/4"
    await table.do("/combat end")
    assert (await table.state("Ada"))["torso"] == "1/0"
    assert (await table.state("Bruno"))["left_arm"] == "0/4"


@pytest.mark.rule("ORE-CBT-06")
async def test_ordered_declarations_interrupted_sets_and_a_dodge_that_shrinks(table):
    await war(table, COLE, FINN)
    await fight(
        table,
        order=("Edda sense 1 body 3 brawl 3", "Dirk sense 3 coordination 3 pistol 3", "Finn", "Cole"),
    )
    step = await table.do("as player1", "/ore declare action:dodge")
    assert "dodge" not in card(step)
    step = await table.do("as gm", "/ore-gm declare who:Edda action:attack target:Cole")
    assert "Edda: Brawl on Cole." in card(step)
    assert "Cole: dodge" not in card(step)
    step = await table.do("as player2", "/ore declare action:attack target:Dirk")
    assert "Finn: Brawl on Dirk" not in card(step)
    faces = "1 1 1 5 5 8 10 10 10 3 4 6 6 6 6 6 1 7 7 7 2 5 9"
    step = await table.do("as gm", f"dice {faces}", "/ore-gm declare who:Dirk action:attack skill:pistol target:Cole")
    told = card(step)
    at = [told.index(x) for x in ("Edda: Brawl on Cole", "Dirk: Pistol on Cole", "Finn: Brawl on Dirk", "Cole: dodge")]
    assert at == sorted(at)
    assert "Waits for Edda." in told
    await table.do("dice system", "/ore assign set:3x1 who:Edda")
    for words in (
        "1. Finn's 4x6 resolves: widest. Finn's 4x6 hits Dirk: right arm, 4 shock.",
        "2. Cole's 3x7 resolves",
        "3. Edda's 3x1 resolves: widest. Edda's 3x1 hits Cole: left leg, 3 shock.",
        "4. Dirk's 2x10 resolves: the last set. Dirk's 2x10 hits Cole: head, 2 killing and 2 shock.",
    ):
        told = card(await table.do('click "Next"'))
        assert words in told
    assert (await table.state("Cole"))["condition"] == "out"
    await table.do("/combat end")
    cole, dirk = await table.state("Cole"), await table.state("Dirk")
    assert (cole["left_leg"], cole["head"], dirk["right_arm"]) == ("1/0", "1/2", "2/0")


@pytest.mark.rule("ORE-MULTI-01")
async def test_two_actions_by_panel_and_a_penalty_in_the_next_round(table):
    await war(table, GWEN)
    await fight(table, order=("Gwen", "Hugo sense 5 body 5 brawl 3"))
    await table.do("/ore hurt where:torso shock:8 who:Hugo")
    panel = await table.do("as player1", 'click "My turn"')
    assert "9 dice: a set >99 %" in panel["replies"][0]["text"]
    added = await table.do('click "Add an action"')
    text = added["replies"][0]["text"]
    assert "1. Pistol on Hugo" in text and "2. dodge" in text
    assert "One roll of 6 dice: one of them 85 %, all 2 " in text
    await table.do('click "Lock in"', "as gm")
    await table.do("dice 5 5 8 8 8 3 9 9 4 4 10 2 7 1", "/ore-gm declare who:Hugo action:attack target:Gwen")
    await table.do("dice system", 'click "My turn"', 'click "Widest first"', "as player1", 'click "My turn"')
    step = await table.do('click "Use these"')
    assert "Gwen: 3x8 to Pistol on Hugo, 2x5 to dodge." in card(step)
    told = card(await table.do("as gm", 'click "Next"'))
    assert "Hugo goes on with the spare 2x4." in told
    assert (await table.state("Hugo"))["torso"] == "4/6"
    await table.do('click "Next"')
    told = card(await table.do('click "Next"'))
    assert (await table.state("Gwen"))["left_arm"] == "2/0"
    await table.do('click "Next"')
    # what was done is proposed again: My turn and Lock in are all that it takes
    panel = await table.do("as player1", 'click "My turn"')
    assert "1. Pistol on Hugo" in panel["replies"][0]["text"] and "2. dodge" in panel["replies"][0]["text"]
    await table.do('click "Take one back"', 'click "Lock in"', "as gm")
    step = await table.do("dice 7 7 1 2 3 4 5 6 10 3 3 3 6", "/ore-gm declare who:Hugo action:attack target:Gwen")
    assert "Hugo, Body + Brawl, 4 dice: 3x3 · loose 6" in card(step)
    told = card(await table.do("dice system", 'click "Next"'))
    assert "Gwen has no set left for it: the attack fails." in told
    assert (await table.state("Gwen"))["left_arm"] == "5/0"
    await table.do("/combat end")
    assert (await table.state("Gwen"))["left_arm"] == "2/0"
    assert (await table.state("Hugo"))["torso"] == "2/6"


# -- what nobody else may know -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["ordered", "sealed"])
async def test_a_declaration_is_nobody_elses_before_the_reveal(table, how):
    await war(table, ("player1", "Ada", "1 1 1 1 3 5", "performance/Zither 4"), FINN, rulings=(f"declare:{how}",))
    await fight(table, order=("Ada", "Finn", "Bruno body 3 brawl 4"))
    step = await table.do("as player1", '/ore declare action:other skill:"performance/Zither"')
    mine, *others = step["replies"]
    assert mine["visible_to"] == ["player1"] and "Zither" in mine["text"]
    assert "Zither" not in str(others)
    (row,) = [x for x in card(step).split("\n") if x.startswith("· Ada")]
    assert row.endswith("34/34, in")
    for who in ("player2", "stranger"):
        for line in ("/combat status", 'click "My turn"', 'click "More"', "/record log", "/play", "state"):
            assert "Zither" not in json.dumps(await table.do(f"as {who}", line)).replace("performance/Zither", ""), line
    # one's own panel, opened again, shows it and may change it
    assert "Zither" in (await table.text("as player1", 'click "My turn"'))
    step = await table.do('click "Pass"')
    assert "pass" in step["replies"][0]["text"]


async def test_a_secret_check_leaves_nothing_for_others(table):
    await war(table, ADA, FINN)
    step = await table.do("as player1", "dice 4 4 9 9 1 2", "/ore check skill:pistol secret:true note:Zither")
    assert [r["visible_to"] for r in step["replies"]] == [["player1"]]
    assert "2x9, 2x4" in step["replies"][0]["text"]
    await table.do("as player2")
    assert (await table.state())["scene"]["pending"] == []
    assert "Zither" not in str(await table.do("/record log"))
    assert "Zither" in str(await table.do("as gm", "/record log"))


async def test_a_creatures_boxes_are_the_gms_to_see(table):
    await war(table, ADA)
    await fight(table, order=("Ada", "Bruno body 3 brawl 4"))
    step = await table.do("/ore hurt where:head shock:2 killing:1 who:Bruno")
    assert "killing" not in step["replies"][0]["text"].split("\n", 1)[-1]
    for line in ("/ore body who:Bruno", "/character sheet who:Bruno"):
        text = await table.text("as player1", line)
        assert text == "Bruno\nhurt", line
        assert "head" in await table.text("as gm", "/ore body who:Bruno")
    assert (await table.text("as gm", "/ore body who:Bruno share:true")) == "Bruno\nhurt"


# -- a GM's crowd ------------------------------------------------------------------------------------------------------


async def test_a_gm_declares_for_eight_in_four_presses(table):
    await war(table, ADA)
    await table.do("as gm", "/combat start", "/combat join who:Ada")
    await table.do('/combat add what:"thug body 3 brawl 4 sense 2" count:6')
    await table.do('/combat add what:"guard coordination 3 pistol 2" count:2', "/combat begin")
    step = await table.do('click "My turn"')
    assert "Still to declare: 8 creatures. For 6 of them now:" in step["replies"][0]["text"]
    assert "7 dice: a set 94 %" in step["replies"][0]["text"]
    step = await table.do('click "Lock in 6"')
    assert "Still to declare: 2 creatures. For 2 of them now:" in step["replies"][0]["text"]
    step = await table.do('click "Lock in 2"')
    assert step["replies"][0]["text"].startswith("Your creatures are in")
    assert card(step).count(", in\n") == 8
    seats = (await table.state())["scene"]["fight"]["seats"]
    actions = [seat["budget"]["declared"]["value"]["actions"] for seat in seats.values() if seat["budget"]["declared"]]
    assert [a[0]["target"] for a in actions] == ["Ada"] * 8
    assert [a[0]["skill"] for a in actions] == ["brawl"] * 6 + ["pistol"] * 2


@pytest.mark.parametrize(
    ("who", "count"),
    [("thug 1-6", 6), ("t1-t3", 3), ("thug 2-thug 4", 3), ("thug1, thug 5-6", 3), ("T2-6", 5), ("thug 6", 1)],
)
async def test_ranges(table, who, count):
    await war(table, ADA)
    await table.do("as gm", "/combat start", "/combat join who:Ada")
    await table.do('/combat add what:"thug body 3 brawl 4 sense 2" count:6', "/combat begin")
    await table.do(f'/ore-gm declare who:"{who}" action:attack target:Ada')
    seats = (await table.state())["scene"]["fight"]["seats"]
    assert sum(seat["budget"]["declared"] is not None for seat in seats.values()) == count


@pytest.mark.parametrize("who", ["thug 0-6", "thug 1-7", "1-6", "g1-g6", "thug 1-ada 3", "thug 6-1"])
async def test_ranges_that_mean_nobody(table, who):
    await war(table, ADA)
    await table.do("as gm", "/combat start", "/combat join who:Ada")
    await table.do('/combat add what:"thug body 3 brawl 4 sense 2" count:6', "/combat begin")
    assert (await table.refused(f'/ore-gm declare who:"{who}" action:pass'))[0] == "unknown"


# -- presses -----------------------------------------------------------------------------------------------------------


async def test_a_panel_of_an_earlier_round_is_stale_and_strange_hands_are_refused(table):
    await war(table, ADA, FINN)
    await fight(table, order=("Ada", "Finn"))
    await table.do("as player1", 'click "My turn"', 'click "Lock in"')
    await table.do("as player2", 'click "My turn"')
    faces = "dice 1 2 3 4 5 6 1 2 3 4 5"
    await table.do(faces, "together", 'click "Lock in"', 'click "Lock in"', "end", "dice system")
    assert (await table.state())["scene"]["fight"]["phase"] == "round_end"
    code, _ = await table.refused("as stranger", "/ore declare action:dodge who:Ada")
    assert code == "not-yours"
    code, _ = await table.refused("as player1", "/ore declare action:dodge")
    assert code == "STATE"
    code, _ = await table.refused('click "Next"')
    assert code == "not-allowed"


async def test_ask_and_contest_wait_for_their_people(table):
    await war(table, ADA, FINN)
    step = await table.do("as gm", "/ore-gm ask who:Ada,Finn skill:sight target:4 note:smoke")
    assert set(step["replies"][0]["pings"]) == {"player1", "player2"}
    assert (await table.refused("as stranger", 'click "Roll"'))[0] == "not-yours"
    assert "failure" in await table.text("as player1", "dice 3 3 1", 'click "Roll"')
    assert "success" in await table.text("as player2", "dice 4 4 1", 'click "Roll"')
    assert (await table.refused("as player1", 'click "Roll"'))[0] == "stale"
    step = await table.do("as player2", "dice system", "/ore contest target:Ada skill:brawl")
    assert [b["label"] for b in step["replies"][0]["buttons"]] == ["Answer", "Answer for them"]
    assert (await table.refused('click "Answer"'))[0] == "not-yours"
    step = await table.do("as player1", 'click "Answer"')
    assert "Finn has 5 dice of Brawl." in step["replies"][0]["text"]
    assert "Pistol, 6 dice, a set 85 %" in step["replies"][0]["text"]
    text = await table.text("dice 2 2 1 3 4 7 7 1 2 3 4", 'click "Roll"')
    assert "Ada wins." in text


async def test_several_sets_are_chosen_on_the_card(table):
    await war(table, ADA, FINN)
    step = await table.do("as player1", "dice 4 4 4 9 9 1", "/ore check skill:pistol")
    assert [b["label"] for b in step["replies"][0]["buttons"]] == ["Use 3x4", "Use 2x9"]
    assert (await table.refused("as player2", 'click "Use 2x9"'))[0] == "not-yours"
    assert "Ada uses 2x9" in await table.text("as player1", 'click "Use 2x9"')
    assert (await table.refused('click "Use 2x9"'))[0] == "stale"


async def test_the_check_panel_shows_exact_chances(table):
    await war(table, ADA)
    step = await table.do("as player1", "/play", 'click "Check"')
    (panel,) = step["replies"]
    assert "Coordination 3 + Pistol 3: 6 dice" in panel["text"] and "A set: 85 %" in panel["text"]

    def chance(n: int, height: int, k: int) -> str:
        good = 0
        for dice in product(range(1, 11), repeat=n):
            good += sum(dice.count(face) > 1 for face in range(height, 11)) >= k
        return f"{round(100 * good / 10**n)} %"

    shown = json.dumps(panel["selects"])
    assert f"2 actions, all succeed: {chance(5, 1, 2)}" in shown
    assert "3 actions, all succeed: 0 %" in shown
    step = await table.do('choose "2 actions"')
    assert f"Height 6 or more: {chance(5, 6, 2)}" in json.dumps(step["replies"][0]["selects"])
    before = await table.entries()
    await table.do("dice 1 2 3 4 5", "together", 'click "Roll"', 'click "Roll"', "end")
    assert await table.entries() == before + 1
    step = await table.do("dice 1 2 3 4 5", 'click "Roll"')
    assert [r["visible_to"] for r in step["replies"]] == [["player1"], "all"]
    assert "Ada, Coordination + Pistol, 5 dice: no set" in step["replies"][1]["text"]


async def test_a_called_shot_in_the_panel(table):
    await war(table, ADA, rulings=("called_shot:on",))
    await fight(table, order=("Ada", "Bruno body 3 brawl 4"))
    await table.do("/ore-gm declare who:Bruno action:pass", "as player1", 'click "My turn"')
    step = await table.do('choose "Head called"')
    assert "Pistol on Bruno, head called" in step["replies"][0]["text"]
    assert "4 dice, and one laid down: hits 34 %" in step["replies"][0]["text"]  # 1 - 0.9 ** 4
    told = card(await table.do("dice 10 3 3 8", 'click "Lock in"'))
    assert "2x10" in told
    assert "head, 2 killing and 2 shock" in card(await table.do("dice system", "as gm", 'click "Next"'))


# -- a new character ---------------------------------------------------------------------------------------------------


async def test_a_guided_character_survives_a_restart_and_is_seen_by_nobody(table):
    await war(table)
    await table.do("as player1", "/character create", 'click "Stats"')
    await table.do('choose "Body 3"', 'choose "Sense 2"')
    await table.do('choose "Body 4"', "restart", "as player1", 'click "Back"', 'click "Skills"')
    step = await table.do('choose "Brawl"')
    assert "Brawl 3, 7 dice" in json.dumps(step["replies"][0]["selects"])
    step = await table.do('choose "Brawl 3"', 'click "Back"')
    assert [r["visible_to"] for r in step["replies"]] == [["player1"]]
    text = step["replies"][0]["text"]
    assert "Body          4" in text and "Skills: Brawl 3" in text and "Name: none yet" in text
    for who in ("gm", "player2"):
        assert "Brawl" not in str(await table.do(f"as {who}", "state"))
        assert (await table.state())["sheets"] == {}
    await table.do("as player1", "/character create", 'click "Type it"', "submit name:Zoë")
    step = await table.do('click "Done"')
    assert [r["visible_to"] for r in step["replies"]] == [["player1"], "all"]
    sheet = await table.state("Zoë")
    assert (sheet["body"], sheet["sense"], sheet["brawl"], sheet["brains"]) == (4, 2, 3, 1)


async def test_the_form_refuses_what_the_rules_do(table):
    await war(table)
    for typed, code in (
        ('stats:"1 2 3" skills:""', "RANGE"),
        ('stats:"11 1 1 1 1 1" skills:""', "RANGE"),
        ('stats:"" skills:"kung fu 3"', "UNKNOWN"),
        ('stats:"" skills:"language 3"', "UNKNOWN"),
        ('stats:"" skills:"navigation/Air 2"', "UNKNOWN"),
    ):
        found, _ = await table.refused("as player1", "/character create", 'click "Type it"', f"submit {typed}")
        assert found == code


# -- anywhere, and elsewhere -------------------------------------------------------------------------------------------


async def test_pools_and_odds_need_no_campaign(table):
    for where in ("in dm", "in #hall"):
        step = await table.do("as player1", where, "dice 10 9 4 10 10", "/ore roll pool:5 note:luck")
        assert "3x10" in step["replies"][0]["text"] and "Loose: 9 4" in step["replies"][0]["text"]
        await table.do("dice system")
        text = await table.text("/ore odds pool:8 height:6 sets:1")
        assert "A set, 6 or more high: 71 %" in text  # 71144375 / 10 ** 8
        assert (await table.refused("/ore roll pool:11"))[0] == "RANGE"
        assert (await table.refused("/ore roll pool:0"))[0] == "RANGE"
        assert (await table.refused("/ore odds pool:5 height:11"))[0] == "RANGE"
        assert (await table.refused("/ore check skill:pistol"))[0] == "no-campaign"
    assert "A set: >99 %" in await table.text("/ore odds pool:10")


async def test_a_pool_on_the_table_is_on_the_record(table):
    await war(table, ADA)
    before = await table.entries()
    assert "Ada: luck" in await table.text("as player1", "dice 4 4 9", "/ore roll pool:3 note:luck")
    assert await table.entries() == before + 1
    step = await table.do("as stranger", "dice 1 2", "/ore roll pool:2 secret:true")
    assert [r["visible_to"] for r in step["replies"]] == [["stranger"]]
    assert "stranger" in step["replies"][0]["text"]


async def test_another_games_verb_names_the_right_command(table):
    await war(table, ADA)
    await table.do("as gm", "in #hall", CREATE)
    for where, line, right in (
        ("#tomb", "/dh check ability:luck", "/ore check"),
        ("#tomb", "/dh-gm ask who:Ada ability:luck", "/ore-gm ask"),
        ("#tomb", "/mojo show", "/play"),
        ("#hall", "/ore check skill:pistol", "/dh check"),
        ("#hall", "/ore-gm day", "/play"),
        ("#hall", "/ore body", "/play"),
    ):
        step = await table.do("as gm", f"in {where}", line)
        assert step["refusal"]["code"] == "wrong-game", line
        assert step["refusal"]["hint"].startswith(right), line
        assert [r["visible_to"] for r in step["replies"]] == [["gm"]]
    await table.do("in #hall", "dice 3 3", "/ore roll pool:2", "/ore odds pool:2")


async def test_a_button_of_another_game_is_refused(table):
    await war(table, ADA, FINN)
    await table.do("as player1", "dice 4 4 4 9 9 1", "/ore check skill:pistol", "dice system")
    await table.do("as gm", "/campaign here act:release", CREATE)
    assert (await table.refused("as player1", 'click "Use 2x9"'))[0] == "wrong-game"


# -- bodies ------------------------------------------------------------------------------------------------------------


async def test_a_body_is_a_picture_with_its_words(table):
    await war(table, ADA)
    await table.do("as gm", "/ore hurt where:left-arm shock:3 killing:4 who:Ada")
    step = await table.do("as player1", "/ore body")
    (reply,) = step["replies"]
    assert reply["visible_to"] == ["player1"]
    rows = [" ".join(row.split()) for row in reply["text"].split("\n")]
    assert "left arm XXXXX 0/5" in rows and "torso /_________ 1/0" in rows and "head ____ 0/0" in rows
    assert "Cannot be used until healed: left arm." in reply["text"]
    (file,) = reply["files"]
    assert file["alt"] == "Ada's body: torso 1 shock of 10; left arm 5 killing of 5. Able to act."
    assert (await table.do("/ore body share:true"))["replies"][0]["visible_to"] == "all"


def test_marks_differ_by_shape():
    def one(shock: int, killing: int) -> bytes:
        return draw(Body((("head", 4, shock, killing),), ""))

    assert len({one(0, 0), one(1, 0), one(0, 1), one(3, 1), one(2, 2)}) == 5


# -- pages, names ------------------------------------------------------------------------------------------------------


def test_every_skill_has_a_token_of_its_own():
    assert len({token(skill) for skill in SKILLS}) == len(SKILLS) == 41


def test_every_rule_has_a_section():
    with open("docs/rules/oneroll.md", encoding="utf-8") as page:
        rules = read("oneroll", page.read())
    numbers = {"SHEET": 1, "POOL": 2, "SET": 3, "PROB": 1, "STATIC": 1, "VS": 2, "COOP": 1, "MULTI": 1, "CALL": 1}
    numbers |= {"LOC": 1, "DMG": 4, "HEAL": 3, "CBT": 8}
    assert {r.id for r in rules} == {f"ORE-{k}-{n:02}" for k, most in numbers.items() for n in range(1, most + 1)}


def test_lines_fit_a_phone():
    text = cards.odds_card(10).text
    assert max(map(len, text.split("```")[1].split("\n"))) <= 34
