"""Marks by hand, days, points, and sheets made, written and read."""

import pytest

from mechanics.facts import Changed, Rolled
from mechanics.game import CHAIR, SELF, Id, Refused
from mechanics.games.oneroll import ONEROLL
from mechanics.games.oneroll.moves import (
    Award,
    Day,
    DropDraft,
    Finish,
    Heal,
    Hurt,
    NewDraft,
    Recover,
    Revive,
    TypeSheet,
)
from mechanics.games.oneroll.rulings import Rulings
from mechanics.games.oneroll.sheet import Sheet
from mechanics.games.oneroll.skills import STATS
from mechanics.keeping import EditField, SetRuling, SetSetting
from mechanics.tracking import BeginFight, EndFight, JoinFight, MakeCreature, StartFight
from tests.mechanics.oneroll.ore_table import GM, PAT, QUIN, Book, boxes, changes, creature, notes, player

ADA, BO, ORK = Id("ada"), Id("bo"), Id("ork")


@pytest.mark.rule("ORE-DMG-02")
@pytest.mark.rule("ORE-DMG-03")
@pytest.mark.rule("ORE-DMG-04")
def test_damage_by_hand() -> None:
    book = Book(player("Ada", boxes=boxes(left_leg="0/4")))
    facts = book.gm(Hurt(ADA, "left leg", 2, 3))
    assert book.body("ada") == "torso 2/2, left_leg 0/5"
    assert changes(facts, "left_leg") == [("ada", "0/4", "0/5")] and changes(facts, "torso") == [("ada", "0/0", "2/2")]
    assert notes(facts) == [
        "What the limb cannot hold goes to {0}'s torso.",
        "{0} cannot use the left leg until it is healed.",
    ]
    assert notes(book.gm(Hurt(ADA, "torso", 6))) == ["{0}'s Body and Coordination are lowered by 4."]
    assert notes(book.gm(Hurt(ADA, "head", 4))) == ["{0} passes out."]
    assert notes(book.gm(Hurt(ADA, "head", 0, 5))) == ["1 more finds no box.", "{0} dies."]
    assert book.state.sheets[ADA].dead
    assert book.refused(GM, Hurt(ADA, "head", 1)) == book.refused(GM, Heal(ADA, "head", 1)) == "STATE"
    other = Book(player("Ada", boxes=boxes(left_leg="0/4")), rulings=Rulings(overflow="drop"))
    assert notes(other.gm(Hurt(ADA, "left leg", 2, 3)))[0] == "4 more finds no box."
    assert other.body("ada") == "left_leg 0/5"
    for bad, code in (
        (Hurt(ADA, "tail", 1), "UNKNOWN"),
        (Hurt(ADA, "head"), "RANGE"),
        (Hurt(ADA, "head", 31), "RANGE"),
        (Hurt(ADA, "head", -1, 2), "RANGE"),
    ):
        assert other.refused(GM, bad) == code


@pytest.mark.rule("ORE-DMG-04")
def test_a_torso_full_of_killing_is_death() -> None:
    book = Book(player("Ada", boxes=boxes(torso="1/9")))
    book.gm(Hurt(ADA, "torso", 1))
    assert book.state.sheets[ADA].dead and book.body("ada") == "torso 0/10"


@pytest.mark.rule("ORE-HEAL-03")
def test_healing_by_hand() -> None:
    book = Book(player("Ada", boxes=boxes(left_arm="1/4", head="2/2")))
    book.gm(Heal(ADA, "left arm", killing=2))
    assert book.body("ada") == "head 2/2, left_arm 1/2"
    facts = book.gm(Heal(ADA, shock=2))
    assert book.body("ada") == "head 0/2, left_arm 1/2" and notes(facts) == ["{0} wakes."]
    book.gm(Heal(ADA, "left arm", 9, 9))
    assert book.body("ada") == "head 0/2"
    assert notes(book.gm(Heal(ADA, "torso", 1))) == ["Nothing of {0}'s is there to heal."]
    assert book.refused(GM, Heal(ADA, killing=1)) == "UNKNOWN"
    assert book.refused(GM, Heal(ADA, "torso")) == "RANGE"


@pytest.mark.rule("ORE-HEAL-03")
def test_who_is_revived_can_be_healed() -> None:
    book = Book(player("Ada", boxes=boxes(head="0/4"), dead=True))
    assert book.refused(PAT, Revive(CHAIR, ADA)) == "not-gm"
    assert notes(book.gm(Revive(CHAIR, ADA))) == ["{0} lives."]
    assert book.state.sheets[ADA].condition == "out"
    assert book.refused(GM, Revive(CHAIR, ADA)) == "STATE"
    book.gm(Heal(ADA, "head", killing=1))
    assert book.state.sheets[ADA].able


@pytest.mark.rule("ORE-DMG-02")
def test_owners_mark_themselves_where_the_table_lets_them() -> None:
    book = Book(player("Ada"))
    book.gm(SetSetting(CHAIR, "owners_mark", "off"))
    assert book.refused(PAT, Hurt(ADA, "head", 1)) == book.refused(PAT, Heal(ADA, "head", 1)) == "not-gm"
    book.gm(SetSetting(CHAIR, "owners_mark", "on"))
    book.do(PAT, Hurt(ADA, "head", 1))
    assert book.refused(QUIN, Hurt(ADA, "head", 1)) == "not-yours"


# -- days --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-HEAL-02")
@pytest.mark.parametrize(
    ("before", "dice", "after"),
    [
        (boxes(head="1/0", torso="4/0"), (6, 6, 6, 2), "torso 2/0"),
        (boxes(torso="4/0"), (1, 2, 3, 4), "torso 4/0"),
        (boxes(torso="4/1"), (9, 9, 1, 1), "torso 2/1"),
        (boxes(left_arm="1/0"), (6, 6, 6, 2), ""),
    ],
)
def test_a_day_heals_as_much_as_the_set_is_wide(before: object, dice: tuple[int, ...], after: str) -> None:
    book = Book(player("Ada", body=3, health=1, boxes=before))
    facts = book.gm(Day(), *dice)
    assert book.body("ada") == after and notes(facts)[-1] == "A day passes."
    assert not book.state.sheets[ADA].rested


@pytest.mark.rule("ORE-HEAL-02")
def test_the_widest_set_counts_and_a_filled_torso_lowers_the_pool() -> None:
    book = Book(player("Ada", body=5, health=2, boxes=boxes(torso="10/0")))
    facts = book.gm(Day(), 9, 9, 1)
    assert [len(f.sum.dice) for f in facts if isinstance(f, Rolled)] == [3] and book.body("ada") == "torso 8/0"
    book.gm(Day(), 9, 9, 1, 1, 1, 4, 5)
    assert book.body("ada") == "torso 5/0"


@pytest.mark.rule("ORE-HEAL-02")
def test_one_roll_a_day_by_hand_or_when_it_passes() -> None:
    book = Book(
        player("Ada", body=3, boxes=boxes(left_arm="3/0", head="1/0")), player("Bo", "q"), creature("Ork", dead=True)
    )
    book.do(PAT, Recover(ADA, ("left arm",)), 4, 4, 1)
    assert book.body("ada") == "head 1/0, left_arm 1/0"
    assert book.refused(PAT, Recover(ADA)) == "STATE"
    assert book.refused(QUIN, Recover(BO)) == "STATE"
    assert book.refused(PAT, Recover(ADA, ("tail",))) == "UNKNOWN"
    book.gm(Day(days=2), 4, 4, 1)  # today's roll is made; tomorrow's is made now
    assert book.body("ada") == ""
    for days in (0, 31):
        assert book.refused(GM, Day(days=days)) == "RANGE"
    assert book.refused(PAT, Day()) == "not-gm"
    book.state.sheets[ADA] = player("Ada", boxes=boxes(head="1/0"))
    book.gm(StartFight(CHAIR))
    book.gm(JoinFight(ADA))
    assert book.refused(GM, Day()) == book.refused(PAT, Recover(ADA)) == "STATE"


# -- points ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-SHEET-01")
def test_points_are_given_and_taken() -> None:
    book = Book(player("Ada"), player("Bo", "q"))
    facts = book.gm(Award(CHAIR, (ADA, BO), 3))
    assert changes(facts, "points") == [("ada", 0, 3), ("bo", 0, 3)]
    book.gm(Award(CHAIR, (ADA,), -3))
    assert book.refused(GM, Award(CHAIR, (BO, ADA), -1)) == "FUNDS"
    assert book.state.sheets[BO].points == 3
    assert book.refused(GM, Award(CHAIR, (ADA,), 0)) == book.refused(GM, Award(CHAIR, (ADA,), 1001)) == "RANGE"
    assert book.refused(GM, Award(CHAIR, (), 1)) == "UNKNOWN"
    assert book.refused(PAT, Award(CHAIR, (ADA,), 1)) == "not-gm"


# -- a new character ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-SHEET-01")
def test_a_character_is_made() -> None:
    book = Book(player("Ada"))
    facts = book.do(QUIN, NewDraft())
    (i,) = [i for i in book.state.sheets if i != ADA]
    assert {f.to for f in facts} == {(i,)}
    assert book.refused(QUIN, NewDraft()) == "already-in"
    assert book.refused(QUIN, Finish(i)) == "bad-value"
    assert book.refused(QUIN, Recover(i)) == book.refused(QUIN, Hurt(i, "head", 1)) == "STATE"
    assert book.refused(GM, Hurt(i, "head", 1)) == "unknown"
    book.do(QUIN, TypeSheet(i, "Zoë", "3 2 1 1 4 2", "pistol 3, language/German 2"))
    book.do(QUIN, TypeSheet(i, "", "sense 5", "pistol 4 language/french 1 Language/german 3"))
    sheet = book.state.sheets[i]
    assert [sheet.stat(key) for key in STATS] == [3, 2, 1, 1, 4, 5]
    assert sheet.skills == {"pistol": 4, "language/french": 1, "language/german": 3}
    for bad, code in (
        (TypeSheet(i, stats="1 2 3"), "RANGE"),
        (TypeSheet(i, stats="11 1 1 1 1 1"), "RANGE"),
        (TypeSheet(i, stats="pistol 3"), "UNKNOWN"),
        (TypeSheet(i, skills="pistol"), "RANGE"),
        (TypeSheet(i, skills="juggling 3"), "UNKNOWN"),
        (TypeSheet(i, skills="pistol/Luger 3"), "UNKNOWN"),
        (TypeSheet(i, skills="pistol 11"), "RANGE"),
    ):
        assert book.refused(QUIN, bad) == code, bad
    facts = book.do(QUIN, Finish(i))
    assert notes(facts) == ["{0} joins the campaign."] and book.state.campaign.names[i].kind == "pc"
    assert book.state.campaign.people["q"].active == i
    assert book.refused(QUIN, TypeSheet(i, "Zoe")) == book.refused(QUIN, DropDraft(i)) == "STATE"
    book.do(PAT, NewDraft(title="Ada"))
    (second,) = [j for j in book.state.sheets if j not in (ADA, i)]
    assert book.refused(PAT, Finish(second)) == "name-taken"
    book.do(PAT, DropDraft(second))
    assert second not in book.state.sheets and second not in book.state.campaign.names


# -- by hand -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-SHEET-01")
def test_fields_edited_by_hand() -> None:
    book = Book(player("Ada", brawl=2), creature("Ork"))
    for field, value, gauge, after in (
        ("Body", "5", "body", 5),
        ("brawl", "4", "brawl", 4),
        ("first aid", "2", "first_aid", 2),
        ("language", "German 3", "language/German", 3),
        ("language/French", "1", "language/French", 1),
    ):
        facts = (
            book.do(PAT, EditField(SELF, ADA, field, value))
            if "/" not in field
            else book.gm(EditField(CHAIR, ADA, field, value))
        )
        assert [f.after for f in facts if isinstance(f, Changed) and f.gauge == gauge] == [after], field
    assert book.refused(PAT, EditField(SELF, ADA, "left arm", "1/1")) == "not-gm"
    for field, value, code in (
        ("body", "11", "RANGE"),
        ("brawl", "x", "RANGE"),
        ("left arm", "3/3", "RANGE"),
        ("left arm", "3", "RANGE"),
        ("left arm", "-1/2", "RANGE"),
        ("damage rifle", "much", "RANGE"),
        ("damage juggling", "W shock", "UNKNOWN"),
        ("language", "3", "UNKNOWN"),
        ("boxes", "1", "unknown"),
        ("points", "-1", "RANGE"),
        ("draft", "on", "unknown"),
    ):
        assert book.refused(GM, EditField(CHAIR, ADA, field, value)) == code, field
    book.gm(EditField(CHAIR, ADA, "left arm", "2/3"))
    assert book.body("ada") == "left_arm 2/3"
    book.gm(EditField(CHAIR, ADA, "damage rifle", "W+1 killing"))
    assert book.state.sheets[ADA].profile("rifle").of(2) == (3, 0)
    book.gm(EditField(CHAIR, ADA, "damage rifle", "none"))
    assert book.state.sheets[ADA].damage == {}
    book.gm(EditField(CHAIR, ADA, "brawl", "0"))
    assert "brawl" not in book.state.sheets[ADA].skills
    book.gm(EditField(CHAIR, ADA, "dead", "on"))
    assert book.state.sheets[ADA].condition == "dead"


@pytest.mark.rule("ORE-CBT-01")
def test_rulings_are_chosen() -> None:
    book = Book(player("Ada"))
    book.gm(SetRuling(CHAIR, "declare", "sealed"))
    assert book.state.rulings == Rulings(declare="sealed")
    assert book.refused(GM, SetRuling(CHAIR, "declare", "aloud")) == "bad-value"


# -- creatures of a line -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-SHEET-01")
@pytest.mark.parametrize(
    ("line", "sheet"),
    [
        ("thug body 3 brawl 4 sense 2", Sheet("thug", "gm", {"body": 3, "sense": 2}, {"brawl": 4})),
        ("Old Bill, Sense 2, First Aid 3", Sheet("Old Bill", "gm", {"sense": 2}, {"first_aid": 3})),
        ("run down ghoul body 3", Sheet("run down ghoul", "gm", {"body": 3})),
        ("spy language/Old Norse 2", Sheet("spy", "gm", {}, {"language/Old Norse": 2})),
        (
            "sniper rifle 4 (W+2 killing) sense 3",
            Sheet("sniper", "gm", {"sense": 3}, {"rifle": 4}, damage={"rifle": "W+2 killing"}),
        ),
    ],
)
def test_a_creature_of_one_line(line: str, sheet: Sheet) -> None:
    assert ONEROLL.stat_line(line) == sheet


@pytest.mark.rule("ORE-SHEET-01")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "RANGE"),
        ("thug", "RANGE"),
        ("body 3", "RANGE"),
        ("thug body 11", "RANGE"),
        ("thug body", "RANGE"),
        ("thug body 3 brawl", "RANGE"),
        ("thug body 3 juggling 2", "UNKNOWN"),
        ("thug pistol/Luger 3", "UNKNOWN"),
        ("thug rifle 3 (much)", "RANGE"),
        ("thug body 3 (W shock)", "RANGE"),
    ],
)
def test_lines_that_are_no_creature(line: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        ONEROLL.stat_line(line)
    assert caught.value.refusal.code == code
    assert Book(player("Ada")).refused(GM, MakeCreature(CHAIR, line)) == code


def test_a_fight_of_a_made_creature_ends() -> None:
    book = Book(player("Ada"))
    book.gm(MakeCreature(CHAIR, "thug body 3 brawl 4"))
    thug = list(book.state.sheets)[-1]
    book.gm(StartFight(CHAIR))
    book.gm(JoinFight(ADA))
    book.gm(JoinFight(thug))
    book.gm(BeginFight(CHAIR))
    book.gm(EndFight(CHAIR))
    assert book.state.scene.fight is None and not book.state.scene.pending
