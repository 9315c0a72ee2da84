"""Where faces come from: the operating system, a seed, or a script. Everything else in the rules only asks to draw."""

from collections.abc import Iterable
from os import urandom
from typing import Protocol

from mechanics.dice.errors import ImpossibleFace, OutOfDice


class Dice(Protocol):
    """A source of faces."""

    def draw(self, n: int, faces: int) -> list[int]:
        """`n` faces of 1..`faces`, each equally likely and independent. Draw order is record order."""
        ...


# For up to 255 faces one byte makes one die: `_BYTES[faces]` maps a byte to its face. Every face owns as many bytes;
# the few at the top that are left over become 0 and are drawn again.
_BYTES: dict[int, bytes] = {}


def _bytes_for(faces: int) -> bytes:
    limit = 256 - 256 % faces
    entry = _BYTES[faces] = bytes(b % faces + 1 for b in range(limit)) + bytes(256 - limit)
    return entry


class SystemDice:
    """Faces from the operating system's generator, unbiased, without a buffer (safe across fork and threads)."""

    __slots__ = ()

    def draw(self, n: int, faces: int) -> list[int]:
        if faces > 255:
            return _wide(n, faces)
        face_of = _BYTES.get(faces) or _bytes_for(faces)
        drawn = urandom(n).translate(face_of)
        if 0 in drawn:
            drawn = drawn.replace(b"\0", b"")
            while len(drawn) < n:
                drawn += urandom(n - len(drawn)).translate(face_of).replace(b"\0", b"")
        return list(drawn)


def _wide(n: int, faces: int) -> list[int]:
    """As `SystemDice.draw` for more than 255 faces: four bytes a die, the uneven top of their range thrown away."""
    limit = (1 << 32) - (1 << 32) % faces
    drawn: list[int] = []
    while len(drawn) < n:
        block = memoryview(urandom(4 * (n - len(drawn)))).cast("I")
        drawn += [x % faces + 1 for x in block if x < limit]
    return drawn


class SeededDice:
    """The same faces for the same seed within one Python version: for tests and examples, never for a record."""

    __slots__ = ("_below",)

    def __init__(self, seed: int | str) -> None:
        from random import Random  # only here: a bot that rolls real dice never loads it

        self._below = Random(seed).randrange

    def draw(self, n: int, faces: int) -> list[int]:
        below = self._below
        return [below(faces) + 1 for _ in range(n)]


class ScriptedDice:
    """Faces from a queue in draw order. A draw that does not fit takes nothing and raises a `ScriptError`."""

    __slots__ = ("_faces", "_next")

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self._faces = tuple(faces)
        self._next = 0

    @property
    def left(self) -> tuple[int, ...]:
        """The faces not yet drawn."""
        return self._faces[self._next :]

    def draw(self, n: int, faces: int) -> list[int]:
        end = self._next + n
        if end > len(self._faces):
            left = len(self._faces) - self._next
            raise OutOfDice(
                f"{n} x d{faces} to draw, but {left or 'no'} face{'' if left == 1 else 's'} left.", f"{n - left} more"
            )
        drawn = list(self._faces[self._next : end])
        for face in drawn:
            if not 1 <= face <= faces:
                raise ImpossibleFace(f"A d{faces} cannot show {face}.", f"a face of 1..{faces}")
        self._next = end
        return drawn


# A replay asks exactly what a script answers: the same faces in the same order, and an error when they do not fit.
RecordedDice = ScriptedDice
