"""Pictures, drawn with Pillow's own font so that a bare machine can. Never colour alone; each has its words."""

from __future__ import annotations

from functools import lru_cache

from bot.pictures import bars, body, circles
from bot.pictures.bars import Bars
from bot.pictures.body import Body
from bot.pictures.circles import Circles

Picture = Circles | Bars | Body


@lru_cache(maxsize=64)
def draw(picture: Picture) -> bytes:
    """The picture as a PNG file. Takes a few milliseconds: call it beside the loop."""
    match picture:
        case Circles():
            return circles.draw(picture)
        case Bars():
            return bars.draw(picture)
        case Body():
            return body.draw(picture)


__all__ = ["Bars", "Body", "Circles", "Picture", "draw"]
