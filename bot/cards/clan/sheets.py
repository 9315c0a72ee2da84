"""Clan's sheets: on a phone, at a glance, on the tracker, in the making; the list of Features."""

from __future__ import annotations

from bot.cards.card import Button, Card, Pick
from bot.cards.clan.words import SCORES, signed, state_words
from bot.shown import Shown
from bot.text import cut, escape, listed, plural
from mechanics.creatures import is_creature
from mechanics.facts import name_of
from mechanics.game import Id
from mechanics.games.clan.create import UNNAMED
from mechanics.games.clan.creatures import EXAMPLE
from mechanics.games.clan.features import ABILITIES, Entry
from mechanics.games.clan.play.health import ZERO
from mechanics.games.clan.play.holds import HELD
from mechanics.games.clan.rulings import Rulings
from mechanics.games.clan.sheet import MOST_POINTS, POINTS, Sheet
from mechanics.view import numbers_shown

LINES = 8
"""How many lines of a list a page shows before it says how many more there are."""


# -- what the shared cards ask -----------------------------------------------------------------------------------------


def evening(shown: Shown) -> tuple[str, ...]:
    """Who has how much Luck."""
    has = [
        f"{escape(it.name)} **{it.luck_now}**"
        for i, it in shown.state.sheets.items()
        if not it.draft and not it.dead and not is_creature(shown.state, i)
    ]
    if not has:
        return ()
    more = f" and {len(has) - LINES} more" if len(has) > LINES else ""
    return (f"Luck: {', '.join(has[:LINES])}{more}",)


def begun(shown: Shown) -> tuple[str, ...]:
    """Nothing is thrown."""
    return ("Hit points and Luck stay as they were: a full rest renews them.",)


def glance(shown: Shown, who: Id) -> str:
    """Health, and Luck where numbers are shown."""
    it: Sheet = shown.state.sheets[who]
    luck = f", Luck {it.luck_now}/{it.luck_max}" if numbers_shown(shown.state.campaign, shown.viewer, who) else ""
    return state_words(shown, who) + luck


def fighter(shown: Shown, who: Id) -> str:
    """Hit points of a character, a word for a creature; while the fight gathers with the roll for turn order."""
    fight, words = shown.state.scene.fight, state_words(shown, who)
    if fight is None or who not in fight.seats:
        return words
    if fight.phase == "setup" and fight.seats[who].budget.order:
        return f"{max(fight.seats[who].budget.order)}, {words}"
    return f"{words} held" if any(e.name == HELD and e.on == who for e in fight.effects) else words


def pages() -> tuple[str, ...]:
    """The pages of a sheet, the first one first."""
    return ("character", "features")


def fields() -> tuple[str, ...]:
    """What can be edited by hand."""
    return ("name", *ABILITIES, "hp", "level", "luck_spent", "weapons", "unarmed_dice", "clan")


def attacks(shown: Shown, who: Id) -> tuple[tuple[str, str], ...]:
    """The damage of each weapon."""
    it: Sheet | None = shown.state.sheets.get(who)
    return tuple((name, dice) for name, dice in armed(it, shown.state.rulings)) if it is not None else ()


def armed(it: Sheet, rulings: Rulings) -> list[tuple[str, str]]:
    """What somebody strikes with, and the damage as dice: `axe`, `1d6+4`; unarmed last (CLAN-DMG-01)."""
    bare, more = it.unarmed(rulings.unarmed_dice), it.score("kick") + it.added("damage")
    strikes = [(w.name, bare if w.from_feature else w.dice) for w in it.all_weapons]
    return [(name, f"{dice}{signed(more).replace(' ', '')}") for name, dice in [*strikes, ("unarmed", bare)]]


def creature_page() -> str:
    """A creature's one page that matters."""
    return "character"


def stat_line() -> str:
    """A stat line as an example."""
    return EXAMPLE


# -- the sheet ---------------------------------------------------------------------------------------------------------


def sheet(shown: Shown, who: Id, page: str) -> Card:
    """One page, with buttons to the other; on one's own a way to a weapon."""
    it: Sheet = shown.state.sheets[who]
    lines = _features(it) if page == "features" else _character(it, shown, who)
    buttons = [
        Button(name.capitalize(), "sheet", (who, name), "primary" if name == page else "secondary", name == page)
        for name in pages()
    ]
    if it.owner == shown.viewer.user and not it.draft:
        buttons.append(Button("Weapon", "clan-weapon", (who,)))
    return Card(f"{escape(it.name)} · {page.capitalize()}", tuple(lines), (), tuple(buttons))


def block(rows: list[str]) -> str:
    """Lines of code that a phone shows whole; what is typed cannot end the block."""
    return "```\n" + "\n".join(cut(row.replace("`", "'").replace("\n", " "), 34) for row in rows) + "\n```"


def _character(it: Sheet, shown: Shown, who: Id) -> list[str]:
    lines = [f"**{state_words(shown, who)}** · Armor {it.armor} · Luck {it.luck_now}/{it.luck_max}"]
    rows = [f"{SCORES[a]:<10}{it.score(a):>3}" for a in ABILITIES]
    rows.append(f"{'Level':<10}{it.level:>3}")
    rows.append(f"Feature Points {it.fp_unspent} of {it.fp_granted} left")
    strikes = armed(it, shown.state.rulings)
    rows += [f"{cut(name, 22)} {dice}" for name, dice in strikes[:LINES]]
    lines.append(block(rows))
    if len(strikes) > LINES:
        lines.append(f"and {len(strikes) - LINES} more weapons")
    if conditions := _conditions(shown, who):
        lines.append(f"Conditions: {escape(cut(listed(conditions), 100))}")
    if it.dead and it.reason:
        lines.append(f"Dead: {'a score of 0' if it.reason == ZERO else escape(cut(it.reason, 60))}")
    lines.append(_clan(it))
    return lines


def _clan(it: Sheet) -> str:
    names = cut(", ".join(f.name for f in it.features[:LINES]), 120) or "no Features yet"
    more = f" and {len(it.features) - LINES} more" if len(it.features) > LINES else ""
    return f"Clan{f' {escape(cut(it.clan, 40))}' if it.clan else ''}: {escape(names)}{more}"


def _conditions(shown: Shown, who: Id) -> list[str]:
    """What lies on somebody in the fight here."""
    fight, found = shown.state.scene.fight, list[str]()
    for e in fight.effects if fight is not None else ():
        if e.on == who:
            found.append(f"{e.name} by {name_of(e.by, shown.state)}" if e.by in shown.state.sheets else e.name)
    return found


def _features(it: Sheet) -> list[str]:
    lines = []
    for f in it.features[:LINES]:
        mods = f" [{f.mods.words}]" if f.mods.words else ""
        text = f": {f.text}" if f.text else ""
        lines.append(f"**{escape(cut(f.name, 40))}** ({f.cost}){escape(cut(mods + text, 36))}")
    if len(it.features) > LINES:
        lines.append(f"and {len(it.features) - LINES} more")
    lines = lines or ["No Features yet."]
    return [*lines, f"{it.fp_unspent} of {it.fp_granted} Feature Points left.", "`/clan features` lists what is sold."]


# -- the list of Features ----------------------------------------------------------------------------------------------


def entry_words(entry: Entry) -> str:
    """`5 Feature Points: armor +2. Thick as a wall`, escaped."""
    mods = f": {entry.mods.words}" if entry.mods.words else ""
    again = ", repeatable" if entry.repeatable else ""
    text = f". {entry.text}" if entry.text else ""
    return f"{plural(entry.price, 'Feature Point')}{escape(cut(mods + again + text, 160))}"


def features_card(shown: Shown, who: Id | None) -> Card:
    """What is sold, at which price; what `who` has, and what points are left."""
    rulings: Rulings = shown.state.rulings
    entries = list(rulings.catalogue.values())
    lines = [f"**{escape(cut(e.name, 60))}** · {entry_words(e)}" for e in entries[:15]]
    if len(entries) > 15:
        lines.append(f"and {len(entries) - 15} more; `/clan buy feature:` completes them")
    if not entries:
        lines.append("Nothing is sold yet: a GM writes the list with `/clan-gm feature`.")
    buttons: tuple[Button, ...] = ()
    it: Sheet | None = shown.state.sheets.get(who) if who is not None else None
    if it is not None:
        has = cut(", ".join(f.name for f in it.features), 150) or "none yet"
        lines.append(f"{escape(it.name)} has {it.fp_unspent} Feature Points to spend. Features: {escape(has)}")
        buttons = (Button("Buy", "clan-buy", (str(who),), "primary", not entries),)
    small = ("Two points that are not spent are one Luck: what is bought costs Luck, too.",)
    return Card("Features", tuple(lines), small, buttons)


# -- a new character ---------------------------------------------------------------------------------------------------


def draft(shown: Shown, who: Id) -> Card:
    """A character in the making: nine points over three scores, every choice open to the last."""
    it: Sheet = shown.state.sheets[who]
    unnamed = it.name == UNNAMED
    over = it.kick + it.bad + it.smart - POINTS
    points = "all spent" if not over else f"**{over} too many**" if over > 0 else f"**{-over} left**"
    lines = [
        f"Name: **{'none yet' if unnamed else escape(it.name)}**",
        f"Nine points over three scores: {points}",
        f"Hit points {it.hp_max}, Armor {it.armor}, Luck {it.luck_max}, Feature Points {it.fp_unspent}",
    ]
    lines += [f"Clan: {escape(it.clan)}"] if it.clan else []
    if 0 in (it.kick, it.bad, it.smart):
        lines.append("A score of 0 is death from the start.")
    does = {"kick": "attack, damage, hold", "bad": "hit points, Armor", "smart": "thinking, finesse"}
    picks = tuple(
        Pick(
            SCORES[a],
            "clan-score",
            (who, a),
            tuple((f"{SCORES[a]} {n}: {does[a]}", str(n)) for n in range(MOST_POINTS + 1)),
            str(getattr(it, a)),
        )
        for a in ABILITIES
    )
    small = ("Only you see this. Features and weapons come after **Done**: /play, Buy and Weapon.",)
    buttons = (
        Button("Type it", "clan-type", (who,), "primary"),
        Button("Done", "clan-finish", (who,), "success", unnamed or bool(over)),
        Button("Drop", "clan-drop", (who,), "danger"),
    )
    return Card("A new character", tuple(lines), small, buttons, "open", picks=picks)


def dead_from_the_start(shown: Shown, who: Id) -> Card:
    """The question before a character with a score of 0 is made (CLAN-ABL-02)."""
    name = escape(shown.state.sheets[who].name)
    lines = (f"{name} has a score of 0: that is death from the start, and nothing brings {name} back.", "Make it so?")
    buttons = (
        Button("Yes, dead from the start", "clan-finish-go", (who,), "danger"),
        Button("Back", "clan-draft", (who,)),
    )
    return Card("Dead from the start?", lines, ("Only you see this.",), buttons, "open")
