"""The sheet: what is written on it, what follows from that, and the DM's last word."""

from __future__ import annotations

from typing import get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from mechanics.game import Refused
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.sheet import (
    ABILITIES,
    Attack,
    ClassLevel,
    Condition,
    Draft,
    Feature,
    Gear,
    Hinder,
    Poison,
    Sheet,
    Spell,
    Spent,
    ability,
    ability_score,
    band,
    class_bonus,
    defences,
    inclination,
    lowered,
    rest_difficulty,
    score_word,
    stunned,
    unlocked,
    value,
)
from mechanics.games.dragonhead.track import exert
from mechanics.state import Sealed


def refusal(call, *args):
    with pytest.raises(Refused) as caught:
        call(*args)
    return caught.value.refusal


def sheet(**fields) -> Sheet:
    return Sheet("Ana", "u1", **fields)


@pytest.mark.rule("DH-BASE-03")
def test_the_dm_s_word_goes_before_what_is_computed_and_can_be_taken_back():
    plain = sheet(ac=7)
    said = replace(plain, overrides={"ac": 9})
    assert value(plain, "ac") == 7
    assert value(said, "ac") == said.gauges()["ac"] == 9
    assert said.gauges()["overrides"] == "ac 9"
    assert value(replace(said, overrides={}), "ac") == 7
    assert value(replace(plain, overrides={"ac": 0}), "ac") == 0


@pytest.mark.rule("DH-BASE-03")
def test_hit_points_by_the_dm_s_word_move_the_line():
    out = sheet(hp=10, wear=11)
    assert out.track.label == "unconscious"
    assert replace(out, overrides={"hp": 12}).gauges()["label"] == "awake"
    assert replace(out, overrides={"hp": 12}).gauges()["hp"] == 12


@pytest.mark.rule("DH-BASE-02")
def test_a_creature_has_the_same_record():
    ogre = Sheet("Ogre", "gm", hp=20, ac=6, rolls={"ac": "2d6"}, attacks=(Attack("Club", 9, "b"),))
    assert ogre.gauges().keys() == sheet().gauges().keys()


@pytest.mark.rule("DH-BASE-04")
@pytest.mark.rule("DH-CHAR-08")
@pytest.mark.parametrize(
    ("level", "how", "bonus"),
    [(4, "full", 4), (4, "half", 2), (1, "half", 0), (3, "half", 1), (5, "half", 2), (1, "full", 1), (4, "none", 0)],
)
def test_the_class_level_helps_in_full_or_half(level, how, bonus):
    warlord = sheet(classes=(ClassLevel("Warlord", level),))
    assert class_bonus(warlord, how)[1] == bonus


@pytest.mark.rule("DH-CHAR-08")
def test_of_several_classes_the_best_one_helps_or_the_named_one():
    both = sheet(classes=(ClassLevel("Elf", 3), ClassLevel("Warlord", 4)))
    assert class_bonus(both, "full") == ("Warlord", 4)
    assert class_bonus(both, "half") == ("Warlord, half", 2)
    assert class_bonus(both, "full", "elf") == ("Elf", 3)
    assert class_bonus(both, "full", "", "sum") == ("classes", 7)
    assert class_bonus(both, "half", "", "sum") == ("classes, half", 3)
    assert class_bonus(both, "half", "elf", "sum") == ("Elf, half", 1)
    assert refusal(class_bonus, both, "full", "Wizard").code == "UNKNOWN"
    assert refusal(class_bonus, both, "most").code == "UNKNOWN"
    assert refusal(class_bonus, sheet(), "full").code == "UNKNOWN"
    assert class_bonus(sheet(), "none") == ("", 0)


@pytest.mark.rule("DH-CHAR-02")
def test_bands_of_levels():
    words = [band(level) for level in (1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 99)]
    assert words == [
        *["Beginner"] * 2,
        *["Intermediate"] * 2,
        *["Expert"] * 2,
        *["Hero"] * 2,
        *["Master"] * 4,
    ]
    assert refusal(band, 0).code == "RANGE"


@pytest.mark.rule("DH-CHAR-03")
def test_inclinations():
    assert inclination("LN/CG") == ("LN", "CG")
    assert inclination("TN") == ("TN", "TN")
    assert inclination("CG/CG") == ("CG", "CG")
    assert inclination(" ln / cg ") == ("LN", "CG")
    for code in ("LG", "NG", "CG", "LN", "TN", "CN", "LE", "NE", "CE"):
        assert inclination(code) == (code, code)
    for bad in ("NN", "LN/CG/NE", "", "/", "LN/", "LAWFUL"):
        assert refusal(inclination, bad).code == "UNKNOWN"


@pytest.mark.rule("DH-CHAR-03")
def test_the_true_inclination_is_in_no_gauge():
    two_faced = sheet(social="LN", inclination=Sealed("c1", "CE"))
    assert two_faced.gauges()["social"] == "LN"
    assert "CE" not in two_faced.gauges().values()


@pytest.mark.rule("DH-CHAR-05")
def test_abilities_by_name_or_three_letters():
    assert list(ABILITIES) == ["mus", "con", "dex", "int", "wis", "cha", "spi", "mag", "luc"]
    for key, name in ABILITIES.items():
        assert ability(key) == ability(name) == ability(name.upper()) == ability(f" {key.title()} ") == key
    refused = refusal(ability, "dexteritie")
    assert refused.code == "UNKNOWN" and "dexterity" in refused.hint
    assert refusal(ability, "").code == "UNKNOWN"


@pytest.mark.rule("DH-CHAR-05")
def test_scores_are_1_or_more():
    assert refusal(ability_score, 0).code == "RANGE"
    assert ability_score(31) == 31
    assert ability_score(1) == 1
    assert lowered(3, 5) == 1
    assert lowered(9, 5) == 4


@pytest.mark.rule("DH-CHAR-06")
def test_words_for_scores():
    expected = {
        "Awesome": (15, 18, 19, 40),
        "Excellent": (12, 14),
        "Average": (9, 11),
        "Pathetic": (6, 8),
        "Sad": (3, 5),
        "": (1, 2),
    }
    for word, scores in expected.items():
        for score in scores:
            assert score_word(score) == word


@pytest.mark.rule("DH-CHAR-07")
def test_each_class_has_its_own_level():
    assert sheet(classes=(ClassLevel("Warlord", 4), ClassLevel("Elf", 1))).gauges()["classes"] == "Warlord 4, Elf 1"


@pytest.mark.rule("DH-CHAR-09")
def test_features_start_at_their_level_and_drain_is_wear():
    eye = Feature("Eye of the Tiger", "Warrior", sa=3, drain=2)
    assert refusal(unlocked, eye, 2).code == "RULE"
    assert unlocked(eye, 3) is None
    drained = exert(sheet(wear=4, tear=1).track, eye.drain)
    assert (drained.wear, drained.tear) == (6, 1)


@pytest.mark.rule("DH-CHAR-10")
def test_one_roll_for_both_defences_or_two():
    assert [roll.text for roll in defences("1d8")] == ["1d8", "1d8"]
    assert [roll.text for roll in defences("1d8/1d6")] == ["1d8", "1d6"]
    assert [roll.text for roll in defences(" 1d8+1 / 1d4 ")] == ["1d8+1", "1d4"]
    for bad in ("1d8/1d6/1d4", "1d8/", "plate"):
        assert refusal(defences, bad).code == "RANGE"


@pytest.mark.rule("DH-CHAR-11")
@pytest.mark.parametrize(
    ("stun", "wear", "s", "k"),
    [
        (5, 4, False, False),
        (5, 5, True, False),
        (5, 9, True, False),
        (5, 10, True, True),
        (1, 1, True, False),
        (1, 2, True, True),
        (5, 3, False, False),
    ],
)
def test_one_blow_at_the_stun_point(stun, wear, s, k):
    assert stunned(stun, wear) == (s, k)


@pytest.mark.rule("DH-CHAR-12")
def test_rests_of_a_day():
    assert [rest_difficulty(n) for n in range(10)] == ["easy"] * 3 + ["normal"] * 4 + ["hard"] * 3
    assert refusal(rest_difficulty, 10).code == "RULE"


@pytest.mark.rule("DH-CHAR-13")
def test_the_x_of_a_spell():
    bolt = Spell("Bolt", 3, state="ready")
    assert bolt.x == "3"
    assert replace(bolt, state="forgotten").x == "3 crossed out"
    assert replace(bolt, state="known").x == ""


@pytest.mark.rule("DH-CHAR-14")
def test_total_xp_is_spent_and_unspent():
    poor = sheet(spent=(Spent("Intellect +3", 4000), Spent("Warlord 2", 1000)), unspent=-1500)
    assert poor.xp == poor.gauges()["xp"] == 3500


FULL = sheet(
    classes=(ClassLevel("Elf", 1),),
    features=(Feature("Keen", sa=2),),
    social="LN",
    inclination=Sealed("c1", "CG"),
    scores={"mus": 12},
    locomotions={"swim": 8},
    rolls={"ac": "2d6"},
    hinders=(Hinder("limp", 1),),
    attacks=(Attack("Sword", 9, "s", "Bal"),),
    spells=(Spell("Bolt", 3, state="ready"),),
    conditions=(Condition("drunk", 2, 240),),
    poisons=(Poison("lethal", 18, 2, 7),),
    gear=(Gear("Rope"),),
    light=3,
    spent=(Spent("Muscle +1", 1000),),
    overrides={"ac": 9},
    draft=Draft(step=2, rolled=True),
)


@pytest.mark.rule("DH-CHAR-01")
def test_a_sheet_goes_to_json_and_back():
    assert msgspec.json.decode(msgspec.json.encode(FULL), type=Sheet) == FULL
    assert msgspec.convert(msgspec.to_builtins(FULL), Sheet) == FULL


@pytest.mark.rule("DH-CHAR-01")
def test_the_gauges_are_plain_and_named_as_in_the_ledger():
    gauges = FULL.gauges()
    assert all(isinstance(v, int | str | bool) for v in gauges.values())
    assert gauges.keys() >= {
        *ABILITIES,
        *("hp", "wear", "tear", "scar", "recoverable", "label", "unconscious", "dead", "stun", "s", "k"),
        *("rests_used", "ac", "dc", "move", "unspent", "social", "classes"),
    }
    shown = {k: gauges[k] for k in ("name", "mus", "con", "classes", "locomotions", "hinders", "conditions", "poisons")}
    assert shown == {
        "name": "Ana",
        "mus": 12,
        "con": 10,
        "classes": "Elf 1",
        "locomotions": "swim 8",
        "hinders": "limp",
        "conditions": "drunk",
        "poisons": "lethal 18",
    }
    assert (gauges["draft"], gauges["step"], gauges["rolled"], gauges["light"]) == (True, 2, True, 3)
    assert (gauges["spells"], gauges["attacks"], gauges["gear"]) == ("Bolt 3", "Sword", "Rope")
    assert "step" not in sheet().gauges()
    hurt = sheet(hp=10, wear=13, tear=4, scar=1).gauges()
    assert (hurt["recoverable"], hurt["label"], hurt["unconscious"], hurt["dead"]) == (9, "unconscious", True, False)
    assert sheet(killed=True).gauges()["label"] == "dead"


@pytest.mark.rule("DH-CHAR-01")
def test_a_plain_sheet():
    plain = sheet().gauges()
    numbers = dict.fromkeys(ABILITIES, 10) | {"hp": 10, "stun": 5, "ac": 0, "dc": 0, "move": 0}
    assert {key: plain[key] for key in numbers} == numbers
    empty = ("wear", "tear", "scar", "recoverable", "rests_used", "unspent", "xp", "burning", "frozen")
    assert [plain[key] for key in empty] == [0] * 9
    flags = ("unconscious", "dead", "killed", "s", "k", "wet", "draft")
    assert [plain[key] for key in flags] == [False] * 7
    words = ("classes", "social", "traits", "locomotions", "hinders", "conditions", "poisons", "attacks", "overrides")
    assert [plain[key] for key in words] == [""] * 9
    assert (plain["label"], plain["size"], plain["vision"], plain["light"]) == ("awake", "medium", "normal", "none")


@pytest.mark.rule("DH-CHAR-01")
@pytest.mark.parametrize("value", [FULL, *FULL.classes, *FULL.attacks, *FULL.spells, *FULL.hinders, FULL.draft])
def test_nothing_on_a_sheet_changes_in_place(value):
    with pytest.raises(AttributeError):
        setattr(value, value.__struct_fields__[0], "other")


@pytest.mark.rule("DH-MOJO-02")
@pytest.mark.rule("DH-MOJO-06")
@pytest.mark.rule("DH-ACT-04")
def test_every_ruling_says_its_rule_its_default_and_whose_it_is():
    hints = get_type_hints(Rulings, include_extras=True)
    rules = {name: hint.__metadata__[0].title for name, hint in hints.items()}
    assert rules == {
        "count_dm_as_player": "DH-MOJO-02",
        "fudge_by": "DH-MOJO-06",
        "resurrection_scars": "DH-MOJO-11",
        "dream_sequence": "DH-MOJO-12",
        "dice_set": "DH-DICE-05",
        "dice_table": "DH-DICE-05",
        "classes": "DH-CHAR-07",
        "shifts": "DH-ACT-02",
        "fourth_success": "DH-ACT-04",
        "tie_even": "DH-ACT-08",
        "team_ties": "DH-ACT-10",
        "class_bonus": "DH-CHAR-08",
        "magic_first": "DH-TRACK-09",
        "rest_xp": "DH-HEAL-01",
        "magic_xp": "DH-HEAL-05",
        "sleep_xp": "DH-HEAL-03",
        "sleep_half": "DH-HEAL-03",
    }
    for name, hint in hints.items():
        by = "text" if name == "rest_xp" else "ours"
        assert hint.__metadata__[0].description and hint.__metadata__[0].extra == {"by": by}
    assert Rulings() == Rulings(
        count_dm_as_player=False,
        fudge_by="roller",
        resurrection_scars="none",
        dream_sequence="sheets",
        dice_set="standard",
        dice_table={},
        classes={},
        shifts="sum",
        fourth_success=21,
        tie_even="challenger",
        team_ties="draw",
        class_bonus="best",
        magic_first="tear",
        rest_xp=10,
        magic_xp=10,
        sleep_xp=0,
        sleep_half="recoverable",
    )
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"fourth_success": 22}, Rulings)
