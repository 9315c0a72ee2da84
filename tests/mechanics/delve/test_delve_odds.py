"""Exact chances equal every way the dice can fall, played through the rules."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from mechanics.dice import ScriptedDice
from mechanics.facts import Fact, Rolled
from mechanics.game import CHAIR, Force, Id, Move, Refused
from mechanics.games.delve import DELVE
from mechanics.games.delve import moves as m
from mechanics.games.delve.throws import Harm, added, another, harm_of
from mechanics.odds import odds
from mechanics.perform import perform
from mechanics.step import Outcome
from tests.mechanics.delve.delve_table import BOLT, GM, PAT, Book, asha, foe, pc, scroll

ASHA, OGRE = Id("asha"), Id("ogre")


def verdict(fact: Fact) -> str | None:
    return fact.verdict if isinstance(fact, Rolled) and fact.against is not None else None


def brute(book: Book, move: Move, die: int = 20) -> dict[str, Fraction]:
    """The verdict of the one d20 that the move throws, over all its faces; later dice do not matter."""
    found: dict[str, Fraction] = {}
    for face in range(1, die + 1):
        answer: Any = perform(DELVE, book.state, PAT, move, ScriptedDice((face, *(1,) * 9)), 99)
        assert isinstance(answer, Outcome)
        word = next(v for f in answer.facts if (v := verdict(f)))
        found[word] = found.get(word, Fraction(0)) + Fraction(1, die)
    return found


@pytest.mark.rule("DELVE-ROLL-01")
@pytest.mark.rule("DELVE-CRIT-01")
def test_chances_of_an_attack_a_check_and_a_spell() -> None:
    book = Book(asha(items=(*asha().items, BOLT)), foe("Ogre", 3, 11))
    book.fight("asha", against=("ogre",), first=1)
    for move in (
        m.Attack(ASHA, OGRE),
        m.Attack(ASHA, OGRE, plus5=True),
        m.Check(ASHA, "str", "easy"),
        m.Cast(ASHA, "Elemental bolt", (OGRE,), "fire"),
    ):
        assert odds(DELVE, book.state, PAT, move, verdict) == brute(book, move)
    # 2 + 12 and more beats 13, a 20 among them; a natural 1 is a critical fail
    assert odds(DELVE, book.state, PAT, m.Attack(ASHA, OGRE), verdict) == {
        "success": Fraction(8, 20),
        "critical success": Fraction(1, 20),
        "fail": Fraction(10, 20),
        "critical fail": Fraction(1, 20),
    }


@pytest.mark.rule("DELVE-LUCK-02")
def test_chances_beside_each_way_to_use_luck() -> None:
    book = Book(pc("Asha", luck=1))
    book.do(PAT, m.Check(ASHA, "str", tn=13), 9)
    assert odds(DELVE, book.state, PAT, m.Reroll(ASHA), verdict) == {
        "success": Fraction(7, 20),
        "fail": Fraction(13, 20),
    }
    assert odds(DELVE, book.state, PAT, m.Plus5(ASHA), verdict) == {"success": Fraction(1)}


@pytest.mark.rule("DELVE-DIE-01")
def test_the_chance_to_live_follows_the_whole_chain() -> None:
    """Life 3 against an enemy of level 1: hit, damage, the wound that may take CON, the CON roll."""
    book = Book(pc("Asha", "0 1 0 0 0 0", luck=0, life=3), foe("Ogre", 1))
    book.fight("asha", against=("ogre",), first=6)
    book.attack("ogre", "asha")

    def dead(fact: Fact) -> str | None:
        return fact.verdict if isinstance(fact, Rolled) and fact.label == "staying alive" else None

    expected = Fraction(0)
    for die, damage in product(range(1, 21), range(1, 7)):
        if die == 1 or (die != 20 and die <= 11):
            if damage < 3:
                continue
            wounds = range(1, 7)
            for first, second in product(wounds, wounds) if die == 1 else ((0, w) for w in wounds):
                con = 1 - (first == 2) - (second == 2)
                fails = Fraction(sum(face + con <= 10 for face in range(1, 21)), 20)
                expected += Fraction(1, 20 * 6) * fails / (36 if die == 1 else 6)
    found = odds(DELVE, book.state, GM, m.Defend(ASHA), dead, leaves=20_000)
    assert isinstance(found, dict) and found["fail"] == expected


@pytest.mark.rule("DELVE-SPELL-01")
def test_many_dice_are_counted_not_thrown() -> None:
    for n, faces in ((1, 6), (3, 6), (2, 4)):
        ways, whole = added.exact(n, faces)  # type: ignore[attr-defined]
        throws = list(product(range(1, faces + 1), repeat=n))
        assert whole == len(throws)
        assert ways == {t: sum(sum(x) == t for x in throws) for t in {sum(x) for x in throws}}
    book = Book(pc("Asha", "0 0 0 9 0 0", level=20, luck=0, items=(scroll("Exploding finger"),)), foe("Ogre", 1, 200))
    move = m.Cast(ASHA, "Exploding finger", (OGRE,))

    def explosion(fact: Fact) -> int | None:
        return fact.sum.total if isinstance(fact, Rolled) and fact.label == "explosion" else None

    found = odds(DELVE, book.state, PAT, move, explosion)
    assert isinstance(found, dict) and sum(found.values()) == 1
    assert found[23] == Fraction(16, 20) / 6**23  # 9 + 5 and more beats 13


@pytest.mark.rule("DELVE-MISC-01")
def test_a_die_thrown_until_it_is_free_is_even_over_the_free_faces() -> None:
    ways, whole = another.exact(frozenset({18, 1}))  # type: ignore[attr-defined]
    assert whole == 18 and ways == {face: 1 for face in range(1, 21) if face not in (1, 18)}
    dice = ScriptedDice((18, 1, 18, 7))
    assert another(dice, frozenset({18, 1})) == 7 and not dice.left


@pytest.mark.rule("DELVE-DEF-02")
@pytest.mark.parametrize(
    ("text", "harm"),
    [
        ("2d6+1", Harm(2, 6, 1)),
        ("d8", Harm(1, 8)),
        ("3", Harm(0, 6, 3)),
        ("1d4-1", Harm(1, 4, -1)),
        ("20d100", Harm(20, 100)),
    ],
)
def test_dice_as_typed(text: str, harm: Harm) -> None:
    assert harm_of(text) == harm and harm_of(str(harm)) == harm


@pytest.mark.rule("DELVE-DEF-02")
@pytest.mark.parametrize("text", ["", "axe", "0d6", "21d6", "2d1", "1d101", "2d6 1", "d", "1d6+"])
def test_what_is_no_dice(text: str) -> None:
    with pytest.raises(Refused) as refused:
        harm_of(text)
    assert refused.value.refusal.code == "RANGE"


@pytest.mark.rule("DELVE-LUCK-03")
def test_a_forced_answer_is_the_default() -> None:
    book = Book(asha(), foe("Ogre", 3, 11))
    book.fight("asha", against=("ogre",), first=6)
    book.attack("ogre", "asha")
    for faces, waits in (((2,), ["Roll"]), ((1,), ["Armor"]), ((), [])):
        book.gm(Force(CHAIR), *faces)
        assert book.waits == waits
    assert book.life("asha") == "2/5"
