"""What may follow dice or a group: the operators of a pool, read from a text."""

from typing import NoReturn

from mechanics.dice.cursor import ALPHABET, BLANKS, DIGITS, Cursor, digit_run, letter_run
from mechanics.dice.nodes import Bracket, Node
from mechanics.dice.operators import Clamp, Count, Explode, Keep, Op, Reroll, Sets
from mechanics.dice.picks import Picks
from mechanics.dice.pools import Group, Pool
from mechanics.dice.roll import MOST_DICE, Kind

# Dice times operators, so that a roll stays under 5 ms.
MOST_WORK = 10_000


def suffixed(cur: Cursor, node: Node) -> Node:
    """All operators behind a term; the term with them."""
    pool, first = _pool_of(node)
    kind = pool.kind if isinstance(pool, Pool) else None
    many = cur.factor * (pool.count if isinstance(pool, Pool) and isinstance(pool.count, int) else MOST_DICE)
    ops = list(pool.ops) if pool is not None else []
    end = pool.end_op if pool is not None else None
    start = began = cur.i
    while True:
        cur.node()
        op = one_operator(cur, start, kind)
        if pool is None or (kind is None and isinstance(op, Reroll | Explode | Sets)):
            cur.fail("op_needs_dice", "this works on dice only", "4d6kh3", start, cur.i)
        if end is not None:
            cur.fail("op_after_count", "nothing follows a count of dice", "put the count last", start, cur.i)
        if isinstance(op, Count | Sets):
            end = op
        else:
            if len(ops) > first and op.family and ops[-1].family == op.family:
                op = _joined(ops.pop(), op)
            if kind is not None:
                check_end(cur, op, kind, start)
                cur.work += many
                if cur.work > MOST_WORK:
                    cur.fail("too_complex", "too many operators for so many dice", "fewer of them", start, cur.i)
            ops.append(op)
        c = cur.peek()
        if not (("a" <= c <= "z" and c != "x") or (c == "!" and cur.s[cur.i + 1] != "=")):
            break
        start = cur.i
    text = cur.s[began : cur.i]
    before = f"({pool.text})" if first and isinstance(pool, Pool) and isinstance(pool.count, int) else pool.text
    return _with(pool, tuple(ops), end, before + text.replace(" ", ""))


def _pool_of(node: Node) -> tuple[Pool | Group | None, int]:
    """The pool that operators behind a term work on, and how many of its operators lie in brackets: those are closed to
    joining. Brackets around one pool change nothing else; around any other term they make it a group of one."""
    inner = node
    while isinstance(inner, Bracket) and not inner.label:
        inner = inner.node
    if isinstance(inner, Pool | Group) and (inner is node or inner.end_op is None):
        return inner, 0 if inner is node else len(inner.ops)
    if isinstance(node, Bracket):
        return Group((node if node.label else node.node,), (), None, "", ""), 0
    return None, 0


def check_end(cur: Cursor, op: Op, kind: Kind, start: int) -> None:
    """Refuses an operator that would throw for ever."""
    if not isinstance(op, Explode) and not (isinstance(op, Reroll) and op.how == "rr"):
        return
    if op.picks.matched(kind) == kind.faces:
        what = "explodes" if isinstance(op, Explode) else "is rerolled"
        cur.fail("never_ends", f"every face {what}, so it never ends", "leave a face out", start, cur.i)


def one_operator(cur: Cursor, start: int, kind: Kind | None) -> Op | Count | Sets:
    """One operator of a pool, its selectors included. DiceError `unknown_op` and others."""
    s = cur.s
    c, two = s[start], s[start : start + 2]
    cur.i = start + 1
    if c == "!" or c == "e":
        fold = two == "!!"
        cur.i += fold
        less = c == "!" and s[cur.i] == "p" and s[cur.i + 1] not in "hl"
        cur.i += less
        going = selected(cur, False) or (("=", kind.high if kind else 0),)
        return Explode(Picks(going), fold, int(less), start, cur.i)
    if c in "kdp":
        return keep_or_drop(cur, start, c)
    if c == "r":
        how = two if two in ("rr", "ro", "ra") else "r"
        cur.i = start + len(how)
        picks = selected(cur, how in ("ro", "ra"))
        if picks is None:
            if how == "ra":
                cur.wrong('a number, h, l or a comparison after "ra"', "4d6ra6")
            picks = (("=", kind.low if kind else 0),)
        return Reroll(Picks(picks), "rr" if how == "r" else how, start, cur.i)
    if two in ("mi", "ma"):
        cur.i += 1
        cur.i += s.startswith("n" if two == "mi" else "x", cur.i)
        bound = cur.signed(f'a number after "{s[start : cur.i]}"')
        return Clamp(bound, two == "mi", start, cur.i)
    if two in ("mt", "mw", "mh"):
        cur.i += 1
        width = 2
        if cur.peek() in DIGITS:
            at = cur.i
            width = cur.integer("a width")
            if width < 1:
                cur.fail("syntax", "a set has at least 1 die", "mt2", at, cur.i)
        return Sets(two, width, start, cur.i)
    if c == "t":
        success = bar(cur, ">=", "t")
        failure: tuple[tuple[str, int], ...] = ()
        if cur.peek() == "f":
            cur.i += 1
            failure = bar(cur, "<=", "f")
        return Count(Picks(success), Picks(failure), start, cur.i)
    unknown_operator(cur, start)


def unknown_operator(cur: Cursor, start: int) -> NoReturn:
    """Refuse what stands here: it is no operator."""
    # Words are free text by mistake: point at the whole word.
    first = start
    while first and "a" <= cur.s[first - 1] <= "z":
        first -= 1
    m = letter_run(cur.s, first)
    assert m is not None
    word = cur.text[first : m.end()]
    hint = f"# {word[:24]}" if len(word) > 3 else "kh kl dh dl r ro ra e ! mi ma t mt mw mh"
    at = first if len(word) > 3 and (first == 0 or cur.s[first - 1] in BLANKS) else start
    cur.fail("unknown_op", f'"{cur.text[at : m.end()][:24]}" is no operator', hint, at, m.end())


def keep_or_drop(cur: Cursor, start: int, c: str) -> Keep:
    """`kh3`, `dl1`, `k>4`, `p2`: which dice count. DiceError `syntax`, `ambiguous_d`."""
    s = cur.s
    mark = cur.peek()
    if mark in "hl":
        cur.i += 1
        n = cur.integer("a number") if cur.peek() in DIGITS else 1
        return Keep(Picks(((mark, n),)), c != "k", start, cur.i)
    picks = compared(cur)
    if picks is not None:
        return Keep(Picks(picks), c != "k", start, cur.i)
    if c == "d":
        ambiguous(cur, start)
    if c == "k":
        if mark in DIGITS:
            return Keep(Picks((("h", cur.integer("a number")),)), False, start, cur.i)
        if not "a" <= mark <= "z" or mark in "kdpremt":
            return Keep(Picks((("h", 1),)), False, start, cur.i)
    if mark == "\0" or mark not in ALPHABET:
        cur.wrong(f'h, l or a comparison after "{c}"', f"4d6{c}l1")
    refuse_word(cur, start)
    wanted = f'expected a number, h, l or a comparison after "{s[start]}"'
    cur.fail("syntax", wanted, "4d6kh3" if c == "k" else f"4d6{c}l1", end=cur.i + 1)


def refuse_word(cur: Cursor, start: int) -> None:
    """Refuses a whole word of free text at `start`; returns when it is no such word."""
    m = letter_run(cur.s, start)
    if m is not None and len(m.group()) > 3 and cur.s[start - 1] in BLANKS:
        unknown_operator(cur, start)


def ambiguous(cur: Cursor, start: int) -> NoReturn:
    """Refuse a bare `d1` behind a pool: it may mean a die or drop."""
    m = digit_run(cur.s, cur.i)
    number = m.group()[:4] if m else "1"
    cur.fail(
        "ambiguous_d",
        "a d behind dice could drop them or roll them",
        f"dl{number} to drop the lowest, or brackets: (d20)d6",
        start,
        m.end() if m else start + 1,
    )


def compared(cur: Cursor) -> tuple[tuple[str, int], ...] | None:
    """A comparison with a number, if one comes next."""
    c = cur.peek()
    if c not in "=!<>":
        return None
    two = cur.s[cur.i : cur.i + 2]
    sign = two if two in ("!=", "<=", ">=") else c
    if sign == "!":
        return None
    cur.i += len(sign)
    return ((sign, cur.integer(f"a number after {sign}")),)


def selected(cur: Cursor, ranks: bool) -> tuple[tuple[str, int], ...] | None:
    """Which faces an operator means, as comparisons; None where its default stands."""
    c = cur.peek()
    if c in DIGITS:
        return (("=", cur.integer("a number")),)
    if ranks and c in "hl":
        cur.i += 1
        return ((c, cur.integer(f'a number after "{c}"')),)
    return compared(cur)


def bar(cur: Cursor, sign: str, after: str) -> tuple[tuple[str, int], ...]:
    """The number of a `t` or `f`, alone or with its comparison."""
    if cur.peek() in DIGITS:
        return ((sign, cur.integer("a number")),)
    picks = compared(cur)
    if picks is None:
        refuse_word(cur, cur.i - 1)
        cur.wrong(f'a number or a comparison after "{after}"', "6d10t7")
    return picks


def _with(pool: Pool | Group, ops: tuple[Op, ...], end: Count | Sets | None, text: str) -> Node:
    if isinstance(pool, Pool):
        return Pool(pool.count, pool.kind, ops, end, text, pool.label, pool.start, pool.end)
    return Group(pool.nodes, ops, end, text, pool.label)


def _joined(a: Op, b: Op) -> Op:
    """Two operators of one family in a row are one, with the selectors of both."""
    if isinstance(a, Keep) and isinstance(b, Keep):
        return Keep(Picks(a.picks.parts + b.picks.parts), a.drop, a.at, b.end)
    if isinstance(a, Reroll) and isinstance(b, Reroll):
        return Reroll(Picks(a.picks.parts + b.picks.parts), a.how, a.at, b.end)
    assert isinstance(a, Explode) and isinstance(b, Explode)
    return Explode(Picks(a.picks.parts + b.picks.parts), a.fold, a.less, a.at, b.end)
