"""Reading a dice text from left to right: where the reader stands, what it has counted, and how it refuses."""

import re
from collections.abc import Mapping
from typing import NoReturn

from mechanics.dice.errors import DiceError

MOST_DEPTH = 32
MOST_NODES = 200
MOST_NUMBER = 10**9

# Letters are case-blind; minus and times signs of phones and word processors are read. One character for one, so that
# places stay those of the text as typed.
_READ: dict[int, int | str] = {
    **{c: c + 32 for c in range(65, 91)},
    0x2212: "-",
    0x2013: "-",
    0x2014: "-",
    0xD7: "*",
    0xF7: "/",
}
DIGITS = "0123456789"
BLANKS = " \t\r\n"
# Not isdigit or \d: those accept the digits of other scripts.
digit_run = re.compile("[0-9]+").match
letter_run = re.compile("[a-z]+").match
ALPHABET = frozenset("abcdefghijklmnopqrstuvwxyz0123456789 \t\r\n+-*/%()[]{},.@#=!<>_")
CLOSING = {"(": ")", "{": "}"}


class Cursor:
    """A place in a text. `s` is the text in small letters with a zero character behind it, `i` the place. Counted on
    the way: open brackets, parts, dice (times `factor` for repeats and best-of), pools, and operators times dice."""

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

    def peek(self) -> str:
        """The next character that is no blank; "\\0" at the end and at a comment."""
        c = self.s[self.i]
        while c in BLANKS:
            self.i += 1
            c = self.s[self.i]
        return c

    def at_end(self) -> bool:
        return self.i == len(self.text) or self.s[self.i] == "#"

    def fail(
        self, code: str, message: str, hint: str = "", start: int | None = None, end: int | None = None
    ) -> NoReturn:
        at = self.i if start is None else start
        raise DiceError(code, at, max(at, self.i if end is None else end), message, hint)

    def wrong(self, wanted: str, hint: str = "") -> NoReturn:
        """Something else was expected at the next character."""
        c = self.peek()
        if self.at_end():
            self.fail("unexpected_end", f"the text ends, expected {wanted}", hint, len(self.text), len(self.text))
        if c not in ALPHABET:
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
        m = digit_run(self.s, self.i)
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
            self.fail(
                "too_deep", f"more than {MOST_DEPTH} brackets inside each other", "fewer brackets", end=self.i + 1
            )

    def close(self, opened: int) -> None:
        """The bracket that closes the one at `opened`."""
        c = self.peek()
        wanted = CLOSING[self.s[opened]]
        if c == wanted:
            self.i += 1
            self.depth -= 1
            return
        if self.at_end():
            self.fail(
                "unbalanced", f"this {self.s[opened]} is never closed", f"a {wanted} at the end", opened, opened + 1
            )
        if c in ")}":
            self.fail("unbalanced", f"expected {wanted}", f"{wanted} closes {self.s[opened]}", end=self.i + 1)
        self.stray("a bracket that closes, a comma or an operator")

    def stray(self, wanted: str) -> NoReturn:
        """Whatever follows a finished term and continues nothing."""
        c = self.s[self.i]
        if c in ")}" and not self.depth:
            self.fail("unbalanced", f"nothing was opened for this {c}", end=self.i + 1)
        if c not in ALPHABET or c == "\0":
            self.bad_char()
        if c.isdigit() or c in "@(.{_":
            self.fail(
                "trailing",
                "a second term without an operator between",
                "+ between terms, 6x4d6 to repeat",
                end=self.i + 1,
            )
        if c == "=":
            self.fail("syntax", "expected a comparison", "==", end=self.i + 1)
        if c == "!":
            self.fail("op_needs_dice", "only dice can explode", "4d6!", end=self.i + 1)
        self.fail("syntax", f"expected {wanted}", end=self.i + 1)
