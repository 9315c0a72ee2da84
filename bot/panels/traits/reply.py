"""The answer to a challenge, or to what the GM asked for."""

from __future__ import annotations

from bot.action import Answer, act, view_table
from bot.asking import Interaction
from bot.cards import traits as cards
from bot.cards.card import Button, Card, Pick
from bot.panels.traits.challenge import commit, public, told, turn
from bot.panels.traits.sides import (
    BARE,
    burn_button,
    chosen_ability,
    may_add,
    sheet_of,
    token,
    total,
    with_pick,
)
from bot.press import press
from bot.shown import EVERYBODY, Shown, again
from bot.text import cut, escape
from mechanics.facts import name_of
from mechanics.game import CHAIR, Force, Id, Refused
from mechanics.games.traits.catalogue import TRAIT_NAMES
from mechanics.games.traits.moves import (
    AnswerAsk,
    Defend,
    Oppose,
)
from mechanics.games.traits.pending import Challenged, Requested
from mechanics.games.traits.play.challenges import Side
from mechanics.offers import judge
from mechanics.state import Pending


def waiting_for(
    table: Shown, pending: str, kind: type[Challenged] | type[Requested]
) -> Pending[Challenged | Requested]:
    """The decision of a button; refused `stale` when it is settled."""
    found: Pending[Challenged | Requested] | None = table.state.scene.pending.get(int(pending))
    if found is None or not isinstance(found.what, kind):
        raise Refused("stale", "That is settled already.", "the newest card shows what is true now")
    return found


def _answering(what: Challenged | Requested) -> Id:
    return what.target if isinstance(what, Challenged) else what.who


def _side(what: Challenged | Requested) -> Side:
    return "answer" if isinstance(what, Challenged) else "start"


def _trait(what: Challenged | Requested) -> str:
    return what.answered_on if isinstance(what, Challenged) else what.trait


def answer_panel(
    table: Shown, p: Pending[Challenged | Requested], chosen: str = BARE, burn: str = "0", card: str = ""
) -> Card:
    """What to add and whether to burn, the total beside each, and one button that commits.

    `card` is the message of the challenge, which loses its buttons with the answer; "" where it is not known.
    """
    what, who = p.what, _answering(p.what)
    sheet = sheet_of(table, who)
    if sheet.owner != table.viewer.user and not table.viewer.gm:
        raise Refused("not-yours", f"That is for {name_of(who, table.state)} to answer.", "the card says for whom")
    side, trait = _side(what), _trait(what)
    ability, burns = chosen_ability(sheet, trait, side, chosen), burn == "1"
    args = (str(p.id), str(p.rev), token(ability) if ability else BARE, burn, card)
    kind: type[Defend] | type[AnswerAsk] = Defend if isinstance(what, Challenged) else AnswerAsk
    grey = []
    for name, _ in may_add(sheet, trait, side):
        why = judge(table.game, table.state, table.viewer, kind(who, name, False, p.id, p.rev)).refusal
        if why is not None:
            grey.append(escape(why.message))
    why = judge(table.game, table.state, table.viewer, kind(who, ability, burns, p.id, p.rev)).refusal
    thrown = total(table, who, trait, ability, burns, side) if sheet.conscious else 0
    lines = [f"{escape(sheet.name)}: {trait.capitalize()}{' + ' + escape(ability) if ability else ''} = **{thrown}**"]
    if isinstance(what, Requested):
        lines.append(f"More than {what.vs} wins.")
    lines += [escape(why.message)] if why else []
    made = (
        Button("Commit", "traits-a-go", args, "success", why is not None),
        burn_button(table, who, trait, ability, burns, side, "traits-a-burn", args),
    )
    picks = (with_pick(table, who, trait, side, "traits-a-with", args, args[2], burns),) if sheet.conscious else ()
    title = f"Defend {escape(sheet.name)}" if isinstance(what, Challenged) else f"Answer for {escape(sheet.name)}"
    return Card(title, tuple(lines), ("Only you see this.", *grey[:5]), made, "open", picks=picks)


def _public_card(interaction: Interaction) -> str:
    """The message that was pressed, if everybody sees it."""
    message = interaction.message
    return str(message.id) if message is not None and not message.flags.ephemeral else ""


async def _open(interaction: Interaction, table: Shown, args: tuple[str, ...]) -> Pending[Challenged | Requested]:
    """The challenge of a button. Where it is settled the pressed card loses its buttons, and it is refused `stale`."""
    try:
        return waiting_for(table, args[0], Challenged)
    except Refused:
        await _retire(interaction, _public_card(interaction), cards.settled(table.state))
        raise


async def _retire(interaction: Interaction, message: str, card: Card) -> None:
    if message and interaction.channel_id is not None:
        await interaction.client.live.retire(interaction.channel_id, int(message), card)


@press("traits-defend")
async def open_defence(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of a defence."""

    async def card(table: Shown) -> Card:
        p = await _open(interaction, table, args)
        if p.rev != int(args[1]):
            raise Refused("stale", "That has moved on since this button was made.", "the newest card")
        return answer_panel(table, p, card=_public_card(interaction))

    await view_table(interaction, card)


@press("traits-ask")
async def open_answer(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of what the GM asked for: one's own first, for a GM the oldest that is open."""

    def card(table: Shown) -> Card:
        waiting = table.state.scene.pending.values()
        asked = [
            p
            for p in waiting
            if isinstance(p.what, Requested) and p.id // 100 == int(args[0]) and p.what.who in table.state.sheets
        ]
        if not asked:
            raise Refused("stale", "Everybody who was asked has answered.", "the newest card shows what is true now")
        own = [p for p in asked if sheet_of(table, p.what.who).owner == table.viewer.user]
        return answer_panel(table, (own or asked)[0])

    await view_table(interaction, card)


def _any(table: Shown, pending: str) -> Pending[Challenged | Requested]:
    kind = table.state.scene.pending.get(int(pending))
    return waiting_for(
        table, pending, Requested if kind is not None and isinstance(kind.what, Requested) else Challenged
    )


@press("traits-a-with")
async def pick_answer(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Another ability."""
    await view_table(
        interaction, lambda table: answer_panel(table, _any(table, args[0]), args[5], args[3], args[4]), update=True
    )


@press("traits-a-burn")
async def toggle_answer_burn(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Burn, or not."""
    burn = "0" if args[3] == "1" else "1"
    await view_table(
        interaction, lambda table: answer_panel(table, _any(table, args[0]), args[2], burn, args[4]), update=True
    )


@press("traits-a-go")
async def go_answer(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Commit the answer that the panel shows; the card of the challenge loses its buttons."""
    pending, rev, old = int(args[0]), int(args[1]), list[Card]()

    def make(table: Shown) -> Defend | AnswerAsk:
        what = _any(table, args[0]).what
        if isinstance(what, Challenged):
            old[:] = [cards.settled(again(table, EVERYBODY).state, what)]
        who = _answering(what)
        side = _side(what)
        ability = chosen_ability(sheet_of(table, who), _trait(what), side, args[2])
        kind: type[Defend] | type[AnswerAsk] = Defend if isinstance(what, Challenged) else AnswerAsk
        return kind(who, ability, args[3] == "1", pending, rev)

    if await commit(interaction, make, update=True) is not None and old:
        await _retire(interaction, args[4], old[0])


@press("traits-oppose")
async def open_opposing(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A GM says on which trait a challenge is answered: which are there."""

    async def card(table: Shown) -> Card:
        made = (await _open(interaction, table, args)).what
        if not table.viewer.gm:
            raise Refused("not-gm", "On which trait it is answered is the GM's to say.", "Defend answers it")
        on = made.answered_on if isinstance(made, Challenged) else ""
        traits = tuple((t.capitalize(), t) for t in TRAIT_NAMES)
        pick = Pick("Answered on", "traits-oppose-on", args[:2], traits, on)
        return Card("On which trait it is answered", ("The challenge itself stays as it is.",), picks=(pick,))

    await view_table(interaction, card)


@press("traits-oppose-on")
async def oppose(interaction: Interaction, args: tuple[str, ...]) -> None:
    """It is answered on this one."""
    move = Oppose(CHAIR, args[2], int(args[0]), int(args[1]))
    done = Card("Said", ("The channel has a new card with it.",))
    await act(
        interaction,
        lambda _: move,
        lambda played: Answer(done, public(played)),
        private=True,
        update=True,
    )


@press("traits-force")
async def force(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The GM answers for somebody: bare."""
    move = Force(CHAIR, int(args[0]), int(args[1]))

    def now(table: Shown) -> Card | None:
        return None if move.pending in table.state.scene.pending else cards.settled(table.state)

    await act(interaction, lambda _: move, told, update=True, present=now)


# -- a GM's creatures --------------------------------------------------------------------------------------------------


def _for_creatures(table: Shown) -> list[Pending[Challenged | Requested]]:
    """The challenges that wait for a creature, the oldest first."""
    names, waiting = table.state.campaign.names, table.state.scene.pending.values()
    return [
        p
        for p in waiting
        if isinstance(p.what, Challenged) and p.what.target in names and _creature(table, p.what.target)
    ]


def _creature(table: Shown, i: Id) -> bool:
    return i in table.state.sheets and table.state.campaign.names[i].owner == CHAIR


def _up(table: Shown) -> list[Id]:
    fight = table.state.scene.fight
    return [i for i in (fight.now if fight is not None else ()) if _creature(table, i)]


def chair(table: Shown) -> Card:
    """A GM's panel: the defence of a creature that is challenged; else the turn of one that is up."""
    for p in _for_creatures(table):
        return answer_panel(table, p)
    if not (up := _up(table)):
        raise Refused("STATE", "No creature is up here.", "/combat status shows the fight")
    return turn(table, up[0])


def gm_buttons(table: Shown) -> tuple[Button, ...]:
    """What a GM may do besides: the turn of a creature, and its defence."""
    made = [
        Button(f"Defend {_name(table, p.what.target)}", "traits-defend", (str(p.id), str(p.rev)), "primary")
        for p in _for_creatures(table)[:3]
        if isinstance(p.what, Challenged)
    ]
    made += [Button(f"Turn of {_name(table, i)}", "traits-challenge", (i,), "primary") for i in _up(table)[:1]]
    return tuple(made)


def _name(table: Shown, i: Id) -> str:
    return cut(name_of(i, table.state), 40)
