"""The two kinds of pool in an expression: equal dice, and a group of terms."""

from msgspec import Struct

from mechanics.dice.errors import DiceError
from mechanics.dice.estimate import MOST_STEPS, Budget, Size, bounds, pool_size, sized
from mechanics.dice.nodes import Node, Number
from mechanics.dice.operators import End, Keep, Op, rows_of
from mechanics.dice.picks import Ask
from mechanics.dice.pool_odds import forward, pool_table, rows_table
from mechanics.dice.roll import MOST_DICE, Cast, Kind, Run, Tale
from mechanics.dice.weights import ZERO, Table, Value, added, extreme, mapped, mixed


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
        return (
            Table({v: w * counts.whole for v, w in table.weights.items()}, table.whole * counts.whole)
            if (held == counts.whole)
            else Table(table.weights, table.whole // held * counts.whole)
        )


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
        least = self._extreme()
        if least is not None:
            pick = min if least else max
            lowest, highest = pick(s.lowest for s in sizes), pick(s.highest for s in sizes)
            low, high = pick(s.low for s in sizes), pick(s.high for s in sizes)
            total = sum(s.width for s in sizes)
            budget.spend(total * (20 + 2 * n))
            return sized(total, low, high, whole, lowest, highest)
        lowest, highest = bounds(n, lowest, highest, self.ops, self.end_op, ask)
        spread = high - low + 1
        low, high = bounds(n, low, high, self.ops, self.end_op, ask)
        if all(op.each for op in self.ops):
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
