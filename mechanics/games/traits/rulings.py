"""Where the rules are silent or two-sided: what this table plays. Every field is a choice; the defaults are ours."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from mechanics.game import CHAIR
from mechanics.games.traits.catalogue import SHIPPED, Entry
from mechanics.games.traits.sheet import Discipline
from mechanics.state import Sealed


def _ours(rule: str, what: str, ge: int | None = None, le: int | None = None) -> Meta:
    return Meta(title=rule, description=what, extra={"by": "ours"}, ge=ge, le=le)


def _kept(rule: str, what: str) -> Meta:
    """What is no choice but kept here, with commands of its own."""
    return Meta(title=rule, description=what, extra={"by": "ours", "data": True})


class Rulings(Struct, frozen=True):
    """A campaign's rulings. Each field's `Meta` says what it decides, under which rule, and whose its default is.

    The general list is here too, and the disciplines, which are the GMs' alone.
    """

    cost_rule: Annotated[
        Literal["fib", "literal"],
        _ours(
            "TRAIT-COST-01",
            "a trait level costs the two prices before it (1 2 3 5 8), or the level before and the price before that "
            "(1 2 4 6 9)",
        ),
    ] = "fib"
    halving: Annotated[
        Literal["up", "down"], _ours("TRAIT-HP-03", "how the halved traits of the wounded are rounded")
    ] = "up"
    bleed: Annotated[
        bool, _ours("TRAIT-HP-04", "who bleeds out loses 1 hit point at the end of each round; else the GM says")
    ] = False
    starting_exp: Annotated[
        int, _ours("TRAIT-TRAIT-01", "EXP that a new character may spend while it is made", ge=0, le=1000)
    ] = 0
    catalogue: Annotated[
        dict[str, Entry], _kept("TRAIT-ABIL-03", "the general list of abilities; /traits-gm ability changes it")
    ] = field(default_factory=lambda: dict(SHIPPED))
    disciplines: Annotated[
        Sealed[dict[str, Discipline]], _kept("TRAIT-DISC-01", "the GMs' lists; /traits-gm discipline changes them")
    ] = Sealed(CHAIR, {})
