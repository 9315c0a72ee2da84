"""What Delve's buttons promise is what the rules do: every face of the d20 played through, and counted."""

from __future__ import annotations

from typing import Any

import pytest

from mechanics.dice import ScriptedDice
from mechanics.facts import Rolled
from mechanics.game import Caller, Id, Move
from mechanics.games.delve import moves as m
from mechanics.games.delve.pending import Armor, Counter, Defence, Roll
from mechanics.perform import perform
from tests.bot.delve_table import deep, fight, labels, stored

GM = Caller("1", gm=True)
LATER = (2,) * 30
"""Dice that fall after the one that is counted."""


def good(game: Any, state: Any, move: Move) -> str:
    """Of the twenty faces those with which the first roll of this move succeeds, in percent."""
    wins = 0
    for face in range(1, 21):
        outcome = perform(game, state, GM, move, ScriptedDice((face, *LATER)), 900)
        made = next(f for f in outcome.facts if isinstance(f, Rolled) and f.rule == "DELVE-ROLL-01")
        wins += made.verdict.endswith("success")
    return f"{round(100 * wins / 20)} %"


def no_dice(game: Any, state: Any, move: Move) -> str:
    """The same of a move that throws nothing before its verdict."""
    outcome = perform(game, state, GM, move, ScriptedDice(LATER), 900)
    made = next(f for f in outcome.facts if isinstance(f, Rolled) and f.rule == "DELVE-ROLL-01")
    return "100 %" if made.verdict.endswith("success") else "0 %"


def waits(state: Any, kind: type[Any]) -> tuple[int, int, Any]:
    (p,) = [p for p in state.scene.pending.values() if isinstance(p.what, kind)]
    return p.id, p.rev, p.what


SITUATIONS: dict[str, tuple[str, ...]] = {
    "check": ("as player1", "dice 3", "/delve check ability:dex difficulty:moderate bonus:-1"),
    "hopeless check": ("as player1", "dice 3", "/delve check ability:dex tn:40"),
    "attack": ("as player1", "dice 7", "/delve attack target:Ogre"),
    "bare hands": ("as player1", "dice 5", "/delve attack target:Ogre with:unarmed"),
    "broken attack": ("as player1", "dice 1", "/delve attack target:Ogre"),
    "casting": ("as player2", "dice 9", '/delve cast spell:"elemental bolt" choice:ice target:Ogre'),
    "casting with a 1": ("as player2", "dice 1", '/delve cast spell:"elemental bolt" choice:air target:Ogre'),
    "defence": ("/combat next", "/delve-gm attack enemy:Ogre target:Asha", "dice 9", 'click "Defend"'),
    "defence with a 1": ("/combat next", "/delve-gm attack enemy:Ogre target:Asha", "dice 1", 'click "Defend"'),
    "armor": (
        "/combat next", "/delve-gm attack enemy:Ogre target:Asha", "dice 9 4 7", 'click "Defend"', 'click "Accept"',
        'click "Wear"',
    ),
    "staying alive": ("dice 6 3", "/delve hurt amount:9 who:Asha"),
}  # fmt: skip


@pytest.mark.parametrize("critical", ["natural", "margin"])
@pytest.mark.parametrize("name", SITUATIONS)
async def test_luck_on_a_failed_roll(table, name, critical):
    await deep(table)
    await table.do(f"/campaign ruling name:critical value:{critical}")
    await fight(table, "Ogre 3 life 11")
    step = await table.do(*SITUATIONS[name])
    game, state = await stored(table)
    number, rev, roll = waits(state, Roll)
    expected = [f"Reroll: 0 % → {good(game, state, m.Reroll(roll.who, number, rev))}"]
    if not (critical == "natural" and name in ("broken attack", "defence with a 1")):
        expected.append(f"+5: 0 % → {no_dice(game, state, m.Plus5(roll.who, number, rev))}")
    assert labels(step) == [*expected, "Accept"]


async def test_several_times_5_where_the_table_plays_so(table):
    await deep(table)
    await table.do("/campaign ruling name:luck_plus5_stack value:on")
    step = await table.do("as player1", "dice 2", "/delve check ability:dex tn:12")
    assert labels(step) == ["Reroll: 0 % → 45 %", "+5: 0 % → 0 %", "Accept"]
    assert "+5 alone is not enough" in step["replies"][0]["text"]
    step = await table.do('click "+5"')
    assert labels(step) == ["Reroll: 0 % → 70 %", "+5: 0 % → 100 %", "Accept"]
    await table.do('click "+5"')
    assert (await table.state("Asha"))["luck"] == 1


@pytest.mark.parametrize("line", ["Ogre 3 life 11", "Rat 1 life 4", "Giant 12 life 60"])
async def test_a_defence_its_5_counterspell_and_the_blow_back(table, line):
    await deep(table, things=(("Bolin", "scroll of Counterspell", "spell"), ("Bolin", "bow", "ranged-weapon")))
    await fight(table, line, first=6)
    name = line.split()[0]
    step = await table.do(f"/delve-gm attack enemy:{name} target:Bolin magic:true")
    game, state = await stored(table)
    number, rev, what = waits(state, Defence)
    assert labels(step) == [
        f"Defend: {good(game, state, m.Defend(what.who, False, number, rev))}",
        f"+5 and defend: {good(game, state, m.Defend(what.who, True, number, rev))}",
        f"Counterspell: {good(game, state, m.Counterspell(what.who, False, number, rev))}",
        "Answer for them",
    ]
    step = await table.do("dice 20", 'click "Defend"')
    game, state = await stored(table)
    number, rev, what = waits(state, Counter)
    assert labels(step) == [
        f"Strike, bow: {good(game, state, m.Strike(what.who, 'bow', False, number, rev))}",
        f"Strike, unarmed: {good(game, state, m.Strike(what.who, 'unarmed', False, number, rev))}",
        "Skip",
        "Answer for them",
    ]
    await table.do('click "Skip"')


async def test_armor_says_what_it_takes_and_whether_it_lasts(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11", first=6)
    await table.do("/delve-gm attack enemy:Ogre target:Asha", "dice 9 5", 'click "Defend"')
    step = await table.do('click "Accept"')
    game, state = await stored(table)
    number, rev, what = waits(state, Armor)
    assert labels(step) == ["Wear leather: 7 → 3", "Take it: 7", "Answer for them"]
    lasts = good(game, state, m.Wear(what.who, "leather", number, rev))
    assert f"it lasts {lasts}." in step["replies"][0]["text"]


async def test_the_panels_show_the_same(table):
    await deep(table)
    await fight(table, "Ogre 3 life 11", "Rat 1 life 4")
    game, state = await stored(table)
    asha, bolin, ogre, rat = (next(i for i, s in state.sheets.items() if s.name == n) for n in NAMES)
    step = await table.do("as player1", 'click "My turn"')
    (panel,) = step["replies"]
    attack = {i: good(game, state, m.Attack(asha, i)) for i in (ogre, rat)}
    with_plus = good(game, state, m.Attack(asha, ogre, plus5=True))
    assert labels(step)[:2] == [f"Attack: {attack[ogre]}", f"With +5: {with_plus}"]
    menus = {s["placeholder"]: s["options"] for s in panel["selects"]}
    assert menus["Whom"] == [f"Ogre: {attack[ogre]}", f"Rat: {attack[rat]}"]
    bare = good(game, state, m.Attack(asha, ogre, "unarmed"))
    assert menus["How"] == [f"sword: {attack[ogre]}", f"unarmed: {bare}"]
    step = await table.do("as player2", 'click "My turn"', 'choose "Cast Elemental bolt"')
    cast = m.Cast(bolin, "scroll of Elemental bolt", (ogre,), "fire")
    assert labels(step)[0] == f"Cast: {good(game, state, cast)}"
    step = await table.do("/play", 'click "Check"', 'choose "Wisdom"', 'choose "Difficult"')
    assert labels(step) == [
        "Roll", f"With +5: {good(game, state, m.Check(bolin, 'wis', 'difficult', plus5=True))}"
    ]  # fmt: skip
    assert f"A success: {good(game, state, m.Check(bolin, 'wis', 'difficult'))}" in step["replies"][0]["text"]
    menu = step["replies"][0]["selects"][0]["options"]
    assert menu[4] == f"Wisdom 2: {good(game, state, m.Check(bolin, 'wis', 'difficult'))}"
    await table.do("as gm", "/combat next", 'click "My turn"')
    game, state = await stored(table)
    step = table.steps[-1]
    avoided = good_defence(game, state, m.Attack(ogre, asha))
    assert labels(step)[0] == f"Attack: {avoided} to avoid it"


NAMES = ("Asha", "Bolin", "Ogre", "Rat")


def good_defence(game: Any, state: Any, attack: m.Attack) -> str:
    """The same of the defence that this attack asks for."""
    waiting = perform(game, state, GM, attack, ScriptedDice(()), 900).state
    return good(game, waiting, m.Defend(Id(attack.target)))
