"""Creatures are copied between the campaigns of a server, by who is GM of both, within one game."""

TWO = """
as gm
in #ring
/campaign create name:"The Ring" game:traits
/creature new name:Umbra
submit line:"umbra 3/2/2 sword 2 dmg 3"
in #other
/campaign create name:Else game:traits
"""


async def test_a_creature_of_another_campaign_is_copied(table):
    await table.play(TWO)
    offered = (await table.do("complete /creature copy name:um"))["choices"]
    assert [c["name"] for c in offered] == ["Umbra (The Ring)"]
    text = await table.text("/creature copy name:umbra as:Shade")
    assert "Shade" in text
    assert "3" in await table.text("/creature show name:Shade")
    assert [c["name"] for c in (await table.do("complete /creature copy name:"))["choices"]] == [
        "Shade",
        "Umbra (The Ring)",
    ]
    await table.do("in #ring")
    assert "Shade" not in await table.text("/creature list")


async def test_only_of_campaigns_of_which_one_is_gm_and_of_this_game(table):
    await table.play(TWO)
    await table.do("/campaign gm who:@player1", "as player1")
    assert (await table.do("complete /creature copy name:"))["choices"] == []
    assert (await table.refused("/creature copy name:Umbra"))[0] == "unknown"
    assert (await table.refused("as stranger", "/creature copy name:Umbra"))[0] == "not-gm"
    await table.do("as gm", "in #den", "/campaign create name:Den game:clan")
    assert (await table.refused("/creature copy name:Umbra"))[0] == "unknown"
    await table.do("in Elsewhere/#x", "/campaign create name:Away game:traits")
    assert (await table.do("complete /creature copy name:"))["choices"] == []


async def test_a_name_that_two_campaigns_know_is_asked_about(table):
    await table.play(TWO)
    await table.do("in #third", "/campaign create name:Third game:traits", "/creature copy name:Umbra", "in #fourth")
    await table.do("/campaign create name:Fourth game:traits")
    before = await table.rows()
    code, _ = await table.refused("/creature copy name:umbra")
    assert code == "ambiguous"
    step = await table.do("/creature copy name:umbra")
    assert "Umbra (The Ring) or Umbra (Third)" in step["replies"][0]["text"]
    assert await table.rows() == before
    assert (await table.do('/creature copy name:"Umbra (Third)"'))["refusal"] is None


async def test_what_the_copy_is_called_keeps_to_the_rules_of_names(table):
    await table.play(TWO)
    before = await table.rows()
    assert (await table.refused(f"/creature copy name:umbra as:{'x' * 90}"))[0] == "too-long"
    assert await table.rows() == before
    assert "@everyone" in await table.text("/creature copy name:umbra as:@everyone")
