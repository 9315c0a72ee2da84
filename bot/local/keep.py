"""Keeping the simulated Discord in a file between two starts of the browser table."""

from __future__ import annotations

import pickle
import sys
from importlib.metadata import version
from pathlib import Path

from bot.local.world import NamedIds, World

FORMAT = 1


def save(world: World, path: Path) -> None:
    """Write servers, people, channels and messages to a file, whole or not at all; forget logs, old interactions."""
    backend, now = world.backend, world.backend.now_iso()
    for old in [i for i in backend.interactions.values() if i.expires_at and i.expires_at < now]:
        del backend.interactions[old.id], backend.interaction_tokens[old.token]
    backend.http_requests.clear()
    backend.transcript.clear()
    listening, backend.subscribers = backend.subscribers, []
    try:
        data = pickle.dumps(backend)
    finally:
        backend.subscribers = listening
    partial = path.with_suffix(".part")
    partial.write_bytes(_header() + data)
    partial.replace(path)


def load(path: Path) -> NamedIds:
    """The data of a file written by `save`. Raises `ValueError` if other versions wrote it, or what goes wrong."""
    header, _, data = path.read_bytes().partition(b"\n")
    if header + b"\n" != _header():
        raise ValueError("other versions wrote it")
    backend = pickle.loads(data)  # our own file, beside our own database
    if not isinstance(backend, NamedIds):
        raise ValueError("it holds no world")
    return backend


def _header() -> bytes:
    parts = [f"mojo-table world {FORMAT}", *(f"{name} {version(name)}" for name in ("simcord", "discord.py"))]
    return (", ".join([*parts, f"python {sys.version_info[0]}.{sys.version_info[1]}"]) + "\n").encode()
