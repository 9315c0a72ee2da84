"""Clan as the shared machinery sees it: its types, its moves, what may be pressed, what is done by default."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from mechanics import combat
from mechanics.campaign import BeginSession, EndSession, Found, JoinSession, StartSession
from mechanics.facts import Noted
from mechanics.game import CHAIR, SELF, Id, Move, Refused
from mechanics.games.clan import create, creatures, moves
from mechanics.games.clan.features import ABILITIES
from mechanics.games.clan.pending import Fumbled, Open, Placing, Proposed, Requested, What
from mechanics.games.clan.play import ClanState, ClanStep, buying, checks, edit, fighting, health, order, rolls
from mechanics.games.clan.play.holds import loosen
from mechanics.games.clan.sheet import Sheet
from mechanics.keeping import EditField, ImportCharacter, SetRuling
from mechanics.state import Pending
from mechanics.tracking import (
    AddToFight,
    BackTurn,
    BeginFight,
    EndFight,
    ImportCreatures,
    JoinFight,
    MakeCreature,
    NextTurn,
    RemoveFromFight,
    StartFight,
)

AIMED_AT = 10
"""How many targets are offered outside a fight."""


class Clan:
    """The game Clan."""

    key = "clan"
    name = "Clan"
    state = ClanState
    moves = moves.ClanMove
    own_fields = frozenset({"name", "clan", "weapons"})
    fights = order.FIGHTS

    def stat_line(self, text: str) -> Sheet:
        """A creature such as `ogre 6/2/1 maul 1d8`."""
        return creatures.stat_line(text)

    def play(self, step: ClanStep, move: Move) -> None:
        """Play one of its moves, or what a shared move brings with it here."""
        if isinstance(move, moves.CHAIRS) and not step.caller.gm:
            raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
        match move:
            case moves.Check():
                checks.check(step, move)
            case moves.Ask():
                checks.ask(step, move)
            case moves.AnswerAsk():
                checks.answer_ask(step, move)
            case moves.Survive():
                checks.survive(step, move)
            case moves.Luck():
                checks.luck(step, move)
            case moves.Keep():
                checks.keep(step, move)
            case moves.Narrate():
                checks.narrate(step, move)
            case moves.Attack():
                fighting.attack(step, move)
            case moves.Maneuver():
                fighting.maneuver(step, move)
            case moves.KillCheck():
                fighting.kill_check(step, move)
            case moves.Walk():
                fighting.walk(step, move)
            case moves.Act():
                fighting.act(step, move)
            case moves.Fumble():
                fighting.fumble(step, move)
            case moves.Hurt():
                health.hurt(step, move)
            case moves.Heal():
                health.heal(step, move)
            case moves.Rest():
                who = health.resting(step, move)
                rolls.lock_those_of(step, who)
                health.rest(step, who, move.kind)
            case moves.Kill():
                health.kill(step, move)
            case moves.Revive():
                health.revive(step, move)
            case _:
                _keep_sheets(step, move)
        rolls.review(step)
        if (fight := step.scene.fight) and not isinstance(move, EndFight):
            loosen(step)
            order.wake(step)
            combat.end_turn(self, step, *(i for i in fight.now if i in fight.seats and not step.sheet(i).able))

    def candidates(self, state: ClanState, actor: Id) -> Iterator[Move]:
        """What could be pressed in this actor's name: a character's, the chair's, a person's."""
        if actor == SELF:
            yield from (JoinSession(SELF), moves.NewDraft())
        elif actor == CHAIR:
            yield from _chair(state)
        elif actor in state.sheets and state.sheets[actor].draft:
            yield from _making(state, actor)
        elif actor in state.sheets:
            yield from _acting(state, actor)

    def default(self, state: ClanState, pending: Pending[What]) -> Move:
        """What is open locks, whoever is asked rolls, a fumble hurts oneself, a weapon that was proposed is given."""
        match pending.what:
            case Requested(who=who):
                return moves.AnswerAsk(who, 0, pending.id, pending.rev)
            case Fumbled(who=who):
                return moves.Fumble(CHAIR, who, pending.id, pending.rev)
            case Proposed(who=who, name=name, dice=dice):
                return moves.GiveWeapon(CHAIR, who, name, dice)
        return moves.Narrate(CHAIR, pending.id, pending.rev)


def _keep_sheets(step: ClanStep, move: Move) -> None:
    match move:
        case moves.NewDraft():
            create.new_draft(step, move)
        case moves.Describe():
            create.describe(step, move)
        case moves.Choose():
            create.choose(step, move)
        case moves.Finish():
            create.finish(step, move)
        case moves.DropDraft():
            create.drop_draft(step, move.actor)
        case moves.Buy():
            buying.buy(step, move)
        case moves.SaveFeature():
            buying.save_feature(step, move)
        case moves.DeleteFeature():
            buying.delete_feature(step, move)
        case moves.GiveFeature():
            buying.give_feature(step, move)
        case moves.TakeFeature():
            buying.take_feature(step, move)
        case moves.GiveWeapon():
            buying.give_weapon(step, move)
        case moves.ProposeWeapon():
            buying.propose_weapon(step, move)
        case moves.Award():
            buying.award(step, move)
        case EditField():
            edit.edit(step, move)
        case ImportCharacter():
            edit.arrived(step)
        case MakeCreature() | ImportCreatures():
            edit.made(step)
        case SetRuling():
            edit.check_rulings(step.start.rulings, step.state.rulings)
        case _:
            _track(step, move)


def _track(step: ClanStep, move: Move) -> None:
    match move:
        case Found():
            step.set_campaign(settings=replace(step.state.campaign.settings, owners_mark=False))
            step.say(Noted(text="Damage and healing by hand are the GM's to mark at this table."))
        case EndSession():
            free = [p for p in step.scene.pending.values() if isinstance(p.what, Open) and not p.blocks]
            for p in free:
                rolls.lock(step, p)
        case StartFight(surprise=surprise) if surprise != "nobody":
            raise Refused("RULE", "This game has no rule for surprise.", "nobody")
        case AddToFight():
            edit.made(step)
            order.joined(step)
        case JoinFight():
            order.joined(step)
        case RemoveFromFight():
            order.mend(step)
        case EndFight():
            order.close_all(step)


def _chair(state: ClanState) -> Iterator[Move]:
    yield from (StartSession(CHAIR, at=0), EndSession(CHAIR))
    yield BeginSession(CHAIR, at=state.session.opened_at if state.session else 0)
    yield from (StartFight(CHAIR), BeginFight(CHAIR), NextTurn(CHAIR), BackTurn(CHAIR), EndFight(CHAIR))
    for p in state.scene.pending.values():
        match p.what:
            case Open() | Placing():
                yield moves.Narrate(CHAIR, p.id, p.rev)
            case Fumbled(who=who):
                yield from (moves.Fumble(CHAIR, i, p.id, p.rev) for i in (None, who))
            case Proposed(who=who, name=name, dice=dice):
                yield moves.GiveWeapon(CHAIR, who, name, dice)
    yield from (moves.Revive(CHAIR, i) for i, sheet in state.sheets.items() if sheet.dead)


def _making(state: ClanState, i: Id) -> Iterator[Move]:
    for ability in ABILITIES:
        now = int(getattr(state.sheets[i], ability))
        yield from (moves.Choose(i, ability, now + 1), moves.Choose(i, ability, now - 1))
    yield from (moves.Buy(i, entry.name) for entry in state.rulings.catalogue.values())
    yield from (moves.Finish(i), moves.Finish(i, True), moves.DropDraft(i))


def _acting(state: ClanState, i: Id) -> Iterator[Move]:
    sheet, fight = state.sheets[i], state.scene.fight
    turn = fight.turn if fight else None
    for p in state.scene.pending.values():
        match p.what:
            case Open() if any(s.who == i for s in rolls.sides(p.what)):
                yield from (moves.Luck(i, 1, p.id, p.rev), moves.Keep(i, p.id, p.rev))
            case Placing(who=who) if who == i:
                yield from (moves.Luck(i, 1, p.id, p.rev), moves.Keep(i, p.id, p.rev))
            case Requested(who=who) if who == i:
                yield moves.AnswerAsk(i, 0, p.id, p.rev)
    yield moves.Luck(i, 1)
    around = [j for j in (fight.seats if fight else state.sheets) if j != i]
    for j in around[: combat.FIGHTERS if fight else AIMED_AT]:
        yield from (moves.Attack(i, j, turn=turn), moves.KillCheck(i, j, turn=turn))
    for j in around[:3]:
        yield from (moves.Maneuver(i, intent, j, turn=turn) for intent in fighting.INTENTS)
    yield from (moves.Attack(i, j, w.name, turn=turn) for j in around[:1] for w in sheet.all_weapons)
    yield from (moves.Check(i, ability) for ability in (*ABILITIES, "none"))
    yield from (moves.Buy(i, entry.name) for entry in state.rulings.catalogue.values())
    yield from (moves.Hurt(i, 1), moves.Heal(i, 1))
    if fight:
        yield from (moves.Walk(i, turn), moves.Act(i, "something else", turn=turn), JoinFight(i), NextTurn(i, turn))


CLAN = Clan()
