"""Everything that can be asked of Dragonhead: plain moves, each played by the module its heading names."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from mechanics.game import CHAIR, SELF, Id, Move

# -- a new character (create) ------------------------------------------------------------------------------------------


class NewDraft(Move, frozen=True, tag=True, omit_defaults=True):
    """The caller begins a character, seen by them alone until it is finished. `title` is its name, if given."""

    actor: Id = SELF
    title: str = ""
    answers: ClassVar[bool] = True


class RollScores(Move, frozen=True, tag=True, omit_defaults=True):
    """The nine abilities of a draft (`actor`) are rolled: 3d6 each in sheet order, once (DH-CREA-01)."""

    answers: ClassVar[bool] = True


class TypeScores(Move, frozen=True, tag=True, omit_defaults=True):
    """What was typed into a draft's form, as typed; an empty text leaves the field as it is.

    `abilities` are nine numbers in sheet order, parted by blanks or commas; `class_level` is as "Warlord 4, Elf 1".
    """

    title: str = ""
    abilities: str = ""
    hp: str = ""
    stun: str = ""
    class_level: str = ""
    answers: ClassVar[bool] = True


class Finish(Move, frozen=True, tag=True, omit_defaults=True):
    """A draft (`actor`) becomes a character of its owner."""

    answers: ClassVar[bool] = True


class DropDraft(Move, frozen=True, tag=True, omit_defaults=True):
    """A draft (`actor`) is thrown away."""

    answers: ClassVar[bool] = True


# -- rolls (play/checks) -----------------------------------------------------------------------------------------------


class Check(Move, frozen=True, tag=True, omit_defaults=True):
    """An action (DH-ACT-01). `ability`: full name in lower case; `difficulty`: easy normal hard heavy herculean.

    `tries`: no hard harder hardest; `rise`: mojos for Rise Above; `bonus`: none half full of the class level;
    `mod` is added to the score, within 100 either way; `shift`: rungs harder (+) or easier (-); `note` what it is for.
    """

    ability: str
    difficulty: str = "normal"
    tries: str = "no"
    rise: int = 0
    bonus: str = "none"
    mod: int = 0
    shift: int = 0
    note: str = ""


class Save(Move, frozen=True, tag=True, omit_defaults=True):
    """A saving throw (DH-ACT-07), against a strength (`vs`, at least 1) or not. Never with `tries`."""

    ability: str
    difficulty: str = "normal"
    shift: int = 0
    vs: int | None = None
    rise: int = 0
    tries: str = "no"


class Versus(Move, frozen=True, tag=True, omit_defaults=True):
    """A challenge (DH-ACT-08) of either a strength (`vs`, at least 1) or of somebody (`target`), who answers."""

    ability: str
    vs: int | None = None
    target: Id | None = None
    difficulty: str = "normal"
    tries: str = "no"
    rise: int = 0


class AnswerVersus(Move, frozen=True, tag=True, omit_defaults=True):
    """The one who was challenged rolls."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class BreakTie(Move, frozen=True, tag=True, omit_defaults=True):
    """1d6 settles equal strengths: even, and the challenger wins (DH-ACT-08)."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


# -- mojos (play/mojos) ------------------------------------------------------------------------------------------------


class Fudge(Move, frozen=True, tag=True, omit_defaults=True):
    """The open roll is thrown again for 1 mojo (DH-MOJO-06). `actor` is the roller, or the chair for a creature."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Keep(Move, frozen=True, tag=True, omit_defaults=True):
    """An open roll (by the roller) or an unpaid price (by anybody who gives) is let go: it stays as it is."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class ChipIn(Move, frozen=True, tag=True, omit_defaults=True):
    """The caller offers 1 mojo: for the next Fudge of an open roll, or towards a price that is short (DH-MOJO-14)."""

    actor: Id = SELF
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Spend(Move, frozen=True, tag=True, omit_defaults=True):
    """Mojos buy an effect (DH-MOJO-05, -08, -14) on `who`.

    `mine` is the caller's part of the price (default: as much of it as they have); `shares` are the parts of several
    users at once, by user id. Less than the price waits for others to chip in.
    """

    actor: Id = SELF
    on: str = "divine wind"
    who: tuple[Id, ...] = ()
    mine: int | None = None
    shares: dict[str, int] = {}
    note: str = ""


class ChooseDm(Move, frozen=True, tag=True, omit_defaults=True):
    """These users roll for who becomes DM (DH-BASE-01)."""

    actor: Id = SELF
    users: tuple[str, ...] = ()


# -- the track and the DM's last word (play/track) ---------------------------------------------------------------------


class Hurt(Move, frozen=True, tag=True, omit_defaults=True):
    """Damage reaches `actor` (after AC or DC). `type`: piercing sharp mixed blunt impact none (DH-TRACK-02, -03).

    In JSON the field is `damage_type`, as `type` there is the move's own tag.
    """

    amount: int
    type: str = field(default="none", name="damage_type")
    scar: bool = False
    marks: ClassVar[bool] = True


class Heal(Move, frozen=True, tag=True, omit_defaults=True):
    """Magic heals `actor`; type "none" erases wear alone (DH-TRACK-09). In JSON `damage_type`."""

    amount: int
    type: str = field(default="none", name="damage_type")
    marks: ClassVar[bool] = True


class Override(Move, frozen=True, tag=True, omit_defaults=True):
    """The DM says what a computed value of `who` is; None gives it back to the rules (DH-BASE-03)."""

    actor: Id = CHAIR
    who: Id = CHAIR
    field: str = ""
    value: int | None = None


DragonheadMove = (
    NewDraft
    | RollScores
    | TypeScores
    | Finish
    | DropDraft
    | Check
    | Save
    | Versus
    | AnswerVersus
    | BreakTie
    | Fudge
    | Keep
    | ChipIn
    | Spend
    | ChooseDm
    | Hurt
    | Heal
    | Override
)
