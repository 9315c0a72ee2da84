"""What mojos buy beside Divine Wind, from the ledger's vectors (DH-MOJO-05, DH-MOJO-09 to -14)."""

import pytest
from msgspec.structs import replace

from mechanics.campaign import EndSession
from mechanics.facts import Asked
from mechanics.game import CHAIR, Caller, Force, Id, Move
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.moves import (
    AcceptStory,
    Award,
    ChipIn,
    Hurt,
    NewDraft,
    Override,
    RefuseStory,
    Sleep,
    Spend,
)
from mechanics.games.dragonhead.pending import Purse, Story
from mechanics.games.dragonhead.play.spending import EFFECTS
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.sheet import Gear, Hinder, Spell
from mechanics.record import undo
from tests.mechanics.dragonhead.dh_table import DM, MARSHA, ORC, PAT, QUIN, SANTO, Book, changes, notes, table

DEAD = {"wear": 14, "tear": 12}


@pytest.mark.rule("DH-MOJO-05")
def test_the_prices_of_the_rules() -> None:
    assert EFFECTS == {
        "divine wind": 2,
        "premonition": 3,
        "gift of the gods": 5,
        "resurrection": 7,
        "dream sequence": 9,
        "act of god": 12,
    }


# -- stories -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-MOJO-09")
def test_premonition_takes_3_and_waits_for_the_dm() -> None:
    book = Book(table({"p": 3, "d": 4}))
    facts = book.do(PAT, Spend(on="premonition", who=(MARSHA,), note="She packed a rope."))
    assert book.pool == {"p": 0, "d": 4} and book.bowl == 3
    assert notes(facts) == ["Premonition for {0}: 3 mojos.", "She packed a rope."]
    assert [f.what for f in facts if isinstance(f, Asked)] == ["accept or refuse Premonition"]
    assert changes(facts, "pool") == [("p", 3, 0)]
    assert book.open(Story) == [Story(1, "premonition", (MARSHA,), {"p": 3}, "She packed a rope.")]
    assert notes(book.do(DM, AcceptStory(CHAIR, *book.newest()))) == ["The DM accepts: Premonition happens."]
    assert book.pool == {"p": 0, "d": 4} and not book.state.scene.pending


@pytest.mark.rule("DH-MOJO-09")
def test_premonition_needs_its_price_and_a_note() -> None:
    book = Book(table({"p": 2}))
    assert book.refused(PAT, Spend(on="premonition", note="a rope")) == "FUNDS"
    assert book.refused(PAT, Spend(on="premonition", note=" ")) == "UNKNOWN"
    book = Book(table({"p": 3}))
    assert book.refused(PAT, Spend(on="premonition")) == "UNKNOWN"


@pytest.mark.rule("DH-MOJO-10")
@pytest.mark.rule("DH-MOJO-14")
def test_a_gift_of_the_gods_is_pooled_from_3_and_2() -> None:
    book = Book(table({"p": 3, "q": 2, "d": 0}))
    book.do(PAT, Spend(on="gift-of-the-gods"))
    assert book.open(Purse)[0].shares == {"p": 3} and book.pool["p"] == 3
    at = book.newest()[0]
    book.do(QUIN, ChipIn(pending=at))
    assert not book.open(Story)
    facts = book.do(QUIN, ChipIn(pending=at))
    assert book.pool == {"p": 0, "q": 0, "d": 0}
    assert notes(facts) == ["Gift Of The Gods: 5 mojos."]
    assert book.open(Story)[0].shares == {"p": 3, "q": 2} and not book.open(Purse)


@pytest.mark.rule("DH-MOJO-05")
def test_what_the_dm_refuses_gives_every_contributor_their_mojos_back() -> None:
    book = Book(table({"p": 9, "q": 4, "d": 1}))
    book.do(DM, Spend(on="act of god", shares={"p": 9, "q": 3}))
    assert book.pool == {"p": 0, "q": 1, "d": 1} and book.bowl == 12
    facts = book.do(DM, RefuseStory(CHAIR, *book.newest()))
    assert changes(facts, "pool") == [("p", 0, 9), ("q", 1, 4)]
    assert book.pool == {"p": 9, "q": 4, "d": 1} and book.bowl == 0 and not book.state.scene.pending
    assert notes(facts) == ["The DM refuses Act Of God."]


@pytest.mark.rule("DH-MOJO-05")
def test_only_a_dm_accepts_or_refuses_in_whoevers_name() -> None:
    book = Book(table({"p": 5, "q": 4, "d": 1}))
    book.do(PAT, Spend(on="gift of the gods"))
    at = book.newest()
    for actor in (CHAIR, MARSHA):
        assert book.refused(PAT, AcceptStory(actor, *at)) == "not-gm"
        assert book.refused(PAT, RefuseStory(actor, *at)) == "not-gm"
    book.do(DM, Force(CHAIR, *at))
    assert book.refused(DM, AcceptStory(CHAIR, *at)) == "stale"
    assert book.refused(DM, RefuseStory(CHAIR)) == "not-allowed"


@pytest.mark.rule("DH-MOJO-05")
def test_after_the_session_there_is_nothing_to_give_back() -> None:
    book = Book(table({"p": 5, "d": 1}))
    book.do(PAT, Spend(on="gift of the gods"))
    at = book.newest()
    book.do(DM, EndSession(CHAIR))
    assert changes(book.do(DM, RefuseStory(CHAIR, *at)), "pool") == []


@pytest.mark.rule("DH-MOJO-13")
def test_an_act_of_god_from_one_pool_of_12() -> None:
    book = Book(table({"p": 12, "d": 0}))
    book.do(PAT, Spend(on="act of god", note="The dam breaks."))
    assert book.pool == {"p": 0, "d": 0} and book.open(Story)[0].on == "act of god"


@pytest.mark.rule("DH-MOJO-13")
@pytest.mark.rule("DH-MOJO-14")
@pytest.mark.parametrize(
    ("pools", "shares", "code"),
    [
        ({"p": 5, "q": 4, "d": 3}, {"p": 5, "q": 4, "d": 3}, ""),
        ({"p": 5, "q": 4, "d": 3}, {"p": 5, "q": 4, "d": 2}, "FUNDS"),
        ({"p": 7, "q": 6, "d": 3}, {"p": 7, "q": 6}, "RANGE"),
        ({"p": 4, "q": 7, "d": 3}, {"p": 5, "q": 7}, "FUNDS"),
    ],
)
def test_paying_twelve_together(pools: dict[str, int], shares: dict[str, int], code: str) -> None:
    book = Book(table(pools))
    move = Spend(on="act of god", shares=shares)
    if code:
        assert book.refused(DM, move) == code and book.pool == pools
    else:
        book.do(DM, move)
        assert book.pool == {"p": 0, "q": 0, "d": 0}


@pytest.mark.rule("DH-MOJO-05")
def test_stories_name_nobody_twice_and_no_unfinished_character() -> None:
    book = Book(table({"p": 12, "d": 0}))
    assert book.refused(PAT, Spend(on="act of god", who=(MARSHA, MARSHA))) == "RANGE"
    assert book.refused(PAT, Spend(on="a cup of tea")) == "UNKNOWN"
    book.do(PAT, NewDraft())
    assert book.refused(PAT, Spend(on="act of god", who=(Id("c2-1"),))) == "STATE"
    assert book.refused(PAT, Spend(on="act of god", note="x" * 201)) == "too-long"


# -- Resurrection ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-MOJO-11")
@pytest.mark.parametrize(("keep", "caller"), [(0, PAT), (2, DM)])
def test_the_dead_live_again(keep: int, caller: Caller) -> None:
    book = Book(table({"p": 7, "d": 7}, marsha={**DEAD, "scar": 5, "rests_used": 4}))
    assert book.circles() == (14, 12, 5, "dead")
    facts = book.do(caller, Spend(on="resurrection", who=(MARSHA,), keep_scars=keep))
    assert book.circles() == (keep, keep, keep, "awake")
    assert book.pool[caller.user] == 0
    assert book.state.sheets[MARSHA].rests_used == 4
    assert notes(facts) == ["Resurrection for {0}: 7 mojos.", "{0} lives again."]


@pytest.mark.rule("DH-MOJO-11")
def test_killed_otherwise_counts_as_dead_and_by_ruling_scars_stay() -> None:
    marsha = {"killed": True, "wear": 9, "tear": 4, "scar": 3}
    book = Book(table({"p": 7}, rulings=Rulings(resurrection_scars="all"), marsha=marsha))
    book.do(PAT, Spend(on="resurrection", who=(MARSHA,)))
    assert book.circles() == (3, 3, 3, "awake") and not book.state.sheets[MARSHA].killed


@pytest.mark.rule("DH-MOJO-11")
@pytest.mark.parametrize(
    ("move", "caller", "code"),
    [
        (Spend(on="resurrection", who=(SANTO,)), PAT, "STATE"),
        (Spend(on="resurrection"), PAT, "RANGE"),
        (Spend(on="resurrection", who=(MARSHA, SANTO)), PAT, "RANGE"),
        (Spend(on="resurrection", who=(MARSHA,), keep_scars=1), PAT, "not-gm"),
        (Spend(on="divine wind", who=(SANTO,), keep_scars=1), DM, "not-gm"),
        (Spend(on="resurrection", who=(MARSHA,), keep_scars=11), DM, "RANGE"),
        (Spend(on="resurrection", who=(MARSHA,), keep_scars=-1), DM, "RANGE"),
    ],
)
def test_resurrection_refused_costs_nothing(move: Move, caller: Caller, code: str) -> None:
    book = Book(table({"p": 7, "d": 7}, marsha=DEAD))
    assert book.refused(caller, move) == code and book.pool == {"p": 7, "d": 7}


@pytest.mark.rule("DH-MOJO-11")
def test_whoever_lives_again_meanwhile_is_not_paid_for() -> None:
    book = Book(table({"p": 6, "q": 1, "d": 0}, marsha=DEAD))
    book.do(PAT, Spend(on="resurrection", who=(MARSHA,)))
    at = book.newest()[0]
    book.do(DM, Override(who=MARSHA, field="tear", value=3))
    assert book.refused(QUIN, ChipIn(pending=at)) == "STATE" and book.pool["p"] == 6


# -- Dream Sequence ----------------------------------------------------------------------------------------------------


def dreamt(rulings: Rulings | None = None) -> Book:
    """Marsha slept at wear 0 with 500 XP; since then much has happened to her and to Santo."""
    then = {"unspent": 500, "spells": (Spell("Haste", 3, state="ready"),), "gear": (Gear("Rope"),), "rests_used": 3}
    book = Book(table({"p": 9, "q": 4, "d": 0}, marsha=then, rulings=rulings))
    book.do(PAT, Sleep(MARSHA))
    book.do(PAT, Hurt(MARSHA, 9))
    book.do(DM, Award(who=(MARSHA, SANTO), xp=400))
    book.do(DM, Hurt(ORC, 3))
    return book


@pytest.mark.rule("DH-MOJO-12")
def test_a_dream_puts_the_party_back_as_it_slept() -> None:
    book = dreamt()
    marsha = book.state.sheets[MARSHA]
    assert (marsha.wear, marsha.unspent, book.state.sheets[SANTO].unspent) == (9, 900, 400)
    book.do(PAT, Spend(on="dream sequence"))
    assert book.state.sheets[MARSHA] == marsha  # nothing before the DM's word
    facts = book.do(DM, AcceptStory(CHAIR, *book.newest()))
    assert (book.state.sheets[MARSHA].wear, book.state.sheets[MARSHA].unspent) == (0, 500)
    assert book.state.sheets[MARSHA].rests_used == 0
    assert book.state.sheets[SANTO].unspent == 0
    assert book.state.sheets[ORC].wear == 3  # no party member
    assert book.pool == {"p": 0, "q": 4, "d": 0} and book.bowl == 9
    assert ("c2", 9, 0) in changes(facts, "wear") and ("c2", 900, 500) in changes(facts, "unspent")


@pytest.mark.rule("DH-MOJO-12")
def test_spells_gear_and_hindrances_are_put_back_but_not_what_people_wrote() -> None:
    book = dreamt()
    marsha = replace(
        book.state.sheets[MARSHA],
        spells=(),
        gear=(),
        hinders=(Hinder("a broken leg", 1),),
        notes="my own words",
        name="Marsha II",
    )
    book.state = replace(book.state, sheets={**book.state.sheets, MARSHA: marsha})
    book.do(PAT, Spend(on="dream sequence"))
    book.do(DM, AcceptStory(CHAIR, *book.newest()))
    marsha = book.state.sheets[MARSHA]
    assert marsha.spells == (Spell("Haste", 3, state="ready"),) and marsha.gear == (Gear("Rope"),)
    assert marsha.hinders == () and marsha.notes == "my own words" and marsha.name == "Marsha II"


@pytest.mark.rule("DH-MOJO-12")
def test_a_dream_itself_can_be_taken_back() -> None:
    book = dreamt()
    book.do(PAT, Spend(on="dream sequence"))
    before = book.state
    book.do(DM, AcceptStory(CHAIR, *book.newest()))
    back = undo(DRAGONHEAD, book.state, book.entries, book.entries[-1].n)
    assert back == before and not isinstance(back, list) and back.sheets[MARSHA].wear == 9


@pytest.mark.rule("DH-MOJO-12")
@pytest.mark.parametrize("rulings", [None, Rulings(dream_sequence="story")])
def test_without_a_sleep_or_by_ruling_it_is_a_story_only(rulings: Rulings | None) -> None:
    book = dreamt(rulings) if rulings else Book(table({"p": 9}, marsha={"wear": 9, "unspent": 900}))
    book.do(PAT, Spend(on="dream sequence"))
    facts = book.do(DM, AcceptStory(CHAIR, *book.newest()))
    assert "No sheet is put back: what was a dream is for the DM to say." in notes(facts)
    assert book.state.sheets[MARSHA].wear == 9 and book.state.sheets[MARSHA].unspent == 900


@pytest.mark.rule("DH-MOJO-12")
def test_only_a_full_sleep_is_kept() -> None:
    book = Book(table(None, marsha={"wear": 4}))
    book.do(PAT, Sleep(MARSHA, armour=True))
    book.do(PAT, Sleep(MARSHA, safe=False, armour=True))
    assert book.state.snapshot == {}
    book.do(PAT, Sleep(MARSHA))
    assert set(book.state.snapshot) == {MARSHA, SANTO}
    assert book.state.snapshot[MARSHA].wear == 0
