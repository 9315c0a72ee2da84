"""What `/play` offers a character; an ability roll about to be made, with its exact chances."""

from __future__ import annotations

import asyncio

from discord import ui

from bot.action import Answer, Played, act, ask, view_table
from bot.asking import Interaction
from bot.cards import delve as cards
from bot.cards.card import Button, Card, Pick
from bot.cards.delve.chances import likely
from bot.cards.delve.results import casting_buttons
from bot.cards.delve.sheets import helpless
from bot.cards.delve.waiting import WORDS, first_answer
from bot.panels.delve import deeds
from bot.panels.delve.turn import result, told
from bot.press import fields, form, form_id, press, whole_number
from bot.shown import Shown
from bot.text import escape
from mechanics.game import Id, Move
from mechanics.games.delve.moves import Check, Heal, Hurt, Rest
from mechanics.games.delve.pending import Asked
from mechanics.games.delve.play.checks import DIFFICULTIES, IN_DOUBT
from mechanics.games.delve.sheet import ABILITIES
from mechanics.offers import judge
from mechanics.step import OPENED

USUAL = next(name for name, tn in DIFFICULTIES.items() if tn == IN_DOUBT)
"""The difficulty that is proposed: what is played in doubt (DELVE-ROLL-01)."""
OUTSIDE = ("cast", "use", "aid", "command")
"""What can be done without a turn."""


# -- /play -------------------------------------------------------------------------------------------------------------


def buttons(table: Shown, who: Id) -> tuple[tuple[Button, ...], tuple[str, ...]]:
    """Answer what waits, the turn, Check, what can be done, Gear, Rest, Level up; greyed with the reason."""
    fight = table.state.scene.fight
    made, reasons = _waiting(table, who), list[str]()
    it, waits = cards.gone(table, who), first_answer(table, who)
    down = it.status != "up" and bool(it.abilities)
    if down:
        reasons.append(helpless(table, who))
    if fight is not None and fight.round and who in fight.now:
        made.append(Button("My turn", "delve-turn", (who,), "success"))
    else:
        made += casting_buttons(table, who)
        reasons += [f"Try again, Give up: {escape(waits)}"] if it.casting is not None and waits else []
    now = str(table.newest)
    tries: tuple[tuple[str, str, tuple[str, ...], Move | None], ...] = (
        ("Check", "delve-check", (who, "str", USUAL), Check(who, "str")),
        *_doing(table, who),
        ("Gear", "delve-gear", (who,), None),
        ("Rest", "delve-rest", (who, now), Rest(who)),
        ("Level up", "delve-level", (who,), None),
        ("The spells", "delve-spells", (who,), None),
        ("Hurt", "delve-mark", (who, "hurt"), Hurt(who, 1)),
        ("Heal", "delve-mark", (who, "heal"), Heal(who, 1)),
    )
    for label, verb, args, move in tries:
        why = judge(table.game, table.state, table.viewer, move).refusal if move is not None else None
        made.append(Button(label, verb, args, "primary" if label == "Check" else "secondary", why is not None))
        if why is not None and not (down and why.code == "STATE"):
            reasons.append(f"{label}: {escape(why.message)}")
    return tuple(made), tuple(reasons)


def _waiting(table: Shown, who: Id) -> list[Button]:
    made = []
    for p in table.state.scene.pending.values():
        if who in p.by and isinstance(p.what, Asked):
            made.append(Button("Roll what was asked", "delve-ask", (str(p.id // OPENED),), "success"))
        elif who in p.by and type(p.what) in WORDS:
            made.append(Button(WORDS[type(p.what)], "delve-answer", (str(p.id),), "success"))
    return made[-3:]


def _doing(table: Shown, who: Id) -> list[tuple[str, str, tuple[str, ...], Move | None]]:
    """Spells, things, first aid and demons, if there is anything of that."""
    it = cards.gone(table, who)
    if it.abilities and it.status != "up":
        return []
    found = [what for _, what in deeds.whats(table, who) if what.partition("-")[0] in OUTSIDE]
    begun = deeds.begun(it)
    return [("Spells and things", "delve-deed", (who, begun if begun in found else found[0]), None)] if found else []


# -- a check -----------------------------------------------------------------------------------------------------------


def check_panel(table: Shown, who: Id, ability: str, difficulty: str) -> Card:
    """Ability and difficulty with the exact chance beside each, and one button that rolls."""
    it = cards.gone(table, who)

    def chance(key: str, rung: str, plus5: bool = False) -> str:
        return likely(table, who, Check(who, key, rung, plus5=plus5))

    args = (who, ability, difficulty)
    keys = tuple((f"{name} {it.bonus(k)}:{chance(k, difficulty)}", k) for k, name in ABILITIES.items())
    rungs = tuple((f"{r.capitalize()} {tn}:{chance(ability, r)}", r) for r, tn in DIFFICULTIES.items())
    picks = (
        Pick("Ability", "delve-check-ability", args, keys, ability),
        Pick("Difficulty", "delve-check-rung", args, rungs, difficulty),
    )
    tn = DIFFICULTIES[difficulty]
    lines = [f"{escape(it.name)}: d20 + {ability.upper()} {it.bonus(ability)} has to beat {tn}"]
    why = judge(table.game, table.state, table.viewer, Check(who, ability, difficulty)).refusal
    lines += [escape(why.message)] if why is not None else [f"A success:**{chance(ability, difficulty)}**"]
    go = [Button("Roll", "delve-check-go", (*args, "", str(table.newest)), "success", why is not None)]
    if it.luck_now and why is None:
        words = f"With +5:{chance(ability, difficulty, plus5=True)}"
        go.append(Button(words, "delve-check-go", (*args, "plus", str(table.newest))))
    small = ("Only you see this; the roll is for everybody.",)
    return Card(f"{ABILITIES[ability]} check", tuple(lines), small, tuple(go), "open", picks=picks)


async def _show_check(interaction: Interaction, args: tuple[str, ...], update: bool = True) -> None:
    who, ability, difficulty = Id(args[0]), args[1], args[2]
    await view_table(
        interaction, lambda table: asyncio.to_thread(check_panel, table, who, ability, difficulty), update=update
    )


@press("delve-check")
async def open_check(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of a check."""
    await _show_check(interaction, args, update=False)


@press("delve-check-ability")
async def pick_ability(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another ability."""
    await _show_check(interaction, (args[0], args[3], args[2]))


@press("delve-check-rung")
async def pick_rung(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another difficulty."""
    await _show_check(interaction, (args[0], args[1], args[3]))


@press("delve-check-go")
async def go_check(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Make the check that the panel shows, once; the panel is there for another."""
    who, ability, difficulty, plus5 = Id(args[0]), args[1], args[2], args[3] == "plus"

    async def card(played: Played) -> Answer:
        panel = await asyncio.to_thread(check_panel, played.caller, who, ability, difficulty)
        return Answer(panel, await result(played))

    move = Check(who, ability, difficulty, plus5=plus5)
    await act(interaction, lambda _: move, card, update=True, private=True, seen=int(args[4]))


# -- rest, damage, the list --------------------------------------------------------------------------------------------


@press("delve-rest")
async def rest(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A night's rest."""
    await act(interaction, lambda _: Rest(Id(args[0])), told, seen=int(args[1]))


@press("delve-spells")
async def spells(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The twenty spells at one's own level."""
    await view_table(interaction, lambda table: cards.spells_card(cards.gone(table, args[0]).level))


class Marking(ui.Modal, title="Life"):
    """Damage or healing, marked by hand."""

    amount = ui.Label(text="Amount", component=ui.TextInput[ui.Modal](custom_id="amount", max_length=10))


@press("delve-mark")
async def open_marking(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form for damage or healing."""
    await ask(interaction, Marking(custom_id=form_id("delve-mark", *args)))


@form("delve-mark")
async def mark(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Mark damage or healing."""
    kind, typed = (Heal if args[1] == "heal" else Hurt), fields(interaction)
    await act(interaction, lambda _: kind(Id(args[0]), whole_number(typed.get("amount", ""))), told)
