"""The ledger's three transcripts, row by row, without a die."""

import pytest

from mechanics.campaign import BeginSession, EndSession, JoinSession, StartSession
from mechanics.facts import Compared, show
from mechanics.game import CHAIR, SELF, Caller, Id
from mechanics.games.traits.moves import Burn, Challenge, Defend, Heal, Walk
from mechanics.games.traits.play import TraitsState
from mechanics.games.traits.sheet import Ability
from mechanics.tracking import EndFight, NextTurn
from tests.mechanics.traits.tr_table import (
    DODGE_BODY,
    GM,
    LIGHTSABER,
    MARSHA,
    PAT,
    QUIN,
    SANTO,
    Book,
    compared,
    merchant,
    notes,
    sheet,
    table,
)


def told(facts, state: TraitsState) -> list[str]:
    return [show(f, state) for f in facts]


@pytest.mark.rule("TRAIT-ORDER-01")
@pytest.mark.rule("TRAIT-CHAL-01")
@pytest.mark.rule("TRAIT-CHAL-02")
@pytest.mark.rule("TRAIT-CHAL-04")
@pytest.mark.rule("TRAIT-BURN-06")
def test_t1_duel_wound_tie_bleeding_new_session() -> None:
    book = Book(
        table({MARSHA: sheet("Marsha", "p", "4/4/2", LIGHTSABER), SANTO: sheet("Santo", "q", "3/2/2", DODGE_BODY)})
    )
    # 0
    book.fight(MARSHA, SANTO)
    assert book.row() == (1, (MARSHA,), [MARSHA, SANTO])
    assert (book.snapshot(MARSHA), book.snapshot(SANTO)) == ("P4 M4 S2 hp 4/4 fine", "P3 M2 S2 hp 3/3 fine")
    assert (book.dodges(MARSHA), book.dodges(SANTO), book.steps(MARSHA), book.steps(SANTO)) == (0, 0, 4, 3)
    # 1
    facts = book.do(PAT, Challenge(MARSHA, SANTO, "physical", "Lightsaber Attack"))
    assert told(facts, book.state) == [
        "Marsha challenges Santo: Physical with Lightsaber Attack, for 2 damage.",
        "Waiting for Santo: how to defend",
    ]
    assert (book.snapshot(MARSHA), book.attacked(MARSHA)) == ("P4 M4 S2 hp 4/4 fine", False)
    # 2
    facts = book.do(QUIN, Defend(SANTO, "Dodge: body"))
    assert compared(facts) == (8, 7, "a", 1)
    assert told(facts, book.state)[0] == "Marsha 4 + 4 = 8 beats Santo 3 + 4 = 7 (by 1)"
    assert notes(facts) == ["{0} takes 2.", "{0} is wounded: all traits are halved."]
    assert book.snapshot(SANTO) == "P3>2 M2>1 S2>1 hp 1/3 wounded"
    assert (book.steps(SANTO), book.dodges(SANTO), book.attacked(MARSHA)) == (2, 1, True)
    # 3
    book.do(PAT, NextTurn(MARSHA))
    before = book.of(SANTO)
    book.do(QUIN, Challenge(SANTO, MARSHA, "physical", burn=True, damage=1))
    assert book.of(SANTO) == before
    # 4
    facts = book.do(PAT, Defend(MARSHA))
    assert compared(facts) == (4, 4, "tie", 0)
    assert notes(facts) == ["Even: {0}, who defends, wins."]
    assert (book.of(SANTO).burned, book.snapshot(SANTO)) == ({"physical": 1}, "P2>1 M2>1 S2>1 hp 1/3 wounded")
    assert (book.steps(SANTO), book.snapshot(MARSHA)) == (1, "P4 M4 S2 hp 4/4 fine")
    # 5
    assert notes(book.do(QUIN, NextTurn(SANTO))) == []
    assert book.row() == (2, (MARSHA,), [MARSHA, SANTO])
    assert (book.dodges(MARSHA), book.dodges(SANTO), book.steps(MARSHA), book.steps(SANTO)) == (0, 0, 4, 1)
    # 6
    book.do(PAT, Challenge(MARSHA, SANTO, "physical", "lightsaber attack", burn=True))
    facts = book.do(QUIN, Defend(SANTO, "dodge body"))
    assert compared(facts) == (12, 5, "a", 7)
    assert told(facts, book.state)[0] == "Marsha 8 + 4 = 12 beats Santo 1 + 4 = 5 (by 7)"
    (fact,) = [f for f in facts if isinstance(f, Compared)]
    assert fact.a.parts == (("physical, burned: 2 x 4", 8), ("Lightsaber Attack", 4))
    assert (book.snapshot(MARSHA), book.steps(MARSHA)) == ("P3 M4 S2 hp 4/4 fine", 3)
    assert (book.of(SANTO).hp, book.of(SANTO).condition, book.dodges(SANTO)) == (-1, "bleeding", 1)
    # 7
    facts = book.do(PAT, NextTurn(MARSHA))
    assert book.row() == (3, (MARSHA,), [MARSHA])
    assert notes(facts) == ["Fewer than two of those seen can still fight: a GM may end the fight."]
    # 8
    book.do(GM, EndFight(CHAIR), StartSession(CHAIR, at=0))
    book.do(PAT, JoinSession(SELF))
    book.do(GM, BeginSession(CHAIR, at=0))
    assert book.snapshot(MARSHA) == "P4 M4 S2 hp 4/4 fine"
    assert (book.of(SANTO).burned, book.of(SANTO).hp, book.of(SANTO).condition) == ({}, -1, "bleeding")
    book.do(GM, EndSession(CHAIR))


INES, BORIS, KAYA = Id("c7"), Id("c8"), Id("c9")
IDA, BOB, KIM = Caller("i", name="Ida"), Caller("b", name="Bob"), Caller("k", name="Kim")


@pytest.mark.rule("TRAIT-ORDER-01")
@pytest.mark.rule("TRAIT-ORDER-02")
@pytest.mark.rule("TRAIT-SPEED-01")
@pytest.mark.rule("TRAIT-DODGE-01")
def test_t2_alertness_steps_dodge_limit_refusals() -> None:
    alert = Ability("Alertness", "", 2, "order")
    pistol = Ability("Pistol Attack", "physical", 3, "attack_projectile", 2)
    kayas = (
        alert,
        Ability("Dodge: body", "physical", 2, "dodge_body"),
        Ability("Dodge: projectile", "physical", 3, "dodge_projectile"),
        Ability("Parry", "physical", 1, "defence"),
    )
    book = Book(
        table(
            {
                INES: sheet("Ines", "i", "3/1/1", alert, pistol),
                BORIS: sheet("Boris", "b", "5/1/1", Ability("Sword Attack", "physical", 2, "attack_body", 3)),
                KAYA: sheet("Kaya", "k", "4/1/1", *kayas),
            }
        )
    )
    # 0
    book.fight(INES, BORIS, KAYA)
    assert book.row() == (1, (KAYA,), [KAYA, INES, BORIS])
    assert [book.steps(i) for i in (KAYA, INES, BORIS)] == [4, 3, 5]
    # 1, 2
    book.do(KIM, Walk(KAYA, 4))
    assert book.steps(KAYA) == 0
    assert book.refused(KIM, Walk(KAYA, 1)) == "STATE"
    # 3
    book.do(KIM, Challenge(KAYA, BORIS, "physical", damage=1))
    assert compared(book.do(BOB, Defend(BORIS))) == (4, 5, "b", 1)
    assert (book.attacked(KAYA), book.of(BORIS).hp) == (True, 5)
    # 4
    assert book.refused(BOB, Challenge(BORIS, KAYA, "physical")) == "STATE"
    # 5
    book.do(KIM, NextTurn(KAYA))
    book.do(IDA, Challenge(INES, KAYA, "physical", "Pistol Attack"))
    assert compared(book.do(KIM, Defend(KAYA, "Dodge: projectile"))) == (6, 7, "b", 1)
    assert (book.dodges(KAYA), book.attacked(INES)) == (1, True)
    # 6, 7
    book.do(IDA, NextTurn(INES))
    book.do(BOB, Challenge(BORIS, KAYA, "physical", "Sword Attack", burn=True))
    assert book.refused(KIM, Defend(KAYA, "Dodge: body")) == "STATE"
    assert len(book.open()) == 1
    # 8
    assert compared(book.do(KIM, Defend(KAYA, "Parry"))) == (12, 5, "a", 7)
    assert book.snapshot(KAYA) == "P4>2 M1>1 S1>1 hp 1/4 wounded"
    assert (book.of(BORIS).burned, book.snapshot(BORIS)) == ({"physical": 1}, "P4 M1 S1 hp 5/5 fine")
    # 9
    book.do(BOB, NextTurn(BORIS))
    assert book.row() == (2, (INES,), [INES, KAYA, BORIS])
    assert [book.steps(i) for i in (INES, KAYA, BORIS)] == [3, 2, 4]
    assert [book.dodges(i) for i in (INES, KAYA, BORIS)] == [0, 0, 0]
    # 10
    book.do(IDA, Challenge(INES, BORIS, "physical", "Pistol Attack"))
    assert compared(book.do(BOB, Defend(BORIS))) == (6, 4, "a", 2)
    assert book.snapshot(BORIS) == "P4 M1 S1 hp 3/5 fine"
    # 11
    book.do(IDA, NextTurn(INES))
    book.do(KIM, Walk(KAYA, 2), NextTurn(KAYA))
    book.do(BOB, Challenge(BORIS, KAYA, "physical", "Sword Attack"))
    assert compared(book.do(KIM, Defend(KAYA, "Dodge: body", burn=True))) == (6, 6, "tie", 0)
    assert (book.snapshot(KAYA), book.dodges(KAYA)) == ("P3>2 M1>1 S1>1 hp 1/4 wounded", 1)


OLGA, TARIQ = Id("c5"), Id("c6")
OLE, TOM = Caller("o", name="Ole"), Caller("t", name="Tom")


@pytest.mark.rule("TRAIT-DISC-04")
@pytest.mark.rule("TRAIT-BURN-05")
@pytest.mark.rule("TRAIT-CHAL-03")
@pytest.mark.rule("TRAIT-HP-05")
def test_t3_discipline_power_burn_unconscious_healing_death() -> None:
    learnt = merchant(OLGA, ("Small Talk", 2), ("Hard Bargain", 4))
    book = Book(table({OLGA: sheet("Olga", "o", "2/3/4", disciplines=learnt), TARIQ: sheet("Tariq", "t", "4/2/3")}))
    # 0
    before = dict(book.state.sheets)
    book.do(OLE, Challenge(OLGA, TARIQ, "social", "Small Talk"))
    assert compared(book.do(TOM, Defend(TARIQ))) == (8, 3, "a", 5)
    assert book.state.sheets == before
    # 1
    book.fight(OLGA, TARIQ)
    assert book.row() == (1, (TARIQ,), [TARIQ, OLGA])
    assert (book.of(OLGA).hp, book.of(TARIQ).hp) == (2, 4)
    # 2
    book.do(TOM, Challenge(TARIQ, OLGA, "physical", damage=1))
    assert compared(book.do(OLE, Defend(OLGA))) == (4, 2, "a", 2)
    assert book.snapshot(OLGA) == "P2>1 M3>2 S4>2 hp 1/2 wounded"
    # 3
    book.do(TOM, NextTurn(TARIQ))
    facts = book.do(OLE, Burn(OLGA, "physical", 1))
    assert not [f for f in facts if isinstance(f, Compared)]
    assert (book.of(OLGA).burned, book.snapshot(OLGA)) == ({"physical": 1}, "P1>1 M3>2 S4>2 hp 1/2 wounded")
    assert book.steps(OLGA) == 1
    # 4
    book.do(OLE, NextTurn(OLGA))
    book.do(TOM, Challenge(TARIQ, OLGA, "physical", damage=1))
    assert compared(book.do(OLE, Defend(OLGA))) == (4, 1, "a", 3)
    assert (book.of(OLGA).hp, book.of(OLGA).condition) == (0, "unconscious")
    # 5
    book.do(TOM, NextTurn(TARIQ))
    assert book.row() == (3, (TARIQ,), [TARIQ])
    # 6
    facts = book.do(TOM, Challenge(TARIQ, OLGA, "physical", damage=2))
    assert compared(facts) == (4, 0, "a", 4)
    assert (book.of(OLGA).hp, book.of(OLGA).condition, book.open()) == (-2, "bleeding", [])
    # 7, 8
    book.do(GM, Heal(OLGA, 2))
    assert (book.of(OLGA).hp, book.of(OLGA).condition) == (0, "unconscious")
    book.do(GM, Heal(OLGA, 1))
    assert book.snapshot(OLGA) == "P1>1 M3>2 S4>2 hp 1/2 wounded"
    # 9
    book.do(TOM, NextTurn(TARIQ))
    assert book.row() == (3, (OLGA,), [TARIQ, OLGA])
    book.do(OLE, NextTurn(OLGA))
    assert book.row() == (4, (TARIQ,), [TARIQ, OLGA])
    book.do(TOM, Challenge(TARIQ, OLGA, "physical", damage=9))
    assert compared(book.do(OLE, Defend(OLGA, burn=True))) == (4, 2, "a", 2)
    assert book.of(OLGA).burned == {"physical": 2}
    assert (book.of(OLGA).hp, book.of(OLGA).condition) == (-3, "dead")
    # 10
    assert book.refused(GM, Heal(OLGA, 1)) == "STATE"
