"""Selectors counted over whole dice, against asking every face."""

from itertools import product

import pytest

from mechanics.dice.picks import Picks
from mechanics.dice.roll import Kind

SIGNS = ("=", "!=", "<", "<=", ">", ">=")
PARTS = [(sign, n) for sign in SIGNS for n in (0, 1, 2, 4, 5, 6)]


def plain(sign: str, n: int, face: int) -> bool:
    return {"=": face == n, "!=": face != n, "<": face < n, "<=": face <= n, ">": face > n, ">=": face >= n}[sign]


@pytest.mark.parametrize("faces", [1, 2, 5])
def test_matched_faces(faces: int) -> None:
    kind = Kind(faces, None, 1, faces)
    listed = Kind(faces, tuple(range(1, faces + 1)), 1, faces)
    for parts in [(a,) for a in PARTS] + list(product(PARTS, PARTS)):
        picks = Picks(parts)
        expected = [any(plain(sign, n, face) for sign, n in parts) for face in range(1, faces + 1)]
        assert [picks.hits(face) for face in range(1, faces + 1)] == expected
        assert picks.matched(kind) == picks.matched(listed) == sum(expected), parts
        if not any(expected):
            continue
        assert picks.within(1, faces)
    assert Picks((("=", 2), ("h", 3))).matched(kind) == (faces >= 2)


def test_what_may_be_reached() -> None:
    for (sign, n), low, high in product(PARTS, range(-1, 8), range(-1, 8)):
        if low <= high:
            assert Picks(((sign, n),)).within(low, high) == any(plain(sign, n, v) for v in range(low, high + 1))
    assert not Picks((("h", 1),)).within(1, 6)
