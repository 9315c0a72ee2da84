"""Dragonhead's panels: the check that is about to be made, with its exact chances, and the form of a new character."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import TYPE_CHECKING

from discord import ui

from bot.action import Answer, Played, act, ask, view_table
from bot.asking import Interaction
from bot.cards import dragonhead as cards
from bot.cards.card import Button, Card, Pick
from bot.panels.draft import change_draft, drop_draft, finish_draft
from bot.press import fields, form, form_id, press, whole_number
from bot.shown import Shown
from bot.text import escape, percent
from mechanics.game import Id, Move, Refusal
from mechanics.games.dragonhead.moves import (
    Check,
    DropDraft,
    Finish,
    Heal,
    Hurt,
    NewDraft,
    Rest,
    RollScores,
    Save,
    Spend,
    TypeScores,
)
from mechanics.games.dragonhead.pending import Challenged, Requested, Story, Thrown
from mechanics.games.dragonhead.play.checks import verdict_of
from mechanics.games.dragonhead.play.rolls import table_of
from mechanics.games.dragonhead.scores import dice_for
from mechanics.games.dragonhead.sheet import ABILITIES, value
from mechanics.odds import odds
from mechanics.offers import offers
from mechanics.step import OPENED

if TYPE_CHECKING:
    pass


RUNGS = ("easy", "normal", "hard", "heavy", "herculean")
TRIES = ("no", "hard", "harder", "hardest")
TYPES = ("none", "piercing", "sharp", "mixed", "blunt", "impact")
ORDER = ("crash", "full fail", "half fail", "single success", "double success", "triple success")


def new_draft(title: str) -> Move:
    """Begin a character."""
    return NewDraft(title=title)


def buttons(table: Shown, who: Id) -> tuple[tuple[Button, ...], tuple[str, ...]]:
    """Check, Save, Hurt, Heal, Divine Wind; greyed with the reason where the rules say no."""
    why: dict[type[Move], str] = {}
    open_kinds: set[type[Move]] = set()
    for offer in offers(table.game, table.state, table.viewer, who):
        if offer.refusal is None:
            open_kinds.add(type(offer.move))
        else:
            why.setdefault(type(offer.move), offer.refusal.message)
    made, reasons = list(waiting_buttons(table)), []
    check = table.last(Check, who) or Check(actor=who, ability="dexterity")
    save = table.last(Save, who) or Save(actor=who, ability="constitution")
    for kind, label, verb, args in (
        (Check, "Check", "dh-check", (who, check.ability, check.difficulty, check.tries)),
        (Save, "Save", "dh-save", (who, save.ability, save.difficulty)),
        (Rest, "Rest", "dh-rest", (who, str(table.newest))),
        (Hurt, "Hurt", "dh-mark", (who, "hurt")),
        (Heal, "Heal", "dh-mark", (who, "heal")),
        (Spend, "Divine Wind", "dh-wind", (who, str(table.newest))),
    ):
        grey = kind in why and kind not in open_kinds
        if kind is Spend and not table.state.sheets[who].track.recoverable:
            grey, why[kind] = True, "there is no wear to blow away."
        made.append(Button(label, verb, args, "primary" if kind is Check else "secondary", grey))
        if grey:
            reasons.append(f"{label}: {escape(why[kind])}")
    return tuple(made), tuple(reasons)


def waiting_buttons(table: Shown) -> list[Button]:
    """What waits for this person: an answer, an asked roll, a rest to keep, a story to judge, their newest roll."""
    names, made = table.state.campaign.names, []
    newest: tuple[str, str, str] | None = None
    for p in table.state.scene.pending.values():
        what, ids = p.what, (str(p.id), str(p.rev))
        if isinstance(what, Story) and table.viewer.gm:
            made.append(Button(f"Accept {what.on}", "dh-accept", ids, "success"))
            made.append(Button(f"Refuse {what.on}", "dh-refuse", ids, "danger"))
        who = getattr(what, "who", None)
        if not isinstance(who, str) or Id(who) not in names or names[Id(who)].owner != table.viewer.user:
            continue
        if isinstance(what, Challenged):
            made.append(Button("Answer the challenge", "dh-answer", ids, "primary"))
        elif isinstance(what, Requested):
            made.append(Button("Roll what was asked", "dh-ask-roll", (str(p.id // OPENED),), "primary"))
        elif isinstance(what, Thrown) and what.rest:
            made.append(Button("Keep the rest", "dh-keep", ids, "success"))
        if isinstance(what, Thrown) and what.session:
            newest = (*ids, what.label)
    if newest is not None:
        made.append(Button(f"Fudge: {newest[2]}", "dh-fudge", newest[:2]))
    return made[:10]


# -- a check about to be made ------------------------------------------------------------------------------------------


def check_panel(table: Shown, who: Id, ability: str, difficulty: str, tries: str) -> Card:
    """Ability, difficulty, Try Hard, the exact chances of that choice, and one button that does it."""
    move = Check(actor=who, ability=ability, difficulty=difficulty, tries=tries)
    args = (who, ability, difficulty, tries)
    picks = (
        Pick("Ability", "dh-check-ability", args, _abilities(table, who), ability),
        Pick("Difficulty", "dh-check-rung", args, tuple((f"Difficulty: {r}", r) for r in RUNGS), difficulty),
        Pick("Try Hard", "dh-check-try", args, tuple((f"Try: {t}", t) for t in TRIES), tries),
    )
    return _roll_panel(table, who, move, f"{difficulty.capitalize()} {ability.capitalize()} check", picks, args)


def save_panel(table: Shown, who: Id, ability: str, difficulty: str) -> Card:
    """A saving throw about to be made."""
    move = Save(actor=who, ability=ability, difficulty=difficulty)
    args = (who, ability, difficulty)
    picks = (
        Pick("Ability", "dh-save-ability", args, _abilities(table, who), ability),
        Pick("Difficulty", "dh-save-rung", args, tuple((f"Difficulty: {r}", r) for r in RUNGS), difficulty),
    )
    return _roll_panel(table, who, move, f"{difficulty.capitalize()} {ability.capitalize()} save", picks, args)


def _roll_panel(
    table: Shown, who: Id, move: Check | Save, title: str, picks: tuple[Pick, ...], args: tuple[str, ...]
) -> Card:
    sheet = table.sheet(who)
    key = next(k for k, name in ABILITIES.items() if name.casefold() == move.ability)
    score = value(sheet, key)
    dice = dice_for(score, table_of(table.state.rulings))
    lines = [f"{escape(sheet.name)}: {ABILITIES[key]} {score} → {dice.text or 'no dice'}"]
    found = odds(table.game, table.state, table.viewer, move, verdict_of)
    args = (*args, str(table.newest))
    verb = "dh-check-go" if isinstance(move, Check) else "dh-save-go"
    grey = isinstance(found, Refusal) and found.code != "too-many-cases"
    lines += [escape(found.message)] if isinstance(found, Refusal) else _chances(found)
    go = (Button("Roll", verb, args, "success", grey),)
    return Card(title, tuple(lines), ("Only you see this; the roll is for everybody.",), go, "open", picks=picks)


def _abilities(table: Shown, who: Id) -> tuple[tuple[str, str], ...]:
    sheet = table.state.sheets.get(who)
    if sheet is None:
        return (("-", "-"),)
    return tuple((f"{name} {value(sheet, key)}", name.casefold()) for key, name in ABILITIES.items())


def _chances(found: dict[str | None, Fraction]) -> list[str]:
    success = sum((c for v, c in found.items() if v and "success" in v), Fraction(0))
    words = [f"{v} {percent(found[v])}" for v in ORDER if v in found]
    more = sum((c for v, c in found.items() if v not in ORDER), Fraction(0))
    if more:
        words.append(f"more {percent(more)}")
    return [f"A success: **{percent(success)}**", ", ".join(words)]


async def _show_check(interaction: Interaction, args: tuple[str, ...], update: bool) -> None:
    who, ability, difficulty, tries = args[:4]
    await view_table(
        interaction,
        lambda table: asyncio.to_thread(check_panel, table, Id(who), ability, difficulty, tries),
        update=update,
    )


async def _show_save(interaction: Interaction, args: tuple[str, ...], update: bool) -> None:
    who, ability, difficulty = args[:3]
    await view_table(
        interaction, lambda table: asyncio.to_thread(save_panel, table, Id(who), ability, difficulty), update=update
    )


@press("dh-check")
async def open_check(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of a check."""
    await _show_check(interaction, args, update=False)


@press("dh-check-ability")
async def pick_ability(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another ability."""
    await _show_check(interaction, (args[0], args[4], args[2], args[3]), update=True)


@press("dh-check-rung")
async def pick_rung(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another difficulty."""
    await _show_check(interaction, (args[0], args[1], args[4], args[3]), update=True)


@press("dh-check-try")
async def pick_try(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another way of trying."""
    await _show_check(interaction, (args[0], args[1], args[2], args[4]), update=True)


@press("dh-save")
async def open_save(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of a saving throw."""
    await _show_save(interaction, args, update=False)


@press("dh-save-ability")
async def pick_save_ability(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another ability."""
    await _show_save(interaction, (args[0], args[3], args[2]), update=True)


@press("dh-save-rung")
async def pick_save_rung(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another difficulty."""
    await _show_save(interaction, (args[0], args[1], args[3]), update=True)


async def _result(played: Played) -> Card:
    return await asyncio.to_thread(cards.result, played.everybody)


@press("dh-check-go")
async def go_check(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Make the check that the panel shows."""
    move = Check(actor=Id(args[0]), ability=args[1], difficulty=args[2], tries=args[3])

    async def card(played: Played) -> Answer:
        panel = await asyncio.to_thread(check_panel, played.caller, move.actor, *args[1:4])
        return Answer(panel, await _result(played))

    await act(interaction, lambda _: move, card, update=True, private=True, seen=int(args[4]))


@press("dh-save-go")
async def go_save(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Make the saving throw that the panel shows."""
    move = Save(actor=Id(args[0]), ability=args[1], difficulty=args[2])

    async def card(played: Played) -> Answer:
        panel = await asyncio.to_thread(save_panel, played.caller, move.actor, *args[1:3])
        return Answer(panel, await _result(played))

    await act(interaction, lambda _: move, card, update=True, private=True, seen=int(args[3]))


@press("dh-wind")
async def wind(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Divine Wind for one character."""
    move = Spend(on="divine wind", who=(Id(args[0]),))
    await act(interaction, lambda _: move, _result, seen=int(args[1]))


@press("dh-rest")
async def rest(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Rest a minute."""
    move = Rest(actor=Id(args[0]))
    await act(interaction, lambda _: move, _result, seen=int(args[1]))


# -- forms -------------------------------------------------------------------------------------------------------------


class Marking(ui.Modal, title="Wear and tear"):
    """Damage or healing, marked by hand."""

    amount = ui.Label(text="Amount", component=ui.TextInput[ui.Modal](custom_id="amount", max_length=10))
    type = ui.Label(
        text="Type",
        description=", ".join(TYPES),
        component=ui.TextInput[ui.Modal](custom_id="type", required=False, default="none", max_length=20),
    )


@press("dh-mark")
async def open_marking(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form for damage or healing."""
    await ask(interaction, Marking(custom_id=form_id("dh-mark", *args)))


@form("dh-mark")
async def mark(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Mark damage or healing."""
    typed, who = fields(interaction), Id(args[0])

    def make(table: Shown) -> Move:
        amount = whole_number(typed.get("amount", ""), "amount")
        kind = typed.get("type", "").strip().casefold() or "none"
        if args[1] == "heal":
            return Heal(actor=who, amount=amount, type=kind)
        return Hurt(actor=who, amount=amount, type=kind)

    await act(interaction, make, _result)


class Scores(ui.Modal, title="A new character"):
    """The first form of a character."""

    name = ui.Label(text="Name", component=ui.TextInput[ui.Modal](custom_id="name", required=False, max_length=200))
    abilities = ui.Label(
        text="Abilities",
        description="Nine numbers: Muscle Con Dex Int Wis Cha Spirit Magic Luck",
        component=ui.TextInput[ui.Modal](
            custom_id="abilities", required=False, placeholder="10 10 10 10 10 10 10 10 10"
        ),
    )
    hp = ui.Label(text="Hit points", component=ui.TextInput[ui.Modal](custom_id="hp", required=False))
    stun = ui.Label(
        text="Stun point",
        description="Half the hit points when left empty",
        component=ui.TextInput[ui.Modal](custom_id="stun", required=False),
    )
    class_level = ui.Label(
        text="Class and level",
        description="Such as Warlord 4",
        component=ui.TextInput[ui.Modal](custom_id="class_level", required=False),
    )


@press("dh-type")
async def open_scores(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form of a character."""
    await ask(interaction, Scores(custom_id=form_id("dh-type", *args)))


@form("dh-type")
async def typed_scores(interaction: Interaction, args: tuple[str, ...]) -> None:
    """What was typed about a new character."""
    typed = fields(interaction)
    move = TypeScores(
        actor=Id(args[0]),
        title=typed.get("name", ""),
        abilities=typed.get("abilities", ""),
        hp=typed.get("hp", ""),
        stun=typed.get("stun", ""),
        class_level=typed.get("class_level", ""),
    )
    await change_draft(interaction, move)


@press("dh-roll-scores")
async def roll_scores(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Roll the nine abilities."""
    await change_draft(interaction, RollScores(actor=Id(args[0])))


@press("dh-finish")
async def finish(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The draft becomes a character; the channel is told."""
    await finish_draft(interaction, Finish(actor=Id(args[0])))


@press("dh-drop")
async def drop(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The draft is thrown away."""
    await drop_draft(interaction, DropDraft(actor=Id(args[0])))
