"""The tracker that all games share: seats, rows of turns, hiding, effects, the end; creatures by the line."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from mechanics.campaign import Name, Undo
from mechanics.combat import Fights, Round, arrange, row_of, slot_in
from mechanics.creatures import CROWD
from mechanics.dice import ScriptedDice
from mechanics.facts import Asked, Changed, Fact, Noted, Turned
from mechanics.game import CHAIR, SELF, Caller, Id, Move, Refusal
from mechanics.perform import perform
from mechanics.record import Entry, diff
from mechanics.state import Effect, Fight, Scene, Seat
from mechanics.tracking import (
    AddToFight,
    BackTurn,
    BeginFight,
    CopyCreature,
    DeleteCreature,
    EndFight,
    Hide,
    JoinFight,
    MakeCreature,
    NextTurn,
    RemoveFromFight,
    Reorder,
    Reveal,
    SetEffect,
    StartFight,
)
from mechanics.view import view
from tests.mechanics.fuzz import LURKS, fuzz
from tests.mechanics.toy import Budget, Dare, Done, Duck, Duel, Game, Gather, Hit, Leave, More, Sheet, Toy, ToyStep, Try
from tests.mechanics.toy_table import ANN, BOB, GM, LURKER, MARSHA, OGRE, SANTO, table

A, B, C, D, E = (Id(x) for x in "ABCDE")
LEE = Caller("8", name="Lee")


def start_of_turn(step: ToyStep, i: Id) -> None:
    """A turn begins: it is told, and who is stunned (-1 points) loses it and has 0 then."""
    step.say(Noted(text="{0} starts.", about=(i,)))
    if step.sheet(i).points < 0:
        step.set(i, "TOY-9", points=0)
        step.budget(i, hits=-1)


class Row(Game):
    """The invented game, one turn after another; whoever is down or has lost this turn is passed over."""

    fights: Any = Fights(
        More(),
        lambda step, i: Budget(),
        lambda step, i: step.sheet(i).hp > 0 and step.fight.seats[i].budget.hits >= 0,
        begin_turn=start_of_turn,
    )


class Late(Row):
    """Rows stay sorted by points, and a latecomer slots in."""

    def play(self, step: Any, move: Move) -> None:
        super().play(step, move)
        if isinstance(move, JoinFight | AddToFight) and step.fight.round:
            new = [i for i in step.fight.seats if i not in row_of(replace(step.fight, seats={}))]
            arrange(step, sorted(step.fight.seats, key=lambda i: -step.sheet(i).points))
            for i in new:
                slot_in(step, i)


class Declaring(Row):
    """A game with a phase of its own: all at once, and Next is the game's business."""

    fights: Any = Fights(
        More(), Row.fights.fresh, Row.fights.able, lambda step: Round([tuple(step.fight.seats)], "declare")
    )


class Peaceful(Game):
    fights = None


class Fray:
    """A fight and its record, each channel with a scene of its own."""

    def __init__(self, *who: str, game: Any = None, state: Any = None, begun: bool = True) -> None:
        self.game = game or Row()
        self.state = state or folk(who)
        self.entries: list[Entry] = []
        self.scenes: dict[str, Scene[Any, Any, Any]] = {}
        self.place = "here"
        if who:
            self.gm(StartFight(CHAIR))
            for i in who:
                self.gm(JoinFight(Id(i)))
            if begun:
                self.gm(BeginFight(CHAIR))

    def at(self, place: str) -> None:
        self.scenes[self.place] = self.state.scene
        self.place, self.state = place, replace(self.state, scene=self.scenes.get(place, Scene()))

    def do(self, caller: Caller, move: Move, *faces: int) -> Any:
        n = len(self.entries) + 2
        answer = perform(self.game, self.state, caller, move, ScriptedDice(faces), n, self.entries)
        if isinstance(answer, Refusal):
            return answer
        entry = Entry(n, caller, move, answer.faces, answer.facts, diff(self.state, answer.state), answer.undoes)
        self.entries.append(replace(entry, place=self.place))
        self.state = msgspec.json.decode(msgspec.json.encode(answer.state), type=Toy)
        assert self.state == answer.state
        return answer.facts

    def gm(self, move: Move, *faces: int) -> tuple[Fact, ...]:
        answer = self.do(GM, move, *faces)
        assert isinstance(answer, tuple), answer
        return answer

    def code(self, caller: Caller, move: Move) -> str:
        answer = self.do(caller, move)
        assert isinstance(answer, Refusal), answer
        return answer.code

    @property
    def fight(self) -> Fight[Budget, More]:
        assert self.state.scene.fight
        return self.state.scene.fight

    def row(self) -> tuple[str, str, str]:
        """Who was, who is, who is still to come, as letters."""
        f = self.fight
        return "|".join(map("".join, f.done)), "".join(f.now), "|".join(map("".join, f.later))


def folk(who: Iterable[str], **points: int) -> Toy:
    state = table()
    sheets = {**state.sheets, **{Id(i): Sheet(i, "2", points=points.get(i, 4)) for i in who}}
    names = {**state.campaign.names, **{Id(i): Name(i, "2") for i in who}}
    return replace(state, sheets=sheets, campaign=replace(state.campaign, names=names))


def turned(facts: Iterable[Fact]) -> list[tuple[Id, ...]]:
    return [f.acting for f in facts if isinstance(f, Turned)]


def notes(facts: Iterable[Fact]) -> list[tuple[str, tuple[Id, ...]]]:
    return [(f.text, f.about) for f in facts if isinstance(f, Noted)]


def starts(facts: Iterable[Fact]) -> list[Id]:
    return [about[0] for text, about in notes(facts) if text == "{0} starts."]


# -- gathering ---------------------------------------------------------------------------------------------------------


def test_a_fight_gathers_begins_and_ends() -> None:
    f = Fray()
    assert notes(f.gm(StartFight(CHAIR))) == [("A fight gathers.", ())]
    assert f.fight == Fight(More())
    assert notes(f.do(ANN, JoinFight(MARSHA))) == [("{0} joins the fight.", (MARSHA,))]
    assert f.code(GM, BeginFight(CHAIR)) == "too-few"
    f.gm(AddToFight(CHAIR, (OGRE, LURKER), hidden=True))
    assert f.fight.seats == {
        MARSHA: Seat("players", Budget()),
        OGRE: Seat("creatures", Budget(), True),
        LURKER: Seat("creatures", Budget(), True),
    }
    assert f.fight.round == 0 and f.fight.phase == "setup"
    facts = f.gm(BeginFight(CHAIR))
    assert turned(facts) == [(MARSHA,)] and starts(facts) == [MARSHA]
    assert (f.fight.round, f.fight.phase, f.fight.now, f.fight.later) == (1, "turns", (MARSHA,), ((OGRE,), (LURKER,)))
    assert f.code(GM, BeginFight(CHAIR)) == "fight-running"
    assert f.code(GM, StartFight(CHAIR)) == "fight-running"
    assert notes(f.gm(EndFight(CHAIR))) == [("The fight ends in round 1.", ())]
    assert f.state.scene.fight is None
    f.gm(StartFight(CHAIR, "players"))
    assert notes(f.gm(EndFight(CHAIR)))[0][0] == "The fight is called off."


def test_who_may_take_a_seat() -> None:
    f = Fray("A", begun=False)
    assert f.code(ANN, JoinFight(A)) == "already-in"
    assert f.code(ANN, JoinFight(SANTO)) == "not-yours"
    assert f.code(ANN, JoinFight(SELF)) == "unknown"
    f.do(BOB, JoinFight(SANTO))
    f.gm(JoinFight(OGRE))
    assert [s.side for s in f.fight.seats.values()] == ["players", "players", "creatures"]
    f.gm(AddToFight(CHAIR, (LURKER,), side="players"))
    assert f.fight.seats[LURKER] == Seat("players", Budget())
    assert f.code(GM, AddToFight(CHAIR, (MARSHA,), side="blue")) == "bad-value"
    assert f.code(GM, AddToFight(CHAIR)) == "bad-value"
    names = f.state.campaign.names
    for gone in (Name("Marsha", "2", retired=True), Name("Marsha", "2", "draft")):
        f.state = replace(f.state, campaign=replace(f.state.campaign, names={**names, MARSHA: gone}))
        assert f.code(ANN, JoinFight(MARSHA)) == "not-allowed"


def test_a_fight_has_sixty_seats() -> None:
    f = Fray("A", begun=False)
    for _ in range(2):
        f.gm(AddToFight(CHAIR, what="rat hp 1", count=CROWD))
    f.gm(AddToFight(CHAIR, what="rat hp 1", count=9))
    assert len(f.fight.seats) == 60
    assert f.code(ANN, JoinFight(MARSHA)) == "bad-value"


ONLY_GM: list[Move] = [
    StartFight(CHAIR),
    AddToFight(CHAIR, (OGRE,)),
    BeginFight(CHAIR),
    BackTurn(CHAIR),
    Reorder(CHAIR, MARSHA, 1),
    Hide(CHAIR, (MARSHA,)),
    Reveal(CHAIR, (MARSHA,)),
    RemoveFromFight(CHAIR, (MARSHA,)),
    EndFight(CHAIR),
    MakeCreature(CHAIR, "rat hp 1"),
    CopyCreature(CHAIR, OGRE),
    DeleteCreature(CHAIR, OGRE),
]


@pytest.mark.parametrize("move", ONLY_GM, ids=lambda m: type(m).__name__)
def test_only_a_gm_makes_them_in_whatever_name(move: Move) -> None:
    for actor in (CHAIR, SELF, MARSHA):
        assert Fray().code(ANN, replace(move, actor=actor)) == "not-gm"


NEEDS_ONE = [*ONLY_GM[1:9], JoinFight(MARSHA), NextTurn(CHAIR), SetEffect(CHAIR, (MARSHA,), "Bless")]


@pytest.mark.parametrize("move", NEEDS_ONE, ids=lambda m: type(m).__name__)
def test_without_a_fight_there_is_nothing_to_do(move: Move) -> None:
    assert Fray().code(GM, move) == "no-fight"


def test_a_game_may_have_no_fights() -> None:
    assert Fray(game=Peaceful()).code(GM, StartFight(CHAIR)) == "not-allowed"


def test_nobody_else_can_be_surprised() -> None:
    assert Fray().code(GM, StartFight(CHAIR, "everybody")) == "bad-value"


# -- turns -------------------------------------------------------------------------------------------------------------


def test_turns_go_along_the_row_and_round_again() -> None:
    f = Fray("A", "B", "C")
    assert f.row() == ("", "A", "B|C")
    assert f.code(BOB, NextTurn(A)) == "not-yours"
    assert f.code(ANN, NextTurn(B)) == "not-allowed"
    facts = f.do(ANN, NextTurn(A))
    assert turned(facts) == [(B,)] and starts(facts) == [B]
    assert f.row() == ("A|", "B", "C")
    f.gm(NextTurn(CHAIR))
    assert f.row() == ("A|B|", "C", "")
    facts = f.gm(NextTurn(C))
    assert turned(facts) == [(A,)] and starts(facts) == [A]
    assert f.row() == ("", "A", "B|C") and f.fight.round == 2


def test_next_before_the_fight_has_begun() -> None:
    assert Fray("A", "B", begun=False).code(GM, NextTurn(CHAIR)) == "not-allowed"


def test_a_second_click_moves_nothing_and_hears_whose_turn_it_is() -> None:
    """Case O03; an older copy of the tracker (O04) carries an older turn too."""
    f = Fray("A", "B", "C")
    f.gm(SetEffect(CHAIR, (A,), "Bless", rounds=1))
    turn = f.fight.turn
    f.gm(NextTurn(CHAIR, turn))
    second = f.do(GM, NextTurn(CHAIR, turn))
    assert second.code == "stale" and "B is up." in second.message
    assert f.row() == ("A|", "B", "C") and len(f.fight.effects) == 1


def test_the_turn_of_somebody_hidden_is_not_told_to_a_player() -> None:
    f = Fray("A", begun=False)
    f.gm(AddToFight(CHAIR, (LURKER,), hidden=True))
    f.gm(BeginFight(CHAIR))
    turn = f.fight.turn
    assert turned(f.gm(NextTurn(A))) == [()]
    assert f.do(ANN, NextTurn(A)).message.strip() == "It is not your turn."
    assert LURKS not in f.do(ANN, NextTurn(A, turn)).message
    assert f"Lurker {LURKS} is up." in f.do(GM, NextTurn(A)).message


def test_next_is_refused_while_something_is_open_and_says_whom_it_waits_for() -> None:
    f = Fray("A", "B")
    f.do(ANN, Hit(A, B), 4)
    answer = f.do(ANN, NextTurn(A))
    assert answer.code == "waiting" and "it waits for B" in answer.message
    f.gm(Duck(B, roll=False))  # the owner is away: the GM answers
    f.do(ANN, NextTurn(A))
    assert f.row() == ("A|", "B", "")


def test_who_cannot_act_is_passed_over() -> None:
    f = Fray("A", "B", "C", "D")
    f.state.sheets[C] = replace(f.state.sheets[C], hp=0)
    f.state.sheets[B] = replace(f.state.sheets[B], points=-1)
    facts = f.gm(NextTurn(A))
    assert starts(facts) == [B, D] and f.row() == ("A|B|C|", "D", "")
    assert [c for c in facts if isinstance(c, Changed)] == [
        Changed(rule="TOY-9", who=B, gauge="points", before=-1, after=0)
    ]
    f.gm(NextTurn(D))
    assert f.row() == ("", "A", "B|D") and f.fight.round == 2


def test_a_round_in_which_nobody_can_act_waits_for_the_gm() -> None:
    f = Fray("A", "B")
    for i in (A, B):
        f.state.sheets[i] = replace(f.state.sheets[i], hp=0)
    facts = f.gm(NextTurn(A))
    assert f.fight.round == 2 and f.row() == ("", "", "")
    assert notes(facts)[-1] == ("Nobody can act in this round.", ())
    for i in (A, B):
        f.state.sheets[i] = replace(f.state.sheets[i], hp=1)
    assert f.code(ANN, NextTurn(A)) == "not-allowed"
    f.gm(NextTurn(CHAIR))
    assert f.fight.round == 3 and f.row() == ("", "A", "B")


def test_all_stunned_at_once_lose_one_round() -> None:
    f = Fray("A", "B")
    for i in (A, B):
        f.state.sheets[i] = replace(f.state.sheets[i], points=-1)
    assert starts(f.gm(NextTurn(A))) == [B, A, B]  # each loses one turn; then B acts
    assert f.fight.round == 2 and f.row() == ("A|", "B", "")


def test_sides_act_in_any_order_and_the_chair_ends_a_side() -> None:
    f = Fray("A", "B", "C", game=Game())
    f.gm(EndFight(CHAIR))
    f.gm(StartFight(CHAIR))
    for i in (A, B, C):
        f.gm(JoinFight(i))
    f.gm(AddToFight(CHAIR, (OGRE, LURKER)))
    f.gm(BeginFight(CHAIR))
    assert (f.fight.now, f.fight.later) == ((A, B, C), ((OGRE, LURKER),))
    turn = f.fight.turn
    assert turned(f.do(ANN, NextTurn(B, turn))) == []
    assert f.row()[:2] == ("B", "AC") and f.fight.turn == turn
    f.state.sheets[C] = replace(f.state.sheets[C], hp=0)
    assert turned(f.do(ANN, NextTurn(A, turn))) == [(OGRE, LURKER)]
    assert f.fight.done == ((B, A, C), ())
    f.gm(NextTurn(CHAIR))
    assert f.fight.round == 2 and f.fight.now == (A, B)


def test_in_a_phase_of_its_own_next_is_the_games() -> None:
    f = Fray("A", "B", game=Declaring())
    assert f.fight.phase == "declare" and f.fight.now == (A, B)
    before = f.state
    assert f.gm(NextTurn(CHAIR)) == () and f.state == before
    assert f.code(GM, BackTurn(CHAIR)) == "not-allowed"


# -- back --------------------------------------------------------------------------------------------------------------


def test_back_gives_the_turn_to_whoever_was_last() -> None:
    f = Fray("A", "B", "C")
    assert f.code(GM, BackTurn(CHAIR)) == "not-allowed"
    f.gm(NextTurn(A))
    f.gm(NextTurn(B))
    turn = f.fight.turn
    assert turned(f.gm(BackTurn(CHAIR, turn))) == [(B,)]
    assert f.row() == ("A|", "B", "C") and f.fight.turn == turn + 1
    assert f.code(GM, BackTurn(CHAIR, turn)) == "stale"
    f.gm(BackTurn(CHAIR))
    assert f.row() == ("", "A", "B|C")
    assert f.code(GM, BackTurn(CHAIR)) == "not-allowed"


def test_back_leaves_out_who_cannot_act() -> None:
    f = Fray("A", "B", "C")
    f.state.sheets[B] = replace(f.state.sheets[B], hp=0)
    f.gm(NextTurn(A))
    assert f.row() == ("A|B|", "C", "")
    f.gm(BackTurn(CHAIR))
    assert f.row() == ("", "A", "B|C")


def test_back_within_a_side() -> None:
    f = Fray("A", "B", game=Game(), begun=False)
    f.gm(AddToFight(CHAIR, (OGRE,)))
    f.gm(BeginFight(CHAIR))
    f.gm(NextTurn(A))
    f.gm(BackTurn(CHAIR))
    assert f.row() == ("", "BA", "c4")
    f.gm(NextTurn(CHAIR))
    assert f.row() == ("BA|", "c4", "")
    f.gm(BackTurn(CHAIR))
    assert f.row() == ("B", "A", "c4")


# -- late, removed, reordered ------------------------------------------------------------------------------------------


def test_a_latecomer_acts_from_the_next_round() -> None:
    f = Fray("A", "B")
    f.gm(AddToFight(CHAIR, (OGRE,)))
    assert f.row() == ("", "A", "B") and row_of(f.fight) == (A, B, OGRE)
    f.gm(NextTurn(A))
    f.gm(NextTurn(B))
    assert f.row() == ("", "A", "B|c4")


def test_a_latecomer_with_the_best_place_leaves_the_turn_where_it_is() -> None:
    """Case O14: Cara, third, has the turn; somebody better joins, and somebody worse."""
    f = Fray("A", "B", "C", "D", game=Late(), state=folk("ABCDE", A=9, B=8, C=7, D=6, E=12))
    f.gm(NextTurn(A))
    f.gm(NextTurn(B))
    assert turned(f.gm(JoinFight(E))) == []
    assert f.row() == ("A|B|", "C", "D") and f.fight.round == 1
    assert list(f.fight.seats) == [E, A, B, C, D]
    f.gm(AddToFight(CHAIR, what="imp hp 3"))  # 4 points: after D, still in this round
    imp = list(f.fight.seats)[-1]
    assert f.fight.later == ((D,), (imp,))
    acted = []
    for _ in range(9):
        acted += turned(f.gm(NextTurn(CHAIR)))
    assert acted == [(D,), (imp,), (E,), (A,), (B,), (C,), (D,), (imp,), (E,)]


def test_a_latecomer_between_two_who_are_still_to_come() -> None:
    f = Fray("A", "B", "C", game=Late(), state=folk("ABCDE", A=9, B=8, C=5, D=6))
    f.gm(JoinFight(D))
    assert f.row() == ("", "A", "B|D|C")


def test_removing_somebody_who_has_acted_and_then_the_one_whose_turn_it_is() -> None:
    """Case O15."""
    f = Fray("A", "B", "C", "D")
    f.gm(NextTurn(A))
    f.gm(NextTurn(B))
    facts = f.gm(RemoveFromFight(CHAIR, (A,)))
    assert turned(facts) == [] and starts(facts) == [] and f.row() == ("|B|", "C", "D")
    facts = f.gm(RemoveFromFight(CHAIR, (C,)))
    assert turned(facts) == [(D,)] and starts(facts) == [D]
    assert f.row() == ("|B||", "D", "") and list(f.fight.seats) == [B, D]
    facts = f.gm(RemoveFromFight(CHAIR, (D,)))
    assert starts(facts) == [B] and f.row() == ("", "B", "") and f.fight.round == 2


def test_removing_several_the_current_one_among_them() -> None:
    f = Fray("A", "B", "C", "D")
    facts = f.gm(RemoveFromFight(CHAIR, (A, B)))
    assert starts(facts) == [C] and f.row()[1:] == ("C", "D")
    assert f.code(GM, RemoveFromFight(CHAIR, (A,))) == "unknown"
    assert f.code(GM, RemoveFromFight(CHAIR, (C, C))) == "bad-value"
    assert f.code(GM, RemoveFromFight(CHAIR, ())) == "bad-value"


def test_one_of_a_side_is_removed_and_the_side_goes_on() -> None:
    f = Fray("A", "B", game=Game(), begun=False)
    f.gm(AddToFight(CHAIR, (OGRE,)))
    f.gm(BeginFight(CHAIR))
    assert turned(f.gm(RemoveFromFight(CHAIR, (A,)))) == []
    assert f.row() == ("", "B", "c4")


def test_what_waits_for_the_removed_alone_comes_to_nothing() -> None:
    f = Fray("A", "B", "C")
    f.do(ANN, Hit(A, B), 4)
    facts = f.gm(RemoveFromFight(CHAIR, (B,)))
    assert ("What waited for {0} comes to nothing.", (B,)) in notes(facts)
    assert not f.state.scene.pending and f.row() == ("", "A", "C")


def test_what_waits_for_others_too_stays() -> None:
    f = Fray("A", "B", "C")
    f.do(ANN, Dare(A, B))
    f.gm(RemoveFromFight(CHAIR, (B,)))
    assert [p.by for p in f.state.scene.pending.values()] == [(A, B)]


def test_an_open_roll_outlives_its_seat() -> None:
    f = Fray("A", "B", "C")
    f.gm(JoinFight(MARSHA))
    f.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    f.gm(RemoveFromFight(CHAIR, (MARSHA,)))
    assert len(f.state.scene.pending) == 1


@pytest.mark.parametrize(
    ("who", "place", "row", "following"),
    [
        (D, 3, ("A|", "B", "D|C"), "ABDC"),
        (D, 1, ("A|", "B", "D|C"), "DABC"),  # still acts in this round; next time first
        (D, 2, ("A|", "B", "D|C"), "ADBC"),
        (C, 4, ("A|", "B", "D|C"), "ABDC"),
        (C, 3, ("A|", "B", "C|D"), "ABCD"),
        (A, 4, ("A|", "B", "C|D"), "BCDA"),  # has acted: not again in this round
        (B, 1, ("A|", "B", "C|D"), "BACD"),
        (B, 4, ("A|", "B", "C|D"), "ACDB"),  # has the turn, and keeps it
    ],
)
def test_reordering_never_moves_the_turn(who: Id, place: int, row: tuple[str, str, str], following: str) -> None:
    f = Fray("A", "B", "C", "D")
    f.gm(NextTurn(A))
    turn = f.fight.turn
    assert turned(f.gm(Reorder(CHAIR, who, place))) == []
    assert f.row() == row and f.fight.turn == turn
    assert "".join(f.fight.seats) == following


def test_places_begin_at_one_and_end_with_the_last() -> None:
    f = Fray("A", "B", begun=False)
    for place in (0, 3, -1):
        assert f.code(GM, Reorder(CHAIR, A, place)) == "bad-value"
    assert f.code(GM, Reorder(CHAIR, MARSHA, 1)) == "unknown"
    f.gm(Reorder(CHAIR, B, 1))
    assert list(f.fight.seats) == [B, A]
    f.gm(Reorder(CHAIR, B, 2))
    assert list(f.fight.seats) == [A, B]


# -- hidden ------------------------------------------------------------------------------------------------------------


def test_hiding_and_revealing() -> None:
    f = Fray("A", begun=False)
    f.gm(AddToFight(CHAIR, (LURKER, OGRE)))
    f.gm(BeginFight(CHAIR))
    facts = f.gm(Hide(CHAIR, (LURKER, OGRE)))
    assert [(n.text, n.to) for n in facts if isinstance(n, Noted)] == [
        ("{0} hides.", (LURKER,)),
        ("{0} hides.", (OGRE,)),
    ]
    assert f.fight.seats[LURKER].hidden and f.row() == ("", "A", "c5|c4")
    seen = view(f.state, ANN)
    assert seen.scene.fight and set(seen.scene.fight.seats) == {A} and LURKER not in seen.sheets
    assert f.code(ANN, SetEffect(A, (LURKER,), "Bless")) == "unknown"
    assert f.code(GM, Hide(CHAIR, (LURKER,))) == "already-in"
    facts = f.gm(Reveal(CHAIR, (LURKER,)))
    assert [(n.text, n.to) for n in facts if isinstance(n, Noted)] == [("{0} appears.", ())]
    assert not f.fight.seats[LURKER].hidden and f.fight.seats[OGRE].hidden
    assert f.code(GM, Reveal(CHAIR, (LURKER,))) == "already-in"
    assert f.code(GM, Reveal(CHAIR, (MARSHA,))) == "unknown"


def test_what_was_done_is_hidden_with_who_did_it() -> None:
    f = Fray("A", begun=False)
    f.gm(AddToFight(CHAIR, (LURKER,), hidden=True))
    f.gm(Reorder(CHAIR, LURKER, 1))
    f.gm(BeginFight(CHAIR))
    f.gm(NextTurn(CHAIR))
    assert f.row() == ("c5|", "A", "")
    seen = view(f.state, ANN).scene.fight
    assert seen and seen.done == ((), ())


# -- effects -----------------------------------------------------------------------------------------------------------


def test_an_effect_lasts_its_rounds_and_ends_once() -> None:
    f = Fray("A", "B")
    facts = f.do(ANN, SetEffect(A, (A, B), "Bless", rounds=2))
    assert notes(facts) == [("Bless on {0}, to the end of round 2.", (i,)) for i in (A, B)]
    assert f.fight.effects == (Effect("Bless", A, A, 2), Effect("Bless", B, A, 2))
    ended = []
    for _ in range(6):
        ended += [(f.fight.round, *n) for n in notes(f.gm(NextTurn(CHAIR))) if "ends" in n[0]]
    assert ended == [(3, "Bless ends on {0}.", (A,)), (3, "Bless ends on {0}.", (B,))]
    assert f.fight.effects == ()


def test_an_effect_laid_before_the_fight_begins_counts_from_round_one() -> None:
    f = Fray("A", "B", begun=False)
    f.gm(SetEffect(CHAIR, (A,), "Bless", rounds=1))
    assert f.fight.effects == (Effect("Bless", A, None, 1),)


def test_an_effect_without_rounds_ends_with_the_fight() -> None:
    f = Fray("A", "B")
    assert notes(f.gm(SetEffect(CHAIR, (B,), " Bless  us "))) == [("Bless us on {0}, until the fight ends.", (B,))]
    for _ in range(4):
        assert not [n for n in notes(f.gm(NextTurn(CHAIR))) if "ends" in n[0]]
    assert ("Bless us ends on {0}.", (B,)) in notes(f.gm(EndFight(CHAIR)))


def test_ending_an_effect_by_hand() -> None:
    f = Fray("A", "B")
    f.gm(JoinFight(SANTO))
    f.do(ANN, SetEffect(A, (B,), "Bless"))
    assert f.code(BOB, SetEffect(SANTO, (B,), "bless", end=True)) == "unknown"
    assert f.code(ANN, SetEffect(A, (A, B), "bless", end=True)) == "unknown"
    assert notes(f.do(ANN, SetEffect(A, (B,), "bless", end=True))) == [("Bless ends on {0}.", (B,))]
    assert f.code(ANN, SetEffect(A, (B,), "bless", end=True)) == "unknown"
    f.do(ANN, SetEffect(A, (B,), "Bless"))
    f.gm(SetEffect(CHAIR, (B,), "BLESS", end=True))
    assert f.fight.effects == ()


def test_effects_that_cannot_be() -> None:
    f = Fray("A", "B")
    for rounds in (0, -1, 1001):
        assert f.code(GM, SetEffect(CHAIR, (A,), "Bless", rounds)) == "bad-value"
    assert f.code(GM, SetEffect(CHAIR, (A,), " ")) == "bad-value"
    assert f.code(GM, SetEffect(CHAIR, (MARSHA,), "Bless")) == "unknown"
    assert f.code(ANN, SetEffect(MARSHA, (A,), "Bless")) == "not-allowed"
    f.gm(SetEffect(CHAIR, (A,), "Bless", 1000))
    assert f.fight.effects[0].last_round == 1000
    assert f.code(GM, SetEffect(CHAIR, (A,), "bless")) == "already-in"
    f.gm(SetEffect(CHAIR, (B,), "bless"))


def test_effects_go_with_whom_they_lie_on() -> None:
    f = Fray("A", "B", "C")
    f.do(ANN, SetEffect(A, (B, C), "Bless"))
    assert ("Bless ends on {0}.", (B,)) in notes(f.gm(RemoveFromFight(CHAIR, (B,))))
    f.gm(RemoveFromFight(CHAIR, (A,)))
    assert [e.on for e in f.fight.effects] == [C]


# -- the end, and elsewhere --------------------------------------------------------------------------------------------


def test_ending_a_fight_closes_what_is_open_and_says_so() -> None:
    f = Fray("A", "B")
    f.gm(JoinFight(MARSHA))
    f.do(ANN, Try(MARSHA), 1, 2, 3, 4)  # an open roll blocks nothing, and stays
    f.do(ANN, Hit(A, B), 4)
    facts = f.gm(EndFight(CHAIR))
    assert ("What waited for {0} comes to nothing.", (B,)) in notes(facts)
    assert f.state.scene.fight is None and len(f.state.scene.pending) == 1
    assert f.state.sheets[B].hp == 6 and not [c for c in facts if isinstance(c, Changed | Asked)]
    f.gm(Undo(CHAIR))
    assert f.fight.now == (A,) and len(f.state.scene.pending) == 2


def test_the_game_reacts_to_the_end_while_the_seats_are_there() -> None:
    class Ending(Row):
        def play(self, step: Any, move: Move) -> None:
            if isinstance(move, EndFight):
                assert step.fight.phase == "over" and not step.scene.pending
                for i in step.fight.seats:
                    step.set(i, "TOY-8", points=1)

    f = Fray("A", "B", game=Ending())
    f.gm(EndFight(CHAIR))
    assert f.state.sheets[A].points == f.state.sheets[B].points == 1


def test_a_thread_and_its_channel_are_two_fights() -> None:
    """Case O12."""
    f = Fray("A", "B", "C")
    f.at("here/thread")
    f.gm(StartFight(CHAIR))
    for i in (C, A):
        f.gm(JoinFight(i))
    f.gm(BeginFight(CHAIR))
    f.gm(NextTurn(CHAIR))
    assert f.row() == ("C|", "A", "")
    f.at("here")
    assert f.row() == ("", "A", "B|C")
    f.gm(EndFight(CHAIR))
    f.at("here/thread")
    assert f.row() == ("C|", "A", "")


# -- creatures ---------------------------------------------------------------------------------------------------------


def names(f: Fray) -> list[str]:
    return [n.name for n in f.state.campaign.names.values() if n.owner == CHAIR and not n.retired]


def test_six_thugs_in_one_move() -> None:
    f = Fray("A", begun=False)
    facts = f.gm(AddToFight(CHAIR, what="thug hp 3", count=6, hidden=True))
    assert names(f)[2:] == [f"thug {n}" for n in range(1, 7)]
    seats = list(f.fight.seats)[1:]
    assert [f.state.sheets[i] for i in seats] == [Sheet(f"thug {n}", "gm", 3) for n in range(1, 7)]
    assert all(f.fight.seats[i] == Seat("creatures", Budget(), True) for i in seats)
    assert all(f.state.campaign.names[i].kind == "npc" for i in seats)
    assert [n.to for n in facts if isinstance(n, Noted)] == [(i,) for i in seats]
    f.gm(AddToFight(CHAIR, what="thug hp 3", count=2))
    assert names(f)[8:] == ["thug 7", "thug 8"]
    f.gm(AddToFight(CHAIR, what="boss hp 9"))
    assert names(f)[-1] == "boss"
    assert f.code(GM, AddToFight(CHAIR, what="boss hp 9")) == "name-taken"
    assert f.code(GM, AddToFight(CHAIR, what="boss")) == "RANGE"
    assert f.code(GM, AddToFight(CHAIR, what="rat hp 1", count=0)) == "bad-value"
    assert f.code(GM, AddToFight(CHAIR, what="rat hp 1", count=26)) == "bad-value"


def test_numbered_copies_of_a_creature_of_the_library() -> None:
    f = Fray("A", begun=False)
    f.gm(AddToFight(CHAIR, (OGRE,), count=3))
    assert names(f)[2:] == ["Ogre 1", "Ogre 2", "Ogre 3"] and OGRE not in f.fight.seats
    assert len(f.fight.seats) == 4
    assert f.code(GM, AddToFight(CHAIR, (OGRE, LURKER), count=3)) == "bad-value"
    assert f.code(GM, AddToFight(CHAIR, (MARSHA,), count=2)) == "not-allowed"
    f.gm(AddToFight(CHAIR, (OGRE, LURKER), what="rat hp 1", count=2))
    assert len(f.fight.seats) == 8


def test_numbers_of_the_gone_and_of_players_are_free() -> None:
    f = Fray("thug 2", begun=False)
    f.gm(MakeCreature(CHAIR, "thug hp 1", "thug 1"))
    f.gm(DeleteCreature(CHAIR, list(f.state.sheets)[-1]))
    f.gm(MakeCreature(CHAIR, "thug hp 1", "thug 3"))
    f.gm(AddToFight(CHAIR, what="thug hp 1", count=3))
    assert names(f)[2:] == ["thug 3", "thug 1", "thug 2", "thug 4"]


def test_of_many_who_are_waited_for_nine_are_named() -> None:
    class Asking(Row):
        def play(self, step: Any, move: Move) -> None:
            if isinstance(move, BeginFight):
                step.open(tuple(step.fight.seats), Duel(A, B), "stake")

    for n, more in ((9, ""), (10, " and others")):
        f = Fray(*"ABCDEFGHIJ"[:n], game=Asking())
        text = next(t for t, _ in notes(f.gm(EndFight(CHAIR))) if "waited" in t)
        assert text == f"What waited for {', '.join(f'{{{k}}}' for k in range(9))}{more} comes to nothing."


def test_the_library() -> None:
    f = Fray()
    facts = f.gm(MakeCreature(CHAIR, "rat hp 1"))
    i = list(f.state.sheets)[-1]
    assert facts == (Noted(to=(i,), text="{0} is made.", about=(i,)),)
    assert f.state.sheets[i] == Sheet("rat", "gm", 1)
    assert f.code(GM, MakeCreature(CHAIR, "Rat hp 2")) == "name-taken"
    f.gm(MakeCreature(CHAIR, "rat hp 2", "Old Rat"))
    f.gm(CopyCreature(CHAIR, i))
    f.gm(CopyCreature(CHAIR, list(f.state.sheets)[-1]))
    f.gm(CopyCreature(CHAIR, i, "Rex"))
    assert names(f)[2:] == ["rat", "Old Rat", "rat 1", "rat 2", "Rex"]
    assert f.code(GM, CopyCreature(CHAIR, i, "rex")) == "name-taken"
    assert f.code(GM, CopyCreature(CHAIR, MARSHA)) == "not-allowed"
    facts = f.gm(DeleteCreature(CHAIR, i))
    assert facts == (Noted(to=(i,), text="{0} is gone from the library.", about=(i,)),)
    assert f.code(GM, DeleteCreature(CHAIR, i)) == "not-allowed"
    assert f.code(GM, DeleteCreature(CHAIR, MARSHA)) == "not-allowed"
    f.gm(MakeCreature(CHAIR, "rat hp 2"))
    f.gm(StartFight(CHAIR))
    f.gm(AddToFight(CHAIR, (OGRE,)))
    assert f.code(GM, DeleteCreature(CHAIR, OGRE)) == "fight-running"
    assert f.code(GM, AddToFight(CHAIR, (i,))) == "not-allowed"


# -- at random ---------------------------------------------------------------------------------------------------------


def moves(seen: Any, caller: Caller, random: Random) -> Iterator[Move]:
    folk = list(seen.sheets)
    some = tuple(random.sample(folk, random.randint(1, 2)))
    turn = seen.scene.fight.turn if seen.scene.fight else 0
    yield from (StartFight(CHAIR), BeginFight(CHAIR), NextTurn(CHAIR, turn), BackTurn(CHAIR, turn))
    yield from (JoinFight(i) for i in folk)
    yield from (NextTurn(i) for i in folk)
    yield from (Hide(CHAIR, some), Reveal(CHAIR, some), RemoveFromFight(CHAIR, some))
    yield Reorder(CHAIR, some[0], random.randint(0, 6))
    yield SetEffect(random.choice((CHAIR, *folk)), some, "Bless", random.choice((None, 1, 2)), random.random() < 0.3)
    if len(folk) < 12:
        yield AddToFight(CHAIR, what="imp hp 2", count=2, hidden=random.random() < 0.5)
    if random.random() < 0.1:
        yield EndFight(CHAIR)


class Watched(Row):
    """After every move: everybody who acts in this round stands in the row once, and nobody else."""

    def candidates(self, state: Toy, actor: Id) -> Iterator[Move]:
        """Without the moves by which the invented game keeps turns of its own."""
        yield from (m for m in super().candidates(state, actor) if not isinstance(m, Gather | Done | Leave))

    def play(self, step: Any, move: Move) -> None:
        super().play(step, move)
        if (fight := step.scene.fight) and fight.phase == "turns":
            row = [i for g in (*fight.done, fight.now, *fight.later) for i in g]
            assert len(row) == len(set(row)) and set(row) <= set(fight.seats)
            assert all(fight.later) and fight.done
            before = step.start.scene.fight
            if before and before.phase == "turns" and before.round == fight.round and not isinstance(move, BackTurn):
                had = {i for g in before.done for i in g}
                assert not had & {*fight.now, *(i for g in fight.later for i in g)}, "nobody acts twice"
                still = {*before.now, *(i for g in before.later for i in g)} & set(fight.seats)
                assert still <= set(row), "nobody is left out"


def test_random_fights_keep_every_promise() -> None:
    tally = fuzz(Watched(), table(), (GM, ANN, BOB), seeds=range(8), steps=45, extra_moves=moves)
    wanted = {"StartFight", "JoinFight", "AddToFight", "BeginFight", "NextTurn", "BackTurn", "Reorder", "Hide"}
    assert wanted | {"Reveal", "SetEffect", "RemoveFromFight", "EndFight"} <= tally.kinds
    assert tally.made > 100


# -- creatures that players have not met -------------------------------------------------------------------------------


def known(f: Fray, caller: Caller) -> set[str]:
    return {n.name for n in view(f.state, caller).campaign.names.values()}


def test_players_know_of_a_creature_from_the_first_that_everybody_is_told_of_it() -> None:
    f = Fray()
    f.gm(MakeCreature(CHAIR, "imp hp 2"))
    (imp,) = [i for i, n in f.state.campaign.names.items() if n.name == "imp"]
    assert "imp" in known(f, GM) and "imp" not in known(f, BOB) | known(f, Caller(""))
    assert imp not in view(f.state, BOB).sheets
    assert f.code(BOB, Dare(SANTO, imp)) == "unknown"
    f.gm(StartFight(CHAIR))
    f.gm(AddToFight(CHAIR, (imp,)))
    assert "imp" in known(f, BOB) & known(f, Caller(""))
    f.gm(EndFight(CHAIR))
    assert "imp" in known(f, BOB), "what was seen stays known"


def test_who_hid_all_along_is_unknown_elsewhere_and_after_the_fight() -> None:
    f = Fray()
    f.gm(StartFight(CHAIR))
    f.gm(AddToFight(CHAIR, what="imp hp 2", hidden=True))
    f.at("there")
    assert "imp" not in known(f, BOB)
    f.at("here")
    f.gm(EndFight(CHAIR))
    assert "imp" not in known(f, BOB) and "imp" in known(f, GM)
