"""The damage track: the ledger's worked vectors, and whatever has to hold of any track."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.game import Refused
from mechanics.games.dragonhead.track import (
    Track,
    damage_type,
    exert,
    hit,
    magic,
    picture,
    recover,
    scar_over,
    self_heal,
    sleep,
    words,
)

TYPES = {"p": "piercing", "s": "sharp", "m": "mixed", "b": "blunt", "i": "impact", "": "none"}


def play(hp: int, events: str, wear: int = 0, tear: int = 0, scar: int = 0) -> Track:
    """The ledger's shorthand: `8m`, `9m scar`, `exertion 1`, `recover 10`, `self-heal 5`, `magic 9m`, `hp 12`, ..."""
    track = Track(hp, wear, tear, scar)
    for event in events.split(", "):
        name, _, rest = event.partition(" ")
        if found := re.fullmatch(r"(\d+)([psmbi]?)( scar| untyped)?", event):
            track = hit(track, int(found[1]), TYPES[found[2]], scar=found[3] == " scar")
        elif name == "exertion":
            track = exert(track, int(rest))
        elif name == "recover":
            track = recover(track, int(rest))
        elif name == "self-heal":
            track = self_heal(track, int(rest))
        elif name == "scar-over":
            track = scar_over(track, int(rest))
        elif name == "magic":
            track, _ = magic(track, int(rest[:-1]), TYPES[rest[-1]])
        elif name == "sleep":
            track = sleep(track)
        elif name == "hp":
            track = Track(int(rest), track.wear, track.tear, track.scar)
        else:
            raise ValueError(event)
    return track


def marks(track: Track) -> str:
    return f"{track.wear}/{track.tear}/{track.scar}"


def refusal(call, *args, **more):
    with pytest.raises(Refused) as caught:
        call(*args, **more)
    return caught.value.refusal


K21 = "6s, 6m scar"
K22 = f"{K21}, magic 9m"
VECTORS = [
    ("DH-TRACK-02", "K1", 10, "8m", "8/2/0", "awake"),
    ("DH-TRACK-02", "K2", 10, "5p", "5/5/0", "awake"),
    ("DH-TRACK-02", "K3", 10, "5s", "5/2/0", "awake"),
    ("DH-TRACK-02", "K4", 10, "7b", "7/1/0", "awake"),
    ("DH-TRACK-02", "K5", 10, "4i", "4/0/0", "awake"),
    ("DH-TRACK-04", "K6", 10, "10i", "10/2/0", "awake"),
    ("DH-TRACK-04", "K7", 10, "11i", "11/2/0", "unconscious"),
    ("DH-TRACK-03", "K8", 10, "6 untyped", "6/0/0", "awake"),
    ("DH-TRACK-04", "K9", 10, "8m, 5s", "13/4/0", "unconscious"),
    ("DH-TRACK-02", "K10", 10, "2m, 2m, 2m", "6/0/0", "awake"),
    ("DH-TRACK-06", "K11", 10, "8m, recover 10", "2/2/0", "awake"),
    ("DH-TRACK-06", "K12", 10, "8m, recover 10, 5p", "7/7/0", "awake"),
    ("DH-TRACK-05", "K13", 10, "10p", "10/10/0", "awake"),
    ("DH-TRACK-05", "K14", 10, "10p, exertion 1", "11/10/0", "unconscious"),
    ("DH-TRACK-05", "K15", 10, "10p, exertion 1, 1p", "12/11/0", "dead"),
    ("DH-TRACK-05", "K16", 6, "13s", "13/6/0", "unconscious"),
    ("DH-TRACK-05", "K17", 6, "13s, 2s", "15/7/0", "dead"),
    ("DH-TRACK-05", "K18", 6, "7p", "7/7/0", "dead"),
    ("DH-TRACK-02", "K19", 10, "9m scar", "9/3/3", "awake"),
    ("DH-TRACK-07", "K20", 10, "9m scar, recover 20, self-heal 5", "3/3/3", "awake"),
    ("DH-TRACK-02", "K21", 10, K21, "12/5/2", "unconscious"),
    ("DH-TRACK-09", "K22", 10, K22, "3/2/2", "awake"),
    ("DH-TRACK-09", "K23", 10, f"{K22}, magic 12m", "2/2/2", "awake"),
    ("DH-TRACK-09", "K24", 10, f"{K22}, magic 30m", "0/0/0", "awake"),
    ("DH-TRACK-06", "K25", 20, "12s, sleep", "6/6/0", "awake"),
    ("DH-TRACK-07", "K26", 20, "12s, sleep, self-heal 5", "6/1/0", "awake"),
    ("DH-TRACK-07", "K26 and sleep", 20, "12s, sleep, self-heal 5, sleep", "1/1/0", "awake"),
    ("DH-TRACK-08", "K27", 20, "12s, sleep, scar-over 3, self-heal 12", "6/3/3", "awake"),
    ("DH-TRACK-04", "K28", 10, "12i, recover 1", "11/2/0", "unconscious"),
    ("DH-TRACK-04", "K28 and 1 more", 10, "12i, recover 1, recover 1", "10/2/0", "awake"),
    ("DH-TRACK-03", "K29", 10, "exertion 9, exertion 3", "12/0/0", "unconscious"),
    ("DH-TRACK-10", "K30", 10, "11i, hp 12", "11/2/0", "awake"),
    ("DH-TRACK-02", "K31", 10, "0p", "0/0/0", "awake"),
]


@pytest.mark.parametrize(
    ("hp", "events", "after", "label"),
    [pytest.param(*rest, id=name, marks=pytest.mark.rule(rule)) for rule, name, *rest in VECTORS],
)
def test_worked_vectors(hp, events, after, label):
    track = play(hp, events)
    assert (marks(track), track.label) == (after, label)
    assert track.unconscious == (label == "unconscious" or (track.wear > hp and not events.endswith("hp 12")))


@pytest.mark.rule("DH-TRACK-03")
def test_exertion_is_wear_alone():
    assert marks(exert(Track(10, 9, 3, 1), 3)) == "12/3/1"
    assert exert(Track(10, 9), 3).label == "unconscious"


@pytest.mark.rule("DH-TRACK-02")
def test_k31_a_hit_below_nothing_is_refused():
    assert refusal(hit, Track(10), -1, "piercing").code == "RANGE"
    assert refusal(hit, Track(10), 100_001, "piercing").code == "RANGE"
    assert hit(Track(10), 100_000, "impact").tear == 20_000


@pytest.mark.rule("DH-TRACK-02")
@pytest.mark.rule("DH-TRACK-05")
def test_k32_the_dead_take_no_hit_and_do_not_heal():
    dead = play(10, "11p")
    assert marks(dead) == "11/11/0"
    for call, args in ((hit, (1, "piercing")), (exert, (1,)), (recover, (1,)), (self_heal, (1,)), (scar_over, (1,))):
        assert refusal(call, dead, *args).code == "STATE"
    assert refusal(magic, dead, 5, "mixed").code == refusal(sleep, dead).code == "STATE"
    assert Track(10, killed=True).label == "dead"


@pytest.mark.rule("DH-TRACK-06")
def test_recovering_never_goes_below_nothing_or_takes_back():
    assert refusal(recover, Track(10, 5), -1).code == "RANGE"
    assert marks(recover(Track(10, 8, 2), 15)) == "2/2/0"
    assert marks(recover(Track(12, 9, 1), 6)) == "3/1/0"
    assert marks(recover(Track(12, 9, 1), 20)) == "1/1/0"
    assert recover(Track(10, 13), 3).label == "awake"
    assert Track(10, 8, 2).recoverable == 6


@pytest.mark.rule("DH-TRACK-01")
def test_types_of_damage_by_name_or_letter():
    for letter, name in TYPES.items():
        assert damage_type(letter) == damage_type(name) == damage_type(f" {name.upper()} ") == name
    refused = refusal(damage_type, "shrap")
    assert refused.code == "UNKNOWN" and "sharp" in refused.hint
    assert [hit(Track(99), 60, name).tear for name in TYPES.values()] == [60, 30, 20, 15, 12, 0]


@pytest.mark.rule("DH-TRACK-02")
@pytest.mark.parametrize(
    ("points", "letter", "torn"),
    [
        (8, "m", 2),
        (8, "p", 8),
        (8, "s", 4),
        (8, "b", 2),
        (8, "i", 1),
        (8, "", 0),
        (2, "m", 0),
        (4, "i", 0),
        (5, "i", 1),
    ],
)
def test_tear_of_one_blow(points, letter, torn):
    assert marks(hit(Track(20), points, TYPES[letter])) == f"{points}/{torn}/0"


@pytest.mark.rule("DH-TRACK-07")
def test_by_ruling_healed_tear_comes_clean():
    assert marks(self_heal(Track(20, 9, 6, 2), 3, "clean")) == "6/3/2"
    assert marks(self_heal(Track(20, 9, 6, 2), 9, "worn")) == "9/2/2"


@pytest.mark.rule("DH-TRACK-08")
def test_scarring_over_stops_at_the_tear():
    assert marks(scar_over(Track(20, 9, 6, 2), 3)) == "9/6/5"
    assert marks(scar_over(Track(20, 9, 6, 2), 9)) == "9/6/6"


@pytest.mark.rule("DH-TRACK-09")
@pytest.mark.parametrize(
    ("before", "points", "letter", "after", "seared"),
    [
        ((12, 3, 0), 10, "m", "2/0/0", True),
        ((5, 4, 0), 6, "m", "2/2/0", True),
        ((8, 3, 2), 12, "p", "0/0/0", True),
        ((9, 0, 0), 8, "b", "1/0/0", False),
        ((9, 4, 0), 6, "", "4/4/0", False),
        ((9, 2, 2), 24, "b", "1/1/1", True),
        ((9, 2, 2), 19, "b", "2/2/2", False),
        ((9, 3, 2), 9, "p", "1/1/1", True),
        ((9, 3, 2), 5, "p", "4/2/2", True),
    ],
)
def test_magic_heals_tear_then_scars_then_wear(before, points, letter, after, seared):
    track, burns = magic(Track(20, *before), points, TYPES[letter])
    assert (marks(track), burns) == (after, seared)


@pytest.mark.rule("DH-TRACK-09")
def test_by_ruling_magic_heals_wear_first():
    assert marks(magic(Track(20, 5, 4), 6, "mixed", "wear")[0]) == "4/2/0"
    assert refusal(magic, Track(20, 5), -1, "mixed").code == "RANGE"
    assert refusal(magic, Track(20, 5), 5, "warm").code == "UNKNOWN"


tracks = st.tuples(st.integers(1, 40), *[st.integers(0, 50)] * 3).map(
    lambda t: Track(t[0], *sorted(t[1:], reverse=True))
)


@pytest.mark.rule("DH-TRACK-09")
@given(tracks, st.integers(0, 60), st.sampled_from(list(TYPES.values())), st.booleans())
def test_any_track_stays_a_track(track, points, kind, scar):
    if track.dead:
        assert refusal(hit, track, points, kind).code == "STATE"
        return
    for first in ("tear", "wear"):
        healed, _ = magic(track, points, kind, first)
        assert 0 <= healed.scar <= healed.tear <= healed.wear <= track.wear
        assert track.wear - healed.wear <= points
    struck = hit(track, points, kind, scar)
    assert 0 <= struck.scar <= struck.tear <= struck.wear == track.wear + points
    assert struck.scar - track.scar == (struck.tear - track.tear if scar else 0)
    assert recover(exert(track, points), points) == track


# -- the picture -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-TRACK-02")
@pytest.mark.parametrize(
    ("hp", "wear", "tear", "scar", "drawn", "said"),
    [
        (10, 8, 2, 0, "⊕⊕⊖⊖⊖⊖⊖⊖○○|", "hit points 10: 2 torn, 6 worn, 2 clean"),
        (3, 0, 0, 0, "○○○|", "hit points 3: 3 clean"),
        (3, 3, 3, 1, "●⊕⊕|", "hit points 3: 1 scarred, 2 torn"),
        (4, 6, 5, 2, "●●⊕⊕|⊕⊖", "hit points 4: 2 scarred, 3 torn, 1 worn, 2 of them past the line"),
        (61, 8, 2, 1, "hp 61, wear 8, tear 2, scar 1", "hit points 61: 1 scarred, 1 torn, 6 worn, 53 clean"),
        (60, 61, 0, 0, "hp 60, wear 61, tear 0, scar 0", "hit points 60: 61 worn, 1 of them past the line"),
    ],
)
def test_the_picture_and_its_words(hp, wear, tear, scar, drawn, said):
    track = Track(hp, wear, tear, scar)
    assert picture(track) == drawn
    assert words(track) == said


@pytest.mark.rule("DH-TRACK-02")
def test_sixty_circles_are_still_drawn():
    assert picture(Track(60, 1)) == "⊖" + "○" * 59 + "|"
