"""Text for people: escaping what they typed, cutting, percents, plurals, lists, lines of code; names within ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from zlib import crc32

_MARKUP = re.compile(r"([\\*_~`|<>\[\]])")
_LINE_START = re.compile(r"^(\s*)([#\-+]|\d+\.)", re.MULTILINE)


def escape(text: str) -> str:
    """What somebody typed, shown literally: no markup, no mention, no invite to a link title."""
    return _LINE_START.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", text))


def cut(text: str, length: int) -> str:
    """At most `length` characters; a longer text ends in "…"."""
    return text if len(text) <= length else text[: length - 1].rstrip("\\ ") + "…"


def percent(chance: Fraction) -> str:
    """A probability in whole percents, "<1 %" and ">99 %" where rounding would say never or always."""
    if 0 < chance < Fraction(1, 100):
        return "<1 %"
    if Fraction(99, 100) < chance < 1:
        return ">99 %"
    return f"{round(chance * 100)} %"


def plural(n: int, word: str, words: str = "") -> str:
    """`1 mojo`, `2 mojos`."""
    return f"{n} {word if n == 1 else words or word + 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def block(lines: Iterable[str]) -> str:
    """Lines of code that a phone shows whole; what is typed cannot end the block."""
    return "```\n" + "\n".join(cut(line.replace("`", "'"), 34) for line in lines) + "\n```"


def short(name: str) -> str:
    """A name within the id of a button: short, and without a colon."""
    return f"{crc32(name.encode()):08x}"
