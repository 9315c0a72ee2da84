"""What a move came to, as any game tells it: facts in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.cards.card import Card
from bot.shown import Shown
from bot.text import escape
from mechanics.facts import Fact, name_of, show
from mechanics.game import CHAIR, SELF, Id


def told(shown: Shown, facts: Iterable[Fact] | None = None) -> tuple[str, ...]:
    """Every fact that the viewer may read (or those given of them), a line each."""
    return tuple(escape(show(fact, shown.state)) for fact in (shown.facts if facts is None else facts))


def verb(shown: Shown) -> str:
    """The move's name in plain words: `divine wind`, `start session`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(shown.move).__name__).lower()


def actor(shown: Shown) -> str:
    """In whose name the move was made."""
    who = shown.move.actor if shown.move else SELF
    person = Id(shown.by.user)
    return name_of(person if who in (SELF, CHAIR) else who, shown.state)


def players(shown: Shown, who: Iterable[Id]) -> tuple[str, ...]:
    """The people who play these, each once: whom a card calls. Nobody is called for a creature."""
    names = shown.state.campaign.names
    owners = dict.fromkeys(names[i].owner for i in who if i in names)
    return tuple(user for user in owners if user != CHAIR)


def called(users: Iterable[str]) -> list[str]:
    """The line of a card that calls them; none for nobody."""
    line = " ".join(f"<@{user}>" for user in users)
    return [line] if line else []


def result_card(shown: Shown) -> Card:
    """A plain card: what happened, the first sentence as its heading."""
    first, *rest = told(shown) or (f"{escape(actor(shown))}: {verb(shown)}",)
    return Card(first.removesuffix("."), tuple(rest))
