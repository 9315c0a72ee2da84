"""What may wait in a scene of Traits. Each of them holds all that is needed to go on."""

from __future__ import annotations

from msgspec import Struct

from mechanics.game import Id
from mechanics.state import Sealed


class Challenged(Struct, frozen=True, tag=True):
    """A challenge that its target has not answered. Only the burn is hidden until then (TRAIT-CHAL-04).

    `abilities` are those that the attacker adds; `kind` is body, projectile or other. It blocks in a fight, and only
    there it is the attacker's one challenge of the turn. `against` is the trait that the GM has the target answer on,
    "" the same one (TRAIT-CHAL-01).
    """

    attacker: Id
    target: Id
    trait: str
    abilities: tuple[str, ...]
    burn: Sealed[bool]
    damage: int
    kind: str
    against: str = ""

    @property
    def answered_on(self) -> str:
        """The trait of the answer."""
        return self.against or self.trait


class Requested(Struct, frozen=True, tag=True):
    """A challenge against a number that the GM asked of somebody (`who`), who has not thrown yet. Does not block."""

    who: Id
    trait: str
    vs: int
    note: str = ""


What = Challenged | Requested
