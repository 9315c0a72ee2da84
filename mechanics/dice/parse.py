"""Text to plan parts: one pass, by hand, over the grammar of docs/dice.md. Every limit is checked on the way."""

import re
from collections.abc import Mapping
from fractions import Fraction

from mechanics.dice.cursor import ALPHABET, BLANKS, CLOSING, DIGITS, MOST_NUMBER, Cursor, digit_run, letter_run
from mechanics.dice.errors import DiceError
from mechanics.dice.faces import FUDGE, PERCENT, TENS, listed_faces, plain_die
from mechanics.dice.nodes import Best, Bracket, Call, Compare, Minus, Node, Number, Product, Sum, division_by_zero
from mechanics.dice.pools import Group, Pool, negative_count, not_whole
from mechanics.dice.roll import MOST_DICE, Kind, Run, too_many
from mechanics.dice.sources import ScriptedDice
from mechanics.dice.suffix import suffixed
from mechanics.dice.weights import Value

MOST_TEXT = 256
MOST_REPEAT = 20
MOST_BEST = 10

_number = re.compile(r"[0-9]*\.[0-9]+").match
_name = re.compile("[a-z_][a-z0-9_]*").match
_signs = ("==", "!=", "<=", ">=", "<", ">")
_calls = ("min", "max", "floor", "ceil", "abs", "best", "worst")


class Parsed:
    """What a text says: the expression, how often, its comment, and how many dice it throws at least."""

    __slots__ = ("dice", "label", "repeat", "root", "text")

    def __init__(self, root: Node, repeat: int, text: str, label: str, dice: int) -> None:
        self.root = root
        self.repeat = repeat
        self.text = text
        self.label = label
        self.dice = dice


def read(text: str, names: Mapping[str, int] | None) -> Parsed:
    """Read a whole text. DiceError with the place of the first fault; `names` are what `@name` may stand for."""
    if len(text) > MOST_TEXT:
        raise DiceError("too_long", MOST_TEXT, len(text), f"longer than {MOST_TEXT} characters", "a shorter text", text)
    try:
        return whole_text(Cursor(text, names))
    except DiceError as error:
        error.text = text
        raise


def whole_text(cur: Cursor) -> Parsed:
    """All of a text: repeat, expression, comment. DiceError for anything else."""
    cur.peek()
    if cur.at_end():
        cur.fail("empty", "nothing to roll", "1d20+5", 0, len(cur.text))
    # Only a text with an x in it can be repeated.
    repeat = cur.factor = repeats(cur) if "x" in cur.s else 1
    root = expression(cur)
    cur.peek()
    if not cur.at_end():
        cur.stray("the end of the text")
    return Parsed(root, repeat, cur.text[: cur.i].strip(), cur.text[cur.i + 1 :].strip(), cur.dice)


def repeats(cur: Cursor) -> int:
    """How often the whole is thrown: 3 for `3x4d6`, 1 where nothing is said. DiceError `repeat_range`."""
    start = cur.i
    m = digit_run(cur.s, start)
    if m is not None:
        cur.i = m.end()
        if cur.peek() == "x":
            end = cur.i
            repeat = cur.to_int(m.group(), start, m.end())
            if not 1 <= repeat <= MOST_REPEAT:
                cur.fail("repeat_range", f"a text is repeated 1 to {MOST_REPEAT} times", "6x4d6kh3", start, m.end())
            cur.i = end + 1
            return repeat
        cur.i = start
    return 1


def expression(cur: Cursor) -> Node:
    """A sum, or two of them compared once. DiceError `chained_comparison`."""
    left = terms(cur)
    sign = comparison(cur)
    if not sign:
        return left
    cur.i += len(sign)
    cur.node()
    right = terms(cur)
    if again := comparison(cur):
        cur.fail("chained_comparison", "comparisons do not chain", "one comparison", cur.i, cur.i + len(again))
    return Compare(left, sign, right)


def comparison(cur: Cursor) -> str:
    """The comparison that comes next, or ""."""
    if cur.s[cur.i] in "=!<>":
        for sign in _signs:
            if cur.s.startswith(sign, cur.i):
                return sign
    return ""


def terms(cur: Cursor) -> Node:
    """Products added and subtracted, in the order written."""
    first = product(cur)
    # A term leaves the reader at what follows it, blanks already passed.
    if cur.s[cur.i] not in "+-":
        return first
    rest: list[tuple[str, Node]] = []
    while (sign := cur.s[cur.i]) in "+-":
        cur.i += 1
        rest.append((sign, product(cur)))
    cur.node()
    return Sum(first, tuple(rest))


def product(cur: Cursor) -> Node:
    """Terms multiplied and divided, in the order written."""
    first = signed_term(cur)
    if cur.s[cur.i] not in "*/%":
        return first
    rest: list[tuple[str, int, Node]] = []
    while (sign := cur.s[cur.i]) in "*/%":
        at = cur.i
        if sign == "/" and cur.s[at + 1] == "/":
            sign = "//"
        cur.i += len(sign)
        before = cur.thrown
        node = signed_term(cur)
        if sign != "*" and cur.thrown == before and not constant(cur, node):
            raise division_by_zero(at, sign)
        rest.append((sign, at, node))
    cur.node()
    return Product(first, tuple(rest))


def signed_term(cur: Cursor) -> Node:
    """A term with any number of signs before it; the minus belongs to the whole term."""
    if (c := cur.peek()) not in "+-":
        return term(cur, c)
    minus = False
    while c in "+-":
        minus ^= c == "-"
        cur.i += 1
        c = cur.peek()
    node = term(cur, c)
    return Minus(node) if minus else node


def constant(cur: Cursor, node: Node) -> Value:
    """The value of a term without dice."""
    return node.roll(Run(ScriptedDice().draw))


def term(cur: Cursor, c: str) -> Node:
    """A term with its operators and labels, from its first character `c` on."""
    start = cur.i
    cur.node()
    if c in "0123456789.":
        node: Node = number(cur, start)
    elif c == "d":
        node = dice_term(cur, 1, start, start)
    elif c in "({":
        node = group(cur, start)
    elif c == "@":
        node = variable(cur, start)
    elif "a" <= c <= "z":
        node = call(cur, start)
    else:
        cur.wrong("a number, dice or a bracket", _no_power(cur.s, start))
    while True:
        c = cur.s[cur.i]
        if c in BLANKS:
            c = cur.peek()
        if c == "[":
            node = labelled(node, label_text(cur))
        elif ("a" <= c <= "z" and c != "x") or (c == "!" and cur.s[cur.i + 1] != "="):
            node = suffixed(cur, node)
        elif c == "x":
            cur.fail("trailing", "x repeats a whole text and stands at its start", "6x4d6", end=cur.i + 1)
        else:
            return node


def label_text(cur: Cursor) -> str:
    """What stands in square brackets behind a term. DiceError `unbalanced`."""
    start = cur.i
    end = cur.text.find("]", start)
    if end < 0:
        cur.fail("unbalanced", "this [ is never closed", "[fire]", start, start + 1)
    cur.i = end + 1
    return cur.text[start + 1 : end].strip()


def number(cur: Cursor, start: int) -> Node:
    """A plain number, decimals exact. DiceError `number_too_big`."""
    m = digit_run(cur.s, start)
    end = m.end() if m is not None else start
    if cur.s[end] != "." or cur.s[end + 1] not in DIGITS:
        if m is None:
            cur.i += 1
            cur.wrong("a digit after the point")
        number = cur.to_int(m.group(), start, end)
        c = cur.s[end]
        if c == "d" or (c in BLANKS and cur.peek() == "d"):
            return dice_term(cur, number, start, cur.i)
        return Number(number)
    m = _number(cur.s, start)
    assert m is not None
    digits = m.group()
    cur.to_int(digits[: digits.find(".")] or "0", start, m.end())
    if cur.peek() == "d":
        raise not_whole(start, m.end())
    value = Fraction(digits)
    return Number(value.numerator if value.denominator == 1 else value)


def variable(cur: Cursor, start: int) -> Node:
    """`@name`: a number that was given to `parse`. DiceError `unknown_variable`, `unknown_name`."""
    m = _name(cur.s, start + 1)
    if m is None:
        cur.i += 1
        cur.wrong("a name after @")
    known = {key.lower(): value for key, value in (cur.names or {}).items()}
    name = m.group()
    if name not in known:
        hint = ", ".join("@" + key for key in sorted(known)[:5])
        cur.fail("unknown_variable", f"no value is called @{name}", hint, start, m.end())
    value = known[name]
    if abs(value) > MOST_NUMBER:
        cur.fail("number_too_big", f"@{name} is beyond {MOST_NUMBER:,}", "a smaller number", start, m.end())
    cur.i = m.end()
    return Number(value, name)


def call(cur: Cursor, start: int) -> Node:
    """`min( )`, `max( )`, `floor( )`, `best( )` and the like. DiceError `unknown_name`, `bad_args`."""
    m = letter_run(cur.s, start)
    assert m is not None
    name = m.group()
    if name not in _calls:
        cur.fail("unknown_name", f'"{name[:24]}" is no function', ", ".join(_calls), start, m.end())
    cur.i = m.end()
    if cur.peek() != "(":
        cur.wrong(f"( after {name}", f"{name}(...)")
    opened = cur.i
    cur.deeper()
    cur.i += 1
    times = 0
    if name in ("best", "worst"):
        at = cur.i
        if cur.peek() == ")":
            cur.fail("bad_args", f"{name} takes a number and a roll", f"{name}(2, 1d20)", start, cur.i + 1)
        at = cur.i
        times = cur.integer("how many rolls")
        if not 1 <= times <= MOST_BEST:
            cur.fail("bad_args", f"1 to {MOST_BEST} rolls", f"{name}(2, 1d20)", at, cur.i)
        if cur.peek() == ")":
            cur.fail("bad_args", f"{name} takes a number and a roll", f"{name}(2, 1d20)", start, cur.i + 1)
        if cur.peek() != ",":
            cur.wrong("a comma and what to roll", f"{name}({times}, 1d20)")
        cur.i += 1
        cur.factor *= times
    elif cur.peek() == ")":
        cur.fail("bad_args", f"{name} of nothing", f"{name}(1d6, 4)", start, cur.i + 1)
    nodes = [expression(cur)]
    while cur.peek() == ",":
        if times or name not in ("min", "max"):
            cur.fail("bad_args", f"{name} takes one roll", f"{name}(...)", cur.i, cur.i + 1)
        cur.i += 1
        nodes.append(expression(cur))
    cur.close(opened)
    if times:
        cur.factor //= times
        return Best(times, name == "worst", nodes[0])
    return Call(name, tuple(nodes))


def group(cur: Cursor, opened: int) -> Node:
    """An expression, or several, in brackets of one kind. DiceError `unbalanced`, `empty_group`."""
    cur.deeper()
    cur.i += 1
    c = cur.peek()
    if c in ")}":
        if c != CLOSING[cur.s[opened]]:
            cur.close(opened)
        cur.fail("empty_group", "nothing between the brackets", "(1d6, 1d8)", opened, cur.i + 1)
    before = cur.thrown
    nodes = [expression(cur)]
    several = False
    while cur.peek() == ",":
        several = True
        cur.i += 1
        if cur.peek() in ")}":
            break
        nodes.append(expression(cur))
    cur.close(opened)
    if several:
        return Group(tuple(nodes), (), None, "", "")
    if cur.peek() == "d" and cur.s[opened] == "(" and not drops(cur):
        inner = nodes[0]
        if cur.thrown != before:
            return dice_term(cur, Bracket(inner), opened, cur.i)
        count = constant(cur, inner)
        if type(count) is not int:
            raise not_whole(opened, cur.i)
        if count < 0:
            raise negative_count(opened, cur.i)
        return dice_term(cur, count, opened, cur.i)
    return Bracket(nodes[0])


def drops(cur: Cursor) -> bool:
    """Whether the d that comes next drops dice: an h, an l or a comparison follows it."""
    at = cur.i
    cur.i += 1
    c = cur.peek()
    cur.i = at
    return c in "hl=!<>"


def dice_term(cur: Cursor, count: int | Node, start: int, d: int) -> Node:
    """Dice: from the d on, their number being known."""
    cur.i = d + 1
    if isinstance(count, int) and count > MOST_DICE:
        raise too_many(start, cur.i)
    kind = kind_of_die(cur, d)
    if isinstance(count, int):
        cur.dice += count * cur.factor
        if cur.dice > MOST_DICE:
            raise too_many(start, cur.i)
    cur.thrown += 1
    text = cur.s[d : cur.i]
    if " " in text:
        text = text.replace(" ", "")
    return Pool(count, kind, (), None, f"{count}{text}" if isinstance(count, int) else text, "", start, cur.i)


def kind_of_die(cur: Cursor, d: int) -> Kind:
    """What follows the d: faces, `%`, `F`, `00`, a list or a bracket. DiceError `missing_faces` and others."""
    m = digit_run(cur.s, cur.i)
    c = ""
    if m is None:
        c = cur.peek()
        m = digit_run(cur.s, cur.i)
    if m is not None:
        start, end = m.span()
        digits = m.group()
        if digits == "00":
            cur.i = end
            return TENS
        if cur.s[end] == "." and cur.s[end + 1] in DIGITS:
            raise DiceError("not_integer", start, end, "faces come in whole numbers", "d6")
        return plain_die(cur, cur.to_int(digits, start, end), start)
    if c == "%":
        cur.i += 1
        return PERCENT
    if c == "f":
        cur.i += 1
        return FUDGE
    if c == "[":
        return listed_faces(cur)
    if c == "(":
        opened = cur.i
        cur.deeper()
        cur.i += 1
        if cur.peek() == ")":
            cur.fail("empty_group", "nothing between the brackets", "d(2+4)", opened, cur.i + 1)
        before = cur.thrown
        node = expression(cur)
        cur.close(opened)
        if cur.thrown != before:
            cur.fail("random_faces", "the number of faces cannot be rolled", "1d6", opened, cur.i)
        faces = constant(cur, node)
        if type(faces) is not int:
            raise DiceError("not_integer", opened, cur.i, "faces come in whole numbers", "d6")
        return plain_die(cur, faces, opened)
    if cur.at_end():
        cur.fail("missing_faces", "expected the number of faces", "d6", len(cur.text), len(cur.text))
    if c not in ALPHABET:
        cur.bad_char()
    cur.fail("missing_faces", 'expected the number of faces after "d"', "d6", end=cur.i + 1)


def _no_power(s: str, at: int) -> str:
    return "there is no power operator" if s[at] == "*" and at and s[at - 1] == "*" else ""


def labelled(node: Node, label: str) -> Node:
    """The term with a label; a second label joins the first."""
    if isinstance(node, Pool):
        both = f"{node.label}, {label}" if node.label else label
        return Pool(node.count, node.kind, node.ops, node.end_op, node.text, both, node.start, node.end)
    if isinstance(node, Group):
        both = f"{node.label}, {label}" if node.label else label
        return Group(node.nodes, node.ops, node.end_op, node.text, both)
    return Bracket(node, False, label)
