"""Before a game's rules are asked: who may make a move, of whom it may speak, whether its button is still true."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from mechanics.campaign import Name
from mechanics.dice import ScriptedDice
from mechanics.game import CHAIR, SELF, Caller, Drop, Force, Id, Move, Refusal, ids_of
from mechanics.perform import perform
from mechanics.step import Outcome
from tests.mechanics.fuzz import LURKS
from tests.mechanics.toy import Again, Dare, Done, Duck, Game, Gather, Hit, Keep, Stake, Try
from tests.mechanics.toy_table import ANN, BOB, GM, LURKER, MARSHA, OGRE, SANTO, Book, table

STRANGER = Caller("8", name="Lee")


def refusal(book: Book, caller: Caller, move: Move) -> Refusal:
    answer = perform(Game(), book.state, caller, move, ScriptedDice(), 99)
    assert isinstance(answer, Refusal)
    return answer


def brawl(*hidden: Id) -> Book:
    book = Book()
    book.do(GM, Gather(CHAIR, {MARSHA: "red", OGRE: "blue", LURKER: "blue"}, hidden))
    return book


# -- in whose name


def test_one_acts_for_ones_own_and_a_gm_for_all() -> None:
    for caller, actor in ((ANN, MARSHA), (GM, MARSHA), (GM, OGRE)):
        assert isinstance(Book().do(caller, Try(actor), 1, 2, 3, 4), Outcome)
    said = refusal(Book(), ANN, Try(SANTO))
    assert said.code == "not-yours" and "Bob, who plays Santo," in said.message
    said = refusal(Book(), ANN, Try(OGRE))
    assert said.code == "not-yours" and "the GM, who plays Ogre," in said.message
    assert refusal(Book(), STRANGER, Try(MARSHA)).code == "not-yours"


def test_an_owner_away_is_named_as_owner() -> None:
    book = Book()
    people = {u: p for u, p in book.state.campaign.people.items() if u != "3"}
    book.state = replace(book.state, campaign=replace(book.state.campaign, people=people))
    assert "its owner, who plays Santo," in refusal(book, ANN, Try(SANTO)).message


def test_the_chair_is_the_gms() -> None:
    assert refusal(Book(), ANN, Gather(CHAIR, {MARSHA: "red"})).code == "not-gm"
    assert refusal(Book(), replace(ANN, manages=True), Gather(CHAIR, {})).code == "not-gm"


def test_a_sheet_without_a_line_in_the_index_is_its_owners() -> None:
    book = Book()
    names = {i: n for i, n in book.state.campaign.names.items() if i != MARSHA}
    book.state = replace(book.state, campaign=replace(book.state.campaign, names=names))
    assert isinstance(book.do(ANN, Try(MARSHA), 1, 2, 3, 4), Outcome)
    assert "Ann, who plays Marsha," in refusal(book, BOB, Try(MARSHA)).message


# -- of whom


@pytest.mark.parametrize("move", [Try(Id("c99")), Dare(MARSHA, Id("c99")), Dare(MARSHA, Id("")), Try(Id(""))])
def test_who_does_not_exist_is_unknown(move: Move) -> None:
    assert Book().do(ANN, move) == "unknown"
    assert Book().do(GM, move) == "unknown"


def test_who_hides_is_as_unknown_as_who_does_not_exist() -> None:
    book = brawl(LURKER)
    there = refusal(book, ANN, Hit(MARSHA, LURKER))
    assert there == refusal(book, ANN, Hit(MARSHA, Id("c99"))) and there.code == "unknown"
    assert refusal(book, ANN, Try(LURKER)) == there
    assert isinstance(book.do(GM, Hit(MARSHA, LURKER), 3), Outcome)
    seen = brawl()
    assert isinstance(seen.do(ANN, Hit(MARSHA, LURKER), 3), Outcome)


def test_the_draft_of_another_is_unknown_even_to_a_gm() -> None:
    book = Book()
    names = {**book.state.campaign.names, SANTO: Name("Santo", "3", "draft")}
    book.state = replace(book.state, campaign=replace(book.state.campaign, names=names))
    assert book.do(ANN, Dare(MARSHA, SANTO)) == "unknown"
    assert book.do(GM, Try(SANTO)) == "unknown"
    assert isinstance(book.do(BOB, Try(SANTO), 1, 2, 3, 4), Outcome)


class Aim(Struct, frozen=True):
    at: Id
    word: str = ""


class Volley(Move, frozen=True, tag=True):
    aims: tuple[Aim, ...] = ()
    pair: tuple[int, Id] = (0, Id(""))
    maybe: Id | None = None
    shares: dict[Id, int] = {}
    marks: frozenset[Id] = frozenset()
    rows: tuple[tuple[Id, ...], ...] = ()
    said: str = ""
    lists: dict[str, tuple[Id, ...]] = {}


def test_every_id_in_a_move_is_found_however_deep_and_no_other_text() -> None:
    i = [Id(f"c{n}") for n in range(20)]
    move = Volley(
        i[0],
        (Aim(i[1], "c90"), Aim(i[2])),
        (5, i[3]),
        i[4],
        {i[5]: 1, i[0]: 2},
        frozenset({i[6]}),
        ((i[7],), (i[8], i[9]), ()),
        "c91",
        {"c92": (i[10],)},
    )
    assert ids_of(move) == tuple(i[:11])
    assert ids_of(Volley(CHAIR, pair=(1, SELF))) == ()
    assert ids_of(Gather(CHAIR, {MARSHA: "c7"}, (SANTO,))) == (MARSHA, SANTO)


# -- is it still true


def test_a_button_of_before_the_last_change_is_stale() -> None:
    book = Book()
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    (p,) = book.state.scene.pending.values()
    assert p.rev == 2
    book.do(ANN, Again(MARSHA, p.id, p.rev), 1, 1, 2, 2)
    assert book.state.scene.pending[p.id].rev == 3
    assert book.do(ANN, Again(MARSHA, p.id, p.rev)) == "stale"
    assert book.do(ANN, Again(MARSHA, p.id, 4)) == "stale"
    assert book.do(ANN, Again(MARSHA, p.id + 1, 3)) == "stale"
    assert book.do(BOB, Again(SANTO, p.id, 3)) == "not-yours"
    book.do(ANN, Again(MARSHA, p.id, 3), 1, 1, 2, 2)
    assert book.do(ANN, Again(MARSHA, p.id, 4)) == "RULE"
    book.do(ANN, Keep(MARSHA, p.id))
    assert book.do(ANN, Again(MARSHA, p.id, 4)) == "stale"
    assert book.state.session.more.coins["2"] == 1


def test_a_turn_button_is_true_for_its_turn_alone() -> None:
    book = brawl()
    turn = book.state.scene.fight.turn
    assert book.do(ANN, Done(MARSHA, turn + 1)) == "stale"
    book.do(ANN, Done(MARSHA, turn))
    assert book.state.scene.fight.turn == turn + 1
    assert book.do(ANN, Done(MARSHA, turn)) == "stale"
    assert book.do(ANN, Done(MARSHA)) == "TURN"
    assert Book().do(ANN, Done(MARSHA, 0)) == "stale"
    assert Book().do(ANN, Done(MARSHA)) == "no-fight"


# -- what waits


def test_while_a_decision_blocks_nothing_but_answers_happens() -> None:
    book = brawl()
    book.do(ANN, Hit(MARSHA, OGRE), 4)
    said = refusal(book, ANN, Try(MARSHA))
    assert said.code == "waiting" and "Ogre" in said.message
    assert refusal(book, BOB, Try(SANTO)).code == "waiting"
    assert refusal(book, ANN, Duck(MARSHA)).code == "not-allowed"
    assert isinstance(book.do(GM, Duck(OGRE), 5), Outcome)
    assert isinstance(book.do(BOB, Try(SANTO), 1, 2, 3, 4), Outcome)
    assert isinstance(book.do(BOB, Try(SANTO), 1, 2, 3, 4), Outcome)  # an open roll blocks nothing


def test_the_refusal_while_somebody_hidden_is_asked_names_the_gm() -> None:
    book = brawl(LURKER)
    book.do(GM, Hit(MARSHA, LURKER), 4)
    said = refusal(book, ANN, Try(MARSHA))
    assert said.code == "waiting" and LURKS not in repr(said) and "the GM" in said.message
    assert LURKS in refusal(book, GM, Try(MARSHA)).message


def test_the_gm_forces_the_newest_decision_or_the_one_named() -> None:
    book = brawl()
    book.do(BOB, Try(SANTO), 1, 2, 3, 4)
    book.do(ANN, Hit(MARSHA, OGRE), 4)
    roll, blow = book.state.scene.pending.values()
    assert book.do(ANN, Force(MARSHA, blow.id)) == "not-gm"
    assert book.do(ANN, Force(CHAIR, blow.id)) == "not-gm"
    assert book.do(GM, Force(CHAIR, blow.id, blow.rev + 1)) == "stale"
    assert book.do(GM, Force(CHAIR, 77)) == "stale"
    book.do(GM, Force(CHAIR))
    assert book.state.sheets[OGRE].hp == 2 and list(book.state.scene.pending) == [roll.id]
    book.do(GM, Force(CHAIR, roll.id, roll.rev))
    assert not book.state.scene.pending
    assert book.do(GM, Force(CHAIR)) == "stale"
    assert book.do(GM, Drop(CHAIR)) == "stale"


def test_the_gm_drops_a_decision_with_no_effect() -> None:
    book = brawl()
    book.do(ANN, Hit(MARSHA, OGRE), 4)
    (blow,) = book.state.scene.pending.values()
    assert book.do(ANN, Drop(CHAIR, blow.id)) == "not-gm"
    assert book.do(ANN, Drop(SELF, blow.id)) == "not-gm"
    assert book.do(GM, Drop(CHAIR, blow.id, 1)) == "stale"
    book.do(GM, Drop(CHAIR, blow.id))
    assert not book.state.scene.pending and book.state.sheets[OGRE].hp == 6


def test_two_answer_in_secret_and_the_last_settles() -> None:
    book = Book()
    book.do(ANN, Dare(MARSHA, SANTO))
    (duel,) = book.state.scene.pending.values()
    assert duel.by == (MARSHA, SANTO)
    book.do(BOB, Stake(SANTO, 1, duel.id, duel.rev))
    assert book.state.scene.pending[duel.id].by == (MARSHA,)
    assert book.do(BOB, Stake(SANTO, 2, duel.id)) == "not-yours"
    assert book.do(BOB, Stake(SANTO, 2)) == "not-allowed"
    book.do(ANN, Stake(MARSHA, 3))
    assert (book.state.sheets[MARSHA].points, book.state.sheets[SANTO].points) == (3, 3)


# -- a refusal after a draw is a mistake in the rules


class Cheat(Game):
    def play(self, step: object, move: Move) -> None:
        from mechanics.game import Refused

        step.draw(1, 6)  # type: ignore[attr-defined]
        raise Refused("RULE", "Too late.")


def test_refusing_after_a_draw_is_an_error_and_writing_before_a_refusal_is_not() -> None:
    with pytest.raises(RuntimeError, match="refused RULE after dice were drawn"):
        perform(Cheat(), table(), ANN, Try(MARSHA), ScriptedDice([3]), 2)
    book = Book()
    before = book.state
    assert book.do(ANN, Dare(MARSHA, MARSHA)) == "FUNDS"
    assert book.state is before
