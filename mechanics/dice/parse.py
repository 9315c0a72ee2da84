"""Text to plan parts: one pass, by hand, over the grammar of docs/dice.md. Every limit is checked on the way."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NoReturn

from mechanics.dice.errors import DiceError
from mechanics.dice.nodes import (
    Best,
    Bracket,
    Call,
    Compare,
    Group,
    Minus,
    Node,
    Number,
    Pool,
    Product,
    Sum,
    division_by_zero,
    negative_count,
    not_whole,
)
from mechanics.dice.pool import Clamp, Count, Explode, Keep, Op, Picks, Reroll, Sets
from mechanics.dice.roll import MOST_DICE, Kind, Run, too_many
from mechanics.dice.sources import ScriptedDice
from mechanics.dice.weights import Value

MOST_TEXT = 256
MOST_DEPTH = 32
MOST_NODES = 200
MOST_NUMBER = 10**9
MOST_FACES = 10**6
MOST_CUSTOM = 1000
MOST_REPEAT = 20
MOST_BEST = 10
# Dice times operators, so that a roll stays under 5 ms.
MOST_WORK = 10_000

# Letters are case-blind; minus and times signs of phones and word processors are read. One character for one, so that
# places stay those of the text as typed.
_READ = {**{c: c + 32 for c in range(65, 91)}, 0x2212: "-", 0x2013: "-", 0x2014: "-", 0xD7: "*", 0xF7: "/"}
_digits = re.compile("[0-9]+").match
_number = re.compile(r"[0-9]*\.[0-9]+").match
_letters = re.compile("[a-z]+").match
_name = re.compile("[a-z_][a-z0-9_]*").match
_blanks = " \t\r\n"
_alphabet = frozenset("abcdefghijklmnopqrstuvwxyz0123456789 \t\r\n+-*/%()[]{},.@#=!<>_")
_signs = ("==", "!=", "<=", ">=", "<", ">")
_calls = ("min", "max", "floor", "ceil", "abs", "best", "worst")
_closing = {"(": ")", "{": "}"}
_PERCENT = Kind(100, None, 1, 100)
_TENS = Kind(10, tuple(range(10, 101, 10)), 10, 100)
# Ordinary dice are few and are asked for again and again.
_kinds: dict[int, Kind] = {}
_FUDGE = Kind(3, (-1, 0, 1), -1, 1)


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
        raise DiceError(
            "too_long", MOST_TEXT, len(text), f"longer than {MOST_TEXT} characters", "a shorter text", text
        )
    try:
        return _Reader(text, names).whole()
    except DiceError as error:
        error.text = text
        raise


class _Reader:
    __slots__ = ("depth", "dice", "factor", "i", "names", "nodes", "s", "text", "thrown", "work")

    def __init__(self, text: str, names: Mapping[str, int] | None) -> None:
        self.text = text
        # The zero ends the text: no place of it is ever looked at without a character there.
        self.s = (text.lower() if text.isascii() else text.translate(_READ)) + "\0"
        self.i = 0
        self.names = names
        self.depth = 0
        self.nodes = 0
        self.dice = 0
        self.factor = 1
        self.thrown = 0
        self.work = 0

    # -- the small steps -----------------------------------------------------------------------------------------------

    def peek(self) -> str:
        """The next character that is no blank; "\\0" at the end and at a comment."""
        c = self.s[self.i]
        while c in _blanks:
            self.i += 1
            c = self.s[self.i]
        return c

    def at_end(self) -> bool:
        return self.i == len(self.text) or self.s[self.i] == "#"

    def fail(self, code: str, message: str, hint: str = "", start: int | None = None, end: int | None = None) -> NoReturn:
        at = self.i if start is None else start
        raise DiceError(code, at, max(at, self.i if end is None else end), message, hint)

    def wrong(self, wanted: str, hint: str = "") -> NoReturn:
        """Something else was expected at the next character."""
        c = self.peek()
        if self.at_end():
            self.fail("unexpected_end", f"the text ends, expected {wanted}", hint, len(self.text), len(self.text))
        if c not in _alphabet:
            self.bad_char()
        if c in ")}" and not self.depth:
            self.fail("unbalanced", f"nothing was opened for this {c}", hint, end=self.i + 1)
        self.fail("syntax", f"expected {wanted}", hint, end=self.i + 1)

    def bad_char(self) -> NoReturn:
        typed = self.text[self.i]
        what = f'"{typed}"' if typed.isprintable() else f"U+{ord(typed):04X}"
        self.fail("bad_char", f"{what} is no part of the dice notation", "text after # is free", end=self.i + 1)

    def node(self) -> None:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            self.fail("too_complex", f"more than {MOST_NODES} parts", "a shorter text")

    def integer(self, wanted: str) -> int:
        """A whole number of 0..10^9."""
        self.peek()
        m = _digits(self.s, self.i)
        if m is None:
            self.wrong(wanted)
        return self.to_int(m.group(), m.start(), m.end())

    def to_int(self, digits: str, start: int, end: int) -> int:
        # Counted before they are converted: converting takes the square of their number.
        if len(digits) > 9 and (len(digits.lstrip("0")) > 10 or int(digits) > MOST_NUMBER):
            self.fail("number_too_big", f"numbers end at {MOST_NUMBER:,}", "a smaller number", start, end)
        self.i = end
        return int(digits)

    def signed(self, wanted: str) -> int:
        if self.peek() == "-":
            self.i += 1
            return -self.integer(wanted)
        return self.integer(wanted)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            self.fail("too_deep", f"more than {MOST_DEPTH} brackets inside each other", "fewer brackets", end=self.i + 1)

    def close(self, opened: int) -> None:
        """The bracket that closes the one at `opened`."""
        c = self.peek()
        wanted = _closing[self.s[opened]]
        if c == wanted:
            self.i += 1
            self.depth -= 1
            return
        if self.at_end():
            self.fail("unbalanced", f"this {self.s[opened]} is never closed", f"a {wanted} at the end", opened, opened + 1)
        if c in ")}":
            self.fail("unbalanced", f"expected {wanted}", f"{wanted} closes {self.s[opened]}", end=self.i + 1)
        self.stray("a bracket that closes, a comma or an operator")

    # -- the whole -----------------------------------------------------------------------------------------------------

    def whole(self) -> Parsed:
        self.peek()
        if self.at_end():
            self.fail("empty", "nothing to roll", "1d20+5", 0, len(self.text))
        # Only a text with an x in it can be repeated.
        repeat = self.factor = self.repeat() if "x" in self.s else 1
        root = self.expr()
        self.peek()
        if not self.at_end():
            self.stray("the end of the text")
        return Parsed(root, repeat, self.text[: self.i].strip(), self.text[self.i + 1 :].strip(), self.dice)

    def repeat(self) -> int:
        start = self.i
        m = _digits(self.s, start)
        if m is not None:
            self.i = m.end()
            if self.peek() == "x":
                end = self.i
                repeat = self.to_int(m.group(), start, m.end())
                if not 1 <= repeat <= MOST_REPEAT:
                    self.fail("repeat_range", f"a text is repeated 1 to {MOST_REPEAT} times", "6x4d6kh3", start, m.end())
                self.i = end + 1
                return repeat
            self.i = start
        return 1

    def stray(self, wanted: str) -> NoReturn:
        """Whatever follows a finished term and continues nothing."""
        c = self.s[self.i]
        if c in ")}" and not self.depth:
            self.fail("unbalanced", f"nothing was opened for this {c}", end=self.i + 1)
        if c not in _alphabet or c == "\0":
            self.bad_char()
        if c.isdigit() or c in "@(.{_":
            self.fail("trailing", "a second term without an operator between", "+ between terms, 6x4d6 to repeat", end=self.i + 1)
        if c == "=":
            self.fail("syntax", "expected a comparison", "==", end=self.i + 1)
        if c == "!":
            self.fail("op_needs_dice", "only dice can explode", "4d6!", end=self.i + 1)
        self.fail("syntax", f"expected {wanted}", end=self.i + 1)

    def expr(self) -> Node:
        left = self.sum()
        sign = self.sign()
        if not sign:
            return left
        self.i += len(sign)
        self.node()
        right = self.sum()
        if again := self.sign():
            self.fail(
                "chained_comparison", "comparisons do not chain", "one comparison", self.i, self.i + len(again)
            )
        return Compare(left, sign, right)

    def sign(self) -> str:
        """The comparison that comes next, or ""."""
        if self.s[self.i] in "=!<>":
            for sign in _signs:
                if self.s.startswith(sign, self.i):
                    return sign
        return ""

    def sum(self) -> Node:
        first = self.product()
        # A term leaves the reader at what follows it, blanks already passed.
        if self.s[self.i] not in "+-":
            return first
        rest: list[tuple[str, Node]] = []
        while (sign := self.s[self.i]) in "+-":
            self.i += 1
            rest.append((sign, self.product()))
        self.node()
        return Sum(first, tuple(rest))

    def product(self) -> Node:
        first = self.unary()
        if self.s[self.i] not in "*/%":
            return first
        rest: list[tuple[str, int, Node]] = []
        while (sign := self.s[self.i]) in "*/%":
            at = self.i
            if sign == "/" and self.s[at + 1] == "/":
                sign = "//"
            self.i += len(sign)
            before = self.thrown
            node = self.unary()
            if sign != "*" and self.thrown == before and not self.value(node):
                raise division_by_zero(at, sign)
            rest.append((sign, at, node))
        self.node()
        return Product(first, tuple(rest))

    def unary(self) -> Node:
        if (c := self.peek()) not in "+-":
            return self.postfix(c)
        minus = False
        while c in "+-":
            minus ^= c == "-"
            self.i += 1
            c = self.peek()
        node = self.postfix(c)
        return Minus(node) if minus else node

    def value(self, node: Node) -> Value:
        """The value of a term without dice."""
        return node.roll(Run(ScriptedDice()))

    # -- one term ------------------------------------------------------------------------------------------------------

    def postfix(self, c: str) -> Node:
        """A term with its operators and labels, from its first character `c` on."""
        start = self.i
        self.node()
        if c in "0123456789.":
            node: Node = self.number(start)
        elif c == "d":
            node = self.pool(1, start, start)
        elif c in "({":
            node = self.group(start)
        elif c == "@":
            node = self.variable(start)
        elif "a" <= c <= "z":
            node = self.call(start)
        else:
            self.wrong("a number, dice or a bracket", _no_power(self.s, start))
        while True:
            c = self.s[self.i]
            if c in _blanks:
                c = self.peek()
            if c == "[":
                node = labelled(node, self.label())
            elif ("a" <= c <= "z" and c != "x") or (c == "!" and self.s[self.i + 1] != "="):
                node = self.operators(node)
            elif c == "x":
                self.fail("trailing", "x repeats a whole text and stands at its start", "6x4d6", end=self.i + 1)
            else:
                return node

    def label(self) -> str:
        start = self.i
        end = self.text.find("]", start)
        if end < 0:
            self.fail("unbalanced", "this [ is never closed", "[fire]", start, start + 1)
        self.i = end + 1
        return self.text[start + 1 : end].strip()

    def number(self, start: int) -> Node:
        m = _digits(self.s, start)
        end = m.end() if m is not None else start
        if self.s[end] != "." or self.s[end + 1] not in "0123456789":
            if m is None:
                self.i += 1
                self.wrong("a digit after the point")
            number = self.to_int(m.group(), start, end)
            c = self.s[end]
            if c == "d" or (c in _blanks and self.peek() == "d"):
                return self.pool(number, start, self.i)
            return Number(number)
        m = _number(self.s, start)
        assert m is not None
        digits = m.group()
        self.to_int(digits[: digits.find(".")] or "0", start, m.end())
        if self.peek() == "d":
            raise not_whole(start, m.end())
        value = Fraction(digits)
        return Number(value.numerator if value.denominator == 1 else value)

    def variable(self, start: int) -> Node:
        m = _name(self.s, start + 1)
        if m is None:
            self.i += 1
            self.wrong("a name after @")
        known = {key.lower(): value for key, value in (self.names or {}).items()}
        name = m.group()
        if name not in known:
            hint = ", ".join("@" + key for key in sorted(known)[:5])
            self.fail("unknown_variable", f"no value is called @{name}", hint, start, m.end())
        value = known[name]
        if abs(value) > MOST_NUMBER:
            self.fail("number_too_big", f"@{name} is beyond {MOST_NUMBER:,}", "a smaller number", start, m.end())
        self.i = m.end()
        return Number(value, name)

    def call(self, start: int) -> Node:
        m = _letters(self.s, start)
        assert m is not None
        name = m.group()
        if name not in _calls:
            self.fail("unknown_name", f'"{name[:24]}" is no function', ", ".join(_calls), start, m.end())
        self.i = m.end()
        if self.peek() != "(":
            self.wrong(f"( after {name}", f"{name}(...)")
        opened = self.i
        self.deeper()
        self.i += 1
        times = 0
        if name in ("best", "worst"):
            at = self.i
            if self.peek() == ")":
                self.fail("bad_args", f"{name} takes a number and a roll", f"{name}(2, 1d20)", start, self.i + 1)
            at = self.i
            times = self.integer("how many rolls")
            if not 1 <= times <= MOST_BEST:
                self.fail("bad_args", f"1 to {MOST_BEST} rolls", f"{name}(2, 1d20)", at, self.i)
            if self.peek() == ")":
                self.fail("bad_args", f"{name} takes a number and a roll", f"{name}(2, 1d20)", start, self.i + 1)
            if self.peek() != ",":
                self.wrong("a comma and what to roll", f"{name}({times}, 1d20)")
            self.i += 1
            self.factor *= times
        elif self.peek() == ")":
            self.fail("bad_args", f"{name} of nothing", f"{name}(1d6, 4)", start, self.i + 1)
        nodes = [self.expr()]
        while self.peek() == ",":
            if times or name not in ("min", "max"):
                self.fail("bad_args", f"{name} takes one roll", f"{name}(...)", self.i, self.i + 1)
            self.i += 1
            nodes.append(self.expr())
        self.close(opened)
        if times:
            self.factor //= times
            return Best(times, name == "worst", nodes[0])
        return Call(name, tuple(nodes))

    def group(self, opened: int) -> Node:
        self.deeper()
        self.i += 1
        c = self.peek()
        if c in ")}":
            if c != _closing[self.s[opened]]:
                self.close(opened)
            self.fail("empty_group", "nothing between the brackets", "(1d6, 1d8)", opened, self.i + 1)
        before = self.thrown
        nodes = [self.expr()]
        several = False
        while self.peek() == ",":
            several = True
            self.i += 1
            if self.peek() in ")}":
                break
            nodes.append(self.expr())
        self.close(opened)
        if several:
            return Group(tuple(nodes), (), None, "", "")
        if self.peek() == "d" and self.s[opened] == "(" and not self.dropping():
            inner = nodes[0]
            if self.thrown != before:
                return self.pool(Bracket(inner), opened, self.i)
            count = self.value(inner)
            if type(count) is not int:
                raise not_whole(opened, self.i)
            if count < 0:
                raise negative_count(opened, self.i)
            return self.pool(count, opened, self.i)
        return Bracket(nodes[0])

    def dropping(self) -> bool:
        """Whether the d that comes next drops dice: an h, an l or a comparison follows it."""
        at = self.i
        self.i += 1
        c = self.peek()
        self.i = at
        return c in "hl=!<>"

    # -- dice ----------------------------------------------------------------------------------------------------------

    def pool(self, count: int | Node, start: int, d: int) -> Node:
        """Dice: from the d on, their number being known."""
        self.i = d + 1
        if isinstance(count, int) and count > MOST_DICE:
            raise too_many(start, self.i)
        kind = self.kind(d)
        if isinstance(count, int):
            self.dice += count * self.factor
            if self.dice > MOST_DICE:
                raise too_many(start, self.i)
        self.thrown += 1
        text = self.s[d : self.i]
        if " " in text:
            text = text.replace(" ", "")
        return Pool(count, kind, (), None, f"{count}{text}" if isinstance(count, int) else text, "", start, self.i)

    def kind(self, d: int) -> Kind:
        m = _digits(self.s, self.i)
        c = ""
        if m is None:
            c = self.peek()
            m = _digits(self.s, self.i)
        if m is not None:
            start, end = m.span()
            digits = m.group()
            if digits == "00":
                self.i = end
                return _TENS
            if self.s[end] == "." and self.s[end + 1] in "0123456789":
                raise DiceError("not_integer", start, end, "faces come in whole numbers", "d6")
            return self.plain(self.to_int(digits, start, end), start)
        if c == "%":
            self.i += 1
            return _PERCENT
        if c == "f":
            self.i += 1
            return _FUDGE
        if c == "[":
            return self.custom()
        if c == "(":
            opened = self.i
            self.deeper()
            self.i += 1
            if self.peek() == ")":
                self.fail("empty_group", "nothing between the brackets", "d(2+4)", opened, self.i + 1)
            before = self.thrown
            node = self.expr()
            self.close(opened)
            if self.thrown != before:
                self.fail("random_faces", "the number of faces cannot be rolled", "1d6", opened, self.i)
            faces = self.value(node)
            if type(faces) is not int:
                raise DiceError("not_integer", opened, self.i, "faces come in whole numbers", "d6")
            return self.plain(faces, opened)
        if self.at_end():
            self.fail("missing_faces", "expected the number of faces", "d6", len(self.text), len(self.text))
        if c not in _alphabet:
            self.bad_char()
        self.fail("missing_faces", 'expected the number of faces after "d"', "d6", end=self.i + 1)

    def plain(self, faces: int, start: int) -> Kind:
        known = _kinds.get(faces)
        if known is not None:
            return known
        if faces < 1:
            self.fail("zero_faces", "a die has at least 1 face", "d6", start, self.i)
        if faces > MOST_FACES:
            self.fail("faces_too_big", f"a die has at most {MOST_FACES:,} faces", "d100", start, self.i)
        kind = Kind(faces, None, 1, faces)
        if faces <= 100:
            _kinds[faces] = kind
        return kind

    def custom(self) -> Kind:
        opened = self.i
        values: list[int] = []
        while True:
            self.i += 1
            self.peek()
            start = self.i
            if self.s[start] in "],":
                self.fail("bad_faces", "expected a face", "d[1,2,2,3]", start, start + 1)
            first = last = self.face(opened)
            if self.peek() == "." and self.s[self.i + 1] == ".":
                self.i += 2
                last = self.face(opened)
                if last < first:
                    self.fail("bad_faces", "a range of faces runs upward", f"{last}..{first}", start, self.i)
            if len(values) + last - first >= MOST_CUSTOM:
                self.fail("faces_too_big", f"at most {MOST_CUSTOM} faces in a list", "d100", start, self.i)
            values += range(first, last + 1)
            c = self.peek()
            if c == "]":
                self.i += 1
                return Kind(len(values), tuple(values), min(values), max(values))
            if c != ",":
                if self.at_end():
                    self.fail("unbalanced", "this [ is never closed", "d[1,2,3]", opened, opened + 1)
                if c not in _alphabet:
                    self.bad_char()
                self.fail("bad_faces", "expected a comma or ]", "d[1,2,2,3]", end=self.i + 1)

    def face(self, opened: int) -> int:
        c = self.peek()
        if self.at_end():
            self.fail("unbalanced", "this [ is never closed", "d[1,2,3]", opened, opened + 1)
        if c not in "-0123456789":
            if c not in _alphabet:
                self.bad_char()
            self.fail("bad_faces", "expected a face, a whole number", "d[1,2,2,3]", end=self.i + 1)
        return self.signed("a face")

    # -- operators of a pool -------------------------------------------------------------------------------------------

    def operators(self, node: Node) -> Node:
        """One operator behind a term; the term with it."""
        start = self.i
        inner = node
        while isinstance(inner, Bracket) and not inner.label and isinstance(inner.node, Bracket | Pool | Group):
            inner = inner.node
        if not isinstance(inner, Pool | Group):
            inner = Group((node,), (), None, "", "") if isinstance(node, Bracket) else inner
        bracketed = inner is not node
        if isinstance(inner, Pool | Group) and inner.end_op is not None and bracketed:
            # In brackets a count is a finished number.
            inner = Group((node,), (), None, "", "")
        kind = inner.kind if isinstance(inner, Pool) else None
        op = self.operator(start, kind)
        self.node()
        if not isinstance(inner, Pool | Group) or (kind is None and isinstance(op, Reroll | Explode | Sets)):
            self.fail("op_needs_dice", "this works on dice only", "4d6kh3", start, self.i)
        if inner.end_op is not None:
            self.fail("op_after_count", "nothing follows a count of dice", "put the count last", start, self.i)
        text = inner.text
        if bracketed and isinstance(inner, Pool) and isinstance(inner.count, int):
            text = f"({text})"
        text += self.s[start : self.i].replace(" ", "")
        ops = inner.ops
        if isinstance(op, Count | Sets):
            return _with(inner, ops, op, text)
        joined = False
        if ops and not bracketed and op.family and ops[-1].family == op.family:
            op, joined = _joined(ops[-1], op), True
        if isinstance(op, Explode | Reroll) and isinstance(inner, Pool):
            self.check_end(op, inner.kind, start)
        ops = (*ops[:-1], op) if joined else (*ops, op)
        if isinstance(inner, Pool):
            count = inner.count if isinstance(inner.count, int) else MOST_DICE
            self.work += count * self.factor
            if self.work > MOST_WORK:
                self.fail("too_complex", "too many operators for so many dice", "fewer dice or operators", start, self.i)
        return _with(inner, ops, None, text)

    def check_end(self, op: Explode | Reroll, kind: Kind, start: int) -> None:
        if isinstance(op, Reroll) and op.how != "rr":
            return
        if op.picks.matched(kind) == kind.faces:
            what = "explodes" if isinstance(op, Explode) else "is rerolled"
            self.fail("never_ends", f"every face {what}, so it never ends", "leave a face out", start, self.i)

    def operator(self, start: int, kind: Kind | None) -> Op | Count | Sets:
        s = self.s
        c, two = s[start], s[start : start + 2]
        self.i = start + 1
        if c == "!" or c == "e":
            fold = two == "!!"
            self.i += fold
            less = c == "!" and s[self.i] == "p" and s[self.i + 1] not in "hl"
            self.i += less
            picks = self.select(False) or (("=", kind.high if kind else 0),)
            return Explode(Picks(picks), fold, int(less), start, self.i)
        if c in "kdp":
            return self.keep(start, c)
        if c == "r":
            how = two if two in ("rr", "ro", "ra") else "r"
            self.i = start + len(how)
            picks = self.select(how in ("ro", "ra"))
            if picks is None:
                if how == "ra":
                    self.wrong('a number, h, l or a comparison after "ra"', "4d6ra6")
                picks = (("=", kind.low if kind else 0),)
            return Reroll(Picks(picks), "rr" if how == "r" else how, start, self.i)
        if two in ("mi", "ma"):
            self.i += 1
            self.i += s.startswith("n" if two == "mi" else "x", self.i)
            bound = self.signed(f'a number after "{s[start : self.i]}"')
            return Clamp(bound, two == "mi", start, self.i)
        if two in ("mt", "mw", "mh"):
            self.i += 1
            width = 2
            if self.peek() in "0123456789":
                at = self.i
                width = self.integer("a width")
                if width < 1:
                    self.fail("syntax", "a set has at least 1 die", "mt2", at, self.i)
            return Sets(two, width, start, self.i)
        if c == "t":
            success = self.bar(">=", "t")
            failure: tuple[tuple[str, int], ...] = ()
            if self.peek() == "f":
                self.i += 1
                failure = self.bar("<=", "f")
            return Count(Picks(success), Picks(failure), start, self.i)
        self.unknown_operator(start)

    def unknown_operator(self, start: int) -> NoReturn:
        # Words are free text by mistake: point at the whole word.
        first = start
        while first and "a" <= self.s[first - 1] <= "z":
            first -= 1
        m = _letters(self.s, first)
        assert m is not None
        word = self.text[first : m.end()]
        hint = f"# {word[:24]}" if len(word) > 3 else "kh kl dh dl r ro ra e ! mi ma t mt mw mh"
        at = first if len(word) > 3 and (first == 0 or self.s[first - 1] in _blanks) else start
        self.fail("unknown_op", f'"{self.text[at : m.end()][:24]}" is no operator', hint, at, m.end())

    def keep(self, start: int, c: str) -> Keep:
        s = self.s
        mark = self.peek()
        if mark in "hl":
            self.i += 1
            n = self.integer("a number") if self.peek() in "0123456789" else 1
            return Keep(Picks(((mark, n),)), c != "k", start, self.i)
        picks = self.compare()
        if picks is not None:
            return Keep(Picks(picks), c != "k", start, self.i)
        if c == "d":
            self.ambiguous(start)
        if c == "k":
            if mark in "0123456789":
                return Keep(Picks((("h", self.integer("a number")),)), False, start, self.i)
            if not "a" <= mark <= "z" or mark in "kdpremt":
                return Keep(Picks((("h", 1),)), False, start, self.i)
        if mark == "\0" or mark not in _alphabet:
            self.wrong(f'h, l or a comparison after "{c}"', f"4d6{c}l1")
        self.unknown_word(start)
        wanted = f'expected a number, h, l or a comparison after "{s[start]}"'
        self.fail("syntax", wanted, "4d6kh3" if c == "k" else f"4d6{c}l1", end=self.i + 1)

    def unknown_word(self, start: int) -> None:
        """Refuses a whole word of free text at `start`; returns when it is no such word."""
        m = _letters(self.s, start)
        if m is not None and len(m.group()) > 3 and self.s[start - 1] in _blanks:
            self.unknown_operator(start)

    def ambiguous(self, start: int) -> NoReturn:
        m = _digits(self.s, self.i)
        number = m.group()[:4] if m else "1"
        self.fail(
            "ambiguous_d",
            "a d behind dice could drop them or roll them",
            f"dl{number} to drop the lowest, or brackets: (d20)d6",
            start,
            m.end() if m else start + 1,
        )

    def compare(self) -> tuple[tuple[str, int], ...] | None:
        """A comparison with a number, if one comes next."""
        c = self.peek()
        if c not in "=!<>":
            return None
        two = self.s[self.i : self.i + 2]
        sign = two if two in ("!=", "<=", ">=") else c
        if sign == "!":
            return None
        self.i += len(sign)
        return ((sign, self.integer(f"a number after {sign}")),)

    def select(self, ranks: bool) -> tuple[tuple[str, int], ...] | None:
        c = self.peek()
        if c in "0123456789":
            return (("=", self.integer("a number")),)
        if ranks and c in "hl":
            self.i += 1
            return ((c, self.integer(f'a number after "{c}"')),)
        return self.compare()

    def bar(self, sign: str, after: str) -> tuple[tuple[str, int], ...]:
        if self.peek() in "0123456789":
            return ((sign, self.integer("a number")),)
        picks = self.compare()
        if picks is None:
            self.unknown_word(self.i - 1)
            self.wrong(f'a number or a comparison after "{after}"', "6d10t7")
        return picks


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
