"""A Delve sheet on a phone: abilities, pools, attacks, what is carried; how somebody is; a character in the making."""

from __future__ import annotations

from bot.cards.card import Button, Card, Pick
from bot.cards.health import health
from bot.shown import Shown
from bot.text import block, cut, escape, listed, plural
from mechanics.game import Id
from mechanics.games.delve.create import UNNAMED, first_life
from mechanics.games.delve.creatures import EXAMPLE, POINTS
from mechanics.games.delve.play.attacks import UNARMED, WEAPONS, blow_of, tn_of
from mechanics.games.delve.rulings import Rulings
from mechanics.games.delve.sheet import ABILITIES, FINGERS, SLOTS, Item, Sheet
from mechanics.games.delve.spells import spell_of
from mechanics.view import numbers_shown

LINES = 6
"""How many rows of a list a page shows before it says how many more there are."""
WIDTH = 40
"""How wide a line of plain text is on a phone."""
SPREADS = {
    "Even": "1 1 1 1 1 1",
    "Fighter": "3 2 1 0 0 0",
    "Archer": "0 1 1 0 3 1",
    "Caster": "0 1 1 3 0 1",
    "Sneak": "1 1 3 0 1 0",
    "Charmer": "0 1 1 0 1 3",
    "Tough": "1 3 1 0 1 0",
    "All-rounder with Luck": "1 1 1 1 0 2",
}
"""Ready spreads of the six points, to begin with."""


def evening(shown: Shown) -> tuple[str, ...]:
    """Everybody's Luck."""
    names = shown.state.campaign.names
    found = [
        f"{escape(cut(it.name, 24))} {it.luck_now}/{it.luck_max}"
        for i, it in shown.state.sheets.items()
        if it.abilities and not it.draft and i in names and not names[i].retired
    ]
    more = [f"{len(found) - LINES} more"] if len(found) > LINES else []
    return (f"Luck: {', '.join([*found[:LINES], *more])}",) if found else ()


def begun(shown: Shown) -> tuple[str, ...]:
    """What the new evening gives back; nothing is rolled."""
    return ("Spells, armor and things of a session can be used again. Life and Luck stay as they were.",)


def pages() -> tuple[str, ...]:
    """The pages of a sheet, the first one first."""
    return ("character", "gear")


def creature_page() -> str:
    """Level, Life and what it deals."""
    return "character"


def stat_line() -> str:
    """A stat line as an example."""
    return EXAMPLE


def fields() -> tuple[str, ...]:
    """What can be edited by hand."""
    rest = ("life", "life_max", "luck", "gift", "coins", "level", "items", "status", "death_round", "fingers")
    return ("name", *ABILITIES, *rest, "conditions", "lost_spells", "tn", "damage", "until")


def attacks(shown: Shown, who: Id) -> tuple[tuple[str, str], ...]:
    """What is thrown to hit with each weapon."""
    it: Sheet = shown.state.sheets[who]
    return tuple((name, f"1d20 {bonus:+d}") for name, bonus, _, _ in _blows(it, shown.state.rulings))


def _blows(it: Sheet, rulings: Rulings) -> list[tuple[str, int, str, str]]:
    """Each weapon: name, what is added to hit, what a hit deals, a mark for what cannot be used."""
    items: list[Item | None] = [*dict.fromkeys(x for x in it.items if x.kind in WEAPONS), None]
    found = []
    for item in items if it.abilities else [None]:
        harm, ability = blow_of(it, item, rulings)
        name = item.name if item else UNARMED if it.abilities else "attack"
        mark = "" if item is None or item.usable else "broken" if item.broken else "spent"
        found.append((name, it.bonus(ability), str(harm), mark))
    return found


# -- how somebody is ---------------------------------------------------------------------------------------------------


def hidden_from(shown: Shown, who: Id) -> bool:
    """Whether the numbers are not this viewer's to see: a creature's, unless the table shows numbers."""
    return not numbers_shown(shown.state.campaign, shown.viewer, who)


def word_of(shown: Shown, who: Id) -> str:
    """`2/5`, or of a creature a word; with what is wrong with somebody."""
    it: Sheet = shown.state.sheets[who]
    gone = it.status in ("down", "dead")
    words = health(shown, who, it.life, it.life_max, down=gone and not it.abilities, dead=gone and bool(it.abilities))
    if it.status == "dying" and it.death_round is not None:
        return f"{words} dying, {_clock(shown, who, it.death_round)}"
    return f"{words} {it.status}" if it.status in ("dying", "stable") else words


def helpless(shown: Shown, who: Id) -> str:
    """Why somebody who is not up does nothing, and what helps."""
    it: Sheet = shown.state.sheets[who]
    if it.status == "dying":
        left = f", {_clock(shown, who, it.death_round)}" if it.death_round is not None else ""
        return f"{escape(it.name)} is dying{left}: healing magic or somebody's first aid helps."
    helps = "healing magic helps" if it.status == "stable" else "Rekindle or the GM brings them back"
    return f"{escape(it.name)} is {it.status}: {helps}."


def _clock(shown: Shown, who: Id, last: int) -> str:
    fight = shown.state.scene.fight
    return f"to round {last}" if fight is not None and who in fight.seats else plural(last, "turn")


def glance(shown: Shown, who: Id) -> str:
    """Life and Luck, level, and what is wrong."""
    it: Sheet = shown.state.sheets[who]
    if hidden_from(shown, who):
        return word_of(shown, who)
    luck = f", Luck {it.luck_now}/{it.luck_max}" if it.abilities else ""
    return f"Life {word_of(shown, who)}{luck}, level {it.level}"


def fighter(shown: Shown, who: Id) -> str:
    """Life with Luck, or with what is wrong: `2/5 luck 3`, `0/5 dying, r 3`; a word of a creature."""
    it: Sheet = shown.state.sheets[who]
    if hidden_from(shown, who) or not it.abilities:
        return word_of(shown, who)
    if it.status == "dying" and it.death_round is not None:
        return f"0/{it.life_max} dying r{it.death_round}"
    if it.casting is not None:
        return f"{it.life}/{it.life_max} casting"
    luck = f"luck {it.luck_now}".rjust(len("casting"))  # so that the column of Life stands still
    return f"{it.life}/{it.life_max} {luck}" if it.status == "up" else word_of(shown, who)


# -- the sheet ---------------------------------------------------------------------------------------------------------


def gone(shown: Shown, who: str) -> Sheet:
    """The sheet that a panel is about; refused `stale` when it is gone."""
    it: Sheet = shown.sheet(who)
    return it


def sheet(shown: Shown, who: Id, page: str) -> Card:
    """One page, with a button to the other. Of a creature players see how it is, and no more."""
    it: Sheet = shown.state.sheets[who]
    if hidden_from(shown, who):
        return Card(escape(it.name), (f"**{word_of(shown, who)}**",))
    if not it.abilities:
        return Card(escape(it.name), tuple(_creature(shown, who, it)))
    buttons = tuple(
        Button(name.capitalize(), "sheet", (who, name), "primary" if name == page else "secondary", name == page)
        for name in pages()
    )
    lines = gear_lines(it) if page == "gear" else _character(shown, who, it)
    return Card(f"{escape(it.name)} · {page.capitalize()}", tuple(lines), (), buttons)


def _creature(shown: Shown, who: Id, it: Sheet) -> list[str]:
    rulings: Rulings = shown.state.rulings
    harm, _ = blow_of(it, None, rulings)
    life = word_of(shown, who) if it.life_max else f"rolled when it joins a fight, {it.level}d6"
    lines = [f"**Life {life}** · level {it.level}", f"Hit above {tn_of(it, rulings)} · deals {harm}"]
    lines += [f"Conditions: {escape(cut(listed(it.conditions), 200))}"] if it.conditions else []
    return lines


def _character(shown: Shown, who: Id, it: Sheet) -> list[str]:
    lines = [f"**Life {word_of(shown, who)} · Luck {it.luck_now}/{it.luck_max} · level {it.level}**"]
    keys = list(ABILITIES)
    rows = ["  ".join(f"{k.upper()} {it.bonus(k):>2}" for k in keys[n : n + 3]) for n in (0, 3)]
    blows = _blows(it, shown.state.rulings)
    rows += ["", f"{'to hit':<13}d20  damage"]
    shown_blows = blows[: LINES - 1]
    rows += [f"{cut(name, 12):<12}{bonus:>+4}  {mark or harm}" for name, bonus, harm, mark in shown_blows]
    lines.append(block(rows))
    if len(blows) > len(shown_blows):
        lines.append(f"and {len(blows) - len(shown_blows)} more")
    for label, kind in (("Armor", "armor"), ("Spells", "spell")):
        found = [x for x in it.items if x.kind == kind]
        words = ", ".join(f"{x.spell or x.name}{'' if x.usable else ' (spent)'}" for x in found)
        lines += [f"{label}: {escape(cut(words, 70))}"] if found else []
    lines.append(f"{plural(it.coins, 'coin')} · slots {it.carried}/{SLOTS}")
    wrong = [f"casting {it.casting.spell}, {plural(it.casting.tries, 'try', 'tries')}"] if it.casting else []
    wrong += [*it.conditions, *(f"{spell} lost" for spell in it.lost_spells)]
    wrong += [f"{plural(it.fingers, 'finger')} left"] if it.fingers < FINGERS else []
    lines += [f"Conditions: {escape(cut(', '.join(wrong), 100))}"] if wrong else []
    return lines


def item_words(item: Item, level: int | None = None) -> str:
    """A thing in words: what it is, what it can do, whether it is spent; a spell's numbers at a level."""
    said: list[str] = ["spent"] if item.spent else ["broken"] if item.broken else []
    said += [item.kind] if item.kind not in ("gear", "spell", item.name) else []
    if item.spell and level is not None:
        said.append("four elements" if item.spell == "Elemental bolt" else spell_of(item.spell).words(level))
    said += [f"heals {item.heal}"] if item.heal else []
    said += ["once a session" if item.uses == "session" else "single use"] if item.uses != "free" else []
    said += ["no slot"] if item.temporary else []
    said += [f"to round {item.until}"] if item.until is not None else []
    return item.name + (f": {', '.join(said)}" if said else "")


def gear_lines(it: Sheet) -> list[str]:
    """The ten slots, thing by thing; what takes none comes last."""
    held = [x for x in it.items if not x.temporary]
    extra: dict[str, int] = {}
    for item in it.items:
        if item.temporary:
            words = item_words(item)
            extra[words] = extra.get(words, 0) + 1
    rows = [f"{n} {item_words(item, it.level)}" for n, item in enumerate(held, 1)]
    rows += [f"and {words}" + (f" x{n}" if n > 1 else "") for words, n in list(extra.items())[:3]]
    width = 2 * WIDTH if len(rows) <= SLOTS - 2 else WIDTH
    lines = [f"**Slots {it.carried}/{SLOTS}** · {plural(it.coins, 'coin')}"]
    lines += [escape(cut(row, width - 2)) for row in rows] or ["Nothing is carried."]
    if it.shadow:
        lines.append(f"The living shadow has {plural(len(it.shadow), 'thing')}; the GM can have it give them back.")
    return lines


# -- a new character ---------------------------------------------------------------------------------------------------


def draft(shown: Shown, who: Id, taken: str = "") -> Card:
    """A character in the making: six points, moved one by one or spread at once. `taken`: where one is taken from."""
    it: Sheet = shown.state.sheets[who]
    unnamed = it.name == UNNAMED
    rows = [f"{ABILITIES[k]:<13}{n:>2}  {'■' * n}".rstrip() for k, n in it.abilities.items()]
    lines = (
        f"Name: **{'none yet' if unnamed else escape(it.name)}**",
        block(rows),
        f"Life will be {first_life(it)}, Luck {it.luck_max}.",
    )
    now = " ".join(map(str, it.abilities.values()))
    spreads = tuple((f"{name}: {six}", six.replace(" ", "-")) for name, six in SPREADS.items())
    able = [k for k, n in it.abilities.items() if n]
    source = taken if taken in able else max(able, key=lambda k: it.abilities[k])
    picks = (
        Pick(f"Spread all {POINTS} points", "delve-spread", (who,), spreads, now.replace(" ", "-")),
        Pick(
            "Take a point from",
            "delve-point-from",
            (who,),
            tuple((f"A point from {ABILITIES[k]} ({it.abilities[k]})", k) for k in able),
            source,
        ),
        Pick(
            f"Move a point from {ABILITIES[source]} to",
            "delve-point-to",
            (who, source),
            tuple((f"{ABILITIES[source]} → {name}", k) for k, name in ABILITIES.items() if k != source),
        ),
    )
    small = ("Only you see this. Everything can be changed until **Done** makes the character.",)
    buttons = (
        Button("Type it", "delve-type", (who,), "primary"),
        Button("Done", "delve-finish", (who,), "success", unnamed),
        Button("Drop", "delve-drop", (who,), "danger"),
    )
    return Card("A new character", lines, small, buttons, "open", picks=picks)
