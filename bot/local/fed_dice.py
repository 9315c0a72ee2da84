"""Dice for a script: the system's own until a script feeds faces, from then on only the fed ones."""

from __future__ import annotations

from collections.abc import Iterable

from mechanics.dice import ScriptedDice, ScriptError, SystemDice


class FedDice:
    """Serves every draw from the faces of the last `feed`; `fault` tells what was wrong with a draw, if anything was.

    A draw that the faces cannot serve raises inside the bot, before anything is stored, and empties the queue.
    """

    def __init__(self) -> None:
        self._fed: ScriptedDice | None = None
        self._system = SystemDice()
        self.fault: str | None = None

    @property
    def left(self) -> tuple[int, ...]:
        """The faces fed and not yet drawn."""
        return self._fed.left if self._fed else ()

    def feed(self, faces: Iterable[int]) -> None:
        """Replace the queue; from now on every draw comes from it."""
        self._fed = ScriptedDice(faces)

    def system(self) -> None:
        """Forget the queue and throw real dice again."""
        self._fed = None

    def draw(self, n: int, faces: int) -> list[int]:
        """`n` faces from 1 to `faces`; raises `mechanics.dice.ScriptError` if the queue cannot serve them."""
        if self._fed is None:
            return self._system.draw(n, faces)
        try:
            return self._fed.draw(n, faces)
        except ScriptError as problem:
            self.fault = f"dice: {problem.message}"
            self._fed = ScriptedDice()
            raise
