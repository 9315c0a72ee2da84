"""Mojos: the opening roll, Fudge, chipping in, the end of the evening (DH-MOJO). Prices are in `spending`."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.facts import Changed, Die, Noted, Rolled, Sum
from mechanics.game import CHAIR, SELF, Id, Refused
from mechanics.games.dragonhead.moves import ChipIn, Fudge, Keep
from mechanics.games.dragonhead.pending import Board, Covered, Purse, Thrown, What
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.play.checks import tell_comparison, tell_other
from mechanics.games.dragonhead.play.healing import take_rest
from mechanics.games.dragonhead.play.pools import charge, has, payer, running
from mechanics.games.dragonhead.play.rolls import CRASH, tell_crash, tell_stunt, throw
from mechanics.games.dragonhead.play.secrets import keep_to, sees, written
from mechanics.games.dragonhead.play.spending import contribute
from mechanics.mojo import Evening
from mechanics.shared import meet
from mechanics.state import Pending

FUDGES = 3
"""How often one roll may be fudged (DH-MOJO-06)."""
_ROLLS = ((9, 1), (5, 2), (2, 3), (1, 5))


# -- the evening -------------------------------------------------------------------------------------------------------


def mojo_dice(players: int) -> int:
    """How many d6 everybody's mojo roll has, by the number of players (DH-MOJO-02); `RANGE` below 1."""
    for least, dice in _ROLLS:
        if players >= least:
            return dice
    raise Refused("RANGE", "A session needs at least one player.", "1 or more players")


def begin(step: DragonheadStep) -> None:
    """Everybody on time rolls for mojos, players first, then GMs; what was there before is gone (DH-MOJO-01)."""
    session = step.session
    heads = session.present if step.state.rulings.count_dm_as_player else session.players
    dice = mojo_dice(len(heads))
    pool: dict[str, int] = {}
    _close_old(step)
    for user in session.present:
        faces = step.draw(dice, 6)
        pool[user] = sum(faces)
        shown = Sum(Id(user), ((f"{dice}d6", pool[user]),), pool[user], tuple(Die(6, f) for f in faces))
        step.say(Rolled(rule="DH-MOJO-01", label="mojo roll", sum=shown))
        step.say(Changed(rule="DH-MOJO-01", who=Id(user), gauge="pool", before=0, after=pool[user]))
    step.set_session(more=Evening(pool, sum(pool.values()), len(heads)))


def come_late(step: DragonheadStep) -> None:
    """Who joins after the opening roll has no mojos (DH-MOJO-03)."""
    evening = step.session.more
    if evening is not None:
        step.set_session(more=replace(evening, pool={**evening.pool, step.caller.user: 0}))


def end(step: DragonheadStep) -> None:
    """Mojos never outlast their session, and neither do its open rolls (DH-MOJO-04)."""
    before = step.start.session
    if before is not None and before.more is not None:
        for user, mojos in before.more.pool.items():
            if mojos:
                step.say(Changed(rule="DH-MOJO-04", who=Id(user), gauge="pool", before=mojos, after=0))
    _close_old(step)


def _close_old(step: DragonheadStep) -> None:
    """Close what belongs to another session than the one that runs. What never belonged to one stays."""
    session = step.state.session
    now = session.number if session else 0
    for p in tuple(step.scene.pending.values()):
        if isinstance(p.what, Thrown | Covered | Purse | Board) and p.what.session not in (0, now):
            step.close(p)
            if isinstance(p.what, Thrown) and p.what.rest:
                take_rest(step, p.what)


# -- Fudge -------------------------------------------------------------------------------------------------------------


def fudge(step: DragonheadStep, move: Fudge) -> None:
    """Throw an open roll again for 1 mojo; the newest throw stands, better or worse (DH-MOJO-06)."""
    evening = running(step)
    p, roll = _own_roll(step, move)
    _may_fudge(step, roll)
    user, chips = _who_pays(step, evening, roll, move.actor)
    if evening.pool.get(user, 0) < 1:
        raise Refused("FUNDS", "There is no mojo left to pay for a Fudge.", "somebody else may chip in")
    told = len(step.facts)
    paid = charge(step, 1, {user: 1}, "DH-MOJO-06")
    new = throw(step, replace(roll, fudges_used=roll.fudges_used + 1, chips=chips), "DH-MOJO-06")
    for fact in paid:
        step.say(fact)
    crashed = new.verdict == CRASH
    _tell_fudge(step, new, user, chipped=user in roll.chips, crashed=crashed)
    tell_comparison(step, new)
    tell_stunt(step, new)
    tell_crash(step, new)
    if isinstance(p.what, Covered):
        keep_to(step, p.what.roll.to, told)
    if crashed and not new.contest and not isinstance(p.what, Covered):
        step.close(p)
        if new.rest:
            take_rest(step, new)
    else:
        step.update(p, what=written(p, new))
    tell_other(step, new, None if crashed else p.id)


def _own_roll(step: DragonheadStep, move: Fudge) -> tuple[Pending[What], Thrown]:
    def own(roll: Thrown) -> bool:
        if move.actor == SELF:
            return step.state.rulings.fudge_by == "anyone" or roll.who == step.caller.user
        return move.actor == roll.who or (move.actor == CHAIR and roll.owner == CHAIR)

    for p in reversed(step.scene.pending.values()):
        if move.pending == p.id and not isinstance(p.what, Thrown | Covered):
            raise Refused("stale", "That is no open roll.", "the newest card shows what is true now")
        roll = sees(step, p)
        if move.pending == p.id and (roll is None or not own(roll)):
            raise Refused("not-yours", "Only whoever rolled may fudge a roll.", "chip in a mojo instead")
        if move.pending in (None, p.id) and roll is not None and own(roll):
            return p, roll
    raise Refused("STATE", "There is no open roll to fudge here.", "a roll made in this session that was no snake-eyes")


def _may_fudge(step: DragonheadStep, roll: Thrown) -> None:
    if roll.session != step.session.number:
        raise Refused("no-session", "The session of that roll is over.", "only rolls of this session can be fudged")
    if roll.verdict == CRASH:
        raise Refused("RULE", "Snake-eyes are never fudged.", "the next roll can be")
    if roll.versus is not None and roll.versus.settled:
        raise Refused("STATE", "Its tie is settled: that roll stands.", "the next roll can be fudged")
    if roll.fudges_used >= FUDGES:
        raise Refused("RULE", f"That roll has been fudged {FUDGES} times already.", "the newest throw stands")


def _who_pays(step: DragonheadStep, evening: Evening, roll: Thrown, actor: Id) -> tuple[str, dict[str, int]]:
    """Whose pool pays, and the chips that are left: the first chip whose giver still has a mojo, then the roller's."""
    for user in roll.chips:
        if evening.pool.get(user, 0) > 0:
            return user, {u: n for u, n in roll.chips.items() if u != user}
    return step.caller.user if actor == SELF else payer(step, roll.owner), roll.chips


def _tell_fudge(step: DragonheadStep, roll: Thrown, user: str, *, chipped: bool, crashed: bool) -> None:
    if chipped:
        step.say(Noted(rule="DH-MOJO-14", text="{0} pays for it.", about=(Id(user),)))
    elif user != step.caller.user:
        step.say(Noted(rule="DH-MOJO-06", text="{0} presses for {1}, who pays.", about=(meet(step), Id(user))))
    left = 0 if crashed else FUDGES - roll.fudges_used
    step.say(Noted(rule="DH-MOJO-06", text=f"Fudges left for this roll: {left}.", about=(roll.who,)))


# -- chipping in -----------------------------------------------------------------------------------------------------


def chip_in(step: DragonheadStep, move: ChipIn) -> None:
    """Offer 1 mojo: for an open roll's next Fudge, or towards a price (DH-MOJO-14). Taken when it is used."""
    evening, user = running(step), step.caller.user
    p = _newest(step, move.pending)
    roll = sees(step, p)
    if roll is not None:
        _may_fudge(step, roll)
        if user == roll.owner:
            raise Refused("RULE", "That is your own roll: your Fudge is paid from your pool.", "press Fudge")
        if user in roll.chips:
            raise Refused("STATE", "Your mojo is offered for it already.", "it is taken with the next Fudge")
        has(evening, user, 1)
        told = len(step.facts)
        step.update(p, what=written(p, replace(roll, chips={**roll.chips, user: 1})))
        text = "{0} offers a mojo for {1}'s next Fudge."
        step.say(Noted(rule="DH-MOJO-14", text=text, about=(meet(step), roll.who)))
        if isinstance(p.what, Covered):
            keep_to(step, p.what.roll.to, told)
    elif isinstance(p.what, Purse):
        held = {u: have for u, n in p.what.shares.items() if (have := min(n, evening.pool.get(u, 0)))}
        has(evening, user, held.get(user, 0) + 1)
        contribute(step, p, replace(p.what, shares={**held, user: held.get(user, 0) + 1}))


def _newest(step: DragonheadStep, pending: int | None) -> Pending[What]:
    """The open roll that the caller may see, or the price, that is named, or the newest."""
    for p in reversed(step.scene.pending.values()):
        if pending in (None, p.id) and (isinstance(p.what, Purse) or sees(step, p) is not None):
            return p
    raise Refused("STATE", "There is nothing to chip in for.", "an open roll, or a price that is short")


def keep(step: DragonheadStep, move: Keep) -> None:
    """Let an open roll stand for good, or a price go unpaid."""
    p = _newest(step, move.pending)
    roll = sees(step, p)
    own = Id(step.caller.user) if move.actor == SELF else move.actor
    if roll is not None and own not in (CHAIR, roll.who):
        raise Refused("not-yours", "Only whoever rolled may close a roll.", "or a GM")
    if roll is not None and roll.contest in step.scene.pending:
        raise Refused("STATE", "That roll stands in a competition until it is over.", "the GM closes it")
    if isinstance(p.what, Purse) and move.actor != CHAIR and step.caller.user not in p.what.shares:
        raise Refused("not-yours", "Only who pays a part may call it off.", "or a GM")
    step.close(p)
    told = len(step.facts)
    text = "Nobody pays: every mojo stays where it is." if roll is None else "The roll stands."
    step.say(Noted(rule="DH-MOJO-14" if roll is None else "DH-MOJO-06", text=text))
    if isinstance(p.what, Covered):
        keep_to(step, p.what.roll.to, told)
    if roll is not None and roll.rest:
        take_rest(step, roll)
