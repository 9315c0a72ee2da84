"""Clan: nine points over three scores, one pool for Features and Luck, a d12 for everything."""

from mechanics.games.clan.game import CLAN

__all__ = ["CLAN"]
