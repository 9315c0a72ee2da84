"""The tracker of a fight: one message that keeps itself fresh, a private look at all of it, and whose turn it is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bot.cards.card import Button, Card
from bot.cards.games import cards_of, tracked
from bot.cards.result import told
from bot.shown import Shown
from bot.text import cut, escape, listed, plural
from mechanics.combat import row_of
from mechanics.facts import Turned, name_of
from mechanics.game import CHAIR, Id, Refused
from mechanics.state import Effect, Fight

NAME = 24
"""The longest name on a tracker."""
WIDTH = 34
"""The longest line of code on a phone."""
ROWS = 14
"""How many fighters the live card shows around whoever is up."""
PAGE = 20
"""How many fighters one page of the private look shows."""
NAMED = 4
"""How many fighters are named in one sentence."""
EFFECTS = 5
"""How many effects the live card shows."""
TOLD = 12
"""How many sentences of a turn are told."""
UP, DONE, NEXT_ROUND, STILL = ">", "·", "+", " "

Row = tuple[str, Id]


def fight_of(shown: Shown) -> Fight[object, object]:
    """The fight here; refused `no-fight` without one."""
    if shown.state.scene.fight is None:
        raise Refused("no-fight", "There is no fight here.", "the GM starts one with /combat start")
    return shown.state.scene.fight


def fight_card(shown: Shown, newest: int | None = None, lacking: str = "", story: Sequence[str] = ()) -> Card:
    """The live card: who is up, what it waits for, the order with everybody's health, effects, the round's `story`.

    `newest` is the entry of the record that Undo takes back; `lacking` says which right the bot has not got here.
    """
    fight, live = shown.state.scene.fight, (shown.campaign, "fight")
    small = (lacking,) if lacking else ()
    if fight is None:
        return over_card(shown)
    told, more = tracked(shown)
    if fight.phase == "setup":
        joined = f"In so far: {len(fight.seats)}" if fight.seats else "Nobody is in yet."
        lines = (joined, *told, *_order(shown, fight), *_effects(shown, fight.effects))
        gather = (Button("Join", "fight-join", style="success"), Button("Begin", "fight-begin", style="primary"))
        hint = "Press Join to fight with the character you play; a GM presses Begin."
        return Card("A fight gathers", lines, (hint, *small), (*gather, *more), "open", live=live)
    lines = (_up(shown, fight), *_waits(shown), *told, *_order(shown, fight), *_effects(shown, fight.effects), *story)
    buttons = (
        Button("My turn", "fight-turn", style="primary"),
        Button("Next", "fight-next", (str(fight.turn),)),
        Button("Undo", "undo", (str(newest),) if newest is not None else ()),
        Button("More", "fight-more", ("1",)),
        *more,
    )
    return Card(_title(fight), lines, (_legend(fight), *small), buttons, "good", live=live)


def over_card(shown: Shown) -> Card:
    """A fight's card when it is over."""
    return Card("The fight is over", ("`/combat start` gathers the next one.",), live=(shown.campaign, "fight"))


def _title(fight: Fight[object, object]) -> str:
    return f"Round {fight.round}" + ("" if fight.phase == "turns" else f" · {escape(fight.phase.replace('_', ' '))}")


def _legend(fight: Fight[object, object]) -> str:
    waiting = len(row_of(fight)) > sum(map(len, (*fight.done, fight.now, *fight.later)))
    return "`>` is up · `·` has had the turn" + (" · `+` from the next round on" if waiting else "")


def _named(shown: Shown, who: Id) -> str:
    """A fighter by name, a character also by player."""
    entry = shown.state.campaign.names.get(who)
    name = f"**{escape(cut(name_of(who, shown.state), NAME))}**"
    if entry is None or entry.owner == CHAIR:
        return name
    return f"{name} ({escape(cut(name_of(Id(entry.owner), shown.state), NAME))})"


def _several(shown: Shown, who: Sequence[Id]) -> str:
    names = [_named(shown, i) for i in who[:NAMED]]
    return listed([*names, *([f"{len(who) - NAMED} more"] if len(who) > NAMED else [])])


def _up(shown: Shown, fight: Fight[object, object]) -> str:
    """Whoever is up. With nobody in sight, one sentence serves whether nobody can act or somebody hides."""
    return f"Up: {_several(shown, fight.now)}" if fight.now else "Up: nobody; a GM goes on with Next."


def _waits(shown: Shown) -> tuple[str, ...]:
    blocking = [p for p in shown.state.scene.pending.values() if p.blocks]
    if not blocking:
        return ()
    return (f"Waits for {_several(shown, blocking[-1].by) if blocking[-1].by else 'the GM'}.",)


# -- the order ---------------------------------------------------------------------------------------------------------


def _groups(fight: Fight[object, object]) -> Iterator[list[Row]]:
    """Everybody, group by group, as the round goes; whoever has no turn in it comes last."""
    before, present = (fight.done[:-1], fight.done[-1]) if fight.done else ((), ())
    for group in before:
        yield [(DONE, i) for i in group]
    yield [*((DONE, i) for i in present), *((UP, i) for i in fight.now)]
    for group in fight.later:
        yield [(STILL, i) for i in group]
    seated = {i for g in (*fight.done, fight.now, *fight.later) for i in g}
    mark = STILL if fight.phase == "setup" else NEXT_ROUND
    rest = [(mark, i) for i in fight.seats if i not in seated]
    yield from ([row] for row in rest)


def _order(shown: Shown, fight: Fight[object, object]) -> tuple[str, ...]:
    """A window of the order around whoever is up; groups of several stand apart."""
    groups = [g for g in _groups(fight) if g]
    rows = [row for group in groups for row in group]
    if not rows:
        return ()
    at = next((n for n, (mark, _) in enumerate(rows) if mark == UP), None)
    if at is None:
        at = next((n for n, (mark, _) in enumerate(rows) if mark == STILL), 0)
    start = max(0, min(at - 2, len(rows) - ROWS))
    ends, n = set(), 0
    for group in groups if any(len(g) > 1 for g in groups) else []:
        n += len(group)
        ends.add(n)
    window = [
        (mark, name_of(who, shown.state), cards_of(shown.game.key).fighter(shown, who))
        for mark, who in rows[start : start + ROWS]
    ]
    # no wider than it has to be: a narrow window hides the end of a long line, and the end is the health
    width = min(WIDTH, max(len(mark) + 1 + len(name) + 2 + len(state) for mark, name, state in window))
    lines = [f"  ({start} before)"] if start else []
    for n, row in enumerate(window, start):
        if n in ends and n > start:
            lines.append("")
        lines.append(_row(*row, width))
    if (after := len(rows) - start - ROWS) > 0:
        lines.append(f"  ({after} after; press More)")
    return (_block(lines),)


def _row(mark: str, name: str, state: str, width: int = WIDTH) -> str:
    state = cut(state, 16)
    name = cut(name, min(NAME, width - len(mark) - 1 - 2 - len(state)))
    return f"{mark} {name}{state.rjust(width - len(mark) - 1 - len(name))}"


def _block(lines: Sequence[str]) -> str:
    """Lines of code; what is typed cannot end the block."""
    return "```\n" + "\n".join(line.replace("`", "'") for line in lines) + "\n```"


def _effects(shown: Shown, effects: Sequence[Effect], most: int = EFFECTS) -> tuple[str, ...]:
    if not effects:
        return ()
    lines = [_effect(shown, e) for e in effects[:most]]
    if len(effects) > most:
        lines.append(f"and {len(effects) - most} more")
    return ("Effects", _block(lines))


def _effect(shown: Shown, effect: Effect) -> str:
    """`Blessed: Marsha, to round 4`, or whose doing it is: `held: Marsha, by Santo`"""
    end = f", to round {effect.last_round}" if effect.last_round is not None else ""
    if not end and effect.by in shown.state.sheets and effect.by != effect.on:
        end = f", by {cut(name_of(effect.by, shown.state), 12)}"
    on = name_of(effect.on, shown.state) if effect.on else "all"
    name = cut(effect.name, max(8, WIDTH - len(end) - 2 - min(len(on), 10)))
    return f"{name}: {cut(on, WIDTH - len(end) - 2 - len(name))}{end}"


# -- the private look --------------------------------------------------------------------------------------------------


def more_card(shown: Shown, page: int) -> Card:
    """The whole order by places, and all effects, as this viewer may see them; a GM also sees who hides."""
    fight = fight_of(shown)
    marks = {who: mark for group in _groups(fight) for mark, who in group}
    row = row_of(fight)
    pages = max(1, -(-len(row) // PAGE))
    page = min(max(page, 1), pages)
    lines = []
    for place, who in list(enumerate(row, 1))[(page - 1) * PAGE : page * PAGE]:
        state = cards_of(shown.game.key).fighter(shown, who)
        if fight.seats[who].hidden:
            state = f"hides {state}"
        lines.append(_row(f"{place:>2}{marks.get(who, STILL)}", name_of(who, shown.state), state, WIDTH))
    title = f"The whole order · {_title(fight)}" if fight.round else "Who is in so far"
    pager = f" Page {page} of {pages}." if pages > 1 else ""
    hint = ("Numbers are the places for `/combat order`.",) if shown.viewer.gm else ()
    buttons = tuple(
        Button(f"Page {n}", "fight-page", (str(n),), "primary" if n == page else "secondary", n == page)
        for n in range(1, pages + 1)
        if pages > 1
    )
    text = (plural(len(row), "fighter") + "." + pager, *((_block(lines),) if lines else ()))
    return Card(title, (*text, *_effects(shown, fight.effects, 40)), hint, buttons, "open")


# -- a turn ------------------------------------------------------------------------------------------------------------


def players_up(shown: Shown) -> dict[str, list[Id]]:
    """Whose turn it is: users with their fighters who are up in sight of this viewer."""
    fight, names = shown.state.scene.fight, shown.state.campaign.names
    found: dict[str, list[Id]] = {}
    for i in fight.now if fight is not None else ():
        if (entry := names.get(i)) is not None and entry.owner != CHAIR:
            found.setdefault(entry.owner, []).append(i)
    return found


def turn_card(shown: Shown, pinged: Collection[str], away: Collection[str], *, tell: bool = True) -> Card:
    """Who is up now, the `pinged` of their players by a mention; the `away` have left the server.

    It opens the panel of the turn, so that nobody has to scroll up to the live card for that. `tell`: with all that
    happened when the turn passed on.
    """
    fight, lines = shown.state.scene.fight, list[str]()
    title = "The fight is over" if fight is None else _title(fight)
    if fight is not None and fight.now:
        title += f": {_plainly(shown, fight.now)} {'are' if len(fight.now) > 1 else 'is'} up"
    if pinged:
        lines.append(" ".join(f"<@{user}>" for user in pinged))
    if tell:
        facts = tuple(f for f in shown.facts if not isinstance(f, Turned))
        sentences = told(shown, facts)
        lines += sentences[:TOLD]
        if len(sentences) > TOLD:
            lines.append(f"and {len(sentences) - TOLD} more")
    for user, fighters in players_up(shown).items():
        if user in away:
            name = escape(cut(name_of(Id(user), shown.state), NAME))
            lines.append(
                f"{name} has left this server and is not notified; a GM may play or remove {_plainly(shown, fighters)}."
            )
    buttons = (Button("My turn", "fight-turn", style="primary"),) if fight is not None else ()
    return Card(title, tuple(lines), buttons=buttons, pings=tuple(pinged))


def _plainly(shown: Shown, who: Sequence[Id]) -> str:
    names = [escape(cut(name_of(i, shown.state), NAME)) for i in who[:NAMED]]
    return listed([*names, *([f"{len(who) - NAMED} more"] if len(who) > NAMED else [])])


# -- copies ------------------------------------------------------------------------------------------------------------


def old_copy(url: str, buttons: Sequence[Button] = ()) -> Card:
    """What a card says that was posted anew elsewhere: where the live one is."""
    return Card("An old copy", (f"This card was posted anew. The live one: {url}",), (), tuple(buttons))
