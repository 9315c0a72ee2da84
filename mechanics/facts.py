"""What happened: six kinds of fact, each with a rule id and an audience, and their one rendering in plain words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from mechanics.game import CHAIR, Id

if TYPE_CHECKING:
    from mechanics.state import State


class Die(Struct, frozen=True, omit_defaults=True):
    """One thrown die: its number of faces, what it shows, whether it counts."""

    faces: int
    value: int
    kept: bool = True


class Sum(Struct, frozen=True, omit_defaults=True):
    """How a number came to be. `total` None: no sum, the parts' labels say it all (a pool's sets)."""

    who: Id
    parts: tuple[tuple[str, int], ...]
    total: int | None
    dice: tuple[Die, ...] = ()


class Fact(Struct, frozen=True, tag=True, omit_defaults=True):
    """Something that happened. `to` empty: for everybody; else only for these people, these owners and the GM."""

    rule: str = ""
    to: tuple[Id, ...] = ()


class Rolled(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """Dice were thrown: `label` what for, `against` a number to reach, `verdict` how good it is in the game's word."""

    label: str
    sum: Sum
    against: int | None = None
    verdict: str = ""


class Compared(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """Two sides compared: `verdict` is "a", "b" or "tie"; `by` the difference, never below 0."""

    a: Sum
    b: Sum
    verdict: str
    by: int


class Changed(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """A number of a sheet, or of a person's pool, moved. "" before or after: there was none, there is none any more."""

    who: Id
    gauge: str
    before: int | str | bool
    after: int | str | bool


class Asked(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """A decision waits: its id, who may answer, the question in words."""

    pending: int
    by: tuple[Id, ...]
    what: str


class Turned(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """A fight moved on: round, phase, who may act now."""

    round: int
    phase: str
    acting: tuple[Id, ...]


class Noted(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """Anything else worth a sentence. `{0}`, `{1}` stand for the names of `about`."""

    text: str
    about: tuple[Id, ...] = ()


_HOLE = re.compile(r"\{\{|\}\}|\{([0-9])\}")

AnyFact = Rolled | Compared | Changed | Asked | Turned | Noted


def about(fact: Fact) -> tuple[Id, ...]:
    """Every character, creature or person that a fact speaks of."""
    match fact:
        case Rolled():
            return (fact.sum.who,)
        case Compared():
            return (fact.a.who, fact.b.who)
        case Changed():
            return (fact.who,)
        case Asked():
            return fact.by
        case Turned():
            return fact.acting
        case Noted():
            return fact.about
    return ()


def name_of(who: Id, state: State[Any, Any, Any, Any, Any, Any]) -> str:
    """What people call a character, creature or person; "the GM" for the chair."""
    if who == CHAIR:
        return "the GM"
    if entry := state.campaign.names.get(who):
        return entry.name
    if who in state.sheets:
        return str(state.sheets[who].name)
    if person := state.campaign.people.get(who):
        return person.name
    return "somebody"


def show_sum(total: Sum) -> str:
    """`4 + 4 = 8`, or `3x8, 2x2` where there is no sum."""
    if total.total is None:
        return ", ".join(label for label, _ in total.parts) or "nothing"
    if len(total.parts) < 2:
        return str(total.total)
    words = str(total.parts[0][1]) + "".join(f" {'-' if v < 0 else '+'} {abs(v)}" for _, v in total.parts[1:])
    return f"{words} = {total.total}"


def show(fact: Fact, state: State[Any, Any, Any, Any, Any, Any]) -> str:
    """One fact in plain words, names as stored (unescaped). Cards, log, why and recap build on it."""

    def name(who: Id) -> str:
        return name_of(who, state)

    match fact:
        case Rolled():
            goal = f" against {fact.against}" if fact.against is not None else ""
            verdict = f": {fact.verdict}" if fact.verdict else ""
            return f"{name(fact.sum.who)}, {fact.label}: {show_sum(fact.sum)}{goal}{verdict}"
        case Compared():
            a, b = (f"{name(s.who)} {show_sum(s)}" for s in (fact.a, fact.b))
            if fact.verdict == "tie":
                return f"{a} ties {b}"
            return f"{a} beats {b} (by {fact.by})" if fact.verdict == "a" else f"{a} loses to {b} (by {fact.by})"
        case Changed():
            return f"{name(fact.who)}: {fact.gauge.replace('_', ' ')} {_word(fact.before)} → {_word(fact.after)}"
        case Asked():
            return f"Waiting for {', '.join(map(name, fact.by))}: {fact.what}"
        case Turned():
            return f"Round {fact.round}, {fact.phase}: {', '.join(map(name, fact.acting)) or 'nobody'}"
        case Noted():
            names = [name(who) for who in fact.about]
            return _HOLE.sub(lambda m: _filled(m, names), fact.text) if names else fact.text
    raise TypeError(type(fact))


def typed(text: str) -> str:
    """What somebody typed, within the text of a `Noted` that has holes for names: its own braces stay braces."""
    return text.replace("{", "{{").replace("}", "}}")


def _filled(hole: re.Match[str], names: list[str]) -> str:
    if hole[1] is None:
        return hole[0][0]
    return names[int(hole[1])] if int(hole[1]) < len(names) else hole[0]


def _word(value: int | str | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value) or "none"
