"""Times as people write them, on ordinary days and on nights when the clocks are changed. Expected moments are typed
as UTC from the offsets of those zones: Berlin +1 and +2 in summer, New York -5 and -4, Kathmandu +5:45."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.when import ACCEPTED, ZONES, moments, offset, written, zone_named, zones_like
from mechanics.game import Refused

BERLIN = "Europe/Berlin"


def utc(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


NOW = utc("2026-12-01 12:30:20")
"""A Tuesday."""


def refused(text: str, zone: str = BERLIN, now: int = NOW) -> tuple[str, str, str]:
    with pytest.raises(Refused) as caught:
        moments(text, zone, now)
    refusal = caught.value.refusal
    return refusal.code, refusal.message, refusal.hint


@pytest.mark.parametrize(
    ("text", "zone", "expected"),
    [
        ("2026-12-05 20:00", "UTC", "2026-12-05 20:00"),
        ("2026-12-05 20:00", BERLIN, "2026-12-05 19:00"),
        ("2026-12-05 20:00", "America/New_York", "2026-12-06 01:00"),
        ("2026-12-05 20:00", "Asia/Kathmandu", "2026-12-05 14:15"),
        ("2027-7-5 9:05", BERLIN, "2027-07-05 07:05"),
        ("5.12. 20:00", BERLIN, "2026-12-05 19:00"),
        ("5.12 20:00", BERLIN, "2026-12-05 19:00"),
        ("05.12.2027 20:00", BERLIN, "2027-12-05 19:00"),
        ("30.11. 20:00", BERLIN, "2027-11-30 19:00"),  # it was yesterday: next year's
        ("1.12. 13:31", BERLIN, "2026-12-01 12:31"),
        ("1.12. 13:30", BERLIN, "2027-12-01 12:30"),
        ("29.2. 20:00", "UTC", "2028-02-29 20:00"),
        ("fri 20:00", BERLIN, "2026-12-04 19:00"),
        ("Friday 20:00", BERLIN, "2026-12-04 19:00"),
        ("fri, 20:00", BERLIN, "2026-12-04 19:00"),
        ("mon 20:00", BERLIN, "2026-12-07 19:00"),
        ("tue 20:00", BERLIN, "2026-12-01 19:00"),
        ("tue 13:31", BERLIN, "2026-12-01 12:31"),
        ("tue 13:30", BERLIN, "2026-12-08 12:30"),
        ("today 20:00", BERLIN, "2026-12-01 19:00"),
        ("tonight at 8:30pm", BERLIN, "2026-12-01 19:30"),
        ("tomorrow 8pm", BERLIN, "2026-12-02 19:00"),
        ("tomorrow  8 PM", BERLIN, "2026-12-02 19:00"),
        ("tomorrow 12am", "UTC", "2026-12-02 00:00"),
        ("tomorrow 12pm", "UTC", "2026-12-02 12:00"),
        ("tomorrow 1am", "UTC", "2026-12-02 01:00"),
        ("tomorrow 23:59", "UTC", "2026-12-02 23:59"),
        ("tomorrow 00:00", "Pacific/Auckland", "2026-12-02 11:00"),  # it is Wednesday there
        ("in 3h", BERLIN, "2026-12-01 15:30"),
        ("in 90m", BERLIN, "2026-12-01 14:00"),
        ("in 1h 30min", BERLIN, "2026-12-01 14:00"),
        ("in 2 hours", BERLIN, "2026-12-01 14:30"),
        ("in 1 minute", BERLIN, "2026-12-01 12:31"),
    ],
)
def test_what_is_accepted(text: str, zone: str, expected: str) -> None:
    assert moments(text, zone, NOW) == (utc(expected),)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "20:00", "fri", "fri 20", "fri 24:00", "fri 20:60", "fri 13pm", "fri 0am", "fri 8:60pm"),
        *("xfri 20:00", "friyay 20:00", "31.4. 20:00", "2026-13-01 20:00", "2026-02-30 20:00", "0000-01-01 20:00"),
        *("5/12 20:00", "0.0. 20:00", "fri 20:00\x00", "٥.١٢. ٢٠:٠٠", "fri 20:00 " * 20, "9" * 400),
        *("in", "in ", "in h", "in 3", "in 3d", "in h m", "in -3h", "3h", "in " + "9" * 50 + "h"),
    ],
)
def test_what_cannot_be_read_says_what_is_accepted(text: str) -> None:
    assert refused(text) == ("bad-value", "I cannot read that time.", ACCEPTED)


def test_each_form_that_is_said_to_be_accepted_is() -> None:
    forms = [form.removeprefix("or ").strip() for form in ACCEPTED.split(", ")]
    assert len(forms) == 5
    for form in forms:
        assert len(moments(form, BERLIN, NOW)) == 1


@pytest.mark.parametrize(
    "text", ["2026-12-01 13:30", "2026-11-30 20:00", "today 13:30", "1.12.2026 10:00", "0001-01-01 00:00", "in 0h"]
)
def test_what_is_past_is_refused(text: str) -> None:
    assert refused(text)[:2] == ("bad-value", "That time is past.")


@pytest.mark.parametrize("text", ["9999-12-31 23:59", "2029-01-01 20:00", "5.12.2029 20:00"])
def test_what_is_too_far_ahead_is_refused(text: str) -> None:
    assert refused(text)[:2] == ("bad-value", "That is too far ahead.")


def test_two_years_are_not_too_far() -> None:
    assert moments("2028-12-01 20:00", "UTC", NOW) == (utc("2028-12-01 20:00"),)


def test_in_any_zone_the_ends_of_the_calendar_are_answered() -> None:
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):
        for text in ("9999-12-31 23:59", "0001-01-01 00:00"):
            assert refused(text, zone)[0] == "bad-value"


# -- nights when the clocks are changed


AUTUMN = utc("2026-10-20 12:00")


def test_a_time_that_happens_twice_is_two_moments() -> None:
    """At 03:00 of summer time, 01:00 UTC, it is 02:00 again."""
    twice = (utc("2026-10-25 00:30"), utc("2026-10-25 01:30"))
    assert moments("2026-10-25 02:30", BERLIN, AUTUMN) == twice
    assert moments("sun 2:30am", BERLIN, AUTUMN) == twice
    assert [offset(at, BERLIN) for at in twice] == ["UTC+02:00", "UTC+01:00"]
    assert {written(at, BERLIN) for at in twice} == {"2026-10-25 02:30 Europe/Berlin"}
    assert moments("2026-11-01 01:30", "America/New_York", AUTUMN) == (
        utc("2026-11-01 05:30"),
        utc("2026-11-01 06:30"),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-10-25 01:59", ["2026-10-24 23:59"]),
        ("2026-10-25 02:00", ["2026-10-25 00:00", "2026-10-25 01:00"]),
        ("2026-10-25 02:59", ["2026-10-25 00:59", "2026-10-25 01:59"]),
        ("2026-10-25 03:00", ["2026-10-25 02:00"]),
    ],
)
def test_the_edges_of_the_hour_that_happens_twice(text: str, expected: list[str]) -> None:
    assert moments(text, BERLIN, AUTUMN) == tuple(map(utc, expected))


def test_of_two_moments_only_those_to_come_count() -> None:
    between = utc("2026-10-25 00:45")  # 02:45, summer time
    assert moments("2026-10-25 02:30", BERLIN, between) == (utc("2026-10-25 01:30"),)
    assert refused("2026-10-25 02:30", BERLIN, utc("2026-10-25 01:30"))[1] == "That time is past."


def test_a_time_that_never_happens_is_refused_with_the_next_that_does() -> None:
    """At 02:00, 01:00 UTC, it is 03:00."""
    now = utc("2027-03-25 12:00")
    code, message, hint = refused("2027-03-28 02:30", BERLIN, now)
    assert code == "bad-value"
    assert "02:30 does not happen on 2027-03-28 in Europe/Berlin" in message
    assert hint == "the next time that does is 2027-03-28 03:00"
    assert moments("2027-03-28 03:00", BERLIN, now) == (utc("2027-03-28 01:00"),)
    for text in ("sun 02:00", "28.3. 02:59"):
        assert refused(text, BERLIN, now)[2] == hint
    assert moments("2027-03-28 01:59", BERLIN, now) == (utc("2027-03-28 00:59"),)


def test_clocks_that_go_half_an_hour_forward() -> None:
    """Lord Howe: +10:30, +11 in summer; at 02:00 on 4 October 2026 it is 02:30."""
    assert refused("2026-10-04 02:10", "Australia/Lord_Howe", utc("2026-10-01 00:00"))[2].endswith("2026-10-04 02:30")


def test_hours_ahead_are_real_hours() -> None:
    before = utc("2026-10-25 00:00")  # 02:00, summer time
    assert moments("in 3h", BERLIN, before) == (utc("2026-10-25 03:00"),)
    assert written(utc("2026-10-25 03:00"), BERLIN) == "2026-10-25 04:00 Europe/Berlin"


# -- zones


def test_zones_are_found_by_name_in_any_case() -> None:
    assert zone_named(" europe/berlin ") == zone_named("BERLIN") == BERLIN
    assert zone_named("new york") == zone_named("America/New York") == "America/New_York"
    assert zone_named("utc") == "UTC"


@pytest.mark.parametrize("text", ["", "Mars", "Europe", "../etc/passwd", "/etc/localtime", "Europe/", "x" * 6000, "\0"])
def test_other_zones_are_unknown(text: str) -> None:
    with pytest.raises(Refused) as caught:
        zone_named(text)
    assert caught.value.refusal.code == "unknown"
    assert "Europe/Berlin" in caught.value.refusal.hint


def test_zones_are_suggested_those_first_of_which_a_part_begins_so() -> None:
    assert zones_like("berl", 25) == [BERLIN]
    assert zones_like("ber", 25) == ["Atlantic/Bermuda", BERLIN, "Australia/Canberra"]
    assert zones_like("ber", 1) == ["Atlantic/Bermuda"]
    assert zones_like("", 25)[0] == "UTC"
    assert len(zones_like("", 25)) == len(zones_like("a", 25)) == 25
    assert zones_like("xyzzy", 25) == []


def test_every_zone_can_be_read() -> None:
    assert len(ZONES) > 500
    for name in ZONES:
        assert ZoneInfo(name).utcoffset(datetime(2026, 12, 5)) is not None  # noqa: DTZ001
        assert len(name) <= 100
