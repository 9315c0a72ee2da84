"""What Delve's moves came to: each throw with its sum, what was lost and won, and what may still be done."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.cards.card import Button, Card, Tone
from bot.cards.delve.chances import ROLL, likely
from bot.cards.delve.sheets import word_of
from bot.cards.delve.waiting import ask_card, asking
from bot.cards.result import actor, verb
from bot.shown import Shown
from bot.text import cut, escape
from mechanics.facts import Asked as AskedFact
from mechanics.facts import Changed, Fact, Noted, Rolled, Turned, name_of, show, show_sum
from mechanics.game import Id
from mechanics.games.delve.moves import Buy, Cast, Finish
from mechanics.games.delve.pending import Asked
from mechanics.games.delve.sheet import ABILITIES, Sheet
from mechanics.view import numbers_shown

GAUGES = {
    "life": "Life",
    "life_max": "most Life",
    "luck": "Luck",
    "coins": "coins",
    "fingers": "fingers",
    "conditions": "conditions",
    **{key: key.upper() for key in ABILITIES},
}
"""Gauges that a card tells, and how it calls them; the rest follows, or has a sentence of its own."""
_HARM = re.compile(r"\{0\} (?:takes|is healed by) [0-9]+\.")
GIVE_UP = "Give up (miscast)"
_DOWN = ("{0} is down.", "{0} wakes.")
"""Sentences that the state of whoever took harm says anyway."""


def result(shown: Shown, before: Sequence[Shown] = ()) -> Card:
    """The card of a move; with `before`, the moves that led to it, the whole exchange on one card."""
    opened = [p for p in shown.state.scene.pending.values() if p.rev == shown.n]
    if asked := [p for p in opened if isinstance(p.what, Asked)]:
        return ask_card(shown, asked[0].id // 100)
    lines = [line for one in (*before, shown) for line in told(one)]
    if isinstance(shown.move, Finish | Buy) and len(lines) > 1:
        lines[:2] = lines[1::-1]  # the throw for Life comes second
    title = lines.pop(0) if lines else f"{escape(actor(shown))}: {verb(shown)}"
    buttons: list[Button] = []
    for p in opened:
        more, answers = asking(shown, p)
        lines += more
        buttons += answers
    if not any(p.blocks for p in shown.state.scene.pending.values()):
        buttons += _casting(shown)
    tone: Tone = "open" if any(p.blocks for p in opened) else _tone(shown.facts)
    return Card(title.removesuffix("."), tuple(lines), (), tuple(buttons[:5]), tone)


def _tone(facts: Iterable[Fact]) -> Tone:
    verdicts = [f.verdict for f in facts if isinstance(f, Rolled) and f.rule == ROLL]
    return "plain" if not verdicts else "good" if verdicts[-1].endswith("success") else "bad"


def _casting(shown: Shown) -> list[Button]:
    """A try at a spell has failed: it is tried again, or given up."""
    began = [f for f in shown.facts if isinstance(f, Changed) and f.gauge == "casting" and f.after]
    return [b for f in began for b in casting_buttons(shown, f.who)]


def casting_buttons(shown: Shown, who: Id) -> list[Button]:
    """Try again, with its chance, and Give up; nothing for somebody who casts nothing."""
    it: Sheet | None = shown.state.sheets.get(who)
    if it is None or it.casting is None:
        return []
    begun, ids = it.casting, (who, str(it.casting.tries))
    waits = any(p.blocks for p in shown.state.scene.pending.values())
    chance = likely(shown, who, Cast(who, begun.item, begun.targets, begun.choice))
    return [
        Button(f"Try again:{chance}" if chance else "Try again", "delve-again", ids, "primary", waits),
        Button(GIVE_UP, "delve-give-up", ids, "danger", waits),
    ]


def told(shown: Shown) -> list[str]:
    """The facts of one move line by line; what moved on one sheet stands in one line."""
    lines: list[str] = []
    moved: dict[Id, list[str]] = {}
    harmed: set[Id] = set()
    for fact in shown.facts:
        match fact:
            case Changed():
                moved.setdefault(fact.who, []).extend(_moved(shown, fact))
            case AskedFact() | Turned():
                continue
            case Rolled():
                lines.append(rolled(shown, fact))
            case Noted(about=(who, *_), text=text) if _HARM.fullmatch(text) and who in shown.state.sheets:
                harmed.add(who)
                plain = escape(show(fact, shown.state)).removesuffix(".")
                lines.append(f"{plain}: **{word_of(shown, who)}**.")
            case Noted(about=(who, *_), text=text) if text in _DOWN and who in harmed:
                continue
            case _:
                lines.append(escape(show(fact, shown.state)))
    for who, changes in moved.items():
        left = [words for words in changes if who not in harmed or not words.startswith("Life ")]
        if left and numbers_shown(shown.state.campaign, shown.viewer, who):
            lines.append(f"{escape(name_of(who, shown.state))}: {escape(', '.join(left))}")
    return lines


def rolled(shown: Shown, fact: Rolled) -> str:
    """`Asha, attack: d20 9 + STR 2 = 11 against 11: fail`, with the reason where equal is not enough."""
    who, label = escape(name_of(fact.sum.who, shown.state)), escape(fact.label)
    verdict = f": **{fact.verdict}**" if fact.verdict else ""
    if fact.rule != ROLL:
        label = f"{label[:1].upper()}{label[1:]}"
        if len(fact.sum.parts) == 1 and fact.sum.parts[0][0].startswith("d"):
            return f"{label}, {fact.sum.parts[0][0]} {fact.sum.total}{verdict}"
        words = show_sum(replace(fact.sum, total=sum(n for _, n in fact.sum.parts)))
        least = f", counts as {fact.sum.total}" if not words.endswith(str(fact.sum.total)) else ""
        return f"{label}: {words}{least}{verdict}"
    (_, die), *more = fact.sum.parts
    added = "".join(f" {'-' if n < 0 else '+'} {_part(key)} {abs(n)}" for key, n in more)
    even = " (it takes more than that)" if fact.sum.total == fact.against and fact.verdict == "fail" else ""
    return f"{who}, {label}: d20 {die}{added} = {fact.sum.total} against {fact.against}{verdict}{even}"


def _part(key: str) -> str:
    return key.upper() if key in ABILITIES else {"luck": "Luck"}.get(key, key)


def _moved(shown: Shown, fact: Changed) -> list[str]:
    """A change in words; nothing for what has a sentence of its own."""
    if fact.gauge == "items":
        said = " ".join(f.text for f in shown.facts if isinstance(f, Noted) and fact.who in f.about)
        return [x for x in things_moved(str(fact.before), str(fact.after)) if not _said(x, said)]
    if fact.gauge == "slots":
        return [f"slots {fact.after}"]
    if isinstance(shown.move, Finish) and fact.gauge not in ("luck", "coins"):
        return []
    if fact.gauge not in GAUGES:
        return []
    before, after = (cut(str(value), 60) if value != "" else "none" for value in (fact.before, fact.after))
    return [f"{GAUGES[fact.gauge]} {before} → {after}"]


def _said(words: str, said: str) -> bool:
    """Whether sentences say already what has become of a thing."""
    name, _, mark = words.removesuffix(" gone").partition(" (")
    return name in said and mark.removesuffix(")") in said


def things_moved(before: str, after: str) -> list[str]:
    """What of two lists of things is different: what is there now, and what is gone."""
    old, new = Counter(before.split(", ")), Counter(after.split(", "))
    come = [x for x in (new - old).elements() if x]
    bare = {x.partition(" (")[0] for x in come}
    lost = [x for x in (old - new).elements() if x and x.partition(" (")[0] not in bare]
    found = [cut(x, 60) for x in come] + [f"{cut(x, 60)} gone" for x in lost]
    return [*found[:4], *([f"{len(found) - 4} things more"] if len(found) > 4 else [])]
