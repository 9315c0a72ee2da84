"""Every option of One-Roll's commands, every field of its forms, with values nobody hoped for: one answer each."""

import pytest

from tests.bot.test_hostile import FINE_IN, TEXTS, WHOLE, every_option, forget, one, quoted
from tests.bot.test_oneroll import ADA, FINN, fight, war
from tests.bot.test_tree import COMMANDS

NAMES = [" ".join(line[1:].split()[:2]) for line in COMMANDS.split("\n") if line.startswith("/ore")]
NEEDED = {
    "ore roll": {"pool": "3"},
    "ore check": {"skill": "pistol"},
    "ore contest": {"target": "Finn", "skill": "brawl"},
    "ore assist": {"target": "Finn", "skill": "brawl", "dice": "1"},
    "ore declare": {"action": "attack"},
    "ore assign": {"set": "3x8"},
    "ore odds": {"pool": "5"},
    "ore hurt": {"where": "head"},
    "ore-gm ask": {"who": "Ada", "skill": "sight"},
    "ore-gm declare": {"who": "Finn", "action": "attack"},
    "ore-gm bonus": {"who": "Ada", "dice": "1"},
    "ore-gm award": {"who": "Ada", "points": "1"},
    "ore-gm revive": {"who": "Ada"},
}


@pytest.mark.parametrize("name", NAMES)
async def test_every_option_with_every_value(table, monkeypatch, name):
    for option, value in NEEDED.get(name, {}).items():
        monkeypatch.setitem(FINE_IN, f"{name} {option}", value)
    await war(table, ADA, FINN)
    await fight(table, order=("Ada", "Finn", "Bruno body 3 brawl 4"))
    for who in ("stranger", "player1", "gm"):
        await table.do(f"as {who}")
        await every_option(table, name)


FORMS = {
    "draft": (("/character create", 'click "Type it"'), {}),
    "hurt": (("/play", 'click "Hurt"'), {"where": "head", "shock": "1"}),
    "heal": (("/ore hurt where:torso shock:1", "/play", 'click "Heal"'), {"where": "torso", "shock": "1"}),
}


@pytest.mark.parametrize("name", FORMS)
async def test_every_field_of_every_form_with_every_value(table, name):
    await war(table, ADA, FINN)
    await table.do("as gm", "/campaign setting name:owners_mark value:on", "as player1")
    opened, filled = FORMS[name]
    form = (await table.do(*opened))["form"]
    for field in form["fields"]:
        for value in [*TEXTS, *WHOLE]:
            text = str(value)[: field["max"] or 4000]
            given = {k: v for k, v in filled.items() if k != field["name"]} | {field["name"]: text}
            await table.do(*opened)
            await one(table, "submit " + " ".join(f"{k}:{quoted(v)}" for k, v in given.items()))
            forget(table)
            if name != "draft":  # as good as new
                await table.do("as gm", "/ore-gm revive who:Ada", "/ore heal who:Ada where:head shock:30 killing:30")
                await table.do("/ore heal who:Ada where:torso shock:30 killing:30", "as player1")
