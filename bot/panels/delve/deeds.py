"""What somebody may do, as a choice of three menus: what, to whom, with what; and the move that it makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.cards.delve.chances import likely, why_not
from bot.cards.delve.sheets import gone, item_words
from bot.cards.delve.waiting import weapons
from bot.shown import Shown
from bot.text import cut, plural, short
from mechanics.facts import name_of
from mechanics.game import CHAIR, Id, Move
from mechanics.games.delve.moves import Aid, Attack, Cast, Command, Dash, Feat, UseItem
from mechanics.games.delve.play import Budget
from mechanics.games.delve.play.casting import DEMON, how_many
from mechanics.games.delve.play.effects import even
from mechanics.games.delve.sheet import Item, Sheet
from mechanics.games.delve.spells import CURES, ELEMENTS, spell_of

OPTIONS = 25
"""The most options of a menu."""
MANY = 5
"""How many targets a button's id has room for; more are typed."""
AT_FOES = ("Elemental bolt", "Exploding finger", "Friendship")
"""Spells for whose targets enemies are proposed first."""
GONE = ("dead", "down")
"""How somebody is whom only few spells still reach."""
MAGIC = "magic"
"""An enemy's attack that Counterspell may answer."""
GO = "go"
"""A demon is told to go."""
PLAIN = "-"
"""No choice, in a menu."""

Choices = tuple[tuple[str, str], ...]


class Deed(Struct, frozen=True):
    """Who does what to whom with what, as the ids of buttons carry it. `what` is `attack`, `cast-` and a thing, ..."""

    who: Id
    what: str = "attack"
    targets: tuple[Id, ...] = ()
    choice: str = PLAIN

    @property
    def ids(self) -> tuple[str, ...]:
        """The parts of a button's id."""
        return (self.who, self.what, ".".join(self.targets), self.choice)

    @property
    def kind(self) -> str:
        """The word before the thing."""
        return self.what.partition("-")[0]

    @property
    def thing(self) -> str:
        """What stands for the thing, or the demon."""
        return self.what.partition("-")[2]


def read(args: Sequence[str]) -> Deed:
    """A deed as a button carries it."""
    who, what, targets, choice = args[:4]
    return Deed(Id(who), what, tuple(Id(t) for t in targets.split(".") if t), choice)


def item_in(it: Sheet, thing: str) -> Item | None:
    """The thing that a short id means, one that can be used if there are several."""
    found = [item for item in it.items if short(item.name) == thing]
    return next((item for item in found if item.usable), found[0] if found else None)


def begun(it: Sheet) -> str:
    """What goes on with the spell begun; empty if none is."""
    return f"cast-{short(it.casting.item)}" if it.casting is not None else ""


def goes_on(it: Sheet, deed: Deed) -> bool:
    """Whether this is another try at the spell begun."""
    return deed.kind == "cast" and deed.what == begun(it)


def budget_of(table: Shown, who: Id) -> Budget | None:
    """What is left of somebody's turn; None if they are not up in a fight."""
    fight = table.state.scene.fight
    found = fight.seats[who].budget if fight is not None and fight.round and who in fight.now else None
    return found if isinstance(found, Budget) else None


# -- to whom -----------------------------------------------------------------------------------------------------------


def around(table: Shown, who: Id) -> list[Id]:
    """Whom one can mean: in a fight those who fight, enemies first; else everybody living that one may know."""
    fight, names = table.state.scene.fight, table.state.campaign.names
    if fight is not None and who in fight.seats:
        side = fight.seats[who].side
        found = sorted(fight.seats, key=lambda i: fight.seats[i].side == side)
    else:
        living = [i for i, n in names.items() if n.kind != "draft" and not n.retired]
        found = sorted(living, key=lambda i: names[i].kind != "pc")
    return [i for i in found if i in table.state.sheets]


def foes(table: Shown, who: Id) -> list[Id]:
    """Those of the other side who are up."""
    fight = table.state.scene.fight
    if fight is None or who not in fight.seats:
        return []
    side, sheets = fight.seats[who].side, table.state.sheets
    return [i for i, seat in fight.seats.items() if seat.side != side and i in sheets and sheets[i].status == "up"]


def enemy(table: Shown, who: Id) -> bool:
    """Whether this one is of the creatures' side: its targets defend, it rolls nothing (DELVE-DEF-01)."""
    fight, it = table.state.scene.fight, gone(table, who)
    return not it.abilities and fight is not None and who in fight.seats and fight.seats[who].side == "creatures"


def targets(table: Shown, deed: Deed) -> list[Id]:
    """Whom a deed may be aimed at, the likeliest first."""
    who, it = deed.who, gone(table, deed.who)
    sheets = table.state.sheets
    match deed.kind:
        case "attack":
            return foes(table, who)
        case "aid":
            return [i for i in around(table, who) if i != who and sheets[i].status == "dying"]
        case "use":
            item = item_in(it, deed.thing)
            if item is None or not item.heal:
                return []
            return [who, *(i for i in friends(table, who) if i != who)]
        case "cast":
            return _spell_targets(table, deed, it)
    return []


def friends(table: Shown, who: Id) -> list[Id]:
    """Those of one's own side, or outside a fight all characters; the dead are not among them."""
    fight, sheets = table.state.scene.fight, table.state.sheets
    found = around(table, who)
    if fight is not None and who in fight.seats:
        found = [i for i in found if fight.seats[i].side == fight.seats[who].side]
    else:
        names = table.state.campaign.names
        found = [i for i in found if names[i].kind == "pc" or names[i].owner != CHAIR]
    return [i for i in found if sheets[i].status not in GONE]


def _spell_targets(table: Shown, deed: Deed, it: Sheet) -> list[Id]:
    item = item_in(it, deed.thing)
    if item is None or not bounds(it, deed)[1]:
        return []
    sheets, found, mine = table.state.sheets, around(table, deed.who), friends(table, deed.who)
    if item.spell in ("Rekindle", "Speak with the dead"):
        return [i for i in found if sheets[i].status in ("dead", "down")]
    if item.spell in AT_FOES:
        able = [i for i in found if i != deed.who and sheets[i].status not in GONE]
        return sorted(able, key=lambda i: i in mine)
    others = [i for i in found if i not in mine and sheets[i].status not in GONE]
    if item.spell == "Blessing":
        return [i for i in mine if i != deed.who and sheets[i].abilities]
    if item.spell == "Healing touch":
        mine.sort(key=lambda i: (not sheets[i].abilities, sheets[i].life >= sheets[i].life_max))
    return [*mine, *others]


def aims(table: Shown, deed: Deed) -> tuple[Id, ...]:
    """The targets, with those of a spell begun that a button's id has no room for."""
    it = gone(table, deed.who)
    if it.casting is None or not goes_on(it, deed) or len(deed.targets) < MANY:
        return deed.targets
    able, first = targets(table, deed), it.casting.targets
    rest = [i for i in first if i in able and i not in deed.targets] if set(deed.targets) <= set(first) else []
    return (*deed.targets, *rest)


def harmful(table: Shown, deed: Deed) -> bool:
    """Whether this is a spell that is cast at enemies."""
    item = item_in(gone(table, deed.who), deed.thing) if deed.kind == "cast" else None
    return item is not None and item.spell in AT_FOES


def bounds(it: Sheet, deed: Deed) -> tuple[int, int]:
    """The fewest and the most targets that this deed has, as far as buttons carry them."""
    if deed.kind != "cast":
        return (0, 0) if deed.kind in ("dash", "feat", "command") else (1, 1)
    item = item_in(it, deed.thing)
    if item is None:
        return 0, 0
    choice = deed.choice if item.spell != "Elemental bolt" or deed.choice in ELEMENTS else ELEMENTS[0]
    low, high = how_many(item.spell, choice, spell_of(item.spell, choice).at(it.level))
    return low, min(high, MANY)


# -- with what ---------------------------------------------------------------------------------------------------------


def withs(table: Shown, deed: Deed) -> Choices:
    """With what: weapons, elements, what a touch does, how points or damage are shared, how long somebody is dead."""
    it = gone(table, deed.who)
    if deed.kind == "attack":
        return _arms(table, deed, it)
    if deed.kind == "command":
        return (("To obey", PLAIN), ("To go", GO))
    item = item_in(it, deed.thing) if deed.kind == "cast" else None
    match item.spell if item is not None else "":
        case "Elemental bolt":
            numbers = {element: spell_of("Elemental bolt", element).words(it.level) for element in ELEMENTS}
            return tuple((f"{element.capitalize()}: {words}", element) for element, words in numbers.items())
        case "Healing touch":
            return tuple(zip(("Heal", "Cure poison", "Lift a curse"), CURES, strict=True))
        case "Exploding finger":
            return (("Damage shared evenly", PLAIN), ("Share the damage out", "split"))
        case "Rekindle":
            most = spell_of("Rekindle").at(it.level)["rounds dead"]
            return tuple((f"Dead for {plural(n, 'round')}", str(n)) for n in range(most + 1))[:OPTIONS]
        case "Blessing" if deed.targets:
            shares = even(spell_of("Blessing").at(it.level)["points"], len(aims(table, deed)))
            words = [shares, *([it.casting.choice.split()] if it.casting is not None and goes_on(it, deed) else [])]
            points = dict.fromkeys(" ".join(map(str, each)) for each in words if each)
            shared = [(f"Points {each.replace(' ', ', ')}", each.replace(" ", "-")) for each in points]
            return (("1 point each", PLAIN), *shared)
    return ()


def _arms(table: Shown, deed: Deed, it: Sheet) -> Choices:
    if not it.abilities:
        kinds = (("A plain attack", PLAIN), ("By magic: Counterspell may answer", MAGIC))
        return kinds if enemy(table, deed.who) else ()
    found = []
    for name in weapons(it):
        chance = likely(table, deed.who, _attack(it, replace(deed, choice=short(name)), False))
        found.append((f"{cut(name, 60)}:{chance}" if chance else cut(name, 60), short(name)))
    return tuple(found[:OPTIONS])


# -- what --------------------------------------------------------------------------------------------------------------


def whats(table: Shown, who: Id) -> Choices:
    """Everything that can be done now, each with its chance as it is proposed."""
    it, fighting = gone(table, who), budget_of(table, who) is not None
    found: list[str] = ["attack"] if fighting else []
    if it.abilities:
        spells = sorted((x for x in it.items if x.spell), key=lambda x: not x.usable)
        found += [f"cast-{short(x.name)}" for x in spells]
        found += [f"use-{short(x.name)}" for x in dict.fromkeys(it.items) if x.heal or x.kind == "gear"]
        dying = [i for i in around(table, who) if i != who and table.state.sheets[i].status == "dying"]
        found += ["aid"] if dying else []
        found += [f"command-{i}" for i in demons(table)]
    if fighting:
        found += ["dash", *(["feat"] if it.abilities else [])]
    return tuple((_label(table, proposed(table, who, what)), what) for what in dict.fromkeys(found))[:OPTIONS]


def demons(table: Shown) -> list[Id]:
    """Summoned demons that are there."""
    sheets = table.state.sheets
    return [i for i, it in sheets.items() if it.summoned and DEMON in it.conditions and it.status == "up"]


def _label(table: Shown, deed: Deed) -> str:
    chance = (
        ""
        if deed.kind in ("feat", "use", "dash") or enemy(table, deed.who)
        else likely(table, deed.who, move_of(table, deed))
    )
    return cut(title(table, deed), 80) + (f":{chance}" if chance else "")


def title(table: Shown, deed: Deed) -> str:
    """A deed in a few words, without its targets."""
    it = gone(table, deed.who)
    match deed.kind:
        case "cast" | "use":
            item = item_in(it, deed.thing)
            name = "something" if item is None else item.spell or item_words(item)
            return f"{deed.kind.capitalize()} {name}" + (" (spent)" if item and item.spell and item.spent else "")
        case "command":
            return f"Command {name_of(Id(deed.thing), table.state)}"
        case "aid":
            return "First aid"
        case "feat":
            return "A daring feat"
    return deed.kind.capitalize()


def proposed(table: Shown, who: Id, what: str = "") -> Deed:
    """A deed with everything chosen: what was done last, else the first that there is."""
    it, budget = gone(table, who), budget_of(table, who)
    if it.casting is not None and what in ("", begun(it)):
        choice = it.casting.choice.replace(" ", "-") or PLAIN
        return aimed(table, Deed(who, begun(it), it.casting.targets, choice))
    if what in ("", "attack"):
        target, weapon = budget.last if budget is not None and budget.last is not None else (None, "")
        chosen = (target,) if target in foes(table, who) else ()
        deed = aimed(table, Deed(who, "attack", tuple(i for i in chosen if i), short(weapon) if weapon else PLAIN))
        return deed if what or budget is not None else next(iter(_first(table, who)), deed)
    return aimed(table, Deed(who, what))


def _first(table: Shown, who: Id) -> Iterable[Deed]:
    return (aimed(table, Deed(who, what)) for _, what in whats(table, who))


def aimed(table: Shown, deed: Deed) -> Deed:
    """The same with a choice that there is, and as many targets as it needs and can have."""
    values = [value for _, value in withs(table, deed)]
    deed = replace(deed, choice=deed.choice if deed.choice in values else values[0] if values else PLAIN)
    low, high = bounds(gone(table, deed.who), deed)
    able = targets(table, deed)
    kept = [i for i in dict.fromkeys(deed.targets) if i in able][:high]
    if harmful(table, deed):  # nobody of one's own side unless chosen
        mine = friends(table, deed.who)
        able = [i for i in able if i not in mine]
    kept += [i for i in able if i not in kept][: max(0, low - len(kept))]
    return replace(deed, targets=tuple(kept))


# -- the move ----------------------------------------------------------------------------------------------------------


def move_of(table: Shown, deed: Deed, plus5: bool = False) -> Move:
    """The move that a deed makes; a feat's is one to be judged by, its words are typed."""
    it, who = gone(table, deed.who), deed.who
    first = next(iter(deed.targets), who)
    item = item_in(it, deed.thing) if deed.kind in ("cast", "use") else None
    match deed.kind:
        case "cast":
            choice = "" if deed.choice == PLAIN else deed.choice.replace("-", " ")
            return Cast(who, item.name if item is not None else "", aims(table, deed), choice, plus5)
        case "use":
            return UseItem(who, item.name if item is not None else "", first if deed.targets else None)
        case "aid":
            return Aid(who, first)
        case "dash":
            return Dash(who)
        case "feat":
            return Feat(who, "a feat")
        case "command":
            return Command(who, Id(deed.thing), dismiss=deed.choice == GO, plus5=plus5)
    return _attack(it, deed, plus5)


def _attack(it: Sheet, deed: Deed, plus5: bool) -> Attack:
    target = next(iter(deed.targets), CHAIR)
    if not it.abilities:
        return Attack(deed.who, target, magic=deed.choice == MAGIC)
    weapon = next((name for name in weapons(it) if short(name) == deed.choice), "")
    return Attack(deed.who, target, weapon, plus5)


def refused(table: Shown, deed: Deed, plus5: bool = False) -> str:
    """Why a deed cannot be done now; empty if it can."""
    low, _ = bounds(gone(table, deed.who), deed)
    if len(deed.targets) < low:
        return "Choose whom." if targets(table, deed) else "There is nobody to aim at."
    return why_not(table, deed.who, move_of(table, deed, plus5))
