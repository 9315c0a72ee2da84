"""Turn order: a d12 each, rolled once in a fight; ties, latecomers, and who comes to in a round (CLAN-ORD-01)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.combat import Fights, Round, arrange, slot_in
from mechanics.facts import Die, Noted, Rolled, Sum
from mechanics.game import Id, Refused
from mechanics.games.clan.dice import D12, d12
from mechanics.games.clan.pending import Fumbled, Open, Placing, What
from mechanics.games.clan.play import ACTIONS, Budget, ClanStep, hidden, living
from mechanics.games.clan.play.rolls import sides, throw
from mechanics.games.clan.rulings import Rulings
from mechanics.games.clan.sheet import Sheet

ROLL_OFFS = 20
"""How often those who are tied roll again before the order of joining decides."""
RULE = "CLAN-ORD-01"


def _used(step: ClanStep, i: Id) -> int:
    return max(step.fight.seats[i].budget.order, default=0)


def tell_order(step: ClanStep, i: Id, label: str = "turn order") -> None:
    """Say what somebody rolled for their place."""
    dice = step.fight.seats[i].budget.order
    best = max(dice)
    shown = tuple(Die(D12, face, n == dice.index(best)) for n, face in enumerate(dice))
    step.say(Rolled(rule=RULE, label=label, sum=Sum(i, (("d12", best),), best, shown)))


def add_to_order(step: ClanStep, i: Id, dice: tuple[int, ...]) -> None:
    """More d12s of the roll for a place, of which the highest counts."""
    step.budget(i, order=step.fight.seats[i].budget.order + dice)


def joined(step: ClanStep) -> None:
    """Whoever has just sat down rolls; `STATE` for those who cannot fight. A latecomer gets a place at once, or may
    still use Luck."""
    before = step.start.scene.fight
    new = tuple(i for i in step.fight.seats if before is None or i not in before.seats)
    for i in new:
        if not living(step, i).able:
            raise Refused("STATE", f"{step.sheet(i).name} is unconscious.", "a full rest or healing wakes")
    for i in new:
        add_to_order(step, i, throw(step))
        tell_order(step, i)
        if step.fight.round and step.sheet(i).luck_now and _used(step, i) < D12:
            lasts, to = step.state.rulings.luck_window_seconds, hidden(step, (i,))
            say = "use Luck on the turn order, or keep it"
            step.open((i,), Placing(i), say, blocks=False, to=to, lasts=lasts)
        elif step.fight.round:
            place(step, i)


def _unplaced(step: ClanStep) -> tuple[Id, ...]:
    return tuple(p.what.who for p in step.scene.pending.values() if isinstance(p.what, Placing))


def place(step: ClanStep, i: Id) -> None:
    """A latecomer's place is announced: after equals. Theirs is the next turn that is due there."""
    for p in tuple(step.scene.pending.values()):
        if isinstance(p.what, Placing) and p.what.who == i:
            step.close(p)
    waiting = _unplaced(step)
    row = [j for j in step.fight.seats if j != i and j not in waiting]
    at = next((n for n, j in enumerate(row) if _used(step, j) < _used(step, i)), len(row))
    arrange(step, (*row[:at], i, *row[at:]))
    slot_in(step, i)
    step.say(Noted(rule=RULE, text="{0} has a place in the turn order.", about=(i,)))


def _first_order(step: ClanStep) -> tuple[Id, ...]:
    """The highest roll first; ties as the table rules."""
    seats, ties = tuple(step.fight.seats), step.state.rulings.ties
    keys: dict[Id, tuple[int, ...]] = {i: (_used(step, i),) for i in seats}
    if ties == "smart":
        keys = {i: (*k, step.sheet(i).score("smart")) for i, k in keys.items()}
    for _ in range(ROLL_OFFS if ties == "roll-off" else 0):
        found = list(keys.values())
        tied = tuple(i for i in seats if found.count(keys[i]) > 1)
        if not tied:
            break
        for i in tied:
            (thrown,) = step.roll(d12)
            keys[i] = (*keys[i], thrown.value)
            shown = Sum(i, (("d12", thrown.value),), thrown.value, (Die(D12, thrown.value),))
            step.say(Rolled(rule=RULE, label="roll-off", sum=shown))
    return tuple(sorted(seats, key=lambda i: keys[i], reverse=True))


def order(step: ClanStep) -> Round:
    """One after another; the first round makes the order, later ones keep it, as a GM has changed it since."""
    fight = step.fight
    if not fight.round:
        arrange(step, _first_order(step))
    else:
        for i in _unplaced(step):
            place(step, i)
        if sum(step.sheet(i).able for i, seat in fight.seats.items() if not seat.hidden) < 2:
            step.say(Noted(text="Fewer than two of those seen can still act: a GM may end the fight."))
    return Round([(i,) for i in step.fight.seats])


def fresh(step: ClanStep, i: Id) -> Budget:
    """The actions of a new turn; the roll for turn order stays (CLAN-ACT-01, CLAN-FEA-01)."""
    seat = step.fight.seats.get(i)
    budget = seat.budget if seat is not None else Budget()
    return replace(budget, actions=max(0, ACTIONS + step.sheet(i).added("actions")))


def wake(step: ClanStep) -> None:
    """Whoever has come to in this move still acts in this round, unless their place in it is past."""
    fight, before = step.fight, step.start.sheets
    row = {i for group in (*fight.done, fight.now, *fight.later) for i in group}
    for i in fight.seats:
        old = before.get(i)
        if i not in row and old is not None and not old.able and step.sheet(i).able:
            slot_in(step, i)


def mend(step: ClanStep) -> None:
    """Nothing waits for, or falls on, who is no longer in the fight."""
    before = step.start.scene.fight
    gone = {i for i in (before.seats if before else ()) if i not in step.fight.seats}
    for p in tuple(step.scene.pending.values()):
        match p.what:
            case Open() if p.blocks:
                parties = {s.who for s in sides(p.what)} | {p.what.target}
            case Placing() | Fumbled():
                parties = {p.what.who}
            case _:
                continue
        if parties & gone:
            step.close(p)
            step.say(Noted(text="What waited for {0} comes to nothing.", about=tuple(p.by[:1])) if p.by else _nothing())


def _nothing() -> Noted:
    return Noted(text="What waited for the GM comes to nothing.")


def close_all(step: ClanStep) -> None:
    """The fight ends: nobody waits for a place any more."""
    for p in tuple(step.scene.pending.values()):
        if isinstance(p.what, Placing):
            step.close(p)


FIGHTS: Fights[Rulings, Sheet, None, Budget, None, What] = Fights(
    more=None, fresh=fresh, able=lambda step, i: step.sheet(i).able, order=order
)
"""Fights of Clan: groups of one, in the order that was rolled."""
