"""The scripts beside: every line does what the lines under it say, and nothing is refused that they do not name."""

from pathlib import Path

import pytest

from bot.local.transcript import readable

SCRIPTS = sorted((Path(__file__).parent.parent / "scripts").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
async def test_a_script_tells_what_is_written_beside_it(table, script):
    lines = script.read_text().splitlines()
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if not table.console.is_step(line):
            assert not line.startswith(("#>", "#!")), f"line {number} stands beside no step"
            continue
        step = await table.do(line)
        shown, code = readable(step), None
        while number < len(lines) and lines[number].startswith(("#> ", "#! ")):
            kind, words = lines[number][:2], lines[number][3:]
            number += 1
            if kind == "#!":
                code = words
                continue
            assert words in shown, f"line {number}: {words!r} is not in (the rest of)\n{readable(step)}"
            shown = shown[shown.index(words) + len(words) :]
        assert (step["refusal"] or {}).get("code") == code, f"line {number}: {step['refusal']}"
    assert await table.console.finish() is None
