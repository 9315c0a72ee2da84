"""What one person may see at one place: the only thing that cards and panels read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mechanics.campaign import Campaign, active, find
from mechanics.facts import Fact
from mechanics.game import CHAIR, Caller, Game, Id, Move, Refused
from mechanics.record import Entry
from mechanics.state import State
from mechanics.view import seen_facts, view

AnyState = State[Any, Any, Any, Any, Any, Any]
AnyGame = Game[Any, Any, Any, Any, Any, Any]

EVERYBODY = Caller("")
"""The eyes of the whole channel."""


class Place(Struct, frozen=True):
    """Where an interaction happens: server, channel or thread, and a thread's parent."""

    guild: int
    channel: int
    parent: int | None = None


class Shown(Struct, frozen=True):
    """A table as `viewer` may see it. After a move also its entry: `facts` are those the viewer may read.

    `state` is always `view(state, viewer)`; `now` is the time in seconds since 1970, UTC.
    """

    campaign: int
    game: AnyGame
    place: Place
    viewer: Caller
    state: AnyState
    now: int
    n: int = 0
    at: int = 0
    by: Caller = EVERYBODY
    move: Move | None = None
    facts: tuple[Fact, ...] = ()

    def who(self, text: str | None) -> Id:
        """The character a typed option means, the viewer's active one when left out."""
        return find(self.state.campaign, self.viewer, text) if text else active(self.state.campaign, self.viewer.user)

    def whom(self, text: str | None) -> tuple[Id, ...]:
        """Several characters, separated by commas, none twice; the active one when left out."""
        if not text:
            return (active(self.state.campaign, self.viewer.user),)
        names = [part for part in (p.strip() for p in text.split(",")) if part]
        if not names:
            raise Refused("unknown", "No name was given.", "names separated by commas")
        return tuple(find(self.state.campaign, self.viewer, name) for name in names)

    def actor(self) -> Id:
        """Whoever rolls for the viewer: their character, or a GM's chair when they play none."""
        try:
            return active(self.state.campaign, self.viewer.user)
        except Refused:
            if self.viewer.gm:
                return CHAIR
            raise

    def chair_or(self, who: Id) -> Id:
        """The actor for a character: the chair's creatures act from the chair."""
        name = self.state.campaign.names.get(who)
        return CHAIR if name is not None and name.owner == CHAIR else who


def shown(
    campaign: int, game: AnyGame, place: Place, viewer: Caller, state: AnyState, now: int, entry: Entry | None = None
) -> Shown:
    """The table through a viewer's eyes, with what an entry told them."""
    seen = view(state, viewer)
    if entry is None:
        return Shown(campaign, game, place, viewer, seen, now)
    facts = readable(seen.campaign, viewer, entry.facts)
    return Shown(campaign, game, place, viewer, seen, now, entry.n, entry.at, entry.caller, entry.move, facts)


def readable(seen: Campaign, viewer: Caller, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts that a viewer may read, given the campaign as they see it.

    What was told of a character that they do not see there, somebody's draft or one that was dropped, is not theirs.
    """
    known = {*seen.names, *seen.people, CHAIR, viewer.user}
    return tuple(f for f in seen_facts(seen, viewer, facts) if known.issuperset(f.to))


def again(table: Shown, viewer: Caller) -> Shown:
    """What a viewer who may see less sees of the same table."""
    return replace(table, viewer=viewer, state=view(table.state, viewer))
