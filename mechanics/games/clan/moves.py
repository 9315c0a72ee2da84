"""Everything that can be asked of Clan: plain moves, each played by the module its heading names."""

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

    `scores` are Kick/Bad/Smart, `4/3/2`; `clan` what its Features are called together.
    """

    title: str = ""
    scores: str = ""
    clan: str = ""
    answers: ClassVar[bool] = True


class Choose(Move, frozen=True, tag=True, omit_defaults=True):
    """A score (`ability`) of a draft is `to` from now on."""

    ability: str
    to: int
    answers: ClassVar[bool] = True


class Finish(Move, frozen=True, tag=True, omit_defaults=True):
    """A draft (`actor`) becomes a character. `confirmed`: also one who is dead from the start (CLAN-ABL-02)."""

    confirmed: bool = False
    answers: ClassVar[bool] = True


class DropDraft(Move, frozen=True, tag=True, omit_defaults=True):
    """A draft (`actor`) is thrown away."""

    answers: ClassVar[bool] = True


# -- rolls (play/checks, play/rolls) -----------------------------------------------------------------------------------


class Check(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` rolls d12 + ability (kick, bad, smart, none), perhaps against a DC (CLAN-CHK-01).

    `feature` of `of` (None: of their own) gives the DC (CLAN-CHK-02), or its text is printed. `cost` in actions is the
    GM's to set. `secret`: for the caller and the GM; such a roll does not stay open.
    """

    ability: str
    dc: int | None = None
    bonus: int = 0
    luck: int = 0
    note: str = ""
    secret: bool = False
    feature: str = ""
    of: Id | None = None
    cost: int | None = None
    turn: int | None = None


class Ask(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM asks each of `who` for a check."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    ability: str = ""
    dc: int | None = None
    note: str = ""


class AnswerAsk(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` rolls what the GM asked for; it costs no action."""

    luck: int = 0
    pending: int | None = None
    rev: int | None = None


class Survive(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM has each of `who` roll d12 + Armor against a DC (CLAN-SURV-01)."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    dc: int = 0


class Luck(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` adds `count` d12s to their open roll, or to their roll for turn order (CLAN-LUCK-03, -ORD-01)."""

    count: int = 1
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Keep(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor`, whose Luck could still change an open roll, leaves it as it is (CLAN-LUCK-04)."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Narrate(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM locks the newest open roll, or the one named (CLAN-LUCK-04)."""

    actor: Id = CHAIR
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


# -- fighting (play/fighting) ------------------------------------------------------------------------------------------


class Attack(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` attacks `target` (CLAN-ATK-01). `weapon` "": their first one; any other name does unarmed damage."""

    target: Id
    weapon: str = ""
    feet: int = 0
    luck: int = 0
    turn: int | None = None


class Maneuver(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` holds, moves, escapes or lets go `target` (CLAN-MAN-01, -02). `cost` in actions is the GM's to set."""

    intent: str
    target: Id
    luck: int = 0
    cost: int | None = None
    turn: int | None = None


class KillCheck(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` would kill `target`, who is unconscious (CLAN-KILL-01)."""

    target: Id
    weapon: str = ""
    luck: int = 0
    turn: int | None = None


class Walk(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` moves: 1 action (CLAN-ACT-01)."""

    turn: int | None = None


class Act(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` does something else, for 0 to 3 actions (CLAN-ACT-01)."""

    what: str
    cost: int = 1
    turn: int | None = None


class Fumble(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM says whom a natural 1 hurts; `who` None: nobody (CLAN-ATK-02)."""

    actor: Id = CHAIR
    who: Id | None = None
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


# -- Features, weapons, levels (play/buying) ---------------------------------------------------------------------------


class Buy(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` buys a Feature, at any moment (CLAN-FP-02)."""

    feature: str
    answers: ClassVar[bool] = True


class SaveFeature(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM writes a Feature that can be bought; what is left out stays as it was.

    `text` may hold in brackets what the rules are to know: `Thick hide [armor +2]` (`features.read_text`).
    """

    actor: Id = CHAIR
    name: str = ""
    price: int | None = None
    text: str = ""
    answers: ClassVar[bool] = True


class DeleteFeature(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM takes a Feature off the list; who owns it keeps it."""

    actor: Id = CHAIR
    name: str = ""
    answers: ClassVar[bool] = True


class GiveFeature(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM gives a Feature of the list to each of `who`, for nothing or for `price` points."""

    actor: Id = CHAIR
    name: str = ""
    who: tuple[Id, ...] = ()
    price: int | None = None
    answers: ClassVar[bool] = True


class TakeFeature(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM takes a Feature away from each of `who`; the points come back (CLAN-FP-02)."""

    actor: Id = CHAIR
    name: str = ""
    who: tuple[Id, ...] = ()
    answers: ClassVar[bool] = True


class GiveWeapon(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM gives `who` a weapon, or other dice for it; dice "none" take it away (CLAN-WPN-01)."""

    actor: Id = CHAIR
    who: Id = CHAIR
    name: str = ""
    dice: str = ""
    answers: ClassVar[bool] = True


class ProposeWeapon(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` would like a weapon with these dice; a GM confirms it where the table wants that (CLAN-WPN-01)."""

    name: str
    dice: str
    answers: ClassVar[bool] = True


class Award(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM gives each of `who` one level (CLAN-LVL-01)."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    answers: ClassVar[bool] = True


# -- hit points (play/health) ------------------------------------------------------------------------------------------


class Hurt(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` loses hit points (CLAN-HP-02)."""

    amount: int
    marks: ClassVar[bool] = True


class Heal(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` gets hit points back, and wakes (CLAN-HP-02)."""

    amount: int
    marks: ClassVar[bool] = True


class Rest(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM gives each of `who` a full rest (CLAN-REST-01): sleep, quiet, or gm, which goes in a fight too."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    kind: str = "sleep"


class Kill(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM says that `who` dies."""

    actor: Id = CHAIR
    who: Id = CHAIR


class Revive(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM brings the dead back, at 1 hit point."""

    actor: Id = CHAIR
    who: Id = CHAIR


CHAIRS = (
    *(Ask, Survive, Narrate, Fumble, SaveFeature, DeleteFeature, GiveFeature, TakeFeature, GiveWeapon, Award),
    *(Rest, Kill, Revive),
)
"""What only a GM does."""

ClanMove = (
    NewDraft
    | Describe
    | Choose
    | Finish
    | DropDraft
    | Check
    | Ask
    | AnswerAsk
    | Survive
    | Luck
    | Keep
    | Narrate
    | Attack
    | Maneuver
    | KillCheck
    | Walk
    | Act
    | Fumble
    | Buy
    | SaveFeature
    | DeleteFeature
    | GiveFeature
    | TakeFeature
    | GiveWeapon
    | ProposeWeapon
    | Award
    | Hurt
    | Heal
    | Rest
    | Kill
    | Revive
)
