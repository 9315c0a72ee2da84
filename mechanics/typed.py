"""A typed text becomes a value of a field's type, and a value a text: for rulings, settings and any field of a sheet.

What a field takes is told by its type alone: `on`/`off`, one of some words, a number within bounds, a text, rows. A
row of a list is its name and, where there is one, its first number: `Rope 5, Lamp`. JSON is taken for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace
from rapidfuzz import process

from mechanics.game import Refused
from mechanics.sealed import Sealed

TEXT_LENGTH = 1000
"""The longest text of a field, in characters."""
ROWS = 50
"""The most rows of a list that is typed."""
FURTHEST = 1_000_000
"""How far a number without bounds of its own may lie from 0."""
ALIKE = 60
"""How alike two names are, of 100, before one is suggested for the other."""
_ON, _OFF = ("on", "yes", "true", "1"), ("off", "no", "false", "0")
_NUMBERED = re.compile(r"(.*\S)\s+([+-]?[0-9]+)", re.DOTALL)


class Field(NamedTuple):
    """A field's plain type, whether it may be none, and what its `Meta` says."""

    kind: Any
    optional: bool
    meta: Meta


@cache
def fields(kind: type[Struct]) -> dict[str, Field]:
    """The fields of a struct by name, in order."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _field(hints[name]) for name in kind.__struct_fields__}


def _field(hint: Any) -> Field:
    meta = Meta()
    if get_origin(hint) is Annotated:
        hint, meta = get_args(hint)[0], next(m for m in get_args(hint)[1:] if isinstance(m, Meta))
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        rest = [a for a in get_args(hint) if a is not NoneType]
        if len(rest) == 1:
            return Field(_field(rest[0]).kind, True, meta)
    return Field(hint, False, meta)


def named(text: str, names: Iterable[str], what: str) -> str:
    """The name that a text means: case, blanks, `-` and `_` aside. Refuses `unknown` with the closest one."""
    known = {_bare(name): name for name in names}
    wanted = _bare(text)
    if wanted in known:
        return known[wanted]
    near = process.extractOne(wanted, list(known), score_cutoff=ALIKE)
    shown = " ".join(text.split())[:40] or "nothing"
    some = ", ".join(list(known.values())[:20])
    hint = f"did you mean {known[near[0]]}?" if near else f"one of {some}" if known else ""
    raise Refused("unknown", f"There is no {what} called {shown}.", hint)


def _bare(text: str) -> str:
    return "_".join(re.split(r"[\s_-]+", text.strip().casefold()))


# -- a text becomes a value --------------------------------------------------------------------------------------------


def read(field: Field, text: str, what: str, old: object = None) -> Any:
    """The value that a text means for a field called `what`. Rows keep what `old` knows of the same name.

    Refuses `bad-value` saying what is accepted, `too-long` for texts and lists.
    """
    text = text.strip()
    if field.optional and text.casefold() in ("", "none"):
        return None
    kind, meta = field.kind, field.meta
    origin = get_origin(kind) or kind
    if origin is bool:
        return _switch(field, text, what)
    if origin is Literal:
        words = {str(shown(w)).casefold(): w for w in get_args(kind)}
        if text.casefold() in words:
            return words[text.casefold()]
        raise _bad(field, text, what)
    if origin is int:
        return _number(text, field, what)
    if origin is str:
        return _short(text, what, meta.max_length or TEXT_LENGTH)
    if origin is Sealed:
        inner = read(_field(get_args(kind)[0]), text, what, old.value if isinstance(old, Sealed) else None)
        return Sealed(old.to, inner) if isinstance(old, Sealed) else Sealed(_NOBODY, inner)
    if text[:1] in ("[", "{"):
        return _json(field, text, what)
    if origin is tuple and get_args(kind)[1:] == (Ellipsis,):
        return tuple(_row(get_args(kind)[0], row, what, _items(old)) for row in _rows(text, what))
    if origin in (frozenset, set):
        return origin(read(_field(get_args(kind)[0]), row, what) for row in _rows(text, what))
    if origin is dict and get_args(kind)[0] in (str, int) and get_args(kind)[1] in (str, int):
        return _pairs(field, text, what)
    return _json(field, text, what)


_NOBODY: Any = ""


def _bad(field: Field, text: str, what: str) -> Refused:
    shown_text = " ".join(text.split())[:40]
    return Refused("bad-value", f'{what} cannot be "{shown_text}".', accepts(field))


def _switch(field: Field, text: str, what: str) -> bool:
    if (word := text.casefold()) in _ON or word in _OFF:
        return word in _ON
    raise _bad(field, text, what)


def _number(text: str, field: Field, what: str) -> int:
    bare = text.replace(",", "").replace(" ", "")
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", bare):
        raise _bad(field, text, what)
    low, high = _bounds(field.meta)
    if not low <= (number := int(bare)) <= high:
        raise _bad(field, text, what)
    return number


def _bounds(meta: Meta) -> tuple[int, int]:
    return (
        -FURTHEST if meta.ge is None else int(meta.ge),
        FURTHEST if meta.le is None else int(meta.le),
    )


def _short(text: str, what: str, longest: int) -> str:
    if len(text) > longest:
        raise Refused("too-long", f"{what} has {len(text)} characters.", f"up to {longest} characters")
    return text


def _rows(text: str, what: str) -> list[str]:
    parts = re.split(r"[;\n]" if ";" in text or "\n" in text else ",", text)
    rows = [part.strip() for part in parts if part.strip() and part.strip().casefold() != "none"]
    if len(rows) > ROWS:
        raise Refused("too-long", f"{what} has {len(rows)} rows.", f"up to {ROWS} rows")
    return rows


def _items(old: object) -> dict[str, Any]:
    """What the rows of a list are called, for finding one again."""
    rows = old if isinstance(old, tuple) else ()
    return {str(getattr(r, r.__struct_fields__[0])).casefold(): r for r in rows if isinstance(r, Struct)}


def _row(kind: Any, text: str, what: str, old: dict[str, Any]) -> Any:
    if not (isinstance(kind, type) and issubclass(kind, Struct)):
        return read(_field(kind), text, what)
    (first, head), *others = fields(kind).items()
    if head.kind is not str:
        raise Refused("bad-value", f"A row of {what} cannot be typed like that.", "JSON, as in an exported file")
    number = next(((name, f) for name, f in others if f.kind is int and not f.optional), None)
    name, values = text, dict[str, Any]()
    if number and (match := _NUMBERED.fullmatch(text)):
        name, values[number[0]] = match[1], read(number[1], match[2], what)
    values[first] = _short(name, what, TEXT_LENGTH)
    if name.casefold() in old:
        return replace(old[name.casefold()], **values)
    try:
        return kind(**values)
    except TypeError:
        wanted = f"each with a number, such as {name} 1" if number else "JSON, as in an exported file"
        raise Refused("bad-value", f'"{name[:40]}" is not all that a row of {what} needs.', wanted) from None


def _pairs(field: Field, text: str, what: str) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    key_kind, value_kind = map(_field, get_args(field.kind))
    for row in _rows(text, what):
        key, _, value = row.rpartition(" ") if value_kind.kind is int else row.partition(" ")
        if not key or not value.strip():
            raise _bad(field, row, what)
        made = read(key_kind, key.rstrip(":"), what)
        if made in found:
            raise Refused("bad-value", f"{made} is there twice.", "each one once")
        found[made] = read(value_kind, value, what)
    return found


def _json(field: Field, text: str, what: str) -> Any:
    _short(text, what, 4 * TEXT_LENGTH)
    try:
        return msgspec.json.decode(text, type=field.kind)
    except msgspec.MsgspecError as error:
        raise Refused("bad-value", f"{what} does not fit: {error}.", accepts(field)) from None


# -- a value becomes a text --------------------------------------------------------------------------------------------


def accepts(field: Field) -> str:
    """What a field takes, in words."""
    origin, args = get_origin(field.kind) or field.kind, get_args(field.kind)
    if origin is bool:
        words = "on or off"
    elif origin is Literal:
        words = " or ".join(shown(w) for w in args)
    elif origin is int:
        low, high = _bounds(field.meta)
        bounded = field.meta.ge is not None or field.meta.le is not None
        words = f"a whole number from {low:,} to {high:,}" if bounded else "a whole number"
    elif origin is str:
        words = "a text"
    elif origin is Sealed:
        words = accepts(_field(args[0]))
    elif origin is dict and args[1] in (str, int):
        words = "pairs such as 25 3d8, 26 4d6" if args == (int, str) else "pairs such as swim 3, fly 6"
    elif origin in (tuple, frozenset, set) and isinstance(args[0], type) and issubclass(args[0], Struct):
        words = "names, each with its number if it has one, separated by commas"
    elif origin in (tuple, frozenset, set):
        words = "values separated by commas"
    else:
        words = "JSON, as in an exported file"
    return f"{words}, or none" if field.optional else words


def shown(value: object) -> str:
    """A value as one would type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None:
        return "none"
    if isinstance(value, Sealed):
        return shown(value.value)
    if isinstance(value, Struct):
        first, *others = (getattr(value, name) for name in value.__struct_fields__)
        number = next((v for v in others if isinstance(v, int) and not isinstance(v, bool)), None)
        return shown(first) if number is None else f"{shown(first)} {number}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {shown(v)}" for key, v in value.items()) or "none"
    if isinstance(value, tuple | list):
        return ", ".join(map(shown, value)) or "none"
    if isinstance(value, frozenset | set):
        return ", ".join(sorted(map(shown, value))) or "none"
    return str(value)
