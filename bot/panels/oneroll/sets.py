"""After the roll: which set for which action, and going on set by set."""

from __future__ import annotations

from bot.action import Played, act, view_table
from bot.asking import Interaction
from bot.cards.card import Button, Card, Pick
from bot.cards.oneroll import gone
from bot.panels.oneroll import plan
from bot.press import press
from bot.shown import Shown
from bot.text import cut, escape
from mechanics.facts import name_of
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.oneroll.fight import Row
from mechanics.games.oneroll.moves import Action, Assign, Defaults
from mechanics.games.oneroll.pending import Assigning
from mechanics.games.oneroll.play.resolve import takes
from mechanics.offers import judge
from mechanics.state import Pending


def assigning(table: Shown) -> Pending[object] | None:
    """The decision that waits for sets to be put on actions."""
    return next((p for p in table.state.scene.pending.values() if isinstance(p.what, Assigning)), None)


def after_roll(table: Shown, who: Id | None, more: tuple[Button, ...]) -> Card:
    """Sets to put on actions; else what the round waits for. `who` None: a GM, for the creatures."""
    fight, waiting = table.state.scene.fight, assigning(table)
    if fight is None:
        raise Refused("no-fight", "There is no fight here.", "the GM starts one with /combat start")
    if waiting is not None:
        mine = [i for i in waiting.by if i == who or (who is None and _chairs(table, i))]
        if mine and who is not None:
            return assign_panel(table, who, waiting)
        if mine:
            return _creatures(table, mine, waiting)
    names = [escape(cut(name_of(i, table.state), 24)) for i in fight.now]
    said = {
        "setup": "The fight has not begun: a GM presses Begin.",
        "assign": f"Waits for {', '.join(names)}: which set for which action?",
        "resolve": f"Next on the card resolves the first set, of {', '.join(names)}. Its owner or a GM presses it.",
        "round_end": "The round is over: a GM's Next begins the next one.",
    }.get(fight.phase, f"Waits for {', '.join(names) or 'nobody'}.")
    title = escape(name_of(who, table.state)) if who is not None else "Your creatures"
    rest = {"resolve": "Resolve all", "assign": "Widest first for the others"}.get(fight.phase)
    buttons = (Button(rest, "ore-rest"),) if rest else ()
    return Card(title, (said,), (), (*(buttons if table.viewer.gm else ()), *more))


def _chairs(table: Shown, i: Id) -> bool:
    return i in table.state.sheets and table.state.sheets[i].owner == CHAIR


def _creatures(table: Shown, mine: list[Id], waiting: Pending[object]) -> Card:
    """A GM's creatures with several sets: by default at one press, or one by one."""
    fight = table.state.scene.fight
    assert fight is not None
    lines = [
        f"{escape(cut(name_of(i, table.state), 24))}: {', '.join(map(str, fight.seats[i].budget.rows))}"
        for i in mine[:12]
    ]
    options = tuple((cut(name_of(i, table.state), 60), str(i)) for i in mine[:25])
    pick = Pick("Choose for one", "ore-sets", (), options)
    button = Button("Widest first for all", "ore-assign-all", (str(waiting.id),), "success")
    return Card("Your creatures have several sets", tuple(lines), (), (button,), "open", picks=(pick,))


def assign_panel(table: Shown, who: Id, waiting: Pending[object], sets: tuple[str, ...] = ()) -> Card:
    """Each action with the set that it gets, widest first unless chosen otherwise."""
    fight, sheet = table.state.scene.fight, gone(table, who)
    assert fight is not None
    mine = fight.seats[who].budget
    rows, actions = mine.rows, mine.actions or ()
    sets = (*(sets or _default(rows, actions)), *("",) * len(actions))[: len(actions)]
    args = (who, str(waiting.id), "~".join(sets))
    lines = [
        f"{k}. {escape(plan.words(table, a))}: **{s or 'no set'}**"
        for k, (a, s) in enumerate(zip(actions, sets, strict=True), 1)
    ]
    spare = [str(r) for r in rows if str(r) not in sets]
    lines.append(f"Spare: {', '.join(spare) or 'none'}. A hit takes a die from the highest set, spare or not.")
    options = tuple((f"{r}: {r.width} wide, {r.height} high", str(r)) for r in rows)
    picks = tuple(
        Pick(f"The set for {cut(plan.words(table, a), 100)}", "ore-set", (*args, str(k)), options, sets[k])
        for k, a in enumerate(actions)
    )
    why = judge(table.game, table.state, table.viewer, Assign(who, sets, waiting.id, waiting.rev)).refusal
    if why is not None:
        lines.append(escape(why.message))
    button = Button("Use these", "ore-assign", args, "success", why is not None)
    title = f"{escape(sheet.name)}: which set for which action?"
    return Card(title, tuple(lines), ("Wider acts first; of equal width the higher.",), (button,), "open", picks=picks)


def _default(rows: tuple[Row, ...], actions: tuple[Action, ...]) -> tuple[str, ...]:
    left, found = list(rows), []
    for a in actions:
        row = next((r for r in left if takes(a, r)), None)
        if row is not None:
            left.remove(row)
        found.append(str(row) if row is not None else "")
    return tuple(found)


@press("ore-set")
async def pick_set(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another set for an action; the set's former action gets the other in exchange."""
    who, number, text, at, chosen = args[:5]
    sets = text.split("~")
    k = int(at)
    if chosen in sets:
        sets[sets.index(chosen)] = sets[k]
    sets[k] = chosen

    def card(table: Shown) -> Card:
        waiting = assigning(table)
        if waiting is None or waiting.id != int(number) or Id(who) not in waiting.by:
            raise Refused("stale", "Those sets are assigned.", "the card in the channel shows what is true now")
        return assign_panel(table, Id(who), waiting, tuple(sets))

    await view_table(interaction, card, update=True)


@press("ore-sets")
async def open_sets(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The sets of one creature."""

    def card(table: Shown) -> Card:
        waiting = assigning(table)
        if waiting is None or Id(args[0]) not in waiting.by:
            raise Refused("stale", "Those sets are assigned.", "the card in the channel shows what is true now")
        return assign_panel(table, Id(args[0]), waiting)

    await view_table(interaction, card, update=True)


def after(played: Played, who: Id | None) -> Card:
    """The panel of whoever has just assigned."""
    table = played.caller
    return after_roll(table, who, ()) if table.state.scene.fight is not None else Card("The fight is over")


@press("ore-assign")
async def assign(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Put these sets on the actions."""
    who, number, sets = Id(args[0]), int(args[1]), tuple(args[2].split("~"))
    move = Assign(who, sets, number, number // 100)
    await act(
        interaction, lambda _: move, lambda played: after(played, _panel_of(played, who)), private=True, update=True
    )


def _panel_of(played: Played, who: Id) -> Id | None:
    """A GM who chose for a creature goes on with the other creatures."""
    table = played.caller
    return None if table.viewer.gm and _chairs(table, who) else who


@press("ore-rest")
async def resolve_all(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A GM finishes what waits: the others pass, use their sets widest first, or all that is left resolves."""
    await act(interaction, lambda _: Defaults(), lambda played: after(played, None), private=True, update=True)


@press("ore-assign-all")
async def assign_all(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The GM's creatures use their sets widest first."""
    number = int(args[0])
    move = Assign(CHAIR, (), number, number // 100)
    await act(interaction, lambda _: move, lambda played: after(played, None), private=True, update=True)
