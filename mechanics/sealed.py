"""Secrets are told by their type, so that one walk over the state finds them all."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from mechanics.game import Id

T = TypeVar("T")


class Veiled(Exception):
    """A rule met a secret that this viewer may not see."""


class Sealed(Struct, Generic[T], frozen=True):
    """A secret, told by its type: `view` empties it for whoever may not see it. `to` is whose secret it is."""

    to: Id
    value: T | None = None

    def open(self) -> T:
        """The secret itself. Raises `Veiled` when it was emptied for this viewer."""
        if self.value is None:
            raise Veiled
        return self.value
