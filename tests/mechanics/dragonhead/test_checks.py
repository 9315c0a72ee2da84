"""Checks and saving throws, from the ledger's vectors (DH-ACT-01, -03, -05, -07, -11; DH-BASE-01, -02)."""

import pytest

from mechanics.facts import Changed, Die, Noted, Rolled, Sum
from mechanics.game import CHAIR, SELF, Caller
from mechanics.games.dragonhead.moves import Check, ChooseDm, Fudge, Save
from mechanics.games.dragonhead.pending import Thrown
from mechanics.games.dragonhead.play.checks import strength, verdict_of
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.sheet import ClassLevel, Draft
from tests.mechanics.dragonhead.dh_table import DM, MARSHA, ORC, PAT, QUIN, Book, changes, notes, table, thrown

MOJOS = {"p": 3, "q": 2, "d": 4}


# -- DH-ACT-01 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-ACT-01")
@pytest.mark.rule("DH-CHAR-08")
def test_class_bonus_makes_the_score() -> None:
    book = Book(table(marsha={"scores": {"dex": 8}, "classes": (ClassLevel("Warlord", 2),)}))
    facts = book.do(PAT, Check(MARSHA, "dexterity", bonus="full"), 6)
    assert facts[0] == Rolled(
        rule="DH-DICE-05", label="score", sum=Sum(MARSHA, (("Dexterity", 8), ("Warlord", 2)), 10), verdict="1d10"
    )
    assert thrown(facts) == (6, "half fail")


@pytest.mark.rule("DH-ACT-01")
@pytest.mark.parametrize(
    ("difficulty", "faces", "result"),
    [
        ("hard", (9, 3), (3, "full fail")),
        ("easy", (2, 10), (10, "single success")),
        ("normal", (9,), (9, "single success")),
        ("heavy", (9, 10, 5), (5, "half fail")),
        ("herculean", (10, 9, 9, 4), (4, "full fail")),
    ],
)
def test_difficulty_keeps_one_set(difficulty: str, faces: tuple[int, ...], result: tuple[int, str]) -> None:
    facts = Book().do(PAT, Check(MARSHA, "dexterity", difficulty), *faces)
    assert thrown(facts) == result


@pytest.mark.rule("DH-ACT-01")
@pytest.mark.rule("DH-ACT-03")
def test_the_kept_set_is_whole_and_wear_is_paid_once() -> None:
    book = Book()
    facts = book.do(PAT, Check(MARSHA, "muscle", "hard", "hard"), 6, 4, 9, 2)
    assert facts[1] == Rolled(
        rule="DH-ACT-01",
        label="Hard Muscle check",
        sum=Sum(
            MARSHA,
            (("d10", 6), ("Try Hard d4", 4)),
            10,
            (Die(10, 6), Die(4, 4), Die(10, 9, False), Die(4, 2, False)),
        ),
        verdict="single success",
    )
    assert book.circles() == (1, 0, 0, "awake")


@pytest.mark.rule("DH-ACT-01")
@pytest.mark.rule("DH-MOJO-07")
def test_every_part_of_a_check_is_told_in_order() -> None:
    classes = (ClassLevel("Warlord", 5), ClassLevel("Elf", 1))
    book = Book(table(MOJOS, marsha={"scores": {"dex": 8}, "classes": classes}))
    facts = book.do(PAT, Check(MARSHA, "dexterity", "hard", "harder", 2, "half", 1, -1, "through the gap"), 8, 5, 3)
    assert facts == (
        Rolled(
            rule="DH-DICE-05",
            label="score",
            sum=Sum(MARSHA, (("Dexterity", 8), ("Warlord, half", 2), ("Rise Above", 4), ("modifier", 1)), 15),
            verdict="1d8+1d6+1",
        ),
        Rolled(
            rule="DH-ACT-01",
            label="Normal Dexterity check",
            sum=Sum(
                MARSHA,
                (("d8", 8), ("d6", 5), ("Try Harder d8", 3), ("bonus", 1)),
                17,
                (Die(8, 8), Die(6, 5), Die(8, 3)),
            ),
            verdict="triple success",
        ),
        Changed(rule="DH-ACT-03", who=MARSHA, gauge="wear", before=0, after=2),
        Changed(rule="DH-ACT-03", who=MARSHA, gauge="recoverable", before=0, after=2),
        Changed(rule="DH-MOJO-07", who="p", gauge="pool", before=3, after=1),
        Noted(text="through the gap"),
    )


@pytest.mark.rule("DH-ACT-01")
def test_equal_dice_are_one_term() -> None:
    book = Book(table(marsha={"scores": {"mus": 17}}))
    facts = book.do(PAT, Check(MARSHA, "Muscle"), 3, 7)
    assert facts[0].sum.parts == (("Muscle", 17),) and facts[0].verdict == "2d8+1"  # type: ignore[attr-defined]
    assert facts[1].sum == Sum(MARSHA, (("2d8", 10), ("bonus", 1)), 11, (Die(8, 3), Die(8, 7)))  # type: ignore[attr-defined]
    assert thrown(facts) == (11, "single success")


@pytest.mark.rule("DH-ACT-01")
@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Check(MARSHA, "strength"), "UNKNOWN"),
        (Check(MARSHA, "dexterity", "deadly"), "UNKNOWN"),
        (Check(MARSHA, "dexterity", tries="hardest of all"), "UNKNOWN"),
        (Check(MARSHA, "dexterity", bonus="double"), "UNKNOWN"),
        (Check(MARSHA, "dexterity", bonus="half"), "UNKNOWN"),  # no class level on the sheet
        (Check(MARSHA, "dexterity", mod=101), "RANGE"),
        (Check(MARSHA, "dexterity", mod=-101), "RANGE"),
        (Check(MARSHA, "dexterity", rise=-1), "RANGE"),
        (Check(MARSHA, "dexterity", shift=10_001), "RANGE"),
        (Check(MARSHA, "dexterity", rise=4), "FUNDS"),
        (Check(MARSHA, "dexterity", note="x" * 201), "too-long"),
    ],
)
def test_checks_that_are_refused(move: Check, code: str) -> None:
    assert Book(table(MOJOS)).refused(PAT, move) == code


@pytest.mark.rule("DH-ACT-01")
@pytest.mark.rule("DH-DICE-05")
def test_the_furthest_modifiers_and_the_longest_note_are_fine() -> None:
    book = Book()
    note = "x" * 200
    facts = book.do(PAT, Check(MARSHA, "dexterity", mod=-100, note=note))
    assert thrown(facts) == (0, "full fail")  # score -90: no dice, strength 0, and no crash
    assert notes(facts) == [note]
    assert thrown(book.do(PAT, Check(MARSHA, "dexterity", mod=100), 60, 10)) == (70, "16 successes")  # 110: 1d100+1d10


@pytest.mark.rule("DH-DICE-05")
@pytest.mark.rule("DH-ACT-03")
@pytest.mark.parametrize("face", [1, 3])
def test_without_base_dice_trying_hard_throws_the_extra_die(face: int) -> None:
    book = Book(table(marsha={"scores": {"mus": 1}}))
    facts = book.do(PAT, Check(MARSHA, "muscle", tries="hard", mod=-3), face)
    assert thrown(facts) == (face, "full fail")
    assert book.circles() == (1, 0, 0, "awake")


@pytest.mark.rule("DH-ACT-01")
@pytest.mark.parametrize("state", [{"wear": 11}, {"wear": 14, "tear": 11}, {"killed": True}])
def test_the_unconscious_and_the_dead_do_nothing(state: dict[str, int]) -> None:
    assert Book(table(marsha=state)).refused(PAT, Check(MARSHA, "dexterity")) == "STATE"


@pytest.mark.rule("DH-ACT-01")
def test_wear_up_to_the_line_is_awake() -> None:
    book = Book(table(marsha={"wear": 10, "tear": 10}))
    assert thrown(book.do(PAT, Check(MARSHA, "dexterity"), 5)) == (5, "half fail")


@pytest.mark.rule("DH-ACT-01")
def test_the_unfinished_do_nothing() -> None:
    book = Book(table(marsha={"draft": Draft()}))
    assert book.refused(PAT, Check(MARSHA, "dexterity")) == "STATE"
    assert book.refused(PAT, Save(MARSHA, "constitution")) == "STATE"


@pytest.mark.rule("DH-BASE-02")
def test_creatures_obey_the_same_rules_and_only_the_dm() -> None:
    book = Book()
    assert book.refused(PAT, Check(ORC, "muscle")) == "not-yours"
    assert book.refused(QUIN, Check(MARSHA, "muscle")) == "not-yours"
    assert thrown(book.do(DM, Check(ORC, "muscle"), 9)) == (9, "single success")
    assert thrown(book.do(DM, Check(MARSHA, "muscle"), 4)) == (4, "full fail")


# -- DH-ACT-03 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-ACT-03")
@pytest.mark.parametrize(
    ("tries", "faces", "total", "word", "wear"),
    [
        ("no", (9,), 9, "single success", 0),
        ("hard", (9, 4), 13, "double success", 1),
        ("harder", (9, 8), 17, "triple success", 2),
        ("hardest", (9, 12), 21, "4 successes", 3),
    ],
)
def test_trying_hard(tries: str, faces: tuple[int, ...], total: int, word: str, wear: int) -> None:
    book = Book()
    assert thrown(book.do(PAT, Check(MARSHA, "muscle", tries=tries), *faces)) == (total, word)
    assert book.circles() == (wear, 0, 0, "awake")


@pytest.mark.rule("DH-ACT-03")
@pytest.mark.rule("DH-TRACK-04")
def test_trying_hardest_on_the_last_hit_point_counts_and_then_knocks_out() -> None:
    book = Book(table(marsha={"wear": 9}))
    facts = book.do(PAT, Check(MARSHA, "muscle", tries="hardest"), 4, 5)
    assert thrown(facts) == (9, "single success")
    assert book.circles() == (12, 0, 0, "unconscious")
    assert "{0} passes out." in notes(facts)
    assert book.refused(PAT, Check(MARSHA, "muscle", tries="hard")) == "STATE"


@pytest.mark.rule("DH-ACT-03")
@pytest.mark.rule("DH-ACT-07")
@pytest.mark.parametrize("tries", ["hard", "harder", "hardest"])
def test_nobody_tries_hard_at_a_save(tries: str) -> None:
    assert Book().refused(PAT, Save(MARSHA, "constitution", tries=tries)) == "RULE"


# -- DH-ACT-05 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-ACT-05")
@pytest.mark.parametrize(
    ("score", "difficulty", "tries", "faces", "result"),
    [
        (10, "normal", "hard", (1, 1), (1, "crash")),
        (9, "normal", "hard", (1, 1), (1, "crash")),
        (10, "normal", "no", (1,), (1, "full fail")),
        (16, "normal", "no", (1, 1), (1, "crash")),
        (16, "normal", "no", (1, 2), (3, "full fail")),
        (10, "hard", "no", (1, 1), (1, "full fail")),
        (16, "easy", "no", (1, 1, 3, 4), (7, "half fail")),
        (16, "hard", "no", (1, 1, 3, 4), (1, "crash")),
        (9, "normal", "no", (1,), (2, "full fail")),
        (16, "easy", "no", (1, 1, 1, 1), (1, "crash")),
    ],
)
def test_snake_eyes(score: int, difficulty: str, tries: str, faces: tuple[int, ...], result: tuple[int, str]) -> None:
    book = Book(table(MOJOS, marsha={"scores": {"luc": score}}))
    facts = book.do(PAT, Check(MARSHA, "luck", difficulty, tries), *faces)
    assert thrown(facts) == result
    crash = result[1] == "crash"
    assert ("The DM says what goes wrong." in notes(facts)) is crash
    assert len(book.open(Thrown)) == (0 if crash else 1)  # snake-eyes are never open for Fudge
    if crash:
        assert facts[1].sum.parts == (("snake-eyes", 1),)  # type: ignore[attr-defined]
        assert book.refused(PAT, Fudge(MARSHA)) == "STATE"


@pytest.mark.rule("DH-ACT-05")
def test_a_crash_on_worst_of_ranks_below_a_plain_one() -> None:
    book = Book(table(marsha={"scores": {"luc": 12}}))
    facts = book.do(PAT, Check(MARSHA, "luck", "heavy", "hard"), 2, 1, 1, 1, 1, 2)
    assert thrown(facts) == (1, "crash")
    assert [d.kept for d in facts[1].sum.dice] == [False, False, True, True, False, False]  # type: ignore[attr-defined]


# -- DH-ACT-07 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-ACT-07")
def test_a_save() -> None:
    facts = Book().do(PAT, Save(MARSHA, "constitution"), 9)
    assert facts[1] == Rolled(
        rule="DH-ACT-07",
        label="Normal Constitution save",
        sum=Sum(MARSHA, (("d10", 9),), 9, (Die(10, 9),)),
        verdict="single success",
    )


@pytest.mark.rule("DH-ACT-07")
def test_the_unconscious_save_and_the_dead_do_not() -> None:
    book = Book(table(marsha={"wear": 11}))
    assert thrown(book.do(PAT, Save(MARSHA, "constitution", "hard", 1), 8, 7, 9)) == (7, "half fail")
    assert Book(table(marsha={"killed": True})).refused(PAT, Save(MARSHA, "constitution")) == "STATE"


@pytest.mark.rule("DH-ACT-07")
@pytest.mark.rule("DH-MOJO-06")
@pytest.mark.rule("DH-MOJO-07")
def test_rise_above_and_fudge_work_on_a_save() -> None:
    book = Book(table(MOJOS, marsha={"scores": {"con": 6}}))
    facts = book.do(PAT, Save(MARSHA, "constitution", rise=2), 3)
    assert facts[0].verdict == "1d10"  # type: ignore[attr-defined]
    assert thrown(book.do(PAT, Fudge(MARSHA), 10)) == (10, "single success")
    assert book.pool == {"p": 0, "q": 2, "d": 4}


# -- DH-ACT-11, measures -----------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-ACT-11")
@pytest.mark.parametrize(("shift", "dice"), [(-9, 2), (-1, 2), (0, 1), (1, 2), (2, 3), (3, 4), (9, 4)])
def test_the_dm_sets_the_difficulty_by_rungs(shift: int, dice: int) -> None:
    facts = Book().do(DM, Check(MARSHA, "dexterity", shift=shift), *[7] * dice)
    assert thrown(facts) == (7, "half fail")


@pytest.mark.rule("DH-ACT-11")
def test_what_goes_wrong_is_the_dms_to_say() -> None:
    facts = Book(table(marsha={"scores": {"wis": 16}})).do(PAT, Check(MARSHA, "wisdom"), 1, 1)
    assert facts[-1] == Noted(rule="DH-ACT-05", text="The DM says what goes wrong.", about=(MARSHA,))


@pytest.mark.rule("DH-ACT-04")
def test_the_fourth_success_begins_where_the_table_says() -> None:
    for fourth, word in ((21, "4 successes"), (24, "triple success")):
        book = Book(table(rulings=Rulings(fourth_success=fourth)))  # type: ignore[arg-type]
        assert thrown(book.do(PAT, Check(MARSHA, "muscle", tries="hardest"), 9, 12)) == (21, word)


@pytest.mark.rule("DH-ACT-01")
def test_the_measures_read_throws_and_nothing_else() -> None:
    def rolled(rule: str, total: int, verdict: str) -> Rolled:
        return Rolled(rule=rule, label="", sum=Sum(MARSHA, (), total), verdict=verdict)

    for rule in ("DH-ACT-01", "DH-ACT-07", "DH-MOJO-06"):
        assert strength(rolled(rule, 7, "half fail")) == 7
        assert strength(rolled(rule, 1, "crash")) == 0
        assert verdict_of(rolled(rule, 1, "crash")) == "crash"
    for rule in ("DH-DICE-05", "DH-MOJO-01", "DH-MOJO-08", "DH-ACT-08"):
        assert strength(rolled(rule, 7, "x")) is None
        assert verdict_of(rolled(rule, 7, "x")) is None
    assert strength(Noted(rule="DH-ACT-01", text="")) is None
    assert verdict_of(Noted(rule="DH-ACT-01", text="")) is None


# -- DH-BASE-01 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-BASE-01")
def test_the_highest_d20_is_dm() -> None:
    book = Book()
    facts = book.do(DM, ChooseDm(SELF, ("d", "p", "q")), 12, 17, 3)
    assert [(f.sum.total, f.verdict) for f in facts if isinstance(f, Rolled)] == [(12, ""), (17, "highest"), (3, "")]
    assert book.state.campaign.gms == ("p",)


@pytest.mark.rule("DH-BASE-01")
def test_only_the_tied_roll_again() -> None:
    book = Book()
    facts = book.do(DM, ChooseDm(SELF, ("d", "p", "q")), 17, 17, 5, 4, 9)
    assert [(f.sum.who, f.sum.total) for f in facts if isinstance(f, Rolled)] == [
        ("d", 17),
        ("p", 17),
        ("q", 5),
        ("d", 4),
        ("p", 9),
    ]
    assert book.state.campaign.gms == ("p",)


@pytest.mark.rule("DH-BASE-01")
def test_choosing_a_dm_takes_two_known_people_and_the_dms_word() -> None:
    book = Book()
    assert book.refused(PAT, ChooseDm(SELF, ("d", "p"))) == "not-gm"
    assert book.refused(DM, ChooseDm(SELF, ("d",))) == "RANGE"
    assert book.refused(DM, ChooseDm(SELF, ("d", "d"))) == "RANGE"
    assert book.refused(DM, ChooseDm(SELF, ("d", "nobody"))) == "unknown"
    assert book.refused(Caller("p", gm=False), ChooseDm(CHAIR, ("d", "p"))) == "not-gm"


@pytest.mark.rule("DH-ACT-03")
def test_changes_of_wear_are_told() -> None:
    facts = Book().do(PAT, Check(MARSHA, "muscle", tries="hardest"), 4, 5)
    assert changes(facts, "wear") == [(MARSHA, 0, 3)]
