"""What odds will cost, and how far they reach, told from sizes alone before anything is counted."""

from math import inf

from msgspec import Struct

from mechanics.dice.errors import DiceError
from mechanics.dice.operators import Clamp, Count, End, Explode, Keep, Op, Sets, rows_of
from mechanics.dice.picks import Ask
from mechanics.dice.pool_odds import kept_places, road, series_length
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
    die = _reach(n, kind, ops, way, ask, budget)
    low, high, bits = die.low, die.high, die.bits
    if isinstance(end, Count):
        # Every die of a chain is worth 1 at most, and a chain is as long as its bits are many.
        high = max(1.0, bits / faces.bit_length())
        low = -high
    one = 1 << int(min(bits, 1e6))
    spread = int(min(high - low, 1e9))
    if way == "alone":
        budget.spend(power_steps(spread + 1, spread, n, one, False))
    elif way == "series":
        # Two long rows: one built up by shifts, then their product.
        dice = n + die.longest
        row = dice * (kind.high - min(kind.low, 0) + 1) * dice * faces.bit_length()
        budget.spend(power_steps(faces, spread, n, one, False))
        budget.spend(die.longest * faces * (10 + row / 5000) + (row / 30) ** 1.585 / 20)
    elif way == "ranked":
        stay = sum(kept_places(n, ops[first:second]))
        if stay > 1 or first:
            runs = n if first else 1
            budget.spend(runs * ranked_steps(spread + 1 if first else faces, spread, n, stay, one))
    elif way == "sets":
        measures = faces if isinstance(end, Sets) and end.what == "mh" else n
        budget.spend(faces * n * n / 2 * min(n, measures) * 6)
    else:
        _rows_cost(n, die.rows, faces, die.brought, ops, budget)
    low, high = n * min(low, 0.0), n * max(high, 0.0)
    return sized(
        high - low + 1, low if lowest == -inf else lowest, high if highest == inf else highest, True, lowest, highest
    )


class _Reach(Struct):
    """How far one die gets under its operators: its lowest and highest worth, the bits of its weights, the different
    rows it may become, the rows a chain may bring, and how many dice the chains of a whole pool bring together."""

    low: float
    high: float
    bits: float
    rows: float
    brought: float = 0
    longest: int = 0


def _reach(n: int, kind: Kind, ops: tuple[Op, ...], way: str, ask: Ask, budget: Budget) -> _Reach:
    faces = kind.faces
    die = _Reach(kind.low, kind.high, faces.bit_length(), faces)
    for at, op in enumerate(ops):
        if isinstance(op, Explode):
            going = op.picks.matched(kind)
            depth = ask.chain(op.picks)[0]
            extra = float(depth)
            if way == "series":
                die.longest = series_length(n, going / faces, ask.slack * n) if going else 0
                extra = die.longest / n
            elif way == "rows" and not op.fold:
                chains = sum([rows_of(going, step) for step in range(min(depth, 60))]) if going else 0
                die.brought = (faces - going + 1) * min(chains, rows_of(faces, _pruned(ops, at)))
                die.rows += going * die.brought * die.rows / faces
            else:
                budget.spend(extra * faces * 2 * (die.high - die.low + 1) * max(1, extra / 2))
            die.bits += extra * faces.bit_length()
            die.low = min(die.low, die.low + extra * (kind.low - op.less))
            die.high += extra * max(kind.high, 0)
        elif isinstance(op, Clamp):
            pick = max if op.raises else min
            die.low, die.high = pick(die.low, op.bound), pick(die.high, op.bound)
        elif isinstance(op, Keep):
            die.low, die.high = min(die.low, 0), max(die.high, 0)
        else:
            die.bits += faces.bit_length()
            die.low, die.high = min(die.low, kind.low), max(die.high, kind.high)
    return die


def _pruned(ops: tuple[Op, ...], at: int) -> int:
    """How many dice of a chain can still matter to the next operator by rank."""
    for op in ops[at + 1 :]:
        if not op.each:
            if isinstance(op, Keep) and len(op.picks.parts) == 1 and not op.drop:
                return min(op.picks.parts[0][1], 60)
            break
    return 60


def _rows_cost(n: int, per: float, values: float, brought: float, ops: tuple[Op, ...], budget: Budget) -> None:
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
        low, high = -1 if end.failure.parts else 0, 1
    elif isinstance(end, Sets):
        tallest = {"mt": most // end.width if most < inf else inf, "mw": most, "mh": max(0, high)}[end.what]
        return (min(0, low) if end.what == "mh" else 0), tallest
    return times(most if low < 0 else fewest, low), times(most if high > 0 else fewest, high)


def times(a: float, b: float) -> float:
    """Product of bounds, where nothing times without-end is nothing."""
    return a * b if a and b else 0
