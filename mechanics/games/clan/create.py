"""A character in the making: a draft that its owner alone sees, until it is finished (CLAN-ABL-01, -ABL-02)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics import shared
from mechanics.campaign import NAME_LENGTH, clean
from mechanics.facts import Noted
from mechanics.game import Id, Refused
from mechanics.games.clan.creatures import born, scores_of
from mechanics.games.clan.features import ABILITIES, key, within
from mechanics.games.clan.moves import Choose, Describe, Finish, NewDraft
from mechanics.games.clan.play import ClanStep
from mechanics.games.clan.play.edit import check_scores
from mechanics.games.clan.sheet import MOST_POINTS, Sheet

UNNAMED = "New character"
"""What a draft is called until it has a name."""
RULE = "CLAN-ABL-01"


def new_draft(step: ClanStep, move: NewDraft) -> None:
    """A draft of the caller's, 3 in each score; `already-in` if they have one."""
    if any(n.kind == "draft" and n.owner == step.caller.user for n in step.state.campaign.names.values()):
        raise Refused("already-in", "You are making a character already.", "finish it, or drop it")
    name = clean(move.title) if move.title else UNNAMED
    i = shared.enrol(step, Sheet(name, step.caller.user, draft=True), "draft")
    step.say(Noted(rule=RULE, to=(i,), text="{0} is begun.", about=(i,)))


def describe(step: ClanStep, move: Describe) -> None:
    """What was typed into the form: a name, three scores that are nine together, what the clan is called."""
    i, sheet = move.actor, draft_of(step, move.actor)
    if move.title.strip():
        name = clean(move.title)
        step.set(i, RULE, name=name)
        shared.enrol(step, step.sheet(i), "draft", i)
    if move.scores.strip():
        scores = scores_of(move.scores)
        check_scores(*scores)
        _score(step, i, dict(zip(ABILITIES, scores, strict=True)))
    if move.clan.strip():
        step.set(i, "CLAN-FP-03", clan="" if key(move.clan) == "none" else _clan(move.clan))
    if step.sheet(i) == sheet and not move.scores.strip():
        raise Refused("bad-value", "Nothing new was typed.", "a name, or scores such as 4/3/2")
    step.say(Noted(rule=RULE, to=(i,), text="{0} is written down.", about=(i,)))


def _clan(text: str) -> str:
    name = clean(text, "clan")
    if len(name) > NAME_LENGTH:
        raise Refused("RANGE", "That name is too long.", f"up to {NAME_LENGTH} characters")
    return name


def _score(step: ClanStep, i: Id, scores: dict[str, int]) -> None:
    new = replace(step.sheet(i), **scores)
    step.set(i, RULE, **scores, hp=new.hp_max)


def choose(step: ClanStep, move: Choose) -> None:
    """One score is this from now on, 0 to 6; the sum is looked at when the character is finished."""
    i, sheet, ability = move.actor, draft_of(step, move.actor), key(move.ability)
    if ability not in ABILITIES:
        raise Refused("UNKNOWN", "There is no such score.", "kick, bad or smart")
    number = within(move.to, 0, MOST_POINTS, f"{ability.capitalize()} Ass")
    if getattr(sheet, ability) == number:
        raise Refused("STATE", "That is what it is already.", "another number")
    _score(step, i, {ability: number})


def finish(step: ClanStep, move: Finish) -> None:
    """The draft becomes a character. A score of 0 has to be confirmed: it is death from the start (CLAN-ABL-02)."""
    i = move.actor
    sheet = draft_of(step, i)
    if sheet.name == UNNAMED:
        raise Refused("bad-value", "This character needs a name.", "type one first")
    check_scores(sheet.kick, sheet.bad, sheet.smart)
    new = born(replace(sheet, draft=False))
    if new.dead and not move.confirmed:
        raise Refused("UNKNOWN", f"With a score of 0 {sheet.name} is dead from the start.", "confirm it, or 1 at least")
    step.set(i, "CLAN-ABL-02" if new.dead else RULE, draft=False, hp=new.hp, status=new.status, reason=new.reason)
    shared.enrol(step, step.sheet(i), "pc", i)
    step.say(Noted(rule=RULE, text="{0} joins the campaign.", about=(i,)))
    if new.dead:
        step.say(Noted(rule="CLAN-ABL-02", text="{0} is dead from the start.", about=(i,)))


def drop_draft(step: ClanStep, i: Id) -> None:
    """The draft is gone."""
    draft_of(step, i)
    names = step.state.campaign.names
    step.set_campaign(names={k: n for k, n in names.items() if k != i})
    step.state = replace(step.state, sheets={k: s for k, s in step.state.sheets.items() if k != i})
    step.say(Noted(to=(Id(step.caller.user),), text="The unfinished character is gone."))


def draft_of(step: ClanStep, i: Id) -> Sheet:
    """The sheet of a character in the making; refused `STATE` for a finished one."""
    sheet = step.sheet(i)
    if not sheet.draft:
        raise Refused("STATE", "That character is finished already.", "/character create begins another one")
    return sheet
