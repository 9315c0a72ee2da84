"""Random drafts, blows, healing and overrides: what has to hold of every game holds here."""

from __future__ import annotations

from random import Random

from mechanics.campaign import Campaign, Name, Person
from mechanics.game import Caller, Id
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.moves import Heal, Hurt, Override, TypeScores
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.sheet import Sheet
from mechanics.state import Scene, Sealed, State
from tests.mechanics.fuzz import SECRET, fuzz

CALLERS = (Caller("greta", gm=True, name="Greta"), Caller("ann", name="Ann"), Caller("bob", name="Bob"))
TYPES = ("piercing", "mixed", "impact", "none", "wrong")
FIELDS = ("hp", "stun", "wear", "tear", "scar", "dead", "muscle", "ac", "s", "rests used", "xp")


def extra(seen, caller: Caller, random: Random):
    for i, sheet in seen.sheets.items():
        if sheet.draft:
            yield TypeScores(
                i,
                title=random.choice(["", "Zed", "New character", "x" * 81]),
                abilities=random.choice(["", "1 2 3 4 5 6 7 8 9", "1 2"]),
                hp=random.choice(["", "10", "7", "0"]),
                stun=random.choice(["", "5", "x"]),
                class_level=random.choice(["", "Elf 2"]),
            )
        yield Hurt(i, random.randrange(-1, 9), random.choice(TYPES), random.random() < 0.3)
        yield Heal(i, random.randrange(-1, 14), random.choice(TYPES))
        yield Override(who=i, field=random.choice(FIELDS), value=random.choice([None, 0, 1, 5, 12]))


def test_fuzz_of_drafts_and_marks():
    names = {Id("c1"): Name("Ana", "ann"), Id("c2"): Name("Ogre", "gm", "npc")}
    people = {"ann": Person("Ann", Id("c1"))}
    campaign = Campaign("Vale", "dragonhead", ("greta",), people=people, names=names)
    sheets = {
        Id("c1"): Sheet("Ana", "ann", inclination=Sealed(Id("c1"), SECRET)),
        Id("c2"): Sheet("Ogre", "gm", hp=20),
    }
    state = State(campaign, Rulings(), sheets, None, Scene())
    tally = fuzz(DRAGONHEAD, state, CALLERS, seeds=range(6), steps=40, extra_moves=extra)
    assert tally.kinds >= {"NewDraft", "TypeScores", "Finish", "DropDraft", "Hurt", "Heal", "Override"}
    assert tally.undone and tally.refused
