"""A Clan sheet: what is written on it, and what follows from that (CLAN-GEN-01 to CLAN-HP-01)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from mechanics.games.clan.features import Feature

Status = Literal["ok", "unconscious", "dead"]

POINTS = 9
"""Points over the three scores of a new creature (CLAN-ABL-01)."""
MOST_POINTS = 6
"""The most of them in one score."""
FIRST_FP = 12
FP_A_LEVEL = 6


class Weapon(Struct, frozen=True):
    """A weapon and its dice. `from_feature`: part of the body, so that the unarmed dice are rolled (CLAN-DMG-01)."""

    name: str
    dice: str
    from_feature: bool = False

    @property
    def words(self) -> str:
        """`axe 1d6`."""
        return f"{self.name} {self.dice}"


class Sheet(Struct, frozen=True):
    """A creature, a player's or the GM's. `kick`, `bad` and `smart` are the built scores, before Features.

    `unarmed_dice` "" are those of the table; `reason` says how somebody dead died; `clan` is what its Features are
    called together.
    """

    name: str
    owner: str
    level: int = 1
    kick: int = 3
    bad: int = 3
    smart: int = 3
    features: tuple[Feature, ...] = ()
    hp: int = 15
    luck_spent: int = 0
    weapons: tuple[Weapon, ...] = ()
    unarmed_dice: str = ""
    status: Status = "ok"
    reason: str = ""
    clan: str = ""
    draft: bool = False

    @property
    def dead(self) -> bool:
        """Out for good."""
        return self.status == "dead"

    @property
    def able(self) -> bool:
        """Can act."""
        return self.status == "ok"

    def added(self, number: str) -> int:
        """What all Features together add to a number (CLAN-FEA-01)."""
        return sum(int(getattr(f.mods, number)) for f in self.features)

    def score(self, ability: str) -> int:
        """A score as it counts: built, and what Features add; 0 for "none" (CLAN-ABL-03)."""
        return int(getattr(self, ability)) + self.added(ability) if ability != "none" else 0

    @property
    def fp_granted(self) -> int:
        """CLAN-LVL-01."""
        return FIRST_FP + FP_A_LEVEL * (self.level - 1)

    @property
    def fp_unspent(self) -> int:
        """CLAN-FP-01."""
        return self.fp_granted - sum(f.cost for f in self.features)

    @property
    def luck_max(self) -> int:
        """One for every two points that are not spent (CLAN-LUCK-01)."""
        return self.fp_unspent // 2

    @property
    def luck_now(self) -> int:
        """What is left of it since the last full rest (CLAN-LUCK-02)."""
        return max(0, self.luck_max - self.luck_spent)

    @property
    def hp_max(self) -> int:
        """CLAN-HP-01; never below 1."""
        return max(1, 12 + self.score("bad") + self.added("hp_max"))

    @property
    def armor(self) -> int:
        """CLAN-ARM-01."""
        return 6 + self.score("bad") + self.added("armor")

    @property
    def all_weapons(self) -> tuple[Weapon, ...]:
        """Those carried, then those of the body."""
        own = (Weapon(f.mods.weapon, f.mods.weapon_dice, True) for f in self.features if f.mods.weapon)
        return (*self.weapons, *own)

    def unarmed(self, table: str) -> str:
        """The dice without a weapon: of the newest Feature that says so, its own, or those of the table."""
        return next((f.mods.unarmed_dice for f in reversed(self.features) if f.mods.unarmed_dice), "") or (
            self.unarmed_dice or table
        )

    def gauges(self) -> Mapping[str, int | str | bool]:
        """The numbers under the ledger's names; `kick`, `bad`, `smart` as they count."""
        return {
            "name": self.name,
            "level": self.level,
            "kick": self.score("kick"),
            "bad": self.score("bad"),
            "smart": self.score("smart"),
            "hp": self.hp,
            "hp_max": self.hp_max,
            "armor": self.armor,
            "status": self.status,
            "reason": self.reason,
            "luck_now": self.luck_now,
            "luck_max": self.luck_max,
            "luck_spent": self.luck_spent,
            "fp_granted": self.fp_granted,
            "fp_unspent": self.fp_unspent,
            "features": ", ".join(f"{f.name} {f.cost}" for f in self.features),
            "weapons": ", ".join(w.words for w in self.all_weapons),
            "unarmed_dice": self.unarmed(""),
            "clan": self.clan,
            "draft": self.draft,
        }
