"""What Dragonhead's moves came to: how the number came to be, how good it is, and what may still be done about it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from bot.cards.card import Button, Card, Tone
from bot.cards.health import health
from bot.cards.result import actor, verb
from bot.pictures import Circles
from bot.shown import Shown
from bot.text import cut, escape, percent, plural
from mechanics.facts import Changed, Die, Fact, Noted, Rolled, Sum, name_of, show, show_sum
from mechanics.game import CHAIR, Caller, Id, Refusal
from mechanics.games.dragonhead.moves import ChipIn, Fudge, Heal, Hurt
from mechanics.games.dragonhead.pending import Challenged, Covered, Purse, Requested, Story, Thrown
from mechanics.games.dragonhead.play.checks import strength, verdict_of
from mechanics.games.dragonhead.play.mojos import FUDGES
from mechanics.games.dragonhead.play.rolls import CRASH, is_tied, table_of
from mechanics.games.dragonhead.scores import dice_for
from mechanics.games.dragonhead.sheet import Sheet
from mechanics.games.dragonhead.track import picture, words
from mechanics.odds import odds
from mechanics.state import Pending
from mechanics.view import numbers_shown

DERIVED = ("recoverable", "unconscious", "dead", "draft", "step", "rolled")
"""Gauges that follow from others: told by the record, not by a card."""
_GAUGES = {"s": "stunned (S)", "k": "knocked flat (K)", "label": "", "pool": "mojos"}


def evening(shown: Shown) -> tuple[str, ...]:
    """Everybody's mojos, and the bowl."""
    more = shown.state.session.more if shown.state.session else None
    if more is None:
        return ()
    pools = [f"{escape(name_of(Id(user), shown.state))} **{n}**" for user, n in more.pool.items()]
    return (f"Mojos: {', '.join(pools)} · bowl {more.bowl}",)


def begun(shown: Shown) -> tuple[str, ...]:
    """Everybody's mojo roll, die by die."""
    rolls = [f for f in shown.facts if isinstance(f, Rolled)]
    return tuple(
        f"{escape(name_of(f.sum.who, shown.state))}: {' + '.join(str(d.value) for d in f.sum.dice)} = "
        f"**{plural(f.sum.total or 0, 'mojo')}**"
        for f in rolls
    )


def result(shown: Shown) -> Card:
    """The card of a move: facts line by line, and the buttons of what it left open."""
    title, lines = _title(shown), _told(shown)
    buttons: list[Button] = []
    opened = [p for p in reversed(shown.state.scene.pending.values()) if p.rev == shown.n]
    roll = _thrown(opened[0].what) if opened else None
    if roll is not None and isinstance(shown.move, ChipIn | Fudge):
        title, before = _roll(shown, roll)
        lines = before + lines
    several = sum(isinstance(p.what, Thrown) for p in opened) > 1
    for waiting in opened:
        more, extra = _open(shown, waiting, several)
        buttons += more
        lines += extra
    return Card(title, tuple(lines), (), tuple(buttons[:5]), _tone(shown.facts), picture=_picture(shown))


def _thrown(what: object) -> Thrown | None:
    """The open roll that a decision holds, as far as the viewer may see it."""
    inner = what.roll.value if isinstance(what, Covered) else what
    return inner if isinstance(inner, Thrown) else None


def _title(shown: Shown) -> str:
    for fact in shown.facts:
        if isinstance(fact, Rolled) and verdict_of(fact) is not None:
            again = " (fudged)" if fact.rule == "DH-MOJO-06" else ""
            return f"{escape(name_of(fact.sum.who, shown.state))}: {escape(fact.label)}{again}"
    first = next((f for f in shown.facts if isinstance(f, Noted) and f.rule), None)
    return escape(show(first, shown.state)).removesuffix(".") if first else f"{escape(actor(shown))}: {verb(shown)}"


def _told(shown: Shown) -> list[str]:
    """The facts line by line; what moved on one sheet stands in one line, its track below."""
    lines: list[str] = []
    moved: dict[Id, list[str]] = {}
    title = _title(shown)
    for fact in shown.facts:
        if isinstance(fact, Changed):
            if fact.gauge not in DERIVED:
                gauge = _GAUGES.get(fact.gauge, fact.gauge.replace("_", " "))
                told = f"{gauge} {_moved(fact)}".strip()
                moved.setdefault(fact.who, []).append(told)
            continue
        lines += [line for line in _lines(fact, shown) if line.removesuffix(".") != title]
    for who, changes in moved.items():
        lines.append(f"{escape(name_of(who, shown.state))}: {escape(', '.join(changes))}")
        it = shown.state.sheets.get(who)
        if it is not None and any(c.startswith(("wear", "tear", "scar", "hp")) for c in changes):
            lines.append(f"{picture(it.track)} {it.track.label}")
    marked = shown.move.actor if isinstance(shown.move, Hurt | Heal) else None
    if marked in shown.state.sheets and not numbers_shown(shown.state.campaign, shown.viewer, marked):
        lines.append(fighter(shown, marked))
    return lines


def fighter(shown: Shown, who: Id) -> str:
    """Circles that are not worn, of all to the line; unconscious is down."""
    track = shown.state.sheets[who].track
    return health(shown, who, track.hp - track.wear, track.hp, down=track.unconscious, dead=track.dead)


def _picture(shown: Shown) -> Circles | None:
    """The track of the one whose circles were marked by this very move."""
    if not isinstance(shown.move, Hurt | Heal):
        return None
    who = shown.move.actor
    it = shown.state.sheets.get(who)
    seen = numbers_shown(shown.state.campaign, shown.viewer, who)
    return track_picture(it) if it is not None and seen else None


def track_picture(it: Sheet) -> Circles | None:
    """A sheet's circles, if they are few enough to be drawn."""
    track = it.track
    drawn = Circles(track.hp, track.wear, track.tear, track.scar, f"{it.name}: {words(track)}; {track.label}")
    return drawn if drawn.drawable else None


def _moved(fact: Changed) -> str:
    if isinstance(fact.after, bool):
        return "now" if fact.after else "no longer"
    return f"{fact.before} → {fact.after}"


def _roll(shown: Shown, roll: Thrown) -> tuple[str, list[str]]:
    """What an open roll's card still says when something was done about it: score, earlier throws, note."""
    title = f"{escape(name_of(roll.who, shown.state))}: {escape(roll.label)}"
    lines = [] if roll.dice else [f"{roll.ability.capitalize()} score {roll.score} → {_dice_of(shown, roll)}"]
    if earlier := roll.sets[:-1]:
        lines.append("Thrown before: " + "; ".join(" · ".join("+".join(map(str, s)) for s in t) for t in earlier))
    if not isinstance(shown.move, Fudge):
        lines.append(_judged(Sum(roll.who, roll.parts, roll.strength), roll.verdict))
        if roll.note:
            lines.append(f"> {escape(roll.note)}")
    return title, lines


def _dice_of(shown: Shown, roll: Thrown) -> str:
    """The dice of a score, without what trying hard adds."""
    return dice_for(roll.score, table_of(shown.state.rulings)).text or "no dice"


def _judged(total: Sum, verdict: str) -> str:
    """`7 + 3 = 10: **single success**`; plain dice have no verdict."""
    return f"{_total(total)}: **{escape(verdict)}**" if verdict else _total(total)


def open_card(shown: Shown, pending: int) -> Card | None:
    """An open roll as it stands now, for a card that was overtaken; None when it is closed."""
    waiting = shown.state.scene.pending.get(pending)
    roll = _thrown(waiting.what) if waiting is not None else None
    if waiting is None or roll is None:
        return None
    title, lines = _roll(shown, roll)
    buttons, extra = _open(shown, waiting, False)
    return Card(title, (*lines, *extra), (), tuple(buttons[:5]), "open")


def _tone(facts: Iterable[Fact]) -> Tone:
    verdicts = [v for f in facts if (v := verdict_of(f)) is not None]
    if not verdicts:
        return "plain"
    return "good" if "success" in verdicts[0] else "bad" if verdicts[0] != "half fail" else "open"


def _lines(fact: Fact, shown: Shown) -> list[str]:
    if isinstance(fact, Rolled) and fact.label == "score":
        named = " + ".join(f"{escape(label)} {points}" for label, points in fact.sum.parts).replace("+ -", "- ")
        total = f" = {fact.sum.total}" if len(fact.sum.parts) > 1 else ""
        return [f"{named}{total} → {fact.verdict or 'no dice'}"]
    if isinstance(fact, Rolled) and verdict_of(fact) is not None:
        crash = [f"Thrown: {', '.join(str(d.value) for d in fact.sum.dice if d.kept)}: snake-eyes"]
        how = crash if fact.verdict == CRASH else _sets(fact.sum)
        return [*how, _judged(fact.sum, fact.verdict), *_hampered(fact, shown)]
    if isinstance(fact, Noted) and not fact.rule:
        return [f"> {escape(fact.text)}"]
    return [escape(show(fact, shown.state))]


def _hampered(fact: Rolled, shown: Shown) -> list[str]:
    """Why a throw was harder than it was called: the conditions of the one who threw."""
    it = shown.state.sheets.get(fact.sum.who)
    names = [f"{c.name} ({c.shift:+d} rungs)" for c in it.conditions if c.shift] if it is not None else []
    return [f"Hampered: {escape(', '.join(names))}"] if names else []


def _sets(total: Sum) -> list[str]:
    """The sets of a throw where there are several: `9 · 3 · 7, the 3 counts` with each set's dice."""
    kept = sum(d.kept for d in total.dice)
    if not kept or kept == len(total.dice):
        return []
    sets = [total.dice[n : n + kept] for n in range(0, len(total.dice), kept)]
    words = ", ".join(f"**{_faces(s)}**" if s[0].kept else _faces(s) for s in sets)
    where = next(n for n, s in enumerate(sets, 1) if s[0].kept)
    return [f"Thrown: {words} (number {where} counts)"]


def _faces(dice: tuple[Die, ...]) -> str:
    return "+".join(str(d.value) for d in dice)


def _total(total: Sum) -> str:
    words = escape(show_sum(total))
    return f"**{words}**" if len(total.parts) < 2 else words


def _open(shown: Shown, waiting: Pending[object], named: bool) -> tuple[list[Button], list[str]]:
    """The buttons of an open decision, and the lines beside them."""
    ids = (str(waiting.id), str(waiting.rev))
    match waiting.what:
        case Thrown() as roll:
            return _fudging(shown, waiting, roll, ids, named)
        case Covered(roll=sealed) if sealed.value is not None:
            buttons, lines = _fudging(shown, waiting, sealed.value, ids, named)
            fudge = [b for b in buttons if b.verb == "dh-fudge"]
            return [*fudge, Button("Reveal", "dh-reveal", ids)], [*lines, "Only you and the GM see this."]
        case Requested():
            return [], []
        case Story():
            buttons = [Button("Accept", "dh-accept", ids, "success"), Button("Refuse", "dh-refuse", ids, "danger")]
            return buttons, ["It waits for the GM's word."]
        case Challenged():
            return [Button("Answer", "dh-answer", ids, "primary")], []
        case Purse() as purse:
            paid = sum(purse.shares.values())
            lines = [f"Paid so far: {paid} of {plural(purse.price, 'mojo')}. Press **Chip in 1** to add one of yours."]
            return [Button("Chip in 1", "dh-chip", ids, "primary")], lines
    return [], []


def _fudging(
    shown: Shown, waiting: Pending[object], roll: Thrown, ids: tuple[str, str], named: bool
) -> tuple[list[Button], list[str]]:
    buttons: list[Button] = []
    lines: list[str] = []
    tied = is_tied(roll)
    settled = roll.versus is not None and bool(roll.versus.settled)
    session = shown.state.session
    if session is not None and roll.session == session.number and not settled:
        left = FUDGES - roll.fudges_used
        chances = fudge_chances(shown, waiting, roll) if left else None
        name = name_of(roll.who, shown.state)
        words = f"Fudge {cut(name, 24)} ({left} left)" if named else f"Fudge ({left} left)"
        whose = f"Fudge {escape(name)}" if named else "Fudge"
        if chances is not None:
            better, same, worse = chances
            words += f" {percent(better)} better"
            lines.append(f"{whose} for 1 mojo: better {percent(better)}, same {percent(same)}, worse {percent(worse)}")
        elif left:
            lines.append(f"{whose} for 1 mojo: its chances were not worked out, there are too many cases.")
        lines.append(_purse(shown, roll))
        buttons.append(Button(words, "dh-fudge", ids, "primary"))
        buttons.append(Button("Chip in", "dh-chip", ids))
    if roll.rest:
        buttons.insert(1, Button("Keep", "dh-keep", ids, "success"))
        lines.append("The rest counts when it is kept.")
    if tied:
        buttons.append(Button("Break tie", "dh-tie", ids, "success"))
    return buttons, [line for line in lines if line]


def _purse(shown: Shown, roll: Thrown) -> str:
    more = shown.state.session.more if shown.state.session else None
    if more is None:
        return ""
    chips = sum(roll.chips.values())
    offered = f", {plural(chips, 'more')} offered by others" if chips else ""
    if roll.owner == CHAIR:
        return f"The GM pays{offered}." if offered else ""
    has = more.pool.get(roll.owner, 0)
    return f"{escape(name_of(Id(roll.owner), shown.state))} has {plural(has, 'mojo')}{offered}."


def fudge_chances(shown: Shown, waiting: Pending[object], roll: Thrown) -> tuple[Fraction, Fraction, Fraction] | None:
    """The exact chances that a Fudge comes out better, the same, worse; None where there are too many cases.

    They are those of the throw, whoever pays for it: the payer is given a mojo for the reckoning.
    """
    session = shown.state.session
    if session is None or session.more is None:
        return None
    payer = Caller("gm", gm=True) if roll.owner == CHAIR else Caller(roll.owner, gm=shown.viewer.gm)
    pool = {**session.more.pool, payer.user: max(1, session.more.pool.get(payer.user, 0))}
    state = replace(shown.state, session=replace(session, more=replace(session.more, pool=pool)))
    move = Fudge(actor=CHAIR if roll.owner == CHAIR else roll.who, pending=waiting.id, rev=waiting.rev)
    found = odds(shown.game, state, payer, move, strength)
    if isinstance(found, Refusal):
        return None
    now = 0 if roll.verdict == CRASH else roll.strength
    known = [(value, chance) for value, chance in found.items() if value is not None]
    better = sum((c for v, c in known if v > now), Fraction(0))
    same = sum((c for v, c in known if v == now), Fraction(0))
    return better, same, 1 - better - same
