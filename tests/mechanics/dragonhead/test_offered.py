"""What is offered to whom: the buttons of a scene where everything is open (DH-MOJO-06, -14; DH-ACT-08)."""

import pytest

from mechanics.campaign import BeginSession, EndSession, JoinSession, StartSession
from mechanics.game import CHAIR, SELF, Caller, Id, Move
from mechanics.games.all import GAMES
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.moves import (
    AnswerVersus,
    BreakTie,
    Check,
    ChipIn,
    DropDraft,
    Finish,
    Fudge,
    Heal,
    Hurt,
    Keep,
    NewDraft,
    RollScores,
    Sleep,
    Spend,
    Versus,
)
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.sheet import Draft
from mechanics.offers import offers
from tests.mechanics.dragonhead.dh_table import DM, MARSHA, ORC, PAT, QUIN, SANTO, Book, table


def scene(rulings: Rulings | None = None) -> tuple[Book, dict[str, tuple[int, int]]]:
    """Marsha's roll, the orc's, a tie of Marsha against 5, a price, and Santo challenged by Marsha."""
    book, open_ = Book(table({"p": 5, "q": 2, "d": 4}, rulings=rulings)), {}
    for name, caller, move, faces in (
        ("roll", PAT, Check(MARSHA, "luck"), (4,)),
        ("orc", DM, Check(ORC, "luck"), (4,)),
        ("tie", PAT, Versus(MARSHA, "luck", vs=5), (5,)),
        ("price", PAT, Spend(who=(MARSHA,), mine=1), ()),
        ("asked", PAT, Versus(MARSHA, "luck", target=SANTO), (3,)),
    ):
        book.do(caller, move, *faces)
        open_[name] = book.newest()
    (open_["mine"],) = [(p.id, p.rev) for p in book.state.scene.pending.values() if p.id == open_["asked"][0] - 1]
    return book, open_


def allowed(book: Book, caller: Caller, actor: Id) -> list[Move]:
    return [o.move for o in offers(DRAGONHEAD, book.state, caller, actor) if o.refusal is None]


def always(i: Id) -> list[Move]:
    names = ("muscle", "constitution", "dexterity", "intellect", "wisdom", "charisma", "spirit", "magic", "luck")
    return [*(Check(i, name) for name in names), Hurt(i, 1), Heal(i, 1), Sleep(i), Spend(who=(i,))]


@pytest.mark.rule("DH-MOJO-06")
@pytest.mark.rule("DH-ACT-08")
def test_a_roller_may_fudge_keep_and_break_ties() -> None:
    book, at = scene()
    assert allowed(book, PAT, MARSHA) == [
        *always(MARSHA),
        Fudge(MARSHA, *at["roll"]),
        Keep(MARSHA, *at["roll"]),
        Fudge(MARSHA, *at["tie"]),
        Keep(MARSHA, *at["tie"]),
        BreakTie(MARSHA, *at["tie"]),
        Fudge(MARSHA, *at["mine"]),
        Keep(MARSHA, *at["mine"]),
    ]


@pytest.mark.rule("DH-ACT-08")
def test_who_is_challenged_may_answer() -> None:
    book, at = scene()
    assert allowed(book, QUIN, SANTO) == [*always(SANTO), AnswerVersus(SANTO, *at["asked"])]


@pytest.mark.rule("DH-MOJO-14")
def test_a_person_may_chip_in_for_others() -> None:
    book, at = scene()
    own = [NewDraft(), Spend(on="gift of the gods"), Spend(on="dream sequence")]
    assert allowed(book, PAT, SELF) == [
        *own,
        ChipIn(SELF, *at["orc"]),
        ChipIn(SELF, *at["price"]),
        Keep(SELF, *at["price"]),
    ]
    assert allowed(book, QUIN, SELF) == [*own, *(ChipIn(SELF, *at[n]) for n in ("roll", "orc", "tie", "price", "mine"))]


@pytest.mark.rule("DH-MOJO-06")
def test_the_chair_has_the_creatures_rolls_and_the_session() -> None:
    book, at = scene()
    assert allowed(book, DM, CHAIR) == [
        EndSession(CHAIR),
        Fudge(CHAIR, *at["orc"]),
        Keep(CHAIR, *at["orc"]),
        BreakTie(CHAIR, *at["tie"]),
        Keep(CHAIR, *at["price"]),
    ]
    assert allowed(book, DM, ORC) == [*always(ORC), Fudge(ORC, *at["orc"]), Keep(ORC, *at["orc"])]
    assert allowed(book, PAT, CHAIR) == []


@pytest.mark.rule("DH-MOJO-06")
def test_by_ruling_everybody_is_offered_every_fudge() -> None:
    book, at = scene(Rulings(fudge_by="anyone"))
    fudges = [m for m in allowed(book, QUIN, SELF) if isinstance(m, Fudge)]
    assert fudges == [Fudge(SELF, *at[n]) for n in ("roll", "orc", "tie", "mine")]
    assert not any(isinstance(m, Fudge) for m in allowed(scene()[0], QUIN, SELF))


@pytest.mark.rule("DH-BASE-06")
def test_the_session_moves_follow_the_session() -> None:
    book = Book()
    assert allowed(book, DM, CHAIR) == [StartSession(CHAIR, at=0)]
    assert allowed(book, PAT, SELF) == [NewDraft()]
    book.do(DM, StartSession(CHAIR, at=77))
    assert allowed(book, PAT, SELF) == [JoinSession(SELF), NewDraft()]
    book.do(PAT, JoinSession(SELF))
    assert allowed(book, DM, CHAIR) == [EndSession(CHAIR), BeginSession(CHAIR, at=77)]


def test_a_draft_is_offered_its_own_moves_only() -> None:
    book = Book(table(marsha={"draft": Draft()}))
    assert list(DRAGONHEAD.candidates(book.state, MARSHA)) == [RollScores(MARSHA), Finish(MARSHA), DropDraft(MARSHA)]


@pytest.mark.rule("DH-ACT-08")
def test_every_kind_of_decision_has_a_default() -> None:
    book, at = scene()
    found = [DRAGONHEAD.default(book.state, p) for p in book.state.scene.pending.values()]
    assert found == [
        Keep(CHAIR, *at["roll"]),
        Keep(CHAIR, *at["orc"]),
        BreakTie(CHAIR, *at["tie"]),
        Keep(CHAIR, *at["price"]),
        Keep(CHAIR, *at["mine"]),
        AnswerVersus(SANTO, *at["asked"]),
    ]


def test_the_list_of_games() -> None:
    assert GAMES["dragonhead"] is DRAGONHEAD
    assert all(key == game.key for key, game in GAMES.items())
