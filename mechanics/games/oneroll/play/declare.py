"""A round's beginning: declarations, one roll for everybody, sets put on actions (ORE-CBT-01 to -03)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from mechanics.creatures import is_creature
from mechanics.facts import Noted, Turned, name_of
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.oneroll import body, pools
from mechanics.games.oneroll.fight import Budget, Declaration, Row, seal
from mechanics.games.oneroll.moves import Action, Assign, Bonus, Declare, DeclareMany
from mechanics.games.oneroll.pending import Assigning, Declaring
from mechanics.games.oneroll.play import OneRollStep, resolve
from mechanics.games.oneroll.play.checks import can_lend, pool_name, ready, roll_sets
from mechanics.games.oneroll.skills import skill_of, stat_of, title_of
from mechanics.state import Pending, Sealed

KINDS = ("attack", "dodge", "assist", "other")
NONCE = 64
"""The longest nonce, in characters."""


def budget(step: OneRollStep, i: Id) -> Budget:
    """A fighter's part of this round."""
    return step.fight.seats[i].budget


def in_round(step: OneRollStep) -> tuple[Id, ...]:
    """Who takes part in this round, in order of joining: all who were there when it began."""
    fight = step.fight
    row = {i for g in (*fight.done, fight.now) for i in g}
    return tuple(i for i in fight.seats if i in row)


def slowest_first(step: OneRollStep) -> tuple[Id, ...]:
    """Who takes part, lowest Sense first; of equal Sense creatures first, then in order of joining (ORE-CBT-01)."""
    return tuple(sorted(in_round(step), key=lambda i: (step.sheet(i).stat("sense"), not is_creature(step.state, i))))


def waits_for(step: OneRollStep, kind: type, by: tuple[Id, ...]) -> None:
    """The decision of this kind waits for these now; its buttons stay good. Nobody: it is closed."""
    for p in tuple(step.scene.pending.values()):
        if isinstance(p.what, kind):
            if by:
                new = Pending(p.id, p.rev, by, p.what, p.blocks)
                step.set_scene(pending={**step.scene.pending, p.id: new})
            else:
                step.close(p)
    step.set_fight(now=by, done=(tuple(i for i in in_round(step) if i not in by),))


def begin(step: OneRollStep) -> None:
    """A new round waits for everybody's declaration."""
    by = step.fight.now
    if not by:
        resolve.round_end(step)
        return
    step.open(by, Declaring(), "what will you do?")


# -- declaring ---------------------------------------------------------------------------------------------------------


def declare(step: OneRollStep, move: Declare) -> None:
    """One declares, or changes what was declared."""
    _declare(step, move.actor, move.actions, move.nonce)
    progress(step)


def declare_many(step: OneRollStep, move: DeclareMany) -> None:
    """The GM declares for several at once."""
    if not step.caller.gm:
        raise Refused("OWNER", "Only the GM declares for many.", "declare for your own")
    if not move.who or len(set(move.who)) != len(move.who):
        raise Refused("UNKNOWN", "Name who declares, each once.", "one or more fighters")
    for i in move.who:
        _declare(step, i, move.actions, move.nonce)
    progress(step)


def _declare(step: OneRollStep, i: Id, actions: Sequence[Action], nonce: str) -> None:
    if step.fight.phase != "declare":
        raise Refused("STATE", f"Nothing is declared in the phase {step.fight.phase}.", "in the next round")
    if i not in in_round(step):
        raise Refused("STATE", f"{name_of(i, step.state)} takes no part in this round.", "from the next round on")
    ready(step, i)
    mine = budget(step, i)
    if mine.actions is not None:
        raise Refused("STATE", f"What {name_of(i, step.state)} does is revealed already.", "it stands")
    if len(nonce) > NONCE:
        raise Refused("RANGE", f"A nonce has at most {NONCE} characters.", "a short random text")
    meant = tuple(_checked(step, i, a) for a in actions)
    _together(step, i, meant)
    sealed = step.state.rulings.declare == "sealed"
    mark = seal(nonce, shown(step, meant)) if sealed else ""
    step.budget(i, declared=Sealed(i, Declaration(meant, nonce)), seal=mark)
    how = "has declared" if mine.declared is None else "has changed what was declared"
    step.say(Noted(rule="ORE-CBT-01", text=f"{{0}} {how}{f', seal {mark}' if mark else ''}.", about=(i,)))


def _checked(step: OneRollStep, i: Id, a: Action) -> Action:
    """An action as it is played; refuses what cannot be (ORE-CBT-01)."""
    if a.kind not in KINDS:
        raise Refused("UNKNOWN", f"There is no action {a.kind[:40]}.", ", ".join(KINDS))
    skill = skill_of(a.skill or {"attack": "brawl", "dodge": "dodge"}.get(a.kind, ""))
    a = replace(a, skill=skill, stat=stat_of(a.stat) if a.stat else "")
    if a.kind in ("attack", "assist"):
        if a.target is None or a.target not in step.fight.seats:
            raise Refused("UNKNOWN", "Name somebody in this fight as target.", "/combat status shows who is")
        if a.target == i:
            raise Refused("RULE", "Nobody is their own target.", "somebody else")
        if step.sheet(a.target).dead:
            raise Refused("STATE", f"{step.sheet(a.target).name} is dead.", "somebody alive")
    if a.kind == "assist":
        can_lend(step, i, a.target or i, skill, a.dice)
    if a.kind == "other":
        pools.usable((), a.min_height)
    if a.kind == "attack":
        if a.profile and not step.caller.gm:
            raise Refused("OWNER", "Only the GM writes what an attack does.", "leave it out")
        _ = body.profile_of(a.profile) if a.profile else step.sheet(i).profile(skill)
    if a.call:
        if a.kind != "attack" or not step.state.rulings.called_shot:
            raise Refused("RULE", "Called shots are not played at this table.", "the ruling called_shot")
        a = replace(a, call=body.named_place(a.call))
    return a


def _together(step: OneRollStep, i: Id, actions: tuple[Action, ...]) -> None:
    """Refuses actions that do not go together (ORE-MULTI-01, -CBT-01, -CALL-01); warns of too few dice."""
    if not actions:
        return
    if len(actions) > 1 and any(a.kind == "assist" for a in actions):
        raise Refused("RULE", "Who lends dice does nothing else in this round.", "assist alone")
    if sum(bool(a.call) for a in actions) > 1:
        raise Refused("RULE", "One shot is called at a time.", "one called shot")
    n = pools.several([_pool(step, i, a) for a in actions], budget(step, i).bonus)
    if any(a.call for a in actions) and n < 3:
        raise Refused("RANGE", f"A called shot takes 3 dice, not {n}.", "a greater pool")
    if len(actions) > 1 and n < 2 * len(actions):
        text = f"{n} dice: not all {len(actions)} actions can succeed."
        step.say(Noted(rule="ORE-MULTI-01", to=(i,), text=text))


def _pool(step: OneRollStep, i: Id, a: Action) -> int:
    return step.sheet(i).pool(a.skill, a.stat)


def shown(step: OneRollStep, actions: Sequence[Action]) -> str:
    """A declaration in plain words: what a seal is made over."""
    return " + ".join(_words(step, a) for a in actions) or "pass"


def _words(step: OneRollStep, a: Action) -> str:
    target = name_of(a.target, step.state) if a.target else ""
    if a.kind == "attack":
        place = f", {body.words(a.call)} called" if a.call else ""
        return f"{title_of(a.skill)} on {target}{place}" + (f" ({a.profile})" if a.profile else "")
    if a.kind == "assist":
        return f"lends {target} {a.dice} dice, {title_of(a.skill)}"
    height = f", height {a.min_height} or more" if a.min_height > 1 else ""
    return (
        ("dodge" if a.skill == "dodge" else f"dodge with {title_of(a.skill)}")
        if a.kind == "dodge"
        else (f"{title_of(a.skill)}{height}")
    )


def progress(step: OneRollStep) -> None:
    """Reveal what may be seen now; when the last one is in, everybody rolls (ORE-CBT-01, -02)."""
    order = [i for i in slowest_first(step) if step.sheet(i).able]
    missing = tuple(i for i in order if budget(step, i).declared is None)
    for i in order:
        if i in missing and step.state.rulings.declare == "ordered":
            break
        if not (missing and step.state.rulings.declare == "sealed") and budget(step, i).actions is None:
            _reveal(step, i)
    waits_for(step, Declaring, tuple(i for i in step.fight.seats if i in missing))
    if not missing:
        _roll(step)


def _reveal(step: OneRollStep, i: Id) -> None:
    mine = budget(step, i)
    assert mine.declared is not None
    declared = mine.declared.open()
    step.budget(i, actions=declared.actions)
    targets = tuple(a.target for a in declared.actions if a.target)
    proof = f" Seal {mine.seal}, nonce {declared.nonce or 'none'}." if mine.seal else ""
    text = f"{{0}}: {shown(step, declared.actions)}.{proof}"
    step.say(Noted(rule="ORE-CBT-01", text=text, about=(i, *targets)))


def bonus(step: OneRollStep, move: Bonus) -> None:
    """The GM sets the bonus dice of fighters for this round (ORE-POOL-02)."""
    if step.fight.phase != "declare":
        raise Refused("STATE", "Bonus dice are given before the roll.", "in the next round")
    if not move.who or len(set(move.who)) != len(move.who):
        raise Refused("UNKNOWN", "Name who gets them, each once.", "one or more fighters")
    pools.dice_in(0, 0, bonus=move.dice)
    for i in move.who:
        if i not in in_round(step):
            raise Refused("STATE", f"{name_of(i, step.state)} takes no part in this round.", "who does")
        step.budget(i, bonus=move.dice)
        step.say(Noted(rule="ORE-POOL-02", text=f"{{0}} has {move.dice:+d} dice in this round.", about=(i,)))


# -- rolling -----------------------------------------------------------------------------------------------------------


def _roll(step: OneRollStep) -> None:
    """Everybody's pool, once, in order of joining (ORE-CBT-02)."""
    doing = {i: budget(step, i).actions or () for i in in_round(step) if step.sheet(i).able}
    _lend(step, doing)
    for i, actions in doing.items():
        if not actions or actions[0].kind == "assist":
            continue
        mine, lowest = budget(step, i), min(_pool(step, i, a) for a in actions)
        n = pools.dice_in(0, lowest, bonus=mine.bonus, lent=mine.lent, actions=len(actions))
        face = next((body.face_of(a.call) for a in actions if a.call), 0)
        thrown = max(0, n - 2) if face else n
        label = " and ".join(dict.fromkeys(pool_name(a.skill, a.stat) for a in actions))
        laid = face if thrown else 0
        found = roll_sets(step, i, thrown, label, "ORE-CALL-01" if face else "ORE-CBT-02", laid=laid)
        step.budget(i, rows=tuple(Row(*s) for s in found))
    by = tuple(i for i in doing if _must_choose(step, i))
    for i in doing:
        if i not in by:
            _assign(step, i)
    if by:
        step.set_fight(phase="assign", now=by, done=(tuple(i for i in in_round(step) if i not in by),))
        step.say(Turned(round=step.fight.round, phase="assign", acting=by))
        step.open(by, Assigning(), "which set for which action?")
    else:
        resolve.start(step)


def _lend(step: OneRollStep, doing: dict[Id, tuple[Action, ...]]) -> None:
    """Helpers' dice, in order of joining, as far as they fit into the pool that they help (ORE-COOP-01)."""
    for helper, actions in doing.items():
        for a in actions:
            if a.kind != "assist" or a.target is None:
                continue
            theirs = doing.get(a.target, ())
            if not any(t.kind != "assist" and t.skill.casefold() == a.skill.casefold() for t in theirs):
                text = "{0}'s help comes to nothing: {1} does nothing with that skill."
                step.say(Noted(rule="ORE-COOP-01", text=text, about=(helper, a.target)))
                continue
            has = budget(step, a.target)
            own = pools.dice_in(0, min(_pool(step, a.target, t) for t in theirs), bonus=has.bonus, lent=has.lent)
            (dice,) = pools.lent(own, [a.dice])
            step.budget(a.target, lent=has.lent + dice)
            text = f"{{0}} lends {{1}} {dice} dice: {dice} of {own + dice}."
            step.say(Noted(rule="ORE-COOP-01", text=text, about=(helper, a.target)))


# -- assigning ---------------------------------------------------------------------------------------------------------


def _must_choose(step: OneRollStep, i: Id) -> bool:
    mine = budget(step, i)
    actions = mine.actions or ()
    if len(actions) == 1 and actions[0].call:
        return False
    return len(mine.rows) > 1 or (len(actions) > 1 and bool(mine.rows))


def assign(step: OneRollStep, move: Assign) -> None:
    """One puts sets on actions (ORE-CBT-03): `UNKNOWN` a set not rolled, `RULE` one set on two actions.

    The chair: all of its creatures that wait use their sets as they lie.
    """
    i = move.actor
    if step.fight.phase != "assign":
        raise Refused("STATE", f"No sets are assigned in the phase {step.fight.phase}.", "after the roll")
    if i == CHAIR:
        p, _ = step.top(Assigning, None, move.pending)
        theirs = [j for j in p.by if is_creature(step.state, j)]
        if not theirs or move.sets:
            raise Refused("STATE", "None of the GM's creatures has sets to assign.", "name one of those who wait")
        for j in theirs:
            _assign(step, j)
            _tell(step, j)
        settle(step)
        return
    step.top(Assigning, i, move.pending)
    if len(move.sets) > len(budget(step, i).actions or ()):
        raise Refused("RANGE", "There are more sets than actions.", "a set for each action")
    _assign(step, i, move.sets)
    _tell(step, i)
    settle(step)


def _tell(step: OneRollStep, i: Id) -> None:
    """Which set goes to which action."""
    taken = ", ".join(
        f"{r} to {_words(step, (budget(step, i).actions or ())[r.action])}"
        for r in budget(step, i).rows
        if r.action is not None
    )
    step.say(Noted(rule="ORE-CBT-03", text=f"{{0}}: {taken}.", about=(i, *_targets(step, i))))


def _targets(step: OneRollStep, i: Id) -> tuple[Id, ...]:
    return tuple(a.target for a in budget(step, i).actions or () if a.target)


def _assign(step: OneRollStep, i: Id, sets: Sequence[str] = ()) -> None:
    """The named sets go to the actions in order; others get the widest and then highest that is left (ORE-CBT-03)."""
    mine = budget(step, i)
    actions, rows = mine.actions or (), list(mine.rows)
    named = [pools.chosen([r.set for r in rows], text) if text else None for text in sets]
    picked = [s for s in named if s]
    if len(set(picked)) != len(picked):
        raise Refused("RULE", "One set goes to one action only.", "another set")
    for n, a in enumerate(actions):
        wanted = named[n] if n < len(named) else None
        for k, row in enumerate(rows):
            free = row.action is None and (row.set == wanted if wanted else row.set not in picked)
            if free and resolve.takes(a, row):
                rows[k] = replace(row, action=n)
                break
        else:
            if wanted:
                raise Refused("RULE", "A called shot needs the face that was laid down.", "that set, or none")
    step.budget(i, rows=tuple(rows))


def settle(step: OneRollStep) -> None:
    """Who has still to assign; when nobody has, the sets resolve."""
    rest = tuple(
        i
        for i in in_round(step)
        if step.sheet(i).able and _must_choose(step, i) and all(r.action is None for r in budget(step, i).rows)
    )
    waits_for(step, Assigning, rest)
    if not rest:
        resolve.start(step)


# -- when somebody falls, leaves, or is absent -------------------------------------------------------------------------


def mend(step: OneRollStep) -> None:
    """After anything that may have taken a fighter out: nothing waits for them, and the round goes on."""
    if step.scene.fight is None:
        return
    phase = step.fight.phase
    if phase == "declare":
        progress(step)
    elif phase == "assign":
        settle(step)
    elif phase == "resolve":
        resolve.void_fallen(step)
        waiting = resolve.queue(step)
        if not waiting or step.fight.now != (waiting[0][1],):  # who is first stays first: Next is still good
            resolve.point(step)


def defaults(step: OneRollStep) -> None:
    """The GM finishes what waits: passes, defaults, and then all that is left to resolve."""
    if not step.caller.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    phase = step.fight.phase
    if phase == "declare":
        for i in in_round(step):
            if step.sheet(i).able and budget(step, i).declared is None:
                step.budget(i, declared=Sealed(i, Declaration(())))
                step.say(Noted(rule="ORE-CBT-01", text="{0} passes.", about=(i,)))
        progress(step)
    elif phase == "assign":
        for p in tuple(step.scene.pending.values()):
            if isinstance(p.what, Assigning):
                for i in p.by:
                    _assign(step, i)
        settle(step)
    elif phase == "resolve":
        resolve.rest(step)
    else:
        raise Refused("STATE", "Nothing waits to be finished.", "/combat next goes on")
