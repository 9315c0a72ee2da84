"""The answers to what waits: Luck for a failed roll, defence, armor, a counterattack, shared damage, a spell begun."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from discord import ui
from msgspec.structs import replace

from bot.action import Answer, Played, act, ask, view_table
from bot.asking import Interaction
from bot.cards import delve as cards
from bot.cards.card import Card
from bot.cards.delve.waiting import AnyPending, waiting_card, weapons
from bot.panels.delve.turn import after
from bot.press import fields, form, form_id, press, whole_number
from bot.shown import Shown, readable
from bot.text import short
from mechanics.game import CHAIR, Force, Id, Move, Refused
from mechanics.games.delve import moves as m
from mechanics.games.delve.pending import Armor, Asked, Counter, Daring, Defence, Miscast, Roll, Splitting
from mechanics.step import OPENED

STEPS = 30
"""How far back the beginning of an exchange is looked for, in entries of the record."""

Answering = Callable[[Shown, Id, int, int], Move]
"""What makes the answer: the table, for whom, the decision and its version."""


def waiting(table: Shown, number: int) -> AnyPending:
    """The decision of a button; refused `stale` when it is settled."""
    found: AnyPending | None = table.state.scene.pending.get(number)
    if found is None:
        raise Refused("stale", "That is settled already.", "the newest card shows what is true now")
    return found


async def exchange(interaction: Interaction, played: Played) -> list[Shown]:
    """The moves that led to this one, oldest first, as everybody may know them: one card tells the whole exchange."""
    async with interaction.client.store.read() as unit:
        page = await unit.record.page(played.campaign, STEPS, moves=played.game.moves)
    entries = {entry.n: entry for entry in page}
    shown, found, move = played.everybody, list[Shown](), played.entry.move
    while (number := getattr(move, "pending", None)) is not None and number // OPENED in entries:
        entry = entries[number // OPENED]
        move = entry.move
        if isinstance(move, Force) or type(move).__module__ == m.__name__:
            facts = readable(shown.state.campaign, shown.viewer, entry.facts)
            found.append(replace(shown, facts=facts, move=move))
    return found[::-1]


async def answered(interaction: Interaction, args: tuple[str, ...], kind: type[Any], make: Answering) -> None:
    """Answer a decision. Its card turns into that of what came of it; a private panel shows what is next."""
    number, rev = int(args[0]), int(args[1])
    inside = interaction.message is not None and interaction.message.flags.ephemeral

    def judged(table: Shown) -> Move:
        p = waiting(table, number)
        if not isinstance(p.what, kind):
            raise Refused("stale", "That is settled already.", "the newest card shows what is true now")
        return make(table, p.what.who, number, rev)

    async def card(played: Played) -> Answer | Card:
        before = await exchange(interaction, played)
        public = await asyncio.to_thread(cards.result, played.everybody, before)
        if inside:
            return Answer(await asyncio.to_thread(after, played.caller, played.entry.move.actor), public)
        return public

    await act(interaction, judged, card, update=True, private=inside)


@press("delve-answer")
async def open_answer(interaction: Interaction, args: tuple[str, ...]) -> None:
    """What waits for somebody, privately, with its answers."""
    await view_table(interaction, lambda table: asyncio.to_thread(waiting_card, table, waiting(table, int(args[0]))))


def _thing(table: Shown, who: Id, thing: str) -> str:
    """What is carried by a short id, or bare hands; refused `stale` when it is not there any more."""
    it = cards.gone(table, who)
    found = [*(item.name for item in it.items), *weapons(it)]
    name = next((name for name in found if short(name) == thing), None)
    if name is None:
        raise Refused("stale", "That is not carried any more.", "the newest card shows what is true now")
    return name


ANSWERS: dict[str, tuple[type[Any], Callable[..., Move]]] = {
    "delve-reroll": (Roll, lambda t, who, n, rev: m.Reroll(who, n, rev)),
    "delve-plus": (Roll, lambda t, who, n, rev: m.Plus5(who, n, rev)),
    "delve-accept": (Roll, lambda t, who, n, rev: m.Accept(who, n, rev)),
    "delve-defend": (Defence, lambda t, who, n, rev: m.Defend(who, False, n, rev)),
    "delve-defend-plus": (Defence, lambda t, who, n, rev: m.Defend(who, True, n, rev)),
    "delve-counter": (Defence, lambda t, who, n, rev: m.Counterspell(who, False, n, rev)),
    "delve-wear": (Armor, lambda t, who, n, rev, thing: m.Wear(who, _thing(t, who, thing), n, rev)),
    "delve-take": (Armor, lambda t, who, n, rev: m.Take(who, n, rev)),
    "delve-strike": (Counter, lambda t, who, n, rev, thing: m.Strike(who, _thing(t, who, thing), False, n, rev)),
    "delve-skip": (Counter, lambda t, who, n, rev: m.Skip(who, n, rev)),
    "delve-even": (Splitting, lambda t, who, n, rev: m.Split(who, (), n, rev)),
    "delve-force": (object, lambda t, who, n, rev: Force(CHAIR, n, rev)),
    "delve-so": (Miscast, lambda t, who, n, rev: m.Decide(pending=n, rev=rev)),
    "delve-no": (Daring | Miscast, lambda t, who, n, rev: m.Decide(no=True, pending=n, rev=rev)),  # type: ignore[dict-item]
    "delve-tn": (Daring, lambda t, who, n, rev, tn: m.Decide(tn=int(tn), pending=n, rev=rev)),
}
"""Each button of a decision: which kind it answers, and the move that it makes."""


def _register(verb: str) -> None:
    kind, make = ANSWERS[verb]

    @press(verb)
    async def answer(interaction: Interaction, args: tuple[str, ...]) -> None:
        """Answer what waits."""
        more = args[2:]
        await answered(interaction, args, kind, lambda table, who, n, rev: make(table, who, n, rev, *more))


for _verb in ANSWERS:
    _register(_verb)


# -- asked by the GM ---------------------------------------------------------------------------------------------------


async def _roll_asked(interaction: Interaction, entry: int, plus5: bool) -> None:
    """Whoever was asked rolls; a GM for the first who has not. The card of who is asked stays for the others."""

    def make(table: Shown) -> Move:
        names, state = table.state.campaign.names, table.state
        found = [p for p in state.scene.pending.values() if isinstance(p.what, Asked) and p.id // OPENED == entry]
        if not found:
            raise Refused("stale", "Everybody who was asked has rolled.", "the newest card shows what is true now")
        own = [p for p in found if p.what.who in names and names[p.what.who].owner == table.viewer.user]
        if not own and not table.viewer.gm:
            whom = ", ".join(names[p.what.who].name for p in found if p.what.who in names)
            raise Refused("not-yours", f"That was asked of {whom}.", "wait until you are asked")
        p = (own or found)[0]
        return m.AnswerAsk(p.what.who, plus5, p.id, p.rev)

    await act(interaction, make, lambda played: asyncio.to_thread(cards.result, played.everybody))


@press("delve-ask")
async def roll_asked(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Roll."""
    await _roll_asked(interaction, int(args[0]), plus5=False)


@press("delve-ask-plus")
async def roll_asked_plus(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Roll with 1 Luck in it."""
    await _roll_asked(interaction, int(args[0]), plus5=True)


# -- a spell begun -----------------------------------------------------------------------------------------------------


async def _begun(interaction: Interaction, args: tuple[str, ...], make: Callable[[Shown, Id], Move]) -> None:
    """Go on with a spell, or not, as long as it stands at the try that the button knew."""
    who, tries = Id(args[0]), int(args[1])
    inside = interaction.message is not None and interaction.message.flags.ephemeral

    def judged(table: Shown) -> Move:
        casting = cards.gone(table, who).casting
        if casting is None or casting.tries != tries:
            raise Refused("stale", "That spell has moved on since.", "the newest card shows what is true now")
        return make(table, who)

    async def card(played: Played) -> Answer | Card:
        public = await asyncio.to_thread(cards.result, played.everybody)
        return Answer(await asyncio.to_thread(after, played.caller, who), public) if inside else public

    await act(interaction, judged, card, private=inside, update=inside)


@press("delve-again")
async def again(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another try at the spell, at the same targets."""

    def make(table: Shown, who: Id) -> Move:
        begun = cards.gone(table, who).casting
        assert begun is not None
        return m.Cast(who, begun.item, begun.targets, begun.choice)

    await _begun(interaction, args, make)


@press("delve-give-up")
async def give_up(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Give the spell up: it is miscast."""
    await _begun(interaction, args, lambda _, who: m.GiveUp(who))


# -- damage shared out -------------------------------------------------------------------------------------------------


class Sharing(ui.Modal, title="Share the damage out"):
    """A number for each target."""

    shares = ui.Label(
        text="Damage for each",
        description="Whole numbers in the order of the targets, such as 8 7",
        component=ui.TextInput[ui.Modal](custom_id="shares", max_length=200),
    )


@press("delve-split")
async def open_sharing(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form of the shares."""
    await ask(interaction, Sharing(custom_id=form_id("delve-split", *args)))


@form("delve-split")
async def shared(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Share it out as typed."""
    typed = fields(interaction).get("shares", "")

    def make(table: Shown, who: Id, n: int, rev: int) -> Move:
        return m.Split(who, tuple(whole_number(part) for part in typed.replace(",", " ").split()), n, rev)

    await answered(interaction, args, Splitting, make)
