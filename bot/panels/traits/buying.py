"""A purchase: what it costs, before it is made."""

from __future__ import annotations

from msgspec.structs import replace

from bot.action import Played, act, view_table
from bot.asking import Interaction
from bot.cards import traits as cards
from bot.cards.card import Button, Card, Pick
from bot.panels.traits.sides import (
    sheet_of,
    token,
)
from bot.press import press
from bot.shown import Shown
from bot.text import cut, escape
from mechanics.game import Id, Refused
from mechanics.games.traits.catalogue import TRAIT_NAMES
from mechanics.games.traits.moves import (
    Buy,
)
from mechanics.games.traits.prices import HIGHEST, Quote, quote
from mechanics.offers import judge


def for_sale(table: Shown, who: Id) -> list[str]:
    """What this character may buy, by name: traits, the general list, the lists that are open."""
    sheet = sheet_of(table, who)
    known = cards.known_disciplines(sheet)
    listed = [name for d in (known.lists if known else ()) for name in d.abilities]
    names = [*(t.capitalize() for t in TRAIT_NAMES), *(e.name for e in table.state.rulings.catalogue.values()), *listed]
    return list(dict.fromkeys(names))


def _offered(table: Shown, who: Id) -> list[Quote]:
    found = []
    for name in for_sale(table, who):
        try:
            found.append(quote(table.state.rulings, sheet_of(table, who), name))
        except Refused:
            continue
    return found


def _quote_words(wanted: Quote) -> str:
    name = wanted.name.capitalize() if wanted.kind == "trait" else wanted.name
    return f"{cut(name, 60)} {wanted.target}: {wanted.price} EXP"


def buy_panel(table: Shown, who: Id, what: str = "", to: int | None = None) -> Card:
    """What a purchase costs, before it is made. Without `what`, what there is to buy."""
    sheet = sheet_of(table, who)
    if sheet.owner != table.viewer.user and not table.viewer.gm:
        raise Refused("not-yours", f"{sheet.name}'s EXP is not yours to spend.", "/character list shows yours")
    lines, made, picks = [f"{escape(sheet.name)} has **{sheet.exp_free} EXP** to spend."], list[Button](), list[Pick]()
    if what:
        wanted = quote(table.state.rulings, sheet, what, to)
        why = judge(table.game, table.state, table.viewer, Buy(who, wanted.name, wanted.target)).refusal
        if why is not None:
            raise Refused(why.code, why.message, why.hint)
        left = sheet.exp_free - wanted.price
        lines.append(f"{escape(_quote_words(wanted))}; {left} left after it.")
        ids = (who, token(wanted.name), str(wanted.target))
        made.append(Button("Confirm", "traits-buy-go", ids, "success"))
        made.append(Button("Back", "traits-buy-back", (who,)))
        if wanted.kind != "discipline":
            picks.append(Pick("Up to", "traits-buy-to", ids[:2], _steps(table, who, wanted), str(wanted.target)))
    else:
        if not sheet.exp_free:
            lines.append("Ask the GM for EXP.")
        options = tuple((_quote_words(q), token(q.name)) for q in _offered(table, who))[:25]
        if options:
            picks.append(Pick("What to buy", "traits-buy-what", (who,), options))
    return Card("Buying", tuple(lines), ("Only you see this.",), tuple(made), "open", picks=tuple(picks))


def _steps(table: Shown, who: Id, wanted: Quote) -> tuple[tuple[str, str], ...]:
    found = []
    for target in range(wanted.start + 1, HIGHEST + 1):
        try:
            one = quote(table.state.rulings, sheet_of(table, who), wanted.name, target)
        except Refused:
            break
        if one.price > sheet_of(table, who).exp_free and target != wanted.target:
            break
        found.append((_quote_words(one), str(target)))
    return tuple(found[:25])


def _named(table: Shown, who: str, short: str) -> str:
    """What a button means by a token; refused `stale` where it is no longer for sale."""
    name = next((n for n in for_sale(table, Id(who)) if token(n) == short), "")
    if not name:
        raise Refused("stale", "That is no longer for sale.", "/traits abilities shows what there is")
    return name


@press("traits-buy")
async def open_buying(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of a purchase."""
    await view_table(interaction, lambda table: buy_panel(table, Id(args[0])))


@press("traits-buy-back")
async def buying_back(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Something else."""
    await view_table(interaction, lambda table: buy_panel(table, Id(args[0])), update=True)


@press("traits-buy-what")
async def pick_purchase(interaction: Interaction, args: tuple[str, ...]) -> None:
    """This one."""
    await view_table(interaction, lambda t: buy_panel(t, Id(args[0]), _named(t, args[0], args[1])), update=True)


@press("traits-buy-to")
async def pick_level(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Up to this."""
    await view_table(
        interaction, lambda t: buy_panel(t, Id(args[0]), _named(t, args[0], args[1]), int(args[2])), update=True
    )


@press("traits-buy-go")
async def go_buy(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Buy what the panel shows; it stays open with the new prices."""

    def panel(played: Played) -> Card:
        bought, again = cards.result(played.caller), buy_panel(played.caller, Id(args[0]))
        return replace(again, lines=(f"**{bought.title}**", *again.lines))

    await act(
        interaction,
        lambda table: Buy(Id(args[0]), _named(table, args[0], args[1]), int(args[2])),
        panel,
        private=True,
        update=True,
    )
