"""A time as people write it, read in a time zone. Pure: the present is an argument.

Clocks that are changed make some times happen twice and some never: `moments` returns both, and refuses the latter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from importlib.resources import files
from zoneinfo import ZoneInfo

from mechanics.game import Refused

ZONES = tuple((files("tzdata") / "zones").read_text("utf-8").split())
"""The time zones by their IANA names; those of the package, so that they are the same on every machine."""
_BY_KEY = {name.casefold(): name for name in ZONES}
ACCEPTED = "2026-12-05 20:00, 5.12. 20:00, fri 20:00, tomorrow 8pm, or in 3h"
FARTHEST = timedelta(days=2 * 366)
"""How far ahead one may plan."""

_LENGTH = 60
_MINUTE = timedelta(minutes=1)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_IN = re.compile(r"in (?:([0-9]{1,4}) ?(?:h|hours?))? ?(?:([0-9]{1,5}) ?(?:m|min|minutes?))?")
_AT = re.compile(r"(?P<day>.+?),? (?:at )?(?P<hour>[0-9]{1,2})(?:[:.](?P<minute>[0-9]{2}))? ?(?P<half>am|pm)?")
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})(?:\.([0-9]{4})?)?")


# -- zones -------------------------------------------------------------------------------------------------------------


def zone_named(text: str) -> str:
    """The IANA name that is meant: in any case, blanks for `_`, or only its last part; else refused `unknown`."""
    key = "_".join(text.split()).casefold()
    if key in _BY_KEY:
        return _BY_KEY[key]
    ending = [name for k, name in _BY_KEY.items() if key and k.endswith(f"/{key}")]
    if len(ending) == 1:
        return ending[0]
    raise Refused("unknown", "There is no time zone of that name.", "an IANA name, such as Europe/Berlin or UTC")


def zones_like(typed: str, most: int) -> list[str]:
    """Zones with this in their name, those first of which a part begins with it."""
    key = "_".join(typed.split()).casefold()
    found = [name for k, name in _BY_KEY.items() if key in k]
    found.sort(key=lambda name: (name != "UTC", f"/{key}" not in f"/{name.casefold()}", name))
    return found[:most]


# -- times -------------------------------------------------------------------------------------------------------------


def moments(text: str, zone: str, now: int) -> tuple[int, ...]:
    """When this is, in seconds since 1970: one moment to come, or two, where the clocks are put back over it.

    `zone` is one of `ZONES`. Refuses `bad-value` what cannot be read, is past or too far ahead, and a time that is
    left out when the clocks are put forward, naming the next one that is not.
    """
    words = " ".join(text[: 2 * _LENGTH].casefold().split())
    if len(words) > _LENGTH:
        raise _unread()
    here = ZoneInfo(zone)
    local = datetime.fromtimestamp(now, here).replace(tzinfo=None)
    if (span := _IN.fullmatch(words)) and any(span.groups()):
        ahead = timedelta(hours=int(span[1] or 0), minutes=int(span[2] or 0))
        found = [(now + int(ahead.total_seconds())) // 60 * 60]
    else:
        wall = _wall(words, local)
        if wall < local - timedelta(days=2):
            raise _past()
        if wall > local + FARTHEST:
            raise _too_far()
        found = _readings(wall, here)
        if not found:
            raise _left_out(wall, here)
    if not (ahead_of_now := tuple(at for at in found if at > now)):
        raise _past()
    return ahead_of_now


def written(at: int, zone: str) -> str:
    """A moment as it is written in a zone: `2026-12-05 20:00 Europe/Berlin`."""
    return f"{datetime.fromtimestamp(at, ZoneInfo(zone)):%Y-%m-%d %H:%M} {zone}"


def offset(at: int, zone: str) -> str:
    """How far a zone is from UTC at a moment: `UTC+02:00`."""
    text = f"{datetime.fromtimestamp(at, ZoneInfo(zone)):%z}"
    return f"UTC{text[:3]}:{text[3:5]}"


def _wall(words: str, local: datetime) -> datetime:
    """What the clock on the wall shows then; the next such day where the text leaves that open."""
    typed = _AT.fullmatch(words)
    if typed is None:
        raise _unread()
    clock = _clock(typed["hour"], typed["minute"], typed["half"])
    if clock is None:
        raise _unread()
    for day in _days(typed["day"], local.date()):
        wall = datetime.combine(day, clock)
        if wall > local or typed["day"] in ("today", "tonight") or _names_year(typed["day"]):
            return wall
    raise _unread()


def _clock(hour: str, minute: str | None, half: str | None) -> time | None:
    h, m = int(hour), int(minute or 0)
    if half is None:
        return time(h, m) if minute and h < 24 and m < 60 else None
    return time(h % 12 + (12 if half == "pm" else 0), m) if 1 <= h <= 12 and m < 60 else None


def _names_year(day: str) -> bool:
    dotted = _DOTTED.fullmatch(day)
    return bool(_ISO.fullmatch(day) or (dotted and dotted[3]))


def _days(text: str, today: date) -> Iterator[date]:
    """The days that are called this, from today on; one with its year as it is. None that is on no calendar."""
    if text in ("today", "tonight"):
        yield today
    elif text == "tomorrow":
        yield today + timedelta(days=1)
    elif iso := _ISO.fullmatch(text):
        yield from _date(int(iso[1]), int(iso[2]), int(iso[3]))
    elif dotted := _DOTTED.fullmatch(text):
        years = [int(dotted[3])] if dotted[3] else range(today.year, today.year + 9)
        for year in years:
            yield from _date(year, int(dotted[2]), int(dotted[1]))
    elif hits := [n for n, name in enumerate(_WEEKDAYS) if text in (name, name[:3])]:
        first = today + timedelta(days=(hits[0] - today.weekday()) % 7)
        yield first
        yield first + timedelta(days=7)


def _date(year: int, month: int, day: int) -> Iterator[date]:
    try:
        yield date(year, month, day)
    except ValueError:
        return


def _readings(wall: datetime, here: ZoneInfo) -> list[int]:
    """The moments at which the clock on the wall shows this: one, two, or none."""
    found = []
    for fold in (0, 1):
        at = wall.replace(tzinfo=here, fold=fold).astimezone(UTC)
        if at.astimezone(here).replace(tzinfo=None) == wall:
            found.append(int(at.timestamp()))
    return sorted(set(found))


def _left_out(wall: datetime, here: ZoneInfo) -> Refused:
    following = wall
    while not _readings(following, here):
        following += _MINUTE
    return Refused(
        "bad-value",
        f"The clocks are put forward then: {wall:%H:%M} does not happen on {wall:%Y-%m-%d} in {here.key}.",
        f"the next time that does is {following:%Y-%m-%d %H:%M}",
    )


def _unread() -> Refused:
    return Refused("bad-value", "I cannot read that time.", ACCEPTED)


def _past() -> Refused:
    return Refused("bad-value", "That time is past.", "a time to come")


def _too_far() -> Refused:
    return Refused("bad-value", "That is too far ahead.", "a time within two years")
