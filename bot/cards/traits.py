"""Traits' cards: what a move came to, the sheet on a phone, the form of a new character, the lists."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.cards.card import Button, Card, Pick, Tone
from bot.cards.health import health
from bot.cards.result import actor, called, players, verb
from bot.shown import AnyState, Shown
from bot.text import block, cut, escape, listed
from mechanics.creatures import is_creature
from mechanics.facts import Asked, Changed, Compared, Fact, Noted, Rolled, Sum, Turned, name_of, show, show_sum
from mechanics.game import Id
from mechanics.games.traits.catalogue import TRAIT_NAMES
from mechanics.games.traits.create import UNNAMED, price_of
from mechanics.games.traits.creatures import EXAMPLE
from mechanics.games.traits.pending import Challenged, Requested
from mechanics.games.traits.play.lists import entry_words
from mechanics.games.traits.prices import HIGHEST, level_price, levels_price, rating_price
from mechanics.games.traits.rulings import Rulings
from mechanics.games.traits.sheet import Disciplines, Sheet, discipline_level, inforce, level, speed
from mechanics.state import Pending
from mechanics.view import numbers_shown

HARM = ("TRAIT-CHAL-02", "TRAIT-HP-02", "TRAIT-HP-04")
"""The rules by which somebody takes damage."""
LINES = 8
"""How many lines of a list a page shows before it says how many more there are."""
_TOLD = {
    "exp_free": "free EXP",
    "abilities": "abilities",
    "stays_up": "stays up",
    "extra_dodges": "extra dodges",
    "extra_abilities": "extra abilities",
    "disciplines": "disciplines",
    "notes": "notes",
    "owner": "owner",
    **{f"level_{t}": f"{t.capitalize()} level" for t in TRAIT_NAMES},
}
"""Gauges that a card tells, and how it calls them; the rest follows from these, or has a line of its own."""


# -- what the shared cards ask -----------------------------------------------------------------------------------------


def evening(shown: Shown) -> tuple[str, ...]:
    """Who has burned points this evening."""
    burnt = [
        f"{escape(it.name)} {', '.join(f'{t.capitalize()} {n}' for t, n in it.burned.items())}"
        for i, it in shown.state.sheets.items()
        if it.burned and not is_creature(shown.state, i)
    ]
    return (f"Burned: {'; '.join(burnt[:LINES])}",) if burnt else ()


def begun(shown: Shown) -> tuple[str, ...]:
    """Nothing is thrown: burned points are back."""
    return ("All burned points are back; hit points stay as they were.",)


def glance(shown: Shown, who: Id) -> str:
    """The condition, and hit points where they are numbers."""
    return state_words(shown, who)


def fighter(shown: Shown, who: Id) -> str:
    """Hit points of a character, also below 0, where it bleeds (TRAIT-HP-04); a word for a creature."""
    it: Sheet = shown.state.sheets[who]
    if it.hp < 0 and not it.dead and numbers_shown(shown.state.campaign, shown.viewer, who):
        return f"{it.hp}/{it.hp_max} bleeding"
    return health(shown, who, it.hp, it.hp_max, down=not it.conscious, dead=it.dead)


def pages() -> tuple[str, ...]:
    """The pages of a sheet, the first one first."""
    return ("character", "disciplines")


def fields() -> tuple[str, ...]:
    """What can be edited by hand."""
    burned = tuple(f"burned_{t}" for t in TRAIT_NAMES)
    rest = ("hp", "exp_earned", "exp_spent", "abilities", "stays_up", "extra_dodges", "extra_abilities", "notes")
    return ("name", *TRAIT_NAMES, *burned, *rest)


def attacks(shown: Shown, who: Id) -> tuple[tuple[str, str], ...]:
    """None that is thrown with dice."""
    return ()


def creature_page() -> str:
    """A creature's one page that matters."""
    return "character"


def stat_line() -> str:
    """A stat line as an example."""
    return EXAMPLE


def state_words(shown: Shown, who: Id) -> str:
    """`1/3, wounded, traits halved`; of a creature a word, for players."""
    it: Sheet = shown.state.sheets[who]
    seen = health(shown, who, it.hp, it.hp_max, down=not it.conscious, dead=it.dead)
    if not seen[:1].isdigit():
        return seen
    return f"{it.hp}/{it.hp_max}, {it.condition}" + (", traits halved" if it.condition == "wounded" else "")


# -- the sheet ---------------------------------------------------------------------------------------------------------


def sheet(shown: Shown, who: Id, page: str) -> Card:
    """One page, with buttons to the other."""
    it: Sheet = shown.state.sheets[who]
    lines = _disciplines(it) if page == "disciplines" else _character(it, shown, who)
    buttons = tuple(
        Button(name.capitalize(), "sheet", (who, name), "primary" if name == page else "secondary", name == page)
        for name in pages()
    )
    return Card(f"{escape(it.name)} · {page.capitalize()}", tuple(lines), (), buttons)


def _character(it: Sheet, shown: Shown, who: Id) -> list[str]:
    halving = shown.state.rulings.halving
    lines = [f"**{state_words(shown, who)}** · speed {speed(it, halving)}"]
    rows = ["Trait    level burnt now"]
    for trait in TRAIT_NAMES:
        now = inforce(it, trait, halving)
        rows.append(f"{trait.capitalize():<9}{level(it, trait):>5}{it.burned.get(trait, 0):>6}{now:>4}")
    rows.append(f"EXP {it.exp_free} free, {it.exp_spent} spent")
    rows += [a.words for a in it.abilities[:LINES]]
    lines.append(block(rows))
    lines += _rest(len(it.abilities))
    powers = [f"{it.extra_dodges} more dodges a round"] if it.extra_dodges else []
    powers += [f"{it.extra_abilities} more abilities a challenge"] if it.extra_abilities else []
    powers += ["stays up at 0"] if it.stays_up else []
    if powers:
        lines.append(f"Powers: {listed(powers)}")
    if it.notes:
        lines.append(escape(cut(it.notes, 150)))
    return lines


def _disciplines(it: Sheet) -> list[str]:
    known = known_disciplines(it)
    if known is None:
        return ["Only its owner and a GM see this page."]
    names = dict.fromkeys([d.name for d in known.lists] + [x.discipline for x in known.learnt])
    rows = []
    for name in names:
        rows.append(f"{name} · level {discipline_level(it, name)}")
        rows += [f"  {x.name} {x.level}" for x in known.learnt if x.discipline == name]
    if not rows:
        return ["No discipline is open to this character."]
    more = [f"and {len(rows) - 2 * LINES} more"] if len(rows) > 2 * LINES else []
    return [block(rows[: 2 * LINES]), *more, "`/traits abilities` shows what can be bought."]


def known_disciplines(it: Sheet) -> Disciplines | None:
    """The disciplines of a sheet as this viewer may know them; None where they may not."""
    return Disciplines() if it.disciplines is None else it.disciplines.value


def _rest(count: int) -> list[str]:
    return [f"and {count - LINES} more"] if count > LINES else []


# -- a new character ---------------------------------------------------------------------------------------------------


def draft(shown: Shown, who: Id) -> Card:
    """A character in the making: its traits and abilities with what they cost, every choice open to the last."""
    it: Sheet = shown.state.sheets[who]
    rulings: Rulings = shown.state.rulings
    unnamed = it.name == UNNAMED
    rows = [
        f"{t.capitalize():<10}{level(it, t):>3}  {_paid(levels_price(1, level(it, t), rulings.cost_rule))}"
        for t in TRAIT_NAMES
    ]
    rows += [f"{a.words:<13}  {_paid(_price(rulings, a.name, a.rating))}" for a in it.abilities[:LINES]]
    lines = [
        f"Name: **{'none yet' if unnamed else escape(it.name)}**",
        f"EXP: {it.exp_free} of {it.exp_earned} left to spend",
        block(rows),
        *_rest(len(it.abilities)),
    ]
    picks: tuple[Pick, ...] = ()
    if it.exp_earned:
        picks = (*(_trait_pick(rulings, it, who, t) for t in TRAIT_NAMES), _ability_pick(rulings, it, who))
    else:
        lines.append(
            "A new character begins with 1 in each trait. Ask the GM for EXP, then **Buy** on `/play` spends it."
        )
    small = ("Only you see this. Any choice can be changed back until **Done** makes the character.",)
    buttons = (
        Button("Type it", "traits-type", (who,), "primary"),
        Button("Done", "traits-finish", (who,), "success", unnamed),
        Button("Drop", "traits-drop", (who,), "danger"),
    )
    return Card("A new character", tuple(lines), small, buttons, "open", picks=picks)


def _paid(price: int) -> str:
    return f"{price} EXP" if price else "free"


def _price(rulings: Rulings, name: str, rating: int) -> int:
    entry = next((e for e in rulings.catalogue.values() if e.name == name), None)
    return rating_price(entry, rating) if entry is not None else rating


def _trait_pick(rulings: Rulings, it: Sheet, who: Id, trait: str) -> Pick:
    now = level(it, trait)
    free = it.exp_free + levels_price(1, now, rulings.cost_rule)
    able = [n for n in range(1, HIGHEST + 1) if levels_price(1, n, rulings.cost_rule) <= free]
    options = tuple(
        (f"{trait.capitalize()} {n}: {_paid(levels_price(1, n, rulings.cost_rule))}", str(n)) for n in able or [now]
    )
    return Pick(trait.capitalize(), "traits-draft-trait", (who, trait), options, str(now))


def _ability_pick(rulings: Rulings, it: Sheet, who: Id) -> Pick:
    """Raise an ability by one, or take it back, in one menu."""
    options: list[tuple[str, str]] = []
    for key, entry in list(rulings.catalogue.items())[:LINES]:
        now = next((a.rating for a in it.abilities if a.name == entry.name), 0)
        able = [n for n in (now + 1, now + 3) if n <= HIGHEST and _affordable(rulings, it, entry.name, n)]
        options += [(f"{entry.name} {n}: {_paid(_price(rulings, entry.name, n))}", f"{key}={n}") for n in able]
        if now:
            options.append((f"{entry.name}: take it back", f"{key}=0"))
    options = [(label, value) for label, value in options if len(value) <= 100] or [("No EXP left for one", "-")]
    return Pick("Add or raise an ability", "traits-draft-ability", (who,), tuple(options[:25]))


def _affordable(rulings: Rulings, it: Sheet, name: str, rating: int) -> bool:
    entry = next((e for e in rulings.catalogue.values() if e.name == name), None)
    if entry is not None and entry.exp_total is not None and rating > len(entry.exp_total):
        return False
    kept = tuple(a for a in it.abilities if a.name != name)
    others = price_of(rulings, replace(it, abilities=kept))
    return others + _price(rulings, name, rating) <= it.exp_earned


# -- what a move came to -----------------------------------------------------------------------------------------------


def result(shown: Shown) -> Card:
    """The card of a move: who is ahead and why, what it did, and what may still be done about it."""
    opened = [p for p in shown.state.scene.pending.values() if p.rev == shown.n]
    asked = [p for p in opened if isinstance(p.what, Requested) and p.what.who in shown.state.sheets]
    if asked:
        return ask_card(shown, asked)
    lines, buttons = _told(shown), list[Button]()
    told = bool(lines)
    title = lines.pop(0) if told else f"{escape(actor(shown))}: {verb(shown)}"
    for waiting in opened:
        if isinstance(waiting.what, Challenged):
            ids = (str(waiting.id), str(waiting.rev))
            target = escape(name_of(waiting.what.target, shown.state))
            if not told:  # whoever is hidden challenges: that is all that is known of it
                title = f"Somebody challenges {target}: {waiting.what.trait.capitalize()}"
            lines.append(f"Waits for {target}. Nobody sees burns before both sides are in.")
            buttons += [
                Button("Defend", "traits-defend", ids, "primary"),
                Button("Answer for them, bare (GM)", "traits-force", ids),
                Button("Other trait (GM)", "traits-oppose", ids),
            ]
    return Card(title.removesuffix("."), tuple(lines), (), tuple(buttons), _tone(shown.facts))


def _tone(facts: Iterable[Fact]) -> Tone:
    for fact in facts:
        if isinstance(fact, Compared):
            return "good" if fact.verdict == "a" else "bad"
        if isinstance(fact, Rolled):
            return "good" if fact.verdict == "wins" else "bad"
    return "plain"


def _told(shown: Shown) -> list[str]:
    """The facts line by line; what moved on one sheet stands in one line."""
    lines: list[str] = []
    moved: dict[Id, list[str]] = {}
    said: set[Id] = set()
    for fact in shown.facts:
        match fact:
            case Changed():
                if words := _moved(fact):
                    moved.setdefault(fact.who, []).append(words)
                elif fact.gauge == "hp":
                    moved.setdefault(fact.who, [])
            case Compared():
                lines.append(escape(show(fact, shown.state)))
                lines += [_parts(side, shown) for side in (fact.a, fact.b)]
            case Rolled():
                lines.append(escape(show(fact, shown.state)))
                lines.append(_parts(fact.sum, shown))
            case Noted(about=(who,)) if fact.rule in HARM and who in shown.state.sheets and " takes " in fact.text:
                said.add(who)
                plain = escape(show(fact, shown.state)).removesuffix(".")
                lines.append(f"{plain}: {state_words(shown, who)}.")
            case Noted(rule="TRAIT-HP-03", about=(who,)) if who in said:
                continue
            case Asked() | Turned():
                continue
            case _:
                lines.append(escape(show(fact, shown.state)))
    for who, changes in moved.items():
        if who not in shown.state.sheets:
            continue
        if who not in said and _hp_moved(shown, who):
            changes = [state_words(shown, who), *changes]
        if changes:
            lines.append(f"{escape(name_of(who, shown.state))}: {escape(', '.join(changes))}")
    return lines


def _hp_moved(shown: Shown, who: Id) -> bool:
    return any(isinstance(f, Changed) and f.who == who and f.gauge == "hp" for f in shown.facts)


def _moved(fact: Changed) -> str:
    """A change in words, "" for one that has no word here."""
    for trait in TRAIT_NAMES:
        if fact.gauge == f"burned_{trait}":
            return f"burned {trait.capitalize()} {fact.before} → {fact.after}"
    if (name := _TOLD.get(fact.gauge)) is None:
        return ""
    before, after = (
        ("on" if v else "off") if isinstance(v, bool) else str(v) or "none" for v in (fact.before, fact.after)
    )
    return f"{name} {cut(before, 100)} → {cut(after, 100)}"


def _parts(total: Sum, shown: Shown) -> str:
    """`Marsha: physical 4 + Lightsaber Attack 4 = 8`"""
    name = escape(name_of(total.who, shown.state))
    if total.parts == (("helpless", 0),):
        return f"{name}: helpless, 0"
    words = " + ".join(escape(label if ": 2 x" in label else f"{label} {n}") for label, n in total.parts)
    return f"{name}: {words[:1].upper()}{words[1:]}" + (f" = **{total.total}**" if total.total is not None else "")


def ask_card(shown: Shown, asked: list[Pending[object]]) -> Card:
    """Whom the GM asked, for what; each presses Answer."""
    wanted = [p.what for p in asked if isinstance(p.what, Requested)]
    first, people = wanted[0], players(shown, (r.who for r in wanted))
    who = listed([escape(name_of(r.who, shown.state)) for r in wanted])
    lines = called(people)
    lines += [f"> {escape(first.note)}"] if first.note else []
    lines.append("Press **Answer** when it is you who was asked: choose an ability, burn or not.")
    button = Button("Answer", "traits-ask", (str(asked[0].id // 100),), "primary")
    title = f"{who}: {first.trait.capitalize()}, more than {first.vs} wins"
    return Card(title, tuple(lines), (), (button,), "open", tuple(people))


def settled(state: AnyState, made: Challenged | None = None) -> Card:
    """An old card of a challenge that is no longer open: without buttons."""
    names = [escape(name_of(i, state)) for i in (made.attacker, made.target)] if made is not None else []
    title = f"{names[0]} challenged {names[1]}: {made.trait.capitalize()}" if made is not None else "A challenge"
    return Card(title, ("That is settled; a newer card says what came of it.",))


def committed(shown: Shown, total: Sum, burn: bool) -> Card:
    """What the one who commits sees of it alone."""
    lines = (f"{_parts(total, shown)}", "You burn a point, win or lose." if burn else "You burn nothing.")
    return Card(f"Your side: {escape(show_sum(total))}", lines, ("Only you see this.",))


# -- the lists ---------------------------------------------------------------------------------------------------------


def abilities_card(shown: Shown, who: Id | None) -> Card:
    """The general list with prices, and the disciplines that the viewer may see: of `who`, for a GM all."""
    rulings: Rulings = shown.state.rulings
    lines = [f"**{escape(e.name)}**: {entry_words(e)}" for e in list(rulings.catalogue.values())[:30]]
    if len(rulings.catalogue) > 30:
        lines.append(f"and {len(rulings.catalogue) - 30} more; `/traits buy what:` completes them")
    known = known_disciplines(shown.state.sheets[who]) if who in shown.state.sheets else None
    lists = list((rulings.disciplines.value or {}).values()) if shown.viewer.gm else list(known.lists) if known else []
    for discipline in lists[:15]:
        words = ", ".join(f"{name} {at}" for name, at in discipline.abilities.items())
        lines.append(f"Discipline **{escape(discipline.name)}**: {escape(cut(words, 200))}")
    prices = " ".join(str(level_price(n, rulings.cost_rule)) for n in range(2, 9))
    small = (
        "A rating costs as much as it is, in all, where no prices stand; an ability of a discipline its level.",
        f"Trait level 2, 3, ... costs {prices} ... each.",
    )
    return Card("Abilities", tuple(lines), small)
