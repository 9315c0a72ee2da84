"""What traits and abilities cost, EXP given and spent, lists that are private (TRAIT-COST, -EXP, -ABIL-03, -DISC)."""

import pytest
from msgspec.structs import replace

from mechanics.facts import show
from mechanics.game import CHAIR, Caller
from mechanics.games.traits.moves import (
    Award,
    Buy,
    Challenge,
    CloseDiscipline,
    Defend,
    DeleteAbility,
    DeleteDiscipline,
    OpenDiscipline,
    SaveAbility,
    SaveDiscipline,
    SetFlag,
)
from mechanics.games.traits.prices import level_price, levels_price
from mechanics.games.traits.rulings import Rulings
from mechanics.games.traits.sheet import Discipline, discipline_level, mastery
from mechanics.keeping import SetRuling
from mechanics.view import seen_facts, view
from tests.mechanics.traits.tr_table import (
    AWARENESS,
    GM,
    GUARD,
    MARSHA,
    PAT,
    QUIN,
    SANTO,
    Book,
    changes,
    compared,
    merchant,
    notes,
    sheet,
    table,
)

STRANGER = Caller("nobody", name="Nobody")
MERCHANT = Discipline("Merchant", {"Small Talk": 2, "Hard Bargain": 4})


def book(levels: str = "3/1/1", free: int = 0, rulings: Rulings | None = None, **fields: object) -> Book:
    """Marsha of these levels with so much EXP to spend, and the others beside her."""
    state = table(rulings=rulings)
    abilities = fields.pop("abilities", ())
    marsha = sheet("Marsha", "p", levels, *abilities, exp_earned=free, **fields)  # type: ignore[misc]
    return Book(replace(state, sheets={**state.sheets, MARSHA: marsha}))


@pytest.mark.rule("TRAIT-COST-01")
def test_the_price_of_each_trait_level() -> None:
    assert [level_price(n) for n in range(1, 13)] == [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144]
    assert [levels_price(1, n) for n in range(1, 13)] == [0, 1, 3, 6, 11, 19, 32, 53, 87, 142, 231, 375]
    assert [level_price(n, "literal") for n in range(2, 11)] == [1, 2, 4, 6, 9, 12, 16, 20, 25]
    assert levels_price(1, 10, "literal") == 95
    fibonacci = [1, 1]
    while len(fibonacci) < 30:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert all(levels_price(1, n) == fibonacci[n + 1] - 2 for n in range(2, 21))


@pytest.mark.rule("TRAIT-COST-02")
@pytest.mark.parametrize(
    ("start", "to", "fib", "literal"), [(1, 2, 1, 1), (1, 4, 6, 7), (4, 6, 13, 15), (9, 10, 55, 25), (10, 12, 233, 66)]
)
def test_several_levels_cost_every_step(start: int, to: int, fib: int, literal: int) -> None:
    assert (levels_price(start, to), levels_price(start, to, "literal")) == (fib, literal)
    for rule, price in (("fib", fib), ("literal", literal)):
        b = book(f"1/{start}/1", price, Rulings(cost_rule=rule))  # type: ignore[arg-type]
        b.do(PAT, Buy(MARSHA, "Mental", to))
        assert (b.of().mental, b.of().exp_free, b.of().exp_spent) == (to, 0, price)
        poor = book(f"1/{start}/1", price - 1, Rulings(cost_rule=rule))  # type: ignore[arg-type]
        assert poor.refused(PAT, Buy(MARSHA, "mental", to)) == "FUNDS"
        assert poor.of().exp_free == price - 1


@pytest.mark.rule("TRAIT-COST-02")
@pytest.mark.rule("TRAIT-HP-01")
def test_bought_physical_and_hit_points() -> None:
    b = book("3/1/1", 3)
    assert notes(b.do(PAT, Buy(MARSHA, "physical"))) == ["{0} buys Physical 4 for 3 EXP."]
    assert (b.of().physical, b.of().hp, b.of().hp_max, b.of().exp_free) == (4, 4, 4, 0)
    b = book("3/1/1", 3, hp=2)
    b.do(PAT, Buy(MARSHA, "physical", 4))
    assert (b.of().hp, b.of().hp_max) == (2, 4)
    b = book("1/1/1", 6)
    b.do(PAT, Buy(MARSHA, "physical", 4))
    assert (b.of().hp, b.of().hp_max, b.of().condition) == (4, 4, "fine")
    b = book("1/1/1", 5)
    refusal = b.refusal(PAT, Buy(MARSHA, "physical", 4))
    assert refusal.code == "FUNDS" and "6" in refusal.message and "5" in refusal.message
    assert b.of() == sheet("Marsha", "p", "1/1/1", exp_earned=5)
    b = book("4/1/1", 50, burned={"physical": 3})
    b.do(PAT, Buy(MARSHA, "physical"))
    assert (b.of().burned, b.of().gauges()["physical"], b.of().hp) == ({"physical": 3}, 2, 5)


@pytest.mark.rule("TRAIT-COST-02")
def test_what_cannot_be_bought() -> None:
    b = book("3/20/1", 17_706)
    assert b.refused(PAT, Buy(MARSHA, "physical", 3)) == "RANGE"
    assert b.refused(PAT, Buy(MARSHA, "physical", 21)) == "RANGE"
    assert b.refused(PAT, Buy(MARSHA, "mental")) == "RANGE"
    assert b.refused(PAT, Buy(MARSHA, "luck", 2)) == "UNKNOWN"
    assert b.refused(QUIN, Buy(MARSHA, "physical", 4)) == "not-yours"
    b.do(PAT, Buy(MARSHA, "physical", 20))
    b.fight(MARSHA, SANTO)
    assert b.refused(PAT, Buy(MARSHA, "social", 2)) == "STATE"
    assert book("3/1/1", 9, hp=-4).refused(PAT, Buy(MARSHA, "social", 2)) == "STATE"


@pytest.mark.rule("TRAIT-EXP-01")
def test_exp_is_the_gms_to_give() -> None:
    b = book("1/1/1", 4, exp_spent=3)
    facts = b.do(GM, Award(CHAIR, (MARSHA, MARSHA), 5))
    assert (b.of().exp_free, changes(facts, "exp_free")) == (6, [(MARSHA, 1, 6)])
    b = book("1/1/1", 4, exp_spent=3)
    assert b.refused(GM, Award(CHAIR, (MARSHA,), -2)) == "FUNDS"
    b.do(GM, Award(CHAIR, (MARSHA,), -1))
    assert b.of().exp_free == 0
    b.do(GM, Award(CHAIR, (MARSHA, SANTO), 1000))
    assert (b.of().exp_free, b.of(SANTO).exp_free) == (1000, 1000)
    for exp in (0, 1001, -1001):
        assert b.refused(GM, Award(CHAIR, (MARSHA,), exp)) == "RANGE"
    assert b.refused(PAT, Award(CHAIR, (MARSHA,), 5)) == "not-gm"
    assert b.refused(GM, Award(CHAIR, (), 5)) == "UNKNOWN"


@pytest.mark.rule("TRAIT-ABIL-03")
def test_the_general_list_is_for_everybody() -> None:
    b = book(free=5)
    assert notes(b.do(PAT, Buy(MARSHA, "awareness", 3))) == ["{0} buys Awareness 3 for 3 EXP."]
    assert (b.of().exp_free, b.of().abilities) == (2, (AWARENESS,))
    b.do(PAT, Buy(MARSHA, "Awareness", 5))
    assert (b.of().exp_free, b.of().abilities[0].rating) == (0, 5)
    b = book(free=90, abilities=(AWARENESS,))
    for to in (3, 2, 0, 21):
        assert b.refused(PAT, Buy(MARSHA, "Awareness", to)) == "RANGE"
    assert b.refused(PAT, Buy(MARSHA, "Juggling", 1)) == "UNKNOWN"
    assert b.refused(PAT, Buy(MARSHA, "Dodge", 1)) == "UNKNOWN", "two begin like that"
    b.do(PAT, Buy(MARSHA, "dodge body", 20))
    assert b.refused(PAT, Buy(MARSHA, "dodge body")) == "RANGE"
    assert book(free=2).refused(PAT, Buy(MARSHA, "Awareness", 3)) == "FUNDS"
    b.fight(MARSHA, SANTO)
    assert b.refused(PAT, Buy(MARSHA, "Awareness", 4)) == "STATE"


@pytest.mark.rule("TRAIT-ABIL-03")
def test_what_ships_is_what_the_text_names() -> None:
    listed = {e.name: (e.trait, e.role) for e in Rulings().catalogue.values()}
    assert listed == {
        "Awareness": ("mental", "general"),
        "Dodge: body": ("physical", "dodge_body"),
        "Dodge: projectile": ("physical", "dodge_projectile"),
        "Lightsaber Attack": ("physical", "attack_body"),
        "Sword Attack": ("physical", "attack_body"),
        "Alertness": ("", "order"),
    }


@pytest.mark.rule("TRAIT-ABIL-03")
def test_the_gm_writes_the_general_list() -> None:
    b = book(free=9)
    facts = b.do(GM, SaveAbility(CHAIR, "Parry", "physical", "defence", "1 3 6"))
    assert notes(facts) == ["Parry is on the general list: physical, defence, costs 1 3 6."]
    assert seen_facts(b.state.campaign, PAT, facts) == ()
    b.do(PAT, Buy(MARSHA, "Parry", 2))
    assert b.of().exp_free == 6
    b.do(PAT, Buy(MARSHA, "Parry"))
    assert (b.of().exp_free, b.of().abilities[0].rating) == (3, 3)
    assert b.refused(PAT, Buy(MARSHA, "Parry")) == "RANGE", "it has three prices"
    b.do(GM, SaveAbility(CHAIR, "parry", prices="none"))
    b.do(PAT, Buy(MARSHA, "Parry"))
    assert b.of().exp_free == 2, "4 now costs 4 in all, one more than 3"
    assert b.refused(GM, SaveAbility(CHAIR, "parry")) == "STATE"
    b.do(GM, DeleteAbility(CHAIR, "Parry"))
    assert b.of().abilities[0].name == "Parry"
    assert b.refused(PAT, Buy(MARSHA, "Parry")) == "UNKNOWN"
    assert b.refused(GM, DeleteAbility(CHAIR, "Parry")) == "UNKNOWN"
    for wrong in ("1 1", "3 2", "0 1", "one", "1 2 " * 11):
        assert b.refused(GM, SaveAbility(CHAIR, "Song", "social", "general", wrong)) == "RANGE"
    b.do(GM, SaveAbility(CHAIR, "Song", "social", "general", " ".join(map(str, range(1, 21)))))
    assert b.refused(GM, SaveAbility(CHAIR, "Song", prices=" ".join(map(str, range(1, 22))))) == "RANGE"
    b.do(GM, SaveAbility(CHAIR, "Song", prices="1, 1000"))
    assert b.refused(GM, SaveAbility(CHAIR, "Song", prices="1 1001")) == "RANGE"
    assert b.refused(GM, SaveAbility(CHAIR, "Song", "luck")) == "UNKNOWN"
    assert b.refused(GM, SaveAbility(CHAIR, "Song", "social", "cook")) == "UNKNOWN"
    for name in ("Song, loud", "Physical", "Song 3", "S{0}"):
        assert b.refused(GM, SaveAbility(CHAIR, name)) == "RANGE"
    assert b.refused(PAT, SaveAbility(CHAIR, "Song", "social")) == "not-gm"


# -- disciplines -------------------------------------------------------------------------------------------------------


def with_merchant(free: int = 0, *, opened: bool = True) -> Book:
    b = book(free=free)
    b.do(GM, SaveDiscipline(CHAIR, "Merchant", "Small Talk 2, Hard Bargain 4", (MARSHA,) if opened else ()))
    return b


@pytest.mark.rule("TRAIT-DISC-01")
def test_a_list_that_is_not_open_does_not_exist() -> None:
    b = with_merchant(9, opened=False)
    told = {b.refusal(PAT, Buy(MARSHA, what)) for what in ("Merchant", "Nosuchthing", "Small Talk", "Small Tolk")}
    assert len(told) == 1
    assert told.pop().code == "UNKNOWN"
    for caller in (PAT, QUIN, STRANGER):
        assert "Merchant" not in repr(view(b.state, caller)) and "Small Talk" not in repr(view(b.state, caller))
    assert "Merchant" in repr(view(b.state, GM))


@pytest.mark.rule("TRAIT-DISC-01")
def test_opening_a_list_is_told_to_its_owner_alone() -> None:
    b = with_merchant(9, opened=False)
    facts = b.do(GM, OpenDiscipline(CHAIR, "merchant", (MARSHA,)))
    assert [show(f, b.state) for f in seen_facts(b.state.campaign, PAT, facts)] == [
        "Marsha: disciplines none → Merchant",
        "The list Merchant is open to Marsha.",
    ]
    assert seen_facts(b.state.campaign, QUIN, facts) == ()
    assert "Merchant" in repr(view(b.state, PAT)) and "Merchant" not in repr(view(b.state, QUIN))
    assert b.refused(GM, OpenDiscipline(CHAIR, "Merchant", (MARSHA,))) == "STATE"
    assert b.refused(GM, OpenDiscipline(CHAIR, "Merchant", ())) == "UNKNOWN"
    assert b.refused(GM, OpenDiscipline(CHAIR, "Pilot", (SANTO,))) == "UNKNOWN"
    assert b.refused(PAT, OpenDiscipline(CHAIR, "Merchant", (MARSHA,))) == "not-gm"


@pytest.mark.rule("TRAIT-DISC-01")
@pytest.mark.rule("TRAIT-DISC-02")
def test_a_list_that_changes_closes_or_goes() -> None:
    b = with_merchant(9)
    b.do(PAT, Buy(MARSHA, "Small Talk"))
    b.do(GM, SaveDiscipline(CHAIR, "merchant", "Small Talk 2, Whisper 3"))
    assert mastery(b.of()).lists == (Discipline("Merchant", {"Small Talk": 2, "Whisper": 3}),)
    assert b.refused(PAT, Buy(MARSHA, "Hard Bargain")) == "UNKNOWN"
    b.do(PAT, Buy(MARSHA, "Whisper"))
    assert discipline_level(b.of(), "Merchant") == 3
    b.do(GM, CloseDiscipline(CHAIR, "Merchant", (MARSHA,)))
    assert (mastery(b.of()).lists, len(mastery(b.of()).learnt)) == ((), 2)
    assert b.refused(GM, CloseDiscipline(CHAIR, "Merchant", (MARSHA,))) == "STATE"
    b.do(GM, OpenDiscipline(CHAIR, "Merchant", (MARSHA, SANTO)), DeleteDiscipline(CHAIR, "Merchant"))
    assert (mastery(b.of()).lists, mastery(b.of(SANTO)).lists) == ((), ())
    assert b.refused(GM, DeleteDiscipline(CHAIR, "Merchant")) == "UNKNOWN"
    for wrong in ("", "Small Talk", "Small Talk 0", "Small Talk 21", "A 1, a 2"):
        assert b.refused(GM, SaveDiscipline(CHAIR, "Pilot", wrong)) == "RANGE"


@pytest.mark.rule("TRAIT-DISC-02")
def test_an_ability_of_a_discipline_costs_its_level_once() -> None:
    b = with_merchant(4)
    facts = b.do(PAT, Buy(MARSHA, "Hard Bargain"))
    assert b.of().exp_free == 0
    assert notes(facts) == ["{0} buys Hard Bargain (level 4) for 4 EXP."]
    assert changes(facts, "disciplines") == [(MARSHA, "", "Hard Bargain (level 4)")]
    assert seen_facts(b.state.campaign, QUIN, facts) == ()
    assert "Hard Bargain" not in repr(view(b.state, QUIN))
    assert with_merchant(3).refused(PAT, Buy(MARSHA, "Hard Bargain")) == "FUNDS"
    b.do(GM, Award(CHAIR, (MARSHA,), 9))
    assert b.refused(PAT, Buy(MARSHA, "Hard Bargain")) == "STATE"
    assert b.refused(PAT, Buy(MARSHA, "Small Talk", 3)) == "RANGE", "its level is fixed"
    b.do(PAT, Buy(MARSHA, "small talk", 2))
    assert b.of().exp_free == 7
    c = with_merchant(9)
    c.fight(MARSHA, SANTO)
    assert c.refused(PAT, Buy(MARSHA, "Small Talk")) == "STATE"


@pytest.mark.rule("TRAIT-DISC-03")
def test_the_level_in_a_discipline_is_the_highest_bought() -> None:
    one = sheet("One", "p", "1/1/1", disciplines=merchant(MARSHA, ("a", 2), ("b", 4)))
    assert (discipline_level(one, "Merchant"), discipline_level(one, "Pilot")) == (4, 0)
    assert discipline_level(sheet("Two", "p", "1/1/1", disciplines=merchant(MARSHA, ("a", 1))), "Merchant") == 1
    assert discipline_level(sheet("Three", "p", "1/1/1"), "Merchant") == 0
    b = with_merchant(9)
    b.do(GM, SaveDiscipline(CHAIR, "Pilot", "Loop 2", (MARSHA,)))
    b.do(PAT, Buy(MARSHA, "Hard Bargain"), Buy(MARSHA, "Loop"))
    assert (discipline_level(b.of(), "Merchant"), discipline_level(b.of(), "Pilot")) == (4, 2)


@pytest.mark.rule("TRAIT-DISC-04")
@pytest.mark.parametrize(
    ("levels", "trait", "learnt", "total"),
    [
        ("1/3/4", "social", (("Small Talk", 2), ("Hard Bargain", 4)), 8),
        ("1/3/4", "mental", (("Small Talk", 2), ("Hard Bargain", 4)), 7),
        ("1/3/4", "social", (("Small Talk", 1),), 5),
    ],
)
def test_any_ability_of_a_discipline_adds_its_level(levels, trait, learnt, total) -> None:  # type: ignore[no-untyped-def]
    b = book(levels, disciplines=merchant(MARSHA, *learnt))
    b.do(PAT, Challenge(MARSHA, SANTO, trait, "Small Talk"))
    assert compared(b.do(QUIN, Defend(SANTO)))[0] == total
    b.do(QUIN, Challenge(SANTO, MARSHA, trait))
    assert compared(b.do(PAT, Defend(MARSHA, "Small Talk")))[1] == total
    b.do(GM, SetFlag(CHAIR, MARSHA, "extra abilities", "1"))
    assert b.refused(QUIN, Challenge(SANTO, MARSHA, trait, "Small Talk")) == "UNKNOWN"


@pytest.mark.rule("TRAIT-DISC-01")
def test_the_lists_are_not_told_by_way_of_rulings() -> None:
    b = with_merchant()
    for name in ("disciplines", "catalogue"):
        assert b.refused(GM, SetRuling(CHAIR, name, "default" if name == "disciplines" else "{}")) == "unknown"
    b.do(GM, SetRuling(CHAIR, "cost_rule", "literal"))
    assert b.state.rulings.cost_rule == "literal"
    assert b.state.sheets[GUARD].exp_free == 0
