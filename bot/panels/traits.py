"""Traits' panels: a challenge about to be made, its answer, a purchase; the form of a new character."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from discord import ui

from bot.action import Answer, Interaction, Played, Result, act, answer, ask, asking_of, place_of, play, view_table
from bot.cards import traits as cards
from bot.cards.card import Button, Card, Pick
from bot.press import fields, form, form_id, press
from bot.shown import Shown
from bot.text import cut, escape
from mechanics.facts import name_of
from mechanics.game import CHAIR, Force, Id, Move, Refusal, Refused
from mechanics.games.traits.catalogue import TRAIT_NAMES, key
from mechanics.games.traits.moves import (
    AnswerAsk,
    Burn,
    Buy,
    Challenge,
    Choose,
    Defend,
    Describe,
    DropDraft,
    Finish,
    Heal,
    Hurt,
    NewDraft,
    Walk,
)
from mechanics.games.traits.pending import Challenged, Requested
from mechanics.games.traits.play.challenges import added, total_of
from mechanics.games.traits.play.fighting import steps_left
from mechanics.games.traits.prices import HIGHEST, Quote, quote
from mechanics.games.traits.sheet import Sheet, current
from mechanics.offers import judge
from mechanics.state import Pending

if TYPE_CHECKING:
    pass

BARE = "-"
"""No ability, in a menu."""
TARGETS = 25
DAMAGE = 10
"""The most damage that the menu offers; more is typed."""


def token(name: str) -> str:
    """A name within the id of a button: short, and without a colon."""
    return f"{crc32(key(name).encode()):08x}"


def new_draft(title: str) -> Move:
    """Begin a character."""
    return NewDraft(title=title)


def sheet_of(table: Shown, who: str) -> Sheet:
    """The sheet that a panel is about; refused `stale` when it is gone."""
    sheet: Sheet | None = table.state.sheets.get(Id(who))
    if sheet is None:
        raise Refused("stale", "That character is no longer here.", "/character list shows who is")
    return sheet


# -- /play -------------------------------------------------------------------------------------------------------------


def buttons(table: Shown, who: Id) -> tuple[tuple[Button, ...], tuple[str, ...]]:
    """Answer what waits, Challenge, Buy, Burn, Hurt, Heal; greyed with the reason where the rules say no."""
    made: list[Button] = []
    reasons: list[str] = []
    for p in table.state.scene.pending.values():
        if isinstance(p.what, Challenged) and p.what.target == who:
            made.append(Button("Defend", "traits-defend", (str(p.id), str(p.rev)), "primary"))
        elif isinstance(p.what, Requested) and p.what.who == who:
            made.append(Button("Answer", "traits-ask", (str(p.id // 100),), "primary"))
    made = made[-2:]
    target = next(iter(_targets(table, who)), None)
    tries: tuple[tuple[str, str, tuple[str, ...], Move | None], ...] = (
        ("Challenge", "traits-challenge", (who,), Challenge(who, target, "physical") if target else None),
        ("Buy", "traits-buy", (who,), None),
        ("Burn", "traits-burn", (who,), _first(table, [Burn(who, trait, 1) for trait in TRAIT_NAMES])),
        ("Hurt", "traits-mark", (who, "hurt"), Hurt(who, 1)),
        ("Heal", "traits-mark", (who, "heal"), Heal(who, 1)),
    )
    for label, verb, args, move in tries:
        why = judge(table.game, table.state, table.viewer, move).refusal if move is not None else None
        made.append(Button(label, verb, args, "primary" if label == "Challenge" else "secondary", why is not None))
        if why is not None:
            reasons.append(f"{label}: {escape(why.message)}")
    return tuple(made), tuple(reasons)


def _first(table: Shown, moves: Sequence[Move]) -> Move:
    """The first of these that may be made, else the first."""
    allowed = (m for m in moves if judge(table.game, table.state, table.viewer, m).refusal is None)
    return next(allowed, moves[0])


# -- a challenge -------------------------------------------------------------------------------------------------------


def _targets(table: Shown, who: Id) -> list[Id]:
    """Whom one may challenge: in a fight those who fight, of the other side first; else everybody living."""
    names, fight = table.state.campaign.names, table.state.scene.fight
    if fight is not None and who in fight.seats:
        side = fight.seats[who].side
        found = sorted(fight.seats, key=lambda i: fight.seats[i].side == side)
    else:
        living = [
            i for i, n in names.items() if n.kind != "draft" and not n.retired and (n.kind == "pc" or table.viewer.gm)
        ]
        found = sorted(living, key=lambda i: names[i].owner == table.viewer.user)
    return [i for i in found if i != who and i in table.state.sheets and not table.state.sheets[i].dead][:TARGETS]


def _withs(sheet: Sheet, trait: str, side: str) -> list[tuple[str, int]]:
    """The abilities that may be added to this trait on this side, with their bonus, those of disciplines too."""
    known = cards.known_disciplines(sheet)
    names = [a.name for a in sheet.abilities] + [x.name for x in (known.learnt if known else ())]
    found = []
    for name in names:
        try:
            (one,) = added(sheet, name, trait, "start" if side == "start" else "answer")
        except (Refused, ValueError):
            continue
        found.append((one.name, one.bonus))
    return found


def _chosen(sheet: Sheet, trait: str, side: str, chosen: str) -> str:
    """The name of the ability that a menu's value means, "" for none."""
    return next((name for name, _ in _withs(sheet, trait, side) if token(name) == chosen), "")


def _total(table: Shown, who: Id, trait: str, ability: str, burn: bool, side: str) -> int:
    sheet = sheet_of(table, who)
    extra = added(sheet, ability, trait, "start" if side == "start" else "answer") if ability else ()
    return total_of(who, sheet, table.state.rulings.halving, trait, extra, burn).total or 0


def _with_pick(
    table: Shown, who: Id, trait: str, side: str, verb: str, args: tuple[str, ...], chosen: str, burn: bool
) -> Pick:
    """What to add, with the total beside each choice."""
    options = [(f"{trait.capitalize()} alone: {_total(table, who, trait, '', burn, side)}", BARE)]
    options += [
        (f"{cut(name, 60)} {bonus}: {_total(table, who, trait, name, burn, side)}", token(name))
        for name, bonus in _withs(sheet_of(table, who), trait, side)
    ]
    unique = {value: label for label, value in reversed(options)}
    pairs = tuple((unique[value], value) for value in dict.fromkeys(v for _, v in options))
    return Pick("With", verb, args, pairs[:25], chosen)


def _burning(
    table: Shown, who: Id, trait: str, ability: str, burn: bool, side: str, verb: str, args: tuple[str, ...]
) -> Button:
    left = current(sheet_of(table, who), trait)
    now, other = (_total(table, who, trait, ability, b, side) for b in (burn, not burn))
    word = "Do not burn" if burn else "Burn 1"
    return Button(f"{word} ({left} left): {now} → {other}", verb, args, "secondary", not burn and left < 1)


def first_choice(table: Shown, who: Id) -> tuple[str, ...]:
    """What the panel of a challenge shows at first: the nearest target, the best attack, its damage."""
    sheet = sheet_of(table, who)
    targets = _targets(table, who)
    attacks = [a for a in sheet.abilities if a.role.startswith("attack")]
    best = max(attacks, key=lambda a: a.rating, default=None)
    trait = best.trait or "physical" if best else "physical"
    return (
        who,
        targets[0] if targets else who,
        trait,
        token(best.name) if best else BARE,
        "0",
        str(best.damage if best else 0),
    )


def challenge_panel(table: Shown, args: tuple[str, ...], walking: bool = False) -> Card:
    """Whom, on what, with what, for how much damage, burning or not: the total beside each, and one button."""
    who, target, trait, chosen, burn, damage = args
    sheet = sheet_of(table, who)
    ability, burns = _chosen(sheet, trait, "start", chosen), burn == "1"
    chosen = token(ability) if ability else BARE
    args = (who, target, trait, chosen, burn, damage)
    targets = tuple((cut(name_of(i, table.state), 80), i) for i in _targets(table, Id(who))) or (("nobody", who),)
    amounts = sorted({*range(DAMAGE + 1), int(damage)})
    picks = (
        Pick("Whom", "traits-c-target", args, targets, target),
        Pick("On what", "traits-c-trait", args, tuple((t.capitalize(), t) for t in TRAIT_NAMES), trait),
        _with_pick(table, Id(who), trait, "start", "traits-c-with", args, chosen, burns),
        Pick("Damage", "traits-c-damage", args, tuple((f"{n} damage", str(n)) for n in amounts), damage),
    )
    move = _challenge(sheet, args, None)
    why = judge(table.game, table.state, table.viewer, move).refusal
    total = _total(table, Id(who), trait, ability, burns, "start")
    lines = [f"{escape(sheet.name)}: {trait.capitalize()}{' + ' + escape(ability) if ability else ''} = **{total}**"]
    lines += [escape(why.message)] if why else []
    fight = table.state.scene.fight
    made = [
        Button("Challenge", "traits-c-go", (*args, str(fight.turn) if fight else ""), "success", why is not None),
        _burning(table, Id(who), trait, ability, burns, "start", "traits-c-burn", args),
    ]
    if walking and fight is not None:
        left = steps_left(sheet, fight.seats[Id(who)].budget, table.state.rulings.halving)
        lines.append(f"Steps left: {left}")
        made += [
            Button(f"Walk {n}", "traits-walk", (who, str(n), str(fight.turn)), disabled=n > left)
            for n in {1, max(1, left)}
        ]
        made.append(Button("End turn", "fight-next", (str(fight.turn),)))
    small = ("Only you see this. Nobody sees a burn before both sides are in.",)
    return Card("A challenge", tuple(lines), small, tuple(made), "open", picks=picks)


def turn(table: Shown, who: Id) -> Card:
    """The panel of a fighter's turn."""
    return challenge_panel(table, first_choice(table, who), walking=True)


def _challenge(sheet: Sheet, args: tuple[str, ...], turn: int | None) -> Challenge:
    who, target, trait, chosen, burn, damage = args[:6]
    ability = _chosen(sheet, trait, "start", chosen)
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
    await commit(interaction, lambda table: _challenge(sheet_of(table, args[0]), args, turn), update=True)


def side_card(played: Played, who: Id, trait: str, ability: str, burn: bool, side: str, before: Sheet) -> Card:
    """What one committed, for their eyes alone."""
    extra = added(before, ability, trait, "start" if side == "start" else "answer") if before.conscious else ()
    total = total_of(who, before, played.state.rulings.halving, trait, extra, burn)
    return cards.committed(played.caller, total, burn)


async def commit(
    interaction: Interaction, make: Callable[[Shown], Challenge | Defend | AnswerAsk], *, update: bool = False
) -> None:
    """Commit a side: the caller sees what it is, the channel what everybody may know."""
    seen: list[tuple[Sheet, str]] = []

    def keeping(table: Shown) -> Move:
        move = make(table)
        waiting = table.state.scene.pending.get(getattr(move, "pending", None) or 0)
        trait = move.trait if isinstance(move, Challenge) else waiting.what.trait if waiting is not None else ""
        seen.append((sheet_of(table, move.actor), trait))
        return move

    def card(played: Played) -> Result:
        public = cards.result(played.everybody)
        move = played.entry.move
        if not seen or not isinstance(move, Challenge | Defend | AnswerAsk) or not seen[-1][1]:
            return Answer(public)
        before, trait = seen[-1]
        side = "answer" if isinstance(move, Defend) else "start"
        return Answer(side_card(played, move.actor, trait, move.ability, move.burn, side, before), public)

    await act(interaction, keeping, card, private=True, update=update)


# -- the answer --------------------------------------------------------------------------------------------------------


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


def answer_panel(table: Shown, p: Pending[Challenged | Requested], chosen: str = BARE, burn: str = "0") -> Card:
    """What to add and whether to burn, the total beside each, and one button that commits."""
    what, who = p.what, _answering(p.what)
    sheet = sheet_of(table, who)
    if sheet.owner != table.viewer.user and not table.viewer.gm:
        raise Refused("not-yours", f"That is for {name_of(who, table.state)} to answer.", "the card says for whom")
    side, trait = ("answer" if isinstance(what, Challenged) else "start"), what.trait
    ability, burns = _chosen(sheet, trait, side, chosen), burn == "1"
    args = (str(p.id), str(p.rev), token(ability) if ability else BARE, burn)
    kind: type[Defend] | type[AnswerAsk] = Defend if isinstance(what, Challenged) else AnswerAsk
    grey = []
    for name, _ in _withs(sheet, trait, side):
        why = judge(table.game, table.state, table.viewer, kind(who, name, False, p.id, p.rev)).refusal
        if why is not None:
            grey.append(f"{escape(name)}: {escape(why.message)}")
    why = judge(table.game, table.state, table.viewer, kind(who, ability, burns, p.id, p.rev)).refusal
    total = _total(table, who, trait, ability, burns, side) if sheet.conscious else 0
    lines = [f"{escape(sheet.name)}: {trait.capitalize()}{' + ' + escape(ability) if ability else ''} = **{total}**"]
    if isinstance(what, Requested):
        lines.append(f"More than {what.vs} wins.")
    lines += [escape(why.message)] if why else []
    made = (
        Button("Commit", "traits-a-go", args, "success", why is not None),
        _burning(table, who, trait, ability, burns, side, "traits-a-burn", args),
    )
    picks = (_with_pick(table, who, trait, side, "traits-a-with", args, args[2], burns),) if sheet.conscious else ()
    title = f"Defend {escape(sheet.name)}" if isinstance(what, Challenged) else f"Answer for {escape(sheet.name)}"
    return Card(title, tuple(lines), ("Only you see this.", *grey[:5]), made, "open", picks=picks)


@press("traits-defend")
async def open_defence(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of a defence."""

    def card(table: Shown) -> Card:
        p = waiting_for(table, args[0], Challenged)
        if p.rev != int(args[1]):
            raise Refused("stale", "That has moved on since this button was made.", "the newest card")
        return answer_panel(table, p)

    await view_table(interaction, card)


@press("traits-ask")
async def open_answer(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel of what the GM asked for: one's own first, for a GM the oldest that is open."""

    def card(table: Shown) -> Card:
        waiting = table.state.scene.pending.values()
        asked = [p for p in waiting if isinstance(p.what, Requested) and p.id // 100 == int(args[0])]
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
        interaction, lambda table: answer_panel(table, _any(table, args[0]), args[4], args[3]), update=True
    )


@press("traits-a-burn")
async def toggle_answer_burn(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Burn, or not."""
    burn = "0" if args[3] == "1" else "1"
    await view_table(interaction, lambda table: answer_panel(table, _any(table, args[0]), args[2], burn), update=True)


@press("traits-a-go")
async def go_answer(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Commit the answer that the panel shows."""
    pending, rev = int(args[0]), int(args[1])

    def make(table: Shown) -> Defend | AnswerAsk:
        what = _any(table, args[0]).what
        who = _answering(what)
        side = "answer" if isinstance(what, Challenged) else "start"
        ability = _chosen(sheet_of(table, who), what.trait, side, args[2])
        kind: type[Defend] | type[AnswerAsk] = Defend if isinstance(what, Challenged) else AnswerAsk
        return kind(who, ability, args[3] == "1", pending, rev)

    await commit(interaction, make, update=True)


@press("traits-force")
async def force(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The GM answers for somebody: bare."""
    move = Force(CHAIR, int(args[0]), int(args[1]))
    await act(interaction, lambda _: move, lambda played: cards.result(played.everybody), update=True)


# -- steps, marks, burns -----------------------------------------------------------------------------------------------


@press("traits-walk")
async def walk(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Take steps."""
    move = Walk(Id(args[0]), int(args[1]), int(args[2]))
    await act(interaction, lambda _: move, lambda played: cards.result(played.everybody))


class Marking(ui.Modal, title="Hit points"):
    """Damage or healing, marked by hand."""

    amount = ui.Label(text="Amount", component=ui.TextInput[ui.Modal](custom_id="amount", max_length=10))


class Burning(ui.Modal, title="Burn for a power"):
    """The price of a power."""

    trait = ui.Label(
        text="Trait",
        description="Physical, mental or social",
        component=ui.TextInput[ui.Modal](custom_id="trait", default="physical", max_length=20),
    )
    points = ui.Label(text="Points", component=ui.TextInput[ui.Modal](custom_id="points", default="1", max_length=10))


def _whole(text: str) -> int:
    bare = text.strip()
    if not bare.lstrip("+-").isdecimal() or not bare.isascii():
        raise Refused("bad-value", "That is no whole number.", "for example 3")
    return int(bare)


@press("traits-mark")
async def open_marking(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form for damage or healing."""
    await ask(interaction, Marking(custom_id=form_id("traits-mark", *args)))


@form("traits-mark")
async def mark(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Mark damage or healing."""
    kind, typed = (Heal if args[1] == "heal" else Hurt), fields(interaction)
    await act(
        interaction,
        lambda _: kind(Id(args[0]), _whole(typed.get("amount", ""))),
        lambda played: cards.result(played.everybody),
    )


@press("traits-burn")
async def open_burning(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form for a power's price."""
    await ask(interaction, Burning(custom_id=form_id("traits-burn", *args)))


@form("traits-burn")
async def burn(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Burn points."""
    typed = fields(interaction)
    await act(
        interaction,
        lambda _: Burn(Id(args[0]), typed.get("trait", ""), _whole(typed.get("points", ""))),
        lambda played: cards.result(played.everybody),
    )


# -- buying ------------------------------------------------------------------------------------------------------------


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
    """Buy what the panel shows."""
    await act(
        interaction,
        lambda table: Buy(Id(args[0]), _named(table, args[0], args[1]), int(args[2])),
        lambda played: cards.result(played.caller),
        private=True,
        update=True,
    )


# -- a new character ---------------------------------------------------------------------------------------------------


class Describing(ui.Modal, title="A new character"):
    """The one form of a character."""

    name = ui.Label(text="Name", component=ui.TextInput[ui.Modal](custom_id="name", required=False, max_length=200))
    traits = ui.Label(
        text="Traits",
        description="Physical/Mental/Social; left empty they stay",
        component=ui.TextInput[ui.Modal](custom_id="traits", required=False, placeholder="1/1/1"),
    )
    abilities = ui.Label(
        text="Abilities",
        description="Of the general list, with ratings; none takes all back",
        component=ui.TextInput[ui.Modal](custom_id="abilities", required=False, placeholder="Awareness 1"),
    )


@press("traits-type")
async def open_form(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the form."""
    await ask(interaction, Describing(custom_id=form_id("traits-type", *args)))


@form("traits-type")
async def typed(interaction: Interaction, args: tuple[str, ...]) -> None:
    """What was typed about a new character."""
    found = fields(interaction)
    words = (found.get("name", ""), found.get("traits", ""), found.get("abilities", ""))
    await _draft_move(interaction, Describe(Id(args[0]), *words))


@press("traits-draft-trait")
async def choose_trait(interaction: Interaction, args: tuple[str, ...]) -> None:
    """A trait is this from now on."""
    await _draft_move(interaction, Choose(Id(args[0]), args[1], int(args[2])))


@press("traits-draft-ability")
async def choose_ability(interaction: Interaction, args: tuple[str, ...]) -> None:
    """An ability is this from now on."""
    name, _, rating = args[1].rpartition("=")
    await _draft_move(interaction, Choose(Id(args[0]), name or "-", int(rating) if rating.isdecimal() else 1))


async def _draft_move(interaction: Interaction, move: Describe | Choose) -> None:
    await act(
        interaction,
        lambda _: move,
        lambda played: cards.draft(played.caller, move.actor),
        private=True,
        update=interaction.message is not None,
    )


@press("traits-finish")
async def finish(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The draft becomes a character; the channel is told."""
    who = Id(args[0])

    async def work() -> Result:
        asking, place = asking_of(interaction), place_of(interaction)
        played = await play(interaction.client, place, asking, lambda _: Finish(actor=who), interaction.id)
        if isinstance(played, Refusal):
            return played
        return Answer(cards.sheet(played.caller, who, "character"), cards.result(played.everybody))

    await answer(interaction, work, private=True, update=True)


@press("traits-drop")
async def drop(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The draft is thrown away."""
    await act(
        interaction,
        lambda _: DropDraft(actor=Id(args[0])),
        lambda played: Card("Dropped", ("The unfinished character is gone.",)),
        private=True,
        update=True,
    )
