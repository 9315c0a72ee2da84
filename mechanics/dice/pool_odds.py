"""Exact odds of one pool of dice or terms.

Every pool takes the cheapest exact road that its operators allow (`road`): each die alone and then a power; keeping
some of the sorted dice face by face; an endless chain summed as a series; and, where nothing better fits, row by row
over all sorted rows of dice. What a road will cost is estimated from sizes alone (estimate.py) before the first step.
"""

from collections.abc import Callable
from functools import cache
from math import comb, lgamma, log, log1p

from mechanics.dice.errors import DiceError
from mechanics.dice.operators import Count, End, Explode, Keep, Op, Row, Sets, joined
from mechanics.dice.picks import Ask
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
    ranked,
    reduced,
    unpacked,
)

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
    @cache
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
    """n dice whose first operator explodes without end: exactly n dice end their chains, and m more were brought, so
    the total is N^n times the sum over m of C(n+m-1, m) T^m, with N the ending and T the going faces."""
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
    if not table.weights:
        # Every die is dropped by its value.
        return ZERO
    if not gone:
        return _ranked_all(n, table, keeps, add, unit)
    out: Weights = {}
    for left in range(n + 1):
        scale = comb(n, left) * (gone * unit) ** (n - left)
        for v, w in _ranked_all(left, table, keeps, add, unit).weights.items():
            out[v] = out.get(v, 0) + scale * w
    return reduced(out, (table.whole * unit) ** n)


def _ranked_all(n: int, table: Table, keeps: tuple[Op, ...], add: Callable[[Value], Weights], unit: int) -> Table:
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
            turns, unit = _turns(table, ops[:first], ask)
            # Joined to nothing, a die's own rows are cut to what the next operator can keep.
            made[id(table)] = list(joined({(): 1}, turns, following).items()), unit
        turns, unit = made[id(table)]
        if len(rows) * len(turns) > _MOST_ROWS:
            raise too_big()
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


# A row costs twenty-odd steps: beyond so many, the estimate was too hopeful.
_MOST_ROWS = 400_000


def too_big() -> DiceError:
    """The refusal of odds that would take too long."""
    return DiceError("odds_too_big", 0, 0, "too many cases to work out the odds", "fewer dice or faces")


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
