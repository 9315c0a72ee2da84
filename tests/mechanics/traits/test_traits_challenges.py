"""Challenges, burning, dodges, speed, order, hit points: the ledger's vectors."""

import pytest
from msgspec.structs import replace

from mechanics.campaign import BeginSession, JoinSession, StartSession
from mechanics.facts import Changed, Compared, Rolled, show
from mechanics.game import CHAIR, SELF, Drop, Force, Id
from mechanics.games.traits.moves import (
    AnswerAsk,
    Ask,
    Burn,
    Challenge,
    CloseDiscipline,
    Defend,
    DeleteAbility,
    DeleteDiscipline,
    Heal,
    Hurt,
    NewDraft,
    OpenDiscipline,
    Oppose,
    Revive,
    SaveAbility,
    SaveDiscipline,
    SetFlag,
    Walk,
)
from mechanics.games.traits.play.challenges import KINDS
from mechanics.games.traits.rulings import Rulings
from mechanics.games.traits.sheet import Ability, Sheet, current, inforce
from mechanics.tracking import AddToFight, BackTurn, EndFight, JoinFight, NextTurn, StartFight
from mechanics.view import seen_facts, view
from tests.mechanics.traits.tr_table import (
    AWARENESS,
    DODGE_BODY,
    GM,
    GUARD,
    LIGHTSABER,
    MARSHA,
    PARRY,
    PAT,
    QUIN,
    SANTO,
    Book,
    changes,
    compared,
    notes,
    sheet,
    table,
)

DODGE_RANGED = Ability("Dodge: projectile", "physical", 3, "dodge_projectile")
PISTOL = Ability("Pistol Attack", "physical", 3, "attack_projectile", 2)


def pair(marsha: Sheet, santo: Sheet, **rulings: object) -> Book:
    """Marsha of Pat and Santo of Quin, of these sheets."""
    return Book(table({MARSHA: marsha, SANTO: santo}, Rulings(**rulings)))  # type: ignore[arg-type]


def totals(marsha: Sheet, santo: Sheet, trait: str = "physical", ability: str = "", answer: str = "", **how: bool):  # type: ignore[no-untyped-def]
    """Both totals and who is ahead, of Marsha against Santo."""
    b = pair(marsha, santo)
    b.do(PAT, Challenge(MARSHA, SANTO, trait, ability, burn=how.get("burn", False)))
    return compared(b.do(QUIN, Defend(SANTO, answer, how.get("burns", False))))


def m(levels: str, *abilities: Ability, **fields: object) -> Sheet:
    return sheet("Marsha", "p", levels, *abilities, **fields)


def s(levels: str, *abilities: Ability, **fields: object) -> Sheet:
    return sheet("Santo", "q", levels, *abilities, **fields)


# -- abilities ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRAIT-ABIL-01")
def test_an_ability_adds_to_its_trait() -> None:
    assert totals(m("1/4/2", AWARENESS), s("1/1/1"), "mental", "Awareness")[0] == 7
    assert totals(m("4/1/1", LIGHTSABER), s("1/1/1"), "physical", "Lightsaber Attack")[0] == 8
    assert totals(m("1/1/2"), s("1/1/1"), "social")[0] == 2
    b = pair(m("4/4/2", AWARENESS, Ability("Alertness", "", 2, "order")), s("3/2/2"))
    assert b.refused(PAT, Challenge(MARSHA, SANTO, "physical", "Awareness")) == "RULE"
    assert b.refused(PAT, Challenge(MARSHA, SANTO, "physical", "Alertness")) == "RULE"
    assert b.refused(PAT, Challenge(MARSHA, SANTO, "physical", "Sword Attack")) == "UNKNOWN"
    assert b.refused(PAT, Challenge(MARSHA, SANTO, "luck")) == "UNKNOWN"


@pytest.mark.rule("TRAIT-ABIL-02")
def test_one_ability_a_challenge_unless_a_power_allows_more() -> None:
    dodge = Ability("Dodge: body", "physical", 2, "dodge_body")
    b = pair(m("4/1/1"), s("3/1/1", dodge, PARRY))
    b.do(PAT, Challenge(MARSHA, SANTO, "physical"))
    assert b.refused(QUIN, Defend(SANTO, "Dodge: body, Parry")) == "RULE"
    b.do(GM, SetFlag(CHAIR, SANTO, "extra abilities", "1"))
    assert b.refused(QUIN, Defend(SANTO, "Parry, Parry")) == "RULE"
    assert compared(b.do(QUIN, Defend(SANTO, "Dodge: body, Parry")))[1] == 8
    b.do(QUIN, Challenge(SANTO, MARSHA, "physical"))
    assert compared(b.do(PAT, Defend(MARSHA)))[:2] == (3, 4)


@pytest.mark.rule("TRAIT-ABIL-04")
def test_what_is_for_attacking_and_what_for_defending() -> None:
    b = pair(m("4/4/4", LIGHTSABER, DODGE_BODY, PARRY, AWARENESS), s("3/3/3", LIGHTSABER, PARRY, AWARENESS, PISTOL))
    for name in ("Dodge: body", "Parry"):
        assert b.refused(PAT, Challenge(MARSHA, SANTO, "physical", name)) == "RULE"
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", "Lightsaber Attack", damage=0))
    for name in ("Lightsaber Attack", "Pistol Attack"):
        assert b.refused(QUIN, Defend(SANTO, name)) == "RULE"
    assert compared(b.do(QUIN, Defend(SANTO, "Parry")))[:2] == (8, 6)
    b.do(PAT, Challenge(MARSHA, SANTO, "mental", "Awareness"))
    assert compared(b.do(QUIN, Defend(SANTO, "Awareness")))[:2] == (7, 6)


# -- comparing ---------------------------------------------------------------------------------------------------------


def rated(rating: int) -> Ability:
    return Ability("Skill", "physical", rating)


@pytest.mark.rule("TRAIT-CHAL-01")
@pytest.mark.parametrize(("a", "b", "verdict", "by"), [(8, 7, "a", 1), (7, 7, "tie", 0), (6, 9, "b", 3)])
def test_more_wins_and_even_is_the_defenders(a: int, b: int, verdict: str, by: int) -> None:
    marsha, santo = m("1/1/1", rated(a - 1)), s("1/1/1", rated(b - 1))
    assert totals(marsha, santo, "physical", "Skill", "Skill") == (a, b, verdict, by)


@pytest.mark.rule("TRAIT-CHAL-01")
def test_nothing_against_nothing() -> None:
    assert totals(m("1/1/1"), s("1/1/1", burned={"physical": 1})) == (1, 0, "a", 1)
    nothing = m("1/1/1", burned={"physical": 1})
    assert totals(nothing, s("1/1/1", burned={"physical": 1})) == (0, 0, "tie", 0)


@pytest.mark.rule("TRAIT-CHAL-01")
def test_the_gm_may_have_it_answered_on_another_trait() -> None:
    b = pair(m("4/4/4", LIGHTSABER), s("3/2/5", DODGE_BODY, AWARENESS))
    assert b.refused(GM, Oppose(trait="social")) == "not-allowed", "nothing is open"
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", "Lightsaber Attack", damage=0))
    assert b.refused(QUIN, Oppose(trait="social")) == "not-gm"
    assert b.refused(GM, Oppose(trait="physical")) == "STATE"
    assert b.refused(GM, Oppose(trait="luck")) == "UNKNOWN"
    b.do(GM, Oppose(trait="social"))
    assert b.refused(QUIN, Defend(SANTO, "Dodge: body")) == "RULE", "it goes with Physical"
    assert compared(b.do(QUIN, Defend(SANTO, burn=True))) == (8, 10, "b", 2)
    assert (b.of(SANTO).burned, b.of(MARSHA).burned) == ({"social": 1}, {})
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", damage=0, burn=True))
    b.do(GM, Oppose(trait="mental"))
    b.do(GM, Oppose(trait="physical"))
    assert compared(b.do(QUIN, Defend(SANTO)))[:2] == (8, 3)
    assert b.of(MARSHA).burned == {"physical": 1}


@pytest.mark.rule("TRAIT-CHAL-01")
def test_who_may_challenge_whom_to_what() -> None:
    b = Book()
    assert b.refused(PAT, Challenge(MARSHA, MARSHA, "physical")) == "RULE"
    assert b.refused(PAT, Challenge(MARSHA, Id("c77"), "physical")) == "unknown"
    for damage in (-1, 100):
        assert b.refused(PAT, Challenge(MARSHA, SANTO, "physical", damage=damage)) == "RANGE"
    assert b.refused(PAT, Challenge(MARSHA, SANTO, "physical", kind="soup")) == "UNKNOWN"
    assert b.refused(QUIN, Challenge(MARSHA, SANTO, "physical")) == "not-yours"
    assert pair(m("4/1/1", hp=0), s("3/1/1")).refused(PAT, Challenge(MARSHA, SANTO, "social")) == "STATE"
    assert pair(m("4/1/1", hp=-5), s("3/1/1")).refused(PAT, Challenge(MARSHA, SANTO, "social")) == "STATE"
    assert pair(m("4/1/1"), s("3/1/1", hp=-4)).refused(PAT, Challenge(MARSHA, SANTO, "physical")) == "STATE"
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", damage=99))
    assert (b.open()[0].damage, b.open()[0].kind) == (99, "body")


@pytest.mark.rule("TRAIT-CHAL-02")
@pytest.mark.parametrize(("rating", "hp"), [(1, 2), (9, 2), (0, 4)])
def test_damage_is_fixed_whatever_the_margin(rating: int, hp: int) -> None:
    sword = (Ability("Sword Attack", "physical", rating, "attack_body", 2),) if rating else ()
    b = pair(m("4/1/1", *sword), s("4/1/1"))
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", "Sword" if rating else "", damage=None if rating else 2))
    b.do(QUIN, Defend(SANTO))
    assert b.of(SANTO).hp == hp
    if rating:
        b.do(PAT, Challenge(MARSHA, SANTO, "physical", "Sword", damage=0))
        b.do(QUIN, Defend(SANTO))
        assert b.of(SANTO).hp == hp, "what is typed counts, and 0 is none"


@pytest.mark.rule("TRAIT-CHAL-03")
def test_the_helpless_throw_nothing() -> None:
    b = pair(m("3/1/1"), s("4/1/1", DODGE_BODY, hp=0))
    facts = b.do(PAT, Challenge(MARSHA, SANTO, "physical"))
    assert (compared(facts), b.open()) == ((3, 0, "a", 3), [])
    b = pair(m("3/1/1"), s("4/1/1", hp=0, stays_up=True))
    b.do(PAT, Challenge(MARSHA, SANTO, "physical"))
    assert compared(b.do(QUIN, Defend(SANTO))) == (3, 2, "a", 1)
    b = pair(m("3/1/1"), s("4/1/1", DODGE_BODY))
    b.do(PAT, Challenge(MARSHA, SANTO, "physical"))
    b.do(GM, Hurt(SANTO, 4))
    assert b.refused(QUIN, Defend(SANTO, "Dodge: body")) == "STATE"
    assert b.refused(QUIN, Defend(SANTO, burn=True)) == "STATE"
    assert compared(b.do(QUIN, Defend(SANTO))) == (3, 0, "a", 3)


@pytest.mark.rule("TRAIT-CHAL-04")
def test_neither_totals_nor_burns_are_known_before_the_answer() -> None:
    told = []
    for burn in (False, True):
        b = Book()
        facts = b.do(PAT, Challenge(MARSHA, SANTO, "physical", "Lightsaber Attack", burn=burn))
        assert not any(isinstance(f, Compared | Changed) for f in facts)
        told.append([show(f, b.state) for f in seen_facts(b.state.campaign, QUIN, facts)])
        seen = view(b.state, QUIN)
        (waiting,) = seen.scene.pending.values()
        assert waiting.what.burn.value is None
        assert view(b.state, PAT).scene.pending[waiting.id].what.burn.value is burn
        told.append([repr(seen)])
    assert told[0] == told[2] and told[1] == told[3]


@pytest.mark.rule("TRAIT-CHAL-04")
def test_a_dropped_challenge_costs_nothing_and_a_forced_one_is_answered_bare() -> None:
    b = Book()
    b.fight(MARSHA, SANTO)
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", burn=True))
    assert b.refused(PAT, Challenge(MARSHA, SANTO, "physical")) == "waiting"
    assert b.refused(PAT, NextTurn(MARSHA)) == "waiting"
    assert b.refused(PAT, Defend(SANTO)) == "not-yours"
    b.do(GM, Drop(CHAIR))
    assert (b.of().burned, b.attacked(MARSHA), b.open()) == ({}, False, [])
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", burn=True))
    pending = next(iter(b.state.scene.pending.values()))
    assert b.refused(QUIN, Defend(SANTO, pending=pending.id, rev=pending.rev - 1)) == "stale"
    assert compared(b.do(GM, Force(CHAIR))) == (8, 3, "a", 5)
    assert (b.of().burned, b.attacked(MARSHA)) == ({"physical": 1}, True)
    assert b.refused(QUIN, Defend(SANTO)) == "not-allowed"


@pytest.mark.rule("TRAIT-CHAL-04")
def test_what_the_gm_changes_meanwhile_counts() -> None:
    b = Book()
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", "Lightsaber Attack", burn=True))
    b.do(PAT, Burn(MARSHA, "physical", 4))
    b.state = replace(b.state, sheets={**b.state.sheets, MARSHA: replace(b.of(), abilities=())})
    assert compared(b.do(QUIN, Defend(SANTO))) == (0, 3, "b", 3)
    assert b.of().burned == {"physical": 4}, "there was nothing left to burn"


# -- burning -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRAIT-BURN-01")
@pytest.mark.rule("TRAIT-BURN-04")
def test_a_burn_doubles_the_trait_and_not_the_ability() -> None:
    b = pair(m("4/1/2", Ability("Lightsaber Attack", "physical", 3, "attack_body")), s("9/9/9"))
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", "Lightsaber", burn=True))
    facts = b.do(QUIN, Defend(SANTO))
    assert compared(facts) == (11, 9, "a", 2)
    assert changes(facts, "physical") == [(MARSHA, 4, 3)]
    b.do(PAT, Challenge(MARSHA, SANTO, "social", burn=True))
    assert compared(b.do(QUIN, Defend(SANTO))) == (4, 9, "b", 5)
    assert [current(b.of(), t) for t in ("physical", "mental", "social")] == [3, 1, 1], "lost, and gone all the same"


@pytest.mark.rule("TRAIT-BURN-02")
@pytest.mark.rule("TRAIT-BURN-03")
@pytest.mark.rule("TRAIT-HP-01")
def test_one_burn_a_challenge_and_many_a_night() -> None:
    b = pair(m("4/3/2"), s("9/9/9"))
    for n, total in enumerate((8, 6, 4, 2), 1):
        b.do(PAT, Challenge(MARSHA, SANTO, "physical", burn=True))
        assert compared(b.do(QUIN, Defend(SANTO)))[0] == total
        assert (b.of().burned, current(b.of(), "physical")) == ({"physical": n}, 4 - n)
        assert (b.of().hp, b.of().hp_max) == (4, 4)
    assert b.refused(PAT, Challenge(MARSHA, SANTO, "physical", burn=True)) == "FUNDS"
    b.do(QUIN, Challenge(SANTO, MARSHA, "physical"))
    assert b.refused(PAT, Defend(MARSHA, burn=True)) == "FUNDS"
    assert [current(b.of(), t) for t in ("mental", "social")] == [3, 2]


@pytest.mark.rule("TRAIT-BURN-05")
@pytest.mark.rule("TRAIT-SPEED-01")
def test_powers_that_burn() -> None:
    b = Book()
    b.fight(MARSHA, SANTO)
    facts = b.do(PAT, Burn(MARSHA, "physical", 2))
    assert (current(b.of(), "physical"), b.steps(MARSHA), b.of().hp, b.of().hp_max) == (2, 2, 4, 4)
    assert changes(facts, "burned_physical") == [(MARSHA, 0, 2)] and changes(facts, "burned") == [(MARSHA, 0, 2)]
    assert b.refused(PAT, Burn(MARSHA, "physical", 3)) == "FUNDS"
    assert b.refused(PAT, Burn(MARSHA, "physical", 0)) == "RANGE"
    assert b.refused(PAT, Burn(MARSHA, "luck", 1)) == "UNKNOWN"
    b.do(PAT, Burn(MARSHA, "physical", 2), Burn(MARSHA, "social", 1))
    assert b.of().burned == {"physical": 4, "social": 1}
    assert pair(m("4/1/1", hp=-5), s("1/1/1")).refused(PAT, Burn(MARSHA, "physical", 1)) == "STATE"


@pytest.mark.rule("TRAIT-BURN-06")
def test_a_new_session_gives_burns_back_and_no_hit_points() -> None:
    b = pair(m("5/1/3", hp=2, burned={"physical": 3, "social": 1}), s("3/1/1"))
    b.do(GM, StartSession(CHAIR, at=0))
    b.do(PAT, JoinSession(SELF))
    assert b.of().burned == {"physical": 3, "social": 1}
    facts = b.do(GM, BeginSession(CHAIR, at=0))
    assert (b.of().burned, b.of().hp, b.of().hp_max) == ({}, 2, 5)
    assert changes(facts, "physical") == [(MARSHA, 2, 5)] and changes(facts, "hp") == []


# -- speed and order ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRAIT-SPEED-01")
def test_steps_are_the_speed_of_now() -> None:
    b = pair(m("4/1/1"), s("3/1/1"))
    b.fight(MARSHA, SANTO)
    assert b.steps(MARSHA) == 4
    assert b.refused(PAT, Walk(MARSHA, 0)) == "RANGE"
    assert b.refused(PAT, Walk(MARSHA, 5)) == "STATE"
    assert notes(b.do(PAT, Walk(MARSHA, 3))) == ["{0} takes 3 steps, 1 left."]
    b.do(PAT, Burn(MARSHA, "physical", 1))
    assert b.steps(MARSHA) == 0
    assert b.refused(PAT, Walk(MARSHA, 1)) == "STATE"
    assert b.refused(QUIN, Walk(SANTO, 1)) == "STATE", "not his turn"
    b = pair(m("4/1/1"), s("3/1/1"))
    b.fight(MARSHA, SANTO)
    b.do(PAT, Walk(MARSHA, 1))
    b.do(GM, Hurt(MARSHA, 3))
    assert (b.of().condition, b.steps(MARSHA)) == ("wounded", 1)
    b.do(PAT, Walk(MARSHA, 1))
    assert Book().refused(PAT, Walk(MARSHA, 1)) == "no-fight"


A, B, C, D, E = (Id(x) for x in ("ca", "cb", "cc", "cd", "ce"))


@pytest.mark.rule("TRAIT-ORDER-01")
@pytest.mark.parametrize(
    ("fighters", "row"),
    [
        ({A: (0, 5), B: (2, 3), C: (2, 4)}, [C, B, A]),
        ({D: (1, 1), E: (0, 9)}, [D, E]),
        ({A: (0, 3), B: (0, 3), C: (0, 3)}, [A, B, C]),
        ({B: (0, 3), A: (0, 3)}, [B, A]),
    ],
)
def test_alertness_then_speed_then_joining(fighters: dict[Id, tuple[int, int]], row: list[Id]) -> None:
    sheets = {}
    for i, (alert, physical) in fighters.items():
        abilities = (Ability("Alertness", "", alert, "order"),) if alert else ()
        sheets[i] = sheet(i.upper(), "p", f"{physical}/1/1", *abilities)
    b = Book(table(sheets))
    b.fight(*fighters)
    assert b.row() == (1, (row[0],), row)


@pytest.mark.rule("TRAIT-ORDER-02")
def test_one_challenge_a_turn_and_more_when_the_gm_gives_the_turn_back() -> None:
    b = Book()
    b.fight(MARSHA, SANTO, GUARD)
    assert b.refused(QUIN, Challenge(SANTO, MARSHA, "physical")) == "STATE"
    turn = b.state.scene.fight.turn  # type: ignore[union-attr]
    assert b.refused(PAT, Challenge(MARSHA, SANTO, "physical", turn=turn + 1)) == "stale"
    b.do(PAT, Challenge(MARSHA, SANTO, "mental", turn=turn))
    b.do(QUIN, Defend(SANTO))
    assert b.refused(PAT, Challenge(MARSHA, GUARD, "physical")) == "STATE"
    b.do(PAT, NextTurn(MARSHA))
    b.do(GM, BackTurn(CHAIR))
    b.do(PAT, Challenge(MARSHA, GUARD, "physical"))
    b.do(GM, Defend(GUARD))
    b.do(PAT, NextTurn(MARSHA))
    b.do(QUIN, NextTurn(SANTO))
    b.do(GM, NextTurn(GUARD))
    assert (b.row()[0], b.attacked(MARSHA)) == (2, False)


@pytest.mark.rule("TRAIT-CHAL-04")
def test_what_a_gm_writes_needs_no_answer_first() -> None:
    b = Book()
    b.fight(MARSHA, SANTO)
    b.do(PAT, Challenge(MARSHA, SANTO, "physical"))
    b.do(GM, SaveAbility(CHAIR, "Parry", "physical", "defence"), DeleteAbility(CHAIR, "Parry"))
    b.do(GM, SaveDiscipline(CHAIR, "Merchant", "Talk 1"), OpenDiscipline(CHAIR, "Merchant", (MARSHA,)))
    b.do(GM, CloseDiscipline(CHAIR, "Merchant", (MARSHA,)), DeleteDiscipline(CHAIR, "Merchant"))
    b.do(GM, SetFlag(CHAIR, SANTO, "extra dodges", "1"))
    b.do(PAT, NewDraft(title="Nell"))
    for move in (Hurt(MARSHA, 1), Heal(MARSHA, 1), Ask(CHAIR, (MARSHA,), "mental", 1), Revive(CHAIR, MARSHA)):
        assert b.refused(GM, move) == "waiting"
    for waits in (Walk(MARSHA, 1), Burn(MARSHA, "mental", 1)):
        assert b.refused(PAT, waits) == "waiting"
    assert len(b.open()) == 1


@pytest.mark.rule("TRAIT-ORDER-02")
def test_a_challenge_from_before_the_fight_costs_no_turn() -> None:
    b = Book()
    b.do(PAT, Challenge(MARSHA, SANTO, "physical"))
    b.fight(MARSHA, SANTO)
    b.do(QUIN, Defend(SANTO, "Dodge: body"))
    assert (b.attacked(MARSHA), b.dodges(SANTO)) == (False, 1)
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", "Lightsaber"))
    b.do(GM, EndFight(CHAIR))
    assert b.open() == [], "what is open in a fight ends with it"


@pytest.mark.rule("TRAIT-ORDER-02")
def test_who_comes_to_acts_after_their_equals() -> None:
    equals = {i: sheet(i, CHAIR, "3/1/1") for i in (A, B, C)}
    b = Book(table({MARSHA: m("4/1/1"), **equals}))
    b.do(GM, Hurt(A, 3))
    b.fight(MARSHA, A, B, C)
    assert b.row() == (1, (MARSHA,), [MARSHA, B, C])
    b.do(GM, Heal(A, 3))
    assert b.row() == (1, (MARSHA,), [MARSHA, B, C, A])
    b.do(GM, Hurt(A, 3), Hurt(B, 3), NextTurn(MARSHA))
    assert b.row()[1] == (C,)


@pytest.mark.rule("TRAIT-ORDER-02")
def test_who_falls_is_passed_over_and_who_comes_to_still_acts() -> None:
    b = Book()
    b.fight(MARSHA, SANTO, GUARD)
    b.do(GM, Hurt(MARSHA, 4))
    assert b.row() == (1, (SANTO,), [MARSHA, SANTO, GUARD])
    b.do(GM, Hurt(GUARD, 3))
    b.do(QUIN, NextTurn(SANTO))
    assert b.row() == (2, (SANTO,), [SANTO])
    b.do(GM, Heal(GUARD, 3))
    assert b.row() == (2, (SANTO,), [SANTO, GUARD])
    b.do(GM, Heal(MARSHA, 4))
    assert b.row() == (2, (SANTO,), [SANTO, GUARD]), "faster than he is whose turn it is: from the next round"
    b.do(GM, NextTurn(SANTO), NextTurn(GUARD))
    assert b.row() == (3, (MARSHA,), [MARSHA, SANTO, GUARD])


@pytest.mark.rule("TRAIT-ORDER-02")
def test_the_dead_do_not_join_and_latecomers_wait_for_the_next_round() -> None:
    b = Book()
    b.fight(MARSHA, SANTO)
    b.do(GM, AddToFight(CHAIR, (GUARD,)))
    assert b.row() == (1, (MARSHA,), [MARSHA, SANTO])
    b.do(GM, EndFight(CHAIR), Hurt(SANTO, 99), StartFight(CHAIR))
    assert b.refused(QUIN, JoinFight(SANTO)) == "STATE"


# -- hit points --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRAIT-HP-02")
def test_damage_has_a_floor() -> None:
    for start, amount, hp in ((4, 3, 1), (1, 3, -2), (1, 20, -5), (4, 0, 4), (-4, 1, -5)):
        b = pair(m("4/1/1", hp=start), s("1/1/1"))
        b.do(GM, Hurt(MARSHA, amount))
        assert b.of().hp == hp
    for amount in (-1, 100):
        assert Book().refused(GM, Hurt(MARSHA, amount)) == "RANGE"
    assert pair(m("4/1/1", hp=-5), s("1/1/1")).refused(GM, Hurt(MARSHA, 1)) == "STATE"
    b = pair(m("98/1/1"), s("1/1/1"))
    b.do(GM, Hurt(MARSHA, 99))
    assert b.of().hp == -1


@pytest.mark.rule("TRAIT-HP-03")
def test_all_traits_are_halved_at_one_hit_point() -> None:
    hurt, down = m("4/3/1", hp=1), Rulings(halving="down").halving
    assert [inforce(hurt, t, "up") for t in ("physical", "mental", "social")] == [2, 2, 1]
    assert [inforce(hurt, t, down) for t in ("physical", "mental", "social")] == [2, 1, 0]
    assert [inforce(m("1/1/1"), t, "down") for t in ("physical", "mental", "social")] == [1, 1, 1]
    assert [inforce(m("5/2/1", hp=1), t, "up") for t in ("physical", "mental", "social")] == [3, 1, 1]
    assert inforce(m("4/3/1", hp=2), "physical", "up") == 4
    assert [inforce(m("4/3/1", hp=n, stays_up=True), "mental", "up") for n in (1, 0, -4)] == [2, 2, 2]
    lasting = m("4/1/1", Ability("Sword Attack", "physical", 2, "attack_body"), hp=1, burned={"physical": 1})
    b = pair(lasting, s("9/1/1"))
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", "Sword", burn=True))
    assert compared(b.do(QUIN, Defend(SANTO)))[0] == 6
    assert (current(b.of(), "physical"), inforce(b.of(), "physical", "up")) == (2, 1)
    b.do(GM, Heal(MARSHA, 1))
    assert (b.of().condition, inforce(b.of(), "physical", "up")) == ("fine", 2)
    b = pair(m("3/1/1", hp=1), s("1/1/1"), halving="down")
    b.do(PAT, Challenge(MARSHA, SANTO, "physical"))
    assert compared(b.do(QUIN, Defend(SANTO)))[:2] == (1, 1)


@pytest.mark.rule("TRAIT-HP-04")
@pytest.mark.parametrize(
    ("physical", "words"),
    [
        (4, {4: "fine", 2: "fine", 1: "wounded", 0: "unconscious", -1: "bleeding", -4: "bleeding", -5: "dead"}),
        (1, {1: "fine", 0: "unconscious", -1: "bleeding", -2: "dead"}),
        (6, {-6: "bleeding", -7: "dead"}),
    ],
)
def test_conditions(physical: int, words: dict[int, str]) -> None:
    assert {hp: m(f"{physical}/1/1", hp=hp).condition for hp in words} == words
    for hp, word in words.items():
        it = m(f"{physical}/1/1", hp=hp)
        assert it.conscious == (word in ("fine", "wounded")) and it.dead == (word == "dead")
        held = replace(it, stays_up=True)
        assert held.conscious == (word != "dead")
        assert held.condition == ("wounded" if word == "unconscious" else word)


@pytest.mark.rule("TRAIT-HP-04")
def test_bleeding_is_a_ruling() -> None:
    for bleed, hp in ((False, -1), (True, -2)):
        b = pair(m("4/1/1"), s("3/1/1"), bleed=bleed)
        b.fight(MARSHA, SANTO)
        b.do(GM, Hurt(SANTO, 4))
        assert b.of(SANTO).hp == -1
        b.do(PAT, NextTurn(MARSHA))
        assert (b.row()[0], b.of(SANTO).hp) == (2, hp)
    b.do(PAT, NextTurn(MARSHA), NextTurn(MARSHA))
    assert (b.of(SANTO).hp, b.of(SANTO).condition) == (-4, "dead")
    b.do(PAT, NextTurn(MARSHA))
    assert b.of(SANTO).hp == -4


@pytest.mark.rule("TRAIT-HP-05")
def test_healing_and_coming_back() -> None:
    for start, amount, hp, condition in ((-2, 2, 0, "unconscious"), (0, 1, 1, "wounded"), (3, 9, 4, "fine")):
        b = pair(m("4/1/1", hp=start), s("1/1/1"))
        b.do(GM, Heal(MARSHA, amount))
        assert (b.of().hp, b.of().condition) == (hp, condition)
    for amount in (0, 100):
        assert Book().refused(GM, Heal(MARSHA, amount)) == "RANGE"
    b = pair(m("4/1/1", hp=-5), s("1/1/1"))
    assert b.refused(GM, Heal(MARSHA, 1)) == "STATE"
    assert b.refused(PAT, Revive(CHAIR, MARSHA)) == "not-gm"
    b.do(GM, Revive(CHAIR, MARSHA))
    assert (b.of().hp, b.of().condition) == (0, "unconscious")
    assert b.refused(GM, Revive(CHAIR, MARSHA)) == "STATE"
    assert b.refused(GM, Revive(CHAIR)) == "UNKNOWN"


@pytest.mark.rule("TRAIT-DODGE-01")
def test_one_dodge_a_round_of_either_kind() -> None:
    b = Book(
        table(
            {
                MARSHA: m("6/1/1", PISTOL),
                GUARD: sheet("Guard", CHAIR, "5/1/1"),
                Id("c6"): sheet("Thug", CHAIR, "4/1/1"),
                SANTO: s("1/1/1", DODGE_BODY, DODGE_RANGED, PARRY),
            }
        )
    )
    b.fight(MARSHA, GUARD, Id("c6"), SANTO)
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", "Pistol Attack", damage=0))
    assert b.refused(QUIN, Defend(SANTO, "Dodge: body")) == "RULE"
    b.do(QUIN, Defend(SANTO, "Dodge: projectile"))
    b.do(PAT, NextTurn(MARSHA))
    b.do(GM, Challenge(GUARD, SANTO, "physical"))
    assert b.refused(QUIN, Defend(SANTO, "Dodge: body")) == "STATE"
    b.do(GM, SetFlag(CHAIR, SANTO, "extra dodges", "1"))
    b.do(QUIN, Defend(SANTO, "Dodge: body"))
    b.do(GM, NextTurn(GUARD), Challenge(Id("c6"), SANTO, "physical"))
    assert b.refused(QUIN, Defend(SANTO, "Dodge: body")) == "STATE"
    b.do(QUIN, Defend(SANTO, "Parry"))
    b.do(GM, NextTurn(Id("c6")))
    b.do(QUIN, NextTurn(SANTO))
    b.do(PAT, Challenge(MARSHA, SANTO, "physical", kind="body"))
    assert b.refused(QUIN, Defend(SANTO, "Dodge: projectile")) == "RULE"
    b.do(QUIN, Defend(SANTO, "Dodge: body"))
    assert b.dodges(SANTO) == 1


@pytest.mark.rule("TRAIT-DODGE-01")
def test_outside_a_fight_dodges_are_not_counted() -> None:
    b = pair(m("6/1/1", LIGHTSABER), s("1/1/1", DODGE_BODY, DODGE_RANGED))
    for _ in range(2):
        b.do(PAT, Challenge(MARSHA, SANTO, "physical", "Lightsaber", damage=0))
        assert b.refused(QUIN, Defend(SANTO, "Dodge: projectile")) == "RULE"
        assert compared(b.do(QUIN, Defend(SANTO, "Dodge: body"))) == (10, 5, "a", 5)
    assert KINDS == ("body", "projectile", "other")
    b.do(PAT, Challenge(MARSHA, SANTO, "social"))
    assert b.open()[0].kind == "other"


# -- asked for, marked by hand, powers ---------------------------------------------------------------------------------


@pytest.mark.rule("TRAIT-CHAL-01")
@pytest.mark.parametrize(("vs", "verdict"), [(0, "wins"), (6, "wins"), (7, "does not win"), (8, "does not win")])
def test_what_the_gm_asks_for_is_thrown_against_a_number(vs: int, verdict: str) -> None:
    b = pair(m("1/4/1", AWARENESS), s("1/1/1"))
    b.do(GM, Ask(CHAIR, (MARSHA, SANTO), "mental", vs, "a rustle"))
    assert len(b.open()) == 2
    assert b.refused(QUIN, AnswerAsk(MARSHA, "Awareness")) == "not-yours"
    facts = b.do(PAT, AnswerAsk(MARSHA, "Awareness"))
    (roll,) = [f for f in facts if isinstance(f, Rolled)]
    assert (roll.sum.total, roll.against, roll.verdict) == (7, vs, verdict)
    assert len(b.open()) == 1
    facts = b.do(QUIN, AnswerAsk(SANTO, burn=True))
    (roll,) = [f for f in facts if isinstance(f, Rolled)]
    assert (roll.sum.total, b.of(SANTO).burned) == (2, {"mental": 1})
    assert b.refused(PAT, Ask(CHAIR, (MARSHA,), "mental", 3)) == "not-gm"
    assert b.refused(GM, Ask(CHAIR, (MARSHA,), "mental", 3, "x" * 201)) == "RANGE"
    assert notes(b.do(GM, Ask(CHAIR, (MARSHA, MARSHA), "mental", 99, "x" * 200))) == ["x" * 200]
    assert len(b.open()) == 1
    for wrong in (-1, 100):
        assert b.refused(GM, Ask(CHAIR, (MARSHA,), "mental", wrong)) == "RANGE"
    assert b.refused(GM, Ask(CHAIR, (), "mental", 3)) == "UNKNOWN"
    b.do(GM, Ask(CHAIR, (SANTO,), "mental", 3))
    assert b.refused(QUIN, AnswerAsk(SANTO, burn=True)) == "FUNDS"


@pytest.mark.rule("TRAIT-ABIL-02")
@pytest.mark.rule("TRAIT-DODGE-01")
@pytest.mark.rule("TRAIT-HP-04")
def test_powers_that_say_otherwise_are_the_gms() -> None:
    b = Book()
    b.do(GM, SetFlag(CHAIR, MARSHA, "stays up", "on"), SetFlag(CHAIR, MARSHA, "extra-dodges", "20"))
    assert (b.of().stays_up, b.of().extra_dodges) == (True, 20)
    assert b.refused(GM, SetFlag(CHAIR, MARSHA, "stays up", "yes")) == "STATE"
    for flag, value in (("stays up", "2"), ("extra dodges", "21"), ("extra abilities", "-1"), ("stays up", "maybe")):
        assert b.refused(GM, SetFlag(CHAIR, MARSHA, flag, value)) == "RANGE"
    assert b.refused(GM, SetFlag(CHAIR, MARSHA, "flies", "on")) == "UNKNOWN"
    assert b.refused(GM, SetFlag(CHAIR, CHAIR, "stays up", "on")) == "UNKNOWN"
    assert b.refused(PAT, SetFlag(CHAIR, MARSHA, "stays up", "off")) == "not-gm"
    for flag, rule in (("extra abilities", "TRAIT-ABIL-02"), ("extra dodges", "TRAIT-DODGE-01")):
        assert {f.rule for f in b.do(GM, SetFlag(CHAIR, MARSHA, flag, "2"))} == {rule}
    facts = b.do(GM, SetFlag(CHAIR, MARSHA, "stays up", "off"))
    assert seen_facts(b.state.campaign, QUIN, facts) == () and seen_facts(b.state.campaign, PAT, facts) == facts
