"""The same meaning as other engines where the meaning is the same: d20 face by face, icepool fraction by fraction."""

import operator
import random
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import d20
import icepool
import pytest
from dyce import H

from mechanics.dice import parse, sets

# -- d20, fed with faces -----------------------------------------------------------------------------------------------


class Out(Exception):
    """The script ran out: how many faces the die has that should come next."""


class Faces:
    """Stands in for the random module inside d20."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = list(faces)

    def randrange(self, stop: int) -> int:
        if not self.faces:
            raise Out(stop)
        return self.faces.pop(0) - 1


D20_TEXTS = """
1d6+2|2d4-1|-1d6|3d3|1d6*2|1d6/4|7//1d4|1d6%4|(1d4+1)*2|1+2*1d3-4|1d4--1
4d3kh2|4d3kl2|4d3ph1|4d3pl3|4d3kh1pl1|4d3k>2|4d3k<3|4d3p=2|3d4kh9|3d4k=2|4d3k=1k=3
3d4mi2|3d4ma3|3d4mi2ma3|3d4mi2kh1|3d4kh2ma2
3d4ro1|3d4ro<3|3d4ro1ro4|3d4ro1kh2|3d4rol1|1d4ra4|2d3ra3|3d3ra>1
1d3e3|2d3e3|1d4e>2|2d3e3kh1|1d4e3e4|1d3rr1|2d3rr1|2d4rr<3|1d4rr1rr4
(1d4,1d3)kh1|(1d4,2,1d3)kl2|(1d4,1d3,2)ph1|(1d4,1d3)k>2|(4d3kh2)kl1|(1,)|(1d4,2+2,3d4kl1)kh1
1d6>3|1d6>=1d4|1d4==2|1d4!=2|2d3<4|2d3<=4
""".replace("|", "\n").split()


@pytest.mark.parametrize("text", D20_TEXTS)
def test_agrees_with_d20(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    roller = d20.Roller()
    totals: dict[int, Fraction] = {}
    rest = Fraction(0)
    stack: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while stack:
        faces, chance = stack.pop()
        monkeypatch.setattr(d20.expression, "random", Faces(faces))
        try:
            # d20 writes no = in a selector.
            total = roller.roll(re.sub("([kp])=", r"\1", text)).total
        except Out as out:
            if chance < Fraction(1, 400):
                rest += chance
            else:
                stack += [((*faces, f), chance / out.args[0]) for f in range(1, out.args[0] + 1)]
            continue
        totals[total] = totals.get(total, Fraction(0)) + chance
    odds = parse(text).odds()
    if rest:
        assert all(-odds.left_over <= odds.total[v] - p <= rest for v, p in totals.items())
    else:
        assert odds.total == totals


# -- icepool, on generated texts ---------------------------------------------------------------------------------------

Made = tuple[str, Any]


def dice(rng: random.Random) -> tuple[int, int]:
    return rng.randint(1, 4), rng.choice((2, 3, 4, 6, 8, 10, 12, 20))


def pool(rng: random.Random) -> Made:
    n, s = dice(rng)
    d = icepool.d(s)
    k = rng.randint(1, n)
    face = rng.randint(1, s)
    plain: list[Callable[[], Made]] = [
        lambda: (f"{n}d{s}", n @ d),
        lambda: (f"{n}d{s}kh{k}", d.highest(n, k)),
        lambda: (f"{n}d{s}kl{k}", d.lowest(n, k)),
        lambda: (f"{n}d{s}dl{k}", d.highest(n, n - k) if k < n else icepool.Die([0])),
        lambda: (f"{n}d{s}ph{k}", d.lowest(n, n - k) if k < n else icepool.Die([0])),
        lambda: (f"{n}d{s}mi{face}", n @ d.map(lambda x: max(x, face))),
        lambda: (f"{n}d{s}ma{face}kh{k}", d.map(lambda x: min(x, face)).highest(n, k)),
        lambda: (f"{n}d{s}ro{face}", n @ d.map(lambda x: d if x == face else x)),
        lambda: (f"{n}d{s}ro<={face}kl{k}", d.map(lambda x: d if x <= face else x).lowest(n, k)),
        lambda: (f"{n}d{s}r{face}", n @ d.reroll([face], depth="inf")),
        lambda: (f"{n}d{s}r{face}kh{k}", d.reroll([face], depth="inf").highest(n, k)),
        lambda: (f"{n}d{s}k>={face}", n @ d.map(lambda x: x if x >= face else 0)),
        lambda: (f"{n}d{s}d{'<'}{face}", n @ d.map(lambda x: x if x >= face else 0)),
        lambda: (f"{n}d{s}t{face}", n @ (d >= face)),
        lambda: (f"{n}d{s}t>{face}f1", n @ d.map(lambda x: (x > face) - (x <= 1))),
        lambda: (f"{n}d{s}kh{k}t{face}", d.map(lambda x: int(x >= face)).highest(n, k)),
        lambda: (f"{n}d[{face},{s},{s}]", n @ icepool.Die([face, s, s])),
        lambda: (f"{n}dFkh{k}", icepool.Die([-1, 0, 1]).highest(n, k)),
        lambda: (f"best({k}, {n}d{s})", (n @ d).highest(k)),
        lambda: (f"worst({k}, {n}d{s}+1)", (n @ d + 1).lowest(k)),
        lambda: (f"{n}d{s}e{s}", n @ d.explode(depth=3)),
        lambda: (f"{n}d{s}!>={s}", n @ d.explode([s], depth=3)),
        lambda: (f"{n}d{s}!!kh{k}", d.explode(depth=3).highest(n, k)),
        lambda: (f"(1d{s}, {n}d4, 3)kh1", icepool.highest(d, n @ icepool.d(4), 3)),
        lambda: (f"(1d{s}, 2d4, 3)kl1", icepool.lowest(d, 2 @ icepool.d(4), 3)),
        lambda: (f"(1d{n})d{s}", icepool.d(n).map(lambda c: c @ d)),
    ]
    return rng.choice(plain)()


def term(rng: random.Random) -> Made:
    text, die = pool(rng)
    c = rng.randint(1, 9)
    change: list[Callable[[], Made]] = [
        lambda: (text, die),
        lambda: (text, die),
        lambda: (f"-{text}", -die),
        lambda: (f"{c}*{text}", c * die),
        lambda: (f"{text}//{c}", die // c),
        lambda: (f"{text}%{c}", die % c),
        lambda: (f"abs({text}-{c})", abs(die - c)),
        lambda: (f"max({text}, {c})", die.map(lambda x: max(x, c))),
        lambda: (f"({text}+{c})", die + c),
        lambda: (f"floor({text}/{c})", die // c),
        lambda: (f"ceil({text}/{c})", die.map(lambda x: -(-x // c))),
    ]
    return rng.choice(change)()


SIGNS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def whole(rng: random.Random) -> Made:
    text, die = term(rng)
    for _ in range(rng.randint(0, 2)):
        more, other = term(rng)
        sign = rng.choice("+-")
        text, die = f"{text} {sign} {more}", die + other if sign == "+" else die - other
    if rng.random() < 0.2:
        more, other = term(rng)
        sign = rng.choice(list(SIGNS))
        die = (die - other).map(lambda x: int(SIGNS[sign](x, 0)))
        text = f"{text} {sign} {more}"
    return text, die


def test_agrees_with_icepool_on_500_texts() -> None:
    rng = random.Random(20240)
    seen = 0
    while seen < 500:
        try:
            text, die = whole(rng)
        except ValueError:
            # A die of which every face is rerolled or dropped: icepool has no such die.
            continue
        if die.is_empty() or len(die) > 400:
            continue
        expected = {int(x): Fraction(q, die.denominator()) for x, q in die.items()}
        plan = parse(text)
        assert plan.odds(3).total == expected, text
        seen += 1


def test_agrees_with_icepool_and_dyce_on_large_pools() -> None:
    hundred = 100 @ icepool.d(6)
    assert parse("100d6").odds().total == {x: Fraction(q, hundred.denominator()) for x, q in hundred.items()}
    twenty = 20 @ H(10)
    assert parse("20d10").odds().total == {x: Fraction(q, 10**20) for x, q in twenty.items()}
    kept = icepool.d(10).highest(12, 5)
    assert parse("12d10kh5").odds().total == {x: Fraction(q, kept.denominator()) for x, q in kept.items()}
    middle = icepool.d(8).keep(7, [0, 0, 1, 1, 1, 0, 0])
    assert parse("7d8dl2dh2").odds().total == {x: Fraction(q, middle.denominator()) for x, q in middle.items()}


def test_sets_agree_with_icepool() -> None:
    class Matching(icepool.MultisetEvaluator):  # type: ignore[misc,type-arg]
        def initial_state(self, *_: object, **__: object) -> tuple[tuple[int, int], ...]:
            return ()

        def next_state(self, state: Any, _: object, outcome: int, count: int) -> Any:
            return tuple(sorted((*state, (count, outcome)), reverse=True)) if count >= 2 else state

    die = Matching().evaluate(icepool.d(10).pool(6))
    assert sets(6, 10) == {row: Fraction(q, die.denominator()) for row, q in die.items()}
