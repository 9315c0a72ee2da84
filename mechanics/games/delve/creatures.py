"""Creatures, abilities and things as they are typed in a line of text."""

from __future__ import annotations

import re

from mechanics.campaign import clean, fold
from mechanics.game import CHAIR, Refused
from mechanics.games.delve.sheet import ABILITIES, HIGHEST, Item, Kind, Sheet, Uses
from mechanics.games.delve.spells import spell_in
from mechanics.games.delve.throws import harm_of

POINTS = 6
"""How many points the six abilities of a new character make (DELVE-ABL-01)."""
EXAMPLE = "ogre 3 life 11 dmg 1d6+2"
KINDS: dict[str, Kind] = {
    "melee": "melee",
    "melee weapon": "melee",
    "ranged": "ranged",
    "ranged weapon": "ranged",
    "improvised": "improvised",
    "improvised weapon": "improvised",
    "armor": "armor",
    "ration": "ration",
    "spell": "spell",
    "treasure": "treasure",
    "gear": "gear",
}
"""Kinds of things, also as the choices of a command name them."""
CALLED: dict[Kind, str] = {"melee": "melee weapon", "ranged": "ranged weapon", "improvised": "improvised weapon"}
"""How a kind is told, where it is not by its own word."""
MELEE = (
    *("sword", "axe", "dagger", "knife", "mace", "spear", "club", "staff", "hammer", "halberd", "flail", "rapier"),
    *("sabre", "saber", "scimitar", "lance", "pike", "cudgel", "morningstar", "trident", "glaive", "whip", "blade"),
)
RANGED = ("bow", "longbow", "shortbow", "crossbow", "sling", "javelin", "dart", "blowgun", "blowpipe")
ARMOR = ("armor", "armour", "shield", "buckler", "mail", "chainmail", "helmet", "helm", "breastplate", "gauntlet")
SUITS = ("leather", "plate", "hide", "chain")
"""Armor where the name ends with it; a leather bag is none."""
USES: tuple[Uses, ...] = ("free", "session", "single")
_LINE = re.compile(r"(?P<name>.*?\S)\s+(?P<level>[0-9]{1,3})(?P<rest>(?:\s+(?:life|tn|dmg)\s+\S+)*)\s*", re.IGNORECASE)
_HEALS = re.compile(r"(?P<name>.*\S)\s*\((?:heals?\s+)?(?P<dice>[^()]*)\)")


def stat_line(text: str) -> Sheet:
    """A creature: name, level, and if it has them Life, a number to hit it, its damage: `ogre 3 life 11 dmg 1d6+2`.

    Without Life it is rolled when it joins a fight. Refuses `RANGE` (DELVE-GEN-01).
    """
    line = _LINE.fullmatch(text.strip())
    if line is None:
        raise Refused("RANGE", "That is no stat line.", f"name, level, life, tn, dmg: {EXAMPLE}")
    words = line["rest"].casefold().split()
    pairs = dict(zip(words[::2], words[1::2], strict=True))
    if len(pairs) * 2 < len(words):
        raise Refused("RANGE", "A word is there twice.", EXAMPLE)
    life = _number(pairs["life"], 1, 999, "Life") if "life" in pairs else 0
    tn = _number(pairs["tn"], 1, 40, "What hits it") if "tn" in pairs else None
    damage = str(harm_of(pairs["dmg"])) if "dmg" in pairs else ""
    level = _number(line["level"], 1, 2 * HIGHEST, "A level")
    return Sheet(clean(line["name"]), CHAIR, level, life=life, life_max=life, tn=tn, damage=damage)


def _number(text: str, low: int, high: int, what: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", text) or not low <= int(text) <= high:
        raise Refused("RANGE", f"{what} cannot be {text[:40]}.", f"a whole number, {low} to {high}")
    return int(text)


def six(text: str) -> dict[str, int]:
    """Six scores in sheet order, `1 1 1 1 1 1`, or by name, `str 2 cha 4`; refused `RANGE`, `UNKNOWN`, `RULE`.

    Each 0 or more, six in all (DELVE-ABL-01).
    """
    words = re.split(r"[\s,/]+", text.strip())
    if words and words[0].casefold() in ABILITIES:
        if len(words) % 2:
            raise Refused("RANGE", "Each ability needs a number.", "such as str 2 cha 4")
        if unknown := [w for w in words[::2] if w.casefold() not in ABILITIES]:
            raise Refused("UNKNOWN", f"There is no ability called {unknown[0][:40]}.", ", ".join(ABILITIES))
        named = {w.casefold(): n for w, n in zip(words[::2], words[1::2], strict=True)}
        words = [named.get(key, "0") for key in ABILITIES]
    if len(words) != len(ABILITIES):
        raise Refused("RANGE", f"Abilities are {len(ABILITIES)} numbers, not {len(words)}.", ", ".join(ABILITIES))
    scores = {key: _number(word, 0, 99, key.upper()) for key, word in zip(ABILITIES, words, strict=True)}
    if sum(scores.values()) != POINTS:
        raise Refused("RULE", f"Those are {sum(scores.values())} points.", f"{POINTS} in all")
    return scores


def kind_in(text: str) -> Kind:
    """The kind of thing that a name speaks of, where none is given: a spell, a ration, arms, armor; else gear."""
    name = fold(text).partition("(")[0]
    spell = spell_in(name)
    if spell and re.search(rf"\b{re.escape(fold(spell))}\b", name):
        return "spell"
    words = [word.removesuffix("s") for word in re.findall(r"[^\W\d_]+", name.partition(" of ")[0])]
    for word in reversed(words):
        if word == "ration":
            return "ration"
        if word in RANGED:
            return "ranged"
        if word in ARMOR or (word in SUITS and word == words[-1]):
            return "armor"
        if word.endswith(MELEE):
            return "melee"
    return "gear"


def told(item: Item) -> str:
    """A thing with its kind, `sword (melee weapon)`; the kind alone where that is its name."""
    kind = f"spell: {item.spell}" if item.spell else CALLED.get(item.kind, item.kind)
    return item.name if fold(item.name) == kind else f"{item.name} ({kind})"


def item_of(text: str, kind: str = "", uses: str = "free") -> Item:
    """A thing by name, with the dice it heals in brackets: `potion (1d6)`. A spell's thing names its spell.

    Without a kind it is the one that the name speaks of.
    Refuses `UNKNOWN` for a kind, uses or spell that there is not, `RANGE` for dice.
    """
    kind = kind if kind.strip() else kind_in(text)
    wanted = " ".join(kind.casefold().replace("-", " ").replace("_", " ").split())
    if wanted not in KINDS:
        raise Refused("UNKNOWN", f"There is no kind of thing called {kind[:40]}.", ", ".join(KINDS))
    if uses.casefold() not in USES:
        raise Refused("UNKNOWN", f"Nothing is used {uses[:40]}.", ", ".join(USES))
    heals = _HEALS.fullmatch(text.strip())
    name, heal = (heals["name"], str(harm_of(heals["dice"]))) if heals else (text, "")
    spell = spell_in(text) if KINDS[wanted] == "spell" else ""
    if KINDS[wanted] == "spell" and not spell:
        raise Refused("UNKNOWN", "The thing does not say which spell it holds.", "such as scroll of Ward")
    used: Uses = next(u for u in USES if u == uses.casefold())
    return Item(clean(name), KINDS[wanted], spell, used, heal=heal)
