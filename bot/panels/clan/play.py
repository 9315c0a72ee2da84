"""What `/play` offers of Clan, and damage or healing marked by hand."""

from __future__ import annotations

from discord import ui

from bot.action import act, ask
from bot.asking import Interaction
from bot.cards.card import Button
from bot.cards.clan.rolls import open_parts
from bot.panels.clan.doing import told
from bot.press import fields, form, form_id, press, whole_number
from bot.shown import Shown
from bot.text import cut, escape
from mechanics.campaign import active
from mechanics.facts import name_of
from mechanics.game import CHAIR, Id, Move, Refused
from mechanics.games.clan.moves import Check, Heal, Hurt, Rest
from mechanics.games.clan.pending import Fumbled, Open, Placing, Requested
from mechanics.offers import judge


def buttons(table: Shown, who: Id) -> tuple[tuple[Button, ...], tuple[str, ...]]:
    """What waits for this one; the turn, or Check and Attack; Buy, Weapon; Hurt and Heal where they may be marked."""
    made, reasons = list[Button](), list[str]()
    for p in table.state.scene.pending.values():
        if isinstance(p.what, Open | Placing) and who in p.by:
            lines, some = open_parts(table, p)
            made += [b for b in some if b.verb != "clan-narrate" or table.viewer.gm]
            reasons += lines
        elif isinstance(p.what, Requested) and p.what.who == who:
            made.append(Button("Roll what was asked", "clan-ask", (str(p.id // 100),), "primary"))
    made = made[-6:]
    fight, sheet = table.state.scene.fight, table.state.sheets[who]
    up = fight is not None and who in fight.now
    here = fight is not None and fight.round > 0 and who in fight.seats
    why = judge(table.game, table.state, table.viewer, Check(who, "kick")).refusal
    if up or here:
        made.append(Button("My turn", "clan-do", (who,), "primary", not up))
        if not up:
            reasons.append("My turn: somebody else is up.")
    else:
        made.append(Button("Check", "clan-do", (who, "check"), "primary", why is not None))
        made.append(Button("Attack", "clan-do", (who, "attack"), "secondary", why is not None))
        if why is not None:
            reasons.append(f"Check, Attack: {escape(why.message)}")
    if sheet.dead:
        reasons.append("`/character create` makes another character, `/character use` plays one that you have.")
    made.append(Button("Buy", "clan-buy", (who,), disabled=sheet.dead))
    made.append(Button("Weapon", "clan-weapon", (who,), disabled=sheet.dead))
    tries: list[tuple[str, str, tuple[str, ...], Move]] = []
    if table.viewer.gm or table.state.campaign.settings.owners_mark:
        tries += [
            ("Hurt", "clan-mark", (who, "hurt"), Hurt(who, 1)),
            ("Heal", "clan-mark", (who, "heal"), Heal(who, 1)),
        ]
    for label, verb, args, move in tries:
        refusal = judge(table.game, table.state, table.viewer, move).refusal
        made.append(Button(label, verb, args, disabled=refusal is not None))
        if refusal is not None:
            reasons.append(f"{label}: {escape(refusal.message)}")
    return tuple(made), tuple(reasons)


def gm_buttons(table: Shown) -> tuple[Button, ...]:
    """What a GM may do besides: a creature's open roll and its turn, a night's sleep for all characters."""
    fight, names = table.state.scene.fight, table.state.campaign.names
    try:
        own = active(table.state.campaign, table.viewer.user)
    except Refused:
        own = None
    creatures = [i for i in (fight.now if fight is not None else ()) if i in names and names[i].owner == CHAIR]
    made = [Button(f"Turn of {cut(names[i].name, 40)}", "clan-do", (i,), "primary") for i in creatures[:1]]
    for p in [*table.state.scene.pending.values()][::-1]:
        ids = (str(p.id), str(p.rev))
        if isinstance(p.what, Open | Placing) and own not in p.by and any(_creature(table, i) for i in p.by):
            made += open_parts(table, p)[1]
            break
        if isinstance(p.what, Fumbled):
            name = cut(name_of(p.what.who, table.state), 40)
            made.append(Button(f"The fumble hurts {name}", "clan-fumbled", (*ids, p.what.who), "danger"))
            made.append(Button("It hurts nobody", "clan-fumbled", (*ids, "-")))
            break
    why = judge(table.game, table.state, table.viewer, Rest(CHAIR, table.whom("all"))).refusal
    words = "Full rest for all" + (f": {cut(why.message.removesuffix('.'), 55)}" if why is not None else "")
    made.append(Button(words, "clan-rest", (str(table.newest),), disabled=why is not None))
    return tuple(made)


def _creature(table: Shown, i: Id) -> bool:
    names = table.state.campaign.names
    return i in names and names[i].owner == CHAIR


@press("clan-rest")
async def rest_all(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The GM gives all characters a night's sleep."""
    await act(interaction, lambda table: Rest(CHAIR, table.whom("all")), told, seen=int(args[0]))


class Marking(ui.Modal, title="Hit points"):
    """Damage or healing, marked by hand."""

    amount = ui.Label(text="Amount", component=ui.TextInput[ui.Modal](custom_id="amount", max_length=10))


@press("clan-mark")
async def open_marking(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form for damage or healing."""
    await ask(interaction, Marking(custom_id=form_id("clan-mark", *args)))


@form("clan-mark")
async def mark(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Mark damage or healing."""
    kind, typed = (Heal if args[1] == "heal" else Hurt), fields(interaction)
    await act(interaction, lambda _: kind(Id(args[0]), whole_number(typed.get("amount", ""), "amount")), told)
