"""A One-Roll sheet on a phone: stats and skills, the body with its boxes, the form of a character in the making."""

from __future__ import annotations

from bot.cards.card import Button, Card
from bot.cards.health import health
from bot.pictures import Body
from bot.shown import Shown
from bot.text import block, cut, escape, listed, plural
from mechanics.creatures import is_creature
from mechanics.game import Id
from mechanics.games.oneroll import body
from mechanics.games.oneroll.create import UNNAMED
from mechanics.games.oneroll.creatures import EXAMPLE
from mechanics.games.oneroll.fight import Budget
from mechanics.games.oneroll.sheet import Sheet
from mechanics.games.oneroll.skills import SKILLS, STATS, title_of

LINES = 10
"""How many skills a page of a sheet shows before it says how many more there are."""
BOXES = sum(body.PLACES.values())
"""The boxes of a whole body (ORE-LOC-01)."""
FROM_HEAD = ("head", "torso", "left_arm", "right_arm", "left_leg", "right_leg")
"""The places of a body as one reads it."""
CONDITIONS = {
    "dead": "dead",
    "out": "passed out",
    "weak": f"torso filled: Body and Coordination {body.LOWERED} lower",
    "fine": "able to act",
}


def evening(shown: Shown) -> tuple[str, ...]:
    """Nothing is kept by the evening."""
    return ()


def begun(shown: Shown) -> tuple[str, ...]:
    """Nothing is rolled at the beginning of an evening."""
    return ()


def pages() -> tuple[str, ...]:
    """The pages of a sheet, the first one first."""
    return ("character", "body")


def creature_page() -> str:
    """Stats, skills and what its attacks do."""
    return "character"


def stat_line() -> str:
    """A stat line as an example."""
    return EXAMPLE


def fields() -> tuple[str, ...]:
    """What can be edited by hand; a typed skill is `language/German`."""
    damage = tuple(f"damage {skill}" for skill in ("brawl", "pistol", "rifle"))
    return ("name", *STATS, *SKILLS, *body.PLACES, *damage, "points", "dead", "rested")


def attacks(shown: Shown, who: Id) -> tuple[tuple[str, str], ...]:
    """The pools of what hurts somebody, as dice."""
    it: Sheet = shown.state.sheets[who]
    pools = [(title_of(skill), it.pool(skill)) for skill in armed(it)]
    return tuple((name, f"{n}d10") for name, n in pools if n)


def glance(shown: Shown, who: Id) -> str:
    """The condition, and how many boxes are free."""
    it: Sheet = shown.state.sheets[who]
    if is_creature(shown.state, who) and not shown.viewer.gm:
        return _health(shown, who)
    return f"{CONDITIONS[it.condition]}, {BOXES - _marks(it)} of {BOXES} boxes free"


def fighter(shown: Shown, who: Id) -> str:
    """Free boxes, or a word of a creature; `in` for who has declared, later the sets on the table, a dodge with `!`."""
    fight = shown.state.scene.fight
    seat = fight.seats.get(who) if fight is not None else None
    words, mine = _health(shown, who), seat.budget if seat is not None else None
    if fight is not None and isinstance(mine, Budget):
        if fight.phase == "declare" and mine.declared is not None:
            return f"{words}, in"
        if rows := sorted(mine.rows, key=lambda r: (r.action is None, -r.width, -r.height)):
            return cut(f"{words} {' '.join(f'{r}!' if r.standing else str(r) for r in rows)}", 16)
    return words


def _health(shown: Shown, who: Id) -> str:
    it: Sheet = shown.state.sheets[who]
    return health(shown, who, BOXES - _marks(it), BOXES, down=it.out, dead=it.dead)


def _marks(it: Sheet) -> int:
    whole = body.total(it.boxes)
    return whole.shock + whole.killing


def armed(it: Sheet) -> list[str]:
    """The skills with which somebody attacks, the largest pool first: Brawl always, else what has a damage."""
    known = [skill for skill, n in it.skills.items() if n and (skill in body.WRITTEN or skill in it.damage)]
    return sorted(dict.fromkeys([*known, *it.damage, "brawl"]), key=lambda skill: -it.pool(skill))


def sheet(shown: Shown, who: Id, page: str) -> Card:
    """One page, with a button to the other. Of a creature players see how it is, and no more."""
    it: Sheet = shown.state.sheets[who]
    if hidden_from(shown, who):
        return Card(escape(it.name), (f"**{_health(shown, who)}**",))
    buttons = tuple(
        Button(name.capitalize(), "sheet", (who, name), "primary" if name == page else "secondary", name == page)
        for name in pages()
    )
    if page == "body":
        return Card(f"{escape(it.name)} · Body", body_lines(it), (), buttons, picture=body_picture(it))
    return Card(f"{escape(it.name)} · Character", tuple(_character(it)), (), buttons)


def hidden_from(shown: Shown, who: Id) -> bool:
    """Whether the numbers are not this viewer's to see: a creature's, unless the table shows numbers."""
    numbers = shown.viewer.gm or shown.state.campaign.settings.creature_health == "numbers"
    return is_creature(shown.state, who) and not numbers


def _character(it: Sheet) -> list[str]:
    rows = []
    for key, name in STATS.items():
        now = max(0, it.stat(key) - it.penalty(key))
        rows.append(f"{name:<13}{it.stat(key):>2}" + (f"  lowered to {now}" if it.penalty(key) else ""))
    skills = sorted(it.skills.items(), key=lambda s: (-s[1], s[0]))
    if skills:
        rows += ["", "Skill             rating   pool"]
        rows += [f"{cut(title_of(key), 18):<18}{n:>6}{it.pool(key):>7}" for key, n in skills[:LINES]]
    lines = [f"**{CONDITIONS[it.condition]}**", block(rows)]
    if len(skills) > LINES:
        lines.append(f"and {len(skills) - LINES} more")
    done = [f"{title_of(skill)} {it.damage.get(skill) or body.WRITTEN.get(skill, '')}" for skill in armed(it)]
    lines.append(f"Damage by width W: {escape(cut(listed(done), 200))}")
    if it.points:
        lines.append(f"{plural(it.points, 'point')} to spend on stats and skills")
    return lines


def body_lines(it: Sheet) -> tuple[str, ...]:
    """The six places with their boxes: `X` killing, `/` shock, `_` free."""
    rows = ["place      boxes     shock/killing"]
    for place in FROM_HEAD:
        box, most = body.at(it.boxes, place), body.PLACES[place]
        marks = ("X" * box.killing + "/" * box.shock).ljust(most, "_")
        rows.append(f"{body.words(place):<11}{marks:<10}{box!s:>13}")
    lines = [f"**{CONDITIONS[it.condition]}**", block(rows)]
    if limbs := body.useless(it.boxes):
        lines.append(f"Cannot be used until healed: {listed([body.words(p) for p in limbs])}.")
    return tuple(lines)


def body_picture(it: Sheet) -> Body:
    """The body drawn; the words that go with it say the same."""
    places, said = [], []
    for place in FROM_HEAD:
        box = body.at(it.boxes, place)
        places.append((body.words(place), body.PLACES[place], box.shock, box.killing))
        marks = [f"{n} {kind}" for n, kind in ((box.killing, "killing"), (box.shock, "shock")) if n]
        if marks:
            said.append(f"{body.words(place)} {' and '.join(marks)} of {body.PLACES[place]}")
    words = "; ".join(said) or "unhurt"
    return Body(tuple(places), f"{it.name}'s body: {words}. {CONDITIONS[it.condition].capitalize()}.")


def body_card(shown: Shown, who: Id) -> Card:
    """Everything that is marked on somebody."""
    it: Sheet = shown.state.sheets[who]
    if hidden_from(shown, who):
        return Card(escape(it.name), (f"**{_health(shown, who)}**",))
    return Card(f"{escape(it.name)} · Body", body_lines(it), picture=body_picture(it))


def draft(shown: Shown, who: Id) -> Card:
    """A character in the making: what it is so far, and buttons that lead on; nothing is lost on the way."""
    it: Sheet = shown.state.sheets[who]
    unnamed = it.name == UNNAMED
    rows = [f"{name:<13}{it.stat(key):>2}" for key, name in STATS.items()]
    skills = [f"{title_of(key)} {n}" for key, n in sorted(it.skills.items())]
    lines = (
        f"Name: **{'none yet' if unnamed else escape(it.name)}**",
        block(rows),
        f"Skills: {escape(cut(listed(skills), 600)) if skills else 'none yet'}",
    )
    small = (
        "Only you see this. Usual are 1 to 5 in a stat and 0 to 5 in a skill; a stat is 1 and a skill 0 until set.",
    )
    buttons = (
        Button("Type it", "ore-type", (who,), "primary"),
        Button("Stats", "ore-make", (who, "stats")),
        Button("Skills", "ore-make", (who, "body")),
        Button("Done", "ore-finish", (who,), "success", unnamed),
        Button("Drop", "ore-drop", (who,), "danger"),
    )
    return Card("A new character", lines, small, buttons, "open")


def gone(shown: Shown, who: str) -> Sheet:
    """The sheet that a panel is about; refused `stale` when it is gone."""
    it: Sheet = shown.sheet(who)
    return it
