"""A character in the making: a draft that its owner alone sees; what is not written gets a plain default."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics import shared
from mechanics.campaign import clean
from mechanics.facts import Noted
from mechanics.game import Id, Refused
from mechanics.games.oneroll.creatures import pairs, six
from mechanics.games.oneroll.moves import Finish, NewDraft, TypeSheet
from mechanics.games.oneroll.play import OneRollStep
from mechanics.games.oneroll.sheet import Sheet, with_skill, with_stats
from mechanics.games.oneroll.skills import STATS

UNNAMED = "New character"
"""What a draft is called until it has a name."""


def new_draft(step: OneRollStep, move: NewDraft) -> None:
    """A draft of the caller's; `already-in` if they have one."""
    if any(n.kind == "draft" and n.owner == step.caller.user for n in step.state.campaign.names.values()):
        raise Refused("already-in", "You are making a character already.", "finish it, or drop it")
    name = clean(move.title) if move.title else UNNAMED
    i = shared.enrol(step, Sheet(name, step.caller.user, draft=True), "draft")
    step.say(Noted(rule="ORE-SHEET-01", to=(i,), text="{0} is begun.", about=(i,)))


def type_sheet(step: OneRollStep, move: TypeSheet) -> None:
    """What was typed into the form (ORE-SHEET-01)."""
    i = move.actor
    sheet = _draft(step, i)
    stats, skills = sheet.stats, sheet.skills
    if move.stats.strip():
        stats = with_stats(stats, six(move.stats))
    for key, value in pairs(move.skills):
        if key in STATS:
            stats = with_stats(stats, {key: value})
        else:
            skills = with_skill(skills, key, value)
    name = clean(move.title) if move.title.strip() else sheet.name
    step.set(i, "ORE-SHEET-01", name=name, stats=stats, skills=skills)
    shared.enrol(step, step.sheet(i), "draft", i)
    step.say(Noted(rule="ORE-SHEET-01", to=(i,), text="{0} is written down.", about=(i,)))


def finish(step: OneRollStep, move: Finish) -> None:
    """The draft becomes a character; without a name `bad-value`."""
    sheet = _draft(step, move.actor)
    if sheet.name == UNNAMED:
        raise Refused("bad-value", "This character needs a name.", "type one")
    step.set(move.actor, "ORE-SHEET-01", draft=False)
    shared.enrol(step, step.sheet(move.actor), "pc", move.actor)
    step.say(Noted(rule="ORE-SHEET-01", text="{0} joins the campaign.", about=(move.actor,)))


def drop_draft(step: OneRollStep, i: Id) -> None:
    """The draft is gone."""
    _draft(step, i)
    names = step.state.campaign.names
    step.set_campaign(names={k: n for k, n in names.items() if k != i})
    step.state = replace(step.state, sheets={k: s for k, s in step.state.sheets.items() if k != i})
    step.say(Noted(to=(Id(step.caller.user),), text="The unfinished character is gone."))


def _draft(step: OneRollStep, i: Id) -> Sheet:
    sheet = step.sheet(i)
    if not sheet.draft:
        raise Refused("STATE", "That character is finished already.", "/character create begins another one")
    return sheet
