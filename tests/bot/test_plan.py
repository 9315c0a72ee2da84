"""`/session plan`: the card that everybody reads in their own zone, its three answers, the one reminder."""

from datetime import UTC, datetime

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import text

from mechanics.campaign import Campaign, Person
from tests.bot.table import Table, new_console


def utc(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


START = utc("2026-01-01 00:00")
"""About when the console's world begins."""
AT = utc("2026-01-05 19:00")
PLAN = '/session plan when:"2026-01-05 20:00" zone:Europe/Berlin note:"bring dice"'


async def planned(table, line: str = PLAN) -> None:
    await table.campaign()
    assert (await table.do(line))["refusal"] is None


async def plan(table) -> dict:
    return (await table.state())["campaign"]["plan"]


def card(table) -> str:
    """The plan's card as it is now."""
    (newest, *_) = [
        m for m in reversed(table.world.written(table.console.hands.at().id)) if "plan-answer" in str(m.components)
    ]
    return str(newest.components[0]["components"][0]["content"])


def reminders(step) -> list[dict]:
    return [r for r in step["replies"] if "The session is near" in r["text"]]


# -- the card


async def test_the_card_shows_the_time_to_each_reader_the_note_and_three_buttons(table):
    await table.campaign()
    step = await table.do(PLAN)
    (reply,) = step["replies"]
    assert reply["visible_to"] == "all" and reply["pings"] == []
    assert [b["label"] for b in reply["buttons"]] == ["I'm in", "Maybe", "No"]
    text = card(table)
    assert f"<t:{AT}:F> (<t:{AT}:R>)" in text
    assert "> bring dice" in text
    assert "read as Europe/Berlin time" in text and "an hour before" in text
    log = await table.text("/record log")
    assert "gm plans the next session: 2026-01-05 20:00 Europe/Berlin." in log


async def test_answers_show_on_the_card_and_may_change(table):
    await planned(table)
    await table.do("as player1", 'click "I\'m in"', "as player2", 'click "Maybe"', "as player3", 'click "No"')
    assert "In (1): player1\nMaybe (1): player2\nNot (1): player3" in card(table)
    step = await table.do("as player2", 'click "I\'m in"')
    assert [r["edited"] for r in step["replies"]] == [True]
    assert "In (2): player1, player2\nNot (1): player3" in card(table)
    assert (await plan(table))["answers"] == {"player1": "yes", "player2": "yes", "player3": "no"}


async def test_a_double_click_answers_once(table):
    await planned(table)
    step = await table.do("as player1", "together", 'click "No"', 'click "No"', "end")
    assert step["refusal"]["code"] == "already-in"
    assert (await plan(table))["answers"] == {"player1": "no"}
    entries = await table.entries()
    code, _ = await table.refused('click "No"')
    assert code == "already-in" and await table.entries() == entries


async def test_a_stranger_plans_nothing(table):
    await table.campaign()
    for line in (PLAN, '/session plan when:"never"', '/session plan when:"in 3h" zone:Mars'):
        code, _ = await table.refused("as stranger", line)
        assert code == "not-gm"
    assert await plan(table) is None


async def test_what_cannot_be_a_plan_is_refused_with_what_is_accepted(table):
    await table.campaign()
    for line, code, words in (
        ('/session plan when:"soon"', "bad-value", "fri 20:00"),
        ('/session plan when:"2025-12-31 20:00"', "bad-value", "to come"),
        ('/session plan when:"fri 20:00" zone:Mars', "unknown", "Europe/Berlin"),
        ('/session plan when:"2026-03-29 02:30" zone:Europe/Berlin', "bad-value", "2026-03-29 03:00"),
    ):
        step = await table.do(line)
        assert step["refusal"]["code"] == code and words in step["refusal"]["hint"], line
    assert await table.entries() == 1


async def test_planning_again_replaces_the_card_and_an_old_button_is_stale(table):
    await planned(table)
    await table.do("as player1", 'click "I\'m in"', "as gm")
    code, _ = await table.refused(PLAN)
    assert code == "already-in"
    await table.do('/session plan when:"2026-01-06 20:00"')
    assert (await plan(table))["answers"] == {}
    assert (await plan(table))["at"] == AT + 24 * 3600, "in the zone of the last time"
    channel = table.console.hands.at()
    old, new = [m for m in table.world.written(channel.id) if m.visible_to(table.world.person("player1").id)][-2:]
    assert "An old copy" in str(old.components) and "plan-answer" not in str(old.components)
    buttons = new.components[0]["components"][1]["components"]
    buttons[0]["custom_id"] = f"mt:plan-answer:yes:{AT}"
    code, _ = await table.refused("as player1", 'click "I\'m in"')
    assert code == "stale"


async def test_without_a_zone_it_is_utc_and_the_card_says_so(table):
    await planned(table, '/session plan when:"2026-01-05 20:00"')
    assert (await plan(table))["at"] == AT + 3600
    assert "read as UTC, since no zone was ever named here" in card(table)


async def test_zones_are_completed(table):
    await table.campaign()
    step = await table.do("complete /session plan when:fri zone:berl")
    assert step["choices"] == [{"name": "Europe/Berlin", "value": "Europe/Berlin"}]
    assert len((await table.do('complete /session plan when:fri zone:""'))["choices"]) == 25


async def test_a_note_for_everybody_notifies_nobody_and_stays_short(table):
    await table.campaign()
    note = "@everyone @here <@&1> # big **bold** " + "x" * 5000
    step = await table.do(f'/session plan when:"in 3h" note:"{note}"')
    (reply,) = step["replies"]
    assert reply["pings"] == []
    assert "\\<@&1\\> # big \\*\\*bold" in card(table)
    assert len(card(table)) < 1000
    sent = [s.json for s in table.world.backend.http_requests if "@everyone" in str(s.json)]
    assert sent
    for body in sent:
        assert (body.get("data") or body)["allowed_mentions"]["parse"] == []
    await table.do("as player1", 'click "I\'m in"')
    (told,) = reminders(await table.do("advance 2h"))
    assert told["pings"] == ["player1"]


async def test_two_hundred_people_answer_and_it_stays_one_message(table):
    """The answers of the others are stored directly; two are pressed. Every one is reminded, each once."""
    await planned(table)
    async with table.bot.store.write() as unit:
        connection = unit.campaigns._connection
        kept = msgspec.json.decode(
            (await connection.execute(text("SELECT data FROM campaign"))).scalar_one(), type=Campaign
        )
        crowd = {str(10**18 + n): Person("W" * 16 + "*_`" * 5 + str(n)) for n in range(198)}
        answered = replace(kept.plan, answers=dict.fromkeys(crowd, "yes"))
        kept = replace(kept, people={**kept.people, **crowd}, plan=answered)
        await connection.execute(text("UPDATE campaign SET data = :data"), {"data": msgspec.json.encode(kept)})
    await table.do("as player1", 'click "I\'m in"', "as player2", 'click "I\'m in"')
    assert "In (200): " in card(table) and "and 180 more" in card(table)
    before = len(table.world.backend.http_requests)
    step = await table.do(f"advance {4 * 24 + 18}h")
    assert len(reminders(step)) == 3
    sent = [s.json for s in table.world.backend.http_requests[before:] if "The session is near" in str(s.json)]
    named = [user for body in sent for user in body["allowed_mentions"]["users"]]
    assert len(named) == len(set(named)) == 200
    assert all(len(body["allowed_mentions"]["users"]) <= 100 for body in sent)


# -- times that happen twice


TWICE = '/session plan when:"2026-10-25 02:30" zone:Europe/Berlin note:"a long night"'
FIRST, SECOND = utc("2026-10-25 00:30"), utc("2026-10-25 01:30")


async def test_a_time_that_happens_twice_is_asked_about_privately(table):
    await table.campaign()
    step = await table.do(TWICE)
    (reply,) = step["replies"]
    assert reply["visible_to"] == ["gm"]
    assert [b["label"] for b in reply["buttons"]] == ["The first: UTC+02:00", "The second: UTC+01:00"]
    assert await plan(table) is None and await table.entries() == 1
    step = await table.do("restart", 'click "The second"')
    (reply,) = step["replies"]
    assert reply["visible_to"] == "all"
    stored = await plan(table)
    assert (stored["at"], stored["zone"], stored["note"]) == (SECOND, "Europe/Berlin", "a long night")
    assert (await table.do("as player1", 'click "I\'m in"'))["refusal"] is None


async def test_the_first_reading_is_the_earlier_one_and_is_taken_once(table):
    await table.campaign()
    step = await table.do(TWICE, "together", 'click "The first"', 'click "The first"', "end")
    assert step["refusal"]["code"] == "already-in"
    assert (await plan(table))["at"] == FIRST
    code, _ = await table.refused('click "The second"')
    assert code == "stale"
    assert (await plan(table))["at"] == FIRST


async def test_a_question_is_stale_after_another_was_asked_or_something_was_planned(table):
    await table.campaign()
    await table.do(TWICE, TWICE.replace("10-25 02:30", "10-25 02:40"))
    code, _ = await table.refused('click "The first" copy:2')
    assert code == "stale"
    await table.do('/session plan when:"in 3h"')
    code, _ = await table.refused('click "The first"')
    assert code == "stale"


async def test_who_is_gm_no_longer_answers_no_question(table):
    await table.campaign()
    await table.do("/campaign gm who:@gm2", "as gm2", TWICE, "as gm", "/campaign gm who:@gm2 act:remove", "as gm2")
    code, _ = await table.refused('click "The first"')
    assert code == "not-gm"


# -- the reminder


async def test_one_reminder_an_hour_before_to_those_who_are_in(table):
    await planned(table, '/session plan when:"in 3h" note:"bring dice"')
    await table.do("as player1", 'click "I\'m in"', "as player2", 'click "Maybe"', "as player3", 'click "No"')
    assert reminders(await table.do("advance 118m")) == []
    step = await table.do("advance 3m")
    (told,) = reminders(step)
    assert told["visible_to"] == "all"
    assert told["pings"] == ["player1"]
    assert "bring dice" in told["text"]
    assert (await plan(table))["reminded"]
    assert "an hour before" not in card(table)
    assert reminders(await table.do("advance 5h")) == []


async def test_nobody_is_in_nobody_is_told(table):
    await planned(table, '/session plan when:"in 3h"')
    step = await table.do("as player1", 'click "Maybe"', "advance 4h")
    assert reminders(step) == []


async def test_a_restart_before_the_reminder_loses_nothing(table):
    await planned(table, '/session plan when:"in 3h"')
    await table.do("as player1", 'click "I\'m in"', "restart")
    (told,) = reminders(await table.do("advance 121m"))
    assert told["pings"] == ["player1"]
    assert reminders(await table.do("restart", "advance 10m")) == []


async def test_planned_anew_the_reminder_moves(table):
    await planned(table, '/session plan when:"in 3h"')
    await table.do('/session plan when:"in 6h"', "as player1", 'click "I\'m in"')
    assert reminders(await table.do("advance 4h")) == []
    assert len(reminders(await table.do("advance 61m"))) == 1


async def test_within_the_hour_there_is_no_reminder(table):
    await planned(table, '/session plan when:"in 50m"')
    assert "an hour before" not in card(table)
    assert reminders(await table.do("as player1", 'click "I\'m in"', "advance 2h")) == []


async def test_a_plan_that_was_taken_back_reminds_nobody_until_it_is_in_force_again(table):
    await planned(table, '/session plan when:"in 3h"')
    await table.do("/record undo")
    assert await plan(table) is None
    shown = table.world.written(table.console.hands.at().id)
    assert any("No session is planned" in str(m.components) for m in shown)
    assert reminders(await table.do("advance 1h")) == []
    await table.do("/record redo", "as player1", 'click "I\'m in"')
    assert len(reminders(await table.do("advance 61m"))) == 1


async def test_a_reminder_that_is_taken_back_is_not_given_again(table):
    await planned(table, '/session plan when:"in 3h"')
    step = await table.do("as player1", 'click "I\'m in"', "advance 121m")
    assert len(reminders(step)) == 1
    step = await table.do("as gm", "/record undo", "as player2", 'click "I\'m in"', "advance 2h")
    assert reminders(step) == []


async def test_an_archived_campaign_reminds_nobody(table):
    await planned(table, '/session plan when:"in 3h"')
    await table.do("as player1", 'click "I\'m in"', "as gm", "/campaign archive")
    assert reminders(await table.do("advance 4h")) == []


async def test_a_card_that_was_deleted_is_reminded_of_where_the_campaign_is_played(table):
    await planned(table, '/session plan when:"in 3h"')
    await table.do("as player1", 'click "I\'m in"', "delete", "as player2", "/play", 'click "I\'m in"')
    (told,) = reminders(await table.do("advance 121m"))
    assert sorted(told["pings"]) == ["player1", "player2"]


async def test_a_channel_where_the_bot_may_not_write_is_no_fault(table):
    await planned(table, '/session plan when:"in 3h"')
    await table.do("as player1", 'click "I\'m in"', "deny send")
    assert reminders(await table.do("advance 121m")) == []
    assert (await table.do("allow send", "/play"))["refusal"] is None


async def test_a_reminder_missed_while_the_bot_was_away_is_made_up_for_while_it_is_of_use(tmp_path):
    hour = 3600
    for away, told in ((3 * hour + 1800, 1), (4 * hour, 0)):
        folder = tmp_path / str(away)
        folder.mkdir()
        async with new_console(folder, now=datetime.fromtimestamp(START, UTC)) as console:
            table = Table(console, folder)
            await planned(table, '/session plan when:"in 4h"')
            await table.do("as player1", 'click "I\'m in"')
        async with new_console(folder, now=datetime.fromtimestamp(START + away + 60, UTC)) as console:
            table = Table(console, folder)
            await table.do("as player1", "in #tomb", "advance 1m")
            sent = [s.json for s in console.world.backend.http_requests if "The session is near" in str(s.json)]
            assert len(sent) == told, away


# -- the panel


async def test_the_panel_asks_who_has_not_answered(table):
    await planned(table)
    step = await table.do("as player1", "/play")
    assert [b["label"] for b in step["replies"][0]["buttons"]][:3] == ["I'm in", "Maybe", "No"]
    step = await table.do('click "Maybe"')
    private = [r for r in step["replies"] if r["visible_to"] == ["player1"]]
    assert private and all(b["label"] != "Maybe" for b in private[0]["buttons"])
    assert "Maybe (1): player1" in card(table)
    step = await table.do("/play")
    assert "Maybe" not in [b["label"] for b in step["replies"][0]["buttons"]]


async def test_the_panel_asks_no_more_once_the_time_is_past(table):
    await planned(table, '/session plan when:"in 3h"')
    step = await table.do("as player1", "advance 181m", "/play")
    assert "I'm in" not in [b["label"] for b in step["replies"][0]["buttons"]]


@pytest.mark.parametrize("place", ["#tomb/corner", "?letters/evening"])
async def test_it_works_in_threads_and_posts(table, place):
    await table.campaign()
    await table.do(f"in {place}", '/campaign create name:"There" game:dragonhead', '/session plan when:"in 3h"')
    await table.do("as player1", 'click "I\'m in"')
    (told,) = reminders(await table.do("advance 121m"))
    assert told["pings"] == ["player1"]
