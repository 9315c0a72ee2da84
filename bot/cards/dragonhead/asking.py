"""Cards of what the DM asked, of competitions, and of everything hidden."""

from __future__ import annotations

from bot.cards.card import Button, Card
from bot.cards.result import called, players, told
from bot.shown import Shown
from bot.text import cut, escape, listed
from mechanics.facts import name_of
from mechanics.game import Refused
from mechanics.games.dragonhead.pending import Board, Covered, Requested

PLACES = 20
"""How many places of a competition one card shows."""
TEAMS = ("red", "blue")
"""The teams of a competition."""


def ask_card(shown: Shown, entry: int | None = None) -> Card:
    """Whom the DM asked, for what; their own buttons, and the DM's to make it harder or easier."""
    entry = entry or shown.n
    asked = [
        p.what for p in shown.state.scene.pending.values() if isinstance(p.what, Requested) and p.id // 100 == entry
    ]
    if not asked:
        return Card("Everybody who was asked has rolled")
    first, people = asked[0], players(shown, (r.who for r in asked))
    kind = "save" if first.save else "check"
    title = f"{listed([escape(name_of(r.who, shown.state)) for r in asked])}: {first.difficulty.capitalize()} "
    lines = called(people)
    lines += [f"> {escape(first.note)}"] if first.note else []
    lines.append("Press **Roll** when it is you who was asked.")
    buttons = [Button("Roll", "dh-ask-roll", (str(entry),), "primary")]
    if not first.save:
        buttons.append(Button("Try Hard", "dh-ask-try", (str(entry),)))
    buttons += [
        Button("Harder", "dh-ask-shift", (str(entry), "1")),
        Button("Easier", "dh-ask-shift", (str(entry), "-1")),
    ]
    pings = tuple(dict.fromkeys(people))
    return Card(f"{title}{first.ability.capitalize()} {kind}", tuple(lines), (), tuple(buttons), "open", pings)


def contest_card(shown: Shown) -> Card:
    """A competition that may be entered."""
    opened = [p for p in shown.state.scene.pending.values() if isinstance(p.what, Board) and p.rev == shown.n]
    if not opened:
        return Card("The competition", told(shown))
    board: Board = opened[0].what
    number = str(opened[0].id)
    if board.kind == "teams":
        buttons = [Button(f"Enter for {team}", "dh-enter", (number, team), "primary") for team in TEAMS]
    else:
        buttons = [Button("Enter", "dh-enter", (number, ""), "primary")]
    buttons.append(Button("Close", "dh-close", (number,)))
    title = f"A competition: {board.difficulty.capitalize()} {board.ability.capitalize()}"
    words = "Teams: successes count." if board.kind == "teams" else "The greatest strength wins."
    return Card(title, (words,), ("Each enters once; the DM closes it.",), tuple(buttons), "open")


def closed_card(shown: Shown) -> Card:
    """Who won a competition, then the places."""
    *places, winner = told(shown)
    more = (f"and {len(places) - PLACES} more",) if len(places) > PLACES else ()
    return Card(winner.removesuffix("."), (*(cut(p, 120) for p in places[:PLACES]), *more))


def hidden_card(shown: Shown) -> Card:
    """Every secret roll, for the DM."""
    if not shown.viewer.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    lines, buttons = [], []
    for waiting in shown.state.scene.pending.values():
        if isinstance(waiting.what, Covered) and (roll := waiting.what.roll.value) is not None:
            name = escape(name_of(roll.who, shown.state))
            note = f" · {escape(cut(roll.note, 100))}" if roll.note else ""
            lines.append(f"{name}: {escape(roll.label)}, {roll.strength}, **{escape(roll.verdict)}**{note}")
            label = f"Reveal {name_of(roll.who, shown.state)}: {roll.strength}"
            buttons.append(Button(label, "dh-reveal", (str(waiting.id), str(waiting.rev))))
    return Card("Hidden", tuple(lines) or ("Nothing is hidden here.",), (), tuple(buttons[-10:]))
