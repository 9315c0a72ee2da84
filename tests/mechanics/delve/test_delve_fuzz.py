"""Random evenings and random fights of Delve: the core's promises, and what has to be true of every sheet."""

from collections.abc import Iterator
from random import Random
from typing import Any

from mechanics.game import CHAIR, SELF, Caller, Id, Move
from mechanics.games.delve import moves as m
from mechanics.games.delve.game import Delve
from mechanics.games.delve.play import DelveState
from mechanics.games.delve.rulings import Rulings
from mechanics.games.delve.spells import NAMES
from mechanics.keeping import EditField, SetRuling
from mechanics.tracking import AddToFight, EndFight, Hide, JoinFight, RemoveFromFight, Reveal
from tests.mechanics.delve.delve_table import GM, LEATHER, PAT, POTION, QUIN, Book, asha, bolin, foe, pc, scroll
from tests.mechanics.fuzz import LURKS, fuzz

SPELLS = tuple(NAMES.values())


class Watched(Delve):
    """Looks at the table after each move."""

    def play(self, step: Any, move: Move) -> None:
        super().play(step, move)
        for sheet in step.state.sheets.values():
            assert 0 <= sheet.life <= sheet.life_max and 0 <= sheet.luck <= sheet.luck_max and sheet.gift >= 0
            assert sheet.carried <= 10 and 0 <= sheet.fingers <= 10 and sheet.coins >= 0
            assert sheet.status == "up" or sheet.life == 0
            assert sheet.death_round is None or (sheet.status == "dying" and sheet.death_round >= 1)
            assert sheet.casting is None or (sheet.casting.tries >= 1 and sheet.status == "up")
        if fight := step.scene.fight:
            assert all(seat.budget.action >= 0 and seat.budget.feet >= 0 for seat in fight.seats.values())


def folk(rulings: Rulings | None = None) -> Book:
    scrolls = tuple(map(scroll, ("Raise dead", "Summon demon", "Exploding finger", "Healing touch", "Counterspell")))
    return Book(
        asha(items=(*asha().items, *map(scroll, ("Blessing", "Oakskin", "Invisibility")), POTION)),
        bolin(level=2, luck=2, life=6, life_max=6, coins=5000),
        pc("Cora", "0 1 0 5 0 0", "q", items=(*scrolls, LEATHER, *map(scroll, ("Rekindle", "Doppelganger")))),
        foe("Ogre", 3, 11),
        foe("Ghoul", 2, 7, damage="2d6+1", tn=9),
        foe(f"Lurker {LURKS}", 1, 5),
        rulings=rulings,
    )


def moves(seen: DelveState, caller: Caller, random: Random) -> Iterator[Move]:
    folk = [i for i, s in seen.sheets.items() if not s.draft]
    some = tuple(random.sample(folk, min(2, len(folk))))
    who, other = random.choice(folk), random.choice(folk)
    for i in folk:
        sheet = seen.sheets[i]
        ability = random.choice(("str", "cha", "luck"))
        yield m.Check(
            i, ability, bonus=random.randint(-11, 11), plus5=random.random() < 0.5, secret=random.random() < 0.3
        )
        held = [item.name for item in sheet.items if item.spell]
        if held:
            choice = random.choice(("", "fire", "ice", "earth", "air", "heal", "poison", "split", "1", "1 1"))
            yield m.Cast(i, random.choice(held), some[: random.randint(0, 2)], choice, random.random() < 0.3)
        if sheet.items:
            item = random.choice(sheet.items).name
            yield from (m.GiveItem(i, item, other), m.UseItem(i, item, other), m.DropItem(i, item))
            yield m.Attack(i, other, item)
        yield m.Walk(i, random.randint(0, 30))
        yield m.Feat(i, "leaps {0} far", random.choice(("", "dex", "luck")))
        yield m.Attack(i, other, random.choice(("", "unarmed", "rock")), random.random() < 0.3, random.random() < 0.5)
        yield m.Split(i, (random.randint(0, 20), random.randint(0, 20)))
        yield m.Hurt(i, random.randint(0, 6))
    yield from (m.Wound(CHAIR, who), m.Kill(CHAIR, who), m.Revive(CHAIR, who), m.GiveBack(CHAIR, who))
    yield m.Ask(CHAIR, some, random.choice(("str", "wis")))
    yield m.Decide(CHAIR, random.choice((None, 5, 41)), random.random() < 0.3, who=some)
    yield m.Award(CHAIR, some, random.randint(-50, 600), random.choice(("", "rope")), count=random.randint(0, 2))
    yield m.Award(CHAIR, (who,), 0, f"scroll of {random.choice(SPELLS)}", "spell")
    yield m.Hire(CHAIR, who, random.choice(("guard 1 life 4", "guard 2")), random.randint(-1, 60))
    yield m.Reach(CHAIR, who, other, random.random() < 0.5)
    field, value = random.choice(
        (("str", "3"), ("luck", "0"), ("life", "3"), ("items", "sword, axe: melee"), ("cha", "-2"), ("coins", "900"))
    )
    yield EditField(CHAIR, who, field, value)
    yield SetRuling(CHAIR, "first_aid_tn", random.choice(("none", "12", "99")))
    yield from (Hide(CHAIR, some), Reveal(CHAIR, some), RemoveFromFight(CHAIR, some[:1]))
    yield from (m.NewDraft(title="Zoë"), m.NewDraft(SELF))
    if len(folk) < 12:
        yield AddToFight(CHAIR, what="imp 1 dmg 1d4", count=2, hidden=random.random() < 0.5)
    for i, sheet in seen.sheets.items():
        if sheet.draft:
            yield m.TypeSheet(i, "Zoë", random.choice(("1 1 1 1 1 1", "6 1 0 0 0 0", "str 6")))


def test_random_evenings() -> None:
    tally = fuzz(Watched(), folk().state, (GM, PAT, QUIN), seeds=range(3), steps=40, extra_moves=moves)
    assert tally.made > 150 and tally.refused > 1000 and tally.undone


class Fighting(Watched):
    """Without what would end the fight before it has begun, or is no part of one."""

    def candidates(self, state: DelveState, actor: Id) -> Iterator[Move]:
        """Moves of fights alone."""
        skipped = EndFight | m.NewDraft | m.Buy | m.DropItem | m.Check | m.Hurt | m.Heal | JoinFight
        yield from (x for x in super().candidates(state, actor) if not isinstance(x, skipped))


def fight_moves(seen: DelveState, caller: Caller, random: Random) -> Iterator[Move]:
    kinds = m.Cast | m.Attack | m.Feat | m.Decide | m.Split | Hide | Reveal
    yield from (x for x in moves(seen, caller, random) if isinstance(x, kinds))
    if random.random() < 0.05:
        yield from (x for x in moves(seen, caller, random) if isinstance(x, RemoveFromFight | AddToFight))


def test_random_fights_with_something_hidden() -> None:
    kinds: frozenset[str] = frozenset()
    for n, rulings in enumerate((None, Rulings(critical="margin", luck_plus5_stack=True, enemy_damage="d6half"))):
        book = folk(rulings)
        book.fight("asha", "bolin", "cora", against=("ogre", "ghoul", "lurker"), first=5)
        book.gm(Hide(CHAIR, (Id("lurker"),)))
        seeds = range(10 * n, 10 * n + 2)
        tally = fuzz(Fighting(), book.state, (GM, PAT, QUIN), seeds=seeds, steps=40, extra_moves=fight_moves)
        assert tally.made > 100
        kinds |= tally.kinds
    assert {"Attack", "Defend", "Cast", "Reroll", "NextTurn", "Hide"} <= kinds
