"""Reading one line of the console language: words, quotes, options, places, lengths of time. Pure text, no world."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_PLACE = re.compile(r"(?:(?P<server>[^#?/]+)/)?(?P<kind>[#?])(?P<channel>[^/]+)(?:/(?P<thread>.+))?")
_LENGTH = re.compile(r"(\d+)\s*([smhd])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_YES = {"true", "yes", "on"}
_NO = {"false", "no", "off"}


class ScriptError(Exception):
    """A line that no person could have typed or pressed: the script is wrong, not the bot."""


@dataclass(frozen=True)
class Place:
    """Where an `in` line points. `server` "" is the first server; a forum's `thread` is the post."""

    server: str
    channel: str
    forum: bool = False
    thread: str | None = None


def unquote(text: str) -> str:
    """The text between two quotes, with `\\"`, `\\\\` and `\\n` resolved."""
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], text)


def first_word(text: str) -> tuple[str, str]:
    """The first word, bare or quoted, and the rest of the line."""
    text = text.strip()
    if quoted := QUOTED.match(text):
        return unquote(quoted[1]), text[quoted.end() :].strip()
    word, _, rest = text.partition(" ")
    return word, rest.strip()


def quoted_words(text: str) -> tuple[list[str], str]:
    """The quoted texts a line begins with, and what follows them."""
    found, rest = [], text.strip()
    while quoted := QUOTED.match(rest):
        found.append(unquote(quoted[1]))
        rest = rest[quoted.end() :].strip()
    return found, rest


def options(text: str, names: Iterable[str]) -> dict[str, str]:
    """`name:value name:"value"` as a dict in the order typed; an unquoted value runs to the next known name."""
    known = sorted(names, key=len, reverse=True)
    if not known and text.strip():
        raise ScriptError(f"cannot read {text.strip()!r}: nothing can be typed here")
    heading = re.compile(rf"\s*({'|'.join(map(re.escape, known))}):")
    found: dict[str, str] = {}
    at = 0
    while text[at:].strip():
        name = heading.match(text, at)
        if name is None:
            raise ScriptError(f"cannot read {text[at:].strip()!r}; what can be typed here: {', '.join(sorted(known))}")
        if name[1] in found:
            raise ScriptError(f"{name[1]} is given twice")
        quoted = QUOTED.match(text, name.end())
        if quoted:
            found[name[1]], at = unquote(quoted[1]), quoted.end()
            continue
        following = re.compile(rf"\s(?:{'|'.join(map(re.escape, known))}):").search(text, name.end())
        end = following.start() if following else len(text)
        found[name[1]], at = text[name.end() : end].strip(), end
    return found


def place(text: str) -> Place:
    """`#tomb`, `#tomb/thread`, `?forum/post`, each with `Server/` before it if it is not the first server."""
    found = _PLACE.fullmatch(text.strip())
    if found is None:
        raise ScriptError(
            f"{text!r} is no place; a place is #channel, #channel/thread, ?forum/post, dm or Server/#channel"
        )
    return Place(found["server"] or "", found["channel"], found["kind"] == "?", found["thread"])


def length(text: str) -> timedelta:
    """`90s`, `10m`, `3h`, `2d` as a length of time."""
    found = _LENGTH.fullmatch(text.strip())
    if found is None:
        raise ScriptError(f"{text!r} is no length of time; write a number and s, m, h or d, like 3h")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def yes_or_no(text: str) -> bool:
    """A true-or-false option as people write it."""
    word = text.strip().casefold()
    if word in _YES | _NO:
        return word in _YES
    raise ScriptError(f"{text!r} is neither true nor false")


def fits(shown: str, typed: str) -> bool:
    """Whether a shown label starts with what was typed; case does not matter."""
    return shown.casefold().startswith(typed.casefold())
