"""Every option of Traits' commands and of a fight's, every field of its forms, with values nobody hoped for."""

import pytest

from tests.bot.test_hostile import FINE_IN, TEXTS, WHOLE, every_option, forget, one, quoted
from tests.bot.test_traits import fight, ring
from tests.bot.test_tree import COMMANDS

NAMES = [" ".join(line[1:].split()[:2]) for line in COMMANDS.split("\n") if line.startswith(("/traits", "/combat"))]
NEEDED = {
    "combat add": {"what": "guard 3/2/2"},
    "combat order": {"who": "Santo", "place": "1"},
    "combat hide": {"who": "Santo"},
    "combat reveal": {"who": "Santo"},
    "combat effect": {"who": "Santo", "name": "Blessed"},
    "combat remove": {"who": "Santo"},
    "traits challenge": {"trait": "physical", "target": "Santo"},
    "traits burn": {"trait": "physical", "points": "1"},
    "traits move": {"steps": "1"},
    "traits buy": {"what": "physical"},
    "traits hurt": {"amount": "1"},
    "traits heal": {"amount": "1"},
    "traits-gm ask": {"who": "Marsha", "trait": "mental", "vs": "3"},
    "traits-gm award": {"who": "Marsha", "exp": "5"},
    "traits-gm ability": {"name": "Parry"},
    "traits-gm discipline": {"name": "Merchant"},
    "traits-gm flag": {"who": "Marsha", "flag": "stays-up", "value": "on"},
    "traits-gm revive": {"who": "Santo"},
}


@pytest.fixture
def needed(monkeypatch):
    for name, options in NEEDED.items():
        for option, value in options.items():
            monkeypatch.setitem(FINE_IN, f"{name} {option}", value)


@pytest.mark.parametrize("name", NAMES)
async def test_every_option_with_every_value(table, needed, name):
    await ring(table)
    await table.do("as gm", '/traits-gm discipline name:Merchant abilities:"Small Talk 2" who:Marsha')
    await fight(table)
    await table.do("as player1", "/traits challenge trait:mental target:Santo")
    for who in ("stranger", "player1", "gm"):
        await table.do(f"as {who}")
        await every_option(table, name)


FORMS = {
    "draft": (("/character create", 'click "Type it"'), {}),
    "hurt": (("/play", 'click "Hurt"'), {"amount": "1"}),
    "burn": (("/play", 'click "Burn"'), {"trait": "mental", "points": "1"}),
}


@pytest.mark.parametrize("name", FORMS)
async def test_every_field_of_every_form_with_every_value(table, name):
    await ring(table)
    await table.do("as gm", "/campaign setting name:owners_mark value:on", "as player1")
    opened, filled = FORMS[name]
    form = (await table.do(*opened))["form"]
    for field in form["fields"]:
        for value in [*TEXTS, *WHOLE]:
            text = str(value)[: field["max"] or 4000]
            if not text and field["required"]:
                continue
            typed = " ".join(f"{k}:{quoted(v)}" for k, v in (filled | {field["name"]: text}).items())
            await one(table, f"submit {typed}")
            forget(table)
            for line in opened:
                step = await table.step(line)
            if step["form"] is None:  # dead, or with nothing left to burn: as good as new
                await table.do("as gm", "/traits-gm revive who:Marsha", "/traits heal who:Marsha amount:99")
                await table.do("/character edit who:Marsha field:burned value:none", "as player1")
                for line in opened:
                    step = await table.do(line)
            assert step["form"], step
