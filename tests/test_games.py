"""The five games have one shape: whoever knows one finds everything in the other four."""

from importlib import import_module
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.inspect import StructType, type_info

from bot.app import COGS
from bot.asking import OWN_WORDS
from bot.cards.games import GameCards, cards_of
from bot.panels.games import GamePanels, panels_of
from mechanics.game import Game, Move
from mechanics.games.all import GAMES
from mechanics.state import parts_of

ROOT = Path(__file__).parents[1]
RULES = {"__init__", "sheet", "rulings", "moves", "pending", "create", "creatures", "game"}
"""What every package has. Beside these each has data of its own, in its own words."""
PLAY = {"__init__", "edit"}
WORDS = {"dragonhead": "dh", "clan": "clan", "delve": "delve", "traits": "traits", "oneroll": "ore"}


def members(protocol: type) -> set[str]:
    return {name for name in vars(protocol) if not name.startswith("_")}


def test_all_five_are_there() -> None:
    assert list(GAMES) == list(WORDS)


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_are_in_the_same_places(key: str) -> None:
    package = ROOT / "mechanics" / "games" / key
    assert {p.stem for p in package.glob("*.py")} >= RULES
    assert {p.stem for p in (package / "play").glob("*.py")} >= PLAY
    found = {name: import_module(f"mechanics.games.{key}.{name}") for name in RULES - {"__init__"}}
    assert issubclass(found["sheet"].Sheet, Struct) and issubclass(found["rulings"].Rulings, Struct)
    assert found["pending"].What and issubclass(found["moves"].NewDraft, Move)
    assert callable(found["creatures"].stat_line) and found["creatures"].EXAMPLE
    assert found["creatures"].stat_line(found["creatures"].EXAMPLE).name
    assert getattr(import_module(f"mechanics.games.{key}"), key.upper()) is GAMES[key]
    assert callable(found["create"].new_draft)


@pytest.mark.parametrize("key", GAMES)
def test_the_contract_is_kept(key: str) -> None:
    game = GAMES[key]
    assert members(Game) <= set(dir(game))
    assert parts_of(game.state).sheet is import_module(f"mechanics.games.{key}.sheet").Sheet
    assert game.key == key


@pytest.mark.parametrize("key", GAMES)
def test_every_ruling_says_its_rule_what_it_decides_and_whose_it_is(key: str) -> None:
    kind = type_info(import_module(f"mechanics.games.{key}.rulings").Rulings)
    assert isinstance(kind, StructType) and kind.fields
    for field in kind.fields:
        meta = field.type
        told = getattr(meta, "extra_json_schema", None) or {}
        assert told.get("title") and told.get("description"), f"{key}: {field.name}"


@pytest.mark.parametrize("key", GAMES)
def test_the_bot_has_its_parts_in_the_same_places(key: str) -> None:
    assert all(callable(getattr(cards_of(key), name)) for name in members(GameCards))
    assert all(callable(getattr(panels_of(key), name)) for name in members(GamePanels))
    assert cards_of(key).__name__ == f"bot.cards.{key}" and panels_of(key).__name__ == f"bot.panels.{key}"
    assert [c for c in COGS if c.startswith(f"bot.cogs.{key}")]
    assert (ROOT / "docs" / "rules" / f"{key}.md").is_file()
    assert list((ROOT / "tests" / "mechanics" / key).glob("test_*.py"))


def test_each_has_a_group_and_a_gms_twin() -> None:
    for cog in COGS:
        import_module(cog)
    for key, word in WORDS.items():
        assert OWN_WORDS[word] == key and OWN_WORDS[f"{word}-gm"] == key
