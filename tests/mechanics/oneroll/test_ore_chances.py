"""The ledger's tables of chances, brute force beside them, and odds through play."""

from fractions import Fraction
from itertools import product

import pytest

from mechanics.facts import Fact, Rolled
from mechanics.game import Id
from mechanics.games.oneroll import ONEROLL, chances
from mechanics.games.oneroll.moves import Action, Check, Declare
from mechanics.games.oneroll.pools import find
from mechanics.games.oneroll.rulings import Rulings
from mechanics.odds import odds
from tests.mechanics.oneroll.ore_table import GM, PAT, Book, creature, hit, player, table

MATCH = (0, 10, 280, 4960, 69760, 848800, 9395200, 98185600, 996371200, 9996371200)
WIDEST = {
    2: (90, 10),
    3: (720, 270, 10),
    4: (5040, 4590, 360, 10),
    5: (30240, 61200, 8100, 450, 10),
    6: (151200, 691200, 144900, 12150, 540, 10),
    7: (604800, 6879600, 2242800, 255150, 17010, 630, 10),
    8: (1814400, 61916400, 31248000, 4589550, 408240, 22680, 720, 10),
    9: (3628800, 513021600, 400276800, 74163600, 8266860, 612360, 29160, 810, 10),
    10: (3628800, 3954484800, 4772376000, 1106028000, 148792140, 13778100, 874800, 36450, 900, 10),
}
EXACT = {
    2: (10,),
    3: (270, 10),
    4: (4590, 360, 10),
    5: (62100, 8100, 450, 10),
    6: (735750, 144900, 12150, 540, 10),
    7: (8091090, 2245950, 255150, 17010, 630, 10),
    8: (85677480, 31454640, 4589550, 408240, 22680, 720, 10),
    9: (889694280, 407904840, 74174940, 8266860, 612360, 29160, 810, 10),
    10: (9124200450, 4979530800, 1106954100, 148792140, 13778100, 874800, 36450, 900, 10),
}


@pytest.mark.rule("ORE-PROB-01")
def test_the_tables_of_the_ledger() -> None:
    for n, ways in enumerate(MATCH, 1):
        assert chances.any_set(n) == Fraction(ways, 10**n)
    for n, row in WIDEST.items():
        assert sum(row) == 10**n
        assert [chances.widest(n, w) for w in range(1, n + 1)] == [Fraction(x, 10**n) for x in row]
    for n, row in EXACT.items():
        assert [chances.of_width(n, w) for w in range(2, n + 1)] == [Fraction(x, 10**n) for x in row]


@pytest.mark.rule("ORE-PROB-01")
def test_the_check_values_of_the_ledger() -> None:
    assert chances.any_set(4, height=10) == Fraction(523, 10**4)
    assert chances.any_set(8, height=6) == Fraction(71144375, 10**8)
    assert chances.enough_sets(4, 2) == Fraction(270, 10**4)
    assert 1 - chances.any_set(10) == Fraction(3628800, 10**10)
    assert chances.any_set(6, width=3) == Fraction(1576, 10**4)


@pytest.mark.rule("ORE-PROB-01")
@pytest.mark.parametrize("n", [0, 1, 3, 4])
def test_chances_equal_counting_every_throw(n: int) -> None:
    throws = [find(dice).sets for dice in product(range(1, 11), repeat=n)]
    for height in (1, 5, 10):
        ways = sum(any(s.height >= height for s in row) for row in throws)
        assert chances.any_set(n, height) == Fraction(ways, 10**n)
    for k in (1, 2):
        assert chances.enough_sets(n, k) == Fraction(sum(len(row) >= k for row in throws), 10**n)


def verdict(fact: Fact) -> str | None:
    return fact.verdict or None if isinstance(fact, Rolled) else None


@pytest.mark.rule("ORE-STATIC-01")
@pytest.mark.parametrize("target", [1, 6, 10])
def test_a_checks_odds_through_play(target: int) -> None:
    state = table(player("Ada", sense=3, sight=1))
    answer = odds(ONEROLL, state, PAT, Check(Id("ada"), "sight", target=target), verdict)
    good = chances.any_set(4, target)
    assert answer == {"success": good, "failure": 1 - good}


@pytest.mark.rule("ORE-MULTI-01")
def test_two_and_three_actions_through_play() -> None:
    state = table(player("Ada", sense=6, sight=2))

    def how_many(fact: Fact) -> int | None:
        text = getattr(fact, "text", "")
        return int(text[0]) if text.endswith("actions succeed.") else None

    for actions in (2, 3):
        n = 8 - (actions - 1)
        answer = odds(ONEROLL, state, PAT, Check(Id("ada"), "sight", actions=actions), how_many)
        assert isinstance(answer, dict)
        assert answer[actions] == chances.enough_sets(n, actions)
        assert sum(p for k, p in answer.items() if k) == chances.any_set(n)


@pytest.mark.rule("ORE-CALL-01")
@pytest.mark.parametrize("pool", [3, 4, 7])
def test_a_called_shot_through_play_and_by_hand(pool: int) -> None:
    book = Book(
        player("Ada", coordination=pool - 2, pistol=2),
        creature("Ork"),
        rulings=Rulings(called_shot=True, resolve="all"),
    )
    book.fight()
    book.gm(Declare(Id("ork")))

    def hits(fact: Fact) -> str | None:
        return (
            ("hit" if any(label.endswith("x10") for label, _ in fact.sum.parts) else "miss")
            if isinstance(fact, Rolled)
            else None
        )

    move = Declare(Id("ada"), (hit("ork", "pistol", call="head"),))
    answer = odds(ONEROLL, book.state, GM, move, hits)
    ways = sum(10 in dice for dice in product(range(1, 11), repeat=pool - 2)) if pool < 7 else 10**5 - 9**5
    assert answer == {"hit": Fraction(ways, 10 ** (pool - 2)), "miss": 1 - Fraction(ways, 10 ** (pool - 2))}
    assert chances.called(pool) == Fraction(ways, 10 ** (pool - 2))


def test_no_called_shot_with_two_dice() -> None:
    assert chances.called(2) == 0


@pytest.mark.rule("ORE-CBT-06")
def test_the_chance_that_a_dodge_stops_anything() -> None:
    book = Book(player("Ada", coordination=3, dodge=3), creature("Ork"))
    book.fight()
    book.gm(Declare(Id("ork")))

    def width(fact: Fact) -> int | None:
        return max((w for _, w in fact.sum.parts), default=1) if isinstance(fact, Rolled) else None

    answer = odds(ONEROLL, book.state, GM, Declare(Id("ada"), (Action("dodge"),)), width)
    assert isinstance(answer, dict)
    assert sum(p for w, p in answer.items() if w and w >= 3) == Fraction(1576, 10**4)
