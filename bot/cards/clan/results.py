"""What Clan's moves came to: the roll with all that is in it, what it did, and what may still be done about it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.cards.card import Button, Card, Pick, Tone
from bot.cards.clan.rolls import GOOD, open_parts, verdict_of
from bot.cards.clan.words import SCORES, damage_words, state_words, total_words
from bot.cards.result import actor, called, players, verb
from bot.shown import Shown
from bot.text import cut, escape, listed, plural
from mechanics.facts import Asked, Changed, Compared, Fact, Noted, Rolled, Turned, name_of, show
from mechanics.game import CHAIR, Id
from mechanics.games.clan.moves import Act, AnswerAsk, Attack, Check, KillCheck, Maneuver, Survive, Walk
from mechanics.games.clan.pending import Fumbled, Open, Placing, Proposed, Requested
from mechanics.games.clan.play.rolls import RULES
from mechanics.state import Pending

LINES = 20
"""How many lines a card tells before it says how many more there are."""
TURN = (Attack, Check, KillCheck, Maneuver, Walk, Act)
"""Moves that cost actions."""
TOLD_IN_TITLE = (Check, AnswerAsk, Attack)
"""Moves whose card says in its title who rolled."""
_TOLD = {
    "luck_now": "Luck",
    "fp_unspent": "Feature Points",
    "level": "level",
    "armor": "Armor",
    "hp_max": "most hit points",
    **SCORES,
    "weapons": "weapons",
    "unarmed_dice": "unarmed",
    "clan": "clan",
    "owner": "owner",
}
"""Gauges that a card tells, and how it calls them; the rest follows from these, or has a line of its own."""


def result(shown: Shown) -> Card:
    """The card of a move."""
    opened = [p for p in shown.state.scene.pending.values() if p.rev == shown.n]
    asked = [p for p in opened if isinstance(p.what, Requested)]
    if asked:
        return ask_card(shown, asked)
    lines = _told(shown)
    title = _title(shown) or (lines[0] if lines else f"{escape(actor(shown))}: {verb(shown)}")
    lines = [line for line in lines if line.removesuffix(".") != title.removesuffix(".")]
    buttons, picks = list[Button](), list[Pick]()
    for p in opened:
        match p.what:
            case Open() | Placing():
                more, some = open_parts(shown, p)
                lines, buttons = [*lines, *more], [*buttons, *some]
            case Fumbled(who=who):
                lines.append("It waits for the GM.")
                buttons += [
                    Button(cut(name_of(who, shown.state), 60), "clan-fumble", (*_ids(p), who), "danger"),
                    Button("Nobody", "clan-fumble", (*_ids(p), "-")),
                ]
                picks += _anybody_else(shown, p, who)
            case Proposed():
                buttons.append(Button("Confirm (GM)", "clan-confirm", _ids(p), "success"))
                buttons.append(Button("Drop (GM)", "clan-drop-weapon", _ids(p)))
    if len(lines) > LINES:
        lines = [*lines[:LINES], f"and {len(lines) - LINES} more; `/record why` tells all"]
    tone = "open" if any(isinstance(p.what, Open) for p in opened) else _tone(shown.facts)
    return Card(title.removesuffix("."), tuple(lines), _left(shown), tuple(buttons[:10]), tone, picks=tuple(picks))


def _ids(p: Pending[object]) -> tuple[str, str]:
    return str(p.id), str(p.rev)


def _title(shown: Shown) -> str:
    """Who checked what, since such a roll has no sentence of its own; or who attacks whom, whatever was closed before.

    "" where the first line serves.
    """
    if isinstance(shown.move, Attack | KillCheck | Maneuver):
        begun = (f for f in shown.facts if isinstance(f, Noted) and f.rule in RULES.values())
        first = next(begun, None)
        return escape(show(first, shown.state)) if first is not None else ""
    if not isinstance(shown.move, Check | AnswerAsk | Survive):
        return ""
    rolls = [f for f in shown.facts if isinstance(f, Rolled) and f.rule in ("CLAN-CHK-01", "CLAN-SURV-01")]
    who = dict.fromkeys(f.sum.who for f in rolls)
    if not rolls or len(who) > 1:
        return "Survive Check" if isinstance(shown.move, Survive) else ""
    return f"{escape(name_of(rolls[-1].sum.who, shown.state))}: {escape(rolls[-1].label)}"


def _tone(facts: Iterable[Fact]) -> Tone:
    verdicts = [v for f in facts if (v := verdict_of(f)) is not None and not v.lstrip("-").isdigit()]
    if not verdicts:
        return "plain"
    return "good" if verdicts[-1] in GOOD else "bad"


def _left(shown: Shown) -> tuple[str, ...]:
    """What is left of the turn of whoever acted; after an attack from afar a reminder (CLAN-RNG-01)."""
    fight, who = shown.state.scene.fight, shown.move.actor if shown.move else CHAIR
    far = isinstance(shown.move, Attack) and shown.move.feet
    reach = ("For the GM: is there a sensible way to reach that far?",) if far else ()
    if fight is None or not isinstance(shown.move, TURN) or who not in fight.now:
        return reach
    name = escape(cut(name_of(who, shown.state), 40))
    return (f"{name}: {plural(fight.seats[who].budget.actions, 'action')} left", *reach)


def _anybody_else(shown: Shown, p: Pending[object], who: Id) -> list[Pick]:
    """Whom a fumble may hurt instead: everybody living who is in the fight, or of the campaign."""
    fight, sheets = shown.state.scene.fight, shown.state.sheets
    around = [i for i in (fight.seats if fight is not None else sheets) if i != who and i in sheets]
    alive = [i for i in around if not sheets[i].dead and not sheets[i].draft]
    options = tuple((cut(name_of(i, shown.state), 80), str(i)) for i in alive[:25])
    return [Pick("Or somebody else", "clan-fumble", _ids(p), options)] if options else []


# -- facts in lines ----------------------------------------------------------------------------------------------------


def _told(shown: Shown) -> list[str]:
    """The facts line by line; what moved on one sheet stands in one line."""
    lines: list[str] = []
    moved: dict[Id, list[str]] = {}
    hurt: set[Id] = set()
    for fact in shown.facts:
        match fact:
            case Changed():
                if fact.gauge == "hp":
                    moved.setdefault(fact.who, [])
                if words := _moved(fact):
                    moved.setdefault(fact.who, []).append(words)
            case Compared():
                lines += _contest(shown, fact)
            case Rolled(rule=rule) if rule in RULES.values():
                lines.append(_roll(shown, fact, named=not isinstance(shown.move, TOLD_IN_TITLE)))
            case Rolled(label="damage"):
                lines.append(f"Damage: {damage_words(fact.sum)}")
            case Rolled():
                name = escape(name_of(fact.sum.who, shown.state))
                lines.append(f"{name}, {escape(fact.label)}: {total_words(fact.sum)}")
            case Noted(about=(who,)) if fact.text.endswith(" damage.") and who in shown.state.sheets:
                hurt.add(who)
                plain = escape(show(fact, shown.state)).removesuffix(".")
                lines.append(f"{plain}: {state_words(shown, who)}.")
            case Asked() | Turned():
                continue
            case _:
                lines.append(escape(show(fact, shown.state)))
    for who, changes in moved.items():
        if who not in shown.state.sheets:
            continue
        if who not in hurt and any(isinstance(f, Changed) and f.who == who and f.gauge == "hp" for f in shown.facts):
            changes = [state_words(shown, who), *changes]
        if changes:
            lines.append(f"{escape(name_of(who, shown.state))}: {escape(', '.join(changes))}")
    return lines


def _roll(shown: Shown, fact: Rolled, named: bool) -> str:
    """`d12 5 + Kick Ass 4 = 9 against Armor 11: **miss**`"""
    armor = "Armor " if fact.rule == "CLAN-ATK-01" else ""
    goal = f" against {armor}{fact.against}" if fact.against is not None else ""
    name = f"{escape(name_of(fact.sum.who, shown.state))}: " if named else ""
    return f"{name}{total_words(fact.sum)}{goal}" + (f": **{fact.verdict}**" if fact.verdict else "")


def _contest(shown: Shown, fact: Compared) -> list[str]:
    """Both sides, a line each, and who is ahead."""
    names = [escape(name_of(s.who, shown.state)) for s in (fact.a, fact.b)]
    sides = [f"{name}: {total_words(s)}" for name, s in zip(names, (fact.a, fact.b), strict=True)]
    if fact.verdict == "tie":
        return [*sides, f"**Even**: {names[0]} has to be higher."]
    return [*sides, f"**{names[0] if fact.verdict == 'a' else names[1]}** is higher by {fact.by}."]


def _moved(fact: Changed) -> str:
    """A change in words, "" for one that has no word here."""
    if (name := _TOLD.get(fact.gauge)) is None:
        return ""
    return f"{name} {cut(str(fact.before), 100) or 'none'} → {cut(str(fact.after), 100) or 'none'}"


# -- asked -------------------------------------------------------------------------------------------------------------


def ask_card(shown: Shown, asked: list[Pending[object]]) -> Card:
    """Whom the GM asked, for what; each presses Roll."""
    wanted = [p.what for p in asked if isinstance(p.what, Requested)]
    first, people = wanted[0], players(shown, (r.who for r in wanted))
    who = listed([escape(name_of(r.who, shown.state)) for r in wanted])
    lines = called(people)
    lines += [f"> {escape(first.note)}"] if first.note else []
    lines.append("Press **Roll** when it is you who was asked.")
    button = Button("Roll", "clan-ask", (str(asked[0].id // 100),), "primary")
    what = f"{SCORES[first.ability]} check" if first.ability in SCORES else "a plain d12"
    goal = f", {first.dc} or more" if first.dc is not None else ""
    return Card(f"{who}: {what}{goal}", tuple(lines), (), (button,), "open", tuple(people))
