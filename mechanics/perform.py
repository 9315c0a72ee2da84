"""Make a move: one function for all games, people's rights and staleness checked before the game's own rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from mechanics import characters, combat, creatures, lookups, rulings, shared
from mechanics.campaign import Archive, Found, Redo, Shared, Undo
from mechanics.dice import Dice, RecordedDice, ScriptError
from mechanics.facts import Fact, Noted, name_of
from mechanics.game import CHAIR, SELF, B, Caller, Drop, Force, Game, Id, Move, P, R, Refusal, Refused, S, W, X, ids_of
from mechanics.keeping import Choosing, Keeping, Lookup
from mechanics.record import Entry, newest, newest_undone, standing, taken_back, undo
from mechanics.state import Pending, State
from mechanics.step import Outcome, Step
from mechanics.tracking import Library, Tracking
from mechanics.view import may_see, unseen


def perform(
    game: Game[R, S, P, B, X, W],
    state: State[R, S, P, B, X, W],
    caller: Caller,
    move: Move,
    dice: Dice,
    entry: int,
    past: Sequence[Entry] = (),
    watch: Callable[[Fact], None] | None = None,
) -> Outcome[State[R, S, P, B, X, W]] | Refusal:
    """Make a move, or say why not. A refused move never draws a die and changes nothing.

    `entry` is the number this will have in the record; ids of decisions and characters come from it. `past` are the
    newest entries, as far back as Undo and Redo need. `watch` sees each fact as it is told (odds stop there).
    """
    step = Step(state, caller, dice, entry, watch)
    try:
        _permit(game, step, move)
        _play(game, step, move, past)
    except Refused as refused:
        if step.faces:
            raise RuntimeError(f"refused {refused.refusal.code} after dice were drawn: {move!r}") from refused
        return refused.refusal
    return step.outcome()


def _permit(game: Game[R, S, P, B, X, W], step: Step[R, S, P, B, X, W], move: Move) -> None:
    state, caller, actor = step.state, step.caller, move.actor
    if state.campaign.archived and not (isinstance(move, Archive) and move.restore):
        raise Refused("not-allowed", "This campaign is archived.", "/campaign archive act:restore takes it out again")
    gone = unseen(state, caller)
    for i in ids_of(move):
        if i in gone or (i not in state.sheets and i not in state.campaign.names):
            raise Refused("unknown", "There is nobody of that name here.", "/character list shows who is")
    if actor == CHAIR:
        if not caller.gm:
            raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    elif actor != SELF and not may_see(state.campaign, caller, actor) and step.sheet(actor).owner != caller.user:
        raise Refused("not-yours", f"That is for {_owner_name(step, actor)} to do.", "ask them, or a GM")
    if move.marks and not caller.gm and not state.campaign.settings.owners_mark:
        raise Refused("not-gm", "At this table only a GM marks damage and healing by hand.", "ask a GM")
    own: Any = game.moves
    here = state.scene.fight.seats if state.scene.fight else ()
    if isinstance(move, own) and not (move.answers or move.marks) and actor in state.elsewhere and actor not in here:
        raise Refused("fight-running", f"{name_of(actor, state)} is in a fight in another channel.", "go on there")
    _compare_versions(step, move)
    if not move.answers and (blocking := [p for p in state.scene.pending.values() if p.blocks]):
        names = ", ".join(name_of(i, state) for i in blocking[-1].by if i not in gone) or "the GM"
        raise Refused("waiting", f"Something is still open here: it waits for {names}.", "a GM may answer for them")


def _owner_name(step: Step[R, S, P, B, X, W], actor: Id) -> str:
    entry = step.state.campaign.names.get(actor)
    owner = entry.owner if entry else step.sheet(actor).owner
    person = step.state.campaign.people.get(owner)
    who = "the GM" if owner == CHAIR else person.name if person else "its owner"
    name = entry.name if entry else step.sheet(actor).name
    return f"{who}, who plays {name},"


def _compare_versions(step: Step[R, S, P, B, X, W], move: Move) -> None:
    number, rev = getattr(move, "pending", None), getattr(move, "rev", None)
    if number is not None:
        waiting = step.scene.pending.get(number)
        if waiting is None or (rev is not None and waiting.rev != rev):
            raise Refused(
                "stale", "That has moved on since this button was made.", "the newest card shows what is true"
            )
    turn = getattr(move, "turn", None)
    if turn is not None and (step.scene.fight is None or step.scene.fight.turn != turn):
        now = combat.whose_turn(step) if step.scene.fight else ""
        raise Refused("stale", f"The turn has passed on. {now}".strip(), "the newest card shows whose it is")


def _play(game: Game[R, S, P, B, X, W], step: Step[R, S, P, B, X, W], move: Move, past: Sequence[Entry]) -> None:
    match move:
        case Force() | Drop():
            waiting = _newest_pending(step, move.pending)
            if not step.caller.gm:
                raise Refused("not-gm", "Only a GM may answer for somebody.", "the one it waits for answers")
            if isinstance(move, Drop):
                step.close(waiting)
                step.say(Noted(text="The GM drops it: nothing comes of it."))
            else:
                game.play(step, game.default(step.state, waiting))
        case Undo():
            _undo(game, step, move, past)
        case Redo():
            _redo(game, step, move, past)
        case Shared():
            shared.play(step, move)
            game.play(step, move)
        case Tracking():
            combat.play(game, step, move)
        case Library():
            creatures.play(game, step, move)
            game.play(step, move)
        case Choosing():
            rulings.play(step, move)
            game.play(step, move)
        case Keeping():
            characters.play(game, step, move)
        case Lookup():
            lookups.play(step, move)
            game.play(step, move)
        case _:
            game.play(step, move)


def _newest_pending(step: Step[R, S, P, B, X, W], number: int | None) -> Pending[W]:
    waiting = step.scene.pending
    if not waiting:
        raise Refused("stale", "Nothing waits here any more.")
    return waiting[number] if number is not None else list(waiting.values())[-1]


def _undo(game: Game[R, S, P, B, X, W], step: Step[R, S, P, B, X, W], move: Undo, past: Sequence[Entry]) -> None:
    caller, who_may = step.caller, step.state.campaign.settings.undo
    if who_may == "off":
        raise Refused("not-allowed", "Taking back is switched off at this table.")
    n = move.entry if move.entry is not None else newest(past)
    if n is None:
        raise Refused("nothing-to-undo", "There is nothing to take back.")
    stands = standing(past)
    if n not in stands:
        raise Refused("nothing-to-undo", f"Entry {n} does not stand any more.", "/record log shows what does")
    own = who_may == "own" and newest(past) == n and stands[n].caller.user == caller.user
    if not caller.gm and not own:
        raise Refused("not-gm", "Only a GM of this campaign may take something back.", "ask a GM")
    if isinstance(stands[n].move, Found):
        raise Refused(
            "nothing-to-undo", "The founding of the campaign stays.", "/record log shows what can be taken back"
        )
    before = step.state
    try:
        after = undo(game, before, past, n)
    except ValueError:
        raise Refused("stale", f"The table is not as entry {n} left it.", "take later entries back first") from None
    if isinstance(after, list):
        raise Refused("stale", f"Later entries rest on it: {', '.join(map(str, after))}.", "take those back first")
    step.state, step.undoes = after, n
    move_name = re.sub(r"(?<!^)(?=[A-Z])", " ", type(stands[n].move).__name__).lower()
    step.say(Noted(text=f"Entry {n} is taken back: {move_name}."))
    step.tell_changes(before, "")


def _redo(game: Game[R, S, P, B, X, W], step: Step[R, S, P, B, X, W], move: Redo, past: Sequence[Entry]) -> None:
    if not step.caller.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    n = move.entry if move.entry is not None else newest_undone(past)
    entry = next((e for e in past if e.n == n), None)
    if n is None or entry is None or n not in taken_back(past):
        raise Refused("nothing-to-undo", "There is nothing to put in force again.")
    dice, fits = RecordedDice(entry.faces), True
    try:
        again = perform(game, step.state, entry.caller, entry.move, dice, n, past)
    except ScriptError:
        fits = False
    if not fits or (dice.left and not isinstance(again, Refusal)):
        raise Refused("stale", f"The table has moved on since entry {n}: its dice do not fit any more.")
    if isinstance(again, Refusal):
        raise Refused(again.code, f"Entry {n} cannot be put in force again: {again.message}", again.hint)
    step.state, step.undoes = again.state, n
    step.say(Noted(text=f"Entry {n} is in force again."))
    step.facts += again.facts
    step.faces += again.faces
