"""Traits as the shared machinery sees it: its types, its moves, what may be pressed, what is done by default."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from mechanics import combat
from mechanics.campaign import BeginSession, EndSession, Found, JoinSession, StartSession
from mechanics.characters import newcomer
from mechanics.facts import Noted
from mechanics.game import CHAIR, SELF, Id, Move
from mechanics.games.traits import create, creatures, moves
from mechanics.games.traits.catalogue import TRAIT_NAMES
from mechanics.games.traits.pending import Challenged, Requested, What
from mechanics.games.traits.play import (
    TraitsState,
    TraitsStep,
    buying,
    challenges,
    edit,
    fighting,
    health,
    lists,
)
from mechanics.games.traits.sheet import Sheet
from mechanics.keeping import EditField, ImportCharacter, SetRuling
from mechanics.state import Pending
from mechanics.tracking import (
    AddToFight,
    BackTurn,
    BeginFight,
    EndFight,
    JoinFight,
    NextTurn,
    StartFight,
)

AIMED_AT = 10
"""How many targets are offered outside a fight."""


class Traits:
    """The game Traits. It never draws a die."""

    key = "traits"
    name = "Traits"
    state = TraitsState
    moves = moves.TraitsMove
    own_fields = frozenset({"name", "notes"})
    fights = fighting.FIGHTS

    def stat_line(self, text: str) -> Sheet:
        """A creature such as `guard 3/2/2 sword 2`."""
        return creatures.stat_line(text)

    def play(self, step: TraitsStep, move: Move) -> None:
        """Play one of its moves, or what a shared move brings with it here."""
        match move:
            case moves.Challenge():
                challenges.challenge(step, move)
            case moves.Defend():
                challenges.defend(step, move)
            case moves.Oppose():
                challenges.oppose(step, move)
            case moves.Ask():
                challenges.ask(step, move)
            case moves.AnswerAsk():
                challenges.answer_ask(step, move)
            case moves.Burn():
                challenges.burn(step, move)
            case moves.Walk():
                fighting.walk(step, move)
            case moves.Buy():
                buying.buy(step, move)
            case moves.Award():
                buying.award(step, move)
            case moves.Hurt():
                health.hurt(step, move)
            case moves.Heal():
                health.heal(step, move)
            case moves.Revive():
                health.revive(step, move)
            case _:
                _play_more(step, move)
        if isinstance(move, moves.Hurt | moves.Heal | moves.SetFlag | EditField) and (fight := step.scene.fight):
            fighting.wake(step)
            fallen = (i for i in fight.now if not step.sheet(i).conscious)
            combat.end_turn(self, step, *fallen)

    def candidates(self, state: TraitsState, actor: Id) -> Iterator[Move]:
        """What could be pressed in this actor's name: a character's, the chair's, a person's."""
        if actor == SELF:
            yield from (JoinSession(SELF), moves.NewDraft())
        elif actor == CHAIR:
            yield from (StartSession(CHAIR, at=0), EndSession(CHAIR))
            yield BeginSession(CHAIR, at=state.session.opened_at if state.session else 0)
            yield from (StartFight(CHAIR), BeginFight(CHAIR), NextTurn(CHAIR), BackTurn(CHAIR), EndFight(CHAIR))
            yield from (moves.Revive(CHAIR, i) for i, sheet in state.sheets.items() if sheet.dead)
        elif actor in state.sheets and state.sheets[actor].draft:
            yield from _making(state, actor)
        elif actor in state.sheets:
            yield from _acting(state, actor)

    def default(self, state: TraitsState, pending: Pending[What]) -> Move:
        """Who is challenged defends bare; who is asked throws bare."""
        if isinstance(pending.what, Challenged):
            return moves.Defend(pending.what.target, pending=pending.id, rev=pending.rev)
        return moves.AnswerAsk(pending.what.who, pending=pending.id, rev=pending.rev)


def _play_more(step: TraitsStep, move: Move) -> None:
    match move:
        case moves.NewDraft():
            create.new_draft(step, move)
        case moves.Describe():
            create.describe(step, move)
        case moves.Choose():
            create.choose(step, move)
        case moves.Finish():
            create.finish(step, move.actor)
        case moves.DropDraft():
            create.drop_draft(step, move.actor)
        case moves.SaveAbility():
            lists.save_ability(step, move)
        case moves.DeleteAbility():
            lists.delete_ability(step, move)
        case moves.SaveDiscipline():
            lists.save_discipline(step, move)
        case moves.OpenDiscipline():
            lists.open_discipline(step, move)
        case moves.CloseDiscipline():
            lists.close_discipline(step, move)
        case moves.DeleteDiscipline():
            lists.delete_discipline(step, move)
        case moves.SetFlag():
            lists.set_flag(step, move)
        case EditField():
            edit.edit(step, move)
        case ImportCharacter():
            edit.arrived(step, newcomer(step))
        case SetRuling():
            edit.check_rulings(step.start.rulings, step.state.rulings)
        case Found():
            step.set_campaign(settings=replace(step.state.campaign.settings, owners_mark=False))
            step.say(Noted(text="Damage and healing by hand are the GM's to mark at this table."))
        case BeginSession():
            fighting.new_evening(step)
        case JoinFight() | AddToFight():
            fighting.may_join(step)
        case BackTurn():
            fighting.again(step)


def _making(state: TraitsState, i: Id) -> Iterator[Move]:
    sheet = state.sheets[i]
    for trait in TRAIT_NAMES:
        now: int = getattr(sheet, trait)
        yield from (moves.Choose(i, trait, now + 1), moves.Choose(i, trait, now - 1))
    yield from (moves.Choose(i, entry.name, 1) for entry in state.rulings.catalogue.values())
    yield from (moves.Choose(i, ability.name, 0) for ability in sheet.abilities)
    yield from (moves.Finish(i), moves.DropDraft(i))


def _acting(state: TraitsState, i: Id) -> Iterator[Move]:
    sheet, fight = state.sheets[i], state.scene.fight
    names = [ability.name for ability in sheet.abilities]
    for p in state.scene.pending.values():
        if isinstance(p.what, Challenged) and p.what.target == i:
            yield from _answers(moves.Defend, i, names, p)
        elif isinstance(p.what, Requested) and p.what.who == i:
            yield from _answers(moves.AnswerAsk, i, names, p)
    around = list(fight.seats if fight else state.sheets)[: combat.FIGHTERS if fight else AIMED_AT]
    targets = [j for j in around if j != i]
    yield from (moves.Challenge(i, j, "physical") for j in targets)
    for j in targets[:1]:
        yield from (moves.Challenge(i, j, trait, burn=True) for trait in TRAIT_NAMES)
        yield from (moves.Challenge(i, j, a.trait or "physical", a.name, damage=1) for a in sheet.abilities)
    yield from (moves.Burn(i, trait, 1) for trait in TRAIT_NAMES)
    yield from (moves.Buy(i, trait) for trait in TRAIT_NAMES)
    yield from (moves.Hurt(i, 1), moves.Heal(i, 1))
    if fight:
        yield from (moves.Walk(i, 1), JoinFight(i), NextTurn(i))


def _answers(
    kind: type[moves.Defend] | type[moves.AnswerAsk], i: Id, names: list[str], p: Pending[What]
) -> Iterator[Move]:
    for name in ("", *names):
        yield from (kind(i, name, False, p.id, p.rev), kind(i, name, True, p.id, p.rev))


TRAITS = Traits()
