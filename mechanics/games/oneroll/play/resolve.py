"""Sets resolve one after another: hits, dodges, dice lost, the end of the round (ORE-CBT-04 to -08)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.creatures import is_creature
from mechanics.facts import Noted, Turned
from mechanics.game import Id
from mechanics.games.oneroll import body
from mechanics.games.oneroll.fight import Budget, Row, key, reason
from mechanics.games.oneroll.moves import Action
from mechanics.games.oneroll.play import OneRollStep
from mechanics.games.oneroll.play.care import wound


def takes(action: Action, row: Row) -> bool:
    """Whether a set can be used for an action: a called shot needs its face (ORE-CALL-01)."""
    return not action.call or row.height == body.face_of(action.call)


def queue(step: OneRollStep) -> list[tuple[tuple[int, ...], Id, Row]]:
    """Sets that wait on an action, first to last; made anew before every step because sets shrink (ORE-CBT-04)."""
    found = []
    for joined, (i, seat) in enumerate(step.fight.seats.items()):
        sheet = step.sheet(i)
        if not sheet.able:
            continue
        for row in seat.budget.rows:
            if row.action is not None and not row.standing:
                player = not is_creature(step.state, i)
                found.append((key(row.set, sheet.stat("sense"), player, joined), i, row))
    return sorted(found, key=lambda f: f[0])


def start(step: OneRollStep) -> None:
    """All is assigned: the sets resolve, each with a Next or all at once, as the table plays."""
    step.set_fight(phase="resolve")
    if step.state.rulings.resolve == "all":
        rest(step)
    else:
        point(step)


def point(step: OneRollStep) -> None:
    """It is the turn of whoever's set is first; when no set waits, the round ends."""
    fight, waiting = step.fight, queue(step)
    if not waiting:
        round_end(step)
        return
    i = waiting[0][1]
    everybody = tuple(j for g in (*fight.done, fight.now) for j in g if j in fight.seats)
    step.set_fight(now=(i,), done=(tuple(j for j in everybody if j != i),), turn=fight.turn + 1)
    step.say(Turned(round=fight.round, phase="resolve", acting=(i,)))


def rest(step: OneRollStep) -> None:
    """Everything that is left resolves."""
    while queue(step):
        one(step)
    round_end(step)


def next_set(step: OneRollStep) -> None:
    """One set resolves."""
    one(step)
    point(step)


def one(step: OneRollStep) -> None:
    """The first set resolves."""
    waiting = queue(step)
    if not waiting:
        return
    order, i, row = waiting[0]
    why = reason(order, waiting[1][0] if len(waiting) > 1 else None)
    step.say(Noted(rule="ORE-CBT-04", text=f"{{0}}'s {row} resolves: {why}.", about=(i,)))
    action = (_of(step, i).actions or ())[row.action or 0]
    match action.kind:
        case "dodge":
            _stand(step, i, row)
        case "attack":
            _swap(step, i, row, None)
            _attack(step, i, row, action)
        case _:
            _swap(step, i, row, None)
            done = "succeeds" if row.height >= action.min_height else f"fails: {action.min_height} or more was needed"
            step.say(Noted(rule="ORE-CBT-07", text=f"{{0}} {done} with {row}.", about=(i,)))


def _of(step: OneRollStep, i: Id) -> Budget:
    return step.fight.seats[i].budget


def _swap(step: OneRollStep, i: Id, old: Row, new: Row | None) -> None:
    """A set changes, or (None) leaves the table."""
    rows = _of(step, i).rows
    step.budget(i, rows=tuple(r for r in (new if r is old or r == old else r for r in rows) if r is not None))


# -- attacks and dodges ------------------------------------------------------------------------------------------------


def _stand(step: OneRollStep, i: Id, row: Row) -> None:
    """A dodge stands up to the end of the round (ORE-CBT-06)."""
    _swap(step, i, row, replace(row, standing=True))
    if step.state.rulings.dodge_width == "frozen":
        step.budget(i, guard=max(_of(step, i).guard, tuple(row.set)))
    note = "; no attack is narrower" if row.width == 2 and step.state.rulings.dodge_ties == "hits" else ""
    step.say(Noted(rule="ORE-CBT-06", text=f"{{0}}'s dodge stands, {row.width} wide{note}.", about=(i,)))


def guard_of(step: OneRollStep, i: Id) -> tuple[int, int]:
    """Width and height of the best dodge that stands for i; zeros without one (ORE-CBT-06)."""
    mine = _of(step, i)
    return max((mine.guard, *((r.width, r.height) for r in mine.rows if r.standing)))


def dodged(attack: tuple[int, int], guard: tuple[int, int], ties: str = "hits") -> bool:
    """Whether a dodge stops an attack, both width and height: a narrower one; with `ties` "height" also a lower one of
    the same width (ORE-CBT-06)."""
    return attack[0] < guard[0] or (ties == "height" and attack[0] == guard[0] and attack[1] < guard[1])


def _attack(step: OneRollStep, i: Id, row: Row, action: Action) -> None:
    """An attack that is not dodged does its damage at once and costs its victim a die (ORE-CBT-05)."""
    target = action.target
    if target is None or target not in step.fight.seats or step.sheet(target).dead:
        about = (i,) if target is None or target not in step.state.sheets else (i, target)
        text = "{0}'s attack meets nobody alive." if len(about) == 1 else "{0}'s attack on {1} comes too late."
        step.say(Noted(rule="ORE-CBT-05", text=text, about=about))
        return
    guard = guard_of(step, target)
    if dodged(row.set, guard, step.state.rulings.dodge_ties):
        text = f"{{1}} dodges {{0}}'s {row}: the dodge is {guard[0]} wide."
        step.say(Noted(rule="ORE-CBT-06", text=text, about=(i, target)))
        return
    profile = body.profile_of(action.profile) if action.profile else step.sheet(i).profile(action.skill)
    killing, shock = profile.of(row.width)
    place = body.place_of(row.height)
    amount = " and ".join(f"{n} {kind}" for n, kind in ((killing, "killing"), (shock, "shock")) if n)
    text = f"{{0}}'s {row} hits {{1}}: {body.words(place)}, {amount or 'no damage'}."
    step.say(Noted(rule="ORE-CBT-05", text=text, about=(i, target)))
    if killing or shock:
        wound(step, target, place, killing, shock)
    _lose_die(step, target)
    void_fallen(step)


def _lose_die(step: OneRollStep, i: Id) -> None:
    """A die comes off the highest set on the table, spare or not, a standing dodge too (ORE-CBT-05)."""
    rows = _of(step, i).rows
    if not rows:
        return
    hit = max(rows, key=lambda r: r.height)
    if hit.width > 2:
        _swap(step, i, hit, replace(hit, width=hit.width - 1))
        text = f"{{0}} loses a die from {hit}: {hit.width - 1}x{hit.height} is left."
        step.say(Noted(rule="ORE-CBT-05", text=text, about=(i,)))
        return
    _swap(step, i, hit, None)
    step.say(Noted(rule="ORE-CBT-05", text=f"{{0}} loses a die from {hit}: broken.", about=(i,)))
    if hit.action is None or hit.standing:
        return
    action = (_of(step, i).actions or ())[hit.action]
    spare = [r for r in _of(step, i).rows if r.action is None and takes(action, r)]
    if spare:
        best = max(spare, key=lambda r: r.set)
        _swap(step, i, best, replace(best, action=hit.action))
        step.say(Noted(rule="ORE-CBT-05", text=f"{{0}} goes on with the spare {best}.", about=(i,)))
    else:
        step.say(Noted(rule="ORE-CBT-05", text=f"{{0}} has no set left for it: the {action.kind} fails.", about=(i,)))


def void_fallen(step: OneRollStep) -> None:
    """Sets and dodges of the dead and the unconscious are void (ORE-DMG-04)."""
    for i, seat in step.fight.seats.items():
        if (seat.budget.rows or seat.budget.guard[0]) and not step.sheet(i).able:
            step.budget(i, rows=(), guard=(0, 0))
            step.say(Noted(rule="ORE-DMG-04", text="{0}'s sets are void.", about=(i,)))


# -- the end of a round ------------------------------------------------------------------------------------------------


def round_end(step: OneRollStep) -> None:
    """The table is cleared; the GM's Next begins the next round (ORE-CBT-08)."""
    fight = step.fight
    for i in fight.seats:
        step.budget(i, rows=(), guard=(0, 0))
    everybody = tuple(j for g in (*fight.done, fight.now) for j in g if j in fight.seats)
    step.set_fight(phase="round_end", now=(), later=(), done=(everybody,), turn=fight.turn + 1)
    step.say(Turned(round=fight.round, phase="round_end", acting=()))
    able = {seat.side for i, seat in fight.seats.items() if step.sheet(i).able}
    if gone := [side for side in dict.fromkeys(s.side for s in fight.seats.values()) if side not in able]:
        text = f"None of the {gone[0]} can act: the GM may end the fight."
        step.say(Noted(rule="ORE-CBT-08", text=text))
