"""Tests outside of fights: pools, static tests, contests, lent dice (sections 2 and 3)."""

from __future__ import annotations

from mechanics.creatures import is_creature
from mechanics.facts import Compared, Die, Noted, Rolled, Sum
from mechanics.game import SELF, Id, Refused
from mechanics.games.oneroll import pools
from mechanics.games.oneroll.moves import (
    AnswerAsk,
    AnswerContest,
    Ask,
    Assist,
    Check,
    Choose,
    Contest,
    RollPool,
    Share,
)
from mechanics.games.oneroll.pending import Asked, Choosing, Contesting, Helping
from mechanics.games.oneroll.play import OneRollStep
from mechanics.games.oneroll.pools import Set
from mechanics.games.oneroll.sheet import Sheet
from mechanics.games.oneroll.skills import STATS, skill_of, stat_for, stat_of, title_of
from mechanics.state import Pending


def ready(step: OneRollStep, i: Id) -> Sheet:
    """The sheet of somebody who can act; refused `STATE` for a draft, the dead and the unconscious."""
    sheet = step.sheet(i)
    if sheet.draft:
        raise Refused("STATE", "That character is not finished yet.", "finish it first")
    if not sheet.able:
        raise Refused("STATE", f"{sheet.name} is {'dead' if sheet.dead else 'unconscious'}.", "somebody who can act")
    return sheet


def pool_name(skill: str, stat: str = "") -> str:
    """What is rolled, in words: `Coordination + Pistol`."""
    return f"{STATS[stat or stat_for(skill)]} + {title_of(skill)}"


def roll_sets(
    step: OneRollStep,
    who: Id,
    n: int,
    label: str,
    rule: str,
    *,
    laid: int = 0,
    target: int | None = None,
    to: tuple[Id, ...] = (),
) -> tuple[Set, ...]:
    """Throw n dice (with none, nothing is thrown), tell them, and give the sets. `laid`: a die more that shows this."""
    if n + bool(laid) == 0:
        step.say(Noted(rule="ORE-POOL-01", to=to, text=f"{{0}}, {label}: no dice, so it fails.", about=(who,)))
        return ()
    (got,) = step.roll(pools.throw, n, laid)
    faces = (*got.faces, laid) if laid and got.faces else got.faces
    heights = {s.height for s in got.value}
    dice = tuple(Die(10, face, face in heights) for face in faces)
    parts = tuple((str(s), s.width) for s in got.value)
    verdict = ""
    if target is not None:
        verdict = "success" if any(s.height >= target for s in got.value) else "failure"
    against = target if target is not None and target > 1 else None
    shown = Sum(who, parts, None, dice)
    step.say(Rolled(rule=rule, to=to, label=label, sum=shown, against=against, verdict=verdict))
    return got.value


def roll_pool(step: OneRollStep, move: RollPool) -> None:
    """Any pool of 1 to 10 dice; refused `RANGE` (ORE-POOL-01)."""
    if not 1 <= move.pool <= pools.MOST:
        raise Refused("RANGE", f"A pool of {move.pool} dice cannot be rolled.", f"1 to {pools.MOST}")
    who = Id(step.caller.user) if move.actor == SELF else move.actor
    label = move.note or f"{move.pool} dice"
    roll_sets(step, who, move.pool, label, "ORE-SET-01", to=_secret(step, move.secret))


def _secret(step: OneRollStep, secret: bool) -> tuple[Id, ...]:
    return (Id(step.caller.user),) if secret else ()


def check(step: OneRollStep, move: Check) -> None:
    """A static test, perhaps with helpers, perhaps for several actions at once (ORE-STATIC-01, -MULTI-01)."""
    skill = skill_of(move.skill, move.kind)
    stat = stat_of(move.stat) if move.stat else ""
    _test(step, move.actor, skill, stat, move.target, move.bonus, move.actions, move.note, _secret(step, move.secret))


def _test(
    step: OneRollStep,
    i: Id,
    skill: str,
    stat: str = "",
    target: int = 1,
    bonus: int = 0,
    actions: int = 1,
    note: str = "",
    to: tuple[Id, ...] = (),
) -> None:
    sheet = ready(step, i)
    pools.usable((), target)
    own = sheet.pool(skill, stat, bonus)
    helping = [p for p in step.scene.pending.values() if isinstance(p.what, Helping) and _helps(p.what, i, skill)]
    helps = [p.what for p in helping if isinstance(p.what, Helping)]
    lent = pools.lent(own, [h.dice for h in helps])
    n = pools.several([sheet.pool(skill, stat)] * actions, bonus, sum(lent))
    label = pool_name(skill, stat) + (f": {note}" if note else "")
    if sheet.stat(stat or stat_for(skill)) + sheet.skill(skill) + bonus + sum(h.dice for h in helps) > pools.MOST:
        text = f"{{0}}'s pool is cut to {pools.MOST} dice."
        step.say(Noted(rule="ORE-POOL-01", to=to, text=text, about=(i,)))
    if actions > 1 and n < 2 * actions:
        text = f"{n} dice: not all {actions} actions can succeed."
        step.say(Noted(rule="ORE-MULTI-01", to=to, text=text))
    found = roll_sets(step, i, n, label, "ORE-STATIC-01", target=target, to=to)
    for p, what, dice in zip(helping, helps, lent, strict=True):
        step.close(p)
        if dice:
            share = f"lends {dice} of {own + sum(lent)} dice and that share of what comes of it"
            step.say(Noted(rule="ORE-COOP-01", to=to, text=f"{{0}} {share}.", about=(what.helper,)))
    good = pools.usable(found, target)
    if actions > 1:
        step.say(Noted(rule="ORE-MULTI-01", to=to, text=f"{min(len(good), actions)} of {actions} actions succeed."))
    _offer(step, i, good if actions == 1 else (), to)


def _helps(what: Helping, i: Id, skill: str) -> bool:
    return what.leader == i and what.skill.casefold() == skill.casefold()


def _offer(step: OneRollStep, i: Id, good: tuple[Set, ...], to: tuple[Id, ...]) -> None:
    """With several usable sets the roller may say which; the choice of an earlier roll of theirs is made by this.

    Of a secret roll nothing is left open: what waits in a channel is seen by all.
    """
    for p in tuple(step.scene.pending.values()):
        if isinstance(p.what, Choosing) and p.what.who == i:
            step.close(p)
    if len(good) > 1:
        unless = "" if to else " unless another is chosen"
        step.say(Noted(rule="ORE-SET-03", to=to, text=f"{{0}} uses {good[0]}{unless}.", about=(i,)))
    if len(good) > 1 and not to:
        step.open((i,), Choosing(i, tuple(map(str, good))), "", blocks=False)


def choose(step: OneRollStep, move: Choose) -> None:
    """The roller says which set is used; refused `UNKNOWN` for one that is not there (ORE-SET-03)."""
    p, what = step.top(Choosing, move.actor, move.pending)
    sets = tuple(Set(*map(int, s.split("x"))) for s in what.sets)
    used = pools.chosen(sets, move.set)
    step.close(p)
    step.say(Noted(rule="ORE-SET-03", text=f"{{0}} uses {used}.", about=(move.actor,)))


# -- help --------------------------------------------------------------------------------------------------------------


def assist(step: OneRollStep, move: Assist) -> None:
    """Dice are lent for the next test of somebody with this skill (ORE-COOP-01)."""
    skill = skill_of(move.skill, move.kind)
    sheet, leader = ready(step, move.actor), ready(step, move.target)
    can_lend(step, move.actor, move.target, skill, move.dice)
    fight = step.scene.fight
    if fight is not None and fight.round and move.actor in fight.seats:
        raise Refused("STATE", f"{sheet.name} is in a fight.", "declare it there")
    others = [p.what for p in step.scene.pending.values() if isinstance(p.what, Helping)]
    if any(h.helper == move.actor for h in others):
        raise Refused("STATE", f"{sheet.name} lends dice already.", "one test at a time")
    own = leader.pool(skill) + sum(h.dice for h in others if _helps(h, move.target, skill))
    if own >= pools.MOST:
        raise Refused("RANGE", f"{leader.name} has {pools.MOST} dice already.", "nothing more can be lent")
    step.open((move.target,), Helping(move.actor, move.target, skill, move.dice), "", blocks=False)
    text = f"{{0}} will lend {{1}} {move.dice} dice for {title_of(skill)}."
    step.say(Noted(rule="ORE-COOP-01", text=text, about=(move.actor, move.target)))


def can_lend(step: OneRollStep, i: Id, target: Id, skill: str, dice: int) -> None:
    """Refuses `RULE` without a rating or to oneself, `RANGE` for more dice than the rating (ORE-COOP-01)."""
    sheet = step.sheet(i)
    if i == target:
        raise Refused("RULE", "Nobody lends dice to themselves.", "somebody else")
    if (most := sheet.skill(skill)) < 1:
        raise Refused("RULE", f"{sheet.name} has no {title_of(skill)}.", "a skill with a rating of 1 or more")
    if not 1 <= dice <= most:
        raise Refused("RANGE", f"{sheet.name} cannot lend {dice} dice.", f"1 to {most}")


def share(step: OneRollStep, move: Share) -> None:
    """Points of consequence are parted in proportion to dice (ORE-COOP-01)."""
    if len(move.who) != len(move.dice) or len(move.who) < 2 or min(move.dice) < 0 or not sum(move.dice):
        raise Refused("RANGE", "Each of them needs a number of dice.", "the leader first, then who lent")
    if not 1 <= move.points <= 100:
        raise Refused("RANGE", f"{move.points} points cannot be parted.", "1 to 100")
    for i, part in zip(move.who, pools.shares(move.points, move.dice), strict=True):
        step.say(Noted(rule="ORE-COOP-01", text=f"{{0}} bears {part} of {move.points}.", about=(i,)))


# -- asked for ---------------------------------------------------------------------------------------------------------


def ask(step: OneRollStep, move: Ask) -> None:
    """The GM asks for a test; each of them rolls when they like."""
    skill = skill_of(move.skill, move.kind)
    pools.usable((), move.target)
    if not move.who or len(set(move.who)) != len(move.who):
        raise Refused("UNKNOWN", "Name whom you ask, each once.", "one or more characters")
    for i in move.who:
        ready(step, i)
    height = f", height {move.target} or more" if move.target > 1 else ""
    note = f": {move.note}" if move.note else ""
    what = Asked(skill, move.target, move.note)
    step.open(move.who, what, f"{pool_name(skill)}{height}{note}", blocks=False)


def answer_ask(step: OneRollStep, move: AnswerAsk) -> None:
    """One of those asked rolls."""
    p, what = step.top(Asked, move.actor, move.pending)
    ready(step, move.actor)
    by = tuple(i for i in p.by if i != move.actor)
    if by:
        step.set_scene(pending={**step.scene.pending, p.id: Pending(p.id, p.rev, by, what, p.blocks)})
    else:
        step.close(p)
    _test(step, move.actor, what.skill, target=what.target, note=what.note)


# -- contests ----------------------------------------------------------------------------------------------------------


def contest(step: OneRollStep, move: Contest) -> None:
    """A contest is offered: the other side chooses a skill, then both roll."""
    skill = skill_of(move.skill, move.kind)
    sheet = ready(step, move.actor)
    ready(step, move.target)
    if move.actor == move.target:
        raise Refused("RULE", "Nobody contests with themselves.", "somebody else")
    what = Contesting(move.actor, move.target, skill, sheet.pool(skill), move.order)
    text = f"{{0}} sets {pool_name(skill)} against {{1}}."
    step.say(Noted(rule="ORE-VS-01" if move.order else "ORE-VS-02", text=text, about=(move.actor, move.target)))
    step.open((move.target,), what, "answer with a skill", blocks=False)


def answer_contest(step: OneRollStep, move: AnswerContest) -> None:
    """Both sides roll, the one who began first (ORE-VS-01, -02)."""
    p, what = step.top(Contesting, move.actor, move.pending)
    skill = skill_of(move.skill, move.kind)
    theirs = ready(step, what.target).pool(skill)
    step.close(p)
    rule = "ORE-VS-01" if what.order else "ORE-VS-02"
    sides = []
    for joined, (i, s, n) in enumerate(((what.by, what.skill, what.dice), (what.target, skill, theirs))):
        found = roll_sets(step, i, n, pool_name(s), rule)
        sides.append(pools.Side(found, not is_creature(step.state, i), joined))
    a, b = sides
    (_first if what.order else _winner)(step, what, a, b)


def _first(step: OneRollStep, what: Contesting, a: pools.Side, b: pools.Side) -> None:
    who = {"a": what.by, "b": what.target}
    side = pools.first(a, b)
    if side == "none":
        step.say(Noted(rule="ORE-VS-01", text="Nobody has a set: neither {0} nor {1} acts.", about=tuple(who.values())))
        return
    other = "b" if side == "a" else "a"
    both = bool(a.sets and b.sets)
    text = "{0} acts first, then {1}." if both else "{0} acts, {1} does not."
    step.say(Noted(rule="ORE-VS-01", text=text, about=(who[side], who[other])))


def _winner(step: OneRollStep, what: Contesting, a: pools.Side, b: pools.Side) -> None:
    best = [pools.highest(side.sets) for side in (a, b)]
    heights = [s.height if s else 0 for s in best]
    sums = [
        Sum(i, ((str(s) if s else "nothing", h),), h)
        for i, s, h in zip((what.by, what.target), best, heights, strict=True)
    ]
    result = pools.winner(a, b)
    verdict = result if result in ("a", "b") else "tie"
    step.say(Compared(rule="ORE-VS-02", a=sums[0], b=sums[1], verdict=verdict, by=abs(heights[0] - heights[1])))
    text = {
        "none": "Nobody has a set: all stays as it was.",
        "tie": "Equal heights: a draw, to be rolled again if it matters.",
        "a": "{0} wins.",
        "b": "{1} wins.",
    }[result]
    tied = heights[0] == heights[1] and result in ("a", "b")
    text += " A player's character wins when heights are equal." if tied else ""
    step.say(Noted(rule="ORE-VS-02", text=text, about=(what.by, what.target)))
