"""An exact distribution: a bar a value, what reaches the target hatched and marked."""

from __future__ import annotations

from msgspec import Struct
from PIL import ImageDraw

from bot.pictures.paper import DIM, INK, MARK, SCALE, font, png, sheet

WIDTH, HEIGHT = 420, 200
LEFT, RIGHT, TOP, BOTTOM = 36, 12, 22, 26


class Bars(Struct, frozen=True):
    """`rows` are `(lowest, highest value, chance of these)` upward; `target` a number to reach; `alt` the words."""

    rows: tuple[tuple[int, int, float], ...]
    target: int | None
    alt: str

    @property
    def name(self) -> str:
        """Its file name."""
        return "odds.png"


def draw(bars: Bars) -> bytes:
    """The bars over their values, the highest chance at the left edge."""
    image, pen = sheet(WIDTH, HEIGHT)
    most = max(chance for _, _, chance in bars.rows)
    room, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    wide = room / len(bars.rows)
    ground = (TOP + high) * SCALE
    for n, (low, _, chance) in enumerate(bars.rows):
        x = LEFT + wide * n
        tall = max(1.0, chance / most * high)
        box = [(x + 1) * SCALE, ground - tall * SCALE, (x + max(wide - 1, 2)) * SCALE, ground]
        hit = bars.target is not None and low >= bars.target
        pen.rectangle(box, fill=INK if hit else DIM, outline=INK, width=SCALE)
    _labels(pen, bars, wide, ground)
    pen.line([LEFT * SCALE, ground, (WIDTH - RIGHT) * SCALE, ground], fill=INK, width=SCALE)
    pen.text((4 * SCALE, (TOP - 6) * SCALE), f"{most * 100:.0f} %", fill=INK, font=font(10))
    if bars.target is not None:
        _mark(pen, bars, wide, ground)
    return png(image)


def _labels(pen: ImageDraw.ImageDraw, bars: Bars, wide: float, ground: int) -> None:
    every = -(-len(bars.rows) // 12)
    for n in range(0, len(bars.rows), every):
        x = (LEFT + wide * (n + 0.5)) * SCALE
        pen.text((x, ground + 5 * SCALE), str(bars.rows[n][0]), fill=INK, font=font(10), anchor="ma")


def _mark(pen: ImageDraw.ImageDraw, bars: Bars, wide: float, ground: int) -> None:
    assert bars.target is not None
    at = next((n for n, (low, _, _) in enumerate(bars.rows) if low >= bars.target), len(bars.rows))
    x = (LEFT + wide * at) * SCALE
    for y in range(TOP * SCALE, ground, 6 * SCALE):
        pen.line([x, y, x, min(y + 3 * SCALE, ground)], fill=MARK, width=2 * SCALE)
    reached = sum(chance for low, _, chance in bars.rows if low >= bars.target)
    words = f"{bars.target} or more: {reached * 100:.0f} %"
    right = x > WIDTH * SCALE / 2
    pen.text(
        (x + (-4 if right else 4) * SCALE, 4 * SCALE), words, fill=MARK, font=font(11), anchor="ra" if right else "la"
    )
