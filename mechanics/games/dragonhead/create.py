"""A character in the making: a draft that its owner alone sees, until it is finished (first steps of DH-CREA).

Only scores, hit points, stun point and classes are asked for yet; what is not given gets a plain default.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from mechanics import shared
from mechanics.campaign import clean
from mechanics.facts import Die, Noted, Rolled, Sum
from mechanics.game import Id, Refused
from mechanics.games.dragonhead.moves import Finish, NewDraft, RollScores, TypeScores
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.scores import FURTHEST, within
from mechanics.games.dragonhead.sheet import ABILITIES, ClassLevel, Draft, Sheet, ability_score, computed

UNNAMED = "New character"
"""What a draft is called until it has a name; its stun point is 0 until one is typed."""


def new_draft(step: DragonheadStep, move: NewDraft) -> None:
    """A draft of the caller's; `already-in` if they have one."""
    if any(n.kind == "draft" and n.owner == step.caller.user for n in step.state.campaign.names.values()):
        raise Refused("already-in", "You are making a character already.", "finish it, or drop it")
    name = clean(move.title) if move.title else UNNAMED
    i = shared.enrol(step, Sheet(name, step.caller.user, stun=0, draft=Draft()), "draft")
    step.say(Noted(rule="DH-CREA-01", to=(i,), text="{0} is begun.", about=(i,)))


def roll_scores(step: DragonheadStep, move: RollScores) -> None:
    """3d6 for each ability in sheet order, once (DH-CREA-01); a second time is refused `RULE`."""
    draft = _draft(step, move.actor)
    if draft.rolled:
        raise Refused("RULE", "The abilities of this character are rolled already.", "what was rolled stands")
    scores: dict[str, int] = {}
    for key, name in ABILITIES.items():
        faces = step.draw(3, 6)
        scores[key] = sum(faces)
        dice = tuple(Die(6, face) for face in faces)
        total = Sum(move.actor, tuple(("d6", face) for face in faces), scores[key], dice)
        step.say(Rolled(rule="DH-CREA-01", to=(move.actor,), label=name, sum=total))
    step.set(move.actor, "DH-CREA-01", scores=scores, draft=replace(draft, rolled=True))


def type_scores(step: DragonheadStep, move: TypeScores) -> None:
    """What was typed into the form; `RANGE` names the field that cannot be, `RULE` abilities unlike those rolled."""
    draft, sheet = _draft(step, move.actor), step.sheet(move.actor)
    fields: dict[str, Any] = {}
    if move.title.strip():
        fields["name"] = clean(move.title)
    if move.abilities.strip():
        scores = _abilities(move.abilities)
        if draft.rolled and not step.caller.gm and any(scores[key] != computed(sheet, key) for key in ABILITIES):
            raise Refused("RULE", "The abilities were rolled, and what was rolled stands.", "leave them as they are")
        fields["scores"] = scores
    if move.hp.strip():
        fields["hp"] = within(_number(move.hp, "Hit points"), 1, FURTHEST, "Hit points")
    if move.stun.strip():
        fields["stun"] = within(_number(move.stun, "The stun point"), 1, FURTHEST, "The stun point")
    if move.class_level.strip():
        fields["classes"] = classes_of(move.class_level)
    step.set(move.actor, "DH-CHAR-01", **fields)
    if "name" in fields:
        shared.enrol(step, step.sheet(move.actor), "draft", move.actor)
    step.say(Noted(rule="DH-CHAR-01", to=(move.actor,), text="{0} is written down.", about=(move.actor,)))


def finish(step: DragonheadStep, move: Finish) -> None:
    """The draft becomes a character: named, with a stun point of half its hit points unless one was typed.

    Without a name it is called "The" and its first class; without a class either, `bad-value`.
    """
    _draft(step, move.actor)
    sheet = step.sheet(move.actor)
    name = sheet.name
    if name == UNNAMED:
        if not sheet.classes:
            raise Refused("bad-value", "This character needs a name.", "type one, or a class to be named after")
        name = f"The {sheet.classes[0].name}"
    step.set(
        move.actor,
        "DH-CREA-18",
        name=name,
        scores={key: computed(sheet, key) for key in ABILITIES},
        stun=sheet.stun or max(1, sheet.hp // 2),
        draft=None,
    )
    shared.enrol(step, step.sheet(move.actor), "pc", move.actor)
    step.say(Noted(rule="DH-CHAR-01", text="{0} joins the campaign.", about=(move.actor,)))


def drop_draft(step: DragonheadStep, i: Id) -> None:
    """The draft is gone."""
    _draft(step, i)
    names = step.state.campaign.names
    step.set_campaign(names={k: n for k, n in names.items() if k != i})
    step.state = replace(step.state, sheets={k: s for k, s in step.state.sheets.items() if k != i})
    step.say(Noted(to=(Id(step.caller.user),), text="The unfinished character is gone."))


def finished(step: DragonheadStep, i: Id) -> Sheet:
    """The sheet of a character or creature that can act; refused `STATE` while it is being made."""
    sheet = step.sheet(i)
    if sheet.draft:
        raise Refused("STATE", "That character is not finished yet.", "finish it first")
    return sheet


def _draft(step: DragonheadStep, i: Id) -> Draft:
    draft = step.sheet(i).draft
    if draft is None:
        raise Refused("STATE", "That character is finished already.", "/character create begins another one")
    return draft


def _number(text: str, what: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Refused("RANGE", f'{what} cannot be "{text.strip()[:40]}".', "a whole number") from None


def _abilities(text: str) -> dict[str, int]:
    words = text.replace(",", " ").split()
    if len(words) != len(ABILITIES):
        raise Refused(
            "RANGE",
            f"Abilities are {len(ABILITIES)} numbers, not {len(words)}.",
            f"in order: {', '.join(ABILITIES.values())}",
        )
    named = zip(ABILITIES.items(), words, strict=True)
    return {key: ability_score(_number(word, name), name) for (key, name), word in named}


def classes_of(text: str) -> tuple[ClassLevel, ...]:
    """Classes as typed, `Warlord 4, Elf 1`; `RANGE` for what is no class with a level (DH-CHAR-07)."""
    classes: list[ClassLevel] = []
    for part in text.split(","):
        name, _, level = part.strip().rpartition(" ")
        if not name or not level.lstrip("+-").isdecimal():
            raise Refused("RANGE", f'Class and level cannot be "{part.strip()[:40]}".', "such as Warlord 4, Elf 1")
        if any(c.name.casefold() == name.strip().casefold() for c in classes):
            raise Refused("RANGE", f"{name.strip()[:40]} is there twice.", "each class once, with its own level")
        classes.append(
            ClassLevel(clean(name, "class"), within(_number(level, "A class level"), 1, FURTHEST, "A class level"))
        )
    return tuple(classes)
