"""A card: the value that every message of the bot is before it is Discord's."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from bot.pictures import Picture

Tone = Literal["plain", "good", "bad", "open"]
Style = Literal["primary", "secondary", "success", "danger"]

TEXT = 4_000
"""The most characters of text that Discord takes in one message of this kind."""


class Button(Struct, frozen=True):
    """A button: what it says, which press it is (`bot.press`), and the ids that make its move."""

    label: str
    verb: str
    args: tuple[str, ...] = ()
    style: Style = "secondary"
    disabled: bool = False


class Pick(Struct, frozen=True):
    """A menu: what it asks, which press it is, its ids, and `(label, value)` options of which one is chosen."""

    label: str
    verb: str
    args: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    chosen: str = ""


class File(Struct, frozen=True):
    """A file to keep: its name, and its bytes."""

    name: str
    data: bytes


class Card(Struct, frozen=True):
    """A message: a heading, lines of Markdown (typed text already escaped), small print, menus, buttons.

    `tone` colours the edge and is never the only sign of anything. `pings` are the users it notifies, named in a line.
    `picture` shows what the lines say, too; `file` comes with them. `live` is the campaign and kind of a card that
    keeps itself fresh.
    """

    title: str = ""
    lines: tuple[str, ...] = ()
    small: tuple[str, ...] = ()
    buttons: tuple[Button, ...] = ()
    tone: Tone = "plain"
    pings: tuple[str, ...] = ()
    live: tuple[int, str] | None = None
    picks: tuple[Pick, ...] = ()
    picture: Picture | None = None
    file: File | None = None

    @property
    def text(self) -> str:
        """All that a reader sees, in order, cut to what one message holds."""
        parts = [f"### {self.title}"] if self.title else []
        parts += self.lines
        parts += [f"-# {line}" for line in self.small]
        whole = "\n".join(parts)
        return whole if len(whole) <= TEXT else whole[: TEXT - 1] + "…"
