"""The damage track: circles that are worn, torn or blackened, and the line that ends consciousness or life (DH-TRACK).

A track is a value; what happens to it gives a new one. Circles fill from the left without gaps: four numbers say all.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from mechanics.game import Refused
from mechanics.games.dragonhead.scores import LETTERS, one_of, within

RATIOS = {"piercing": 1, "sharp": 2, "mixed": 3, "blunt": 4, "impact": 5, "none": 0}
"""Points of wear for one of tear, by type of damage; "none" never tears (DH-TRACK-01)."""
MOST = 100_000
"""The most points that one hit or healing may have (DH-TRACK-02)."""
SCAR_WORTH = 5
"""How many points of magic healing of tear one scar takes (DH-TRACK-09)."""
DRAWN = 60
"""The most circles that are drawn; longer tracks are numbers only."""

Label = Literal["awake", "unconscious", "dead"]


class Track(Struct, frozen=True):
    """`hp` is where the line is drawn; 0 <= scar <= tear <= wear, without an upper end. `killed`: dead otherwise."""

    hp: int
    wear: int = 0
    tear: int = 0
    scar: int = 0
    killed: bool = False

    @property
    def recoverable(self) -> int:
        """Points of wear on untorn circles."""
        return self.wear - self.tear

    @property
    def dead(self) -> bool:
        """Torn past the line, or killed otherwise (DH-TRACK-05)."""
        return self.killed or self.tear > self.hp

    @property
    def unconscious(self) -> bool:
        """Worn past the line; wear equal to hp is awake (DH-TRACK-04)."""
        return self.wear > self.hp

    @property
    def label(self) -> Label:
        """Dead, else unconscious, else awake."""
        return "dead" if self.dead else "unconscious" if self.unconscious else "awake"


def damage_type(text: str) -> str:
    """A type of damage by its name, its letter, or nothing for none; else `UNKNOWN` (DH-TRACK-01)."""
    wanted = text.strip().casefold()
    return one_of(LETTERS.get(wanted, wanted or "none"), RATIOS, "type of damage")


def hit(track: Track, points: int, kind: str = "none", scar: bool = False) -> Track:
    """Damage after AC or DC: all of it wear, and a point of tear for each full ratio of this hit alone (DH-TRACK-02).

    With `scar` what is torn is blackened too. Refuses `RANGE` below 0, `UNKNOWN` types, `STATE` for the dead.
    """
    _alive(track)
    within(points, 0, MOST, "Damage")
    ratio = RATIOS[damage_type(kind)]
    torn = points // ratio if ratio else 0
    return replace(track, wear=track.wear + points, tear=track.tear + torn, scar=track.scar + (torn if scar else 0))


def exert(track: Track, points: int) -> Track:
    """Plain wear: trying hard, drain (DH-TRACK-03)."""
    return hit(track, points)


def recover(track: Track, points: int) -> Track:
    """Wear erased, but never that of a torn circle (DH-TRACK-06). Refuses `RANGE` below 0, `STATE` for the dead."""
    _alive(track)
    within(points, 0, MOST, "What is recovered")
    return replace(track, wear=track.wear - min(points, track.recoverable))


def sleep(track: Track) -> Track:
    """All wear erased that can be."""
    _alive(track)
    return replace(track, wear=track.tear)


def self_heal(track: Track, points: int, leaves: Literal["worn", "clean"] = "worn") -> Track:
    """Tear that heals by itself; scars never do. Its circles stay worn, by ruling, or come clean (DH-TRACK-07)."""
    _alive(track)
    healed = min(within(points, 0, MOST, "What heals"), track.tear - track.scar)
    return replace(track, tear=track.tear - healed, wear=track.wear - (healed if leaves == "clean" else 0))


def scar_over(track: Track, points: int) -> Track:
    """Tear that becomes scars (DH-TRACK-08)."""
    _alive(track)
    return replace(track, scar=track.scar + min(within(points, 0, MOST, "What scars"), track.tear - track.scar))


def magic(track: Track, points: int, kind: str = "none", first: Literal["tear", "wear"] = "tear") -> tuple[Track, bool]:
    """Magic healing, a hit run backwards: tear by the type's ratio, then scars, then wear (DH-TRACK-09).

    A scar takes 5 points of tear healing, once no other tear is left; what is over is lost. True if tear or a scar
    was healed. `first` is a ruling: whether tear or wear goes first.
    """
    _alive(track)
    within(points, 0, MOST, "Healing")
    ratio = RATIOS[damage_type(kind)]
    if first == "wear":
        track = recover(track, points)
    worth = points // ratio if ratio else 0
    plain = min(worth, track.tear - track.scar)
    after = replace(track, tear=track.tear - plain)
    if after.tear == after.scar:
        scars = min((worth - plain) // SCAR_WORTH, after.scar)
        after = replace(after, tear=after.tear - scars, scar=after.scar - scars)
    seared = after.tear < track.tear
    return (recover(after, points) if first == "tear" else after), seared


def _alive(track: Track) -> None:
    if track.dead:
        raise Refused("STATE", "The dead neither suffer nor heal.", "only Resurrection, or the DM, brings them back")


def picture(track: Track) -> str:
    """The circles as on paper: `●` scarred, `⊕` torn, `⊖` worn, `○` clean, and the line; long ones in numbers."""
    circles = max(track.hp, track.wear)
    if circles > DRAWN:
        return f"hp {track.hp}, wear {track.wear}, tear {track.tear}, scar {track.scar}"
    drawn = (
        "●" * track.scar
        + "⊕" * (track.tear - track.scar)
        + "⊖" * (track.wear - track.tear)
        + "○" * (circles - track.wear)
    )
    return drawn[: track.hp] + "|" + drawn[track.hp :]


def words(track: Track) -> str:
    """The picture for those who hear it: `hit points 10: 2 torn, 6 worn, 2 clean`."""
    counts = (
        (track.scar, "scarred"),
        (track.tear - track.scar, "torn"),
        (track.wear - track.tear, "worn"),
        (max(0, track.hp - track.wear), "clean"),
    )
    said = ", ".join(f"{n} {word}" for n, word in counts if n)
    past = track.wear - track.hp
    return f"hit points {track.hp}: {said}" + (f", {past} of them past the line" if past > 0 else "")
