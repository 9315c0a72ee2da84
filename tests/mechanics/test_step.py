"""One play in progress: what it writes and tells, decisions, and the clock of a fight."""

from typing import Any

import pytest
from msgspec.structs import replace

from mechanics.campaign import Name
from mechanics.dice import ScriptedDice
from mechanics.facts import Asked, Changed, Noted, Turned
from mechanics.game import Id, Refused
from mechanics.state import Effect, Fight, Scene, Seat
from mechanics.step import OPENED, Step
from tests.mechanics.toy import Blow, Budget, Lucky, More, Sheet
from tests.mechanics.toy_table import ANN, LURKER, MARSHA, OGRE, SANTO, table


def step(scene: Any = None, entry: int = 7) -> Any:
    return Step(replace(table(), scene=scene or Scene()), ANN, ScriptedDice([1, 2, 3]), entry)


def fighting(now: tuple[Id, ...], *later: tuple[Id, ...], effects: tuple[Effect, ...] = ()) -> Any:
    seats = {i: Seat("red", Budget(hits=0)) for i in (MARSHA, SANTO, OGRE, LURKER)}
    return step(Scene(Fight(More(), seats, 3, "turns", now, later, 20, effects)))


def code(call: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(*args, **more)
    return refused.value.refusal.code


def able(i: Id) -> bool:
    return True


# -- writing


def test_what_is_written_tells_itself_and_nothing_else() -> None:
    s = step()
    s.set(MARSHA, "TOY-9", hp=0)
    assert s.facts == [
        Changed(rule="TOY-9", who=MARSHA, gauge="hp", before=6, after=0),
        Changed(rule="TOY-9", who=MARSHA, gauge="down", before=False, after=True),
    ]
    s.set(MARSHA, "TOY-9", hp=0)
    assert len(s.facts) == 2 and s.state.sheets[MARSHA].hp == 0
    assert table().sheets[MARSHA].hp == 6


class Bag(Sheet, frozen=True):
    things: dict[str, int] = {}

    def gauges(self) -> dict[str, int | str | bool]:
        return {**self.things}


def test_a_gauge_that_comes_or_goes_is_told_too() -> None:
    s = step()
    s.add(Id("c6"), Bag("Megan", "2", things={"rope": 1, "torch": 2}))
    s.set(Id("c6"), "", things={"torch": 2, "lamp": 1})
    assert s.facts == [
        Changed(who=Id("c6"), gauge="rope", before=1, after=""),
        Changed(who=Id("c6"), gauge="lamp", before="", after=1),
    ]


def test_changes_of_a_draft_are_its_owners_alone() -> None:
    s = step()
    s.set_campaign(names={**s.state.campaign.names, MARSHA: Name("Marsha", "2", "draft")})
    s.set(MARSHA, "", points=1)
    assert s.facts == [Changed(to=(MARSHA,), who=MARSHA, gauge="points", before=4, after=1)]


def test_changes_are_told_between_two_states() -> None:
    s = step()
    before = s.state
    s.state = replace(before, sheets={**before.sheets, OGRE: Sheet("Ogre", "gm", 6, 3), Id("c8"): Sheet("New", "2")})
    s.tell_changes(before, "R")
    assert s.facts == [Changed(rule="R", who=OGRE, gauge="points", before=4, after=3)]


def test_who_and_what_is_not_there_is_refused() -> None:
    s = step()
    assert code(s.sheet, Id("c99")) == "unknown"
    assert code(lambda: s.fight) == "no-fight"
    s.state = replace(s.state, session=None)
    assert code(lambda: s.session) == "no-session"


def test_ids_come_from_the_entry() -> None:
    s = step(entry=31)
    found = []
    for n in range(3):
        i = s.new_id()
        found.append(i)
        s.set_campaign(names={**s.state.campaign.names, i: Name(f"N{n}", "2")})
    assert found == ["c31", "c31-1", "c31-2"]


def test_budgets_and_sessions_are_written() -> None:
    s = fighting((MARSHA,))
    s.budget(MARSHA, hits=5)
    assert s.fight.seats[MARSHA] == Seat("red", Budget(5)) and s.fight.seats[OGRE] == Seat("red", Budget(0))
    s.set_session(reminded=True)
    assert s.session.reminded


def test_whoever_watches_sees_each_fact_as_it_is_told() -> None:
    seen: list[Any] = []
    s: Any = Step(table(), ANN, ScriptedDice(), 7, seen.append)
    s.set(MARSHA, "", points=1)
    assert seen == s.facts and len(seen) == 1
    s.undoes = 3
    outcome = s.outcome()
    assert (outcome.state, outcome.facts, outcome.faces, outcome.undoes) == (s.state, tuple(seen), (), 3)


# -- asking


def test_decisions_are_opened_changed_and_closed() -> None:
    s = step()
    a = s.open([MARSHA], Lucky(MARSHA, 3), "spend?", blocks=False)
    b = s.open((SANTO, OGRE), Blow(MARSHA, SANTO, 2), "duck?")
    quiet = s.open((OGRE,), Lucky(OGRE, 3), "")
    assert (a.id, a.rev, a.by, a.blocks) == (7 * OPENED + 1, 7, (MARSHA,), False)
    assert (b.id, b.by, b.blocks, quiet.id) == (7 * OPENED + 2, (SANTO, OGRE), True, 7 * OPENED + 3)
    assert s.facts == [
        Asked(pending=a.id, by=(MARSHA,), what="spend?"),
        Asked(pending=b.id, by=(SANTO, OGRE), what="duck?"),
    ]
    s.entry = 9
    changed = s.update(a, what=Lucky(MARSHA, 5))
    assert (changed.id, changed.rev, changed.what.best) == (a.id, 9, 5)
    assert list(s.scene.pending) == [a.id, b.id, quiet.id] and s.scene.pending[a.id] == changed
    s.close(b)
    assert list(s.scene.pending) == [a.id, quiet.id]


def test_one_move_opens_at_most_as_many_as_it_has_ids() -> None:
    s = step()
    for _ in range(OPENED - 1):
        last = s.open([MARSHA], Lucky(MARSHA, 3), "")
    assert last.id == 8 * OPENED - 1
    with pytest.raises(RuntimeError):
        s.open([MARSHA], Lucky(MARSHA, 3), "")


def test_the_newest_decision_of_a_kind_is_the_one_meant() -> None:
    s = step()
    first = s.open([MARSHA], Lucky(MARSHA, 1), "")
    second = s.open([SANTO], Lucky(SANTO, 2), "")
    s.open([SANTO], Blow(MARSHA, SANTO, 2), "")
    assert s.top(Lucky) == (second, Lucky(SANTO, 2))
    assert s.top(Lucky, MARSHA)[0] == first
    assert s.top(Lucky, pending=first.id)[0] == first
    assert s.top(Lucky, MARSHA, first.id)[0] == first
    assert code(s.top, Lucky, SANTO, first.id) == "not-yours"
    assert code(s.top, Lucky, OGRE) == "not-allowed"
    assert code(s.top, Blow, MARSHA) == "not-allowed"
    assert code(s.top, Blow, pending=first.id) == "stale"
    assert code(s.top, Lucky, pending=999) == "stale"


# -- the clock of a fight


def test_a_round_begins_fresh_and_what_has_run_out_ends() -> None:
    effects = (
        Effect("Old", MARSHA, last_round=2),
        Effect("Now", OGRE, last_round=3),
        Effect("Next", MARSHA, last_round=4),
        Effect("Ever", MARSHA),
        Effect("Rain", None, last_round=3),
    )
    s = fighting((MARSHA,), effects=effects)
    s.begin_round([[SANTO, OGRE], [], [MARSHA]], lambda i: Budget(hits=2 if i == OGRE else 1))
    fight = s.fight
    assert (fight.round, fight.phase, fight.now, fight.later, fight.turn) == (
        4,
        "turns",
        (SANTO, OGRE),
        ((MARSHA,),),
        21,
    )
    assert fight.seats[OGRE].budget.hits == 2 and fight.seats[MARSHA].budget.hits == 1
    assert [e.name for e in fight.effects] == ["Next", "Ever"]
    assert s.facts == [
        Noted(text="Old ends on {0}.", about=(MARSHA,)),
        Noted(text="Now ends on {0}.", about=(OGRE,)),
        Noted(text="Rain ends."),
        Turned(round=4, phase="turns", acting=(SANTO, OGRE)),
    ]


def test_a_round_of_nobody_and_of_another_phase() -> None:
    s = fighting((MARSHA,))
    s.begin_round([], lambda i: Budget(), phase="declare")
    assert (s.fight.now, s.fight.later, s.fight.phase) == ((), (), "declare")
    assert s.facts == [Turned(round=4, phase="declare", acting=())]


def test_a_group_acts_in_any_order_and_hands_over_when_all_are_done() -> None:
    s = fighting((MARSHA, SANTO), (OGRE,), (LURKER,))
    assert s.finish(SANTO, able) is False
    assert (s.fight.now, s.fight.turn, s.facts) == ((MARSHA,), 20, [])
    assert s.finish(MARSHA, able) is False
    assert (s.fight.now, s.fight.later, s.fight.turn) == ((OGRE,), ((LURKER,),), 21)
    assert s.facts == [Turned(round=3, phase="turns", acting=(OGRE,))]
    assert s.finish(OGRE, lambda i: i != LURKER) is True
    assert (s.fight.now, s.fight.later, s.fight.turn) == ((), (), 22)
    assert len(s.facts) == 1


def test_who_is_not_able_is_passed_over() -> None:
    s = fighting((MARSHA, SANTO), (OGRE,), (LURKER, OGRE))
    assert s.finish(MARSHA, lambda i: i in (MARSHA, LURKER)) is False
    assert (s.fight.now, s.fight.later, s.fight.turn) == ((LURKER,), (), 21)
    last = fighting((MARSHA,))
    assert last.finish(MARSHA, able) is True


def test_a_word_ends_the_effects_that_wait_for_it() -> None:
    ward = Effect("Ward", MARSHA, ends_on=frozenset({"hurt", "stun"}))
    other = replace(ward, on=OGRE)
    stays = Effect("Bless", MARSHA, ends_on=frozenset({"act"}))
    s = fighting((MARSHA,), effects=(ward, other, stays))
    s.fire(MARSHA, "sleep")
    assert s.fight.effects == (ward, other, stays) and not s.facts
    s.fire(MARSHA, "stun")
    assert s.fight.effects == (other, stays)
    assert s.facts == [Noted(text="Ward ends on {0}.", about=(MARSHA,))]
