"""One throw in progress (`Run`) and its result (`Roll`): total, dice, faces drawn, and the sum shown in plain text."""

from typing import Protocol

from msgspec import Struct

from mechanics.dice.errors import DiceError
from mechanics.dice.sources import Dice
from mechanics.dice.weights import Value

MOST_DICE = 1000
TEXT_LIMIT = 1000


class Die(Struct, frozen=True):
    """One die of a result.

    `faces`: how many faces it has; `value`: what it counted, after clamps and chains; `kept`: whether it counts at all;
    `why`: "" for a die that simply counts, else one of dropped, rerolled, exploded (it brought another die), added
    (it was brought), raised, lowered, success, failure, set.
    """

    faces: int
    value: Value
    kept: bool = True
    why: str = ""


class Cast(Struct):
    """A die, or a term of a group, while the operators of its pool are at work on it."""

    value: Value
    kept: bool = True
    why: str = ""


class Kind(Struct, frozen=True):
    """A kind of die: `faces` many, showing `values`, or 1..faces where that is None."""

    faces: int
    values: tuple[int, ...] | None
    low: int
    high: int

    def all_values(self) -> tuple[int, ...] | range:
        return range(1, self.faces + 1) if self.values is None else self.values


class Node(Protocol):
    """A part of an expression that can be thrown and told."""

    def roll(self, run: "Run") -> Value: ...

    def tell(self, tale: "Tale") -> None: ...


# What a pool left behind: its kind of die (None for a group) and its dice, either bare values or casts.
Trace = tuple[Kind | None, object]


class Run:
    """A throw in progress: the budget of dice, the faces drawn so far, and what the pools showed, in order."""

    __slots__ = ("draw", "draws", "left", "lost", "trace")

    def __init__(self, dice: Dice) -> None:
        self.draw = dice.draw
        self.left = MOST_DICE
        self.draws: list[int] = []
        self.trace: list[Trace] = []
        self.lost: list[tuple[int, int]] = []

    def take(self, n: int, kind: Kind, start: int, end: int) -> list[int]:
        """The values of `n` fresh dice. DiceError `too_many_dice` before the budget would be passed."""
        if n > self.left:
            raise too_many(start, end)
        self.left -= n
        drawn = self.draw(n, kind.faces)
        self.draws += drawn
        values = kind.values
        return drawn if values is None else [values[face - 1] for face in drawn]

    def reserve(self) -> int:
        """A place in the trace for what can only be told once its parts are thrown."""
        self.trace.append((None, None))
        return len(self.trace) - 1


def too_many(start: int, end: int) -> DiceError:
    return DiceError(
        "too_many_dice",
        start,
        end,
        f"more than {MOST_DICE} dice, rerolls and explosions included",
        f"at most {MOST_DICE} dice in all",
    )


class Roll:
    """The result of one throw. Dice and texts are worked out when they are first asked for."""

    __slots__ = ("_dice", "_root", "_run", "_span", "label", "total")

    total: int
    label: str

    def __init__(self, root: Node, value: Value, run: Run, span: tuple[int, int, int, int] | None, label: str) -> None:
        self.total = value if type(value) is int else int(value)
        self.label = label
        self._root = root
        self._run = run
        # Of a repeated text: the part of the run's draws and trace that belongs to this result.
        self._span = span
        self._dice: tuple[Die, ...] | None = None

    def __repr__(self) -> str:
        return f"Roll({self.text!r})"

    @property
    def draws(self) -> tuple[int, ...]:
        """The faces drawn, 1..faces of each die, in draw order: feed them to `ScriptedDice` and the roll repeats."""
        span = self._span
        return tuple(self._run.draws if span is None else self._run.draws[span[0] : span[1]])

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die that was thrown, in the order of the text; an added die follows the one that brought it."""
        if self._dice is None:
            run = self._run
            if not run.lost and self._span is None and len(run.trace) == 1:
                kind, casts = run.trace[0]
                self._dice = tuple(_dice(kind, casts, False)) if kind is not None else ()
            else:
                first, last = (0, len(run.trace)) if self._span is None else self._span[2:]
                self._dice = tuple(
                    die
                    for at in range(first, last)
                    if (kind := run.trace[at][0]) is not None
                    for die in _dice(kind, run.trace[at][1], _is_lost(run, at))
                )
        return self._dice

    @property
    def text(self) -> str:
        """How the total came to be, at most 1,000 characters (see `show`)."""
        return self.show(TEXT_LIMIT)

    def show(self, limit: int) -> str:
        """How the total came to be, in at most `limit` (40 or more) characters: the total, then as many dice as fit,
        then how many more there are. A die that does not count stands in square brackets, struck through."""
        tale = Tale(self._run, self._span[2] if self._span else 0, limit)
        head = str(self.total)
        # The first thing told is the total, and it is never what gives way.
        tale.room = limit - min(len(head), limit - 30) - 3
        try:
            self._root.tell(tale)
        except _Full:
            if tale.room < 0:
                return head[: limit - 3] + "..."
            rest = len(self.dice) - tale.told
            tale.parts.append(f" and {rest} more" if rest else " ...")
        body = "".join(tale.parts)
        if tale.verdict:
            head = tale.verdict
            return f"{head}: {body}"
        if body == head:
            return head
        if len(head) > limit - 30:
            head = head[: limit - 33] + "..."
        return f"{head} = {body}"


def _is_lost(run: Run, at: int) -> bool:
    return any(first <= at < last for first, last in run.lost)


# Dice that simply count are the same values again and again: the small kinds are made once and shared.
_SHARED_FACES = 100
_shared: dict[int, tuple[Die, ...]] = {}


def _shared_dice(faces: int) -> tuple[Die, ...]:
    dice = _shared[faces] = tuple(Die(faces, value) for value in range(faces + 1))
    return dice


def _dice(kind: Kind, casts: object, lost: bool) -> "list[Die] | map[Die]":
    assert isinstance(casts, list)
    faces = kind.faces
    if lost:
        return [
            Die(faces, c, False, "dropped") if type(c) is int else Die(faces, c.value, False, c.why or "dropped")
            for c in casts
        ]
    if casts and type(casts[0]) is Cast:
        return [Die(faces, c.value, c.kept, c.why) for c in casts]
    if kind.values is None and faces <= _SHARED_FACES:
        return map((_shared.get(faces) or _shared_dice(faces)).__getitem__, casts)
    return [Die(faces, value) for value in casts]


class _Full(Exception):
    """The text has reached its limit."""


_MARKS = {"exploded": "!", "success": "+", "failure": "-", "raised": "^", "lowered": "v"}


class Tale:
    """A sum being told: parts of text, and the room that is left for more."""

    __slots__ = ("at", "parts", "room", "run", "told", "verdict")

    def __init__(self, run: Run, at: int, limit: int) -> None:
        self.run = run
        self.at = at
        self.parts: list[str] = []
        self.room = limit
        self.told = 0
        self.verdict = ""

    def next(self) -> tuple[object, bool]:
        """What the next pool left behind, and whether it was thrown in vain."""
        at = self.at
        self.at = at + 1
        lost = self.run.lost
        return self.run.trace[at][1], bool(lost) and _is_lost(self.run, at)

    def word(self, text: str) -> None:
        self.room -= len(text)
        if self.room < _REST:
            self.room += len(text)
            raise _Full
        self.parts.append(text)

    def dice(self, casts: list[Cast] | list[int], lost: bool) -> None:
        """The dice of one pool, in round brackets."""
        shown: list[str]
        if not lost and (not casts or type(casts[0]) is int):
            # No text of a die is shorter than its separator and one digit.
            fits = casts[: max(self.room, 0) // 3 + 1]
            shown = list(map(str, fits))
        else:
            fits = casts[: max(self.room, 0) // 3 + 1]
            shown = [_die_text(c, lost) for c in fits]
        text = ", ".join(shown)
        if len(shown) == len(casts) and len(text) + 3 + _REST <= self.room:
            self.parts.append(f" ({text})")
            self.room -= len(text) + 3
            self.told += len(casts)
            return
        room = self.room - _REST - 4
        fit = 0
        for one in shown:
            room -= len(one) + 2
            if room < 0:
                break
            fit += 1
        self.told += fit
        self.parts.append(f" ({', '.join(shown[:fit])}, ...)" if fit else " (...)")
        raise _Full


# Room kept free for " and 1000 more".
_REST = 16


def _die_text(cast: Cast | int, lost: bool) -> str:
    if type(cast) is int:
        return f"~~[{cast}]~~" if lost else str(cast)
    assert isinstance(cast, Cast)
    text = f"{cast.value}{_MARKS.get(cast.why, '')}"
    return text if cast.kept and not lost else f"~~[{text}]~~"
