"""Characters in the making, creatures of one line, sheets edited and imported (TRAIT-TRAIT-01)."""

import pytest
from msgspec.structs import replace

from mechanics.campaign import Campaign, Found
from mechanics.characters import export
from mechanics.game import CHAIR, SELF, Caller, Id, Refused
from mechanics.games.traits import TRAITS
from mechanics.games.traits.moves import Choose, DeleteAbility, Describe, DropDraft, Finish, Hurt, NewDraft
from mechanics.games.traits.play import TraitsState
from mechanics.games.traits.rulings import Rulings
from mechanics.games.traits.sheet import Ability, Discipline, mastery
from mechanics.keeping import EditField, ImportCharacter
from mechanics.state import Scene
from mechanics.tracking import AddToFight, StartFight
from mechanics.view import view
from tests.mechanics.traits.tr_table import (
    GM,
    LIGHTSABER,
    MARSHA,
    PAT,
    QUIN,
    SANTO,
    Book,
    changes,
    merchant,
    notes,
    sheet,
    table,
)

NELL = Id("c100")


def draft(exp: int = 0) -> Book:
    b = Book(table(rulings=Rulings(starting_exp=exp)))
    b.do(PAT, NewDraft(title="Nell"))
    return b


@pytest.mark.rule("TRAIT-TRAIT-01")
def test_a_new_character_has_one_in_each_and_no_exp() -> None:
    b = draft()
    b.do(PAT, Finish(NELL))
    it = b.of(NELL)
    assert (it.physical, it.mental, it.social, it.burned, it.hp, it.hp_max) == (1, 1, 1, {}, 1, 1)
    assert (it.exp_earned, it.exp_free, it.condition) == (0, 0, "fine")
    assert b.state.campaign.names[NELL].kind == "pc"
    assert Book().refused(PAT, NewDraft(title="x" * 81)) == "too-long"
    assert Book().refused(PAT, NewDraft(title="  ")) == "bad-value"


@pytest.mark.rule("TRAIT-TRAIT-01")
@pytest.mark.rule("TRAIT-COST-02")
def test_a_draft_spends_what_a_new_character_may() -> None:
    b = draft(10)
    b.do(PAT, Choose(NELL, "physical", 4))
    assert (b.of(NELL).exp_free, b.of(NELL).hp) == (4, 4)
    assert b.refused(PAT, Choose(NELL, "physical", 5)) == "FUNDS"
    b.do(PAT, Choose(NELL, "Awareness", 3))
    assert b.of(NELL).exp_free == 1
    assert b.refused(PAT, Choose(NELL, "mental", 3)) == "FUNDS"
    b.do(PAT, Choose(NELL, "physical", 3), Choose(NELL, "mental", 3))
    assert (b.of(NELL).exp_free, b.of(NELL).hp) == (1, 3), "3 and 3 and 3 of 10: what was chosen is given back"
    b.do(GM, DeleteAbility(CHAIR, "Awareness"))
    assert b.refused(PAT, Choose(NELL, "awareness", 4)) == "UNKNOWN"
    b.do(PAT, Choose(NELL, "awareness", 0))
    assert (b.of(NELL).abilities, b.of(NELL).exp_free) == ((), 4)
    for what, to, code in (
        ("mental", 0, "RANGE"),
        ("mental", 21, "RANGE"),
        ("mental", 3, "STATE"),
        ("x", 1, "UNKNOWN"),
    ):
        assert b.refused(PAT, Choose(NELL, what, to)) == code
    b.do(PAT, Finish(NELL))
    assert b.refused(PAT, Choose(NELL, "social", 2)) == "STATE"
    assert (b.of(NELL).exp_earned, b.of(NELL).exp_spent) == (10, 6)


@pytest.mark.rule("TRAIT-TRAIT-01")
def test_a_draft_is_typed_in_one_form() -> None:
    b = Book(table(rulings=Rulings(starting_exp=9)))
    b.do(PAT, NewDraft())
    assert b.refused(PAT, Finish(NELL)) == "bad-value"
    b.do(PAT, Describe(NELL, "Nell", "3/2/1", "sword attack 2, Dodge: body 3"))
    it = b.of(NELL)
    assert (it.name, it.physical, it.mental, it.social, it.hp, it.exp_free) == ("Nell", 3, 2, 1, 3, 0)
    assert [(a.name, a.rating, a.role) for a in it.abilities] == [
        ("Sword Attack", 2, "attack_body"),
        ("Dodge: body", 3, "dodge_body"),
    ]
    assert b.refused(PAT, Describe(NELL, traits="3/2/2")) == "FUNDS"
    for wrong in ("3/2", "a/b/c", "3/2/21", "0/1/1", "-1/1/1"):
        assert b.refused(PAT, Describe(NELL, traits=wrong)) == "RANGE"
    assert b.refused(PAT, Describe(NELL, abilities="Juggling 1")) == "UNKNOWN"
    assert b.refused(PAT, Describe(NELL, abilities="Awareness")) == "RANGE"
    assert b.refused(PAT, Describe(NELL)) == "bad-value"
    b.do(PAT, Describe(NELL, abilities="sword attack 2 dmg 3"))
    assert [a.words for a in b.of(NELL).abilities] == ["Sword Attack 2 dmg 3"]
    b.do(PAT, Describe(NELL, abilities="none"))
    assert (b.of(NELL).abilities, b.of(NELL).exp_free) == ((), 5)


@pytest.mark.rule("TRAIT-TRAIT-01")
def test_a_draft_is_seen_by_nobody_else_and_can_be_dropped() -> None:
    b = draft()
    for caller in (GM, QUIN):
        assert NELL not in view(b.state, caller).sheets
        assert b.refused(caller, Finish(NELL)) == "unknown"
    assert b.refused(PAT, NewDraft(title="Another")) == "already-in"
    assert b.refused(PAT, Hurt(NELL, 1)) in ("STATE", "not-gm")
    b.do(PAT, DropDraft(NELL))
    assert NELL not in b.state.sheets and NELL not in b.state.campaign.names


def test_a_new_campaign_leaves_marking_to_the_gm() -> None:
    empty = TraitsState(Campaign(), Rulings(), {}, None, Scene())
    b = Book(empty, first=1)
    b.do(Caller("g", name="Gus", manages=True), Found(SELF, title="The Ring", game="traits", channel="here"))
    assert b.state.campaign.settings.owners_mark is False


# -- creatures ---------------------------------------------------------------------------------------------------------


def test_creatures_of_one_line() -> None:
    guard = TRAITS.stat_line("guard 3/2/2 sword 2")
    assert guard == sheet("guard", CHAIR, "3/2/2", Ability("Sword Attack", "physical", 2, "attack_body"))
    line = "Old Ape 6/1/1 fist 3 dmg 2 Dodge: body 1, alertness 2 bow 4 projectile dmg 1, shield 2 defence"
    assert TRAITS.stat_line(line) == sheet(
        "Old Ape",
        CHAIR,
        "6/1/1",
        Ability("Fist", "physical", 3, "attack_body", 2),
        Ability("Dodge: body", "physical", 1, "dodge_body"),
        Ability("Alertness", "", 2, "order"),
        Ability("Bow", "physical", 4, "attack_projectile", 1),
        Ability("Shield", "physical", 2, "defence"),
    )
    assert TRAITS.stat_line("rat 1/1/1").abilities == ()
    for wrong in ("guard", "guard 3/2", "3/2/2", "guard 0/2/2", "guard 3/2/2 sword", "guard 3/2/2 2", "g 100/1/1", ""):
        with pytest.raises(Refused) as caught:
            TRAITS.stat_line(wrong)
        assert caught.value.refusal.code == "RANGE"
    b = Book()
    b.do(GM, StartFight(CHAIR), AddToFight(CHAIR, what="guard 3/2/2 sword 2", count=3))
    assert [n.name for n in b.state.campaign.names.values() if n.kind == "npc"] == [
        "Guard",
        "guard 1",
        "guard 2",
        "guard 3",
    ]


# -- by hand -----------------------------------------------------------------------------------------------------------


def edit(field: str, value: str) -> EditField:
    return EditField(CHAIR, MARSHA, field, value)


def test_the_gm_edits_every_field() -> None:
    b = Book()
    b.do(GM, edit("physical", "6"))
    assert (b.of().physical, b.of().hp) == (6, 6)
    b.do(GM, edit("hp", "1"))
    b.do(GM, edit("level physical", "5"))
    assert (b.of().hp, b.of().condition) == (1, "wounded")
    b.do(GM, edit("burned", "physical 5, social 0"))
    assert b.of().burned == {"physical": 5}
    b.do(GM, edit("physical", "2"))
    assert (b.of().burned, b.of().hp) == ({"physical": 2}, 1)
    b.do(GM, edit("burned_physical", "0"), edit("burned_mental", "1"))
    assert b.of().burned == {"mental": 1}
    b.do(GM, edit("abilities", "Lightsaber Attack 5 dmg 3, Whip 1, Parry 2 defence"))
    assert b.of().abilities == (
        replace(LIGHTSABER, rating=5, damage=3),
        Ability("Whip", "physical", 1, "attack_body"),
        Ability("Parry", "physical", 2, "defence"),
    )
    b.do(GM, edit("abilities", "none"))
    assert b.of().abilities == ()
    b.do(GM, edit("exp earned", "9"), edit("exp_spent", "4"), edit("stays up", "on"), edit("notes", "Tall."))
    assert (b.of().exp_free, b.of().stays_up, b.of().notes) == (5, True, "Tall.")
    assert changes(b.do(GM, edit("hp", "2")), "condition") == [(MARSHA, "wounded", "fine")]
    b.do(GM, edit("physical", "4"), edit("hp", "-5"), edit("physical", "3"))
    assert (b.of().hp, b.of().condition) == (-4, "dead"), "the dead stay dead"
    b.do(GM, edit("hp", "-2"), edit("physical", "2"))
    assert (b.of().hp, b.of().condition) == (-2, "bleeding")
    b.do(GM, edit("hp", "1"))
    assert notes(b.do(GM, edit("physical", "1"))) == ["{0} is well again."]
    b.do(GM, edit("physical", "2"))
    for field, value in (
        ("physical", "0"),
        ("physical", "100"),
        ("physical", "x"),
        ("hp", "3"),
        ("hp", "-4"),
        ("burned_mental", "5"),
        ("exp_spent", "10"),
        ("exp_earned", "-1"),
        ("extra dodges", "21"),
        ("abilities", "Whip"),
        ("abilities", "Whip 1, whip 2"),
    ):
        assert b.refused(GM, edit(field, value)) == "RANGE", (field, value)
    assert b.refused(GM, edit("burned", "luck 1")) == "UNKNOWN"
    for field in ("disciplines", "draft", "size"):
        assert b.refused(GM, edit(field, "x")) == "unknown"
    assert b.refused(GM, edit("physical", "2")) == "bad-value", "that is what it is"
    b.do(GM, edit("physical", "99"), edit("burned_physical", "99"), edit("extra dodges", "20"))
    assert (b.of().hp_max, b.of().burned["physical"], b.of().extra_dodges) == (99, 99, 20)


def test_an_owner_edits_name_and_notes_alone() -> None:
    b = Book()
    b.do(PAT, EditField(MARSHA, MARSHA, "notes", "A lion."), EditField(MARSHA, MARSHA, "name", "Marsha II"))
    assert (b.of().notes, b.of().name) == ("A lion.", "Marsha II")
    assert b.refused(PAT, EditField(MARSHA, MARSHA, "physical", "9")) == "not-gm"
    assert b.refused(QUIN, EditField(MARSHA, MARSHA, "notes", "x")) == "not-yours"


@pytest.mark.rule("TRAIT-DISC-01")
def test_a_file_brings_no_open_lists_unless_a_gm_brings_it() -> None:
    lists = (Discipline("Merchant", {"Small Talk": 2}),)
    it = sheet("Olga", "q", "2/3/4", disciplines=merchant(SANTO, ("Small Talk", 1), lists=lists))
    text = export(it, TRAITS)
    b = Book()
    b.do(PAT, ImportCharacter(sheet=text))
    known = mastery(b.of(NELL))
    assert (known.lists, len(known.learnt)) == ((), 1)
    assert "Small Talk" in repr(view(b.state, PAT)) and "Small Talk" not in repr(view(b.state, QUIN))
    b = Book()
    b.do(GM, ImportCharacter(sheet=text))
    assert mastery(b.of(NELL)).lists == lists


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"hp": 9}, "RANGE"),
        ({"hp": -6}, "RANGE"),
        ({"physical": 0}, "RANGE"),
        ({"burned": {"physical": 5}}, "RANGE"),
        ({"burned": {"physical": 0}}, "RANGE"),
        ({"burned": {"luck": 1}}, "UNKNOWN"),
        ({"exp_spent": 1}, "RANGE"),
        ({"extra_abilities": -1}, "RANGE"),
        ({"abilities": (Ability("Whip", "luck"),)}, "UNKNOWN"),
        ({"abilities": (Ability("Whip", "", 0),)}, "RANGE"),
        ({"abilities": (Ability("Whip", "", 1, "general", 100),)}, "RANGE"),
        ({"abilities": (Ability("Whip"), Ability("whip"))}, "RANGE"),
        ({"disciplines": merchant(SANTO, ("Small Talk", 0))}, "RANGE"),
        ({"draft": True}, "STATE"),
    ],
)
def test_a_file_that_no_rule_could_have_made_is_refused(fields: dict[str, object], code: str) -> None:
    text = export(sheet("Olga", "q", "4/3/4", **fields), TRAITS)
    assert Book().refused(PAT, ImportCharacter(sheet=text)) == code
