"""Delve's lists: what somebody carries, and the twenty spells."""

from __future__ import annotations

from bot.cards.card import Card
from bot.cards.delve.sheets import gear_lines, hidden_from, word_of
from bot.shown import Shown
from bot.text import block, cut, escape
from mechanics.game import Id
from mechanics.games.delve.sheet import Sheet
from mechanics.games.delve.spells import NAMES, SPELLS, Spell, spell_name

LEVELS = 5
"""The levels of which one spell's card shows the numbers."""


def gear_card(shown: Shown, who: Id) -> Card:
    """The ten slots."""
    it: Sheet = shown.state.sheets[who]
    if hidden_from(shown, who) or not it.abilities:
        return Card(escape(it.name), (f"**{word_of(shown, who)}**",))
    small = ("`/delve gear act:drop` and `act:give` change it, or **Gear** in `/play`.",)
    return Card(f"{escape(it.name)} · Gear", tuple(gear_lines(it)), small)


def spells_card(level: int) -> Card:
    """All twenty, with their numbers at a level."""
    lines = []
    for number, name in NAMES.items():
        rows = [s for s in SPELLS if s.number == number]
        numbers = "; ".join(f"{s.choice}: {s.words(level)}" if s.choice else s.words(level) for s in rows)
        what = "one of four elements" if rows[0].choice else rows[0].what
        lines.append(f"**{number} {name}** · {what}; {numbers}")
    small = (f"Numbers are those of level {level}. `/delve spells spell:` shows one at all levels.",)
    return Card("The twenty spells", tuple(lines), small)


def spell_card(text: str, level: int) -> Card:
    """One spell: what it does, and its numbers at levels 1 to 5; refused `UNKNOWN` for a name that there is not."""
    name = spell_name(text)
    rows = [s for s in SPELLS if s.name == name]
    lines: list[str] = []
    for spell in rows:
        lines.append(f"**{spell.choice.capitalize()}**: {spell.what}" if spell.choice else spell.what.capitalize())
        lines.append(block(_table(spell)))
    lines.append(f"At your level {level}: {'; '.join(s.words(level) for s in rows)}.")
    small = ("An INT roll, an action in a fight; each thing that holds a spell works once a session.",)
    return Card(f"{rows[0].number} {name}", tuple(lines), small)


def _table(spell: Spell) -> list[str]:
    top = max(LEVELS, 1)
    rows = [f"{'level':<12}" + "".join(f"{n:>4}" for n in range(1, top + 1))]
    rows += [
        f"{cut(unit, 12):<12}" + "".join(f"{spell.at(n)[unit]:>4}" for n in range(1, top + 1)) for unit in spell.at(1)
    ]
    return rows
