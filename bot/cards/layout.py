"""A card as Discord's Components V2."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.cards.card import Card
from bot.press import Menu, Press
from bot.text import cut

_EDGES = {"plain": 0x5C6BC0, "good": 0x2E7D32, "bad": 0xB71C1C, "open": 0xF9A825}


def layout(card: Card, pictured: bool = True) -> ui.LayoutView:
    """The view to send, with its picture where that may be attached.

    It is stopped, so that discord.py keeps none of it; its buttons find their way by their ids.
    """
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=_EDGES[card.tone])
    box.add_item(ui.TextDisplay(card.text or "\u200b"))
    if card.picture is not None and pictured:
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{card.picture.name}", description=cut(card.picture.alt, 1024))
        box.add_item(gallery)
    if card.file is not None and pictured:
        box.add_item(ui.File(f"attachment://{card.file.name}"))
    for pick in card.picks:
        box.add_item(ui.ActionRow(Menu(pick)))
    for start in range(0, len(card.buttons), 5):
        box.add_item(ui.ActionRow(*(Press(b) for b in card.buttons[start : start + 5])))
    view.add_item(box)
    view.stop()
    return view
