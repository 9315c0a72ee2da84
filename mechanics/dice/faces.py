"""The faces of a die, read from a text: their number, a list, or one of the named kinds."""

from mechanics.dice.cursor import ALPHABET, Cursor
from mechanics.dice.roll import Kind

MOST_FACES = 10**6
MOST_CUSTOM = 1000

PERCENT = Kind(100, None, 1, 100)
TENS = Kind(10, tuple(range(10, 101, 10)), 10, 100)
# Ordinary dice are few and are asked for again and again.
_kinds: dict[int, Kind] = {}
FUDGE = Kind(3, (-1, 0, 1), -1, 1)


def plain_die(cur: Cursor, faces: int, start: int) -> Kind:
    """The kind of a die with faces 1 to `faces`. DiceError `zero_faces`, `faces_too_big`."""
    known = _kinds.get(faces)
    if known is not None:
        return known
    if faces < 1:
        cur.fail("zero_faces", "a die has at least 1 face", "d6", start, cur.i)
    if faces > MOST_FACES:
        cur.fail("faces_too_big", f"a die has at most {MOST_FACES:,} faces", "d100", start, cur.i)
    kind = Kind(faces, None, 1, faces)
    if faces <= 100:
        _kinds[faces] = kind
    return kind


def listed_faces(cur: Cursor) -> Kind:
    """The kind of a die whose faces are listed, `d[1,2,4..6]`. DiceError `bad_faces`, `unbalanced`."""
    opened = cur.i
    values: list[int] = []
    while True:
        cur.i += 1
        cur.peek()
        start = cur.i
        if cur.s[start] in "],":
            cur.fail("bad_faces", "expected a face", "d[1,2,2,3]", start, start + 1)
        first = last = one_face(cur, opened)
        if cur.peek() == "." and cur.s[cur.i + 1] == ".":
            cur.i += 2
            last = one_face(cur, opened)
            if last < first:
                cur.fail("bad_faces", "a range of faces runs upward", f"{last}..{first}", start, cur.i)
        if len(values) + last - first >= MOST_CUSTOM:
            cur.fail("faces_too_big", f"at most {MOST_CUSTOM} faces in a list", "d100", start, cur.i)
        values += range(first, last + 1)
        c = cur.peek()
        if c == "]":
            cur.i += 1
            return Kind(len(values), tuple(values), min(values), max(values))
        if c != ",":
            if cur.at_end():
                cur.fail("unbalanced", "this [ is never closed", "d[1,2,3]", opened, opened + 1)
            if c not in ALPHABET:
                cur.bad_char()
            cur.fail("bad_faces", "expected a comma or ]", "d[1,2,2,3]", end=cur.i + 1)


def one_face(cur: Cursor, opened: int) -> int:
    """One listed face, a whole number that may be negative. DiceError `bad_faces`, `unbalanced`, `bad_char`."""
    c = cur.peek()
    if cur.at_end():
        cur.fail("unbalanced", "this [ is never closed", "d[1,2,3]", opened, opened + 1)
    if c not in "-0123456789":
        if c not in ALPHABET:
            cur.bad_char()
        cur.fail("bad_faces", "expected a face, a whole number", "d[1,2,2,3]", end=cur.i + 1)
    return cur.signed("a face")
