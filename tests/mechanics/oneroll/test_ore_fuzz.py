"""Random evenings and random fights of One-Roll: the core's promises, and those of a round."""

from collections.abc import Iterator
from random import Random
from typing import Any

from mechanics.facts import Noted, Rolled
from mechanics.game import CHAIR, SELF, Caller, Id, Move
from mechanics.games.oneroll import ONEROLL
from mechanics.games.oneroll import moves as m
from mechanics.games.oneroll.body import PLACES
from mechanics.games.oneroll.fight import Budget, key
from mechanics.games.oneroll.game import OneRoll
from mechanics.games.oneroll.play import OneRollState, resolve
from mechanics.games.oneroll.rulings import Rulings
from mechanics.keeping import EditField, SetRuling
from mechanics.tracking import AddToFight, EndFight, Hide, NextTurn, RemoveFromFight, Reveal
from tests.mechanics.fuzz import LURKS, SECRET, fuzz
from tests.mechanics.oneroll.ore_table import DODGE, GM, PAT, QUIN, Book, boxes, creature, hit, player

THROWS = ("ORE-CBT-02", "ORE-CALL-01")
SKILLS = ("brawl", "pistol", "sight", "dodge", "language/German")


class Watched(OneRoll):
    """Looks at the table after each move: no die twice, no set beyond its dice, boxes within their number."""

    def play(self, step: Any, move: Move) -> None:
        before = len(step.facts)
        super().play(step, move)
        for sheet in step.state.sheets.values():
            for place, box in sheet.boxes.items():
                assert box.shock >= 0 and box.killing >= 0 and 0 < box.shock + box.killing <= PLACES[place]
        if (fight := step.scene.fight) is None:
            return
        for i, seat in fight.seats.items():
            rows = seat.budget.rows
            assert len({r.height for r in rows}) == len(rows) and all(2 <= r.width <= 10 for r in rows)
            used = [r.action for r in rows if r.action is not None]
            assert len(set(used)) == len(used), "two sets on one action"
            thrown = [f for f in step.facts[before:] if isinstance(f, Rolled) and f.sum.who == i and f.rule in THROWS]
            if fight.phase in ("assign", "resolve") and thrown and not isinstance(move, m.Defaults | NextTurn):
                faces = [d.value for d in thrown[-1].sum.dice]
                for r in rows:
                    assert r.width <= faces.count(r.height) or not faces
        if fight.phase == "resolve" and step.caller.gm:  # others may not see whose turn it is
            assert fight.now == (resolve.queue(step)[0][1],)
        else:
            assert fight.phase != "round_end" or not any(s.budget.rows for s in fight.seats.values())


def actions(seen: OneRollState, i: Id, random: Random) -> tuple[m.Action, ...]:
    fight = seen.scene.fight
    foes = [*fight.seats, i] if fight else [i]
    kinds = [
        hit(random.choice(foes), random.choice(("brawl", "pistol"))),
        DODGE,
        m.Action("other", "sight", min_height=random.randint(0, 11)),
        m.Action("assist", "brawl", target=Id(random.choice(foes)), dice=random.randint(0, 3)),
        hit(random.choice(foes), "pistol", call=random.choice(("", *PLACES))),
    ]
    return tuple(random.choices(kinds, k=random.randint(0, 3)))


def moves(seen: OneRollState, caller: Caller, random: Random) -> Iterator[Move]:
    folk = [i for i, s in seen.sheets.items() if not s.draft]
    some = tuple(random.sample(folk, min(2, len(folk))))
    for i in folk:
        skill, other = random.choice(SKILLS), random.choice(folk)
        yield m.Check(i, skill, target=random.randint(0, 11), bonus=random.randint(-2, 2), actions=random.randint(1, 3))
        yield m.Declare(i, actions(seen, i, random), f"n{random.randint(0, 99)}")
        yield m.Contest(i, other, skill, order=random.random() < 0.5)
        yield m.Assist(i, other, skill, random.randint(0, 3))
        yield m.AnswerContest(i, skill)
        yield m.Heal(i, random.choice(("", "head", "torso", "tail")), random.randint(0, 2), random.randint(0, 2))
    who = random.choice(folk)
    yield m.Hurt(who, random.choice(list(PLACES)), random.randint(0, 3), random.randint(0, 2))
    yield EditField(
        CHAIR, who, random.choice(("body", "left arm", "language", "dead")), random.choice(("1", "1/2", "off"))
    )
    yield from (
        m.Ask(CHAIR, some, "sight"),
        m.Award(CHAIR, some, 1),
        m.Share(CHAIR, 3, some, (2, 1)),
        m.Revive(CHAIR, who),
    )
    yield from (m.DeclareMany(CHAIR, some, actions(seen, who, random)), m.Bonus(CHAIR, some, random.randint(-1, 2)))
    yield from (Hide(CHAIR, some), Reveal(CHAIR, some), RemoveFromFight(CHAIR, some[:1]))
    yield from (m.RollPool(SELF, random.randint(0, 11)), m.NewDraft(title="Zoë"), EndFight(CHAIR))
    yield SetRuling(CHAIR, "resolve", random.choice(("all", "step")))
    if len(folk) < 9:
        yield AddToFight(CHAIR, what="imp body 2 brawl 3", count=2, hidden=random.random() < 0.5)
    for i, sheet in seen.sheets.items():
        if sheet.draft:
            yield m.TypeSheet(i, "Zoë", "1 2 3 4 5 6", random.choice(("", "pistol 3", "pistol")))


def folk(rulings: Rulings | None = None) -> Book:
    return Book(
        player("Ada", body=4, brawl=3, coordination=4, pistol=2, sense=3, sight=2, boxes=boxes(torso="2/1")),
        player("Bo", "q", body=5, brawl=3, coordination=3, dodge=4, sense=2),
        creature("Ork", body=5, brawl=4, sense=1),
        creature(f"Lurker {LURKS}", coordination=5, pistol=3, sense=4, damage={"pistol": "W+1 killing"}),
        rulings=rulings or Rulings(called_shot=True),
    )


def test_random_evenings() -> None:
    tally = fuzz(Watched(), folk().state, (GM, PAT, QUIN), seeds=range(3), steps=45, extra_moves=moves)
    assert tally.made > 150 and tally.refused > 1000 and tally.undone


def test_random_evenings_from_the_middle_of_a_fight_with_every_other_ruling() -> None:
    book = folk(Rulings("sealed", True, "drop", "height", "frozen", "total", "step"))
    book.fight()
    lurker = Id("lurker")
    book.gm(Hide(CHAIR, (lurker,)))
    book.gm(m.Declare(lurker, (hit("ada", "pistol"), m.Action("other", "sight")), SECRET))
    tally = fuzz(Fighting(), book.state, (GM, PAT, QUIN), seeds=range(10, 12), steps=40, extra_moves=fight_moves)
    assert {"Declare", "DeclareMany", "Defaults", "NextTurn", "Bonus", "Hurt"} <= tally.kinds
    assert tally.made > 150 and tally.odds


def test_random_fights_from_where_sets_are_assigned() -> None:
    book = folk()
    book.fight()
    book.gm(m.DeclareMany(CHAIR, (Id("ork"), Id("lurker")), (hit("ada"),)))
    book.declare("bo", hit("ork"), DODGE)
    faces = (5, 5, 5, 9, 9, 1, 2, 7, 7, 3, 3, 3, 1, 8, 8, 2, 2, 2, 1, 4, 6, 10)
    book.declare("ada", hit("ork", "pistol"), dice=faces)
    assert book.phase == "assign"
    tally = fuzz(Fighting(), book.state, (GM, PAT, QUIN), seeds=range(20, 23), steps=10, extra_moves=fight_moves)
    assert {"Assign", "NextTurn"} <= tally.kinds


class Fighting(Watched):
    """Without what would end the fight before it has begun."""

    def candidates(self, state: OneRollState, actor: Id) -> Iterator[Move]:
        """Moves of fights alone."""
        yield from (
            x for x in super().candidates(state, actor) if not isinstance(x, EndFight | m.NewDraft | m.RollPool)
        )


def fight_moves(seen: OneRollState, caller: Caller, random: Random) -> Iterator[Move]:
    kinds = m.Declare | m.DeclareMany | m.Bonus | m.Hurt | AddToFight | Hide | Reveal
    yield from (x for x in moves(seen, caller, random) if isinstance(x, kinds))
    if random.random() < 0.05:
        yield from (x for x in moves(seen, caller, random) if isinstance(x, EndFight | RemoveFromFight))


def crowd(random: Random, n: int, **rulings: Any) -> Book:
    sheets = []
    for k in range(n):
        fields = {key: random.randint(1, 6) for key in ("sense", "body", "coordination", "brawl", "pistol", "dodge")}
        sheets.append(player(f"P{k}", **fields) if k % 2 else creature(f"C{k}", **fields))
    return Book(*sheets, rulings=Rulings(**rulings))


def test_random_fights_of_up_to_twelve_end_their_rounds_in_order() -> None:
    """Each round ends after as many steps as sets wait at most; each step takes the first by the order rule."""
    random = Random(7)
    for _ in range(12):
        n = random.randint(2, 12)
        book = crowd(
            random,
            n,
            dodge_ties=random.choice(("hits", "height")),
            dodge_width=random.choice(("shrinks", "frozen")),
            declare=random.choice(("ordered", "sealed")),
        )
        book.fight()
        for _ in range(2):
            declare_all(book, random)
            steps, most = 0, waiting(book)
            while book.phase == "resolve":
                expect = first_of(book)
                facts = book.next()
                steps += 1
                text, who = next((f.text, f.about[0]) for f in facts if isinstance(f, Noted) and f.rule == "ORE-CBT-04")
                assert (who, text.split("'s ")[1].split()[0]) == expect
            assert steps <= most and book.phase == "round_end"
            book.next()
            if book.phase != "declare":
                break


def declare_all(book: Book, random: Random) -> None:
    fight = book.state.scene.fight
    assert fight
    dice = Random(random.random())
    for i in fight.now:
        foe = random.choice([j for j in fight.seats if j != i and not book.state.sheets[j].dead] or [None])
        if foe is None:
            chosen: tuple[m.Action, ...] = ()
        else:
            chosen = random.choice([(hit(foe),), (hit(foe, "pistol"), DODGE), (DODGE,), (hit(foe, "pistol"),)])
        make(book, m.Declare(i, chosen, "n"), dice, m.Declare(i))
    if book.phase == "assign":
        book.gm(m.Defaults())


def make(book: Book, move: Move, dice: Random, instead: Move) -> None:
    """Make the move with faces from here, or (if it is refused: too few dice) the other one."""
    from mechanics.game import Refusal
    from mechanics.perform import perform

    class Faces:
        def draw(self, n: int, faces: int) -> list[int]:
            return [dice.randint(1, faces) for _ in range(n)]

    for tried in (move, instead):
        answer = perform(ONEROLL, book.state, GM, tried, Faces(), 2 + len(book.entries))
        if not isinstance(answer, Refusal):
            book.state = answer.state
            return
    raise AssertionError(answer)


def rows(book: Book) -> list[tuple[tuple[int, ...], Id, str]]:
    fight = book.state.scene.fight
    assert fight
    found = []
    for n, (i, seat) in enumerate(fight.seats.items()):
        budget: Budget = seat.budget
        sheet = book.state.sheets[i]
        for r in budget.rows:
            if r.action is not None and not r.standing and sheet.able:
                # written out: wide, high, Sense, players, joined
                found.append(((-r.width, -r.height, -sheet.stat("sense"), sheet.owner == "gm", n), i, str(r)))
    return sorted(found)


def waiting(book: Book) -> int:
    return len(rows(book)) if book.phase == "resolve" else 0


def first_of(book: Book) -> tuple[Id, str]:
    _, i, row = rows(book)[0]
    return i, row


def test_the_order_key_is_the_one_written_out() -> None:
    assert key((3, 7), 4, True, 2) == (-3, -7, -4, False, 2)


def test_a_round_of_twelve_resolves_at_once() -> None:
    random = Random(3)
    book = crowd(random, 12, resolve="all")
    book.fight()
    declare_all(book, random)
    assert book.phase == "round_end"
