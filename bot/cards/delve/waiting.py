"""What waits for somebody: the question, the exact chance of each answer, and the buttons that give it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.cards.card import Button, Card
from bot.cards.delve.chances import chance, likely, why_not
from bot.cards.result import called, players
from bot.shown import Shown
from bot.text import cut, escape, listed, plural, short
from mechanics.facts import name_of
from mechanics.game import CHAIR, Id
from mechanics.games.delve.moves import AnswerAsk, Counterspell, Decide, Defend, Plus5, Reroll, Strike, Wear
from mechanics.games.delve.pending import (
    Armor,
    Asked,
    Counter,
    Daring,
    Defence,
    Miscast,
    Roll,
    Splitting,
    ToAid,
    ToAvoid,
    ToCast,
    ToCommand,
    ToCounter,
    ToHit,
    ToKeep,
    ToLive,
)
from mechanics.games.delve.play.attacks import UNARMED, WEAPONS
from mechanics.games.delve.play.checks import DIFFICULTIES, FEAT_ABILITY
from mechanics.games.delve.play.defence import TN_ARMOR, halved, wearable
from mechanics.games.delve.play.effects import even
from mechanics.games.delve.sheet import Sheet
from mechanics.state import Pending
from mechanics.step import OPENED

PIECES = 3
"""How many pieces of armor, or weapons, one card has buttons for."""
MISCASTS = {
    "armor": "The armor of the caster breaks, and that of others whom you choose.",
    "weapons": "The weapons of the caster become bouquets, and those of others whom you choose.",
    "shadow": "The caster's shadow flees with all that is carried; you can have it give everything back.",
    "person": "The spell leaves its thing and joins as an ally of the caster's level.",
}
"""What a miscast of which the GM decides would do."""
WORDS: dict[type[object], str] = {
    Roll: "Luck?",
    Defence: "Defend",
    Armor: "Armor?",
    Counter: "Strike back?",
    Splitting: "Share damage",
}
"""What a button says of a decision that waits."""
FOR_THEM = "Answer for them"

AnyPending = Pending[Any]
Asking = tuple[list[str], list[Button]]


def waiting_card(shown: Shown, p: AnyPending) -> Card:
    """One decision that waits, by itself."""
    lines, buttons = asking(shown, p)
    return Card(title_of(shown, p), tuple(lines), (), tuple(buttons), "open")


def first_answer(shown: Shown, who: Id) -> str:
    """What has to be answered before `who` does anything else; empty if nothing."""
    found = [p for p in shown.state.scene.pending.values() if p.blocks]
    if own := [p for p in found if who in p.by]:
        return f"Press {WORDS.get(type(own[-1].what), 'Roll')} first."
    return f"{name_of(found[-1].what.who, shown.state)} has to answer first." if found else ""


def title_of(shown: Shown, p: AnyPending) -> str:
    """What waits, and for whom."""
    who = escape(name_of(p.what.who, shown.state))
    match p.what:
        case Roll(note=note):
            return f"{who}: {escape(note) or 'a failed roll'}"
        case Defence():
            return f"{who} is attacked"
        case Armor():
            return f"{who}: armor?"
        case Counter():
            return f"{who} may strike back"
        case Daring(what=what):
            return f"{who} dares: {escape(cut(what, 150))}"
        case Miscast(spell=spell):
            return f"{who} has miscast {spell}"
        case Splitting(total=total):
            return f"{who} shares out {total} damage"
    return f"{who} is asked for a roll"


def asking(shown: Shown, p: AnyPending) -> Asking:
    """What is asked in words, and the buttons that answer it."""
    ids = (str(p.id), str(p.rev))
    match p.what:
        case Roll():
            return _roll(shown, p, p.what, ids)
        case Defence():
            return _defence(shown, p, p.what, ids)
        case Armor():
            return _armor(shown, p, p.what, ids)
        case Counter():
            return _counter(shown, p, p.what, ids)
        case Daring():
            return _daring(shown, p, p.what, ids)
        case Miscast():
            others = [Button("And others", "delve-others", ids)] if p.what.kind in ("armor", "weapons") else []
            yes, no = Button("It happens", "delve-so", ids, "primary"), Button("Nothing comes of it", "delve-no", ids)
            return [f"The GM decides. {MISCASTS[p.what.kind]}"], [yes, *others, no]
        case Splitting():
            shares = even(p.what.total, len(p.what.targets))
            each = zip(p.what.targets, shares, strict=True)
            words = ", ".join(f"{escape(name_of(t, shown.state))} {n}" for t, n in each)
            return [f"Shared evenly: {words}."], [
                Button("Share evenly", "delve-even", ids, "primary"),
                Button("Share it out", "delve-split", ids),
                Button(FOR_THEM, "delve-force", ids),
            ]
    return ["Press **Roll**."], [Button("Roll", "delve-ask", (str(p.id // OPENED),), "primary")]


# -- a failed roll -----------------------------------------------------------------------------------------------------


def _roll(shown: Shown, p: AnyPending, what: Roll, ids: tuple[str, str]) -> Asking:
    it: Sheet | None = shown.state.sheets.get(what.who)
    luck = it.luck_now if it is not None else 0
    lines = [f"{escape(name_of(what.who, shown.state))} has {luck} Luck. Accept: {comes(what)}."]
    buttons = []
    for label, verb, move in (
        ("Reroll", "delve-reroll", Reroll(what.who, p.id, p.rev)),
        ("+5", "delve-plus", Plus5(what.who, p.id, p.rev)),
    ):
        why = why_not(shown, what.who, move)
        then = likely(shown, what.who, move) if not why else ""
        words = f"{label}: 0 % →{then}" if then else label
        buttons.append(Button(words, verb, ids, "primary" if label == "Reroll" else "secondary", bool(why)))
        if why:
            lines.append(f"{label}: {escape(why)}")
        elif label == "+5" and not chance(shown, what.who, move):
            lines.append("+5 alone is not enough; it would count for a reroll as well.")
    buttons.append(Button("Accept", "delve-accept", ids))
    return lines, buttons


def comes(what: Roll) -> str:
    """What comes of a failed roll that stands, in a few words."""
    match what.goal:
        case ToHit():
            return "a miss"
        case ToAvoid(harm=harm) | ToCounter(harm=harm):
            return f"hit for {harm}"
        case ToKeep(item=item):
            return f"{escape(cut(item, 40))} is destroyed"
        case ToLive():
            return "death"
        case ToCast():
            return "not cast yet"
        case ToCommand():
            return "the demon does as it likes"
        case ToAid():
            return "no help"
    return "it fails"


# -- the exchange of blows ---------------------------------------------------------------------------------------------


def _defence(shown: Shown, p: AnyPending, what: Defence, ids: tuple[str, str]) -> Asking:
    it: Sheet | None = shown.state.sheets.get(what.who)
    enemy = escape(name_of(what.enemy, shown.state))
    added = "" if it is None else f"DEX {it.bonus('dex')}" if it.abilities else f"level {it.bonus('dex')}"
    lines = [f"Against {enemy}: d20 + {added} has to beat {what.tn}, or it is a hit for {what.harm}."]
    buttons = []
    for label, verb, move in (
        ("Defend", "delve-defend", Defend(what.who, False, p.id, p.rev)),
        ("+5 and defend", "delve-defend-plus", Defend(what.who, True, p.id, p.rev)),
    ):
        if not (why := why_not(shown, what.who, move)):
            words = f"{label}:{then}" if (then := likely(shown, what.who, move)) else label
            buttons.append(Button(words, verb, ids, "primary" if label == "Defend" else "secondary"))
        elif label == "Defend":
            lines.append(escape(why))
    if what.magic:
        spell = Counterspell(what.who, False, p.id, p.rev)
        why = why_not(shown, what.who, spell)
        words = f"Counterspell:{then}" if not why and (then := likely(shown, what.who, spell)) else "Counterspell"
        buttons.append(Button(words, "delve-counter", ids, disabled=bool(why)))
        lines.append(f"It is magic. {escape(why)}".strip())
    buttons.append(Button(FOR_THEM, "delve-force", ids))
    return lines, buttons


def _armor(shown: Shown, p: AnyPending, what: Armor, ids: tuple[str, str]) -> Asking:
    it: Sheet | None = shown.state.sheets.get(what.who)
    pieces = list(dict.fromkeys(x for x in (it.items if it is not None else ()) if wearable(x)))
    lines, buttons = [f"{what.damage} damage comes through."], []
    for item in pieces[:PIECES]:
        words = f"Wear {cut(item.name, 30)}: {what.damage} → {halved(what.damage)}"
        buttons.append(Button(words, "delve-wear", (*ids, short(item.name)), "primary"))
        if item.temporary:
            lines.append(f"{escape(item.name)} is gone after it.")
        else:
            lasts = likely(shown, what.who, Wear(what.who, item.name, p.id, p.rev))
            lines.append(f"{escape(item.name)}: CHA has to beat {TN_ARMOR}, or it is destroyed; it lasts{lasts}.")
    buttons.append(Button(f"Take it: {what.damage}", "delve-take", ids))
    buttons.append(Button(FOR_THEM, "delve-force", ids))
    return lines, buttons


def weapons(it: Sheet) -> list[str]:
    """What somebody can strike with, by name, bare hands last."""
    if not it.abilities:
        return [""]
    return [*dict.fromkeys(x.name for x in it.items if x.kind in WEAPONS and x.usable), UNARMED]


def _counter(shown: Shown, p: AnyPending, what: Counter, ids: tuple[str, str]) -> Asking:
    it: Sheet | None = shown.state.sheets.get(what.who)
    lines, buttons = ["A critical defence: one attack back, free, now or never."], []
    found = weapons(it) if it is not None else []
    for name in [*found[: PIECES - 1], *found[-1:]] if len(found) > PIECES else found:
        move = Strike(what.who, name, False, p.id, p.rev)
        why = why_not(shown, what.who, move)
        label = f"Strike, {cut(name, 30)}" if name else "Strike"
        words = f"{label}:{then}" if not why and (then := likely(shown, what.who, move)) else label
        buttons.append(Button(words, "delve-strike", (*ids, short(name)), "primary", bool(why)))
        lines += [escape(why)] if why and escape(why) not in lines else []
    buttons += [Button("Skip", "delve-skip", ids), Button(FOR_THEM, "delve-force", ids)]
    return lines, buttons


# -- the GM's word -----------------------------------------------------------------------------------------------------


def _daring(shown: Shown, p: AnyPending, what: Daring, ids: tuple[str, str]) -> Asking:
    ability = what.ability or FEAT_ABILITY
    buttons = []
    for name, tn in list(DIFFICULTIES.items())[1:]:
        buttons.append(Button(f"{name.capitalize()} {tn}", "delve-tn", (*ids, str(tn)), "primary"))
    buttons += [Button("Set TN", "delve-set-tn", ids), Button("Not possible", "delve-no", ids)]
    lines = [f"The GM says whether it can be done, and against what; with {ability.upper()} unless another is set."]
    if why := why_not(shown, CHAIR, Decide(CHAIR, pending=p.id, rev=p.rev)):
        lines.append(escape(why))
    return lines, buttons


def ask_card(shown: Shown, entry: int) -> Card:
    """Whom the GM asked, for what, with everybody's chance; who was asked presses Roll."""
    found = [p for p in shown.state.scene.pending.values() if isinstance(p.what, Asked) and p.id // OPENED == entry]
    if not found:
        return Card("Everybody who was asked has rolled")
    first, users = found[0].what, players(shown, (p.what.who for p in found))
    who = listed([escape(name_of(p.what.who, shown.state)) for p in found])
    lines = called(users)
    lines += [f"> {escape(first.note)}"] if first.note else []
    lines += _each(shown, found)
    lines.append("Press **Roll** when it is you who was asked.")
    buttons = (
        Button("Roll", "delve-ask", (str(entry),), "primary"),
        Button("+5 and roll", "delve-ask-plus", (str(entry),)),
    )
    title = f"{who}: {first.ability.upper()}, more than {first.tn}"
    return Card(title, tuple(lines), (), buttons, "open", users)


def _each(shown: Shown, found: Sequence[AnyPending]) -> list[str]:
    words = []
    for p in found[:6]:
        it: Sheet | None = shown.state.sheets.get(p.what.who)
        if it is None:
            continue
        plain, plus = AnswerAsk(p.what.who, False, p.id, p.rev), AnswerAsk(p.what.who, True, p.id, p.rev)
        more = f", with +5{likely(shown, p.what.who, plus)}" if it.luck_now else ""
        added = f"{p.what.ability.upper()} {it.bonus(p.what.ability)}"
        words.append(f"{escape(it.name)}: {added},{likely(shown, p.what.who, plain)}{more}")
    return [*words, *([f"and {plural(len(found) - 6, 'more', 'more')}"] if len(found) > 6 else [])]
