"""Where the rules are silent or two-sided: what this table plays. Every field is a choice; the defaults are ours."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mechanics.games.clan.features import Entry


def _ours(rule: str, what: str, ge: int | None = None, le: int | None = None) -> Meta:
    return Meta(title=rule, description=what, extra={"by": "ours"}, ge=ge, le=le)


def _kept(rule: str, what: str) -> Meta:
    """What is no choice but kept here, with commands of its own."""
    return Meta(title=rule, description=what, extra={"by": "ours", "data": True})


class Rulings(Struct, frozen=True):
    """A campaign's rulings. Each field's `Meta` says what it decides, under which rule, and whose its default is.

    The Features that can be bought are here too.
    """

    naturals: Annotated[
        bool, _ours("CLAN-NAT-01", "a 12 succeeds and a 1 fails whatever the total; an attack doubles or hurts oneself")
    ] = False
    fumble: Annotated[
        Literal["self", "ask", "none"],
        _ours("CLAN-ATK-02", "whom a natural 1 on an attack hurts: oneself, whom the GM says, nobody"),
    ] = "self"
    rest_heals: Annotated[
        Literal["full", "one", "none"], _ours("CLAN-REST-01", "hit points that a full rest gives to who is awake")
    ] = "full"
    unarmed_dice: Annotated[str, _ours("CLAN-DMG-01", "the dice of whoever has no weapon")] = "1d4"
    range_rounding: Annotated[
        Literal["down", "up"], _ours("CLAN-RNG-01", "a range die for each full ten feet, or for each that is begun")
    ] = "down"
    ties: Annotated[
        Literal["roll-off", "smart", "gm"],
        _ours("CLAN-ORD-01", "who goes first of equal rolls: they roll again, the higher Smart Ass, as the GM orders"),
    ] = "roll-off"
    move_feet: Annotated[int, _ours("CLAN-ACT-01", "how far one move goes, in feet; 0: the GM says", ge=0, le=600)] = 0
    luck_window_seconds: Annotated[
        int, _ours("CLAN-LUCK-04", "an open roll locks by itself after so many seconds; 0: never", ge=0, le=86_400)
    ] = 0
    npc_free_build: Annotated[
        bool, _ours("CLAN-ABL-01", "the GM's creatures have any scores from 0 to 20 instead of nine points")
    ] = False
    weapons_need_gm: Annotated[bool, _ours("CLAN-WPN-01", "a GM confirms a weapon that a player proposes")] = True
    catalogue: Annotated[
        dict[str, Entry], _kept("CLAN-FP-02", "the Features that can be bought; /clan-gm feature changes them")
    ] = {}
