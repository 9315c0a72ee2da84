"""A whole campaign as one file: all its parts and its record, for keeping elsewhere and for another server.

The file is JSON, an entry of the record a line. What its owners keep to themselves is left out: private notes, and
characters that were never finished; the entries of the record that speak of them are there, without their contents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from mechanics.campaign import Campaign, Name, Person, Redo, Undo, clean
from mechanics.facts import about
from mechanics.game import SELF, Game, Refused, ids_of
from mechanics.keeping import Note, Withheld
from mechanics.record import GONE, Entry, Patch, entry_like
from mechanics.state import Scene, State, parts_of

FORMAT = 1
"""The format that a campaign is written in."""
SIZE = 20_000_000
"""The greatest file that is read, in bytes."""
LATEST = 2**40
"""No time of a record is later, in seconds since 1970."""
_SNOWFLAKE = 2**63
_WHOLE = (("campaign", "names"), ("sheets",), ("snapshot",))
"""Places that are written as a whole when their order changes."""

AnyGame = Game[Any, Any, Any, Any, Any, Any]


class Document(Struct, frozen=True):
    """A campaign taken out of its server: bound to no channel. `state` has no scene; `scenes` are by channel."""

    game: str
    state: State[Any, Any, Any, Any, Any, Any]
    scenes: dict[str, Scene[Any, Any, Any]]
    record: tuple[Entry, ...]


# -- out ---------------------------------------------------------------------------------------------------------------


def write(document: Document) -> bytes:
    """The file of a campaign, without what `withheld` takes out."""
    document = withheld(document)
    state, encode = document.state, msgspec.json.encode
    parts = {
        "format": FORMAT,
        "game": document.game,
        "campaign": state.campaign,
        "rulings": state.rulings,
        "sheets": state.sheets,
        "session": state.session,
        "snapshot": state.snapshot,
        "scenes": document.scenes,
    }
    lines = [encode(key) + b": " + encode(value) for key, value in parts.items()]
    record = b",\n".join(map(encode, document.record))
    return b"{\n" + b",\n".join(lines) + b',\n"record": [\n' + record + b"\n]\n}\n"


def withheld(document: Document) -> Document:
    """The campaign without private notes and unfinished characters, in its parts and in its record."""
    campaign, state = document.state.campaign, document.state
    gone = _unfinished(campaign, document.record)
    names = {i: n for i, n in campaign.names.items() if i not in gone}
    kept = replace(
        state,
        campaign=replace(campaign, names=names, notes={}, channels=()),
        sheets={i: s for i, s in state.sheets.items() if i not in gone},
        snapshot={i: s for i, s in state.snapshot.items() if i not in gone},
        scene=Scene(),
    )
    return replace(document, state=kept, record=open_record(campaign, document.record))


def open_record(campaign: Campaign, record: Sequence[Entry]) -> tuple[Entry, ...]:
    """The whole record (from its first entry on) without private notes and unfinished characters, number by number."""
    gone = _unfinished(campaign, record)
    return tuple(_without(entry, gone) for entry in record)


def with_gm(document: Document, user: str, name: str) -> Document:
    """The same campaign with one more GM: whoever takes it into another server."""
    campaign = document.state.campaign
    person = replace(campaign.people[user], name=name) if user in campaign.people else Person(name)
    gms = campaign.gms if user in campaign.gms else (*campaign.gms, user)
    campaign = replace(campaign, gms=gms, people={**campaign.people, user: person})
    return replace(document, state=replace(document.state, campaign=campaign))


def _unfinished(campaign: Campaign, record: Iterable[Entry]) -> frozenset[str]:
    """The characters that were begun and are not finished now, dropped ones too."""
    begun: set[str] = {i for i, n in campaign.names.items() if n.kind == "draft"}
    for entry in record:
        for patch in entry.patch:
            for value in (patch.before, patch.after):
                if patch.path[:2] == ("campaign", "names") and isinstance(value, dict):
                    named = {patch.path[2]: value} if len(patch.path) > 2 else value
                    begun |= {i for i, n in named.items() if isinstance(n, dict) and n.get("kind") == "draft"}
    names: Mapping[str, Name] = {str(i): n for i, n in campaign.names.items()}
    return frozenset(i for i in begun if i not in names or names[i].kind == "draft")


def _without(entry: Entry, gone: frozenset[str]) -> Entry:
    patch = tuple(p for p in entry.patch if not (p.path[:2] == ("campaign", "notes") or _speaks_of(p, gone)))
    drafted = bool(gone.intersection(ids_of(entry.move))) or any(_speaks_of(p, gone) for p in entry.patch)
    hidden = isinstance(entry.move, Note) or (drafted and not isinstance(entry.move, Undo | Redo))
    if not hidden and patch == entry.patch:
        return entry
    facts = tuple(f for f in entry.facts if not f.to and not gone.intersection(about(f)))
    if hidden or drafted:
        entry = replace(entry, faces=())
    return replace(entry, move=Withheld(SELF) if hidden else entry.move, facts=facts, patch=patch)


def _speaks_of(patch: Patch, gone: frozenset[str]) -> bool:
    if gone.intersection(patch.path):
        return True
    values = (patch.before, patch.after) if patch.path in _WHOLE else ()
    return any(isinstance(v, dict) and gone.intersection(v) for v in values)


# -- in ----------------------------------------------------------------------------------------------------------------


class _File(Struct):
    format: int
    game: str
    campaign: Raw
    rulings: Raw
    sheets: Raw
    session: Raw
    snapshot: Raw
    scenes: Raw
    record: Raw


def read(data: bytes, games: Mapping[str, AnyGame]) -> Document:
    """The campaign of a file, bound to no channel and not archived.

    Refuses `too-long`, `wrong-game` for one that is not among these, and `bad-value` naming what does not fit.
    """
    if len(data) > SIZE:
        raise Refused("too-long", f"That file has {len(data):,} bytes.", f"up to {SIZE:,} bytes")
    file = _decoded(data.removeprefix(b"\xef\xbb\xbf"), _File, "the file")
    if file.format != FORMAT:
        raise _bad(f"it is of format {file.format}", f"this version reads format {FORMAT}")
    game = games.get(file.game)
    if game is None:
        raise Refused("wrong-game", f"That is a campaign of {file.game[:40]}.", f"one of {', '.join(games)}")
    parts = parts_of(game.state)
    campaign = _decoded(file.campaign, Campaign, "campaign")
    state: State[Any, Any, Any, Any, Any, Any] = State(
        campaign=replace(campaign, name=clean(campaign.name), game=game.key, channels=(), notes={}, archived=False),
        rulings=_decoded(file.rulings, parts.rulings, "rulings"),
        sheets=_decoded(file.sheets, parts.snapshot, "sheets"),
        session=_decoded(file.session, parts.session | None, "session"),  # type: ignore[operator]
        scene=Scene(),
        snapshot=_decoded(file.snapshot, parts.snapshot, "snapshot"),
    )
    scenes = _decoded(file.scenes, dict[str, parts.scene], "scenes")  # type: ignore[name-defined]
    record = _decoded(file.record, tuple[entry_like(game.moves), ...], "record")  # type: ignore[misc]
    entries = tuple(Entry(*(getattr(e, field) for field in Entry.__struct_fields__)) for e in record)
    _check_parts(state, scenes)
    _check_record(entries)
    return Document(game.key, state, scenes, entries)


def _bad(what: str, hint: str = "a file made by /campaign export") -> Refused:
    return Refused("bad-value", f"That file does not fit: {what}.", hint)


def _decoded(data: Any, kind: Any, name: str) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _bad(f"{name}: {str(error)[:200]}") from None


def _check_parts(state: State[Any, Any, Any, Any, Any, Any], scenes: Mapping[str, object]) -> None:
    campaign = state.campaign
    for i, name in campaign.names.items():
        if i not in state.sheets:
            raise _bad(f"sheets: there is none of {i[:40]}")
        if state.sheets[i].owner != name.owner:
            raise _bad(f"sheets: {i[:40]} has another owner than its name has")
    if nameless := [i for i in state.sheets if i not in campaign.names]:
        raise _bad(f"campaign: {nameless[0][:40]} has no name")
    texts = [*campaign.names, *campaign.people, *campaign.gms, *(p.name for p in campaign.people.values())]
    if any("\0" in text for text in (*texts, *(t for n in campaign.names.values() for t in (n.name, n.owner)))):
        raise _bad("campaign: a name cannot be kept")
    if state.session is not None:
        _within(state.session.number, 1, 1_000_000, "session: number")
        _within(state.session.opened_at, 0, LATEST, "session: opened_at")
    for channel in scenes:
        _check_place(channel, "scenes")


def _check_record(record: tuple[Entry, ...]) -> None:
    stands: dict[int, bool] = {}
    for n, entry in enumerate(record, 1):
        if entry.n != n:
            raise _bad(f"record: entry {n} is numbered {entry.n}")
        _within(entry.at, 0, LATEST, f"record: at of entry {n}")
        if entry.place:
            _check_place(entry.place, f"record: place of entry {n}")
        if "\0" in entry.caller.user:
            raise _bad(f"record: caller of entry {n}")
        for patch in entry.patch:
            if not patch.path or (GONE in patch.path):
                raise _bad(f"record: patch of entry {n}")
        if not isinstance(entry.move, Undo | Redo):
            if entry.undoes is not None:
                raise _bad(f"record: undoes of entry {n}")
            stands[n] = True
        elif entry.undoes is None or stands.get(entry.undoes) is not isinstance(entry.move, Undo):
            raise _bad(f"record: undoes of entry {n}")
        else:
            stands[entry.undoes] = isinstance(entry.move, Redo)


def _within(number: int, low: int, high: int, what: str) -> None:
    if not low <= number <= high:
        raise _bad(what)


def _check_place(text: str, what: str) -> None:
    if not (text.isascii() and text.isdecimal() and len(text) <= 20 and int(text) < _SNOWFLAKE):
        raise _bad(f"{what}: {text[:40]} is no channel")
