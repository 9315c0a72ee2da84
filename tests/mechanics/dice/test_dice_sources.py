"""Where faces come from: fairness of the system's dice, scripts and records."""

import subprocess
import sys
from collections import Counter

import pytest

from mechanics.dice import (
    Dice,
    ImpossibleFace,
    OutOfDice,
    RecordedDice,
    ScriptedDice,
    ScriptError,
    SeededDice,
    SystemDice,
    sources,
)


def least_likely(df: int) -> float:
    """A chi-square that fair dice pass but for once in 10^10 runs (Wilson-Hilferty, z = 6.4)."""
    step = 2 / (9 * df)
    return df * (1 - step + 6.4 * step**0.5) ** 3


@pytest.mark.parametrize(
    ("faces", "throws"), [(6, 1_000_000), (2, 50_000), (10, 50_000), (100, 100_000), (1000, 100_000)]
)
def test_system_dice_are_fair(faces: int, throws: int) -> None:
    dice = SystemDice()
    seen = Counter(face for _ in range(throws // 1000) for face in dice.draw(1000, faces))
    assert min(seen) >= 1 and max(seen) <= faces
    expected = throws / faces
    assert sum((seen[f] - expected) ** 2 / expected for f in range(1, faces + 1)) < least_likely(faces - 1)


def test_single_system_dice_are_fair() -> None:
    dice = SystemDice()
    seen = Counter(dice.draw(1, 20)[0] for _ in range(60_000))
    assert set(seen) == set(range(1, 21))
    assert sum((seen[f] - 3000) ** 2 / 3000 for f in seen) < least_likely(19)


@pytest.mark.parametrize("faces", range(1, 256))
def test_every_face_owns_equally_many_bytes(faces: int) -> None:
    face_of = sources._bytes_for(faces)
    each, over = divmod(256, faces)
    counts = dict.fromkeys(range(1, faces + 1), each)
    assert len(face_of) == 256
    assert Counter(face_of) == (counts | {0: over} if over else counts)


@pytest.mark.parametrize("faces", [1, 2, 6, 255, 256, 257, 65_536, 1_000_000])
@pytest.mark.parametrize("n", [0, 1, 2, 1000])
def test_counts_and_ranges(n: int, faces: int) -> None:
    for dice in (SystemDice(), SeededDice(7)):
        drawn = dice.draw(n, faces)
        assert isinstance(drawn, list) and len(drawn) == n
        assert all(1 <= face <= faces for face in drawn)


def test_uneven_tops_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def bytes_from(values: list[bytes]) -> None:
        queue = list(values)

        def urandom(n: int) -> bytes:
            asked.append(n)
            return queue.pop(0)

        monkeypatch.setattr(sources, "urandom", urandom)

    # 2^32 - 296 is the greatest multiple of 1000 in four bytes.
    top = (1 << 32) - 296
    bytes_from([b"".join(x.to_bytes(4, sys.byteorder) for x in (top, top - 1)), (7).to_bytes(4, sys.byteorder)])
    assert SystemDice().draw(2, 1000) == [1000, 8]
    assert asked == [8, 4]
    bytes_from([bytes([252]), bytes([255]), bytes([251])])
    assert SystemDice().draw(1, 6) == [6]
    bytes_from([bytes([252, 0, 253]), bytes([7, 254]), bytes([14])])
    asked.clear()
    assert SystemDice().draw(3, 6) == [1, 2, 3]
    assert asked == [3, 2, 1]


def test_seeds_repeat() -> None:
    assert SeededDice(1).draw(50, 20) == SeededDice(1).draw(50, 20)
    assert SeededDice(1).draw(50, 20) != SeededDice(2).draw(50, 20)
    assert SeededDice("table").draw(5, 6) == SeededDice("table").draw(5, 6)
    assert set(SeededDice(3).draw(200, 3)) == {1, 2, 3}


def test_a_script_is_drawn_in_order() -> None:
    dice: Dice = ScriptedDice([3, 1, 6, 2])
    assert dice.draw(2, 6) == [3, 1]
    assert dice.draw(0, 6) == []
    assert isinstance(dice, ScriptedDice)
    assert dice.left == (6, 2)
    assert dice.draw(2, 6) == [6, 2]
    assert dice.left == ()


def test_a_draw_that_does_not_fit_takes_nothing() -> None:
    dice = ScriptedDice([3, 7, 0])
    with pytest.raises(OutOfDice) as out:
        dice.draw(4, 6)
    assert isinstance(out.value, ScriptError)
    assert out.value.code == "out-of-dice"
    assert (out.value.message, out.value.hint) == ("4 x d6 to draw, but 3 faces left.", "1 more")
    with pytest.raises(ImpossibleFace) as impossible:
        dice.draw(2, 6)
    assert isinstance(impossible.value, ScriptError)
    assert impossible.value.code == "impossible-face"
    assert (impossible.value.message, impossible.value.hint) == ("A d6 cannot show 7.", "a face of 1..6")
    assert dice.left == (3, 7, 0)
    assert dice.draw(2, 7) == [3, 7]
    with pytest.raises(ImpossibleFace):
        dice.draw(1, 6)
    assert dice.left == (0,)
    with pytest.raises(OutOfDice, match="1 face left"):
        dice.draw(2, 6)
    with pytest.raises(OutOfDice, match="no faces left"):
        ScriptedDice().draw(1, 6)


def test_a_record_is_a_script() -> None:
    assert RecordedDice([2]).draw(1, 6) == [2]
    with pytest.raises(OutOfDice):
        RecordedDice(()).draw(1, 6)


def test_sources_load_little() -> None:
    code = "import sys, mechanics.dice; print(*(name in sys.modules for name in ('random', 'd20', 'icepool')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "False"]
