"""Mojos: the opening roll, Fudge, paying together, Divine Wind, the end of the evening (DH-MOJO)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.facts import Changed, Die, Noted, Rolled, Sum
from mechanics.game import CHAIR, SELF, Id, Refused
from mechanics.games.dragonhead.moves import ChipIn, Fudge, Keep, Spend
from mechanics.games.dragonhead.pending import Purse, Thrown, What
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.play.checks import tell_comparison, tell_other
from mechanics.games.dragonhead.play.pools import charge, payer, running
from mechanics.games.dragonhead.play.rolls import CRASH, NOTE_LENGTH, fit_to_roll, tell_crash, throw
from mechanics.games.dragonhead.play.track import mark
from mechanics.games.dragonhead.scores import one_of
from mechanics.games.dragonhead.track import recover
from mechanics.mojo import Evening
from mechanics.shared import meet
from mechanics.state import Pending

FUDGES = 3
"""How often one roll may be fudged (DH-MOJO-06)."""
EFFECTS = {"divine wind": 2}
"""What mojos buy, and the price for one character (DH-MOJO-05)."""
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
        if isinstance(p.what, Thrown | Purse) and p.what.session not in (0, now):
            step.close(p)


# -- Fudge -------------------------------------------------------------------------------------------------------------


def fudge(step: DragonheadStep, move: Fudge) -> None:
    """Throw an open roll again for 1 mojo; the newest throw stands, better or worse (DH-MOJO-06)."""
    evening = running(step)
    p, roll = _own_roll(step, move)
    _may_fudge(step, roll)
    user, chips = _who_pays(step, evening, roll, move.actor)
    if evening.pool.get(user, 0) < 1:
        raise Refused("FUNDS", "There is no mojo left to pay for a Fudge.", "somebody else may chip in")
    paid = charge(step, 1, {user: 1}, "DH-MOJO-06")
    new = throw(step, replace(roll, fudges_used=roll.fudges_used + 1, chips=chips), "DH-MOJO-06")
    for fact in paid:
        step.say(fact)
    crashed = new.verdict == CRASH
    _tell_fudge(step, new, user, chipped=user in roll.chips, crashed=crashed)
    tell_comparison(step, new)
    tell_crash(step, new)
    if crashed:
        step.close(p)
    else:
        step.update(p, what=new)
    tell_other(step, new, None if crashed else p.id)


def _own_roll(step: DragonheadStep, move: Fudge) -> tuple[Pending[What], Thrown]:
    def own(roll: Thrown) -> bool:
        if move.actor == SELF:
            return step.state.rulings.fudge_by == "anyone"
        return move.actor == roll.who or (move.actor == CHAIR and roll.owner == CHAIR)

    if move.pending is not None:
        p, roll = step.top(Thrown, pending=move.pending)
        if not own(roll):
            raise Refused("not-yours", "Only whoever rolled may fudge a roll.", "chip in a mojo instead")
        return p, roll
    for p in reversed(step.scene.pending.values()):
        if isinstance(p.what, Thrown) and own(p.what):
            return p, p.what
    raise Refused("STATE", "There is no open roll to fudge here.", "a roll made in this session that was no snake-eyes")


def _may_fudge(step: DragonheadStep, roll: Thrown) -> None:
    if roll.session != step.session.number:
        raise Refused("no-session", "The session of that roll is over.", "only rolls of this session can be fudged")
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


# -- paying together ---------------------------------------------------------------------------------------------------


def chip_in(step: DragonheadStep, move: ChipIn) -> None:
    """Offer 1 mojo: for an open roll's next Fudge, or towards a price (DH-MOJO-14). Taken when it is used."""
    evening, user = running(step), step.caller.user
    p = _newest(step, move.pending)
    if isinstance(p.what, Thrown):
        _may_fudge(step, p.what)
        if user == p.what.owner:
            raise Refused("RULE", "That is your own roll: your Fudge is paid from your pool.", "press Fudge")
        if user in p.what.chips:
            raise Refused("STATE", "Your mojo is offered for it already.", "it is taken with the next Fudge")
        _has(evening, user, 1)
        step.update(p, what=replace(p.what, chips={**p.what.chips, user: 1}))
        text = "{0} offers a mojo for {1}'s next Fudge."
        step.say(Noted(rule="DH-MOJO-14", text=text, about=(meet(step), p.what.who)))
    elif isinstance(p.what, Purse):
        held = {u: have for u, n in p.what.shares.items() if (have := min(n, evening.pool.get(u, 0)))}
        _has(evening, user, held.get(user, 0) + 1)
        _contribute(step, p, replace(p.what, shares={**held, user: held.get(user, 0) + 1}))


def _newest(step: DragonheadStep, pending: int | None) -> Pending[What]:
    found = [p for p in step.scene.pending.values() if isinstance(p.what, Thrown | Purse)]
    for p in reversed(found):
        if pending in (None, p.id):
            return p
    raise Refused("STATE", "There is nothing to chip in for.", "an open roll, or a price that is short")


def _has(evening: Evening, user: str, mojos: int) -> None:
    has = evening.pool.get(user, 0)
    if has < mojos:
        raise Refused("FUNDS", f"That takes {mojos}, and you have {has}.", "mojos come with the next session's roll")


def _contribute(step: DragonheadStep, p: Pending[What] | None, purse: Purse) -> None:
    """Put a purse down, or the effect in force once its price is reached."""
    paid, who = sum(purse.shares.values()), meet(step)
    if paid >= purse.price:
        if p is not None:
            step.close(p)
        _divine_wind(step, purse)
        return
    if p is None:
        step.open((), purse, "", blocks=False)
    else:
        step.update(p, what=purse)
    text = f"{{0}} chips in for {purse.on.title()}: {paid} of {purse.price} mojos so far."
    step.say(Noted(rule="DH-MOJO-14", text=text, about=(who,)))


def keep(step: DragonheadStep, move: Keep) -> None:
    """Let an open roll stand for good, or a price go unpaid."""
    p = _newest(step, move.pending)
    if isinstance(p.what, Thrown) and move.actor not in (CHAIR, p.what.who):
        raise Refused("not-yours", "Only whoever rolled may close a roll.", "or a GM")
    if isinstance(p.what, Purse) and move.actor != CHAIR and step.caller.user not in p.what.shares:
        raise Refused("not-yours", "Only who pays a part may call it off.", "or a GM")
    step.close(p)
    text = "The roll stands." if isinstance(p.what, Thrown) else "Nobody pays: every mojo stays where it is."
    step.say(Noted(rule="DH-MOJO-06" if isinstance(p.what, Thrown) else "DH-MOJO-14", text=text))


# -- Divine Wind -------------------------------------------------------------------------------------------------------


def spend(step: DragonheadStep, move: Spend) -> None:
    """Buy an effect, alone or together; less than its price waits for others (DH-MOJO-05, -08, -14)."""
    on = one_of(move.on, EFFECTS, "effect that mojos buy")
    evening, user = running(step), step.caller.user
    if not move.who or len(set(move.who)) < len(move.who):
        raise Refused("RANGE", "It takes at least one character, each named once.", "one or more different characters")
    if len(move.note) > NOTE_LENGTH:
        raise Refused("too-long", f"That note has {len(move.note)} characters.", f"up to {NOTE_LENGTH} characters")
    for i in move.who:
        fit_to_roll(step, i, save=True)
    price = EFFECTS[on] + len(move.who) - 1
    shares = _typed_shares(step, move) or {user: _own_share(evening, user, move.mine, price)}
    purse = Purse(step.session.number, on, move.who, price, shares, move.note)
    if move.shares:
        _divine_wind(step, purse)
    else:
        _contribute(step, None, purse)


def _typed_shares(step: DragonheadStep, move: Spend) -> dict[str, int]:
    if move.shares and not step.caller.gm:
        raise Refused("not-gm", "Only a GM says what several people pay.", "pay your part, and let others chip in")
    if move.shares and move.mine is not None:
        raise Refused("RANGE", "Your own share is typed twice.", "either your share, or everybody's")
    return move.shares


def _own_share(evening: Evening, user: str, mine: int | None, price: int) -> int:
    has = evening.pool.get(user, 0)
    if mine is None:
        mine = max(1, min(price, has))
    if not 1 <= mine <= price:
        raise Refused("RANGE", f"Your share cannot be {mine}: the price is {price}.", f"1 to {price}")
    _has(evening, user, mine)
    if sum(evening.pool.values()) < price:
        raise Refused("FUNDS", f"That costs {price} mojos, and the whole table has fewer.", "/mojo show")
    return mine


def _divine_wind(step: DragonheadStep, purse: Purse) -> None:
    """1d20 points of wear blown away from each (DH-MOJO-08)."""
    paid = charge(step, purse.price, purse.shares, "DH-MOJO-08")
    for i in purse.who:
        fit_to_roll(step, i, save=True)
    count = len(purse.who)
    for_whom = "for {0}" if count == 1 else f"for {count} characters"
    text = f"Divine Wind {for_whom}: {purse.price} mojos."
    step.say(Noted(rule="DH-MOJO-08", text=text, about=purse.who))
    for i in purse.who:
        face = step.draw(1, 20)[0]
        shown = Sum(i, (("d20", face),), face, (Die(20, face),))
        step.say(Rolled(rule="DH-MOJO-08", label="Divine Wind", sum=shown))
        mark(step, i, "DH-MOJO-08", recover(step.sheet(i).track, face))
    for fact in paid:
        step.say(fact)
    if purse.note:
        step.say(Noted(text=purse.note))
