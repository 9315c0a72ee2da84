"""What all games share in a table's life: people and GMs, channels, settings, the evening, the characters' names.

The values come first, then what can be asked of them, then the moves on them. The moves are played by
`mechanics.shared`, so that this module stays free of the machinery.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, ClassVar, Generic, Literal

from msgspec import Meta, Struct
from rapidfuzz import process

from mechanics.game import CHAIR, Caller, Id, Move, P, Refused
from mechanics.keeping import KeepingMove
from mechanics.sealed import Sealed
from mechanics.tracking import TrackerMove

NAME_LENGTH = 80
"""The longest name of a campaign, character or creature, in characters (DH-CHAR-01; all games keep it)."""
ALIKE = 60
"""How alike two names are, of 100, before one is suggested for the other."""
_TURNING = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
SESSION_SECONDS = 3 * 60 * 60
"""How long an evening runs before the one reminder (DH-BASE-06)."""
PLAN_SECONDS = 60 * 60
"""How long before a planned evening those who come are reminded of it."""
Moment = Annotated[int, Meta(ge=0, le=2**40)]
"""A time in whole seconds since 1970, UTC."""
Coming = Literal["yes", "maybe", "no"]
"""What somebody answers who is asked to an evening."""


class Person(Struct, frozen=True):
    """Somebody at the table: the last name seen, and the character they play unless another is named."""

    name: str
    active: Id | None = None


class Name(Struct, frozen=True):
    """A character's line in the campaign's index. A "draft" is not finished and seen by its owner alone.

    `unmet`: a creature that players know nothing of yet; the first thing that everybody is told of it ends that.
    """

    name: str
    owner: str
    kind: Literal["pc", "npc", "draft"] = "pc"
    retired: bool = False
    unmet: bool = False


class Settings(Struct, frozen=True):
    """How the bot behaves at this table. Each field's `Meta` says what it decides."""

    undo: Annotated[
        Literal["gm", "own", "off"],
        Meta(description="who may take back: GMs; own: also an owner, their own newest entry; off: nobody"),
    ] = "gm"
    owners_mark: Annotated[
        bool, Meta(description="owners mark damage and healing of their own characters by hand, not only GMs")
    ] = True
    turn_ping: Annotated[bool, Meta(description="whoever is up in a fight is notified")] = True
    creature_health: Annotated[
        Literal["words", "numbers"], Meta(description="how players see the health of creatures in a fight")
    ] = "words"


class Table(Struct, frozen=True):
    """A lookup table: a dice text, and rows in any order, each with the number at which it begins."""

    die: str
    rows: tuple[tuple[int, str], ...]


class Plan(Struct, frozen=True):
    """When the next evening is to be. `zone` is that in which the time was typed, empty if none was ever named.

    `answers` are by user, in the order in which they first answered. `reminded`: no reminder is due any more.
    """

    at: Moment
    note: str = ""
    zone: str = ""
    answers: dict[str, Coming] = {}
    reminded: bool = False

    def who(self, answer: Coming) -> tuple[str, ...]:
        """The users who answered this."""
        return tuple(user for user, given in self.answers.items() if given == answer)


class Campaign(Struct, frozen=True):
    """One game in one server. `gms` are users, or roles written `role:ID`; `channels` ids of channels and threads.

    `notes` are what owners keep to themselves, by character; each is sealed to a user, and only that user sees it.
    `lent` says whose a character is that somebody else plays for a session. An archived campaign is not played.
    """

    name: str = ""
    game: str = ""
    gms: tuple[str, ...] = ()
    channels: tuple[str, ...] = ()
    people: dict[str, Person] = {}
    names: dict[Id, Name] = {}
    settings: Settings = Settings()
    sessions: int = 0
    tables: dict[str, Table] = {}
    notes: dict[Id, Sealed[str]] = {}
    lent: dict[Id, str] = {}
    archived: bool = False
    plan: Plan | None = None


class Session(Struct, Generic[P], frozen=True):
    """One evening. Times are whole seconds since 1970 in UTC. `present` are users in the order of "I'm here";
    `gms` those of them who sit as GM. `more` is what only this game keeps for an evening.
    """

    number: int
    opened_at: int
    lobby: bool
    present: tuple[str, ...] = ()
    gms: tuple[str, ...] = ()
    reminded: bool = False
    more: P | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """Who is present and not GM, in the order of "I'm here"."""
        return tuple(u for u in self.present if u not in self.gms)


# -- questions ---------------------------------------------------------------------------------------------------------


def is_gm(campaign: Campaign, user: str, roles: tuple[str, ...] = ()) -> bool:
    """Whether this person, or one of their roles (ids as text), is a GM of the campaign."""
    return user in campaign.gms or any(f"role:{r}" in campaign.gms for r in roles)


def fold(name: str) -> str:
    """A name as it is compared: NFC, without case, invisible characters and needless blanks (DH-CHAR-01)."""
    visible = "".join(c for c in name if c.isspace() or unicodedata.category(c)[0] != "C")
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", visible).casefold())
    return " ".join(folded.split())


def clean(name: str, what: str = "name") -> str:
    """A name as it is stored: NFC, blanks trimmed, no control characters and none that turn the direction of writing.

    Refuses one that nobody could see (`bad-value`) and one too long (`too-long`).
    """
    hidden = ("Cc", "Cs")
    text = "".join(c for c in name if c.isspace() or (unicodedata.category(c) not in hidden and c not in _TURNING))
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not text or not any(unicodedata.category(c)[0] not in "CZM" for c in text):
        raise Refused("bad-value", f"A {what} needs at least one visible character.", "for example: Marsha")
    if len(text) > NAME_LENGTH:
        raise Refused("too-long", f"That {what} has {len(text)} characters.", f"up to {NAME_LENGTH} characters")
    return text


def free_name(campaign: Campaign, owner: str, name: str, but: Id | None = None) -> str:
    """The cleaned name, if no other living character of this owner (lent ones too) has it; else `name-taken`."""
    text = clean(name)
    for i, entry in campaign.names.items():
        theirs = owner in (entry.owner, campaign.lent.get(i))
        living = theirs and not entry.retired and entry.kind != "draft"
        if living and i != but and fold(entry.name) == fold(text):
            raise Refused("name-taken", f"There is a living character called {entry.name} already.", "another name")
    return text


def label(campaign: Campaign, i: Id) -> str:
    """A character's name with its owner's, `Zoë (player1)`, for choosing among equals."""
    entry = campaign.names[i]
    person = campaign.people.get(entry.owner)
    return f"{entry.name} ({'GM' if entry.owner == CHAIR else person.name if person else 'away'})"


def find(campaign: Campaign, caller: Caller, text: str, retired: bool = False) -> Id:
    """The character that a typed text means, of those in this (viewed) campaign: an id, a name, or `Zoë (player1)`.

    Living ones, or (`retired`) those who are not. One's own come first. Refuses `unknown` (with the closest name), and
    `ambiguous` naming the candidates.
    """
    if (i := Id(text)) in campaign.names and campaign.names[i].kind != "draft":
        return i
    wanted = fold(text)
    living = {i: n for i, n in campaign.names.items() if n.kind != "draft" and n.retired == retired}
    hits = [i for i, n in living.items() if wanted in (fold(n.name), fold(label(campaign, i)))]
    mine = [i for i in hits if living[i].owner == caller.user]
    if len(mine or hits) == 1:
        return (mine or hits)[0]
    if hits:
        raise Refused(
            "ambiguous", f"Several are called that: {', '.join(label(campaign, i) for i in hits)}.", "say whose"
        )
    near = process.extractOne(wanted, [fold(n.name) for n in living.values()], score_cutoff=ALIKE)
    hint = f"did you mean {list(living.values())[near[2]].name}?" if near else "/character list shows who is"
    raise Refused("unknown", "There is nobody of that name here.", hint)


def active(campaign: Campaign, user: str) -> Id:
    """The character this person plays when none is named; refused `unknown` without one, `ambiguous` among several."""
    person = campaign.people.get(user)
    own = [i for i, n in campaign.names.items() if n.owner == user and n.kind == "pc" and not n.retired]
    if person and person.active:
        chosen = campaign.names.get(person.active)
        if chosen and chosen.owner in (user, CHAIR) and chosen.kind != "draft" and not chosen.retired:
            return person.active
    if len(own) == 1:
        return own[0]
    if own:
        names = ", ".join(campaign.names[i].name for i in own)
        raise Refused("ambiguous", f"You play several characters: {names}.", "pick one with /character use")
    raise Refused("unknown", "You have no character in this campaign.", "make one with /character create")


# -- moves -------------------------------------------------------------------------------------------------------------


class Shared(Move, frozen=True, tag=True, omit_defaults=True):
    """A move on a table's life. Allowed while a decision waits: it answers nothing and changes no fight."""

    answers: ClassVar[bool] = True


class Found(Shared, frozen=True, tag=True, omit_defaults=True):
    """A campaign is made, bound to the channel it is made in. The caller (who needs the right) is its first GM."""

    title: str
    game: str
    channel: str


class Bind(Shared, frozen=True, tag=True, omit_defaults=True):
    """The campaign is played in this channel, thread or forum from now on, or (`release`) no longer."""

    channel: str
    release: bool = False


class Archive(Shared, frozen=True, tag=True, omit_defaults=True):
    """The campaign is put away: its channels are free and nothing is played. Or (`restore`) it is taken out again."""

    restore: bool = False


class MakeGm(Shared, frozen=True, tag=True, omit_defaults=True):
    """A user, or a role written `role:ID`, becomes GM, or (`remove`) is one no longer. `title` is what it is called."""

    who: str
    title: str
    remove: bool = False


class TakeOver(Shared, frozen=True, tag=True, omit_defaults=True):
    """Somebody who manages the server becomes GM of a campaign that is not theirs."""


class Use(Shared, frozen=True, tag=True, omit_defaults=True):
    """The caller plays this character from now on, when none is named. `actor` is the character."""


class StartSession(Shared, frozen=True, tag=True, omit_defaults=True):
    """The GM opens the lobby of an evening, at `at` (seconds since 1970, UTC)."""

    at: int


class JoinSession(Shared, frozen=True, tag=True, omit_defaults=True):
    """ "I'm here", in the lobby or late."""


class BeginSession(Shared, frozen=True, tag=True, omit_defaults=True):
    """The evening begins: who is in the lobby is on time; the game makes its opening rolls and resets."""

    at: int
    everyone: ClassVar[bool] = True


class EndSession(Shared, frozen=True, tag=True, omit_defaults=True):
    """The evening is over."""

    everyone: ClassVar[bool] = True


class RemindSession(Shared, frozen=True, tag=True, omit_defaults=True):
    """The clock says how long the evening has run, once."""

    at: int


class PlanSession(Shared, frozen=True, tag=True, omit_defaults=True):
    """The GM says when the next evening is, in place of what was planned before. `now` is when it is said.

    `words` is the same time as people write it, for the record; `zone` that in which it was typed, empty if none was
    ever named.
    """

    at: Moment
    now: Moment
    words: str
    zone: str = ""
    note: str = ""


class AnswerPlan(Shared, frozen=True, tag=True, omit_defaults=True):
    """The caller says whether they come to the evening that is planned for `at`; `stale` if it is another now."""

    answer: Coming
    at: Moment


class RemindPlan(Shared, frozen=True, tag=True, omit_defaults=True):
    """The clock says, at `at`, that the planned evening is near, once."""

    at: Moment


class Undo(Shared, frozen=True, tag=True, omit_defaults=True):
    """Take an entry of the record back: `entry`, or the newest that still stands."""

    entry: int | None = None


class Redo(Shared, frozen=True, tag=True, omit_defaults=True):
    """Put the newest entry that was taken back in force again, with the same faces."""

    entry: int | None = None


SharedMove = (
    Found
    | Bind
    | Archive
    | MakeGm
    | TakeOver
    | Use
    | StartSession
    | JoinSession
    | BeginSession
    | EndSession
    | RemindSession
    | PlanSession
    | AnswerPlan
    | RemindPlan
    | Undo
    | Redo
    | KeepingMove
    | TrackerMove
)
