"""What can be waited for in Delve: the question, and all that is needed to go on."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from mechanics.game import Id
from mechanics.games.delve.throws import Harm

# -- what a roll is for ------------------------------------------------------------------------------------------------


class ToTry(Struct, frozen=True, tag=True):
    """An ability roll or a feat; the table says what comes of it."""


class ToHit(Struct, frozen=True, tag=True):
    """An attack. `weapon` is a thing's name, "" bare hands; `harm` what a hit deals."""

    target: Id
    weapon: str
    harm: Harm


class ToAvoid(Struct, frozen=True, tag=True):
    """A defence. `harm` is what the enemy deals."""

    enemy: Id
    harm: Harm


class ToCounter(Struct, frozen=True, tag=True):
    """Counterspell in place of a defence; `item` holds it."""

    enemy: Id
    harm: Harm
    item: str


class ToKeep(Struct, frozen=True, tag=True):
    """Whether the armor lasts that has halved the damage of a blow."""

    item: str
    damage: int
    wound: bool


class ToLive(Struct, frozen=True, tag=True):
    """CON at zero Life."""


class ToAid(Struct, frozen=True, tag=True):
    """First aid, where the table rolls for it."""

    target: Id


class ToCast(Struct, frozen=True, tag=True):
    """A try at a spell. `numbers` are what was chosen: points or shares per target, rounds."""

    spell: str
    item: str
    choice: str
    targets: tuple[Id, ...]
    numbers: tuple[int, ...] = ()


class ToCommand(Struct, frozen=True, tag=True):
    """A demon is commanded, or dismissed."""

    demon: Id
    what: str
    dismiss: bool


Goal = ToTry | ToHit | ToAvoid | ToCounter | ToKeep | ToLive | ToAid | ToCast | ToCommand


# -- what waits --------------------------------------------------------------------------------------------------------


class Roll(Struct, frozen=True, tag=True):
    """A failed roll that Luck can still change. `plus` is what Luck has added."""

    who: Id
    ability: str
    tn: int
    die: int
    goal: Goal
    bonus: int = 0
    plus: int = 0
    note: str = ""


class Defence(Struct, frozen=True, tag=True):
    """Somebody is attacked. All that is needed of the attacker is here, so that it may stay hidden."""

    who: Id
    enemy: Id
    tn: int
    harm: Harm
    magic: bool = False


class Armor(Struct, frozen=True, tag=True):
    """A blow comes through; armor may halve it. `wound`: it wounds as well."""

    who: Id
    damage: int
    wound: bool


class Counter(Struct, frozen=True, tag=True):
    """A critical defence: one attack back."""

    who: Id
    enemy: Id


class Daring(Struct, frozen=True, tag=True):
    """A feat that the GM has to judge."""

    who: Id
    what: str
    ability: str


class Miscast(Struct, frozen=True, tag=True):
    """A miscast of which the GM decides. `spell` and `item` are what was cast."""

    who: Id
    kind: Literal["armor", "weapons", "shadow", "person"]
    spell: str
    item: str


class Asked(Struct, frozen=True, tag=True):
    """An ability roll that the GM asked for."""

    who: Id
    ability: str
    tn: int
    note: str


class Splitting(Struct, frozen=True, tag=True):
    """Damage that the caster shares out."""

    who: Id
    total: int
    targets: tuple[Id, ...]


What = Roll | Defence | Armor | Counter | Daring | Miscast | Asked | Splitting
