"""Getting well: rests, sleep, magic; and back from the dead or out of a dream (DH-HEAL, DH-MOJO-11, -12)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.facts import Noted
from mechanics.game import Id, Refused
from mechanics.games.dragonhead import track as circles
from mechanics.games.dragonhead.create import finished
from mechanics.games.dragonhead.moves import Heal, Rest, Revive, Sleep
from mechanics.games.dragonhead.pending import Thrown
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.play.rolls import CRASH, declare, first_throw, keep_open, tell_crash
from mechanics.games.dragonhead.play.track import mark, points
from mechanics.games.dragonhead.scores import one_of, within
from mechanics.games.dragonhead.sheet import Condition, Sheet, rest_difficulty, value
from mechanics.games.dragonhead.track import Track

SEARED = Condition("seared", 2, 1)
"""What the healing of tear leaves behind: two rungs harder at everything, for a minute (DH-HEAL-05)."""
NIGHT = 8 * 60
"""Minutes of a night's sleep (DH-HEAL-03)."""
SLEEPS_ARMOURED = "sleep in armo"
"""How a feature begins that lets somebody sleep in armour as well as out of it (DH-HEAL-03)."""
OWNED = ("name", "owner", "picture", "notes")
"""What no dream takes back: a sheet's name, whose it is, and what people wrote on it."""


# -- magic -------------------------------------------------------------------------------------------------------------


def heal(step: DragonheadStep, move: Heal) -> None:
    """Magic heals, and wear erased earns XP; healed tear sears (DH-TRACK-09, DH-HEAL-05). No type: wear alone."""
    sheet, rulings = finished(step, move.actor), step.state.rulings
    track, seared = circles.magic(sheet.track, move.amount, move.type, rulings.magic_first)
    text = f"{{0}} is healed by {points(move.amount, move.type)}."
    step.say(Noted(rule="DH-TRACK-09", text=text, about=(move.actor,)))
    also = _earned(sheet, track, rulings.magic_xp)
    if seared:
        others = tuple(c for c in sheet.conditions if c.name != SEARED.name)
        also["conditions"] = (*others, SEARED)
        text = "{0} is seared: everything is two rungs harder for a minute."
        step.say(Noted(rule="DH-HEAL-05", text=text, about=(move.actor,)))
    mark(step, move.actor, "DH-HEAL-05", track, **also)


def _earned(sheet: Sheet, track: Track, each: int) -> dict[str, object]:
    """The XP for the wear that is gone, as a field to write. Not more than a sheet holds."""
    return {"unspent": min(sheet.unspent + each * (sheet.wear - track.wear), max(sheet.unspent, 10**12))}


# -- rests -------------------------------------------------------------------------------------------------------------


def rest(step: DragonheadStep, move: Rest) -> None:
    """A minute of rest: a Constitution save whose strength is wear erased (DH-HEAL-01, DH-CHAR-12).

    While somebody has a mojo to fudge it with it waits to be kept; otherwise it works at once.
    """
    i = move.actor
    sheet = _not_fighting(step, i)
    if any(isinstance(p.what, Thrown) and p.what.rest and p.what.who == i for p in step.scene.pending.values()):
        raise Refused("STATE", f"The last rest of {sheet.name} is still open.", "keep it, or fudge it")
    difficulty = rest_difficulty(sheet.rests_used)
    if not sheet.track.recoverable and not sheet.track.dead:
        raise Refused("STATE", f"{sheet.name} has nothing to recover.", "wear on circles that are not torn")
    declared = declare(step, i, "constitution", save=True, difficulty=difficulty, tries=move.tries, rise=move.rise)
    label = f"Rest {sheet.rests_used + 1} of 10, {declared.roll.label}"
    roll = first_throw(step, replace(declared, roll=replace(declared.roll, label=label, rest=True)))
    step.set(i, "DH-CHAR-12", rests_used=sheet.rests_used + 1)
    tell_crash(step, roll)
    evening = step.state.session.more if step.state.session else None
    if roll.verdict == CRASH or evening is None or not any(evening.pool.values()):
        take_rest(step, roll)
    else:
        keep_open(step, roll)
        step.say(Noted(rule="DH-HEAL-01", text="It can be fudged, or kept as it is.", about=(i,)))


def take_rest(step: DragonheadStep, roll: Thrown) -> None:
    """What a rest erases is gone, its XP earned, and a minute over (DH-HEAL-01). Nothing if death came first."""
    sheet = step.state.sheets.get(roll.who)
    if sheet is None or sheet.track.dead:
        return
    track = circles.recover(sheet.track, roll.strength)
    also = {**_earned(sheet, track, step.state.rulings.rest_xp), "conditions": _later(sheet, 1)}
    mark(step, roll.who, "DH-HEAL-01", track, **also)


def _later(sheet: Sheet, minutes: int) -> tuple[Condition, ...]:
    """The conditions that last longer than these minutes."""
    left = (c if c.minutes is None else replace(c, minutes=c.minutes - minutes) for c in sheet.conditions)
    return tuple(c for c in left if c.minutes is None or c.minutes > 0)


def _not_fighting(step: DragonheadStep, i: Id) -> Sheet:
    sheet = finished(step, i)
    if step.scene.fight is not None and i in step.scene.fight.seats:
        raise Refused("STATE", f"{sheet.name} is in a fight.", "after the fight")
    return sheet


# -- sleep -------------------------------------------------------------------------------------------------------------


def sleep(step: DragonheadStep, move: Sleep) -> None:
    """A night: all of it in a safe place without armour, half if one is missing, nothing without both (DH-HEAL-03).

    A full sleep keeps the party's sheets, for a Dream Sequence (DH-MOJO-12).
    """
    if one_of(move.kind, ("night", "week"), "kind of sleep") == "week":
        raise Refused("not-allowed", "A week of rest cannot be played yet.", "kind night")
    i = move.actor
    sheet = _not_fighting(step, i)
    track = circles.sleep(sheet.track)
    missing = (not move.safe) + (move.armour and not _sleeps_armoured(sheet))
    if missing == 2:
        text = "{0} lies awake in armour, and in no safe place: no sleep at all."
        step.say(Noted(rule="DH-HEAL-03", text=text, about=(i,)))
        return
    rests = 0
    if missing:
        whole = sheet.track.recoverable if step.state.rulings.sleep_half == "recoverable" else sheet.wear
        track, rests = circles.recover(sheet.track, whole // 2), sheet.rests_used - sheet.rests_used // 2
    text = "{0} sleeps badly." if missing else "{0} sleeps a full night."
    step.say(Noted(rule="DH-HEAL-03", text=text, about=(i,)))
    also = {**_earned(sheet, track, step.state.rulings.sleep_xp), "conditions": _later(sheet, NIGHT)}
    mark(step, i, "DH-HEAL-03", track, rests_used=rests, **also)
    if not missing:
        party = {j: s for j, s in step.state.sheets.items() if _in_party(step, j)}
        step.state = replace(step.state, snapshot=party)


def _sleeps_armoured(sheet: Sheet) -> bool:
    levels = {c.name.casefold(): c.level for c in sheet.classes}
    return any(
        f.name.casefold().startswith(SLEEPS_ARMOURED) and levels.get(f.of.casefold(), 1) >= f.sa for f in sheet.features
    )


def _in_party(step: DragonheadStep, i: Id) -> bool:
    entry = step.state.campaign.names.get(i)
    return entry is not None and entry.kind == "pc" and not entry.retired


# -- back --------------------------------------------------------------------------------------------------------------


def live_again(step: DragonheadStep, i: Id, rule: str, keep_scars: int = 0) -> None:
    """A dead character lives: no wear, tear or scar, but for the old scars that are kept (DH-MOJO-11)."""
    sheet = step.sheet(i)
    if not keep_scars and step.state.rulings.resurrection_scars == "all":
        keep_scars = min(sheet.scar, value(sheet, "hp"))
    mark(step, i, rule, Track(value(sheet, "hp"), keep_scars, keep_scars, keep_scars))


def revive(step: DragonheadStep, move: Revive) -> None:
    """The DM's own resurrection, which costs nothing (DH-TRACK-05). Refuses `STATE` for the living."""
    sheet = finished(step, move.who)
    within(move.keep_scars, 0, value(sheet, "hp"), "Scars to keep")
    if not sheet.track.dead:
        raise Refused("STATE", f"{sheet.name} is not dead.", "somebody who is")
    live_again(step, move.who, "DH-TRACK-05", move.keep_scars)


def wake_from_dream(step: DragonheadStep) -> None:
    """The party's sheets are again as they were after the last full sleep; mojos stay spent (DH-MOJO-12)."""
    kept = {i: s for i, s in step.state.snapshot.items() if i in step.state.sheets}
    if not kept or step.state.rulings.dream_sequence == "story":
        text = "No sheet is put back: what was a dream is for the DM to say."
        step.say(Noted(rule="DH-MOJO-12", text=text))
        return
    for i, then in kept.items():
        now = step.sheet(i)
        if now.draft is None:
            fields = {f: getattr(then, f) for f in Sheet.__struct_fields__ if f not in OWNED}
            step.set(i, "DH-MOJO-12", **fields)
            step.say(Noted(rule="DH-MOJO-12", text="{0} wakes: it was all a dream.", about=(i,)))
