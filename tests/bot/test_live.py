"""Live messages: edits gathered, posted anew, retired, out of reach, gone; and nothing of who hides."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.local.language import place
from mechanics.tracking import SetEffect
from tests.bot.fray import Bear, Strike
from tests.bot.fray_table import FrayTable, fray
from tests.bot.test_combat import TWO, pings, rows, texts, tracker


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FrayTable]:
    async with fray(tmp_path, monkeypatch) as table:
        yield table


def edits(table: FrayTable) -> int:
    """How many edits of messages the bot sent by itself so far."""
    return sum(s.method == "PATCH" and s.path.startswith("/channels/") for s in table.world.backend.http_requests)


async def kept(table: FrayTable) -> list[tuple[int, int]]:
    """The live cards of fights as stored: channel and message."""
    async with table.bot.store.read() as unit:
        heads = await unit.campaigns.of_server(table.world.server().id)
        cards = await unit.live.of_campaign(heads[0].id)
    return [(c.channel_id, c.message_id) for c in cards if c.kind == "fight"]


async def test_many_changes_are_one_edit(table):
    await table.begun(*TWO)
    await table.fresh()
    before = edits(table)
    table.bot.live._delay = 60.0
    gm = table.console.hands
    for n in range(5):
        move = SetEffect(actor="gm", who=(await table.id_of("Santo"),), name=f"Slow {n}")
        await table.make("gm", move, settled=False)
    assert (edits(table), len(table.bot.live._tasks)) == (before, 1)
    assert gm.who == "gm"
    with table.world.time_context():
        await table.bot.live.stop()
    assert edits(table) == before + 1
    assert "Slow 4: Santo" in tracker(table)


async def test_what_waits_is_shown_before_a_restart(table):
    await table.begun(*TWO)
    table.bot.live._delay = 60.0
    move = SetEffect(actor="gm", who=(await table.id_of("Santo"),), name="Slow")
    await table.make("gm", move, settled=False)
    assert "Slow" not in tracker(table)
    await table.do("restart")
    assert "Slow: Santo" in tracker(table)


async def test_a_change_that_does_not_show_is_no_edit(table):
    await table.begun(*TWO)
    await table.fresh()
    before = edits(table)
    await table.do("in #hall", '/campaign create name:"Other" game:fray', "/combat start", "/combat status")
    await table.do("as player1", "in #tomb", 'click "More"', 'click "My turn"')
    assert edits(table) == before + 1, "only the old copy in #hall"


async def test_who_is_hurt_elsewhere_is_hurt_on_every_card(table):
    await table.begun(*TWO)
    await table.do("in #tomb/side", "/combat start", "as player1", 'click "Join"', "as player2", 'click "Join"')
    await table.do("as gm", 'click "Begin"', "restart", "dice 4")
    santo = await table.id_of("Santo")
    await table.make("player1", Strike(await table.id_of("Marsha"), santo))
    await table.make("gm", Bear("gm"))
    await table.do("dice system", "in #tomb")
    assert rows(tracker(table))[1].endswith(" 6/10")
    await table.do("in #tomb/side")
    assert rows(tracker(table))[1].endswith(" 6/10")
    await table.do("/character edit field:name value:Zorro who:Santo", "in #tomb")


async def test_a_deleted_tracker_is_posted_anew_by_the_next_turn(table):
    await table.gathered(*TWO)
    await table.do("as gm", 'click "Begin"', "delete", "delete")  # the call to Marsha, and the tracker
    assert table.cards() and not any("Up: " in text for text in texts(table))
    step = await table.do("/combat next")
    new = [r for r in step["replies"] if not r["edited"]]
    assert new[0]["text"] == "Round 1: Santo is up\n@player2"
    assert new[1]["text"].startswith("Round 1\nUp: Santo (player2)")
    assert [r["pings"] for r in new] == [["player2"], []], "the tracker itself calls nobody"
    (card,) = [m for m in table.cards() if "fight-next" in str(m.components)]
    assert await kept(table) == [(card.channel_id, card.id)]
    await table.do('click "Next"')
    assert await table.up() == ["Marsha"]
    assert await kept(table) == [(card.channel_id, card.id)]


@pytest.mark.parametrize(
    ("where", "right", "needed"),
    [
        ("#tomb", "send", "Send Messages"),
        ("#tomb", "view", "View Channel"),
        ("#tomb/side", "threads", "Send Messages in Threads"),
    ],
)
async def test_without_the_right_to_write_the_answer_is_the_tracker(table, where, right, needed):
    await table.do("as gm", "in #tomb", '/campaign create name:"The Tomb" game:fray')
    for who, name, quick in TWO:
        await table.fighter(who, name, quick)
    await table.do("as gm", f"in {where}", f"deny {right}")
    step = await table.do("/combat start")
    sentence = f"I may not write here by myself: I need {needed} in #{where.rpartition('/')[2].removeprefix('#')}."
    (reply,) = [r for r in step["replies"] if not r["edited"]]
    assert "A fight gathers" in reply["text"] and sentence in reply["text"]
    await table.do("as player1", 'click "Join"', "as player2", 'click "Join"', "as gm", 'click "Begin"')
    assert await table.up() == ["Marsha"]
    for card in [m for m in table.cards() if "fight-next" in str(m.components)]:
        table.world.backend.delete_message(card.channel_id, card.id)
    requests = len(table.world.backend.http_requests)
    step = await table.do("/combat next")
    step = await table.do("/combat next")
    assert any(sentence in r["text"] and "Up: Marsha" in r["text"] for r in step["replies"]), step["replies"]
    await table.fresh()
    assert len(table.world.backend.http_requests) - requests < 15, "nothing is tried again and again"
    await table.do(f"allow {right}", "/combat next")
    await table.do('click "Next"')
    assert "I may not write" not in tracker(table)


async def test_a_deleted_channel_closes_its_fight(table):
    await table.begun(*TWO)
    await table.do("in #hall", "/campaign here")
    tomb = table.console.hands.world.channel(place("#tomb"))
    before = len(table.world.backend.http_requests)
    with table.world.time_context():
        table.world.backend.delete_channel(tomb.id)
        await table.world.settle()
    await table.fresh()
    assert await kept(table) == []
    assert len(table.world.backend.http_requests) - before < 5
    log = await table.text("as player1", "/record log")
    assert "The fight ends in round 1." in log
    export = await table.do("as gm", "/record export")
    assert export["replies"][0]["files"]
    async with table.bot.store.read() as unit:
        heads = await unit.campaigns.of_server(table.world.server().id)
    await table.do("/campaign list", "/combat start")
    assert len(heads) == 1


async def test_a_deleted_thread_closes_its_fight_and_no_other(table):
    await table.begun(*TWO)
    await table.do("in #tomb/side", "/combat start")
    thread = table.console.hands.at()
    await table.do("in #tomb")
    with table.world.time_context():
        table.world.backend.delete_channel(thread.id)
        await table.world.settle()
    await table.fresh()
    assert [channel for channel, _ in await kept(table)] == [table.console.hands.at().id]
    assert "The fight is called off." in await table.text("/record log")
    await table.do('click "Next"')
    assert await table.up() == ["Santo"]


async def test_a_channel_that_went_while_nobody_looked_closes_its_fight_at_the_next_change(table):
    await table.begun(*TWO)
    await table.do("in #hall", "/campaign here")
    tomb = table.console.hands.world.channel(place("#tomb"))
    backend = table.world.backend
    with table.world.time_context():
        emit, backend.emit = backend.emit, lambda event, payload: None
        backend.delete_channel(tomb.id)
        backend.emit = emit
        await table.world.settle()
    await table.do("/character edit field:name value:Zorro who:Santo")
    await table.fresh()
    assert await kept(table) == []
    assert "The fight ends in round 1." in await table.text("/record log")


async def test_the_evenings_card_is_one_for_all_channels(table):
    await table.begun(*TWO)
    await table.do("/session start", "in #tomb/side", "/session status", "in #tomb")
    assert any("An old copy" in text for text in texts(table))
    assert len(await kept(table)) == 1, "and the fight's card is none of it"


# -- nothing of the hidden ---------------------------------------------------------------------------------------------

WORD = "zqxhush"
PLAYERS = """
/play
/combat status
/combat next
/combat join
/combat back
/combat end
/combat hide who:{0}
/combat reveal who:{0}
/combat remove who:{0}
/combat order who:{0} place:1
/combat effect who:{0} name:Dazed
/combat effect who:{0} name:Dazed act:end
/combat join who:{0}
/combat add what:{0}
/character list
/character sheet who:{0}
/character use who:{0}
/character export who:{0}
/character retire who:{0}
/character edit field:name value:x who:{0}
/campaign show
/record log
/record log who:{0}
/record why
/record why entry:5
/record why entry:6
/record why entry:7
/record why entry:8
/record export
/creature list
/creature show name:{0}
/creature copy name:{0}
click "My turn"
click "Next"
click "More"
click "Undo"
state
state {0}
complete /character sheet who:z
complete /combat remove who:z
complete /combat join who:z
complete /combat effect who:z
complete /combat add what:z
complete /creature show name:z
complete /record log who:z
"""


def seen(step: Any, who: str) -> str:
    """All that this person can get out of a step."""
    replies = [r for r in step["replies"] if r["visible_to"] == "all" or who in r["visible_to"]]
    return json.dumps([replies, step["choices"], step["state"], step["facts"], step["refusal"], step["form"]])


async def probe(table: FrayTable, who: str) -> None:
    """Everything that somebody may try tells nothing of the hidden but what they typed themselves."""
    ids = [row[1] for row in (await table.rows())["character"] if WORD in row[4].casefold()]
    for name in (ids[0], "Nobody-there"):
        await table.do(f"as {who}")
        for line in PLAYERS.strip().split("\n"):
            step = await table.step(line.format(name))
            assert step["error"] is None or step["error"]["kind"] == "script", step
            assert WORD not in seen(step, who).casefold(), step


async def test_who_hides_is_nowhere(table, capsys):
    await table.gathered(*TWO)
    await table.do("as gm", f"/creature new name:{WORD.title()}", 'submit line:"beast 6 9"')
    await probe(table, "player1")
    steps = []
    await table.do("as gm")
    for line in (
        f"/combat add what:{WORD} hidden:true",
        f"/combat effect who:{WORD} name:Veiled rounds:3",
        "/combat effect who:Marsha name:Watched rounds:2",
        'click "Begin"',
        "/combat status",
        f"/combat order who:{WORD} place:2",
        "/combat order who:Marsha place:1",
        "/combat next",
        'click "Next"',
        "/combat back",
    ):
        steps.append(await table.do(line))
    await probe(table, "player1")
    await probe(table, "stranger")
    await table.do("as gm", f"/combat effect who:{WORD} name:Veiled act:end")
    steps.append(table.steps[-1])
    for line in ("/combat next", "/combat next", "/combat next", "restart", "/combat status", 'click "Undo"'):
        steps.append(await table.do(line))
    await table.do("in #hall", "/campaign here")
    await probe(table, "player2")
    await table.do("as gm", "in #tomb")
    steps.append(await table.do(f"/combat remove who:{WORD}"))
    steps.append(await table.do(f"/combat add what:{WORD} hidden:true"))
    steps.append(await table.do("/combat end"))
    await probe(table, "player2")
    for step in steps:
        assert WORD not in seen(step | {"facts": [], "refusal": None}, "player1").casefold(), step
    assert WORD not in json.dumps(texts(table)).casefold()
    assert WORD not in capsys.readouterr().out.casefold(), "no log line has a name"
    await table.do("as gm", "/combat start", f"/combat add what:{WORD}")
    assert WORD in tracker(table).casefold(), "the word is found where it may be"


async def test_nobody_is_called_for_whoever_hides(table):
    await table.begun(*TWO)
    step = await table.do("as gm", "/combat hide who:Santo", 'click "Next"')
    assert pings(step) == []
    assert "Up: nobody; a GM goes on with Next." in tracker(table)
    assert "Santo" not in json.dumps([r for r in step["replies"] if r["visible_to"] == "all"])
