"""A challenge about to be made, and the committing of a side."""

from __future__ import annotations

from collections.abc import Callable

from bot.action import Answer, Played, Result, act, view_table
from bot.asking import Interaction
from bot.cards import traits as cards
from bot.cards.card import Button, Card, Pick
from bot.panels.traits.sides import (
    BARE,
    burn_button,
    chosen_ability,
    sheet_of,
    targets,
    token,
    total,
    with_pick,
)
from bot.press import press
from bot.shown import Shown
from bot.text import cut, escape
from mechanics.facts import Compared, Rolled, Sum, name_of
from mechanics.game import Id, Refused
from mechanics.games.traits.catalogue import TRAIT_NAMES, trait_named
from mechanics.games.traits.moves import (
    AnswerAsk,
    Challenge,
    Defend,
    Walk,
)
from mechanics.games.traits.play.challenges import Added, added, total_of
from mechanics.games.traits.play.fighting import steps_left
from mechanics.games.traits.sheet import Sheet
from mechanics.offers import judge

DAMAGE = 10
"""The most damage that the menu offers; more is typed."""


def first_choice(table: Shown, who: Id) -> tuple[str, ...]:
    """What the panel of a challenge shows at first: what was chosen last; else the nearest target, the best attack.

    An attack of which nothing is written, and a bare one in a fight, are shown with 1 damage: 0 would be no attack.
    """
    sheet = sheet_of(table, who)
    around = targets(table, who)
    attacks = [a for a in sheet.abilities if a.role.startswith("attack")]
    best = max(attacks, key=lambda a: a.rating, default=None)
    trait = best.trait or "physical" if best else "physical"
    if (last := table.last(Challenge, who)) is not None:
        target = last.target if last.target in around else around[0] if around else who
        trait, chosen = trait_named(last.trait), _still(sheet, last)
        damage = last.damage if last.damage is not None else chosen.damage if chosen else 0
        return (who, target, trait, token(chosen.name) if chosen else BARE, "0", str(damage))
    return (
        who,
        around[0] if around else who,
        trait,
        token(best.name) if best else BARE,
        "0",
        str((best.damage if best else 0) or (1 if best or table.state.scene.fight else 0)),
    )


def _still(sheet: Sheet, last: Challenge) -> Added | None:
    """The ability of the last challenge, if it may be added still."""
    try:
        return next(iter(added(sheet, last.ability, trait_named(last.trait), "start")), None)
    except Refused:
        return None


def challenge_panel(table: Shown, args: tuple[str, ...], walking: bool = False) -> Card:
    """Whom, on what, with what, for how much damage, burning or not: the total beside each, and one button."""
    who, target, trait, chosen, burn, damage = args
    sheet = sheet_of(table, who)
    ability, burns = chosen_ability(sheet, trait, "start", chosen), burn == "1"
    chosen = token(ability) if ability else BARE
    args = (who, target, trait, chosen, burn, damage)
    whom = tuple((cut(name_of(i, table.state), 80), i) for i in targets(table, Id(who))) or (("nobody", who),)
    amounts = sorted({*range(DAMAGE + 1), int(damage)})
    picks = (
        Pick("Whom", "traits-c-target", args, whom, target),
        Pick("On what", "traits-c-trait", args, tuple((t.capitalize(), t) for t in TRAIT_NAMES), trait),
        with_pick(table, Id(who), trait, "start", "traits-c-with", args, chosen, burns),
        Pick("Damage", "traits-c-damage", args, tuple((f"{n} damage", str(n)) for n in amounts), damage),
    )
    move = _challenge(sheet, args, None)
    why = judge(table.game, table.state, table.viewer, move).refusal
    thrown = total(table, Id(who), trait, ability, burns, "start")
    lines = [f"{escape(sheet.name)}: {trait.capitalize()}{' + ' + escape(ability) if ability else ''} = **{thrown}**"]
    lines += [escape(why.message)] if why else []
    fight = table.state.scene.fight
    turn, seen = str(fight.turn) if fight else "", str(table.newest)
    made = [
        Button("Challenge", "traits-c-go", (*args, turn, seen), "success", why is not None),
        burn_button(table, Id(who), trait, ability, burns, "start", "traits-c-burn", args),
    ]
    if walking and fight is not None:
        left = steps_left(sheet, fight.seats[Id(who)].budget, table.state.rulings.halving)
        lines.append(f"Steps left: {left}")
        made += [
            Button(f"Walk {n}", "traits-walk", (*args, turn, seen, str(n)), disabled=n > left)
            for n in sorted({1, max(1, left)})
        ]
        made.append(Button("End turn", "fight-done", (who, turn)))
    small = ("Only you see this. Nobody sees a burn before both sides are in.",)
    return Card("A challenge", tuple(lines), small, tuple(made), "open", picks=picks)


def turn(table: Shown, who: Id) -> Card:
    """The panel of a fighter's turn."""
    return challenge_panel(table, first_choice(table, who), walking=True)


def _challenge(sheet: Sheet, args: tuple[str, ...], turn: int | None) -> Challenge:
    who, target, trait, chosen, burn, damage = args[:6]
    ability = chosen_ability(sheet, trait, "start", chosen)
    if chosen != BARE and not ability:
        raise Refused("stale", "That ability is no longer here.", "open the panel again")
    return Challenge(Id(who), Id(target), trait, ability, burn == "1", int(damage), turn=turn)


async def _show_challenge(interaction: Interaction, args: tuple[str, ...], update: bool = True) -> None:
    def card(table: Shown) -> Card:
        fight = table.state.scene.fight
        return challenge_panel(table, args, fight is not None and Id(args[0]) in fight.now)

    await view_table(interaction, card, update=update)


@press("traits-challenge")
async def open_challenge(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of a challenge."""

    def card(table: Shown) -> Card:
        fight = table.state.scene.fight
        return challenge_panel(table, first_choice(table, Id(args[0])), fight is not None and Id(args[0]) in fight.now)

    await view_table(interaction, card)


def _changes(at: int) -> Callable[[Interaction, tuple[str, ...]], object]:
    async def pick(interaction: Interaction, args: tuple[str, ...]) -> None:
        """Another choice of this menu."""
        await _show_challenge(interaction, (*args[:at], args[6], *args[at + 1 : 6]))

    return pick


for _verb, _at in (("target", 1), ("trait", 2), ("with", 3), ("damage", 5)):
    press(f"traits-c-{_verb}")(_changes(_at))  # type: ignore[arg-type]


@press("traits-c-burn")
async def toggle_burn(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Burn, or not."""
    await _show_challenge(interaction, (*args[:4], "0" if args[4] == "1" else "1", *args[5:6]))


@press("traits-c-go")
async def go_challenge(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Commit the challenge that the panel shows."""
    turn = int(args[6]) if args[6] else None
    await commit(
        interaction, lambda table: _challenge(sheet_of(table, args[0]), args, turn), update=True, seen=int(args[7])
    )


@press("traits-walk")
async def walk(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Take steps; the panel stays, with what is left."""
    await act(
        interaction,
        lambda _: Walk(Id(args[0]), int(args[8]), int(args[6])),
        lambda played: Answer(challenge_panel(played.caller, args[:6], walking=True), public(played)),
        private=True,
        update=True,
        seen=int(args[7]),
    )


def public(played: Played) -> Card | None:
    """What the channel is told of a move; None where nothing of it is for everybody: it was about a hidden creature."""
    shown = played.everybody
    waits = any(p.rev == shown.n and p.by for p in shown.state.scene.pending.values())
    return cards.result(shown) if shown.facts or waits else None


def told(played: Played) -> Result:
    """What the channel may know of it; what nobody else may know is for the caller alone."""
    card = public(played)
    return card if card is not None else Answer(cards.result(played.caller), private=True)


def own_side(played: Played) -> Sum | None:
    """What the one who made this move throws: as it was told, or, while it waits for the answer, as it will be."""
    move = played.entry.move
    for fact in played.entry.facts:
        sums = (fact.a, fact.b) if isinstance(fact, Compared) else (fact.sum,) if isinstance(fact, Rolled) else ()
        if mine := [one for one in sums if one.who == move.actor]:
            return mine[0]
    sheet: Sheet | None = played.state.sheets.get(move.actor)
    if not isinstance(move, Challenge) or sheet is None:
        return None
    trait = trait_named(move.trait)
    extra = added(sheet, move.ability, trait, "start")
    return total_of(move.actor, sheet, played.state.rulings.halving, trait, extra, move.burn)


async def commit(
    interaction: Interaction,
    make: Callable[[Shown], Challenge | Defend | AnswerAsk],
    *,
    update: bool = False,
    seen: int | None = None,
) -> int | None:
    """Commit a side: the caller sees what it is, the channel what everybody may know. The id of the answer, if any."""

    def card(played: Played) -> Result:
        everybodys, mine = public(played), own_side(played)
        if mine is None or everybodys is None:
            return Answer(cards.result(played.caller), everybodys)
        burn = bool(getattr(played.entry.move, "burn", False))
        return Answer(cards.committed(played.caller, mine, burn), everybodys)

    return await act(interaction, make, card, private=True, update=update, seen=seen)
