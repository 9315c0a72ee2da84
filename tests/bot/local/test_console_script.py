"""The script runner and the terminal: what is printed and what the exit code says."""

import argparse
import io
import json
import sys
from pathlib import Path

import pytest

from bot.local import real_bot, script, transcript
from tests.bot.local.tinybot import TinyBot


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run a script text (None: no --script) and give exit code, output and errors."""
    made = []

    def maker(url: str, data_dir: Path):
        made.append((url, data_dir))
        return TinyBot

    def run_it(text=None, *options, stdin=None, terminal=False):
        monkeypatch.setattr(real_bot, "maker", maker)
        if stdin is not None:
            typed = io.StringIO(stdin)
            typed.isatty = lambda: terminal
            monkeypatch.setattr("sys.stdin", typed)
        if text is not None:
            path = tmp_path / "scene.txt"
            path.write_text(text)
            options = ("--script", str(path), *options)
        parser = argparse.ArgumentParser()
        script.add_arguments(parser)
        code = script.run(parser.parse_args(list(options)))
        said = capsys.readouterr()
        return code, said.out, said.err

    run_it.made = made
    return run_it


GOOD = "# a comment\n\nas gm\nin #tomb\n/dh bad\n"


def test_a_script_as_json_lines(run):
    code, out, err = run(GOOD, "--json")
    steps = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [s["input"] for s in steps] == ["as gm", "in #tomb", "/dh bad"]
    assert [s["step"] for s in steps] == [1, 2, 3]
    assert err == ""


def test_a_script_as_text(run):
    code, out, _ = run(GOOD)
    assert code == 0
    assert out == "gm #table> as gm\ngm #tomb> in #tomb\ngm #tomb> /dh bad\n  | bad buttons\n  [Silent] [Breaks]\n"


@pytest.mark.parametrize("line", ["/dh boom", "/dh nope", "dice 3"])
def test_any_error_makes_the_exit_code_one(run, line):
    code, out, _ = run(f"{GOOD}{line}\n/dh silence\n" if line != "dice 3" else f"{GOOD}{line}\n", "--json")
    assert code == 1
    assert json.loads(out.splitlines()[-1])["error"]


def test_a_refusal_does_not(run):
    code, out, _ = run(f"{GOOD}/dh check ability:raw-might dice:50\n", "--json")
    assert code == 0
    assert json.loads(out.splitlines()[-1])["refusal"]["code"] == "too-many"


def test_lines_from_standard_input(run):
    for options in ((), ("--script", "-")):
        code, out, _ = run(None, "--json", *options, stdin=GOOD)
        assert (code, len(out.splitlines())) == (0, 3)


def test_files_lie_beside_the_script(run, tmp_path):
    (tmp_path / "sheet.json").write_text("{}")
    code, out, _ = run(f"{GOOD}attach sheet.json /dh import\n", "--json")
    assert code == 0
    assert json.loads(out.splitlines()[-1])["replies"][0]["text"] == "sheet.json: {}"


def test_a_script_that_is_not_there(run):
    code, out, err = run(None, "--script", "/nowhere/scene.txt")
    assert (code, out) == (2, "")
    assert err.startswith("The script cannot be read:")


def test_the_database_is_a_passing_one_unless_named(run):
    run(GOOD)
    run(GOOD, "--database", "sqlite+aiosqlite:///kept.db")
    (passing, folder), (kept, _) = run.made
    assert passing.startswith("sqlite+aiosqlite:////") and passing.endswith("/console.db")
    assert not folder.exists()
    assert kept == "sqlite+aiosqlite:///kept.db"


def test_a_bot_that_cannot_start_is_told_in_one_line(run, monkeypatch):
    class Broken(TinyBot):
        async def setup_hook(self) -> None:
            raise RuntimeError("no database")

    monkeypatch.setitem(globals(), "TinyBot", Broken)
    code, out, err = run(GOOD)
    assert (code, out) == (2, "")
    assert err == "The bot did not start: RuntimeError: no database\n"


def test_without_the_offline_extra_the_way_to_it_is_told(run, monkeypatch):
    for name in ("console", "hands", "world"):
        monkeypatch.delitem(sys.modules, f"bot.local.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "simcord", None)
    code, out, err = run(GOOD)
    assert (code, out) == (2, "")
    assert err == "This needs the offline extra: pip install 'mojo-table[play]'\n"


def test_a_conversation(run, monkeypatch):
    typed = iter(["/dh bad", "", "quit", "never"])
    monkeypatch.setattr("builtins.input", lambda prompt: typed.__next__())
    code, out, err = run(None, stdin="", terminal=True)
    assert (code, err) == (0, "")
    assert out.startswith("The real bot, without Discord.")
    assert out.endswith("  | bad buttons\n  [Silent] [Breaks]\n")
    assert next(typed) == "never"


def test_everything_a_step_can_tell_reads_well():
    step = {
        "step": 1,
        "who": "gm",
        "channel": "#tomb",
        "input": "/x",
        "replies": [
            {
                "visible_to": ["gm"],
                "channel": "dm",
                "text": "one\ntwo",
                "buttons": [{"label": "Go", "disabled": False}, {"label": "Spent", "disabled": True}],
                "selects": [{"placeholder": "Target", "options": ["A", "B"], "chosen": ["B"], "disabled": False}],
                "files": [{"name": "a.png", "alt": "a map"}, {"name": "b.txt", "alt": None}],
                "edited": True,
                "pings": ["player1"],
            }
        ],
        "form": {
            "title": "Note",
            "fields": [
                {"name": "note", "label": "Your note", "kind": "text", "required": True, "value": None},
                {"name": "tone", "label": "Tone", "kind": "text", "required": False, "value": "calm"},
            ],
        },
        "choices": [{"name": "Marsha", "value": 1}],
        "state": {"sheets": {"Marsha": {"hp": 7}}, "scene": {}},
        "facts": [],
        "refusal": {"code": "FUNDS", "message": "No.", "hint": "Wait."},
        "error": {"kind": "bot", "message": "boom"},
    }
    assert transcript.readable(step) == (
        "gm #tomb> /x\n"
        "  (in dm; only gm; changed; pings player1)\n"
        "  | one\n"
        "  | two\n"
        "  [Go] (Spent)\n"
        "  <Target: A / *B>\n"
        "  file a.png: a map\n"
        "  file b.txt\n"
        "    form: Note\n"
        "      note: Your note (text)\n"
        "      tone: Tone (text, may be left out, now calm)\n"
        "    suggested: Marsha\n"
        "    sheets:\n"
        "      Marsha:\n"
        "        hp: 7\n"
        "    scene: {}\n"
        "    refused (FUNDS): No. Wait.\n"
        "    ERROR (bot): boom\n"
    )
