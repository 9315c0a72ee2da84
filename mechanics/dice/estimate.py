"""What odds will cost, and how far they reach, told from sizes alone before anything is counted."""

from math import inf

from msgspec import Struct

from mechanics.dice.operators import Clamp, Count, End, Explode, Keep, Op, Reroll, Sets, rows_of
from mechanics.dice.picks import Ask
from mechanics.dice.pool_odds import kept_places, road, series_length, too_big
from mechanics.dice.roll import Kind
from mechanics.dice.weights import power_steps, ranked_steps

# One step is about 40 ns; the limit keeps a plan's odds under a quarter of a second.
MOST_STEPS = 5_000_000
# An endless chain is followed until less than this is left, over all dice of the text together.
LEFT_OVER = 1e-12


class Budget:
    """Adds up what odds will cost. DiceError `odds_too_big` as soon as that is too much."""

    __slots__ = ("depth", "slack", "steps")

    def __init__(self, depth: int | None, dice: int) -> None:
        self.depth = depth
        self.slack = LEFT_OVER / (4 * max(1, dice))
        self.steps = 0.0

    def spend(self, steps: float) -> None:
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise too_big()


class Size(Struct, frozen=True):
    """Bounds known before counting: at most `width` different values between `low` and `high`; `whole`: all integers.
    `down` and `up`: values below or above exist too, but so far out that an endless chain is cut off before them."""

    width: float
    low: float
    high: float
    whole: bool = True
    down: bool = False
    up: bool = False

    @property
    def lowest(self) -> float:
        return -inf if self.down else self.low

    @property
    def highest(self) -> float:
        return inf if self.up else self.high


def sized(width: float, low: float, high: float, whole: bool, lowest: float, highest: float) -> Size:
    """A size whose true ends are `lowest` and `highest`, which may be infinite."""
    width = min(width, high - low + 1) if whole else width
    return Size(width, low, high, whole, lowest == -inf, highest == inf)


def pool_size(n: int, kind: Kind, ops: tuple[Op, ...], end: End | None, ask: Ask, budget: Budget) -> Size:
    """Bounds of `pool_table`, after spending its estimated steps."""
    faces = kind.faces
    budget.spend(faces * (2 + 3 * len(ops)))
    if not n:
        return Size(1, 0, 0)
    if end is None and len(ops) == 1 and isinstance(op := ops[0], Keep) and (kept := op.one_end(n)) is not None:
        count = kept[0]
        if count == n:
            budget.spend(power_steps(faces, kind.high - kind.low, n, faces, kind.values is None))
        elif count > 1:
            budget.spend(ranked_steps(faces, kind.high - kind.low, n, count, faces))
        return Size(count * (kind.high - kind.low) + 1, count * kind.low, count * kind.high)
    lowest, highest = bounds(n, kind.low, kind.high, ops, end, ask)
    if not ops and end is None:
        budget.spend(power_steps(faces, kind.high - kind.low, n, faces, kind.values is None))
        return Size(highest - lowest + 1, lowest, highest)
    way, first, second = road(ops, end, ask)
    if way == "rows":
        low, high = _rows_cost(n, kind, ops, ask, budget)
        if isinstance(end, Count):
            low, high = -n * max(1.0, high), n * max(1.0, high)
    elif way == "sets":
        values = _forward_cost(kind, ops, ask, budget)[-1]
        measures = values[1] - values[0] + 1 if isinstance(end, Sets) and end.what == "mh" else n
        budget.spend((values[1] - values[0] + 1) * n * n / 2 * min(n, measures) * 6)
        low, high = min(values[0], 0.0), max(values[1], n)
    else:
        low, high = _sum_cost(n, kind, ops, end, (way, first, second), ask, budget)
    return sized(
        high - low + 1, low if lowest == -inf else lowest, high if highest == inf else highest, True, lowest, highest
    )


Range = tuple[float, float]


def _forward_cost(kind: Kind, ops: tuple[Op, ...], ask: Ask, budget: Budget) -> list[Range]:
    """The range of one die's value before each operator and after the last; dice that others bring are in it too."""
    low, high = float(kind.low), float(kind.high)
    out = [(low, high)]
    for op in ops:
        values = high - low + 1
        if isinstance(op, Explode):
            depth = ask.chain(op.picks)[0]
            first, last = kind.low - op.less, kind.high - op.less
            if op.fold:
                budget.spend(depth * depth * kind.faces * min(kind.faces, op.picks.matched(kind) * 4 + 4))
                budget.spend(values * depth * kind.faces)
                low, high = low + min(0, depth * first), high + max(0, depth * last)
            else:
                low, high = min(low, first), max(high, last)
        elif isinstance(op, Clamp):
            pick = max if op.raises else min
            low, high = pick(low, op.bound), pick(high, op.bound)
        elif isinstance(op, Reroll):
            budget.spend(values * kind.faces * 2)
            low, high = min(low, kind.low), max(high, kind.high)
        out.append((low, high))
    return out


def _sum_cost(
    n: int,
    kind: Kind,
    ops: tuple[Op, ...],
    end: End | None,
    way: tuple[str, int, int],
    ask: Ask,
    budget: Budget,
) -> Range:
    """Spends what a pool costs whose dice are worth something one by one, and tells how far its totals are followed."""
    faces = kind.faces
    name, first, second = way
    ranges = _forward_cost(kind, ops, ask, budget)
    alone = ops[1:] if name == "series" else ops[second:] if name == "ranked" else ops
    bits = 0.0
    # From the last operator back, as the worth of a die is found.
    before = len(ops) - len(alone)
    for at in range(len(alone) - 1, -1, -1):
        op, (least, most) = alone[at], ranges[before + at]
        low, high = _worth(ranges[before + at + 1], kind, alone[at + 1 :], end, ask)
        values, worths, dear = most - least + 1, high - low + 1, 1 + bits / 300
        depth = ask.chain(op.picks)[0] if isinstance(op, Explode) else 0
        if isinstance(op, Explode) and not op.fold:
            low, high = _worth((kind.low - op.less, kind.high - op.less), kind, alone[at + 1 :], end, ask)
            fresh = high - low + 1
            goes = min(op.picks.matched(kind) * fresh, fresh + faces)
            budget.spend(
                (depth * goes * (depth * goes / 2 + worths) * 3 + values * (worths + depth * goes) * 10) * dear
            )
            bits += depth * (bits + faces.bit_length())
        else:
            fan = depth * faces if isinstance(op, Explode) else faces if isinstance(op, Reroll) else 1
            budget.spend(values * fan * worths * 2 * dear)
            bits += max(depth, 1) * faces.bit_length()
    low, high = _worth(ranges[before], kind, alone, end, ask)
    spread = int(min(high - low, 1e9))
    one = 1 << int(min(bits + faces.bit_length(), 1e6))
    if name == "series":
        # Two long rows: one built up by shifts, then their product.
        going = ops[0].picks.matched(kind) if isinstance(ops[0], Explode) else 0
        longest = series_length(n, going / faces, ask.slack * n) if going else 0
        row = (n + longest) ** 2 * max(spread, abs(high), abs(low)) * one.bit_length()
        budget.spend(power_steps(faces, spread, n, one, False))
        budget.spend(longest * min(faces, spread + 1) * (10 + row / 5000) + (row / 30) ** 1.585 / 20)
        return min(low, 0) * (n + longest), max(high, 0) * (n + longest)
    if name == "alone":
        budget.spend(power_steps(spread + 1, spread, n, one, False))
    else:
        stay = sum(kept_places(n, ops[first:second]))
        if stay > 1 or first:
            size = int(min(ranges[first][1] - ranges[first][0] + 1, 1e9))
            budget.spend((n if first else 1) * ranked_steps(size, spread, n, stay, one))
    return n * min(low, 0), n * max(high, 0)


def _worth(start: Range, kind: Kind, ops: tuple[Op, ...], end: End | None, ask: Ask) -> Range:
    """What a die of a range of values may add to the total, with all the dice it may bring."""
    low, high = start
    first, last, brought = 0.0, 0.0, 0
    for op in ops:
        if isinstance(op, Explode):
            depth = ask.chain(op.picks)[0]
            least, most = kind.low - op.less, kind.high - op.less
            if op.fold:
                low, high = low + min(0, depth * least), high + max(0, depth * most)
                first, last = first + min(0, depth * least), last + max(0, depth * most)
            else:
                brought = brought * (1 + depth) + depth
                first, last = min(first, least), max(last, most)
        elif isinstance(op, Clamp):
            pick = max if op.raises else min
            low, high, first, last = (
                pick(low, op.bound),
                pick(high, op.bound),
                pick(first, op.bound),
                pick(last, op.bound),
            )
        elif isinstance(op, Reroll):
            low, high = min(low, kind.low), max(high, kind.high)
        else:
            low, high = min(low, 0), max(high, 0)
    if isinstance(end, Count):
        low, high, first, last = -1, 1, -1, 1
    return low + brought * min(first, 0), high + brought * max(last, 0)


def _pruned(ops: tuple[Op, ...]) -> int:
    """How many dice can still matter to the next operator that looks at the whole row."""
    for op in ops:
        if not op.each:
            return op.enough_dice(_ALL) if isinstance(op, Keep) else _ALL
    return _ALL


_ALL = 60


def _rows_cost(n: int, kind: Kind, ops: tuple[Op, ...], ask: Ask, budget: Budget) -> Range:
    """Spends what counting row by row costs, and tells how far the totals are followed."""
    ranges = _forward_cost(kind, ops, ask, budget)
    faces = kind.faces
    first = 0
    while first < len(ops) and ops[first].each:
        first += 1
    following = _pruned(ops)
    # Of one die: how many rows it may become, and how long the longest is.
    rows, length = float(faces), 1
    for at, op in enumerate(ops[:first]):
        values = int(min(ranges[at][1] - ranges[at][0] + 1, 1e6))
        rows = min(rows + _fan(op, kind, ask, following), 1e12) if length == 1 else rows * _fans(op, kind, ask, length)
        if isinstance(op, Explode) and not op.fold:
            length += ask.chain(op.picks)[0]
        budget.spend(rows * length * 25 + values)
    values = int(min(ranges[first][1] - ranges[first][0] + 1, 1e6))
    kept = min(n * length, following)
    pruned = sum([rows_of(values, k) for k in range(kept + 1)]) if following < _ALL else inf
    one = int(min(rows, pruned, 1e6))
    rows = 1.0
    for dice in range(1, n + 1):
        budget.spend(rows * one * 25)
        rows = min(rows_of(one, dice), pruned)
    for op in ops[first:]:
        fan = _fans(op, kind, ask, min(kept, _ALL))
        if isinstance(op, Reroll) and op.picks.ranks:
            again = sum([count for sign, count in op.picks.parts if sign in "hl"])
            fan = faces if op.how == "ra" else float(rows_of(faces, min(kept, again, _ALL)))
        budget.spend(rows * fan * (25 + 2 * kept))
        rows *= fan
        if isinstance(op, Explode) and not op.fold:
            length += ask.chain(op.picks)[0]
            kept = min(kept * length, n * length)
        elif isinstance(op, Keep):
            kept = op.enough_dice(kept)
    low, high = ranges[-1]
    return min(low, 0.0) * n * (length + 1), max(high, 0.0) * n * (length + 1)


def _fan(op: Op, kind: Kind, ask: Ask, following: int) -> float:
    """How many new rows one die may become."""
    if isinstance(op, Explode):
        depth, going = ask.chain(op.picks)[0], op.picks.matched(kind)
        if op.fold:
            return float(depth * kind.faces)
        chains = sum([rows_of(going, step) for step in range(min(depth, following) + 1)]) if going else 0
        return going * (kind.faces - going + 1) * float(min(chains, rows_of(kind.faces, following)))
    return float(kind.faces) if isinstance(op, Reroll) else 0.0


def _fans(op: Op, kind: Kind, ask: Ask, dice: int) -> float:
    """How many rows a row of so many dice may become."""
    fan = _fan(op, kind, ask, _ALL)
    return float(rows_of(int(min(fan + 1, 1e6)), min(dice, _ALL))) if fan else 1.0


def bounds(n: int, low: float, high: float, ops: tuple[Op, ...], end: End | None, ask: Ask) -> tuple[float, float]:
    """Least and greatest total of n dice or terms of `low` to `high`, infinite where a chain has no end: how many may
    count, and what each may be worth, one operator after the other."""
    fewest: float = n
    most: float = n
    for op in ops:
        if isinstance(op, Explode):
            assert ask.kind is not None
            if not op.picks.matched(ask.kind):
                continue
            more = inf if ask.depth is None else ask.depth
            first, last = ask.kind.low - op.less, ask.kind.high - op.less
            if op.fold:
                low, high = low + min(0, times(more, first)), high + max(0, times(more, last))
            else:
                most += times(most, more)
                low, high = min(low, first), max(high, last)
        elif isinstance(op, Clamp):
            pick = max if op.raises else min
            low, high = pick(low, op.bound), pick(high, op.bound)
        elif isinstance(op, Keep):
            wanted = sum(count for sign, count in op.picks.parts if sign in "hl")
            if op.drop:
                fewest = 0 if op.picks.values else max(0, fewest - wanted)
            else:
                fewest = min(fewest, max((count for sign, count in op.picks.parts if sign in "hl"), default=0))
                most = most if op.picks.values else min(most, wanted)
        elif ask.kind is not None:
            low, high = min(low, ask.kind.low), max(high, ask.kind.high)
            most += op.family == "ra"
    if isinstance(end, Count):
        low, high = -float(end.failure.within(low, high)), float(end.success.within(low, high))
    elif isinstance(end, Sets):
        tallest = {"mt": most // end.width if most < inf else inf, "mw": most, "mh": max(0, high)}[end.what]
        return (min(0, low) if end.what == "mh" else 0), tallest
    return times(most if low < 0 else fewest, low), times(most if high > 0 else fewest, high)


def times(a: float, b: float) -> float:
    """Product of bounds, where nothing times without-end is nothing."""
    return a * b if a and b else 0
