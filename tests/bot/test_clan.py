"""Clan in the bot: chances of Luck counted by hand, whose a roll is, rolls that close in time, turns by buttons."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.cards.clan.rolls import CHAIRMAN
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
            ("/clan luck count:1", "not-yours"),
            ("/clan keep", "not-yours"),
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


async def test_the_next_roll_closes_the_one_before(table):
    await pit(table)
    await table.do("as player1", "dice 3", "/clan check ability:kick dc:12", "dice 11 2")
    text = await table.text("/clan attack target:Mote")
    assert text.startswith("Brakka attacks Mote: unarmed\nBrakka's Kick check stands: 7 against 12, failure.\n")
    await table.do("dice 3", "/clan check ability:kick dc:12", "dice 9")
    text = await table.text('/clan check ability:bad note:"a *jump*"')
    assert text.startswith("Brakka: Bad check, a *jump*\nBrakka's Kick check stands: 7 against 12, failure.\n")


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
    assert public(step)[0].startswith("Brakka: swings from the {0} **lamp**")
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


# -- what the panels say -----------------------------------------------------------------------------------------------


async def test_one_who_is_held_by_a_hidden_creature_gets_free_by_the_panel(table):
    await pit(table)
    await unlucky(table, "Brakka")
    await table.do("as gm", "/combat start", "dice 9", "/combat join who:Brakka")
    await table.do("dice 12", f'/combat add what:"{GNARL}" hidden:true', "dice system", "/combat begin")
    step = await table.do("dice 12 1", "/clan maneuver intent:hold target:Brakka who:Gnarl")
    if (await table.state())["scene"]["pending"]:
        await table.do("/clan keep")
    assert "Gnarl" not in "".join(public(step))
    await table.do("dice system", "/combat next", "as player1", 'click "My turn"', 'choose "Get free"')
    step = await table.do("dice 12 1", 'click "Get free"')
    assert "struggles to get free" in public(step)[0] and "Gnarl" not in json.dumps(step["replies"])
    if (await table.do("as gm", "state"))["state"]["scene"]["pending"]:
        await table.do("/clan keep")
    step = await table.do("as player1", 'click "My turn"')
    assert not any("Get free" in o for r in step["replies"] for s in r["selects"] for o in map(str, s["options"]))


async def test_before_a_fight_begins_nobody_strikes_by_an_old_panel(table):
    await pit(table)
    await table.do("as player1", "/play", 'click "Attack"', "as gm", "/combat start", "as player1")
    await table.do("dice 9", "/combat join", "dice")
    step = await table.do("/play", 'click "Attack"')
    assert "The fight has not begun." in step["replies"][0]["text"]
    assert [b["disabled"] for b in step["replies"][0]["buttons"]] == [True]


async def test_with_no_actions_left_the_panel_says_so(table):
    await pit(table)
    await unlucky(table, "Brakka")
    await fight(table, ("Brakka", 9), (GNARL, 4))
    await table.do("as player1", 'click "My turn"', 'choose "Move"', 'click "Move"', 'click "Move"')
    step = await table.do('click "Move"')
    shown = step["replies"][0]
    assert shown["text"].replace("*", "").startswith("Nothing left this turn")
    assert [b["label"] for b in shown["buttons"]] == ["End turn"]


async def test_the_gm_decides_on_a_creatures_roll_from_play(table):
    await pit(table)
    await fight(table, (GNARL, 9), ("Brakka", 4))
    await table.do("dice 3", "/clan attack target:Brakka who:Gnarl", "dice system")
    step = await table.do("/play")
    assert button(step, "Luck +1") and button(step, "Keep")
    assert button(step, "Full rest for all: ")
    await table.do('click "Keep"')
    assert (await table.state())["scene"]["pending"] == []


async def test_where_nothing_is_sold_it_says_who_writes_features(table):
    await table.do("as gm", "in #tomb", PIT, "as player1", "/character create name:Brakka", 'click "Done"')
    assert "/clan-gm feature" in await table.text("/play", 'click "Buy"')
