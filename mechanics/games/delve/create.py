"""A character in the making: a draft that its owner alone sees, until it is finished (DELVE-ABL-01, DELVE-LIFE-01)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics import shared
from mechanics.campaign import clean
from mechanics.facts import Noted, Rolled, Sum
from mechanics.game import Id, Refused
from mechanics.games.delve.creatures import POINTS, six
from mechanics.games.delve.moves import NewDraft, TypeSheet
from mechanics.games.delve.play import DelveStep
from mechanics.games.delve.sheet import ABILITIES, Sheet
from mechanics.games.delve.throws import Harm, parts_of, throw

UNNAMED = "New character"
"""What a draft is called until it has a name."""


def new_draft(step: DelveStep, move: NewDraft) -> None:
    """A draft of the caller's, its points spread evenly until others are chosen; `already-in` if they have one."""
    if any(n.kind == "draft" and n.owner == step.caller.user for n in step.state.campaign.names.values()):
        raise Refused("already-in", "You are making a character already.", "finish it, or drop it")
    name = clean(move.title) if move.title.strip() else UNNAMED
    even = dict.fromkeys(ABILITIES, POINTS // len(ABILITIES))
    begun = Sheet(name, step.caller.user, abilities=even, draft=True)
    i = shared.enrol(step, replace(begun, luck=begun.luck_max), "draft")
    step.say(Noted(rule="DELVE-GEN-01", to=(i,), text="{0} is begun.", about=(i,)))


def type_sheet(step: DelveStep, move: TypeSheet) -> None:
    """What was typed into the form; abilities are refused as `six` says."""
    i, sheet = move.actor, _draft(step, move.actor)
    abilities = six(move.abilities) if move.abilities.strip() else sheet.abilities
    name = clean(move.title) if move.title.strip() else sheet.name
    luck = replace(sheet, abilities=abilities).luck_max  # with each spread, so that taking one back takes both back
    step.set(i, "DELVE-ABL-01", name=name, abilities=abilities, luck=luck)
    shared.enrol(step, step.sheet(i), "draft", i)
    step.say(Noted(rule="DELVE-ABL-01", to=(i,), text="{0} is written down.", about=(i,)))


def first_life(sheet: Sheet) -> Harm:
    """What is thrown for the Life of a new character (DELVE-LIFE-01)."""
    return Harm(1, plus=sheet.abilities["con"])


def finish(step: DelveStep, i: Id) -> None:
    """The draft becomes a character: its Life is thrown, its Luck is full. Refused `RULE` without its six points."""
    sheet = _draft(step, i)
    if sheet.name == UNNAMED:
        raise Refused("bad-value", "This character needs a name.", "type one")
    if not sheet.abilities:
        raise Refused("RULE", "The six abilities are not chosen yet.", "six points in all, such as 1 1 1 1 1 1")
    ready = replace(sheet, draft=False)
    shared.enrol(step, ready, "pc", i)
    harm = first_life(sheet)
    total, dice = throw(step, harm)
    step.set(
        i,
        "DELVE-LIFE-01",
        draft=False,
        life=total,
        life_max=total,
        luck=sheet.luck_max,
        coins=step.state.rulings.start_coins,
    )
    step.say(Rolled(rule="DELVE-LIFE-01", label="Life", sum=Sum(i, parts_of(harm, total), total, dice)))
    step.say(Noted(rule="DELVE-GEN-01", text="{0} joins the campaign.", about=(i,)))


def drop_draft(step: DelveStep, i: Id) -> None:
    """The draft is gone."""
    _draft(step, i)
    names = step.state.campaign.names
    step.set_campaign(names={k: n for k, n in names.items() if k != i})
    step.state = replace(step.state, sheets={k: s for k, s in step.state.sheets.items() if k != i})
    step.say(Noted(to=(Id(step.caller.user),), text="The unfinished character is gone."))


def _draft(step: DelveStep, i: Id) -> Sheet:
    sheet = step.sheet(i)
    if not sheet.draft:
        raise Refused("STATE", "That character is finished already.", "/character create begins another one")
    return sheet
