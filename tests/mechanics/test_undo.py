"""Taking back and putting in force again: who may, what conflicts, what comes back exactly as it was."""

from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from mechanics.campaign import Bind, EndSession, Found, JoinSession, MakeGm, Redo, Settings, StartSession, Undo
from mechanics.dice import ScriptedDice
from mechanics.facts import Changed, Noted, show
from mechanics.game import CHAIR, SELF, Caller, Force, Id, Move, Refusal
from mechanics.perform import perform
from mechanics.record import GONE, Entry, Patch, back, diff, newest, newest_undone, standing, taken_back, undo
from mechanics.shared import enrol
from mechanics.step import Outcome
from tests.mechanics.fuzz import order_of
from tests.mechanics.toy import Again, Bless, Dare, Done, Duck, Game, Gather, Hit, Keep, Leave, Sheet, Toy, Try
from tests.mechanics.toy_table import ANN, BOB, GM, LURKER, MARSHA, OGRE, SANTO, Book, table


def settings(undo: Any) -> Book:
    return Book(table(settings=Settings(undo=undo)))


def brawl(*sides: tuple[Id, str]) -> Book:
    book = Book()
    book.do(GM, Gather(CHAIR, dict(sides or ((MARSHA, "red"), (SANTO, "red"), (OGRE, "blue"), (LURKER, "blue")))))
    return book


def refused(book: Book, caller: Caller, move: Move) -> Refusal:
    answer = perform(Game(), book.state, caller, move, ScriptedDice(), book.number, book.entries)
    assert isinstance(answer, Refusal)
    return answer


# -- who may


def test_gms_take_back_any_entry_and_others_none() -> None:
    book = settings("gm")
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    assert book.do(ANN, Undo(SELF)) == "not-gm"
    assert book.do(ANN, Undo(CHAIR)) == "not-gm"
    book.do(GM, Undo(SELF, 2))
    assert book.state == settings("gm").state


def test_owners_take_back_their_own_newest_where_the_table_says_so() -> None:
    book = settings("own")
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    assert book.do(BOB, Undo(SELF)) == "not-gm"
    book.do(BOB, Try(SANTO), 1, 2, 3, 4)
    assert book.do(ANN, Undo(SELF)) == "not-gm"  # somebody has acted since
    assert book.do(ANN, Undo(SELF, 2)) == "not-gm"
    book.do(BOB, Undo(SELF))
    book.do(ANN, Undo(SELF, 2))
    assert book.state == settings("own").state
    assert book.do(ANN, Redo(SELF)) == "not-gm"
    book.do(GM, Redo(CHAIR))
    assert newest(book.entries) == 2


def test_where_taking_back_is_off_it_is_off_for_gms_too() -> None:
    book = settings("off")
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    assert book.do(GM, Undo(CHAIR)) == "not-allowed"
    assert book.do(ANN, Undo(SELF)) == "not-allowed"


def test_nothing_to_take_back_or_put_in_force() -> None:
    book = Book()
    assert book.do(GM, Undo(CHAIR)) == "nothing-to-undo"
    assert book.do(GM, Undo(CHAIR, 9)) == "nothing-to-undo"
    assert book.do(GM, Redo(CHAIR)) == "nothing-to-undo"
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    assert book.do(GM, Redo(CHAIR)) == "nothing-to-undo"
    assert book.do(GM, Redo(CHAIR, 2)) == "nothing-to-undo"  # it stands
    book.do(GM, Undo(CHAIR))
    assert book.do(GM, Undo(CHAIR)) == "nothing-to-undo"
    assert book.do(GM, Undo(CHAIR, 2)) == "nothing-to-undo"  # taken back already
    assert book.do(GM, Undo(CHAIR, 3)) == "nothing-to-undo"  # an Undo is put right by a Redo
    assert book.do(GM, Redo(CHAIR, 3)) == "nothing-to-undo"
    book.do(GM, Redo(CHAIR))
    assert book.do(GM, Redo(CHAIR, 2)) == "nothing-to-undo"
    assert book.do(GM, Redo(CHAIR, 4)) == "nothing-to-undo"
    assert "Entry 3 does not stand" in refused(book, GM, Undo(CHAIR, 3)).message


def test_the_founding_stays() -> None:
    from mechanics.campaign import Campaign
    from mechanics.state import Scene
    from tests.mechanics.toy import Rulings

    book = Book(Toy(Campaign(), Rulings(), {}, None, Scene()), first=1)
    book.do(Caller("1", manages=True, name="Gina"), Found(SELF, "The Tomb", "toy", "here"))
    assert refused(book, GM, Undo(CHAIR)).code == "nothing-to-undo"
    assert "founding" in refused(book, GM, Undo(CHAIR, 1)).message
    book.do(GM, Bind(CHAIR, "there"))
    book.do(GM, Undo(CHAIR))
    assert book.state.campaign.channels == ("here",)
    assert refused(book, GM, Undo(CHAIR)).code == "nothing-to-undo"


# -- what it tells


def test_taking_back_tells_every_number_that_goes_back() -> None:
    book = brawl()
    book.do(ANN, Hit(MARSHA, OGRE), 4)
    book.do(GM, Duck(OGRE, roll=False))
    assert book.state.sheets[OGRE].hp == 2
    outcome = book.do(GM, Undo(CHAIR))
    assert outcome.undoes == 4
    assert outcome.facts == (
        Noted(text="Entry 4 is taken back: duck."),
        Changed(who=OGRE, gauge="hp", before=2, after=6),
    )
    again = book.do(GM, Redo(CHAIR))
    assert again.undoes == 4 and again.faces == ()
    assert [show(f, book.state) for f in again.facts] == [
        "Entry 4 is in force again.",
        "Ogre: hp 6 → 2",
        "The blow lands.",
    ]


# -- order


def test_another_order_than_newest_first() -> None:
    book = Book()
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)  # 2
    book.do(BOB, Try(SANTO), 4, 4, 1, 1)  # 3
    book.do(BOB, Again(SANTO, 301), 2, 2, 1, 1)  # 4
    assert undo(Game(), book.state, book.entries, 3) == [4]
    said = refused(book, GM, Undo(CHAIR, 3))
    assert said.code == "stale" and "Later entries rest on it: 4." in said.message
    book.do(GM, Undo(CHAIR, 2))
    assert list(book.state.scene.pending) == [301]
    book.do(GM, Undo(CHAIR, 4))
    book.do(GM, Undo(CHAIR, 3))
    assert book.state == Book().state


def test_two_purses_do_not_conflict() -> None:
    book = Book()
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    book.do(BOB, Try(SANTO), 1, 2, 3, 4)
    book.do(ANN, Again(MARSHA, 201), 1, 2, 3, 4)
    book.do(BOB, Again(SANTO, 301), 1, 2, 3, 4)
    book.do(GM, Undo(CHAIR, 4))
    assert book.state.session.more.coins == {"2": 3, "3": 2, "1": 3}


def test_the_list_of_what_rests_on_it_is_of_standing_entries_in_order() -> None:
    book = Book()
    for channel in "abc":
        book.do(GM, Bind(CHAIR, channel))  # 2, 3, 4 write the same place
    assert undo(Game(), book.state, book.entries, 2) == [3, 4]
    book.do(GM, Undo(CHAIR))
    assert undo(Game(), book.state, book.entries, 2) == [3]
    with pytest.raises(KeyError):
        undo(Game(), book.state, book.entries, 4)


def test_put_in_force_after_later_entries_it_is_the_newest() -> None:
    book = Book()
    book.do(GM, MakeGm(CHAIR, "2", "Ann"))  # 2
    book.do(GM, Undo(CHAIR))  # 3
    book.do(GM, Bind(CHAIR, "there"))  # 4
    book.do(GM, Redo(CHAIR))  # 5
    assert book.state.campaign.gms == ("1", "2") and book.state.campaign.channels == ("here", "there")
    assert list(standing(book.entries)) == [4, 2] and newest(book.entries) == 2
    book.do(GM, MakeGm(CHAIR, "3", "Bob"))  # 6
    assert undo(Game(), book.state, book.entries, 2) == [6]
    assert undo(Game(), book.state, book.entries[2:], 2) == [6]  # the record from its Redo on is enough
    book.do(GM, Undo(CHAIR, 6))
    book.do(GM, Undo(CHAIR))
    assert book.state.campaign.gms == ("1",) and book.state.campaign.channels == ("here", "there")
    assert taken_back(book.entries)[-2:] == [6, 2]
    assert newest_undone(book.entries) == 2


def test_put_in_force_again_newest_taken_back_first() -> None:
    book = Book()
    book.do(GM, Bind(CHAIR, "a"))
    book.do(GM, Bind(CHAIR, "b"))
    book.do(GM, Undo(CHAIR))
    book.do(GM, Undo(CHAIR))
    book.do(GM, Redo(CHAIR))
    assert book.state.campaign.channels == ("here", "a")
    book.do(GM, Redo(CHAIR))
    assert book.state.campaign.channels == ("here", "a", "b")
    assert newest_undone(book.entries) is None


def test_what_the_table_now_forbids_is_not_put_in_force() -> None:
    book = Book()
    book.do(GM, Bind(CHAIR, "a"))
    book.do(GM, Undo(CHAIR))
    book.do(GM, Bind(CHAIR, "a"))
    said = refused(book, GM, Redo(CHAIR))
    assert said.code == "already-bound" and said.message.startswith("Entry 2 cannot be put in force again: ")


@pytest.mark.parametrize("present", [("2",), ("2", "3", "8")])
def test_faces_that_do_not_fit_any_more_are_refused(present: tuple[str, ...]) -> None:
    """The opening roll is a die for everybody present: with fewer or more people its faces do not fit."""
    from mechanics.campaign import BeginSession

    book = Book(replace(table(), session=None))
    book.do(GM, StartSession(CHAIR, 1))
    for user in ("2", "3"):
        book.do(Caller(user, name=user), JoinSession(SELF))
    book.do(GM, BeginSession(CHAIR, 2), 1, 2, 3)
    book.do(GM, Undo(CHAIR))
    began = book.state
    book.state = replace(began, session=replace(began.session, present=present))
    assert book.do(GM, Redo(CHAIR)) == "stale"
    book.state = began
    outcome = perform(Game(), book.state, GM, Redo(CHAIR), ScriptedDice(), book.number, book.entries)
    assert isinstance(outcome, Outcome) and outcome.faces == (1, 2, 3)


# -- places


def test_what_happened_in_another_channel_is_no_conflict() -> None:
    book = Book()
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)  # 2 here
    book.do(GM, Gather(CHAIR, {MARSHA: "red", OGRE: "blue"}))  # 3 here
    book.at("there")
    book.do(GM, Gather(CHAIR, {SANTO: "red", LURKER: "blue"}))  # 4 there
    book.do(BOB, Hit(SANTO, LURKER), 3)  # 5 there
    book.at("here")
    book.do(GM, Undo(CHAIR, 3))
    assert book.state.scene.fight is None and list(book.state.scene.pending) == [201]
    book.at("there")
    assert book.state.scene.fight.round == 1
    assert undo(Game(), book.state, book.entries, 4) == [5]


def test_a_sheet_written_from_two_channels_is_a_conflict() -> None:
    book = brawl()
    book.do(ANN, Bless(MARSHA, SANTO))
    book.at("there")
    book.do(GM, Gather(CHAIR, {MARSHA: "red", OGRE: "blue"}))
    book.do(ANN, Bless(MARSHA, MARSHA))
    assert undo(Game(), book.state, book.entries, 3) == [5]


def test_a_state_that_is_not_what_the_record_says_is_refused_not_spoilt() -> None:
    book = brawl()
    book.do(ANN, Bless(MARSHA, SANTO))
    book.at("elsewhere")  # the scene of another channel: what the entry wrote is not here
    assert book.do(GM, Undo(CHAIR)) == "stale"
    book.at("here")
    book.state = replace(book.state, sheets={**book.state.sheets, MARSHA: Sheet("Marsha", "2", points=1)})
    assert book.do(GM, Undo(CHAIR)) == "stale"


# -- fights are rewound


def test_in_a_fight_turns_and_seats_go_together() -> None:
    book = brawl((MARSHA, "red"), (OGRE, "blue"), (LURKER, "blue"))
    book.do(ANN, Done(MARSHA))  # 3
    book.do(GM, Leave(LURKER))  # 4 (seats and who may act)
    assert undo(Game(), book.state, book.entries, 3) == [4]
    out = brawl((MARSHA, "red"), (SANTO, "red"), (OGRE, "blue"))
    out.do(ANN, Done(MARSHA))  # 3: out of `now`
    out.do(GM, Leave(MARSHA))  # 4: only the seat goes; to give the turn back without it would be a turn of nobody
    assert [p.path for p in out.entries[-1].patch] == [("scene", "fight", "seats", MARSHA)]
    assert undo(Game(), out.state, out.entries, 3) == [4]


def test_what_began_in_a_fight_rests_on_its_beginning() -> None:
    book = brawl()
    book.do(BOB, Try(SANTO), 1, 2, 3, 4)
    assert undo(Game(), book.state, book.entries, 2) == [3]


def test_no_decision_of_a_fight_that_is_over_opens_again() -> None:
    book = brawl((MARSHA, "red"), (SANTO, "blue"))
    book.do(ANN, Hit(MARSHA, SANTO), 2)  # 3: duck?
    book.do(GM, Force(CHAIR))  # 4: no
    book.do(GM, Leave(MARSHA))  # 5
    book.do(GM, Leave(SANTO))  # 6: the last one is out
    assert book.state.scene.fight is None
    assert undo(Game(), book.state, book.entries, 4) == [6]
    book.at("there")
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)  # 7
    (p,) = book.state.scene.pending
    book.do(ANN, Keep(MARSHA, p))  # 8: a decision of another channel
    assert not isinstance(undo(Game(), book.state, book.entries, 8), list)


def test_in_a_fight_effects_and_budgets_of_different_people_are_free() -> None:
    book = brawl()
    book.do(BOB, Try(SANTO), 1, 2, 3, 4)  # 3: an open roll
    book.do(ANN, Bless(MARSHA, SANTO))  # 4: an effect and a point
    book.do(ANN, Done(MARSHA))  # 5: the turn
    book.do(GM, Undo(CHAIR, 4))
    assert book.state.scene.fight.effects == () and book.state.scene.fight.now == (SANTO,)


# -- characters


class Birth(Move, frozen=True, tag=True):
    name: str


class Nursery(Game):
    moves = Game.moves | Birth  # type: ignore[assignment]

    def play(self, step: Any, move: Move) -> None:
        if isinstance(move, Birth):
            enrol(step, Sheet(move.name, step.caller.user))
        else:
            super().play(step, move)


def born() -> tuple[Any, Entry]:
    state = table()
    outcome = perform(Nursery(), state, ANN, Birth(SELF, "Megan"), ScriptedDice(), 7)
    assert isinstance(outcome, Outcome)
    return outcome.state, Entry(7, ANN, Birth(SELF, "Megan"), patch=diff(state, outcome.state), place="here")


def test_a_characters_making_is_taken_back_and_its_id_never_used_again() -> None:
    state, entry = born()
    assert Id("c7") in state.sheets
    before = undo(Nursery(), state, [entry], 7)
    assert before == table()
    outcome = perform(Nursery(), before, ANN, Birth(SELF, "Megan"), ScriptedDice(), 9)
    assert isinstance(outcome, Outcome) and Id("c9") in outcome.state.sheets
    taken = Entry(8, GM, Undo(CHAIR), undoes=7, patch=diff(state, before))
    again = perform(Nursery(), before, GM, Redo(CHAIR), ScriptedDice(), 9, [entry, taken])
    assert isinstance(again, Outcome) and again.state == state


@pytest.mark.parametrize(
    "later",
    [Dare(Id("c7"), SANTO), Gather(CHAIR, {Id("c7"): "red", OGRE: "blue"})],
    ids=["as actor", "in a fight"],
)
def test_a_character_that_has_done_something_since_is_not_unmade(later: Move) -> None:
    state, entry = born()
    outcome = perform(Nursery(), state, GM, later, ScriptedDice(), 8)
    assert isinstance(outcome, Outcome)
    facts: Any = outcome.facts
    done = Entry(8, GM, later, facts=facts, patch=diff(state, outcome.state), place="there")
    assert undo(Nursery(), outcome.state, [entry, done], 7) == [8]
    looked = Entry(8, GM, later, place="there")  # a move that came to nothing
    assert undo(Nursery(), state, [entry, looked], 7) == table()


def test_ids_of_decisions_are_never_used_again() -> None:
    book = Book()
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    assert list(book.state.scene.pending) == [201]
    book.do(GM, Undo(CHAIR))
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    assert list(book.state.scene.pending) == [401]
    book.do(GM, Redo(CHAIR, 2))  # the same roll: the same id
    assert list(book.state.scene.pending) == [401, 201]
    book.do(GM, EndSession(CHAIR))
    book.do(GM, Undo(CHAIR))
    assert list(book.state.scene.pending) == [401, 201]  # in the order they were opened, not of their numbers


# -- patches


class Inner(Struct, frozen=True):
    words: frozenset[str] = frozenset()
    row: tuple[int, ...] = ()
    maybe: str | None = None


class Lean(Struct, frozen=True, omit_defaults=True):
    a: int = 0
    b: int = 0


class Odd(Struct, frozen=True):
    inner: Inner = Inner()
    lean: Lean = Lean()
    by_number: dict[int, Inner] = {}
    names: dict[str, int] = {}


WORDS = frozenset({"stun", "act", "hurt", "sleep", "dawn", "fall"})


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (Odd(), Odd(Inner(WORDS, (1, 2)), Lean(1), {5: Inner(WORDS)}, {"x": 1})),
        (Odd(Inner(maybe="null")), Odd(Inner(maybe=None))),
        (Odd(lean=Lean(1, 2)), Odd(lean=Lean(0, 2))),
        (Odd(by_number={5: Inner(WORDS), 7: Inner()}), Odd(by_number={7: Inner(row=(3,))})),
        (Odd(names={"x": 1, "y": 2, "z": 3}), Odd(names={"z": 4})),
        (Odd(names={"x": 1, "y": 2}), Odd(names={"w": 1})),
        (Odd(names={"x": 1, "y": 2, "z": 3}), Odd(names={"z": 3, "x": 1, "y": 2})),
        (Odd(names={"x": 1, "y": 2}), Odd(names={"w": 1, "y": 2, "x": 2})),
        (Odd(by_number={5: Inner(WORDS), 7: Inner()}), Odd(by_number={7: Inner(), 5: Inner(row=(1,))})),
    ],
)
def test_a_patch_goes_back_after_json_whatever_the_types(a: Odd, b: Odd) -> None:
    for earlier, later in ((a, b), (b, a)):
        patch = msgspec.json.decode(msgspec.json.encode(diff(earlier, later)), type=tuple[Patch, ...])
        # A set comes back in another order from a process with another seed.
        turned = tuple(replace(p, after=p.after[::-1]) if p.path[-1] == "words" else p for p in patch)
        restored: Any = back(later, Odd, turned)  # type: ignore[arg-type, type-var]
        assert restored == earlier
        assert order_of(restored) == order_of(earlier)
    assert diff(a, a) == () and diff(b, msgspec.json.decode(msgspec.json.encode(b), type=Odd)) == ()


def test_a_new_order_alone_is_a_change() -> None:
    (patch,) = diff(Odd(names={"x": 1, "y": 2}), Odd(names={"y": 2, "x": 1}))
    assert patch.path == ("names",) and list(patch.before) == ["x", "y"] and list(patch.after) == ["y", "x"]  # type: ignore[call-overload]


F = ("scene", "fight")


@pytest.mark.parametrize(
    ("first", "later", "rests"),
    [
        ((*F, "seats", "c2", "budget", "hits"), (*F, "now"), False),
        ((*F, "seats", "c2", "budget", "hits"), (*F, "seats", "c3", "budget", "hits"), False),
        ((*F, "seats", "c2", "budget", "hits"), (*F, "seats", "c2", "budget"), True),
        ((*F, "seats", "c2", "hidden"), (*F, "seats", "c2", "budget"), False),
        ((*F, "seats", "c2"), (*F, "seats", "c3", "budget", "hits"), False),
        ((*F, "seats", "c2"), (*F, "seats", "c3"), True),
        ((*F, "seats", "c2"), (*F, "turn"), True),
        ((*F, "seats"), (*F, "now"), True),
        ((*F, "now"), (*F, "more", "blows"), True),
        ((*F, "round"), (*F, "later"), True),
        ((*F, "effects"), (*F, "now"), False),
        ((*F, "effects"), (*F, "effects"), True),
        (F, (*F, "effects"), True),
        (F, ("scene", "pending", "51"), False),
        (("scene", "pending", "51"), (*F, "now"), False),
        (("sheets", "c2", "hp"), ("sheets", "c2", "points"), False),
        (("sheets", "c2", "hp"), ("sheets", "c2"), True),
    ],
)
def test_which_places_go_together(first: tuple[str, ...], later: tuple[str, ...], rests: bool) -> None:
    def entry(n: int, path: tuple[str, ...], place: str = "here") -> Entry:
        return Entry(n, GM, EndSession(CHAIR), patch=(Patch(path, 50, 60),), place=place)

    def resting(*entries: Entry) -> list[int]:
        try:
            found = undo(Game(), table(), entries, 2)
        except ValueError:  # free to be taken back, from a table where this patch fits
            return []
        assert isinstance(found, list)
        return found

    assert resting(entry(2, first), entry(3, later)) == ([3] if rests else [])
    assert resting(entry(2, later), entry(3, first)) == ([3] if rests else [])
    apart = [3] if rests and first[0] != "scene" else []
    assert resting(entry(2, first), entry(3, later, "there")) == apart


def test_a_fight_that_begins_carries_all_that_follows_in_its_channel() -> None:
    began = Entry(2, GM, EndSession(CHAIR), patch=(Patch(F, None, {}),), place="here")
    asked = Entry(3, GM, EndSession(CHAIR), patch=(Patch(("scene", "pending", "51"), GONE, {}),), place="here")
    assert undo(Game(), table(), [began, asked], 2) == [3]


def test_a_patch_names_the_leaf_that_changed() -> None:
    a, b = Odd(by_number={5: Inner(row=(1,))}), Odd(by_number={5: Inner(row=(2,)), 6: Inner()})
    assert [(p.path, p.before, p.after) for p in diff(a, b)] == [
        (("by_number", "5", "row"), [1], [2]),
        (("by_number", "6"), GONE, {"words": [], "row": [], "maybe": None}),
    ]


@pytest.mark.parametrize(
    "patch",
    [
        Patch(("names", "x"), 1, 3),
        Patch(("names", "x"), 1, GONE),
        Patch(("names", "q"), 1, 2),
        Patch(("by_number", "5", "row"), [1], [2]),
        Patch(("inner", "maybe", "deep", "er"), 1, 2),
        Patch(("inner", "row"), [1], [1, 1]),
    ],
)
def test_a_patch_that_does_not_fit_is_an_error(patch: Patch) -> None:
    with pytest.raises(ValueError):
        back(Odd(names={"x": 2}), Odd, [patch])  # type: ignore[arg-type, type-var]
