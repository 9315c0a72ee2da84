"""Names and other typed text: shown literally, notifying nobody; one name twice; sixty names."""

import pytest

HERE = 'submit name:"{}" abilities:"10 10 10 10 10 10 10 10 10"'


async def make(table, who: str, name: str):
    await table.do(f"as {who}", "/character create", 'click "Type scores"', HERE.format(name))
    return await table.do('click "Done"')


@pytest.mark.parametrize("name", ["@everyone", "@here", "<@1387534817052249558>", "**bold** _it_ ||x|| `y` # z"])
async def test_a_name_is_shown_literally_and_notifies_nobody(table, name):
    await table.campaign()
    step = await make(table, "player1", name)
    assert (await table.state())["sheets"].keys() == {name}
    public = [r for r in step["replies"] if r["visible_to"] == "all"]
    assert name in public[0]["text"]
    await table.do("as gm", "/session start", "as player1", 'click "I\'m here"', "as gm", 'click "Begin"', "as player1")
    for line in ("/dh check ability:luck", "/character sheet", "/character list", "/play", "/record log", "/mojo show"):
        step = await table.do(line)
        assert all(r["pings"] == [] for r in step["replies"]), line
        if line not in ("/mojo show",):
            assert name in step["replies"][0]["text"], line
    for message in every_message(table):
        assert not message.mention_everyone
        assert not message.ping_user_ids
        assert not message.ping_role_ids


def every_message(table):
    return [m for channel in table.world.backend.messages.values() for m in channel.values()]


async def test_a_name_cannot_turn_the_line_around(table):
    await table.campaign()
    await make(table, "player1", "\u202eabc\u202d")
    assert (await table.state())["sheets"].keys() == {"abc"}


async def test_a_role_mention_in_a_note_is_literal(table):
    await table.evening()
    role = table.world.server().create_role("Keepers", mentionable=True)
    note = f"<@&{role.id}> @everyone [x](https://example.org)"
    for line in (f'/roll dice:1d6 note:"{note}"', f'/dh check ability:luck note:"{note}"'):
        step = await table.do("as player1", line)
        assert note in step["replies"][0]["text"]
        assert step["replies"][0]["pings"] == []
    await table.do("/dh hurt amount:2", f'/mojo spend on:"divine wind" note:"{note}"')
    assert not any(m.ping_role_ids or m.mention_everyone or m.ping_user_ids for m in every_message(table))


async def test_a_campaign_called_everyone(table):
    await table.do("as gm", "in #tomb")
    assert "@everyone" in await table.text('/campaign create name:"@everyone" game:dragonhead')
    for line in ("/campaign list", "/play"):
        assert "@everyone" in await table.text(line)
    assert not any(m.mention_everyone for m in every_message(table))


async def test_one_name_twice_is_the_owners_to_avoid(table):
    await table.campaign()
    await make(table, "player1", "Zoë")
    for again in ("zoe\u0308", "ZOË", " Zoë "):
        await table.do("as player1", "/character create", 'click "Type scores"', HERE.format(again))
        code, _ = await table.refused('click "Done"')
        assert code == "name-taken"
        await table.do('click "Drop"')
    await make(table, "player2", "Zoë")
    code, message = await table.refused("as gm", "/dh hurt amount:1 who:Zoë")
    assert code == "ambiguous"
    assert "Zoë (player1)" in message
    assert "Zoë (player2)" in message
    await table.do('/dh hurt amount:1 who:"Zoë (player2)"')
    await table.do("as player2")
    assert (await table.state("Zoë"))["wear"] == 1
    await table.do("as player1")
    assert (await table.state("Zoë"))["wear"] == 0


NAMES = [f"Mara {n:02}" for n in range(30)] + [f"Anselma {n:02}" for n in range(30)]


async def sixty(table) -> None:
    await table.campaign()
    for n, name in enumerate(NAMES):
        who = "player1" if n % 30 == 29 else f"ann{n % 6}"
        await table.do(f"as {who}", f"/character create name:{name}", 'click "Done"')


async def test_sixty_characters_and_twenty_five_suggestions(table):
    await sixty(table)
    step = await table.do("as player1", "complete /character sheet who:ma")
    names = [c["name"] for c in step["choices"]]
    assert len(names) == 25
    assert set(names[:2]) == {"Mara 29", "Anselma 29"}, "one's own first"
    assert all("ma" in n.casefold() for n in names)
    step = await table.do("complete /character sheet who:SELMA")
    assert len(step["choices"]) == 25
    assert step["choices"][0]["name"] == "Anselma 29"
    shown = {c["name"].partition(" (")[0] for c in step["choices"]}
    hidden = next(n for n in NAMES if n.startswith("Anselma") and n not in shown)
    assert hidden in await table.text(f"/character sheet who:{hidden}")
    step = await table.do("complete /character sheet who:nobody")
    assert step["choices"] == []
    step = await table.do("as gm", "complete /mojo spend on:divine-wind who:Mara 03, ma")
    assert len(step["choices"]) == 25
    assert step["choices"][0]["name"].startswith("Mara 03, ")
    text = await table.text("/character list")
    assert "and 20 more" in text


async def test_a_full_name_of_many_that_was_not_suggested_works_in_a_list(table):
    await sixty(table)
    await table.do(
        "as gm", "/session start", "as player1", 'click "I\'m here"', "as gm", "dice " + "6 " * 10, 'click "Begin"'
    )
    await table.do("dice system", '/dh hurt amount:2 who:"Anselma 28"', "dice 5 6")
    await table.do('/mojo spend on:divine-wind who:"Anselma 28, Mara 29"')
    assert (await table.state("Anselma 28"))["wear"] == 0
