"""Who is in a campaign."""

from __future__ import annotations

from bot.cards.card import Card
from bot.cards.games import cards_of
from bot.shown import Shown
from bot.text import cut, escape, plural
from mechanics.facts import name_of
from mechanics.game import CHAIR, Id
from mechanics.view import numbers_shown

MOST = 40
"""How many characters one card lists."""


def sheet_card(table: Shown, who: Id, page: str) -> Card:
    """One page of a sheet; of a creature whose numbers are not for this viewer, its health in a word."""
    cards = cards_of(table.game.key)
    if not numbers_shown(table.state.campaign, table.viewer, who):
        return Card(escape(table.state.sheets[who].name), (f"**{escape(cards.fighter(table, who))}**",))
    return cards.sheet(table, who, page)


def characters_card(table: Shown) -> Card:
    """Every living character with its player; a mark at those that are played now."""
    campaign = table.state.campaign
    own: list[str] = []
    others: list[str] = []
    for i, name in campaign.names.items():
        if name.kind == "draft" or name.retired:
            continue
        person = campaign.people.get(name.owner)
        played = " · played now" if person is not None and person.active == i else ""
        owner = "GM" if name.owner == CHAIR else escape(name_of(Id(name.owner), table.state))
        line = f"**{escape(cut(name.name, 40))}** · {owner}{played}"
        (own if name.owner == table.viewer.user else others).append(line)
    lines = own + others
    if not lines:
        return Card("Nobody yet", ("`/character create` makes the first character.",))
    more = (f"and {plural(len(lines) - MOST, 'more', 'more')}",) if len(lines) > MOST else ()
    return Card("Characters", (*lines[:MOST], *more))
