"""The rules references of docs/rules, section by section: what `/rules` reads."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

from msgspec import Struct
from rapidfuzz import process

from mechanics.campaign import ALIKE, fold
from mechanics.game import Refused

_PLACES = (Path(__file__).parent.parent / "docs" / "rules", Path(sys.prefix) / "share" / "mojo-table" / "rules")
_HEADING = re.compile(r"^## +([A-Z]+-[A-Z]+-\d+) +· +(.+)$", re.MULTILINE)


class Rule(Struct, frozen=True):
    """One rule: its id, what it is called, whose game it is (the file's name), and its text as Markdown."""

    id: str
    title: str
    game: str
    text: str

    @property
    def name(self) -> str:
        """As it is suggested."""
        return f"{self.title} ({self.id})"


@cache
def rules() -> tuple[Rule, ...]:
    """All rules of all games, in the order of their pages."""
    folder = next((p for p in _PLACES if p.is_dir()), None)
    pages = sorted(folder.glob("*.md")) if folder else []
    return tuple(rule for page in pages for rule in read(page.stem, page.read_text("utf-8")))


def read(game: str, page: str) -> list[Rule]:
    """The rules of one page: every heading `## DH-MOJO-06 · Fudge` begins one."""
    parts = _HEADING.split(page)[1:]
    return [
        Rule(number, title.strip(), game, text.strip())
        for number, title, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]


def matching(typed: str, game: str | None) -> list[Rule]:
    """The rules whose title or id has this text in it, those of `game` first."""
    wanted = fold(typed)
    found = [r for r in rules() if wanted in fold(r.name)]
    return sorted(found, key=lambda r: r.game != game)


def rule_of(topic: str, game: str | None) -> Rule:
    """The one rule that a topic means; refused `unknown` with the closest title."""
    wanted = fold(topic)
    found = [r for r in rules() if wanted in (fold(r.id), fold(r.title), fold(r.name))] or matching(topic, game)
    if found:
        return sorted(found, key=lambda r: r.game != game)[0]
    near = process.extractOne(topic, [r.title for r in rules()], score_cutoff=ALIKE)
    raise Refused("unknown", "There is no rule on that.", f"did you mean {near[0]}?" if near else "a title or an id")
