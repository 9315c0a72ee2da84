"""Where the rules are silent or two-sided: what this table plays. Every field is a choice, its default is ours."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


def _ours(rule: str, what: str) -> Meta:
    return Meta(title=rule, description=what, extra={"by": "ours"})


class Rulings(Struct, frozen=True):
    """A campaign's rulings. Each field's `Meta` says what it decides, under which rule, and that it is ours."""

    count_dm_as_player: Annotated[bool, _ours("DH-MOJO-02", "the DM counts for the size of the mojo roll")] = False
    fudge_by: Annotated[
        Literal["roller", "anyone"], _ours("DH-MOJO-06", "who may fudge a roll: whoever rolled it, or anyone")
    ] = "roller"
    dice_table: Annotated[
        dict[int, str], _ours("DH-DICE-05", "rows that replace ours in the Dice Table: score and roll")
    ] = {}
    fourth_success: Annotated[Literal[21, 24], _ours("DH-ACT-04", "the strength where the fourth success begins")] = 21
    class_bonus: Annotated[
        Literal["best", "sum"], _ours("DH-CHAR-08", "with several classes the best one helps, or all together")
    ] = "best"
    magic_first: Annotated[Literal["tear", "wear"], _ours("DH-TRACK-09", "what magic heals first, tear or wear")] = (
        "tear"
    )
