"""Who fights in one channel does nothing in another that would cost them a turn there."""

import pytest

BEGUN = {
    "delve": ('in #a\n/campaign create name:"Deep" game:delve', "/delve check ability:str", "rat 1 life 4"),
    "clan": ('in #a\n/campaign create name:"Pit" game:clan', "/clan check ability:bad dc:1", "rat 2/4/3"),
    "traits": ('in #a\n/campaign create name:"Ring" game:traits', "/traits burn trait:physical points:1", "rat 1/1/1"),
}


@pytest.mark.parametrize("game", BEGUN)
async def test_a_fight_in_another_channel_is_gone_on_with_there(table, game):
    found, line, creature = BEGUN[game]
    await table.play(f'as gm\n{found}\nas player1\n/character create name:Asha\nclick "Done"\nas gm\nin #b')
    await table.do(
        "/campaign here", "in #a", "/combat start", "/combat join who:Asha", f'/combat add what:"{creature}"'
    )
    await table.do("as player1", "in #b")
    assert (await table.do(line))["refusal"] is None, "nothing has begun yet"
    await table.do("as gm", "/record undo", "in #a", "/combat begin", "as player1", "in #b")
    before = await table.rows()
    code, said = await table.refused(line)
    assert (code, said) == ("fight-running", "Asha is in a fight in another channel.")
    assert await table.rows() == before
    labels = [b["label"] for b in (await table.do("/play"))["replies"][0]["buttons"] if not b["disabled"]]
    assert not {"Burn", "Spells and things", "Rest"} & set(labels), labels
    if game == "clan":
        assert (await table.refused("as gm", "/clan-gm rest who:Asha"))[0] == "STATE"
        await table.do("as player1")
    await table.do("/character note", "in #a")
    assert (await table.do("/combat status"))["refusal"] is None
    await table.do("as gm", "/combat end", "as player1", "in #b")
    assert (await table.do(line))["refusal"] is None
