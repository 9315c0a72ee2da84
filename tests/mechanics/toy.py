"""An invented game that exists to try the shared machinery: coins, a secret duel, a brawl of two sides, lucky draws."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from mechanics.campaign import BeginSession, EndSession
from mechanics.characters import newcomer
from mechanics.combat import Fights, Round
from mechanics.facts import Changed, Compared, Noted, Rolled, Sum
from mechanics.game import CHAIR, Id, Move, Refused
from mechanics.keeping import EditField, ImportCharacter, SetRuling
from mechanics.state import Effect, Fight, Pending, Sealed, Seat, State, Veiled
from mechanics.step import Step


class Rulings(Struct, frozen=True):
    rerolls: Annotated[
        int, Meta(title="TOY-1", description="coins for one draw", ge=0, le=99, extra={"by": "text"})
    ] = 2
    mood: Annotated[Literal["merry", "grim"], Meta(title="TOY-5", extra={"by": "ours"})] = "merry"
    fair: bool = True
    rows: dict[int, str] = {}


class Sheet(Struct, frozen=True):
    name: str
    owner: str
    hp: int = 6
    points: int = 4
    wish: Sealed[str] = Sealed(Id(""))

    def gauges(self) -> dict[str, int | str | bool]:
        return {"hp": self.hp, "points": self.points, "down": self.hp <= 0}


class Pools(Struct, frozen=True):
    coins: dict[str, int] = {}


class Budget(Struct, frozen=True):
    hits: int = 1


class More(Struct, frozen=True):
    blows: int = 0


class Lucky(Struct, frozen=True, tag=True):
    who: Id
    best: int
    again: int = 0


class Duel(Struct, frozen=True, tag=True):
    a: Id
    b: Id
    stakes: dict[Id, Sealed[int]] = {}


class Blow(Struct, frozen=True, tag=True):
    by: Id
    target: Id
    force: int


class Try(Move, frozen=True, tag=True):
    """The better of two named chances; it stays open for coins."""


class Again(Move, frozen=True, tag=True):
    pending: int
    rev: int | None = None
    answers: ClassVar[bool] = True


class Keep(Move, frozen=True, tag=True):
    """An open lucky draw is left as it is."""

    pending: int
    answers: ClassVar[bool] = True


class Dare(Move, frozen=True, tag=True):
    foe: Id


class Stake(Move, frozen=True, tag=True):
    points: int
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Gather(Move, frozen=True, tag=True):
    sides: dict[Id, str]
    hidden: tuple[Id, ...] = ()


class Hit(Move, frozen=True, tag=True):
    target: Id
    turn: int | None = None


class Duck(Move, frozen=True, tag=True):
    pending: int | None = None
    rev: int | None = None
    roll: bool = True
    answers: ClassVar[bool] = True


class Bless(Move, frozen=True, tag=True):
    target: Id


class Done(Move, frozen=True, tag=True):
    turn: int | None = None


class Leave(Move, frozen=True, tag=True):
    """Out of the brawl; the last one out ends it."""


Toy = State[Rulings, Sheet, Pools, Budget, More, Lucky | Duel | Blow]
ToyStep = Step[Rulings, Sheet, Pools, Budget, More, Any]


def luck(dice: Any, bonus: int) -> tuple[int, bool]:
    """The higher of two d4 and a bonus; whether both show the same."""
    faces = dice.draw(2, 4)
    return max(faces) + bonus, faces[0] == faces[1]


def brawl(step: ToyStep, i: Id) -> None:
    if i not in step.fight.now:
        raise Refused("TURN", "It is not your side's turn.")


def order(step: ToyStep) -> list[list[Id]]:
    sides = dict.fromkeys(seat.side for seat in step.fight.seats.values())
    up = [i for i in step.fight.seats if step.sheet(i).hp > 0]
    return [[i for i in up if step.fight.seats[i].side == side] for side in sides]


class Game:
    key, name, state = "toy", "Toy", Toy
    fights: Any = Fights(
        More(), lambda step, i: Budget(), lambda step, i: step.sheet(i).hp > 0, lambda step: Round(order(step))
    )
    moves = Try | Again | Keep | Dare | Stake | Gather | Hit | Duck | Bless | Done | Leave

    own_fields = frozenset({"name", "points", "wish"})

    def stat_line(self, text: str) -> Sheet:
        name, _, hp = text.rpartition(" hp ")
        if not name or not hp.isdecimal():
            raise Refused("RANGE", "A creature is written as ogre hp 6.")
        return Sheet(name, CHAIR, int(hp))

    def play(self, step: ToyStep, move: Move) -> None:
        i = move.actor
        match move:
            case BeginSession():
                coins = {user: step.draw(1, 3)[0] for user in step.session.present}
                step.set_session(more=Pools(coins))
                for user, n in coins.items():
                    step.say(Changed(who=Id(user), gauge="coins", before=0, after=n))
            case EndSession():
                for p in [p for p in step.scene.pending.values() if isinstance(p.what, Lucky)]:
                    step.close(p)
            case EditField(who=who, field="down", value=value):
                step.set(who, "TOY-4", hp=0 if value == "on" else 6)
            case ImportCharacter():
                if step.sheet(newcomer(step)).hp > 6:
                    raise Refused("RANGE", "Nobody has more than 6 hp.")
            case SetRuling():
                if step.state.rulings.rerolls == 13:
                    raise Refused("RULE", "An unlucky number.")
            case Try():
                self.lucky(step, i, lambda best: step.open([i], Lucky(i, best), "spend a coin?", blocks=False))
            case Again():
                self.again(step, move)
            case Keep():
                step.close(step.top(Lucky, i, move.pending)[0])
            case Dare():
                if move.foe == i or min(step.sheet(i).points, step.sheet(move.foe).points) < 1:
                    raise Refused("FUNDS", "Both sides need a point.")
                step.open([i, move.foe], Duel(i, move.foe), "stake in secret")
            case Stake():
                self.stake(step, move)
            case Gather():
                if step.scene.fight:
                    raise Refused("fight-running", "A brawl is on.")
                seats = {j: Seat(side, Budget(), j in move.hidden) for j, side in move.sides.items()}
                step.set_scene(fight=Fight(More(), seats))
                step.begin_round(order(step), lambda j: Budget())
            case Hit():
                brawl(step, i)
                if step.fight.seats[i].budget.hits < 1 or move.target not in step.fight.seats:
                    raise Refused("RANGE", "Nobody to hit, or no hit left.")
                step.budget(i, hits=0)
                extra = sum(e.mods.get("force", 0) for e in step.fight.effects if e.on == i)
                (face,) = step.draw(1, 6)
                step.say(Rolled(label="hit", sum=Sum(i, (("d6", face), ("blessing", extra)), face + extra)))
                step.set_fight(more=replace(step.fight.more, blows=step.fight.more.blows + 1))
                step.open([move.target], Blow(i, move.target, face + extra), "duck?")
            case Duck():
                self.duck(step, move)
            case Bless():
                brawl(step, i)
                if step.sheet(i).points < 1:
                    raise Refused("FUNDS", "That costs a point.")
                step.set(i, "TOY-1", points=step.sheet(i).points - 1)
                ends = Effect(
                    "Blessing", move.target, i, step.fight.round + 1, frozenset({"hurt", "stun"}), {"force": 2}
                )
                step.set_fight(effects=(*step.fight.effects, ends))
                step.say(Noted(text="{0} blesses {1}.", about=(i, move.target)))
            case Done():
                brawl(step, i)
                self.go_on(step, i)
            case Leave():
                if i not in step.fight.seats:
                    raise Refused("unknown", "Not in this brawl.")
                step.set_fight(seats={j: s for j, s in step.fight.seats.items() if j != i})
                if i in step.fight.now:
                    self.go_on(step, i)
                elif step.scene.fight:
                    step.set_fight(later=tuple(tuple(j for j in g if j != i) for g in step.fight.later))

    def lucky(self, step: ToyStep, i: Id, keep: Callable[[int], object]) -> None:
        throws = [t.value for t in step.roll(luck, step.sheet(i).points, n=2, keep="best")]
        best, twins = max(throws)
        verdict = ("fine" if best >= 7 else "poor") + (" twins" if twins else "")
        step.say(Rolled(label="luck", sum=Sum(i, (("luck", best),), best), against=7, verdict=verdict))
        keep(best)

    def again(self, step: ToyStep, move: Again) -> None:
        p, open_roll = step.top(Lucky, move.actor, move.pending)
        pools = step.session.more or Pools()
        left = pools.coins.get(step.caller.user, 0)
        if left < 1:
            raise Refused("FUNDS", "You have no coin.")
        if open_roll.again >= step.state.rulings.rerolls:
            raise Refused("RULE", "That is often enough.")
        step.set_session(more=Pools({**pools.coins, step.caller.user: left - 1}))
        step.say(Changed(who=Id(step.caller.user), gauge="coins", before=left, after=left - 1))
        self.lucky(
            step,
            open_roll.who,
            lambda best: step.update(p, what=replace(open_roll, best=best, again=open_roll.again + 1)),
        )

    def stake(self, step: ToyStep, move: Stake) -> None:
        i = move.actor
        p, duel = step.top(Duel, i, move.pending)
        if i not in p.by:
            raise Refused("STATE", "That stake is laid.")
        if not 0 <= move.points <= step.sheet(i).points:
            raise Refused("RANGE", "Stake what you have.")
        stakes = {**duel.stakes, i: Sealed(i, move.points)}
        if len(stakes) < 2:
            step.update(p, by=tuple(j for j in p.by if j != i), what=replace(duel, stakes=stakes))
            step.say(Noted(text="{0} has staked.", about=(i,)))
            return
        a, b = (stakes[j].open() for j in (duel.a, duel.b))
        step.close(p)
        sums = [Sum(j, (("stake", n),), n) for j, n in ((duel.a, a), (duel.b, b))]
        step.say(Compared(a=sums[0], b=sums[1], verdict="tie" if a == b else "a" if a > b else "b", by=abs(a - b)))
        for j, n in ((duel.a, a), (duel.b, b)):
            step.set(j, "TOY-2", points=step.sheet(j).points - n + (2 if n == max(a, b) > min(a, b) else 0))

    def duck(self, step: ToyStep, move: Duck) -> None:
        p, blow = step.top(Blow, move.actor, move.pending)
        step.close(p)
        force = blow.force
        if move.roll:
            (face,) = step.draw(1, 6)
            step.say(Rolled(label="duck", sum=Sum(blow.target, (("d6", face),), face), against=force))
            force = 0 if face > force else force
        if force:
            step.set(blow.target, "TOY-3", hp=step.sheet(blow.target).hp - force)
            step.fire(blow.target, "hurt")
        step.say(Noted(text="The blow lands." if force else "The blow misses."))

    def go_on(self, step: ToyStep, i: Id) -> None:
        if step.finish(i, lambda j: step.sheet(j).hp > 0 and j in step.fight.seats):
            if any(order(step)):
                step.begin_round(order(step), lambda j: Budget())
            else:
                step.set_scene(fight=None)
                step.say(Noted(text="The brawl is over."))

    def candidates(self, state: Toy, actor: Id) -> Iterable[Move]:
        if actor == CHAIR:
            folk = list(state.sheets)
            yield Gather(CHAIR, {i: ("red", "blue")[n % 2] for n, i in enumerate(folk)}, tuple(folk[-1:]))
            return
        yield Try(actor)
        for foe in state.sheets:
            yield from (Dare(actor, foe), Hit(actor, foe, state.scene.fight.turn if state.scene.fight else None))
            yield Bless(actor, foe)
        yield from (Done(actor), Leave(actor))
        for p in state.scene.pending.values():
            if isinstance(p.what, Lucky):
                yield from (Again(actor, p.id, p.rev), Keep(actor, p.id))
            elif isinstance(p.what, Duel):
                yield from (Stake(actor, n, p.id, p.rev) for n in (0, 1, 3, 9))
            elif actor == p.what.target:
                yield from (Duck(actor, p.id, p.rev), Duck(actor, p.id, p.rev, roll=False))

    def default(self, state: Toy, pending: Pending[Any]) -> Move:
        if not pending.by:  # whoever could answer hides from this viewer
            raise Veiled
        match pending.what:
            case Duel():
                return Stake(pending.by[0], 0, pending.id)
            case Blow(target=target):
                return Duck(target, pending.id, roll=False)
        return Keep(pending.by[0], pending.id)
