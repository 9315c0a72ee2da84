"""The record: what each entry changed, path by path; taking entries back and putting them in force again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from mechanics.campaign import Redo, SharedMove, Undo
from mechanics.facts import AnyFact, about
from mechanics.game import B, Caller, Drop, Force, Game, Move, P, R, S, W, X, ids_of
from mechanics.state import State

GONE = "\0gone"
"""Stands in a patch for what was not there, before or after."""

Path = tuple[str, ...]


class Patch(Struct, frozen=True, omit_defaults=True):
    """One place that an entry changed: plain (JSON) values before and after, `GONE` for absent.

    `order` is how the keys beside it stood when it was taken out, so that it comes back in its place.
    """

    path: Path
    before: object
    after: object
    order: Path = ()


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


@cache
def entry_like(moves: Any) -> type[Struct]:
    """A type of the same fields as `Entry` whose move is one of a game's `moves` or a shared one, for reading JSON."""
    hints = get_type_hints(Entry)
    hints["move"] = moves | SharedMove | Force | Drop
    fields = [
        (f.name, hints[f.name]) if f.required else (f.name, hints[f.name], f.default)
        for f in msgspec.structs.fields(Entry)
    ]
    return msgspec.defstruct("Entry", fields, frozen=True)


def diff(a: Any, b: Any, at: Path = ()) -> tuple[Patch, ...]:
    """What differs, leaf by leaf. Unchanged branches are the same object, so this costs what changed, not what is."""
    if a is b:
        return ()
    if (
        type(a) is type(b)
        and isinstance(a, Struct)
        and not (a.__struct_config__.tag or a.__struct_config__.omit_defaults)
    ):
        return tuple(p for k in a.__struct_fields__ for p in diff(getattr(a, k), getattr(b, k), (*at, k)))
    if isinstance(a, dict) and isinstance(b, dict) and list(b) == [k for k in {**a, **b} if k in b]:
        order = tuple(map(str, a))
        found: list[Patch] = []
        for k in {**a, **b}:
            if k in b:
                found += diff(a.get(k, GONE), b[k], (*at, str(k)))
            else:
                found.append(Patch((*at, str(k)), _plain(a[k]), GONE, order))
        return tuple(found)
    if a == b and not (isinstance(a, dict) and isinstance(b, dict)):
        return ()
    return (Patch(at, _plain(a), _plain(b)),)  # a dict whose order changed is written as a whole


def _plain(value: object) -> Any:
    """The value as it comes back from the record's JSON, so that it makes no difference whether it was there."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _still(now: object, left: object) -> bool:
    """Whether a place still holds what an entry left there, as plain values; a set's order does not matter.

    What is there now may have more fields: a later version of the program gave them to it.
    """
    if isinstance(now, dict) and isinstance(left, dict):
        return all(k in now and _still(now[k], left[k]) for k in left)
    if isinstance(now, list) and isinstance(left, list) and len(now) == len(left):
        return all(map(_still, now, left)) or sorted(map(repr, now)) == sorted(map(repr, left))
    return now == left


def back(state: State[R, S, P, B, X, W], kind: type, patches: Iterable[Patch]) -> State[R, S, P, B, X, W]:
    """The state with these patches taken back; `kind` is the game's concrete state type.

    Raises ValueError when a place no longer holds what the patch left there.
    """
    doc = _plain(state)
    for patch in patches:
        holder, last = doc, patch.path[-1]
        for key in patch.path[:-1]:
            holder = holder.get(key) if isinstance(holder, dict) else None
        if not isinstance(holder, dict) or not _still(holder.get(last, GONE), patch.after):
            raise ValueError(patch.path)
        if patch.before == GONE:
            del holder[last]
        else:
            holder[last] = patch.before
        if patch.order:  # rules read some orders: the newest decision is the last, seats stand as they joined
            ordered = {k: holder[k] for k in patch.order if k in holder}
            rest = {k: v for k, v in holder.items() if k not in ordered}
            holder.clear()
            holder.update(ordered, **rest)
    restored: State[R, S, P, B, X, W] = msgspec.convert(doc, kind, str_keys=True)
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


def taken_back(record: Sequence[Entry]) -> list[int]:
    """The moves that are taken back and not in force again, the last one taken back at the end."""
    stands = standing(record)
    return [e.undoes for e in record if isinstance(e.move, Undo) and e.undoes is not None and e.undoes not in stands]


def newest_undone(record: Sequence[Entry]) -> int | None:
    """The move that was taken back last and not put in force again."""
    return next(reversed(taken_back(record)), None)


_TRACKER = ("scene", "fight", "now")


def _places(entry: Entry) -> list[Path]:
    """Where an entry wrote. Who sits in a fight, whose turn it is and what else it knows go together: one place."""
    found = [p.path for p in entry.patch]
    for path, before in [(p.path, p.before) for p in entry.patch if p.path[:2] == _TRACKER[:2]]:
        if len(path) == 2:
            found += [("scene",)] if before is None else []  # everything done here since a fight began rests on it
        elif len(path) <= 4 if path[2] == "seats" else path[2] != "effects":
            found.append(_TRACKER)
    return found


def _made(entry: Entry) -> set[str]:
    """The characters that came to the campaign, or to a fight, by this entry."""
    new = [p.path for p in entry.patch if p.before == GONE]
    return {p[-1] for p in new if p[:-1] in (("sheets",), ("scene", "fight", "seats"))}


def _ends_fight(entry: Entry) -> bool:
    return any(p.path == _TRACKER[:2] and p.after is None for p in entry.patch)


def _rests(b: Entry, a: Entry) -> bool:
    """Whether b wrote where a wrote, or did something with a character that a made."""
    if b.patch and (made := _made(a)):
        named = {*ids_of(b.move), *(i for f in b.facts for i in about(f)), *(key for p in b.patch for key in p.path)}
        if made & named:
            return True
    here = a.place == b.place
    if here and _ends_fight(b) and any(p.path[:2] == ("scene", "pending") and p.before != GONE for p in a.patch):
        return True  # a decision of a fight that is over would be open again
    return any(p[: len(q)] == q[: len(p)] and (here or p[0] != "scene") for p in _places(a) for q in _places(b))


def undo(
    game: Game[R, S, P, B, X, W], state: State[R, S, P, B, X, W], record: Sequence[Entry], n: int
) -> State[R, S, P, B, X, W] | list[int]:
    """The state without what entry n did, or the numbers of later entries that wrote the same places.

    `record` reaches from entry n (or before) to the newest; `state` holds the scene of the channel that n happened in.
    Looking is no conflict: later rolls are not judged again. Raises KeyError when n does not stand, ValueError when
    the state is not what the record leads to.
    """
    stands = standing(record)
    applied = stands[n]
    later = list(stands)[list(stands).index(n) + 1 :]
    if resting := [m for m in later if _rests(stands[m], applied)]:
        return resting
    return back(state, game.state, applied.patch)
