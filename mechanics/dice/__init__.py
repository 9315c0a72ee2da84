"""Dice: texts such as `4d6kh3 + 2` become plans; a plan is rolled, or asked for its exact odds. See docs/dice.md."""

from mechanics.dice.errors import DiceError, ImpossibleFace, OutOfDice, ScriptError
from mechanics.dice.sources import Dice, RecordedDice, ScriptedDice, SeededDice, SystemDice

__all__ = [
    "Dice",
    "DiceError",
    "ImpossibleFace",
    "OutOfDice",
    "RecordedDice",
    "ScriptError",
    "ScriptedDice",
    "SeededDice",
    "SystemDice",
]
