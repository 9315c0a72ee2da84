"""Life lost and won: damage, wounds, dying, first aid, rest, and what the GM decrees (section 4 of the ledger)."""

from __future__ import annotations

from mechanics.facts import Die, Rolled, Sum
from mechanics.game import Id, Refused
from mechanics.games.delve.moves import Aid, Heal, Hurt, Kill, Rest, Revive, Wound
from mechanics.games.delve.pending import Roll, ToAid, ToLive
from mechanics.games.delve.play import DelveStep, act, finished, fire, may_act, not_casting, note, player, up, within
from mechanics.games.delve.play.rolls import go_on, roll
from mechanics.games.delve.sheet import ABILITIES, with_abilities, without

TN_LIFE = 10
"""What CON has to beat at zero Life (DELVE-DIE-01)."""
FURTHEST = 999
"""The most damage or healing that is marked by hand at once."""


def hurt(step: DelveStep, i: Id, amount: int, rule: str, wounds: bool = False) -> None:
    """Damage, then the wound of a critical fail, then what zero Life brings (DELVE-LIFE-01, DELVE-DEF-01).

    Whoever has no Life left takes no further harm by it (DELVE-DIE-01).
    """
    sheet = step.sheet(i)
    if sheet.status != "up":
        note(step, rule, "{0} is down already: more damage does nothing by itself.", i)
        return
    note(step, rule, f"{{0}} takes {amount}.", i)
    if amount:
        step.set(i, rule, life=max(0, sheet.life - amount))
        fire(step, i, "hurt")
    if wounds and sheet.abilities:
        wound(step, i)
    if step.sheet(i).life == 0:
        _fall(step, i)


def wound(step: DelveStep, i: Id) -> None:
    """A die picks the ability that goes down by 1 (DELVE-WND-01)."""
    (die,) = step.draw(1, 6)
    key = tuple(ABILITIES)[die - 1]
    thrown = Sum(i, (("d6", die),), die, (Die(6, die),))
    step.say(Rolled(rule="DELVE-WND-01", label="wound", sum=thrown, verdict=ABILITIES[key]))
    lower(step, i, "DELVE-WND-01", key)


def lower(step: DelveStep, i: Id, rule: str, *keys: str) -> None:
    """These abilities go down by 1 for good."""
    sheet = step.sheet(i)
    scores = {k: n - (k in keys) for k, n in sheet.abilities.items()}
    new = with_abilities(sheet, scores)
    step.set(i, rule, abilities=new.abilities, luck=new.luck)


def _fall(step: DelveStep, i: Id) -> None:
    if not step.sheet(i).abilities:
        step.set(i, "DELVE-DEF-02", status="down")
        note(step, "DELVE-DEF-02", "{0} is down.", i)
        return
    step.set(i, "DELVE-DIE-01", status="dying", casting=None, death_round=None)
    note(step, "DELVE-DIE-01", "{0} is knocked out.", i)
    wound(step, i)
    roll(step, i, "con", TN_LIFE, ToLive(), plus5=False)


@go_on.register(ToLive)
def _live(goal: ToLive, step: DelveStep, made: Roll, verdict: str) -> None:
    i = made.who
    if verdict == "fail":
        die(step, i)
        return
    (face,) = step.draw(1, 4)
    con = step.sheet(i).bonus("con")
    turns = max(1, face + con)
    fight = step.scene.fight
    step.say(
        Rolled(
            rule="DELVE-DIE-01",
            label="turns left",
            sum=Sum(i, (("d4", face), ("con", con)), face + con, (Die(4, face),)),
        )
    )
    now = fight.round if fight is not None and i in fight.seats else 0
    step.set(i, "DELVE-DIE-01", death_round=now + turns)
    when = f"at the end of round {now + turns}" if now else f"in {turns} turn{'' if turns == 1 else 's'}"
    note(step, "DELVE-DIE-01", f"{{0}} dies {when} unless somebody helps.", i)


def die(step: DelveStep, i: Id) -> None:
    """Somebody dies."""
    step.set(i, "DELVE-DIE-01", status="dead", life=0, death_round=None, casting=None)
    note(step, "DELVE-DIE-01", "{0} dies.", i)


def mend(step: DelveStep, i: Id, amount: int, rule: str = "DELVE-HEAL-01") -> None:
    """Magical healing: Life up to its most; whoever was down wakes at once (DELVE-HEAL-01)."""
    sheet = step.sheet(i)
    if sheet.status == "dead" or amount < 1:
        note(step, rule, "It does nothing for {0}.", i)
        return
    note(step, rule, f"{{0}} is healed by {amount}.", i)
    step.set(i, rule, life=min(sheet.life_max, sheet.life + amount), status="up", death_round=None)
    if sheet.status != "up":
        note(step, rule, "{0} wakes.", i)


# -- by hand -----------------------------------------------------------------------------------------------------------


def by_hand(step: DelveStep, move: Hurt | Heal) -> None:
    """Damage or healing marked by hand, 1 to 999; the dead are past both."""
    sheet = finished(step, move.actor)
    if sheet.status == "dead":
        raise Refused("STATE", f"{sheet.name} is dead.", "/delve-gm revive")
    amount = within(move.amount, 1, FURTHEST, "That")
    if isinstance(move, Heal):
        mend(step, move.actor, amount)
    elif sheet.status == "up":
        hurt(step, move.actor, amount, "DELVE-LIFE-01")
    else:
        raise Refused("STATE", f"{sheet.name} is {sheet.status} already.", "the GM may declare death")


def wound_by_hand(step: DelveStep, move: Wound) -> None:
    """A wound by the GM's word (DELVE-WND-01)."""
    if player(step, move.who).status == "dead":
        raise Refused("STATE", f"{step.sheet(move.who).name} is dead.", "another one")
    wound(step, move.who)


def kill(step: DelveStep, move: Kill) -> None:
    """The GM declares death (DELVE-DIE-01)."""
    sheet = finished(step, move.who)
    if sheet.status in ("dead", "down"):
        raise Refused("STATE", f"{sheet.name} is {sheet.status} already.", "another one")
    if sheet.abilities:
        die(step, move.who)
    else:
        step.set(move.who, "DELVE-DIE-01", life=0, status="down")
        note(step, "DELVE-DIE-01", "{0} is down.", move.who)


def revive(step: DelveStep, move: Revive) -> None:
    """Back with Life 1 (DELVE-DIE-03)."""
    sheet = finished(step, move.who)
    if sheet.status not in ("dead", "down"):
        raise Refused("STATE", f"{sheet.name} is not dead.", "/delve heal")
    rise(step, move.who, "DELVE-DIE-03")


def rise(step: DelveStep, i: Id, rule: str) -> None:
    """Somebody stands again with Life 1."""
    step.set(i, rule, life=1, life_max=max(1, step.sheet(i).life_max), status="up", death_round=None)
    note(step, rule, "{0} lives again, with Life 1.", i)


# -- first aid and rest ------------------------------------------------------------------------------------------------


def aid(step: DelveStep, move: Aid) -> None:
    """An ally's action; a roll only where the table has a number for it (DELVE-DIE-02)."""
    if move.target == move.actor:
        raise Refused("RULE", "Nobody gives first aid to themselves.", "somebody else who is dying")
    sheet = may_act(step, move.actor)
    other = finished(step, move.target)
    if other.status != "dying":
        raise Refused("STATE", f"{other.name} is not dying.", "somebody who is")
    not_casting(sheet)
    act(step, move.actor)
    tn = step.state.rulings.first_aid_tn
    note(step, "DELVE-DIE-02", "{0} gives {1} first aid.", move.actor, move.target)
    if tn is None:
        _stabilize(step, move.target)
    else:
        roll(step, move.actor, "int", tn, ToAid(move.target), plus5=False)


@go_on.register(ToAid)
def _aided(goal: ToAid, step: DelveStep, made: Roll, verdict: str) -> None:
    if verdict == "success" and goal.target in step.state.sheets and step.sheet(goal.target).status == "dying":
        _stabilize(step, goal.target)


def _stabilize(step: DelveStep, i: Id) -> None:
    fight = step.scene.fight
    if fight is None or i not in fight.seats:
        step.set(i, "DELVE-DIE-02", status="up", life=1, death_round=None)
        note(step, "DELVE-DIE-02", "{0} is saved, and wakes with Life 1.", i)
    else:
        step.set(i, "DELVE-DIE-02", status="stable", death_round=None)
        note(step, "DELVE-DIE-02", "{0} is stable.", i)


def rest(step: DelveStep, move: Rest) -> None:
    """A night and a ration: Life 1 up (DELVE-REST-01)."""
    sheet = up(step, move.actor)
    if (fight := step.scene.fight) is not None and move.actor in fight.seats:
        raise Refused("STATE", f"{sheet.name} is in a fight.", "after the fight")
    k = next((k for k, item in enumerate(sheet.items) if item.kind == "ration"), None)
    if sheet.life >= sheet.life_max:
        kept = "; the ration is kept" if k is not None else ""
        raise Refused("STATE", f"{sheet.name}'s Life is full{kept}.", "when Life is lost")
    if k is None:
        raise Refused("FUNDS", f"{sheet.name} has no ration.", "one ration a night")
    note(step, "DELVE-REST-01", "{0} eats and rests.", move.actor)
    step.set(move.actor, "DELVE-REST-01", life=sheet.life + 1, items=without(sheet.items, k))
