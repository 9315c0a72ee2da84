"""Campaigns: found by server and channel, loaded as the parts that one action needs, saved part by part."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from sqlalchemy import and_, bindparam, case, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from mechanics.campaign import Campaign, Name, Session, fold
from mechanics.game import Id
from mechanics.state import Parts, Scene, Sheet, State
from storage.codec import decode, encode
from storage.errors import Bound, Conflict
from storage.models import binding, campaign, character, membership, put, scene, server, session, snapshot

AnyState = State[Any, Any, Any, Any, Any, Any]


class Head(Struct, frozen=True):
    """A campaign without its contents. `entries` is the number of the newest entry in its record."""

    id: int
    guild_id: int
    name: str
    game: str
    entries: int
    version: int
    archived: bool = False


class Loaded(Struct, frozen=True):
    """The parts that were read, and which versions of their rows; good for one `save`.

    A version of 0 means that there is no row yet. `head` is as fresh as the parts.
    """

    head: Head
    state: AnyState
    channel_id: int
    sheets: dict[Id, int]
    session: int
    scene: int
    snapshot: int = 0


class OpenSession(Struct, frozen=True):
    """An evening that is not over, for the clock. `opened_at` in seconds since 1970, UTC."""

    head: Head
    number: int
    opened_at: int
    lobby: bool
    reminded: bool


_HEAD = (
    campaign.c.id,
    campaign.c.guild_id,
    campaign.c.name,
    campaign.c.game,
    campaign.c.entries,
    campaign.c.version,
    campaign.c.archived,
)


_LASTS = re.compile(rb'"lasts":[1-9]')


def _head(row: Any) -> Head:
    return Head(row.id, row.guild_id, row.name, row.game, row.entries, row.version, row.archived)


_BOUND = (
    select(*_HEAD)
    .join(binding, binding.c.campaign_id == campaign.c.id)
    .where(
        or_(binding.c.channel_id == bindparam("channel"), binding.c.channel_id == bindparam("parent")),
        campaign.c.guild_id == bindparam("guild"),
    )
    .order_by(case((binding.c.channel_id == bindparam("channel"), 0), else_=1))
    .limit(1)
)
_LOAD = (
    select(
        *_HEAD,
        campaign.c.data,
        campaign.c.rulings,
        session.c.data.label("session"),
        session.c.version.label("session_version"),
        scene.c.data.label("scene"),
        scene.c.version.label("scene_version"),
        snapshot.c.data.label("snapshot"),
        snapshot.c.version.label("snapshot_version"),
    )
    .outerjoin(session, and_(session.c.campaign_id == campaign.c.id, session.c.open))
    .outerjoin(scene, and_(scene.c.campaign_id == campaign.c.id, scene.c.channel_id == bindparam("channel")))
    .outerjoin(snapshot, snapshot.c.campaign_id == campaign.c.id)
    .where(campaign.c.id == bindparam("campaign"), campaign.c.guild_id == bindparam("guild"))
)
_SHEETS = select(character.c.id, character.c.data, character.c.version).where(
    character.c.campaign_id == bindparam("campaign")
)
_SOME_SHEETS = _SHEETS.where(character.c.id.in_(bindparam("ids", expanding=True)))


class Campaigns:
    """The campaigns, as seen in one unit of work. Every look-up names the server it is for."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    # -- finding

    async def bound(self, guild_id: int, channel_id: int, parent_id: int | None = None) -> Head | None:
        """The running campaign of a channel; a thread without its own (`parent_id` set) uses its parent's."""
        values = {"guild": guild_id, "channel": channel_id, "parent": parent_id}
        row = (await self._connection.execute(_BOUND, values)).first()
        return _head(row) if row else None

    async def of_server(self, guild_id: int) -> list[Head]:
        """All campaigns of a server, archived ones too, oldest first."""
        rows = await self._connection.execute(
            select(*_HEAD).where(campaign.c.guild_id == guild_id).order_by(campaign.c.id)
        )
        return [_head(row) for row in rows]

    async def get(self, campaign_id: int, guild_id: int) -> Head | None:
        """This campaign, if it belongs to this server."""
        query = select(*_HEAD).where(campaign.c.id == campaign_id, campaign.c.guild_id == guild_id)
        row = (await self._connection.execute(query)).first()
        return _head(row) if row else None

    async def open_sessions(self) -> list[OpenSession]:
        """Every evening of a running campaign that is not over, in all servers where the bot still is; oldest first."""
        rows = await self._connection.execute(
            select(*_HEAD, session.c.number, session.c.opened_at, session.c.lobby, session.c.reminded)
            .join(session, session.c.campaign_id == campaign.c.id)
            .join(server, server.c.guild_id == campaign.c.guild_id)
            .where(session.c.open, campaign.c.archived.is_(False), server.c.left_at.is_(None))
            .order_by(session.c.opened_at, campaign.c.id)
        )
        return [OpenSession(_head(row), row.number, row.opened_at, row.lobby, row.reminded) for row in rows]

    async def planned(self) -> list[tuple[Head, int]]:
        """Running campaigns, as above, with a planned evening that nobody is reminded of yet, and when; next first."""
        rows = await self._connection.execute(
            select(*_HEAD, campaign.c.plan_at)
            .join(server, server.c.guild_id == campaign.c.guild_id)
            .where(campaign.c.plan_at.is_not(None), campaign.c.archived.is_(False), server.c.left_at.is_(None))
            .order_by(campaign.c.plan_at, campaign.c.id)
        )
        return [(_head(row), row.plan_at) for row in rows]

    async def timed(self) -> list[tuple[Head, int, bytes]]:
        """Where in running campaigns, as above, something waits that lasts only so long: the channel, and its scene
        as it is stored."""
        rows = await self._connection.execute(
            select(*_HEAD, scene.c.channel_id, scene.c.data)
            .join(scene, scene.c.campaign_id == campaign.c.id)
            .join(server, server.c.guild_id == campaign.c.guild_id)
            .where(campaign.c.archived.is_(False), server.c.left_at.is_(None))
        )
        return [(_head(row), row.channel_id, row.data) for row in rows if _LASTS.search(row.data)]

    # -- reading

    async def load(self, head: Head, parts: Parts, channel_id: int, ids: Iterable[str] | None = None) -> Loaded:
        """The parts of a campaign that one action in this channel needs.

        `ids` are the sheets wanted, None for all; those that sit in the scene's fight or may answer its decisions
        come always. Unknown ids are left out. Raises `Conflict` when the campaign is gone.
        """
        values: dict[str, Any] = {"campaign": head.id, "guild": head.guild_id, "channel": channel_id}
        row = (await self._connection.execute(_LOAD, values)).first()
        if row is None:
            raise Conflict(f"campaign {head.id} is gone")
        table: Campaign = decode(row.data, Campaign)
        here: Scene[Any, Any, Any] = decode(row.scene, parts.scene) if row.scene is not None else Scene()
        kind: Any = parts.rulings
        found = await self._sheets(head.id, None if ids is None else {*ids, *_named_by(here)})
        order = [i for i in table.names if i in found] + [i for i in sorted(found) if i not in table.names]
        return Loaded(
            head=_head(row),
            state=State(
                campaign=table,
                rulings=decode(row.rulings, kind) if row.rulings is not None else kind(),
                sheets={i: decode(found[i].data, parts.sheet) for i in order},
                session=decode(row.session, parts.session) if row.session is not None else None,
                scene=here,
                snapshot=decode(row.snapshot, parts.snapshot) if row.snapshot is not None else {},
                elsewhere=await self._fighting(head.id, parts, channel_id),
            ),
            channel_id=channel_id,
            sheets={i: found[i].version for i in order},
            session=row.session_version or 0,
            scene=row.scene_version or 0,
            snapshot=row.snapshot_version or 0,
        )

    async def _fighting(self, campaign_id: int, parts: Parts, but: int) -> tuple[Id, ...]:
        """Who stands in a fight that has begun in another channel than `but`."""
        query = select(scene.c.data).where(scene.c.campaign_id == campaign_id, scene.c.channel_id != but)
        some = [data for data in await self._connection.scalars(query) if b'"seats"' in data]
        fights = [fight for data in some if (fight := decode(data, parts.scene).fight) is not None]
        return tuple(i for fight in fights if fight.round for i in fight.seats)

    async def _sheets(self, campaign_id: int, ids: set[str] | None) -> dict[Id, Any]:
        if ids is None:
            rows = await self._connection.execute(_SHEETS, {"campaign": campaign_id})
        elif ids:
            rows = await self._connection.execute(_SOME_SHEETS, {"campaign": campaign_id, "ids": sorted(ids)})
        else:
            return {}
        return {Id(row.id): row for row in rows}

    # -- writing

    async def create(self, guild_id: int, state: AnyState, channel_id: int | None = None) -> Head:
        """A new campaign with all its parts; its record is still empty (`entries` 0).

        `channel_id` is where the state's scene is, needed only if something goes on in it. Raises `Bound`.
        """
        if channel_id is None and state.scene != Scene():
            raise ValueError("a scene that is not empty needs its channel")
        await put(self._connection, server, {"guild_id": guild_id}, {"left_at": None})
        values = {
            "guild_id": guild_id,
            "name": state.campaign.name,
            "game": state.campaign.game,
            "archived": state.campaign.archived,
            "entries": 0,
            "plan_at": _planned(state.campaign),
            "data": encode(state.campaign),
            "rulings": encode(state.rulings),
            "version": 1,
        }
        made = await self._connection.execute(insert(campaign).returning(campaign.c.id), values)
        head = Head(
            made.scalar_one(), guild_id, state.campaign.name, state.campaign.game, 0, 1, state.campaign.archived
        )
        nothing: AnyState = State(campaign=Campaign(), rulings=state.rulings, sheets={}, session=None, scene=Scene())
        await self._save_parts(Loaded(head, nothing, channel_id or 0, {}, 0, 0), state)
        return head

    async def save(self, loaded: Loaded, new: AnyState) -> None:
        """Write the parts that differ from what was loaded, and what is kept beside them in columns.

        A session that is None now is closed and stays; a sheet that is gone is deleted. No channel is bound to an
        archived campaign; one that is taken out again has its channels again. Raises `Conflict` when
        somebody wrote one of these rows in between, `Bound` when a channel belongs to another campaign.
        """
        old, head = loaded.state, loaded.head
        if not (_same(old.campaign, new.campaign) and _same(old.rulings, new.rulings)):
            await self._write(
                update(campaign).where(campaign.c.id == head.id, campaign.c.version == head.version),
                name=new.campaign.name,
                game=new.campaign.game,
                archived=new.campaign.archived,
                plan_at=_planned(new.campaign),
                data=encode(new.campaign),
                rulings=encode(new.rulings),
                version=head.version + 1,
            )
        await self._save_parts(loaded, new)

    async def delete(self, head: Head) -> None:
        """Remove a campaign with everything that belongs to it, for good."""
        await self._connection.execute(
            delete(campaign).where(campaign.c.id == head.id, campaign.c.guild_id == head.guild_id)
        )

    async def _save_parts(self, loaded: Loaded, new: AnyState) -> None:
        old, head = loaded.state, loaded.head
        if old.campaign is not new.campaign:
            await self._bind(head.id, _played_in(old.campaign), _played_in(new.campaign))
            await self._save_members(head.id, old.campaign, new.campaign)
        await self._save_sheets(loaded, new)
        if not _same(old.session, new.session):
            await self._save_session(loaded, old.session, new.session)
        if not _same(old.scene, new.scene):
            key = {"campaign_id": head.id, "channel_id": loaded.channel_id}
            if loaded.scene:
                here = (scene.c.campaign_id == head.id) & (scene.c.channel_id == loaded.channel_id)
                changed = update(scene).where(here, scene.c.version == loaded.scene)
                await self._write(changed, data=encode(new.scene), version=loaded.scene + 1)
            else:
                await self._connection.execute(insert(scene), {**key, "data": encode(new.scene), "version": 1})
        if not _same(old.snapshot, new.snapshot):
            if loaded.snapshot:
                kept = (snapshot.c.campaign_id == head.id) & (snapshot.c.version == loaded.snapshot)
                changed = update(snapshot).where(kept)
                await self._write(changed, data=encode(new.snapshot), version=loaded.snapshot + 1)
            else:
                row = {"campaign_id": head.id, "data": encode(new.snapshot), "version": 1}
                await self._connection.execute(insert(snapshot), row)

    async def _bind(self, campaign_id: int, old: Iterable[str], new: Iterable[str]) -> None:
        before, after = {int(c) for c in old}, {int(c) for c in new}
        if gone := before - after:
            await self._connection.execute(
                delete(binding).where(binding.c.campaign_id == campaign_id, binding.c.channel_id.in_(sorted(gone)))
            )
        for channel_id in sorted(after - before):
            try:
                await self._connection.execute(insert(binding), {"channel_id": channel_id, "campaign_id": campaign_id})
            except IntegrityError:
                raise Bound(channel_id) from None

    async def _save_members(self, campaign_id: int, old: Campaign, new: Campaign) -> None:
        before, after = _members(old), _members(new)
        if gone := before.keys() - after.keys():
            await self._connection.execute(
                delete(membership).where(
                    membership.c.campaign_id == campaign_id, membership.c.user_id.in_(sorted(gone))
                )
            )
        for user, (name, gm) in after.items():
            if before.get(user) != (name, gm):
                key = {"campaign_id": campaign_id, "user_id": user}
                await put(self._connection, membership, key, {"name": name, "gm": gm})

    async def _save_sheets(self, loaded: Loaded, new: AnyState) -> None:
        old, head = loaded.state, loaded.head
        for i in old.sheets.keys() - new.sheets.keys():
            gone = delete(character).where(_is(head, i), character.c.version == loaded.sheets[i])
            if (await self._connection.execute(gone)).rowcount != 1:
                raise Conflict(f"sheet {i} was changed meanwhile")
        for i, sheet in new.sheets.items():
            name = new.campaign.names.get(i)
            if i not in old.sheets:
                await self._connection.execute(
                    insert(character),
                    {"campaign_id": head.id, "id": i, "guild_id": head.guild_id, "version": 1, **_columns(sheet, name)},
                )
            elif not _same(old.sheets[i], sheet) or old.campaign.names.get(i) != name:
                version = loaded.sheets[i]
                await self._write(
                    update(character).where(_is(head, i), character.c.version == version),
                    version=version + 1,
                    **_columns(sheet, name),
                )
        for i, name in new.campaign.names.items():
            if i not in new.sheets and old.campaign.names.get(i) != name:  # told of a sheet that was not loaded
                await self._connection.execute(update(character).where(_is(head, i)).values(**_named(name)))

    async def _save_session(self, loaded: Loaded, old: Session[Any] | None, new: Session[Any] | None) -> None:
        head = loaded.head
        if old is not None:
            this = (session.c.campaign_id == head.id) & (session.c.number == old.number)
            still = new is not None and new.number == old.number
            await self._write(
                update(session).where(this, session.c.version == loaded.session),
                version=loaded.session + 1,
                **(_evening(new) if new is not None and still else {"open": False}),
            )
            if still:
                return
        if new is not None:  # the number may have been used before: its start, or its end, was taken back
            await put(self._connection, session, {"campaign_id": head.id, "number": new.number}, _evening(new))

    async def _write(self, changed: Any, **values: Any) -> None:
        if (await self._connection.execute(changed.values(**values))).rowcount != 1:
            raise Conflict(f"{changed.table.name} was changed meanwhile")


def _same(a: object, b: object) -> bool:
    """Equal, order of dicts included (some rules read it). Usually both are the one object."""
    return a is b or encode(a) == encode(b)


def _planned(table: Campaign) -> int | None:
    return table.plan.at if table.plan is not None and not table.plan.reminded else None


def _played_in(table: Campaign) -> tuple[str, ...]:
    return () if table.archived else table.channels


def _named_by(here: Scene[Any, Any, Any]) -> set[Id]:
    seats = set(here.fight.seats) if here.fight else set()
    return seats.union(*(p.by for p in here.pending.values()))


def _members(table: Campaign) -> dict[str, tuple[str, bool]]:
    """Everybody of a campaign: the last name seen, and whether GM."""
    known = {user: person.name for user, person in table.people.items()}
    return {user: (known.get(user, ""), user in table.gms) for user in {**known, **dict.fromkeys(table.gms)}}


def _is(head: Head, i: Id) -> Any:
    return (character.c.campaign_id == head.id) & (character.c.id == i)


def _named(name: Name) -> dict[str, Any]:
    return {
        "owner": name.owner,
        "name": name.name,
        "name_key": fold(name.name),
        "kind": name.kind,
        "retired": name.retired,
    }


def _columns(sheet: Sheet, name: Name | None) -> dict[str, Any]:
    return {**_named(name or Name(sheet.name, sheet.owner)), "data": encode(sheet)}


def _evening(evening: Session[Any]) -> dict[str, Any]:
    return {
        "open": True,
        "lobby": evening.lobby,
        "opened_at": evening.opened_at,
        "reminded": evening.reminded,
        "data": encode(evening),
    }
