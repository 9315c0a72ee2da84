"""The damage track: fresh, worn, torn and scarred circles, and the line at the hit points (DH-TRACK)."""

from __future__ import annotations

from msgspec import Struct
from PIL import ImageDraw

from bot.pictures.paper import DIM, INK, MARK, SCALE, font, png, sheet

ROW = 15
"""Circles in one row."""
MOST = 60
"""More circles than this are numbers only."""
STEP, RADIUS, EDGE = 24, 9, 14


class Circles(Struct, frozen=True):
    """A track: where the line is, 0 <= scar <= tear <= wear, and the words that say the same."""

    hp: int
    wear: int
    tear: int
    scar: int
    alt: str

    @property
    def name(self) -> str:
        """Its file name."""
        return "track.png"

    @property
    def drawable(self) -> bool:
        """Whether it is short enough to be drawn."""
        return 0 < max(self.hp, self.wear) <= MOST


def draw(track: Circles) -> bytes:
    """Each kind has a shape of its own: empty, a bar across, a cross, filled. A thick stroke is the line."""
    count = max(track.hp, track.wear)
    rows = -(-count // ROW)
    width = EDGE * 2 + STEP * min(count, ROW)
    image, pen = sheet(max(width, 190), EDGE * 2 + STEP * rows + 18)
    for n in range(count):
        x, y = EDGE + STEP * (n % ROW) + STEP // 2, EDGE + STEP * (n // ROW) + STEP // 2
        _circle(pen, x, y, n, track)
        if n + 1 == track.hp:
            edge = x + STEP // 2
            pen.line(_points(edge, y - 11, edge, y + 11), fill=MARK, width=3 * SCALE)
    legend = f"HP {track.hp}   wear {track.wear}   tear {track.tear}   scar {track.scar}"
    pen.text((EDGE * SCALE, (EDGE + STEP * rows + 4) * SCALE), legend, fill=INK, font=font(12))
    return png(image)


def _circle(pen: ImageDraw.ImageDraw, x: int, y: int, n: int, track: Circles) -> None:
    box = _points(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
    if n < track.scar:
        pen.ellipse(box, fill=INK, outline=INK, width=2 * SCALE)
        return
    worn = n < track.wear
    pen.ellipse(box, fill=DIM if worn else None, outline=INK, width=2 * SCALE)
    if n < track.tear:
        pen.line(_points(x - 6, y - 6, x + 6, y + 6), fill=INK, width=2 * SCALE)
        pen.line(_points(x - 6, y + 6, x + 6, y - 6), fill=INK, width=2 * SCALE)
    elif worn:
        pen.line(_points(x - 6, y, x + 6, y), fill=INK, width=2 * SCALE)


def _points(*values: int) -> tuple[int, ...]:
    return tuple(v * SCALE for v in values)
