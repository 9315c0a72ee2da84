"""A character in the making, through the door that everybody uses: perform."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from mechanics.campaign import Campaign, Name, Person
from mechanics.dice import ScriptedDice
from mechanics.facts import Changed, Die, Noted, Rolled
from mechanics.game import SELF, Caller, Refusal
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.moves import Check, DropDraft, Finish, Heal, Hurt, NewDraft, RollScores, TypeScores
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.sheet import ClassLevel, Sheet
from mechanics.perform import perform
from mechanics.state import Scene, State
from mechanics.step import Outcome
from mechanics.view import seen_facts, view

ANN = Caller("ann", name="Ann")
BOB = Caller("bob", name="Bob")
GM = Caller("gm-user", gm=True, name="Greta")
NINE = (6, 6, 6, 1, 1, 1, 3, 4, 5, 2, 2, 2, 6, 5, 4, 1, 2, 3, 4, 4, 4, 5, 5, 5, 3, 3, 3)


def empty() -> State:
    return State(Campaign("Vale", "dragonhead", ("gm-user",)), Rulings(), {}, None, Scene())


def make(state, move, caller=ANN, faces=(), entry=2) -> Outcome:
    dice = ScriptedDice(faces)
    outcome = perform(DRAGONHEAD, state, caller, move, dice, entry)
    assert isinstance(outcome, Outcome), outcome
    assert not dice.left
    return outcome


def refused(state, move, caller=ANN) -> Refusal:
    answer = perform(DRAGONHEAD, state, caller, move, ScriptedDice(), 99)
    assert isinstance(answer, Refusal), answer
    assert answer.message
    return answer


def begun(title: str = "Zoë"):
    """A campaign in which Ann has a draft, and the draft's id."""
    state = make(empty(), NewDraft(title=title)).state
    return state, next(iter(state.sheets))


@pytest.mark.rule("DH-CREA-01")
def test_a_draft_is_its_owner_s_alone():
    outcome = make(empty(), NewDraft(title="  Zoë "))
    (i,) = outcome.state.sheets
    assert outcome.state.sheets[i].name == "Zoë"
    assert outcome.state.campaign.names[i] == Name("Zoë", "ann", "draft")
    assert outcome.facts and all(fact.to == (i,) for fact in outcome.facts)
    for stranger in (BOB, GM):
        assert i not in view(outcome.state, stranger).sheets
        assert not seen_facts(outcome.state.campaign, stranger, outcome.facts)
        assert refused(outcome.state, Finish(i), stranger).code == "unknown"
    assert seen_facts(outcome.state.campaign, ANN, outcome.facts) == outcome.facts


def test_one_draft_a_person():
    state, _ = begun()
    assert refused(state, NewDraft()).code == "already-in"
    assert len(make(state, NewDraft(), BOB, entry=3).state.sheets) == 2


def test_a_name_that_cannot_be_is_refused_at_once():
    assert refused(empty(), NewDraft(title="x" * 81)).code == "too-long"
    assert refused(empty(), NewDraft(title=" \u200b ")).code == "bad-value"


@pytest.mark.rule("DH-CREA-01")
def test_nine_abilities_are_rolled_in_sheet_order_once():
    state, i = begun()
    outcome = make(state, RollScores(i), faces=NINE)
    sheet = outcome.state.sheets[i]
    scores = {"mus": 18, "con": 3, "dex": 12, "int": 6, "wis": 15, "cha": 6, "spi": 12, "mag": 15, "luc": 9}
    assert sheet.scores == scores
    assert list(sheet.scores) == list(scores)
    rolled = [f for f in outcome.facts if isinstance(f, Rolled)]
    assert [(f.label, f.sum.total) for f in rolled][:3] == [("Muscle", 18), ("Constitution", 3), ("Dexterity", 12)]
    assert len(rolled) == 9
    assert rolled[2].sum.parts == (("d6", 3), ("d6", 4), ("d6", 5))
    assert rolled[2].sum.dice == (Die(6, 3), Die(6, 4), Die(6, 5))
    assert all(f.to == (i,) for f in outcome.facts)
    moved = {f.gauge: (f.before, f.after) for f in outcome.facts if isinstance(f, Changed)}
    assert moved["mus"] == (10, 18) and moved["rolled"] == (False, True)
    assert refused(outcome.state, RollScores(i)).code == "RULE"


@pytest.mark.rule("DH-CHAR-01")
@pytest.mark.rule("DH-CHAR-05")
@pytest.mark.rule("DH-CHAR-07")
def test_what_was_typed_is_written_and_what_was_not_stays():
    state, i = begun("")
    typed = TypeScores(i, "Zoë", "10, 11 12,13 14 15 16 17 31", "14", "6", "Warlord 4, Elf 1")
    state = make(state, typed).state
    sheet = state.sheets[i]
    assert (sheet.name, state.campaign.names[i].name) == ("Zoë", "Zoë")
    assert list(sheet.scores.values()) == [10, 11, 12, 13, 14, 15, 16, 17, 31]
    assert (sheet.hp, sheet.stun) == (14, 6)
    assert sheet.classes == (ClassLevel("Warlord", 4), ClassLevel("Elf", 1))
    again = make(state, TypeScores(i, hp=" 15 "), entry=3)
    assert again.state.sheets[i] == replace(sheet, hp=15)
    assert [f.gauge for f in again.facts if isinstance(f, Changed)] == ["hp"]
    assert make(state, TypeScores(i), entry=3).state == state


@pytest.mark.rule("DH-CHAR-05")
@pytest.mark.parametrize(
    ("fields", "code", "part"),
    [
        ({"abilities": "10 10 10"}, "RANGE", "9 numbers"),
        ({"abilities": "10 10 10 10 10 10 10 10 10 10"}, "RANGE", "not 10"),
        ({"abilities": "0 10 10 10 10 10 10 10 10"}, "RANGE", "Muscle"),
        ({"abilities": "10 10 10 10 10 10 10 10 10001"}, "RANGE", "Luck"),
        ({"abilities": "10 10 ten 10 10 10 10 10 10"}, "RANGE", "Dexterity"),
        ({"hp": "0"}, "RANGE", "Hit points"),
        ({"hp": "10001"}, "RANGE", "Hit points"),
        ({"hp": "many"}, "RANGE", "many"),
        ({"hp": "4.5"}, "RANGE", "4.5"),
        ({"stun": "0"}, "RANGE", "stun point"),
        ({"stun": "-1"}, "RANGE", "stun point"),
        ({"class_level": "Warlord"}, "RANGE", "Warlord"),
        ({"class_level": "4"}, "RANGE", "4"),
        ({"class_level": "Warlord 0"}, "RANGE", "level"),
        ({"class_level": "Warlord 4, warlord 1"}, "RANGE", "twice"),
        ({"class_level": "Warlord 4,"}, "RANGE", "Class"),
        ({"title": "x" * 81}, "too-long", "name"),
    ],
)
def test_what_cannot_be_typed(fields, code, part):
    state, i = begun()
    answer = refused(state, TypeScores(i, **fields))
    assert answer.code == code
    assert part in answer.message
    assert answer.hint


@pytest.mark.rule("DH-CREA-01")
def test_rolled_abilities_are_not_typed_over():
    state, i = begun()
    state = make(state, RollScores(i), faces=NINE).state
    assert refused(state, TypeScores(i, abilities="18 18 18 18 18 18 18 18 18")).code == "RULE"
    same = make(state, TypeScores(i, abilities="18 3 12 6 15 6 12 15 9", hp="12"), entry=3)
    assert same.state.sheets[i].hp == 12
    owner_and_gm = replace(ANN, gm=True)
    typed = make(state, TypeScores(i, abilities="18 18 18 18 18 18 18 18 18"), owner_and_gm, entry=3)
    assert set(typed.state.sheets[i].scores.values()) == {18}


@pytest.mark.rule("DH-CHAR-01")
@pytest.mark.rule("DH-CREA-18")
def test_a_finished_draft_is_everybody_s_to_see():
    state, i = begun()
    state = make(state, TypeScores(i, hp="13", class_level="Warlord 4")).state
    outcome = make(state, Finish(i), entry=3)
    sheet = outcome.state.sheets[i]
    assert sheet.draft is None
    assert (sheet.hp, sheet.stun) == (13, 6)
    assert set(sheet.scores.values()) == {10} and len(sheet.scores) == 9
    assert outcome.state.campaign.names[i] == Name("Zoë", "ann", "pc")
    assert outcome.state.campaign.people["ann"] == Person("Ann", i)
    (public,) = [f for f in outcome.facts if not f.to]
    assert isinstance(public, Noted) and public.about == (i,)
    assert i in view(outcome.state, BOB).sheets
    for move in (Finish(i), RollScores(i), TypeScores(i, hp="99"), DropDraft(i)):
        assert refused(outcome.state, move).code == "STATE"


def test_a_typed_stun_point_stays_and_a_low_one_is_1():
    state, i = begun()
    typed = make(make(state, TypeScores(i, hp="13", stun="9")).state, Finish(i), entry=3)
    assert typed.state.sheets[i].stun == 9
    least = make(state, TypeScores(i, stun="1", class_level="Elf 1", abilities="1 1 1 1 1 1 1 1 1"))
    assert make(least.state, Finish(i), entry=3).state.sheets[i].stun == 1
    low = make(make(state, TypeScores(i, hp="1")).state, Finish(i), entry=3)
    assert low.state.sheets[i].stun == 1
    plain = make(state, Finish(i), entry=3)
    assert (plain.state.sheets[i].hp, plain.state.sheets[i].stun) == (10, 5)


@pytest.mark.rule("DH-CREA-18")
def test_without_a_name_it_is_called_after_its_first_class():
    state, i = begun("")
    assert refused(state, Finish(i)).code == "bad-value"
    classy = make(state, TypeScores(i, class_level="Barbarian 1, Elf 2")).state
    done = make(classy, Finish(i), entry=3).state
    assert done.sheets[i].name == done.campaign.names[i].name == "The Barbarian"


@pytest.mark.rule("DH-CHAR-01")
def test_a_second_living_character_of_that_name_is_refused():
    state, i = begun()
    state = make(state, Finish(i), entry=3).state
    state = make(state, NewDraft(title="ZOE\u0308"), entry=4).state
    second = next(k for k in state.sheets if k != i)
    assert refused(state, Finish(second)).code == "name-taken"
    state = make(state, NewDraft(title="Zoë"), BOB, entry=5).state
    other = next(k for k in state.sheets if k not in (i, second))
    assert make(state, Finish(other), BOB, entry=6).state.campaign.names[other].kind == "pc"


def test_a_dropped_draft_is_gone():
    state, i = begun()
    outcome = make(state, DropDraft(i), entry=3)
    assert not outcome.state.sheets and not outcome.state.campaign.names
    assert outcome.facts and not seen_facts(outcome.state.campaign, BOB, outcome.facts)
    assert seen_facts(outcome.state.campaign, ANN, outcome.facts) == outcome.facts
    assert make(outcome.state, NewDraft(), entry=4).state.sheets


def test_a_draft_does_nothing_yet():
    state, i = begun()
    for move in (Check(i, "dexterity"), Hurt(i, 3), Heal(i, 3)):
        assert refused(state, move).code == "STATE"


def test_somebody_without_a_draft_has_nothing_to_drop():
    state = replace(empty(), sheets={"c1": Sheet("Ogre", "gm")})
    state = replace(state, campaign=replace(state.campaign, names={"c1": Name("Ogre", "gm", "npc")}))
    assert refused(state, DropDraft("c1"), GM).code == "STATE"
    assert refused(state, DropDraft(SELF)).code == "unknown"
