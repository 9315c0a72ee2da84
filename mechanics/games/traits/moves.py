"""Everything that can be asked of Traits: plain moves, each played by the module its heading names."""

from __future__ import annotations

from typing import ClassVar

from mechanics.game import CHAIR, SELF, Id, Move

# -- a new character (create) ------------------------------------------------------------------------------------------


class NewDraft(Move, frozen=True, tag=True, omit_defaults=True):
    """The caller begins a character, seen by them alone until it is finished. `title` is its name, if given."""

    actor: Id = SELF
    title: str = ""
    answers: ClassVar[bool] = True


class Describe(Move, frozen=True, tag=True, omit_defaults=True):
    """What was typed into a draft's form, as typed; an empty text leaves the field as it is.

    `traits` are three numbers, `4/3/2`; `abilities` are as `Sword Attack 2, Awareness 1`.
    """

    title: str = ""
    traits: str = ""
    abilities: str = ""
    answers: ClassVar[bool] = True


class Choose(Move, frozen=True, tag=True, omit_defaults=True):
    """A trait or a general ability (`what`) of a draft is `to` from now on; an ability at 0 is taken back."""

    what: str
    to: int
    answers: ClassVar[bool] = True


class Finish(Move, frozen=True, tag=True, omit_defaults=True):
    """A draft (`actor`) becomes a character of its owner."""

    answers: ClassVar[bool] = True


class DropDraft(Move, frozen=True, tag=True, omit_defaults=True):
    """A draft (`actor`) is thrown away."""

    answers: ClassVar[bool] = True


# -- challenges (play/challenges) --------------------------------------------------------------------------------------


class Challenge(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` challenges `target` on a trait; in a fight once a turn (TRAIT-CHAL-01, TRAIT-ORDER-02).

    `ability` is added, several with commas where a power allows it. `burn` doubles the trait and stays hidden until
    the target has answered. `damage` None: that of the ability, else 0. `kind` body, projectile or other; "" follows
    from the ability.
    """

    target: Id
    trait: str
    ability: str = ""
    burn: bool = False
    damage: int | None = None
    kind: str = ""
    turn: int | None = None


class Defend(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` answers the newest challenge to them, or the one named; then both sides are compared (TRAIT-CHAL-04)."""

    ability: str = ""
    burn: bool = False
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Oppose(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM says on which trait an open challenge is answered, the newest or the one named (TRAIT-CHAL-01)."""

    actor: Id = CHAIR
    trait: str = ""
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Ask(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM asks each of `who` for a challenge on a trait against a number: more than `vs` wins."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    trait: str = ""
    vs: int = 0
    note: str = ""


class AnswerAsk(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` throws what the GM asked for, as the side that starts a challenge."""

    ability: str = ""
    burn: bool = False
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Burn(Move, frozen=True, tag=True, omit_defaults=True):
    """A power's price: points of a trait of `actor` are burned and double nothing (TRAIT-BURN-05)."""

    trait: str
    points: int


class Walk(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor`, whose turn it is, takes steps, as many a round as their speed (TRAIT-SPEED-01)."""

    steps: int
    turn: int | None = None


# -- experience and lists (play/buying, play/lists) --------------------------------------------------------------------


class Buy(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` spends EXP on a trait, a general ability or one of a discipline; `to` None: the next level or rating."""

    what: str
    to: int | None = None


class Award(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM gives EXP to each of `who`, or below 0 takes free EXP back (TRAIT-EXP-01)."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    exp: int = 0


class SaveAbility(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM writes an ability of the general list (TRAIT-ABIL-03). Texts left empty stay as they are, if it is there.

    `prices` is what rating 1, 2, ... costs in all, `1 3 6`; "none": a rating costs as much as it is.
    """

    actor: Id = CHAIR
    name: str = ""
    trait: str = ""
    role: str = ""
    prices: str = ""
    answers: ClassVar[bool] = True


class DeleteAbility(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM takes an ability off the general list; who owns it keeps it."""

    actor: Id = CHAIR
    name: str = ""
    answers: ClassVar[bool] = True


class SaveDiscipline(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM writes a list, `Small Talk 2, Hard Bargain 4`, and opens it to `who` (TRAIT-DISC-01)."""

    actor: Id = CHAIR
    name: str = ""
    abilities: str = ""
    who: tuple[Id, ...] = ()
    answers: ClassVar[bool] = True
    everyone: ClassVar[bool] = True


class OpenDiscipline(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM opens a list to each of `who`."""

    actor: Id = CHAIR
    name: str = ""
    who: tuple[Id, ...] = ()
    answers: ClassVar[bool] = True


class CloseDiscipline(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM closes a list to each of `who`; what they bought of it they keep."""

    actor: Id = CHAIR
    name: str = ""
    who: tuple[Id, ...] = ()
    answers: ClassVar[bool] = True


class DeleteDiscipline(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM throws a list away; it is closed to everybody, who keep what they bought."""

    actor: Id = CHAIR
    name: str = ""
    answers: ClassVar[bool] = True
    everyone: ClassVar[bool] = True


class SetFlag(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM says that a power of `who` says otherwise: stays up (on, off), extra dodges, extra abilities (0 to 20)."""

    actor: Id = CHAIR
    who: Id = CHAIR
    flag: str = ""
    value: str = ""
    answers: ClassVar[bool] = True


# -- hit points (play/health) ------------------------------------------------------------------------------------------


class Hurt(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` loses hit points (TRAIT-HP-02)."""

    amount: int
    marks: ClassVar[bool] = True


class Heal(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` gets hit points back, up to all (TRAIT-HP-05)."""

    amount: int
    marks: ClassVar[bool] = True


class Revive(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM brings a dead character back, to 0 hit points (TRAIT-HP-05)."""

    actor: Id = CHAIR
    who: Id = CHAIR


TraitsMove = (
    NewDraft
    | Describe
    | Choose
    | Finish
    | DropDraft
    | Challenge
    | Defend
    | Oppose
    | Ask
    | AnswerAsk
    | Burn
    | Walk
    | Buy
    | Award
    | SaveAbility
    | DeleteAbility
    | SaveDiscipline
    | OpenDiscipline
    | CloseDiscipline
    | DeleteDiscipline
    | SetFlag
    | Hurt
    | Heal
    | Revive
)
