"""Cards about campaigns and their people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.cards.card import Button, Card
from bot.cards.games import cards_of
from bot.cards.result import told
from bot.shown import Shown
from bot.text import cut, escape, listed, plural
from mechanics.facts import name_of
from mechanics.game import Id

MOST = 25
"""How many characters the party's card shows."""


def founded_card(shown: Shown) -> Card:
    """A new campaign, and what to do first."""
    return Card(
        f"{escape(shown.state.campaign.name)}: a campaign of {shown.game.name}",
        (
            *told(shown),
            "Everybody who plays makes a character here: press **My panel**, or type `/character create`.",
            "The GM opens an evening with `/session start`.",
        ),
        (),
        (Button("My panel", "panel", style="primary"),),
        "good",
    )


def list_card(tables: Sequence[Shown]) -> Card:
    """All campaigns of a server: the game, the GMs, where they are played, how many characters."""
    if not tables:
        return Card("No campaigns yet", ("`/campaign create` makes one in the channel where you type it.",))
    lines = []
    for table in tables[:20]:
        campaign = table.state.campaign
        gms = listed([escape(name_of(Id(g), table.state)) for g in campaign.gms])
        where = " ".join(f"<#{c}>" for c in campaign.channels) or "nowhere"
        living = sum(n.kind == "pc" and not n.retired for n in campaign.names.values())
        name, count = escape(cut(campaign.name, 40)), plural(living, "character")
        lines.append(f"**{name}** · {table.game.name} · GM {gms} · {where} · {count}")
    if len(tables) > 20:
        lines.append(f"and {len(tables) - 20} more")
    return Card("Campaigns here", tuple(lines))


def choose_campaign_card(tables: Sequence[Shown], verb: str, question: str) -> Card:
    """Which of one's campaigns is meant, the oldest first; `verb` is the press that gets its id.

    The second of one name, made by an import say, is told from the first by a number.
    """
    buttons: list[Button] = []
    seen: Counter[str] = Counter()
    for table in tables[:20]:
        name = cut(table.state.campaign.name, 60)
        seen[name] += 1
        shown = f"{name} ({seen[name]})" if seen[name] > 1 else name
        buttons.append(Button(shown, verb, (str(table.campaign),)))
    return Card(question, ("You are GM of several.",), (), tuple(buttons), "open")


def party_card(table: Shown) -> Card:
    """Everybody who plays: health, pools, who is away."""
    campaign, session = table.state.campaign, table.state.session
    cards = cards_of(table.game.key)
    lines = []
    for i, name in campaign.names.items():
        if name.kind != "pc" or name.retired or i not in table.state.sheets:
            continue
        here = session is None or name.owner in session.present
        away = "" if here else " · away"
        owner = escape(name_of(Id(name.owner), table.state))
        lines.append(f"**{escape(cut(name.name, 24))}** ({owner}{away}): {cards.glance(table, i)}")
    gms = listed([escape(name_of(Id(g), table.state)) for g in campaign.gms])
    lines = lines or ["Nobody has made a character yet."]
    title = f"{escape(campaign.name)} · {table.game.name}"
    return Card(title, (*lines[:MOST], *cards.evening(table)), (f"GM: {gms}",))
