"""Allies: retainers, clones, skeletons, demons, and a spell that has become a person (DELVE-ALLY-01)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics import shared
from mechanics.campaign import NAME_LENGTH, fold
from mechanics.combat import FIGHTERS
from mechanics.facts import Rolled, Sum
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.delve.creatures import stat_line
from mechanics.games.delve.moves import Hire
from mechanics.games.delve.play import Budget, DelveStep, note, player, within
from mechanics.games.delve.sheet import Sheet
from mechanics.games.delve.throws import Harm, parts_of, throw
from mechanics.state import Seat

DEAREST = 1_000_000
"""The most coins that change hands at once."""


def free_name_for(step: DelveStep, owner: str, name: str) -> str:
    """The name, with a number if its owner has a living character of that name; so nothing is refused after a throw."""
    taken = {fold(n.name) for n in step.state.campaign.names.values() if not n.retired}
    stem = name[: NAME_LENGTH - 5].rstrip()
    return next(text for n in range(1, len(taken) + 2) if fold(text := f"{stem} {n}" if n > 1 else stem) not in taken)


def join(step: DelveStep, beside: Id, ally: Sheet) -> Id:
    """An ally joins the campaign, and the fight where `beside` fights; it acts from the next round on."""
    i = shared.enrol(step, replace(ally, name=free_name_for(step, ally.owner, ally.name)), "npc")
    fight = step.scene.fight
    if fight is not None and beside in fight.seats and len(fight.seats) < FIGHTERS:
        seat = Seat(fight.seats[beside].side, Budget())
        step.set_fight(seats={**fight.seats, i: seat})
    note(step, "DELVE-ALLY-01", f"{{0}} joins: level {ally.level}.", i)
    return i


def life_dice(step: DelveStep, i: Id, n: int) -> int:
    """So many d6 of Life, at least 1; told of i, to its owner and the GM: a creature's Life is theirs to know."""
    harm = Harm(n)
    total, dice = throw(step, harm)
    step.say(Rolled(rule="DELVE-DEF-02", to=(i,), label="Life", sum=Sum(i, parts_of(harm, total), total, dice)))
    return max(1, total)


def hire(step: DelveStep, move: Hire) -> None:
    """A retainer of a stat line for coins (DELVE-ALLY-01); refused `FUNDS`, `RANGE`."""
    sheet = player(step, move.who)
    within(move.price, 0, DEAREST, "The price")
    retainer = stat_line(move.line)
    if sheet.coins < move.price:
        raise Refused("FUNDS", f"{sheet.name} has {sheet.coins} coins.", f"{move.price} are needed")
    if not retainer.life_max:
        raise Refused("RANGE", "A retainer's Life is typed.", "guard 1 life 4")
    step.set(move.who, "DELVE-ALLY-01", coins=sheet.coins - move.price)
    owner = sheet.owner if sheet.owner else CHAIR
    join(step, move.who, replace(retainer, owner=owner))


def gone(step: DelveStep, i: Id, rule: str = "DELVE-SPELL-01") -> None:
    """An ally that a spell made is gone: out of the list of the living."""
    step.set(i, rule, status="down", life=0, until=None)
    names = step.state.campaign.names
    if i in names and not names[i].retired:
        step.set_campaign(names={**names, i: replace(names[i], retired=True)})
    note(step, rule, "{0} is gone.", i)
