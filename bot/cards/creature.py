"""The GM's creatures on a card."""

from __future__ import annotations

from bot.cards.card import Card
from bot.cards.games import cards_of
from bot.shown import Shown
from bot.text import cut, escape
from mechanics.game import Refused

MOST = 30
"""How many creatures one card lists."""


def creatures_card(table: Shown) -> Card:
    """Every creature in the library, with its state; for GMs."""
    if not table.viewer.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    cards = cards_of(table.game.key)
    names = [(i, n) for i, n in table.state.campaign.names.items() if n.kind == "npc" and not n.retired]
    lines = [f"**{escape(cut(n.name, 40))}**: {cards.glance(table, i)}" for i, n in names[:MOST]]
    if not names:
        return Card("No creatures yet", (f"`/creature new` makes one, such as `{cards.stat_line()}`.",))
    more = (f"and {len(names) - MOST} more",) if len(names) > MOST else ()
    return Card("Creatures", (*lines, *more))
