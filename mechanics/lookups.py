"""The lookup tables of a campaign: written by a GM, rolled on by everybody (DH-BASE-05, in all games)."""

from __future__ import annotations

import re
from typing import Any

from mechanics import shared
from mechanics.campaign import Table, clean, fold
from mechanics.dice import DiceError, Plan, parse
from mechanics.facts import Die, Noted, Rolled, Sum
from mechanics.game import Id, Refused
from mechanics.keeping import CreateTable, DeleteTable, Lookup, RollTable
from mechanics.step import Step
from mechanics.tables import look_up
from mechanics.typed import named

TABLES = 50
"""The most tables of a campaign."""
ROWS = 200
"""The most rows of a table."""
ROW_LENGTH = 300
"""The longest row of a table, in characters."""
FURTHEST = 1_000_000
"""How far from 0 a row may begin."""
NO_ENTRY = "no entry"
"""What is said of a roll below every row (DH-BASE-05)."""

AnyStep = Step[Any, Any, Any, Any, Any, Any]
_ROW = re.compile(r"\s*([+-]?[0-9]{1,9})\s*[:.,;)\t ]\s*(\S.*)")


def play(step: AnyStep, move: Lookup) -> None:
    """Play a move on a lookup table."""
    if not step.caller.gm and not (isinstance(move, RollTable) and not move.secret):
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    match move:
        case CreateTable():
            _create(step, move)
        case RollTable():
            _roll(step, move)
        case DeleteTable():
            tables = step.state.campaign.tables
            name = find_table(tables, move.name)
            step.set_campaign(tables={k: t for k, t in tables.items() if k != name})
            step.say(Noted(text=f"The table {name} is gone."))


def find_table(tables: dict[str, Table], name: str) -> str:
    """The name as it is kept of the table that is meant; refused `unknown` with the closest one."""
    for kept in tables:
        if fold(kept) == fold(name):
            return kept
    return named(name, tables, "table")


def read_rows(text: str) -> tuple[tuple[int, str], ...]:
    """The rows of a typed text or a file: a number and what begins there, a line each.

    Refuses `bad-value` naming the line, and `too-long`.
    """
    lines = [(n, line.strip()) for n, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1) if line.strip()]
    if len(lines) > ROWS:
        raise Refused("too-long", f"That table has {len(lines)} rows.", f"up to {ROWS} rows")
    rows: dict[int, str] = {}
    for n, line in lines:
        match = _ROW.fullmatch(line)
        if not match or abs(int(match[1])) > FURTHEST:
            raise Refused(
                "bad-value", f'Line {n} is no row: "{line[:40]}".', "a number and what begins there, such as 4 Orcs"
            )
        low, said = int(match[1]), match[2].strip()
        if low in rows:
            raise Refused("bad-value", f"Two rows begin at {low}.", "each number once")
        if len(said) > ROW_LENGTH:
            raise Refused("too-long", f"Line {n} has {len(said)} characters.", f"up to {ROW_LENGTH} characters")
        rows[low] = said
    if not rows:
        raise Refused("bad-value", "The table has no row.", "lines such as 4 Orcs")
    return tuple(rows.items())


def _plan(text: str) -> Plan:
    try:
        plan = parse(text)
    except DiceError as error:
        raise Refused("bad-value", f'"{text[:40]}" is no die: {error.message}', error.hint or "such as 1d20") from None
    if plan.repeat > 1 or plan.compares:
        raise Refused("bad-value", "A table's die gives one number.", "such as 1d20 or 2d6")
    return plan


def _create(step: AnyStep, move: CreateTable) -> None:
    tables = step.state.campaign.tables
    name, die, text = clean(move.name), move.die.strip(), move.rows
    if any(fold(kept) == fold(name) for kept in tables):
        raise Refused("name-taken", f"There is a table called {name} already.", "another name, or delete that one")
    if len(tables) >= TABLES:
        raise Refused("too-long", f"A campaign has {TABLES} tables at most.", "delete one first")
    if not die:
        die, _, text = text.removeprefix("\ufeff").lstrip().partition("\n")
        if _ROW.fullmatch(die):
            raise Refused(
                "bad-value", "That table has no die.", "name one, such as 1d20, or write it in the first line"
            )
    plan = _plan(die.strip())
    rows = read_rows(text)
    step.set_campaign(tables={**tables, name: Table(plan.text, rows)})
    step.say(Noted(text=f"The table {name} has {len(rows)} rows, rolled with {plan.text}."))


def _roll(step: AnyStep, move: RollTable) -> None:
    tables = step.state.campaign.tables
    name = find_table(tables, move.name)
    table, who = tables[name], shared.meet(step)
    to = (Id(step.caller.user),) if move.secret else ()
    try:
        (roll,) = _plan(table.die).rolls(step)
    except DiceError as error:  # after a throw nothing is refused: the dice ran out, or divided by what came as 0
        verdict = "cap reached" if error.code == "too_many_dice" else error.message
        step.say(Rolled(to=to, label=name, sum=Sum(who, ((f"{len(error.draws)} dice", 0),), None), verdict=verdict))
        return
    text = look_up(table.rows, roll.total)
    dice = tuple(Die(d.faces, int(d.value), d.kept) for d in roll.dice)
    verdict = NO_ENTRY if text is None else text
    step.say(Rolled(to=to, label=name, sum=Sum(who, ((table.die, roll.total),), roll.total, dice), verdict=verdict))
