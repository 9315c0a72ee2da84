"""Delve in the bot: guided characters, sheets, things, spells, the GM's word, allies, what is secret."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from bot.cards import delve as cards
from bot.rules import read
from mechanics.games.delve.moves import DelveMove
from tests.bot.delve_table import DEEP, deep, fight, labels, stored
from tests.bot.table import CREATE

SECRET = "Umbrarts"


# -- a new character ---------------------------------------------------------------------------------------------------


async def test_a_character_is_made_in_nine_presses_and_one_form(table):
    await table.do("as gm", "in #deep", DEEP, "as player1")
    script = """
    /character create
    choose "Fighter"
    choose "Archer"
    choose "A point from Wisdom"
    choose "Wisdom → Charm"
    choose "A point from Charm"
    choose "Charm → Strength"
    click "Type it"
    submit name:Nell
    dice 4
    click "Done"
    """
    steps = await table.play(script)
    assert sum(s["input"].startswith(("click", "choose")) for s in steps) <= 9
    assert all(r["visible_to"] == ["player1"] for s in steps[:-1] for r in s["replies"])
    assert "Nell joins the campaign" in steps[-1]["replies"][1]["text"]
    state = await table.state("Nell")
    assert [state[k] for k in ("str", "con", "dex", "int", "wis", "cha")] == [1, 1, 1, 0, 2, 1]
    assert (state["life"], state["life_max"], state["luck"], state["coins"]) == (5, 5, 2, 0)


async def test_a_draft_needs_a_name_only_and_is_its_owners_alone(table):
    await table.do("as gm", "in #deep", DEEP, "as player1")
    step = await table.do("/character create")
    assert "Name: none yet" in step["replies"][0]["text"] and "Done" not in labels(step)
    await table.do('click "Type it"', f"submit name:{SECRET}")
    for who in ("gm", "player2"):
        for line in (
            "state",
            "/record log",
            "/character list",
            "/campaign show",
            "complete /delve check ability:str who:u",
        ):
            step = await table.do(f"as {who}", line)
            assert SECRET not in json.dumps([step["replies"], step["choices"], step["state"]]), line
    await table.do("as player1", "restart", "/character create", "dice 3", 'click "Done"')
    assert (await table.state(SECRET))["life"] == 4
    await table.do("dice system", "/character create name:Other", 'click "Drop"')
    assert "Other" not in json.dumps(await table.state())


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("2 2 2 1 0 0", "RULE"),
        ("2 1 1 0 0 1", "RULE"),
        ("-1 3 1 1 1 1", "RANGE"),
        ("1 2 3", "RANGE"),
        ("luck 6", "RANGE"),
    ],
)
async def test_the_form_refuses_what_the_rules_do(table, typed, code):
    await table.do("as gm", "in #deep", DEEP, "as player1", "/character create")
    found, _ = await table.refused('click "Type it"', f'submit name:Nell abilities:"{typed}"')
    assert found == code


async def test_one_name_twice_is_the_owners_to_avoid(table):
    await deep(table, ("player1", "Zoë", "1 1 1 1 1 1", 3), things=())
    for again in ("zoe\u0308", "ZOË"):
        assert (await table.refused("as player1", f"/character create name:{again}", 'click "Done"'))[0] == "name-taken"
        await table.do('click "Drop"')
    await table.do("as player2", "/character create name:Zoë", 'click "Done"')
    code, message = await table.refused("as gm", "/delve-gm wound who:Zoë")
    assert code == "ambiguous" and "Zoë (player1)" in message and "Zoë (player2)" in message
    await table.do('/delve-gm award who:"Zoë (player2)" coins:7')
    assert (await table.state("Zoë (player2)"))["coins"] == 7


# -- sheets and files --------------------------------------------------------------------------------------------------


async def test_a_sheet_fits_a_phone(table):
    await deep(table)
    many = ", ".join([f"blade number {n} of a very long name: melee" for n in range(4)] + ["bow of yew: ranged"])
    await table.do(f'/character edit who:Asha field:items value:"{many}, mail: armor, plate: armor"')
    for spell in ("Wildshape", "Exploding finger", "Speak with the dead"):
        await table.do(f'/delve-gm award who:Asha item:"scroll of {spell}" kind:spell')
    await table.do('/character edit who:Asha field:conditions value:"poisoned, cursed, gripping tail, twice as old"')
    await table.do("/character edit who:Asha field:fingers value:7", "as player1")
    for page in cards.pages():
        text = await table.text(f"/character sheet page:{page}")
        lines = [-(-len(line) // 40) for line in text.split("\n")]
        assert 8 < sum(lines) <= 22, text
        assert all(len(row) <= 24 for row in text.split("```")[1::2] for row in row.split("\n"))
    text = await table.text("/character sheet")
    for words in (
        "Life 5/5",
        "Luck 3/3",
        "STR  2",
        "blade numbe",
        "Armor: mail, plate",
        "poisoned",
        "7 fingers left",
    ):
        assert words in text
    assert "Slots 10/10" in await table.text("/delve gear")


async def test_a_character_goes_through_a_file_and_a_bad_one_names_its_field(table):
    await deep(table)
    await table.do("as player1", "/character export")
    kept = table.world.sent_file("character.json", table.world.person("player1").id)
    (table.folder / "kept.json").write_bytes(kept)
    await table.do("as gm", "in #other", DEEP, "as player1", "/character import file:kept.json")
    state = await table.state("Asha")
    assert (state["life"], state["str"], state["items"]) == (5, 2, "sword, leather, ration")
    await table.do("in #deep")
    for change, field in (
        ({"life": "many"}, "life"),
        ({"abilities": {"str": 6}}, "abilities"),
        ({"fingers": 11}, "Fingers"),
        ({"items": [{"name": "wand", "kind": "spell", "spell": "Nosuch"}]}, "wand"),
        ({"level": 0}, "level"),
    ):
        sheet = json.loads(kept)
        sheet["sheet"] |= {"name": "Nell"} | change
        (table.folder / "bad.json").write_text(json.dumps(sheet))
        before = await table.rows()
        _, message = await table.refused("/character import file:bad.json")
        assert field.casefold() in message.casefold(), message
        assert await table.rows() == before


# -- things ------------------------------------------------------------------------------------------------------------


async def test_ten_slots(table):
    await deep(table)
    await table.do("/delve-gm award who:Asha item:torch", "/delve-gm award who:Asha item:gem kind:treasure")
    for n in range(5):
        await table.do(f"/delve-gm award who:Asha item:junk{n}")
    code, message = await table.refused("/delve-gm award who:Asha item:crown")
    assert (code, message) == ("RULE", "Asha has no slot left: 10/10.")
    code, _ = await table.refused("as player2", "/delve gear act:give item:bow target:Asha")
    assert code == "RULE"
    step = await table.do("as player1", "/delve gear act:drop item:junk1")
    assert [r["visible_to"] for r in step["replies"]] == [["player1"]]
    step = await table.do("as player2", "/delve gear act:give item:bow target:Asha")
    assert step["replies"][0]["visible_to"] == "all" and "Bolin gives bow to Asha" in step["replies"][0]["text"]
    assert (await table.refused("/delve gear act:give item:ration"))[0] == "UNKNOWN"
    assert (await table.refused("/delve gear act:drop item:bow"))[0] == "UNKNOWN"
    assert (await table.refused("/delve gear who:Asha"))[0] == "not-yours"


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("sword", "melee weapon"),
        ("hand axe", "melee weapon"),
        ("longbow of fire", "ranged weapon"),
        ("leather armor", "armor"),
        ("shield", "armor"),
        ("iron rations", "ration"),
        ("scroll of Ward", "spell: Ward"),
        ("leather bag", "gear"),
        ("steward's key", "gear"),
    ],
)
async def test_a_thing_without_a_kind_is_what_its_name_says(table, name, what):
    await deep(table, things=())
    assert f"Asha gets {name} ({what})" in await table.text(f'/delve-gm award who:Asha item:"{name}"')
    text = await table.text(f'/character edit who:Asha field:items value:"{name}, big {name}, stick: melee"')
    assert f"Asha has big {name} ({what}), stick (melee weapon)." in text
    assert f"Asha gets {name} (treasure)" in await table.text(f'/delve-gm award who:Asha item:"{name}" kind:treasure')


async def test_the_gear_panel_uses_gives_drops_and_brings_back(table):
    await deep(table, things=())
    await table.do('/delve-gm award who:Asha item:"potion (1d6)" uses:single', "/delve-gm award who:Asha item:rope")
    await table.do("/delve hurt amount:4 who:Asha", "as player1", "/play", 'click "Gear"', "dice 2", 'click "Use"')
    assert (await table.state("Asha"))["life"] == 3
    step = await table.do("/play", 'click "Gear"')
    assert "Use: potion is spent." in step["replies"][0]["text"]
    await table.do('click "Use again, 1 of 3 Luck"', "dice 6", 'click "Use"', "dice")
    state = await table.state("Asha")
    assert (state["life"], state["luck"], state["items"]) == (5, 2, "potion (spent), rope")
    await table.do("/play", 'click "Gear"', 'choose "rope"', 'click "Give to Bolin"', 'click "Drop"')
    assert (await table.state("Asha"))["items"] == ""
    assert "Nothing is carried." in await table.text("/delve gear")


async def test_a_new_session_gives_back_what_it_should(table):
    await deep(table)
    await table.do('/delve-gm award who:Bolin item:"potion (1d6)" uses:single', "as player2", "dice 11 1")
    await table.do('/delve cast spell:"elemental bolt" choice:fire target:Asha', "dice 3", "/delve use item:potion")
    await table.do("dice system", "as gm", "/session start", "as player1")
    await table.do('click "I\'m here"', "as gm")
    step = await table.do('click "Begin"')
    assert any("Spells, armor and things of a session can be used again." in r["text"] for r in step["replies"])
    assert (await table.state("Bolin"))["items"] == "bow, scroll of Elemental bolt, ration"
    assert "Luck: Asha 3/3, Bolin 1/1" in await table.text("/session status")


# -- levels, rest ------------------------------------------------------------------------------------------------------


async def test_levels_by_command_and_panel(table):
    await deep(table)
    await table.do("/delve-gm award who:Asha coins:2600", "as player1")
    step = await table.do("/play", 'click "Level up"')
    assert "Level 2 costs 1000" in step["replies"][0]["text"]
    step = await table.do('choose "Constitution"', "dice 3 5", 'click "Buy the level"')
    assert "Asha is level 2 now" in step["replies"][1]["text"]
    state = await table.state("Asha")
    assert (state["level"], state["con"], state["life"], state["life_max"], state["luck"]) == (2, 2, 10, 10, 4)
    await table.do("dice 1 1 1", "/delve buy ability:cha")
    state = await table.state("Asha")
    assert (state["level"], state["life_max"], state["luck"], state["coins"]) == (3, 5, 6, 100)
    code, message = await table.refused("/delve buy ability:str")
    assert (code, message) == ("FUNDS", "Asha has 100 coins.")
    step = await table.do("/play", 'click "Level up"')
    assert "Asha has 100 coins." in step["replies"][0]["text"] and labels(step) == []


async def test_rest_takes_a_ration(table):
    await deep(table)
    assert (await table.refused("as player1", "/delve rest"))[0] == "STATE"
    await table.do("as gm", "/delve hurt amount:2 who:Asha", "as player1", "/play", 'click "Rest"')
    state = await table.state("Asha")
    assert (state["life"], state["items"]) == (4, "sword, leather")
    assert (await table.refused("/delve rest"))[0] == "FUNDS"
    await table.do("as gm", "/delve heal amount:1 who:Asha")
    assert (await table.refused("as player1", "/delve rest"))[1] == "Asha's Life is full."


# -- spells ------------------------------------------------------------------------------------------------------------


async def test_the_twenty_spells(table):
    await deep(table)
    text = await table.text("as player2", "/delve spells")
    assert len(re.findall(r"^\d+ [A-Z]", text, re.MULTILINE)) == 20
    assert "10 Invisibility" in text and "targets 1, rounds 2" in text and "dice 4" in text
    text = await table.text('/delve spells spell:"exploding finger"')
    assert [" ".join(row.split()) for row in text.split("\n")][2:4] == ["level 1 2 3 4 5", "dice 4 5 6 7 8"]
    assert (await table.refused("/delve spells spell:Fireball"))[0] == "UNKNOWN"
    assert "At your level 1" in await table.text("as stranger", "/delve spells spell:ward")


async def test_a_spell_round_after_round_and_given_up(table):
    await deep(table)
    await fight(table, "Ghoul 2 life 7", who=("Bolin",))
    step = await table.do("as player2", "dice 8", '/delve cast spell:"elemental bolt" choice:fire target:Ghoul')
    step = await table.do('click "Accept"')
    assert labels(step) == ["Try again", "Give up (miscast)"]
    assert (await table.refused("/delve attack target:Ghoul"))[0] == "STATE"
    assert (await table.refused('click "Try again"'))[0] == "STATE"
    assert (await table.refused("as player1", 'click "Give up"'))[0] == "not-yours"
    step = await table.do("as player2", 'click "My turn"')
    assert "End turn" in labels(step) and "Give up (miscast)" in labels(step)
    assert "Giving the spell up miscasts it." in step["replies"][0]["text"]
    await table.do("as gm", "dice 1", "/combat next", "/combat next", "dice 11 6", "as player2")
    await table.do('click "Try again" copy:2')
    state = await table.state("Bolin")
    assert (state["casting"], state["items"]) == ("", "bow, scroll of Elemental bolt (spent), ration")
    assert (await table.state("Ghoul")) == {"name": "Ghoul", "health": "badly hurt"}
    assert (await table.refused('click "Try again" copy:2'))[0] == "stale"
    await table.do("dice system", "as gm")
    assert (await table.state("Ghoul"))["life"] == 1


async def test_ending_the_turn_without_a_try_is_said_to_give_the_spell_up(table):
    await deep(table)
    await fight(table, "Ghoul 2 life 7", who=("Bolin",))
    await table.do(
        "as player2", "dice 8", '/delve cast spell:"elemental bolt" choice:fire target:Ghoul', 'click "Accept"'
    )
    await table.do("as gm", "dice 1", "/combat next", "/combat next")
    step = await table.do("as player2", 'click "My turn"')
    assert labels(step)[0] == "Try again: 50 %"
    assert "End turn, give the spell up" in labels(step)
    await table.do("dice 4", 'click "End turn, give the spell up"')
    state = await table.state("Bolin")
    assert (state["coins"], state["casting"], state["items"].split(", ")[1]) == (
        0,
        "",
        "scroll of Elemental bolt (spent)",
    )


async def test_an_attack_spell_is_proposed_at_creatures_who_are_up(table):
    await deep(table)
    await fight(table, "Ghoul 2 life 7", "Rat 1 life 2", "Bat 1 life 2", who=("Bolin",))
    await table.do("/delve hurt amount:2 who:Rat", "/combat end")
    step = await table.do("as player2", "/play", 'click "Spells and things"')
    text = step["replies"][0]["text"]
    assert "Cast Elemental bolt on Ghoul" in text and "Rat" not in text
    (whom,) = [m for m in step["replies"][0]["selects"] if any("Ghoul" in o for o in m["options"])]
    assert [o.split()[-1] for o in whom["options"]] == ["out", "Bat", "Asha"]


async def test_an_attack_spell_aims_at_no_friend_by_itself(table):
    await deep(table)
    step = await table.do("as player2", "/play", 'click "Spells and things"')
    assert "Choose whom." in step["replies"][0]["text"] and labels(step) == []
    step = await table.do('choose "And Asha"')
    assert labels(step)[0] == "Cast: 50 %"


async def test_a_spell_begun_goes_on_at_all_its_targets(table):
    await deep(table, things=(("Bolin", "scroll of Ward", "spell"), ("Bolin", "ring of Exploding finger", "spell")))
    await fight(table, *(f"Rat {n} 1 life 2" for n in range(1, 8)), who=("Bolin",))
    await table.do("/combat end", "as player2", "dice 2", '/delve cast spell:"exploding finger" target:"Rat 1-7"')
    await table.do('click "Accept"')
    step = await table.do("/play", 'click "Spells and things"')
    assert labels(step)[0] == "Try again: 50 %" and "Rat 6 and Rat 7" in step["replies"][0]["text"]
    await table.do("dice 3", 'click "Try again"')
    (waiting,) = (await table.state())["scene"]["pending"]
    assert len(waiting["what"]["goal"]["targets"]) == 7


@pytest.mark.parametrize(
    ("die", "press", "before", "after"),
    [
        (6, "It happens", "leather", ""),
        (9, "It happens", "sword", "bouquet"),
        (10, "Nothing comes of it", "sword", "sword"),
    ],
)
async def test_a_miscast_of_which_the_gm_decides(table, die, press, before, after):
    await deep(
        table, things=(("Asha", before, "armor" if die == 6 else "melee-weapon"), ("Asha", "scroll of Ward", "spell"))
    )
    await table.do("as player1", "dice 2", "/delve cast spell:ward", 'click "Accept"', f"dice {die}")
    step = await table.do('click "Give up"')
    assert press in labels(step)
    assert (await table.refused(f'click "{press}"'))[0] == "not-gm"
    step = await table.do("as gm", f'click "{press}"')
    found = (await table.state("Asha"))["items"].split(", ")
    assert (after in found) if after else (before not in found)
    assert (await table.refused("/delve-gm decide"))[0] == "STATE"


async def test_a_miscast_takes_the_armor_of_others_whom_the_gm_names(table):
    await deep(table)
    await table.do("as player2", "dice 1", '/delve cast spell:"elemental bolt" choice:earth', 'click "Accept"')
    await table.do("dice 6", 'click "Give up"', "as gm", 'click "And others"')
    await table.do('choose "And Asha"', 'choose "Leave Asha out"', 'choose "And Asha"', 'click "It happens"')
    assert (await table.state("Asha"))["items"] == "sword, ration"


@pytest.mark.parametrize("how", ["button", "command"])
async def test_a_shadow_flees_with_the_gear_and_gives_it_back(table, how):
    await deep(table)
    await table.do("as player2", "dice 1", '/delve cast spell:"elemental bolt" choice:earth', 'click "Accept"')
    await table.do("dice 10", 'click "Give up"', "as gm", "/delve-gm decide")
    assert (await table.state("Bolin"))["items"] == ""
    if how == "button":
        await table.do("/play", 'click "Bolin\'s shadow gives back"')
    else:
        await table.do("/delve-gm award who:Bolin item:shadow")
    assert (await table.state("Bolin"))["items"] == "bow, scroll of Elemental bolt (spent), ration"


async def test_a_finger_and_how_its_damage_is_shared(table):
    await deep(table, things=(("Bolin", "ring of Exploding finger", "spell"),))
    await fight(table, "Rat 1 life 9", "Bat 1 life 9", who=("Bolin",))
    await table.do("as player2", 'click "My turn"', 'choose "Cast Exploding finger"', 'choose "And Bat"')
    await table.do('choose "Share the damage out"', "dice 15 1 2 3 5", 'click "Cast"')
    code, message = await table.refused('click "Share it out"', "submit shares:11")
    assert (code, message) == ("RANGE", "11 has to be shared out over 2.")
    await table.do('click "Share it out"', 'submit shares:"9 2"')
    state = await table.state("Bolin")
    assert state["fingers"] == 9
    await table.do("as gm")
    assert (await table.state("Rat"))["status"] == "down"
    assert (await table.state("Bat"))["life"] == 7


async def test_points_and_touches_from_the_panel_outside_a_fight(table):
    await deep(table, things=(("Bolin", "scroll of Blessing", "spell"), ("Bolin", "balm of Healing touch", "spell")))
    await table.do("/delve hurt amount:3 who:Asha", "as player2", "/play", 'click "Spells and things"')
    await table.do('choose "Cast Blessing"', 'choose "Points 2"', "dice 11", 'click "Cast"')
    assert (await table.state("Asha"))["luck"] == 5
    await table.do("/play", 'click "Spells and things"', 'choose "Cast Healing touch"', 'choose "Asha"', "dice 12 1")
    await table.do('click "Cast"')
    assert (await table.state("Asha"))["life"] == 4


# -- allies ------------------------------------------------------------------------------------------------------------


async def test_a_demon_is_commanded_by_panel_and_command(table):
    await deep(table, things=(("Bolin", "tome of Summon demon", "spell"),))
    await table.do("as player2", "dice 15 3 2", '/delve cast spell:"summon demon"', "dice 9")
    text = await table.text('/delve cast spell:"summon demon" target:Demon choice:"guard the door"')
    assert "9 + INT 3 = 12 against 12: fail" in text
    assert "Demon does as it likes" in await table.text('click "Accept"')
    await table.do("/play", 'click "Spells and things"', 'choose "Command Demon"', "dice 10", 'click "Command"')
    text = await table.text("dice 12", '/delve cast spell:"summon demon" target:Demon choice:"guard the door"')
    assert "Demon obeys: guard the door." in text
    await table.do("/play", 'click "Spells and things"', 'choose "Command Demon"', 'choose "To go"', "dice 10")
    await table.do('click "Command"', "as gm")
    assert (await table.state("Demon"))["status"] == "down"


async def test_a_retainer_is_hired_and_fights_on_the_players_side(table):
    await deep(table)
    assert (await table.refused('/delve-gm award who:Asha coins:-60 item:"guard 1 life 4"'))[0] == "FUNDS"
    assert (await table.refused('/delve-gm award who:Asha coins:60 item:"guard 1 life 4"'))[0] == "RANGE"
    await table.do("/delve-gm award who:Asha coins:100", '/delve-gm award who:Asha coins:-60 item:"guard 1 life 4"')
    assert (await table.state("Asha"))["coins"] == 40
    await fight(table, "Rat 1 life 4", who=("Asha", "guard"))
    seats = (await table.state())["scene"]["fight"]["seats"]
    assert {name: seat["side"] for name, seat in seats.items()} == {
        "Asha": "players",
        "guard": "players",
        "Rat": "creatures",
    }
    await table.do("as player1", 'click "My turn"', 'choose "guard"', "dice 11 4", 'click "Attack"', "as gm")
    assert (await table.state("Rat"))["status"] == "down"


# -- feats, what is asked ----------------------------------------------------------------------------------------------


async def test_a_feat_waits_for_the_gms_number(table):
    await deep(table)
    assert (await table.refused("as player1", "/delve feat what:leap"))[0] == "no-fight"
    await fight(table, "Rat 1 life 4")
    step = await table.do("as player1", '/delve feat what:"swing on {0} the rope" ability:str')
    assert "swing on {0} the rope" in step["replies"][0]["text"]
    assert labels(step) == ["Moderate 13", "Challenging 15", "Difficult 18", "Set TN", "Not possible"]
    assert (await table.refused('click "Moderate 13"'))[0] == "not-gm"
    assert (await table.refused("/delve feat what:again"))[0] == "STATE"
    await table.do("as gm", 'click "Not possible"')
    await table.do("as player1", 'click "My turn"', 'choose "A daring feat"', 'click "Say what you dare"')
    await table.do('submit what:"over the wall"', "as gm", 'click "Set TN"', "dice 9", "submit tn:10 ability:str")
    step = table.steps[-1]
    assert "9 + STR 2 = 11 against 10: success" in step["replies"][0]["text"]
    seats = (await table.state())["scene"]["fight"]["seats"]
    assert seats["Asha"]["budget"]["action"] == 0


async def test_asked_people_roll_on_the_gms_card(table):
    await deep(table)
    step = await table.do("as gm", "/delve-gm ask who:all ability:dex difficulty:challenging note:smoke")
    assert step["replies"][0]["pings"] == ["player1", "player2"]
    assert "Asha: DEX 1, 30 %, with +5 55 %" in step["replies"][0]["text"]
    assert (await table.refused("as stranger", 'click "Roll"'))[0] == "not-yours"
    text = await table.text("as player2", "dice 15", 'click "Roll"')
    assert "Bolin, smoke: d20 15 + DEX 1 = 16 against 15: success" in text
    assert (await table.refused('click "Roll"'))[0] == "not-yours"
    await table.do("as gm", "dice 2", 'click "Roll"', 'click "Accept"')
    assert (await table.refused("as player1", 'click "Roll"'))[0] == "stale"


async def test_the_gm_presses_what_else_is_typed(table):
    await deep(table)
    door = ("as gm", "/play", 'click "As the GM"')
    await table.do(
        *door, 'click "Award"', 'submit who:"Asha (player1), Bolin (player2)" coins:5 item:"oil" uses:single'
    )
    await table.do("/play", 'click "Hire"', 'submit who:Bolin line:"guard 1 life 4" price:2')
    await table.do(*door, 'click "Wound"', "dice 1", "submit who:Asha")
    state = await table.state("Asha")
    assert (state["coins"], state["str"]) == (5, 1)
    assert (await table.state("Bolin"))["coins"] == 3
    await table.do(*door, 'click "Kill"', "submit who:Asha")
    await table.do(*door, 'click "Revive"', "submit who:Asha")
    await table.do(*door, 'click "Heal"', "submit who:Asha amount:3")
    assert (await table.state("Asha"))["life"] == 4
    assert (await table.refused(*door, 'click "Award"', "submit who:Asha coins:many"))[0] == "bad-value"
    step = await table.do(*door, 'click "Ask"', "submit who:Asha ability:wis tn:9 note:footsteps")
    assert "Asha: WIS, more than 9" in step["replies"][0]["text"]


# -- what is secret ----------------------------------------------------------------------------------------------------


async def test_a_hidden_enemy_is_named_nowhere(table, capfd):
    await deep(table)
    await fight(table, "Rat 1 life 4", first=6)
    await table.do(
        f'/combat add what:"{SECRET} 3 life 37" hidden:true', "/combat next", "dice 6", "/combat next", "dice system"
    )
    public = await table.do(f"/delve-gm attack enemy:{SECRET} target:Asha magic:true")
    seen = [json.dumps(r) for r in public["replies"] if r["visible_to"] == "all"]
    for who in ("player1", "stranger"):
        for line in (
            "state", "/play", "/combat status", 'click "More"', 'click "My turn"', "/record log", "/campaign show",
            "complete /delve attack target:u", "complete /delve cast spell:ward target:u",
            "complete /delve aid target:u",
            f"/delve attack target:{SECRET}", f"/character sheet who:{SECRET}", "/delve gear", "/record why",
            f"complete /delve-gm attack enemy:{SECRET}",
        ):  # fmt: skip
            step = await table.do(f"as {who}", line)
            seen.append(json.dumps([step["replies"], step["choices"], step["state"], step["facts"]]))
    await table.do("as player1", "dice 5 6", 'click "Defend"')
    step = await table.do('click "Accept"')
    seen += [json.dumps(r) for r in table.steps[-2]["replies"] + step["replies"]]
    said = "".join(seen).replace(f"/delve attack target:{SECRET}", "").replace(f"who:{SECRET}", "")
    assert SECRET not in said and "37" not in said
    nobody = {await table.refused("as player1", f"/delve attack target:{x}") for x in (SECRET, "Nosuchthing")}
    assert {code for code, _ in nobody} == {"unknown"} and len({m for _, m in nobody}) == 1
    out = "".join(capfd.readouterr())
    assert SECRET not in out


async def test_what_happens_to_a_hidden_creature_is_told_to_the_gm_alone(table):
    await deep(table)
    await fight(table, f"{SECRET} 3 life 11")
    await table.do(f"/combat hide who:{SECRET}")
    for line, words in (
        (f"/delve hurt amount:4 who:{SECRET}", "7/11"),
        (f"/delve heal amount:1 who:{SECRET}", "8/11"),
        (f"/delve-gm kill who:{SECRET}", SECRET),
    ):
        step = await table.do(line)
        assert [r["visible_to"] for r in step["replies"] if not r["edited"]] == [["gm"]], step["replies"]
        assert words in step["replies"][0]["text"]


async def test_an_enemys_life_is_words_until_the_setting_says_numbers(table):
    await deep(table)
    await table.do("as gm", "/combat start", "/combat join who:Asha", "dice 6 6 5")
    step = await table.do('/combat add what:"Ogre 3"')  # its Life is thrown: 17
    assert "17" not in json.dumps([r for r in step["replies"] if r["visible_to"] == "all"])
    assert (await table.state("Ogre"))["life"] == 17
    await table.do("dice 1", "/combat begin", "as player1", "dice 20 6")
    step = await table.do("/delve attack target:Ogre")
    assert "Ogre takes 14: badly hurt." in step["replies"][0]["text"]
    assert "3/17" not in json.dumps(step)
    assert await table.text("/character sheet who:Ogre") == "Ogre\nbadly hurt"
    assert (await table.state("Ogre")) == {"name": "Ogre", "health": "badly hurt"}
    text = await table.text("as gm", "/creature show name:Ogre")
    assert "Life 3/17" in text and "deals 1d6+2" in text and "Hit above 13" in text
    await table.do("/campaign setting name:creature_health value:numbers", "as player1")
    assert "3/17" in await table.text("/combat status")


async def test_a_secret_check_leaves_nothing_for_others(table):
    await deep(table)
    step = await table.do("as player1", "dice 4", f"/delve check ability:wis secret:true note:{SECRET}")
    assert [r["visible_to"] for r in step["replies"]] == [["player1"]] and SECRET in step["replies"][0]["text"]
    assert labels(step) == []
    for line in ("state", "/record log", "/play", "/record why"):
        assert SECRET not in json.dumps(await table.do("as player2", line)), line
    assert SECRET in await table.text("as gm", "/record log")


# -- the GM's creatures ------------------------------------------------------------------------------------------------


async def test_creatures_are_kept_copied_edited_and_exported(table):
    await deep(table, things=())
    await table.do("/creature new name:Ogre")
    await table.do('submit line:"ogre 3 life 11 dmg 1d6+2"')
    assert "Ogre" in await table.text("/creature list")
    await table.do("/creature copy name:Ogre as:Chief", "/creature edit name:Chief field:tn value:16")
    text = await table.text("/creature show name:Chief")
    assert "Hit above 16" in text and "Life 11/11" in text and "deals 1d6+2" in text
    await table.do("/creature export")
    kept = table.world.sent_file("creatures.json", table.world.person("gm").id)
    (table.folder / "creatures.json").write_bytes(kept)
    await table.do("/creature delete name:Chief", "/creature delete name:Ogre")
    await table.do("/creature import file:creatures.json")
    assert "Hit above 16" in await table.text("/creature show name:Chief")
    assert (await table.refused("/creature new name:Bad", 'submit line:"ogre three"'))[0] == "RANGE"
    await table.do("/combat start", "/combat add what:Ogre count:3")
    assert {f"Ogre {n}" for n in (1, 2, 3)} <= set((await table.state())["scene"]["fight"]["seats"])


# -- pages, names ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["/delve spells", "/delve rest", "/delve-gm tick", "/delve defend"])
async def test_in_a_campaign_of_another_game_it_names_the_right_one(table, line):
    await table.do("as gm", "in #tomb", CREATE)
    code, _ = await table.refused(line)
    assert code == "wrong-game"


async def test_names_are_shown_literally_and_notify_nobody(table):
    name = "@everyone **x** `y`"
    await table.do("as gm", "in #deep", DEEP, "as player1", "/character create", 'click "Type it"')
    await table.do(f'submit name:"{name}"', "dice 4", 'click "Done"', "dice system", "as gm", "/combat start")
    await table.do("as player1", "/combat join", "as gm", '/combat add what:"<@&1>**imp** 1 life 9"')
    await table.do("dice 6", "/combat begin", 'click "My turn"', "dice 2", 'click "Attack"', 'click "Answer for them"')
    for channel in table.world.backend.messages.values():
        for message in channel.values():
            assert not message.mention_everyone and not message.ping_role_ids
    assert name in str([r["text"] for s in table.steps for r in s["replies"]])


async def test_sixty_names_are_completed_twenty_five_at_a_time(table):
    await deep(table, things=())
    await table.do("/combat start", '/combat add what:"Marauder 1 life 4" count:25')
    await table.do('/combat add what:"Mawworm 1 life 4" count:25', "/combat join who:Asha", "dice 6", "/combat begin")
    step = await table.do("complete /delve-gm attack enemy:ma")
    assert len(step["choices"]) == 25
    step = await table.do('/delve-gm attack enemy:"Mawworm 24" target:Asha')
    assert "Mawworm 24 attacks Asha" in step["replies"][0]["text"]
    await table.do("dice 20", 'click "Defend"', 'click "Skip"', 'click "My turn"')
    (panel,) = table.steps[-1]["replies"]
    assert all(len(menu["options"]) <= 25 for menu in panel["selects"])


async def test_an_id_of_another_server_is_unknown(table):
    await deep(table)
    folk = {sheet.name: i for i, sheet in (await stored(table))[1].sheets.items()}
    await table.do("as gm", "in Other/#hall", DEEP, "/combat start")
    for line in (
        f"/delve-gm award who:{folk['Asha']} coins:5",
        f"/delve-gm wound who:{folk['Bolin']}",
        "/combat join who:Asha",
    ):
        assert (await table.refused(line))[0] == "unknown", line
    await table.do("in #deep")
    assert (await table.state("Asha"))["coins"] == 0


def test_every_move_of_the_rules_can_be_made_by_a_command_or_a_button():
    root = Path(__file__).parents[2] / "bot"
    files = [*root.glob("cogs/delve*.py"), *root.glob("panels/delve/*.py")]
    code = "".join(path.read_text() for path in files)
    assert [move.__name__ for move in get_args(DelveMove) if not re.search(rf"\b{move.__name__}\b", code)] == []


def test_every_rule_can_be_looked_up():
    page = (Path(__file__).parents[2] / "docs" / "rules" / "delve.md").read_text()
    ids = [rule.id for rule in read("delve", page)]
    assert len(ids) == len(set(ids)) == 32


async def test_several_of_a_thing_are_given_at_once_or_none(table):
    await deep(table)
    told = await table.text("as gm", '/delve-gm award who:Asha item:"3x ration"')
    assert told == "Asha gets ration x3\nAsha: slots 6/10"
    assert (await table.refused('/delve-gm award who:Asha item:"5x rope"'))[0] == "RULE", "four slots are free"
    assert (await table.refused('/delve-gm award who:Asha item:"0x rope"'))[0] == "RANGE"
    told = await table.text('/delve-gm award who:Asha item:"10 foot pole"')
    assert told == "Asha gets 10 foot pole (gear)\nAsha: slots 7/10"
