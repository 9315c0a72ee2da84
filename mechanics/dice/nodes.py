"""The parts of an expression. Each holds its readings side by side: `roll` throws it, `tell` shows how it came out,
`size` estimates its odds, `odds` counts them exactly."""

import operator
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, inf
from typing import Protocol

from msgspec import Struct

from mechanics.dice.errors import DiceError
from mechanics.dice.estimate import Budget, Size, sized, times
from mechanics.dice.roll import Run, Tale
from mechanics.dice.weights import Table, Value, added, combined, compared, extreme, mapped


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


def _negative(value: Value) -> Value:
    return -value


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
        return mapped(self.node.odds(budget), _negative)


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
            total = added(total, other if sign == "+" else mapped(other, _negative))
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
    return (
        (floor(low) if low > -inf else low, floor(high) + 1 if high < inf else high, True)
        if sign == "//"
        else (
            low,
            high,
            False,
        )
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


def _size(value: Value) -> Value:
    return -value if value < 0 else value


_ROUNDED: dict[str, Callable[[Value], Value]] = {"floor": floor, "ceil": ceil, "abs": _size}


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
