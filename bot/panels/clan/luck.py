"""What is pressed below a roll: Luck, Keep, Narrate; what was asked; whom a fumble hurts; Luck for the turn order."""

from __future__ import annotations

from bot.action import Make, act
from bot.asking import Interaction
from bot.cards.clan.rolls import mine, open_card
from bot.cards.fight import fight_card
from bot.live import fight_now
from bot.panels.clan.doing import told
from bot.press import press
from bot.shown import Shown
from mechanics.facts import name_of
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.clan.moves import AnswerAsk, Fumble, Keep, Luck, Narrate
from mechanics.games.clan.pending import Open, Placing, Requested
from mechanics.state import Pending
from mechanics.step import OPENED


def waiting(table: Shown, who: Id | None = None) -> Pending[Open | Placing]:
    """The newest open roll, or place in the turn order, that the viewer may decide on (or `who`).

    Refused `STATE` where nothing is open, `OWNER` where it is somebody else's.
    """
    found = [p for p in reversed(table.state.scene.pending.values()) if isinstance(p.what, Open | Placing)]
    for p in found:
        if who in p.by if who is not None else mine(table, p.by) is not None:
            return p
    if found:
        whom = ", ".join(name_of(i, table.state) for i in found[0].by) or "the GM"
        raise Refused("not-yours", f"That waits for {whom}.", "the card says for whom")
    raise Refused("STATE", "No roll of yours is open here.", "Luck goes on a roll before it is told")


def of_press(table: Shown, args: tuple[str, ...]) -> Pending[Open | Placing]:
    """The open roll of a button; refused `stale` when it is settled or has moved on."""
    p = table.state.scene.pending.get(int(args[0]))
    if p is None or p.rev != int(args[1]):
        raise Refused("stale", "That has moved on since this button was made.", "the newest card shows what is true")
    return p


@press("clan-luck")
async def use_luck(interaction: Interaction, args: tuple[str, ...]) -> None:
    """One Luck on this roll."""
    move = Luck(Id(args[2]), 1, int(args[0]), int(args[1]))
    await _settle(interaction, lambda _: move, int(args[0]))


@press("clan-keep")
async def keep(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Whoever it waits for keeps the roll as it is."""

    def make(table: Shown) -> Keep:
        p = of_press(table, args)
        who = mine(table, p.by)
        if who is None:
            whom = ", ".join(name_of(i, table.state) for i in p.by) or "the GM"
            raise Refused("not-yours", f"That waits for {whom}.", "the card says for whom")
        return Keep(who, p.id, p.rev)

    await _settle(interaction, make, int(args[0]))


@press("clan-narrate")
async def narrate(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The GM tells it as story."""
    move = Narrate(CHAIR, int(args[0]), int(args[1]))
    await _settle(interaction, lambda _: move, int(args[0]))


async def _settle(interaction: Interaction, make: Make, pending: int) -> None:
    """On the card of the roll, the result takes its place; on a panel that one person sees, everybody is told."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await act(interaction, make, told)
    else:
        await act(interaction, make, told, update=True, present=lambda table: open_card(table, pending))


@press("clan-place")
async def luck_for_place(interaction: Interaction, args: tuple[str, ...]) -> None:
    """On the live card: one Luck of a latecomer for their place in the turn order, or the place as it is."""
    who, pending, rev = Id(args[2]), int(args[0]), int(args[1])
    move = Keep(who, pending, rev) if args[3] == "keep" else Luck(who, 1, pending, rev)
    await act(
        interaction,
        lambda _: move,
        lambda played: fight_now(interaction.client, played.everybody),
        update=True,
        present=lambda table: fight_card(table) if table.state.scene.fight is not None else None,
    )


@press("clan-fumble")
async def fumble(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The GM says whom it hurts, or nobody."""
    who = None if args[2] == "-" else Id(args[2])
    await act(interaction, lambda _: Fumble(CHAIR, who, int(args[0]), int(args[1])), told, update=True)


@press("clan-fumbled")
async def fumbled(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The same from the live card, which stays what it is."""
    who = None if args[2] == "-" else Id(args[2])
    await act(interaction, lambda _: Fumble(CHAIR, who, int(args[0]), int(args[1])), told)


# -- asked by the GM ---------------------------------------------------------------------------------------------------


def asked(table: Shown, entry: int) -> Pending[Requested]:
    """The request of this entry that the presser answers: their own, or for a GM the first that is left."""
    found = [p for p in table.state.scene.pending.values() if isinstance(p.what, Requested) and p.id // OPENED == entry]
    if not found:
        raise Refused("stale", "Everybody who was asked has rolled.", "the newest card shows what is true now")
    who = mine(table, tuple(p.what.who for p in found))
    if who is None:
        whom = ", ".join(name_of(p.what.who, table.state) for p in found)
        raise Refused("not-yours", f"That was asked of {whom}.", "wait until you are asked")
    return next(p for p in found if p.what.who == who)


@press("clan-ask")
async def answer_ask(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Roll what was asked."""

    def make(table: Shown) -> AnswerAsk:
        p = asked(table, int(args[0]))
        return AnswerAsk(p.what.who, 0, p.id, p.rev)

    await act(interaction, make, told)


# -- the turn order ----------------------------------------------------------------------------------------------------


@press("clan-order")
async def luck_for_order(interaction: Interaction, args: tuple[str, ...]) -> None:
    """While the fight gathers: one Luck on one's own roll for the turn order."""

    def make(table: Shown) -> Luck:
        return Luck(in_gathering(table))

    await act(
        interaction,
        make,
        lambda played: fight_now(interaction.client, played.everybody),
        update=True,
        turns=False,
        seen=int(args[0]),
        present=lambda table: fight_card(table) if table.state.scene.fight is not None else None,
    )


def in_gathering(table: Shown) -> Id:
    """Who of the viewer's gathers here: the one they play first."""
    fight = table.state.scene.fight
    if fight is None or fight.phase != "setup":
        raise Refused("STATE", "The turn order is settled.", "Luck goes on it while a fight gathers")
    seats = tuple(fight.seats)
    try:
        who = table.who(None)
    except Refused:
        who = None
    if who in seats:
        return who
    found = mine(table, seats)
    if found is None:
        raise Refused("STATE", "You are not in this fight.", "press Join first")
    return found


def roller(table: Shown) -> Id:
    """For whom a typed Luck is: whom the newest open roll waits for, or who gathers."""
    fight = table.state.scene.fight
    rolls = [p for p in table.state.scene.pending.values() if isinstance(p.what, Open | Placing)]
    if not rolls and fight is not None and fight.phase == "setup":
        return in_gathering(table)
    who = mine(table, waiting(table).by)
    assert who is not None
    return who
