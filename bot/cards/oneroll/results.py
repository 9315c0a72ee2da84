"""What One-Roll's moves came to: the dice, their sets, how good they are, what was marked, what may be chosen."""

from __future__ import annotations

from collections.abc import Iterable

from bot.cards.card import Button, Card, Tone
from bot.cards.oneroll.sheets import body_picture, hidden_from
from bot.cards.result import actor, called, players, verb
from bot.shown import Shown
from bot.text import cut, escape, listed, plural
from mechanics.facts import Asked as AskedFact
from mechanics.facts import Changed, Compared, Fact, Rolled, Turned, name_of, show
from mechanics.game import Id
from mechanics.games.oneroll import body
from mechanics.games.oneroll.moves import Hurt
from mechanics.games.oneroll.pending import Asked, Choosing, Contesting
from mechanics.games.oneroll.skills import SKILLS, title_of
from mechanics.state import Pending

_DERIVED = ("shock", "killing", "condition", "dead", "rested", "draft")
"""Gauges that no card tells: they follow from the boxes, or have a sentence of their own."""


def evening(shown: Shown) -> tuple[str, ...]:
    """Nothing is kept by the evening."""
    return ()


def begun(shown: Shown) -> tuple[str, ...]:
    """Nothing is rolled at the beginning of an evening."""
    return ()


def result(shown: Shown) -> Card:
    """The card of a move: what was rolled, how good it is, what was marked, and what may still be chosen."""
    opened = [p for p in shown.state.scene.pending.values() if p.rev == shown.n]
    for waiting in opened:
        if isinstance(waiting.what, Asked):
            return ask_card(shown, waiting)
    lines = told(shown)
    title = lines.pop(0) if lines else f"{escape(actor(shown))}: {verb(shown)}"
    buttons: list[Button] = []
    for waiting in opened:
        ids = (str(waiting.id), str(waiting.rev))
        if isinstance(waiting.what, Choosing):
            buttons += [Button(f"Use {s}", "ore-choose", (*ids, s)) for s in waiting.what.sets]
        elif isinstance(waiting.what, Contesting):
            buttons += [
                Button("Answer", "ore-answer", ids, "primary"),
                Button("Answer for them", "ore-force", ids),
            ]
    picture = None
    if isinstance(shown.move, Hurt) and not hidden_from(shown, shown.move.actor):
        it = shown.state.sheets.get(shown.move.actor)
        picture = body_picture(it) if it is not None else None
    return Card(title.removesuffix("."), tuple(lines), (), tuple(buttons), _tone(shown.facts), picture=picture)


def _tone(facts: Iterable[Fact]) -> Tone:
    verdicts = [f.verdict for f in facts if isinstance(f, Rolled) and f.verdict]
    return "plain" if not verdicts else "good" if verdicts[0] == "success" else "bad"


def ask_card(shown: Shown, waiting: Pending[object]) -> Card:
    """Whom the GM asked, for what; whoever was asked presses Roll."""
    what, people = waiting.what, players(shown, waiting.by)
    assert isinstance(what, Asked)
    who = listed([escape(name_of(i, shown.state)) for i in waiting.by])
    height = f", height {what.target} or more" if what.target > 1 else ""
    lines = called(people)
    lines += [f"> {escape(what.note)}"] if what.note else []
    lines.append("Press **Roll** when it is you who was asked.")
    button = Button("Roll", "ore-ask", (str(waiting.id), str(waiting.rev)), "primary")
    return Card(f"{who}: {title_of(what.skill)}{height}", tuple(lines), (), (button,), "open", tuple(people))


def told(shown: Shown) -> list[str]:
    """The facts of one move line by line; all that was marked on one body stands in one line."""
    lines: list[str] = []
    marks: dict[Id, list[str]] = {}
    for fact in shown.facts:
        match fact:
            case Changed():
                if words := moved(shown, fact):
                    marks.setdefault(fact.who, []).append(words)
            case AskedFact() | Turned():
                continue
            case _:
                lines.append(line(shown, fact))
    for who, changes in marks.items():
        lines.append(f"{escape(name_of(who, shown.state))}: {escape(', '.join(changes))}")
    return lines


def line(shown: Shown, fact: Fact) -> str:
    """One fact in words: of a throw its dice, its sets in bold, what is loose, and how good it is."""
    if isinstance(fact, Rolled):
        who, sets = escape(name_of(fact.sum.who, shown.state)), ", ".join(label for label, _ in fact.sum.parts)
        loose = " ".join(str(d.value) for d in sorted(fact.sum.dice, key=lambda d: -d.value) if not d.kept)
        goal = f", height {fact.against} or more" if fact.against is not None else ""
        verdict = f": **{fact.verdict}**" if fact.verdict else ""
        held = f"**{sets}**" if sets else "no set"
        left = f" · loose {loose}" if loose else ""
        dice = plural(len(fact.sum.dice), "die", "dice")
        return f"{who}, {escape(fact.label)}, {dice}: {held}{left}{goal}{verdict}"
    if isinstance(fact, Compared):
        a, b = (
            f"{escape(name_of(s.who, shown.state))} {', '.join(label for label, _ in s.parts)}"
            for s in (fact.a, fact.b)
        )
        return f"{a} against {b}"
    return escape(show(fact, shown.state))


def moved(shown: Shown, fact: Changed) -> str:
    """A change in words, "" for what no card tells, and for a creature's numbers before players."""
    if fact.gauge in _DERIVED or hidden_from(shown, fact.who):
        return ""
    if fact.gauge in body.PLACES:
        box = body.Box(*map(int, str(fact.after).split("/")))
        marks = [f"{n} {kind}" for n, kind in ((box.killing, "killing"), (box.shock, "shock")) if n]
        return f"{body.words(fact.gauge)} {' and '.join(marks) or 'unhurt'} of {body.PLACES[fact.gauge]}"
    label = title_of(fact.gauge) if fact.gauge.partition("/")[0] in SKILLS else fact.gauge.replace("_", " ")
    return f"{cut(label, 60)} {cut(str(fact.before) or 'none', 60)} → {cut(str(fact.after) or 'none', 60)}"
