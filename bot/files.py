"""Files that people upload: read as text, within bounds."""

from __future__ import annotations

import discord

from mechanics.game import Refused

LARGEST = 2_000_000
"""The largest file that is read, in bytes."""


async def text_of(file: discord.Attachment, largest: int = LARGEST) -> str:
    """The text of an uploaded file. Refuses `too-long` before anything is fetched, `bad-value` for what is no text."""
    if file.size > largest:
        raise Refused("too-long", f"That file has {file.size:,} bytes.", f"up to {largest:,} bytes")
    try:
        return (await file.read()).decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("bad-value", "That file is no text.", "a text file in UTF-8") from None
    except discord.HTTPException:
        raise Refused("bad-value", "That file could not be fetched.", "upload it again") from None
