"""Every judged case of the notation: odds, scripted rolls, refusals with their code and place."""

import json
from pathlib import Path
from typing import Any

import pytest

from mechanics.dice import DiceError, ScriptedDice, SystemDice, parse

CASES = [json.loads(line) for line in Path(__file__).with_name("cases.jsonl").read_text("utf-8").splitlines()]


def test_no_case_is_missing() -> None:
    assert len(CASES) == 142


@pytest.mark.parametrize("case", CASES, ids=[f"{c['expr'][:40]!a}" for c in CASES])
def test_case(case: dict[str, Any]) -> None:
    text, expect, names = case["expr"], case["expect"], case.get("vars")
    if expect["error"]:
        with pytest.raises(DiceError) as caught:
            parse(text, names)
        error = caught.value
        assert error.code == expect.get("code", error.code)
        assert error.start == expect.get("pos", error.start)
        assert 0 <= error.start <= error.end <= max(len(text), error.start)
        assert error.message and error.text == text
        return
    plan = parse(text, names)
    assert plan.repeat == expect.get("repeat", 1)
    if "draws" in expect:
        dice = ScriptedDice(expect["draws"])
        [roll] = plan.rolls(dice)
        assert roll.total == expect["total"]
        assert dice.left == ()
        assert roll.draws == tuple(expect["draws"])
    elif not expect.get("odds_error"):
        assert len(plan.rolls(SystemDice())) == plan.repeat
    if expect.get("odds_error"):
        with pytest.raises(DiceError) as caught:
            plan.odds()
        assert caught.value.code == expect["code"]
    elif expect.get("dist") != "not given":
        odds = plan.odds()
        assert odds.min == expect["min"]
        assert odds.max == expect["max"]
        assert float(odds.mean) == pytest.approx(expect["mean"], abs=6e-10)
        assert (odds.max is None) == expect.get("unbounded", False)
        assert odds.left_over < 1e-12
        assert (odds.left_over > 0) == expect.get("unbounded", False)
