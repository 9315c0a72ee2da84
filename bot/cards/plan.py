"""The next evening: when it is, who comes, and the reminder of it. Each reader sees times in their own zone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.cards.card import Button, Card
from bot.shown import Shown
from bot.text import cut, escape
from bot.when import offset, written
from mechanics.campaign import Plan
from mechanics.facts import name_of
from mechanics.game import Id

NAME, NAMED = 24, 20
"""Characters of a name, and how many names of those who gave one answer."""
NOTE = 500
"""How much of a note is shown, in characters."""
PINGED = 80
"""How many people one message notifies; Discord takes a hundred."""


def plan_buttons(plan: Plan, verb: str) -> tuple[Button, ...]:
    """The three answers; each carries the time that it answers to."""
    at = str(plan.at)
    return (
        Button("I'm in", verb, ("yes", at), "success"),
        Button("Maybe", verb, ("maybe", at)),
        Button("No", verb, ("no", at)),
    )


def plan_card(shown: Shown) -> Card:
    """When the next evening is and who comes, or that none is planned."""
    plan, live = shown.state.campaign.plan, (shown.campaign, "plan")
    if plan is None:
        return Card("No session is planned", ("A GM plans one with `/session plan`.",), live=live)
    lines = [when(plan), *_note(plan)]
    lines += [
        f"{word} ({len(users)}): {_names(shown, users)}"
        for word, users in (("In", plan.who("yes")), ("Maybe", plan.who("maybe")), ("Not", plan.who("no")))
        if users
    ]
    zone = f"{plan.zone} time" if plan.zone else "UTC, since no zone was ever named here (the option `zone`)"
    small = [f"Everybody sees the time in their own zone; it was read as {zone}."]
    if not plan.reminded:
        small.append("Those who are in are reminded once, an hour before.")
    return Card("The next session", tuple(lines), tuple(small), plan_buttons(plan, "plan-answer"), "open", live=live)


def when(plan: Plan) -> str:
    """The time for each reader, and how far off it is."""
    return f"<t:{plan.at}:F> (<t:{plan.at}:R>)"


def twice_card(times: Sequence[int], zone: str) -> Card:
    """The clocks are put back over this time: which of the two is meant?"""
    words = ("first", "second")
    lines = [f"The {word}, {offset(at, zone)}: <t:{at}:F>" for word, at in zip(words, times, strict=True)]
    buttons = [
        Button(f"The {word}: {offset(at, zone)}", "plan-time", (str(at),), "primary")
        for word, at in zip(words, times, strict=True)
    ]
    title = f"{written(times[0], zone)} happens twice"
    return Card(title, ("The clocks are put back that night. Which one is it?", *lines), (), tuple(buttons), "open")


def reminders(shown: Shown) -> Iterator[Card]:
    """Those who are in are told that it begins soon: as many messages as it takes to name them; none without any."""
    plan = shown.state.campaign.plan
    users = plan.who("yes") if plan is not None else ()
    for start in range(0, len(users), PINGED):
        if plan is not None:
            some = users[start : start + PINGED]
            lines = (" ".join(f"<@{user}>" for user in some), when(plan), *_note(plan))
            yield Card("The session is near", lines, tone="open", pings=some)


def _note(plan: Plan) -> tuple[str, ...]:
    note = " ".join(plan.note.split())
    return (f"> {escape(cut(note, NOTE))}",) if note else ()


def _names(shown: Shown, users: Sequence[str]) -> str:
    names = [escape(cut(name_of(Id(user), shown.state), NAME)) for user in users[:NAMED]]
    more = [f"and {len(users) - NAMED} more"] if len(users) > NAMED else []
    return ", ".join([*names, *more])
