"""What one person may see. Secrets are types, so one walk over the state empties them, wherever they sit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from mechanics.campaign import Campaign, Name
from mechanics.facts import Changed, Fact
from mechanics.game import B, Caller, Id, P, R, S, W, X
from mechanics.state import Fight, Pending, Sealed, State

_PLAIN = (int, str, bool, float, bytes, NoneType, Ellipsis, Id)


def may_see(campaign: Campaign, caller: Caller, i: Id) -> bool:
    """Whether what belongs to i is this caller's to see: their own, and for a GM all but drafts of others."""
    entry = campaign.names.get(i)
    if i == caller.user or (entry is not None and entry.owner == caller.user):
        return True
    return caller.gm and not (entry is not None and entry.kind == "draft")


def seen_facts(campaign: Campaign, caller: Caller, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts of an outcome that this caller may read."""

    def readable(fact: Fact) -> bool:
        if isinstance(fact, Changed) and not numbers_shown(campaign, caller, fact.who):
            return False
        return not fact.to or any(may_see(campaign, caller, i) for i in fact.to)

    return tuple(f for f in facts if readable(f))


def numbers_shown(campaign: Campaign, caller: Caller, i: Id) -> bool:
    """Whether this caller may read the numbers of i: of creatures GMs alone, unless the setting says numbers."""
    name = campaign.names.get(i)
    creature = name is not None and name.kind == "npc"
    return not creature or caller.gm or campaign.settings.creature_health == "numbers"


def _owns(state: State[R, S, P, B, X, W], caller: Caller, i: Id) -> bool:
    return (i in state.sheets and state.sheets[i].owner == caller.user) or may_see(state.campaign, caller, i)


def unseen(state: State[R, S, P, B, X, W], caller: Caller) -> set[Id]:
    """Characters and creatures of whom this caller may not even know: others' drafts, creatures that players have not
    met, and who hides from them."""

    def apart(entry: Name) -> bool:
        return entry.owner != caller.user and (entry.kind == "draft" or (entry.unmet and not caller.gm))

    gone = {i for i, n in state.campaign.names.items() if apart(n)}
    if state.scene.fight:
        gone |= {i for i, seat in state.scene.fight.seats.items() if seat.hidden and not _owns(state, caller, i)}
    return gone


def view(state: State[R, S, P, B, X, W], caller: Caller) -> State[R, S, P, B, X, W]:
    """The state as this caller may know it: sealed values emptied, hidden seats and others' drafts gone."""
    campaign, gone = state.campaign, unseen(state, caller)
    if any(note.to != caller.user for note in campaign.notes.values()):  # a note is its writer's: no GM reads it
        campaign = replace(campaign, notes={i: n for i, n in campaign.notes.items() if n.to == caller.user})
        state = replace(state, campaign=campaign)
    if caller.gm and not gone:
        return state

    def mine(i: Id) -> bool:
        return _owns(state, caller, i)

    if gone:
        state = replace(
            state,
            campaign=replace(campaign, names={i: n for i, n in campaign.names.items() if i not in gone}),
            sheets={i: s for i, s in state.sheets.items() if i not in gone},
            snapshot={i: s for i, s in state.snapshot.items() if i not in gone},
        )
    parts = {
        name: _walk(getattr(state, name), mine, gone) for name in ("rulings", "sheets", "session", "scene", "snapshot")
    }
    scene = parts["scene"]
    known = {k: p for k, p in scene.pending.items() if not p.to or any(map(mine, p.to))}
    if len(known) < len(scene.pending):
        parts["scene"] = replace(scene, pending=known)
    return replace(state, **parts, elsewhere=tuple(i for i in state.elsewhere if mine(i)))


@cache
def _secretive(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of a struct in which a secret could sit, by their types: all others need no look."""
    hints = get_type_hints(kind)
    return tuple(f for f in kind.__struct_fields__ if _may_hold(hints[f], (kind,)))


def _may_hold(hint: Any, within: tuple[Any, ...]) -> bool:
    args = get_args(hint)
    kind = get_origin(hint) or hint
    if kind in (Sealed, Fight, Pending):
        return True
    if args:
        return any(_may_hold(a, within) for a in args)
    if isinstance(hint, type) and issubclass(hint, Struct):
        inner = get_type_hints(hint)
        return hint in within or any(_may_hold(inner[f], (*within, hint)) for f in hint.__struct_fields__)
    return kind not in _PLAIN and get_origin(hint) is not Literal and not isinstance(hint, str | int)


def _walk(x: Any, mine: Any, gone: set[Id]) -> Any:
    if isinstance(x, Sealed):
        return x if x.value is None or mine(x.to) else Sealed(x.to)
    if isinstance(x, Fight) and gone:
        x = _without(x, gone)
    if isinstance(x, Pending) and gone & set(x.by):
        x = replace(x, by=tuple(i for i in x.by if i not in gone))
    if isinstance(x, Struct):
        changed = {}
        for name in _secretive(type(x)):
            value = getattr(x, name)
            if isinstance(value, Struct | tuple | dict) and (new := _walk(value, mine, gone)) is not value:
                changed[name] = new
        return replace(x, **changed) if changed else x
    if isinstance(x, tuple):
        items = tuple(_walk(v, mine, gone) for v in x)
        return x if all(a is b for a, b in zip(items, x, strict=True)) else items
    if isinstance(x, dict):
        pairs = {k: _walk(v, mine, gone) for k, v in x.items()}
        return x if all(pairs[k] is x[k] for k in x) else pairs
    return x


def _without(fight: Fight[Any, Any], gone: set[Id]) -> Fight[Any, Any]:
    def left(group: tuple[Id, ...]) -> tuple[Id, ...]:
        return tuple(i for i in group if i not in gone)

    return replace(
        fight,
        seats={i: seat for i, seat in fight.seats.items() if i not in gone},
        now=left(fight.now),
        later=tuple(g for g in map(left, fight.later) if g),
        done=tuple(map(left, fight.done)),
        effects=tuple(
            replace(e, by=None) if e.by in gone else e  # what lies on oneself is known, not who laid it there
            for e in fight.effects
            if e.on not in gone
        ),
    )
