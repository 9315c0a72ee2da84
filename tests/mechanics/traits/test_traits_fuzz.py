"""Random evenings of Traits: everything the core promises holds after each step, and no die is ever drawn."""

from collections.abc import Iterator
from random import Random

from mechanics.game import CHAIR, Caller, Id, Move
from mechanics.games.traits import TRAITS
from mechanics.games.traits.moves import (
    AnswerAsk,
    Ask,
    Award,
    Burn,
    Buy,
    Challenge,
    Choose,
    CloseDiscipline,
    Defend,
    DeleteAbility,
    DeleteDiscipline,
    Describe,
    Heal,
    Hurt,
    NewDraft,
    OpenDiscipline,
    SaveAbility,
    SaveDiscipline,
    SetFlag,
    Walk,
)
from mechanics.games.traits.play import TraitsState
from mechanics.games.traits.rulings import Rulings
from mechanics.games.traits.sheet import Ability, Discipline
from mechanics.keeping import EditField, SetRuling
from mechanics.state import Sealed
from mechanics.tracking import AddToFight, BeginFight, Hide, JoinFight, RemoveFromFight, Reveal, StartFight
from tests.mechanics.fuzz import LURKS, SECRET, fuzz
from tests.mechanics.traits.tr_table import (
    AWARENESS,
    DODGE_BODY,
    GM,
    GUARD,
    LIGHTSABER,
    MARSHA,
    PARRY,
    PAT,
    QUIN,
    SANTO,
    Book,
    merchant,
    sheet,
    table,
)

LURKER = Id("c9")
HUSH = Discipline(SECRET, {"Small Talk": 2, "Hard Bargain": 4})


def start(**rulings: object) -> TraitsState:
    """Marsha has a secret list open, another exists; something hidden may come."""
    lists = {SECRET: HUSH, "other " + SECRET: Discipline("other " + SECRET, {"Whisper": 3})}
    sheets = {
        MARSHA: sheet(
            "Marsha", "p", "4/4/2", LIGHTSABER, PARRY, exp_earned=20, disciplines=merchant(MARSHA, lists=(HUSH,))
        ),
        SANTO: sheet("Santo", "q", "3/2/2", DODGE_BODY, AWARENESS, exp_earned=5),
        GUARD: sheet("Guard", CHAIR, "3/2/2", Ability("Sword Attack", "physical", 2, "attack_body", 1)),
        LURKER: sheet(LURKS, CHAIR, "5/1/1", Ability("Alertness", "", 2, "order")),
    }
    return table(sheets, Rulings(disciplines=Sealed(CHAIR, lists), **rulings))  # type: ignore[arg-type]


def moves(seen: TraitsState, caller: Caller, random: Random) -> Iterator[Move]:
    """Moves with more in them than a single press."""
    everyone = [i for i in seen.sheets if not seen.sheets[i].draft]
    trait = random.choice(["physical", "mental", "social", "luck"])
    abilities = ["", "Parry", "Small Talk", "Whisper", "Awareness", "Lightsaber Attack", "Dodge: body, Parry"]
    for who in everyone:
        target, ability = random.choice(everyone), random.choice(abilities)
        kind = random.choice(["", "body", "projectile", "odd"])
        burns, damage = random.random() < 0.4, random.choice([None, 0, 1, 3, -1])
        yield Challenge(who, target, trait, ability, burns, damage, kind)
        yield Defend(who, random.choice(abilities), burns)
        yield AnswerAsk(who, random.choice(abilities), burns)
        yield Walk(who, random.randint(0, 3))
        yield Burn(who, trait, random.randint(0, 2))
        yield Hurt(who, random.randint(-1, 3))
        yield Heal(who, random.randint(0, 5))
        yield Buy(
            who, random.choice(["Awareness", "physical", "Small Talk", "Whisper", SECRET]), random.choice([None, 3])
        )
        yield SetFlag(CHAIR, who, random.choice(["stays up", "extra dodges", "extra abilities"]), random.choice("012"))
        yield EditField(
            CHAIR, who, random.choice(["physical", "hp", "burned_mental", "abilities"]), random.choice("1234")
        )
        yield JoinFight(who)
    some = tuple(random.sample(everyone, min(2, len(everyone))))
    yield Ask(CHAIR, some, trait, random.randint(-1, 9), "a noise")
    yield from (Ask(CHAIR, (who,), "mental", 3) for who in everyone)
    yield Award(CHAIR, some, random.choice([3, 0, -2]))
    yield SaveAbility(CHAIR, random.choice(["Awareness", "Song"]), "social", random.choice(["general", "defence", "x"]))
    yield DeleteAbility(CHAIR, "Song")
    yield SaveDiscipline(
        CHAIR, SECRET, random.choice(["Small Talk 2, Whisper 3", "Small Talk", "Hard Bargain 4"]), some[:1]
    )
    yield OpenDiscipline(CHAIR, "other " + SECRET, some)
    yield CloseDiscipline(CHAIR, SECRET, some[:1])
    yield DeleteDiscipline(CHAIR, "other " + SECRET)
    yield StartFight(CHAIR)
    yield AddToFight(CHAIR, some[:1], hidden=False)
    yield AddToFight(CHAIR, (LURKER,), hidden=True)
    yield Hide(CHAIR, (LURKER,))
    yield Reveal(CHAIR, (LURKER,))
    yield RemoveFromFight(CHAIR, some[:1])
    yield SetRuling(CHAIR, "halving", random.choice(["up", "down"]))
    yield NewDraft(title="Zoë")
    for i, it in seen.sheets.items():
        if it.draft:
            yield Describe(i, "Zoë", random.choice(["", "2/1/1", "9/9"]), random.choice(["", "Awareness 1", "none"]))
            yield Choose(i, random.choice(["mental", "Awareness"]), random.randint(0, 3))


def test_random_evenings() -> None:
    tally = fuzz(TRAITS, start(starting_exp=6), (GM, PAT, QUIN), seeds=range(3), steps=40, extra_moves=moves)
    assert tally.made > 200 and tally.refused > 1000 and tally.undone and tally.odds
    assert {"Challenge", "Defend", "Buy", "Burn", "Award", "SetFlag", "NewDraft", "Finish", "Ask"} <= tally.kinds
    assert {"SaveDiscipline", "OpenDiscipline", "CloseDiscipline", "SaveAbility", "EditField"} <= tally.kinds


def test_random_fights_with_something_hidden() -> None:
    book = Book(start(bleed=True), first=500)
    book.do(GM, StartFight(CHAIR), AddToFight(CHAIR, (LURKER,), hidden=True))
    book.do(GM, JoinFight(MARSHA), JoinFight(SANTO), AddToFight(CHAIR, (GUARD,)), BeginFight(CHAIR))
    tally = fuzz(TRAITS, book.state, (GM, PAT, QUIN), seeds=range(3), steps=40, extra_moves=moves)
    assert {"NextTurn", "Walk", "Challenge", "Hide", "Reveal"} <= tally.kinds
