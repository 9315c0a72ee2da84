"""Traits: three traits, challenges that compare numbers, and points burned to double one."""

from mechanics.games.traits.game import TRAITS

__all__ = ["TRAITS"]
