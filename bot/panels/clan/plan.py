"""Something about to be done: how it fits into the id of a button, what may be chosen, how likely it is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from bot.cards.clan.rolls import GOOD, verdict_of
from bot.shown import Shown
from bot.text import percent, short
from mechanics.game import Id, Move, Refusal, Refused
from mechanics.games.clan.features import Feature, key
from mechanics.games.clan.moves import Act, Attack, Check, KillCheck, Maneuver, Walk
from mechanics.games.clan.play.fighting import ATTACK, KILL, MANEUVER, MOVE
from mechanics.games.clan.play.holds import HELD
from mechanics.games.clan.sheet import Sheet
from mechanics.odds import odds
from mechanics.offers import judge

NONE = "-"
"""Nobody, or nothing, in the id of a button."""
TARGETS = 25
WHATS = {
    "attack": ("Attack", ATTACK),
    "hold": ("Hold", MANEUVER),
    "move": ("Push or pull", MANEUVER),
    "escape": ("Get free", MANEUVER),
    "let-go": ("Let go", 0),
    "kill": ("Kill", KILL),
    "walk": ("Move", MOVE),
    "check": ("Check", 1),
    "other": ("Something else", 1),
}
"""What may be done: its name, and what it costs in actions (CLAN-ACT-01)."""
ROLLS = ("attack", "hold", "move", "escape", "kill", "check")
"""What is rolled for, so that Luck goes with it."""
AIMED = ("attack", "hold", "move", "escape", "let-go", "kill")
ARMED = ("attack", "kill")


class Plan(NamedTuple):
    """What is chosen on the panel. `weapon` and `feature` are tokens; `dc` 0 is none."""

    who: str
    what: str = "attack"
    target: str = NONE
    weapon: str = NONE
    feet: int = 0
    luck: int = 0
    ability: str = "kick"
    dc: int = 0
    feature: str = NONE

    @property
    def args(self) -> tuple[str, ...]:
        """As it stands in the id of a button."""
        return tuple(map(str, self))


def read(args: tuple[str, ...]) -> Plan:
    """A plan out of the id of a button."""
    who, what, target, weapon, feet, luck, ability, dc, feature = args[:9]
    return Plan(who, what, target, weapon, int(feet), int(luck), ability, int(dc), feature)


def token(name: str) -> str:
    """A name within the id of a button: short, and without a colon."""
    return short(key(name))


def sheet_of(table: Shown, who: str) -> Sheet:
    """The sheet that a panel is about; refused `stale` when it is gone."""
    sheet: Sheet = table.sheet(who)
    return sheet


# -- who, with what ----------------------------------------------------------------------------------------------------


def holding(table: Shown, holder: str, held: str) -> bool:
    """Whether one holds the other in the fight here."""
    fight = table.state.scene.fight
    return fight is not None and any(e.name == HELD and e.by == holder and e.on == held for e in fight.effects)


def held_unseen(table: Shown, who: str) -> bool:
    """Whether somebody is held, and by whom is not known."""
    fight = table.state.scene.fight
    return fight is not None and any(e.name == HELD and e.by is None and e.on == who for e in fight.effects)


def fits(table: Shown, who: str, what: str, target: Id) -> bool:
    """Whether this is somebody to do that to."""
    sheet: Sheet = table.state.sheets[target]
    match what:
        case "attack":
            return sheet.able
        case "kill":
            return sheet.status == "unconscious"
        case "escape":
            return holding(table, target, who) or (target == who and held_unseen(table, who))
        case "let-go":
            return holding(table, who, target)
    return not sheet.dead


def targets(table: Shown, who: str, what: str) -> list[Id]:
    """To whom it may be done: in a fight those who fight, foes first; else everybody living. Who fits comes first."""
    names, fight = table.state.campaign.names, table.state.scene.fight
    if fight is not None and who in fight.seats:
        side = fight.seats[Id(who)].side
        around = sorted(fight.seats, key=lambda i: fight.seats[i].side == side)
    else:
        living = [i for i, n in names.items() if n.kind != "draft" and not n.retired]
        around = sorted(living, key=lambda i: names[i].owner == table.viewer.user)
    oneself = what == "escape" and held_unseen(table, who)
    found = [i for i in around if (i != who or oneself) and i in table.state.sheets and not table.state.sheets[i].dead]
    return sorted(found, key=lambda i: not fits(table, who, what, i))[:TARGETS]


def weapons(table: Shown, who: str) -> list[str]:
    """What somebody may strike with, by name, unarmed last."""
    return [*dict.fromkeys(w.name for w in sheet_of(table, who).all_weapons), "unarmed"]


def weapon_of(table: Shown, plan: Plan) -> str:
    """The name of the weapon that a plan means; the first one where there is none of that token."""
    names = weapons(table, plan.who)
    return next((n for n in names if token(n) == plan.weapon), names[0])


class Known(NamedTuple):
    """A Feature that a check may name, and whose it is."""

    owner: Id
    feature: Feature

    @property
    def token(self) -> str:
        """Within the id of a button."""
        return token(f"{self.owner} {self.feature.name}")


def known_features(table: Shown, who: str) -> list[Known]:
    """The Features that somebody's check may name: their own with a text or a DC, and others' that have a DC."""
    found = [Known(Id(who), f) for f in sheet_of(table, who).features if f.text or f.mods.dc is not None]
    names = table.state.campaign.names
    for i, sheet in table.state.sheets.items():
        if i != who and i in names and not sheet.dead and (names[i].kind == "pc" or table.viewer.gm):
            found += [Known(i, f) for f in sheet.features if f.mods.dc is not None]
    return list({known.token: known for known in found}.values())


def settled(table: Shown, plan: Plan) -> Plan:
    """The plan with a target and a weapon that are still there, and no more Luck than is left."""
    around = targets(table, plan.who, plan.what)
    kept = plan.target in around and fits(table, plan.who, plan.what, Id(plan.target))
    target = plan.target if kept else next(iter(around), NONE)
    luck = min(plan.luck, sheet_of(table, plan.who).luck_now) if plan.what in ROLLS else 0
    return plan._replace(target=target, weapon=token(weapon_of(table, plan)), luck=max(0, luck))


def first_plan(table: Shown, who: Id) -> Plan:
    """What is proposed: what was done last, where it can be done again; else an attack on the first foe."""
    fight = table.state.scene.fight
    seat = fight.seats.get(who) if fight is not None else None
    last = seat.budget.last if seat is not None else None
    left = seat.budget.actions if seat is not None and fight is not None and fight.round else 3
    if last is not None and last.target in table.state.sheets and fits(table, who, last.what, last.target):
        plan = Plan(who, last.what, last.target, token(last.weapon) if last.weapon else NONE, last.feet)
        if WHATS[last.what][1] <= left:
            return settled(table, plan)
    foe = next(
        (i for i in targets(table, who, "attack") if fits(table, who, "attack", i) and _foe(table, who, i)), None
    )
    if foe is not None and left >= ATTACK:
        return settled(table, Plan(who, "attack", foe))
    return settled(table, Plan(who, "walk"))


def _foe(table: Shown, who: Id, other: Id) -> bool:
    fight = table.state.scene.fight
    if fight is None or who not in fight.seats:
        return True
    return fight.seats[other].side != fight.seats[who].side or len({s.side for s in fight.seats.values()}) == 1


# -- the move, and how likely it is ------------------------------------------------------------------------------------


def move_of(table: Shown, plan: Plan, turn: int | None = None) -> Move:
    """The move that a plan comes to; refused `UNKNOWN` with nobody to do it to, `STATE` before a fight has begun."""
    who, target, fight = Id(plan.who), Id(plan.target), table.state.scene.fight
    if plan.what in AIMED and fight is not None and not fight.round and who in fight.seats:
        raise Refused("STATE", "The fight has not begun.", "a GM presses Begin")
    if plan.what in AIMED and plan.target == NONE:
        raise Refused("UNKNOWN", "There is nobody to do that to.", "somebody else in the fight, or in the campaign")
    match plan.what:
        case "attack":
            return Attack(who, target, weapon_of(table, plan), plan.feet, plan.luck, turn)
        case "kill":
            return KillCheck(who, target, weapon_of(table, plan), plan.luck, turn)
        case "check":
            known = next((k for k in known_features(table, who) if k.token == plan.feature), None)
            name, owner = (known.feature.name, known.owner) if known is not None else ("", None)
            dc = plan.dc or None
            return Check(who, plan.ability, dc, luck=plan.luck, feature=name, of=owner, turn=turn)
        case "walk":
            return Walk(who, turn)
        case "other":
            return Act(who, "something else", turn=turn)
    return Maneuver(who, plan.what, target, plan.luck, turn=turn)


def refusal_of(table: Shown, plan: Plan) -> Refusal | None:
    """Why it may not be done now."""
    try:
        return judge(table.game, table.state, table.viewer, move_of(table, plan)).refusal
    except Refused as refused:
        return refused.refusal


class Chances:
    """The exact chances of plans at one table, each worked out once."""

    def __init__(self, table: Shown) -> None:
        self._table = table
        self._known: dict[Plan, Fraction | None] = {}

    def of(self, plan: Plan) -> Fraction | None:
        """That it works; None for what has no chance, may not be done, or has too many cases."""
        if plan not in self._known:
            self._known[plan] = self._work_out(plan)
        return self._known[plan]

    def _work_out(self, plan: Plan) -> Fraction | None:
        if (
            plan.target == plan.who
            or plan.what not in ROLLS
            or (plan.what == "check" and not plan.dc and plan.feature == NONE)
        ):
            return None
        table = self._table
        try:
            found = odds(table.game, table.state, table.viewer, move_of(table, plan), verdict_of)
        except Refused:
            return None
        if isinstance(found, Refusal) or all(str(v).lstrip("-").isdigit() for v in found):
            return None
        return sum((c for v, c in found.items() if v in GOOD), Fraction(0))


def with_chance(words: str, found: Fraction | None) -> str:
    """`axe: 42 %`"""
    return f"{words}: {percent(found)}" if found is not None else words


def whats(table: Shown, plan: Plan) -> Iterator[Plan]:
    """Everything that may be done, each with a target that fits; holds only where there is one."""
    fight = table.state.scene.fight
    ids = list(fight.seats) if fight is not None else []
    for what in WHATS:
        if what == "escape" and not (held_unseen(table, plan.who) or any(holding(table, i, plan.who) for i in ids)):
            continue
        if what == "let-go" and not any(holding(table, plan.who, i) for i in ids):
            continue
        if what in ("walk", "other") and (fight is None or not fight.round):
            continue
        if what == "kill" and fight is None and not any(fits(table, plan.who, what, i) for i in table.state.sheets):
            continue
        yield settled(table, plan._replace(what=what, luck=plan.luck if what == plan.what else 0))
