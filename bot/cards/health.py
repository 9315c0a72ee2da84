"""How a fighter's health is shown on trackers: numbers for characters, a word for creatures."""

from __future__ import annotations

from bot.shown import Shown
from mechanics.game import Id
from mechanics.view import numbers_shown


def health(shown: Shown, who: Id, left: int, most: int, *, down: bool = False, dead: bool = False) -> str:
    """`7/10`, or of a creature `fresh`, `hurt`, `badly hurt` (half or less left), `down`, `dead`.

    GMs see the numbers of creatures too, and so does everybody where the setting `creature_health` says numbers.
    """
    word = "dead" if dead else "down" if down else ""
    if not numbers_shown(shown.state.campaign, shown.viewer, who):
        return word or ("badly hurt" if left * 2 <= most else "hurt" if left < most else "fresh")
    return f"{max(0, left)}/{most}" + (f" {word}" if word else "")
