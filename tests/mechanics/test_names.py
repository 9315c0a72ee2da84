"""Names: how they are stored, compared, found, and whose character is meant when none is named."""

import pytest
from msgspec.structs import replace

from mechanics.campaign import (
    Campaign,
    Name,
    Person,
    Session,
    Settings,
    active,
    clean,
    find,
    fold,
    free_name,
    is_gm,
    label,
)
from mechanics.game import CHAIR, Caller, Id, Refused

ANN, BOB, GM = Caller("2", name="Ann"), Caller("3", name="Bob"), Caller("1", gm=True)


def code(call: object, *args: object, **more: object) -> str:
    with pytest.raises(Refused) as refused:
        call(*args, **more)  # type: ignore[operator]
    assert refused.value.refusal.message
    return refused.value.refusal.code


def book(*names: Name, **people: Person) -> Campaign:
    return Campaign(people=people, names={Id(f"c{n}"): name for n, name in enumerate(names, 2)})


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Marsha", "Marsha"),
        ("  Marsha \t of\n the  Hill ", "Marsha of the Hill"),
        ("Zoe\u0308", "Zo\u00eb"),  # a combining mark joins its letter
        ("Bo\u0007b\u0000", "Bob"),  # control characters go
        ("a\u0301\u0302", "\u00e1\u0302"),  # a mark that joins nothing stays
        ("👩\u200d🚀", "👩\u200d🚀"),  # the joiner of an emoji stays
        ("\u00a0X\u3000", "X"),  # blanks of other kinds too
        ("7", "7"),
        ("!", "!"),
    ],
)
def test_a_name_is_stored_composed_and_trimmed(typed: str, stored: str) -> None:
    assert clean(typed) == stored


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u200b", "\u200d\u2060", "\u0301", "\ufeff \u3000", "\x00\x07", "\ud800"]
)
def test_a_name_that_nobody_could_see_is_refused(typed: str) -> None:
    assert code(clean, typed) == "bad-value"


def test_a_name_has_at_most_80_characters_after_trimming_and_composing() -> None:
    assert clean("x" * 80) == "x" * 80
    assert clean("  " + "x" * 80 + "  ") == "x" * 80
    assert clean("e\u0301" * 80) == "\u00e9" * 80
    assert code(clean, "x" * 81) == "too-long"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Marsha", "mARSHA"),
        ("Zo\u00eb", "zoe\u0308"),
        ("Stra\u00dfe", "STRASSE"),
        (" a  b ", "A B"),
        ("Mar\u200bsha", "Marsha"),
        ("\u202eMarsha", "Marsha"),
        ("\u0130x", "i\u0307X"),
    ],
)
def test_names_that_look_alike_are_the_same(a: str, b: str) -> None:
    assert fold(a) == fold(b)


@pytest.mark.parametrize(("a", "b"), [("Zoe", "Zo\u00eb"), ("Orc 1", "Orc 2"), ("ab", "a b"), ("\u0131", "i")])
def test_names_that_differ_visibly_are_different(a: str, b: str) -> None:
    assert fold(a) != fold(b)


def test_a_name_is_free_unless_a_living_finished_character_of_the_same_owner_has_it() -> None:
    kept = book(
        Name("Marsha", "2"),
        Name("Santo", "2", retired=True),
        Name("Draft", "2", kind="draft"),
        Name("Rat", CHAIR, kind="npc"),
    )
    assert code(free_name, kept, "2", " MARSHA") == "name-taken"
    assert code(free_name, kept, CHAIR, "rat") == "name-taken"
    assert free_name(kept, "3", " Marsha ") == "Marsha"
    assert free_name(kept, "2", "Santo") == "Santo"
    assert free_name(kept, "2", "draft") == "draft"
    assert free_name(kept, "2", "rat") == "rat"
    assert free_name(kept, "2", "marsha", but=Id("c2")) == "marsha"  # its own old name is free to itself
    assert code(free_name, kept, "2", "marsha", but=Id("c3")) == "name-taken"
    assert code(free_name, kept, "2", "") == "bad-value"


def test_a_label_says_whose_it_is() -> None:
    kept = book(Name("Zo\u00eb", "2"), Name("Rat", CHAIR), Name("Old", "9"), **{"2": Person("Ann")})
    assert [label(kept, i) for i in kept.names] == ["Zo\u00eb (Ann)", "Rat (GM)", "Old (away)"]


def test_find_takes_an_id_a_name_or_a_label_and_ones_own_first() -> None:
    kept = book(
        Name("Zo\u00eb", "2"),
        Name("zoe\u0308", "3"),
        Name("Marsha", "3"),
        Name("Gone", "2", retired=True),
        Name("Half", "2", kind="draft"),
        **{"2": Person("Ann"), "3": Person("Bob")},
    )
    assert find(kept, ANN, "ZO\u00cb") == "c2"
    assert find(kept, BOB, "zo\u00eb") == "c3"
    assert find(kept, ANN, "zo\u00eb (bob)") == "c3"
    assert find(kept, ANN, " marsha ") == "c4"
    assert find(kept, ANN, "c3") == "c3"
    assert find(kept, ANN, "c5") == "c5"  # by id, one that is gone too
    with pytest.raises(Refused) as refused:
        find(kept, GM, "zo\u00eb")
    assert refused.value.refusal.code == "ambiguous"
    assert "Zo\u00eb (Ann), zoe\u0308 (Bob)" in refused.value.refusal.message
    for text in ("Gone", "Half", "c6", "c9", "", "Marsh", "gm", "me"):
        assert code(find, kept, ANN, text) == "unknown", text


def test_find_among_ones_own_of_one_name_is_ambiguous() -> None:
    kept = book(Name("Rat", "2", kind="pc"), Name("Rat", "2", kind="npc"), Name("Rat", "3"))
    assert code(find, kept, ANN, "rat") == "ambiguous"
    assert find(kept, BOB, "rat") == "c4"


def test_the_active_character_is_the_chosen_one_or_the_only_one() -> None:
    one = book(Name("Marsha", "2"), Name("Santo", "3"), Name("Rat", CHAIR, kind="npc"), Name("D", "2", kind="draft"))
    assert active(one, "2") == "c2"
    assert code(active, one, "9") == "unknown"
    assert code(active, one, "1") == "unknown"
    two = book(Name("Marsha", "2"), Name("Megan", "2"), **{"2": Person("Ann")})
    with pytest.raises(Refused) as refused:
        active(two, "2")
    assert refused.value.refusal.code == "ambiguous" and "Marsha, Megan" in refused.value.refusal.message
    chosen = replace(two, people={"2": Person("Ann", Id("c3"))})
    assert active(chosen, "2") == "c3"
    retired = replace(chosen, names={**two.names, Id("c3"): Name("Megan", "2", retired=True)})
    assert active(retired, "2") == "c2"
    given_away = replace(chosen, names={**two.names, Id("c3"): Name("Megan", "3")})
    assert active(given_away, "2") == "c2"
    draft = replace(chosen, names={**two.names, Id("c3"): Name("Megan", "2", "draft")})
    assert active(draft, "2") == "c2"
    creature = replace(chosen, names={**two.names, Id("c3"): Name("Rat", CHAIR, "npc")})
    assert active(creature, "2") == "c3"  # a GM who plays a creature


def test_a_gm_is_a_user_or_one_of_their_roles() -> None:
    kept = Campaign(gms=("1", "role:77"))
    assert is_gm(kept, "1") and is_gm(kept, "5", ("76", "77"))
    assert not is_gm(kept, "5") and not is_gm(kept, "5", ("7",)) and not is_gm(kept, "77")


def test_players_are_those_present_who_are_not_gm_in_the_order_they_came() -> None:
    assert Session(1, 0, True, ("3", "1", "2"), ("1",)).players == ("3", "2")
    assert Settings().undo == "gm"
