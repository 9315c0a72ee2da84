"""A new character: one form, or menus for stats and skills; every step can be gone back to, nothing is lost."""

from __future__ import annotations

import discord
from discord import ui

from bot.action import act, ask, view_table
from bot.asking import Interaction
from bot.cards import oneroll as cards
from bot.cards.card import Button, Card, Pick
from bot.panels.draft import change_draft, drop_draft, finish_draft
from bot.panels.oneroll.plan import token
from bot.press import fields, form, form_id, press
from bot.shown import Shown
from bot.text import escape
from mechanics.game import Id, Move, Refused
from mechanics.games.oneroll.moves import DropDraft, Finish, NewDraft, TypeSheet
from mechanics.games.oneroll.sheet import Sheet
from mechanics.games.oneroll.skills import SKILLS, STATS, title_of

USUAL = 5
"""The highest number that the menus offer; a form takes up to 10 (ORE-SHEET-01)."""


def new_draft(title: str) -> Move:
    """Begin a character."""
    return NewDraft(title=title)


class Typing(ui.Modal, title="A new character"):
    """All of it in one form."""

    name = ui.Label(text="Name", component=ui.TextInput[ui.Modal](custom_id="name", required=False, max_length=200))
    stats = ui.Label(
        text="Stats",
        description="Six numbers: Body Brains Command Cool Coordination Sense",
        component=ui.TextInput[ui.Modal](custom_id="stats", required=False, placeholder="3 2 2 2 3 2"),
    )
    skills = ui.Label(
        text="Skills",
        description="Skills with their numbers",
        component=ui.TextInput[ui.Modal](
            custom_id="skills",
            style=discord.TextStyle.paragraph,
            required=False,
            placeholder="pistol 3, brawl 2, language/German 2",
        ),
    )


@press("ore-type")
async def open_typing(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form of a character."""
    await ask(interaction, Typing(custom_id=form_id("ore-type", *args)))


@form("ore-type")
async def typed(interaction: Interaction, args: tuple[str, ...]) -> None:
    """What was typed about a new character."""
    it = fields(interaction)
    move = TypeSheet(Id(args[0]), it.get("name", ""), it.get("stats", ""), it.get("skills", ""))
    await change_draft(interaction, move)


# -- menus -------------------------------------------------------------------------------------------------------------


def making_card(table: Shown, who: Id, page: str, skill: str = "") -> Card:
    """The six stats, or the skills of one stat, as menus."""
    sheet = cards.gone(table, who)
    if not sheet.draft:
        raise Refused("stale", "That character is finished.", "/character sheet shows it")
    back = Button("Back", "ore-draft", (who,))
    if page == "stats":
        picks = tuple(_stat_pick(who, sheet, key) for key in STATS)
        text = ("A stat is what somebody is born with. Usual are 1 to 5.",)
        return Card(f"{escape(sheet.name)} · Stats", text, (), (back,), "open", picks=picks)
    keys = [key for key, s in SKILLS.items() if s.stat == page and not s.typed]
    chosen = next((key for key in keys if token(key) == skill), keys[0])
    options = tuple((f"{title_of(key)} {sheet.skill(key)}, {sheet.pool(key)} dice", token(key)) for key in keys)
    now = sheet.skill(chosen)
    ratings = tuple(
        (f"{title_of(chosen)} {n}, {min(10, sheet.stat(page) + n)} dice", str(n)) for n in range(max(USUAL, now) + 1)
    )
    args = (who, page)
    picks = (
        Pick("Skill", "ore-make-skill", args, options, token(chosen)),
        Pick("Rating", "ore-make-rating", (*args, token(chosen)), ratings, str(now)),
    )
    tabs = [
        Button(name, "ore-make", (who, key), "primary" if key == page else "secondary", key == page)
        for key, name in STATS.items()
    ]
    text = (f"Skills that go with {STATS[page]} {sheet.stat(page)}.",)
    small = ("Skills with a type, such as Language, are typed into the form: `language/German 2`.",)
    return Card(f"{escape(sheet.name)} · Skills", text, small, (*tabs, back), "open", picks=picks)


def _stat_pick(who: Id, sheet: Sheet, key: str) -> Pick:
    most = max(USUAL, sheet.stat(key))
    options = tuple((f"{STATS[key]} {n}", str(n)) for n in range(most + 1))
    return Pick(STATS[key], "ore-make-stat", (who, key), options, str(sheet.stat(key)))


@press("ore-draft")
async def open_draft(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Back to all of it."""

    def card(table: Shown) -> Card:
        cards.gone(table, Id(args[0]))
        return cards.draft(table, Id(args[0]))

    await view_table(interaction, card, update=True)


@press("ore-make")
async def open_menus(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The menus of stats, or of one stat's skills."""
    await view_table(interaction, lambda table: making_card(table, Id(args[0]), args[1]), update=True)


@press("ore-make-skill")
async def pick_skill(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another skill."""
    await view_table(interaction, lambda table: making_card(table, Id(args[0]), args[1], args[2]), update=True)


@press("ore-make-stat")
async def pick_stat(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A stat is set."""
    await _set(interaction, TypeSheet(Id(args[0]), stats=f"{args[1]} {args[2]}"), "stats", "")


@press("ore-make-rating")
async def pick_rating(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A skill is set."""
    who, page, short, rating = args[:4]
    skill = next((key for key in SKILLS if token(key) == short), "brawl")
    await _set(interaction, TypeSheet(Id(who), skills=f"{skill} {rating}"), page, short)


async def _set(interaction: Interaction, move: TypeSheet, page: str, skill: str) -> None:
    await act(
        interaction,
        lambda _: move,
        lambda played: making_card(played.caller, move.actor, page, skill),
        private=True,
        update=True,
    )


# -- the end -----------------------------------------------------------------------------------------------------------


@press("ore-finish")
async def finish(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The draft becomes a character; the channel is told."""
    await finish_draft(interaction, Finish(actor=Id(args[0])))


@press("ore-drop")
async def drop(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The draft is thrown away."""
    await drop_draft(interaction, DropDraft(actor=Id(args[0])))
