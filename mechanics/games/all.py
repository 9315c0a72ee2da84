"""The games that work. Shared code finds a game here, and nowhere by name."""

from __future__ import annotations

from typing import Any

from mechanics.game import Game
from mechanics.games.clan import CLAN
from mechanics.games.delve import DELVE
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.oneroll import ONEROLL
from mechanics.games.traits import TRAITS

GAMES: dict[str, Game[Any, Any, Any, Any, Any, Any]] = {
    game.key: game for game in (DRAGONHEAD, CLAN, DELVE, TRAITS, ONEROLL)
}
