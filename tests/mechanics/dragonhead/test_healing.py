"""Rests, sleep and magic, from the ledger's vectors (DH-HEAL-01, -03, -05, DH-CHAR-12)."""

from typing import Any

import pytest
from msgspec.structs import replace

from mechanics.campaign import EndSession
from mechanics.facts import Rolled
from mechanics.game import CHAIR, Force
from mechanics.games.dragonhead.moves import Check, ChipIn, Fudge, Heal, Hurt, Keep, Rest, Revive, Sleep
from mechanics.games.dragonhead.pending import Thrown
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.sheet import ClassLevel, Condition, Feature
from mechanics.state import Fight, Scene, Seat
from tests.mechanics.dragonhead.dh_table import (
    DM,
    MARSHA,
    PAT,
    QUIN,
    SANTO,
    Book,
    changes,
    notes,
    table,
    thrown,
)


def resting(pool: dict[str, int] | None = None, rulings: Rulings | None = None, **marsha: Any) -> Book:
    return Book(table(pool, marsha=marsha, rulings=rulings))


def xp(book: Book) -> int:
    return book.state.sheets[MARSHA].unspent


# -- rests -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-HEAL-01")
@pytest.mark.rule("DH-CHAR-12")
@pytest.mark.parametrize(
    ("hp", "wear", "tear", "faces", "after", "gained"),
    [
        (20, 9, 2, (6, 2), 3, 60),
        (20, 9, 2, (10, 12), 2, 70),
        (12, 9, 1, (6, 6), 3, 60),
        (12, 9, 1, (12, 11), 1, 80),
        (20, 9, 2, (1, 1), 8, 10),
    ],
)
def test_a_rest_erases_its_strength_of_wear(
    hp: int, wear: int, tear: int, faces: tuple[int, ...], after: int, gained: int
) -> None:
    """The first rests are easy: of two dice the better one counts."""
    book = resting(hp=hp, wear=wear, tear=tear, scores={"con": 12})
    facts = book.do(PAT, Rest(MARSHA), *faces)
    assert book.circles()[:2] == (after, tear)
    assert xp(book) == gained and book.state.sheets[MARSHA].rests_used == 1
    assert thrown(facts)[0] == max(faces)
    assert not book.state.scene.pending  # no session, nothing to fudge with


@pytest.mark.rule("DH-CHAR-12")
@pytest.mark.rule("DH-HEAL-01")
@pytest.mark.parametrize(
    ("used", "dice", "label"),
    [
        (0, 2, "Rest 1 of 10, Easy Constitution save"),
        (2, 2, "Rest 3 of 10, Easy Constitution save"),
        (3, 1, "Rest 4 of 10, Normal Constitution save"),
        (6, 1, "Rest 7 of 10, Normal Constitution save"),
        (7, 2, "Rest 8 of 10, Hard Constitution save"),
        (9, 2, "Rest 10 of 10, Hard Constitution save"),
    ],
)
def test_rests_grow_harder(used: int, dice: int, label: str) -> None:
    book = resting(wear=8, rests_used=used)
    facts = book.do(PAT, Rest(MARSHA), *[5] * dice)
    (roll,) = [f for f in facts if isinstance(f, Rolled) and f.rule == "DH-ACT-07"]
    assert roll.label == label and book.state.sheets[MARSHA].rests_used == used + 1


@pytest.mark.rule("DH-CHAR-12")
@pytest.mark.rule("DH-HEAL-01")
def test_rests_that_cannot_be() -> None:
    assert resting(wear=8, rests_used=10).refused(PAT, Rest(MARSHA)) == "RULE"
    assert resting(wear=4, tear=4).refused(PAT, Rest(MARSHA)) == "STATE"
    assert resting().refused(PAT, Rest(MARSHA)) == "STATE"
    assert resting(wear=14, tear=12).refused(PAT, Rest(MARSHA)) == "STATE"
    assert resting(wear=8).refused(PAT, Rest(MARSHA, tries="hard")) == "RULE"
    assert resting(wear=8).refused(QUIN, Rest(MARSHA)) == "not-yours"
    book = resting(wear=8)
    fight: Any = Fight(None, {MARSHA: Seat("players", None)})
    book.state = replace(book.state, scene=Scene(fight))
    for move in (Rest(MARSHA), Sleep(MARSHA)):
        assert book.refused(PAT, move) == "STATE"
    book.do(QUIN, Sleep(SANTO))  # who is elsewhere sleeps


@pytest.mark.rule("DH-CHAR-12")
def test_the_unconscious_rest_and_come_to() -> None:
    book = resting(wear=13, hp=10, rests_used=3)
    facts = book.do(PAT, Rest(MARSHA), 4)
    assert book.circles() == (9, 0, 0, "awake") and "{0} comes to." in notes(facts)


@pytest.mark.rule("DH-HEAL-01")
@pytest.mark.rule("DH-MOJO-06")
def test_in_a_session_a_rest_waits_while_it_can_be_fudged() -> None:
    book = resting({"p": 1, "q": 1, "d": 0}, wear=9, rests_used=3)
    facts = book.do(PAT, Rest(MARSHA), 3)
    at = book.newest()
    assert book.circles()[0] == 9 and xp(book) == 0 and book.state.sheets[MARSHA].rests_used == 4
    assert changes(facts, "wear") == []
    assert book.refused(PAT, Rest(MARSHA)) == "STATE"  # one at a time
    book.do(PAT, Fudge(MARSHA, *at), 7)
    assert book.circles()[0] == 9
    at = book.newest()
    facts = book.do(PAT, Keep(MARSHA, *at))
    assert book.circles()[0] == 2 and xp(book) == 70 and not book.state.scene.pending
    assert changes(facts, "wear") == [("c2", 9, 2)]
    assert book.refused(PAT, Fudge(MARSHA, *at)) == "stale"  # applied: it stands
    assert book.state.sheets[MARSHA].rests_used == 4


@pytest.mark.rule("DH-HEAL-01")
def test_a_rest_that_nobody_could_fudge_works_at_once() -> None:
    book = resting({"p": 0, "q": 0, "d": 0}, wear=9, rests_used=3)
    book.do(PAT, Rest(MARSHA), 3)
    assert book.circles()[0] == 6 and not book.state.scene.pending


@pytest.mark.rule("DH-HEAL-01")
@pytest.mark.rule("DH-MOJO-06")
def test_snake_eyes_erase_1_at_once_also_when_fudged() -> None:
    book = resting({"p": 2}, wear=9, rests_used=3, scores={"con": 16})
    facts = book.do(PAT, Rest(MARSHA), 1, 1)
    assert book.circles()[0] == 8 and xp(book) == 10 and not book.state.scene.pending
    assert "The DM says what goes wrong." in notes(facts)
    book.do(PAT, Rest(MARSHA), 3, 4)
    book.do(PAT, Fudge(MARSHA), 1, 1)
    assert book.circles()[0] == 7 and xp(book) == 20 and not book.state.scene.pending


@pytest.mark.rule("DH-HEAL-01")
@pytest.mark.rule("DH-MOJO-04")
def test_the_end_of_the_session_takes_open_rests_as_they_are() -> None:
    book = resting({"p": 2, "q": 1}, wear=9, rests_used=3)
    book.do(PAT, Rest(MARSHA), 5)
    book.do(QUIN, ChipIn())
    book.do(DM, EndSession(CHAIR))
    assert book.circles()[0] == 4 and xp(book) == 50 and not book.state.scene.pending
    book = resting({"p": 2}, wear=9, rests_used=3)
    book.do(PAT, Rest(MARSHA), 5)
    book.do(DM, Force(CHAIR, *book.newest()))
    assert book.circles()[0] == 4


@pytest.mark.rule("DH-HEAL-01")
def test_who_dies_before_it_is_kept_recovers_nothing() -> None:
    book = resting({"p": 2}, wear=9, rests_used=3)
    book.do(PAT, Rest(MARSHA), 5)
    book.do(DM, Hurt(MARSHA, 20, "piercing"))
    book.do(PAT, Keep(MARSHA))
    assert book.circles() == (29, 20, 0, "dead") and xp(book) == 0


@pytest.mark.rule("DH-HEAL-01")
def test_many_other_rolls_never_close_a_rest() -> None:
    book = resting({"p": 2}, wear=9, rests_used=3)
    book.do(PAT, Rest(MARSHA), 5)
    for _ in range(25):
        book.do(PAT, Check(MARSHA, "luck"), 5)
    assert len(book.open(Thrown)) == 21 and book.open(Thrown)[0].rest


@pytest.mark.rule("DH-HEAL-01")
@pytest.mark.rule("DH-MOJO-07")
def test_rise_above_and_the_xp_ruling() -> None:
    book = resting({"p": 1, "d": 0}, Rulings(rest_xp=3), wear=9, rests_used=3, scores={"con": 8})
    book.do(PAT, Rest(MARSHA, rise=1), 7)  # 8 and 2 are 10: 1d10; nobody has a mojo left
    assert book.circles()[0] == 2 and xp(book) == 21


# -- sleep -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-HEAL-03")
@pytest.mark.parametrize(
    ("safe", "armour", "feature", "wear", "rests"),
    [
        (True, False, False, 2, 0),
        (True, True, False, 7, 3),
        (False, False, False, 7, 3),
        (False, True, False, 11, 5),
        (True, True, True, 2, 0),
        (False, True, True, 7, 3),
    ],
)
def test_a_night(safe: bool, armour: bool, feature: bool, wear: int, rests: int) -> None:
    features = (Feature("Sleep in armour", "Dwarf"),) if feature else ()
    book = resting(hp=20, wear=11, tear=2, rests_used=5, features=features, classes=(ClassLevel("Dwarf", 1),))
    book.do(PAT, Sleep(MARSHA, safe=safe, armour=armour))
    sheet = book.state.sheets[MARSHA]
    assert (sheet.wear, sheet.tear, sheet.rests_used, sheet.unspent) == (wear, 2, rests, 0)


@pytest.mark.rule("DH-HEAL-03")
def test_a_feature_that_is_not_reached_yet_does_not_help() -> None:
    features = (Feature("Sleeps", "Dwarf"), Feature("Sleep in armor", "Dwarf", sa=2))
    book = resting(hp=20, wear=11, tear=2, rests_used=5, features=features, classes=(ClassLevel("Dwarf", 1),))
    book.do(PAT, Sleep(MARSHA, armour=True))
    assert book.state.sheets[MARSHA].wear == 7


@pytest.mark.rule("DH-HEAL-03")
def test_the_rulings_of_sleep() -> None:
    book = resting(rulings=Rulings(sleep_half="wear", sleep_xp=2), hp=20, wear=11, tear=2, rests_used=5)
    book.do(PAT, Sleep(MARSHA, armour=True))
    assert book.circles()[0] == 6 and xp(book) == 10  # half of 11 is 5


@pytest.mark.rule("DH-HEAL-03")
def test_nights_that_cannot_be() -> None:
    book = resting(wear=8)
    assert book.refused(PAT, Sleep(MARSHA, kind="week")) == "not-allowed"
    assert book.refused(PAT, Sleep(MARSHA, kind="nap")) == "UNKNOWN"
    assert resting(wear=14, tear=12).refused(PAT, Sleep(MARSHA)) == "STATE"
    assert resting(wear=14, tear=12).refused(PAT, Sleep(MARSHA, safe=False, armour=True)) == "STATE"


# -- magic -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-HEAL-05")
@pytest.mark.parametrize(
    ("track", "amount", "kind", "after", "gained", "seared"),
    [
        ((12, 3, 0), 10, "m", (2, 0, 0), 100, True),
        ((5, 4, 0), 6, "m", (2, 2, 0), 30, True),
        ((8, 3, 2), 12, "p", (0, 0, 0), 80, True),
        ((11, 0, 0), 8, "b", (3, 0, 0), 80, False),
        ((12, 3, 0), 4, "none", (8, 3, 0), 40, False),
    ],
)
def test_magic(
    track: tuple[int, int, int], amount: int, kind: str, after: tuple[int, int, int], gained: int, seared: bool
) -> None:
    book = resting(hp=20, wear=track[0], tear=track[1], scar=track[2])
    book.do(PAT, Heal(MARSHA, amount, kind))
    sheet = book.state.sheets[MARSHA]
    assert (sheet.wear, sheet.tear, sheet.scar) == after
    assert sheet.unspent == gained and sheet.rests_used == 0
    assert sheet.conditions == ((Condition("seared", 2, 1),) if seared else ())


@pytest.mark.rule("DH-HEAL-05")
@pytest.mark.rule("DH-ACT-02")
def test_the_seared_find_everything_two_rungs_harder_for_a_minute() -> None:
    book = resting(hp=30, wear=20, tear=9, rests_used=3)
    book.do(PAT, Heal(MARSHA, 1, "p"))
    book.do(PAT, Heal(MARSHA, 1, "p"))
    assert len(book.state.sheets[MARSHA].conditions) == 1  # it does not pile up
    facts = book.do(PAT, Check(MARSHA, "luck"), 9, 8, 7)
    assert thrown(facts) == (7, "half fail")  # Heavy: the worst of three
    facts = book.do(PAT, Check(MARSHA, "luck", shift=-1), 9, 8)
    assert thrown(facts)[0] == 8
    book.do(PAT, Rest(MARSHA), 5, 6, 7)  # Normal and two is Heavy; the rest is that minute
    assert book.state.sheets[MARSHA].conditions == () and book.circles()[0] == 13
    assert thrown(book.do(PAT, Check(MARSHA, "luck"), 9))[0] == 9


@pytest.mark.rule("DH-ACT-02")
@pytest.mark.parametrize(("rulings", "faces"), [(Rulings(), (4,)), (Rulings(shifts="step"), (4, 5))])
def test_shifts_are_added_up_or_held_at_each_step(rulings: Rulings, faces: tuple[int, ...]) -> None:
    """Hard, three harder, four easier: Normal in sum; held at Herculean in between it is Easy, the better of two."""
    harder, easier = Condition("seared", 3, 1), -4
    book = resting(rulings=rulings, conditions=(harder,))
    facts = book.do(PAT, Check(MARSHA, "luck", "hard", shift=easier), *faces)
    assert thrown(facts)[0] == faces[-1]


@pytest.mark.rule("DH-HEAL-03")
def test_a_night_outlasts_what_lasts_minutes() -> None:
    lasting = (Condition("seared", 2, 1), Condition("drunk", 1, 481), Condition("cursed", 1))
    book = resting(wear=3, conditions=lasting)
    book.do(PAT, Sleep(MARSHA))
    assert book.state.sheets[MARSHA].conditions == (Condition("drunk", 1, 1), Condition("cursed", 1))


@pytest.mark.rule("DH-HEAL-05")
def test_the_xp_of_magic_is_a_ruling_and_the_dead_get_none() -> None:
    book = resting(rulings=Rulings(magic_xp=0), wear=5)
    book.do(PAT, Heal(MARSHA, 5))
    assert xp(book) == 0
    assert resting(wear=14, tear=12).refused(PAT, Heal(MARSHA, 5)) == "STATE"


# -- back from the dead ------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-TRACK-05")
def test_the_dm_revives_the_dead() -> None:
    book = resting(wear=14, tear=12, scar=3)
    assert book.refused(PAT, Revive(MARSHA, who=MARSHA)) == "not-gm"
    assert book.refused(PAT, Revive(who=MARSHA)) == "not-gm"
    assert book.refused(DM, Revive(who=SANTO)) == "STATE"
    assert book.refused(DM, Revive(who=MARSHA, keep_scars=11)) == "RANGE"
    book.do(DM, Revive(who=MARSHA, keep_scars=10))
    assert book.circles() == (10, 10, 10, "awake")
