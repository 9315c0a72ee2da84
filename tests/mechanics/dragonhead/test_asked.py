"""Checks that the DM asks for, and competitions (DH-ACT-09 to -11)."""

from typing import Any

import pytest
from msgspec.structs import replace

from mechanics.campaign import EndSession, Name
from mechanics.facts import Asked, Noted, Rolled
from mechanics.game import CHAIR, Drop, Force, Id
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.moves import (
    AnswerAsk,
    Ask,
    ChipIn,
    CloseContest,
    Contest,
    Enter,
    Fudge,
    Keep,
    ShiftAsk,
)
from mechanics.games.dragonhead.pending import Board, Requested, Thrown
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.offers import offers
from tests.mechanics.dragonhead.dh_table import DM, MARSHA, ORC, PAT, QUIN, SANTO, Book, notes, sheet, table, thrown

MOJOS = {"p": 3, "q": 2, "d": 4}


# -- asked -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-ACT-11")
def test_the_dm_asks_and_each_rolls_when_ready() -> None:
    book = Book(table(MOJOS))
    facts = book.do(DM, Ask(who=(MARSHA, SANTO), ability="Dex", difficulty="hard", note="The floor gives way."))
    asked = [f for f in facts if isinstance(f, Asked)]
    assert [(f.by, f.what) for f in asked] == [
        ((MARSHA,), "Hard Dexterity check: The floor gives way."),
        ((SANTO,), "Hard Dexterity check: The floor gives way."),
    ]
    first, second = book.state.scene.pending.values()
    assert first.what == Requested(MARSHA, "dexterity", "hard", False, "The floor gives way.")
    assert not first.blocks
    assert book.refused(QUIN, AnswerAsk(SANTO, first.id, first.rev)) == "not-yours"
    assert book.refused(QUIN, AnswerAsk(MARSHA, first.id, first.rev)) == "not-yours"
    facts = book.do(PAT, AnswerAsk(MARSHA, first.id, first.rev, tries="hard", rise=1), 9, 2, 10, 4)
    assert thrown(facts) == (11, "single success")  # score 12, the worse of 9+2 and 10+4
    assert book.pool["p"] == 2 and book.circles()[0] == 1
    assert "The floor gives way." in notes(facts) and book.open(Thrown)
    book.do(QUIN, AnswerAsk(SANTO), 5, 7)
    assert not book.open(Requested) and second.id not in book.state.scene.pending


@pytest.mark.rule("DH-ACT-11")
def test_before_the_throw_the_dm_makes_it_harder_or_easier() -> None:
    book = Book()
    book.do(DM, Ask(who=(MARSHA,), ability="luck", difficulty="heavy"))
    at = book.newest()
    assert book.refused(PAT, ShiftAsk(MARSHA, *at)) == "not-gm"
    facts = book.do(DM, ShiftAsk(CHAIR, *at))
    assert notes(facts) == ["What is asked of {0} is herculean from now on, not heavy."]
    assert book.refused(PAT, AnswerAsk(MARSHA, *at)) == "stale"  # the button shows what it was
    assert book.refused(DM, ShiftAsk(CHAIR, *book.newest())) == "STATE"
    book.do(DM, ShiftAsk(CHAIR, *book.newest(), by=-9))
    assert thrown(book.do(PAT, AnswerAsk(MARSHA, *book.newest()), 4, 8))[0] == 8
    assert book.refused(DM, ShiftAsk(CHAIR)) == "not-allowed"


@pytest.mark.rule("DH-ACT-07")
@pytest.mark.rule("DH-ACT-11")
def test_asked_for_a_save_nobody_tries_hard() -> None:
    book = Book(table(marsha={"wear": 12}))
    assert book.refused(DM, Ask(who=(MARSHA,), ability="spirit")) == "STATE"  # out cold
    book.do(DM, Ask(who=(MARSHA,), ability="spirit", save=True))
    assert book.refused(PAT, AnswerAsk(MARSHA, tries="hard")) == "RULE"
    (roll,) = [f for f in book.do(PAT, AnswerAsk(MARSHA), 9) if isinstance(f, Rolled) and f.rule == "DH-ACT-07"]
    assert roll.label == "Normal Spirit save"


@pytest.mark.rule("DH-ACT-11")
def test_what_cannot_be_asked() -> None:
    book = Book()
    for move, code in (
        (Ask(ability="luck"), "RANGE"),
        (Ask(who=(MARSHA, MARSHA), ability="luck"), "RANGE"),
        (Ask(who=(MARSHA,), ability="lack"), "UNKNOWN"),
        (Ask(who=(MARSHA,), ability="luck", difficulty="hardly"), "UNKNOWN"),
        (Ask(who=(MARSHA,), ability="luck", note="x" * 201), "too-long"),
        (Ask(who=(Id("c99"),), ability="luck"), "unknown"),
    ):
        assert book.refused(DM, move) == code
    assert book.refused(PAT, Ask(who=(MARSHA,), ability="luck")) == "not-gm"
    assert book.refused(PAT, Ask(MARSHA, who=(SANTO,), ability="luck")) == "not-gm"
    book.do(DM, Ask(who=(MARSHA,), ability="luck"))
    book.do(DM, Force(CHAIR, *book.newest()), 5)
    book.do(DM, Ask(who=(MARSHA,), ability="luck"))
    book.do(DM, Drop(CHAIR, *book.newest()))
    assert not book.state.scene.pending


@pytest.mark.rule("DH-ACT-11")
def test_what_is_asked_is_offered_to_who_was_asked_and_its_rung_to_the_dm() -> None:
    book = Book()
    book.do(DM, Ask(who=(MARSHA,), ability="luck", difficulty="easy"))
    at = book.newest()

    def offered(caller: Any, actor: Any) -> list[Any]:
        return [o.move for o in offers(DRAGONHEAD, book.state, caller, actor) if o.refusal is None]

    assert offered(PAT, MARSHA)[-2:] == [AnswerAsk(MARSHA, *at), AnswerAsk(MARSHA, *at, "hard")]
    assert offered(DM, CHAIR)[-1] == ShiftAsk(CHAIR, *at, 1)
    assert not [m for m in offered(QUIN, SANTO) if isinstance(m, AnswerAsk)]


# -- competitions ------------------------------------------------------------------------------------------------------

RUFUS = Id("c5")


def contest(kind: str = "single", rulings: Rulings | None = None, pool: dict[str, int] | None = None) -> Book:
    """A competition in Luck. Everybody's score is 24 (1d20+1d4), so that a roll can be 17, and can crash."""
    lucky = {"scores": {"luc": 24}}
    book = Book(table(pool, marsha=lucky, santo=lucky, orc=lucky, rulings=rulings))
    campaign = book.state.campaign
    names = {**campaign.names, RUFUS: Name("Rufus", "p", "pc")}
    book.state = replace(
        book.state,
        campaign=replace(campaign, names=names),
        sheets={**book.state.sheets, RUFUS: sheet("Rufus", "p", **lucky)},
    )
    book.do(DM, Contest(kind=kind, ability="luck"))
    return book


def of(strength: int) -> tuple[int, int]:
    """Faces of 1d20+1d4 that come to this strength: 1 is snake-eyes, 2 cannot be."""
    return max(1, strength - 1), 1


def told(facts: Any, rule: str) -> list[tuple[str, tuple[Id, ...]]]:
    return [(f.text, f.about) for f in facts if isinstance(f, Noted) and f.rule == rule]


@pytest.mark.rule("DH-ACT-09")
def test_the_greatest_strength_wins() -> None:
    book = contest()
    book.do(PAT, Enter(MARSHA), *of(9))
    book.do(QUIN, Enter(SANTO), *of(14))
    book.do(DM, Enter(ORC), *of(11))
    assert told(book.do(DM, CloseContest()), "DH-ACT-09") == [
        ("Place 1: {0} with 14.", (SANTO,)),
        ("Place 2: {0} with 11.", (ORC,)),
        ("Place 3: {0} with 9.", (MARSHA,)),
        ("{0} wins.", (SANTO,)),
    ]
    assert not book.state.scene.pending


@pytest.mark.rule("DH-ACT-09")
def test_a_tie_for_first_is_broken_by_d100_until_one_is_left() -> None:
    book = contest()
    book.do(PAT, Enter(MARSHA), *of(14))
    book.do(QUIN, Enter(SANTO), *of(14))
    book.do(DM, Enter(ORC), *of(14))
    facts = book.do(DM, CloseContest(), 20, 87, 87, 5, 60)
    rolls = [(f.sum.who, f.sum.total, f.verdict) for f in facts if isinstance(f, Rolled)]
    assert rolls == [
        (MARSHA, 20, ""),
        (SANTO, 87, "highest"),
        (ORC, 87, "highest"),
        (SANTO, 5, ""),
        (ORC, 60, "highest"),
    ]
    assert told(facts, "DH-ACT-09")[-1] == ("{0} wins.", (ORC,))


@pytest.mark.rule("DH-ACT-09")
def test_other_ties_share_a_place() -> None:
    book = contest()
    for caller, who, strength in ((PAT, MARSHA, 9), (QUIN, SANTO, 14), (DM, ORC, 9), (PAT, RUFUS, 1)):
        book.do(caller, Enter(who), *of(strength))
    places = told(book.do(DM, CloseContest()), "DH-ACT-09")[:4]
    assert places == [
        ("Place 1: {0} with 14.", (SANTO,)),
        ("Place 2: {0} with 9.", (MARSHA,)),
        ("Place 2: {0} with 9.", (ORC,)),
        ("Place 4: {0} with 1.", (RUFUS,)),
    ]


@pytest.mark.rule("DH-ACT-09")
def test_what_a_competition_refuses() -> None:
    book = contest()
    assert book.refused(DM, CloseContest()) == "RANGE"
    assert book.refused(PAT, Enter(MARSHA, team="Red")) == "UNKNOWN"
    book.do(PAT, Enter(MARSHA), *of(9))
    assert book.refused(PAT, Enter(MARSHA)) == "STATE"
    assert book.refused(DM, CloseContest()) == "RANGE"
    assert book.refused(PAT, CloseContest()) == "not-gm"
    assert book.refused(PAT, CloseContest(MARSHA)) == "not-gm"
    book.do(DM, Drop(CHAIR, next(p.id for p in book.state.scene.pending.values() if isinstance(p.what, Board))))
    assert book.refused(QUIN, Enter(SANTO)) == "not-allowed"
    for move, code in (
        (Contest(kind="pairs", ability="luck"), "UNKNOWN"),
        (Contest(ability="lack"), "UNKNOWN"),
        (Contest(ability="luck", difficulty="hardly"), "UNKNOWN"),
    ):
        assert book.refused(DM, move) == code
    assert book.refused(PAT, Contest(ability="luck")) == "not-gm"


@pytest.mark.rule("DH-ACT-09")
def test_a_competition_that_was_left_open_gives_way_to_the_next() -> None:
    """Its card may be gone, so nobody could close it any more."""
    book = contest()
    (old,) = [p.id for p in book.state.scene.pending.values() if isinstance(p.what, Board)]
    told = book.do(DM, Contest(ability="luck"))
    (new,) = [p.id for p in book.state.scene.pending.values() if isinstance(p.what, Board)]
    assert new != old
    assert [f.text for f in told] == [
        "The competition that was open here is over without a winner.",
        "A competition begins: Normal Luck.",
    ]


@pytest.mark.rule("DH-ACT-09")
@pytest.mark.rule("DH-MOJO-06")
def test_rolls_of_a_competition_are_fudged_until_it_closes() -> None:
    book = contest(pool=MOJOS)
    book.do(PAT, Enter(MARSHA), *of(3))
    at = book.newest()
    assert book.refused(PAT, Keep(MARSHA, *at)) == "STATE"
    book.do(QUIN, ChipIn(pending=at[0]))
    book.do(PAT, Fudge(MARSHA), *of(15))
    book.do(QUIN, Enter(SANTO), *of(1))
    assert book.refused(QUIN, Fudge(SANTO)) == "RULE"  # snake-eyes stand, and stay in it
    places = told(book.do(DM, CloseContest()), "DH-ACT-09")
    assert places[0] == ("Place 1: {0} with 15.", (MARSHA,)) and places[1] == ("Place 2: {0} with 1.", (SANTO,))
    assert book.pool == {"p": 3, "q": 1, "d": 4}


@pytest.mark.rule("DH-ACT-09")
def test_a_fudge_that_crashes_stays_in_the_competition() -> None:
    book = contest(pool=MOJOS)
    book.do(PAT, Enter(MARSHA), *of(3))
    book.do(PAT, Fudge(MARSHA), *of(1))
    assert [roll.verdict for roll in book.open(Thrown)] == ["crash"]
    book.do(DM, EndSession(CHAIR))
    assert not book.state.scene.pending


@pytest.mark.rule("DH-ACT-10")
@pytest.mark.parametrize(
    ("red", "blue", "totals", "end"),
    [
        ((17, 9, 3), (13, 6, 1), ["Red: 3.", "Blue: 0."], "Red wins."),
        ((9,), (9,), ["Red: 1.", "Blue: 1."], "A draw between Red, Blue."),
        ((3, 3), (1,), ["Red: -2.", "Blue: -2."], "A draw between Red, Blue."),
        ((3,), (6,), ["Blue: 0.", "Red: -1."], "Blue wins."),
    ],
)
def test_teams(red: tuple[int, ...], blue: tuple[int, ...], totals: list[str], end: str) -> None:
    book = contest("teams")
    extra = {Id(f"t{n}"): sheet(f"T{n}", CHAIR, scores={"luc": 24}) for n in range(6)}
    book.state = replace(book.state, sheets={**book.state.sheets, **extra})
    entrants = iter(extra)
    for team, strengths in (("Red", red), ("blue", blue)):
        for n, strength in enumerate(strengths):
            typed = team.upper() if n else team.capitalize()  # one team, however it is written
            book.do(DM, Enter(next(entrants), team=typed), *of(strength))
    texts = [text for text, _ in told(book.do(DM, CloseContest()), "DH-ACT-10")]
    assert texts == [*totals, end]


@pytest.mark.rule("DH-ACT-10")
def test_by_ruling_teams_roll_on_a_tie_and_names_are_only_names() -> None:
    book = contest("teams", Rulings(team_ties="d100"))
    assert book.refused(PAT, Enter(MARSHA)) == "UNKNOWN"
    facts = book.do(PAT, Enter(MARSHA, team="{0}"), *of(9))
    assert "For {0}: +1." in notes(facts)
    assert book.refused(DM, CloseContest()) == "RANGE"
    book.do(QUIN, Enter(SANTO, team="Blue"), *of(9))
    facts = book.do(DM, CloseContest(), 40, 41)
    assert told(facts, "DH-ACT-10")[-1] == ("Blue wins.", ())
