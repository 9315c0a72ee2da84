"""`/roll`, `/odds`, `/help`: limits, long results, order of operations, nothing and less, direct messages."""

import re

import pytest


@pytest.fixture
async def here(table):
    await table.do("as player1", "in #tomb")
    return table


@pytest.mark.parametrize(
    ("dice", "code"),
    [
        ("100000d6", "too_many_dice"),
        ("9999999d999999999", "too_many_dice"),
        ("+".join(["1d6"] * 300), "too_long"),
        ("20d10e>=1", "never_ends"),
        ("3d6r<=6", "never_ends"),
        ("(0-1)d6", "negative_count"),
        ("1d0", "zero_faces"),
        ("", "empty"),
        ("1d", "missing_faces"),
    ],
)
@pytest.mark.parametrize("command", ["roll", "odds"])
async def test_what_cannot_be_thrown_is_refused_with_its_code(here, command, dice, code):
    if not dice:
        dice = " "
    step = await here.do(f'/{command} dice:"{dice}"')
    assert step["refusal"]["code"] == code, step["refusal"]
    (reply,) = step["replies"]
    assert reply["visible_to"] == ["player1"]


async def test_another_persons_roll_is_not_delayed_by_a_giant_one(here):
    step = await here.do("together", "/roll dice:100000d6", "as player2", "/roll dice:2d1", "end")
    assert any("2d1" in r["text"] and r["visible_to"] == "all" for r in step["replies"])


async def test_a_long_explosion_stops_at_the_stated_cap_or_is_refused_with_it(here):
    step = await here.do("/roll dice:1d1000000r>1")
    said = step["replies"][0]["text"]
    if step["refusal"]:
        assert "1000" in said or "1,000" in said
    else:
        assert re.search(r"\b1\b", said)


@pytest.mark.parametrize("dice", ["500d100", "1000d6", "1000d1000000", "20x50d100", "1000d1e2", "999d2mw"])
async def test_a_legal_but_long_roll_is_one_message_with_the_total_first(here, dice):
    step = await here.do(f"/roll dice:{dice}")
    if step["refusal"]:
        assert dice == "1000d1e2"
        return
    (reply,) = step["replies"]
    first = reply["text"].split("\n")[1]
    assert re.match(r"-?\d", first), first
    if not dice.startswith(("999", "20x")):
        assert "more" in reply["text"]


@pytest.mark.parametrize(
    ("dice", "total"),
    [
        ("1+2d1*3", 7),
        ("10-2d1-3", 5),
        ("2*(3d1+1)", 8),
        ("4d1kh2", 2),
        ("4d1dl1", 3),
        ("0d6", 0),
        ("2d1-10", -8),
    ],
)
async def test_order_of_operations(here, dice, total):
    said = await here.text(f"/roll dice:{dice}")
    assert re.match(rf"{total}\b", said.split("\n")[1]), said


@pytest.mark.parametrize(("dice", "faces", "total"), [("2d20kh1+5", "4 17", 22), ("2d20 + d1", "4 17 1", 22)])
async def test_keep_and_a_die_behind_a_plus(here, dice, faces, total):
    await here.do(f"dice {faces}")
    said = await here.text(f"/roll dice:{dice}")
    assert re.match(rf"{total}\b", said.split("\n")[1]), said
    assert here.console.dice.left == ()


async def test_the_help_states_the_order(here):
    text = await here.text("/help topic:dice")
    assert "`*` and `/`" in text or "* and /" in text
    assert text.index("/") < text.index("brackets")


@pytest.mark.parametrize("line", ["/roll dice:2d1", "/odds dice:2d6 target:7", "/help", "/help topic:roll"])
async def test_dice_and_help_work_in_direct_messages(table, line):
    step = await table.do("as player1", "in dm", line)
    assert step["error"] is None
    (reply,) = step["replies"]
    assert reply["channel"] == "dm"
    assert reply["text"]


async def test_other_commands_are_not_offered_in_direct_messages(table):
    await table.do("as player1", "in dm")
    for line in ("/play", "/campaign list", "/dh check ability:luck"):
        step = await table.step(line)
        assert step["error"]["kind"] == "script", line
        assert "there are: help, odds, ore, roll, rules, saved" in step["error"]["message"]


async def test_secret_and_shared(here):
    step = await here.do("/roll dice:2d1 secret:true")
    assert [r["visible_to"] for r in step["replies"]] == [["player1"]]
    step = await here.do("/roll dice:2d1")
    assert [r["visible_to"] for r in step["replies"]] == ["all"]
    step = await here.do("/odds dice:2d6")
    assert [r["visible_to"] for r in step["replies"]] == [["player1"]]
    step = await here.do("/odds dice:2d6 share:true")
    assert [r["visible_to"] for r in step["replies"]] == ["all"]


async def test_the_exact_chance_to_reach_a_number(here):
    text = await here.text("/odds dice:2d6 target:9")
    assert "Mean 7, from 2 to 12" in text
    assert "9 or more: 28 % (5/18)" in text


async def test_the_note_is_shown_and_cut(here):
    assert "for luck" in await here.text('/roll dice:2d1 note:"for luck"')
    long = await here.text(f'/roll dice:2d1 note:"{"x" * 2000}"')
    assert "…" in long


async def test_help_knows_every_command_and_refuses_what_is_none(here):
    for command in here.bot.tree.get_commands():
        text = await here.text(f"/help topic:/{command.name}")
        assert text.startswith(f"/{command.name}\n")
    code, _ = await here.refused("/help topic:nothing-of-this-kind")
    assert code == "unknown"
    step = await here.do("complete /help topic:ro")
    assert [c["name"] for c in step["choices"]] == ["/roll"]
    assert (await here.text("/help topic:roll")).startswith("/roll\n")
    assert (await here.text("/help topic:session")).startswith("An evening\n")
    step = await here.do("complete /help topic:")
    names = [c["name"] for c in step["choices"]]
    assert {"start", "dice", "session", "/session", "/dh"} <= set(names)
    assert len(set(names)) == len(names)
