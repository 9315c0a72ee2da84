"""Dragonhead: characters of nine abilities, a damage track, and mojos to bend fate with."""

from mechanics.games.dragonhead.game import DRAGONHEAD

__all__ = ["DRAGONHEAD"]
