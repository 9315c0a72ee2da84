"""Fights: who may do what, whose turn it is for everybody, double clicks, latecomers, leavers, crowds, names."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from discord import app_commands

from bot.cards.card import Button, Card
from mechanics.games.all import GAMES
from tests.bot import lint
from tests.bot.fray import PANELS, Bear, Fray, Strike
from tests.bot.fray_table import FrayTable, fray

TWO = (("player1", "Marsha", 5), ("player2", "Santo", 3))
THREE = (*TWO, ("player3", "Cara", 1))


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FrayTable]:
    async with fray(tmp_path, monkeypatch) as table:
        yield table


def tracker(table: FrayTable) -> str:
    """What the newest card with a Next or a Join says."""
    return next(text for text in reversed(texts(table)) if "\nUp: " in text or text.startswith("### A fight gathers"))


def texts(table: FrayTable) -> list[str]:
    return ["\n".join(p["content"] for p in lint.walk(m.components) if p["type"] == lint.TEXT) for m in table.cards()]


def rows(text: str) -> list[str]:
    """The lines of a card's first block of code."""
    return text.split("```")[1].strip("\n").split("\n")


def pings(step: Any) -> list[str]:
    return [name for reply in step["replies"] for name in reply["pings"]]


# -- commands ----------------------------------------------------------------------------------------------------------


async def test_the_commands_are_those_written_down(table):
    found = {}
    for command in table.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command) and command.qualified_name.startswith("combat "):
            found[command.name] = [
                (o.display_name, o.required, [str(c.value) for c in o.choices]) for o in command.parameters
            ]
    who = ("who", True, [])
    assert found == {
        "start": [("surprise", False, ["nobody", "players", "creatures"])],
        "join": [("who", False, [])],
        "add": [
            ("what", True, []),
            ("count", False, []),
            ("hidden", False, []),
            ("side", False, ["creatures", "players"]),
        ],
        "begin": [],
        "next": [],
        "back": [],
        "order": [who, ("place", True, [])],
        "hide": [who],
        "reveal": [who],
        "effect": [who, ("name", True, []), ("rounds", False, []), ("act", False, ["add", "end"])],
        "remove": [who],
        "status": [],
        "end": [],
    }


async def test_without_a_game_that_fights_there_is_no_command(tmp_path, monkeypatch):
    class Peaceful(Fray):
        fights = None

    for key in reversed(list(GAMES)):  # what is undone comes back in its order
        monkeypatch.delitem(GAMES, key)
    async with fray(tmp_path, monkeypatch, Peaceful()) as table:
        assert table.bot.tree.get_command("combat") is None


GM_ONLY = (
    "/combat start", '/combat add what:"ogre 8 4"', "/combat begin", "/combat back", "/combat order who:Marsha place:1",
    "/combat hide who:Marsha", "/combat reveal who:Marsha", "/combat remove who:Marsha", "/combat end",
    '/combat add what:"ogre 8 4" hidden:true', 'click "Undo"',
)  # fmt: skip


@pytest.mark.parametrize("line", GM_ONLY)
async def test_what_only_a_gm_does(table, line):
    await table.begun(*TWO)
    before = await table.rows()
    for who in ("player1", "stranger"):
        code, _ = await table.refused(f"as {who}", line)
        assert code == "not-gm"
    assert await table.rows() == before


async def test_without_a_fight_each_says_so(table):
    await table.do("as gm", "in #tomb", '/campaign create name:"The Tomb" game:fray')
    await table.fighter("player1", "Marsha")
    await table.do("as gm")
    for line in ("next", "back", "status", "end", "begin", "join who:Marsha", "hide who:Marsha", "remove who:Marsha"):
        assert (await table.refused(f"/combat {line}"))[0] == "no-fight", line
    assert (await table.refused("/combat effect who:Marsha name:Dazed"))[0] == "no-fight"
    await table.do("/combat start")
    assert (await table.refused("/combat start"))[0] == "fight-running"
    assert (await table.refused('click "Begin"'))[0] == "too-few"
    await table.do("in #hall")
    assert (await table.refused("/combat start"))[0] == "no-campaign"
    assert (await table.refused("/combat status"))[0] == "no-campaign"


async def test_a_whole_fight_as_people_see_it(table):
    await table.gathered(*TWO)
    assert rows(tracker(table)) == ["  Marsha  10/10", "  Santo   10/10"]
    step = await table.do("as gm", '/combat add what:"ogre 8 4" count:2')
    assert step["replies"][0]["visible_to"] == "all"
    assert step["replies"][0]["text"] == "ogre 1 joins the fight\nogre 2 joins the fight."
    step = await table.do('click "Begin"')
    card, turn = (next(r for r in step["replies"] if r["edited"] is e) for e in (True, False))
    assert card["text"].startswith("Round 1\nUp: Marsha (player1)\n> Marsha")
    assert [b["label"] for b in card["buttons"]] == ["My turn", "Next", "Undo", "More"]
    assert (turn["text"], turn["pings"]) == ("Round 1: Marsha is up\n@player1", ["player1"])
    step = await table.do("as player1", 'click "Next"')
    assert pings(step) == [], "a creature is nobody's to be called"
    assert rows(tracker(table)) == [
        f"· {'Marsha':<6}  10/10",
        f"> {'ogre 1':<6}  fresh",
        f"  {'ogre 2':<6}  fresh",
        f"  {'Santo':<6}  10/10",
    ]
    await table.do("as gm", "/combat next", "/combat next")
    assert await table.up() == ["Santo"]
    step = await table.do("as player2", "/combat next")
    assert (step["replies"][0]["text"], pings(step)) == ("Round 2: Marsha is up\n@player1", ["player1"])
    step = await table.do("as gm", "/combat end")
    assert step["replies"][0]["text"] == "The fight ends in round 2"
    assert texts(table)[-3].startswith("### The fight is over") or any("The fight is over" in t for t in texts(table))
    assert (await table.state())["scene"]["fight"] is None
    await table.do("/combat start")
    assert "Nobody is in yet." in tracker(table)


# -- turns -------------------------------------------------------------------------------------------------------------


async def test_only_who_is_up_or_a_gm_passes_on(table):
    await table.begun(*TWO)
    code, message = await table.refused("as player2", 'click "Next"')
    assert (code, message) == ("not-allowed", "It is not your turn. Marsha is up.")
    assert (await table.refused("/combat next"))[0] == "not-allowed"
    code, message = await table.refused("as stranger", 'click "Next"')
    assert code == "not-yours" and "player1, who plays Marsha" in message
    assert await table.up() == ["Marsha"]
    await table.do("as gm", 'click "Next"')
    assert await table.up() == ["Santo"]


async def test_two_presses_of_next_at_once_move_one_place_and_effects_tick_once(table):
    await table.begun(*THREE)
    await table.do("as gm", "/combat effect who:Santo name:Dazed rounds:1", 'click "Next"', 'click "Next"')
    assert await table.up() == ["Cara"]
    for who in ("gm", "player3"):  # the one ends the round
        step = await table.do(f"as {who}", "together", 'click "Next"', 'click "Next"', "end")
        assert step["refusal"]["code"] == "stale"
        assert step["refusal"]["message"] == "The turn has passed on. Marsha is up."
        told = [r for r in step["replies"] if step["refusal"]["message"] in r["text"]]
        assert [r["visible_to"] for r in told] == [[who]]
        ended = [r for r in step["replies"] if "Dazed ends on Santo." in r["text"]]
        assert len(ended) == (who == "gm")
        assert await table.up() == ["Marsha"]
        await table.do("as gm", 'click "Next"', 'click "Next"')
        assert await table.up() == ["Cara"]
    assert (await table.state())["scene"]["fight"]["round"] == 3


async def test_the_same_press_delivered_twice_calls_nobody_twice(table):
    await table.begun(*TWO)
    step = await table.do("as player1", 'click "Next"')
    assert pings(step) == ["player2"]
    assert pings(await table.again()) == []
    step = await table.do("as player2", "/combat next")
    assert pings(step) == ["player1"]
    assert pings(await table.again()) == []
    assert await table.up() == ["Marsha"]


async def test_next_waits_for_what_is_open_and_says_for_whom(table):
    await table.begun(*TWO)
    santo = await table.id_of("Santo")
    await table.make("player1", Strike(await table.id_of("Marsha"), santo))
    assert "Waits for **Santo** (player2)." in tracker(table)
    code, message = await table.refused("as gm", "/combat next")
    assert code == "waiting" and "Santo" in message
    assert (await table.refused("as player1", 'click "Next"'))[0] == "waiting"
    await table.make("player2", Bear(santo))
    assert "Waits" not in tracker(table)
    await table.do('click "Next"')
    assert await table.up() == ["Santo"]


async def test_a_latecomer_takes_a_place_and_nobody_elses_turn(table):
    await table.begun(*THREE)
    await table.do("as gm", 'click "Next"', 'click "Next"', '/combat add what:"Wolf 6 9"')
    assert await table.up() == ["Cara"]
    assert [r[:8].rstrip() for r in rows(tracker(table))] == ["· Marsha", "· Santo", "> Cara", "+ Wolf"]
    assert "Round 1" in tracker(table) and "from the next round on" in tracker(table)
    await table.do('click "Next"')
    assert [r[:8].rstrip() for r in rows(tracker(table))] == ["> Wolf", "  Marsha", "  Santo", "  Cara"]
    await table.fighter("player4", "Dag", 4)
    await table.do("as gm", 'click "Next"', "as player4", "/combat join")
    assert [r[:8].rstrip() for r in rows(tracker(table))] == ["· Wolf", "> Marsha", "  Dag", "  Santo", "  Cara"]
    assert (await table.state())["scene"]["fight"]["round"] == 2


async def test_removal_before_the_turn_and_of_who_is_up(table):
    await table.begun(*THREE, ("player4", "Dag", 0))
    await table.do("as gm", 'click "Next"', 'click "Next"', "/combat remove who:Marsha")
    assert await table.up() == ["Cara"]
    step = await table.do("/combat remove who:Cara")
    assert pings(step) == ["player4"], "whoever is up now is told"
    assert await table.up() == ["Dag"]
    assert [r[:8].rstrip() for r in rows(tracker(table))] == ["· Santo", "> Dag"]


async def test_reordering_and_hiding_leave_the_turn_where_it_is(table):
    await table.begun(*THREE)
    await table.do("as gm", 'click "Next"', "/combat order who:Cara place:1")
    assert await table.up() == ["Santo"]
    assert [r[:8].rstrip() for r in rows(tracker(table))] == ["· Marsha", "> Santo", "  Cara"]
    step = await table.do("/combat hide who:Cara")
    assert step["replies"][0]["visible_to"] == ["gm"]
    assert "Cara" not in tracker(table)
    assert await table.up() == ["Santo"]
    await table.do("/combat reveal who:Cara")
    assert [r[:8].rstrip() for r in rows(tracker(table))] == ["· Marsha", "> Santo", "  Cara"]
    assert (await table.refused("/combat order who:Cara place:4"))[0] == "bad-value"


async def test_one_step_back(table):
    await table.begun(*TWO)
    await table.do("as gm", 'click "Next"')
    step = await table.do("/combat back")
    assert step["replies"][0]["text"] == "Round 1: Marsha is up\n@player1\nMarsha has the turn again."
    assert await table.up() == ["Marsha"]
    assert (await table.refused("/combat back"))[0] == "not-allowed"


async def test_undo_on_the_card_pressed_twice_takes_one_step_back(table):
    await table.begun(*THREE)
    await table.do("as gm", 'click "Next"', 'click "Next"')
    step = await table.do("together", 'click "Undo"', 'click "Undo"', "end")
    assert step["refusal"]["code"] == "nothing-to-undo"
    assert await table.up() == ["Santo"]
    await table.do('click "Undo"')
    assert await table.up() == ["Marsha"]


async def test_undo_on_the_card_is_of_this_channel(table):
    await table.begun(*TWO)
    await table.do("as gm", 'click "Next"', "in #tomb/side", "/combat start", "in #tomb", "/combat status")
    await table.do('click "Undo"')
    assert await table.up() == ["Marsha"]
    await table.do("in #tomb/side")
    assert (await table.state())["scene"]["fight"]["phase"] == "setup"


async def test_whole_sides_act_together(table):
    await table.gathered(*TWO, foes="ogre 8 4")
    await table.do("as gm", "/campaign ruling name:sides value:on", 'click "Begin"')
    assert rows(tracker(table)) == [
        f"> {'Marsha':<6}  10/10",
        f"> {'Santo':<6}  10/10",
        "",
        f"  {'ogre':<6}  fresh",
    ]
    assert "Up: **Marsha** (player1) and **Santo** (player2)" in tracker(table)
    step = await table.do("as player2", 'click "Next"')
    assert pings(step) == []
    assert [r[:8].rstrip() for r in rows(tracker(table))] == ["· Santo", "> Marsha", "", "  ogre"]
    assert (await table.refused('click "Next"'))[0] == "not-allowed"
    await table.do("as player1", 'click "Next"')
    step = await table.do("as gm", "/combat next")
    assert sorted(pings(step)) == ["player1", "player2"]
    await table.do("/combat next")
    assert await table.up() == ["ogre"], "a GM passes on for all who are up"


# -- restarts ----------------------------------------------------------------------------------------------------------


async def test_a_restart_in_every_phase(table):
    await table.gathered(*TWO)
    await table.fighter("player3", "Cara", 1)
    await table.do("restart", 'click "Join"', "restart", "as gm", 'click "Begin"', "restart")
    step = await table.do("as player1", 'click "Next"')
    assert pings(step) == ["player2"]
    await table.make("player2", Strike(await table.id_of("Santo"), await table.id_of("Cara")))
    await table.do("restart")
    assert (await table.refused("as player2", 'click "Next"'))[0] == "waiting"
    await table.make("player3", Bear(await table.id_of("Cara")))
    await table.do("restart", 'click "Next"', "as player3", 'click "Next"')
    assert tracker(table).startswith("### Round 2\nUp: **Marsha**")
    await table.do("restart", "as gm", "/combat end")
    assert any(text.startswith("### The fight is over") for text in texts(table))


async def test_a_button_of_an_earlier_fight_is_stale(table):
    await table.begun(*TWO)
    live = [m for m in table.cards() if "fight-next" in str(m.components)][-1]
    await table.do("as gm", "/combat end", "/combat start", "as player1", 'click "Join"', "as player2", 'click "Join"')
    await table.do("as gm", 'click "Begin"')
    new = table.cards()[-2]
    theirs = [p["custom_id"] for p in lint.walk(new.components) if "fight-next" in p.get("custom_id", "")]
    ended = [p for p in lint.walk(live.components) if p.get("custom_id")]
    assert ended == [], "the card of the fight that is over has no buttons"
    live.components = new.components
    assert theirs
    code, message = await table.refused("as player1", 'click "Next" copy:2')
    assert code == "stale" and "Marsha is up." in message
    assert await table.up() == ["Marsha"]


# -- the old copy ------------------------------------------------------------------------------------------------------


async def test_an_old_copy_moves_nothing_and_links_to_the_live_one(table):
    await table.begun(*TWO)
    step = await table.do("as gm", "/combat status")
    live = table.cards()[-1]
    at = f"https://discord.com/channels/{table.world.server().id}/{live.channel_id}/{live.id}"
    (old,) = [r for r in step["replies"] if r["edited"]]
    assert at in old["text"] and [b["label"] for b in old["buttons"]] == ["Next"]
    await table.do("as player1", 'click "Next"')
    before = await table.rows()
    code, message = await table.refused("as player2", 'click "Next" copy:2')
    assert (code, message) == ("stale", "This is an old copy of the card. Santo is up.")
    assert at in table.steps[-1]["replies"][0]["text"]
    (old,) = [r for r in table.steps[-1]["replies"] if r["edited"]]
    assert at in old["text"] and old["buttons"] == []
    assert await table.rows() == before


async def test_a_copy_on_which_the_turn_still_fits_moves_nothing_either(table):
    await table.begun(*TWO)
    await table.do("as gm", "/combat status")
    assert (await table.refused("as player1", 'click "Next" copy:2'))[0] == "stale"
    assert await table.up() == ["Marsha"]


# -- places ------------------------------------------------------------------------------------------------------------


async def test_a_thread_and_its_parent_are_two_fights(table):
    await table.begun(*TWO)
    await table.do("in #tomb/side", "/combat start")
    for who in ("player1", "player2"):
        await table.do(f"as {who}", 'click "Join"')
    await table.do("as gm", 'click "Begin"', 'click "Next"')
    assert await table.up() == ["Santo"]
    await table.do("in #tomb")
    assert await table.up() == ["Marsha"]
    assert tracker(table).startswith("### Round 1\nUp: **Marsha**")
    await table.do("as player1", "/combat next", "in #tomb/side")
    assert await table.up() == ["Santo"]
    await table.do("as gm", "/combat end", "in #tomb")
    assert await table.up() == ["Santo"]


# -- pings and names ---------------------------------------------------------------------------------------------------

HOSTILE = ("@everyone", "```x", "<@1387534817052249558>", "**bold** ||x||", "# big", "[a](https://x.org)", "\\")


async def test_hostile_names_are_shown_as_typed_and_notify_nobody(table):
    await table.gathered(*TWO)
    await table.do("as gm")
    for name in HOSTILE:
        quoted = name.replace("\\", "\\\\")
        step = await table.do(f'/combat add what:"{quoted} 6 9"')
        assert pings(step) == [] and step["replies"][0]["text"] == f"{name} joins the fight"
    await table.do('/combat effect who:Marsha name:"@here ```"', 'click "Begin"')
    text = tracker(table)
    assert text.count("```") == 4, "no name ends a block of code"
    lines = [r[2:].rsplit("  ", 1)[0].strip() for r in rows(text)]
    assert lines == [*(name.replace("`", "'") for name in HOSTILE), "Marsha", "Santo"]
    for n in range(len(HOSTILE)):
        step = await table.do('click "Next"')
        assert pings(step) == (["player1"] if n == len(HOSTILE) - 1 else [])
    for sent in table.world.backend.http_requests:
        if isinstance(sent.json, dict) and "allowed_mentions" in str(sent.json):
            assert "everyone" not in str(sent.json.get("allowed_mentions"))


async def test_turn_pings_can_be_switched_off(table):
    await table.begun(*TWO)
    await table.do("as gm", "/campaign setting name:turn_ping value:off")
    step = await table.do('click "Next"')
    assert pings(step) == [] and all(r["edited"] for r in step["replies"]), "nothing is posted beside the card"
    step = await table.do("/combat next")
    assert (pings(step), step["replies"][0]["text"]) == ([], "Round 2: Marsha is up")


async def test_whoever_has_left_is_not_called_and_named_as_stored(table):
    await table.begun(*TWO)
    gone = str(table.world.person("player2").id)
    await table.do("leave player2", "as player1")
    step = await table.do('click "Next"')
    assert pings(step) == []
    note = next(r["text"] for r in step["replies"] if not r["edited"])
    assert "player2 has left this server and is not notified; a GM may play or remove Santo." in note
    assert "Up: **Santo** (player2)" in tracker(table)
    assert all(gone not in text for text in texts(table))
    await table.do("as gm", 'click "Next"')
    assert await table.up() == ["Marsha"]
    await table.do("/combat next", "/combat remove who:Santo")
    assert await table.up() == ["Marsha"]


async def test_health_of_creatures_is_words_for_players_and_numbers_for_gms(table):
    await table.begun(*TWO, foes="ogre 8 1")
    ogre, words = await table.id_of("ogre"), []
    for face in (1, 3, 2, 2):  # 8 -> 7 -> 4 -> 2 -> 0
        await table.do(f"dice {face}")
        await table.make("player1", Strike(await table.id_of("Marsha"), ogre))
        await table.make("gm", Bear(ogre))
        words.append(rows(tracker(table))[-1].split("  ")[-1].strip())
    assert words == ["hurt", "badly hurt", "badly hurt", "down"]
    await table.do("dice system", "as gm")
    assert "0/8 down" in await table.text('click "More"')
    assert "0/8" not in await table.text("as player1", 'click "More"')
    await table.do("as gm", "/campaign setting name:creature_health value:numbers")
    assert rows(tracker(table))[-1].endswith("0/8 down")


# -- crowds ------------------------------------------------------------------------------------------------------------


async def test_forty_with_long_names_are_one_valid_message(table):
    await table.gathered(*TWO)
    await table.do("as gm")
    for n in range(38):
        await table.do(f'/combat add what:"{"Very long name of a creature " * 2}number {n} {n + 1} {40 - n}"')
    step = await table.do('click "Begin"')
    names: set[str] = set()
    for _ in range(40):
        text = tracker(table)
        assert len(text) < 1500 and all(len(line) <= 34 for line in rows(text))
        (up,) = [r for r in rows(text) if r.startswith(">")]
        assert up[2:26].rstrip()[:-1] in text.split("\n")[1]
        names |= set(await table.up())
        step = await table.do('click "Next"')
        assert step["error"] is None
    assert len(names) == 40
    first = await table.do('click "More"')
    assert "40 fighters. Page 1 of 2" in first["replies"][0]["text"]
    second = await table.do('click "Page 2"')
    assert second["replies"][0]["edited"] and "39  Santo" in second["replies"][0]["text"]
    assert [b["disabled"] for b in second["replies"][0]["buttons"]] == [False, True]


async def test_many_effects_with_long_names_stay_one_valid_message(table):
    await table.gathered(*TWO)
    await table.do("as gm", '/combat add what:"Goblin 6 2" count:25', 'click "Begin"')
    names = ", ".join(f"Goblin {n}" for n in range(1, 26))
    for n in range(4):
        await table.do(f'/combat effect who:"{names}" name:"{"Deeply enchanted " * 4}{n}" rounds:{10**n}')
    text = tracker(table)
    assert "and 95 more" in text and len(text) < 1500
    assert all(len(line) <= 34 for block in text.split("```")[1::2] for line in block.split("\n"))
    more = await table.text('click "More"')
    assert "and 60 more" in more and len(more) < 4000


async def test_twelve_fighters_are_all_on_the_card(table):
    await table.begun(*((f"player{n}", f"Hero {n}", 20 - n) for n in range(1, 13)))
    assert [r[2:9].rstrip() for r in rows(tracker(table))] == [f"Hero {n}" for n in range(1, 13)]
    for n in range(1, 13):
        step = await table.do(f"as player{n}", 'click "Next"')
        assert pings(step) == [f"player{n % 12 + 1}"]
    assert tracker(table).startswith("### Round 2")


# -- panels, joining, adding, effects ----------------------------------------------------------------------------------


async def test_my_turn_opens_the_games_panel_or_else_that_of_play(table, monkeypatch):
    await table.begun(*TWO)
    step = await table.do("as player1", 'click "My turn"')
    assert step["replies"][0]["visible_to"] == ["player1"]
    assert "You play Marsha." in step["replies"][0]["text"]
    panel = lambda shown, who: Card(f"Turn of {shown.state.sheets[who].name}", (), (), (Button("Go", "fight-more"),))  # noqa: E731
    monkeypatch.setattr(PANELS, "turn", panel, raising=False)
    assert (await table.text('click "My turn"')) == "Turn of Marsha"
    assert (await table.text("as player2", 'click "My turn"')) == "Turn of Santo"
    assert "The Tomb" in await table.text("as stranger", 'click "My turn"')


async def test_joining(table):
    await table.gathered(*TWO)
    assert (await table.refused("as player1", 'click "Join"'))[0] == "already-in"
    assert (await table.refused("as stranger", 'click "Join"'))[0] == "unknown"
    await table.fighter("player3", "Cara")
    assert (await table.refused("as player1", "/combat join who:Cara"))[0] == "not-yours"
    step = await table.do("as gm", "/combat join who:Cara")
    assert step["replies"][0]["text"] == "Cara joins the fight"


async def test_adding_creatures_of_the_library_and_of_a_line(table):
    await table.gathered(*TWO)
    await table.do("as gm", "/creature new name:Wolf", 'submit line:"beast 6 4"')
    assert (await table.do("complete /combat add what:wo"))["choices"][0]["name"] == "Wolf"
    assert (await table.do("as player1", "complete /combat add what:wo"))["choices"] == []
    step = await table.do("as gm", "/combat add what:wolf side:players")
    assert step["replies"][0]["text"] == "Wolf joins the fight"
    assert (await table.state())["scene"]["fight"]["seats"]["Wolf"]["side"] == "players"
    assert (await table.refused("/combat add what:wolf"))[0] == "already-in"
    step = await table.do("/combat add what:wolf count:3")
    assert step["replies"][0]["text"].count("joins the fight") == 3
    assert (await table.refused("/combat add what:nonsense"))[0] == "unknown"
    assert (await table.refused('/combat add what:"ogre 8 eight"'))[0] == "RANGE"
    assert (await table.refused('/combat add what:"ogre 8 4" count:26'))[0] == "bad-value"
    assert (await table.refused('/combat add what:"ogre 8 4" count:0'))[0] == "bad-value"


async def test_effects_are_laid_by_casters_and_gms(table):
    await table.begun(*TWO)
    await table.do("as player2", "/combat effect who:Marsha name:Dazed rounds:2")
    assert "Dazed: Marsha, to round 2" in tracker(table)
    assert (await table.refused("as player1", "/combat effect who:Marsha name:Dazed act:end"))[0] == "unknown"
    await table.do("as gm", "/combat effect who:Santo name:Blessed")
    assert "Blessed: Santo\n" in tracker(table)
    await table.do("as player2", "/combat effect who:Marsha name:dazed act:end")
    assert "Dazed" not in tracker(table)
    await table.fighter("player3", "Cara")
    assert (await table.refused("/combat effect who:Marsha name:Dazed"))[0] == "not-allowed"
    assert (await table.refused("as gm", "/combat effect who:Cara name:Dazed"))[0] == "unknown"
    assert (await table.refused("/combat effect who:Marsha name:Dazed rounds:0"))[0] == "bad-value"
    assert (await table.refused('/combat effect who:"," name:Dazed'))[0] == "unknown"
    step = await table.do('/combat effect who:"Marsha, Santo" name:Slow', "complete /combat effect who:marsha, sa")
    assert step["choices"] == [{"name": "marsha, Santo (player2)", "value": "marsha, Santo (player2)"}]
