"""Creatures of one line: `goblin hp 6 stun 3 ac 1d4 hit 1d6s` (DH-COMBAT-13 makes many of one line)."""

from __future__ import annotations

import re
from typing import Any

from mechanics.campaign import clean
from mechanics.game import CHAIR, Refused
from mechanics.games.dragonhead.scores import FURTHEST, parse_roll, within
from mechanics.games.dragonhead.sheet import ABILITIES, Attack, Sheet, ability, ability_score, defences

EXAMPLE = "goblin hp 6 stun 3 ac 1d4 hit 1d6s"
LONGEST = 400
"""The longest line, in characters."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_SCORE = re.compile(r"([0-9]{1,6})([psmbi]?)")


def stat_line(text: str) -> Sheet:
    """The creature of a line: a name, then words with their values; `hp` is needed, all else may be left out.

    `hp` and `stun` are numbers (stun point half the hit points without one); `ac`, `dc` and `move` a score or a roll,
    `ac` also both as `1d8/1d6` (DH-CHAR-10), and counts for `dc` too; abilities a score. `hit`, once or more, is a
    score or a roll with the letter of its damage, and may be named: `hit bite 1d6s`. Refuses `RANGE` naming the word.
    """
    if len(text) > LONGEST:
        raise Refused("too-long", f"That line has {len(text)} characters.", f"up to {LONGEST} characters")
    words = text.split()
    start = next((n for n, word in enumerate(words) if n and word.casefold() in _WORDS), len(words))
    name, rest = clean(" ".join(words[:start]), "creature"), words[start:]
    fields: dict[str, Any] = {"scores": {}, "rolls": {}, "attacks": ()}
    seen: set[str] = set()
    while rest:
        word = rest.pop(0).casefold()
        if word in seen and word != "hit":
            raise Refused("RANGE", f"{word} is there twice.", EXAMPLE)
        seen.add(word)
        value = rest.pop(0) if rest else ""
        if word == "hit":
            named = []
            while rest and not _is_roll(value):
                named.append(value)
                value = rest.pop(0)
            fields["attacks"] += (_attack(" ".join(named), value),)
        else:
            _field(fields, word, value)
    if "hp" not in fields:
        raise Refused("RANGE", f"{name} needs hit points.", EXAMPLE)
    fields.setdefault("stun", max(1, fields["hp"] // 2))
    if "dc" not in fields and "dc" not in fields["rolls"]:  # one defence listed is both
        if "ac" in fields["rolls"]:
            fields["rolls"]["dc"] = fields["rolls"]["ac"]
        elif "ac" in fields:
            fields["dc"] = fields["ac"]
    return Sheet(name, CHAIR, **fields)


_WORDS = {"hp", "stun", "ac", "dc", "move", "hit", *ABILITIES, *(n.casefold() for n in ABILITIES.values())}


def _field(fields: dict[str, Any], word: str, value: str) -> None:
    if word not in _WORDS:
        raise Refused("RANGE", f'"{word[:40]}" is no word of a creature\'s line.', EXAMPLE)
    if word in ("hp", "stun"):
        fields[word] = within(_number(word, value), 1, FURTHEST, "Hit points" if word == "hp" else "The stun point")
    elif word in ("ac", "dc", "move"):
        if _NUMBER.fullmatch(value):
            fields[word] = within(_number(word, value), -FURTHEST, FURTHEST, word.upper())
        elif word == "ac" and "/" in value:
            first, second = defences(value)
            fields["rolls"] |= {"ac": first.text, "dc": second.text}
        else:
            fields["rolls"][word] = parse_roll(value).text
    else:
        fields["scores"][ability(word)] = ability_score(_number(word, value), word)


def _number(word: str, value: str) -> int:
    if not _NUMBER.fullmatch(value):
        raise Refused("RANGE", f'{word} cannot be "{value[:40]}".', f"{word} and a whole number")
    return int(value)


def _is_roll(text: str) -> bool:
    return bool(_SCORE.fullmatch(text.casefold())) or bool(re.match(r"[0-9]*d[0-9]", text.casefold()))


def _attack(name: str, value: str) -> Attack:
    called = clean(name, "attack") if name else "attack"
    if score := _SCORE.fullmatch(value.casefold()):
        return Attack(called, within(int(score[1]), 0, FURTHEST, "A hit score"), score[2])
    roll = parse_roll(value)
    return Attack(called, letter=roll.letter, roll=roll.text.removesuffix(roll.letter))
