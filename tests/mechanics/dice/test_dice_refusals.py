"""Every error code at its place, every limit on both sides, and how a refusal is drawn."""

import time

import pytest

from mechanics.dice import DiceError, ScriptedDice, SystemDice, parse

# text, code, start, end
REFUSED = [
    ("", "empty", 0, 0),
    ("   ", "empty", 0, 3),
    ("# only a comment", "empty", 0, 16),
    ("1d6 +", "unexpected_end", 5, 5),
    ("1d6 + # to hit", "unexpected_end", 14, 14),
    ("min(1d6", "unbalanced", 3, 4),
    ("(1d6", "unbalanced", 0, 1),
    ("((1d6)", "unbalanced", 0, 1),
    ("{1d6)", "unbalanced", 4, 5),
    ("1d6)", "unbalanced", 3, 4),
    (")", "unbalanced", 0, 1),
    ("1d6 [fire", "unbalanced", 4, 5),
    ("1d[1,2", "unbalanced", 2, 3),
    ("1d[", "unbalanced", 2, 3),
    ("()", "empty_group", 0, 2),
    ("1d6+{ }", "empty_group", 4, 7),
    ("d()", "empty_group", 1, 3),
    ("(,1)", "syntax", 1, 2),
    ("1+*2", "syntax", 2, 3),
    ("2**3", "syntax", 2, 3),
    ("1d6 = 3", "syntax", 4, 5),
    ("4d6kx3", "syntax", 4, 5),
    ("4d6r=", "unexpected_end", 5, 5),
    ("4d6ra", "unexpected_end", 5, 5),
    ("4d6mi", "unexpected_end", 5, 5),
    ("4d6t", "unexpected_end", 4, 4),
    ("4d6t4f", "unexpected_end", 6, 6),
    ("4d6mt0", "syntax", 5, 6),
    ("1d6, 2", "syntax", 3, 4),
    ("1.", "trailing", 1, 2),
    (".", "unexpected_end", 1, 1),
    ("$5", "bad_char", 0, 1),
    ("1d6+\u00e9", "bad_char", 4, 5),
    ("1d\u0663", "bad_char", 2, 3),
    ("1d6 \u200b", "bad_char", 4, 5),
    ("1d6\u00a0+1", "bad_char", 3, 4),
    ("\uff11d6", "bad_char", 0, 1),
    ("1d6\0", "bad_char", 3, 4),
    ("1d20 please save me", "unknown_op", 5, 11),
    ("1d20 fire", "unknown_op", 5, 9),
    ("4d6z", "unknown_op", 3, 4),
    ("4d6kh3q", "unknown_op", 6, 7),
    ("foo(1)", "unknown_name", 0, 3),
    ("2 * sqrt(4)", "unknown_name", 4, 8),
    ("1d20+@nope", "unknown_variable", 5, 10),
    ("1d20+@", "unexpected_end", 6, 6),
    ("d", "missing_faces", 1, 1),
    ("1d + 2", "missing_faces", 3, 4),
    ("4d-6", "missing_faces", 2, 3),
    ("1d0", "zero_faces", 2, 3),
    ("1d000", "zero_faces", 2, 5),
    ("d(1-1)", "zero_faces", 1, 6),
    ("1d1000001", "faces_too_big", 2, 9),
    ("1d[1..1001]", "faces_too_big", 3, 10),
    ("1d[]", "bad_faces", 3, 4),
    ("1d[1,,2]", "bad_faces", 5, 6),
    ("1d[1 2]", "bad_faces", 5, 6),
    ("1d[a]", "bad_faces", 3, 4),
    ("1d[5..1]", "bad_faces", 3, 7),
    ("1d(1d6)", "random_faces", 2, 7),
    ("1.5d6", "not_integer", 0, 3),
    ("1d6.5", "not_integer", 2, 3),
    ("(1/2)d6", "not_integer", 0, 5),
    ("d(7/2)", "not_integer", 1, 6),
    ("(1-5)d6", "negative_count", 0, 5),
    ("1001d6", "too_many_dice", 0, 5),
    ("1d6+1000d6", "too_many_dice", 4, 10),
    ("600d6+401d6", "too_many_dice", 6, 11),
    ("best(10, 101d6)", "too_many_dice", 9, 14),
    ("20x51d6", "too_many_dice", 3, 7),
    ("2x best(2, 251d6)", "too_many_dice", 11, 16),
    ("1000000001", "number_too_big", 0, 10),
    ("1d6+" + "9" * 60, "number_too_big", 4, 64),
    ("1d6k>99999999999", "number_too_big", 5, 16),
    ("9999999999.5", "number_too_big", 0, 12),
    ("1" + "+1" * 128, "too_long", 256, 257),
    ("(" * 33 + "1" + ")" * 33, "too_deep", 32, 33),
    ("1d6" + "ke" * 120, "too_complex", 202, 202),
    ("1000d6" + "mi1ma6" * 6, "too_complex", 36, 39),
    ("0x1d6", "repeat_range", 0, 1),
    ("21x1d6", "repeat_range", 0, 2),
    ("best(0, 1d20)", "bad_args", 5, 6),
    ("worst(11, 1d20)", "bad_args", 6, 8),
    ("best(2)", "bad_args", 0, 7),
    ("best()", "bad_args", 0, 6),
    ("min()", "bad_args", 0, 5),
    ("floor(1, 2)", "bad_args", 7, 8),
    ("best(2, 1d6, 1d8)", "bad_args", 11, 12),
    ("d20d6", "ambiguous_d", 3, 5),
    ("4d6d1", "ambiguous_d", 3, 5),
    ("4d6d", "ambiguous_d", 3, 4),
    ("4d6kh3d%", "ambiguous_d", 6, 7),
    ("(1,2)d6", "ambiguous_d", 5, 7),
    ("@x d6", "ambiguous_d", 3, 5),
    ("1<2<3", "chained_comparison", 3, 4),
    ("1 == 2 >= 3", "chained_comparison", 7, 9),
    ("(1,2)e6", "op_needs_dice", 5, 7),
    ("(1,2)!", "op_needs_dice", 5, 6),
    ("(1,2)mw", "op_needs_dice", 5, 7),
    ("(1d6+1)r1", "op_needs_dice", 7, 9),
    ("1e5", "op_needs_dice", 1, 3),
    ("5kh1", "op_needs_dice", 1, 4),
    ("max(1d6, 4)kh1", "op_needs_dice", 11, 14),
    ("6d10t7kh1", "op_after_count", 6, 9),
    ("6d10mw!", "op_after_count", 6, 7),
    ("1d1!", "never_ends", 3, 4),
    ("20d10e>=1", "never_ends", 5, 9),
    ("1d2r1r2", "never_ends", 5, 7),
    ("1d[3,3]!!p", "never_ends", 7, 10),
    ("1d6r<3r=3r4r>4", "never_ends", 11, 14),
    ("5/0", "div_zero", 1, 2),
    ("1d6//(2-2)", "div_zero", 3, 5),
    ("1d6%0", "div_zero", 3, 4),
    ("6 4d6", "trailing", 2, 3),
    ("1d6 (2)", "trailing", 4, 5),
    ("1d6x3", "trailing", 3, 4),
]


@pytest.mark.parametrize(("text", "code", "start", "end"), REFUSED, ids=[f"{c[0][:30]!a}" for c in REFUSED])
def test_refused(text: str, code: str, start: int, end: int) -> None:
    with pytest.raises(DiceError) as caught:
        parse(text, {"x": 2})
    error = caught.value
    assert (error.code, error.start, error.end) == (code, start, end)
    assert error.message and "\n" not in error.message and error.text == text
    assert (error.drawn, error.draws) == (0, ())


ALL_CODES = set(
    """
    empty syntax unexpected_end unbalanced empty_group bad_char unknown_op unknown_name unknown_variable missing_faces
    zero_faces faces_too_big bad_faces random_faces not_integer negative_count too_many_dice number_too_big too_long
    too_deep too_complex repeat_range bad_args ambiguous_d chained_comparison op_needs_dice op_after_count never_ends
    div_zero odds_too_big trailing
    """.split()  # noqa: SIM905
)


def test_every_code_is_shown_here() -> None:
    assert {case[1] for case in REFUSED} | {"odds_too_big"} == ALL_CODES


ACCEPTED = [
    "1d6+1 # " + "x" * 248,
    "(" * 32 + "1" + ")" * 32,
    "1000000000",
    "000000000000000000001d6",
    "1000d6",
    "500d6+500d6",
    "20x50d6",
    "best(10, 100d6)",
    "1d1000000",
    "1d[1..1000]",
    "20x1d6",
    "1x1d6",
    "worst(10, 1d6)",
    "1000d6" + "mi1ma6" * 5,
    "1d6" + "ke" * 98,
    "1d2r1",
    "1d2e2",
    "1d6r<3r=3r4r>5",
    "0d6",
    "1d6 [any ] + 2 [\u00e9\u4e2d]",
    "1d6 # \u00e9\u4e2d \u200b ((((",
    "1d6\t+\n2",
]


@pytest.mark.parametrize("text", ACCEPTED, ids=[f"{t[:30]!a}" for t in ACCEPTED])
def test_accepted(text: str) -> None:
    assert parse(text).rolls(SystemDice())


def test_the_caret_stands_under_the_fault() -> None:
    with pytest.raises(DiceError) as caught:
        parse("4d6kx3")
    assert str(caught.value) == ('4d6kx3\n    ^ expected a number, h, l or a comparison after "k"\ntry: 4d6kh3')
    with pytest.raises(DiceError) as caught:
        parse("1d6 +")
    assert str(caught.value).splitlines()[1].index("^") == 5
    with pytest.raises(DiceError) as caught:
        parse("1d6\n+ \u200b")
    assert str(caught.value).splitlines()[:2] == ["1d6?+ ?", "      ^ U+200B is no part of the dice notation"]
    with pytest.raises(DiceError) as caught:
        parse("(" * 5000)
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("4d6d1", "dl1"),
        ("d20d6", "(d20)d6"),
        ("6 4d6", "6x4d6"),
        ("2**3", "there is no power operator"),
        ("1d6 = 3", "=="),
        ("1d20 please", "# please"),
        ("1d20+@dx", "@dex, @str"),
        ("(1d6", ")"),
    ],
)
def test_hints(text: str, hint: str) -> None:
    with pytest.raises(DiceError) as caught:
        parse(text, {"str": 1, "Dex": 2})
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("1d20 \u2212 2", 3),
        ("1d20 \u2013 2", 3),
        ("1d20\u20142", 3),
        ("1d20 \u00d7 2", 10),
        ("1d20 \u00f7 2", 2),
        ("1D20", 5),
        (" 1 d 20 ", 5),
        ("1d20 MI 7", 7),
    ],
)
def test_signs_of_phones(text: str, total: int) -> None:
    assert parse(text).rolls(ScriptedDice([5]))[0].total == total


def test_names() -> None:
    assert parse("1d20+@STR+@dex_2", {"Str": 2, "DEX_2": -1}).rolls(ScriptedDice([10]))[0].total == 11
    assert parse("@a*2", {"a": -3}).rolls(ScriptedDice())[0].total == -6
    assert parse("@a*2", {"a": 4}).rolls(ScriptedDice())[0].total == 8
    assert parse("1d6", {"a": 4}) is parse("1d6")
    for value in (10**9 + 1, -(10**9) - 1):
        with pytest.raises(DiceError) as caught:
            parse("1+@big", {"big": value})
        assert (caught.value.code, caught.value.start, caught.value.end) == ("number_too_big", 2, 6)
    with pytest.raises(DiceError) as caught:
        parse("1+@x")
    assert caught.value.code == "unknown_variable"


def test_giant_texts_cost_nothing() -> None:
    """O06: refused while reading, with the limit named."""
    for text, limit in (
        ("100000d6", "1000"),
        ("9999999d999999999", "1000"),
        ("+".join(["1d6"] * 300), "256"),
        ("(" * 100_000, "256"),
        ("1d1000000r<1000001", ""),
    ):
        start = time.process_time()
        with pytest.raises(DiceError) as caught:
            parse(text)
        assert time.process_time() - start < 0.05
        assert limit in caught.value.message + caught.value.hint


def test_long_chains_stop() -> None:
    """O07: what never ends is refused while reading; the rest stops at the cap and says how many dice were drawn."""
    for text in ("20d10e>=1", "20d10!>0", "1d10000r<=10000"):
        with pytest.raises(DiceError) as caught:
            parse(text)
        assert caught.value.code == "never_ends"
    plan = parse("1d10000r>1 # hopeless")
    with pytest.raises(DiceError) as caught:
        plan.roll(ScriptedDice([2] * 2000))
    error = caught.value
    assert (error.code, error.drawn, error.draws) == ("too_many_dice", 1000, (2,) * 1000)
    assert (error.start, error.end) == (7, 10)
    assert error.text == "1d10000r>1 # hopeless"
    assert "1000" in error.message
    # The last die of the budget may still end the chain.
    [roll] = plan.rolls(ScriptedDice([2] * 999 + [1]))
    assert (roll.total, len(roll.draws)) == (1, 1000)


@pytest.mark.parametrize(
    ("text", "faces", "code", "drawn"),
    [
        ("1d6/(1d6-3)", [4, 3], "div_zero", 2),
        ("2x 1d6//(1d6-3)", [4, 4, 4, 3], "div_zero", 4),
        ("(1d4-2)d6", [1], "negative_count", 1),
        ("(1d4/2)d6", [3], "not_integer", 1),
        ("(1d4*500)d6", [3], "too_many_dice", 1),
        ("(1d2)d6+999d6", [1, 1] + [1] * 999, "too_many_dice", 2),
        ("999d6+2d6e6", [1] * 999 + [6, 6], "too_many_dice", 0),
        ("998d6+2d6e6", [1] * 998 + [6, 6], "too_many_dice", 1000),
        ("998d6+2d6ro6", [1] * 998 + [6, 6], "too_many_dice", 1000),
    ],
)
def test_stopped_while_rolling(text: str, faces: list[int], code: str, drawn: int) -> None:
    with pytest.raises(DiceError) as caught:
        parse(text).roll(ScriptedDice(faces))
    assert caught.value.code == code
    assert caught.value.drawn == drawn
    assert caught.value.text == text
