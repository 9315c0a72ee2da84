"""One throw in progress (`Run`) and its result (`Roll`): total, dice, faces drawn, and the sum shown in plain text."""

from collections.abc import Callable, Sequence
from itertools import chain
from operator import itemgetter
from typing import Protocol

from msgspec import Struct

from mechanics.dice.errors import DiceError
from mechanics.dice.weights import Value

MOST_DICE = 1000
TEXT_LIMIT = 400


class Die(Struct, frozen=True, gc=False):
    """One die of a result.

    `faces`: how many faces it has; `value`: what it counted, after clamps and chains; `kept`: whether it counts at all;
    `why`: "" for a die that simply counts, else one of dropped, rerolled, exploded (it brought another die), added
    (it was brought), raised, lowered, success, failure, set.
    """

    faces: int
    value: Value
    kept: bool = True
    why: str = ""


class Cast(Struct, gc=False):
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


class Run(Struct, eq=False):
    """A throw in progress: the budget of dice, the faces drawn so far, and what the pools showed, in order."""

    draw: Callable[[int, int], list[int]]
    left: int = MOST_DICE
    drawn: list[list[int]] = []
    trace: list[Trace] = []
    # Parts of the trace that were thrown in vain.
    lost: list[tuple[int, int]] = []

    def take(self, n: int, kind: Kind, start: int, end: int) -> list[int]:
        """The values of `n` fresh dice. DiceError `too_many_dice` before the budget would be passed."""
        if n > self.left:
            raise too_many(start, end)
        self.left -= n
        drawn = self.draw(n, kind.faces)
        self.drawn.append(drawn)
        values = kind.values
        return drawn if values is None else [values[face - 1] for face in drawn]

    def one(self, kind: Kind, start: int, end: int) -> int:
        """The value of one fresh die; the budget as in `take`."""
        if not self.left:
            raise too_many(start, end)
        self.left -= 1
        drawn = self.draw(1, kind.faces)
        self.drawn.append(drawn)
        (face,) = drawn
        return face if kind.values is None else kind.values[face - 1]

    def reserve(self) -> int:
        """A place in the trace for what can only be told once its parts are thrown."""
        self.trace.append((None, None))
        return len(self.trace) - 1


def too_many(start: int, end: int) -> DiceError:
    """The error of a roll that would throw more dice than one roll may."""
    return DiceError(
        "too_many_dice",
        start,
        end,
        f"more than {MOST_DICE} dice, rerolls and explosions included",
        f"at most {MOST_DICE} dice in all",
    )


class Roll(Struct, eq=False):
    """The result of one throw. Dice and texts are worked out when they are first asked for."""

    total: int
    label: str
    _root: Node
    _run: Run
    # Of a repeated text: the part of the run's draws and trace that belongs to this result.
    _span: tuple[int, int, int, int] | None = None
    _dice: tuple[Die, ...] | None = None

    def __repr__(self) -> str:
        return f"Roll({self.text!r})"

    @property
    def draws(self) -> tuple[int, ...]:
        """The faces drawn, 1..faces of each die, in draw order: feed them to `ScriptedDice` and the roll repeats."""
        drawn = self._run.drawn
        return tuple(chain.from_iterable(drawn if self._span is None else drawn[self._span[0] : self._span[1]]))

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die that was thrown, in the order of the text; an added die follows the one that brought it."""
        if self._dice is None:
            run = self._run
            first, last = (0, len(run.trace)) if self._span is None else self._span[2:]
            dice: tuple[Die, ...] = ()
            for at in range(first, last):
                kind, casts = run.trace[at]
                if kind is not None:
                    dice += _dice(kind, casts, _is_lost(run, at) if run.lost else False)
            self._dice = dice
        return self._dice

    @property
    def text(self) -> str:
        """How the total came to be, at most 400 characters (see `show`)."""
        return self.show(TEXT_LIMIT)

    def show(self, limit: int) -> str:
        """How the total came to be, in at most `limit` (40 or more) characters: the total, then as many dice as fit,
        then how many more there are. A die that does not count stands in square brackets, struck through."""
        tale = Tale(self._run, self._span[2] if self._span else 0, limit)
        self._root.tell(tale)
        body = "".join(tale.parts)
        head = tale.verdict or str(self.total)
        if len(head) > limit - 30:
            head = head[: limit - 33] + "..."
        joint = ": " if tale.verdict else " = "
        room = limit - len(head) - len(joint)
        if tale.cut or len(body) > room:
            body = self._fit(tale, room)
        elif body == head:
            return head
        return head + joint + body

    def _fit(self, tale: "Tale", room: int) -> str:
        """As many of the parts as fit, and how many dice were left out."""
        room -= _REST
        out: list[str] = []
        told = 0
        pools = iter(tale.pools)
        at, dice, count = next(pools, (-1, (), 0))
        for i, part in enumerate(tale.parts):
            if len(part) <= room and (i != at or len(dice) == count):
                room -= len(part)
                out.append(part)
                if i == at:
                    told += count
                    at, dice, count = next(pools, (-1, (), 0))
                continue
            if i == at:
                row = ", ".join(dice)
                row = row[: row.rfind(", ", 0, max(room - 7, 0)) + 1]
                told += row.count(",")
                out.append(f" ({row} ...)" if row else " (...)")
            break
        rest = len(self.dice) - told
        out.append(f" and {rest} more" if rest else " ...")
        return "".join(out)


def _is_lost(run: Run, at: int) -> bool:
    return any(first <= at < last for first, last in run.lost)


# Dice that simply count are the same values again and again: the small kinds are made once and shared, and a whole pool
# of them is fetched in one step.
_SHARED_FACES = 100
_shared: dict[int, tuple[Die, ...]] = {}


def _shared_dice(faces: int) -> tuple[Die, ...]:
    dice = _shared[faces] = tuple(Die(faces, value) for value in range(faces + 1))
    return dice


def _dice(kind: Kind, casts: object, lost: bool) -> tuple[Die, ...]:
    assert isinstance(casts, list)
    faces = kind.faces
    if casts and type(casts[0]) is Cast:
        if lost:
            return tuple([Die(faces, c.value, False, "dropped" if c.kept else c.why) for c in casts])
        if kind.values is None and faces <= _SHARED_FACES:
            # A die of which nothing is to be said shows one of its own faces.
            plain = _shared.get(faces) or _shared_dice(faces)
            return tuple([Die(faces, c.value, c.kept, c.why) if c.why else plain[c.value] for c in casts])
        return tuple([Die(faces, c.value, c.kept, c.why) for c in casts])
    if lost:
        return tuple([Die(faces, value, False, "dropped") for value in casts])
    if kind.values is None and faces <= _SHARED_FACES and len(casts) > 1:
        dice: tuple[Die, ...] = itemgetter(*casts)(_shared.get(faces) or _shared_dice(faces))
        return dice
    return tuple([Die(faces, value) for value in casts])


_MARKS = {
    "": "",
    "dropped": "",
    "rerolled": "",
    "added": "",
    "set": "",
    "exploded": "!",
    "success": "+",
    "failure": "-",
    "raised": "^",
    "lowered": "v",
}


# Room kept free for " (...) and 1000 more".
_REST = 21


class Tale:
    """A sum being told, in parts: words (`word`), and pools of dice, of which it is known where each die ends."""

    __slots__ = ("at", "cut", "most", "parts", "pools", "run", "verdict", "word")

    def __init__(self, run: Run, at: int, limit: int) -> None:
        self.run = run
        self.at = at
        self.parts: list[str] = []
        self.word = self.parts.append
        # Of each pool: its part, its dice as far as they can matter, and how many there are.
        self.pools: list[tuple[int, Sequence[str], int]] = []
        # No die is shorter than its separator and one digit.
        self.most = limit // 3 + 1
        self.cut = False
        self.verdict = ""

    def next(self) -> object:
        """What the next group, comparison or the like left behind."""
        at = self.at
        self.at = at + 1
        return self.run.trace[at][1]

    def dice(self) -> None:
        """The dice of the next pool, in round brackets."""
        at = self.at
        self.at = at + 1
        run = self.run
        kind, casts = run.trace[at]
        assert isinstance(casts, list) and kind is not None
        count = len(casts)
        lost = _is_lost(run, at) if run.lost else False
        if count > self.most:
            self.cut = True
            dice, text = _die_texts(kind, casts[: self.most], lost), ""
        else:
            dice = _die_texts(kind, casts, lost)
            text = f" ({', '.join(dice)})"
        self.pools.append((len(self.parts), dice, count))
        self.parts.append(text)


_small = tuple(map(str, range(101)))


def _die_texts(kind: Kind, casts: list[Cast] | list[int], lost: bool) -> Sequence[str]:
    if not casts:
        return ()
    small = kind.values is None and kind.faces <= 100
    if type(casts[0]) is int:
        if lost:
            return [f"~~[{value}]~~" for value in casts]
        if small and len(casts) > 1:
            texts: tuple[str, ...] = itemgetter(*casts)(_small)
            return texts
        return list(map(str, casts))
    if small and not lost:
        # A die of which nothing is to be said shows one of its own faces.
        return [_cast_text(c) if c.why else _small[c.value] for c in casts]  # type: ignore[union-attr,arg-type,index]
    return [_cast_text(c, lost) for c in casts]  # type: ignore[arg-type]


def _cast_text(cast: Cast, lost: bool = False) -> str:
    text = f"{cast.value}{_MARKS[cast.why]}"
    return text if cast.kept and not lost else f"~~[{text}]~~"
