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
    `secret`: seen by the caller and the GM alone, until it is revealed.
    """

    ability: str
    difficulty: str = "normal"
    tries: str = "no"
    rise: int = 0
    bonus: str = "none"
    mod: int = 0
    shift: int = 0
    note: str = ""
    secret: bool = False


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


class Roll(Move, frozen=True, tag=True, omit_defaults=True):
    """Any dice, as `/roll` reads them, or a sheet's `1d8+1s`; may be fudged (DH-DICE-01). `actor` may be the chair."""

    dice: str
    note: str = ""
    secret: bool = False


class Stunt(Move, frozen=True, tag=True, omit_defaults=True):
    """A check with a table of its own (DH-ACT-06). `what`: climb; `height` in feet, where it counts."""

    what: str = "climb"
    difficulty: str = "normal"
    tries: str = "no"
    rise: int = 0
    shift: int = 0
    height: int | None = None


class RevealRoll(Move, frozen=True, tag=True, omit_defaults=True):
    """A secret roll, the newest one or the one named, is shown to all. `actor` is the roller or the chair."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class UseFeature(Move, frozen=True, tag=True, omit_defaults=True):
    """A feature of `actor`'s class is used, by its name; its drain is taken as wear (DH-CHAR-09)."""

    feature: str


# -- asked by the DM (play/asking) -------------------------------------------------------------------------------------


class Ask(Move, frozen=True, tag=True, omit_defaults=True):
    """The DM asks each of `who` for a check, or (`save`) a saving throw."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    ability: str = ""
    difficulty: str = "normal"
    save: bool = False
    note: str = ""


class AnswerAsk(Move, frozen=True, tag=True, omit_defaults=True):
    """Who was asked rolls, trying hard or not, rising above or not."""

    pending: int | None = None
    rev: int | None = None
    tries: str = "no"
    rise: int = 0
    answers: ClassVar[bool] = True


class ShiftAsk(Move, frozen=True, tag=True, omit_defaults=True):
    """Before the throw the DM makes what was asked `by` rungs harder, below 0 easier (DH-ACT-11)."""

    actor: Id = CHAIR
    pending: int | None = None
    rev: int | None = None
    by: int = 1
    answers: ClassVar[bool] = True


# -- competitions (play/contests) --------------------------------------------------------------------------------------


class Contest(Move, frozen=True, tag=True, omit_defaults=True):
    """A competition opens: `kind` single (DH-ACT-09) or teams (DH-ACT-10), all roll the same check."""

    actor: Id = CHAIR
    kind: str = "single"
    ability: str = ""
    difficulty: str = "normal"


class Enter(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` competes: rolls once. `team` names the side in a competition of teams."""

    pending: int | None = None
    rev: int | None = None
    team: str = ""
    tries: str = "no"
    rise: int = 0
    answers: ClassVar[bool] = True


class CloseContest(Move, frozen=True, tag=True, omit_defaults=True):
    """The competition is over: who wins is told; by d100 if the first are equal."""

    actor: Id = CHAIR
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
    """Mojos buy an effect (DH-MOJO-05, -08 to -14) on `who`.

    `on`: divine wind, premonition, gift of the gods, resurrection, dream sequence, act of god. `mine` is the caller's
    part of the price (default: as much of it as they have); `shares` are the parts of several users at once, by user
    id. Less than the price waits for others to chip in. `keep_scars`: how many scars the resurrected keeps, for a GM.
    """

    actor: Id = SELF
    on: str = "divine wind"
    who: tuple[Id, ...] = ()
    mine: int | None = None
    shares: dict[str, int] = {}
    note: str = ""
    keep_scars: int = 0


class AcceptStory(Move, frozen=True, tag=True, omit_defaults=True):
    """The DM accepts a story effect that mojos paid for: it happens (DH-MOJO-05)."""

    actor: Id = CHAIR
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True
    everyone: ClassVar[bool] = True


class RefuseStory(Move, frozen=True, tag=True, omit_defaults=True):
    """The DM refuses it: everybody gets back what they paid (DH-MOJO-05)."""

    actor: Id = CHAIR
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class ChooseDm(Move, frozen=True, tag=True, omit_defaults=True):
    """These users roll for who becomes DM (DH-BASE-01)."""

    actor: Id = SELF
    users: tuple[str, ...] = ()


# -- getting well (play/healing) ---------------------------------------------------------------------------------------


class Rest(Move, frozen=True, tag=True, omit_defaults=True):
    """A minute of rest: a Constitution save erases its strength of wear (DH-HEAL-01). Never with `tries`.

    While it can still be fudged it waits; `Keep` takes it as it is.
    """

    rise: int = 0
    tries: str = "no"


class Sleep(Move, frozen=True, tag=True, omit_defaults=True):
    """Eight hours of sleep, in a safe place or not, in armour or not (DH-HEAL-03). `kind`: night (week comes later)."""

    kind: str = "night"
    safe: bool = True
    armour: bool = False
    everyone: ClassVar[bool] = True


class Revive(Move, frozen=True, tag=True, omit_defaults=True):
    """The DM brings a dead character back, as Resurrection does, for nothing (DH-TRACK-05)."""

    actor: Id = CHAIR
    who: Id = CHAIR
    keep_scars: int = 0


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


class Award(Move, frozen=True, tag=True, omit_defaults=True):
    """The DM gives XP to each of `who`, or takes it below 0 (DH-ADV-06, -07)."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    xp: int = 0
    note: str = ""


class SetDiceTable(Move, frozen=True, tag=True, omit_defaults=True):
    """The Dice Table of this campaign (DH-DICE-05). `set`: standard, steady, or own with lines `score,roll` in `rows`.

    Rows of one's own stand in for those of the table before; all others stay.
    """

    actor: Id = CHAIR
    set: str = "standard"
    rows: str = ""
    answers: ClassVar[bool] = True


class SetClasses(Move, frozen=True, tag=True, omit_defaults=True):
    """Classes of this campaign, as JSON: a list of records, or one (DH-CHAR-07). The same names are replaced."""

    actor: Id = CHAIR
    records: str = ""
    answers: ClassVar[bool] = True


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
    | AcceptStory
    | RefuseStory
    | ChooseDm
    | Hurt
    | Heal
    | Override
    | Rest
    | Sleep
    | Revive
    | Award
    | Roll
    | Stunt
    | RevealRoll
    | UseFeature
    | Ask
    | AnswerAsk
    | ShiftAsk
    | Contest
    | Enter
    | CloseContest
    | SetDiceTable
    | SetClasses
)
