"""Everything that can be asked of One-Roll: plain moves, each played by the module its heading names."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from mechanics.game import CHAIR, SELF, Id, Move

# -- a new character (create) ------------------------------------------------------------------------------------------


class NewDraft(Move, frozen=True, tag=True, omit_defaults=True):
    """The caller begins a character, seen by them alone until it is finished. `title` is its name, if given."""

    actor: Id = SELF
    title: str = ""
    answers: ClassVar[bool] = True


class TypeSheet(Move, frozen=True, tag=True, omit_defaults=True):
    """What was typed into a draft's form; an empty text leaves things as they are.

    `stats` are six numbers in sheet order, or `body 3 sense 2`; `skills` are as `pistol 3, language/German 2`.
    """

    title: str = ""
    stats: str = ""
    skills: str = ""
    answers: ClassVar[bool] = True


class Finish(Move, frozen=True, tag=True, omit_defaults=True):
    """The draft becomes a character of the campaign."""

    answers: ClassVar[bool] = True


class DropDraft(Move, frozen=True, tag=True, omit_defaults=True):
    """The draft is thrown away."""

    answers: ClassVar[bool] = True


# -- tests (play/checks) -----------------------------------------------------------------------------------------------


class RollPool(Move, frozen=True, tag=True, omit_defaults=True):
    """A pool of so many dice is rolled (ORE-POOL-01). `secret`: seen by the caller and the GM."""

    actor: Id = SELF
    pool: int = 0
    note: str = ""
    secret: bool = False


class Check(Move, frozen=True, tag=True, omit_defaults=True):
    """A static test (ORE-STATIC-01): a set at least `target` high. `kind` is the type of a typed skill."""

    skill: str
    kind: str = ""
    target: int = 1
    stat: str = ""
    bonus: int = 0
    actions: int = 1
    note: str = ""
    secret: bool = False


class Choose(Move, frozen=True, tag=True, omit_defaults=True):
    """The roller uses this set, `2x9`, of those that succeed (ORE-SET-03)."""

    set: str
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Assist(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` lends dice for the next test of `target` with this skill (ORE-COOP-01)."""

    target: Id
    skill: str
    dice: int
    kind: str = ""


class Ask(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM asks named characters for a test."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    skill: str = ""
    kind: str = ""
    target: int = 1
    note: str = ""


class AnswerAsk(Move, frozen=True, tag=True, omit_defaults=True):
    """One of those asked rolls."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Contest(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` against `target`: the highest set wins, or (`order`) it only matters who acts first (ORE-VS-01, -02)."""

    target: Id
    skill: str
    kind: str = ""
    order: bool = False


class AnswerContest(Move, frozen=True, tag=True, omit_defaults=True):
    """The other side chooses its skill, and both roll."""

    skill: str
    kind: str = ""
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Share(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM parts points of consequence among who rolled together: `dice` of the leader first (ORE-COOP-01)."""

    actor: Id = CHAIR
    points: int = 0
    who: tuple[Id, ...] = ()
    dice: tuple[int, ...] = ()


# -- fights (play/declare, play/resolve) -------------------------------------------------------------------------------


class Action(Struct, frozen=True, omit_defaults=True):
    """One thing to do in a round (ORE-CBT-01). `kind`: attack, dodge, assist, other.

    `skill` is a key, left out Brawl or Dodge; `stat` overrides its stat; `profile` is damage as the GM writes it;
    `min_height` is what an `other` action needs; `dice` are lent by `assist`; `call` is the place of a called shot.
    """

    kind: str
    skill: str = ""
    stat: str = ""
    target: Id | None = None
    profile: str = ""
    min_height: int = 1
    dice: int = 0
    call: str = ""


class Declare(Move, frozen=True, tag=True, omit_defaults=True):
    """What `actor` will do in this round; no action is a pass. A second one changes it, until it is revealed.

    `nonce` is a random text of the bot's, so that a sealed declaration cannot be guessed from its seal.
    """

    actions: tuple[Action, ...] = ()
    nonce: str = ""
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class DeclareMany(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM declares the same for many at once, each of whom may still do so."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    actions: tuple[Action, ...] = ()
    nonce: str = ""
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Assign(Move, frozen=True, tag=True, omit_defaults=True):
    """Which set goes to which action, in the order of the actions: `("2x5", "3x8")`. "" or nothing: by default.

    From the chair: all creatures that wait, by default.
    """

    sets: tuple[str, ...] = ()
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Defaults(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM finishes what waits: who has not declared passes, sets are assigned by default, all that is left
    resolves."""

    actor: Id = CHAIR
    answers: ClassVar[bool] = True


class Bonus(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM gives bonus dice for this round, before the roll (ORE-POOL-02)."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    dice: int = 0
    answers: ClassVar[bool] = True


# -- bodies (play/care) ------------------------------------------------------------------------------------------------


class Hurt(Move, frozen=True, tag=True, omit_defaults=True):
    """Damage is marked on `actor` (ORE-DMG-02)."""

    where: str
    shock: int = 0
    killing: int = 0
    answers: ClassVar[bool] = True
    marks: ClassVar[bool] = True


class Heal(Move, frozen=True, tag=True, omit_defaults=True):
    """Marks on `actor` are taken away: of one place, or shock where it heals first (ORE-HEAL-03)."""

    where: str = ""
    shock: int = 0
    killing: int = 0
    answers: ClassVar[bool] = True
    marks: ClassVar[bool] = True


class Recover(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` rolls Body + Health for today; shock goes from the places in `order` first (ORE-HEAL-02)."""

    order: tuple[str, ...] = ()


class Day(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM lets days pass: who has shock and has not rolled for the day rolls now (ORE-HEAL-02)."""

    actor: Id = CHAIR
    days: int = 1
    everyone: ClassVar[bool] = True


class Award(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM gives (or takes) points for stats and skills."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    points: int = 0
    answers: ClassVar[bool] = True


class Revive(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM says that somebody dead is not (ORE-HEAL-03). The boxes stay as they are."""

    actor: Id = CHAIR
    who: Id = CHAIR
    answers: ClassVar[bool] = True


OneRollMove = (
    NewDraft
    | TypeSheet
    | Finish
    | DropDraft
    | RollPool
    | Check
    | Choose
    | Assist
    | Ask
    | AnswerAsk
    | Contest
    | AnswerContest
    | Share
    | Declare
    | DeclareMany
    | Assign
    | Defaults
    | Bonus
    | Hurt
    | Heal
    | Recover
    | Day
    | Award
    | Revive
)
