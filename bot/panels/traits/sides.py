"""What a side of a challenge may add, with the total beside each choice."""

from __future__ import annotations

from bot.cards import traits as cards
from bot.cards.card import Button, Pick
from bot.shown import Shown
from bot.text import cut, short
from mechanics.game import Id, Refused
from mechanics.games.traits.catalogue import key
from mechanics.games.traits.play.challenges import Side, added, total_of
from mechanics.games.traits.sheet import Sheet, current

BARE = "-"
"""No ability, in a menu."""
TARGETS = 25
"""The most people in a menu."""


def token(name: str) -> str:
    """A name within the id of a button: short, and without a colon."""
    return short(key(name))


def sheet_of(table: Shown, who: str) -> Sheet:
    """The sheet that a panel is about; refused `stale` when it is gone."""
    sheet: Sheet = table.sheet(who)
    return sheet


def targets(table: Shown, who: Id) -> list[Id]:
    """Whom one may challenge: in a fight those who fight, of the other side first; else everybody living."""
    names, fight = table.state.campaign.names, table.state.scene.fight
    if fight is not None and who in fight.seats:
        side = fight.seats[who].side
        found = sorted(fight.seats, key=lambda i: fight.seats[i].side == side)
    else:
        living = [
            i for i, n in names.items() if n.kind != "draft" and not n.retired and (n.kind == "pc" or table.viewer.gm)
        ]
        found = sorted(living, key=lambda i: names[i].owner == table.viewer.user)
    return [i for i in found if i != who and i in table.state.sheets and not table.state.sheets[i].dead][:TARGETS]


def may_add(sheet: Sheet, trait: str, side: Side) -> list[tuple[str, int]]:
    """The abilities that may be added to this trait on this side, with their bonus, those of disciplines too."""
    known = cards.known_disciplines(sheet)
    names = [a.name for a in sheet.abilities] + [x.name for x in (known.learnt if known else ())]
    found = []
    for name in names:
        try:
            (one,) = added(sheet, name, trait, side)
        except (Refused, ValueError):
            continue
        found.append((one.name, one.bonus))
    return found


def chosen_ability(sheet: Sheet, trait: str, side: Side, chosen: str) -> str:
    """The name of the ability that a menu's value means, "" for none."""
    return next((name for name, _ in may_add(sheet, trait, side) if token(name) == chosen), "")


def total(table: Shown, who: Id, trait: str, ability: str, burn: bool, side: Side) -> int:
    sheet = sheet_of(table, who)
    extra = added(sheet, ability, trait, side) if ability else ()
    return total_of(who, sheet, table.state.rulings.halving, trait, extra, burn).total or 0


def with_pick(
    table: Shown, who: Id, trait: str, side: Side, verb: str, args: tuple[str, ...], chosen: str, burn: bool
) -> Pick:
    """What to add, with the total beside each choice."""
    options = [(f"{trait.capitalize()} alone: {total(table, who, trait, '', burn, side)}", BARE)]
    options += [
        (f"{cut(name, 60)} {bonus}: {total(table, who, trait, name, burn, side)}", token(name))
        for name, bonus in may_add(sheet_of(table, who), trait, side)
    ]
    unique = {value: label for label, value in reversed(options)}
    pairs = tuple((unique[value], value) for value in dict.fromkeys(v for _, v in options))
    return Pick("With", verb, args, pairs[:25], chosen)


def burn_button(
    table: Shown, who: Id, trait: str, ability: str, burn: bool, side: Side, verb: str, args: tuple[str, ...]
) -> Button:
    left = current(sheet_of(table, who), trait)
    now, other = (total(table, who, trait, ability, b, side) for b in (burn, not burn))
    word = "Do not burn" if burn else "Burn 1"
    return Button(f"{word} ({left} left): {now} → {other}", verb, args, "secondary", not burn and left < 1)
