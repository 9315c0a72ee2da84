"""Gaining a level: coins, a point, Life thrown anew, Luck full (DELVE-LVL-01)."""

from __future__ import annotations

from mechanics.facts import Rolled, Sum
from mechanics.game import Refused
from mechanics.games.delve.moves import Buy
from mechanics.games.delve.play import DelveStep, note, player, up
from mechanics.games.delve.play.rolls import ability_of
from mechanics.games.delve.sheet import HIGHEST
from mechanics.games.delve.throws import Harm, parts_of, throw

PRICE = 500


def price(level: int, mode: str) -> int:
    """The coins for the level above this one (DELVE-LVL-01)."""
    return PRICE * {"new": level + 1, "current": level, "flat": 1}[mode]


def buy(step: DelveStep, move: Buy) -> None:
    """The next level; refused `FUNDS`, `RULE` above level 20, `STATE` in a fight or down, `UNKNOWN`."""
    i, rulings = move.actor, step.state.rulings
    sheet = player(step, i)
    up(step, i)
    if (fight := step.scene.fight) is not None and i in fight.seats:
        raise Refused("STATE", f"{sheet.name} is in a fight.", "after the fight")
    ability = ability_of(move.ability)
    if sheet.level >= HIGHEST:
        raise Refused("RULE", f"{sheet.name} is of the highest level.", f"up to {HIGHEST}")
    cost = price(sheet.level, rulings.level_cost)
    if sheet.coins < cost:
        raise Refused("FUNDS", f"{sheet.name} has {sheet.coins} coins.", f"the level costs {cost}")
    abilities = {**sheet.abilities, ability: sheet.abilities[ability] + 1}
    level = sheet.level + 1
    con = (abilities if rulings.level_order == "point-first" else sheet.abilities)["con"]
    harm = Harm(level, plus=con)
    total, dice = throw(step, harm)
    step.say(Rolled(rule="DELVE-LVL-01", label="Life", sum=Sum(i, parts_of(harm, total), total, dice)))
    life = max(1, total)
    if rulings.life_reroll == "best":
        life = max(life, sheet.life_max)
    luck = max(0, level + abilities["cha"])
    step.set(
        i,
        "DELVE-LVL-01",
        coins=sheet.coins - cost,
        level=level,
        abilities=abilities,
        life=life,
        life_max=life,
        luck=luck,
    )
    note(step, "DELVE-LVL-01", f"{{0}} is level {level} now.", i)
