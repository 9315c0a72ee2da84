"""What a character may do now: the buttons of /play, steps, damage, a power's price."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.action import act, ask
from bot.asking import Interaction
from bot.cards.card import Button
from bot.panels.traits.challenge import told
from bot.panels.traits.sides import (
    targets,
)
from bot.press import fields, form, form_id, press, whole_number
from bot.shown import Shown
from bot.text import escape
from mechanics.game import Id, Move
from mechanics.games.traits.catalogue import TRAIT_NAMES
from mechanics.games.traits.moves import (
    Burn,
    Challenge,
    Heal,
    Hurt,
)
from mechanics.games.traits.pending import Challenged, Requested
from mechanics.offers import judge


def buttons(table: Shown, who: Id) -> tuple[tuple[Button, ...], tuple[str, ...]]:
    """Answer what waits; the turn, or Challenge; Buy, Burn; Hurt and Heal where they may be marked."""
    made: list[Button] = []
    reasons: list[str] = []
    for p in table.state.scene.pending.values():
        if isinstance(p.what, Challenged) and p.what.target == who:
            made.append(Button("Defend", "traits-defend", (str(p.id), str(p.rev)), "primary"))
        elif isinstance(p.what, Requested) and p.what.who == who:
            made.append(Button("Answer", "traits-ask", (str(p.id // 100),), "primary"))
    made = made[-2:]
    fight, target = table.state.scene.fight, next(iter(targets(table, who)), None)
    tries: list[tuple[str, str, tuple[str, ...], Move | None]] = []
    if fight is not None and who in fight.now:
        made.append(Button("My turn", "fight-turn", style="primary"))
    else:
        tries = [("Challenge", "traits-challenge", (who,), Challenge(who, target, "physical") if target else None)]
    tries += [
        ("Buy", "traits-buy", (who,), None),
        ("Burn", "traits-burn", (who,), _first(table, [Burn(who, trait, 1) for trait in TRAIT_NAMES])),
    ]
    if table.viewer.gm or table.state.campaign.settings.owners_mark:
        tries += [
            ("Hurt", "traits-mark", (who, "hurt"), Hurt(who, 1)),
            ("Heal", "traits-mark", (who, "heal"), Heal(who, 1)),
        ]
    for label, verb, args, move in tries:
        why = judge(table.game, table.state, table.viewer, move).refusal if move is not None else None
        made.append(Button(label, verb, args, "primary" if label == "Challenge" else "secondary", why is not None))
        if why is not None:
            reasons.append(f"{label}: {escape(why.message)}")
    return tuple(made), tuple(reasons)


def _first(table: Shown, moves: Sequence[Move]) -> Move:
    """The first of these that may be made, else the first."""
    allowed = (m for m in moves if judge(table.game, table.state, table.viewer, m).refusal is None)
    return next(allowed, moves[0])


class Marking(ui.Modal, title="Hit points"):
    """Damage or healing, marked by hand."""

    amount = ui.Label(text="Amount", component=ui.TextInput[ui.Modal](custom_id="amount", max_length=10))


class Burning(ui.Modal, title="Burn for a power"):
    """The price of a power."""

    trait = ui.Label(
        text="Trait",
        description="Physical, mental or social",
        component=ui.TextInput[ui.Modal](custom_id="trait", default="physical", max_length=20),
    )
    points = ui.Label(text="Points", component=ui.TextInput[ui.Modal](custom_id="points", default="1", max_length=10))


@press("traits-mark")
async def open_marking(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form for damage or healing."""
    await ask(interaction, Marking(custom_id=form_id("traits-mark", *args)))


@form("traits-mark")
async def mark(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Mark damage or healing."""
    kind, typed = (Heal if args[1] == "heal" else Hurt), fields(interaction)
    await act(
        interaction,
        lambda _: kind(Id(args[0]), whole_number(typed.get("amount", ""), "amount")),
        told,
    )


@press("traits-burn")
async def open_burning(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form for a power's price."""
    await ask(interaction, Burning(custom_id=form_id("traits-burn", *args)))


@form("traits-burn")
async def burn(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Burn points."""
    typed = fields(interaction)
    await act(
        interaction,
        lambda _: Burn(Id(args[0]), typed.get("trait", ""), whole_number(typed.get("points", ""), "number of points")),
        told,
    )
