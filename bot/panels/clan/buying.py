"""A Feature about to be bought: its price, and what it costs in Luck, before it is paid."""

from __future__ import annotations

from msgspec.structs import replace

from bot.action import Answer, act, view_table
from bot.asking import Interaction
from bot.cards import clan as cards
from bot.cards.card import Button, Card, Pick
from bot.cards.clan.sheets import entry_words
from bot.panels.clan.plan import sheet_of, token
from bot.press import press
from bot.shown import Shown
from bot.text import cut, escape
from mechanics.game import Id, Refused
from mechanics.games.clan.features import Entry, Feature, key
from mechanics.games.clan.moves import Buy
from mechanics.games.clan.play.buying import with_features
from mechanics.games.clan.sheet import Sheet
from mechanics.offers import judge


def entry_of(table: Shown, name: str) -> Entry:
    """A Feature of the list by name or token; refused `UNKNOWN`."""
    sold: dict[str, Entry] = table.state.rulings.catalogue
    found = sold.get(key(name)) or next((e for e in sold.values() if token(e.name) == name), None)
    if found is None:
        raise Refused("UNKNOWN", "There is no such Feature.", "/clan features lists them")
    return found


def buy_panel(table: Shown, who: Id, name: str = "") -> Card:
    """What a Feature costs, before it is bought. Without a name, what there is to buy."""
    sheet = sheet_of(table, who)
    if sheet.owner != table.viewer.user and not table.viewer.gm:
        raise Refused("not-yours", f"{sheet.name}'s points are not yours to spend.", "/character list shows yours")
    entry = entry_of(table, name) if name else None
    points = f"{escape(sheet.name)} has **{sheet.fp_unspent} Feature Points** and {sheet.luck_now} Luck."
    lines, made = [points], list[Button]()
    sold = list(table.state.rulings.catalogue.values())
    options = tuple((f"{cut(e.name, 70)}: {e.price}", token(e.name)) for e in sold if _can(table, who, e))[:25]
    if entry is not None:
        why = judge(table.game, table.state, table.viewer, Buy(who, entry.name)).refusal
        if why is not None:
            raise Refused(why.code, why.message, why.hint)
        lines.append(f"**{escape(entry.name)}** · {entry_words(entry)}")
        lines += _changes(sheet, entry)
        ids = (who, token(entry.name), str(entry.price), str(table.newest))
        made.append(Button(f"Confirm: pay {entry.price}", "clan-buy-go", ids, "success"))
        made.append(Button("Back", "clan-buy-back", (who,)))
    elif not options:
        none = "Nothing is sold yet: the GM writes Features with `/clan-gm feature`, or **As the GM**, **Feature**."
        lines.append("Nothing on the list can be bought now." if sold else none)
    picks = (Pick("What to buy", "clan-buy-what", (who,), options, token(entry.name) if entry else ""),)
    return Card("Buying", tuple(lines), ("Only you see this.",), tuple(made), "open", picks=picks if options else ())


def _can(table: Shown, who: Id, entry: Entry) -> bool:
    return judge(table.game, table.state, table.viewer, Buy(who, entry.name)).refusal is None


def _changes(sheet: Sheet, entry: Entry) -> list[str]:
    """What the purchase does: points, Luck, and the numbers that it moves."""
    owned = (*sheet.features, Feature(entry.name, entry.price, entry.text, entry.mods))
    after: Sheet = replace(sheet, **with_features(sheet, owned))
    before_gauges, gauges = sheet.gauges(), after.gauges()
    lines = [
        f"Feature Points {sheet.fp_unspent} → {after.fp_unspent}, "
        f"Luck {sheet.luck_now}/{sheet.luck_max} → {after.luck_now}/{after.luck_max}."
    ]
    names = {"kick": "Kick Ass", "bad": "Bad Ass", "smart": "Smart Ass", "armor": "Armor", "hp_max": "most hit points"}
    moved = [f"{n} {before_gauges[g]} → {gauges[g]}" for g, n in names.items() if before_gauges[g] != gauges[g]]
    return [*lines, *([", ".join(moved) + "."] if moved else [])]


@press("clan-buy")
async def open_buying(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of a purchase."""
    await view_table(interaction, lambda table: buy_panel(table, Id(args[0])))


@press("clan-buy-back")
async def buying_back(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Something else."""
    await view_table(interaction, lambda table: buy_panel(table, Id(args[0])), update=True)


@press("clan-buy-what")
async def pick_feature(interaction: Interaction, args: tuple[str, ...]) -> None:
    """This one."""
    await view_table(interaction, lambda table: buy_panel(table, Id(args[0]), args[1]), update=True)


@press("clan-buy-go")
async def go_buy(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Buy what the panel shows, at the price that it shows; everybody is told."""

    def make(table: Shown) -> Buy:
        entry = entry_of(table, args[1])
        if entry.price != int(args[2]):
            raise Refused("stale", f"{entry.name} costs {entry.price} by now.", "look at the price again")
        return Buy(Id(args[0]), entry.name)

    await act(
        interaction,
        make,
        lambda played: Answer(buy_panel(played.caller, Id(args[0])), cards.result(played.everybody)),
        private=True,
        update=True,
        seen=int(args[3]),
    )
