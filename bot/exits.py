"""What the program's exit codes mean, and which fault of a start is told in which words."""

from __future__ import annotations

from enum import IntEnum

import aiohttp
import discord
from pydantic import ValidationError

from bot.settings import wrong_values
from storage.errors import StoreError


class Exit(IntEnum):
    """The exit codes. Those above 64 are the customary ones of sysexits.h where one fits."""

    STOPPED = 0
    CRASHED = 1
    USAGE = 2
    NEWER = 65
    UNREACHABLE = 69
    NO_EXTRA = 72
    UNWRITABLE = 73
    NO_DISCORD = 75
    INTENT = 76
    TOKEN = 77
    SETTINGS = 78


MEANING = {
    Exit.STOPPED: "stopped as asked, or the script went through (a refusal is no error)",
    Exit.CRASHED: "a fault of the program, told in the log; or a step of a script had an error",
    Exit.USAGE: "the command line or the script cannot be used",
    Exit.NEWER: "a newer version of Mojo Table made the database",
    Exit.UNREACHABLE: "the database does not answer or is not usable",
    Exit.NO_EXTRA: "play and console need the extra `play`",
    Exit.UNWRITABLE: "the data folder cannot be written",
    Exit.NO_DISCORD: "Discord cannot be reached; starting again later may help",
    Exit.INTENT: "Discord does not allow an intent that the bot asks for",
    Exit.TOKEN: "Discord refuses the token",
    Exit.SETTINGS: "no token, or a variable of the environment cannot be used",
}

NO_TOKEN = (
    "There is no token. Set DISCORD_TOKEN, in the environment or in a file .env here, to the bot's token"
    " (Discord developer portal, your application, Bot, Reset Token)."
)

_REFUSED = (
    "Discord refuses the token: it is wrong, or was reset. Make a new one (Discord developer portal, your application,"
    " Bot, Reset Token) and set DISCORD_TOKEN to it."
)
_INTENT = (
    "Discord does not allow an intent that the bot asks for. As released it asks for none that must be allowed;"
    " if yours was changed, allow it (Discord developer portal, your application, Bot, Privileged Gateway Intents)."
)
_KINDS = {"newer": Exit.NEWER, "unreachable": Exit.UNREACHABLE, "unwritable": Exit.UNWRITABLE}


def fault(error: BaseException) -> tuple[Exit, str] | None:
    """The exit code and the one line for a fault that whoever hosts the bot can mend; None for any other."""
    match error:
        case ValidationError():
            return Exit.SETTINGS, f"These settings cannot be used: {wrong_values(error)}."
        case StoreError():
            return _KINDS[error.kind], str(error)
        case discord.LoginFailure() | discord.ConnectionClosed(code=4004):
            return Exit.TOKEN, _REFUSED
        case discord.PrivilegedIntentsRequired() | discord.ConnectionClosed(code=4013 | 4014):
            return Exit.INTENT, _INTENT
        case discord.GatewayNotFound() | discord.DiscordServerError() | discord.HTTPException(status=429):
            return _away(error)
        case aiohttp.ClientError() | TimeoutError():
            return _away(error)
    return None


def _away(error: BaseException) -> tuple[Exit, str]:
    said = " ".join(str(error).split()) or type(error).__name__
    return Exit.NO_DISCORD, f"Discord cannot be reached ({said}). Look at this machine's network, or try again later."
