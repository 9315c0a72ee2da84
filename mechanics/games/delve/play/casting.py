"""Casting round after round, and giving up (DELVE-CAST-01); what the twenty spells need (DELVE-SPELL-01)."""

from __future__ import annotations

from mechanics.facts import typed
from mechanics.game import Id, Refused
from mechanics.games.delve.moves import Cast, Command, GiveUp
from mechanics.games.delve.pending import Roll, ToCast, ToCommand
from mechanics.games.delve.play import DelveStep, act, finished, in_round, may_act, not_casting, note, on_turn, up
from mechanics.games.delve.play.effects import goes_off
from mechanics.games.delve.play.miscasts import miscast
from mechanics.games.delve.play.rolls import afford, go_on, roll
from mechanics.games.delve.sheet import Casting, Item, Sheet, changed, place_of
from mechanics.games.delve.spells import CURES, ELEMENTS, spell_in, spell_name, spell_of

DEMON = "demon"
"""What marks a summoned demon among a sheet's conditions."""


def cast(step: DelveStep, move: Cast) -> None:
    """One try: INT against the table's number, one action in a fight (DELVE-CAST-01)."""
    i = move.actor
    sheet = may_act(step, i)
    item = _holder(sheet, move.spell)
    spell = item.spell
    if sheet.casting and sheet.casting.spell != spell:
        raise Refused("STATE", f"{sheet.name} is casting {sheet.casting.spell}.", "Try again, or Give up")
    if spell in sheet.lost_spells:
        raise Refused("STATE", f"{sheet.name} can never cast {spell} again.", "another spell")
    if not item.usable:
        raise Refused("STATE", f"{item.name} is spent for this session.", "1 Luck brings it back")
    goal = _chosen(step, sheet, item, move)
    if move.plus5:
        afford(step, i)
    act(step, i, tried=True)
    note(step, "DELVE-CAST-01", f"{{0}} casts {spell}.", i)
    roll(step, i, "int", step.state.rulings.cast_tn, goal, move.plus5)


def _holder(sheet: Sheet, text: str) -> Item:
    """The thing that holds the spell meant, one that is not spent if there is one."""
    k = place_of(sheet.items, text)
    if k is not None and sheet.items[k].spell:
        return sheet.items[k]
    name = spell_in(text) or spell_name(text)
    held = [item for item in sheet.items if item.spell == name]
    if not held:
        raise Refused("UNKNOWN", f"{sheet.name} carries no {name}.", "a spell in a thing carried")
    return next((item for item in held if item.usable), held[0])


def _chosen(step: DelveStep, sheet: Sheet, item: Item, move: Cast) -> ToCast:
    """What was chosen, checked; refused `UNKNOWN` where something is missing, `RANGE`, `RULE`, `FUNDS`, `STATE`."""
    spell, targets, choice = item.spell, move.targets, " ".join(move.choice.casefold().split())
    for i in targets:
        finished(step, i)
    if len(set(targets)) != len(targets):
        raise Refused("RANGE", "A target is there twice.", "each target once")
    if spell == "Elemental bolt" and choice not in ELEMENTS:
        raise Refused("UNKNOWN", "The bolt needs an element.", ", ".join(ELEMENTS))
    if spell == "Healing touch":
        choice = choice or CURES[0]
        if choice not in CURES:
            raise Refused("UNKNOWN", "The touch heals, cures poison or lifts a curse.", ", ".join(CURES))
    at = spell_of(spell, choice).at(sheet.level)
    numbers: tuple[int, ...] = ()
    low, high = how_many(spell, choice, at)
    if len(targets) < low:
        raise Refused("UNKNOWN", f"{spell} needs {'a target' if low == 1 else 'targets'}.", "name whom")
    if len(targets) > high:
        many = f"up to {high}" if high else "none"
        raise Refused("RANGE", f"{spell} has no {len(targets)} targets at level {sheet.level}.", many)
    if spell == "Blessing":
        if move.actor in targets:
            raise Refused("RULE", "The caster keeps none of the blessing.", "allies")
        numbers = _whole(choice) or (1,) * len(targets)
        if len(numbers) != len(targets) or min(numbers) < 1 or sum(numbers) > at["points"]:
            raise Refused("RANGE", f"{sheet.name} has {at['points']} points to share.", "1 or more for each target")
        if any(not step.sheet(i).abilities for i in targets):
            raise Refused("RULE", "Only characters have Luck.", "characters")
    elif spell == "Exploding finger" and sheet.fingers < 1:
        raise Refused("FUNDS", f"{sheet.name} has no finger left.", "another spell")
    elif spell == "Friendship":
        numbers = (at["points"] - len(targets),)
    elif spell == "Rekindle":
        numbers = _rounds_dead(step, targets[0], choice, at["rounds dead"])
    elif spell == "Healing touch" and any(step.sheet(i).status == "dead" for i in targets):
        raise Refused("STATE", "The dead are past healing.", "Rekindle")
    return ToCast(spell, item.name, choice, targets, numbers)


def how_many(spell: str, choice: str, at: dict[str, int]) -> tuple[int, int]:
    """The fewest and the most targets of a spell with these numbers (DELVE-SPELL-01)."""
    match spell:
        case "Teleport":
            return 1, at["targets"]
        case "Elemental bolt":
            return {"fire": (1, at.get("targets", 0)), "ice": (1, 1), "earth": (0, 0), "air": (1, 1)}[choice]
        case "Exploding finger":
            return 1, 60
        case "Blessing" | "Friendship":
            return 1, at["points"] - (spell == "Friendship")
        case "Invisibility":
            return 0, at["targets"]
        case "Rekindle":
            return 1, 1
        case "Healing touch" | "Speak with the dead" | "Counterspell":
            return 0, 1
    return 0, 0


def _whole(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() and len(word) < 5 for word in words):
        raise Refused("RANGE", "Those are no whole numbers.", "one for each target, such as 1 1")
    return tuple(map(int, words))


def _rounds_dead(step: DelveStep, i: Id, choice: str, most: int) -> tuple[int, ...]:
    sheet = step.sheet(i)
    if sheet.status != "dead":
        raise Refused("STATE", f"{sheet.name} is not dead.", "one of the dead")
    rounds = _whole(choice)
    if len(rounds) != 1:
        raise Refused("UNKNOWN", "How long they are dead has to be known.", "choice: the rounds since death")
    if rounds[0] > most:
        raise Refused("RULE", f"{sheet.name} is dead too long.", f"at most {most} rounds")
    return rounds


@go_on.register(ToCast)
def _tried(goal: ToCast, step: DelveStep, made: Roll, verdict: str) -> None:
    i = made.who
    sheet = step.sheet(i)
    if verdict == "fail":
        tries = sheet.casting.tries if sheet.casting else 0
        begun = Casting(goal.spell, goal.item, tries + 1, goal.choice, goal.targets)
        step.set(i, "DELVE-CAST-01", casting=begun)
        note(step, "DELVE-CAST-01", f"{{0}} has not cast {goal.spell} yet.", i)
        return
    _spend(step, i, goal.item)
    goes_off(step, i, goal)


def _spend(step: DelveStep, i: Id, item: str) -> None:
    items = step.sheet(i).items
    k = place_of(items, item)
    spent = items if k is None else changed(items, k, spent=True)
    step.set(i, "DELVE-CAST-01", items=spent, casting=None)


# -- giving up ---------------------------------------------------------------------------------------------------------


def give_up(step: DelveStep, move: GiveUp) -> None:
    """The spell is given up, which costs no action, and miscast (DELVE-CAST-01)."""
    sheet = up(step, move.actor)
    if in_round(step):
        on_turn(step, move.actor)
    if sheet.casting is None:
        raise Refused("STATE", f"{sheet.name} is casting nothing.", "after a try that failed")
    let_go(step, move.actor)


def let_go(step: DelveStep, i: Id) -> None:
    """The spell begun is given up and miscast."""
    begun = step.sheet(i).casting
    if begun is None:
        return
    note(step, "DELVE-CAST-01", f"{{0}} gives up {begun.spell}: it is miscast.", i)
    _spend(step, i, begun.item)
    miscast(step, i, begun.spell, begun.item)


# -- demons ------------------------------------------------------------------------------------------------------------


def command(step: DelveStep, move: Command) -> None:
    """An action and an INT roll against 10 + the demon's level (DELVE-SPELL-01, 17)."""
    sheet, demon = may_act(step, move.actor), finished(step, move.target)
    if not sheet.abilities:
        raise Refused("RULE", "Only a character commands a demon.", "its summoner")
    if DEMON not in demon.conditions or not demon.summoned:
        raise Refused("UNKNOWN", f"{demon.name} is no summoned demon.", "a demon that was summoned")
    if demon.status != "up":
        raise Refused("STATE", f"{demon.name} is gone.", "another demon")
    not_casting(sheet)
    if move.plus5:
        afford(step, move.actor)
    act(step, move.actor)
    word = "go" if move.dismiss else "obey"
    note(step, "DELVE-SPELL-01", f"{{0}} tells {{1}} to {word}.", move.actor, move.target)
    goal = ToCommand(move.target, move.what, move.dismiss)
    roll(step, move.actor, "int", 10 + demon.level, goal, move.plus5)


@go_on.register(ToCommand)
def _commanded(goal: ToCommand, step: DelveStep, made: Roll, verdict: str) -> None:
    if goal.demon not in step.state.sheets:
        return
    if verdict == "fail":
        note(step, "DELVE-SPELL-01", "{0} does as it likes: the GM says what.", goal.demon)
    elif goal.dismiss:
        step.set(goal.demon, "DELVE-SPELL-01", status="down", life=0)
        note(step, "DELVE-SPELL-01", "{0} goes back where it came from.", goal.demon)
    else:
        what = " ".join(goal.what.split())[:200]
        note(step, "DELVE-SPELL-01", "{0} obeys" + (f": {typed(what)}." if what else "."), goal.demon)
