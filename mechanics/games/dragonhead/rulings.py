"""Where the rules are silent or two-sided: what this table plays. Every field is a choice; most defaults are ours."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mechanics.games.dragonhead.classes import ClassRecord


def _ours(rule: str, what: str) -> Meta:
    return Meta(title=rule, description=what, extra={"by": "ours"})


def _xp(rule: str, what: str, by: Literal["text", "ours"]) -> Meta:
    return Meta(title=rule, description=f"XP for each point of wear that {what}", extra={"by": by}, ge=0, le=1000)


class Rulings(Struct, frozen=True):
    """A campaign's rulings. Each field's `Meta` says what it decides, under which rule, and whose its default is."""

    count_dm_as_player: Annotated[bool, _ours("DH-MOJO-02", "the DM counts for the size of the mojo roll")] = False
    fudge_by: Annotated[
        Literal["roller", "anyone"], _ours("DH-MOJO-06", "who may fudge a roll: whoever rolled it, or anyone")
    ] = "roller"
    resurrection_scars: Annotated[
        Literal["none", "all"], _ours("DH-MOJO-11", "the scars that the resurrected keep if the DM says nothing")
    ] = "none"
    dream_sequence: Annotated[
        Literal["sheets", "story"],
        _ours("DH-MOJO-12", "a Dream Sequence puts sheets back as at the last full sleep, or is a story only"),
    ] = "sheets"
    dice_set: Annotated[
        Literal["standard", "steady"], _ours("DH-DICE-05", "the Dice Table; in the steady one 20 and 24 are two dice")
    ] = "standard"
    dice_table: Annotated[
        dict[int, str], _ours("DH-DICE-05", "rows that replace those of the Dice Table: score and roll")
    ] = {}
    classes: Annotated[
        dict[str, ClassRecord], _ours("DH-CHAR-07", "classes of this campaign beside those we ship, by name")
    ] = {}
    shifts: Annotated[
        Literal["sum", "step"],
        _ours("DH-ACT-02", "several shifts are added up and held to the ladder once, or at every step"),
    ] = "sum"
    fourth_success: Annotated[Literal[21, 24], _ours("DH-ACT-04", "the strength where the fourth success begins")] = 21
    tie_even: Annotated[
        Literal["challenger", "challenged"], _ours("DH-ACT-08", "who wins a tie when the die is even")
    ] = "challenger"
    team_ties: Annotated[Literal["draw", "d100"], _ours("DH-ACT-10", "teams with equal totals draw, or roll 1d100")] = (
        "draw"
    )
    class_bonus: Annotated[
        Literal["best", "sum"], _ours("DH-CHAR-08", "with several classes the best one helps, or all together")
    ] = "best"
    magic_first: Annotated[Literal["tear", "wear"], _ours("DH-TRACK-09", "what magic heals first, tear or wear")] = (
        "tear"
    )
    rest_xp: Annotated[int, _xp("DH-HEAL-01", "a rest erases", "text")] = 10
    magic_xp: Annotated[int, _xp("DH-HEAL-05", "magic erases", "ours")] = 10
    sleep_xp: Annotated[int, _xp("DH-HEAL-03", "sleep erases", "ours")] = 0
    sleep_half: Annotated[
        Literal["recoverable", "wear"],
        _ours("DH-HEAL-03", "half a night gives back half of what a good one would, or half of all wear"),
    ] = "recoverable"
