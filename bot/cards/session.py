"""The evening's card: who is here, what each has, what can be pressed."""

from __future__ import annotations

from bot.cards.card import Button, Card
from bot.cards.games import cards_of
from bot.cards.result import told
from bot.shown import Shown
from bot.text import escape, listed
from mechanics.facts import name_of
from mechanics.game import Id

PAUSE = Button("Pause", "session-pause")
PANEL = Button("My panel", "panel")


def end_button(number: int) -> Button:
    """Ends this very evening, no later one."""
    return Button("End", "session-end", (str(number),))


def session_card(shown: Shown) -> Card:
    """The lobby, the running evening, or that none is open."""
    session, live = shown.state.session, (shown.campaign, "session")
    if session is None:
        title = (
            f"Session {shown.state.campaign.sessions} is over" if shown.state.campaign.sessions else "No session yet"
        )
        return Card(title, ("A GM opens one with `/session start`.",), live=live)
    players = [_name(shown, u) for u in session.players]
    gms = [_name(shown, u) for u in session.gms]
    here = f"Here: {listed(players) or 'nobody yet'}" + (f" · GM: {listed(gms)}" if gms else "")
    if session.lobby:
        number = (str(session.number),)
        buttons = (
            Button("I'm here", "session-join", number, "success"),
            Button("Begin", "session-begin", number, "primary"),
        )
        small = ("Press I'm here to be on time; a GM presses Begin when all are.",)
        return Card(f"Session {session.number} gathers", (here,), small, buttons, "open", live=live)
    lines = (here, f"Since <t:{session.opened_at}:t>", *cards_of(shown.game.key).evening(shown))
    return Card(
        f"Session {session.number} runs", lines, (), (PANEL, PAUSE, end_button(session.number)), "good", live=live
    )


def begun_card(shown: Shown) -> Card:
    """What the game's opening rolls came to."""
    return Card("The session begins", cards_of(shown.game.key).begun(shown), (), (PANEL,), "good")


def ended_card(shown: Shown) -> Card:
    """The evening is over."""
    return Card("The session is over", told(shown)[1:], ("`/session start` opens the next one.",))


def paused_card() -> Card:
    """Somebody needs a moment."""
    return Card("The table pauses", ("Somebody needs a moment. Play goes on when everybody is ready.",), tone="open")


def reminder_card(shown: Shown) -> Card:
    """The evening has run long."""
    number = shown.state.session.number if shown.state.session else 0
    again = Button("Start new", "session-again", (str(number),))
    return Card("Three hours", told(shown), (), (end_button(number), again), "open")


def _name(shown: Shown, user: str) -> str:
    return escape(name_of(Id(user), shown.state))
