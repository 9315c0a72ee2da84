"""A Delve sheet: a character with six abilities, or an enemy or ally, which has a level in place of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from mechanics.game import Id

ABILITIES = {
    "str": "Strength",
    "con": "Constitution",
    "dex": "Dexterity",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charm",
}
"""The six by key, in the order of the text, which is that of the wound die (DELVE-ABL-01, DELVE-WND-01)."""
SLOTS = 10
"""How many things can be carried (DELVE-GEAR-01)."""
FINGERS = 10
HIGHEST = 20
"""The highest level (DELVE-LVL-01)."""

Kind = Literal["melee", "ranged", "improvised", "armor", "ration", "spell", "treasure", "gear"]
Uses = Literal["free", "session", "single"]
Status = Literal["up", "dying", "stable", "dead", "down"]


class Item(Struct, frozen=True):
    """Something carried. `heal` are the dice it heals when used; `until` is the last round of what a spell made."""

    name: str
    kind: Kind = "gear"
    spell: str = ""
    uses: Uses = "free"
    spent: bool = False
    broken: bool = False
    temporary: bool = False
    until: int | None = None
    heal: str = ""

    @property
    def usable(self) -> bool:
        """Neither spent nor broken."""
        return not self.spent and not self.broken

    def __str__(self) -> str:
        marks = [word for word in ("spent", "broken") if getattr(self, word)]
        marks += [f"to round {self.until}"] if self.until is not None else []
        return self.name + (f" ({', '.join(marks)})" if marks else "")


class Casting(Struct, frozen=True):
    """A spell that has been tried without success: which, out of which item, how often (DELVE-CAST-01).

    `choice` and `targets` are those of the newest try: they are proposed again.
    """

    spell: str
    item: str
    tries: int
    choice: str = ""
    targets: tuple[Id, ...] = ()


class Sheet(Struct, frozen=True):
    """A character, or (without `abilities`) an enemy or ally.

    `luck` is what is left of the own pool, `gift` what Blessing gave beside it. `death_round` is the last round of
    somebody dying; outside a fight the turns that are left. `tn` and `damage` are an enemy's own. `until` is the last
    round of an ally that a spell made; `summoned` ones are gone when the session ends. `shadow` holds what ran off.
    A creature with `life_max` 0 has its Life rolled when it first joins a fight.
    """

    name: str
    owner: str
    level: int = 1
    abilities: dict[str, int] = {}
    life: int = 0
    life_max: int = 0
    luck: int = 0
    gift: int = 0
    coins: int = 0
    items: tuple[Item, ...] = ()
    status: Status = "up"
    death_round: int | None = None
    casting: Casting | None = None
    lost_spells: tuple[str, ...] = ()
    fingers: int = FINGERS
    conditions: tuple[str, ...] = ()
    tn: int | None = None
    damage: str = ""
    until: int | None = None
    summoned: bool = False
    shadow: tuple[Item, ...] = ()
    draft: bool = False

    def gauges(self) -> dict[str, int | str | bool]:
        """Everything that can move, under the ledger's names."""
        shown: dict[str, int | str | bool] = {"level": self.level, "life": self.life, "life_max": self.life_max}
        if self.abilities:
            shown |= self.abilities
            shown |= {"luck": self.luck_now, "luck_max": self.luck_max, "luck_gift": self.gift, "coins": self.coins}
            shown |= {"fingers": self.fingers}
        shown |= {"items": _words(self.items), "slots": f"{self.carried}/{SLOTS}", "shadow": _words(self.shadow)}
        shown |= {"status": self.status, "death_round": "" if self.death_round is None else self.death_round}
        shown |= {"casting": f"{self.casting.spell}, tries {self.casting.tries}" if self.casting else ""}
        shown |= {"lost_spells": ", ".join(self.lost_spells), "conditions": ", ".join(self.conditions)}
        shown |= {"tn": "" if self.tn is None else self.tn, "damage": self.damage}
        shown |= {"until": "" if self.until is None else self.until, "summoned": self.summoned}
        return shown | ({"draft": True} if self.draft else {})

    @property
    def luck_max(self) -> int:
        """Level and CHA, never below 0; enemies and allies have none (DELVE-LUCK-01)."""
        return max(0, self.level + self.abilities["cha"]) if self.abilities else 0

    @property
    def luck_now(self) -> int:
        """What can be spent: the own pool and what was given (DELVE-LUCK-01)."""
        return self.luck + self.gift

    @property
    def carried(self) -> int:
        """Slots in use: one a thing, none for what a spell made for a while (DELVE-GEAR-01)."""
        return sum(not item.temporary for item in self.items)

    def bonus(self, ability: str) -> int:
        """What is added to a d20: the ability, or the level of whoever has none (DELVE-ALLY-01)."""
        return self.abilities.get(ability, self.level) if self.abilities else self.level


def _words(items: tuple[Item, ...]) -> str:
    return ", ".join(map(str, items))


def with_abilities(sheet: Sheet, abilities: dict[str, int]) -> Sheet:
    """The sheet with these scores; its Luck is never more than the pool they make (DELVE-LUCK-01)."""
    new = replace(sheet, abilities=abilities)
    return replace(new, luck=min(new.luck, new.luck_max))


def place_of(items: tuple[Item, ...], name: str, usable: bool = True) -> int | None:
    """Where the thing of this name is, whatever its case; of several one that can be used, if `usable`."""
    wanted = name.strip().casefold()
    found = [k for k, item in enumerate(items) if item.name.casefold() == wanted]
    return next((k for k in found if usable and items[k].usable), found[0] if found else None)


def changed(items: tuple[Item, ...], k: int, **fields: object) -> tuple[Item, ...]:
    """The things with other fields on the one at this place."""
    return (*items[:k], replace(items[k], **fields), *items[k + 1 :])


def without(items: tuple[Item, ...], k: int) -> tuple[Item, ...]:
    """The things without the one at this place."""
    return (*items[:k], *items[k + 1 :])
