"""Hurt, Heal and the DM's last word, made through perform."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from mechanics.campaign import Campaign, Name, Person
from mechanics.dice import ScriptedDice
from mechanics.facts import Changed, show
from mechanics.game import Caller, Id, Refusal
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.moves import Heal, Hurt, Override
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.sheet import Sheet
from mechanics.perform import perform
from mechanics.state import Scene, State
from mechanics.step import Outcome

ANN = Caller("ann", name="Ann")
BOB = Caller("bob", name="Bob")
GM = Caller("gm-user", gm=True, name="Greta")
ANA, OGRE = Id("c1"), Id("c2")


def table(rulings=None, **fields) -> State:
    """A campaign with Ann's Ana (hp 10, stun 5, and these fields) and the GM's Ogre."""
    names = {ANA: Name("Ana", "ann"), OGRE: Name("Ogre", "gm", "npc")}
    campaign = Campaign("Vale", "dragonhead", ("gm-user",), people={"ann": Person("Ann", ANA)}, names=names)
    sheets = {ANA: Sheet("Ana", "ann", **fields), OGRE: Sheet("Ogre", "gm")}
    return State(campaign, rulings or Rulings(), sheets, None, Scene())


def make(state, move, caller=GM) -> Outcome:
    outcome = perform(DRAGONHEAD, state, caller, move, ScriptedDice(), 2)
    assert isinstance(outcome, Outcome), outcome
    return outcome


def refused(state, move, caller=GM) -> Refusal:
    answer = perform(DRAGONHEAD, state, caller, move, ScriptedDice(), 2)
    assert isinstance(answer, Refusal), answer
    return answer


def marks(outcome, who=ANA) -> str:
    sheet = outcome.state.sheets[who]
    return f"{sheet.wear}/{sheet.tear}/{sheet.scar}"


def moved(outcome) -> dict:
    return {f.gauge: (f.before, f.after) for f in outcome.facts if isinstance(f, Changed)}


def told(outcome) -> list[str]:
    return [show(f, outcome.state) for f in outcome.facts if not isinstance(f, Changed)]


@pytest.mark.rule("DH-TRACK-02")
def test_a_blow_wears_and_tears():
    outcome = make(table(), Hurt(ANA, 8, "mixed"), ANN)
    assert marks(outcome) == "8/2/0"
    assert moved(outcome) == {"wear": (0, 8), "tear": (0, 2), "recoverable": (0, 6), "s": (False, True)}
    assert told(outcome) == ["Ana takes 8 mixed."]
    assert all(f.rule == "DH-TRACK-02" for f in outcome.facts)
    assert marks(make(table(), Hurt(ANA, 9, "mixed", scar=True))) == "9/3/3"
    assert marks(make(table(), Hurt(ANA, 6))) == "6/0/0"


@pytest.mark.rule("DH-BASE-02")
def test_a_creature_obeys_the_same_rules_and_the_gm():
    assert marks(make(table(), Hurt(OGRE, 5, "s")), OGRE) == "5/2/0"
    assert refused(table(), Hurt(OGRE, 5), ANN).code == "not-yours"
    assert refused(table(), Hurt(ANA, 5), BOB).code == "not-yours"


@pytest.mark.rule("DH-CHAR-11")
@pytest.mark.parametrize(
    ("points", "s", "k"), [(4, False, False), (5, True, False), (9, True, False), (10, True, True)]
)
def test_one_blow_stuns(points, s, k):
    sheet = make(table(), Hurt(ANA, points)).state.sheets[ANA]
    assert (sheet.s, sheet.k) == (s, k)


@pytest.mark.rule("DH-CHAR-11")
def test_small_blows_do_not_add_up_and_marks_stay():
    once = make(table(), Hurt(ANA, 3)).state
    assert make(once, Hurt(ANA, 3)).state.sheets[ANA].s is False
    flat = make(table(s=True, k=True), Hurt(ANA, 1)).state.sheets[ANA]
    assert (flat.s, flat.k) == (True, True)
    assert make(table(overrides={"stun": 3}), Hurt(ANA, 3)).state.sheets[ANA].s is True


@pytest.mark.rule("DH-TRACK-04")
@pytest.mark.rule("DH-TRACK-05")
def test_passing_out_dying_and_coming_to_are_told():
    out = make(table(wear=9), Hurt(ANA, 2))
    assert told(out) == ["Ana takes 2.", "Ana passes out."]
    assert moved(out)["label"] == ("awake", "unconscious")
    dead = make(table(wear=10, tear=10), Hurt(ANA, 1, "piercing"))
    assert told(dead)[-1] == "Ana dies."
    assert moved(dead)["dead"] == (False, True)
    awake = make(table(wear=12), Heal(ANA, 3))
    assert told(awake) == ["Ana is healed by 3.", "Ana comes to."]
    assert told(make(table(wear=9), Hurt(ANA, 1))) == ["Ana takes 1."]


@pytest.mark.rule("DH-TRACK-02")
def test_blows_that_cannot_be():
    assert refused(table(), Hurt(ANA, -1)).code == "RANGE"
    assert refused(table(), Hurt(ANA, 100_001)).code == "RANGE"
    assert refused(table(), Hurt(ANA, 5, "cutting")).code == "UNKNOWN"
    assert refused(table(wear=11, tear=11), Hurt(ANA, 1, "piercing")).code == "STATE"
    nothing = make(table(), Hurt(ANA, 0, "piercing"))
    assert marks(nothing) == "0/0/0" and not moved(nothing) and told(nothing) == ["Ana takes 0 piercing."]


@pytest.mark.rule("DH-TRACK-06")
@pytest.mark.rule("DH-TRACK-09")
def test_healing():
    assert marks(make(table(wear=12, tear=5, scar=2), Heal(ANA, 9, "mixed"))) == "3/2/2"
    assert marks(make(table(wear=8, tear=2), Heal(ANA, 15))) == "2/2/0"
    assert marks(make(table(Rulings(magic_first="wear"), wear=5, tear=4), Heal(ANA, 6, "mixed"))) == "4/2/0"
    assert told(make(table(wear=8), Heal(ANA, 3, "b"))) == ["Ana is healed by 3 blunt."]
    assert refused(table(), Heal(ANA, -1)).code == "RANGE"
    assert refused(table(killed=True), Heal(ANA, 1)).code == "STATE"


# -- the DM's last word ------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-BASE-03")
def test_a_computed_value_is_overridden_and_comes_back():
    said = make(table(ac=7), Override(who=ANA, field="AC", value=9))
    assert moved(said) == {"ac": (7, 9), "overrides": ("", "ac 9")}
    assert said.state.sheets[ANA].ac == 7
    cleared = make(said.state, Override(who=ANA, field="ac", value=None))
    assert moved(cleared) == {"ac": (9, 7), "overrides": ("ac 9", "")}
    assert cleared.state == table(ac=7)


@pytest.mark.rule("DH-BASE-03")
@pytest.mark.parametrize(
    ("field", "value", "gauge", "after"),
    [
        ("Muscle", 14, "mus", 14),
        ("luc", 1, "luc", 1),
        ("hp", 1, "hp", 1),
        ("stun", 1, "stun", 1),
        ("ac", -10_000, "ac", -10_000),
        ("ac", 10_000, "ac", 10_000),
        ("unspent", -(10**12), "unspent", -(10**12)),
        ("hit points", 12, "hp", 12),
        ("Stun point", 2, "stun", 2),
        ("dc", -2, "dc", -2),
        ("move", 6, "move", 6),
        ("wear", 7, "wear", 7),
        ("tear", 4, "tear", 4),
        ("scar", 2, "scar", 2),
        ("rests used", 10, "rests_used", 10),
        ("rests_used", 3, "rests_used", 3),
        ("XP", -1500, "unspent", -1500),
        ("unspent", 10**12, "unspent", 10**12),
        ("s", 1, "s", True),
        ("k", 1, "k", True),
        ("dead", 1, "dead", True),
    ],
)
def test_any_number_can_be_said(field, value, gauge, after):
    outcome = make(table(wear=6, tear=3), Override(who=ANA, field=field, value=value))
    assert moved(outcome)[gauge][1] == after
    assert outcome.state.sheets[ANA].gauges()[gauge] == after


@pytest.mark.rule("DH-BASE-03")
def test_counts_and_marks_go_back_to_nothing():
    state = table(rests_used=3, s=True, wear=6)
    assert make(state, Override(who=ANA, field="rests used", value=0)).state.sheets[ANA].rests_used == 0
    assert make(state, Override(who=ANA, field="s", value=0)).state.sheets[ANA].s is False
    assert make(state, Override(who=ANA, field="wear", value=0)).state.sheets[ANA].wear == 0
    assert make(state, Override(who=ANA, field="wear", value=100_000)).state.sheets[ANA].wear == 100_000


@pytest.mark.rule("DH-BASE-03")
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("muscle", 0, "RANGE"),
        ("hp", 0, "RANGE"),
        ("stun", 0, "RANGE"),
        ("ac", 10_001, "RANGE"),
        ("ac", -10_001, "RANGE"),
        ("wear", 2, "RANGE"),
        ("wear", 100_001, "RANGE"),
        ("tear", 7, "RANGE"),
        ("tear", 0, "RANGE"),
        ("scar", 4, "RANGE"),
        ("scar", -1, "RANGE"),
        ("rests used", 11, "RANGE"),
        ("unspent", 10**12 + 1, "RANGE"),
        ("unspent", -(10**12) - 1, "RANGE"),
        ("rests used", -1, "RANGE"),
        ("k", -1, "RANGE"),
        ("s", 2, "RANGE"),
        ("wear", None, "RANGE"),
        ("wear", 6, "STATE"),
        ("ac", None, "STATE"),
        ("dead", 0, "STATE"),
        ("armour class", 3, "UNKNOWN"),
        ("", 3, "UNKNOWN"),
    ],
)
def test_what_cannot_be_said(field, value, code):
    state = table(wear=6, tear=3, scar=1)
    assert refused(state, Override(who=ANA, field=field, value=value)).code == code


@pytest.mark.rule("DH-BASE-03")
def test_only_a_gm_has_the_last_word_and_only_on_somebody():
    assert refused(table(), Override(who=ANA, field="ac", value=9), ANN).code == "not-gm"
    assert refused(table(), Override(who=Id("c9"), field="ac", value=9)).code == "unknown"
    assert refused(table(), Override(field="ac", value=9)).code == "unknown"


@pytest.mark.rule("DH-BASE-03")
@pytest.mark.rule("DH-TRACK-10")
def test_moving_the_line_wakes_and_a_word_raises_the_dead():
    woken = make(table(wear=11, tear=2), Override(who=ANA, field="hp", value=12))
    assert marks(woken) == "11/2/0"
    assert told(woken) == ["Ana comes to."]
    raised = make(table(killed=True), Override(who=ANA, field="dead", value=0))
    assert told(raised) == ["Ana lives again."]
    asleep = make(table(killed=True, wear=12), Override(who=ANA, field="dead", value=0))
    assert told(asleep) == ["Ana lives again, out cold."]
    assert replace(raised.state.sheets[ANA], name="") == Sheet("", "ann")
