"""JSON of stored values. Decoders are made once a type."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from mechanics.record import Entry, entry_like

encode = msgspec.json.Encoder().encode
"""A value as compact JSON."""


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def decode(data: bytes, kind: Any) -> Any:
    """The value of this type that the JSON holds. Raises msgspec.ValidationError, which names the field."""
    return _decoder(kind).decode(data)


def decode_entry(data: bytes, moves: Any) -> Entry:
    """One entry of a record. `moves` is the union of the game's moves; the shared ones are known here."""
    raw = decode(data, entry_like(moves))
    return Entry(*(getattr(raw, field) for field in Entry.__struct_fields__))
