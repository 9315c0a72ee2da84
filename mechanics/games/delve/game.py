"""Delve as the shared machinery sees it: its types, its moves, what may be pressed, what is done by default."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from mechanics.campaign import BeginSession, EndSession, Found, StartSession
from mechanics.characters import newcomer
from mechanics.facts import Noted
from mechanics.game import CHAIR, SELF, Id, Move, Refused
from mechanics.games.delve import create, creatures, moves
from mechanics.games.delve.pending import Armor, Asked, Counter, Daring, Defence, Miscast, Roll, Splitting, What
from mechanics.games.delve.play import (
    DelveState,
    DelveStep,
    allies,
    attacks,
    casting,
    checks,
    defence,
    edit,
    effects,
    fighting,
    gear,
    levels,
    life,
    miscasts,
    rolls,
    turns,
    within,
)
from mechanics.games.delve.sheet import ABILITIES, Sheet
from mechanics.games.delve.spells import ELEMENTS
from mechanics.keeping import EditField, ImportCharacter, SetRuling
from mechanics.state import Pending
from mechanics.tracking import (
    AddToFight,
    BackTurn,
    BeginFight,
    EndFight,
    JoinFight,
    NextTurn,
    RemoveFromFight,
    StartFight,
)

AIMED_AT = 10
"""How many targets are offered outside a fight."""


class Delve:
    """The game Delve."""

    key = "delve"
    name = "Delve"
    state = DelveState
    moves = moves.DelveMove
    own_fields = frozenset({"name"})
    fights = fighting.FIGHTS

    def stat_line(self, text: str) -> Sheet:
        """`ogre 3 life 11 dmg 1d6+2`."""
        return creatures.stat_line(text)

    def play(self, step: DelveStep, move: Move) -> None:
        """Play one of its moves, or what a shared move brings with it here."""
        if not (_play_exchange(step, move) or _play_turn(step, move) or _play_sheet(step, move)):
            _play_shared(step, move)
        fighting.settle(self, step)

    def candidates(self, state: DelveState, actor: Id) -> Iterator[Move]:
        """What could be pressed in this actor's name: a character's, the chair's, a person's."""
        if actor == SELF:
            yield moves.NewDraft()
        elif actor == CHAIR:
            yield from (StartSession(CHAIR, at=0), EndSession(CHAIR), moves.Tick())
            yield BeginSession(CHAIR, at=state.session.opened_at if state.session else 0)
            yield from (StartFight(CHAIR), BeginFight(CHAIR), NextTurn(CHAIR), BackTurn(CHAIR), EndFight(CHAIR))
            for p in state.scene.pending.values():
                if isinstance(p.what, Daring | Miscast):
                    yield from (
                        moves.Decide(pending=p.id, rev=p.rev),
                        moves.Decide(no=True, pending=p.id, rev=p.rev),
                    )
        elif actor in state.sheets and state.sheets[actor].draft:
            yield from (moves.Finish(actor), moves.DropDraft(actor))
        elif actor in state.sheets:
            for p in state.scene.pending.values():
                if actor in p.by:
                    yield from _answers(state, actor, p)
            yield from _acting(state, actor)

    def default(self, state: DelveState, pending: Pending[What]) -> Move:
        """A failed roll stands, who is attacked defends, no armor, no counterattack; a feat cannot be done."""
        n = pending.id
        match pending.what:
            case Roll(who=i):
                return moves.Accept(i, pending=n)
            case Defence(who=i):
                return moves.Defend(i, pending=n)
            case Armor(who=i):
                return moves.Take(i, pending=n)
            case Counter(who=i):
                return moves.Skip(i, pending=n)
            case Asked(who=i):
                return moves.AnswerAsk(i, pending=n)
            case Splitting(who=i):
                return moves.Split(i, pending=n)
        return moves.Decide(no=isinstance(pending.what, Daring), pending=n)


def _play_exchange(step: DelveStep, move: Move) -> bool:
    match move:
        case moves.Check():
            checks.check(step, move)
        case moves.Ask():
            checks.ask(step, move)
        case moves.AnswerAsk():
            checks.answer_ask(step, move)
        case moves.Reroll() | moves.Plus5():
            rolls.use_luck(step, move)
        case moves.Accept():
            rolls.accept(step, move)
        case moves.Attack():
            attacks.attack(step, move)
        case moves.Defend():
            defence.defend(step, move)
        case moves.Counterspell():
            defence.counterspell(step, move)
        case moves.Wear():
            defence.wear(step, move)
        case moves.Take():
            defence.take(step, move)
        case moves.Strike():
            attacks.strike(step, move)
        case moves.Skip():
            attacks.skip(step, move)
        case moves.Feat():
            checks.feat(step, move)
        case moves.Decide():
            checks.decide(step, move)
        case _:
            return False
    return True


def _play_turn(step: DelveStep, move: Move) -> bool:
    match move:
        case moves.SpendLuck():
            turns.spend_luck(step, move)
        case moves.Walk():
            turns.walk(step, move)
        case moves.Dash():
            turns.dash(step, move)
        case moves.Reach():
            attacks.reach(step, move)
        case moves.Cast():
            casting.cast(step, move)
        case moves.GiveUp():
            casting.give_up(step, move)
        case moves.Split():
            effects.split(step, move)
        case moves.Command():
            casting.command(step, move)
        case moves.UseItem():
            gear.use(step, move)
        case moves.Aid():
            life.aid(step, move)
        case _:
            return False
    return True


def _play_sheet(step: DelveStep, move: Move) -> bool:
    match move:
        case moves.Hire():
            allies.hire(step, move)
        case moves.DropItem():
            gear.drop(step, move)
        case moves.GiveItem():
            gear.give(step, move)
        case moves.Award():
            gear.award(step, move)
        case moves.GiveBack():
            miscasts.give_back(step, move)
        case moves.Hurt() | moves.Heal():
            life.by_hand(step, move)
        case moves.Rest():
            life.rest(step, move)
        case moves.Tick():
            fighting.tick(step)
        case moves.Wound():
            life.wound_by_hand(step, move)
        case moves.Kill():
            life.kill(step, move)
        case moves.Revive():
            life.revive(step, move)
        case moves.Buy():
            levels.buy(step, move)
        case moves.NewDraft():
            create.new_draft(step, move)
        case moves.TypeSheet():
            create.type_sheet(step, move)
        case moves.Finish():
            create.finish(step, move.actor)
        case moves.DropDraft():
            create.drop_draft(step, move.actor)
        case _:
            return False
    return True


def _play_shared(step: DelveStep, move: Move) -> None:
    match move:
        case EditField():
            edit.edit(step, move)
        case ImportCharacter():
            edit.arrived(step, newcomer(step))
        case SetRuling():
            if (tn := step.state.rulings.first_aid_tn) is not None:
                within(tn, 1, checks.HARDEST, "What first aid has to beat")
        case Found():
            step.set_campaign(settings=replace(step.state.campaign.settings, owners_mark=False))
            step.say(Noted(text="Damage and healing by hand are the GM's to mark at this table."))
        case BeginSession():
            gear.new_session(step)
        case EndSession():
            fighting.evening_over(step)
        case StartFight(surprise=surprise) if surprise != "nobody":
            raise Refused("RULE", "This game has no rule for surprise.", "nobody")
        case JoinFight() | AddToFight():
            fighting.joined(step)
        case RemoveFromFight():
            fighting.left(step)
        case EndFight():
            fighting.over(step)
        case NextTurn():
            fighting.turn_over(step, move)


def _answers(state: DelveState, i: Id, p: Pending[What]) -> Iterator[Move]:
    n, rev = p.id, p.rev
    match p.what:
        case Roll():
            yield from (moves.Reroll(i, n, rev), moves.Plus5(i, n, rev), moves.Accept(i, n, rev))
        case Defence():
            yield from (moves.Defend(i, False, n, rev), moves.Defend(i, True, n, rev))
            yield moves.Counterspell(i, False, n, rev)
        case Armor():
            pieces = dict.fromkeys(item.name for item in state.sheets[i].items if item.kind == "armor")
            yield from (moves.Wear(i, name, n, rev) for name in pieces)
            yield moves.Take(i, n, rev)
        case Counter():
            yield from (moves.Strike(i, name, False, n, rev) for name in ("", attacks.UNARMED))
            yield moves.Skip(i, n, rev)
        case Asked():
            yield moves.AnswerAsk(i, False, n, rev)
        case Splitting():
            yield moves.Split(i, (), n, rev)


def _acting(state: DelveState, i: Id) -> Iterator[Move]:
    sheet, fight = state.sheets[i], state.scene.fight
    around = list(fight.seats if fight else state.sheets)[: None if fight else AIMED_AT]
    others = [j for j in around if j != i]
    if fight:
        yield from (JoinFight(i), NextTurn(i), moves.Walk(i, 5), moves.Dash(i))
        yield from (moves.Attack(i, j) for j in others)
        yield from (moves.SpendLuck(i, "action"), moves.SpendLuck(i, "move"))
    if sheet.abilities:
        yield from (moves.Check(i, ability) for ability in ABILITIES)
        yield from (moves.Buy(i, ability) for ability in ABILITIES)
        yield from (moves.Rest(i), moves.GiveUp(i))
        yield from (moves.Aid(i, j) for j in others)
        yield from (moves.Command(i, j) for j in others if state.sheets[j].summoned)
    for item in dict.fromkeys(sheet.items):
        if item.spell:
            choices = ELEMENTS if item.spell == "Elemental bolt" else ("",)
            yield from (moves.Cast(i, item.name, (), choice) for choice in choices)
            yield from (moves.Cast(i, item.name, (j,), choices[0]) for j in around)
        else:
            yield moves.UseItem(i, item.name)
        if item.spent:
            yield moves.SpendLuck(i, "item", item.name)
        yield moves.DropItem(i, item.name)
    yield from (moves.Hurt(i, 1), moves.Heal(i, 1))


DELVE = Delve()
