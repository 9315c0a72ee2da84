"""What a reader sees of a message, of Discord's markdown and components."""

from types import SimpleNamespace

import pytest

from bot.local import language, reading
from bot.local.language import Place, ScriptError

NAMES = {("@", 7): "@Ann", ("@&", 8): "@Keepers", ("#", 9): "#tomb"}


def name_of(kind: str, ident: int) -> str:
    return NAMES[kind, ident]


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("plain text, 3 * 4 = 12 and 2 * 6 = 12", "plain text, 3 * 4 = 12 and 2 * 6 = 12"),
        ("**Marsha** 4 + 4 = *8* beats __Santo__ ~~7~~ ||9||", "Marsha 4 + 4 = 8 beats Santo 7 9"),
        ("***both***", "both"),
        ("**bold with *more* in it**", "bold with more in it"),
        ("_leaning_ but snake_case_name stays", "leaning but snake_case_name stays"),
        (r"\*\*not bold\*\* and \_this\_ and \\", "**not bold** and _this_ and \\"),
        ("## Heading\n-# small\n> quoted\n- a list\n3 > 2", "Heading\nsmall\nquoted\n- a list\n3 > 2"),
        ("```\n# kept\n**as** typed <@7>\n```", "# kept\n**as** typed <@7>"),
        ("```py\nx = 1\n```after", "x = 1after"),
        ("`**code** <@7>` and ``a ` b``", "**code** <@7> and a ` b"),
        ("<@7>, <@!7>, <@&8> in <#9>", "@Ann, @Ann, @Keepers in #tomb"),
        ("**<@7>**", "@Ann"),
        ("at <t:1767225600:R> or <t:1767229200>", "at 2026-01-01 00:00 UTC or 2026-01-01 01:00 UTC"),
        ("<:coin:123> <a:spin:5> </dh check:77>", ":coin: :spin: /dh check"),
        ("[the **rules**](https://example.org/x) [3] (4)", "the rules [3] (4)"),
        ("4d6kh3 -> 1_000", "4d6kh3 -> 1_000"),
        ("**unclosed and * alone", "**unclosed and * alone"),
    ],
)
def test_markdown_reads_as_on_the_screen(written, seen):
    assert reading.plain(written, name_of) == seen


def message(content="", embeds=(), components=(), attachments=()):
    return SimpleNamespace(
        content=content, embeds=list(embeds), components=list(components), attachments=list(attachments)
    )


CARD = message(
    components=[
        {
            "type": 17,
            "components": [
                {"type": 10, "content": "first"},
                {
                    "type": 9,
                    "components": [{"type": 10, "content": "second"}],
                    "accessory": {"type": 2, "label": "Beside", "custom_id": "a"},
                },
                {"type": 12, "items": [{"media": {"url": "https://x/map.png"}, "description": "the map"}]},
                {"type": 1, "components": [{"type": 2, "emoji": {"name": "🎲"}, "custom_id": "b", "disabled": True}]},
                {
                    "type": 1,
                    "components": [
                        {
                            "type": 3,
                            "custom_id": "c",
                            "options": [{"label": "A", "value": "1"}, {"label": "B", "value": "2", "default": True}],
                        }
                    ],
                },
            ],
        },
        {
            "type": 9,
            "components": [{"type": 10, "content": "third"}],
            "accessory": {"type": 11, "media": {"url": "https://x/face.png"}, "description": "a face"},
        },
    ],
    attachments=[{"filename": "map.png"}, {"filename": "face.png"}, {"filename": "log.txt", "description": "log"}],
)


def test_components_read_in_order():
    assert reading.text(CARD, name_of) == "first\nsecond\n[picture: the map]\nthird\n[picture: a face]"
    assert reading.buttons(CARD) == [{"label": "Beside", "disabled": False}, {"label": "🎲", "disabled": True}]
    assert reading.selects(CARD) == [{"placeholder": "", "options": ["A", "B"], "chosen": ["B"], "disabled": False}]
    assert reading.files(CARD) == [
        {"name": "map.png", "alt": "the map"},
        {"name": "face.png", "alt": "a face"},
        {"name": "log.txt", "alt": "log"},
    ]


def test_content_and_embeds_read_in_order():
    embed = {
        "author": {"name": "by"},
        "title": "T",
        "description": "**D**",
        "fields": [{"name": "hp", "value": "7"}],
        "footer": {"text": "end"},
    }
    assert (
        reading.text(message("hello <@7>", [embed, {"title": "U"}]), name_of) == "hello @Ann\nby\nT\nD\nhp: 7\nend\nU"
    )


# -- lines -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("#tomb", Place("", "tomb")),
        ("#tomb/the side room", Place("", "tomb", False, "the side room")),
        ("?tales/first", Place("", "tales", True, "first")),
        ("Other/#hall", Place("Other", "hall")),
        ("The Other One/?tales/x", Place("The Other One", "tales", True, "x")),
    ],
)
def test_places(line, place):
    assert language.place(line) == place


@pytest.mark.parametrize("line", ["", "tomb", "#", "Other/hall", "/#tomb", "#tomb/"])
def test_no_places(line):
    with pytest.raises(ScriptError):
        language.place(line)


def test_options_quoted_and_bare():
    assert language.options('name:"The \\"T\\"\\nomb\\\\" game:dragon head', ["name", "game"]) == {
        "name": 'The "T"\nomb\\',
        "game": "dragon head",
    }
    assert language.options("note:a:b when:3:30 who:", ["note", "who", "when"]) == {
        "note": "a:b",
        "when": "3:30",
        "who": "",
    }
    assert language.options("who:me whom:you", ["who", "whom"]) == {"who": "me", "whom": "you"}
    assert language.options("  ", ["who"]) == {}
    assert language.options("", []) == {}


@pytest.mark.parametrize("text", ["bla", "other:3", 'who:"a" x', "who:a who:b"])
def test_options_that_cannot_be_read(text):
    with pytest.raises(ScriptError):
        language.options(text, ["who"])


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("10m", 600), ("3 h", 10800), ("2d", 172800)])
def test_lengths_of_time(text, seconds):
    assert language.length(text).total_seconds() == seconds


@pytest.mark.parametrize("text", ["", "3", "h", "-3h", "3w", "1h30m"])
def test_no_lengths_of_time(text):
    with pytest.raises(ScriptError):
        language.length(text)
