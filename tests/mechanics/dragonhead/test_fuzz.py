"""Random evenings of Dragonhead: everything the core promises holds after each step."""

from collections.abc import Iterator
from random import Random

from mechanics.campaign import JoinSession, StartSession
from mechanics.game import CHAIR, SELF, Caller, Id, Move
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.moves import (
    Ask,
    Award,
    Check,
    ChooseDm,
    Contest,
    Enter,
    Heal,
    Hurt,
    NewDraft,
    Override,
    Rest,
    RevealRoll,
    Revive,
    Roll,
    Save,
    SetDiceTable,
    Sleep,
    Spend,
    Stunt,
    TypeScores,
    Versus,
)
from mechanics.games.dragonhead.pending import Board
from mechanics.games.dragonhead.play import DragonheadState
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.scores import LADDER, TRIES
from mechanics.games.dragonhead.sheet import ABILITIES, ClassLevel, Feature
from mechanics.state import Sealed
from tests.mechanics.dragonhead.dh_table import DM, MARSHA, ORC, PAT, QUIN, SANTO, Book, table
from tests.mechanics.fuzz import SECRET, fuzz

MOJOS = {"p": 9, "q": 5, "d": 7}
ABILITY = [name.casefold() for name in ABILITIES.values()]


def _fields() -> dict[str, dict[str, object]]:
    warlord = {"classes": (ClassLevel("Warlord", 3),), "features": (Feature("Whistle", drain=1),)}
    return {
        "marsha": {"inclination": Sealed(MARSHA, SECRET), **warlord, "hp": 30},
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
        secret = random.random() < 0.5
        yield Check(who, name, difficulty, tries, note="seen", secret=secret)
        yield Roll(who, random.choice(["2d6+1", "4d6kh3", "1d8+1s", "2d"]), secret=secret)
        yield Stunt(who, "climb", difficulty, tries, height=random.choice([None, 0, 30]))
        yield Rest(who, rise=random.randint(0, 1))
        yield Sleep(who, safe=secret, armour=random.random() < 0.5)
        yield Revive(who=who, keep_scars=random.randint(0, 2))
        for p in seen.scene.pending.values():
            if isinstance(p.what, Board):
                yield Enter(who, p.id, p.rev, random.choice(["", "Red", "blue"]), tries)
    yield Roll(SELF, "d20", secret=random.random() < 0.5)
    yield Ask(who=tuple(random.sample(everyone, min(2, len(everyone)))), ability="luck", save=random.random() < 0.5)
    yield Award(who=tuple(everyone[:1]), xp=random.randint(-50, 50))
    yield Contest(kind=random.choice(["single", "teams"]), ability="luck")
    yield SetDiceTable(set=random.choice(["standard", "steady", "own"]), rows=random.choice(["", "10,2d5"]))
    for on in ("premonition", "gift of the gods", "dream sequence", "act of god"):
        yield Spend(on=on, note="a word", mine=random.choice([None, 1]))
        yield Spend(on=on, note="a word", shares={"p": 3, "q": 2})
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


KINDS = {
    *("Check", "Save", "Versus", "AnswerVersus", "BreakTie", "Fudge", "ChipIn", "Spend", "Keep"),
    *("Hurt", "Heal", "Override", "NewDraft", "EndSession", "Rest", "Sleep", "Roll", "RevealRoll", "Stunt"),
    *("Ask", "AnswerAsk", "ShiftAsk", "Contest", "Enter", "Award", "AcceptStory", "SetDiceTable", "UseFeature"),
}


def opened() -> Book:
    """A table where a roll, a price, ties, a secret, a story, a competition and what was asked wait."""
    book = Book(table(MOJOS, **_fields()), first=500)
    book.do(DM, Contest(ability="muscle"))
    book.do(PAT, Enter(MARSHA), 4)
    book.do(QUIN, Check(SANTO, "wisdom"), 3, 4)
    book.do(PAT, Spend(who=(MARSHA, SANTO), mine=1))
    for caller in (QUIN, DM, DM):
        book.do(caller, Spend(on="premonition", note="a rope"))
    for _ in range(3):
        book.do(PAT, Versus(MARSHA, "muscle", vs=5), 5)
    book.do(DM, Versus(ORC, "muscle", target=MARSHA), 4)
    book.do(DM, Check(ORC, "luck", note="seen", secret=True), 5)
    book.do(DM, Ask(who=(MARSHA, SANTO), ability="luck"))
    book.do(PAT, Hurt(MARSHA, 8, "mixed"))
    return book


def test_random_evenings() -> None:
    """From a table where much is open, so that every kind of answer is soon tried."""
    tally = fuzz(DRAGONHEAD, opened().state, (DM, PAT, QUIN), seeds=range(5), steps=45, extra_moves=moves)
    assert tally.made > 200 and tally.refused > 1000 and tally.undone and tally.odds
    assert tally.kinds >= KINDS, KINDS - tally.kinds


def checks(seen: DragonheadState, caller: Caller, random: Random) -> Iterator[Move]:
    """Few kinds of moves, so that fudges come often."""
    yield JoinSession(SELF)
    for who in seen.sheets:
        yield Check(who, random.choice(ABILITY), random.choice(LADDER).name)


def test_random_evenings_where_anyone_may_fudge() -> None:
    book = Book(table(MOJOS, rulings=Rulings(fudge_by="anyone"), **_fields()), first=500)
    for _ in range(3):
        book.do(PAT, Check(MARSHA, "luck"), 3)
    tally = fuzz(DRAGONHEAD, book.state, (DM, PAT, QUIN), seeds=range(2), steps=25, extra_moves=checks)
    assert {"Check", "Fudge"} <= tally.kinds


def test_random_evenings_from_the_lobby() -> None:
    book = Book(table(None, rulings=Rulings(count_dm_as_player=True), **_fields()), first=500)
    book.do(DM, StartSession(CHAIR, at=1))
    book.do(PAT, JoinSession(SELF))
    tally = fuzz(DRAGONHEAD, book.state, (DM, PAT, QUIN), seeds=range(6), steps=12, extra_moves=checks)
    assert {"JoinSession", "BeginSession"} <= tally.kinds


class Hushed(type(DRAGONHEAD)):  # type: ignore[misc]
    """The game where nobody reveals a roll: no note of a secret one may ever be read by others."""

    def candidates(self, state: DragonheadState, actor: Id) -> Iterator[Move]:
        return (m for m in super().candidates(state, actor) if not isinstance(m, RevealRoll))


def whispers(seen: DragonheadState, caller: Caller, random: Random) -> Iterator[Move]:
    for who in seen.sheets:
        yield Check(who, "luck", tries=random.choice(["no", "hard"]), note=SECRET, secret=True)
        yield Roll(who, random.choice(["2d6", "1d4", "1d1000"]), SECRET, True)
    yield Roll(random.choice([SELF, CHAIR]), "2d6", SECRET, True)


def test_no_secret_roll_is_told_to_others() -> None:
    book = Book(table(MOJOS), first=500)
    tally = fuzz(Hushed(), book.state, (DM, PAT, QUIN), seeds=range(3), steps=30, extra_moves=whispers)
    assert {"Check", "Roll", "Fudge", "ChipIn", "Keep"} <= tally.kinds
