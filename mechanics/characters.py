"""Characters as they are kept: edited by hand, noted about, given away, retired; written to a file and read."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mechanics import shared, typed
from mechanics.campaign import Campaign, Name, Person, clean, free_name
from mechanics.facts import Changed, Noted, about
from mechanics.game import CHAIR, Game, Id, Refused
from mechanics.keeping import EditField, Give, ImportCharacter, Keeping, Note, Retire, Withheld
from mechanics.sealed import Sealed
from mechanics.state import parts_of
from mechanics.step import Step
from mechanics.typed import accepts, fields, named, shown

NOTE_LENGTH = 1500
"""The longest private note, in characters."""
FILE_LENGTH = 20_000
"""The longest file of a character, in characters."""
FORMAT = 1
"""The format that a file of a character is written in."""
TOLD = 100
"""How much of a field is told of a change, in characters."""

AnyStep = Step[Any, Any, Any, Any, Any, Any]
AnyGame = Game[Any, Any, Any, Any, Any, Any]


def play(game: AnyGame, step: AnyStep, move: Keeping) -> None:
    """Play a move on a character that is kept. The game reacts to it, and edits the fields that it has rules for."""
    match move:
        case EditField():
            _edit(game, step, move)
            return
        case Note():
            _note(step, move)
        case Give():
            _give(step, move)
        case Retire():
            _retire(step, move)
        case ImportCharacter():
            _import(game, step, move)
        case Withheld():
            raise Refused("not-allowed", "What its owner kept to themselves is not in this record.")
    game.play(step, move)


def _known(step: AnyStep, i: Id) -> Name:
    entry: Name | None = step.state.campaign.names.get(i)
    if entry is None:
        raise Refused("unknown", "There is nobody of that name here.", "/character list shows who is")
    return entry


# -- by hand -----------------------------------------------------------------------------------------------------------


def _edit(game: AnyGame, step: AnyStep, move: EditField) -> None:
    i, start, told = move.who, step.state, len(step.facts)
    sheet, entry = step.sheet(i), _known(step, i)
    field = "_".join(move.field.casefold().replace("-", " ").replace("_", " ").split())
    if not step.caller.gm:
        if sheet.owner != step.caller.user:
            raise Refused("not-yours", "That is not your character.", "/character list shows yours")
        if field not in game.own_fields:
            own = ", ".join(sorted(game.own_fields)) or "nothing"
            raise Refused("not-gm", "Only a GM edits that field.", f"an owner edits {own}")
    if field == "name":
        _rename(step, i, move.value)
    else:
        game.play(step, move)
        if step.state is start:
            write(step, i, field, move.value)
    if step.state.sheets[i] == sheet:
        raise Refused("bad-value", f"That is what {field.replace('_', ' ')} is already.", "another value")
    if entry.kind == "npc":  # what a GM writes on a creature is no news to the players
        step.facts[told:] = [replace(f, to=f.to or (i,)) if i in about(f) else f for f in step.facts[told:]]


def _rename(step: AnyStep, i: Id, text: str) -> None:
    entry, names = _known(step, i), step.state.campaign.names
    name = clean(text) if entry.kind == "draft" else free_name(step.state.campaign, entry.owner, text, but=i)
    set_told(step, i, "name", step.sheet(i).name, name, "", name=name)
    step.set_campaign(names={**names, i: replace(entry, name=name)})


def write(step: AnyStep, i: Id, field: str, text: str, rule: str = "") -> None:
    """Write a field of a sheet as typed, and tell it. Refuses `unknown` with the closest name, and as `typed.read`."""
    sheet = step.sheet(i)
    kind: type[Struct] = type(sheet)
    known = {name: f for name, f in fields(kind).items() if name not in ("name", "owner")}
    field = named(field, known, "field")
    old = getattr(sheet, field)
    new = typed.read(known[field], text, field.replace("_", " "), old)
    if isinstance(new, Sealed):
        new = Sealed(i, new.value)
    if new == old:
        raise Refused(
            "bad-value",
            f"That is what {field.replace('_', ' ')} is already.",
            f"another value: {accepts(known[field])}",
        )
    secret = isinstance(new, Sealed) or isinstance(old, Sealed)
    set_told(step, i, field, shown(old), shown(new), rule, secret, **{field: new})


def set_told(
    step: AnyStep, i: Id, field: str, old: str, new: str, rule: str, secret: bool = False, **value: Any
) -> None:
    """Write, and tell the field itself unless a gauge told it; of a secret its owner alone hears."""
    told = len(step.facts)
    step.set(i, rule, **value)
    if not any(isinstance(f, Changed) and f.gauge == field for f in step.facts[told:]):
        hidden = secret or _known(step, i).kind == "draft"
        before, after = (v if len(v) <= TOLD else v[: TOLD - 1] + "…" for v in (old, new))
        step.say(Changed(rule=rule, to=(i,) if hidden else (), who=i, gauge=field, before=before, after=after))


def _note(step: AnyStep, move: Note) -> None:
    campaign: Campaign = step.state.campaign
    i, user = move.actor, step.caller.user
    entry = _known(step, i)
    home = campaign.lent.get(i, entry.owner)
    if home != user and not (home == CHAIR and step.caller.gm):
        raise Refused("not-yours", "Notes are for the one whose character it is.", "/character list shows yours")
    text = move.text.strip()
    if len(text) > NOTE_LENGTH:
        raise Refused("too-long", f"That note has {len(text)} characters.", f"up to {NOTE_LENGTH} characters")
    notes = {k: n for k, n in campaign.notes.items() if k != i}
    if text:
        notes = {**campaign.notes, i: Sealed(Id(user), text)}
    elif i not in campaign.notes:
        raise Refused("bad-value", "There is no note to take away.", "a text of your own")
    step.set_campaign(notes=notes)
    step.say(Noted(to=(Id(user),), text="A note on {0} is kept." if text else "The note on {0} is gone.", about=(i,)))


# -- whose, and whether played -----------------------------------------------------------------------------------------


def _give(step: AnyStep, move: Give) -> None:
    if not step.caller.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    i, user, entry = move.who, move.user, _known(step, move.who)
    if entry.kind == "draft" or entry.retired:
        raise Refused(
            "not-allowed", f"{entry.name} is {'retired' if entry.retired else 'not finished'}.", "another one"
        )
    if not user or user == CHAIR:
        raise Refused("bad-value", "A character is given to a person.", "a member of this server")
    campaign: Campaign = step.state.campaign
    home = campaign.lent.get(i, entry.owner)
    lend = move.until == "session" and user != home
    if lend:
        step.session  # noqa: B018  refuses when none is open
    if user == entry.owner and not (i in campaign.lent and move.until == "good"):
        raise Refused("already-in", f"{entry.name} is theirs already.", "another person")
    free_name(campaign, user, entry.name, but=i)
    known = campaign.people.get(user)
    person = replace(known, name=move.name or known.name) if known else Person(move.name or "somebody")
    step.set_campaign(people={**campaign.people, user: person})
    if user != entry.owner:
        shared.hand_over(step, i, user)
    campaign = step.state.campaign
    if lend:
        step.set_campaign(lent={**campaign.lent, i: home})
        step.say(Noted(text="{0} plays {1} until the session ends.", about=(Id(user), i)))
        return
    names, notes = campaign.names, campaign.notes
    if entry.kind == "npc":
        names = {**names, i: replace(names[i], kind="pc")}
    if user != home:  # what the former owner noted is for nobody else
        notes = {k: n for k, n in notes.items() if k != i}
    step.set_campaign(names=names, notes=notes, lent={k: u for k, u in campaign.lent.items() if k != i})
    step.say(Noted(text="{1} is {0}'s from now on.", about=(Id(user), i)))


def _retire(step: AnyStep, move: Retire) -> None:
    i, campaign = move.actor, step.state.campaign
    entry = _known(step, i)
    if entry.kind == "draft":
        raise Refused("not-allowed", f"{entry.name} is not finished.", "drop it instead")
    if i in campaign.lent and not step.caller.gm:
        raise Refused("not-yours", f"{entry.name} is only lent to you.", "its owner or a GM may")
    if entry.retired != move.back:
        state = "played" if move.back else "retired"
        raise Refused("already-in", f"{entry.name} is {state} already.", "/character list shows who is")
    if move.back:
        for owner in {entry.owner, campaign.lent.get(i, entry.owner)}:
            free_name(campaign, owner, entry.name, but=i)
    elif step.state.scene.fight is not None and i in step.state.scene.fight.seats:
        raise Refused("fight-running", f"{entry.name} is in the fight here.", "/combat remove first")
    people = campaign.people
    if not move.back:
        people = {u: replace(p, active=None) if p.active == i else p for u, p in people.items()}
    step.set_campaign(names={**campaign.names, i: replace(entry, retired=not move.back)}, people=people)
    hidden = (i,) if entry.kind == "npc" else ()
    step.say(Noted(to=hidden, text="{0} is played again." if move.back else "{0} is retired.", about=(i,)))


# -- files -------------------------------------------------------------------------------------------------------------


class _File(Struct):
    format: int
    game: str
    sheet: msgspec.Raw


def export(sheet: Any, game: AnyGame) -> str:
    """A sheet as readable JSON, for `read`. Whoever asks for it must be allowed to see all of it."""
    file = {"format": FORMAT, "game": game.key, "sheet": sheet}
    return msgspec.json.format(msgspec.json.encode(file), indent=2).decode()


def read(text: str, game: AnyGame) -> Any:
    """The sheet of a file. Refuses `too-long`, `wrong-game`, and `bad-value` naming the field that does not fit."""
    if len(text) > FILE_LENGTH:
        raise Refused("too-long", f"That file has {len(text):,} characters.", f"up to {FILE_LENGTH:,} characters")
    kind: Any = parts_of(game.state).sheet
    hint = "a file made by /character export"
    try:
        file = msgspec.json.decode(text.removeprefix("\ufeff"), type=_File)
        if file.format != FORMAT:
            raise Refused("bad-value", f"That file is of format {file.format}.", f"this version reads format {FORMAT}")
        if file.game != game.key:
            raise Refused(
                "wrong-game", f"That is a character of another game, {file.game[:40]}.", f"one of {game.name}"
            )
        sheet = msgspec.json.decode(file.sheet, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("bad-value", f"That file does not fit: {str(error)[:200]}.", hint) from None
    return replace(sheet, name=clean(sheet.name))


def _import(game: AnyGame, step: AnyStep, move: ImportCharacter) -> None:
    sheet = read(move.sheet, game)
    creature = step.caller.gm and sheet.owner == CHAIR
    i = step.new_id()
    mine = replace(_readdressed(sheet, i), owner=CHAIR if creature else step.caller.user)
    shared.enrol(step, mine, "npc" if creature else "pc")
    text = "{0} is imported." if creature else "{0} joins the campaign, from a file."
    step.say(Noted(to=(i,) if creature else (), text=text, about=(i,)))


def newcomer(step: AnyStep) -> Id:
    """The character that this move made, for a game that checks what a file says of it."""
    return next(i for i in step.state.sheets if i not in step.start.sheets)


def _readdressed(x: Any, i: Id) -> Any:
    """The value with all its secrets sealed to i: they are those of one sheet."""
    if isinstance(x, Sealed):
        return Sealed(i, x.value)
    if isinstance(x, Struct):
        return replace(x, **{name: _readdressed(getattr(x, name), i) for name in x.__struct_fields__})
    if isinstance(x, tuple):
        return tuple(_readdressed(v, i) for v in x)
    if isinstance(x, dict):
        return {k: _readdressed(v, i) for k, v in x.items()}
    return x
