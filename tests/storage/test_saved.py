"""Saved dice belong to a person."""

from __future__ import annotations

from storage.saved import SavedRoll
from storage.unit import Store


async def test_saved_dice_are_kept_by_person_and_name(store: Store) -> None:
    async with store.write() as unit:
        await unit.saved.put("1", "Sword", "1d8+2")
        await unit.saved.put("1", "axe", "1d12")
        await unit.saved.put("2", "sword", "1d6")
    async with store.write() as unit:
        await unit.saved.put("1", "SWORD", "2d8")
    async with store.read() as unit:
        assert await unit.saved.of_user("1") == [SavedRoll("axe", "1d12"), SavedRoll("SWORD", "2d8")]
        assert await unit.saved.of_user("2") == [SavedRoll("sword", "1d6")]
        assert await unit.saved.of_user("3") == []


async def test_saved_dice_are_forgotten(store: Store) -> None:
    async with store.write() as unit:
        await unit.saved.put("1", "Sword", "1d8+2")
        assert await unit.saved.delete("2", "Sword") is False
        assert await unit.saved.delete("1", "sWORD") is True
        assert await unit.saved.delete("1", "sword") is False
    async with store.read() as unit:
        assert await unit.saved.of_user("1") == []
