"""Fights: who may declare what, what shows when, help, bonus dice, called shots, hits and dodges, absent people."""

from hashlib import sha256

import pytest

from mechanics.facts import Changed, Noted, Turned, about, show
from mechanics.game import CHAIR, Drop, Force, Id
from mechanics.games.oneroll.moves import Action, Assign, Bonus, Declare, DeclareMany, Defaults, Hurt
from mechanics.games.oneroll.rulings import Rulings
from mechanics.keeping import EditField
from mechanics.tracking import (
    AddToFight,
    BeginFight,
    EndFight,
    Hide,
    JoinFight,
    NextTurn,
    RemoveFromFight,
    Reveal,
    StartFight,
)
from mechanics.view import seen_facts, view
from tests.mechanics.oneroll.ore_table import (
    DODGE,
    GM,
    PAT,
    QUIN,
    Book,
    boxes,
    creature,
    hit,
    notes,
    player,
    rolled,
)

ADA, BO, ORK, ELF = Id("ada"), Id("bo"), Id("ork"), Id("elf")


def four(**rulings: object) -> Book:
    """Ada (Pat's, Sense 3), Bo (Quin's, Sense 2), an ork (Sense 3) and an elf (Sense 5) of the GM's."""
    book = Book(
        player("Ada", sense=3, body=3, brawl=2, coordination=3, pistol=3, dodge=2),
        player("Bo", "q", sense=2, body=3, brawl=2, coordination=2),
        creature("Ork", sense=3, body=3, brawl=3),
        creature("Elf", sense=5, coordination=4, pistol=2, dodge=2),
        rulings=Rulings(**rulings),  # type: ignore[arg-type]
    )
    book.fight()
    return book


# -- declaring ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-CBT-01")
def test_ordered_declarations_show_when_all_slower_ones_do() -> None:
    book = four()
    assert notes(book.declare("elf", DODGE)) == ["{0} has declared."]
    seen = view(book.state, PAT).scene.fight
    assert seen and seen.seats[ELF].budget.actions is None
    assert "dodge" not in repr(seen)
    assert notes(book.do(PAT, Declare(ADA, (hit("ork"),)))) == ["{0} has declared."]
    assert notes(book.do(PAT, Declare(ADA, (hit("elf"),)))) == ["{0} has changed what was declared."]
    facts = book.do(QUIN, Declare(BO, ()))  # Sense 2: first; the ork, as slow as Ada, goes before her and is missing
    assert notes(facts) == ["{0} has declared.", "{0}: pass."]
    assert book.refused(QUIN, Declare(BO, (DODGE,))) == "STATE"
    facts = book.gm(Declare(ORK, ()), 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6)
    assert [(f.text, f.about) for f in facts if isinstance(f, Noted)][1:4] == [
        ("{0}: pass.", (ORK,)),
        ("{0}: Brawl on Elf.", (ADA, ELF)),
        ("{0}: dodge.", (ELF,)),
    ]
    assert rolled(facts) == [("ada", 5, []), ("elf", 6, [])] and book.phase == "round_end"


@pytest.mark.rule("ORE-CBT-01")
def test_sealed_declarations_show_together_and_prove_themselves() -> None:
    book = four(declare="sealed")
    book.do(QUIN, Declare(BO, (hit("ork"),), nonce="abc"))
    assert book.phase == "declare" and "Brawl" not in repr(view(book.state, PAT).scene.fight)
    first = sha256(b"xyz Brawl on Ork").hexdigest()[:8]
    assert notes(book.do(PAT, Declare(ADA, (hit("ork"),), nonce="xyz"))) == [f"{{0}} has declared, seal {first}."]
    second = sha256(b"uvw dodge").hexdigest()[:8]
    changed = book.do(PAT, Declare(ADA, (DODGE,), nonce="uvw"))
    assert notes(changed) == [f"{{0}} has changed what was declared, seal {second}."]
    facts = book.gm(DeclareMany(CHAIR, (ORK, ELF), (), "n"), 1, 2, 3, 4, 5, 1, 2, 3, 4, 5)
    mark = sha256(b"n pass").hexdigest()[:8]
    bo = sha256(b"abc Brawl on Ork").hexdigest()[:8]
    assert notes(facts, "ORE-CBT-01") == [
        f"{{0}} has declared, seal {mark}.",
        f"{{0}} has declared, seal {mark}.",
        f"{{0}}: Brawl on Ork. Seal {bo}, nonce abc.",
        f"{{0}}: pass. Seal {mark}, nonce n.",
        f"{{0}}: dodge. Seal {second}, nonce uvw.",
        f"{{0}}: pass. Seal {mark}, nonce n.",
    ]
    assert [f.about[0] for f in facts if isinstance(f, Noted) and "nonce" in f.text] == [BO, ORK, ADA, ELF]


@pytest.mark.rule("ORE-CBT-01")
def test_what_cannot_be_declared() -> None:
    book = four()
    book.state.sheets[BO] = player("Bo", "q", dead=True, sense=2)
    for action, code in (
        (Action("attack"), "UNKNOWN"),
        (Action("attack", target=ADA), "RULE"),
        (Action("attack", target=BO), "STATE"),
        (Action("attack", "rifle", target=ORK), "UNKNOWN"),
        (Action("attack", "pistol", target=ORK, profile="3 killing"), "OWNER"),
        (Action("attack", "pistol", target=ORK, call="head"), "RULE"),
        (Action("flee"), "UNKNOWN"),
        (Action("other"), "UNKNOWN"),
        (Action("other", "sight", min_height=11), "RANGE"),
        (Action("other", "sight", stat="luck"), "UNKNOWN"),
        (Action("assist", "pistol"), "UNKNOWN"),
        (Action("assist", "pistol", target=ORK, dice=4), "RANGE"),
        (Action("assist", "rifle", target=ORK, dice=1), "RULE"),
        (Action("attack", target=Id("nobody")), "unknown"),
    ):
        assert book.refused(PAT, Declare(ADA, (action,))) == code, action
    assert book.refused(PAT, Declare(ADA, (DODGE, Action("assist", "pistol", target=ORK, dice=1)))) == "RULE"
    assert book.refused(PAT, Declare(ADA, (DODGE,) * 6)) == "RANGE"
    assert book.refused(PAT, Declare(ADA, (DODGE,) * 5)) == "RANGE"  # one die
    assert book.refused(PAT, Declare(ADA, (), "x" * 65)) == "RANGE"
    assert book.refused(QUIN, Declare(BO)) == "STATE"
    assert book.refused(PAT, Declare(ORK)) == "not-yours"
    assert book.refused(PAT, Assign(ADA)) == "STATE"
    assert book.refused(GM, DeclareMany(CHAIR, ())) == book.refused(GM, DeclareMany(CHAIR, (ORK, ORK))) == "UNKNOWN"
    assert Book(player("Ada")).refused(PAT, Declare(ADA)) == "no-fight"


@pytest.mark.rule("ORE-MULTI-01")
def test_a_warning_where_not_all_can_succeed_is_for_the_one_who_declares() -> None:
    book = four()
    facts = book.do(PAT, Declare(ADA, (hit("ork"), DODGE, hit("elf"))))
    told = [(f.text, f.to) for f in facts if isinstance(f, Noted)]
    assert told[0] == ("3 dice: not all 3 actions can succeed.", (ADA,))
    assert not [f for f in seen_facts(book.state.campaign, QUIN, facts) if "3 dice" in getattr(f, "text", "")]
    assert len(book.do(PAT, Declare(ADA, (hit("ork"), DODGE)))) == 1


@pytest.mark.rule("ORE-CBT-01")
def test_one_button_for_all_stays_good_and_the_wait_names_who_is_missing() -> None:
    book = four()
    ((number, p),) = book.state.scene.pending.items()
    assert p.by == (ADA, BO, ORK, ELF)
    book.do(PAT, Declare(ADA, (), pending=number, rev=p.rev))
    book.gm(DeclareMany(CHAIR, (ORK,), pending=number, rev=p.rev))
    refusal = book.perform(GM, NextTurn(CHAIR))
    assert refusal.code == "waiting" and "Bo, Elf" in refusal.message
    fight = book.state.scene.fight
    assert fight and fight.now == (BO, ELF) and fight.done == ((ADA, ORK),)
    facts = book.gm(Force(CHAIR))  # Bo is away: whoever is missing passes
    assert book.phase == "round_end" and [f.acting for f in facts if isinstance(f, Turned)] == [()]


@pytest.mark.rule("ORE-CBT-01")
def test_a_dropped_question_does_not_hold_the_fight_up() -> None:
    book = four()
    book.gm(Drop(CHAIR))
    book.do(PAT, Declare(ADA, ()))
    book.next()
    assert book.phase == "round_end"


@pytest.mark.rule("ORE-CBT-08")
def test_late_ones_take_part_from_the_next_round() -> None:
    book = Book(player("Ada"), creature("Ork"), player("Bo", "q"))
    book.fight("ada", "ork")
    book.do(QUIN, JoinFight(BO))
    assert book.refused(QUIN, Declare(BO)) == "STATE"
    book.gm(DeclareMany(CHAIR, (ADA, ORK)))
    assert book.phase == "round_end"
    assert book.refused(QUIN, NextTurn(BO)) == "not-allowed"
    book.next()
    book.do(QUIN, Declare(BO))
    assert book.phase == "declare"


def test_who_cannot_fight_takes_no_seat() -> None:
    book = Book(player("Ada", boxes=boxes(head="4/0")), creature("Ork", dead=True), player("Bo", "q"))
    assert book.refused(GM, StartFight(CHAIR, "players")) == "RULE"
    book.gm(StartFight(CHAIR))
    assert book.refused(PAT, JoinFight(ADA)) == "STATE"
    assert book.refused(GM, AddToFight(CHAIR, (ORK,))) == "STATE"
    book.do(QUIN, JoinFight(BO))
    assert book.refused(GM, BeginFight(CHAIR)) == "too-few"


def test_six_thugs_of_one_line_fight() -> None:
    book = Book(player("Ada"))
    book.gm(StartFight(CHAIR))
    book.gm(JoinFight(ADA))
    book.gm(AddToFight(CHAIR, what="thug body 3 brawl 4 sense 2", count=6, hidden=True))
    book.gm(BeginFight(CHAIR))
    thugs = [i for i in book.state.sheets if i != ADA]
    assert [book.state.sheets[i].name for i in thugs] == [f"thug {n}" for n in range(1, 7)]
    facts = book.gm(DeclareMany(CHAIR, tuple(thugs), (hit("ada"),)))
    assert seen_facts(book.state.campaign, PAT, facts) == ()
    facts = book.do(PAT, Declare(ADA, ()), *(1, 2, 3, 4, 5, 6, 7) * 6)
    assert len(rolled(facts)) == 6 and book.phase == "round_end"
    assert "thug" not in repr(view(book.state, PAT))


# -- help, bonus, called shots -----------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-POOL-02")
def test_bonus_dice_are_the_gms_before_the_roll() -> None:
    book = four()
    assert book.refused(PAT, Bonus(CHAIR, (ADA,), 1)) == "not-gm"
    assert book.refused(GM, Bonus(CHAIR, (), 1)) == "UNKNOWN"
    assert book.refused(GM, Bonus(CHAIR, (ADA,), 11)) == "RANGE"
    assert notes(book.gm(Bonus(CHAIR, (ADA, BO), 2))) == ["{0} has +2 dice in this round."] * 2
    book.gm(DeclareMany(CHAIR, (BO, ORK, ELF)))
    facts = book.do(PAT, Declare(ADA, (hit("ork"),)), 1, 2, 3, 4, 5, 6, 7)
    assert rolled(facts) == [("ada", 7, [])]
    assert book.refused(GM, Bonus(CHAIR, (ADA,), 1)) == "STATE"
    book.next()
    book.gm(DeclareMany(CHAIR, (BO, ORK, ELF)))
    assert rolled(book.do(PAT, Declare(ADA, (hit("ork"),)), 1, 2, 3, 4, 5)) == [("ada", 5, [])]


@pytest.mark.rule("ORE-COOP-01")
@pytest.mark.rule("ORE-CBT-07")
def test_lending_dice_in_a_fight_takes_the_whole_round() -> None:
    book = four()
    book.gm(DeclareMany(CHAIR, (ORK, ELF)))
    book.do(QUIN, Declare(BO, (Action("assist", "brawl", target=ADA, dice=2),)))
    facts = book.do(PAT, Declare(ADA, (hit("ork"),)), 1, 2, 3, 4, 5, 6, 7)
    assert rolled(facts) == [("ada", 7, [])]
    assert "{0} lends {1} 2 dice: 2 of 7." in notes(facts)
    book.next()
    book.gm(DeclareMany(CHAIR, (ORK, ELF)))
    book.do(QUIN, Declare(BO, (Action("assist", "brawl", target=ADA, dice=2),)))
    facts = book.do(PAT, Declare(ADA, (hit("ork", "pistol"),)), 1, 2, 3, 4, 5, 6)
    assert "{0}'s help comes to nothing: {1} does nothing with that skill." in notes(facts)


@pytest.mark.rule("ORE-CBT-07")
def test_other_actions_need_their_height() -> None:
    book = four(resolve="all")
    book.gm(DeclareMany(CHAIR, (BO, ORK, ELF)))
    facts = book.do(PAT, Declare(ADA, (Action("other", "sight", min_height=4),)), 4, 4, 1)
    assert "{0} succeeds with 2x4." in notes(facts)
    book.next()
    book.gm(DeclareMany(CHAIR, (BO, ORK, ELF)))
    facts = book.do(PAT, Declare(ADA, (Action("other", "sight", min_height=5),)), 4, 4, 1)
    assert "{0} fails: 5 or more was needed with 2x4." in notes(facts)


@pytest.mark.rule("ORE-CALL-01")
def test_a_called_shot_hits_with_the_face_laid_down_alone() -> None:
    for dice, landed in (((10, 3, 3, 8, 1), True), ((3, 3, 3, 8, 1), False)):
        book = Book(player("Ada", coordination=4, pistol=3), creature("Ork"), rulings=Rulings(called_shot=True))
        book.fight()
        book.gm(Declare(ORK))
        facts = book.do(PAT, Declare(ADA, (hit("ork", "pistol", call="head"),)), *dice)
        assert rolled(facts)[0][1] == 6
        assert book.phase == ("resolve" if landed else "round_end")
        if landed:
            assert book.table("ada") == "[2x10], spare (2x3)"
            book.next()
            assert book.body("ork") == "head 2/2"


@pytest.mark.rule("ORE-CALL-01")
def test_a_called_shot_takes_three_dice_and_the_ruling() -> None:
    book = Book(player("Ada", coordination=2), creature("Ork"), rulings=Rulings(called_shot=True))
    book.fight()
    assert book.refused(PAT, Declare(ADA, (hit("ork", "pistol", call="head"),))) == "RANGE"
    assert book.refused(PAT, Declare(ADA, (hit("ork", "pistol", call="tail"),))) == "UNKNOWN"
    assert book.refused(PAT, Declare(ADA, (Action("dodge", call="head"),))) == "RULE"
    book.gm(Bonus(CHAIR, (ADA,), 3))
    assert book.refused(PAT, Declare(ADA, (hit("ork", "pistol", call="head"),) * 2)) == "RULE"
    book.do(PAT, Declare(ADA, (hit("ork", "pistol", call="head"), DODGE)))  # 2 + 3 - 1 = 4: 2 thrown, 1 laid
    facts = book.gm(Declare(ORK), 7, 10)
    assert rolled(facts) == [("ada", 3, ["2x10"])]
    assert book.refused(PAT, Assign(ADA, ("", "", ""))) == "RANGE"
    book.assign("ada", "", "2x10")
    assert book.table("ada") == "[2x10]"
    book.next()
    assert book.phase == "round_end" and book.body("ork") == ""  # it went to the dodge


# -- assigning ---------------------------------------------------------------------------------------------------------


def gwen() -> Book:
    book = Book(player("Ada", coordination=4, pistol=5, dodge=5), creature("Ork"))
    book.fight()
    book.gm(Declare(ORK))
    book.do(PAT, Declare(ADA, (hit("ork", "pistol"), DODGE)), 8, 8, 8, 5, 5, 3, 3, 1)
    return book


@pytest.mark.rule("ORE-CBT-03")
@pytest.mark.rule("ORE-MULTI-01")
@pytest.mark.rule("ORE-SET-03")
def test_sets_are_put_on_actions_freely_each_once() -> None:
    for given, left in (
        (("3x8", "2x5"), "[3x8, 2x5], spare (2x3)"),
        (("2x5", "3x8"), "[3x8, 2x5], spare (2x3)"),
        (("2x3",), "[3x8, 2x3], spare (2x5)"),
        (("", "3x8"), "[3x8, 2x5], spare (2x3)"),
        ((), "[3x8, 2x5], spare (2x3)"),
    ):
        book = gwen()
        book.do(PAT, Assign(ADA, given))
        assert book.table("ada") == left, given
        assert book.refused(PAT, Assign(ADA, given)) == "STATE"
    book = gwen()
    assert book.refused(PAT, Assign(ADA, ("3x9",))) == "UNKNOWN"
    assert book.refused(PAT, Assign(ADA, ("3x8", "3x8"))) == "RULE"
    assert book.refused(GM, Assign(ORK)) == "not-allowed"
    assert book.refused(QUIN, Assign(ADA)) == "not-yours"
    assert notes(book.do(PAT, Assign(ADA, ("2x5", "3x8")))) == ["{0}: 3x8 to dodge, 2x5 to Pistol on Ork."]
    fight = book.state.scene.fight
    assert fight and [r.action for r in fight.seats[ADA].budget.rows] == [1, 0, None]
    assert (fight.now, fight.done, fight.phase) == ((ADA,), ((ORK,),), "resolve")


@pytest.mark.rule("ORE-CBT-03")
def test_one_set_for_two_actions_is_a_choice_too() -> None:
    book = Book(player("Ada", coordination=4, pistol=5, dodge=5), creature("Ork"))
    book.fight()
    book.gm(Declare(ORK))
    book.do(PAT, Declare(ADA, (hit("ork", "pistol"), DODGE)), 2, 2, 2, 2, 5, 6, 7, 8)
    assert book.phase == "assign"
    book.do(PAT, Assign(ADA, ("", "4x2")))
    book.next()
    assert book.table("ada") == "[]" and book.body("ork") == "" and book.phase == "round_end"


@pytest.mark.rule("ORE-CBT-03")
def test_the_gm_has_defaults_finish_everything() -> None:
    book = gwen()
    assert book.refused(PAT, Defaults(CHAIR)) == book.refused(PAT, Defaults(ADA)) == "not-gm"
    book.gm(Defaults(CHAIR))
    assert book.phase == "resolve" and book.table("ada") == "[3x8, 2x5], spare (2x3)"
    facts = book.gm(Defaults(CHAIR))
    assert book.phase == "round_end" and book.body("ork") == "torso 3/3"
    assert notes(facts, "ORE-CBT-04") == [
        "{0}'s 3x8 resolves: widest.",
        "{0}'s 2x5 resolves: the last set.",
    ]
    assert book.refused(GM, Defaults(CHAIR)) == "STATE"


# -- hits and dodges ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-CBT-06")
def test_a_dodge_that_does_not_stand_yet_is_hit_first() -> None:
    """Dodge 3x2, hit by 4x6 -> 2x2; then 2x10 resolves before it and hits; 2x2 -> broken, the dodge never stands."""
    book = Book(
        player("Ada", coordination=3, dodge=2),
        creature("Ork", body=4, brawl=2),
        creature("Elf", body=4, brawl=2),
        rulings=Rulings(resolve="all"),
    )
    book.fight()
    book.gm(DeclareMany(CHAIR, (ORK, ELF), (hit("ada"),)))
    dice = (2, 2, 2, 1, 5, 6, 6, 6, 6, 1, 2, 10, 10, 1, 2, 3, 4)
    facts = book.do(PAT, Declare(ADA, (DODGE,)), *dice)
    assert book.body("ada") == "head 2/0, right_arm 4/0"
    assert "{0} loses a die from 3x2: 2x2 is left." in notes(facts)
    assert not [n for n in notes(facts) if "stands" in n]
    assert "{0} has no set left for it: the dodge fails." in notes(facts)


@pytest.mark.rule("ORE-CBT-06")
@pytest.mark.parametrize("ties", ["hits", "height"])
def test_attacks_as_wide_as_the_dodge(ties: str) -> None:
    book = Book(
        player("Ada", coordination=3, dodge=2), creature("Ork", body=4, brawl=2), rulings=Rulings(dodge_ties=ties)
    )
    book.fight()
    book.gm(Declare(ORK, (hit("ada"),)))
    book.do(PAT, Declare(ADA, (DODGE,)), 10, 10, 1, 2, 3, 1, 1, 2, 3, 4, 5)
    facts = book.next()
    assert notes(facts, "ORE-CBT-06") == [
        "{0}'s dodge stands, 2 wide" + ("; no attack is narrower." if ties == "hits" else ".")
    ]
    facts = book.next()
    if ties == "hits":
        assert book.body("ada") == "left_leg 2/0"
    else:
        assert book.body("ada") == "" and notes(facts, "ORE-CBT-06") == ["{1} dodges {0}'s 2x1: the dodge is 2 wide."]


@pytest.mark.rule("ORE-CBT-06")
def test_a_dodge_stops_every_narrower_attack_and_costs_nothing() -> None:
    book = Book(
        player("Ada", coordination=3, dodge=2),
        *(creature(name, body=4, brawl=2) for name in ("Ork", "Elf", "Imp")),
        rulings=Rulings(resolve="all"),
    )
    book.fight()
    book.gm(DeclareMany(CHAIR, (ORK, ELF, Id("imp")), (hit("ada"),)))
    dice = (5, 5, 5, 1, 2, *(9, 9, 1, 2, 3, 4) * 3)
    facts = book.do(PAT, Declare(ADA, (DODGE,)), *dice)
    assert book.body("ada") == "" and len([n for n in notes(facts) if "dodges" in n]) == 3
    assert not [n for n in notes(facts) if "loses" in n]


@pytest.mark.rule("ORE-CBT-05")
def test_the_die_comes_off_the_highest_set_though_it_be_spare() -> None:
    book = Book(player("Ada", body=5, brawl=2), creature("Ork", body=4, brawl=2))
    book.fight()
    book.gm(Declare(ORK, (hit("ada"),)))
    book.do(PAT, Declare(ADA, (hit("ork"),)), 3, 3, 3, 9, 9, 1, 2, 4, 4, 4, 4, 1, 2)
    book.assign("ada", "3x3")
    facts = book.next()
    assert "{0} loses a die from 2x9: broken." in notes(facts) and book.table("ada") == "[3x3]"
    book.next()
    assert book.body("ork") == "left_arm 3/0"


@pytest.mark.rule("ORE-CBT-05")
def test_no_damage_still_costs_the_die() -> None:
    book = Book(player("Ada", body=5, brawl=2), creature("Ork", body=4, brawl=2), rulings=Rulings(resolve="all"))
    book.fight()
    book.gm(Declare(ORK, (hit("ada", profile="W-5 shock"),)))
    facts = book.do(PAT, Declare(ADA, (hit("ork"),)), 3, 3, 3, 1, 2, 4, 5, 9, 9, 9, 9, 1, 2)
    assert "{0}'s 4x9 hits {1}: torso, no damage." in notes(facts)
    assert "{0} loses a die from 3x3: 2x3 is left." in notes(facts)
    assert book.body("ada") == "" and book.body("ork") == "left_arm 2/0"


@pytest.mark.rule("ORE-CBT-05")
@pytest.mark.rule("ORE-DMG-04")
def test_an_attack_on_the_dead_comes_too_late_and_the_fallen_lose_their_sets() -> None:
    book = Book(
        player("Ada", coordination=5, pistol=2),
        player("Bo", "q", coordination=5, pistol=1),
        creature("Ork", body=5, brawl=1, boxes=boxes(head="0/2")),
        rulings=Rulings(resolve="all"),
    )
    book.fight()
    book.gm(Declare(ORK, (hit("ada"),)))
    book.do(QUIN, Declare(BO, (hit("ork", "pistol"),)))
    dice = (10, 10, 10, 1, 2, 3, 4, 6, 6, 1, 2, 3, 4, 9, 9, 1, 2, 3, 4)
    facts = book.do(PAT, Declare(ADA, (hit("ork", "pistol"),)), *dice)
    assert book.state.sheets[ORK].dead and book.body("ork") == "head 0/4"
    assert "{0} dies." in notes(facts)
    assert "{0}'s attack on {1} comes too late." in notes(facts)
    assert book.body("ada") == ""
    assert notes(facts)[-1] == "None of the creatures can act: the GM may end the fight."


@pytest.mark.rule("ORE-DMG-04")
def test_a_standing_dodge_falls_with_the_one_who_dodges() -> None:
    book = Book(
        player("Ada", coordination=3, dodge=2, boxes=boxes(head="3/0")),
        creature("Ork", body=4, brawl=2),
        creature("Elf", body=4, brawl=2),
        rulings=Rulings(dodge_width="frozen"),
    )
    book.fight()
    book.gm(DeclareMany(CHAIR, (ORK, ELF), (hit("ada"),)))
    book.do(PAT, Declare(ADA, (DODGE,)), 1, 1, 1, 2, 3, 10, 10, 10, 2, 3, 4, 9, 9, 1, 2, 3, 4)
    facts = book.next()
    assert "{0} passes out." in notes(facts) and "{0}'s sets are void." in notes(facts)
    book.next()
    assert book.body("ada") == "head 2/2, torso 2/0" and book.phase == "round_end"


@pytest.mark.rule("ORE-CBT-04")
def test_the_order_is_made_anew_after_every_step() -> None:
    """Equal sets: better Sense, then players, then who joined earlier."""
    book = Book(
        creature("Ork", sense=2, body=3, brawl=1),
        creature("Elf", sense=2, body=3, brawl=1),
        player("Ada", sense=2, body=3, brawl=1),
        player("Bo", "q", sense=3, body=3, brawl=1),
        creature("Imp", sense=1),
    )
    book.fight()
    for who in ("imp", "ork", "elf", "ada"):
        book.declare(who, *(() if who == "imp" else (hit("imp"),)))
    facts = book.declare("bo", hit("imp"), dice=(4, 4, 1, 2) * 4)
    acted = [f.acting for f in facts if isinstance(f, Turned)]
    for _ in range(3):
        acted += [f.acting for f in book.next() if isinstance(f, Turned)]
    assert acted == [(BO,), (ADA,), (ORK,), (ELF,)]


@pytest.mark.rule("ORE-CBT-04")
def test_next_is_for_whose_set_is_first_and_moves_one_step() -> None:
    book = gwen()
    book.do(PAT, Assign(ADA))
    fight = book.state.scene.fight
    assert fight and book.refused(GM, NextTurn(ORK)) == "not-allowed"
    book.do(PAT, NextTurn(ADA, fight.turn))
    assert book.refused(PAT, NextTurn(ADA, fight.turn)) == "stale"
    assert book.body("ork") == "torso 3/3"


@pytest.mark.rule("ORE-CBT-08")
def test_the_round_ends_with_an_empty_table() -> None:
    book = gwen()
    book.gm(Defaults(CHAIR))
    book.gm(Defaults(CHAIR))
    fight = book.state.scene.fight
    assert fight and all(not s.budget.rows for s in fight.seats.values()) and fight.now == ()
    facts = book.next()
    fight = book.state.scene.fight
    assert fight and fight.round == 2 and fight.now == (ADA, ORK)
    assert all(s.budget.declared is None and s.budget.actions is None for s in fight.seats.values())
    assert [f.acting for f in facts if isinstance(f, Turned)] == [(ADA, ORK)]


# -- who leaves, falls or hides ----------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-CBT-02")
def test_removing_the_last_one_missing_makes_the_others_roll() -> None:
    book = four()
    book.gm(DeclareMany(CHAIR, (BO, ORK, ELF)))
    facts = book.gm(RemoveFromFight(CHAIR, (ADA,)))
    assert book.phase == "round_end" and "What waited for {0} comes to nothing." in notes(facts)


@pytest.mark.rule("ORE-CBT-02")
def test_knocking_the_last_one_missing_out_makes_the_others_roll() -> None:
    book = four()
    book.gm(DeclareMany(CHAIR, (BO, ORK), (DODGE,)))
    book.do(PAT, Declare(ADA, (hit("elf"),)))
    facts = book.gm(Hurt(ELF, "head", 4), 1, 2, 3, 4, 5, 1, 2, 1)
    assert rolled(facts) == [("ada", 5, []), ("bo", 2, []), ("ork", 1, [])]
    assert not book.state.scene.pending


@pytest.mark.rule("ORE-CBT-03")
def test_removing_the_one_who_has_to_assign() -> None:
    book = gwen()
    book.gm(RemoveFromFight(CHAIR, (ADA,)))
    assert book.phase == "round_end" and not book.state.scene.pending


@pytest.mark.rule("ORE-CBT-04")
def test_what_falls_out_while_sets_resolve() -> None:
    for move in (RemoveFromFight(CHAIR, (ADA,)), Hurt(ADA, "head", 0, 4), EditField(CHAIR, ADA, "head", "4/0")):
        book = gwen()
        book.do(PAT, Assign(ADA))
        book.gm(move)
        assert book.phase == "round_end" and book.body("ork") == ""


@pytest.mark.rule("ORE-CBT-05")
def test_an_attack_on_who_has_left_meets_nobody() -> None:
    book = gwen()
    book.do(PAT, Assign(ADA))
    book.gm(RemoveFromFight(CHAIR, (ORK,)))
    facts = book.next()
    assert "{0}'s attack on {1} comes too late." in notes(facts)


@pytest.mark.rule("ORE-CBT-01")
def test_what_a_hidden_fighter_does_is_not_told() -> None:
    book = four(declare="sealed")
    book.gm(Hide(CHAIR, (ELF,)))
    book.gm(Declare(ELF, (hit("ada", "pistol"),)))
    book.gm(DeclareMany(CHAIR, (BO, ORK)))
    facts = book.gm(Declare(ADA, (DODGE,)), 1, 1, 2, 3, 4, 10, 10, 10, 4, 5, 6)
    told = seen_facts(book.state.campaign, PAT, facts)
    assert not [f for f in told if ELF in about(f)]
    assert "Elf" not in " ".join(show(f, book.state) for f in told)
    facts = book.next()
    seen = [f for f in seen_facts(book.state.campaign, PAT, facts) if isinstance(f, Changed)]
    assert [(f.who, f.gauge, f.after) for f in seen if f.gauge == "head"] == [(ADA, "head", "0/4")]
    book.gm(Reveal(CHAIR, (ELF,)))


@pytest.mark.rule("ORE-HEAL-01")
@pytest.mark.parametrize("rule", ["location", "total"])
def test_the_end_of_a_fight_heals_half_the_shock(rule: str) -> None:
    book = Book(
        player("Ada", boxes=boxes(left_arm="3/1", torso="3/0")),
        creature("Ork", boxes=boxes(torso="5/0"), dead=True),
        player("Bo", "q", boxes=boxes(torso="5/0")),
        creature("Elf"),
        rulings=Rulings(heal_shock=rule),
    )
    book.gm(StartFight(CHAIR))
    for i in (ADA, ELF):
        book.gm(JoinFight(i))
    book.gm(BeginFight(CHAIR))
    facts = book.gm(EndFight(CHAIR))
    assert "What waited for {0}, {1} comes to nothing." in notes(facts)
    assert book.body("ada") == ("torso 1/0, left_arm 1/1" if rule == "location" else "left_arm 3/1")
    assert book.body("bo") == "torso 5/0"  # was not in it
