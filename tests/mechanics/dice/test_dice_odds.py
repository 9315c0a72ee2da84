"""Odds beyond plain equality: endless chains, bounded ones, refusals in time, and matching sets."""

import time
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from mechanics.dice import DiceError, best_set, parse, sets
from mechanics.dice.weights import Table, power


def test_an_endless_chain_reports_what_is_left() -> None:
    odds = parse("1d6!").odds()
    assert (odds.min, odds.max) == (1, None)
    assert 0 < odds.left_over < Fraction(1, 10**12)
    assert sum(odds.total.values()) + odds.left_over == 1
    # Chance of exactly 6k + r is 1/6^(k+1), and no total is a multiple of six.
    for k in range(5):
        assert odds.total[6 * k + 5] == Fraction(1, 6 ** (k + 1))
        assert 6 * k + 6 not in odds.total
    assert float(odds.mean) == pytest.approx(4.2, abs=1e-10)
    assert float(odds.at_least(7)) == pytest.approx(1 / 6, abs=1e-12)
    assert repr(odds) == "Odds(1..None, mean 4.200)"


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        # n dice of mean m, q of whose faces bring one more: n m / (1 - q)
        ("100d6!", 420),
        ("50d10e>8", 50 * 5.5 / 0.8),
        ("10d6!!", 42),
        ("20d6!p", 20 * 4.0),
        ("1000d6!", None),
        ("30d6!t5", 30 * (1 / 3) / (5 / 6)),
        ("12d4e>2k>1", 12 * (9 / 4) * 2),
        ("20d8!ma5", 20 * (1 + 2 + 3 + 4 + 5 * 4) / 7),
        ("8dF!", 0),
        ("8dF!ma0", 8 * (-1 / 3) * 1.5),
        ("9d[-2,1]", -4.5),
        ("9d[-2,1]!", -9),
        ("1d6e6 + 1d6e6 - 1d6e6", 4.2),
    ],
)
def test_means_of_endless_pools(text: str, mean: float | None) -> None:
    if mean is None:
        with pytest.raises(DiceError) as caught:
            parse(text).odds()
        assert caught.value.code == "odds_too_big"
        return
    odds = parse(text).odds()
    assert odds.left_over < Fraction(1, 10**12)
    assert float(odds.mean) == pytest.approx(mean, abs=1e-8)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("1d6!", 1, None),
        ("-1d6!", None, -1),
        ("10-2d6!", None, 8),
        ("1d6!-1d6!", None, None),
        ("1d6!*-2", None, -2),
        ("1d6!*0", 0, 0),
        ("(1d6!) > 3", 0, 1),
        # A chain never ends with a six.
        ("2d6!kl1", 1, 5),
        ("2d6!!kl1", 1, None),
        ("2d6!kh1", 1, 6),
        ("2d6!t5", 0, None),
        ("2d6!t7f1", None, 0),
        ("2d6!mw", 0, None),
        ("2d6!mh", 0, 6),
        ("min(1d6!, 9)", 1, 9),
        ("max(1d6!, 9)", 9, None),
        ("abs(3-1d6!)", 0, None),
        ("1d6!//2", 0, None),
        ("1d6!%4", 0, 3),
        ("floor(1d6!/2)", 0, None),
        ("(1d6!, 2)kl1", 1, 2),
        ("(1d6!, 2)kh1", 2, None),
        ("(1d2!)d4", 1, None),
        ("best(2, 1d6!)", 1, None),
        ("1d6!7", 1, 6),
        ("1dF!=0", 0, 1),
    ],
)
def test_open_ends(text: str, low: int | None, high: int | None) -> None:
    odds = parse(text).odds()
    assert (odds.min, odds.max) == (low, high)


def test_a_bounded_chain_is_exact() -> None:
    odds = parse("1d6!").odds(depth=2)
    assert odds.left_over == 0
    assert (odds.min, odds.max) == (1, 18)
    assert odds.total[18] == odds.total[13] == Fraction(1, 216)
    assert odds.total[11] == Fraction(1, 36)
    assert parse("1d6!").odds(depth=0).total == parse("1d6").odds().total
    assert parse("1d6!!").odds(2).total == odds.total
    assert parse("2d6!").odds(1).max == 24
    assert parse("1d6!p").odds(1).total[10] == Fraction(1, 36)
    # A d2 shows 1, or 2 and 1, or 2 and 2; of two such dice the two highest: 1+1, else 2+1 only beside 2 and 1.
    assert parse("2d2!kh2").odds(1).total == {2: Fraction(1, 4), 3: Fraction(1, 4), 4: Fraction(1, 2)}
    assert parse("1d2!mw").odds(2).total == {0: Fraction(3, 4), 2: Fraction(1, 8), 3: Fraction(1, 8)}
    with pytest.raises(ValueError, match="depth"):
        parse("1d6!").odds(-1)


def test_comparisons_and_thresholds() -> None:
    odds = parse("1d20+5 >= 13").odds()
    assert odds.true == Fraction(13, 20)
    assert odds.total == {0: Fraction(7, 20), 1: Fraction(13, 20)}
    assert parse("1d6 > 6").odds().total == {0: Fraction(1)}
    assert parse("1d6 >= 1").odds().total == {1: Fraction(1)}
    dice = parse("2d6").odds()
    assert [dice.at_least(n) for n in (1, 2, 3, 12, 13)] == [1, 1, Fraction(35, 36), Fraction(1, 36), 0]
    assert dice.whole == 36 and dice.weights[7] == 6
    assert dice.mean == 7 and type(dice.mean) is Fraction
    assert parse("6x4d6kh3").odds().mean == parse("4d6kh3").odds().mean


def test_totals_are_cut_toward_zero() -> None:
    assert parse("1d4/2-1").odds().total == {0: Fraction(3, 4), 1: Fraction(1, 4)}
    assert parse("0-1d4/2").odds().total == {-2: Fraction(1, 4), -1: Fraction(1, 2), 0: Fraction(1, 4)}


REFUSED = [
    "1000d1000",
    "1000d6kh500",
    "100d20dl1dh1",
    "4d100!mw",
    "10d100!kh5dl1",
    "(1d1000)d6kh3",
    "1d1000000",
    "1d1000e>1",
    "1d1000*1d1000",
    "1d1000*1d1000*1d1000",
    "1d100/1d100+1d100/1d100",
    "50d6ro1roh2",
    "1d6!*1d6!*1d6!",
    "1d6" + "*1d6" * 20,
    "(1d1000,1d1000,1d1000)kh2",
    "1000d6!",
    "best(2, 1d1000000)",
    "min(1d1000000, 5)",
    "1d1000000 > 5",
    "1d1000000!",
    "1d1000000r1",
]
SLOW = [
    "1000d6",
    "100d6kh50",
    "60d20kh30",
    "200d6!",
    "30d6!kh3",
    "4d1000kh3",
    "100d10mh",
    "1d100000",
    "1d100/1d100",
    "1d6" + "+1d8" * 60,
]


@pytest.mark.parametrize("text", REFUSED)
def test_odds_that_are_too_big_are_refused_at_once(text: str) -> None:
    plan = parse(text)
    start = time.process_time()
    with pytest.raises(DiceError) as caught:
        plan.odds()
    assert time.process_time() - start < 0.02
    assert (caught.value.code, caught.value.start, caught.value.end) == ("odds_too_big", 0, len(text))
    assert caught.value.text == text and caught.value.hint


@pytest.mark.parametrize("text", SLOW)
def test_odds_that_are_accepted_are_quick(text: str) -> None:
    start = time.process_time()
    assert sum(parse(text).odds().total.values()) > 1 - Fraction(1, 10**12)
    assert time.process_time() - start < 0.6


@pytest.mark.parametrize(
    ("text", "code", "start"),
    [
        ("1d6/(1d6-3)", "div_zero", 3),
        ("1d6%(1d2-1)", "div_zero", 3),
        ("(1d4-2)d6", "negative_count", 0),
        ("(1d4/2)d6", "not_integer", 0),
    ],
)
def test_odds_of_what_may_fail(text: str, code: str, start: int) -> None:
    with pytest.raises(DiceError) as caught:
        parse(text).odds()
    assert (caught.value.code, caught.value.start, caught.value.text) == (code, start, text)


def test_too_many_dice_by_chance() -> None:
    with pytest.raises(DiceError) as caught:
        parse("(1d2*600)d2").odds()
    assert caught.value.code == "too_many_dice"


@pytest.mark.parametrize("n", [2, 3, 7, 20])
@pytest.mark.parametrize(
    "weights", [{1: 1, 2: 1, 3: 1}, {-2: 3, 0: 1, 5: 7}, {0: 1, 4: 1}, {3: 2}, {-1: 10**9, 0: 1, 1: 10**12}]
)
def test_powers(weights: dict[int, int], n: int) -> None:
    expected = {0: 1}
    for _ in range(n):
        longer: dict[int, int] = {}
        for x, p in expected.items():
            for y, q in weights.items():
                longer[x + y] = longer.get(x + y, 0) + p * q
        expected = longer
    made = power(Table(dict(weights), sum(weights.values())), n)
    assert made.weights == expected
    assert made.whole == sum(weights.values()) ** n


def matching(faces: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(((w, h) for h, w in Counter(faces).items() if w >= 2), reverse=True))


@pytest.mark.parametrize(("n", "faces"), [(0, 10), (1, 10), (2, 10), (4, 10), (5, 6), (6, 4), (7, 2), (3, 1)])
def test_sets_by_hand(n: int, faces: int) -> None:
    rows = Counter(matching(row) for row in product(range(1, faces + 1), repeat=n))
    assert sets(n, faces) == {row: Fraction(count, faces**n) for row, count in rows.items()}
    best = Counter(max(matching(row), default=(0, 0)) for row in product(range(1, faces + 1), repeat=n))
    assert best_set(n, faces) == {key: Fraction(count, faces**n) for key, count in best.items()}


def test_sets_of_ten_d10() -> None:
    rows = sets(10, 10)
    assert sum(rows.values()) == 1
    assert rows[()] == Fraction(3_628_800, 10**10)
    assert rows[(10, 7),] == Fraction(1, 10**10)
    best: dict[tuple[int, int], Fraction] = {}
    for row, chance in rows.items():
        key = row[0] if row else (0, 0)
        best[key] = best.get(key, Fraction(0)) + chance
    assert best == best_set(10, 10)
    width = parse("10d10mw").odds().total
    assert width == {w: sum(p for (x, _), p in best.items() if x == w) for w in width}


@pytest.mark.parametrize(("n", "faces"), [(-1, 6), (21, 6), (3, 0), (3, 101), (15, 30)])
def test_sets_have_limits(n: int, faces: int) -> None:
    with pytest.raises(ValueError, match="too many"):
        sets(n, faces)
    if (n, faces) not in ((21, 6), (15, 30)):
        with pytest.raises(ValueError, match=r"0\.\.100"):
            best_set(n, faces)
