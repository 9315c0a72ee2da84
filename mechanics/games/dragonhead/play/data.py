"""What a campaign loads as data: its Dice Table and its classes (DH-DICE-05, DH-CHAR-07)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.facts import Noted
from mechanics.game import Refused
from mechanics.games.dragonhead.classes import MOST, checked, read_classes
from mechanics.games.dragonhead.moves import SetClasses, SetDiceTable
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.scores import one_of, read_table

LONGEST = 20_000
"""The longest Dice Table that is read, in characters."""
WARNINGS = 5
"""How many warnings about a table are told; of more the number."""
SETS = ("standard", "steady", "own")


def set_dice_table(step: DragonheadStep, move: SetDiceTable) -> None:
    """One of our two tables, or rows of the campaign's own in their place, with warnings (DH-DICE-05)."""
    name, rulings = one_of(move.set, SETS, "Dice Table"), step.state.rulings
    if name != "own":
        if move.rows.strip():
            raise Refused("RANGE", f"The {name} table has its own rows.", "rows only with set own")
        after = replace(rulings, dice_set="steady" if name == "steady" else "standard", dice_table={})
        warnings: tuple[str, ...] = ()
    else:
        if len(move.rows) > LONGEST:
            raise Refused("too-long", f"That table has {len(move.rows):,} characters.", f"up to {LONGEST:,} characters")
        rows, warnings = read_table(move.rows.removeprefix("\ufeff"))
        after = replace(rulings, dice_table=rows)
    if after == rulings:
        raise Refused("STATE", "That is the Dice Table already.", "standard, steady, or rows of your own")
    step.state = replace(step.state, rulings=after)
    step.say(Noted(rule="DH-DICE-05", text=f"The Dice Table: {table_name(after)}."))
    for warning in warnings[:WARNINGS]:
        step.say(Noted(rule="DH-DICE-05", text=f"Beware: {warning}"))
    if len(warnings) > WARNINGS:
        step.say(Noted(rule="DH-DICE-05", text=f"Beware: {len(warnings) - WARNINGS} more rows are unlike ours."))


def table_name(rulings: Rulings) -> str:
    """The Dice Table in use, in words: nobody should take it for the printed one."""
    own = len(rulings.dice_table)
    return f"our {rulings.dice_set} table" + (f" with {own} row{'s' if own > 1 else ''} of your own" if own else "")


def set_classes(step: DragonheadStep, move: SetClasses) -> None:
    """Classes as records, each checked; those of the same name are replaced (DH-CHAR-07)."""
    found = read_classes(move.records)
    if not found:
        raise Refused("RANGE", "There is no class in that text.", "one record or more")
    classes = {**step.state.rulings.classes, **found}
    if len(classes) > MOST:
        raise Refused("RANGE", f"A campaign has {MOST} classes at most.", "fewer of them")
    step.state = replace(step.state, rulings=replace(step.state.rulings, classes=classes))
    names = ", ".join(record.name for record in found.values())
    step.say(Noted(rule="DH-CHAR-07", text=f"Classes of this campaign: {names}."))


def check_classes(rulings: Rulings) -> None:
    """Refuses classes that were typed as a ruling and could not be: `RANGE`, `UNKNOWN`, `RULE` as `checked`."""
    for name, record in rulings.classes.items():
        if checked(record) != record or name != record.name.casefold():
            raise Refused("RANGE", f"{name[:40]} is not written as classes are kept.", "load it as a file of classes")
