"""The ledger's three fights, row by row."""

import pytest

from mechanics.facts import Turned
from mechanics.game import CHAIR, Id
from mechanics.games.oneroll.fight import seal
from mechanics.games.oneroll.moves import Assign, Declare
from mechanics.games.oneroll.rulings import Rulings
from mechanics.tracking import NextTurn
from mechanics.view import view
from tests.mechanics.oneroll.ore_table import DODGE, GM, PAT, Book, boxes, creature, hit, notes, player, rolled


@pytest.mark.rule("ORE-CBT-01")
@pytest.mark.rule("ORE-CBT-02")
@pytest.mark.rule("ORE-CBT-03")
@pytest.mark.rule("ORE-CBT-05")
@pytest.mark.rule("ORE-DMG-02")
@pytest.mark.rule("ORE-HEAL-01")
def test_r1_sealed_declarations_a_spare_set_takes_the_hit_shock_becomes_killing() -> None:
    ada = player("Ada", sense=3, coordination=3, pistol=3)
    bruno = creature("Bruno", sense=2, body=3, brawl=4)
    book = Book(ada, bruno, rulings=Rulings(declare="sealed"))
    book.fight("ada", "bruno")
    # 1, 2
    facts = book.do(GM, Declare(Id("bruno"), (hit("ada"),), nonce="n1"))
    mark = seal("n1", "Brawl on Ada")
    assert notes(facts) == [f"{{0}} has declared, seal {mark}."]
    seen = view(book.state, PAT).scene.fight
    assert seen and seen.seats[Id("bruno")].budget.declared.value is None  # type: ignore[union-attr]
    facts = book.do(
        PAT, Declare(Id("ada"), (hit("bruno", "pistol"),), nonce="n2"), 4, 4, 4, 9, 9, 1, 2, 2, 8, 8, 8, 10, 5
    )
    assert notes(facts)[1:3] == [
        f"{{0}}: Brawl on Ada. Seal {mark}, nonce n1.",
        f"{{0}}: Pistol on Bruno. Seal {seal('n2', 'Pistol on Bruno')}, nonce n2.",
    ]
    # 3
    assert rolled(facts) == [("ada", 6, ["3x4", "2x9"]), ("bruno", 7, ["3x8", "2x2"])]
    assert book.phase == "assign"
    # 4
    book.do(PAT, Assign(Id("ada"), ("3x4",)))
    book.assign("bruno", "3x8")
    assert (book.table("ada"), book.table("bruno")) == ("[3x4], spare (2x9)", "[3x8], spare (2x2)")
    assert book.phase == "resolve"
    # 5
    facts = book.next()
    assert notes(facts, "ORE-CBT-04") == ["{0}'s 3x8 resolves: equally wide, higher."]
    assert book.body("ada") == "torso 3/0"
    assert (book.table("ada"), book.table("bruno")) == ("[3x4]", "[], spare (2x2)")
    # 6, 7
    book.next()
    assert book.body("bruno") == "left_arm 1/4"
    assert (book.table("ada"), book.table("bruno")) == ("[]", "[]")
    assert book.phase == "round_end"
    # 8
    book.end()
    assert (book.body("ada"), book.body("bruno")) == ("torso 1/0", "left_arm 0/4")
    assert book.state.scene.fight is None


@pytest.mark.rule("ORE-CBT-01")
@pytest.mark.rule("ORE-CBT-04")
@pytest.mark.rule("ORE-CBT-06")
@pytest.mark.rule("ORE-CBT-08")
@pytest.mark.rule("ORE-DMG-04")
@pytest.mark.parametrize("frozen", [False, True])
def test_r2_four_fighters_interrupted_sets_a_dodge_that_shrinks(frozen: bool) -> None:
    book = Book(
        creature("Edda", sense=1, body=3, brawl=3),
        creature("Dirk", sense=3, coordination=3, pistol=3),
        player("Finn", sense=3, body=3, brawl=2),
        player("Cole", sense=4, coordination=3, dodge=3),
        rulings=Rulings(dodge_width="frozen" if frozen else "shrinks"),
    )
    book.fight()
    # 1 to 4
    assert notes(book.declare("cole", DODGE)) == ["{0} has declared."]
    assert notes(book.declare("edda", hit("cole"))) == ["{0} has declared.", "{0}: Brawl on Cole."]
    assert notes(book.declare("finn", hit("dirk"))) == ["{0} has declared."]
    dice = (1, 1, 1, 5, 5, 8, 10, 10, 10, 3, 4, 6, 6, 6, 6, 6, 1, 7, 7, 7, 2, 5, 9)
    facts = book.declare("dirk", hit("cole", "pistol"), dice=dice)
    assert notes(facts)[1:4] == ["{0}: Pistol on Cole.", "{0}: Brawl on Dirk.", "{0}: dodge."]
    # 5
    assert rolled(facts) == [
        ("edda", 6, ["3x1", "2x5"]),
        ("dirk", 6, ["3x10"]),
        ("finn", 5, ["4x6"]),
        ("cole", 6, ["3x7"]),
    ]
    # 6
    facts = book.assign("edda", "3x1")
    assert book.table("edda") == "[3x1], spare (2x5)"
    assert [f.acting for f in facts if isinstance(f, Turned)] == [("finn",)]
    # 7
    facts = book.next()
    assert notes(facts, "ORE-CBT-04") == ["{0}'s 4x6 resolves: widest."]
    assert book.body("dirk") == "right_arm 4/0" and book.table("dirk") == "[2x10]"
    # 8
    book.next()
    assert book.table("cole") == "[3x7!]"
    # 9
    book.next()
    assert book.body("cole") == "left_leg 3/0" and book.table("cole") == "[2x7!]"
    # 10
    book.next()
    if frozen:
        assert book.body("cole") == "left_leg 3/0"
        return
    assert book.body("cole") == "head 2/2, left_leg 3/0"
    assert book.state.sheets[Id("cole")].condition == "out"
    # 11
    assert book.phase == "round_end"
    assert all(book.table(i) == "[]" for i in ("edda", "dirk", "finn", "cole"))
    book.gm(NextTurn(CHAIR))
    assert book.refused(GM, Declare(Id("cole"))) == "STATE"
    # 12
    facts = book.end()
    assert book.body("cole") == "head 1/2, left_leg 1/0" and "{0} wakes." in notes(facts)
    assert book.state.sheets[Id("cole")].condition == "fine"
    assert (book.body("dirk"), book.body("edda"), book.body("finn")) == ("right_arm 2/0", "", "")


@pytest.mark.rule("ORE-MULTI-01")
@pytest.mark.rule("ORE-CBT-03")
@pytest.mark.rule("ORE-CBT-05")
@pytest.mark.rule("ORE-DMG-04")
def test_r3_several_actions_a_spare_set_steps_in_the_torso_is_filled() -> None:
    gwen = player("Gwen", sense=2, coordination=4, pistol=5, dodge=3)
    hugo = creature("Hugo", sense=5, body=5, brawl=3, boxes=boxes(torso="8/0"))
    book = Book(gwen, hugo)
    book.fight()
    # 1 to 3
    book.declare("gwen", hit("hugo", "pistol"), DODGE)
    facts = book.declare("hugo", hit("gwen"), dice=(5, 5, 8, 8, 8, 3, 9, 9, 4, 4, 10, 2, 7, 1))
    assert rolled(facts) == [("gwen", 6, ["3x8", "2x5"]), ("hugo", 8, ["2x9", "2x4"])]
    # 4
    book.assign("gwen", "3x8", "2x5")
    book.assign("hugo", "2x9")
    assert book.table("hugo") == "[2x9], spare (2x4)"
    # 5
    facts = book.next()
    assert book.body("hugo") == "torso 4/6" and book.table("hugo") == "[2x4]"
    assert "{0} goes on with the spare 2x4." in notes(facts)
    # 6
    facts = book.next()
    assert book.table("gwen") == "[2x5!]" and notes(facts, "ORE-CBT-04") == [
        "{0}'s 2x5 resolves: equally wide, higher."
    ]
    # 7
    book.next()
    assert book.body("gwen") == "left_arm 2/0" and book.phase == "round_end"
    # 8, 9
    book.next()
    assert book.state.scene.fight and book.state.scene.fight.round == 2 and book.phase == "declare"
    book.declare("gwen", hit("hugo", "pistol"))
    # 10
    facts = book.declare("hugo", hit("gwen"), dice=(7, 7, 1, 2, 3, 4, 5, 6, 10, 3, 3, 3, 6))
    assert rolled(facts) == [("gwen", 9, ["2x7"]), ("hugo", 4, ["3x3"])]
    # 11
    facts = book.next()
    assert book.body("gwen") == "left_arm 5/0" and book.table("gwen") == "[]"
    assert "{0} has no set left for it: the attack fails." in notes(facts)
    assert book.phase == "round_end"
    # 12
    book.end()
    assert (book.body("gwen"), book.body("hugo")) == ("left_arm 2/0", "torso 2/6")
    assert book.state.sheets[Id("hugo")].condition == "fine"
