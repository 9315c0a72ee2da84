"""The ten slots as a panel: use, drop, give a thing, or bring it back with Luck; and the next level."""

from __future__ import annotations

import asyncio

from bot.action import Answer, Played, act, view_table
from bot.asking import Interaction
from bot.cards import delve as cards
from bot.cards.card import Button, Card, Pick, Style
from bot.cards.delve.sheets import gear_lines, item_words
from bot.panels.delve import deeds
from bot.panels.delve.turn import done
from bot.press import press
from bot.shown import Shown
from bot.text import cut, escape, short
from mechanics.facts import name_of
from mechanics.game import Id, Move, Refused
from mechanics.games.delve.moves import Buy, DropItem, GiveItem, SpendLuck, UseItem
from mechanics.games.delve.play.levels import price
from mechanics.games.delve.sheet import ABILITIES, HIGHEST, Sheet
from mechanics.offers import judge

# -- gear --------------------------------------------------------------------------------------------------------------


def gear_panel(table: Shown, who: Id, thing: str = "", target: str = "") -> Card:
    """What is carried, one thing chosen, and what can be done with it."""
    it = cards.gone(table, who)
    if it.owner != table.viewer.user and not table.viewer.gm:
        raise Refused("not-yours", f"{it.name}'s things are not yours.", "/character list shows yours")
    lines = list(gear_lines(it))
    held = {short(item.name): item for item in reversed(it.items)}
    if not held:
        return Card(f"{escape(it.name)} · Gear", tuple(lines), ("Only you see this.",), (), "open")
    chosen = thing if thing in held else next(iter(dict.fromkeys(short(item.name) for item in it.items)))
    item = deeds.item_in(it, chosen) or held[chosen]
    others = [i for i in deeds.friends(table, who) if i != who and table.state.sheets[i].abilities][: deeds.OPTIONS]
    to = Id(target) if target in others else next(iter(others), None)
    args, now = (who, chosen, to or ""), str(table.newest)
    options = tuple((cut(item_words(x), 90), key) for key, x in reversed(held.items()))[: deeds.OPTIONS]
    picks = [Pick("Which thing", "delve-gear-thing", args, options, chosen)]
    if others:
        names = tuple((cut(name_of(i, table.state), 80), str(i)) for i in others)
        picks.append(Pick("To whom", "delve-gear-to", args, names, to or ""))
    made: list[Button] = []
    tries: list[tuple[str, str, Move]] = [("Drop", "drop", DropItem(who, item.name))]
    if to is not None:
        tries.insert(0, (f"Give to {cut(name_of(to, table.state), 40)}", "give", GiveItem(who, item.name, to)))
    if not item.spell and item.kind not in ("armor", "ration", "treasure"):
        tries.insert(0, ("Use", "use", UseItem(who, item.name)))
    if any(x.spent and x.name == item.name for x in it.items):
        tries.append((f"Use again, 1 of {it.luck_now} Luck", "luck", SpendLuck(who, "item", item.name)))
    for label, deed, move in tries:
        why = judge(table.game, table.state, table.viewer, move).refusal
        style: Style = "danger" if deed == "drop" else "secondary"
        made.append(Button(label, "delve-gear-go", (*args, deed, now), style, why is not None))
        lines += [f"{label}: {escape(why.message)}"] if why is not None else []
    lines.append(f"Chosen: **{escape(cut(item_words(item), 90))}**")
    title = f"{escape(it.name)} · Gear"
    return Card(title, tuple(lines), ("Only you see this.",), tuple(made), "open", picks=tuple(picks))


@press("delve-gear")
async def open_gear(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel."""
    await view_table(interaction, lambda table: gear_panel(table, Id(args[0])))


@press("delve-gear-thing")
async def pick_thing(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another thing."""
    await view_table(interaction, lambda table: gear_panel(table, Id(args[0]), args[3], args[2]), update=True)


@press("delve-gear-to")
async def pick_taker(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Somebody else."""
    await view_table(interaction, lambda table: gear_panel(table, Id(args[0]), args[1], args[3]), update=True)


@press("delve-gear-go")
async def go_gear(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Do it with the thing that is chosen."""
    who, thing, to, deed, now = args

    def make(table: Shown) -> Move:
        item = deeds.item_in(cards.gone(table, who), thing)
        if item is None:
            raise Refused("stale", "That is not carried any more.", "open the panel anew")
        match deed:
            case "use":
                return UseItem(Id(who), item.name)
            case "give":
                return GiveItem(Id(who), item.name, Id(to))
            case "luck":
                return SpendLuck(Id(who), "item", item.name)
        return DropItem(Id(who), item.name)

    async def card(played: Played) -> Answer:
        panel = await asyncio.to_thread(gear_panel, played.caller, Id(who), thing, to)
        public = await asyncio.to_thread(cards.result, played.everybody)
        return Answer(panel, public)

    await act(interaction, make, card, private=True, update=True, seen=int(now))


# -- the next level ----------------------------------------------------------------------------------------------------


def level_panel(table: Shown, who: Id, ability: str = "") -> Card:
    """What the next level costs, which ability gains a point, and one button that buys it (DELVE-LVL-01)."""
    it: Sheet = cards.gone(table, who)
    key = ability if ability in ABILITIES else next(iter(ABILITIES))
    why = judge(table.game, table.state, table.viewer, Buy(who, key)).refusal
    lines = [f"{escape(it.name)} is level {it.level} and has **{it.coins} coins**."]
    if it.level < HIGHEST:
        cost = price(it.level, table.state.rulings.level_cost)
        lines.append(f"Level {it.level + 1} costs {cost}: a point, Life thrown anew with {it.level + 1}d6, Luck full.")
    lines += [escape(why.message)] if why is not None else []
    options = tuple((f"{name} {it.bonus(k)} → {it.bonus(k) + 1}", k) for k, name in ABILITIES.items())
    pick = Pick("Which ability gains a point", "delve-level-ability", (who,), options, key)
    go = Button("Buy the level", "delve-level-go", (who, key, str(table.newest)), "success", why is not None)
    return Card("The next level", tuple(lines), ("Only you see this.",), (go,), "open", picks=(pick,))


@press("delve-level")
async def open_level(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel."""
    await view_table(interaction, lambda table: level_panel(table, Id(args[0])))


@press("delve-level-ability")
async def pick_point(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another ability."""
    await view_table(interaction, lambda table: level_panel(table, Id(args[0]), args[1]), update=True)


@press("delve-level-go")
async def go_level(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Buy it."""
    await done(interaction, Id(args[0]), lambda _: Buy(Id(args[0]), args[1]), int(args[2]), level_panel)
