"""What counts as the same commands: ours against the shape in which Discord lists them."""

import copy
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from bot.app import COGS, build
from bot.settings import Settings
from bot.upload import same
from tests.bot.loopback import listed

OURS: list[dict[str, Any]] = [
    {
        "name": "campaign",
        "description": "Campaigns",
        "type": 1,
        "nsfw": False,
        "dm_permission": False,
        "default_member_permissions": 32,
        "contexts": [0],
        "integration_types": [0],
        "options": [
            {
                "type": 1,
                "name": "create",
                "description": "Make one",
                "options": [
                    {"type": 3, "name": "name", "description": "Its name", "required": True, "max_length": 80},
                    {
                        "type": 3,
                        "name": "game",
                        "description": "Which",
                        "required": False,
                        "choices": [{"name": "Dragonhead", "value": "dragonhead"}, {"name": "Clan", "value": "clan"}],
                    },
                    {"type": 7, "name": "hall", "description": "Where", "required": False, "channel_types": [11, 0]},
                ],
            },
            {"type": 1, "name": "list", "description": "All", "options": []},
        ],
    },
    {
        "name": "roll",
        "description": "Throw",
        "type": 1,
        "nsfw": False,
        "dm_permission": True,
        "default_member_permissions": None,
        "contexts": [0, 1, 2],
        "integration_types": [0, 1],
        "options": [
            {"type": 4, "name": "times", "description": "How often", "required": False, "min_value": 0, "max_value": 9},
            {"type": 3, "name": "dice", "description": "What", "required": False, "autocomplete": True},
        ],
    },
]


def shown() -> list[dict[str, Any]]:
    """The commands as Discord lists them, in an order of its own."""
    return [listed(c, n) for n, c in enumerate(reversed(OURS))]


def test_discords_own_additions_and_omissions_do_not_count():
    theirs = shown()
    assert "required" not in theirs[1]["options"][0]["options"][1]
    assert "options" not in theirs[1]["options"][1]
    assert theirs[1]["default_member_permissions"] == "32"
    assert same(OURS, theirs)


def test_neither_does_the_order_of_contexts_nor_an_entry_point_of_an_activity():
    theirs = shown()
    theirs[0]["contexts"], theirs[0]["integration_types"] = [2, 0, 1], [1, 0]
    theirs[1]["options"][0]["options"][2]["channel_types"] = [0, 11]
    theirs.append({"id": "1", "type": 4, "name": "launch", "description": "", "handler": 2})
    assert same(OURS, theirs)


def test_nothing_listed_is_another_list():
    assert not same(OURS, [])
    assert not same([], shown())
    assert same([], [])


Change = Callable[[list[dict[str, Any]]], Any]
CHANGES: dict[str, Change] = {
    "a command more": lambda t: t.append({**t[0], "name": "old"}),
    "a command less": lambda t: t.pop(),
    "a name": lambda t: t[0].update(name="throw"),
    "a kind of command": lambda t: t[0].update(type=2),
    "a description": lambda t: t[0].update(description="Throw dice"),
    "other rights": lambda t: t[1].update(default_member_permissions="8"),
    "no rights": lambda t: t[1].update(default_member_permissions=None),
    "rights of nobody": lambda t: t[0].update(default_member_permissions="0"),
    "contexts": lambda t: t[0].update(contexts=[0]),
    "installations": lambda t: t[0].update(integration_types=[0]),
    "age limit": lambda t: t[0].update(nsfw=True),
    "a subcommand less": lambda t: t[1]["options"].pop(),
    "order of subcommands": lambda t: t[1]["options"].reverse(),
    "name of a subcommand": lambda t: t[1]["options"][1].update(name="all"),
    "description of an option": lambda t: t[1]["options"][0]["options"][0].update(description="A name"),
    "type of an option": lambda t: t[0]["options"][0].update(type=10),
    "an option required": lambda t: t[0]["options"][0].update(required=True),
    "an option no longer required": lambda t: t[1]["options"][0]["options"][0].pop("required"),
    "completion": lambda t: t[0]["options"][1].pop("autocomplete"),
    "a least of nothing": lambda t: t[0]["options"][0].pop("min_value"),
    "another least": lambda t: t[0]["options"][0].update(min_value=1),
    "another most": lambda t: t[0]["options"][0].update(max_value=10),
    "a least length": lambda t: t[1]["options"][0]["options"][0].update(min_length=1),
    "another most length": lambda t: t[1]["options"][0]["options"][0].update(max_length=81),
    "order of options": lambda t: t[0]["options"].reverse(),
    "a choice less": lambda t: t[1]["options"][0]["options"][1]["choices"].pop(),
    "name of a choice": lambda t: t[1]["options"][0]["options"][1]["choices"][0].update(name="Dragon"),
    "value of a choice": lambda t: t[1]["options"][0]["options"][1]["choices"][0].update(value="dragon"),
    "kinds of channel": lambda t: t[1]["options"][0]["options"][2].update(channel_types=[0]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_every_single_difference_counts(change):
    theirs = shown()
    change(theirs)
    assert not same(OURS, theirs)


async def test_the_bots_own_commands_listed_are_the_same():
    bot = build(Settings(_env_file=None))
    for cog in COGS:
        await import_module(cog).setup(bot)
    ours = [c.to_dict(bot.tree) for c in bot.tree.get_commands()]
    theirs = [listed(c, n) for n, c in enumerate(copy.deepcopy(ours))]
    assert same(ours, theirs)
    theirs[-1]["description"] += "!"
    assert not same(ours, theirs)
