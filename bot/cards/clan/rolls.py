"""Open rolls: whose Luck could still change them, the exact chance of each, and the buttons."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from bot.cards.card import Button, Card
from bot.cards.clan.words import total_words
from bot.shown import Shown
from bot.text import cut, escape, percent, plural
from mechanics.facts import Compared, Fact, Rolled, name_of
from mechanics.game import CHAIR, Caller, Id, Refusal
from mechanics.games.clan.moves import Luck
from mechanics.games.clan.pending import Fumbled, Open, Placing
from mechanics.games.clan.play.rolls import RULES, as_sum, verdict, words
from mechanics.odds import odds
from mechanics.state import Pending
from mechanics.view import numbers_shown

CHAIRMAN = Caller("gm", gm=True)
"""In whose name chances are worked out; what the viewer may not see is gone from the state by then."""
GOOD = {"success", "extreme success", "hit", "natural 12: hit", "a"}
"""Verdicts that are good for who made the roll; the other side of a contest likes all others."""
GREAT = {"extreme success", "natural 12: hit"}


def verdict_of(fact: Fact) -> str | None:
    """How a roll stands, where a fact tells it: the verdict, or the total where nothing was to be reached."""
    if isinstance(fact, Compared):
        return fact.verdict
    if isinstance(fact, Rolled) and fact.rule in RULES.values():
        return fact.verdict or str(fact.sum.total)
    return None


class Chance(NamedTuple):
    """What is hoped for ("hit"), how likely it is as things stand, and with one Luck more."""

    what: str
    before: Fraction
    after: Fraction

    @property
    def text(self) -> str:
        """`hit 0 % → 42 %`"""
        return f"{self.what} {percent(self.before)} → {percent(self.after)}"


HOPES = {
    "check": "success",
    "survive": "success",
    "attack": "hit",
    "kill": "kill",
    "maneuver": "it works",
}


def chance_of(shown: Shown, p: Pending[Open], who: Id) -> Chance | None:
    """The exact chance of one more Luck on this roll for one who rolled in it; None where it was not worked out."""
    o = p.what
    found = odds(shown.game, shown.state, CHAIRMAN, Luck(who, 1, p.id, p.rev), verdict_of)
    if isinstance(found, Refusal):
        return None
    now = verdict(o)
    ways = {str(v): c for v, c in found.items()}
    if o.a.who != who:
        hope = "it lives" if o.kind == "kill" else "it fails"
        return Chance(hope, Fraction(now not in GOOD), sum((c for v, c in ways.items() if v not in GOOD), Fraction(0)))
    if not now:
        return Chance("more", Fraction(0), sum((c for v, c in ways.items() if int(v) > o.a.total), Fraction(0)))
    if now in GOOD:
        hope = "doubled" if o.kind == "attack" else "extreme"
        return Chance(hope, Fraction(now in GREAT), sum((c for v, c in ways.items() if v in GREAT), Fraction(0)))
    return Chance(HOPES[o.kind], Fraction(0), sum((c for v, c in ways.items() if v in GOOD), Fraction(0)))


def standing(o: Open) -> str:
    """How a roll stands, in a few words: `9 against 11: miss`."""
    if o.b is not None:
        return f"{o.a.total} to {o.b.total}"
    goal = f" against {o.goal}" if o.goal is not None else ""
    return f"{o.a.total}{goal}" + (f": {verdict(o)}" if verdict(o) else "")


def open_parts(shown: Shown, p: Pending[Open | Placing]) -> tuple[list[str], list[Button]]:
    """The lines and buttons below an open roll: for whom it waits, what one Luck may do, Keep, Narrate."""
    ids, lines, buttons = (str(p.id), str(p.rev)), list[str](), list[Button]()
    for who in p.by:
        left = left_words(shown, who)
        luck = left.replace(" left", " Luck left")
        name = escape(cut(name_of(who, shown.state), 40))
        chance = _chance(shown, p, who)
        whose = f" ({cut(name_of(who, shown.state), 24)})" if isinstance(p.what, Open) and p.what.a.who != who else ""
        words = f"Luck +1{whose}" + (f": {chance.text}" if chance is not None else "")
        buttons.append(Button(f"{words} ({left})" if left else words, "clan-luck", (*ids, who), "primary"))
        lines.append(f"Waits for **{name}**: " + (f"{luck}." if luck else "use Luck, or keep it."))
    buttons.append(Button("Keep", "clan-keep", ids, "success"))
    buttons.append(Button("Narrate (GM)", "clan-narrate", ids))
    return lines, buttons


def _chance(shown: Shown, p: Pending[Open | Placing], who: Id) -> Chance | None:
    if isinstance(p.what, Open):
        return chance_of(shown, p, who)  # type: ignore[arg-type]
    seats = shown.state.scene.fight.seats if shown.state.scene.fight is not None else {}
    if who not in seats:
        return None
    best = max(seats[who].budget.order, default=0)
    return Chance("higher", Fraction(0), Fraction(12 - best, 12))


def left_words(shown: Shown, who: Id) -> str:
    """`2 left`; nothing where the numbers of a creature are not for this viewer."""
    if who not in shown.state.sheets or not numbers_shown(shown.state.campaign, shown.viewer, who):
        return ""
    return f"{shown.state.sheets[who].luck_now} left"


def open_card(shown: Shown, pending: int) -> Card | None:
    """An open roll as it stands now, for a card that was overtaken; None when it is settled."""
    p = shown.state.scene.pending.get(pending)
    if p is None or not isinstance(p.what, Open):
        return None
    o = p.what
    what, others = words(o)
    names = [escape(name_of(i, shown.state)) for i in (o.a.who, *others)]
    title = f"{names[0]}: {what.replace('{1}', names[-1])}"
    lines, buttons = open_parts(shown, p)
    both = [side for side in (o.a, o.b) if side is not None]
    sums = [as_sum(side) for side in both if side.who in shown.state.sheets]
    stands = (standing(o),) if len(sums) == len(both) else ()
    sides = [f"{escape(name_of(s.who, shown.state))}: {total_words(s)}" for s in sums]
    return Card(title, (*sides, *stands, *lines), (), tuple(buttons), "open")


def tracked(shown: Shown) -> tuple[tuple[str, ...], tuple[Button, ...]]:
    """On the live card of a fight: what is left of the turn, and Luck for the turn order."""
    fight = shown.state.scene.fight
    if fight is None:
        return (), ()
    if fight.phase == "setup":
        if not fight.seats:
            return (), ()
        button = Button("Luck +1 (turn order)", "clan-order", (str(shown.newest),))
        return ("The highest d12 goes first; **Luck +1** throws one more for yours.",), (button,)
    left = [plural(fight.seats[i].budget.actions, "action") for i in fight.now if i in fight.seats]
    lines = (f"{', '.join(left)} left",) if left else ()
    return lines, tuple(_decisions(shown))


def _decisions(shown: Shown) -> list[Button]:
    """What the live card lets decide: a latecomer's place in the turn order, and whom a fumble hurts."""
    buttons: list[Button] = []
    for p in list(shown.state.scene.pending.values())[::-1]:
        match p.what:
            case Placing(who=who) if not buttons:
                name, args = cut(name_of(who, shown.state), 40), (str(p.id), str(p.rev), str(who))
                buttons.append(Button(f"Luck +1: place of {name}", "clan-place", (*args, "luck")))
                buttons.append(Button(f"Keep the place of {name}", "clan-place", (*args, "keep")))
            case Fumbled(who=who):
                name = cut(name_of(who, shown.state), 40)
                ids = (str(p.id), str(p.rev))
                return [
                    Button(f"The fumble hurts {name}", "clan-fumbled", (*ids, str(who)), "danger"),
                    Button("It hurts nobody", "clan-fumbled", (*ids, "-")),
                ]
    return buttons


def mine(shown: Shown, who: tuple[Id, ...]) -> Id | None:
    """Whom of these the viewer plays; for a GM a creature first, else anybody."""
    names = shown.state.campaign.names
    own = [i for i in who if i in names and names[i].owner == shown.viewer.user]
    if own or not shown.viewer.gm:
        return own[0] if own else None
    creatures = [i for i in who if i in names and names[i].owner == CHAIR]
    return next(iter([*creatures, *who]), None)
