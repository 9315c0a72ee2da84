"""A declaration while it is being made: how it fits into the id of a button, what may be chosen, how likely it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from bot.cards.oneroll.sheets import armed
from bot.shown import Shown
from bot.text import escape, percent, plural, short
from mechanics.facts import name_of
from mechanics.game import Id, Refused
from mechanics.games.oneroll import body, chances
from mechanics.games.oneroll.moves import Action
from mechanics.games.oneroll.pools import dice_in
from mechanics.games.oneroll.sheet import Sheet
from mechanics.games.oneroll.skills import SKILLS, title_of

ACTIONS = 3
"""How many actions the panel has room for; more are typed."""
OPTIONS = 25
"""The most options of a menu."""
CALLS = tuple(body.PLACES)
"""Places in the order in which a button's id numbers them."""
_LETTERS = {"a": "attack", "d": "dodge", "s": "assist", "o": "other"}
_LETTER = {kind: letter for letter, kind in _LETTERS.items()}


def token(skill: str) -> str:
    """A skill's key within the id of a button: short, and without a colon whatever its type is called."""
    return short(skill.casefold())[:5]


def written(actions: Iterable[Action]) -> str:
    """Actions as they stand in the id of a button: `a1b2c3.c12-1.` for each, with `~` between."""
    return "~".join(
        f"{_LETTER[a.kind]}{token(a.skill)}.{a.target or ''}.{CALLS.index(a.call) if a.call else ''}" for a in actions
    )


def read(sheet: Sheet, text: str) -> tuple[Action, ...]:
    """Actions out of the id of a button; a skill that is no longer there becomes Brawl."""
    found = []
    for part in filter(None, text.split("~")):
        what, target, call = (*part.split("."), "", "")[:3]
        one = choice(sheet, what)
        found.append(replace(one, target=Id(target) if target else None, call=CALLS[int(call)] if call else ""))
    return tuple(found)


def choice(sheet: Sheet, what: str) -> Action:
    """What an option of the first menu means: a letter for the kind, then the skill."""
    kind = _LETTERS.get(what[:1], "attack")
    known = (*SKILLS, *sheet.skills, *sheet.damage)
    skill = next((key for key in known if token(key) == what[1:]), "brawl")
    return Action(kind, skill, dice=sheet.skill(skill) if kind == "assist" else 0)


def others(table: Shown, who: Id) -> list[Id]:
    """Whom one may attack or help: the living in the fight, those of the other side first."""
    fight = table.state.scene.fight
    if fight is None or who not in fight.seats:
        return []
    side = fight.seats[who].side
    found = [i for i in fight.seats if i != who and i in table.state.sheets and not table.state.sheets[i].dead]
    return sorted(found, key=lambda i: (fight.seats[i].side == side, table.state.sheets[i].out))


def usual(table: Shown, who: Id) -> tuple[Action, ...]:
    """What is proposed: what was done in the round before, or the largest attack on the first foe."""
    fight, sheet = table.state.scene.fight, table.state.sheets[who]
    targets = others(table, who)
    last = fight.seats[who].budget.last if fight is not None and who in fight.seats else ()
    actions = last or (Action("attack", armed(sheet)[0]),)
    return tuple(aimed(a, targets) for a in actions)


def aimed(action: Action, targets: Sequence[Id]) -> Action:
    """The action with a target that is still there."""
    if action.kind not in ("attack", "assist"):
        return replace(action, target=None, call="")
    kept = action.target if action.target in targets else next(iter(targets), None)
    return replace(action, target=kept)


# -- how likely --------------------------------------------------------------------------------------------------------


def dice_of(sheet: Sheet, actions: Sequence[Action], bonus: int = 0) -> int:
    """The dice of all these actions together (ORE-MULTI-01); none for helping, which rolls nothing."""
    if not actions or actions[0].kind == "assist":
        return 0
    try:
        return dice_in(0, min(sheet.pool(a.skill, a.stat) for a in actions), bonus=bonus, actions=len(actions))
    except Refused:
        return 0


def chance(n: int, actions: Sequence[Action]) -> Fraction:
    """That all of these succeed with n dice: a set each, and of a called shot that very face."""
    if any(a.call for a in actions):
        return chances.called(n) if len(actions) == 1 else Fraction(0)
    return chances.enough_sets(n, len(actions))


def lines(table: Shown, sheet: Sheet, actions: Sequence[Action], bonus: int) -> list[str]:
    """The actions one by one, and how likely they are together; names escaped."""
    if not actions:
        return ["Nothing: a pass."]
    said = [f"{k}. {escape(words(table, a))}" for k, a in enumerate(actions, 1)]
    if actions[0].kind == "assist":
        return [*said, "Who helps rolls nothing in this round."]
    n = dice_of(sheet, actions, bonus)
    if len(actions) > 1:
        some, every = percent(chances.any_set(n)), percent(chance(n, actions))
        said.append(f"One roll of {n} dice: one of them **{some}**, all {len(actions)} **{every}**")
    elif actions[0].call:
        said.append(f"{max(0, n - 2)} dice, and one laid down: hits **{percent(chance(n, actions))}**")
    else:
        said.append(
            f"{plural(n, 'die', 'dice')}: a set **{percent(chance(n, actions))}**, 3 wide or more {percent(wide(n))}"
        )
    if any(a.kind == "dodge" for a in actions):
        said.append(f"A dodge stops what is narrower: 2 wide stops nothing, 3 or more comes {percent(wide(n))}.")
    return said


def wide(n: int) -> Fraction:
    """That some set is at least 3 wide."""
    return chances.any_set(n, width=3)


def words(table: Shown, action: Action) -> str:
    """An action in a few plain words, not escaped."""
    skill = title_of(action.skill)
    target = name_of(action.target, table.state) if action.target else "nobody"
    match action.kind:
        case "attack":
            return f"{skill} on {target}" + (f", {body.words(action.call)} called" if action.call else "")
        case "assist":
            return f"help {target} with {skill}, {action.dice} dice"
        case "dodge":
            return "dodge" if action.skill == "dodge" else f"dodge with {skill}"
    return skill


# -- menus -------------------------------------------------------------------------------------------------------------


def whats(sheet: Sheet, before: Sequence[Action], bonus: int) -> tuple[tuple[str, str], ...]:
    """Every kind of action with its skill, and what its roll would hold after the actions before it."""

    def label(action: Action) -> str:
        n = dice_of(sheet, (*before, action), bonus)
        odds = percent(wide(n)) if action.kind == "dodge" else percent(chance(n, (*before, action)))
        if action.kind == "dodge":
            return f"Dodge: {plural(n, 'die', 'dice')}, 3 wide or more {odds}"
        name = f"Attack: {title_of(action.skill)}" if action.kind == "attack" else title_of(action.skill)
        return f"{name}, {plural(n, 'die', 'dice')}, {odds}"

    skilled = sorted((key for key, n in sheet.skills.items() if n), key=lambda key: (-sheet.pool(key), key))
    attacks = armed(sheet)[:8]
    found = [Action("attack", skill) for skill in attacks] + [Action("dodge", "dodge")]
    found += [Action("other", skill) for skill in skilled if skill not in attacks and skill != "dodge"][:8]
    options = [(label(a), f"{_LETTER[a.kind]}{token(a.skill)}") for a in found]
    if not before:
        options += [(f"Help with {title_of(s)}: lend {sheet.skill(s)}", f"s{token(s)}") for s in skilled]
    return tuple({value: (text, value) for text, value in options}.values())[:OPTIONS]


def calls(sheet: Sheet, actions: Sequence[Action], bonus: int) -> tuple[tuple[str, str], ...]:
    """No place called, or one of the six, with the chance of each."""
    n = dice_of(sheet, actions, bonus)
    free = percent(chance(n, [replace(a, call="") for a in actions]))
    hit = percent(chances.called(n))
    return (
        (f"No place is called: {n} dice, {free}", "-"),
        *((f"{body.words(p).capitalize()} called: {max(0, n - 2)} dice and a {body.face_of(p)}, {hit}", str(k))
          for k, p in enumerate(CALLS)),
    )  # fmt: skip
