"""Delve: a twenty-sided die and an ability against a number, with life, luck, coin and ten slots."""

from mechanics.games.delve.game import DELVE

__all__ = ["DELVE"]
