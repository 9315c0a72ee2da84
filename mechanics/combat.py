"""The tracker of fights: seats, rows of turns, hidden fighters, effects. What differs between games is in `Fights`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from mechanics import creatures
from mechanics.campaign import clean, fold
from mechanics.facts import Noted, Turned, name_of, typed
from mechanics.game import CHAIR, B, Game, Id, P, R, Refused, S, W, X
from mechanics.state import Effect, Fight, Pending, Seat
from mechanics.step import Step
from mechanics.tracking import (
    AddToFight,
    BackTurn,
    BeginFight,
    EndFight,
    Hide,
    JoinFight,
    NextTurn,
    RemoveFromFight,
    Reorder,
    Reveal,
    SetEffect,
    StartFight,
    Tracking,
)

ROWS = ("turns", "surprise")
"""Phases in which turns go along the row. Any other phase is the game's own."""
FIGHTERS = 60
"""The most seats of one fight."""
ROUNDS = 1_000  # the longest an effect may be laid for
SIDES = ("players", "creatures")

AnyStep = Step[Any, Any, Any, Any, Any, Any]
AnyGame = Game[Any, Any, Any, Any, Any, Any]


class Round(NamedTuple):
    """The row of a round: groups that act one after another, within a group in any order; and the round's phase."""

    groups: Iterable[Iterable[Id]]
    phase: str = "turns"


def nothing(step: AnyStep, i: Id) -> None:
    """Nothing happens when a turn begins."""


def in_joining_order(step: AnyStep) -> Round:
    """One after another as they have joined, or as the table was ordered since."""
    return Round([(i,) for i in step.fight.seats])


class Fights(Struct, Generic[R, S, P, B, X, W], frozen=True):
    """What a game says of fights.

    `more` is what its fights keep, at first. `fresh` is a fighter's budget on sitting down and in each new round.
    `order` makes the row of the next round: it may draw and tell, and does what ends a round before (`fight.round` is
    still the old number, 0 before the first). `able`: can act now, without effects; asked often. `begin_turn`: what
    happens when a turn comes, told by the game; whoever is not able after it is passed over.
    """

    more: X
    fresh: Callable[[Step[R, S, P, B, X, W], Id], B]
    able: Callable[[Step[R, S, P, B, X, W], Id], bool]
    order: Callable[[Step[R, S, P, B, X, W]], Round] = in_joining_order
    begin_turn: Callable[[Step[R, S, P, B, X, W], Id], None] = nothing


AnyFights = Fights[Any, Any, Any, Any, Any, Any]

_FOR_GMS = (StartFight, AddToFight, BeginFight, BackTurn, Reorder, Hide, Reveal, RemoveFromFight, EndFight)


def play(game: AnyGame, step: AnyStep, move: Tracking) -> None:
    """Play a move of the tracker: the shared part, then what the game makes of it."""
    if isinstance(move, _FOR_GMS) and not step.caller.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    fights = game.fights
    if fights is None:
        raise Refused("not-allowed", f"Fights of {game.name} are not tracked yet.")
    if not isinstance(move, StartFight):
        step.fight  # noqa: B018  refuses where none is on
    match move:
        case StartFight():
            _start(step, fights, move)
        case JoinFight():
            _seat(step, fights, move.actor, side_of(step, move.actor))
        case AddToFight():
            _add(game, step, fights, move)
        case BeginFight():
            _begin(game, step)
        case NextTurn():
            _next(game, step, move.actor)
        case BackTurn():
            _back(step, fights)
        case Reorder():
            _reorder(step, move.who, move.place)
        case Hide() | Reveal():
            _show(step, move.who, isinstance(move, Hide))
        case SetEffect():
            _set_effect(step, move)
        case RemoveFromFight():
            _remove(game, step, move.who)
        case EndFight():
            _close(step, step.fight)
    game.play(step, move)
    if isinstance(move, EndFight):
        step.tell_ended(step.fight.effects)
        step.set_scene(fight=None)


# -- seats -------------------------------------------------------------------------------------------------------------


def _start(step: AnyStep, fights: AnyFights, move: StartFight) -> None:
    if step.scene.fight is not None:
        raise Refused("fight-running", "A fight is on here already.", "/combat end closes it")
    if move.surprise not in ("nobody", *SIDES):
        raise Refused("bad-value", "That is nobody who could be surprised.", "nobody, players or creatures")
    step.set_scene(fight=Fight(fights.more))
    step.say(Noted(text="A fight gathers."))


def side_of(step: AnyStep, i: Id) -> str:
    """The side a fighter joins by itself: creatures, or players for every character of a player."""
    return "creatures" if creatures.is_creature(step.state, i) else "players"


def _add(game: AnyGame, step: AnyStep, fights: AnyFights, move: AddToFight) -> None:
    if move.side not in SIDES:
        raise Refused("bad-value", "There is no such side.", "players or creatures")
    who = move.who
    if move.what:
        who += creatures.make(game, step, move.what, move.count)
    elif move.count != 1:
        if len(who) != 1:
            raise Refused("bad-value", "Only one creature can be there several times.", "one creature, and how many")
        who = creatures.copies(step, who[0], move.count)
    if not who:
        raise Refused("bad-value", "Nobody is named who could be added.", "a creature, or a stat line")
    for i in who:
        _seat(step, fights, i, move.side, move.hidden)


def _seat(step: AnyStep, fights: AnyFights, i: Id, side: str, hidden: bool = False) -> None:
    step.sheet(i)
    fight, entry = step.fight, step.state.campaign.names.get(i)
    if i in fight.seats:
        raise Refused("already-in", f"{name_of(i, step.state)} is in already.")
    if entry is not None and (entry.kind == "draft" or entry.retired):
        state = "not finished" if entry.kind == "draft" else "retired"
        raise Refused("not-allowed", f"{entry.name} is {state}.", "/character list shows who can fight")
    if len(fight.seats) >= FIGHTERS:
        raise Refused("bad-value", f"A fight has at most {FIGHTERS} fighters.")
    step.set_fight(seats={**fight.seats, i: Seat(side, fights.fresh(step, i), hidden)})
    step.say(Noted(text="{0} joins the fight.", about=(i,)))


def _show(step: AnyStep, who: tuple[Id, ...], hide: bool) -> None:
    _seated(step, who)
    for i in who:
        seat = step.fight.seats[i]
        if seat.hidden == hide:
            word = "hidden" if hide else "seen by all"
            raise Refused("already-in", f"{name_of(i, step.state)} is {word} already.")
        step.set_fight(seats={**step.fight.seats, i: replace(seat, hidden=hide)})
        step.say(Noted(text="{0} hides." if hide else "{0} appears.", about=(i,)))


def _seated(step: AnyStep, who: tuple[Id, ...]) -> None:
    """Refuses unless all of them, each once, are in the fight here."""
    fight = step.fight
    if not who or len(set(who)) != len(who):
        raise Refused("bad-value", "Name whom you mean, each once.", "one or more of those who fight")
    for i in who:
        if i not in fight.seats:
            raise Refused("unknown", f"{name_of(i, step.state)} is not in this fight.", "/combat status shows who is")


def _remove(game: AnyGame, step: AnyStep, who: tuple[Id, ...]) -> None:
    _seated(step, who)
    for i in who:
        step.say(Noted(text="{0} leaves the fight.", about=(i,)))
    for p in tuple(step.scene.pending.values()):
        if p.blocks and p.by and set(p.by) <= set(who):  # what waits for others too is the game's to mend
            _drop(step, p)
    over = tuple(e for e in step.fight.effects if e.on in who)
    step.tell_ended(over)
    step.set_fight(effects=tuple(e for e in step.fight.effects if e not in over))
    fight = step.fight
    up = tuple(i for i in fight.now if i in who)
    step.set_fight(
        seats={i: seat for i, seat in fight.seats.items() if i not in who},
        later=tuple(g for g in (_but(g, who) for g in fight.later) if g),
    )
    if up and fight.phase in ROWS:
        _pass_on(game, step, up)
    fight = step.fight
    step.set_fight(now=_but(fight.now, who), done=tuple(_but(g, who) for g in fight.done))


def _but(group: tuple[Id, ...], who: Iterable[Id]) -> tuple[Id, ...]:
    return tuple(i for i in group if i not in who)


# -- turns -------------------------------------------------------------------------------------------------------------


def _begin(game: AnyGame, step: AnyStep) -> None:
    if step.fight.phase != "setup":
        raise Refused("fight-running", "This fight has begun already.", "/combat next goes on")
    if len(step.fight.seats) < 2:
        raise Refused("too-few", "A fight takes at least two.", "/combat join, or /combat add")
    next_round(game, step)


def next_round(game: AnyGame, step: AnyStep) -> None:
    """The round is over: the next one begins, in the order that the game says."""
    fights = _fights(game)
    row = fights.order(step)
    step.begin_round(row.groups, lambda i: fights.fresh(step, i), row.phase, lambda i: fights.able(step, i))
    if row.phase in ROWS and _arrive(fights, step):
        step.say(Noted(text="Nobody can act in this round."))


def end_turn(game: AnyGame, step: AnyStep, *who: Id) -> None:
    """The turn of these (of those who are up) is over, because they are done or have fallen; the row moves on."""
    if up := tuple(i for i in who if i in step.fight.now):
        _pass_on(game, step, up)


def _pass_on(game: AnyGame, step: AnyStep, who: tuple[Id, ...]) -> None:
    """`who` are done. At most one new round begins, so that a row of people who cannot act does not run for ever."""
    fights, before = _fights(game), step.fight.turn
    over = step.finish(who[0], lambda i: i not in who and i in step.fight.seats and fights.able(step, i))
    if over or (step.fight.turn != before and _arrive(fights, step)):
        next_round(game, step)


def _arrive(fights: AnyFights, step: AnyStep) -> bool:
    """The turn of those who are up begins; whoever cannot act after that is passed over. True: that was the round."""
    while step.fight.now:
        turn = step.fight.turn
        for i in step.fight.now:
            fights.begin_turn(step, i)
        if all(fights.able(step, i) for i in step.fight.now):
            return False
        out = next(i for i in step.fight.now if not fights.able(step, i))
        step.finish(out, lambda i: fights.able(step, i))
        if step.fight.turn == turn:
            return False  # others of the group can act
    return True


def _fights(game: AnyGame) -> AnyFights:
    assert game.fights is not None
    return game.fights


def _next(game: AnyGame, step: AnyStep, actor: Id) -> None:
    fight = step.fight
    if fight.phase == "setup":
        raise Refused("not-allowed", "This fight has not begun yet.", "/combat begin")
    if actor != CHAIR and actor not in fight.now:
        raise Refused(
            "not-allowed", f"It is not your turn. {whose_turn(step)}".strip(), "/combat status shows the order"
        )
    if fight.phase not in ROWS:
        return
    if fight.now:
        _pass_on(game, step, fight.now if actor == CHAIR else (actor,))
    else:
        next_round(game, step)


def whose_turn(step: AnyStep) -> str:
    """Who is up, in a sentence, without those whom the caller may not see."""
    fight = step.fight
    seen = [name_of(i, step.state) for i in fight.now if step.caller.gm or not fight.seats[i].hidden]
    return f"{', '.join(seen)} {'are' if len(seen) > 1 else 'is'} up." if seen else ""


def _back(step: AnyStep, fights: AnyFights) -> None:
    fight = step.fight
    now, later, done = fight.now, fight.later, list(fight.done)
    if fight.phase not in ROWS:
        raise Refused("not-allowed", "In this phase nobody has a turn to get back.", "/record undo")
    while done:
        group = done[-1]
        able = [i for i in group if fights.able(step, i)]
        if able:
            i = able[-1]
            done[-1] = _but(group, (i,))
            step.set_fight(now=(*now, i), later=later, done=tuple(done), turn=fight.turn + 1)
            step.say(Noted(text="{0} has the turn again.", about=(i,)))
            step.say(Turned(round=fight.round, phase=fight.phase, acting=step.fight.now))
            return
        # Nobody of the present group can have it back: the whole group is still to come, the one before is present.
        later = ((*group, *now), *later) if group or now else later
        now = ()
        done.pop()
    raise Refused("not-allowed", "Nobody has had a turn in this round.", "/record undo takes the round back")


# -- the order ---------------------------------------------------------------------------------------------------------


def row_of(fight: Fight[Any, Any]) -> tuple[Id, ...]:
    """Everybody in the order shown: who was, who is, who is still to come, then who waits for the next round."""
    row = tuple(i for g in (*fight.done, fight.now, *fight.later) for i in g)
    return row + _but(tuple(fight.seats), row)


def arrange(step: AnyStep, order: Iterable[Id]) -> None:
    """Seats stand in this order from now on; who is not named comes after."""
    seats = step.fight.seats
    step.set_fight(seats={i: seats[i] for i in dict.fromkeys((*order, *seats))})


def slot_in(step: AnyStep, i: Id) -> None:
    """A latecomer still acts in this round if all who are up stand before them; seats say who stands where.

    For games whose turns are in the order of the seats, one after another.
    """
    fight, at = step.fight, list(step.fight.seats).index
    if fight.now and max(map(at, fight.now)) < at(i):
        before = [g for g in fight.later if at(g[0]) < at(i)]
        step.set_fight(later=(*before, (i,), *fight.later[len(before) :]))


def _reorder(step: AnyStep, i: Id, place: int) -> None:
    _seated(step, (i,))
    fight = step.fight
    row = row_of(fight)
    if not 1 <= place <= len(row):
        raise Refused("bad-value", f"There is no place {place}.", f"1 to {len(row)}")
    rest = _but(row, (i,))
    follows = rest[place - 1] if place <= len(rest) else None
    seats = _but(tuple(fight.seats), (i,))
    at = seats.index(follows) if follows else seats.index(rest[-1]) + 1 if rest else 0
    arrange(step, (*seats[:at], i, *seats[at:]))
    if (i,) in fight.later:  # who had or has the turn in this round keeps it so; who is still to come is never left out
        others = [g for g in fight.later if g != (i,)]
        before = [g for g in others if rest.index(g[0]) < place - 1]
        step.set_fight(later=(*before, (i,), *others[len(before) :]))
    step.say(Noted(text="{0} has another place in the order.", about=(i,)))  # its number would count who hides


# -- effects -----------------------------------------------------------------------------------------------------------


def _set_effect(step: AnyStep, move: SetEffect) -> None:
    _seated(step, move.who)
    fight, by, name = step.fight, None if move.actor == CHAIR else move.actor, clean(move.name)
    if by is not None and by not in fight.seats:
        raise Refused("not-allowed", f"{name_of(by, step.state)} is not in this fight.", "/combat join")

    def same(e: Effect) -> bool:
        return e.on in move.who and fold(e.name) == fold(name)

    if move.end:
        over = tuple(e for e in fight.effects if same(e) and by in (None, e.by))
        if {e.on for e in over} != set(move.who):
            raise Refused("unknown", f"There is no {name} there to end.", "an effect that you may end")
        step.set_fight(effects=tuple(e for e in fight.effects if e not in over))
        step.tell_ended(over)
        return
    if move.rounds is not None and not 1 <= move.rounds <= ROUNDS:
        raise Refused("bad-value", "That is no number of rounds.", f"1 to {ROUNDS}, or none: until the fight ends")
    if any(same(e) for e in fight.effects):
        raise Refused("already-in", f"{name} lies there already.", "end it first")
    last = max(fight.round, 1) + move.rounds - 1 if move.rounds is not None else None
    step.set_fight(effects=(*fight.effects, *(Effect(name, i, by, last) for i in move.who)))
    until = f"to the end of round {last}" if last is not None else "until the fight ends"
    for i in move.who:
        step.say(Noted(text=f"{typed(name)} on {{0}}, {until}.", about=(i,)))


# -- the end -----------------------------------------------------------------------------------------------------------


def _close(step: AnyStep, fight: Fight[Any, Any]) -> None:
    step.say(Noted(text=f"The fight ends in round {fight.round}." if fight.round else "The fight is called off."))
    for p in tuple(step.scene.pending.values()):
        if p.blocks:
            _drop(step, p)
    step.set_fight(phase="over", now=(), later=(), done=())


def _drop(step: AnyStep, p: Pending[Any]) -> None:
    names = ", ".join(f"{{{n}}}" for n in range(len(p.by[:9]))) + (" and others" if len(p.by) > 9 else "")
    step.close(p)
    step.say(Noted(text=f"What waited for {names or 'the GM'} comes to nothing.", about=p.by[:9]))
