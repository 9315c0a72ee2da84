"""The panel of `/play`: made from what this person may do here and now."""

from __future__ import annotations

from bot.cards.card import Button, Card
from bot.cards.games import cards_of
from bot.cards.plan import plan_buttons, when
from bot.panels.games import gm_buttons, panels_of
from bot.shown import Shown
from bot.text import escape
from mechanics.campaign import active
from mechanics.game import Refused
from mechanics.games.all import GAMES


def no_campaign_panel() -> Card:
    """Nothing is played here yet."""
    buttons = tuple(Button(f"Make one: {game.name}", "make-campaign", (key,), "primary") for key, game in GAMES.items())
    return Card("No campaign is played here", ("Make one, and you are its GM.",), (), buttons, "open")


def panel(table: Shown) -> Card:
    """Session first, then one's character, then what a GM may do; what is grey says why."""
    campaign, session, viewer = table.state.campaign, table.state.session, table.viewer
    lines: list[str] = []
    reasons: list[str] = []
    buttons: list[Button] = []
    if session is None:
        lines.append("No session is open.")
        if viewer.gm:
            buttons.append(Button("Start a session", "session-new", (), "success"))
    elif viewer.user not in session.present:
        lines.append(f"Session {session.number} {'gathers' if session.lobby else 'runs'}: you are not in yet.")
        buttons.append(Button("I'm here", "session-come", (), "success"))
    else:
        lines += [f"Session {session.number} {'gathers' if session.lobby else 'runs'}."]
        lines += cards_of(table.game.key).evening(table)
    if viewer.gm and session is not None:
        buttons.append(
            Button("Begin", "session-go", (), "primary") if session.lobby else Button("End the session", "session-end")
        )
    plan = campaign.plan
    if plan is not None and table.now < plan.at and viewer.user not in plan.answers:
        lines.append(f"The next session: {when(plan)}. Do you come?")
        buttons += plan_buttons(plan, "plan-say")
    try:
        who = active(campaign, viewer.user)
    except Refused as refused:
        lines.append(escape(refused.refusal.message))
        buttons.append(Button("Make mine", "make-character", (), "primary"))
    else:
        lines.append(f"You play **{escape(campaign.names[who].name)}**.")
        made, reasons_here = panels_of(table.game.key).buttons(table, who)
        buttons += made
        reasons += reasons_here
        buttons.append(Button("Sheet", "sheet-mine", (who,)))
    buttons.append(Button("Log", "log"))
    if viewer.gm:
        buttons += gm_buttons(table)
        buttons.append(Button("As the GM", "gm"))
        buttons.append(Button("Undo", "undo-newest", (str(table.newest),)))
    title = f"{escape(campaign.name)} · {table.game.name}"
    return Card(title, tuple(lines), tuple(reasons), tuple(buttons), "open")
