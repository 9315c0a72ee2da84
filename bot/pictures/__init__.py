"""Pictures, drawn with Pillow's own font so that a bare machine can. Never colour alone; each has its words."""

from __future__ import annotations

from functools import lru_cache

from bot.pictures import bars, circles
from bot.pictures.bars import Bars
from bot.pictures.circles import Circles

Picture = Circles | Bars


@lru_cache(maxsize=64)
def draw(picture: Picture) -> bytes:
    """The picture as a PNG file. Takes a few milliseconds: call it beside the loop."""
    return circles.draw(picture) if isinstance(picture, Circles) else bars.draw(picture)


__all__ = ["Bars", "Circles", "Picture", "draw"]
