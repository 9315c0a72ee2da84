"""The paper that all pictures are drawn on: its colours, its ink, its writing."""

from __future__ import annotations

import io
from functools import cache

from PIL import Image, ImageDraw, ImageFont

PAPER = "#FAF7F0"
INK = "#22242A"
DIM = "#A9A59B"
MARK = "#B3261E"
SCALE = 2
"""Pixels to a point: phones show pictures smaller than they are."""


def sheet(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """A blank picture of this many points."""
    image = Image.new("RGB", (width * SCALE, height * SCALE), PAPER)
    return image, ImageDraw.Draw(image)


@cache
def font(points: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own font in this size."""
    return ImageFont.load_default(points * SCALE)


def png(image: Image.Image) -> bytes:
    """The file."""
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
