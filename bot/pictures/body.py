"""A body of six places: boxes with `/` shock and `X` killing, each place with its name (ORE-LOC-01, ORE-DMG-02)."""

from __future__ import annotations

from msgspec import Struct
from PIL import ImageDraw

from bot.pictures.paper import INK, MARK, SCALE, font, png, sheet

WIDTH, HEIGHT = 300, 306
BOX, STEP = 18, 21
"""The edge of a box, and from one to the next, in points."""
AT = {
    "head": (129, 24, 2),
    "torso": (98, 92, 5),
    "left arm": (48, 84, 1),
    "right arm": (234, 84, 1),
    "left leg": (98, 170, 1),
    "right leg": (182, 170, 1),
}
"""Where the boxes of each place begin, and how many stand in a row."""


class Body(Struct, frozen=True):
    """`places` are `(name, boxes, shock, killing)`, shock and killing together no more than boxes; `alt` the words."""

    places: tuple[tuple[str, int, int, int], ...]
    alt: str

    @property
    def name(self) -> str:
        """Its file name."""
        return "body.png"


def draw(body: Body) -> bytes:
    """Each kind of mark has a shape of its own: empty, one stroke, a cross. A filled place is framed."""
    image, pen = sheet(WIDTH, HEIGHT)
    for name, boxes, shock, killing in body.places:
        left, top, row = AT[name]
        for n in range(boxes):
            x, y = left + STEP * (n % row), top + STEP * (n // row)
            _box(pen, x, y, "X" if n < killing else "/" if n < killing + shock else "")
        wide, high = STEP * row, STEP * -(-boxes // row)
        if shock + killing >= boxes:
            pen.rectangle(_points(left - 4, top - 4, left + wide, top + high), outline=MARK, width=2 * SCALE)
        middle = (left + wide / 2 - 1.5) * SCALE
        pen.text((middle, (top - 6) * SCALE), name, fill=INK, font=font(11), anchor="ms")
    pen.text((WIDTH / 2 * SCALE, (HEIGHT - 14) * SCALE), "/ shock   X killing", fill=INK, font=font(11), anchor="mm")
    return png(image)


def _box(pen: ImageDraw.ImageDraw, x: int, y: int, mark: str) -> None:
    pen.rectangle(_points(x, y, x + BOX, y + BOX), outline=INK, width=SCALE)
    if mark:
        pen.line(_points(x + 3, y + BOX - 3, x + BOX - 3, y + 3), fill=INK, width=2 * SCALE)
    if mark == "X":
        pen.line(_points(x + 3, y + 3, x + BOX - 3, y + BOX - 3), fill=INK, width=2 * SCALE)


def _points(*values: int) -> tuple[int, ...]:
    return tuple(v * SCALE for v in values)
