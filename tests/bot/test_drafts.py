"""A character in the making is its owner's alone: in replies, suggestions, lists, the record and the state."""

import json

import pytest

SECRET = "Umbrina"


@pytest.fixture
async def drafted(table):
    await table.campaign()
    for line in (f"/character create name:{SECRET}", 'click "Roll scores"', 'click "Type scores"', "submit hp:17"):
        step = await table.do("as player1", line)
        assert all(r["visible_to"] == ["player1"] for r in step["replies"]), step
    return table


@pytest.mark.parametrize("who", ["player2", "gm", "boss with manage_guild"])
async def test_nobody_else_sees_a_draft(drafted, who):
    table = drafted
    if who.startswith("boss"):
        await table.do(f"as {who}", "/campaign takeover")
    await table.do(f"as {who}")
    (row,) = (await table.rows())["character"]
    for line in (
        "state",
        "/character list",
        "/record log",
        "/campaign list",
        "/play",
        "complete /character sheet who:",
        "complete /character sheet who:umb",
        "complete /mojo spend on:divine-wind who:umb",
    ):
        step = await table.do(line)
        told = json.dumps([step["replies"], step["choices"], step["state"], step["facts"], step["refusal"]])
        assert SECRET not in told, line
    for name in (SECRET, row[1], f"{SECRET} (player1)"):
        for line in (
            "/character sheet who:",
            "/character use who:",
            "/dh check ability:luck who:",
            "/dh hurt amount:1 who:",
            "/dh versus ability:luck target:",
            "/record log who:",
        ):
            step = await table.do(f'{line}"{name}"')
            assert step["refusal"]["code"] == "unknown", (line, name, step["refusal"])
            assert SECRET not in step["refusal"]["message"]


async def test_what_is_kept_of_the_record_and_why_do_not_tell_of_a_draft(drafted):
    table = drafted
    await table.do("as gm", "/record export")
    kept = table.world.sent_file("record.jsonl", table.world.person("gm").id).decode()
    assert SECRET not in kept
    assert len(kept.splitlines()) == 1, "the founding alone"
    for n in range(1, 6):
        step = await table.do(f"/record why entry:{n}")
        assert SECRET not in json.dumps(step["replies"])
        assert (step["refusal"] is None) == (n == 1)
    await table.do("as player1", 'click "Done"', "as gm", "/record export")
    kept = table.world.sent_file("record.jsonl", table.world.person("gm").id).decode()
    assert SECRET in kept
    assert len(kept.splitlines()) == 5


@pytest.mark.parametrize("end", ['as player1\nclick "Drop"', "as gm\n/record undo\n/record undo\n/record undo"])
async def test_a_draft_that_is_gone_stays_unknown(drafted, end):
    await drafted.play(f"{end}\nas gm")
    for line in ("/record log", "/record why entry:2", "/record export", "state", "/character list"):
        step = await drafted.do(line)
        assert SECRET not in json.dumps([step["replies"], step["state"], step["facts"]]), line
    kept = drafted.world.sent_file("record.jsonl", drafted.world.person("gm").id).decode()
    assert SECRET not in kept


async def test_undo_does_not_tell_of_a_draft(drafted):
    step = await drafted.do("as gm", "/record undo")
    assert SECRET not in json.dumps(step["replies"])
    step = await drafted.do("/record redo")
    assert SECRET not in json.dumps(step["replies"])


async def test_two_people_make_characters_of_one_name_at_once(table):
    await table.campaign()
    for who in ("player1", "player2"):
        await table.do(f"as {who}", f"/character create name:{SECRET}", 'click "Type scores"', "submit hp:11")
    await table.do("together", "as player1", 'click "Done"', "as player2", 'click "Done"', "end")
    names = (await table.state())["campaign"]["names"].values()
    assert sorted((n["owner"], n["kind"]) for n in names) == [("player1", "pc"), ("player2", "pc")]


async def test_a_finished_or_dropped_draft_answers_old_buttons(drafted):
    table = drafted
    await table.do("as player1", "/character create", 'click "Done"')
    code, _ = await table.refused('click "Done"')
    assert code in ("STATE", "stale")
    await table.do("/character create name:Other", 'click "Drop"')
    code, _ = await table.refused('click "Done"')
    assert code in ("STATE", "stale", "unknown")
