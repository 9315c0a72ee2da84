"""Dice, the Dice Table, difficulties and successes, by the ledger's vectors."""

from __future__ import annotations

import csv
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from mechanics.dice import ScriptedDice
from mechanics.game import Refused
from mechanics.games.dragonhead.scores import (
    DICE_TABLE,
    LADDER,
    TRIES,
    Roll,
    dice_for,
    ladder,
    one_set,
    ones_alone,
    parse_roll,
    percentile,
    read_table,
    success,
    tens_alone,
)


def refusal(call, *args):
    with pytest.raises(Refused) as caught:
        call(*args)
    return caught.value.refusal


def total(text: str, *faces: int) -> tuple[int, str]:
    """What a roll's text comes to when these faces fall, and its letter."""
    roll = parse_roll(text)
    assert len(roll.faces) == len(faces) and all(1 <= f <= s for f, s in zip(faces, roll.faces, strict=True))
    return sum(faces) + roll.bonus, roll.letter


# -- notation ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-DICE-01")
def test_sheet_rolls_add_dice_and_constants_and_carry_a_letter():
    assert total("3d6", 2, 5, 6) == (13, "")
    assert total("1d8+1s", 8) == (9, "s")
    assert total("1d8-4", 2) == (-2, "")
    assert total("2d8+1d6+1", 3, 8, 5) == (17, "")


@pytest.mark.rule("DH-DICE-01")
@pytest.mark.parametrize(
    ("text", "terms", "bonus", "letter"),
    [
        ("d6", ((1, 6),), 0, ""),
        (" 1 D8 + 1 S ", ((1, 8),), 1, "s"),
        ("d2", ((1, 2),), 0, ""),
        ("d3p", ((1, 3),), 0, "p"),
        ("1d1", ((1, 1),), 0, ""),
        ("1d1000", ((1, 1000),), 0, ""),
        ("100d6", ((100, 6),), 0, ""),
        ("d00", ((1, 100),), 0, ""),
        ("7", (), 7, ""),
        ("-3", (), -3, ""),
        ("+d4+d6", ((1, 4), (1, 6)), 0, ""),
        ("1d4+10000", ((1, 4),), 10000, ""),
        ("1d4-10000b", ((1, 4),), -10000, "b"),
        ("1d4+1-3+5m", ((1, 4),), 3, "m"),
        ("1d4i", ((1, 4),), 0, "i"),
        ("d4+d4+d4+d4+d4+d4+d4+d4+d4+1", ((1, 4),) * 9, 1, ""),
    ],
)
def test_what_a_sheet_roll_may_be(text, terms, bonus, letter):
    assert parse_roll(text) == Roll(terms, bonus, letter)


@pytest.mark.rule("DH-DICE-01")
@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("d0", '"d0"'),
        ("d1001", '"d1001"'),
        ("1d6+d1001", '"+d1001"'),
        ("0d6", '"0d6"'),
        ("101d6", '"101d6"'),
        ("1d6+10001", '"+10001"'),
        ("1d6-10001", '"-10001"'),
        ("1d6+9999+2", '"+2"'),
        ("-d6", '"-d6"'),
        ("1d6-1d4", '"-1d4"'),
        ("4d6kh3", '"4d6kh3"'),
        ("1d8+", '"+"'),
        ("1d8++1", '"+"'),
        ("1d8ss", '"1d8s"'),
        ("s", '"s"'),
        ("1d8x", '"1d8x"'),
        ("", '" "'),
        ("   ", '" "'),
        ("d4+d4+d4+d4+d4+d4+d4+d4+d4+d4+1", '"d4+d4'),
        ("1" * 300, '"1111'),
    ],
)
def test_what_it_may_not_be_is_quoted(text, quoted):
    refused = refusal(parse_roll, text)
    assert refused.code == "RANGE"
    assert quoted in refused.message
    assert refused.hint


@pytest.mark.rule("DH-DICE-01")
@pytest.mark.parametrize("text", ["1d8+1s", "2d8+1d6+1", "1d10", "1d8-4", "7", "-3", "0", "1d20+2d8+1p"])
def test_a_roll_is_written_as_it_is_read(text):
    assert parse_roll(text).text == text


@pytest.mark.rule("DH-DICE-01")
def test_a_roll_has_up_to_200_characters():
    longest = "0" * 198 + "d6"
    assert "1 to 100 dice" in refusal(parse_roll, longest).message
    assert "too long" in refusal(parse_roll, "0" + longest).message
    assert "nothing to roll" in refusal(parse_roll, "").message


@pytest.mark.rule("DH-DICE-02")
def test_the_percentile_pair():
    assert percentile(50, 2) == 52
    assert percentile(0, 1) == 1
    assert percentile(0, 0) == 100
    assert percentile(50, 0) == 50
    assert percentile(90, 9) == 99
    assert sorted(percentile(t, o) for t in range(0, 100, 10) for o in range(10)) == list(range(1, 101))


@pytest.mark.rule("DH-DICE-02")
@pytest.mark.parametrize(("tens", "ones"), [(55, 1), (100, 1), (-10, 1), (50, 10), (50, -1)])
def test_a_percentile_pair_that_cannot_be(tens, ones):
    assert refusal(percentile, tens, ones).code == "RANGE"


@pytest.mark.rule("DH-DICE-03")
def test_the_same_dice_apart():
    assert tens_alone(0) == 100
    assert ones_alone(0) == 10
    assert tens_alone(70) == 70
    assert sorted(map(tens_alone, range(0, 100, 10))) == list(range(10, 101, 10))
    assert sorted(map(ones_alone, range(10))) == list(range(1, 11))
    assert refusal(tens_alone, 5).code == refusal(ones_alone, 10).code == "RANGE"


# -- the Dice Table ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-DICE-05")
@pytest.mark.parametrize(
    ("score", "roll"),
    [
        (-10_000, "0"), (-2, "0"), (0, "0"), (1, "1"), (2, "1d2"), (3, "1d3"), (4, "1d4"), (5, "1d4+1"), (6, "1d6"),
        (7, "1d6+1"), (8, "1d8"), (9, "1d8+1"), (10, "1d10"), (12, "1d12"), (13, "1d12+1"), (14, "1d8+1d6"),
        (16, "2d8"), (17, "2d8+1"), (18, "1d10+1d8"), (20, "1d20"), (21, "1d20+1"), (22, "1d12+1d10"),
        (24, "1d20+1d4"), (30, "1d20+1d10"), (34, "1d20+1d8+1d6"), (36, "1d20+2d8"), (40, "2d20"), (60, "3d20"),
        (62, "2d20+1d12+1d10"), (99, "4d20+1d10+1d8+1"), (100, "1d100"), (101, "1d100+1"), (120, "1d100+1d20"),
        (121, "1d100+1d20+1"), (199, "1d100+4d20+1d10+1d8+1"), (200, "2d100"), (201, "2d100+1"), (220, "2d100+1d20"),
        (10_000, "100d100"),
    ],
)  # fmt: skip
def test_what_a_score_rolls(score, roll):
    assert dice_for(score).text == roll


@pytest.mark.rule("DH-DICE-05")
def test_the_best_total_is_the_score():
    for score in range(1, 301):
        roll = dice_for(score)
        assert sum(count * sides for count, sides in roll.terms) + roll.bonus == score == roll.best
        assert roll.bonus in (0, 1)


@pytest.mark.rule("DH-DICE-05")
@pytest.mark.parametrize("score", [10_001, -10_001])
def test_scores_end_at_ten_thousand(score):
    assert refusal(dice_for, score).code == "RANGE"


@pytest.mark.rule("DH-DICE-05")
def test_a_table_can_put_its_own_rows_in_place_of_ours():
    own = {14: "1d10+1d4", 50: "5d10", 200: "4d50"}
    assert dice_for(14, own).text == "1d10+1d4"
    assert dice_for(15, own).text == "1d8+1d6+1"
    assert dice_for(150, own).text == "1d100+5d10"
    assert dice_for(200, own).text == "4d50"
    assert dice_for(14).text == "1d8+1d6"


@pytest.mark.rule("DH-DICE-05")
def test_the_shipped_file_says_the_same_and_attests_score_10_alone():
    path = Path(dice_for.__code__.co_filename).with_name("data") / "dice_table.csv"
    with path.open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert [int(line["score"]) for line in lines] == list(range(-10, 121)) == list(DICE_TABLE)
    assert [line["score"] for line in lines if line["attested"] == "yes"] == ["10"]
    rows, warnings = read_table(path.read_text(encoding="utf-8"))
    assert rows == DICE_TABLE
    assert warnings == ()


@pytest.mark.rule("DH-DICE-05")
def test_a_replacement_table_is_checked():
    assert read_table("score,roll\n11,1d10+1\n10,1d10\n") == ({11: "1d10+1", 10: "1d10"}, ())
    assert read_table("-10000,0\n-9999,0") == ({-10000: "0", -9999: "0"}, ())
    rows, warnings = read_table("9, D8+1 ,ours\n10,1d8+2\n11,1d12")
    assert rows == {9: "1d8+1", 10: "1d8+2", 11: "1d12"}
    assert warnings == (
        "Score 10 is 1d8+2, and 1d10 in the rules.",
        "The best total of score 11, 1d12, is 12.",
    )
    for text, part in (
        ("10,1d10\n12,1d12", "11"),
        ("10,1d10\n10,2d5", "10"),
        ("10,what", "what"),
        ("ten,1d10", "ten"),
        ("10001,1d10", "10001"),
        ("", "no row"),
        ("score,roll", "no row"),
    ):
        refused = refusal(read_table, text)
        assert refused.code == "RANGE" and part in refused.message


# -- throwing ----------------------------------------------------------------------------------------------------------


def thrown(roll: str, *faces: int, tries: str = "no") -> tuple[int, bool]:
    """One set of a roll with these faces: its strength and whether it crashed; every face is used."""
    plan, extra = parse_roll(roll), TRIES[tries][1]
    dice = ScriptedDice(faces)
    strength, whole = one_set(dice, (*plan.faces, extra) if extra else plan.faces, plan.bonus)
    assert not dice.left
    return strength, not whole


@pytest.mark.rule("DH-ACT-05")
def test_snake_eyes():
    assert thrown("1d10", 1, 1, tries="hard") == (1, True)
    assert thrown("1d8+1", 1, 1, tries="hard") == (1, True)
    assert thrown("1d10", 1) == (1, False)
    assert thrown("2d8", 1, 1) == (1, True)
    assert thrown("2d8", 1, 2) == (3, False)
    assert thrown("1d8+1", 1) == (2, False)
    assert thrown("3d6", 1, 1, 1) == (1, True)
    assert thrown("3d6", 1, 1, 2) == (4, False)


@pytest.mark.rule("DH-ACT-05")
def test_a_crash_ranks_below_a_plain_strength_of_1():
    crash = one_set(ScriptedDice((1, 1)), (10, 4), 0)
    plain = one_set(ScriptedDice((1,)), (10,), 0)
    assert crash[0] == plain[0] == 1
    assert crash < plain


@pytest.mark.rule("DH-DICE-05")
def test_a_score_of_nothing_throws_the_extra_die_alone():
    assert thrown("0") == (0, False)
    assert thrown("0", 3, tries="hard") == (3, False)
    assert thrown("0", 1, tries="hard") == (1, False)
    assert thrown("1", 1, tries="hard") == (2, False)
    assert thrown("1d4-3", 1) == (0, False)
    assert success(0).word == success(1).word == success(3).word == "full fail"


@pytest.mark.rule("DH-ACT-03")
def test_the_levels_of_trying():
    assert TRIES == {"no": (0, 0), "hard": (1, 4), "harder": (2, 8), "hardest": (3, 12)}
    assert thrown("1d10", 9, 8, tries="harder") == (17, False)
    assert thrown("1d10", 4, 5, tries="hardest") == (9, False)


# -- difficulties and successes ----------------------------------------------------------------------------------------


@pytest.mark.rule("DH-ACT-02")
def test_the_ladder():
    assert [tuple(rung) for rung in LADDER] == [
        ("easy", 2, "best"),
        ("normal", 1, "best"),
        ("hard", 2, "worst"),
        ("heavy", 3, "worst"),
        ("herculean", 4, "worst"),
    ]


@pytest.mark.rule("DH-ACT-02")
@pytest.mark.parametrize(
    ("start", "shift", "rung"),
    [
        ("hard", -1, "normal"),
        ("hard", 1, "heavy"),
        ("easy", -1, "easy"),
        ("herculean", 1, "herculean"),
        ("normal", 2, "heavy"),
        ("normal", 2 - 1, "hard"),
        ("easy", -1 + 1, "easy"),
        ("easy", 99, "herculean"),
        ("herculean", -99, "easy"),
        (" Normal ", 0, "normal"),
    ],
)
def test_shifts_move_along_the_ladder_and_end_with_it(start, shift, rung):
    assert ladder(start, shift).name == rung


@pytest.mark.rule("DH-ACT-02")
def test_there_is_no_other_difficulty():
    refused = refusal(ladder, "hardish")
    assert refused.code == "UNKNOWN" and "hard" in refused.hint
    assert refusal(ladder, "zzz").hint == "one of easy, normal, hard, heavy, herculean"
    assert refusal(ladder, "normal", 10_001).code == "RANGE"
    assert ladder("hard").name == "hard"


@pytest.mark.rule("DH-ACT-04")
@pytest.mark.parametrize(
    ("strength", "word", "number", "key"),
    [
        (-3, "full fail", 0, "F"),
        (1, "full fail", 0, "F"),
        (4, "full fail", 0, "F"),
        (5, "half fail", 0, "H"),
        (8, "half fail", 0, "H"),
        (9, "single success", 1, "1"),
        (12, "single success", 1, "1"),
        (13, "double success", 2, "2"),
        (16, "double success", 2, "2"),
        (17, "triple success", 3, "3"),
        (20, "triple success", 3, "3"),
        (21, "4 successes", 4, "4"),
        (24, "4 successes", 4, "4"),
        (25, "5 successes", 5, "5"),
        (28, "5 successes", 5, "5"),
        (29, "6 successes", 6, "6"),
    ],
)
def test_strength_becomes_successes(strength, word, number, key):
    assert tuple(success(strength)) == (word, number, key)


@pytest.mark.rule("DH-ACT-04")
def test_by_ruling_the_fourth_success_begins_at_24():
    assert [success(s, fourth=24).number for s in (16, 17, 20, 21, 23, 24, 27, 28)] == [2, 3, 3, 3, 3, 4, 4, 5]


@pytest.mark.rule("DH-ACT-05")
def test_a_crash_has_its_own_word():
    assert tuple(success(1, crash=True)) == ("crash", 0, "C")


@pytest.mark.rule("DH-ACT-04")
@pytest.mark.rule("DH-ACT-05")
@pytest.mark.parametrize(
    ("score", "crash", "full", "half", "one", "two", "more"),
    [
        (9, "0", "3/8", "1/2", "1/8", "0", "0"),
        (10, "0", "2/5", "2/5", "1/5", "0", "0"),
        (13, "0", "1/4", "1/3", "1/3", "1/12", "0"),
        (14, "1/48", "5/48", "7/16", "3/8", "1/16", "0"),
        (16, "1/64", "5/64", "11/32", "13/32", "5/32", "0"),
        (18, "1/80", "1/16", "11/40", "31/80", "9/40", "3/80"),
        (22, "1/120", "1/24", "11/60", "37/120", "17/60", "7/40"),
        (40, "1/400", "1/80", "11/200", "19/200", "27/200", "7/10"),
    ],
)
def test_the_digest_s_odds_come_out_when_every_throw_is_counted(score, crash, full, half, one, two, more):
    roll = dice_for(score)
    found: Counter[str] = Counter()
    for faces in product(*(range(1, sides + 1) for sides in roll.faces)):
        strength, whole = one_set(ScriptedDice(faces), roll.faces, roll.bonus)
        key = success(strength, not whole).key
        found[key if key in "CFH12" else "more"] += 1
    every = sum(found.values())
    expected = dict(zip(("C", "F", "H", "1", "2", "more"), (crash, full, half, one, two, more), strict=True))
    assert {key: Fraction(found[key], every) for key in expected} == {k: Fraction(v) for k, v in expected.items()}
