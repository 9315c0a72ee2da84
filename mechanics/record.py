"""The record: what each entry changed, path by path; taking entries back and putting them in force again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from mechanics.campaign import Redo, Undo
from mechanics.facts import AnyFact
from mechanics.game import B, Caller, Game, Move, P, R, S, W, X
from mechanics.state import State

GONE = "\0gone"
"""Stands in a patch for what was not there, before or after."""

Path = tuple[str, ...]


class Patch(Struct, frozen=True):
    """One place that an entry changed: plain values before and after, `GONE` for absent."""

    path: Path
    before: object
    after: object


class Entry(Struct, frozen=True, omit_defaults=True):
    """One line of the record. `place` is the channel it happened in, `at` when (seconds since 1970, UTC).

    `undoes` is set on an Undo and a Redo: the move that it takes back or puts in force again.
    """

    n: int
    caller: Caller
    move: Move
    faces: tuple[int, ...] = ()
    facts: tuple[AnyFact, ...] = ()
    patch: tuple[Patch, ...] = ()
    undoes: int | None = None
    place: str = ""
    at: int = 0


def diff(a: Any, b: Any, at: Path = ()) -> tuple[Patch, ...]:
    """What differs, leaf by leaf. Unchanged branches are the same object, so this costs what changed, not what is."""
    if a is b or a == b:
        return ()
    if type(a) is type(b) and isinstance(a, Struct) and not a.__struct_config__.tag:
        return tuple(p for k in a.__struct_fields__ for p in diff(getattr(a, k), getattr(b, k), (*at, k)))
    if isinstance(a, dict) and isinstance(b, dict):
        return tuple(p for k in {**a, **b} for p in diff(a.get(k, GONE), b.get(k, GONE), (*at, str(k))))
    return (Patch(at, _plain(a), _plain(b)),)


def _plain(value: object) -> object:
    return msgspec.to_builtins(value, str_keys=True)


def back(state: State[R, S, P, B, X, W], kind: type, patches: Iterable[Patch]) -> State[R, S, P, B, X, W]:
    """The state with these patches taken back; `kind` is the game's concrete state type.

    Raises ValueError when a place no longer holds what the patch left there.
    """
    doc = msgspec.to_builtins(state, str_keys=True)
    for patch in patches:
        holder = doc
        for key in patch.path[:-1]:
            holder = holder[key]
        last = patch.path[-1]
        if holder.get(last, GONE) != msgspec.to_builtins(patch.after):
            raise ValueError(patch.path)
        if patch.before == GONE:
            del holder[last]
        else:
            holder[last] = patch.before
    # Order of dict keys is part of what some rules read (the newest decision is the last): keep it as it was.
    pending = doc["scene"]["pending"]
    doc["scene"]["pending"] = {k: pending[k] for k in sorted(pending, key=int)}
    restored: State[R, S, P, B, X, W] = msgspec.convert(doc, kind, str_keys=True, strict=False)
    return restored


# -- which entries stand -----------------------------------------------------------------------------------------------


def standing(record: Sequence[Entry]) -> dict[int, Entry]:
    """Moves that stand now, oldest application first: the move's number, and the entry that last put it in force.

    That is the move's own entry, or the Redo after it was taken back.
    """
    found: dict[int, Entry] = {}
    for entry in record:
        if entry.undoes is None:
            found[entry.n] = entry
            continue
        found.pop(entry.undoes, None)
        if isinstance(entry.move, Redo):
            found[entry.undoes] = entry
    return found


def newest(record: Sequence[Entry]) -> int | None:
    """The move that came in force last and still stands."""
    return next(reversed(standing(record)), None)


def newest_undone(record: Sequence[Entry]) -> int | None:
    """The move that was taken back last and not put in force again."""
    stands = standing(record)
    taken = [e.undoes for e in record if isinstance(e.move, Undo) and e.undoes is not None and e.undoes not in stands]
    return taken[-1] if taken else None


def _overlap(a: Entry, b: Entry) -> bool:
    for p in a.patch:
        for q in b.patch:
            if p.path[: len(q.path)] == q.path[: len(p.path)] and not (p.path[0] == "scene" and a.place != b.place):
                return True
    return False


def undo(
    game: Game[R, S, P, B, X, W], state: State[R, S, P, B, X, W], record: Sequence[Entry], n: int
) -> State[R, S, P, B, X, W] | list[int]:
    """The state without what entry n did, or the numbers of later entries that wrote the same places.

    `record` reaches from entry n (or before) to the newest. Looking is no conflict: later rolls are not judged again.
    Raises KeyError when n does not stand.
    """
    stands = standing(record)
    applied = stands[n]
    later = list(stands)[list(stands).index(n) + 1 :]
    if resting := [m for m in later if _overlap(applied, stands[m])]:
        return resting
    return back(state, game.state, applied.patch)
