"""Random evenings of Clan: everything the core promises holds after each step."""

from collections.abc import Iterator
from random import Random

from mechanics.game import CHAIR, Caller, Id, Move
from mechanics.games.clan import CLAN
from mechanics.games.clan.features import Dc, Entry, Feature, Mods
from mechanics.games.clan.moves import (
    Act,
    AnswerAsk,
    Ask,
    Attack,
    Award,
    Buy,
    Check,
    Choose,
    DeleteFeature,
    Describe,
    Fumble,
    GiveFeature,
    GiveWeapon,
    Heal,
    Hurt,
    Keep,
    Kill,
    KillCheck,
    Luck,
    Maneuver,
    Narrate,
    NewDraft,
    ProposeWeapon,
    Rest,
    Revive,
    SaveFeature,
    Survive,
    TakeFeature,
    Walk,
)
from mechanics.games.clan.play import ClanState
from mechanics.keeping import EditField, SetRuling
from mechanics.tracking import (
    AddToFight,
    BeginFight,
    Hide,
    JoinFight,
    MakeCreature,
    RemoveFromFight,
    Reorder,
    Reveal,
    SetEffect,
    StartFight,
)
from tests.mechanics.clan.clan_table import (
    BRAKKA,
    GM,
    GNARL,
    MOTE,
    PAT,
    QUIN,
    Book,
    brakka,
    creature,
    gnarl,
    mote,
)
from tests.mechanics.fuzz import LURKS, SECRET, fuzz

LURKER = Id("c9")
GAZE = Feature("Gaze", 2, "", Mods(dc=Dc(8, "smart"), weapon="claws", weapon_dice="1d8"))
CATALOGUE = {
    "hide": Entry("Hide", 3, "Thick", Mods(armor=1, bad=-1)),
    "quick": Entry("Quick", 2, "", Mods(actions=1, unarmed_dice="1d6"), repeatable=True),
}


def book(**rulings: object) -> Book:
    lurker = creature(LURKS, CHAIR, "4/4/1", "fang 1d6", unspent=6)
    return Book(
        brakka(unspent=12, hp=9),
        mote(features=(GAZE,), hp=6),
        gnarl(unspent=8, features=()),
        lurker,
        catalogue=CATALOGUE,
        **rulings,
    )


def blows(seen: ClanState, caller: Caller, random: Random) -> Iterator[Move]:
    """Rolls, Luck and what a fight is made of, with more in them than a single press."""
    everyone = [i for i in seen.sheets if not seen.sheets[i].draft]
    for who in everyone:
        target, luck = random.choice(everyone), random.choice([0, 0, 1, 2, -1])
        dc, bonus = random.choice([None, 9, 15, 41]), random.choice([0, 2, -30])
        feature = random.choice(["", "", "Gaze", "Past"])
        yield Check(who, random.choice(["kick", "smart", "none", "luck"]), dc, bonus, luck, "", False, feature)
        yield Check(who, "bad", 9, 0, luck, SECRET, True)
        yield Check(who, "bad", None, feature="Gaze", of=MOTE)
        yield Attack(who, target, random.choice(["", "axe", "chair leg"]), random.choice([0, 0, 9, 25, 601]), luck)
        yield Maneuver(who, random.choice(["hold", "move", "escape", "let-go"]), target, luck, random.choice([None, 1]))
        yield KillCheck(who, target, "", luck)
        yield from (Walk(who), Act(who, "shouts {0}", random.choice([0, 1, 4])), Luck(who, 2), Keep(who))
        yield from (Fumble(CHAIR, random.choice([None, who])), JoinFight(who), Survive(CHAIR, (who,), 14))
        yield Heal(who, random.choice([2, 30]))
    some = tuple(random.sample(everyone, min(2, len(everyone))))
    yield from (Survive(CHAIR, some, random.choice([0, 14])), Narrate(), AddToFight(CHAIR, some[:1]))
    yield from (Hide(CHAIR, (LURKER,)), Reveal(CHAIR, (LURKER,)), RemoveFromFight(CHAIR, some[:1]))
    yield from (AddToFight(CHAIR, (LURKER,), hidden=True), Reorder(CHAIR, random.choice(everyone), 1))


def keeping(seen: ClanState, caller: Caller, random: Random) -> Iterator[Move]:
    """What is bought, given, marked and chosen."""
    everyone = [i for i in seen.sheets if not seen.sheets[i].draft]
    for who in everyone:
        yield Check(who, "kick", random.choice([None, 12]))
        yield from (Luck(who, 1), Hurt(who, random.choice([0, 3, 9])), Heal(who, random.choice([0, 2, 30])))
        yield from (Buy(who, random.choice(["Hide", "Quick", "Nothing"])), AnswerAsk(who, random.choice([0, 1])))
        yield ProposeWeapon(who, random.choice(["net", "axe"]), random.choice(["1d4", "1d12", "1d7"]))
        yield GiveWeapon(CHAIR, who, random.choice(["axe", "net"]), random.choice(["1d4", "none", "2d8"]))
        field = random.choice(["kick", "hp", "luck_spent", "level", "clan", "bad"])
        yield EditField(CHAIR, who, field, random.choice("0123"))
        yield EditField(CHAIR, who, "weapons", random.choice(["axe 1d6, net 1d2", "none", "axe"]))
        yield from (Kill(CHAIR, who), Revive(CHAIR, who), Ask(CHAIR, (who,), "bad", random.choice([None, 8]), "noise"))
    some = tuple(random.sample(everyone, min(2, len(everyone))))
    yield from (Rest(CHAIR, some, random.choice(["sleep", "gm", "nap"])), Award(CHAIR, some))
    yield SaveFeature(CHAIR, "Song", random.choice([None, 1, 100]), random.choice(["", "[bad +1]", "[bat +1]"]))
    yield from (DeleteFeature(CHAIR, "Song"), GiveFeature(CHAIR, "Hide", some, random.choice([None, 2])))
    yield TakeFeature(CHAIR, random.choice(["Hide", "Past", "Quick"]), some[:1])
    yield MakeCreature(CHAIR, random.choice(["imp 3/3/3 claw 1d4", "imp 9/0/0", "imp 1/1/7", "imp"]))
    yield from (StartFight(CHAIR), AddToFight(CHAIR, (), random.choice(["rat 2/2/5", "rat 20/1/1"]), 2))
    yield SetEffect(CHAIR, some[:1], "held")
    yield SetRuling(CHAIR, "naturals", random.choice(["on", "off"]))
    yield SetRuling(CHAIR, "ties", random.choice(["roll-off", "smart", "gm"]))
    yield NewDraft(title="Zoë")
    for i, it in seen.sheets.items():
        if it.draft:
            yield Describe(i, "Zoë", random.choice(["", "4/3/2", "6/3/0", "9/9"]), random.choice(["", "Bears"]))
            yield Choose(i, random.choice(["kick", "luck"]), random.randint(-1, 6))


def test_random_evenings() -> None:
    tally = fuzz(CLAN, book().state, (GM, PAT, QUIN), seeds=range(3), steps=40, extra_moves=keeping)
    assert tally.made > 200 and tally.refused > 1000 and tally.undone and tally.odds
    assert {"Check", "Buy", "NewDraft", "Award", "Rest", "TakeFeature"} <= tally.kinds


def test_random_fights_with_something_hidden() -> None:
    b = book(naturals=True, fumble="ask")
    b.gm(StartFight(CHAIR))
    b.gm(AddToFight(CHAIR, (LURKER,), hidden=True), 7)
    for i, face in ((BRAKKA, 9), (MOTE, 3), (GNARL, 5)):
        b.gm(JoinFight(i), face)
    b.gm(BeginFight(CHAIR))
    tally = fuzz(CLAN, b.state, (GM, PAT, QUIN), seeds=range(4), steps=35, extra_moves=blows)
    assert {"NextTurn", "Walk", "Attack", "Maneuver", "Luck", "Narrate", "Keep", "Hide", "Reveal"} <= tally.kinds


def test_random_blows_without_a_fight() -> None:
    tally = fuzz(CLAN, book().state, (GM, PAT, QUIN), seeds=range(2), steps=30, extra_moves=blows)
    assert {"Attack", "Check", "Survive"} <= tally.kinds
