"""Random evenings of Dragonhead: everything the core promises holds after each step."""

from collections.abc import Iterator
from random import Random

from mechanics.campaign import JoinSession, StartSession
from mechanics.game import CHAIR, SELF, Caller, Move
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.moves import (
    Check,
    ChooseDm,
    Heal,
    Hurt,
    NewDraft,
    Override,
    Save,
    Spend,
    TypeScores,
    Versus,
)
from mechanics.games.dragonhead.play import DragonheadState
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.scores import LADDER, TRIES
from mechanics.games.dragonhead.sheet import ABILITIES, ClassLevel
from mechanics.state import Sealed
from tests.mechanics.dragonhead.dh_table import DM, MARSHA, ORC, PAT, QUIN, SANTO, Book, table
from tests.mechanics.fuzz import SECRET, fuzz

MOJOS = {"p": 9, "q": 5, "d": 7}
ABILITY = [name.casefold() for name in ABILITIES.values()]


def _fields() -> dict[str, dict[str, object]]:
    return {
        "marsha": {"inclination": Sealed(MARSHA, SECRET), "classes": (ClassLevel("Warlord", 3),), "hp": 30},
        "santo": {"inclination": Sealed(SANTO, SECRET), "scores": dict.fromkeys(ABILITIES, 16), "hp": 30},
        "orc": {"inclination": Sealed(ORC, SECRET), "scores": dict.fromkeys(ABILITIES, 7)},
    }


def moves(seen: DragonheadState, caller: Caller, random: Random) -> Iterator[Move]:
    """Moves with more in them than a single press."""
    everyone = [i for i in seen.sheets if seen.sheets[i].draft is None]
    for who in everyone:
        name, target = random.choice(ABILITY), random.choice(everyone)
        difficulty, tries = random.choice(LADDER).name, random.choice(list(TRIES))
        bonus = random.choice(["none", "half", "full"])
        yield Check(who, name, difficulty, tries, random.randint(-1, 2), bonus, random.randint(-12, 3), note="why not")
        yield Save(who, name, difficulty, random.randint(-2, 2), random.choice([None, 0, 3, 9]))
        yield Versus(who, name, random.choice([None, 4, 8]), random.choice([None, target]), difficulty, tries)
        yield Hurt(who, random.randint(-1, 9), random.choice(["piercing", "mixed", "none"]))
        yield Heal(who, random.randint(-1, 20), "sharp")
        yield Override(CHAIR, who, random.choice(["hp", "dexterity", "wear", "dead"]), random.choice([None, 0, 12]))
    some = tuple(random.sample(everyone, random.randint(0, 3)))
    yield Spend(who=some, mine=random.choice([None, 0, 1, 2]))
    yield Spend(who=some, shares={"p": 1, "q": len(some)})
    yield JoinSession(SELF)
    yield NewDraft(title="Zoë")
    for i, sheet in seen.sheets.items():
        if sheet.draft is not None:
            yield TypeScores(i, "Zoë", "9 8 7 6 5 4 3 10 11", "12", "", random.choice(["", "Elf 1", "Elf"]))
    if random.random() < 0.1:
        yield ChooseDm(SELF, ("d", "p"))


def test_random_evenings() -> None:
    """From a table where a roll, a price and ties are open, so that every kind of answer is soon tried."""
    book = Book(table(MOJOS, **_fields()), first=500)
    book.do(QUIN, Check(SANTO, "wisdom"), 3, 4)
    book.do(PAT, Spend(who=(MARSHA, SANTO), mine=1))
    for _ in range(3):
        book.do(PAT, Versus(MARSHA, "muscle", vs=5), 5)
    book.do(DM, Versus(ORC, "muscle", target=MARSHA), 4)
    tally = fuzz(DRAGONHEAD, book.state, (DM, PAT, QUIN), seeds=range(4), steps=40, extra_moves=moves)
    assert tally.made > 200 and tally.refused > 1000 and tally.undone and tally.odds
    assert {"Check", "Save", "Versus", "AnswerVersus", "BreakTie", "Fudge", "ChipIn", "Spend", "Keep"} <= tally.kinds
    assert {"Hurt", "Heal", "Override", "NewDraft", "EndSession"} <= tally.kinds


def test_random_evenings_from_the_lobby_where_anyone_may_fudge() -> None:
    rulings = Rulings(fudge_by="anyone", count_dm_as_player=True)
    book = Book(table(None, rulings=rulings, **_fields()), first=500)
    book.do(DM, StartSession(CHAIR, at=1))
    book.do(PAT, JoinSession(SELF))
    tally = fuzz(DRAGONHEAD, book.state, (DM, PAT, QUIN), seeds=range(2), steps=30, extra_moves=moves)
    assert {"JoinSession", "BeginSession", "Fudge"} <= tally.kinds
