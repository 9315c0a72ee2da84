"""Delve's fights in the bot: an exchange on one card, whose its buttons are, sides, restarts, double clicks, copies."""

from __future__ import annotations

import pytest

from tests.bot.delve_table import ASHA, BOLIN, deep, fight, labels

HIT = ("/delve-gm attack enemy:Ogre target:Asha", "as player1", "dice 9", 'click "Defend"')


async def now(table) -> list[str]:
    return (await table.state())["scene"]["fight"]["now"]


async def waits(table) -> list[str]:
    return [p["what"]["type"] for p in (await table.state())["scene"]["pending"]]


# -- the exchange ------------------------------------------------------------------------------------------------------


async def test_a_whole_exchange_is_told_on_one_card(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11", first=6)
    await table.do(*HIT, "dice 5", 'click "Accept"', "dice 3", 'click "Wear"', "dice 12")
    step = await table.do('click "Reroll"')
    (card,) = [r for r in step["replies"] if "Asha" in r["text"] and "is up · " not in r["text"]]
    assert card["edited"] and card["buttons"] == []
    said = (
        "Ogre attacks Asha",
        "Asha, defence: d20 9 + DEX 1 = 10 against 13: fail",
        "Asha lets it stand.",
        "Damage: 5 + 2 = 7",
        "Asha's leather takes half.",
        "Asha, armor: d20 3 + CHA 2 = 5 against 10: fail",
        "Asha, armor: d20 12 + CHA 2 = 14 against 10: success",
        "Asha's leather lasts, and is spent until the next session.",
        "Asha takes 3: 2/5.",
        "Asha: Luck 3 → 2",
    )
    at = [card["text"].index(words) for words in said]
    assert at == sorted(at)


@pytest.mark.parametrize("button", ["Reroll", "+5", "Accept"])
async def test_luck_is_the_rollers_to_spend(table, button):
    await deep(table)
    await fight(table, "Ogre 3 life 11", first=6)
    await table.do(*HIT)
    before = await table.rows()
    for who in ("player2", "stranger"):
        code, message = await table.refused(f"as {who}", f'click "{button}"')
        assert code == "not-yours" and "player1" in message
    assert await table.rows() == before
    await table.do("as player1", {"Reroll": "dice 15", "+5": "dice", "Accept": "dice 3"}[button], f'click "{button}"')
    assert (await table.state("Asha"))["luck"] == (3 if button == "Accept" else 2)


async def test_each_step_can_be_answered_by_its_owner_or_the_gm(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11", first=6)
    await table.do("/delve-gm attack enemy:Ogre target:Asha")
    for kind, button, dice in (
        ("Defence", "Answer for them", "dice 20"),
        ("Counter", "Answer for them", "dice"),
    ):
        assert await waits(table) == [kind]
        assert (await table.refused("as player1", f'click "{button}"'))[0] == "not-gm"
        await table.do("as gm", dice, f'click "{button}"')
    await table.do("dice 6", "/combat next", "/combat next", "dice", "/delve-gm attack enemy:Ogre target:Asha")
    await table.do("dice 2", 'click "Answer for them"', "dice 1", 'click "Accept"')
    assert await waits(table) == ["Armor"]
    await table.do("dice", 'click "Answer for them"')
    assert (await table.state("Asha"))["life"] == 2


async def test_next_and_attacks_wait_for_whom_is_asked(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11", first=6)
    await table.do("/delve-gm attack enemy:Ogre target:Asha")
    for line in ("/combat next", "/delve-gm attack enemy:Ogre target:Bolin"):
        code, message = await table.refused("as gm", line)
        assert code == "waiting" and "Asha" in message
    assert "Waits for Asha (player1)." in await table.text("/combat status")


async def test_answers_from_the_private_panel_are_told_to_all(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11", first=6)
    await table.do("/delve-gm attack enemy:Ogre target:Asha", "as player1")
    step = await table.do("/play", 'click "Defend"')
    assert labels(step)[:2] == ["Defend: 40 %", "+5 and defend: 65 %"]
    step = await table.do("dice 9", 'click "Defend"')
    assert labels(step, private=True) == ["Reroll: 0 % → 40 %", "+5: 0 % → 100 %", "Accept"]
    assert any("10 against 13: fail" in r["text"] for r in step["replies"] if r["visible_to"] == "all")
    step = await table.do('click "My turn"')
    assert labels(step) == ["Reroll: 0 % → 40 %", "+5: 0 % → 100 %", "Accept"]
    await table.do("dice 20", 'click "Reroll"')
    step = await table.do('click "My turn"', 'click "Skip"')
    assert step["replies"][0]["visible_to"] == ["player1"]


async def test_typed_answers_do_the_same(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11", first=6)
    await table.do("/delve-gm attack enemy:Ogre target:Asha")
    code, message = await table.refused("as player2", "/delve defend")
    assert code == "not-yours" and "player1" in message
    await table.do("as player1", "dice 9", "/delve defend", "dice 5", "/delve luck for:reroll")
    assert (await table.refused("as player2", "/delve accept"))[0] == "not-yours"
    await table.do("as gm", "dice 2", "/delve accept")
    await table.do("as player1", 'click "Take it"')
    state = await table.state("Asha")
    assert (state["life"], state["luck"]) == (1, 2)
    assert (await table.refused("/delve accept"))[0] == "STATE"
    assert (await table.refused("/delve luck for:+5"))[0] == "STATE"


# -- O02, O03: restarts and double clicks ------------------------------------------------------------------------------


async def test_every_button_of_an_exchange_outlives_a_restart(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11", first=6)
    await table.do("/delve-gm attack enemy:Ogre target:Asha", "restart", "as player1", "dice 9", 'click "Defend"')
    await table.do("restart", "dice 3", 'click "Reroll"', "restart", "dice 5", 'click "Accept"', "restart", "dice 2")
    await table.do('click "Wear"', "restart", "dice", 'click "Accept"')
    state = await table.state("Asha")
    assert (state["life"], state["luck"], state["items"]) == (2, 2, "sword, ration")


async def test_a_roll_closed_meanwhile_is_refused_privately_after_a_restart(table):
    await deep(table)
    await table.do("as player1", "dice 2", "/delve check ability:dex", "as gm", "/delve accept", "restart")
    for button in ("Reroll", "+5", "Accept"):
        assert (await table.refused("as player1", f'click "{button}"'))[0] == "stale"
    assert (await table.state("Asha"))["luck"] == 3


@pytest.mark.parametrize(
    ("lines", "dice", "button"),
    [
        (("as player1", "dice 2", "/delve check ability:dex"), "19", "Reroll"),
        (("as player1", "dice 9", "/delve check ability:dex"), "", "+5"),
        (HIT, "5", "Accept"),
        (HIT[:2], "19", "Defend"),
    ],
)
async def test_two_presses_at_once_are_one(table, lines, dice, button):
    await deep(table)
    await fight(table, "Ogre 3 life 11", first=6)
    await table.do(*lines, f"dice {dice}".strip())
    entries, luck = await table.entries(), (await table.state("Asha"))["luck"]
    step = await table.do("together", f'click "{button}"', f'click "{button}"', "end")
    assert await table.entries() == entries + 1
    assert (await table.state("Asha"))["luck"] == luck - (button in ("Reroll", "+5"))
    refusals = [r for r in step["replies"] if r["visible_to"] == ["player1"]]
    assert len(refusals) == 1


async def test_two_presses_on_a_panel_attack_once(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11")
    await table.do("as player1", 'click "My turn"', "dice 18 2")
    entries = await table.entries()
    await table.do("together", 'click "Attack"', 'click "Attack"', "end")
    assert await table.entries() == entries + 1
    await table.do("as player2", 'click "My turn"', "dice")
    await table.do("together", 'click "Walk 5"', 'click "Walk 5"', "end")
    seats = (await table.state())["scene"]["fight"]["seats"]
    assert (seats["Asha"]["budget"]["action"], seats["Bolin"]["budget"]["feet"]) == (0, 20)


async def test_two_presses_of_next_pass_one_side_on(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11")
    entries = await table.entries()
    await table.do("as gm", "together", 'click "Next"', 'click "Next"', "end")
    assert await table.entries() == entries + 1
    assert await now(table) == ["Ogre"]
    await table.do("as player1", "/combat status")
    assert (await table.state())["scene"]["fight"]["round"] == 1


# -- O04, O12: old copies, threads -------------------------------------------------------------------------------------


async def test_an_old_copy_of_the_card_moves_nothing(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11")
    await table.do("as gm", "/combat status", 'click "Next"', "/combat status")
    code, message = await table.refused('click "Next" copy:2')
    assert (code, message) == ("stale", "This is an old copy of the card. Ogre is up.")
    assert await now(table) == ["Ogre"]


async def test_a_thread_has_a_fight_of_its_own(table):
    await deep(table, ASHA, BOLIN, ("player3", "Cara", "0 0 0 0 0 6", 3), things=())
    await fight(table, "Ogre 3 life 11", who=("Asha",))
    await table.do("in #deep/cellar")
    await fight(table, "Rat 1 life 4", who=("Cara",))
    await table.do("as player3", "dice 20", "/delve attack target:Rat", "dice 2", "/combat next")
    fight_now = (await table.state())["scene"]["fight"]
    assert (fight_now["round"], fight_now["now"]) == (2, ["Cara"])
    await table.do("in #deep")
    assert await now(table) == ["Asha"]
    assert (await table.refused("as player1", "/delve attack target:Rat"))[0] == "UNKNOWN"


# -- sides, O14, O15 ---------------------------------------------------------------------------------------------------


async def test_a_side_acts_in_any_order_and_the_next_round_is_thrown_anew(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11")
    assert await now(table) == ["Asha", "Bolin"]
    await table.do("as player2", "/delve move feet:10", "/combat next")
    assert await now(table) == ["Asha"]
    assert (await table.refused("/delve move feet:5"))[0] == "STATE"
    assert (await table.refused("as player1", "/delve attack target:Bolin"))[0] == "UNKNOWN"
    step = await table.do("/combat next")
    assert "Ogre is up" in step["replies"][0]["text"]
    step = await table.do("as gm", "dice 2", "/combat next")
    assert "the GM, d6: 2: players go first" in step["replies"][0]["text"]
    assert step["replies"][0]["pings"] == ["player1", "player2"]
    assert await now(table) == ["Asha", "Bolin"]
    await table.do("dice 5", "/combat next", "/combat next", "dice")
    assert await now(table) == ["Ogre"]


async def test_a_latecomer_acts_from_the_next_round_on(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11", who=("Asha",))
    await table.do("as player2", "/combat join", "as gm", '/combat add what:"Bat 1 life 2"')
    assert await now(table) == ["Asha"]
    assert (await table.refused("as player2", "/delve attack target:Ogre"))[0] == "STATE"
    await table.do("as gm", "/combat next")
    assert await now(table) == ["Ogre"]
    await table.do("dice 1", "/combat next")
    assert await now(table) == ["Asha", "Bolin"]
    fight_now = (await table.state())["scene"]["fight"]
    assert (fight_now["round"], fight_now["later"]) == (2, [["Ogre", "Bat"]])


async def test_removal_keeps_the_turn_and_closes_what_waited(table):
    await deep(table, ASHA, BOLIN, ("player3", "Cara", "0 0 0 0 0 6", 3), things=())
    await fight(table, "Ogre 3 life 11", "Bat 1 life 2", who=("Asha", "Bolin", "Cara"))
    await table.do("as player1", "/combat next", "as gm", "/combat remove who:Asha")
    assert await now(table) == ["Bolin", "Cara"]
    await table.do("/combat remove who:Bolin", "/combat remove who:Cara")
    assert await now(table) == ["Ogre", "Bat"]
    await table.do("/combat join who:Asha", "/delve-gm attack enemy:Ogre target:Asha", "/combat remove who:Asha")
    assert await waits(table) == []


# -- dying, Luck in a turn, reach --------------------------------------------------------------------------------------


async def test_the_third_transcript_of_the_rules(table):
    await deep(table, things=(("Asha", "ration", "ration"), ("Bolin", "bow", "ranged-weapon")))
    for who, field, value in (("Asha", "luck", 0), ("Bolin", "luck", 0), ("Asha", "life", 2)):
        await table.do(f"/character edit who:{who} field:{field} value:{value}")
    await fight(table, "Ogre 3 life 6", first=6)
    await table.do("/delve-gm attack enemy:Ogre target:Asha", "as player1", "dice 1 2 3 2 11 2", 'click "Defend"')
    state = await table.state("Asha")
    assert (state["status"], state["death_round"], state["dex"], state["con"], state["life"]) == ("dying", 3, 0, 0, 0)
    assert "0/5 dying r3" in await table.text("/combat status")
    await table.do("as gm", "dice", "/combat next", "as player2", "dice 10", "/delve attack target:Ogre")
    await table.do("dice 1", "/combat next", "dice", 'click "My turn"', 'choose "First aid"', 'click "First aid"')
    assert (await table.state("Asha"))["status"] == "stable"
    await table.do('click "End turn"', "as gm", "/delve-gm attack enemy:Ogre target:Bolin", "dice 15")
    await table.do('click "Defend"', "dice 3", "/combat next", "as player2", "dice 18 6", "/delve attack target:Ogre")
    await table.do("dice", "as gm", "/combat end", "as player1", "/delve rest")
    state = await table.state("Asha")
    assert (state["status"], state["life"], state["con"], state["dex"], state["items"]) == ("up", 2, 0, 0, "")


async def test_outside_a_fight_turns_pass_until_somebody_dies(table):
    await deep(table)
    await table.do("dice 3 20 1", "/delve hurt amount:9 who:Asha", "dice")
    assert "Life 0/5 dying, 2 turns" in await table.text("/campaign show")
    await table.do("/delve-gm tick", "/play", 'click "As the GM"')
    await table.do("together", 'click "Tick"', 'click "Tick"', "end")
    assert (await table.state("Asha"))["status"] == "dead"
    assert (await table.refused("/delve heal amount:1 who:Asha"))[0] == "STATE"
    await table.do("/delve-gm revive who:Asha")
    assert (await table.state("Asha"))["life"] == 1


async def test_luck_buys_an_action_and_feet_in_ones_turn(table):
    await deep(table)
    await fight(table, "Ogre 3 life 30")
    await table.do("as player1", "dice 19 1", "/delve attack target:Ogre", "dice")
    code, message = await table.refused("/delve attack target:Ogre")
    assert (code, message) == ("STATE", "Asha has no action left.")
    await table.do("/delve luck for:action", "/delve dash", 'click "My turn"', 'click "Walk 50"')
    assert (await table.refused("/delve move feet:5"))[0] == "STATE"
    await table.do("/delve luck for:move", "/delve move feet:25")
    assert (await table.state("Asha"))["luck"] == 1


async def test_strict_reach_is_the_gms_to_mark(table):
    await deep(table)
    await table.do("/campaign ruling name:strict_reach value:on")
    await fight(table, "Ogre 3 life 30")
    assert (await table.refused("as player1", "/delve attack target:Ogre"))[0] == "STATE"
    await table.do("as gm", "/play", 'click "Who is adjacent"')
    await table.do("as gm", 'click "They are adjacent"', "as player1", "dice 12 2", "/delve attack target:Ogre")
    await table.do("as gm", 'choose "Bolin"', 'click "They are adjacent"')
    assert (await table.refused("as player2", "/delve attack target:Ogre with:bow"))[0] == "STATE"
    await table.do("as gm", 'click "Part them"', "as player2", "dice 12 2", "/delve attack target:Ogre with:bow")


# -- panels ------------------------------------------------------------------------------------------------------------


async def test_the_last_attack_again_is_two_presses_a_new_one_five(table):
    await deep(table)
    await table.do("/delve-gm award who:Asha item:axe kind:melee-weapon")
    await fight(table, "Ogre 3 life 90", "Troll 4 life 90")
    presses = ('click "My turn"', 'choose "Attack"', 'choose "Troll"', 'choose "axe"', "dice 19 1", 'click "Attack"')
    step = await table.do("as player1", *presses)
    assert "Asha attacks Troll" in step["replies"][1]["text"]
    await table.do("dice 1", "as gm", "/combat next", "/combat next")
    step = await table.do("as player1", 'click "My turn"', "dice 19 1", 'click "Attack"')
    assert "Asha attacks Troll" in step["replies"][1]["text"]
    last = (await table.state())["scene"]["fight"]["seats"]["Asha"]["budget"]["last"]
    assert last == ["Troll", "axe"]


async def test_the_gms_turn_is_played_by_buttons(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11", "Rat 1 life 4", first=6)
    step = await table.do('click "My turn"')
    assert labels(step)[0] == "Attack: 40 % to avoid it"
    step = await table.do('choose "Bolin"', 'click "Attack"')
    assert labels(step) == ["Defend: 40 %", "+5 and defend: 65 %", "Answer for them"]
    step = await table.do("dice 19", 'click "My turn"', 'click "Answer for them"')
    assert "Rat: what will you do?" in step["replies"][0]["text"]
    step = await table.do('choose "By magic"', 'choose "Bolin"', "dice", 'click "Attack"')
    assert any("It is magic." in r["text"] for r in step["replies"])
    await table.do("as player2", "dice 20", 'click "Defend"', 'click "Skip"', "as gm", "dice", 'click "My turn"')
    await table.do('click "End turn"', 'click "My turn"', 'click "End turn"')
    assert await now(table) == ["Asha", "Bolin"]
    step = await table.do('click "My turn"')
    assert step["replies"][0]["text"].startswith("No creature is up")


async def test_what_is_forbidden_is_grey_with_the_reason(table):
    await deep(table)
    step = await table.do("as player1", "/play")
    (reply,) = step["replies"]
    grey = [b["label"] for b in reply["buttons"] if b["disabled"]]
    assert grey == ["Rest", "Hurt", "Heal"]
    assert "Rest: Asha's Life is full; the ration is kept." in reply["text"]
    await fight(table, "Ogre 3 life 11", first=6)
    step = await table.do("as player1", 'click "My turn"')
    assert "Asha is not up yet" in step["replies"][0]["text"] and "Up: Ogre." in step["replies"][0]["text"]
    await table.do("as gm", "/combat next", "as player1", "dice 19 1", "/delve attack target:Ogre")
    step = await table.do('click "My turn"')
    assert "Asha has no action left." in step["replies"][0]["text"]
    assert "Attack" not in [b["label"] for b in step["replies"][0]["buttons"] if not b["disabled"]]


async def test_what_does_not_block_leaves_the_turn_panel(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11")
    await table.do("/delve-gm ask who:Asha ability:wis")
    step = await table.do("as player1", 'click "My turn"')
    assert step["replies"][0]["text"].startswith("Asha: what will you do?")
    step = await table.do("/play")
    assert "Roll what was asked" in labels(step)


async def test_what_waits_greys_the_spell_begun_and_the_end_of_the_turn(table):
    await deep(table, things=(("Asha", "scroll of Ward", "spell"),))
    await fight(table, "Ogre 3 life 11", first=6)
    await table.do("as gm", "/combat next", "as player1", "dice 2", "/delve cast spell:ward", 'click "Accept"')
    await table.do('click "My turn"', "as gm", "dice 6", "/combat next", "/delve-gm attack enemy:Ogre target:Asha")
    rows = (await table.text("/combat status")).split("\n")
    at = [row.index(life) for life in ("5/5 casting", "3/3  luck 1") for row in rows if life in row]
    assert len(at) == 2 and at[0] == at[1], rows
    (reply,) = (await table.do("as player1", "/play"))["replies"]
    grey = {b["label"].partition(":")[0] for b in reply["buttons"] if b["disabled"]}
    assert {"Try again", "Give up (miscast)"} <= grey
    assert "Try again, Give up: Press Defend first." in reply["text"]
    (reply,) = (await table.do('click "Spells and things"'))["replies"]
    assert "Press Defend first." in reply["text"] and all(b["disabled"] for b in reply["buttons"])


async def test_somebody_dying_is_told_so_in_one_line(table):
    await deep(table)
    await table.do("dice 1 20 2", "/delve hurt amount:9 who:Bolin", "as player2")
    (reply,) = (await table.do("/play"))["replies"]
    assert reply["text"].count("dying") == 1 and "Bolin is dying, 2 turns" in reply["text"]
    assert "Spells and things" not in [b["label"] for b in reply["buttons"]]


async def test_taking_back_an_exchange(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11", first=6)
    await table.do(*HIT, "dice 5", 'click "Accept"', "dice 6 20 1", 'click "Take it"', "as gm")
    assert (await table.state("Asha"))["status"] == "dying"
    await table.do("/record undo", "/record undo")
    assert await waits(table) == ["Roll"]
    step = await table.do("as player1", 'click "My turn"')
    assert labels(step) == ["Reroll: 0 % → 40 %", "+5: 0 % → 100 %", "Accept"]
    await table.do("dice", 'click "+5"')
    state = await table.state("Asha")
    assert (state["life"], state["luck"]) == (5, 2)
