"""The moves on a table's life: founding, channels, GMs, who plays whom, the evening; each refusal, what is written."""

import pytest
from msgspec.structs import replace

from mechanics.campaign import (
    BeginSession,
    Bind,
    Campaign,
    EndSession,
    Found,
    JoinSession,
    MakeGm,
    Name,
    Person,
    RemindSession,
    StartSession,
    TakeOver,
    Use,
)
from mechanics.dice import ScriptedDice
from mechanics.facts import show
from mechanics.game import CHAIR, SELF, Caller, Id, Move
from mechanics.shared import enrol, meet
from mechanics.state import Scene
from mechanics.step import Step
from tests.mechanics.toy import Pools, Rulings, Sheet, Toy
from tests.mechanics.toy_table import ANN, BOB, GM, LURKER, MARSHA, OGRE, SANTO, Book, table

HOST = Caller("9", name="Hana", manages=True)
EIGHT_PM = 20 * 3600


def blank() -> Toy:
    state: Toy = Toy(Campaign(), Rulings(), {}, None, Scene())
    return state


def quiet() -> Book:
    """The table with no session open."""
    return Book(replace(table(), session=None))


def told(book: Book) -> list[str]:
    return [show(fact, book.state) for fact in book.entries[-1].facts]


# -- founding


def test_founding_names_the_campaign_and_makes_its_founder_gm() -> None:
    book = Book(blank(), first=1)
    book.do(HOST, Found(SELF, "  The  Tomb ", "toy", "55"))
    kept = book.state.campaign
    assert (kept.name, kept.game, kept.gms, kept.channels) == ("The Tomb", "toy", ("9",), ("55",))
    assert kept.people == {"9": Person("Hana")}
    assert told(book) == ["Hana founds the campaign and is its GM."]
    assert book.do(HOST, Found(SELF, "Again", "toy", "56")) == "already-bound"


def test_founding_takes_a_right_and_a_name() -> None:
    book = Book(blank(), first=1)
    assert book.do(replace(HOST, manages=False), Found(SELF, "The Tomb", "toy", "55")) == "not-allowed"
    assert book.do(HOST, Found(SELF, " ", "toy", "55")) == "bad-value"
    assert book.do(HOST, Found(SELF, "x" * 81, "toy", "55")) == "too-long"
    assert book.state == blank()


# -- channels


def test_channels_are_bound_and_released() -> None:
    book = Book()
    book.do(GM, Bind(CHAIR, "there"))
    assert book.state.campaign.channels == ("here", "there")
    assert book.do(GM, Bind(CHAIR, "there")) == "already-bound"
    book.do(GM, Bind(CHAIR, "here", release=True))
    assert book.state.campaign.channels == ("there",)
    assert told(book) == ["The campaign is no longer played here."]
    assert book.do(GM, Bind(CHAIR, "here", release=True)) == "unknown"


# -- GMs


def test_gms_come_and_go_but_one_stays() -> None:
    book = Book()
    book.do(GM, MakeGm(CHAIR, "3", "Bobby"))
    assert book.state.campaign.gms == ("1", "3")
    assert book.state.campaign.people["3"] == Person("Bobby", SANTO)  # whom they play stays
    assert told(book) == ["Bobby is GM from now on."]
    assert book.do(GM, MakeGm(CHAIR, "3", "Bobby")) == "already-in"
    book.do(GM, MakeGm(CHAIR, "1", "Gina", remove=True))
    assert book.state.campaign.gms == ("3",)
    assert told(book) == ["Gina is no longer GM."]
    assert book.do(GM, MakeGm(CHAIR, "1", "Gina", remove=True)) == "unknown"
    assert book.do(GM, MakeGm(CHAIR, "3", "Bobby", remove=True)) == "not-allowed"


def test_a_role_is_gm_under_its_own_name() -> None:
    book = Book()
    book.do(GM, MakeGm(CHAIR, "role:77", "Wardens"))
    assert book.state.campaign.gms == ("1", "role:77")
    assert book.state.campaign.people["role:77"] == Person("Wardens")
    assert told(book) == ["Wardens is GM from now on."]


def test_taking_over_takes_manage_server_and_is_told() -> None:
    book = Book()
    assert book.do(ANN, TakeOver(SELF)) == "not-allowed"
    assert book.do(replace(GM, manages=True), TakeOver(SELF)) == "already-in"
    book.do(HOST, TakeOver(SELF))
    assert book.state.campaign.gms == ("1", "9")
    assert told(book) == ["Hana takes the campaign over and is GM from now on."]
    assert book.do(HOST, TakeOver(SELF)) == "already-in"


# -- who plays whom


def second_character(**more: object) -> Book:
    start = table()
    names = {**start.campaign.names, Id("c6"): Name("Megan", "2", **more)}  # type: ignore[arg-type]
    sheets = {**start.sheets, Id("c6"): Sheet("Megan", "2")}
    return Book(replace(start, campaign=replace(start.campaign, names=names), sheets=sheets))


def test_one_says_whom_one_plays() -> None:
    book = second_character()
    assert book.do(ANN, Use(MARSHA)) == "already-in"
    book.do(ANN, Use(Id("c6")))
    assert book.state.campaign.people["2"] == Person("Ann", Id("c6"))
    assert told(book) == ["Ann plays Megan from now on."]
    assert book.do(BOB, Use(Id("c6"))) == "not-yours"
    assert book.do(GM, Use(Id("c6"))) == "not-yours"  # a GM may act for it, yet it is not theirs to play
    assert book.do(ANN, Use(OGRE)) == "not-yours"
    book.do(GM, Use(OGRE))
    assert book.state.campaign.people["1"].active == OGRE
    assert book.do(ANN, Use(Id("c77"))) == "unknown"


def test_one_plays_neither_a_draft_nor_somebody_retired() -> None:
    assert second_character(kind="draft").do(ANN, Use(Id("c6"))) == "not-allowed"
    assert second_character(retired=True).do(ANN, Use(Id("c6"))) == "not-allowed"


# -- the evening


@pytest.mark.rule("DH-BASE-06")
def test_one_session_at_a_time_and_only_an_open_one_ends() -> None:
    book = quiet()
    assert book.do(GM, EndSession(CHAIR)) == "no-session"
    book.do(GM, StartSession(CHAIR, EIGHT_PM))
    assert book.do(GM, StartSession(CHAIR, EIGHT_PM + 1)) == "session-open"
    assert (book.state.session.number, book.state.session.lobby) == (2, True)
    assert book.state.campaign.sessions == 2
    assert told(book) == ["Session 2 gathers."]
    book.do(GM, EndSession(CHAIR))
    assert book.state.session is None and told(book) == ["The session is over."]
    book.do(GM, StartSession(CHAIR, EIGHT_PM))
    assert book.state.session.number == 3


@pytest.mark.rule("DH-BASE-06")
def test_three_hours_after_it_began_there_is_one_reminder() -> None:
    book = quiet()
    book.do(GM, StartSession(CHAIR, EIGHT_PM - 3600))
    book.do(ANN, JoinSession(SELF))
    assert book.do(GM, RemindSession(CHAIR, EIGHT_PM + 9 * 3600)) == "stale"  # a lobby is no session yet
    book.do(GM, BeginSession(CHAIR, EIGHT_PM), 2, 1)
    assert book.do(GM, RemindSession(CHAIR, EIGHT_PM + 2 * 3600 + 59 * 60)) == "stale"  # 22:59
    assert book.do(GM, RemindSession(CHAIR, EIGHT_PM + 3 * 3600 - 1)) == "stale"
    book.do(GM, RemindSession(CHAIR, EIGHT_PM + 3 * 3600))  # 23:00
    assert told(book) == ["This session has run for three hours: time to end it, or to start a new one."]
    assert book.do(GM, RemindSession(CHAIR, EIGHT_PM + 3 * 3600 + 30 * 60)) == "stale"  # 23:30
    assert book.state.session is not None  # it never ends by itself
    book.do(GM, EndSession(CHAIR))
    assert book.do(GM, RemindSession(CHAIR, EIGHT_PM + 4 * 3600)) == "no-session"


def test_who_is_here_in_order_gms_last_and_the_game_fills_its_pools() -> None:
    book = quiet()
    assert book.do(ANN, JoinSession(SELF)) == "no-session"
    book.do(GM, StartSession(CHAIR, EIGHT_PM))
    assert book.do(GM, BeginSession(CHAIR, EIGHT_PM)) == "too-few"
    book.do(GM, JoinSession(SELF))
    assert book.do(GM, BeginSession(CHAIR, EIGHT_PM)) == "too-few"  # a GM alone is no player
    book.do(BOB, JoinSession(SELF))
    book.do(ANN, JoinSession(SELF))
    assert told(book) == ["Ann is here."]
    assert book.do(ANN, JoinSession(SELF)) == "already-in"
    assert (book.state.session.present, book.state.session.gms) == (("1", "3", "2"), ("1",))
    book.do(GM, BeginSession(CHAIR, EIGHT_PM + 60), 3, 1, 2)
    session = book.state.session
    assert (session.present, session.gms, session.lobby) == (("3", "2", "1"), ("1",), False)
    assert session.opened_at == EIGHT_PM + 60
    assert session.more == Pools({"3": 3, "2": 1, "1": 2})
    assert told(book) == ["Session 2 begins.", "Bob: coins 0 → 3", "Ann: coins 0 → 1", "Gina: coins 0 → 2"]
    assert book.do(GM, BeginSession(CHAIR, EIGHT_PM)) == "session-open"
    late = Caller("8", name="Lee")
    book.do(late, JoinSession(SELF))
    assert told(book) == ["Lee is here. The session runs already."]
    assert book.state.campaign.people["8"] == Person("Lee")
    assert book.state.session.present == ("3", "2", "1", "8")


def test_the_gm_who_begins_sits_last_even_without_having_said_so() -> None:
    book = quiet()
    book.do(GM, StartSession(CHAIR, EIGHT_PM))
    book.do(ANN, JoinSession(SELF))
    book.do(GM, BeginSession(CHAIR, EIGHT_PM), 2, 1)
    assert (book.state.session.present, book.state.session.gms) == (("2", "1"), ("1",))


def test_beginning_and_ending_need_every_sheet() -> None:
    assert {type(m).__name__ for m in GM_MOVES if m.everyone} == {"BeginSession", "EndSession"}
    assert not Move.everyone


def test_the_game_reacts_to_the_end() -> None:
    from tests.mechanics.toy import Try

    book = Book()
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    assert len(book.state.scene.pending) == 1
    book.do(GM, EndSession(CHAIR))
    assert not book.state.scene.pending


GM_MOVES: list[Move] = [
    Bind(CHAIR, "there"),
    MakeGm(CHAIR, "2", "Ann"),
    StartSession(CHAIR, 1),
    BeginSession(CHAIR, 1),
    EndSession(CHAIR),
    RemindSession(CHAIR, 99_999),
]


@pytest.mark.parametrize("move", GM_MOVES, ids=lambda m: type(m).__name__)
@pytest.mark.parametrize("actor", [CHAIR, SELF, MARSHA])
def test_only_a_gm_makes_them_in_whatever_name(move: Move, actor: Id) -> None:
    assert Book().do(ANN, replace(move, actor=actor)) == "not-gm"


def test_shared_moves_are_made_while_a_decision_waits() -> None:
    from tests.mechanics.toy import Dare, Try

    book = Book()
    book.do(ANN, Dare(MARSHA, SANTO))
    assert book.do(ANN, Try(MARSHA)) == "waiting"
    book.do(GM, Bind(CHAIR, "there"))
    book.do(GM, EndSession(CHAIR))


# -- joining the campaign


def step(entry: int = 7, caller: Caller = ANN) -> "Step[Rulings, Sheet, Pools, object, object, object]":
    return Step(table(), caller, ScriptedDice(), entry)  # type: ignore[arg-type]


def test_meeting_somebody_keeps_the_last_name_seen() -> None:
    known = step(caller=Caller("2", name="Annie"))
    assert meet(known) == "2" and known.state.campaign.people["2"] == Person("Annie", MARSHA)
    nameless = step(caller=Caller("2"))
    before = nameless.state
    assert meet(nameless) == "2" and nameless.state is before
    new = step(caller=Caller("8"))
    assert meet(new) == "8" and new.state.campaign.people["8"] == Person("somebody")


def test_a_new_sheet_gets_an_id_of_its_entry_and_the_first_is_played() -> None:
    new = step(caller=Caller("8", name="Lee"))
    first = enrol(new, Sheet("Lia", "8"))
    second = enrol(new, Sheet("Lio", "8"))
    creature = enrol(new, Sheet("Lia", "gm"), "npc")
    assert (first, second, creature) == ("c7", "c7-1", "c7-2")
    assert new.state.campaign.people["8"] == Person("Lee", first)
    assert new.state.campaign.names[second] == Name("Lio", "8")
    assert new.state.campaign.names[creature] == Name("Lia", "gm", "npc", unmet=True)
    assert new.state.sheets[second] == Sheet("Lio", "8")


def test_a_name_that_is_taken_joins_only_as_a_draft() -> None:
    from mechanics.game import Refused

    new = step()
    with pytest.raises(Refused) as refused:
        enrol(new, Sheet("marsha", "2"))
    assert refused.value.refusal.code == "name-taken"
    draft = enrol(new, Sheet("marsha", "2"), "draft")
    assert new.state.campaign.names[draft].kind == "draft"
    assert new.state.campaign.people["2"].active == MARSHA
    with pytest.raises(Refused):
        enrol(new, new.state.sheets[draft], i=draft)
    done = replace(new.state.sheets[draft], name="Marsh")
    assert enrol(new, done, i=draft) == draft
    assert new.state.campaign.names[draft] == Name("Marsh", "2")


def test_after_ones_character_retired_the_next_is_played() -> None:
    new = step()
    names = {**new.state.campaign.names, MARSHA: Name("Marsha", "2", retired=True)}
    new.set_campaign(names=names)
    i = enrol(new, Sheet("Marsha", "2"))
    assert new.state.campaign.people["2"].active == i


def test_creatures_stay_out_of_the_way_of_the_players() -> None:
    assert LURKER in table().sheets and OGRE in table().sheets
    new = step(caller=GM)
    enrol(new, Sheet("Imp", "gm"), "npc")
    assert new.state.campaign.people["1"].active is None
