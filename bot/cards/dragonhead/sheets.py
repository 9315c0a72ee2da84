"""A Dragonhead sheet on a phone: four pages, and the form of a character in the making."""

from __future__ import annotations

from bot.cards.card import Button, Card
from bot.cards.dragonhead.results import track_picture
from bot.shown import Shown
from bot.text import cut, escape
from mechanics.game import Id
from mechanics.games.dragonhead.play.rolls import table_of
from mechanics.games.dragonhead.scores import dice_for
from mechanics.games.dragonhead.sheet import ABILITIES, Sheet, value
from mechanics.games.dragonhead.track import picture, words
from mechanics.state import Sealed

_SHOWN = {"ac": "AC", "dc": "DC", "move": "Move"}
LINES = 9
"""How many lines of a list a page shows before it says how many more there are."""


def pages() -> tuple[str, ...]:
    """The pages of a sheet, the first one first (DH-CHAR-01)."""
    return ("character", "combat", "equipment", "experience")


def fields() -> tuple[str, ...]:
    """What can be edited by hand: abilities by their full names, then the rest of the sheet."""
    rest = [f for f in Sheet.__struct_fields__ if f not in ("owner", "scores", "raised", "overrides", "draft")]
    return (*(name.casefold() for name in ABILITIES.values()), *rest)


def attacks(shown: Shown, who: Id) -> tuple[tuple[str, str], ...]:
    """Each attack with its dice, without the letter of damage."""
    found = [
        (a.name, a.roll or dice_for(a.score, table_of(shown.state.rulings)).text)
        for a in shown.state.sheets[who].attacks
    ]
    return tuple((name, dice.rstrip("psmbi ")) for name, dice in found if dice)


def creature_page() -> str:
    """A creature is mostly its combat page."""
    return "combat"


def stat_line() -> str:
    """A stat line as an example."""
    return "goblin hp 6 stun 3 ac 1d4 hit 1d6s"


def sheet(shown: Shown, who: Id, page: str) -> Card:
    """One page, with buttons to the others."""
    it: Sheet = shown.state.sheets[who]
    draw = {"character": _character, "combat": _combat, "equipment": _equipment, "experience": _experience}[page]
    buttons = tuple(
        Button(name.capitalize(), "sheet", (who, name), "primary" if name == page else "secondary", name == page)
        for name in pages()
    )
    drawn = track_picture(it) if page == "combat" else None
    return Card(f"{escape(it.name)} · {page.capitalize()}", tuple(draw(it, shown)), (), buttons, picture=drawn)


def _mark(it: Sheet, field: str) -> str:
    return "*" if field in it.overrides else ""


def _block(lines: list[str]) -> str:
    return "```\n" + "\n".join(cut(line, 34) for line in lines) + "\n```"


def _character(it: Sheet, shown: Shown) -> list[str]:
    classes = ", ".join(f"{c.name} {c.level}" for c in it.classes)
    lines = [escape(cut(classes, 200))] if classes else []
    if it.social:
        true = it.inclination.value if isinstance(it.inclination, Sealed) else None
        lines.append(f"Inclination {escape(it.social)}" + (f", truly {escape(true)}" if true else ""))
    if it.traits:
        lines.append(escape(cut(it.traits, 150)))
    rows = []
    for key, name in ABILITIES.items():
        score = value(it, key)
        dice = dice_for(score, table_of(shown.state.rulings)).text or "no dice"
        rows.append(f"{name:<12}{score:>3}{_mark(it, key):<1}{dice}")
    lines.append(_block(rows))
    if it.overrides:
        lines.append("* by the DM's word")
    return lines


def _combat(it: Sheet, shown: Shown) -> list[str]:
    track = it.track
    lines = [
        f"`{picture(track)}`" if track.hp + track.wear <= 60 else picture(track),
        f"{words(track)}; **{track.label}**",
    ]
    rows = [
        f"HP {track.hp}{_mark(it, 'hp')}  rests used {it.rests_used}",
        f"wear {it.wear}  tear {it.tear}  scar {it.scar}",
        f"Stun point {value(it, 'stun')}{_mark(it, 'stun')}" + ("  S" if it.s else "") + ("  K" if it.k else ""),
        "  ".join(f"{label} {it.rolls.get(key) or value(it, key)}{_mark(it, key)}" for key, label in _SHOWN.items()),
    ]
    rows += [
        f"{a.name} {a.roll or dice_for(a.score, table_of(shown.state.rulings)).text}{a.letter} {a.aspects}".rstrip()
        for a in it.attacks[:LINES]
    ]
    rows += [f"{c.name} ({c.shift:+d} rungs)" for c in it.conditions[:5]]
    rows += [f"Hinders: {h.text} ({h.shift:+d})" for h in it.hinders[:3]]
    return [*lines, _block(rows), *_rest(len(it.attacks))]


def _equipment(it: Sheet, shown: Shown) -> list[str]:
    rows = [f"{g.name}  {g.value}  {g.aspects}".rstrip() for g in it.gear[:LINES]]
    rows += [f"{s.name} {s.x}".rstrip() for s in it.spells[:LINES]]
    return [_block(rows), *_rest(len(it.gear))] if rows else ["Nothing is written down yet."]


def _experience(it: Sheet, shown: Shown) -> list[str]:
    rows = [f"Total {it.xp:,}", f"Unspent {it.unspent:,}"]
    rows += [f"{line.what}: {line.xp:,}" for line in it.spent[:LINES]]
    notes = [escape(cut(it.notes, 300))] if it.notes else []
    return [_block(rows), *_rest(len(it.spent)), *notes]


def _rest(count: int) -> list[str]:
    return [f"and {count - LINES} more"] if count > LINES else []


def glance(shown: Shown, who: Id) -> str:
    """Circles left, and whether awake."""
    track = shown.state.sheets[who].track
    return f"{track.label}, wear {track.wear} and tear {track.tear} of {track.hp}"


def draft(shown: Shown, who: Id) -> Card:
    """The first form of a new character: what is there so far, and how to go on."""
    it: Sheet = shown.state.sheets[who]
    made = it.draft
    scores = [f"{name:<12} {value(it, key):>3}" for key, name in ABILITIES.items()]
    classes = ", ".join(f"{c.name} {c.level}" for c in it.classes) or "none yet"
    rolled = made is not None and made.rolled
    lines = (
        f"Name: **{escape(it.name)}** · class {escape(classes)}",
        f"HP {it.hp} · stun point {it.stun or max(1, it.hp // 2)}",
        _block(scores),
    )
    small = ("Only you see this. Scores are 10 until typed or rolled; **Done** makes the character.",)
    buttons = (
        Button("Type scores", "dh-type", (who,), "primary"),
        Button("Roll scores", "dh-roll-scores", (who,), disabled=rolled),
        Button("Done", "dh-finish", (who,), "success"),
        Button("Drop", "dh-drop", (who,), "danger"),
    )
    return Card("A new character", lines, small, buttons, "open")
