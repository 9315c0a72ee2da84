"""One-Roll as the shared machinery sees it: its types, its moves, what may be pressed, what is done by default."""

from __future__ import annotations

from collections.abc import Iterator

from mechanics import combat
from mechanics.characters import newcomer
from mechanics.combat import Fights, Round
from mechanics.game import CHAIR, SELF, Id, Move, Refused
from mechanics.games.oneroll import create, creatures, moves
from mechanics.games.oneroll.fight import Budget, More
from mechanics.games.oneroll.moves import Action
from mechanics.games.oneroll.pending import Asked, Assigning, Choosing, Contesting, Declaring, Helping, What
from mechanics.games.oneroll.play import OneRollState, OneRollStep, care, checks, declare, edit, resolve
from mechanics.games.oneroll.rulings import Rulings
from mechanics.games.oneroll.sheet import Sheet
from mechanics.games.oneroll.skills import SKILLS, STATS
from mechanics.keeping import EditField, ImportCharacter
from mechanics.state import Pending
from mechanics.tracking import (
    AddToFight,
    BeginFight,
    EndFight,
    JoinFight,
    NextTurn,
    RemoveFromFight,
    StartFight,
)


def _fresh(step: OneRollStep, i: Id) -> Budget:
    seat = step.fight.seats.get(i)
    return Budget(last=seat.budget.actions or seat.budget.last) if seat is not None else Budget()


def _order(step: OneRollStep) -> Round:
    """Everybody declares, one group; who takes part is who is there now (ORE-CBT-01)."""
    return Round([tuple(step.fight.seats)], "declare")


def _able(step: OneRollStep, i: Id) -> bool:
    return step.sheet(i).able


class OneRoll:
    """The game One-Roll."""

    key = "oneroll"
    name = "One-Roll"
    state = OneRollState
    moves = moves.OneRollMove
    own_fields = frozenset({"name", *STATS, *SKILLS})
    fights: Fights[Rulings, Sheet, None, Budget, More, What] | None = Fights(More(), _fresh, _able, _order)

    def stat_line(self, text: str) -> Sheet:
        """`thug body 3 brawl 4 sense 2`."""
        return creatures.stat_line(text)

    def play(self, step: OneRollStep, move: Move) -> None:
        """Play one of its moves, or what a shared move brings with it here."""
        match move:
            case moves.RollPool():
                checks.roll_pool(step, move)
            case moves.Check():
                checks.check(step, move)
            case moves.Choose():
                checks.choose(step, move)
            case moves.Assist():
                checks.assist(step, move)
            case moves.Ask():
                checks.ask(step, move)
            case moves.AnswerAsk():
                checks.answer_ask(step, move)
            case moves.Contest():
                checks.contest(step, move)
            case moves.AnswerContest():
                checks.answer_contest(step, move)
            case moves.Share():
                checks.share(step, move)
            case moves.Declare():
                declare.declare(step, move)
            case moves.DeclareMany():
                declare.declare_many(step, move)
            case moves.Assign():
                declare.assign(step, move)
            case moves.Defaults():
                declare.defaults(step)
            case moves.Bonus():
                declare.bonus(step, move)
            case moves.Hurt():
                care.hurt(step, move)
            case moves.Heal():
                care.heal(step, move)
            case moves.Recover():
                care.recover(step, move)
            case moves.Day():
                care.day(step, move)
            case moves.Award():
                care.award(step, move)
            case moves.Revive():
                care.revive(step, move)
            case moves.NewDraft():
                create.new_draft(step, move)
            case moves.TypeSheet():
                create.type_sheet(step, move)
            case moves.Finish():
                create.finish(step, move)
            case moves.DropDraft():
                create.drop_draft(step, move.actor)
            case EditField():
                edit.edit(step, move)
            case ImportCharacter():
                edit.check(step.sheet(newcomer(step)))
            case _:
                self._track(step, move)
        if isinstance(move, moves.Hurt | EditField | RemoveFromFight):
            declare.mend(step)

    def _track(self, step: OneRollStep, move: Move) -> None:
        """What the tracker's moves bring with them."""
        match move:
            case StartFight(surprise=surprise) if surprise != "nobody":
                raise Refused("RULE", "This game has no rule for surprise.", "nobody")
            case JoinFight() | AddToFight():
                for i in step.fight.seats:
                    if step.start.scene.fight is None or i not in step.start.scene.fight.seats:
                        checks.ready(step, i)
            case BeginFight():
                declare.begin(step)
            case NextTurn():
                self._next(step)
            case EndFight():
                care.fight_over(step)

    def _next(self, step: OneRollStep) -> None:
        """Next resolves a set, or begins the next round; where a decision was dropped, it is finished by default."""
        match step.fight.phase:
            case "resolve":
                resolve.next_set(step)
            case "round_end":
                combat.next_round(self, step)
                declare.begin(step)
            case _:
                declare.defaults(step)

    def candidates(self, state: OneRollState, actor: Id) -> Iterator[Move]:
        """Everything that could be pressed in this actor's name: a character's, the chair's, a person's."""
        fight = state.scene.fight
        turn = fight.turn if fight else None
        if actor == SELF:
            yield from (moves.NewDraft(), moves.RollPool(pool=5))
        elif actor == CHAIR:
            yield from (StartFight(CHAIR), BeginFight(CHAIR), NextTurn(CHAIR, turn), EndFight(CHAIR))
            yield from (moves.Defaults(), moves.Day())
        elif actor in state.sheets and state.sheets[actor].draft:
            yield from (moves.Finish(actor), moves.DropDraft(actor))
        elif actor in state.sheets:
            yield from (JoinFight(actor), NextTurn(actor, turn), moves.Recover(actor))
            known = [k for k, n in state.sheets[actor].skills.items() if n]
            yield from (moves.Check(actor, skill) for skill in known or ["sight"])
            yield from self._answers(state, actor, known)

    def _answers(self, state: OneRollState, actor: Id, known: list[str]) -> Iterator[Move]:
        for p in state.scene.pending.values():
            match p.what:
                case Declaring() if state.scene.fight and actor in state.scene.fight.seats:
                    yield moves.Declare(actor, (), pending=p.id, rev=p.rev)
                    yield moves.Declare(actor, (Action("dodge"),), pending=p.id, rev=p.rev)
                    for foe in state.scene.fight.seats:
                        attack = Action("attack", "pistol" if "pistol" in known else "brawl", target=foe)
                        yield moves.Declare(actor, (attack,), pending=p.id, rev=p.rev)
                case Assigning() if state.scene.fight and actor in state.scene.fight.seats:
                    for row in state.scene.fight.seats[actor].budget.rows:
                        yield moves.Assign(actor, (str(row),), p.id, p.rev)
                case Choosing(who=who, sets=sets) if who == actor:
                    yield from (moves.Choose(actor, s, p.id, p.rev) for s in sets)
                case Asked() if actor in p.by:
                    yield moves.AnswerAsk(actor, p.id, p.rev)
                case Contesting(target=target, skill=skill) if target == actor:
                    name, _, kind = skill.partition("/")
                    yield moves.AnswerContest(actor, name, kind, p.id, p.rev)

    def default(self, state: OneRollState, pending: Pending[What]) -> Move:
        """Who has not declared passes, sets are assigned as they lie, the first usable set is used."""
        match pending.what:
            case Choosing(who=who, sets=sets):
                return moves.Choose(who, sets[0], pending.id)
            case Asked() if pending.by:
                return moves.AnswerAsk(pending.by[0], pending.id)
            case Contesting(target=target, skill=skill):
                name, _, kind = skill.partition("/")
                return moves.AnswerContest(target, name, kind, pending.id)
            case Helping(leader=leader, skill=skill):
                return moves.Check(leader, skill)
        return moves.Defaults()


ONEROLL = OneRoll()
