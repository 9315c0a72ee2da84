"""JSON of stored values. Decoders are made once a type."""

from __future__ import annotations

from functools import cache
from typing import Any, get_type_hints

import msgspec

from mechanics.campaign import SharedMove
from mechanics.game import Drop, Force
from mechanics.record import Entry

encode = msgspec.json.Encoder().encode
"""A value as compact JSON."""


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def decode(data: bytes, kind: Any) -> Any:
    """The value of this type that the JSON holds. Raises msgspec.ValidationError, which names the field."""
    return _decoder(kind).decode(data)


@cache
def _entry_like(moves: Any) -> type[msgspec.Struct]:
    hints = get_type_hints(Entry)
    hints["move"] = moves | SharedMove | Force | Drop
    fields = [
        (f.name, hints[f.name]) if f.required else (f.name, hints[f.name], f.default)
        for f in msgspec.structs.fields(Entry)
    ]
    return msgspec.defstruct("Entry", fields, frozen=True)


def decode_entry(data: bytes, moves: Any) -> Entry:
    """One entry of a record. `moves` is the union of the game's moves; the shared ones are known here."""
    raw = decode(data, _entry_like(moves))
    return Entry(*(getattr(raw, field) for field in Entry.__struct_fields__))
