"""One-Roll: pools of ten-sided dice, read as sets of equal faces, width by height."""

from mechanics.games.oneroll.game import ONEROLL

__all__ = ["ONEROLL"]
