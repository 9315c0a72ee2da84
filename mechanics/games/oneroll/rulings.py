"""Where the rules are silent or two-sided: what this table plays."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


def _ours(rule: str, what: str) -> Meta:
    return Meta(title=rule, description=what, extra={"by": "ours"})


def _text(rule: str, what: str) -> Meta:
    return Meta(title=rule, description=what, extra={"by": "text"})


class Rulings(Struct, frozen=True):
    """A campaign's rulings. Each field's `Meta` says what it decides, under which rule, and whose default it is."""

    declare: Annotated[
        Literal["ordered", "sealed"],
        _text("ORE-CBT-01", "declarations show in order of Sense, or all together when the last is in"),
    ] = "ordered"
    called_shot: Annotated[bool, _ours("ORE-CALL-01", "a die may be laid down to hit one place alone")] = False
    overflow: Annotated[
        Literal["torso", "drop"], _ours("ORE-DMG-03", "what a limb full of X cannot hold goes to the torso, or nowhere")
    ] = "torso"
    dodge_ties: Annotated[
        Literal["hits", "height"],
        _text("ORE-CBT-06", "an attack as wide as the dodge hits, or is dodged too if it is lower"),
    ] = "hits"
    dodge_width: Annotated[
        Literal["shrinks", "frozen"],
        _ours("ORE-CBT-06", "a standing dodge that loses dice protects less, or stays as wide as it stood"),
    ] = "shrinks"
    heal_shock: Annotated[
        Literal["location", "total"],
        _ours("ORE-HEAL-01", "after a fight half of the shock goes place by place, or of the total"),
    ] = "location"
    resolve: Annotated[
        Literal["step", "all"],
        _ours("ORE-CBT-04", "each Next resolves one set, or all of them resolve when the last is assigned"),
    ] = "step"
