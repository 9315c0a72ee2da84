"""The evening to come: planned by a GM, answered by anybody, reminded of once, an hour before."""

from typing import Any

import msgspec
import pytest

from mechanics.campaign import AnswerPlan, Campaign, Plan, PlanSession, Redo, RemindPlan, StartSession, Undo
from mechanics.facts import show
from mechanics.game import CHAIR, SELF, Caller, Move
from mechanics.record import entry_like
from tests.mechanics.toy import Dare, Game
from tests.mechanics.toy_table import ANN, BOB, GM, MARSHA, SANTO, Book

HOUR = 3600
NOON = 12 * HOUR
EIGHT_PM = 20 * HOUR
PLANNED = PlanSession(CHAIR, EIGHT_PM, NOON, "20:00 UTC", "Europe/Berlin", "bring {0} dice")


def planned(*answers: tuple[Caller, Any]) -> Book:
    book = Book()
    book.do(GM, PLANNED)
    for caller, answer in answers:
        book.do(caller, AnswerPlan(SELF, answer, EIGHT_PM))
    return book


def told(book: Book) -> list[str]:
    return [show(fact, book.state) for fact in book.entries[-1].facts]


def plan(book: Book) -> Plan:
    found: Plan = book.state.campaign.plan
    return found


def test_a_gm_plans_and_planning_again_replaces_the_plan_with_its_answers() -> None:
    book = planned((ANN, "yes"))
    assert plan(book) == Plan(EIGHT_PM, "bring {0} dice", "Europe/Berlin", {"2": "yes"})
    assert book.do(GM, PLANNED) == "already-in"
    book.do(GM, PlanSession(CHAIR, EIGHT_PM + HOUR, NOON, "21:00 UTC", "UTC"))
    assert plan(book) == Plan(EIGHT_PM + HOUR, "", "UTC")
    assert told(book) == ["Gina plans the next session: 21:00 UTC."]


@pytest.mark.parametrize("change", [{"at": EIGHT_PM + 60}, {"note": "dice"}, {"zone": "UTC"}])
def test_whatever_differs_makes_another_plan(change: dict[str, Any]) -> None:
    book = planned((ANN, "yes"))
    book.do(GM, msgspec.structs.replace(PLANNED, **change))
    assert plan(book).answers == {}


def test_a_past_time_is_refused() -> None:
    book = Book()
    for at in (NOON - 1, NOON):
        assert book.do(GM, PlanSession(CHAIR, at, NOON, "noon")) == "bad-value"
    assert book.state.campaign.plan is None
    book.do(GM, PlanSession(CHAIR, NOON + 1, NOON, "noon"))
    assert plan(book).at == NOON + 1


def test_everybody_answers_for_themselves_and_may_think_again() -> None:
    book = planned((BOB, "yes"), (ANN, "maybe"), (GM, "no"))
    assert told(book) == ["Gina does not come."]
    assert list(plan(book).answers.items()) == [("3", "yes"), ("2", "maybe"), ("1", "no")]
    assert book.do(ANN, AnswerPlan(SELF, "maybe", EIGHT_PM)) == "already-in"
    book.do(ANN, AnswerPlan(SELF, "yes", EIGHT_PM))
    assert told(book) == ["Ann is in."]
    book.do(BOB, AnswerPlan(SELF, "maybe", EIGHT_PM))
    assert told(book) == ["Bob may come."]
    assert list(plan(book).answers.items()) == [("3", "maybe"), ("2", "yes"), ("1", "no")]
    assert [plan(book).who(word) for word in ("yes", "maybe", "no")] == [("2",), ("3",), ("1",)]


def test_a_newcomer_is_known_by_the_name_people_see() -> None:
    book = planned((Caller("8", name="Lee"), "yes"))
    assert told(book) == ["Lee is in."]
    assert book.state.campaign.people["8"].name == "Lee"


def test_an_answer_to_another_time_is_stale() -> None:
    book = Book()
    assert book.do(ANN, AnswerPlan(SELF, "yes", EIGHT_PM)) == "stale"
    book.do(GM, PLANNED)
    for at in (EIGHT_PM - 1, EIGHT_PM + 1):
        assert book.do(ANN, AnswerPlan(SELF, "yes", at)) == "stale"
    assert plan(book).answers == {}


def test_one_reminder_within_the_hour_before() -> None:
    book = planned((ANN, "yes"), (BOB, "yes"), (GM, "maybe"))
    for at in (NOON, EIGHT_PM - HOUR - 1, EIGHT_PM, EIGHT_PM + 1):
        assert book.do(GM, RemindPlan(CHAIR, at)) == "stale"
    book.do(GM, RemindPlan(CHAIR, EIGHT_PM - HOUR))
    assert plan(book).reminded
    assert told(book) == ["The planned session is near; reminded of it: 2."]
    assert book.do(GM, RemindPlan(CHAIR, EIGHT_PM - HOUR + 1)) == "stale"


def test_a_reminder_may_come_until_the_last_second() -> None:
    book = planned()
    book.do(GM, RemindPlan(CHAIR, EIGHT_PM - 1))
    assert plan(book).reminded


def test_nothing_planned_is_nothing_to_remind_of() -> None:
    assert Book().do(GM, RemindPlan(CHAIR, EIGHT_PM)) == "stale"


@pytest.mark.parametrize(("ahead", "needless"), [(HOUR - 1, True), (HOUR, True), (HOUR + 1, False)])
def test_who_answers_within_the_hour_needs_no_reminder(ahead: int, needless: bool) -> None:
    book = Book()
    book.do(GM, PlanSession(CHAIR, NOON + ahead, NOON, "soon"))
    assert plan(book).reminded is needless


def test_a_new_plan_reminds_anew() -> None:
    book = planned()
    book.do(GM, RemindPlan(CHAIR, EIGHT_PM - HOUR))
    book.do(GM, PlanSession(CHAIR, 2 * EIGHT_PM, EIGHT_PM, "later"))
    assert not plan(book).reminded


def test_an_evening_that_begins_leaves_the_plan_as_it_is() -> None:
    book = planned((ANN, "yes"))
    before = plan(book)
    book.do(GM, StartSession(CHAIR, EIGHT_PM))
    assert plan(book) == before


def test_plans_and_answers_are_taken_back_and_put_in_force_again() -> None:
    book = planned((ANN, "yes"))
    before = book.state
    book.do(GM, PlanSession(CHAIR, EIGHT_PM + HOUR, NOON, "21:00 UTC"))
    after = book.state
    book.do(GM, Undo(CHAIR))
    assert book.state == before
    book.do(GM, Redo(CHAIR))
    assert book.state == after
    book.do(GM, Undo(CHAIR))
    book.do(GM, Undo(CHAIR))  # Ann's answer
    assert plan(book).answers == {}
    book.do(GM, Redo(CHAIR))
    assert plan(book).answers == {"2": "yes"}


def test_a_plan_that_was_answered_is_taken_back_after_its_answers() -> None:
    book = planned((ANN, "yes"))
    n = book.entries[0].n
    assert book.do(GM, Undo(CHAIR, n)) == "stale"
    book.do(GM, Undo(CHAIR))
    book.do(GM, Undo(CHAIR, n))
    assert book.state.campaign.plan is None


@pytest.mark.parametrize("move", [PLANNED, RemindPlan(CHAIR, EIGHT_PM)], ids=lambda m: type(m).__name__)
@pytest.mark.parametrize("actor", [CHAIR, SELF, MARSHA])
def test_only_a_gm_plans(move: Move, actor: Any) -> None:
    assert planned().do(ANN, msgspec.structs.replace(move, actor=actor)) == "not-gm"


def test_planning_and_answering_go_on_while_a_decision_waits() -> None:
    book = Book()
    book.do(ANN, Dare(MARSHA, SANTO))
    book.do(GM, PLANNED)
    book.do(ANN, AnswerPlan(SELF, "no", EIGHT_PM))
    assert plan(book).answers == {"2": "no"}


def test_what_is_stored_is_read_back_and_an_impossible_time_is_not() -> None:
    book = planned((ANN, "yes"))
    for entry in book.entries:
        assert msgspec.json.decode(msgspec.json.encode(entry), type=entry_like(Game().moves)).move == entry.move  # type: ignore[attr-defined]
    data = msgspec.json.encode(book.state.campaign)
    assert msgspec.json.decode(data, type=Campaign) == book.state.campaign
    for wrong in (b'"at":-1', b'"at":1099511627777'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(data.replace(b'"at":72000', wrong), type=Campaign)
