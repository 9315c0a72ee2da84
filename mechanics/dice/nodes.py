"""The parts of an expression. Each holds its readings side by side: `roll` throws it, `tell` shows how it came out,
`size` estimates its odds, `odds` counts them exactly."""

import operator
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, inf
from typing import Protocol

from msgspec import Struct

from mechanics.dice.errors import DiceError
from mechanics.dice.pool import Ask, End, Keep, Op, rows_of
from mechanics.dice.pool_odds import MOST_STEPS, Budget, Size, bounds, forward, pool_size, pool_table, rows_table, sized, times
from mechanics.dice.roll import MOST_DICE, Cast, Kind, Run, Tale
from mechanics.dice.weights import ZERO, Table, Value, added, combined, compared, extreme, mapped, mixed


class Node(Protocol):
    """A part of an expression, throwable and countable."""

    def roll(self, run: Run) -> Value: ...

    def tell(self, tale: Tale) -> None: ...

    def size(self, budget: Budget) -> Size: ...

    def odds(self, budget: Budget) -> Table: ...


class Number(Struct, frozen=True):
    """A number, or a name's value (then `name` is shown)."""

    value: Value
    name: str = ""

    def roll(self, run: Run) -> Value:
        return self.value

    def tell(self, tale: Tale) -> None:
        tale.word(f"{self.value} [{self.name}]" if self.name else str(self.value))

    def size(self, budget: Budget) -> Size:
        value = float(self.value)
        return Size(1, value, value, type(self.value) is int)

    def odds(self, budget: Budget) -> Table:
        return Table({self.value: 1}, 1)


class Minus(Struct, frozen=True):
    """The negative of a term."""

    node: Node

    def roll(self, run: Run) -> Value:
        return -self.node.roll(run)

    def tell(self, tale: Tale) -> None:
        tale.word("-")
        self.node.tell(tale)

    def size(self, budget: Budget) -> Size:
        size = self.node.size(budget)
        return Size(size.width, -size.high, -size.low, size.whole, size.up, size.down)

    def odds(self, budget: Budget) -> Table:
        return mapped(self.node.odds(budget), operator.neg)


class Bracket(Struct, frozen=True):
    """Round brackets around a term, and a label behind it; neither changes the value."""

    node: Node
    round: bool = True
    label: str = ""

    def roll(self, run: Run) -> Value:
        return self.node.roll(run)

    def tell(self, tale: Tale) -> None:
        if self.round:
            tale.word("(")
        self.node.tell(tale)
        tale.word((")" if self.round else "") + (f" [{self.label}]" if self.label else ""))

    def size(self, budget: Budget) -> Size:
        return self.node.size(budget)

    def odds(self, budget: Budget) -> Table:
        return self.node.odds(budget)


class Sum(Struct, frozen=True):
    """Terms added (`+`) or taken away (`-`), left to right; the first stands without a sign."""

    first: Node
    rest: tuple[tuple[str, Node], ...]

    def roll(self, run: Run) -> Value:
        total = self.first.roll(run)
        for sign, node in self.rest:
            if sign == "+":
                total += node.roll(run)
            else:
                total -= node.roll(run)
        return total

    def tell(self, tale: Tale) -> None:
        self.first.tell(tale)
        for sign, node in self.rest:
            tale.word(f" {sign} ")
            node.tell(tale)

    def size(self, budget: Budget) -> Size:
        size = self.first.size(budget)
        for sign, node in self.rest:
            other = node.size(budget)
            if sign == "-":
                other = Size(other.width, -other.high, -other.low, other.whole, other.up, other.down)
            width = size.width * other.width
            whole = size.whole and other.whole
            low, high = size.low + other.low, size.high + other.high
            budget.spend(min(width * 4, 40 * (high - low + 1)) if whole else width * 60)
            size = sized(width, low, high, whole, size.lowest + other.lowest, size.highest + other.highest)
        return size

    def odds(self, budget: Budget) -> Table:
        total = self.first.odds(budget)
        for sign, node in self.rest:
            other = node.odds(budget)
            total = added(total, other if sign == "+" else mapped(other, operator.neg))
        return total


def _quotient(a: Value, b: Value) -> Value:
    value = Fraction(a) / b
    return value.numerator if value.denominator == 1 else value


_PRODUCTS: dict[str, Callable[[Value, Value], Value]] = {
    "*": operator.mul,
    "/": _quotient,
    "//": operator.floordiv,
    "%": operator.mod,
}


def _range(sign: str, low: float, high: float, least: float, most: float, whole: bool) -> tuple[float, float, bool]:
    """Bounds of a product or quotient of low..high by least..most, and whether it is whole for certain."""
    if sign == "*":
        corners = [times(a, b) for a in (low, high) for b in (least, most)]
        return min(corners), max(corners), whole
    if sign == "%":
        return min(0, least), max(0, most), whole
    if least <= 0 <= most:
        # Not a count that can be finished, unless 0 is no value of it: then nothing is nearer to it than this.
        least, most = -_NEAREST, _NEAREST
    corners = [a / b for a in (low, high) for b in (least, most) if abs(a) < inf and abs(b) < inf] or [low, high]
    low, high = min(*corners, low if abs(low) == inf else 0), max(*corners, high if abs(high) == inf else 0)
    return (floor(low) if low > -inf else low, floor(high) + 1 if high < inf else high, True) if sign == "//" else (
        low,
        high,
        False,
    )


# Values are quotients of numbers of at most ten digits.
_NEAREST = 1e-20


class Product(Struct, frozen=True):
    """Factors and divisors, left to right. Each keeps its operator's place, for a divisor that comes out as 0."""

    first: Node
    rest: tuple[tuple[str, int, Node], ...]

    def roll(self, run: Run) -> Value:
        total = self.first.roll(run)
        for sign, at, node in self.rest:
            value = node.roll(run)
            if not value and sign != "*":
                raise division_by_zero(at, sign)
            total = _PRODUCTS[sign](total, value)
        return total

    def tell(self, tale: Tale) -> None:
        self.first.tell(tale)
        for sign, _, node in self.rest:
            # A lone * would be read as emphasis by a chat program.
            tale.word(" x " if sign == "*" else f" {sign} ")
            node.tell(tale)

    def size(self, budget: Budget) -> Size:
        size = self.first.size(budget)
        for sign, _, node in self.rest:
            other = node.size(budget)
            width = size.width * other.width
            budget.spend(width * (6 if size.whole and other.whole and sign != "/" else 60))
            low, high, whole = _range(sign, size.low, size.high, other.low, other.high, size.whole and other.whole)
            ends = _range(sign, size.lowest, size.highest, other.lowest, other.highest, size.whole and other.whole)
            size = sized(width, low, high, whole, ends[0], ends[1])
        return size

    def odds(self, budget: Budget) -> Table:
        total = self.first.odds(budget)
        for sign, at, node in self.rest:
            other = node.odds(budget)
            if sign != "*" and 0 in other.weights:
                raise division_by_zero(at, sign)
            total = combined(total, other, _PRODUCTS[sign])
        return total


def division_by_zero(at: int, sign: str) -> DiceError:
    """The error of a divisor that came to 0, at the sign that divides."""
    return DiceError("div_zero", at, at + len(sign), "division by 0", "a divisor that cannot be 0")


# For each comparison: does it hold below, at, above?
COMPARISONS = {
    "<": (True, False, False),
    "<=": (True, True, False),
    "==": (False, True, False),
    "!=": (True, False, True),
    ">=": (False, True, True),
    ">": (False, False, True),
}


class Compare(Struct, frozen=True):
    """Two sums compared: 1 if it holds, else 0."""

    left: Node
    sign: str
    right: Node

    def roll(self, run: Run) -> Value:
        at = run.reserve()
        left, right = self.left.roll(run), self.right.roll(run)
        run.trace[at] = (None, (left, right))
        return int(COMPARISONS[self.sign][(left > right) - (left < right) + 1])

    def tell(self, tale: Tale) -> None:
        values = tale.next()
        left, right = values  # type: ignore[misc]
        if not tale.parts:
            holds = COMPARISONS[self.sign][(left > right) - (left < right) + 1]  # type: ignore[has-type]
            tale.verdict = "yes" if holds else "no"
            tale.word(f"{left} {self.sign} {right}, ")  # type: ignore[has-type]
        self.left.tell(tale)
        tale.word(f" {self.sign} ")
        self.right.tell(tale)

    def size(self, budget: Budget) -> Size:
        budget.spend((self.left.size(budget).width + self.right.size(budget).width) * 20)
        return Size(2, 0, 1)

    def odds(self, budget: Budget) -> Table:
        below, at, above = COMPARISONS[self.sign]
        return compared(self.left.odds(budget), self.right.odds(budget), below, at, above)


class Call(Struct, frozen=True):
    """`min max` of several terms, `floor ceil abs` of one."""

    name: str
    nodes: tuple[Node, ...]

    def roll(self, run: Run) -> Value:
        values = [node.roll(run) for node in self.nodes]
        if self.name == "min":
            return min(values)
        if self.name == "max":
            return max(values)
        return _ROUNDED[self.name](values[0])

    def tell(self, tale: Tale) -> None:
        tale.word(self.name + "(")
        for i, node in enumerate(self.nodes):
            if i:
                tale.word(", ")
            node.tell(tale)
        tale.word(")")

    def size(self, budget: Budget) -> Size:
        sizes = [node.size(budget) for node in self.nodes]
        budget.spend(sum(size.width for size in sizes) * 30)
        lows, highs = [s.low for s in sizes], [s.high for s in sizes]
        whole = all(s.whole for s in sizes)
        if self.name in ("min", "max"):
            pick = min if self.name == "min" else max
            lowest, highest = pick(s.lowest for s in sizes), pick(s.highest for s in sizes)
            return sized(sum(s.width for s in sizes), pick(lows), pick(highs), whole, lowest, highest)
        size, low, high = sizes[0], lows[0], highs[0]
        if self.name == "abs":
            low, high = 0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high))
            return Size(size.width, low, high, whole, False, size.down or size.up)
        return sized(size.width, low - 1, high + 1, True, size.lowest, size.highest)

    def odds(self, budget: Budget) -> Table:
        tables = [node.odds(budget) for node in self.nodes]
        if self.name in ("min", "max"):
            return extreme(tables, self.name == "min")
        return mapped(tables[0], _ROUNDED[self.name])


_ROUNDED: dict[str, Callable[[Value], Value]] = {"floor": floor, "ceil": ceil, "abs": abs}


class Best(Struct, frozen=True):
    """The best (or worst) of n independent throws of a whole expression."""

    n: int
    low: bool
    node: Node

    def roll(self, run: Run) -> Value:
        at = run.reserve()
        values: list[Value] = []
        parts: list[tuple[int, int]] = []
        for _ in range(self.n):
            first = len(run.trace)
            values.append(self.node.roll(run))
            parts.append((first, len(run.trace)))
        value = min(values) if self.low else max(values)
        parts.pop(values.index(value))
        run.lost += parts
        run.trace[at] = (None, values)
        return value

    def tell(self, tale: Tale) -> None:
        values = tale.next()
        assert isinstance(values, list)
        tale.word(f"{'worst' if self.low else 'best'}({self.n}: ")
        for i, value in enumerate(values):
            if i:
                tale.word("; ")
            self.node.tell(tale)
            tale.word(f" = {value}")
        tale.word(")")

    def size(self, budget: Budget) -> Size:
        size = self.node.size(budget)
        budget.spend(size.width * 20)
        return size

    def odds(self, budget: Budget) -> Table:
        return extreme([self.node.odds(budget)] * self.n, self.low)


class Pool(Struct, frozen=True):
    """Equal dice and their operators. `count` is a number, or a term that is thrown first; `text` shows all but that
    term; `start` and `end` are where the dice stand in the text."""

    count: int | Node
    kind: Kind
    ops: tuple[Op, ...]
    end_op: End | None
    text: str
    label: str
    start: int
    end: int

    def roll(self, run: Run) -> Value:
        count = self.count
        n = count if type(count) is int else self._counted(count.roll(run))  # type: ignore[union-attr]
        kind = self.kind
        values = run.take(n, kind, self.start, self.end)
        if not self.ops and self.end_op is None:
            run.trace.append((kind, values))
            return sum(values)
        casts = list(map(Cast, values))
        for op in self.ops:
            casts = op.roll(casts, kind, run)
        run.trace.append((kind, casts))
        if self.end_op is not None:
            return self.end_op.score(casts)
        return sum([cast.value for cast in casts if cast.kept])

    def _counted(self, n: Value) -> int:
        if type(n) is not int:
            raise not_whole(self.start, self.end)
        if n < 0:
            raise negative_count(self.start, self.end)
        if n > MOST_DICE:
            raise DiceError(
                "too_many_dice", self.start, self.end, f"{n} dice are too many", f"at most {MOST_DICE} dice in all"
            )
        return n

    def tell(self, tale: Tale) -> None:
        if type(self.count) is not int:
            self.count.tell(tale)  # type: ignore[union-attr]
        tale.word(self.text)
        tale.dice()
        if self.label:
            tale.word(f" [{self.label}]")

    def _ask(self, budget: Budget) -> Ask:
        return Ask(self.kind, budget.depth, budget.slack)

    def size(self, budget: Budget) -> Size:
        ask = self._ask(budget)
        if type(self.count) is int:
            return pool_size(self.count, self.kind, self.ops, self.end_op, ask, budget)
        counts = self.count.size(budget)  # type: ignore[union-attr]
        most = int(min(max(counts.high, 0), MOST_DICE))
        before = budget.steps
        size = pool_size(most, self.kind, self.ops, self.end_op, ask, budget)
        budget.spend((budget.steps - before) * (min(counts.width, MOST_DICE) - 1))
        budget.spend(min(counts.width, most) * min(size.width, 1e7) * 4)
        low, high = min(size.low, 0), max(size.high, 0)
        return Size(high - low + 1, low, high, True, size.down, size.up or counts.up)

    def odds(self, budget: Budget) -> Table:
        ask = self._ask(budget)
        if type(self.count) is int:
            return pool_table(self.count, self.kind, self.ops, self.end_op, ask)
        counts = self.count.odds(budget)  # type: ignore[union-attr]
        parts = [
            (weight, pool_table(self._counted(n), self.kind, self.ops, self.end_op, ask))
            for n, weight in counts.weights.items()
        ]
        table = mixed(parts)
        # What the count itself left over stays left over.
        held = sum(counts.weights.values())
        return Table({v: w * counts.whole for v, w in table.weights.items()}, table.whole * counts.whole) if (
            held == counts.whole
        ) else Table(table.weights, table.whole // held * counts.whole)


def not_whole(start: int, end: int) -> DiceError:
    """The error of a number of dice or faces that is no whole number."""
    return DiceError("not_integer", start, end, "dice come in whole numbers", "a whole number, or floor( ) around it")


def negative_count(start: int, end: int) -> DiceError:
    """The error of fewer than no dice."""
    return DiceError("negative_count", start, end, "fewer than 0 dice", "0 or more dice")


class Group(Struct, frozen=True):
    """Several terms as one pool: `(1d6, 2d4)kh1`."""

    nodes: tuple[Node, ...]
    ops: tuple[Op, ...]
    end_op: End | None
    text: str
    label: str

    def roll(self, run: Run) -> Value:
        at = run.reserve()
        casts: list[Cast] = []
        spans: list[tuple[int, int]] = []
        for node in self.nodes:
            first = len(run.trace)
            casts.append(Cast(node.roll(run)))
            spans.append((first, len(run.trace)))
        for op in self.ops:
            casts = op.roll(casts, None, run)
        run.lost += [part for cast, part in zip(casts, spans, strict=True) if not cast.kept]
        run.trace[at] = (None, casts)
        if self.end_op is not None:
            return self.end_op.score(casts)
        return sum(c.value for c in casts if c.kept)

    def tell(self, tale: Tale) -> None:
        casts = tale.next()
        assert isinstance(casts, list)
        tale.word("(")
        for i, (node, cast) in enumerate(zip(self.nodes, casts, strict=True)):
            if i:
                tale.word(", ")
            if cast.kept or not isinstance(node, Number):
                node.tell(tale)
            else:
                tale.word(f"~~[{node.value}]~~")
        tale.word(")" + self.text + (f" [{self.label}]" if self.label else ""))

    def size(self, budget: Budget) -> Size:
        sizes = [node.size(budget) for node in self.nodes]
        n = len(sizes)
        whole = all(s.whole for s in sizes)
        ask = Ask(None, budget.depth, budget.slack)
        lowest, highest = min(s.lowest for s in sizes), max(s.highest for s in sizes)
        low, high = min(s.low for s in sizes), max(s.high for s in sizes)
        lowest, highest = bounds(n, lowest, highest, self.ops, self.end_op, ask)
        spread = high - low + 1
        low, high = bounds(n, low, high, self.ops, self.end_op, ask)
        if self._extreme() is not None:
            total = sum(s.width for s in sizes)
            budget.spend(total * (20 + 2 * n))
        elif all(op.each for op in self.ops):
            total = 1.0
            for s in sizes:
                budget.spend(min(total * (s.width + 1), 1e12) * 6)
                total *= s.width + 1
                total = min(total, high - low + 1) if whole else total
        else:
            # One row after another term: never more than the sorted rows of what the next operator can keep.
            total = 1.0
            alike = int(min(spread, 1e6)) if whole else MOST_STEPS
            kept = next((op.enough_dice(n) for op in self.ops if isinstance(op, Keep) and not op.each), n)
            for i, s in enumerate(sizes, 1):
                budget.spend(total * (s.width + 1) * 25)
                total = min(total * (s.width + 1), sum(rows_of(alike, k) for k in range(min(i, kept) + 1)))
            budget.spend(total * 30 * len(self.ops))
        return sized(total, low, high, whole, lowest, highest)

    def _extreme(self) -> bool | None:
        """True for the lowest term alone, False for the highest, None for anything else."""
        if len(self.ops) == 1 and self.end_op is None and isinstance(op := self.ops[0], Keep) and not op.drop:
            if op.picks.parts == (("h", 1),):
                return False
            if op.picks.parts == (("l", 1),):
                return True
        return None

    def odds(self, budget: Budget) -> Table:
        tables = [node.odds(budget) for node in self.nodes]
        low = self._extreme()
        if low is not None:
            return extreme(tables, low)
        ask = Ask(None, budget.depth, budget.slack)
        if not all(op.each for op in self.ops):
            return rows_table(tables, self.ops, self.end_op, ask)
        total = ZERO
        for table in tables:
            left, gone = forward(table, self.ops, ask)
            if self.end_op is not None:
                left = mapped(left, lambda v: self.end_op.counts((v,)))  # type: ignore[union-attr]
            weights = dict(left.weights)
            if gone:
                weights[0] = weights.get(0, 0) + gone
            total = added(total, Table(weights, left.whole))
        return total
