"""Dice for a script: the system's own until a script feeds faces, from then on only the fed ones."""

from __future__ import annotations

import secrets
from collections.abc import Iterable


class WrongFaces(Exception):
    """A draw that the fed faces cannot serve. Raised inside the bot, before anything is stored."""


class FedDice:
    """Serves every draw from the queue once `feed` was called; `fault` tells what went wrong in the last draw."""

    def __init__(self) -> None:
        self.queue: list[int] = []
        self.fed = False
        self.fault: str | None = None

    def feed(self, faces: Iterable[int]) -> None:
        """Replace the queue; from now on every draw comes from it."""
        self.queue, self.fed = list(faces), True

    def system(self) -> None:
        """Forget the queue and throw real dice again."""
        self.queue, self.fed = [], False

    def draw(self, n: int, faces: int) -> list[int]:
        """`n` faces from 1 to `faces`. Raises `WrongFaces` if the queue cannot serve them, and empties it then."""
        if not self.fed:
            return [secrets.randbelow(faces) + 1 for _ in range(n)]
        drawn, self.queue = self.queue[:n], self.queue[n:]
        impossible = [face for face in drawn if not 1 <= face <= faces]
        if impossible:
            self._fail(f"dice: {impossible[0]} is no face of a die with {faces} sides")
        if len(drawn) < n:
            self._fail(f"dice: {n} faces of a die with {faces} sides wanted, {len(drawn)} left")
        return drawn

    def _fail(self, message: str) -> None:
        self.queue, self.fault = [], message
        raise WrongFaces(message)
