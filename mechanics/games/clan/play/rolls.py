"""Open rolls: what they come to, whether Luck could still change them, and what happens when they lock (CLAN-LUCK)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from mechanics.facts import Compared, Die, Noted, Rolled, Sum
from mechanics.game import Id, Refused
from mechanics.games.clan.dice import D12, d12, read_dice, total
from mechanics.games.clan.pending import Fumbled, Open, Parts, Placing, Side, What
from mechanics.games.clan.play import ClanStep, hidden, in_round
from mechanics.games.clan.play.health import die, wound
from mechanics.games.clan.play.holds import release, take_hold
from mechanics.games.clan.sheet import Sheet
from mechanics.state import Pending

RULES = {
    "check": "CLAN-CHK-01",
    "attack": "CLAN-ATK-01",
    "maneuver": "CLAN-MAN-01",
    "kill": "CLAN-KILL-01",
    "survive": "CLAN-SURV-01",
}
V = TypeVar("V")


# -- throwing ----------------------------------------------------------------------------------------------------------


def can_spend(sheet: Sheet, luck: int, least: int = 0) -> None:
    """Refuses `RANGE` below `least`, `FUNDS` for more Luck than is left (CLAN-LUCK-03)."""
    if luck < least:
        raise Refused("RANGE", f"{luck} Luck cannot be used.", f"{least} or more")
    if luck > sheet.luck_now:
        raise Refused("FUNDS", f"{sheet.name} has {sheet.luck_now} Luck.", f"up to {sheet.luck_now}")


def spend(step: ClanStep, i: Id, luck: int) -> None:
    """Luck is used up, whatever comes of it."""
    if luck:
        step.set(i, "CLAN-LUCK-03", luck_spent=step.sheet(i).luck_spent + luck)


def throw(step: ClanStep, n: int = 1) -> tuple[int, ...]:
    """n d12s of one roll, of which the highest counts (working odds out, that one alone)."""
    return tuple(t.value for t in step.roll(d12, n=n, keep="best"))


def pool(step: ClanStep, n: int, faces: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The total of n dice, and the dice for showing."""
    (thrown,) = step.roll(total, n, faces)
    return thrown.value, tuple((faces, face) for face in thrown.faces)


# -- what a roll comes to ----------------------------------------------------------------------------------------------


def verdict(o: Open) -> str:
    """How an open roll stands (CLAN-CHK-01, -NAT-01, -ATK-01, -ATK-02, -SURV-01); "a", "b" or "tie" of a contest."""
    extreme = o.a.used if o.naturals and o.a.used in (1, D12) else 0
    if o.b is not None:
        return "a" if o.a.total > o.b.total else "b" if o.a.total < o.b.total else "tie"
    goal = o.goal
    if o.kind == "attack":
        if extreme:
            return "natural 12: hit" if extreme == D12 else "natural 1: miss"
        return "hit" if goal is not None and o.a.total > goal else "miss"
    if extreme and o.kind == "check":
        return "extreme success" if extreme == D12 else "extreme failure"
    return "" if goal is None else "success" if o.a.total >= goal else "failure"


def _effect(o: Open) -> str | int | bool:
    """What of a roll makes a difference: the verdict, the bare total, or whether the one who made a contest wins."""
    if o.b is not None:
        return verdict(o) == "a"
    return verdict(o) or o.a.total


def could_change(o: Open, side: Side) -> bool:
    """Whether some face of one more d12 of this side makes a difference (CLAN-LUCK-04)."""
    now = _effect(o)
    return any(_effect(with_dice(o, side.who, (face,))) != now for face in range(1, D12 + 1))


def with_dice(o: Open, who: Id, dice: tuple[int, ...]) -> Open:
    """The roll with more d12s of one side."""

    def more(side: Side) -> Side:
        return replace(side, dice=side.dice + dice) if side.who == who else side

    return replace(o, a=more(o.a), b=more(o.b) if o.b is not None else None)


def sides(o: Open) -> tuple[Side, ...]:
    """Who rolled in it."""
    return (o.a,) if o.b is None else (o.a, o.b)


def waits_for(step: ClanStep, o: Open) -> tuple[Id, ...]:
    """Whose Luck could still change it (CLAN-LUCK-04)."""
    sheets = step.state.sheets
    return tuple(s.who for s in sides(o) if s.who in sheets and sheets[s.who].luck_now and could_change(o, s))


def as_sum(side: Side) -> Sum:
    """One side of a roll as it is told."""
    dice = [Die(D12, face, n == side.dice.index(side.used)) for n, face in enumerate(side.dice)]
    dice += [Die(faces, face) for faces, face in side.others]
    return Sum(side.who, (("d12", side.used), *side.parts), side.total, tuple(dice))


def tell(step: ClanStep, o: Open, to: tuple[Id, ...] = ()) -> None:
    """Say how a roll stands."""
    rule, said = RULES[o.kind], verdict(o)
    if o.b is None:
        step.say(Rolled(rule=rule, to=to, label=o.label, sum=as_sum(o.a), against=o.goal, verdict=said))
    else:
        by = abs(o.a.total - o.b.total)
        step.say(Compared(rule=rule, to=to, a=as_sum(o.a), b=as_sum(o.b), verdict=said, by=by))
        unseen = hidden(step, (s.who for s in sides(o)))
        for side in (s for s in sides(o) if unseen and s.who not in unseen):  # their own dice are theirs to know
            step.say(Rolled(rule=rule, to=to, label=o.label, sum=as_sum(side)))
    if o.naturals:
        marked = sides(o) if o.kind != "attack" else ()
        for side in (s for s in marked if s.used in (1, D12)):
            meaning = "the GM says what that means" if o.kind == "check" else "the totals decide"
            text = f"{{0}} has a natural {side.used}: {meaning}."
            step.say(Noted(rule="CLAN-NAT-01", to=to, text=text, about=(side.who,)))


# -- open and locked ---------------------------------------------------------------------------------------------------


def made(step: ClanStep, o: Open, to: tuple[Id, ...] = ()) -> None:
    """A roll is made: it stays open while Luck could change it, unless it is a secret one; else it locks."""
    o = replace(o, naturals=step.state.rulings.naturals)
    tell(step, o, to)
    by = waits_for(step, o)
    if by and not to:
        secret = hidden(step, (s.who for s in sides(o)))
        step.open(
            by,
            o,
            "use Luck, or keep it",
            blocks=in_round(step, o.a.who),
            to=secret if set(by) <= set(secret) else (),
            lasts=step.state.rulings.luck_window_seconds,
        )
    else:
        settle(step, o)


def first(step: ClanStep, i: Id, ready: Callable[[], V]) -> V | None:
    """What `ready` finds, or refuses, before i rolls; an earlier roll of theirs that is open locks first.

    None when nothing can come of it after that.
    """
    found = ready()
    if not lock_those_of(step, (i,)):
        return found
    try:
        return ready()
    except Refused:
        text = "{0}'s earlier roll came first: nothing comes of this."
        step.say(Noted(rule="CLAN-LUCK-04", text=text, about=(i,)))
        return None


def lock_those_of(step: ClanStep, who: tuple[Id, ...]) -> bool:
    """Open rolls that these made lock; whether there were any."""
    found = [p for p in step.scene.pending.values() if isinstance(p.what, Open) and p.what.a.who in who]
    for p in found:
        lock(step, p)
    return bool(found)


def lock(step: ClanStep, p: Pending[What]) -> None:
    """An open roll is told as story from now on: what it brings happens."""
    o = p.what
    assert isinstance(o, Open)
    step.close(p)
    what, others = words(o)
    goal = f" against {o.goal}" if o.goal is not None else f" to {o.b.total}" if o.b is not None else ""
    said = f", {verdict(o)}" if o.b is None and verdict(o) else ""
    text = f"{{0}}'s {what} stands: {o.a.total}{goal}{said}."
    step.say(Noted(rule="CLAN-LUCK-04", text=text, about=(o.a.who, *others)))
    settle(step, o)


def words(o: Open) -> tuple[str, tuple[Id, ...]]:
    """What a roll is, in words with `{1}` for whom it is aimed at, and who that is."""
    match o.kind:
        case "attack" if o.target is not None:
            return "attack on {1}", (o.target,)
        case "kill" if o.b is not None:
            return "Kill Check on {1}", (o.b.who,)
        case "maneuver" if o.b is not None:
            return f"attempt to {'get free of' if o.intent == 'escape' else o.intent} {{1}}", (o.b.who,)
    return o.label.partition(",")[0], ()


def review(step: ClanStep) -> None:
    """After Luck came or went by other ways: what it can no longer change locks."""
    for p in tuple(step.scene.pending.values()):
        if isinstance(p.what, Open):
            by = waits_for(step, p.what)
            if not by:
                lock(step, p)
            elif by != p.by:
                step.update(p, by=by)


def mine(step: ClanStep, i: Id, number: int | None) -> Pending[What] | None:
    """The newest roll that i may still change, or the one named; None where nothing is open at all.

    Refused `OWNER` where what is open is not theirs.
    """
    waiting = step.scene.pending
    some = [waiting[number]] if number is not None else list(reversed(waiting.values()))
    rolls = [p for p in some if isinstance(p.what, Open | Placing)]
    for p in rolls:
        if isinstance(p.what, Placing):
            if p.what.who == i:
                return p
        elif isinstance(p.what, Open) and any(s.who == i for s in sides(p.what)):
            return p
    if rolls:
        raise Refused("not-yours", f"That is no roll of {step.sheet(i).name}'s.", "the card says for whom it waits")
    return None


# -- what a roll brings ------------------------------------------------------------------------------------------------


def settle(step: ClanStep, o: Open) -> None:
    """The effects of a roll, which happen only now (CLAN-LUCK-04). Of whom a viewer cannot see nothing is known."""
    sheets = step.state.sheets
    if any(i not in sheets for i in (*(s.who for s in sides(o)), *((o.target,) if o.target else ()))):
        return
    said = verdict(o)
    match o.kind:
        case "attack" if said.endswith("hit") and o.target is not None:
            damage(step, o.a.who, o.target, o.strike, o.power, twice=said != "hit")
        case "attack" if said == "natural 1: miss":
            _fumble(step, o)
        case "maneuver":
            _maneuver(step, o, said == "a")
        case "kill" if o.b is not None:
            if said == "a" and sheets[o.b.who].status == "unconscious":
                die(step, o.b.who, "killed", "CLAN-KILL-01")
            else:
                step.say(Noted(rule="CLAN-KILL-01", text="{0} lives.", about=(o.b.who,)))
        case "survive" if said == "failure":
            if sheets[o.a.who].status == "unconscious":
                die(step, o.a.who, "did not survive", "CLAN-SURV-01")
            else:
                text = "{0} does not withstand it: the GM says what comes of that."
                step.say(Noted(rule="CLAN-SURV-01", text=text, about=(o.a.who,)))


def damage(step: ClanStep, by: Id, on: Id, strike: str, power: Parts, *, twice: bool = False) -> None:
    """Weapon dice and Kick Ass, both doubled by a natural 12; never below 0 (CLAN-DMG-01, -ATK-02)."""
    dice = read_dice(strike)
    value, shown = pool(step, dice.n, dice.faces)
    parts = ((strike, value + dice.added), *power)
    plain = max(0, sum(n for _, n in parts))
    if twice:
        parts = (*parts, ("doubled", plain))
    amount = 2 * plain if twice else plain
    rule = "CLAN-ATK-02" if twice or by == on else "CLAN-DMG-01"
    rolled = Sum(by, parts, amount, tuple(Die(*die) for die in shown))
    step.say(Rolled(rule=rule, label="damage", sum=rolled))
    wound(step, on, amount)


def _fumble(step: ClanStep, o: Open) -> None:
    match step.state.rulings.fumble:
        case "self":
            text = "A natural 1: what {0} does comes back."
            step.say(Noted(rule="CLAN-ATK-02", text=text, about=(o.a.who,)))
            damage(step, o.a.who, o.a.who, o.strike, o.power)
        case "ask":
            step.say(Noted(rule="CLAN-ATK-02", text="A natural 1: the GM says whom {0} hurts.", about=(o.a.who,)))
            what, to = Fumbled(o.a.who, o.strike, o.power), hidden(step, (o.a.who,))
            step.open((), what, "", blocks=in_round(step, o.a.who), to=to)


def _maneuver(step: ClanStep, o: Open, won: bool) -> None:
    assert o.b is not None
    if won:
        manage(step, o.intent, o.a.who, o.b.who)
    else:
        about = (o.a.who,) if hidden(step, (o.b.who,)) else (o.a.who, o.b.who)
        step.say(Noted(rule="CLAN-MAN-01", text="{0} does not manage it.", about=about))


def manage(step: ClanStep, intent: str, i: Id, other: Id) -> None:
    """A maneuver works: the other is held or moved, or i is free of the other (CLAN-MAN-01, -02)."""
    if intent == "hold":
        take_hold(step, i, other)
    elif intent == "move":
        step.say(Noted(rule="CLAN-MAN-01", text="{0} moves {1}.", about=(i, other)))
        release(step, lambda e: e.by == other)
    else:
        step.say(Noted(rule="CLAN-MAN-02", text="{0} gets free of {1}.", about=(i, other)))
        release(step, lambda e: e.by == other and e.on == i)
