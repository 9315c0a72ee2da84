"""Checks, saving throws and challenges: from an ability to a strength, and one strength against another (DH-ACT)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.challenges import Verdict, compare
from mechanics.facts import Compared, Die, Fact, Noted, Rolled, Sum
from mechanics.game import CHAIR, SELF, Id, Refused
from mechanics.games.dragonhead.create import finished
from mechanics.games.dragonhead.moves import AnswerVersus, BreakTie, Check, ChooseDm, Roll, Save, Stunt, Versus
from mechanics.games.dragonhead.pending import Challenged, Facing, Thrown, What
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.play.plain import split_letter
from mechanics.games.dragonhead.play.pools import session_number
from mechanics.games.dragonhead.play.rolls import (
    CRASH,
    declare,
    first_throw,
    is_tied,
    keep_open,
    short_note,
    tell_crash,
    tell_stunt,
    throw,
)
from mechanics.games.dragonhead.play.secrets import cover
from mechanics.games.dragonhead.scores import FURTHEST, one_of, within
from mechanics.games.dragonhead.stunts import STUNTS
from mechanics.shared import meet
from mechanics.state import Pending

PER_SUCCESS = 4
"""Points of difference that make one more success in a challenge (DH-ACT-08)."""
_THROWS = ("DH-ACT-01", "DH-ACT-07", "DH-MOJO-06", "DH-DICE-01")
"""Rules whose Rolled fact is a throw that has a strength: a check's, a save's, a fudged one's, plain dice's."""


def strength(fact: Fact) -> int | None:
    """The strength that a throw's fact tells, a crash counting 0; None of any other fact. A measure for odds."""
    if isinstance(fact, Rolled) and fact.rule in _THROWS:
        return 0 if fact.verdict == CRASH else fact.sum.total
    return None


def verdict_of(fact: Fact) -> str | None:
    """The word of a throw's fact, "crash" to "triple success" and on; None of any other fact. A measure for odds."""
    return fact.verdict if isinstance(fact, Rolled) and fact.rule in _THROWS else None


# -- the moves ---------------------------------------------------------------------------------------------------------


def check(step: DragonheadStep, move: Check) -> None:
    """An action (DH-ACT-01)."""
    declared = declare(
        step,
        move.actor,
        move.ability,
        difficulty=move.difficulty,
        shift=move.shift,
        tries=move.tries,
        rise=move.rise,
        bonus=move.bonus,
        mod=move.mod,
        note=move.note,
    )
    told = len(step.facts)
    roll = first_throw(step, declared)
    if move.secret:
        tell_crash(step, roll)
        cover(step, roll, told)
    else:
        alone(step, roll)


def save(step: DragonheadStep, move: Save) -> None:
    """A saving throw, perhaps against a strength: then the one who saves is the challenger (DH-ACT-07, -08)."""
    declared = declare(
        step,
        move.actor,
        move.ability,
        save=True,
        difficulty=move.difficulty,
        shift=move.shift,
        tries=move.tries,
        rise=move.rise,
    )
    facing = _typed(move.vs) if move.vs is not None else None
    alone(step, first_throw(step, declared), facing)


def stunt(step: DragonheadStep, move: Stunt) -> None:
    """A check whose outcome is looked up in a table of its own (DH-ACT-06)."""
    what = one_of(move.what, STUNTS, "stunt")
    height = 0 if move.height is None else within(move.height, 1, FURTHEST, "A height in feet")
    declared = declare(
        step,
        move.actor,
        STUNTS[what].ability,
        difficulty=move.difficulty,
        shift=move.shift,
        tries=move.tries,
        rise=move.rise,
    )
    label = f"{what.capitalize()}, {declared.roll.label}"
    declared = replace(declared, roll=replace(declared.roll, label=label, stunt=what, height=height))
    alone(step, first_throw(step, declared))


def roll_dice(step: DragonheadStep, move: Roll) -> None:
    """Any dice, by a character, a person without one, or the chair (DH-DICE-01)."""
    split_letter(move.dice)
    note = short_note(move.note)
    who, owner = _roller(step, move.actor)
    told = len(step.facts)
    text = move.dice.strip()
    roll = Thrown(
        session=session_number(step),
        who=who,
        owner=owner,
        rule="DH-DICE-01",
        label=text,
        ability="",
        score=0,
        difficulty="normal",
        tries="no",
        note=note,
        dice=text,
    )
    roll = throw(step, roll, roll.rule)
    if note:
        step.say(Noted(text=note))
    if move.secret:
        cover(step, roll, told)
    else:
        keep_open(step, roll)


def _roller(step: DragonheadStep, actor: Id) -> tuple[Id, str]:
    """Who rolls, as facts name them, and whose mojos pay for it."""
    if actor == CHAIR:
        return CHAIR, CHAIR
    if actor == SELF:
        return meet(step), step.caller.user
    return actor, finished(step, actor).owner


# -- challenges --------------------------------------------------------------------------------------------------------


def decide(a: int, a_crash: bool, b: int, b_crash: bool) -> tuple[Verdict, int]:
    """Who wins a challenge that a made, and by how much: the greater strength, but never a crash (DH-ACT-08).

    If both crash, the challenger has not won.
    """
    verdict, by = compare(a, b)
    return ("b" if a_crash else "a" if b_crash else verdict), by


def successes(by: int) -> int:
    """What winning a challenge by this difference is worth; a tie won has difference 0 (DH-ACT-08)."""
    return 1 + by // PER_SUCCESS


def _total(roll: Thrown) -> Sum:
    return Sum(roll.who, roll.parts, roll.strength)


def _typed(vs: int) -> Facing:
    within(vs, 1, FURTHEST, "An opposing strength")
    return Facing("a", CHAIR, Sum(CHAIR, (("strength", vs),), vs))


def tell_comparison(step: DragonheadStep, roll: Thrown) -> None:
    """Tell how a roll stands against its other side, if both have rolled."""
    if roll.versus is None or roll.versus.other is None:
        return
    mine, other, crash = _total(roll), roll.versus.other, roll.verdict == CRASH
    first = roll.versus.side == "a"
    a, b = (mine, other) if first else (other, mine)
    crashed = (crash, roll.versus.crash) if first else (roll.versus.crash, crash)
    verdict, by = decide(a.total or 0, crashed[0], b.total or 0, crashed[1])
    _tell(step, a, b, verdict, by)


def _tell(step: DragonheadStep, a: Sum, b: Sum, verdict: Verdict, by: int) -> None:
    step.say(Compared(rule="DH-ACT-08", a=a, b=b, verdict=verdict, by=by))
    number = "even" if step.state.rulings.tie_even == "challenger" else "odd"
    worth = f"{n} success{'es' if n > 1 else ''}" if (n := successes(by)) else ""
    text = {
        "a": f"{{0}} wins with {worth}.",
        "b": f"{{0}} is defeated: the other side wins with {worth}.",
        "tie": f"A tie: 1d6 breaks it, and on an {number} number {{0}} wins.",
    }[verdict]
    step.say(Noted(rule="DH-ACT-08", text=text, about=(a.who,)))


def versus(step: DragonheadStep, move: Versus) -> None:
    """A challenge of a strength, of a creature (rolls at once) or of a player's character (answers) (DH-ACT-08)."""
    if (move.vs is None) == (move.target is None):
        raise Refused("UNKNOWN", "A challenge needs either a strength or somebody to challenge.", "vs or target")
    if move.target == move.actor:
        raise Refused("RULE", "Nobody challenges themselves.", "somebody else, or a strength")
    mine = declare(step, move.actor, move.ability, difficulty=move.difficulty, tries=move.tries, rise=move.rise)
    if move.target is None:
        facing = _typed(move.vs or 0)
        alone(step, first_throw(step, mine), facing)
        return
    theirs = declare(step, move.target, move.ability)
    a = first_throw(step, mine)
    if theirs.roll.owner == CHAIR:
        b = first_throw(step, theirs)
        opened = keep_open(step, replace(a, versus=Facing("a", b.who, _total(b), b.verdict == CRASH)))
        _both(step, a, replace(b, versus=_facing_challenger(a, opened)))
        return
    tell_crash(step, a)
    opened = keep_open(step, replace(a, versus=Facing("a", move.target)))
    asked = step.open(
        (move.target,),
        Challenged(move.target, a.ability, _facing_challenger(a, opened)),
        f"answer the challenge, {a.ability.capitalize()} against {a.strength}",
        blocks=False,
    )
    if opened:
        _link(step, opened.id, pending=asked.id)


def _facing_challenger(a: Thrown, opened: Pending[What] | None) -> Facing:
    return Facing("b", a.who, _total(a), a.verdict == CRASH, opened.id if opened else None)


def answer(step: DragonheadStep, move: AnswerVersus) -> None:
    """The one who was challenged rolls the same ability, Normal, without trying hard (DH-ACT-08)."""
    asked, what = step.top(Challenged, move.actor, move.pending)
    if what.who != move.actor:
        raise Refused("not-yours", "Somebody else was challenged.", "only the one challenged answers")
    declared = declare(step, what.who, what.ability)
    step.close(asked)
    _both(step, None, replace(first_throw(step, declared), versus=what.versus))


def alone(step: DragonheadStep, roll: Thrown, facing: Facing | None = None) -> None:
    """One roll, against a typed strength or nothing."""
    roll = replace(roll, versus=facing)
    tell_comparison(step, roll)
    tell_stunt(step, roll)
    tell_crash(step, roll)
    keep_open(step, roll)


def _both(step: DragonheadStep, a: Thrown | None, b: Thrown) -> None:
    """Both sides have rolled, `a` in this very move or earlier (None)."""
    tell_comparison(step, b)
    tell_crash(step, *((a, b) if a else (b,)))
    opened = keep_open(step, b)
    tell_other(step, b, opened.id if opened else None)


def tell_other(step: DragonheadStep, roll: Thrown, pending: int | None) -> None:
    """The other side's decision, if still open, learns how this roll stands; `pending` is this one's, while open."""
    if roll.versus is not None and roll.versus.pending is not None:
        _link(step, roll.versus.pending, other=_total(roll), crash=roll.verdict == CRASH, pending=pending)


def _link(step: DragonheadStep, number: int, **fields: object) -> None:
    """Write what a decision knows of its other side. Nothing if it is closed."""
    p = step.scene.pending.get(number)
    if p is None or not isinstance(p.what, Thrown | Challenged) or p.what.versus is None:
        return
    what = replace(p.what, versus=replace(p.what.versus, **fields))
    if isinstance(what, Thrown):
        step.update(p, what=what)
    else:  # how to answer does not depend on it: the buttons made before stay good
        step.set_scene(pending={**step.scene.pending, p.id: replace(p, what=what)})


def break_tie(step: DragonheadStep, move: BreakTie) -> None:
    """1d6: even, and the one who made the challenge wins; the tie is settled for good (DH-ACT-08)."""
    p, roll = _tie_of(step, move)
    facing = roll.versus
    assert facing is not None and facing.other is not None
    a, b = (_total(roll), facing.other) if facing.side == "a" else (facing.other, _total(roll))
    face = step.draw(1, 6)[0]
    even = face % 2 == 0
    step.say(
        Rolled(
            rule="DH-ACT-08",
            label="tie",
            sum=Sum(a.who, (("d6", face),), face, (Die(6, face),)),
            verdict="even" if even else "odd",
        )
    )
    for_challenger = even == (step.state.rulings.tie_even == "challenger")
    winner: Verdict = "a" if for_challenger else "b"
    _tell(step, a, b, winner, 0)
    _link(step, p.id, settled=winner)
    if facing.pending is not None:
        _link(step, facing.pending, settled=winner)


def _tie_of(step: DragonheadStep, move: BreakTie) -> tuple[Pending[What], Thrown]:
    def concerns(roll: Thrown) -> bool:
        return move.actor == CHAIR or (roll.versus is not None and move.actor in (roll.who, roll.versus.who))

    if move.pending is not None:
        p, roll = step.top(Thrown, pending=move.pending)
        if not concerns(roll):
            raise Refused("not-yours", "That tie is between others.", "either side, or a GM, breaks it")
        if not is_tied(roll):
            raise Refused("STATE", "There is no tie to break.", "the newest card shows how it stands")
        return p, roll
    for p in reversed(step.scene.pending.values()):
        if isinstance(p.what, Thrown) and is_tied(p.what) and concerns(p.what):
            return p, p.what
    raise Refused("STATE", "There is no tie to break.", "equal strengths in a challenge make one")


# -- who is DM ---------------------------------------------------------------------------------------------------------


def choose_dm(step: DragonheadStep, move: ChooseDm) -> None:
    """Everybody named rolls 1d20, the tied greatest again until one is left: the DM from now on (DH-BASE-01)."""
    if step.state.campaign.gms and not step.caller.gm:
        raise Refused("not-gm", "There is a DM already: only they may have the choice made anew.", "ask the DM")
    if len(move.users) < 2 or len(set(move.users)) < len(move.users):
        raise Refused("RANGE", "It takes at least two people, each named once.", "two or more different people")
    if unknown := [u for u in move.users if u not in step.state.campaign.people]:
        raise Refused("unknown", f"{len(unknown)} of them have not been at this table yet.", "who has played here")
    left = move.users
    while len(left) > 1:
        faces = {user: step.draw(1, 20)[0] for user in left}
        best = max(faces.values())
        for user, face in faces.items():
            shown = Sum(Id(user), (("d20", face),), face, (Die(20, face),))
            step.say(Rolled(rule="DH-BASE-01", label="who is DM", sum=shown, verdict="highest" if face == best else ""))
        left = tuple(user for user in left if faces[user] == best)
    step.set_campaign(gms=left)
    step.say(Noted(rule="DH-BASE-01", text="{0} is DM from now on.", about=(Id(left[0]),)))
