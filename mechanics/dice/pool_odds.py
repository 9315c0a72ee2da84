"""Exact odds of one pool of dice or terms.

Every pool takes the cheapest exact road that its operators allow (`road`): each die alone and then a power; keeping some
of the sorted dice face by face; an endless chain summed as a series; and, where nothing better fits, row by row over all
sorted rows of dice. What a road will cost is estimated from sizes alone before the first step.
"""

from collections.abc import Callable
from functools import lru_cache
from math import comb, exp, inf, lgamma, log, log1p

from msgspec import Struct

from mechanics.dice.errors import DiceError
from mechanics.dice.pool import Ask, Clamp, Count, End, Explode, Keep, Op, Row, Sets, joined, rows_of
from mechanics.dice.roll import Kind
from mechanics.dice.weights import (
    ZERO,
    Table,
    Value,
    Weights,
    added,
    extreme,
    field,
    packed,
    power,
    power_steps,
    ranked,
    ranked_steps,
    reduced,
    unpacked,
)

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
            raise DiceError("odds_too_big", 0, 0, "too many cases to work out the odds", "fewer dice or faces")


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


# -- one pool ----------------------------------------------------------------------------------------------------------


def road(ops: tuple[Op, ...], end: End | None, ask: Ask) -> tuple[str, int, int]:
    """Which way to count, and where the operators divide: those before `first` act on each die alone without adding
    any; those from `first` up to `second` keep by rank."""
    first = 0
    while first < len(ops) and ops[first].each and not (isinstance(op := ops[first], Explode) and not op.fold):
        first += 1
    second = first
    while second < len(ops) and isinstance(op := ops[second], Keep) and op.picks.ranks and not op.picks.values:
        second += 1
    alone = all(op.each for op in ops[second:])
    if isinstance(end, Sets):
        return ("sets" if first == len(ops) else "rows"), first, first
    if second > first:
        return ("ranked" if alone else "rows"), first, second
    if not alone:
        return "rows", first, first
    chains = [i for i, op in enumerate(ops) if isinstance(op, Explode)]
    if chains == [0] and ask.depth is None:
        chain = ops[0]
        assert isinstance(chain, Explode)
        if not chain.less and (not chain.fold or (len(ops) == 1 and end is None)):
            return "series", 0, 0
    return "alone", first, first


def pool_table(n: int, kind: Kind, ops: tuple[Op, ...], end: End | None, ask: Ask) -> Table:
    """The total of `n` equal dice under the operators."""
    if n == 0:
        return ZERO
    die: Weights = {}
    if kind.values is None:
        die = dict.fromkeys(range(1, kind.faces + 1), 1)
    else:
        for value in kind.values:
            die[value] = die.get(value, 0) + 1
    table = Table(die, kind.faces)
    if end is None and len(ops) < 2:
        if not ops:
            return power(table, n)
        if isinstance(op := ops[0], Keep) and (kept := op.one_end(n)) is not None:
            return _one_end(n, table, *kept)
    way, first, second = road(ops, end, ask)
    if way == "series":
        return _series(n, table, ops, end, ask)
    if way == "alone":
        worth, unit = worths(ops, end, ask)
        return power(_spread(table, worth, unit), n)
    if way == "rows":
        return rows_table([table] * n, ops, end, ask)
    table, gone = forward(table, ops[:first], ask)
    if way == "sets":
        assert isinstance(end, Sets)
        return _sets(n, table, gone, end)
    return _ranked(n, table, gone, ops[first:second], worths(ops[second:], end, ask))


def _one_end(n: int, table: Table, count: int, low: bool) -> Table:
    """The `count` lowest or highest of n dice: what most pools ask for, without a detour."""
    if not count:
        return ZERO
    if count == 1:
        return extreme([table] * n, low)
    if count == n:
        return power(table, n)
    places = [True] * count + [False] * (n - count)
    return ranked(table, places if low else places[::-1], lambda value: {value: 1}, 1)


def forward(table: Table, ops: tuple[Op, ...], ask: Ask) -> tuple[Table, int]:
    """One die's table after operators that look at it alone, and the weight with which it was dropped."""
    weights, whole, gone = table.weights, table.whole, 0
    for op in ops:
        unit = op.unit(ask)
        after: Weights = {}
        gone *= unit
        for value, weight in weights.items():
            for row, w in op.turn(value, ask):
                if row:
                    after[row[0]] = after.get(row[0], 0) + weight * w
                else:
                    gone += weight * w
        weights, whole = after, whole * unit
    if gone:
        return Table(weights, whole), gone
    return reduced(weights, whole), 0


def worths(ops: tuple[Op, ...], end: End | None, ask: Ask) -> tuple[Callable[[Value], Weights], int]:
    """What a die of a value adds to the total under operators that look at each die alone, in parts of the number
    returned with it."""

    def last(value: Value) -> Weights:
        return {end.worth(value) if isinstance(end, Count) else value: 1}

    worth: Callable[[Value], Weights] = last
    unit = 1
    for op in reversed(ops):
        if isinstance(op, Explode) and not op.fold:
            worth, unit = _chained(op, worth, unit, ask)
        else:
            worth, unit = _turned(op, worth, unit, ask)
    return worth, unit


def _turned(
    op: Op, following: Callable[[Value], Weights], unit: int, ask: Ask
) -> tuple[Callable[[Value], Weights], int]:
    @lru_cache(maxsize=None)
    def worth(value: Value) -> Weights:
        out: Weights = {}
        for row, weight in op.turn(value, ask):
            for v, w in (following(row[0]) if row else {0: unit}).items():
                out[v] = out.get(v, 0) + weight * w
        return out

    return worth, op.unit(ask) * unit


def _chained(
    op: Explode, following: Callable[[Value], Weights], unit: int, ask: Ask
) -> tuple[Callable[[Value], Weights], int]:
    """As `_turned` for a die that brings others: the chain's own worth is found from its end backwards."""
    assert ask.kind is not None
    depth, bounded = ask.chain(op.picks)
    scale = ask.kind.faces * unit
    ends: Weights = {}
    goes: Weights = {}
    for face in ask.kind.all_values():
        into = goes if op.picks.hits(face) else ends
        for v, w in following(face - op.less).items():
            into[v] = into.get(v, 0) + w
    chain: Weights = {0: 1} if bounded else {}
    total = 1
    for _ in range(depth):
        longer = {v: w * total for v, w in ends.items()}
        for x, p in goes.items():
            for y, q in chain.items():
                longer[x + y] = longer.get(x + y, 0) + p * q
        chain, total = longer, total * scale

    def worth(value: Value) -> Weights:
        own = following(value)
        if not op.picks.hits(value):
            return {v: w * total for v, w in own.items()}
        return added(Table(own, unit), Table(chain, total)).weights if chain else {}

    return worth, unit * total


def _spread(table: Table, worth: Callable[[Value], Weights], unit: int) -> Table:
    out: Weights = {}
    for value, weight in table.weights.items():
        for v, w in worth(value).items():
            out[v] = out.get(v, 0) + weight * w
    return reduced(out, table.whole * unit)


def _series(n: int, die: Table, ops: tuple[Op, ...], end: End | None, ask: Ask) -> Table:
    """n dice whose first operator explodes without end: exactly n dice end their chains, and m more were brought, so the
    total is N^n times the sum over m of C(n+m-1, m) T^m, with N the ending and T the going faces."""
    chain = ops[0]
    assert isinstance(chain, Explode)
    worth, unit = worths(ops[1:], end, ask)
    ends: Weights = {}
    goes: Weights = {}
    for face, count in die.weights.items():
        into = goes if chain.picks.hits(face) else ends
        for v, w in worth(face).items():
            into[v] = into.get(v, 0) + w * count
    scale = die.whole * unit
    if not goes:
        return power(Table(ends, scale), n)
    most = series_length(n, sum(goes.values()) / scale, ask.slack * n)
    whole = scale ** (n + most)
    width = field(whole)
    low, base = int(min(ends)), int(min(goes))
    steps = [((int(v) - base) * width + max(base, 0) * width, w) for v, w in goes.items()]
    # Powers of T start at different totals; what lies below the common start is shifted in beforehand.
    down = max(-base, 0) * width
    row = 0
    unit_power = 1
    for m in range(most, -1, -1):
        # Face by face: shifting a long row is cheap, multiplying two is not.
        row = sum([row * w << by for by, w in steps]) + (comb(n + m - 1, m) * unit_power << down * (most - m))
        unit_power *= scale
    first = power(Table(ends, scale), n).weights
    row *= packed(first, low * n, width)
    return reduced(unpacked(row, low * n - max(-base, 0) * most, width), whole)


def series_length(n: int, share: float, slack: float) -> int:
    """How many more dice n chains may bring before what is left is under `slack` (a negative binomial tail)."""

    def enough(m: int) -> bool:
        ratio = (n + m) / (m + 1) * share
        if ratio >= 1:
            return False
        at = lgamma(n + m) - lgamma(m + 1) - lgamma(n) + m * log(share) + n * log1p(-share)
        return at - log1p(-ratio) < log(slack)

    high = 1
    while not enough(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _ranked(
    n: int, table: Table, gone: int, keeps: tuple[Op, ...], worth: tuple[Callable[[Value], Weights], int]
) -> Table:
    """Kept by rank, after some may have been dropped by value: one count for each number of dice that were left."""
    add, unit = worth
    if not gone:
        return _ranked_all(n, table, keeps, add, unit)
    out: Weights = {}
    for left in range(n + 1):
        scale = comb(n, left) * (gone * unit) ** (n - left)
        for v, w in _ranked_all(left, table, keeps, add, unit).weights.items():
            out[v] = out.get(v, 0) + scale * w
    return reduced(out, (table.whole * unit) ** n)


def _ranked_all(
    n: int, table: Table, keeps: tuple[Op, ...], add: Callable[[Value], Weights], unit: int
) -> Table:
    places = kept_places(n, keeps)
    kept = sum(places)
    if not kept:
        return Table({0: sum(table.weights.values()) ** n * unit**n}, (table.whole * unit) ** n)
    if kept == 1 and (places[0] or places[-1]):
        return _spread_raw(extreme([table] * n, places[0] and n > 1), add, unit, n)
    if kept == n:
        return power(_spread_raw(table, add, unit, 1), n)
    return ranked(table, places, add, unit)


def _spread_raw(table: Table, add: Callable[[Value], Weights], unit: int, n: int) -> Table:
    out: Weights = {}
    rest: int = unit ** (n - 1)
    for value, weight in table.weights.items():
        for v, w in add(value).items():
            out[v] = out.get(v, 0) + weight * w * rest
    return Table(out, table.whole * unit**n)


def kept_places(n: int, keeps: tuple[Op, ...]) -> list[bool]:
    """Which of n dice, sorted upward, are kept after all the operators by rank."""
    left = list(range(n))
    for keep in keeps:
        assert isinstance(keep, Keep)
        left = [place for place, stays in zip(left, keep.places(len(left)), strict=True) if stays]
    chosen = set(left)
    return [place in chosen for place in range(n)]


def _sets(n: int, table: Table, gone: int, end: Sets) -> Table:
    """Matching dice, face by face from the lowest: how many dice are left, and the measure so far."""
    states: dict[tuple[int, Value], int] = {}
    for dropped in range(n + 1) if gone else (0,):
        states[n - dropped, 0] = comb(n, dropped) * gone**dropped
    for face in sorted(table.weights):
        weight = table.weights[face]
        powers = [weight**count for count in range(n + 1)]
        after: dict[tuple[int, Value], int] = {}
        for (left, best), w in states.items():
            for count in range(left + 1):
                key = left - count, end.after(best, count, face) if count >= end.width else best
                after[key] = after.get(key, 0) + w * comb(left, count) * powers[count]
        states = after
    out: Weights = {}
    for (left, best), w in states.items():
        if not left:
            out[best] = out.get(best, 0) + w
    return Table(out, table.whole**n)


def rows_table(tables: list[Table], ops: tuple[Op, ...], end: End | None, ask: Ask) -> Table:
    """The total over all sorted rows: one row is all that still counts in a pool."""
    first = 0
    while first < len(ops) and ops[first].each:
        first += 1
    following = ops[first] if first < len(ops) else None
    rows: dict[Row, int] = {(): 1}
    whole = 1
    made: dict[int, tuple[list[tuple[Row, int]], int]] = {}
    for table in tables:
        if id(table) not in made:
            made[id(table)] = _turns(table, ops[:first], ask)
        turns, unit = made[id(table)]
        rows = joined(rows, turns, following)
        whole *= unit
    for op in ops[first:]:
        most = max(map(len, rows), default=0)
        after: dict[Row, int] = {}
        for row, weight in rows.items():
            for new, w in op.spread(row, most, ask):
                after[new] = after.get(new, 0) + weight * w
        # An operator on each die, or dice picked by rank, scales by its unit once a die; adding one die scales once.
        if op.each or op.family == "ro":
            whole *= op.unit(ask) ** most
        elif op.family == "ra":
            whole *= op.unit(ask)
        rows = after
    out: Weights = {}
    for row, weight in rows.items():
        total = end.counts(row) if end is not None else sum(row)
        out[total] = out.get(total, 0) + weight
    return reduced(out, whole)


def _turns(table: Table, ops: tuple[Op, ...], ask: Ask) -> tuple[list[tuple[Row, int]], int]:
    rows: dict[Row, int] = {(value,): weight for value, weight in table.weights.items()}
    whole = table.whole
    for op in ops:
        most = max(map(len, rows), default=0)
        after: dict[Row, int] = {}
        for row, weight in rows.items():
            for new, w in op.spread(row, most, ask):
                after[new] = after.get(new, 0) + weight * w
        rows = after
        whole *= op.unit(ask) ** most
    return list(rows.items()), whole


# -- what it will cost -------------------------------------------------------------------------------------------------


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
    low, high, values, bits = float(kind.low), float(kind.high), float(faces), float(faces.bit_length())
    per = values
    brought = 0.0
    for at, op in enumerate(ops):
        if isinstance(op, Explode):
            depth, _ = ask.chain(op.picks)
            going = op.picks.matched(kind)
            if way == "series":
                longest = series_length(n, going / faces, ask.slack * n) if going else 0
                depth = longest / n
            if way != "rows" or op.fold:
                budget.spend(depth * faces * 2 * (high - low + 1) * max(1, depth / 2) if way != "series" else 0)
            else:
                chains = sum(rows_of(going, step) for step in range(min(depth, 60))) if going else 0
                brought = (faces - going + 1) * min(chains, rows_of(faces, _pruned(ops, at)))
                per += going * brought * per / faces
            bits += depth * faces.bit_length()
            low, high = min(low, low + depth * (kind.low - op.less)), high + depth * max(kind.high, 0)
        elif isinstance(op, Clamp):
            low, high = (max(low, op.bound), max(high, op.bound)) if op.raises else (min(low, op.bound), min(high, op.bound))
        elif isinstance(op, Keep):
            low, high = min(low, 0), max(high, 0)
        else:
            bits += faces.bit_length()
            low, high = min(low, kind.low), max(high, kind.high)
    if isinstance(end, Count):
        low, high = -max(1.0, bits / faces.bit_length()), max(1.0, bits / faces.bit_length())
    one = 1 << int(min(bits, 1e6))
    spread = int(min(high - low, 1e9))
    many = spread + 1
    if way in ("alone", "series"):
        budget.spend(power_steps(many if way == "alone" else faces, spread, n, one, False))
        if way == "series":
            # Two long rows: one built up by shifts, then their product.
            row = (n + longest) * (kind.high - min(kind.low, 0) + 1) * (n + longest) * faces.bit_length()
            budget.spend(longest * going * (10 + row / 5000) + (row / 30) ** 1.585 / 20)
    elif way == "ranked":
        kept = sum(kept_places(n, ops[first:second]))
        if kept > 1 or first:
            runs = n if first else 1
            budget.spend(runs * ranked_steps(many if first else faces, spread, n, kept, one))
    elif way == "sets":
        budget.spend(faces * n * n / 2 * min(n, faces if isinstance(end, Sets) and end.what == "mh" else n) * 6)
    else:
        _rows_cost(n, per, faces, brought, ops, budget)
    low, high = n * min(low, 0.0), n * max(high, 0.0)
    return sized(
        high - low + 1, low if lowest == -inf else lowest, high if highest == inf else highest, True, lowest, highest
    )


def _pruned(ops: tuple[Op, ...], at: int) -> int:
    """How many dice of a chain can still matter to the next operator by rank."""
    for op in ops[at + 1 :]:
        if not op.each:
            if isinstance(op, Keep) and len(op.picks.parts) == 1 and not op.drop:
                return min(op.picks.parts[0][1], 60)
            break
    return 60


def _rows_cost(
    n: int, per: float, values: float, brought: float, ops: tuple[Op, ...], budget: Budget
) -> None:
    first = 0
    while first < len(ops) and ops[first].each:
        first += 1
    budget.spend(per * n * 20)
    kept = n
    if first < len(ops):
        kept = min(n, _pruned(ops, first - 1))
    pruned = rows_of(int(min(values, 1e6)), kept) if kept < n or per <= values else inf
    rows = 1.0
    for dice in range(1, n + 1):
        budget.spend(rows * min(per, 1e9) * 25)
        rows = min(rows_of(int(min(per, 1e6)), dice), pruned)
    for op in ops[first:]:
        fan = 1.0
        if isinstance(op, Explode):
            fan = float(rows_of(int(min(brought + 1, 1e6)), min(kept, 60)))
        elif not isinstance(op, Clamp | Keep):
            again = min(kept, 60, sum(count for sign, count in op.picks.parts if sign in "hl"))
            fan = values if op.family == "ra" else float(rows_of(int(values), again))
        budget.spend(rows * fan * (25 + 2 * n))
        rows *= fan


def bounds(
    n: int, low: float, high: float, ops: tuple[Op, ...], end: End | None, ask: Ask
) -> tuple[float, float]:
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
        low, high = -1 if end.failure.parts else 0, 1
    elif isinstance(end, Sets):
        tallest = {"mt": most // end.width if most < inf else inf, "mw": most, "mh": max(0, high)}[end.what]
        return (min(0, low) if end.what == "mh" else 0), tallest
    return times(most if low < 0 else fewest, low), times(most if high > 0 else fewest, high)


def times(a: float, b: float) -> float:
    """Product of bounds, where nothing times without-end is nothing."""
    return a * b if a and b else 0
