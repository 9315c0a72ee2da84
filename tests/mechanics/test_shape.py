"""The shape of the house: what shared code may know and import; everything is described; the docs are true."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from importlinter.cli import lint_imports

from mechanics.facts import AnyFact, Die, Fact, Sum, show
from tests.mechanics.toy_table import table

ROOT = Path(__file__).parents[2]
CORE = sorted((ROOT / "mechanics").glob("*.py"))
MECHANICS = sorted((ROOT / "mechanics").rglob("*.py"))
FORBIDDEN = {
    *("aiosqlite", "alembic", "asyncio", "bot", "datetime", "discord", "io", "logging", "os", "random", "secrets"),
    *("simcord", "socket", "sqlalchemy", "storage", "subprocess", "sys", "threading", "time", "urllib"),
}
PROTOCOLS = {"Game", "Sheet"}
"""Described as a whole, and method by method where the name does not say it."""
MAY = {"mechanics/dice/sources.py": {"os", "random"}}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("path", MECHANICS, ids=name)
def test_rules_read_no_clock_no_chance_no_chat_and_no_database(path: Path) -> None:
    taken = imports(ast.parse(path.read_text())) & FORBIDDEN
    assert taken <= MAY.get(name(path), set()), f"{name(path)} imports {taken}"


@pytest.mark.parametrize("path", [p for p in MECHANICS if "games" not in p.parts], ids=name)
def test_shared_code_names_no_game(path: Path) -> None:
    words = set(re.findall(r"[a-z]+", path.read_text().lower().replace("one-roll", "oneroll")))
    assert not words & {"dragonhead", "clan", "delve", "traits", "oneroll"}


@pytest.mark.parametrize("path", MECHANICS, ids=name)
def test_everything_public_is_described(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert ast.get_docstring(tree) or not tree.body, f"{name(path)} says nothing of itself"
    missing = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            missing += [] if ast.get_docstring(node) else [node.name]
            if isinstance(node, ast.ClassDef) and path in CORE and node.name not in PROTOCOLS:
                methods = [m for m in node.body if isinstance(m, ast.FunctionDef) and not m.name.startswith("_")]
                missing += [f"{node.name}.{m.name}" for m in methods if not ast.get_docstring(m)]
    assert not missing, f"{name(path)}: no docstring on {', '.join(missing)}"


def test_files_stay_readable() -> None:
    assert not [name(p) for p in CORE if len(p.read_text().splitlines()) > 400]


def test_imports_point_one_way() -> None:
    contract = (
        (ROOT / ".importlinter").read_text().split("[importlinter:contract:core]")[1].split("forbidden_modules")[0]
    )
    assert not [p.stem for p in CORE if p.stem != "__init__" and f"    mechanics.{p.stem}\n" not in contract]
    assert lint_imports(config_filename=str(ROOT / ".importlinter"), no_cache=True) == 0


# -- docs/facts.md


DOC = (ROOT / "docs" / "facts.md").read_text()


def sections() -> dict[str, str]:
    parts = re.split(r"^## (.+)$", DOC, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def rows(text: str) -> dict[str, str]:
    """Field and default, of the table rows in a text."""
    return {m[1]: m[2].strip() for m in re.finditer(r"^\| `(\w+)` \|.*\|(.*)\|$", text, re.MULTILINE)}


def defaults(kind: Any, but: tuple[str, ...] = ()) -> dict[str, str]:
    found = {}
    for field in msgspec.structs.fields(kind):
        if field.name not in but:
            found[field.name] = "" if field.required else f"`{json.dumps(field.default)}`"
    return found


KINDS = list(AnyFact.__args__)


def test_the_page_knows_exactly_the_kinds_of_fact() -> None:
    assert list(sections()) == [*(k.__name__ for k in KINDS), "Sums and dice"]
    assert {f: d.split(":")[0] for f, d in rows(DOC.split("## Rolled")[0]).items()} == defaults(Fact)


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
def test_the_page_tells_the_truth_of_each_kind(kind: Any) -> None:
    text = sections()[kind.__name__]
    assert rows(text) == defaults(kind, but=("rule", "to"))
    line = re.search(r"```json\n(.+)\n```", text)
    shown = re.search(r"^> (.+)$", text, re.MULTILINE)
    assert line and shown
    fact = msgspec.json.decode(line[1], type=AnyFact)
    assert type(fact) is kind
    assert msgspec.json.encode(fact).decode() == line[1]
    assert show(fact, table()) == shown[1]


def test_the_page_tells_the_truth_of_sums_and_dice() -> None:
    sums, dice = sections()["Sums and dice"].split("A die:")
    assert rows(sums) == defaults(Sum) and rows(dice) == defaults(Die)
