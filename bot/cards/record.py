"""The record in words."""

from __future__ import annotations

from collections.abc import Sequence, Set

import msgspec
from msgspec.structs import replace

from bot.cards.card import Button, Card, File
from bot.cards.games import cards_of
from bot.cards.result import actor, told, verb
from bot.shown import Shown, readable
from bot.text import cut, escape, plural
from mechanics.facts import Changed, Compared, Rolled, Sum, about, show
from mechanics.game import Id
from mechanics.keeping import Withheld
from mechanics.library import open_record
from mechanics.record import Entry, standing


def log_card(entries: Sequence[Shown], since: Sequence[Entry], only: Id | None, count: int) -> Card:
    """The newest entries, newest first: number, time, who, what happened. Entries taken back are struck out."""
    stands = standing(since)
    undone = {e.n for e in since if e.undoes is None} - stands.keys()
    lines = []
    for entry in entries:
        concerns = (entry.move is not None and entry.move.actor == only) or any(only in about(f) for f in entry.facts)
        if not entry.facts or (only is not None and not concerns):
            continue
        facts = [f for f in entry.facts if not (isinstance(f, Changed) and f.gauge == "draft")]
        *before, last = told(entry, facts or entry.facts)
        what = cut("; ".join([*(line.removesuffix(".") for line in before), last]), 150)
        words = f"`{entry.n}` <t:{entry.at}:t> **{escape(actor(entry))}**, {verb(entry)}: {what}"
        lines.append(f"~~{words}~~ (taken back)" if entry.n in undone else words)
    return Card("The record", tuple(lines[:count]) or ("Nothing yet.",), ("Newest first.",))


def undone_card(table: Shown) -> Card:
    """What was taken back, and what is true again."""
    lines = (*told(table), *cards_of(table.game.key).evening(table))
    more = Button("Undo one more", "undo-newest", (str(table.n),))
    return Card("Taken back", lines, ("A GM puts it in force again with `/record redo`.",), (more,), "open")


def redone_card(table: Shown) -> Card:
    """What is in force again."""
    return Card("In force again", told(table), (), tone="open")


def why_card(entry: Shown) -> Card:
    """One entry in full: every fact with its rule, dice and parts."""
    lines = [f"<t:{entry.at}:f> · {escape(entry.by.name or 'the GM')}"]
    for fact in entry.facts:
        words = escape(show(fact, entry.state))
        if isinstance(fact, Rolled | Compared):
            sums = (fact.sum,) if isinstance(fact, Rolled) else (fact.a, fact.b)
            words += "".join(_dice(s) for s in sums)
        lines.append(f"{words} `{fact.rule}`" if fact.rule else words)
    return Card(f"Entry {entry.n}: {escape(actor(entry))}, {verb(entry)}", tuple(cut(line, 300) for line in lines[:40]))


def _dice(total: Sum) -> str:
    """The single dice, those that do not count in brackets."""
    if not total.dice:
        return ""
    shown = ", ".join(str(d.value) if d.kept else f"({d.value})" for d in total.dice[:40])
    return f" · dice {shown}"


def export_card(table: Shown, entries: Sequence[Entry]) -> Card:
    """The record as JSON lines, without what its reader may not know: private notes, unfinished characters."""
    told = open_record(table.state.campaign, entries)  # a private note is for no GM either
    entries = [e for e in told if not isinstance(e.move, Withheld)]
    entries = [open_entry for e in entries if (open_entry := _open(e, table)) is not None]
    data = b"\n".join(msgspec.json.encode(e) for e in entries) + b"\n"
    words = f"{plural(len(entries), 'entry', 'entries')}, one a line, as JSON."
    return Card("The record", (words,), file=File("record.jsonl", data))


def _open(entry: Entry, table: Shown) -> Entry | None:
    """An entry as the viewer may know it; None if all of it is somebody's unfinished character."""
    facts = readable(table.state.campaign, table.viewer, entry.facts)
    if entry.facts and not facts:
        return None
    known = table.state.campaign.names.keys() | table.state.sheets.keys()
    holders = (("sheets",), ("campaign", "names"))
    patch = tuple(p for p in entry.patch if not any(_is_of_another(p.path, at, known) for at in holders))
    return replace(entry, facts=facts, patch=patch)


def _is_of_another(path: tuple[str, ...], at: tuple[str, ...], known: Set[str]) -> bool:
    return path[: len(at)] == at and len(path) > len(at) and path[len(at)] not in known
