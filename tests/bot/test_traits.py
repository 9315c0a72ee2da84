"""Traits in the bot: secrets, stale and strange buttons, restarts, the guided character, lists that are private."""

import json
import re
from pathlib import Path

import pytest

from bot.cards import traits as cards
from bot.rules import read

SECRET = "Umbrarts"


async def ring(table, exp: int = 20) -> None:
    """Marsha of player1, 4/4/2 with a lightsaber; Santo of player2, 3/2/2 with a dodge."""
    await table.do("as gm", "in #ring", '/campaign create name:"The Ring" game:traits')
    await table.do(f"/campaign ruling name:starting_exp value:{exp}")
    for who, name, traits, abilities in (
        ("player1", "Marsha", "4/4/2", "Lightsaber Attack 4"),
        ("player2", "Santo", "3/2/2", "Dodge: body 4"),
    ):
        await table.do(f"as {who}", f"/character create name:{name}", 'click "Type it"')
        await table.do(f'submit traits:"{traits}" abilities:"{abilities}"', 'click "Done"')


async def fight(table) -> None:
    await table.do("as gm", "/combat start", "as player1", "/combat join", "as player2", "/combat join")
    await table.do("as gm", "/combat begin")


CHALLENGE = '/traits challenge trait:physical target:Santo ability:"Lightsaber Attack" damage:2'


async def test_what_is_burned_is_nobodys_to_see_before_the_answer(table):
    await ring(table)
    told = []
    for burn in ("true", "false"):
        step = await table.do("as player1", f"{CHALLENGE} burn:{burn}")
        mine, public = step["replies"]
        assert (mine["visible_to"], public["visible_to"]) == (["player1"], "all")
        seen = [public["text"]]
        for line in ("/play", 'click "Defend"', "/character sheet who:Marsha", "/record log count:1"):
            step = await table.do("as player2", line)
            seen += [re.sub(r"^`?[0-9]+`? ", "", r["text"], flags=re.MULTILINE) for r in step["replies"]]
        told.append(seen)
        (waiting,) = (await table.state())["scene"]["pending"]
        assert waiting["what"]["burn"] == {"to": "Marsha", "value": None}
        await table.do("as gm", "/traits-gm cancel")
    assert told[0] == told[1]
    assert "8" not in told[0][0] and "12" not in told[0][0]


async def test_the_answer_is_the_targets_and_comes_once(table):
    await ring(table)
    await fight(table)
    await table.do("as player1", CHALLENGE)
    code, _ = await table.refused("as stranger", 'click "Defend"')
    assert code == "not-yours"
    code, _ = await table.refused("as player1", 'click "Defend"')
    assert code == "not-yours"
    code, _ = await table.refused("as player1", 'click "Answer for them"')
    assert code == "not-gm"
    await table.do("as gm", 'click "Defend"', "as player2", 'click "Defend"', 'click "Commit"')
    code, _ = await table.refused("as gm", 'click "Commit"')
    assert code == "stale"
    assert (await table.state("Santo"))["hp"] == 1
    code, _ = await table.refused("as gm", "/traits-gm cancel")
    assert code == "STATE"


async def test_the_gm_has_it_answered_on_another_trait(table):
    await ring(table)
    await table.do("as player1", CHALLENGE)
    code, _ = await table.refused("as player2", 'click "Other trait"')
    assert code == "not-gm"
    await table.do("as gm", 'click "Other trait"')
    step = await table.do('choose "Mental"')
    mine, public = step["replies"]
    assert (mine["visible_to"], public["visible_to"]) == (["gm"], "all")
    assert public["text"].startswith("Santo answers Marsha on Mental\n")
    step = await table.do("as player2", 'click "Defend"')
    assert "Mental = 2" in step["replies"][0]["text"].replace("*", "")
    assert "Dodge" not in step["replies"][0]["text"]
    step = await table.do('click "Commit"')
    assert "Santo: Mental 2 = 2" in step["replies"][1]["text"].replace("*", "")


async def test_the_card_of_a_fight_shows_how_far_below_0_somebody_is(table):
    await ring(table)
    await fight(table)
    text = await table.text("as gm", "/traits hurt who:Santo amount:5", "/combat status")
    assert "-2/3 bleeding" in text


async def test_scores_typed_as_they_are_already_are_fine(table):
    for game, line in (("traits", 'submit traits:"1/1/1"'), ("clan", 'submit scores:"3/3/3"')):
        await table.do("as gm", f"in #{game}", f"/campaign create name:{game} game:{game}", "as player1")
        step = await table.do("/character create name:Nell", 'click "Type it"', line)
        assert step["refusal"] is None


async def test_two_answers_at_once_are_one(table):
    await ring(table)
    await fight(table)
    await table.do("as player1", CHALLENGE, "as player2", 'click "Defend"')
    entries = await table.entries()
    await table.do("together", 'click "Commit"', 'click "Commit"', "end")
    assert await table.entries() == entries + 1
    assert (await table.state("Santo"))["hp"] == 1


async def test_a_challenge_outlives_a_restart(table):
    await ring(table)
    await fight(table)
    await table.do("as player1", f"{CHALLENGE} burn:true", "restart", "as player2", 'click "Defend"')
    await table.do('choose "Dodge: body"', "restart", 'click "Commit"')
    assert (await table.state("Santo"))["hp"] == 1
    assert (await table.state("Marsha"))["burned_physical"] == 1


async def test_a_dropped_challenge_costs_nothing(table):
    await ring(table)
    await fight(table)
    await table.do("as player1", f"{CHALLENGE} burn:true")
    code, _ = await table.refused("/combat next")
    assert code == "waiting"
    await table.do("as gm", "/traits-gm cancel", "as player1")
    assert (await table.state("Marsha"))["burned"] == 0
    await table.do(CHALLENGE)


async def test_disciplines_are_seen_by_nobody_else(table):
    await ring(table)
    await table.do("as gm", f'/traits-gm discipline name:{SECRET} abilities:"{SECRET} Charm 2" who:Marsha')
    await table.do("/traits-gm award who:Marsha exp:5", "as player1", f'/traits buy what:"{SECRET} Charm"')
    await table.do('click "Confirm"')
    assert SECRET in await table.text("/traits abilities")
    assert SECRET in await table.text("/character sheet page:disciplines")
    for line in (
        "state",
        "/traits abilities",
        "/character sheet who:Marsha",
        "/character sheet who:Marsha page:disciplines",
        "/record log",
        "/campaign ruling",
        "/campaign ruling name:disciplines",
        "/campaign show",
        "/play",
        "complete /traits buy what:u",
        "complete /traits buy who:Marsha what:u",
        "complete /traits challenge trait:social target:Marsha ability:u",
        "complete /traits challenge trait:social target:Santo who:Marsha ability:u",
        "complete /traits-gm discipline name:u",
        f"/traits buy what:{SECRET}",
    ):
        for who in ("player2", "stranger"):
            step = await table.do(f"as {who}", line)
            assert SECRET not in json.dumps([step["replies"], step["choices"], step["state"], step["facts"]]), line
    shared = await table.do("as player1", "/character sheet share:true page:disciplines")
    assert SECRET not in json.dumps(shared["replies"])
    step = await table.do("as gm", "complete /traits-gm discipline name:u")
    assert SECRET in json.dumps(step["choices"])


async def test_a_hidden_list_is_refused_like_one_that_is_not_there(table):
    await ring(table)
    await table.do("as gm", '/traits-gm discipline name:Merchant abilities:"Small Talk 2"', "as player1")
    answers = {await table.refused(f'/traits buy what:"{what}"') for what in ("Merchant", "Small Talk", "Nosuchthing")}
    assert len(answers) == 1


async def test_the_gm_opens_closes_and_throws_lists_away(table):
    await ring(table)
    await table.do("as gm", '/traits-gm discipline name:Merchant abilities:"Small Talk 2, Hard Bargain 4"')
    await table.do("/traits-gm discipline name:Merchant who:Marsha", "/traits-gm award who:Marsha exp:9")
    assert "Small Talk" in await table.text("as player1", "/traits abilities")
    await table.do("as gm", "/traits-gm discipline name:Merchant who:Marsha act:close")
    assert "Small Talk" not in await table.text("as player1", "/traits abilities")
    await table.do("as gm", "/traits-gm discipline name:Merchant who:Marsha act:open")
    await table.do("/traits-gm discipline name:Merchant act:delete")
    assert "Small Talk" not in await table.text("/traits abilities")
    await table.do("/traits-gm ability name:Awareness act:delete")
    assert "Awareness" not in await table.text("as player1", "/traits abilities")


async def test_buying_shows_the_price_first_and_can_go_back(table):
    await ring(table)
    assert "Social 3: 2 EXP; 1 left after it." in await table.text("as player1", "/traits buy what:social")
    assert (await table.state("Marsha"))["exp_free"] == 3
    code, message = await table.refused("/traits buy what:physical to:6")
    assert (code, message) == ("FUNDS", "That costs 13 EXP; Marsha has 3 to spend.")
    await table.do("/traits buy what:awareness", 'click "Back"', 'choose "Social 3"', 'click "Confirm"')
    state = await table.state("Marsha")
    assert (state["level_social"], state["exp_free"]) == (3, 1)
    code, _ = await table.refused("/traits buy what:awareness who:Santo")
    assert code == "not-yours"


async def test_asked_people_answer_privately_and_all_hear_what_came_of_it(table):
    await ring(table)
    step = await table.do("as gm", '/traits-gm ask who:"Marsha, Santo" trait:mental vs:3 note:"a rustle"')
    assert sorted(step["replies"][0]["pings"]) == ["player1", "player2"]
    code, _ = await table.refused("as stranger", 'click "Answer"')
    assert code == "not-yours"
    await table.do("as player2", 'click "Answer"', 'click "Burn 1 (2 left): 2 → 4"')
    step = await table.do('click "Commit"')
    assert any("Santo, Mental: 4 against 3: wins" in r["text"] for r in step["replies"] if r["visible_to"] == "all")
    step = await table.do("as gm", 'click "Answer"', 'click "Commit"')
    assert any("Marsha, Mental: 4 against 3: wins" in r["text"] for r in step["replies"])
    code, _ = await table.refused("as player2", 'click "Answer"')
    assert code == "stale"


async def test_everything_typed_can_be_pressed(table):
    await ring(table)
    await table.do("as gm", "/campaign setting name:owners_mark value:on", "as player1")
    await table.do("/play", 'click "Challenge"', 'choose "Social"', 'click "Challenge"')
    await table.do("as player2", "/play", 'click "Defend"', 'click "Commit"')
    await table.do("/play", 'click "Hurt"', "submit amount:2", "/play", 'click "Heal"', "submit amount:1")
    await table.do("/play", 'click "Burn"', "submit trait:mental points:1")
    await table.do("/play", 'click "Buy"', 'choose "Social 3"', 'click "Confirm"')
    state = await table.state("Santo")
    assert (state["hp"], state["burned_mental"], state["level_social"]) == (2, 1, 3)
    code, _ = await table.refused("/play", 'click "Hurt"', "submit amount:many")
    assert code == "bad-value"


async def test_the_last_choice_is_preset_and_repeated_in_two_presses(table):
    await ring(table)
    await fight(table)
    await table.do("as player1", 'click "My turn"', 'choose "Social"', 'choose "2 damage"', 'click "Burn 1"')
    await table.do('click "Challenge"', "as player2", 'click "Defend"', 'click "Commit"')
    await table.do("as player1", "/combat next", "as player2", "/combat next", "as player1", "restart")
    shown = (await table.do('click "My turn"'))["replies"][0]
    assert [menu["chosen"] for menu in shown["selects"]] == [["Santo"], ["Social"], ["Social alone: 1"], ["2 damage"]]
    step = await table.do('click "Challenge"')
    assert "Social for 2 damage" in step["replies"][1]["text"].replace(",", "")
    await table.do("as gm", "/traits-gm cancel", "/character edit who:Marsha field:abilities value:none", "as player1")
    shown = (await table.do("/play", 'click "My turn"'))["replies"][0]
    assert [menu["chosen"] for menu in shown["selects"]][2] == ["Social alone: 1"]


async def test_a_turn_is_played_by_buttons(table):
    await ring(table)
    await fight(table)
    shown = (await table.do("as player1", 'click "My turn"'))["replies"][0]
    assert ["1 damage"] in [menu["chosen"] for menu in shown["selects"]], "0 would be no attack"
    await table.do('choose "2 damage"', 'click "Challenge"')
    await table.do("as player2", 'click "Defend"', 'click "Commit"')
    await table.do("as player1", 'click "My turn"', 'click "Walk 1"', 'click "My turn"', 'click "Walk 3"')
    assert (await table.state("Santo"))["hp"] == 1
    seats = (await table.state())["scene"]["fight"]["seats"]
    assert (seats["Marsha"]["budget"]["steps"], seats["Marsha"]["budget"]["attacked"]) == (4, True)
    await table.do('click "Next"')
    assert (await table.state())["scene"]["fight"]["now"] == ["Santo"]


async def test_a_character_is_made_in_nine_presses_and_one_form(table):
    await table.do("as gm", "in #ring", '/campaign create name:"The Ring" game:traits')
    await table.do("/campaign ruling name:starting_exp value:12", "as player1")
    script = """
    /character create
    click "Type it"
    submit name:Nell
    choose "Physical 3"
    choose "Mental 2"
    choose "Physical 2"
    choose "Awareness 3"
    choose "Awareness: take it back"
    choose "Sword Attack 1"
    click "Done"
    """
    steps = await table.play(script)
    presses = [s for s in steps if s["input"].startswith(("click", "choose"))]
    assert len(presses) <= 9
    for step in steps[:-1]:
        assert all(r["visible_to"] == ["player1"] for r in step["replies"]), step
    state = await table.state("Nell")
    levels = [state[f"level_{t}"] for t in ("physical", "mental", "social")]
    assert (levels, state["abilities"], state["exp_free"], state["hp"]) == ([2, 2, 1], "Sword Attack 1", 9, 2)


async def test_a_new_character_without_exp_is_ready_at_once(table):
    await table.do("as gm", "in #ring", '/campaign create name:"The Ring" game:traits', "as player1")
    step = await table.do("/character create name:Nell")
    assert step["replies"][0]["selects"] == []
    step = await table.do('click "Done"')
    assert (await table.state("Nell"))["hp"] == 1
    await table.do("/character create name:Other", 'click "Drop"')
    assert "Other" not in json.dumps(await table.state())


async def test_a_sheet_fits_a_phone(table):
    await ring(table, 1000)
    names = "Awareness 3, Dodge: body 4, Dodge: projectile 2, Lightsaber Attack 4, Sword Attack 2, Alertness 9"
    more = ", ".join(f"Skill number {chr(97 + n)} of a long name {n + 1}" for n in range(20))
    await table.do("as gm", f'/character edit who:Marsha field:abilities value:"{names}, {more}"')
    await table.do(f'/character edit who:Marsha field:notes value:"{"long " * 190}"')
    for flag, value in (("stays-up", "on"), ("extra-dodges", "3"), ("extra-abilities", "2")):
        await table.do(f"/traits-gm flag who:Marsha flag:{flag} value:{value}")
    abilities = ", ".join(f"Trick {chr(97 + n)} {n + 1}" for n in range(20))
    await table.do(f'/traits-gm discipline name:Thief abilities:"{abilities}" who:Marsha', "as player1")
    for n in range(20):
        await table.do(f'/traits buy what:"Trick {chr(97 + n)}"', 'click "Confirm"')
    for page in cards.pages():
        text = await table.text(f"/character sheet page:{page}")
        lines = [-(-len(line) // 40) for line in text.split("\n")]
        assert 8 < sum(lines) <= 22, text


async def test_players_see_of_a_creature_how_it_is_and_no_more(table):
    await ring(table)
    await table.do("as gm", "/combat start", '/combat add what:"guard 7/6/5 sword 2"')
    text = await table.text("as player1", "/character sheet who:guard")
    assert "fresh" in text and "7" not in text and "Sword" not in text
    assert "Sword Attack 2" in await table.text("as gm", "/creature show name:guard")


@pytest.mark.parametrize("line", ["/traits abilities", "/traits move steps:1", "/traits-gm cancel", "/traits defend"])
async def test_in_a_campaign_of_another_game_it_names_the_right_one(table, line):
    await table.campaign()
    code, _ = await table.refused("as gm", line)
    assert code == "wrong-game"


def test_every_rule_can_be_looked_up():
    page = (Path(__file__).parents[2] / "docs" / "rules" / "traits.md").read_text()
    ids = [rule.id for rule in read("traits", page)]
    assert len(ids) == len(set(ids)) == 31
