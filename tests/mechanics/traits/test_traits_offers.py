"""What may be pressed, what a forced answer does, and that everything is certain or hidden."""

from fractions import Fraction

from mechanics.campaign import BeginSession, EndSession, JoinSession, StartSession
from mechanics.facts import Compared, Fact
from mechanics.game import CHAIR, SELF, Refusal
from mechanics.games.traits import TRAITS
from mechanics.games.traits.moves import (
    AnswerAsk,
    Ask,
    Burn,
    Buy,
    Challenge,
    Choose,
    Defend,
    DropDraft,
    Finish,
    Heal,
    Hurt,
    NewDraft,
    Revive,
    Walk,
)
from mechanics.games.traits.rulings import Rulings
from mechanics.odds import odds
from mechanics.offers import offers
from mechanics.tracking import BackTurn, BeginFight, EndFight, JoinFight, NextTurn, StartFight
from tests.mechanics.traits.tr_table import GM, GUARD, MARSHA, PAT, QUIN, SANTO, Book, table


def test_what_a_character_is_offered() -> None:
    b = Book()
    alone = [
        Challenge(MARSHA, SANTO, "physical"),
        Challenge(MARSHA, GUARD, "physical"),
        *(Challenge(MARSHA, SANTO, t, burn=True) for t in ("physical", "mental", "social")),
        Challenge(MARSHA, SANTO, "physical", "Lightsaber Attack", damage=1),
        *(Burn(MARSHA, t, 1) for t in ("physical", "mental", "social")),
        *(Buy(MARSHA, t) for t in ("physical", "mental", "social")),
        Hurt(MARSHA, 1),
        Heal(MARSHA, 1),
    ]
    assert list(TRAITS.candidates(b.state, MARSHA)) == alone
    b.fight(MARSHA, SANTO)
    among = [move for move in alone if move != Challenge(MARSHA, GUARD, "physical")]
    fighting = [*among, Walk(MARSHA, 1), JoinFight(MARSHA), NextTurn(MARSHA)]
    assert list(TRAITS.candidates(b.state, MARSHA)) == fighting
    b.do(PAT, Challenge(MARSHA, SANTO, "physical"))
    (p,) = b.state.scene.pending.values()
    answers = [Defend(SANTO, name, burn, p.id, p.rev) for name in ("", "Dodge: body") for burn in (False, True)]
    assert list(TRAITS.candidates(b.state, SANTO))[:4] == answers
    assert [offer.refusal for offer in offers(TRAITS, b.state, QUIN, SANTO)][:4] == [None] * 4


def test_what_the_chair_and_a_person_are_offered() -> None:
    b = Book()
    b.do(GM, Hurt(SANTO, 99))
    assert list(TRAITS.candidates(b.state, CHAIR)) == [
        StartSession(CHAIR, at=0),
        EndSession(CHAIR),
        BeginSession(CHAIR, at=0),
        StartFight(CHAIR),
        BeginFight(CHAIR),
        NextTurn(CHAIR),
        BackTurn(CHAIR),
        EndFight(CHAIR),
        Revive(CHAIR, SANTO),
    ]
    assert list(TRAITS.candidates(b.state, SELF)) == [JoinSession(SELF), NewDraft()]
    b.do(GM, StartSession(CHAIR, at=7))
    assert BeginSession(CHAIR, at=7) in TRAITS.candidates(b.state, CHAIR)


def test_what_a_draft_is_offered() -> None:
    b = Book(table(rulings=Rulings(starting_exp=9)))
    b.do(PAT, NewDraft(title="Nell"))
    (nell,) = set(b.state.sheets) - {MARSHA, SANTO, GUARD}
    b.do(PAT, Choose(nell, "mental", 2), Choose(nell, "Awareness", 1))
    listed = ("Awareness", "Dodge: body", "Dodge: projectile", "Lightsaber Attack", "Sword Attack", "Alertness")
    assert list(TRAITS.candidates(b.state, nell)) == [
        *(Choose(nell, t, n) for t, n in (("physical", 2), ("physical", 0), ("mental", 3), ("mental", 1))),
        *(Choose(nell, t, n) for t, n in (("social", 2), ("social", 0))),
        *(Choose(nell, name, 1) for name in listed),
        Choose(nell, "Awareness", 0),
        Finish(nell),
        DropDraft(nell),
    ]


def test_forced_answers_are_bare() -> None:
    b = Book()
    b.do(PAT, Challenge(MARSHA, SANTO, "physical"))
    b.do(GM, Ask(CHAIR, (SANTO,), "mental", 3))
    first, second = b.state.scene.pending.values()
    assert TRAITS.default(b.state, first) == Defend(SANTO, "", False, first.id, first.rev)
    assert TRAITS.default(b.state, second) == AnswerAsk(SANTO, "", False, second.id, second.rev)


def ahead(fact: Fact) -> str | None:
    return fact.verdict if isinstance(fact, Compared) else None


def test_every_chance_is_certain_or_hidden() -> None:
    b = Book()
    b.fight(MARSHA, SANTO)
    attack = Challenge(MARSHA, SANTO, "physical", "Lightsaber Attack")
    assert odds(TRAITS, b.state, PAT, attack, ahead) == {"a": Fraction(1)}
    b.do(PAT, attack)
    answer = odds(TRAITS, b.state, QUIN, Defend(SANTO, "Dodge: body"), ahead)
    assert isinstance(answer, Refusal) and answer.code == "unknown"
    assert odds(TRAITS, b.state, GM, Defend(SANTO, "Dodge: body", burn=True), ahead) == {"b": Fraction(1)}
