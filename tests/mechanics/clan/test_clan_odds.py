"""Exact odds, out of the rules themselves, equal what counting by hand gives."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from mechanics.facts import Changed, Compared, Fact, Rolled
from mechanics.game import CHAIR, Id, Move, Refusal
from mechanics.games.clan import CLAN
from mechanics.games.clan.dice import total
from mechanics.games.clan.moves import Attack, Check, KillCheck, Luck, Maneuver
from mechanics.odds import odds
from mechanics.tracking import BeginFight
from tests.mechanics.clan.clan_table import (
    BRAKKA,
    GM,
    GNARL,
    MOTE,
    OOZE,
    PAT,
    VEX,
    Book,
    brakka,
    gnarl,
    mote,
    ooze,
    vex,
)

D12 = range(1, 13)


def verdict(fact: Fact) -> str | None:
    return fact.verdict or None if isinstance(fact, Rolled) else None


def winner(fact: Fact) -> str | None:
    return fact.verdict if isinstance(fact, Compared) else None


def chances(book: Book, move: Move, measure: Any = verdict) -> dict[Any, Fraction]:
    found = odds(CLAN, book.state, GM, move, measure)
    assert not isinstance(found, Refusal), found
    assert sum(found.values()) == 1
    return found


def share(ways: list[bool]) -> Fraction:
    return Fraction(sum(ways), len(ways))


@pytest.mark.rule("CLAN-ATK-01")
@pytest.mark.rule("CLAN-RNG-01")
def test_an_attack_and_an_attack_from_afar() -> None:
    book = Book(brakka(), mote(), gnarl())
    assert chances(book, Attack(BRAKKA, GNARL))["hit"] == Fraction(5, 12)
    far = share([d + 4 - a - b > 11 for d, a, b in product(D12, range(1, 5), range(1, 5))])
    assert chances(book, Attack(BRAKKA, GNARL, feet=25))["hit"] == far
    assert "hit" not in chances(book, Attack(BRAKKA, GNARL, feet=600))


@pytest.mark.rule("CLAN-LUCK-03")
@pytest.mark.parametrize("luck", [1, 2])
def test_luck_declared(luck: int) -> None:
    book = Book(brakka(), gnarl())
    assert chances(book, Attack(BRAKKA, GNARL, luck=luck))["miss"] == Fraction(7, 12) ** (1 + luck)


@pytest.mark.rule("CLAN-LUCK-03")
@pytest.mark.rule("CLAN-LUCK-04")
@pytest.mark.parametrize("luck", [1, 2, 6])
def test_luck_beside_an_open_roll(luck: int) -> None:
    book = Book(brakka(unspent=12), gnarl())
    book.do(PAT, Attack(BRAKKA, GNARL), 5)
    assert chances(book, Luck(BRAKKA, luck))["miss"] == Fraction(7, 12) ** luck


@pytest.mark.rule("CLAN-NAT-01")
def test_naturals_in_the_odds() -> None:
    book = Book(brakka(unspent=0), gnarl(), naturals=True)
    assert chances(book, Check(BRAKKA, "smart", 12)) == {
        "extreme success": Fraction(1, 12),
        "success": Fraction(2, 12),
        "failure": Fraction(8, 12),
        "extreme failure": Fraction(1, 12),
    }


@pytest.mark.rule("CLAN-MAN-01")
@pytest.mark.rule("CLAN-KILL-01")
def test_contests() -> None:
    book = Book(brakka(unspent=0), gnarl(), ooze(hp=0, status="unconscious"))
    works = share([a + 4 > b + 5 for a, b in product(D12, D12)])
    assert chances(book, Maneuver(BRAKKA, "hold", GNARL), winner)["a"] == works
    dead = share([a + w + 4 > b + 12 for a, w, b in product(D12, range(1, 7), D12)])
    assert chances(book, KillCheck(BRAKKA, OOZE), winner)["a"] == dead


@pytest.mark.rule("CLAN-DMG-01")
def test_how_many_hit_points_a_blow_takes() -> None:
    def left(fact: Fact) -> int | None:
        return int(fact.after) if isinstance(fact, Changed) and fact.gauge == "hp" else None

    book = Book(brakka(unspent=0), vex(), naturals=True)
    found = chances(book, Attack(BRAKKA, VEX), left)
    counted: dict[int | None, Fraction] = {}
    for d, w in product(D12, range(1, 7)):
        own = d == 1
        hit = d == 12 or (d + 4 > 8 and not own)
        after = 15 - (w + 4) if own else max(0, 14 - (w + 4) * (2 if d == 12 else 1)) if hit else None
        counted[after] = counted.get(after, Fraction(0)) + Fraction(1, 72)
    assert found == counted


@pytest.mark.rule("CLAN-RNG-01")
def test_totals_are_counted_as_they_fall() -> None:
    ways, whole = total.exact(3, 4)
    counted: dict[int, int] = {}
    for dice in product(range(1, 5), repeat=3):
        counted[sum(dice)] = counted.get(sum(dice), 0) + 1
    assert (ways, whole) == (counted, 64)
    assert total.exact(0, 6) == ({0: 1}, 1)


@pytest.mark.rule("CLAN-ORD-01")
def test_roll_offs_end() -> None:
    book = Book(brakka(unspent=0), mote())
    book.gather((BRAKKA, 5), (MOTE, 5))
    answer = odds(CLAN, book.state, GM, BeginFight(CHAIR), lambda f: None, leaves=60)
    assert isinstance(answer, Refusal) and answer.code == "too-many-cases"
    book.gm(BeginFight(CHAIR), *(7, 7) * 20)
    assert book.row() == [BRAKKA, MOTE] == [Id("brakka"), Id("mote")]
