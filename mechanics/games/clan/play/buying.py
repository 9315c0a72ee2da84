"""Features bought, given and taken; the list of them; weapons; levels (CLAN-FP, -FEA, -WPN, -LVL)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.campaign import clean
from mechanics.facts import Noted, typed
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.clan.dice import DESTRUCTIVE, read_dice
from mechanics.games.clan.features import HIGHEST_PRICE, Entry, Feature, key, read_text, within
from mechanics.games.clan.moves import (
    Award,
    Buy,
    DeleteFeature,
    GiveFeature,
    GiveWeapon,
    ProposeWeapon,
    SaveFeature,
    TakeFeature,
)
from mechanics.games.clan.pending import Proposed
from mechanics.games.clan.play import ClanStep, finished, living, named
from mechanics.games.clan.sheet import Sheet, Weapon

HIGHEST_LEVEL = 99
MOST_FEATURES = 50
"""The most Features of a sheet."""
MOST_LISTED = 200
MOST_WEAPONS = 20


# -- owning ------------------------------------------------------------------------------------------------------------


def with_features(sheet: Sheet, features: tuple[Feature, ...]) -> dict[str, object]:
    """What changes with other Features: hit points stay, but never above their new maximum (CLAN-FEA-01)."""
    new = replace(sheet, features=features)
    return {"features": features, "hp": min(sheet.hp, new.hp_max)}


def _own(step: ClanStep, i: Id, features: tuple[Feature, ...]) -> None:
    before = step.sheet(i)
    step.set(i, "CLAN-FP-02", **with_features(before, features))
    warn_of_zero(step, i, before)


def warn_of_zero(step: ClanStep, i: Id, before: Sheet) -> None:
    """A score that has come to 0 kills nobody by itself: the GM decides (CLAN-ABL-02)."""
    after = step.sheet(i)
    for ability in ("kick", "bad", "smart"):
        if after.score(ability) <= 0 < before.score(ability):
            text = f"{{0}}'s {ability.capitalize()} Ass is {after.score(ability)}: the GM says what comes of that."
            step.say(Noted(rule="CLAN-ABL-02", to=(i,), text=text, about=(i,)))


def entry_named(step: ClanStep, name: str) -> Entry:
    """A Feature of the list; else `UNKNOWN`."""
    entry = step.state.rulings.catalogue.get(key(name))
    if entry is None:
        raise Refused("UNKNOWN", "There is no such Feature.", "/clan features lists them")
    return entry


def _gets(sheet: Sheet, entry: Entry, price: int) -> tuple[Feature, ...]:
    """The Features with one more; `STATE` for one that is owned, `FUNDS` for one too dear (CLAN-FP-02)."""
    if not entry.repeatable and any(key(f.name) == key(entry.name) for f in sheet.features):
        raise Refused("STATE", f"{sheet.name} has {entry.name} already.", "another Feature")
    if price > sheet.fp_unspent:
        text = f"{entry.name} costs {price} Feature Points, and {sheet.name} has {sheet.fp_unspent} left."
        raise Refused("FUNDS", text, "a cheaper one, or a level")
    if len(sheet.features) >= MOST_FEATURES:
        raise Refused("RANGE", f"{sheet.name} has {MOST_FEATURES} Features.", f"up to {MOST_FEATURES}")
    return (*sheet.features, Feature(entry.name, price, entry.text, entry.mods))


def buy(step: ClanStep, move: Buy) -> None:
    """At any moment, also in the making and in a fight; it costs no action (CLAN-FP-02)."""
    i, sheet = move.actor, step.sheet(move.actor)
    if sheet.dead:
        living(step, i)
    entry = entry_named(step, move.feature)
    features = _gets(sheet, entry, entry.price)
    to = (i,) if sheet.draft else ()
    text = f"{{0}} buys {typed(entry.name)} for {entry.price} Feature Points."
    step.say(Noted(rule="CLAN-FP-02", to=to, text=text, about=(i,)))
    _own(step, i, features)


def give_feature(step: ClanStep, move: GiveFeature) -> None:
    """A Feature of the list for each, for nothing unless a price is said."""
    entry = entry_named(step, move.name)
    price = within(move.price or 0, 0, HIGHEST_PRICE, "A price")
    who = named(move.who)
    gets = {i: _gets(living(step, i), entry, price) for i in who}
    for i, features in gets.items():
        step.say(Noted(rule="CLAN-FP-02", text=f"{{0}} gets {typed(entry.name)}.", about=(i,)))
        _own(step, i, features)


def take_feature(step: ClanStep, move: TakeFeature) -> None:
    """The newest of that name goes from each, and its points come back; `UNKNOWN` where there is none."""
    who = named(move.who)
    for i in who:
        sheet = finished(step, i)
        at = [n for n, f in enumerate(sheet.features) if key(f.name) == key(move.name)]
        if not at:
            raise Refused("UNKNOWN", f"{sheet.name} has no such Feature.", "one on the sheet")
        name = sheet.features[at[-1]].name
        step.say(Noted(rule="CLAN-FP-02", text=f"{{0}} loses {typed(name)}.", about=(i,)))
        _own(step, i, tuple(f for n, f in enumerate(sheet.features) if n != at[-1]))


# -- the list ----------------------------------------------------------------------------------------------------------


def save_feature(step: ClanStep, move: SaveFeature) -> None:
    """Write a Feature, new or over the one of this name; owners keep theirs as it was bought (CLAN-FP-02)."""
    name, catalogue = clean(move.name, "Feature"), step.state.rulings.catalogue
    old = catalogue.get(key(name))
    if old is None and move.price is None:
        raise Refused("UNKNOWN", "A new Feature needs a price.", f"0 to {HIGHEST_PRICE} Feature Points")
    if old is None and len(catalogue) >= MOST_LISTED:
        raise Refused("RANGE", "The list of Features is full.", f"up to {MOST_LISTED}")
    before = old or Entry(name, 0)
    price = before.price if move.price is None else within(move.price, 0, HIGHEST_PRICE, "A price")
    entry = replace(before, price=price)
    if move.text.strip():
        text, mods, repeatable = read_text(move.text)
        entry = Entry(before.name, price, text, mods, repeatable)
    if entry == old:
        raise Refused("STATE", f"{name} is written like that already.", "another price or text")
    step.state = replace(step.state, rulings=replace(step.state.rulings, catalogue={**catalogue, key(name): entry}))
    _tell_gms(step, f"The Feature {entry.name} costs {price}{_words(entry)}.")


def _words(entry: Entry) -> str:
    return (f": {entry.mods.words}" if entry.mods.words else "") + (", repeatable" if entry.repeatable else "")


def delete_feature(step: ClanStep, move: DeleteFeature) -> None:
    """Take a Feature off the list; who owns it keeps it."""
    entry = entry_named(step, move.name)
    left = {k: e for k, e in step.state.rulings.catalogue.items() if e is not entry}
    step.state = replace(step.state, rulings=replace(step.state.rulings, catalogue=left))
    _tell_gms(step, f"The Feature {entry.name} is off the list.")


def _tell_gms(step: ClanStep, text: str, rule: str = "CLAN-FP-02") -> None:
    step.say(Noted(rule=rule, to=(CHAIR,), text=text))


# -- weapons -----------------------------------------------------------------------------------------------------------


def weapon_name(text: str) -> str:
    """A weapon's name as it is stored; `RANGE` for one that a line could not hold."""
    name = clean(text, "weapon")
    if any(c in name for c in ",;") or key(name) in ("unarmed", "none"):
        raise Refused("RANGE", f'A weapon cannot be called "{name[:40]}".', "words without a comma")
    return name


def with_weapon(sheet: Sheet, name: str, dice: str) -> tuple[Weapon, ...]:
    """The weapons with this one, new or with other dice."""
    new = Weapon(name, dice)
    if any(key(w.name) == key(name) for w in sheet.weapons):
        return tuple(new if key(w.name) == key(name) else w for w in sheet.weapons)
    if len(sheet.weapons) >= MOST_WEAPONS:
        raise Refused("RANGE", f"{sheet.name} has {MOST_WEAPONS} weapons.", f"up to {MOST_WEAPONS}")
    return (*sheet.weapons, new)


def give_weapon(step: ClanStep, move: GiveWeapon) -> None:
    """The GM sets a weapon's dice; "none" takes it away (CLAN-WPN-01)."""
    if move.who == CHAIR:
        raise Refused("UNKNOWN", "Nobody is named.", "a character")
    sheet = finished(step, move.who)
    if key(move.dice) == "none":
        left = tuple(w for w in sheet.weapons if key(w.name) != key(move.name))
        if left == sheet.weapons:
            raise Refused("UNKNOWN", f"{sheet.name} has no such weapon.", "one on the sheet")
        step.set(move.who, "CLAN-WPN-01", weapons=left)
        return
    _arm(step, move.who, weapon_name(move.name), move.dice)


def _arm(step: ClanStep, i: Id, name: str, typed: str) -> None:
    dice = read_dice(typed)
    weapons = with_weapon(step.sheet(i), name, str(dice))
    if weapons == step.sheet(i).weapons:
        raise Refused("STATE", f"That is what {name} does already.", "other dice")
    step.set(i, "CLAN-WPN-01", weapons=weapons)
    for p in tuple(step.scene.pending.values()):
        if isinstance(p.what, Proposed) and p.what.who == i and key(p.what.name) == key(name):
            step.close(p)
    if dice.top > DESTRUCTIVE:
        _tell_gms(step, f"{name} ({dice}) is a very destructive weapon.", "CLAN-WPN-01")


def propose_weapon(step: ClanStep, move: ProposeWeapon) -> None:
    """Where a GM has to confirm, the weapon waits for that; else it is there (CLAN-WPN-01)."""
    i, name = move.actor, weapon_name(move.name)
    sheet = finished(step, i)
    dice = str(read_dice(move.dice))
    if step.caller.gm or not step.state.rulings.weapons_need_gm:
        _arm(step, i, name, dice)
        return
    with_weapon(sheet, name, dice)
    what = Proposed(i, name, dice)
    if any(p.what == what for p in step.scene.pending.values()):
        raise Refused("STATE", "That is proposed already.", "a GM confirms it")
    step.open((), what, "", blocks=False)
    text = f"{{0}} would like {typed(name)}, {dice}: a GM confirms it."
    step.say(Noted(rule="CLAN-WPN-01", text=text, about=(i,)))


# -- levels ------------------------------------------------------------------------------------------------------------


def award(step: ClanStep, move: Award) -> None:
    """One level for each: 6 Feature Points, nothing else; `RANGE` above 99 (CLAN-LVL-01)."""
    who = named(move.who)
    for i in who:
        sheet = finished(step, i)
        within(sheet.level + 1, 1, HIGHEST_LEVEL, "A level")
        step.say(Noted(rule="CLAN-LVL-01", text=f"{{0}} is level {sheet.level + 1}.", about=(i,)))
        step.set(i, "CLAN-LVL-01", level=sheet.level + 1)
