"""A GM of Traits: creatures by buttons, what is hidden, cards that are over, buttons that are pressed twice."""

from __future__ import annotations

from tests.bot.test_traits import CHALLENGE, fight, ring


def labels(step) -> list[str]:
    """The buttons of the newest answers."""
    return [b["label"] for r in step["replies"] for b in r["buttons"]]


def public(step) -> list[str]:
    """What is new for the whole channel."""
    return [r["text"] for r in step["replies"] if r["visible_to"] == "all" and not r["edited"]]


async def hunt(table, creature: str = "guard 7/6/5 sword 2", hide: bool = False) -> None:
    """Marsha and Santo in a fight with a creature, quicker than they, perhaps hidden."""
    await ring(table)
    await table.do("as gm", "/combat start", f'/combat add what:"{creature}"' + (" hidden:true" if hide else ""))
    await table.do("as player1", "/combat join", "as player2", "/combat join", "as gm", "/combat begin")


async def test_a_creature_is_played_by_buttons(table):
    await hunt(table)
    step = await table.do("as gm", "/play")
    assert "Turn of guard" in labels(step)
    step = await table.do('click "My turn"')
    assert step["replies"][0]["text"].replace("*", "").startswith("A challenge\nguard: ")
    await table.do('choose "Marsha"', 'click "Challenge"', "as player1", 'click "Defend"', 'click "Commit"')
    await table.do("as gm", "/combat next", "as player1")
    step = await table.do("/play")
    assert "My turn" in labels(step) and "Challenge" not in labels(step)
    await table.do('click "My turn"', 'choose "guard"', 'click "Challenge"')
    step = await table.do("as gm", "/play")
    assert "Defend guard" in labels(step)
    step = await table.do('click "My turn"')
    assert step["replies"][0]["text"].replace("*", "").startswith("Defend guard\n")
    await table.do('click "Commit"')
    assert not (await table.state())["scene"]["pending"]


async def test_a_challenge_pressed_twice_is_one_and_a_walk_too(table):
    await ring(table)
    await table.do("as player1", "/play", 'click "Challenge"')
    await table.do("together", 'click "Challenge"', 'click "Challenge"', "end")
    assert len((await table.state())["scene"]["pending"]) == 1
    await table.do("as gm", "/traits-gm cancel")
    await fight(table)
    await table.do("as player1", 'click "My turn"', "together", 'click "Walk 1"', 'click "Walk 1"', "end")
    assert (await table.state())["scene"]["fight"]["seats"]["Marsha"]["budget"]["steps"] == 1
    step = await table.do('click "Walk 3"')
    assert "Steps left: 0" in step["replies"][0]["text"]
    assert public(step)[-1].startswith("Marsha takes 3 steps")


async def test_the_asked_answer_though_a_hidden_creature_was_asked_too(table):
    await hunt(table, hide=True)
    step = await table.do("as gm", '/traits-gm ask who:"guard, Marsha" trait:mental vs:3')
    assert public(step)[0].startswith("Marsha: Mental, more than 3 wins")
    step = await table.do("as player1", 'click "Answer"', 'click "Commit"')
    assert "Marsha, Mental: 4 against 3: wins" in public(step)[0]
    step = await table.do("as gm", 'click "Answer"', 'click "Commit"')
    assert public(step) == []
    assert "Mental: 6 against 3: wins" in step["replies"][0]["text"]


async def test_what_is_done_to_a_hidden_creature_is_told_to_the_gm_alone(table):
    await hunt(table, hide=True)
    for line, words in (
        ("/traits hurt who:guard amount:2", "5/7"),
        ("/traits heal who:guard amount:1", "6/7"),
        ("/traits burn who:guard trait:mental points:1", "Mental 0 → 1"),
        ("/traits-gm award who:guard exp:5", "EXP"),
    ):
        step = await table.do("as gm", line)
        assert public(step) == [] and words in step["replies"][0]["text"], line


async def test_the_card_of_a_settled_challenge_loses_its_buttons(table):
    await ring(table)
    step = await table.do("as player1", CHALLENGE)
    assert labels(step) == ["Defend", "Answer for them, bare (GM)", "Other trait (GM)"]
    step = await table.do("as player2", 'click "Defend"', 'click "Commit"')
    (old,) = [r for r in step["replies"] if r["edited"] and r["visible_to"] == "all"]
    assert old["buttons"] == [] and old["text"].startswith("Marsha challenged Santo: Physical")


async def test_a_button_of_a_settled_challenge_redraws_its_card(table):
    await ring(table)
    for label in ("Defend", "Answer for them", "Other trait"):
        await table.do("as player1", CHALLENGE, "as gm", "/traits-gm cancel")
        code, _ = await table.refused(f'click "{label}"')
        assert code == "stale"
        assert (await table.step(f'click "{label}"'))["error"]["message"].startswith("no button"), label


async def test_where_only_gms_mark_damage_players_have_no_buttons_for_it(table):
    await ring(table)
    step = await table.do("as player1", "/play")
    assert not {"Hurt", "Heal"} & set(labels(step)) and "Hurt" not in step["replies"][0]["text"]
    await table.do("as gm", "/campaign setting name:owners_mark value:on")
    assert {"Hurt", "Heal"} <= set(labels(await table.do("as player1", "/play")))


async def test_the_traits_of_a_sheet_are_narrow(table):
    await ring(table)
    text = await table.text("as player1", "/character sheet")
    table_lines = [line for line in text.split("\n") if line.startswith(("Trait ", "Physical", "Mental", "Social"))]
    assert table_lines == [
        "Trait    level burnt now",
        "Physical     4     0   4",
        "Mental       4     0   4",
        "Social       2     0   2",
    ]


async def test_buying_goes_on_with_the_new_prices(table):
    await ring(table)
    step = await table.do("as player1", "/play", 'click "Buy"', 'choose "Social 3"', 'click "Confirm"')
    assert "Marsha has 1 EXP to spend." in step["replies"][0]["text"].replace("*", "")
    assert step["replies"][0]["selects"] or "Ask the GM" in step["replies"][0]["text"]
    await table.do('choose "Awareness"')
    assert "Ask the GM for EXP." in await table.text('click "Confirm"')


async def test_a_hidden_challenger_is_somebody_and_its_turn_is_not_announced(table):
    await ring(table)
    await table.do("as player1", "/character use", "as gm", "/combat start")
    await table.do('/combat add what:"guard 7/6/5 sword 2" hidden:true', "as player1", "/combat join")
    step = await table.do("as gm", "/combat begin")
    assert public(step) and not any("guard" in text for text in public(step))
    assert "Round 1" not in public(step), "a call with nobody in it"
    step = await table.do('click "My turn"', 'click "Challenge"')
    assert [text.split("\n")[0] for text in public(step)] == ["Somebody challenges Marsha: Physical"]
