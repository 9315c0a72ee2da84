"""A round as a numbered story for the live card: what was revealed, what was rolled, each set with its reason."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cards.oneroll.results import line, moved
from bot.shown import Shown
from bot.text import escape
from mechanics.facts import Changed, Fact, Noted, Rolled, Turned, name_of

STORY = 1_700
"""The most characters of the story; of a longer one the beginning is left out."""


def story(shown: Shown, entries: Sequence[Shown]) -> tuple[str, ...]:
    """This round as everybody may know it: what was revealed and rolled, then each set with its reason, numbered.

    `entries` are the moves that stand, oldest first; what came before the round began is left out.
    """
    said: list[str] = []
    steps = 0
    for entry in entries:
        for fact in entry.facts:
            if isinstance(fact, Turned):
                if fact.phase == "declare":
                    said, steps = [], 0
                continue
            words = _story_words(entry, fact)
            if not words:
                continue
            if isinstance(fact, Noted) and fact.rule == "ORE-CBT-04":
                steps += 1
                said.append(f"**{steps}.** {words}")
            elif steps and said:
                said[-1] += f" {words}"
            else:
                said.append(words)
    short, size = list[str](), 0
    for words in reversed(said):
        size += len(words) + 1
        if size > STORY:
            short.append("What came before is in `/record log`.")
            break
        short.append(words)
    return tuple(reversed(short))


def _story_words(shown: Shown, fact: Fact) -> str:
    """A fact as the story tells it, "" for what the tracker says anyway: who has declared, who joins."""
    match fact:
        case Changed():
            return (
                f"{escape(name_of(fact.who, shown.state))}: {escape(words)}." if (words := moved(shown, fact)) else ""
            )
        case Rolled():
            return line(shown, fact)
        case Noted(rule=rule, text=text) if rule.startswith("ORE-") and not _locked(text):
            return line(shown, fact)
    return ""


def _locked(text: str) -> bool:
    return text.startswith(("{0} has declared", "{0} has changed what"))
