"""The GM's panels: creatures in their turn, what waits for the GM's word, who is adjacent, retainers."""

from __future__ import annotations

import asyncio

from discord import ui

from bot.action import Answer, Played, act, ask, view_table
from bot.asking import Interaction
from bot.cards.card import Button, Card, Pick
from bot.cards.delve.waiting import title_of, waiting_card
from bot.panels.delve import deeds
from bot.panels.delve.reply import answered, waiting
from bot.panels.delve.turn import deed_panel, result
from bot.press import fields, form, form_id, press, whole_number
from bot.shown import Shown
from bot.text import cut, escape, listed
from mechanics.facts import name_of
from mechanics.game import CHAIR, Id, Move, Refused
from mechanics.games.delve import moves as m
from mechanics.games.delve.pending import Daring, Miscast
from mechanics.games.delve.play.attacks import adjacent

NAMED = 5
"""How many others a miscast takes by the menu; more are typed one by one afterwards."""


def gm_only(table: Shown) -> None:
    """Refuses `not-gm` whoever is no GM here."""
    if not table.viewer.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")


# -- the chair ---------------------------------------------------------------------------------------------------------


def chair(table: Shown) -> Card:
    """In a fight: what blocks it, to be answered for others; the creatures that are up; else what waits for a GM."""
    blocking = [p for p in table.state.scene.pending.values() if p.blocks]
    if blocking:
        return waiting_card(table, blocking[-1])
    fight, names = table.state.scene.fight, table.state.campaign.names
    up = [i for i in fight.now if i in names and names[i].owner == CHAIR] if fight is not None else []
    left = [i for i in up if (b := deeds.budget_of(table, i)) is not None and b.action]
    if up:
        return deed_panel(table, deeds.proposed(table, (left or up)[0]))
    hint = "What a GM does besides is behind **As the GM** on the panel of /play."
    return Card("No creature is up", (hint,), ("Only you see this.",), gm_buttons(table), "open")


def gm_buttons(table: Shown) -> tuple[Button, ...]:
    """What `/play` shows a GM beside what is typed: what waits for a word, the creatures' turn, retainers, shadows."""
    waiting_words = [
        Button(f"Decide: {title_of(table, p).replace(chr(92), '')}", "delve-answer", (str(p.id),), "success")
        for p in table.state.scene.pending.values()
        if isinstance(p.what, Daring | Miscast)
    ]
    made, fight = waiting_words[-5:], table.state.scene.fight
    if fight is not None and fight.round:
        made.append(Button("Creatures", "delve-chair", (), "primary"))
        if table.state.rulings.strict_reach:
            made.append(Button("Who is adjacent", "delve-reach", ("", "")))
    made += [
        Button(f"{cut(name_of(i, table.state), 40)}'s shadow gives back", "delve-give-back", (i,))
        for i in [i for i, it in table.state.sheets.items() if it.shadow][:3]
    ]
    return (*made, Button("Hire", "delve-hire"))


@press("delve-chair")
async def open_chair(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The creatures' turn."""

    def card(table: Shown) -> Card:
        gm_only(table)
        return chair(table)

    await view_table(interaction, lambda table: asyncio.to_thread(card, table))


@press("delve-give-back")
async def give_back(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The shadow gives everything back."""
    await act(interaction, lambda _: m.GiveBack(who=Id(args[0])), result)


# -- the GM's word -----------------------------------------------------------------------------------------------------


class Judging(ui.Modal, title="Against what?"):
    """What a feat takes."""

    tn = ui.Label(
        text="Number to beat",
        description="1 to 40; 13 when left empty",
        component=ui.TextInput[ui.Modal](custom_id="tn", required=False, max_length=10),
    )
    ability = ui.Label(
        text="Ability",
        description="str con dex int wis cha; as it was asked when left empty",
        component=ui.TextInput[ui.Modal](custom_id="ability", required=False, max_length=20),
    )


@press("delve-set-tn")
async def open_judging(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form."""
    await ask(interaction, Judging(custom_id=form_id("delve-set-tn", *args)))


@form("delve-set-tn")
async def judged(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The GM has said against what."""
    typed = fields(interaction)

    def make(table: Shown, who: Id, n: int, rev: int) -> Move:
        tn = whole_number(typed["tn"]) if typed.get("tn", "").strip() else None
        return m.Decide(tn=tn, ability=typed.get("ability", "").strip(), pending=n, rev=rev)

    await answered(interaction, args, Daring, make)


def others_panel(table: Shown, args: tuple[str, ...]) -> Card:
    """Whom else a miscast takes."""
    gm_only(table)
    p = waiting(table, int(args[0]))
    chosen = [Id(i) for i in args[2].split(".") if i and i in table.state.sheets] if len(args) > 2 else []
    names, sheets = table.state.campaign.names, table.state.sheets
    able = [
        i for i, n in names.items() if i in sheets and sheets[i].abilities and not n.retired and not sheets[i].draft
    ]
    able = [i for i in able if i != p.what.who]
    ids = (args[0], args[1], ".".join(chosen))
    options = tuple(
        (
            f"{'Leave' if i in chosen else 'And'} {cut(name_of(i, table.state), 70)}{' out' if i in chosen else ''}",
            str(i),
        )
        for i in able
    )[: deeds.OPTIONS]
    whom = listed([escape(name_of(i, table.state)) for i in (p.what.who, *chosen)])
    picks = (Pick("Whom else", "delve-others-pick", ids, options),) if options else ()
    go = Button("It happens", "delve-others-go", ids, "success")
    return Card(title_of(table, p), (f"It takes: {whom}.",), ("Only you see this.",), (go,), "open", picks=picks)


@press("delve-others")
async def open_others(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Choose whom else it takes."""
    await view_table(interaction, lambda table: others_panel(table, args))


@press("delve-others-pick")
async def pick_other(interaction: Interaction, args: tuple[str, ...]) -> None:
    """One more, or one fewer."""
    chosen = [i for i in args[2].split(".") if i]
    chosen = [i for i in chosen if i != args[3]] if args[3] in chosen else [*chosen, args[3]][-NAMED:]
    await view_table(interaction, lambda table: others_panel(table, (*args[:2], ".".join(chosen))), update=True)


@press("delve-others-go")
async def go_others(interaction: Interaction, args: tuple[str, ...]) -> None:
    """It takes all of these."""
    whom = tuple(Id(i) for i in args[2].split(".") if i)
    await answered(interaction, args, Miscast, lambda table, who, n, rev: m.Decide(who=whom, pending=n, rev=rev))


# -- who is adjacent ---------------------------------------------------------------------------------------------------


def reach_panel(table: Shown, one: str, other: str) -> Card:
    """Two fighters, and whether they are adjacent; only where the table plays strict reach (DELVE-ATK-03)."""
    gm_only(table)
    fight = table.state.scene.fight
    if fight is None or len(fight.seats) < 2:
        raise Refused("no-fight", "There is no fight here.", "the GM starts one with /combat start")
    players = [i for i, seat in fight.seats.items() if seat.side == "players"]
    foes = [i for i in fight.seats if i not in players]
    first = Id(one) if one in fight.seats else (players or list(fight.seats))[0]
    rest = [i for i in (*foes, *players) if i != first]
    second = Id(other) if other in rest else rest[0]
    args = (first, second)

    def options(found: list[Id]) -> tuple[tuple[str, str], ...]:
        return tuple((cut(name_of(i, table.state), 80), str(i)) for i in found[: deeds.OPTIONS])

    near = adjacent(fight, first, second)
    pairs = [f"{escape(name_of(a, table.state))} and {escape(name_of(b, table.state))}" for a, b in fight.more.adjacent]
    lines = [f"Adjacent: {'; '.join(pairs[:10])}." if pairs else "Nobody is adjacent to anybody."]
    picks = (
        Pick("One", "delve-reach-one", args, options([*players, *foes]), first),
        Pick("The other", "delve-reach-other", args, options(rest), second),
    )
    words = "Part them" if near else "They are adjacent"
    go = Button(words, "delve-reach-go", (*args, "apart" if near else "near", str(table.newest)), "success")
    return Card("Who is adjacent", tuple(lines), ("Only you see this.",), (go,), "open", picks=picks)


@press("delve-reach")
async def open_reach(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel."""
    await view_table(interaction, lambda table: reach_panel(table, args[0], args[1]))


@press("delve-reach-one")
async def pick_one(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another one."""
    await view_table(interaction, lambda table: reach_panel(table, args[2], args[1]), update=True)


@press("delve-reach-other")
async def pick_the_other(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another one on the other side."""
    await view_table(interaction, lambda table: reach_panel(table, args[0], args[2]), update=True)


@press("delve-reach-go")
async def go_reach(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Mark them."""
    move = m.Reach(one=Id(args[0]), other=Id(args[1]), apart=args[2] == "apart")

    async def card(played: Played) -> Answer:
        public = await result(played)
        return Answer(reach_panel(played.caller, args[0], args[1]), public)

    await act(interaction, lambda _: move, card, private=True, update=True, seen=int(args[3]))


# -- forms -------------------------------------------------------------------------------------------------------------


def _line(label: str, key: str, hint: str = "", required: bool = False, default: str = "") -> ui.Label[ui.Modal]:
    text = ui.TextInput[ui.Modal](custom_id=key, required=required, max_length=200, default=default or None)
    return ui.Label(text=label, description=hint or None, component=text)


class Hiring(ui.Modal, title="Hire a retainer"):
    """Who pays what for whom."""

    who = _line("Who hires", "who", required=True)
    line = _line("The retainer", "line", "Name, level, life: guard 1 life 4", required=True)
    price = _line("Price in coins", "price")


@press("delve-hire")
async def open_hiring(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form of a retainer."""
    await ask(interaction, Hiring(custom_id=form_id("delve-hire")))


@form("delve-hire")
async def hire(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Hire whom the form describes."""
    found = {key: text.strip() for key, text in fields(interaction).items()}

    def make(table: Shown) -> Move:
        price = whole_number(found.get("price", ""), "price", 0)
        return m.Hire(who=table.who(found["who"]), line=found["line"], price=price)

    await act(interaction, make, result)
