"""What trait levels and abilities cost (TRAIT-COST-01, -02, TRAIT-ABIL-03, TRAIT-DISC-02)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from mechanics.game import Refused
from mechanics.games.traits.catalogue import TRAIT_NAMES, Entry, key, meant, within
from mechanics.games.traits.rulings import Rulings
from mechanics.games.traits.sheet import Discipline, Sheet, level, mastery

HIGHEST = 20
"""The highest trait level or rating that can be bought (TRAIT-COST-02, TRAIT-ABIL-03)."""

CostRule = Literal["fib", "literal"]


def level_price(n: int, rule: CostRule = "fib") -> int:
    """The price of trait level n from the one below, n at least 2; level 1 is free (TRAIT-COST-01)."""
    if n < 2:
        return 0
    if rule == "literal":
        return n * n // 4
    before, price = 0, 1
    for _ in range(n - 1):
        before, price = price, before + price
    return price


def levels_price(start: int, target: int, rule: CostRule = "fib") -> int:
    """The price of every step from one trait level to another (TRAIT-COST-02)."""
    return sum(level_price(n, rule) for n in range(start + 1, target + 1))


def rating_price(entry: Entry, rating: int) -> int:
    """The price in all of a general ability at a rating, 0 at 0. `RANGE` beyond what has a price (TRAIT-ABIL-03)."""
    if rating == 0 or entry.exp_total is None:
        return rating
    if rating > len(entry.exp_total):
        raise Refused("RANGE", f"{entry.name} has no rating {rating}.", f"1 to {len(entry.exp_total)}")
    return entry.exp_total[rating - 1]


class Quote(Struct, frozen=True):
    """What a purchase would be: a trait, a general ability or one of a discipline; from what to what, for how much."""

    kind: Literal["trait", "ability", "discipline"]
    name: str
    start: int
    target: int
    price: int
    entry: Entry | None = None
    discipline: str = ""


def quote(rulings: Rulings, sheet: Sheet, what: str, to: int | None = None) -> Quote:
    """The price of what a text names, up to `to` (left out: the next level or rating).

    Refuses `UNKNOWN` in one sentence for all that is not there or not open to this character, `RANGE` for a level that
    cannot be bought, `STATE` for an ability of a discipline that is owned.
    """
    if key(what) in TRAIT_NAMES:
        trait = key(what)
        now = level(sheet, trait)
        target = _higher(now, to, trait.capitalize())
        return Quote("trait", trait, now, target, levels_price(now, target, rulings.cost_rule))
    entry = meant(what, ((e.name, e) for e in rulings.catalogue.values()))
    if entry is not None:
        now = next((a.rating for a in sheet.abilities if key(a.name) == key(entry.name)), 0)
        target = _higher(now, to, entry.name)
        return Quote("ability", entry.name, now, target, rating_price(entry, target) - rating_price(entry, now), entry)
    return _from_list(sheet, what, to)


def _higher(now: int, to: int | None, name: str) -> int:
    target = now + 1 if to is None else to
    if now >= HIGHEST:
        raise Refused("RANGE", f"{name} is {now} already.", f"{HIGHEST} is the highest that can be bought")
    return within(target, now + 1, HIGHEST, name)


def _from_list(sheet: Sheet, what: str, to: int | None) -> Quote:
    offered = [(name, (d, name, at)) for d in mastery(sheet).lists for name, at in d.abilities.items()]
    found: tuple[Discipline, str, int] | None = meant(what, offered)
    if found is None:
        raise Refused(
            "UNKNOWN",
            "There is nothing of that name for this character to buy.",
            "/traits abilities shows what there is",
        )
    discipline, name, at = found
    if any(key(x.name) == key(name) and x.discipline == discipline.name for x in mastery(sheet).learnt):
        raise Refused("STATE", f"{name} is owned already.", "each ability of a discipline is bought once")
    if to is not None and to != at:
        raise Refused("RANGE", f"{name} cannot be {to}.", f"its level is fixed at {at}")
    return Quote("discipline", name, 0, at, at, discipline=discipline.name)
