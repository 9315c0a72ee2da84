"""Threshold tables and action tables."""

from __future__ import annotations

from itertools import permutations

import pytest

from mechanics.game import Refused
from mechanics.games.dragonhead.scores import success
from mechanics.games.dragonhead.stunts import CLIMB, fallen
from mechanics.tables import check_rows, look_up, look_up_action

ROWS = [(1, "Hobgoblins"), (4, "Orcs"), (9, "Elves")]


@pytest.mark.rule("DH-BASE-05")
@pytest.mark.parametrize(
    ("rolled", "found"),
    [(3, "Hobgoblins"), (4, "Orcs"), (8, "Orcs"), (9, "Elves"), (12, "Elves"), (1, "Hobgoblins"), (0, None)],
)
def test_the_greatest_threshold_not_above_the_roll_in_any_order(rolled, found):
    for rows in permutations(ROWS):
        assert look_up(rows, rolled) == found


@pytest.mark.rule("DH-BASE-05")
def test_below_every_threshold_there_is_no_entry():
    assert look_up([(2, "A")], 1) is None
    assert look_up([(2, "A")], 2) == "A"


@pytest.mark.rule("DH-BASE-05")
@pytest.mark.parametrize(
    ("rows", "part"),
    [([], "no row"), ([(1, "a"), (4, "b"), (1, "c")], "begin at 1"), ([(1.5, "a")], "1.5"), ([(True, "a")], "True")],
)
def test_a_table_that_cannot_be(rows, part):
    for call in (lambda: check_rows(rows), lambda: look_up(rows, 3)):
        with pytest.raises(Refused) as caught:
            call()
        assert caught.value.refusal.code == "RANGE"
        assert part in caught.value.refusal.message


@pytest.mark.rule("DH-ACT-06")
@pytest.mark.parametrize(
    ("strength", "crash", "key"),
    [(10, False, "1"), (18, False, "1"), (6, False, "H"), (3, False, "F"), (1, True, "C")],
)
def test_climbing(strength, crash, key):
    assert look_up_action(CLIMB, success(strength, crash).key) == (key, CLIMB[key])


@pytest.mark.rule("DH-ACT-06")
@pytest.mark.parametrize(
    ("key", "feet", "falls"),
    [("F", 40, 20), ("C", 40, 40), ("F", 25, 12), ("C", 25, 25), ("H", 40, 0), ("1", 40, 0)],
)
def test_how_far_a_climber_falls(key, feet, falls):
    assert fallen(key, feet) == falls


@pytest.mark.rule("DH-ACT-06")
def test_the_greatest_number_not_above_the_successes():
    rows = {"3": "with flips", "1": "made it", "10": "legend", "H": "dangling", "F": "falls"}
    assert [look_up_action(rows, n).text for n in ("1", "2", "3", "9", "10", "11")] == [
        "made it",
        "made it",
        "with flips",
        "with flips",
        "legend",
        "legend",
    ]


@pytest.mark.rule("DH-ACT-06")
def test_rows_that_are_missing():
    rows = {"2": "certain", "F": "falls"}
    assert look_up_action(rows, "C") == ("F", "falls")
    assert look_up_action(rows, "H") == ("H", None)
    assert look_up_action(rows, "1") == ("H", None)
    assert look_up_action({"2": "certain", "H": "no clue"}, "1") == ("H", "no clue")
    assert look_up_action({"1": "works"}, "C") == ("F", None)
