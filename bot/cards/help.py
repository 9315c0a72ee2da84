"""Help: a few topics, and every command as it is registered."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.cards.card import Card

TOPICS = {
    "start": (
        "How to begin",
        (
            "**1.** `/campaign create` makes a campaign in this channel; whoever makes it is its GM.",
            "**2.** Every player: `/character create`. Choose or type what it is, then **Done**.",
            "**3.** The GM: `/session start`. Everybody presses **I'm here**, the GM presses **Begin**.",
            "**4.** Play: `/play` opens your own panel with all that you may do now.",
            "Nothing is lost: `/record log` tells what happened, and the GM takes anything back with `/record undo`.",
        ),
    ),
    "dice": (
        "Dice",
        (
            "`/roll dice:4d6kh3 + 2` throws, `/odds dice:2d6 target:9` tells the exact chances.",
            "`kh` and `kl` keep the highest or lowest, `dh` and `dl` drop; `r1` throws ones again, `e` explodes.",
            "`8d10t7` counts dice of 7 or more, `10d10mw` finds the widest set, `3x4d6` gives three results.",
            "Operators work in the order written, then `*` and `/`, then `+` and `-`; brackets first.",
            "A total is cut toward zero once, at the end.",
        ),
    ),
    "session": (
        "An evening",
        (
            "`/session plan` says when the next one is; everybody answers with a button and sees their own time.",
            "`/session start` opens the lobby, `/session begin` makes the opening rolls, `/session end` closes it.",
            "Whoever comes late uses `/session join`; `/session status` posts the evening's card anew.",
        ),
    ),
    "fight": (
        "A fight",
        (
            "The GM: `/play`, **As the GM**, **Start a fight**; or `/combat start`. Everybody presses **Join**.",
            "**Add to the fight**, or `/combat add what:`, brings creatures in: by name, or as one stat line.",
            "**Begin**; then **My turn** opens the panel of whoever is up, with the chances beside the choices.",
            "**Next** ends the turn. What waits for an answer is on the newest card, with its buttons.",
            "`/combat end` closes it. **Undo** on the card takes the newest thing in this channel back.",
        ),
    ),
    "mojos": (
        "Mojos (Dragonhead)",
        (
            "Everybody on time rolls for mojos when the session begins. They end with it.",
            "**Fudge**, 1 mojo: throw an open roll again, up to three times; the newest throw stands.",
            "**Chip in** offers one of yours for somebody else's Fudge.",
            "**Rise Above**, 1 mojo each: 2 points of score before the throw, the option `rise`.",
            "**Divine Wind**, 2 mojos and 1 for each further character: 1d20 points of wear go.",
        ),
    ),
}
"""Topic: heading and lines."""


def topic_card(topic: str) -> Card:
    """One topic."""
    heading, lines = TOPICS[topic]
    others = ", ".join(t for t in TOPICS if t != topic)
    return Card(heading, lines, (f"More: `/help topic:` {others}, or any command.",))


def command_card(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> Card:
    """A command with its subcommands and their options."""
    leaves = list(command.walk_commands()) if isinstance(command, app_commands.Group) else [command]
    lines = [_line(leaf) for leaf in leaves if isinstance(leaf, app_commands.Command)]
    return Card(f"/{command.name}", (command.description, *lines))


def _line(leaf: app_commands.Command[Any, ..., Any]) -> str:
    options = " ".join(p.display_name if p.required else f"({p.display_name})" for p in leaf.parameters)
    return f"`/{leaf.qualified_name}{' ' if options else ''}{options}` {leaf.description}"
