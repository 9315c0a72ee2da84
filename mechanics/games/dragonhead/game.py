"""Dragonhead as the shared machinery sees it: its types, its moves, what may be pressed, what is done by default."""

from __future__ import annotations

from collections.abc import Iterator

from mechanics.campaign import BeginSession, EndSession, JoinSession, StartSession
from mechanics.characters import newcomer
from mechanics.game import CHAIR, SELF, Id, Move, Refused
from mechanics.games.dragonhead import create, moves
from mechanics.games.dragonhead.pending import Challenged, Purse, Thrown, What
from mechanics.games.dragonhead.play import DragonheadState, DragonheadStep, checks, edit, mojos, track
from mechanics.games.dragonhead.play.rolls import is_tied
from mechanics.games.dragonhead.sheet import ABILITIES, Sheet
from mechanics.keeping import EditField, ImportCharacter, SetRuling
from mechanics.state import Pending


class Dragonhead:
    """The game Dragonhead."""

    key = "dragonhead"
    name = "Dragonhead"
    state = DragonheadState
    moves = moves.DragonheadMove
    own_fields = frozenset(
        {"name", "social", "inclination", "traits", "gear", "metal", "spells", "attacks", "hinders", "picture", "notes"}
    )
    fights = None

    def stat_line(self, text: str) -> Sheet:
        """Creatures of one line come with the chapter on fights."""
        raise Refused("not-allowed", "Creatures of one line are not there yet.")

    def play(self, step: DragonheadStep, move: Move) -> None:
        """Play one of its moves, or what a shared move brings with it here."""
        match move:
            case moves.Check():
                checks.check(step, move)
            case moves.Save():
                checks.save(step, move)
            case moves.Versus():
                checks.versus(step, move)
            case moves.AnswerVersus():
                checks.answer(step, move)
            case moves.BreakTie():
                checks.break_tie(step, move)
            case moves.ChooseDm():
                checks.choose_dm(step, move)
            case moves.Fudge():
                mojos.fudge(step, move)
            case moves.Keep():
                mojos.keep(step, move)
            case moves.ChipIn():
                mojos.chip_in(step, move)
            case moves.Spend():
                mojos.spend(step, move)
            case moves.Hurt():
                track.hurt(step, move)
            case moves.Heal():
                track.heal(step, move)
            case moves.Override():
                track.override(step, move)
            case moves.NewDraft():
                create.new_draft(step, move)
            case moves.RollScores():
                create.roll_scores(step, move)
            case moves.TypeScores():
                create.type_scores(step, move)
            case moves.Finish():
                create.finish(step, move)
            case moves.DropDraft():
                create.drop_draft(step, move.actor)
            case EditField():
                edit.edit(step, move)
            case ImportCharacter():
                edit.check(step.sheet(newcomer(step)))
            case SetRuling():
                edit.check_rulings(step.state.rulings)
            case BeginSession():
                mojos.begin(step)
            case JoinSession():
                mojos.come_late(step)
            case EndSession():
                mojos.end(step)

    def candidates(self, state: DragonheadState, actor: Id) -> Iterator[Move]:
        """Everything that could be pressed in this actor's name: a character's, the chair's, a person's."""
        if actor == SELF:
            yield from (JoinSession(SELF), moves.NewDraft())
            yield from _offered(state)
        elif actor == CHAIR:
            yield from (StartSession(CHAIR, at=0), EndSession(CHAIR))
            yield BeginSession(CHAIR, at=state.session.opened_at if state.session else 0)
        elif actor in state.sheets and state.sheets[actor].draft is not None:
            yield from (moves.RollScores(actor), moves.Finish(actor), moves.DropDraft(actor))
            return
        else:
            yield from (moves.Check(actor, name.casefold()) for name in ABILITIES.values())
            yield from (moves.Hurt(actor, 1), moves.Heal(actor, 1), moves.Spend(who=(actor,)))
        yield from _answers(state, actor)

    def default(self, state: DragonheadState, pending: Pending[What]) -> Move:
        """A tie is broken, a challenge answered; an open roll stands, and a price is not paid."""
        if isinstance(pending.what, Challenged):
            return moves.AnswerVersus(pending.what.who, pending.id, pending.rev)
        if isinstance(pending.what, Thrown) and is_tied(pending.what):
            return moves.BreakTie(CHAIR, pending.id, pending.rev)
        return moves.Keep(CHAIR, pending.id, pending.rev)


def _offered(state: DragonheadState) -> Iterator[Move]:
    """What a person may do about the decisions here with mojos of their own, whoever rolled."""
    for p in state.scene.pending.values():
        if isinstance(p.what, Thrown | Purse):
            yield moves.ChipIn(SELF, p.id, p.rev)
        if isinstance(p.what, Thrown) and state.rulings.fudge_by == "anyone":
            yield moves.Fudge(SELF, p.id, p.rev)
        if isinstance(p.what, Purse):
            yield moves.Keep(SELF, p.id, p.rev)


def _answers(state: DragonheadState, actor: Id) -> Iterator[Move]:
    """What the decisions that wait here let this actor do. The chair acts for creatures, and breaks any tie."""
    for p in state.scene.pending.values():
        if isinstance(p.what, Thrown):
            facing = p.what.versus
            if actor == p.what.who or (actor == CHAIR and p.what.owner == CHAIR):
                yield moves.Fudge(actor, p.id, p.rev)
                yield moves.Keep(actor, p.id, p.rev)
            if is_tied(p.what) and facing and actor in (p.what.who, facing.who, CHAIR):
                yield moves.BreakTie(actor, p.id, p.rev)
        elif isinstance(p.what, Challenged) and actor == p.what.who:
            yield moves.AnswerVersus(actor, p.id, p.rev)
        elif isinstance(p.what, Purse) and actor == CHAIR:
            yield moves.Keep(CHAIR, p.id, p.rev)


DRAGONHEAD = Dragonhead()
