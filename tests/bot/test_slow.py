"""A slow database: acknowledged in time, visible to the right people, the result in the same reply, stored once."""

import asyncio
from contextlib import asynccontextmanager

import pytest

CHECK = '/dh check ability:dexterity note:"over the wall"'
DEFERRED, DEFERRED_UPDATE = 5, 6


@pytest.fixture
def slow(table):
    """Afterwards every reading and writing takes 0.3 s, and the bot's patience is 0.05 s."""

    def begin() -> None:
        table.bot.patience = 0.05
        for name in ("read", "write"):
            real = getattr(table.bot.store, name)

            @asynccontextmanager
            async def late(real=real):
                await asyncio.sleep(0.15)
                async with real() as unit:
                    yield unit

            setattr(table.bot.store, name, late)

    return begin


def last_answer(table) -> dict:
    return table.answers()[-1]


def ephemeral(answer: dict) -> bool:
    return bool((answer.get("data") or {}).get("flags", 0) & 64)


async def test_a_public_command_is_deferred_publicly_and_stored_once(table, slow):
    await table.evening()
    slow()
    before = await table.entries()
    step = await table.do("as player1", "dice 4", CHECK)
    assert last_answer(table)["type"] == DEFERRED
    assert not ephemeral(last_answer(table))
    (reply,) = step["replies"]
    assert reply["visible_to"] == "all"
    assert "4: full fail" in reply["text"]
    assert await table.entries() == before + 1
    await table.do("dice system")
    await table.do('click "Fudge"')


async def test_a_private_command_is_deferred_privately(table, slow):
    await table.evening()
    slow()
    step = await table.do("as player1", "/character sheet")
    assert last_answer(table)["type"] == DEFERRED
    assert ephemeral(last_answer(table))
    (reply,) = step["replies"]
    assert reply["visible_to"] == ["player1"]
    assert "Marsha" in reply["text"]


async def test_a_late_refusal_of_a_public_command_leaves_nothing_public(table, slow):
    await table.evening()
    slow()
    before = await table.entries()
    code, _ = await table.refused("as player2", '/dh check ability:luck who:"Marsha (player1)"')
    assert code == "not-yours"
    sent = [(s.method, s.path.rsplit("/", 1)[-1]) for s in table.world.backend.http_requests[-4:]]
    assert [method for method, _ in sent] == ["POST", "PATCH", "POST", "DELETE"]
    assert sent[1][1] == sent[3][1] == "@original"
    stub = table.world.backend.http_requests[-3].json["components"]
    assert stub[0]["components"][0]["content"] == "..."
    assert await table.entries() == before


async def test_a_late_refusal_of_a_private_command_stands_in_its_reply(table, slow):
    await table.campaign()
    slow()
    code, _ = await table.refused("as player1", "/character sheet who:Nobody")
    assert code == "unknown"
    assert last_answer(table)["type"] == DEFERRED
    assert table.world.backend.http_requests[-1].method == "PATCH"


async def test_a_late_press_changes_its_card(table, slow):
    await table.evening()
    await table.do("as player1", "dice 4", CHECK)
    slow()
    step = await table.do("dice 7", 'click "Fudge"')
    assert last_answer(table)["type"] == DEFERRED_UPDATE
    card = step["replies"][0]
    assert card["edited"]
    assert "7: half fail" in card["text"]
    assert (await table.pools())["player1"] == 11


async def test_a_late_refusal_of_a_press_keeps_the_card(table, slow):
    await table.evening()
    await table.do("as player1", "dice 4", CHECK)
    slow()
    code, _ = await table.refused("as player2", 'click "Fudge"')
    assert code == "not-yours"
    assert last_answer(table)["type"] == DEFERRED_UPDATE
    assert not [s for s in table.world.backend.http_requests if s.method == "DELETE"]
    await table.do("as player1", "dice 7", 'click "Fudge"')


async def test_a_late_press_that_answers_with_a_public_message(table, slow):
    await table.evening()
    await table.do("as player1", "/play", 'click "Check"')
    slow()
    step = await table.do("dice 4", 'click "Roll"')
    new = [r for r in step["replies"] if not r["edited"]]
    assert [r["visible_to"] for r in new] == ["all"]
    assert "4: full fail" in new[0]["text"]


async def test_a_late_press_that_answers_privately(table, slow):
    await table.evening()
    slow()
    step = await table.do("as player1", 'click "My panel"')
    (reply,) = step["replies"]
    assert reply["visible_to"] == ["player1"]
    assert "Marsha" in reply["text"]


async def test_a_late_refused_press_that_would_answer_with_a_message(table, slow):
    await table.evening()
    await table.do("as player1", "dice 4", CHECK, "as gm", "/session end")
    slow()
    code, _ = await table.refused("as player1", 'click "Fudge"')
    assert code == "stale"


async def test_a_late_form_is_answered(table, slow):
    await table.campaign()
    await table.do("as player1", "/character create", 'click "Type scores"')
    slow()
    step = await table.do('submit name:Marsha abilities:"10 10 8 10 10 10 10 10 10"')
    assert "Marsha" in step["replies"][0]["text"]
    assert step["replies"][0]["visible_to"] == ["player1"]
    step = await table.do('click "Done"')
    assert [r["visible_to"] for r in step["replies"]] == [["player1"], "all"]
    assert (await table.state("Marsha"))["dex"] == 8


async def test_a_late_begin_shows_the_card_and_the_rolls(table, slow):
    await table.campaign()
    await table.character("player1", "Marsha")
    await table.do("as gm", "/session start", "as player1", 'click "I\'m here"', "as gm")
    slow()
    step = await table.do("dice 1 2 3 4 5 6 1 2 3 4", 'click "Begin"')
    assert "Session 1 runs" in step["replies"][0]["text"] or "Session 1 runs" in step["replies"][1]["text"]
    assert any("The session begins" in r["text"] for r in step["replies"])
    assert await table.pools() == {"player1": 15, "gm": 16}


async def test_a_late_choice_is_the_callers_alone(table, slow):
    await table.campaign()
    await table.do("in #hall", '/campaign create name:"Second" game:dragonhead', "in #third")
    slow()
    step = await table.do("/campaign here")
    assert [r["visible_to"] for r in step["replies"]] == [["gm"]]
    assert {b["label"] for b in step["replies"][0]["buttons"]} == {"The Tomb", "Second"}
    step = await table.do('click "Second"')
    assert [r["visible_to"] for r in step["replies"]] == [["gm"], "all"]
    assert (await table.state())["campaign"]["name"] == "Second"
