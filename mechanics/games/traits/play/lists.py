"""What the GM writes: the general list, disciplines and whom they are open to, powers that say otherwise."""

from __future__ import annotations

import re
from itertools import pairwise

from msgspec.structs import replace

from mechanics.characters import set_told
from mechanics.facts import Noted
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.traits.catalogue import (
    MOST,
    ROLES,
    Entry,
    ability_name,
    key,
    meant,
    read_abilities,
    trait_named,
    within,
)
from mechanics.games.traits.moves import (
    CloseDiscipline,
    DeleteAbility,
    DeleteDiscipline,
    OpenDiscipline,
    SaveAbility,
    SaveDiscipline,
    SetFlag,
)
from mechanics.games.traits.play import TraitsStep, finished
from mechanics.games.traits.prices import HIGHEST
from mechanics.games.traits.sheet import Discipline, Disciplines, mastery
from mechanics.state import Sealed

FLAGS = ("stays_up", "extra_dodges", "extra_abilities")
"""What a power may say otherwise: staying up at 0, more dodges a round, more abilities a challenge."""
MOST_EXTRA = 20
_WORDS = {"on": 1, "yes": 1, "off": 0, "no": 0}
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


# -- the general list --------------------------------------------------------------------------------------------------


def save_ability(step: TraitsStep, move: SaveAbility) -> None:
    """Write an entry, new or over the one of this name; the GMs alone are told."""
    name, catalogue = ability_name(move.name), step.state.rulings.catalogue
    old = catalogue.get(key(name), Entry(name))
    if key(name) not in catalogue and len(catalogue) >= 4 * MOST:
        raise Refused("RANGE", "The general list is full.", f"up to {4 * MOST} abilities")
    trait, role = old.trait, old.role
    if move.trait.strip():
        trait = "" if key(move.trait) == "none" else trait_named(move.trait)
    if move.role.strip():
        wanted = key(move.role).replace(" ", "_")
        if wanted not in ROLES:
            raise Refused("UNKNOWN", "An ability is for no such thing.", ", ".join(ROLES).replace("_", " "))
        role = wanted  # type: ignore[assignment]
    prices = _prices(move.prices) if move.prices.strip() else old.exp_total
    entry = Entry(name, trait, role, old.text, prices)
    if entry == catalogue.get(key(name)):
        raise Refused("STATE", f"{name} is written like that already.", "another trait, role or price")
    step.state = replace(step.state, rulings=replace(step.state.rulings, catalogue={**catalogue, key(name): entry}))
    _tell_gms(step, "TRAIT-ABIL-03", f"{name} is on the general list: {entry_words(entry)}.")


def entry_words(entry: Entry) -> str:
    """`physical, attack body, costs 1 3 6`."""
    prices = "" if entry.exp_total is None else f", costs {' '.join(map(str, entry.exp_total))}"
    return f"{entry.trait or 'no trait'}, {entry.role.replace('_', ' ')}{prices}"


def _prices(text: str) -> tuple[int, ...] | None:
    """`1 3 6`: what rating 1, 2, 3 costs in all. Rising, at most as many as there are ratings; "none": no list."""
    if key(text) == "none":
        return None
    parts = text.replace(",", " ").split()
    if len(parts) > HIGHEST or not all(_WHOLE.fullmatch(p) for p in parts):
        raise Refused("RANGE", "Prices are whole numbers, one a rating.", "such as 1 3 6, or none")
    prices = tuple(within(int(p), 1, 1000, "A price") for p in parts)
    if any(b <= a for a, b in pairwise(prices)):
        raise Refused("RANGE", "Each rating costs more in all than the one before.", "such as 1 3 6")
    return prices


def delete_ability(step: TraitsStep, move: DeleteAbility) -> None:
    """Take an entry off the list; owned copies stay."""
    catalogue = step.state.rulings.catalogue
    entry = meant(move.name, ((e.name, e) for e in catalogue.values()))
    if entry is None:
        raise Refused("UNKNOWN", "The general list has no such ability.", "/traits abilities shows it")
    left = {k: e for k, e in catalogue.items() if e is not entry}
    step.state = replace(step.state, rulings=replace(step.state.rulings, catalogue=left))
    _tell_gms(step, "TRAIT-ABIL-03", f"{entry.name} is off the general list.")


# -- disciplines -------------------------------------------------------------------------------------------------------


def save_discipline(step: TraitsStep, move: SaveDiscipline) -> None:
    """Write a list, new or over the one of this name; whoever it is open to has the new one."""
    known = step.state.rulings.disciplines.open()
    name = ability_name(move.name)
    old = known.get(key(name))
    name = old.name if old else name
    written = read_abilities(move.abilities)
    if not written:
        raise Refused("RANGE", "A discipline has at least one ability.", "such as Small Talk 2, Hard Bargain 4")
    if old is None and len(known) >= MOST:
        raise Refused("RANGE", "There are too many disciplines.", f"up to {MOST}")
    for one in written:
        within(one.rating, 1, HIGHEST, f"The level of {one.name}")
    new = Discipline(name, {one.name: one.rating for one in written})
    _keep(step, {**known, key(name): new})
    _tell_gms(step, "TRAIT-DISC-01", f"{name} has: {', '.join(f'{n} {at}' for n, at in new.abilities.items())}.")
    for i, sheet in step.state.sheets.items():
        if any(d.name == name for d in mastery(sheet).lists):
            _give(step, i, new)
    for i in dict.fromkeys(move.who):
        if all(d.name != name for d in mastery(finished(step, i)).lists):
            _give(step, i, new)


def open_discipline(step: TraitsStep, move: OpenDiscipline) -> None:
    """Open a list; `STATE` where it is open already."""
    listed = _listed(step, move.name)
    for i in _named(move.who):
        if any(d.name == listed.name for d in mastery(finished(step, i)).lists):
            raise Refused("STATE", f"{listed.name} is open to {step.sheet(i).name} already.", "somebody else")
        _give(step, i, listed)


def close_discipline(step: TraitsStep, move: CloseDiscipline) -> None:
    """Close a list; `STATE` where it is not open."""
    listed = _listed(step, move.name)
    for i in _named(move.who):
        if all(d.name != listed.name for d in mastery(finished(step, i)).lists):
            raise Refused("STATE", f"{listed.name} is not open to {step.sheet(i).name}.", "somebody else")
        _take(step, i, listed.name)


def delete_discipline(step: TraitsStep, move: DeleteDiscipline) -> None:
    """Throw a list away."""
    listed = _listed(step, move.name)
    _keep(step, {k: d for k, d in step.state.rulings.disciplines.open().items() if d.name != listed.name})
    for i, sheet in step.state.sheets.items():
        if any(d.name == listed.name for d in mastery(sheet).lists):
            _take(step, i, listed.name)
    _tell_gms(step, "TRAIT-DISC-01", f"The list {listed.name} is gone.")


def _listed(step: TraitsStep, name: str) -> Discipline:
    found = meant(name, ((d.name, d) for d in step.state.rulings.disciplines.open().values()))
    if found is None:
        raise Refused("UNKNOWN", "There is no such discipline.", "/traits abilities lists them for a GM")
    return found


def _named(who: tuple[Id, ...]) -> tuple[Id, ...]:
    if not who:
        raise Refused("UNKNOWN", "Nobody is named.", "one or more characters")
    return tuple(dict.fromkeys(who))


def _keep(step: TraitsStep, lists: dict[str, Discipline]) -> None:
    step.state = replace(step.state, rulings=replace(step.state.rulings, disciplines=Sealed(CHAIR, lists)))


def _give(step: TraitsStep, i: Id, listed: Discipline) -> None:
    known = mastery(step.sheet(i))
    lists = (*(d for d in known.lists if d.name != listed.name), listed)
    _write(step, i, replace(known, lists=lists), f"The list {listed.name} is open to {{0}}.")


def _take(step: TraitsStep, i: Id, name: str) -> None:
    known = mastery(step.sheet(i))
    lists = tuple(d for d in known.lists if d.name != name)
    _write(step, i, replace(known, lists=lists), f"The list {name} is closed to {{0}}.")


def _write(step: TraitsStep, i: Id, new: Disciplines, text: str) -> None:
    old = mastery(step.sheet(i))
    before, after = (", ".join(d.name for d in x.lists) or "none" for x in (old, new))
    set_told(step, i, "disciplines", before, after, "TRAIT-DISC-01", secret=True, disciplines=Sealed(i, new))
    step.say(Noted(rule="TRAIT-DISC-01", to=(i,), text=text, about=(i,)))


def _tell_gms(step: TraitsStep, rule: str, text: str) -> None:
    step.say(Noted(rule=rule, to=(CHAIR,), text=text))


# -- powers ------------------------------------------------------------------------------------------------------------


def set_flag(step: TraitsStep, move: SetFlag) -> None:
    """A power says otherwise; its owner and the GMs are told."""
    if move.who == CHAIR:
        raise Refused("UNKNOWN", "Nobody is named.", "a character")
    flag, sheet, text = key(move.flag).replace(" ", "_"), finished(step, move.who), key(move.value)
    if flag not in FLAGS:
        raise Refused("UNKNOWN", "There is no such flag.", ", ".join(FLAGS).replace("_", " "))
    number = _WORDS.get(text, int(move.value) if _WHOLE.fullmatch(move.value.strip()) else None)
    if number is None:
        raise Refused("RANGE", "That is no value of a flag.", "on or off, or a number")
    most = 1 if flag == "stays_up" else MOST_EXTRA
    within(number, 0, most, flag.replace("_", " ").capitalize())
    value: bool | int = bool(number) if flag == "stays_up" else number
    if getattr(sheet, flag) == value:
        raise Refused("STATE", f"That is what {flag.replace('_', ' ')} is already.", "another value")
    told = len(step.facts)
    step.set(move.who, "TRAIT-ABIL-02" if flag == "extra_abilities" else "TRAIT-DODGE-01", **{flag: value})
    step.facts[told:] = [replace(f, to=(move.who,)) for f in step.facts[told:]]
