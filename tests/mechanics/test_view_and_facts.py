"""What one may see, and how what happened reads."""

from typing import Any, Literal

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from mechanics.campaign import Name, Person
from mechanics.dice import ScriptedDice
from mechanics.facts import (
    AnyFact,
    Asked,
    Changed,
    Compared,
    Die,
    Fact,
    Noted,
    Rolled,
    Sum,
    Turned,
    about,
    name_of,
    show,
    show_sum,
    typed,
)
from mechanics.game import CHAIR, SELF, Caller, Id
from mechanics.state import Effect, Fight, Parts, Pending, Scene, Sealed, Seat, Session, Veiled, parts_of
from mechanics.step import Step
from mechanics.view import may_see, seen_facts, unseen, view
from tests.mechanics.fuzz import LURKS, SECRET
from tests.mechanics.toy import Blow, Budget, Duel, Lucky, More, Pools, Rulings, Sheet, Toy
from tests.mechanics.toy_table import ANN, BOB, GM, LURKER, MARSHA, OGRE, SANTO, table

STRANGER = Caller("8")
WHO = (MARSHA, SANTO, OGRE, LURKER)


def fight(*hidden: Id, **more: Any) -> Toy:
    seats = {i: Seat("red", Budget(), i in hidden) for i in WHO}
    kept = {"now": (MARSHA, LURKER), "later": ((LURKER,), (SANTO, LURKER, OGRE)), "round": 1, **more}
    return replace(table(), scene=Scene(Fight(More(), seats, **kept), {}))


def step(state: Toy) -> Any:
    return Step(state, GM, ScriptedDice(), 7)


# -- whose it is


def test_what_is_whose() -> None:
    kept = table().campaign
    kept = replace(kept, names={**kept.names, Id("c6"): Name("Draft", "2", "draft")})
    sees = {
        c.user: {i for i in (*WHO, Id("c6"), CHAIR, Id("2"), Id("8")) if may_see(kept, c, i)}
        for c in (ANN, GM, STRANGER)
    }
    assert sees["2"] == {MARSHA, "c6", "2"}
    assert sees["1"] == {*WHO, CHAIR, "2", "8"}
    assert sees["8"] == {"8"}


def test_facts_reach_those_they_are_for() -> None:
    kept = table().campaign
    facts = tuple(
        Noted(text=str(n), to=to) for n, to in enumerate([(), (MARSHA,), (SANTO, MARSHA), (CHAIR,), (Id("3"),)])
    )
    read = {c.user: "".join(f.text for f in seen_facts(kept, c, facts)) for c in (ANN, BOB, GM, STRANGER)}
    assert read == {"2": "012", "3": "024", "1": "01234", "8": "0"}


# -- views


def test_sealed_values_are_opened_for_their_owner_and_gms_wherever_they_sit() -> None:
    stakes = {MARSHA: Sealed(MARSHA, 2), OGRE: Sealed(OGRE, 3)}
    state = replace(table(), scene=Scene(None, {11: Pending(11, 1, (SANTO,), Duel(MARSHA, OGRE, stakes))}))
    assert view(state, GM) is state
    for caller, mine in ((ANN, {MARSHA}), (BOB, {SANTO}), (STRANGER, set())):
        seen = view(state, caller)
        assert {i for i, s in seen.sheets.items() if s.wish.value is not None} == mine
        kept = seen.scene.pending[11].what.stakes
        assert kept == {MARSHA: Sealed(MARSHA, 2 if MARSHA in mine else None), OGRE: Sealed(OGRE)}
        assert SECRET not in repr(seen) or mine
    with pytest.raises(Veiled):
        view(state, BOB).sheets[MARSHA].wish.open()
    assert view(state, ANN).sheets[MARSHA].wish.open() == SECRET


def test_a_sheet_is_its_owners_without_a_line_in_the_index_too() -> None:
    state = table()
    state = replace(state, campaign=replace(state.campaign, names={}))
    assert view(state, ANN).sheets[MARSHA].wish.value == SECRET
    assert view(state, BOB).sheets[MARSHA].wish.value is None


def test_who_hides_is_nowhere() -> None:
    hidden = Effect("Curse", MARSHA, LURKER)
    state = fight(
        LURKER, effects=(hidden, Effect("Ward", LURKER, OGRE), Effect("Sun", None), Effect("Ward", OGRE, MARSHA))
    )
    pending = {
        11: Pending(11, 1, (MARSHA, LURKER), Lucky(MARSHA, 3)),
        12: Pending(12, 1, (LURKER,), Blow(MARSHA, LURKER, 3)),
    }
    state = replace(state, scene=replace(state.scene, pending=pending))
    seen = view(state, ANN)
    assert set(seen.sheets) == set(seen.campaign.names) == {MARSHA, SANTO, OGRE}
    assert seen.scene.fight is not None
    assert list(seen.scene.fight.seats) == [MARSHA, SANTO, OGRE]
    assert seen.scene.fight.now == (MARSHA,) and seen.scene.fight.later == ((SANTO, OGRE),)
    assert seen.scene.fight.effects == (Effect("Curse", MARSHA), Effect("Sun", None), Effect("Ward", OGRE, MARSHA))
    assert [p.by for p in seen.scene.pending.values()] == [(MARSHA,), ()]  # it still waits: for whom is not told
    assert LURKS not in repr(seen)
    assert unseen(state, ANN) == {LURKER} and unseen(state, GM) == set()
    assert view(state, GM) is state


def test_a_hidden_character_knows_of_itself() -> None:
    state = fight(MARSHA, LURKER)
    assert unseen(state, ANN) == {LURKER} and unseen(state, BOB) == {MARSHA, LURKER}
    assert MARSHA in view(state, ANN).sheets and MARSHA not in view(state, BOB).sheets


def test_drafts_are_their_owners_alone() -> None:
    state = table()
    names = {**state.campaign.names, SANTO: Name("Santo", "3", "draft")}
    state = replace(state, campaign=replace(state.campaign, names=names))
    assert SANTO in view(state, BOB).sheets
    for caller in (ANN, GM, STRANGER):
        seen = view(state, caller)
        assert SANTO not in seen.sheets and SANTO not in seen.campaign.names
    assert view(state, GM).sheets[OGRE].wish.value == SECRET


def test_a_view_with_nothing_to_hide_is_the_same() -> None:
    state = table()
    open_book = replace(state, sheets={i: replace(s, wish=Sealed(i)) for i, s in state.sheets.items()})
    seen = view(open_book, STRANGER)
    assert seen == open_book and seen.sheets is open_book.sheets


class Plain(Struct, frozen=True, tag=True):
    word: Literal["a", "b"] = "a"
    n: int | None = None
    rows: tuple[tuple[Id, int], ...] = ()


class Held(Struct, frozen=True, tag=True):
    secret: Sealed[tuple[str, ...]]
    beside: str = "open"


class Nest(Struct, frozen=True):
    plain: Plain = Plain()
    either: Plain | Held = Plain()
    pair: tuple[int, Sealed[int]] = (0, Sealed(MARSHA))
    shelf: dict[Id, tuple[Held, ...]] = {}
    inner: "Nest | None" = None
    anything: Any = None


def test_secrets_are_found_in_whatever_holds_them() -> None:
    held = Held(Sealed(MARSHA, (SECRET,)))
    nest = Nest(Plain("b", 1), held, (1, Sealed(MARSHA, 7)), {OGRE: (held, held)}, None, {"x": held})
    state: Any = replace(table(), rulings=replace(nest, inner=replace(nest, inner=nest)))
    empty = Held(Sealed(MARSHA))
    hidden = Nest(Plain("b", 1), empty, (1, Sealed(MARSHA)), {OGRE: (empty, empty)}, None, {"x": empty})
    assert view(state, BOB).rulings == replace(hidden, inner=replace(hidden, inner=hidden))
    assert view(state, ANN).rulings is state.rulings


def test_the_row_types_of_a_game() -> None:
    parts = parts_of(Toy)
    assert parts == Parts(Rulings, Sheet, Session[Pools], Scene[Budget, More, Lucky | Duel | Blow], dict[Id, Sheet])
    session = Session(1, 2, True, more=Pools({"2": 3}))
    assert msgspec.json.decode(msgspec.json.encode(session), type=parts.session) == session  # type: ignore[arg-type]


# -- facts of who hides


def addressed(state: Toy, fact: Fact) -> Any:
    told = step(state)
    told.say(fact)
    return told.facts[0]


@pytest.mark.parametrize(
    "fact",
    [
        Rolled(label="hit", sum=Sum(LURKER, (), 3)),
        Compared(a=Sum(MARSHA, (), 3), b=Sum(LURKER, (), 4), verdict="b", by=1),
        Compared(a=Sum(LURKER, (), 3), b=Sum(MARSHA, (), 4), verdict="b", by=1),
        Changed(who=LURKER, gauge="hp", before=3, after=2),
        Asked(pending=11, by=(LURKER,), what="duck?"),
        Noted(text="{0} sneaks past {1}", about=(LURKER, MARSHA)),
    ],
    ids=lambda f: type(f).__name__,
)
def test_what_concerns_who_hides_is_told_to_its_owner_and_gm(fact: Fact) -> None:
    assert addressed(fight(), fact) == fact
    told = addressed(fight(LURKER), fact)
    assert told.to == (LURKER,) and replace(told, to=()) == fact
    kept = table().campaign
    assert seen_facts(kept, ANN, [told]) == () and seen_facts(kept, GM, [told]) == (told,)
    assert addressed(fight(LURKER), replace(fact, to=(MARSHA,))).to == (MARSHA, LURKER)
    assert addressed(table(), fact) == fact  # out of a fight nobody hides


def test_what_concerns_several_leaves_out_who_hides() -> None:
    asked = addressed(fight(LURKER), Asked(pending=11, by=(MARSHA, LURKER, SANTO), what="declare"))
    assert asked == Asked(pending=11, by=(MARSHA, SANTO), what="declare")
    turned = addressed(fight(LURKER), Turned(round=1, phase="turns", acting=(LURKER, MARSHA)))
    assert turned == Turned(round=1, phase="turns", acting=(MARSHA,))
    assert addressed(fight(LURKER), Noted(text="Rain.")) == Noted(text="Rain.")


# -- words


MARSHA_SUM = Sum(MARSHA, (("ability", 4), ("bid", 4)), 8, (Die(6, 4), Die(6, 1, kept=False)))
READINGS: list[tuple[AnyFact, str]] = [
    (Rolled(label="check", sum=Sum(MARSHA, (("d10", 7),), 7)), "Marsha, check: 7"),
    (
        Rolled(label="check", sum=MARSHA_SUM, against=9, verdict="full fail"),
        "Marsha, check: 4 + 4 = 8 against 9: full fail",
    ),
    (Rolled(label="check", sum=MARSHA_SUM, against=0), "Marsha, check: 4 + 4 = 8 against 0"),
    (Rolled(label="pool", sum=Sum(OGRE, (("3x8", 3), ("2x2", 2)), None)), "Ogre, pool: 3x8, 2x2"),
    (Rolled(label="pool", sum=Sum(OGRE, (), None)), "Ogre, pool: nothing"),
    (Rolled(label="rest", sum=Sum(OGRE, (), 0)), "Ogre, rest: 0"),
    (Rolled(label="hit", sum=Sum(OGRE, (("d8", 5), ("tired", -2), ("luck", 0)), 3)), "Ogre, hit: 5 - 2 + 0 = 3"),
    (
        Compared(a=MARSHA_SUM, b=Sum(SANTO, (("a", 3), ("b", 4)), 7), verdict="a", by=1),
        "Marsha 4 + 4 = 8 beats Santo 3 + 4 = 7 (by 1)",
    ),
    (Compared(a=Sum(SANTO, (), 7), b=MARSHA_SUM, verdict="b", by=1), "Santo 7 loses to Marsha 4 + 4 = 8 (by 1)"),
    (Compared(a=Sum(SANTO, (), 8), b=MARSHA_SUM, verdict="tie", by=0), "Santo 8 ties Marsha 4 + 4 = 8"),
    (Changed(who=MARSHA, gauge="luck_now", before=3, after=2), "Marsha: luck now 3 → 2"),
    (Changed(who=MARSHA, gauge="down", before=False, after=True), "Marsha: down no → yes"),
    (Changed(who=MARSHA, gauge="state", before="", after="asleep"), "Marsha: state none → asleep"),
    (Changed(who=Id("2"), gauge="coins", before=0, after=3), "Ann: coins 0 → 3"),
    (Asked(pending=11, by=(MARSHA, CHAIR), what="duck?"), "Waiting for Marsha, the GM: duck?"),
    (Turned(round=2, phase="turns", acting=(OGRE, SANTO)), "Round 2, turns: Ogre, Santo"),
    (Turned(round=2, phase="turns", acting=()), "Round 2, turns: nobody"),
    (Noted(text="{1} hits {0}, {1}! {2} {x}", about=(OGRE, MARSHA)), "Marsha hits Ogre, Marsha! {2} {x}"),
    (Noted(text="{0} is gone.", about=(Id("c99"),)), "somebody is gone."),
]


@pytest.mark.parametrize(("fact", "text"), READINGS)
def test_facts_read_as_plain_words_and_are_themselves_after_json(fact: AnyFact, text: str) -> None:
    assert show(fact, table()) == text
    assert msgspec.json.decode(msgspec.json.encode(fact), type=AnyFact) == fact


def test_every_kind_of_fact_is_read() -> None:
    assert {type(f) for f, _ in READINGS} == set(AnyFact.__args__)
    with pytest.raises(TypeError):
        show(Fact(), table())
    assert about(Fact()) == ()


def test_whom_a_fact_is_about() -> None:
    assert [about(f) for f, _ in READINGS[:1]] == [(MARSHA,)]
    assert about(Compared(a=MARSHA_SUM, b=Sum(SANTO, (), 1), verdict="a", by=7)) == (MARSHA, SANTO)
    assert about(Changed(who=OGRE, gauge="hp", before=1, after=0)) == (OGRE,)
    assert about(Asked(pending=1, by=(OGRE, SANTO), what="")) == (OGRE, SANTO)
    assert about(Turned(round=1, phase="", acting=(SANTO,))) == (SANTO,)
    assert about(Noted(text="", about=(OGRE,))) == (OGRE,)


def test_names_come_from_the_index_then_the_sheet_then_the_people() -> None:
    state = table()
    renamed = {**state.campaign.names, MARSHA: Name("Lady Marsha", "2")}
    lone = {**state.sheets, Id("c6"): Sheet("Loner", "2")}
    people = {**state.campaign.people, "role:7": Person("Wardens")}
    state = replace(state, campaign=replace(state.campaign, names=renamed, people=people), sheets=lone)
    found = [name_of(Id(i), state) for i in (MARSHA, "c6", "2", "role:7", CHAIR, "c99", SELF)]
    assert found == ["Lady Marsha", "Loner", "Ann", "Wardens", "the GM", "somebody", "somebody"]
    assert show_sum(MARSHA_SUM) == "4 + 4 = 8"


def test_braces_that_somebody_typed_are_no_holes() -> None:
    state = table()
    who = next(iter(state.sheets))
    said = Noted(text=f"{{0}} drops {typed('{0} {{x}} {9}')}.", about=(who,))
    assert show(said, state) == f"{state.sheets[who].name} drops {{0}} {{{{x}}}} {{9}}."
    assert show(Noted(text="{0} {{note}}"), state) == "{0} {{note}}", "without names there are no holes"
