"""Ways to begin at a table of Delve: the ledger's Asha and Bolin, their things, a fight."""

from __future__ import annotations

from typing import Any

from mechanics.games.all import GAMES
from mechanics.state import parts_of

DEEP = '/campaign create name:"The Deep" game:delve'
ASHA = ("player1", "Asha", "2 1 1 0 0 2", 4)
BOLIN = ("player2", "Bolin", "0 0 1 3 2 0", 3)
THINGS = (
    ("Asha", "sword", "melee-weapon"),
    ("Asha", "leather", "armor"),
    ("Asha", "ration", "ration"),
    ("Bolin", "bow", "ranged-weapon"),
    ("Bolin", "scroll of Elemental bolt", "spell"),
    ("Bolin", "ration", "ration"),
)


async def deep(table: Any, *folk: tuple[str, str, str, int], things: Any = THINGS) -> None:
    """A campaign in #deep; who, name, six abilities and the die of Life each; whose, thing, kind."""
    await table.do("as gm", "in #deep", DEEP)
    for who, name, six, die in folk or (ASHA, BOLIN):
        await table.do(f"as {who}", f"/character create name:{name}", 'click "Type it"', f'submit abilities:"{six}"')
        await table.do(f"dice {die}", 'click "Done"', "dice system")
    await table.do("as gm")
    for name, thing, kind in things:
        await table.do(f'/delve-gm award who:{name} item:"{thing}" kind:{kind}')


async def fight(table: Any, *foes: str, first: int = 1, who: tuple[str, ...] = ("Asha", "Bolin")) -> None:
    """A fight of these against these stat lines; `first` is the die of the round."""
    await table.do("as gm", "/combat start", *(f"/combat join who:{name}" for name in who))
    await table.do(*(f'/combat add what:"{line}"' for line in foes), f"dice {first}", "/combat begin", "dice system")


async def stored(table: Any) -> tuple[Any, Any]:
    """The game, and the whole state here, as it is stored."""
    at = table.console.hands.at()
    async with table.bot.store.read() as unit:
        (head,) = await unit.campaigns.of_server(at.guild.id)
        game = GAMES[head.game]
        loaded = await unit.campaigns.load(head, parts_of(game.state), at.id)
    return game, loaded.state


def labels(step: Any, private: bool | None = None) -> list[str]:
    """The labels of a step's buttons that can be pressed, of the card that has any first."""
    for reply in step["replies"]:
        if reply["buttons"] and private in (None, reply["visible_to"] != "all"):
            return [b["label"] for b in reply["buttons"] if not b["disabled"]]
    return []
