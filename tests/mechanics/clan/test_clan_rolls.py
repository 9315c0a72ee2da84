"""Rolls: checks, naturals, attacks, range, maneuvers, kills, Luck and its window, turn order: the ledger's vectors."""

from typing import Any

import pytest

from mechanics.campaign import BeginSession, EndSession, JoinSession, StartSession
from mechanics.facts import Rolled
from mechanics.game import CHAIR, SELF, Force, Id
from mechanics.games.clan.features import Dc, Feature, Mods
from mechanics.games.clan.moves import (
    Act,
    AnswerAsk,
    Ask,
    Attack,
    Check,
    Fumble,
    Heal,
    Hurt,
    Keep,
    KillCheck,
    Luck,
    Maneuver,
    Narrate,
    Rest,
    Survive,
    Walk,
)
from mechanics.games.clan.pending import Fumbled, Placing
from mechanics.games.clan.play import Budget, Did
from mechanics.keeping import SetRuling
from mechanics.tracking import (
    AddToFight,
    BackTurn,
    BeginFight,
    EndFight,
    JoinFight,
    NextTurn,
    RemoveFromFight,
    Reorder,
    StartFight,
)
from mechanics.view import seen_facts, view
from tests.mechanics.clan.clan_table import (
    BRAKKA,
    GM,
    GNARL,
    MOTE,
    OOZE,
    PAT,
    QUIN,
    VEX,
    Book,
    brakka,
    changes,
    compared,
    creature,
    gnarl,
    modded,
    mote,
    notes,
    ooze,
    rolled,
    spent,
    vex,
)

HERO, FOE = Id("hero"), Id("foe")


def duel(
    hero: str, foe: str, *, luck: int = 0, foe_luck: int = 0, foe_is: dict[str, Any] | None = None, **rulings: Any
) -> Book:
    """Pat's hero, with axe 1d6, and Quin's foe; scores as Kick/Bad/Smart, so much Luck."""
    them = creature("Foe", "q", foe, unspent=2 * foe_luck, **(foe_is or {}))
    return Book(creature("Hero", "p", hero, "axe 1d6", unspent=2 * luck), them, **rulings)


# -- checks ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CLAN-CHK-01")
@pytest.mark.rule("CLAN-ABL-03")
@pytest.mark.parametrize(
    ("scores", "ability", "face", "bonus", "dc", "expected"),
    [
        ("3/2/4", "smart", 8, 0, 12, (12, 12, "success")),
        ("3/2/4", "smart", 7, 0, 12, (11, 12, "failure")),
        ("3/2/4", "none", 6, 0, 6, (6, 6, "success")),
        ("5/2/2", "kick", 9, -2, None, (12, None, "")),
        ("3/2/4", "bad", 12, 20, 40, (34, 40, "failure")),
    ],
)
def test_checks(scores: str, ability: str, face: int, bonus: int, dc: int | None, expected: tuple[Any, ...]) -> None:
    book = duel(scores, "3/3/3")
    assert rolled(book.do(PAT, Check(HERO, ability, dc, bonus), face)) == expected
    assert book.open() == []


@pytest.mark.rule("CLAN-CHK-01")
def test_what_is_no_check() -> None:
    book = duel("3/3/3", "3/3/3", luck=1)
    assert book.refused(PAT, Check(HERO, "luck")) == "UNKNOWN"
    for wrong in (
        Check(HERO, "kick", 0),
        Check(HERO, "kick", 41),
        Check(HERO, "kick", bonus=21),
        Check(HERO, "kick", bonus=-21),
    ):
        assert book.refused(PAT, wrong) == "RANGE"
    assert book.refused(PAT, Check(HERO, "kick", luck=-1)) == "RANGE"
    assert book.refused(PAT, Check(HERO, "kick", luck=2)) == "FUNDS"
    assert book.refused(PAT, Check(HERO, "kick", note="x" * 201)) == "RANGE"
    assert book.refused(QUIN, Check(HERO, "kick")) == "not-yours"
    book.gm(Hurt(HERO, 99))
    assert book.refused(PAT, Check(HERO, "kick")) == "STATE"


@pytest.mark.rule("CLAN-FEA-01")
def test_features_add_to_checks() -> None:
    book = Book(creature("Hero", "p", "3/3/3", features=(*spent(12), *modded(check=2, smart=1))))
    assert rolled(book.do(PAT, Check(HERO, "smart", 12), 6)) == (12, 12, "success")


@pytest.mark.rule("CLAN-CHK-02")
def test_a_dc_that_a_feature_gives() -> None:
    gaze = Feature("Gaze", 0, "", Mods(dc=Dc(8, "smart")))
    beast = creature("Beast", CHAIR, "3/2/4", features=(gaze, Feature("Fur", 12, "Warm")))
    book = Book(creature("Hero", "p", "3/3/3", unspent=0), beast)
    move = Check(HERO, "bad", feature="gaze", of=Id("beast"))
    assert rolled(book.do(PAT, move, 9)) == (12, 12, "success")
    wiser = creature("Beast", CHAIR, "3/2/4", features=(gaze, *spent(12), *modded(smart=1)))
    other = Book(creature("Hero", "p", "3/3/3", unspent=0), wiser)
    assert rolled(other.do(PAT, move, 9)) == (12, 13, "failure")
    typed = Check(HERO, "bad", 10, feature="Gaze", of=Id("beast"))
    assert rolled(book.gm(typed, 6)) == (9, 10, "failure")
    assert rolled(book.do(PAT, typed, 6)) == (9, 12, "failure")
    assert book.refused(PAT, Check(HERO, "bad", feature="Fur", of=Id("beast"))) == "UNKNOWN"
    assert book.refused(PAT, Check(HERO, "bad", feature="Gaze")) == "UNKNOWN"
    facts = book.do(PAT, Check(HERO, "bad", 9, feature="Fur", of=Id("beast")), 6)
    assert "Fur: Warm" in notes(facts) and rolled(facts) == (9, 9, "success")


@pytest.mark.rule("CLAN-CHK-02")
@pytest.mark.parametrize(
    ("dc", "goal"), [(Dc(-20, "smart"), 1), (Dc(40, "smart"), 40), (Dc(0, "armor"), 8), (Dc(7), 7)]
)
def test_a_features_dc_is_from_1_to_40(dc: Dc, goal: int) -> None:
    book = Book(creature("Hero", "p", "3/2/4", features=(*spent(12), Feature("Gaze", 0, "", Mods(dc=dc)))))
    assert rolled(book.do(PAT, Check(HERO, "none", feature="Gaze"), 1))[1] == goal


@pytest.mark.rule("CLAN-NAT-01")
@pytest.mark.parametrize(
    ("naturals", "smart", "dc", "face", "more", "expected"),
    [
        (True, 1, 20, 12, 0, (13, 20, "extreme success")),
        (True, 6, 5, 1, 0, (7, 5, "extreme failure")),
        (False, 1, 20, 12, 0, (13, 20, "failure")),
        (True, 3, 9, 1, 1, (4, 9, "extreme failure")),
        (True, 3, 9, 1, 2, (5, 9, "failure")),
    ],
)
def test_naturals_on_checks(
    naturals: bool, smart: int, dc: int, face: int, more: int, expected: tuple[Any, ...]
) -> None:
    scores = {1: "4/4/1", 6: "2/1/6", 3: "3/3/3"}[smart]
    book = duel(scores, "3/3/3", luck=1 if more else 0, naturals=naturals)
    facts = book.do(PAT, Check(HERO, "smart", dc), face)
    if more:
        facts = book.do(PAT, Luck(HERO), more)
    assert rolled(facts) == expected
    assert any("natural" in text for text in notes(facts)) is ("extreme" in expected[2])


def test_a_secret_check_is_for_the_caller_and_the_gm_and_does_not_stay_open() -> None:
    book = duel("3/3/3", "3/3/3", luck=2)
    facts = book.do(PAT, Check(HERO, "smart", 12, note="hush", secret=True), 3)
    assert book.open() == []
    for caller, sees in ((PAT, True), (GM, True), (QUIN, False)):
        assert any(isinstance(f, Rolled) for f in seen_facts(book.state.campaign, caller, facts)) is sees


def test_a_check_that_the_gm_asks_for() -> None:
    book = duel("3/3/3", "3/3/3")
    assert book.refused(PAT, Ask(HERO, (HERO,), "smart")) == "not-gm"
    assert book.refused(GM, Ask(CHAIR, (), "smart")) == "UNKNOWN"
    book.gm(Ask(CHAIR, (HERO, FOE), "smart", 10, "a noise"))
    assert rolled(book.do(PAT, AnswerAsk(HERO), 7)) == (10, 10, "success")
    assert book.refused(PAT, AnswerAsk(HERO)) == "not-allowed"
    assert rolled(book.gm(Force(CHAIR), 6)) == (9, 10, "failure")
    assert book.open() == []


# -- Luck --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CLAN-LUCK-03")
@pytest.mark.parametrize(("first", "more", "used"), [(3, (9,), 9), (9, (2,), 9), (2, (5, 11, 7), 11)])
def test_luck_after_the_roll(first: int, more: tuple[int, ...], used: int) -> None:
    book = duel("3/3/3", "3/3/3", luck=6)
    book.do(PAT, Check(HERO, "none"), first)
    facts = book.do(PAT, Luck(HERO, len(more)), *more)
    assert rolled(facts)[0] == used
    assert book.of(HERO).luck_spent == len(more)


@pytest.mark.rule("CLAN-LUCK-03")
def test_luck_declared_and_luck_refused() -> None:
    book = duel("3/3/3", "3/3/3", luck=3)
    assert rolled(book.do(PAT, Check(HERO, "none", luck=2), 4, 8, 6))[0] == 8
    assert (book.of(HERO).luck_spent, book.of(HERO).luck_now) == (2, 1)
    assert book.refused(PAT, Luck(HERO, 2)) == "FUNDS"
    assert book.refused(PAT, Luck(HERO, 0)) == "RANGE"
    assert book.refused(QUIN, Luck(FOE)) == "not-yours"
    assert book.refused(QUIN, Luck(HERO)) == "not-yours"
    assert book.of(HERO).luck_spent == 2


@pytest.mark.rule("CLAN-LUCK-04")
@pytest.mark.parametrize(
    ("hero", "foe", "luck", "naturals", "face", "verdict", "opens"),
    [
        ("3/3/3", "3/4/2", 0, False, 4, "miss", False),
        ("3/3/3", "3/4/2", 1, False, 4, "miss", True),
        ("3/3/3", "3/4/2", 3, False, 8, "hit", False),
        ("3/3/3", "3/4/2", 3, True, 8, "hit", True),
        ("1/6/2", "3/6/0", 2, False, 4, "miss", None),
        ("1/6/2", "3/6/0", 2, True, 4, "miss", True),
    ],
)
def test_the_window_of_an_attack(
    hero: str, foe: str, luck: int, naturals: bool, face: int, verdict: str, opens: bool | None
) -> None:
    armored = {"features": (*spent(12), *modded(armor=1)), "hp": 18} if foe == "3/6/0" else {}
    book = duel(hero, foe, luck=luck, naturals=naturals, foe_is=armored)
    locked_hit = verdict == "hit" and not opens
    facts = book.do(PAT, Attack(HERO, FOE), face, *((2,) if locked_hit else ()))
    assert rolled(facts, "CLAN-ATK-01")[2] == verdict
    assert bool(book.open()) is bool(opens)
    assert book.of(FOE).hp == book.of(FOE).hp_max - (5 if locked_hit else 0)


@pytest.mark.rule("CLAN-LUCK-04")
def test_locked_by_the_gm_or_by_the_last_luck() -> None:
    book = duel("3/3/3", "3/4/2", luck=2)
    book.do(PAT, Attack(HERO, FOE), 4)
    assert book.refused(PAT, Narrate(HERO)) == "not-gm"
    book.gm(Narrate())
    assert book.refused(PAT, Luck(HERO)) == book.refused(GM, Narrate()) == book.refused(PAT, Keep(HERO)) == "STATE"
    book.do(PAT, Attack(HERO, FOE), 4)
    p = book.waiting()
    facts = book.do(PAT, Luck(HERO, 2, p.id, p.rev), 10, 3, 6)
    assert rolled(facts, "CLAN-DMG-01") == (9, None, "") and book.of(FOE).hp == 7
    assert book.refused(PAT, Luck(HERO, 1, p.id, p.rev)) == "stale"


@pytest.mark.rule("CLAN-LUCK-04")
def test_nothing_waits_once_a_12_is_there() -> None:
    book = duel("3/3/3", "3/3/3", luck=2)
    book.do(PAT, Check(HERO, "none"), 12)
    assert book.open() == []


@pytest.mark.rule("CLAN-LUCK-04")
@pytest.mark.parametrize(
    ("hero", "foe", "faces", "by"),
    [("4/3/2", "3/3/3", (6, 7), ()), ("4/3/2", "3/3/3", (9, 9), (FOE,)), ("6/2/1", "6/1/2", (12, 12), ())],
)
def test_the_window_of_a_contest(hero: str, foe: str, faces: tuple[int, int], by: tuple[Id, ...]) -> None:
    book = duel(hero, foe, foe_luck=2)
    book.do(PAT, Maneuver(HERO, "hold", FOE), *faces)
    assert [i for p in book.state.scene.pending.values() for i in p.by] == list(by)


@pytest.mark.rule("CLAN-LUCK-04")
def test_luck_of_both_sides_in_turn() -> None:
    book = duel("4/3/2", "3/3/3", luck=1, foe_luck=1)
    book.fight((HERO, 9), (FOE, 2))
    book.do(PAT, Maneuver(HERO, "hold", FOE), 5, 8)
    assert book.waiting().by == (HERO,)
    book.do(PAT, Luck(HERO), 10)
    assert book.waiting().by == (FOE,) and book.held() == []
    book.do(QUIN, Luck(FOE), 12)
    assert book.open() == [] and book.held() == []


@pytest.mark.rule("CLAN-LUCK-04")
def test_a_rest_the_next_roll_and_the_end_of_a_session_lock() -> None:
    book = duel("3/3/2", "3/3/3", luck=1)
    book.do(PAT, Check(HERO, "smart", 12), 3)
    book.gm(Rest(CHAIR, (HERO,)))
    assert book.refused(PAT, Luck(HERO)) == "STATE"
    book.do(PAT, Check(HERO, "smart", 12), 3)
    book.do(PAT, Check(HERO, "bad", 12), 4)
    assert book.roll().a.dice == (4,)
    book.gm(StartSession(CHAIR, at=0))
    book.do(PAT, JoinSession(SELF))
    book.gm(BeginSession(CHAIR, at=0))
    book.gm(EndSession(CHAIR))
    assert book.open() == []


@pytest.mark.rule("CLAN-LUCK-04")
def test_nothing_comes_of_a_roll_that_an_earlier_one_overtakes() -> None:
    book = duel("3/3/3", "3/3/3", luck=1, naturals=True)
    book.gm(Hurt(HERO, 14))
    book.do(PAT, Attack(HERO, FOE), 1)
    facts = book.do(PAT, Check(HERO, "smart", 12), 4)
    assert book.of(HERO).status == "unconscious"
    assert notes(facts)[-1] == "{0}'s earlier roll came first: nothing comes of this."


@pytest.mark.rule("CLAN-LUCK-04")
def test_a_ruling_does_not_change_a_roll_that_is_made() -> None:
    book = duel("3/3/3", "3/4/2", luck=1)
    book.do(PAT, Attack(HERO, FOE), 4)
    book.gm(SetRuling(CHAIR, "naturals", "on"))
    facts = book.do(PAT, Luck(HERO), 12, 2)
    assert rolled(facts, "CLAN-ATK-01") == (15, 10, "hit") and book.of(FOE).hp == 11


# -- attacks -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CLAN-ATK-01")
@pytest.mark.parametrize(
    ("hero", "foe", "face", "total", "hit"),
    [
        ("3/3/3", "3/4/2", 7, 10, False),
        ("3/3/3", "3/4/2", 8, 11, True),
        ("6/2/1", "2/6/1", 12, 18, True),
        ("6/2/1", "6/1/2", 1, 7, False),
    ],
)
def test_an_attack_must_be_higher(hero: str, foe: str, face: int, total: int, hit: bool) -> None:
    book = duel(hero, foe)
    before = book.of(FOE).hp
    facts = book.do(PAT, Attack(HERO, FOE), face, *((3,) if hit else ()))
    assert rolled(facts, "CLAN-ATK-01") == (total, book.of(FOE).armor, "hit" if hit else "miss")
    assert before - book.of(FOE).hp == (3 + book.of(HERO).kick if hit else 0)
    assert book.of(HERO).hp == book.of(HERO).hp_max


@pytest.mark.rule("CLAN-ATK-01")
def test_attack_with_luck_declared_draws_it_first() -> None:
    book = duel("2/4/3", "3/4/2", luck=2)
    facts = book.do(PAT, Attack(HERO, FOE, feet=10, luck=2), 4, 9, 5, 1)
    assert rolled(facts, "CLAN-ATK-01") == (10, 10, "miss")
    other = duel("2/4/3", "3/4/2", luck=2)
    facts = other.do(PAT, Attack(HERO, FOE, luck=2), 4, 9, 5, 6)
    assert rolled(facts, "CLAN-ATK-01") == (11, 10, "hit") and other.of(HERO).luck_spent == 2


@pytest.mark.rule("CLAN-ATK-01")
def test_who_cannot_be_attacked() -> None:
    book = Book(brakka(), mote(hp=0, status="unconscious"), gnarl(hp=0, status="dead"), vex())
    assert book.refused(PAT, Attack(BRAKKA, BRAKKA)) == "RULE"
    assert book.refused(PAT, Attack(BRAKKA, Id("nobody"))) == "unknown"
    assert book.refusal(PAT, Attack(BRAKKA, MOTE)).hint == "/clan kill"
    assert book.refused(PAT, Attack(BRAKKA, MOTE)) == book.refused(PAT, Attack(BRAKKA, GNARL)) == "STATE"
    assert book.refused(QUIN, Attack(MOTE, BRAKKA)) == book.refused(GM, Attack(GNARL, BRAKKA)) == "STATE"
    for feet in (-1, 601):
        assert book.refused(PAT, Attack(BRAKKA, VEX, feet=feet)) == "RANGE"


@pytest.mark.rule("CLAN-ATK-02")
@pytest.mark.parametrize(("fumble", "faces", "hp"), [("self", (1, 5), (14 - 9, 16)), ("none", (1,), (14, 16))])
def test_a_natural_1(fumble: str, faces: tuple[int, ...], hp: tuple[int, int]) -> None:
    book = duel("4/2/3", "3/4/2", naturals=True, fumble=fumble)
    facts = book.do(PAT, Attack(HERO, FOE), *faces)
    assert rolled(facts, "CLAN-ATK-01")[2] == "natural 1: miss"
    assert (book.of(HERO).hp, book.of(FOE).hp) == hp


@pytest.mark.rule("CLAN-ATK-02")
def test_a_natural_12_hits_and_doubles() -> None:
    armored = {"features": (*spent(12), *modded(armor=10))}
    book = duel("3/3/3", "3/4/2", naturals=True, foe_is=armored)
    facts = book.do(PAT, Attack(HERO, FOE), 12, 4)
    assert rolled(facts, "CLAN-ATK-01") == (15, 20, "natural 12: hit")
    assert rolled(facts, "CLAN-ATK-02") == (14, None, "")
    lucky = duel("2/3/4", "3/4/2", luck=1, naturals=True)
    lucky.do(PAT, Attack(HERO, FOE, "nothing at all"), 1)
    facts = lucky.do(PAT, Luck(HERO), 12, 1)
    assert rolled(facts, "CLAN-ATK-02") == (6, None, "") and lucky.of(FOE).hp == 10


@pytest.mark.rule("CLAN-ATK-02")
def test_the_gm_says_whom_a_fumble_hurts() -> None:
    book = Book(brakka(unspent=0), mote(), gnarl(), naturals=True, fumble="ask")
    book.fight((BRAKKA, 9), (MOTE, 5), (GNARL, 3))
    book.do(PAT, Attack(BRAKKA, GNARL), 1)
    assert isinstance(book.open()[0], Fumbled)
    assert book.refused(PAT, Fumble(BRAKKA, MOTE)) == "not-gm"
    assert book.refused(PAT, NextTurn(BRAKKA)) == "waiting"
    book.gm(Fumble(CHAIR, MOTE), 2)
    assert (book.of(MOTE).hp, book.open()) == (8, [])
    book.do(PAT, NextTurn(BRAKKA))
    for move, faces, hp in ((Fumble(CHAIR, None), (), 8), (Force(CHAIR), (3,), 3)):
        book.do(QUIN, Attack(MOTE, GNARL), 1)
        book.gm(move, *faces)
        assert book.of(MOTE).hp == hp
        for i in (MOTE, GNARL, BRAKKA):
            book.gm(NextTurn(i))


@pytest.mark.rule("CLAN-UNC-01")
def test_who_falls_by_a_fumble_loses_the_rest_of_the_turn() -> None:
    book = duel("4/2/3", "3/4/2", naturals=True)
    book.gm(Hurt(HERO, 10))
    book.fight((HERO, 9), (FOE, 2))
    book.do(PAT, Attack(HERO, FOE), 1, 6)
    assert book.of(HERO).status == "unconscious" and book.up() == (1, (FOE,))
    book.do(QUIN, NextTurn(FOE))
    assert book.up() == (2, (FOE,))
    book.gm(Heal(HERO, 3))
    book.do(QUIN, NextTurn(FOE))
    assert book.up() == (3, (HERO,))


@pytest.mark.rule("CLAN-UNC-01")
def test_who_wakes_before_their_place_still_acts() -> None:
    book = Book(brakka(), mote(hp=1), gnarl())
    book.fight((BRAKKA, 9), (MOTE, 5), (GNARL, 3))
    book.gm(Hurt(MOTE, 1))
    book.do(PAT, NextTurn(BRAKKA))
    book.gm(NextTurn(GNARL))
    assert book.up() == (2, (BRAKKA,))
    book.gm(Heal(MOTE, 1))
    book.do(PAT, NextTurn(BRAKKA))
    assert book.up() == (2, (MOTE,))


@pytest.mark.rule("CLAN-DMG-01")
def test_damage_dice() -> None:
    claws = (*spent(12), *modded(weapon="claws", weapon_dice="1d8"))
    for weapon, feature, face, amount in (("", (), 5, 9), ("bare hands", (), 2, 6), ("claws", claws, 4, 8)):
        book = Book(
            creature("Hero", "p", "4/3/2", "axe 1d6", **({"features": feature} if feature else {"unspent": 0})), gnarl()
        )
        facts = book.do(PAT, Attack(HERO, GNARL, weapon), 11, face)
        assert rolled(facts, "CLAN-DMG-01")[0] == amount
    book = Book(
        creature("Hero", "p", "4/3/2", "axe 2d4+1", features=(*spent(12), *modded(damage=2, attack=1))), gnarl()
    )
    facts = book.do(PAT, Attack(HERO, GNARL), 7, 3, 4)
    assert rolled(facts, "CLAN-ATK-01") == (12, 11, "hit") and rolled(facts, "CLAN-DMG-01")[0] == 14
    other = Book(gnarl(), creature("Hero", "p", "4/3/2", unspent=0), unarmed_dice="1d8")
    assert rolled(other.gm(Attack(GNARL, HERO), 12, 8), "CLAN-DMG-01")[0] == 11
    own = Book(gnarl(features=modded(unarmed_dice="1d3"), unarmed_dice="1d10"), brakka())
    assert own.of(GNARL).unarmed("1d4") == "1d3" and gnarl(unarmed_dice="1d10").unarmed("1d4") == "1d10"


@pytest.mark.rule("CLAN-RNG-01")
@pytest.mark.parametrize(
    ("kick", "feet", "faces", "total"),
    [(2, 9, (9,), 11), (2, 10, (9, 3), 8), (2, 25, (10, 2, 1), 9), (1, 60, (2, 4, 4, 4, 4, 4, 4), -21)],
)
def test_range(kick: int, feet: int, faces: tuple[int, ...], total: int) -> None:
    book = duel({2: "2/2/5", 1: "1/3/5"}[kick], "1/6/2")
    facts = book.do(PAT, Attack(HERO, FOE, feet=feet), *faces)
    assert rolled(facts, "CLAN-ATK-01") == (total, 12, "miss")


@pytest.mark.rule("CLAN-RNG-01")
def test_range_counted_up_and_a_natural_at_range() -> None:
    book = duel("2/2/5", "1/6/2", range_rounding="up")
    assert rolled(book.do(PAT, Attack(HERO, FOE, feet=1), 5, 4)) == (3, 12, "miss")
    assert rolled(book.do(PAT, Attack(HERO, FOE, feet=20), 5, 4, 4)) == (-1, 12, "miss")
    far = duel("1/3/5", "1/6/2", naturals=True)
    facts = far.do(PAT, Attack(HERO, FOE, feet=30), 12, 4, 4, 4, 1)
    assert rolled(facts, "CLAN-ATK-01") == (1, 12, "natural 12: hit") and far.of(FOE).hp == 14


# -- maneuvers and kills -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CLAN-MAN-01")
@pytest.mark.parametrize(
    ("hero", "foe", "faces", "verdict"),
    [("4/3/2", "3/3/3", (7, 8), "tie"), ("4/3/2", "3/3/3", (8, 8), "a"), ("1/4/4", "2/6/1", (12, 7), "tie")],
)
def test_maneuvers(hero: str, foe: str, faces: tuple[int, int], verdict: str) -> None:
    book = duel(hero, foe, naturals=True)
    facts = book.do(PAT, Maneuver(HERO, "move", FOE), *faces)
    assert compared(facts)[2] == verdict
    assert ("{0} moves {1}." in notes(facts)) is (verdict == "a")
    assert any("natural 12" in text for text in notes(facts)) is (12 in faces)


@pytest.mark.rule("CLAN-MAN-01")
@pytest.mark.rule("CLAN-MAN-02")
def test_holds_and_how_they_end() -> None:
    book = Book(brakka(unspent=0), mote(), gnarl())
    book.fight((BRAKKA, 9), (MOTE, 5), (GNARL, 3))
    assert book.refused(PAT, Maneuver(BRAKKA, "hug", MOTE)) == "UNKNOWN"
    assert book.refused(PAT, Maneuver(BRAKKA, "hold", BRAKKA)) == "RULE"
    assert book.refused(PAT, Maneuver(BRAKKA, "escape", MOTE)) == "STATE"
    assert book.refused(PAT, Maneuver(BRAKKA, "let-go", MOTE)) == "STATE"

    def hold() -> None:
        while book.up()[1] != (BRAKKA,):
            book.gm(NextTurn(CHAIR))
        book.do(PAT, Maneuver(BRAKKA, "hold", MOTE), 12, 1)
        assert book.held() == [(BRAKKA, MOTE)]

    hold()
    assert book.refused(GM, Maneuver(BRAKKA, "hold", MOTE, cost=0)) == "STATE"
    book.do(PAT, Maneuver(BRAKKA, "let-go", MOTE))
    assert (book.held(), book.left(BRAKKA)) == ([], 1)
    book.do(PAT, NextTurn(BRAKKA))
    hold()
    book.do(PAT, Walk(BRAKKA))
    assert book.held() == []
    book.do(PAT, NextTurn(BRAKKA))
    hold()
    book.gm(Hurt(BRAKKA, 99))
    assert book.held() == [] and book.up()[1] == (MOTE,)
    book.gm(Heal(BRAKKA, 99))
    hold()
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR))
    book.gm(Maneuver(GNARL, "move", BRAKKA), 12, 1)
    assert book.held() == []
    book.gm(NextTurn(CHAIR))
    hold()
    book.gm(RemoveFromFight(CHAIR, (BRAKKA,)))
    assert book.held() == []


@pytest.mark.rule("CLAN-MAN-01")
def test_the_unconscious_do_not_resist() -> None:
    book = duel("4/3/2", "3/3/3", luck=1, foe_is={"hp": 0, "status": "unconscious"})
    book.do(PAT, Maneuver(HERO, "move", FOE))
    assert book.refused(PAT, Maneuver(HERO, "move", FOE, luck=1)) == "RULE"


@pytest.mark.rule("CLAN-KILL-01")
@pytest.mark.parametrize(
    ("faces", "totals", "dead"), [((10, 5, 9), (18, 17, "a"), True), ((9, 5, 9), (17, 17, "tie"), False)]
)
def test_kills(faces: tuple[int, ...], totals: tuple[Any, ...], dead: bool) -> None:
    book = duel("3/3/3", "4/2/3", foe_is={"hp": 0, "status": "unconscious"})
    assert compared(book.do(PAT, KillCheck(HERO, FOE), *faces)) == totals
    assert (book.of(FOE).status == "dead", book.of(FOE).reason) == (dead, "killed" if dead else "")


@pytest.mark.rule("CLAN-KILL-01")
@pytest.mark.rule("CLAN-UNC-01")
def test_the_unconscious_use_luck_to_survive() -> None:
    book = duel("3/3/3", "4/2/3", foe_luck=1, foe_is={"hp": 0, "status": "unconscious"})
    book.do(PAT, KillCheck(HERO, FOE), 10, 5, 9)
    assert book.waiting().by == (FOE,)
    facts = book.do(QUIN, Luck(FOE), 11)
    assert compared(facts) == (18, 19, "b") and book.of(FOE).status == "unconscious"
    assert notes(facts)[1:] == ["{0} lives."]
    assert book.refused(PAT, KillCheck(FOE, HERO)) == "not-yours"
    assert book.refused(QUIN, KillCheck(FOE, HERO)) == "STATE"
    book.gm(Heal(FOE, 1))
    assert book.refused(PAT, KillCheck(HERO, FOE)) == "STATE"


@pytest.mark.rule("CLAN-SURV-01")
def test_surviving_the_world() -> None:
    book = duel("3/3/3", "3/3/3", foe_is={"hp": 0, "status": "unconscious"})
    assert rolled(book.gm(Survive(CHAIR, (HERO,), 14), 5)) == (14, 14, "success")
    facts = book.gm(Survive(CHAIR, (HERO, FOE), 14), 4, 4)
    assert rolled(facts) == (13, 14, "failure")
    assert (book.of(HERO).status, book.of(FOE).status, book.of(FOE).reason) == ("ok", "dead", "did not survive")
    assert book.refused(PAT, Survive(HERO, (HERO,), 14)) == "not-gm"
    assert book.refused(GM, Survive(CHAIR, (HERO,), 0)) == "RANGE"
    assert book.refused(GM, Survive(CHAIR, (FOE,), 9)) == "STATE"


# -- turns -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CLAN-ACT-01")
def test_actions_of_a_turn() -> None:
    book = Book(brakka(), mote(), gnarl(), ooze(hp=0, status="unconscious"), vex())
    book.fight((BRAKKA, 9), (MOTE, 5), (GNARL, 3))
    assert book.refused(QUIN, Walk(MOTE)) == book.refused(QUIN, Walk(VEX)) == "STATE"
    assert book.refused(PAT, Attack(BRAKKA, VEX)) == "UNKNOWN"
    assert book.refused(PAT, Act(BRAKKA, "sings", 4)) == book.refused(PAT, Act(BRAKKA, " ")) == "RANGE"
    assert book.refused(PAT, Check(BRAKKA, "kick", cost=0)) == "OWNER"
    assert book.refused(GM, Check(BRAKKA, "kick", cost=4)) == "RANGE"
    book.do(PAT, Walk(BRAKKA))
    book.do(PAT, Attack(BRAKKA, GNARL, luck=2), 1, 2, 3)
    assert book.left(BRAKKA) == 0
    assert book.refused(PAT, Act(BRAKKA, "sings")) == "STATE"
    book.do(PAT, Act(BRAKKA, "sings", 0))
    assert book.refused(PAT, Check(BRAKKA, "kick")) == "STATE"
    book.do(PAT, NextTurn(BRAKKA))
    book.gm(Check(MOTE, "kick", cost=2), 3)
    assert book.left(MOTE) == 1
    assert book.refused(QUIN, Maneuver(MOTE, "hold", GNARL)) == "STATE"
    book.gm(Maneuver(MOTE, "move", GNARL, cost=1), 2, 3)
    assert book.left(MOTE) == 0
    book.gm(NextTurn(MOTE))
    book.gm(Act(GNARL, "thinks", 3))
    assert book.left(GNARL) == 0
    book.do(QUIN, Check(VEX, "kick"), 5)


@pytest.mark.rule("CLAN-ACT-01")
def test_three_kills_in_a_turn_and_a_feature_with_more_actions() -> None:
    book = Book(brakka(unspent=0), mote(features=modded(actions=1)), ooze(hp=0, status="unconscious"))
    assert book.refused(GM, JoinFight(OOZE)) == "no-fight"
    book.gather((BRAKKA, 9), (MOTE, 5))
    assert book.refused(GM, JoinFight(OOZE)) == "STATE"
    book.gm(Heal(OOZE, 1))
    book.gm(JoinFight(OOZE), 2)
    book.gm(Hurt(OOZE, 1))
    book.gm(BeginFight(CHAIR))
    for left in (2, 1, 0):
        book.do(PAT, KillCheck(BRAKKA, OOZE), 1, 1, 12)
        assert book.left(BRAKKA) == left
    book.do(PAT, NextTurn(BRAKKA))
    assert book.left(MOTE) == 4


@pytest.mark.rule("CLAN-ACT-01")
def test_how_far_a_move_goes() -> None:
    book = Book(move_feet=30)
    assert notes(book.do(PAT, Walk(BRAKKA))) == ["{0} moves, up to 30 feet."]
    assert notes(Book().do(PAT, Walk(BRAKKA))) == ["{0} moves."]


@pytest.mark.rule("CLAN-ORD-01")
def test_turn_order() -> None:
    book = Book(brakka(unspent=0), mote(), gnarl(), vex())
    book.fight((BRAKKA, 5), (MOTE, 9), (GNARL, 2))
    assert book.row() == [MOTE, BRAKKA, GNARL]
    tied = Book(brakka(unspent=0), mote(), gnarl(), vex())
    tied.fight((BRAKKA, 5), (MOTE, 9), (GNARL, 5), roll_offs=(4, 11))
    assert tied.row() == [MOTE, GNARL, BRAKKA]
    tied.do(QUIN, JoinFight(VEX), 9)
    assert tied.row() == [MOTE, VEX, GNARL, BRAKKA]
    tied.do(QUIN, NextTurn(MOTE))
    assert tied.up() == (1, (VEX,))


@pytest.mark.rule("CLAN-ORD-01")
def test_roll_offs_until_they_split() -> None:
    book = Book(brakka(), mote(), gnarl(), vex())
    book.fight((BRAKKA, 5), (MOTE, 9), (GNARL, 5), (VEX, 9), roll_offs=(7, 3, 7, 3, 1, 2, 6, 4))
    assert book.row() == [VEX, MOTE, GNARL, BRAKKA]


@pytest.mark.rule("CLAN-ORD-01")
def test_other_ways_with_ties() -> None:
    smart = Book(brakka(), mote(), gnarl(), ties="smart")
    smart.fight((BRAKKA, 5), (MOTE, 5), (GNARL, 5))
    assert smart.row() == [MOTE, BRAKKA, GNARL]
    picked = Book(brakka(), mote(), gnarl(), ties="gm")
    picked.gather((BRAKKA, 5), (MOTE, 5), (GNARL, 9))
    picked.gm(Reorder(CHAIR, MOTE, 1))
    picked.gm(BeginFight(CHAIR))
    assert picked.row() == [GNARL, MOTE, BRAKKA]
    picked.gm(Reorder(CHAIR, BRAKKA, 1))
    for _ in range(3):
        picked.gm(NextTurn(CHAIR))
    assert picked.row() == [BRAKKA, GNARL, MOTE]


@pytest.mark.rule("CLAN-ORD-01")
def test_luck_on_the_turn_order() -> None:
    book = Book(brakka(), mote())
    book.gather((BRAKKA, 5), (MOTE, 9))
    assert book.refused(QUIN, Luck(MOTE)) == "FUNDS"
    book.do(PAT, Luck(BRAKKA), 11)
    book.gm(BeginFight(CHAIR))
    assert book.row() == [BRAKKA, MOTE] and book.of().luck_spent == 1
    assert book.refused(PAT, Luck(BRAKKA)) == "STATE"


@pytest.mark.rule("CLAN-ORD-01")
def test_a_latecomer_with_luck() -> None:
    def late(face: int) -> Book:
        book = Book(brakka(), mote(), gnarl())
        book.fight((MOTE, 9), (GNARL, 3))
        book.do(PAT, JoinFight(BRAKKA), face)
        return book

    book = late(2)
    assert isinstance(book.open()[0], Placing) and book.row() == [MOTE, GNARL]
    book.do(PAT, Luck(BRAKKA), 1)
    book.do(PAT, Luck(BRAKKA), 8)
    assert book.open() == [] and book.row() == [MOTE, BRAKKA, GNARL]
    kept = late(4)
    kept.do(PAT, Keep(BRAKKA))
    assert kept.row() == [MOTE, BRAKKA, GNARL] and kept.of().luck_now == 2
    waits = late(4)
    waits.gm(NextTurn(CHAIR))
    waits.gm(NextTurn(CHAIR))
    assert waits.open() == [] and waits.up() == (2, (MOTE,)) and waits.row() == [MOTE, BRAKKA, GNARL]
    twelve = late(12)
    assert twelve.open() == [] and twelve.row() == [MOTE, GNARL]
    gone = late(4)
    gone.gm(RemoveFromFight(CHAIR, (BRAKKA,)))
    assert gone.open() == []


def test_what_was_open_comes_to_nothing_when_the_fight_ends_or_one_leaves() -> None:
    for move in (EndFight(CHAIR), RemoveFromFight(CHAIR, (GNARL,))):
        book = Book(brakka(), mote(), gnarl())
        book.fight((BRAKKA, 9), (MOTE, 5), (GNARL, 3))
        book.do(PAT, Attack(BRAKKA, GNARL), 5)
        book.gm(move)
        assert book.open() == [] and book.of(GNARL).hp == 17


def test_a_fight_that_nobody_is_left_in_and_surprise() -> None:
    book = Book(brakka(), mote(), gnarl())
    assert book.refused(GM, StartFight(CHAIR, "players")) == "RULE"
    book.fight((BRAKKA, 9), (MOTE, 5))
    book.gm(Hurt(MOTE, 99))
    facts = book.do(PAT, NextTurn(BRAKKA))
    assert any(text.startswith("Fewer than two") for text in notes(facts))
    assert book.up() == (2, (BRAKKA,))
    book.do(PAT, Walk(BRAKKA))
    assert changes(facts, "hp") == []
    book.gm(Heal(MOTE, 3))
    book.do(PAT, NextTurn(BRAKKA))
    assert book.up() == (2, (MOTE,))
    book.gm(BackTurn(CHAIR))
    assert book.up() == (2, (BRAKKA,)) and book.row() == [BRAKKA, MOTE]


@pytest.mark.rule("CLAN-SURV-01")
@pytest.mark.rule("CLAN-NAT-01")
def test_naturals_are_only_marked_on_a_survive_check() -> None:
    book = duel("3/3/3", "3/3/3", naturals=True)
    for face, dc, said in ((12, 22, "failure"), (1, 10, "success")):
        facts = book.gm(Survive(CHAIR, (HERO,), dc), face)
        assert rolled(facts)[2] == said
        assert f"{{0}} has a natural {face}: the totals decide." in notes(facts)


@pytest.mark.rule("CLAN-MAN-02")
def test_one_of_two_who_are_held_gets_free() -> None:
    book = Book(brakka(unspent=0), mote(), gnarl(), vex())
    facts = book.fight((BRAKKA, 9), (MOTE, 5), (GNARL, 3), (VEX, 2))
    for other in (MOTE, GNARL, VEX):
        book.gm(Maneuver(BRAKKA, "hold", other, cost=1), 12, 1)
    facts = book.gm(NextTurn(CHAIR))
    assert not any(text.startswith("Fewer") for text in notes(facts))
    book.do(QUIN, Maneuver(MOTE, "escape", BRAKKA), 12, 1)
    assert book.held() == [(BRAKKA, GNARL), (BRAKKA, VEX)]
    book.do(PAT, Maneuver(BRAKKA, "let go", GNARL))
    assert book.held() == [(BRAKKA, VEX)]


def test_two_who_can_act_are_enough_for_a_fight() -> None:
    book = duel("3/3/3", "3/3/3")
    book.fight((HERO, 9), (FOE, 3))
    book.gm(NextTurn(CHAIR))
    assert notes(book.gm(NextTurn(CHAIR))) == []
    assert book.up() == (2, (HERO,))


# -- what the table remembers of a roll --------------------------------------------------------------------------------


@pytest.mark.rule("CLAN-LUCK-04")
def test_an_open_roll_lasts_as_long_as_the_table_says_when_it_is_made() -> None:
    book = Book(brakka(), gnarl(), luck_window_seconds=30)
    book.do(PAT, Check(BRAKKA, "kick", dc=16), 3)
    assert book.waiting().lasts == 30
    book.gm(SetRuling(CHAIR, "luck_window_seconds", "0"))
    book.do(PAT, Luck(BRAKKA), 4)
    assert book.waiting().lasts == 30
    assert notes(book.gm(Force(CHAIR, book.waiting().id))) == ["{0}'s Kick check stands: 8 against 16, failure."]
    book.do(PAT, Check(BRAKKA, "kick", dc=16), 3)
    assert book.waiting().lasts == 0


@pytest.mark.rule("CLAN-LUCK-04")
def test_the_open_roll_of_who_hides_is_the_gms_to_know() -> None:
    book = Book(brakka(), gnarl(features=()))
    book.gm(StartFight(CHAIR))
    book.do(PAT, JoinFight(BRAKKA), 9)
    book.gm(AddToFight(CHAIR, (GNARL,), hidden=True), 12)
    book.gm(BeginFight(CHAIR))
    book.gm(Attack(GNARL, BRAKKA), 1)
    assert book.waiting().to == (GNARL,)
    assert view(book.state, PAT).scene.pending == {}
    assert len(view(book.state, GM).scene.pending) == 1


@pytest.mark.rule("CLAN-ACT-01")
def test_what_was_done_last_is_proposed_again() -> None:
    book = Book(brakka(unspent=0), gnarl())
    book.fight((BRAKKA, 9), (GNARL, 4))
    book.do(PAT, Attack(BRAKKA, GNARL, "axe", 10), 1, 4)
    book.do(PAT, Walk(BRAKKA))
    for _ in range(2):
        book.gm(NextTurn(CHAIR))
    fight = book.state.scene.fight
    assert fight and fight.seats[BRAKKA].budget == Budget(3, (9,), Did("attack", GNARL, "axe", 10))


@pytest.mark.rule("CLAN-MAN-02")
def test_who_is_held_by_somebody_hidden_gets_free_of_whoever_it_is() -> None:
    book = Book(brakka(unspent=0), gnarl())
    book.gm(StartFight(CHAIR))
    book.do(PAT, JoinFight(BRAKKA), 9)
    book.gm(AddToFight(CHAIR, (GNARL,), hidden=True), 12)
    book.gm(BeginFight(CHAIR))
    facts = book.gm(Maneuver(GNARL, "hold", BRAKKA), 12, 1)
    seen = [f for f in facts if not f.to]
    assert [f.sum.total for f in seen if isinstance(f, Rolled)] == [4]
    assert notes(seen) == ["{0} is held."]
    book.gm(NextTurn(CHAIR))
    assert book.refused(PAT, Maneuver(BRAKKA, "escape", BRAKKA, luck=1)) == "FUNDS"
    facts = book.do(PAT, Maneuver(BRAKKA, "escape", BRAKKA), 12, 1)
    seen = [f for f in facts if not f.to]
    assert [f.sum.total for f in seen if isinstance(f, Rolled)] == [16]
    assert "{0} struggles to get free." in notes(seen) and book.held() == []
    assert book.refused(PAT, Maneuver(BRAKKA, "escape", BRAKKA)) == "STATE"
