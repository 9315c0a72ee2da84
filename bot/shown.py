"""What one person may see at one place: the only thing that cards and panels read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from mechanics.campaign import NAME_LENGTH, Campaign, active, find, fold
from mechanics.facts import Fact
from mechanics.game import CHAIR, Caller, Game, Id, Move, Refused
from mechanics.record import Entry
from mechanics.state import State
from mechanics.view import seen_facts, view

AnyState = State[Any, Any, Any, Any, Any, Any]
M = TypeVar("M", bound=Move)
AnyGame = Game[Any, Any, Any, Any, Any, Any]

_NUMBERED = re.compile(r"(?P<stem>.*?\D) ?(?P<n>\d{1,3})")
_RANGE = re.compile(r"(?P<stem>.*?\D) ?(?P<first>\d{1,3})(?: ?- ?(?:(?P<again>.*?\D) ?)?(?P<last>\d{1,3}))?")

PARTS = 4
"""Of how many parts between commas a name is looked for."""
EVERYBODY = Caller("")
"""The eyes of the whole channel."""


class Place(Struct, frozen=True):
    """Where an interaction happens: server, channel or thread, and a thread's parent."""

    guild: int
    channel: int
    parent: int | None = None


class Shown(Struct, frozen=True):
    """A table as `viewer` may see it. After a move also its entry: `facts` are those the viewer may read.

    `state` is always `view(state, viewer)`; `now` is the time in seconds since 1970, UTC; `newest` the record's newest
    entry, which a panel's buttons carry so that a second press of the same one changes nothing. `own` are the viewer's
    newest moves, the newest first, for a panel: what one did last is chosen beforehand.
    """

    campaign: int
    game: AnyGame
    place: Place
    viewer: Caller
    state: AnyState
    now: int
    newest: int = 0
    n: int = 0
    at: int = 0
    by: Caller = EVERYBODY
    move: Move | None = None
    facts: tuple[Fact, ...] = ()
    own: tuple[Move, ...] = ()

    def sheet(self, who: str) -> Any:
        """The sheet that a panel is about; refused `stale` when it is gone."""
        found = self.state.sheets.get(Id(who))
        if found is None:
            raise Refused("stale", "That character is no longer here.", "/character list shows who is")
        return found

    def last(self, kind: type[M], who: Id) -> M | None:
        """The newest move of this kind that the viewer made in the name of `who`, if a panel was told of it."""
        return next((m for m in self.own if isinstance(m, kind) and m.actor == who), None)

    def who(self, text: str | None) -> Id:
        """The character a typed option means, the viewer's active one when left out."""
        return find(self.state.campaign, self.viewer, text) if text else active(self.state.campaign, self.viewer.user)

    def whom(self, text: str | None) -> tuple[Id, ...]:
        """Several characters: names with commas, ranges such as `g1-g6`; the active one when left out."""
        if not text:
            return (active(self.state.campaign, self.viewer.user),)
        if fold(text) == "all":
            everybody = self.state.campaign.names.items()
            return tuple(i for i, n in everybody if n.kind == "pc" and not n.retired)
        names = [part for part in (p.strip() for p in text.split(",")) if part]
        if not names:
            raise Refused("unknown", "No name was given.", "names separated by commas")
        found: list[Id] = []
        while names:
            taken, meant = self._first_of(names)
            found += meant
            names = names[taken:]
        return tuple(found)

    def _first_of(self, names: list[str]) -> tuple[int, tuple[Id, ...]]:
        """Whom the first of these parts mean, and how many parts that took: a name may have commas of its own."""
        for n in range(min(len(names), PARTS), 1, -1):
            try:
                return n, (find(self.state.campaign, self.viewer, ", ".join(names[:n])),)
            except Refused:
                continue
        return 1, self._named(names[0])

    def _named(self, text: str) -> tuple[Id, ...]:
        """One name, or a range of numbered ones."""
        try:
            return (find(self.state.campaign, self.viewer, text),)
        except Refused as refused:
            if refused.refusal.code != "unknown" or not (several := self._range(text)):
                raise
            return several

    def _range(self, text: str) -> tuple[Id, ...]:
        """`goblin 2-5`, `goblin2-goblin5`, `g2-g5`, `g2`: the living of one numbered family, as many as there are.

        Nobody where the beginning of the name fits several families, or where the first or the last is not there.
        """
        match = _RANGE.fullmatch(fold(text)) if len(text) <= 2 * NAME_LENGTH else None
        if match is None or match["again"] not in (None, match["stem"]):
            return ()
        families: dict[str, dict[int, Id]] = {}
        for i, n in self.state.campaign.names.items():
            if n.kind != "draft" and not n.retired and (one := _NUMBERED.fullmatch(fold(n.name))):
                families.setdefault(one["stem"], {})[int(one["n"])] = i
        fitting = [match["stem"]] if match["stem"] in families else [s for s in families if s.startswith(match["stem"])]
        if len(fitting) != 1:
            return ()
        members, first = families[fitting[0]], int(match["first"])
        last = int(match["last"] or first)
        if first not in members or last not in members:
            return ()
        return tuple(members[n] for n in sorted(members) if first <= n <= last)

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
    campaign: int,
    game: AnyGame,
    place: Place,
    viewer: Caller,
    state: AnyState,
    now: int,
    entry: Entry | None = None,
    newest: int = 0,
) -> Shown:
    """The table through a viewer's eyes, with what an entry told them."""
    seen = view(state, viewer)
    if entry is None:
        return Shown(campaign, game, place, viewer, seen, now, newest)
    facts = readable(seen.campaign, viewer, entry.facts)
    return Shown(campaign, game, place, viewer, seen, now, entry.n, entry.n, entry.at, entry.caller, entry.move, facts)


def readable(seen: Campaign, viewer: Caller, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts that a viewer may read, given the campaign as they see it.

    What was told of a character that they do not see there, somebody's draft or one that was dropped, is not theirs.
    """
    known = {*seen.names, *seen.people, CHAIR, viewer.user}
    return tuple(f for f in seen_facts(seen, viewer, facts) if known.issuperset(f.to))


def again(table: Shown, viewer: Caller) -> Shown:
    """What a viewer who may see less sees of the same table."""
    return replace(table, viewer=viewer, state=view(table.state, viewer))
