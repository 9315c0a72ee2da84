"""What one person may do here and now, found by trying: `play` under dice that stop at the first draw."""

from __future__ import annotations

from mechanics.game import B, Caller, Game, Id, Move, Offer, P, R, Refusal, S, W, X
from mechanics.perform import perform
from mechanics.state import State, Veiled
from mechanics.view import view


class Drawn(Exception):
    """The rules reached the dice: since a refused move never draws, the move is allowed."""


class NoDice:
    """Dice that stop the play."""

    def draw(self, n: int, faces: int) -> list[int]:
        """Raises `Drawn`."""
        raise Drawn


def offers(game: Game[R, S, P, B, X, W], state: State[R, S, P, B, X, W], caller: Caller, actor: Id) -> list[Offer]:
    """Every candidate move of an actor, with the refusal that greys it, or None. Judged on what the caller may know."""
    seen = view(state, caller)
    return [judge(game, seen, caller, move) for move in game.candidates(seen, actor)]


def judge(game: Game[R, S, P, B, X, W], seen: State[R, S, P, B, X, W], caller: Caller, move: Move) -> Offer:
    """One move, tried on the caller's view of the state (`seen`)."""
    try:
        answer = perform(game, seen, caller, move, NoDice(), entry=1)
    except (Drawn, Veiled):
        return Offer(move, None)
    return Offer(move, answer if isinstance(answer, Refusal) else None)
