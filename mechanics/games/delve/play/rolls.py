"""One way to roll for everything: a d20 and an ability against a number, and what Luck can do to it."""

from __future__ import annotations

from functools import singledispatch

from msgspec.structs import replace

from mechanics.facts import Die, Noted, Rolled, Sum
from mechanics.game import Id, Refused
from mechanics.games.delve.moves import Accept, Plus5, Reroll
from mechanics.games.delve.pending import Goal, Roll, ToAvoid, ToHit, ToLive, What
from mechanics.games.delve.play import DelveStep
from mechanics.games.delve.sheet import ABILITIES, Sheet
from mechanics.state import Pending

PLUS = 5
"""What a point of Luck adds (DELVE-LUCK-02)."""
MARGIN = 10
"""How far beside the number a critical is, where the table plays it so (DELVE-CRIT-01)."""
LABELS = {
    "ToTry": "ability roll",
    "ToHit": "attack",
    "ToAvoid": "defence",
    "ToCounter": "Counterspell",
    "ToKeep": "armor",
    "ToLive": "staying alive",
    "ToAid": "first aid",
    "ToCast": "casting",
    "ToCommand": "command",
}


@singledispatch
def go_on(goal: Goal, step: DelveStep, roll: Roll, verdict: str) -> None:
    """What comes of a roll that stands; each chapter says it of its own goals.

    `verdict`: success, fail, critical success or critical fail.
    """


def ability_of(text: str) -> str:
    """The key of an ability by key or name; refused `UNKNOWN`."""
    wanted = text.strip().casefold()
    for key, name in ABILITIES.items():
        if wanted in (key, name.casefold()):
            return key
    raise Refused("UNKNOWN", f"There is no ability called {text.strip()[:40] or 'nothing'}.", ", ".join(ABILITIES))


def afford(step: DelveStep, i: Id) -> Sheet:
    """The sheet of somebody with a point of Luck; else refused `FUNDS`."""
    sheet = step.sheet(i)
    if sheet.luck_now < 1:
        raise Refused("FUNDS", f"{sheet.name} has no Luck left.", "it comes back with a level")
    return sheet


def spend(step: DelveStep, i: Id) -> None:
    """One point goes, the own before what was given: only the own pool is refilled (DELVE-LUCK-01)."""
    sheet = step.sheet(i)
    if sheet.luck:
        step.set(i, "DELVE-LUCK-02", luck=sheet.luck - 1)
    else:
        step.set(i, "DELVE-LUCK-02", gift=sheet.gift - 1)


def roll(
    step: DelveStep, who: Id, ability: str, tn: int, goal: Goal, plus5: bool, bonus: int = 0, note: str = ""
) -> None:
    """Throw, and go on: at once if it stands, else when Luck is done with. `plus5`: a point of Luck is in it.

    Whoever calls with `plus5` has asked `afford` before.
    """
    if plus5:
        spend(step, who)
    (die,) = step.draw(1, 20)
    judge(step, Roll(who, ability, tn, die, goal, bonus, PLUS if plus5 else 0, note))


def verdict_of(made: Roll, total: int, critical: str) -> str:
    """success, fail, and of attacks and defence critical success or critical fail (DELVE-ROLL-01, DELVE-CRIT-01)."""
    good = total > made.tn
    if not isinstance(made.goal, ToHit | ToAvoid):
        return "success" if good else "fail"
    if critical == "margin":
        sharp = abs(total - made.tn) >= MARGIN
    else:
        sharp = made.die in (1, 20)
        good = made.die == 20 if sharp else good
    return ("critical " if sharp else "") + ("success" if good else "fail")


def told(step: DelveStep, made: Roll, to: tuple[Id, ...] = ()) -> str:
    """Tell a roll; its verdict."""
    sheet = step.sheet(made.who)
    parts = [("d20", made.die), (made.ability if sheet.abilities else "level", sheet.bonus(made.ability))]
    parts += [(label, n) for label, n in (("bonus", made.bonus), ("luck", made.plus)) if n]
    total = _total(step, made)
    verdict = verdict_of(made, total, step.state.rulings.critical)
    label = made.note or LABELS[type(made.goal).__name__]
    added = Sum(made.who, tuple(parts), total, (Die(20, made.die),))
    step.say(Rolled(rule="DELVE-ROLL-01", to=to, label=label, sum=added, against=made.tn, verdict=verdict))
    return verdict


def _total(step: DelveStep, made: Roll) -> int:
    return made.die + step.sheet(made.who).bonus(made.ability) + made.bonus + made.plus


def judge(step: DelveStep, made: Roll) -> None:
    """A success stands at once, and so does a failure of somebody without Luck; else it waits (DELVE-LUCK-03)."""
    verdict = told(step, made)
    if verdict.endswith("success") or step.sheet(made.who).luck_now < 1:
        _stands(step, made, verdict)
    else:
        step.open((made.who,), made, "Luck for the roll that failed? Reroll, +5 or Accept")


def _still(step: DelveStep, made: Roll) -> bool:
    """Whether whoever rolled is still in a state to: a GM may have marked damage or declared death meanwhile."""
    return step.sheet(made.who).status == ("dying" if isinstance(made.goal, ToLive) else "up")


def _stands(step: DelveStep, made: Roll, verdict: str) -> None:
    if _still(step, made):
        go_on(made.goal, step, made, verdict)


def use_luck(step: DelveStep, move: Reroll | Plus5) -> None:
    """Throw again, or add 5 (DELVE-LUCK-02)."""
    afford(step, move.actor)
    waiting, made = _failed(step, move)
    if not _still(step, made):
        raise Refused("STATE", f"{step.sheet(made.who).name} is {step.sheet(made.who).status}.", "Accept")
    if isinstance(move, Plus5):
        natural = step.state.rulings.critical == "natural" and isinstance(made.goal, ToHit | ToAvoid)
        if natural and made.die == 1:
            raise Refused("RULE", "A natural 1 fails whatever is added.", "Reroll, or Accept")
        if made.plus and not step.state.rulings.luck_plus5_stack:
            raise Refused("STATE", "Luck has added 5 to this roll already.", "Reroll, or Accept")
        made = replace(made, plus=made.plus + PLUS)
    spend(step, move.actor)
    step.close(waiting)
    if isinstance(move, Reroll):
        (die,) = step.draw(1, 20)
        made = replace(made, die=die)
    judge(step, made)


def accept(step: DelveStep, move: Accept) -> None:
    """The failure stands (DELVE-LUCK-03)."""
    waiting, made = _failed(step, move)
    step.close(waiting)
    step.say(Noted(rule="DELVE-LUCK-03", text="{0} lets it stand.", about=(made.who,)))
    _stands(step, made, verdict_of(made, _total(step, made), step.state.rulings.critical))


def _failed(step: DelveStep, move: Reroll | Plus5 | Accept) -> tuple[Pending[What], Roll]:
    if not any(isinstance(p.what, Roll) and move.actor in p.by for p in step.scene.pending.values()):
        raise Refused("STATE", "No failed roll is open: what is rolled stands.", "after the next roll that fails")
    return step.top(Roll, move.actor, move.pending)
