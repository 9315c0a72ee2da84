"""Odds against brute force: every row of faces is fed through the roll itself, and the totals are counted."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from mechanics.dice import OutOfDice, ScriptedDice, parse


class Asked(ScriptedDice):
    """A script that remembers what was asked when it ran out."""

    __slots__ = ("faces",)

    def draw(self, n: int, faces: int) -> list[int]:
        self.faces = faces
        return super().draw(n, faces)


def enumerate_totals(
    text: str, names: Mapping[str, int] | None, least: Fraction
) -> tuple[dict[int, Fraction], Fraction]:
    """Chance of each total over all rows of faces, and the chance of the rows too unlikely to follow."""
    plan = parse(text, names)
    totals: dict[int, Fraction] = {}
    rest = Fraction(0)
    stack: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while stack:
        faces, chance = stack.pop()
        dice = Asked(faces)
        try:
            [roll] = plan.rolls(dice)
        except OutOfDice:
            if chance < least:
                rest += chance
                continue
            # A draw of several dice fails as a whole: one more face at a time reaches it.
            stack += [((*faces, face), chance / dice.faces) for face in range(1, dice.faces + 1)]
            continue
        assert dice.left == ()
        totals[roll.total] = totals.get(roll.total, Fraction(0)) + chance
    return totals, rest


FINITE = """
0d6|3d4|2d%|2d00|3dF|2d[-3,0,0,5]|2d[2..4]|d(2+2)
4d3kh2|4d3kl2|4d3k2|4d3dh1|4d3dl3|4d4kh1kl1|4d4ph1pl1|3d4kh2dl1|4d3kh3kl1|4d3kh3dl1kl1|5d3dl1dh1|3d4kh0|3d4kh9|3dFkh1
3d4k>2|3d4k=2|3d4k!=2|3d4k<=2k=4|3d4d<2|3d4p>=3|3d4d=1kh1|4d3k>1kl2|3d4kh1k<3|3d4kh2k>2kl1|4d3kh1k=1|4d3dl1d=3
3d4mi2|3d4ma3|3d4mi2ma3|3d4min2kh1|3d4kh2ma2|3d4mi-1|3dFmi0|2dFma-2|3d4mi2k>2
3d4ro1|3d4ro<3|3d4ro1ro4|3d4rol1|3d4roh2|3d4roh1kl1|3d4kh2ro1|3d4ro1kh2|3d3k>1ro2|3d4rol2ro1|2d[1,1,2]ro1
3d4ra1|3d4ra>2|3d3ral1|3d3rah2kh2|1d1ra1|3d3ra2k=2|3d3ra3t2
4d3t2|4d3t=2|4d3t3f1|4d3t<=2f>=3|3d4dl1t3|3d4mi2t2f2|3d4kh2t4f1|3dFt1f=0|4d3k>1t3
5d3mt|5d3mw|5d3mh|5d2mt3|5d3mw3|5d3mh1|4d3k>1mw|4d3mi2mh|4d3kh3mw|4d3dl1mt|4dFmh|3d4ro1mt|4d[1,1,2]mh
(1d4,1d3)kh1|(1d4,2d3,2)kl2|(1d4,1d6)t3f1|(1d3,2,1d4)dl1|(1d4,1d3)mi2|(1d4,1d3)k>2|(1d4/2,1d3)kh1|(1d3,1d3,1d4)kh1kl1|{1d4,1d3}dh1t2|(1d4,3)k>2kh1
(4d3)kh2|(4d3kh3)kl1|(1d4+1d3)kh1|(3d4t3)kh1|(2d4)ro1|(3d3)dl1t2|(1d4,)kh1
1d4+1d3-1d2|2*1d4|1d4*1d3|1d4-1d4*2|1d6/2|7/1d3|1d6//4|-1d6//4|1d6%4|1d6%-4|1d4/3+1d3/3|1d3/(1d2+1)
1d6>3|2d4>=2d3|1d4==1d4|1d4!=2|1d6<=1d3*2|1d4<1d4|(1d4>2)+(1d3>1)|3d4t3>1
min(1d4,1d3)|max(1d4,2,1d3)|floor(1d6/4)|ceil(1d6/4)|abs(1d4-3)|abs(1d3-1d3)|floor(-1d6/4)|min(1d4/2,1d3)
best(2,1d4+1d2)|worst(3,1d4)|best(2,3d3kh2)|worst(2,1d3-1d3)|best(1,1d4)|best(2,(1d2)d2)|best(3,1d4/2)
(1d3)d4|(1d3-1)d3|(1d2)d3kh1|(1d3)d3t2|(1d3)d2mw|(1d4-1)dF
""".replace("|", "\n").split()

ENDLESS = """
2d3r1|2d4r<3|3d3rr2kh2|2d4r1r4|2d3kh1r1|2d3r|2d[0,0,1]r0|2d3r1t3|3d3r2mt|2d3mi2r2
1d3!|2d3!|2d4e4|2d4e>2|1d3!!|2d3!!kh1|2d3!kh1|2d3!kl1|1d3!p|2d3!p|2d3!!p|2d3!!pkh1|2d4!1!2|2d3!k=3|2d3!t2|2d3!t3f1|2d3!kh2|2d3!dl1
2d3mi2!2|2d3!ma2|2d3!r1|1d3!!!1|2d3kh1!|2d3!mw|2d3!!mt|2d3!mh|2d3!kh1ro1|1dF!|2dF!kh1|1d[0,2]!|2d4r1!|2d4ro1!|1d3ra3!
1d3!-1d3|1d2*1d3!|1d3!>3|best(2,1d3!)|worst(2,1d3!!)|(1d2)d3!|(1d3!,2)kh1|(1d3!)d2|min(1d3!,4)|abs(2-1d3!)|1d3!//2|2d3!k>1ro2|2d3!ro2
""".replace("|", "\n").split()


@pytest.mark.parametrize("text", FINITE)
def test_finite(text: str) -> None:
    totals, rest = enumerate_totals(text, None, Fraction(0))
    odds = parse(text).odds()
    assert rest == 0
    assert odds.total == totals
    assert list(odds.total) == sorted(odds.total)
    assert odds.left_over == 0
    assert (odds.min, odds.max) == (min(totals), max(totals))
    assert odds.mean == sum(v * p for v, p in totals.items())
    middle = (odds.min + odds.max) // 2
    assert odds.at_least(middle) == sum(p for v, p in totals.items() if v >= middle)
    assert odds.true == 1 - totals.get(0, 0)


@pytest.mark.parametrize("text", ENDLESS)
def test_endless(text: str) -> None:
    totals, rest = enumerate_totals(text, None, Fraction(1, 1500))
    odds = parse(text).odds()
    assert odds.left_over < Fraction(1, 10**12)
    assert sum(odds.total.values()) + odds.left_over == 1
    missing = Fraction(0)
    for value, chance in totals.items():
        more = odds.total[value] - chance
        assert -odds.left_over <= more <= rest
        missing += more
    missing += sum(p for v, p in odds.total.items() if v not in totals)
    assert abs(missing - rest) <= odds.left_over
