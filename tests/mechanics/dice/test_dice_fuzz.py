"""Random texts: nothing but a DiceError, no roll outside its odds, no slow answer."""

import random
import time

import pytest

from mechanics.dice import DiceError, ScriptedDice, SeededDice, parse

PIECES = [
    *[
        "1",
        "2",
        "3",
        "6",
        "10",
        "20",
        "0",
        "00",
        "1000",
        "999999999",
        "0.5",
        ".",
        "d",
        "d",
        "d",
        "D",
        "%",
        "F",
        "dF",
        "d%",
        "(",
        ")",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ",",
        ",",
        "+",
        "-",
        "*",
        "/",
        "//",
        "**",
        "==",
        "!=",
        "<=",
        ">=",
    ],
    *[
        "<",
        ">",
        "=",
        "!",
        "!!",
        "!p",
        "k",
        "kh",
        "kl",
        "dh",
        "dl",
        "ph",
        "pl",
        "r",
        "rr",
        "ro",
        "ra",
        "e",
        "mi",
        "ma",
        "min",
        "max",
        "t",
        "f",
        "mt",
        "mw",
        "mh",
        "h",
        "l",
        "x",
        "#",
        "@str",
        "@no",
        "best(",
        "worst(",
    ],
    *[
        "min(",
        "max(",
        "floor(",
        "ceil(",
        "abs(",
        "4d6",
        "1d20",
        "2d6",
        "3d8",
        "d6",
        "kh1",
        "dl1",
        "r1",
        "e6",
        "t5",
        "−",
        "×",
        "é",
        "٣",
        "\u200b",
        "\x00",
    ],
    *["$", "_", "a", "z", "please", " ", " "],
]
SHAPES = (
    "{n}d{s}{o}",
    "{n}d{s}{o}{o}",
    "{n}d{s}{o}{o}{o}",
    "{n}d{s}{o} + {n}d{s}",
    "{n}d{s} - {n}d{s}{o}",
    "({n}d{s}{o}, {m}, {n}d{s})kh1",
    "({n}d{s}, {m}, {n}d{s}{o}){g}{g}",
    "best({n}, {n}d{s}{o}+{m})",
    "({n}d{s}{o}){o}",
    "({n}d{s}{g})d{s}{o}",
    "{n}d[{m},{s},-1..2]{o}{o}",
    "{n}dF{o}{o}",
    "{n}d{s}{o}/{m} > {n}d{s}",
    "min({n}d{s}{o}, {m}) * {m} % {s}",
)
OPS = [
    *[
        "kh",
        "kh2",
        "kl",
        "dl1",
        "dh2",
        "k>2",
        "k=3",
        "d<2",
        "d!=1",
        "r",
        "r1",
        "r<2",
        "ro",
        "ro1",
        "ro>2",
        "roh1",
        "rol2",
        "ra1",
        "ra>1",
        "ral1",
        "e",
        "e2",
        "!",
        "!!",
        "!p",
    ],
    *["!!p", "!>2", "mi2", "ma3", "ma-1", "t2", "t3f1", "t=2", "t<3f>=3", "mt", "mw", "mh", "mt3", "kh1kl1", "kh1k=2"],
]
GROUP = ["kh", "kl", "kh2", "dl1", "k>2", "d<3", "mi2", "ma3"]


def fill(rng: random.Random, shape: str) -> str:
    while "{" in shape:
        shape = shape.replace("{n}", str(rng.randint(0, 4)), 1)
        shape = shape.replace("{s}", str(rng.choice((1, 2, 3, 4, 6, 10))), 1)
        shape = shape.replace("{m}", str(rng.randint(0, 5)), 1)
        shape = shape.replace("{o}", rng.choice(OPS), 1)
        shape = shape.replace("{g}", rng.choice(GROUP), 1)
    return shape


@pytest.mark.parametrize("seed", range(4))
def test_any_text_is_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    accepted = 0
    slowest = 0.0
    for _ in range(6000):
        text = "".join(rng.choice(PIECES) for _ in range(rng.randint(1, 9)))
        start = time.process_time()
        try:
            plan = parse(text, {"str": 2})
        except DiceError as error:
            slowest = max(slowest, time.process_time() - start)
            assert 0 <= error.start <= error.end <= len(text)
            assert error.code and error.message and str(error)
            continue
        accepted += 1
        try:
            rolls = plan.rolls(SeededDice(seed))
        except DiceError as error:
            assert error.code in ("too_many_dice", "div_zero", "negative_count", "not_integer")
            assert error.drawn <= 1000
            continue
        for roll in rolls:
            assert len(roll.show(80)) <= 80 and roll.text
            assert len(roll.dice) >= sum(die.kept for die in roll.dice)
    assert accepted > 100
    assert slowest < 0.01


@pytest.mark.parametrize("seed", range(6))
def test_every_roll_is_within_its_odds(seed: int) -> None:
    rng = random.Random(seed)
    checked = refused = 0
    while checked < 150:
        text = fill(rng, rng.choice(SHAPES))
        try:
            plan = parse(text)
        except DiceError:
            continue
        try:
            odds = plan.odds()
        except DiceError as error:
            assert error.code in ("odds_too_big", "div_zero", "negative_count", "not_integer", "too_many_dice")
            refused += 1
            continue
        checked += 1
        total = odds.total
        assert sum(total.values()) + odds.left_over == 1
        assert all(chance > 0 for chance in total.values())
        dice = SeededDice(seed)
        for _ in range(10):
            try:
                [roll] = plan.rolls(dice)
            except DiceError as error:
                assert error.code == "too_many_dice"
                continue
            assert roll.total in total, text
            again = plan.rolls(ScriptedDice(roll.draws))[0]
            assert (again.total, again.dice) == (roll.total, roll.dice)
    assert refused < checked


def test_any_characters_at_all() -> None:
    rng = random.Random(9)
    for _ in range(3000):
        text = "".join(
            chr(rng.choice((rng.randrange(128), rng.randrange(0x3000), rng.randrange(0x110000)))) for _ in range(8)
        )
        with pytest.raises(DiceError) as caught:
            parse("1d6 " + text.replace("#", "") + "\u2603")
        assert caught.value.code
