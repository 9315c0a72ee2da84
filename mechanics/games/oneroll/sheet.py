"""A One-Roll sheet: stats, skills, boxes."""

from __future__ import annotations

from msgspec import Struct

from mechanics.game import Refused
from mechanics.games.oneroll import body
from mechanics.games.oneroll.body import Box
from mechanics.games.oneroll.pools import dice_in
from mechanics.games.oneroll.skills import STATS, stat_for, title_of

UNSET = 1
"""A stat that was never written (ORE-SHEET-01)."""


class Sheet(Struct, frozen=True):
    """A character or creature. `skills` by key, typed ones `language/German`; `damage` by skill as it was written.

    `dead` is kept beside the boxes, so that a GM can revive. `rested`: today's healing is done. `points` are what a GM
    awarded for stats and skills; how they are spent the table says.
    """

    name: str
    owner: str
    stats: dict[str, int] = {}
    skills: dict[str, int] = {}
    boxes: dict[str, Box] = {}
    damage: dict[str, str] = {}
    dead: bool = False
    points: int = 0
    rested: bool = False
    draft: bool = False

    def gauges(self) -> dict[str, int | str | bool]:
        """Stats and skills, each place as shock/killing, and what follows from them."""
        shown: dict[str, int | str | bool] = {key: self.stat(key) for key in STATS}
        shown |= self.skills
        shown |= {place: str(body.at(self.boxes, place)) for place in body.PLACES}
        shown |= {f"damage {skill}": text for skill, text in self.damage.items()}
        whole = body.total(self.boxes)
        shown |= {"shock": whole.shock, "killing": whole.killing, "condition": self.condition, "dead": self.dead}
        shown |= {"points": self.points, "rested": self.rested}
        return shown | ({"draft": True} if self.draft else {})

    @property
    def condition(self) -> str:
        """dead, out (cold), weak (the torso is filled), or fine (ORE-DMG-04)."""
        if self.dead:
            return "dead"
        return "out" if self.out else "weak" if body.filled(self.boxes, "torso") else "fine"

    @property
    def out(self) -> bool:
        """Passed out: the head is filled (ORE-DMG-04)."""
        return body.filled(self.boxes, "head")

    @property
    def able(self) -> bool:
        """Can act."""
        return not self.dead and not self.out

    def stat(self, key: str) -> int:
        """A stat as it is written."""
        return self.stats.get(key, UNSET)

    def penalty(self, stat: str) -> int:
        """What wounds take off this stat (ORE-DMG-04)."""
        hit = stat in ("body", "coordination") and body.filled(self.boxes, "torso")
        return body.LOWERED if hit else 0

    def skill(self, key: str) -> int:
        """The rating of a skill; a typed one's type is found whatever its case."""
        if key in self.skills:
            return self.skills[key]
        return next((n for k, n in self.skills.items() if k.casefold() == key.casefold()), 0)

    def pool(self, skill: str, stat: str = "", bonus: int = 0, lent: int = 0, actions: int = 1) -> int:
        """The dice of a stat and a skill now; the skill's own stat unless another is named (ORE-POOL-01)."""
        stat = stat or stat_for(skill)
        return dice_in(
            self.stat(stat),
            self.skill(skill),
            bonus=bonus,
            lent=lent,
            actions=actions,
            penalty=self.penalty(stat),
        )

    def profile(self, skill: str) -> body.Profile:
        """What an attack with this skill does: as written for it, or by default for Brawl and Pistol (ORE-DMG-01)."""
        text = self.damage.get(skill) or body.WRITTEN.get(skill)
        if text is None:
            raise Refused(
                "UNKNOWN",
                f"Nobody has written what {title_of(skill)} does in {self.name}'s hands.",
                f"the GM edits the field damage {skill}, such as W killing",
            )
        return body.profile_of(text)


def with_stats(stats: dict[str, int], new: dict[str, int]) -> dict[str, int]:
    """Stats with these; one that is as if never written is not kept (ORE-SHEET-01)."""
    return {key: n for key, n in {**stats, **new}.items() if n != UNSET}


def with_skill(skills: dict[str, int], key: str, value: int) -> dict[str, int]:
    """Skills with this rating; 0 takes a skill away. A typed skill is the same whatever its case (ORE-SHEET-01)."""
    kept = {k: n for k, n in skills.items() if k.casefold() != key.casefold()}
    return {**kept, key: value} if value else kept
