"""Everything that can be asked of Delve: plain moves, each played by the module its heading names."""

from __future__ import annotations

from typing import ClassVar

from mechanics.game import CHAIR, SELF, Id, Move

# -- a new character (create) ------------------------------------------------------------------------------------------


class NewDraft(Move, frozen=True, tag=True, omit_defaults=True):
    """The caller begins a character, seen by them alone until it is finished. `title` is its name, if given."""

    actor: Id = SELF
    title: str = ""
    answers: ClassVar[bool] = True


class TypeSheet(Move, frozen=True, tag=True, omit_defaults=True):
    """What was typed into a draft's form; an empty text leaves things as they are.

    `abilities` are six numbers in sheet order, or `str 2 cha 4`: six points in all (DELVE-ABL-01).
    """

    title: str = ""
    abilities: str = ""
    answers: ClassVar[bool] = True


class Finish(Move, frozen=True, tag=True, omit_defaults=True):
    """The draft becomes a character of the campaign; its Life is rolled (DELVE-LIFE-01)."""

    answers: ClassVar[bool] = True


class DropDraft(Move, frozen=True, tag=True, omit_defaults=True):
    """The draft is thrown away."""

    answers: ClassVar[bool] = True


# -- rolls and Luck (play/rolls, play/checks) --------------------------------------------------------------------------


class Check(Move, frozen=True, tag=True, omit_defaults=True):
    """An ability roll against `tn`, or a named `difficulty`, or 13 (DELVE-ROLL-01). `plus5`: Luck with the roll.

    `secret`: seen by the caller and the GM; nothing of it stays open.
    """

    ability: str
    difficulty: str = ""
    tn: int | None = None
    bonus: int = 0
    plus5: bool = False
    note: str = ""
    secret: bool = False


class Ask(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM asks named characters for an ability roll."""

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    ability: str = ""
    difficulty: str = ""
    tn: int | None = None
    note: str = ""


class AnswerAsk(Move, frozen=True, tag=True, omit_defaults=True):
    """One of those asked rolls."""

    plus5: bool = False
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Reroll(Move, frozen=True, tag=True, omit_defaults=True):
    """1 Luck: a failed roll is thrown again (DELVE-LUCK-02)."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Plus5(Move, frozen=True, tag=True, omit_defaults=True):
    """1 Luck: 5 more on a failed roll (DELVE-LUCK-02)."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Accept(Move, frozen=True, tag=True, omit_defaults=True):
    """The failed roll stands (DELVE-LUCK-03)."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class SpendLuck(Move, frozen=True, tag=True, omit_defaults=True):
    """1 Luck for an `action` or a `move` in one's own turn, or for an `item` that is spent (DELVE-LUCK-02)."""

    on: str
    item: str = ""


class Feat(Move, frozen=True, tag=True, omit_defaults=True):
    """A daring feat: the GM says against what, or that it cannot be done (DELVE-FEAT-01)."""

    what: str
    ability: str = ""


class Decide(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM says what of a feat (`tn`, `ability`) or a miscast (`who`: whom else it takes), or (`no`) nothing."""

    actor: Id = CHAIR
    tn: int | None = None
    no: bool = False
    ability: str = ""
    who: tuple[Id, ...] = ()
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


# -- the exchange of blows (play/attacks, play/defence) ----------------------------------------------------------------


class Attack(Move, frozen=True, tag=True, omit_defaults=True):
    """`actor` attacks. `weapon` by name, `unarmed`, or "" for the first that is whole. `magic`: an enemy's spell."""

    target: Id
    weapon: str = ""
    plus5: bool = False
    magic: bool = False


class Defend(Move, frozen=True, tag=True, omit_defaults=True):
    """The one attacked rolls (DELVE-DEF-01)."""

    plus5: bool = False
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Counterspell(Move, frozen=True, tag=True, omit_defaults=True):
    """Instead of a defence against magic: an INT roll (DELVE-SPELL-01, 3)."""

    plus5: bool = False
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Wear(Move, frozen=True, tag=True, omit_defaults=True):
    """Armor takes half of the damage (DELVE-ARM-01). `item` by name, "" for the first that can."""

    item: str = ""
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Take(Move, frozen=True, tag=True, omit_defaults=True):
    """The damage is taken without armor."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Strike(Move, frozen=True, tag=True, omit_defaults=True):
    """The counterattack of a critical defence (DELVE-DEF-01)."""

    weapon: str = ""
    plus5: bool = False
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Skip(Move, frozen=True, tag=True, omit_defaults=True):
    """No counterattack."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


# -- one's turn (play/turns) -------------------------------------------------------------------------------------------


class Walk(Move, frozen=True, tag=True, omit_defaults=True):
    """So many feet of this turn's move (DELVE-ACT-01)."""

    feet: int


class Dash(Move, frozen=True, tag=True, omit_defaults=True):
    """The action for 25 feet more (DELVE-ACT-01)."""


class Reach(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM marks that two fighters are adjacent, or (`apart`) no longer (DELVE-ATK-03)."""

    actor: Id = CHAIR
    one: Id = CHAIR
    other: Id = CHAIR
    apart: bool = False


# -- magic (play/casting, play/effects) --------------------------------------------------------------------------------


class Cast(Move, frozen=True, tag=True, omit_defaults=True):
    """One try at a spell out of a thing carried (DELVE-CAST-01).

    `choice` is what the spell needs: an element; heal, poison or curse; points per target (`1 1`); rounds since death;
    a place; `split` for an exploding finger whose damage the caster shares out.
    """

    spell: str
    targets: tuple[Id, ...] = ()
    choice: str = ""
    plus5: bool = False


class GiveUp(Move, frozen=True, tag=True, omit_defaults=True):
    """The spell that was tried in vain is given up, and miscast (DELVE-CAST-01)."""


class Split(Move, frozen=True, tag=True, omit_defaults=True):
    """How the damage of an exploding finger is shared out, in the order of its targets; none: evenly."""

    shares: tuple[int, ...] = ()
    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Command(Move, frozen=True, tag=True, omit_defaults=True):
    """A summoned demon is told to do something, or (`dismiss`) to go (DELVE-SPELL-01, 17)."""

    target: Id
    what: str = ""
    dismiss: bool = False
    plus5: bool = False


class Hire(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM lets `who` hire a retainer of a stat line for coins (DELVE-ALLY-01)."""

    actor: Id = CHAIR
    who: Id = CHAIR
    line: str = ""
    price: int = 0


# -- things (play/gear) ------------------------------------------------------------------------------------------------


class UseItem(Move, frozen=True, tag=True, omit_defaults=True):
    """A thing is used, on oneself or on `target` (DELVE-ITEM-01)."""

    item: str
    target: Id | None = None


class DropItem(Move, frozen=True, tag=True, omit_defaults=True):
    """A thing is left behind."""

    item: str


class GiveItem(Move, frozen=True, tag=True, omit_defaults=True):
    """A thing changes hands (DELVE-GEAR-01)."""

    item: str
    target: Id


class Award(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM gives coins (below 0: takes) and `count` of a thing to each of `who` (DELVE-COIN-01, DELVE-GEAR-01).

    `item` is a name, dice it heals in brackets: `potion (1d6)`. A spell's thing names its spell.
    An empty `kind` is the one that the name speaks of.
    """

    actor: Id = CHAIR
    who: tuple[Id, ...] = ()
    coins: int = 0
    item: str = ""
    kind: str = "gear"
    uses: str = "free"
    count: int = 1


class GiveBack(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM lets a living shadow give back the gear it fled with (DELVE-MISC-01, 10)."""

    actor: Id = CHAIR
    who: Id = CHAIR


# -- hurt, death, rest (play/life), levels (play/levels) ---------------------------------------------------------------


class Hurt(Move, frozen=True, tag=True, omit_defaults=True):
    """Damage marked by hand."""

    amount: int
    answers: ClassVar[bool] = True
    marks: ClassVar[bool] = True


class Heal(Move, frozen=True, tag=True, omit_defaults=True):
    """Magical healing marked by hand (DELVE-HEAL-01)."""

    amount: int
    answers: ClassVar[bool] = True
    marks: ClassVar[bool] = True


class Aid(Move, frozen=True, tag=True, omit_defaults=True):
    """First aid for somebody dying (DELVE-DIE-02)."""

    target: Id


class Rest(Move, frozen=True, tag=True, omit_defaults=True):
    """A safe night with a ration (DELVE-REST-01)."""


class Tick(Move, frozen=True, tag=True, omit_defaults=True):
    """Outside a fight the GM lets one turn pass (DELVE-DIE-01)."""

    actor: Id = CHAIR
    everyone: ClassVar[bool] = True


class Wound(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM deals a wound (DELVE-WND-01)."""

    actor: Id = CHAIR
    who: Id = CHAIR
    answers: ClassVar[bool] = True


class Kill(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM declares somebody dead (DELVE-DIE-01)."""

    actor: Id = CHAIR
    who: Id = CHAIR
    answers: ClassVar[bool] = True


class Revive(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM brings somebody back from the dead (DELVE-DIE-03)."""

    actor: Id = CHAIR
    who: Id = CHAIR
    answers: ClassVar[bool] = True


class Buy(Move, frozen=True, tag=True, omit_defaults=True):
    """The next level, with a point for this ability (DELVE-LVL-01)."""

    ability: str


DelveMove = (
    NewDraft
    | TypeSheet
    | Finish
    | DropDraft
    | Check
    | Ask
    | AnswerAsk
    | Reroll
    | Plus5
    | Accept
    | SpendLuck
    | Feat
    | Decide
    | Attack
    | Defend
    | Counterspell
    | Wear
    | Take
    | Strike
    | Skip
    | Walk
    | Dash
    | Reach
    | Cast
    | GiveUp
    | Split
    | Command
    | Hire
    | UseItem
    | DropItem
    | GiveItem
    | Award
    | GiveBack
    | Hurt
    | Heal
    | Aid
    | Rest
    | Tick
    | Wound
    | Kill
    | Revive
    | Buy
)
