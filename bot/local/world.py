"""A simulated Discord for the real bot. The only module that imports simcord.

Servers, channels, threads and people are made on first use, and their ids derive from their names, so that the same
names mean the same ids in every run: a kept database finds its campaigns and characters again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import simcord
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Guild, Interaction, Member, Message, Overwrite
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.enums import ChannelType, InteractionType, OverwriteType
from simcord.results import ResponseMessage

from bot.local.language import Place, ScriptError

Unable = (simcord.SetupError, BackendError)
"""What a person could not have done here: a hidden command, a disabled button, a value the client would not send."""

FIRST_SERVER = "Table"
QUICK = 0.001
SETTLE_SECONDS = 30.0
ADVANCE_STEP = timedelta(days=1)
RIGHTS = {
    "view": "view_channel",
    "send": "send_messages",
    "threads": "send_messages_in_threads",
    "attach": "attach_files",
}
_WRITTEN = (0, 19, 20, 23)
_YEAR_2025 = (1735689600000 - 1420070400000, 365 * 86_400_000)


class NamedIds(Backend):
    """Discord's data, with ids that can be derived from names."""

    next_id: int | None = None
    inviting = False

    def snowflake(self) -> int:
        if self.next_id is None:
            return super().snowflake()
        value, self.next_id = self.next_id, None
        return self.reserve_id(value)

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "GUILD_CREATE" and self.inviting:  # Discord says `unavailable` only of servers joined long ago
            payload = {key: value for key, value in payload.items() if key != "unavailable"}
        super().emit(event, payload)

    @contextmanager
    def invitation(self) -> Iterator[None]:
        """The servers announced meanwhile are new to the bot."""
        self.inviting = True
        try:
            yield
        finally:
            self.inviting = False

    def id_of(self, *names: str) -> int:
        """A free id for a name: a moment of 2025, so that everything named is older than what happens."""
        digest = hashlib.sha256("\0".join(names).encode()).digest()
        start, span = _YEAR_2025
        value = (start + int.from_bytes(digest[:6]) % span) << 22 | int.from_bytes(digest[6:9]) >> 2
        while value in self._reserved_ids:
            value += 1
        return value

    @contextmanager
    def named(self, *names: str) -> Iterator[None]:
        """The next thing made gets the id of this name."""
        self.next_id = self.id_of(*names)
        try:
            yield
        finally:
            self.next_id = None


class World(simcord.Env):
    """One bot among simulated servers and people.

    `now` is the moment at which the world stands before it starts (a kept database needs the present, or interaction
    ids would repeat). With `live` the clock follows the wall clock whenever somebody does something.
    """

    backend: NamedIds

    def __init__(self, bot: discord.Client, *, now: datetime | None = None, backend: NamedIds | None = None) -> None:
        super().__init__(bot, check_errors=False, settle_timeout=SETTLE_SECONDS)
        fresh = NamedIds()
        fresh.bot_user.name = "Mojo Table"
        self.backend = backend or fresh
        self.live = False
        self.holding = False
        self._kicked: dict[int, tuple[Guild, Member]] = {}
        self._dark: set[int] = set()
        self._left: set[tuple[int, int]] = set()
        self._rights: dict[str, tuple[str, ...]] = {}
        if now is not None:
            self.backend.advance_clock(max(0.0, (now - self.now()).total_seconds()))
        self._guilds += [GuildHandle(self, guild) for guild in self.backend.guilds.values()]

    # -- time --------------------------------------------------------

    async def _settle_internal(self, *, idle: float = 0.05, **more: Any) -> None:
        # Nothing is waited for while events are being delivered together; otherwise look again after 1 ms, not 50.
        if not self.holding:
            await super()._settle_internal(idle=QUICK, **more)

    async def linger(self) -> None:
        """Settle with more patience: on a busy machine what the bot does may only be late."""
        if not self.holding:
            await super()._settle_internal()

    def _begin_operation(self, label: str) -> None:
        super()._begin_operation(label)
        if self.live and self._operation_depth == 1:  # before the event is made, so that its three seconds start now
            behind = (datetime.now(UTC) - self.now()).total_seconds()
            if behind > 0:
                self._move_clock(self._virtual_time + behind)

    async def wait(self, length: timedelta) -> None:
        """Let time pass, in slices: one slice must settle within a time-out of real seconds."""
        while length > timedelta(0):
            await self.advance_time(min(length, ADVANCE_STEP).total_seconds())
            length -= ADVANCE_STEP

    # -- servers, people, places -------------------------------------

    def server(self, name: str = "") -> GuildHandle:
        """The server of that name, "" being the first one; made if there is none."""
        name = name or FIRST_SERVER
        guild = next((g for g in self._guilds if g.name == name), None)
        if guild is None:
            with self.backend.named("owner", name):
                owner = self.create_user(f"{name} owner")
            with self.backend.invitation():
                guild = self.create_guild(name, id=self.backend.id_of("server", name), owner=owner)
        return guild

    def servers(self) -> list[GuildHandle]:
        """Every server made so far, the first one first."""
        return list(self._guilds)

    def server_of(self, channel_id: int) -> GuildHandle | None:
        """The server that a channel belongs to; None in direct messages and where a channel is gone."""
        channel = self.backend.channels.get(channel_id)
        return next((g for g in self._guilds if channel and g.id == channel.guild_id), None)

    def person(self, name: str) -> UserHandle:
        """The person of that name, made if there is none, with a direct-message channel to the bot."""
        found = next((u for u in self.backend.users.values() if u.name == name and not u.bot), None)
        if found is not None:
            return UserHandle(self, found)
        with self.backend.named("person", name):
            user = self.create_user(name)
        with self.backend.named("dm", name):
            self.backend.get_dm_channel(user.id)
        return user

    def people(self) -> dict[int, str]:
        """Everybody made so far: id and name, server owners left out."""
        owners = {guild._guild.owner_id for guild in self._guilds}
        return {u.id: u.name for u in self.backend.users.values() if not u.bot and u.id not in owners}

    def grant(self, name: str, rights: tuple[str, ...]) -> None:
        """Rights that somebody has in every server they are or will be in."""
        self._rights[name] = tuple(dict.fromkeys((*self._rights.get(name, ()), *rights)))

    def member(self, guild: GuildHandle, name: str) -> simcord.MemberActor:
        """That person in that server, joining it on first use, with a role for the rights granted."""
        if guild.id in self._kicked:
            raise ScriptError(f"the bot is not in {guild.name}; `return bot` brings it back")
        if guild.id in self._dark:
            raise ScriptError(f"{guild.name} is away; `outage off` brings it back")
        user = self.person(name)
        if (guild.id, user.id) in self._left:
            raise ScriptError(f"{name} has left {guild.name}; `return {name}` brings them back")
        joined = user.id in guild.member_ids()
        actor = simcord.MemberActor(self, guild, user) if joined else guild.add_member(user)
        lacking = [right for right in self._rights.get(name, ()) if not self.may(guild, user.id, right)]
        if lacking:
            title = ", ".join(lacking)
            role = guild.roles.get(title) or guild.create_role(
                title, permissions=discord.Permissions(**dict.fromkeys(lacking, True))
            )
            self.backend.add_member_role(guild.id, user.id, role.id)
        return actor

    def may(self, guild: GuildHandle | None, user: int, right: str) -> bool:
        """Whether somebody has a right in the whole server (in direct messages nobody has any)."""
        if guild is None or user not in guild.member_ids():
            return False
        return bool(
            discord.Permissions(self.backend.compute_permissions(guild.id, user))
            >= discord.Permissions(**{right: True})
        )

    def channel(self, place: Place, opener: str | None = None) -> ChannelHandle:
        """The channel, thread or forum post of a place, made on first use; a thread is opened by `opener`."""
        guild = self.server(place.server)
        parent = guild.channels.get(place.channel)
        if parent is None:
            with self.backend.named("channel", guild.name, place.channel):
                parent = (guild.create_forum_channel if place.forum else guild.create_text_channel)(place.channel)
        if place.forum != (parent._channel.type == ChannelType.FORUM):
            raise ScriptError(
                f"{place.channel} is {'a channel: write #' if place.forum else 'a forum: write ?'}{place.channel}"
            )
        if place.thread is None:
            return parent
        found = next((t for t in parent.threads if t.name == place.thread), None)
        return found or self._open_thread(parent, place.thread, opener)

    def _open_thread(self, parent: ChannelHandle, name: str, opener: str | None) -> ChannelHandle:
        guild = parent.guild
        assert guild is not None
        owner = self.member(guild, opener).id if opener else guild._guild.owner_id
        forum = parent._channel.type == ChannelType.FORUM
        with self.backend.named("thread", guild.name, parent.name or "", name):
            thread = self.backend.create_thread(parent.id, name, owner, broadcast=not forum)
        if forum:  # a post begins with a message of whoever opened it; a forum itself shows no system messages
            self.backend.announce_thread_create(thread)
            self.backend.create_message(thread.id, owner, name)
        return ChannelHandle(self, guild, thread)

    def place_name(self, channel_id: int) -> str:
        """A channel as an `in` line writes it."""
        channel = self.backend.channels.get(channel_id)
        if channel is None:
            return "#deleted-channel"
        if channel.guild_id is None:
            return "dm"
        guild = next(g for g in self._guilds if g.id == channel.guild_id)
        server = "" if guild.name == self._guilds[0].name else f"{guild.name}/"
        parent = self.backend.channels.get(channel.parent_id or 0) if channel.is_thread else None
        top = parent or channel
        sign = "?" if top.type == ChannelType.FORUM else "#"
        return f"{server}{sign}{top.name}" + (f"/{channel.name}" if parent else "")

    def shown_name(self, kind: str, ident: int) -> str:
        """What a client draws for a mention: `@player1`, `@Keepers`, `#tomb`."""
        if kind == "#":
            channel = self.backend.channels.get(ident)
            return f"#{channel.name}" if channel else "#unknown"
        if kind == "@&":
            roles = {role.id: role.name for guild in self.backend.guilds.values() for role in guild.roles.values()}
            return f"@{roles.get(ident, 'deleted-role')}"
        user = self.backend.users.get(ident)
        return f"@{user.global_name or user.name}" if user else "@unknown-user"

    # -- what people do ----------------------------------------------

    def command(self, words: list[str], user: int, channel: ChannelHandle) -> tuple[dict[str, Any], list[str]]:
        """The command that a line's words begin with, as a client knows it, and the words that lead to it."""
        guild = channel.guild.id if channel.guild else None
        spec = self.backend.find_command(words[0], guild)
        visible = sorted({c["name"] for c in self.backend.visible_commands(user_id=user, channel_id=channel.id)})
        if spec is None or words[0] not in visible:
            raise ScriptError(f"there is no /{words[0]} here; there are: {', '.join(visible) or 'none'}")
        path = words[:1]
        while deeper := {o["name"]: o for o in spec.get("options") or () if o["type"] in (1, 2)}:
            following = words[len(path)] if len(words) > len(path) else ""
            if following not in deeper:
                raise ScriptError(f"/{' '.join(path)} needs one of: {', '.join(sorted(deeper))}")
            spec = deeper[following]
            path.append(following)
        return spec, path

    def actor(self, name: str, guild: GuildHandle | None) -> Any:
        """Who does something: a member in a server, a user in direct messages."""
        return self.person(name) if guild is None else self.member(guild, name)

    async def type(self, name: str, at: ChannelHandle, path: list[str], values: dict[str, Any]) -> Any:
        """Somebody sends a command."""
        who, place = self.actor(name, at.guild), () if at.guild is None else (at,)
        return await who.slash(*place, " ".join(path), **values)

    async def suggestions(
        self, name: str, at: ChannelHandle, path: list[str], option: str, typed: str, others: dict[str, Any]
    ) -> list[dict[str, Any]]:
        """What the bot suggests while somebody types an option."""
        who, place = self.actor(name, at.guild), () if at.guild is None else (at,)
        offered: list[dict[str, Any]] = await who.autocomplete(*place, " ".join(path), option, typed, **others)
        return offered

    async def press(self, name: str, at: ChannelHandle, message: Message, custom_id: str | None) -> Any:
        """Somebody presses a button."""
        return await self.actor(name, at.guild).click(ResponseMessage(self, message), custom_id=custom_id)

    async def choose(self, name: str, at: ChannelHandle, message: Message, custom_id: str, values: list[Any]) -> Any:
        """Somebody chooses in a menu."""
        return await self.actor(name, at.guild).select(ResponseMessage(self, message), values, custom_id=custom_id)

    async def submit(self, name: str, at: ChannelHandle, shown: Any, values: dict[str, Any]) -> Any:
        """Somebody sends a form."""
        return await self.actor(name, at.guild).submit_modal(shown, values)

    def direct(self, name: str) -> ChannelHandle:
        """The direct-message channel of somebody with the bot."""
        return self.person(name).dm_channel

    # -- what happens to the bot -------------------------------------

    def deny(self, channel: ChannelHandle, right: str, denied: bool) -> None:
        """Take a right from the bot in this channel (in a thread: in its parent), or give it back."""
        if channel.guild is None:
            raise ScriptError("in direct messages there is no right to deny")
        top = self.backend.get_channel(channel._channel.permission_channel_id())
        me = self.backend.bot_user.id
        had = next((o.deny for o in top.overwrites if o.target_id == me), 0)
        flag = discord.Permissions(**{RIGHTS[right]: True}).value
        self.backend.set_overwrite(
            top.id, Overwrite(me, OverwriteType.MEMBER, deny=had | flag if denied else had & ~flag)
        )

    def delete_newest(self, channel: ChannelHandle) -> None:
        """A moderator deletes the bot's newest message here that everybody sees."""
        mine = [m for m in self.written(channel.id) if not m.is_ephemeral]
        if not mine:
            raise ScriptError("there is no message of the bot here to delete")
        self.backend.delete_message(channel.id, mine[-1].id)

    def leave(self, guild: GuildHandle, name: str) -> None:
        """Somebody leaves the server."""
        user = self.person(name)
        if user.id not in guild.member_ids():
            raise ScriptError(f"{name} is not in {guild.name}")
        self._left.add((guild.id, user.id))
        guild.remove_member(user)

    def come_back(self, guild: GuildHandle, name: str) -> None:
        """Somebody who left the server joins it again."""
        user = self.person(name)
        if (guild.id, user.id) not in self._left:
            raise ScriptError(f"{name} has not left {guild.name}")
        self._left.discard((guild.id, user.id))
        self.member(guild, name)

    def kick(self, guild: GuildHandle) -> None:
        """The bot is thrown out; the server and its channels go on without it."""
        if guild.id in self._kicked:
            raise ScriptError(f"the bot is not in {guild.name}")
        lost = self.backend.guilds.pop(guild.id)
        self._kicked[guild.id] = lost, lost.members.pop(self.backend.bot_user.id)
        self.backend.emit("GUILD_DELETE", {"id": str(guild.id)})

    def invite(self, guild: GuildHandle) -> None:
        """The bot is invited back."""
        if guild.id not in self._kicked:
            raise ScriptError(f"the bot is in {guild.name} already")
        again, membership = self._kicked.pop(guild.id)
        again.members[membership.user_id] = membership
        self.backend.guilds[again.id] = again
        with self.backend.invitation():
            self._announce(again)

    def outage(self, guild: GuildHandle, on: bool) -> None:
        """The server is away, as in an outage of Discord, or back."""
        if on == (guild.id in self._dark):
            raise ScriptError(f"{guild.name} is {'away' if on else 'there'} already")
        ids = [guild.id, *(c.id for c in self.backend.channels.values() if c.guild_id == guild.id)]
        if on:
            self._dark.add(guild.id)
            self.backend.faults += [
                {"method": "*", "path": f"/*/{i}{tail}", "status": 503, "code": 0, "message": "outage", "times": None}
                for i in ids
                for tail in ("", "/*")
            ]
            self._darken(guild.id)
        else:
            self._dark.discard(guild.id)
            self.backend.faults = [f for f in self.backend.faults if f["message"] != "outage"]
            self._announce(guild._guild)

    def _darken(self, guild: int) -> None:
        self.backend.emit("GUILD_DELETE", {"id": str(guild), "unavailable": True})

    def _announce(self, guild: Guild) -> None:
        self.backend.emit("GUILD_CREATE", dict(serializers.guild_create_payload(self.backend, guild)))

    async def restart(self, bot: discord.Client) -> None:
        """End the running bot and start another one on the same world."""
        await self.bot.close()
        await self.restart_bot(bot)
        for guild in self._dark:  # the simulation announces every server at the start; those away go away again
            self._darken(guild)
        await self.settle()

    # -- what can be seen --------------------------------------------

    def written(self, channel_id: int) -> list[Message]:
        """The bot's messages in a channel, oldest first."""
        mine = self.backend.bot_user.id
        found = self.backend.messages.get(channel_id, {}).values()
        return sorted((m for m in found if m.author_id == mine and m.type in _WRITTEN), key=lambda m: m.id)

    def readers(self, message: Message) -> list[str] | str:
        """Names of those who see a message, or "all": everybody who sees that channel."""
        channel: Channel = self.backend.get_channel(message.channel_id)
        if channel.guild_id is None:
            return [name for ident, name in self.people().items() if ident in channel.recipient_ids]
        if message.is_ephemeral:
            return [name for ident, name in self.people().items() if message.visible_to(ident)]
        return "all"

    def interactions(self, after: int) -> list[Interaction]:
        """Commands, presses and forms sent since there were `after` interactions; suggestions are left out."""
        return [
            i
            for i in list(self.backend.interactions.values())[after:]
            if i.type != InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
        ]

    def sent_file(self, name: str, reader: int) -> bytes | None:
        """The newest file of that name that the bot sent where this person sees it."""
        messages = (m for channel in self.backend.messages for m in self.written(channel) if m.visible_to(reader))
        for message in sorted(messages, key=lambda m: -m.id):
            for attachment in message.attachments:
                if attachment["filename"] == name:
                    return self.backend.cdn.get(attachment["url"])
        return None
