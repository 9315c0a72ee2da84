"""Every option of Delve's commands, every field of its forms, with values nobody hoped for: one answer each."""

import pytest

from tests.bot.delve_table import deep, fight
from tests.bot.test_hostile import FINE_IN, TEXTS, WHOLE, every_option, forget, one, quoted
from tests.bot.test_tree import COMMANDS

NAMES = [" ".join(line[1:].split()[:2]) for line in COMMANDS.split("\n") if line.startswith("/delve")]
IN_A_FIGHT = ("attack", "cast", "feat", "move", "use", "aid", "luck")
NEEDED = {
    "delve check": {"ability": "dex"},
    "delve attack": {"target": "Ogre"},
    "delve cast": {"spell": "Elemental bolt"},
    "delve feat": {"what": "leap"},
    "delve move": {"feet": "5"},
    "delve use": {"item": "ration"},
    "delve aid": {"target": "Bolin"},
    "delve luck": {"for": "item"},
    "delve buy": {"ability": "con"},
    "delve hurt": {"amount": "1"},
    "delve heal": {"amount": "1"},
    "delve-gm ask": {"who": "Asha", "ability": "wis"},
    "delve-gm attack": {"enemy": "Ogre", "target": "Asha"},
    "delve-gm award": {"who": "Asha"},
    "delve-gm wound": {"who": "Asha"},
    "delve-gm kill": {"who": "Bolin"},
    "delve-gm revive": {"who": "Bolin"},
}


@pytest.mark.parametrize("name", NAMES)
async def test_every_option_with_every_value(table, monkeypatch, name):
    for option, value in NEEDED.get(name, {}).items():
        monkeypatch.setitem(FINE_IN, f"{name} {option}", value)
    await deep(table)
    if name.split()[1] in IN_A_FIGHT:
        await fight(table, "Ogre 3 life 900", first=1)
    await table.do("as gm" if name.startswith("delve-gm") else "as player1")
    await every_option(table, name)
    needed = " ".join(f"{k}:{quoted(v)}" for k, v in NEEDED.get(name, {}).items())
    for who in ("stranger", "player2", "gm"):
        await table.do(f"as {who}")
        await one(table, f"/{name} {needed}".strip())


FORMS = {
    "draft": (("as player1", "/character create", 'click "Type it"'), {"name": "Nell", "abilities": "str 6"}),
    "hurt": (("as player1", "/play", 'click "Hurt"'), {"amount": "1"}),
    "hire": (("as gm", "/play", 'click "Hire"'), {"who": "Asha", "line": "guard 1 life 4", "price": "1"}),
    "feat": (
        ("as player1", 'click "My turn"', 'choose "A daring feat"', 'click "Say what"'),
        {"what": "leap", "ability": ""},
    ),
    "judge": (("as player1", "/delve feat what:leap", "as gm", 'click "Set TN"'), {"tn": "9", "ability": "str"}),
}
ODD = [*TEXTS[::2], *WHOLE[::3]]


@pytest.mark.parametrize("name", FORMS)
async def test_every_field_of_every_form_with_odd_values(table, name):
    await deep(table)
    await table.do("/campaign setting name:owners_mark value:on", "/delve-gm award who:Asha coins:999")
    opened, filled = FORMS[name]
    for key in filled:
        for value in ODD[::5] if name in ("feat", "judge") else ODD:
            if name in ("feat", "judge"):  # a feat waits until it is decided, and takes the action
                await table.do("as gm", *(["/combat end"] if (await table.state())["scene"]["fight"] else []))
                await fight(table, "Ogre 3 life 900")
            form = (await table.do(*opened))["form"]
            field = next(f for f in form["fields"] if f["name"] == key)
            given = filled | {key: str(value)[: field["max"] or 4000]}
            if given[key] or not field["required"]:
                await one(table, "submit " + " ".join(f"{k}:{quoted(v)}" for k, v in given.items()))
            forget(table)
            if name == "hurt":
                await table.do("as gm", "/delve-gm revive who:Asha", "/delve heal who:Asha amount:99")
