"""Every option of Clan's commands, every field of its forms, with values nobody hoped for: one answer each."""

import pytest

from tests.bot.test_clan import fight, pit
from tests.bot.test_hostile import FINE_IN, TEXTS, WHOLE, every_option, forget, one, quoted
from tests.bot.test_tree import COMMANDS

NAMES = [" ".join(line[1:].split()[:2]) for line in COMMANDS.split("\n") if line.startswith("/clan")]
NEEDED = {
    "clan check": {"ability": "kick"},
    "clan attack": {"target": "Mote"},
    "clan maneuver": {"intent": "hold", "target": "Mote"},
    "clan kill": {"target": "Mote"},
    "clan act": {"what": "shouts"},
    "clan luck": {"count": "1"},
    "clan buy": {"feature": "Past"},
    "clan hurt": {"amount": "1"},
    "clan heal": {"amount": "1"},
    "clan-gm ask": {"who": "Brakka", "ability": "kick"},
    "clan-gm feature": {"name": "Hide"},
    "clan-gm weapon": {"who": "Brakka", "name": "axe", "dice": "1d6"},
    "clan-gm rest": {"who": "Brakka"},
    "clan-gm survive": {"who": "Brakka", "dc": "9"},
    "clan-gm award": {"who": "Brakka"},
    "clan-gm kill": {"who": "Mote"},
    "clan-gm revive": {"who": "Mote"},
}


@pytest.mark.parametrize("name", NAMES)
async def test_every_option_with_every_value(table, monkeypatch, name):
    for option, value in NEEDED.get(name, {}).items():
        monkeypatch.setitem(FINE_IN, f"{name} {option}", value)
    await pit(table)
    if name not in ("clan-gm rest", "clan kill"):
        await fight(table, ("Brakka", 9), ("Gnarl 3/5/1 claw 1d10", 5), ("Mote", 2))
    if name == "clan kill":
        await table.do("/clan hurt amount:20 who:Mote")
    if name in ("clan luck", "clan keep", "clan-gm narrate"):
        await table.do("as player1", "dice 1", "/clan attack target:Gnarl", "dice system")
    gms = name.startswith("clan-gm") or name in ("clan hurt", "clan heal")
    await table.do("as gm" if gms else "as player1")
    await every_option(table, name)


FORMS = {
    "draft": (("/character create", 'click "Type it"'), {}),
    "hurt": (("/play", 'click "Hurt"'), {"amount": "1"}),
    "weapon": (("/play", 'click "Weapon"'), {"name": "axe", "dice": "1d6"}),
    "other": (('click "My turn"', 'choose "Something else"', 'click "Something else"'), {"what": "x", "cost": "0"}),
}


@pytest.mark.parametrize("name", FORMS)
async def test_every_field_of_every_form_with_every_value(table, name):
    await pit(table)
    await table.do("/campaign setting name:owners_mark value:on", "/campaign ruling name:weapons_need_gm value:off")
    if name == "other":
        await fight(table, ("Brakka", 9), ("Mote", 2))
    opened, filled = FORMS[name]
    form = (await table.do("as player1", *opened))["form"]
    for field in form["fields"]:
        for value in [*TEXTS, *WHOLE][:: 4 if name == "other" else 1]:  # a turn for each is much to play
            text = str(value)[: field["max"] or 4000]
            if not text and field["required"]:
                continue
            typed = " ".join(f"{k}:{quoted(v)}" for k, v in (filled | {field["name"]: text}).items())
            await one(table, f"submit {typed}")
            forget(table)
            if name != "draft":  # as good as new
                await table.do("as gm", "/clan heal who:Brakka amount:99")
                await table.do("/character edit who:Brakka field:weapons value:none")
                if name == "other":
                    await table.do("/combat next", "/combat next", "/combat status")
                await table.do("as player1")
            step = await table.do(*opened)
            assert step["form"], step
