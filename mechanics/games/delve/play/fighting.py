"""Fights: who goes first, what a round's end brings, who joins, what the end leaves (DELVE-INIT-01, section 6)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from mechanics import combat
from mechanics.combat import Fights, Round
from mechanics.facts import Die, Rolled, Sum
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.delve.pending import Daring, What
from mechanics.games.delve.play import Budget, DelveStep, More, frozen, note
from mechanics.games.delve.play.allies import gone, life_dice
from mechanics.games.delve.play.casting import let_go
from mechanics.games.delve.play.life import die
from mechanics.games.delve.rulings import Rulings
from mechanics.games.delve.sheet import Sheet
from mechanics.tracking import NextTurn

FIRST = 3
"""Up to this die the players' side goes first (DELVE-INIT-01)."""


def able(step: DelveStep, i: Id) -> bool:
    """Is up, and not held by ice."""
    return step.sheet(i).status == "up" and not frozen(step, i)


def order(step: DelveStep) -> Round:
    """The end of the round before, then a die for the side that goes first; within a side in any order."""
    if step.fight.round:
        _round_over(step)
    (face,) = step.draw(1, 6)
    players = face <= FIRST
    thrown = Sum(CHAIR, (("d6", face),), face, (Die(6, face),))
    word = "players" if players else "creatures"
    step.say(Rolled(rule="DELVE-INIT-01", label="d6", sum=thrown, verdict=f"{word} go first"))
    sides = ("players", "creatures") if players else ("creatures", "players")
    return Round([[i for i, seat in step.fight.seats.items() if seat.side == side] for side in sides])


def _round_over(step: DelveStep) -> None:
    """Effects and what spells made end, and who is dying in this round dies (DELVE-DIE-01, DELVE-SPELL-01)."""
    now = step.fight.round
    over = tuple(e for e in step.fight.effects if e.last_round is not None and e.last_round <= now)
    if over:
        step.set_fight(effects=tuple(e for e in step.fight.effects if e not in over))
        step.tell_ended(over)
    for i in step.fight.seats:
        run_out(step, i, now)


def run_out(step: DelveStep, i: Id, now: int) -> None:
    """What of this one ends with round `now`."""
    sheet = step.sheet(i)
    if sheet.status == "dying" and sheet.death_round is not None and sheet.death_round <= now:
        die(step, i)
    items = tuple(item for item in sheet.items if item.until is None or item.until > now)
    if items != sheet.items:
        step.set(i, "DELVE-SPELL-01", items=items)
    if sheet.until is not None and sheet.until <= now:
        gone(step, i)


def _shift(step: DelveStep, i: Id, rounds: int) -> None:
    """Clocks that run on this sheet are counted anew: in rounds of a fight, or in turns that are left."""
    sheet = step.sheet(i)

    def to(last: int | None) -> int | None:
        return None if last is None else max(1, last + rounds)

    new = replace(
        sheet,
        death_round=to(sheet.death_round),
        until=to(sheet.until),
        items=tuple(replace(item, until=to(item.until)) for item in sheet.items),
    )
    if new != sheet:
        step.set(i, "DELVE-DIE-01", death_round=new.death_round, until=new.until, items=new.items)


def tick(step: DelveStep) -> None:
    """Outside a fight one turn passes: clocks run on, and who has no turn left dies (DELVE-DIE-01)."""
    if step.scene.fight is not None:
        raise Refused("STATE", "A fight is on here: its rounds count.", "/combat next")
    note(step, "DELVE-DIE-01", "A turn passes.")
    for i, entry in tuple(step.state.campaign.names.items()):
        if i in step.state.sheets and not entry.retired and entry.kind != "draft":
            run_out(step, i, 1)
            _tick_down(step, i)


def _tick_down(step: DelveStep, i: Id) -> None:
    sheet = step.sheet(i)
    clocks = (sheet.death_round, sheet.until, *(item.until for item in sheet.items))
    if any(clock is not None for clock in clocks):
        _shift(step, i, -1)


def joined(step: DelveStep) -> None:
    """Who has just sat down: not the dead; Life is rolled where it is not written; clocks count on from now.

    A player's ally, hired or made by a spell, is on the players' side (DELVE-ALLY-01).
    """
    before = step.start.scene.fight
    new = [i for i in step.fight.seats if before is None or i not in before.seats]
    for i in new:
        sheet = step.sheet(i)
        if sheet.status in ("dead", "down"):
            raise Refused("STATE", f"{sheet.name} is {sheet.status}.", "somebody alive")
    for i in new:
        sheet, seat = step.sheet(i), step.fight.seats[i]
        if not sheet.abilities and sheet.owner != CHAIR and seat.side != "players":
            step.set_fight(seats={**step.fight.seats, i: replace(seat, side="players")})
        if not sheet.life_max and not sheet.abilities:
            life = life_dice(step, i, sheet.level)
            step.set(i, "DELVE-DEF-02", life=life, life_max=life)
        _shift(step, i, step.fight.round)


def left(step: DelveStep) -> None:
    """Who was taken out: their feats are dropped, their clocks count in turns again."""
    before = step.start.scene.fight
    for i in before.seats if before is not None else ():
        if i not in step.fight.seats:
            _drop_feats(step, i)
            if i in step.state.sheets:
                _shift(step, i, -step.fight.round)


def _drop_feats(step: DelveStep, *who: Id) -> None:
    for p in tuple(step.scene.pending.values()):
        if isinstance(p.what, Daring) and p.what.who in who:
            step.close(p)


def over(step: DelveStep) -> None:
    """The end of a fight: the stable stand up with Life 1, clocks in rounds are cleared (section 6)."""
    fight = step.fight
    _drop_feats(step, *fight.seats)
    for i in fight.seats:
        sheet = step.sheet(i)
        if sheet.status == "stable":
            step.set(i, "DELVE-DIE-02", status="up", life=1)
            note(step, "DELVE-DIE-02", "{0} comes to, with Life 1.", i)
        items = tuple(item for item in sheet.items if item.until is None)
        if items != sheet.items:
            step.set(i, "DELVE-SPELL-01", items=items)
        if sheet.until is not None:
            gone(step, i)
        _shift(step, i, -fight.round)


def evening_over(step: DelveStep) -> None:
    """Skeletons, demons and doubles are gone when the session ends (DELVE-SPELL-01)."""
    for i, entry in tuple(step.state.campaign.names.items()):
        if i in step.state.sheets and step.sheet(i).summoned and not entry.retired:
            gone(step, i)


def turn_over(step: DelveStep, move: NextTurn) -> None:
    """Whoever ends a turn without a try at the spell begun has given it up (DELVE-CAST-01)."""
    before = step.start.scene.fight
    if before is None:
        return
    if move.actor != CHAIR and step.fight.turn == before.turn:
        note(step, "DELVE-INIT-01", "{0} is done; others of the side are still up.", move.actor)
    for i in before.now if move.actor == CHAIR else (move.actor,):
        if i in before.seats and not before.seats[i].budget.tried and step.sheet(i).status == "up":
            let_go(step, i)


def settle(game: Any, step: DelveStep) -> None:
    """When nothing is open any more, the turn of who has fallen or is held by ice is over."""
    fight = step.scene.fight
    if fight is None or fight.phase != "turns" or any(p.blocks for p in step.scene.pending.values()):
        return
    if fallen := tuple(i for i in fight.now if not able(step, i)):
        combat.end_turn(game, step, *fallen)


def fresh(step: DelveStep, i: Id) -> Budget:
    """A new turn (DELVE-ACT-01); what was attacked last is remembered."""
    seat = step.fight.seats.get(i)
    return Budget(last=seat.budget.last if seat is not None else None)


FIGHTS: Fights[Rulings, Sheet, None, Budget, More, What] = Fights(more=More(), fresh=fresh, able=able, order=order)
"""Fights of Delve: two groups, the sides, whose order is thrown anew each round."""
