"""Pools, sets, places, boxes and healing as values: the ledger's vectors."""

import itertools

import pytest

from mechanics.game import Refused
from mechanics.games.oneroll import body, pools
from mechanics.games.oneroll.body import Amount, Box, Profile
from mechanics.games.oneroll.fight import key, reason
from mechanics.games.oneroll.play.resolve import dodged
from mechanics.games.oneroll.pools import Set, Side
from mechanics.games.oneroll.sheet import Sheet, with_skill
from mechanics.games.oneroll.skills import SKILLS, STATS, rating, skill_of, stat_for, stat_of, title_of
from tests.mechanics.oneroll.ore_table import boxes, player


def sets(text: str) -> tuple[Set, ...]:
    """Sets as the ledger writes them, widest first: `3x2 2x9`."""
    return tuple(sorted((Set(*map(int, s.split("x"))) for s in text.split()), reverse=True))


def refused(f: object, *args: object, **more: object) -> str:
    with pytest.raises(Refused) as caught:
        f(*args, **more)  # type: ignore[operator]
    return caught.value.refusal.code


# -- stats and skills --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-SHEET-01")
def test_six_stats_and_forty_one_skills() -> None:
    assert list(STATS) == ["body", "brains", "command", "cool", "coordination", "sense"]
    each = [sum(s.stat == stat for s in SKILLS.values()) for stat in STATS]
    assert each == [7, 9, 5, 3, 12, 5] and len(SKILLS) == 41
    typed = [s.name for s in SKILLS.values() if s.typed]
    assert typed == ["Language", "Mechanics", "Navigation", "Performance", "Driving", "Pilot", "Sailing"]
    assert stat_for("anti_tank_rocket") == "coordination" and title_of("language/German") == "Language (German)"


@pytest.mark.rule("ORE-SHEET-01")
def test_names_of_stats_and_skills() -> None:
    assert stat_of(" COORDINATION ") == "coordination" and refused(stat_of, "luck") == "UNKNOWN"
    assert skill_of("Anti-Tank Rocket") == "anti_tank_rocket" and skill_of("first aid") == "first_aid"
    assert skill_of("language/German") == skill_of("Language", " German ") == "language/German"
    assert skill_of("navigation/sea") == "navigation/Sea"
    for name, kind in (("navigation", "Air"), ("pistol", "Luger"), ("language", ""), ("juggling", ""), ("", "")):
        assert refused(skill_of, name, kind) == "UNKNOWN", name
    assert skill_of("pilot", "x" * 30) == "pilot/" + "x" * 30
    assert refused(skill_of, "pilot", "x" * 31) == "RANGE"


@pytest.mark.rule("ORE-SHEET-01")
def test_values_are_zero_to_ten() -> None:
    assert [rating(text, "body") for text in ("0", " 10 ", 7)] == [0, 10, 7]
    for text in ("11", "-1", "", "two", "1.5", "9" * 5000):
        assert refused(rating, text, "body") == "RANGE"
    assert Sheet("A", "p").stat("body") == 1 and Sheet("A", "p").skill("brawl") == 0


@pytest.mark.rule("ORE-SHEET-01")
def test_a_typed_skill_is_one_entry_a_type_whatever_its_case() -> None:
    skills = with_skill(with_skill({}, "language/German", 3), "language/French", 1)
    assert skills == {"language/German": 3, "language/French": 1}
    assert with_skill(skills, "language/german", 4) == {"language/French": 1, "language/german": 4}
    assert with_skill(skills, "language/GERMAN", 0) == {"language/French": 1}
    assert Sheet("A", "p", skills=skills).skill("language/GERMAN") == 3


# -- pools -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-POOL-01")
@pytest.mark.parametrize(
    ("stat", "skill", "more", "n"),
    [
        (3, 2, {}, 5),
        (6, 7, {}, 10),
        (4, 0, {}, 4),
        (5, 5, {"bonus": 2}, 10),
        (6, 6, {"actions": 2}, 9),
        (5, 5, {"bonus": 2, "actions": 2}, 9),
        (2, 0, {"actions": 3}, 0),
        (5, 3, {"penalty": 4}, 4),
        (3, 4, {"penalty": 4}, 4),
        (6, 7, {"bonus": -2}, 8),  # the cap comes before bonus dice
        (3, 2, {"lent": 2}, 7),
        (3, 2, {"lent": 9}, 10),
        (1, 0, {"bonus": -10}, 0),
    ],
)
def test_the_size_of_a_pool(stat: int, skill: int, more: dict[str, int], n: int) -> None:
    assert pools.dice_in(stat, skill, **more) == n


@pytest.mark.rule("ORE-POOL-01")
def test_a_bonus_is_ten_at_most() -> None:
    assert pools.dice_in(0, 0, bonus=10) == 10
    assert refused(pools.dice_in, 0, 0, bonus=11) == refused(pools.dice_in, 0, 0, bonus=-11) == "RANGE"


@pytest.mark.rule("ORE-MULTI-01")
def test_several_actions_roll_the_lowest_pool_less_one_for_each_further_one() -> None:
    assert [pools.several(p) for p in ([7, 5], [6, 6, 6], [9, 9], [5], [2] * 1, [1], [0])] == [4, 4, 8, 5, 2, 1, 0]
    assert pools.several([6] * 5) == 2 and pools.several([2, 9], bonus=1) == 2 and pools.several([2, 9], lent=1) == 2
    for none in ([], [10] * 6, [2, 9], [3, 3, 3], [6] * 5 + [6]):
        assert refused(pools.several, none) == "RANGE"


@pytest.mark.rule("ORE-SET-01")
@pytest.mark.parametrize(
    ("dice", "found", "loose"),
    [
        ("5 1 3 4 2", "", "5 4 3 2 1"),
        ("1 1 3 2 5", "2x1", "5 3 2"),
        ("10 9 4 10 10", "3x10", "9 4"),
        ("5 1 5 2 5 10", "3x5", "10 2 1"),
        ("1 1 4 4 9 9 9 10", "3x9 2x4 2x1", "10"),
        ("7", "", "7"),
        ("2 2 2 2 2", "5x2", ""),
        ("6 6 6 6 3 3 8", "4x6 2x3", "8"),
    ],
)
def test_sets_and_loose_dice(dice: str, found: str, loose: str) -> None:
    got = pools.find([int(d) for d in dice.split()])
    assert " ".join(map(str, got.sets)) == found and " ".join(map(str, got.loose)) == loose


@pytest.mark.rule("ORE-SET-01")
def test_what_is_no_roll() -> None:
    assert pools.find([]).sets == () and pools.find([10] * 10).sets == (Set(10, 10),)
    for dice in ([0], [11], [1] * 11):
        assert refused(pools.find, dice) == "RANGE"


@pytest.mark.rule("ORE-SET-02")
@pytest.mark.rule("ORE-SET-03")
def test_the_widest_set_is_the_default_and_any_rolled_one_may_be_named() -> None:
    row = sets("2x9 3x4")
    assert row[0] == Set(3, 4)  # as written: width is speed, height is quality
    assert pools.chosen(row, "2x9") == pools.chosen(row, " 2×9 ") == Set(2, 9)
    assert refused(pools.chosen, row, "3x9") == refused(pools.chosen, (), "2x2") == "UNKNOWN"


@pytest.mark.rule("ORE-STATIC-01")
@pytest.mark.parametrize(
    ("rolled", "target", "good"),
    [
        ("2x3", 1, "2x3"),
        ("2x3", 4, ""),
        ("3x2 2x8", 5, "2x8"),
        ("3x8 2x9", 8, "3x8 2x9"),
        ("2x5", 5, "2x5"),
        ("", 1, ""),
    ],
)
def test_usable_sets_the_default_first(rolled: str, target: int, good: str) -> None:
    assert " ".join(map(str, pools.usable(sets(rolled), target))) == good


@pytest.mark.rule("ORE-STATIC-01")
def test_a_target_is_one_to_ten() -> None:
    assert pools.usable((), 10) == ()
    assert refused(pools.usable, (), 0) == refused(pools.usable, (), 11) == "RANGE"


# -- against each other ------------------------------------------------------------------------------------------------

PC, NPC = True, False


@pytest.mark.rule("ORE-VS-01")
@pytest.mark.parametrize(
    ("a", "b", "who"),
    [
        (("2x10", PC), ("3x1", NPC), "b"),
        (("2x4", PC), ("2x9", NPC), "b"),
        (("3x6", PC), ("3x6", NPC), "a"),
        (("3x6", NPC), ("3x6", PC), "b"),
        (("", PC), ("2x1", NPC), "b"),
        (("", PC), ("", NPC), "none"),
        (("2x6", PC), ("2x6", PC), "a"),  # order of joining
        (("2x6 2x4", NPC), ("2x5", PC), "a"),
    ],
)
def test_who_acts_first(a: tuple[str, bool], b: tuple[str, bool], who: str) -> None:
    assert pools.first(Side(sets(a[0]), a[1], 0), Side(sets(b[0]), b[1], 1)) == who


@pytest.mark.rule("ORE-VS-02")
@pytest.mark.parametrize(
    ("a", "b", "who"),
    [
        (("2x8", PC), ("4x7", NPC), "a"),
        (("3x2 2x9", PC), ("2x8", NPC), "a"),
        (("", PC), ("2x1", NPC), "b"),
        (("", PC), ("", PC), "none"),
        (("2x6", PC), ("3x6", NPC), "a"),
        (("3x6", NPC), ("2x6", PC), "b"),
        (("2x6", PC), ("2x6", PC), "tie"),
        (("2x6", NPC), ("4x6", NPC), "tie"),
    ],
)
def test_who_wins_where_only_one_can(a: tuple[str, bool], b: tuple[str, bool], who: str) -> None:
    assert pools.winner(Side(sets(a[0]), a[1]), Side(sets(b[0]), b[1])) == who


@pytest.mark.rule("ORE-COOP-01")
def test_lent_dice_and_shares() -> None:
    assert pools.lent(5, [2]) == (2,) and pools.lent(8, [4]) == (2,) and pools.lent(10, [1]) == (0,)
    assert pools.lent(7, [2, 2, 2]) == (2, 1, 0)
    assert pools.shares(3, [5, 2]) == (2, 1)
    assert pools.shares(4, [3, 2, 1]) == (2, 1, 1)
    assert pools.shares(1, [1, 1]) == (1, 0) and pools.shares(10, [8, 2]) == (8, 2)
    for points, dice in itertools.product(range(8), itertools.product(range(1, 4), repeat=3)):
        parts = pools.shares(points, dice)
        assert sum(parts) == points
        assert all(abs(part - points * n / sum(dice)) < 1 for part, n in zip(parts, dice, strict=True))


# -- the body ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ORE-LOC-01")
def test_places_by_height() -> None:
    got = [body.place_of(h) for h in range(1, 11)]
    legs, arms = ["left_leg", "right_leg"], ["left_arm"] * 2 + ["right_arm"] * 2
    assert got == legs + arms + ["torso"] * 3 + ["head"]
    assert body.PLACES == {"left_leg": 5, "right_leg": 5, "left_arm": 5, "right_arm": 5, "torso": 10, "head": 4}
    assert sum(body.PLACES.values()) == 34
    assert refused(body.place_of, 0) == refused(body.place_of, 11) == "RANGE"
    assert [body.face_of(p) for p in body.PLACES] == [1, 2, 4, 6, 9, 10]
    assert body.named_place("Left-Arm") == "left_arm" and refused(body.named_place, "tail") == "UNKNOWN"


@pytest.mark.rule("ORE-DMG-01")
def test_how_much_an_attack_does() -> None:
    brawl, pistol = (Sheet("A", "p").profile(s) for s in ("brawl", "pistol"))
    assert brawl.of(3) == (0, 3) and pistol.of(2) == (2, 2)
    assert body.profile_of("W+2 killing").of(2) == (4, 0)
    assert body.profile_of("w - 3 shock and 2 killing") == Profile(Amount(False, 2), Amount(True, -3))
    assert body.profile_of("W-3 shock").of(2) == (0, 0)
    assert body.profile_of("10 shock, W killing").of(3) == (3, 10)
    for text in ("", "W", "killing", "W fire", "W shock, W shock", "W killing then more", "3"):
        assert refused(body.profile_of, text) == "RANGE", text
    assert body.profile_of("W-5 shock") and body.profile_of("W+10 shock")
    assert refused(body.profile_of, "W+11 shock") == refused(body.profile_of, "-6 shock") == "RANGE"
    rifle = Sheet("A", "p", damage={"rifle": "W+1 killing", "pistol": "1 shock"})
    assert rifle.profile("rifle").of(2) == (3, 0) and rifle.profile("pistol").of(4) == (0, 1)
    assert refused(Sheet("A", "p").profile, "rifle") == "UNKNOWN"


@pytest.mark.rule("ORE-DMG-02")
@pytest.mark.rule("ORE-DMG-03")
@pytest.mark.parametrize(
    ("place", "before", "killing", "shock", "after", "torso"),
    [
        ("left_arm", "0/0", 0, 3, "3/0", "0/0"),
        ("left_arm", "4/0", 0, 3, "3/2", "0/0"),
        ("left_arm", "5/0", 0, 2, "3/2", "0/0"),
        ("left_arm", "3/0", 2, 0, "3/2", "0/0"),
        ("left_arm", "3/0", 4, 0, "1/4", "0/0"),
        ("head", "0/0", 2, 2, "2/2", "0/0"),
        ("head", "3/0", 0, 1, "4/0", "0/0"),
        ("head", "4/0", 0, 4, "0/4", "0/0"),
        ("torso", "9/0", 0, 3, "8/2", "8/2"),
        ("right_leg", "2/2", 3, 3, "0/5", "3/0"),
        ("left_leg", "0/4", 3, 2, "0/5", "2/2"),
        ("left_arm", "5/0", 0, 6, "0/5", "1/0"),
    ],
)
def test_marking_a_blow(place: str, before: str, killing: int, shock: int, after: str, torso: str) -> None:
    blow = body.strike(boxes(**{place: before}), place, killing, shock)
    assert str(body.at(blow.boxes, place)) == after and str(body.at(blow.boxes, "torso")) == torso
    assert blow.lost_killing == blow.lost_shock == 0


@pytest.mark.rule("ORE-DMG-03")
def test_what_finds_no_box() -> None:
    dropped = body.strike(boxes(left_leg="0/4"), "left_leg", 3, 2, "drop")
    assert (dropped.lost_killing, dropped.lost_shock, dropped.marked) == (2, 2, ("left_leg",))
    assert str(body.at(dropped.boxes, "torso")) == "0/0"
    full = body.strike(boxes(head="0/4"), "head", 1, 2)
    assert (full.lost_killing, full.lost_shock, full.marked) == (1, 2, ("head",))
    beyond = body.strike(boxes(left_leg="0/5", torso="0/9"), "left_leg", 3, 0)
    assert str(body.at(beyond.boxes, "torso")) == "0/10"
    assert (beyond.lost_killing, beyond.marked) == (2, ("left_leg", "torso"))


@pytest.mark.rule("ORE-DMG-02")
def test_no_blow_ever_marks_more_than_there_is_and_every_point_is_somewhere() -> None:
    for most, place in ((4, "head"), (5, "left_arm")):
        for s, k in itertools.product(range(most + 1), repeat=2):
            if s + k > most:
                continue
            for killing, shock in itertools.product(range(8), repeat=2):
                blow = body.strike({place: Box(s, k)}, place, killing, shock, "drop")
                box = blow.boxes[place]
                assert box.shock + box.killing == min(most, s + k + killing + shock)
                assert box.shock >= 0 and k <= box.killing <= most
                turned = s + k + killing + shock - most  # each point too many makes an X of a /
                if turned > 0:
                    xs = min(most, k + min(killing, most - s - k) + turned)
                    assert box.killing == xs
                    assert blow.lost_killing + blow.lost_shock == max(
                        0, turned - (most - k - min(killing, most - s - k))
                    )


@pytest.mark.rule("ORE-DMG-02")
def test_points_of_a_blow() -> None:
    for killing, shock in ((0, 1), (30, 30), (1, 0)):
        body.points(killing, shock)
    for killing, shock in ((0, 0), (31, 0), (0, 31), (-1, 2), (2, -1)):
        assert refused(body.points, killing, shock) == "RANGE"


@pytest.mark.rule("ORE-DMG-04")
def test_filled_places() -> None:
    def of(**places: str) -> Sheet:
        return player("A", body=5, brawl=3, coordination=3, pistol=4, brains=4, medicine=2, boxes=boxes(**places))

    weak = of(torso="10/0")
    assert (weak.pool("brawl"), weak.pool("pistol"), weak.pool("medicine")) == (4, 4, 6) and weak.condition == "weak"
    assert of(torso="9/0").pool("brawl") == 8 and of(torso="9/0").condition == "fine"
    assert of(torso="4/6").pool("brawl") == 4
    assert of(head="1/3").condition == "out" and not of(head="1/3").able
    assert of(head="1/2").condition == "fine" and of(head="1/2").able
    assert body.all_killing(boxes(torso="0/10"), "torso") and not body.all_killing(boxes(torso="1/9"), "torso")
    assert body.useless(boxes(left_arm="0/5", right_arm="5/0", torso="0/10", head="0/4")) == ("left_arm",)


@pytest.mark.rule("ORE-HEAL-01")
def test_half_of_the_shock_goes_after_a_fight() -> None:
    for before, after in ((1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (10, 5)):
        assert str(body.at(body.after_fight({"torso": Box(before, 0)}), "torso")) == f"{after}/0"
    assert body.after_fight(boxes(head="3/1", torso="5/2")) == boxes(head="1/1", torso="2/2")
    assert body.after_fight(boxes(head="3/1", torso="5/2"), "total") == boxes(head="0/1", torso="4/2")


@pytest.mark.rule("ORE-HEAL-02")
def test_where_shock_heals_first() -> None:
    assert body.mend(boxes(head="1/0", torso="4/0"), 3) == boxes(torso="2/0")
    assert body.mend(boxes(left_arm="1/0"), 3) == {}
    assert body.mend(boxes(left_arm="2/0", right_leg="3/1", left_leg="2/0"), 4) == boxes(
        left_arm="2/0", right_leg="0/1", left_leg="1/0"
    )
    assert body.mend(boxes(head="2/0", right_arm="2/0"), 3, ("right_arm",)) == boxes(head="1/0")


@pytest.mark.rule("ORE-HEAL-03")
def test_healing_of_one_place() -> None:
    assert body.heal(boxes(left_arm="1/4"), "left_arm", 0, 2) == boxes(left_arm="1/2")
    assert body.heal(boxes(left_arm="1/4"), "left_arm", 9, 9) == {}
    assert body.heal({}, "head", 1, 1) == {}


# -- what comes first, what is dodged ----------------------------------------------------------------------------------


@pytest.mark.rule("ORE-CBT-04")
def test_what_resolves_first_and_why() -> None:
    row = [
        key((3, 1), 1, NPC, 9),
        key((2, 10), 1, NPC, 8),
        key((2, 9), 5, NPC, 7),
        key((2, 9), 4, PC, 6),
        key((2, 9), 4, NPC, 0),
        key((2, 9), 4, NPC, 1),
    ]
    assert sorted(row) == row
    assert [reason(a, b) for a, b in zip(row, [*row[1:], None], strict=True)] == [
        "widest",
        "equally wide, higher",
        "same set, better Sense",
        "same set, player first",
        "joined earlier",
        "the last set",
    ]


@pytest.mark.rule("ORE-CBT-06")
@pytest.mark.parametrize(
    ("attack", "guard", "hits", "height"),
    [
        ("2x10", "3x1", True, True),
        ("3x1", "3x10", False, True),
        ("4x1", "3x10", False, False),
        ("2x1", "2x1", False, False),
        ("2x5", "3x5", True, True),
        ("2x1", "2x10", False, True),
        ("2x10", "2x1", False, False),
    ],
)
def test_what_a_dodge_stops(attack: str, guard: str, hits: bool, height: bool) -> None:
    a, g = sets(attack)[0], sets(guard)[0]
    assert dodged(a, g) is hits and dodged(a, g, "height") is height
    assert not dodged(a, (0, 0), "height")
