"""Dragonhead as the shared machinery sees it: its types, its moves, what may be pressed, what is done by default."""

from __future__ import annotations

from collections.abc import Iterator

from mechanics.campaign import BeginSession, EndSession, JoinSession, StartSession
from mechanics.characters import newcomer
from mechanics.game import CHAIR, SELF, Id, Move, Refused
from mechanics.games.dragonhead import create, creatures, moves
from mechanics.games.dragonhead.pending import Board, Challenged, Covered, Purse, Requested, Story, Thrown, What
from mechanics.games.dragonhead.play import (
    DragonheadState,
    DragonheadStep,
    asking,
    awards,
    checks,
    contests,
    data,
    edit,
    features,
    healing,
    mojos,
    secrets,
    spending,
    track,
)
from mechanics.games.dragonhead.play.rolls import is_tied
from mechanics.games.dragonhead.sheet import ABILITIES, Feature, Sheet
from mechanics.keeping import EditField, ImportCharacter, SetRuling
from mechanics.state import Pending

_CHAIRS = (
    moves.AcceptStory
    | moves.RefuseStory
    | moves.Override
    | moves.Revive
    | moves.Award
    | moves.Ask
    | moves.ShiftAsk
    | moves.Contest
    | moves.CloseContest
    | moves.SetDiceTable
    | moves.SetClasses
)
"""What only a DM does, in whoever's name it is sent."""


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
        """A creature of one line, `goblin hp 6 stun 3 ac 1d4 hit 1d6s`."""
        return creatures.stat_line(text)

    def play(self, step: DragonheadStep, move: Move) -> None:
        """Play one of its moves, or what a shared move brings with it here."""
        if isinstance(move, _CHAIRS) and not step.caller.gm:
            raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
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
                spending.spend(step, move)
            case moves.AcceptStory():
                spending.accept(step, move)
            case moves.RefuseStory():
                spending.refuse(step, move)
            case moves.Hurt():
                track.hurt(step, move)
            case moves.Heal():
                healing.heal(step, move)
            case moves.Rest():
                healing.rest(step, move)
            case moves.Sleep():
                healing.sleep(step, move)
            case moves.Revive():
                healing.revive(step, move)
            case moves.Award():
                awards.award(step, move)
            case moves.Roll():
                checks.roll_dice(step, move)
            case moves.Stunt():
                checks.stunt(step, move)
            case moves.RevealRoll():
                secrets.reveal(step, move)
            case moves.UseFeature():
                features.use(step, move)
            case moves.Ask():
                asking.ask(step, move)
            case moves.AnswerAsk():
                asking.answer(step, move)
            case moves.ShiftAsk():
                asking.shift(step, move)
            case moves.Contest():
                contests.contest(step, move)
            case moves.Enter():
                contests.enter(step, move)
            case moves.CloseContest():
                contests.close(step, move)
            case moves.SetDiceTable():
                data.set_dice_table(step, move)
            case moves.SetClasses():
                data.set_classes(step, move)
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
                data.check_classes(step.state.rulings)
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
            yield from (moves.Hurt(actor, 1), moves.Heal(actor, 1), moves.Rest(actor), moves.Sleep(actor))
            yield from (moves.UseFeature(actor, f.name) for f in _features(state, actor))
            yield from (moves.Spend(who=(actor,)), moves.Spend(on="resurrection", who=(actor,)))
        yield from _answers(state, actor)

    def default(self, state: DragonheadState, pending: Pending[What]) -> Move:
        """A tie is broken, what was asked is rolled, a story happens; an open roll stands, a price is not paid."""
        at = (pending.id, pending.rev)
        match pending.what:
            case Challenged():
                return moves.AnswerVersus(pending.what.who, *at)
            case Requested():
                return moves.AnswerAsk(pending.what.who, *at)
            case Story():
                return moves.AcceptStory(CHAIR, *at)
            case Board():
                return moves.CloseContest(CHAIR, *at)
            case Thrown() if is_tied(pending.what):
                return moves.BreakTie(CHAIR, *at)
        return moves.Keep(CHAIR, *at)


def _features(state: DragonheadState, actor: Id) -> tuple[Feature, ...]:
    return state.sheets[actor].features if actor in state.sheets else ()


def _offered(state: DragonheadState) -> Iterator[Move]:
    """What a person may do with mojos of their own, whoever rolled."""
    yield from (moves.Spend(on=on) for on in ("gift of the gods", "dream sequence", "act of god"))
    for p in state.scene.pending.values():
        roll = _roll(p.what)
        if roll is not None or isinstance(p.what, Purse):
            yield moves.ChipIn(SELF, p.id, p.rev)
        if roll is not None and (state.rulings.fudge_by == "anyone" or roll.who not in (*state.sheets, CHAIR)):
            yield moves.Fudge(SELF, p.id, p.rev)
        if isinstance(p.what, Purse):
            yield moves.Keep(SELF, p.id, p.rev)


def _roll(what: What) -> Thrown | None:
    """The open roll in a decision, as far as this (viewed) state shows it."""
    return what.roll.value if isinstance(what, Covered) else what if isinstance(what, Thrown) else None


def _answers(state: DragonheadState, actor: Id) -> Iterator[Move]:
    """What the decisions that wait here let this actor do. The chair acts for creatures, and breaks any tie."""
    for p in state.scene.pending.values():
        what, roll = p.what, _roll(p.what)
        if roll is not None:
            yield from _about_roll(actor, p, roll)
        elif isinstance(what, Challenged) and actor == what.who:
            yield moves.AnswerVersus(actor, p.id, p.rev)
        elif isinstance(what, Requested) and actor == what.who:
            yield from (moves.AnswerAsk(actor, p.id, p.rev), moves.AnswerAsk(actor, p.id, p.rev, "hard"))
        elif isinstance(what, Board) and actor not in (SELF, CHAIR):
            yield moves.Enter(actor, p.id)  # without the version: others enter meanwhile
        elif actor == CHAIR:
            yield from _chairs(p)


def _about_roll(actor: Id, p: Pending[What], roll: Thrown) -> Iterator[Move]:
    facing = roll.versus
    if actor == roll.who or (actor == CHAIR and roll.owner == CHAIR):
        yield moves.Fudge(actor, p.id, p.rev)
        yield moves.Keep(actor, p.id, p.rev)
    if isinstance(p.what, Covered) and actor in (roll.who, CHAIR):
        yield moves.RevealRoll(actor, p.id, p.rev)
    if is_tied(roll) and facing and actor in (roll.who, facing.who, CHAIR):
        yield moves.BreakTie(actor, p.id, p.rev)


def _chairs(p: Pending[What]) -> Iterator[Move]:
    """What only the DM answers."""
    match p.what:
        case Purse():
            yield moves.Keep(CHAIR, p.id, p.rev)
        case Story():
            yield from (moves.AcceptStory(CHAIR, p.id, p.rev), moves.RefuseStory(CHAIR, p.id, p.rev))
        case Requested():
            yield from (moves.ShiftAsk(CHAIR, p.id, p.rev, 1), moves.ShiftAsk(CHAIR, p.id, p.rev, -1))
        case Board():
            yield moves.CloseContest(CHAIR, p.id, p.rev)


DRAGONHEAD = Dragonhead()
