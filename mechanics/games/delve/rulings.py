"""Where the rules are silent or two-sided: what this table plays."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


def _ours(rule: str, what: str) -> Meta:
    return Meta(title=rule, description=what, extra={"by": "ours"})


def _number(rule: str, what: str, low: int, high: int) -> Meta:
    return Meta(title=rule, description=what, extra={"by": "ours"}, ge=low, le=high)


class Rulings(Struct, frozen=True):
    """A campaign's rulings. Each field's `Meta` says what it decides, under which rule, and whose default it is."""

    attack_tn: Annotated[
        Literal["level", "fixed"], _ours("DELVE-ATK-01", "an enemy is hit above 10 + its level, or above fixed_tn")
    ] = "level"
    fixed_tn: Annotated[int, _number("DELVE-ATK-01", "what is to be beaten where attack_tn is fixed", 1, 40)] = 13
    cast_tn: Annotated[int, _number("DELVE-CAST-01", "what a spell has to beat", 1, 40)] = 13
    enemy_damage: Annotated[
        Literal["d6plus", "flat", "d6half"],
        _ours("DELVE-DEF-02", "an enemy deals 1d6 + level - 1, its level, or one d6 per two levels"),
    ] = "d6plus"
    critical: Annotated[
        Literal["natural", "margin"],
        _ours("DELVE-CRIT-01", "attacks and defence are critical on a 20 or 1 shown, or by 10 above or below"),
    ] = "natural"
    level_cost: Annotated[
        Literal["new", "current", "flat"],
        _ours("DELVE-LVL-01", "a level costs 500 coins times the new one, times the old one, or 500"),
    ] = "new"
    level_order: Annotated[
        Literal["point-first", "as-listed"],
        _ours("DELVE-LVL-01", "the ability point of a level counts in its new Life, or comes after"),
    ] = "point-first"
    life_reroll: Annotated[
        Literal["new", "best"], _ours("DELVE-LVL-01", "Life of a new level stands as rolled, or is never lower")
    ] = "new"
    luck_plus5_stack: Annotated[bool, _ours("DELVE-LUCK-02", "Luck may add 5 to the same roll several times")] = False
    first_aid_tn: Annotated[
        int | None, _ours("DELVE-DIE-02", "what first aid has to beat with INT; none: it needs no roll")
    ] = None
    finger_dice: Annotated[
        Literal["dice", "plus"],
        _ours("DELVE-SPELL-01", "an exploding finger deals 3 + level dice, or level dice plus 3"),
    ] = "dice"
    earth_area: Annotated[
        Literal["squares", "side"],
        _ours("DELVE-SPELL-01", "rocks cover level + 1 squares of 5 feet, or one square that many times 5 feet wide"),
    ] = "squares"
    strict_reach: Annotated[
        bool, _ours("DELVE-ATK-03", "melee needs a GM's mark that two are adjacent, ranged attacks that they are not")
    ] = False
    start_coins: Annotated[int, _number("DELVE-COIN-01", "the coins of a new character", 0, 1_000_000)] = 0
