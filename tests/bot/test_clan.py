"""Clan in the bot: chances of Luck counted by hand, whose a roll is, rolls that close in time, turns by buttons."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.cards import clan as cards
from bot.cards.clan.rolls import CHAIRMAN
from bot.rules import read
from bot.text import percent
from mechanics.facts import Compared, Noted, Rolled
from mechanics.games.clan.moves import Luck
from mechanics.perform import perform
from tests.bot.test_stored import loaded

PIT = '/campaign create name:"The Pit" game:clan'
BRAKKA = ("player1", "Brakka", "4/3/2")
MOTE = ("player2", "Mote", "2/2/5")
GNARL = "Gnarl 3/5/1"


async def pit(table, *folk: tuple[str, str, str], rulings: tuple[str, ...] = ()) -> None:
    """A campaign in #tomb and finished characters: who, name, scores. Features to spend points on are there."""
    await table.do("as gm", "in #tomb", PIT)
    for ruling in rulings:
        name, value = ruling.split(":")
        await table.do(f"/campaign ruling name:{name} value:{value}")
    await table.do("/clan-gm feature name:Past price:12", '/clan-gm feature name:"Short past" price:8')
    for who, name, scores in folk or (BRAKKA, MOTE):
        await table.do(f"as {who}", f"/character create name:{name}", 'click "Type it"')
        await table.do(f'submit scores:"{scores}"', 'click "Done"')
    await table.do("as gm")


async def unlucky(table, *names: str, left: int = 0) -> None:
    """They have spent their points: no Luck is left, or 2."""
    feature, price = ('"Short past"', 8) if left else ("Past", 12)
    for name in names:
        await table.do("as gm", f"/clan-gm feature name:{feature} who:{name} price:{price}")


async def fight(table, *joining: tuple[str, int]) -> None:
    """A fight of these, a name or a stat line each with the d12 for the turn order."""
    await table.do("as gm", "/combat start")
    for who, face in joining:
        await table.do(f"dice {face}")
        await table.do(f'/combat add what:"{who}"' if "/" in who else f"/combat join who:{who}")
    await table.do("dice system", "/combat begin")


def button(step: Any, begins: str) -> str:
    """The label of a button in the newest answers."""
    labels = [b["label"] for r in step["replies"] for b in r["buttons"] if b["label"].startswith(begins)]
    return labels[-1]


def public(step: Any) -> list[str]:
    """What the whole channel reads of a step."""
    return [r["text"] for r in step["replies"] if r["visible_to"] == "all"]


# -- chances -----------------------------------------------------------------------------------------------------------


class Fed:
    """This face first, then ones."""

    def __init__(self, face: int) -> None:
        self.faces = [face]

    def draw(self, n: int, faces: int) -> list[int]:
        return [self.faces.pop(0) if self.faces else 1 for _ in range(n)]


async def counted(table, good: Any) -> str:
    """Of the twelve faces of one more d12, played through, the share after which `good` is told."""
    game, state, _ = await loaded(table)
    (p,) = state.scene.pending.values()
    ways = 0
    for face in range(1, 13):
        outcome = perform(game, state, CHAIRMAN, Luck(p.by[0], 1, p.id, p.rev), Fed(face), 999)
        ways += bool(good(outcome.facts))
    return percent(Fraction(ways, 12))


def verdicts(facts: Any) -> list[str]:
    return [f.verdict for f in facts if isinstance(f, Rolled)]


def sentences(facts: Any) -> str:
    return " ".join(f.text for f in facts if isinstance(f, Noted))


def hit(facts: Any) -> bool:
    return any("takes" in f.text for f in facts if isinstance(f, Noted))


def total(facts: Any) -> int:
    return next(f for f in facts if isinstance(f, Rolled)).sum.total


def ahead(facts: Any) -> bool:
    return next(f for f in facts if isinstance(f, Compared)).verdict == "a"


OPEN = {
    "check": ("", "3", "/clan check ability:smart dc:9", "success", lambda f: "success" in verdicts(f)),
    "no DC": ("", "8", "/clan check ability:bad", "more", lambda f: total(f) > 11),
    "extreme": ("naturals:on", "9", "/clan check ability:kick dc:9", "extreme", lambda f: total(f) == 16),
    "survive": ("", "2", "/clan-gm survive who:Brakka dc:15", "success", lambda f: "success" in verdicts(f)),
    "attack": ("", "4", "/clan attack target:Mote", "hit", hit),
    "doubled": ("naturals:on", "9", "/clan attack target:Mote", "doubled", lambda f: total(f) == 16),
    "fumble": ("naturals:on", "1", "/clan attack target:Mote", "hit", lambda f: "miss" not in verdicts(f)[0]),
    "hold": ("", "4 7", "/clan maneuver intent:hold target:Mote", "it works", ahead),
}


@pytest.mark.parametrize("name", OPEN)
async def test_the_chance_on_the_luck_button_is_that_of_playing_it(table, name):
    ruling, faces, line, hope, good = OPEN[name]
    await pit(table, rulings=(ruling,) if ruling else ())
    step = await table.do("as gm" if "-gm" in line else "as player1", f"dice {faces}", line)
    assert f"{hope} 0 % → {await counted(table, good)} (6 left)" in button(step, "Luck +1")


async def test_the_chance_of_the_one_who_resists(table):
    await pit(table)
    await unlucky(table, "Brakka")
    step = await table.do("as player1", "dice 9 8", "/clan maneuver intent:move target:Mote")
    chance = await counted(table, lambda f: "{0} does not manage it." in sentences(f) or "against" not in sentences(f))
    assert button(step, "Luck +1") == f"Luck +1 (Mote): it fails 0 % → {chance} (6 left)"
    assert chance == percent(Fraction(2, 12))  # an 11 or a 12: 13 is no more than 13
    await table.do("/clan keep")
    await table.do("as gm", "/clan hurt amount:20 who:Mote", "as player1", "dice 9 3 4")
    step = await table.do("/clan kill target:Mote")
    chance = await counted(table, lambda f: "{0} lives." in sentences(f))
    assert button(step, "Luck +1") == f"Luck +1 (Mote): it lives 0 % → {chance} (6 left)"
    assert chance == percent(Fraction(5, 12))  # 9 + 3 + 4 = 16, so from an 8 with Armor 8


async def test_the_panel_counts_what_is_about_to_be_done(table):
    await pit(table)
    await table.do("/clan-gm weapon who:Brakka name:axe dice:1d6")
    await fight(table, ("Brakka", 9), (GNARL, 4))
    step = await table.do("as player1", 'click "My turn"')
    shown = json.dumps(step["replies"][0]["selects"])
    hits = [d + 4 > 11 for d in range(1, 13)]
    assert button(step, "Attack") == f"Attack: {percent(Fraction(sum(hits), 12))}"
    more = [max(d, e) + 4 > 11 for d, e in product(range(1, 13), repeat=2)]
    luck = f"With 1 Luck: {percent(Fraction(sum(hits), 12))} → {percent(Fraction(sum(more), 144))} (6 left)"
    assert button(step, "With 1 Luck") == luck
    far = [d + 4 - a - b > 11 for d, a, b in product(range(1, 13), range(1, 5), range(1, 5))]
    assert f"20 feet away: {percent(Fraction(sum(far), len(far)))}" in shown
    holds = [d + 4 > e + 5 for d, e in product(range(1, 13), repeat=2)]
    assert f"Hold (2): {percent(Fraction(sum(holds), 144))}" in shown
    await table.do("as gm", "/clan hurt amount:20 who:Gnarl", "as player1", 'click "My turn"')
    step = await table.do('choose "Kill"')
    kills = [d + w + 4 > e + 11 for d, w, e in product(range(1, 13), range(1, 7), range(1, 13))]
    assert button(step, "Kill") == f"Kill: {percent(Fraction(sum(kills), len(kills)))}"
    bare = [d + w + 4 > e + 11 for d, w, e in product(range(1, 13), range(1, 5), range(1, 13))]
    assert f"unarmed, 1d4+4: {percent(Fraction(sum(bare), len(bare)))}" in json.dumps(step["replies"][0]["selects"])


async def test_luck_goes_with_the_roll(table):
    await pit(table)
    await fight(table, ("Brakka", 9), (GNARL, 4))
    await table.do(
        "as player1", 'click "My turn"', 'click "With 1 Luck"', 'click "With 2 Luck"', 'click "Without Luck"'
    )
    await table.do('click "With 1 Luck"', 'click "With 2 Luck"', "dice 5 12 3 2")
    step = await table.do('click "Attack"')
    assert any("d12 12 (best of 5, 12 and 3) + Kick Ass 4 = 16 against Armor 11: hit" in t for t in public(step))
    assert (await table.state("Brakka"))["luck_spent"] == 2


# -- whose roll it is --------------------------------------------------------------------------------------------------


async def test_an_open_roll_is_its_owners_and_the_gms(table):
    await pit(table)
    await table.do("as player1", "dice 3", "/clan check ability:kick dc:12", "dice system")
    before = await table.rows()
    for who in ("player2", "stranger"):
        for line, code in (
            ('click "Luck +1"', "not-yours"),
            ('click "Keep"', "not-yours"),
            ('click "Narrate"', "not-gm"),
            ("/clan luck count:1", "OWNER"),
            ("/clan keep", "OWNER"),
            ("/clan-gm narrate", "not-gm"),
        ):
            assert (await table.refused(f"as {who}", line))[0] == code, (who, line)
    assert await table.rows() == before
    for line, code in (
        ("/clan luck count:0", "RANGE"),
        ("/clan luck count:7", "FUNDS"),
        ("/clan luck count:-1", "RANGE"),
    ):
        assert (await table.refused("as player1", line))[0] == code
    assert (await table.state("Brakka"))["luck_spent"] == 0
    await table.do("as gm", "dice 4", 'click "Luck +1"', "dice system")
    assert (await table.state("Brakka"))["luck_spent"] == 1
    await table.do('click "Keep"')
    assert (await table.refused("as player1", "/clan luck count:1"))[0] == "STATE"
    assert (await table.refused("/clan keep"))[0] == "STATE"
    assert (await table.refused("as gm", "/clan-gm narrate"))[0] == "STATE"


async def test_two_presses_at_once_use_one_luck(table):
    await pit(table)
    await table.do("as player1", "dice 3", "/clan check ability:kick dc:16", "dice 4")
    step = await table.do("together", 'click "Luck +1"', 'click "Luck +1"', "end")
    assert (await table.state("Brakka"))["luck_spent"] == 1
    assert "That has moved on since this button was made." in json.dumps(step["replies"])


async def test_an_overtaken_card_shows_how_the_roll_stands(table):
    await pit(table)
    await table.do("as player1", "dice 3", "/clan check ability:kick dc:12", "dice 4", "/clan luck count:1")
    step = await table.do("dice system", 'click "Luck +1" copy:2')
    assert step["refusal"]["code"] == "stale"
    (shown,) = [r for r in step["replies"] if r["edited"]]
    assert "best of 3 and 4" in shown["text"] and "(5 left)" in json.dumps(shown["buttons"])
    await table.do("dice 12", 'click "Luck +1"')
    assert (await table.refused('click "Luck +1"'))[0] == "stale"


async def test_a_press_after_a_restart(table):
    await pit(table)
    await table.do("as player1", "dice 3", "/clan check ability:kick dc:16", "restart", "dice 12")
    step = await table.do('click "Luck +1"')
    assert "= 16 against 16: success" in step["replies"][0]["text"] and step["replies"][0]["edited"]
    await table.do("dice 3", "/clan check ability:kick dc:16", "as gm", "/clan-gm narrate", "restart")
    assert (await table.refused("as player1", 'click "Luck +1"'))[0] == "stale"


async def test_a_press_on_a_private_panel_tells_everybody(table):
    await pit(table)
    await table.do("as player1", "dice 3", "/clan check ability:kick dc:16", "/play", "dice 12")
    step = await table.do('click "Luck +1"')
    assert len(public(step)) == 1 and "success" in public(step)[0]


async def test_an_id_of_another_server_is_unknown_there(table):
    await pit(table)
    await table.do("as player1", "dice 3", "/clan check ability:kick dc:16")
    ids = {f"{verb}:{args}" for verb, args in await pressed(table)}
    await table.do("dice system", "as gm", "in Other/#hall", PIT, "/play")
    panel = table.world.written(table.console.hands.at().id)[-1]
    mine = panel.components[0]["components"][1]["components"][0]
    before = await table.rows()
    who = (await loaded(table))[1].sheets
    for custom_id in (*ids, *(f"clan-{v}:{i}" for i in who for v in ("do", "buy", "finish", "draft"))):
        mine["custom_id"] = f"mt:{custom_id}"
        code, message = await table.refused(f'click "{mine["label"]}"')
        assert code in ("stale", "unknown", "not-yours"), custom_id
        assert "Brakka" not in message
    assert await table.rows() == before


async def pressed(table) -> list[tuple[str, str]]:
    """The verbs and ids of the buttons on the newest message here."""
    message = table.world.written(table.console.hands.at().id)[-1]
    rows = [c for c in message.components[0]["components"] if c.get("components")]
    ids = [b["custom_id"].split(":", 2) for row in rows for b in row["components"]]
    return [(verb, args) for _, verb, args in ids]


# -- in time -----------------------------------------------------------------------------------------------------------

MISS = ("as player1", "dice 3", "/clan attack target:Gnarl", "dice system")


@pytest.mark.parametrize("restart", [False, True])
async def test_an_open_roll_closes_by_itself_when_its_time_is_over(table, restart):
    await pit(table, rulings=("luck_window_seconds:600",))
    await fight(table, ("Brakka", 9), (GNARL, 4))
    await table.do(*MISS, "advance 8m")
    if restart:
        await table.do("restart")
    await table.do("advance 30s")
    assert len((await table.state())["scene"]["pending"]) == 1
    step = await table.do("advance 91s")
    assert "Brakka's attack on Gnarl stands: 7 against 11, miss\nThe time for it was over." in public(step)
    assert (await table.state())["scene"]["pending"] == []
    assert (await table.refused('click "Luck +1"'))[0] == "stale"
    await table.do("/clan move", "as gm", "/combat next")


async def test_time_runs_while_the_bot_is_away(table):
    await pit(table, rulings=("luck_window_seconds:60",))
    await table.do("as player1", "dice 3", "/clan check ability:kick dc:12", "dice system")
    await table.do("/clan check ability:bad dc:20", "/clan check ability:kick")
    entries = await table.entries()
    table.bot.timeouts.stop()
    await table.do("advance 2m", "restart", "advance 1s")
    assert await table.entries() == entries + 1
    assert (await table.state())["scene"]["pending"] == []


async def test_luck_gives_no_more_time_and_what_is_settled_needs_none(table):
    await pit(table, rulings=("luck_window_seconds:60",))
    await table.do("as player1", "dice 3", "/clan check ability:kick dc:16", "advance 40s", "dice 4", 'click "Luck +1"')
    step = await table.do("dice system", "advance 21s")
    assert any("stands: 8 against 16, failure" in text for text in public(step))
    await table.do("dice 3", "/clan check ability:kick dc:16", 'click "Keep"')
    entries = await table.entries()
    assert public(await table.do("advance 2m")) == []
    assert await table.entries() == entries


async def test_without_a_window_nothing_closes_and_a_new_one_is_for_new_rolls(table):
    await pit(table)
    await table.do("as player1", "dice 3", "/clan check ability:kick dc:16", "advance 3h")
    await table.do("as gm", "/campaign ruling name:luck_window_seconds value:5", "advance 1h", "restart", "advance 1h")
    assert len((await table.state())["scene"]["pending"]) == 1


# -- turns by buttons --------------------------------------------------------------------------------------------------


async def test_the_last_attack_is_repeated_in_two_presses_and_a_new_one_takes_five(table):
    await pit(table)
    await unlucky(table, "Brakka", "Mote")
    await table.do("/clan-gm weapon who:Brakka name:axe dice:1d6", "/clan-gm weapon who:Brakka name:bow dice:1d4")
    await fight(table, ("Brakka", 9), (GNARL, 4), ("Ooze 1/6/2", 3))
    await table.do(
        "as player1", 'click "My turn"', 'choose "Ooze"', 'choose "bow"', 'choose "20 feet"', "dice 12 1 1 3"
    )
    step = await table.do('click "Attack"')
    assert public(step)[0].startswith("Brakka attacks Ooze from 20 feet away: bow")
    await table.do("dice system", "as gm", "/combat next", "/combat next", "/combat next")
    step = await table.do("as player1", 'click "My turn"')
    assert "Ooze with bow from 20 feet" in step["replies"][0]["text"]
    step = await table.do("dice 12 1 1 3", 'click "Attack"')
    assert public(step)[0].startswith("Brakka attacks Ooze from 20 feet away: bow")
    assert "1 action left" in public(step)[0]


async def test_two_presses_of_the_panel_are_one_action(table):
    await pit(table)
    await fight(table, ("Brakka", 9), (GNARL, 4))
    await table.do("as player1", 'click "My turn"', 'choose "Move"')
    before = await table.entries()
    await table.do("together", 'click "Move"', 'click "Move"', "end")
    assert await table.entries() == before + 1
    assert (await table.state())["scene"]["fight"]["seats"]["Brakka"]["budget"]["actions"] == 2


async def test_a_turn_ends_once_however_often_it_is_pressed(table):
    await pit(table)
    await fight(table, ("Brakka", 9), (GNARL, 4), ("Mote", 2))
    await table.do("as player1", 'click "My turn"')
    step = await table.do("together", 'click "End turn"', 'click "End turn"', "end")
    assert (await table.state())["scene"]["fight"]["now"] == ["Gnarl"]
    assert "Gnarl is up" in json.dumps(step["replies"])
    await table.do("as gm", "together", 'click "Next"', 'click "Next"', "end")
    assert (await table.state())["scene"]["fight"]["now"] == ["Mote"]
    assert "3 actions left" in (await table.text("/combat status"))


async def test_an_old_copy_of_the_tracker_moves_nothing(table):
    await pit(table)
    await fight(table, ("Brakka", 9), ("Mote", 4))
    await table.do("/combat status", 'click "Next"')
    before = await table.rows()
    code, message = await table.refused('click "Next" copy:2')
    assert code == "stale" and "Mote is up." in message
    assert await table.rows() == before


async def test_what_is_forbidden_is_grey_and_says_why(table):
    await pit(table)
    await fight(table, ("Brakka", 9), (GNARL, 4))
    await table.do("as player1", "/clan act what:shouts cost:2", 'click "My turn"')
    step = await table.do('choose "Attack"')
    (panel,) = step["replies"]
    assert [b["disabled"] for b in panel["buttons"] if b["label"].startswith("Attack")] == [True]
    assert "That needs 2 actions, and Brakka has 1 left." in panel["text"]
    assert "Kill: Gnarl is not unconscious." in panel["text"]
    assert (await table.refused("/clan attack target:Gnarl"))[0] == "STATE"
    assert (await table.refused("/clan act what:shouts cost:4"))[0] == "RANGE"
    assert (await table.refused("as player2", "/clan attack target:Gnarl"))[0] == "STATE"


async def test_the_gm_plays_whoever_is_up(table):
    await pit(table)
    await table.do("as gm", "/character create name:Gusto", 'click "Done"')
    await fight(table, ("Brakka", 9), (GNARL, 4), ("Gusto", 2))
    await table.do('click "Next"')
    assert (await table.text('click "My turn"')).startswith("Gnarl: Attack")
    await table.do("/play", 'click "Turn of Gnarl"', 'choose "Move"', 'click "Move"')
    await table.do('click "Next"')
    assert (await table.text("/combat status", 'click "My turn"')).startswith("Gusto: Attack")


async def test_something_else_is_typed_and_a_check_is_chosen(table):
    await pit(table)
    await table.do('/clan-gm feature name:"Evil eye" price:2 text:"It stares [dc 8 + smart]" who:Brakka act:save')
    await table.do('/clan-gm feature name:"Evil eye" who:Brakka act:give')
    await fight(table, ("Brakka", 9), ("Mote", 4))
    await table.do("as player1", 'click "My turn"', 'choose "Something else"', 'click "Something else"')
    step = await table.do('submit what:"swings from the {0} **lamp**" cost:0')
    assert public(step)[0].startswith("Brakka: swings from the (0) **lamp**")
    assert (await table.refused('click "My turn"', 'click "Something else"', "submit what:x cost:4"))[0] == "RANGE"
    await table.do("/combat next", "as player2", 'click "My turn"', 'choose "Check"', 'choose "Smart Ass"')
    step = await table.do('choose "Evil eye of Brakka"')
    assert button(step, "Check") == "Check: 67 %"  # d12 + 5 against 8 + 2
    step = await table.do("dice 5", 'click "Check"')
    assert any("d12 5 + Smart Ass 5 = 10 against 10: success" in t and "Evil eye: It stares" in t for t in public(step))


# -- a fight's edges ---------------------------------------------------------------------------------------------------


async def test_luck_for_the_turn_order_while_the_fight_gathers(table):
    await pit(table)
    await table.do("/combat start", "as player1", "dice 5", 'click "Join"', "as player2", "dice 9", 'click "Join"')
    assert (await table.refused("as stranger", 'click "Luck +1"'))[0] == "STATE"
    await table.do("as player1", "dice 11", "together", 'click "Luck +1"', 'click "Luck +1"', "end")
    assert (await table.state("Brakka"))["luck_spent"] == 1
    assert "Brakka  11, 15/15" in await table.text("/combat status")
    step = await table.do("as gm", 'click "Begin"')
    assert any("Up: Brakka" in r["text"] for r in step["replies"])
    assert (await table.refused("as player1", "/clan luck count:1"))[0] == "STATE"


async def test_a_latecomer_takes_nobodys_turn(table):
    await pit(table)
    await fight(table, ("Brakka", 9), (GNARL, 4))
    await table.do("as gm", 'click "Next"', "as player2", "dice 10", "/combat join")
    fight_now = (await table.state())["scene"]["fight"]
    assert (fight_now["now"], fight_now["round"]) == (["Gnarl"], 1)
    assert (await table.refused("as player1", 'click "Luck +1: place"'))[0] == "not-yours"
    await table.do("as player2", "dice 3", 'click "Luck +1: place"')
    assert (await table.state("Mote"))["luck_spent"] == 1
    await table.do("dice system", 'click "Keep the place"', "as gm", 'click "Next"')
    assert (await table.state())["scene"]["fight"]["now"] == ["Mote"]
    assert list((await table.state())["scene"]["fight"]["seats"]) == ["Mote", "Brakka", "Gnarl"]


async def test_removal_keeps_the_turn_or_hands_it_on(table):
    await pit(table)
    await fight(table, ("Brakka", 9), (GNARL, 7), ("Ooze 1/6/2", 5), ("Mote", 2))
    await table.do('click "Next"', 'click "Next"')
    await table.do("/combat remove who:Brakka")
    assert (await table.state())["scene"]["fight"]["now"] == ["Ooze"]
    step = await table.do("/combat remove who:Ooze")
    assert (await table.state())["scene"]["fight"]["now"] == ["Mote"]
    assert any("Mote is up" in text for text in public(step))


async def test_a_thread_has_a_fight_of_its_own(table):
    await pit(table)
    await fight(table, ("Brakka", 9), ("Mote", 4))
    await table.do("in #tomb/side", "/combat start", '/combat add what:"rat 2/4/3" count:2', "/combat begin")
    await table.do("/combat next", "in #tomb")
    assert (await table.state())["scene"]["fight"]["now"] == ["Brakka"]


async def test_one_name_twice(table):
    await pit(table, ("player1", "Zoë", "3/3/3"))
    await table.do("as player1", "/character create name:Zoe\u0308")
    assert (await table.refused('click "Done"'))[0] == "name-taken"
    await table.do('click "Drop"', "as player2", "/character create name:Zoë", 'click "Done"')
    code, _ = await table.refused("as gm", "/clan hurt amount:1 who:Zoë")
    assert code == "ambiguous"
    await table.do('/clan hurt amount:1 who:"Zoë (player2)"')


async def test_more_names_than_a_menu_holds(table):
    await pit(table)
    for n in range(3):
        await table.do("/combat start") if not n else None
        await table.do(f'/combat add what:"Marauder{"abc"[n]} 2/4/3" count:10')
    await table.do("/combat join who:Brakka", "/combat begin")
    step = await table.do("complete /clan attack target:ma")
    assert len(step["choices"]) == 25
    while "Brakka" not in (await table.state())["scene"]["fight"]["now"]:
        await table.do("/combat next")
    step = await table.do("as player1", 'click "My turn"')
    assert max(len(select["options"]) for select in step["replies"][0]["selects"]) == 25
    await table.do('/clan attack target:"Marauderc 10"')


async def test_a_fumble_waits_for_the_gm(table):
    await pit(table, rulings=("naturals:on", "fumble:ask"))
    await unlucky(table, "Brakka", "Mote")
    await fight(table, ("Brakka", 9), ("Mote", 4), (GNARL, 2))
    await table.do("as player1", "dice 1", "/clan attack target:Gnarl", "dice system")
    assert (await table.refused("/combat next"))[0] == "waiting"
    assert (await table.refused('click "Nobody"'))[0] == "not-gm"
    assert (await table.refused('choose "Mote"'))[0] == "not-gm"
    step = await table.do("restart", "as gm", "dice 3", 'click "The fumble hurts Brakka"')
    assert any("Brakka takes 7 damage: 8/15" in text for text in public(step))
    assert any(text.startswith("Round 1") for text in public(step))
    assert (await table.refused('click "Nobody"'))[0] == "stale"


@pytest.mark.parametrize(("fumble", "hp"), [("self", 8), ("none", 15)])
async def test_a_fumble_that_needs_nobodys_word(table, fumble, hp):
    await pit(table, rulings=("naturals:on", f"fumble:{fumble}"))
    await unlucky(table, "Brakka")
    await table.do("as player1", "dice 1 3" if fumble == "self" else "dice 1", "/clan attack target:Mote")
    assert (await table.state("Brakka"))["hp"] == hp


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
