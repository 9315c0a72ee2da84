"""Every line of the console language, on a small real bot."""

import pytest

from bot.local.console import Console
from tests.bot.local.tinybot import TinyBot

KEYS = ["step", "who", "channel", "input", "replies", "form", "choices", "state", "facts", "refusal", "error"]
REPLY_KEYS = ["visible_to", "channel", "text", "buttons", "selects", "files", "edited", "pings"]


async def play(console: Console, *lines: str) -> dict:
    """Do the lines; no line but the last may be wrong. The last step."""
    for line in lines[:-1]:
        step = await console.step(line)
        assert step["error"] is None, step
    return await console.step(lines[-1])


async def wrong(console: Console, *lines: str) -> tuple[str, str]:
    step = await play(console, *lines)
    assert step["error"] is not None, step
    return step["error"]["kind"], step["error"]["message"]


async def text(console: Console, *lines: str) -> str:
    step = await play(console, *lines)
    assert step["error"] is None, step
    return step["replies"][0]["text"]


# -- shape ------------------------------------------------------------


async def test_every_key_is_always_there(console):
    empty = await play(console, "as gm", "in #tomb")
    assert list(empty) == KEYS
    assert empty == {
        "step": 2,
        "who": "gm",
        "channel": "#tomb",
        "input": "in #tomb",
        "replies": [],
        "form": None,
        "choices": None,
        "state": None,
        "facts": [],
        "refusal": None,
        "error": None,
    }
    full = await play(console, "dice 4", "/dh check ability:raw-might dice:1")
    assert list(full) == KEYS
    assert list(full["replies"][0]) == REPLY_KEYS


async def test_a_step_tells_text_buttons_menus_and_facts(console):
    step = await play(console, "as gm", "in #tomb", "dice 4 2", "/dh check ability:raw-might dice:2")
    (reply,) = step["replies"]
    assert reply["visible_to"] == "all"
    assert reply["channel"] == "#tomb"
    assert reply["text"] == "gm rolls\n4 + 2 = 6\ntotal 6"
    assert reply["buttons"] == [
        {"label": "Note", "disabled": False},
        {"label": "Fudge (v1)", "disabled": False},
        {"label": "Spent", "disabled": True},
    ]
    assert reply["selects"][0] == {
        "placeholder": "Target",
        "options": ["Orc 1", "Orc 10", "Orc 2", "Wolf"],
        "chosen": ["Orc 1"],
        "disabled": False,
    }
    assert step["facts"] == [{"type": "Rolled", "who": "gm", "faces": [4, 2], "total": 6}]


def test_comments_and_blank_lines_are_no_steps():
    assert [Console.is_step(line) for line in ("", "  ", "# a comment", "#tomb", " # x", "as gm")] == [False] * 5 + [
        True
    ]


async def test_an_unknown_line_names_the_known_ones(console):
    kind, message = await wrong(console, "jump 3")
    assert kind == "script"
    assert "'jump'" in message and "advance" in message


# -- who and where ------------------------------------------------------


async def test_nothing_happens_before_somebody_acts(console):
    assert await wrong(console, "in #tomb", "/dh bad") == ("script", "nobody acts yet; write `as NAME` first")


async def test_only_the_gm_manages_the_server_unless_said(console):
    kind, message = await wrong(console, "as player1", "in #tomb", "/takeover")
    assert (kind, message) == ("script", "there is no /takeover here; there are: dh")
    assert await text(console, "as gm", "/takeover") == "yours now"
    assert await text(console, "as player2 with manage_guild", "/takeover") == "yours now"
    assert await text(console, "as player1 with manage_guild, manage_channels", "/takeover") == "yours now"
    assert (await wrong(console, "as player3 with flying"))[0] == "script"


@pytest.mark.parametrize(
    "place", ["#tomb", "#tomb/side room", "?tales/the first", "Other/#hall", "Other/?tales/it", "dm"]
)
async def test_places_are_made_on_first_use(console, place):
    step = await play(console, "as gm", f"in {place}", "/dh check ability:raw-might")
    assert step["channel"] == place
    (reply,) = step["replies"]
    assert reply["channel"] == place
    assert reply["visible_to"] == (["gm"] if place == "dm" else "all")


async def test_each_place_has_its_own_numbers(console):
    for place in ("#tomb", "#tomb/side", "?tales/one", "dm", "Other/#tomb"):
        await play(console, "as gm", f"in {place}", "dice 5", "/dh check ability:raw-might dice:1")
        assert (await play(console, "state"))["state"]["total"] == 5


async def test_a_thread_belongs_to_whoever_opened_it(console):
    await play(console, "as player1", "in #tomb/side", "in ?tales/one")
    world = console.world
    owners = {c.name: c.owner_id for c in world.backend.channels.values() if c.is_thread}
    assert owners == {"side": world.person("player1").id, "one": world.person("player1").id}


async def test_a_thread_that_the_bot_opened_is_found(console):
    step = await play(console, "as gm", "in #tomb", "/dh thread name:crypt")
    assert [(r["channel"], r["text"]) for r in step["replies"]] == [("#tomb", "opened"), ("#tomb/crypt", "welcome")]
    await play(console, "in #tomb/crypt", "delete")
    assert [c.name for c in console.world.backend.channels.values() if c.is_thread] == ["crypt"]


async def test_wrong_places(console):
    assert (await wrong(console, "as gm", "in tomb"))[0] == "script"
    assert (await wrong(console, "in ?tales"))[1].startswith("nobody can write in a forum itself")
    assert (await wrong(console, "in #tomb", "in ?tomb/x"))[1] == "tomb is a channel: write #tomb"


# -- commands ------------------------------------------------------------


async def test_values_of_every_type(console):
    step = await play(
        console,
        "as gm",
        "in #tomb",
        "dice 1 2",
        '/dh check ability:RAW MIGHT dice:2 secret:on target:@bob factor:1.5 where:#hall role:@Keep note:"a \\"b\\""',
    )
    assert step["error"] is None
    assert [r["visible_to"] for r in step["replies"]] == [["gm"], ["gm"]]
    assert step["replies"][1]["text"] == 'bob hall Keep 1.5 a "b"'


async def test_an_unquoted_value_runs_to_the_next_option(console):
    step = await play(console, "as gm", "in #tomb", "/dh check note:thread: fight here ability:raw might dice:1")
    assert step["replies"][1]["text"] == "None None None 1.0 thread: fight here"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("/dh check ability:wits", "ability: 'wits' is not one of Raw Might"),
        ("/dh check ability:raw-might dice:two", "dice: 'two' is not a whole number"),
        ("/dh check ability:raw-might factor:much", "factor: 'much' is not a number"),
        ("/dh check ability:raw-might secret:perhaps", "'perhaps' is neither true nor false"),
        ("/dh check dice:2", "Command 'dh check' requires option 'ability'"),
        ("/dh check ability:raw-might ability:raw-might", "ability is given twice"),
        ("/dh check ability:raw-might note:aaaaaaaaaaaaaaaaaaaaa", "must be at most 20 characters, got 21"),
        ("/dh fly", "/dh needs one of: bad, boom, check, export"),
        ("/dh", "/dh needs one of: bad, boom, check, export"),
        ("/fly", "there is no /fly here; there are: dh, takeover"),
        ("/", "a command needs a name"),
        ("/dh boom now", "nothing can be typed here"),
        ("/dh import file:nothing.json", "there is no file nothing.json"),
    ],
)
async def test_what_a_client_would_not_send_is_the_scripts_error(console, line, message):
    kind, said = await wrong(console, "as gm", "in #tomb", line)
    assert kind == "script"
    assert message in said
    assert console.world.interactions(0) == []


async def test_a_suggested_name_stands_for_its_value(console):
    assert await text(console, "as gm", "in #tomb", "/dh sheet who:mabel") == "sheet id-2 page 1"
    assert await text(console, "/dh sheet who:Mab page:2") == "sheet Mab page 2"


async def test_complete_suggests_for_the_last_option(console):
    step = await play(console, "as gm", "in #tomb", "complete /dh sheet page:2 who:ma")
    assert step["choices"] == [{"name": "Marsha", "value": "id-1"}, {"name": "Mabel", "value": "id-2"}]
    assert (await play(console, "complete /dh sheet who:zz"))["choices"] == []
    assert (await play(console, "complete /dh sheet who:"))["choices"][2] == {"name": "Santo", "value": "id-3"}
    assert (await wrong(console, "complete /dh sheet page:2"))[0] == "script"


async def test_files_go_in_from_disk_and_from_what_the_bot_sent(console, tmp_path):
    (tmp_path / "my sheet.json").write_text("{}")
    assert await text(console, "as gm", "in #tomb", 'attach "my sheet.json" /dh import') == "my sheet.json: {}"
    exported = await play(console, "/dh export")
    assert exported["replies"][0]["files"] == [{"name": "sheet.json", "alt": None}]
    assert await text(console, "attach sheet.json", "/dh import") == 'sheet.json: {"hp": 7}'
    assert (await wrong(console, "as player1", "attach sheet.json /dh import"))[0] == "script"
    assert (await wrong(console, 'attach "my sheet.json" /dh bad'))[1] == "/dh bad has no free file option"


async def test_a_slow_answer_is_waited_for_and_its_picture_described(console):
    step = await play(console, "as gm", "in #tomb", "/dh odds dice:3d6 + 2")
    (reply,) = step["replies"]
    assert reply["text"] == "Odds of 3d6 + 2\n[picture: odds of 3d6 + 2]"
    assert reply["files"] == [{"name": "odds.png", "alt": "odds of 3d6 + 2"}]


async def test_mentions_read_as_names_and_pings_are_told(console):
    step = await play(console, "as gm", "in #tomb", "/dh ping who:@player2")
    assert step["replies"][0]["text"] == "@player2, @gm: #tomb"
    assert step["replies"][0]["pings"] == ["player2"]


# -- dice ------------------------------------------------------------------


async def test_fed_faces_come_in_draw_order_over_several_steps(console):
    await play(console, "as gm", "in #tomb", "dice 4 2 6")
    assert (await play(console, "/dh check ability:raw-might dice:2"))["facts"][0]["faces"] == [4, 2]
    assert (await play(console, 'click "Fudge"'))["facts"][0]["faces"] == [6]
    assert await console.finish() is None


async def test_faces_left_over_are_an_error_at_the_next_dice_and_at_the_end(console):
    assert await wrong(console, "dice 4 2", "dice 1") == ("script", "dice: faces left over: 4 2")
    assert await wrong(console, "dice system") == ("script", "dice: faces left over: 1")
    last = await play(console, "dice 3")
    assert last["error"] is None
    end = await console.finish()
    assert list(end) == KEYS
    assert end["error"] == {"kind": "script", "message": "dice: faces left over: 3"}


@pytest.mark.parametrize("dice", ["dice", "dice 4", "dice 4 7", "dice 0 1"])
async def test_a_draw_that_the_faces_cannot_serve_stores_nothing(console, dice):
    await play(console, "as gm", "in #tomb", dice)
    step = await console.step("/dh check ability:raw-might dice:2")
    assert step["error"]["kind"] == "script"
    assert step["error"]["message"].startswith("dice: ")
    assert step["facts"] == []
    assert (await play(console, "state"))["state"]["version"] == 0
    assert await console.finish() is None


async def test_dice_system_throws_real_dice_again(console):
    step = await play(console, "as gm", "in #tomb", "dice", "dice system", "/dh check ability:raw-might dice:20")
    assert len(step["facts"][0]["faces"]) == 20
    assert (await wrong(console, "dice four"))[0] == "script"


# -- buttons, menus, forms ---------------------------------------------------


async def test_a_press_changes_the_card_and_the_answer_comes_first(console):
    step = await play(console, "as gm", "in #tomb", "dice 3 5", "/dh check ability:raw-might dice:1", 'click "fudge"')
    (reply,) = step["replies"]
    assert reply["edited"] is True
    assert reply["text"] == "gm rolls\n5 = 5\ntotal 8"


async def test_answers_come_before_new_messages_and_those_before_edits(console):
    step = await play(console, "as gm", "in #tomb", "/dh post")
    assert [r["text"] for r in step["replies"]] == ["done", "posted"]


async def test_an_older_copy_can_be_pressed(console):
    await play(console, "as gm", "in #tomb", "dice 1 2")
    for _ in range(2):
        await play(console, "/dh check ability:raw-might dice:1")
    step = await play(console, 'click "Fudge" copy:2')
    assert step["refusal"] == {
        "code": "stale",
        "message": "The roll has moved on.",
        "hint": "It stands at version 2.",
    }
    assert step["error"] is None
    assert step["replies"][0]["visible_to"] == ["gm"]
    assert (await wrong(console, 'click "Fudge" copy:3'))[1].startswith("no older copy")


async def test_missing_and_grey_buttons_are_the_scripts_error(console):
    await play(console, "as gm", "in #tomb", "/dh check ability:raw-might")
    assert await wrong(console, 'click "Spent"') == ("script", "the button 'Spent' is grey")
    kind, message = await wrong(console, 'click "Reroll"')
    assert kind == "script"
    assert message == "no button starts with 'Reroll'; newest buttons here: Note, Fudge (v1), Spent"
    assert (await wrong(console, "click Spent"))[0] == "script"
    assert (await wrong(console, "in #tavern", 'click "Fudge"'))[0] == "script"


async def test_what_only_another_sees_cannot_be_pressed(console):
    await play(console, "as gm", "in #tomb", "/dh check ability:raw-might secret:true")
    assert (await wrong(console, "as player1", 'click "Fudge"'))[0] == "script"
    assert (await play(console, "as gm", 'click "Fudge"'))["error"] is None


async def test_choices_in_menus(console):
    await play(console, "as gm", "in #tomb", "/dh check ability:raw-might")
    assert await text(console, 'choose "Orc 1"') == "gm aims at orc 1"
    assert await text(console, 'choose "wo" "Orc 2"') == "gm aims at wolf and orc 2"
    assert await text(console, "as player1", 'choose "@gm"') == "picked gm"
    kind, message = await wrong(console, 'choose "Troll"')
    assert (kind, message) == ("script", "no menu here offers 'Troll'; offered: Orc 1, Orc 10, Orc 2, Wolf")
    assert (await wrong(console, 'choose "Orc 1" "Orc 2" "Wolf"'))[0] == "script"


async def test_menus_of_roles_channels_and_people(console):
    await play(console, "as player1 with manage_messages", "in #hall", "/dh bad", "in #tomb", "/dh bad", "/dh pick")
    assert await text(console, 'choose "manage_messages"') == "role: manage_messages"
    assert await text(console, 'choose "#hall" "tomb"') == "channel: hall, tomb"
    assert await text(console, 'choose "@player1" "@manage_messages"') == "either: player1, manage_messages"
    assert (await wrong(console, 'choose "#nowhere"'))[0] == "script"
    assert (await wrong(console, "in dm", 'choose "#hall"'))[0] == "script"


async def test_forms_open_are_filled_and_sent(console, tmp_path):
    step = await play(console, "as gm", "in #tomb", "/dh check ability:raw-might", 'click "Note"')
    assert step["replies"] == []
    assert step["form"]["title"] == "Add a note"
    assert [(f["name"], f["label"], f["kind"], f["required"], f["max"]) for f in step["form"]["fields"]] == [
        ("note", "Your note", "text", True, 50),
        ("tone", "Tone", "text", False, None),
        ("pic", "Picture", "file", False, None),
    ]
    assert (await wrong(console, 'submit tone:"grim"'))[0] == "script"
    (tmp_path / "map.png").write_bytes(b"12345")
    done = await text(console, 'submit note:through the gap pic:map.png tone:""')
    assert done == "note through the gap tone  files ['map.png 5']"
    assert await wrong(console, 'submit note:"again"') == ("script", "no form is open for gm")


async def test_a_form_keeps_what_stands_in_it_and_answers_to_labels_and_outlives_a_restart(console):
    await play(console, "as gm", "in #tomb", "/dh check ability:raw-might", 'click "Note"')
    await play(console, "as player1", "as gm")
    assert await text(console, "submit your_note:hello") == "note hello tone calm files []"
    await play(console, 'click "Note"', "restart")
    late = await console.step("submit note:late")
    assert late["error"]["kind"] == "bot"


# -- together ------------------------------------------------------------------


TWICE = ("together", "as player1", 'click "Fudge"', "as player2", 'click "Fudge"', "end")


async def test_together_delivers_all_before_the_bot_answers_any(console):
    await play(console, "as gm", "in #tomb", "dice 1 3", "/dh check ability:raw-might dice:1")
    step = await play(console, *TWICE)
    assert step["refusal"]["code"] == "stale"
    assert [f["faces"] for f in step["facts"]] == [[3]]
    assert await console.finish() is None


async def test_together_finds_the_race_when_the_lock_is_gone(console):
    console.bot.counter.locked = False
    await play(console, "as gm", "in #tomb", "dice 1 3 4", "/dh check ability:raw-might dice:1")
    step = await play(console, *TWICE)
    assert step["refusal"] is None
    assert [f["faces"] for f in step["facts"]] == [[3], [4]]


async def test_one_after_the_other_there_is_no_race(console):
    console.bot.counter.locked = False
    await play(console, "as gm", "in #tomb", "dice 1 3 4", "/dh check ability:raw-might dice:1")
    await play(console, "as player1", 'click "Fudge"')
    step = await play(console, "as player2", 'click "Fudge"')
    assert step["facts"][0]["faces"] == [4]


async def test_commands_with_suggestions_can_stand_in_together(console):
    step = await play(console, "as gm", "in #tomb", "together", "/dh sheet who:Mabel", "/dh sheet who:Santo", "end")
    assert [r["text"] for r in step["replies"]] == ["sheet id-2 page 1", "sheet id-3 page 1"]


async def test_together_and_end_must_match(console):
    assert await wrong(console, "end") == ("script", "end without together")
    assert (await wrong(console, "as gm", "together", "restart"))[0] == "script"
    assert (await wrong(console, "together"))[0] == "script"
    assert (await console.finish())["error"]["message"] == "together has no end"


async def test_what_a_client_would_not_send_is_told_at_end(console):
    kind, message = await wrong(console, "as gm", "in #tomb", "together", "/dh check dice:2", "end")
    assert kind == "script"
    assert message == "/dh check dice:2: Command 'dh check' requires option 'ability'"


# -- the bot's own faults ------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["/dh boom"], "RuntimeError: boom"),
        (["/dh silence"], "the bot did not answer"),
        (["/dh think"], "the bot is still thinking and nothing goes on"),
        (["/dh bad", 'click "Breaks"'], "RuntimeError: lost in a button"),
        (["/dh bad", 'click "Silent"'], "the bot did not answer"),
        (["/dh hush"], "fault where=here (ValueError: told to the log alone)"),
    ],
)
async def test_faults_of_the_bot(console, lines, message):
    kind, said = await wrong(console, "as gm", "in #tomb", *lines)
    assert kind == "bot"
    assert message in said


async def test_silence_together_is_noticed(console):
    assert await wrong(console, "as gm", "in #tomb", "together", "/dh silence", "/dh bad", "end") == (
        "bot",
        "the bot did not answer",
    )


async def test_a_fault_belongs_to_its_own_step(console):
    await wrong(console, "as gm", "in #tomb", "/dh boom")
    assert (await play(console, "/dh bad"))["error"] is None


async def test_a_refusal_is_no_error(console):
    step = await play(console, "as gm", "in #tomb", "/dh check ability:raw-might dice:21")
    assert step["error"] is None
    assert step["refusal"] == {"code": "too-many", "message": "At most 20 dice.", "hint": "Try 20."}
    assert (await play(console, "/dh bad"))["refusal"] is None


async def test_facts_are_those_that_the_actor_may_see(console):
    step = await play(console, "as player1", "in #tomb", "dice 1", "/dh check ability:raw-might dice:1 secret:true")
    assert [f["type"] for f in step["facts"]] == ["Rolled", "Whispered"]


# -- state -----------------------------------------------------------------------


async def test_state_is_asked_as_whoever_acts(console):
    await play(console, "as gm", "in #tomb", "dice 6", "/dh check ability:raw-might dice:1")
    assert (await play(console, "state"))["state"] == {"version": 1, "total": 6, "gm": True, "server": True}
    assert (await play(console, "as player1", "state"))["state"]["gm"] is False
    assert (await play(console, "state total"))["state"] == {"total": 6}
    assert (await play(console, 'state "total"'))["state"] == {"total": 6}
    assert (await play(console, "in dm", "state"))["state"] == {"version": 0, "total": 0, "gm": False, "server": False}
    unknown = await play(console, "state Nobody")
    assert unknown["error"] is None
    assert unknown["refusal"]["code"] == "unknown"


# -- what happens to the bot --------------------------------------------------------


async def test_buttons_live_on_after_a_restart(console):
    await play(console, "as gm", "in #tomb", "dice 1 2", "/dh check ability:raw-might dice:1")
    before = console.bot
    step = await play(console, "restart", 'click "Fudge"')
    assert console.bot is not before
    assert step["replies"][0]["text"] == "gm rolls\n2 = 2\ntotal 3"


async def test_time_passes_when_told(console):
    assert await text(console, "as gm", "in #tomb", "/dh session") == "until 2026-01-01 03:00 UTC"
    assert (await play(console, "advance 2h", "advance 59m"))["replies"] == []
    assert await text(console, "advance 60s") == "three hours are over"
    assert (await wrong(console, "advance soon"))[0] == "script"
    await play(console, "advance 40d")
    assert f"{console.world.now():%Y-%m-%d %H:%M}" == "2026-02-10 03:00"


async def test_delete_takes_the_bots_newest_public_message(console):
    await play(console, "as gm", "in #tomb", "/dh bad", "/dh post", "delete")
    assert [m.content for m in console.world.written(console.hands.at().id)] == ["bad buttons", "done"]
    await play(console, "delete")
    assert (await wrong(console, "delete"))[0] == "script"


async def test_rights_of_the_bot_are_denied_and_allowed(console):
    refused = "I may not send messages here."
    assert await text(console, "as gm", "in #tomb", "deny send", "/dh post") == refused
    assert await text(console, "in #tavern", "/dh post") == "done"
    assert await text(console, "in #tomb", "allow send", "/dh post") == "done"
    assert await text(console, "in #tomb/side", "deny threads", "/dh post") == refused
    assert await text(console, "allow threads", "/dh post") == "done"
    for right in ("view", "attach"):
        await play(console, f"deny {right}", f"allow {right}")
    assert (await wrong(console, "deny everything"))[0] == "script"
    assert (await wrong(console, "in dm", "deny send"))[0] == "script"


async def test_somebody_who_left_can_do_nothing_until_back(console):
    await play(console, "as player2", "in #tomb", "/dh bad", "leave player2")
    assert (await wrong(console, "/dh bad"))[1] == "player2 has left Table; `return player2` brings them back"
    assert (await wrong(console, 'click "Silent"'))[0] == "script"
    assert (await wrong(console, "as gm", "/dh ping who:@player2"))[0] == "script"
    assert (await wrong(console, "leave player2"))[0] == "script"
    assert await text(console, "return player2", "/dh ping who:@player2") == "@player2, @gm: #tomb"
    assert (await wrong(console, "return player2"))[0] == "script"


async def test_the_bot_is_kicked_and_invited_back(console):
    await play(console, "as gm", "in #tomb", "dice 4", "/dh check ability:raw-might dice:1", "kick bot")
    assert console.bot.guild_events[-1] == "removed from Table"
    assert (await wrong(console, "/dh bad"))[1] == "the bot is not in Table; `return bot` brings it back"
    await play(console, "restart", "return bot")
    assert console.bot.guild_events == ["joined Table"]
    assert (await play(console, "state"))["state"]["total"] == 4
    assert (await wrong(console, "return bot"))[0] == "script"
    assert (await wrong(console, "kick player1"))[0] == "script"


async def test_another_server_goes_on_when_the_bot_is_kicked(console):
    await play(console, "as gm", "in Other/#hall", "in #tomb", "kick bot", "in Other/#hall", "/dh bad")
    assert console.bot.guild_events == ["joined Other", "removed from Table"]


async def test_an_outage_comes_and_goes(console):
    await play(console, "as gm", "in #tomb", "/dh session", "outage on")
    assert console.bot.guild_events[-1] == "lost Table"
    assert (await wrong(console, "/dh bad"))[1] == "Table is away; `outage off` brings it back"
    assert (await wrong(console, "outage on"))[0] == "script"
    kind, message = await wrong(console, "advance 4h")  # the small bot posts its reminder without looking
    assert kind == "bot" and "503" in message
    await play(console, "outage off")
    assert console.bot.guild_events[-1] == "found Table"
    assert (await play(console, "/dh bad"))["error"] is None
    await play(console, "outage on", "restart", "outage off")
    assert console.bot.guild_events == ["lost Table", "found Table"]
    assert (await play(console, "/dh bad"))["error"] is None


async def test_a_kept_numbers_bot_finds_its_places_again(tmp_path):
    rows: dict[int, tuple[int, int]] = {}
    async with Console(lambda dice: TinyBot(dice, rows)) as first:
        await play(first, "as gm", "in #tomb", "dice 4", "/dh check ability:raw-might dice:1")
        await play(first, "as player1", "in #tomb/side", "dice 5", "/dh check ability:raw-might dice:1")
    async with Console(lambda dice: TinyBot(dice, rows)) as second:
        await play(second, "as zed", "in Other/#hall", "in #tomb/side")
        assert (await play(second, "state"))["state"]["total"] == 5
        assert (await play(second, "in #tomb", "state"))["state"]["total"] == 4
