"""Mojos and the evening, from the ledger's vectors (DH-BASE-06, DH-MOJO-01 to -08 and -14)."""

import pytest

from mechanics.campaign import BeginSession, EndSession, JoinSession, RemindSession, StartSession
from mechanics.dice import ImpossibleFace
from mechanics.facts import Changed, Die, Noted, Rolled, Sum
from mechanics.game import CHAIR, SELF, Caller, Drop, Force, Id, Move, Refused
from mechanics.games.dragonhead.moves import BreakTie, Check, ChipIn, ChooseDm, Fudge, Keep, Save, Spend, Versus
from mechanics.games.dragonhead.pending import Purse, Thrown
from mechanics.games.dragonhead.play.mojos import mojo_dice
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.sheet import Draft
from mechanics.mojo import Evening, pay
from tests.mechanics.dragonhead.dh_table import (
    DM,
    MARSHA,
    ORC,
    PAT,
    QUIN,
    SANTO,
    Book,
    changes,
    notes,
    table,
    thrown,
)

MOJOS = {"p": 3, "q": 2, "d": 4}
EIGHT_PM = 20 * 3600


def evening() -> Book:
    """Three players and the DM are in the lobby."""
    book = Book()
    book.do(DM, StartSession(CHAIR, at=EIGHT_PM))
    for caller in (PAT, QUIN, Caller("r", name="Rita"), DM):
        book.do(caller, JoinSession(SELF))
    return book


# -- the session -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-BASE-06")
def test_one_reminder_after_three_hours() -> None:
    book = evening()
    assert book.refused(DM, RemindSession(CHAIR, at=EIGHT_PM + 4 * 3600)) == "stale"  # it has not begun
    book.do(DM, BeginSession(CHAIR, at=EIGHT_PM), *[1] * 12)
    assert book.refused(DM, RemindSession(CHAIR, at=EIGHT_PM + 179 * 60)) == "stale"
    assert len(book.do(DM, RemindSession(CHAIR, at=EIGHT_PM + 180 * 60))) == 1
    assert book.refused(DM, RemindSession(CHAIR, at=EIGHT_PM + 210 * 60)) == "stale"
    assert book.state.session is not None  # it never ends by itself


@pytest.mark.rule("DH-BASE-06")
def test_one_session_at_a_time() -> None:
    book = evening()
    assert book.refused(DM, StartSession(CHAIR, at=0)) == "session-open"
    book.do(DM, EndSession(CHAIR))
    assert book.refused(DM, EndSession(CHAIR)) == "no-session"


@pytest.mark.rule("DH-MOJO-01")
@pytest.mark.rule("DH-MOJO-02")
def test_three_players_and_the_dm_roll_3d6_each_the_dm_last() -> None:
    book = evening()
    facts = book.do(DM, BeginSession(CHAIR, at=EIGHT_PM), 1, 2, 3, 6, 6, 6, 2, 2, 2, 1, 1, 1)
    rolls = [f for f in facts if isinstance(f, Rolled)]
    assert [(f.sum.who, f.sum.total) for f in rolls] == [("p", 6), ("q", 18), ("r", 6), ("d", 3)]
    assert rolls[0] == Rolled(
        rule="DH-MOJO-01",
        label="mojo roll",
        sum=Sum(Id("p"), (("3d6", 6),), 6, (Die(6, 1), Die(6, 2), Die(6, 3))),
    )
    assert changes(facts, "pool") == [("p", 0, 6), ("q", 0, 18), ("r", 0, 6), ("d", 0, 3)]
    assert book.pool == {"p": 6, "q": 18, "r": 6, "d": 3}  # three 1s of the DM's are 3 mojos, and no crash
    assert book.bowl == 0
    assert book.state.session and book.state.session.more
    assert book.state.session.more.gauges() == {"pool": book.pool, "bowl": 0, "players": 3}


@pytest.mark.rule("DH-MOJO-01")
def test_only_the_dm_begins_and_not_alone() -> None:
    book = Book()
    book.do(DM, StartSession(CHAIR, at=0))
    assert book.refused(DM, BeginSession(CHAIR, at=0)) == "too-few"
    book.do(DM, JoinSession(SELF))
    assert book.refused(DM, BeginSession(CHAIR, at=0)) == "too-few"
    book.do(PAT, JoinSession(SELF))
    assert book.refused(PAT, BeginSession(CHAIR, at=0)) == "not-gm"
    book.do(DM, BeginSession(CHAIR, at=0), *[2] * 10)
    assert book.pool == {"p": 10, "d": 10}


@pytest.mark.rule("DH-MOJO-02")
def test_the_size_of_the_mojo_roll() -> None:
    assert [mojo_dice(n) for n in (1, 2, 3, 4, 5, 8, 9, 40)] == [5, 3, 3, 3, 2, 2, 1, 1]
    with pytest.raises(Refused) as refused:
        mojo_dice(0)
    assert refused.value.refusal.code == "RANGE"


@pytest.mark.rule("DH-MOJO-02")
@pytest.mark.parametrize(("counts", "dice", "players"), [(False, 5, 1), (True, 3, 2)])
def test_whether_the_dm_counts_as_a_player_is_a_ruling(counts: bool, dice: int, players: int) -> None:
    book = Book(table(rulings=Rulings(count_dm_as_player=counts)))
    book.do(DM, StartSession(CHAIR, at=0))
    book.do(PAT, JoinSession(SELF))
    book.do(DM, BeginSession(CHAIR, at=0), *[1] * dice * 2)
    assert book.pool == {"p": dice, "d": dice}
    assert book.state.session and book.state.session.more and book.state.session.more.players == players


@pytest.mark.rule("DH-MOJO-03")
def test_a_latecomer_has_no_mojos_and_changes_nothing() -> None:
    book = Book(table(MOJOS))
    facts = book.do(Caller("r", name="Rita"), JoinSession(SELF))
    assert changes(facts, "pool") == []
    assert book.pool == {**MOJOS, "r": 0}
    assert book.refused(Caller("r"), Spend(who=(MARSHA,))) == "FUNDS"
    assert book.bowl == 0


@pytest.mark.rule("DH-MOJO-03")
def test_a_latecomer_cannot_fudge() -> None:
    book = Book(table({"p": 3, "d": 4}))
    book.do(QUIN, Check(SANTO, "dexterity"), 4)
    assert book.refused(QUIN, Fudge(SANTO)) == "FUNDS"


@pytest.mark.rule("DH-MOJO-04")
def test_mojos_never_carry_over() -> None:
    book = Book(table({"p": 6, "q": 0, "d": 4}))
    facts = book.do(DM, EndSession(CHAIR))
    assert [f for f in facts if isinstance(f, Changed)] == [
        Changed(rule="DH-MOJO-04", who=Id("p"), gauge="pool", before=6, after=0),
        Changed(rule="DH-MOJO-04", who=Id("d"), gauge="pool", before=4, after=0),
    ]
    book.do(DM, StartSession(CHAIR, at=0))
    book.do(PAT, JoinSession(SELF))
    book.do(DM, BeginSession(CHAIR, at=0), 1, 1, 2, 2, 2, *[3] * 5)
    assert book.pool == {"p": 8, "d": 15}


@pytest.mark.rule("DH-MOJO-04")
def test_the_end_closes_open_rolls_and_unpaid_prices() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    book.do(PAT, Spend(who=(MARSHA,), mine=1))
    book.do(DM, EndSession(CHAIR))
    assert book.state.scene.pending == {}
    assert book.refused(PAT, Fudge(MARSHA)) == "no-session"


@pytest.mark.rule("DH-MOJO-04")
def test_an_open_roll_of_an_earlier_session_is_closed_at_the_next() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    rolls = book.state.scene.pending
    book.do(DM, EndSession(CHAIR))
    book.state.scene.pending.update(rolls)  # as it stands in another channel than the one where the session ended
    pending, rev = book.newest()
    assert book.refused(PAT, Fudge(MARSHA, pending, rev)) == "no-session"
    book.do(DM, StartSession(CHAIR, at=0))
    assert book.refused(PAT, Fudge(MARSHA, pending, rev)) == "no-session"  # the lobby has no mojos either
    book.do(PAT, JoinSession(SELF))
    book.do(DM, BeginSession(CHAIR, at=0), *[3] * 10)
    assert book.state.scene.pending == {}
    book.state.scene.pending.update(rolls)
    assert book.refused(PAT, Fudge(MARSHA, pending, rev)) == "no-session"
    assert book.refused(QUIN, ChipIn(SELF, pending, rev)) == "no-session"


@pytest.mark.rule("DH-MOJO-05")
def test_pools_and_bowl_together_never_change() -> None:
    book = Book(table(MOJOS, marsha={"wear": 5}))
    book.do(PAT, Check(MARSHA, "dexterity", rise=1), 4)
    book.do(PAT, Fudge(MARSHA), 6)
    book.do(DM, Spend(who=(MARSHA,)), 3)
    assert book.pool == {"p": 1, "q": 2, "d": 2}
    assert book.bowl == 4
    assert sum(book.pool.values()) + book.bowl == 9


@pytest.mark.rule("DH-MOJO-05")
def test_spending_needs_a_session_an_effect_and_mojos() -> None:
    assert Book().refused(PAT, Spend(who=(MARSHA,))) == "no-session"
    book = Book(table({"p": 0, "q": 2}))
    assert book.refused(QUIN, Spend(on="fireworks", who=(MARSHA,))) == "UNKNOWN"
    assert book.refused(PAT, Spend(who=(MARSHA,))) == "FUNDS"
    assert book.refused(QUIN, Spend(who=(MARSHA,), note="x" * 201)) == "too-long"
    facts = book.do(QUIN, Spend(on="Divine Wind", who=(MARSHA,), note="for Marsha"), 3)
    assert notes(facts) == ["Divine Wind for {0}: 2 mojos.", "for Marsha"]


# -- Fudge -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-MOJO-06")
def test_the_newest_throw_stands_better_or_worse() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    assert thrown(book.do(PAT, Fudge(MARSHA), 7)) == (7, "half fail")
    facts = book.do(PAT, Fudge(MARSHA), 3)
    assert facts == (
        Rolled(
            rule="DH-MOJO-06",
            label="Normal Dexterity check",
            sum=Sum(MARSHA, (("d10", 3),), 3, (Die(10, 3),)),
            verdict="full fail",
        ),
        Changed(rule="DH-MOJO-06", who=Id("p"), gauge="pool", before=2, after=1),
        Noted(rule="DH-MOJO-06", text="Fudges left for this roll: 1.", about=(MARSHA,)),
    )
    (roll,) = book.open(Thrown)
    assert (roll.strength, roll.verdict, roll.fudges_used) == (3, "full fail", 2)
    assert roll.sets == (((4,),), ((7,),), ((3,),))
    assert book.pool == {"p": 1, "q": 2, "d": 4} and book.bowl == 2


@pytest.mark.rule("DH-MOJO-06")
def test_a_fourth_fudge_is_against_the_rules() -> None:
    book = Book(table({"p": 9}))
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    for _ in range(3):
        book.do(PAT, Fudge(MARSHA), 4)
    assert book.refused(PAT, Fudge(MARSHA, *book.newest())) == "RULE"
    assert book.refused(QUIN, ChipIn(SELF, *book.newest())) == "RULE"
    assert book.pool == {"p": 6}


@pytest.mark.rule("DH-MOJO-06")
@pytest.mark.rule("DH-ACT-05")
def test_snake_eyes_cannot_be_fudged_and_end_the_fudging() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Check(MARSHA, "dexterity", tries="hard"), 1, 1)
    assert book.refused(PAT, Fudge(MARSHA)) == "STATE"
    assert thrown(book.do(PAT, Check(MARSHA, "dexterity", tries="hard"), 1, 3)) == (4, "full fail")
    pending, rev = book.newest()
    facts = book.do(PAT, Fudge(MARSHA, pending, rev), 1, 1)
    assert thrown(facts) == (1, "crash")
    assert notes(facts) == ["Fudges left for this roll: 0.", "The DM says what goes wrong."]
    assert book.open(Thrown) == []
    assert book.refused(PAT, Fudge(MARSHA, pending, rev)) == "stale"
    assert book.pool["p"] == 2


@pytest.mark.rule("DH-MOJO-06")
@pytest.mark.rule("DH-ACT-05")
def test_a_single_one_may_be_fudged() -> None:
    book = Book(table(MOJOS))
    assert thrown(book.do(PAT, Check(MARSHA, "dexterity"), 1)) == (1, "full fail")
    assert thrown(book.do(PAT, Fudge(MARSHA), 10)) == (10, "single success")


@pytest.mark.rule("DH-MOJO-06")
def test_the_whole_roll_is_thrown_again_but_not_paid_again() -> None:
    book = Book(table(MOJOS))
    facts = book.do(PAT, Check(MARSHA, "dexterity", "hard", "harder", rise=1), 10, 2, 8, 2)
    assert facts[1].sum.dice == (Die(12, 10, False), Die(8, 2, False), Die(12, 8), Die(8, 2))  # type: ignore[attr-defined]
    assert book.circles() == (2, 0, 0, "awake") and book.pool["p"] == 2
    facts = book.do(PAT, Fudge(MARSHA), 12, 8, 11, 8)
    assert thrown(facts) == (19, "triple success")
    assert changes(facts, "wear") == []
    assert book.circles() == (2, 0, 0, "awake") and book.pool["p"] == 1


@pytest.mark.rule("DH-MOJO-06")
def test_a_faint_does_not_stop_the_fudge() -> None:
    book = Book(table(MOJOS, marsha={"wear": 10}))
    book.do(PAT, Check(MARSHA, "dexterity", tries="hard"), 1, 2)
    assert book.circles() == (11, 0, 0, "unconscious")
    assert thrown(book.do(PAT, Fudge(MARSHA), 8, 4)) == (12, "single success")


@pytest.mark.rule("DH-MOJO-06")
def test_only_the_roller_decides() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    button = book.newest()
    assert book.refused(QUIN, Fudge(MARSHA, *button)) == "not-yours"
    assert book.refused(QUIN, Fudge(SANTO, *button)) == "not-yours"
    assert book.refused(QUIN, Fudge(SELF, *button)) == "not-yours"
    assert book.refused(QUIN, Fudge(SANTO)) == "STATE"  # no roll of Santo's is open
    assert book.refused(DM, Fudge(CHAIR, *button)) == "not-yours"  # the chair has creatures' rolls, no player's


@pytest.mark.rule("DH-MOJO-06")
def test_the_dm_presses_for_an_absent_player_whose_mojo_pays() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    facts = book.do(DM, Fudge(MARSHA), 5)
    assert changes(facts, "pool") == [("p", 3, 2)]
    assert Noted(rule="DH-MOJO-06", text="{0} presses for {1}, who pays.", about=(Id("d"), Id("p"))) in facts


@pytest.mark.rule("DH-MOJO-06")
@pytest.mark.parametrize("actor", [CHAIR, ORC])
def test_a_creatures_roll_is_the_dms_to_fudge_and_to_pay(actor: Id) -> None:
    book = Book(table(MOJOS))
    book.do(DM, Check(ORC, "muscle"), 4)
    assert book.refused(PAT, Fudge(ORC, *book.newest())) == "not-yours"
    assert book.refused(PAT, Fudge(CHAIR, *book.newest())) == "not-gm"
    facts = book.do(DM, Fudge(actor, *book.newest()), 5)
    assert changes(facts, "pool") == [("d", 4, 3)]
    assert notes(facts) == ["Fudges left for this roll: 2."]


@pytest.mark.rule("DH-MOJO-06")
def test_by_ruling_anyone_may_fudge_with_their_own_mojo() -> None:
    book = Book(table(MOJOS, rulings=Rulings(fudge_by="anyone")))
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    facts = book.do(QUIN, Fudge(SELF, *book.newest()), 5)
    assert changes(facts, "pool") == [("q", 2, 1)]


@pytest.mark.rule("DH-MOJO-06")
def test_a_button_works_once() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    button = book.newest()
    book.do(PAT, Fudge(MARSHA, *button), 5)
    assert book.refused(PAT, Fudge(MARSHA, *button)) == "stale"
    assert book.pool["p"] == 2


@pytest.mark.rule("DH-MOJO-06")
def test_no_roll_is_open_outside_a_session() -> None:
    book = Book()
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    assert book.open(Thrown) == []
    assert book.refused(PAT, Fudge(MARSHA)) == "no-session"
    book.do(DM, StartSession(CHAIR, at=0))
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    assert book.open(Thrown) == []
    assert book.refused(PAT, Fudge(MARSHA)) == "no-session"


@pytest.mark.rule("DH-MOJO-06")
def test_the_newest_twenty_rolls_stay_open() -> None:
    book = Book(table(MOJOS))
    for face in (1, 2, *[3] * 18):
        book.do(PAT, Check(MARSHA, "dexterity"), face)
    assert len(book.open(Thrown)) == 20
    book.do(PAT, Check(MARSHA, "dexterity"), 9)
    assert [r.strength for r in book.open(Thrown)] == [2, *[3] * 18, 9]
    book.do(PAT, Fudge(MARSHA), 10)  # without an id, the newest
    assert [r.strength for r in book.open(Thrown)] == [2, *[3] * 18, 10]


@pytest.mark.rule("DH-MOJO-06")
def test_a_roll_let_go_stands() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    assert book.refused(QUIN, Keep(SANTO, *book.newest())) == "not-yours"
    assert book.refused(PAT, Keep(SELF, *book.newest())) == "not-yours"
    assert notes(book.do(PAT, Keep(MARSHA, *book.newest()))) == ["The roll stands."]
    assert book.open(Thrown) == []
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    assert notes(book.do(DM, Force(CHAIR))) == ["The roll stands."]
    assert book.open(Thrown) == []
    assert book.refused(DM, Keep(CHAIR)) == "STATE"


# -- Rise Above --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-MOJO-07")
@pytest.mark.parametrize(("score", "rise"), [(6, 2), (4, 3)])
def test_each_mojo_adds_two_to_the_score(score: int, rise: int) -> None:
    book = Book(table(MOJOS, marsha={"scores": {"spi": score}}))
    facts = book.do(PAT, Check(MARSHA, "spirit", rise=rise), 10)
    assert facts[0].verdict == "1d10"  # type: ignore[attr-defined]
    assert book.pool["p"] == 3 - rise


@pytest.mark.rule("DH-MOJO-07")
def test_rise_above_takes_a_session_and_mojos() -> None:
    assert Book().refused(PAT, Check(MARSHA, "spirit", rise=1)) == "no-session"
    book = Book(table({"p": 1}))
    assert book.refused(PAT, Check(MARSHA, "spirit", rise=2)) == "FUNDS"
    assert book.refused(PAT, Save(MARSHA, "spirit", rise=2)) == "FUNDS"
    assert book.pool == {"p": 1}


@pytest.mark.rule("DH-MOJO-07")
def test_a_creature_rises_on_the_dms_mojos() -> None:
    book = Book(table(MOJOS))
    facts = book.do(DM, Check(ORC, "muscle", rise=1), 12)
    assert changes(facts, "pool") == [("d", 4, 3)]


# -- Divine Wind -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-MOJO-08")
@pytest.mark.rule("DH-TRACK-06")
def test_the_wind_blows_wear_away_but_not_from_torn_circles() -> None:
    book = Book(table(MOJOS, marsha={"wear": 8, "tear": 2}))
    facts = book.do(PAT, Spend(who=(MARSHA,)), 15)
    assert book.circles() == (2, 2, 0, "awake")
    assert facts == (
        Noted(rule="DH-MOJO-08", text="Divine Wind for {0}: 2 mojos.", about=(MARSHA,)),
        Rolled(rule="DH-MOJO-08", label="Divine Wind", sum=Sum(MARSHA, (("d20", 15),), 15, (Die(20, 15),))),
        Changed(rule="DH-MOJO-08", who=MARSHA, gauge="wear", before=8, after=2),
        Changed(rule="DH-MOJO-08", who=MARSHA, gauge="recoverable", before=6, after=0),
        Changed(rule="DH-MOJO-08", who=Id("p"), gauge="pool", before=3, after=1),
    )


@pytest.mark.rule("DH-MOJO-08")
def test_the_wind_wakes_people() -> None:
    book = Book(table(MOJOS, marsha={"wear": 13}))
    facts = book.do(QUIN, Spend(who=(MARSHA,)), 3)
    assert book.circles() == (10, 0, 0, "awake")
    assert "{0} comes to." in notes(facts)


@pytest.mark.rule("DH-MOJO-08")
def test_each_further_character_costs_one_and_has_a_die_of_its_own() -> None:
    wounded = {"wear": 9}
    book = Book(table({"p": 4}, marsha=wounded, santo=wounded, orc=wounded))
    facts = book.do(PAT, Spend(who=(SANTO, ORC, MARSHA)), 1, 2, 20)
    assert [book.circles(i)[0] for i in (SANTO, ORC, MARSHA)] == [8, 7, 0]
    assert book.pool == {"p": 0} and book.bowl == 4
    assert notes(facts) == ["Divine Wind for 3 characters: 4 mojos."]


@pytest.mark.rule("DH-MOJO-08")
def test_who_the_wind_is_for() -> None:
    book = Book(table(MOJOS, santo={"killed": True}, orc={"draft": Draft()}))
    assert book.refused(PAT, Spend()) == "RANGE"
    assert book.refused(PAT, Spend(who=(MARSHA, MARSHA))) == "RANGE"
    assert book.refused(PAT, Spend(who=(MARSHA, SANTO))) == "STATE"
    assert book.refused(DM, Spend(who=(ORC,))) == "STATE"
    assert book.refused(PAT, Spend(who=(Id("c99"),))) == "unknown"


# -- paying together ---------------------------------------------------------------------------------------------------


def _code(evening: Evening, price: int, shares: dict[str, int]) -> str:
    with pytest.raises(Refused) as refused:
        pay(evening, price, shares)
    return refused.value.refusal.code


@pytest.mark.rule("DH-MOJO-14")
def test_several_pay_one_price_all_of_it_or_nothing() -> None:
    pools = Evening({"a": 7, "b": 6, "c": 3}, 20, 3)
    assert pools.bowl == 4
    after = pay(pools, 12, {"a": 5, "b": 4, "c": 3})
    assert after == Evening({"a": 2, "b": 2, "c": 0}, 20, 3) and after.bowl == 16
    assert _code(pools, 12, {"a": 5, "b": 4, "c": 2}) == "FUNDS"
    assert _code(pools, 12, {"a": 7, "b": 6}) == "RANGE"
    assert _code(Evening({"a": 4, "b": 9}, 13, 2), 12, {"a": 5, "b": 7}) == "FUNDS"
    assert _code(pools, 12, {"a": 6, "b": 6, "c": 0}) == "RANGE"
    assert _code(pools, 1, {"nobody": 1}) == "FUNDS"


@pytest.mark.rule("DH-MOJO-14")
def test_the_dm_types_several_shares() -> None:
    book = Book(table({"p": 3, "q": 2, "d": 4}, marsha={"wear": 9}, santo={"wear": 9}))
    both = (MARSHA, SANTO)
    assert book.refused(DM, Spend(who=both, shares={"p": 2})) == "FUNDS"
    assert book.refused(DM, Spend(who=both, shares={"p": 2, "q": 2})) == "RANGE"
    assert book.refused(DM, Spend(who=both, shares={"q": 3})) == "FUNDS"
    assert book.refused(DM, Spend(who=both, shares={"q": 2, "p": 1}, mine=1)) == "RANGE"
    assert book.refused(PAT, Spend(who=both, shares={"q": 2, "p": 1})) == "not-gm"
    facts = book.do(DM, Spend(who=both, shares={"q": 2, "p": 1}), 4, 5)
    assert changes(facts, "pool") == [("q", 2, 0), ("p", 3, 2)]
    assert changes(facts, "wear") == [(MARSHA, 9, 5), (SANTO, 9, 4)]


@pytest.mark.rule("DH-MOJO-14")
def test_a_price_that_is_short_waits_for_chips() -> None:
    book = Book(table({"p": 1, "q": 2, "d": 0}, marsha={"wear": 9}, santo={"wear": 9}))
    facts = book.do(PAT, Spend(who=(MARSHA, SANTO)))
    assert notes(facts) == ["{0} chips in for Divine Wind: 1 of 3 mojos so far."]
    assert book.open(Purse) == [Purse(1, "divine wind", (MARSHA, SANTO), 3, {"p": 1})]
    assert book.pool == {"p": 1, "q": 2, "d": 0}  # nothing is taken before the price is reached
    assert book.refused(PAT, ChipIn(SELF, *book.newest())) == "FUNDS"
    assert book.refused(DM, ChipIn(SELF, *book.newest())) == "FUNDS"
    facts = book.do(QUIN, ChipIn(SELF, *book.newest()))
    assert notes(facts) == ["{0} chips in for Divine Wind: 2 of 3 mojos so far."]
    facts = book.do(QUIN, ChipIn(), 7, 8)
    assert changes(facts, "wear") == [(MARSHA, 9, 2), (SANTO, 9, 1)]
    assert changes(facts, "pool") == [("p", 1, 0), ("q", 2, 0)]
    assert book.open(Purse) == []


@pytest.mark.rule("DH-MOJO-14")
def test_a_share_counts_as_far_as_its_giver_still_has_it() -> None:
    book = Book(table({"p": 2, "q": 2, "d": 4}))
    book.do(PAT, Spend(who=(MARSHA, SANTO, ORC), mine=2))
    purse = book.newest()
    book.do(PAT, Check(MARSHA, "dexterity", rise=2), 3, 3)
    book.do(QUIN, ChipIn(SELF, *purse))
    assert book.open(Purse)[0].shares == {"q": 1}


@pytest.mark.rule("DH-MOJO-14")
def test_ones_own_share() -> None:
    book = Book(table(MOJOS))
    assert book.refused(PAT, Spend(who=(MARSHA,), mine=0)) == "RANGE"
    assert book.refused(PAT, Spend(who=(MARSHA,), mine=3)) == "RANGE"
    assert book.refused(QUIN, Spend(who=(MARSHA, SANTO), mine=3)) == "FUNDS"
    book.do(PAT, Spend(who=(MARSHA,), mine=2), 1)
    assert book.pool["p"] == 1


@pytest.mark.rule("DH-MOJO-05")
@pytest.mark.rule("DH-MOJO-14")
def test_a_price_that_the_whole_table_cannot_pay_is_refused_at_once() -> None:
    assert Book(table({"p": 1, "q": 0})).refused(PAT, Spend(who=(MARSHA,))) == "FUNDS"
    Book(table({"p": 1, "q": 1})).do(PAT, Spend(who=(MARSHA,)))


@pytest.mark.rule("DH-MOJO-14")
def test_an_unpaid_price_can_be_called_off() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Spend(who=(MARSHA,), mine=1))
    assert book.refused(QUIN, Keep(SELF, *book.newest())) == "not-yours"
    assert notes(book.do(PAT, Keep(SELF, *book.newest()))) == ["Nobody pays: every mojo stays where it is."]
    book.do(PAT, Spend(who=(MARSHA,), mine=1))
    book.do(DM, Force(CHAIR))
    book.do(PAT, Spend(who=(MARSHA,), mine=1))
    book.do(DM, Drop(CHAIR))
    assert book.open(Purse) == [] and book.pool == MOJOS


@pytest.mark.rule("DH-MOJO-14")
def test_the_wind_no_longer_finds_the_dead() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Spend(who=(SANTO,), mine=1))
    book.state.sheets[SANTO] = Book(table(santo={"killed": True})).state.sheets[SANTO]
    assert book.refused(QUIN, ChipIn()) == "STATE"
    assert book.pool == MOJOS


@pytest.mark.rule("DH-MOJO-06")
@pytest.mark.rule("DH-MOJO-14")
def test_a_friend_pays_for_the_rollers_fudge() -> None:
    book = Book(table({"p": 0, "q": 1, "d": 4}))
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    assert book.refused(PAT, Fudge(MARSHA)) == "FUNDS"
    assert book.refused(PAT, ChipIn()) == "RULE"  # one's own roll is paid by pressing Fudge
    facts = book.do(QUIN, ChipIn(SELF, *book.newest()))
    assert notes(facts) == ["{0} offers a mojo for {1}'s next Fudge."] and book.pool["q"] == 1
    assert book.refused(QUIN, ChipIn()) == "STATE"  # offered already
    book.do(DM, ChipIn())
    facts = book.do(PAT, Fudge(MARSHA), 5)
    assert changes(facts, "pool") == [("q", 1, 0)]
    assert Noted(rule="DH-MOJO-14", text="{0} pays for it.", about=(Id("q"),)) in facts
    assert book.open(Thrown)[0].chips == {"d": 1}
    assert changes(book.do(PAT, Fudge(MARSHA), 5), "pool") == [("d", 4, 3)]
    assert book.refused(PAT, Fudge(MARSHA)) == "FUNDS"


@pytest.mark.rule("DH-MOJO-14")
def test_a_chip_whose_giver_has_spent_it_is_passed_over() -> None:
    book = Book(table({"p": 2, "q": 1, "d": 0}))
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    button = book.newest()
    assert book.refused(DM, ChipIn(SELF, *button)) == "FUNDS"
    book.do(QUIN, ChipIn(SELF, *button))
    book.do(QUIN, Check(SANTO, "dexterity", rise=1), 4)
    facts = book.do(PAT, Fudge(MARSHA), 5)
    assert changes(facts, "pool") == [("p", 2, 1)]


@pytest.mark.rule("DH-MOJO-14")
def test_there_must_be_something_to_chip_in_for() -> None:
    book = Book(table(MOJOS))
    assert book.refused(PAT, ChipIn()) == "STATE"
    book.do(PAT, Check(MARSHA, "dexterity"), 4)
    assert book.refused(Caller("r"), ChipIn()) == "FUNDS"  # not in the session, so no pool
    assert book.refused(Caller("r"), Spend(who=(MARSHA,))) == "FUNDS"
    assert Book().refused(PAT, ChipIn()) == "no-session"
    assert book.refused(PAT, BreakTie(MARSHA)) == "STATE"


@pytest.mark.rule("DH-BASE-01")
@pytest.mark.rule("DH-MOJO-08")
@pytest.mark.rule("DH-ACT-08")
@pytest.mark.parametrize(
    ("move", "face"),
    [(ChooseDm(SELF, ("d", "p")), 21), (Spend(who=(MARSHA,)), 21), (BreakTie(CHAIR), 7)],
)
def test_which_die_it_is(move: Move, face: int) -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Versus(MARSHA, "luck", vs=5), 5)
    with pytest.raises(ImpossibleFace):
        book.do(DM, move, face)
