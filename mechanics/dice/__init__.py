"""Dice: texts such as `4d6kh3 + 2` become plans; a plan is rolled, or asked for its exact odds. See docs/dice.md."""

from mechanics.dice.errors import DiceError, ImpossibleFace, OutOfDice, ScriptError
from mechanics.dice.odds import Odds, best_set, sets
from mechanics.dice.plan import Plan, parse
from mechanics.dice.roll import Die, Roll
from mechanics.dice.sources import Dice, RecordedDice, ScriptedDice, SeededDice, SystemDice

__all__ = [
    "Dice",
    "DiceError",
    "Die",
    "ImpossibleFace",
    "Odds",
    "OutOfDice",
    "Plan",
    "RecordedDice",
    "Roll",
    "ScriptError",
    "ScriptedDice",
    "SeededDice",
    "SystemDice",
    "best_set",
    "parse",
    "sets",
]
