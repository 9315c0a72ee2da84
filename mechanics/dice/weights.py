"""Arithmetic of weighted values: a table {value: integer weight} whose weights are parts of `whole`.

Weights stay integers, so everything is exact. A table may hold less than its whole: what is missing is the part of an
explosion that was cut off. Sums of many dice are packed into one big integer, a field of bits for each total, so that
the machine's own multiplication does the counting.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb, gcd

from msgspec import Struct

Value = int | Fraction
Weights = dict[Value, int]


class Table(Struct, frozen=True):
    """Values with their weights; `whole` is the sum of the weights plus whatever was cut off."""

    weights: Weights
    whole: int


ZERO = Table({0: 1}, 1)


def reduced(weights: Weights, whole: int) -> Table:
    """The same chances in the smallest integers."""
    common = whole
    for weight in weights.values():
        if common == 1:
            return Table(weights, whole)
        common = gcd(common, weight)
    return Table({v: w // common for v, w in weights.items()}, whole // common)


def mapped(table: Table, change: Callable[[Value], Value]) -> Table:
    """The table of `change(value)`."""
    out: Weights = {}
    for value, weight in table.weights.items():
        new = change(value)
        out[new] = out.get(new, 0) + weight
    return Table(out, table.whole)


def combined(a: Table, b: Table, fold: Callable[[Value, Value], Value]) -> Table:
    """The table of `fold(x, y)` for independent x and y. Steps: the product of both sizes."""
    out: Weights = {}
    for x, p in a.weights.items():
        for y, q in b.weights.items():
            value = fold(x, y)
            out[value] = out.get(value, 0) + p * q
    return Table(out, a.whole * b.whole)


def added(a: Table, b: Table) -> Table:
    """The table of x + y for independent x and y."""
    if len(b.weights) == 1:
        a, b = b, a
    if len(a.weights) == 1:
        (x, p), whole = *a.weights.items(), a.whole * b.whole
        return Table({x + y: p * q for y, q in b.weights.items()}, whole)
    if len(a.weights) * len(b.weights) > 150 and all_whole(a) and all_whole(b):
        return Table(_times(a, b), a.whole * b.whole)
    return combined(a, b, lambda x, y: x + y)


def all_whole(table: Table) -> bool:
    """Whether every value of a distribution is a whole number."""
    return all(type(v) is int for v in table.weights)


def _times(a: Table, b: Table) -> Weights:
    width = field(a.whole * b.whole)
    low_a, low_b = int(min(a.weights)), int(min(b.weights))
    product = packed(a.weights, low_a, width) * packed(b.weights, low_b, width)
    return unpacked(product, low_a + low_b, width)


def mixed(parts: Iterable[tuple[int, Table]]) -> Table:
    """One table, chosen with the given weights. The weights' own sum must be the caller's whole."""
    chosen = list(parts)
    whole = 1
    for _, table in chosen:
        whole = whole * table.whole // gcd(whole, table.whole)
    out: Weights = {}
    for weight, table in chosen:
        scale = weight * (whole // table.whole)
        for value, w in table.weights.items():
            out[value] = out.get(value, 0) + scale * w
    return Table(out, whole * sum(weight for weight, _ in chosen))


def compared(a: Table, b: Table, less: bool, equal: bool, more: bool) -> Table:
    """1 if x stands to y as asked (below, equal, above), else 0; one pass over both sorted tables."""
    # How much of a lies below, at and above each value of b.
    pairs = sorted(a.weights.items())
    total = sum(a.weights.values())
    below = yes = held = place = 0
    for y, q in sorted(b.weights.items()):
        while place < len(pairs) and pairs[place][0] < y:
            below += pairs[place][1]
            place += 1
        same = pairs[place][1] if place < len(pairs) and pairs[place][0] == y else 0
        yes += q * (less * below + equal * same + more * (total - below - same))
        held += q
    no = total * held - yes
    return Table({v: w for v, w in ((0, no), (1, yes)) if w}, a.whole * b.whole)


def extreme(tables: list[Table], low: bool) -> Table:
    """The lowest or highest of one value from each table, by cumulative counts."""
    first = tables[0]
    same = all(t is first for t in tables)
    whole = first.whole ** len(tables)
    out: Weights = {}
    done = 0
    if same:
        n = len(tables)
        run = 0
        for value, weight in sorted(first.weights.items(), reverse=low):
            run += weight
            new = run**n
            out[value] = new - done
            done = new
        return Table(out, whole)
    whole = 1
    for table in tables:
        whole *= table.whole
    runs = [0] * len(tables)
    events = sorted(
        ((v, i, w) for i, t in enumerate(tables) for v, w in t.weights.items()), key=lambda e: e[0], reverse=low
    )
    at = 0
    while at < len(events):
        value = events[at][0]
        while at < len(events) and events[at][0] == value:
            runs[events[at][1]] += events[at][2]
            at += 1
        new = 1
        for run in runs:
            new *= run
        if new > done:
            out[value] = new - done
        done = new
    return Table(out, whole)


# -- packing: one integer holds a whole row of weights -----------------------------------------------------------------


def field(whole: int) -> int:
    """Bits that hold any weight up to `whole`, as full bytes."""
    return (whole.bit_length() + 7) & ~7


def packed(weights: Weights, low: int, width: int) -> int:
    """Weights of integer values as one integer; the value `low` lies at bit 0."""
    row = 0
    for value, weight in weights.items():
        row |= weight << (int(value) - low) * width
    return row


def unpacked(row: int, low: int, width: int) -> Weights:
    """The inverse of `packed`, without the values of weight 0."""
    size = width >> 3
    raw = row.to_bytes((row.bit_length() + 7 >> 3) + size, "little")
    read = int.from_bytes
    return {
        low + i: weight
        for i, at in enumerate(range(0, len(raw) - size + 1, size))
        if (weight := read(raw[at : at + size], "little"))
    }


# Above so many bits in all, multiplying packed rows loses to counting total by total.
_PACK_BITS = 60_000


def power_steps(size: int, spread: int, n: int, whole: int, even: bool) -> int:
    """Estimated steps of `power` for a table of `size` values over `spread` totals."""
    totals = spread * n + 1
    bits = n * whole.bit_length()
    if n < 2 or totals * bits <= _PACK_BITS:
        return totals * 4
    return totals * (3 if even else 3 * size) * (4 + bits // 600)


def power(table: Table, n: int) -> Table:
    """The sum of `n` independent values of a table of integers."""
    if n == 0:
        return ZERO
    if n == 1:
        return table
    weights = table.weights
    low, high = int(min(weights)), int(max(weights))
    if low == high:
        return Table({low * n: weights[low] ** n}, table.whole**n)
    whole = table.whole**n
    spread = high - low
    first = weights[low]
    width = field(whole)
    if len(weights) == spread + 1 and len(set(weights.values())) == 1:
        row = _even_power(spread + 1, n, first**n)
    elif width * (spread * n + 1) <= _PACK_BITS:
        return Table(unpacked(packed(weights, low, width) ** n, low * n, width), whole)
    else:
        row = _any_power({int(v) - low: w for v, w in weights.items()}, n)
    low *= n
    return Table({low + i: w for i, w in enumerate(row) if w}, whole)


def _even_power(faces: int, n: int, unit: int) -> list[int]:
    """(1 + x + ... + x^(faces-1))^n, each coefficient times `unit`, from its differential equation:
    (1-x)(1-x^faces) f' = n (1 - x^faces - faces x^(faces-1) (1-x)) f. Three products a total, whatever the faces."""
    top = (faces - 1) * n
    half = top // 2
    row = [unit]
    step = n * (faces - 1)
    for k in range(half):
        new = (n + k) * row[k]
        if k >= faces - 1:
            new += (k + 1 - faces - n * faces) * row[k + 1 - faces]
            if k >= faces:
                new += (faces - k + step) * row[k - faces]
        row.append(new // (k + 1))
    return row + row[top - half - 1 :: -1] if top - half - 1 >= 0 else row


def _any_power(parts: dict[int, int], n: int) -> list[int]:
    """The n-th power of a polynomial with a weight at 0, by the recurrence that f = p^n gives from p f' = n p' f."""
    base = parts[0]
    terms = [(i, i * (n + 1) * w, w) for i, w in sorted(parts.items()) if i]
    row = [base**n]
    for k in range(1, max(parts) * n + 1):
        new = 0
        for i, grown, weight in terms:
            if i > k:
                break
            new += (grown - k * weight) * row[k - i]
        row.append(new // (k * base))
    return row


# -- keeping some of the sorted dice -----------------------------------------------------------------------------------


def ranked_steps(size: int, spread: int, n: int, kept: int, whole: int) -> int:
    """Estimated steps of `ranked`."""
    bits = (spread * max(kept, 1) + 1) * n * whole.bit_length()
    return size * (n * (n + 1) // 2 + 1) * (6 + bits // 4000)


def ranked(table: Table, kept: list[bool], worth: Callable[[Value], Weights], unit: int) -> Table:
    """The sum of the worths of the kept ones of n dice, sorted upward; `kept[i]` says whether the i-th lowest counts.

    `worth(value)` is the table of what one kept die of that value adds, in parts of `unit`. Face by face: how many dice
    show it is a binomial choice, and their places in the sorted row are then known.
    """
    n = len(kept)
    before = [0]
    for flag in kept:
        before.append(before[-1] + flag)
    faces = sorted(table.weights)
    worths = {face: worth(face) for face in faces}
    low = min(int(v) for w in worths.values() for v in w)
    whole = (table.whole * unit) ** n
    width = field(whole)
    rows = [0] * (n + 1)
    rows[0] = 1
    for face in faces:
        weight = table.weights[face]
        # A worth that is one value only moves a row along: a shift, where a product would cost far more.
        shift = 0
        powers: list[int] = []
        if len(worths[face]) == 1:
            ((value, unit_weight),) = worths[face].items()
            shift = (int(value) - low) * width
            powers = [unit_weight**kept_here for kept_here in range(before[n] + 1)]
        else:
            one = packed(worths[face], low, width)
            powers = [1]
            for _ in range(before[n]):
                powers.append(powers[-1] * one)
        last = face == faces[-1]
        for used in range(n, -1, -1) if not last else (n,):
            # From the top down, so that a row is read before this face is added to it.
            row = rows[used]
            for count in range(1, used + 1):
                source = rows[used - count]
                if source:
                    keep = before[used] - before[used - count]
                    scale = comb(n - used + count, count) * weight**count * unit ** (count - keep)
                    row += (source * (powers[keep] * scale)) << shift * keep
            rows[used] = row
    return Table(unpacked(rows[n], low * before[n], width), whole)
