"""The GM's creatures: made of one stat line, copied in numbers, put away."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from mechanics import shared
from mechanics.campaign import NAME_LENGTH, clean, fold
from mechanics.characters import read
from mechanics.facts import Noted
from mechanics.game import CHAIR, Game, Id, Refused
from mechanics.state import State
from mechanics.step import Step
from mechanics.tracking import CopyCreature, DeleteCreature, ImportCreatures, Library, MakeCreature

TOLD = 8
"""How many of those that were read are told by name."""
CROWD = 25
"""The most creatures that one move makes (DH-COMBAT-13; all games keep it)."""

AnyStep = Step[Any, Any, Any, Any, Any, Any]
AnyGame = Game[Any, Any, Any, Any, Any, Any]


def is_creature(state: State[Any, Any, Any, Any, Any, Any], i: Id) -> bool:
    """Whether this is one of the GM's."""
    entry = state.campaign.names.get(i)
    return entry.kind == "npc" if entry is not None else i in state.sheets and state.sheets[i].owner == CHAIR


def play(game: AnyGame, step: AnyStep, move: Library) -> None:
    """Play a move on the GM's creatures; only GMs make and see them."""
    if not step.caller.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    match move:
        case MakeCreature():
            (i,) = make(game, step, move.what, 1, move.title)
            step.say(Noted(to=(i,), text="{0} is made.", about=(i,)))
        case CopyCreature():
            (i,) = copies(step, move.who, 1, move.title)
            step.say(Noted(to=(i,), text="{0} is made.", about=(i,)))
        case DeleteCreature():
            _delete(step, move.who)
        case ImportCreatures():
            found = _import(game, step, move.sheets)
            names = ", ".join(f"{{{n}}}" for n in range(min(len(found), TOLD)))
            more = f" and {len(found) - TOLD} more" if len(found) > TOLD else ""
            verb = "joins" if len(found) == 1 else "join"
            step.say(Noted(to=found, text=f"{names}{more} {verb} the library.", about=found))


def make(game: AnyGame, step: AnyStep, line: str, count: int, title: str = "") -> tuple[Id, ...]:
    """`count` creatures of a stat line join the campaign; several are numbered. Their ids come back.

    With a `title` the line may leave the name out.
    """
    try:
        sheet = game.stat_line(line)
    except Refused:
        if not title:
            raise
        sheet = game.stat_line(f"nameless {line}")
    return _several(step, sheet, count, title)


def copies(step: AnyStep, i: Id, count: int, title: str = "") -> tuple[Id, ...]:
    """`count` creatures like this one join the campaign, numbered unless a `title` is given. Their ids come back."""
    if not is_creature(step.state, i):
        raise Refused("not-allowed", "Only creatures are copied.", "/creature list shows them")
    return _several(step, step.sheet(i), count, title, numbered=True)


def _several(step: AnyStep, sheet: Any, count: int, title: str, numbered: bool = False) -> tuple[Id, ...]:
    if not 1 <= count <= CROWD:
        raise Refused("bad-value", f"{count} creatures are not made at once.", f"1 to {CROWD}")
    name = clean(title or sheet.name)
    if (title and count == 1) or not (numbered or count > 1):
        return (shared.enrol(step, replace(sheet, name=name, owner=CHAIR), "npc"),)
    taken = {fold(n.name) for n in step.state.campaign.names.values() if n.owner == CHAIR and not n.retired}
    stem = name.rstrip("0123456789").rstrip() or name
    free = (f"{stem[: NAME_LENGTH - 5]} {n}" for n in range(1, len(taken) + count + 1))
    names = [text for text in free if fold(text) not in taken][:count]
    return tuple(shared.enrol(step, replace(sheet, name=text, owner=CHAIR), "npc") for text in names)


def _import(game: AnyGame, step: AnyStep, text: str) -> tuple[Id, ...]:
    files = [text]
    if text.removeprefix("\ufeff").lstrip().startswith("["):
        try:
            files = [
                bytes(raw).decode() for raw in msgspec.json.decode(text.removeprefix("\ufeff"), type=list[msgspec.Raw])
            ]
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Refused("bad-value", f"That file does not fit: {str(error)[:200]}.", "an exported file") from None
    if not 1 <= len(files) <= CROWD:
        raise Refused("too-long", f"That file has {len(files)} creatures.", f"1 to {CROWD}")
    sheets = [replace(read(file, game), owner=CHAIR) for file in files]
    return tuple(shared.enrol(step, sheet, "npc") for sheet in sheets)


def _delete(step: AnyStep, i: Id) -> None:
    names = step.state.campaign.names
    entry = names.get(i)
    if entry is None or entry.kind != "npc" or entry.retired:
        raise Refused("not-allowed", "That is no creature of the GM's.", "/creature list shows them")
    if step.scene.fight is not None and i in step.scene.fight.seats:
        raise Refused("fight-running", f"{entry.name} is in the fight here.", "/combat remove first")
    step.set_campaign(names={**names, i: replace(entry, retired=True)})
    step.say(Noted(to=(i,), text="{0} is gone from the library.", about=(i,)))
